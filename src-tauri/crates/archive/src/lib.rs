//! The conversation store: one SQLite file, written by one thread, read by anyone.
//!
//! - **Nothing that was shown is lost** (design §5, 4): what is handed over is
//!   committed within 100 ms, messages of the user and approvals at once and
//!   forced to the disk; a kill at any moment leaves an archive that opens.
//! - **A failed open is never an empty archive** (security §13): a file that is
//!   locked, read-only, damaged, from a newer Parley or none of ours is told
//!   apart, and left as it is.
//! - **A full disk loses nothing**: what could not be written waits in memory,
//!   is tried again, and [`Archive::health`] says so meanwhile.
//! - **Events are the truth**, and only ever grow (but for [`Rewrite`]); items and the search index
//!   are made from them and can be made again ([`Archive::rebuild_items`]).
//!
//! Reading sees what is committed. To see one's own write, await its receipt.

mod approvals;
mod archive;
mod change;
mod contents;
mod deciding;
mod decisions;
mod error;
mod finding;
mod fold;
mod health;
mod inbox;
mod items;
mod ledger;
mod mend;
mod modes;
mod opening;
mod reading;
mod rebuild;
mod receipt;
mod records;
mod rewrite;
mod rules;
mod salvage;
mod salvage_graft;
mod schema;
mod search;
mod text;
mod upkeep;
mod writer;

#[cfg(test)]
mod tests;

pub use archive::Archive;
pub use decisions::{DecisionRecord, LedgerChoices};
pub use error::{OpenError, ReadError, WriteError};
pub use fold::fold;
pub use health::{FailureCause, Health};
pub use mend::{Repaired, repair};
pub use model::ApprovalRecord;
pub use receipt::Receipt;
pub use records::{
    AppendBatch, Durability, Hit, ItemsPage, OpenApproval, PlacedItem, QueuedRecord, TrafficRow,
    UserMessage,
};
pub use rewrite::Rewrite;
pub use rules::{RuleUse, StoredRules};
pub use salvage::Salvaged;
pub use upkeep::Retention;
