//! The assertions of a text's test lines in the user's `cargo test`.
//!
//! A line is checked in every way in which programs convert: by the exact form, as one item in a field of a struct, and
//! in slices of one and of many items at each level of the processor. Slices go through the same loops as `to_vec` and
//! `to_bytes`, so a line that holds here holds for the functions that the user calls. This module does not parse texts.

use std::sync::{Mutex, PoisonError};

use super::plan::{Plan, Scalar};
use super::scalar::Convert;
use super::tally::Tally;
use super::whole::{read_by_plan, write_by_plan};
use crate::bytes::Bytes;
use crate::kernel::dense::{self, Dense};
use crate::kernel::{force_level, levels};
use crate::loss::Kinds;

/// How many copies of a line's item a slice has: one, and more than two of the largest blocks plus a rest.
const COPIES: [usize; 2] = [1, 523];

/// Events at which a rule may replace the line's value by another.
const REPLACED: Kinds = Kinds::OVERFLOW.and(Kinds::UNDERFLOW);

/// Fails if reading the word does not return the value, unless a rule replaces it.
///
/// # Panics
///
/// If the assertion fails: this is the body of a generated test.
#[doc(hidden)]
#[track_caller]
pub fn assert_reads<C: Convert>(file: C::File, expected: C::Native)
where
    C::Native: PartialEq,
{
    let (exact, kinds) = C::read(file);
    let mapping = C::MAPPING;
    assert!(
        // A saturated or flushed item is not the expected number, and its rule says what it is.
        kinds.meets(REPLACED) || exact == expected,
        "`{mapping}` reads {file:02x?} as {exact:?}, not {expected:?}",
        file = file.as_ref(),
    );
    let refused = kinds.meets(C::READ_ERRORS);
    let field = Scalar::<C>::read(dense::bytes(&[file]), &mut Tally::default());
    assert_all::<C, _>(&[field], exact, "in a struct");
    // The slice begins with other values, so that an item that is not stored is seen.
    let before = find_other_value::<C>(exact);
    for_every_level(|level, copies| {
        let mut native = vec![before; copies];
        let result =
            read_by_plan::<Scalar<C>>(dense::bytes(&vec![file; copies]), &mut native, &mut Tally::default());
        assert_eq!(matches!(result, Ok(Err(_))), refused, "`{mapping}`, {copies} items, {level}: {result:?}");
        if !refused {
            assert_all::<C, _>(&native, exact, level);
        }
    });
}

/// Fails if writing the value does not return the word, unless a rule replaces it.
///
/// # Panics
///
/// If the assertion fails: this is the body of a generated test.
#[doc(hidden)]
#[track_caller]
pub fn assert_writes<C: Convert>(native: C::Native, expected: C::File) {
    let (exact, kinds) = C::write(native);
    let mapping = C::MAPPING;
    assert!(
        kinds.meets(REPLACED) || exact.as_ref() == expected.as_ref(),
        "`{mapping}` writes {native:?} as {exact:02x?}, not {expected:02x?}",
        exact = exact.as_ref(),
        expected = expected.as_ref(),
    );
    let refused = kinds.meets(C::WRITE_ERRORS);
    // Every byte differs from the first one of the right item, so that what is not stored is seen.
    let before = !exact.as_ref()[0];
    let mut field = vec![before; C::File::COUNT];
    Scalar::<C>::write(&native, &mut field, &mut Tally::default());
    assert_all::<C, _>(C::File::items(&field), exact, "in a struct");
    for_every_level(|level, copies| {
        let mut file = vec![before; copies * C::File::COUNT];
        let result = write_by_plan::<Scalar<C>>(&vec![native; copies], &mut file, &mut Tally::default());
        assert_eq!(matches!(result, Ok(Err(_))), refused, "`{mapping}`, {copies} items, {level}: {result:?}");
        if !refused {
            assert_all::<C, _>(C::File::items(&file), exact, level);
        }
    });
}

/// Runs the closure at each level that the processor has, for each number of copies.
///
/// The level is shared by the process, so lines take turns. Conversions of other tests have the same results at any
/// level.
fn for_every_level(ask: impl Fn(&str, usize)) {
    static TURN: Mutex<()> = Mutex::new(());
    // The level is one for the whole process, and tests run in several threads.
    let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    // The highest level is the last, and remains set.
    for level in levels() {
        force_level(level);
        for copies in COPIES {
            ask(level, copies);
        }
    }
}

/// A native value with other bytes, if the format has one. It detects a loop that stores nothing.
fn find_other_value<C: Convert>(exact: C::Native) -> C::Native {
    let fills = [0x00, 0xff, 0x40].map(|fill| vec![fill; C::File::COUNT]);
    let mut others = fills.iter().map(|file| C::read(C::File::items(file)[0]).0);
    // A format may read all of these as the same number. Then no other value is known, and the same one does.
    others.find(|other| dense::bytes(&[*other]) != dense::bytes(&[exact])).unwrap_or(exact)
}

/// Fails if an item has other bytes than the exact form returns.
#[track_caller]
fn assert_all<C: Convert, T: Dense>(items: &[T], exact: T, how: &str) {
    let exact = [exact];
    let exact = dense::bytes(&exact);
    let other = items.iter().position(|item| dense::bytes(&[*item]) != exact);
    if let Some(index) = other {
        let (mapping, count, item) = (C::MAPPING, items.len(), dense::bytes(&items[index..=index]));
        panic!("`{mapping}` gives bytes {item:02x?}, not {exact:02x?}, at item {index} of {count}, {how}");
    }
}

#[cfg(test)]
mod tests {
    use std::panic::catch_unwind;

    use super::*;
    use crate::convert::Ordinary;
    use crate::kernel::Processor;

    /// Bytes as numbers, with ordinary forms that flip the bits of `READ` and `WRITE`.
    struct Wrong<const READ: u8, const WRITE: u8>;

    impl<const READ: u8, const WRITE: u8> Convert for Wrong<READ, WRITE> {
        type Native = u8;
        type File = [u8; 1];
        const MAPPING: &'static str = "unsigned 1 => wrong";
        const FORMAT: &'static str = "wrong";
        const READ_ERRORS: Kinds = Kinds::NONE;
        const WRITE_ERRORS: Kinds = Kinds::NONE;
        const READS_IN_BLOCKS: bool = true;
        const WRITES_IN_BLOCKS: bool = true;

        fn read(file: [u8; 1]) -> (u8, Kinds) {
            (file[0], Kinds::NONE)
        }

        fn write(native: u8) -> ([u8; 1], Kinds) {
            ([native], Kinds::NONE)
        }

        fn read_ordinary<P: Processor>(file: [u8; 1]) -> Ordinary<u8> {
            Ordinary::of((file[0] ^ READ, Kinds::NONE))
        }

        fn write_ordinary(native: u8) -> Ordinary<[u8; 1]> {
            Ordinary::of(([native ^ WRITE], Kinds::NONE))
        }
    }

    fn fails(ask: fn()) -> bool {
        catch_unwind(ask).is_err()
    }

    #[test]
    fn a_line_asks_the_exact_form() {
        assert!(!fails(|| assert_reads::<Wrong<0, 0>>([7], 7)));
        assert!(fails(|| assert_reads::<Wrong<0, 0>>([7], 8)));
        assert!(!fails(|| assert_writes::<Wrong<0, 0>>(7, [7])));
        assert!(fails(|| assert_writes::<Wrong<0, 0>>(7, [8])));
    }

    #[test]
    fn a_line_asks_what_slices_go_through() {
        assert!(fails(|| assert_reads::<Wrong<1, 0>>([7], 7)));
        assert!(fails(|| assert_writes::<Wrong<0, 1>>(7, [7])));
    }
}
