//! The step that starts a grandchild.

use std::fs;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::json;

use super::{Player, Snag};
use crate::play::steps::Spawn;

/// How long a grandchild may take to arrange itself, on a loaded machine.
const DEADLINE: Duration = Duration::from_secs(20);

impl Player {
    /// Returns when the grandchild is what was asked for: session, signals and all.
    pub(super) fn spawn(&mut self, wanted: &Spawn, name: Option<&str>) -> Result<(), Snag> {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let pid_file = match &wanted.pid_to {
            Some(path) => std::path::PathBuf::from(self.values.fill_string(path)?),
            None => std::env::temp_dir().join(format!(
                "understudy-{}-{}.pid",
                std::process::id(),
                COUNT.fetch_add(1, Ordering::Relaxed)
            )),
        };
        let _ = fs::remove_file(&pid_file);

        let own = std::env::current_exe().map_err(|error| format!("own program: {error}"))?;
        let mut command = Command::new(own);
        command.arg("offspring").arg("--pid-file").arg(&pid_file);
        for (flag, on) in [
            ("--setsid", wanted.setsid),
            ("--ignore-term", wanted.ignore_term),
            ("--detach", wanted.detach),
        ] {
            command.args(on.then_some(flag));
        }
        command.arg("--");
        if wanted.argv.is_empty() {
            command.args(["sleep", "600"]);
        }
        for arg in &wanted.argv {
            command.arg(self.values.fill_string(arg)?);
        }
        if wanted.clear_env {
            command.env_clear();
            command.envs(std::env::var_os("PATH").map(|path| ("PATH", path)));
        }
        #[cfg(unix)]
        if wanted.group {
            use std::os::unix::process::CommandExt as _;
            command.process_group(0);
        }
        command.stdin(Stdio::null());
        if !wanted.hold_stdout {
            command.stdout(Stdio::null()).stderr(Stdio::null());
        }
        let mut child = command
            .spawn()
            .map_err(|error| format!("grandchild: {error}"))?;
        thread::spawn(move || child.wait());

        let started = Instant::now();
        let pid: u32 = loop {
            if let Some(pid) = fs::read_to_string(&pid_file)
                .ok()
                .and_then(|pid| pid.parse().ok())
            {
                break pid;
            }
            if started.elapsed() > DEADLINE {
                return Err(Snag::Failed("the grandchild did not come up".to_owned()));
            }
            thread::sleep(Duration::from_millis(2));
        };
        if wanted.pid_to.is_none() {
            let _ = fs::remove_file(&pid_file);
        }
        self.common.journal.write("spawned", pid);
        if let Some(name) = name {
            self.values.bind(name, json!({"pid": pid}));
        }
        Ok(())
    }
}
