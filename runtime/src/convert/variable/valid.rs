//! Alternatives that are found by what is valid, in records of different lengths.
//!
//! An alternative is tried without its rules. The attempt ends at the first item that is no value,
//! which the counts show, or where a length does not fit. The next alternative then begins at the
//! same byte. If an alternative is valid, and one of its items breaks a rule that is an error, it
//! is read once more with its rules, so that the error names the item.
//!
//! Reading must give what was written. An overlay is read back at once, because its bytes are
//! known. Two values that write the same bytes are equal there. Which alternative of a choice is
//! read may depend on bytes after it. So choices are compared when all records are written.

use std::mem;

use super::super::null::INVALID;
use super::{Fields, FieldsMut, Refusal, VariableRecord};
use crate::error::Error;

/// An alternative that was chosen because it is valid: the name of the choice, and its own name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct PickedAlternative {
    choice: &'static str,
    alternative: &'static str,
}

/// An alternative of an overlay that is written.
#[expect(missing_debug_implementations, reason = "it has functions")]
pub struct Overlaid<'o> {
    /// Its name.
    pub name: &'static str,
    /// Whether it is there.
    pub is_there: bool,
    /// Writes it.
    pub write: &'o dyn Fn(&mut FieldsMut) -> Result<(), Refusal>,
    /// Reads it, and writes what was read.
    pub again: &'o dyn Fn(&mut Fields<'_>, &mut FieldsMut) -> Result<(), Refusal>,
}

impl Refusal {
    /// A choice or an overlay without a valid alternative.
    #[cold]
    pub fn none_valid() -> Refusal {
        Refusal::wrong_length("", "has no valid alternative".to_owned())
    }
}

impl Fields<'_> {
    /// Reads an alternative if it is valid.
    ///
    /// # Errors
    ///
    /// See [`VariableRecord::read`]; also if the file ends in the alternative, since more bytes may follow.
    pub fn valid<T>(
        &mut self,
        mut read: impl FnMut(&mut Self) -> Result<T, Refusal>,
    ) -> Result<Option<T>, Refusal> {
        let (place, tally, picked) = ((self.file, self.position), self.tally, self.picked.len());
        // Without rules the counts tell what is invalid, and no refusal ends the attempt too early.
        let follows_rules = mem::replace(&mut self.follows_rules, false);
        let tried = self.tried.replace(tally.loss.sum(INVALID));
        let found = read(self);
        (self.follows_rules, self.tried) = (follows_rules, tried);
        match found {
            // The file ends here. With more bytes the alternative might be valid, so it is not passed over.
            Err(refusal) if self.is_torn => return Err(refusal),
            Ok(value) => {
                // The counts say whether a rule was broken in this attempt. A failure from before is not one of it.
                if !follows_rules || !self.tally.failed || tally.failed {
                    return Ok(Some(value));
                }
                ((self.file, self.position), self.tally) = (place, tally);
                self.picked.truncate(picked);
                // Once more from the start, with the rules: this refusal has the place and the value.
                return read(self).map(Some);
            }
            Err(_) => {}
        }
        ((self.file, self.position), self.tally) = (place, tally);
        self.picked.truncate(picked);
        Ok(None)
    }

    /// Refuses an alternative in which an item is no value.
    pub(super) fn refuse_invalid(&self) -> Result<(), Refusal> {
        match self.tried {
            // Counts only grow. A difference is an item of this attempt that is no value.
            Some(before) if self.tally.loss.sum(INVALID) != before => Err(Refusal::none_valid()),
            _ => Ok(()),
        }
    }

    /// Notes the alternative that was read for a choice.
    pub fn pick(&mut self, choice: &'static str, alternative: &'static str) {
        self.picked.push(PickedAlternative { choice, alternative });
    }

    /// Reads the alternatives of an overlay by `read`.
    ///
    /// # Errors
    ///
    /// See [`VariableRecord::read`].
    pub fn overlay<T>(
        &mut self,
        bytes: usize,
        field: &str,
        read: impl FnOnce(&mut Self) -> Result<T, Refusal>,
    ) -> Result<T, Refusal> {
        let picked = self.picked.len();
        let found = self.within_bytes(bytes, field, read);
        // An overlay is compared when it is written, by `make_overlay`, and not at the end.
        self.picked.truncate(picked);
        found
    }

    /// Reads an alternative of an overlay if it is valid. The next one begins at the same byte.
    ///
    /// # Errors
    ///
    /// See [`VariableRecord::read`].
    pub fn overlaid<T>(
        &mut self,
        read: impl FnMut(&mut Self) -> Result<T, Refusal>,
    ) -> Result<Option<T>, Refusal> {
        let place = (self.file, self.position);
        let found = self.valid(read);
        // The next alternative of the overlay has the same bytes.
        (self.file, self.position) = place;
        found
    }
}

impl FieldsMut {
    /// Notes the alternative that was written for a choice.
    pub fn pick(&mut self, choice: &'static str, alternative: &'static str) {
        self.picked.push(PickedAlternative { choice, alternative });
    }

    /// Writes an overlay: the bytes of the first alternative from which all other given
    /// alternatives are read with their values.
    ///
    /// # Errors
    ///
    /// See [`VariableRecord::write`]; also if no alternative is there, or none has the values of the others.
    pub fn overlay(&mut self, bytes: usize, field: &str, all: &[Overlaid<'_>]) -> Result<(), Refusal> {
        let made = self.make_overlay(bytes, all).map_err(|refusal| refusal.within(field))?;
        self.file.extend_from_slice(&made.file);
        self.tally.add(made.tally);
        Ok(())
    }

    /// The bytes of an overlay.
    fn make_overlay(&self, bytes: usize, all: &[Overlaid<'_>]) -> Result<FieldsMut, Refusal> {
        let mut there = Vec::new();
        for one in all.iter().filter(|one| one.is_there) {
            let mut alone = FieldsMut { end: Some(bytes), ..FieldsMut::new(self.follows_rules) };
            // Each alternative is written alone: the bytes of one of them must have the values of all others.
            (one.write)(&mut alone)?;
            if alone.file.len() > bytes {
                let reason = format!("takes {} bytes, and has {bytes}", alone.file.len());
                return Err(Refusal::wrong_length(one.name, reason));
            }
            there.push((one, alone));
        }
        let mut first = None;
        for (one, alone) in &there {
            let mut file = alone.file.clone();
            file.resize(bytes, 0);
            // The first alternative whose bytes keep every value. The order of the text decides among several.
            let Some((other, _)) = there.iter().find(|(other, alone)| !keeps_value(&file, other, alone))
            else {
                return Ok(FieldsMut { file, tally: alone.tally, ..FieldsMut::new(self.follows_rules) });
            };
            // The message names the first that failed, as it is the one that the text would prefer.
            first.get_or_insert((one.name, other.name));
        }
        let Some((one, other)) = first else {
            return Err(Refusal::wrong_length("", "has no alternative".to_owned()));
        };
        let reason =
            format!("has the bytes of `{one}`, which do not have the value that is given for `{other}`");
        Err(Refusal::wrong_length("", reason))
    }
}

/// Whether the value of an alternative is read back from the bytes of an overlay. `alone`: what the
/// alternative writes by itself.
fn keeps_value(file: &[u8], one: &Overlaid<'_>, alone: &FieldsMut) -> bool {
    let mut fields = Fields::new(file, false);
    fields.is_bounded = true;
    let mut again = FieldsMut { end: Some(file.len()), ..FieldsMut::new(false) };
    let read = fields.valid(|fields| (one.again)(fields, &mut again));
    // Compared by the bytes that they write: values such as NaN differ from themselves.
    matches!(read, Ok(Some(()))) && again.file == alone.file && again.picked == alone.picked
}

/// Returns an error if other alternatives would be read from records than were written.
pub(super) fn check_picked<V: VariableRecord>(written: &FieldsMut) -> Result<(), Error> {
    // Without such choices nothing can be read otherwise than it was written.
    if written.picked.is_empty() {
        return Ok(());
    }
    let mut fields = Fields::new(&written.file, false);
    let (mut records, mut checked) = (0, 0);
    while !fields.file.is_empty() {
        // The choices are compared before the outcome: a wrong alternative is often the reason of the refusal.
        let read = V::read(&mut fields);
        for (now, then) in fields.picked[checked..].iter().zip(written.picked.get(checked..).unwrap_or(&[])) {
            if now != then {
                let (then, now) = (then.alternative, now.alternative);
                let reason = format!("is written as `{then}`, and its bytes would be read as `{now}`");
                let choice = written.picked[checked].choice;
                return Err(Refusal::wrong_length(choice, reason).into_error(V::NAME, records));
            }
            checked += 1;
        }
        read.map_err(|refusal| refusal.into_error(V::NAME, records))?;
        records += 1;
    }
    Ok(())
}
