//! The guardian: a small process between the host and one agent.
//!
//! It starts the agent, adopts whatever the agent's tools leave behind (child subreaper), and ends
//! all of it when the agent ends, when the host says so, and when the host is gone. It reads no
//! stdout and writes no stdin: the agent has the pipes themselves. One thread, because the
//! parent-death signal belongs to the thread that started the child; one poll loop, no wait without
//! a limit once an end has begun.

mod launch;
mod signals;
mod watch;

use std::os::fd::{AsFd, BorrowedFd, FromRawFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::process::ExitCode;

use crate::control::{LANGUAGE, Launch, Report, Step};

/// Where the host puts its end of the control socket.
pub(crate) const CONTROL_FD: i32 = 3;

/// The whole program. Call it first thing in `main`.
pub fn run() -> ExitCode {
    let mut args = std::env::args_os().skip(1);
    if args
        .next()
        .is_some_and(|first| first == crate::login_shell::PRINT)
        && let Some(mark) = args.next()
    {
        return match crate::login_shell::print(&mark) {
            Ok(()) => ExitCode::SUCCESS,
            Err(_) => ExitCode::from(1),
        };
    }
    let Some(control) = control_socket() else {
        // By hand, or by a host that is gone already: nothing was started.
        return ExitCode::from(2);
    };
    close_all_above(CONTROL_FD);
    // A session of its own: a terminal's Ctrl+C and hang-up are for the host, not for agents.
    let _ = rustix::process::setsid();
    match prepare(control) {
        Ok(mut watch) => {
            watch.run();
            ExitCode::SUCCESS
        }
        Err(()) => ExitCode::from(1),
    }
}

fn prepare(mut control: UnixStream) -> Result<watch::Watch, ()> {
    watch::tell(&control, Report::Hello { language: LANGUAGE });
    let Ok(launch) = Launch::read(&mut control) else {
        return Err(());
    };
    let fail = |control: &UnixStream, step, error: std::io::Error| {
        let errno = error.raw_os_error().unwrap_or(libc::EIO);
        watch::tell(control, Report::Failed { step, errno });
    };
    let ready = (|| {
        #[cfg(target_os = "linux")]
        rustix::process::set_child_subreaper(Some(rustix::process::getpid()))?;
        control.set_nonblocking(true)?;
        signals::Signals::install()
    })();
    let signals = match ready {
        Ok(signals) => signals,
        Err(error) => {
            fail(&control, Step::Setup, error);
            return Err(());
        }
    };
    match launch::launch(&launch) {
        Ok(leader) => {
            let pid = leader.as_raw_nonzero().get().unsigned_abs();
            watch::tell(&control, Report::Started { pid });
            Ok(watch::Watch::new(control, signals, leader))
        }
        Err((step, error)) => {
            fail(&control, step, error);
            Err(())
        }
    }
}

#[allow(unsafe_code)]
fn control_socket() -> Option<UnixStream> {
    // SAFETY: borrowed only to ask for its flags, which fails cleanly if nothing is open there.
    let asked = unsafe { BorrowedFd::borrow_raw(CONTROL_FD) };
    rustix::io::fcntl_getfd(asked).ok()?;
    // SAFETY: it is open, and nothing in this program has touched it yet: it was put there for us.
    let owned = unsafe { OwnedFd::from_raw_fd(CONTROL_FD) };
    rustix::net::sockopt::socket_type(owned.as_fd()).ok()?;
    rustix::io::fcntl_setfd(&owned, rustix::io::FdFlags::CLOEXEC).ok()?;
    Some(UnixStream::from(owned))
}

/// Closes what the host leaked into us, so that the agent does not get it either.
#[allow(unsafe_code)]
fn close_all_above(last: i32) {
    #[cfg(target_os = "linux")]
    // SAFETY: called before this program opens anything, so no owner exists for what is closed. A
    // kernel before 5.9 answers ENOSYS and nothing is closed.
    unsafe {
        libc::syscall(libc::SYS_close_range, last + 1, u32::MAX, 0);
    }
    #[cfg(not(target_os = "linux"))]
    let _ = last;
}
