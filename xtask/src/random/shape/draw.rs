//! Draws shapes. The language may refuse one.

use datarep_dsl::model::{CodePage, MixedForm, MixedPage};

use super::stored::ZonedSign;
use super::value::{Character, Value};
use super::{Alternative, Case, Choice, Count, Decision, Field, Null, Number, Set, Shape, Stored, Text};
use crate::chance::Chance;

/// How deep records lie in records.
const DEPTH: u32 = 2;

/// Draws a shape.
pub(super) fn draw_shape(chance: &mut Chance) -> Shape {
    let mut drawing = Drawing { records: Vec::new(), chance };
    let mut fields = drawing.fields(DEPTH);
    if drawing.chance.percent(15) {
        let rest = drawing.rest();
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
    fn new(name: &str, stored: Stored) -> Field {
        Field {
            name: Some(name.to_owned()),
            stored,
            array: None,
            place: None,
            nulls: Vec::new(),
            likely: Vec::new(),
        }
    }

    fn filler(count: Count) -> Field {
        Field { name: None, ..Field::new("", Stored::Bytes(count)) }
    }
}

fn number(number: usize) -> Count {
    Count::Number(i128::try_from(number).unwrap_or(1))
}

const BYTE: Number = Number::Whole { bytes: 1, signed: false, little: false };

impl Drawing<'_> {
    fn below(&mut self, limit: usize) -> usize {
        self.chance.below(u32::try_from(limit).unwrap_or(1)) as usize
    }

    fn between(&mut self, least: usize, most: usize) -> usize {
        least + self.below(most - least + 1)
    }

    /// The last field of a record, so that no record is empty.
    fn end_field() -> Field {
        Field::new("last", Stored::Number(BYTE))
    }

    /// All that is left of a record.
    fn rest(&mut self) -> Field {
        match self.below(3) {
            0 => Field::new("rest", Stored::Bytes(Count::Rest)),
            1 => {
                let text = self.text();
                Field::new("rest", Stored::Text(Text { length: Count::Rest, ..text }))
            }
            _ => {
                let number = self.number();
                Field { array: Some(Count::Rest), ..Field::new("rest", Stored::Number(number)) }
            }
        }
    }

    fn record(&mut self, depth: u32) -> usize {
        let mut fields = self.fields(depth);
        fields.push(Drawing::end_field());
        self.records.push(fields);
        self.records.len() - 1
    }

    fn fields(&mut self, depth: u32) -> Vec<Field> {
        let mut fields = Fields::default();
        for index in 0..self.between(1, 4) {
            let name = format!("f{index}");
            match self.below(if depth > 0 { 17 } else { 9 }) {
                0..3 => fields.all.push(self.plain(&name)),
                3 => self.gap(index, &mut fields),
                4 | 5 => self.counted(index, &mut fields),
                6 => {
                    let field = self.overlay(&name, depth);
                    fields.all.push(field);
                }
                7 => {
                    let field = self.valid(&name, depth);
                    fields.all.push(field);
                }
                8 => self.placed(index, &mut fields),
                9 | 10 => {
                    let record = self.record(depth - 1);
                    let array = match self.below(3) {
                        0 => None,
                        1 => Some(number(self.between(1, 3))),
                        _ => Some(self.count(index, &mut fields)),
                    };
                    fields.all.push(Field { array, ..Field::new(&name, Stored::Record(record)) });
                }
                _ => self.choice(index, depth, &mut fields),
            }
        }
        fields.all
    }

    /// A field of numbers, of a text, or of bytes, with missing items.
    fn plain(&mut self, name: &str) -> Field {
        let mut field = match self.below(8) {
            0..4 => Field::new(name, Stored::Number(self.number())),
            4..7 => Field::new(name, Stored::Text(self.text())),
            _ => return Field::new(name, Stored::Bytes(number(self.between(1, 5)))),
        };
        if self.chance.percent(25) {
            field.array = Some(number(self.between(1, 4)));
        }
        if self.chance.percent(35) {
            self.add_nulls(&mut field);
        }
        field
    }

    fn number(&mut self) -> Number {
        let little = self.chance.percent(40);
        let digits = self.chance.between(1, 9);
        let scale = if self.chance.percent(50) { 0 } else { self.chance.below(digits + 3) };
        match self.below(12) {
            0..3 => Number::Whole { bytes: self.between(1, 8), signed: self.chance.percent(50), little },
            3..5 => Number::Packed { digits, scale, unsigned: self.chance.percent(20) },
            5..8 => {
                let sign = self.chance.one(&[
                    ZonedSign::Trailing,
                    ZonedSign::Leading,
                    ZonedSign::SeparateTrailing,
                    ZonedSign::SeparateLeading,
                    ZonedSign::Unsigned,
                ]);
                Number::Zoned { digits, scale, ascii: self.chance.percent(50), sign }
            }
            8 | 9 => {
                let bytes = self.between(1, 8);
                let most = u32::try_from(bytes).unwrap_or(1) * 2;
                let most = self.chance.percent(40).then(|| self.chance.between(1, most));
                Number::Binary { bytes, scale, signed: self.chance.percent(60), little, most }
            }
            10 if self.chance.percent(50) => Number::Single { little },
            10 => Number::Double { little },
            _ => Number::Vax,
        }
    }

    fn set(&mut self) -> Set {
        match self.below(8) {
            0 | 1 => Set::Ascii,
            2 => Set::Latin1,
            3..6 => {
                let all: Vec<CodePage> = CodePage::all().collect();
                Set::Page(self.chance.one(&all))
            }
            _ => {
                // In the pages of Taiwan two pairs have one character, of which one is written.
                let known = MixedPage::all().filter(|page| !["cp937", "cp1371"].contains(&page.name()));
                let all: Vec<MixedPage> = known.collect();
                let form = if self.chance.percent(60) { MixedForm::Mixed } else { MixedForm::Pairs };
                Set::Mixed(self.chance.one(&all), form)
            }
        }
    }

    fn text(&mut self) -> Text {
        let set = self.set();
        let space = if matches!(set, Set::Mixed(_, MixedForm::Pairs)) { '\u{3000}' } else { ' ' };
        let has_zeros = matches!(set, Set::Ascii | Set::Latin1) || set.byte('\0') == Some(0);
        let fill = match self.below(10) {
            0 | 1 => None,
            2 if has_zeros => Some('\0'),
            _ => Some(space),
        };
        let trim = if fill.is_none() {
            [false, false]
        } else {
            self.chance.one(&[[false, true], [false, true], [true, false], [true, true], [false, false]])
        };
        let can_fail = (0..=255).any(|byte| set.character(byte).is_none()) && !set.has_pairs();
        let substitute = (can_fail && set.byte('?').is_some() && self.chance.percent(15)).then_some('?');
        let even = if space == ' ' { 1 } else { 2 };
        Text { set, length: number(even * self.between(1, 6)), fill, trim, substitute }
    }

    fn add_nulls(&mut self, field: &mut Field) {
        for _ in 0..self.between(1, 2) {
            let byte = self.chance.one(&[0x40, 0x20, 0x99, 0xFE]);
            let mut cases = vec![Null::LowValues, Null::HighValues, Null::All(byte)];
            let length = match &field.stored {
                Stored::Text(Text { length: Count::Number(length), .. }) => {
                    cases.push(Null::Spaces);
                    usize::try_from(*length).unwrap_or(1)
                }
                Stored::Number(number) => {
                    cases.extend(self.number_nulls(*number));
                    number.bytes()
                }
                _ => return,
            };
            let can_fail = match &field.stored {
                Stored::Text(text) => {
                    text.set.has_pairs() || (0..=255).any(|byte| text.set.character(byte).is_none())
                }
                Stored::Number(number) => number.can_be_invalid(),
                _ => false,
            };
            if can_fail {
                cases.extend([Null::Invalid, Null::Invalid]);
            }
            let bytes = (0..length).map(|_| u8::try_from(self.chance.below(256)).unwrap_or(0)).collect();
            cases.push(Null::Bytes(bytes));
            let case = cases.swap_remove(self.below(cases.len()));
            if !field.nulls.contains(&case) {
                field.nulls.push(case);
            }
        }
    }

    fn number_nulls(&mut self, number: Number) -> Vec<Null> {
        let units = i128::from(self.chance.below(9) + 1);
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
    fn gap(&mut self, index: usize, fields: &mut Fields) {
        let count = if self.chance.percent(60) {
            number(self.between(1, 4))
        } else {
            let count = self.count(index, fields);
            // Up to a multiple of four.
            let rest = Count::Operation('%', Box::new(count), Box::new(Count::Number(4)));
            let less = Count::Operation('-', Box::new(Count::Number(4)), Box::new(rest));
            Count::Operation('%', Box::new(less), Box::new(Count::Number(4)))
        };
        fields.all.push(Field::filler(count));
    }

    /// A number that a field before it says, or that is computed from it. That field is added, unless there is one.
    fn count(&mut self, index: usize, fields: &mut Fields) -> Count {
        let path = if fields.counts.is_empty() || self.chance.percent(60) {
            let name = format!("n{index}_{}", fields.counts.len());
            let counter = match self.below(6) {
                0 => Number::Whole { bytes: 2, signed: true, little: true },
                1 => Number::Packed { digits: 1, scale: 0, unsigned: false },
                2 => Number::Binary { bytes: 1, scale: 0, signed: true, little: false, most: None },
                _ => BYTE,
            };
            let encode = |units: u128| {
                counter.encode(&Value::Number { negative: false, units, places: None }).unwrap_or_default()
            };
            let likely = (0..5).map(encode).collect();
            let field = Field { likely, ..Field::new(&name, Stored::Number(counter)) };
            let path = if self.chance.percent(25) {
                self.records.push(vec![field]);
                let head = format!("h{index}_{}", fields.counts.len());
                fields.all.push(Field::new(&head, Stored::Record(self.records.len() - 1)));
                format!("{head}.{name}")
            } else {
                fields.all.push(field);
                name
            };
            fields.counts.push(path.clone());
            path
        } else {
            fields.counts[self.below(fields.counts.len())].clone()
        };
        let field = || Box::new(Count::Field(path.clone()));
        let whole = |number: i128| Box::new(Count::Number(number));
        match self.below(11) {
            0 => Count::Operation('*', field(), whole(2)),
            1 => Count::Operation('-', Box::new(Count::Operation('*', field(), whole(2))), whole(1)),
            2 => Count::Operation('+', field(), whole(1)),
            3 => Count::Operation('%', Box::new(Count::Operation('*', field(), field())), whole(7)),
            4 => Count::Operation('/', Box::new(Count::Operation('*', field(), whole(6))), whole(4)),
            5 => Count::Operation('-', whole(4), field()),
            6 | 7 => {
                let other = Count::Operation('+', field(), whole(1));
                let mut all = vec![
                    (Some(vec![Case::Numbers(0, 0)]), Count::Number(2)),
                    (Some(vec![Case::Numbers(1, 1), Case::Numbers(3, 3)]), other),
                ];
                if self.chance.percent(60) {
                    all.push((None, Count::Number(1)));
                }
                Count::Choice(path.clone(), all)
            }
            _ => Count::Field(path.clone()),
        }
    }

    /// A field whose length a field before it says.
    fn counted(&mut self, index: usize, fields: &mut Fields) {
        let count = self.count(index, fields);
        let name = format!("f{index}");
        let field = match self.below(3) {
            0 => Field::new(&name, Stored::Bytes(count)),
            1 => {
                let text = self.text();
                // The bytes of pairs are even in number.
                let length = if matches!(text.set, Set::Mixed(_, MixedForm::Pairs)) {
                    Count::Operation('*', Box::new(count), Box::new(Count::Number(2)))
                } else {
                    count
                };
                Field::new(&name, Stored::Text(Text { length, ..text }))
            }
            _ => {
                let mut field = Field::new(&name, Stored::Number(self.number()));
                if self.chance.percent(30) {
                    self.add_nulls(&mut field);
                }
                Field { array: Some(count), ..field }
            }
        };
        fields.all.push(field);
    }

    /// A field whose place a field before it says.
    fn placed(&mut self, index: usize, fields: &mut Fields) {
        let name = format!("p{index}");
        fields.all.push(Field::new(&name, Stored::Number(BYTE)));
        if self.chance.percent(50) {
            fields.all.push(Field::new(&format!("q{index}"), Stored::Number(self.number())));
        }
        let field = Box::new(Count::Field(name.clone()));
        let place = match self.below(3) {
            0 => Count::Field(name),
            1 => Count::Operation('*', field, Box::new(Count::Number(2))),
            _ => Count::Operation('+', field, Box::new(Count::Number(1))),
        };
        let plain = self.plain(&format!("f{index}"));
        fields.all.push(Field { place: Some(place), ..plain });
    }

    /// A field of so many bytes. `is_certain`: whether it is a value whatever its bytes are.
    fn field_of(&mut self, name: &str, bytes: usize, is_certain: bool, depth: u32) -> Field {
        let digits = u32::try_from(2 * bytes - 1).unwrap_or(1);
        let length = number(bytes);
        if is_certain {
            return match self.below(3) {
                0 if bytes <= 8 => {
                    Field::new(name, Stored::Number(Number::Whole { bytes, signed: true, little: false }))
                }
                1 => {
                    let text = Text {
                        set: Set::Latin1,
                        length,
                        fill: Some(' '),
                        trim: [false, true],
                        substitute: None,
                    };
                    Field::new(name, Stored::Text(text))
                }
                _ => Field::new(name, Stored::Bytes(length)),
            };
        }
        let scale = self.chance.one(&[0, 0, 1, 2]);
        let mut field = match self.below(7) {
            0 | 1 => {
                let digits = digits - u32::from(digits > 1 && self.chance.percent(30));
                Field::new(name, Stored::Number(Number::Packed { digits, scale, unsigned: false }))
            }
            2 => {
                let ascii = self.chance.percent(50);
                let digits = u32::try_from(bytes).unwrap_or(1);
                let sign = ZonedSign::Trailing;
                Field::new(name, Stored::Number(Number::Zoned { digits, scale, ascii, sign }))
            }
            3 if bytes == 4 => Field::new(name, Stored::Number(Number::Vax)),
            4 => Field {
                array: Some(number(bytes)),
                ..Field::new(name, Stored::Number(Number::Packed { digits: 1, scale: 0, unsigned: false }))
            },
            5 if bytes > 1 => {
                let first = self.field_of("a", 1, false, 0);
                let other = self.chance.percent(50);
                let inner = if depth > 0 && self.chance.percent(40) {
                    Field::new("b", Stored::Choice(self.valid_choice(bytes - 1, depth - 1)))
                } else {
                    self.field_of("b", bytes - 1, other, 0)
                };
                self.records.push(vec![first, inner]);
                return Field::new(name, Stored::Record(self.records.len() - 1));
            }
            _ => {
                let text = Text { length, ..self.text_that_fails() };
                Field::new(name, Stored::Text(text))
            }
        };
        if self.chance.percent(20) {
            self.add_nulls(&mut field);
        }
        field
    }

    fn text_that_fails(&mut self) -> Text {
        let fill = if self.chance.percent(50) { None } else { Some(' ') };
        let trim = if fill.is_some() { [false, true] } else { [false, false] };
        Text { set: Set::Ascii, length: number(1), fill, trim, substitute: None }
    }

    /// A choice of alternatives that are equally long.
    fn valid_choice(&mut self, bytes: usize, depth: u32) -> Choice {
        let mut alternatives = Vec::new();
        let more = self.between(1, 2);
        for index in 0..more {
            let field = self.field_of(&format!("a{index}"), bytes, false, depth);
            alternatives.push(Alternative { cases: Some(Vec::new()), field: Some(field) });
        }
        match self.below(4) {
            0 => {
                let field = self.field_of("a8", bytes, true, depth);
                alternatives.push(Alternative { cases: Some(Vec::new()), field: Some(field) });
            }
            1 => {
                let field = self.field_of("a9", bytes, true, depth);
                alternatives.push(Alternative { cases: None, field: Some(field) });
            }
            2 => alternatives.push(Alternative { cases: None, field: Some(Field::filler(number(bytes))) }),
            _ => {}
        }
        Choice { decision: Decision::FirstValid, alternatives, bytes: None }
    }

    fn valid(&mut self, name: &str, depth: u32) -> Field {
        let bytes = self.between(1, 5);
        let mut choice = self.valid_choice(bytes, depth);
        if self.chance.percent(30) {
            choice.bytes = Some(bytes + self.below(3));
        } else if self.chance.percent(25) {
            // An alternative of another length.
            let bytes = self.between(1, 6);
            let field = self.field_of("a7", bytes, false, depth);
            choice.alternatives.insert(0, Alternative { cases: Some(Vec::new()), field: Some(field) });
        }
        Field::new(name, Stored::Choice(choice))
    }

    fn overlay(&mut self, name: &str, depth: u32) -> Field {
        let bytes = self.between(1, 5);
        let mut alternatives = Vec::new();
        for index in 0..self.between(2, 4) {
            let own = if self.chance.percent(70) { bytes } else { self.between(1, bytes) };
            let is_certain = self.chance.percent(25);
            let field = self.field_of(&format!("a{index}"), own, is_certain, depth);
            alternatives.push(Alternative { cases: Some(Vec::new()), field: Some(field) });
        }
        let stated = self.chance.percent(30).then(|| bytes + self.below(3));
        Field::new(name, Stored::Choice(Choice { decision: Decision::AllValid, alternatives, bytes: stated }))
    }

    /// A choice, after the field that decides it, which may lie in a record of its own.
    fn choice(&mut self, index: usize, depth: u32, fields: &mut Fields) {
        let is_text = self.chance.percent(45);
        let mut selector = self.selector(index, is_text);
        let mut alternatives = Vec::new();
        for number in 0..self.between(1, 4) {
            let first = 10 * i128::try_from(number).unwrap_or(0);
            let cases = match (is_text, self.below(3)) {
                (true, 0) => vec![Case::Text(format!("{number}")), Case::Text(format!("x{number}"))],
                (true, _) => vec![Case::Text(format!("{number}"))],
                (false, 0) => vec![Case::Numbers(first, first), Case::Numbers(first + 3, first + 5)],
                (false, 1) => vec![Case::Numbers(first, first + 9)],
                (false, _) => vec![Case::Numbers(first, first)],
            };
            for case in &cases {
                selector.likely.push(encode_case(case, &selector.stored));
            }
            let field = self.alternative(number, depth, fields);
            alternatives.push(Alternative { cases: Some(cases), field });
        }
        if self.chance.percent(45) {
            let other = if is_text { Case::Text("??".to_owned()) } else { Case::Numbers(99, 99) };
            selector.likely.push(encode_case(&other, &selector.stored));
            let field = self.alternative(9, depth, fields);
            alternatives.push(Alternative { cases: None, field });
        }
        let own = selector.name.clone().unwrap_or_default();
        let path = if self.chance.percent(30) {
            self.records.push(vec![Field::new("id", Stored::Number(BYTE)), selector]);
            let head = format!("g{index}");
            fields.all.push(Field::new(&head, Stored::Record(self.records.len() - 1)));
            format!("{head}.{own}")
        } else {
            fields.all.push(selector);
            own
        };
        let mut choice = Choice { decision: Decision::Field(path), alternatives, bytes: None };
        if self.chance.percent(45) {
            let shape = Shape { records: self.records.clone() };
            let longest = shape.longest(&choice);
            choice.bytes = Some(longest.unwrap_or(8) + self.below(4)).filter(|bytes| *bytes > 0);
        }
        fields.all.push(Field::new(&format!("f{index}"), Stored::Choice(choice)));
    }

    fn selector(&mut self, index: usize, is_text: bool) -> Field {
        let stored = if is_text {
            let set = self.chance.one(&[Set::Ascii, Set::Latin1]);
            let text =
                Text { set, length: number(2), fill: Some(' '), trim: [false, true], substitute: None };
            Stored::Text(text)
        } else {
            Stored::Number(match self.below(5) {
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
    fn alternative(&mut self, index: usize, depth: u32, fields: &Fields) -> Option<Field> {
        let name = format!("a{index}");
        Some(match self.below(12) {
            0 => return None,
            1 => Field::filler(number(self.between(1, 4))),
            2..6 => self.plain(&name),
            6 if !fields.counts.is_empty() => {
                let count = Count::Field(fields.counts[self.below(fields.counts.len())].clone());
                let more = Count::Operation('+', Box::new(count.clone()), Box::new(Count::Number(1)));
                let count = if self.chance.percent(40) { more } else { count };
                match self.below(3) {
                    0 => Field::new(&name, Stored::Bytes(count)),
                    1 => Field { array: Some(count), ..Field::new(&name, Stored::Number(self.number())) },
                    _ => {
                        let record = self.record(0);
                        Field { array: Some(count), ..Field::new(&name, Stored::Record(record)) }
                    }
                }
            }
            7 => {
                let record = self.record(depth - 1);
                Field { array: Some(number(self.between(1, 3))), ..Field::new(&name, Stored::Record(record)) }
            }
            _ => {
                let record = self.record(depth - 1);
                Field::new(&name, Stored::Record(record))
            }
        })
    }
}

/// The bytes of a case in a field that decides.
fn encode_case(case: &Case, stored: &Stored) -> Vec<u8> {
    let bytes = match (case, stored) {
        (Case::Text(text), Stored::Text(described)) => {
            let text: Vec<Character> =
                text.chars().map(|character| Character { character, code: None }).collect();
            described.encode(&text, Some(2))
        }
        (Case::Numbers(_, most), Stored::Number(number)) => {
            number.encode(&Value::Number { negative: false, units: most.unsigned_abs(), places: None })
        }
        _ => None,
    };
    bytes.unwrap_or_default()
}
