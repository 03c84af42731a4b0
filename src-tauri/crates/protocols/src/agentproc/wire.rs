//! The wire's own words: prefixed lines (0.1) and JSON events (0.4). Lenient, never exported.

use crate::fields::Problems;
use crate::lines::Object;
use model::{Cost, Usage};
use serde_json::value::RawValue;
use std::borrow::Cow;

/// The prefix of a session line, unless the profile has another.
pub(super) const SESSION: &str = "AGENT_SESSION:";
const PARTIAL: &str = "AGENT_PARTIAL:";
const ERROR: &str = "AGENT_ERROR:";

/// A line of wire 0.1.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Line<'t> {
    /// The session's id, trimmed and not yet checked.
    Session(&'t str),
    /// A piece of the reply.
    Partial(Payload<'t>),
    /// An error for the user.
    Error(Payload<'t>),
    /// A line of the reply's body.
    Body(&'t str),
}

/// What follows a prefix.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Payload<'t> {
    pub(super) text: Cow<'t, str>,
    /// False where it was no JSON string and is taken as it stands.
    pub(super) is_json: bool,
}

/// Tells what a line is. The prefixes count at its very start only, and in this order.
pub(super) fn line<'t>(text: &'t str, session_prefix: &str) -> Line<'t> {
    if let Some(id) = text.strip_prefix(session_prefix) {
        Line::Session(id.trim())
    } else if let Some(rest) = text.strip_prefix(PARTIAL) {
        Line::Partial(payload(rest))
    } else if let Some(rest) = text.strip_prefix(ERROR) {
        Line::Error(payload(rest))
    } else {
        Line::Body(text)
    }
}

fn payload(rest: &str) -> Payload<'_> {
    let rest = rest.trim();
    match serde_json::from_str::<String>(rest) {
        Ok(text) => Payload {
            text: text.into(),
            is_json: true,
        },
        Err(_) => Payload {
            text: rest.into(),
            is_json: false,
        },
    }
}

/// Whether a line of wire 0.4 would have been one of 0.1's protocol lines.
pub(super) fn is_of_0_1(text: &str) -> bool {
    [SESSION, PARTIAL, ERROR]
        .iter()
        .any(|prefix| text.starts_with(prefix))
}

/// Whether a line of wire 0.1's body is an event of 0.4.
pub(super) fn is_of_0_4(text: &str) -> bool {
    text.starts_with('{')
        && crate::lines::object(text).is_ok_and(|object| {
            let kind = object.text("type", &mut Problems::default());
            kind.is_some_and(|kind| EVENTS.contains(&kind.as_ref()))
        })
}

const EVENTS: [&str; 4] = ["partial", "result", "error", "permission_request"];

/// An event of wire 0.4.
#[derive(Debug)]
pub(super) enum Said<'t> {
    Partial {
        text: Cow<'t, str>,
        role: Option<Cow<'t, str>>,
    },
    Result {
        text: Cow<'t, str>,
        usage: Option<Usage>,
    },
    Error {
        message: Cow<'t, str>,
        usage: Option<Usage>,
    },
    Asks(Result<Asks<'t>, BadAsks>),
}

/// `permission_request`.
#[derive(Debug)]
pub(super) struct Asks<'t> {
    pub(super) request_id: Cow<'t, str>,
    pub(super) tool: Cow<'t, str>,
    pub(super) input: &'t RawValue,
    pub(super) description: Option<Cow<'t, str>>,
    pub(super) tool_use_id: Option<Cow<'t, str>>,
}

/// A `permission_request` nobody could judge.
#[derive(Debug)]
pub(super) struct BadAsks {
    pub(super) reason: &'static str,
    /// The id, where an answer can be given to it.
    pub(super) request_id: Option<String>,
}

/// Reads an event; `None` where its type is unknown.
///
/// # Errors
/// What a known event lacks.
pub(super) fn event<'t>(
    kind: &str,
    object: &Object<'t>,
    problems: &mut Problems,
) -> Option<Result<Said<'t>, &'static str>> {
    Some(Ok(match kind {
        "partial" => {
            let Some(text) = object.text("text", problems) else {
                return Some(Err("it has no text"));
            };
            let role = object.text("role", problems);
            Said::Partial { text, role }
        }
        "result" => Said::Result {
            text: object.text("text", problems).unwrap_or_default(),
            usage: usage(object, problems),
        },
        "error" => Said::Error {
            message: object.text("message", problems).unwrap_or_default(),
            usage: usage(object, problems),
        },
        "permission_request" => Said::Asks(asks(object, problems)),
        _ => return None,
    }))
}

fn asks<'t>(object: &Object<'t>, problems: &mut Problems) -> Result<Asks<'t>, BadAsks> {
    let mut lost = Problems::default();
    let id = object
        .text("request_id", &mut lost)
        .filter(|id| !id.is_empty() && !id.contains(|c: char| c.is_whitespace() || c.is_control()));
    let bad = |reason, id: Option<Cow<'_, str>>| BadAsks {
        reason,
        request_id: id.map(Cow::into_owned),
    };
    let Some(request_id) = id else {
        return Err(bad("its request_id is no name", None));
    };
    let tool = object.text("tool_name", &mut lost);
    let Some(tool) = tool.filter(|tool| !tool.is_empty()) else {
        return Err(bad("it names no tool", Some(request_id)));
    };
    let input = object.get("input");
    let Some(input) = input.filter(|input| input.get().starts_with('{')) else {
        return Err(bad("its input is no object", Some(request_id)));
    };
    Ok(Asks {
        request_id,
        tool,
        input,
        description: object.text("description", problems),
        tool_use_id: object.text("tool_use_id", problems),
    })
}

/// `usage` is the agent's own; these are the names in use.
fn usage(object: &Object<'_>, problems: &mut Problems) -> Option<Usage> {
    let told = object.object("usage", problems)?;
    let mut count = |names: [&str; 2]| {
        names
            .into_iter()
            .find_map(|name| told.count(name, problems))
    };
    let counts = [
        count(["input_tokens", "prompt_tokens"]),
        count(["output_tokens", "completion_tokens"]),
        count(["cache_read_input_tokens", "cache_read_tokens"]),
        count(["cache_creation_input_tokens", "cache_write_tokens"]),
    ];
    // An estimate of the agent's own (`cost_usd` in the public description of 0.4).
    let cost = told
        .number("cost_usd", problems)
        .and_then(Cost::told_in_usd);
    (cost.is_some() || counts.iter().any(Option::is_some)).then(|| Usage {
        input_tokens: counts[0].unwrap_or_default(),
        output_tokens: counts[1].unwrap_or_default(),
        cache_read_tokens: counts[2].unwrap_or_default(),
        cache_write_tokens: counts[3].unwrap_or_default(),
        cumulative: false,
        cost,
    })
}
