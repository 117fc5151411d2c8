//! Records that are divided among several new files: a table for each kind, with the keys of parents.

use crate::{Done, Place};

/// Customers with contracts with payments, and addresses of customers: a hierarchy as IMS unloads it.
const BANK: &str = "\
record entry {
    kind: [ascii; 1];
    region: u8;
    body: choice kind {
        \"C\" => customer;
        \"K\" => contract;
        \"P\" => payment;
        \"A\" => address: [ascii; 4];
        otherwise => _: 1 byte;
    };
}
record customer { id: u16; name: [ascii; 3]; }
record contract { number: u8; rate: packed_decimal(3, 1); }
record payment { amount: packed_decimal(3, 1); }
";

fn customer(id: u8, name: &str) -> Vec<u8> {
    [b"C\x01\x00", &[id][..], name.as_bytes()].concat()
}

fn contract(number: u8, rate: [u8; 2]) -> Vec<u8> {
    [b"K\x02", &[number][..], &rate].concat()
}

fn payment(amount: [u8; 2]) -> Vec<u8> {
    [b"P\x01", &amount[..]].concat()
}

fn address(text: &str) -> Vec<u8> {
    [b"A\x02", text.as_bytes()].concat()
}

/// Two customers; a third one in another file.
fn entries() -> Vec<Vec<u8>> {
    vec![
        customer(7, "Ann"),
        contract(1, [0x01, 0x5C]),
        payment([0x10, 0x0C]),
        payment([0x20, 0x0C]),
        address("here"),
        contract(2, [0x02, 0x5C]),
        b"X\x01?".to_vec(),
        payment([0x30, 0x0C]),
        customer(8, "Bob"),
        contract(3, [0x03, 0x5C]),
        payment([0x40, 0x0D]),
    ]
}

fn bank() -> Place {
    let place = Place::new();
    place.write("bank.datarep", BANK);
    place.write("bank.dat", entries().concat());
    place.write("more.dat", [customer(9, "Cyd"), address("yard"), contract(4, [0, 0x0C])].concat());
    place
}

/// Runs `convert` of files with the options of the bank.
fn convert(place: &Place, files: &[&str], options: &[&str]) -> Done {
    place.run(&[&["convert"], files, &["--record", "bank.datarep"], options].concat())
}

/// Checks that a command succeeded without a word.
pub(crate) fn expect_success(done: &Done) {
    assert_eq!((done.code, done.stderr.as_str()), (Some(0), ""));
}

/// Checks that a command failed with these words, and that it left nothing behind.
pub(crate) fn expect_failure(place: &Place, done: &Done, words: &[&str]) {
    assert_eq!(done.code, Some(1), "{}", done.stderr);
    for words in words {
        assert!(done.stderr.contains(words), "{words}\n{}", done.stderr);
    }
    expect_nothing_unfinished(place);
}

fn expect_nothing_unfinished(place: &Place) {
    let left = list(place, "").into_iter().filter(|name| name.contains("unfinished"));
    assert_eq!(left.collect::<Vec<_>>(), [""; 0]);
}

/// All files below a folder, by their paths.
pub(crate) fn list(place: &Place, folder: &str) -> Vec<String> {
    fn collect(at: &std::path::Path, name: &str, found: &mut Vec<String>) {
        for entry in std::fs::read_dir(at).expect("a folder") {
            let entry = entry.expect("an entry");
            let path = format!("{name}{}", entry.file_name().to_string_lossy());
            if entry.path().is_dir() {
                collect(&entry.path(), &format!("{path}/"), found);
            } else {
                found.push(path);
            }
        }
    }
    let mut found = Vec::new();
    collect(&place.path(folder), "", &mut found);
    found.sort();
    found
}

pub(crate) fn lines(place: &Place, name: &str) -> String {
    String::from_utf8(place.read(name)).expect("text")
}

#[test]
fn each_kind_of_record_becomes_a_table() {
    let place = bank();
    expect_success(&convert(&place, &["bank.dat", "out"], &["--split-by", "body", "--to", "csv"]));
    assert_eq!(list(&place, "out"), ["_.csv", "address.csv", "contract.csv", "customer.csv", "payment.csv"]);
    for (name, expected) in [
        ("customer", "kind,region,body.customer.id,body.customer.name\nC,1,7,Ann\nC,1,8,Bob\n"),
        (
            "contract",
            "kind,region,body.contract.number,body.contract.rate\nK,2,1,1.5\nK,2,2,2.5\nK,2,3,3.5\n",
        ),
        ("payment", "kind,region,body.payment.amount\nP,1,10.0\nP,1,20.0\nP,1,30.0\nP,1,-40.0\n"),
        ("address", "kind,region,body.address\nA,2,here\n"),
        ("_", "kind,region\nX,1\n"),
    ] {
        assert_eq!(lines(&place, &format!("out/{name}.csv")), expected, "{name}");
    }
    // Names of the files, chosen columns, several inputs, conditions, and columns with places.
    let options = ["--split-by", "body", "--columns", "body.contract.number,body.customer.id,kind"];
    let more = ["--where", "kind=C|K", "--add-columns", "record,file"];
    let done = convert(&place, &["bank.dat", "more.dat", "x-{table}.csv"], &[&options[..], &more].concat());
    assert_eq!(
        (done.code, done.stderr.as_str()),
        (
            Some(0),
            "7 records of 2 files: entry to csv\n7 records of 14 are passed over by `--where`\n\
             `customer`: 3 records\n`contract`: 4 records\n`payment`: 0 records\n`address`: 0 records\n`_`: 0 records\n\
             7 records, 238 bytes written, nothing is lost\n"
        )
    );
    assert_eq!(
        lines(&place, "x-customer.csv"),
        "body.customer.id,kind,_record,_file\n7,C,0,bank.dat\n8,C,8,bank.dat\n9,C,0,more.dat\n"
    );
    assert_eq!(
        lines(&place, "x-contract.csv"),
        "body.contract.number,kind,_record,_file\n1,K,1,bank.dat\n2,K,5,bank.dat\n3,K,9,bank.dat\n4,K,2,more.dat\n"
    );
    // A table without records is a file, too.
    assert_eq!(lines(&place, "x-payment.csv"), "kind,_record,_file\n");
    // One set of tables for each file.
    let done = convert(&place, &["bank.dat", "more.dat", "-o", "{}-{table}.csv"], &["--split-by", "body"]);
    expect_success(&done);
    assert_eq!(lines(&place, "more-address.csv"), "kind,region,body.address\nA,2,yard\n");
}

#[test]
fn tables_without_columns_are_no_files() {
    let place = bank();
    let options = ["--split-by", "body", "--columns", "body.customer.id"];
    expect_success(&convert(&place, &["bank.dat", "out/"], &[&options[..], &["--to", "csv"]].concat()));
    assert_eq!(list(&place, "out"), ["customer.csv"]);
    assert_eq!(lines(&place, "out/customer.csv"), "body.customer.id\n7\n8\n");
    let more = ["--on-bad", "skip", "--where", "region=1", "--to", "csv"];
    let done = convert(&place, &["bank.dat", "more"], &[&options[..], &more].concat());
    assert!(
        done.stderr.contains("\n`payment`: 4 records, of which no field is a column\n"),
        "{}",
        done.stderr
    );
    let options = ["--to", "csv", "--partition-by", "kind", "--columns", "kind"];
    let done = convert(&place, &["bank.dat", "none"], &options);
    expect_failure(&place, &done, &["no column is left for the new files"]);
}

#[test]
fn tables_of_many_blocks_are_those_of_one() {
    let place = bank();
    place.write("many.dat", entries().concat().repeat(25_000));
    expect_success(&convert(&place, &["many.dat", "t-{table}.csv"], &["--split-by", "body"]));
    let rows = "P,1,10.0\nP,1,20.0\nP,1,30.0\nP,1,-40.0\n".repeat(25_000);
    let found = lines(&place, "t-payment.csv");
    assert!(found == format!("kind,region,body.payment.amount\n{rows}"), "{} bytes", found.len());
}

#[test]
fn rows_have_the_numbers_of_their_parents() {
    let place = bank();
    let parents = ["--split-by", "body", "--parents", "customer/contract/payment,customer/address"];
    let columns = ["--columns", "kind,body.payment.amount"];
    expect_success(&convert(
        &place,
        &["bank.dat", "more.dat", "n-{table}.csv"],
        &[&parents[..], &columns].concat(),
    ));
    assert_eq!(
        lines(&place, "n-payment.csv"),
        "_customer,_contract,_payment,kind,body.payment.amount\n\
         0,1,2,P,10.0\n0,1,3,P,20.0\n0,5,7,P,30.0\n8,9,10,P,-40.0\n"
    );
    // Numbers run on in the second file.
    assert_eq!(lines(&place, "n-customer.csv"), "_customer,kind\n0,C\n8,C\n11,C\n");
    assert_eq!(lines(&place, "n-contract.csv"), "_customer,_contract,kind\n0,1,K\n0,5,K\n8,9,K\n11,13,K\n");
    assert_eq!(lines(&place, "n-address.csv"), "_customer,_address,kind\n0,4,A\n11,12,A\n");
    assert_eq!(lines(&place, "n-_.csv"), "kind\nX\n");
    // Parents are the same if their own records are left out, and in samples.
    let some = ["--where", "kind=P", "--sample", "100%"];
    let done = convert(&place, &["bank.dat", "w-{table}.csv"], &[&parents[..], &columns, &some].concat());
    assert_eq!(done.code, Some(0), "{}", done.stderr);
    assert_eq!(lines(&place, "w-payment.csv"), lines(&place, "n-payment.csv"));
    let some = ["--where", "kind=P", "--sample", "3"];
    let done = convert(&place, &["bank.dat", "s-{table}.csv"], &[&parents[..], &columns, &some].concat());
    assert_eq!(done.code, Some(0), "{}", done.stderr);
    let sampled = lines(&place, "s-payment.csv");
    assert_eq!(sampled.lines().count(), 4);
    for line in sampled.lines() {
        assert!(lines(&place, "n-payment.csv").contains(line), "{sampled}");
    }
}

#[test]
fn rows_have_the_keys_of_their_parents() {
    let place = bank();
    let parents =
        ["--split-by", "body", "--parents", "customer/contract/payment", "--parents", "customer/address"];
    let keys = ["--keys", "customer.id,contract.number,body.customer.name", "--columns", "kind"];
    let options = [&parents[..], &keys].concat();
    expect_success(&convert(&place, &["bank.dat", "more.dat", "k-{table}.csv"], &options));
    assert_eq!(
        lines(&place, "k-payment.csv"),
        "body.customer.id,body.contract.number,body.customer.name,kind\n\
         7,1,Ann,P\n7,1,Ann,P\n7,2,Ann,P\n8,3,Bob,P\n"
    );
    assert_eq!(
        lines(&place, "k-contract.csv"),
        "body.customer.id,body.customer.name,kind\n7,Ann,K\n7,Ann,K\n8,Bob,K\n9,Cyd,K\n"
    );
    assert_eq!(lines(&place, "k-customer.csv"), "kind\nC\nC\nC\n");
}

/// A name takes the rest of its record, so that parents that follow one another have no end of their own.
#[test]
fn keys_of_parents_that_take_the_rest() {
    let place = Place::new();
    let text = "record a { id: u8; name: [ascii; ..]; } record b { x: u8; }
record r { kind: u8; body: choice kind { 1 => a: a; 2 => b: b; }; }";
    place.write("r.datarep", text);
    let records: [&[u8]; 4] = [b"\x01\x07one", b"\x02\x05", b"\x01\x08second", b"\x02\x06"];
    let length = |record: &[u8]| u8::try_from(record.len() + 4).expect("a short record");
    let marked = records.map(|record| [&[0, length(record), 0, 0], record].concat());
    place.write("r.dat", marked.concat());
    let words = "convert r.dat t-{table}.csv --record r.datarep --from r --marks rdw --split-by body \
                 --parents a/b --keys a.id,a.name";
    let done = place.run(&words.split_whitespace().collect::<Vec<_>>());
    expect_success(&done);
    assert_eq!(lines(&place, "t-b.csv"), "body.a.id,body.a.name,kind,body.b.x\n7,one,2,5\n8,second,2,6\n");
}

#[test]
fn records_without_a_parent_are_errors_or_counted() {
    let place = bank();
    // The file begins with a payment and a contract of nobody, and a payment follows a customer without a contract.
    let file = [
        payment([0x10, 0x0C]),
        contract(1, [0, 0x0C]),
        customer(7, "Ann"),
        payment([0x20, 0x0C]),
        contract(2, [0, 0x0C]),
        payment([0x30, 0x0C]),
    ];
    place.write("orphans.dat", file.concat());
    let options = ["--split-by", "body", "--parents", "customer/contract/payment", "--columns", "kind"];
    let run =
        |name: &str, more: &[&str]| convert(&place, &["orphans.dat", name], &[&options[..], more].concat());
    let done = run("e-{table}.csv", &[]);
    let words = ["record 1 at byte 4 is a `contract` without a `customer` before it", "--on-bad null"];
    expect_failure(&place, &done, &words);
    assert!(!place.path("e-customer.csv").exists());

    let done = run("n-{table}.csv", &["--on-bad", "null"]);
    let expected = [
        "`contract`: 1 record without a `customer` before, kept: record 1 at byte 4\n",
        "`payment`: 2 records without a `contract` before, kept: record 0 at byte 0, …\n",
    ];
    assert_eq!(done.code, Some(0), "{}", done.stderr);
    for line in expected {
        assert!(done.stderr.contains(line), "{line}\n{}", done.stderr);
    }
    assert_eq!(lines(&place, "n-payment.csv"), "_customer,_contract,_payment,kind\n,,0,P\n2,,3,P\n2,4,5,P\n");
    assert_eq!(lines(&place, "n-contract.csv"), "_customer,_contract,kind\n,1,K\n2,4,K\n");

    // A record that is left out is no parent, and its bytes are kept.
    let bad = ["--on-bad", "skip", "--rejects", "bad.dat", "--max-bad", "3"];
    let done = run("s-{table}.csv", &bad);
    assert_eq!(done.code, Some(0), "{}", done.stderr);
    assert!(
        done.stderr.contains("`payment`: 2 records without a `contract` before, left out"),
        "{}",
        done.stderr
    );
    assert_eq!(lines(&place, "s-payment.csv"), "_customer,_contract,_payment,kind\n2,4,5,P\n");
    assert_eq!(lines(&place, "s-contract.csv"), "_customer,_contract,kind\n2,4,K\n");
    assert_eq!(place.read("bad.dat"), [&file[1][..], &file[0], &file[3]].concat());
    let places = lines(&place, "bad.dat.csv");
    assert!(
        places.contains("\n3,16,4,payment,0,16,orphan,no `contract` before it,orphans.dat\n"),
        "{places}"
    );
    let done = run("m-{table}.csv", &["--on-bad", "skip", "--max-bad", "2"]);
    expect_failure(
        &place,
        &done,
        &["3 bad records, and `--max-bad` allows 2", "has no `customer` before it"],
    );
    let done = run("-", &["--dry-run", "--to", "csv"]);
    assert!(
        done.text().contains("`payment`: 2 records without a `contract` before, which is an error"),
        "{}",
        done.text()
    );
}

#[test]
fn records_behind_lost_bytes_have_no_parent() {
    let place = bank();
    let marked = |records: &[Vec<u8>]| {
        let mark = |record: &Vec<u8>| {
            let bytes = u16::try_from(record.len() + 4).expect("a short record").to_be_bytes();
            [&bytes[..], &[0, 0], record].concat()
        };
        records.iter().map(mark).collect::<Vec<_>>().concat()
    };
    // The second customer is cut, so its contract must not become one of the first.
    let mut records =
        vec![customer(7, "Ann"), contract(1, [0, 0x0C]), customer(8, "Bob"), contract(2, [0, 0x0C])];
    records[2].truncate(5);
    place.write("torn.dat", marked(&records));
    let options =
        ["--split-by", "body", "--parents", "customer/contract", "--columns", "body.contract.number"];
    let more = ["--marks", "rdw", "--on-bad", "null"];
    let done = convert(&place, &["torn.dat", "t-{table}.csv"], &[&options[..], &more].concat());
    assert_eq!(done.code, Some(0), "{}", done.stderr);
    assert_eq!(lines(&place, "t-contract.csv"), "_customer,_contract,body.contract.number\n0,1,1\n,3,2\n");
    assert!(done.stderr.contains("`contract`: 1 record without a `customer` before"), "{}", done.stderr);
}

#[test]
fn bad_records_are_counted_in_their_tables() {
    let place = bank();
    let mut file = entries();
    file[3][2..].copy_from_slice(&[0xFA, 0x0C]);
    place.write("bad.dat", file.concat());
    let options = ["--split-by", "body", "--parents", "customer/contract/payment", "--keys", "customer.id"];
    let run = |name: &str, more: &[&str]| convert(&place, &["bad.dat", name], &[&options[..], more].concat());
    let done = run("e-{table}.csv", &[]);
    expect_failure(&place, &done, &["record 3: `body.payment.amount` at byte 18 cannot be read"]);
    let done = run("n-{table}.csv", &["--on-bad", "null", "--add-columns", "error,record"]);
    assert_eq!(done.code, Some(0), "{}", done.stderr);
    assert!(done.stderr.contains("1 bad record of 11 is kept"), "{}", done.stderr);
    let payments = lines(&place, "n-payment.csv");
    assert!(payments.contains("\n7,P,1,,body.payment.amount: invalid (fa 0c),3\n"), "{payments}");
    let done = run("s-{table}.csv", &["--on-bad", "skip", "--rejects", "rejected.dat"]);
    assert_eq!(done.code, Some(0), "{}", done.stderr);
    assert_eq!(place.read("rejected.dat"), file[3]);
    assert_eq!(
        lines(&place, "s-payment.csv"),
        "body.customer.id,kind,region,body.payment.amount\n7,P,1,10.0\n7,P,1,30.0\n8,P,1,-40.0\n"
    );
}

#[cfg(feature = "columnar")]
#[test]
fn tables_of_one_kind_have_no_nulls() {
    use arrow_array::Array as _;
    use arrow_array::cast::AsArray as _;
    use arrow_array::types::{UInt16Type, UInt64Type};

    let place = bank();
    for end in ["parquet", "arrow"] {
        let parents = ["--parents", "customer/contract/payment", "--split-by", "body", "--to", end];
        expect_success(&convert(&place, &["bank.dat", end], &parents));
        let table = &super::tables::table(&place, &format!("{end}/contract.{end}"))[0];
        let schema = table.schema();
        let columns: Vec<(&str, bool)> =
            schema.fields().iter().map(|field| (field.name().as_str(), field.is_nullable())).collect();
        assert_eq!(
            columns,
            [
                ("_customer", true),
                ("_contract", false),
                ("kind", false),
                ("region", false),
                ("body.contract.number", false),
                ("body.contract.rate", false),
            ],
            "{end}"
        );
        let column = table.column(0).as_primitive::<UInt64Type>();
        assert_eq!((column.values().to_vec(), column.null_count()), (vec![0, 0, 8], 0), "{end}");
        let keyed = format!("{end}-keys");
        let keys = ["--keys", "customer.id"];
        expect_success(&convert(&place, &["bank.dat", &keyed], &[&parents[..], &keys].concat()));
        let table = &super::tables::table(&place, &format!("{keyed}/payment.{end}"))[0];
        assert_eq!(table.column(0).as_primitive::<UInt16Type>().values().to_vec(), [7, 7, 7, 8], "{end}");
        assert_eq!(table.num_rows(), 4);
    }
}

#[test]
fn wrong_hierarchies_are_told() {
    let place = bank();
    let split = |options: &[&str]| {
        let split = ["--to", "csv", "--split-by", "body", "--parents"];
        convert(&place, &["bank.dat", "out"], &[&split[..], options].concat())
    };
    let two = "`contract` has the parent `customer` in one place of `--parents`, and the parent `address` in another";
    for (options, words) in [
        (&["customer/kontract"][..], "`body` has no alternative `kontract`"),
        (&["customer//payment"], "`body` has no alternative ``"),
        (&["customer/contract,address/contract"], two),
        (&["customer/contract/customer"], "`customer` has no parent in one place"),
        (&["customer/contract", "--keys", "id"], "`entry` has no field `id`"),
        (
            &["customer/contract", "--keys", "kind"],
            "`kind` is no field of an alternative that `--parents` names",
        ),
    ] {
        expect_failure(&place, &split(options), &[words]);
        assert!(!place.path("out").exists());
    }
    let done = convert(&place, &["bank.dat", "out"], &["--to", "csv", "--parents", "customer/contract"]);
    assert_eq!(done.code, Some(2), "{}", done.stderr);
}

#[test]
fn wrong_divisions_are_told() {
    let place = bank();
    let inner = "record inner { kind: u8; body: choice kind { 1 => a: u8; otherwise => b: u8; }; }";
    place.write("two.datarep", format!("record r {{ n: u8; x: [inner; 2]; }}\n{inner}"));
    place.write("two.dat", [0, 1, 2, 2, 3]);
    let run = |file: &str, options: &[&str]| convert(&place, &["bank.dat", file], options);
    let of_array = ["--record", "two.datarep", "--to", "csv", "--split-by", "x.body"];
    let of_items = ["convert", "two.dat", "x.npy", "--from", "u8", "--split-by", "body"];
    for (done, words) in [
        (
            run("out", &["--to", "csv", "--split-by", "bodi"]),
            &["no choice `bodi`", "one of its choices: `body`"],
        ),
        (
            run("out", &["--to", "csv", "--split-by", "kind"]),
            &["`kind` is a field, and no choice", "--partition-by kind"],
        ),
        (
            run("out", &["--to", "entry", "--split-by", "body"]),
            &["`--split-by` is for tables", "use `--to csv`"],
        ),
        (
            run("-", &["--to", "csv", "--split-by", "body"]),
            &["`--split-by` writes several files", "standard output is one"],
        ),
        (
            run("bank.dat", &["--to", "csv", "--split-by", "body"]),
            &["`bank.dat` exists already", "is no folder"],
        ),
        (
            place.run(&[&["convert", "two.dat", "out"], &of_array[..]].concat()),
            &["`x.body` is in an array", "each record makes once"],
        ),
        (place.run(&of_items), &["`--split-by` is for records", "--record"]),
    ] {
        expect_failure(&place, &done, words);
        assert!(!place.path("out").exists());
    }
}

#[test]
fn files_that_are_there_stay() {
    let place = bank();
    // Files that are there stay as they are, all of them.
    place.write("x-payment.csv", "old");
    let files = ["bank.dat", "x-{table}.csv"];
    expect_failure(
        &place,
        &convert(&place, &files, &["--split-by", "body"]),
        &["`x-payment.csv` exists already"],
    );
    assert_eq!(lines(&place, "x-payment.csv"), "old");
    assert!(!place.path("x-customer.csv").exists());
    expect_success(&convert(&place, &files, &["--split-by", "body", "--force"]));
    assert!(lines(&place, "x-payment.csv").starts_with("kind,region"));
    assert!(place.path("x-customer.csv").exists());
    // A file that ends within a record leaves neither a folder nor files.
    place.write("cut.dat", &place.read("bank.dat")[..19]);
    expect_failure(
        &place,
        &convert(&place, &["cut.dat", "out"], &["--split-by", "body", "--to", "csv"]),
        &["ends within record"],
    );
    assert!(!place.path("out").exists());
}
