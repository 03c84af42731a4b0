//! What a protocol is to whoever runs its agents.

use model::{
    AgentProfile, Capabilities, Command, Epoch, Event, Exit, LaunchPlan, LaunchRequest, Refusal,
};

/// A protocol: data and two functions.
#[derive(Debug)]
pub struct Protocol {
    /// Its name, as its folder spells it; profiles name it so.
    pub id: &'static str,
    /// Its name for people.
    pub title: &'static str,
    /// The program an installation of it is found by, where it has a usual name.
    pub usual_program: Option<&'static str>,
    /// How the names of all its programs begin, where there is a rule for that.
    pub program_family: Option<&'static str>,
    /// How people get that program, where it has a usual name.
    pub install: Option<crate::form::Words>,
    /// What an agent of this profile can do before it has said more.
    pub capabilities: fn(&AgentProfile) -> Capabilities,
    /// How its agents are started and stopped.
    pub plan: fn(&LaunchRequest<'_>) -> Result<LaunchPlan, PlanError>,
    /// Variables of which one must be set for the profile to work, empty where none is needed.
    pub key_variables: fn(&AgentProfile) -> Vec<String>,
    /// What a profile can be set to, in the order a form shows it.
    pub fields: &'static [crate::form::Field],
    /// Says in plain words what a message asks for. None where what is sent is what the user
    /// said.
    pub asked: Option<crate::Ask>,
    /// A fresh adapter for one process, of the request its start was planned
    /// from: some settings change what is said, not how the program is started.
    /// What `plan` would refuse is left out here, never a panic.
    pub connect: fn(Epoch, &LaunchRequest<'_>) -> Box<dyn Adapter>,
    /// Reads a profile from a file of the protocol's own: its text and its
    /// absolute path. None where the protocol has no such files.
    pub import: Option<Import>,
    /// How the names of such files usually end, without the dot. A file may be read as
    /// more than one protocol's; its name decides who is asked first.
    pub import_endings: &'static [&'static str],
}

/// Reads a profile from the text of a file, whose absolute path comes second.
pub type Import = fn(&str, &str) -> Result<Imported, PlanError>;

/// A profile that was read from a file.
#[derive(Debug, Clone, PartialEq)]
pub struct Imported {
    /// It.
    pub profile: AgentProfile,
    /// What the user should know of it: keys that are not understood (they are
    /// kept), what was taken to mean what.
    pub notes: Vec<String>,
}

/// Translates between one process and the host. Holds what has to be remembered
/// between two lines; one process, one adapter.
pub trait Adapter: Send {
    /// Takes one frame of stdout.
    fn decode(&mut self, frame: Frame<'_>) -> Vec<Effect> {
        // Most lines are one event.
        let mut effects = Vec::with_capacity(1);
        self.decode_onto(frame, &mut effects);
        effects
    }

    /// The same, onto what frames before it brought: words that go on with the text at the end
    /// of that join it, so that many lines of an answer are one event.
    fn decode_onto(&mut self, frame: Frame<'_>, effects: &mut Vec<Effect>);

    /// Takes a command of the host. The effects hold the bytes to write
    /// and what is already certain by writing them.
    ///
    /// # Errors
    /// The protocol, or this agent by its capabilities, cannot carry the command.
    fn encode(&mut self, command: &Command) -> Result<Vec<Effect>, Refusal>;

    /// A timer that was armed has run out.
    fn elapsed(&mut self, timer: Timer) -> Vec<Effect>;

    /// The process is gone and everything it wrote was decoded: close what is
    /// open. Where the exit says how a turn ended, the adapter says so; a turn
    /// that it leaves open the host ends as "agent exited".
    fn closed(&mut self, exit: &Exit) -> Vec<Effect>;
}

/// What an adapter wants done.
#[derive(Debug, Clone, PartialEq)]
// Effects live for one call, in one short list: a box for each event would cost more.
#[allow(clippy::large_enum_variant)]
pub enum Effect {
    /// This happened.
    Event(Event),
    /// Write these bytes to stdin (line end included).
    Send(Vec<u8>),
    /// Call `elapsed` with this timer after so many milliseconds. Arming an armed timer sets it anew.
    Arm {
        /// Which.
        timer: Timer,
        /// Milliseconds.
        after_ms: u64,
    },
    /// Forget the timer.
    Disarm {
        /// Which.
        timer: Timer,
    },
}

/// A timer, by an adapter's own name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Timer(pub &'static str);

/// One piece of stdout, as `process` cut it.
#[derive(Debug, Clone, Copy)]
pub struct Frame<'a> {
    /// The bytes, without a line end.
    pub bytes: &'a [u8],
    /// The whole length in bytes, where the piece was over the cap and only its head is here.
    pub oversized: Option<u64>,
}

/// A profile from which no start can be planned.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{problem}")]
pub struct PlanError {
    /// What is wrong and what to change, for the user.
    pub problem: String,
}
