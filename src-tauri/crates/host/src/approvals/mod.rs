//! What a person needs to judge a request: made by the host from the raw
//! arguments and the disk, never from the agent's own words. And what decides
//! in the person's place: rules and modes, and the ledger of it all.

pub(crate) mod arguments;
pub(crate) mod card;
mod command_line;
pub(crate) mod ledger;
pub(crate) mod matching;
pub(crate) mod modes;
mod paths;
pub(crate) mod program;
pub(crate) mod proposals;
pub(crate) mod risk;
pub(crate) mod rulebook;
pub(crate) mod shown;
pub(crate) mod wording;
