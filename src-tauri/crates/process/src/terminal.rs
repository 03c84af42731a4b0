//! Pseudo-terminals: for programs that need to be talked to in one.

use std::io;
use std::os::fd::{AsFd, OwnedFd};

use rustix::fs::{Mode, OFlags};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Winsize, tcsetwinsize};

use crate::TerminalSize;

#[cfg(not(target_vendor = "apple"))]
const MASTER: OpenptFlags = OpenptFlags::RDWR
    .union(OpenptFlags::NOCTTY)
    .union(OpenptFlags::CLOEXEC);
#[cfg(target_vendor = "apple")]
const MASTER: OpenptFlags = OpenptFlags::RDWR.union(OpenptFlags::NOCTTY);

/// Both sides of a terminal.
pub(crate) struct Pair {
    /// The host's side; it does not block.
    pub(crate) master: OwnedFd,
    /// The agent's side.
    pub(crate) slave: OwnedFd,
}

/// Opens a terminal of this size.
pub(crate) fn open(size: TerminalSize) -> io::Result<Pair> {
    let master = openpt(MASTER)?;
    // Where it cannot be asked for at once; a process that is started in between inherits it.
    #[cfg(target_vendor = "apple")]
    rustix::io::fcntl_setfd(&master, rustix::io::FdFlags::CLOEXEC)?;
    grantpt(&master)?;
    unlockpt(&master)?;
    let name = ptsname(&master, Vec::new())?;
    let flags = OFlags::RDWR | OFlags::NOCTTY | OFlags::CLOEXEC;
    let slave = rustix::fs::open(name.as_c_str(), flags, Mode::empty())?;
    resize(&master, size)?;
    rustix::io::ioctl_fionbio(&master, true)?;
    Ok(Pair { master, slave })
}

/// Sets the size; the agent hears of it by SIGWINCH.
pub(crate) fn resize(master: &impl AsFd, size: TerminalSize) -> io::Result<()> {
    let size = Winsize {
        ws_row: size.rows,
        ws_col: size.columns,
        ws_xpixel: 0,
        ws_ypixel: 0,
    };
    Ok(tcsetwinsize(master, size)?)
}
