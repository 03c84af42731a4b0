//! Text that comes line by line and is one message ("Plain mode", "Non-JSON output").

use super::SHOWN_TEXT;

/// The message so far.
#[derive(Debug, Default)]
pub(super) struct Gathered {
    text: String,
    /// Blank lines since the last other line: none of them begins or ends a message.
    blanks: usize,
    /// Bytes that are over [`SHOWN_TEXT`].
    lost: usize,
}

impl Gathered {
    /// A blank line.
    pub(super) fn blank(&mut self) {
        self.blanks += 1;
    }

    /// A line. Answers what the message grew by; `None` where it is full.
    pub(super) fn line(&mut self, line: &str) -> Option<&str> {
        let breaks = match (self.text.is_empty(), std::mem::take(&mut self.blanks)) {
            (true, _) => 0,
            (false, blanks) => blanks + 1,
        };
        if self.lost > 0 || self.text.len() + breaks + line.len() > SHOWN_TEXT {
            self.lost += breaks + line.len();
            return None;
        }
        let before = self.text.len();
        self.text.extend(std::iter::repeat_n('\n', breaks));
        self.text.push_str(line);
        Some(&self.text[before..])
    }

    /// The message.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// How many bytes did not fit.
    pub(super) fn lost(&self) -> usize {
        self.lost
    }
}
