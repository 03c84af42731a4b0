//! What goes by itself because the user chose so: raw lines, which the archive
//! drops, and archived conversations that were not used for long. Nothing of it
//! is the default but a limit for raw lines.

use crate::Host;
use crate::clock::now_ms;
use crate::host::WeakHost;
use archive::Retention;
use model::ConversationId;
use model::view::Settings;
use std::collections::HashMap;
use std::time::Duration;

/// Nothing is deleted right after the choice: it can still be taken back.
const FIRST: Duration = Duration::from_mins(10);
/// Between two looks.
const ROUND: Duration = Duration::from_hours(1);
const DAY_MS: u64 = 86_400_000;

/// What the archive keeps, by these settings.
pub(crate) fn retention(settings: &Settings) -> Retention {
    let mib = |mib: u32| u64::from(mib) << 20;
    Retention {
        traffic_bytes: mib(settings.traffic_mib),
        traffic_total: (settings.traffic_total_mib > 0).then(|| mib(settings.traffic_total_mib)),
        traffic_days: (settings.traffic_days > 0).then_some(settings.traffic_days),
    }
}

/// Deletes what is over its time, for as long as the host is there.
pub(crate) async fn keep(host: WeakHost) {
    tokio::time::sleep(FIRST).await;
    while let Some(host) = host.upgrade() {
        host.delete_expired(now_ms()).await;
        drop(host);
        tokio::time::sleep(ROUND).await;
    }
}

impl Host {
    /// Deletes the archived conversations that were not used for as many days as
    /// the user chose, if they chose. Pinned ones, unsent drafts, files and
    /// messages and those that an agent works in stay. Gives what is gone.
    pub(crate) async fn delete_expired(&self, now_ms: u64) -> Vec<ConversationId> {
        let days = self.settings().archived_days;
        if days == 0 {
            return Vec::new();
        }
        let limit = now_ms.saturating_sub(u64::from(days) * DAY_MS);
        let archive = self.archive();
        let looked = archive
            .conversations()
            .and_then(|kept| Ok((kept, archive.queued_counts()?)));
        let (kept, queued) = match looked {
            Ok((kept, queued)) => (kept, queued.into_iter().collect::<HashMap<_, _>>()),
            Err(error) => {
                tracing::warn!(%error, "expired conversations were not looked for");
                return Vec::new();
            }
        };
        let mut gone = Vec::new();
        for meta in kept {
            let expired = meta.archived
                && !meta.pinned
                && meta.draft.is_empty()
                && meta.marks.draft_files.is_empty()
                && !queued.contains_key(&meta.id)
                && meta.updated_at < limit
                && self.open_already(&meta.id).is_none();
            if !expired {
                continue;
            }
            match self.delete(&meta.id).await {
                Ok(()) => gone.push(meta.id),
                Err(refused) => {
                    tracing::warn!(message = refused.message, "an expired conversation stayed");
                }
            }
        }
        if !gone.is_empty() {
            tracing::info!(count = gone.len(), days, "deleted expired conversations");
        }
        gone
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::retention;
    use crate::Host;
    use crate::quiet::{NOW, meta, options};
    use archive::{Archive, QueuedRecord, Retention};
    use model::view::{DraftFile, DraftFileKind, Settings};
    use model::{ConversationId, ConversationMeta, Marks, TurnId};

    #[test]
    fn settings_say_what_the_archive_keeps() {
        let usual = Settings::default();
        let expected = Retention {
            traffic_bytes: 32 << 20,
            traffic_total: Some(1024 << 20),
            traffic_days: None,
        };
        assert_eq!(retention(&usual), expected);
        let chosen = Settings {
            traffic_mib: 8,
            traffic_total_mib: 0,
            traffic_days: 30,
            ..usual
        };
        let expected = Retention {
            traffic_bytes: 8 << 20,
            traffic_total: None,
            traffic_days: Some(30),
        };
        assert_eq!(retention(&chosen), expected);
    }

    #[tokio::test]
    async fn only_archived_conversations_go_and_only_where_the_user_chose_so() {
        let folder = tempfile::tempdir().unwrap();
        let archive = Archive::open(folder.path()).unwrap();
        let pinned = ConversationMeta {
            pinned: true,
            ..meta("pinned", 400)
        };
        let drafted = ConversationMeta {
            draft: "to be sent".to_owned(),
            ..meta("drafted", 400)
        };
        let with_file = ConversationMeta {
            marks: Marks {
                draft_files: vec![DraftFile {
                    id: "a".to_owned(),
                    path: "/nowhere/a.txt".to_owned(),
                    name: "a.txt".to_owned(),
                    bytes: 1,
                    kind: DraftFileKind::Text,
                }],
                ..Marks::default()
            },
            ..meta("with a file", 400)
        };
        let queued = meta("queued", 400);
        let waiting = QueuedRecord {
            id: TurnId("a".to_owned()),
            text: "to be sent".to_owned(),
            attachments: Vec::new(),
            form: serde_json::Map::new(),
        };
        let shown = ConversationMeta {
            archived: false,
            ..meta("not archived", 400)
        };
        let young = meta("young", 29);
        for one in [
            meta("old", 31),
            young,
            pinned,
            drafted,
            with_file,
            queued.clone(),
            shown,
        ] {
            archive.put_conversation(one).wait().unwrap();
        }
        archive.set_queue(&queued.id, vec![waiting]).wait().unwrap();
        archive.close();
        let host = Host::open(options(folder.path())).await.unwrap();
        assert_eq!(host.delete_expired(NOW).await, []);
        let chosen = Settings {
            archived_days: 30,
            ..host.settings()
        };
        host.change_settings(chosen).unwrap();
        let gone = host.delete_expired(NOW).await;
        assert_eq!(gone, [ConversationId("old".to_owned())]);
        assert!(!host.conversation_exists(&gone[0]));
        for there in [
            "young",
            "pinned",
            "drafted",
            "with a file",
            "queued",
            "not archived",
        ] {
            let id = ConversationId(there.to_owned());
            assert!(host.conversation_exists(&id), "{there}");
        }
        host.shutdown().await;
    }
}
