//! Starting: what reaches the agent, and the errors told apart.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used)]

mod common;

use std::ffi::OsString;
use std::os::unix::ffi::OsStringExt;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use common::{Agent, Bed};
use parley_process::{Delivery, Output, SpawnError, SpawnSpec, spawn};

async fn refusal(spec: SpawnSpec) -> SpawnError {
    match spawn(spec).await {
        Ok(_) => panic!("it started"),
        Err(error) => error,
    }
}

fn file(path: &Path, content: &[u8], mode: u32) -> PathBuf {
    std::fs::write(path, content).unwrap();
    std::fs::set_permissions(path, PermissionsExt::from_mode(mode)).unwrap();
    path.to_owned()
}

#[tokio::test]
async fn an_agent_echoes_what_it_is_sent() {
    let bed = Bed::new();
    let mut agent = bed.start("echo \"hello from $PWD\"; exec cat").await;
    let real = bed.path().canonicalize().unwrap();
    assert_eq!(agent.line().await, format!("hello from {}", real.display()));
    assert_eq!(agent.say("{\"a\":1}\r\n").await, Delivery::Delivered);
    assert_eq!(agent.line().await, "{\"a\":1}");
    let ticket = agent.say("last, without a line end");
    agent.process.close_stdin();
    let (lines, exit) = agent.rest().await;
    assert_eq!(ticket.await, Delivery::Delivered);
    assert_eq!(lines, ["last, without a line end"]);
    assert_eq!(exit.describe(), "exit code 0");
    assert_eq!(exit.survivors_killed, 0);
    agent.gone().await;
    assert!(agent.process.tree().is_empty());
}

#[tokio::test]
async fn the_agent_gets_the_given_environment_and_nothing_else() {
    let bed = Bed::new();
    let mut spec = bed.program("/usr/bin/env", &[]);
    spec.env.insert("A".into(), "x=$(y) z".into());
    let marker = spec.marker.clone();
    let (mut lines, _) = Agent::start(spec).await.rest().await;
    lines.sort();
    let marker = format!("PARLEY_PROCESS={marker}");
    assert_eq!(
        lines,
        ["A=x=$(y) z", &marker, "PATH=/usr/local/bin:/usr/bin:/bin"]
    );
}

#[tokio::test]
async fn arguments_arrive_byte_for_byte() {
    let bed = Bed::new();
    let odd: Vec<OsString> = vec![
        "".into(),
        "-rf".into(),
        "--".into(),
        "$(touch x)`touch y`'\"".into(),
        OsString::from_vec(b"\xff\xfe".to_vec()),
    ];
    let mut spec = bed.program("/bin/sh", &["-c", "printf '<%s>\\n' \"$@\"", "sh"]);
    spec.args.extend(odd);
    let mut agent = Agent::start(spec).await;
    let (lines, _) = agent.rest().await;
    assert_eq!(
        lines,
        [
            "<>",
            "<-rf>",
            "<-->",
            "<$(touch x)`touch y`'\">",
            "<\u{fffd}\u{fffd}>"
        ]
    );
    assert_eq!(std::fs::read_dir(bed.path()).unwrap().count(), 0);
}

#[tokio::test]
async fn the_agent_has_three_descriptors_default_signals_and_its_own_group() {
    let bed = Bed::new();
    // Something of the host's that is not marked to be closed must not reach the agent either.
    let leak = std::fs::File::open("/dev/null").unwrap();
    rustix::io::fcntl_setfd(&leak, rustix::io::FdFlags::empty()).unwrap();
    let run = async |program: &str, args: &[&str]| {
        let mut agent = Agent::start(bed.program(program, args)).await;
        (agent.process.id(), agent.rest().await.0)
    };
    // The last is the folder that ls itself reads.
    assert_eq!(run("ls", &["/proc/self/fd"]).await.1, ["0", "1", "2", "3"]);
    let (_, lines) = run("grep", &["-hE", "^Sig(Blk|Ign)", "/proc/self/status"]).await;
    for line in &lines {
        let (_, set) = line.split_once(":\t").unwrap();
        // Above 31 are the C library's own.
        assert_eq!(
            u64::from_str_radix(set, 16).unwrap() & 0x7fff_ffff,
            0,
            "{line}"
        );
    }
    assert_eq!(lines.len(), 2);
    let (pid, lines) = run("cut", &["-d", " ", "-f5", "/proc/self/stat"]).await;
    assert_eq!(lines, [pid.to_string()]);
}

#[tokio::test]
async fn a_bare_name_is_found_on_the_agents_own_path() {
    let bed = Bed::new();
    let bin = bed.path().join("bin");
    std::fs::create_dir(&bin).unwrap();
    file(&bin.join("my-agent"), b"#!/bin/sh\necho found\n", 0o755);
    let mut spec = bed.program("my-agent", &[]);
    let error = refusal(spec.clone()).await;
    assert!(
        matches!(&error, SpawnError::ProgramMissing { searched, .. } if searched.len() == 3),
        "{error}"
    );
    spec.env.insert("PATH".into(), bin.into());
    assert_eq!(Agent::start(spec).await.line().await, "found");
}

#[tokio::test]
async fn f037_five_start_errors_have_five_messages() {
    let bed = Bed::new();
    let at = |name: &str| bed.path().join(name);
    // A program of a big-endian mainframe, which no desktop runs.
    let mut foreign = vec![0; 120];
    foreign[..20].copy_from_slice(b"\x7fELF\x02\x02\x01\0\0\0\0\0\0\0\0\0\0\x02\0\x16");
    let programs = [
        at("absent"),
        file(&at("plain"), b"#!/bin/sh\n", 0o644),
        at(""),
        file(&at("foreign"), &foreign, 0o755),
        file(&at("no-shebang"), b"echo hello\n", 0o755),
        file(&at("lost-shebang"), b"#! /opt/none/node --x\n", 0o755),
    ];
    let mut messages = Vec::new();
    for program in &programs {
        messages.push(refusal(bed.program(program, &[])).await.to_string());
    }
    let arch = std::env::consts::ARCH;
    let name = |index: usize| programs[index].display().to_string();
    assert_eq!(
        messages,
        [
            format!(
                "there is no program {}. Check the path, or install it",
                name(0)
            ),
            format!(
                "{} is not executable. Make it so (chmod +x), or check that its file system allows programs",
                name(1)
            ),
            format!(
                "{} is a folder, not a program. Choose the program inside it",
                name(2)
            ),
            format!(
                "{} is a s390x program and this machine cannot run it. Install the one for {arch}",
                name(3)
            ),
            format!(
                "{} names no interpreter. Give it a first line such as #!/bin/sh, or run the interpreter with the script as its argument",
                name(4)
            ),
            format!(
                "{} needs \"/opt/none/node\" to run, which is not installed. Install it, or mend the script's first line",
                name(5)
            ),
        ]
    );
}

#[tokio::test]
async fn a_script_with_windows_line_ends_names_the_broken_interpreter() {
    let bed = Bed::new();
    let script = file(&bed.path().join("crlf"), b"#!/bin/sh\r\necho\r\n", 0o755);
    let error = refusal(bed.program(&script, &[])).await;
    assert!(
        error.to_string().contains("needs \"/bin/sh\\r\""),
        "{error}"
    );
}

#[tokio::test]
async fn f038_a_missing_folder_is_not_a_missing_program() {
    let bed = Bed::new();
    let mut spec = bed.program("/bin/sh", &[]);
    spec.cwd = bed.path().join("gone");
    let error = refusal(spec.clone()).await;
    assert!(
        matches!(&error, SpawnError::CwdMissing { cwd } if *cwd == spec.cwd),
        "{error}"
    );
    file(&spec.cwd, b"", 0o644);
    let error = refusal(spec.clone()).await;
    assert!(
        matches!(&error, SpawnError::CwdNotADirectory { cwd } if *cwd == spec.cwd),
        "{error}"
    );
}

#[tokio::test]
async fn f053_a_string_over_the_limit_is_refused_by_name_and_number() {
    let bed = Bed::new();
    let long = "x".repeat(131_072);
    let mut spec = bed.program("/bin/sh", &["-c", "printf %s \"$1\" | wc -c", "sh", &long]);
    let error = refusal(spec.clone()).await.to_string();
    assert!(
        error.starts_with("argument 4 is too long: the system takes at most 131072 bytes"),
        "{error}"
    );
    // One byte less is the most that works.
    spec.args[3] = long[1..].into();
    assert_eq!(
        Agent::start(spec.clone()).await.line().await.trim(),
        "131071"
    );
    spec.args[3] = "x".into();
    spec.env
        .insert("MESSAGE".into(), "x".repeat(200 * 1024).into());
    let error = refusal(spec.clone()).await.to_string();
    assert!(
        error.starts_with("the variable MESSAGE is too long"),
        "{error}"
    );
    // Each fits, all together do not.
    spec.env.clear();
    spec.args
        .extend(vec![OsString::from("x".repeat(100 * 1024)); 90]);
    let error = refusal(spec).await;
    assert!(
        matches!(&error, SpawnError::ArgumentTooLong { what, .. } if what.contains("together")),
        "{error}"
    );
}

#[tokio::test]
async fn a_missing_guardian_is_said_to_be_ours() {
    let bed = Bed::new();
    let mut spec = bed.program("/bin/sh", &[]);
    spec.guardian = bed.path().join("parley-guardian");
    let error = refusal(spec).await;
    assert!(
        matches!(error, SpawnError::GuardianMissing { .. }),
        "{error}"
    );
}

#[tokio::test]
async fn c30_a_folder_whose_name_is_no_text_reaches_the_agent_byte_for_byte() {
    let bed = Bed::new();
    let odd = OsString::from_vec(b"caf\xe9 \xff".to_vec());
    let folder = bed.path().join(&odd);
    std::fs::create_dir(&folder).unwrap();
    let mut spec = bed.sh("pwd; printf '%s\\n' \"$1\" \"$FOLDER\"");
    spec.cwd.clone_from(&folder);
    spec.args.extend(["sh".into(), odd.clone()]);
    spec.env.insert("FOLDER".into(), folder.into());
    let mut agent = Agent::start(spec).await;
    let mut lines = Vec::new();
    while let Some(output) = agent.next().await {
        if let Output::Frame(frame) = output {
            lines.push(frame.bytes);
        }
    }
    let ends = |line: &[u8]| line.ends_with(b"caf\xe9 \xff");
    assert_eq!(lines.len(), 3);
    assert!(lines.iter().all(|line| ends(line)), "{lines:?}");
    assert_eq!(lines[0], lines[2]);
}

#[tokio::test]
async fn a_guardian_of_another_version_is_said_to_be_one() {
    let bed = Bed::new();
    for (name, other) in [
        (
            "newer",
            "#!/bin/sh\necho 'guardian 99' >&3\nexec sleep 1000\n",
        ),
        ("older", "#!/bin/sh\nhead -c 4 <&3 >/dev/null\n"),
        (
            "no-guardian",
            "#!/bin/sh\necho 'started 1' >&3\nexec sleep 1000\n",
        ),
    ] {
        let mut spec = bed.program("/bin/sh", &[]);
        spec.guardian = file(&bed.path().join(name), other.as_bytes(), 0o755);
        let path = spec.guardian.clone();
        let error = refusal(spec).await;
        assert!(
            matches!(&error, SpawnError::GuardianForeign { path: told } if *told == path),
            "{name}: {error}"
        );
    }
}

#[tokio::test]
async fn a_nul_byte_is_refused_by_name() {
    let bed = Bed::new();
    let mut spec = bed.sh("exec cat");
    let nul = OsString::from_vec(b"a\0b".to_vec());
    spec.args.push(nul);
    let error = refusal(spec).await;
    assert!(matches!(error, SpawnError::NulByte { .. }), "{error}");
}
