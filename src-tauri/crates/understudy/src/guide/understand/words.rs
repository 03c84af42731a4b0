//! Small pieces of reading: heads, quotes, fences, what looks like a path.

/// What follows one of `heads` (whole words, case ignored; give longer ones first), without the
/// space between.
pub(crate) fn after<'a>(text: &'a str, heads: &[&str]) -> Option<&'a str> {
    heads.iter().find_map(|head| {
        let start = text.get(..head.len())?;
        let same = start == *head || start.eq_ignore_ascii_case(head);
        let rest = &text[head.len()..];
        let ends = !head.ends_with(char::is_alphanumeric)
            || rest
                .trim_start_matches([':', ',', '.', '!', '?'])
                .is_empty()
            || rest.starts_with(|c: char| c.is_whitespace() || matches!(c, ':' | ','));
        (same && ends).then(|| rest.trim_start_matches([' ', '\t']))
    })
}

/// As [`after`], but the head may be missing.
pub(crate) fn any<'a>(text: &'a str, heads: &[&str]) -> &'a str {
    after(text, heads).unwrap_or(text)
}

/// As [`any`], as often as one of the heads is there.
pub(crate) fn all<'a>(mut text: &'a str, heads: &[&str]) -> &'a str {
    while let Some(rest) = after(text, heads) {
        text = rest;
    }
    text
}

/// The sentence without its courtesies.
pub(crate) fn strip_polite(message: &str) -> &str {
    const POLITE: &[&str] = &[
        "please",
        "pls",
        "kindly",
        "can you",
        "could you",
        "would you",
        "will you",
        "can we",
        "i want you to",
        "i want to",
        "i would like you to",
        "i would like to",
        "i'd like you to",
        "i'd like to",
        "you should",
        "let's",
        "lets",
        "now",
        "then",
        "and then",
        "ok",
        "okay",
        "hey guide",
        "hi guide",
        "hello guide",
        "dear guide",
        "guide",
        "bitte",
        "kannst du",
        "könntest du",
        "just",
        "also",
    ];
    let mut text = message.trim();
    while let Some(rest) = after(text, POLITE) {
        let rest = rest.trim_start_matches([',', ':', ' ', '\n']).trim();
        if rest.is_empty() || rest == "?" {
            break;
        }
        text = rest;
    }
    text
}

const QUOTES: &[(char, char)] = &[
    ('"', '"'),
    ('\'', '\''),
    ('`', '`'),
    ('“', '”'),
    ('„', '“'),
    ('‘', '’'),
    ('«', '»'),
];

/// A quoted piece at the start, and what follows it.
pub(crate) fn quoted(text: &str) -> Option<(&str, &str)> {
    let first = text.chars().next()?;
    let (_, close) = QUOTES.iter().find(|(open, _)| *open == first)?;
    let inner = &text[first.len_utf8()..];
    let end = inner.find(*close)?;
    Some((&inner[..end], &inner[end + close.len_utf8()..]))
}

/// The text without quotes that enclose all of it.
pub(crate) fn unquote(text: &str) -> &str {
    match quoted(text) {
        Some((inner, "")) if !inner.is_empty() => inner,
        _ => text,
    }
}

/// The inside of a fenced code block that is the whole text.
pub(crate) fn fenced(text: &str) -> Option<&str> {
    let inner = text.trim().strip_prefix("```")?.strip_suffix("```")?;
    let (info, body) = inner.split_once('\n')?;
    let body = body.strip_suffix('\n').unwrap_or(body);
    (!info.contains(char::is_whitespace)).then_some(body)
}

/// Whether the word reads like the name of a file or folder.
pub(crate) fn is_path(word: &str) -> bool {
    let word = word.trim_end_matches(['?', '!', ',']);
    !word.is_empty()
        && !word.contains(char::is_whitespace)
        && (word.contains('/')
            || word == "."
            || word == ".."
            || word
                .trim_end_matches('.')
                .char_indices()
                .any(|(at, c)| c == '.' && at + 1 < word.len()))
}

/// One name at the start: quoted, or up to white space or a colon that ends it.
pub(crate) fn name(text: &str) -> Option<(&str, &str)> {
    if let Some((inner, rest)) = quoted(text) {
        return (!inner.is_empty()).then_some((inner, rest));
    }
    let end = text.find(char::is_whitespace).unwrap_or(text.len());
    let (word, rest) = text.split_at(end);
    let bare = word.trim_end_matches([':', ',']);
    (!bare.is_empty())
        .then(|| (bare, &text[bare.len()..]))
        .map(|(bare, rest_with_mark)| {
            if bare == word {
                (bare, rest)
            } else {
                (bare, rest_with_mark)
            }
        })
}
