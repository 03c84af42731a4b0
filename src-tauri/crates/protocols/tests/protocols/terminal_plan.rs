//! How a Terminal Protocol agent is started: "Configuration Reference",
//! "Lifecycle", "Timeout" and the field notes.

use crate::profile;
use model::{
    AgentProfile, Capabilities, ConversationId, Framing, LaunchPlan, LaunchRequest, Lifetime,
    ResumeMeans, StdinPlan, StopStep, TimeLimit, UserMessage,
};
use parley_protocols::{PlanError, find};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Plans the start of an agent for a message.
pub(crate) fn plan_of(profile: &AgentProfile, text: &str) -> Result<LaunchPlan, PlanError> {
    let message = UserMessage {
        turn: "t1".into(),
        text: text.to_owned(),
        ..UserMessage::default()
    };
    (find("terminal").unwrap().plan)(&LaunchRequest {
        message: Some(&message),
        data_dir: "/data/parley",
        ..LaunchRequest::new(profile, &profile::CONVERSATION, "/home/me/project")
    })
}

fn plan(settings: Value, text: &str) -> Result<LaunchPlan, PlanError> {
    plan_of(&profile::of("terminal", &settings), text)
}

fn command(template: &str, text: &str) -> Result<String, PlanError> {
    plan(json!({"command": template}), text).map(|plan| plan.args[1].clone())
}

fn problem(settings: Value) -> String {
    plan(settings, "hi").unwrap_err().problem
}

fn env(settings: Value) -> BTreeMap<String, String> {
    plan(settings, "hi").unwrap().env
}

#[test]
fn the_configuration_of_the_specification() {
    let plan = plan(
        json!({"enabled": true, "command": "python /opt/my-agent/main.py", "timeout": 300,
            "protocol": "rich", "passMedia": true, "env": {"CUSTOM_VAR": "value"},
            "providers": {
                "anthropic": {"apiKeys": ["sk-ant-key1"],
                    "models": ["claude-sonnet-4-5-20250929", "claude-haiku-4-5-20251001"]},
                "replicate": {"apiKeys": ["r8_key1", "r8_key2", "r8_key3"],
                    "baseUrl": "https://api.replicate.com/v1"}}}),
        "hi",
    );
    let stop = vec![StopStep::Terminate { wait_ms: 2_000 }, StopStep::Kill];
    let variables = [
        ("ANTHROPIC_API_KEY", "sk-ant-key1"),
        ("ANTHROPIC_API_KEYS", "sk-ant-key1"),
        ("CUSTOM_VAR", "value"),
        ("REPLICATE_API_KEY", "r8_key1"),
        ("REPLICATE_API_KEYS", "r8_key1,r8_key2,r8_key3"),
    ];
    assert_eq!(
        plan.unwrap(),
        LaunchPlan {
            program: "/bin/sh".into(),
            args: vec!["-c".into(), "python /opt/my-agent/main.py".into()],
            env: variables.map(|(k, v)| (k.into(), v.into())).into(),
            cwd: "/home/me/project".into(),
            stdin: StdinPlan::Document,
            framing: Framing::PrefixedLines,
            lifetime: Lifetime::Turn,
            waits_for_ready: false,
            stop_turn: stop.clone(),
            stop_process: stop,
            time_limit: Some(TimeLimit {
                after_ms: 300_000,
                steps: vec![StopStep::Kill],
            }),
            make_dirs: vec!["/data/parley/terminal/users/conv-1".into()],
            ..LaunchPlan::default()
        }
    );
}

#[test]
fn what_is_not_set_is_as_the_specification_says() {
    let plan = plan(json!({}), "hi").unwrap();
    assert_eq!(plan.framing, Framing::Text);
    assert_eq!(plan.stdin, StdinPlan::Document);
    assert_eq!(plan.env, BTreeMap::new());
    assert_eq!(plan.time_limit.unwrap().after_ms, 120_000);
    assert!(!plan.inherit_env && plan.pass_env.is_empty() && plan.warnings.is_empty());
    assert!(plan.env_verbatim.is_empty());
}

#[test]
fn f052_the_time_limit_has_no_rung_but_the_kill() {
    let limit = |timeout: Value| plan(json!({"timeout": timeout}), "hi").unwrap().time_limit;
    for (timeout, after_ms) in [
        (json!(1), 1_000),
        (json!("30"), 30_000),
        (json!(null), 120_000),
    ] {
        let steps = vec![StopStep::Kill];
        assert_eq!(limit(timeout), Some(TimeLimit { after_ms, steps }));
    }
}

#[test]
fn n_stdin_is_kept_open_for_inject() {
    let settings = json!({"protocol": "rich", "stdin": "inject"});
    assert_eq!(plan(settings, "hi").unwrap().stdin, StdinPlan::Lines);
    assert!(problem(json!({"stdin": "inject"})).contains("stdin"));
}

#[test]
fn capabilities_are_the_profiles() {
    let capabilities =
        |settings| (find("terminal").unwrap().capabilities)(&profile::of("terminal", &settings));
    let promised = Capabilities {
        resume: ResumeMeans::Storage,
        attachments: true,
        ..Capabilities::default()
    };
    assert_eq!(capabilities(json!({})), promised);
    assert!(!promised.approvals, "the window says that nothing is asked");
    let settings = json!({"protocol": "rich", "stdin": "inject", "passMedia": false});
    assert_eq!(
        capabilities(settings),
        Capabilities {
            own_queue: true,
            attachments: false,
            ..promised.clone()
        }
    );
    assert_eq!(capabilities(json!({"timeout": "x"})), promised);
}

#[test]
fn n_provider_keys_are_variables_that_env_overrides() {
    let settings = json!({
        "providers": {"anthropic": {"apiKeys": ["a", "b"]}, "my-service.2": {"apiKeys": ["c"]},
            "none": {"apiKeys": []}, "local": {"baseUrl": "http://127.0.0.1:1"}},
        "env": {"ANTHROPIC_API_KEY": "mine", "PORT": 8080, "DEBUG": true}});
    let expected = [
        ("ANTHROPIC_API_KEY", "mine"),
        ("ANTHROPIC_API_KEYS", "a,b"),
        ("DEBUG", "true"),
        ("MY_SERVICE_2_API_KEY", "c"),
        ("MY_SERVICE_2_API_KEYS", "c"),
        ("PORT", "8080"),
    ];
    assert_eq!(
        env(settings.clone()),
        expected.map(|(k, v)| (k.into(), v.into())).into()
    );
    let mut profile = profile::of("terminal", &settings);
    profile.env = BTreeMap::from([("ANTHROPIC_API_KEY".into(), "the profile's".into())]);
    let env = plan_of(&profile, "hi").unwrap().env;
    assert_eq!(env["ANTHROPIC_API_KEY"], "the profile's");
}

#[test]
fn the_environment_is_the_hosts_only_by_an_explicit_word() {
    let plan = plan(
        json!({"inheritEnv": true, "passEnv": ["SSH_AUTH_SOCK"]}),
        "hi",
    )
    .unwrap();
    assert!(plan.inherit_env);
    assert_eq!(plan.pass_env, ["SSH_AUTH_SOCK"]);
}

#[test]
fn the_three_commands_of_the_placeholder_section() {
    let text = "it's $(touch x)";
    assert_eq!(
        command("echo {message}", text).unwrap(),
        r#"echo 'it'"'"'s $(touch x)'"#
    );
    assert_eq!(
        command("python /opt/my-agent/main.py", text).unwrap(),
        "python /opt/my-agent/main.py"
    );
    assert_eq!(
        command("artisan chat -m {message} -v", "hi").unwrap(),
        "artisan chat -m 'hi' -v"
    );
}

#[test]
fn c18_a_message_on_the_command_line_is_warned_of() {
    let warnings = |template| plan(json!({"command": template}), "hi").unwrap().warnings;
    assert_eq!(warnings("python a.py"), Vec::<String>::new());
    let [warning] = &warnings("echo {message}")[..] else {
        panic!("one warning")
    };
    assert!(
        warning.contains("every program of this machine"),
        "{warning}"
    );
}

#[test]
fn f053_a_message_too_long_for_an_argument_names_the_limit_and_the_way() {
    let long = "x".repeat(200 * 1024);
    let problem = command("echo {message}", &long).unwrap_err().problem;
    assert!(
        problem.contains("131071") && problem.contains("stdin"),
        "{problem}"
    );
    assert_eq!(command("cat", &long).unwrap(), "cat");
    let problem = command(&long, "hi").unwrap_err().problem;
    assert!(
        problem.contains("131071") && problem.contains("script"),
        "{problem}"
    );
}

#[test]
fn f054_a_message_with_nul_is_no_argument() {
    let problem = command("echo {message}", "a\0b").unwrap_err().problem;
    assert!(
        problem.contains("NUL") && problem.contains("stdin"),
        "{problem}"
    );
    assert_eq!(command("cat", "a\0b").unwrap(), "cat");
    assert!(command("a\0b", "hi").unwrap_err().problem.contains("NUL"));
}

#[test]
fn f054_nothing_in_a_message_is_replaced_again() {
    let text = "{message} {{SESSION_ID}} ${HOME} `x` -- -rf\n\"";
    assert_eq!(
        command("echo {message} {message}", text).unwrap(),
        format!("echo '{text}' '{text}'")
    );
}

#[test]
fn f055_a_placeholder_in_quotes_is_refused_with_the_way_out() {
    let problem = command("echo \"{message}\"", "$(touch x)")
        .unwrap_err()
        .problem;
    assert!(
        problem.contains("double quotes") && problem.contains("My agent"),
        "{problem}"
    );
}

#[test]
fn without_a_command_the_profiles_program_is_it() {
    let mut profile = profile::of("terminal", &json!({}));
    profile.command = "python3 agent.py".into();
    let command = |profile: &AgentProfile| plan_of(profile, "a b").unwrap().args[1].clone();
    assert_eq!(command(&profile), "python3 agent.py");
    profile.args = ["it's", "--text={message}", "{message}", ""]
        .map(str::to_owned)
        .to_vec();
    assert_eq!(
        command(&profile),
        r#"python3 agent.py 'it'"'"'s' '--text='{message} {message} ''"#
            .replace("{message}", "'a b'")
    );
    profile.command = " ".into();
    profile.args = vec![];
    let problem = plan_of(&profile, "hi").unwrap_err().problem;
    assert!(problem.contains("no command"), "{problem}");
}

#[test]
fn a_start_without_a_message_can_be_planned() {
    let profile = profile::of("terminal", &json!({"command": "echo {message}"}));
    let request = LaunchRequest::new(&profile, &profile::CONVERSATION, "/w");
    let plan = (find("terminal").unwrap().plan)(&request).unwrap();
    assert_eq!(plan.args, ["-c", "echo ''"]);
    assert_eq!(plan.lifetime, Lifetime::Turn);
}

#[test]
fn the_chats_name_is_fit_for_a_path() {
    let dirs = |id: &str, data_dir: &str| {
        let profile = profile::of("terminal", &json!({}));
        let id = ConversationId(id.to_owned());
        let request = LaunchRequest {
            data_dir,
            ..LaunchRequest::new(&profile, &id, "/w")
        };
        (find("terminal").unwrap().plan)(&request)
            .unwrap()
            .make_dirs
    };
    for (id, name) in [
        ("0198c2f4-7a10", "0198c2f4-7a10"),
        ("../../etc/passwd", "______etc_passwd"),
        ("..", "__"),
        ("", "_"),
        ("a\\b:c\0d é", "a_b_c_d__"),
        (&"x".repeat(300), &"x".repeat(128)),
    ] {
        assert_eq!(dirs(id, "/data"), [format!("/data/terminal/users/{name}")]);
    }
    assert_eq!(dirs("c", ""), ["/w/users/c"]);
}

#[test]
fn settings_that_cannot_be_used_say_which_and_why() {
    for (settings, named) in [
        (json!({"command": ["a"]}), "command"),
        (json!({"timeout": 0}), "timeout"),
        (json!({"timeout": -1}), "timeout"),
        (json!({"timeout": 1.5}), "timeout"),
        (json!({"timeout": "soon"}), "timeout"),
        (json!({"timeout": true}), "timeout"),
        (json!({"protocol": "json"}), "protocol"),
        (json!({"passMedia": "yes"}), "passMedia"),
        (json!({"env": ["A=b"]}), "env"),
        (json!({"env": {"A": {}}}), "env.A"),
        (json!({"env": {"A=B": "c"}}), "env.A=B"),
        (json!({"env": {"A": "b\0"}}), "env.A"),
        (json!({"providers": []}), "providers"),
        (json!({"providers": {"x": "key"}}), "providers.x"),
        (
            json!({"providers": {"x": {"apiKeys": "key"}}}),
            "providers.x.apiKeys",
        ),
        (
            json!({"providers": {"x": {"apiKeys": [1]}}}),
            "providers.x.apiKeys",
        ),
        (
            json!({"providers": {"x": {"apiKeys": ["a\0"]}}}),
            "providers.x.apiKeys",
        ),
        (
            json!({"providers": {"x": {"models": "m"}}}),
            "providers.x.models",
        ),
        (
            json!({"providers": {"x": {"baseUrl": 1}}}),
            "providers.x.baseUrl",
        ),
        (json!({"stdin": "open"}), "stdin"),
        (json!({"revealErrors": 1}), "revealErrors"),
        (json!({"channel": 1}), "channel"),
        (json!({"inheritEnv": "all"}), "inheritEnv"),
        (json!({"passEnv": "HOME"}), "passEnv"),
    ] {
        let problem = problem(settings);
        assert!(
            problem.contains(&format!("“{named}”")) && problem.contains("My agent"),
            "{problem}"
        );
    }
}

#[test]
fn no_key_is_asked_for_beside_the_settings() {
    let profile = profile::of(
        "terminal",
        &json!({"providers": {"anthropic": {"apiKeys": []}}}),
    );
    assert!((find("terminal").unwrap().key_variables)(&profile).is_empty());
}
