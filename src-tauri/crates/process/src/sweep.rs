//! Finding agents whose host is gone, by the marker in their environment (F049).

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
    kill_marked(move |marker| marker.starts_with(&prefix) && !alive(marker)).await
}

#[cfg(unix)]
pub(crate) async fn kill_marked(wanted: impl Fn(&str) -> bool + Send + 'static) -> Swept {
    tokio::task::spawn_blocking(move || blocking(wanted))
        .await
        .unwrap_or_default()
}

#[cfg(unix)]
fn blocking(wanted: impl Fn(&str) -> bool) -> Swept {
    use std::collections::HashSet;
    use std::time::{Duration, Instant};

    use rustix::process::Signal;

    use crate::{MARKER_VARIABLE, table};

    let deadline = Instant::now() + Duration::from_secs(2);
    let mut killed = HashSet::new();
    loop {
        let marked: Vec<_> = table::all()
            .into_iter()
            .filter(|entry| !entry.zombie && entry.pid != std::process::id())
            .filter(|entry| {
                table::variable(entry.pid, MARKER_VARIABLE).is_some_and(|marker| wanted(&marker))
            })
            .collect();
        if marked.is_empty() || Instant::now() >= deadline {
            let number = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
            return Swept {
                killed: number(killed.len()),
                left: number(marked.len()),
            };
        }
        for entry in marked {
            if table::signal(&entry, Signal::KILL) {
                killed.insert((entry.pid, entry.start));
            }
        }
        std::thread::sleep(Duration::from_millis(10));
    }
}

#[cfg(not(unix))]
async fn kill_marked(_wanted: impl Fn(&str) -> bool + Send + 'static) -> Swept {
    Swept::default()
}
