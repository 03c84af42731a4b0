//! Refusals as the window gets them.

use model::view::Problem;

/// A refusal: a code to branch on, and what happened in words.
pub fn problem(code: &str, message: impl Into<String>) -> Problem {
    Problem {
        code: code.to_owned(),
        message: message.into(),
    }
}

pub(crate) fn unknown_conversation() -> Problem {
    problem(
        "unknownConversation",
        "This conversation is not there any more. It was deleted, or the archive it was in is another one.",
    )
}

pub(crate) fn busy() -> Problem {
    problem(
        "notReady",
        "This conversation is being closed. Open it again and repeat what you did.",
    )
}

pub(crate) fn unreadable(error: &archive::ReadError) -> Problem {
    problem("io", error.to_string())
}
