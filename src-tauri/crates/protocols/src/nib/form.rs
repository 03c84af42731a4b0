//! The settings of a profile, for a form (`settings.rs` reads them).

use crate::form::{Field, FieldKind, field, inherit_env, pass_env};

pub(super) const FIELDS: &[Field] = &[
    field(
        "agent",
        FieldKind::Text,
        ("Backend", "Backend"),
        (
            "Its name after “nib-agent-”. Empty: NIB_AGENT, then git's nib.agent, then the usual one.",
            "Der Name nach „nib-agent-“. Leer: NIB_AGENT, dann nib.agent aus git, dann der übliche.",
        ),
    ),
    field(
        "effort",
        FieldKind::Choice(&["", "low", "medium", "high", "xhigh", "max"]),
        ("Effort", "Aufwand"),
        (
            "For operations that say none.",
            "Für Vorgänge, die keinen nennen.",
        ),
    ),
    field(
        "timeout_secs",
        FieldKind::Number,
        ("Time limit, in seconds", "Zeitgrenze, in Sekunden"),
        ("600 where nothing is said.", "600, wenn nichts gesagt ist."),
    ),
    field(
        "terminal_timeout_secs",
        FieldKind::Number,
        (
            "Time limit in the terminal, in seconds",
            "Zeitgrenze im Terminal, in Sekunden",
        ),
        (
            "None where nothing is said: you are at work there.",
            "Keine, wenn nichts gesagt ist: Dort arbeitest du.",
        ),
    ),
    pass_env("pass_env"),
    inherit_env("inherit_env"),
];
