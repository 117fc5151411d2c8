//! Choices in the interpreter: random records with choices, whose files are made beside the columns that they have.

#![expect(
    clippy::panic_in_result_fn,
    reason = "a test asserts, and ends at an error that it does not expect"
)]

use std::collections::BTreeMap;
use std::fmt::Write as _;

use datarep_dynamic::record::{RecordError, Values};
use datarep_dynamic::{Error, Record, Text};

/// A sequence of numbers that look random.
struct Draw(u64);

impl Draw {
    fn next(&mut self, below: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).expect("31 bits") % below
    }

    fn byte(&mut self) -> u8 {
        u8::try_from(self.next(256)).expect("a byte")
    }

    fn percent(&mut self, share: usize) -> bool {
        self.next(100) < share
    }
}

/// The numbers of the test.
#[derive(Clone, Copy)]
enum Kind {
    U8,
    I16,
    U32Little,
}

impl Kind {
    const ALL: [Kind; 3] = [Kind::U8, Kind::I16, Kind::U32Little];

    fn word(self) -> &'static str {
        match self {
            Kind::U8 => "u8",
            Kind::I16 => "i16",
            Kind::U32Little => "u32 little",
        }
    }

    /// A number: its bytes, and its digits.
    fn draw(self, draw: &mut Draw) -> (Vec<u8>, String) {
        match self {
            Kind::U8 => {
                let number = draw.byte();
                (vec![number], number.to_string())
            }
            Kind::I16 => {
                let number = i16::from_be_bytes([draw.byte(), draw.byte()]);
                (number.to_be_bytes().to_vec(), number.to_string())
            }
            Kind::U32Little => {
                let bytes = [draw.byte(), draw.byte(), draw.byte(), draw.byte()];
                (bytes.to_vec(), u32::from_le_bytes(bytes).to_string())
            }
        }
    }

    fn bytes(self) -> usize {
        match self {
            Kind::U8 => 1,
            Kind::I16 => 2,
            Kind::U32Little => 4,
        }
    }
}

/// What a field stores.
enum Node {
    Number(Kind),
    Text(usize),
    List(Kind, usize),
    /// As many as the field of this name says, which is a `u8` before it.
    Counted(Kind, String),
    Bytes(usize),
    Filler(usize),
    Group(usize),
    Groups(usize, usize),
    Choice(Box<ChoiceNode>),
}

struct ChoiceNode {
    selector: String,
    alternatives: Vec<Alternative>,
    bytes: Option<usize>,
}

/// The cases as the language writes them, a value of the selector, and the content with its name.
type Alternative = (String, Value, Option<(String, Node)>);

/// A value of a selector.
#[derive(Clone)]
enum Value {
    Number(u8),
    Text(String),
}

struct Described {
    name: String,
    fields: Vec<(String, Node)>,
}

/// A text that is being drawn.
struct Drawn {
    records: Vec<Described>,
    draw: Draw,
}

impl Drawn {
    /// Draws a record with at least one field, and returns its index.
    fn record(&mut self, depth: usize) -> usize {
        let mut fields = Vec::new();
        for index in 0..=self.draw.next(4) {
            let name = format!("f{index}");
            match self.draw.next(if depth > 0 { 10 } else { 6 }) {
                0 | 1 => fields.push((name, Node::Number(self.kind()))),
                2 => fields.push((name, Node::Text(1 + self.draw.next(5)))),
                3 => fields.push((name, Node::List(self.kind(), 1 + self.draw.next(4)))),
                4 => {
                    let count = format!("n{index}");
                    let kind = self.kind();
                    fields.push((count.clone(), Node::Number(Kind::U8)));
                    fields.push((name, Node::Counted(kind, count)));
                }
                5 => fields.push(("_".to_owned(), Node::Filler(1 + self.draw.next(3)))),
                6 => fields.push((name, Node::Group(self.record(depth - 1)))),
                7 => {
                    let count = 1 + self.draw.next(3);
                    fields.push((name, Node::Groups(self.record(depth - 1), count)));
                }
                _ => self.choice(name, index, depth, &mut fields),
            }
        }
        // A record has a length of at least one byte.
        fields.push(("last".to_owned(), Node::Number(Kind::U8)));
        self.records.push(Described { name: format!("r{}", self.records.len()), fields });
        self.records.len() - 1
    }

    fn kind(&mut self) -> Kind {
        Kind::ALL[self.draw.next(3)]
    }

    /// Draws a choice, after the field that decides it, which may lie in a record of its own.
    fn choice(&mut self, name: String, index: usize, depth: usize, fields: &mut Vec<(String, Node)>) {
        let is_text = self.draw.percent(40);
        let own = format!("k{index}");
        let node = if is_text { Node::Text(2) } else { Node::Number(Kind::U8) };
        let selector = if self.draw.percent(30) {
            let head = Described {
                name: format!("r{}", self.records.len()),
                fields: vec![("a".to_owned(), Node::Number(Kind::I16)), ("kind".to_owned(), node)],
            };
            self.records.push(head);
            fields.push((own.clone(), Node::Group(self.records.len() - 1)));
            format!("{own}.kind")
        } else {
            fields.push((own.clone(), node));
            own
        };
        let mut alternatives = Vec::new();
        for number in 0..=self.draw.next(4) {
            let first = 10 * u8::try_from(number).expect("at most 4");
            let (cases, value) = match (is_text, self.draw.next(3)) {
                (true, 0) => (format!("\"{number}\" | \"x{number}\""), Value::Text(format!("x{number}"))),
                (true, _) => (format!("\"{number}\""), Value::Text(number.to_string())),
                (false, 0) => (format!("{first} | {}", first + 3), Value::Number(first + 3)),
                (false, 1) => (format!("{first}..={}", first + 9), Value::Number(first + 5)),
                (false, _) => (first.to_string(), Value::Number(first)),
            };
            let content = self.alternative(number, depth);
            alternatives.push((cases, value, content));
        }
        if self.draw.percent(40) {
            let value = if is_text { Value::Text("??".to_owned()) } else { Value::Number(200) };
            let content = self.alternative(9, depth);
            alternatives.push(("otherwise".to_owned(), value, content));
        }
        let longest = alternatives.iter().try_fold(0, |most: usize, (_, _, content)| {
            let bytes = content.as_ref().map_or(Some(0), |(_, node)| self.length(node))?;
            Some(most.max(bytes))
        });
        let spare = self.draw.next(3);
        let bytes =
            longest.map(|longest| longest + spare).filter(|bytes| *bytes > 0 && self.draw.percent(50));
        fields.push((name, Node::Choice(Box::new(ChoiceNode { selector, alternatives, bytes }))));
    }

    fn alternative(&mut self, number: usize, depth: usize) -> Option<(String, Node)> {
        let name = format!("a{number}");
        Some(match self.draw.next(8) {
            0 => return None,
            1 => (name, Node::Number(self.kind())),
            2 => (name, Node::Text(1 + self.draw.next(4))),
            3 => (name, Node::List(self.kind(), 1 + self.draw.next(3))),
            4 => (name, Node::Bytes(1 + self.draw.next(4))),
            5 => ("_".to_owned(), Node::Filler(1 + self.draw.next(4))),
            6 => {
                let count = 1 + self.draw.next(3);
                (name, Node::Groups(self.record(depth - 1), count))
            }
            _ => (name, Node::Group(self.record(depth - 1))),
        })
    }

    /// The bytes of a field, if they are the same in every record.
    fn length(&self, node: &Node) -> Option<usize> {
        let of_record = |record: &usize| {
            let fields = self.records[*record].fields.iter();
            fields.map(|(_, node)| self.length(node)).sum::<Option<usize>>()
        };
        match node {
            Node::Number(kind) => Some(kind.bytes()),
            Node::Text(length) | Node::Bytes(length) | Node::Filler(length) => Some(*length),
            Node::List(kind, count) => Some(kind.bytes() * count),
            Node::Counted(..) => None,
            Node::Group(record) => of_record(record),
            Node::Groups(record, count) => Some(of_record(record)? * count),
            Node::Choice(choice) => choice.bytes,
        }
    }

    /// The text of all records, the outermost first.
    fn render(&self) -> String {
        let mut text = String::new();
        for record in self.records.iter().rev() {
            let _ = writeln!(text, "record {} {{", record.name);
            for (name, node) in &record.fields {
                let _ = writeln!(text, "    {name}: {};", self.stored(node));
            }
            text.push_str("}\n");
        }
        text
    }

    fn stored(&self, node: &Node) -> String {
        match node {
            Node::Number(kind) => kind.word().to_owned(),
            Node::Text(length) => format!("[ascii; {length}]"),
            Node::List(kind, count) => format!("[{}; {count}]", kind.word()),
            Node::Counted(kind, count) => format!("[{}; {count}]", kind.word()),
            Node::Bytes(length) | Node::Filler(length) => format!("{length} bytes"),
            Node::Group(record) => self.records[*record].name.clone(),
            Node::Groups(record, count) => format!("[{}; {count}]", self.records[*record].name),
            Node::Choice(choice) => {
                let mut text = format!("choice {}", choice.selector);
                if let Some(bytes) = choice.bytes {
                    let _ = write!(text, " in {bytes} bytes");
                }
                text.push_str(" {\n");
                for (cases, _, content) in &choice.alternatives {
                    let content = match content {
                        Some((name, node)) => format!("{name}: {}", self.stored(node)),
                        None => "_".to_owned(),
                    };
                    let _ = writeln!(text, "        {cases} => {content};");
                }
                text + "    }"
            }
        }
    }
}

/// A file that is being made, and its columns: for each field the values, of which some are missing.
#[derive(Default)]
struct File {
    bytes: Vec<u8>,
    columns: BTreeMap<String, Vec<Option<String>>>,
}

impl File {
    fn put(&mut self, path: &str, bytes: &[u8], value: String) {
        self.bytes.extend_from_slice(bytes);
        self.columns.entry(path.to_owned()).or_default().push(Some(value));
    }

    /// Adds a record. `path` ends with a dot if it lies in another one.
    fn add_record(&mut self, drawn: &Drawn, record: usize, path: &str, draw: &mut Draw) {
        let fields = &drawn.records[record].fields;
        // What the choices of this record will be is drawn first, since their selectors come before them.
        let mut chosen: BTreeMap<String, (usize, Value)> = BTreeMap::new();
        for (_, node) in fields {
            if let Node::Choice(choice) = node {
                let index = draw.next(choice.alternatives.len());
                let value = choice.alternatives[index].1.clone();
                chosen.insert(choice.selector.clone(), (index, value));
            }
        }
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for (name, node) in fields {
            let inner = format!("{path}{name}");
            if let Some((_, value)) = chosen.get(name) {
                self.put_selector(&inner, value);
            } else if let (Node::Group(head), Some((_, value))) = (node, chosen.get(&format!("{name}.kind")))
            {
                let (_, first) = &drawn.records[*head].fields[0];
                self.add(drawn, first, &format!("{inner}.a"), 0, draw);
                self.put_selector(&format!("{inner}.kind"), value);
            } else if let Node::Choice(choice) = node {
                self.add_choice(drawn, choice, chosen[&choice.selector].0, &inner, draw);
            } else if name.starts_with('n') {
                let count = draw.next(4);
                counts.insert(name, count);
                self.put(&inner, &[u8::try_from(count).expect("a few")], count.to_string());
            } else {
                let count = if let Node::Counted(_, count) = node { counts[count.as_str()] } else { 0 };
                self.add(drawn, node, &inner, count, draw);
            }
        }
    }

    fn put_selector(&mut self, path: &str, value: &Value) {
        match value {
            Value::Number(number) => self.put(path, &[*number], number.to_string()),
            Value::Text(text) => self.put(path, format!("{text:<2}").as_bytes(), format!("{text:?}")),
        }
    }

    fn add(&mut self, drawn: &Drawn, node: &Node, path: &str, count: usize, draw: &mut Draw) {
        match node {
            Node::Number(kind) => {
                let (bytes, value) = kind.draw(draw);
                self.put(path, &bytes, value);
            }
            Node::Text(length) => {
                let text = &"abcdefgh"[..draw.next(length + 1)];
                self.put(path, format!("{text:<length$}").as_bytes(), format!("{text:?}"));
            }
            Node::List(kind, count) => (0..*count).for_each(|_| {
                let (bytes, value) = kind.draw(draw);
                self.put(path, &bytes, value);
            }),
            Node::Counted(kind, _) => (0..count).for_each(|_| {
                let (bytes, value) = kind.draw(draw);
                self.put(path, &bytes, value);
            }),
            Node::Bytes(length) => (0..*length).for_each(|_| {
                let (bytes, value) = Kind::U8.draw(draw);
                self.put(path, &bytes, value);
            }),
            Node::Filler(length) => self.bytes.extend(vec![0; *length]),
            Node::Group(record) => self.add_record(drawn, *record, &format!("{path}."), draw),
            Node::Groups(record, count) => {
                (0..*count).for_each(|_| self.add_record(drawn, *record, &format!("{path}."), draw));
            }
            Node::Choice(_) => unreachable!("an alternative is no choice"),
        }
    }

    fn add_choice(&mut self, drawn: &Drawn, choice: &ChoiceNode, chosen: usize, path: &str, draw: &mut Draw) {
        let begin = self.bytes.len();
        for (index, (_, _, content)) in choice.alternatives.iter().enumerate() {
            let Some((name, node)) = content else { continue };
            let path = format!("{path}.{name}");
            if index == chosen {
                self.add(drawn, node, &path, 0, draw);
            } else {
                self.miss(drawn, node, &path);
            }
        }
        if let Some(bytes) = choice.bytes {
            self.bytes.resize(begin + bytes, 0);
        }
    }

    /// Adds missing values for the single fields of an alternative that is not there. Arrays have no items.
    fn miss(&mut self, drawn: &Drawn, node: &Node, path: &str) {
        match node {
            Node::Number(_) | Node::Text(_) => self.columns.entry(path.to_owned()).or_default().push(None),
            Node::List(..) | Node::Counted(..) | Node::Bytes(_) | Node::Filler(_) | Node::Groups(..) => {}
            Node::Group(record) => {
                for (name, node) in &drawn.records[*record].fields {
                    self.miss(drawn, node, &format!("{path}.{name}"));
                }
            }
            Node::Choice(choice) => {
                for (name, node) in choice.alternatives.iter().filter_map(|(_, _, content)| content.as_ref())
                {
                    self.miss(drawn, node, &format!("{path}.{name}"));
                }
            }
        }
    }
}

/// The values of a column, as the debug form prints them.
fn list(values: &Values) -> Vec<Option<String>> {
    let text = format!("{:?}", values.present());
    let start = text.find('[').expect("a list") + 1;
    let inside = &text[start..text.rfind(']').expect("a list")];
    let items = inside.split(", ").filter(|item| !item.is_empty()).map(str::to_owned);
    let missing = values.missing().map_or_else(|| vec![false; values.len()], <[bool]>::to_vec);
    items.zip(missing).map(|(item, is_missing)| (!is_missing).then_some(item)).collect()
}

fn record(text: &str, name: &str) -> Record {
    let parsed = Text::parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    parsed.record(name).expect("it is in the text").clone()
}

#[test]
fn random_records_with_choices_have_the_columns_they_were_made_of() -> Result<(), Error> {
    let (mut with_choice, mut values) = (0, 0);
    for seed in 0..2000 {
        let mut drawn = Drawn { records: Vec::new(), draw: Draw(seed) };
        let outermost = drawn.record(3);
        let text = drawn.render();
        let record = record(&text, &format!("r{outermost}"));
        let mut file = File::default();
        let mut draw = Draw(seed + 1_000_000);
        let mut starts = Vec::new();
        for _ in 0..20 {
            starts.push(file.bytes.len());
            file.add_record(&drawn, outermost, "", &mut draw);
        }
        with_choice += usize::from(text.contains("choice"));
        let rows = record.rows(&file.bytes)?;
        assert_eq!(rows.len(), 20, "{text}");
        let mut columns = Vec::new();
        for (index, field) in record.fields().iter().enumerate() {
            let (column, losses) = rows.values(index)?;
            assert!(losses.is_none(), "{text}");
            let expected = file.columns.get(field.path()).cloned().unwrap_or_default();
            assert_eq!(list(&column), expected, "`{}` of\n{text}", field.path());
            let tolerant = rows.tolerant_values(index)?;
            assert_eq!(list(&tolerant.values), expected, "`{}` of\n{text}", field.path());
            values += expected.len();
            columns.push(column);
        }
        assert!(file.columns.keys().all(|path| record.field(path).is_some()), "{text}");
        assert_eq!(record.to_bytes(&columns)?.0, file.bytes, "{text}");
        // Each record on its own, and a file that ends within the last one.
        let (first, end) = record.whole_rows(&file.bytes, 3)?;
        assert_eq!((first.bytes(), end), (starts[3], None), "{text}");
        let cut = &file.bytes[..file.bytes.len() - 1];
        let (whole, end) = record.whole_rows(cut, usize::MAX)?;
        assert_eq!((whole.len(), whole.bytes()), (19, starts[19]), "{text}");
        assert!(matches!(end, Some(RecordError::Ends { record: 19, .. })), "{text}");
        for (index, column) in columns.iter().enumerate() {
            assert!(list(column).starts_with(&list(&whole.values(index)?.0)), "{text}");
        }
    }
    assert!(with_choice > 1000, "{with_choice} records with choices");
    assert!(values > 500_000, "{values} values");
    Ok(())
}

const LEDGER: &str = "
    record entry {
        kind: [ebcdic(cp037); 2];
        body: choice kind {
            \"C\" => size: u8 { null if 0; };
            \"L\" => list: [i16; 2];
            \"N\" => name: [ascii; 3];
        };
    }
";

fn refuse(result: Result<impl Sized, Error>) -> String {
    match result {
        Ok(_) => panic!("it is refused"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn a_value_without_an_alternative_is_told_with_its_place() {
    let record = record(LEDGER, "entry");
    let bytes = [0xC3, 0x40, 7, 0xD8, 0xD8, 1];
    assert_eq!(
        refuse(record.rows(&bytes)),
        "record 1: `kind` at byte 3 is \"QQ\", for which `body` has no alternative"
    );
}

#[test]
fn missing_items_of_an_alternative_differ_from_other_alternatives() -> Result<(), Error> {
    let record = record(LEDGER, "entry");
    // C 7, L, C missing, N.
    let bytes = [0xC3, 0x40, 7, 0xD3, 0x40, 0, 1, 0xFF, 0xFF, 0xC3, 0x40, 0, 0xD5, 0x40, b'a', b' ', b' '];
    let rows = record.rows(&bytes)?;
    assert_eq!(rows.places(1), Some(vec![true, false, true, false]));
    let (size, _) = rows.values(1)?;
    assert_eq!(size.missing(), Some(&[false, true, true, true][..]));
    assert_eq!(rows.items(1), 2);
    let mut sizes = [0_u8; 2];
    assert_eq!(rows.read_nullable(1, &mut sizes)?.0, [false, true]);
    assert_eq!(rows.items_of_each(2), [0, 2, 0, 0]);
    assert_eq!(rows.texts("body.name")?.0, ["a"]);
    assert_eq!(rows.places(0), None);
    let (columns, _) = rows.columns()?;
    assert_eq!(record.to_bytes(&columns)?.0, bytes);
    Ok(())
}

#[test]
fn a_value_of_another_alternative_is_not_lost() -> Result<(), Error> {
    let record = record(LEDGER, "entry");
    let bytes = [0xC3, 0x40, 7, 0xD5, 0x40, b'a', b' ', b' '];
    let (mut columns, _) = record.rows(&bytes)?.columns()?;
    columns[3] = Values::Nullable {
        values: Box::new(Values::Text(["x", "a"].into_iter().collect())),
        missing: vec![false, false],
    };
    assert_eq!(
        refuse(record.to_bytes(&columns)),
        "record 0: `body.name` has a value, and `body` is another alternative there"
    );
    columns[3] = Values::Nullable {
        values: Box::new(Values::Text(["", ""].into_iter().collect())),
        missing: vec![true, true],
    };
    let message = refuse(record.to_bytes(&columns));
    assert!(message.starts_with("record 1: `body.name`, item 0 at byte 5, is missing"), "{message}");
    columns[0] = Values::Text(["C", "Q"].into_iter().collect());
    let message = refuse(record.to_bytes(&columns));
    assert!(message.contains("`kind` at byte 3 is \"Q\", for which `body` has no alternative"), "{message}");
    Ok(())
}

#[test]
fn an_alternative_longer_than_its_choice_is_told() {
    let text = "record r { n: u8; body: choice n in 3 bytes { 0 => _; otherwise => list: [u8; n]; }; }";
    let record = record(text, "r");
    assert_eq!(
        refuse(record.rows(&[4, 1, 2, 3, 4])),
        "record 0: `body` at byte 1 is longer than its 3 bytes"
    );
    let (rows, end) = record.whole_rows(&[4, 1, 2], usize::MAX).expect("a torn record");
    let end = end.expect("the bytes end").to_string();
    assert_eq!(
        (rows.len(), end.as_str()),
        (0, "the bytes end within record 0: `body` at byte 1 has 3 bytes, of which there are 2")
    );
}

/// Where records have the same length, the places of their fields are computed. With an array of any length behind, they are
/// found by a walk. Both must be the same.
#[test]
fn records_of_one_length_are_read_like_those_that_differ() -> Result<(), Error> {
    let common = "kind: u8; body: choice kind in 6 bytes { 1 => a: [u16; 3]; 2 => b: pair; 3..=9 => c: [ascii; 4]; otherwise => _; };
        last: i16;";
    let text = Text::parse(&format!(
        "record even {{ {common} }} record walked {{ {common} n: u8; rest: [u8; n]; }} record pair {{ x: u16; y: i32; }}
        record strict {{ kind: u8; body: choice kind in 2 bytes {{ 1 => a: u16; 2 => b: i16; }}; }}"
    ))?;
    let record = |name: &str| text.record(name).expect("it is in the text");
    let (mut fixed, mut walked) = (Vec::new(), Vec::new());
    for index in 0..200_u8 {
        let kind = index.wrapping_mul(37) % 12;
        let record = [kind, b'a' + index % 20, b'b', b'c', b' ', index, 7, 0, index];
        fixed.extend(record);
        walked.extend(record);
        walked.push(0);
    }
    let (one, other) = (record("even").rows(&fixed)?, record("walked").rows(&walked)?);
    for field in 0..record("even").fields().len() {
        let (values, losses) = one.values(field)?;
        assert_eq!(values, other.values(field)?.0, "{field}");
        assert!(losses.is_none());
        assert_eq!(one.items(field), other.items(field));
        assert_eq!(one.items_of_each(field), other.items_of_each(field));
        assert_eq!(one.places(field), other.places(field));
    }
    assert_eq!(one.starts(), (0..=200).map(|index| index * 9).collect::<Vec<_>>());
    assert_eq!(other.starts(), (0..=200).map(|index| index * 10).collect::<Vec<_>>());
    let (rows, end) = record("even").whole_rows(&fixed[..fixed.len() - 1], usize::MAX)?;
    assert_eq!((rows.len(), rows.bytes()), (199, 199 * 9));
    let message = "the bytes end within record 199: `last` at byte 1798 has 2 bytes, of which there are 1";
    assert_eq!(end.map(|end| end.to_string()).as_deref(), Some(message));
    let error = record("strict").rows(&[1, 0, 0, 2, 0, 0, 7, 0, 0]).err();
    let message = "record 2: `kind` at byte 6 is 7, for which `body` has no alternative";
    assert_eq!(error.map(|error| error.to_string()).as_deref(), Some(message));
    Ok(())
}

/// The lengths by hand.
#[test]
fn records_whose_alternatives_are_equally_long_have_a_length() {
    for (fields, length) in [
        ("kind: u8; body: choice kind { 1 => a: i32; 2 => b: [u16; 2]; };", Some(5)),
        ("kind: u8; body: choice kind in 6 bytes { 1 => a: i32; otherwise => _; }; last: u8;", Some(8)),
        ("all: overlay { a: packed_decimal(3, 0); raw: 4 bytes; };", Some(4)),
        ("one: choice valid { a: packed_decimal(3, 0); raw: 2 bytes; };", Some(2)),
        ("many: [inside; 3];", Some(9)),
        ("kind: u8; body: choice kind { 1 => a: i32; otherwise => _; };", None),
        ("kind: u8; body: choice kind { 1 => a: [u8; kind]; 2 => b: u8; };", None),
        ("one: choice valid { a: packed_decimal(3, 0); raw: 3 bytes; };", None),
    ] {
        let text = format!(
            "record inside {{ kind: u8; body: choice kind {{ 1 => a: u16; 2 => b: i16; }}; }} record r {{ {fields} }}"
        );
        let record = record(&text, "r");
        assert_eq!(record.bytes(), length, "{fields}");
        // Zeros do not say which alternative they are.
        assert!(record.blank_rows(1).is_err(), "{fields}");
    }
}

/// Fields that decide are compared as bytes once their value is known. There are more values here than are remembered, of
/// every number of bytes.
#[test]
fn many_values_decide_rightly() -> Result<(), Error> {
    let mut draw = Draw(16);
    for length in 1..=12 {
        let name =
            |number: usize| format!("{number:0>length$}").chars().rev().take(length).collect::<String>();
        let case = |number: usize| format!("{:?} => f{number}: u8; ", name(number));
        let cases = (0..10).map(case).collect::<Vec<String>>().concat();
        let text = format!(
            "record r {{ kind: [ascii; {length}]; body: choice kind {{ {cases}otherwise => rest: u8; }}; }}"
        );
        let text = Text::parse(&text)?;
        let record = text.record("r").expect("it is in the text");
        let kinds: Vec<usize> = (0..500).map(|_| draw.next(if length == 1 { 10 } else { 60 })).collect();
        let file: Vec<u8> =
            kinds.iter().flat_map(|kind| [name(*kind).into_bytes(), vec![7]].concat()).collect();
        let expected: Vec<Option<usize>> = kinds.iter().map(|kind| Some(*kind.min(&10))).collect();
        assert_eq!(record.rows(&file)?.alternatives("body"), Some(expected), "{length} bytes");
    }
    for (kind, bytes) in
        [("u8", 1), ("u16", 2), ("twos(24)", 3), ("i32", 4), ("u64", 8), ("packed_decimal(5, 0)", 3)]
    {
        let case = |number: usize| format!("{number} => f{number}: u8; ");
        let cases = (0..10).map(case).collect::<Vec<String>>().concat();
        let text =
            format!("record r {{ kind: {kind}; body: choice kind {{ {cases}otherwise => rest: u8; }}; }}");
        let text = Text::parse(&text)?;
        let record = text.record("r").expect("it is in the text");
        let kinds: Vec<usize> = (0..500).map(|_| draw.next(90)).collect();
        let encode = |number: usize| match kind {
            // 42 is `00 04 2C`: five digits and a plus.
            "packed_decimal(5, 0)" => vec![
                0,
                u8::try_from(number / 10).unwrap_or(0),
                u8::try_from(number % 10 * 16 + 12).unwrap_or(0),
            ],
            _ => (number as u64).to_be_bytes()[8 - bytes..].to_vec(),
        };
        let file: Vec<u8> = kinds.iter().flat_map(|kind| [encode(*kind), vec![7]].concat()).collect();
        let expected: Vec<Option<usize>> = kinds.iter().map(|kind| Some(*kind.min(&10))).collect();
        assert_eq!(record.rows(&file)?.alternatives("body"), Some(expected), "{kind}");
    }
    Ok(())
}
