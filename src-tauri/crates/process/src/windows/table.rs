//! The table of processes, and what is known of each of a job's.

use std::io;
use std::os::windows::io::{AsRawHandle, FromRawHandle, OwnedHandle};
use std::ptr::from_mut;
use std::time::{Duration, SystemTime};

use windows_sys::Win32::Foundation::{FILETIME, INVALID_HANDLE_VALUE};
use windows_sys::Win32::System::Diagnostics::ToolHelp::{
    CREATE_TOOLHELP_SNAPSHOT_FLAGS, CreateToolhelp32Snapshot, PROCESSENTRY32W, Process32FirstW,
    Process32NextW, TH32CS_SNAPPROCESS, TH32CS_SNAPTHREAD, THREADENTRY32, Thread32First,
    Thread32Next,
};
use windows_sys::Win32::System::ProcessStatus::{K32GetProcessMemoryInfo, PROCESS_MEMORY_COUNTERS};
use windows_sys::Win32::System::Threading::{
    GetProcessTimes, OpenProcess, OpenThread, PROCESS_QUERY_LIMITED_INFORMATION, PROCESS_VM_READ,
    ResumeThread, THREAD_SUSPEND_RESUME,
};

use super::job::{Job, size_of_u32, succeeded};
use crate::{ProcessInfo, windows_rules};

/// 1970 in what Windows counts: 100 ns since 1601.
const EPOCH: u64 = 116_444_736_000_000_000;

/// One process of the whole system.
pub(super) struct Row {
    pid: u32,
    parent: u32,
    threads: u32,
    name: String,
}

/// Every process there is; empty when the system does not tell.
#[allow(unsafe_code)]
pub(super) fn all() -> Vec<Row> {
    let Ok(snapshot) = snapshot(TH32CS_SNAPPROCESS) else {
        return Vec::new();
    };
    let mut entry = PROCESSENTRY32W {
        dwSize: size_of_u32::<PROCESSENTRY32W>(),
        ..PROCESSENTRY32W::default()
    };
    let mut rows = Vec::new();
    // SAFETY: the snapshot is open, and the entry says its own size.
    let mut more = unsafe { Process32FirstW(snapshot.as_raw_handle(), from_mut(&mut entry)) };
    while more != 0 {
        let name = entry.szExeFile.split(|unit| *unit == 0).next();
        rows.push(Row {
            pid: entry.th32ProcessID,
            parent: entry.th32ParentProcessID,
            threads: entry.cntThreads,
            name: String::from_utf16_lossy(name.unwrap_or_default()),
        });
        // SAFETY: as above.
        more = unsafe { Process32NextW(snapshot.as_raw_handle(), from_mut(&mut entry)) };
    }
    rows
}

/// The processes in a job.
pub(super) fn describe(job: &Job, all: &[Row]) -> Vec<ProcessInfo> {
    let numbers = job.numbers().unwrap_or_else(|error| {
        tracing::warn!(%error, "the processes of an agent's job could not be listed");
        Vec::new()
    });
    let mut tree: Vec<ProcessInfo> = numbers
        .iter()
        .filter_map(|pid| all.iter().find(|row| row.pid == *pid))
        .filter_map(|row| one(job, row))
        .collect();
    windows_rules::adopt(&mut tree, std::process::id());
    tree
}

/// One of them, unless it ended since and its number went to another.
fn one(job: &Job, row: &Row) -> Option<ProcessInfo> {
    let process = open(row.pid)?;
    if !job.holds(&process) {
        return None;
    }
    let (start, processor) = times(&process)?;
    let since = start.saturating_sub(EPOCH);
    Some(ProcessInfo {
        pid: row.pid,
        parent: row.parent,
        name: row.name.clone(),
        command: Vec::new(),
        rss_bytes: memory(&process),
        threads: row.threads,
        processor: ticks(processor),
        started: SystemTime::UNIX_EPOCH + ticks(since),
        start_ticks: start,
    })
}

/// When a process started, in 100 ns since 1601.
pub(crate) fn start_of(pid: u32) -> Option<u64> {
    times(&open(pid)?).map(|(start, _)| start)
}

/// Lets a process that was made suspended run.
#[allow(unsafe_code)]
pub(super) fn resume(pid: u32) -> io::Result<()> {
    let snapshot = snapshot(TH32CS_SNAPTHREAD)?;
    let mut entry = THREADENTRY32 {
        dwSize: size_of_u32::<THREADENTRY32>(),
        ..THREADENTRY32::default()
    };
    let mut resumed = false;
    // SAFETY: the snapshot is open, and the entry says its own size.
    let mut more = unsafe { Thread32First(snapshot.as_raw_handle(), from_mut(&mut entry)) };
    while more != 0 {
        if entry.th32OwnerProcessID == pid {
            // SAFETY: a plain call; whether a handle came is looked at.
            let raw = unsafe { OpenThread(THREAD_SUSPEND_RESUME, 0, entry.th32ThreadID) };
            if raw.is_null() {
                return Err(io::Error::last_os_error());
            }
            // SAFETY: it is open, and nobody else has it.
            let thread = unsafe { OwnedHandle::from_raw_handle(raw) };
            // SAFETY: the handle is open and has the right that is needed.
            if unsafe { ResumeThread(thread.as_raw_handle()) } == u32::MAX {
                return Err(io::Error::last_os_error());
            }
            resumed = true;
        }
        // SAFETY: as above.
        more = unsafe { Thread32Next(snapshot.as_raw_handle(), from_mut(&mut entry)) };
    }
    if resumed {
        Ok(())
    } else {
        Err(io::ErrorKind::NotFound.into())
    }
}

#[allow(unsafe_code)]
fn snapshot(of: CREATE_TOOLHELP_SNAPSHOT_FLAGS) -> io::Result<OwnedHandle> {
    // SAFETY: a plain call; whether a handle came is looked at.
    let raw = unsafe { CreateToolhelp32Snapshot(of, 0) };
    if raw == INVALID_HANDLE_VALUE {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: it is open, and nobody else has it.
    Ok(unsafe { OwnedHandle::from_raw_handle(raw) })
}

#[allow(unsafe_code)]
fn open(pid: u32) -> Option<OwnedHandle> {
    // Memory is told with the second right only on some systems; times need the first.
    let rights = [
        PROCESS_QUERY_LIMITED_INFORMATION | PROCESS_VM_READ,
        PROCESS_QUERY_LIMITED_INFORMATION,
    ];
    rights.into_iter().find_map(|rights| {
        // SAFETY: a plain call; whether a handle came is looked at.
        let raw = unsafe { OpenProcess(rights, 0, pid) };
        // SAFETY: it is open, and nobody else has it.
        (!raw.is_null()).then(|| unsafe { OwnedHandle::from_raw_handle(raw) })
    })
}

/// When a process started, and the processor time it used, both in 100 ns.
#[allow(unsafe_code)]
fn times(process: &OwnedHandle) -> Option<(u64, u64)> {
    let zero = FILETIME {
        dwLowDateTime: 0,
        dwHighDateTime: 0,
    };
    let (mut start, mut end, mut kernel, mut user) = (zero, zero, zero, zero);
    // SAFETY: the handle is open, and the answers are places of ours.
    let asked = unsafe {
        GetProcessTimes(
            process.as_raw_handle(),
            from_mut(&mut start),
            from_mut(&mut end),
            from_mut(&mut kernel),
            from_mut(&mut user),
        )
    };
    succeeded(asked).ok()?;
    let whole =
        |time: FILETIME| u64::from(time.dwHighDateTime) << 32 | u64::from(time.dwLowDateTime);
    Some((whole(start), whole(kernel).saturating_add(whole(user))))
}

/// What a process holds in memory, in bytes; 0 when the system does not tell.
#[allow(unsafe_code)]
fn memory(process: &OwnedHandle) -> u64 {
    let mut counters = PROCESS_MEMORY_COUNTERS::default();
    let size = size_of_u32::<PROCESS_MEMORY_COUNTERS>();
    // SAFETY: the handle is open, and the length is that of the structure.
    let asked =
        unsafe { K32GetProcessMemoryInfo(process.as_raw_handle(), from_mut(&mut counters), size) };
    if asked == 0 {
        return 0;
    }
    u64::try_from(counters.WorkingSetSize).unwrap_or(u64::MAX)
}

fn ticks(hundreds_of_nanoseconds: u64) -> Duration {
    Duration::from_nanos(hundreds_of_nanoseconds.saturating_mul(100))
}
