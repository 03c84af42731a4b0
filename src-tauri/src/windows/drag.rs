//! Files that are dragged over a window and dropped on it. What was dropped is
//! kept here until the window says into which conversation; its page is told
//! that something was dropped, not what.

use crate::shell::Shell;
use std::path::PathBuf;
use tauri::{AppHandle, DragDropEvent, Emitter, Manager};

/// Files dropped at once that are looked at; more are a mistake of the hand.
const MOST: usize = 200;

/// Files came over a window, left it, or were dropped on it.
pub(crate) fn dragged(app: &AppHandle, label: &str, event: &DragDropEvent) {
    let what = match event {
        DragDropEvent::Enter { paths, .. } if !paths.is_empty() => "over",
        DragDropEvent::Drop { paths, .. } if !paths.is_empty() => {
            let paths: Vec<PathBuf> = paths.iter().take(MOST).cloned().collect();
            app.state::<Shell>().dropped(label, paths);
            "dropped"
        }
        DragDropEvent::Leave | DragDropEvent::Drop { .. } => "out",
        _ => return,
    };
    if let Err(error) = app.emit_to(label, "drag", what) {
        tracing::debug!(%error, "a window was not told what is dragged");
    }
}
