//! The service's side is played here, over a socket without a bus between.
#![allow(clippy::unwrap_used)]

use super::*;
use std::sync::{Arc, Mutex};
use tokio::net::UnixStream;
use zbus::connection::Builder;
use zbus::object_server::SignalEmitter;
use zbus::zvariant::OwnedValue;

/// What reached the service: the number that is replaced, first line, body, actions.
type Shown = (u32, String, String, Vec<String>);

#[derive(Default)]
struct Said {
    shown: Vec<Shown>,
    closed: Vec<u32>,
}

struct Played(Arc<Mutex<Said>>);

#[zbus::interface(name = "org.freedesktop.Notifications")]
impl Played {
    #[allow(clippy::too_many_arguments)]
    fn notify(
        &self,
        _app: &str,
        replaces: u32,
        _icon: &str,
        summary: &str,
        body: &str,
        actions: Vec<String>,
        _hints: HashMap<String, OwnedValue>,
        _timeout: i32,
    ) -> u32 {
        let mut said = self.0.lock().unwrap();
        said.shown
            .push((replaces, summary.to_owned(), body.to_owned(), actions));
        if replaces == 0 { 7 } else { replaces }
    }

    fn close_notification(&self, id: u32) {
        self.0.lock().unwrap().closed.push(id);
    }

    fn get_capabilities(&self) -> Vec<String> {
        vec!["actions".to_owned(), "body-markup".to_owned()]
    }

    #[zbus(signal)]
    async fn action_invoked(
        emitter: &SignalEmitter<'_>,
        id: u32,
        action_key: &str,
    ) -> zbus::Result<()>;

    #[zbus(signal)]
    async fn notification_closed(
        emitter: &SignalEmitter<'_>,
        id: u32,
        reason: u32,
    ) -> zbus::Result<()>;
}

async fn played() -> (Notices, Connection, Arc<Mutex<Said>>) {
    let (ours, theirs) = UnixStream::pair().unwrap();
    let (ours, theirs) = (ours.into_std().unwrap(), theirs.into_std().unwrap());
    let said = Arc::new(Mutex::new(Said::default()));
    let guid = zbus::Guid::generate();
    let service = Builder::async_io_unix_stream(theirs)
        .server(guid)
        .unwrap()
        .p2p()
        .serve_at("/org/freedesktop/Notifications", Played(Arc::clone(&said)))
        .unwrap()
        .build();
    let client = Builder::async_io_unix_stream(ours).p2p().build();
    let (service, client) = tokio::join!(service, client);
    let notices = Notices {
        service: Some(open_on(client.unwrap()).await.unwrap()),
        ..Notices::default()
    };
    (notices, service.unwrap(), said)
}

fn notice(summary: &str) -> Notice {
    Notice {
        summary: summary.to_owned(),
        body: "run <b>x</b> & y".to_owned(),
    }
}

#[tokio::test]
async fn c52_a_notification_has_no_buttons_and_a_press_on_it_names_its_conversation() {
    let (mut notices, service, said) = played().await;
    let one = ConversationId::from("one");
    notices.tell(&one, &notice("first")).await;
    notices.tell(&one, &notice("second")).await;
    let body = "run &lt;b&gt;x&lt;/b&gt; &amp; y".to_owned();
    // A press on the notification itself is all there is.
    let actions = vec!["default".to_owned(), "Parley".to_owned()];
    assert_eq!(
        said.lock().unwrap().shown,
        [
            (0, "first".to_owned(), body.clone(), actions.clone()),
            (7, "second".to_owned(), body, actions),
        ]
    );

    let emitter = SignalEmitter::new(&service, "/org/freedesktop/Notifications").unwrap();
    // Of another program, and of a button nobody offered.
    Played::action_invoked(&emitter, 99, "default")
        .await
        .unwrap();
    Played::action_invoked(&emitter, 7, "allow").await.unwrap();
    Played::action_invoked(&emitter, 7, "default")
        .await
        .unwrap();
    let pressed = tokio::time::timeout(Duration::from_secs(20), notices.pressed());
    assert_eq!(pressed.await.unwrap(), one);
}

#[tokio::test]
async fn c47_to_dismiss_a_notification_is_no_answer() {
    let (mut notices, service, said) = played().await;
    let one = ConversationId::from("one");
    notices.tell(&one, &notice("first")).await;
    let emitter = SignalEmitter::new(&service, "/org/freedesktop/Notifications").unwrap();
    // 2: dismissed by the user.
    Played::notification_closed(&emitter, 7, 2).await.unwrap();
    // Whatever is heard is in order: had the dismissal said anything, it came first.
    Played::action_invoked(&emitter, 7, "default")
        .await
        .unwrap();
    let pressed = tokio::time::timeout(Duration::from_secs(20), notices.pressed());
    assert_eq!(pressed.await.unwrap(), one);
    assert_eq!(said.lock().unwrap().closed, Vec::<u32>::new());

    notices.withdraw(&one).await;
    assert_eq!(said.lock().unwrap().closed, [7]);
}

#[tokio::test]
async fn c53_a_desktop_without_notifications_costs_nothing_more_than_one_try() {
    let mut notices = Notices {
        failed: Some(Instant::now()),
        ..Notices::default()
    };
    let before = Instant::now();
    notices
        .tell(&ConversationId::from("one"), &notice("first"))
        .await;
    notices.withdraw(&ConversationId::from("one")).await;
    assert!(before.elapsed() < PATIENCE);
    assert!(notices.out.is_empty());
}
