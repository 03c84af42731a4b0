//! Signals as bytes on a socket to ourselves, so that one poll sees them with everything else.

use std::io;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd};
use std::os::unix::net::UnixStream;
use std::sync::atomic::{AtomicI32, Ordering};

static WRITE_END: AtomicI32 = AtomicI32::new(-1);

/// The reading end. The writing end lives as long as the process.
pub(super) struct Signals {
    read: UnixStream,
    _write: UnixStream,
}

impl Signals {
    /// Catches the end of children and every polite request to end.
    #[allow(unsafe_code)]
    pub(super) fn install() -> io::Result<Self> {
        let (read, write) = UnixStream::pair()?;
        read.set_nonblocking(true)?;
        write.set_nonblocking(true)?;
        WRITE_END.store(write.as_raw_fd(), Ordering::Relaxed);
        reset_all();
        for signal in [libc::SIGCHLD, libc::SIGTERM, libc::SIGINT, libc::SIGHUP] {
            // SAFETY: zeroed is a valid sigaction; the handler only calls write(2), which may be
            // called in a handler.
            let installed = unsafe {
                let mut action: libc::sigaction = std::mem::zeroed();
                action.sa_sigaction = caught as *const () as usize;
                action.sa_flags = libc::SA_RESTART;
                libc::sigaction(signal, &action, std::ptr::null_mut())
            };
            if installed != 0 {
                return Err(io::Error::last_os_error());
            }
        }
        // A host may have started us with some of them blocked.
        // SAFETY: plain calls on a local set.
        unsafe {
            let mut none: libc::sigset_t = std::mem::zeroed();
            libc::sigemptyset(&mut none);
            libc::sigprocmask(libc::SIG_SETMASK, &none, std::ptr::null_mut());
        }
        Ok(Self {
            read,
            _write: write,
        })
    }

    pub(super) fn fd(&self) -> BorrowedFd<'_> {
        self.read.as_fd()
    }

    /// Takes what was caught; says whether one of them asks us to end.
    pub(super) fn take(&self) -> bool {
        let mut bytes = [0u8; 64];
        let mut end = false;
        while let Ok(n) = rustix::io::read(&self.read, &mut bytes)
            && n > 0
        {
            end |= bytes[..n].iter().any(|b| i32::from(*b) != libc::SIGCHLD);
        }
        end
    }
}

/// What a host ignores is its own affair: an agent gets every signal's default.
#[allow(unsafe_code)]
fn reset_all() {
    for signal in 1..32 {
        // SAFETY: sets a default; refused for the two signals that cannot be changed. The standard
        // library does the same for SIGPIPE, which it ignores in us, when it starts a program.
        if signal != libc::SIGPIPE {
            unsafe { libc::signal(signal, libc::SIG_DFL) };
        }
    }
}

#[allow(unsafe_code)]
extern "C" fn caught(signal: i32) {
    let byte = signal.to_le_bytes()[0];
    // SAFETY: write(2) may be called in a handler; the descriptor stays open for the whole life of
    // the process. A full socket already holds a reason to look.
    unsafe {
        let errno = errno_location();
        let before = *errno;
        libc::write(
            WRITE_END.load(Ordering::Relaxed),
            std::ptr::from_ref(&byte).cast(),
            1,
        );
        *errno = before;
    }
}

#[allow(unsafe_code)]
unsafe fn errno_location() -> *mut i32 {
    #[cfg(any(target_os = "linux", target_os = "l4re", target_os = "dragonfly"))]
    // SAFETY: always valid for the calling thread.
    return unsafe { libc::__errno_location() };
    #[cfg(not(any(target_os = "linux", target_os = "l4re", target_os = "dragonfly")))]
    // SAFETY: always valid for the calling thread.
    return unsafe { libc::__error() };
}
