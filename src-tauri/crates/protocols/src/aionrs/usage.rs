//! Usage: the specification counts per turn, the real programs over their process,
//! and on from there in the one that takes the session up again. What a turn used
//! of such a counter the host works out: it knows where the last process stood.

use super::wire::Tokens;
use model::Usage;

/// Finds out, from what it sees, how an agent counts.
///
/// A version above 0.1.0 is a real program's, and those seen count over the
/// process. A figure that shrinks from one turn to the next proves the opposite
/// and settles it. All zeros is what 0.2.x sends for a failed turn: it tells nothing.
#[derive(Debug, Default)]
pub(super) struct UsageReader {
    /// The version says that it is a real program.
    pub(super) of_a_program: bool,
    last: Tokens,
    shrank: bool,
}

impl UsageReader {
    /// What a turn's end tells; `None` where the figures say nothing.
    pub(super) fn read(&mut self, tokens: Option<Tokens>) -> Option<Usage> {
        let tokens = tokens?;
        let empty = tokens == Tokens::default();
        if !empty {
            self.shrank |= tokens.input < self.last.input || tokens.output < self.last.output;
            self.last = tokens;
        }
        let cumulative = self.of_a_program && !self.shrank;
        (!(empty && cumulative)).then_some(Usage {
            input_tokens: tokens.input,
            output_tokens: tokens.output,
            cache_read_tokens: tokens.cache_read,
            cache_write_tokens: tokens.cache_write,
            cumulative,
            cost: None,
        })
    }
}
