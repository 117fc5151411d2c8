//! Which items of a datatype a call converts.

use super::committed::Committed;
use crate::error::{Error, ErrorKind};

/// A range of items of a datatype: `count` items from the one at `position` on.
///
/// Both numbers count items: entries of the typemap, with copies of the datatype laid end to end. A transfer may be
/// divided into any number of calls.
///
/// ```
/// use datarep::datatype::{Items, Memory, Typemap};
/// use datarep::{Predefined, standard::ibm370};
/// let column = Typemap::vector(2, 1, 2, &Predefined::Float.into())?.commit()?;
/// let file = [0x41, 0x10, 0, 0, 0xC2, 0x76, 0xA0, 0];
/// let mut native = [0; 12];
/// let first = Items { datatype: &column, count: 1, position: 0 };
/// ibm370::DATAREP.read_items(first, Memory::new(&mut native), &file[..4])?;
/// let second = Items { position: 1, ..first };
/// ibm370::DATAREP.read_items(second, Memory::new(&mut native), &file[4..])?;
/// assert_eq!(native[..4], 1_f32.to_ne_bytes());
/// assert_eq!(native[8..], (-118.625_f32).to_ne_bytes());
/// # Ok::<(), datarep::Error>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Items<'a> {
    /// The types of the items, and where they lie in memory.
    pub datatype: &'a Committed,
    /// The number of items.
    pub count: i64,
    /// The number of items before the first one.
    pub position: i64,
}

impl<'a> Items<'a> {
    /// All items of `copies` copies of the datatype.
    ///
    /// ```
    /// use datarep::datatype::{Items, Typemap};
    /// use datarep::{Predefined, standard::cray};
    /// let pairs = Typemap::contiguous(2, &Predefined::Int.into())?.commit()?;
    /// let items = Items::copies(&pairs, 3)?;
    /// assert_eq!((items.count, cray::DATAREP.file_size(items)?), (6, 48));
    /// # Ok::<(), datarep::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Class `Count` for a negative number of copies, `ValueTooLarge` if the number of items does not fit in 64 bits.
    pub fn copies(datatype: &'a Committed, copies: i64) -> Result<Items<'a>, Error> {
        if copies < 0 {
            return Err(ErrorKind::Count { routine: "copies", reason: format!("count is {copies}") }.into());
        }
        // The count of items is what all checks below work with, so it must fit on its own.
        match datatype.items().checked_mul(copies) {
            Some(count) => Ok(Items { datatype, count, position: 0 }),
            None => Err(ErrorKind::TooLarge { what: "number of items" }.into()),
        }
    }
}
