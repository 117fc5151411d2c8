//! The texts of a field, in one buffer.
//!
//! A column has thousands of short texts. A `String` for each would take several times longer to allocate than to fill.

use std::fmt;
use std::ops::Index;

/// Texts, one for each item of a field.
///
/// ```
/// use datarep_dynamic::record::Texts;
/// let texts: Texts = ["OK", "", "späť"].into_iter().collect();
/// assert_eq!((texts.len(), &texts[0], texts.get(2), texts.get(3)), (3, "OK", Some("späť"), None));
/// assert_eq!(texts.iter().map(str::len).sum::<usize>(), 8);
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Texts {
    /// All texts, one after the other.
    all: String,
    /// Where each text begins, and last where the last one ends.
    starts: Vec<usize>,
}

impl Default for Texts {
    fn default() -> Texts {
        Texts { all: String::new(), starts: vec![0] }
    }
}

impl Texts {
    /// No texts, with room for some of so many bytes in all.
    pub fn with_capacity(texts: usize, bytes: usize) -> Texts {
        let mut starts = Vec::with_capacity(texts + 1);
        starts.push(0);
        Texts { all: String::with_capacity(bytes), starts }
    }

    /// The same text many times.
    pub fn repeat(text: &str, texts: usize) -> Texts {
        let starts = (0..=texts).map(|index| index * text.len()).collect();
        Texts { all: text.repeat(texts), starts }
    }

    /// The number of texts.
    pub fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// Whether there are no texts.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// A text.
    pub fn get(&self, index: usize) -> Option<&str> {
        let (begin, end) = (self.starts.get(index)?, self.starts.get(index + 1)?);
        self.all.get(*begin..*end)
    }

    /// Appends a text.
    pub fn push(&mut self, text: &str) {
        self.all.push_str(text);
        self.starts.push(self.all.len());
    }

    /// All texts, in their order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &str> + Clone {
        self.starts.windows(2).map(|ends| &self.all[ends[0]..ends[1]])
    }

    /// All texts one after the other.
    pub fn as_str(&self) -> &str {
        &self.all
    }

    /// The bytes of [`Texts::as_str`] at which the texts begin, and last the byte at which the last one ends.
    pub fn starts(&self) -> &[usize] {
        &self.starts
    }

    /// Each text as a string of its own.
    pub fn to_strings(&self) -> Vec<String> {
        self.iter().map(str::to_owned).collect()
    }

    /// Texts whose bytes are in UTF-8, one after the other. The first one begins at 0.
    pub(super) fn from_parts(all: Vec<u8>, starts: Vec<usize>) -> Texts {
        // What is no character was replaced before.
        let all = String::from_utf8(all).unwrap_or_default();
        Texts { all, starts }
    }

    /// The texts at the places that have one, which are as many. The others are empty.
    pub(super) fn spread(&self, places: &[bool]) -> Texts {
        let mut ends = self.starts[1..].iter();
        let mut end = 0;
        let mut starts = Vec::with_capacity(places.len() + 1);
        starts.push(0);
        for is_there in places {
            if *is_there {
                end = ends.next().copied().unwrap_or(end);
            }
            starts.push(end);
        }
        Texts { all: self.all.clone(), starts }
    }

    /// The texts at these places. `None` stands for an empty text.
    pub(super) fn select(&self, places: &[Option<usize>]) -> Texts {
        places.iter().map(|place| place.and_then(|place| self.get(place)).unwrap_or_default()).collect()
    }
}

impl Index<usize> for Texts {
    type Output = str;

    fn index(&self, index: usize) -> &str {
        &self.all[self.starts[index]..self.starts[index + 1]]
    }
}

impl<S: AsRef<str>> FromIterator<S> for Texts {
    fn from_iter<I: IntoIterator<Item = S>>(texts: I) -> Texts {
        let mut all = Texts::default();
        texts.into_iter().for_each(|text| all.push(text.as_ref()));
        all
    }
}

impl From<Vec<String>> for Texts {
    fn from(texts: Vec<String>) -> Texts {
        texts.into_iter().collect()
    }
}

impl fmt::Debug for Texts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}
