//! For tests: a host of conversations that no agent ever worked in.

use crate::{HostOptions, Programs};
use model::{ConversationId, ConversationMeta, Marks, ProfileId, ProtocolId};
use std::path::Path;

/// A moment, in milliseconds since the Unix epoch.
pub(crate) const NOW: u64 = 1_800_000_000_000;

/// A conversation that was archived and last used so many days before it.
pub(crate) fn meta(id: &str, days_ago: u64) -> ConversationMeta {
    ConversationMeta {
        id: ConversationId(id.to_owned()),
        title: id.to_owned(),
        titled_by_user: false,
        profile: ProfileId("guide".to_owned()),
        profile_name: "Guide".to_owned(),
        protocol: ProtocolId("understudy".to_owned()),
        workspace: "/nowhere".to_owned(),
        created_at: 0,
        updated_at: NOW - days_ago * 86_400_000,
        session_id: None,
        epoch: 0,
        draft: String::new(),
        pinned: false,
        archived: true,
        seen_seq: 0,
        preview: String::new(),
        marks: Marks::default(),
    }
}

/// In a folder, without programs.
pub(crate) fn options(folder: &Path) -> HostOptions {
    HostOptions {
        data_dir: folder.to_owned(),
        shared_dir: folder.to_owned(),
        programs: Programs {
            understudy: folder.join("none"),
            guardian: folder.join("none"),
        },
        environment: Vec::new(),
        home: folder.to_owned(),
    }
}
