//! The settings of a profile, for a form (`settings.rs` reads them).

use crate::form::{Field, FieldKind, field, inherit_env, pass_env};

pub(super) const FIELDS: &[Field] = &[
    field(
        "command",
        FieldKind::Text,
        ("Command line", "Befehlszeile"),
        (
            "A line of the shell with {message} in it. Empty: the program and arguments above.",
            "Eine Zeile der Shell mit {message} darin. Leer: Programm und Argumente von oben.",
        ),
    ),
    field(
        "protocol",
        FieldKind::Choice(&["plain", "rich"]),
        ("Output", "Ausgabe"),
        (
            "Plain text, or JSON frames.",
            "Einfacher Text oder JSON-Rahmen.",
        ),
    ),
    field(
        "stdin",
        FieldKind::Choice(&["close", "inject"]),
        (
            "Standard input after the message",
            "Standardeingabe nach der Nachricht",
        ),
        (
            "Inject: a rich agent gets later messages while it works.",
            "inject: Ein Agent mit JSON-Rahmen bekommt spätere Nachrichten während der Arbeit.",
        ),
    ),
    field(
        "timeout",
        FieldKind::Number,
        ("Time limit, in seconds", "Zeitgrenze, in Sekunden"),
        ("120 where nothing is said.", "120, wenn nichts gesagt ist."),
    ),
    field(
        "passMedia",
        FieldKind::Switch(true),
        ("Pass on attached files", "Anhänge weiterreichen"),
        (
            "Their paths go with the message.",
            "Ihre Pfade gehen mit der Nachricht mit.",
        ),
    ),
    field(
        "revealErrors",
        FieldKind::Switch(true),
        ("Show errors in full", "Fehler ganz zeigen"),
        (
            "Standard error and exit code.",
            "Fehlerausgabe und Endcode.",
        ),
    ),
    field(
        "providers",
        FieldKind::Json,
        ("Providers", "Anbieter"),
        (
            "A list with name, apiKeys, models, baseUrl. Keys are better kept in the keychain.",
            "Eine Liste mit name, apiKeys, models, baseUrl. Schlüssel liegen besser im Schlüsselbund.",
        ),
    ),
    field(
        "channel",
        FieldKind::Text,
        ("Channel told to the agent", "Genannter Kanal"),
        (
            "“cli” where nothing is said.",
            "„cli“, wenn nichts gesagt ist.",
        ),
    ),
    pass_env("passEnv"),
    inherit_env("inheritEnv"),
];
