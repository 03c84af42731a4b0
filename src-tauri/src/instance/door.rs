//! Where a second start knocks: a socket in the data folder, which only the
//! user can enter. It says `show`, and is answered `shown`, or nothing when the
//! first is ending.

use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::os::fd::AsRawFd;
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::{Path, PathBuf};
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt};

/// How long one side waits for the other's line.
const LINE: Duration = Duration::from_secs(5);
/// Longest path a socket's address holds on every Unix.
const LONGEST: usize = 100;

/// The socket, bound. Knocks wait in its queue until [`Door::answer`] runs.
#[derive(Debug)]
pub(crate) struct Door(UnixListener);

impl Door {
    /// Binds the socket; one that a dead process left is replaced. To be called
    /// by the holder of the lock only.
    pub(super) fn open(data_dir: &Path) -> std::io::Result<Self> {
        match std::fs::remove_file(data_dir.join("instance.sock")) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        let address = Address::of(data_dir)?;
        let listener = UnixListener::bind(&address.path)?;
        listener.set_nonblocking(true)?;
        Ok(Self(listener))
    }

    /// Answers knocks for ever. `show` raises the window and says whether it could.
    pub(crate) async fn answer(self, show: impl Fn() -> bool) {
        let listener = match tokio::net::UnixListener::from_std(self.0) {
            Ok(listener) => listener,
            Err(error) => return tracing::error!(%error, "second starts can't be heard"),
        };
        loop {
            match listener.accept().await {
                Ok((stream, _)) => {
                    let answered = tokio::time::timeout(LINE, answer_one(stream, &show)).await;
                    tracing::info!(answered = answered.is_ok(), "a second start knocked");
                }
                Err(error) => {
                    tracing::warn!(%error, "a second start was not heard");
                    tokio::time::sleep(Duration::from_secs(1)).await;
                }
            }
        }
    }
}

async fn answer_one(stream: tokio::net::UnixStream, show: &impl Fn() -> bool) {
    let mut stream = tokio::io::BufReader::new(stream);
    let mut line = String::new();
    let read = (&mut stream).take(64).read_line(&mut line).await;
    if read.is_ok() && line == "show\n" && show() {
        // The other side may be gone; the window is shown all the same.
        let _ = stream.get_mut().write_all(b"shown\n").await;
    }
}

/// Asks the holder to show itself. False where nobody answers.
pub(super) fn knock(data_dir: &Path) -> bool {
    let ask = || -> std::io::Result<String> {
        let address = Address::of(data_dir)?;
        let mut stream = UnixStream::connect(&address.path)?;
        stream.set_read_timeout(Some(LINE))?;
        stream.set_write_timeout(Some(LINE))?;
        stream.write_all(b"show\n")?;
        let mut answer = String::new();
        BufReader::new(stream).read_line(&mut answer)?;
        Ok(answer)
    };
    ask().is_ok_and(|answer| answer == "shown\n")
}

/// The socket's path, short enough for a socket address.
struct Address {
    path: PathBuf,
    /// Keeps the short form of a long path valid.
    _folder: Option<File>,
}

impl Address {
    fn of(data_dir: &Path) -> std::io::Result<Self> {
        let path = data_dir.join("instance.sock");
        if path.as_os_str().len() <= LONGEST {
            return Ok(Self {
                path,
                _folder: None,
            });
        }
        let folder = File::open(data_dir)?;
        Ok(Self {
            path: format!("/proc/self/fd/{}/instance.sock", folder.as_raw_fd()).into(),
            _folder: Some(folder),
        })
    }
}
