#![allow(clippy::unwrap_used)]

use super::*;

fn nuum(generation: &str) -> Nuum {
    Nuum::new(&Speech::argument(&format!("nuum,generation={generation}")).unwrap()).unwrap()
}

fn said(dialect: &mut Nuum, said: Said, body: Value) -> Value {
    serde_json::from_str(&dialect.say(said, &body).unwrap().out).unwrap()
}

#[test]
fn both_forms_of_a_tool_result_name_the_last_call() {
    let mut old = nuum("0.1");
    said(
        &mut old,
        Said::Running,
        json!({"tool": "read", "args": {"filePath": "/a"}}),
    );
    assert_eq!(
        said(&mut old, Said::Result, json!("x")),
        json!({"type": "system", "subtype": "tool_result", "tool_result":
               {"type": "tool_result", "tool_use_id": "call_1", "content": "x"}})
    );
    let mut new = nuum("0.5");
    said(&mut new, Said::Running, json!("c9"));
    assert_eq!(
        said(
            &mut new,
            Said::Result,
            json!({"output": "no", "status": "error"})
        ),
        json!({"type": "user", "session_id": "ses_understudy", "message": {"role": "user",
               "content": [{"type": "tool_result", "tool_use_id": "c9", "content": "no",
                            "is_error": true}]}})
    );
}

#[test]
fn a_turn_has_one_result_and_an_interrupt_changes_it() {
    let mut d = nuum("0.1");
    assert_eq!(said(&mut d, Said::Fail, json!("no"))["subtype"], "error");
    assert_eq!(
        d.say(Said::EndTurn, &json!(true)).unwrap(),
        Spoken::nothing()
    );
    d.heard(&json!({"type": "control", "action": "interrupt"}));
    assert_eq!(
        said(&mut d, Said::EndTurn, json!(true))["subtype"],
        "cancelled"
    );
    assert_eq!(
        said(&mut d, Said::EndTurn, json!(true))["subtype"],
        "success"
    );
    assert_eq!(
        said(&mut nuum("0.5"), Said::Fail, json!("no"))["subtype"],
        "error_during_execution"
    );
}
