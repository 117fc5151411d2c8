//! Records as those of large files of mainframes: 1,341 bytes with 167 columns, of every kind of number and text.
//!
//! Nothing here is converted by `datarep`: the bytes are put together from the values, so that what is read can be
//! compared with the values, and what is written with the bytes.

use std::fmt::Write as _;

use datarep_workshop::chance::Chance;

/// Bytes of a record.
pub(super) const BYTES: usize = 1341;

/// Fields of a record.
pub(super) const FIELDS: usize = 167;

/// The first of the fields that are in a choice, if the text has one.
pub(super) const CHOSEN: usize = 143;

/// What a field is.
#[derive(Debug, Clone, Copy)]
enum FieldKind {
    /// A text of so many characters of EBCDIC.
    Text(usize),
    /// A digit in a byte: digits, and those behind the point.
    Zoned(u32, u32),
    /// Two digits in a byte.
    Packed(u32, u32),
    /// A binary number of so many bytes, and whether it has a sign.
    Integer(usize, bool),
    /// A binary number of so many bytes, digits, and digits behind the point.
    BinaryDecimal(usize, u32, u32),
    /// IBM's float of so many bytes.
    Float(usize),
}

/// The values of a field.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Column {
    Text(Vec<String>),
    /// Integers without the point, and the digits behind it.
    Decimal(Vec<i64>, u32),
    /// Numbers, and whether they are single ones.
    Float(Vec<f64>, bool),
}

/// Records, and what they mean.
#[derive(Debug)]
pub(super) struct Generated {
    pub(super) names: Vec<String>,
    pub(super) bytes: Vec<u8>,
    pub(super) columns: Vec<Column>,
}

/// The fields in the order of the record. The first one is a letter: the kind of the record.
fn list_fields() -> Vec<FieldKind> {
    use FieldKind::{BinaryDecimal, Float, Integer, Packed, Text, Zoned};
    const LENGTHS: [usize; 11] = [1, 2, 3, 5, 8, 10, 12, 15, 20, 30, 50];
    let texts = (0..44).map(|index| Text(LENGTHS[index % LENGTHS.len()]));
    let zoned = [
        Zoned(5, 0),
        Zoned(7, 2),
        Zoned(9, 0),
        Zoned(11, 2),
        Zoned(8, 0),
        Zoned(9, 2),
        Zoned(4, 0),
        Zoned(12, 2),
    ];
    let packed = [Packed(5, 0), Packed(7, 2), Packed(9, 2), Packed(13, 2), Packed(11, 0), Packed(15, 2)];
    let integers = [
        Integer(2, true),
        Integer(4, true),
        Integer(8, true),
        Integer(2, false),
        Integer(4, false),
        Integer(1, false),
    ];
    let binary =
        [BinaryDecimal(2, 4, 2), BinaryDecimal(4, 9, 2), BinaryDecimal(8, 18, 4), BinaryDecimal(4, 9, 4)];
    let mut fields: Vec<FieldKind> = texts
        .chain(zoned.into_iter().cycle().take(32))
        .chain(packed.into_iter().cycle().take(36))
        .chain(integers.into_iter().cycle().take(22))
        .chain(binary.into_iter().cycle().take(14))
        .chain([Float(4), Float(8)].into_iter().cycle().take(18))
        .collect();
    // As in real files, fields of one kind are not all side by side.
    Chance::new(167).shuffle(&mut fields);
    fields.insert(0, Text(1));
    let length: usize = fields.iter().map(|field| field.field_bytes()).sum();
    // The first of the longest texts takes what is left.
    if let Some(text) = fields.iter_mut().find(|field| matches!(field, Text(50))) {
        *text = Text(50 + BYTES - length);
    }
    fields
}

impl FieldKind {
    fn field_bytes(self) -> usize {
        match self {
            FieldKind::Text(bytes)
            | FieldKind::Integer(bytes, _)
            | FieldKind::BinaryDecimal(bytes, ..)
            | FieldKind::Float(bytes) => bytes,
            FieldKind::Zoned(digits, _) => digits as usize,
            FieldKind::Packed(digits, _) => digits as usize / 2 + 1,
        }
    }

    /// The field as the language describes it.
    fn describe_field(self) -> String {
        match self {
            FieldKind::Text(length) => format!("[ebcdic(cp037); {length}]"),
            FieldKind::Zoned(digits, scale) => format!("zoned_decimal({digits}, {scale})"),
            FieldKind::Packed(digits, scale) => format!("packed_decimal({digits}, {scale})"),
            FieldKind::Integer(bytes, is_signed) => {
                format!("{}{}", if is_signed { "i" } else { "u" }, 8 * bytes)
            }
            FieldKind::BinaryDecimal(bytes, digits, scale) => {
                format!("binary_decimal({}, {scale}, {digits})", 8 * bytes)
            }
            FieldKind::Float(bytes) => format!("hfp{}", 8 * bytes),
        }
    }

    /// A letter for names.
    fn name_letter(self) -> char {
        match self {
            FieldKind::Text(_) => 't',
            FieldKind::Zoned(..) => 'z',
            FieldKind::Packed(..) => 'p',
            FieldKind::Integer(..) => 'i',
            FieldKind::BinaryDecimal(..) => 'b',
            FieldKind::Float(_) => 'f',
        }
    }

    fn make_empty_column(self, records: usize) -> Column {
        match self {
            FieldKind::Text(_) => Column::Text(Vec::with_capacity(records)),
            FieldKind::Zoned(_, scale)
            | FieldKind::Packed(_, scale)
            | FieldKind::BinaryDecimal(_, _, scale) => Column::Decimal(Vec::with_capacity(records), scale),
            FieldKind::Integer(..) => Column::Decimal(Vec::with_capacity(records), 0),
            FieldKind::Float(bytes) => Column::Float(Vec::with_capacity(records), bytes == 4),
        }
    }
}

/// The names of the fields.
fn list_names(fields: &[FieldKind]) -> Vec<String> {
    let name = |(index, field): (usize, &FieldKind)| match index {
        0 => "kind".to_owned(),
        index => format!("{}{index}", field.name_letter()),
    };
    fields.iter().enumerate().map(name).collect()
}

/// The text that describes the records: as `wide`, and as `chosen` with a choice of the last fields by the first one.
pub(super) fn describe_records() -> String {
    let fields = list_fields();
    let names = list_names(&fields);
    let lines: Vec<String> = fields
        .iter()
        .zip(&names)
        .map(|(field, name)| format!("    {name}: {};\n", field.describe_field()))
        .collect();
    let (common, last) = (lines[..CHOSEN].concat(), lines[CHOSEN..].concat());
    let rest: usize = fields[CHOSEN..].iter().map(|field| field.field_bytes()).sum();
    format!(
        "use ibm::{{hfp32, hfp64}};\n\n\
         record wide {{\n{common}{last}}}\n\n\
         record chosen {{\n{common}    body: choice kind in {rest} bytes {{\n        \"A\" => first;\n        \
         \"B\" => second;\n        otherwise => rest: {rest} bytes;\n    }};\n}}\n\n\
         record first {{\n{last}}}\n\nrecord second {{\n{last}}}\n"
    )
}

/// The copybook of the records. A number of one byte is a character there, as COBOL has no picture for it.
pub(super) fn describe_copybook() -> String {
    let fields = list_fields();
    let number = |digits: u32, scale: u32| match scale {
        0 => format!("9({digits})"),
        scale => format!("9({})V9({scale})", digits - scale),
    };
    let line = |(field, name): (&FieldKind, String)| {
        let picture = match *field {
            FieldKind::Text(length) => format!("PIC X({length})"),
            FieldKind::Zoned(digits, scale) => format!("PIC S{}", number(digits, scale)),
            FieldKind::Packed(digits, scale) => format!("PIC S{} COMP-3", number(digits, scale)),
            FieldKind::Integer(1, _) => "PIC X".to_owned(),
            FieldKind::Integer(bytes, is_signed) => {
                let sign = if is_signed { "S" } else { "" };
                format!("PIC {sign}9({}) COMP", [4, 9, 18][bytes.ilog2() as usize - 1])
            }
            FieldKind::BinaryDecimal(_, digits, scale) => format!("PIC S{} COMP", number(digits, scale)),
            FieldKind::Float(4) => "COMP-1".to_owned(),
            FieldKind::Float(_) => "COMP-2".to_owned(),
        };
        format!("           05  {} {picture}.\n", name.to_uppercase())
    };
    let fields: String = fields.iter().zip(list_names(&fields)).map(line).collect();
    format!("       01  WIDE.\n{fields}")
}

/// Whether each field has a picture in the copybook that says what it is.
pub(super) fn list_has_picture() -> Vec<bool> {
    list_fields().iter().map(|field| !matches!(field, FieldKind::Integer(1, _))).collect()
}

/// The fields for other programs, one a line: name, kind, bytes, and digits behind the point.
pub(super) fn describe_for_peers() -> String {
    let fields = list_fields();
    let line = |(field, name): (&FieldKind, String)| {
        let (kind, scale) = match *field {
            FieldKind::Text(_) => ("text", 0),
            FieldKind::Zoned(_, scale) => ("zoned", scale),
            FieldKind::Packed(_, scale) => ("packed", scale),
            FieldKind::Integer(_, true) => ("binary", 0),
            FieldKind::Integer(_, false) => ("unsigned", 0),
            FieldKind::BinaryDecimal(_, _, scale) => ("binary", scale),
            FieldKind::Float(_) => ("float", 0),
        };
        format!("{name} {kind} {} {scale}", field.field_bytes())
    };
    fields.iter().zip(list_names(&fields)).map(line).collect::<Vec<_>>().join(";")
}

/// Makes so many records, the same ones each time.
pub(super) fn generate_records(records: usize) -> Generated {
    let fields = list_fields();
    let mut chance = Chance::new(1341);
    let mut columns: Vec<Column> = fields.iter().map(|field| field.make_empty_column(records)).collect();
    let mut bytes = Vec::with_capacity(records * BYTES);
    for _ in 0..records {
        for (index, (field, column)) in fields.iter().zip(&mut columns).enumerate() {
            match (*field, column) {
                (FieldKind::Text(length), Column::Text(texts)) => {
                    let text = if index == 0 {
                        chance.draw_one(&["A", "B", "C"]).to_owned()
                    } else {
                        draw_words(&mut chance, length)
                    };
                    append_text(&text, length, &mut bytes);
                    texts.push(text);
                }
                (FieldKind::Float(length), Column::Float(values, _)) => {
                    // The shortest digits of a single number are its only ones with quarters alone.
                    let unit = if length == 4 { 16 } else { 1 };
                    let units = (i64::from(chance.draw_below(1 << 20)) - (1 << 19)) / unit * unit;
                    append_sixty_fourths(units, length, &mut bytes);
                    #[expect(clippy::cast_precision_loss, reason = "twenty bits")]
                    values.push(units as f64 / 64.0);
                }
                (field, Column::Decimal(values, _)) => {
                    let value = draw_number(&mut chance, field);
                    append_number(field, value, &mut bytes);
                    values.push(value);
                }
                _ => {}
            }
        }
    }
    Generated { names: list_names(&fields), bytes, columns }
}

/// Words, which are shorter than the field or as long.
fn draw_words(chance: &mut Chance, length: usize) -> String {
    const WORDS: [&str; 8] =
        ["Main", "Street", "Smith", "Jones & Co", "No. 7", "INVOICE", "x", "New York, NY"];
    let mut text = String::new();
    while text.len() < length && !chance.percent(15) {
        if !text.is_empty() {
            text.push(' ');
        }
        text.push_str(chance.draw_one(&WORDS));
    }
    text.truncate(length);
    text.trim_end().to_owned()
}

/// A number of any size that the field holds; small ones are as frequent as large ones.
fn draw_number(chance: &mut Chance, field: FieldKind) -> i64 {
    let (most, is_signed) = match field {
        FieldKind::Zoned(digits, _)
        | FieldKind::Packed(digits, _)
        | FieldKind::BinaryDecimal(_, digits, _) => (10_i64.pow(digits) - 1, true),
        FieldKind::Integer(1, _) => (0xFF, false),
        FieldKind::Integer(bytes, is_signed) => {
            (10_i64.pow([4, 9, 18][bytes.ilog2() as usize - 1]) - 1, is_signed)
        }
        FieldKind::Text(_) | FieldKind::Float(_) => (0, false),
    };
    let all = i64::try_from(chance.next_u128() >> 66).unwrap_or(0);
    let digits = chance.draw_between(1, most.ilog10() + 1);
    let value = all % 10_i64.pow(digits).min(most + 1);
    if is_signed && chance.percent(25) { -value } else { value }
}

/// The code of a character in IBM's page 37.
fn encode_cp037(letter: u8) -> u8 {
    match letter {
        b'0'..=b'9' => 0xF0 + letter - b'0',
        b'A'..=b'I' => 0xC1 + letter - b'A',
        b'J'..=b'R' => 0xD1 + letter - b'J',
        b'S'..=b'Z' => 0xE2 + letter - b'S',
        b'a'..=b'i' => 0x81 + letter - b'a',
        b'j'..=b'r' => 0x91 + letter - b'j',
        b's'..=b'z' => 0xA2 + letter - b's',
        b'.' => 0x4B,
        b'&' => 0x50,
        b',' => 0x6B,
        _ => 0x40,
    }
}

fn append_text(text: &str, length: usize, bytes: &mut Vec<u8>) {
    let end = bytes.len() + length;
    bytes.extend(text.bytes().map(encode_cp037));
    bytes.resize(end, 0x40);
}

fn append_number(field: FieldKind, value: i64, bytes: &mut Vec<u8>) {
    let sign = if value < 0 { 0xD } else { 0xC };
    match field {
        FieldKind::Zoned(digits, _) => {
            let text = format!("{:0>1$}", value.unsigned_abs(), digits as usize);
            bytes.extend(text.bytes().map(|digit| 0xF0 | (digit & 0xF)));
            if let Some(last) = bytes.last_mut() {
                *last = sign << 4 | (*last & 0xF);
            }
        }
        FieldKind::Packed(digits, _) => {
            let text = format!("{:0>1$}", value.unsigned_abs(), digits as usize);
            let halves: Vec<u8> = text.bytes().map(|digit| digit & 0xF).chain([sign]).collect();
            bytes.extend(halves.chunks(2).map(|pair| pair[0] << 4 | pair[1]));
        }
        FieldKind::Integer(length, _) | FieldKind::BinaryDecimal(length, ..) => {
            bytes.extend_from_slice(&value.to_be_bytes()[8 - length..]);
        }
        FieldKind::Text(_) | FieldKind::Float(_) => {}
    }
}

/// A number of sixty-fourths as IBM's float.
fn append_sixty_fourths(units: i64, length: usize, bytes: &mut Vec<u8>) {
    let mut word = 0_u64;
    if units != 0 {
        // The last bit of the fraction is worth 2^-56 * 16^(exponent - 64), and two bits less than a unit here.
        let (mut exponent, mut fraction) = (64 + 12, units.unsigned_abs() << 2);
        while fraction >> 52 == 0 {
            fraction <<= 4;
            exponent -= 1;
        }
        word = u64::from(units < 0) << 63 | exponent << 56 | fraction;
    }
    bytes.extend_from_slice(&word.to_be_bytes()[..length]);
}

impl Generated {
    /// The lines of CSV that the records are.
    pub(super) fn to_csv(&self) -> Vec<u8> {
        let records = self.bytes.len() / BYTES;
        let mut text = self.names.join(",");
        text.push('\n');
        for record in 0..records {
            for (index, column) in self.columns.iter().enumerate() {
                if index > 0 {
                    text.push(',');
                }
                match column {
                    Column::Text(texts) if texts[record].contains(',') => {
                        let _ = write!(text, "\"{}\"", texts[record]);
                    }
                    Column::Text(texts) => text.push_str(&texts[record]),
                    Column::Decimal(values, scale) => append_decimal(values[record], *scale, &mut text),
                    Column::Float(values, is_single) => {
                        #[expect(clippy::cast_possible_truncation, reason = "no digit is lost")]
                        let single = values[record] as f32;
                        let _ = if *is_single {
                            write!(text, "{single:?}")
                        } else {
                            write!(text, "{:?}", values[record])
                        };
                    }
                }
            }
            text.push('\n');
        }
        text.into_bytes()
    }

    /// The values as other programs give them: a column after the other, numbers as eight bytes, the lowest first, and
    /// texts as lines.
    pub(super) fn to_peer_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        for column in &self.columns {
            match column {
                Column::Text(texts) => texts.iter().for_each(|text| {
                    bytes.extend_from_slice(text.as_bytes());
                    bytes.push(b'\n');
                }),
                Column::Decimal(values, _) => {
                    bytes.extend(values.iter().flat_map(|value| value.to_le_bytes()));
                }
                Column::Float(values, _) => {
                    bytes.extend(values.iter().flat_map(|value| value.to_le_bytes()));
                }
            }
        }
        bytes
    }
}

/// Appends a decimal with all of its places.
pub(super) fn append_decimal(value: i64, scale: u32, text: &mut String) {
    let unit = 10_u64.pow(scale);
    let (whole, part) = (value.unsigned_abs() / unit, value.unsigned_abs() % unit);
    let sign = if value < 0 { "-" } else { "" };
    let _ = match scale {
        0 => write!(text, "{value}"),
        scale => write!(text, "{sign}{whole}.{part:0>0$}", scale as usize),
    };
}
