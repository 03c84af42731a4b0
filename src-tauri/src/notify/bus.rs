//! The notifications of a Linux desktop (Desktop Notifications Specification
//! 1.2), over the session's bus. A desktop without one, or one that does not
//! answer, costs a short wait and nothing else.

use super::Notice;
use model::ConversationId;
use std::collections::HashMap;
use std::time::{Duration, Instant};
use tokio::sync::mpsc;
use zbus::Connection;
use zbus::export::futures_core::Stream;
use zbus::zvariant::Value;

/// How long the bus or the service may take.
const PATIENCE: Duration = Duration::from_secs(2);
/// After a failure the bus is let alone for this long.
const REST: Duration = Duration::from_secs(60);
/// The one action: a press on the notification itself.
const PRESS: &str = "default";

#[zbus::proxy(
    interface = "org.freedesktop.Notifications",
    default_service = "org.freedesktop.Notifications",
    default_path = "/org/freedesktop/Notifications"
)]
trait Service {
    #[allow(clippy::too_many_arguments)]
    fn notify(
        &self,
        app_name: &str,
        replaces_id: u32,
        app_icon: &str,
        summary: &str,
        body: &str,
        actions: &[&str],
        hints: HashMap<&str, &Value<'_>>,
        expire_timeout: i32,
    ) -> zbus::Result<u32>;

    fn close_notification(&self, id: u32) -> zbus::Result<()>;

    fn get_capabilities(&self) -> zbus::Result<Vec<String>>;

    #[zbus(signal)]
    fn action_invoked(&self, id: u32, action_key: &str) -> zbus::Result<()>;
}

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
    proxy: ServiceProxy<'static>,
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
        let urgency = Value::U8(1);
        let entry = Value::from("parley");
        let hints = HashMap::from([("urgency", &urgency), ("desktop-entry", &entry)]);
        let shown = service.proxy.notify(
            "Parley",
            replaces,
            "parley",
            &notice.summary,
            &body,
            &[PRESS, "Parley"],
            hints,
            // The service's own choice.
            -1,
        );
        match tokio::time::timeout(PATIENCE, shown).await {
            Ok(Ok(id)) => {
                self.out.insert(conversation.clone(), id);
            }
            Ok(Err(error)) => self.fail(&error.to_string()),
            Err(_) => self.fail("it does not answer"),
        }
    }

    /// Takes it away: what it spoke of is settled.
    pub(super) async fn withdraw(&mut self, conversation: &ConversationId) {
        let (Some(id), Some(service)) = (self.out.remove(conversation), &self.service) else {
            return;
        };
        let closed = service.proxy.close_notification(id);
        // One that the user closed already is an error to some services.
        if let Ok(Err(error)) = tokio::time::timeout(PATIENCE, closed).await {
            tracing::debug!(%error, "a notification was gone already");
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
        let rests = self.failed.is_some_and(|at| at.elapsed() < REST);
        if self.service.is_none() && !rests {
            match tokio::time::timeout(PATIENCE, connect()).await {
                Ok(Ok(open)) => self.service = Some(open),
                Ok(Err(error)) => self.fail(&error.to_string()),
                Err(_) => self.fail("the bus does not answer"),
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

async fn connect() -> zbus::Result<Open> {
    open_on(Connection::session().await?).await
}

async fn open_on(bus: Connection) -> zbus::Result<Open> {
    let proxy = ServiceProxy::new(&bus).await?;
    let markup = proxy
        .get_capabilities()
        .await?
        .iter()
        .any(|one| one == "body-markup");
    let mut invoked = proxy.receive_action_invoked().await?;
    let (press, presses) = mpsc::unbounded_channel();
    tokio::spawn(async move {
        while let Some(signal) = next(&mut invoked).await {
            let Ok(args) = signal.args() else {
                continue;
            };
            if args.action_key == PRESS && press.send(args.id).is_err() {
                return;
            }
        }
    });
    Ok(Open {
        proxy,
        markup,
        presses,
    })
}

async fn next<S: Stream + Unpin>(stream: &mut S) -> Option<S::Item> {
    std::future::poll_fn(|context| std::pin::Pin::new(&mut *stream).poll_next(context)).await
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
