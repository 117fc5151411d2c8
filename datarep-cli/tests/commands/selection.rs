//! Records that are chosen: by conditions, and by chance.

use crate::bad::{MANY, convert, damaged_sales, lines, place_with};
use crate::{Done, Place};

const ITEM: &str = "\
record item {
    kind:   ascii;
    id:     i16;
    amount: packed_decimal(3, 1) { null if low_values; };
    name:   [ascii; 3];
    level:  f32;
    code:   2 bytes;
    sums:   [u8; 2];
    on:     logical(8);
}
record copy { id: i16; }
";

/// A record of a kind and a number.
fn item(kind: u8, id: i16, amount: [u8; 2], name: [u8; 3]) -> Vec<u8> {
    let level = f32::from(id) / 10.0;
    [
        &[kind],
        &id.to_be_bytes()[..],
        &amount,
        &name,
        &level.to_be_bytes(),
        &[0xAB, kind],
        &[0, 1],
        &[u8::from(id > 0)],
    ]
    .concat()
}

fn place() -> Place {
    let place = Place::new();
    place.write("item.datarep", ITEM);
    let items = [
        item(b'C', 1, [0x01, 0x5C], *b"ab "),
        item(b'P', -2, [0x01, 0x5D], *b" ab"),
        item(b'C', 3, [0, 0], *b"   "),
        item(b' ', 4, [0x12, 0x3C], *b"a|b"),
        item(b'P', 5, [0x00, 0x0C], *b"xyz"),
    ];
    place.write("item.dat", items.concat());
    place
}

fn run(place: &Place, more: &[&str]) -> Done {
    let way = ["convert", "item.dat", "-", "--record", "item.datarep", "--from", "item", "--to", "csv"];
    place.run(&[&way[..], &["--columns", "id"], more].concat())
}

/// The numbers of records that meet conditions.
fn ids(place: &Place, conditions: &[&str]) -> Vec<i16> {
    let more: Vec<&str> = conditions.iter().flat_map(|condition| ["--where", condition]).collect();
    let done = run(place, &more);
    assert_eq!(done.code, Some(0), "{}", done.stderr);
    done.text().lines().skip(1).map(|line| line.parse().expect("a number")).collect()
}

#[test]
fn values_are_those_of_the_field() {
    let place = place();
    for (conditions, expected) in [
        (&["kind=C"][..], &[1, 3][..]),
        (&["kind=C|P"], &[1, -2, 3, 5]),
        (&["kind!=C|P"], &[4]),
        (&["kind="], &[4]),
        (&["kind!=C", "kind!=P"], &[4]),
        (&["kind=C", "name=ab"], &[1]),
        (&["kind=C", "kind=P"], &[]),
        (&["id=3"], &[3]),
        (&["id=-002|+5"], &[-2, 5]),
        (&["id=3.0|-2.00"], &[-2, 3]),
        // Numbers by value, and missing ones as empty cells.
        (&["amount=1.50"], &[1]),
        (&["amount=-1.5|12.3"], &[-2, 4]),
        (&["amount=0"], &[5]),
        (&["amount="], &[3]),
        (&["amount!="], &[1, -2, 4, 5]),
        (&["amount=|0"], &[3, 5]),
        (&["level=0.3"], &[3]),
        (&["level=4e-1"], &[4]),
        (&["level=nan"], &[]),
        (&["name=ab"], &[1, -2]),
        (&["name="], &[3]),
        (&[r"name=a\|b"], &[4]),
        (&["code=ab43"], &[1, 3]),
        (&["code!=AB43"], &[-2, 4, 5]),
        (&["on=false"], &[-2]),
    ] {
        assert_eq!(ids(&place, conditions), expected, "{conditions:?}");
    }
    let done = run(&place, &["--where", "kind=C"]);
    let told = "2 records of `item.dat`: item to csv\n3 records of 5 are passed over by `--where`\n\
                2 records, 7 bytes written, nothing is lost\n";
    assert_eq!(done.stderr, told);
    // To other files, and to other records.
    let way = ["convert", "item.dat", "-", "--record", "item.datarep", "--from", "item", "--where", "kind=P"];
    let done = place.run(&[&way[..], &["--to", "copy"]].concat());
    assert_eq!(done.stdout, [0xFF, 0xFE, 0, 5], "{}", done.stderr);
    let way =
        ["convert", "item.dat", "x.npy", "--record", "item.datarep", "--from", "item", "--columns", "id"];
    let done = place.run(&[&way[..], &["--where", "kind=P"]].concat());
    assert_eq!(done.code, Some(0), "{}", done.stderr);
    let array = place.read("x.npy");
    assert!(String::from_utf8_lossy(&array).contains("'shape': (2,)"));
    assert!(array.ends_with(&[0xFE, 0xFF, 5, 0]));
    // The numbers of records are those of the file, and `--count` is of records that are read.
    let more = ["--where", "kind!=C", "--count", "4", "--add-columns", "record,offset"];
    assert_eq!(run(&place, &more).text(), "id,_record,_offset\n-2,1,17\n4,3,51\n");
}

#[test]
fn conditions_that_cannot_hold_are_refused() {
    let place = place();
    for (condition, told) in [
        (
            "sort=C",
            "error: `item` has no field `sort`, which `--where` compares\n  = note: its first fields are kind, id",
        ),
        ("sums=1", "error: `sums` is an array, and `--where` compares a field that has one item"),
        ("id=", "error: `id` is never missing, so it has no empty value"),
        ("id=40000", "error: `40000` cannot be the value of `id`, which is an integer from -32768 to 32767"),
        ("id=1.5", "error: `1.5` cannot be the value of `id`"),
        ("amount=1,5", "error: `1,5` cannot be the value of `amount`, which is a decimal"),
        (
            "amount=-12.34",
            "error: `-12.34` cannot be the value of `amount`, which is a number from -99.9 to 99.9 with 1 place",
        ),
        ("amount=100", "error: `100` cannot be the value of `amount`"),
        ("level=low", "error: `low` cannot be the value of `level`, which is a number"),
        ("kind=CP", "error: `CP` cannot be the value of `kind`, which has 1 character"),
        ("name=abcd", "error: `abcd` cannot be the value of `name`, which has 3 characters"),
        ("code=abc", "error: `abc` cannot be the value of `code`, which is 2 bytes as hexadecimal digits"),
        ("on=yes", "error: `yes` cannot be the value of `on`, which is `true` or `false`"),
    ] {
        let done = run(&place, &["--where", condition]);
        assert_eq!(done.code, Some(1), "{condition}");
        assert!(done.stderr.starts_with(told), "{}", done.stderr);
    }
    let done = run(&place, &["--where", "id>3"]);
    assert_eq!(done.code, Some(2));
    assert!(done.stderr.contains("write `FIELD=VALUE` or `FIELD!=VALUE`"), "{}", done.stderr);
    let done = place.run(&["convert", "item.dat", "x.csv", "--from", "u8", "--where", "id=3"]);
    assert!(done.stderr.starts_with("error: `--where` is for records"), "{}", done.stderr);
    let done = place.run(&["convert", "item.dat", "x.csv", "--from", "u8", "--sample", "3"]);
    assert!(done.stderr.starts_with("error: `--sample` is for records"), "{}", done.stderr);
}

#[test]
fn nothing_of_records_that_are_passed_over_is_counted() {
    let damaged = damaged_sales(MANY);
    let place = place_with(&damaged.bytes);
    let is_wanted = |number: &usize| number % 4 == 2;
    let bad: Vec<usize> = damaged.items.keys().copied().filter(is_wanted).collect();
    let (wanted, over) = (MANY / 4, MANY - MANY / 4);
    assert!(bad.len() > 100 && bad.len() < damaged.items.len() / 2);
    for (action, fate) in [("null", "kept, and bad items are missing"), ("skip", "left out")] {
        let more = [
            "--force",
            "--on-bad",
            action,
            "--where",
            "count=2",
            "--add-columns",
            "record",
            "--rejects",
            "bad.dat",
        ];
        let done = convert(&place, "sale.csv", &more);
        assert_eq!(done.code, Some(0), "{}", done.stderr);
        let told = format!(
            "{over} records of {MANY} are passed over by `--where`\n{} bad records of {wanted} are {fate}\n",
            bad.len()
        );
        assert!(done.stderr.contains(&told), "{}", done.stderr);
        let dry = convert(&place, "x.csv", &[&more[..], &["--dry-run"]].concat());
        // Only the last lines differ: a dry run writes nothing.
        let before_last = |text: &str| text.trim_end().rsplit_once('\n').map(|(before, _)| before.to_owned());
        assert_eq!(before_last(&dry.text()), before_last(&done.stderr));
        let kept = (0..MANY).filter(is_wanted).filter(|number| action == "null" || !bad.contains(number));
        let numbers: Vec<String> = lines(&place, "sale.csv")
            .iter()
            .map(|line| line.rsplit(',').next().expect("a number").to_owned())
            .collect();
        assert_eq!(numbers, kept.map(|number| number.to_string()).collect::<Vec<_>>());
        let records: Vec<&[u8]> =
            bad.iter().map(|bad| &damaged.bytes[damaged.starts[*bad]..damaged.starts[bad + 1]]).collect();
        assert_eq!(place.read("bad.dat"), records.concat());
    }
}

#[test]
fn records_that_cannot_be_compared_are_bad() {
    let damaged = damaged_sales(MANY);
    let place = place_with(&damaged.bytes);
    let done = convert(&place, "x.csv", &["--where", "amount=-12.3"]);
    assert_eq!(done.code, Some(1));
    assert!(
        done.stderr.starts_with("error: record 5: `amount` at byte 161 cannot be read"),
        "{}",
        done.stderr
    );
    let bad = |field: &str, number: &usize| {
        damaged.items.get(number).is_some_and(|items| items.iter().any(|item| item.0 == field))
    };
    // A record of which another condition fails is passed over all the same.
    let undecided: Vec<usize> = (0..MANY).filter(|at| at % 4 == 2 && bad("amount", at)).collect();
    let wanted: Vec<usize> =
        (0..MANY).filter(|at| at % 4 == 2 && at % 7 != 0 && !bad("amount", at)).collect();
    let kept = wanted.iter().filter(|at| bad("name", at) || bad("sums", at)).count();
    let (all, over) = (wanted.len() + undecided.len(), MANY - wanted.len() - undecided.len());
    let conditions =
        ["--where", "amount=-12.3", "--where", "count=2", "--on-bad", "null", "--rejects", "bad.dat"];
    let done = convert(&place, "sale.csv", &conditions);
    assert_eq!(done.code, Some(0), "{}", done.stderr);
    let told = format!(
        "{over} records of {MANY} are passed over by `--where`\n{kept} bad records of {all} are kept, and bad items are missing\n\
         {} bad records of {all} are left out, because `--where` compares a bad item\n",
        undecided.len()
    );
    assert!(done.stderr.contains(&told), "{}", done.stderr);
    assert_eq!(lines(&place, "sale.csv").len(), wanted.len());
    let rejects: Vec<String> = lines(&place, "bad.dat.csv");
    let amounts = rejects.iter().filter(|line| line.contains(",amount,")).count();
    assert_eq!((amounts, rejects.len() - amounts >= kept), (undecided.len(), true));
    let most = (undecided.len() + kept - 1).to_string();
    let done = convert(&place, "x.csv", &[&conditions[..6], &["--max-bad", &most]].concat());
    assert!(done.stderr.contains(&format!("`--max-bad` allows {most}")), "{}", done.stderr);
}

/// The numbers of records in a new file, whose last column they are.
fn numbers(place: &Place, name: &str) -> Vec<usize> {
    let number =
        |line: &String| line.rsplit(',').next().and_then(|cell| cell.parse().ok()).expect("a number");
    lines(place, name).iter().map(number).collect()
}

#[test]
fn samples_are_the_same_each_time() {
    let place = place_with(&damaged_sales(MANY).bytes);
    let sample = |name: &str, more: &[&str]| {
        let done =
            convert(&place, name, &[more, &["--columns", "id,count", "--add-columns", "record"]].concat());
        assert_eq!(done.code, Some(0), "{}", done.stderr);
        (numbers(&place, name), done.stderr)
    };
    let (first, told) = sample("a.csv", &["--sample", "1000"]);
    assert_eq!(
        told,
        format!(
            "1000 records of `sale.dat`: sale to csv\n1000 of {MANY} records are the sample\n1000 records, 13445 bytes written, nothing is lost\n"
        )
    );
    assert_eq!(first.len(), 1000);
    assert!(first.is_sorted_by(|one, next| one < next));
    // They come from everywhere: a tenth of the file has a hundred, give or take four standard deviations.
    for tenth in 0..10 {
        let count = first.iter().filter(|number| **number * 10 / MANY == tenth).count();
        assert!((60..140).contains(&count), "{tenth}: {count}");
    }
    assert_eq!(sample("b.csv", &["--sample", "1000"]).0, first);
    let (other, _) = sample("c.csv", &["--sample", "1000", "--seed", "1"]);
    let common = other.iter().filter(|number| first.contains(number)).count();
    assert!(other.len() == 1000 && common < 100, "{common}");
    let (share, told) = sample("d.csv", &["--sample", "10%"]);
    assert!((3400..3800).contains(&share.len()), "{}", share.len());
    assert!(told.contains(&format!("\n{} of {MANY} records are the sample\n", share.len())), "{told}");
    assert!(share.is_sorted_by(|one, next| one < next));
    assert_eq!(sample("e.csv", &["--sample", "100000"]).0, (0..MANY).collect::<Vec<_>>());
    assert_eq!(sample("f.csv", &["--sample", "100%"]).0, (0..MANY).collect::<Vec<_>>());
    assert!(sample("g.csv", &["--sample", "0"]).0.is_empty());
    assert!(sample("h.csv", &["--sample", "0%"]).0.is_empty());
    // A sample of what meets a condition.
    let (odd, told) = sample("i.csv", &["--sample", "20", "--where", "count=3"]);
    assert!(odd.len() == 20 && odd.iter().all(|number| number % 4 == 3), "{odd:?}");
    let (quarter, rest) = (MANY / 4, MANY - MANY / 4);
    let counts = format!(
        "20 of {quarter} records are the sample\n{rest} records of {MANY} are passed over by `--where`\n"
    );
    assert!(told.contains(&counts), "{told}");
    for wrong in ["some", "-1", "101%", "1.5"] {
        let done = convert(&place, "x.csv", &[&format!("--sample={wrong}")]);
        assert_eq!(done.code, Some(2), "{wrong}");
        assert!(done.stderr.contains("such as `1000`, or a share such as `1%`"), "{}", done.stderr);
    }
    assert_eq!(convert(&place, "x.csv", &["--seed", "1"]).code, Some(2));
}

#[test]
fn samples_of_several_files_know_their_files() {
    let place = Place::new();
    place.write("r.datarep", "record r { a: u8; }");
    place.write("a.dat", (0..100).collect::<Vec<u8>>());
    place.write("b.dat", (100..200).collect::<Vec<u8>>());
    let way = ["convert", "a.dat", "b.dat", "-", "--record", "r.datarep", "--to", "csv"];
    let done = place.run(&[&way[..], &["--sample", "60", "--add-columns", "file,record"]].concat());
    assert_eq!(done.code, Some(0), "{}", done.stderr);
    let text = done.text();
    let rows: Vec<&str> = text.lines().skip(1).collect();
    assert_eq!(rows.len(), 60);
    for row in rows {
        let value: u8 = row.split(',').next().and_then(|cell| cell.parse().ok()).expect("a number");
        let (file, number) = if value < 100 { ("a.dat", value) } else { ("b.dat", value - 100) };
        assert_eq!(row, format!("{value},{file},{number}"));
    }
    assert!(text.contains("a.dat") && text.contains("b.dat"));
}

#[test]
fn dry_runs_look_at_the_chosen_columns() {
    let place = place();
    let mut file = place.read("item.dat");
    file[3] = 0xFF;
    place.write("item.dat", file);
    let look = |columns: &str| {
        let way = ["convert", "item.dat", "-", "--record", "item.datarep", "--from", "item", "--to", "csv"];
        place.run(&[&way[..], &["--dry-run", "--columns", columns]].concat()).text()
    };
    assert!(look("id,name").contains("nothing is lost"), "{}", look("id,name"));
    let refused = "`amount`: invalid when read in 1 record, which its rules refuse: record 0 at byte 3";
    assert!(look("id,amount").contains(refused), "{}", look("id,amount"));
}

/// Names of fields as people have them from a copybook, or nearly.
#[test]
fn names_that_no_field_has_suggest_some() {
    let place = Place::new();
    place.write(
        "r.datarep",
        "record r { num_bcd_sint06: u8; body: choice num_bcd_sint06 { 1 => a: u8; 2 => inner: point; }; }
         record point { x: u8; }",
    );
    place.write("in.dat", [1, 7]);
    for (name, help) in [
        ("num_bcd_sint6", "write `num_bcd_sint06`"),
        ("NUM-BCD-SINT06", "write `num_bcd_sint06`"),
        ("body", "write `body.a` or `body.inner.x`"),
        ("inner", "write `body.inner.x`"),
        ("BODY.A", "write `body.a`"),
        ("x", "write `body.inner.x`"),
    ] {
        let columns = place.run(&[
            "convert",
            "in.dat",
            "out.csv",
            "--record",
            "r.datarep",
            "--from",
            "r",
            "--columns",
            name,
        ]);
        assert_eq!(columns.code, Some(1));
        let told = format!("`r` has no field `{name}`\n  = help: {help}\n");
        assert!(columns.stderr.contains(&told), "{}", columns.stderr);
        let condition = format!("{name}=1");
        let rows = place.run(&[
            "convert",
            "in.dat",
            "out.csv",
            "--record",
            "r.datarep",
            "--from",
            "r",
            "--where",
            &condition,
        ]);
        assert!(rows.stderr.contains(help), "{}", rows.stderr);
    }
    let far = place.run(&[
        "convert",
        "in.dat",
        "out.csv",
        "--record",
        "r.datarep",
        "--from",
        "r",
        "--columns",
        "temperature",
    ]);
    assert!(
        far.stderr.contains("its first fields are num_bcd_sint06, body.a, body.inner.x"),
        "{}",
        far.stderr
    );
}

/// A text is described by its records, and none of them is a format.
#[test]
fn texts_and_their_records_are_told_where_a_format_is_wanted() {
    let place = Place::new();
    place.write("t6b.datarep", "record record_ { a: u8; }");
    place.write("in.dat", [1]);
    let shown = place.run(&["show", "RECORD", "--text", "t6b.datarep"]);
    assert!(shown.stderr.contains("help: `t6b.datarep` has the record `record_`\n"), "{}", shown.stderr);
    for command in [&["show", "t6b.datarep"][..], &["convert", "in.dat", "out.csv", "--from", "t6b.datarep"]]
    {
        let done = place.run(command);
        assert_eq!(done.code, Some(1));
        assert!(
            done.stderr.contains("`t6b.datarep` is a file: `--record t6b.datarep` reads records that it describes, and `--text t6b.datarep` makes"),
            "{}",
            done.stderr
        );
    }
}
