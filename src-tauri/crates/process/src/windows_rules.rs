//! What Windows wants otherwise, as far as it can be said without Windows: which file a name means,
//! what a batch file can be given, and how a process is made so that no console window shows.
//!
//! Quoting the arguments of a batch file is the standard library's (it knows cmd.exe's rules and
//! refuses what they cannot carry); what is here is what it does not do.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use crate::ProcessInfo;

/// What Windows itself takes where `PATHEXT` is not set.
const USUAL: &str = ".COM;.EXE;.BAT;.CMD";

/// `CREATE_NO_WINDOW`: the process gets a console of its own that is never shown. Console programs it
/// starts share it, so none of them opens a window (C25). `DETACHED_PROCESS` would take it away, and
/// each of them would open one.
pub(crate) const CREATE_NO_WINDOW: u32 = 0x0800_0000;
/// `CREATE_SUSPENDED`: it runs nothing before it is in its job, so nothing it starts can be outside.
pub(crate) const CREATE_SUSPENDED: u32 = 0x0000_0004;
/// `CREATE_NEW_PROCESS_GROUP`: a break can be sent to it alone.
pub(crate) const CREATE_NEW_PROCESS_GROUP: u32 = 0x0000_0200;

/// How every agent is made.
pub(crate) const FLAGS: u32 = CREATE_NO_WINDOW | CREATE_SUSPENDED | CREATE_NEW_PROCESS_GROUP;

/// The files that a bare name may mean in a folder, the first that is there being meant: with each
/// extension of `PATHEXT`, in its order. A file without an extension is never one: package managers
/// put a shell script of that name beside the `.cmd` that works (C24).
pub(crate) fn candidates(folder: &Path, name: &OsStr, pathext: Option<&OsStr>) -> Vec<PathBuf> {
    let pathext = pathext.map_or_else(|| USUAL.into(), OsStr::to_string_lossy);
    let extensions: Vec<&str> = pathext
        .split(';')
        .map(str::trim)
        .filter(|extension| extension.len() > 1 && extension.starts_with('.'))
        .collect();
    let plain = folder.join(name);
    let runs = plain.extension().is_some_and(|own| {
        let own = own.to_string_lossy();
        let mut all = extensions.iter();
        all.any(|extension| extension[1..].eq_ignore_ascii_case(&own))
    });
    let mut files = Vec::new();
    if runs {
        files.push(plain);
    }
    files.extend(extensions.iter().map(|extension| {
        let mut file = name.to_owned();
        file.push(extension.to_ascii_lowercase());
        folder.join(file)
    }));
    files
}

/// Whether cmd.exe runs this file.
pub(crate) fn is_batch(program: &Path) -> bool {
    program.extension().is_some_and(|extension| {
        extension.eq_ignore_ascii_case("cmd") || extension.eq_ignore_ascii_case("bat")
    })
}

/// The first argument that a batch file cannot be given: cmd.exe ends its line there (C23). Counted
/// from 1.
pub(crate) fn not_for_batch(args: &[OsString]) -> Option<usize> {
    let breaks = |arg: &OsString| arg.to_string_lossy().contains(['\r', '\n', '\0']);
    args.iter().position(breaks).map(|index| index + 1)
}

/// The longest command line: 32,767 UTF-16 units for a program, 8,191 for cmd.exe, its own words and
/// the quotes included.
pub(crate) fn longest_line(program: &Path) -> usize {
    if is_batch(program) { 8_191 } else { 32_767 }
}

/// The least that a command line can be long, in UTF-16 units, each argument with its space and the
/// quotes it needs: what is already too long so, no quoting makes fit.
pub(crate) fn least_line(program: &Path, args: &[OsString]) -> usize {
    let units = |text: &OsStr| text.to_string_lossy().encode_utf16().count();
    let quoted = |arg: &OsStr| {
        let quotes = arg.is_empty() || arg.to_string_lossy().contains([' ', '\t']);
        units(arg) + if quotes { 3 } else { 1 }
    };
    let arguments: usize = args.iter().map(|arg| quoted(arg)).sum();
    units(program.as_os_str()) + 2 + arguments
}

/// Why a program could not be made a process.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Refusal {
    Missing,
    Folder,
    Denied,
    NotAProgram,
    TooLong,
    Other,
}

/// What the number that CreateProcess answers with means (winerror.h).
pub(crate) fn refusal(code: i32) -> Refusal {
    match code {
        // ERROR_FILE_NOT_FOUND, ERROR_PATH_NOT_FOUND
        2 | 3 => Refusal::Missing,
        // ERROR_DIRECTORY: the folder to start in.
        267 => Refusal::Folder,
        // ERROR_ACCESS_DENIED, ERROR_SHARING_VIOLATION, ERROR_ACCESS_DISABLED_BY_POLICY
        5 | 32 | 1260 => Refusal::Denied,
        // ERROR_BAD_EXE_FORMAT, ERROR_EXE_MACHINE_TYPE_MISMATCH
        193 | 216 => Refusal::NotAProgram,
        // ERROR_FILENAME_EXCED_RANGE
        206 => Refusal::TooLong,
        _ => Refusal::Other,
    }
}

/// What a program was built for, from its first bytes; `None` for what is no program at all.
pub(crate) fn machine(head: &[u8]) -> Option<String> {
    match head {
        [b'M', b'Z', ..] => {}
        [0x7f, b'E', b'L', b'F', ..] => return Some("Linux".to_owned()),
        [0xcf | 0xce, 0xfa, 0xed, 0xfe, ..] | [0xca, 0xfe, 0xba, 0xbe, ..] => {
            return Some("macOS".to_owned());
        }
        _ => return None,
    }
    let header = head.get(60..64).and_then(|at| at.try_into().ok());
    let header = header.map(u32::from_le_bytes).unwrap_or(u32::MAX);
    let header = usize::try_from(header).unwrap_or(usize::MAX);
    let portable = header
        .checked_add(6)
        .and_then(|end| head.get(header..end))
        .filter(|bytes| bytes.starts_with(b"PE\0\0"));
    let Some(&[a, b]) = portable.and_then(|bytes| bytes.get(4..6)) else {
        return Some("16-bit".to_owned());
    };
    let name = match u16::from_le_bytes([a, b]) {
        0x014c => "x86",
        0x01c4 => "arm",
        0x8664 => "x86_64",
        0xaa64 => "aarch64",
        other => return Some(format!("foreign (PE machine {other:#06x})")),
    };
    Some(name.to_owned())
}

/// Whether this is the program that shows, or here does not show, a console. It comes with every
/// console and ends with it: nobody's survivor.
pub(crate) fn is_console_host(name: &str) -> bool {
    name.eq_ignore_ascii_case("conhost.exe") || name.eq_ignore_ascii_case("openconsole.exe")
}

/// Whose child a process is. Windows never tells a process that its parent ended, and gives the
/// number to another: a parent that started later than its child is such another. Then, and where the
/// parent is not of the tree, it counts as a child of `root`.
pub(crate) fn adopt(tree: &mut [ProcessInfo], root: u32) {
    let starts: Vec<(u32, u64)> = tree.iter().map(|one| (one.pid, one.start_ticks)).collect();
    for one in tree {
        let is_parent = |&(pid, start): &(u32, u64)| {
            pid == one.parent && pid != one.pid && start <= one.start_ticks
        };
        if !starts.iter().any(is_parent) {
            one.parent = root;
        }
    }
}

/// The variables of a process in the one order Windows takes, each name once whatever its case; the
/// later one counts.
pub(crate) fn unique(
    variables: impl IntoIterator<Item = (OsString, OsString)>,
) -> Vec<(OsString, OsString)> {
    let mut kept: Vec<(String, (OsString, OsString))> = Vec::new();
    for (name, value) in variables {
        let folded = name.to_string_lossy().to_uppercase();
        kept.retain(|(other, _)| *other != folded);
        kept.push((folded, (name, value)));
    }
    kept.sort_by(|a, b| a.0.cmp(&b.0));
    kept.into_iter().map(|(_, pair)| pair).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(name: &str, pathext: Option<&str>) -> Vec<String> {
        let files = candidates(Path::new("d"), OsStr::new(name), pathext.map(OsStr::new));
        let names = files.iter().filter_map(|file| file.file_name());
        names
            .map(|name| name.to_string_lossy().into_owned())
            .collect()
    }

    #[test]
    fn c24_a_name_means_what_pathext_says_and_never_the_script_without_one() {
        assert_eq!(names("npx", Some(".EXE;.CMD")), ["npx.exe", "npx.cmd"]);
        assert_eq!(
            names("npx", None),
            ["npx.com", "npx.exe", "npx.bat", "npx.cmd"]
        );
        assert_eq!(
            names("agent.EXE", Some(".COM;.EXE")),
            ["agent.EXE", "agent.EXE.com", "agent.EXE.exe"]
        );
        // A dot in a name is not always an extension.
        assert_eq!(names("agent-0.2", Some(".EXE")), ["agent-0.2.exe"]);
        assert_eq!(names("a", Some(" ; . ;.exe; cmd")), ["a.exe"]);
    }

    #[test]
    fn c23_a_shim_gets_json_and_refuses_only_line_ends() {
        assert!(is_batch(Path::new("C:\\A B\\fake.CMD")) && is_batch(Path::new("x.bat")));
        assert!(!is_batch(Path::new("fake.exe")) && !is_batch(Path::new("cmd")));
        let of = |args: &[&str]| {
            let args: Vec<OsString> = args.iter().map(OsString::from).collect();
            not_for_batch(&args)
        };
        assert_eq!(of(&["{\"a\":\"b c\"}", "%PATH%", "a^b&c|d", ""]), None);
        assert_eq!(of(&["a", "b\nc"]), Some(2));
        assert_eq!(longest_line(Path::new("a.cmd")), 8_191);
        assert_eq!(longest_line(Path::new("a.exe")), 32_767);
    }

    #[test]
    fn c25_an_agent_has_a_hidden_console_that_what_it_starts_shares() {
        const DETACHED_PROCESS: u32 = 0x0000_0008;
        const CREATE_NEW_CONSOLE: u32 = 0x0000_0010;
        assert_eq!(FLAGS & CREATE_NO_WINDOW, CREATE_NO_WINDOW);
        assert_eq!(FLAGS & (DETACHED_PROCESS | CREATE_NEW_CONSOLE), 0);
    }

    #[test]
    fn names_of_variables_that_differ_in_case_are_one() {
        let pair = |name: &str, value: &str| (OsString::from(name), OsString::from(value));
        let given = [
            pair("Path", "1"),
            pair("B", "2"),
            pair("PATH", "3"),
            pair("a", "4"),
        ];
        assert_eq!(
            unique(given),
            [pair("a", "4"), pair("B", "2"), pair("PATH", "3")]
        );
    }

    #[test]
    fn c23_a_line_that_no_quoting_makes_fit_is_seen_before_the_start() {
        let line = |args: &[&str]| {
            let args: Vec<OsString> = args.iter().map(OsString::from).collect();
            least_line(Path::new("a.exe"), &args)
        };
        // "a.exe" x "" "b c" ä𝄞
        assert_eq!(line(&[]), 7);
        assert_eq!(line(&["x", "", "b c", "ä𝄞"]), 7 + 2 + 3 + 6 + 4);
    }

    #[test]
    fn a_program_that_cannot_be_started_is_told_apart() {
        let codes = [2, 3, 267, 5, 193, 216, 206, 8];
        let refusals = [
            Refusal::Missing,
            Refusal::Missing,
            Refusal::Folder,
            Refusal::Denied,
            Refusal::NotAProgram,
            Refusal::NotAProgram,
            Refusal::TooLong,
            Refusal::Other,
        ];
        assert_eq!(codes.map(refusal), refusals);

        let mut head = vec![0; 256];
        head[..2].copy_from_slice(b"MZ");
        assert_eq!(machine(&head).as_deref(), Some("16-bit"));
        head[60] = 128;
        head[128..134].copy_from_slice(b"PE\0\0\x64\xaa");
        assert_eq!(machine(&head).as_deref(), Some("aarch64"));
        head[132..134].copy_from_slice(&[0x64, 0x86]);
        assert_eq!(machine(&head).as_deref(), Some("x86_64"));
        head[132..134].copy_from_slice(&[0x32, 0x02]);
        assert_eq!(
            machine(&head).as_deref(),
            Some("foreign (PE machine 0x0232)")
        );
        head[60..64].fill(0xff);
        assert_eq!(machine(&head).as_deref(), Some("16-bit"));
        assert_eq!(machine(b"MZ").as_deref(), Some("16-bit"));
        assert_eq!(machine(b"\x7fELF\x02").as_deref(), Some("Linux"));
        assert_eq!(machine(b"#!/bin/sh\n"), None);
        assert_eq!(machine(b""), None);
    }

    #[test]
    fn f049_a_parent_whose_number_was_given_away_is_no_parent() {
        let process = |pid, parent, start_ticks| ProcessInfo {
            pid,
            parent,
            name: String::new(),
            command: Vec::new(),
            rss_bytes: 0,
            threads: 1,
            processor: std::time::Duration::ZERO,
            started: std::time::SystemTime::UNIX_EPOCH,
            start_ticks,
        };
        let mut tree = [
            process(10, 1, 100),
            process(11, 10, 101),
            // Its parent ended; the number went to a process that started after it.
            process(12, 13, 102),
            process(13, 10, 103),
            process(14, 14, 104),
        ];
        adopt(&mut tree, 1);
        let parents = tree.map(|one| one.parent);
        assert_eq!(parents, [1, 10, 1, 10, 1]);
    }

    #[test]
    fn a_console_is_nobody_s_survivor() {
        assert!(is_console_host("conhost.exe") && is_console_host("OpenConsole.exe"));
        assert!(!is_console_host("node.exe"));
    }
}
