//! Settings that Parley itself reads of a profile, whatever its protocol: what
//! its models cost, and what it takes after a slash.

use model::view::{FormField, FormFieldKind};
use model::{AgentCommand, AgentProfile, PRICES};
use std::collections::BTreeMap;

/// The setting that names commands.
const COMMANDS: &str = "slash_commands";
/// Commands of one profile at most.
const MOST: usize = 200;

/// Their fields, for the end of every form.
pub(crate) fn fields() -> [FormField; 2] {
    [
        field(
            COMMANDS,
            FormFieldKind::LongText,
            ("Commands", "Befehle"),
            (
                "What the agent does when a message begins with a slash, one a line: /review Look over the changes. Offered while you type, and sent as text.",
                "Was der Agent tut, wenn eine Nachricht mit einem Schrägstrich beginnt, je Zeile einer: /review Änderungen durchsehen. Sie werden beim Tippen angeboten und als Text gesendet.",
            ),
        ),
        field(
            PRICES,
            FormFieldKind::Prices,
            ("Prices", "Preise"),
            (
                "What a million tokens cost. Parley reckons with them from the next turn on, and knows no price of its own.",
                "Was eine Million Token kosten. Parley rechnet damit ab der nächsten Runde und kennt selbst keine Preise.",
            ),
        ),
    ]
}

/// The commands a profile names: a name, and what it does.
pub(crate) fn commands(profile: &AgentProfile) -> Vec<AgentCommand> {
    let text = profile
        .settings
        .get(COMMANDS)
        .and_then(|text| text.as_str());
    text.unwrap_or_default()
        .lines()
        .filter_map(|line| {
            let line = line.trim().trim_start_matches('/');
            let (name, description) = line
                .split_once(|c: char| c.is_whitespace())
                .unwrap_or((line, ""));
            (!name.is_empty()).then(|| AgentCommand {
                name: name.to_owned(),
                description: description.trim().to_owned(),
                ..AgentCommand::default()
            })
        })
        .take(MOST)
        .collect()
}

fn field(name: &str, kind: FormFieldKind, label: (&str, &str), help: (&str, &str)) -> FormField {
    let words = |(en, de): (&str, &str)| {
        BTreeMap::from([
            ("en".to_owned(), en.to_owned()),
            ("de".to_owned(), de.to_owned()),
        ])
    };
    FormField {
        name: name.to_owned(),
        kind,
        label: words(label),
        help: words(help),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::{ProfileId, ProfileOrigin, ProtocolId};
    use serde_json::json;

    #[test]
    fn a_line_names_a_command_and_says_what_it_does() {
        let mut profile = AgentProfile {
            id: ProfileId::from("a"),
            name: "a".to_owned(),
            protocol: ProtocolId("agentproc".to_owned()),
            command: "a".to_owned(),
            args: Vec::new(),
            env: BTreeMap::new(),
            settings: serde_json::Map::new(),
            origin: ProfileOrigin::User,
        };
        assert_eq!(commands(&profile), Vec::new());
        let text = "/review  Look over the changes\n\n  compact\n/";
        profile.settings.insert(COMMANDS.to_owned(), json!(text));
        let told: Vec<_> = commands(&profile)
            .into_iter()
            .map(|command| (command.name, command.description))
            .collect();
        let wanted = [("review", "Look over the changes"), ("compact", "")];
        assert_eq!(told, wanted.map(|(a, b)| (a.to_owned(), b.to_owned())));
    }
}
