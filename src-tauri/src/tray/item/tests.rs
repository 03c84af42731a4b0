//! An item on a bus of its own, with a tray that the test plays.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use super::{DBusConnection, INTERFACES, Item, MENU, WATCHER, connect, tray_is_there};
use crate::session_bus::played::Bus;
use crate::tray::{Act, Entry, Shown};
use gtk::gio::{self, DBusCallFlags};
use gtk::glib::{self, Variant};
use std::sync::mpsc;

const TRAY: &str = r#"<node><interface name="org.kde.StatusNotifierWatcher">
<property name="IsStatusNotifierHostRegistered" type="b" access="read"/>
<method name="RegisterStatusNotifierItem"><arg type="s" direction="in"/></method>
</interface></node>"#;

/// Plays the tray; what registers is sent on.
async fn play_tray(address: &str, registered: mpsc::Sender<String>) -> DBusConnection {
    let bus = connect(address).await.unwrap();
    let node = gio::DBusNodeInfo::for_xml(TRAY).unwrap();
    bus.register_object(
        "/StatusNotifierWatcher",
        &node.lookup_interface(WATCHER).unwrap(),
        move |_, _, _, _, _, arguments, invocation| {
            let name = arguments.child_value(0).get::<String>().unwrap();
            registered.send(name).unwrap();
            invocation.return_value(None);
        },
        |_, _, _, _, _| Variant::from(true),
        |_, _, _, _, _, _| false,
    )
    .unwrap();
    let name = Variant::from((WATCHER, 0_u32));
    ask(
        &bus,
        "org.freedesktop.DBus",
        "/",
        "org.freedesktop.DBus",
        "RequestName",
        &name,
    )
    .await;
    bus
}

async fn ask(
    bus: &DBusConnection,
    whom: &str,
    path: &str,
    interface: &str,
    method: &str,
    arguments: &Variant,
) -> Variant {
    bus.call_future(
        Some(whom),
        path,
        interface,
        method,
        Some(arguments),
        None,
        DBusCallFlags::NONE,
        20_000,
    )
    .await
    .unwrap_or_else(|error| panic!("{interface}.{method}: {error}"))
}

fn shown(words: &str) -> Shown {
    Shown {
        tooltip: "1 agent is at work".to_owned(),
        entries: vec![
            Entry::Words(words.to_owned(), Act::Conversation("c".into())),
            Entry::Line,
            Entry::Words("Quit".to_owned(), Act::Quit),
        ],
    }
}

fn run<T>(test: impl Future<Output = T>) -> T {
    let context = glib::MainContext::new();
    context
        .with_thread_default(|| context.block_on(test))
        .unwrap()
}

#[test]
fn c04_agents_without_a_window_are_in_the_tray_and_lead_back() {
    let Some(bus) = Bus::start() else {
        return;
    };
    run(async {
        assert!(!tray_is_there(&bus.address).await, "nobody shows items yet");
        let (registered, registrations) = mpsc::channel();
        let tray = play_tray(&bus.address, registered).await;
        assert!(tray_is_there(&bus.address).await);

        let (pressed, presses) = mpsc::channel();
        let item = Item::put(&bus.address, None, shown("a_b"), move |act| {
            pressed.send(act).unwrap();
        })
        .await
        .unwrap();
        let name = registrations.try_recv().unwrap();
        let status = Variant::from(("org.kde.StatusNotifierItem", "Menu"));
        let properties = "org.freedesktop.DBus.Properties";
        let menu = ask(&tray, &name, super::ITEM, properties, "Get", &status).await;
        assert!(menu.to_string().contains(MENU), "{menu}");

        item.change(shown("one · Guide"));
        let dbusmenu = "com.canonical.dbusmenu";
        let wanted = Variant::from((0_i32, -1_i32, Vec::<String>::new()));
        let layout = ask(&tray, &name, MENU, dbusmenu, "GetLayout", &wanted).await;
        let words = layout.to_string();
        assert!(words.starts_with("(uint32 2, (0, "), "{words}");
        assert!(words.contains("'one · Guide'") && words.contains("'separator'"));

        let nothing = Variant::from_variant(&Variant::from(0_i32));
        for (number, event) in [
            (1_i32, "hovered"),
            (1, "clicked"),
            (2, "clicked"),
            (3, "clicked"),
        ] {
            let event = Variant::tuple_from_iter([
                Variant::from(number),
                Variant::from(event),
                nothing.clone(),
                Variant::from(0_u32),
            ]);
            ask(&tray, &name, MENU, dbusmenu, "Event", &event).await;
        }
        let point = Variant::from((1_i32, 1_i32));
        let interface = "org.kde.StatusNotifierItem";
        ask(&tray, &name, super::ITEM, interface, "Activate", &point).await;
        let all: Vec<Act> = presses.try_iter().collect();
        assert_eq!(
            all,
            [Act::Conversation("c".into()), Act::Quit, Act::Show],
            "only what was pressed acts"
        );
    });
}

#[test]
fn a_bus_that_is_not_there_is_no_tray() {
    run(async {
        assert!(!tray_is_there("unix:path=/nonexistent/bus").await);
        assert!(!tray_is_there("disabled:").await);
    });
}

#[test]
fn the_interfaces_are_well_formed() {
    let node = gio::DBusNodeInfo::for_xml(INTERFACES).unwrap();
    for name in ["org.kde.StatusNotifierItem", "com.canonical.dbusmenu"] {
        assert!(node.lookup_interface(name).is_some());
    }
}
