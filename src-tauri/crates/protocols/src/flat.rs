//! The short way for the commonest line: an object of a few strings without
//! escapes, such as the next words of an answer. Whatever is not that, or is not
//! surely well-formed, is left to [`crate::lines::object`].

/// Fields such a line has at most.
const MOST: usize = 6;
/// The same byte eight times.
const ONES: u64 = u64::from_ne_bytes([1; 8]);

/// The fields of an object that holds nothing but plain strings.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Strings<'t> {
    line: &'t str,
    entries: [(&'t str, &'t str); MOST],
    count: usize,
    /// Where the text of the last value begins.
    last_at: usize,
}

impl<'t> Strings<'t> {
    /// The value of a field. Of a name that comes twice, the last counts.
    pub(crate) fn get(&self, name: &str) -> Option<&'t str> {
        self.entries[..self.count]
            .iter()
            .rev()
            .find(|(key, _)| *key == name)
            .map(|(_, value)| *value)
    }

    /// The line up to the text of its last value, where that is the field of this name.
    pub(crate) fn head_before(&self, name: &str) -> Option<&'t str> {
        let (last, _) = self.entries[..self.count].last()?;
        (*last == name).then(|| &self.line[..self.last_at])
    }
}

/// The rest of such a line after a head that it has in common with another: its last value.
pub(crate) fn last_value(rest: &str) -> Option<&str> {
    let end = plain(rest.as_bytes());
    (&rest.as_bytes()[end..] == b"\"}").then(|| &rest[..end])
}

/// Reads such a line; `None` where it is of any other kind.
pub(crate) fn strings(line: &str) -> Option<Strings<'_>> {
    let mut rest = Rest { line, at: 0 };
    let mut found = Strings {
        line,
        last_at: 0,
        entries: [("", ""); MOST],
        count: 0,
    };
    rest.take(b'{')?;
    loop {
        let key = rest.string()?;
        rest.take(b':')?;
        let value = rest.string()?;
        *found.entries.get_mut(found.count)? = (key, value);
        found.count += 1;
        // After the value comes its quote.
        found.last_at = rest.at - value.len() - 1;
        if rest.take(b',').is_none() {
            break;
        }
    }
    rest.take(b'}')?;
    rest.skip_blank();
    (rest.at == line.len()).then_some(found)
}

struct Rest<'t> {
    line: &'t str,
    at: usize,
}

impl<'t> Rest<'t> {
    fn skip_blank(&mut self) {
        while let Some(b' ' | b'\t' | b'\r' | b'\n') = self.line.as_bytes().get(self.at) {
            self.at += 1;
        }
    }

    /// Blanks, and then this byte.
    fn take(&mut self, byte: u8) -> Option<()> {
        self.skip_blank();
        (self.line.as_bytes().get(self.at) == Some(&byte)).then(|| self.at += 1)
    }

    /// Blanks, and then a string without an escape.
    fn string(&mut self) -> Option<&'t str> {
        self.take(b'"')?;
        let from = self.at;
        let end = from + plain(&self.line.as_bytes()[from..]);
        if self.line.as_bytes().get(end) != Some(&b'"') {
            return None;
        }
        self.at = end + 1;
        self.line.get(from..end)
    }
}

/// How many bytes come before the first that is a quote, a backslash or a control character.
fn plain(bytes: &[u8]) -> usize {
    let mut at = 0;
    while let Some(eight) = bytes[at..].first_chunk() {
        let special = special(*eight);
        if special != 0 {
            return at + special.trailing_zeros() as usize / 8;
        }
        at += 8;
    }
    // The last eight, of which some were plain already.
    if let Some(eight) = bytes.last_chunk() {
        let special = special(*eight);
        return if special == 0 {
            bytes.len()
        } else {
            bytes.len() - 8 + special.trailing_zeros() as usize / 8
        };
    }
    let special = |byte: &u8| *byte < 0x20 || matches!(byte, b'"' | b'\\');
    bytes.iter().position(special).unwrap_or(bytes.len())
}

/// The highest bit of each byte that is special; right up to the first that is.
fn special(eight: [u8; 8]) -> u64 {
    let word = u64::from_le_bytes(eight);
    // The highest bit of each byte that is below, or nought; false only above the first that is so.
    let below = |word: u64, limit: u64| word.wrapping_sub(ONES * limit) & !word;
    let special = below(word, 0x20)
        | below(word ^ (ONES * u64::from(b'"')), 1)
        | below(word ^ (ONES * u64::from(b'\\')), 1);
    special & (ONES << 7)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::fields::Problems;
    use crate::lines;
    use proptest::prelude::*;

    #[test]
    fn a_line_of_plain_strings_is_read() {
        let found =
            strings("{\"type\":\"text_delta\" , \"text\":\"Grüße 👋, 12\", \"text\": \"\"} ")
                .unwrap();
        assert_eq!(found.get("type"), Some("text_delta"));
        assert_eq!(found.get("text"), Some(""));
        assert_eq!(found.get("msg_id"), None);
    }

    #[test]
    fn any_other_line_is_left_alone() {
        for line in [
            "",
            "{}",
            "{\"a\":1}",
            "{\"a\":null}",
            "{\"a\":\"b\\n\"}",
            "{\"a\\u0041\":\"b\"}",
            "{\"a\":\"b\tc\"}",
            "{\"a\":\"b\"",
            "{\"a\":\"b\",}",
            "{\"a\":\"b\"}}",
            "{\"a\":\"b\"} {\"a\":\"b\"}",
            "[\"a\"]",
            "{\"a\":{\"b\":\"c\"}}",
            "{\"a\":\"1\",\"b\":\"2\",\"c\":\"3\",\"d\":\"4\",\"e\":\"5\",\"f\":\"6\",\"g\":\"7\"}",
            "{a:\"b\"}",
            "{\"a\":\"unfinished}",
        ] {
            assert_eq!(strings(line), None, "{line}");
        }
    }

    #[test]
    fn the_last_value_is_all_that_follows_a_head() {
        let head = strings(r#"{"type":"text_delta", "text":"and so"}"#)
            .unwrap()
            .head_before("text")
            .unwrap();
        assert_eq!(head, r#"{"type":"text_delta", "text":""#);
        let after = |line: &'static str| last_value(line.strip_prefix(head)?);
        assert_eq!(
            after(r#"{"type":"text_delta", "text":" Grüße, 12"}"#),
            Some(" Grüße, 12")
        );
        assert_eq!(after(r#"{"type":"text_delta", "text":""}"#), Some(""));
        for other in [
            r#"{"type":"text_delta", "text":"a\nb"}"#,
            r#"{"type":"text_delta", "text":"a","text":"b"}"#,
            r#"{"type":"text_delta", "text":"a"} "#,
            r#"{"type":"text_delta", "text":"a"}}"#,
            r#"{"type":"text_delta", "text":"a"#,
            r#"{"type":"text_delta", "text":"a"]"#,
            "{\"type\":\"text_delta\", \"text\":\"a\tb\"}",
            r#"{"type":"thinking", "text":"a"}"#,
        ] {
            assert_eq!(after(other), None, "{other}");
        }
        let two = strings(r#"{"text":"a","type":"text_delta"}"#).unwrap();
        assert_eq!(two.head_before("text"), None);
    }

    proptest! {
        /// Eight bytes at once find what one by one do.
        #[test]
        fn the_first_special_byte_is_found(bytes in prop::collection::vec(prop_oneof![4 => 0x20u8..=0xff, 1 => 0u8..0x30, 1 => Just(b'\\')], 0..40)) {
            let slow = bytes.iter().position(|byte| *byte < 0x20 || matches!(byte, b'"' | b'\\'));
            prop_assert_eq!(plain(&bytes), slow.unwrap_or(bytes.len()));
        }

        /// What is read the short way is what the long way reads.
        #[test]
        fn both_ways_read_the_same(
            fields in prop::collection::vec(("[a-c\"\\\\é]{0,3}", "[ -~\\x00-\\x1f\\\\\"é👋]{0,40}"), 0..8),
            raw in any::<bool>(),
            blank in "[ \t]{0,2}",
        ) {
            let written = |text: &str| if raw {
                format!("\"{text}\"")
            } else {
                serde_json::to_string(text).unwrap()
            };
            let fields: Vec<String> = fields
                .iter()
                .map(|(key, value)| format!("{}{blank}:{}", written(key), written(value)))
                .collect();
            let comma = format!("{blank},");
            let line = format!("{{{}}}{blank}", fields.join(&comma));
            if let Some(found) = strings(&line) {
                let object = lines::object(&line).expect("the long way reads it too");
                let mut problems = Problems::default();
                for (key, _) in object.entries() {
                    let long = object.text(key, &mut problems);
                    prop_assert_eq!(found.get(key), long.as_deref());
                }
                prop_assert_eq!(object.entries().count(), found.count);
                prop_assert_eq!(problems.text(), None);
            } else if !raw {
                // Only what the short way does not speak of is left to the long one.
                prop_assert!(line.contains('\\') || fields.is_empty() || fields.len() > MOST);
            }
        }
    }
}
