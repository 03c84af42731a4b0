//! The table of processes on macOS, in place of `/proc`. Compiled for `aarch64-apple-darwin`, not run.
//!
//! The system tells of this user's processes only, which is all that is asked for. It does not tell
//! the environment of programs it protects (those in `/bin` and `/usr/bin`), so not every process is
//! known by its marker. Where Linux counts clock ticks since boot, here microseconds since 1970 stand.

#[cfg(target_vendor = "apple")]
mod system {
    use std::io;
    use std::mem::MaybeUninit;
    use std::ptr::{from_mut, null_mut};
    use std::sync::OnceLock;

    use super::Strings;
    use crate::table::{Entry, page_size};

    /// One process, if it exists and is this user's.
    #[allow(unsafe_code)]
    pub(crate) fn entry(pid: u32) -> Option<Entry> {
        let number = i32::try_from(pid).ok()?;
        let mut info = MaybeUninit::<libc::proc_taskallinfo>::zeroed();
        let size = i32::try_from(size_of::<libc::proc_taskallinfo>()).ok()?;
        let flavor = libc::PROC_PIDTASKALLINFO;
        // SAFETY: the flavor says what the pointer is to, and the length is that of it.
        let got = unsafe { libc::proc_pidinfo(number, flavor, 0, info.as_mut_ptr().cast(), size) };
        if got != size {
            return None;
        }
        // SAFETY: zero in every field is a value too, and all of it was written.
        let info = unsafe { info.assume_init() };
        // SAFETY: a plain question.
        let session = unsafe { libc::getsid(number) };
        let used = info.ptinfo.pti_total_user + info.ptinfo.pti_total_system;
        Some(Entry {
            pid,
            parent: info.pbsd.pbi_ppid,
            start: info.pbsd.pbi_start_tvsec * 1_000_000 + info.pbsd.pbi_start_tvusec,
            name: name(&info.pbsd),
            group: info.pbsd.pbi_pgid,
            session: u32::try_from(session).unwrap_or(0),
            processor: microseconds(used),
            threads: u32::try_from(info.ptinfo.pti_threadnum).unwrap_or(0),
            resident_pages: info.ptinfo.pti_resident_size / page_size().max(1),
            zombie: info.pbsd.pbi_status == libc::SZOMB,
        })
    }

    fn name(info: &libc::proc_bsdinfo) -> String {
        let long = info.pbi_name.iter();
        let bytes: Vec<u8> = long
            .take_while(|byte| **byte != 0)
            .map(|byte| byte.to_ne_bytes()[0])
            .collect();
        String::from_utf8_lossy(&bytes).into_owned()
    }

    /// Every process of this user.
    #[allow(unsafe_code)]
    pub(crate) fn all() -> Vec<Entry> {
        // SAFETY: without a place the call says how many there are.
        let count = unsafe { libc::proc_listallpids(null_mut(), 0) };
        // Room for those that start meanwhile.
        let room = usize::try_from(count).unwrap_or(0) + 64;
        let mut numbers = vec![0i32; room];
        let bytes = i32::try_from(room * size_of::<i32>()).unwrap_or(0);
        // SAFETY: the length is that of the place, in bytes.
        let count = unsafe { libc::proc_listallpids(numbers.as_mut_ptr().cast(), bytes) };
        numbers.truncate(usize::try_from(count).unwrap_or(0));
        let numbers = numbers.into_iter().filter(|number| *number > 0);
        numbers
            .filter_map(|number| entry(u32::try_from(number).ok()?))
            .collect()
    }

    /// The value of a variable in a process's environment as it was started.
    pub(crate) fn variable(pid: u32, name: &str) -> Option<String> {
        let strings = strings(pid).ok()?;
        let mut pairs = strings.environment.into_iter();
        pairs.find_map(|pair| Some(pair.strip_prefix(name)?.strip_prefix('=')?.to_owned()))
    }

    /// Its arguments.
    pub(crate) fn command(pid: u32) -> Vec<String> {
        strings(pid).map_or_else(|_| Vec::new(), |strings| strings.arguments)
    }

    #[allow(unsafe_code)]
    fn strings(pid: u32) -> io::Result<Strings> {
        let number = i32::try_from(pid).map_err(io::Error::other)?;
        let mut question = [libc::CTL_KERN, libc::KERN_PROCARGS2, number];
        // More than the system takes for a start.
        let mut bytes = vec![0u8; 1024 * 1024 + 4096];
        let mut length = bytes.len();
        // SAFETY: the question has three words, and the length is that of the place; it comes back as
        // what was written.
        let asked = unsafe {
            libc::sysctl(
                question.as_mut_ptr(),
                3,
                bytes.as_mut_ptr().cast(),
                from_mut(&mut length),
                null_mut(),
                0,
            )
        };
        if asked != 0 {
            return Err(io::Error::last_os_error());
        }
        bytes.truncate(length);
        Strings::parse(&bytes).ok_or_else(|| io::ErrorKind::InvalidData.into())
    }

    /// Processor time is told in the ticks of a clock that differs between machines.
    #[allow(
        unsafe_code,
        deprecated,
        reason = "libc wants another crate for one call"
    )]
    fn microseconds(ticks: u64) -> u64 {
        static RATE: OnceLock<(u32, u32)> = OnceLock::new();
        let (numer, denom) = *RATE.get_or_init(|| {
            let mut rate = libc::mach_timebase_info { numer: 1, denom: 1 };
            // SAFETY: a place of ours.
            unsafe { libc::mach_timebase_info(from_mut(&mut rate)) };
            (rate.numer, rate.denom.max(1))
        });
        let whole = u128::from(ticks) * u128::from(numer) / u128::from(denom) / 1000;
        u64::try_from(whole).unwrap_or(u64::MAX)
    }
}

#[cfg(target_vendor = "apple")]
pub(crate) use system::{all, command, entry, variable};

/// What a process was started with.
#[derive(Debug, Default, PartialEq, Eq)]
struct Strings {
    arguments: Vec<String>,
    environment: Vec<String>,
}

impl Strings {
    /// Reads what `KERN_PROCARGS2` answers: how many arguments there are, the program's path, zeros
    /// up to a round address, the arguments and then the variables, each with a zero at its end; an
    /// empty string ends the variables.
    fn parse(bytes: &[u8]) -> Option<Self> {
        let (count, rest) = bytes.split_first_chunk::<4>()?;
        let count = usize::try_from(i32::from_ne_bytes(*count)).ok()?;
        let path = rest.iter().position(|byte| *byte == 0)?;
        let rest = &rest[path..];
        let first = rest.iter().position(|byte| *byte != 0)?;
        let mut strings = rest[first..]
            .split(|byte| *byte == 0)
            .map(|text| String::from_utf8_lossy(text).into_owned());
        Some(Self {
            arguments: strings.by_ref().take(count).collect(),
            environment: strings.take_while(|text| !text.is_empty()).collect(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_process_was_started_with_is_read_from_its_block() {
        let mut block = 3i32.to_ne_bytes().to_vec();
        block.extend_from_slice(
            b"/bin/agent\0\0\0\0agent\0\0-v\0A=1\0PARLEY_PROCESS=7-8-x\0\0ptr=\0",
        );
        let strings = Strings::parse(&block);
        let texts = |all: &[&str]| all.iter().map(|text| (*text).to_owned()).collect();
        let expected = Strings {
            arguments: texts(&["agent", "", "-v"]),
            environment: texts(&["A=1", "PARLEY_PROCESS=7-8-x"]),
        };
        assert_eq!(strings, Some(expected));
        for cut in 0..block.len() {
            // A part of it is no panic.
            let _ = Strings::parse(&block[..cut]);
        }
        assert_eq!(Strings::parse(&[0xff; 64]), None);
    }
}
