//! What is printed beside the answer: colors, progress, notes, and the last line of a report.

use std::io::Write as _;
use std::process::Command;

use flate2::Compression;
use flate2::write::GzEncoder;

use crate::terminal::run_on_terminal;
use crate::{Done, Place};

const RED: &str = "\u{1b}[31m";
const CYAN: &str = "\u{1b}[36m";
const NAME: &str = "\u{1b}[1m\u{1b}[32m";

/// Runs a command with a variable of the environment.
fn run_with(place: &Place, variable: (&str, &str), arguments: &[&str]) -> Done {
    let mut command: Command = place.command(arguments);
    Done::of(command.env(variable.0, variable.1).output().expect("the command runs"))
}

#[test]
fn colors_are_where_they_are_wanted() {
    let place = Place::new();
    let show = ["show", "hfp32"];
    let plain = place.run(&show).text();
    assert!(!plain.contains('\u{1b}'), "{plain:?}");
    for always in [
        place.run(&["show", "hfp32", "--color", "always"]),
        place.run(&["--color=always", "show", "hfp32"]),
        run_with(&place, ("CLICOLOR_FORCE", "1"), &show),
        run_with(&place, ("NO_COLOR", "1"), &["show", "hfp32", "--color", "always"]),
    ] {
        let colored = always.text();
        assert!(colored.contains(&format!("float {NAME}hfp32")), "{colored:?}");
        assert_eq!(anstream::adapter::strip_str(&colored).to_string(), plain);
    }
    for never in [
        run_with(&place, ("CLICOLOR_FORCE", "1"), &["show", "hfp32", "--color", "never"]).text(),
        run_with(&place, ("NO_COLOR", "1"), &show).text(),
        run_on_terminal(&place, &["show", "hfp32", "--color", "never"], 200).0,
    ] {
        assert_eq!(never, plain);
    }
    // Messages follow the same option.
    let failed = place.run(&["show", "hpf32", "--color", "always"]);
    assert!(failed.stderr.contains("\u{1b}[31merror"), "{:?}", failed.stderr);
    assert!(!place.run(&["show", "hpf32"]).stderr.contains('\u{1b}'));
}

#[test]
fn names_classes_and_faults_have_colors() {
    let place = Place::new();
    place.write("in.dat", [0x7F80_0000_u32, 0x3F80_0000, 0x7FC0_0000].map(u32::to_be_bytes).concat());
    place.write("packed.dat", [0xFF, 0xFF]);
    place
        .write("pair.datarep", "record pair { x: f32; y: f32 { on read { nan => zero } }; sums: [f32; 1]; }");
    for (arguments, painted) in [
        (&["show", "f32"][..], vec![format!("|{NAME}S1\u{1b}[0m|"), format!("{CYAN}infinity\u{1b}[0m if ")]),
        (&["show", "pair", "--text", "pair.datarep"], vec![format!("{NAME}sums\u{1b}[0m")]),
        (&["dump", "in.dat", "--as", "f32"], vec![format!("{CYAN}inf\u{1b}[0m\n"), format!("{CYAN}nan")]),
        (&["dump", "packed.dat", "--as", "packed_decimal(3, 0)"], vec![format!("{RED}invalid")]),
        (
            &["dump", "in.dat", "--record", "pair.datarep"],
            vec![format!("{NAME}sums[0]"), format!("  {CYAN}inf\u{1b}[0m\n")],
        ),
        (&["explain", "1e99", "--as", "hfp32"], vec![format!("{RED}  no word")]),
    ] {
        let shown = place.run(&[arguments, &["--color", "always"]].concat()).text();
        for painted in painted {
            assert!(shown.contains(&painted), "{arguments:?}: {painted:?} in {shown:?}");
        }
        let plain = place.run(arguments).text();
        assert_eq!(anstream::adapter::strip_str(&shown).to_string(), plain, "{arguments:?}");
        assert!(plain.lines().all(|line| !line.ends_with(' ')), "{plain:?}");
    }
}

/// Random bytes, which a compressor leaves as they are.
fn make_noise(count: usize) -> Vec<u8> {
    let step = |state: &mut u32| {
        *state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        Some((*state >> 24) as u8)
    };
    let mut state = 1;
    std::iter::from_fn(|| step(&mut state)).take(count).collect()
}

/// The length of a compressed file is known, so that the line shows how much of it was read.
#[test]
fn progress_knows_the_length_of_the_file() {
    let place = Place::new();
    let noise = make_noise(402);
    place.write("in.dat", &noise);
    let mut gzip = GzEncoder::new(Vec::new(), Compression::none());
    gzip.write_all(&noise).expect("memory takes all");
    let packed = gzip.finish().expect("memory takes all");
    place.write("in.dat.gz", &packed);
    place.write("pair.datarep", "record pair { x: u32; y: u16; }");
    let length = packed.len();
    for (arguments, total) in [
        (&["convert", "in.dat", "a.npy", "--from", "u16"][..], 402),
        (&["convert", "in.dat.gz", "b.npy", "--from", "u16"], length),
        (&["convert", "in.dat", "in.dat.gz", "c.npy", "--from", "u16"], 402 + length),
        (&["convert", "in.dat", "d.npy", "--from", "u16", "--at", "100", "--count", "140"], 380),
        (&["convert", "in.dat.gz", "e.csv", "--record", "pair.datarep"], length),
        (&["convert", "in.dat", "f.csv", "--record", "pair.datarep", "--count", "50"], 300),
        (&["convert", "in.dat", "-", "--record", "pair.datarep", "--to", "csv", "--dry-run"], 0),
    ] {
        let (shown, code) = run_on_terminal(&place, arguments, 100);
        assert_eq!(code, Some(0), "{shown}");
        assert_eq!(shown.contains(&format!("/{total} B, ")), total > 0, "{arguments:?}: {shown:?}");
    }
}

#[test]
fn every_long_command_shows_that_it_works() {
    let place = Place::new();
    place.write("in.dat", make_noise(300));
    place.write("a.cpy", "       01  A.\n           05  B PIC X.\n");
    place.write("a.datarep", "use ibm::hfp32; record pair { x: hfp32; y: hfp32; }");
    for (arguments, line) in [
        (&["probe", "in.dat"][..], " formats and orders, "),
        (&["import", "a.cpy", "b.datarep"], "reading `a.cpy`, "),
        (&["check", "a.datarep"], "checking `a.datarep`, 1 of 1, "),
    ] {
        let (shown, code) = run_on_terminal(&place, arguments, 100);
        assert_eq!(code, Some(0), "{shown}");
        assert!(shown.contains(line), "{arguments:?}: {shown:?}");
        std::fs::remove_file(place.path("b.datarep")).unwrap_or_default();
        // The probe takes seconds in a debug build.
        let quiet = if arguments[0] == "probe" { &["-q"][..] } else { &["--quiet", "-q", "--no-progress"] };
        for quiet in quiet {
            let (shown, _) = run_on_terminal(&place, &[arguments, &[quiet]].concat(), 100);
            assert!(!shown.contains(line), "{arguments:?}: {shown:?}");
            std::fs::remove_file(place.path("b.datarep")).unwrap_or_default();
        }
    }
}

/// Of a dump into a file, the terminal shows how far it is.
#[test]
fn a_dump_to_a_file_shows_its_progress() {
    let place = Place::new();
    place.write("in.dat", make_noise(600));
    let (shown, listed) = crate::terminal::run_to_file(&place, &["dump", "in.dat", "--as", "u16"], "out.txt");
    assert!(shown.contains("/600 B, "), "{shown:?}");
    assert_eq!(listed.lines().count(), 300);
    let (shown, _) = run_on_terminal(&place, &["dump", "in.dat", "--as", "u16"], 100);
    assert!(!shown.contains("/600 B, "), "{shown:?}");
}

#[test]
fn the_last_line_has_items_bytes_and_losses() {
    let place = Place::new();
    place.write("in.dat", [0x3F80_0000_u32, 0x7F7F_FFFF, 0xFF7F_FFFF].map(u32::to_be_bytes).concat());
    place.write("pair.datarep", "record pair { x: f32; y: [u8; 2]; }");
    let last = |arguments: &[&str]| {
        let shown = place.run(arguments);
        assert_eq!(shown.code, Some(0), "{}", shown.stderr);
        let all = if arguments.contains(&"--dry-run") { shown.text() } else { shown.stderr };
        all.lines().last().unwrap_or_default().to_owned()
    };
    let lossy = ["--from", "f32", "--to", "f16", "--on-write", "overflow => saturate"];
    assert_eq!(
        last(&[&["convert", "in.dat", "a.f16"], &lossy[..]].concat()),
        "3 items, 6 bytes written, 2 losses"
    );
    assert_eq!(
        last(&[&["convert", "in.dat", "b.f16", "--dry-run"], &lossy[..]].concat()),
        "3 items, nothing is written, 2 losses"
    );
    // Nothing is said of what is not lost, except on a terminal.
    assert_eq!(last(&["convert", "in.dat", "c.f64", "--from", "f32", "--to", "f64"]), "");
    let on_terminal = |arguments: &[&str]| {
        let (shown, code) = run_on_terminal(&place, arguments, 100);
        assert_eq!(code, Some(0), "{shown}");
        shown.lines().last().unwrap_or_default().to_owned()
    };
    assert_eq!(
        on_terminal(&["convert", "in.dat", "d.f64", "--from", "f32", "--to", "f64", "--no-progress"]),
        "3 items, 24 bytes written, nothing is lost"
    );
    assert_eq!(
        on_terminal(&["convert", "in.dat", "e.csv", "--record", "pair.datarep", "--no-progress"]),
        format!("2 records, {} bytes written, nothing is lost", place.read("e.csv").len())
    );
    // With `--quiet` only errors are printed.
    for (name, arguments) in [
        ("f.f64", &["--from", "f32", "--to", "f64"][..]),
        ("g.f16", &lossy[..]),
        ("h.csv", &["--record", "pair.datarep", "--partial", "--at", "4"]),
    ] {
        let quiet = [&["convert", "in.dat", name, "--quiet"], arguments].concat();
        assert_eq!(run_on_terminal(&place, &quiet, 100), (String::new(), Some(0)));
    }
    let (failed, code) =
        run_on_terminal(&place, &["convert", "none", "h", "--from", "f32", "--to", "f64", "-q"], 100);
    assert!(failed.contains("cannot read `none`") && code == Some(1), "{failed:?}");
}

/// What `--partial` leaves out is told, of each kind of file.
#[test]
fn what_partial_leaves_out_is_told() {
    let place = Place::new();
    place.write("in.dat", make_noise(10));
    place.write("pair.datarep", "record pair { x: f32; y: [u8; 2]; }");
    place.write("list.datarep", "record list { count: u8; items: [u16; count]; }");
    place.write("list.dat", [1, 0, 7, 2, 0, 8]);
    place.write("marked.dat", [0, 6, 0, 0, 1, 2, 0, 9, 0, 0, 1, 2]);
    for (arguments, said) in [
        (
            &["in.dat", "a.npy", "--from", "u32"][..],
            "left out: 2 bytes from byte 8 of `in.dat` on, no whole item",
        ),
        (
            &["in.dat", "b.npy", "--from", "u16", "--row", "4"],
            "left out: 2 bytes from byte 8 of `in.dat` on, no whole row",
        ),
        (
            &["in.dat", "c.csv", "--record", "pair.datarep"],
            "left out: 4 bytes from byte 6 of `in.dat` on, no whole record",
        ),
        (
            &["list.dat", "d.csv", "--record", "list.datarep", "--to", "csv"],
            "left out: 3 bytes from byte 3 of `list.dat` on, no whole record",
        ),
        (&["marked.dat", "e.csv", "--from", "unsigned(8)", "--marks", "rdw"], "`marked.dat` is not whole"),
    ] {
        let all = [&["convert", "--partial"], arguments].concat();
        let done = place.run(&all);
        assert_eq!(done.code, Some(0), "{}", done.stderr);
        assert!(done.stderr.contains(said), "{arguments:?}: {}", done.stderr);
    }
}
