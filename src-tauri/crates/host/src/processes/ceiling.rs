//! The memory ceiling: a warning, once for each process, and nothing is ended.

use super::ceiling_of;
use crate::conversation::{Conversation, Message};
use crate::host::{Host, WeakHost};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Notify;

/// How often trees are weighed while agents live.
const EVERY: Duration = Duration::from_secs(30);

/// Told when an agent was started.
#[derive(Debug, Clone, Default)]
pub(crate) struct Watch(Arc<Notify>);

impl Watch {
    /// An agent was started, or nothing is to be watched any more.
    pub(crate) fn look(&self) {
        self.0.notify_one();
    }
}

/// Weighs while agents live; asleep for good while none does.
pub(crate) async fn watch_memory(host: WeakHost, watch: Watch) {
    loop {
        watch.0.notified().await;
        loop {
            tokio::time::sleep(EVERY).await;
            let Some(host) = host.upgrade() else {
                return;
            };
            if !host.weigh_agents().await {
                break;
            }
        }
        if host.upgrade().is_none() {
            return;
        }
    }
}

impl Host {
    /// Weighs the trees of all agents that were not warned of, and warns of those over their ceiling.
    /// Says whether any agent is alive.
    pub async fn weigh_agents(&self) -> bool {
        let default_ceiling = self.settings().memory_ceiling_mib;
        let mut alive = false;
        let mut watched: Vec<(Conversation, process::Sight, u64)> = Vec::new();
        for (_, conversation) in self.catalogue().all_open() {
            let (sight, warned) = {
                let state = conversation.state();
                (state.vitals.sight.clone(), state.vitals.warned)
            };
            let Some(sight) = sight else { continue };
            alive = true;
            let ceiling = ceiling_of(&conversation, default_ceiling);
            if let Some(ceiling) = ceiling.filter(|_| !warned) {
                watched.push((conversation, sight, ceiling));
            }
        }
        if watched.is_empty() {
            return alive;
        }
        let sights: Vec<_> = watched.iter().map(|(_, sight, _)| sight.clone()).collect();
        let weights = tokio::task::spawn_blocking(move || process::weigh(&sights)).await;
        for ((conversation, _, ceiling), bytes) in
            watched.into_iter().zip(weights.unwrap_or_default())
        {
            if bytes > ceiling {
                conversation.tell(Message::Heavy { bytes, ceiling });
            }
        }
        alive
    }
}
