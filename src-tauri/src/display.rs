//! Is there a screen, and can it be drawn on quickly?

mod blank;

pub(crate) use blank::{FIRST_FRAME, FirstFrame, Remedy};

use crate::error::StartError;
use std::ffi::OsString;
use std::path::Path;

/// The variable that keeps WebKit from using DMA-BUF. Without a render node that falls back to
/// copying every frame through software GL: 15 frames a second instead of 61, and twice the memory.
pub(crate) const PLAIN_BUFFERS: &str = "WEBKIT_DISABLE_DMABUF_RENDERER";

/// Settings of the engine's scripts, and our values. The first: how many bytes a page makes at
/// least before its heap is looked through (32 MiB otherwise). The second: by how many times what
/// is in use the heap may grow until then. On a computer with 16 GB and more that is 3, and what
/// has been there for long is looked through only once five times as much as is in use has been
/// left, with less memory it is 1, and once as much. The engine counts its own objects only: a
/// page came to 90 MB of elements of conversations that had been left, and the free places
/// between what stayed then remained.
const HEAP_STAYS_SMALL: [(&str, &str); 2] = [
    ("JSC_largeHeapSize", "4194304"),
    ("JSC_heapGrowthMaxIncrease", "0.7"),
];

/// The names of all.
pub(crate) const ENGINES_OWN: [&str; 3] =
    [PLAIN_BUFFERS, HEAP_STAYS_SMALL[0].0, HEAP_STAYS_SMALL[1].0];

/// What the engine reads once, when GTK starts, by name and value; nothing that the user has
/// decided (any value, also an empty one, is a decision).
pub(crate) fn for_the_engine(
    data_dir: Option<&Path>,
    decided: impl Fn(&str) -> bool,
) -> Vec<(&'static str, &'static str)> {
    if !cfg!(target_os = "linux") {
        return Vec::new();
    }
    let mut variables = Vec::new();
    let plain = plain_buffers(
        decided(PLAIN_BUFFERS),
        has_render_node(Path::new("/dev/dri")),
        data_dir.is_some_and(blank::stayed_blank),
    );
    if plain {
        variables.push((PLAIN_BUFFERS, "1"));
    }
    variables.extend(
        HEAP_STAYS_SMALL
            .into_iter()
            .filter(|(name, _)| !decided(name)),
    );
    variables
}

/// DMA-BUF rendering is slow without a render node, or showed nothing the last time.
fn plain_buffers(users_own: bool, render_node: bool, stayed_blank: bool) -> bool {
    !users_own && (!render_node || stayed_blank)
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
    use super::{ENGINES_OWN, for_the_engine, has_render_node, names_a_display, plain_buffers};

    #[test]
    fn c91_plain_buffers_where_they_help_and_never_over_the_users_own_choice() {
        for (users_own, render_node, stayed_blank, plain) in [
            (false, true, false, false),
            (false, false, false, true),
            (false, true, true, true),
            (false, false, true, true),
            (true, true, true, false),
            (true, false, true, false),
        ] {
            assert_eq!(plain_buffers(users_own, render_node, stayed_blank), plain);
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn c91_the_engine_is_told_nothing_that_the_user_has_decided() {
        assert_eq!(for_the_engine(None, |_| true), []);
        for own in ENGINES_OWN {
            let told = for_the_engine(None, |name| name == own);
            assert!(told.iter().all(|(name, _)| *name != own), "{told:?}");
        }
        let told = for_the_engine(None, |_| false);
        assert!(told.ends_with(&super::HEAP_STAYS_SMALL), "{told:?}");
    }

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
