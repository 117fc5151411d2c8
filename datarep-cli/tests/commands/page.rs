//! `--page` of `datarep show` and `datarep probe`: the page in a browser.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::{Done, Place};

/// A text with a format of its own.
const OWN: &str = "float short = S1 E7 F24 where value = 0.F * 16^(E - 64);\n";

impl Place {
    /// The command, which finds a page, on a machine without a desktop.
    fn with_page(&self, arguments: &[&str]) -> Command {
        self.write("page.html", "<!doctype html>");
        let mut command = self.command(arguments);
        command.env("DATAREP_PAGE", self.path("page.html"));
        command
    }

    /// The command on a desktop whose opener is this script.
    fn on_desktop(&self, arguments: &[&str], opener: &str) -> Done {
        use std::os::unix::fs::PermissionsExt as _;
        fs::create_dir_all(self.path("bin")).expect("a folder");
        self.write("bin/xdg-open", format!("#!/bin/sh\n{opener}\n"));
        fs::set_permissions(self.path("bin/xdg-open"), fs::Permissions::from_mode(0o755)).expect("a mode");
        let mut command = self.with_page(arguments);
        command.env("DISPLAY", ":0").env("TMPDIR", self.folder.path());
        command.env("PATH", format!("{}:/usr/bin:/bin", self.path("bin").display()));
        Done::of(command.output().expect("the command runs"))
    }

    fn page_address(&self) -> String {
        let folder = self.folder.path().canonicalize().expect("a folder");
        format!("file://{}/page.html", folder.display())
    }
}

fn run(mut command: Command) -> (String, String, Option<i32>) {
    let Done { stdout, stderr, code } = Done::of(command.output().expect("the command runs"));
    (String::from_utf8(stdout).expect("text"), stderr, code)
}

#[test]
fn without_a_desktop_the_address_is_printed() {
    let place = Place::new();
    place.write("own.datarep", OWN);
    let (stdout, stderr, code) = run(place.with_page(&["show", "--page", "twos(24) little"]));
    assert_eq!((stderr.as_str(), code), ("", Some(0)));
    assert_eq!(stdout, format!("{}#view=format&format=twos%2824%29%20little\n", place.page_address()));
    // Another program's name stands for one of the library.
    let (stdout, ..) = run(place.with_page(&["show", "H5T_VAX_F32", "--page"]));
    assert!(stdout.ends_with("#view=format&format=vax_f\n"), "{stdout}");
    // A format of a text comes with the text.
    let (stdout, stderr, code) = run(place.with_page(&["show", "short", "--page", "--text", "own.datarep"]));
    assert_eq!((stderr.as_str(), code), ("", Some(0)));
    let text =
        "float%20short%20%3D%20S1%20E7%20F24%20where%20value%20%3D%200.F%20%2A%2016%5E%28E%20-%2064%29%3B%0A";
    assert!(stdout.ends_with(&format!("#view=text&format=short&text={text}\n")), "{stdout}");
}

#[test]
fn the_desktop_opens_a_file_that_leads_to_the_address() {
    let place = Place::new();
    // What is open already is not waited for.
    let opener = "cp \"$1\" opened.html; rm \"$1\"";
    let Done { stdout, stderr, code } = place.on_desktop(&["show", "hfp32", "--page"], opener);
    assert_eq!((stderr.as_str(), code), ("", Some(0)));
    let address = format!("{}#view=format&format=hfp32", place.page_address());
    assert_eq!(String::from_utf8_lossy(&stdout), format!("{address}\n"));
    let opened = String::from_utf8(place.read("opened.html")).expect("text");
    assert!(opened.contains(&format!("content=\"0; url={}\"", address.replace('&', "&amp;"))), "{opened}");
    // An opener that fails is reported, and the address is there all the same.
    let Done { stdout, stderr, code } = place.on_desktop(&["show", "hfp32", "--page"], "exit 3");
    assert_eq!((String::from_utf8_lossy(&stdout).as_ref(), code), (&*format!("{address}\n"), Some(1)));
    assert!(
        stderr.contains("`xdg-open` cannot open the page") && stderr.contains("exit status: 3"),
        "{stderr}"
    );
}

#[test]
fn a_probe_opens_the_page_at_the_candidate() {
    let place = Place::new();
    let title = [0xE3, 0xC9, 0xE3, 0xD3, 0xC5, 0x40, 0x40, 0x40].repeat(80);
    place.write("my section.dat", [title, crate::probe::section()].concat());
    let (stdout, stderr, code) = run(place.with_page(&["probe", "--page", "my section.dat"]));
    assert_eq!((stderr.as_str(), code), ("", Some(0)));
    assert!(stdout.contains("1. hfp32 big"), "{stdout}");
    let folder = place.page_address().replace("/page.html", "").replace("file://", "").replace('/', "%2F");
    let address = format!(
        "{}#view=file&choose={folder}%2Fmy%20section.dat&at=640&as=hfp32%20big",
        place.page_address()
    );
    assert_eq!(stdout.lines().last(), Some(&*address));
    let (_, stderr, code) = run(place.with_page(&["probe", "--page", "-"]));
    assert_eq!(code, Some(1));
    assert!(stderr.contains("standard input cannot be chosen in a page"), "{stderr}");
}

#[test]
fn what_the_page_does_not_show_is_refused() {
    let place = Place::new();
    place.write("own.datarep", "record r { a: f32 big; }\n");
    for (arguments, said) in [
        (&["show", "ibm370", "--page"][..], "is a representation, and the page shows formats"),
        (&["show", "r", "--page", "--text", "own.datarep"], "is a record, and the page shows formats"),
    ] {
        let (stdout, stderr, code) = run(place.with_page(arguments));
        assert_eq!((stdout.as_str(), code), ("", Some(1)), "{arguments:?}");
        assert!(stderr.contains(said), "{stderr}");
    }
    let (_, stderr, code) = run(place.with_page(&["show", "hfp32", "--page", "--json"]));
    assert_eq!(code, Some(2), "{stderr}");
}

#[test]
fn the_page_is_found_where_it_is_installed() {
    let place = Place::new();
    let mut named = place.command(&["show", "hfp32", "--page"]);
    named.env("DATAREP_PAGE", "missing.html");
    let (_, stderr, code) = run(named);
    assert_eq!(code, Some(1));
    assert!(stderr.contains("which DATAREP_PAGE names, is no file"), "{stderr}");

    // An installation of its own, beside which no build has left a page.
    fs::create_dir_all(place.path("usr/bin")).expect("a folder");
    let own = place.path("usr/bin/datarep");
    let built = Path::new(env!("CARGO_BIN_EXE_datarep"));
    if fs::hard_link(built, &own).is_err() {
        fs::copy(built, &own).expect("a copy");
    }
    let installed = || {
        let mut command = Command::new(&own);
        command.args(["show", "hfp32", "--page"]).env_clear().env("HOME", place.folder.path());
        command.env("XDG_DATA_DIRS", format!("relative:{}", place.path("system").display()));
        run(command)
    };
    let (stdout, stderr, code) = installed();
    assert_eq!((stdout.as_str(), code), ("", Some(1)));
    assert!(
        stderr.contains("the page is not installed") && stderr.contains("`cargo xtask page` makes it"),
        "{stderr}"
    );
    // From the last place to the first.
    for found in [
        "system/datarep/page.html",
        ".local/share/datarep/page.html",
        "usr/page/index.html",
        "usr/share/datarep/page.html",
        "usr/bin/datarep-page.html",
    ] {
        assert!(stderr.contains(&format!("/{found}` does not exist")), "{found}: {stderr}");
        fs::create_dir_all(place.path(found).parent().expect("a folder")).expect("a folder");
        place.write(found, "<!doctype html>");
        let (stdout, stderr, code) = installed();
        assert_eq!((stderr.as_str(), code), ("", Some(0)));
        assert!(stdout.ends_with(&format!("/{found}#view=format&format=hfp32\n")), "{found}: {stdout}");
    }
}
