//! What a person needs to judge a request: made by the host from the raw
//! arguments and the disk, never from the agent's own words.

pub(crate) mod arguments;
pub(crate) mod card;
pub(crate) mod risk;
