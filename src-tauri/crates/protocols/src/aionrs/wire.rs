//! The specification's own words (§1), read leniently: a field that is missing
//! or of a wrong type is left out with a note, and only what an event cannot do
//! without makes it ill-formed. Never exported.

use super::turns::Voice;
use crate::fields::{Problems, name_of};
use crate::flat;
use crate::lines::{Object, nested};
use serde_json::Value;
use std::borrow::Cow;

type Text<'t> = Cow<'t, str>;
/// The turn an event names; an empty id counts as none.
pub(super) type MsgId<'t> = Option<Cow<'t, str>>;

/// One event of an agent.
#[derive(Debug)]
pub(super) enum Said<'t> {
    /// §1.1
    Ready {
        version: Option<Text<'t>>,
        session_id: Option<Text<'t>>,
        capabilities: Object<'t>,
    },
    /// §1.2
    StreamStart { msg_id: MsgId<'t> },
    /// §1.3
    Text { msg_id: MsgId<'t>, text: Text<'t> },
    /// §1.4
    Thinking { msg_id: MsgId<'t>, text: Text<'t> },
    /// §1.5
    ToolRequest(ToolRequest<'t>),
    /// §1.6
    ToolRunning {
        msg_id: MsgId<'t>,
        call_id: Text<'t>,
        tool_name: Option<Text<'t>>,
    },
    /// §1.7
    ToolResult(ToolResult<'t>),
    /// §1.8
    ToolCancelled {
        msg_id: MsgId<'t>,
        call_id: Text<'t>,
        reason: Option<Text<'t>>,
    },
    /// §1.9
    StreamEnd {
        msg_id: MsgId<'t>,
        usage: Option<Tokens>,
    },
    /// §1.10
    Error {
        msg_id: MsgId<'t>,
        code: Text<'t>,
        message: Text<'t>,
        retryable: Option<bool>,
    },
    /// §1.11
    Info {
        msg_id: MsgId<'t>,
        message: Text<'t>,
    },
    /// 0.2.x
    ConfigChanged { capabilities: Object<'t> },
    /// 0.2.x
    McpReady {
        name: Option<Text<'t>>,
        tools: Vec<String>,
    },
    /// 0.2.x
    Pong,
}

/// §1.5
#[derive(Debug)]
pub(super) struct ToolRequest<'t> {
    pub(super) msg_id: MsgId<'t>,
    pub(super) call_id: Text<'t>,
    pub(super) name: Text<'t>,
    pub(super) category: Option<Text<'t>>,
    pub(super) description: Option<Text<'t>>,
    /// The bytes of `tool.args`, exactly as they came.
    pub(super) raw_args: &'t str,
    /// The same, parsed; null where they could not be.
    pub(super) args: Value,
}

/// §1.7
#[derive(Debug)]
pub(super) struct ToolResult<'t> {
    pub(super) msg_id: MsgId<'t>,
    pub(super) call_id: Text<'t>,
    pub(super) tool_name: Option<Text<'t>>,
    pub(super) succeeded: bool,
    pub(super) output: Text<'t>,
    pub(super) output_type: Option<Text<'t>>,
    pub(super) metadata: Value,
}

/// §1.9: counts of tokens.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Tokens {
    pub(super) input: u64,
    pub(super) output: u64,
    pub(super) cache_read: u64,
    pub(super) cache_write: u64,
}

/// The next words of an answer or a thought.
#[derive(Debug)]
pub(super) struct Words<'t> {
    pub(super) voice: Voice,
    pub(super) msg_id: Option<&'t str>,
    pub(super) text: &'t str,
    /// How their line begins, where nothing but the words comes after that.
    head: Option<&'t str>,
}

/// Reads such a line, where it is as plain as most are.
pub(super) fn words(line: &str) -> Option<Words<'_>> {
    let fields = flat::strings(line)?;
    let voice = match fields.get("type")? {
        "text_delta" => Voice::Text,
        "thinking" => Voice::Thinking,
        _ => return None,
    };
    Some(Words {
        voice,
        msg_id: fields.get("msg_id").filter(|id| !id.is_empty()),
        text: fields.get("text")?,
        head: fields.head_before("text"),
    })
}

/// What line after line of an answer has in common: all but the words.
#[derive(Debug)]
pub(super) struct Streak {
    head: String,
    pub(super) voice: Voice,
    pub(super) msg_id: Option<String>,
}

impl Streak {
    /// One that begins with these words, where the next may be as they are.
    pub(super) fn of(words: &Words<'_>) -> Option<Self> {
        Some(Self {
            head: words.head?.to_owned(),
            voice: words.voice,
            msg_id: words.msg_id.map(str::to_owned),
        })
    }

    /// The words of a line that goes on with it.
    pub(super) fn text<'t>(&self, line: &'t str) -> Option<&'t str> {
        flat::last_value(line.strip_prefix(self.head.as_str())?)
    }
}

/// Reads an event of this type. `None`: the type is not known. `Err`: it is, and
/// the event lacks what it cannot do without.
pub(super) fn read<'t>(
    kind: &str,
    line: &Object<'t>,
    problems: &mut Problems,
) -> Option<Result<Said<'t>, String>> {
    let msg_id = line.text("msg_id", problems).filter(|id| !id.is_empty());
    Some(match kind {
        "ready" => Ok(Said::Ready {
            version: line.text("version", problems),
            session_id: line
                .text("session_id", problems)
                .filter(|id| !id.is_empty()),
            capabilities: line.object("capabilities", problems).unwrap_or_default(),
        }),
        "stream_start" => Ok(Said::StreamStart { msg_id }),
        "text_delta" => required(line, "text", problems).map(|text| Said::Text { msg_id, text }),
        "thinking" => required(line, "text", problems).map(|text| Said::Thinking { msg_id, text }),
        "tool_request" => tool_request(msg_id, line, problems).map(Said::ToolRequest),
        "tool_running" => call_id(line, problems).map(|call_id| Said::ToolRunning {
            msg_id,
            call_id,
            tool_name: line.text("tool_name", problems),
        }),
        "tool_result" => tool_result(msg_id, line, problems).map(Said::ToolResult),
        "tool_cancelled" => call_id(line, problems).map(|call_id| Said::ToolCancelled {
            msg_id,
            call_id,
            reason: line.text("reason", problems),
        }),
        "stream_end" => Ok(Said::StreamEnd {
            msg_id,
            usage: usage(line, problems),
        }),
        "error" => Ok(error(msg_id, line, problems)),
        "info" => required(line, "message", problems).map(|message| Said::Info { msg_id, message }),
        // Where there is no such field, the event itself may hold them.
        "config_changed" => Ok(Said::ConfigChanged {
            capabilities: line
                .object("capabilities", problems)
                .unwrap_or_else(|| line.clone()),
        }),
        "mcp_ready" => Ok(Said::McpReady {
            name: line.text("name", problems),
            tools: line.names("tools", problems).unwrap_or_default(),
        }),
        "pong" => Ok(Said::Pong),
        _ => return None,
    })
}

fn required<'t>(
    line: &Object<'t>,
    name: &str,
    problems: &mut Problems,
) -> Result<Text<'t>, String> {
    line.text(name, problems).ok_or_else(|| {
        problems
            .text()
            .unwrap_or_else(|| format!("“{name}” is missing"))
    })
}

fn call_id<'t>(line: &Object<'t>, problems: &mut Problems) -> Result<Text<'t>, String> {
    let id = required(line, "call_id", problems)?;
    if id.is_empty() {
        Err("“call_id” is empty".to_owned())
    } else {
        Ok(id)
    }
}

fn tool_request<'t>(
    msg_id: MsgId<'t>,
    line: &Object<'t>,
    problems: &mut Problems,
) -> Result<ToolRequest<'t>, String> {
    let call_id = call_id(line, problems)?;
    // The agent waits for an answer by this id. Whatever else is wrong, it is
    // shown, so that the user can at least refuse it.
    let tool = line.object("tool", problems).unwrap_or_default();
    let name = tool
        .text("name", problems)
        .filter(|name| !name.is_empty())
        .unwrap_or_else(|| {
            problems.note("the tool has no name");
            Cow::Borrowed("(unnamed tool)")
        });
    let whole = if line.get("tool").is_some_and(|tool| nested(tool).is_none()) {
        line.get("tool")
    } else {
        tool.get("args")
    };
    Ok(ToolRequest {
        msg_id,
        call_id,
        name,
        category: tool.text("category", problems),
        description: tool.text("description", problems),
        raw_args: whole.map_or("null", |raw| raw.get()),
        args: tool.value("args", problems).unwrap_or_default(),
    })
}

fn tool_result<'t>(
    msg_id: MsgId<'t>,
    line: &Object<'t>,
    problems: &mut Problems,
) -> Result<ToolResult<'t>, String> {
    let call_id = call_id(line, problems)?;
    let succeeded = match line.text("status", problems).as_deref() {
        Some("success") => true,
        Some("error") => false,
        Some(other) => {
            problems.note(format!(
                "the status “{other}” is unknown and taken for an error"
            ));
            false
        }
        None => {
            problems.note("the result has no status and is taken for a success");
            true
        }
    };
    let output = match line.given("output") {
        None => Cow::Borrowed(""),
        // A structured output is shown as the JSON it is.
        Some(raw) if !raw.get().starts_with('"') => Cow::Borrowed(raw.get()),
        Some(raw) => line
            .text("output", problems)
            .unwrap_or_else(|| Cow::Borrowed(raw.get())),
    };
    Ok(ToolResult {
        msg_id,
        call_id,
        tool_name: line.text("tool_name", problems),
        succeeded,
        output,
        output_type: line.text("output_type", problems),
        metadata: line.value("metadata", problems).unwrap_or_default(),
    })
}

fn usage(line: &Object<'_>, problems: &mut Problems) -> Option<Tokens> {
    let usage = line.object("usage", problems)?;
    let mut count = |name| usage.count(name, problems).unwrap_or_default();
    Some(Tokens {
        input: count("input_tokens"),
        output: count("output_tokens"),
        cache_read: count("cache_read_tokens"),
        cache_write: count("cache_write_tokens"),
    })
}

/// An error is never ill-formed: that it came matters more than its fields.
fn error<'t>(msg_id: MsgId<'t>, line: &Object<'t>, problems: &mut Problems) -> Said<'t> {
    let inner = line.given("error").and_then(nested);
    let source = inner.as_ref().unwrap_or(line);
    let message = source
        .text("message", problems)
        .or_else(|| line.given("error").and_then(name_of).map(Cow::Owned))
        .filter(|message| !message.is_empty())
        .unwrap_or(Cow::Borrowed(
            "The agent reported an error and did not say which.",
        ));
    Said::Error {
        msg_id,
        code: source
            .text("code", problems)
            .unwrap_or(Cow::Borrowed("unknown")),
        message,
        retryable: source.flag("retryable", problems),
    }
}
