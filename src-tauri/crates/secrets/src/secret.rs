//! A value that is shown to nobody.

use std::fmt;
use zeroize::Zeroizing;

/// The fewest characters a key may have: less than this appears in ordinary
/// text by chance, so it could not be taken out of it.
pub const SHORTEST: usize = 8;
/// The most: one string of a child's environment may be 128 KiB on Linux.
const LONGEST: usize = 64 * 1024;

/// A key's value. It prints as dots, is never serialised, and its memory is
/// overwritten when it is dropped.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(Zeroizing<String>);

/// Why a text can't be a key. Says nothing of the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BadSecret {
    /// Nothing but spaces.
    #[error("The key is empty. Paste it into the field.")]
    Empty,
    /// Under [`SHORTEST`] characters.
    #[error(
        "The key has fewer than {SHORTEST} characters. Something that short can't be kept out of transcripts and logs, so Parley does not keep it. Check that it was copied whole."
    )]
    TooShort,
    /// Over 64 KiB.
    #[error("The key is longer than 64 KiB, more than a program's environment takes.")]
    TooLong,
    /// A line end or another control character inside.
    #[error(
        "The key has a line end or a control character in it. Copy it again, in one piece: a key is one line."
    )]
    Control,
}

impl Secret {
    /// Takes a key as it was pasted: spaces and line ends around it are not part of it.
    ///
    /// # Errors
    /// [`BadSecret`]: it can't be a key.
    pub fn new(pasted: String) -> Result<Self, BadSecret> {
        let pasted = Zeroizing::new(pasted);
        let text = pasted.trim();
        if text.is_empty() {
            return Err(BadSecret::Empty);
        }
        if text.chars().count() < SHORTEST {
            return Err(BadSecret::TooShort);
        }
        if text.len() > LONGEST {
            return Err(BadSecret::TooLong);
        }
        if text.chars().any(char::is_control) {
            return Err(BadSecret::Control);
        }
        Ok(Self(Zeroizing::new(text.to_owned())))
    }

    /// The value itself. For a child's environment and the keychain only.
    #[must_use]
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("•••")
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn a_pasted_key_loses_its_line_end_and_prints_as_dots() {
        let secret = Secret::new(" sk-ant-0123\r\n".to_owned()).unwrap();
        assert_eq!(secret.expose(), "sk-ant-0123");
        assert_eq!(format!("{secret:?}"), "•••");
    }

    #[test]
    fn what_can_not_be_a_key_is_refused_without_being_repeated() {
        let refusal = |text: &str| Secret::new(text.to_owned()).unwrap_err();
        assert_eq!(refusal("  \n"), BadSecret::Empty);
        assert_eq!(refusal("abcdefg"), BadSecret::TooShort);
        assert_eq!(refusal("abcdefgh\nijkl"), BadSecret::Control);
        assert_eq!(refusal(&"x".repeat(70_000)), BadSecret::TooLong);
        assert!(!refusal("abcdefgh\nijkl").to_string().contains("abcdefgh"));
    }
}
