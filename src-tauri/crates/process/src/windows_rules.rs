//! What Windows wants otherwise, as far as it can be said without Windows: which file a name means,
//! what a batch file can be given, and how a process is made so that no console window shows.
//!
//! Quoting the arguments of a batch file is the standard library's (it knows cmd.exe's rules and
//! refuses what they cannot carry); what is here is what it does not do.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

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
}
