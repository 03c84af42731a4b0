//! A command of the host → a line for the agent (§2), or why there is none.

use super::calls::{Phase, STOPPED};
use super::decode::Aionrs;
use super::turns::{OpenTurn, Prose};
use crate::out::Out;
use model::{AllowScope, ApprovalKey, Command, Event, McpServer, Refusal, ToolState, UserMessage};
use serde_json::{Map, Value, json};

/// What an agent is told that is refused without a word: without a reason a model tries again (C56).
const NO_REASON: &str = "The user refused this call.";

fn refuse<T>(reason: impl Into<String>) -> Result<T, Refusal> {
    Err(Refusal {
        reason: reason.into(),
    })
}

/// Takes a command.
///
/// # Errors
/// The protocol, this agent, or this moment cannot carry it.
pub(super) fn encode(agent: &mut Aionrs, command: &Command, out: &mut Out) -> Result<(), Refusal> {
    if !agent.session.ready {
        return refuse("The agent has not said that it is ready. Nothing may be sent before that.");
    }
    match command {
        Command::Message(message) => send_message(agent, message, out)?,
        Command::Stop => stop(agent, out)?,
        Command::Allow { key, scope } => allow(agent, key, *scope, out)?,
        Command::Deny { key, reason } => deny(agent, key, reason, out)?,
        Command::History { text } => {
            if agent.session.message_sent {
                return refuse("Earlier context can only be given before the first message.");
            }
            out.send(&json!({"type": "init_history", "text": text}));
        }
        Command::SetMode { mode } => set_mode(agent, mode, out)?,
        Command::SetConfig { settings } => set_config(agent, settings, out)?,
        Command::AddMcpServer(server) => return add_mcp_server(agent, server, out),
        Command::Probe => {
            if !agent.session.capabilities.probe {
                return refuse("This agent is of a generation that answers no probe.");
            }
            out.send(&json!({"type": "ping"}));
        }
    }
    agent.session.command_sent = true;
    Ok(())
}

/// §2.1. Both generations' names of the text; `files` only where there are any.
fn send_message(agent: &mut Aionrs, message: &UserMessage, out: &mut Out) -> Result<(), Refusal> {
    let msg_id = message.turn.as_str();
    let is_open = agent.turns.open.iter().any(|turn| turn.msg_id == msg_id);
    if is_open || agent.turns.has_ended(msg_id) {
        return refuse(format!("The message “{msg_id}” was sent already."));
    }
    let mut line = json!({
        "type": "message",
        "msg_id": msg_id,
        "input": message.text,
        "content": message.text,
    });
    if !message.attachments.is_empty() {
        line["files"] = message
            .attachments
            .iter()
            .map(|file| file.path.as_str())
            .collect();
    }
    agent.turns.close_strays(out);
    out.send(&line);
    agent.session.message_sent = true;
    agent.turns.open.push(OpenTurn {
        msg_id: msg_id.to_owned(),
        id: message.turn.clone(),
        by_agent: false,
        seen: false,
        stopping: false,
        fault: None,
        in_grace: false,
        prose: Prose::default(),
    });
    Ok(())
}

/// §2.2. What waits for an answer can't be answered any more.
fn stop(agent: &mut Aionrs, out: &mut Out) -> Result<(), Refusal> {
    if agent.turns.open.is_empty() {
        // An idle agent of either generation would end itself for it.
        return refuse("No turn is running.");
    }
    out.send(&json!({"type": "stop"}));
    for turn in &mut agent.turns.open {
        turn.stopping = true;
    }
    agent.calls.expire_all(STOPPED, out);
    Ok(())
}

/// §2.3
fn allow(
    agent: &mut Aionrs,
    key: &ApprovalKey,
    scope: AllowScope,
    out: &mut Out,
) -> Result<(), Refusal> {
    let Some(call) = agent.calls.pending(key) else {
        return not_pending();
    };
    let word = match scope {
        AllowScope::Once => "once",
        AllowScope::Always => "always",
    };
    out.send(&json!({"type": "tool_approve", "call_id": key.call_id, "scope": word}));
    call.phase = Phase::Allowed(scope);
    call.show(ToolState::Allowed, out);
    if scope == AllowScope::Always {
        let told = call.asked.as_ref().and_then(|asked| asked.category.clone());
        let category = told.unwrap_or_else(|| crate::tools::category(&call.name).to_owned());
        agent.calls.always.insert(category);
    }
    Ok(())
}

/// §2.4
fn deny(agent: &mut Aionrs, key: &ApprovalKey, reason: &str, out: &mut Out) -> Result<(), Refusal> {
    let Some(call) = agent.calls.pending(key) else {
        return not_pending();
    };
    let reason = if reason.trim().is_empty() {
        NO_REASON
    } else {
        reason
    };
    out.send(&json!({"type": "tool_deny", "call_id": key.call_id, "reason": reason}));
    call.phase = Phase::Denied(reason.to_owned());
    Ok(())
}

fn not_pending() -> Result<(), Refusal> {
    refuse("This request is not open any more: it was answered, or the agent or its turn ended.")
}

/// §2.6. Nothing confirms it in the specification; `config_changed` may correct it.
fn set_mode(agent: &mut Aionrs, mode: &str, out: &mut Out) -> Result<(), Refusal> {
    let capabilities = &mut agent.session.capabilities;
    if !capabilities.modes.iter().any(|known| known.id == mode) {
        let known: Vec<_> = capabilities
            .modes
            .iter()
            .map(|mode| mode.id.as_str())
            .collect();
        return refuse(format!(
            "The agent has no mode “{mode}”. It knows: {}.",
            if known.is_empty() {
                "none".to_owned()
            } else {
                known.join(", ")
            }
        ));
    }
    out.send(&json!({"type": "set_mode", "mode": mode}));
    capabilities.current_mode = Some(mode.to_owned());
    out.event(Event::ModeChanged {
        mode: mode.to_owned(),
    });
    Ok(())
}

/// 0.2.x
fn set_config(agent: &Aionrs, settings: &Map<String, Value>, out: &mut Out) -> Result<(), Refusal> {
    let capabilities = &agent.session.capabilities;
    if !capabilities.set_config {
        return refuse(
            "This agent is of a generation whose settings can't be changed while it runs.",
        );
    }
    if settings.is_empty() || settings.contains_key("type") {
        return refuse(
            "A change of settings names at least one setting, and none is called “type”.",
        );
    }
    if let Some(Value::String(effort)) = settings.get("effort")
        && !capabilities.effort_levels.is_empty()
        && !capabilities.effort_levels.contains(effort)
    {
        let known = capabilities.effort_levels.join(", ");
        return refuse(format!(
            "The agent has no effort “{effort}”. It knows: {known}."
        ));
    }
    let mut line = json!({"type": "set_config"});
    for (name, value) in settings {
        line[name.as_str()] = value.clone();
    }
    out.send(&line);
    Ok(())
}

/// 0.2.x, before any other command only.
fn add_mcp_server(agent: &Aionrs, server: &McpServer, out: &mut Out) -> Result<(), Refusal> {
    if !agent.session.capabilities.add_mcp_server {
        return refuse("This agent is of a generation that takes no MCP server while it runs.");
    }
    if agent.session.command_sent {
        return refuse("The agent takes MCP servers only before anything else is sent to it.");
    }
    let (needed, name) = match server.transport.as_str() {
        "stdio" => (&server.command, "command"),
        "sse" | "streamable-http" => (&server.url, "url"),
        other => {
            return refuse(format!(
                "“{other}” is no transport of MCP servers here. Use stdio, sse or streamable-http."
            ));
        }
    };
    if needed.as_ref().is_none_or(String::is_empty) {
        return refuse(format!(
            "The MCP server “{}” needs a {name} for {}.",
            server.name, server.transport
        ));
    }
    let mut line = json!({
        "type": "add_mcp_server",
        "name": server.name,
        "transport": server.transport,
    });
    if let Some(command) = &server.command {
        line["command"] = json!(command);
    }
    if !server.args.is_empty() {
        line["args"] = json!(server.args);
    }
    if !server.env.is_empty() {
        line["env"] = json!(server.env);
    }
    if let Some(url) = &server.url {
        line["url"] = json!(url);
    }
    if !server.headers.is_empty() {
        line["headers"] = json!(server.headers);
    }
    out.send(&line);
    Ok(())
}
