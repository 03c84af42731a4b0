//! The marker variable: how a process is known to be an agent's, whoever its parent is now.
//!
//! A marker is `<host pid>-<host start time>-<uuid>`. The start time (clock ticks since boot) makes
//! the host's identity survive a recycled process number (F049).

use uuid::Uuid;

/// The variable every agent and all it starts carry, unless they clear their environment.
pub const MARKER_VARIABLE: &str = "PARLEY_PROCESS";

/// A new marker for an agent of this very process.
pub fn marker() -> String {
    let pid = std::process::id();
    format!("{pid}-{}-{}", start_of(pid).unwrap_or(0), Uuid::new_v4())
}

/// Whether the host that made this marker still runs. A text that is no marker counts as alive: what
/// cannot be understood is not killed.
pub fn host_is_alive(marker: &str) -> bool {
    let mut parts = marker.splitn(3, '-');
    let (Some(pid), Some(start), Some(_)) = (parts.next(), parts.next(), parts.next()) else {
        return true;
    };
    let (Ok(pid), Ok(start)) = (pid.parse::<u32>(), start.parse::<u64>()) else {
        return true;
    };
    start_of(pid) == Some(start)
}

fn start_of(pid: u32) -> Option<u64> {
    #[cfg(unix)]
    {
        crate::table::entry(pid).map(|entry| entry.start)
    }
    #[cfg(windows)]
    {
        crate::windows::start_of(pid)
    }
    #[cfg(not(any(unix, windows)))]
    {
        let _ = pid;
        None
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn f049_a_recycled_number_is_not_the_host() {
        let own = marker();
        assert!(host_is_alive(&own));
        let (pid, rest) = own.split_once('-').expect("a marker");
        let (start, id) = rest.split_once('-').expect("a marker");
        let other: u64 = start.parse::<u64>().expect("a number") + 1;
        assert!(!host_is_alive(&format!("{pid}-{other}-{id}")));
        assert!(host_is_alive("not a marker"));
    }
}
