//! The steps of a script. A step is an object with one verb and, for some verbs, options beside it.
//!
//! | step | what it does |
//! |---|---|
//! | `{"emit": VALUE}` | the value as one line |
//! | `{"line": "…"}`, `{"raw": "…"}`, `{"raw_hex": "ff0a"}` | text with a line end; text; bytes |
//! | `{"burst": {"line": VALUE, "count": N, "per_second": R, "each": true}}` | N lines, `${n}` counts from 0; `each`: one write a line |
//! | `{"split": {"line": VALUE, "at": [3, 7], "every": 4096, "pause_ms": 5}}` | one line in pieces, cut at these bytes |
//! | `{"expect": PATTERN, "timeout_ms": N, "as": "m", "strict": true}` | waits for an input that fits (see `pattern`); others stay for later steps, `strict`: they are a failure |
//! | `{"expect_any": [PATTERN…], …}` | the same with several patterns |
//! | `{"await": "message", "with": {…}, …}` | the same in the protocol's own words: `message`, `answer`, `approve`, `deny`, `stop`, `mode`, … |
//! | `{"wait_eof": true, "timeout_ms": N}` | waits for the end of input |
//! | `{"echo": "m", "field": "content"}` | says what was received, as JSON, or one field of it |
//! | `{"set": {"name": VALUE}}` | binds names for `${name}` |
//! | `{"note": "…"}` | a line in the log only |
//! | `{"stderr": "…"}` | a line on standard error |
//! | `{"stderr_flood": {"bytes": N, "per_second": B, "line": "…"}}` | that much of it |
//! | `{"spawn": {"argv": […], "setsid": true, "group": true, "ignore_term": true, "hold_stdout": true, "detach": true, "clear_env": true, "pid_to": FILE}, "as": "g"}` | a grandchild (`sleep 600` without `argv`); `${g.pid}` |
//! | `{"ignore": ["SIGTERM", "EOF", "EPIPE"]}` | from now on |
//! | `{"never_read": true}`, `{"read": true}` | stops, starts reading standard input |
//! | `{"close_stdin": true}`, `{"close_stdout": true}` | closes it |
//! | `{"sleep_ms": N}` | waits |
//! | `{"exit": 3}`, `{"crash": "SIGSEGV"}`, `{"crash": 9}` | ends |
//! | `{"dump": "argv env cwd", "to": "stdout" \| "text" \| FILE}` | one JSON object |
//! | `{"loop": {"times": N, "steps": […]}}` | without `times`: until input ends; `${i}` counts from 0 |
//! | `{"background": [STEP…]}` | plays these beside the following ones |
//! | `{"if_can": "ask", "then": [STEP…], "else": [STEP…]}` | what the protocol has words for, so that one script plays in all |
//!
//! and those a protocol translates: `ready`, `start_turn`, `text`, `thinking`, `ask`, `running`,
//! `result`, `cancel`, `end_turn`, `fail`, `info`, `stopped`, `pong` (see [`super::dialect`]).

mod fields;

use serde::Deserialize;
use serde_json::{Map, Value};

pub(crate) use fields::hex;
use fields::{none_left, option, options, typed, unknown, yes};

use super::dialect::Said;
use super::script::Step;
use super::transcript::Replay;

/// What a step does.
#[derive(Debug, Clone)]
pub(crate) enum Action {
    Say(Said, Value),
    Emit(Value),
    Raw(String),
    Bytes(Vec<u8>),
    Burst(Burst),
    Split(Split),
    Expect(Vec<Value>, Waiting),
    Await(String, Option<Value>, Waiting),
    WaitEof(Option<u64>),
    Echo(String, Option<String>),
    Set(Map<String, Value>),
    Note(String),
    Stderr(String),
    StderrFlood(Flood),
    Spawn(Spawn, Option<String>),
    Ignore(Vec<String>),
    Read(bool),
    CloseStdin,
    CloseStdout,
    Sleep(u64),
    Exit(i32),
    Crash(Value),
    Dump(Vec<String>, String),
    Loop(Option<u64>, Vec<Step>),
    Background(Vec<Step>),
    /// Resolved when the script is read: it is never played.
    IfCan(Said, Vec<Step>, Vec<Step>),
    /// A line of a recording.
    Replay(Replay),
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Burst {
    pub(crate) line: Value,
    pub(crate) count: u64,
    #[serde(default)]
    pub(crate) per_second: Option<f64>,
    #[serde(default)]
    pub(crate) each: bool,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Split {
    pub(crate) line: Value,
    #[serde(default)]
    pub(crate) at: Vec<usize>,
    #[serde(default)]
    pub(crate) every: Option<usize>,
    #[serde(default)]
    pub(crate) pause_ms: u64,
}

/// How long to wait and under which name to keep what came.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Waiting {
    #[serde(default)]
    pub(crate) timeout_ms: Option<u64>,
    #[serde(default, rename = "as")]
    pub(crate) name: Option<String>,
    #[serde(default)]
    pub(crate) strict: bool,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Flood {
    pub(crate) bytes: u64,
    #[serde(default)]
    pub(crate) per_second: Option<f64>,
    #[serde(default)]
    pub(crate) line: Option<String>,
}

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Spawn {
    pub(crate) argv: Vec<String>,
    pub(crate) setsid: bool,
    pub(crate) group: bool,
    pub(crate) ignore_term: bool,
    pub(crate) hold_stdout: bool,
    pub(crate) detach: bool,
    pub(crate) clear_env: bool,
    pub(crate) pid_to: Option<String>,
}

const VERBS: &[&str] = &[
    "emit",
    "line",
    "raw",
    "raw_hex",
    "burst",
    "split",
    "expect",
    "expect_any",
    "await",
    "wait_eof",
    "echo",
    "set",
    "note",
    "stderr",
    "stderr_flood",
    "spawn",
    "ignore",
    "never_read",
    "read",
    "close_stdin",
    "close_stdout",
    "sleep_ms",
    "exit",
    "crash",
    "dump",
    "loop",
    "background",
    "if_can",
];

/// Reads one step. The error says what is wrong, without the line.
pub(crate) fn action(value: Value, line: usize) -> Result<Action, String> {
    let Value::Object(mut object) = value else {
        return Err("a step is a JSON object, such as {\"text\": \"hello\"}".to_owned());
    };
    let known = |key: &&String| VERBS.contains(&key.as_str()) || Said::named(key).is_some();
    // `text` and others may also be options; the verb is the first key that is one.
    let Some(verb) = object.keys().find(known).cloned() else {
        let first = object.keys().next().cloned().unwrap_or_default();
        return Err(unknown(&first));
    };
    let body = object.shift_remove(&verb).unwrap_or_default();
    let named = |what: String| format!("step `{verb}`: {what}");
    if let Some(said) = Said::named(&verb) {
        return none_left(&object)
            .map(|()| Action::Say(said, body))
            .map_err(named);
    }
    read(&verb, body, object, line).map_err(named)
}

fn read(verb: &str, body: Value, rest: Map<String, Value>, line: usize) -> Result<Action, String> {
    // These verbs have options beside them.
    match verb {
        "expect" => return Ok(Action::Expect(vec![body], options(rest)?)),
        "expect_any" => return Ok(Action::Expect(typed(body)?, options(rest)?)),
        "await" => {
            let mut rest = rest;
            let with = rest.shift_remove("with");
            return Ok(Action::Await(typed(body)?, with, options(rest)?));
        }
        "wait_eof" => return Ok(Action::WaitEof(options::<Waiting>(rest)?.timeout_ms)),
        "echo" => return Ok(Action::Echo(typed(body)?, option(rest, "field")?)),
        "spawn" => {
            let body = if body == Value::Bool(true) {
                Value::Object(Map::new())
            } else {
                body
            };
            return Ok(Action::Spawn(typed(body)?, option(rest, "as")?));
        }
        "dump" => {
            let what = match body {
                Value::String(words) => words.split_whitespace().map(str::to_owned).collect(),
                list => typed::<Vec<String>>(list)?,
            };
            if let Some(odd) = what
                .iter()
                .find(|w| !matches!(w.as_str(), "argv" | "env" | "cwd" | "pid"))
            {
                return Err(format!(
                    "{odd:?} cannot be dumped; there are argv, env, cwd, pid"
                ));
            }
            let to = option(rest, "to")?.unwrap_or_else(|| "stdout".to_owned());
            return Ok(Action::Dump(what, to));
        }
        "if_can" => return if_can(&typed::<String>(body)?, rest, line),
        _ => none_left(&rest)?,
    }
    Ok(match verb {
        "emit" => Action::Emit(body),
        "line" => Action::Raw(typed::<String>(body)? + "\n"),
        "raw" => Action::Raw(typed(body)?),
        "raw_hex" => Action::Bytes(hex(&typed::<String>(body)?)?),
        "burst" => Action::Burst(typed(body)?),
        "split" => Action::Split(typed(body)?),
        "set" => Action::Set(typed(body)?),
        "note" => Action::Note(typed(body)?),
        "stderr" => Action::Stderr(typed(body)?),
        "stderr_flood" => Action::StderrFlood(typed(body)?),
        "ignore" => Action::Ignore(match body {
            Value::String(one) => vec![one],
            list => typed(list)?,
        }),
        "never_read" => Action::Read(!typed::<bool>(body)?),
        "read" => Action::Read(typed(body)?),
        "close_stdin" => yes(body, Action::CloseStdin)?,
        "close_stdout" => yes(body, Action::CloseStdout)?,
        "sleep_ms" => Action::Sleep(typed(body)?),
        "exit" => Action::Exit(typed(body)?),
        "crash" => Action::Crash(body),
        "loop" => {
            #[derive(Deserialize)]
            #[serde(deny_unknown_fields)]
            struct Loop {
                #[serde(default)]
                times: Option<u64>,
                steps: Vec<Value>,
            }
            let body: Loop = typed(body)?;
            Action::Loop(body.times, inner(body.steps, line)?)
        }
        "background" => Action::Background(inner(typed(body)?, line)?),
        _ => return Err("it is known but not read; this is a fault of the player".to_owned()),
    })
}

fn if_can(name: &str, rest: Map<String, Value>, line: usize) -> Result<Action, String> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Branches {
        #[serde(default)]
        then: Vec<Value>,
        #[serde(default)]
        r#else: Vec<Value>,
    }
    let said = Said::named(name).ok_or_else(|| format!("{name:?} is no neutral step"))?;
    let branches: Branches = options(rest)?;
    Ok(Action::IfCan(
        said,
        inner(branches.then, line)?,
        inner(branches.r#else, line)?,
    ))
}

fn inner(steps: Vec<Value>, line: usize) -> Result<Vec<Step>, String> {
    let mut read = Vec::new();
    for (index, step) in steps.into_iter().enumerate() {
        let action = action(step, line).map_err(|what| format!("steps[{index}]: {what}"))?;
        read.push(Step { line, action });
    }
    Ok(read)
}
