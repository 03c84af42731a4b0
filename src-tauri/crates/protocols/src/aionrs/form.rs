//! The settings of a profile, for a form (`plan.rs` reads them).

use crate::form::{Field, FieldKind, field, inherit_env, pass_env};

pub(super) const FIELDS: &[Field] = &[
    field(
        "provider",
        FieldKind::Choice(&["", "anthropic", "openai", "bedrock", "vertex"]),
        ("Provider", "Anbieter"),
        (
            "As usual: what the agent's own settings say.",
            "Wie üblich: was die Einstellungen des Agenten sagen.",
        ),
    ),
    field(
        "model",
        FieldKind::Text,
        ("Model", "Modell"),
        (
            "The model's name, as the provider spells it.",
            "Der Name des Modells beim Anbieter.",
        ),
    ),
    field(
        "base_url",
        FieldKind::Text,
        ("Base address", "Basisadresse"),
        (
            "Where requests go instead of the provider. Parley asks again before a key goes there.",
            "Wohin Anfragen statt zum Anbieter gehen. Parley fragt nach, bevor ein Schlüssel dorthin geht.",
        ),
    ),
    field(
        "max_tokens",
        FieldKind::Number,
        ("Longest answer, in tokens", "Längste Antwort, in Token"),
        (
            "For each request to the model.",
            "Für jede Anfrage an das Modell.",
        ),
    ),
    field(
        "max_turns",
        FieldKind::Number,
        (
            "Most rounds of a turn",
            "Meiste Aufrufe des Modells je Runde",
        ),
        (
            "How often it may go to the model and back.",
            "Wie oft er zum Modell und zurück darf.",
        ),
    ),
    field(
        "system_prompt",
        FieldKind::LongText,
        ("System prompt", "Systemanweisung"),
        (
            "What it is told before everything else.",
            "Was ihm vor allem anderen gesagt wird.",
        ),
    ),
    field(
        "auto_approve",
        FieldKind::Switch(false),
        ("Never ask", "Nie fragen"),
        (
            "Tools run without asking, from the first message on.",
            "Werkzeuge laufen ohne Nachfrage, von der ersten Nachricht an.",
        ),
    ),
    field(
        "workspace_flag",
        FieldKind::Switch(false),
        (
            "Name the folder by --workspace",
            "Ordner mit --workspace nennen",
        ),
        (
            "Off: the working directory says it. Released builds do not know the flag.",
            "Aus: Das Arbeitsverzeichnis sagt es. Veröffentlichte Versionen kennen die Option nicht.",
        ),
    ),
    field(
        "session_id_flag",
        FieldKind::Switch(false),
        ("Choose the session's id", "Sitzungskennung vorgeben"),
        (
            "Off: the agent chooses, and tells it.",
            "Aus: Der Agent wählt sie und teilt sie mit.",
        ),
    ),
    pass_env("pass_env"),
    inherit_env("inherit_env"),
];
