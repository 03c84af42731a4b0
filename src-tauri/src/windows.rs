//! The windows: `main`, and `conversation-<id>` for a conversation on its own.
//! Every window is made here, so every window has the guards.

mod backdrop;
mod clipboard;
mod drag;
mod first_draw;
mod folder;
mod outside;
mod revive;

pub(crate) use clipboard::{Clip, clip};
pub(crate) use drag::dragged;
pub(crate) use folder::{pick_file, pick_files, pick_folder, pick_new_file};
pub(crate) use outside::say_outside;

use crate::caller::{self, Caller, MAIN};
use crate::error::{desktop, problem};
use crate::navigation;
use crate::places::{Place, Screen};
use crate::shell::Shell;
use model::ConversationId;
use model::view::Problem;
use std::collections::HashMap;
use tauri::webview::NewWindowResponse;
use tauri::{AppHandle, Emitter, Manager, WebviewUrl, WebviewWindow, WebviewWindowBuilder};

/// The main window's size at first.
const MAIN_SIZE: Place = Place::sized(1180.0, 800.0);
/// A conversation window's size at first.
const CONVERSATION_SIZE: Place = Place::sized(820.0, 800.0);

/// Opens the main window, or raises it.
pub(crate) fn open_main(app: &AppHandle) -> tauri::Result<()> {
    open(app, MAIN, "Parley", MAIN_SIZE)
}

/// Opens a conversation's own window, or raises it.
pub(crate) fn open_conversation(
    app: &AppHandle,
    conversation: &ConversationId,
    title: &str,
) -> Result<(), Problem> {
    let label = caller::label_of(conversation).ok_or_else(|| {
        problem(
            "refused",
            "This conversation can't have a window of its own.",
        )
    })?;
    open(app, &label, &titled(title), CONVERSATION_SIZE).map_err(|error| desktop(&error))
}

/// Shows a conversation in the main window.
pub(crate) fn show_in_main(app: &AppHandle, conversation: &ConversationId) -> tauri::Result<()> {
    // A window that is not there yet asks what it is to show first.
    app.state::<Shell>().places.shows(Some(conversation));
    open_main(app)?;
    app.emit_to(MAIN, "show-conversation", conversation)
}

/// Shows what waits in a conversation: in its own window where it has one, else in the main one.
pub(crate) fn show_waiting(app: &AppHandle, conversation: &ConversationId) -> tauri::Result<()> {
    let own = caller::label_of(conversation).and_then(|label| app.get_webview_window(&label));
    let Some(window) = own else {
        return show_in_main(app, conversation);
    };
    raise(&window)?;
    app.emit_to(window.label(), "show-conversation", conversation)
}

/// Marks every window with what waits for the user there: the main window with
/// all of it, by a number in its title and, where the desktop has one, a badge.
pub(crate) fn mark(app: &AppHandle, waiting: &HashMap<ConversationId, u32>) {
    let shell = app.state::<Shell>();
    shell.waits(waiting.clone());
    for (label, window) in app.webview_windows() {
        match Caller::of(&label).own() {
            Some(own) => {
                if let Some(title) = shell.open_host().and_then(|host| host.title(&own)) {
                    name(&window, &title);
                }
            }
            None => {
                let all: u32 = waiting.values().sum();
                let text = marked("Parley".to_owned(), all);
                if shell.renamed(&label, &text) {
                    // A window that is just closing needs no mark, and not every desktop has badges.
                    let _ = window.set_title(&text);
                    let _ = window.set_badge_count((all > 0).then_some(i64::from(all)));
                }
            }
        }
    }
}

/// Closes the window of a conversation that is not there any more, if it has one.
pub(crate) fn close_conversation(app: &AppHandle, conversation: &ConversationId) {
    let window = caller::label_of(conversation).and_then(|label| app.get_webview_window(&label));
    if let Some(window) = window {
        // One that is closing already is what is wanted.
        let _ = window.close();
    }
}

/// Gives a conversation's window the name of its conversation.
pub(crate) fn name(window: &WebviewWindow, title: &str) {
    let shell = window.state::<Shell>();
    let own = Caller::of(window.label()).own();
    let text = marked(titled(title), own.map_or(0, |own| shell.waiting_in(&own)));
    if shell.renamed(window.label(), &text) {
        // A window that is just closing needs no name.
        let _ = window.set_title(&text);
    }
}

fn marked(title: String, waiting: u32) -> String {
    match waiting {
        0 => title,
        waiting => format!("({waiting}) {title}"),
    }
}

fn titled(title: &str) -> String {
    if title.is_empty() {
        "Parley".to_owned()
    } else {
        format!("{title} — Parley")
    }
}

fn open(app: &AppHandle, label: &str, title: &str, usual: Place) -> tauri::Result<()> {
    if let Some(window) = app.get_webview_window(label) {
        return raise(&window);
    }
    match build(app, label, title, usual) {
        // Asked for twice at the same time.
        Err(
            tauri::Error::WindowLabelAlreadyExists(_) | tauri::Error::WebviewLabelAlreadyExists(_),
        ) => app
            .get_webview_window(label)
            .map_or(Ok(()), |window| raise(&window)),
        outcome => outcome,
    }
}

fn raise(window: &WebviewWindow) -> tauri::Result<()> {
    window.unminimize()?;
    window.show()?;
    window.set_focus()
}

fn build(app: &AppHandle, label: &str, title: &str, usual: Place) -> tauri::Result<()> {
    let shell = app.state::<Shell>();
    let own = Caller::of(label).own();
    let place = shell
        .places
        .of(own.as_ref())
        .unwrap_or(usual)
        .fitted(&screens(app)?);
    let guarded = label.to_owned();
    let mut builder = WebviewWindowBuilder::new(app, label, WebviewUrl::App("index.html".into()))
        .title(title)
        .inner_size(place.width, place.height)
        .min_inner_size(480.0, 360.0)
        .maximized(place.maximized)
        .on_navigation(move |url| navigation::guard(&guarded, url))
        .on_new_window(|_, _| NewWindowResponse::Deny)
        .on_download(|_, _| false)
        .general_autofill_enabled(false)
        .devtools(cfg!(debug_assertions))
        // Never the browser's own data: two data folders share nothing.
        .data_directory(shell.data_dir.join("webview"));
    if let (Some(x), Some(y)) = (place.x, place.y) {
        builder = builder.position(x, y);
    }
    let window = builder.build()?;
    first_draw::hold(&window)?;
    revive::watch(&window)?;
    backdrop::paint(&window, shell.theme());
    if let Some(own) = &own {
        shell.places.opened(own);
    }
    shell.windows_changed.notify_one();
    // If the host is not open yet, it will be told of all windows when it is.
    if let Some(host) = shell.open_host() {
        host.viewer_opened(label, own);
    }
    Ok(())
}

/// Tells a host that has just opened which windows there are, and opens those
/// that were there when the app ended.
pub(crate) fn introduce(app: &AppHandle) {
    let shell = app.state::<Shell>();
    let Some(host) = shell.open_host() else {
        return;
    };
    for label in app.webview_windows().into_keys() {
        let own = Caller::of(&label).own();
        host.viewer_opened(&label, own);
    }
    for conversation in shell.places.open() {
        match host.title(&conversation) {
            Some(title) => {
                if let Err(problem) = open_conversation(app, &conversation, &title) {
                    tracing::warn!(reason = problem.message, "a window did not come back");
                }
            }
            None => shell.places.closed(&conversation),
        }
    }
}

/// Remembers where a window is now.
pub(crate) fn moved(app: &AppHandle, label: &str) {
    let Some(window) = app.get_webview_window(label) else {
        return;
    };
    let current = || -> tauri::Result<Option<Place>> {
        if window.is_minimized()? {
            return Ok(None);
        }
        let scale = window.scale_factor()?;
        let size = window.inner_size()?.to_logical::<f64>(scale);
        let position = window.outer_position()?.to_logical::<f64>(scale);
        Ok(Some(Place {
            x: Some(position.x),
            y: Some(position.y),
            width: size.width,
            height: size.height,
            maximized: window.is_maximized()?,
        }))
    };
    if let Ok(Some(place)) = current() {
        let own = Caller::of(label).own();
        app.state::<Shell>().places.moved(own.as_ref(), place);
    }
}

/// A window is gone. The last one takes the app with it, and so it is the one
/// that comes back.
pub(crate) fn closed(app: &AppHandle, label: &str) {
    let shell = app.state::<Shell>();
    if let Some(host) = shell.open_host() {
        host.viewer_closed(label);
    }
    shell.forget_name(label);
    shell.loading.left(label);
    shell.windows_changed.notify_one();
    let last = app.webview_windows().keys().all(|other| other == label);
    if let Some(own) = Caller::of(label).own()
        && !last
        && !shell.is_ending()
    {
        shell.places.closed(&own);
    }
}

fn screens(app: &AppHandle) -> tauri::Result<Vec<Screen>> {
    let monitors = app.available_monitors()?;
    Ok(monitors
        .iter()
        .map(|monitor| {
            let position = monitor.position().to_logical::<f64>(monitor.scale_factor());
            let size = monitor.size().to_logical::<f64>(monitor.scale_factor());
            Screen {
                x: position.x,
                y: position.y,
                width: size.width,
                height: size.height,
            }
        })
        .collect())
}
