//! Finding what has lost its guardian, or its host, by the marker in its environment (F049) and by
//! what was known of it.

#[cfg(unix)]
use std::collections::HashSet;
#[cfg(unix)]
use std::time::{Duration, Instant};

#[cfg(unix)]
use rustix::process::Signal;

#[cfg(unix)]
use crate::{
    MARKER_VARIABLE,
    table::{self, Entry},
};

/// What a sweep did.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Swept {
    /// Processes that were killed.
    pub killed: u32,
    /// Processes that would not die within two seconds.
    pub left: u32,
}

/// Kills what an earlier host left behind: every process of this user whose marker starts with
/// `instance_prefix` (empty: any) and for which `alive` says no. Call it at start with
/// [`crate::host_is_alive`]. A process is killed by number and start time together, so one that was
/// given a used number is never touched.
pub async fn sweep(instance_prefix: &str, alive: impl Fn(&str) -> bool + Send + 'static) -> Swept {
    let prefix = instance_prefix.to_owned();
    let wanted = move |marker: &str| marker.starts_with(&prefix) && !alive(marker);
    #[cfg(unix)]
    {
        rounds(move |all| marked(all, &wanted)).await
    }
    #[cfg(not(unix))]
    {
        let _ = wanted;
        Swept::default()
    }
}

/// What is left of an agent whose guardian is gone.
#[cfg(unix)]
pub(crate) struct Remains {
    pub(crate) marker: String,
    /// The guardian's number, which is its session's; only while it is not waited for.
    pub(crate) session: Option<u32>,
    /// What was below it, by number and start time.
    pub(crate) seen: HashSet<(u32, u64)>,
}

#[cfg(unix)]
impl Remains {
    /// Kills all of it, and what it started since.
    pub(crate) async fn end(self) -> Swept {
        let Self {
            marker,
            session,
            seen,
        } = self;
        rounds(move |all| {
            let ours = |entry: &Entry| {
                seen.contains(&(entry.pid, entry.start))
                    || (Some(entry.session) == session && Some(entry.pid) != session)
            };
            let mut found: Vec<Entry> = all
                .iter()
                .filter(|entry| !entry.zombie && ours(entry))
                .flat_map(|entry| {
                    let below = table::below(all, entry.pid);
                    below.into_iter().chain([entry.clone()])
                })
                .collect();
            found.extend(marked(all, &|text: &str| text == marker));
            found
        })
        .await
    }
}

#[cfg(unix)]
fn marked(all: &[Entry], wanted: &impl Fn(&str) -> bool) -> Vec<Entry> {
    all.iter()
        .filter(|entry| !entry.zombie)
        .filter(|entry| {
            table::variable(entry.pid, MARKER_VARIABLE).is_some_and(|marker| wanted(&marker))
        })
        .cloned()
        .collect()
}

/// Kills what `find` finds in the table, again and again until it finds nothing.
#[cfg(unix)]
async fn rounds(find: impl Fn(&[Entry]) -> Vec<Entry> + Send + 'static) -> Swept {
    let blocking = move || {
        let deadline = Instant::now() + Duration::from_secs(2);
        let mut killed = HashSet::new();
        loop {
            let mut found = find(&table::all());
            found.retain(|entry| entry.pid != std::process::id());
            let named = |entry: &Entry| (entry.pid, entry.start);
            found.sort_by_key(named);
            found.dedup_by_key(|entry| named(entry));
            if found.is_empty() || Instant::now() >= deadline {
                let number = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
                return Swept {
                    killed: number(killed.len()),
                    left: number(found.len()),
                };
            }
            for entry in found {
                if table::signal(&entry, Signal::KILL) {
                    killed.insert(named(&entry));
                }
            }
            std::thread::sleep(Duration::from_millis(10));
        }
    };
    tokio::task::spawn_blocking(blocking)
        .await
        .unwrap_or_default()
}
