//! A command of the host → bytes for stdin, or why there are none.

use super::decode::AgentProc;
use super::environment;
use super::settings::Wire;
use crate::Effect;
use crate::out::Out;
use model::{AllowScope, Command, Decision, Refusal, UserMessage};
use serde_json::json;

fn refuse(reason: &str) -> Result<(), Refusal> {
    Err(Refusal {
        reason: reason.to_owned(),
    })
}

/// Takes a command.
///
/// # Errors
/// The protocol, or this moment, cannot carry it.
pub(super) fn encode(
    agent: &mut AgentProc,
    command: &Command,
    out: &mut Out,
) -> Result<(), Refusal> {
    match command {
        Command::Message(message) => send_message(agent, message, out),
        Command::Stop if agent.settings.permission => {
            agent.permissions.cancel(out);
            Ok(())
        }
        Command::Stop => refuse("This protocol has no stop: the agent's process is ended."),
        Command::Allow {
            scope: AllowScope::Always,
            ..
        } => refuse("This protocol knows no lasting leave: allow each call."),
        Command::Allow { key, scope } => {
            let decision = Decision::Allow { scope: *scope };
            settled(agent.permissions.answer(key, decision, out))
        }
        Command::Deny { key, reason } => {
            let reason = reason.clone();
            settled(
                agent
                    .permissions
                    .answer(key, Decision::Deny { reason }, out),
            )
        }
        Command::History { .. } => refuse(
            "This protocol carries no earlier context: the agent keeps its own, by its session id.",
        ),
        Command::SetMode { .. } => refuse("This protocol knows no modes."),
        Command::SetConfig { .. } => refuse(
            "This protocol's settings are in its profile and count from the next message on.",
        ),
        Command::AddMcpServer(_) => refuse("This protocol takes no MCP servers."),
        Command::Probe => refuse("This protocol has no liveness probe."),
    }
}

fn settled(taken: bool) -> Result<(), Refusal> {
    if taken {
        return Ok(());
    }
    refuse("This request is not open any more: it was answered, or the agent or its turn ended.")
}

/// The one message of this process.
fn send_message(
    agent: &mut AgentProc,
    message: &UserMessage,
    out: &mut Out,
) -> Result<(), Refusal> {
    if agent.turn.is_some() || agent.ended {
        return refuse("This agent's process is for one message, and has had it.");
    }
    agent.turn = Some(message.turn.clone());
    match agent.settings.wire {
        Wire::V01 if agent.settings.message_on_stdin => {
            if environment::travels_by_stdin_alone(&agent.settings, &message.text) {
                out.quiet(
                    agent.turn.as_ref(),
                    "The message is too long for AGENT_MESSAGE: the agent gets it on its stdin only.",
                );
            }
            out.0.push(Effect::Send(message.text.clone().into_bytes()));
        }
        // It is in the environment.
        Wire::V01 => {}
        Wire::V04 => out.send(&json!({
            "type": "turn",
            "message": message.text,
            "session_id": agent.resumed,
            "session_name": agent.session_name,
            "attachments": environment::attachments_0_4(&message.attachments),
            "permission": agent.settings.permission,
            "protocol_version": "0.4",
        })),
    }
    Ok(())
}
