//! A command of the host → a line for the agent ("Input Messages"), or why there is none.

use super::decode::Nuum;
use super::settings::{FIELDS, fits, wanted};
use super::turns::{OpenTurn, Waiting};
use crate::out::Out;
use model::{Attachment, Command, Refusal, UserMessage};
use serde_json::{Map, Value, json};

/// Messages the agent may have and not have taken up.
const WAITING: usize = 1024;
/// Files that an agent would only see as an image in the content, which is dropped.
const IMAGES: [&str; 6] = ["png", "jpg", "jpeg", "gif", "webp", "bmp"];

fn refuse<T>(reason: impl Into<String>) -> Result<T, Refusal> {
    Err(Refusal {
        reason: reason.into(),
    })
}

/// Takes a command.
///
/// # Errors
/// The protocol or this moment cannot carry it.
pub(super) fn encode(agent: &mut Nuum, command: &Command, out: &mut Out) -> Result<(), Refusal> {
    if !agent.session.ready {
        return refuse("The agent has not said that it is ready. Nothing may be sent before that.");
    }
    match command {
        Command::Message(message) => send_message(agent, message, out),
        Command::Stop => stop(agent, out),
        Command::Probe => {
            agent.send_heartbeat(out);
            Ok(())
        }
        Command::Allow { .. } | Command::Deny { .. } => refuse(
            "This agent never asks before it runs a tool, so that there is nothing to answer.",
        ),
        Command::History { .. } => refuse(
            "This agent keeps its own memory in its database; earlier context cannot be given to it.",
        ),
        Command::SetMode { .. } => refuse("This agent has no modes: it runs every tool."),
        Command::SetConfig { .. } => {
            refuse("This agent's settings cannot be changed while it runs.")
        }
        Command::AddMcpServer(_) => refuse(
            "MCP servers go with this agent's messages: put them into its settings, under \
             “mcp_servers”.",
        ),
    }
}

/// User Message. During a turn too: the agent queues it itself.
fn send_message(agent: &mut Nuum, message: &UserMessage, out: &mut Out) -> Result<(), Refusal> {
    if agent.turns.has_ended(&message.turn) {
        return refuse(format!("The message “{}” was sent already.", message.turn));
    }
    if agent.turns.waiting.len() >= WAITING {
        return refuse("The agent has not taken up the messages it was sent. Wait, or stop it.");
    }
    let fields = fields(agent, message)?;
    let mut line = json!({
        "type": "user",
        "message": {"role": "user", "content": content(agent, message)},
    });
    for (name, value) in fields {
        line[name] = value;
    }
    out.send(&line);
    if message.attachments.iter().any(is_image) {
        let turn = agent.turns.id().unwrap_or(&message.turn);
        out.quiet(
            Some(turn),
            "This agent takes no images: it is told the path of the file instead.",
        );
    }
    let text = message.text.clone();
    let id = message.turn.clone();
    if agent.turns.open.is_some() {
        agent.turns.waiting.push_back(Waiting { id, text });
    } else {
        agent.turns.open = Some(OpenTurn {
            id,
            message: text,
            ..OpenTurn::default()
        });
    }
    Ok(())
}

/// The newer input fields: the profile's, and over them those of the message's form.
fn fields(agent: &Nuum, message: &UserMessage) -> Result<Map<String, Value>, Refusal> {
    let mut fields = agent.settings.fields.clone();
    for (name, value) in &message.form {
        if !FIELDS.contains(&name.as_str()) {
            let known = FIELDS.join(", ");
            return refuse(format!(
                "A message to this agent has no field “{name}”. It may have: {known}."
            ));
        }
        if !fits(name, value) {
            let wanted = wanted(name);
            return refuse(format!("The field “{name}” must be {wanted}."));
        }
        fields.insert(name.clone(), value.clone());
    }
    Ok(fields)
}

/// The text as a string; as blocks where the profile asks for it, or files go with it.
fn content(agent: &Nuum, message: &UserMessage) -> Value {
    if message.attachments.is_empty() && !agent.settings.content_blocks {
        return json!(message.text);
    }
    let block = |text: &str| json!({"type": "text", "text": text});
    let mut blocks = Vec::new();
    if !message.text.is_empty() || message.attachments.is_empty() {
        blocks.push(block(&message.text));
    }
    for file in &message.attachments {
        blocks.push(block(&format!("Attached file: {}", file.path)));
    }
    Value::from(blocks)
}

fn is_image(file: &Attachment) -> bool {
    let ending = file.path.rsplit_once('.').map(|(_, ending)| ending);
    ending.is_some_and(|ending| {
        IMAGES
            .iter()
            .any(|image| image.eq_ignore_ascii_case(ending))
    })
}

/// Control Messages: cancel the current turn.
fn stop(agent: &mut Nuum, out: &mut Out) -> Result<(), Refusal> {
    let Some(turn) = &mut agent.turns.open else {
        return refuse("No turn is running.");
    };
    out.send(&json!({"type": "control", "action": "interrupt"}));
    turn.stopping = true;
    if !turn.taken_up {
        // Nothing was heard of it: if nothing runs, nothing will end it.
        agent.ask_status(out);
    }
    Ok(())
}
