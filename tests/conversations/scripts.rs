//! Scripts that several tests play.

/// An aionrs agent that starts and begins a turn for the first message, `m`.
pub(crate) const BEGINS: &str = r#"{"emit":{"type":"ready","version":"0.1.0","session_id":"s1","capabilities":{"tool_approval":true,"thinking":true,"mcp":false}}}
{"expect":{"type":"message"},"as":"m"}
{"emit":{"type":"stream_start","msg_id":"${m.msg_id}"}}
"#;

/// An aionrs agent that begins a turn for the first message and takes these steps.
pub(crate) fn in_a_turn(steps: &str) -> String {
    format!("{BEGINS}{}\n", steps.trim())
}

/// The same, and the turn ends after them.
pub(crate) fn one_turn(steps: &str) -> String {
    let ends = r#"{"emit":{"type":"stream_end","msg_id":"${m.msg_id}"}}
{"wait_eof":true}"#;
    in_a_turn(&format!("{}\n{ends}", steps.trim()))
}

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

/// A program that speaks aionrs and writes down its arguments and every line it
/// hears, in `log` of its folder. It has a session as long as a file `session`
/// names one, and tells the version in `version`. Of a message it answers with
/// the text, but for these words: `slow` (no end), `ask` (asks first), `die`.
pub(crate) const RECORDER: &str = r#"#!/bin/sh
here=$(dirname "$0")
say() { printf '%s\n' "$1"; }
say "started $*" >> "$here/log"
session=
test -f "$here/session" && session="\"session_id\":\"$(cat "$here/session")\","
say "{\"type\":\"ready\",\"version\":\"$(cat "$here/version")\",$session\"capabilities\":{\"tool_approval\":true,\"thinking\":true,\"mcp\":false}}"
id=
ends() { say "{\"type\":\"stream_end\",\"msg_id\":\"$id\"}"; }
while read -r line; do
  say "$line" >> "$here/log"
  case "$line" in
    *'"type":"message"'*)
      id=$(say "$line" | sed 's/.*"msg_id":"\([^"]*\)".*/\1/')
      text=$(say "$line" | sed 's/.*"input":"\([^"]*\)".*/\1/')
      say "{\"type\":\"stream_start\",\"msg_id\":\"$id\"}"
      case "$text" in
        die*) exit 9 ;;
        quit*) exit 0 ;;
        slow*) say "{\"type\":\"text_delta\",\"msg_id\":\"$id\",\"text\":\"Thinking about $text.\"}" ;;
        ask*) say "{\"type\":\"tool_request\",\"msg_id\":\"$id\",\"call_id\":\"t-$id\",\"tool\":{\"name\":\"Bash\",\"category\":\"exec\",\"args\":{\"command\":\"ls\"},\"description\":\"List\"}}" ;;
        *) say "{\"type\":\"text_delta\",\"msg_id\":\"$id\",\"text\":\"Heard $text.\"}"; ends ;;
      esac ;;
    *'"type":"tool_approve"'*|*'"type":"tool_deny"'*) ends ;;
    *'"type":"stop"'*) test -f "$here/deaf" || ends ;;
  esac
done
"#;
