//! The specification's own words, read leniently: a field that is missing or of a
//! wrong type is left out with a note, and only what a message cannot do without
//! makes it ill-formed. Never exported.

mod content;
mod tasks;

pub(super) use content::{Block, ToolResult};

use crate::commands;
use crate::fields::{Problems, name_of};
use crate::lines::{Object, nested};
use model::{AgentCommand, Task, Usage};
use std::borrow::Cow;

pub(super) type Text<'t> = Cow<'t, str>;

/// One message of an agent.
#[derive(Debug)]
pub(super) enum Said<'t> {
    /// Init Message
    Init {
        version: Option<Text<'t>>,
        model: Option<Text<'t>>,
        tools: Vec<String>,
        /// Not in any build seen; taken where one tells.
        commands: Option<Vec<AgentCommand>>,
    },
    /// Assistant Message
    Assistant {
        blocks: Vec<Block<'t>>,
        model: Option<Text<'t>>,
    },
    /// A user message that the agent says: tool results in newer builds.
    User { blocks: Vec<Block<'t>> },
    /// Tool Result
    ToolResult(ToolResult<'t>),
    /// Result Message
    Result(Ended<'t>),
    /// Turn Accepted
    TurnAccepted,
    /// Tasks Snapshot
    Tasks(Vec<Task>),
    /// System Messages
    Error { message: Text<'t> },
    /// System Messages
    Queued { position: u32 },
    /// System Messages
    Injected { count: u32 },
    /// System Messages; in newer builds also what waits in the agent's queue.
    Status {
        running: Option<bool>,
        queued: Option<u64>,
    },
    /// System Messages
    HeartbeatAck,
    /// Newer builds.
    Interrupted,
    /// Newer builds: what the agent did with its memory, in words.
    Consolidation { counts: String },
}

/// How a turn ended.
#[derive(Debug, Default)]
pub(super) struct Ended<'t> {
    pub(super) subtype: Option<Text<'t>>,
    pub(super) is_error: Option<bool>,
    pub(super) duration_ms: Option<u64>,
    pub(super) num_turns: Option<u64>,
    pub(super) text: Option<Text<'t>>,
    pub(super) usage: Option<Usage>,
}

/// What a message is called: its type, with the subtype where that tells it apart.
pub(super) fn name(line: &Object<'_>, problems: &mut Problems) -> Result<String, String> {
    let kind = required(line, "type", problems)?;
    if kind != "system" {
        return Ok(kind.into_owned());
    }
    match line.text("subtype", problems) {
        Some(subtype) => Ok(format!("system/{subtype}")),
        None => Err("a “system” message without a “subtype”".to_owned()),
    }
}

/// Reads a message of this name. `None`: it is not known. `Err`: it is, and the
/// message lacks what it cannot do without.
pub(super) fn read<'t>(
    name: &str,
    line: &Object<'t>,
    problems: &mut Problems,
) -> Option<Result<Said<'t>, String>> {
    Some(match name {
        "system/init" => Ok(Said::Init {
            version: line.text("version", problems),
            model: line.text("model", problems),
            tools: line.names("tools", problems).unwrap_or_default(),
            commands: commands::told(line, problems),
        }),
        "assistant" => {
            message(line, problems).map(|(blocks, model)| Said::Assistant { blocks, model })
        }
        "user" => message(line, problems).map(|(blocks, _)| Said::User { blocks }),
        "system/tool_result" => tool_result(line, problems).map(Said::ToolResult),
        "result" => Ok(Said::Result(ended(line, problems))),
        "system/turn_accepted" => Ok(Said::TurnAccepted),
        "system/tasks" => match line.list("tasks", problems) {
            Some(items) => Ok(Said::Tasks(tasks::read(&items, problems))),
            None => Err(missing("tasks", problems)),
        },
        "system/error" => Ok(Said::Error {
            message: error_message(line, problems),
        }),
        "system/queued" => Ok(Said::Queued {
            position: small(line.count("position", problems).unwrap_or(1)),
        }),
        "system/injected" => Ok(Said::Injected {
            count: small(line.count("message_count", problems).unwrap_or(1)),
        }),
        "system/status_response" | "system/status" => Ok(Said::Status {
            running: line.flag("running", problems),
            queued: queued_messages(line, problems),
        }),
        "system/heartbeat_ack" => Ok(Said::HeartbeatAck),
        "system/interrupted" => Ok(Said::Interrupted),
        "system/consolidation" => Ok(Said::Consolidation {
            counts: counts(line),
        }),
        _ => return None,
    })
}

/// The session a message names; an empty id counts as none.
pub(super) fn session_id<'t>(line: &Object<'t>, problems: &mut Problems) -> Option<Text<'t>> {
    line.text("session_id", problems)
        .filter(|id| !id.trim().is_empty())
}

fn required<'t>(
    line: &Object<'t>,
    name: &str,
    problems: &mut Problems,
) -> Result<Text<'t>, String> {
    line.text(name, problems)
        .ok_or_else(|| missing(name, problems))
}

fn missing(name: &str, problems: &Problems) -> String {
    problems
        .text()
        .unwrap_or_else(|| format!("“{name}” is missing"))
}

fn message<'t>(
    line: &Object<'t>,
    problems: &mut Problems,
) -> Result<(Vec<Block<'t>>, Option<Text<'t>>), String> {
    let message = line
        .object("message", problems)
        .ok_or_else(|| missing("message", problems))?;
    let content = message
        .given("content")
        .ok_or_else(|| missing("message.content", problems))?;
    let blocks = content::blocks(content, problems)?;
    Ok((blocks, message.text("model", problems)))
}

/// The block is in a field of its own name; where there is none, the line may be it.
fn tool_result<'t>(line: &Object<'t>, problems: &mut Problems) -> Result<ToolResult<'t>, String> {
    let block = line.object("tool_result", problems);
    content::tool_result(block.as_ref().unwrap_or(line), problems)
}

/// An end is never ill-formed: that it came matters more than its fields.
fn ended<'t>(line: &Object<'t>, problems: &mut Problems) -> Ended<'t> {
    Ended {
        subtype: line.text("subtype", problems),
        is_error: line.flag("is_error", problems),
        duration_ms: line.count("duration_ms", problems),
        num_turns: line.count("num_turns", problems),
        text: line.text("result", problems),
        usage: usage(line, problems),
    }
}

fn usage(line: &Object<'_>, problems: &mut Problems) -> Option<Usage> {
    let usage = line.object("usage", problems)?;
    let mut count = |names: &[&str]| {
        names
            .iter()
            .find_map(|name| usage.count(name, problems))
            .unwrap_or_default()
    };
    Some(Usage {
        input_tokens: count(&["input_tokens"]),
        output_tokens: count(&["output_tokens"]),
        cache_read_tokens: count(&["cache_read_input_tokens", "cache_read_tokens"]),
        cache_write_tokens: count(&["cache_creation_input_tokens", "cache_write_tokens"]),
        ..Usage::default()
    })
}

/// Nor is an error.
fn error_message<'t>(line: &Object<'t>, problems: &mut Problems) -> Text<'t> {
    line.text("message", problems)
        .or_else(|| {
            let inner = line.given("error").or_else(|| line.given("message"))?;
            let told = nested(inner).and_then(|object| object.text("message", problems));
            told.or_else(|| name_of(inner).map(Cow::Owned))
        })
        .filter(|message| !message.trim().is_empty())
        .unwrap_or(Cow::Borrowed(
            "The agent reported an error and did not say which.",
        ))
}

/// A count, or the messages themselves.
fn queued_messages(line: &Object<'_>, problems: &mut Problems) -> Option<u64> {
    let value = line.given("queued_messages")?;
    if value.get().starts_with('[') {
        let items = line.list("queued_messages", problems)?;
        return u64::try_from(items.len()).ok();
    }
    line.count("queued_messages", problems)
}

/// What a message tells beside its envelope: `entries 12, removed 3`.
fn counts(line: &Object<'_>) -> String {
    let envelope = ["type", "subtype", "session_id", "timestamp"];
    let told: Vec<String> = line
        .entries()
        .filter(|(name, _)| !envelope.contains(name))
        .map(|(name, value)| {
            let words = name.replace('_', " ");
            let text = name_of(value).unwrap_or_else(|| value.get().to_owned());
            format!("{words} {text}")
        })
        .collect();
    told.join(", ")
}

fn small(count: u64) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}
