//! A page whose web process died (out of memory, a fault in the engine) is
//! loaded again: it asks for a snapshot and is where it was. Nothing else is
//! lost with it, the truth is in this process.

#[cfg(target_os = "linux")]
use crate::shell::Shell;
#[cfg(target_os = "linux")]
use tauri::Manager;
use tauri::WebviewWindow;

/// Reloads per window and minute; a page that dies faster than that stays dead.
#[cfg(target_os = "linux")]
const MOST: usize = 3;

/// Watches over a window that was just made.
#[cfg(target_os = "linux")]
pub(super) fn watch(window: &WebviewWindow) -> tauri::Result<()> {
    use std::cell::RefCell;
    use std::time::{Duration, Instant};
    use webkit2gtk::WebViewExt;

    let label = window.label().to_owned();
    let shell = window.app_handle().clone();
    window.with_webview(move |webview| {
        let recent = RefCell::new(Vec::<Instant>::new());
        webview
            .inner()
            .connect_web_process_terminated(move |view, reason| {
                let mut recent = recent.borrow_mut();
                recent.retain(|at| at.elapsed() < Duration::from_secs(60));
                let again = recent.len() < MOST;
                shell.state::<Shell>().loading.died(&label);
                tracing::error!(window = label, ?reason, again, "the web process ended");
                if again {
                    recent.push(Instant::now());
                    view.reload();
                }
            });
    })
}

/// Elsewhere the web engine does this by itself.
#[cfg(not(target_os = "linux"))]
pub(super) fn watch(_: &WebviewWindow) -> tauri::Result<()> {
    Ok(())
}
