//! The tray of a Linux desktop: one item, on the toolkit's thread.

use super::item::{self, Item, Picture};
use super::{Shown, act};
use crate::session_bus;
use std::cell::RefCell;
use std::time::Duration;
use tauri::AppHandle;
use tokio::sync::oneshot;

/// How long the tray may take to say that it is there.
const ANSWERS_WITHIN: Duration = Duration::from_millis(500);

thread_local! {
    /// The item, on the toolkit's thread.
    static ITEM: RefCell<Slot> = const { RefCell::new(Slot::Absent) };
}

enum Slot {
    Absent,
    /// It is being put there; this is what it is to show then.
    Coming(Shown),
    There(Item),
}

/// Whether the desktop has a tray that would show agents at work.
pub(crate) async fn is_there(app: &AppHandle) -> bool {
    let Some(address) = session_bus::address() else {
        return false;
    };
    let (answer, answered) = oneshot::channel();
    let asked = app.run_on_main_thread(move || {
        gtk::glib::MainContext::default().spawn_local(async move {
            // Nobody waits any more if the tray took too long.
            let _ = answer.send(item::tray_is_there(&address).await);
        });
    });
    asked.is_ok()
        && matches!(
            tokio::time::timeout(ANSWERS_WITHIN, answered).await,
            Ok(Ok(true))
        )
}

/// Shows this in the tray, or nothing.
pub(super) fn show(app: &AppHandle, shown: Option<Shown>) {
    let asked = app.clone();
    // An app that ends takes its item with it.
    let _ = app.run_on_main_thread(move || {
        ITEM.with(|item| place(&asked, &mut item.borrow_mut(), shown));
    });
}

fn place(app: &AppHandle, slot: &mut Slot, shown: Option<Shown>) {
    match (&*slot, shown) {
        (_, None) => *slot = Slot::Absent,
        (Slot::There(item), Some(shown)) if !item.is_gone() => item.change(shown),
        (Slot::Coming(_), Some(shown)) => *slot = Slot::Coming(shown),
        (_, Some(shown)) => {
            let Some(address) = session_bus::address() else {
                return;
            };
            *slot = Slot::Coming(shown.clone());
            let picture = app.default_window_icon().and_then(|icon| {
                Some(Picture {
                    width: i32::try_from(icon.width()).ok()?,
                    height: i32::try_from(icon.height()).ok()?,
                    rgba: icon.rgba().to_vec(),
                })
            });
            let app = app.clone();
            gtk::glib::MainContext::default().spawn_local(async move {
                let put = Item::put(&address, picture, shown, move |pressed| act(&app, pressed));
                let put = put.await;
                ITEM.with(|slot| arrived(&mut slot.borrow_mut(), put));
            });
        }
    }
}

fn arrived(slot: &mut Slot, put: Result<Item, gtk::glib::Error>) {
    let now = std::mem::replace(slot, Slot::Absent);
    match (now, put) {
        (Slot::Coming(shown), Ok(item)) => {
            item.change(shown);
            *slot = Slot::There(item);
        }
        // It is not wanted any more.
        (other, Ok(_)) => *slot = other,
        (_, Err(error)) => tracing::info!(%error, "the desktop has no tray"),
    }
}
