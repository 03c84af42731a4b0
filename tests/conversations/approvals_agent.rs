//! An agent that asks as often as it is told to, and writes down every answer.

use parley_tests::Stage;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;

/// Speaks aionrs. A message is `TOOL COUNT ARGS`: so many requests at once with
/// these arguments, in which `#` is the number of the request. `again` before it
/// asks the next one only when the last was answered. Every call has the same id
/// where `again` is given. It confirms answers unless the file `mute` is there, and
/// asks nothing while the file `held` is.
const AGENT: &str = r#"#!/bin/sh
here=$(dirname "$0")
say() { printf '%s\n' "$1"; }
n=0; left=0; id=; tool=; args=; again=
ask() {
  n=$((n+1)); call="c$n"; test -n "$again" && call=c
  say "{\"type\":\"tool_request\",\"msg_id\":\"$id\",\"call_id\":\"$call\",\"tool\":{\"name\":\"$tool\",\"category\":\"$category\",\"args\":$(say "$args" | sed "s/#/$n/g"),\"description\":\"\"}}"
}
next() {
  left=$((left-1))
  if test "$left" -le 0; then say "{\"type\":\"stream_end\",\"msg_id\":\"$id\"}"; elif test -n "$again"; then ask; fi
}
say '{"type":"ready","version":"0.2.0","session_id":"s-1","capabilities":{"tool_approval":true,"thinking":true,"mcp":false}}'
while read -r line; do
  case "$line" in
    *'"type":"message"'*)
      id=$(say "$line" | sed 's/.*"msg_id":"\([^"]*\)".*/\1/')
      text=$(say "$line" | sed 's/.*"content":"\(.*\)"[,}].*/\1/; s/\\"/"/g')
      again=; case "$text" in "again "*) again=1; text=${text#again };; esac
      tool=${text%% *}; text=${text#* }; left=${text%% *}; args=${text#* }
      case "$tool" in Read|Grep) category=info;; Write|Edit) category=edit;; Bash) category=exec;; *) category=mcp;; esac
      say "{\"type\":\"stream_start\",\"msg_id\":\"$id\"}"
      while test -f "$here/held"; do sleep 0.01; done
      if test -n "$again"; then ask; else
        all=$(i=0; while test "$i" -lt "$left"; do ask; i=$((i+1)); done)
        n=$((n+left)); say "$all"
      fi ;;
    *'"type":"tool_approve"'*|*'"type":"tool_deny"'*)
      say "$line" >> "$here/log"
      test -f "$here/mute" && continue
      call=$(say "$line" | sed 's/.*"call_id":"\([^"]*\)".*/\1/')
      case "$line" in
        *tool_approve*) say "{\"type\":\"tool_running\",\"msg_id\":\"$id\",\"call_id\":\"$call\",\"tool_name\":\"$tool\"}"
          say "{\"type\":\"tool_result\",\"msg_id\":\"$id\",\"call_id\":\"$call\",\"tool_name\":\"$tool\",\"status\":\"success\",\"output\":\"done\",\"output_type\":\"text\"}" ;;
        *) say "{\"type\":\"tool_cancelled\",\"msg_id\":\"$id\",\"call_id\":\"$call\",\"reason\":\"denied\"}" ;;
      esac
      next ;;
    *'"type":"stop"'*) say "{\"type\":\"stream_end\",\"msg_id\":\"$id\"}" ;;
  esac
done
"#;

/// The agent's program, in a folder of the stage.
pub(crate) struct Asker {
    pub dir: PathBuf,
}

impl Asker {
    pub(crate) fn new(stage: &Stage) -> Self {
        let dir = stage.dir.path().join("asker");
        std::fs::create_dir_all(&dir).unwrap();
        let asker = Self { dir };
        asker.install("");
        asker
    }

    /// Puts the program in its place, with something after it.
    pub(crate) fn install(&self, more: &str) {
        // Beside it first: a program that runs can't be written to.
        let fresh = self.dir.join("fresh");
        std::fs::write(&fresh, format!("{AGENT}{more}")).unwrap();
        std::fs::set_permissions(&fresh, std::fs::Permissions::from_mode(0o755)).unwrap();
        std::fs::rename(&fresh, self.program()).unwrap();
    }

    pub(crate) fn program(&self) -> PathBuf {
        self.dir.join("asker")
    }

    /// Every answer it got, in order: true for "go on".
    pub(crate) fn answers(&self) -> Vec<bool> {
        std::fs::read_to_string(self.dir.join("log"))
            .unwrap_or_default()
            .lines()
            .map(|line| line.contains("tool_approve"))
            .collect()
    }

    pub(crate) fn mute(&self) {
        std::fs::write(self.dir.join("mute"), "").unwrap();
    }

    /// From now on it asks nothing, until it may.
    pub(crate) fn hold(&self) {
        std::fs::write(self.dir.join("held"), "").unwrap();
    }

    pub(crate) fn go_on(&self) {
        std::fs::remove_file(self.dir.join("held")).unwrap();
    }
}
