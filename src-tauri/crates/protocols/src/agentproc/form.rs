//! The settings of a profile, for a form (`settings.rs` reads them).

use crate::form::{Field, FieldKind, field};

pub(super) const FIELDS: &[Field] = &[
    field(
        "wire",
        FieldKind::Choice(&["0.1", "0.4"]),
        ("Wire", "Protokollfassung"),
        (
            "0.1: variables and prefixed lines. 0.4: JSON lines, and it can ask.",
            "0.1: Variablen und Zeilen mit Vorsatz. 0.4: JSON-Zeilen, und er kann fragen.",
        ),
    ),
    field(
        "permission",
        FieldKind::Switch(false),
        ("Ask before tools run", "Vor Werkzeugen fragen"),
        ("Wire 0.4 only.", "Nur mit Fassung 0.4."),
    ),
    field(
        "stdin",
        FieldKind::Choice(&["none", "message"]),
        (
            "Message on standard input",
            "Nachricht auf der Standardeingabe",
        ),
        (
            "Wire 0.1: the message is also written there.",
            "Fassung 0.1: Die Nachricht wird auch dorthin geschrieben.",
        ),
    ),
    field(
        "streaming",
        FieldKind::Switch(true),
        ("Show partial answers", "Teilantworten zeigen"),
        (
            "As the agent writes them.",
            "Sobald der Agent sie schreibt.",
        ),
    ),
    field(
        "timeout_secs",
        FieldKind::Number,
        ("Time limit, in seconds", "Zeitgrenze, in Sekunden"),
        (
            "1800 where nothing is said; 0 for none.",
            "1800, wenn nichts gesagt ist; 0 für keine.",
        ),
    ),
    field(
        "kill_grace_secs",
        FieldKind::Number,
        (
            "Grace before it is killed, in seconds",
            "Frist vor dem Beenden, in Sekunden",
        ),
        ("5 where nothing is said.", "5, wenn nichts gesagt ist."),
    ),
    field(
        "max_reply_chars",
        FieldKind::Number,
        (
            "Longest answer, in characters",
            "Längste Antwort, in Zeichen",
        ),
        (
            "What is longer is cut, and said to be.",
            "Was länger ist, wird sichtbar gekürzt.",
        ),
    ),
    field(
        "truncation_suffix",
        FieldKind::Text,
        ("Mark of a cut answer", "Zeichen einer gekürzten Antwort"),
        ("Put at its end.", "Steht an ihrem Ende."),
    ),
    field(
        "include_stderr_in_reply",
        FieldKind::Switch(false),
        (
            "Show standard error in the answer",
            "Fehlerausgabe in der Antwort zeigen",
        ),
        (
            "For agents that talk there.",
            "Für Agenten, die dort sprechen.",
        ),
    ),
    field(
        "send_error_reply",
        FieldKind::Switch(true),
        ("Show errors as an answer", "Fehler als Antwort zeigen"),
        (
            "Off: they are kept in the notices.",
            "Aus: Sie bleiben bei den Hinweisen.",
        ),
    ),
    field(
        "cwd",
        FieldKind::Text,
        ("Working directory", "Arbeitsverzeichnis"),
        (
            "The conversation's folder where nothing is said.",
            "Der Ordner des Gesprächs, wenn nichts gesagt ist.",
        ),
    ),
    field(
        "session_line_prefix",
        FieldKind::Text,
        ("Prefix of session lines", "Vorsatz der Sitzungszeilen"),
        ("Wire 0.1.", "Fassung 0.1."),
    ),
    field(
        "from_user",
        FieldKind::Text,
        ("Sender told to the agent", "Genannter Absender"),
        ("Wire 0.1.", "Fassung 0.1."),
    ),
    field(
        "env_allowlist",
        FieldKind::Names,
        ("Variables it may use", "Erlaubte Variablen"),
        (
            "Names of your environment that the profile may take values from.",
            "Namen deiner Umgebung, aus denen das Profil Werte nehmen darf.",
        ),
    ),
    field(
        "env_inherit",
        FieldKind::Choice(&["minimal", "all"]),
        ("Environment", "Umgebung"),
        (
            "All: your whole environment, keys in it included.",
            "all: deine ganze Umgebung, auch Schlüssel darin.",
        ),
    ),
];
