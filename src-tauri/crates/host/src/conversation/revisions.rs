//! Which rows changed after which revision: what makes pulling cheap.

use super::Changed;
use std::collections::{BTreeMap, HashMap};

/// Counts changes. Every row stands in the order of its last change once, so
/// the answer to "what changed after N" costs as much as it is long.
#[derive(Debug, Default)]
pub(crate) struct Revisions {
    now: u64,
    urgent: u64,
    header: u64,
    by_revision: BTreeMap<u64, u32>,
    of_place: HashMap<u32, u64>,
    said: u64,
}

impl Revisions {
    /// The row at this place changed.
    pub(crate) fn row(&mut self, place: u32) {
        self.now += 1;
        if let Some(before) = self.of_place.insert(place, self.now) {
            self.by_revision.remove(&before);
        }
        self.by_revision.insert(self.now, place);
    }

    /// The header changed.
    pub(crate) fn header(&mut self) {
        self.now += 1;
        self.header = self.now;
    }

    /// So much text was said, in bytes, and shows in the row at this place.
    pub(crate) fn grew(&mut self, place: u32, bytes: usize) {
        self.said += u64::try_from(bytes).unwrap_or(u64::MAX);
        self.row(place);
    }

    /// How much text was said since this conversation was opened, in bytes: how fast it flows.
    pub(crate) fn said(&self) -> u64 {
        self.said
    }

    /// What changed last must be shown at once.
    pub(crate) fn hurry(&mut self) {
        self.urgent = self.now;
    }

    /// The revision of the last change.
    pub(crate) fn now(&self) -> u64 {
        self.now
    }

    pub(crate) fn changed(&self) -> Changed {
        Changed {
            rev: self.now,
            urgent: self.urgent,
        }
    }

    /// Whether the header changed after a revision.
    pub(crate) fn header_after(&self, after: u64) -> bool {
        self.header > after
    }

    /// The revision of a row's last change; 0 where it has not changed since it was loaded.
    pub(crate) fn of(&self, place: u32) -> u64 {
        self.of_place.get(&place).copied().unwrap_or(0)
    }

    /// Forgets the rows before a place; answers the last revision of theirs.
    pub(crate) fn forget_before(&mut self, place: u32) -> u64 {
        let mut last = 0;
        let by_revision = &mut self.by_revision;
        self.of_place.retain(|at, revision| {
            let stays = *at >= place;
            if !stays {
                by_revision.remove(revision);
                last = last.max(*revision);
            }
            stays
        });
        self.of_place.shrink_to(2 * self.of_place.len());
        last
    }

    /// The rows that changed after a revision, in order of their places.
    pub(crate) fn rows_after(&self, after: u64) -> Vec<u32> {
        let mut places: Vec<u32> = self
            .by_revision
            .range(after + 1..)
            .map(|(_, place)| *place)
            .collect();
        places.sort_unstable();
        places
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_stands_once_at_its_last_change() {
        let mut revisions = Revisions::default();
        for place in [0, 1, 0, 2, 0] {
            revisions.row(place);
        }
        assert_eq!(revisions.rows_after(0), [0, 1, 2]);
        assert_eq!(revisions.rows_after(4), [0]);
        assert_eq!(revisions.rows_after(5), Vec::<u32>::new());
        assert_eq!((revisions.of(1), revisions.of(9)), (2, 0));
    }

    #[test]
    fn rows_let_go_are_told_by_their_last_revision() {
        let mut revisions = Revisions::default();
        for place in [0, 1, 2, 0] {
            revisions.row(place);
        }
        assert_eq!(revisions.forget_before(2), 4);
        assert_eq!(revisions.rows_after(0), [2]);
        assert_eq!((revisions.of(0), revisions.of(2)), (0, 3));
        assert_eq!(revisions.forget_before(2), 0);
    }

    #[test]
    fn the_header_counts_with_the_rows() {
        let mut revisions = Revisions::default();
        revisions.row(0);
        revisions.header();
        assert!(revisions.header_after(1));
        assert!(!revisions.header_after(2));
        revisions.hurry();
        assert_eq!(revisions.changed().urgent, 2);
    }
}
