//! Writes a copybook as a text of the language: a `record` for every item at the top, and for every group with
//! `OCCURS`.
//!
//! A group without `OCCURS` is no record of its own. Its fields are fields of the record around it, so that a count can
//! be anywhere before its array.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use datarep_dsl::controls::clean_line;
use datarep_dsl::keywords;
use datarep_dsl::model::PageFamily;
use datarep_dynamic::names::Picture;

use crate::args::{Charset, Floats, Machine, Occurring};

use super::copybook::{Fault, Item, Occurs, Sign, Usage};

/// What a copybook leaves open.
#[derive(Debug, Clone)]
pub(super) struct Dialect {
    pub(super) machine: Machine,
    pub(super) charset: Charset,
    pub(super) floats: Floats,
    pub(super) occurring: Occurring,
}

/// Digits of the widest decimal.
const DIGITS: u64 = 38;

/// Words that have a meaning in a record and cannot be names there, in addition to the keywords.
const IN_RECORDS: [&str; 3] = ["bool", "char", "padding"];

/// The text of the records, and notes about it for the user.
#[derive(Debug)]
pub(super) struct Written {
    pub(super) text: String,
    pub(super) notes: Vec<Fault>,
}

/// Writes the records of a copybook. Fields that are in no record become fields of a record called `name`.
pub(super) fn write(items: Vec<Item>, name: &str, dialect: &Dialect) -> Result<Written, Vec<Fault>> {
    let mut writer = Writer {
        dialect,
        records: Vec::new(),
        taken: Taken::default(),
        notes: Vec::new(),
        faults: Vec::new(),
    };
    let is_record = |item: &Item| item.level == 1 || item.level == 77;
    let (records, fields): (Vec<Item>, Vec<Item>) = items.into_iter().partition(is_record);
    if !fields.is_empty() {
        let all = Item { level: 1, name: Some(name.to_owned()), items: fields, ..Item::default() };
        writer.top(&all, name);
    }
    for record in &records {
        writer.top(record, name);
    }
    if !writer.faults.is_empty() {
        return Err(writer.faults);
    }
    writer.notes.sort_by_key(|note| note.line);
    Ok(Written { text: writer.records.join("\n"), notes: writer.notes })
}

struct Writer<'d> {
    dialect: &'d Dialect,
    /// The texts of records, in which a record comes before those that contain it.
    records: Vec<String>,
    /// The names of all records so far.
    taken: Taken,
    notes: Vec<Fault>,
    faults: Vec<Fault>,
}

/// The fields of a record, as they are added.
#[derive(Default)]
struct Fields {
    lines: Vec<String>,
    names: Taken,
    /// The name in the text of the last field with each COBOL name, in capital letters.
    known: BTreeMap<String, String>,
    /// Those of them that are no whole numbers, as they are written: `PIC X(3)`.
    no_counts: BTreeMap<String, String>,
    /// The byte of the whole record at which the next field begins; `None` behind an item of variable number.
    at: Option<u64>,
}

impl Fields {
    /// The fields from this byte on.
    fn starting(at: Option<u64>) -> Fields {
        Fields { at, ..Fields::default() }
    }

    /// Adds bytes without meaning that synchronized items need.
    fn add_slack(&mut self, bytes: u64, why: &str) {
        if bytes > 0 {
            self.lines.push(format!("    _: {bytes} bytes;  // {why}\n"));
            self.pass(bytes);
        }
    }

    /// Goes on behind so many bytes.
    fn pass(&mut self, bytes: u64) {
        self.at = self.at.and_then(|at| at.checked_add(bytes));
    }
}

/// What an item inherits from the group around it.
#[derive(Debug, Clone, Copy, Default)]
struct Around {
    usage: Option<Usage>,
    sign: Option<Sign>,
    is_aligned: bool,
}

impl Around {
    /// What the items of a group inherit.
    fn inside(self, group: &Item) -> Around {
        Around {
            usage: group.usage.or(self.usage),
            sign: group.sign.or(self.sign),
            is_aligned: group.is_aligned || self.is_aligned,
        }
    }
}

/// How a field is stored: its type in the language, and a note for the user.
struct Stored {
    text: String,
    bytes: u64,
    note: Option<String>,
}

impl Stored {
    fn new(text: impl Into<String>, bytes: u64) -> Stored {
        Stored { text: text.into(), bytes, note: None }
    }

    /// Whether it is kept as bytes.
    fn is_bytes(&self) -> bool {
        self.text.ends_with(" bytes")
    }

    fn note(self, note: impl Into<String>) -> Stored {
        Stored { note: Some(note.into()), ..self }
    }
}

impl Writer<'_> {
    fn top(&mut self, item: &Item, default: &str) {
        let name = self.record_name(item.name.as_deref().unwrap_or(default));
        let mut fields = Fields::starting(Some(0));
        if item.items.is_empty() {
            self.field(item, Around::default(), "", &mut fields);
        } else {
            let around = Around::default().inside(item);
            self.inside(item, around, "", &mut fields);
        }
        self.record(&name, item, &fields);
    }

    fn record_name(&mut self, name: &str) -> String {
        self.taken.take(identifier(name))
    }

    fn record(&mut self, name: &str, item: &Item, fields: &Fields) {
        if fields.lines.is_empty() {
            self.faults
                .push(Fault { line: item.line, text: format!("`{}` has no fields", item.shown_name()) });
        }
        self.records.push(format!("record {name} {{\n{}}}\n", fields.lines.concat()));
    }

    /// Adds the items of a group. Those that redefine others are left out.
    fn inside(&mut self, group: &Item, around: Around, prefix: &str, fields: &mut Fields) {
        let mut index = 0;
        while let Some(item) = group.items.get(index) {
            let mut at = fields.at.unwrap_or(0);
            if item.items.is_empty() {
                at = at.next_multiple_of(self.boundary(item, around));
            }
            self.item(item, around, prefix, fields);
            let alternatives = group.items[index + 1..].iter().take_while(|next| next.redefines.is_some());
            let alternatives: Vec<&Item> = alternatives.collect();
            index += 1 + alternatives.len();
            let taken = self.bytes(item, around, at);
            if let Some(first) = &item.redefines {
                let text =
                    format!("`{}` redefines `{first}`, which does not stand before it", item.shown_name());
                self.faults.push(Fault { line: item.line, text });
            }
            let mut missing = 0;
            // An item may redefine one that redefines another: both begin where the first one does.
            let mut before: Vec<&str> = item.name.as_deref().into_iter().collect();
            for other in alternatives {
                let first = other.redefines.as_deref().unwrap_or_default();
                let stands_before = before.iter().any(|name| name.eq_ignore_ascii_case(first));
                before.extend(other.name.as_deref());
                if !stands_before {
                    let text = format!(
                        "`{}` redefines `{first}`, which does not stand right before it",
                        other.shown_name()
                    );
                    self.faults.push(Fault { line: other.line, text });
                }
                let text = format!("`{}` redefines `{first}`, and is left out", other.shown_name());
                fields.lines.push(format!("    // Line {}: {}.\n", other.line, clean_line(&text)));
                self.notes.push(Fault { line: other.line, text });
                let bytes = self.bytes(other, around, at);
                missing = missing.max(bytes.unwrap_or_default().saturating_sub(taken.unwrap_or_default()));
            }
            if missing > 0 {
                fields.lines.push(format!("    _: {missing} bytes;\n"));
                fields.pass(missing);
            }
        }
    }

    fn item(&mut self, item: &Item, around: Around, prefix: &str, fields: &mut Fields) {
        if item.items.is_empty() {
            return self.field(item, around, prefix, fields);
        }
        let inner = around.inside(item);
        let path = item.name.as_deref().map_or_else(|| prefix.to_owned(), |name| format!("{prefix}{name}-"));
        let Some(occurs) = &item.occurs else { return self.inside(item, inner, &path, fields) };
        let mut own = Fields::starting(fields.at);
        self.check_first(item, inner, fields.at);
        self.inside(item, inner, "", &mut own);
        let length = own.at.zip(fields.at).map(|(end, start)| end - start);
        // Every occurrence begins at the same place beside the boundaries.
        let rest = length.map_or(0, |length| length.next_multiple_of(self.boundary(item, inner)) - length);
        own.add_slack(rest, "so that the next one is synchronized, too");
        let name = self.record_name(item.shown_name());
        self.record(&name, item, &own);
        let count = self.count(item, occurs, fields);
        let field = fields.name(item.name.as_deref().unwrap_or("FILLER"), prefix);
        fields.no_counts.insert(item.shown_name().to_ascii_uppercase(), "OCCURS".to_owned());
        fields.at = length
            .zip(count.parse::<u64>().ok())
            .and_then(|(length, count)| fields.at?.checked_add((length + rest).checked_mul(count)?));
        fields.lines.push(format!("    {field}: [{name}; {count}];  // line {}\n", item.line));
    }

    fn field(&mut self, item: &Item, around: Around, prefix: &str, fields: &mut Fields) {
        let stored = match self.stored(item, around) {
            Ok(stored) => stored,
            Err(text) => return self.faults.push(Fault { line: item.line, text }),
        };
        let shown = item.shown_name();
        self.add_slack(item, around, fields);
        let picture = if item.shown.is_empty() { String::new() } else { format!(" PIC {}", item.shown) };
        let mut comment = format!("  // line {}: {shown}{picture}", item.line);
        if let Some(note) = &stored.note {
            let _ = write!(comment, "; {note}");
            self.notes.push(Fault { line: item.line, text: format!("`{shown}`{picture}: {note}") });
        }
        let count = item.occurs.as_ref().map(|occurs| self.count(item, occurs, fields));
        let name = item.name.clone();
        let line = match (&name, &count) {
            (None, None) => format!("    _: {} bytes;{comment}\n", stored.bytes),
            (None, Some(count)) => match count.parse::<u64>() {
                Ok(count) => format!("    _: {} bytes;{comment}\n", stored.bytes.saturating_mul(count)),
                Err(_) => format!(
                    "    {}: [{} bytes; {count}];{comment}\n",
                    fields.name("FILLER", prefix),
                    stored.bytes
                ),
            },
            (Some(name), None) => format!("    {}: {};{comment}\n", fields.name(name, prefix), stored.text),
            (Some(name), Some(count)) => {
                format!("    {}: [{}; {count}];{comment}\n", fields.name(name, prefix), stored.text)
            }
        };
        fields.lines.push(line);
        let times = count.as_ref().map_or(Some(1), |count| count.parse::<u64>().ok());
        fields.at = times.and_then(|times| fields.at?.checked_add(stored.bytes.checked_mul(times)?));
        let is_count = count.is_none() && is_whole_number(item, stored.is_bytes());
        let as_written = match picture.trim_start() {
            _ if count.is_some() => "OCCURS",
            "" => describe_usage(item, around),
            picture => picture,
        };
        if let Some(key) = item.name.as_ref().map(|name| name.to_ascii_uppercase()) {
            // Of several items with this name, the last one is meant.
            if is_count {
                fields.no_counts.remove(&key);
            } else {
                fields.no_counts.insert(key, as_written.to_owned());
            }
        }
    }

    /// Adds the bytes that a synchronized item needs before it.
    fn add_slack(&mut self, item: &Item, around: Around, fields: &mut Fields) {
        let (shown, boundary) = (item.shown_name(), self.boundary(item, around));
        match fields.at {
            Some(at) => {
                let why = format!("so that `{shown}` is synchronized");
                fields.add_slack(at.next_multiple_of(boundary) - at, &why);
            }
            None if boundary > 1 => {
                let text = format!(
                    "`{shown}` is synchronized behind an item of variable number, so that the bytes before it vary: `--occurs maximum` reads all items"
                );
                self.faults.push(Fault { line: item.line, text });
            }
            None => {}
        }
    }

    /// The boundary at which an item begins, or at which the items in a group begin: a multiple of so many bytes.
    ///
    /// Source: Enterprise COBOL for z/OS, Language Reference, "SYNCHRONIZED clause" and "Slack bytes". Compilers for PCs
    /// align binary numbers of 8 bytes at 8.
    fn boundary(&self, item: &Item, around: Around) -> u64 {
        let inner = around.inside(item);
        let below = item.items.iter().map(|item| self.boundary(item, inner)).max();
        let usage = inner.usage.unwrap_or(Usage::Display);
        match (below, usage) {
            (Some(below), _) => below,
            (None, _) if !inner.is_aligned => 1,
            (None, Usage::Single | Usage::Index) => 4,
            (None, Usage::Double) => 8,
            (None, Usage::Binary | Usage::NativeBinary) => {
                let most = if self.dialect.machine == Machine::Pc { 8 } else { 4 };
                self.stored(item, around).map_or(1, |stored| stored.bytes.min(most))
            }
            (None, Usage::Display | Usage::Packed | Usage::UnsignedPacked | Usage::Wide) => 1,
        }
    }

    /// Refuses an array of groups that begins beside the boundary of its first item. Compilers differ in whether the bytes
    /// before that item are part of each group, or stand before the array.
    fn check_first(&mut self, group: &Item, around: Around, at: Option<u64>) {
        let Some(mut first) = group.items.first() else { return };
        let mut around = around;
        while let Some(below) = first.items.first() {
            around = around.inside(first);
            first = below;
        }
        let boundary = self.boundary(first, around);
        if at.is_some_and(|at| !at.is_multiple_of(boundary)) {
            let text = format!(
                "`{}` is synchronized at the beginning of `{}`, which occurs several times and does not begin at a multiple of {boundary} bytes: write the bytes before it as `FILLER`",
                first.shown_name(),
                group.shown_name()
            );
            self.faults.push(Fault { line: first.line, text });
        }
    }

    /// How often an item occurs: a number, or the name of a field.
    fn count(&mut self, item: &Item, occurs: &Occurs, fields: &Fields) -> String {
        let is_fixed = self.dialect.occurring == Occurring::Maximum;
        let depending = match &occurs.depending {
            Some(depending) if !is_fixed => depending,
            Some(_) | None => return occurs.most.to_string(),
        };
        let key = depending.to_ascii_uppercase();
        let fault = match (fields.known.get(&key), fields.no_counts.get(&key)) {
            (Some(name), None) => return name.clone(),
            (Some(_), Some(written)) => format!("which is no whole number but has `{written}`"),
            (None, _) => "which does not stand before it in its record".to_owned(),
        };
        let text = format!(
            "`{}` depends on `{depending}`, {fault}; `--occurs maximum` reads all {} items",
            item.shown_name(),
            occurs.most
        );
        self.faults.push(Fault { line: item.line, text });
        String::new()
    }

    /// The bytes of an item that begins at byte `at`, with everything below it, if they are known. An item of variable number counts as often as
    /// it can occur.
    fn bytes(&self, item: &Item, around: Around, at: u64) -> Option<u64> {
        let inner = around.inside(item);
        let one = if item.items.is_empty() {
            self.stored(item, around).ok()?.bytes
        } else {
            let mut end = at;
            for item in item.items.iter().filter(|item| item.redefines.is_none()) {
                if item.items.is_empty() {
                    end = end.next_multiple_of(self.boundary(item, inner));
                }
                end = end.checked_add(self.bytes(item, inner, end)?)?;
            }
            let boundary = if item.occurs.is_some() { self.boundary(item, around) } else { 1 };
            (end - at).next_multiple_of(boundary)
        };
        one.checked_mul(item.occurs.as_ref().map_or(1, |occurs| occurs.most))
    }

    /// How a field is stored, or why that is not known.
    fn stored(&self, item: &Item, around: Around) -> Result<Stored, String> {
        let name = item.shown_name();
        let usage = item.usage.or(around.usage).unwrap_or(Usage::Display);
        match (usage, item.picture) {
            (Usage::Single, None) => Ok(Stored::new(self.dialect.float(4), 4)),
            (Usage::Double, None) => Ok(Stored::new(self.dialect.float(8), 8)),
            (Usage::Index, None) => Ok(Stored::new("4 bytes", 4).note("an index: kept as bytes")),
            (Usage::Single | Usage::Double | Usage::Index, Some(_)) => {
                Err(format!("`{name}` has a picture, which its usage forbids"))
            }
            (_, None) => Err(format!("`{name}` has neither a picture nor items below it")),
            (_, Some(Picture::Text(length))) => Ok(self.dialect.text(length)),
            (_, Some(Picture::Edited(length))) => {
                Ok(self.dialect.text(length).note("a number as it is printed: kept as a text"))
            }
            (_, Some(Picture::Wide { length, unicode: true })) => {
                Ok(Stored::new(format!("[utf16; {length}]"), 2 * length))
            }
            (_, Some(Picture::Wide { length, unicode: false })) => {
                Ok(Stored::new(format!("{} bytes", 2 * length), 2 * length)
                    .note("characters of two bytes: kept as bytes"))
            }
            (usage, Some(Picture::Number { signed, digits, scale, point })) => {
                let sign = item.sign.or(around.sign);
                self.dialect.number(
                    name,
                    usage,
                    Digits { signed: signed || sign.is_some(), digits, scale, point },
                    sign,
                )
            }
        }
    }
}

/// The usage of an item without a picture, as it is written.
fn describe_usage(item: &Item, around: Around) -> &'static str {
    match item.usage.or(around.usage) {
        Some(Usage::Single) => "COMP-1",
        Some(Usage::Double) => "COMP-2",
        Some(Usage::Index) => "INDEX",
        _ => "no picture",
    }
}

/// Whether an item can say how many others there are.
fn is_whole_number(item: &Item, is_bytes: bool) -> bool {
    let is_whole = matches!(item.picture, Some(Picture::Number { scale: 0, point: false, .. }));
    is_whole && !is_bytes
}

/// A number that a picture describes.
#[derive(Debug, Clone, Copy)]
struct Digits {
    signed: bool,
    digits: u64,
    scale: i64,
    /// Whether the point is a byte of its own.
    point: bool,
}

impl Dialect {
    fn text(&self, length: u64) -> Stored {
        Stored::new(format!("[{}; {length}]", self.charset.name()), length)
    }

    fn float(&self, bytes: u64) -> &'static str {
        match (self.floats, self.machine, bytes) {
            (Floats::Hfp, _, 4) => "ibm::hfp32",
            (Floats::Hfp, _, _) => "ibm::hfp64",
            (Floats::Ieee, Machine::Mainframe, 4) => "f32",
            (Floats::Ieee, Machine::Mainframe, _) => "f64",
            (Floats::Ieee, Machine::Pc, 4) => "f32 little",
            (Floats::Ieee, Machine::Pc, _) => "f64 little",
        }
    }

    fn number(&self, name: &str, usage: Usage, number: Digits, sign: Option<Sign>) -> Result<Stored, String> {
        let Digits { signed, digits, scale, .. } = number;
        let unsigned = if signed { "" } else { ", unsigned" };
        let stored = match usage {
            Usage::Display => {
                let separate = sign.is_some_and(|sign| sign.is_separate);
                let words = [
                    (self.charset.is_ascii(), ", ascii"),
                    (sign.is_some_and(|sign| sign.is_leading), ", leading"),
                    (separate, ", separate"),
                    (number.point, ", point"),
                ];
                let words: String = words.into_iter().filter_map(|(is, word)| is.then_some(word)).collect();
                let bytes = digits + u64::from(separate) + u64::from(number.point);
                Stored::new(format!("zoned_decimal({digits}, {scale}{unsigned}{words})"), bytes)
            }
            _ if number.point => return Err(format!("`{name}` has a point, which its usage forbids")),
            Usage::Packed => {
                Stored::new(format!("packed_decimal({digits}, {scale}{unsigned})"), digits / 2 + 1)
            }
            Usage::UnsignedPacked => {
                Stored::new(format!("unsigned_packed_decimal({digits}, {scale})"), digits.div_ceil(2))
            }
            Usage::Binary | Usage::NativeBinary => return self.binary(name, usage, number),
            Usage::Wide => return Err(format!("`{name}`: digits of two bytes each are not read")),
            Usage::Single | Usage::Double | Usage::Index => {
                return Err(format!("`{name}` has a picture, which its usage forbids"));
            }
        };
        let places = scale.unsigned_abs().max(digits);
        if places <= DIGITS {
            return Ok(stored);
        }
        let bytes = stored.bytes;
        Ok(Stored::new(format!("{bytes} bytes"), bytes).note("more than 38 digits: kept as bytes"))
    }

    fn binary(&self, name: &str, usage: Usage, number: Digits) -> Result<Stored, String> {
        let Digits { signed, digits, scale, .. } = number;
        let bytes: u64 = match digits {
            ..=4 => 2,
            5..=9 => 4,
            10..=18 => 8,
            // With the compiler's option for long numbers (IBM's ARITH(EXTEND)).
            19..=38 => 16,
            _ => {
                return Err(format!(
                    "`{name}`: how many bytes a binary number of {digits} digits has is not known"
                ));
            }
        };
        let bits = 8 * bytes;
        let little = matches!((usage, self.machine), (Usage::NativeBinary, Machine::Pc));
        let little = if little { " little" } else { "" };
        if scale == 0 {
            let letter = if signed { 'i' } else { 'u' };
            return Ok(Stored::new(format!("{letter}{bits}{little}"), bytes));
        }
        // All digits of the widest number, with the zeros before its point, are at most 38.
        let widest = (bits - u64::from(signed)) * 30_103 / 100_000 + 1;
        if scale.unsigned_abs() + if scale < 0 { widest } else { 0 } > DIGITS {
            return Ok(
                Stored::new(format!("{bytes} bytes"), bytes).note("more than 38 digits: kept as bytes")
            );
        }
        // The picture limits what a program stores, except in the machine's own binary numbers.
        let most = if usage == Usage::NativeBinary { String::new() } else { format!(", {digits}") };
        let unsigned = if signed { "" } else { ", unsigned" };
        Ok(Stored::new(format!("binary_decimal({bits}, {scale}{most}{unsigned}){little}"), bytes))
    }
}

impl Fields {
    /// A new name for a field. If the plain name is taken, it begins with the names of the groups around the field.
    fn name(&mut self, name: &str, prefix: &str) -> String {
        let mut own = identifier(name);
        if self.names.all.contains(&own) && !prefix.is_empty() {
            own = identifier(&format!("{prefix}{name}"));
        }
        let own = self.names.take(own);
        self.known.insert(name.to_ascii_uppercase(), own.clone());
        own
    }
}

/// A name of COBOL in the form that the language has for names.
fn identifier(name: &str) -> String {
    let mut name: String = name
        .chars()
        .map(|letter| if letter.is_ascii_alphanumeric() { letter.to_ascii_lowercase() } else { '_' })
        .collect();
    if !name.starts_with(|letter: char| letter.is_ascii_alphabetic()) {
        name.insert_str(0, "n_");
    }
    let is_taken = keywords::is_of_language(&name) || keywords::is_of_rust(&name);
    if is_taken || IN_RECORDS.contains(&name.as_str()) {
        name.push('_');
    }
    name
}

/// Names that are taken.
#[derive(Default)]
struct Taken {
    all: BTreeSet<String>,
    /// The number to try next after a name that is taken. Those below it are taken, too.
    next: BTreeMap<String, u64>,
}

impl Taken {
    /// Takes the name; if it is taken already, the name with a number after it.
    fn take(&mut self, name: String) -> String {
        if self.all.insert(name.clone()) {
            return name;
        }
        let next = self.next.entry(name.clone()).or_insert(2);
        loop {
            let numbered = format!("{name}_{next}");
            *next += 1;
            if self.all.insert(numbered.clone()) {
                return numbered;
            }
        }
    }
}

impl Charset {
    /// The name of the set in the language.
    fn name(self) -> String {
        match self {
            Charset::Page(page) => page.format(),
            Charset::Ascii => "ascii".to_owned(),
            Charset::Latin1 => "latin1".to_owned(),
        }
    }

    /// Whether its digits are those of ASCII.
    fn is_ascii(self) -> bool {
        match self {
            Charset::Page(page) => page.family() == PageFamily::CodePage,
            Charset::Ascii | Charset::Latin1 => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn taken_names_get_the_next_number() {
        let mut taken = Taken::default();
        let all = ["a_3", "a", "a", "a", "a_3", "a"].map(|name| taken.take(name.to_owned()));
        assert_eq!(all, ["a_3", "a", "a_2", "a_4", "a_3_2", "a_5"]);
        // A search from the first number on would not end.
        for _ in 0..100_000 {
            taken.take("b".to_owned());
        }
        assert!(taken.all.contains("b_100000") && !taken.all.contains("b_100001"));
    }

    /// Nothing here looks at a clock: a search through all fields for each count would not end.
    #[test]
    fn counts_are_found_among_many_fields() {
        const MANY: usize = 20_000;
        let item = |name: &str, occurs| Item {
            level: 5,
            name: Some(name.to_owned()),
            picture: Some(Picture::Text(1)),
            occurs,
            ..Item::default()
        };
        let depending = Occurs { most: 3, depending: Some("first".to_owned()) };
        let items = (0..MANY).map(|_| item("ITEM", Some(depending.clone())));
        let digits = Picture::Number { signed: false, digits: 2, scale: 0, point: false };
        let first = Item { picture: Some(digits), ..item("FIRST", None) };
        let items = std::iter::once(first).chain(items).collect();
        let top = Item { level: 1, name: Some("TOP".to_owned()), items, ..Item::default() };
        let dialect = Dialect {
            machine: Machine::Pc,
            charset: Charset::Ascii,
            floats: Floats::Ieee,
            occurring: Occurring::Counted,
        };
        let written = write(vec![top], "top", &dialect).unwrap_or_else(|faults| panic!("{faults:?}"));
        assert!(written.text.contains("    item_20000: [[ascii; 1]; first];"));
    }
}
