//! Titles and previews of conversations: the one place where they are made.
//!
//! They go further than what was said: to the list, the names of windows and files, notifications,
//! the tray, the ledger. None of them holds a key that Parley knows, and what becomes known as one
//! later is taken out of those that are there.

use model::{ApprovalRequest, Attachment, ConversationMeta, ToolKind};
use secrets::Redactor;
use std::borrow::Cow;

/// Characters of an automatic title at most.
const AUTOMATIC: usize = 60;
/// Characters of a title that was given at most.
const GIVEN: usize = 200;
/// Characters of a preview at most.
const PREVIEW: usize = 120;
/// Characters of a tool's name in it at most.
const TOOL: usize = 40;

/// A title as the user, or who made the conversation, gives it.
pub(crate) fn given(title: &str) -> String {
    let title = secrets::known().text(title.trim());
    title.chars().take(GIVEN).collect()
}

/// An automatic title: the first line of the first message without Markdown's
/// marks, cut between two words; a file's name where nothing was written.
pub(crate) fn of_message(text: &str, attachments: &[Attachment]) -> String {
    let line = one_line(text, usize::MAX);
    let plain = line
        .trim_start_matches(['#', '>', '-', '*', '`', ' '])
        .trim();
    if plain.is_empty() {
        return attachments
            .first()
            .map(|file| one_line(&file.name, AUTOMATIC))
            .unwrap_or(line);
    }
    if plain.chars().count() <= AUTOMATIC {
        return plain.to_owned();
    }
    let cut = one_line(plain, AUTOMATIC);
    let whole = cut.trim_end_matches('…');
    // The cut fell into a word: it ends before it, where that leaves enough.
    let in_word = plain[whole.len()..].starts_with(|next: char| !next.is_whitespace());
    match whole.rfind(char::is_whitespace) {
        Some(space) if in_word && whole[..space].chars().count() >= AUTOMATIC / 2 => {
            let kept = whole[..space].trim_end_matches(|c: char| c.is_whitespace() || c == ',');
            format!("{kept}…")
        }
        _ => cut,
    }
}

/// What a conversation's row in the list says of its last words.
pub(crate) fn preview(text: &str) -> String {
    one_line(text, PREVIEW)
}

/// What the row in the list says of an agent that asks.
pub(crate) fn wants(request: &ApprovalRequest) -> String {
    match request.kind {
        ToolKind::Read => "wants to read a file".to_owned(),
        ToolKind::Search => "wants to search".to_owned(),
        ToolKind::Write => "wants to write a file".to_owned(),
        ToolKind::Edit => "wants to change a file".to_owned(),
        ToolKind::Execute => "wants to run a command".to_owned(),
        ToolKind::Fetch => "wants to fetch from the network".to_owned(),
        ToolKind::Agent => "wants to start another agent".to_owned(),
        ToolKind::Other => format!("wants to use {}", one_line(&request.tool, TOOL)),
    }
}

/// Whether a key is in what [`clean`] looks at.
pub(crate) fn have_key(meta: &ConversationMeta, redactor: &Redactor) -> bool {
    [&meta.title, &meta.preview, &meta.draft]
        .iter()
        .any(|text| redactor.finds(text.as_bytes()))
}

/// Takes out what has become known as a key since, of the draft, too.
pub(crate) fn clean(meta: &mut ConversationMeta) {
    for text in [&mut meta.title, &mut meta.preview, &mut meta.draft] {
        if let Cow::Owned(clean) = secrets::known().text(text) {
            *text = clean;
        }
    }
}

/// The first line of a text, cut at so many characters.
fn one_line(text: &str, most: usize) -> String {
    // Before it is cut: half a key is not found.
    let text = secrets::known().text(text);
    let line = text
        .lines()
        .map(str::trim)
        .find(|line| !line.is_empty())
        .unwrap_or("");
    if line.chars().count() <= most {
        return line.to_owned();
    }
    let mut cut: String = line.chars().take(most - 1).collect();
    cut.truncate(cut.trim_end().len());
    cut.push('…');
    cut
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_ends_between_two_words() {
        let cases = [
            ("hello there", "hello there"),
            ("# Fix `main`\nplease", "Fix `main`"),
            ("---", "---"),
            (
                "Please have a look at the tests of the archive and tell me why they fail",
                "Please have a look at the tests of the archive and tell me…",
            ),
            (
                "Please have a look at the tests of the archive, and, tell me xyzxyz",
                "Please have a look at the tests of the archive, and, tell…",
            ),
        ];
        for (text, wanted) in cases {
            assert_eq!(of_message(text, &[]), wanted);
        }
        let long = "x".repeat(100);
        assert_eq!(of_message(&long, &[]).chars().count(), AUTOMATIC);
        let file = Attachment {
            path: "/a/plan.md".to_owned(),
            name: "plan.md".to_owned(),
        };
        assert_eq!(of_message("  ", &[file]), "plan.md");
    }

    #[test]
    fn a_line_is_cut_at_so_many_characters() {
        assert_eq!(one_line("\n  Hello there  \nmore", 60), "Hello there");
        assert_eq!(one_line("aaaa bbbb cccc", 10), "aaaa bbbb…");
        assert_eq!(one_line("", 10), "");
        assert_eq!(one_line("äöüäöü", 4), "äöü…");
    }
}
