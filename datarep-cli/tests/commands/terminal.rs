//! Commands on a terminal: colors, widths, progress, and what is refused there.

use std::fs::File;
use std::io::{ErrorKind, Read, Write as _};
use std::process::{Child, Command, Stdio};

use rustix::fs::{Mode, OFlags};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Winsize, tcsetwinsize};

use crate::{Place, root};

/// A terminal. What a program writes to `line` is read from `screen`.
struct Terminal {
    screen: File,
    line: File,
}

impl Terminal {
    fn new(columns: u16) -> Terminal {
        let screen = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a terminal");
        grantpt(&screen).expect("it is ours");
        unlockpt(&screen).expect("it is ours");
        let name = ptsname(&screen, Vec::new()).expect("a name");
        let line = rustix::fs::open(name, OFlags::RDWR | OFlags::NOCTTY, Mode::empty()).expect("its line");
        let size = Winsize { ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 };
        tcsetwinsize(&line, size).expect("a width");
        Terminal { screen: screen.into(), line: line.into() }
    }

    fn line(&self) -> Stdio {
        self.line.try_clone().expect("a copy").into()
    }

    /// Everything that is written until no writer is left, with the line ends of a file.
    fn all(self) -> String {
        drop(self.line);
        let (mut screen, mut bytes, mut part) = (self.screen, Vec::new(), [0; 4096]);
        loop {
            match screen.read(&mut part) {
                Ok(0) => break,
                Ok(read) => bytes.extend_from_slice(&part[..read]),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                // The other side of the terminal is closed.
                Err(_) => break,
            }
        }
        String::from_utf8_lossy(&bytes).replace("\r\n", "\n")
    }
}

/// Runs a command whose output and errors go to a terminal, with nothing to read.
fn run(place: &Place, arguments: &[&str], columns: u16, colors: bool) -> (String, Option<i32>) {
    let terminal = Terminal::new(columns);
    let mut child = begin(place, arguments, &terminal, colors);
    drop(child.stdin.take());
    let shown = terminal.all();
    (shown, child.wait().expect("it ends").code())
}

/// Runs a command on a terminal of so many columns, with colors if it has any.
pub(crate) fn run_on_terminal(place: &Place, arguments: &[&str], columns: u16) -> (String, Option<i32>) {
    run(place, arguments, columns, true)
}

/// Runs a command whose errors go to a terminal, and its output to a file. Returns both.
pub(crate) fn run_to_file(place: &Place, arguments: &[&str], name: &str) -> (String, String) {
    let terminal = Terminal::new(100);
    let file = File::create(place.path(name)).expect("a file");
    let mut command = place.command(arguments);
    command.env("TERM", "xterm-256color").stdout(file).stderr(terminal.line());
    let mut child = command.spawn().expect("it runs");
    // The copy of the terminal in the command would keep it open.
    drop(command);
    let shown = terminal.all();
    assert_eq!(child.wait().expect("it ends").code(), Some(0), "{shown}");
    (shown, String::from_utf8(place.read(name)).expect("text"))
}

fn begin(place: &Place, arguments: &[&str], terminal: &Terminal, colors: bool) -> Child {
    let mut command: Command = place.command(arguments);
    command
        .env("TERM", "xterm-256color")
        .stdin(Stdio::piped())
        .stdout(terminal.line())
        .stderr(terminal.line());
    if !colors {
        command.env("NO_COLOR", "1");
    }
    command.spawn().expect("it runs")
}

#[test]
fn a_table_is_as_wide_as_the_terminal() {
    let place = Place::new();
    let widest =
        |shown: &str| plain(shown).lines().map(|line| line.chars().count()).max().unwrap_or_default();
    let (narrow, code) = run(&place, &["list", "hfp32"], 60, true);
    assert_eq!(code, Some(0), "{narrow}");
    assert!(widest(&narrow) <= 60, "{narrow}");
    let (wide, _) = run(&place, &["list", "hfp32"], 200, true);
    assert!((61..=200).contains(&widest(&wide)), "{wide}");
    assert!(narrow.lines().count() > wide.lines().count());
    let (help, _) = run(&place, &["convert", "--help"], 60, true);
    assert!(widest(&help) <= 60, "{help}");
}

/// A text without its color codes.
fn plain(text: &str) -> String {
    anstream::adapter::strip_str(text).to_string()
}

#[test]
fn faults_are_in_colors_unless_these_are_not_wanted() {
    let place = Place::new();
    let (colored, code) = run(&place, &["show", "hpf32"], 80, true);
    assert_eq!(code, Some(1));
    assert!(colored.starts_with("\u{1b}[1m\u{1b}[31merror\u{1b}[0m"), "{colored:?}");
    let (bare, _) = run(&place, &["show", "hpf32"], 80, false);
    assert!(bare.starts_with("error: no format is named `hpf32`"), "{bare:?}");
    assert_eq!(plain(&colored), bare);
    assert_eq!(place.run(&["show", "hpf32"]).stderr, bare);
}

#[test]
fn lists_and_items_have_colors_on_a_terminal_alone() {
    let place = Place::new();
    place.write("in.dat", [0xC2, 0x76, 0xA0, 0x00, 0x01, 0x00, 0x00, 0x01]);
    place.write("pair.datarep", "use ibm::hfp32; record pair { x: hfp32; y: hfp32; }");
    for (arguments, begin) in [
        (
            &["list", "hfp32"][..],
            "\u{1b}[1mFORMAT  BITS  FROM  IS\u{1b}[0m\n\u{1b}[1m\u{1b}[32mhfp32\u{1b}[0m",
        ),
        (&["show", "hfp32"], "\u{1b}[1mSource:     \u{1b}[0m"),
        (&["explain", "1.0", "--as", "hfp32"], "\u{1b}[1m\u{1b}[32mhfp32\u{1b}[0m: "),
        (&["dump", "in.dat", "--as", "hfp32"], "\u{1b}[33manother word is written for it\u{1b}[0m\n"),
        (&["dump", "in.dat", "--record", "pair.datarep"], "\u{1b}[1mrecord 0 at byte 0, 8 bytes\u{1b}[0m\n"),
    ] {
        let (colored, code) = run(&place, arguments, 400, true);
        assert_eq!(code, Some(0), "{colored}");
        assert!(colored.contains(begin), "{arguments:?}: {colored:?}");
        let (bare, _) = run(&place, arguments, 400, false);
        assert!(!bare.contains('\u{1b}'), "{bare:?}");
        assert_eq!(plain(&colored), bare);
        if arguments[0] != "list" {
            assert_eq!(place.run(arguments).text(), bare);
        }
    }
}

#[test]
fn items_are_not_written_to_a_terminal() {
    let place = Place::new();
    place.write("in.f32", [0; 8]);
    for to in ["f64", "npy"] {
        let (shown, code) = run(&place, &["convert", "in.f32", "-", "--from", "f32", "--to", to], 80, false);
        assert_eq!(code, Some(1));
        assert!(
            shown.starts_with("error: standard output is a terminal, and the items are no text\n"),
            "{shown:?}"
        );
    }
    // Text is written.
    let (shown, code) = run(&place, &["convert", "in.f32", "-", "--from", "f32", "--to", "csv"], 80, false);
    assert_eq!((plain(&shown).contains("0.0\n0.0\n"), code), (true, Some(0)), "{shown:?}");
}

#[test]
fn progress_is_shown_while_something_is_done() {
    let place = Place::new();
    let section = root().join("examples/data/line.sgy");
    place.write("line.sgy", std::fs::read(section).expect("the section"));
    let way = ["--from", "hfp32", "--to", "f64", "--at", "3600"];
    let (shown, code) = run(&place, &[&["convert", "line.sgy", "out.dat"], &way[..]].concat(), 70, false);
    assert_eq!(code, Some(0), "{shown}");
    // At the end the report stays on the terminal, and the bar does not.
    let last = plain(&shown);
    assert!(last.trim_end().ends_with("nothing is lost") || last.contains("lost"), "{last:?}");

    // The end of a pipe is not known, so bytes and rate are shown as they come.
    let terminal = Terminal::new(70);
    let mut child =
        begin(&place, &["convert", "-", "pipe.dat", "--from", "f32", "--to", "f64"], &terminal, false);
    let mut pipe = child.stdin.take().expect("a pipe");
    pipe.write_all(&vec![0; 1 << 20]).expect("it is read");
    let (mut shown, mut part) = (String::new(), [0; 256]);
    let mut screen = terminal.screen.try_clone().expect("a copy");
    while !(shown.contains("B/s") && shown.contains("1.00 MiB")) {
        let read = screen.read(&mut part).expect("the bar is drawn");
        shown.push_str(&String::from_utf8_lossy(&part[..read]));
    }
    drop(pipe);
    drop(screen);
    let rest = terminal.all();
    assert_eq!(child.wait().expect("it ends").code(), Some(0));
    assert!(rest.contains("262144 items of standard input: f32 to f64, through `f32`\n"), "{rest:?}");
}

/// Names and texts come from others. What a terminal would obey is shown instead.
#[test]
fn escape_sequences_do_not_reach_the_terminal() {
    const CLEAR: &str = "\u{1b}[2J";
    let place = Place::new();
    let (text, data, other) = ("a\u{1b}[2J.datarep", "b\u{1b}[2J\nb.dat", "c\u{9b}2J.cpy");
    let format = "/// Clears\u{1b}[2J, and so does \u{9b}2J.\nfloat clears = S1 E7 F24 where value = 0.F * 16^(E - 64);\n";
    place.write(text, format);
    place.write("wrong.datarep", format.replace("F24", "F25 \u{9b}2J"));
    place.write(data, [0_u8; 64]);
    place.write(
        other,
        "       01  A.\n           05  B PIC X.\n           05  C REDEFINES B\u{1b}[2J PIC X.\n",
    );
    place.write("d.cpy", "       01  A.\n           05  B PIC \u{1b}[2J.\n");
    // A header with a text of the file.
    place.write(
        "e.sav",
        [&b"HEADER RECORD*******LIBRARY HEADER RECORD!!!!!!!"[..], CLEAR.as_bytes(), &[0x20; 400]].concat(),
    );
    let own = ["--text", text];
    for (arguments, shows) in [
        (&["list", "clears", own[0], own[1]][..], true),
        (&["show", "clears", own[0], own[1]], true),
        (&["explain", "1", "--as", "clears", own[0], own[1]], true),
        (&["check", text], true),
        (&["check", "wrong.datarep"], false),
        (&["list", "--text", "none\u{1b}[2J"], true),
        (&["dump", data, "--as", "twos(80)"], true),
        (&["dump", "none\u{1b}[2J", "--as", "f32"], true),
        (&["probe", data], true),
        (&["probe", "e.sav"], false),
        (&["convert", data, "x.csv", "--from", "f32", "--force"], true),
        (&["convert", data, "-", "--from", "twos(80)", "--to", "csv"], true),
        (&["import", other], false),
        (&["import", "d.cpy"], true),
        (&["show", "hfp32\u{1b}[2J"], true),
    ] {
        for colors in [true, false] {
            let (shown, _) = run(&place, arguments, 100, colors);
            let has_control =
                |letter: char| letter != '\u{1b}' && letter.is_control() && letter != '\n' && letter != '\r';
            assert!(!shown.contains(CLEAR) && !shown.contains(has_control), "{arguments:?}: {shown:?}");
            assert!(!shows || shown.contains("\u{241b}[2J"), "{arguments:?}: {shown:?}");
        }
    }
    // JSON keeps the characters, as escapes.
    for arguments in
        [&["list", "clears", "--json", own[0], own[1]][..], &["show", "clears", "--json", own[0], own[1]]]
    {
        let shown = place.run(arguments).text();
        assert!(shown.contains("\\u001b[2J") && shown.contains("\\u009b2J"), "{shown}");
    }
}
