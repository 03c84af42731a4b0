//! Scripts that several tests play.

/// The word that starts the guide.
pub(crate) const NUUM_GUIDE: &str = "guide";

/// One turn, for every protocol: what a protocol has no words for is left out.
pub(crate) const SCENARIO: &str = r#"{"ready": {"session_id": "s-1"}}
{"await": "message", "as": "m"}
{"start_turn": true}
{"text": "You said: ${m.text}"}
{"if_can": "ask",
 "then": [{"ask": {"call_id": "t1", "tool": "Bash", "args": {"command": "ls"}}},
          {"await": "answer"}],
 "else": [{"note": "nobody asks"}]}
{"running": {"call_id": "t1", "tool": "Bash", "args": {"command": "ls"}}}
{"result": "a.txt"}
{"end_turn": true}
"#;
