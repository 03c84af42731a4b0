//! The environment of an agent: an allow-list, never what the host happens to have (security.md §11).
//!
//! Passed: who and where the user is, the language, the terminal's name, the temporary folder and the
//! XDG folders. Not passed, among all else: the host's bundle (`APPDIR`, `LD_LIBRARY_PATH`, `GDK_*`,
//! `WEBKIT_*`), names an agent would take for its own settings (`API_KEY`, `BASE_URL`, `MODEL`,
//! `PROVIDER`), and access to other programs of the session (`SSH_AUTH_SOCK`, the session bus, the
//! display). The latter can be opted into by a profile: see [`OPT_IN`].

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

const ALLOWED: &[&str] = &[
    "HOME",
    "USER",
    "LOGNAME",
    "PATH",
    "LANG",
    "LANGUAGE",
    "TZ",
    "TERM",
    "SHELL",
    "TMPDIR",
    "XDG_CONFIG_HOME",
    "XDG_CACHE_HOME",
    "XDG_DATA_HOME",
    "XDG_STATE_HOME",
    "XDG_RUNTIME_DIR",
    "XDG_CONFIG_DIRS",
    "XDG_DATA_DIRS",
    // Without these a Windows program finds neither its libraries nor its settings.
    #[cfg(windows)]
    "SYSTEMROOT",
    #[cfg(windows)]
    "SYSTEMDRIVE",
    #[cfg(windows)]
    "COMSPEC",
    #[cfg(windows)]
    "PATHEXT",
    #[cfg(windows)]
    "USERPROFILE",
    #[cfg(windows)]
    "APPDATA",
    #[cfg(windows)]
    "LOCALAPPDATA",
    #[cfg(windows)]
    "TEMP",
    #[cfg(windows)]
    "TMP",
];

/// Lists of folders, from which an AppImage's own are taken out.
const FOLDER_LISTS: &[&str] = &["PATH", "XDG_CONFIG_DIRS", "XDG_DATA_DIRS"];

/// Variables a profile may usefully opt into. Each lets an agent act through another program, or may
/// hold a credential, so none is passed unasked.
pub const OPT_IN: &[&str] = &[
    "SSH_AUTH_SOCK",
    "DISPLAY",
    "WAYLAND_DISPLAY",
    "XAUTHORITY",
    "DBUS_SESSION_BUS_ADDRESS",
    "HTTP_PROXY",
    "HTTPS_PROXY",
    "ALL_PROXY",
    "NO_PROXY",
    "http_proxy",
    "https_proxy",
    "all_proxy",
    "no_proxy",
    "SSL_CERT_FILE",
    "SSL_CERT_DIR",
    "NODE_EXTRA_CA_CERTS",
];

/// What of the host's environment an agent gets without asking.
pub fn minimal(host: impl Iterator<Item = (OsString, OsString)>) -> BTreeMap<OsString, OsString> {
    let mut bundle = None;
    let mut kept = BTreeMap::new();
    for (name, value) in host {
        if name == "APPDIR" {
            bundle = Some(PathBuf::from(value));
        } else if allowed(&name) {
            kept.insert(name, value);
        }
    }
    if let Some(bundle) = bundle.filter(|bundle| bundle.parent().is_some()) {
        for list in FOLDER_LISTS {
            if let Some(value) = kept.get_mut(OsStr::new(list)) {
                *value = without(value, &bundle);
            }
        }
    }
    kept
}

fn allowed(name: &OsStr) -> bool {
    let Some(name) = name.to_str() else {
        return false;
    };
    if cfg!(windows) {
        return ALLOWED
            .iter()
            .any(|allowed| allowed.eq_ignore_ascii_case(name));
    }
    ALLOWED.contains(&name) || name.starts_with("LC_")
}

fn without(list: &OsStr, bundle: &Path) -> OsString {
    let rest = std::env::split_paths(list).filter(|folder| !folder.starts_with(bundle));
    std::env::join_paths(rest).unwrap_or_else(|_| list.to_owned())
}

/// Finds a program by its bare name on a `PATH`. Empty and relative entries are passed over: they
/// would let a workspace put its own program in front.
///
/// # Errors
/// The folders that were searched, when none holds a file of this name that may be run.
pub fn find_program(name: &OsStr, path_var: &OsStr) -> Result<PathBuf, Vec<PathBuf>> {
    let mut searched = Vec::new();
    for folder in std::env::split_paths(path_var) {
        if !folder.is_absolute() {
            continue;
        }
        if let Some(found) = candidates(&folder, name).find(|file| runnable(file)) {
            return Ok(found);
        }
        if !searched.contains(&folder) {
            searched.push(folder);
        }
    }
    Err(searched)
}

#[cfg(unix)]
fn candidates(folder: &Path, name: &OsStr) -> impl Iterator<Item = PathBuf> {
    std::iter::once(folder.join(name))
}

#[cfg(not(unix))]
fn candidates(folder: &Path, name: &OsStr) -> impl Iterator<Item = PathBuf> {
    let plain = folder.join(name);
    ["", "exe", "com"].into_iter().map(move |extension| {
        if extension.is_empty() {
            plain.clone()
        } else {
            plain.with_extension(extension)
        }
    })
}

#[cfg(unix)]
pub(crate) fn runnable(file: &Path) -> bool {
    file.is_file() && rustix::fs::access(file, rustix::fs::Access::EXEC_OK).is_ok()
}

#[cfg(not(unix))]
fn runnable(file: &Path) -> bool {
    file.is_file()
}

#[cfg(all(test, unix))]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    fn of(pairs: &[(&str, &str)]) -> BTreeMap<OsString, OsString> {
        pairs.iter().map(|(k, v)| (k.into(), v.into())).collect()
    }

    #[test]
    fn only_the_allow_list_passes() {
        let host = of(&[
            ("HOME", "/home/ana"),
            ("PATH", "/usr/bin"),
            ("LC_ALL", "pt_PT.UTF-8"),
            ("XDG_RUNTIME_DIR", "/run/user/1000"),
            ("XDG_SESSION_ID", "3"),
            ("API_KEY", "k"),
            ("ANTHROPIC_API_KEY", "k"),
            ("BASE_URL", "u"),
            ("MODEL", "m"),
            ("PROVIDER", "p"),
            ("LD_LIBRARY_PATH", "/x"),
            ("LD_PRELOAD", "/x"),
            ("GDK_BACKEND", "x11"),
            ("WEBKIT_DISABLE_DMABUF_RENDERER", "1"),
            ("SSH_AUTH_SOCK", "/s"),
            ("PARLEY_PROCESS", "1-2-3"),
        ]);
        assert_eq!(
            minimal(host.into_iter()),
            of(&[
                ("HOME", "/home/ana"),
                ("PATH", "/usr/bin"),
                ("LC_ALL", "pt_PT.UTF-8"),
                ("XDG_RUNTIME_DIR", "/run/user/1000"),
            ])
        );
    }

    #[test]
    fn the_folders_of_an_appimage_are_taken_out_of_the_lists() {
        let host = of(&[
            ("APPDIR", "/tmp/.mount_x"),
            ("PATH", "/tmp/.mount_x/usr/bin:/usr/bin:/tmp/.mount_xyz/bin"),
        ]);
        assert_eq!(
            minimal(host.into_iter()),
            of(&[("PATH", "/usr/bin:/tmp/.mount_xyz/bin")])
        );
    }

    #[test]
    fn a_program_is_the_first_on_the_path_that_may_run() {
        let root = tempfile::tempdir().unwrap();
        let folder = |name: &str, mode: u32| {
            let folder = root.path().join(name);
            std::fs::create_dir(&folder).unwrap();
            std::fs::write(folder.join("tool"), "").unwrap();
            std::fs::set_permissions(folder.join("tool"), PermissionsExt::from_mode(mode)).unwrap();
            folder
        };
        let (plain, good, later) = (folder("a", 0o644), folder("b", 0o755), folder("c", 0o755));
        let path = std::env::join_paths([Path::new(""), &plain, &good, &later]).unwrap();
        assert_eq!(find_program("tool".as_ref(), &path), Ok(good.join("tool")));
        assert_eq!(
            find_program("absent".as_ref(), &path),
            Err(vec![plain, good, later])
        );
    }
}
