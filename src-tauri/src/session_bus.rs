//! The bus of the user's session, spoken by GTK's own GIO.

use gtk::gio::{Cancellable, DBusConnection, DBusConnectionFlags};
use gtk::glib;
use std::path::PathBuf;

/// Where the bus is, if there is one. It is never started by us.
pub(crate) fn address() -> Option<String> {
    let named = std::env::var("DBUS_SESSION_BUS_ADDRESS").ok();
    named.filter(|address| !address.is_empty()).or_else(|| {
        let socket = PathBuf::from(std::env::var_os("XDG_RUNTIME_DIR")?).join("bus");
        socket
            .exists()
            .then(|| format!("unix:path={}", socket.display()))
    })
}

const CLIENT: DBusConnectionFlags =
    DBusConnectionFlags::AUTHENTICATION_CLIENT.union(DBusConnectionFlags::MESSAGE_BUS_CONNECTION);

/// A connection of one's own to the bus at this address.
///
/// # Errors
/// The bus is not there, or does not let us in.
pub(crate) async fn connect(address: &str) -> Result<DBusConnection, glib::Error> {
    DBusConnection::for_address_future(address, CLIENT, None).await
}

/// The same for a thread that may wait; `cancel` ends the wait.
///
/// # Errors
/// Those of [`connect`], and that it was cancelled.
pub(crate) fn connect_and_wait(
    address: &str,
    cancel: &Cancellable,
) -> Result<DBusConnection, glib::Error> {
    DBusConnection::for_address_sync(address, CLIENT, None, Some(cancel))
}

/// A bus for a test.
#[cfg(test)]
pub(crate) mod played {
    use std::io::{BufRead, BufReader};
    use std::process::{Child, Command, Stdio};

    /// A message bus that ends with the test.
    pub(crate) struct Bus {
        daemon: Child,
        pub(crate) address: String,
    }

    impl Bus {
        /// None where no `dbus-daemon` is installed.
        #[allow(clippy::disallowed_methods, reason = "a bus of the test's own")]
        pub(crate) fn start() -> Option<Self> {
            let mut daemon = Command::new("dbus-daemon")
                .args(["--session", "--nofork", "--print-address=1"])
                .stdout(Stdio::piped())
                .stderr(Stdio::null())
                .spawn()
                .ok()?;
            let mut address = String::new();
            BufReader::new(daemon.stdout.take()?)
                .read_line(&mut address)
                .ok()?;
            Some(Self {
                daemon,
                address: address.trim().to_owned(),
            })
        }
    }

    impl Drop for Bus {
        fn drop(&mut self) {
            let _ = self.daemon.kill();
            let _ = self.daemon.wait();
        }
    }
}
