//! The notifications of a Linux desktop (Desktop Notifications Specification
//! 1.2), over the session's bus. A desktop without one, or one that does not
//! answer, costs a short wait and nothing else.

use super::Notice;
use crate::session_bus;
use gtk::gio::prelude::CancellableExt;
use gtk::gio::{Cancellable, DBusCallFlags, DBusConnection, DBusSignalFlags};
use gtk::glib::{self, Variant, VariantDict};
use model::ConversationId;
use std::collections::HashMap;
use std::time::{Duration, Instant};
use tokio::sync::mpsc;

/// How long the bus or the service may take.
const PATIENCE: Duration = Duration::from_secs(2);
/// The same for a call, in milliseconds.
const LIMIT: i32 = 2000;
/// After a failure the bus is let alone for this long.
const REST: Duration = Duration::from_secs(60);
/// The one action: a press on the notification itself.
const PRESS: &str = "default";

/// The service and its one interface.
const SERVICE: &str = "org.freedesktop.Notifications";
const OBJECT: &str = "/org/freedesktop/Notifications";

/// The notifications that are out.
#[derive(Default)]
pub(super) struct Notices {
    service: Option<Open>,
    /// The bus failed then.
    failed: Option<Instant>,
    /// The number the service gave each.
    out: HashMap<ConversationId, u32>,
}

struct Open {
    bus: DBusConnection,
    /// Takes a body as markup: what is no markup is escaped.
    markup: bool,
    presses: mpsc::UnboundedReceiver<u32>,
}

impl Notices {
    /// Shows it, in the place of an earlier one about the same conversation.
    pub(super) async fn tell(&mut self, conversation: &ConversationId, notice: &Notice) {
        let replaces = self.out.get(conversation).copied().unwrap_or(0);
        let Some(service) = self.open().await else {
            return;
        };
        let body = if service.markup {
            escaped(&notice.body)
        } else {
            notice.body.clone()
        };
        match call(&service.bus, "Notify", Some(said(replaces, notice, &body))).await {
            Ok(answer) => {
                if let Some((id,)) = answer.get::<(u32,)>() {
                    self.out.insert(conversation.clone(), id);
                }
            }
            Err(reason) => self.fail(&reason),
        }
    }

    /// Takes it away: what it spoke of is settled.
    pub(super) async fn withdraw(&mut self, conversation: &ConversationId) {
        let (Some(id), Some(service)) = (self.out.remove(conversation), &self.service) else {
            return;
        };
        let closed = call(
            &service.bus,
            "CloseNotification",
            Some(Variant::from((id,))),
        );
        // One that the user closed already is an error to some services.
        if let Err(error) = closed.await {
            tracing::debug!(error, "a notification was gone already");
        }
    }

    /// Waits until one was pressed.
    pub(super) async fn pressed(&mut self) -> ConversationId {
        loop {
            let Some(service) = &mut self.service else {
                return std::future::pending().await;
            };
            let Some(id) = service.presses.recv().await else {
                // The bus is gone; the next notification opens it anew.
                self.service = None;
                continue;
            };
            let found = self.out.iter().find(|(_, out)| **out == id);
            if let Some((conversation, _)) = found {
                return conversation.clone();
            }
        }
    }

    async fn open(&mut self) -> Option<&Open> {
        if self
            .service
            .as_ref()
            .is_some_and(|open| open.bus.is_closed())
        {
            self.service = None;
        }
        let rests = self.failed.is_some_and(|at| at.elapsed() < REST);
        if self.service.is_none() && !rests {
            match connect().await {
                Ok(open) => self.service = Some(open),
                Err(reason) => self.fail(&reason),
            }
        }
        self.service.as_ref()
    }

    fn fail(&mut self, reason: &str) {
        tracing::info!(reason, "this desktop shows no notifications");
        self.service = None;
        self.out.clear();
        self.failed = Some(Instant::now());
    }
}

/// What `Notify` is called with.
fn said(replaces: u32, notice: &Notice, body: &str) -> Variant {
    let hints = VariantDict::new(None);
    hints.insert_value("urgency", &Variant::from(1_u8));
    hints.insert_value("desktop-entry", &Variant::from("parley"));
    Variant::tuple_from_iter([
        Variant::from("Parley"),
        Variant::from(replaces),
        Variant::from("parley"),
        Variant::from(notice.summary.as_str()),
        Variant::from(body),
        Variant::from(vec![PRESS, "Parley"]),
        hints.end(),
        // How long it stays is the service's own choice.
        Variant::from(-1_i32),
    ])
}

/// Work that waits for the bus, on a thread that may.
async fn wait<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, glib::Error> + Send + 'static,
) -> Result<T, String> {
    match tokio::task::spawn_blocking(work).await {
        Ok(done) => done.map_err(|error| error.to_string()),
        Err(error) => Err(error.to_string()),
    }
}

async fn call(
    bus: &DBusConnection,
    method: &'static str,
    arguments: Option<Variant>,
) -> Result<Variant, String> {
    let bus = bus.clone();
    wait(move || {
        bus.call_sync(
            Some(SERVICE),
            OBJECT,
            SERVICE,
            method,
            arguments.as_ref(),
            None,
            DBusCallFlags::NONE,
            LIMIT,
            Cancellable::NONE,
        )
    })
    .await
}

async fn connect() -> Result<Open, String> {
    match session_bus::address() {
        Some(address) => open_on(address).await,
        None => Err("this session has no bus".to_owned()),
    }
}

async fn open_on(address: String) -> Result<Open, String> {
    let cancel = Cancellable::new();
    let asked = cancel.clone();
    let connected = wait(move || session_bus::connect_and_wait(&address, &asked));
    let Ok(bus) = tokio::time::timeout(PATIENCE, connected).await else {
        cancel.cancel();
        return Err("the bus does not answer".to_owned());
    };
    let (press, presses) = mpsc::unbounded_channel();
    let mut open = Open {
        bus: bus?,
        markup: false,
        presses,
    };
    // Heard on the toolkit's thread.
    open.bus.signal_subscribe(
        Some(SERVICE),
        Some(SERVICE),
        Some("ActionInvoked"),
        Some(OBJECT),
        None,
        DBusSignalFlags::NONE,
        move |_, _, _, _, _, signal| {
            if let Some((id, action)) = signal.get::<(u32, String)>()
                && action == PRESS
            {
                // Nobody listens any more where the notifications failed since.
                let _ = press.send(id);
            }
        },
    );
    let capabilities = call(&open.bus, "GetCapabilities", None).await?;
    let named = capabilities.get::<(Vec<String>,)>();
    open.markup = named.is_some_and(|(all,)| all.iter().any(|one| one == "body-markup"));
    Ok(open)
}

fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            other => out.push(other),
        }
    }
    out
}

#[cfg(test)]
#[path = "bus/tests.rs"]
mod tests;
