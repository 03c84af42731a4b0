//! Is there a screen, and can it be drawn on quickly?

use crate::error::StartError;
use std::ffi::OsString;
use std::path::Path;

/// The variable that keeps WebKit from using DMA-BUF.
pub const PLAIN_BUFFERS: &str = "WEBKIT_DISABLE_DMABUF_RENDERER";

/// True where DMA-BUF rendering would be slow: on Linux, without a render node,
/// and only if the user has not decided it (any value, also an empty one, is a decision).
#[must_use]
pub fn needs_plain_buffers() -> bool {
    cfg!(target_os = "linux")
        && std::env::var_os(PLAIN_BUFFERS).is_none()
        && !has_render_node(Path::new("/dev/dri"))
}

fn has_render_node(folder: &Path) -> bool {
    std::fs::read_dir(folder).is_ok_and(|entries| {
        entries
            .flatten()
            .any(|entry| entry.file_name().to_string_lossy().starts_with("renderD"))
    })
}

/// Fails where no window can open, before anything else was started.
pub(crate) fn require(environment: &[(OsString, OsString)]) -> Result<(), StartError> {
    if !cfg!(target_os = "linux") || names_a_display(environment) {
        Ok(())
    } else {
        Err(StartError::NoDisplay)
    }
}

fn names_a_display(environment: &[(OsString, OsString)]) -> bool {
    environment.iter().any(|(name, value)| {
        (name == "DISPLAY" || name == "WAYLAND_DISPLAY" || name == "WAYLAND_SOCKET")
            && !value.is_empty()
    })
}

/// Connects GTK to the display. A display may be named and not be there.
/// To be called on the main thread; Tauri finds GTK ready afterwards.
pub(crate) fn connect() -> Result<(), StartError> {
    #[cfg(target_os = "linux")]
    gtk::init().map_err(|_| StartError::NoDisplay)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::{has_render_node, names_a_display};

    #[test]
    fn a_render_node_is_a_file_by_its_name() {
        let folder = tempfile::tempdir().unwrap();
        assert!(!has_render_node(&folder.path().join("absent")));
        std::fs::write(folder.path().join("card0"), "").unwrap();
        assert!(!has_render_node(folder.path()));
        std::fs::write(folder.path().join("renderD128"), "").unwrap();
        assert!(has_render_node(folder.path()));
    }

    #[test]
    fn an_empty_display_is_none() {
        let named = |name: &str, value: &str| names_a_display(&[(name.into(), value.into())]);
        assert!(named("DISPLAY", ":0"));
        assert!(named("WAYLAND_DISPLAY", "wayland-1"));
        assert!(!named("DISPLAY", ""));
        assert!(!named("HOME", "/root"));
    }
}
