//! Other desktops. On macOS the Dock shows an app without windows by itself, and
//! opens its window again; Windows shows nothing.

use super::Shown;
use tauri::AppHandle;

/// Whether the desktop shows an app that has no window.
pub(crate) async fn is_there(_: &AppHandle) -> bool {
    cfg!(target_os = "macos")
}

/// The Dock needs no telling.
pub(super) fn show(_: &AppHandle, _: Option<Shown>) {}
