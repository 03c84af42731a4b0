//! Which addresses a link may carry, and what host they lead to.
//!
//! The window asks before it opens anything and shows the host found here, so
//! the host is the one a browser would contact: after the last `@`, before the
//! first `/`, `?`, `#` or `\`.

/// An address that may be offered for opening.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Address {
    /// The whole address.
    pub(crate) href: String,
    /// The host it leads to, without user and port; for mail the domain.
    pub(crate) host: String,
    /// Whether it looks like something it is not: a user part, a host that is
    /// not plain ASCII or is punycode.
    pub(crate) odd: bool,
}

/// Reads `text` as http, https or mailto. Anything else, and anything a URL
/// parser would silently repair (white space, controls, backslashes, invisible
/// characters), is refused (F091).
pub(crate) fn address(text: &str) -> Option<Address> {
    if text.len() > 8_192
        || text
            .chars()
            .any(|c| c.is_whitespace() || c == '\\' || crate::escape::is_invisible(c))
    {
        return None;
    }
    let (scheme, rest) = text.split_once(':')?;
    if scheme.eq_ignore_ascii_case("mailto") {
        let mailbox = rest.split('?').next().unwrap_or("");
        let (_, host) = mailbox.rsplit_once('@')?;
        return (!host.is_empty()).then(|| with_host(text, host, false));
    }
    if !scheme.eq_ignore_ascii_case("http") && !scheme.eq_ignore_ascii_case("https") {
        return None;
    }
    let authority = rest
        .strip_prefix("//")?
        .split(['/', '?', '#'])
        .next()
        .unwrap_or("");
    let (user, host) = match authority.rsplit_once('@') {
        Some((_, host)) => (true, host),
        None => (false, authority),
    };
    let host = match (host.starts_with('['), host.rsplit_once(':')) {
        (true, _) => host.split_once(']').map_or(host, |(inner, _)| inner),
        (false, Some((host, port))) if port.bytes().all(|b| b.is_ascii_digit()) => host,
        (false, Some(_)) => return None,
        (false, None) => host,
    };
    let host = host.trim_start_matches('[');
    if host.is_empty() || host.contains('%') {
        return None;
    }
    Some(with_host(text, host, user))
}

fn with_host(text: &str, host: &str, user: bool) -> Address {
    let host = host.to_lowercase();
    let odd = user || !host.is_ascii() || host.split('.').any(|label| label.starts_with("xn--"));
    Address {
        href: text.to_owned(),
        host,
        odd,
    }
}

/// Whether a link's text names another host than the one it leads to.
pub(crate) fn misleads(text: &str, host: &str) -> bool {
    let text = text.trim();
    let named = address(text).or_else(|| {
        let name = text.split('/').next().unwrap_or("");
        let top = name.rsplit('.').next().unwrap_or("");
        // "main.rs" is a file; these can only be meant as a site.
        let is_site = name.starts_with("www.")
            || name.contains('.') && ["com", "org", "net", "gov", "edu"].contains(&top);
        is_site.then(|| address(&format!("https://{text}")))?
    });
    let bare = |host: &str| host.trim_start_matches("www.").to_lowercase();
    named.is_some_and(|named| bare(&named.host) != bare(host))
}

/// Where a bare address starts and ends in prose: from `http://` or `https://`
/// at a word's start to the white space or bracket that ends it, without the
/// punctuation of the sentence around it.
pub(crate) fn bare_address(text: &str) -> Option<(usize, usize)> {
    let mut from = 0;
    while let Some(found) = text[from..].find("http") {
        let start = from + found;
        from = start + 4;
        let rest = &text[start..];
        if !(rest.starts_with("http://") || rest.starts_with("https://"))
            || text[..start]
                .chars()
                .next_back()
                .is_some_and(char::is_alphanumeric)
        {
            continue;
        }
        let mut end = rest
            .find(|c: char| c.is_whitespace() || matches!(c, '<' | '>' | '"' | '`' | '|'))
            .unwrap_or(rest.len());
        while let Some(last) = rest[..end].chars().next_back() {
            let unbalanced =
                last == ')' && rest[..end].matches(')').count() > rest[..end].matches('(').count();
            if unbalanced
                || matches!(
                    last,
                    '.' | ',' | ';' | ':' | '!' | '?' | '\'' | '*' | ']' | '}'
                )
            {
                end -= last.len_utf8();
            } else {
                break;
            }
        }
        if address(&rest[..end]).is_some() {
            return Some((start, start + end));
        }
    }
    None
}
