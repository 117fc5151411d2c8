//! What becomes of files that a command replaces, reads or leaves: owners, attributes, links, signals, power.

use std::fs::{self, Permissions};
use std::io::{Read as _, Write as _};
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, chown};
use std::os::unix::process::{CommandExt as _, ExitStatusExt as _};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

use rustix::fs::XattrFlags;

use crate::system::{NOBODY, names};
use crate::{Done, Place, root};

/// An access list by which the user `nobody` may read a file of mode 640, beside its owner and its group.
const ACCESS_LIST: &[u8] = &[
    2, 0, 0, 0, // the version
    1, 0, 6, 0, 0xFF, 0xFF, 0xFF, 0xFF, // the owner
    2, 0, 4, 0, 0xFE, 0xFF, 0, 0, // the user 65534
    4, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF, // the group
    0x10, 0, 4, 0, 0xFF, 0xFF, 0xFF, 0xFF, // the most that users and groups may
    0x20, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF, // all others
];

/// The name of the attribute with an access list.
const ACCESS: &str = "system.posix_acl_access";

/// Whether the tests run as root, who may give files away.
fn is_root(place: &Place) -> bool {
    let probe = place.path("owner");
    fs::write(&probe, "").expect("a file");
    let given = chown(&probe, Some(NOBODY), None);
    fs::remove_file(&probe).expect("it is ours");
    given.is_ok()
}

/// A command that reads its items from a pipe, and waits for more.
fn begin(place: &Place, arguments: &[&str]) -> (Child, std::process::ChildStdin) {
    begin_command(place.command(arguments))
}

fn begin_command(mut command: Command) -> (Child, std::process::ChildStdin) {
    command.stdin(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("it runs");
    let mut pipe = child.stdin.take().expect("a pipe");
    // The bytes beyond the capacity of the pipe have been read, so the file was begun.
    pipe.write_all(&vec![0; 1 << 20]).expect("it is read");
    (child, pipe)
}

/// The unfinished files in a folder.
fn unfinished(place: &Place) -> Vec<PathBuf> {
    let names = names(place, ".").into_iter().filter(|name| name.ends_with(".unfinished"));
    names.map(|name| place.path(&name)).collect()
}

/// The mode of a file, without its kind.
fn mode(place: &Place, name: &str) -> u32 {
    fs::metadata(place.path(name)).expect("a file").mode() & 0o7777
}

fn set_mode(place: &Place, name: &str, mode: u32) {
    fs::set_permissions(place.path(name), Permissions::from_mode(mode)).expect("it is ours");
}

/// The program in a place from which every user may run it.
fn program_for_all(place: &Place) -> PathBuf {
    set_mode(place, ".", 0o755);
    fs::create_dir(place.path("open")).expect("a folder");
    let program = place.path("open/datarep");
    fs::hard_link(env!("CARGO_BIN_EXE_datarep"), &program)
        .or_else(|_| fs::copy(env!("CARGO_BIN_EXE_datarep"), &program).map(drop))
        .expect("the program");
    program
}

#[test]
fn a_replaced_file_keeps_its_owner_mode_and_attributes() {
    let place = Place::new();
    let is_root = is_root(&place);
    place.write("in.f32", 1.0_f32.to_be_bytes());
    place.write("out.csv", "secret\n");
    set_mode(&place, "out.csv", 0o600);
    let path = place.path("out.csv");
    if is_root {
        chown(&path, Some(NOBODY), Some(NOBODY)).expect("root may");
    }
    let set = |name, value| rustix::fs::setxattr(&path, name, value, XattrFlags::empty());
    let has_attributes = set("user.origin", b"tape 7").is_ok() && set(ACCESS, ACCESS_LIST).is_ok();
    let before = fs::metadata(&path).expect("a file");
    let convert = ["convert", "in.f32", "out.csv", "--from", "f32", "--force"];
    let done = place.run(&convert);
    assert_eq!((done.code, done.stderr.as_str()), (Some(0), ""));
    assert_eq!(place.read("out.csv"), b"1.0\n");
    let after = fs::metadata(&path).expect("a file");
    assert_ne!(before.ino(), after.ino());
    assert_eq!(
        (after.mode(), after.uid(), after.gid()),
        (before.mode(), before.uid(), before.gid()),
        "{:o}",
        after.mode()
    );
    if has_attributes {
        let mut value = vec![0; 256];
        let length = rustix::fs::getxattr(&path, "user.origin", &mut value[..]).expect("it is kept");
        assert_eq!(&value[..length], b"tape 7");
        let length = rustix::fs::getxattr(&path, ACCESS, &mut value[..]).expect("it is kept");
        assert_eq!(&value[..length], ACCESS_LIST);
        // What new files of the folder get is not given to those that had it not.
        rustix::fs::removexattr(&path, ACCESS).expect("it was there");
        set_mode(&place, "out.csv", 0o640);
        let folder = place.path(".");
        rustix::fs::setxattr(&folder, "system.posix_acl_default", ACCESS_LIST, XattrFlags::empty())
            .expect("it has others");
        assert_eq!(place.run(&convert).code, Some(0));
        assert_eq!(mode(&place, "out.csv"), 0o640);
        assert!(rustix::fs::getxattr(&path, ACCESS, &mut value[..]).is_err());
    }
    assert_eq!(names(&place, "."), ["in.f32", "out.csv"]);
}

#[test]
fn nobody_else_reads_what_will_be_private() {
    let place = Place::new();
    place.write("out.csv", "secret\n");
    set_mode(&place, "out.csv", 0o600);
    let (child, pipe) = begin(&place, &["convert", "-", "out.csv", "--from", "f32", "--force"]);
    let new = unfinished(&place);
    assert_eq!(new.len(), 1, "{new:?}");
    assert_eq!(fs::metadata(&new[0]).expect("a file").mode() & 0o777, 0o600);
    drop(pipe);
    assert_eq!(Done::of(child.wait_with_output().expect("it ends")).code, Some(0));
    assert_eq!((mode(&place, "out.csv"), names(&place, ".")), (0o600, vec!["out.csv".to_owned()]));
}

#[test]
fn what_cannot_be_kept_is_not_replaced() {
    let place = Place::new();
    let is_root = is_root(&place);
    let program = program_for_all(&place);
    place.write("in.f32", [0; 4]);
    fs::create_dir(place.path("shared")).expect("a folder");
    set_mode(&place, "shared", 0o777);
    // A file with a second name.
    place.write("shared/linked.csv", "old\n");
    fs::hard_link(place.path("shared/linked.csv"), place.path("shared/other.csv")).expect("a link");
    let convert = |to: &'static str| ["convert", "in.f32", to, "--from", "f32", "--force"];
    let done = place.run(&convert("shared/linked.csv"));
    assert_eq!(
        done.stderr,
        "error: cannot replace `shared/linked.csv`: it has 2 names (hard links), and the others would keep the old file\n  \
         = help: write a new file; or remove this name first: `rm shared/linked.csv`\n"
    );
    assert_eq!(place.read("shared/other.csv"), b"old\n");
    // A file that its user may not write, and one of another owner.
    place.write("shared/locked.csv", "old\n");
    set_mode(&place, "shared/locked.csv", 0o444);
    place.write("shared/foreign.csv", "old\n");
    set_mode(&place, "shared/foreign.csv", 0o666);
    let told = |arguments: &[&str]| {
        let mut command = Command::new(&program);
        command.args(arguments).current_dir(place.path(".")).env_clear().stdin(Stdio::null());
        if is_root {
            command.uid(NOBODY).gid(NOBODY);
        }
        let done = Done::of(command.output().expect("it runs"));
        assert_eq!((done.code, done.text().as_str()), (Some(1), ""), "{arguments:?}");
        done.stderr
    };
    assert_eq!(
        told(&convert("shared/locked.csv")),
        "error: cannot replace `shared/locked.csv`: permission denied\n"
    );
    if is_root {
        let told = told(&convert("shared/foreign.csv"));
        assert!(
            told.starts_with("error: cannot replace `shared/foreign.csv`: its owner cannot be kept"),
            "{told}"
        );
        // Root may write both, and keeps what they are.
        for (name, kept) in [("shared/locked.csv", 0o444), ("shared/foreign.csv", 0o666)] {
            let done = place.run(&convert(name));
            assert_eq!((done.code, done.stderr.as_str()), (Some(0), ""));
            assert_eq!((mode(&place, name), place.read(name)), (kept, b"0.0\n".to_vec()));
        }
    } else {
        assert_eq!(place.read("shared/locked.csv"), b"old\n");
    }
    // A link to nothing is no file, and is not replaced by one.
    std::os::unix::fs::symlink("nothing", place.path("dangling.csv")).expect("a link");
    let done = place.run(&convert("dangling.csv"));
    assert_eq!(
        (done.code, done.stderr.as_str()),
        (Some(1), "error: cannot write `dangling.csv`: it is a link to a file that does not exist\n")
    );
    assert_eq!(names(&place, "shared"), ["foreign.csv", "linked.csv", "locked.csv", "other.csv"]);
}

#[test]
fn a_link_stays_and_what_it_leads_to_is_replaced() {
    let place = Place::new();
    place.write("in.f32", [0; 4]);
    fs::create_dir(place.path("there")).expect("a folder");
    place.write("there/real.csv", "old\n");
    std::os::unix::fs::symlink("there/real.csv", place.path("out.csv")).expect("a link");
    let done = place.run(&["convert", "in.f32", "out.csv", "--from", "f32", "--force"]);
    assert_eq!((done.code, done.stderr.as_str()), (Some(0), ""));
    assert!(fs::symlink_metadata(place.path("out.csv")).expect("a link").is_symlink());
    assert_eq!(place.read("there/real.csv"), b"0.0\n");
    // A file may become its own successor: all of it is read before it is replaced.
    assert_eq!(place.run(&["convert", "in.f32", "in.f32", "--from", "f32", "--to", "f64"]).code, Some(1));
    let done = place.run(&["convert", "in.f32", "in.f32", "--from", "f32", "--to", "f64", "--force"]);
    assert_eq!((done.code, place.read("in.f32")), (Some(0), vec![0; 8]));
}

#[test]
fn pictures_and_texts_replace_only_what_they_may() {
    let place = Place::new();
    let singles: Vec<u8> = (0..400_u16).flat_map(|index| (f32::from(index) * 0.37).to_be_bytes()).collect();
    place.write("in.f32", &singles);
    place.write("own.datarep", "float a = S1 E7 F24 where value = 0.F * 16^(E - 64);\n");
    place.write("copy.cpy", "       01  A.\n           05  B  PIC X(4).\n");
    for name in ["kept.svg", "kept.png", "kept.datarep"] {
        place.write(name, "mine\n");
    }
    let exists = |name: &str| format!("error: `{name}` exists already\n  = help: `--force` replaces it\n");
    let input =
        |name: &str| format!("error: `{name}` is what is read\n  = help: name another file to write\n");
    for (arguments, told) in [
        (&["probe", "in.f32", "--svg", "kept.svg"][..], exists("kept.svg")),
        (&["probe", "in.f32", "--png", "kept.png"], exists("kept.png")),
        (&["probe", "in.f32", "--svg", "new.svg", "--png", "kept.png"], exists("kept.png")),
        (&["show", "hfp32", "--svg", "kept.svg"], exists("kept.svg")),
        (&["import", "copy.cpy", "kept.datarep"], exists("kept.datarep")),
        (&["probe", "in.f32", "--svg", "in.f32"], input("in.f32")),
        (&["probe", "in.f32", "--svg", "./in.f32", "--force"], input("./in.f32")),
        (&["probe", "in.f32", "--png", "in.f32", "--force"], input("in.f32")),
        (
            &["probe", "in.f32", "--text", "own.datarep", "--png", "own.datarep", "--force"],
            input("own.datarep"),
        ),
        (&["show", "a", "--text", "own.datarep", "--svg", "own.datarep", "--force"], input("own.datarep")),
        (&["import", "copy.cpy", "copy.cpy", "--force"], input("copy.cpy")),
    ] {
        let done = place.run(arguments);
        assert_eq!((done.code, done.stderr.as_str()), (Some(1), told.as_str()), "{arguments:?}");
        assert_eq!(done.text(), "", "{arguments:?}");
    }
    let done = place.run(&["probe", "in.f32", "--svg", "both", "--png", "both", "--force"]);
    assert_eq!(
        (done.code, done.stderr.as_str()),
        (Some(1), "error: `--svg` and `--png` name the same file\n  = help: name two files\n")
    );
    for name in ["kept.svg", "kept.png", "kept.datarep"] {
        assert_eq!(place.read(name), b"mine\n", "{name}");
    }
    assert_eq!(place.read("in.f32"), singles);
    assert_eq!(
        names(&place, "."),
        ["copy.cpy", "in.f32", "kept.datarep", "kept.png", "kept.svg", "own.datarep"]
    );
    let forced = ["probe", "in.f32", "--svg", "kept.svg", "--png", "kept.png", "--force"];
    let done = place.run(&forced);
    assert_eq!((done.code, done.stderr.as_str()), (Some(0), ""));
    assert!(place.read("kept.svg").starts_with(b"<svg") && place.read("kept.png").starts_with(b"\x89PNG"));
    assert_eq!(place.run(&["show", "hfp32", "--svg", "kept.svg", "--force"]).code, Some(0));
    assert_eq!(place.run(&["import", "copy.cpy", "kept.datarep", "--force"]).code, Some(0));
}

#[test]
fn signals_that_are_ignored_stay_ignored() {
    for signal in ["HUP", "INT", "TERM"] {
        let place = Place::new();
        let mut command = Command::new("sh");
        let script = format!("trap '' {signal}; exec \"$0\" convert - out.csv --from f32");
        command.args(["-c", &script, env!("CARGO_BIN_EXE_datarep")]).current_dir(place.path("."));
        command.env("HOME", place.path("."));
        let (child, pipe) = begin_command(command);
        let killed = Command::new("kill").args([&format!("-{signal}"), &child.id().to_string()]).status();
        assert!(killed.expect("it runs").success());
        // A program that does not ignore the signal has time to end by it.
        std::thread::sleep(std::time::Duration::from_millis(200));
        drop(pipe);
        let done = Done::of(child.wait_with_output().expect("it ends"));
        assert_eq!((done.code, done.stderr.as_str()), (Some(0), ""), "{signal}");
        assert_eq!(names(&place, "."), ["out.csv"], "{signal}");
    }
}

#[test]
fn what_a_killed_run_left_is_removed_by_the_next() {
    let place = Place::new();
    place.write("in.f32", [0; 4]);
    let convert = |to: &'static str| ["convert", "in.f32", to, "--from", "f32"];
    let (mut child, pipe) = begin(&place, &["convert", "-", "out.csv", "--from", "f32"]);
    let left = unfinished(&place);
    assert_eq!(left.len(), 1);
    // While that program runs, another one with the same target leaves its file alone.
    assert_eq!(place.run(&convert("out.csv")).code, Some(0));
    assert_eq!(unfinished(&place), left);
    child.kill().expect("it runs");
    assert_eq!(child.wait().expect("it ends").signal(), Some(9));
    drop(pipe);
    assert_eq!(unfinished(&place), left);
    // Another target is no business of its.
    assert_eq!(place.run(&convert("other.csv")).code, Some(0));
    assert_eq!(unfinished(&place), left);
    let again = ["convert", "in.f32", "out.csv", "--from", "f32", "--force"];
    assert_eq!(place.run(&again).code, Some(0));
    assert_eq!(names(&place, "."), ["in.f32", "other.csv", "out.csv"]);
    // A file of that name that is none is left, and is not in the way.
    fs::create_dir(&left[0]).expect("a folder");
    fs::write(left[0].join("mine"), "mine").expect("a file");
    assert_eq!(place.run(&again).code, Some(0));
    assert_eq!(names(&place, ".").len(), 4);
    // So is a folder that an interrupted `new` has left.
    let made = place.run(&["new", "crate", "mine"]);
    assert_eq!((made.code, made.stderr.as_str()), (Some(0), ""));
    fs::rename(place.path("mine"), place.path(".datarep-mine.unfinished")).expect("it is ours");
    assert_eq!(place.run(&["new", "crate", "mine"]).code, Some(0));
    assert!(!place.path(".datarep-mine.unfinished").exists());
}

#[test]
fn long_names_have_unfinished_files() {
    let place = Place::new();
    place.write("in.f32", [0; 4]);
    let name = format!("{}.csv", "ä".repeat(125));
    let done = place.run(&["convert", "in.f32", &name, "--from", "f32"]);
    assert_eq!((done.code, done.stderr.as_str()), (Some(0), ""));
    assert_eq!(names(&place, "."), ["in.f32", &name]);
}

/// The file is larger than what a pipe and the command's buffers hold, so the command has not read all of it when it is
/// cut.
#[test]
fn a_file_that_is_cut_while_it_is_read_is_an_error() {
    const LENGTH: usize = 12 << 20;
    const CUT: usize = 8 << 20;
    let text = "record single { a: 256 bytes; }\nrecord varied { n: u32; a: [u8; n]; }\n";
    // Each repeats after 256 bytes.
    let listed = [&[0, 0, 0, 252][..], &[0; 252]].concat();
    let marked = [&[0, 0, 0, 248][..], &[0; 248], &[0, 0, 0, 248]].concat();
    for (pattern, more) in [
        (vec![0], &["--from", "f32", "--to", "f64"][..]),
        (vec![0], &["--from", "f32", "--to", "f64", "--partial"]),
        (vec![0], &["--record", "r.datarep", "--from", "single", "--to", "csv"]),
        (listed, &["--record", "r.datarep", "--from", "varied", "--to", "csv"]),
        (marked, &["--from", "f32", "--to", "f64", "--marks", "fortran4"]),
    ] {
        let place = Place::new();
        place.write("r.datarep", text);
        place.write("in.dat", pattern.repeat(LENGTH / pattern.len()));
        let mut command = place.command(&[&["convert", "in.dat", "-"], more].concat());
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("it runs");
        let mut output = child.stdout.take().expect("a pipe");
        output.read_exact(&mut [0; 8]).expect("it writes");
        fs::File::options()
            .write(true)
            .open(place.path("in.dat"))
            .expect("it")
            .set_len(CUT as u64)
            .expect("it is cut");
        std::io::copy(&mut output, &mut std::io::sink()).expect("it is read");
        let done = Done::of(child.wait_with_output().expect("it ends"));
        let told = format!("error: cannot read `in.dat`: it ended after {CUT} of {LENGTH} bytes\n");
        assert_eq!((done.code, done.stderr), (Some(1), told), "{more:?}");
    }
}

/// Runs a conversion with the library of `cargo xtask faults`, in which the n-th call of a kind that concerns the
/// folder of the place fails. Returns all that was said for n from one on.
fn faults(place: &Place, library: &str, more: &[&str]) -> Vec<String> {
    let folder = place.path("files");
    let met = place.path("met");
    let mut said = Vec::new();
    for call in 1..200 {
        let _ = fs::remove_file(&met);
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir(&folder).expect("a folder");
        place.write("files/in.f32", [0; 4]);
        let (input, output) = (folder.join("in.f32"), folder.join("out.csv"));
        let paths = [input.to_str().expect("a path"), output.to_str().expect("a path")];
        let mut command = place.command(&[&["convert", paths[0], paths[1], "--from", "f32"], more].concat());
        command
            .env("LD_PRELOAD", library)
            .env("DATAREP_FAULT", "EIO")
            .env("DATAREP_FAULT_AT", call.to_string());
        command.env("DATAREP_FAULT_FOLDER", &folder).env("DATAREP_FAULT_MET", &met);
        let done = Done::of(command.output().expect("it runs"));
        if !met.exists() {
            break;
        }
        let is_there = if output.exists() { "there" } else { "not there" };
        let told = done.stderr.replace(&format!("{}/", folder.display()), "");
        said.push(format!("{told}{} {is_there}", done.code.unwrap_or(-1)));
    }
    said
}

#[test]
fn a_new_file_is_synced_before_its_name_and_its_folder_after_it() {
    let place = Place::new();
    let (library, source) = (place.path("faults.so"), root().join("xtask/faults/shim.c"));
    let built =
        Command::new("cc").args(["-shared", "-fPIC", "-o"]).args([&library, &source]).arg("-ldl").status();
    if !cfg!(all(target_os = "linux", target_pointer_width = "64", target_env = "gnu"))
        || !built.is_ok_and(|status| status.success())
    {
        let _ = std::io::stderr().write_all(b"not tried: faults, as their library cannot be built here\n");
        return;
    }
    let library = library.to_str().expect("a path");
    let of_file = "error: cannot sync `out.csv`: input/output error\n1 not there".to_owned();
    let of_folder = "error: cannot sync the folder of `out.csv`: input/output error\n  \
                     = note: `out.csv` is complete, but a loss of power may still take its name away\n1 there"
        .to_owned();
    let said = faults(&place, library, &[]);
    let place_of = |what: &String| said.iter().position(|said| said == what);
    let (file, folder) = (place_of(&of_file), place_of(&of_folder));
    assert!(file.is_some() && folder > file, "{said:#?}");
    let renamed = said.iter().filter(|said| said.ends_with(" there") && !said.ends_with("not there"));
    assert!(renamed.count() >= 1, "{said:#?}");
    let said = faults(&place, library, &["--no-sync"]);
    assert!(!said.iter().any(|said| said.contains("sync")), "{said:#?}");
}
