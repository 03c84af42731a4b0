//! When a window is answered. Time stands still here but for what is slept, so that no machine is
//! too slow for it.
#![allow(clippy::unwrap_used)]

use super::BEAT;
use crate::host::Host;
use crate::quiet::{conversation, host};
use model::ConversationId;
use model::view::{Batch, PullRequest};
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
