//! Texts of records whose characters have one byte or two: they are converted as a whole.

use std::marker::PhantomData;

use super::null::{NullRule, NullablePlan, fill_repeated, is_repeated};
use super::plan::Plan;
use super::tally::Tally;
use super::variable::{Fields, FieldsMut, Refusal};
use crate::chars::{MixedChars, Padding};
use crate::error::{Direction, Fault, format_bytes};
use crate::loss::{Event, Kinds};
use crate::text::mixed::{MixedFaults, MixedSet};

/// How the texts of a field are converted.
pub trait MixedRule: 'static {
    /// The page, and what the bytes are.
    const SET: MixedSet;
    /// What is read in the place of a fault; `None` if it is an error.
    const READ: Option<char>;
    /// What is written in the place of a character that the page lacks; `None` if it is an error.
    const WRITE: Option<char>;
    /// The format, as the language writes it.
    const FORMAT: &'static str;
    /// The conversion, in messages.
    const MAPPING: &'static str;
}

/// The plan of a text of `N` bytes.
#[derive(Debug)]
pub struct MixedOf<R, P, const N: usize>(PhantomData<(R, P)>);

/// Counts the faults of a text.
fn count_faults(faults: MixedFaults, substitute: Option<char>, tally: &mut Tally) {
    let errors = if substitute.is_some() { Kinds::NONE } else { Kinds::UNMAPPED };
    // One by one, so that the tally also notes whether a rule was broken. Faults are few.
    for _ in 0..faults.count {
        tally.count(Kinds::UNMAPPED, errors);
    }
}

/// Reads a text, without its padding.
fn read_text<R: MixedRule, P: Padding>(file: &[u8], tally: &mut Tally) -> Vec<char> {
    let mut text = Vec::with_capacity(file.len());
    // Without a substitute any character does: the text is refused, and nobody sees it.
    let faults = R::SET.decode(file, R::READ.unwrap_or('\0'), |character| text.push(character));
    count_faults(faults, R::READ, tally);
    let place = P::find_text(&text);
    // From the end first, so that the places before it stay as they were found.
    text.truncate(place.end);
    text.drain(..place.start);
    text
}

/// Writes a text, and its padding. A text with another number of bytes than its field has room for is an error.
fn write_text<R: MixedRule, P: Padding>(text: &[char], file: &mut [u8], tally: &mut Tally) {
    match R::SET.encode_field(text, R::WRITE.unwrap_or(' '), (P::FILL, P::LEADS), file) {
        Ok(faults) => count_faults(faults, R::WRITE, tally),
        // A text that is too long cannot be written in part: a half of a character of two bytes would be left.
        Err(_) => tally.count(Kinds::OVERFLOW, Kinds::OVERFLOW),
    }
}

/// What is wrong with the bytes of a text that is read.
fn find_fault_read<R: MixedRule>(file: &[u8]) -> Option<Fault> {
    let faults = R::SET.decode(file, ' ', |_| ());
    // At the end of the text a shift may be missing, and then the place is behind the last byte.
    let first = faults.first.filter(|_| R::READ.is_none())?.min(file.len().saturating_sub(1));
    let value = format_bytes(&file[first..file.len().min(first + 2)]);
    Some(make_fault::<R>(Event::Unmapped, value, Direction::Read))
}

/// What is wrong with a text that is written to a field of `bytes` bytes.
fn find_fault_write<R: MixedRule, P: Padding>(text: &[char], bytes: usize) -> Option<Fault> {
    let mut file = vec![0; bytes];
    match R::SET.encode_field(text, R::WRITE.unwrap_or(' '), (P::FILL, P::LEADS), &mut file) {
        Ok(faults) => {
            let first = faults.first.filter(|_| R::WRITE.is_none())?;
            Some(make_fault::<R>(Event::Unmapped, format!("{:?}", text[first]), Direction::Write))
        }
        Err(taken) => {
            let value = format!("a text of {taken} bytes in a field of {bytes}");
            Some(make_fault::<R>(Event::Overflow, value, Direction::Write))
        }
    }
}

fn make_fault<R: MixedRule>(event: Event, value: String, direction: Direction) -> Fault {
    let (format, mapping) = (R::FORMAT.into(), R::MAPPING.into());
    Fault { item: 0, path: String::new(), event, value, format, mapping, direction }
}

impl<R: MixedRule, P: Padding, const N: usize> Plan for MixedOf<R, P, N> {
    type Native = MixedChars<N>;
    const EXTENT: usize = N;

    fn read(file: &[u8], tally: &mut Tally) -> MixedChars<N> {
        MixedChars::from_chars(&read_text::<R, P>(file, tally))
    }

    fn write(native: &MixedChars<N>, file: &mut [u8], tally: &mut Tally) {
        write_text::<R, P>(native.chars(), file, tally);
    }

    #[cold]
    fn fault_read(file: &[u8]) -> Option<Fault> {
        find_fault_read::<R>(file)
    }

    #[cold]
    fn fault_write(native: &MixedChars<N>) -> Option<Fault> {
        find_fault_write::<R, P>(native.chars(), N)
    }
}

impl<R: MixedRule, P: Padding, const L: usize> NullablePlan for MixedOf<R, P, L> {
    fn is_invalid(file: &[u8]) -> bool {
        is_invalid_text::<R>(file)
    }

    fn is_missing<N: NullRule>(_: &MixedChars<L>) -> bool {
        false
    }
}

fn is_invalid_text<R: MixedRule>(file: &[u8]) -> bool {
    R::SET.decode(file, ' ', |_| ()).count > 0
}

impl Fields<'_> {
    /// Reads a text of `count` bytes.
    ///
    /// # Errors
    ///
    /// See [`VariableRecord::read`](super::variable::VariableRecord::read).
    pub fn mixed_text<R: MixedRule, P: Padding>(
        &mut self,
        count: usize,
        field: &str,
    ) -> Result<String, Refusal> {
        let convert = |part: &[u8], tally: &mut Tally| read_text::<R, P>(part, tally).into_iter().collect();
        self.read_whole(count, field, convert, find_fault_read::<R>)
    }

    /// Reads a text of `count` bytes that may be missing.
    ///
    /// # Errors
    ///
    /// See [`VariableRecord::read`](super::variable::VariableRecord::read).
    pub fn nullable_mixed_text<R: MixedRule, P: Padding, N: NullRule>(
        &mut self,
        count: usize,
        field: &str,
    ) -> Result<Option<String>, Refusal> {
        let is_missing = |part: &[u8]| {
            N::BYTES.iter().any(|pattern| is_repeated(part, pattern))
                || N::INVALID && is_invalid_text::<R>(part)
        };
        // A missing text is not decoded, so that its bytes count no fault.
        let convert = |part: &[u8], tally: &mut Tally| {
            (!is_missing(part)).then(|| read_text::<R, P>(part, tally).into_iter().collect())
        };
        self.read_whole(count, field, convert, find_fault_read::<R>)
    }
}

impl FieldsMut {
    /// Writes a text to a field of `count` bytes, as another field says.
    ///
    /// # Errors
    ///
    /// See [`VariableRecord::write`](super::variable::VariableRecord::write).
    pub fn mixed_text<R: MixedRule, P: Padding>(
        &mut self,
        text: &str,
        count: usize,
        field: &str,
    ) -> Result<(), Refusal> {
        let text: Vec<char> = text.chars().collect();
        let convert = |part: &mut [u8], tally: &mut Tally| write_text::<R, P>(&text, part, tally);
        self.write_whole(count, field, convert, || find_fault_write::<R, P>(&text, count))
    }

    /// Writes a text that may be missing to a field of `count` bytes, as another field says.
    ///
    /// # Errors
    ///
    /// See [`VariableRecord::write`](super::variable::VariableRecord::write).
    pub fn nullable_mixed_text<R: MixedRule, P: Padding, N: NullRule>(
        &mut self,
        text: &Option<String>,
        count: usize,
        field: &str,
    ) -> Result<(), Refusal> {
        match (text, N::WRITTEN) {
            (Some(text), _) => self.mixed_text::<R, P>(text, count, field),
            (None, Some(pattern)) => {
                self.write_whole(count, field, |part, _| fill_repeated(part, pattern), || None)
            }
            (None, None) => Err(Refusal::missing(field)),
        }
    }
}
