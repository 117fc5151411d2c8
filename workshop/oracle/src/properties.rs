//! Properties of every conversion, whatever its format, tested on generated code alone.
//!
//! Nothing here knows what a word means. Items are converted in both directions, and the result and its loss counts are
//! compared with the input:
//!
//! - An item without a loss comes back unchanged, and an item with a counted loss does not.
//! - A word that was written is written again for the value that it is read as.
//! - A larger number is not written as a smaller one.
//! - A number and its negative are converted alike.
//! - A slice is converted like its items.
//!
//! The reference says which word is right. These properties say that the two directions and the counts agree.

mod float;
mod items;
#[cfg(test)]
mod tests;

use std::cmp::Ordering;

use datarep::datatype::{self, Memory, Typemap};
use datarep::error::ErrorKind;
use datarep::{Datarep, Error, Event, Loss, Predefined};
use datarep_dsl::model::{
    Class, Condition, Field, Float, Format, FormatKind, LeadingBit, Native, Negation, OverflowRule, Policy,
    QuietBit, Rounding, UnderflowRule,
};

use float::Float64;
use items::Items;

/// A conversion of the bytes of items to the bytes of items, with the losses.
pub(crate) type Convert<'a> = Box<dyn Fn(&[u8]) -> Result<(Vec<u8>, Loss), Error> + 'a>;

/// A conversion in both directions, and what is known about it.
pub(crate) struct Subject<'a> {
    /// The name of the conversion in messages.
    pub(crate) name: String,
    /// The number of bytes of an item in the file.
    pub(crate) extent: usize,
    /// The number of bytes of a native item.
    pub(crate) size: usize,
    /// Converts from the file to native items.
    pub(crate) read: Convert<'a>,
    /// Converts from native items to the file.
    pub(crate) write: Convert<'a>,
    /// The native type, and the properties that may be expected.
    pub(crate) traits: Traits,
}

/// What a conversion's format and rules imply for the properties.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Traits {
    pub(crate) native: Native,
    /// Which numbers are converted like their negatives.
    mirror: Mirror,
    /// Whether numbers that are read may be written as zero, by a rule or because they are not normalized.
    vanish_on_write: bool,
    /// Whether numbers that are written may be read as zero by a rule.
    vanish_on_read: bool,
    /// Whether reading and writing refuse small numbers as inexact. They do if both an underflow and an inexact result
    /// are errors.
    refuses_small: [bool; 2],
    /// The value of the quiet bit in a quiet NaN. If it is clear, a NaN that loses its payload may become quiet, or
    /// become an infinity.
    quiet: QuietBit,
    /// The direction in which written numbers are rounded.
    rounding: Rounding,
    /// Whether written numbers keep their order beyond the range too.
    ordered_beyond: bool,
    /// The number of numbers in an item.
    parts: usize,
}

/// Which numbers are converted like their negatives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mirror {
    /// No number: the two signs of the format differ, or a rule rounds up or down.
    None,
    /// Every number except the smallest: the smallest word of one sign is a zero, while its negative may be a number.
    AboveSmallest,
    /// Every number.
    All,
}

impl Traits {
    /// The traits of a mapping.
    pub(crate) fn from_mapping(native: Native, format: &Format, read: &Policy, write: &Policy) -> Traits {
        let float = format.kind.part();
        let directed =
            [read, write].iter().any(|policy| matches!(policy.rounding, Rounding::Up | Rounding::Down));
        // In these formats every number has a negative.
        let is_signed = matches!(format.kind, FormatKind::DecimalFloat(_) | FormatKind::Posit(_));
        let unsigned = float.map_or(!is_signed, |float| float.negation == Negation::None);
        let mirror = if is_signed { Mirror::All } else { float.map_or(Mirror::None, find_mirror) };
        let refuses_small =
            |policy: &Policy| policy.underflow == UnderflowRule::Error && policy.inexact_error;
        Traits {
            native,
            mirror: if directed { Mirror::None } else { mirror },
            vanish_on_write: write.underflow.discards_subnormals()
                || matches!(format.kind, FormatKind::DecimalFloat(tens) if !tens.is_gradual())
                || float.is_some_and(|float| float.leading != LeadingBit::Hidden),
            vanish_on_read: read.underflow.discards_subnormals(),
            refuses_small: [read, write].map(refuses_small),
            quiet: float.map_or(QuietBit::Set, |float| float.quiet),
            rounding: write.rounding,
            ordered_beyond: match write.overflow {
                OverflowRule::Saturate => true,
                OverflowRule::Infinity => !unsigned,
                OverflowRule::Error | OverflowRule::Nan | OverflowRule::Wrap => false,
            },
            parts: 1,
        }
    }
}

fn names_sign(condition: &Condition) -> bool {
    match condition {
        Condition::Compare(field, ..) => *field == Field::Sign,
        Condition::And(left, right) | Condition::Or(left, right) => names_sign(left) || names_sign(right),
    }
}

/// How the numbers of a float are mirrored at zero.
fn find_mirror(float: &Float) -> Mirror {
    let names_sign = |class: &dyn Fn(Class) -> bool| {
        float.specials.iter().any(|special| class(special.class) && names_sign(&special.condition))
    };
    let mirrored =
        !matches!(float.negation, Negation::None | Negation::TwosSignificand | Negation::ImpliedComplement);
    if !mirrored || names_sign(&|class| !matches!(class, Class::Zero | Class::Reserved)) {
        Mirror::None
    } else if names_sign(&|class| class == Class::Zero) {
        Mirror::AboveSmallest
    } else {
        Mirror::All
    }
}

/// The number of times that each property was tested.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct CheckCounts {
    /// Words that were read without a loss and came back.
    pub(crate) words: u64,
    /// Native values that were written without a loss and came back.
    pub(crate) values: u64,
    /// Native values that were changed and counted.
    pub(crate) counted: u64,
    /// Written words that were written again for the value that they are read as.
    pub(crate) canonical: u64,
    /// Neighbors that kept their order.
    pub(crate) ordered: u64,
    /// Numbers that are on the side to which the rule rounds.
    pub(crate) directed: u64,
    /// Numbers that are converted like their negatives.
    pub(crate) mirrored: u64,
    /// Items of slices that are converted like single items.
    pub(crate) sliced: u64,
}

impl CheckCounts {
    /// The sum of all counts.
    pub(crate) fn total(self) -> u64 {
        let CheckCounts { words, values, counted, canonical, ordered, directed, mirrored, sliced } = self;
        words + values + counted + canonical + ordered + directed + mirrored + sliced
    }
}

/// The converted item and its losses, or the event whose rule is an error.
type Outcome = Result<(Vec<u8>, Loss), Event>;

impl Subject<'static> {
    /// The conversion of a type in generated code, or `None` if it has none.
    ///
    /// # Errors
    ///
    /// Returns a message if the type cannot be laid out.
    pub(crate) fn new(
        datarep: &'static Datarep,
        predefined: Predefined,
        name: &str,
        traits: Traits,
    ) -> Result<Option<Subject<'static>>, String> {
        let Some(extent) = datarep.extent(predefined) else { return Ok(None) };
        let size = predefined.native_size();
        let name = format!("{name}: {}", predefined.name());
        let datatype = || Typemap::from(predefined).commit().map_err(|error| format!("{name}: {error}"));
        let (reading, writing) = (datatype()?, datatype()?);
        let items = |bytes: usize, of: usize| i64::try_from(bytes / of).unwrap_or(i64::MAX);
        let read: Convert<'static> = Box::new(move |file| {
            let mut native = vec![0; file.len() / extent * size];
            let count = items(file.len(), extent);
            let items = datatype::Items { datatype: &reading, count, position: 0 };
            let loss = datarep.read_items(items, Memory::new(&mut native), file)?;
            Ok((native, loss))
        });
        let write: Convert<'static> = Box::new(move |native| {
            let mut file = vec![0; native.len() / size * extent];
            let count = items(native.len(), size);
            let items = datatype::Items { datatype: &writing, count, position: 0 };
            let loss = datarep.write_items(items, Memory::new(native), &mut file)?;
            Ok((file, loss))
        });
        Ok(Some(Subject { name, extent, size, read, write, traits }))
    }
}

impl Subject<'_> {
    /// Tests every property with `count` items.
    ///
    /// # Errors
    ///
    /// Returns a message about the first item that breaks a property.
    pub(crate) fn check(&self, count: usize, seed: u64) -> Result<CheckCounts, String> {
        let mut checked = CheckCounts::default();
        let items = Items::new(self, count, seed)?;
        for word in &items.words {
            self.check_word(word, &mut checked)?;
        }
        for value in &items.values {
            self.check_value(value, &mut checked)?;
        }
        self.check_slices(&items, &mut checked)?;
        self.check_order(&items, &mut checked)?;
        Ok(checked)
    }

    fn format_fault(&self, property: &str, item: &[u8], found: &str) -> String {
        format!("{}: {property}: of {item:02x?}: {found}", self.name)
    }

    /// Converts an item. An error that does not come from a conversion rule is passed on.
    fn convert_item(&self, convert: &Convert<'_>, item: &[u8]) -> Result<Outcome, String> {
        match convert(item) {
            Ok(made) => Ok(Ok(made)),
            Err(error) => match error.kind() {
                ErrorKind::Conversion { fault, .. } => Ok(Err(fault.event)),
                _ => Err(format!("{}: {item:02x?}: {error}", self.name)),
            },
        }
    }

    fn read(&self, item: &[u8]) -> Result<Outcome, String> {
        self.convert_item(&self.read, item)
    }

    fn write(&self, item: &[u8]) -> Result<Outcome, String> {
        self.convert_item(&self.write, item)
    }

    /// Whether the property allows that writing causes this event for a value that was read without a loss. It does if
    /// reading and writing have separate rules for infinities, NaNs and negative zeros, or if the value is a number that
    /// is not written.
    fn allows_event_on_write(&self, event: Event) -> bool {
        match event {
            Event::Infinity | Event::Nan | Event::NegativeZero => true,
            Event::Underflow => self.traits.vanish_on_write,
            Event::Inexact => self.traits.refuses_small[1],
            _ => false,
        }
    }

    /// Whether the property allows that reading causes this event for the word of `value`, which was written without a
    /// loss. It does for infinities, NaNs, missing values and zeros, and for small numbers that a rule of reading makes
    /// zero or refuses. A NaN loses its payload. In a format whose quiet bit is clear, a quiet NaN without a payload also
    /// loses the bit that distinguishes it from an infinity.
    fn allows_event_on_read(&self, event: Event, value: &[u8]) -> bool {
        let float = Float64::from_native(self.traits.native);
        let some = |is: fn(f64) -> bool| {
            float.is_none_or(|float| value.chunks_exact(float.bytes()).any(|part| is(float.to_f64(part))))
        };
        match event {
            Event::Nan | Event::Missing => some(f64::is_nan),
            Event::Infinity => some(f64::is_infinite),
            Event::NegativeZero => some(|value| value == 0.0),
            Event::Underflow => self.traits.vanish_on_read && some(|value| value.abs() < 1e-37),
            Event::Inexact => self.traits.refuses_small[0] && some(|value| value.abs() < 1e-37),
            _ => false,
        }
    }

    /// Checks that a word that is read without a loss can be written, and is then read as the same value.
    fn check_word(&self, word: &[u8], checked: &mut CheckCounts) -> Result<(), String> {
        const PROPERTY: &str = "what is read without a loss comes back";
        let Ok((value, loss)) = self.read(word)? else { return Ok(()) };
        if !loss.is_none() {
            return Ok(());
        }
        let (again, lost) = match self.write(&value)? {
            Ok(made) => made,
            Err(event) if self.allows_event_on_write(event) => return Ok(()),
            Err(event) => {
                return Err(self.format_fault(
                    PROPERTY,
                    word,
                    &format!("{value:02x?} cannot be written: {event}"),
                ));
            }
        };
        if lost.events().any(|(event, _)| !self.allows_event_on_write(event)) {
            return Err(self.format_fault(
                PROPERTY,
                word,
                &format!("{value:02x?} is written with a loss: {lost}"),
            ));
        }
        if !lost.is_none() {
            return Ok(());
        }
        match self.read(&again)? {
            Ok((back, lost)) if lost.is_none() && self.is_same_value(&value, &back) => {
                checked.words += 1;
                Ok(())
            }
            Ok((_, lost))
                if !lost.is_none()
                    && lost.events().all(|(event, _)| self.allows_event_on_read(event, &value)) =>
            {
                Ok(())
            }
            Ok((back, lost)) => Err(self.format_fault(
                PROPERTY,
                word,
                &format!("is {value:02x?}, written as {again:02x?}, which is {back:02x?} ({lost})"),
            )),
            Err(_) => Err(self.format_fault(
                PROPERTY,
                word,
                &format!("is written as {again:02x?}, which cannot be read"),
            )),
        }
    }

    /// Checks that a value that is written without a loss comes back, and that a value with a loss does not. The
    /// written word must also be written again for the value that it is read as.
    fn check_value(&self, value: &[u8], checked: &mut CheckCounts) -> Result<(), String> {
        let Ok((word, loss)) = self.write(value)? else { return Ok(()) };
        let (back, lost) = match self.read(&word)? {
            Ok(made) => made,
            Err(event) if !loss.is_none() || self.allows_event_on_read(event, value) => return Ok(()),
            Err(event) => {
                return Err(self.format_fault(
                    "what is written can be read",
                    value,
                    &format!("{word:02x?}: {event}"),
                ));
            }
        };
        if lost.noncanonical != 0 {
            return Err(self.format_fault(
                "what is written is canonical",
                value,
                &format!("{word:02x?} is not"),
            ));
        }
        let same = self.is_same_value(value, &back);
        if loss.is_none() {
            let other = lost.events().any(|(event, _)| !self.allows_event_on_read(event, value));
            if other || lost.is_none() && !same {
                let found = format!("is {word:02x?}, which is {back:02x?} ({lost})");
                return Err(self.format_fault("what is written without a loss comes back", value, &found));
            }
            checked.values += u64::from(lost.is_none());
        } else if lost.is_none() {
            if same && loss.nan == 0 {
                let found = format!("is {word:02x?} with a loss ({loss}), and comes back");
                return Err(self.format_fault("what is counted is changed", value, &found));
            }
            checked.counted += 1;
        }
        if !lost.is_none() {
            return Ok(());
        }
        match self.write(&back)? {
            Ok((again, lost)) if lost.is_none() && again == word => {
                checked.canonical += 1;
                Ok(())
            }
            Ok(_) if self.traits.quiet == QuietBit::Clear && self.allows_event_on_read(Event::Nan, value) => {
                Ok(())
            }
            Ok((again, lost)) => {
                let found = format!("is {word:02x?}, which is {back:02x?}, which is {again:02x?} ({lost})");
                Err(self.format_fault("what is written is written again", value, &found))
            }
            Err(_) => {
                let found = format!("is {word:02x?}, which is {back:02x?}, which cannot be written");
                Err(self.format_fault("what is written is written again", value, &found))
            }
        }
    }

    /// Checks that slices are converted like their items, and that their counts are the sums of the items' counts.
    fn check_slices(&self, items: &Items, checked: &mut CheckCounts) -> Result<(), String> {
        let ways = [(&self.read, &items.words, "read"), (&self.write, &items.values, "written")];
        for (convert, all, how) in ways {
            // Lengths around those of blocks, one after another.
            let mut rest = all.as_slice();
            for length in [1, 63, 64, 65, 127, 128, 300].into_iter().cycle() {
                if rest.is_empty() {
                    break;
                }
                let (slice, behind) = rest.split_at(length.min(rest.len()));
                rest = behind;
                let mut expected = (Vec::new(), Loss::default());
                let mut kept: Vec<u8> = Vec::new();
                for item in slice {
                    let Ok((made, loss)) = self.convert_item(convert, item)? else { continue };
                    kept.extend(item);
                    expected.0.extend(made);
                    expected.1 += loss;
                    checked.sliced += 1;
                }
                let made = self.convert_item(convert, &kept)?;
                if made.as_ref() != Ok(&expected) {
                    let size = kept.len() / slice.first().map_or(1, Vec::len).max(1);
                    let found = made.map_or_else(
                        |event| format!("fails: {event}"),
                        |made| format!("{}, and one by one {}", made.1, expected.1),
                    );
                    let found =
                        format!("a slice of {size} items and its items are {how} differently: {found}");
                    return Err(self.format_fault(
                        "a slice is its items",
                        slice.first().map_or(&[], Vec::as_slice),
                        &found,
                    ));
                }
            }
        }
        Ok(())
    }

    /// Checks that numbers keep their order, lie on the side to which they are rounded, and are converted like their
    /// negatives.
    fn check_order(&self, items: &Items, checked: &mut CheckCounts) -> Result<(), String> {
        let Some(float) = Float64::from_native(self.traits.native).filter(|_| self.traits.parts == 1) else {
            return Ok(());
        };
        let mut numbers: Vec<(f64, f64, &[u8])> = Vec::new();
        for item in &items.values {
            let value = float.to_f64(item);
            if value.is_nan() {
                continue;
            }
            self.check_mirrored(float, item, checked)?;
            let Ok((word, loss)) = self.write(item)? else { continue };
            let Ok((back, lost)) = self.read(&word)? else { continue };
            let made = float.to_f64(&back);
            let beyond = loss.overflow + loss.infinity + lost.overflow + lost.infinity != 0;
            if made.is_nan() || loss.infinity != 0 || beyond && !self.traits.ordered_beyond {
                continue;
            }
            let rounded = loss.inexact != 0 && lost.is_none();
            let right = match self.traits.rounding {
                Rounding::Up => made >= value,
                Rounding::Down => made <= value,
                Rounding::TowardZero => made.abs() <= value.abs(),
                Rounding::NearestEven | Rounding::NearestAway => true,
            };
            if rounded && !right {
                let found = format!("{value:e} is rounded to {made:e}");
                return Err(self.format_fault("the rule says where to round", item, &found));
            }
            checked.directed += u64::from(rounded);
            numbers.push((value, made, item));
        }
        numbers.sort_by(|one, other| one.0.total_cmp(&other.0));
        for pair in numbers.windows(2) {
            let [(less, made, _), (more, other, item)] = pair else { continue };
            if made > other {
                let found = format!("{less:e} is written as {made:e}, and {more:e} as {other:e}");
                return Err(self.format_fault("a larger number is not written as a smaller", item, &found));
            }
            checked.ordered += 1;
        }
        Ok(())
    }

    /// Checks that a number and its negative are written with the same loss, as a number and its negative.
    fn check_mirrored(&self, float: Float64, item: &[u8], checked: &mut CheckCounts) -> Result<(), String> {
        const PROPERTY: &str = "a number and its negative are converted alike";
        if self.traits.mirror == Mirror::None || float.to_f64(item) == 0.0 {
            return Ok(());
        }
        let mirrored = float.negate(item);
        match (self.write(item)?, self.write(&mirrored)?) {
            (Err(one), Err(two)) if one == two => {}
            (Ok((word, loss)), Ok((other, lost))) => {
                let [one, two] = [self.read(&word)?, self.read(&other)?];
                let values = [&one, &two].map(|made| made.as_ref().ok().map(|(made, _)| float.to_f64(made)));
                // The word that replaces an infinity or a NaN may have no sign.
                let replaced = word == other && loss.overflow + loss.infinity + loss.nan != 0;
                let alike = match values {
                    _ if replaced => true,
                    [Some(one), Some(two)] => {
                        one.partial_cmp(&-two) == Some(Ordering::Equal) || one.is_nan() && two.is_nan()
                    }
                    [None, None] => true,
                    [Some(_), None] | [None, Some(_)] => false,
                };
                let smallest =
                    self.traits.mirror == Mirror::AboveSmallest && loss.underflow + lost.underflow == 1;
                if (loss != lost || !alike) && !smallest {
                    let found = format!("{word:02x?} ({loss}), and {other:02x?} ({lost}) of its negative");
                    return Err(self.format_fault(PROPERTY, item, &found));
                }
            }
            // The smallest word of one sign may be a zero, which a rule may make an error: an underflow there may be a number
            // of the other sign, or one that is rounded.
            (Err(Event::Underflow | Event::Inexact), Ok(_) | Err(Event::Underflow | Event::Inexact))
            | (Ok(_), Err(Event::Underflow | Event::Inexact))
                if self.traits.mirror == Mirror::AboveSmallest => {}
            (Err(_), _) | (_, Err(_)) => {
                return Err(self.format_fault(
                    PROPERTY,
                    item,
                    "only one of the two fails, or they fail with different events",
                ));
            }
        }
        checked.mirrored += 1;
        Ok(())
    }

    /// Whether two native items are the same value. They are compared bit by bit, except that all NaNs are equal.
    fn is_same_value(&self, one: &[u8], other: &[u8]) -> bool {
        let Some(float) = Float64::from_native(self.traits.native) else { return one == other };
        let parts = one.chunks_exact(float.bytes()).zip(other.chunks_exact(float.bytes()));
        one.len() == other.len()
            && parts.into_iter().all(|(one, other)| one == other || float.is_nan(one) && float.is_nan(other))
    }
}
