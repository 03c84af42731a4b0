//! The service's side is played here, on a bus of the test's own.
#![allow(clippy::unwrap_used)]

use super::*;
use crate::session_bus::played::Bus;
use gtk::gio::DBusNodeInfo;
use std::sync::{Arc, Mutex, Once, mpsc as blocking};

/// What reached the service: the number that is replaced, first line, body, actions.
type Shown = (u32, String, String, Vec<String>);

#[derive(Default)]
struct Said {
    shown: Vec<Shown>,
    closed: Vec<u32>,
}

const INTERFACE: &str = r#"<node><interface name="org.freedesktop.Notifications">
<method name="Notify"><arg type="s" direction="in"/><arg type="u" direction="in"/><arg type="s" direction="in"/>
<arg type="s" direction="in"/><arg type="s" direction="in"/><arg type="as" direction="in"/>
<arg type="a{sv}" direction="in"/><arg type="i" direction="in"/><arg type="u" direction="out"/></method>
<method name="CloseNotification"><arg type="u" direction="in"/></method>
<method name="GetCapabilities"><arg type="as" direction="out"/></method>
<signal name="ActionInvoked"><arg type="u"/><arg type="s"/></signal>
<signal name="NotificationClosed"><arg type="u"/><arg type="u"/></signal>
</interface></node>"#;

/// A notification service. It ends with the test.
struct Played {
    bus: DBusConnection,
    said: Arc<Mutex<Said>>,
    serving: glib::MainLoop,
    _daemon: Bus,
}

impl Drop for Played {
    fn drop(&mut self) {
        self.serving.quit();
    }
}

impl Played {
    fn signal(&self, name: &str, with: Variant) {
        self.bus
            .emit_signal(None, OBJECT, SERVICE, name, Some(&with))
            .unwrap();
    }

    fn press(&self, id: u32, action: &str) {
        self.signal("ActionInvoked", Variant::from((id, action)));
    }
}

fn answer(said: &Mutex<Said>, method: &str, arguments: &Variant) -> Option<Variant> {
    let mut said = said.lock().unwrap();
    match method {
        "Notify" => {
            let replaces = arguments.child_value(1).get::<u32>().unwrap();
            let words = |at| arguments.child_value(at).get::<String>().unwrap();
            let actions = arguments.child_value(5).get::<Vec<String>>().unwrap();
            said.shown.push((replaces, words(3), words(4), actions));
            Some(Variant::from((if replaces == 0 {
                7_u32
            } else {
                replaces
            },)))
        }
        "CloseNotification" => {
            said.closed.push(arguments.child_value(0).get().unwrap());
            None
        }
        _ => Some(Variant::from((vec!["actions", "body-markup"],))),
    }
}

/// Serves until the loop it sends is told to quit.
fn serve(
    address: &str,
    said: Arc<Mutex<Said>>,
    ready: &blocking::Sender<(DBusConnection, glib::MainLoop)>,
) {
    let bus = session_bus::connect_and_wait(address, &Cancellable::new()).unwrap();
    let node = DBusNodeInfo::for_xml(INTERFACE).unwrap();
    bus.register_object(
        OBJECT,
        &node.lookup_interface(SERVICE).unwrap(),
        move |_, _, _, _, method, arguments, invocation| {
            invocation.return_value(answer(&said, method, &arguments).as_ref());
        },
        |_, _, _, _, _| Variant::from(false),
        |_, _, _, _, _, _| false,
    )
    .unwrap();
    bus.call_sync(
        Some("org.freedesktop.DBus"),
        "/",
        "org.freedesktop.DBus",
        "RequestName",
        Some(&Variant::from((SERVICE, 0_u32))),
        None,
        DBusCallFlags::NONE,
        20_000,
        Cancellable::NONE,
    )
    .unwrap();
    let serving = glib::MainLoop::new(Some(&glib::MainContext::ref_thread_default()), false);
    ready.send((bus, serving.clone())).unwrap();
    serving.run();
}

/// None where no `dbus-daemon` is installed.
async fn played() -> Option<(Notices, Played)> {
    static TOOLKIT: Once = Once::new();
    // What the toolkit does in the app: hear the signals.
    TOOLKIT.call_once(|| {
        std::thread::spawn(|| glib::MainLoop::new(None, false).run());
    });
    let daemon = Bus::start()?;
    let said = Arc::new(Mutex::new(Said::default()));
    let (ready, served) = blocking::channel();
    let (address, heard) = (daemon.address.clone(), Arc::clone(&said));
    std::thread::spawn(move || {
        glib::MainContext::new()
            .with_thread_default(|| serve(&address, heard, &ready))
            .unwrap();
    });
    let (bus, serving) = served.recv().unwrap();
    let notices = Notices {
        service: Some(open_on(daemon.address.clone()).await.unwrap()),
        ..Notices::default()
    };
    let played = Played {
        bus,
        said,
        serving,
        _daemon: daemon,
    };
    Some((notices, played))
}

fn notice(summary: &str) -> Notice {
    Notice {
        summary: summary.to_owned(),
        body: "run <b>x</b> & y".to_owned(),
    }
}

#[tokio::test]
async fn c52_a_notification_has_no_buttons_and_a_press_on_it_names_its_conversation() {
    let Some((mut notices, service)) = played().await else {
        return;
    };
    let one = ConversationId::from("one");
    notices.tell(&one, &notice("first")).await;
    notices.tell(&one, &notice("second")).await;
    let body = "run &lt;b&gt;x&lt;/b&gt; &amp; y".to_owned();
    // A press on the notification itself is all there is.
    let actions = vec!["default".to_owned(), "Parley".to_owned()];
    assert_eq!(
        service.said.lock().unwrap().shown,
        [
            (0, "first".to_owned(), body.clone(), actions.clone()),
            (7, "second".to_owned(), body, actions),
        ]
    );

    // Of another program, and of a button nobody offered.
    service.press(99, "default");
    service.press(7, "allow");
    service.press(7, "default");
    let pressed = tokio::time::timeout(Duration::from_secs(20), notices.pressed());
    assert_eq!(pressed.await.unwrap(), one);
}

#[tokio::test]
async fn c47_to_dismiss_a_notification_is_no_answer() {
    let Some((mut notices, service)) = played().await else {
        return;
    };
    let one = ConversationId::from("one");
    notices.tell(&one, &notice("first")).await;
    // 2: dismissed by the user.
    service.signal("NotificationClosed", Variant::from((7_u32, 2_u32)));
    // Whatever is heard is in order: had the dismissal said anything, it came first.
    service.press(7, "default");
    let pressed = tokio::time::timeout(Duration::from_secs(20), notices.pressed());
    assert_eq!(pressed.await.unwrap(), one);
    assert_eq!(service.said.lock().unwrap().closed, Vec::<u32>::new());

    notices.withdraw(&one).await;
    assert_eq!(service.said.lock().unwrap().closed, [7]);
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

#[tokio::test]
async fn c53_a_bus_that_is_not_there_is_said_and_not_waited_for() {
    assert!(
        open_on("unix:path=/nonexistent/bus".to_owned())
            .await
            .is_err()
    );
    assert!(open_on("disabled:".to_owned()).await.is_err());
}
