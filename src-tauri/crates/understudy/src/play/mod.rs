//! The scripted agent.

use std::process::ExitCode;

/// Arguments of `understudy play`.
#[derive(clap::Args, Debug)]
pub struct Args {}

/// Arguments of the hidden `understudy offspring`.
#[derive(clap::Args, Debug)]
pub struct OffspringArgs {}

/// Plays.
pub fn run(_args: Args) -> ExitCode {
    ExitCode::from(2)
}

/// Becomes the grandchild.
pub fn offspring(_args: OffspringArgs) -> ExitCode {
    ExitCode::from(2)
}
