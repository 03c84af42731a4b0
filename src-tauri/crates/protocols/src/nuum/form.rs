//! The settings of a profile, for a form (`plan.rs` and `settings.rs` read them).

use crate::form::{Field, FieldKind, field, inherit_env, pass_env};

pub(super) const FIELDS: &[Field] = &[
    field(
        "system_prompt",
        FieldKind::LongText,
        ("System prompt", "Systemanweisung"),
        (
            "Goes with every message. For newer builds.",
            "Geht mit jeder Nachricht mit. Für neuere Versionen.",
        ),
    ),
    field(
        "environment",
        FieldKind::Json,
        ("Surroundings", "Umgebungsangaben"),
        (
            "Text or an object that is true for the turn it goes with. For newer builds.",
            "Text oder ein Objekt, das für die jeweilige Runde gilt. Für neuere Versionen.",
        ),
    ),
    field(
        "mcp_servers",
        FieldKind::Json,
        ("MCP servers", "MCP-Server"),
        (
            "An object or a list. For newer builds.",
            "Ein Objekt oder eine Liste. Für neuere Versionen.",
        ),
    ),
    field(
        "content_blocks",
        FieldKind::Switch(false),
        ("Send blocks", "Blöcke senden"),
        (
            "Messages go as a list of blocks instead of a string.",
            "Nachrichten gehen als Liste von Blöcken statt als Text.",
        ),
    ),
    pass_env("pass_env"),
    inherit_env("inherit_env"),
];
