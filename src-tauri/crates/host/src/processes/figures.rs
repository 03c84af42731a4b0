//! Rows of a tree, and shares of the processor from one look to the next.

use model::view::ProcessRow;
use process::ProcessInfo;
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, UNIX_EPOCH};

/// Processor time is counted in hundredths of a second: over a shorter time a share says nothing.
const SHORTEST: Duration = Duration::from_millis(500);

/// A process, by number and start time.
type Name = (u32, u64);

/// What was seen at the last look.
#[derive(Default)]
pub(crate) struct Samples(Mutex<Kept>);

#[derive(Default)]
pub(crate) struct Kept {
    /// Processor time at a moment.
    seen: HashMap<Name, (Duration, Instant)>,
    /// The look that goes on.
    now: HashMap<Name, (Duration, Instant)>,
}

impl Samples {
    pub(super) fn lock(&self) -> MutexGuard<'_, Kept> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Kept {
    /// A tree as rows: parents before their children, in order of their start.
    pub(super) fn rows(&mut self, tree: &[ProcessInfo]) -> Vec<ProcessRow> {
        let now = Instant::now();
        let row = |depth: u32, process: &ProcessInfo, share: Option<f64>| ProcessRow {
            pid: process.pid,
            parent: process.parent,
            depth,
            name: process.name.clone(),
            command: super::command(process),
            rss_bytes: process.rss_bytes,
            processor_percent: share,
            started_at: process
                .started
                .duration_since(UNIX_EPOCH)
                .map_or(0, |since| u64::try_from(since.as_millis()).unwrap_or(0)),
            threads: process.threads,
        };
        in_order(tree)
            .into_iter()
            .map(|(depth, process)| row(depth, process, self.share(process, now)))
            .collect()
    }

    fn share(&mut self, process: &ProcessInfo, now: Instant) -> Option<f64> {
        let name = (process.pid, process.start_ticks);
        let Some(&(used, at)) = self.seen.get(&name) else {
            self.now.insert(name, (process.processor, now));
            return None;
        };
        let since = now.duration_since(at);
        if since < SHORTEST {
            // Two windows look: both measure from the same moment.
            self.now.insert(name, (used, at));
        } else {
            self.now.insert(name, (process.processor, now));
        }
        (since >= SHORTEST / 5).then(|| {
            let used = process.processor.saturating_sub(used);
            (used.as_secs_f64() / since.as_secs_f64() * 1000.0).round() / 10.0
        })
    }

    /// The look is over. What was not part of it is kept while it is young: another window may look
    /// at another conversation.
    pub(super) fn settle(&mut self) {
        self.seen
            .retain(|_, (_, at)| at.elapsed() < Duration::from_secs(60));
        self.seen.extend(self.now.drain());
    }
}

/// All of a tree together; none where nothing was measured.
pub(super) fn total(rows: &[ProcessRow]) -> Option<f64> {
    let shares: Vec<f64> = rows
        .iter()
        .filter_map(|row| row.processor_percent)
        .collect();
    (!shares.is_empty()).then(|| (shares.iter().sum::<f64>() * 10.0).round() / 10.0)
}

fn in_order(tree: &[ProcessInfo]) -> Vec<(u32, &ProcessInfo)> {
    let mut children: HashMap<u32, Vec<&ProcessInfo>> = HashMap::new();
    let mut open: Vec<(u32, &ProcessInfo)> = Vec::new();
    let mut sorted: Vec<&ProcessInfo> = tree.iter().collect();
    // What is taken from the end comes first.
    model::order::sort_by_key(&mut sorted, |process| {
        std::cmp::Reverse((process.start_ticks, process.pid))
    });
    for process in sorted {
        let has_parent =
            process.parent != process.pid && tree.iter().any(|other| other.pid == process.parent);
        if has_parent {
            children.entry(process.parent).or_default().push(process);
        } else {
            open.push((0, process));
        }
    }
    let mut ordered = Vec::with_capacity(tree.len());
    while let Some((depth, process)) = open.pop() {
        ordered.push((depth, process));
        let below = children.remove(&process.pid).unwrap_or_default();
        open.extend(below.into_iter().map(|child| (depth + 1, child)));
    }
    ordered
}

#[cfg(test)]
mod tests {
    use super::*;

    fn process(pid: u32, parent: u32, start_ticks: u64) -> ProcessInfo {
        ProcessInfo {
            pid,
            parent,
            name: format!("p{pid}"),
            command: vec!["p".to_owned(), "--api-key=x".to_owned()],
            rss_bytes: 1,
            threads: 1,
            processor: Duration::ZERO,
            started: UNIX_EPOCH + Duration::from_secs(7),
            start_ticks,
        }
    }

    #[test]
    fn a_tree_is_told_from_the_agent_down() {
        let tree = [
            process(30, 20, 5),
            process(20, 10, 3),
            process(40, 20, 4),
            process(10, 2, 1),
            process(50, 2, 9),
        ];
        let rows = Kept::default().rows(&tree);
        let order: Vec<_> = rows.iter().map(|row| (row.pid, row.depth)).collect();
        assert_eq!(order, [(10, 0), (20, 1), (40, 2), (30, 2), (50, 0)]);
        assert_eq!(rows[0].command, ["p", "--api-key=•••"]);
        assert_eq!(rows[0].started_at, 7000);
        assert_eq!(total(&rows), None);
    }

    #[test]
    fn a_share_is_measured_from_one_look_to_the_next() {
        let mut kept = Kept::default();
        let before = Instant::now()
            .checked_sub(Duration::from_secs(2))
            .expect("an uptime of two seconds");
        kept.seen.insert((10, 1), (Duration::from_secs(1), before));
        let mut busy = process(10, 2, 1);
        busy.processor = Duration::from_secs(4);
        // The same number, but another process.
        let other = process(11, 2, 8);
        kept.seen.insert((11, 7), (Duration::ZERO, before));
        let rows = kept.rows(&[busy, other]);
        let share = rows[0].processor_percent.expect("a share");
        assert!((149.0..=150.0).contains(&share), "{share}");
        assert_eq!(rows[1].processor_percent, None);
        assert_eq!(total(&rows), Some(share));
    }
}
