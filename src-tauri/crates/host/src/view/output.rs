//! What a tool's call shows below its row: what it put out, a page at a time.
//!
//! Of an output no more is made than someone looked at. What makes the next page is kept while
//! there is one and goes with the last: an output that is shown whole holds nothing but its
//! lengths. How a page looks is `render`'s; which blocks a window gets is `blocks`'.

use super::blocks;
use crate::approvals::card::Preview;
use model::view::{Block, BlockKind, Size};
use model::{ApprovalState, Item, ItemBody, OutputKind, ToolCall};

/// What is known of the output of one call.
#[derive(Default)]
pub(super) struct Output {
    len: Option<usize>,
    size: Option<Size>,
    pages: Option<Box<Pages>>,
}

/// The pages that were not made so far. In a box, since the state of a terminal is a kilobyte
/// and more.
struct Pages {
    terminal: render::Terminal,
    taken: usize,
}

impl Output {
    /// How long it is; none where there is none so far.
    pub(super) fn len(&self) -> Option<usize> {
        self.len
    }

    /// How much there is of a text that comes by pages.
    pub(super) fn size(&self) -> Option<Size> {
        self.size
    }

    pub(super) fn has_more(&self) -> bool {
        self.pages.is_some()
    }

    /// The blocks of its first page; none where it is as it was the last time.
    pub(super) fn take(
        &mut self,
        call: &ToolCall,
        preview: Option<&Preview>,
    ) -> Option<Vec<Block>> {
        let len = call.output.as_ref().map(|output| output.text.len());
        if len.is_some() && len == self.len {
            return None;
        }
        self.len = len;
        self.pages = None;
        let mut made = match &call.output {
            Some(output) if output.kind == OutputKind::Text => {
                self.size = Some(size(&output.text));
                let mut terminal = render::Terminal::default();
                let (blocks, taken) = if output.text.is_empty() {
                    (Vec::new(), 0)
                } else {
                    terminal.page(&output.text)
                };
                self.pages =
                    (taken < output.text.len()).then(|| Box::new(Pages { terminal, taken }));
                blocks
            }
            Some(output) => blocks::of_output(output.kind, &output.text),
            None => Vec::new(),
        };
        // What a write or an edit did is its diff, where the agent gave none (field notes).
        let shows_diff = made.iter().any(|block| block.kind == BlockKind::Diff);
        if let Some(preview) = preview
            && !shows_diff
            && asked_and_settled(call)
        {
            made.splice(0..0, preview.blocks.iter().cloned());
        }
        Some(made)
    }

    /// The blocks of its next page; none where there is none.
    pub(super) fn next_page(&mut self, item: &Item) -> Option<Vec<Block>> {
        let pages = self.pages.as_mut()?;
        let text = text_of(item);
        let (fresh, used) = pages.terminal.page(text.get(pages.taken..)?);
        pages.taken += used;
        if pages.taken >= text.len() {
            self.pages = None;
        }
        Some(fresh)
    }
}

/// What a call put out so far.
pub(super) fn text_of(item: &Item) -> &str {
    match &item.body {
        ItemBody::Tool(call) => call.output.as_ref().map_or("", |output| &output.text),
        _ => "",
    }
}

/// How much there is of a text, whether it is shown or not.
pub(super) fn size(text: &str) -> Size {
    let ends = text.bytes().filter(|byte| *byte == b'\n').count();
    let open = !text.is_empty() && !text.ends_with('\n');
    Size {
        bytes: text.len() as u64,
        lines: (ends + usize::from(open)) as u64,
    }
}

/// While it waits, the card shows the diff; afterwards the row does.
fn asked_and_settled(call: &ToolCall) -> bool {
    call.approval
        .as_ref()
        .is_none_or(|record| !matches!(record.state, ApprovalState::Pending))
}
