//! What is shown in place of secrets on the lists of variables and of command lines.
//!
//! Two things make a value a secret: it is a key that Parley keeps ([`Known`]), or its name or form
//! says so. The former is exact; the latter is for what users put into profiles and environments.

/// Put in place of a secret.
pub(crate) const MASK: &str = "•••";

/// Parts of names that say that the value is nobody's business.
const TELLING: &[&str] = &[
    "KEY",
    "TOKEN",
    "SECRET",
    "PASSWORD",
    "PASSWD",
    "PASSPHRASE",
    "CREDENTIAL",
    "COOKIE",
    "BEARER",
    "AUTHORIZATION",
    "SIGNATURE",
    "PRIVATE",
];
/// Names that hold such a part and are none.
const HARMLESS: &[&str] = &[
    "SSH_AUTH_SOCK",
    "XAUTHORITY",
    "MAX_TOKENS",
    "KEYBOARD",
    "KEYMAP",
    "GOOGLE_APPLICATION_CREDENTIALS",
    "MAX_THINKING_TOKENS",
    "MAX_OUTPUT_TOKENS",
];
/// How keys begin that are known for it.
const BEGINNINGS: &[&str] = &[
    "sk-",
    "sk_",
    "ghp_",
    "gho_",
    "ghs_",
    "github_pat_",
    "glpat-",
    "xoxb-",
    "xoxp-",
    "AKIA",
    "AIza",
    "hf_",
    "eyJ",
];

/// Asked for what Parley knows to be secret.
pub(crate) trait Known {
    /// The text, with every key that Parley keeps taken out.
    fn without_keys(&self, text: &str) -> String;
}

/// Nothing is known.
#[cfg(test)]
impl Known for () {
    fn without_keys(&self, text: &str) -> String {
        text.to_owned()
    }
}

/// A variable's value for people, and whether anything was masked.
pub(crate) fn value(known: &dyn Known, name: &str, value: &str) -> (String, bool) {
    if value.is_empty() {
        return (String::new(), false);
    }
    let shown = if tells(name) {
        MASK.to_owned()
    } else {
        word(known, value)
    };
    let masked = shown != value;
    (shown, masked)
}

/// A command line for people.
pub(crate) fn command(known: &dyn Known, args: &[String]) -> Vec<String> {
    let mut shown = Vec::with_capacity(args.len());
    let mut secret_next = false;
    for arg in args {
        let is_flag = arg.starts_with('-');
        if std::mem::take(&mut secret_next) && !is_flag {
            shown.push(MASK.to_owned());
            continue;
        }
        shown.push(match arg.split_once('=') {
            Some((name, _)) if tells(name) && !name.contains(char::is_whitespace) => {
                format!("{name}={MASK}")
            }
            Some((name, rest)) if is_flag => format!("{name}={}", word(known, rest)),
            _ => {
                secret_next = is_flag && tells(arg);
                word(known, arg)
            }
        });
    }
    shown
}

/// A line of text for people.
pub(crate) fn text(known: &dyn Known, line: &str) -> String {
    line.split_inclusive(char::is_whitespace)
        .map(|part| word(known, part))
        .collect()
}

/// A text in which single words may be secrets.
fn word(known: &dyn Known, text: &str) -> String {
    let text = without_password(&known.without_keys(text));
    if BEGINNINGS.iter().any(|beginning| text.contains(beginning)) {
        let parts = text.split_inclusive(|c: char| !is_of_key(c));
        return parts.map(masked_key).collect();
    }
    text
}

fn is_of_key(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.')
}

fn masked_key(part: &str) -> String {
    let key = part.trim_end_matches(|c| !is_of_key(c));
    let is_key = key.len() >= 16 && BEGINNINGS.iter().any(|begin| key.starts_with(begin));
    if is_key {
        format!("{MASK}{}", &part[key.len()..])
    } else {
        part.to_owned()
    }
}

/// `https://user:password@host` without the password.
fn without_password(text: &str) -> String {
    let Some(at) = text.find("://") else {
        return text.to_owned();
    };
    let (scheme, rest) = text.split_at(at + 3);
    let authority = rest.split(['/', '?', '#', ' ']).next().unwrap_or("");
    match authority.rsplit_once('@') {
        Some((_, host)) => format!("{scheme}{MASK}@{host}{}", &rest[authority.len()..]),
        None => text.to_owned(),
    }
}

fn tells(name: &str) -> bool {
    let name = name.trim_start_matches('-').to_ascii_uppercase();
    let name = name.replace('-', "_");
    !HARMLESS.contains(&name.as_str()) && TELLING.iter().any(|part| name.contains(part))
}

#[cfg(test)]
mod tests {
    use super::*;

    struct One;
    impl Known for One {
        fn without_keys(&self, text: &str) -> String {
            text.replace("opensesame", MASK)
        }
    }

    #[test]
    fn a_value_is_masked_by_its_name_its_form_or_because_it_is_known() {
        for (name, given, shown) in [
            ("ANTHROPIC_API_KEY", "x", MASK),
            ("GITHUB_TOKEN", "x", MASK),
            ("db_password", "x", MASK),
            ("EMPTY_KEY", "", ""),
            ("PATH", "/a:/b", "/a:/b"),
            ("SSH_AUTH_SOCK", "/run/s", "/run/s"),
            ("MAX_TOKENS", "100", "100"),
            (
                "HTTPS_PROXY",
                "http://ann:pw@proxy:80/x",
                "http://•••@proxy:80/x",
            ),
            ("GREETING", "say opensesame twice", "say ••• twice"),
            ("X", "a sk-ant-0123456789abcdef, b", "a •••, b"),
            ("X", "sk-short", "sk-short"),
        ] {
            assert_eq!(
                value(&One, name, given),
                (shown.to_owned(), shown != given),
                "{name}"
            );
        }
    }

    #[test]
    fn a_command_line_keeps_its_words_and_loses_its_secrets() {
        let args = [
            "agent",
            "--model",
            "m",
            "--api-key",
            "abc",
            "--token=abc",
            "--base-url",
            "https://u:p@h/v1",
            "KEY=abc",
            "--key",
            "--json",
            "say opensesame",
            "--x=ghp_0123456789abcdef",
        ]
        .map(str::to_owned);
        assert_eq!(
            command(&One, &args),
            [
                "agent",
                "--model",
                "m",
                "--api-key",
                MASK,
                "--token=•••",
                "--base-url",
                "https://•••@h/v1",
                "KEY=•••",
                "--key",
                "--json",
                "say •••",
                "--x=•••",
            ]
        );
    }
}
