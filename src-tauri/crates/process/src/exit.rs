//! How an agent ended.

/// The end of an agent process.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Exit {
    /// The exit code, when it ended by itself.
    pub code: Option<i32>,
    /// The signal that ended it, when one did.
    pub signal: Option<i32>,
    /// The last 64 KiB of stderr, lossy UTF-8.
    pub stderr_tail: String,
    /// How many processes besides the agent itself had to be ended with it or after it.
    pub survivors_killed: u32,
}

impl Exit {
    /// Whether the agent ended by itself with code 0.
    pub fn success(&self) -> bool {
        self.code == Some(0)
    }

    /// The end in a few words: `exit code 3`, `killed by SIGSEGV`.
    pub fn describe(&self) -> String {
        match (self.code, self.signal) {
            (Some(code), _) => format!("exit code {code}"),
            (None, Some(signal)) => match signal_name(signal) {
                Some(name) => format!("killed by {name}"),
                None => format!("killed by signal {signal}"),
            },
            (None, None) => "ended in an unknown way".to_owned(),
        }
    }
}

/// The name of a signal of this system, such as `SIGKILL`.
pub fn signal_name(signal: i32) -> Option<&'static str> {
    #[cfg(unix)]
    {
        NAMES
            .iter()
            .find(|(number, _)| *number == signal)
            .map(|(_, name)| *name)
    }
    #[cfg(not(unix))]
    {
        let _ = signal;
        None
    }
}

#[cfg(unix)]
const NAMES: &[(i32, &str)] = &[
    (libc::SIGHUP, "SIGHUP"),
    (libc::SIGINT, "SIGINT"),
    (libc::SIGQUIT, "SIGQUIT"),
    (libc::SIGILL, "SIGILL"),
    (libc::SIGTRAP, "SIGTRAP"),
    (libc::SIGABRT, "SIGABRT"),
    (libc::SIGBUS, "SIGBUS"),
    (libc::SIGFPE, "SIGFPE"),
    (libc::SIGKILL, "SIGKILL"),
    (libc::SIGUSR1, "SIGUSR1"),
    (libc::SIGSEGV, "SIGSEGV"),
    (libc::SIGUSR2, "SIGUSR2"),
    (libc::SIGPIPE, "SIGPIPE"),
    (libc::SIGALRM, "SIGALRM"),
    (libc::SIGTERM, "SIGTERM"),
    (libc::SIGXCPU, "SIGXCPU"),
    (libc::SIGXFSZ, "SIGXFSZ"),
    (libc::SIGVTALRM, "SIGVTALRM"),
    (libc::SIGPROF, "SIGPROF"),
    (libc::SIGSYS, "SIGSYS"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_end_is_described_in_words() {
        let code = Exit {
            code: Some(3),
            ..Exit::default()
        };
        assert_eq!(code.describe(), "exit code 3");
        #[cfg(unix)]
        {
            let signal = |signal| Exit {
                signal: Some(signal),
                ..Exit::default()
            };
            assert_eq!(signal(libc::SIGSEGV).describe(), "killed by SIGSEGV");
            assert_eq!(signal(63).describe(), "killed by signal 63");
        }
    }
}
