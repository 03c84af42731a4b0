//! A window that stays blank: some graphics drivers show nothing of what WebKit
//! draws through DMA-BUF (C91). If no frame was seen in the first seconds, the
//! next start does without, and says so; unless the user has decided it already.

use serde::{Deserialize, Serialize};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// A first frame that takes longer than this is taken for none.
pub(crate) const FIRST_FRAME: Duration = Duration::from_secs(5);

#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
struct Note {
    /// Draw without DMA-BUF.
    plain: bool,
    /// The user was told.
    told: bool,
}

/// What a start without a first frame leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Remedy {
    /// The next start draws without DMA-BUF.
    PlainNextTime,
    /// It was drawn without already; that is not it.
    NoneKnown,
    /// The user has said how it is to be drawn.
    UsersOwn,
}

/// Watches for the first frame.
pub(crate) struct FirstFrame {
    file: PathBuf,
    /// The variable was set by the user; this process may have set it since.
    users_own: bool,
    seen: AtomicBool,
}

fn file(data_dir: &Path) -> PathBuf {
    data_dir.join("drawing.json")
}

/// Whether the window of this data folder stayed blank the last time.
pub(super) fn stayed_blank(data_dir: &Path) -> bool {
    read(&file(data_dir)).plain
}

fn read(file: &Path) -> Note {
    fs::read(file)
        .ok()
        .and_then(|bytes| serde_json::from_slice(&bytes).ok())
        .unwrap_or_default()
}

impl FirstFrame {
    pub(crate) fn new(data_dir: &Path, users_own: bool) -> Self {
        Self {
            file: file(data_dir),
            users_own,
            seen: AtomicBool::new(false),
        }
    }

    /// A window has drawn. If that came too late to be believed, the verdict is taken back.
    pub(crate) fn seen(&self) {
        if !self.seen.swap(true, Ordering::SeqCst) && read(&self.file).plain && !drawn_plainly() {
            self.write(&Note::default());
        }
    }

    pub(crate) fn is_seen(&self) -> bool {
        self.seen.load(Ordering::SeqCst)
    }

    /// No frame was seen in time: what helps, noted for the next start.
    pub(crate) fn missed(&self) -> Remedy {
        self.remedy(drawn_plainly())
    }

    fn remedy(&self, plain: bool) -> Remedy {
        if self.users_own {
            return Remedy::UsersOwn;
        }
        self.write(&Note {
            plain: !plain,
            told: false,
        });
        if plain {
            Remedy::NoneKnown
        } else {
            Remedy::PlainNextTime
        }
    }

    /// Whether the user is to be told that the window is drawn in a plainer way; once.
    pub(crate) fn tell(&self) -> bool {
        let note = read(&self.file);
        let tell = note.plain && !note.told && !self.users_own && drawn_plainly();
        if tell {
            self.write(&Note { told: true, ..note });
        }
        tell
    }

    fn write(&self, note: &Note) {
        let written = serde_json::to_vec(note)
            .map_err(std::io::Error::from)
            .and_then(|bytes| fs::write(&self.file, bytes));
        if let Err(error) = written {
            tracing::warn!(%error, "how the window is drawn could not be noted");
        }
    }
}

fn drawn_plainly() -> bool {
    std::env::var_os(super::PLAIN_BUFFERS).is_some_and(|value| value != "0")
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::{FirstFrame, Remedy, stayed_blank};

    #[test]
    fn c91_a_blank_window_is_drawn_plainly_the_next_time_unless_the_user_decided() {
        for (users_own, plain, remedy, next) in [
            (false, false, Remedy::PlainNextTime, true),
            (false, true, Remedy::NoneKnown, false),
            (true, false, Remedy::UsersOwn, false),
            (true, true, Remedy::UsersOwn, false),
        ] {
            let folder = tempfile::tempdir().unwrap();
            let frame = FirstFrame::new(folder.path(), users_own);
            assert_eq!(frame.remedy(plain), remedy);
            assert_eq!(stayed_blank(folder.path()), next, "{remedy:?}");
        }
    }

    #[test]
    fn c91_what_did_not_help_is_not_done_again() {
        let folder = tempfile::tempdir().unwrap();
        let frame = FirstFrame::new(folder.path(), false);
        frame.remedy(false);
        assert!(stayed_blank(folder.path()));
        frame.remedy(true);
        assert!(!stayed_blank(folder.path()));
    }
}
