//! Profiles out of YAML: "Profile YAML", flat and under `agentproc:`.

use model::{AgentProfile, LaunchRequest, ProfileOrigin, ProtocolId};
use parley_protocols::{Imported, find};
use serde_json::{Value, json};
use std::collections::BTreeMap;

fn import(text: &str) -> Result<Imported, String> {
    let import = find("agentproc").unwrap().import.unwrap();
    import(text, "/profiles/mine/agent.yaml").map_err(|error| error.problem)
}

fn settings(value: Value) -> serde_json::Map<String, Value> {
    value.as_object().unwrap().clone()
}

#[test]
fn the_profile_of_the_specification() {
    let text = r#"
command: ./my_agent.py # executable to run, split on whitespace (no shell)
args: [] # supports {{MESSAGE}}, {{SESSION_ID}}, {{SESSION_NAME}}
stdin: none # none | message (message = write + EOF)
cwd: /path/to/workspace
env:
  MY_API_KEY: "${MY_API_KEY}"
timeout_secs: 600 # stdout read timeout, default 1800
kill_grace_secs: 5 # SIGTERM → SIGKILL grace period, default 5
max_reply_chars: 8000
truncation_suffix: "\n\n…(truncated)"
include_stderr_in_reply: false
send_error_reply: true # tell the user when the agent errors
streaming: true # forward AGENT_PARTIAL: lines in real time
session_line_prefix: "AGENT_SESSION:"
"#;
    let imported = import(text).unwrap();
    assert_eq!(
        imported,
        Imported {
            profile: AgentProfile {
                id: "agent".into(),
                name: "agent".into(),
                protocol: ProtocolId("agentproc".into()),
                command: "/path/to/workspace/my_agent.py".into(),
                args: vec![],
                env: BTreeMap::from([("MY_API_KEY".into(), "${MY_API_KEY}".into())]),
                settings: settings(json!({
                    "stdin": "none",
                    "timeout_secs": 600,
                    "kill_grace_secs": 5,
                    "max_reply_chars": 8000,
                    "truncation_suffix": "\n\n…(truncated)",
                    "include_stderr_in_reply": false,
                    "send_error_reply": true,
                    "streaming": true,
                    "session_line_prefix": "AGENT_SESSION:",
                    "profile_dir": "/profiles/mine",
                    "cwd": "/path/to/workspace",
                })),
                origin: ProfileOrigin::User,
            },
            notes: vec![],
        }
    );
    let conversation = "c".into();
    let request = LaunchRequest::new(&imported.profile, &conversation, "/w");
    let plan = (find("agentproc").unwrap().plan)(&request).unwrap();
    assert_eq!(plan.program, "/path/to/workspace/my_agent.py");
    assert_eq!(plan.time_limit.unwrap().after_ms, 600_000);
}

#[test]
fn w4_a_published_profile_nested_under_agentproc() {
    let text = r#"
name: Claude Code
description: Connect the claude CLI
cli: claude
cli_install: |
  npm install -g x
agentproc:
  wire: "0.4"
  executor: claude-code
  command: python3
  args: ["{{PROFILE_DIR}}/bridge.py", 7]
  timeout_secs: 600
  permission: true
  budget_secs: 90
  deadline: 2030-01-01T00:00:00Z
  env:
    ANTHROPIC_API_KEY: "${ANTHROPIC_API_KEY}"
    PORT: 8080
    EMPTY:
    ON: true
  env_allowlist: [ANTHROPIC_API_KEY]
tested: official
maintainer: someone
tags: [coding]
notes: |
  Words.
"#;
    let Imported { profile, notes } = import(text).unwrap();
    assert_eq!(
        (profile.name.as_str(), profile.id.as_str()),
        ("Claude Code", "claude-code")
    );
    assert_eq!(profile.command, "python3");
    assert_eq!(profile.args, ["{{PROFILE_DIR}}/bridge.py", "7"]);
    let env: Vec<_> = profile
        .env
        .iter()
        .map(|(k, v)| (k.as_str(), v.as_str()))
        .collect();
    assert_eq!(
        env,
        [
            ("ANTHROPIC_API_KEY", "${ANTHROPIC_API_KEY}"),
            ("EMPTY", ""),
            ("ON", "true"),
            ("PORT", "8080"),
        ]
    );
    assert_eq!(profile.settings["description"], "Connect the claude CLI");
    assert_eq!(profile.settings["profile_dir"], "/profiles/mine");
    assert_eq!(notes.len(), 1, "{notes:?}");
    assert!(notes[0].contains("executor"));
    let conversation = "c".into();
    let request = LaunchRequest::new(&profile, &conversation, "/w");
    let plan = (find("agentproc").unwrap().plan)(&request).unwrap();
    assert_eq!(plan.args[0], "/profiles/mine/bridge.py");
    assert_eq!(plan.deadline, Some(1_893_456_000_000));
}

#[test]
fn unknown_keys_are_kept_and_reported() {
    let Imported { profile, notes } =
        import("command: x\ntype: claude\nretries: 3\nnested: {a: [1]}\n").unwrap();
    assert_eq!(profile.settings["retries"], 3);
    assert_eq!(profile.settings["nested"], json!({"a": [1]}));
    assert_eq!(profile.settings["type"], "claude");
    assert_eq!(notes.len(), 3, "{notes:?}");
    for (note, key) in notes.iter().zip(["type", "retries", "nested"]) {
        assert!(note.contains(key), "{note}");
    }
}

#[test]
fn the_command_is_split_only_where_args_are_absent() {
    let argv = |text: &str| {
        let profile = import(text).unwrap().profile;
        (profile.command, profile.args)
    };
    let own = |list: &[&str]| list.iter().map(|&s| s.to_owned()).collect::<Vec<_>>();
    assert_eq!(
        argv("command: '  python3   ./a.py \t--x  '"),
        ("python3".into(), own(&["./a.py", "--x"]))
    );
    assert_eq!(
        argv("command: /path with spaces/my agent\nargs: []"),
        ("/path with spaces/my agent".into(), vec![])
    );
    assert_eq!(
        argv("command: a b\nargs: [c d]"),
        ("a b".into(), own(&["c d"]))
    );
    // Wire 0.4 never splits.
    assert_eq!(
        argv("command: /path with spaces/agent\nwire: '0.4'"),
        ("/path with spaces/agent".into(), vec![])
    );
    assert_eq!(argv("command: /a b\nwire: 0.4").0, "/a b");
    // No shell: quotes and the like mean nothing.
    assert_eq!(
        argv("command: \"sh -c 'echo $(x)'\""),
        ("sh".into(), own(&["-c", "'echo", "$(x)'"]))
    );
}

#[test]
fn relative_paths_are_meant_from_the_profile_s_file() {
    let paths = |text: &str| {
        let profile = import(text).unwrap().profile;
        let cwd = profile
            .settings
            .get("cwd")
            .and_then(Value::as_str)
            .map(str::to_owned);
        (profile.command, cwd)
    };
    let some = |path: &str| Some(path.to_owned());
    assert_eq!(
        paths("command: x\ncwd: ."),
        ("x".into(), some("/profiles/mine"))
    );
    assert_eq!(
        paths("command: x\ncwd: ./a/b"),
        ("x".into(), some("/profiles/mine/a/b"))
    );
    assert_eq!(
        paths("command: x\ncwd: ../b"),
        ("x".into(), some("/profiles/mine/../b"))
    );
    assert_eq!(paths("command: x\ncwd: ~/b"), ("x".into(), some("~/b")));
    assert_eq!(paths("command: ./x"), ("/profiles/mine/x".into(), None));
    assert_eq!(paths("command: ./x\ncwd: /w"), ("/w/x".into(), some("/w")));
    assert_eq!(paths("command: /x"), ("/x".into(), None));
    assert_eq!(paths("command: '{{PROFILE_DIR}}/x'").0, "{{PROFILE_DIR}}/x");
}

#[test]
fn a_profile_that_does_not_say_its_wire_is_of_0_1_and_told_of_0_4() {
    let notes = |text: &str| import(text).unwrap().notes;
    assert!(notes("command: x").is_empty());
    let told = notes("agentproc:\n  command: x\n  env_allowlist: [A]\n");
    assert!(told[0].contains("env_allowlist") && told[0].contains("wire: \"0.4\""));
    let refused = import("command: x\npermission: true").unwrap_err();
    assert!(
        refused.contains("permission") && refused.contains("wire: \"0.4\""),
        "{refused}"
    );
    assert!(notes("command: x\nwire: '0.4'\npermission: true").is_empty());
}

#[test]
fn what_is_no_profile_says_why() {
    let cases = [
        ("command: [", "not valid YAML"),
        ("a: 1\na: 2\ncommand: x", "not valid YAML"),
        ("", "list of keys"),
        ("- command", "list of keys"),
        ("just words", "list of keys"),
        ("stdin: none", "“command”"),
        ("command: ''", "“command”"),
        ("command: [a]", "“command”"),
        ("executor: claude-code", "executor"),
        ("command: x\nargs: a", "“args”"),
        ("command: x\nargs: [[a]]", "“args”"),
        ("command: x\nenv: [A]", "“env”"),
        ("command: x\nenv: {A: [1]}", "“A”"),
        ("command: x\ncwd: 3", "“cwd”"),
        ("agentproc: x", "“agentproc”"),
        ("command: x\ntimeout_secs: soon", "timeout_secs"),
        ("command: x\nwire: '0.2'", "0.2"),
        ("command: x\nwire: 0.3", "0.3"),
    ];
    for (text, named) in cases {
        let problem = import(text).unwrap_err();
        assert!(problem.contains(named), "{text:?}: {problem}");
    }
}

#[test]
fn a_bomb_of_aliases_is_refused_quickly() {
    let mut text = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n".to_owned();
    for n in 1..12 {
        let before = format!("*a{}, ", n - 1).repeat(9);
        text.push_str(&format!("a{n}: &a{n} [{before}]\n"));
    }
    text.push_str("command: x\n");
    assert!(import(&text).unwrap_err().contains("not valid YAML"));
    let deep = format!(
        "command: x\nd: {}{}",
        "[".repeat(20_000),
        "]".repeat(20_000)
    );
    assert!(import(&deep).is_err());
}

#[test]
fn the_name_is_the_file_s_where_the_profile_has_none() {
    let import = find("agentproc").unwrap().import.unwrap();
    let name = |path: &str| import("command: x", path).unwrap().profile.name;
    assert_eq!(name("/p/echo.yml"), "echo");
    assert_eq!(name("/p/echo-agent/profile.yaml"), "echo-agent");
}
