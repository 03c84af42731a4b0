//! The `understudy` binary: reads the command line and hands over.

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use parley_understudy::{guide, play};

/// A scripted agent, and a small real one.
#[derive(Parser)]
#[command(name = "understudy", version, about)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Be the built-in guide: a real agent without a language model (aionrs JSON Stream)
    Guide(guide::Args),
    /// Play a script: emit, expect, misbehave
    Play(play::Args),
    /// Become another program in a chosen state; the player starts grandchildren through it
    #[command(hide = true)]
    Offspring(play::OffspringArgs),
}

fn main() -> ExitCode {
    match Cli::parse().command {
        Command::Guide(args) => guide::run(args),
        Command::Play(args) => play::run(args),
        Command::Offspring(args) => play::offspring(args),
    }
}
