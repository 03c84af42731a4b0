//! What the agent can do: before it spoke, by its `ready`, and as it changes.

use crate::commands;
use crate::fields::{Problems, name_of};
use crate::lines::{Object, nested};
use model::{AgentCommand, AgentProfile, ApprovalMode, Capabilities, ModeInfo, ResumeMeans};
use serde_json::Value;

/// Fields of `ready.capabilities` that only the second generation has. One of
/// them shows that the agent knows `set_config`, `add_mcp_server` and `ping`.
const NEWER: [&str; 9] = [
    "effort",
    "effort_levels",
    "modes",
    "current_mode",
    "current_effort",
    "current_model",
    "available_models",
    "context_limit",
    "image_input",
];

/// What the protocol promises before an agent has said more.
fn promised() -> Capabilities {
    Capabilities {
        stop: true,
        approvals: true,
        always_scope: Some(
            "every later call of the same category (“info”, “edit”, “exec” or “mcp”), whatever \
             its arguments, until this agent ends. Some builds ignore it and ask again."
                .to_owned(),
        ),
        modes: ["default", "auto_edit", "yolo"]
            .map(|id| mode(id, None))
            .to_vec(),
        resume: ResumeMeans::SessionId,
        attachments: true,
        thinking: true,
        history: true,
        ..Capabilities::default()
    }
}

/// What an agent of this profile is promised to do: one that is started with
/// `--auto-approve` begins in the mode `yolo` (§5), so that what runs unasked is
/// no surprise (§1.5, note).
pub(super) fn of(profile: &AgentProfile) -> Capabilities {
    let mut capabilities = promised();
    capabilities.current_model = profile
        .settings
        .get("model")
        .and_then(Value::as_str)
        .filter(|model| !model.trim().is_empty())
        .map(str::to_owned);
    if auto_approves(profile) {
        approves_all(&mut capabilities);
    }
    capabilities
}

/// Whether an agent of this profile is started with `--auto-approve`.
pub(super) fn auto_approves(profile: &AgentProfile) -> bool {
    let setting = profile
        .settings
        .get("auto_approve")
        .and_then(Value::as_bool);
    setting == Some(true) || profile.args.iter().any(|arg| arg == "--auto-approve")
}

/// With the flag, everything runs unasked whatever mode the agent tells, and no
/// `set_mode` changes that (0.2.10 seen: flag and mode are apart in it).
pub(super) fn approves_all(capabilities: &mut Capabilities) {
    capabilities.current_mode = Some("yolo".to_owned());
    capabilities.modes = vec![mode("yolo", None)];
}

/// Takes over what the agent tells; what it leaves out stays as it was.
pub(super) fn apply(capabilities: &mut Capabilities, told: &Object<'_>, problems: &mut Problems) {
    if let Some(asks) = told.flag("tool_approval", problems) {
        capabilities.approvals = asks;
    }
    if let Some(thinks) = told.flag("thinking", problems) {
        capabilities.thinking = thinks;
    }
    if NEWER.iter().any(|field| told.has(field)) {
        newer_generation(capabilities);
    }
    if let Some(modes) = modes(told, problems) {
        capabilities.modes = modes;
    }
    if let Some(mode) = told.text("current_mode", problems) {
        capabilities.current_mode = Some(mode.into_owned());
    }
    if let Some(model) = told.given("current_model") {
        match name_of(model) {
            Some(name) => capabilities.current_model = Some(name),
            None => problems.note("“current_model” names no model"),
        }
    }
    if let Some(models) = told.names("available_models", problems) {
        capabilities.models = models;
    }
    if let Some(levels) = told.names("effort_levels", problems) {
        capabilities.effort_levels = levels;
    }
    // `effort` is true or false where it tells that there are levels, and a level in other builds.
    for field in ["effort", "current_effort"] {
        if told
            .given(field)
            .is_some_and(|value| value.get().starts_with('"'))
        {
            capabilities.current_effort = told.text(field, problems).map(Into::into);
        }
    }
    if let Some(limit) = told.count("context_limit", problems) {
        capabilities.context_limit = Some(limit);
    }
    if let Some(told) = commands::told(told, problems) {
        capabilities.commands = told;
    }
}

/// The commands that real programs take as messages since 0.1.23, and tell nobody
/// of. `/quit` is not among them: it ends the turn as a failed one.
pub(super) fn takes_commands(capabilities: &mut Capabilities) {
    capabilities.commands = [
        ("clear", "Forget what was said here so far", ""),
        ("compact", "Sum up what was said, to make room", ""),
        ("context", "Show what the context is filled with", "[all]"),
        ("help", "List the agent's own commands", ""),
    ]
    .map(|(name, description, argument)| AgentCommand {
        name: name.to_owned(),
        description: description.to_owned(),
        argument: argument.to_owned(),
        form: false,
    })
    .to_vec();
}

/// The agent is known to be of the second generation.
pub(super) fn newer_generation(capabilities: &mut Capabilities) {
    capabilities.set_config = true;
    capabilities.add_mcp_server = true;
    capabilities.probe = true;
}

fn modes(told: &Object<'_>, problems: &mut Problems) -> Option<Vec<ModeInfo>> {
    let items = told.list("modes", problems)?;
    let mut modes = Vec::with_capacity(items.len());
    for item in items {
        let Some(id) = name_of(item) else {
            problems.note("an item of “modes” names no mode");
            continue;
        };
        let words = nested(item).and_then(|object| {
            ["description", "label", "title"]
                .into_iter()
                .find_map(|field| object.text(field, &mut Problems::default()))
        });
        modes.push(mode(&id, words.as_deref()));
    }
    Some(modes)
}

/// A mode in words: those of §2.6 in ours, others in the agent's, quoted, and
/// taken for dangerous, since nobody here knows what they let pass.
fn mode(id: &str, words: Option<&str>) -> ModeInfo {
    let (allows, dangerous) = match id {
        "default" => (
            "Asks before every call, except tools your agent's own settings allow.".to_owned(),
            false,
        ),
        "auto_edit" => (
            "Reads and changes files without asking; asks before commands and MCP tools."
                .to_owned(),
            false,
        ),
        "yolo" => (
            "Runs everything without asking: commands and MCP tools too.".to_owned(),
            true,
        ),
        "plan" | "read_only" | "readonly" => (
            "Only looks and plans, by the agent's own word.".to_owned(),
            false,
        ),
        _ => (
            match words {
                Some(words) => {
                    format!("The agent says: “{words}”. It may run commands without asking.")
                }
                None => {
                    "A mode of this agent's own. It may run commands without asking.".to_owned()
                }
            },
            true,
        ),
    };
    ModeInfo {
        id: id.to_owned(),
        allows,
        dangerous,
        stands_for: match id {
            "default" => Some(ApprovalMode::Ask),
            "auto_edit" => Some(ApprovalMode::AcceptEdits),
            "yolo" => Some(ApprovalMode::AcceptAll),
            _ => None,
        },
        by_host: false,
    }
}

/// Whether the agent, in its present mode, has promised to ask before a call of
/// this category (§2.6). A mode nobody here knows promises nothing.
pub(super) fn promises_to_ask(capabilities: &Capabilities, category: &str) -> bool {
    capabilities.approvals
        && match capabilities.current_mode.as_deref() {
            // Every real build reads and searches without asking: its own allow-list (§1.5, note).
            None | Some("default") => category != "info",
            Some("auto_edit") => !matches!(category, "info" | "edit"),
            Some(_) => false,
        }
}
