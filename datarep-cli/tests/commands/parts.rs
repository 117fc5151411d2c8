//! Folders for the values of fields, and files of a size.

use crate::division::{expect_failure, expect_success, lines, list};
use crate::{Done, Place};

const SALES: &str = "\
record sale {
    shop: [ascii; 4] { null if low_values; };
    year: u16;
    amount: packed_decimal(3, 1);
}
";

fn sale(shop: &str, year: u16, amount: [u8; 2]) -> Vec<u8> {
    [shop.as_bytes(), &year.to_be_bytes(), &amount].concat()
}

fn shops() -> Place {
    let place = Place::new();
    place.write("sales.datarep", SALES);
    let sales = [
        sale("Rome", 1999, [0x10, 0x0C]),
        sale("A/B=", 1999, [0x20, 0x0C]),
        sale("Rome", 2000, [0x30, 0x0C]),
        sale("\0\0\0\0", 2000, [0x40, 0x0C]),
        sale("    ", 2000, [0x50, 0x0C]),
        sale("Rome", 1999, [0x60, 0x0C]),
    ];
    place.write("sales.dat", sales.concat());
    place
}

fn convert(place: &Place, files: &[&str], options: &[&str]) -> Done {
    place.run(&[&["convert"], files, &["--record", "sales.datarep"], options].concat())
}

#[test]
fn each_value_has_a_folder() {
    let place = shops();
    let options = ["--to", "csv", "--partition-by", "shop,year"];
    expect_success(&convert(&place, &["sales.dat", "out"], &options));
    assert_eq!(
        list(&place, "out"),
        [
            "shop=A%2FB%3D/year=1999/part-00000.csv",
            "shop=Rome/year=1999/part-00000.csv",
            "shop=Rome/year=2000/part-00000.csv",
            "shop=__HIVE_DEFAULT_PARTITION__/year=2000/part-00000.csv",
        ]
    );
    assert_eq!(lines(&place, "out/shop=Rome/year=1999/part-00000.csv"), "amount\n10.0\n60.0\n");
    assert_eq!(
        lines(&place, "out/shop=__HIVE_DEFAULT_PARTITION__/year=2000/part-00000.csv"),
        "amount\n40.0\n50.0\n"
    );
    // An empty folder may be there, and one with files may not.
    std::fs::create_dir(place.path("empty")).expect("a folder");
    expect_success(&convert(&place, &["sales.dat", "empty"], &options));
    assert_eq!(list(&place, "empty"), list(&place, "out"));
    let done = convert(&place, &["sales.dat", "out"], &[&options[..], &["--force"]].concat());
    expect_failure(&place, &done, &["the folder `out` has files already", "remove these files"]);
    // Without records there is an empty folder.
    place.write("none.dat", "");
    expect_success(&convert(&place, &["none.dat", "none"], &options));
    assert!(place.path("none").is_dir() && list(&place, "none").is_empty());
}

#[test]
fn folders_of_bad_values_are_those_of_missing_ones() {
    let place = shops();
    let mut file = place.read("sales.dat");
    file[6] = 0xFF;
    place.write("bad.dat", &file);
    let run = |output: &str, on_bad: &str| {
        let options = ["--to", "csv", "--partition-by", "amount", "--on-bad", on_bad];
        convert(&place, &["bad.dat", output], &options)
    };
    expect_failure(&place, &run("error", "error"), &["record 0: `amount` at byte 6 cannot be read"]);
    assert!(!place.path("error").exists());
    let done = run("null", "null");
    assert!(done.stderr.contains("1 bad record of 6 is kept"), "{}", done.stderr);
    assert_eq!(
        lines(&place, "null/amount=__HIVE_DEFAULT_PARTITION__/part-00000.csv"),
        "shop,year\nRome,1999\n"
    );
    let done = run("skip", "skip");
    assert!(done.stderr.contains("1 bad record of 6 is left out"), "{}", done.stderr);
    assert_eq!(list(&place, "skip").len(), 5);
    assert_eq!(lines(&place, "skip/amount=60.0/part-00000.csv"), "shop,year\nRome,1999\n");
}

/// More folders than may be open at once, whose records are mixed in each block.
#[test]
fn many_folders_are_written_a_few_at_a_time() {
    let place = shops();
    let sales = |_: u16| (0..100_u16).flat_map(|year| sale("Rome", year, [0x10, 0x0C])).collect::<Vec<u8>>();
    place.write("many.dat", (0..3).flat_map(sales).collect::<Vec<u8>>());
    // Three files, so that there are three blocks.
    for number in 0..3 {
        place.write(&format!("many-{number}.dat"), sales(number));
    }
    let options = ["--to", "csv", "--partition-by", "year"];
    expect_success(&convert(&place, &["many.dat", "one"], &options));
    assert_eq!(list(&place, "one").len(), 100);
    expect_success(&convert(&place, &["many-0.dat", "many-1.dat", "many-2.dat", "out"], &options));
    let mut rows = 0;
    for year in 0..100 {
        let parts: Vec<String> = list(&place, &format!("out/year={year}"));
        assert!(!parts.is_empty(), "{year}");
        for (number, part) in parts.iter().enumerate() {
            assert_eq!(part, &format!("part-{number:05}.csv"));
            let text = lines(&place, &format!("out/year={year}/{part}"));
            rows += text.lines().filter(|line| *line == "Rome,10.0").count();
        }
    }
    assert_eq!(rows, 300);
    assert!(list(&place, "out").len() > 100);
}

#[test]
fn files_have_a_number_of_records() {
    let place = shops();
    expect_success(&convert(&place, &["sales.dat", "s.csv"], &["--rows-per-file", "4", "--columns", "year"]));
    assert_eq!(lines(&place, "s-00000.csv"), "year\n1999\n1999\n2000\n2000\n");
    assert_eq!(lines(&place, "s-00001.csv"), "year\n2000\n1999\n");
    assert!(!place.path("s-00002.csv").exists() && !place.path("s.csv").exists());
    // A number that divides all records leaves no file without any; no records make one.
    expect_success(&convert(&place, &["sales.dat", "t.csv"], &["--rows-per-file", "3"]));
    assert!(place.path("t-00001.csv").exists() && !place.path("t-00002.csv").exists());
    place.write("none.dat", "");
    expect_success(&convert(&place, &["none.dat", "none.csv"], &["--rows-per-file", "3"]));
    assert_eq!(lines(&place, "none-00000.csv"), "shop,year,amount\n");
    // Files of an earlier conversion are replaced one by one, and must not follow the new ones.
    let again = |rows: &str, force: &[&str]| {
        convert(&place, &["sales.dat", "s.csv"], &[&["--rows-per-file", rows], force].concat())
    };
    expect_failure(&place, &again("2", &[]), &["`s-00000.csv` exists already", "--force"]);
    expect_failure(&place, &again("6", &["--force"]), &["`s-00001.csv` is there from before"]);
    assert_eq!(lines(&place, "s-00000.csv"), "year\n1999\n1999\n2000\n2000\n");
    expect_success(&again("2", &["--force"]));
    assert_eq!(lines(&place, "s-00002.csv"), "shop,year,amount\n,2000,50.0\nRome,1999,60.0\n");
    // Bad records that are left out do not count.
    let mut file = place.read("sales.dat");
    file[6] = 0xFF;
    place.write("bad.dat", &file);
    let options = ["--rows-per-file", "2", "--on-bad", "skip", "--columns", "amount"];
    let done = convert(&place, &["bad.dat", "b.csv"], &options);
    assert_eq!(done.code, Some(0), "{}", done.stderr);
    assert_eq!(lines(&place, "b-00000.csv"), "amount\n20.0\n30.0\n");
    assert_eq!(lines(&place, "b-00002.csv"), "amount\n60.0\n");
    assert!(done.stderr.contains("\n3 files\n"), "{}", done.stderr);
    // Records of another text, each file with its own marks.
    place.write("to.datarep", "record small { year: u16; }");
    let options = ["--text", "to.datarep", "--to", "small", "--to-marks", "rdw", "--rows-per-file", "4"];
    expect_success(&convert(&place, &["sales.dat", "r.dat"], &options));
    assert_eq!(place.read("r-00001.dat"), [0, 6, 0, 0, 7, 208, 0, 6, 0, 0, 7, 207]);
}

#[test]
fn files_have_a_size() {
    let place = shops();
    place.write("many.dat", place.read("sales.dat").repeat(5000));
    let expected = {
        expect_success(&convert(&place, &["many.dat", "all.csv"], &[]));
        lines(&place, "all.csv")
    };
    expect_success(&convert(&place, &["many.dat", "m.csv"], &["--rotate", "100kB"]));
    let files: Vec<String> = list(&place, "").into_iter().filter(|name| name.starts_with("m-")).collect();
    let mut found = String::from("shop,year,amount\n");
    for (number, name) in files.iter().enumerate() {
        assert_eq!(name, &format!("m-{number:05}.csv"));
        let text = lines(&place, name);
        if number + 1 < files.len() {
            assert!((100_000..130_000).contains(&text.len()), "{name}: {}", text.len());
        }
        found.push_str(text.split_once('\n').expect("a line of names").1);
    }
    assert!(files.len() >= 4, "{files:?}");
    assert!(found == expected);
    let done = convert(&place, &["sales.dat", "-"], &["--rotate", "1MB", "--to", "csv"]);
    expect_failure(&place, &done, &["`--rotate` writes several files, and standard output is one"]);
    let done = convert(&place, &["sales.dat", "x.csv"], &["--rotate", "0"]);
    assert_eq!(done.code, Some(2), "{}", done.stderr);
}

#[cfg(feature = "columnar")]
#[test]
fn parts_are_whole_tables() {
    let place = shops();
    place.write("many.dat", place.read("sales.dat").repeat(2000));
    for end in ["parquet", "arrow"] {
        let options = ["--to", end, "--partition-by", "year", "--rows-per-file", "3500"];
        expect_success(&convert(&place, &["many.dat", end], &options));
        let files = list(&place, end);
        let expected =
            [1999, 2000].map(|year| [0, 1].map(|part| format!("year={year}/part-{part:05}.{end}")));
        assert_eq!(files, expected.as_flattened());
        let rows = |name: &str| {
            let tables = super::tables::table(&place, &format!("{end}/{name}"));
            let names: Vec<String> =
                tables[0].schema().fields().iter().map(|field| field.name().clone()).collect();
            assert_eq!(names, ["shop", "amount"]);
            tables.iter().map(arrow_array::RecordBatch::num_rows).sum::<usize>()
        };
        assert_eq!(
            files.iter().map(|name| rows(name)).collect::<Vec<_>>(),
            [3500, 2500, 3500, 2500],
            "{end}"
        );
        let options = ["--rotate", "2kB"];
        expect_success(&convert(&place, &["many.dat", &format!("r.{end}")], &options));
        let parts: Vec<String> = list(&place, "")
            .into_iter()
            .filter(|name| name.starts_with("r-") && name.ends_with(end))
            .collect();
        assert!(parts.len() > 1, "{parts:?}");
        let rows = parts.iter().map(|name| {
            super::tables::table(&place, name).iter().map(arrow_array::RecordBatch::num_rows).sum::<usize>()
        });
        assert_eq!(rows.sum::<usize>(), 12_000, "{end}");
    }
}

#[test]
fn wrong_folders_are_told() {
    let place = shops();
    place.write(
        "b.datarep",
        "record b { raw: 2 bytes; kind: u8; body: choice kind { 1 => a: u8; otherwise => c: u8; }; }",
    );
    place.write("b.dat", [0, 0, 1, 2]);
    let run =
        |files: &[&str], options: &[&str]| convert(&place, files, &[&["--to", "csv"], options].concat());
    let of_bytes = |options: &[&str]| {
        place.run(&[&["convert", "b.dat", "out", "--record", "b.datarep", "--to", "csv"], options].concat())
    };
    for (done, words) in [
        (run(&["sales.dat", "out"], &["--partition-by", "shap"]), "`sale` has no field `shap`"),
        (run(&["sales.dat", "-"], &["--partition-by", "shop"]), "standard output is one"),
        (
            run(&["sales.dat", "{table}"], &["--partition-by", "shop"]),
            "`{table}` in the name of the new file",
        ),
        (of_bytes(&["--partition-by", "raw"]), "`raw` has several items, or bytes"),
        (
            of_bytes(&["--partition-by", "body.a", "--split-by", "body"]),
            "the table `c` has no field `body.a`",
        ),
    ] {
        expect_failure(&place, &done, &[words]);
        assert!(!place.path("out").exists());
    }
    // Tables with folders in them.
    let done = of_bytes(&["--partition-by", "kind", "--split-by", "body"]);
    expect_success(&done);
    assert_eq!(list(&place, "out"), ["a/kind=1/part-00000.csv"]);
    assert_eq!(lines(&place, "out/a/kind=1/part-00000.csv"), "raw,body.a\n0000,2\n");
}
