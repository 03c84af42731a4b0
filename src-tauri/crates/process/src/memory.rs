//! Memory that was freed and that the allocator still holds.

use std::sync::Mutex;
use std::time::{Duration, Instant};

/// The least time between two times it is given back: it stops whoever allocates for a moment.
const PAUSE: Duration = Duration::from_secs(10);

/// Gives this process's freed memory back to the system, at most every ten seconds; answers
/// whether it did. The allocator of the GNU C library keeps what lies between pieces still in
/// use, for each of its arenas: after an hour of four agents that was as much as what was in use.
/// Other systems' allocators do it by themselves.
pub fn give_back() -> bool {
    static LAST: Mutex<Option<Instant>> = Mutex::new(None);
    let mut last = LAST
        .lock()
        .unwrap_or_else(std::sync::PoisonError::into_inner);
    if last.is_some_and(|last| last.elapsed() < PAUSE) {
        return false;
    }
    *last = Some(Instant::now());
    trim()
}

#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[allow(unsafe_code)]
fn trim() -> bool {
    // SAFETY: it takes the allocator's own locks and moves nothing that is in use.
    unsafe { libc::malloc_trim(0) == 1 }
}

#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
fn trim() -> bool {
    false
}

#[cfg(all(test, target_os = "linux", target_env = "gnu"))]
mod tests {
    #![allow(clippy::unwrap_used)]

    /// What this process has asked for and not given back, in bytes.
    fn own() -> u64 {
        let text = std::fs::read_to_string("/proc/self/smaps_rollup").unwrap();
        let line = text.lines().find(|line| line.starts_with("Anonymous:"));
        let words = line.and_then(|line| line.split_whitespace().nth(1));
        1024 * words.unwrap().parse::<u64>().unwrap()
    }

    #[test]
    fn what_was_freed_between_what_is_in_use_goes_back_to_the_system() {
        const PIECES: usize = 20_000;
        let pieces: Vec<Box<[u8; 4000]>> = (0..PIECES).map(|_| Box::new([1; 4000])).collect();
        // A small one in use after every tenth: the freed ones before it are no end of a heap.
        let (kept, gone): (Vec<_>, Vec<_>) = pieces
            .into_iter()
            .enumerate()
            .partition(|(n, _)| n % 10 == 9);
        drop(gone);
        let before = own();
        assert!(super::give_back());
        let after = own();
        assert!(
            before > after + 30_000_000,
            "{before} before, {after} after"
        );
        assert!(!super::give_back(), "again at once");
        assert_eq!(kept.len(), PIECES / 10);
    }
}
