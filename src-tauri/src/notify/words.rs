//! What a notification says, in the desktop's language: it is read where no
//! window of Parley is.

use super::Notice;
use model::ConversationSummary;

/// More of what is asked would not be read there.
const MOST: usize = 160;

/// What is said of a conversation in which something waits.
pub(super) fn notice(of: &ConversationSummary) -> Notice {
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"]
        .iter()
        .filter_map(|name| std::env::var(name).ok())
        .find(|value| !value.is_empty())
        .unwrap_or_default();
    said(of, locale.to_ascii_lowercase().starts_with("de"))
}

fn said(of: &ConversationSummary, german: bool) -> Notice {
    let summary = match (german, of.waiting) {
        (false, 0 | 1) => format!("{} waits for you", of.agent),
        (false, n) => format!("{} waits for you: {n} requests", of.agent),
        (true, 0 | 1) => format!("{} wartet auf dich", of.agent),
        (true, n) => format!("{} wartet auf dich: {n} Anfragen", of.agent),
    };
    let lines: Vec<String> = [&of.title, &of.preview]
        .into_iter()
        .filter(|line| !line.is_empty())
        .map(|line| shortened(line))
        .collect();
    Notice {
        summary,
        body: lines.join("\n"),
    }
}

fn shortened(line: &str) -> String {
    let line = line.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() <= MOST {
        return line;
    }
    let mut cut: String = line.chars().take(MOST - 1).collect();
    cut.push('…');
    cut
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::{Activity, ConversationId};

    #[test]
    fn it_says_who_waits_where_and_for_what() {
        let of = ConversationSummary {
            id: ConversationId::from("c"),
            title: "Speed up".to_owned(),
            agent: "aionrs".to_owned(),
            workspace: "/w".to_owned(),
            workspace_label: "/w".to_owned(),
            updated_at: 0,
            activity: Activity::Waiting,
            preview: format!("cargo test\n{}", "x".repeat(400)),
            unread: false,
            waiting: 2,
            queued: 0,
            tasks: 0,
            tasks: 0,
            pinned: false,
            archived: false,
        };
        let english = said(&of, false);
        assert_eq!(english.summary, "aionrs waits for you: 2 requests");
        assert!(
            english.body.starts_with("Speed up\ncargo test xxx"),
            "{}",
            english.body
        );
        assert!(english.body.chars().count() < 180);
        assert_eq!(
            said(&of, true).summary,
            "aionrs wartet auf dich: 2 Anfragen"
        );
    }
}
