//! Records of different lengths: they have arrays and texts whose length an earlier field says.
//!
//! The place of a record depends on all records before it. So records are read and written one after the other, and so
//! are the fields of each. An array is converted as a slice. If a rule refuses an item, the call ends at that field.

mod valid;

use std::fmt::{Debug, Display};
use std::mem;

pub use self::valid::Overlaid;
use self::valid::PickedAlternative;
use super::count::CountFault;
use super::null::{NullRule, fill_repeated, is_missing_text};
use super::plan::{Plan, Scalar};
use super::scalar::Convert;
use super::tally::Tally;
use crate::chars::Padding;
use crate::error::{Error, ErrorKind, Fault};
use crate::loss::Loss;

/// A record whose length is not constant.
pub trait VariableRecord: Sized {
    /// The record's name in messages.
    const NAME: &'static str;

    /// Reads the record at the start of the bytes.
    ///
    /// # Errors
    ///
    /// If a rule refuses an item, a count is impossible, or the bytes end before the record does.
    fn read(file: &mut Fields<'_>) -> Result<Self, Refusal>;

    /// Appends the record to the bytes.
    ///
    /// # Errors
    ///
    /// If a rule refuses an item, or if an array or a text has another length than its field says.
    fn write(&self, file: &mut FieldsMut) -> Result<(), Refusal>;
}

/// Why a record cannot be converted.
#[derive(Debug)]
pub struct Refusal(Box<RefusalReason>);

#[derive(Debug)]
enum RefusalReason {
    /// A rule refuses an item.
    Rule(Fault),
    /// A length does not fit. `path` names the field, as in [`Fault::path`].
    Length { path: String, reason: String },
}

impl Refusal {
    fn wrong_length(field: &str, reason: String) -> Refusal {
        Refusal(Box::new(RefusalReason::Length { path: field.to_owned(), reason }))
    }

    /// There is no memory for as many bytes or characters as a count asks for.
    pub(super) fn no_memory(field: &str, bytes: usize) -> Refusal {
        Refusal::wrong_length(field, format!("has {bytes} bytes or characters, for which there is no memory"))
    }

    /// An item is missing, and the description gives no bytes for missing items.
    pub(super) fn missing(field: &str) -> Refusal {
        Refusal::wrong_length(field, "is missing, and its text says no bytes for that".to_owned())
    }

    /// The value of the selector belongs to no alternative.
    #[cold]
    pub fn no_alternative(selector: &str, value: &dyn Debug) -> Refusal {
        Refusal::wrong_length("", format!("has no alternative for `{selector}`, which is {value:?}"))
    }

    /// The alternative is not the one that the value of the selector demands.
    #[cold]
    pub fn not_chosen(selector: &str, value: &dyn Debug) -> Refusal {
        Refusal::wrong_length(
            "",
            format!("is another alternative than that for `{selector}`, which is {value:?}"),
        )
    }

    /// This refusal, as seen from the record that contains the refused one in `field`.
    fn within(self, field: &str) -> Refusal {
        Refusal(Box::new(match *self.0 {
            RefusalReason::Rule(fault) => RefusalReason::Rule(fault.within(field)),
            RefusalReason::Length { path, reason } if path.is_empty() => {
                RefusalReason::Length { path: field.to_owned(), reason }
            }
            RefusalReason::Length { path, reason } => {
                RefusalReason::Length { path: format!("{field}.{path}"), reason }
            }
        }))
    }

    /// This refusal as the error of a call.
    fn into_error(self, name: &'static str, record: usize) -> Error {
        match *self.0 {
            RefusalReason::Rule(fault) => {
                ErrorKind::Conversion { datarep: name.into(), fault: Fault { item: record, ..fault } }.into()
            }
            RefusalReason::Length { path, reason } => {
                let reason = format!("record {record}: `{path}` {reason}");
                ErrorKind::Count { routine: name, reason }.into()
            }
        }
    }
}

/// Makes the value of a count field a number of items.
fn count_items(count: impl TryInto<usize> + Display + Copy, field: &str) -> Result<usize, Refusal> {
    count.try_into().map_err(|_| Refusal::wrong_length(field, format!("says that there are {count} items")))
}

/// Makes a computed count a number of items.
fn check_computed(number: Result<i128, CountFault>, count: &str, field: &str) -> Result<usize, Refusal> {
    let why = match number {
        Ok(number) => match usize::try_from(number) {
            Ok(count) => return Ok(count),
            Err(_) => format!("is {number}"),
        },
        Err(fault) => fault.to_string(),
    };
    Err(Refusal::wrong_length(field, format!("has the count `{count}`, which {why}")))
}

/// The bytes of a file, from which fields are read one after the other.
#[derive(Debug)]
pub struct Fields<'f> {
    file: &'f [u8],
    /// Bytes that were read.
    position: usize,
    tally: Tally,
    /// Whether rules are followed. A dry run only counts.
    follows_rules: bool,
    /// Whether the bytes are those that a choice states. Where the bytes of a file end, more may follow.
    is_bounded: bool,
    /// Whether a field reached the end of the file.
    is_torn: bool,
    /// In an alternative that may be invalid, the number of items before it that are no values.
    tried: Option<u64>,
    /// The alternatives that were found by what is valid, except those in overlays.
    picked: Vec<PickedAlternative>,
}

impl<'f> Fields<'f> {
    fn new(file: &'f [u8], follows_rules: bool) -> Fields<'f> {
        let (tally, picked) = (Tally::default(), Vec::new());
        Fields {
            file,
            position: 0,
            tally,
            follows_rules,
            is_bounded: false,
            is_torn: false,
            tried: None,
            picked,
        }
    }

    fn take_bytes(&mut self, bytes: Option<usize>, field: &str) -> Result<&'f [u8], Refusal> {
        let left = self.file.len();
        let Some((part, rest)) = bytes.and_then(|bytes| self.file.split_at_checked(bytes)) else {
            // Only the end of the file may move. The bytes that a choice states are all there is, so more would not
            // help.
            self.is_torn |= !self.is_bounded;
            let needed = bytes.map_or_else(|| "2^64 or more".to_owned(), |bytes| bytes.to_string());
            return Err(Refusal::wrong_length(
                field,
                format!("takes {needed} bytes, and {left} are left: it is cut off, or a count is wrong"),
            ));
        };
        self.file = rest;
        self.position += part.len();
        Ok(part)
    }

    /// The number of bytes that were read so far.
    pub fn position(&self) -> usize {
        self.position
    }

    /// Returns the number of items of a computed count.
    ///
    /// # Errors
    ///
    /// See [`VariableRecord::read`].
    pub fn computed(
        &self,
        number: Result<i128, CountFault>,
        count: &str,
        field: &str,
    ) -> Result<usize, Refusal> {
        check_computed(number, count, field)
    }

    /// Returns the number of items of `extent` bytes that all bytes up to the end of the record are.
    ///
    /// # Errors
    ///
    /// See [`VariableRecord::read`].
    pub fn rest(&self, extent: usize, field: &str) -> Result<usize, Refusal> {
        let left = self.file.len();
        if left.is_multiple_of(extent) {
            return Ok(left / extent);
        }
        Err(Refusal::wrong_length(
            field,
            format!("has items of {extent} bytes, and {left} bytes are left for them"),
        ))
    }

    /// Returns the fault of one of `items` items, if there is one and rules are followed.
    fn find_fault(&mut self, items: usize, fault: &dyn Fn(usize) -> Option<Fault>) -> Result<(), Fault> {
        if self.follows_rules { self.tally.find_fault(items, fault) } else { Ok(()) }
    }

    /// Reads a field.
    ///
    /// # Errors
    ///
    /// See [`VariableRecord::read`].
    pub fn one<P: Plan>(&mut self, field: &str) -> Result<P::Native, Refusal> {
        let part = self.take_bytes(Some(P::EXTENT), field)?;
        let value = P::read(part, &mut self.tally);
        // Before the rules: an alternative that is tried ends at its first item that is no value.
        self.refuse_invalid()?;
        let finished = self.find_fault(1, &|_| P::fault_read(part));
        finished.map_err(|fault| Refusal(Box::new(RefusalReason::Rule(fault.within(field)))))?;
        Ok(value)
    }

    /// Returns the number of items that a field says.
    ///
    /// # Errors
    ///
    /// See [`VariableRecord::read`].
    pub fn count(&self, count: impl TryInto<usize> + Display + Copy, field: &str) -> Result<usize, Refusal> {
        count_items(count, field)
    }

    /// Reads an array.
    ///
    /// # Errors
    ///
    /// See [`VariableRecord::read`].
    pub fn many<P: Plan>(&mut self, count: usize, field: &str) -> Result<Vec<P::Native>, Refusal> {
        // The bytes first: the count comes from a file, and memory is only asked for if so many bytes are there.
        let part = self.take_bytes(count.checked_mul(P::EXTENT), field)?;
        let Some(first) = part.get(..P::EXTENT).filter(|_| count > 0) else { return Ok(Vec::new()) };
        // Any value fills the vector. The first item is read once more, with its counts, below.
        let mut values = vec![P::read(first, &mut Tally::default()); count];
        P::read_all(part, &mut values, &mut self.tally);
        self.refuse_invalid()?;
        let fault = |item: usize| {
            Some(P::fault_read(&part[item * P::EXTENT..][..P::EXTENT])?.within(&format!("[{item}]")))
        };
        let finished = self.find_fault(count, &fault);
        finished.map_err(|fault| Refusal(Box::new(RefusalReason::Rule(fault.within(field)))))?;
        Ok(values)
    }

    /// Reads `bytes` bytes as a whole. `fault` says what a rule refuses.
    pub(super) fn read_whole<T>(
        &mut self,
        bytes: usize,
        field: &str,
        convert: impl FnOnce(&[u8], &mut Tally) -> T,
        fault: impl Fn(&[u8]) -> Option<Fault>,
    ) -> Result<T, Refusal> {
        let part = self.take_bytes(Some(bytes), field)?;
        let value = convert(part, &mut self.tally);
        let finished = self.find_fault(1, &|_| fault(part));
        finished.map_err(|fault| Refusal(Box::new(RefusalReason::Rule(fault.within(field)))))?;
        Ok(value)
    }

    /// Reads a text.
    ///
    /// # Errors
    ///
    /// See [`VariableRecord::read`].
    pub fn text<C: Convert<Native = char>, P: Padding>(
        &mut self,
        count: usize,
        field: &str,
    ) -> Result<String, Refusal> {
        let characters = self.many::<Scalar<C>>(count, field)?;
        Ok(characters[P::find_text(&characters)].iter().collect())
    }

    /// Reads a text that may be missing.
    ///
    /// # Errors
    ///
    /// See [`VariableRecord::read`].
    pub fn nullable_text<C: Convert<Native = char>, P: Padding, N: NullRule>(
        &mut self,
        count: usize,
        field: &str,
    ) -> Result<Option<String>, Refusal> {
        let bytes = count.checked_mul(Scalar::<C>::EXTENT);
        // Looked at without taking it: if it is not missing, `text` takes the same bytes.
        let part = bytes.and_then(|bytes| self.file.get(..bytes));
        if part.is_some_and(is_missing_text::<C, N>) {
            self.take_bytes(bytes, field)?;
            return Ok(None);
        }
        self.text::<C, P>(count, field).map(Some)
    }

    /// Reads a nested record.
    ///
    /// # Errors
    ///
    /// See [`VariableRecord::read`].
    pub fn record<V: VariableRecord>(&mut self, field: &str) -> Result<V, Refusal> {
        V::read(self).map_err(|refusal| refusal.within(field))
    }

    /// Reads nested records.
    ///
    /// # Errors
    ///
    /// See [`VariableRecord::read`].
    pub fn records<V: VariableRecord>(&mut self, count: usize, field: &str) -> Result<Vec<V>, Refusal> {
        if self.tried.is_some() && count > self.file.len() {
            // A record takes at least one byte. The interpreter looks at that before it looks at the first record.
            self.take_bytes(Some(count), field)?;
        }
        // Reserves no more bytes than there are left: the count comes from a file, and a record takes at least one byte.
        let mut records = Vec::with_capacity(count.min(self.file.len() / size_of::<V>().max(1)));
        for index in 0..count {
            records.push(self.record(&format!("{field}[{index}]"))?);
        }
        Ok(records)
    }

    /// Reads nested records up to the end of the record that contains them.
    ///
    /// # Errors
    ///
    /// See [`VariableRecord::read`].
    pub fn records_to_end<V: VariableRecord>(&mut self, field: &str) -> Result<Vec<V>, Refusal> {
        let mut records = Vec::new();
        // This ends, because each record takes at least one byte.
        while !self.file.is_empty() {
            records.push(self.record(&format!("{field}[{}]", records.len()))?);
        }
        Ok(records)
    }

    /// Reads an alternative by `read`. It lies in `bytes` bytes, if the choice states their number.
    ///
    /// # Errors
    ///
    /// See [`VariableRecord::read`].
    pub fn choice<T>(
        &mut self,
        bytes: Option<usize>,
        field: &str,
        read: impl FnOnce(&mut Self) -> Result<T, Refusal>,
    ) -> Result<T, Refusal> {
        let Some(bytes) = bytes else { return read(self).map_err(|refusal| refusal.within(field)) };
        self.within_bytes(bytes, field, read)
    }

    /// Reads something that lies in `bytes` bytes.
    fn within_bytes<T>(
        &mut self,
        bytes: usize,
        field: &str,
        read: impl FnOnce(&mut Self) -> Result<T, Refusal>,
    ) -> Result<T, Refusal> {
        let inside = self.take_bytes(Some(bytes), field)?;
        let end = self.position;
        let outer = (mem::replace(&mut self.file, inside), mem::replace(&mut self.is_bounded, true));
        // `take_bytes` has gone past the bytes, and what is read inside counts from their start.
        self.position -= bytes;
        let found = read(self).map_err(|refusal| refusal.within(field));
        (self.file, self.is_bounded) = outer;
        // What follows begins behind all the bytes, however many of them were read.
        self.position = end;
        found
    }

    /// Skips bytes without meaning.
    ///
    /// # Errors
    ///
    /// See [`VariableRecord::read`].
    pub fn skip(&mut self, bytes: usize) -> Result<(), Refusal> {
        self.take_bytes(Some(bytes), "_").map(drop)
    }
}

/// The bytes of a file, to which fields are written one after another.
#[derive(Debug)]
pub struct FieldsMut {
    file: Vec<u8>,
    /// The byte at which the alternative that is written ends, if its choice states that.
    end: Option<usize>,
    tally: Tally,
    /// Whether rules are followed. A dry run only counts.
    follows_rules: bool,
    /// The alternatives that were written of choices by what is valid, except those in overlays.
    picked: Vec<PickedAlternative>,
}

impl FieldsMut {
    fn new(follows_rules: bool) -> FieldsMut {
        FieldsMut { file: Vec::new(), end: None, tally: Tally::default(), follows_rules, picked: Vec::new() }
    }

    /// Appends zero bytes and returns them. A count of the program may ask for more than there is memory.
    fn append_zeros(&mut self, bytes: usize, field: &str) -> Result<&mut [u8], Refusal> {
        let start = self.file.len();
        self.file.try_reserve(bytes).map_err(|_| Refusal::no_memory(field, bytes))?;
        self.file.resize(start + bytes, 0);
        Ok(&mut self.file[start..])
    }

    fn find_fault(&mut self, items: usize, fault: &dyn Fn(usize) -> Option<Fault>) -> Result<(), Fault> {
        if self.follows_rules { self.tally.find_fault(items, fault) } else { Ok(()) }
    }

    /// The number of bytes that were written so far.
    pub fn position(&self) -> usize {
        self.file.len()
    }

    /// Returns the number of items of a computed count.
    ///
    /// # Errors
    ///
    /// See [`VariableRecord::write`].
    pub fn computed(
        &self,
        number: Result<i128, CountFault>,
        count: &str,
        field: &str,
    ) -> Result<usize, Refusal> {
        check_computed(number, count, field)
    }

    /// Returns the number of items of `extent` bytes up to the end of the record, of which there are `items`.
    pub fn rest(&self, extent: usize, items: usize) -> usize {
        // Without a stated end the items alone say how many there are.
        self.end.map_or(items, |end| end.saturating_sub(self.file.len()) / extent)
    }

    /// Writes a field.
    ///
    /// # Errors
    ///
    /// See [`VariableRecord::write`].
    pub fn one<P: Plan>(&mut self, value: &P::Native, field: &str) -> Result<(), Refusal> {
        // The tally is copied and stored back, because `append_zeros` borrows all of `self`.
        let mut tally = self.tally;
        P::write(value, self.append_zeros(P::EXTENT, field)?, &mut tally);
        self.tally = tally;
        let finished = self.find_fault(1, &|_| P::fault_write(value));
        finished.map_err(|fault| Refusal(Box::new(RefusalReason::Rule(fault.within(field)))))
    }

    /// Returns the number of items that a field says.
    ///
    /// # Errors
    ///
    /// See [`VariableRecord::write`].
    pub fn count(&self, count: impl TryInto<usize> + Display + Copy, field: &str) -> Result<usize, Refusal> {
        count_items(count, field)
    }

    /// Writes an array, which must have `count` items, as another field says.
    ///
    /// # Errors
    ///
    /// See [`VariableRecord::write`].
    pub fn many<P: Plan>(&mut self, values: &[P::Native], count: usize, field: &str) -> Result<(), Refusal> {
        check_count(values.len(), count, "items", field)?;
        let mut tally = self.tally;
        P::write_all(values, self.append_zeros(count.saturating_mul(P::EXTENT), field)?, &mut tally);
        self.tally = tally;
        let finished =
            self.find_fault(count, &|item| Some(P::fault_write(&values[item])?.within(&format!("[{item}]"))));
        finished.map_err(|fault| Refusal(Box::new(RefusalReason::Rule(fault.within(field)))))
    }

    /// Writes `bytes` bytes as a whole. `fault` says what a rule refuses.
    pub(super) fn write_whole(
        &mut self,
        bytes: usize,
        field: &str,
        convert: impl FnOnce(&mut [u8], &mut Tally),
        fault: impl Fn() -> Option<Fault>,
    ) -> Result<(), Refusal> {
        let mut tally = self.tally;
        convert(self.append_zeros(bytes, field)?, &mut tally);
        self.tally = tally;
        let finished = self.find_fault(1, &|_| fault());
        finished.map_err(|fault| Refusal(Box::new(RefusalReason::Rule(fault.within(field)))))
    }

    /// Writes a text to a field of `count` characters, as another field says.
    ///
    /// # Errors
    ///
    /// See [`VariableRecord::write`].
    pub fn text<C: Convert<Native = char>, P: Padding>(
        &mut self,
        text: &str,
        count: usize,
        field: &str,
    ) -> Result<(), Refusal> {
        let mut characters: Vec<char> = text.chars().collect();
        if let Some(fill) = P::FILL
            && characters.len() < count
        {
            let lacks = count - characters.len();
            characters.try_reserve(lacks).map_err(|_| Refusal::no_memory(field, count))?;
            characters.resize(count, fill);
            if P::LEADS {
                // The fill was appended. Texts that are aligned to the right have it in front.
                characters.rotate_right(lacks);
            }
        }
        check_count(characters.len(), count, "characters", field)?;
        self.many::<Scalar<C>>(&characters, count, field)
    }

    /// Writes a text that may be missing to a field of `count` characters, as another field says.
    ///
    /// # Errors
    ///
    /// See [`VariableRecord::write`].
    pub fn nullable_text<C: Convert<Native = char>, P: Padding, N: NullRule>(
        &mut self,
        text: &Option<String>,
        count: usize,
        field: &str,
    ) -> Result<(), Refusal> {
        match (text, N::WRITTEN) {
            (Some(text), _) => self.text::<C, P>(text, count, field),
            (None, Some(pattern)) => {
                fill_repeated(self.append_zeros(count.saturating_mul(Scalar::<C>::EXTENT), field)?, pattern);
                Ok(())
            }
            (None, None) => Err(Refusal::missing(field)),
        }
    }

    /// Writes a nested record.
    ///
    /// # Errors
    ///
    /// See [`VariableRecord::write`].
    pub fn record<V: VariableRecord>(&mut self, record: &V, field: &str) -> Result<(), Refusal> {
        record.write(self).map_err(|refusal| refusal.within(field))
    }

    /// Writes nested records, of which there must be `count`, as another field says.
    ///
    /// # Errors
    ///
    /// See [`VariableRecord::write`].
    pub fn records<V: VariableRecord>(
        &mut self,
        records: &[V],
        count: usize,
        field: &str,
    ) -> Result<(), Refusal> {
        check_count(records.len(), count, "records", field)?;
        let mut all = records.iter().enumerate();
        all.try_for_each(|(index, record)| self.record(record, &format!("{field}[{index}]")))
    }

    /// Writes an alternative by `write`. It lies in `bytes` bytes, if the choice states their number.
    ///
    /// # Errors
    ///
    /// See [`VariableRecord::write`].
    pub fn choice(
        &mut self,
        bytes: Option<usize>,
        field: &str,
        write: impl FnOnce(&mut Self) -> Result<(), Refusal>,
    ) -> Result<(), Refusal> {
        let start = self.file.len();
        let outer = self.end;
        self.end = bytes.map_or(outer, |bytes| Some(start + bytes));
        let done = write(self).map_err(|refusal| refusal.within(field));
        self.end = outer;
        done?;
        let Some(bytes) = bytes else { return Ok(()) };
        let written = self.file.len() - start;
        if written > bytes {
            return Err(Refusal::wrong_length(field, format!("takes {written} bytes, and has {bytes}")));
        }
        // Zeros up to the stated end: what follows lies where the choice says.
        self.append_zeros(bytes - written, field)?;
        Ok(())
    }

    /// Writes zero bytes without meaning.
    ///
    /// # Errors
    ///
    /// See [`VariableRecord::write`].
    pub fn skip(&mut self, bytes: usize) -> Result<(), Refusal> {
        self.append_zeros(bytes, "bytes without a name")?;
        Ok(())
    }
}

fn check_count(found: usize, count: usize, what: &str, field: &str) -> Result<(), Refusal> {
    if found == count {
        return Ok(());
    }
    Err(Refusal::wrong_length(field, format!("has {found} {what}, and its count says {count}")))
}

/// Reads the record at the start of the bytes. Also returns the bytes after it.
///
/// # Errors
///
/// See the functions of a generated module.
pub fn first_record<V: VariableRecord>(file: &[u8]) -> Result<(V, &[u8], Loss), Error> {
    let mut fields = Fields::new(file, true);
    let record = V::read(&mut fields).map_err(|refusal| refusal.into_error(V::NAME, 0))?;
    Ok((record, fields.file, fields.tally.loss))
}

/// Reads records that lie one after another to a new vector.
///
/// # Errors
///
/// See the functions of a generated module.
pub fn variable_to_vec<V: VariableRecord>(file: &[u8]) -> Result<(Vec<V>, Loss), Error> {
    read_all(Fields::new(file, true))
}

fn read_all<V: VariableRecord>(mut fields: Fields<'_>) -> Result<(Vec<V>, Loss), Error> {
    let mut records = Vec::new();
    while !fields.file.is_empty() {
        let record = V::read(&mut fields).map_err(|refusal| refusal.into_error(V::NAME, records.len()))?;
        records.push(record);
    }
    Ok((records, fields.tally.loss))
}

/// Writes records to new bytes.
///
/// # Errors
///
/// See the functions of a generated module.
pub fn variable_to_bytes<V: VariableRecord>(native: &[V]) -> Result<(Vec<u8>, Loss), Error> {
    write_all(native, true)
}

fn write_all<V: VariableRecord>(native: &[V], follows_rules: bool) -> Result<(Vec<u8>, Loss), Error> {
    let mut fields = FieldsMut::new(follows_rules);
    for (index, record) in native.iter().enumerate() {
        record.write(&mut fields).map_err(|refusal| refusal.into_error(V::NAME, index))?;
    }
    // Only now all bytes are there, on which the choice of an alternative may depend.
    valid::check_picked::<V>(&fields)?;
    Ok((fields.file, fields.tally.loss))
}

/// The losses of reading records.
///
/// # Errors
///
/// See the functions of a generated module. Items that a rule refuses are no errors.
pub fn loss_of_variable<V: VariableRecord>(file: &[u8]) -> Result<Loss, Error> {
    read_all::<V>(Fields::new(file, false)).map(|(_, loss)| loss)
}

/// The losses of writing records.
///
/// # Errors
///
/// See the functions of a generated module. Items that a rule refuses are no errors.
pub fn loss_of_variable_on_write<V: VariableRecord>(native: &[V]) -> Result<Loss, Error> {
    write_all(native, false).map(|(_, loss)| loss)
}
