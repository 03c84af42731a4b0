//! A host with everything it needs in temporary folders.

use host::{Host, HostOptions, Programs};
use model::{AgentProfile, ConversationId, ProfileId, ProfileOrigin, ProtocolId};
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// A host, its data folder, and a workspace.
pub struct Stage {
    pub dir: TempDir,
    pub host: Host,
}

/// A program built with the workspace, beside the test's own folder.
pub fn program(name: &str) -> PathBuf {
    let test = std::env::current_exe().unwrap();
    let path = test.parent().unwrap().parent().unwrap().join(name);
    assert!(
        path.exists(),
        "{} is not built: cargo build -p parley-understudy -p parley-process",
        path.display()
    );
    path
}

fn options(dir: &Path, data: &Path) -> HostOptions {
    let home = dir.join("home");
    std::fs::create_dir_all(&home).unwrap();
    std::fs::create_dir_all(dir.join("workspace")).unwrap();
    let environment = [
        ("PATH", std::env::var_os("PATH").unwrap()),
        ("HOME", home.clone().into_os_string()),
        ("UNDERSTUDY_PACE_MS", OsString::from("0")),
    ];
    HostOptions {
        data_dir: data.to_path_buf(),
        shared_dir: data.to_path_buf(),
        programs: Programs {
            understudy: program("understudy"),
            guardian: program("parley-guardian"),
        },
        environment: environment
            .into_iter()
            .map(|(name, value)| (OsString::from(name), value))
            .collect(),
        home,
    }
}

/// A stage in this folder, with these variables beside or in place of the usual ones.
pub async fn with_environment(dir: TempDir, variables: &[(&str, String)]) -> Stage {
    let mut options = options(dir.path(), &dir.path().join("data"));
    options
        .environment
        .retain(|(name, _)| !variables.iter().any(|(other, _)| name == other));
    let more = variables
        .iter()
        .map(|(name, value)| (OsString::from(name), OsString::from(value)));
    options.environment.extend(more);
    let host = Host::open(options).await.unwrap();
    Stage { dir, host }
}

impl Stage {
    pub async fn open() -> Self {
        let dir = tempfile::tempdir().unwrap();
        let host = Host::open(options(dir.path(), &dir.path().join("data")))
            .await
            .unwrap();
        Self { dir, host }
    }

    /// Ends the host in order and opens it again.
    pub async fn reopen(self) -> Self {
        self.host.shutdown().await;
        let Self { dir, host } = self;
        drop(host);
        let host = Host::open(options(dir.path(), &dir.path().join("data")))
            .await
            .unwrap();
        Self { dir, host }
    }

    /// A second host on a copy of the data as it is on disk now: what a kill at
    /// this moment would leave.
    pub async fn after_a_kill(&self) -> Host {
        self.leave_behind();
        self.found_after_a_kill().await
    }

    /// A host on what [`Self::leave_behind`] copied.
    pub async fn found_after_a_kill(&self) -> Host {
        let copy = self.dir.path().join("after-kill");
        Host::open(options(self.dir.path(), &copy)).await.unwrap()
    }

    /// Copies the data as it is on disk now.
    pub fn leave_behind(&self) {
        let copy = self.dir.path().join("after-kill");
        std::fs::create_dir_all(&copy).unwrap();
        for entry in std::fs::read_dir(self.dir.path().join("data")).unwrap() {
            let entry = entry.unwrap();
            if entry.file_type().unwrap().is_file() {
                std::fs::copy(entry.path(), copy.join(entry.file_name())).unwrap();
            }
        }
    }

    pub fn workspace(&self) -> PathBuf {
        self.dir.path().join("workspace").canonicalize().unwrap()
    }

    /// A conversation with the built-in guide.
    pub async fn guide(&self) -> ConversationId {
        self.host
            .create_conversation(
                &ProfileId::from("guide"),
                &self.workspace().to_string_lossy(),
            )
            .await
            .unwrap()
    }

    /// A conversation with the guide that has tasks, as a profile of the user's:
    /// it speaks nuum, and all of them have one memory.
    pub async fn nuum_guide(&self) -> ConversationId {
        let mut profile = self.profile("nuum", &program("understudy").to_string_lossy());
        profile.args = vec!["guide".to_owned()];
        self.host
            .create_with(profile, &self.workspace().to_string_lossy())
            .await
            .unwrap()
    }

    /// A conversation with a scripted agent; each line of the script is one step.
    pub async fn scripted(&self, script: &str) -> ConversationId {
        let file = self.dir.path().join("script.jsonl");
        std::fs::write(&file, script).unwrap();
        let args = ["play", &file.to_string_lossy()]
            .map(str::to_owned)
            .to_vec();
        self.with_program(&program("understudy"), args).await
    }

    /// A profile of a program that speaks a protocol.
    pub fn profile(&self, protocol: &str, command: &str) -> AgentProfile {
        AgentProfile {
            id: ProfileId::from("scripted"),
            name: "Scripted".to_owned(),
            protocol: ProtocolId(protocol.to_owned()),
            command: command.to_owned(),
            args: Vec::new(),
            env: BTreeMap::new(),
            settings: serde_json::Map::new(),
            origin: ProfileOrigin::CommandLine,
        }
    }

    /// A conversation with any program that speaks aionrs.
    pub async fn with_program(&self, command: &Path, args: Vec<String>) -> ConversationId {
        let mut profile = self.profile("aionrs", &command.to_string_lossy());
        profile.args = args;
        self.host
            .create_with(profile, &self.workspace().to_string_lossy())
            .await
            .unwrap()
    }
}
