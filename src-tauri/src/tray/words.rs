//! What the tray says, in the desktop's language: the window's catalogues are in
//! the window, which is closed when this is seen.

use crate::language;
use model::ConversationSummary;
use model::view::Language;

/// The tray's words in one language.
pub(super) struct Words {
    show: &'static str,
    quit: &'static str,
    one: &'static str,
    many: &'static str,
    waits: &'static str,
    untitled: &'static str,
}

const ENGLISH: Words = Words {
    show: "Show Parley",
    quit: "Quit and stop all agents",
    one: "1 agent is at work",
    many: "{n} agents are at work",
    waits: "waits for you",
    untitled: "New conversation",
};

const GERMAN: Words = Words {
    show: "Parley zeigen",
    quit: "Beenden und alle Agenten anhalten",
    one: "1 Agent arbeitet",
    many: "{n} Agenten arbeiten",
    waits: "wartet auf dich",
    untitled: "Neues Gespräch",
};

/// The words for the language the user chose.
pub(super) fn of(language: Language) -> &'static Words {
    if language::is_german(language) {
        &GERMAN
    } else {
        &ENGLISH
    }
}

impl Words {
    pub(super) fn show(&self) -> &'static str {
        self.show
    }

    pub(super) fn quit(&self) -> &'static str {
        self.quit
    }

    /// How many agents are at work.
    pub(super) fn at_work(&self, agents: usize) -> String {
        match agents {
            1 => self.one.to_owned(),
            n => self.many.replace("{n}", &n.to_string()),
        }
    }

    /// A conversation as one line of a menu.
    pub(super) fn conversation(&self, one: &ConversationSummary) -> String {
        let title = if one.title.is_empty() {
            self.untitled
        } else {
            &one.title
        };
        let title: String = title.chars().take(48).collect();
        if one.waiting > 0 {
            format!("{title} · {}", self.waits)
        } else {
            format!("{title} · {}", one.agent)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Language, of};

    #[test]
    fn the_tray_speaks_the_desktops_language() {
        assert_eq!(of(Language::De).at_work(3), "3 Agenten arbeiten");
        assert_eq!(of(Language::En).at_work(1), "1 agent is at work");
        assert_eq!(of(Language::En).show(), "Show Parley");
    }
}
