//! Against a real Secret Service: GNOME Keyring on a bus and in folders of its
//! own, without a display. The user's keyring is not touched.
//!
//! Each test starts this very program again inside such a session; without the
//! two programs (`make setup-test` installs them) it fails and says so.
#![cfg(target_os = "linux")]
// Tests may start programs: here the session's bus and keyring.
#![allow(clippy::unwrap_used, clippy::disallowed_methods)]

use parley_secrets::keychain::{Limited, System};
use parley_secrets::{KeyName, Keychain, KeychainError, Place, Secret, Vault, Wanted};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

const INSIDE: &str = "PARLEY_TEST_FOLDER";
const KEY: &str = "sk-ant-api03-in-a-real-keyring";

/// How the session's keyring is.
#[derive(Clone, Copy)]
enum Keyring {
    /// Unlocked with an empty password, as a login would.
    Unlocked,
    /// Runs and has a collection that nobody has unlocked.
    Locked,
    /// Not there; the bus is.
    Absent,
}

/// Runs the named inner test in a session of its own and answers whether it passed.
fn in_a_session(test: &str, keyring: Keyring) {
    let dir = tempfile::tempdir().unwrap();
    let home = dir.path().to_str().unwrap();
    for folder in ["run", "data", "config", "cache"] {
        std::fs::create_dir(dir.path().join(folder)).unwrap();
    }
    private(&dir.path().join("run"));
    let bus = dir.path().join("bus.conf");
    std::fs::write(&bus, BUS).unwrap();
    let daemon = "gnome-keyring-daemon --components=secrets --daemonize";
    let start = match keyring {
        Keyring::Unlocked => format!("echo | {daemon} --unlock >/dev/null 2>&1"),
        // Made and unlocked once, then replaced by one that has no password.
        Keyring::Locked => format!(
            "printf 'long password' | {daemon} --unlock >/dev/null 2>&1; \
             gnome-keyring-daemon --replace --components=secrets --daemonize >/dev/null 2>&1"
        ),
        Keyring::Absent => "true".to_owned(),
    };
    let me = std::env::current_exe().unwrap();
    let script = format!(
        "{start}; exec '{}' --exact {test} --nocapture",
        me.display()
    );
    let run = Command::new("dbus-run-session")
        .arg("--config-file")
        .arg(&bus)
        .args(["--", "sh", "-c", &script])
        .env_clear()
        .env("PATH", std::env::var_os("PATH").unwrap())
        .env("HOME", home)
        .env("XDG_RUNTIME_DIR", format!("{home}/run"))
        .env("XDG_DATA_HOME", format!("{home}/data"))
        .env("XDG_CONFIG_HOME", format!("{home}/config"))
        .env("XDG_CACHE_HOME", format!("{home}/cache"))
        .env(INSIDE, home)
        .stdin(Stdio::null())
        .output()
        .expect("dbus-run-session is not installed: make setup-test");
    assert!(
        run.status.success(),
        "{}\n{}",
        String::from_utf8_lossy(&run.stdout),
        String::from_utf8_lossy(&run.stderr)
    );
}

/// A bus that starts no services by itself: a keyring is there only if the test
/// starts it, and its prompter, which needs a display, never is.
const BUS: &str = r#"<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>unix:tmpdir=/tmp</listen>
  <auth>EXTERNAL</auth>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>
"#;

fn private(folder: &Path) {
    use std::os::unix::fs::PermissionsExt;
    std::fs::set_permissions(folder, std::fs::Permissions::from_mode(0o700)).unwrap();
}

/// The folder, when this is the process inside the session.
fn inside() -> Option<std::path::PathBuf> {
    std::env::var_os(INSIDE).map(Into::into)
}

fn name() -> KeyName {
    KeyName::shared("ANTHROPIC_API_KEY").unwrap()
}

fn key() -> Secret {
    Secret::new(KEY.to_owned()).unwrap()
}

fn keychain() -> Arc<dyn Keychain> {
    Arc::new(Limited::new(Arc::new(System::default())))
}

/// The daemon takes its name on the bus a moment after it was started.
fn until_it_answers() {
    let end = Instant::now() + Duration::from_secs(30);
    while let Err(error) = System::default().probe() {
        assert!(Instant::now() < end, "no keyring: {error}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

fn read(vault: &Vault) -> Vec<String> {
    let variables = ["ANTHROPIC_API_KEY".to_owned()];
    let wanted = Wanted {
        profile: "any",
        variables: &variables,
    };
    let found = vault.keys_for(wanted).unwrap();
    found
        .into_iter()
        .map(|found| found.value.expose().to_owned())
        .collect()
}

/// No file below the folder holds the key in the plain.
fn nowhere_in(folder: &Path) {
    for entry in std::fs::read_dir(folder).unwrap().flatten() {
        let kind = entry.file_type().unwrap();
        if kind.is_dir() {
            nowhere_in(&entry.path());
        } else if kind.is_file() {
            let bytes = std::fs::read(entry.path()).unwrap();
            let found = bytes.windows(KEY.len()).any(|part| part == KEY.as_bytes());
            assert!(!found, "the key is in {}", entry.path().display());
        }
    }
}

#[test]
fn c93_a_key_is_kept_read_replaced_and_removed_in_a_real_keyring() {
    in_a_session("inner_kept", Keyring::Unlocked);
}

#[test]
fn inner_kept() {
    let Some(dir) = inside() else { return };
    until_it_answers();
    let vault = Vault::open(&dir, keychain());
    assert_eq!(vault.no_keychain(), None);
    let saved = vault.set(&name(), key(), Place::Keychain).unwrap();
    assert_eq!((saved.place, saved.why), (Place::Keychain, None));
    // As after a start: another connection, another vault.
    let again = Vault::open(&dir, keychain());
    assert_eq!(read(&again), [KEY]);
    let other = Secret::new("sk-ant-another-one".to_owned()).unwrap();
    again.set(&name(), other, Place::Keychain).unwrap();
    assert_eq!(read(&Vault::open(&dir, keychain())), ["sk-ant-another-one"]);
    again.set(&name(), key(), Place::Keychain).unwrap();
    nowhere_in(&dir);
    // Another data folder has keys of its own in the same keyring.
    let elsewhere = dir.join("cache");
    assert_eq!(Vault::open(&elsewhere, keychain()).list(), []);
    again.remove(&name()).unwrap();
    let last = Vault::open(&dir, keychain());
    assert_eq!(last.list(), []);
    assert_eq!(read(&last), [""; 0]);
}

#[test]
fn f104_a_bus_without_a_keychain_is_told_and_the_key_holds_for_the_session() {
    in_a_session("inner_absent", Keyring::Absent);
}

#[test]
fn inner_absent() {
    let Some(dir) = inside() else { return };
    honest(&dir, &[KeychainError::Missing]);
}

#[test]
fn f104_a_locked_keyring_that_nobody_unlocks_is_told_in_time() {
    in_a_session("inner_locked", Keyring::Locked);
}

#[test]
fn inner_locked() {
    let Some(dir) = inside() else { return };
    until_it_answers();
    honest(
        &dir,
        &[
            KeychainError::Locked,
            KeychainError::NoAnswer(15),
            KeychainError::Refused,
        ],
    );
}

/// The key holds for this session, the reason is one of these, and no file has it.
fn honest(dir: &Path, reasons: &[KeychainError]) {
    let begin = Instant::now();
    let vault = Vault::open(dir, keychain());
    let saved = vault.set(&name(), key(), Place::Keychain).unwrap();
    assert!(begin.elapsed() < Duration::from_secs(20));
    assert_eq!(saved.place, Place::Session);
    assert!(reasons.contains(&saved.why.unwrap()), "{:?}", saved.why);
    assert_eq!(read(&vault), [KEY]);
    assert_eq!(vault.list()[0].place, Place::Session);
    nowhere_in(dir);
}

#[test]
fn f104_without_a_bus_nothing_is_asked() {
    let keychain = parley_secrets::keychain::of_session(&[("PATH".into(), "/bin".into())]);
    assert_eq!(keychain.probe(), Err(KeychainError::NoBus));
    let off = parley_secrets::keychain::of_session(&[
        ("DBUS_SESSION_BUS_ADDRESS".into(), "unix:path=/x".into()),
        ("PARLEY_KEYCHAIN".into(), "off".into()),
    ]);
    assert_eq!(off.probe(), Err(KeychainError::Off));
}

#[test]
fn f104_a_bus_that_never_answers_hangs_nobody() {
    let dir = tempfile::tempdir().unwrap();
    let socket = dir.path().join("bus");
    // Takes connections and says nothing.
    let _listener = std::os::unix::net::UnixListener::bind(&socket).unwrap();
    let me = std::env::current_exe().unwrap();
    let run = Command::new(me)
        .args(["--exact", "inner_mute", "--nocapture"])
        .env(
            "DBUS_SESSION_BUS_ADDRESS",
            format!("unix:path={}", socket.display()),
        )
        .env(INSIDE, dir.path())
        .output()
        .unwrap();
    assert!(
        run.status.success(),
        "{}",
        String::from_utf8_lossy(&run.stderr)
    );
}

#[test]
fn inner_mute() {
    let Some(dir) = inside() else { return };
    if !dir.join("bus").exists() {
        return;
    }
    let folder = dir.join("data");
    std::fs::create_dir(&folder).unwrap();
    honest(&folder, &[KeychainError::NoAnswer(15)]);
}
