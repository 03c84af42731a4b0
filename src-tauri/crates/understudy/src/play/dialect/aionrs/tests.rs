#![allow(clippy::unwrap_used)]

use super::*;

fn aionrs(generation: &str) -> Aionrs {
    Aionrs::new(&Speech::argument(&format!("aionrs,generation={generation}")).unwrap()).unwrap()
}

fn said(dialect: &mut Aionrs, said: Said, body: Value) -> Vec<Value> {
    let spoken = dialect.say(said, &body).unwrap();
    spoken
        .out
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

#[test]
fn a_turn_takes_its_id_from_the_message_and_a_result_its_tool_from_the_request() {
    let mut d = aionrs("");
    d.heard(&json!({"type": "message", "msg_id": "m7", "content": "x"}));
    assert_eq!(
        said(&mut d, Said::StartTurn, json!(true)),
        [json!({"type": "stream_start", "msg_id": "m7"})]
    );
    assert_eq!(
        said(
            &mut d,
            Said::Ask,
            json!({"tool": "Bash", "args": {"command": "ls"}})
        ),
        [
            json!({"type": "tool_request", "msg_id": "m7", "call_id": "t1", "tool":
               {"name": "Bash", "category": "exec", "args": {"command": "ls"},
                "description": "Use Bash"}})
        ]
    );
    assert_eq!(
        said(&mut d, Said::Result, json!("out")),
        [
            json!({"type": "tool_result", "msg_id": "m7", "call_id": "t1", "tool_name": "Bash",
               "status": "success", "output": "out", "output_type": "text"})
        ]
    );
    assert_eq!(
        said(&mut d, Said::Text, json!({"text": "a", "msg_id": "other"})),
        [json!({"type": "text_delta", "text": "a", "msg_id": "other"})]
    );
}

#[test]
fn after_an_error_the_generations_differ() {
    let ends = ["", "0.1", "0.2"].map(|generation| {
        let mut d = aionrs(generation);
        d.heard(&json!({"type": "message", "msg_id": "m", "content": "a b", "input": "a b"}));
        said(&mut d, Said::StartTurn, json!(true));
        let error = said(&mut d, Said::Fail, json!("no"));
        let end = said(&mut d, Said::EndTurn, json!(true));
        (
            error[0]["error"]["code"].clone(),
            error[0].get("msg_id").cloned(),
            end,
        )
    });
    let zero = json!({"type": "stream_end", "msg_id": "m",
                      "usage": {"input_tokens": 0, "output_tokens": 0}});
    assert_eq!(
        ends,
        [
            (
                json!("provider_error"),
                Some(json!("m")),
                vec![zero.clone()]
            ),
            (json!("engine_error"), None, vec![]),
            (json!("engine_error"), Some(json!("m")), vec![zero]),
        ]
    );
}

#[test]
fn the_programs_end_no_stopped_turn_and_add_usage_up() {
    let mut d = aionrs("0.2");
    let usage = |d: &mut Aionrs, body| said(d, Said::EndTurn, body)[0]["usage"].clone();
    said(&mut d, Said::Text, json!("three little words"));
    let sums = [
        usage(&mut d, json!(true)),
        usage(
            &mut d,
            json!({"usage": {"input_tokens": 5, "cache_read_tokens": 2}}),
        ),
    ];
    assert_eq!(
        sums,
        [
            json!({"input_tokens": 0, "output_tokens": 3}),
            json!({"input_tokens": 5, "output_tokens": 3, "cache_read_tokens": 2}),
        ]
    );
    d.heard(&json!({"type": "stop"}));
    assert_eq!(
        said(&mut d, Said::EndTurn, json!(true)),
        Vec::<Value>::new()
    );
}

#[test]
fn the_newer_program_has_its_own_shell_tool_and_tells_calls_twice() {
    let mut d = aionrs("0.2");
    said(
        &mut d,
        Said::Ask,
        json!({"call_id": "t", "tool": "Bash", "args": {"command": "ls -l"}}),
    );
    assert_eq!(
        said(&mut d, Said::Running, json!("t")),
        [
            json!({"type": "tool_running", "msg_id": "", "call_id": "t", "tool_name": "ExecCommand"}),
            json!({"type": "info", "msg_id": "", "message": "[ExecCommand] ls -l"}),
        ]
    );
}

#[test]
fn each_program_reads_its_own_name_of_the_text() {
    let both = json!({"type": "message", "msg_id": "m", "content": "new", "input": "old"});
    let texts = ["", "0.1", "0.2"].map(|g| aionrs(g).heard(&both).unwrap()["text"].clone());
    assert_eq!(texts, ["new", "old", "new"]);
    assert_eq!(
        aionrs("0.2").awaits("message").unwrap(),
        [json!({"type": "message", "content": "*"})]
    );
}
