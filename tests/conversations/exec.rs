//! `parley exec`: what is printed, and when it is over.

use crate::scripts::in_a_turn;
use host::exec::{self, Approve, ExecAgent, ExecOptions};
use model::AgentProfile;
use parley_tests::Stage;
use parley_tests::stage::program;
use parley_tests::window::PATIENCE;
use serde_json::Value;

fn asking(stage: &Stage, profile: AgentProfile, messages: &[&str]) -> ExecOptions {
    ExecOptions {
        agent: ExecAgent::Given(Box::new(profile)),
        workspace: stage.workspace(),
        approve: Approve::Always,
        resume: None,
        messages: messages.iter().map(|&text| text.to_owned()).collect(),
        form: serde_json::Map::new(),
    }
}

/// An aionrs agent that plays these steps in the turn of the first message.
fn playing(stage: &Stage, steps: &str) -> AgentProfile {
    let script = stage.dir.path().join("script.jsonl");
    std::fs::write(&script, in_a_turn(steps)).unwrap();
    let mut profile = stage.profile("aionrs", &program("understudy").to_string_lossy());
    profile.args = ["play", "--protocol", "aionrs", &script.to_string_lossy()]
        .map(str::to_owned)
        .to_vec();
    profile
}

/// A nuum agent that is this shell script.
fn nuum(stage: &Stage, script: &str) -> AgentProfile {
    let mut profile = stage.profile("nuum", "/bin/sh");
    profile.args = ["-c", script, "sh"].map(str::to_owned).to_vec();
    profile
}

/// Runs it; its code, and the text the agent said.
async fn said(stage: &Stage, options: ExecOptions) -> (i32, String) {
    let mut output = Vec::new();
    let run = exec::run(&stage.host, options, tokio::io::empty(), &mut output);
    let code = tokio::time::timeout(PATIENCE, run).await.unwrap_or(-1);
    let text = String::from_utf8(output).unwrap();
    let events = text.lines().map(|line| serde_json::from_str(line).unwrap());
    let said = events.filter_map(|event: Value| match event["event"].as_str() {
        Some("itemDelta") => event["text"].as_str().map(str::to_owned),
        Some("itemStarted") if event["item"]["body"]["kind"] == "text" => {
            event["item"]["body"]["text"].as_str().map(str::to_owned)
        }
        _ => None,
    });
    (code, said.collect::<Vec<_>>().join(""))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_turn_of_the_agents_own_beside_the_message_is_not_its_end() {
    const BESIDE: &str = r#"
{"emit":{"type":"stream_start","msg_id":"a-helper"}}
{"emit":{"type":"text_delta","msg_id":"a-helper","text":"Beside it. "}}
{"emit":{"type":"stream_end","msg_id":"a-helper"}}
{"sleep_ms":200}
{"emit":{"type":"text_delta","msg_id":"${m.msg_id}","text":"The answer."}}
{"emit":{"type":"stream_end","msg_id":"${m.msg_id}"}}
{"wait_eof":true}"#;
    let stage = Stage::open().await;
    let options = asking(&stage, playing(&stage, BESIDE), &["hello"]);
    let (code, said) = said(&stage, options).await;
    assert_eq!(
        (code, said.as_str()),
        (exec::COMPLETED, "Beside it. The answer.")
    );
    stage.host.shutdown().await;
}

/// Its alarm rings right after the first answer. The second message comes in that turn.
const ALARM: &str = r#"
say() { printf '%s\n' "$1"; }
say '{"type":"system","subtype":"init","session_id":"nuum_1","version":"0.1.0","tools":[]}'
read -r one
say '{"type":"system","subtype":"turn_accepted","session_id":"nuum_1"}'
say '{"type":"assistant","message":{"role":"assistant","content":[{"type":"text","text":"First. "}]}}'
printf '%s\n%s\n' '{"type":"result","subtype":"success","is_error":false,"result":"First."}' \
  '{"type":"assistant","message":{"role":"assistant","content":[{"type":"text","text":"The alarm. "}]}}'
read -r two
say '{"type":"system","subtype":"queued","position":1}'
"#;

#[tokio::test(flavor = "multi_thread")]
async fn a_message_in_a_turn_of_the_agents_own_ends_with_what_takes_it_up() {
    let ends = r#"say '{"type":"result","subtype":"success","is_error":false,"result":""}'"#;
    let answers = r#"say '{"type":"assistant","message":{"role":"assistant","content":[{"type":"text","text":"Second."}]}}'"#;
    let injects = r#"say '{"type":"system","subtype":"injected","message_count":1}'"#;
    let rest = "while read -r rest; do :; done";
    let missed = format!("{ALARM}{ends}\nsleep 0.2\n{answers}\n{ends}\n{rest}\n");
    let injected = format!("{ALARM}{injects}\n{answers}\n{ends}\n{rest}\n");
    let gone = format!("{ALARM}{ends}\nsleep 0.2\nexit 3\n");
    let gone_at_once = format!("{ALARM}exit 3\n");
    for (script, ended, all) in [
        (missed, exec::COMPLETED, "First. The alarm. Second."),
        (injected, exec::COMPLETED, "First. The alarm. Second."),
        (gone, exec::AGENT_ENDED, "First. The alarm. "),
        (gone_at_once, exec::AGENT_ENDED, "First. The alarm. "),
    ] {
        let stage = Stage::open().await;
        let options = asking(&stage, nuum(&stage, &script), &["one", "two"]);
        let (code, said) = said(&stage, options).await;
        assert_eq!((code, said.as_str()), (ended, all), "{script}");
        stage.host.shutdown().await;
    }
}

/// A turn of the agent's own that fails while a message waits for its end.
#[tokio::test(flavor = "multi_thread")]
async fn a_message_that_is_held_back_ends_the_run() {
    const FAILS: &str = r#"
{"emit":{"type":"text_delta","msg_id":"${m.msg_id}","text":"First. "}}
{"emit":{"type":"stream_end","msg_id":"${m.msg_id}"}}
{"emit":{"type":"stream_start","msg_id":"a-helper"}}
{"sleep_ms":300}
{"exit":9}"#;
    let stage = Stage::open().await;
    let options = asking(&stage, playing(&stage, FAILS), &["one", "two"]);
    let (code, said) = said(&stage, options).await;
    assert_eq!((code, said.as_str()), (exec::AGENT_ENDED, "First. "));
    stage.host.shutdown().await;
}
