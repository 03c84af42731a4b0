//! HTML: one file that shows a conversation anywhere and does nothing. No
//! script, no address that is loaded, and a policy in its head that forbids
//! both. What agents and users wrote goes through `render`, as in the window.

use super::outlet::Outlet;
use super::{ExportError, Sheet, Source, markdown, stamp, words};
use model::{ConversationMeta, Item, ItemBody, Output, OutputKind, ToolCall};
use render::{Block, BlockKind, escape, visible};
use std::fmt::Write;

pub(super) struct Html;

/// Nothing loads, nothing runs: the page's own style and pictures inside it.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; \
    base-uri 'none'; form-action 'none'";
const STYLE: &str = concat!(
    include_str!("page.css"),
    include_str!("../../../../../ui/src/styles/rendered.css")
);
/// Outputs over this are cut: the whole is in the JSON lines.
const OUTPUT_CAP: usize = 4 << 20;

impl Sheet for Html {
    fn begin(&mut self, all: &[ConversationMeta], out: &mut Outlet<'_>) -> Result<(), ExportError> {
        let title = match all {
            [one] => words::title(one),
            many => format!("{} conversations", many.len()),
        };
        let head = format!(
            "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
             <meta name=\"referrer\" content=\"no-referrer\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <meta name=\"color-scheme\" content=\"light dark\">\n\
             <title>{}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n",
            text(&title)
        );
        out.record(head.into_bytes())
    }

    fn conversation(
        &mut self,
        source: &Source<'_>,
        out: &mut Outlet<'_>,
    ) -> Result<u64, ExportError> {
        let meta = source.meta;
        let part = if source.selection.whole {
            ""
        } else {
            " · selection"
        };
        let spent = words::spent(&meta.marks.spent)
            .filter(|_| source.selection.whole)
            .map_or(String::new(), |spent| {
                format!("<p>Used: {}</p>", text(&spent))
            });
        let head = format!(
            "<article>\n<header><h1>{}</h1><p>{} · <code>{}</code> · {} – {} UTC{part}</p>{spent}</header>\n",
            text(&words::title(meta)),
            text(&words::agent(meta)),
            text(&meta.workspace),
            stamp::utc(meta.created_at),
            stamp::utc(meta.updated_at),
        );
        out.record(head.into_bytes())?;
        let mut last = None;
        let count = source.items(|placed, waits| {
            let speaker = words::speaker(&placed.item, meta);
            let mut html = String::new();
            if speaker.is_some() && speaker != last {
                let name = speaker.as_deref().unwrap_or_default();
                let _ = writeln!(
                    html,
                    "<h2>{}<time>{}</time></h2>",
                    text(name),
                    stamp::utc(placed.item.started_at)
                );
                last.clone_from(&speaker);
            }
            item(&placed.item, waits, &mut html);
            out.record(html.into_bytes())
        })?;
        out.record(b"</article>\n".to_vec())?;
        Ok(count)
    }

    fn end(&mut self, out: &mut Outlet<'_>) -> Result<(), ExportError> {
        out.record(b"</main>\n</body>\n</html>\n".to_vec())
    }
}

/// A text as HTML, with characters that would hide made visible.
fn text(plain: &str) -> String {
    escape(&visible(plain))
}

fn item(item: &Item, waits: bool, out: &mut String) {
    match &item.body {
        ItemBody::User {
            text: said,
            attachments,
            ..
        } => {
            let _ = writeln!(out, "<div class=\"you\">{}</div>", text(said));
            for file in attachments {
                note(out, &format!("Attached: {} ({})", file.name, file.path));
            }
        }
        ItemBody::Text { text } => prose(out, &render::markdown(text)),
        ItemBody::Thinking { text } => {
            fold(out, "Thinking", &render::markdown(text));
        }
        ItemBody::Tool(call) => tool(call, waits, out),
        ItemBody::Result(result) => {
            prose(out, &render::markdown(&result.text));
            for file in &result.files {
                note(out, &format!("File: {file}"));
            }
            if !result.data.is_null() {
                framed(out, &[render::json(&result.data.to_string())]);
            }
        }
        ItemBody::Media(media) => note(out, &format!("File: {}", media.path)),
        ItemBody::Progress { text } | ItemBody::Notice { text, .. } => note(out, text),
        ItemBody::Error(fault) => {
            let _ = writeln!(out, "<div class=\"error\"><p>{}</p>", text(&fault.message));
            if let Some(detail) = &fault.detail {
                framed(out, &render::terminal(cut(detail)));
            }
            out.push_str("</div>\n");
        }
        ItemBody::TurnEnd {
            outcome,
            duration_ms,
            usage,
        } => {
            let _ = writeln!(
                out,
                "<p class=\"turn-end\">{}</p>",
                text(&words::turn_end(outcome, *duration_ms, usage.as_ref()))
            );
        }
        ItemBody::Raw { reason, line, .. } => {
            fold(out, reason, &render::terminal(cut(line)));
        }
    }
}

fn tool(call: &ToolCall, waits: bool, out: &mut String) {
    let mut blocks = Vec::new();
    if !call.args.is_null() {
        blocks.push(render::code(&markdown::pretty(&call.args), "json"));
    }
    if let Some(output) = &call.output {
        blocks.extend(result(output));
    }
    let title = format!("{} — {}", call.name, words::state(call, waits));
    fold(out, &title, &blocks);
}

fn result(output: &Output) -> Vec<Block> {
    match output.kind {
        OutputKind::Text => render::terminal(cut(&output.text)),
        OutputKind::Diff => render::diff_unified(cut(&output.text)).blocks,
        OutputKind::Image => match render::image_base64(&output.text) {
            Ok(block) => vec![block],
            Err(reason) => render::terminal(&format!("An image that is not shown: {reason}")),
        },
    }
}

fn cut(text: &str) -> &str {
    &text[..text.floor_char_boundary(OUTPUT_CAP)]
}

fn note(out: &mut String, plain: &str) {
    let _ = writeln!(out, "<p class=\"note\">{}</p>", text(plain));
}

fn fold(out: &mut String, title: &str, blocks: &[Block]) {
    let _ = writeln!(out, "<details><summary>{}</summary>", text(title));
    framed(out, blocks);
    out.push_str("</details>\n");
}

fn prose(out: &mut String, blocks: &[Block]) {
    out.push_str("<div class=\"agent\">\n");
    framed(out, blocks);
    out.push_str("</div>\n");
}

/// Blocks in the frames the window gives them.
fn framed(out: &mut String, blocks: &[Block]) {
    for block in blocks {
        let html = &block.html;
        let _ = match block.kind {
            BlockKind::Prose | BlockKind::Math | BlockKind::Omitted => {
                writeln!(out, "<div class=\"md\">{html}</div>")
            }
            BlockKind::Code | BlockKind::Terminal | BlockKind::Json => {
                writeln!(out, "<div class=\"frame\"><pre>{html}</pre></div>")
            }
            BlockKind::Diff => {
                if !block.label.is_empty() {
                    note(out, &block.label);
                }
                writeln!(out, "<div class=\"frame diff-frame\">{html}</div>")
            }
            // `render` gives the address of a picture it has checked.
            BlockKind::Image => {
                writeln!(
                    out,
                    "<img class=\"md-image\" alt=\"\" src=\"{}\">",
                    escape(html)
                )
            }
        };
    }
}
