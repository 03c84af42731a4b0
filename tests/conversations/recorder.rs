//! A conversation with an agent that writes down what it hears.

use crate::scripts::RECORDER;
use model::view::RowBody;
use model::{ConversationId, Delivery, ItemId, ProfileId};
use parley_tests::{Stage, Window};
use serde_json::Value;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;

/// The agent's own folder.
pub(crate) struct Recorder {
    pub(crate) folder: PathBuf,
}

impl Recorder {
    /// With a session `s-1`, of a version that takes earlier context.
    pub(crate) fn new(stage: &Stage) -> Self {
        let folder = stage.dir.path().join("recorder");
        std::fs::create_dir_all(&folder).unwrap();
        let recorder = Self { folder };
        recorder.put("session", "s-1");
        recorder.put("version", "0.1.0");
        recorder.put("agent", RECORDER);
        let mode = std::fs::Permissions::from_mode(0o755);
        std::fs::set_permissions(recorder.program(), mode).unwrap();
        recorder
    }

    pub(crate) fn program(&self) -> PathBuf {
        self.folder.join("agent")
    }

    pub(crate) fn put(&self, name: &str, content: &str) {
        std::fs::write(self.folder.join(name), content).unwrap();
    }

    pub(crate) fn forget(&self) {
        std::fs::remove_file(self.folder.join("session")).unwrap();
    }

    /// A conversation whose profile is found again by another host: by its program.
    pub(crate) async fn conversation(&self, stage: &Stage) -> ConversationId {
        let program = self.program().to_string_lossy().into_owned();
        let mut profile = stage.profile("aionrs", &program);
        profile.id = ProfileId(program);
        stage
            .host
            .create_with(profile, &stage.workspace().to_string_lossy())
            .await
            .unwrap()
    }

    fn log(&self) -> Vec<String> {
        let log = std::fs::read_to_string(self.folder.join("log")).unwrap_or_default();
        log.lines().map(str::to_owned).collect()
    }

    /// The arguments of every start.
    pub(crate) fn starts(&self) -> Vec<String> {
        self.log()
            .iter()
            .filter_map(|line| line.strip_prefix("started "))
            .map(str::to_owned)
            .collect()
    }

    /// What it heard: the type of every line, with the text of messages.
    pub(crate) fn heard(&self) -> Vec<String> {
        self.log()
            .iter()
            .filter_map(|line| serde_json::from_str::<Value>(line).ok())
            .map(|line| match line["type"].as_str().unwrap() {
                "message" => line["input"].as_str().unwrap().to_owned(),
                other => format!("<{other}>"),
            })
            .collect()
    }
}

/// What the user said, with how far each got.
pub(crate) fn said(window: &Window) -> Vec<(String, Delivery)> {
    window
        .rows
        .values()
        .filter_map(|(row, _)| match &row.body {
            RowBody::User { text, delivery, .. } => Some((text.clone(), *delivery)),
            _ => None,
        })
        .collect()
}

/// The texts of what the user said.
pub(crate) fn words(window: &Window) -> Vec<String> {
    said(window).into_iter().map(|(text, _)| text).collect()
}

pub(crate) fn message(window: &Window, wanted: &str) -> ItemId {
    window
        .rows
        .values()
        .find_map(|(row, _)| match &row.body {
            RowBody::User { text, .. } if text == wanted => Some(row.id.clone()),
            _ => None,
        })
        .unwrap()
}

/// Waits for the queue to be just so.
pub(crate) async fn queue(window: &mut Window, texts: &[&str]) -> Vec<model::view::QueuedMessage> {
    window
        .until(&format!("the queue {texts:?}"), |window| {
            let queue = &window.header.as_ref()?.queue;
            let same = queue
                .iter()
                .map(|one| one.text.as_str())
                .eq(texts.iter().copied());
            same.then(|| queue.clone())
        })
        .await
}

/// Waits for text on screen.
pub(crate) async fn text(window: &mut Window, wanted: &str) {
    window
        .until(wanted, |window| {
            window.text().contains(wanted).then_some(())
        })
        .await;
}
