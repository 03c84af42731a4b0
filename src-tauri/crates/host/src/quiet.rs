//! For tests: a host and a conversation in which nothing runs.
#![allow(clippy::unwrap_used)]

use crate::host::Host;
use crate::options::{HostOptions, Programs};
use model::{AgentProfile, ConversationId, ProfileId, ProfileOrigin, ProtocolId};
use std::collections::BTreeMap;
use std::path::Path;

/// A host in a folder of the test's own, without programs.
pub(crate) async fn host(folder: &Path) -> Host {
    let nowhere = folder.join("not-there");
    Host::open(HostOptions {
        data_dir: folder.join("data"),
        shared_dir: folder.join("data"),
        programs: Programs {
            understudy: nowhere.clone(),
            guardian: nowhere,
        },
        environment: Vec::new(),
        home: folder.to_path_buf(),
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
