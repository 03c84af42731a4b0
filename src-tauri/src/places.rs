//! Where windows are, and which conversations have one: remembered in
//! `windows.json` in the data folder, so that they come back after a restart.
//! A file that can't be read is a fresh start; nothing of value is in it.

mod memory;

use model::ConversationId;
use model::view::{ScrollMemory, WindowMemory};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::Notify;

/// A window being dragged is written once it rests.
const REST: Duration = Duration::from_millis(500);
/// No more windows come back than this.
const MOST: usize = 16;

/// A window's place, in logical pixels.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(crate) struct Place {
    /// Left edge; absent where the desktop does not tell (Wayland).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) x: Option<f64>,
    /// Top edge.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) y: Option<f64>,
    /// Width of the inside.
    pub(crate) width: f64,
    /// Height of the inside.
    pub(crate) height: f64,
    /// Fills the screen; width and height are those from before.
    #[serde(default)]
    pub(crate) maximized: bool,
}

/// A screen's area, in logical pixels.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Screen {
    pub(crate) x: f64,
    pub(crate) y: f64,
    pub(crate) width: f64,
    pub(crate) height: f64,
}

impl Place {
    /// A place of this size, wherever the desktop puts it.
    pub(crate) const fn sized(width: f64, height: f64) -> Self {
        Self {
            x: None,
            y: None,
            width,
            height,
            maximized: false,
        }
    }

    /// The place as it can be used on these screens: no larger than one, and
    /// with its title bar on one, else without a position.
    pub(crate) fn fitted(self, screens: &[Screen]) -> Self {
        let within = |value: f64, least: f64, most: f64| {
            if value.is_finite() {
                value.clamp(least, most.max(least))
            } else {
                least
            }
        };
        let widest = screens
            .iter()
            .map(|screen| screen.width)
            .fold(4000.0, f64::min);
        let tallest = screens
            .iter()
            .map(|screen| screen.height)
            .fold(4000.0, f64::min);
        let width = within(self.width, 480.0, widest);
        let height = within(self.height, 360.0, tallest);
        let position = self.x.zip(self.y).filter(|(x, y)| {
            screens.iter().any(|screen| {
                let reachable = 80.0;
                *x + width >= screen.x + reachable
                    && *x <= screen.x + screen.width - reachable
                    && *y >= screen.y
                    && *y <= screen.y + screen.height - reachable
            })
        });
        Self {
            x: position.map(|(x, _)| x),
            y: position.map(|(_, y)| y),
            width,
            height,
            maximized: self.maximized,
        }
    }
}

#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
struct Saved {
    main: Option<Place>,
    /// The conversation the main window shows.
    shown: Option<String>,
    /// The last place of a conversation's window, for the next new one.
    conversation: Option<Place>,
    /// The conversations that have a window now.
    open: BTreeMap<String, Option<Place>>,
    /// What windows looked like inside, by label.
    memories: BTreeMap<String, WindowMemory>,
    /// Where readers were, the last one at the end.
    scroll: Vec<ScrollMemory>,
}

/// When a window was last moved, and where it was before that.
type Moved = (Instant, Option<Place>);

/// All places.
pub(crate) struct Places {
    file: PathBuf,
    saved: Mutex<Saved>,
    /// Held by who writes the file: what was so before never comes last.
    writing: Mutex<()>,
    /// Where a window was before the moves of the last moment. A desktop may tell
    /// the size of a maximised window before it tells that it is one.
    before: Mutex<HashMap<Option<ConversationId>, Moved>>,
    changed: Notify,
}

impl Places {
    /// As they were when the app ended.
    pub(crate) fn load(data_dir: &Path) -> Self {
        let file = data_dir.join("windows.json");
        let saved = fs::read(&file)
            .ok()
            .and_then(|bytes| serde_json::from_slice(&bytes).ok())
            .unwrap_or_default();
        Self {
            file,
            saved: Mutex::new(saved),
            writing: Mutex::default(),
            before: Mutex::default(),
            changed: Notify::new(),
        }
    }

    fn saved(&self) -> MutexGuard<'_, Saved> {
        self.saved.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The last place of the main window (`None`), or of a conversation's.
    pub(crate) fn of(&self, conversation: Option<&ConversationId>) -> Option<Place> {
        let saved = self.saved();
        match conversation {
            None => saved.main,
            Some(id) => {
                let own = saved.open.get(id.as_str()).copied().flatten();
                // A new window lies where the last one lay; the desktop finds a
                // place for it beside that one.
                own.or(saved.conversation.map(|last| Place {
                    x: None,
                    y: None,
                    ..last
                }))
            }
        }
    }

    /// The conversations that had a window.
    pub(crate) fn open(&self) -> Vec<ConversationId> {
        let saved = self.saved();
        saved
            .open
            .keys()
            .take(MOST)
            .map(|id| ConversationId::from(id.as_str()))
            .collect()
    }

    /// The conversation the main window showed last.
    pub(crate) fn shown(&self) -> Option<ConversationId> {
        self.saved().shown.as_deref().map(ConversationId::from)
    }

    /// The main window shows this one. Said with every pull.
    pub(crate) fn shows(&self, conversation: Option<&ConversationId>) {
        let shown = conversation.map(ConversationId::as_str);
        let mut saved = self.saved();
        if saved.shown.as_deref() != shown {
            saved.shown = shown.map(str::to_owned);
            self.changed.notify_one();
        }
    }

    /// A conversation got a window.
    pub(crate) fn opened(&self, conversation: &ConversationId) {
        self.saved().open.entry(conversation.0.clone()).or_default();
        self.changed.notify_one();
    }

    /// A window was moved or sized.
    pub(crate) fn moved(&self, conversation: Option<&ConversationId>, place: Place) {
        {
            let mut saved = self.saved();
            let kept = match conversation {
                None => saved.main,
                Some(id) => saved.open.get(id.as_str()).copied().flatten(),
            };
            let place = kept_size(self.rested(conversation, kept), place);
            match conversation {
                None => saved.main = Some(place),
                Some(id) => {
                    saved.open.insert(id.0.clone(), Some(place));
                    saved.conversation = Some(place);
                }
            }
        }
        self.changed.notify_one();
    }

    /// The place a window last rested at.
    fn rested(&self, conversation: Option<&ConversationId>, kept: Option<Place>) -> Option<Place> {
        let mut before = self.before.lock().unwrap_or_else(PoisonError::into_inner);
        let (at, rested) = before
            .entry(conversation.cloned())
            .or_insert((Instant::now(), kept));
        if at.elapsed() > REST {
            *rested = kept;
        }
        *at = Instant::now();
        rested.or(kept)
    }

    /// A conversation's window was closed for good.
    pub(crate) fn closed(&self, conversation: &ConversationId) {
        {
            let mut saved = self.saved();
            saved.open.remove(conversation.as_str());
            if let Some(label) = crate::caller::label_of(conversation) {
                saved.memories.remove(&label);
            }
        }
        self.changed.notify_one();
    }

    /// Writes what changes, for ever.
    pub(crate) async fn keep(&self) {
        loop {
            self.changed.notified().await;
            tokio::time::sleep(REST).await;
            self.write();
        }
    }

    /// Writes now. That it can't be written is worth a line in the log, no more.
    pub(crate) fn write(&self) {
        let _turn = self.writing.lock().unwrap_or_else(PoisonError::into_inner);
        let saved = self.saved().clone();
        let written = serde_json::to_vec_pretty(&saved)
            .map_err(std::io::Error::from)
            .and_then(|text| secrets::private_file::replace(&self.file, &text));
        if let Err(error) = written {
            tracing::warn!(%error, "the windows' places were not saved");
        }
    }
}

/// A maximised window remembers the size it had before.
fn kept_size(before: Option<Place>, now: Place) -> Place {
    match before {
        Some(before) if now.maximized => Place {
            maximized: true,
            ..before
        },
        _ => now,
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::{Place, Places, Screen};
    use model::ConversationId;

    const SCREEN: Screen = Screen {
        x: 0.0,
        y: 0.0,
        width: 1280.0,
        height: 800.0,
    };

    fn at(x: f64, y: f64) -> Place {
        Place {
            x: Some(x),
            y: Some(y),
            ..Place::sized(900.0, 700.0)
        }
    }

    #[test]
    fn windows_come_back_where_they_were() {
        let folder = tempfile::tempdir().unwrap();
        let (one, two) = (ConversationId::from("one"), ConversationId::from("two"));
        let places = Places::load(folder.path());
        assert_eq!(places.of(None), None);
        places.moved(None, at(10.0, 20.0));
        places.opened(&one);
        places.opened(&two);
        places.moved(Some(&one), at(30.0, 40.0));
        places.closed(&two);
        places.shows(Some(&two));
        places.write();

        let again = Places::load(folder.path());
        assert_eq!(again.of(None), Some(at(10.0, 20.0)));
        assert_eq!(again.open(), std::slice::from_ref(&one));
        assert_eq!(again.shown(), Some(two.clone()));
        assert_eq!(again.of(Some(&one)), Some(at(30.0, 40.0)));
        assert_eq!(again.of(Some(&two)), Some(Place::sized(900.0, 700.0)));
    }

    #[test]
    fn an_unreadable_file_is_a_fresh_start() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("windows.json"), "{\"main\": 7").unwrap();
        let places = Places::load(folder.path());
        assert_eq!(places.of(None), None);
        places.moved(None, at(1.0, 2.0));
        places.write();
        assert_eq!(Places::load(folder.path()).of(None), Some(at(1.0, 2.0)));
    }

    #[test]
    fn a_maximised_window_remembers_its_size_from_before() {
        let folder = tempfile::tempdir().unwrap();
        let places = Places::load(folder.path());
        places.moved(None, at(10.0, 20.0));
        let maximized = Place {
            maximized: true,
            ..Place::sized(1280.0, 800.0)
        };
        places.moved(None, maximized);
        let expected = Place {
            maximized: true,
            ..at(10.0, 20.0)
        };
        assert_eq!(places.of(None), Some(expected));
    }

    #[test]
    fn the_size_of_the_screen_that_comes_just_before_is_not_the_size_from_before() {
        let folder = tempfile::tempdir().unwrap();
        let first = Places::load(folder.path());
        first.moved(None, at(10.0, 20.0));
        first.write();
        let places = Places::load(folder.path());
        let screen = Place {
            x: Some(0.0),
            y: Some(0.0),
            ..Place::sized(1280.0, 800.0)
        };
        places.moved(None, screen);
        let maximized = Place {
            maximized: true,
            ..screen
        };
        places.moved(None, maximized);
        let expected = Place {
            maximized: true,
            ..at(10.0, 20.0)
        };
        assert_eq!(places.of(None), Some(expected));
    }

    #[test]
    fn a_window_never_opens_where_nobody_can_reach_it() {
        assert_eq!(at(100.0, 50.0).fitted(&[SCREEN]), at(100.0, 50.0));
        for lost in [
            at(5000.0, 50.0),
            at(100.0, -900.0),
            at(-890.0, 0.0),
            at(0.0, 790.0),
        ] {
            assert_eq!(lost.fitted(&[SCREEN]), Place::sized(900.0, 700.0));
        }
        let huge = Place::sized(9999.0, f64::NAN).fitted(&[SCREEN]);
        assert_eq!(huge, Place::sized(1280.0, 360.0));
        assert_eq!(at(0.0, 0.0).fitted(&[]), Place::sized(900.0, 700.0));
    }
}
