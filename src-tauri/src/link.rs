//! Which links may leave the window. The window asks the user first and shows
//! the real host; this is the last check, and the one that counts (F091).

use tauri::Url;

/// Longest address that is opened, in bytes. Longer ones are a payload, not a place.
const LONGEST: usize = 8192;

/// Why a link is not opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(crate) enum BadLink {
    /// Spaces, control or invisible characters, or far too long.
    #[error("This link holds characters no address has. It was not opened.")]
    Characters,
    /// No absolute address.
    #[error("This link is no address. It was not opened.")]
    Malformed,
    /// A scheme that could start something on this machine.
    #[error(
        "Parley opens web and mail addresses only (http, https, mailto). This link was not opened."
    )]
    Scheme,
    /// `https://bank.example@evil.example`.
    #[error("This link hides its real host behind a user name. It was not opened.")]
    Credentials,
    /// `mailto:…?attach=/home/…`.
    #[error("This link would attach a file to a mail. It was not opened.")]
    Attachment,
}

/// The address to open, in its normal form (the host in ASCII).
pub(crate) fn checked(text: &str) -> Result<Url, BadLink> {
    if text.len() > LONGEST || text.chars().any(suspicious) {
        return Err(BadLink::Characters);
    }
    let url = Url::parse(text).map_err(|_| BadLink::Malformed)?;
    match url.scheme() {
        "http" | "https" => {
            if !url.username().is_empty() || url.password().is_some() {
                return Err(BadLink::Credentials);
            }
            if url.host_str().is_none_or(str::is_empty) {
                return Err(BadLink::Malformed);
            }
        }
        "mailto" => {
            let attaches = url
                .query_pairs()
                .any(|(name, _)| name.to_ascii_lowercase().starts_with("attach"));
            if attaches {
                return Err(BadLink::Attachment);
            }
        }
        _ => return Err(BadLink::Scheme),
    }
    Ok(url)
}

/// Characters a parser drops or a reader does not see.
fn suspicious(character: char) -> bool {
    character.is_control()
        || character.is_whitespace()
        || matches!(character,
            '\u{00AD}' | '\u{061C}' | '\u{180E}' | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}'
            | '\u{2060}'..='\u{206F}' | '\u{FEFF}' | '\u{FFF9}'..='\u{FFFB}' | '\u{E0000}'..='\u{E007F}')
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::{BadLink, checked};

    #[test]
    fn f091_web_and_mail_addresses_pass_in_their_normal_form() {
        for (text, opened) in [
            ("https://example.org", "https://example.org/"),
            ("HTTPS://EXAMPLE.org/A?b#c", "https://example.org/A?b#c"),
            ("http://localhost:5173/x", "http://localhost:5173/x"),
            ("http://[::1]:80/", "http://[::1]/"),
            ("https:\\\\example.org\\a", "https://example.org/a"),
            ("https:example.org", "https://example.org/"),
            ("https://bücher.example/", "https://xn--bcher-kva.example/"),
            ("https://аpple.com/", "https://xn--pple-43d.com/"),
            (
                "mailto:a@example.org?subject=hi",
                "mailto:a@example.org?subject=hi",
            ),
        ] {
            assert_eq!(checked(text).unwrap().as_str(), opened, "{text}");
        }
    }

    #[test]
    fn f091_everything_else_is_refused() {
        for (text, why) in [
            ("javascript:alert(1)", BadLink::Scheme),
            ("JaVaScRiPt:alert(1)", BadLink::Scheme),
            ("vbscript:x", BadLink::Scheme),
            ("data:text/html,<script>1</script>", BadLink::Scheme),
            ("blob:https://example.org/1", BadLink::Scheme),
            ("file:///etc/passwd", BadLink::Scheme),
            ("file://host/share", BadLink::Scheme),
            ("smb://host/share", BadLink::Scheme),
            ("ftp://example.org/", BadLink::Scheme),
            ("ms-msdt:/id", BadLink::Scheme),
            ("ms-settings:", BadLink::Scheme),
            ("search-ms:query=x", BadLink::Scheme),
            ("vscode://file/etc/passwd", BadLink::Scheme),
            ("tauri://localhost/", BadLink::Scheme),
            ("ipc://localhost/open_link", BadLink::Scheme),
            ("about:blank", BadLink::Scheme),
            ("chrome://settings", BadLink::Scheme),
            ("view-source:https://example.org", BadLink::Scheme),
            ("tel:112", BadLink::Scheme),
            ("x:y", BadLink::Scheme),
            ("java\tscript:alert(1)", BadLink::Characters),
            ("java\nscript:alert(1)", BadLink::Characters),
            ("\u{1}https://example.org", BadLink::Characters),
            ("https://exa\u{200B}mple.org", BadLink::Characters),
            ("https://example.org/\u{202E}gpj.exe", BadLink::Characters),
            ("https://example.org/ -x", BadLink::Characters),
            (" https://example.org", BadLink::Characters),
            ("https://example.org\r\nX: y", BadLink::Characters),
            ("https://a\0b", BadLink::Characters),
            ("https://bank.example@evil.example/", BadLink::Credentials),
            (
                "https://bank.example:pw@evil.example/",
                BadLink::Credentials,
            ),
            ("https://:pw@evil.example/", BadLink::Credentials),
            ("", BadLink::Malformed),
            ("example.org", BadLink::Malformed),
            ("//example.org", BadLink::Malformed),
            ("/etc/passwd", BadLink::Malformed),
            ("--help", BadLink::Malformed),
            ("https://", BadLink::Malformed),
            ("https://exa mple.org", BadLink::Characters),
            ("mailto:a@b?attach=/etc/passwd", BadLink::Attachment),
            (
                "mailto:a@b?subject=x&Attachment=/etc/passwd",
                BadLink::Attachment,
            ),
        ] {
            assert_eq!(checked(text).unwrap_err(), why, "{text:?}");
        }
        assert_eq!(
            checked(&format!("https://example.org/{}", "a".repeat(9000))),
            Err(BadLink::Characters)
        );
    }
}
