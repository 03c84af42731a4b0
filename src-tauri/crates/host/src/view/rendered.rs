//! The rendered form of one row, kept up to date by the least work.

use super::row;
use crate::approvals::card::{self, Preview};
use model::view::{Block, BlockKind, Row, RowPatch};
use model::{ApprovalState, Item, ItemBody, OperationResult, OutputKind, ToolCall};
use std::path::Path;

/// Outputs over this are cut before they are rendered: 4 MiB of text.
const OUTPUT_CAP: usize = 4 * 1024 * 1024;

/// A row, its blocks, and the revision at which each last changed.
pub(crate) struct Rendered {
    /// The revision of the item this shows.
    seen: u64,
    row: Row,
    row_rev: u64,
    blocks: Vec<(Block, u64)>,
    text: Option<Text>,
    preview: Option<Preview>,
    output_len: Option<usize>,
}

/// Text that grows.
struct Text {
    markdown: render::Markdown,
    taken: usize,
    finished: bool,
}

impl Rendered {
    /// Renders an item for the first time.
    pub(crate) fn new(item: &Item, rev: u64, workspace: &Path) -> Self {
        let preview = preview_of(item, workspace);
        let empty = Preview::default();
        let mut fresh = Self {
            seen: rev,
            row: row::row(item, preview.as_ref().unwrap_or(&empty), workspace),
            row_rev: rev,
            blocks: Vec::new(),
            text: None,
            preview,
            output_len: None,
        };
        fresh.blocks_of(item, rev);
        fresh
    }

    /// Brings it up to the item's revision.
    pub(crate) fn update(&mut self, item: &Item, rev: u64, workspace: &Path) {
        if self.seen == rev {
            return;
        }
        self.seen = rev;
        if self.preview.is_none() {
            self.preview = preview_of(item, workspace);
        }
        let empty = Preview::default();
        let row = row::row(item, self.preview.as_ref().unwrap_or(&empty), workspace);
        if row != self.row {
            self.row = row;
            self.row_rev = rev;
        }
        self.blocks_of(item, rev);
    }

    /// What a window that has `after` needs of it; none where nothing changed for it.
    pub(crate) fn patch(&self, place: u32, after: u64) -> Option<RowPatch> {
        let whole = after == 0;
        let row = (whole || self.row_rev > after).then(|| self.row.clone());
        let blocks: Vec<(u32, Block)> = self
            .blocks
            .iter()
            .zip(0u32..)
            .filter(|((_, rev), _)| whole || *rev > after)
            .map(|((block, _), index)| (index, block.clone()))
            .collect();
        (row.is_some() || !blocks.is_empty() || self.seen > after).then(|| RowPatch {
            place,
            row,
            blocks,
            block_count: count(self.blocks.len()),
        })
    }

    fn blocks_of(&mut self, item: &Item, rev: u64) {
        match &item.body {
            ItemBody::Text { text } | ItemBody::Thinking { text } => {
                self.markdown(text, item.completed_at.is_some(), rev);
            }
            ItemBody::Tool(call) => self.output(call, rev),
            ItemBody::Result(result) if self.blocks.is_empty() => {
                self.blocks = result_blocks(result)
                    .into_iter()
                    .map(|block| (block, rev))
                    .collect();
            }
            _ => {}
        }
    }

    fn markdown(&mut self, whole: &str, complete: bool, rev: u64) {
        let text = self.text.get_or_insert_with(|| Text {
            markdown: render::Markdown::new(),
            taken: 0,
            finished: false,
        });
        let mut first = usize::MAX;
        match whole.get(text.taken..) {
            Some(fresh) if !fresh.is_empty() => {
                first = text.markdown.push(fresh).first;
                text.taken = whole.len();
            }
            // Asked in a pause: what a push put off is shown.
            _ if !complete => first = text.markdown.flush().first,
            _ => {}
        }
        if complete && !text.finished {
            text.finished = true;
            first = first.min(text.markdown.finish().first);
        }
        let now = text.markdown.blocks();
        self.blocks.truncate(now.len());
        for (index, block) in now.iter().enumerate().skip(first.min(self.blocks.len())) {
            match self.blocks.get_mut(index) {
                Some((before, _)) if before == block => {}
                Some(slot) => *slot = (block.clone(), rev),
                None => self.blocks.push((block.clone(), rev)),
            }
        }
    }

    fn output(&mut self, call: &ToolCall, rev: u64) {
        let len = call.output.as_ref().map(|output| output.text.len());
        if len.is_some() && len == self.output_len {
            return;
        }
        self.output_len = len;
        let blocks = match &call.output {
            Some(output) => output_blocks(output.kind, &output.text),
            None => Vec::new(),
        };
        // What a write or an edit did is its diff, where the agent gave none (field notes).
        let shows_diff = blocks.iter().any(|block| block.kind == BlockKind::Diff);
        let made = match (&self.preview, shows_diff) {
            (Some(preview), false) if asked_and_settled(call) => preview.blocks.clone(),
            _ => Vec::new(),
        };
        let all: Vec<Block> = made.into_iter().chain(blocks).collect();
        let same = all.len() == self.blocks.len()
            && all.iter().zip(&self.blocks).all(|(a, (b, _))| a == b);
        if !same {
            self.blocks = all.into_iter().map(|block| (block, rev)).collect();
        }
    }
}

/// While it waits, the card shows the diff; afterwards the row does.
fn asked_and_settled(call: &ToolCall) -> bool {
    call.approval
        .as_ref()
        .is_none_or(|record| !matches!(record.state, ApprovalState::Pending))
}

fn preview_of(item: &Item, workspace: &Path) -> Option<Preview> {
    let ItemBody::Tool(call) = &item.body else {
        return None;
    };
    let waits = call
        .approval
        .as_ref()
        .is_some_and(|record| matches!(record.state, ApprovalState::Pending));
    let preview = card::preview(call.kind, &call.args, waits.then_some(workspace));
    (!preview.blocks.is_empty() || !preview.note.is_empty()).then_some(preview)
}

fn output_blocks(kind: OutputKind, text: &str) -> Vec<Block> {
    match kind {
        OutputKind::Text if text.is_empty() => Vec::new(),
        OutputKind::Text => {
            let (head, left) = cut(text);
            let mut blocks = render::terminal(head);
            if left > 0 {
                blocks.push(omitted(&format!("{left} more bytes are in Traffic.")));
            }
            blocks
        }
        OutputKind::Diff => render::diff_unified(cut(text).0).blocks,
        OutputKind::Image => match render::image_base64(text) {
            Ok(block) => vec![block],
            Err(reason) => vec![omitted(&format!("An image that is not shown: {reason}"))],
        },
    }
}

/// Text as Markdown, files as a list, data as a tree with what is wrong in it.
fn result_blocks(result: &OperationResult) -> Vec<Block> {
    let mut blocks = render::markdown(&result.text);
    if !result.files.is_empty() {
        let list: Vec<String> = result
            .files
            .iter()
            .map(|file| format!("- `` {} ``", file.replace('`', "'")))
            .collect();
        blocks.extend(render::markdown(&list.join("\n")));
    }
    for problem in &result.problems {
        let place = if problem.pointer.is_empty() {
            "the whole"
        } else {
            &problem.pointer
        };
        blocks.push(omitted(&format!("At {place}: {}", problem.message)));
    }
    if !result.data.is_null() {
        blocks.push(render::json(&result.data.to_string()));
    }
    blocks
}

fn cut(text: &str) -> (&str, usize) {
    if text.len() <= OUTPUT_CAP {
        return (text, 0);
    }
    let mut end = OUTPUT_CAP;
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    (&text[..end], text.len() - end)
}

fn omitted(text: &str) -> Block {
    Block {
        kind: BlockKind::Omitted,
        html: render::escape(text),
        label: String::new(),
    }
}

fn count(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}
