//! Rules and modes decide in the user's place, narrowly, and the ledger tells of it.

use crate::approvals_agent::Asker;
use model::view::{LedgerBy, LedgerFormat, LedgerOutcome, LedgerQuery};
use model::{ApprovalMode, Decider, RuleDraft, RuleEffect, RulePattern, TurnOutcome};
use parley_tests::window::allow;
use parley_tests::{Stage, Window};

async fn stage() -> (Stage, Asker, Window) {
    let stage = Stage::open().await;
    let asker = Asker::new(&stage);
    let window = conversation(&stage, &asker).await;
    (stage, asker, window)
}

async fn conversation(stage: &Stage, asker: &Asker) -> Window {
    let id = stage.with_program(&asker.program(), Vec::new()).await;
    Window::new(&stage.host, "main", &id)
}

/// Asks once, makes the n-th rule that is offered, and answers by it.
async fn by_rule(stage: &Stage, window: &mut Window, message: &str, nth: usize) -> RuleDraft {
    window.send(message).await;
    let card = window.asked().await;
    let offered = stage.host.rule_proposals(&window.id, &card.key).unwrap();
    let draft = offered.allow[nth].draft.clone();
    stage
        .host
        .answer_by_rule("", window.answer(&card, allow()), draft.clone())
        .await
        .unwrap();
    window.ended(0).await;
    draft
}

fn command(words: &[&str], exact: bool) -> RulePattern {
    RulePattern::Command {
        words: words.iter().map(|word| (*word).to_owned()).collect(),
        exact,
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rule_from_a_card_lets_its_like_pass_and_nothing_else() {
    let (stage, asker, mut window) = stage().await;
    window
        .send("Bash 1 {\"command\":\"cargo test -p x\"}")
        .await;
    let card = window.asked().await;
    let offered = stage.host.rule_proposals(&window.id, &card.key).unwrap();
    let patterns: Vec<_> = offered
        .allow
        .iter()
        .map(|one| (one.draft.pattern.clone(), one.broad))
        .collect();
    assert_eq!(
        patterns,
        [
            (command(&["cargo", "test", "-p", "x"], true), false),
            (command(&["cargo", "test"], false), false),
            (command(&["cargo"], false), true),
        ]
    );
    let draft = offered.allow[1].draft.clone();
    let view = stage
        .host
        .answer_by_rule("", window.answer(&card, allow()), draft)
        .await
        .unwrap();
    assert_eq!(view.words.text, "commands that begin with “cargo test”");
    assert_eq!(window.ended(0).await, TurnOutcome::Completed);
    window
        .send("Bash 1 {\"command\":\"cargo test --all\"}")
        .await;
    assert_eq!(
        window.ended(1).await,
        TurnOutcome::Completed,
        "nobody was asked"
    );
    assert_eq!(asker.answers(), [true, true]);
    for (n, other) in ["cargo test; rm -rf x", "cargo build", "A=1 cargo test"]
        .into_iter()
        .enumerate()
    {
        window
            .send(&format!("Bash 1 {{\"command\":\"{other}\"}}"))
            .await;
        let card = window.asked().await;
        window.deny(&card, "no").await;
        window.ended(n + 2).await;
    }
    let page = stage.host.rules().await.unwrap();
    assert_eq!((page.rules.len(), page.rules[0].matched), (1, 2));
    let by_rule = stage.host.ledger(&LedgerQuery {
        by: Some(LedgerBy::Rule),
        ..LedgerQuery::default()
    });
    let by_rule = by_rule.unwrap();
    assert_eq!(by_rule.total, 2);
    assert!(matches!(&by_rule.entries[0].by, Some(Decider::Rule { id, .. }) if *id == view.id));
    assert_eq!(by_rule.entries[0].outcome, LedgerOutcome::Ran);
    stage.host.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deny_beats_an_allow_and_the_agent_hears_why() {
    let (stage, asker, mut window) = stage().await;
    let mut draft = by_rule(&stage, &mut window, "Bash 1 {\"command\":\"git log\"}", 2).await;
    assert_eq!(draft.pattern, command(&["git"], false));
    draft.effect = RuleEffect::Deny;
    draft.pattern = command(&["git", "push"], false);
    stage.host.add_rule(draft).await.unwrap();
    window
        .send("Bash 1 {\"command\":\"git push origin\"}")
        .await;
    window.ended(1).await;
    window.send("Bash 1 {\"command\":\"git status\"}").await;
    window.ended(2).await;
    assert_eq!(asker.answers(), [true, false, true]);
    assert!(window.text().contains("A rule of the user's refuses this"));
    stage.host.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn f080_another_folder_profile_or_program_asks() {
    let (stage, asker, mut window) = stage().await;
    by_rule(&stage, &mut window, "Bash 1 {\"command\":\"ls\"}", 0).await;
    let ask = "Bash 1 {\"command\":\"ls\"}";
    // Another folder.
    let other = stage.dir.path().join("other");
    std::fs::create_dir(&other).unwrap();
    let mut profile = stage.profile("aionrs", &asker.program().to_string_lossy());
    let id = stage
        .host
        .create_with(profile.clone(), &other.to_string_lossy())
        .await
        .unwrap();
    let mut elsewhere = Window::new(&stage.host, "main", &id);
    elsewhere.send(ask).await;
    elsewhere.asked().await;
    // Another profile.
    profile.id = model::ProfileId::from("someone");
    let id = stage
        .host
        .create_with(profile, &stage.workspace().to_string_lossy())
        .await
        .unwrap();
    let mut someone = Window::new(&stage.host, "main", &id);
    someone.send(ask).await;
    someone.asked().await;
    // The same, as long as nothing changed; then another program.
    let mut same = conversation(&stage, &asker).await;
    same.send(ask).await;
    same.ended(0).await;
    asker.install("# changed\n");
    let mut changed = conversation(&stage, &asker).await;
    changed.send(ask).await;
    changed.asked().await;
    let page = stage.host.rules().await.unwrap();
    assert!(page.rules[0].program_changed);
    stage.host.confirm_rule(&page.rules[0].id).await.unwrap();
    let mut confirmed = conversation(&stage, &asker).await;
    confirmed.send(ask).await;
    confirmed.ended(0).await;
    stage.host.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn f083_long_arguments_ask_whatever_a_rule_says() {
    let (stage, _asker, mut window) = stage().await;
    by_rule(&stage, &mut window, "Bash 1 {\"command\":\"echo a\"}", 2).await;
    let long = "x".repeat(10_001);
    window
        .send(&format!("Bash 1 {{\"command\":\"echo {long}\"}}"))
        .await;
    let card = window.asked().await;
    let offered = stage.host.rule_proposals(&window.id, &card.key).unwrap();
    assert_eq!(offered.allow, []);
    assert_eq!(offered.asks_always.unwrap().code, "asksLong");
    stage.host.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn f081_f111_rules_that_someone_else_changed_let_nothing_pass_and_are_told() {
    let (stage, _asker, mut window) = stage().await;
    by_rule(&stage, &mut window, "Bash 1 {\"command\":\"ls\"}", 0).await;
    let file = stage.dir.path().join("data/archive.db");
    let other = rusqlite::Connection::open(file).unwrap();
    other
        .execute(
            "UPDATE rules SET body = replace(body, '\"exact\":true', '\"exact\":false')",
            [],
        )
        .unwrap();
    window.send("Bash 1 {\"command\":\"ls\"}").await;
    let card = window.asked().await;
    window
        .until("why it asks", |window| {
            let told = window.text().contains("changed by another program");
            told.then_some(())
        })
        .await;
    let page = stage.host.rules().await.unwrap();
    assert_eq!(page.held.unwrap().code, "rulesChanged");
    assert!(page.can_keep);
    window.deny(&card, "").await;
    window.ended(1).await;
    assert_eq!(stage.host.keep_rules().await.unwrap().held, None);
    window.send("Bash 1 {\"command\":\"ls\"}").await;
    window.ended(2).await;
    // A table that can't be read.
    other.execute("UPDATE rules SET body = 'x'", []).unwrap();
    window.send("Bash 1 {\"command\":\"ls\"}").await;
    window.asked().await;
    let page = stage.host.rules().await.unwrap();
    assert_eq!(page.held.unwrap().code, "rulesUnreadable");
    stage.host.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn f061_a_long_request_is_allowed_only_when_its_end_was_seen() {
    let (stage, _asker, mut window) = stage().await;
    let long = "x".repeat(200_000);
    window
        .send(&format!("Bash 1 {{\"command\":\"echo {long}; rm -rf ~\"}}"))
        .await;
    let card = window.asked().await;
    assert!(card.must_scroll);
    assert!(card.raw_args.contains("rm -rf ~"));
    let shown = || {
        stage
            .host
            .approval_shown("main", &window.id, &card.key, &card.args_sha256)
            .unwrap();
    };
    shown();
    tokio::time::sleep(std::time::Duration::from_millis(720)).await;
    let answer = || window.answer(&card, allow());
    let refused = stage.host.answer_approval("main", answer()).await;
    assert_eq!(refused.unwrap_err().code, "notSeen");
    stage
        .host
        .approval_seen("main", &window.id, &card.key, &card.args_sha256)
        .unwrap();
    stage.host.answer_approval("main", answer()).await.unwrap();
    window.ended(0).await;
    stage.host.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn reads_that_are_alike_are_allowed_together_and_nothing_else_is() {
    let (stage, asker, mut window) = stage().await;
    window.send("Read 3 {\"file_path\":\"a.txt\"}").await;
    let cards = window
        .until("three requests", |window| {
            let cards = window.pending_cards();
            (cards.len() == 3).then_some(cards)
        })
        .await;
    assert!(cards.iter().all(|card| card.only_reads));
    let keys: Vec<_> = cards.iter().map(|card| card.key.clone()).collect();
    stage
        .host
        .allow_together("", &window.id, keys, cards[0].args_sha256.clone())
        .await
        .unwrap();
    window.ended(0).await;
    assert_eq!(asker.answers(), [true; 3]);
    window.send("Bash 2 {\"command\":\"ls\"}").await;
    let cards = window
        .until("two requests", |window| {
            let cards = window.pending_cards();
            (cards.len() == 2).then_some(cards)
        })
        .await;
    let keys: Vec<_> = cards.iter().map(|card| card.key.clone()).collect();
    let refused = stage
        .host
        .allow_together("", &window.id, keys, cards[0].args_sha256.clone())
        .await;
    assert_eq!(refused.unwrap_err().code, "refused");
    stage.host.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_ledger_is_searched_tried_and_saved_and_outlives_its_conversation() {
    let (stage, _asker, mut window) = stage().await;
    window.send("Bash 1 {\"command\":\"=cmd\"}").await;
    let card = window.asked().await;
    window.deny(&card, "not now").await;
    window.ended(0).await;
    window.send("Bash 1 {\"command\":\"make it\"}").await;
    let card = window.asked().await;
    stage
        .host
        .answer_approval("", window.answer(&card, allow()))
        .await
        .unwrap();
    window.ended(1).await;
    let find = |text: &str| {
        stage
            .host
            .ledger(&LedgerQuery {
                text: text.to_owned(),
                ..LedgerQuery::default()
            })
            .unwrap()
    };
    // The ledger is written with its neighbours, a moment after the decision.
    let begun = std::time::Instant::now();
    while find("not now").entries[0].outcome != LedgerOutcome::NotRun
        || find("make").entries[0].outcome != LedgerOutcome::Ran
    {
        assert!(begun.elapsed() < parley_tests::window::PATIENCE);
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    let denied = find("NOT now").entries.remove(0);
    assert_eq!(
        (denied.outcome, denied.by, denied.reason.as_str()),
        (LedgerOutcome::NotRun, Some(Decider::You), "not now")
    );
    let draft = RuleDraft {
        effect: RuleEffect::Allow,
        profile: Some(denied.profile.clone()),
        workspace: Some(denied.workspace.clone()),
        tool: Some("Bash".to_owned()),
        kind: None,
        pattern: command(&["make"], false),
    };
    let run = stage.host.try_rule(draft).unwrap();
    assert_eq!((run.looked_at, run.matched), (2, 1));
    let file = stage.dir.path().join("ledger.csv");
    let saved = stage
        .host
        .export_ledger(&LedgerQuery::default(), LedgerFormat::Csv, &file);
    assert_eq!(saved.unwrap(), 2);
    let text = std::fs::read_to_string(&file).unwrap();
    assert!(text.contains("\"'=cmd\""), "{text}");
    stage
        .host
        .export_ledger(&LedgerQuery::default(), LedgerFormat::Jsonl, &file)
        .unwrap();
    let text = std::fs::read_to_string(&file).unwrap();
    let lines: Vec<model::view::LedgerEntry> = text
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(lines.len(), 2);
    stage.host.delete(&window.id).await.unwrap();
    let stage = stage.reopen().await;
    let kept = stage.host.ledger(&LedgerQuery::default()).unwrap();
    assert_eq!(kept.total, 2);
    assert!(
        kept.entries
            .iter()
            .all(|one| one.args.is_empty() && one.args_sha256.len() == 64)
    );
    stage.host.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn f084_a_mode_the_host_keeps_passes_what_it_says_and_is_gone_after_a_restart() {
    let stage = Stage::open().await;
    let script = r#"{"await":"message","as":"m"}
{"start_turn":true}
{"ask":{"call_id":"t1","tool":"Write","args":{"file_path":"a.txt","content":"x"}}}
{"await":"answer"}
{"ask":{"call_id":"t2","tool":"Bash","args":{"command":"ls"}}}
{"await":"answer"}
{"end_turn":true}
"#;
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
    let id = stage
        .host
        .create_with(profile, &stage.workspace().to_string_lossy())
        .await
        .unwrap();
    let mut window = Window::new(&stage.host, "main", &id);
    window.pull().await;
    let header = window.header.clone().unwrap();
    assert_eq!(header.mode, "ask");
    let modes: Vec<_> = header
        .capabilities
        .modes
        .iter()
        .map(|mode| mode.stands_for)
        .collect();
    assert_eq!(
        modes,
        [
            ApprovalMode::Ask,
            ApprovalMode::AcceptEdits,
            ApprovalMode::AcceptAll
        ]
        .map(Some)
    );
    stage.host.set_mode(&id, "acceptEdits").await.unwrap();
    window.send("go").await;
    // The write waits for the moment in which the mode's word on it is written down.
    let card = window
        .until("that the write passed and the command asks", |window| {
            let cards = window.pending_cards();
            cards.into_iter().find(|card| card.key.call_id == "t2")
        })
        .await;
    window.deny(&card, "no").await;
    window.ended(0).await;
    let by_mode = stage.host.ledger(&LedgerQuery {
        by: Some(LedgerBy::Mode),
        ..LedgerQuery::default()
    });
    assert_eq!(by_mode.unwrap().total, 1);
    let stage = stage.reopen().await;
    let mut window = Window::new(&stage.host, "main", &id);
    window.pull().await;
    // Its profile was for that run only, so what is left knows no modes at all.
    assert_ne!(window.header.unwrap().mode, "acceptEdits");
    stage.host.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn c48_f079_a_rule_for_one_tool_says_nothing_of_its_neighbour() {
    let (stage, _asker, mut window) = stage().await;
    window.pull().await;
    let scope = window
        .header
        .as_ref()
        .unwrap()
        .capabilities
        .always_scope
        .clone();
    assert!(
        scope
            .unwrap()
            .contains("every later call of the same category")
    );
    let draft = by_rule(&stage, &mut window, "mcp__a 1 {\"x\":1}", 1).await;
    assert_eq!(draft.pattern, RulePattern::Any);
    window.send("mcp__a 1 {\"x\":2}").await;
    window.ended(1).await;
    window.send("mcp__b 1 {\"x\":1}").await;
    window.asked().await;
    stage.host.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_that_cannot_be_made_leaves_the_one_that_was_there() {
    let stage = Stage::open().await;
    let folder = stage.dir.path().join("saved");
    std::fs::create_dir(&folder).unwrap();
    let file = folder.join("mine.txt");
    std::fs::write(&file, "mine").unwrap();
    let untouched = || {
        assert_eq!(std::fs::read_to_string(&file).unwrap(), "mine");
        assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 1);
    };
    let silent = stage.guide().await;
    let nothing = stage.host.save_script(&silent, Some(file.clone()));
    assert_eq!(nothing.unwrap_err().code, "unknown");
    untouched();

    let id = stage.guide().await;
    let mut window = Window::new(&stage.host, "main", &id);
    window.send("hello").await;
    window.ended(0).await;
    // Neither can be read.
    let archive = stage.dir.path().join("data/archive.db");
    rusqlite::Connection::open(archive)
        .unwrap()
        .execute_batch("ALTER TABLE traffic RENAME TO t; ALTER TABLE decisions RENAME TO d;")
        .unwrap();
    let script = stage.host.save_script(&id, Some(file.clone()));
    assert_eq!(script.unwrap_err().code, "io");
    untouched();
    let all = LedgerQuery::default();
    for format in [LedgerFormat::Csv, LedgerFormat::Jsonl] {
        let ledger = stage.host.export_ledger(&all, format, &file);
        assert_eq!(ledger.unwrap_err().code, "io");
        untouched();
    }
    stage.host.shutdown().await;
}
