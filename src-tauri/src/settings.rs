//! The settings while the app runs: in a store of the store plugin, in memory.
//!
//! The plugin writes in place, takes a file it can't read for an empty one and
//! leaves it readable by others (security.md §14). So it never gets to touch a
//! file: it loads none, saves none by itself, its way of writing always refuses,
//! and the store is closed before the plugin's own save at the end. The host
//! writes what is in it, whole and in one step. No window may call the plugin.

use host::{Host, SettingsMemory};
use serde_json::{Map, Value};
use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;
use tauri::plugin::TauriPlugin;
use tauri::{AppHandle, Wry};
use tauri_plugin_store::{Store, StoreBuilder, StoreExt};

type Refusal = Box<dyn std::error::Error + Send + Sync>;

/// The plugin, unable to write.
pub(crate) fn plugin() -> TauriPlugin<Wry> {
    tauri_plugin_store::Builder::new()
        .default_serialize_fn(refuse)
        .build()
}

fn refuse(_: &HashMap<String, Value>) -> Result<Vec<u8>, Refusal> {
    Err("the host writes the settings".into())
}

/// Moves the host's settings into a store. Without one they stay in the host's own map.
pub(crate) fn live_in_store(app: &AppHandle, host: &Host) {
    let store = StoreBuilder::new(app, name())
        .create_new()
        .disable_auto_save()
        .serialize(refuse)
        .build();
    match store {
        Ok(store) => host.keep_settings_in(Box::new(InStore(store))),
        Err(error) => tracing::warn!(%error, "no store for the settings"),
    }
}

/// Closes the store: the plugin finds none to save when the app exits.
pub(crate) fn close(app: &AppHandle) {
    if let Some(store) = app.get_store(name()) {
        store.close_resource();
    }
}

/// The name of a file that is never there.
fn name() -> PathBuf {
    PathBuf::from("settings.in-memory")
}

struct InStore(Arc<Store<Wry>>);

impl SettingsMemory for InStore {
    fn entries(&self) -> Map<String, Value> {
        let mut all = self.0.entries();
        // The store has no order; the file's new names get one.
        model::order::sort_by(&mut all, |a, b| a.0.cmp(&b.0));
        all.into_iter().collect()
    }

    fn set(&self, name: &str, value: Value) {
        self.0.set(name, value);
    }
}
