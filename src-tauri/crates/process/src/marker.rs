//! The marker variable: how a process is known to be an agent's, whoever its parent is now.
//!
//! A marker is `<host pid>-<host start time>-<uuid>.<pid namespace>`. The start time (clock ticks
//! since boot) makes the host's identity survive a recycled process number (F049). The namespace is
//! Linux's: a number means nothing outside the container it was given in.

use uuid::Uuid;

/// The variable every agent and all it starts carry, unless they clear their environment.
pub const MARKER_VARIABLE: &str = "PARLEY_PROCESS";

/// A new marker for an agent of this very process.
pub fn marker() -> String {
    let pid = std::process::id();
    let start = start_of(pid).unwrap_or(0);
    let own = format!("{pid}-{start}-{}", Uuid::new_v4());
    namespace().map_or(own.clone(), |space| format!("{own}.{space}"))
}

/// Whether the host that made this marker still runs. A text that is no marker counts as alive, and
/// so does a host in another container: what cannot be understood is not killed.
pub fn host_is_alive(marker: &str) -> bool {
    if let (Some((_, there)), Some(here)) = (marker.rsplit_once('.'), namespace())
        && there != here
    {
        return true;
    }
    let mut parts = marker.splitn(3, '-');
    let (Some(pid), Some(start), Some(_)) = (parts.next(), parts.next(), parts.next()) else {
        return true;
    };
    let (Ok(pid), Ok(start)) = (pid.parse::<u32>(), start.parse::<u64>()) else {
        return true;
    };
    start_of(pid) == Some(start)
}

/// What this process's numbers count in, such as `4026531836`.
#[cfg(target_os = "linux")]
fn namespace() -> Option<String> {
    let link = std::fs::read_link("/proc/self/ns/pid").ok()?;
    let name = link.to_str()?;
    Some(name.strip_prefix("pid:[")?.strip_suffix(']')?.to_owned())
}

#[cfg(not(target_os = "linux"))]
fn namespace() -> Option<String> {
    None
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

    #[test]
    fn f049_a_host_in_another_container_is_not_judged_by_its_number() {
        let (own, here) = marker()
            .rsplit_once('.')
            .map(|(own, here)| (own.to_owned(), here.to_owned()))
            .expect("a namespace");
        // In its own container, no process has this number.
        let gone = own.replacen(&format!("{}-", std::process::id()), "4194999-", 1);
        assert!(!host_is_alive(&format!("{gone}.{here}")));
        assert!(host_is_alive(&format!("{gone}.1{here}")));
    }
}
