//! A command as words. What lets something pass is read strictly, what refuses
//! something loosely: each fails towards asking or refusing.

/// The words of a command that a shell would only split, unquote and run. None
/// where it would do anything more: operators, substitution, redirection,
/// variables before the program, expansion, escapes, comments, several lines.
pub(crate) fn simple(command: &str) -> Option<Vec<String>> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut chars = command.trim_matches(' ').chars();
    while let Some(c) = chars.next() {
        match c {
            ' ' | '\t' => words.extend(word.take()),
            '\'' => {
                let word = word.get_or_insert_default();
                loop {
                    match chars.next()? {
                        '\'' => break,
                        '\n' | '\r' | '\0' => return None,
                        c => word.push(c),
                    }
                }
            }
            '"' => {
                let word = word.get_or_insert_default();
                loop {
                    match chars.next()? {
                        '"' => break,
                        '$' | '`' | '\\' | '!' | '\n' | '\r' | '\0' => return None,
                        c => word.push(c),
                    }
                }
            }
            '#' if word.is_none() => return None,
            '\n' | '\r' | '\0' | ';' | '&' | '|' | '<' | '>' | '(' | ')' | '`' | '$' | '{'
            | '}' | '*' | '?' | '[' | ']' | '!' | '\\' | '^' => return None,
            // Blanks that a shell takes for letters and a reader does not.
            c if c.is_whitespace() || c.is_control() => return None,
            c => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    let first = words.first()?;
    (!first.is_empty() && !first.contains('=') && !first.starts_with('~')).then_some(words)
}

/// Words given one by one, where none of them could mean more to a shell.
pub(crate) fn listed(words: &[String]) -> Option<Vec<String>> {
    let plain = |word: &String| simple(word).is_some_and(|parts| parts == [word.as_str()]);
    (!words.is_empty() && words.iter().all(plain)).then(|| words.to_vec())
}

/// Words that only start another program, or set something for it.
const STARTERS: &[&str] = &[
    "env", "nohup", "time", "exec", "xargs", "sudo", "doas", "command", "builtin", "nice",
    "timeout",
];

/// Every simple command that may be in a command line, roughly: what follows an
/// operator, a quote or a starter may begin one.
pub(crate) fn parts(command: &str) -> Vec<Vec<String>> {
    let mut all = Vec::new();
    for part in command.split([
        '\n', '\r', ';', '&', '|', '(', ')', '`', '{', '}', '"', '\'',
    ]) {
        let words: Vec<String> = part
            .split_whitespace()
            .map(|word| word.trim_matches(['\\', '<', '>']).to_owned())
            .filter(|word| !word.is_empty())
            .collect();
        let mut rest = words.as_slice();
        while let Some((first, after)) = rest.split_first() {
            all.push(rest.to_vec());
            let program = first.rsplit('/').next().unwrap_or(first);
            let passes = first.contains('=')
                || first.starts_with('-')
                || first.chars().all(|c| c.is_ascii_digit())
                || STARTERS.contains(&program);
            if !passes {
                break;
            }
            rest = after;
        }
    }
    // Quotes may also stand inside a word: `r'm'`.
    let unquoted = command.replace(['"', '\'', '\\'], "");
    if unquoted != command {
        all.extend(parts(&unquoted));
    }
    all
}

/// Whether a command's words are, or begin with, those of a rule.
pub(crate) fn begins(command: &[String], words: &[String], exact: bool) -> bool {
    !words.is_empty() && command.starts_with(words) && (!exact || command.len() == words.len())
}

/// The same where the program may be named by its path.
pub(crate) fn begins_loosely(command: &[String], words: &[String], exact: bool) -> bool {
    let mut command = command.to_vec();
    if let Some(first) = command.first_mut()
        && words.first().is_some_and(|word| !word.contains('/'))
    {
        *first = first.rsplit('/').next().unwrap_or(first).to_owned();
    }
    begins(&command, words, exact)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        text.split(' ').map(str::to_owned).collect()
    }

    #[test]
    fn a_simple_command_is_its_words() {
        assert_eq!(simple("cargo  test -p x"), Some(words("cargo test -p x")));
        assert_eq!(
            simple("git commit -m 'a b; c'"),
            Some(
                ["git", "commit", "-m", "a b; c"]
                    .map(str::to_owned)
                    .to_vec()
            )
        );
        assert_eq!(simple(r#"echo "it's" a"b"c"#), Some(words("echo it's abc")));
    }

    #[test]
    fn whatever_a_shell_would_do_more_is_not_simple() {
        for command in [
            "cargo test; rm -rf ~",
            "cargo test && rm x",
            "cargo test | sh",
            "cargo test & rm x",
            "cargo test\nrm -rf ~",
            "cargo test\rrm",
            "cargo test > /etc/hosts",
            "cargo test < x",
            "cargo test $(rm x)",
            "cargo test `rm x`",
            "cargo test \"$(rm x)\"",
            "cargo test \"`rm x`\"",
            "cargo test $HOME",
            "cargo test ${x}",
            "RUSTC_WRAPPER=/tmp/evil cargo test",
            "\"A=1\" cargo",
            "cargo test <(rm x)",
            "{rm,-rf,x}",
            "cargo *",
            "cargo te?t",
            "cargo [a]",
            "cargo \\; rm",
            "~/bin/x",
            "cargo 'test",
            "cargo \"test",
            "# cargo test",
            "!! cargo",
            "cargo\u{a0}test",
            "cargo test \u{0}",
            "",
            "   ",
            "''",
        ] {
            assert_eq!(simple(command), None, "{command:?}");
        }
    }

    #[test]
    fn a_refused_program_is_found_wherever_it_starts() {
        let rm = words("rm");
        for command in [
            "rm x",
            "/bin/rm x",
            "cd x && rm -rf .",
            "A=1 rm x",
            "env A=1 rm x",
            "sudo -n rm x",
            "timeout 5 rm x",
            "sh -c 'rm x'",
            "echo `rm x`",
            "echo $(rm x)",
            "r'm' x",
            "\\rm x",
            "find . | xargs rm",
        ] {
            assert!(
                parts(command)
                    .iter()
                    .any(|part| begins_loosely(part, &rm, false)),
                "{command}"
            );
        }
        assert!(
            !parts("echo rm")
                .iter()
                .any(|part| begins_loosely(part, &rm, false))
        );
    }

    #[test]
    fn words_that_are_listed_must_each_be_plain() {
        assert_eq!(listed(&words("git log")), Some(words("git log")));
        assert_eq!(listed(&["git".to_owned(), "a b".to_owned()]), None);
        assert_eq!(listed(&["git".to_owned(), "$x".to_owned()]), None);
    }
}
