//! The guardian's loop, from the agent's start to the end of all it started.

use std::collections::HashSet;
use std::io::{Read, Write};
use std::os::fd::AsFd;
use std::os::unix::net::UnixStream;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::process::{Pid, Signal, WaitOptions};

use super::signals::Signals;
use crate::control::{KILL, Report, TERMINATE};
use crate::ending::Ended;

/// How long tools that outlive their agent may take to end by themselves.
const GRACE_AFTER_AGENT: Duration = Duration::from_millis(300);
/// How long agents may take when the host is gone.
const GRACE_AFTER_HOST: Duration = Duration::from_secs(1);
/// Between two rounds of SIGKILL.
const ROUND: Duration = Duration::from_millis(20);
/// What has not died by then is not ours to kill (another user's, or stuck in the kernel).
const PATIENCE: Duration = Duration::from_secs(5);

enum Phase {
    Running,
    /// All were asked to end.
    Ending {
        until: Instant,
    },
    /// All are being killed.
    Killing {
        until: Instant,
        next_round: Instant,
    },
}

pub(super) struct Watch {
    control: UnixStream,
    host_is_there: bool,
    signals: Signals,
    leader: Pid,
    leader_is_there: bool,
    phase: Phase,
    /// Everything signalled but the agent itself, by number and start time.
    survivors: HashSet<(u32, u64)>,
}

impl Watch {
    pub(super) fn new(control: UnixStream, signals: Signals, leader: Pid) -> Self {
        Self {
            control,
            host_is_there: true,
            signals,
            leader,
            leader_is_there: true,
            phase: Phase::Running,
            survivors: HashSet::new(),
        }
    }

    pub(super) fn run(&mut self) {
        loop {
            let left = self.reap();
            // What lost its parent there is no child of ours.
            #[cfg(target_vendor = "apple")]
            let left = left || (!self.leader_is_there && !self.everything().is_empty());
            if !left && !self.leader_is_there {
                return self.report_gone(0);
            }
            let now = Instant::now();
            match self.phase {
                Phase::Running if !self.leader_is_there => self.end(GRACE_AFTER_AGENT),
                Phase::Ending { until } if now >= until => self.kill(),
                Phase::Killing { until, .. } if now >= until => {
                    let left = self.everything().len();
                    return self.report_gone(u32::try_from(left).unwrap_or(u32::MAX));
                }
                Phase::Killing { until, next_round } if now >= next_round => {
                    self.kill_round(until);
                }
                Phase::Running | Phase::Ending { .. } | Phase::Killing { .. } => {}
            }
            self.wait();
        }
    }

    /// Takes the ends of all children that ended; says whether any child is left. Everything below
    /// us is a child of ours or hangs on one, so no child means no descendant.
    fn reap(&mut self) -> bool {
        loop {
            match rustix::process::wait(WaitOptions::NOHANG) {
                Ok(Some((pid, status))) if pid == self.leader && self.leader_is_there => {
                    self.leader_is_there = false;
                    let ended = match (status.exit_status(), status.terminating_signal()) {
                        (Some(code), _) => Ended::Code(code),
                        (None, signal) => Ended::Signal(signal.unwrap_or(libc::SIGKILL)),
                    };
                    tell(&self.control, Report::Exited(ended));
                }
                Ok(Some(_)) | Err(Errno::INTR) => {}
                Ok(None) => return true,
                Err(_) => {
                    self.leader_is_there = false;
                    return false;
                }
            }
        }
    }

    fn report_gone(&self, left: u32) {
        let killed = u32::try_from(self.survivors.len()).unwrap_or(u32::MAX);
        tell(&self.control, Report::Gone { killed, left });
    }

    fn end(&mut self, grace: Duration) {
        if matches!(self.phase, Phase::Running) {
            self.signal_all(Signal::TERM);
            let until = Instant::now() + grace;
            self.phase = Phase::Ending { until };
        }
    }

    fn kill(&mut self) {
        if !matches!(self.phase, Phase::Killing { .. }) {
            self.kill_round(Instant::now() + PATIENCE);
        }
    }

    /// Kills all there is now. What was being started meanwhile is for the next round.
    fn kill_round(&mut self, until: Instant) {
        self.signal_all(Signal::KILL);
        let next_round = Instant::now() + ROUND;
        self.phase = Phase::Killing { until, next_round };
    }

    #[cfg(target_os = "linux")]
    fn everything(&self) -> Vec<crate::table::Entry> {
        crate::table::descendants(std::process::id())
    }

    /// What hangs on us, and what lost its parent but is in our session: there is no subreaper.
    #[cfg(target_vendor = "apple")]
    fn everything(&self) -> Vec<crate::table::Entry> {
        let own = std::process::id();
        let leader = self.leader.as_raw_nonzero().get().unsigned_abs();
        let mut all = crate::table::all();
        let below = crate::table::below(&all, own);
        let below: HashSet<u32> = below.iter().map(|entry| entry.pid).collect();
        all.retain(|entry| {
            // In a terminal the agent leads a session; its number is safe until we reap it.
            let session = entry.session == own || (self.leader_is_there && entry.session == leader);
            entry.pid != own && !entry.zombie && (session || below.contains(&entry.pid))
        });
        all
    }

    #[cfg(any(target_os = "linux", target_vendor = "apple"))]
    fn signal_all(&mut self, signal: Signal) {
        let leader = self.leader.as_raw_nonzero().get().unsigned_abs();
        for entry in self.everything() {
            let sent = crate::table::signal(&entry, signal);
            if sent && !(self.leader_is_there && entry.pid == leader) {
                self.survivors.insert((entry.pid, entry.start));
            }
        }
    }

    /// Without a subreaper and a table, the agent's process group is all that can be reached.
    #[cfg(not(any(target_os = "linux", target_vendor = "apple")))]
    fn signal_all(&mut self, signal: Signal) {
        let _ = rustix::process::kill_process_group(self.leader, signal);
    }

    #[cfg(not(any(target_os = "linux", target_vendor = "apple")))]
    fn everything(&self) -> Vec<()> {
        Vec::new()
    }

    fn wait(&mut self) {
        let limit = match self.phase {
            Phase::Running => None,
            Phase::Ending { until } => Some(until.saturating_duration_since(Instant::now())),
            Phase::Killing { .. } => Some(ROUND),
        };
        let limit = limit.map(|limit| Timespec {
            tv_sec: i64::try_from(limit.as_secs()).unwrap_or(i64::MAX),
            tv_nsec: limit.subsec_nanos().into(),
        });
        let wanted = PollFlags::IN;
        let both = &mut [
            PollFd::from_borrowed_fd(self.signals.fd(), wanted),
            PollFd::from_borrowed_fd(self.control.as_fd(), wanted),
        ];
        // A closed socket would be ready for ever.
        let fds = if self.host_is_there {
            &mut both[..]
        } else {
            &mut both[..1]
        };
        let _ = poll(fds, limit.as_ref());
        if self.signals.take() {
            self.end(GRACE_AFTER_HOST);
        }
        if self.host_is_there {
            self.take_orders();
        }
    }

    fn take_orders(&mut self) {
        let mut orders = [0; 16];
        loop {
            match (&self.control).read(&mut orders) {
                Ok(0) => break,
                Ok(n) => {
                    for order in &orders[..n] {
                        match *order {
                            TERMINATE if self.leader_is_there => {
                                // The number is safe: we are the one who reaps it.
                                let _ =
                                    rustix::process::kill_process_group(self.leader, Signal::TERM);
                            }
                            KILL => self.kill(),
                            _ => {}
                        }
                    }
                }
                Err(error) if error.kind() == std::io::ErrorKind::WouldBlock => return,
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
                Err(_) => break,
            }
        }
        self.host_is_there = false;
        self.end(GRACE_AFTER_HOST);
    }
}

/// Tells the host, if it is there and listens. The socket never blocks, and holds far more than the
/// few lines of a whole life.
pub(super) fn tell(mut control: &UnixStream, report: Report) {
    let _ = control.write_all(report.line().as_bytes());
}
