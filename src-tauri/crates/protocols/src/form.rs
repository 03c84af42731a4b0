//! What a profile of a protocol can be set to, for a form: pure data, beside the
//! code that reads it. A form that follows it needs to know no protocol.

/// The same words in each language of the window.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Words {
    /// English.
    pub en: &'static str,
    /// German.
    pub de: &'static str,
}

/// One setting.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Field {
    /// Its key in the profile's settings.
    pub name: &'static str,
    /// What it takes.
    pub kind: FieldKind,
    /// Its name for people.
    pub label: Words,
    /// One line on what it does.
    pub help: Words,
}

/// What a setting takes. Absent means the program's own choice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FieldKind {
    /// A line of text.
    Text,
    /// Several lines.
    LongText,
    /// A whole number.
    Number,
    /// On or off, with what it is where nothing is said.
    Switch(bool),
    /// One of these; the first where nothing is said.
    Choice(&'static [&'static str]),
    /// Names, in a list.
    Names,
    /// Any JSON.
    Json,
}

/// A setting in one line of a table.
pub(crate) const fn field(
    name: &'static str,
    kind: FieldKind,
    label: (&'static str, &'static str),
    help: (&'static str, &'static str),
) -> Field {
    Field {
        name,
        kind,
        label: Words {
            en: label.0,
            de: label.1,
        },
        help: Words {
            en: help.0,
            de: help.1,
        },
    }
}

/// Variables of the host that are passed on by name.
pub(crate) const fn pass_env(name: &'static str) -> Field {
    field(
        name,
        FieldKind::Names,
        ("Variables to pass on", "Weitergereichte Variablen"),
        (
            "Names of your own environment's variables that the agent gets beside the usual few.",
            "Namen von Variablen deiner Umgebung, die der Agent zusätzlich bekommt.",
        ),
    )
}

/// All variables of the host are passed on.
pub(crate) const fn inherit_env(name: &'static str) -> Field {
    field(
        name,
        FieldKind::Switch(false),
        ("Pass on everything", "Alles weiterreichen"),
        (
            "The agent gets your whole environment, keys in it included.",
            "Der Agent bekommt deine ganze Umgebung, auch Schlüssel darin.",
        ),
    )
}
