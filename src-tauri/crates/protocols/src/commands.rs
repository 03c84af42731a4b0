//! Commands that begin with a slash, as agents announce them: lists of names, or
//! of objects with a description, whatever the field is called.

use crate::fields::{Problems, name_of};
use crate::lines::{Object, nested};
use model::AgentCommand;
use serde_json::value::RawValue;

/// What agents call the list.
const FIELDS: [&str; 3] = ["commands", "slash_commands", "available_commands"];
/// Commands that are offered at most, and characters of a name.
const MOST: usize = 500;
const LONGEST: usize = 100;

/// The commands an object announces; none where it says nothing of any.
pub(crate) fn told(object: &Object<'_>, problems: &mut Problems) -> Option<Vec<AgentCommand>> {
    let field = FIELDS.into_iter().find(|field| object.has(field))?;
    let items = object.list(field, problems)?;
    let mut commands: Vec<AgentCommand> = Vec::new();
    for item in items.into_iter().take(MOST) {
        match command(item) {
            Some(command) if commands.iter().all(|other| other.name != command.name) => {
                commands.push(command);
            }
            Some(_) => {}
            None => problems.note(format!("an item of “{field}” names no command")),
        }
    }
    Some(commands)
}

fn command(item: &RawValue) -> Option<AgentCommand> {
    let name = name_of(item)?;
    let name = name.trim().trim_start_matches('/');
    // A blank would make what follows an argument.
    let is_name = !name.is_empty()
        && name.chars().count() <= LONGEST
        && !name.contains(|c: char| c.is_whitespace() || c.is_control());
    if !is_name {
        return None;
    }
    let object = nested(item);
    let text = |names: &[&str]| {
        names
            .iter()
            .find_map(|field| {
                object
                    .as_ref()?
                    .text(field, &mut Problems::default())
                    .map(|text| text.split_whitespace().collect::<Vec<_>>().join(" "))
            })
            .unwrap_or_default()
    };
    Some(AgentCommand {
        name: name.to_owned(),
        description: text(&["description", "title", "help"]),
        argument: text(&["argument_hint", "argumentHint", "hint", "usage"]),
        form: false,
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::told;
    use crate::fields::Problems;
    use crate::lines;
    use model::AgentCommand;

    fn of(text: &str) -> (Option<Vec<AgentCommand>>, Option<String>) {
        let mut problems = Problems::default();
        let object = lines::object(text).unwrap();
        let told = told(&object, &mut problems);
        (told, problems.text())
    }

    #[test]
    fn commands_are_read_in_every_shape_they_are_told_in() {
        let (told, problems) = of(
            r#"{"slash_commands":["/review",{"name":"compact","description":"Sum\nup","argument_hint":"[focus]"},"review",{"description":"?"},"two words",7]}"#,
        );
        let command = |name: &str, description: &str, argument: &str| AgentCommand {
            name: name.to_owned(),
            description: description.to_owned(),
            argument: argument.to_owned(),
            form: false,
        };
        let wanted = vec![
            command("review", "", ""),
            command("compact", "Sum up", "[focus]"),
        ];
        assert_eq!(told, Some(wanted));
        let lacks = "an item of “slash_commands” names no command";
        assert_eq!(problems, Some([lacks; 3].join("; ")));
    }

    #[test]
    fn nothing_said_is_not_no_commands() {
        assert_eq!(of("{}"), (None, None));
        assert_eq!(of(r#"{"commands":[]}"#), (Some(Vec::new()), None));
    }
}
