//! What a Parley that was killed left in its data folder: files nothing would
//! ever ask for again. They are removed once everything has started.

use crate::host::WeakHost;
use crate::{Host, files};
use model::ConversationId;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The start and the first window have the disk for themselves.
const AFTER: Duration = Duration::from_mins(1);
/// What a trial's folder is named by, beside 32 digits.
pub(crate) const TRIAL: &str = "check-";
/// What agents are handed as a file while they start.
pub(crate) const REQUESTS: &str = "requests";

/// Those of before this start. What has the same names later is in use.
pub(crate) struct Leftovers {
    trials: Vec<PathBuf>,
    requests: Vec<PathBuf>,
}

impl Leftovers {
    /// Looks before anything of this start is there. Nobody else works in the
    /// folder: its archive is open, and what a killed Parley ran was ended.
    pub(crate) fn of(data_dir: &Path) -> Self {
        // A Parley that only tries an agent calls its folder by its number, and may be at work.
        let trial = |name: &str| {
            name.strip_prefix(TRIAL)
                .is_some_and(|id| id.len() == 32 && id.bytes().all(|one| one.is_ascii_hexdigit()))
        };
        Self {
            trials: named(data_dir, trial, fs::FileType::is_dir),
            requests: named(
                &data_dir.join(REQUESTS),
                |name| name.ends_with(".json"),
                fs::FileType::is_file,
            ),
        }
    }
}

/// Removes them when there is time for it.
pub(crate) async fn sweep(host: WeakHost, leftovers: Leftovers) {
    tokio::time::sleep(AFTER).await;
    let Some(host) = host.upgrade() else {
        return;
    };
    if let Err(error) = tokio::task::spawn_blocking(move || host.sweep(&leftovers)).await {
        tracing::warn!(%error, "what an earlier Parley left was not looked for");
    }
}

impl Host {
    fn sweep(&self, leftovers: &Leftovers) {
        for path in &leftovers.trials {
            told(path, fs::remove_dir_all(path));
        }
        for path in &leftovers.requests {
            told(path, fs::remove_file(path));
        }
        let data_dir = &self.options().data_dir;
        for id in files::kept_for(data_dir) {
            if !self.may_want(&id) {
                files::forget(data_dir, &id);
            }
        }
    }

    /// A deleted conversation is in the archive until it can't be brought back.
    fn may_want(&self, id: &ConversationId) -> bool {
        self.list().contains(id)
            // What can't be read may be there.
            || !matches!(self.archive().conversation(id), Ok(None))
    }
}

/// What lies in a folder and is named so; nothing where it can't be read.
pub(crate) fn named(
    folder: &Path,
    fits: impl Fn(&str) -> bool,
    is: impl Fn(&fs::FileType) -> bool,
) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else {
        return Vec::new();
    };
    entries
        .flatten()
        .filter(|entry| entry.file_name().to_str().is_some_and(&fits))
        // A link leads to what is somebody else's.
        .filter(|entry| entry.file_type().is_ok_and(|kind| is(&kind)))
        .map(|entry| entry.path())
        .collect()
}

fn told(path: &Path, removed: io::Result<()>) {
    match removed {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            tracing::warn!(%error, path = %path.display(), "a leftover is still there");
        }
        Ok(()) | Err(_) => {}
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use crate::Origin;
    use crate::quiet::{meta, options};
    use archive::Archive;

    #[tokio::test]
    async fn only_what_nobody_asks_for_any_more_is_removed() {
        let folder = tempfile::tempdir().unwrap();
        let at = folder.path();
        let archive = Archive::open(at).unwrap();
        for id in ["kept", "gone"] {
            archive.put_conversation(meta(id, 1)).wait().unwrap();
        }
        archive.close();
        let old = [
            at.join(format!("check-{}", "a1".repeat(16))),
            at.join("attached/unknown"),
        ];
        // A trial of another Parley, by its number, and what is no folder of ours.
        let others = [at.join("check-4711"), at.join("attached/not ours")];
        for one in old.iter().chain(&others) {
            fs::create_dir_all(one).unwrap();
            fs::write(one.join("a"), "a").unwrap();
        }
        fs::create_dir(at.join(REQUESTS)).unwrap();
        let request = at.join(REQUESTS).join("old.json");
        fs::write(&request, "{}").unwrap();

        let host = Host::open(options(at)).await.unwrap();
        let leftovers = Leftovers::of(at);
        let [kept, gone] = ["kept", "gone"].map(|id| ConversationId(id.to_owned()));
        let mut pasted = Vec::new();
        for id in [&kept, &gone] {
            let text = b"private".to_vec();
            let attached = host.attach_pasted(id, Origin::Text, text).await.unwrap();
            pasted.push(PathBuf::from(&attached.added[0].path));
        }
        // It can still be brought back.
        host.delete(&gone).await.unwrap();
        let new_request = at.join(REQUESTS).join("new.json");
        fs::write(&new_request, "{}").unwrap();
        let new_trial = at.join(format!("check-{}", "b2".repeat(16)));
        fs::create_dir(&new_trial).unwrap();

        host.sweep(&leftovers);
        for one in old.iter().chain([&request]) {
            assert!(!one.exists(), "{}", one.display());
        }
        for one in others
            .iter()
            .chain(&pasted)
            .chain([&new_request, &new_trial])
        {
            assert!(one.exists(), "{}", one.display());
        }
        host.shutdown().await;
        assert!(pasted[0].exists() && !pasted[1].exists());
    }
}
