//! Texts of a fixed number of bytes, whose characters have one byte or two.

use std::fmt;
use std::hash::{Hash, Hasher};

use crate::error::{Error, ErrorKind};

/// The text of a record's field of `N` bytes, whose characters have one byte or two: at most `N` characters.
///
/// How many characters have room depends on them, and is known when the record is written: a text that takes more bytes than
/// its field is then an error.
///
/// It prints as its text, and compares equal to it.
///
/// ```
/// use datarep::chars::MixedChars;
/// let name: MixedChars<12> = "東京 A".try_into()?;
/// assert_eq!(name, "東京 A");
/// assert_eq!(format!("{name}|{name:?}"), "東京 A|\"東京 A\"");
/// assert!(MixedChars::<3>::try_from("東京 A").is_err());
/// # Ok::<(), datarep::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct MixedChars<const N: usize> {
    length: usize,
    characters: [char; N],
}

impl<const N: usize> MixedChars<N> {
    /// The characters of the text.
    pub fn chars(&self) -> &[char] {
        &self.characters[..self.length]
    }

    /// The first `N` of these characters.
    pub(crate) fn from_chars(text: &[char]) -> Self {
        // A field of N bytes has at most N characters, as each takes one byte or two. So nothing is cut off.
        let mut made = MixedChars { length: text.len().min(N), characters: ['\0'; N] };
        made.characters[..made.length].copy_from_slice(&text[..made.length]);
        made
    }
}

impl<const N: usize> Default for MixedChars<N> {
    /// An empty text.
    fn default() -> Self {
        MixedChars { length: 0, characters: ['\0'; N] }
    }
}

impl<const N: usize> TryFrom<&str> for MixedChars<N> {
    type Error = Error;

    /// The text. Fails with class `Arg` if it has more characters than the field has bytes.
    fn try_from(text: &str) -> Result<Self, Error> {
        let text: Vec<char> = text.chars().collect();
        if text.len() > N {
            let reason = format!("a field of {N} bytes cannot hold a text of {} characters", text.len());
            return Err(ErrorKind::Argument { routine: "MixedChars", reason }.into());
        }
        Ok(MixedChars::from_chars(&text))
    }
}

impl<const N: usize> TryFrom<String> for MixedChars<N> {
    type Error = Error;

    fn try_from(text: String) -> Result<Self, Error> {
        text.as_str().try_into()
    }
}

impl<const N: usize> From<MixedChars<N>> for String {
    fn from(text: MixedChars<N>) -> String {
        text.chars().iter().collect()
    }
}

impl<const N: usize> PartialEq for MixedChars<N> {
    fn eq(&self, other: &Self) -> bool {
        // Only the text counts. What is behind it in the array has no meaning.
        self.chars() == other.chars()
    }
}

impl<const N: usize> Eq for MixedChars<N> {}

impl<const N: usize> Hash for MixedChars<N> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.chars().hash(state);
    }
}

impl<const N: usize> PartialEq<str> for MixedChars<N> {
    fn eq(&self, other: &str) -> bool {
        self.chars().iter().copied().eq(other.chars())
    }
}

impl<const N: usize> PartialEq<&str> for MixedChars<N> {
    fn eq(&self, other: &&str) -> bool {
        *self == **other
    }
}

impl<const N: usize> fmt::Display for MixedChars<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&String::from(*self))
    }
}

impl<const N: usize> fmt::Debug for MixedChars<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&String::from(*self), f)
    }
}
