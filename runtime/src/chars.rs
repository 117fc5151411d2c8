//! Texts of a fixed length: fields of records.

mod mixed;

use std::fmt;
use std::marker::PhantomData;
use std::ops::Range;

pub use self::mixed::MixedChars;
use crate::error::{Error, ErrorKind};

/// How the rest of a field is filled beside a shorter text, and what of a field is its text.
pub trait Padding: Copy + Send + Sync + 'static {
    /// The character that fills the rest, or `None` if a text must have as many characters as its field.
    const FILL: Option<char>;

    /// Whether a shorter text is at the end of its field, behind the padding.
    const LEADS: bool = false;

    /// Which characters of a field belong to its text.
    fn find_text(characters: &[char]) -> Range<usize>;
}

/// Filled with spaces. Spaces at the end are not part of the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Spaces;

/// Filled with wide spaces, U+3000, as are texts of pairs. Wide spaces at the end are not part of the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct WideSpaces;

/// Filled with zero characters. The first of them ends the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Zeros;

/// Not filled: the text has as many characters as its field.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Unpadded;

impl Padding for Spaces {
    const FILL: Option<char> = Some(' ');

    fn find_text(characters: &[char]) -> Range<usize> {
        // Only spaces at the end are padding. Those within a text and before it belong to it.
        0..characters.iter().rposition(|one| *one != ' ').map_or(0, |last| last + 1)
    }
}

impl Padding for WideSpaces {
    const FILL: Option<char> = Some('\u{3000}');

    fn find_text(characters: &[char]) -> Range<usize> {
        0..characters.iter().rposition(|one| *one != '\u{3000}').map_or(0, |last| last + 1)
    }
}

impl Padding for Zeros {
    const FILL: Option<char> = Some('\0');

    fn find_text(characters: &[char]) -> Range<usize> {
        // As a string of C: it ends at its first zero, whatever is behind.
        0..characters.iter().position(|one| *one == '\0').unwrap_or(characters.len())
    }
}

impl Padding for Unpadded {
    const FILL: Option<char> = None;

    fn find_text(characters: &[char]) -> Range<usize> {
        0..characters.len()
    }
}

/// The padding `P` before a text: the text is at the end of its field.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TrimLeft<P>(PhantomData<P>);

/// The padding `P` on both sides of a text. It is written behind the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TrimBoth<P>(PhantomData<P>);

/// The padding `P` behind a text, of which it is a part when it is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TrimNone<P>(PhantomData<P>);

/// The place of the first character that is no padding.
fn find_text_begin<P: Padding>(characters: &[char]) -> usize {
    characters.iter().position(|one| Some(*one) != P::FILL).unwrap_or(characters.len())
}

impl<P: Padding> Padding for TrimLeft<P> {
    const FILL: Option<char> = P::FILL;
    const LEADS: bool = true;

    fn find_text(characters: &[char]) -> Range<usize> {
        find_text_begin::<P>(characters)..characters.len()
    }
}

impl<P: Padding> Padding for TrimBoth<P> {
    const FILL: Option<char> = P::FILL;

    fn find_text(characters: &[char]) -> Range<usize> {
        let begin = find_text_begin::<P>(characters);
        begin..begin + P::find_text(&characters[begin..]).end
    }
}

impl<P: Padding> Padding for TrimNone<P> {
    const FILL: Option<char> = P::FILL;

    fn find_text(characters: &[char]) -> Range<usize> {
        0..characters.len()
    }
}

/// The text of a record's field: at most `N` characters, and the padding beside them.
///
/// It prints as its text, and compares equal to it.
///
/// ```
/// use datarep::Chars;
/// let name: Chars<8> = "Bergen".try_into()?;
/// assert_eq!(name, "Bergen");
/// assert_eq!(format!("{name}|{name:?}"), "Bergen|\"Bergen\"");
/// assert_eq!(String::from(name), "Bergen");
/// assert!(Chars::<3>::try_from("Bergen").is_err());
/// # Ok::<(), datarep::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Chars<const N: usize, P = Spaces>([char; N], PhantomData<P>);

impl<const N: usize, P: Padding> Chars<N, P> {
    /// The characters of a field.
    pub const fn from_field(characters: [char; N]) -> Self {
        Chars(characters, PhantomData)
    }

    /// All characters of the field, including the padding.
    pub const fn field(&self) -> &[char; N] {
        &self.0
    }

    /// The characters of the text.
    pub fn chars(&self) -> impl Iterator<Item = char> + '_ {
        self.0[P::find_text(&self.0)].iter().copied()
    }
}

impl<const N: usize, P: Padding> Default for Chars<N, P> {
    /// An empty text.
    fn default() -> Self {
        Chars([P::FILL.unwrap_or('\0'); N], PhantomData)
    }
}

impl<const N: usize, P: Padding> TryFrom<&str> for Chars<N, P> {
    type Error = Error;

    /// The text. Fails with class `Arg` if it has more characters than the field, or fewer without padding.
    fn try_from(text: &str) -> Result<Self, Error> {
        let mut field = Chars::default();
        // Characters and not bytes: a field has one place for each.
        let count = text.chars().count();
        // Without padding a shorter text could not be told from one that ends with the fill.
        if count > N || count < N && P::FILL.is_none() {
            let reason = format!("a field of {N} characters cannot hold a text of {count}");
            return Err(ErrorKind::Argument { routine: "Chars", reason }.into());
        }
        let begin = if P::LEADS { N - count } else { 0 };
        for (place, character) in field.0[begin..].iter_mut().zip(text.chars()) {
            *place = character;
        }
        Ok(field)
    }
}

impl<const N: usize, P: Padding> TryFrom<String> for Chars<N, P> {
    type Error = Error;

    fn try_from(text: String) -> Result<Self, Error> {
        text.as_str().try_into()
    }
}

impl<const N: usize, P: Padding> From<Chars<N, P>> for String {
    fn from(text: Chars<N, P>) -> String {
        text.chars().collect()
    }
}

impl<const N: usize, P: Padding> PartialEq<str> for Chars<N, P> {
    fn eq(&self, other: &str) -> bool {
        self.chars().eq(other.chars())
    }
}

impl<const N: usize, P: Padding> PartialEq<&str> for Chars<N, P> {
    fn eq(&self, other: &&str) -> bool {
        *self == **other
    }
}

impl<const N: usize, P: Padding> fmt::Display for Chars<N, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.chars().collect::<String>())
    }
}

impl<const N: usize, P: Padding> fmt::Debug for Chars<N, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&*self.chars().collect::<String>(), f)
    }
}
