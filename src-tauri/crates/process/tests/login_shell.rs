//! Asking shells for the environment they make: slow, noisy, asking and broken ones too.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used)]

mod common;

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use common::{Bed, all_dead};
use parley_process::login_shell::{ProbeError, probe};

type Environment = BTreeMap<OsString, OsString>;

async fn asked(bed: &Bed, shell: &Path, limit: Duration) -> Result<Environment, ProbeError> {
    let base = BTreeMap::from([
        ("HOME".into(), bed.path().as_os_str().to_owned()),
        ("PATH".into(), "/usr/bin:/bin".into()),
        ("ZDOTDIR".into(), bed.path().as_os_str().to_owned()),
    ]);
    let guardian = Path::new(env!("CARGO_BIN_EXE_parley-guardian"));
    probe(shell, base, bed.path(), guardian, limit).await
}

fn write(bed: &Bed, name: &str, text: &str) {
    let path = bed.path().join(name);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, text).unwrap();
}

/// A shell of our own making.
fn shell(bed: &Bed, script: &str) -> PathBuf {
    write(bed, "shell", &format!("#!/bin/sh\n{script}\n"));
    let path = bed.path().join("shell");
    std::fs::set_permissions(&path, PermissionsExt::from_mode(0o755)).unwrap();
    path
}

const SOON: Duration = Duration::from_secs(20);

#[tokio::test]
async fn c20_what_the_start_files_of_each_shell_set_is_found() {
    let noise = "echo 'Welcome!'; printf 'no line end'; echo A=B; echo warning >&2";
    let bed = Bed::new();
    let posix = format!("{noise}; export MARKER='a \"b\" $c'; PATH=\"/from/shell:$PATH\"");
    for name in [".profile", ".zprofile", ".bash_profile"] {
        write(&bed, name, &posix);
    }
    let csh = "echo Welcome; setenv MARKER 'a \"b\" $c'; setenv PATH \"/from/shell:$PATH\"";
    write(&bed, ".cshrc", csh);
    let fish = "echo Welcome; set -gx MARKER 'a \"b\" $c'; set -gx PATH /from/shell $PATH";
    write(&bed, ".config/fish/config.fish", fish);
    let mut found = Vec::new();
    for name in ["sh", "dash", "bash", "zsh", "ksh", "fish", "tcsh", "csh"] {
        let shell = Path::new("/usr/bin").join(name);
        if !shell.exists() {
            continue;
        }
        let environment = asked(&bed, &shell, SOON).await.unwrap();
        let value = |variable: &str| environment.get(OsStr::new(variable));
        assert_eq!(value("MARKER"), Some(&"a \"b\" $c".into()), "{name}");
        let path = value("PATH").unwrap().to_str().unwrap();
        assert!(path.contains("/from/shell:"), "{name}: {path}");
        for absent in ["_", "PWD", "SHLVL", "PARLEY_PROCESS"] {
            assert_eq!(value(absent), None, "{name}");
        }
        found.push(name);
    }
    assert!(
        found.contains(&"dash") && found.contains(&"bash"),
        "{found:?}"
    );
}

#[tokio::test]
async fn a_shell_that_asks_is_told_that_nobody_answers() {
    let bed = Bed::new();
    let asking = "read answer; read answer < /dev/tty; export MARKER=1";
    write(&bed, ".bash_profile", asking);
    let environment = asked(&bed, Path::new("/bin/bash"), SOON).await.unwrap();
    assert_eq!(environment.get(OsStr::new("MARKER")), Some(&"1".into()));
}

#[tokio::test]
async fn c21_a_shell_that_sleeps_is_given_up_and_ended_in_time() {
    let bed = Bed::new();
    let pids = bed.path().join("pids");
    let script = format!("echo $$ >> {}; sleep 1000", pids.display());
    let shell = shell(&bed, &script);
    let started = Instant::now();
    let limit = Duration::from_secs(2);
    let error = asked(&bed, &shell, limit).await.unwrap_err();
    assert_eq!(error, ProbeError::TooSlow { shell, limit });
    // The limit, and what a loaded machine adds.
    assert!(started.elapsed() < Duration::from_secs(6));
    let text = std::fs::read_to_string(pids).unwrap();
    let pids: Vec<u32> = text.lines().map(|pid| pid.parse().unwrap()).collect();
    assert!(!pids.is_empty());
    all_dead(&pids).await;
}

#[tokio::test]
async fn a_shell_that_replaces_itself_when_interactive_is_asked_plainly() {
    let bed = Bed::new();
    write(&bed, ".bashrc", "exec sleep 0");
    write(
        &bed,
        ".bash_profile",
        "export MARKER=plain\ncase $- in *i*) . ~/.bashrc;; esac",
    );
    let environment = asked(&bed, Path::new("/bin/bash"), SOON).await.unwrap();
    assert_eq!(environment.get(OsStr::new("MARKER")), Some(&"plain".into()));
}

#[tokio::test]
async fn a_shell_that_prints_no_end_or_none_at_all_is_told() {
    let bed = Bed::new();
    let broken = shell(&bed, "echo syntax error >&2; exit 3");
    let error = asked(&bed, &broken, SOON).await.unwrap_err();
    let reason = "exit code 3".to_owned();
    let shell_path = broken.clone();
    assert_eq!(
        error,
        ProbeError::NoAnswer {
            shell: shell_path,
            reason
        }
    );
    let flood = shell(&bed, "yes | head -c 20000000; exit 0");
    let error = asked(&bed, &flood, SOON).await.unwrap_err();
    assert!(matches!(error, ProbeError::NoAnswer { .. }), "{error}");
}

#[tokio::test]
async fn a_daemon_of_the_start_files_holds_nothing_up() {
    let bed = Bed::new();
    write(&bed, ".profile", "sleep 1000 & export MARKER=1");
    let started = Instant::now();
    let environment = asked(&bed, Path::new("/bin/dash"), SOON).await.unwrap();
    assert_eq!(environment.get(OsStr::new("MARKER")), Some(&"1".into()));
    assert!(started.elapsed() < Duration::from_secs(10));
}
