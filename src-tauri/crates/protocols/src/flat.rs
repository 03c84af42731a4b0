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
    entries: [(&'t str, &'t str); MOST],
    count: usize,
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
}

/// Reads such a line; `None` where it is of any other kind.
pub(crate) fn strings(line: &str) -> Option<Strings<'_>> {
    let mut rest = Rest { line, at: 0 };
    let mut found = Strings {
        entries: [("", ""); MOST],
        count: 0,
    };
    rest.take(b'{')?;
    loop {
        let key = rest.string()?;
        rest.take(b':')?;
        *found.entries.get_mut(found.count)? = (key, rest.string()?);
        found.count += 1;
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
    for eight in bytes.chunks_exact(8) {
        let word = eight.try_into().map_or(0, u64::from_le_bytes);
        // The highest bit of each byte that is below, or nought; false only above the first that is so.
        let below = |word: u64, limit: u64| word.wrapping_sub(ONES * limit) & !word;
        let special = below(word, 0x20)
            | below(word ^ (ONES * u64::from(b'"')), 1)
            | below(word ^ (ONES * u64::from(b'\\')), 1);
        let special = special & (ONES << 7);
        if special != 0 {
            return at + special.trailing_zeros() as usize / 8;
        }
        at += 8;
    }
    let tail = &bytes[at..];
    let special = |byte: &u8| *byte < 0x20 || matches!(byte, b'"' | b'\\');
    at + tail.iter().position(special).unwrap_or(tail.len())
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

    proptest! {
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
