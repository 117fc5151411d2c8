//! `datarep convert`.

use std::io::Write as _;
#[cfg(unix)]
use std::os::unix::fs::PermissionsExt as _;
use std::process::Stdio;

use crate::{Done, Place, root};

/// A number, an infinity, a number that needs 24 bits, a NaN: big-endian.
const SINGLES: [u8; 16] = [0x3F, 0x80, 0, 0, 0x7F, 0x80, 0, 0, 0x3F, 0x80, 0, 1, 0x7F, 0xC0, 0, 0];

/// The names in the folder that are not among the test's `own`.
fn others(place: &Place, own: &[&str]) -> Vec<String> {
    let entries = std::fs::read_dir(place.path(".")).expect("a folder");
    let names = entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned());
    names.filter(|name| !own.contains(&name.as_str())).collect()
}

#[test]
fn traces_of_a_section_become_an_array_and_come_back() {
    let place = Place::new();
    let section = std::fs::read(root().join("examples/data/line.sgy")).expect("the section");
    place.write("line.sgy", &section);
    let traces = ["--from", "hfp32", "--at", "3840", "--row", "500", "--stride", "2240"];
    let done = place.run(&[&["convert", "line.sgy", "line.npy"], &traces[..]].concat());
    assert_eq!((done.code, done.stderr.as_str()), (Some(0), ""));
    let array = place.read("line.npy");
    let header = "{'descr': '<f8', 'fortran_order': False, 'shape': (120, 500), }";
    assert_eq!(&array[10..10 + header.len()], header.as_bytes());
    assert_eq!(array.len(), 128 + 120 * 500 * 8);

    let done = place.run(&["convert", "line.npy", "back.hfp", "--to", "hfp32"]);
    assert_eq!((done.code, done.stderr.as_str()), (Some(0), ""));
    let samples: Vec<u8> = section[3600..].chunks(2240).flat_map(|trace| &trace[240..]).copied().collect();
    assert_eq!(place.read("back.hfp"), samples);

    let done = place.run(&[&["convert", "line.sgy", "line.csv"], &traces[..]].concat());
    assert_eq!(done.code, Some(0));
    let lines = String::from_utf8(place.read("line.csv")).expect("a text");
    assert_eq!(lines.lines().count(), 120);
    assert!(lines.lines().all(|line| line.split(',').count() == 500));
}

#[test]
fn what_is_lost_is_reported_with_its_places() {
    let place = Place::new();
    place.write("in.f32", SINGLES);
    let to = |to: &'static str| ["convert", "in.f32", "out.dat", "--from", "f32", "--to", to];
    let also = |more: &[&'static str]| [&to("vax_f")[..], more].concat();
    insta::assert_snapshot!("convert_refused", place.show(&to("vax_f")));
    assert_eq!(others(&place, &["in.f32"]), [""; 0]);
    insta::assert_snapshot!("convert_dry", place.show(&also(&["--dry-run"])));
    assert_eq!(others(&place, &["in.f32"]), [""; 0]);
    insta::assert_snapshot!(
        "convert_rules",
        place.show(&also(&["--on-write", "infinity => saturate, nan => reserved"]))
    );
    assert_eq!(
        place.read("out.dat"),
        [0x80, 0x40, 0, 0, 0xFF, 0x7F, 0xFF, 0xFF, 0x80, 0x40, 1, 0, 0, 0x80, 0, 0]
    );
    insta::assert_snapshot!("convert_there", place.show(&to("vax_f")));
    assert_eq!(place.run(&also(&["--force", "--on-write", "infinity | nan => zero"])).code, Some(0));
    assert_eq!(place.read("out.dat")[12..], [0; 4]);
    insta::assert_snapshot!(
        "convert_wrong_rules",
        place.show(&also(&["--force", "--on-write", "nan => never"]))
    );
    insta::assert_snapshot!(
        "convert_dry_read",
        place.show(&[&to("f16")[..], &["--via", "f32", "--force", "--dry-run"]].concat())
    );
    assert_eq!(others(&place, &["in.f32", "out.dat"]), [""; 0]);
}

/// Integers go to floats by a float that holds them all, and to other integers.
#[test]
fn integers_become_floats_and_other_integers() {
    let place = Place::new();
    let numbers = [-5_i16, 300, i16::MAX, i16::MIN];
    place.write("in.i16", numbers.map(i16::to_be_bytes).concat());
    let done = place.run(&["convert", "in.i16", "out.dat", "--from", "twos(16) big", "--to", "vax_f"]);
    assert_eq!((done.code, done.stderr.as_str()), (Some(0), ""));
    let done = place.run(&["convert", "out.dat", "back.csv", "--from", "vax_f"]);
    assert_eq!(done.code, Some(0), "{}", done.stderr);
    assert_eq!(place.read("back.csv"), b"-5.0\n300.0\n32767.0\n-32768.0\n");
    // A wider integer holds them all; a narrower one refuses the first that it does not hold.
    let wide = ["convert", "in.i16", "wide.dat", "--from", "twos(16) big", "--to", "twos(64) little"];
    let done = place.run(&wide);
    assert_eq!((done.code, done.stderr.as_str()), (Some(0), ""));
    assert_eq!(place.read("wide.dat"), numbers.map(|number| i64::from(number).to_le_bytes()).concat());
    let narrow = ["convert", "wide.dat", "narrow.dat", "--from", "twos(64) little", "--to", "unsigned(8)"];
    let done = place.run(&narrow);
    assert_eq!(done.code, Some(1));
    assert!(
        done.stderr.starts_with("error: item 0 at byte 0 cannot be written in `unsigned(8)`: overflow"),
        "{}",
        done.stderr
    );
    let done = place.run(&[&narrow[..], &["--on-write", "overflow => saturate"]].concat());
    assert_eq!((done.code, place.read("narrow.dat")), (Some(0), vec![0, 255, 255, 0]));
    let row = ["convert", "in.i16", "no.csv", "--from", "twos(16) big", "--row", "3"];
    let done = place.run(&row);
    assert_eq!(
        done.stderr,
        "error: `in.i16` ends within a row: 2 of the 6 bytes from byte 6 on\n  = help: `--partial` takes the rows that are whole\n"
    );
    let done = place.run(&[&row[..], &["--partial"]].concat());
    assert_eq!(
        (done.stderr.as_str(), done.code),
        ("note: left out: 2 bytes from byte 6 of `in.i16` on, no whole row\n", Some(0))
    );
}

/// Items are converted some thousand at a time: what is far behind the first ones has its own place.
#[test]
fn places_are_those_of_the_file_however_far() {
    let place = Place::new();
    let words: Vec<u8> = (0..50_000_u32).flat_map(|index| (0x4110_0000 + index).to_be_bytes()).collect();
    place.write("in.hfp", &words);
    let run = |to: &'static str, more: &[&'static str]| {
        let convert = ["convert", "in.hfp", "out.dat", "--from", "hfp32", "--at", "8", "--force", "--to", to];
        place.run(&[&convert[..], more].concat())
    };
    let done = run("vax_f", &[]);
    assert_eq!((done.code, done.stderr.as_str()), (Some(0), ""));
    let vax = place.read("out.dat");
    assert_eq!(run("npy", &[]).code, Some(0));
    let array = place.read("out.dat");
    for index in [0_usize, 8191, 8192, 20_000, 49_997] {
        let bits = 0x10_0000 + 2 + u32::try_from(index).expect("a small number");
        let value = f64::from(bits) / f64::from(0x10_0000);
        assert_eq!(array[128 + 8 * index..][..8], value.to_le_bytes(), "{index}");
        #[expect(clippy::cast_possible_truncation, reason = "it has 21 bits")]
        let single = u32::to_le_bytes(((value as f32).to_bits() + (2 << 23)).rotate_left(16));
        assert_eq!(vax[4 * index..][..4], single, "{index}");
    }

    // Infinities of IEEE 754, which the hexadecimal format does not have, far behind the first piece.
    let mut singles: Vec<u8> = (0..50_000).flat_map(|_| 1.0_f32.to_be_bytes()).collect();
    singles[4 * 30_002..][..4].copy_from_slice(&f32::INFINITY.to_be_bytes());
    place.write("in.f32", &singles);
    let convert = ["convert", "in.f32", "out.hfp", "--from", "f32", "--to", "hfp32", "--at", "8"];
    let done = place.run(&convert);
    assert_eq!(done.code, Some(1));
    assert!(
        done.stderr.contains("item 30000 at byte 120008 cannot be written in `hfp32`"),
        "{}",
        done.stderr
    );
    let done = place.run(&[&convert[..], &["--dry-run"]].concat());
    assert!(
        done.text().contains("1 infinity when written: item 30000 at byte 120008 (inf)"),
        "{}",
        done.text()
    );
}

#[test]
fn a_wrong_command_is_told() {
    let place = Place::new();
    place.write("in.f32", SINGLES);
    for (name, arguments) in [
        ("convert_no_from", vec!["in.f32", "out.csv"]),
        ("convert_no_to", vec!["in.f32", "out.dat", "--from", "f32"]),
        ("convert_npy_f128", vec!["in.f32", "out.npy", "--from", "x87_128", "--count", "1", "--via", "f128"]),
        ("convert_kinds", vec!["in.f32", "out.dat", "--from", "f32", "--to", "ebcdic(cp037)"]),
        ("convert_cut", vec!["in.f32", "out.csv", "--from", "f32", "--at", "1"]),
        ("convert_count", vec!["in.f32", "out.csv", "--from", "f32", "--count", "9"]),
        ("convert_no_array", vec!["out.npy", "out.csv"]),
        ("convert_folder", vec!["in.f32", ".", "--from", "f32"]),
        ("convert_nowhere", vec!["in.f32", "none/out.csv", "--from", "f32"]),
    ] {
        insta::assert_snapshot!(name, place.show(&[&["convert"], &arguments[..]].concat()));
        assert_eq!(others(&place, &["in.f32"]), [""; 0], "{name}");
    }
    place.write("no.npy", "no array");
    insta::assert_snapshot!("convert_no_header", place.show(&["convert", "no.npy", "out.csv"]));
}

#[test]
fn csv_has_a_line_for_each_row() {
    let place = Place::new();
    place.write("in.f32", SINGLES);
    place.write("prices.dat", [0x00, 0x01, 0x23, 0x4C, 0x99, 0x99, 0x99, 0x9D]);
    place.write("name.dat", [0xC1, 0x40, 0x7F, 0x6B]);
    let csv = |file: &str, from: &str, row: &str| {
        let done = place.run(&["convert", file, "-", "--to", "csv", "--from", from, "--row", row]);
        assert_eq!(done.stderr, "");
        done.text()
    };
    assert_eq!(csv("in.f32", "f32", "2"), "1.0,inf\n1.0000001,nan\n");
    assert_eq!(csv("in.f32", "twos(16)", "8"), "16256,0,32640,0,16256,1,32704,0\n");
    assert_eq!(csv("prices.dat", "packed_decimal(7, 2)", "1"), "12.34\n-99999.99\n");
    assert_eq!(csv("name.dat", "ebcdic(cp037)", "4"), "A, ,\"\"\"\",\",\"\n");
    let done = place.run(&["convert", "in.f32", "-", "--to", "csv", "--from", "f32", "--row", "0"]);
    assert_eq!(done.code, Some(2));
    assert!(done.stderr.contains("a row has at least one item"), "{}", done.stderr);
}

#[test]
fn pipes_are_converted() {
    let place = Place::new();
    let pipe = |arguments: &[&str], bytes: &[u8]| {
        let mut command = place.command(arguments);
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("it runs");
        // A command that fails does not read everything.
        let _ = child.stdin.take().expect("a pipe").write_all(bytes);
        Done::of(child.wait_with_output().expect("it ends"))
    };
    let done = pipe(&["convert", "-", "-", "--from", "f32", "--to", "f64 little", "--count", "1"], &SINGLES);
    assert_eq!((done.stdout.as_slice(), done.code), (&1.0_f64.to_le_bytes()[..], Some(0)));
    let done = pipe(&["convert", "-", "-", "--from", "f32", "--to", "f64", "--at", "2"], &SINGLES);
    // From a pipe, whole items are converted before the end is seen.
    assert_eq!((done.stdout.len(), done.code), (24, Some(1)), "{}", done.stderr);
    assert!(
        done.stderr
            .starts_with("error: standard input ends within an item: 2 of the 4 bytes from byte 14 on\n")
    );

    // The header of an array is written again once its length is known.
    let long: Vec<u8> = (0..700_000_u32).flat_map(u32::to_be_bytes).collect();
    let done = pipe(&["convert", "-", "out.npy", "--from", "unsigned(32)"], &long);
    assert_eq!((done.code, done.stderr.as_str()), (Some(0), ""));
    let array = place.read("out.npy");
    assert!(array[10..].starts_with(b"{'descr': '<u4', 'fortran_order': False, 'shape': (700000,), }"));
    assert!(array[128..].chunks(4).zip(0_u32..).all(|(item, index)| *item == index.to_le_bytes()));
    let done = pipe(&["convert", "-", "-", "--to", "npy", "--from", "unsigned(32)"], &long);
    assert_eq!(done.code, Some(1));
    assert!(done.stderr.contains("`--count`"), "{}", done.stderr);
}

#[cfg(unix)]
#[test]
fn a_target_is_whole_or_as_it_was() {
    let place = Place::new();
    place.write("in.f32", SINGLES);
    let vax = |output: &str| place.run(&["convert", "in.f32", output, "--from", "f32", "--to", "f64"]);
    let done = vax("/dev/full");
    assert_eq!(
        (done.code, done.stderr.as_str()),
        (Some(1), "error: cannot write `/dev/full`: no space left on device\n")
    );
    assert_eq!(vax("/dev/null").code, Some(0));

    // The file behind a link is replaced, and the link stays.
    place.write("file.dat", "old");
    std::os::unix::fs::symlink(place.path("file.dat"), place.path("link.dat")).expect("a link");
    assert_eq!(
        place.run(&["convert", "in.f32", "link.dat", "--from", "f32", "--to", "f64", "--force"]).code,
        Some(0)
    );
    assert!(std::fs::symlink_metadata(place.path("link.dat")).expect("it is there").is_symlink());
    assert_eq!(place.read("file.dat").len(), 32);
    // The mask of the process removes permissions, and nothing is executable.
    let mode = std::fs::metadata(place.path("file.dat")).expect("it is there").permissions().mode();
    assert_eq!(mode & 0o711, 0o600, "{mode:o}");

    // A file can be converted in its own place.
    assert_eq!(
        place.run(&["convert", "in.f32", "in.f32", "--from", "f32", "--to", "f64", "--force"]).code,
        Some(0)
    );
    assert_eq!(place.read("in.f32").len(), 32);
    assert_eq!(others(&place, &["in.f32", "file.dat", "link.dat"]), [""; 0]);
}

#[test]
fn formats_of_ones_own_are_converted() {
    let place = Place::new();
    place.write("mine.datarep", "float mine = S1 E7 F24 where value = 0.F * 16^(E - 64);\n");
    place.write("in.dat", [0xC2, 0x76, 0xA0, 0x00]);
    let done =
        place.run(&["convert", "in.dat", "-", "--text", "mine.datarep", "--from", "mine", "--to", "csv"]);
    assert_eq!((done.text().as_str(), done.code), ("-118.625\n", Some(0)), "{}", done.stderr);
}

#[test]
fn manuals_and_completions_are_printed() {
    let place = Place::new();
    assert!(place.run(&["manual", "convert"]).text().contains("\\-\\-dry\\-run"));
    assert!(place.run(&["manual"]).text().contains(".SH NAME"));
    assert!(place.run(&["completions", "bash"]).text().contains("complete -F _datarep"));
    assert_eq!(place.run(&["manual", "nothing"]).code, Some(1));
}

/// Random words become canonical ones, which survive the way to an array and back byte for byte.
#[test]
fn canonical_words_survive_the_way_to_an_array_and_back() {
    let place = Place::new();
    let mut state = 0x9E37_79B9_7F4A_7C15_u64;
    let words: Vec<u8> = (0..4500)
        .flat_map(|_| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 24).to_be_bytes()
        })
        .collect();
    place.write("words.dat", &words);
    let floats = "infinity | nan => zero";
    for (format, on_read, on_write) in [
        ("hfp32", "", floats),
        ("vax_f", "reserved => nan", floats),
        ("f16", "", ""),
        ("f32 little", "", ""),
        ("pdp10_36", "reserved => nan", floats),
        ("twos(24) little", "", ""),
        ("ones(16)", "", ""),
        ("fixed(16, 15)", "", ""),
        ("packed_decimal(7, 2)", "invalid => zero", ""),
        ("unsigned(36) core_dump", "", ""),
    ] {
        let convert = |input: &str, output: &str, way: &[&str]| {
            let mut arguments = vec!["convert", input, output, "--force"];
            arguments.extend(way);
            for (option, rules) in [("--on-read", on_read), ("--on-write", on_write)] {
                let applies = way.contains(&if option == "--on-read" { "--from" } else { "--to" });
                arguments.extend([option, rules].into_iter().filter(|_| applies && !rules.is_empty()));
            }
            let done = place.run(&arguments);
            assert_eq!(done.code, Some(0), "{format}: {}", done.stderr);
            done.stderr
        };
        convert("words.dat", "canonical.dat", &["--from", format, "--to", format]);
        let there = convert("canonical.dat", "array.npy", &["--from", format]);
        let back = convert("array.npy", "back.dat", &["--to", format]);
        assert!(!there.contains("overflow") && !back.contains("overflow"), "{format}: {there}{back}");
        assert_eq!(place.read("back.dat"), place.read("canonical.dat"), "{format}");
    }
}

/// Words of more than 128 bits, for which there are no test lines.
#[test]
fn decimals_of_38_digits_go_there_and_back() {
    let place = Place::new();
    let mut digits: Vec<u8> = (0..20).map(|at| ((2 * at % 10) << 4) | ((2 * at + 1) % 10)).collect();
    digits[0] = 0x09;
    digits[19] = 0x8D;
    place.write("digits", &digits);
    let run = |arguments: &[&str]| {
        let done = place.run(arguments);
        assert_eq!((done.code, done.stderr.as_str()), (Some(0), ""), "{arguments:?}");
    };
    run(&["convert", "digits", "digits.csv", "--from", "packed_decimal(38, 0)"]);
    assert_eq!(place.read("digits.csv"), b"-92345678901234567890123456789012345678\n");
    run(&["convert", "digits", "zoned", "--from", "packed_decimal(38, 0)", "--to", "zoned_decimal(38, 0)"]);
    run(&["convert", "zoned", "back", "--from", "zoned_decimal(38, 0)", "--to", "packed_decimal(38, 0)"]);
    assert_eq!(place.read("back"), digits);
    digits[3] = 0xAA;
    place.write("wrong", &digits);
    let done =
        place.run(&["convert", "wrong", "--dry-run", "-", "--from", "packed_decimal(38, 0)", "--to", "csv"]);
    assert!(done.text().contains("1 invalid when read: item 0 at byte 0 (09 23 45 aa "), "{}", done.text());
}

/// Numbers that pass through 128 bits are reported as decimal numbers.
#[test]
fn values_of_long_floats_are_readable() {
    let place = Place::new();
    // 1/3 as a long float of IBM.
    place.write("third.dat", 0x4055_5555_5555_5555_u64.to_be_bytes());
    let done = place.run(&["convert", "third.dat", "-", "--from", "hfp64", "--to", "hfp32", "--dry-run"]);
    assert_eq!(done.code, Some(0), "{}", done.stderr);
    assert!(
        done.text().contains("through `f128`") && done.text().contains("(0.3333333333333333)"),
        "{}",
        done.text()
    );
    let strict = ["--from", "hfp64", "--to", "hfp32", "--on-write", "inexact => error"];
    let done = place.run(&[&["convert", "third.dat", "out"], &strict[..]].concat());
    assert_eq!(
        (done.code, done.stderr.as_str()),
        (
            Some(1),
            "error: item 0 at byte 0 cannot be written in `hfp32`: inexact (0.3333333333333333)\n  \
             = help: `--on-write \"inexact => nearest_even\"` continues; `--dry-run` counts all such items\n"
        )
    );
}

/// Items that fit a narrower float go through it. `--via` with the type between leaves nothing to try, so that it shows
/// what the result has to be: bytes, report and failure.
#[test]
fn a_narrower_float_changes_nothing() {
    let place = Place::new();
    let powers = (-170..140).map(|power| 1.375 * f64::from(power).exp2());
    let common = (0..9000_i32).map(|index| f64::from(index - 4000) / 16.0);
    let precise = (1..500_i32).map(|index| 1.0 / f64::from(index));
    let values: Vec<u8> =
        powers.chain([0.0, -0.0]).chain(common).chain(precise).flat_map(f64::to_be_bytes).collect();
    place.write("values.f64", &values);
    let saturate = ["--on-write", "overflow | infinity => saturate, nan => zero"];
    let ways: [&[&str]; 6] = [
        &[],
        &["--dry-run"],
        &saturate,
        &["--on-write", "overflow | infinity => saturate, nan => zero, underflow => zero"],
        &["--on-write", "overflow | infinity => saturate, nan => zero, inexact => up"],
        &["--on-write", "inexact => error"],
    ];
    for (from, to, between) in [
        ("cray64", "f64", "f128"),
        ("cray64", "f32 little", "f128"),
        ("hfp64", "f64", "f128"),
        ("hfp64", "vax_g", "f128"),
        ("hfp64", "f32", "f128"),
        ("vax_g", "f64 little", "f128"),
        ("x87_80", "f64", "f128"),
        ("twos(64)", "f64", "f128"),
        ("hfp32", "f32", "f64"),
        ("hfp32", "vax_f", "f64"),
        ("vax_f", "hfp32", "f64"),
        ("f64", "f32", "f64"),
    ] {
        let made = place.run(
            &[&["convert", "values.f64", "in", "--force", "--from", "f64", "--to", from], &saturate[..]]
                .concat(),
        );
        assert_eq!(made.code, Some(0), "{from}: {}", made.stderr);
        // Words that no number has.
        let mut items = place.read("in");
        items.extend((0..800_u32).flat_map(|index| (index.wrapping_mul(0x9E37_79B9)).to_be_bytes()));
        items.truncate(items.len() / 40 * 40);
        place.write("in", &items);
        for way in ways {
            let run = |more: &[&str]| {
                place.write("out", b"");
                let done = place.run(
                    &[&["convert", "in", "out", "--force", "--from", from, "--to", to], way, more].concat(),
                );
                (done.code, done.text(), done.stderr, place.read("out"))
            };
            assert!(run(&[]) == run(&["--via", between]), "{from} to {to} {way:?}: {:?}", run(&[]).2);
        }
    }
}

/// Decimal floats of 34 digits go from word to word: no native type has their numbers.
#[test]
fn decimal_floats_keep_their_digits_and_exponents() {
    let place = Place::new();
    let mut state = 0x9E37_79B9_7F4A_7C15_u128;
    let words = (0..2000_u128).map(|index| {
        state = state.wrapping_mul(0xDA94_2042_E4DD_58B5).wrapping_add(index);
        let digits = (state >> 8) % 10_u128.pow(1 + u32::try_from(index % 34).expect("it is small"));
        ((index & 1) << 127) | (((state >> 100) % 12288) << 113) | digits
    });
    place.write("bid", words.flat_map(u128::to_be_bytes).collect::<Vec<u8>>());
    for (from, to) in [("bid", "dpd"), ("dpd", "back")] {
        let format = |file: &str| format!("decimal128_{} big", if file == "dpd" { "dpd" } else { "bid" });
        let done = place.run(&["convert", from, to, "--from", &format(from), "--to", &format(to)]);
        assert_eq!((done.code, done.stderr.contains("inexact")), (Some(0), false), "{}", done.stderr);
    }
    assert!(place.read("back") == place.read("bid"));
}

/// A header of NumPy with this shape, and `items` items of eight bytes.
fn array(shape: &str, items: usize) -> Vec<u8> {
    let mut text = format!("{{'descr': '<f8', 'fortran_order': False, 'shape': {shape}, }}");
    text.push_str(&" ".repeat(117 - text.len()));
    [b"\x93NUMPY\x01\x00\x76\x00", text.as_bytes(), b"\n", &vec![0; 8 * items][..]].concat()
}

#[test]
fn places_beyond_every_file_are_told() {
    let place = Place::new();
    place.write("in.npy", array("(4,)", 4));
    // The header has 128 bytes, so the second and the third place would be the beginning of the file and its tenth byte.
    for at in [u64::MAX, u64::MAX - 127, u64::MAX - 117] {
        let done = place.run(&["convert", "in.npy", "out.csv", "--at", &at.to_string()]);
        let told = format!(
            "error: `in.npy` has no byte {at} behind its header\n  = help: `--at` counts from the first item of an array\n"
        );
        assert_eq!((done.code, done.stderr), (Some(1), told), "{at}");
    }
    let most = u64::MAX.to_string();
    for arguments in [
        &["convert", "in.npy", "-", "--from", "f64", "--to", "csv", "--at", &most][..],
        &["convert", "in.npy", "-", "--from", "f64", "--to", "csv", "--stride", &most],
        &["convert", "in.npy", "-", "--from", "f64", "--to", "csv", "--row", &most],
        &["convert", "in.npy", "-", "--from", "f64", "--to", "csv", "--count", &most],
        &["dump", "in.npy", "--as", "f64", "--at", &most],
        &["dump", "-", "--as", "f64", "--at", &most],
        &["dump", "in.npy", "--as", "f64", "--marks", "rdw", "--at", &most],
        &["dump", "in.npy", "--as", "f64", "--count", &most, "--stride", "8"],
        &["probe", "in.npy", "--at", &most],
        &["probe", "-", "--at", &most],
        &["probe", "-", "--at", &most, "--length", &most],
        &["probe", "in.npy", "--length", &most],
    ] {
        let done = place.run(arguments);
        assert_eq!(done.code, Some(1), "{arguments:?}: {}", done.stderr);
        // A note that the header of the array is read may be before it.
        let told = done.stderr.lines().find(|line| !line.starts_with("note: "));
        assert!(told.is_some_and(|line| line.starts_with("error: ")), "{arguments:?}: {}", done.stderr);
    }
}

#[test]
fn arrays_without_items_are_arrays() {
    let place = Place::new();
    for (shape, becomes) in [
        ("(0,)", "(0,)"),
        ("(5, 0)", "(0,)"),
        ("(0, 5)", "(0, 5)"),
        ("(2, 0, 3)", "(0,)"),
        ("(2, 9223372036854775808, 9223372036854775808, 0)", "(0,)"),
    ] {
        place.write("in.npy", array(shape, 0));
        for (to, expected) in [("csv", Some("")), ("f32", Some("")), ("npy", None)] {
            let done = place.run(&["convert", "in.npy", "out.dat", "--to", to, "--force"]);
            assert_eq!((done.code, done.stderr.as_str()), (Some(0), ""), "{shape} {to}");
            let bytes = place.read("out.dat");
            let header = format!("'shape': {becomes}, }}");
            match expected {
                Some(text) => assert_eq!(bytes, text.as_bytes(), "{shape} {to}"),
                None => assert!(String::from_utf8_lossy(&bytes).contains(&header), "{shape}"),
            }
        }
    }
    // Bytes behind the header of such an array are not its own.
    place.write("in.npy", array("(5, 0)", 3));
    let done = place.run(&["convert", "in.npy", "out.dat", "--to", "f32", "--force"]);
    assert_eq!((done.code, place.read("out.dat").len()), (Some(0), 0));
}
/// An item that a rule refuses has no value, so nothing is lost when it is written. Work that
/// grows with the square of their number in a block would take hours.
#[test]
fn refused_items_are_not_written_in_a_dry_run() {
    let place = Place::new();
    place.write("in.dat", [0x99, 0x9C, 0xAA, 0xAA, 0x00, 0x1C, 0xAA, 0xAA]);
    let way = ["--from", "packed_decimal(3, 0)", "--to", "twos(8)", "--dry-run"];
    let done = place.run(&[&["convert", "in.dat", "-"], &way[..]].concat());
    assert_eq!(
        (done.text().as_str(), done.code),
        (
            "4 items of `in.dat`: packed_decimal(3, 0) to twos(8), through `i16`\n\
             2 invalid when read: item 1 at byte 2 (0xAAAA), item 3 at byte 6 (0xAAAA)\n\
             1 overflow when written: item 0 at byte 0 (999)\n\
             4 items, nothing is written, 3 losses\n",
            Some(0)
        ),
        "{}",
        done.stderr
    );
    place.write("many.dat", vec![0xFF; 1 << 19]);
    for to in ["twos(8)", "csv"] {
        let done = place.run(&["convert", "many.dat", "-", way[0], way[1], "--to", to, "--dry-run"]);
        assert!(done.text().contains("262144 invalid when read: item 0 at byte 0"), "{}", done.text());
        assert!(!done.text().contains("when written"), "{}", done.text());
    }
}

#[test]
fn rules_that_are_wrong_list_the_actions_that_there_are() {
    let place = Place::new();
    place.write("in.dat", [0; 4]);
    let refuse = |rules: &str| {
        let done = place.run(&["convert", "in.dat", "out.csv", "--from", "hfp32", "--on-read", rules]);
        assert_eq!(done.code, Some(1), "{}", done.stderr);
        done.stderr
    };
    let missing = "the actions of `missing` are `error`, `nan`, `zero`, `nan(payload)`";
    let told = refuse("missing => 0");
    assert!(told.contains(missing), "{told}");
    let told = refuse("on read { missing => 0 }");
    assert!(told.contains("without `on read {`") && told.contains(missing), "{told}");
    let told = refuse("=");
    assert!(told.contains("the events are `inexact`, `overflow`"), "{told}");
    let told = refuse("missing => something_else");
    assert!(told.contains("no action named `something_else`"), "{told}");
    assert!(told.contains("help: write `error`, `nan`, `zero` or `nan(payload)`"), "{told}");
    let told = refuse("missing => zeros");
    assert!(told.contains("help: write `zero`"), "{told}");
}
