//! The language of what the desktop shows of Parley. Windows have catalogues of their own
//! (`ui/src/shared/lib/text`) and go by the same setting.

use model::view::Language;

/// What is said in English and in German.
pub(crate) type Said = (&'static str, &'static str);

/// The window has drawn nothing (C91).
pub(crate) const STAYED_EMPTY: Said = (
    "Parley's window has stayed empty. Close it and start Parley again: it will then draw in a plainer way, which some graphics drivers need.",
    "Das Fenster von Parley ist leer geblieben. Schließe es und starte Parley neu: Dann zeichnet es einfacher, was manche Grafiktreiber brauchen.",
);

/// The title of the desktop's own window for a folder.
pub(crate) const CHOOSE_FOLDER: Said = ("Choose a folder", "Ordner wählen");

/// One of the two.
pub(crate) const fn said(words: Said, german: bool) -> &'static str {
    if german { words.1 } else { words.0 }
}

/// Whether it is German, by the user's choice or else by the system's locale.
pub(crate) fn is_german(chosen: Language) -> bool {
    chosen.spoken(|name| std::env::var(name).ok()) == Language::De
}
