//! Files and pictures of the clipboard, read here: what a page says was pasted
//! is not believed where it would name files.

use crate::error::desktop;
use host::Origin;
use model::view::Problem;
use std::path::PathBuf;
use tauri::AppHandle;
#[cfg(target_os = "linux")]
use tokio::sync::oneshot;

/// What the clipboard holds, besides text.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Clip {
    /// Files that were copied in a file manager.
    Files(Vec<PathBuf>),
    /// A picture, as the program that copied it wrote it.
    Picture(Origin, Vec<u8>),
}

/// What the clipboard holds; `None` for text, or nothing.
#[cfg(target_os = "linux")]
pub(crate) async fn clip(app: &AppHandle) -> Result<Option<Clip>, Problem> {
    let listed = bytes_of(app, "text/uri-list").await?;
    let paths = listed.as_deref().map(paths).unwrap_or_default();
    if !paths.is_empty() {
        return Ok(Some(Clip::Files(paths)));
    }
    for (kind, origin) in [("image/png", Origin::Png), ("image/jpeg", Origin::Jpeg)] {
        if let Some(bytes) = bytes_of(app, kind).await? {
            return Ok(Some(Clip::Picture(origin, bytes)));
        }
    }
    Ok(None)
}

/// The bytes as they are: nothing is decoded on the toolkit's own thread.
#[cfg(target_os = "linux")]
async fn bytes_of(app: &AppHandle, kind: &'static str) -> Result<Option<Vec<u8>>, Problem> {
    let (told, tell) = oneshot::channel();
    app.run_on_main_thread(move || {
        let clipboard = gtk::Clipboard::get(&gtk::gdk::SELECTION_CLIPBOARD);
        clipboard.request_contents(&gtk::gdk::Atom::intern(kind), move |_, selection| {
            let bytes = selection.data();
            let _ = told.send((!bytes.is_empty()).then_some(bytes));
        });
    })
    .map_err(|error| desktop(&error))?;
    // Not told: the app ends, or the program that copied it is gone.
    Ok(tell.await.ok().flatten())
}

#[cfg(target_os = "linux")]
fn paths(list: &[u8]) -> Vec<PathBuf> {
    String::from_utf8_lossy(list)
        .lines()
        .map(str::trim)
        .filter(|line| line.starts_with("file:"))
        .filter_map(|line| gtk::glib::filename_from_uri(line).ok())
        .map(|(path, _host)| path)
        .collect()
}

/// What the clipboard holds; not read on this system yet.
#[cfg(not(target_os = "linux"))]
pub(crate) async fn clip(_app: &AppHandle) -> Result<Option<Clip>, Problem> {
    Ok(None)
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::paths;
    use std::path::PathBuf;

    #[test]
    fn only_files_of_this_machine_are_taken_from_a_list() {
        let list = b"# copied\r\nfile:///tmp/a%20b.txt\r\nhttps://example.org/c\r\nfile:///tmp/d\n";
        assert_eq!(
            paths(list),
            ["/tmp/a b.txt", "/tmp/d"].map(PathBuf::from).to_vec()
        );
    }
}
