//! The host's own end, and what a later host finds.
#![cfg(target_os = "linux")]
#![allow(clippy::disallowed_methods, clippy::unwrap_used)]

mod common;

use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

use common::{Bed, alive, all_dead, eventually};
use parley_process::{MARKER_VARIABLE, Swept, host_is_alive, marker, sweep};

const HOST: &str = "PARLEY_TEST_HOST";

/// Not a test by itself: the host that `f048` starts and kills.
#[tokio::test]
async fn host_that_is_killed() {
    let Some(list) = std::env::var_os(HOST).map(PathBuf::from) else {
        return;
    };
    let bed = Bed::new();
    let daemon = "(setsid sh -c 'trap \"\" TERM; echo $$; while :; do sleep 1; done' &)";
    let mut agents = Vec::new();
    let mut pids = Vec::new();
    for script in [
        format!("{daemon}; exec cat"),
        format!("trap '' TERM; {daemon}; while :; do sleep 1; done"),
        format!("{daemon}; read line; yes >/dev/null"),
        format!("{daemon}; read line; yes"),
        format!("exec 0<&-; {daemon}; exec sleep 1000"),
        format!("{daemon}; exec 1>&- 2>&-; sleep 1000"),
    ] {
        let mut agent = bed.start(&script).await;
        pids.extend([
            agent.process.guardian_id(),
            agent.process.id(),
            agent.pid().await,
        ]);
        let _ = agent.process.write(b"go\n".to_vec());
        agents.push(agent);
    }
    let text: Vec<_> = pids.iter().map(u32::to_string).collect();
    let part = list.with_extension("part");
    std::fs::write(&part, text.join(" ")).unwrap();
    std::fs::rename(part, list).unwrap();
    std::future::pending::<()>().await;
}

#[tokio::test]
async fn f048_c02_a_killed_host_leaves_none_of_six_agents() {
    let bed = Bed::new();
    let list = bed.path().join("pids");
    let mut host = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "host_that_is_killed", "--nocapture"])
        .env(HOST, &list)
        .env("TMPDIR", bed.path())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    eventually("six agents run", || list.exists()).await;
    let text = std::fs::read_to_string(&list).unwrap();
    let pids: Vec<u32> = text.split(' ').map(|pid| pid.parse().unwrap()).collect();
    assert_eq!(pids.len(), 18);
    assert!(pids.iter().all(|pid| alive(*pid)));
    host.kill().unwrap();
    host.wait().unwrap();
    all_dead(&pids).await;
}

struct Marked(Child);

impl Marked {
    fn new(marker: &str) -> Self {
        let mut command = Command::new("sleep");
        command.arg("1000").env(MARKER_VARIABLE, marker);
        Self(command.spawn().unwrap())
    }
}

impl Drop for Marked {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[tokio::test]
async fn f049_the_sweep_kills_what_a_dead_host_left_and_nothing_else() {
    let own = marker();
    let (pid, rest) = own.split_once('-').unwrap();
    let (start, _) = rest.split_once('-').unwrap();
    let start: u64 = start.parse().unwrap();
    // The number of this very process, but of an earlier owner of it.
    let orphan = Marked::new(&format!("{pid}-{}-x", start + 1));
    let living = Marked::new(&own);
    let foreign = Marked::new("something else");
    let prefix = format!("{pid}-");
    let other_prefix = sweep("0-0-none", |_| false).await;
    assert_eq!(other_prefix, Swept::default());
    assert_eq!(
        sweep(&prefix, host_is_alive).await,
        Swept { killed: 1, left: 0 }
    );
    all_dead(&[orphan.0.id()]).await;
    assert!(alive(living.0.id()) && alive(foreign.0.id()));
}
