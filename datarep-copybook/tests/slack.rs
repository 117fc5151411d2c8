//! The bytes that synchronized items need, on a mainframe.
//!
//! Source: Enterprise COBOL for z/OS, Language Reference, "Slack bytes within records".

use std::fmt::Write as _;

use datarep_copybook::import_copybooks;
use datarep_copybook::{
    ChoiceOptions, ChooseRule, CobolMachine, Copybook, GroupForm, ImportedText, ListingRow, Options,
    RedefinesOption,
};
use datarep_dsl::compile;
use datarep_dsl::model::Record;
use datarep_dsl::source::Source;

/// The example of the manual, in which the group is redefined.
const REDEFINED: &str = "\
       01  FIELD-L.
           05  FIELD-M PICTURE X(5).
           05  FIELD-N PICTURE XX.
           05  FIELD-O.
               10  FIELD-P COMPUTATIONAL PICTURE S9(6) SYNC.
           05  FIELD-Q REDEFINES FIELD-O PIC X(4).
           05  FIELD-R PIC X.
";

fn import_text(text: &str, options: &Options) -> ImportedText {
    import_copybooks(&[Copybook::new("a.cpy", "a", text)], "a", options)
        .unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// The position, the length and the slack bytes of an item, as a list shows them.
fn find_place(rows: &[ListingRow], name: &str) -> (u64, u64, u64) {
    let row = rows.iter().find(|row| row.name.as_deref() == Some(name)).expect("the item is listed");
    (row.offset + 1, row.bytes, row.slack)
}

/// The record of a name, after the text was checked.
fn compile_record(text: &str, name: &str) -> Record {
    let source = Source { name: "a.datarep".to_owned(), text: text.to_owned(), first_line: 1 };
    let model = compile(&source).unwrap_or_else(|failure| panic!("{failure:?}\n{text}"));
    model.records.into_iter().find(|record| record.name == name).expect("the record is in the text")
}

/// The place of a field in its record.
fn find_offset(record: &Record, name: &str) -> Option<u64> {
    record.fields.iter().find(|field| field.name.as_deref() == Some(name)).expect("the field").offset
}

#[test]
fn slack_stands_before_a_group() {
    let imported = import_text(REDEFINED, &Options::default());
    for (name, place) in [
        ("FIELD-N", (6, 2, 0)),
        ("FIELD-O", (9, 4, 1)),
        ("FIELD-P", (9, 4, 0)),
        ("FIELD-Q", (9, 4, 1)),
        ("FIELD-R", (13, 1, 0)),
    ] {
        assert_eq!(find_place(&imported.rows, name), place, "{name}");
    }
    let record = compile_record(&imported.text, "field_l");
    assert_eq!(find_offset(&record, "field_p"), Some(8));
    assert_eq!((find_offset(&record, "field_r"), record.least_bytes), (Some(12), 13));
}

#[test]
fn slack_stands_before_an_overlay() {
    let choosing = ChoiceOptions { redefines: RedefinesOption::Overlay, ..ChoiceOptions::default() };
    let options = Options { choosing, ..Options::default() };
    // The synchronized item may also be the redefined one itself.
    let alone = REDEFINED.replace("FIELD-O.\n               10  FIELD-P", "FIELD-O");
    assert_ne!(alone, REDEFINED);
    for text in [REDEFINED, &alone] {
        let imported = import_text(text, &options);
        let record = compile_record(&imported.text, "field_l");
        assert_eq!(find_offset(&record, "field_o_overlay"), Some(8), "{}", imported.text);
        assert_eq!(
            (find_offset(&record, "field_r"), record.least_bytes),
            (Some(12), 13),
            "{}",
            imported.text
        );
        assert!(!imported.text.contains("        _: "), "{}", imported.text);
    }
}

/// Bytes before the first occurrence, and at the end of each of them, up to a multiple of the largest boundary.
#[test]
fn slack_stands_before_an_array_of_groups() {
    let text = "\
       01  A.
           05  N PIC X.
           05  T OCCURS 3.
               10  U.
                   15  S PIC S9(4) COMP SYNC.
                   15  L PIC S9(9) COMP SYNC.
               10  V PIC X.
           05  W PIC X.
";
    let imported = import_text(text, &Options::default());
    let place = |name| find_place(&imported.rows, name);
    // S stands at 3, and L at a multiple of four bytes. An occurrence has 7 bytes, and one more.
    assert_eq!((place("T"), place("U"), place("S")), ((3, 8, 1), (3, 6, 0), (3, 2, 0)));
    assert_eq!((place("L"), place("V"), place("W")), ((5, 4, 0), (9, 1, 0), (27, 1, 0)));
    let record = compile_record(&imported.text, "a");
    assert_eq!((find_offset(&record, "t"), find_offset(&record, "w")), (Some(2), Some(26)));
}

/// `GnuCOBOL` has the bytes in the group.
#[test]
fn slack_stands_in_a_group_on_a_pc() {
    let options = Options { machine: CobolMachine::Pc, ..Options::default() };
    let rows = import_text(REDEFINED, &options).rows;
    assert_eq!(find_place(&rows, "FIELD-O"), (8, 5, 0));
    assert_eq!((find_place(&rows, "FIELD-P"), find_place(&rows, "FIELD-Q")), ((9, 4, 1), (8, 4, 0)));
}

/// Numbers that are not random: a shift register.
struct Numbers(u64);

impl Numbers {
    fn draw(&mut self, below: u64) -> u64 {
        for (left, shift) in [(true, 13), (false, 7), (true, 17)] {
            self.0 ^= if left { self.0 << shift } else { self.0 >> shift };
        }
        self.0 % below
    }
}

/// A line of a copybook.
#[derive(Default)]
struct Line {
    level: u64,
    /// `None` for a group.
    clauses: Option<&'static str>,
    /// The bytes of an item that is no group.
    bytes: u64,
    /// The number by which the manual divides, `m`: 1 for an item that is not synchronized.
    divisor: u64,
    occurs: u64,
}

/// Adds a group with items below it.
fn draw_group(numbers: &mut Numbers, level: u64, lines: &mut Vec<Line>) {
    let occurs = if level > 1 && numbers.draw(3) == 0 { 1 + numbers.draw(3) } else { 1 };
    lines.push(Line { level, occurs, divisor: 1, ..Line::default() });
    for _ in 0..=numbers.draw(4) {
        if level < 5 && numbers.draw(3) == 0 {
            draw_group(numbers, level + 1, lines);
            continue;
        }
        let items = [
            ("PIC X", 1, 1),
            ("PIC X(3)", 3, 1),
            ("PIC S9(4) COMP SYNC", 2, 2),
            ("PIC S9(6) COMP SYNC", 4, 4),
            ("PIC S9(10) COMP SYNC", 8, 4),
            ("COMP-1 SYNC", 4, 4),
            ("COMP-2 SYNC", 8, 8),
            ("PIC S9(6) COMP", 4, 1),
            ("PIC S9(5) COMP-3 SYNC", 3, 1),
        ];
        let (clauses, bytes, divisor) = items[usize::try_from(numbers.draw(9)).expect("a small number")];
        let occurs = if numbers.draw(6) == 0 { 2 } else { 1 };
        lines.push(Line { level: level + 1, clauses: Some(clauses), bytes, divisor, occurs });
    }
}

/// The copybook of these lines.
fn write_copybook(lines: &[Line]) -> String {
    let mut text = String::new();
    for (number, line) in lines.iter().enumerate() {
        let occurs = if line.occurs > 1 { format!(" OCCURS {} TIMES", line.occurs) } else { String::new() };
        let clauses = line.clauses.map_or_else(String::new, |clauses| format!(" {clauses}"));
        let _ = writeln!(text, "       {:02} ITEM-{number}{clauses}{occurs}.", line.level);
    }
    text
}

/// Where each line begins, and how many bytes it has, as the manual computes it: the sum of all bytes before an item is
/// divided by `m`, and the rest up to `m` is added. Also how many bytes all lines have.
fn compute_places(lines: &[Line]) -> (Vec<(u64, u64)>, u64) {
    let mut places = vec![(0, 0); lines.len()];
    // The groups that are open: the indexes of their lines.
    let mut open: Vec<usize> = Vec::new();
    let mut sum = 0;
    for (index, line) in lines.iter().enumerate() {
        close_groups(lines, line.level, &mut open, &mut places, &mut sum);
        if line.clauses.is_none() {
            open.push(index);
            continue;
        }
        sum += (line.divisor - sum % line.divisor) % line.divisor;
        places[index] = (sum, line.bytes);
        // The lines right before it that are groups begin with it, and so behind the bytes that are added.
        let groups = lines[..index].iter().rev().take_while(|line| line.clauses.is_none()).count();
        places[index - groups..index].iter_mut().for_each(|place| place.0 = sum);
        sum += line.bytes * line.occurs;
    }
    close_groups(lines, 0, &mut open, &mut places, &mut sum);
    (places, sum)
}

/// Ends the groups that a line of this level is not in. An occurrence is as long as a multiple of the largest `m` in it.
fn close_groups(lines: &[Line], level: u64, open: &mut Vec<usize>, places: &mut [(u64, u64)], sum: &mut u64) {
    while let Some(group) = open.pop_if(|group| lines[*group].level >= level) {
        let items = lines[group + 1..].iter().take_while(|line| line.level > lines[group].level);
        let largest = items.map(|line| line.divisor).max().unwrap_or(1);
        let mut bytes = *sum - places[group].0;
        if lines[group].occurs > 1 {
            bytes += (largest - bytes % largest) % largest;
        }
        places[group].1 = bytes;
        *sum = places[group].0 + bytes * lines[group].occurs;
    }
}

#[test]
fn items_stand_where_the_manual_computes_them() {
    let mut numbers = Numbers(0x5EED_0F51_ACC0_FFEE);
    let mut moved_groups = 0;
    for _ in 0..300 {
        let mut lines = Vec::new();
        draw_group(&mut numbers, 1, &mut lines);
        let text = write_copybook(&lines);
        let imported = import_text(&text, &Options::default());
        let (places, sum) = compute_places(&lines);
        for (number, (row, (offset, bytes))) in imported.rows.iter().zip(&places).enumerate() {
            assert_eq!((row.offset, row.bytes), (*offset, *bytes), "ITEM-{number}\n{text}");
            moved_groups += u64::from(row.slack > 0 && lines[number].clauses.is_none());
        }
        assert_eq!(imported.rows.len(), lines.len(), "{text}");
        // What is read has the same length as what is listed.
        assert_eq!(compile_record(&imported.text, "item_0").least_bytes, sum, "{text}\n{}", imported.text);
    }
    assert!(moved_groups > 50, "{moved_groups}");
}

/// What is left of a record of one of several copybooks begins where the items of all records end.
#[test]
fn slack_stands_in_the_records_of_several_copybooks() {
    let one = "\
       01  A.
           05  A-TYPE PIC X.
           05  AG.
               10  S PIC S9(4) COMP SYNC.
";
    let other = "\
       01  B.
           05  B-TYPE PIC X.
           05  X PIC X(3).
";
    let choose = ["A-TYPE=1:A", "A-TYPE=2:B"].map(|rule| ChooseRule::parse(rule).expect("a rule")).to_vec();
    let options =
        Options { choosing: ChoiceOptions { choose, ..ChoiceOptions::default() }, ..Options::default() };
    let copybooks = [Copybook::new("a.cpy", "a", one), Copybook::new("b.cpy", "b", other)];
    let imported = import_copybooks(&copybooks, "both", &options).unwrap_or_else(|error| panic!("{error}"));
    let record = compile_record(&imported.text, "both");
    assert_eq!((find_offset(&record, "by_a_type"), record.least_bytes), (Some(1), 4), "{}", imported.text);
    let tail = compile_record(&imported.text, "a");
    assert_eq!((find_offset(&tail, "s"), tail.least_bytes), (Some(1), 3), "{}", imported.text);
}

/// A group that is a record of its own has no such bytes, either.
#[test]
fn slack_stands_before_a_nested_record() {
    let options = Options { groups: GroupForm::Nested, ..Options::default() };
    let imported = import_text(REDEFINED, &options);
    let record = compile_record(&imported.text, "field_l");
    assert_eq!((find_offset(&record, "field_o"), record.least_bytes), (Some(8), 13));
    let group = compile_record(&imported.text, "field_o");
    assert_eq!((find_offset(&group, "field_p"), group.least_bytes), (Some(0), 4));
}
