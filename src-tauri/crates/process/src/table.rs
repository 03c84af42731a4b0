//! The table of processes, read from `/proc`; on macOS from its own calls. On other systems it is empty.
//!
//! A process is named by its number and its start time together: numbers are used again.

use std::collections::{HashMap, HashSet};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use rustix::process::{Pid, Signal};

use crate::ProcessInfo;
#[cfg(target_vendor = "apple")]
use crate::table_apple::command;
#[cfg(target_vendor = "apple")]
pub(crate) use crate::table_apple::{all, entry, variable};

#[cfg(not(target_vendor = "apple"))]
/// Clock ticks a second in `/proc`; the kernel reports 100 to programs whatever its own tick is.
const TICKS: u64 = 100;
#[cfg(target_vendor = "apple")]
const TICKS: u64 = 1_000_000;

/// One line of the table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) pid: u32,
    pub(crate) parent: u32,
    /// Clock ticks since boot.
    pub(crate) start: u64,
    pub(crate) name: String,
    /// Its process group and its session, which are numbers of processes that may be gone.
    pub(crate) group: u32,
    pub(crate) session: u32,
    /// Clock ticks of processor time.
    pub(crate) processor: u64,
    pub(crate) threads: u32,
    pub(crate) resident_pages: u64,
    /// It has ended and waits for its parent to notice.
    pub(crate) zombie: bool,
}

#[cfg(not(target_vendor = "apple"))]
/// One process, if it exists.
pub(crate) fn entry(pid: u32) -> Option<Entry> {
    let stat = std::fs::read(format!("/proc/{pid}/stat")).ok()?;
    parse(&String::from_utf8_lossy(&stat))
}

#[cfg(not(target_vendor = "apple"))]
fn parse(stat: &str) -> Option<Entry> {
    // The name stands in brackets and may itself hold brackets and spaces.
    let (head, tail) = (stat.find('(')?, stat.rfind(')')?);
    let fields: Vec<&str> = stat.get(tail + 1..)?.split_whitespace().collect();
    let number = |at: usize| fields.get(at)?.parse::<u32>().ok();
    let ticks = |at: usize| fields.get(at)?.parse::<u64>().ok();
    Some(Entry {
        pid: stat.get(..head)?.trim().parse().ok()?,
        name: stat.get(head + 1..tail)?.to_owned(),
        zombie: matches!(*fields.first()?, "Z" | "X"),
        parent: number(1)?,
        group: number(2)?,
        session: number(3)?,
        processor: ticks(11)? + ticks(12)?,
        threads: number(17)?,
        start: ticks(19)?,
        resident_pages: ticks(21)?,
    })
}

#[cfg(not(target_vendor = "apple"))]
/// Every process, of every user.
pub(crate) fn all() -> Vec<Entry> {
    let Ok(folder) = std::fs::read_dir("/proc") else {
        return Vec::new();
    };
    folder
        .flatten()
        .filter_map(|file| file.file_name().to_str()?.parse().ok())
        .filter_map(entry)
        .collect()
}

/// Every process below `root`, but not `root`; those that have ended are left out, those below them
/// are not.
pub(crate) fn descendants(root: u32) -> Vec<Entry> {
    below(&all(), root)
}

/// The same, in a table that was read already.
pub(crate) fn below(table: &[Entry], root: u32) -> Vec<Entry> {
    let mut below: HashMap<u32, Vec<&Entry>> = HashMap::new();
    for entry in table {
        below.entry(entry.parent).or_default().push(entry);
    }
    let mut found = Vec::new();
    let mut open = vec![root];
    // A table read while it changes may show a loop; each number is followed once.
    let mut seen = HashSet::from([root]);
    while let Some(parent) = open.pop() {
        for entry in below.remove(&parent).unwrap_or_default() {
            if seen.insert(entry.pid) {
                open.push(entry.pid);
                if !entry.zombie {
                    found.push(entry.clone());
                }
            }
        }
    }
    found
}

/// Sends a signal to exactly this process: never to another that got its number since. Says whether
/// it was sent.
pub(crate) fn signal(entry: &Entry, signal: Signal) -> bool {
    let Some(pid) = i32::try_from(entry.pid).ok().and_then(Pid::from_raw) else {
        return false;
    };
    #[cfg(target_os = "linux")]
    {
        use rustix::process::{PidfdFlags, pidfd_open, pidfd_send_signal};
        match pidfd_open(pid, PidfdFlags::empty()) {
            // The descriptor holds whoever has the number now; the start time says who that is.
            Ok(fd) => return is(entry) && pidfd_send_signal(fd, signal).is_ok(),
            Err(rustix::io::Errno::SRCH) => return false,
            // A kernel before 5.3, or no descriptor left: the plain call, with its tiny race.
            Err(_) => {}
        }
    }
    is(entry) && rustix::process::kill_process(pid, signal).is_ok()
}

fn is(expected: &Entry) -> bool {
    entry(expected.pid).is_some_and(|found| found.start == expected.start && !found.zombie)
}

#[cfg(not(target_vendor = "apple"))]
/// The value of a variable in a process's environment as it was started; `None` also when the
/// process belongs to another user.
pub(crate) fn variable(pid: u32, name: &str) -> Option<String> {
    let environ = std::fs::read(format!("/proc/{pid}/environ")).ok()?;
    environ
        .split(|byte| *byte == 0)
        .filter_map(|pair| pair.strip_prefix(name.as_bytes())?.strip_prefix(b"="))
        .map(|value| String::from_utf8_lossy(value).into_owned())
        .next()
}

/// What a user wants to know of these processes.
pub(crate) fn describe(entries: Vec<Entry>) -> Vec<ProcessInfo> {
    let boot = boot_time();
    let page = page_size();
    entries
        .into_iter()
        .map(|entry| ProcessInfo {
            rss_bytes: entry.resident_pages * page,
            command: command(entry.pid),
            threads: entry.threads,
            processor: Duration::from_millis(entry.processor * 1000 / TICKS),
            pid: entry.pid,
            parent: entry.parent,
            name: entry.name,
            started: boot + Duration::from_millis(entry.start * 1000 / TICKS),
            start_ticks: entry.start,
        })
        .collect()
}

/// Resident memory of all these together, in bytes.
pub(crate) fn weight(entries: &[Entry]) -> u64 {
    let pages: u64 = entries.iter().map(|entry| entry.resident_pages).sum();
    pages * page_size()
}

pub(crate) fn page_size() -> u64 {
    u64::try_from(rustix::param::page_size()).unwrap_or(4096)
}

#[cfg(not(target_vendor = "apple"))]
/// Its arguments, each cut at 4 KiB, 64 KiB in all.
fn command(pid: u32) -> Vec<String> {
    use std::io::Read;
    let mut bytes = Vec::new();
    if let Ok(file) = std::fs::File::open(format!("/proc/{pid}/cmdline")) {
        // What was read before an error is shown.
        let _ = file.take(64 * 1024).read_to_end(&mut bytes);
    }
    if bytes.last() == Some(&0) {
        bytes.pop();
    }
    if bytes.is_empty() {
        return Vec::new();
    }
    bytes
        .split(|byte| *byte == 0)
        .map(|arg| String::from_utf8_lossy(&arg[..arg.len().min(4096)]).into_owned())
        .collect()
}

fn boot_time() -> SystemTime {
    let stat = std::fs::read_to_string("/proc/stat").unwrap_or_default();
    let seconds = stat
        .lines()
        .find_map(|line| line.strip_prefix("btime "))
        .and_then(|text| text.trim().parse().ok())
        .unwrap_or(0);
    UNIX_EPOCH + Duration::from_secs(seconds)
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn a_name_may_hold_brackets_and_spaces() {
        let stat = "42 (a) R (b c)) S 7 41 40 0 -1 4194560 1 0 0 0 30 4 0 0 20 0 2 0 12345 10 3 x";
        let expected = Entry {
            pid: 42,
            parent: 7,
            group: 41,
            session: 40,
            processor: 34,
            threads: 2,
            start: 12345,
            resident_pages: 3,
            name: "a) R (b c)".to_owned(),
            zombie: false,
        };
        assert_eq!(parse(stat), Some(expected));
        assert_eq!(parse("42 (a"), None);
    }

    #[test]
    fn f049_a_stranger_with_the_number_is_not_signalled() {
        let mut own = entry(std::process::id()).expect("this process");
        own.start += 1;
        assert!(!signal(&own, Signal::KILL));
    }

    #[test]
    fn this_process_has_memory_and_a_start() {
        let own = describe(vec![entry(std::process::id()).expect("this process")]);
        assert!(own[0].rss_bytes > 0 && own[0].threads > 0);
        assert!(own[0].command[0].contains("parley_process"));
        let age = SystemTime::now().duration_since(own[0].started);
        assert!(age.unwrap_or_default() < Duration::from_secs(3600));
    }
}
