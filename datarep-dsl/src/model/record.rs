//! Records: fields of different formats, one after another.

use std::ops::{Range, RangeInclusive};

use super::{ComputedCount, Conversion, Events, MixedSet};
use crate::source::Origin;

/// Index of a record in [`Model::records`](super::Model::records).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RecordId(pub usize);

/// Fields that follow each other in the file without gaps.
///
/// If the counts of all arrays are numbers, every record has the same length. If the count of an array is a field, the
/// length depends on the value of that field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record {
    /// Its name.
    pub name: String,
    /// Its doc comment.
    pub doc: String,
    /// Where it was written.
    pub origin: Origin,
    /// The fields, in the order of the file.
    pub fields: Vec<RecordField>,
    /// The distinct conversions of the fields, in the order of the text. Nested records have their own.
    pub conversions: Vec<Conversion>,
    /// The length of a record in bytes if every count that is a field is zero. This is the length of all records if no
    /// count is a field.
    pub least_bytes: u64,
    /// Whether the length of every record is [`Record::least_bytes`].
    pub is_fixed: bool,
    /// Whether a field, also one of a record inside, is a choice: its content depends on another field.
    pub has_choice: bool,
    /// The counts that are computed.
    pub counts: Vec<ComputedCount>,
    /// Whether its last field, also that of a record inside, takes all bytes up to the end of the record.
    pub takes_rest: bool,
}

impl Record {
    /// All fields: the fields in the order of the file, and those of the alternatives of a choice behind it.
    pub fn list_fields(&self) -> impl Iterator<Item = &RecordField> {
        self.fields.iter().flat_map(RecordField::list_fields)
    }
}

/// A field of a record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordField {
    /// Its name; `None` for filler bytes.
    pub name: Option<String>,
    /// Where it was written.
    pub origin: Origin,
    /// Bytes from the record's first byte to the field's; `None` after an array whose count is a field.
    pub offset: Option<u64>,
    /// The kind of its items.
    pub kind: FieldKind,
    /// The number of items in each dimension, the outermost array first; empty for a single item. The characters of a
    /// text are not counted here.
    pub counts: Vec<Count>,
    /// The length of the field in bytes, if it is the same in every record.
    pub bytes: Option<u64>,
    /// Which of its items are missing; `None` if every item is a value.
    pub nulls: Option<Nulls>,
    /// The events for which the text itself has a rule.
    pub stated_rules: StatedRules,
}

/// The events for which a text has a rule that holds for a field: at the field, or at its record. The rules that all records have
/// by default are not among them.
///
/// The conversion of the field follows the rule. Here it says that the writer of the text has thought of the event, so that a
/// reader need not be warned of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct StatedRules {
    /// Of `on read`.
    pub read: Events,
    /// Of `on write`.
    pub write: Events,
}

impl std::ops::BitOr for StatedRules {
    type Output = StatedRules;

    fn bitor(self, other: StatedRules) -> StatedRules {
        StatedRules { read: self.read | other.read, write: self.write | other.write }
    }
}

/// Which items of a field are missing. A text is one item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Nulls {
    /// The cases, in the order of the text. An item is missing if one of them holds.
    pub cases: Vec<NullCase>,
    /// What is written for a missing item: this pattern, as often as the item has room for it. `None` if a missing item
    /// cannot be written.
    pub written: Option<Vec<u8>>,
}

/// Items that are missing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NullCase {
    /// The bytes of the item are this pattern, once or repeated.
    Bytes(Vec<u8>),
    /// The native value equals that of these bytes, which are an item.
    Number(Vec<u8>),
    /// The native value is a NaN.
    Nan,
    /// The bytes are no value of the format: digits or signs of a decimal that are not valid, a reserved operand, or a
    /// code without a character.
    Invalid,
}

/// The kind of an item of a field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FieldKind {
    /// A number, a truth value, or a character whose field asks for a single character.
    Scalar {
        /// An index into [`Record::conversions`].
        conversion: usize,
    },
    /// Characters of one text.
    Text(TextField),
    /// Another record.
    Record(RecordId),
    /// A byte that is kept as it is.
    Byte,
    /// The given number of filler bytes: ignored when read, and zero when written.
    Filler(u64),
    /// One of several fields, or several at one place.
    Choice(Choice),
}

/// Several fields, of which each record has those that are decided for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choice {
    /// How the alternatives of a record are found.
    pub decision: Decision,
    /// The alternatives. No value of the selector is a case of two of them.
    pub alternatives: Vec<Alternative>,
    /// The number of bytes that every alternative takes, if they are filled up to it. An overlay always states it.
    pub bytes: Option<u64>,
}

/// How the alternatives of a choice are found.
///
/// An alternative is valid if it fits in the bytes that are stated, every item of it is missing or a value, and every choice
/// in it has an alternative. An item is no value if the event of reading it is `invalid`, `reserved` or `unmapped`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Decision {
    /// By an earlier field: an index into [`Record::fields`], then into the fields of the record in that field, and so on.
    Field(Vec<usize>),
    /// The first alternative that is valid. One without cases is taken if no other is.
    FirstValid,
    /// All alternatives that are valid, at the same place: an overlay.
    AllValid,
}

impl Choice {
    /// The path of the field that decides, as in `header.kind`; `None` if no field does. `record` contains the choice and is
    /// one of `records`.
    pub fn selector_path(&self, record: &Record, records: &[Record]) -> Option<String> {
        let Decision::Field(selector) = &self.decision else { return None };
        Some(format_path(selector, record, records))
    }

    /// The alternative for a value of the field that decides.
    pub fn find_alternative(&self, value: CaseValue<'_>) -> Option<usize> {
        find_case(self.alternatives.iter().map(|alternative| alternative.cases.as_deref()), value)
    }

    /// The alternative for all values that have none of their own.
    pub fn find_otherwise(&self) -> Option<usize> {
        self.alternatives.iter().position(|alternative| alternative.cases.is_none())
    }
}

/// The index of the cases that have the value; if none have it, the index of `None`, which stands
/// for all other values.
pub fn find_case<'c>(
    case_lists: impl IntoIterator<Item = Option<&'c [Case]>>,
    value: CaseValue<'_>,
) -> Option<usize> {
    let mut otherwise = None;
    for (index, cases) in case_lists.into_iter().enumerate() {
        match cases {
            // The cases of a text do not overlap, so the first one that holds is the only one.
            Some(cases) if cases.iter().any(|case| case.holds(value)) => return Some(index),
            Some(_) => {}
            // Kept and not returned: a case that follows may still hold.
            None => otherwise = Some(index),
        }
    }
    otherwise
}

/// An alternative of a choice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Alternative {
    /// The values of the selector for which it is chosen; `None` for all that are left. Without a selector, no values.
    pub cases: Option<Vec<Case>>,
    /// The field; `None` if there is nothing. Its offset is that of the choice.
    pub field: Option<RecordField>,
}

/// Values of a selector.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Case {
    /// A text, without its padding.
    Text(String),
    /// Integers.
    Integers(RangeInclusive<i128>),
}

/// A value of a selector.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CaseValue<'v> {
    /// A text, without its padding.
    Text(&'v str),
    /// An integer.
    Integer(i128),
}

impl Case {
    /// Whether it is a case of this value.
    pub fn holds(&self, value: CaseValue<'_>) -> bool {
        match (self, value) {
            (Case::Text(case_text), CaseValue::Text(text)) => case_text == text,
            (Case::Integers(range), CaseValue::Integer(number)) => range.contains(&number),
            (Case::Text(_), CaseValue::Integer(_)) | (Case::Integers(_), CaseValue::Text(_)) => false,
        }
    }
}

/// A text in a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TextField {
    /// The conversion of each character to `char`: an index into [`Record::conversions`].
    pub wide: usize,
    /// The conversion of each character to eight bits, if all characters of the set are in ISO 8859-1.
    pub narrow: Option<usize>,
    /// The number of characters; of bytes, if those of `mixed` are the characters.
    pub length: Count,
    /// The set of a text that is converted as a whole.
    pub mixed: Option<MixedSet>,
    /// How a shorter text is filled up.
    pub padding: Padding,
    /// Where padding is removed when the text is read.
    pub trim: Trim,
}

impl TextField {
    /// The character that fills up a shorter text.
    pub fn fill_character(&self) -> Option<char> {
        match (self.padding, self.mixed) {
            // Pairs of bytes have no ASCII space. Their space is the wide one, which has a pair.
            (Padding::Spaces, Some(set)) => Some(set.space()),
            (padding, _) => padding.character(),
        }
    }

    /// Fills up a text, which begins at `begin` of `characters` and ends with them, to a field of `length` characters.
    pub fn fill_field(&self, characters: &mut Vec<char>, begin: usize, length: usize) {
        // Nothing lacks if the text is longer than its field: `resize` cuts it.
        let lacks = (begin + length).saturating_sub(characters.len());
        characters.resize(begin + length, self.fill_character().unwrap_or(' '));
        // Padding was added at the end. A text that stands at the right of its field has it in front.
        if self.trim == Trim::Left {
            characters[begin..].rotate_right(lacks);
        }
    }

    /// Which of a field's characters are its text.
    pub fn find_text<C: Copy>(&self, field: &[C], as_char: impl Fn(C) -> char) -> Range<usize> {
        let Some(fill) = self.fill_character() else { return 0..field.len() };
        let is_text = |character: &C| as_char(*character) != fill;
        let begin =
            if self.trim.is_left() { field.iter().position(is_text).unwrap_or(field.len()) } else { 0 };
        let end = match self.padding {
            _ if !self.trim.is_right() => None,
            // As in C, the first zero ends the text. What follows is not part of it, even if it is no zero.
            Padding::Zeros => field[begin..].iter().position(|character| !is_text(character)),
            // A text may have spaces inside, so only those behind its last character go.
            Padding::Spaces | Padding::None => {
                Some(field[begin..].iter().rposition(is_text).map_or(0, |last| last + 1))
            }
        };
        begin..end.map_or(field.len(), |end| begin + end)
    }
}

/// Where the padding of a text is removed when it is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Trim {
    /// Behind the text.
    Right,
    /// Before the text. It is then written at the end of its field, with the padding before it.
    Left,
    /// Before and behind the text. It is written at the beginning of its field.
    Both,
    /// Nowhere: the text has as many characters as the field. A shorter one is written with padding behind it.
    None,
}

impl Trim {
    /// Every kind.
    pub const ALL: [Trim; 4] = [Trim::Left, Trim::Right, Trim::Both, Trim::None];

    /// The word of the language.
    pub fn word(self) -> &'static str {
        match self {
            Trim::Right => "right",
            Trim::Left => "left",
            Trim::Both => "both",
            Trim::None => "none",
        }
    }

    /// Whether padding before the text is removed.
    pub fn is_left(self) -> bool {
        matches!(self, Trim::Left | Trim::Both)
    }

    /// Whether padding behind the text is removed.
    pub fn is_right(self) -> bool {
        matches!(self, Trim::Right | Trim::Both)
    }
}

/// A number of items.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Count {
    /// Always this number.
    Fixed(u64),
    /// The value of an earlier field of the same record: an index into [`Record::fields`].
    Field(usize),
    /// A number that is computed: an index into [`Record::counts`].
    Computed(usize),
    /// As many as there are up to the end of the record. The field is the last one of its record.
    Rest,
}

impl Count {
    /// The number, if it is fixed.
    pub fn fixed(self) -> Option<u64> {
        match self {
            Count::Fixed(count) => Some(count),
            Count::Field(_) | Count::Computed(_) | Count::Rest => None,
        }
    }

    /// The number as the language writes it, for a field of `record`.
    pub fn to_text(self, record: &Record) -> String {
        match self {
            Count::Fixed(count) => count.to_string(),
            Count::Field(field) => record.fields[field].name.clone().unwrap_or_default(),
            Count::Computed(index) => record.counts[index].text.clone(),
            Count::Rest => "..".to_owned(),
        }
    }
}

/// The names of a path, as in `header.kind`. It is an index into the fields of `record`, then into those of the record in
/// that field, which is one of `records`, and so on.
pub fn format_path(path: &[usize], record: &Record, records: &[Record]) -> String {
    let mut record = record;
    let mut names = Vec::new();
    for index in path {
        let field = &record.fields[*index];
        names.push(field.name.as_deref().unwrap_or_default());
        if let FieldKind::Record(id) = &field.kind {
            record = &records[id.0];
        }
    }
    names.join(".")
}

/// How a text that is shorter than its field is filled up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Padding {
    /// With spaces. Spaces at the end of a field are not part of the text.
    Spaces,
    /// With characters of the code zero. The first one ends the text.
    Zeros,
    /// Not at all: the text has as many characters as the field.
    None,
}

impl Padding {
    /// Every kind.
    pub const ALL: [Padding; 3] = [Padding::Spaces, Padding::Zeros, Padding::None];

    /// The word of the language for this padding.
    pub fn word(self) -> &'static str {
        match self {
            Padding::Spaces => "spaces",
            Padding::Zeros => "zeros",
            Padding::None => "none",
        }
    }

    /// The character that fills up a shorter text.
    pub fn character(self) -> Option<char> {
        match self {
            Padding::Spaces => Some(' '),
            Padding::Zeros => Some('\0'),
            Padding::None => None,
        }
    }
}

impl RecordField {
    /// This field, and those of its alternatives if it is a choice.
    pub fn list_fields(&self) -> impl Iterator<Item = &RecordField> {
        let alternatives = match &self.kind {
            FieldKind::Choice(choice) => choice.alternatives.as_slice(),
            _ => &[],
        };
        std::iter::once(self).chain(alternatives.iter().filter_map(|alternative| alternative.field.as_ref()))
    }

    /// Calls `visit` with the fields of [`RecordField::list_fields`], so that it can change them.
    pub(crate) fn visit_fields(&mut self, visit: &mut impl FnMut(&mut RecordField)) {
        visit(self);
        if let FieldKind::Choice(choice) = &mut self.kind {
            choice
                .alternatives
                .iter_mut()
                .filter_map(|alternative| alternative.field.as_mut())
                .for_each(visit);
        }
    }

    /// The number of items in each record; `None` if a field determines it.
    pub fn count_items(&self) -> Option<u64> {
        self.counts.iter().try_fold(1_u64, |product, count| product.checked_mul(count.fixed()?))
    }
}
