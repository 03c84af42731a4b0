//! When a window may first be drawn. Whoever asks WebKit to draw what it has nothing of yet
//! stops this process: it asks the page's process for a picture and waits for half a second. While
//! the page loads that one has none to give; it waits for this process to hand it the page. So
//! until the page is there, a window shows its colour, and WebKit is not asked.
#![cfg_attr(not(target_os = "linux"), allow(dead_code))]

use tauri::WebviewWindow;

/// How far a page is, as its drawing goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Page {
    /// Nothing of it is there, and nothing of it can be drawn.
    Absent,
    /// It is being read. Something of it was to be drawn already, or not.
    Arriving { missed: bool },
    /// It draws when it is asked.
    There,
}

impl Page {
    /// It is to be drawn. Where it is not [`Page::There`] then, it is not asked.
    fn drawn(self) -> Self {
        match self {
            Self::Arriving { .. } => Self::Arriving { missed: true },
            other => other,
        }
    }

    /// Its first bytes came. A page that is loaded over another draws all the while.
    fn committed(self) -> Self {
        match self {
            Self::Absent => Self::Arriving { missed: false },
            other => other,
        }
    }

    /// It is loaded, or could not be: whether it is to be drawn now, for when it was to be before.
    fn finished(self) -> bool {
        self == Self::Arriving { missed: true }
    }
}

/// Holds the drawing of a window that was just made until its page is there.
#[cfg(target_os = "linux")]
pub(super) fn hold(window: &WebviewWindow) -> tauri::Result<()> {
    use gtk::glib::Propagation;
    use gtk::prelude::WidgetExt;
    use std::cell::Cell;
    use std::rc::Rc;
    use webkit2gtk::{LoadEvent, WebViewExt};

    window.with_webview(|webview| {
        let view = webview.inner();
        let page = Rc::new(Cell::new(Page::Absent));
        let shown = Rc::clone(&page);
        view.connect_draw(move |view, picture| {
            shown.set(shown.get().drawn());
            if shown.get() == Page::There {
                return Propagation::Proceed;
            }
            let colour = view.background_color();
            picture.set_source_rgba(colour.red(), colour.green(), colour.blue(), colour.alpha());
            if let Err(error) = picture.paint() {
                tracing::warn!(%error, "a window has not got its colour");
            }
            Propagation::Stop
        });
        let loaded = Rc::clone(&page);
        view.connect_load_changed(move |view, event| match event {
            LoadEvent::Committed => loaded.set(loaded.get().committed()),
            LoadEvent::Finished if loaded.replace(Page::There).finished() => view.queue_draw(),
            _ => {}
        });
        // It is loaded again, in a new process, over what was drawn before.
        view.connect_web_process_terminated(move |_, _| page.set(Page::Arriving { missed: true }));
    })
}

/// Elsewhere drawing waits for nothing.
#[cfg(not(target_os = "linux"))]
pub(super) fn hold(_: &WebviewWindow) -> tauri::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::Page;

    #[test]
    fn a_page_is_not_asked_to_draw_before_it_is_there() {
        assert_eq!(Page::Absent.drawn(), Page::Absent);
        let arriving = Page::Absent.committed();
        assert_eq!(arriving, Page::Arriving { missed: false });
        assert_eq!(arriving.drawn(), Page::Arriving { missed: true });
        assert_eq!(Page::There.drawn(), Page::There);
    }

    #[test]
    fn what_was_to_be_drawn_of_a_page_on_its_way_is_drawn_once_it_is_there() {
        let arriving = Page::Absent.committed();
        assert!(arriving.drawn().finished());
        // Only the window's colour was to be drawn, or nothing: asking would only make it wait.
        assert!(!arriving.finished());
        assert!(!Page::Absent.drawn().committed().finished());
    }

    #[test]
    fn a_page_loaded_over_another_is_drawn_all_the_while() {
        assert_eq!(Page::There.committed(), Page::There);
        assert!(!Page::There.finished());
    }
}
