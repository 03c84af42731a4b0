//! The job: what holds an agent and all it starts, and lets none of them go.

use std::io;
use std::os::windows::io::{AsRawHandle, FromRawHandle, OwnedHandle, RawHandle};
use std::ptr::{from_mut, from_ref, null, null_mut};
use std::sync::atomic::{AtomicU32, Ordering};

use windows_sys::Win32::Foundation::ERROR_MORE_DATA;
use windows_sys::Win32::System::JobObjects::{
    AssignProcessToJobObject, CreateJobObjectW, IsProcessInJob, JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE,
    JOBOBJECT_BASIC_ACCOUNTING_INFORMATION, JOBOBJECT_BASIC_PROCESS_ID_LIST,
    JOBOBJECT_EXTENDED_LIMIT_INFORMATION, JobObjectBasicAccountingInformation,
    JobObjectBasicProcessIdList, JobObjectExtendedLimitInformation, QueryInformationJobObject,
    SetInformationJobObject, TerminateJobObject,
};

use super::table;
use crate::windows_rules::is_console_host;

/// The exit code of what is killed. Windows has no signals; this is what its own tools give.
const KILLED: u32 = 1;
/// No tree is larger; the list of its processes is not read further.
const LARGEST: usize = 1 << 20;

/// A job object. When the last handle closes, the kernel kills all that is in it.
pub(super) struct Job {
    handle: OwnedHandle,
    /// How many processes besides the agent were killed.
    killed: AtomicU32,
}

#[allow(unsafe_code)]
impl Job {
    /// A new job with nothing in it.
    pub(super) fn new() -> io::Result<Self> {
        // SAFETY: no security attributes, so that no process inherits the handle, and no name: both
        // may be null.
        let raw = unsafe { CreateJobObjectW(null(), null()) };
        if raw.is_null() {
            return Err(io::Error::last_os_error());
        }
        // SAFETY: it is open, and nobody else has it.
        let handle = unsafe { OwnedHandle::from_raw_handle(raw) };
        let mut limits = JOBOBJECT_EXTENDED_LIMIT_INFORMATION::default();
        limits.BasicLimitInformation.LimitFlags = JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE;
        // SAFETY: the class says what the pointer is to, and the length is that of it.
        let set = unsafe {
            SetInformationJobObject(
                handle.as_raw_handle(),
                JobObjectExtendedLimitInformation,
                from_ref(&limits).cast(),
                size_of_u32::<JOBOBJECT_EXTENDED_LIMIT_INFORMATION>(),
            )
        };
        succeeded(set)?;
        Ok(Self {
            handle,
            killed: AtomicU32::new(0),
        })
    }

    /// Puts a process in it, and with it all that the process starts from then on.
    pub(super) fn assign(&self, process: RawHandle) -> io::Result<()> {
        // SAFETY: both handles are open; the caller holds the process.
        succeeded(unsafe { AssignProcessToJobObject(self.handle.as_raw_handle(), process) })
    }

    /// Whether a process is in it.
    pub(super) fn holds(&self, process: &OwnedHandle) -> bool {
        let mut within = 0;
        // SAFETY: both handles are open, and the answer is a place of ours.
        let asked = unsafe {
            IsProcessInJob(
                process.as_raw_handle(),
                self.handle.as_raw_handle(),
                from_mut(&mut within),
            )
        };
        asked != 0 && within != 0
    }

    /// How many processes in it run.
    pub(super) fn active(&self) -> io::Result<u32> {
        let mut counts = JOBOBJECT_BASIC_ACCOUNTING_INFORMATION::default();
        // SAFETY: the class says what the pointer is to, and the length is that of it.
        let asked = unsafe {
            QueryInformationJobObject(
                self.handle.as_raw_handle(),
                JobObjectBasicAccountingInformation,
                from_mut(&mut counts).cast(),
                size_of_u32::<JOBOBJECT_BASIC_ACCOUNTING_INFORMATION>(),
                null_mut(),
            )
        };
        succeeded(asked)?;
        Ok(counts.ActiveProcesses)
    }

    /// The numbers of the processes in it.
    pub(super) fn numbers(&self) -> io::Result<Vec<u32>> {
        const HEAD: usize = std::mem::offset_of!(JOBOBJECT_BASIC_PROCESS_ID_LIST, ProcessIdList)
            / size_of::<usize>();
        let mut room = 64;
        loop {
            // Words, so that the list is aligned as it must be.
            let mut words = vec![0usize; HEAD + room];
            let length = u32::try_from(words.len() * size_of::<usize>()).unwrap_or(u32::MAX);
            // SAFETY: the class says what the pointer is to: a head and as many numbers as have room
            // in the length, which is that of the words.
            let asked = unsafe {
                QueryInformationJobObject(
                    self.handle.as_raw_handle(),
                    JobObjectBasicProcessIdList,
                    words.as_mut_ptr().cast(),
                    length,
                    null_mut(),
                )
            };
            let error = io::Error::last_os_error();
            let more = error.raw_os_error() == i32::try_from(ERROR_MORE_DATA).ok();
            if asked == 0 && !(more && room < LARGEST) {
                return Err(error);
            }
            if asked == 0 {
                room *= 4;
                continue;
            }
            // SAFETY: the words hold at least the head and one number, were zero before, and are
            // aligned for it.
            let listed = unsafe {
                (*words.as_ptr().cast::<JOBOBJECT_BASIC_PROCESS_ID_LIST>()).NumberOfProcessIdsInList
            };
            let listed = usize::try_from(listed).unwrap_or(0);
            let numbers = words.iter().skip(HEAD).take(listed);
            return Ok(numbers
                .filter_map(|word| u32::try_from(*word).ok())
                .collect());
        }
    }

    /// Kills all that is in it.
    pub(super) fn kill(&self, agent: u32) {
        let others = table::describe(self, &table::all());
        let others = others
            .iter()
            .filter(|one| one.pid != agent && !is_console_host(&one.name));
        let others = u32::try_from(others.count()).unwrap_or(u32::MAX);
        // Asked twice, the same processes are still dying.
        self.killed.fetch_max(others, Ordering::Relaxed);
        // SAFETY: the handle is open. A job with nothing in it is no error.
        let killed = unsafe { TerminateJobObject(self.handle.as_raw_handle(), KILLED) };
        if let Err(error) = succeeded(killed) {
            tracing::warn!(%error, agent, "an agent's job could not be killed");
        }
    }

    /// How many processes besides the agent were killed.
    pub(super) fn killed(&self) -> u32 {
        self.killed.load(Ordering::Relaxed)
    }
}

/// What the system's yes or no means.
pub(super) fn succeeded(answer: i32) -> io::Result<()> {
    if answer == 0 {
        return Err(io::Error::last_os_error());
    }
    Ok(())
}

/// The size of a structure as the system wants to be told it.
pub(super) const fn size_of_u32<T>() -> u32 {
    let size = size_of::<T>();
    assert!(
        size <= u32::MAX as usize,
        "a structure of the system is small"
    );
    size as u32
}
