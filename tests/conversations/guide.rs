//! The built-in guide really works in the folder.

use model::view::{BlockKind, RowBody};
use model::{ToolState, TurnOutcome};
use parley_tests::{Stage, Window};

#[tokio::test(flavor = "multi_thread")]
async fn a_list_is_shown_after_it_was_allowed() {
    let stage = Stage::open().await;
    std::fs::write(stage.workspace().join("apple.txt"), "x").unwrap();
    let id = stage.guide().await;
    let mut window = Window::new(&stage.host, "main", &id);
    window.send("list").await;
    let card = window.asked().await;
    assert_eq!(card.risk.reasons[0].code, "onlyReads");
    window.allow(&card).await;
    assert_eq!(window.ended(0).await, TurnOutcome::Completed);
    assert!(window.text().contains("apple.txt"), "{}", window.text());
    let allowed_by = window.rows.values().find_map(|(row, _)| match &row.body {
        RowBody::Tool {
            allowed_by, state, ..
        } => Some((allowed_by.clone(), state.clone())),
        _ => None,
    });
    assert_eq!(
        allowed_by,
        Some((Some(model::Decider::You), ToolState::Succeeded))
    );
    stage.host.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_write_shows_its_diff_before_and_is_on_disk_after() {
    let stage = Stage::open().await;
    let file = stage.workspace().join("hello.txt");
    let id = stage.guide().await;
    let mut window = Window::new(&stage.host, "main", &id);
    window.send("write hello.txt with the text: hi").await;
    let card = window.asked().await;
    assert!(card.preview[0].html.contains("hi"));
    assert!(!file.exists(), "nothing happens before the answer");
    window.allow(&card).await;
    assert_eq!(window.ended(0).await, TurnOutcome::Completed);
    assert_eq!(std::fs::read_to_string(&file).unwrap().trim_end(), "hi");

    window.send("edit hello.txt: replace hi with ho").await;
    let card = window
        .until("the second request", |window| {
            window.card().filter(|card| card.key.request == 2)
        })
        .await;
    window.allow(&card).await;
    assert_eq!(window.ended(1).await, TurnOutcome::Completed);
    assert_eq!(std::fs::read_to_string(&file).unwrap().trim_end(), "ho");
    let diffs = window
        .rows
        .values()
        .flat_map(|(_, blocks)| blocks)
        .filter(|block| block.kind == BlockKind::Diff)
        .count();
    assert_eq!(diffs, 2, "one for the write, one for the edit");
    stage.host.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn c56_a_reason_reaches_the_agent_word_by_word() {
    let stage = Stage::open().await;
    let id = stage.guide().await;
    let mut window = Window::new(&stage.host, "main", &id);
    window.send("run touch made").await;
    let card = window.asked().await;
    let reason = "not here,\nplease — 🙂";
    window.deny(&card, reason).await;
    assert_eq!(window.ended(0).await, TurnOutcome::Completed);
    assert!(!stage.workspace().join("made").exists());
    let denied = window.rows.values().any(|(row, _)| {
        matches!(&row.body, RowBody::Tool { state: ToolState::Denied { reason: told }, .. } if told == reason)
    });
    assert!(denied, "{}", window.text());
    assert!(window.text().contains("🙂"));
    stage.host.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_tour_shows_every_kind_of_block() {
    let stage = Stage::open().await;
    let id = stage.guide().await;
    let mut window = Window::new(&stage.host, "main", &id);
    window.send("show me everything").await;
    let mut answered = Vec::new();
    loop {
        let card = window
            .until("a request or the end", |window| {
                if window.outcome(0).is_some() {
                    return Some(None);
                }
                window
                    .card()
                    .filter(|card| !answered.contains(&card.key))
                    .map(Some)
            })
            .await;
        let Some(card) = card else { break };
        window.allow(&card).await;
        answered.push(card.key);
    }
    let kinds: Vec<BlockKind> = window
        .rows
        .values()
        .flat_map(|(_, blocks)| blocks)
        .map(|block| block.kind)
        .collect();
    for kind in [
        BlockKind::Prose,
        BlockKind::Code,
        BlockKind::Math,
        BlockKind::Diff,
        BlockKind::Terminal,
        BlockKind::Image,
    ] {
        assert!(kinds.contains(&kind), "no {kind:?}");
    }
    let thinks = window
        .rows
        .values()
        .any(|(row, _)| matches!(row.body, RowBody::Thinking { .. }));
    assert!(thinks);
    stage.host.shutdown().await;
}
