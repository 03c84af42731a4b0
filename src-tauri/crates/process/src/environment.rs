//! The environment of an agent: an allow-list, never what the host happens to have (security.md §11).
//!
//! Passed: who and where the user is, the language, the terminal's name, the temporary folder and the
//! XDG folders. Not passed, among all else: the host's bundle (`APPDIR`, `LD_LIBRARY_PATH`, `GDK_*`,
//! `WEBKIT_*`), names an agent would take for its own settings (`API_KEY`, `BASE_URL`, `MODEL`,
//! `PROVIDER`), and access to other programs of the session (`SSH_AUTH_SOCK`, the session bus, the
//! display). The latter can be opted into by a profile: see [`OPT_IN`]. What belongs to the host's own
//! bundle and toolkit never passes, whatever a profile says: see [`Offered`].

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

/// What only the host's own process is meant to have: its bundle, its toolkit, its tests (C26).
const HOST_ONLY: &[&str] = &[
    "APPDIR",
    "APPIMAGE",
    "APPIMAGE_EXTRACT_AND_RUN",
    "ARGV0",
    "OWD",
    "BAMF_DESKTOP_FILE_HINT",
    "DESKTOP_STARTUP_ID",
    "XDG_ACTIVATION_TOKEN",
    "GIO_LAUNCHED_DESKTOP_FILE",
    "GIO_LAUNCHED_DESKTOP_FILE_PID",
    "NO_AT_BRIDGE",
    "JSC_largeHeapSize",
    "JSC_heapGrowthMaxIncrease",
    "__PYVENV_LAUNCHER__",
];

/// The same, by how the name begins.
const HOST_ONLY_PREFIXES: &[&str] = &[
    "GDK_", "GTK_", "WEBKIT_", "GIO_", "GST_", "PARLEY_", "TAURI_", "FLATPAK_",
];

/// What a bundle tells the loader of its own libraries.
const LOADER_PREFIXES: &[&str] = &["LD_", "DYLD_"];

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
    let mut kept = offered(host).variables;
    kept.retain(|name, _| is_unasked(name));
    kept
}

/// The host's environment, parted: what an agent may be given, and what it never is (C26).
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Offered {
    /// Variables a profile may ask for. Folders of the host's bundle are taken out of lists of folders.
    pub variables: BTreeMap<OsString, OsString>,
    /// Names of what is the host's alone: its bundle (`APPDIR`, and the loader's settings of a host
    /// that runs from one), its toolkit's (`GDK_…`, `WEBKIT_…`), its own. An agent that needs one of
    /// these gets it from its profile's own variables.
    pub withheld: BTreeSet<OsString>,
}

/// Parts the host's environment.
pub fn offered(host: impl Iterator<Item = (OsString, OsString)>) -> Offered {
    let all: BTreeMap<OsString, OsString> = host.collect();
    let bundle = all
        .get(OsStr::new("APPDIR"))
        .map(PathBuf::from)
        .filter(|bundle| bundle.parent().is_some());
    let mut offered = Offered::default();
    for (name, value) in all {
        if host_only(&name, bundle.is_some()) {
            offered.withheld.insert(name);
        } else {
            offered.variables.insert(name, value);
        }
    }
    if let Some(bundle) = bundle {
        for list in FOLDER_LISTS {
            if let Some(value) = offered.variables.get_mut(OsStr::new(list)) {
                *value = without(value, &bundle);
            }
        }
    }
    offered
}

fn host_only(name: &OsStr, bundled: bool) -> bool {
    let Some(name) = name.to_str() else {
        return false;
    };
    let begins = |prefixes: &[&str]| prefixes.iter().any(|prefix| name.starts_with(prefix));
    HOST_ONLY.contains(&name) || begins(HOST_ONLY_PREFIXES) || (bundled && begins(LOADER_PREFIXES))
}

/// One `PATH` of several, in their order: each folder once, without empty and relative entries,
/// which would let a workspace put its own program in front.
pub fn unite_paths<'a>(paths: impl IntoIterator<Item = &'a OsStr>) -> OsString {
    let mut folders: Vec<PathBuf> = Vec::new();
    for path in paths {
        for folder in std::env::split_paths(path) {
            if folder.is_absolute() && !folders.contains(&folder) {
                folders.push(folder);
            }
        }
    }
    // Only a separator within a folder's name fails, and none came out of the split.
    std::env::join_paths(folders).unwrap_or_default()
}

/// Whether a variable of this name is on the list of those that every agent gets.
pub fn is_unasked(name: &OsStr) -> bool {
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

/// The names of the programs on a `PATH` that begin so, in the order of the alphabet. The same
/// folders are passed over as in [`find_program`].
#[must_use]
pub fn programs_beginning(with: &str, path_var: &OsStr) -> Vec<String> {
    let names: std::collections::BTreeSet<String> = std::env::split_paths(path_var)
        .filter(|folder| folder.is_absolute())
        .filter_map(|folder| std::fs::read_dir(folder).ok())
        .flatten()
        .flatten()
        .filter(|entry| entry.file_name().to_string_lossy().starts_with(with))
        .map(|entry| entry.path())
        .filter(|file| runnable(file))
        .filter_map(|file| file.file_stem().and_then(OsStr::to_str).map(str::to_owned))
        .collect();
    names.into_iter().collect()
}

#[cfg(unix)]
fn candidates(folder: &Path, name: &OsStr) -> impl Iterator<Item = PathBuf> {
    std::iter::once(folder.join(name))
}

#[cfg(windows)]
fn candidates(folder: &Path, name: &OsStr) -> impl Iterator<Item = PathBuf> {
    let pathext = std::env::var_os("PATHEXT");
    crate::windows_rules::candidates(folder, name, pathext.as_deref()).into_iter()
}

#[cfg(unix)]
pub(crate) fn runnable(file: &Path) -> bool {
    file.is_file() && rustix::fs::access(file, rustix::fs::Access::EXEC_OK).is_ok()
}

#[cfg(not(unix))]
pub(crate) fn runnable(file: &Path) -> bool {
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
            ("JSC_largeHeapSize", "4194304"),
            ("JSC_heapGrowthMaxIncrease", "0.7"),
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
    fn c26_what_is_the_hosts_alone_passes_not_even_on_request() {
        let host = of(&[
            ("APPDIR", "/tmp/.mount_x"),
            ("APPIMAGE", "/home/ana/Parley.AppImage"),
            ("LD_LIBRARY_PATH", "/tmp/.mount_x/usr/lib"),
            ("GDK_BACKEND", "x11"),
            ("WEBKIT_DISABLE_DMABUF_RENDERER", "1"),
            ("JSC_largeHeapSize", "4194304"),
            ("JSC_heapGrowthMaxIncrease", "0.7"),
            ("GTK_PATH", "/tmp/.mount_x/gtk"),
            ("PARLEY_PROCESS", "1-2-3"),
            ("PATH", "/tmp/.mount_x/usr/bin:/usr/bin"),
            ("SSH_AUTH_SOCK", "/s"),
            ("MY_OWN", "1"),
        ]);
        let found = offered(host.into_iter());
        assert_eq!(
            found.variables,
            of(&[
                ("PATH", "/usr/bin"),
                ("SSH_AUTH_SOCK", "/s"),
                ("MY_OWN", "1")
            ])
        );
        assert_eq!(found.withheld.len(), 9);
        // Without a bundle the loader's settings are the user's.
        let plain = of(&[("LD_LIBRARY_PATH", "/cuda"), ("GDK_SCALE", "2")]);
        let found = offered(plain.into_iter());
        assert_eq!(found.variables, of(&[("LD_LIBRARY_PATH", "/cuda")]));
        assert_eq!(found.withheld, BTreeSet::from(["GDK_SCALE".into()]));
    }

    #[test]
    fn paths_are_united_in_order_without_what_a_workspace_could_fill() {
        let lists = ["/a:/b:", ":.:/c:/a:rel", "/b:/d"].map(OsStr::new);
        assert_eq!(unite_paths(lists), "/a:/b:/c:/d");
        assert_eq!(unite_paths([]), "");
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
