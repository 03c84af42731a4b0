//! What each frame shows ("Frame Types"). Each is shown at once and whole.

use super::Terminal;
use crate::out::Out;
use crate::terminal::media;
use crate::terminal::wire::Said;
use model::{AgentFault, ItemBody, Media, NoticeLevel};

impl Terminal {
    pub(super) fn take(&mut self, said: Said<'_>, out: &mut Out) {
        match said {
            Said::Message { text, media } => self.on_message(&text, &media, out),
            Said::Progress { text } => self.on_progress(&text, out),
            Said::Error { text, code } => self.on_error(text.as_deref(), code.as_deref(), out),
            Said::Log { text, level } => self.on_log(&text, level.as_deref(), out),
        }
    }

    /// A bubble of its own, and a chip for each file.
    fn on_message(&mut self, text: &str, media: &[String], out: &mut Out) {
        if text.trim().is_empty() && media.is_empty() {
            out.quiet(self.turn.as_ref(), "The agent sent an empty message.");
            return;
        }
        self.show_text(text, out);
        for path in media {
            self.show_media(path, out);
        }
    }

    /// The latest stays open until the next one, or the end.
    fn on_progress(&mut self, text: &str, out: &mut Out) {
        self.close_progress(out);
        let id = self.new_item("progress");
        let text = text.to_owned();
        out.start(&id, self.turn.as_ref(), ItemBody::Progress { text });
        self.progress = Some(id);
    }

    pub(super) fn close_progress(&mut self, out: &mut Out) {
        if let Some(id) = self.progress.take() {
            out.complete(&id);
        }
    }

    /// Shown now; that it makes the turn fail is said at its end (F026).
    fn on_error(&mut self, text: Option<&str>, code: Option<&str>, out: &mut Out) {
        let text = text.unwrap_or("The agent reported an error without saying which.");
        let message = match code {
            Some(code) => format!("{text} ({code})"),
            None => text.to_owned(),
        };
        self.came = true;
        self.error = Some(message.clone());
        out.fault(
            self.turn.as_ref(),
            AgentFault {
                code: "terminal.error".to_owned(),
                message,
                retryable: None,
                detail: None,
            },
        );
    }

    /// "Not shown to user": folded away, unless it warns. A level nobody knows
    /// folds away too, and is named.
    fn on_log(&mut self, text: &str, level: Option<&str>, out: &mut Out) {
        let word = level.unwrap_or("debug");
        let level = match word {
            "warning" | "error" => NoticeLevel::Warning,
            _ => NoticeLevel::Quiet,
        };
        out.notice(self.turn.as_ref(), level, format!("[{word}] {text}"));
    }

    /// A whole text as one item; none where it is blank.
    pub(super) fn show_text(&mut self, text: &str, out: &mut Out) {
        if text.trim().is_empty() {
            return;
        }
        self.came = true;
        let id = self.new_item("text");
        let text = text.to_owned();
        out.start(&id, self.turn.as_ref(), ItemBody::Text { text });
        out.complete(&id);
    }

    /// A chip: named, never opened (F027).
    pub(super) fn show_media(&mut self, path: &str, out: &mut Out) {
        self.came = true;
        let id = self.new_item("media");
        let media = Media {
            path: path.to_owned(),
            kind: media::kind(path),
        };
        out.start(&id, self.turn.as_ref(), ItemBody::Media(media));
        out.complete(&id);
    }
}
