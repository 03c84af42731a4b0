//! How a nuum agent is started: "Starting the Server", "Session Identity", the field notes.

use crate::profile::{self, CONVERSATION};
use model::{
    AgentProfile, Framing, LaunchPlan, LaunchRequest, Lifetime, ResumeMeans, StdinPlan, StopStep,
};
use parley_protocols::{PlanError, find};
use serde_json::{Value, json};

fn plan_of(profile: &AgentProfile, data_dir: &str) -> Result<LaunchPlan, PlanError> {
    (find("nuum").unwrap().plan)(&LaunchRequest {
        data_dir,
        resume: Some("nuum_01JD..."),
        ..LaunchRequest::new(profile, &CONVERSATION, "/home/me/project")
    })
}

fn plan(settings: Value) -> Result<LaunchPlan, PlanError> {
    plan_of(&profile::of("nuum", &settings), "/data/parley")
}

fn database(settings: Value) -> (Vec<String>, Option<String>, Vec<String>) {
    let plan = plan(settings).unwrap();
    (plan.args, plan.exclusive, plan.make_dirs)
}

#[test]
fn s_starting_the_whole_plan() {
    let words = |words: &[&str]| -> Vec<String> { words.iter().map(|&w| w.to_owned()).collect() };
    assert_eq!(
        plan(json!({})).unwrap(),
        LaunchPlan {
            program: "/opt/nuum".into(),
            args: words(&["--stdio", "--db", "/data/parley/nuum/a.db"]),
            cwd: "/home/me/project".into(),
            stdin: StdinPlan::Lines,
            framing: Framing::JsonLines,
            lifetime: Lifetime::Database,
            waits_for_ready: true,
            slow_start_ms: 30_000,
            stop_turn: vec![
                StopStep::Command { wait_ms: 3_000 },
                StopStep::CloseStdin { wait_ms: 2_000 },
                StopStep::Terminate { wait_ms: 3_000 },
                StopStep::Kill,
            ],
            stop_process: vec![
                StopStep::CloseStdin { wait_ms: 2_000 },
                StopStep::Terminate { wait_ms: 2_000 },
                StopStep::Kill,
            ],
            make_dirs: words(&["/data/parley/nuum"]),
            warnings: words(&[
                "“My agent” has one memory, the database /data/parley/nuum/a.db: every \
                 conversation with this agent shares it, and only one of them can run at a time."
            ]),
            exclusive: Some("/data/parley/nuum/a.db".into()),
            ..LaunchPlan::default()
        }
    );
}

#[test]
fn s_starting_a_database_of_the_profiles_own() {
    let expected = |path: &str, folder: &str| {
        let args = ["--stdio", "--db", path].map(str::to_owned).to_vec();
        (args, Some(path.to_owned()), vec![folder.to_owned()])
    };
    assert_eq!(
        database(json!({"db": "./my.db"})),
        expected("/home/me/project/my.db", "/home/me/project")
    );
    assert_eq!(
        database(json!({"db": "../shared//x/./my.db"})),
        expected("/home/me/shared/x/my.db", "/home/me/shared/x")
    );
    assert_eq!(database(json!({"db": "/my.db"})), expected("/my.db", "/"));
    // One file has one name: a second process is refused however the path is spelt.
    assert_eq!(
        database(json!({"db": "/home/me/project/my.db"})).1,
        database(json!({"db": "a/../my.db"})).1
    );
    for unset in [json!({"db": null}), json!({"db": " "})] {
        assert_eq!(
            database(unset),
            expected("/data/parley/nuum/a.db", "/data/parley/nuum")
        );
    }
}

#[test]
fn s_starting_arguments_that_name_it_already() {
    let with = |args: &[&str]| {
        let mut profile = profile::of("nuum", &json!({"db": "/other.db"}));
        profile.args = args.iter().map(|&arg| arg.to_owned()).collect();
        let plan = plan_of(&profile, "/data/parley").unwrap();
        (plan.args.join(" "), plan.exclusive.unwrap(), plan.make_dirs)
    };
    let none = Vec::<String>::new();
    assert_eq!(
        with(&["--stdio", "--db", "./my.db"]),
        (
            "--stdio --db ./my.db".into(),
            "/home/me/project/my.db".into(),
            none.clone()
        )
    );
    assert_eq!(
        with(&["--db=/my.db", "--verbose"]),
        (
            "--db=/my.db --verbose --stdio".into(),
            "/my.db".into(),
            none
        )
    );
}

#[test]
fn s_session_identity_one_database_for_each_profile() {
    let key = |id: &str| {
        let mut profile = profile::of("nuum", &Value::Null);
        profile.id = id.into();
        plan_of(&profile, "/data/parley")
            .unwrap()
            .exclusive
            .unwrap()
    };
    assert_eq!(key("my-agent_2"), "/data/parley/nuum/my-agent_2.db");
    // No id leaves the folder, and no two share a file.
    assert_eq!(
        key("../../etc/x"),
        "/data/parley/nuum/%2e%2e%2f%2e%2e%2fetc%2fx.db"
    );
    assert_ne!(key("a b"), key("a_b"));
    assert_ne!(key("A"), key("a"));
}

#[test]
fn s_starting_without_a_folder_of_ours_the_program_decides() {
    let profile = profile::of("nuum", &Value::Null);
    let plan = plan_of(&profile, "").unwrap();
    assert_eq!(plan.args, ["--stdio"]);
    assert_eq!((plan.exclusive, plan.make_dirs), (None, vec![]));
    assert!(
        plan.warnings[0].contains("the program's own database"),
        "{}",
        plan.warnings[0]
    );
}

#[test]
fn settings_that_cannot_be_used_say_which_and_why() {
    let wrong = [
        (json!({"db": 7}), "db"),
        (json!({"system_prompt": ["a"]}), "system_prompt"),
        (json!({"environment": 7}), "environment"),
        (json!({"mcp_servers": "git"}), "mcp_servers"),
        (json!({"content_blocks": "yes"}), "content_blocks"),
    ];
    for (settings, named) in wrong {
        let problem = plan(settings).unwrap_err().problem;
        assert!(
            problem.contains(named) && problem.contains("My agent"),
            "{problem}"
        );
    }
    let problem = |settings| plan(settings).unwrap_err().problem;
    assert!(problem(json!({"db": "~/my.db"})).contains("Give the whole path"));
    assert!(problem(json!({"db": "/a\0b"})).contains("NUL"));
    assert!(problem(json!({"db": "x".repeat(131_072)})).contains("131071"));
    let fine = json!({"system_prompt": "x", "environment": "y", "mcp_servers": [], "db": null});
    assert!(plan(fine).is_ok());
    // Nothing of the message's fields reaches argv, where every program could read it (C18).
    let secret = json!({"system_prompt": "secret", "mcp_servers": {"x": {"env": {"K": "secret"}}}});
    assert!(!plan(secret).unwrap().args.join(" ").contains("secret"));
}

#[test]
fn n_what_the_agent_can_do_and_needs() {
    let nuum = find("nuum").unwrap();
    let profile = profile::of("nuum", &Value::Null);
    let capabilities = (nuum.capabilities)(&profile);
    assert_eq!(
        capabilities,
        model::Capabilities {
            stop: true,
            own_queue: true,
            one_memory: true,
            resume: ResumeMeans::Storage,
            tasks: true,
            probe: true,
            ..model::Capabilities::default()
        }
    );
    assert!(
        !capabilities.approvals,
        "the mark is shown: every tool runs"
    );
    assert_eq!((nuum.key_variables)(&profile), ["ANTHROPIC_API_KEY"]);
    assert_eq!((nuum.id, nuum.usual_program), ("nuum", Some("nuum")));
}
