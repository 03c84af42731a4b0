//! How an AgentProc agent is started: "Profile YAML", "Input", "Timeout Handling", wire 0.4.

use crate::profile::{self, CONVERSATION};
use model::{
    AgentProfile, Attachment, Framing, LaunchPlan, LaunchRequest, Lifetime, ResumeMeans, StdinPlan,
    StopStep, TimeLimit, UserMessage,
};
use parley_protocols::{PlanError, find};
use serde_json::{Value, json};
use std::collections::BTreeMap;

fn profile(settings: Value) -> AgentProfile {
    profile::of("agentproc", &settings)
}

fn message(text: &str, files: &[&str]) -> UserMessage {
    UserMessage {
        turn: "t1".into(),
        text: text.to_owned(),
        attachments: files
            .iter()
            .map(|path| Attachment {
                path: (*path).to_owned(),
                name: path.rsplit('/').next().unwrap().to_owned(),
            })
            .collect(),
        ..UserMessage::default()
    }
}

fn plan_of(profile: &AgentProfile, message: &UserMessage) -> Result<LaunchPlan, PlanError> {
    (find("agentproc").unwrap().plan)(&LaunchRequest {
        message: Some(message),
        session_name: "My chat",
        resume: Some("sess-1"),
        ..LaunchRequest::new(profile, &CONVERSATION, "/home/me/project")
    })
}

fn plan(settings: Value, text: &str) -> Result<LaunchPlan, PlanError> {
    plan_of(&profile(settings), &message(text, &[]))
}

fn problem(settings: Value, text: &str) -> String {
    plan(settings, text).unwrap_err().problem
}

fn strings<const N: usize>(pairs: [(&str, &str); N]) -> BTreeMap<String, String> {
    pairs
        .into_iter()
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .collect()
}

#[test]
fn the_start_of_wire_0_1() {
    let ladder = vec![StopStep::Terminate { wait_ms: 5_000 }, StopStep::Kill];
    assert_eq!(
        plan(json!({}), "Hello").unwrap(),
        LaunchPlan {
            program: "/opt/agentproc".into(),
            env_verbatim: strings([
                ("AGENT_MESSAGE", "Hello"),
                ("AGENT_SESSION_ID", "sess-1"),
                ("AGENT_SESSION_NAME", "My chat"),
                ("AGENT_FROM_USER", ""),
                ("AGENT_STREAMING", "1"),
                ("AGENT_PROTOCOL_VERSION", "0.1"),
            ]),
            cwd: "/home/me/project".into(),
            stdin: StdinPlan::Nothing,
            framing: Framing::PrefixedLines,
            lifetime: Lifetime::Turn,
            stop_turn: ladder.clone(),
            stop_process: ladder.clone(),
            time_limit: Some(TimeLimit {
                after_ms: 1_800_000,
                steps: ladder,
            }),
            ..LaunchPlan::default()
        }
    );
}

#[test]
fn the_start_of_wire_0_4() {
    let ladder = vec![StopStep::Terminate { wait_ms: 5_000 }, StopStep::Kill];
    let expected = LaunchPlan {
        program: "/opt/agentproc".into(),
        cwd: "/home/me/project".into(),
        stdin: StdinPlan::Document,
        framing: Framing::JsonLines,
        lifetime: Lifetime::Turn,
        stop_turn: ladder.clone(),
        stop_process: ladder.clone(),
        time_limit: Some(TimeLimit {
            after_ms: 1_800_000,
            steps: ladder,
        }),
        ..LaunchPlan::default()
    };
    assert_eq!(plan(json!({"wire": "0.4"}), "Hello").unwrap(), expected);
    // YAML reads an unquoted 0.4 as a number.
    assert_eq!(plan(json!({"wire": 0.4}), "Hello").unwrap(), expected);
    // Only an agent that may ask needs its stdin open, and a refusal before its end.
    let asking = plan(json!({"wire": "0.4", "permission": true}), "Hello").unwrap();
    assert_eq!(asking.stdin, StdinPlan::Lines);
    assert_eq!(
        asking.stop_turn,
        [
            StopStep::Command { wait_ms: 200 },
            StopStep::Terminate { wait_ms: 5_000 },
            StopStep::Kill
        ]
    );
}

#[test]
fn input_core_variables() {
    let env = |settings| plan(settings, "Hi").unwrap().env_verbatim;
    let other = env(json!({"streaming": false, "from_user": "me@example.org"}));
    assert_eq!(other["AGENT_STREAMING"], "0");
    assert_eq!(other["AGENT_FROM_USER"], "me@example.org");
    // A new session has an empty id, one without a title the name "default".
    let first = profile(json!({}));
    let plan = (find("agentproc").unwrap().plan)(&LaunchRequest::new(&first, &CONVERSATION, "/w"));
    let env = plan.unwrap().env_verbatim;
    assert_eq!(
        (&*env["AGENT_SESSION_ID"], &*env["AGENT_SESSION_NAME"]),
        ("", "default")
    );
    // The protocol's variables are above the profile's.
    let mut own = profile(json!({}));
    own.env = strings([("AGENT_MESSAGE", "mine"), ("OTHER", "kept")]);
    let plan = plan_of(&own, &message("Hi", &[])).unwrap();
    assert_eq!(plan.env_verbatim["AGENT_MESSAGE"], "Hi");
    assert_eq!(plan.env, strings([("OTHER", "kept")]));
}

#[test]
fn input_attachments_single_and_multiple() {
    let env = |files: &[&str]| {
        let env = plan_of(&profile(json!({})), &message("Look", files))
            .unwrap()
            .env_verbatim;
        let names = ["AGENT_IMAGE_URL", "AGENT_FILE_URL", "AGENT_ATTACHMENTS"];
        names.map(|name| env.get(name).cloned())
    };
    assert_eq!(env(&[]), [None, None, None]);
    assert_eq!(
        env(&["/a/über 1.PNG"]),
        [
            Some("file:///a/%C3%BCber%201.PNG".to_owned()),
            None,
            Some(
                r#"[{"type":"image","url":"file:///a/%C3%BCber%201.PNG","name":"über 1.PNG"}]"#
                    .to_owned()
            ),
        ]
    );
    // One of each: both single variables; two of a kind: only the list.
    assert_eq!(
        env(&["/a.png", "/b.pdf", "/c.mp3", "/d.mov"]),
        [
            Some("file:///a.png".to_owned()),
            Some("file:///b.pdf".to_owned()),
            Some(
                json!([
                    {"type": "image", "url": "file:///a.png", "name": "a.png"},
                    {"type": "file", "url": "file:///b.pdf", "name": "b.pdf"},
                    {"type": "audio", "url": "file:///c.mp3", "name": "c.mp3"},
                    {"type": "video", "url": "file:///d.mov", "name": "d.mov"},
                ])
                .to_string()
            ),
        ]
    );
    let [image, file, list] = env(&["/a.png", "/b.jpg", "/c.txt", "/d.txt"]);
    assert_eq!((image, file), (None, None));
    assert_eq!(
        serde_json::from_str::<Value>(&list.unwrap())
            .unwrap()
            .as_array()
            .unwrap()
            .len(),
        4
    );
    let [image, ..] = env(&["https://example.org/x.png"]);
    assert_eq!(image.as_deref(), Some("https://example.org/x.png"));
    let [_, file, _] = env(&[r"C:\My files\a.txt"]);
    assert_eq!(file.as_deref(), Some("file:///C:/My%20files/a.txt"));
}

#[test]
fn input_an_empty_message_needs_an_attachment() {
    assert!(problem(json!({}), "").contains("only with an attachment"));
    let env = plan_of(&profile(json!({})), &message("", &["/a.png"])).unwrap();
    assert_eq!(env.env_verbatim["AGENT_MESSAGE"], "");
}

#[test]
fn stdin_message_and_none() {
    let stdin = |settings| plan(settings, "Hi").unwrap().stdin;
    assert_eq!(stdin(json!({"stdin": "none"})), StdinPlan::Nothing);
    assert_eq!(stdin(json!({"stdin": "message"})), StdinPlan::Document);
    // The variable is set as well: "also written".
    let plan = plan(json!({"stdin": "message"}), "Hi").unwrap();
    assert_eq!(plan.env_verbatim["AGENT_MESSAGE"], "Hi");
    assert!(problem(json!({"stdin": "lines"}), "Hi").contains("none or message"));
}

#[test]
fn timeouts_of_the_profile() {
    let of = |settings| {
        let plan = plan(settings, "Hi").unwrap();
        (plan.time_limit, plan.stop_process, plan.deadline)
    };
    let ladder = vec![StopStep::Terminate { wait_ms: 2_500 }, StopStep::Kill];
    let limit = |after_ms| {
        Some(TimeLimit {
            after_ms,
            steps: ladder.clone(),
        })
    };
    let grace = |more: Value| {
        let mut settings = json!({"kill_grace_secs": 2.5});
        settings
            .as_object_mut()
            .unwrap()
            .extend(more.as_object().unwrap().clone());
        of(settings)
    };
    assert_eq!(
        grace(json!({"timeout_secs": 600})),
        (limit(600_000), ladder.clone(), None)
    );
    assert_eq!(grace(json!({"timeout_secs": "600"})).0, limit(600_000));
    assert_eq!(grace(json!({"timeout_secs": 0})).0, None);
    // Wire 0.4: whichever comes first.
    let w4 = |timeout: u64, budget: f64| {
        grace(json!({"wire": "0.4", "timeout_secs": timeout, "budget_secs": budget})).0
    };
    assert_eq!(w4(60, 1.5), limit(1_500));
    assert_eq!(w4(1, 90.0), limit(1_000));
    assert_eq!(w4(0, 90.0), limit(90_000));
    let until = |deadline: &str| grace(json!({"wire": "0.4", "deadline": deadline})).2;
    assert_eq!(until("1970-01-01T01:00:01.5+01:00"), Some(1_500));
    assert_eq!(until("2026-12-01T00:00:00Z"), Some(1_796_083_200_000));
    for wrong in ["2026-12-01T00:00:00", "tomorrow", "2026-12-01"] {
        let problem = problem(json!({"wire": "0.4", "deadline": wrong}), "Hi");
        assert!(
            problem.contains("deadline") && problem.contains("time zone"),
            "{problem}"
        );
    }
}

#[test]
fn placeholders_are_replaced_once_and_never_twice() {
    let mut agent = profile(json!({"profile_dir": "/p d"}));
    agent.command = "{{PROFILE_DIR}}/agent".into();
    agent.args = [
        "{{SESSION_ID}}",
        "a {{SESSION_NAME}} b {{MESSAGE}}",
        "{{{MESSAGE}}}",
        "{{ MESSAGE }} {{message}} {{OTHER}} {{",
    ]
    .map(str::to_owned)
    .to_vec();
    let plan = plan_of(&agent, &message("{{SESSION_ID}} $(touch x)", &[])).unwrap();
    assert_eq!(plan.program, "/p d/agent");
    assert_eq!(
        plan.args,
        [
            "sess-1",
            "a My chat b {{SESSION_ID}} $(touch x)",
            "{{{SESSION_ID}} $(touch x)}",
            "{{ MESSAGE }} {{message}} {{OTHER}} {{",
        ]
    );
}

#[test]
fn w4_the_message_is_no_placeholder() {
    let mut agent = profile(json!({"wire": "0.4"}));
    agent.args = vec!["{{MESSAGE}}".into(), "{{SESSION_ID}}".into()];
    let plan = plan_of(&agent, &message("secret", &[])).unwrap();
    assert_eq!(plan.args, ["{{MESSAGE}}", "sess-1"]);
    assert_eq!(plan.warnings.len(), 1);
    assert!(plan.warnings[0].contains("wire 0.4 does not replace"));
}

#[test]
fn c18_a_message_in_argv_is_warned_of() {
    let mut agent = profile(json!({}));
    agent.args = vec!["--prompt={{MESSAGE}}".into()];
    let plan = plan_of(&agent, &message("hunter2", &[])).unwrap();
    assert_eq!(plan.args, ["--prompt=hunter2"]);
    let [warning] = &plan.warnings[..] else {
        panic!("{:?}", plan.warnings)
    };
    assert!(warning.contains("command line") && warning.contains("stdin: message"));
    assert!(!warning.contains("hunter2"));
    assert!(
        plan_of(&profile(json!({})), &message("hunter2", &[]))
            .unwrap()
            .warnings
            .is_empty()
    );
}

#[test]
fn c28_references_are_carried_through_and_messages_never_expanded() {
    let mut agent = profile(json!({}));
    agent.env = strings([
        ("MY_API_KEY", "${MY_API_KEY}"),
        ("MIXED", "a ${ONE} b"),
        ("FILLED", "{{MESSAGE}}"),
        ("NAMED", "${TWO}/{{SESSION_NAME}}"),
    ]);
    let plan = plan_of(&agent, &message("say ${SECRET}", &[])).unwrap();
    assert_eq!(
        plan.env,
        strings([
            ("MY_API_KEY", "${MY_API_KEY}"),
            ("MIXED", "a ${ONE} b"),
            ("NAMED", "${TWO}/My chat"),
        ])
    );
    assert_eq!(plan.env_verbatim["FILLED"], "say ${SECRET}");
    assert_eq!(plan.env_verbatim["AGENT_MESSAGE"], "say ${SECRET}");
    agent.env = strings([("BOTH", "${ONE} {{MESSAGE}}")]);
    let problem = plan_of(&agent, &message("say ${SECRET}", &[]))
        .unwrap_err()
        .problem;
    assert!(problem.contains("BOTH"), "{problem}");
}

#[test]
fn environment_is_minimal_unless_the_profile_opts_in() {
    let mut agent = profile(json!({}));
    let plan = plan_of(&agent, &message("Hi", &[])).unwrap();
    assert!(plan.pass_env.is_empty() && !plan.inherit_env);
    agent.settings = json!({"env_inherit": "all"}).as_object().unwrap().clone();
    let plan = plan_of(&agent, &message("Hi", &[])).unwrap();
    assert!(plan.inherit_env && plan.warnings[0].contains("whole environment"));
}

#[test]
fn w4_env_allowlist_passes_names_on_and_blocks_the_others() {
    let mut agent = profile(json!({"wire": "0.4", "env_allowlist": ["KEY", "MODEL"]}));
    agent.env = strings([
        ("KEY", "${KEY}"),
        ("ALIAS", "${MODEL}-x"),
        ("BLOCKED", "<${OTHER}>"),
        ("PLAIN", "$5 ${}"),
    ]);
    let plan = plan_of(&agent, &message("Hi", &[])).unwrap();
    assert_eq!(plan.pass_env, ["KEY", "MODEL"]);
    // KEY may be unset: agents do without, as the published profiles expect.
    assert_eq!(
        plan.env,
        strings([
            ("ALIAS", "${MODEL}-x"),
            ("BLOCKED", "<>"),
            ("PLAIN", "$5 ${}")
        ])
    );
    assert_eq!(plan.warnings.len(), 1);
    assert!(plan.warnings[0].contains("OTHER") && plan.warnings[0].contains("BLOCKED"));
}

#[test]
fn f053_a_message_too_long_for_a_variable() {
    let longest = 131_072 - "AGENT_MESSAGE=".len() - 1;
    assert!(plan(json!({}), &"x".repeat(longest)).is_ok());
    let refused = problem(json!({}), &"x".repeat(longest + 1));
    assert!(
        refused.contains("131,072") && refused.contains("stdin: message"),
        "{refused}"
    );
    let long = "x".repeat(200 * 1024);
    assert!(problem(json!({}), &long).contains("204800"));
    // By stdin it fits, and the variable is left out.
    let by_stdin = plan(json!({"stdin": "message"}), &long).unwrap();
    assert_eq!(by_stdin.env_verbatim.get("AGENT_MESSAGE"), None);
    assert_eq!(by_stdin.stdin, StdinPlan::Document);
    // In an argument it never does.
    let mut agent = profile(json!({"stdin": "message"}));
    agent.args = vec!["{{MESSAGE}}".into()];
    let problem = plan_of(&agent, &message(&long, &[])).unwrap_err().problem;
    assert!(
        problem.contains("131,072") && problem.contains("stdin: message"),
        "{problem}"
    );
    // Wire 0.4 has no such limit.
    assert!(plan(json!({"wire": "0.4"}), &long).is_ok());
    let files: Vec<_> = (0..2_000)
        .map(|n| format!("/{}{n}.png", "d".repeat(40)))
        .collect();
    let files: Vec<_> = files.iter().map(String::as_str).collect();
    let problem = plan_of(&profile(json!({})), &message("Hi", &files))
        .unwrap_err()
        .problem;
    assert!(problem.contains("AGENT_ATTACHMENTS"), "{problem}");
}

#[test]
fn f054_nul_is_refused_before_any_start() {
    assert!(problem(json!({}), "a\0b").contains("NUL"));
    assert!(problem(json!({"stdin": "message"}), "a\0b").contains("NUL"));
    assert!(plan(json!({"wire": "0.4"}), "a\0b").is_ok());
    let mut agent = profile(json!({}));
    agent.args = vec!["a\0".into()];
    assert!(
        plan_of(&agent, &message("Hi", &[]))
            .unwrap_err()
            .problem
            .contains("NUL")
    );
    agent.args.clear();
    agent.env = strings([("A=B", "x")]);
    assert!(
        plan_of(&agent, &message("Hi", &[]))
            .unwrap_err()
            .problem
            .contains("A=B")
    );
}

#[test]
fn wires_0_2_and_0_3_are_refused_by_name() {
    for wire in [json!("0.2"), json!(0.3)] {
        let problem = problem(json!({"wire": wire}), "Hi");
        let named = wire.as_str().map_or(wire.to_string(), str::to_owned);
        assert!(
            problem.contains(&named) && problem.contains("`wire: \"0.4\"`"),
            "{problem}"
        );
    }
    assert!(problem(json!({"wire": "1"}), "Hi").contains("\"0.1\" or \"0.4\""));
}

#[test]
fn settings_that_cannot_be_used_say_which() {
    let wrong = [
        json!({"timeout_secs": "soon"}),
        json!({"timeout_secs": -1}),
        json!({"kill_grace_secs": []}),
        json!({"budget_secs": true}),
        json!({"max_reply_chars": 0}),
        json!({"max_reply_chars": 1.5}),
        json!({"truncation_suffix": 3}),
        json!({"include_stderr_in_reply": "yes"}),
        json!({"send_error_reply": 1}),
        json!({"streaming": "on"}),
        json!({"session_line_prefix": ""}),
        json!({"env_allowlist": "A"}),
        json!({"env_allowlist": [1]}),
        json!({"env_inherit": "some"}),
        json!({"cwd": 1}),
        json!({"deadline": 5}),
        json!({"wire": "0.4", "permission": "ask"}),
        // Wire 0.1 has no way to ask: running unasked all the same would deceive.
        json!({"permission": true}),
    ];
    for settings in wrong {
        let key = settings
            .as_object()
            .unwrap()
            .keys()
            .next_back()
            .unwrap()
            .clone();
        let problem = problem(settings, "Hi");
        assert!(
            problem.contains(&key) && problem.contains("My agent"),
            "{problem}"
        );
    }
}

#[test]
fn the_working_folder_is_the_profile_s_or_the_workspace() {
    let cwd = |settings| plan(settings, "Hi").unwrap().cwd;
    assert_eq!(cwd(json!({})), "/home/me/project");
    assert_eq!(cwd(json!({"cwd": "/srv/agent"})), "/srv/agent");
}

#[test]
fn capabilities_follow_the_profile() {
    let of = |settings| (find("agentproc").unwrap().capabilities)(&profile(settings));
    let plain = of(json!({}));
    assert_eq!(
        (plain.approvals, plain.resume, plain.attachments, plain.stop),
        (false, ResumeMeans::SessionId, true, false)
    );
    assert!(!of(json!({"wire": "0.4"})).approvals);
    assert!(of(json!({"wire": "0.4", "permission": true})).approvals);
    assert!(!of(json!({"permission": true})).approvals);
}
