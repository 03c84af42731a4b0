//! A text as one word of a POSIX shell command ("The `{message}` placeholder").
//!
//! A quoted word stays one word only where the shell reads words: inside quotes
//! of the template, a comment or a here-document it would end them, and the
//! user's text would be run. There the placeholder is refused (F055).

/// What is replaced.
pub(super) const PLACEHOLDER: &str = "{message}";

/// The text in single quotes; a single quote in it stands in double ones.
pub(super) fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', r#"'"'"'"#))
}

/// The template with every placeholder replaced by the quoted text, which is not
/// looked at again.
///
/// # Errors
/// The place where a quoted word would not be safe, in words.
pub(super) fn filled(template: &str, text: &str) -> Result<String, &'static str> {
    match unsafe_place(template) {
        Some(place) => Err(place),
        None => Ok(template.replace(PLACEHOLDER, &quoted(text))),
    }
}

/// What the shell is in at a place of the template.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Within {
    /// Words: the top level, `( … )`, `$( … )`.
    Words,
    /// `'…'`
    Single,
    /// `$'…'`
    Escaping,
    /// `"…"`
    Double,
    /// `` `…` ``
    Backticks,
    /// `${…}`
    Parameter,
}

impl Within {
    fn words(self) -> &'static str {
        match self {
            Self::Words => "a word",
            Self::Single | Self::Escaping => "single quotes",
            Self::Double => "double quotes",
            Self::Backticks => "backticks",
            Self::Parameter => "${ }",
        }
    }
}

/// The first placeholder that does not stand where the shell reads a word.
/// Where the template is odd it is refused rather than trusted.
fn unsafe_place(template: &str) -> Option<&'static str> {
    let bytes = template.as_bytes();
    let mut stack = vec![Within::Words];
    let mut at = 0;
    let mut starts_word = true;
    while at < bytes.len() {
        let rest = &template.as_bytes()[at..];
        let top = stack.last().copied().unwrap_or(Within::Words);
        if rest.starts_with(PLACEHOLDER.as_bytes()) {
            if top != Within::Words {
                return Some(top.words());
            }
            if at > 0 && bytes[at - 1] == b'$' {
                return Some("${ }");
            }
            at += PLACEHOLDER.len();
            starts_word = false;
            continue;
        }
        let mut step = 1;
        match (top, rest[0]) {
            (Within::Single, b'\'') | (Within::Escaping, b'\'') | (Within::Double, b'"') => {
                stack.pop();
            }
            (Within::Single, _) => {}
            (_, b'\\') => {
                if rest[1..].starts_with(PLACEHOLDER.as_bytes()) {
                    return Some("a place after a backslash");
                }
                step = 2;
            }
            (Within::Escaping, _) => {}
            (_, b'`') => {
                if top == Within::Backticks {
                    stack.pop();
                } else {
                    stack.push(Within::Backticks);
                }
            }
            // Backticks are unquoted once before they are read: nothing inside is looked at.
            (Within::Backticks, _) => {}
            (_, b'$') if rest.starts_with(b"$(") => {
                stack.push(Within::Words);
                step = 2;
            }
            (_, b'$')
                if rest.starts_with(b"${") && !rest[1..].starts_with(PLACEHOLDER.as_bytes()) =>
            {
                stack.push(Within::Parameter);
                step = 2;
            }
            (Within::Parameter, b'}') => {
                stack.pop();
            }
            (Within::Words | Within::Parameter, b'"') => stack.push(Within::Double),
            (Within::Words, b'$') if rest.starts_with(b"$'") => {
                stack.push(Within::Escaping);
                step = 2;
            }
            (Within::Words | Within::Parameter, b'\'') => stack.push(Within::Single),
            (Within::Words, b'(') => stack.push(Within::Words),
            (Within::Words, b')') if stack.len() > 1 => {
                stack.pop();
            }
            (Within::Words, b'<') if rest.starts_with(b"<<<") => step = 3,
            (Within::Words, b'<')
                if rest.starts_with(b"<<") && template[at..].contains(PLACEHOLDER) =>
            {
                return Some("a command with a here-document");
            }
            (Within::Words, b'#') if starts_word => {
                let end = template[at..].find('\n').unwrap_or(rest.len());
                if template[at..at + end].contains(PLACEHOLDER) {
                    return Some("a comment");
                }
                step = end.max(1);
            }
            _ => {}
        }
        starts_word = matches!(
            rest[0],
            b' ' | b'\t' | b'\n' | b';' | b'&' | b'|' | b'(' | b')'
        );
        at += step;
    }
    None
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn a_quote_in_the_text_ends_nothing() {
        assert_eq!(quoted("it's"), r#"'it'"'"'s'"#);
        assert_eq!(quoted(""), "''");
        assert_eq!(quoted("-rf"), "'-rf'");
    }

    #[test]
    fn every_placeholder_is_filled_and_no_text_is_filled_again() {
        let filled = filled("a {message} | b --x={message}", "{message} $(c)").unwrap();
        assert_eq!(filled, "a '{message} $(c)' | b --x='{message} $(c)'");
    }

    #[test]
    fn f055_places_where_a_word_is_read_are_taken() {
        for template in [
            "echo {message}",
            "artisan chat -m {message} -v",
            "echo 'a b'{message}\"c\"",
            "echo \"$(tr a b <file; echo {message})\"",
            "(cd /x && run --text={message}) # says it",
            "echo a#b {message}",
            "cat <<< {message}",
            r"echo \' {message}",
            "echo ${HOME:-'}'} {message}",
            "",
            "é {message} é",
        ] {
            assert_eq!(unsafe_place(template), None, "{template}");
        }
    }

    #[test]
    fn f055_places_where_the_text_would_be_run_are_refused() {
        for (template, place) in [
            ("echo '{message}'", "single quotes"),
            ("echo $'\\'{message}'", "single quotes"),
            ("echo \"{message}\"", "double quotes"),
            ("sh -c 'echo {message}'", "single quotes"),
            ("sh -c \"echo {message}\"", "double quotes"),
            ("echo \"$(date) {message}\"", "double quotes"),
            ("echo `echo {message}`", "backticks"),
            ("echo ${x:-{message}}", "${ }"),
            ("echo ${message}", "${ }"),
            ("echo \\{message}", "a place after a backslash"),
            ("echo \"\\{message}\"", "a place after a backslash"),
            (
                "cat <<END\n{message}\nEND",
                "a command with a here-document",
            ),
            ("true # {message}", "a comment"),
            ("#{message}", "a comment"),
            ("echo {message} '{message}'", "single quotes"),
        ] {
            assert_eq!(unsafe_place(template), Some(place), "{template}");
        }
    }
}
