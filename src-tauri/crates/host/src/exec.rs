//! A conversation without a window: `parley exec`.
//!
//! Prints every normalised event as one JSON object a line. Questions of the
//! agent are answered by policy, or by lines on stdin:
//! `{"request":"1.1.call","decision":"allow"|"deny","reason":"…"}`.

mod awaited;

use crate::conversation::NOT_A_WINDOW;
use crate::host::Host;
use awaited::Awaited;
use model::view::Problem;
use model::{
    AgentProfile, AllowScope, ApprovalAnswer, ApprovalKey, ApprovalRequest, ConversationId,
    Decider, Decision, Event, Recorded,
};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::io::Write;
use std::path::PathBuf;
use tokio::io::{AsyncBufRead, AsyncBufReadExt, Lines};
use tokio::sync::mpsc::UnboundedReceiver;

/// All turns completed.
pub const COMPLETED: i32 = 0;
/// A turn failed.
pub const FAILED: i32 = 1;
/// The words on the command line, or the profile, are wrong.
pub const USAGE: i32 = 2;
/// The agent could not be started.
pub const NOT_STARTED: i32 = 3;
/// The agent ended in a turn.
pub const AGENT_ENDED: i32 = 4;
/// A time limit ran out.
pub const TIMED_OUT: i32 = 124;
/// Interrupted by the user.
pub const INTERRUPTED: i32 = 130;

/// Which agent.
#[derive(Debug, Clone, PartialEq)]
pub enum ExecAgent {
    /// The built-in guide.
    Guide,
    /// A profile by its id.
    Profile(String),
    /// A profile made for this run.
    Given(Box<AgentProfile>),
    /// A program given in full.
    Command {
        /// The protocol it speaks.
        protocol: String,
        /// The program.
        command: String,
        /// Its arguments.
        args: Vec<String>,
        /// Variables for its environment.
        env: Vec<(String, String)>,
    },
}

/// Who answers the agent's requests.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Approve {
    /// Lines on stdin.
    Ask,
    /// Nobody: everything is denied.
    Never,
    /// Everything is allowed.
    Always,
}

/// What to run.
#[derive(Debug, Clone)]
pub struct ExecOptions {
    /// With whom.
    pub agent: ExecAgent,
    /// In which folder.
    pub workspace: PathBuf,
    /// Who answers.
    pub approve: Approve,
    /// The agent's session id to take up again.
    pub resume: Option<String>,
    /// Each makes a turn.
    pub messages: Vec<String>,
    /// An operation's fields, for protocols of operations: makes the only turn.
    pub form: Map<String, Value>,
}

/// Runs it to the end; answers the exit code.
pub async fn run(
    host: &Host,
    options: ExecOptions,
    input: impl AsyncBufRead + Unpin,
    output: impl Write,
) -> i32 {
    let mut run = Run {
        host,
        approve: options.approve,
        input: Some(input.lines()),
        output,
        open: Vec::new(),
    };
    match run.whole(options).await {
        Ok(code) => code,
        Err(problem) => {
            run.print(
                &json!({"event": "problem", "code": problem.code, "message": problem.message}),
            );
            USAGE
        }
    }
}

/// An answer on stdin.
#[derive(Deserialize)]
struct AnswerLine {
    request: String,
    decision: DecisionWord,
    #[serde(default)]
    reason: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum DecisionWord {
    Allow,
    Deny,
}

struct Run<'a, I, O> {
    host: &'a Host,
    approve: Approve,
    input: Option<Lines<I>>,
    output: O,
    open: Vec<ApprovalRequest>,
}

enum Step {
    Event(Option<Box<Recorded>>),
    Line(std::io::Result<Option<String>>),
}

impl<I: AsyncBufRead + Unpin, O: Write> Run<'_, I, O> {
    async fn whole(&mut self, options: ExecOptions) -> Result<i32, Problem> {
        let (profile, notes) = self.host.resolve(&options.agent)?;
        for note in notes {
            self.print(&json!({"event": "note", "text": note}));
        }
        let workspace = options.workspace.to_string_lossy().into_owned();
        let id = self.host.create_with(profile, &workspace).await?;
        // Nobody is there to be asked what the agent is told of an earlier session.
        self.host.goes_on_without_context(&id)?;
        if let Some(session) = options.resume {
            self.host.set_session(&id, session).await?;
        }
        let mut events = self.host.tap(&id).await?;
        if !options.form.is_empty() {
            let text = summary(&options.form);
            self.host
                .send_form(&id, text, Vec::new(), options.form)
                .await?;
            return self.turn(&id, &mut events).await;
        }
        for message in options.messages {
            self.host.send_message(&id, message, Vec::new()).await?;
            let code = self.turn(&id, &mut events).await?;
            if code != COMPLETED {
                return Ok(code);
            }
        }
        Ok(COMPLETED)
    }

    /// Prints events until the turn of the message that was sent ends.
    async fn turn(
        &mut self,
        id: &ConversationId,
        events: &mut UnboundedReceiver<Recorded>,
    ) -> Result<i32, Problem> {
        let mut awaited = Awaited::default();
        loop {
            match self.next(events).await {
                Step::Event(None) => return Ok(AGENT_ENDED),
                Step::Event(Some(recorded)) => {
                    self.print_event(&recorded);
                    if let Some(code) = awaited.over(&recorded.event) {
                        return Ok(code);
                    }
                    match recorded.event {
                        Event::ApprovalRequested { request } => self.asked(id, request).await?,
                        Event::ApprovalResolved { key, .. } => {
                            self.open.retain(|request| request.key != key);
                        }
                        // A turn of the agent's own went wrong, and the message waits behind it
                        // for a word of a user who is not there.
                        Event::TurnEnded { outcome, .. }
                            if !awaited.is_known() && self.is_held(id)? =>
                        {
                            return Ok(awaited.code(&outcome));
                        }
                        _ => {}
                    }
                }
                Step::Line(Ok(Some(line))) => self.answered(id, &line).await,
                Step::Line(Ok(None) | Err(_)) => {
                    // Nobody is there to answer any more: what is open is refused, not left hanging.
                    self.input = None;
                    for request in std::mem::take(&mut self.open) {
                        self.decide(id, &request, deny("nobody is there to answer"))
                            .await?;
                    }
                }
            }
        }
    }

    fn is_held(&self, id: &ConversationId) -> Result<bool, Problem> {
        Ok(self.host.open_conversation(id)?.state().queue_held)
    }

    async fn next(&mut self, events: &mut UnboundedReceiver<Recorded>) -> Step {
        let asks = self.approve == Approve::Ask;
        match &mut self.input {
            Some(lines) if asks => tokio::select! {
                biased;
                event = events.recv() => Step::Event(event.map(Box::new)),
                line = lines.next_line() => Step::Line(line),
            },
            _ => Step::Event(events.recv().await.map(Box::new)),
        }
    }

    async fn asked(
        &mut self,
        id: &ConversationId,
        request: ApprovalRequest,
    ) -> Result<(), Problem> {
        match self.approve {
            Approve::Ask if self.input.is_some() => {
                self.open.push(request);
                Ok(())
            }
            Approve::Ask => {
                self.decide(id, &request, deny("nobody is there to answer"))
                    .await
            }
            Approve::Never => {
                self.decide(id, &request, deny("not allowed in this run"))
                    .await
            }
            Approve::Always => {
                let allow = Decision::Allow {
                    scope: AllowScope::Once,
                };
                self.decide(id, &request, allow).await
            }
        }
    }

    async fn answered(&mut self, id: &ConversationId, line: &str) {
        if line.trim().is_empty() {
            return;
        }
        let answer: AnswerLine = match serde_json::from_str(line) {
            Ok(answer) => answer,
            Err(error) => {
                self.print(&json!({"event": "problem", "code": "answer",
                    "message": format!("This line is no answer: {error}. Expected {{\"request\":ID,\"decision\":\"allow\"|\"deny\",\"reason\":\"…\"}}.")}));
                return;
            }
        };
        let Some(request) = self
            .open
            .iter()
            .find(|request| {
                request.key.id().0 == answer.request || request.key.call_id == answer.request
            })
            .cloned()
        else {
            self.print(&json!({"event": "problem", "code": "expired",
                "message": format!("There is no open request “{}”.", answer.request)}));
            return;
        };
        let decision = match answer.decision {
            DecisionWord::Allow => Decision::Allow {
                scope: AllowScope::Once,
            },
            DecisionWord::Deny => deny(&answer.reason),
        };
        if let Err(problem) = self.decide(id, &request, decision).await {
            self.print(
                &json!({"event": "problem", "code": problem.code, "message": problem.message}),
            );
        }
    }

    async fn decide(
        &mut self,
        id: &ConversationId,
        request: &ApprovalRequest,
        decision: Decision,
    ) -> Result<(), Problem> {
        let by = match self.approve {
            Approve::Ask => Decider::You,
            Approve::Never | Approve::Always => Decider::CommandLine,
        };
        let answer = ApprovalAnswer {
            conversation: id.clone(),
            key: request.key.clone(),
            args_sha256: crate::conversation::sha256_hex(request.raw_args.as_bytes()),
            decision,
        };
        match self
            .host
            .answer_as(NOT_A_WINDOW, answer, &by.to_text())
            .await
        {
            // The agent took it back, ended, or is being ended, before the answer: its own events say so.
            Err(problem)
                if matches!(
                    problem.code.as_str(),
                    "expired" | "alreadyDecided" | "notReady"
                ) =>
            {
                Ok(())
            }
            other => other,
        }
    }

    fn print_event(&mut self, recorded: &Recorded) {
        match serde_json::to_value(recorded) {
            Ok(mut value) => {
                if let Event::ApprovalRequested { request } = &recorded.event {
                    // What an answer names.
                    value["request"]["id"] = Value::from(id_of(&request.key));
                }
                self.print(&value);
            }
            Err(error) => tracing::error!(%error, "an event could not be printed"),
        }
    }

    fn print(&mut self, value: &Value) {
        // A reader that went away ends the run by SIGPIPE or at the next turn; there is no one to tell.
        let _ = writeln!(self.output, "{value}");
        let _ = self.output.flush();
    }
}

/// An operation in one line, for the transcript.
fn summary(form: &Map<String, Value>) -> String {
    let word = |value: &Value| {
        value
            .as_str()
            .map_or_else(|| value.to_string(), str::to_owned)
    };
    let operation = form.get("operation").map(word).unwrap_or_default();
    let paths = form.get("paths").and_then(Value::as_array);
    let about = ["question", "character_slug", "project_name"]
        .iter()
        .find_map(|name| form.get(*name))
        .map(word);
    let mut words = vec![operation];
    words.extend(paths.into_iter().flatten().map(word));
    words.extend(about);
    words.join(" ")
}

fn id_of(key: &ApprovalKey) -> String {
    key.id().0
}

fn deny(reason: &str) -> Decision {
    Decision::Deny {
        reason: reason.to_owned(),
    }
}
