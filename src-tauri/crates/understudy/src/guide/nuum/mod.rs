//! The guide as a nuum agent: no turn-by-turn assistant but one that goes on by itself. Background
//! tasks search the folder, alarms fire, and both start a turn of their own. nuum has no
//! approvals: what is typed is done, and the guide says so; commands of a shell are therefore not
//! among it.
//!
//! Three kinds of threads: `desk` reads lines and answers probes at once; `worker` works on one
//! turn after the other; each background task has one of its own. They meet in `agenda`.
//!
//! Variables: `UNDERSTUDY_NUUM` chooses the generation, `0.1` (the specification's, default) or
//! `0.5` (field notes); `UNDERSTUDY_PACE_MS` is the time between two words, as for the other guide.

mod agenda;
mod answer;
mod clock;
mod desk;
mod identity;
mod prose;
mod research;
mod sentences;
mod turn;
mod voice;
mod worker;

use std::process::ExitCode;
use std::sync::{Arc, Mutex};

use agenda::Agenda;
use identity::Identity;
pub(super) use identity::IdentityError;
use voice::{Generation, Voice};

use super::turn::Stage;
use super::{Args, StartError};

/// What the threads share.
struct Agent {
    stage: Stage,
    voice: Voice,
    agenda: Agenda,
    identity: Mutex<Identity>,
}

/// Serves until the input ends. Exit code 0.
pub(super) fn run(stage: Stage, args: &Args) -> Result<ExitCode, StartError> {
    let generation = Generation::of(std::env::var("UNDERSTUDY_NUUM").ok().as_deref());
    let identity = Identity::open(args.db.as_deref(), generation)?;
    let agent = Arc::new(Agent {
        voice: Voice {
            generation,
            session: identity.session_id.clone(),
        },
        agenda: Agenda::default(),
        identity: Mutex::new(identity),
        stage,
    });
    Ok(desk::run(&agent))
}
