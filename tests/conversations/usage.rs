//! What turns use and cost, whatever processes serve them: nothing is counted twice.

use model::view::{Header, ProfileDraft, RowBody};
use model::{ConversationId, Cost, Currency, ProfileOrigin, ProtocolId, TurnOutcome, Usage};
use parley_tests::{Stage, Window};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::os::unix::fs::PermissionsExt;

/// Speaks aionrs as the real programs do: it counts over its session, and keeps the
/// count with it. With `anew` in its folder each process begins at nought.
const COUNTING: &str = r#"#!/bin/sh
test -f anew && rm -f count
printf '%s\n' '{"type":"ready","version":"0.2.10","session_id":"s1","capabilities":{"tool_approval":true,"thinking":false,"mcp":false,"current_model":"big","context_limit":1000}}'
while IFS= read -r line; do
  case "$line" in
  *'"type":"message"'*)
    id=$(printf '%s' "$line" | sed 's/.*"msg_id":"\([^"]*\)".*/\1/')
    n=$(($(cat count 2>/dev/null || echo 0) + 100))
    echo $n > count
    printf '{"type":"stream_start","msg_id":"%s"}\n' "$id"
    printf '{"type":"stream_end","msg_id":"%s","usage":{"input_tokens":%s,"output_tokens":%s}}\n' "$id" $n $((n / 10))
    ;;
  esac
done
"#;

/// AgentProc, wire 0.4: each process tells its turn's figures and an estimate of its own.
const TELLING: &str = r#"#!/bin/sh
read -r line
printf '%s\n' '{"type":"result","text":"ok","session_id":"s1","usage":{"input_tokens":1000,"output_tokens":50,"cache_read_input_tokens":400,"cost_usd":0.25}}'
"#;

fn agent(stage: &Stage, script: &str) -> String {
    let path = stage.dir.path().join("agent.sh");
    std::fs::write(&path, script).unwrap();
    let mode = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(&path, mode).unwrap();
    path.to_string_lossy().into_owned()
}

async fn talk(stage: &Stage, protocol: &str, script: &str, settings: Value) -> ConversationId {
    let mut profile = stage.profile(protocol, &agent(stage, script));
    profile.settings = settings.as_object().cloned().unwrap();
    let folder = stage.workspace();
    stage
        .host
        .create_with(profile, &folder.to_string_lossy())
        .await
        .unwrap()
}

fn tokens(input: u64, output: u64) -> Usage {
    Usage {
        input_tokens: input,
        output_tokens: output,
        ..Usage::default()
    }
}

fn reckoned(nanos: u64) -> Option<Cost> {
    Some(Cost {
        nanos,
        currency: Currency::USD,
        told: false,
    })
}

/// What the ends of the turns say, in order.
fn ends(window: &Window) -> Vec<Option<Usage>> {
    let of = |body: &RowBody| match body {
        RowBody::TurnEnd { usage, .. } => Some(*usage),
        _ => None,
    };
    let rows = window.rows.values();
    rows.filter_map(|(row, _)| of(&row.body)).collect()
}

fn header(window: &Window) -> Header {
    window.header.clone().unwrap()
}

/// Amounts, turns, and turns whose agent told it.
fn costs(window: &Window) -> Vec<(u64, u32, u32)> {
    let of = |sum: &model::CostSum| (sum.nanos, sum.turns, sum.told);
    header(window).costs.iter().map(of).collect()
}

async fn turn(window: &mut Window, nth: usize) {
    window.send("go").await;
    assert_eq!(window.ended(nth).await, TurnOutcome::Completed);
}

async fn counts_each_turn_once(anew: bool) {
    let stage = Stage::open().await;
    if anew {
        std::fs::write(stage.workspace().join("anew"), "").unwrap();
    }
    let prices =
        json!({"prices": [{"model": "BIG", "currency": "USD", "input": 10, "output": 100}]});
    let id = talk(&stage, "aionrs", COUNTING, prices).await;
    let mut window = Window::new(&stage.host, "main", &id);
    turn(&mut window, 0).await;
    turn(&mut window, 1).await;
    // The agent ends, and its session is taken up again in another process.
    stage.host.force_stop(&id).await.unwrap();
    turn(&mut window, 2).await;
    let one = Usage {
        cost: reckoned(2_000_000),
        ..tokens(100, 10)
    };
    assert_eq!(ends(&window), vec![Some(one); 3]);
    assert_eq!(header(&window).usage, Some(tokens(300, 30)));
    assert_eq!(costs(&window), [(6_000_000, 3, 0)]);
    assert_eq!(header(&window).context_used, Some(110));

    let killed = stage.after_a_kill().await;
    let mut after = Window::new(&killed, "main", &id);
    after.pull().await;
    // Whatever of the last turn was written: the sum is that of the ends that are there.
    let written = ends(&after).into_iter().flatten().count() as u32;
    assert!(written >= 2, "{written}");
    let n = u64::from(written);
    assert_eq!(header(&after).usage, Some(tokens(100 * n, 10 * n)));
    assert_eq!(costs(&after), [(2_000_000 * n, written, 0)]);
    killed.shutdown().await;

    let branch = stage.host.duplicate(&id, None).await.unwrap();
    let mut copy = Window::new(&stage.host, "copy", &branch);
    copy.pull().await;
    // What was copied was paid for once.
    assert_eq!(header(&copy).usage, None);
    assert_eq!(ends(&copy).len(), 3);

    let stage = stage.reopen().await;
    let mut window = Window::new(&stage.host, "main", &id);
    window.pull().await;
    assert_eq!(header(&window).usage, Some(tokens(300, 30)));
    assert_eq!(costs(&window), [(6_000_000, 3, 0)]);
    let mut copy = Window::new(&stage.host, "copy", &branch);
    copy.pull().await;
    assert_eq!(header(&copy).usage, None);
    stage.host.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_counter_that_goes_on_in_the_next_process_counts_no_turn_twice() {
    counts_each_turn_once(false).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_counter_that_begins_anew_in_the_next_process_loses_no_turn() {
    counts_each_turn_once(true).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_agents_own_cost_is_shown_as_its_own() {
    let stage = Stage::open().await;
    let settings = json!({"wire": "0.4", "prices": [{"currency": "EUR", "input": 1, "output": 1}]});
    let id = talk(&stage, "agentproc", TELLING, settings).await;
    let mut window = Window::new(&stage.host, "main", &id);
    turn(&mut window, 0).await;
    turn(&mut window, 1).await;
    let told = Usage {
        cache_read_tokens: 400,
        cost: Cost::told_in_usd(0.25),
        ..tokens(1_000, 50)
    };
    assert_eq!(ends(&window), vec![Some(told); 2]);
    assert_eq!(costs(&window), [(500_000_000, 2, 2)]);
    stage.host.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn prices_of_a_saved_profile_hold_from_the_next_turn_on_and_are_never_invented() {
    let stage = Stage::open().await;
    let draft = |prices: Value| ProfileDraft {
        id: None,
        name: "Counting".to_owned(),
        protocol: ProtocolId("aionrs".to_owned()),
        command: agent(&stage, COUNTING),
        args: Vec::new(),
        env: BTreeMap::new(),
        settings: json!({ "prices": prices }).as_object().cloned().unwrap(),
        disabled: false,
        origin: ProfileOrigin::User,
    };
    let bad = draft(json!([{"currency": "USD", "input": -3, "output": 1}]));
    let refusal = stage.host.save_profile(&bad).await.unwrap_err();
    assert!(refusal.message.starts_with("-3 is no price"), "{refusal:?}");

    let other = json!([{"model": "small", "currency": "USD", "input": 1, "output": 1}]);
    let mut saved = draft(other);
    let profile = stage.host.save_profile(&saved).await.unwrap();
    let id = stage
        .host
        .create_conversation(&profile, &stage.workspace().to_string_lossy())
        .await
        .unwrap();
    let mut window = Window::new(&stage.host, "main", &id);
    turn(&mut window, 0).await;
    assert_eq!(costs(&window), []);

    saved.id = Some(profile);
    saved.settings = draft(json!([{"currency": "USD", "input": 3, "output": 0}])).settings;
    stage.host.save_profile(&saved).await.unwrap();
    turn(&mut window, 1).await;
    let shown: Vec<_> = ends(&window)
        .into_iter()
        .map(|one| one.unwrap().cost)
        .collect();
    assert_eq!(shown, [None, reckoned(300_000)]);
    assert_eq!(costs(&window), [(300_000, 1, 0)]);
    stage.host.shutdown().await;
}
