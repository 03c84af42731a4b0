//! One process per data folder.
//!
//! The folder is held by an `flock` on `instance.lock`: it is gone with its
//! process, however that ends, so there is nothing stale to judge. A second
//! start asks the holder, over a socket in the same folder, to show itself.
//!
//! This is not the single-instance plugin, because that one is per application
//! id (two data folders could not be open at once) and needs D-Bus, which may be
//! absent, or take 25 s to say so.

mod door;

pub(crate) use door::Door;

use crate::error::StartError;
use rustix::fs::FlockOperation;
use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, Write};
use std::path::Path;
use std::time::{Duration, Instant};

/// How long a second start waits for the first to answer or to be gone. Longer
/// than the host's whole shutdown.
const PATIENCE: Duration = Duration::from_secs(10);
/// Pause between two attempts.
const PAUSE: Duration = Duration::from_millis(20);

/// What the process is, for the one that finds the folder taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    /// The app: it can show itself.
    App,
    /// `parley exec`: it has no window.
    Exec,
}

impl Role {
    fn word(self) -> &'static str {
        match self {
            Self::App => "parley",
            Self::Exec => "parley exec",
        }
    }
}

/// The held folder. Dropped, it is free again.
#[derive(Debug)]
pub(crate) struct Held {
    _lock: File,
    /// Where second starts knock; none for `parley exec`.
    pub(crate) door: Option<Door>,
}

/// What became of a start.
#[derive(Debug)]
pub(crate) enum Entry {
    /// This process is the one.
    First(Held),
    /// Another one was, and has shown its window.
    Shown,
}

/// Takes the folder, or has its holder show itself. Blocks for 10 s at most.
pub(crate) fn enter(data_dir: &Path, role: Role) -> Result<Entry, StartError> {
    let unusable = |reason| StartError::DataDir {
        path: data_dir.display().to_string(),
        reason,
    };
    let deadline = Instant::now() + PATIENCE;
    loop {
        let mut lock = open_lock(data_dir).map_err(unusable)?;
        match rustix::fs::flock(&lock, FlockOperation::NonBlockingLockExclusive) {
            Ok(()) => {
                write_owner(&mut lock, role).map_err(unusable)?;
                let door = match role {
                    Role::App => Some(Door::open(data_dir).map_err(unusable)?),
                    Role::Exec => None,
                };
                return Ok(Entry::First(Held { _lock: lock, door }));
            }
            Err(rustix::io::Errno::WOULDBLOCK) => {}
            Err(error) => return Err(unusable(error.into())),
        }
        if role == Role::App && door::knock(data_dir) {
            return Ok(Entry::Shown);
        }
        let owner = read_owner(&mut lock);
        // Somebody without a window won't show one, however long we wait; and
        // `parley exec` does not wait for an app that may stay open for days.
        let hopeless = role == Role::Exec || owner.starts_with(Role::Exec.word());
        if hopeless || Instant::now() >= deadline {
            return Err(StartError::InUse {
                path: data_dir.display().to_string(),
                owner,
            });
        }
        std::thread::sleep(PAUSE);
    }
}

fn open_lock(data_dir: &Path) -> std::io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(data_dir.join("instance.lock"))
}

fn write_owner(lock: &mut File, role: Role) -> std::io::Result<()> {
    lock.set_len(0)?;
    lock.rewind()?;
    write!(lock, "{}, process {}", role.word(), std::process::id())
}

fn read_owner(lock: &mut File) -> String {
    let mut owner = String::new();
    let read = lock
        .rewind()
        .and_then(|()| lock.take(200).read_to_string(&mut owner));
    match read {
        Ok(_) if !owner.is_empty() => owner,
        _ => "it did not say which".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::{Entry, Role, enter};
    use crate::error::StartError;
    use std::sync::atomic::{AtomicU32, Ordering};
    use std::sync::{Arc, Barrier};

    fn runtime() -> tokio::runtime::Runtime {
        tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .enable_all()
            .build()
            .unwrap()
    }

    #[test]
    fn f116_of_many_starts_at_once_one_is_first_and_shows_itself_to_the_others() {
        let folder = tempfile::tempdir().unwrap();
        let runtime = runtime();
        let shown = Arc::new(AtomicU32::new(0));
        let start = Arc::new(Barrier::new(8));
        let starts: Vec<_> = (0..8)
            .map(|_| {
                let (path, start) = (folder.path().to_owned(), Arc::clone(&start));
                let (shown, handle) = (Arc::clone(&shown), runtime.handle().clone());
                std::thread::spawn(move || {
                    start.wait();
                    match enter(&path, Role::App).unwrap() {
                        Entry::Shown => None,
                        Entry::First(mut held) => {
                            let door = held.door.take().unwrap();
                            handle.spawn(door.answer(move || {
                                shown.fetch_add(1, Ordering::SeqCst);
                                true
                            }));
                            Some(held)
                        }
                    }
                })
            })
            .collect();
        // Kept until all have come in: a folder let go of earlier is free for the next.
        let first: Vec<_> = starts
            .into_iter()
            .filter_map(|start| start.join().unwrap())
            .collect();
        assert_eq!(first.len(), 1);
        assert_eq!(shown.load(Ordering::SeqCst), 7);
    }

    #[test]
    fn two_folders_are_two_instances() {
        let (one, two) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let held = [one.path(), two.path()].map(|path| enter(path, Role::App).unwrap());
        assert!(matches!(held, [Entry::First(_), Entry::First(_)]));
    }

    #[test]
    fn a_folder_is_free_again_after_its_holder_whatever_it_left_there() {
        let folder = tempfile::tempdir().unwrap();
        for _ in 0..3 {
            let held = enter(folder.path(), Role::App).unwrap();
            assert!(matches!(held, Entry::First(_)));
        }
        assert!(folder.path().join("instance.sock").exists());
    }

    #[test]
    fn a_start_during_the_holders_end_becomes_the_first() {
        let folder = tempfile::tempdir().unwrap();
        let runtime = runtime();
        let Entry::First(mut held) = enter(folder.path(), Role::App).unwrap() else {
            panic!("not the first");
        };
        let door = held.door.take().unwrap();
        let (refused, was_refused) = std::sync::mpsc::channel();
        runtime.spawn(door.answer(move || {
            refused.send(()).ok();
            false
        }));
        let path = folder.path().to_owned();
        let second = std::thread::spawn(move || enter(&path, Role::App).unwrap());
        was_refused
            .recv_timeout(std::time::Duration::from_secs(20))
            .unwrap();
        drop(held);
        assert!(matches!(second.join().unwrap(), Entry::First(_)));
    }

    #[test]
    fn exec_and_app_say_who_has_the_folder() {
        let folder = tempfile::tempdir().unwrap();
        for (first, second) in [(Role::Exec, Role::App), (Role::App, Role::Exec)] {
            let held = enter(folder.path(), first).unwrap();
            let Err(StartError::InUse { owner, .. }) = enter(folder.path(), second) else {
                panic!("{second:?} got in beside {first:?}");
            };
            assert_eq!(
                owner,
                format!("{}, process {}", first.word(), std::process::id())
            );
            drop(held);
        }
    }

    #[test]
    fn a_long_folder_name_is_no_obstacle() {
        let folder = tempfile::tempdir().unwrap();
        let long = folder.path().join("d".repeat(150));
        std::fs::create_dir(&long).unwrap();
        let runtime = runtime();
        let Entry::First(mut held) = enter(&long, Role::App).unwrap() else {
            panic!("not the first");
        };
        runtime.spawn(held.door.take().unwrap().answer(|| true));
        assert!(matches!(enter(&long, Role::App).unwrap(), Entry::Shown));
    }
}
