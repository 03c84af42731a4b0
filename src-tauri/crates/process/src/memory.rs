//! Memory that was freed and that the allocator of the GNU C library still holds. Other systems'
//! allocators give it back by themselves.

use std::sync::Mutex;
use std::time::{Duration, Instant};

/// The least time between two times it is given back: it stops whoever allocates for a moment.
const PAUSE: Duration = Duration::from_secs(10);

/// Has memory that is let go leave little room behind: to be called once, at the start of the
/// process.
///
/// Left to itself the allocator raises what it calls large to the largest piece ever freed, so
/// after the first long output the next ones lie among the small pieces, and when they are let go
/// their room is filled with small ones that stay. And it keeps up to eight stores a core, each
/// with such room of its own; what is asked for here is seldom asked for by two threads at once.
pub fn keep_together() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    {
        /// Bytes. A tool's long output or a page of rows is more, an event or a row is less.
        const LARGE: libc::c_int = 64 * 1024;
        const STORES: libc::c_int = 2;
        #[allow(unsafe_code)]
        // SAFETY: it sets two numbers of the allocator, under the allocator's own lock.
        unsafe {
            libc::mallopt(libc::M_MMAP_THRESHOLD, LARGE);
            libc::mallopt(libc::M_ARENA_MAX, STORES);
        }
    }
}

/// Gives this process's freed memory back to the system, at most every ten seconds; answers
/// whether it did. The allocator keeps what lies between pieces still in use, for each of its
/// arenas: after an hour of four agents that was as much as what was in use.
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

    /// The figure is the whole process's, and one of the two changes it for good.
    static ALONE: std::sync::Mutex<()> = std::sync::Mutex::new(());

    #[test]
    fn a_long_output_that_is_let_go_leaves_no_room_however_long_one_was_before() {
        let _alone = ALONE.lock().unwrap();
        super::keep_together();
        drop(std::hint::black_box(vec![1_u8; 20_000_000]));
        let before = own();
        // As a conversation grows: long outputs, and small pieces between them that stay.
        let (long, small): (Vec<_>, Vec<_>) = (0..300)
            .map(|_| (vec![1_u8; 100_000], Box::new([1_u8; 200])))
            .unzip();
        let with = own();
        drop(long);
        let after = own();
        assert!(with > before + 25_000_000, "{before} before, {with} with");
        assert!(after < before + 2_000_000, "{before} before, {after} after");
        assert_eq!(small.len(), 300);
    }

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
        let _alone = ALONE.lock().unwrap();
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
