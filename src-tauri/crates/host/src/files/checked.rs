//! Whether a file can go with a message (F094). Nothing here waits: a pipe or a
//! device is recognised before anything is opened.

use super::thumbnail;
use model::view::{DraftFileKind, NotAttached};
use std::fs::{self, File, OpenOptions};
use std::io::Read;
use std::path::Path;

/// A larger file is not attached, in bytes: agents read a file as a whole.
pub(super) const LARGEST: u64 = 100_000_000;
/// Enough of a file to know a picture by, in bytes.
const HEAD: u64 = 256 * 1024;

/// A file that can be attached.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Fit {
    /// Its real path: links are followed here, once.
    pub(super) path: String,
    pub(super) name: String,
    pub(super) bytes: u64,
    pub(super) kind: DraftFileKind,
}

/// Why a file can't be attached.
#[derive(Debug, thiserror::Error)]
pub(super) enum Unfit {
    #[error("“{0}” is a folder. Name its path in the message, and the agent can look into it.")]
    Folder(String),
    #[error("“{0}” is a pipe: reading it could wait for ever. Attach a file instead.")]
    Pipe(String),
    #[error("“{0}” is a socket, not a file. Attach a file instead.")]
    Socket(String),
    #[error("“{0}” is a device, not a file. Attach a file instead.")]
    Device(String),
    #[error(
        "“{name}” has {megabytes} MB. Files of up to {most} MB can be attached. Name its path in the message instead.",
        megabytes = .bytes / 1_000_000,
        most = LARGEST / 1_000_000
    )]
    TooLarge { name: String, bytes: u64 },
    #[error("“{0}” is not there any more.")]
    Gone(String),
    #[error("“{0}” is a link to something that is not there.")]
    DeadLink(String),
    #[error("“{name}” can't be read: {reason}.")]
    Unreadable { name: String, reason: String },
    #[error("“{0}” did not answer in time. It may lie on a drive that is not connected.")]
    Slow(String),
    #[error(
        "The path of “{0}” holds a line break or another control character, which agents can't be told safely. Rename it and attach it again."
    )]
    ControlCharacter(String),
    #[error(
        "The path of “{0}” is not valid text (UTF-8), so agents can't be told about it. Rename it and attach it again."
    )]
    NotText(String),
    #[error("“{name}” was not attached: {most} files go with one message at most.")]
    TooMany { name: String, most: usize },
}

impl Unfit {
    /// The code of the catalogue.
    fn code(&self) -> &'static str {
        match self {
            Self::Folder(_) => "folder",
            Self::Pipe(_) => "pipe",
            Self::Socket(_) => "socket",
            Self::Device(_) => "device",
            Self::TooLarge { .. } => "tooLarge",
            Self::Gone(_) => "gone",
            Self::DeadLink(_) => "deadLink",
            Self::Unreadable { .. } => "unreadable",
            Self::Slow(_) => "slow",
            Self::ControlCharacter(_) => "lineBreak",
            Self::NotText(_) => "notText",
            Self::TooMany { .. } => "tooMany",
        }
    }

    /// As a window shows it.
    pub(super) fn told(&self, path: &Path) -> NotAttached {
        let nameable = matches!(self, Self::Folder(_) | Self::TooLarge { .. });
        NotAttached {
            name: shown_name(path),
            code: self.code().to_owned(),
            text: self.to_string(),
            path: nameable.then(|| path.to_str().map(str::to_owned)).flatten(),
        }
    }
}

/// Looks at a file the user chose.
///
/// # Errors
/// Why it can't be attached.
pub(super) fn look(path: &Path) -> Result<Fit, Unfit> {
    let name = shown_name(path);
    let unreadable = |error: std::io::Error| Unfit::Unreadable {
        name: shown_name(path),
        reason: error.to_string(),
    };
    let Ok(itself) = fs::symlink_metadata(path) else {
        return Err(match path.try_exists() {
            Err(error) => unreadable(error),
            Ok(_) => Unfit::Gone(name),
        });
    };
    let real = match path.canonicalize() {
        Ok(real) => real,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound && itself.is_symlink() => {
            return Err(Unfit::DeadLink(name));
        }
        Err(error) => return Err(unreadable(error)),
    };
    let meta = fs::metadata(&real).map_err(unreadable)?;
    regular(&meta, &name)?;
    let Some(text) = real.to_str() else {
        return Err(Unfit::NotText(name));
    };
    if text.chars().any(char::is_control) {
        return Err(Unfit::ControlCharacter(name));
    }
    if meta.len() > LARGEST {
        let bytes = meta.len();
        return Err(Unfit::TooLarge { name, bytes });
    }
    let mut file = open(&real).map_err(unreadable)?;
    // Asked of what was opened: another file may have taken the name.
    regular(&file.metadata().map_err(unreadable)?, &name)?;
    let mut head = Vec::new();
    file.by_ref()
        .take(HEAD)
        .read_to_end(&mut head)
        .map_err(unreadable)?;
    let kind = if thumbnail::is_picture(&head) {
        DraftFileKind::Image
    } else {
        DraftFileKind::File
    };
    Ok(Fit {
        path: text.to_owned(),
        name: shown_name(&real),
        bytes: meta.len(),
        kind,
    })
}

/// Whether an attached file can still be handed over.
///
/// # Errors
/// Why not.
pub(super) fn still_there(path: &Path) -> Result<(), Unfit> {
    let name = shown_name(path);
    match fs::metadata(path) {
        Ok(meta) => regular(&meta, &name),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Err(Unfit::Gone(name)),
        Err(error) => Err(Unfit::Unreadable {
            name,
            reason: error.to_string(),
        }),
    }
}

/// Opens what was a file a moment ago, without waiting should it be a pipe by now.
pub(super) fn open(path: &Path) -> std::io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.custom_flags(rustix::fs::OFlags::NONBLOCK.bits().cast_signed());
    }
    options.open(path)
}

fn regular(meta: &fs::Metadata, name: &str) -> Result<(), Unfit> {
    let name = name.to_owned();
    if meta.is_file() {
        return Ok(());
    }
    if meta.is_dir() {
        return Err(Unfit::Folder(name));
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt;
        let kind = meta.file_type();
        if kind.is_fifo() {
            return Err(Unfit::Pipe(name));
        }
        if kind.is_socket() {
            return Err(Unfit::Socket(name));
        }
    }
    Err(Unfit::Device(name))
}

/// The last part of a path, with nothing invisible in it.
pub(super) fn shown_name(path: &Path) -> String {
    let name = path.file_name().unwrap_or(path.as_os_str());
    render::visible(&name.to_string_lossy()).replace(['\n', '\t'], "↵")
}
