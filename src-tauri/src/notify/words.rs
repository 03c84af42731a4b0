//! What a notification says, in the desktop's language: it is read where no
//! window of Parley is.

use super::Notice;
use crate::language;
use host::NewsKind;
use model::view::Settings;
use model::{ConversationSummary, TurnOutcome};

/// More of what is asked would not be read there.
const MOST: usize = 160;

/// What is said of a conversation in which something waits.
pub(super) fn notice(of: &ConversationSummary, settings: &Settings) -> Notice {
    said(of, language::is_german(settings.language))
}

/// What is said of something that happened by itself; none where the settings want nothing said,
/// and where the user stopped it.
pub(super) fn happened(
    of: &ConversationSummary,
    what: &NewsKind,
    settings: &Settings,
) -> Option<Notice> {
    told(of, what, settings, language::is_german(settings.language))
}

fn told(
    of: &ConversationSummary,
    what: &NewsKind,
    settings: &Settings,
    german: bool,
) -> Option<Notice> {
    let agent = &of.agent;
    let (summary, first) = match what {
        NewsKind::Alarm { about } if settings.notify_alarms => {
            let word = if german { "Wecker" } else { "Alarm" };
            (format!("{word}: {}", shortened(about)), agent)
        }
        NewsKind::TurnEnded { outcome, took_ms } => {
            let from = u64::from(settings.notify_turns_secs);
            if from == 0 || *took_ms < from * 1000 {
                return None;
            }
            let summary = match (outcome, german) {
                (TurnOutcome::Stopped | TurnOutcome::Interrupted, _) => return None,
                (TurnOutcome::Completed, false) => format!("{agent} is done"),
                (TurnOutcome::Completed, true) => format!("{agent} ist fertig"),
                (_, false) => format!("{agent} did not get done"),
                (_, true) => format!("{agent} wurde nicht fertig"),
            };
            (summary, &of.preview)
        }
        NewsKind::Alarm { .. } => return None,
    };
    let lines: Vec<String> = [&of.title, first]
        .into_iter()
        .filter(|line| !line.is_empty())
        .map(|line| shortened(line))
        .collect();
    Some(Notice {
        summary,
        body: lines.join("\n"),
    })
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
    fn alarms_and_long_turns_are_told_as_the_settings_say() {
        let of = ConversationSummary {
            title: "Speed up".to_owned(),
            waiting: 0,
            preview: "All 12 tests pass.".to_owned(),
            ..conversation()
        };
        let ended = |outcome, took_ms| NewsKind::TurnEnded { outcome, took_ms };
        let settings = Settings {
            notify_turns_secs: 60,
            ..Settings::default()
        };
        let alarm = NewsKind::Alarm {
            about: "stretch".to_owned(),
        };
        assert_eq!(
            told(&of, &alarm, &settings, false),
            Some(Notice {
                summary: "Alarm: stretch".to_owned(),
                body: "Speed up\naionrs".to_owned(),
            })
        );
        let done = told(&of, &ended(TurnOutcome::Completed, 60_000), &settings, true);
        assert_eq!(
            done,
            Some(Notice {
                summary: "aionrs ist fertig".to_owned(),
                body: "Speed up\nAll 12 tests pass.".to_owned(),
            })
        );
        let short = ended(TurnOutcome::Completed, 59_000);
        assert_eq!(told(&of, &short, &settings, false), None);
        let stopped = ended(TurnOutcome::Stopped, 90_000);
        assert_eq!(
            told(&of, &stopped, &settings, false),
            None,
            "the user knows"
        );
        let quiet = Settings {
            notify_alarms: false,
            notify_turns_secs: 0,
            ..settings
        };
        let long = ended(TurnOutcome::Completed, 9_000_000);
        assert_eq!(told(&of, &alarm, &quiet, false), None);
        assert_eq!(told(&of, &long, &quiet, false), None);
    }

    #[test]
    fn it_says_who_waits_where_and_for_what() {
        let of = conversation();
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

    fn conversation() -> ConversationSummary {
        ConversationSummary {
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
            pinned: false,
            archived: false,
        }
    }
}
