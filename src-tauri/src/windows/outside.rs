//! Words for a user whose window shows nothing: said by the toolkit itself.

use tauri::AppHandle;

/// Shows a message in a plain window of the toolkit.
#[cfg(target_os = "linux")]
pub(crate) fn say_outside(app: &AppHandle, words: &'static str) {
    use gtk::prelude::{DialogExt, GtkWindowExt, WidgetExt};
    // An app that ends has nothing to say.
    let _ = app.run_on_main_thread(move || {
        let dialog = gtk::MessageDialog::new(
            None::<&gtk::Window>,
            gtk::DialogFlags::empty(),
            gtk::MessageType::Warning,
            gtk::ButtonsType::Close,
            words,
        );
        dialog.set_title("Parley");
        dialog.connect_response(|dialog, _| dialog.close());
        dialog.show_all();
    });
}

/// Elsewhere windows do not stay empty for this reason.
#[cfg(not(target_os = "linux"))]
pub(crate) fn say_outside(_: &AppHandle, _: &'static str) {}
