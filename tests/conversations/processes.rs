//! What runs for a conversation: its start, its environment, its figures and its end.

use model::ProfileId;
use model::view::{LoginShellState, ProcessView, StartAgain, VariableOrigin, WithheldWhy};
use model::{AgentProfile, ConversationId, Delivery, TurnOutcome};
use parley_tests::{Stage, Window, stage};
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

const READY: &str =
    r#"{"type":"ready","version":"0.1.0","session_id":"s1","capabilities":{"tool_approval":true}}"#;
/// A tool in a session of its own that ignores every polite word.
const DAEMON: &str =
    "(setsid sh -c 'trap \"\" TERM HUP INT; while :; do sleep 1; done' >/dev/null 2>&1 &)";
const PATIENCE: Duration = Duration::from_secs(30);

fn alive(pid: u32) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    let state = stat
        .rsplit(')')
        .next()
        .unwrap_or_default()
        .trim_start()
        .chars()
        .next();
    !matches!(state, None | Some('Z' | 'X'))
}

fn pids(view: &ProcessView) -> Vec<u32> {
    view.processes.iter().map(|row| row.pid).collect()
}

fn names(view: &ProcessView) -> BTreeSet<&str> {
    view.processes.iter().map(|row| row.name.as_str()).collect()
}

async fn gone(pids: &[u32]) {
    let begun = Instant::now();
    while pids.iter().any(|pid| alive(*pid)) {
        assert!(begun.elapsed() < PATIENCE, "still there: {pids:?}");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

/// Looks until the tree is as it should be.
async fn seen(
    stage: &Stage,
    id: &ConversationId,
    what: impl Fn(&ProcessView) -> bool,
) -> ProcessView {
    let begun = Instant::now();
    loop {
        let view = stage.host.processes(id).await.unwrap();
        if what(&view) {
            return view;
        }
        assert!(begun.elapsed() < PATIENCE, "never so: {view:#?}");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

fn program(path: PathBuf, script: &str) -> PathBuf {
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(&path, format!("#!/bin/sh\n{script}\n")).unwrap();
    std::fs::set_permissions(&path, PermissionsExt::from_mode(0o755)).unwrap();
    path
}

async fn sh(stage: &Stage, script: &str) -> ConversationId {
    let args = vec!["-c".to_owned(), script.to_owned()];
    stage.with_program(Path::new("/bin/sh"), args).await
}

async fn talk_to(stage: &Stage, profile: AgentProfile) -> ConversationId {
    let workspace = stage.workspace();
    stage
        .host
        .create_with(profile, &workspace.to_string_lossy())
        .await
        .unwrap()
}

fn dumped(file: &Path) -> BTreeMap<String, String> {
    let text = std::fs::read_to_string(file).unwrap_or_default();
    text.split('\0')
        .filter_map(|pair| pair.split_once('='))
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn c14_a_start_is_what_its_explanation_says() {
    let dir = tempfile::tempdir().unwrap();
    let (environment, arguments) = (dir.path().join("env"), dir.path().join("args"));
    let script = format!(
        "/usr/bin/env -0 > {}.part; pwd -P > {args}.part; printf '%s\\n' \"$0\" \"$@\" >> {args}.part; mv {args}.part {args}; mv {env}.part {env}; echo '{READY}'; exec cat >/dev/null",
        environment.display(),
        args = arguments.display(),
        env = environment.display(),
    );
    let program = program(dir.path().join("agent with space"), &script);
    let variables = [
        ("API_KEY", "not for it".to_owned()),
        ("WANTED", "1".to_owned()),
    ];
    let stage = stage::with_environment(dir, &variables).await;
    let mut profile = stage.profile("aionrs", &program.to_string_lossy());
    profile.args = vec!["--x=a b".to_owned()];
    profile.env = BTreeMap::from([("MINE".to_owned(), "of ${WANTED}".to_owned())]);
    profile.settings = json!({"pass_env": ["WANTED", "ABSENT"], "model": "m"})
        .as_object()
        .unwrap()
        .clone();
    let report = host::check::run(
        &stage.host,
        &host::exec::ExecAgent::Given(Box::new(profile.clone())),
        &stage.workspace(),
    )
    .await
    .unwrap();
    assert!(report.ok, "{}", report.outcome);
    let of_trial = (
        dumped(&environment),
        std::fs::read_to_string(&arguments).unwrap(),
    );
    std::fs::remove_file(&environment).unwrap();

    let id = talk_to(&stage, profile).await;
    stage.host.prepare(&id).await.unwrap();
    seen(&stage, &id, |_| environment.exists()).await;
    let of_start = (
        dumped(&environment),
        std::fs::read_to_string(&arguments).unwrap(),
    );
    let without_marker = |mut all: BTreeMap<String, String>| {
        assert!(all.remove("PARLEY_PROCESS").is_some());
        // The shell's own.
        all.remove("PWD");
        all.remove("_");
        all
    };
    assert_eq!(of_trial.1, of_start.1, "the same folder and arguments");
    let given = without_marker(of_start.0);
    assert_eq!(without_marker(of_trial.0), given, "the same environment");

    let told: BTreeMap<String, String> = report
        .start
        .environment
        .iter()
        .filter(|variable| variable.name != "PARLEY_PROCESS")
        .map(|variable| (variable.name.clone(), variable.value.clone()))
        .collect();
    assert_eq!(told, given);
    let mut lines = vec![report.start.cwd.clone()];
    lines.extend(report.start.argv.iter().cloned());
    assert_eq!(of_start.1.lines().collect::<Vec<_>>(), lines);
    let origin = |name: &str| {
        let mut all = report.start.environment.iter();
        all.find(|variable| variable.name == name).unwrap().from
    };
    assert_eq!(origin("WANTED"), VariableOrigin::OptIn);
    assert_eq!(origin("MINE"), VariableOrigin::Profile);
    assert_eq!(origin("HOME"), VariableOrigin::System);
    let withheld: Vec<_> = report
        .start
        .withheld
        .iter()
        .map(|variable| (variable.name.as_str(), variable.why))
        .collect();
    assert!(
        withheld.contains(&("ABSENT", WithheldWhy::NotFound)),
        "{withheld:?}"
    );
    stage.host.shutdown().await;
}

/// A stage as a dock would start it: two folders on the PATH, no terminal, and this shell.
async fn from_a_dock(dir: tempfile::TempDir, shell: &Path) -> Stage {
    let variables = [
        ("PATH", "/usr/bin:/bin".to_owned()),
        ("SHELL", shell.to_string_lossy().into_owned()),
    ];
    let stage = stage::with_environment(dir, &variables).await;
    stage.host.started_for_windows();
    stage
}

/// A login shell that prints a banner and sets what a start file would.
fn login_shell(dir: &Path) -> PathBuf {
    let script = format!(
        "echo 'Welcome back!'; export PATH=\"{}/tools:/bin\" MARKER=from-the-shell; for last in \"$@\"; do :; done; exec /bin/sh -c \"$last\"",
        dir.display()
    );
    program(dir.join("shell"), &script)
}

#[tokio::test(flavor = "multi_thread")]
async fn c19_c20_a_start_from_a_dock_finds_what_the_shell_profile_sets() {
    let dir = tempfile::tempdir().unwrap();
    let shell = login_shell(dir.path());
    let environment = dir.path().join("env");
    let dump = format!(
        "/usr/bin/env -0 > {0}.part; mv {0}.part {0}; echo '{READY}'; exec cat >/dev/null",
        environment.display()
    );
    program(dir.path().join("tools/my-agent"), &dump);
    let stage = from_a_dock(dir, &shell).await;
    let mut profile = stage.profile("aionrs", "my-agent");
    profile.settings = json!({"pass_env": ["MARKER"]}).as_object().unwrap().clone();
    let id = talk_to(&stage, profile).await;
    stage.host.prepare(&id).await.unwrap();
    seen(&stage, &id, |_| environment.exists()).await;
    let given = dumped(&environment);
    assert_eq!(given["MARKER"], "from-the-shell");
    let tools = stage.dir.path().join("tools");
    assert_eq!(given["PATH"], format!("{}:/bin:/usr/bin", tools.display()));

    // Not asked for, it is named as what could be.
    let explained = stage
        .host
        .explain_profile(&ProfileId::from("guide"), "~")
        .await
        .unwrap();
    assert_eq!(explained.login_shell.state, LoginShellState::Used);
    assert!(
        explained.login_shell.text.contains("PATH"),
        "the policy is told"
    );
    let marker = explained
        .environment
        .iter()
        .find(|variable| variable.name == "MARKER");
    assert_eq!(marker, None);
    stage.host.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn c21_a_shell_that_sleeps_holds_a_start_for_two_seconds_and_no_more() {
    let dir = tempfile::tempdir().unwrap();
    let shell = program(dir.path().join("shell"), "exec sleep 1000");
    let begun = Instant::now();
    let stage = from_a_dock(dir, &shell).await;
    let id = talk_to(&stage, stage.profile("aionrs", "absent-agent")).await;
    let problem = stage.host.prepare(&id).await.unwrap_err();
    let took = begun.elapsed();
    assert!(took < Duration::from_secs(5), "{took:?}");
    let text = problem.message;
    assert!(
        text.contains("was not found in /usr/bin, /bin") && text.contains("login shell"),
        "{text}"
    );
    // The next one does not wait for it again.
    let begun = Instant::now();
    stage.host.prepare(&id).await.unwrap_err();
    assert!(begun.elapsed() < Duration::from_secs(2));
    stage.host.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_panel_shows_the_tree_its_words_and_its_end() {
    let stage = Stage::open().await;
    let script = format!(
        "echo 'starting up' >&2; echo 'key sk-ant-0123456789abcdef' >&2; {DAEMON}; echo '{READY}'; exec cat >/dev/null"
    );
    let id = sh(&stage, &script).await;
    assert_eq!(stage.host.all_processes().await, [], "nothing runs yet");
    stage.host.prepare(&id).await.unwrap();
    let all = BTreeSet::from(["cat", "sh", "sleep"]);
    let view = seen(&stage, &id, |view| {
        // A child that is still a copy of its shell has the shell's name.
        names(view) == all && view.stderr.len() == 2 && !view.starting
    })
    .await;
    assert!(view.running && view.last_end.is_none());
    assert_eq!(view.stderr, ["starting up", "key •••"]);
    assert_eq!(view.start_again, StartAgain::Now);
    assert_eq!(view.ceiling_bytes, Some(4096 * 1024 * 1024));
    assert!(view.rss_bytes > 0 && !view.over_ceiling);
    assert_eq!(view.processes[0].depth, 0);
    for row in &view.processes {
        assert!(
            row.threads == 1 && row.rss_bytes > 0 && row.started_at > 0,
            "{row:?}"
        );
        assert!(!row.command.is_empty());
    }
    // The second look has shares.
    let again = seen(&stage, &id, |view| view.processor_percent.is_some()).await;
    assert!(again.processor_percent.unwrap() < 100.0);

    stage.host.force_stop(&id).await.unwrap();
    gone(&pids(&view)).await;
    let view = seen(&stage, &id, |view| !view.running).await;
    let end = view.last_end.clone().unwrap();
    assert_eq!(
        (end.how.as_str(), end.signal, end.wanted),
        ("killed by SIGKILL", Some(9), true)
    );
    assert_eq!(view.processes, []);
    assert_eq!(
        view.stderr,
        ["starting up", "key •••"],
        "its last words stay"
    );
    assert_eq!(stage.host.all_processes().await.len(), 1);
    stage.host.restart(&id).await.unwrap();
    let view = seen(&stage, &id, |view| view.processes.len() >= 3).await;
    assert!(view.running);
    stage.host.shutdown().await;
    gone(&pids(&view)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tree_over_its_ceiling_is_warned_of_once_and_not_ended() {
    let stage = Stage::open().await;
    let mut profile = stage.profile("aionrs", "/bin/sh");
    profile.args = vec![
        "-c".to_owned(),
        format!(
            "echo '{READY}'; x=$(head -c 8000000 /dev/zero | tr '\\0' x); read line; read line"
        ),
    ];
    profile.settings = json!({"memory_ceiling_mib": 4})
        .as_object()
        .unwrap()
        .clone();
    let id = talk_to(&stage, profile).await;
    let mut window = Window::new(&stage.host, "main", &id);
    stage.host.prepare(&id).await.unwrap();
    let view = seen(&stage, &id, |view| view.over_ceiling).await;
    assert_eq!(view.ceiling_bytes, Some(4 * 1024 * 1024));
    let banner = |window: &Window| window.header.as_ref()?.banner.clone();
    assert!(stage.host.weigh_agents().await);
    let shown = window
        .until("a warning", |window| {
            banner(window).filter(|b| b.code == "memory")
        })
        .await;
    assert!(
        shown.text.contains("Nothing is ended by itself"),
        "{}",
        shown.text
    );
    // The agent itself: what it starts for a moment may be gone by now.
    assert!(alive(pids(&view)[0]));
    assert!(stage.host.weigh_agents().await, "and it is still watched");
    stage.host.force_stop(&id).await.unwrap();
    seen(&stage, &id, |view| !view.running).await;
    assert!(!stage.host.weigh_agents().await, "nothing is left to watch");
    stage.host.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn f056_an_agent_that_keeps_ending_is_started_later_each_time_and_then_not() {
    let stage = Stage::open().await;
    let ran = stage.dir.path().join("ran");
    let id = sh(
        &stage,
        &format!("echo x >> {}; echo bad config >&2; exit 9", ran.display()),
    )
    .await;
    let mut window = Window::new(&stage.host, "main", &id);
    let begun = Instant::now();
    for n in 0..5 {
        window.send("hello").await;
        assert_eq!(
            window.ended(n).await,
            TurnOutcome::AgentExited {
                how: "exit code 9".to_owned()
            }
        );
    }
    // 0 + 1 + 2 + 4 s.
    assert!(
        begun.elapsed() >= Duration::from_secs(7),
        "{:?}",
        begun.elapsed()
    );
    let starts = || std::fs::read_to_string(&ran).unwrap().lines().count();
    assert_eq!(starts(), 5);
    window.send("hello").await;
    assert!(matches!(window.ended(5).await, TurnOutcome::Failed { .. }));
    assert!(
        window.text().contains("5 times in 10 minutes"),
        "{}",
        window.text()
    );
    assert_eq!(starts(), 5, "no sixth start");
    let view = stage.host.processes(&id).await.unwrap();
    assert_eq!(view.start_again, StartAgain::Stopped { crashes: 5 });
    assert!(stage.host.prepare(&id).await.is_err());
    // The user's word counts.
    stage.host.restart(&id).await.unwrap();
    seen(&stage, &id, |_| starts() == 6).await;
    stage.host.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_start_that_waits_can_be_stopped() {
    let stage = Stage::open().await;
    let id = sh(&stage, "exit 9").await;
    let mut window = Window::new(&stage.host, "main", &id);
    for n in 0..2 {
        window.send("hello").await;
        window.ended(n).await;
    }
    window.send("third").await;
    let waits = |window: &Window| {
        let banner = window.header.as_ref()?.banner.clone()?;
        (banner.code == "startsAgain").then_some(())
    };
    window.until("the start to wait", waits).await;
    stage.host.stop(&id).await.unwrap();
    assert_eq!(window.ended(2).await, TurnOutcome::Stopped);
    let banner = window.header.as_ref().unwrap().banner.clone();
    assert_eq!(banner, None);
    stage.host.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_message_whose_agent_is_stopped_before_it_is_ready_was_not_sent() {
    let stage = Stage::open().await;
    for (n, force) in [false, true].into_iter().enumerate() {
        let id = sh(&stage, "exec cat >/dev/null").await;
        let mut window = Window::new(&stage.host, &format!("w{n}"), &id);
        window.send("hello").await;
        seen(&stage, &id, |view| view.starting && view.running).await;
        if force {
            stage.host.force_stop(&id).await.unwrap();
        } else {
            stage.host.stop(&id).await.unwrap();
        }
        window.ended(0).await;
        let said = crate::recorder::said(&window);
        assert_eq!(said, [("hello".to_owned(), Delivery::Undelivered)]);
    }
    stage.host.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_agent_in_a_turn_is_asked_to_stop_before_its_input_ends() {
    let stage = Stage::open().await;
    let id = stage
        .scripted(&format!(
            "{{\"emit\":{READY}}}\n{}",
            r#"{"expect":{"type":"message"},"as":"m"}
{"emit":{"type":"stream_start","msg_id":"${m.msg_id}"}}
{"expect":{"type":"stop"}}
{"emit":{"type":"stream_end","msg_id":"${m.msg_id}"}}
{"wait_eof":true}
{"stderr":"asked first"}
"#
        ))
        .await;
    let mut window = Window::new(&stage.host, "main", &id);
    window.send("work").await;
    window.running().await;
    seen(&stage, &id, |view| view.running && !view.starting).await;
    stage.host.restart(&id).await.unwrap();
    window.ended(0).await;
    let view = stage.host.processes(&id).await.unwrap();
    let end = view.last_end.unwrap();
    assert_eq!((end.how.as_str(), end.wanted), ("exit code 0", true));
    stage.host.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn f059_c01_a_quit_with_six_busy_agents_ends_them_all_at_once() {
    let stage = Stage::open().await;
    let busy = |trap: &str| {
        format!(
            r#"{trap}{DAEMON}; echo '{READY}'; read line; id=$(echo "$line" | sed 's/.*"msg_id":"\([^"]*\)".*/\1/'); echo "{{\"type\":\"stream_start\",\"msg_id\":\"$id\"}}"; echo "{{\"type\":\"text_delta\",\"msg_id\":\"$id\",\"text\":\"half of it\"}}"; while :; do sleep 1; done"#
        )
    };
    let mut windows = Vec::new();
    for n in 0..6 {
        // Every second one ignores all but a kill.
        let script = busy(if n % 2 == 0 { "" } else { "trap '' TERM; " });
        let id = sh(&stage, &script).await;
        let window = Window::new(&stage.host, "main", &id);
        window.send("work").await;
        windows.push((id, window));
    }
    let mut all = Vec::new();
    for (id, window) in &mut windows {
        let text = |window: &Window| window.text().contains("half of it").then_some(());
        window.until("half an answer", text).await;
        all.extend(pids(&stage.host.processes(id).await.unwrap()));
    }
    assert!(all.len() >= 12, "{all:?}");
    let begun = Instant::now();
    let stage = stage.reopen().await;
    let took = begun.elapsed();
    assert!(took < Duration::from_secs(8), "{took:?}");
    assert!(all.iter().all(|pid| !alive(*pid)), "something is left");
    for (id, _) in windows {
        let mut window = Window::new(&stage.host, "main", &id);
        let text = |window: &Window| window.text().contains("half of it").then_some(());
        window.until("what was said", text).await;
    }
    stage.host.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn c07_an_agent_for_one_turn_leaves_nothing_between_turns() {
    let stage = Stage::open().await;
    let children = || {
        let own = std::process::id().to_string();
        let all = std::fs::read_dir("/proc").unwrap().flatten();
        all.filter_map(|entry| {
            let stat = std::fs::read_to_string(entry.path().join("stat")).ok()?;
            let tail = stat.rsplit(')').next()?.to_owned();
            (tail.split_whitespace().nth(1)? == own).then_some(stat)
        })
        .collect::<Vec<_>>()
    };
    let mut profile = stage.profile("agentproc", "/bin/sh");
    profile.args = vec!["-c".to_owned(), format!("{DAEMON}; echo done")];
    let id = talk_to(&stage, profile).await;
    let mut window = Window::new(&stage.host, "main", &id);
    for n in 0..25 {
        window.send("go").await;
        assert_eq!(window.ended(n).await, TurnOutcome::Completed);
        seen(&stage, &id, |view| !view.running).await;
        let begun = Instant::now();
        while !children().is_empty() {
            assert!(begun.elapsed() < PATIENCE, "{:?}", children());
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }
    stage.host.shutdown().await;
}
