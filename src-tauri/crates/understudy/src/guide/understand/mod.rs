//! From a sentence to an intent: a pure function, no model and no guessing. What is not understood
//! is [`Intent::Unknown`], and the guide says what can be typed instead.

mod change;
mod look;
pub(crate) mod words;

#[cfg(test)]
mod table;

use words::{after, any, strip_polite, unquote};

/// What the user wants.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Intent {
    List {
        path: String,
        pattern: String,
    },
    Read {
        files: Vec<String>,
    },
    Search {
        text: String,
        path: String,
    },
    Write {
        file: String,
        content: String,
    },
    Edit {
        file: String,
        old: String,
        new: String,
    },
    Run {
        command: String,
    },
    /// A sentence that begins well and lacks something; the example shows the whole form.
    Incomplete {
        example: &'static str,
    },
    Think,
    Tour,
    /// About so many paragraphs; without a number it goes on until stopped.
    Long {
        paragraphs: Option<u32>,
    },
    Fail,
    Picture,
    Help,
    Remember {
        what: String,
    },
    Recall,
    Settings,
    Who,
    Greeting,
    Thanks,
    Empty,
    Unknown,
}

/// Reads one message. English, and the commonest forms in German.
pub(crate) fn understand(message: &str) -> Intent {
    let text = strip_polite(message);
    if text.is_empty() {
        return Intent::Empty;
    }
    phrase(text)
        .or_else(|| command(text))
        .or_else(|| long(text))
        .or_else(|| change::edit(text))
        .or_else(|| change::write(text))
        .or_else(|| change::remove(text))
        .or_else(|| memory(text))
        .or_else(|| look::search(text))
        .or_else(|| look::list(text))
        .or_else(|| look::read(text))
        .unwrap_or(Intent::Unknown)
}

/// Whole sentences.
fn phrase(text: &str) -> Option<Intent> {
    let bare = text
        .trim_end_matches(['.', '!', '?', ' '])
        .to_lowercase()
        .replace('’', "'");
    let bare = bare.strip_suffix(" please").unwrap_or(&bare);
    Some(match bare {
        "help" | "?" | "" | "/help" | "what can you do" | "what can i do" | "what can i type"
        | "what do you do" | "how does this work" | "how do i use this" | "commands" | "hilfe"
        | "was kannst du" => Intent::Help,
        "show me everything"
        | "show everything"
        | "tour"
        | "the tour"
        | "demo"
        | "show me a demo"
        | "everything"
        | "show me all"
        | "show me what you can do"
        | "give me the tour"
        | "give me a tour"
        | "zeig mir alles"
        | "zeige mir alles" => Intent::Tour,
        "think"
        | "thinking"
        | "think aloud"
        | "think out loud"
        | "show me thinking"
        | "show me your thinking"
        | "show thinking"
        | "denk nach"
        | "denke nach" => Intent::Think,
        "error" | "fail" | "an error" | "show an error" | "show me an error" | "make an error"
        | "fehler" => Intent::Fail,
        "image" | "picture" | "an image" | "a picture" | "show an image" | "show me an image"
        | "show a picture" | "show me a picture" | "draw" | "draw a picture"
        | "draw me a picture" | "draw an image" | "bild" | "zeig mir ein bild" => Intent::Picture,
        "who are you"
        | "what are you"
        | "are you an ai"
        | "are you a language model"
        | "are you a robot"
        | "are you a bot"
        | "which model are you"
        | "what model are you"
        | "wer bist du" => Intent::Who,
        "settings"
        | "status"
        | "config"
        | "show settings"
        | "what are your settings"
        | "show your settings"
        | "what is your configuration" => Intent::Settings,
        "hi" | "hello" | "hey" | "hello there" | "hi there" | "good morning" | "good evening"
        | "good afternoon" | "hallo" | "guten tag" | "guten morgen" | "moin" | "how are you" => {
            Intent::Greeting
        }
        "thanks"
        | "thank you"
        | "thank you very much"
        | "thx"
        | "great"
        | "nice"
        | "cool"
        | "perfect"
        | "danke"
        | "danke schön"
        | "super" => Intent::Thanks,
        "what did i say"
        | "what have i said"
        | "what did i tell you"
        | "history"
        | "recall"
        | "show history"
        | "what do you remember"
        | "do you remember"
        | "what do you know"
        | "was habe ich gesagt" => Intent::Recall,
        _ => return None,
    })
}

/// `run COMMAND`, kept to the letter.
fn command(text: &str) -> Option<Intent> {
    let rest = text.strip_prefix("$ ").or_else(|| {
        let rest = after(
            text,
            &["run", "execute", "exec", "bash", "shell", "führe", "führ"],
        )?;
        let rest = any(
            rest,
            &[
                "the shell command",
                "the command",
                "this command",
                "a command",
                "command",
                "den befehl",
                "in the shell",
                "in bash",
            ],
        );
        Some(rest.strip_prefix(':').unwrap_or(rest))
    })?;
    let rest = rest.trim();
    let rest = rest
        .strip_suffix(" aus")
        .filter(|_| text.starts_with('f'))
        .unwrap_or(rest);
    let command = words::fenced(rest).unwrap_or_else(|| unquote(rest));
    Some(if command.is_empty() {
        Intent::Incomplete {
            example: "run ls -la",
        }
    } else {
        Intent::Run {
            command: command.to_owned(),
        }
    })
}

fn memory(text: &str) -> Option<Intent> {
    let rest = after(
        text,
        &["remember", "note", "keep in mind", "merke dir", "merk dir"],
    )?;
    let what = any(rest, &["that", "dass", ":", ","]).trim();
    Some(if what.is_empty() {
        Intent::Incomplete {
            example: "remember the meeting is at four",
        }
    } else {
        Intent::Remember {
            what: what.to_owned(),
        }
    })
}

/// `long`, `long 20`, `a long answer`, `tell me a long story`.
fn long(text: &str) -> Option<Intent> {
    let rest = any(
        text,
        &[
            "write", "give", "show", "tell", "stream", "schreib", "schreibe",
        ],
    );
    let rest = any(any(rest, &["me", "mir"]), &["a", "an", "the", "eine"]);
    let rest = after(rest, &["very long", "long", "endless", "lange"])?;
    let rest = any(
        rest,
        &[
            "answer", "text", "story", "message", "reply", "one", "antwort",
        ],
    );
    let rest = any(rest, &["of", "with", "for"]).trim_end_matches(['.', '!', '?']);
    let number = rest.split_whitespace().next().map(str::parse);
    match number {
        None => Some(Intent::Long { paragraphs: None }),
        Some(Ok(count)) => Some(Intent::Long {
            paragraphs: Some(count),
        }),
        Some(Err(_)) => None,
    }
}
