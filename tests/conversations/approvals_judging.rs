//! What a mode or a rule settles by itself is shown as waiting by nothing, at no
//! moment; what they do not settle in time is asked.

use crate::approvals_agent::Asker;
use host::Host;
use host::exec::{self, Approve, ExecAgent, ExecOptions};
use model::view::{LedgerBy, LedgerEntry, LedgerOutcome, LedgerQuery, RowBody};
use model::{
    Activity, ApprovalState, ConversationId, ExpiryReason, RuleDraft, RuleEffect, RulePattern,
    ToolState,
};
use parley_tests::window::PATIENCE;
use parley_tests::{Stage, Window};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Everything outside of a conversation's own rows that could say that it waits for the user.
fn says_that_it_waits(host: &Host, id: &ConversationId) -> Option<String> {
    let summary = host.summary(id).unwrap();
    let running = summary.activity == Activity::Running;
    let inbox = host.inbox().unwrap();
    let ledger = host.ledger(&LedgerQuery::default()).unwrap();
    let waits =
        |entry: &LedgerEntry| entry.conversation == *id && entry.outcome == LedgerOutcome::Waiting;
    if summary.activity == Activity::Waiting || summary.waiting > 0 {
        Some(format!("the list: {summary:?}"))
    } else if running && summary.unread {
        Some("it is news".to_owned())
    } else if inbox.total > 0 || !inbox.waiting.is_empty() {
        Some(format!("the inbox: {} wait", inbox.total))
    } else {
        let found = ledger.entries.iter().find(|entry| waits(entry));
        found.map(|entry| format!("the ledger: {}", entry.args))
    }
}

/// Everything of a window on the conversation that could.
fn shows_that_it_waits(window: &Window) -> Option<String> {
    let header = window.header.as_ref()?;
    let pending = !header.pending.is_empty() || header.activity == Activity::Waiting;
    let cards = window.pending_cards();
    (pending || !cards.is_empty()).then(|| format!("{header:?}\n{cards:?}"))
}

/// Looks as often as it can, from beside, until it is asked what it saw.
struct Watcher {
    over: Arc<AtomicBool>,
    looked: Arc<AtomicU64>,
    saw: std::thread::JoinHandle<Option<String>>,
}

impl Watcher {
    fn new(host: &Host, id: &ConversationId) -> Self {
        let over = Arc::new(AtomicBool::new(false));
        let looked = Arc::new(AtomicU64::new(0));
        let (until, count) = (Arc::clone(&over), Arc::clone(&looked));
        let (host, id) = (host.clone(), id.clone());
        let runtime = tokio::runtime::Handle::current();
        let saw = std::thread::spawn(move || {
            let _runtime = runtime.enter();
            while !until.load(Ordering::Acquire) {
                if let Some(said) = says_that_it_waits(&host, &id) {
                    return Some(said);
                }
                count.fetch_add(1, Ordering::AcqRel);
            }
            None
        });
        Self { over, looked, saw }
    }

    fn saw(self) -> Option<String> {
        self.over.store(true, Ordering::Release);
        let saw = self.saw.join().unwrap();
        assert!(saw.is_some() || self.looked.load(Ordering::Acquire) > 10);
        saw
    }
}

/// Pulls until a turn has ended, and sees no request that waits.
async fn ends_unasked(window: &mut Window, turn: usize) {
    let begun = Instant::now();
    while window.outcome(turn).is_none() {
        assert!(begun.elapsed() < PATIENCE, "{}", window.text());
        window.pull().await;
        assert_eq!(shows_that_it_waits(window), None);
    }
}

fn rule(stage: &Stage, effect: RuleEffect) -> RuleDraft {
    RuleDraft {
        effect,
        profile: Some(model::ProfileId::from("scripted")),
        workspace: Some(stage.workspace().to_string_lossy().into_owned()),
        tool: Some("Bash".to_owned()),
        kind: None,
        pattern: RulePattern::Command {
            words: vec!["echo".to_owned()],
            exact: false,
        },
    }
}

/// The ledger's entries by someone, once there are so many: it is written a moment later.
async fn ledger_of(host: &Host, by: Option<LedgerBy>, count: usize) -> Vec<LedgerEntry> {
    let begun = Instant::now();
    loop {
        let query = LedgerQuery {
            by,
            ..LedgerQuery::default()
        };
        let found = host.ledger(&query).unwrap();
        if usize::try_from(found.total).unwrap() == count {
            return found.entries;
        }
        assert!(begun.elapsed() < PATIENCE, "{} of {count}", found.total);
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// A conversation whose profile's program the rules know: it was started.
async fn started(stage: &Stage, asker: &Asker) -> ConversationId {
    let id = stage.with_program(&asker.program(), Vec::new()).await;
    stage.host.prepare(&id).await.unwrap();
    id
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_rule_settles_is_shown_as_waiting_nowhere() {
    const CALLS: usize = 25;
    for effect in [RuleEffect::Allow, RuleEffect::Deny] {
        let stage = Stage::open().await;
        let asker = Asker::new(&stage);
        let id = started(&stage, &asker).await;
        let passes = effect == RuleEffect::Allow;
        stage.host.add_rule(rule(&stage, effect)).await.unwrap();
        let mut window = Window::new(&stage.host, "main", &id);
        window.pull().await;
        let watcher = Watcher::new(&stage.host, &id);
        window
            .send(&format!("Bash {CALLS} {{\"command\":\"echo #\"}}"))
            .await;
        ends_unasked(&mut window, 0).await;
        assert_eq!(watcher.saw(), None, "{effect:?}");
        assert_eq!(asker.answers(), [passes; CALLS]);
        // Nothing is lost of it: each is in the ledger, with who decided.
        ledger_of(&stage.host, Some(LedgerBy::Rule), CALLS).await;
        stage.host.shutdown().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_mode_lets_pass_is_shown_as_waiting_nowhere() {
    let stage = Stage::open().await;
    let ask = |n: u32| {
        format!(
            "{{\"ask\":{{\"call_id\":\"t{n}\",\"tool\":\"Write\",\"args\":{{\"file_path\":\"{n}.txt\",\"content\":\"x\"}}}}}}\n"
        )
    };
    let asks: String = (0..20).map(ask).collect();
    let script = format!(
        "{{\"await\":\"message\",\"as\":\"m\"}}\n{{\"start_turn\":true}}\n{asks}{}{{\"end_turn\":true}}\n",
        "{\"await\":\"answer\"}\n".repeat(20)
    );
    let file = stage.dir.path().join("script.jsonl");
    std::fs::write(&file, script).unwrap();
    let understudy = parley_tests::stage::program("understudy");
    let mut profile = stage.profile("agentproc", &understudy.to_string_lossy());
    profile.args = [
        "play",
        "--protocol",
        "agentproc,wire=0.4",
        &file.to_string_lossy(),
    ]
    .map(str::to_owned)
    .to_vec();
    profile.settings.insert("wire".to_owned(), "0.4".into());
    profile
        .settings
        .insert("permission".to_owned(), true.into());
    let workspace = stage.workspace();
    let id = stage
        .host
        .create_with(profile, &workspace.to_string_lossy())
        .await
        .unwrap();
    stage.host.set_mode(&id, "acceptEdits").await.unwrap();
    let mut window = Window::new(&stage.host, "main", &id);
    window.pull().await;
    let watcher = Watcher::new(&stage.host, &id);
    window.send("go").await;
    ends_unasked(&mut window, 0).await;
    assert_eq!(watcher.saw(), None);
    stage.host.shutdown().await;
}

/// Rules that do not answer are waited for so long at least.
const IN_TIME: Duration = Duration::from_millis(900);

/// How a call stands in the window, and whether it has a card.
fn call(window: &Window) -> Option<(ToolState, bool)> {
    window.rows.values().find_map(|(row, _)| match &row.body {
        RowBody::Tool {
            state, approval, ..
        } => Some((state.clone(), approval.is_some())),
        _ => None,
    })
}

/// Whether both requests were written to the archive.
fn is_on_disk(stage: &Stage) -> bool {
    let file = stage.dir.path().join("data/archive.db");
    let count = "SELECT count(*) FROM approvals WHERE settled = 0";
    let count: rusqlite::Result<u32> = rusqlite::Connection::open(file)
        .and_then(|archive| archive.query_row(count, [], |row| row.get(0)));
    count.unwrap() > 1
}

/// Holds the rules' reader, so that nothing is judged, until it is dropped.
struct NoJudge {
    free: std::sync::mpsc::Sender<()>,
}

impl NoJudge {
    /// Only on a runtime that has one such thread.
    async fn new() -> Self {
        let (free, freed) = std::sync::mpsc::channel::<()>();
        let (held, holds) = tokio::sync::oneshot::channel();
        tokio::task::spawn_blocking(move || {
            held.send(()).unwrap();
            // Dropped with the test.
            let _ = freed.recv();
        });
        holds.await.unwrap();
        Self { free }
    }

    fn free(self) {
        self.free.send(()).unwrap();
    }
}

#[test]
fn what_is_not_judged_in_time_is_asked_and_what_parley_is_killed_with_is_missed() {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .max_blocking_threads(1)
        .enable_all()
        .build()
        .unwrap();
    runtime.block_on(async {
        // A machine so slow that the window looked after a whole second has seen nothing of it.
        let mut seen = false;
        for _ in 0..5 {
            seen = seen || held_and_killed().await;
        }
        assert!(seen, "no window ever saw a call that was not judged yet");
    });
}

/// Two requests that nobody judges; answers whether a window saw them before they were asked.
async fn held_and_killed() -> bool {
    let stage = Stage::open().await;
    let asker = Asker::new(&stage);
    let id = started(&stage, &asker).await;
    let draft = rule(&stage, RuleEffect::Allow);
    stage.host.add_rule(draft).await.unwrap();
    let mut window = Window::new(&stage.host, "main", &id);
    asker.hold();
    window.send("Bash 2 {\"command\":\"echo #\"}").await;
    let judge = NoJudge::new().await;
    let begun = Instant::now();
    asker.go_on();

    let (state, has_card) = window.until("a call", call).await;
    assert_eq!(state, ToolState::AwaitingApproval);
    let said = says_that_it_waits(&stage.host, &id);
    let seen = !has_card && begun.elapsed() < IN_TIME;
    if seen {
        assert_eq!((said, shows_that_it_waits(&window)), (None, None));
    }
    while !is_on_disk(&stage) {
        assert!(begun.elapsed() < PATIENCE, "no request is on disk");
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    stage.leave_behind();

    // Nobody judges: all of them are asked, not one after the other.
    let cards = window
        .until("that both ask", |window| {
            let cards = window.pending_cards();
            (cards.len() == 2).then_some(cards)
        })
        .await;
    assert_eq!(window.header.as_ref().unwrap().pending.len(), 2);
    assert_eq!(stage.host.summary(&id).unwrap().waiting, 2);
    assert_eq!(stage.host.inbox().unwrap().total, 2);
    window
        .until("why they ask", |window| {
            window
                .text()
                .contains("did not answer in time")
                .then_some(())
        })
        .await;
    judge.free();
    for card in &cards {
        window.deny(card, "").await;
    }
    window.ended(0).await;
    assert_eq!(asker.answers(), [false, false]);

    // What a kill before the judgement leaves: missed, told, and never passed.
    let killed = stage.found_after_a_kill().await;
    let inbox = killed.inbox().unwrap();
    assert_eq!((inbox.total, inbox.missed.len()), (0, 2));
    for missed in &inbox.missed {
        let gone = ApprovalState::Expired {
            reason: ExpiryReason::HostEnded,
        };
        assert_eq!((&missed.conversation, &missed.card.state), (&id, &gone));
    }
    killed.shutdown().await;
    let later = stage.found_after_a_kill().await;
    let entries = ledger_of(&later, None, 2).await;
    assert!(entries.iter().all(|entry| entry.by.is_none()));
    later.shutdown().await;
    stage.host.shutdown().await;
    seen
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rule_that_refuses_goes_before_an_answer_that_could_not_wait_for_it() {
    const CALLS: usize = 50;
    let stage = Stage::open().await;
    let asker = Asker::new(&stage);
    started(&stage, &asker).await;
    let draft = rule(&stage, RuleEffect::Deny);
    stage.host.add_rule(draft).await.unwrap();
    let program = asker.program();
    let options = ExecOptions {
        agent: ExecAgent::Given(Box::new(
            stage.profile("aionrs", &program.to_string_lossy()),
        )),
        workspace: stage.workspace(),
        approve: Approve::Always,
        resume: None,
        messages: vec![format!("Bash {CALLS} {{\"command\":\"echo #\"}}")],
        form: serde_json::Map::new(),
    };
    let code = exec::run(&stage.host, options, tokio::io::empty(), Vec::new()).await;
    assert_eq!(code, exec::COMPLETED);
    assert_eq!(asker.answers(), [false; CALLS]);
    stage.host.shutdown().await;
}
