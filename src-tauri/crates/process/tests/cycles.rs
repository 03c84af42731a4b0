//! Many agents one after the other leave nothing: no zombie, no descriptor, no thread.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used)]

mod common;

use std::os::unix::fs::PermissionsExt;

use common::{Bed, eventually};

/// `PARLEY_CYCLES` asks for more, such as the 2,000 of a soak.
fn cycles() -> usize {
    let asked = std::env::var("PARLEY_CYCLES").ok();
    asked.and_then(|n| n.parse().ok()).unwrap_or(40)
}

fn descriptors() -> usize {
    std::fs::read_dir("/proc/self/fd").unwrap().count()
}

fn threads() -> usize {
    std::fs::read_dir("/proc/self/task").unwrap().count()
}

fn children() -> Vec<u32> {
    let own = std::process::id().to_string();
    let pids = std::fs::read_dir("/proc").unwrap().flatten();
    pids.filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok())
        .filter(|pid| {
            let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
            let tail = stat.rsplit(')').next().unwrap_or_default();
            tail.split_whitespace().nth(1) == Some(own.as_str())
        })
        .collect()
}

async fn one(bed: &Bed) {
    let mut agent = bed.start("echo x; (setsid sleep 1000 &); echo y >&2").await;
    let (lines, exit) = agent.rest().await;
    assert_eq!((lines, exit.code), (vec!["x".to_owned()], Some(0)));
    agent.gone().await;
}

// One test for both rows: they count what belongs to the whole test process.
#[tokio::test]
async fn f050_c08_many_short_agents_leave_no_zombie_descriptor_or_thread() {
    let bed = Bed::new();
    for _ in 0..3 {
        one(&bed).await;
    }
    eventually("all tasks have ended", || children().is_empty()).await;
    let (descriptors_before, threads_before) = (descriptors(), threads());
    for _ in 0..cycles() {
        one(&bed).await;
    }
    eventually("no child is left, dead or alive", || children().is_empty()).await;
    eventually("descriptors are as before", || {
        descriptors() <= descriptors_before
    })
    .await;
    assert!(threads() <= threads_before + 1);
    // Starts that fail leave nothing either.
    for _ in 0..5 {
        let script = bed.path().join("no-shebang");
        std::fs::write(&script, "echo\n").unwrap();
        std::fs::set_permissions(&script, PermissionsExt::from_mode(0o755)).unwrap();
        assert!(
            parley_process::spawn(bed.program(script, &[]))
                .await
                .is_err()
        );
    }
    assert_eq!(children(), Vec::<u32>::new());
    // And all at once.
    let mut agents = Vec::new();
    for _ in 0..20 {
        agents.push(bed.start("exec cat").await);
    }
    for agent in &agents {
        agent.process.close_stdin();
    }
    for agent in &mut agents {
        assert_eq!(agent.exit().await.code, Some(0));
        agent.gone().await;
    }
    drop(agents);
    eventually("no child is left, dead or alive", || children().is_empty()).await;
    eventually("descriptors are as before", || {
        descriptors() <= descriptors_before
    })
    .await;
}
