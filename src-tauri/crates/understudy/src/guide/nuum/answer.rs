//! The sentences that the other guide understands too, without its questions.

use super::turn::{Halt, Turn};
use super::{Agent, prose};
use crate::guide::desk::lock;
use crate::guide::prose::{code, fence, inline, language, paragraph};
use crate::guide::tools::{Call, OutputType};
use crate::guide::understand::Intent;

impl Agent {
    /// What the other guide understands too.
    pub(super) fn other(
        &self,
        turn: &mut Turn<'_>,
        intent: Intent,
        text: &str,
    ) -> Result<(), Halt> {
        match intent {
            Intent::List { path, pattern } => self.look(turn, &Call::List { path, pattern }, ""),
            Intent::Search { text, path } => {
                self.look(turn, &Call::Search { pattern: text, path }, "")
            }
            Intent::Read { files } => files.into_iter().try_for_each(|file| {
                let language = language(&file).to_owned();
                self.look(turn, &Call::Read { file_path: file }, &language)
            }),
            Intent::Write { file, content } => {
                self.alter(turn, &file.clone(), &Call::Write { file_path: file, content })
            }
            Intent::Edit { file, old, new } => {
                self.alter(turn, &file.clone(), &Call::Edit { file_path: file, old, new })
            }
            Intent::Long { paragraphs } => self.long(turn, paragraphs),
            Intent::Fail => Err(Halt::Failed(
                "This error was asked for and nothing is broken. A real one would say what went wrong."
                    .to_owned(),
            )),
            Intent::Remember { what } => {
                let said = format!("I will remember: {}", inline(&what));
                lock(&self.identity).remembered.push(what);
                turn.say(&said)
            }
            Intent::Recall => turn.say(&self.recall()),
            Intent::Settings => turn.say(&self.settings()),
            Intent::Run { .. } => turn.say(prose::NO_COMMANDS),
            Intent::Who | Intent::Think => turn.say(prose::WHO),
            Intent::Greeting => turn.say(prose::GREETING),
            Intent::Thanks => turn.say(crate::guide::prose::THANKS),
            Intent::Empty => turn.say(crate::guide::prose::EMPTY),
            Intent::Help | Intent::Tour => turn.say(prose::HELP),
            Intent::Picture | Intent::Unknown | Intent::Incomplete { .. } => turn.say(&format!(
                "I did not understand “{}”. {}",
                inline(text),
                prose::EXAMPLES
            )),
        }
    }

    fn look(&self, turn: &mut Turn<'_>, call: &Call, language: &str) -> Result<(), Halt> {
        let said = match turn.use_tool(call)? {
            Ok(output) if output.kind == OutputType::Image => {
                "That is a picture; nuum carries none, so I cannot show it.".to_owned()
            }
            Ok(output) => {
                let lines: Vec<&str> = output.text.lines().take(40).collect();
                fence(language, &lines.join("\n"))
            }
            Err(why) => format!("That did not work. {}", inline(&why)),
        };
        turn.say(&said)
    }

    fn alter(&self, turn: &mut Turn<'_>, file: &str, call: &Call) -> Result<(), Halt> {
        let name = code(file);
        let said = match turn.use_tool(call)? {
            Ok(output) if output.kind == OutputType::Diff => format!(
                "Changed {name}, without asking: this protocol has no approvals.\n\n{}",
                fence("diff", &output.text)
            ),
            Ok(output) => format!(
                "{}, without asking: this protocol has no approvals.",
                inline(&output.text)
            ),
            Err(why) => format!("That did not work. {}", inline(&why)),
        };
        turn.say(&said)
    }

    /// So many parts; without a number, until the user writes or interrupts.
    fn long(&self, turn: &mut Turn<'_>, paragraphs: Option<u32>) -> Result<(), Halt> {
        for number in 1..=paragraphs.unwrap_or(u32::MAX) {
            let state = self.agenda.lock();
            let heard = !state.queue.is_empty();
            drop(state);
            if heard {
                return turn.say("You wrote something, so I stop here.");
            }
            if paragraphs.is_none() && self.stage.control.is_closed() {
                break;
            }
            turn.say(&paragraph(number))?;
        }
        turn.say("That was all of it.")
    }

    fn recall(&self) -> String {
        let identity = lock(&self.identity);
        let mut said = String::new();
        for what in &identity.remembered {
            said.push_str(&format!("- To remember: {}\n", inline(what)));
        }
        // The last entry is the question itself.
        let (_, earlier) = identity.heard.split_last().unzip();
        for text in earlier.unwrap_or_default() {
            said.push_str(&format!("- {}\n", inline(text)));
        }
        if said.is_empty() {
            said.push_str("You have said nothing before this.");
        }
        said
    }

    fn settings(&self) -> String {
        let identity = lock(&self.identity);
        format!(
            "- Folder: {}\n- Identity: {}\n- Approvals: none in this protocol\n- Language model: none\n",
            code(&self.stage.workspace.root().display().to_string()),
            code(&identity.session_id),
        )
    }
}
