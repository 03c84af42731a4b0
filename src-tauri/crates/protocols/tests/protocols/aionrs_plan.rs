//! How an aionrs agent is started: §3.1, §5 and the field notes.

use crate::profile::CONVERSATION;
use model::{
    AgentProfile, ConversationId, Framing, LaunchPlan, LaunchRequest, Lifetime, ProfileOrigin,
    StdinPlan, StopStep,
};
use parley_protocols::{PlanError, find};
use serde_json::{Value, json};
use std::collections::BTreeMap;

fn profile(settings: Value) -> AgentProfile {
    AgentProfile {
        id: "a".into(),
        name: "My agent".into(),
        protocol: model::ProtocolId("aionrs".into()),
        command: "/opt/aionrs".into(),
        args: vec!["--quiet".into()],
        env: BTreeMap::from([("A".into(), "b".into())]),
        settings: settings.as_object().unwrap().clone(),
        origin: ProfileOrigin::User,
    }
}

fn plan(settings: Value, resume: Option<&str>) -> Result<LaunchPlan, PlanError> {
    (find("aionrs").unwrap().plan)(&LaunchRequest {
        resume,
        ..LaunchRequest::new(
            &profile(settings),
            &ConversationId("conv-1".into()),
            "/home/me/project",
        )
    })
}

fn args(settings: Value, resume: Option<&str>) -> Vec<String> {
    plan(settings, resume).unwrap().args
}

#[test]
fn s3_1_the_startup_of_the_specification() {
    let plan = plan(
        json!({"provider": "anthropic", "model": "claude-sonnet-4-20250514",
            "max_tokens": 8192, "max_turns": "30"}),
        None,
    );
    assert_eq!(
        plan.unwrap(),
        LaunchPlan {
            program: "/opt/aionrs".into(),
            args: [
                "--quiet",
                "--json-stream",
                "--provider",
                "anthropic",
                "--model",
                "claude-sonnet-4-20250514",
                "--max-tokens",
                "8192",
                "--max-turns",
                "30",
            ]
            .map(str::to_owned)
            .to_vec(),
            env: BTreeMap::from([("A".into(), "b".into())]),
            cwd: "/home/me/project".into(),
            stdin: StdinPlan::Lines,
            framing: Framing::JsonLines,
            lifetime: Lifetime::Conversation,
            waits_for_ready: true,
            slow_start_ms: 30_000,
            stop_turn: vec![
                StopStep::Command { wait_ms: 2_000 },
                StopStep::CloseStdin { wait_ms: 2_000 },
                StopStep::Terminate { wait_ms: 2_000 },
                StopStep::Kill,
            ],
            stop_process: vec![
                StopStep::Command { wait_ms: 1_000 },
                StopStep::CloseStdin { wait_ms: 1_500 },
                StopStep::Terminate { wait_ms: 1_000 },
                StopStep::Kill,
            ],
            ..LaunchPlan::default()
        }
    );
}

#[test]
fn s3_1_a_new_session_by_id_or_a_resumed_one_never_both() {
    assert_eq!(args(json!({}), None), ["--quiet", "--json-stream"]);
    assert_eq!(
        args(json!({"session_id_flag": true}), None),
        ["--quiet", "--json-stream", "--session-id", "conv-1"]
    );
    assert_eq!(
        args(json!({"session_id_flag": true}), Some("my-conv-123")),
        ["--quiet", "--json-stream", "--resume", "my-conv-123"]
    );
}

#[test]
fn s5_every_flag_of_the_specification() {
    let all = args(
        json!({"provider": "openai", "model": "gpt-4o", "max_tokens": 1, "max_turns": 2,
            "base_url": "https://host/x", "system_prompt": "Be brief.\nPlease.",
            "auto_approve": true, "workspace_flag": true}),
        None,
    );
    assert_eq!(
        all[2..],
        [
            "--provider",
            "openai",
            "--model",
            "gpt-4o",
            "--max-tokens",
            "1",
            "--max-turns",
            "2",
            "--base-url",
            "https://host/x",
            "--system-prompt",
            "Be brief.\nPlease.",
            "--auto-approve",
            "--workspace",
            "/home/me/project",
        ]
    );
}

#[test]
fn s5_which_variable_holds_the_key() {
    let keys = |settings| (find("aionrs").unwrap().key_variables)(&profile(settings));
    assert_eq!(
        keys(json!({"provider": "anthropic"})),
        ["ANTHROPIC_API_KEY", "API_KEY"]
    );
    assert_eq!(
        keys(json!({"provider": "openai"})),
        ["OPENAI_API_KEY", "API_KEY"]
    );
    assert_eq!(
        keys(json!({"provider": "bedrock"})),
        ["AWS_ACCESS_KEY_ID", "AWS_PROFILE"]
    );
    assert_eq!(
        keys(json!({"provider": "vertex"})),
        ["GOOGLE_APPLICATION_CREDENTIALS"]
    );
    assert_eq!(keys(json!({})), Vec::<String>::new());
}

#[test]
fn s5_every_variable_of_the_specification_reaches_the_agent() {
    let names = [
        "ANTHROPIC_API_KEY",
        "ANTHROPIC_BASE_URL",
        "OPENAI_API_KEY",
        "OPENAI_BASE_URL",
        "AWS_REGION",
        "AWS_ACCESS_KEY_ID",
        "AWS_SECRET_ACCESS_KEY",
        "AWS_PROFILE",
        "GOOGLE_APPLICATION_CREDENTIALS",
        "VERTEX_PROJECT_ID",
        "VERTEX_REGION",
        // Field notes: what the real builds bind too.
        "API_KEY",
        "BASE_URL",
    ];
    let mut profile = profile(json!({}));
    profile.env = names.map(|name| (name.into(), "v".into())).into();
    let request = LaunchRequest::new(&profile, &CONVERSATION, "/home/me/project");
    let plan = (find("aionrs").unwrap().plan)(&request).unwrap();
    // As they are written, and nothing beside them: no variable is set by accident.
    assert_eq!(plan.env, profile.env);
    assert_eq!(plan.args, ["--quiet", "--json-stream"]);
}

#[test]
fn a_value_that_looks_like_a_flag_stays_a_value() {
    let args = args(json!({"system_prompt": "--auto-approve"}), Some("-x"));
    assert_eq!(args[2..], ["--system-prompt=--auto-approve", "--resume=-x"]);
}

#[test]
fn settings_that_cannot_be_used_say_which_and_why() {
    let problem = |settings| plan(settings, None).unwrap_err().problem;
    let wrong = [
        (json!({"max_tokens": "many"}), "max_tokens"),
        (json!({"max_turns": 0}), "max_turns"),
        (json!({"max_turns": 2.5}), "max_turns"),
        (json!({"model": ["a"]}), "model"),
        (json!({"auto_approve": "yes"}), "auto_approve"),
    ];
    for (settings, named) in wrong {
        let problem = problem(settings);
        assert!(
            problem.contains(named) && problem.contains("My agent"),
            "{problem}"
        );
    }
    assert!(problem(json!({"base_url": "https://u:secret@host"})).contains("password"));
    assert!(!problem(json!({"base_url": "https://u:secret@host"})).contains("secret@"));
    assert!(problem(json!({"system_prompt": "a\0b"})).contains("NUL"));
    assert!(problem(json!({"system_prompt": "x".repeat(131_072)})).contains("131071"));
    assert!(plan(json!({"model": "", "system_prompt": null}), None).is_ok());
}
