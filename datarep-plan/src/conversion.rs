//! What a plan has for each direction: the exact body, and what is done with ordinary items.

use crate::body::Body;

/// The bodies of a conversion, between a word of the file and a native item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bodies {
    /// File to native.
    pub read: Body,
    /// Native to file.
    pub write: Body,
    /// File to native, of ordinary items.
    pub read_ordinary: Ordinary,
    /// Native to file, of ordinary items.
    pub write_ordinary: Ordinary,
}

/// What there is for ordinary items beside the exact body.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ordinary {
    /// Nothing: items are converted one by one.
    None,
    /// The exact body is one for columns of items.
    Exact,
    /// A body of its own.
    Form {
        /// Its steps.
        body: Body,
        /// What its items may meet.
        meets: Meets,
    },
}

/// What may be met by an item that is ordinary.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Meets {
    /// Nothing that is worth a count of its own.
    Nothing,
    /// It may be rounded.
    Rounding,
    /// Underflows and overflows too.
    Beyond,
}

impl Ordinary {
    /// A body of its own, whose items meet nothing that is worth a count of its own.
    pub fn plain(body: Body) -> Ordinary {
        Ordinary::Form { body, meets: Meets::Nothing }
    }
}
