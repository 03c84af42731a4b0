//! A StatusNotifierItem, spoken over D-Bus by GTK's own GIO. No library is loaded
//! for it and none has to be installed, and where no tray is there nothing waits:
//! every step is asynchronous and has a limit.

use super::{Act, Entry, Shown, menu};
use crate::session_bus::connect;
use gtk::gio::{self, DBusCallFlags, DBusConnection};
use gtk::glib::{self, Variant, VariantTy};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// How long the bus or the tray may take to answer, in milliseconds.
const LIMIT: i32 = 2000;
const ITEM: &str = "/StatusNotifierItem";
const MENU: &str = "/StatusNotifierItem/Menu";
const WATCHER: &str = "org.kde.StatusNotifierWatcher";

const INTERFACES: &str = r#"<node>
<interface name="org.kde.StatusNotifierItem">
<property name="Category" type="s" access="read"/><property name="Id" type="s" access="read"/>
<property name="Title" type="s" access="read"/><property name="Status" type="s" access="read"/>
<property name="IconName" type="s" access="read"/><property name="IconPixmap" type="a(iiay)" access="read"/>
<property name="ToolTip" type="(sa(iiay)ss)" access="read"/>
<property name="ItemIsMenu" type="b" access="read"/><property name="Menu" type="o" access="read"/>
<method name="Activate"><arg type="i" direction="in"/><arg type="i" direction="in"/></method>
<method name="SecondaryActivate"><arg type="i" direction="in"/><arg type="i" direction="in"/></method>
<method name="ContextMenu"><arg type="i" direction="in"/><arg type="i" direction="in"/></method>
<method name="Scroll"><arg type="i" direction="in"/><arg type="s" direction="in"/></method>
<signal name="NewToolTip"/>
</interface>
<interface name="com.canonical.dbusmenu">
<property name="Version" type="u" access="read"/><property name="TextDirection" type="s" access="read"/>
<property name="Status" type="s" access="read"/><property name="IconThemePath" type="as" access="read"/>
<method name="GetLayout"><arg type="i" direction="in"/><arg type="i" direction="in"/><arg type="as" direction="in"/>
<arg type="u" direction="out"/><arg type="(ia{sv}av)" direction="out"/></method>
<method name="GetGroupProperties"><arg type="ai" direction="in"/><arg type="as" direction="in"/><arg type="a(ia{sv})" direction="out"/></method>
<method name="GetProperty"><arg type="i" direction="in"/><arg type="s" direction="in"/><arg type="v" direction="out"/></method>
<method name="Event"><arg type="i" direction="in"/><arg type="s" direction="in"/><arg type="v" direction="in"/><arg type="u" direction="in"/></method>
<method name="EventGroup"><arg type="a(isvu)" direction="in"/><arg type="ai" direction="out"/></method>
<method name="AboutToShow"><arg type="i" direction="in"/><arg type="b" direction="out"/></method>
<method name="AboutToShowGroup"><arg type="ai" direction="in"/><arg type="ai" direction="out"/><arg type="ai" direction="out"/></method>
<signal name="LayoutUpdated"><arg type="u"/><arg type="i"/></signal>
</interface>
</node>"#;

/// A picture: width, height, and its pixels as RGBA.
#[derive(Clone)]
pub(crate) struct Picture {
    pub(crate) width: i32,
    pub(crate) height: i32,
    pub(crate) rgba: Vec<u8>,
}

struct State {
    shown: Shown,
    revision: u32,
}

/// An item in the tray. Dropped, it is gone from there with its connection.
pub(crate) struct Item {
    bus: DBusConnection,
    state: Arc<Mutex<State>>,
}

fn lock(state: &Mutex<State>) -> MutexGuard<'_, State> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

async fn call(
    bus: &DBusConnection,
    interface: &str,
    method: &str,
    arguments: Variant,
) -> Result<Variant, glib::Error> {
    bus.call_future(
        Some(WATCHER),
        "/StatusNotifierWatcher",
        interface,
        method,
        Some(&arguments),
        None,
        DBusCallFlags::NO_AUTO_START,
        LIMIT,
    )
    .await
}

async fn host_is_there(bus: &DBusConnection) -> Result<bool, glib::Error> {
    let asked = Variant::from((WATCHER, "IsStatusNotifierHostRegistered"));
    let answer = call(bus, "org.freedesktop.DBus.Properties", "Get", asked).await?;
    let value = answer
        .try_child_value(0)
        .and_then(|boxed| boxed.as_variant());
    Ok(value.and_then(|value| value.get::<bool>()).unwrap_or(false))
}

/// Whether something on this bus would show an item.
pub(crate) async fn tray_is_there(address: &str) -> bool {
    let Ok(bus) = connect(address).await else {
        return false;
    };
    let there = host_is_there(&bus).await.unwrap_or(false);
    let _ = bus.close_future().await;
    there
}

impl Item {
    /// Puts an item into the tray. `act` is called with what the user presses.
    pub(crate) async fn put(
        address: &str,
        picture: Option<Picture>,
        shown: Shown,
        act: impl Fn(Act) + Send + Sync + 'static,
    ) -> Result<Self, glib::Error> {
        let bus = connect(address).await?;
        let item = Self {
            state: Arc::new(Mutex::new(State { shown, revision: 1 })),
            bus,
        };
        item.serve(picture, Arc::new(act))?;
        let name = item.bus.unique_name().unwrap_or_default();
        let register = Variant::from((name.as_str(),));
        call(&item.bus, WATCHER, "RegisterStatusNotifierItem", register).await?;
        Ok(item)
    }

    /// Shows something else.
    pub(crate) fn change(&self, shown: Shown) {
        let revision = {
            let mut state = lock(&self.state);
            if state.shown == shown {
                return;
            }
            state.shown = shown;
            state.revision += 1;
            state.revision
        };
        let changed = Variant::from((revision, 0_i32));
        let tell = |path: &str, interface: &str, signal: &str, with: Option<&Variant>| {
            if let Err(error) = self.bus.emit_signal(None, path, interface, signal, with) {
                tracing::warn!(%error, "the tray was not told of a change");
            }
        };
        tell(
            MENU,
            "com.canonical.dbusmenu",
            "LayoutUpdated",
            Some(&changed),
        );
        tell(ITEM, "org.kde.StatusNotifierItem", "NewToolTip", None);
    }

    /// The tray went away, or the bus.
    pub(crate) fn is_gone(&self) -> bool {
        self.bus.is_closed()
    }

    fn serve(
        &self,
        picture: Option<Picture>,
        act: Arc<dyn Fn(Act) + Send + Sync>,
    ) -> Result<(), glib::Error> {
        let node = gio::DBusNodeInfo::for_xml(INTERFACES)?;
        for (path, name) in [
            (ITEM, "org.kde.StatusNotifierItem"),
            (MENU, "com.canonical.dbusmenu"),
        ] {
            let Some(interface) = node.lookup_interface(name) else {
                continue;
            };
            let (asked, told, act) = (
                Arc::clone(&self.state),
                Arc::clone(&self.state),
                Arc::clone(&act),
            );
            let pixels = pixels(picture.as_ref());
            self.bus.register_object(
                path,
                &interface,
                move |_, _, _, _, method, arguments, invocation| {
                    let answer = answer(&told, method, &arguments, act.as_ref());
                    invocation.return_value(answer.as_ref());
                },
                move |_, _, _, _, property| value(&asked, property, &pixels),
                |_, _, _, _, _, _| false,
            )?;
        }
        Ok(())
    }
}

impl Drop for Item {
    fn drop(&mut self) {
        self.bus.close(gio::Cancellable::NONE, |_| {});
    }
}

fn answer(
    state: &Mutex<State>,
    method: &str,
    arguments: &Variant,
    act: &(dyn Fn(Act) + Send + Sync),
) -> Option<Variant> {
    let integer = |at| arguments.try_child_value(at)?.get::<i32>();
    match method {
        "Activate" | "SecondaryActivate" => {
            act(Act::Show);
            None
        }
        "GetLayout" => {
            let state = lock(state);
            let parent = integer(0).unwrap_or(0);
            Some(menu::layout(&state.shown.entries, state.revision, parent))
        }
        "GetGroupProperties" => {
            let wanted = arguments.try_child_value(0)?.get::<Vec<i32>>();
            Some(menu::group(
                &lock(state).shown.entries,
                &wanted.unwrap_or_default(),
            ))
        }
        "GetProperty" => {
            let name = arguments.try_child_value(1)?.get::<String>()?;
            Some(menu::property(
                &lock(state).shown.entries,
                integer(0).unwrap_or(0),
                &name,
            ))
        }
        "Event" => {
            let event = arguments.try_child_value(1)?.get::<String>();
            press(state, integer(0)?, &event.unwrap_or_default(), act);
            None
        }
        "EventGroup" => {
            for one in arguments.try_child_value(0)?.iter() {
                let number = one.try_child_value(0)?.get::<i32>()?;
                let event = one.try_child_value(1)?.get::<String>()?;
                press(state, number, &event, act);
            }
            Some(Variant::from((Vec::<i32>::new(),)))
        }
        "AboutToShow" => Some(Variant::from((false,))),
        "AboutToShowGroup" => Some(Variant::from((Vec::<i32>::new(), Vec::<i32>::new()))),
        _ => None,
    }
}

fn press(state: &Mutex<State>, number: i32, event: &str, act: &(dyn Fn(Act) + Send + Sync)) {
    if event != "clicked" {
        return;
    }
    let pressed = match menu::entry(&lock(state).shown.entries, number) {
        Some(Entry::Words(_, pressed)) => Some(pressed.clone()),
        _ => None,
    };
    if let Some(pressed) = pressed {
        act(pressed);
    }
}

fn value(state: &Mutex<State>, property: &str, pixels: &Variant) -> Variant {
    match property {
        "Category" => Variant::from("ApplicationStatus"),
        "Id" => Variant::from("parley"),
        "Title" => Variant::from("Parley"),
        // `Active` of the item; a menu's `normal` is read as any other than `notice`.
        "Status" => Variant::from("Active"),
        "IconPixmap" => pixels.clone(),
        "ToolTip" => Variant::tuple_from_iter([
            Variant::from(""),
            pixels.clone(),
            Variant::from("Parley"),
            Variant::from(lock(state).shown.tooltip.as_str()),
        ]),
        "ItemIsMenu" => Variant::from(false),
        "Menu" => glib::variant::ObjectPath::try_from(MENU)
            .map_or_else(|_| Variant::from(MENU), Variant::from),
        "Version" => Variant::from(3_u32),
        "TextDirection" => Variant::from("ltr"),
        "IconThemePath" => Variant::from(Vec::<String>::new()),
        _ => Variant::from(""),
    }
}

/// `a(iiay)`: the picture as ARGB in network order.
fn pixels(picture: Option<&Picture>) -> Variant {
    let ty = VariantTy::new("(iiay)").unwrap_or(VariantTy::TUPLE);
    let all = picture.map(|picture| {
        let argb: Vec<u8> = picture
            .rgba
            .chunks_exact(4)
            .flat_map(|pixel| [pixel[3], pixel[0], pixel[1], pixel[2]])
            .collect();
        Variant::tuple_from_iter([
            Variant::from(picture.width),
            Variant::from(picture.height),
            Variant::array_from_fixed_array(&argb),
        ])
    });
    Variant::array_from_iter_with_type(ty, all)
}

#[cfg(test)]
mod tests;
