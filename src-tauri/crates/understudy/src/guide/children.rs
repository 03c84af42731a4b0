//! The commands the guide runs, and everything they start: nothing of it outlives the guide.
//!
//! On Linux the guide is a child subreaper, so a process that detached itself (`setsid`, double
//! fork) becomes the guide's own child and is found by walking down from it. Elsewhere on Unix the
//! process group has to do.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};
#[cfg(target_os = "linux")]
use std::time::Duration;

#[cfg(unix)]
use rustix::process::{Pid, Signal};

/// The running commands, by the id of their process, which leads a group of its own.
#[derive(Default)]
pub(crate) struct Children {
    leaders: Mutex<BTreeSet<i32>>,
}

impl Children {
    /// Also makes the process adopt what its descendants leave behind.
    pub(crate) fn adopting() -> Self {
        #[cfg(target_os = "linux")]
        let _ = rustix::process::set_child_subreaper(Some(rustix::process::getpid()));
        Self::default()
    }

    pub(crate) fn add(&self, pid: u32) {
        if let Ok(pid) = i32::try_from(pid) {
            self.lock().insert(pid);
        }
    }

    /// To be called after the command was waited for. Also buries adopted children that ended.
    pub(crate) fn remove(&self, pid: u32) {
        if let Ok(pid) = i32::try_from(pid) {
            self.lock().remove(&pid);
        }
        self.bury();
    }

    /// Asks a command and its group to end.
    #[cfg(unix)]
    pub(crate) fn ask_to_end(&self, pid: u32) {
        if let Some(pid) = as_pid(pid) {
            let _ = rustix::process::kill_process_group(pid, Signal::TERM);
        }
    }

    /// Everything below a command, as long as it lives: once it is gone, what it started is the
    /// guide's own and can no longer be told from the rest.
    #[cfg(unix)]
    pub(crate) fn family(&self, pid: u32) -> Vec<i32> {
        #[cfg(target_os = "linux")]
        return i32::try_from(pid).map(descendants).unwrap_or_default();
        #[cfg(not(target_os = "linux"))]
        Vec::new()
    }

    /// Kills one command with its group, its descendants and the `family` it had before.
    #[cfg(unix)]
    pub(crate) fn kill(&self, pid: u32, family: &[i32]) {
        let Some(leader) = as_pid(pid) else { return };
        #[cfg(target_os = "linux")]
        let below = descendants(leader.as_raw_nonzero().get());
        let _ = rustix::process::kill_process_group(leader, Signal::KILL);
        #[cfg(target_os = "linux")]
        {
            below.into_iter().for_each(kill_one);
            // Still ours? Another program may have got the number meanwhile.
            let ours = descendants(rustix::process::getpid().as_raw_nonzero().get());
            let left = family.iter().filter(|pid| ours.contains(pid));
            left.copied().for_each(kill_one);
        }
        #[cfg(not(target_os = "linux"))]
        let _ = family;
    }

    /// Kills every descendant of the guide. Called once, at the end.
    pub(crate) fn kill_all(&self) {
        #[cfg(unix)]
        for leader in self.lock().iter() {
            if let Some(pid) = Pid::from_raw(*leader) {
                let _ = rustix::process::kill_process_group(pid, Signal::KILL);
            }
        }
        #[cfg(target_os = "linux")]
        {
            // A process may fork while the table is read: walk until a walk finds nobody.
            let own = rustix::process::getpid().as_raw_nonzero().get();
            for _ in 0..50 {
                let below = descendants(own);
                if below.is_empty() {
                    break;
                }
                below.into_iter().for_each(kill_one);
                std::thread::sleep(Duration::from_millis(2));
            }
        }
    }

    /// Waits for adopted children that ended, so that no zombie stays. Commands of our own are
    /// left to the thread that waits for them.
    fn bury(&self) {
        #[cfg(target_os = "linux")]
        {
            let own = rustix::process::getpid().as_raw_nonzero().get();
            let leaders = self.lock().clone();
            for process in table() {
                if process.parent == own && process.dead && !leaders.contains(&process.pid) {
                    let _ = rustix::process::waitpid(
                        Pid::from_raw(process.pid),
                        rustix::process::WaitOptions::NOHANG,
                    );
                }
            }
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, BTreeSet<i32>> {
        self.leaders.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(unix)]
fn as_pid(pid: u32) -> Option<Pid> {
    i32::try_from(pid).ok().and_then(Pid::from_raw)
}

#[cfg(target_os = "linux")]
fn kill_one(pid: i32) {
    if let Some(pid) = Pid::from_raw(pid) {
        let _ = rustix::process::kill_process(pid, Signal::KILL);
    }
}

#[cfg(target_os = "linux")]
struct Row {
    pid: i32,
    parent: i32,
    dead: bool,
}

/// The living processes below `root`, `root` itself left out.
#[cfg(target_os = "linux")]
fn descendants(root: i32) -> Vec<i32> {
    let rows = table();
    let mut found = vec![root];
    let mut next = 0;
    while next < found.len() {
        let parent = found[next];
        found.extend(rows.iter().filter(|r| r.parent == parent).map(|r| r.pid));
        next += 1;
    }
    let dead: BTreeSet<i32> = rows.iter().filter(|r| r.dead).map(|r| r.pid).collect();
    found.remove(0);
    found.retain(|pid| !dead.contains(pid));
    found
}

#[cfg(target_os = "linux")]
fn table() -> Vec<Row> {
    let Ok(entries) = std::fs::read_dir("/proc") else {
        return Vec::new();
    };
    entries
        .flatten()
        .filter_map(|entry| {
            let pid: i32 = entry.file_name().to_str()?.parse().ok()?;
            let stat = std::fs::read_to_string(entry.path().join("stat")).ok()?;
            // The command's name stands in brackets and may hold anything, brackets too.
            let mut fields = stat.rsplit_once(')')?.1.split_whitespace();
            let dead = matches!(fields.next()?, "Z" | "X");
            let parent = fields.next()?.parse().ok()?;
            Some(Row { pid, parent, dead })
        })
        .collect()
}
