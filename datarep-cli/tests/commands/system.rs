//! What the system refuses: permissions, full devices, closed pipes, interrupts.

use std::fs::{self, Permissions};
use std::io::Write as _;
use std::os::unix::fs::PermissionsExt as _;
use std::os::unix::process::{CommandExt as _, ExitStatusExt as _};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};

use crate::{Done, Place};

/// The user `nobody`, on every system with users.
pub(crate) const NOBODY: u32 = 65534;

/// The names in a folder.
pub(crate) fn names(place: &Place, folder: &str) -> Vec<String> {
    let entries = fs::read_dir(place.path(folder)).expect("a folder");
    let mut names: Vec<String> =
        entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

#[test]
fn files_without_permission_are_told() {
    let place = Place::new();
    let may = |name: &str, mode| {
        fs::set_permissions(place.path(name), Permissions::from_mode(mode)).expect("permissions");
    };
    place.write("in.f32", [0; 8]);
    place.write("secret.dat", [0; 8]);
    place.write("secret.datarep", "float a = S1 E7 F24 where value = 0.F * 16^(E - 64);\n");
    fs::create_dir(place.path("locked")).expect("a folder");
    fs::create_dir(place.path("open")).expect("a folder");
    // Root may do everything. Then the user `nobody` runs the program, from a place where `nobody` may run it.
    let program = place.path("open/datarep");
    fs::hard_link(env!("CARGO_BIN_EXE_datarep"), &program)
        .or_else(|_| fs::copy(env!("CARGO_BIN_EXE_datarep"), &program).map(drop))
        .expect("the program");
    may(".", 0o755);
    may("locked", 0o555);
    may("secret.dat", 0);
    may("secret.datarep", 0);
    let is_root = fs::read(place.path("secret.dat")).is_ok();
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
    let denied = |tried: &str| format!("error: cannot {tried}: permission denied\n");
    assert_eq!(told(&["dump", "secret.dat", "--as", "f32"]), denied("read `secret.dat`"));
    assert_eq!(
        told(&["convert", "secret.dat", "-", "--from", "f32", "--to", "csv"]),
        denied("read `secret.dat`")
    );
    assert_eq!(
        told(&["convert", "in.f32", "locked/out.csv", "--from", "f32"]),
        denied("write `locked/out.csv`")
    );
    assert_eq!(
        told(&["convert", "in.f32", "locked/out.parquet", "--from", "f32"]),
        denied("write `locked/out.parquet`")
    );
    assert_eq!(told(&["list", "--text", "secret.datarep"]), denied("read `secret.datarep`"));
    assert_eq!(told(&["check", "secret.datarep"]), denied("read `secret.datarep`"));
    assert_eq!(told(&["show", "hfp32", "--svg", "locked/hfp32.svg"]), denied("write `locked/hfp32.svg`"));
    assert_eq!(told(&["new", "crate", "locked/mine"]), denied("write `locked/mine`"));
    assert_eq!(names(&place, "locked"), [""; 0]);
}

#[test]
fn a_full_disk_leaves_nothing() {
    let place = Place::new();
    place.write("in.f32", vec![0; 4 << 20]);
    fs::create_dir(place.path("disk")).expect("a folder");
    let program = env!("CARGO_BIN_EXE_datarep");
    // A disk of one MiB that exists for these commands alone.
    let script = format!(
        "mount -t tmpfs -o size=1m none disk || exit 77
         for end in csv npy parquet arrow; do
             '{program}' convert in.f32 disk/out.$end --from f32 --to $end --row 4; echo $?
         done
         '{program}' convert in.f32 disk/out.dat --from f32 --to f64; echo $?
         ls -A disk"
    );
    let unshared = Command::new("unshare")
        .args(["--mount", "--map-root-user", "sh", "-c", &script])
        .current_dir(place.path("."))
        .env("HOME", place.path("."))
        .stdin(Stdio::null())
        .output();
    let done = match unshared {
        Ok(output) if output.status.success() => Done::of(output),
        // No disk can be mounted here.
        Ok(_) | Err(_) => {
            let _ = std::io::stderr().write_all(b"not tried: a small disk, as none may be mounted here\n");
            return;
        }
    };
    let full = |end: &str| format!("error: cannot write `disk/out.{end}`: no space left on device\n");
    // Zeros take almost no bytes in Parquet.
    let told = ["csv", "npy", "arrow", "dat"].map(full).concat();
    assert_eq!((done.text().as_str(), done.stderr.as_str()), ("1\n1\n0\n1\n1\nout.parquet\n", told.as_str()));
}

#[test]
fn a_full_device_is_told_by_every_command() {
    let place = Place::new();
    place.write("in.f32", vec![0; 1 << 16]);
    place.write("a.datarep", "float a = S1 E7 F24 where value = 0.F * 16^(E - 64);\n");
    for arguments in [
        &["list"][..],
        &["show", "hfp32"],
        &["show", "hfp32", "--svg", "-"],
        &["explain", "1", "--as", "hfp32"],
        &["check", "a.datarep"],
        &["dump", "in.f32", "--as", "f32"],
        &["convert", "in.f32", "-", "--from", "f32", "--to", "csv"],
        &["convert", "in.f32", "-", "--from", "f32", "--to", "npy"],
        &["convert", "in.f32", "-", "--from", "f32", "--to", "f64", "--dry-run"],
        &["new", "crate", "mine"],
        &["manual"],
        &["completions", "zsh"],
    ] {
        let full = fs::File::options().write(true).open("/dev/full").expect("/dev/full");
        let done = Done::of(place.command(arguments).stdout(full).output().expect("it runs"));
        let told = "error: cannot write standard output: no space left on device\n";
        assert_eq!((done.code, done.stderr.as_str()), (Some(1), told), "{arguments:?}");
    }
}

#[test]
fn whoever_closes_a_pipe_is_not_told() {
    let place = Place::new();
    place.write("in.f32", vec![0; 4 << 20]);
    for arguments in [
        &["list"][..],
        &["dump", "in.f32", "--as", "f32"],
        &["dump", "in.f32", "--as", "f32", "--json"],
        &["convert", "in.f32", "-", "--from", "f32", "--to", "csv"],
        &["convert", "in.f32", "-", "--from", "f32", "--to", "f64"],
        &["convert", "in.f32", "-", "--from", "f32", "--to", "npy"],
        #[cfg(feature = "columnar")]
        &["convert", "in.f32", "-", "--from", "f32", "--to", "arrow"],
    ] {
        let mut command = place.command(arguments);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it runs");
        drop(child.stdout.take());
        let done = Done::of(child.wait_with_output().expect("it ends"));
        assert_eq!((done.code, done.stderr.as_str()), (Some(141), ""), "{arguments:?}");
    }
}

/// Lets the processes that are started from now on end by signals, also where this one was started to ignore them
/// (`nohup`, or behind `&` of a script). A signal that is ignored stays so in them, and one that is caught does not.
fn catch_signals() {
    for signal in [SIGHUP, SIGINT, SIGTERM] {
        signal_hook::flag::register(signal, Arc::default()).expect("it can be caught");
    }
}

#[test]
fn an_interrupted_conversion_leaves_nothing() {
    catch_signals();
    for (signal, number, end) in [("-INT", 2, "csv"), ("-TERM", 15, "npy"), ("-HUP", 1, "parquet")] {
        let place = Place::new();
        let output = format!("out.{end}");
        let mut command = place.command(&["convert", "-", &output, "--from", "f32", "--row", "8"]);
        let mut child = command.stdin(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it runs");
        // The pipe stays open, so that the command waits for more.
        let mut pipe = child.stdin.take().expect("a pipe");
        pipe.write_all(&vec![0; 1 << 20]).expect("it is read");
        // The bytes beyond the capacity of the pipe have been read, so the file was begun.
        assert_eq!(names(&place, ".").len(), 1);
        let killed = Command::new("kill").args([signal, &child.id().to_string()]).status();
        assert!(killed.expect("it runs").success());
        let output = child.wait_with_output().expect("it ends");
        let (ended, done) = (output.status.signal(), Done::of(output));
        drop(pipe);
        assert_eq!((ended, done.code, done.stderr.as_str()), (Some(number), None, ""), "{signal}");
        assert_eq!(names(&place, "."), [""; 0], "{signal}");
    }
}

#[test]
fn texts_and_items_come_from_standard_input() {
    let place = Place::new();
    let pipe = |arguments: &[&str], bytes: &[u8]| {
        let mut command = place.command(arguments);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("it runs");
        // A command that fails does not read everything.
        let _ = child.stdin.take().expect("a pipe").write_all(bytes);
        Done::of(child.wait_with_output().expect("it ends"))
    };
    let text = b"float a = S1 E7 F25 where value = 0.F * 16^(E - 64);\n";
    let done = pipe(&["check", "-"], text);
    assert_eq!(done.code, Some(1));
    assert!(format!("{}{}", done.text(), done.stderr).contains("33 bits"), "{}{}", done.text(), done.stderr);
    let marked = [&[0, 0, 0, 4][..], &1.0_f32.to_be_bytes(), &[0, 0, 0, 4]].concat();
    let way = ["--from", "f32", "--marks", "fortran4", "--to"];
    let done = pipe(&[&["convert", "-", "-"], &way[..], &["csv"]].concat(), &marked);
    assert_eq!((done.text().as_str(), done.code), ("1.0\n", Some(0)), "{}", done.stderr);
    let done = pipe(&[&["convert", "-", "-"], &way[..], &["f32 little"]].concat(), &marked);
    assert_eq!((done.stdout.as_slice(), done.code), (&1.0_f32.to_le_bytes()[..], Some(0)), "{}", done.stderr);
    assert!(!Path::new("-").exists());
}

/// A device without an end is read as far as shows that it is too long.
#[test]
fn devices_without_an_end_are_not_read_whole() {
    let place = Place::new();
    let told = |name: &str| {
        format!(
            "error: {name} has more than 1048576 bytes, and a text may have so many\n  = help: divide it into several\n"
        )
    };
    for arguments in [&["check", "/dev/zero"][..], &["list", "--text", "/dev/zero"], &["import", "/dev/zero"]]
    {
        let done = place.run(arguments);
        assert_eq!((done.code, done.stderr), (Some(1), told("`/dev/zero`")), "{arguments:?}");
    }
    for arguments in [["check", "-"], ["import", "-"]] {
        let zeros = fs::File::open("/dev/zero").expect("/dev/zero");
        let done = Done::of(place.command(&arguments).stdin(zeros).output().expect("it runs"));
        assert_eq!((done.code, done.stderr), (Some(1), told("standard input")), "{arguments:?}");
    }
    let done = place.run(&["probe", "/dev/zero", "--at", "100000"]);
    assert_eq!((done.code, done.stderr.as_str()), (Some(0), ""));
    assert!(done.text().starts_with("`/dev/zero`\n"), "{}", done.text());
    let done = place.run(&["probe", "/dev/zero", "--length", "1073741825"]);
    let told = "error: 1073741825 bytes are too many to be examined\n  \
                = help: `--length` is at most a GiB, and the default is enough for most files\n";
    assert_eq!((done.code, done.stderr.as_str()), (Some(1), told));
}

/// The system says that these files have no bytes.
#[test]
fn files_that_the_system_makes_are_read() {
    let name = "/proc/version";
    let Ok(bytes) = fs::read(name) else { return };
    let place = Place::new();
    let as_bytes = ["--from", "unsigned(8)", "--to", "unsigned(8)"];
    let done = place.run(&[&["convert", name, "-"], &as_bytes[..]].concat());
    assert_eq!((done.stdout, done.code, done.stderr.as_str()), (bytes.clone(), Some(0), ""));
    let done = place.run(&[&["convert", name, "-", "--at", "6"], &as_bytes[..]].concat());
    assert_eq!((done.stdout.as_slice(), done.code), (&bytes[6..], Some(0)), "{}", done.stderr);
    place.write("a.datarep", "record r { n: u8; x: [ascii; 5]; }\n");
    let done = place.run(&["dump", name, "--record", "a.datarep", "--count", "1"]);
    assert!(done.text().contains("\"inux\""), "{}", done.text());
    let done = place.run(&["probe", name, "--at", "100000"]);
    assert_eq!(done.stderr, "error: `/proc/version` has no byte 100000\n");
    // A file without bytes is one still.
    place.write("empty.f32", []);
    let done = place.run(&["convert", "empty.f32", "-", "--from", "f32", "--to", "npy"]);
    assert_eq!((done.code, done.stderr.as_str()), (Some(0), "note: `empty.f32` is empty\n"));
}

/// A named pipe is read as `cat` reads it: the command waits for a program that writes, and can be interrupted.
#[test]
fn a_named_pipe_is_waited_for() {
    catch_signals();
    let place = Place::new();
    let made = Command::new("mkfifo").arg(place.path("pipe")).status().expect("it runs");
    assert!(made.success());
    let begin = |arguments: &[&str]| {
        let mut command = place.command(arguments);
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it runs")
    };
    let from = ["--from", "f32", "--to", "csv"];
    let child = begin(&[&["convert", "pipe", "-"], &from[..]].concat());
    fs::write(place.path("pipe"), 1.5_f32.to_be_bytes()).expect("it is read");
    let done = Done::of(child.wait_with_output().expect("it ends"));
    assert_eq!((done.text().as_str(), done.code), ("1.5\n", Some(0)), "{}", done.stderr);
    for arguments in
        [&[&["convert", "pipe", "-"], &from[..]].concat()[..], &["probe", "pipe"], &["check", "pipe"]]
    {
        let child = begin(arguments);
        let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
        assert!(killed.expect("it runs").success());
        let done = Done::of(child.wait_with_output().expect("it ends"));
        assert_ne!(done.code, Some(0), "{arguments:?}");
    }
}

/// Where the system has no thread left, the work is done by the one that is there.
#[test]
fn commands_need_no_second_thread() {
    let place = Place::new();
    let program = place.path("datarep");
    fs::hard_link(env!("CARGO_BIN_EXE_datarep"), &program)
        .or_else(|_| fs::copy(env!("CARGO_BIN_EXE_datarep"), &program).map(drop))
        .expect("the program");
    fs::set_permissions(place.path("."), Permissions::from_mode(0o777)).expect("permissions");
    place.write("in.f32", vec![0; 1 << 20]);
    let is_root =
        fs::metadata("/proc/self").is_ok_and(|data| std::os::unix::fs::MetadataExt::uid(&data) == 0);
    for arguments in [
        "list hfp32",
        "convert in.f32 out.csv --from f32 --row 4",
        "convert in.f32 out.dat --from f32 --to f64",
        "convert in.f32 out.parquet --from f32",
        "probe in.f32",
    ] {
        let mut command = Command::new("prlimit");
        // The process itself is the only one that its user may have.
        command.args(["--nproc=1", "--", "./datarep"]).args(arguments.split(' '));
        command.current_dir(place.path(".")).env_clear().stdin(Stdio::null());
        if is_root {
            command.uid(NOBODY).gid(NOBODY);
        }
        let Ok(output) = command.output() else {
            let _ = std::io::stderr().write_all(b"not tried: a limit of threads, as there is no `prlimit`\n");
            return;
        };
        let done = Done::of(output);
        assert_eq!((done.code, done.stderr.as_str()), (Some(0), ""), "{arguments}");
    }
}
