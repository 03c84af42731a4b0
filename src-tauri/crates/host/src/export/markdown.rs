//! Markdown: the agent's own text as it is, everything else around it.

use super::outlet::Outlet;
use super::{ExportError, Sheet, Source, stamp, words};
use model::{ConversationMeta, Item, ItemBody, Output, OutputKind, ToolCall};
use serde_json::Value;
use std::fmt::Write;

pub(super) struct Markdown;

impl Sheet for Markdown {
    fn begin(&mut self, _: &[ConversationMeta], _: &mut Outlet<'_>) -> Result<(), ExportError> {
        Ok(())
    }

    fn conversation(
        &mut self,
        source: &Source<'_>,
        out: &mut Outlet<'_>,
    ) -> Result<u64, ExportError> {
        out.record(head(source.meta, source.selection.whole).into_bytes())?;
        let mut last = None;
        let count = source.items(|placed, waits| {
            let speaker = words::speaker(&placed.item, source.meta);
            let mut text = String::new();
            // One heading for all that one side says in a row.
            if speaker.is_some() && speaker != last {
                let name = speaker.as_deref().unwrap_or_default();
                let _ = write!(text, "\n## {}\n", line(name));
                last.clone_from(&speaker);
            }
            item(&placed.item, waits, &mut text);
            out.record(text.into_bytes())
        })?;
        out.record(b"\n".to_vec())?;
        Ok(count)
    }

    fn end(&mut self, _: &mut Outlet<'_>) -> Result<(), ExportError> {
        Ok(())
    }
}

fn head(meta: &ConversationMeta, whole: bool) -> String {
    let part = if whole { "" } else { " (selection)" };
    let spent = words::spent(&meta.marks.spent)
        .filter(|_| whole)
        .map_or(String::new(), |spent| format!("- Used: {}\n", line(&spent)));
    format!(
        "# {}{part}\n\n- Agent: {}\n- Folder: {}\n- From {} to {} UTC\n{spent}",
        line(&words::title(meta)),
        line(&words::agent(meta)),
        code(&meta.workspace),
        stamp::utc(meta.created_at),
        stamp::utc(meta.updated_at),
    )
}

fn item(item: &Item, waits: bool, out: &mut String) {
    // Writing to a string does not fail.
    let _ = match &item.body {
        ItemBody::User {
            text, attachments, ..
        } => {
            let _ = write!(out, "\n{}\n", text.trim_end());
            attachments.iter().try_for_each(|file| {
                write!(
                    out,
                    "\n- Attached: {} ({})\n",
                    line(&file.name),
                    code(&file.path)
                )
            })
        }
        ItemBody::Text { text } => write!(out, "\n{}\n", text.trim_end()),
        ItemBody::Thinking { text } => write!(out, "\n{}\n", quoted("Thinking", text)),
        ItemBody::Tool(call) => {
            tool(call, waits, out);
            Ok(())
        }
        ItemBody::Progress { text } => write!(out, "\n*{}*\n", line(text)),
        ItemBody::Result(result) => {
            let _ = write!(out, "\n{}\n", result.text.trim_end());
            let _ = result
                .files
                .iter()
                .try_for_each(|file| write!(out, "\n- {}\n", code(file)));
            if result.data.is_null() {
                Ok(())
            } else {
                write!(out, "\n{}\n", fenced("json", &pretty(&result.data)))
            }
        }
        ItemBody::Media(media) => write!(out, "\n- File: {}\n", code(&media.path)),
        ItemBody::Notice { text, .. } => write!(out, "\n*{}*\n", line(text)),
        ItemBody::Error(fault) => {
            let _ = write!(out, "\n**Error:** {}\n", line(&fault.message));
            fault
                .detail
                .as_ref()
                .map_or(Ok(()), |detail| write!(out, "\n{}\n", fenced("", detail)))
        }
        ItemBody::TurnEnd {
            outcome,
            duration_ms,
            usage,
        } => write!(
            out,
            "\n*{}*\n",
            line(&words::turn_end(outcome, *duration_ms, usage.as_ref()))
        ),
        ItemBody::Raw { reason, line, .. } => {
            write!(out, "\n*{}*\n\n{}\n", self::line(reason), fenced("", line))
        }
    };
}

fn tool(call: &ToolCall, waits: bool, out: &mut String) {
    let _ = write!(
        out,
        "\n**{}** — {}\n",
        line(&call.name),
        line(&words::state(call, waits))
    );
    if !call.args.is_null() {
        let _ = write!(out, "\n{}\n", fenced("json", &pretty(&call.args)));
    }
    if let Some(output) = &call.output {
        let _ = write!(out, "\n{}\n", result(output));
    }
}

fn result(output: &Output) -> String {
    match output.kind {
        OutputKind::Text => fenced("", &output.text),
        OutputKind::Diff => fenced("diff", &output.text),
        OutputKind::Image => format!("*An image of {} bytes in base64*", output.text.len()),
    }
}

pub(super) fn pretty(value: &Value) -> String {
    serde_json::to_string_pretty(value).unwrap_or_else(|_| value.to_string())
}

/// A fence longer than any run of backticks in the text, so that it never ends early.
fn fenced(language: &str, text: &str) -> String {
    let mut longest = 0;
    let mut run = 0;
    for byte in text.bytes() {
        run = if byte == b'`' { run + 1 } else { 0 };
        longest = longest.max(run);
    }
    let fence = "`".repeat(longest.max(2) + 1);
    format!(
        "{fence}{language}\n{}\n{fence}",
        text.trim_end_matches('\n')
    )
}

/// Code in a line.
fn code(text: &str) -> String {
    let text = line_of(text);
    if text.contains('`') {
        format!("`` {text} ``")
    } else {
        format!("`{text}`")
    }
}

fn quoted(title: &str, text: &str) -> String {
    let mut out = format!("> *{title}*\n>");
    for line in text.trim_end().lines() {
        out.push_str("\n> ");
        out.push_str(line);
    }
    out
}

/// Text that is a title or a sentence: one line, and no markup in it.
fn line(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in line_of(text).chars() {
        if matches!(
            c,
            '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '#' | '|'
        ) {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

fn line_of(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
