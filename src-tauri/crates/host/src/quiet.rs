//! For tests: a host without programs, and conversations in which nothing runs.
#![allow(clippy::unwrap_used)]

use crate::host::Host;
use crate::options::{HostOptions, Programs};
use model::{
    AgentProfile, ConversationId, ConversationMeta, Marks, ProfileId, ProfileOrigin, ProtocolId,
};
use std::collections::BTreeMap;
use std::path::Path;

/// A moment, in milliseconds since the Unix epoch.
pub(crate) const NOW: u64 = 1_800_000_000_000;

/// A conversation that no agent ever worked in, archived and last used so many days before [`NOW`].
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

/// Without programs, all in one folder.
pub(crate) fn options(folder: &Path) -> HostOptions {
    let nowhere = folder.join("not-there");
    HostOptions {
        data_dir: folder.to_owned(),
        shared_dir: folder.to_owned(),
        programs: Programs {
            understudy: nowhere.clone(),
            guardian: nowhere,
        },
        environment: Vec::new(),
        home: folder.to_owned(),
    }
}

/// A host in a folder of the test's own.
pub(crate) async fn host(folder: &Path) -> Host {
    Host::open(HostOptions {
        home: folder.to_owned(),
        ..options(&folder.join("data"))
    })
    .await
    .unwrap()
}

/// An open conversation with an agent that nobody starts.
pub(crate) async fn conversation(host: &Host, folder: &Path) -> ConversationId {
    let profile = AgentProfile {
        id: ProfileId::from("quiet"),
        name: "Quiet".to_owned(),
        protocol: ProtocolId("aionrs".to_owned()),
        command: "quiet".to_owned(),
        args: Vec::new(),
        env: BTreeMap::new(),
        settings: serde_json::Map::new(),
        origin: ProfileOrigin::User,
    };
    let workspace = folder.to_string_lossy().into_owned();
    let id = host.create_with(profile, &workspace).await.unwrap();
    host.open_conversation(&id).unwrap();
    id
}
