//! When a window is answered. Time stands still here but for what is slept, so that no machine is
//! too slow for it.
#![allow(clippy::unwrap_used)]

use super::beat::{BEAT, LONG_BEAT, SHARE};
use crate::host::Host;
use crate::quiet::{conversation, host};
use model::view::{Batch, PullRequest};
use model::{ConversationId, Event, Item, ItemBody, ItemId};
use std::collections::BTreeMap;
use std::time::Duration;
use tokio::time::Instant;

fn asks(id: &ConversationId, after: u64) -> PullRequest {
    PullRequest {
        conversation: Some(id.clone()),
        after,
        list: false,
        list_after: 0,
        topics: BTreeMap::default(),
        plain: false,
    }
}

fn read(bytes: &[u8]) -> Batch {
    serde_json::from_slice(bytes).unwrap()
}

/// The answer, where it is there without a wait.
async fn at_once(host: &Host, request: PullRequest) -> Option<Batch> {
    tokio::select! {
        biased;
        bytes = host.pull("main", request) => Some(read(&bytes)),
        () = std::future::ready(()) => None,
    }
}

/// Something changes that is not urgent.
fn changes(host: &Host, id: &ConversationId) {
    let conversation = host.open_conversation(id).unwrap();
    conversation.state().revisions.header();
}

#[tokio::test(start_paused = true)]
async fn a_window_that_turns_to_a_conversation_does_not_wait_for_its_turn() {
    let folder = tempfile::tempdir().unwrap();
    let host = host(folder.path()).await;
    let ids = [
        conversation(&host, folder.path()).await,
        conversation(&host, folder.path()).await,
    ];
    for id in ids.iter().cycle().take(6) {
        let batch = at_once(&host, asks(id, 0)).await;
        let patch = batch.expect("an answer at once").conversation.unwrap();
        assert_eq!((&patch.id, patch.reset), (id, true));
        changes(&host, id);
        assert_eq!(
            at_once(&host, asks(id, patch.rev)).await,
            None,
            "what only changed by the way has its turn"
        );
    }
    host.shutdown().await;
}

#[tokio::test(start_paused = true)]
async fn what_changes_by_the_way_is_told_with_the_beat_and_after_a_pause_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let host = host(folder.path()).await;
    let id = conversation(&host, folder.path()).await;
    let mut rev = at_once(&host, asks(&id, 0)).await.unwrap();
    for _ in 0..5 {
        let after = rev.conversation.unwrap().rev;
        changes(&host, &id);
        let asked = Instant::now();
        rev = read(&host.pull("main", asks(&id, after)).await);
        let waited = asked.elapsed();
        assert!(waited >= BEAT && waited < BEAT * 2, "{waited:?}");
    }
    tokio::time::advance(BEAT).await;
    changes(&host, &id);
    let after = rev.conversation.unwrap().rev;
    let answer = at_once(&host, asks(&id, after)).await;
    assert!(answer.unwrap().conversation.is_some());
    host.shutdown().await;
}

#[tokio::test(start_paused = true)]
async fn a_window_that_nothing_happens_to_is_left_alone_for_minutes_and_then_asked_again() {
    let folder = tempfile::tempdir().unwrap();
    let host = host(folder.path()).await;
    let id = conversation(&host, folder.path()).await;
    let batch = at_once(&host, asks(&id, 0)).await.unwrap();
    let mut rev = batch.conversation.unwrap().rev;
    let minutes = |count: u64| Duration::from_secs(60 * count);
    let quiet = async |after: u64| {
        let asked = Instant::now();
        let answer = read(&host.pull("main", asks(&id, after)).await);
        (answer, asked.elapsed())
    };
    let (mut answer, mut waited) = quiet(rev).await;
    // What opening it still changed comes first.
    while let Some(patch) = answer.conversation {
        rev = patch.rev;
        (answer, waited) = quiet(rev).await;
    }
    assert_eq!(answer, Batch::default());
    assert!(waited >= minutes(4) && waited <= minutes(10), "{waited:?}");
    host.shutdown().await;
}

/// An answer begins to be written.
fn begins(host: &Host, id: &ConversationId) {
    let conversation = host.open_conversation(id).unwrap();
    conversation.state().record(Event::ItemStarted {
        item: Item {
            id: ItemId("answer".to_owned()),
            turn: None,
            started_at: 0,
            completed_at: None,
            body: ItemBody::Text {
                text: String::new(),
            },
        },
    });
}

/// So many bytes of it come.
fn writes(host: &Host, id: &ConversationId, bytes: usize) {
    let conversation = host.open_conversation(id).unwrap();
    conversation.state().record(Event::ItemDelta {
        id: ItemId("answer".to_owned()),
        // Paragraphs: a word of a long one may be shown a little later.
        text: "and so\n\n".repeat(bytes / 8),
    });
}

/// A window pulls and is told something: the revision it has then.
async fn told(host: &Host, window: &str, id: &ConversationId, after: u64) -> u64 {
    let answer = read(&host.pull(window, asks(id, after)).await);
    answer.conversation.unwrap().rev
}

/// How long a window waits for each of some answers while so many bytes a second come.
async fn waits(
    host: &Host,
    window: &str,
    id: &ConversationId,
    after: &mut u64,
    speed: usize,
) -> Vec<Duration> {
    let mut waits = Vec::new();
    let mut since = BEAT;
    for _ in 0..5 {
        let ms = usize::try_from(since.as_millis()).unwrap();
        writes(host, id, (speed * ms / 1000).max(8));
        let asked = Instant::now();
        *after = told(host, window, id, *after).await;
        since = asked.elapsed();
        waits.push(since);
    }
    waits
}

/// Whether a wait is a beat, and what answering takes.
fn is(beat: Duration) -> impl Fn(&Duration) -> bool {
    move |wait| *wait >= beat && *wait < beat + BEAT / 2
}

/// More than anybody reads, in bytes a second.
const RUNS_PAST: usize = 20_000;

#[tokio::test(start_paused = true)]
async fn text_that_runs_past_is_renewed_half_as_often_as_text_that_can_be_followed() {
    let folder = tempfile::tempdir().unwrap();
    let host = host(folder.path()).await;
    let id = conversation(&host, folder.path()).await;
    begins(&host, &id);
    let first = at_once(&host, asks(&id, 0)).await.unwrap();
    let mut after = first.conversation.unwrap().rev;

    // Two hundred words a second: more than anybody reads, and still followed.
    let followed = waits(&host, "main", &id, &mut after, 1_000).await;
    assert!(followed.iter().all(is(BEAT)), "{followed:?}");
    let past = waits(&host, "main", &id, &mut after, RUNS_PAST).await;
    assert!(past[1..].iter().all(is(LONG_BEAT)), "{past:?}");
    let slower = waits(&host, "main", &id, &mut after, 1_000).await;
    assert!(slower[1..].iter().all(is(BEAT)), "{slower:?}");
    host.shutdown().await;
}

#[tokio::test(start_paused = true)]
async fn windows_in_which_text_runs_past_share_what_renewing_costs() {
    let folder = tempfile::tempdir().unwrap();
    let host = host(folder.path()).await;
    let mut windows = Vec::new();
    for n in 0..4 {
        let id = conversation(&host, folder.path()).await;
        begins(&host, &id);
        let window = format!("conversation-{n}");
        host.viewer_opened(&window, Some(id.clone()));
        let after = told(&host, &window, &id, 0).await;
        windows.push((window, id, after));
    }
    // One after the other, and text comes to all of them meanwhile: the last pull of each is recent.
    for _ in 0..3 {
        for (window, id, after) in &mut windows {
            writes(&host, id, RUNS_PAST);
            *after = told(&host, window, id, *after).await;
        }
    }
    let (window, id, after) = &mut windows[0];
    writes(&host, id, RUNS_PAST);
    *after = told(&host, window, id, *after).await;
    let four = waits(&host, window, id, after, RUNS_PAST).await;
    assert!(four[..2].iter().all(is(SHARE * 4)), "{four:?}");
    let alone = waits(&host, window, id, after, RUNS_PAST).await;
    assert!(
        alone[2..].iter().all(is(LONG_BEAT)),
        "the others stand by now: {alone:?}"
    );
    // What can be followed in one window is not slower for what runs past in another.
    let (window, id, after) = &mut windows[1];
    let followed = waits(&host, window, id, after, 1_000).await;
    assert!(followed[1..].iter().all(is(BEAT)), "{followed:?}");
    host.shutdown().await;
}
