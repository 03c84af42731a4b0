//! Sentences that only this guide understands; all others are the other guide's.

use crate::guide::understand::words::{after, all, any, quoted, strip_polite, unquote};
use crate::guide::understand::{Intent, understand};

/// What the user wants.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Wish {
    Research { topic: String },
    Alarm { seconds: u64, text: String },
    Tasks,
    Stop,
    Incomplete { example: &'static str },
    Other(Intent),
}

/// A year is long enough.
const LONGEST: u64 = 366 * 24 * 3_600;

pub(super) fn wish(message: &str) -> Wish {
    let text = strip_polite(message);
    let bare = text.trim_end_matches(['.', '!', '?', ' ']).to_lowercase();
    match bare.as_str() {
        "tasks" | "task" | "alarms" | "list tasks" | "show tasks" | "show me the tasks"
        | "background tasks" | "what are you doing" | "list alarms" | "aufgaben" => {
            return Wish::Tasks;
        }
        "stop" | "halt" | "cancel" | "stop it" | "stop all" | "cancel all" | "stop everything"
        | "cancel everything" | "stop the tasks" | "stopp" => return Wish::Stop,
        _ => {}
    }
    alarm(text)
        .or_else(|| research(text))
        .unwrap_or_else(|| Wish::Other(understand(message)))
}

fn research(text: &str) -> Option<Wish> {
    let rest = after(
        text,
        &[
            "research",
            "investigate",
            "look into",
            "find out about",
            "recherchiere",
        ],
    )?;
    let rest = any(rest, &["on", "about", "for", "into", ":"]).trim();
    let topic = unquote(rest.trim_end_matches(['.', '!', '?'])).trim();
    Some(if topic.is_empty() {
        Wish::Incomplete {
            example: "research TODO",
        }
    } else {
        Wish::Research {
            topic: topic.to_owned(),
        }
    })
}

/// `remind me in 10 seconds to …`, `remind me to … in 10 seconds`, `alarm 5s …`.
fn alarm(text: &str) -> Option<Wish> {
    let rest = after(
        text,
        &[
            "remind me",
            "remind",
            "set an alarm",
            "set alarm",
            "alarm",
            "wake me",
            "timer",
            "set a timer",
            "erinnere mich",
        ],
    )?;
    let rest = any(rest, &["up"]);
    let incomplete = Some(Wish::Incomplete {
        example: "remind me in 10 seconds to stretch",
    });
    // The time first …
    let head = all(rest, &["in", "for", "after", ":"]);
    if let Some((seconds, tail)) = span(head) {
        return Some(wished(seconds, tail));
    }
    // … or last.
    if let Some((what, tail)) = rest.rsplit_once(" in ")
        && let Some((seconds, end)) = span(tail)
        && end.trim_end_matches(['.', '!', '?', ' ']).is_empty()
    {
        return Some(wished(seconds, what));
    }
    incomplete
}

fn wished(seconds: u64, text: &str) -> Wish {
    let text = any(
        text.trim_start_matches([' ', ',', ':']),
        &["to", "that", "about", "saying", "daran"],
    );
    let text = text.trim_start_matches([':', ' ']).trim();
    let text = match quoted(text) {
        Some((inner, "")) => inner,
        _ => text,
    };
    Wish::Alarm {
        seconds: seconds.min(LONGEST),
        text: if text.is_empty() {
            "Time is up".to_owned()
        } else {
            text.to_owned()
        },
    }
}

/// `10 seconds`, `5s`, `1m30s`, `an hour`; and what follows.
fn span(text: &str) -> Option<(u64, &str)> {
    let (mut seconds, mut rest, mut any_found) = (0_u64, text.trim_start(), false);
    while let Some((one, tail)) = part(rest) {
        (seconds, any_found) = (seconds.saturating_add(one), true);
        rest = all(tail.trim_start(), &["and", "und"]);
    }
    any_found.then_some((seconds, rest))
}

fn part(text: &str) -> Option<(u64, &str)> {
    let (count, rest) = match after(text, &["a", "an", "one", "eine", "einer"]) {
        Some(rest) => (1, rest),
        None => {
            let end = text
                .find(|c: char| !c.is_ascii_digit())
                .unwrap_or(text.len());
            (text[..end].parse().ok()?, text[end..].trim_start())
        }
    };
    let end = rest
        .find(|c: char| !c.is_alphabetic())
        .unwrap_or(rest.len());
    let unit = match rest[..end].to_lowercase().as_str() {
        "s" | "sec" | "secs" | "second" | "seconds" | "sekunde" | "sekunden" => 1,
        "m" | "min" | "mins" | "minute" | "minutes" | "minuten" => 60,
        "h" | "hour" | "hours" | "stunde" | "stunden" => 3_600,
        _ => return None,
    };
    Some((u64::saturating_mul(count, unit), &rest[end..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn alarm(seconds: u64, text: &str) -> Wish {
        Wish::Alarm {
            seconds,
            text: text.to_owned(),
        }
    }

    fn research(topic: &str) -> Wish {
        Wish::Research {
            topic: topic.to_owned(),
        }
    }

    #[test]
    fn sentences_and_what_they_mean() {
        let rows = [
            (
                "remind me in 10 seconds to drink water",
                alarm(10, "drink water"),
            ),
            (
                "Remind me to drink water in 10 minutes.",
                alarm(600, "drink water"),
            ),
            ("alarm 5s tea", alarm(5, "tea")),
            ("alarm in 1m30s: the eggs", alarm(90, "the eggs")),
            (
                "please set an alarm for 1 hour and 5 min \"look up\"",
                alarm(3_900, "look up"),
            ),
            ("remind me in an hour", alarm(3_600, "Time is up")),
            (
                "alarm",
                Wish::Incomplete {
                    example: "remind me in 10 seconds to stretch",
                },
            ),
            ("research TODO", research("TODO")),
            (
                "can you research how errors are handled?",
                research("how errors are handled"),
            ),
            (
                "research",
                Wish::Incomplete {
                    example: "research TODO",
                },
            ),
            ("tasks", Wish::Tasks),
            ("what are you doing?", Wish::Tasks),
            ("Stop!", Wish::Stop),
            (
                "read a.txt",
                Wish::Other(Intent::Read {
                    files: vec!["a.txt".to_owned()],
                }),
            ),
        ];
        let wrong: Vec<_> = rows
            .iter()
            .map(|(said, meant)| (said, wish(said), meant))
            .filter(|(_, got, meant)| got != *meant)
            .collect();
        assert!(wrong.is_empty(), "(said, got, meant): {wrong:#?}");
    }
}
