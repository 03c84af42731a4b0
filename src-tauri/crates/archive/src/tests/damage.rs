//! What may be wrong with the file or its folder: told apart, kept as it is,
//! never an empty archive.

use super::*;
use crate::schema::{STEPS, Step};
use crate::{OpenError, WriteError};
use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::os::unix::process::CommandExt;

/// The newest format.
const NOW: u32 = STEPS[STEPS.len() - 1].to;

/// A closed archive of a few hundred events.
fn filled() -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    let archive = open(dir.path());
    let events = (1..=300)
        .map(|seq| delta(seq, "e1/a", "some words of an answer "))
        .collect();
    archive
        .append(batch(events, Durability::Now))
        .wait()
        .unwrap();
    let all = (0..100)
        .map(|place| said(place, &format!("an answer number {place}")))
        .collect();
    archive.append(items(all)).wait().unwrap();
    archive.close();
    dir
}

fn db(dir: &Path) -> PathBuf {
    dir.join("archive.db")
}

/// All files of the folder but the lock, whole.
fn contents(dir: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut all = BTreeMap::new();
    for entry in fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        if path.is_file() && !path.ends_with("archive.lock") && !path.ends_with("archive.db-shm") {
            all.insert(path.clone(), fs::read(path).unwrap());
        }
    }
    all
}

/// Opens what must not open, and sees that nothing was changed by it.
fn refused(dir: &Path) -> OpenError {
    let before = contents(dir);
    let error = Archive::open(dir).unwrap_err();
    assert!(before == contents(dir), "{error} changed the files");
    assert!(error.to_string().contains("archive.db"), "{error}");
    error
}

#[test]
fn f115_truncated_zero_length_and_foreign_files_are_told_apart() {
    let dir = filled();
    let whole = fs::read(db(dir.path())).unwrap();
    for length in [whole.len() / 2, whole.len() - 1, 4096, 99] {
        fs::write(db(dir.path()), &whole[..length]).unwrap();
        let error = refused(dir.path());
        assert!(
            matches!(&error, OpenError::Damaged { reason, .. } if reason.contains("cut short")),
            "{error}"
        );
    }
    fs::write(db(dir.path()), b"").unwrap();
    let error = refused(dir.path());
    assert!(
        matches!(&error, OpenError::Damaged { reason, .. } if reason.contains("0 bytes")),
        "{error}"
    );

    fs::write(db(dir.path()), b"\x89PNG\r\n\x1a\n and so on, for more than a hundred bytes of a picture, of a cat, that was put there by mistake.....").unwrap();
    assert!(matches!(
        refused(dir.path()),
        OpenError::NotADatabase { .. }
    ));

    fs::remove_file(db(dir.path())).unwrap();
    let other = rusqlite::Connection::open(db(dir.path())).unwrap();
    other.execute_batch("CREATE TABLE notes (x)").unwrap();
    drop(other);
    let error = refused(dir.path());
    assert!(
        matches!(&error, OpenError::NotADatabase { reason, .. } if reason.contains("another program")),
        "{error}"
    );

    fs::remove_file(db(dir.path())).unwrap();
    fs::create_dir(db(dir.path())).unwrap();
    assert!(matches!(
        refused(dir.path()),
        OpenError::NotADatabase { .. }
    ));
}

#[test]
fn f115_flipped_bytes_end_in_an_error_or_in_what_is_left() {
    let dir = filled();
    let whole = fs::read(db(dir.path())).unwrap();
    let mut seed = 0x9e37_79b9_7f4a_7c15_u64;
    let mut random = |below: usize| {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        usize::try_from(seed % below as u64).unwrap()
    };
    let mut seen = BTreeMap::new();
    for round in 0..60 {
        let mut bytes = whole.clone();
        // A third in the header and schema, the others anywhere.
        let area = if round % 3 == 0 { 4096 } else { bytes.len() };
        for _ in 0..=round % 7 {
            bytes[random(area)] ^= 1 << random(8);
        }
        fs::write(db(dir.path()), &bytes).unwrap();
        let outcome = match Archive::open(dir.path()) {
            Err(error) => {
                assert!(
                    fs::read(db(dir.path())).unwrap() == bytes,
                    "{error} changed the file"
                );
                "refused"
            }
            Ok(archive) => {
                let read = archive
                    .conversations()
                    .and_then(|_| archive.items_tail(&id("c"), 1000))
                    .and_then(|_| archive.events_from(&id("c"), 0, 1000))
                    .and_then(|_| archive.search("answer", 100))
                    .and_then(|_| archive.check());
                archive.close();
                match read {
                    Ok(found) if found.is_empty() => "whole",
                    Ok(_) => "found by the check",
                    Err(_) => "found by reading",
                }
            }
        };
        *seen.entry(outcome).or_insert(0) += 1;
        let _ = fs::remove_file(dir.path().join("archive.db-wal"));
    }
    assert!(seen.contains_key("refused"), "{seen:?}");
}

#[test]
fn f115_a_missing_log_costs_what_was_in_it_and_no_more() {
    let dir = tempfile::tempdir().unwrap();
    let archive = open(dir.path());
    archive
        .append(batch(vec![event(1, Event::Alive)], Durability::Now))
        .wait()
        .unwrap();
    archive.flush().wait().unwrap();
    archive
        .append(batch(vec![event(2, Event::Alive)], Durability::Now))
        .wait()
        .unwrap();
    let copy = tempfile::tempdir().unwrap();
    fs::copy(db(dir.path()), db(copy.path())).unwrap();
    let restored = Archive::open(copy.path()).unwrap();
    assert_eq!(
        restored.events_from(&id("c"), 0, 9).unwrap(),
        [event(1, Event::Alive)]
    );
    assert_eq!(restored.check().unwrap(), Vec::<String>::new());

    // The other way round: a log without its file is no reason to start anew.
    let log = tempfile::tempdir().unwrap();
    fs::copy(
        dir.path().join("archive.db-wal"),
        log.path().join("archive.db-wal"),
    )
    .unwrap();
    let error = refused(log.path());
    assert!(
        matches!(&error, OpenError::Damaged { reason, .. } if reason.contains("gone")),
        "{error}"
    );
}

#[test]
fn f115_a_newer_format_is_refused_untouched() {
    let newer: Vec<Step> = STEPS
        .iter()
        .copied()
        .chain([Step {
            to: 9,
            run: |_| Ok(()),
        }])
        .collect();
    let dir = tempfile::tempdir().unwrap();
    let archive = Archive::open_with(dir.path(), &newer, crate::Retention::default()).unwrap();
    archive.put_conversation(meta("c")).wait().unwrap();
    // As a kill leaves it: what is newest is in the log.
    let copy = tempfile::tempdir().unwrap();
    for name in ["archive.db", "archive.db-wal"] {
        fs::copy(dir.path().join(name), copy.path().join(name)).unwrap();
    }
    assert!(matches!(
        refused(copy.path()),
        OpenError::NewerSchema {
            found: 9,
            known: NOW,
            ..
        }
    ));
}

#[test]
fn c059_a_second_writer_and_a_locked_file_are_refused() {
    let dir = filled();
    let first = Archive::open(dir.path()).unwrap();
    assert!(matches!(
        Archive::open(dir.path()),
        Err(OpenError::Locked { .. })
    ));
    first.close();

    let other = rusqlite::Connection::open(db(dir.path())).unwrap();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    assert!(matches!(refused(dir.path()), OpenError::Locked { .. }));
    other.execute_batch("ROLLBACK").unwrap();
    drop(other);
    assert_eq!(open(dir.path()).items_tail(&id("c"), 1).unwrap().total, 100);
}

#[test]
fn c059_a_folder_that_is_none_is_refused() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("file");
    fs::write(&file, b"x").unwrap();
    assert!(matches!(Archive::open(&file), Err(OpenError::Io { .. })));
    assert!(matches!(
        Archive::open(&file.join("below")),
        Err(OpenError::Io { .. })
    ));
    assert_eq!(fs::read(&file).unwrap(), b"x");
    assert!(matches!(
        Archive::open_read_only(dir.path()),
        Err(OpenError::Io { .. })
    ));
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1);
}

/// Runs a test of this binary as a user whom file modes bind. Root is not one.
fn as_user(test: &str, dir: &Path) {
    let mut command = child(test, dir);
    let place = tempfile::tempdir().unwrap();
    if fs::metadata("/proc/self").unwrap().uid() == 0 {
        let binary = place.path().join("tests");
        fs::copy(std::env::current_exe().unwrap(), &binary).unwrap();
        fs::set_permissions(place.path(), fs::Permissions::from_mode(0o755)).unwrap();
        fs::set_permissions(&binary, fs::Permissions::from_mode(0o755)).unwrap();
        command = Command::new(binary);
        command
            .args(["--exact", test, "--nocapture"])
            .env(CHILD, dir)
            .uid(65_534)
            .gid(65_534)
            .current_dir("/");
    }
    let output = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
}

#[test]
fn child_meets_a_read_only_folder() {
    let Some(dir) = child_dir() else { return };
    assert!(matches!(refused(&dir), OpenError::ReadOnly { .. }));
    let archive = Archive::open_read_only(&dir).unwrap();
    assert_eq!(archive.items_tail(&id("c"), 1).unwrap().total, 100);
    let refused = archive.put_conversation(meta("c")).wait();
    assert!(matches!(refused, Err(WriteError::Closed { .. })));
}

#[test]
fn c059_a_read_only_folder_is_refused_and_can_be_read() {
    let dir = filled();
    fs::remove_file(dir.path().join("archive.lock")).unwrap();
    fs::set_permissions(db(dir.path()), fs::Permissions::from_mode(0o444)).unwrap();
    fs::set_permissions(dir.path(), fs::Permissions::from_mode(0o555)).unwrap();
    as_user("tests::damage::child_meets_a_read_only_folder", dir.path());
    fs::set_permissions(dir.path(), fs::Permissions::from_mode(0o755)).unwrap();
}

#[test]
fn child_meets_an_unreadable_file() {
    let Some(dir) = child_dir() else { return };
    assert!(matches!(
        Archive::open(&dir),
        Err(OpenError::ReadOnly { .. } | OpenError::Io { .. })
    ));
}

#[test]
fn c059_an_unreadable_file_is_refused() {
    let dir = filled();
    let before = contents(dir.path());
    fs::set_permissions(db(dir.path()), fs::Permissions::from_mode(0o000)).unwrap();
    fs::set_permissions(dir.path(), fs::Permissions::from_mode(0o777)).unwrap();
    as_user("tests::damage::child_meets_an_unreadable_file", dir.path());
    fs::set_permissions(db(dir.path()), fs::Permissions::from_mode(0o600)).unwrap();
    assert!(before == contents(dir.path()));
}

#[test]
fn child_shows_its_files_modes() {
    let Some(dir) = child_dir() else { return };
    let archive = open(&dir.join("data/parley"));
    archive
        .append(batch(vec![event(1, Event::Alive)], Durability::Now))
        .wait()
        .unwrap();
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o7777;
    assert_eq!(mode(&dir.join("data/parley")), 0o700);
    assert_eq!(mode(&dir.join("data")), 0o700);
    let mut names = Vec::new();
    for entry in fs::read_dir(dir.join("data/parley")).unwrap() {
        let path = entry.unwrap().path();
        assert_eq!(mode(&path), 0o600, "{}", path.display());
        names.push(path.file_name().unwrap().to_owned());
    }
    names.sort();
    assert_eq!(
        names,
        [
            "archive.db",
            "archive.db-shm",
            "archive.db-wal",
            "archive.lock"
        ]
    );
    archive.close();
    // A file that others could read is taken from them.
    let path = dir.join("data/parley/archive.db");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).unwrap();
    let archive = open(&dir.join("data/parley"));
    assert_eq!(mode(&path), 0o600);
    archive.close();
}

#[test]
fn f106_files_are_for_their_owner_under_any_umask() {
    for umask in ["000", "077", "022"] {
        let dir = tempfile::tempdir().unwrap();
        let test = child("tests::damage::child_shows_its_files_modes", dir.path());
        let status = Command::new("sh")
            .args(["-c", &format!("umask {umask}; exec \"$0\" \"$@\"")])
            .arg(test.get_program())
            .args(test.get_args())
            .env(CHILD, dir.path())
            .status()
            .unwrap();
        assert!(status.success(), "umask {umask}");
    }
}
