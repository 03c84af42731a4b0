//! Content Block Types: the blocks of a message, and a tool's result.

use super::{Text, required};
use crate::fields::{Problems, name_of};
use crate::lines::{Object, nested};
use model::{Output, OutputKind};
use serde_json::value::RawValue;
use serde_json::{Value, json};
use std::borrow::Cow;

/// One block.
#[derive(Debug)]
pub(in crate::nuum) enum Block<'t> {
    /// Text
    Text(Text<'t>),
    /// In no text and no build seen, but the model's reasoning where it comes.
    Thinking(Text<'t>),
    /// Tool Use
    ToolUse {
        /// Empty where the agent gives none.
        id: Text<'t>,
        name: Text<'t>,
        input: Value,
    },
    /// Tool Result
    ToolResult(ToolResult<'t>),
    /// A type nobody here knows.
    Unknown { kind: Text<'t>, raw: &'t str },
    /// A known type without what it cannot do without.
    IllFormed { reason: String, raw: &'t str },
}

/// What a tool gave.
#[derive(Debug)]
pub(in crate::nuum) struct ToolResult<'t> {
    pub(in crate::nuum) tool_use_id: Text<'t>,
    pub(in crate::nuum) output: Output,
    pub(in crate::nuum) is_error: bool,
}

/// The blocks of a `content`: a string is one of text.
///
/// # Errors
/// It is neither a string nor a list.
pub(super) fn blocks<'t>(
    content: &'t RawValue,
    problems: &mut Problems,
) -> Result<Vec<Block<'t>>, String> {
    if content.get().starts_with('"') {
        return Ok(vec![read(content, problems)]);
    }
    let items: Vec<&'t RawValue> = serde_json::from_str(content.get())
        .map_err(|_| "“content” is neither a string nor a list of blocks".to_owned())?;
    Ok(items.into_iter().map(|item| read(item, problems)).collect())
}

fn read<'t>(value: &'t RawValue, problems: &mut Problems) -> Block<'t> {
    let raw = value.get();
    if raw.starts_with('"') {
        return match serde_json::from_str(raw) {
            Ok(text) => Block::Text(Cow::Owned(text)),
            Err(error) => Block::IllFormed {
                reason: crate::lines::plain(&error),
                raw,
            },
        };
    }
    let Some(block) = nested(value) else {
        let reason = "it is no object".to_owned();
        return Block::IllFormed { reason, raw };
    };
    // Problems of this block alone: they are its reason where it cannot be used.
    let mut own = Problems::default();
    let read = match required(&block, "type", &mut own) {
        Ok(kind) => match kind.as_ref() {
            "text" => required(&block, "text", &mut own).map(Block::Text),
            "thinking" => required(&block, "thinking", &mut own)
                .or_else(|_| required(&block, "text", &mut Problems::default()))
                .map(Block::Thinking),
            "tool_use" => Ok(tool_use(&block, &mut own)),
            "tool_result" => tool_result(&block, &mut own).map(Block::ToolResult),
            _ => Ok(Block::Unknown { kind, raw }),
        },
        Err(problem) => Err(problem),
    };
    match read {
        Ok(block) => {
            if let Some(own) = own.text() {
                problems.note(own);
            }
            block
        }
        Err(reason) => Block::IllFormed { reason, raw },
    }
}

/// A call has run already: it is shown whatever it lacks.
fn tool_use<'t>(block: &Object<'t>, problems: &mut Problems) -> Block<'t> {
    let id = block.text("id", problems).unwrap_or_else(|| {
        problems.note("a “tool_use” has no “id”");
        Cow::Borrowed("")
    });
    let name = block
        .text("name", problems)
        .filter(|name| !name.is_empty())
        .unwrap_or_else(|| {
            problems.note("a “tool_use” has no “name”");
            Cow::Borrowed("(unnamed tool)")
        });
    Block::ToolUse {
        id,
        name,
        input: block.value("input", problems).unwrap_or_default(),
    }
}

/// A tool's result.
///
/// # Errors
/// It does not say of which call.
pub(super) fn tool_result<'t>(
    block: &Object<'t>,
    problems: &mut Problems,
) -> Result<ToolResult<'t>, String> {
    let tool_use_id = required(block, "tool_use_id", problems)?;
    Ok(ToolResult {
        tool_use_id,
        output: output(block.given("content")),
        is_error: block.flag("is_error", problems).unwrap_or(false),
    })
}

/// A result's content: a string, or blocks. One image alone is an image.
fn output(content: Option<&RawValue>) -> Output {
    let text = |text: String| Output {
        kind: OutputKind::Text,
        text,
        metadata: Value::Null,
    };
    let Some(content) = content else {
        return text(String::new());
    };
    let raw = content.get();
    if let Some(string) = raw.starts_with('"').then(|| name_of(content)).flatten() {
        return text(string);
    }
    let Ok(items) = serde_json::from_str::<Vec<&RawValue>>(raw) else {
        // A structured result is shown as the JSON it is.
        return text(raw.to_owned());
    };
    if let [only] = items[..]
        && let Some((media_type, data)) = image(only)
    {
        return Output {
            kind: OutputKind::Image,
            text: data.into_owned(),
            metadata: json!({"media_type": media_type}),
        };
    }
    let parts: Vec<String> = items.into_iter().map(part).collect();
    text(parts.join("\n"))
}

fn part(item: &RawValue) -> String {
    if item.get().starts_with('"') {
        return name_of(item).unwrap_or_else(|| item.get().to_owned());
    }
    let told = nested(item).and_then(|block| block.text("text", &mut Problems::default()));
    match (told, image(item)) {
        (Some(text), _) => text.into_owned(),
        (None, Some((media_type, _))) => format!("[an image: {media_type}]"),
        (None, None) => item.get().to_owned(),
    }
}

/// The media type and the base64 of an image block.
fn image(item: &RawValue) -> Option<(Text<'_>, Text<'_>)> {
    let ignored = &mut Problems::default();
    let block = nested(item)?;
    if block.text("type", ignored)? != "image" {
        return None;
    }
    let source = block.object("source", ignored)?;
    let media_type = source
        .text("media_type", ignored)
        .unwrap_or(Cow::Borrowed("of an unknown type"));
    Some((media_type, source.text("data", ignored)?))
}
