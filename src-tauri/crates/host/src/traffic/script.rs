//! A process's traffic as a script of the scripted agent (`understudy play
//! --transcript`): what it said, in order, and what it was asked in between. The
//! same file is a transcript for the tests of its protocol.

use crate::problem::{problem, unknown_conversation};
use crate::whole_file::WholeFile;
use crate::{Host, saved_profiles};
use model::view::{Problem, SavedScript, Topic};
use model::{AgentProfile, ConversationId, Direction, Epoch, ProfileId, ProfileOrigin};
use protocols::recording;
use std::fs;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

impl Host {
    /// Saves the agent's side of a conversation's last process as a script: to a
    /// file of the user's, or into the data folder with a profile that plays it.
    ///
    /// # Errors
    /// `unknown`: there is no traffic. `io`: it can't be read or written.
    pub fn save_script(
        &self,
        conversation: &ConversationId,
        to: Option<PathBuf>,
    ) -> Result<SavedScript, Problem> {
        let (profile, title, last) = {
            let open = self.open_conversation(conversation)?;
            let state = open.state();
            (
                state.profile.clone(),
                state.meta.title.clone(),
                Epoch(state.meta.epoch),
            )
        };
        let path = match &to {
            Some(path) => path.clone(),
            None => self.script_file(conversation, last, &profile)?,
        };
        let lines = self.write_script(conversation, last, &title, &path)?;
        let made = match to {
            Some(_) => None,
            None => Some(self.add_player(profile, &title, &path)?),
        };
        Ok(SavedScript {
            path: path.display().to_string(),
            lines,
            profile: made,
        })
    }

    /// The scripted agent knows the protocol by the folder the script lies in.
    fn script_file(
        &self,
        conversation: &ConversationId,
        epoch: Epoch,
        profile: &AgentProfile,
    ) -> Result<PathBuf, Problem> {
        let folder = self
            .options()
            .shared_dir
            .join("scripts")
            .join(format!("{conversation}-{}", epoch.0))
            .join(&profile.protocol.0);
        fs::create_dir_all(&folder).map_err(|error| unwritable(&folder, &error))?;
        Ok(folder.join("replay.in"))
    }

    fn write_script(
        &self,
        conversation: &ConversationId,
        epoch: Epoch,
        title: &str,
        path: &Path,
    ) -> Result<u32, Problem> {
        let failed = |error: std::io::Error| unwritable(path, &error);
        let (whole, file) = WholeFile::create(path).map_err(failed)?;
        let mut out = BufWriter::new(file);
        let mut lines = 0;
        let mut outcome = writeln!(out, "# {}", title.replace(['\n', '\r'], " "));
        self.each_line(conversation, epoch, |row| {
            let text = String::from_utf8_lossy(&row.line.bytes);
            let line = match row.line.direction {
                Direction::FromAgent => {
                    lines += 1;
                    recording::agent_line(&row.line.bytes)
                }
                Direction::Host => text.into_owned(),
                Direction::ToAgent => commented("sent", &text),
                Direction::Stderr => commented("stderr", &text),
            };
            outcome = outcome.as_mut().map_or_else(
                |error| Err(std::io::Error::new(error.kind(), error.to_string())),
                |()| writeln!(out, "{line}"),
            );
            outcome.is_ok()
        })?;
        outcome.and_then(|()| out.flush()).map_err(failed)?;
        if lines == 0 {
            // An empty script would be an agent that never answers.
            return Err(problem(
                "unknown",
                "No traffic of this conversation's agent is kept, so there is nothing to replay.",
            ));
        }
        whole.place().map_err(failed)?;
        Ok(lines)
    }

    /// A profile that plays the script, beside the user's others.
    fn add_player(
        &self,
        profile: AgentProfile,
        title: &str,
        script: &Path,
    ) -> Result<ProfileId, Problem> {
        let id = ProfileId::from(format!("replay-{}", uuid::Uuid::new_v4().simple()).as_str());
        let player = AgentProfile {
            id: id.clone(),
            name: format!(
                "Replay of {}",
                if title.is_empty() {
                    &profile.name
                } else {
                    title
                }
            ),
            command: self.options().programs.understudy.display().to_string(),
            args: vec![
                "play".to_owned(),
                "--transcript".to_owned(),
                script.display().to_string(),
                "--protocol".to_owned(),
                profile.protocol.0.clone(),
            ],
            env: Default::default(),
            origin: ProfileOrigin::User,
            ..profile
        };
        saved_profiles::put(&self.options().shared_dir, &player, false)?;
        self.topics().touch(Topic::Agents);
        Ok(id)
    }
}

/// A line that is no part of the agent's side, kept for whoever reads the file.
fn commented(what: &str, text: &str) -> String {
    format!("# {what} {}", text.replace(['\n', '\r'], " "))
}

fn unwritable(path: &Path, error: &std::io::Error) -> Problem {
    if error.kind() == std::io::ErrorKind::NotFound {
        return unknown_folder(path);
    }
    problem(
        "io",
        format!(
            "The script {} can't be written: {error}. Choose another place, or make room on the disk.",
            path.display()
        ),
    )
}

fn unknown_folder(path: &Path) -> Problem {
    match path.parent() {
        Some(folder) => problem(
            "io",
            format!("There is no folder {} any more.", folder.display()),
        ),
        None => unknown_conversation(),
    }
}
