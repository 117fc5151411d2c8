//! The bodies of a plan for each direction: the exact one, and the one for ordinary items.

use crate::body::Body;

/// The bodies of a conversion, between a word of the file and a native item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bodies {
    /// File to native.
    pub read: Body,
    /// Native to file.
    pub write: Body,
    /// File to native, for ordinary items.
    pub read_ordinary: OrdinaryBody,
    /// Native to file, for ordinary items.
    pub write_ordinary: OrdinaryBody,
}

/// The treatment of ordinary items.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OrdinaryBody {
    /// No special treatment: items are converted one by one.
    None,
    /// The exact body is also used for columns of items.
    Exact,
    /// A body of its own.
    Form {
        /// Its steps.
        body: Body,
        /// The events that its items may have.
        meets: Meets,
    },
}

/// The events that an ordinary item may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Meets {
    /// No event with a count of its own.
    Nothing,
    /// The item may be rounded.
    Rounding,
    /// The item may be rounded, underflow or overflow.
    Beyond,
}

impl OrdinaryBody {
    /// A separate body, whose items have no event with a count of its own.
    pub fn from_body(body: Body) -> OrdinaryBody {
        OrdinaryBody::Form { body, meets: Meets::Nothing }
    }
}
