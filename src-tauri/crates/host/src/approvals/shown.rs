//! Text as a card shows it: nothing in it hides, and no blank run pushes the rest
//! out of sight (F061, F063).

/// More blank lines than this in a row are one mark.
const LINES: usize = 10;
/// More blanks than this in a row are one mark; deep indentation is less.
const BLANKS: usize = 120;

/// Makes texts fit to be shown, and counts what it marked.
#[derive(Debug, Default)]
pub(crate) struct Shown {
    pub blank_runs: u32,
}

/// Invisible and direction-changing characters of a text.
pub(crate) fn hidden(text: &str) -> u32 {
    let mut count = 0;
    let mut buffer = [0; 4];
    for c in text.chars().filter(|c| !c.is_ascii_graphic() && *c != ' ') {
        // A picture's own selector is taken for one: better once too often.
        let alone: &str = c.encode_utf8(&mut buffer);
        count += u32::from(render::visible(alone) != alone);
    }
    count
}

/// A run of blanks: its line ends, its other blanks, and where it began.
#[derive(Clone, Copy)]
struct Run {
    start: usize,
    lines: usize,
    blanks: usize,
    ends_line: bool,
}

impl Shown {
    /// Plain text.
    pub(crate) fn text(&mut self, text: &str) -> String {
        self.marked(&render::visible(text), false)
    }

    /// JSON text, in whose strings a line end is `\\n`.
    pub(crate) fn json(&mut self, text: &str) -> String {
        self.marked(&render::visible(text), true)
    }

    fn marked(&mut self, text: &str, escapes: bool) -> String {
        let mut out = String::with_capacity(text.len());
        let mut run: Option<Run> = None;
        let mut at = 0;
        while let Some(c) = text.get(at..).and_then(|rest| rest.chars().next()) {
            let (len, line, blank) = blank(c, text, at, escapes);
            if !blank {
                self.end(&mut out, text, at, run.take());
                // An escape is taken whole, so that `\\n` is no line end.
                let whole = if escapes && c == '\\' { 2 } else { len };
                let end = (at + whole).min(text.len());
                let end = if text.is_char_boundary(end) {
                    end
                } else {
                    at + len
                };
                out.push_str(&text[at..end]);
                at = end;
                continue;
            }
            let run = run.get_or_insert(Run {
                start: at,
                lines: 0,
                blanks: 0,
                ends_line: false,
            });
            run.lines += usize::from(line);
            run.blanks += usize::from(!line);
            run.ends_line |= c == '\n';
            at += len;
        }
        self.end(&mut out, text, at, run);
        out
    }

    fn end(&mut self, out: &mut String, text: &str, at: usize, run: Option<Run>) {
        let Some(run) = run else { return };
        if run.lines <= LINES && run.blanks <= BLANKS {
            out.push_str(&text[run.start..at]);
            return;
        }
        self.blank_runs += 1;
        let mark = |sign: char, count: usize| format!("⟨{sign} × {count}⟩");
        if run.lines > 0 {
            out.push_str(&mark('␤', run.lines));
        }
        if run.blanks > BLANKS {
            out.push_str(&mark('␠', run.blanks));
        }
        if run.ends_line {
            out.push('\n');
        }
    }
}

/// Length of the token at a place, whether it ends a line, whether it is blank.
fn blank(c: char, text: &str, at: usize, escapes: bool) -> (usize, bool, bool) {
    if escapes && c == '\\' {
        return match text.as_bytes().get(at + 1) {
            Some(b'n') => (2, true, true),
            Some(b't' | b'r') => (2, false, true),
            _ => (1, false, false),
        };
    }
    (c.len_utf8(), c == '\n', c.is_whitespace())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn f061_a_blank_run_is_one_mark_that_counts_it() {
        let mut shown = Shown::default();
        let lines = format!("ls{}rm -rf ~", "\n".repeat(5001));
        assert_eq!(shown.text(&lines), "ls⟨␤ × 5001⟩\nrm -rf ~");
        let spaces = format!("ls{};rm -rf ~", " ".repeat(100_000));
        assert_eq!(shown.text(&spaces), "ls⟨␠ × 100000⟩;rm -rf ~");
        let json = serde_json::json!({"command": lines}).to_string();
        assert_eq!(shown.json(&json), r#"{"command":"ls⟨␤ × 5001⟩rm -rf ~"}"#);
        assert_eq!(shown.blank_runs, 3);
        let plain = "a\n\n\n    b \\n";
        assert_eq!(shown.text(plain), plain);
        let escaped = r#""a\\n\\n""#;
        assert_eq!(shown.json(escaped), escaped, "a backslash is no line end");
        assert_eq!(shown.blank_runs, 3);
    }

    #[test]
    fn f063_every_format_character_is_counted_and_shown() {
        // The twelve that change direction, and some that are not there to see.
        let bidi = "\u{061C}\u{200E}\u{200F}\u{202A}\u{202B}\u{202C}\u{202D}\u{202E}\u{2066}\u{2067}\u{2068}\u{2069}";
        let others = "\u{00AD}\u{200B}\u{2060}\u{FEFF}\u{E0041}\u{180E}\u{FFF9}";
        for text in [bidi, others] {
            assert_eq!(hidden(text) as usize, text.chars().count());
            let shown = Shown::default().text(text);
            for c in text.chars() {
                assert!(!shown.contains(c), "U+{:04X}", u32::from(c));
                assert!(shown.contains(&format!("⟨U+{:04X}⟩", u32::from(c))));
            }
        }
        assert_eq!(hidden("plain\ttext\n"), 0);
    }
}
