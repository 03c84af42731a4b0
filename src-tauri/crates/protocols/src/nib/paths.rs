//! Paths, judged by their parts alone: no file is looked at. Both kinds of
//! separators count, so that a path refused on one system is refused on all.

/// Why a path is not one relative to the project and inside it.
pub(super) fn outside(path: &str) -> Option<&'static str> {
    if let Some(problem) = unusable(path) {
        return Some(problem);
    }
    if is_absolute(path) {
        return Some("is absolute; it must be relative to the project");
    }
    if leaves(path) {
        return Some("leads out of the project");
    }
    if !parts(path).any(|part| !part.is_empty() && part != ".") {
        return Some("is the project itself, not a file in it");
    }
    None
}

/// Why a path is not an absolute one.
pub(super) fn not_absolute(path: &str) -> Option<&'static str> {
    if let Some(problem) = unusable(path) {
        return Some(problem);
    }
    if !is_absolute(path) {
        return Some("is relative; it must be absolute");
    }
    leaves(path).then_some("holds “..”; write it without")
}

fn unusable(path: &str) -> Option<&'static str> {
    if path.trim().is_empty() {
        return Some("is empty");
    }
    path.contains('\0').then_some("holds a NUL character")
}

fn leaves(path: &str) -> bool {
    parts(path).any(|part| part == "..")
}

fn parts(path: &str) -> impl Iterator<Item = &str> {
    path.split(['/', '\\'])
}

/// `/x`, `\x`, `\\server\x`, `C:\x`, `C:x`
fn is_absolute(path: &str) -> bool {
    let mut bytes = path.bytes();
    match bytes.next() {
        Some(b'/' | b'\\') => true,
        Some(first) => first.is_ascii_alphabetic() && bytes.next() == Some(b':'),
        None => false,
    }
}
