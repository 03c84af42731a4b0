//! `parley repair`: an archive that opens again, and the old one beside it.

use crate::data_dir;
use crate::error::StartError;
use crate::instance::{self, Entry, Role};
use host::export::folder::repair;
use host::export::{Repaired, Salvaged};
use std::path::Path;
use std::process::ExitCode;

/// Something could not be saved.
const LOST: u8 = 1;
/// It could not be repaired: in use, of a newer Parley, or in a folder that cannot be written.
const NOT_REPAIRED: u8 = 3;

pub(super) fn run(asked: Option<&Path>) -> Result<ExitCode, StartError> {
    let folder = data_dir::choose(asked, |name| std::env::var_os(name))?;
    if !folder.is_dir() {
        eprintln!("parley: there is no folder {}.", folder.display());
        return Ok(ExitCode::from(NOT_REPAIRED));
    }
    let folder = data_dir::prepare(&folder)?;
    let held = match instance::enter(&folder, Role::Exec)? {
        Entry::First(held) => held,
        Entry::Shown => {
            return Err(StartError::InUse {
                path: folder.display().to_string(),
                owner: "the app".to_owned(),
            });
        }
    };
    let outcome = repair(&folder);
    drop(held);
    Ok(match outcome {
        Ok(Repaired::Sound) => {
            eprintln!(
                "Nothing is wrong with the archive in {}. It was left as it is.",
                folder.display()
            );
            ExitCode::SUCCESS
        }
        Ok(Repaired::Mended {
            found,
            kept,
            salvaged,
        }) => {
            for one in found.iter().take(20) {
                eprintln!("found: {one}");
            }
            eprintln!("kept: the old archive is in {}", kept.display());
            told(&salvaged)
        }
        Err(error) => {
            eprintln!("parley: {error}");
            ExitCode::from(NOT_REPAIRED)
        }
    })
}

fn told(salvaged: &Salvaged) -> ExitCode {
    eprintln!(
        "saved: {} conversations, {} events, {} lines of traffic",
        salvaged.conversations, salvaged.events, salvaged.traffic
    );
    if salvaged.nameless > 0 {
        eprintln!(
            "lost: the names of {} conversations; they are called “Recovered conversation”",
            salvaged.nameless
        );
    }
    for (title, missing) in &salvaged.missing {
        eprintln!("lost: {missing} events of “{title}”");
    }
    if salvaged.broken > 0 {
        eprintln!(
            "lost: what was in {} places that can't be read",
            salvaged.broken
        );
    }
    let whole = salvaged.broken == 0 && salvaged.missing.is_empty() && salvaged.nameless == 0;
    if whole {
        eprintln!("lost: nothing");
    }
    ExitCode::from(if whole { 0 } else { LOST })
}
