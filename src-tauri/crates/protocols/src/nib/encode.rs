//! A command of the host → the request on stdin, or why there is none.

use super::decode::{Nib, Run};
use super::operations::Mode;
use super::request;
use crate::Effect;
use crate::out::Out;
use model::{Command, Refusal, UserMessage};

/// Takes a command. Only a message can be carried: the protocol has no other.
///
/// # Errors
/// The message makes no request, the process has one already, or it is another command.
pub(super) fn encode(nib: &mut Nib, command: &Command, out: &mut Out) -> Result<(), Refusal> {
    let reason = match command {
        Command::Message(message) => return send(nib, message, out),
        Command::Stop => "nib has no stop command: its process is ended instead.",
        Command::Allow { .. } | Command::Deny { .. } => {
            "A nib backend asks for no approval: it runs its tools by itself."
        }
        Command::History { .. } => {
            "A nib backend takes no earlier context; only character-talk has sessions."
        }
        Command::SetMode { .. } => "A nib backend has no modes.",
        Command::SetConfig { .. } => {
            "A nib backend takes no settings while it runs. Its effort goes with each operation."
        }
        Command::AddMcpServer(_) => "A nib backend takes no MCP servers.",
        Command::Probe => "A nib backend answers no probe.",
    };
    Err(Refusal {
        reason: reason.to_owned(),
    })
}

/// One process does one operation. An interactive one found its request in a file already.
fn send(nib: &mut Nib, message: &UserMessage, out: &mut Out) -> Result<(), Refusal> {
    if nib.begun {
        return Err(Refusal {
            reason: "This process of the backend has its operation already; the next one has a \
                     process of its own."
                .to_owned(),
        });
    }
    let request = request::of(message, &nib.setting).map_err(|error| Refusal {
        reason: error.problem,
    })?;
    if request.operation.mode == Mode::Pipe {
        out.0
            .push(Effect::Send(format!("{}\n", request.json).into_bytes()));
    }
    nib.begun = true;
    nib.run = Some(Run {
        turn: message.turn.clone(),
        request,
    });
    Ok(())
}
