//! The start of the agent itself.

use std::ffi::{CString, OsStr, c_char};
use std::io;
use std::os::fd::AsFd;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::process::CommandExt;
use std::process::Command;

use rustix::process::Pid;

use crate::control::{Launch, Step};

/// Starts the agent in a process group of its own with our stdin, stdout and stderr, then lets go of
/// these, so that their ends are seen when the agent closes them.
pub(super) fn launch(launch: &Launch) -> Result<Pid, (Step, io::Error)> {
    std::env::set_current_dir(&launch.cwd).map_err(|error| (Step::Cwd, error))?;
    let image = Image::new(launch).map_err(|error| (Step::Program, error))?;
    let guardian = rustix::process::getpid();
    let mut command = Command::new(&launch.program);
    let terminal = launch.terminal;
    if !terminal {
        command.process_group(0);
    }
    let start = move || {
        if terminal {
            // A session of its own, whose terminal is the one on standard input: so Ctrl-C and
            // job control mean this agent.
            rustix::process::setsid()?;
            rustix::process::ioctl_tiocsctty(rustix::stdio::stdin())?;
        }
        #[cfg(target_os = "linux")]
        {
            use rustix::process::{Signal, getppid, set_parent_process_death_signal};
            set_parent_process_death_signal(Some(Signal::KILL))?;
            // The guardian may have died before the line above.
            if getppid() != Some(guardian) {
                return Err(io::Error::from_raw_os_error(libc::ESRCH));
            }
        }
        #[cfg(not(target_os = "linux"))]
        let _ = guardian;
        Err(image.exec())
    };
    // SAFETY: the guardian has one thread, so no lock can be held by another at the fork; and the
    // closure allocates nothing and only makes system calls.
    #[allow(unsafe_code)]
    unsafe {
        command.pre_exec(start);
    }
    let child = command.spawn().map_err(|error| (Step::Program, error))?;
    let _ = std::env::set_current_dir("/");
    release_standard_streams().map_err(|error| (Step::Setup, error))?;
    i32::try_from(child.id())
        .ok()
        .and_then(Pid::from_raw)
        .ok_or_else(|| (Step::Setup, io::ErrorKind::Other.into()))
}

fn release_standard_streams() -> io::Result<()> {
    let null = std::fs::File::options()
        .read(true)
        .write(true)
        .open("/dev/null")?;
    rustix::stdio::dup2_stdin(null.as_fd())?;
    rustix::stdio::dup2_stdout(null.as_fd())?;
    rustix::stdio::dup2_stderr(null.as_fd())?;
    Ok(())
}

/// A program and its strings as execve(2) wants them.
///
/// Why not the standard library's exec: it is execvp, which hands a script without an interpreter,
/// or a program of another machine, to /bin/sh as commands. Here both are errors with a name.
struct Image {
    program: CString,
    args: Vec<*const c_char>,
    env: Vec<*const c_char>,
    _strings: Vec<CString>,
}

// SAFETY: the pointers lead into `_strings`, which is never changed, and are only read.
#[allow(unsafe_code)]
unsafe impl Send for Image {}
// SAFETY: as above.
#[allow(unsafe_code)]
unsafe impl Sync for Image {}

impl Image {
    fn new(launch: &Launch) -> io::Result<Self> {
        let text = |bytes: &OsStr| CString::new(bytes.as_bytes()).map_err(io::Error::from);
        let program = text(&launch.program)?;
        let mut strings = vec![program.clone()];
        for arg in &launch.args {
            strings.push(text(arg)?);
        }
        let first_variable = strings.len();
        for (name, value) in &launch.env {
            let mut pair = name.clone();
            pair.push("=");
            pair.push(value);
            strings.push(text(&pair)?);
        }
        let pointers = |strings: &[CString]| {
            let pointers = strings.iter().map(|string| string.as_ptr());
            pointers.chain([std::ptr::null()]).collect()
        };
        Ok(Self {
            program,
            args: pointers(&strings[..first_variable]),
            env: pointers(&strings[first_variable..]),
            _strings: strings,
        })
    }

    #[allow(unsafe_code)]
    fn exec(&self) -> io::Error {
        // SAFETY: both lists end with a null pointer and point to live C strings.
        unsafe { libc::execve(self.program.as_ptr(), self.args.as_ptr(), self.env.as_ptr()) };
        io::Error::last_os_error()
    }
}
