//! What the packages hold beside the programs: complete, and in step with the command line.
//! `make try-deb` installs and uses a package; this is what can be seen without building one.
#![allow(clippy::unwrap_used, missing_docs)]
// The script and the program under test are children of the test, not of a conversation.
#![allow(clippy::disallowed_methods)]
#![cfg(target_os = "linux")]

use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn here() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn configuration(name: &str) -> Value {
    serde_json::from_slice(&fs::read(here().join(name)).unwrap()).unwrap()
}

/// What the bundler's script writes, made by the program under test.
fn shell_files() -> tempfile::TempDir {
    let into = tempfile::tempdir().unwrap();
    let output = Command::new(here().join("../tests/setup/shell-files.sh"))
        .env("PARLEY_BINARY", env!("CARGO_BIN_EXE_parley"))
        .env("INTO", into.path())
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    into
}

fn help(words: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_parley"))
        .args(words)
        .arg("--help")
        .output()
        .unwrap();
    String::from_utf8(output.stdout).unwrap()
}

fn commands() -> Vec<String> {
    help(&[])
        .lines()
        .skip_while(|line| *line != "Commands:")
        .skip(1)
        .take_while(|line| !line.is_empty())
        .filter_map(|line| line.split_whitespace().next())
        .filter(|name| *name != "help")
        .map(str::to_owned)
        .collect()
}

fn long_options(help: &str) -> BTreeSet<String> {
    help.lines()
        .filter(|line| line.trim_start().starts_with('-'))
        .flat_map(|line| line.split([' ', ',', '=', '[']))
        .filter_map(|word| word.strip_prefix("--"))
        .map(str::to_owned)
        .collect()
}

fn unpacked(page: &Path) -> String {
    let output = Command::new("gzip").arg("-dc").arg(page).output().unwrap();
    assert!(output.status.success(), "{} is missing", page.display());
    String::from_utf8(output.stdout)
        .unwrap()
        .replace("\\-", "-")
}

#[test]
fn every_command_and_option_is_in_the_manual_and_in_the_completions() {
    let files = shell_files();
    let read = |name: &str| fs::read_to_string(files.path().join(name)).unwrap();
    let (bash, zsh, fish) = (read("parley.bash"), read("_parley"), read("parley.fish"));
    let main_page = unpacked(&files.path().join("man/parley.1.gz"));
    let commands = commands();
    assert!(
        [
            "exec",
            "agents",
            "check",
            "nib",
            "export",
            "import",
            "repair",
            "completions"
        ]
        .iter()
        .all(|name| commands.iter().any(|one| one == name)),
        "{commands:?}"
    );
    for command in &commands {
        assert!(
            main_page.contains(&format!("parley-{command}(1)")),
            "{command}"
        );
        let page = unpacked(&files.path().join(format!("man/parley-{command}.1.gz")));
        assert!(
            bash.contains(&format!("parley,{command})")),
            "{command}: bash"
        );
        assert!(zsh.contains(&format!("({command})")), "{command}: zsh");
        assert!(
            fish.contains(&format!("-a \"{command}\"")),
            "{command}: fish"
        );
        for option in long_options(&help(&[command])) {
            assert!(
                page.contains(&format!("--{option}")),
                "{command} --{option}: manual"
            );
            assert!(
                bash.contains(&format!("--{option}")),
                "{command} --{option}: bash"
            );
            assert!(
                zsh.contains(&format!("--{option}")),
                "{command} --{option}: zsh"
            );
            assert!(
                fish.contains(&format!("-l {option}")),
                "{command} --{option}: fish"
            );
        }
    }
    for program in ["understudy", "parley-guardian"] {
        let page = unpacked(&files.path().join(format!("man/{program}.1.gz")));
        assert!(
            page.contains(concat!("parley ", env!("CARGO_PKG_VERSION"))),
            "{page}"
        );
    }
}

#[test]
fn the_linux_packages_name_files_that_are_there() {
    let files = shell_files();
    let linux = configuration("tauri.bundle.linux.conf.json");
    for kind in ["deb", "rpm"] {
        let wanted = linux["bundle"]["linux"][kind]["files"].as_object().unwrap();
        for (target, source) in wanted {
            let source = source.as_str().unwrap();
            let place = match source.strip_prefix("gen/package/") {
                Some(made) => files.path().join(made),
                None => here().join(source),
            };
            assert!(place.exists(), "{kind}: {target} is to be {source}");
        }
        for part in [
            "/man/man1",
            "/bash-completion/completions/parley",
            "/_parley",
            "/parley.fish",
            "/scalable/apps/parley.svg",
            "/metainfo/dev.parley.desktop.metainfo.xml",
            "/third-party.txt.gz",
        ] {
            assert!(
                wanted.keys().any(|target| target.ends_with(part)),
                "{kind} lacks {part}"
            );
        }
    }
    let licences = fs::read_to_string(files.path().join("third-party.txt")).unwrap();
    for part in ["serde_json", "tokio", "rusqlite", "svelte", "@xterm/xterm"] {
        assert!(
            licences.contains(&format!("\n{part} ")),
            "{part} is not credited"
        );
    }
}

#[test]
fn icons_are_there_in_all_sizes_the_window_s_own_first() {
    let configured = configuration("tauri.conf.json");
    let icons: Vec<PathBuf> = configured["bundle"]["icon"]
        .as_array()
        .unwrap()
        .iter()
        .map(|icon| here().join(icon.as_str().unwrap()))
        .collect();
    let mut sizes = Vec::new();
    for icon in &icons {
        let bytes = fs::read(icon).unwrap();
        match icon.extension().and_then(|end| end.to_str()) {
            Some("png") => {
                assert_eq!(&bytes[1..4], b"PNG");
                let number = |at: usize| u32::from_be_bytes(bytes[at..at + 4].try_into().unwrap());
                assert_eq!(number(16), number(20), "{} is square", icon.display());
                sizes.push(number(16));
            }
            Some("icns") => assert_eq!(&bytes[..4], b"icns"),
            Some("ico") => assert_eq!(&bytes[..4], [0, 0, 1, 0]),
            other => panic!("{other:?} is no icon of a system"),
        }
    }
    // The first picture is the tray's, and a window's where no desktop entry is found for it: two
    // points to each of a panel's 32. It is in the program uncompressed, so no larger than that.
    assert_eq!(sizes.first(), Some(&64));
    sizes.sort_unstable();
    assert_eq!(sizes, [16, 24, 32, 48, 64, 128, 256, 512]);
    assert_eq!(icons.len(), sizes.len() + 2);
}

#[test]
fn the_desktop_entry_is_the_window_s() {
    let entry = fs::read_to_string(here().join("package/parley.desktop")).unwrap();
    let value = |key: &str| {
        entry
            .lines()
            .find_map(|line| line.strip_prefix(key)?.strip_prefix('='))
            .unwrap_or_else(|| panic!("{key} is missing"))
    };
    assert_eq!(value("Type"), "Application");
    assert_eq!(value("Name"), "Parley");
    assert_eq!(value("StartupWMClass"), "parley");
    for key in ["GenericName[de]", "Comment[de]", "Keywords", "Keywords[de]"] {
        assert!(!value(key).is_empty());
    }
    // Notifications and the store find it by the package's name in small letters.
    let linux = configuration("tauri.bundle.linux.conf.json");
    assert_eq!(linux["productName"], "parley");
    let store = fs::read_to_string(here().join("package/dev.parley.desktop.metainfo.xml")).unwrap();
    assert!(store.contains("<launchable type=\"desktop-id\">parley.desktop</launchable>"));
    assert_eq!(
        configuration("tauri.conf.json")["identifier"],
        "dev.parley.desktop"
    );
}

#[test]
fn macos_and_windows_are_configured_with_files_that_are_there() {
    let mac = configuration("tauri.bundle.macos.conf.json");
    let mac = &mac["bundle"]["macOS"];
    for key in ["entitlements", "infoPlist"] {
        assert!(here().join(mac[key].as_str().unwrap()).exists(), "{key}");
    }
    assert_eq!(mac["hardenedRuntime"], true);
    // Older ones lack `color-mix`, which the styles are made with.
    assert_eq!(mac["minimumSystemVersion"], "13.3");
    let windows = configuration("tauri.bundle.windows.conf.json");
    let windows = &windows["bundle"]["windows"];
    assert_eq!(windows["minimumWebview2Version"], "111.0.1661.41");
    assert_eq!(
        windows["webviewInstallMode"]["type"],
        "downloadBootstrapper"
    );
    let icon = windows["nsis"]["installerIcon"].as_str().unwrap();
    assert!(here().join(icon).exists());
    // The programs that `programs.rs` looks for beside the app.
    assert_eq!(
        configuration("tauri.bundle.conf.json")["bundle"]["externalBin"],
        serde_json::json!(["binaries/understudy", "binaries/parley-guardian"])
    );
}
