//! Conversations with agents: turns, queue, approvals, timers and views. The
//! only owner of tasks and timers, and the only place where protocols,
//! processes, the archive and rendering meet.
//!
//! [`Host`] is the whole of it for the shell. Behind it every open conversation
//! is one task (`conversation::driver`) that owns its process and changes its
//! state; windows read that state by pulling (`view`).

mod agents;
mod approvals;
mod asked;
pub mod backend;
mod catalogue;
mod changes;
pub mod check;
mod cleaning;
mod clock;
mod conversation;
mod environment;
pub mod exec;
mod expiry;
mod explain;
pub mod export;
mod files;
mod first;
mod host;
mod imports;
mod inbox;
mod keys;
mod leftovers;
mod list;
mod login_shell;
mod masking;
mod nib;
mod options;
mod own_fields;
mod plain;
mod problem;
mod processes;
mod profiles;
mod providers;
mod pull;
#[cfg(test)]
mod quiet;
mod resolve;
mod saved_profiles;
mod settings;
mod tasks;
mod terminal;
mod titles;
mod topics;
mod traffic;
mod view;
mod viewers;
mod whole_file;
mod workspace;

pub use files::Origin;
pub use first::FirstWords;
pub use host::Host;
pub use options::{HostOptions, OpenError, Programs};
pub use problem::problem;
pub use process::memory;
pub use profiles::agents;
pub use settings::{SettingsMemory, theme_in};
pub use tasks::{News, NewsKind};
pub use topics::Topics;
