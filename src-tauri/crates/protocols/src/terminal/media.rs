//! Files an agent shows: what their extension says, and where plain text names
//! one ("Supported media types by extension", "Plain mode"). Nothing is opened.

use model::MediaKind;

const KINDS: [(MediaKind, &[&str]); 4] = [
    (MediaKind::Image, &["jpg", "jpeg", "png", "gif", "webp"]),
    (MediaKind::Video, &["mp4", "mov", "avi", "mkv", "webm"]),
    (MediaKind::Audio, &["mp3", "ogg", "m4a", "wav", "flac"]),
    (MediaKind::Document, &["pdf"]),
];

/// Files of one text that become chips; a list of a whole disk is no message.
pub(super) const MOST: usize = 100;

/// What an extension says, where the specification names it.
fn named(extension: &str) -> Option<MediaKind> {
    KINDS
        .iter()
        .find(|(_, extensions)| {
            extensions
                .iter()
                .any(|known| known.eq_ignore_ascii_case(extension))
        })
        .map(|(kind, _)| *kind)
}

/// What a path's extension says; anything else is a document.
pub(super) fn kind(path: &str) -> MediaKind {
    let name = path.rsplit(['/', '\\']).next().unwrap_or(path);
    name.rsplit_once('.')
        .and_then(|(_, extension)| named(extension))
        .unwrap_or(MediaKind::Document)
}

/// The absolute paths in a text whose extension is on the list, each once, in
/// their order, and at most one more than [`MOST`].
pub(super) fn found(text: &str) -> Vec<&str> {
    let mut paths: Vec<&str> = Vec::new();
    let mut seen = std::collections::HashSet::new();
    for line in text.lines() {
        let mut at = 0;
        while let Some(start) = next_root(line, at) {
            match path_at(line, start) {
                Some(end) => {
                    let path = &line[start..end];
                    if seen.insert(path) {
                        paths.push(path);
                        if paths.len() > MOST {
                            return paths;
                        }
                    }
                    at = end;
                }
                None => at = past(line, start),
            }
        }
    }
    paths
}

/// The next place from `from` on where an absolute path may begin.
fn next_root(line: &str, from: usize) -> Option<usize> {
    let bytes = line.as_bytes();
    (from..bytes.len()).find(|&at| {
        let root = match bytes[at] {
            // Not the `//` of an address.
            b'/' => bytes.get(at + 1) != Some(&b'/'),
            // `C:\`
            letter if letter.is_ascii_alphabetic() => bytes[at + 1..].starts_with(b":\\"),
            _ => false,
        };
        // In the middle of a word it is `and/or`, `./x`, `~/x`, `http://x`.
        root && at.checked_sub(1).is_none_or(|before| {
            let before = bytes[before];
            !(before.is_ascii_alphanumeric() || b"/\\._-~%$".contains(&before))
        })
    })
}

/// Where the path that begins at `start` ends: at its quote where it is quoted
/// and the quote closes right after an extension of the list, else at the first such
/// extension in the same word that nothing of a name follows.
fn path_at(line: &str, start: usize) -> Option<usize> {
    let quote = line[..start].chars().next_back();
    if let Some(quote) = quote.filter(|quote| "\"'`".contains(*quote))
        && let Some(length) = line[start..].find(quote)
        && ends_in_media(&line[start..start + length])
    {
        return Some(start + length);
    }
    let word = &line[start..past(line, start)];
    let dots = word.match_indices('.').map(|(dot, _)| dot);
    dots.filter_map(|dot| {
        let after = &word[dot + 1..];
        let length = after
            .find(|c: char| !c.is_ascii_alphanumeric())
            .unwrap_or(after.len());
        let rest = &after.as_bytes()[length..];
        let goes_on = match rest {
            [b'/' | b'\\' | b'_' | b'-', ..] => true,
            [b'.', next, ..] => next.is_ascii_alphanumeric(),
            _ => false,
        };
        let end = dot + 1 + length;
        (!goes_on && ends_in_media(&word[..end])).then_some(start + end)
    })
    .next()
}

/// A name with an extension of the list.
fn ends_in_media(path: &str) -> bool {
    let name = path.rsplit(['/', '\\']).next().unwrap_or(path);
    name.rsplit_once('.')
        .is_some_and(|(stem, extension)| !stem.is_empty() && named(extension).is_some())
}

/// The end of the word that `start` is in.
fn past(line: &str, start: usize) -> usize {
    line[start..]
        .find(|c: char| c.is_whitespace() || c.is_control() || "\"`<>|".contains(c))
        .map_or(line.len(), |length| start + length.max(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_in_prose_are_found_by_their_extension() {
        for (text, paths) in [
            ("/etc/passwd and /tmp/x.png", &["/tmp/x.png"][..]),
            ("Saved to /tmp/out.PNG.", &["/tmp/out.PNG"]),
            ("(see /tmp/a(1).jpeg)", &["/tmp/a(1).jpeg"]),
            (
                "![a](/tmp/a.png),[b](/tmp/b.pdf)",
                &["/tmp/a.png", "/tmp/b.pdf"],
            ),
            ("MEDIA:/a/b.mp4", &["/a/b.mp4"]),
            (
                "`/tmp/my file.png` 'it' \"/tmp/a b.mov\"",
                &["/tmp/my file.png", "/tmp/a b.mov"],
            ),
            ("图在/tmp/图.webp。好", &["/tmp/图.webp"]),
            ("**/tmp/x.wav**, /tmp/x.wav", &["/tmp/x.wav"]),
            ("C:\\out\\x.gif", &["C:\\out\\x.gif"]),
            ("/x.png:/y.ogg", &["/x.png", "/y.ogg"]),
            (
                "https://host/a.png http://h:80/x.pdf and/or.png ./a.png ~/b.png a.png",
                &[],
            ),
            (
                "/tmp/x.png.bak /tmp/x.png/y /tmp/x.pngs /tmp/.png /tmp/x /",
                &[],
            ),
            ("/x.png/y.png", &["/x.png/y.png"]),
            ("", &[]),
        ] {
            assert_eq!(found(text), paths, "{text}");
        }
    }

    #[test]
    fn every_extension_of_the_specification_has_its_kind() {
        let all = |kind_, list: &str| {
            for extension in list.split(' ') {
                assert_eq!(kind(&format!("/a/b{extension}")), kind_, "{extension}");
                assert_eq!(found(&format!("/a/b{extension}")).len(), 1, "{extension}");
            }
        };
        all(MediaKind::Image, ".jpg .jpeg .png .gif .webp .JPG");
        all(MediaKind::Video, ".mp4 .mov .avi .mkv .webm");
        all(MediaKind::Audio, ".mp3 .ogg .m4a .wav .flac");
        all(MediaKind::Document, ".pdf");
        assert_eq!(kind("/tmp/fixed_code.py"), MediaKind::Document);
        assert_eq!(kind("/tmp/a.png/none"), MediaKind::Document);
        assert_eq!(kind(""), MediaKind::Document);
    }
}
