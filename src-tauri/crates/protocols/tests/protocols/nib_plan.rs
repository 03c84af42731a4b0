//! How a nib backend is started: "Invocation", "Pipe vs interactive mode", and the field notes.

use crate::profile;
use model::{
    AgentProfile, Framing, LaunchPlan, LaunchRequest, Lifetime, RequestFile, StdinPlan, StopStep,
    TimeLimit, UserMessage,
};
use parley_protocols::nib::operations::{Mode, OPERATIONS};
use parley_protocols::{PlanError, find};
use serde_json::{Value, json};
use std::collections::BTreeMap;

const END: [StopStep; 2] = [StopStep::Terminate { wait_ms: 3_000 }, StopStep::Kill];

fn message(form: &Value) -> UserMessage {
    UserMessage {
        turn: "m1".into(),
        form: form.as_object().unwrap().clone(),
        ..UserMessage::default()
    }
}

fn plan_of(profile: &AgentProfile, form: Option<&Value>) -> Result<LaunchPlan, PlanError> {
    let message = form.map(message);
    (find("nib").unwrap().plan)(&LaunchRequest {
        message: message.as_ref(),
        ..LaunchRequest::new(profile, &profile::CONVERSATION, "/home/me/project")
    })
}

fn plan(settings: &Value, form: &Value) -> Result<LaunchPlan, PlanError> {
    plan_of(&profile::of("nib", settings), Some(form))
}

fn limit(seconds: u64) -> Option<TimeLimit> {
    Some(TimeLimit {
        after_ms: seconds * 1_000,
        steps: END.to_vec(),
    })
}

#[test]
fn invocation_of_a_pipe_operation() {
    let form = json!({"operation": "scene-proof", "paths": ["scenes/foo.md"]});
    let mut profile = profile::of("nib", &Value::Null);
    profile.args = vec!["--model".into(), "x".into()];
    profile.env = BTreeMap::from([("OLLAMA_HOST".into(), "localhost".into())]);
    assert_eq!(
        plan_of(&profile, Some(&form)).unwrap(),
        LaunchPlan {
            program: "/opt/nib".into(),
            args: vec!["--model".into(), "x".into()],
            env: BTreeMap::from([("OLLAMA_HOST".into(), "localhost".into())]),
            cwd: "/home/me/project".into(),
            stdin: StdinPlan::Document,
            framing: Framing::JsonDocument,
            lifetime: Lifetime::Operation,
            stop_turn: END.to_vec(),
            stop_process: END.to_vec(),
            time_limit: limit(600),
            remove_env: vec!["NIB_AGENT_REQUEST_FILE".into()],
            ..LaunchPlan::default()
        }
    );
}

#[test]
fn invocation_of_an_interactive_operation() {
    let form = json!({"operation": "scene-critique", "paths": ["scenes/foo.md"]});
    assert_eq!(
        plan(&Value::Null, &form).unwrap(),
        LaunchPlan {
            program: "/opt/nib".into(),
            cwd: "/home/me/project".into(),
            stdin: StdinPlan::Terminal,
            framing: Framing::Terminal,
            lifetime: Lifetime::Operation,
            stop_turn: END.to_vec(),
            stop_process: END.to_vec(),
            request_file: Some(RequestFile {
                variable: "NIB_AGENT_REQUEST_FILE".into(),
                content: r#"{"operation":"scene-critique","dir":"/home/me/project","paths":["scenes/foo.md"]}"#.into(),
            }),
            ..LaunchPlan::default()
        }
    );
}

/// The specification's two lists, and the field notes' two additions.
#[test]
fn pipe_vs_interactive_mode() {
    let of = |mode| {
        let names = OPERATIONS.iter().filter(|operation| operation.mode == mode);
        let mut names: Vec<_> = names.map(|operation| operation.name).collect();
        names.sort_unstable();
        names
    };
    assert_eq!(
        of(Mode::Pipe),
        [
            "chapter-proof",
            "continuity-ask",
            "continuity-check",
            "continuity-index",
            "manuscript-search",
            "project-scaffold",
            "scene-proof",
            "voice-check",
        ]
    );
    assert_eq!(
        of(Mode::Interactive),
        [
            "chapter-critique",
            "character-talk",
            "manuscript-critique",
            "scene-critique",
        ]
    );
}

#[test]
fn without_a_message_the_plan_is_that_of_a_pipe_run() {
    let plan = plan_of(&profile::of("nib", &Value::Null), None).unwrap();
    assert_eq!(plan.lifetime, Lifetime::Operation);
    assert_eq!(plan.stdin, StdinPlan::Document);
    assert_eq!(plan.request_file, None);
}

#[test]
fn a_line_of_text_plans_as_its_form_does() {
    let message = UserMessage {
        turn: "m1".into(),
        text: "scene-critique scenes/foo.md".into(),
        ..UserMessage::default()
    };
    let profile = profile::of("nib", &Value::Null);
    let typed = (find("nib").unwrap().plan)(&LaunchRequest {
        message: Some(&message),
        ..LaunchRequest::new(&profile, &profile::CONVERSATION, "/home/me/project")
    });
    let form = json!({"operation": "scene-critique", "paths": ["scenes/foo.md"]});
    assert_eq!(typed, plan(&Value::Null, &form));
}

/// "Discovery": the profile's own program, its setting `agent`, the default.
#[test]
fn which_program_is_started() {
    let program = |command: &str, settings: Value| {
        let mut profile = profile::of("nib", &settings);
        profile.command = command.into();
        plan_of(&profile, None).unwrap().program
    };
    assert_eq!(
        program("/x/nib-agent-y", json!({"agent": "z"})),
        "/x/nib-agent-y"
    );
    assert_eq!(program("", json!({"agent": "ollama"})), "nib-agent-ollama");
    assert_eq!(program("", json!({})), "nib-agent-claude");
    assert_eq!(program(" ", json!({"agent": ""})), "nib-agent-claude");
}

/// Field note: backends choose their mode by the variable alone.
#[test]
fn the_request_file_variable_never_reaches_a_pipe_run() {
    let form = json!({"operation": "scene-proof", "paths": ["a.md"]});
    let name = "NIB_AGENT_REQUEST_FILE";
    let inherits = plan(&json!({"inherit_env": true}), &form).unwrap();
    assert!(inherits.inherit_env);
    assert_eq!(inherits.remove_env, [name]);
    let passes = plan(&json!({"pass_env": ["HTTP_PROXY", name]}), &form).unwrap_err();
    assert!(passes.problem.contains(name), "{passes}");
    let mut profile = profile::of("nib", &Value::Null);
    profile.env.insert(name.into(), "/tmp/x".into());
    let sets = plan_of(&profile, Some(&form)).unwrap_err();
    assert!(sets.problem.contains(name), "{sets}");
}

/// Field note: the original has no limit and no cancel, the host adds both.
#[test]
fn time_limits_of_both_modes() {
    let pipe = json!({"operation": "scene-proof", "paths": ["a.md"]});
    let talk = json!({"operation": "scene-critique", "paths": ["a.md"]});
    let of = |settings: Value, form| plan(&settings, form).unwrap().time_limit;
    assert_eq!(of(json!({"timeout_secs": 30}), &pipe), limit(30));
    assert_eq!(of(json!({"timeout_secs": "30"}), &pipe), limit(30));
    assert_eq!(of(json!({"timeout_secs": ""}), &pipe), limit(600));
    assert_eq!(of(json!({"timeout_secs": 30}), &talk), None);
    assert_eq!(
        of(json!({"terminal_timeout_secs": 3600}), &talk),
        limit(3600)
    );
}

#[test]
fn settings_that_cannot_be_used_say_which_and_why() {
    let form = json!({"operation": "scene-proof", "paths": ["a.md"]});
    let wrong = [
        (json!({"timeout_secs": 0}), "timeout_secs"),
        (json!({"timeout_secs": 1.5}), "timeout_secs"),
        (json!({"timeout_secs": u64::MAX}), "timeout_secs"),
        (
            json!({"terminal_timeout_secs": -1}),
            "terminal_timeout_secs",
        ),
        (json!({"effort": "huge"}), "effort"),
        (json!({"effort": 3}), "effort"),
        (json!({"agent": "../x"}), "agent"),
        (json!({"agent": ["x"]}), "agent"),
        (json!({"pass_env": "X"}), "pass_env"),
        (json!({"pass_env": ["A=B"]}), "pass_env"),
        (json!({"inherit_env": "yes"}), "inherit_env"),
    ];
    for (settings, named) in wrong {
        let problem = plan(&settings, &form).unwrap_err().problem;
        assert!(
            problem.contains(named) && problem.contains("My agent"),
            "{problem}"
        );
    }
    let passed = plan(&json!({"pass_env": ["HTTP_PROXY"]}), &form).unwrap();
    assert_eq!(passed.pass_env, ["HTTP_PROXY"]);
}

/// C18: no word of the user in an argument, where every program of the machine reads it.
#[test]
fn c18_nothing_of_a_request_is_in_argv_or_environment() {
    for form in [
        json!({"operation": "continuity-ask", "question": "secret-word"}),
        json!({"operation": "character-talk", "context": "secret-word"}),
    ] {
        let plan = plan(&Value::Null, &form).unwrap();
        assert_eq!(plan.args, Vec::<String>::new());
        assert!(!format!("{:?}{:?}", plan.program, plan.env).contains("secret-word"));
    }
}

#[test]
fn what_the_user_interface_is_told() {
    let protocol = find("nib").unwrap();
    let can = (protocol.capabilities)(&profile::of("nib", &Value::Null));
    assert!(!can.stop && !can.approvals && !can.attachments && !can.history);
    assert!(can.terminal);
    assert_eq!(can.effort_levels, ["low", "medium", "high", "xhigh", "max"]);
    assert!((protocol.key_variables)(&profile::of("nib", &Value::Null)).is_empty());
    assert_eq!(protocol.usual_program, Some("nib-agent-claude"));
}
