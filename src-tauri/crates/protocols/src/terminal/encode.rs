//! A message of the user → the envelope ("Input: JSON Envelope on stdin"), or,
//! while the agent works and its stdin is kept open, an `inject` frame.

use super::decode::Terminal;
use super::plan;
use super::settings::{Settings, Stdin};
use crate::out::Out;
use model::{Command, LaunchRequest, Refusal, UserMessage};
use serde_json::{Map, Value, json};

/// The only version there is.
const VERSION: u32 = 1;

/// What an envelope says beside the message.
#[derive(Debug)]
pub(super) struct Surroundings {
    channel: String,
    chat_id: String,
    workspace: String,
    user_data_dir: String,
    providers: Map<String, Value>,
    pass_media: bool,
}

impl Surroundings {
    pub(super) fn new(request: &LaunchRequest<'_>, settings: &Settings) -> Self {
        Self {
            channel: settings.channel.clone(),
            chat_id: plan::chat_id(request),
            workspace: request.workspace.to_owned(),
            user_data_dir: plan::user_data_dir(request),
            providers: settings.providers_on_the_wire(),
            pass_media: settings.pass_media,
        }
    }

    /// `media`: only with `passMedia`, and only where there is any.
    fn put_media(&self, line: &mut Value, message: &UserMessage) {
        if self.pass_media && !message.attachments.is_empty() {
            line["media"] = message
                .attachments
                .iter()
                .map(|file| file.path.as_str())
                .collect();
        }
    }

    fn envelope(&self, message: &UserMessage) -> Value {
        let mut line = json!({"version": VERSION, "text": message.text});
        self.put_media(&mut line, message);
        line["channel"] = json!(self.channel);
        line["chat_id"] = json!(self.chat_id);
        line["session_key"] = json!(format!("{}:{}", self.channel, self.chat_id));
        line["workspace"] = json!(self.workspace);
        line["user_data_dir"] = json!(self.user_data_dir);
        if !self.providers.is_empty() {
            line["providers"] = json!(self.providers);
        }
        line
    }

    /// Newer hosts (field notes).
    fn inject(&self, message: &UserMessage) -> Value {
        let mut line = json!({"type": "inject", "version": VERSION, "text": message.text});
        self.put_media(&mut line, message);
        line
    }
}

/// Takes a command.
///
/// # Errors
/// All but a message: the protocol has nothing else.
pub(super) fn encode(
    agent: &mut Terminal,
    command: &Command,
    out: &mut Out,
) -> Result<(), Refusal> {
    let reason = match command {
        Command::Message(message) => return send(agent, message, out),
        Command::Stop => "This protocol has no stop of its own: ending the program stops it.",
        Command::Allow { .. } | Command::Deny { .. } => {
            "Agents of this protocol ask nothing: there is no request to answer."
        }
        Command::History { .. } => {
            "Agents of this protocol take no earlier context: they remember by themselves."
        }
        Command::SetMode { .. } => "Agents of this protocol have no modes.",
        Command::SetConfig { .. } => {
            "Settings of this agent can't be changed while it runs. Change its profile: the next \
             message uses it."
        }
        Command::AddMcpServer(_) => "Agents of this protocol take no MCP server.",
        Command::Probe => "Agents of this protocol answer no probe.",
    };
    Err(Refusal {
        reason: reason.to_owned(),
    })
}

fn send(agent: &mut Terminal, message: &UserMessage, out: &mut Out) -> Result<(), Refusal> {
    if agent.turn.is_some() && agent.stdin == Stdin::Close {
        return Err(Refusal {
            reason: "A program of this agent takes one message. The next one starts it again."
                .to_owned(),
        });
    }
    if agent.gone {
        return Err(Refusal {
            reason: "The program has ended. The next message starts it again.".to_owned(),
        });
    }
    if agent.turn.is_none() {
        out.send(&agent.surroundings.envelope(message));
        agent.turn = Some(message.turn.clone());
    } else {
        out.send(&agent.surroundings.inject(message));
    }
    if !agent.surroundings.pass_media && !message.attachments.is_empty() {
        out.warning(
            agent.turn.as_ref(),
            format!(
                "{} not handed to the agent: “passMedia” is off in its settings.",
                match message.attachments.len() {
                    1 => "The file was".to_owned(),
                    count => format!("The {count} files were"),
                }
            ),
        );
    }
    Ok(())
}
