//! The colour of a window before its page is there, so that a dark window does
//! not begin with a white flash.

use model::view::Theme;
use tauri::WebviewWindow;
use tauri::window::Color;

// `--bg` of ui/src/styles/tokens.css.
const LIGHT: Color = Color(0xfb, 0xfa, 0xf8, 0xff);
const DARK: Color = Color(0x19, 0x18, 0x16, 0xff);

/// Paints a window that was just made.
pub(super) fn paint(window: &WebviewWindow, theme: Theme) {
    let painted = window.clone();
    // The desktop's preference can be asked for on the toolkit's thread only.
    // A window that is gone already needs no colour.
    let _ = window.run_on_main_thread(move || {
        let dark = match theme {
            Theme::Dark => true,
            Theme::Light => false,
            Theme::System => system_is_dark(&painted),
        };
        let _ = painted.set_background_color(Some(if dark { DARK } else { LIGHT }));
    });
}

/// What the page will see as `prefers-color-scheme`.
#[cfg(target_os = "linux")]
fn system_is_dark(_: &WebviewWindow) -> bool {
    use gtk::prelude::GtkSettingsExt;
    gtk::Settings::default().is_some_and(|settings| {
        let named_dark = settings
            .gtk_theme_name()
            .is_some_and(|name| name.ends_with("-dark") || name.ends_with("-Dark"));
        settings.is_gtk_application_prefer_dark_theme() || named_dark
    })
}

#[cfg(not(target_os = "linux"))]
fn system_is_dark(window: &WebviewWindow) -> bool {
    window
        .theme()
        .is_ok_and(|theme| theme == tauri::Theme::Dark)
}
