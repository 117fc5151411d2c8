//! Draws shapes. The language may refuse one.

use datarep_dsl::model::{CodePage, MixedForm, MixedPage};

use super::stored::ZonedSign;
use super::value::{Character, Value};
use super::{
    Alternative, Case, CharacterSet, Choice, CountExpression, Decision, Field, FieldContent, Null, Number,
    Shape, Text,
};
use crate::chance::Chance;

/// How deep records lie in records.
const DEPTH: u32 = 2;

/// Draws a shape.
pub(super) fn draw_shape(chance: &mut Chance) -> Shape {
    let mut drawing = Drawing { records: Vec::new(), chance };
    let mut fields = drawing.draw_fields(DEPTH);
    if drawing.chance.percent(15) {
        let rest = drawing.draw_rest();
        fields.push(rest);
    } else {
        fields.push(Drawing::end_field());
    }
    drawing.records.push(fields);
    Shape { records: drawing.records }
}

struct Drawing<'c> {
    /// The records that are complete.
    records: Vec<Vec<Field>>,
    chance: &'c mut Chance,
}

/// The fields of a record that is being drawn.
#[derive(Default)]
struct Fields {
    all: Vec<Field>,
    /// Paths of fields that count.
    counts: Vec<String>,
}

impl Field {
    fn new(name: &str, stored: FieldContent) -> Field {
        Field {
            name: Some(name.to_owned()),
            stored,
            array: None,
            place: None,
            nulls: Vec::new(),
            likely: Vec::new(),
        }
    }

    fn new_filler(count: CountExpression) -> Field {
        Field { name: None, ..Field::new("", FieldContent::Bytes(count)) }
    }
}

fn constant_count(number: usize) -> CountExpression {
    CountExpression::Number(i128::try_from(number).unwrap_or(1))
}

const BYTE: Number = Number::Whole { bytes: 1, signed: false, little: false };

impl Drawing<'_> {
    fn draw_below(&mut self, limit: usize) -> usize {
        self.chance.draw_below(u32::try_from(limit).unwrap_or(1)) as usize
    }

    fn draw_between(&mut self, least: usize, most: usize) -> usize {
        least + self.draw_below(most - least + 1)
    }

    /// The last field of a record, so that no record is empty.
    fn end_field() -> Field {
        Field::new("last", FieldContent::Number(BYTE))
    }

    /// All that is left of a record.
    fn draw_rest(&mut self) -> Field {
        match self.draw_below(3) {
            0 => Field::new("rest", FieldContent::Bytes(CountExpression::Rest)),
            1 => {
                let text = self.draw_text();
                Field::new("rest", FieldContent::Text(Text { length: CountExpression::Rest, ..text }))
            }
            _ => {
                let number = self.draw_number();
                Field {
                    array: Some(CountExpression::Rest),
                    ..Field::new("rest", FieldContent::Number(number))
                }
            }
        }
    }

    fn draw_record(&mut self, depth: u32) -> usize {
        let mut fields = self.draw_fields(depth);
        fields.push(Drawing::end_field());
        self.records.push(fields);
        self.records.len() - 1
    }

    fn draw_fields(&mut self, depth: u32) -> Vec<Field> {
        let mut fields = Fields::default();
        for index in 0..self.draw_between(1, 4) {
            let name = format!("f{index}");
            match self.draw_below(if depth > 0 { 17 } else { 9 }) {
                0..3 => fields.all.push(self.draw_plain(&name)),
                3 => self.add_gap(index, &mut fields),
                4 | 5 => self.add_counted(index, &mut fields),
                6 => {
                    let field = self.draw_overlay(&name, depth);
                    fields.all.push(field);
                }
                7 => {
                    let field = self.draw_valid(&name, depth);
                    fields.all.push(field);
                }
                8 => self.add_placed(index, &mut fields),
                9 | 10 => {
                    let record = self.draw_record(depth - 1);
                    let array = match self.draw_below(3) {
                        0 => None,
                        1 => Some(constant_count(self.draw_between(1, 3))),
                        _ => Some(self.draw_count(index, &mut fields)),
                    };
                    fields.all.push(Field { array, ..Field::new(&name, FieldContent::Record(record)) });
                }
                _ => self.add_choice(index, depth, &mut fields),
            }
        }
        fields.all
    }

    /// A field of numbers, of a text, or of bytes, with missing items.
    fn draw_plain(&mut self, name: &str) -> Field {
        let mut field = match self.draw_below(8) {
            0..4 => Field::new(name, FieldContent::Number(self.draw_number())),
            4..7 => Field::new(name, FieldContent::Text(self.draw_text())),
            _ => return Field::new(name, FieldContent::Bytes(constant_count(self.draw_between(1, 5)))),
        };
        if self.chance.percent(25) {
            field.array = Some(constant_count(self.draw_between(1, 4)));
        }
        if self.chance.percent(35) {
            self.add_nulls(&mut field);
        }
        field
    }

    fn draw_number(&mut self) -> Number {
        let little = self.chance.percent(40);
        let digits = self.chance.draw_between(1, 9);
        let scale = if self.chance.percent(50) { 0 } else { self.chance.draw_below(digits + 3) };
        match self.draw_below(12) {
            0..3 => Number::Whole { bytes: self.draw_between(1, 8), signed: self.chance.percent(50), little },
            3..5 => Number::Packed { digits, scale, unsigned: self.chance.percent(20) },
            5..8 => {
                let sign = self.chance.draw_one(&[
                    ZonedSign::Trailing,
                    ZonedSign::Leading,
                    ZonedSign::SeparateTrailing,
                    ZonedSign::SeparateLeading,
                    ZonedSign::Unsigned,
                ]);
                Number::Zoned { digits, scale, ascii: self.chance.percent(50), sign }
            }
            8 | 9 => {
                let bytes = self.draw_between(1, 8);
                let most = u32::try_from(bytes).unwrap_or(1) * 2;
                let most = self.chance.percent(40).then(|| self.chance.draw_between(1, most));
                Number::Binary { bytes, scale, signed: self.chance.percent(60), little, most }
            }
            10 if self.chance.percent(50) => Number::Single { little },
            10 => Number::Double { little },
            _ => Number::Vax,
        }
    }

    fn draw_set(&mut self) -> CharacterSet {
        match self.draw_below(8) {
            0 | 1 => CharacterSet::Ascii,
            2 => CharacterSet::Latin1,
            3..6 => {
                let all: Vec<CodePage> = CodePage::all().collect();
                CharacterSet::Page(self.chance.draw_one(&all))
            }
            _ => {
                // In the pages of Taiwan two pairs have one character, of which one is written.
                let known = MixedPage::all().filter(|page| !["cp937", "cp1371"].contains(&page.name()));
                let all: Vec<MixedPage> = known.collect();
                let form = if self.chance.percent(60) { MixedForm::Mixed } else { MixedForm::Pairs };
                CharacterSet::Mixed(self.chance.draw_one(&all), form)
            }
        }
    }

    fn draw_text(&mut self) -> Text {
        let set = self.draw_set();
        let space = if matches!(set, CharacterSet::Mixed(_, MixedForm::Pairs)) { '\u{3000}' } else { ' ' };
        let has_zeros =
            matches!(set, CharacterSet::Ascii | CharacterSet::Latin1) || set.byte('\0') == Some(0);
        let fill = match self.draw_below(10) {
            0 | 1 => None,
            2 if has_zeros => Some('\0'),
            _ => Some(space),
        };
        let trim = if fill.is_none() {
            [false, false]
        } else {
            self.chance.draw_one(&[[false, true], [false, true], [true, false], [true, true], [false, false]])
        };
        let can_fail = (0..=255).any(|byte| set.character(byte).is_none()) && !set.has_pairs();
        let substitute = (can_fail && set.byte('?').is_some() && self.chance.percent(15)).then_some('?');
        let even = if space == ' ' { 1 } else { 2 };
        Text { set, length: constant_count(even * self.draw_between(1, 6)), fill, trim, substitute }
    }

    fn add_nulls(&mut self, field: &mut Field) {
        for _ in 0..self.draw_between(1, 2) {
            let byte = self.chance.draw_one(&[0x40, 0x20, 0x99, 0xFE]);
            let mut cases = vec![Null::LowValues, Null::HighValues, Null::All(byte)];
            let length = match &field.stored {
                FieldContent::Text(Text { length: CountExpression::Number(length), .. }) => {
                    cases.push(Null::Spaces);
                    usize::try_from(*length).unwrap_or(1)
                }
                FieldContent::Number(number) => {
                    cases.extend(self.draw_number_nulls(*number));
                    number.bytes()
                }
                _ => return,
            };
            let can_fail = match &field.stored {
                FieldContent::Text(text) => {
                    text.set.has_pairs() || (0..=255).any(|byte| text.set.character(byte).is_none())
                }
                FieldContent::Number(number) => number.can_be_invalid(),
                _ => false,
            };
            if can_fail {
                cases.extend([Null::Invalid, Null::Invalid]);
            }
            let bytes = (0..length).map(|_| u8::try_from(self.chance.draw_below(256)).unwrap_or(0)).collect();
            cases.push(Null::Bytes(bytes));
            let case = cases.swap_remove(self.draw_below(cases.len()));
            if !field.nulls.contains(&case) {
                field.nulls.push(case);
            }
        }
    }

    fn draw_number_nulls(&mut self, number: Number) -> Vec<Null> {
        let units = i128::from(self.chance.draw_below(9) + 1);
        let (scale, is_signed) = match number {
            Number::Whole { signed, .. } => (0, signed),
            Number::Binary { scale, signed, .. } => (scale, signed),
            Number::Packed { scale, unsigned, .. } => (scale, !unsigned),
            Number::Zoned { scale, ascii, sign, .. } => {
                let null = Null::Number(if sign == ZonedSign::Unsigned { units } else { -units }, scale);
                return if ascii { vec![null] } else { vec![null, Null::Spaces] };
            }
            Number::Single { .. } | Number::Double { .. } => {
                return vec![Null::Nan, Null::Number(-units, 0)];
            }
            Number::Vax => (0, true),
        };
        vec![Null::Number(if is_signed { -units } else { units }, scale), Null::Number(0, scale)]
    }

    /// Bytes without a meaning.
    fn add_gap(&mut self, index: usize, fields: &mut Fields) {
        let count = if self.chance.percent(60) {
            constant_count(self.draw_between(1, 4))
        } else {
            let count = self.draw_count(index, fields);
            // Up to a multiple of four.
            let rest = CountExpression::Operation('%', Box::new(count), Box::new(CountExpression::Number(4)));
            let less = CountExpression::Operation('-', Box::new(CountExpression::Number(4)), Box::new(rest));
            CountExpression::Operation('%', Box::new(less), Box::new(CountExpression::Number(4)))
        };
        fields.all.push(Field::new_filler(count));
    }

    /// A number that a field before it says, or that is computed from it. That field is added, unless there is one.
    fn draw_count(&mut self, index: usize, fields: &mut Fields) -> CountExpression {
        let path = if fields.counts.is_empty() || self.chance.percent(60) {
            let name = format!("n{index}_{}", fields.counts.len());
            let counter = match self.draw_below(6) {
                0 => Number::Whole { bytes: 2, signed: true, little: true },
                1 => Number::Packed { digits: 1, scale: 0, unsigned: false },
                2 => Number::Binary { bytes: 1, scale: 0, signed: true, little: false, most: None },
                _ => BYTE,
            };
            let encode = |units: u128| {
                counter.encode(&Value::Number { negative: false, units, places: None }).unwrap_or_default()
            };
            let likely = (0..5).map(encode).collect();
            let field = Field { likely, ..Field::new(&name, FieldContent::Number(counter)) };
            let path = if self.chance.percent(25) {
                self.records.push(vec![field]);
                let head = format!("h{index}_{}", fields.counts.len());
                fields.all.push(Field::new(&head, FieldContent::Record(self.records.len() - 1)));
                format!("{head}.{name}")
            } else {
                fields.all.push(field);
                name
            };
            fields.counts.push(path.clone());
            path
        } else {
            fields.counts[self.draw_below(fields.counts.len())].clone()
        };
        let field = || Box::new(CountExpression::Field(path.clone()));
        let whole = |number: i128| Box::new(CountExpression::Number(number));
        match self.draw_below(11) {
            0 => CountExpression::Operation('*', field(), whole(2)),
            1 => {
                let twice = CountExpression::Operation('*', field(), whole(2));
                CountExpression::Operation('-', Box::new(twice), whole(1))
            }
            2 => CountExpression::Operation('+', field(), whole(1)),
            3 => CountExpression::Operation(
                '%',
                Box::new(CountExpression::Operation('*', field(), field())),
                whole(7),
            ),
            4 => CountExpression::Operation(
                '/',
                Box::new(CountExpression::Operation('*', field(), whole(6))),
                whole(4),
            ),
            5 => CountExpression::Operation('-', whole(4), field()),
            6 | 7 => {
                let other = CountExpression::Operation('+', field(), whole(1));
                let mut all = vec![
                    (Some(vec![Case::Numbers(0, 0)]), CountExpression::Number(2)),
                    (Some(vec![Case::Numbers(1, 1), Case::Numbers(3, 3)]), other),
                ];
                if self.chance.percent(60) {
                    all.push((None, CountExpression::Number(1)));
                }
                CountExpression::Choice(path.clone(), all)
            }
            _ => CountExpression::Field(path.clone()),
        }
    }

    /// A field whose length a field before it says.
    fn add_counted(&mut self, index: usize, fields: &mut Fields) {
        let count = self.draw_count(index, fields);
        let name = format!("f{index}");
        let field = match self.draw_below(3) {
            0 => Field::new(&name, FieldContent::Bytes(count)),
            1 => {
                let text = self.draw_text();
                // The bytes of pairs are even in number.
                let length = if matches!(text.set, CharacterSet::Mixed(_, MixedForm::Pairs)) {
                    CountExpression::Operation('*', Box::new(count), Box::new(CountExpression::Number(2)))
                } else {
                    count
                };
                Field::new(&name, FieldContent::Text(Text { length, ..text }))
            }
            _ => {
                let mut field = Field::new(&name, FieldContent::Number(self.draw_number()));
                if self.chance.percent(30) {
                    self.add_nulls(&mut field);
                }
                Field { array: Some(count), ..field }
            }
        };
        fields.all.push(field);
    }

    /// A field whose place a field before it says.
    fn add_placed(&mut self, index: usize, fields: &mut Fields) {
        let name = format!("p{index}");
        fields.all.push(Field::new(&name, FieldContent::Number(BYTE)));
        if self.chance.percent(50) {
            fields.all.push(Field::new(&format!("q{index}"), FieldContent::Number(self.draw_number())));
        }
        let field = Box::new(CountExpression::Field(name.clone()));
        let place = match self.draw_below(3) {
            0 => CountExpression::Field(name),
            1 => CountExpression::Operation('*', field, Box::new(CountExpression::Number(2))),
            _ => CountExpression::Operation('+', field, Box::new(CountExpression::Number(1))),
        };
        let plain = self.draw_plain(&format!("f{index}"));
        fields.all.push(Field { place: Some(place), ..plain });
    }

    /// A field of so many bytes that is a value whatever its bytes are.
    fn draw_certain_field(&mut self, name: &str, bytes: usize) -> Field {
        let length = constant_count(bytes);
        match self.draw_below(3) {
            0 if bytes <= 8 => {
                Field::new(name, FieldContent::Number(Number::Whole { bytes, signed: true, little: false }))
            }
            1 => {
                let (set, fill, trim) = (CharacterSet::Latin1, Some(' '), [false, true]);
                let text = Text { set, length, fill, trim, substitute: None };
                Field::new(name, FieldContent::Text(text))
            }
            _ => Field::new(name, FieldContent::Bytes(length)),
        }
    }

    /// A field of so many bytes, of which some are no value.
    fn draw_doubtful_field(&mut self, name: &str, bytes: usize, depth: u32) -> Field {
        let digits = u32::try_from(2 * bytes - 1).unwrap_or(1);
        let length = constant_count(bytes);
        let scale = self.chance.draw_one(&[0, 0, 1, 2]);
        let mut field = match self.draw_below(7) {
            0 | 1 => {
                let digits = digits - u32::from(digits > 1 && self.chance.percent(30));
                Field::new(name, FieldContent::Number(Number::Packed { digits, scale, unsigned: false }))
            }
            2 => {
                let ascii = self.chance.percent(50);
                let digits = u32::try_from(bytes).unwrap_or(1);
                let sign = ZonedSign::Trailing;
                Field::new(name, FieldContent::Number(Number::Zoned { digits, scale, ascii, sign }))
            }
            3 if bytes == 4 => Field::new(name, FieldContent::Number(Number::Vax)),
            4 => Field {
                array: Some(constant_count(bytes)),
                ..Field::new(
                    name,
                    FieldContent::Number(Number::Packed { digits: 1, scale: 0, unsigned: false }),
                )
            },
            5 if bytes > 1 => {
                let first = self.draw_doubtful_field("a", 1, 0);
                let is_certain = self.chance.percent(50);
                let inner = if depth > 0 && self.chance.percent(40) {
                    Field::new("b", FieldContent::Choice(self.draw_valid_choice(bytes - 1, depth - 1)))
                } else if is_certain {
                    self.draw_certain_field("b", bytes - 1)
                } else {
                    self.draw_doubtful_field("b", bytes - 1, 0)
                };
                self.records.push(vec![first, inner]);
                return Field::new(name, FieldContent::Record(self.records.len() - 1));
            }
            _ => {
                let text = Text { length, ..self.draw_failing_text() };
                Field::new(name, FieldContent::Text(text))
            }
        };
        if self.chance.percent(20) {
            self.add_nulls(&mut field);
        }
        field
    }

    fn draw_failing_text(&mut self) -> Text {
        let fill = if self.chance.percent(50) { None } else { Some(' ') };
        let trim = if fill.is_some() { [false, true] } else { [false, false] };
        Text { set: CharacterSet::Ascii, length: constant_count(1), fill, trim, substitute: None }
    }

    /// A choice of alternatives that are equally long.
    fn draw_valid_choice(&mut self, bytes: usize, depth: u32) -> Choice {
        let mut alternatives = Vec::new();
        let more = self.draw_between(1, 2);
        for index in 0..more {
            let field = self.draw_doubtful_field(&format!("a{index}"), bytes, depth);
            alternatives.push(Alternative { cases: Some(Vec::new()), field: Some(field) });
        }
        match self.draw_below(4) {
            0 => {
                let field = self.draw_certain_field("a8", bytes);
                alternatives.push(Alternative { cases: Some(Vec::new()), field: Some(field) });
            }
            1 => {
                let field = self.draw_certain_field("a9", bytes);
                alternatives.push(Alternative { cases: None, field: Some(field) });
            }
            2 => alternatives
                .push(Alternative { cases: None, field: Some(Field::new_filler(constant_count(bytes))) }),
            _ => {}
        }
        Choice { decision: Decision::FirstValid, alternatives, bytes: None }
    }

    fn draw_valid(&mut self, name: &str, depth: u32) -> Field {
        let bytes = self.draw_between(1, 5);
        let mut choice = self.draw_valid_choice(bytes, depth);
        if self.chance.percent(30) {
            choice.bytes = Some(bytes + self.draw_below(3));
        } else if self.chance.percent(25) {
            // An alternative of another length.
            let bytes = self.draw_between(1, 6);
            let field = self.draw_doubtful_field("a7", bytes, depth);
            choice.alternatives.insert(0, Alternative { cases: Some(Vec::new()), field: Some(field) });
        }
        Field::new(name, FieldContent::Choice(choice))
    }

    fn draw_overlay(&mut self, name: &str, depth: u32) -> Field {
        let bytes = self.draw_between(1, 5);
        let mut alternatives = Vec::new();
        for index in 0..self.draw_between(2, 4) {
            let own = if self.chance.percent(70) { bytes } else { self.draw_between(1, bytes) };
            let name = format!("a{index}");
            let field = if self.chance.percent(25) {
                self.draw_certain_field(&name, own)
            } else {
                self.draw_doubtful_field(&name, own, depth)
            };
            alternatives.push(Alternative { cases: Some(Vec::new()), field: Some(field) });
        }
        let stated = self.chance.percent(30).then(|| bytes + self.draw_below(3));
        Field::new(
            name,
            FieldContent::Choice(Choice { decision: Decision::AllValid, alternatives, bytes: stated }),
        )
    }

    /// A choice, after the field that decides it, which may lie in a record of its own.
    fn add_choice(&mut self, index: usize, depth: u32, fields: &mut Fields) {
        let is_text = self.chance.percent(45);
        let mut selector = self.draw_selector(index, is_text);
        let mut alternatives = Vec::new();
        for number in 0..self.draw_between(1, 4) {
            let first = 10 * i128::try_from(number).unwrap_or(0);
            let cases = match (is_text, self.draw_below(3)) {
                (true, 0) => vec![Case::Text(format!("{number}")), Case::Text(format!("x{number}"))],
                (true, _) => vec![Case::Text(format!("{number}"))],
                (false, 0) => vec![Case::Numbers(first, first), Case::Numbers(first + 3, first + 5)],
                (false, 1) => vec![Case::Numbers(first, first + 9)],
                (false, _) => vec![Case::Numbers(first, first)],
            };
            for case in &cases {
                selector.likely.push(encode_case(case, &selector.stored));
            }
            let field = self.draw_alternative(number, depth, fields);
            alternatives.push(Alternative { cases: Some(cases), field });
        }
        if self.chance.percent(45) {
            let other = if is_text { Case::Text("??".to_owned()) } else { Case::Numbers(99, 99) };
            selector.likely.push(encode_case(&other, &selector.stored));
            let field = self.draw_alternative(9, depth, fields);
            alternatives.push(Alternative { cases: None, field });
        }
        let own = selector.name.clone().unwrap_or_default();
        let path = if self.chance.percent(30) {
            self.records.push(vec![Field::new("id", FieldContent::Number(BYTE)), selector]);
            let head = format!("g{index}");
            fields.all.push(Field::new(&head, FieldContent::Record(self.records.len() - 1)));
            format!("{head}.{own}")
        } else {
            fields.all.push(selector);
            own
        };
        let mut choice = Choice { decision: Decision::Field(path), alternatives, bytes: None };
        if self.chance.percent(45) {
            let shape = Shape { records: self.records.clone() };
            let longest = shape.longest_alternative_bytes(&choice);
            choice.bytes = Some(longest.unwrap_or(8) + self.draw_below(4)).filter(|bytes| *bytes > 0);
        }
        fields.all.push(Field::new(&format!("f{index}"), FieldContent::Choice(choice)));
    }

    fn draw_selector(&mut self, index: usize, is_text: bool) -> Field {
        let stored = if is_text {
            let set = self.chance.draw_one(&[CharacterSet::Ascii, CharacterSet::Latin1]);
            let text = Text {
                set,
                length: constant_count(2),
                fill: Some(' '),
                trim: [false, true],
                substitute: None,
            };
            FieldContent::Text(text)
        } else {
            FieldContent::Number(match self.draw_below(5) {
                0 => Number::Whole { bytes: 2, signed: true, little: false },
                1 => Number::Whole { bytes: 3, signed: false, little: true },
                2 => Number::Packed { digits: 3, scale: 0, unsigned: false },
                3 => Number::Zoned { digits: 2, scale: 0, ascii: false, sign: ZonedSign::Trailing },
                _ => BYTE,
            })
        };
        Field::new(&format!("k{index}"), stored)
    }

    /// The field of an alternative; nothing, sometimes.
    fn draw_alternative(&mut self, index: usize, depth: u32, fields: &Fields) -> Option<Field> {
        let name = format!("a{index}");
        Some(match self.draw_below(12) {
            0 => return None,
            1 => Field::new_filler(constant_count(self.draw_between(1, 4))),
            2..6 => self.draw_plain(&name),
            6 if !fields.counts.is_empty() => {
                let count =
                    CountExpression::Field(fields.counts[self.draw_below(fields.counts.len())].clone());
                let more = CountExpression::Operation(
                    '+',
                    Box::new(count.clone()),
                    Box::new(CountExpression::Number(1)),
                );
                let count = if self.chance.percent(40) { more } else { count };
                match self.draw_below(3) {
                    0 => Field::new(&name, FieldContent::Bytes(count)),
                    1 => Field {
                        array: Some(count),
                        ..Field::new(&name, FieldContent::Number(self.draw_number()))
                    },
                    _ => {
                        let record = self.draw_record(0);
                        Field { array: Some(count), ..Field::new(&name, FieldContent::Record(record)) }
                    }
                }
            }
            7 => {
                let record = self.draw_record(depth - 1);
                Field {
                    array: Some(constant_count(self.draw_between(1, 3))),
                    ..Field::new(&name, FieldContent::Record(record))
                }
            }
            _ => {
                let record = self.draw_record(depth - 1);
                Field::new(&name, FieldContent::Record(record))
            }
        })
    }
}

/// The bytes of a case in a field that decides.
fn encode_case(case: &Case, stored: &FieldContent) -> Vec<u8> {
    let bytes = match (case, stored) {
        (Case::Text(text), FieldContent::Text(described)) => {
            let text: Vec<Character> =
                text.chars().map(|character| Character { character, code: None }).collect();
            described.encode(&text, Some(2))
        }
        (Case::Numbers(_, most), FieldContent::Number(number)) => {
            number.encode(&Value::Number { negative: false, units: most.unsigned_abs(), places: None })
        }
        _ => None,
    };
    bytes.unwrap_or_default()
}
