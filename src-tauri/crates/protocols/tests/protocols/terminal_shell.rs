//! A real shell reads what the Terminal Protocol's `{message}` became (F054, F055).
#![cfg(unix)]

use crate::profile;
use crate::terminal_plan::plan_of;
use proptest::prelude::*;
use serde_json::json;
use std::process::Command;

/// Places of three kinds: a word, the end of one, and a command in double quotes.
const TEMPLATE: &str =
    r#"printf '%s\000' {message} --x={message} "$(printf %s {message}; printf .)""#;

proptest! {
    #![proptest_config(crate::cases(500))]

    #[test]
    fn f054_f055_five_hundred_messages_reach_a_program_byte_for_byte(
        text in prop_oneof![
            "[ -~\n\t\r]{0,60}",
            "['\"\\\\$`(){}#&;|<>* \n]{0,30}",
            any::<String>(),
            prop::sample::select(&["$(touch x)", "'; touch x; '", "`touch x`", "\"$(touch x)\"",
                "-rf", "--", "{{SESSION_ID}}", "{message}", "\\'; touch x #", "\n"][..])
                .prop_map(str::to_owned),
        ],
    ) {
        let text = text.replace('\0', "");
        let folder = tempfile::tempdir().unwrap();
        let profile = profile::of("terminal", &json!({"command": TEMPLATE}));
        let plan = plan_of(&profile, &text).unwrap();
        // A test's own shell, not an agent.
        #[allow(clippy::disallowed_methods)]
        let output = Command::new(&plan.program)
            .args(&plan.args)
            .current_dir(folder.path())
            .output()
            .unwrap();
        let said = String::from_utf8(output.stdout).unwrap();
        prop_assert_eq!(said, format!("{text}\0--x={text}\0{text}.\0"));
        prop_assert_eq!(output.stderr, b"");
        let made = std::fs::read_dir(folder.path()).unwrap().count();
        prop_assert_eq!(made, 0, "the message made a file");
    }
}
