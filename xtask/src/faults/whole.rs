//! Faults that do not belong to one call: devices without space, limits, paths that are not files, and two processes at
//! once.

use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use super::FaultCounts;
use super::case::{CASES, Case};
use super::judge::{Ending, check_faulty_run};
use super::place::{FaultFolder, run_with_time_limit};
use super::programs::Programs;

/// Tries all faults of this file.
pub(super) fn try_faults_of_no_call(
    programs: &Programs,
    place: &FaultFolder,
    counts: &mut FaultCounts,
) -> Result<(), String> {
    try_full_and_readonly_devices(programs, place, counts)?;
    try_size_limits(programs, place, counts)?;
    try_other_than_files(programs, place, counts)?;
    try_two_processes(programs, place, counts)
}

/// The arguments of a shell. In the script, `"$@"` is the program of a case, and `$0` is its file.
fn shell_arguments(script: &str, path: &Path, command: &Command) -> Vec<std::ffi::OsString> {
    let mut words = vec!["sh".into(), "-c".into(), script.into(), path.into()];
    words.push(command.get_program().to_owned());
    words.extend(command.get_args().map(ToOwned::to_owned));
    words
}

fn output(command: &mut Command) -> Result<Output, String> {
    command.stdin(Stdio::null()).output().map_err(|error| format!("{command:?} cannot be run: {error}"))
}

/// The operations that write.
fn list_writing_cases() -> impl Iterator<Item = &'static Case> {
    let reads = ["read", "read-holes", "sync", "delete", "cut"];
    CASES.iter().filter(move |case| !reads.contains(&case.operation))
}

/// Mounts a file system for the process alone: one smaller than the data to write, and one that is read-only.
fn try_full_and_readonly_devices(
    programs: &Programs,
    place: &FaultFolder,
    counts: &mut FaultCounts,
) -> Result<(), String> {
    let hidden = place.files_folder().with_file_name("hidden");
    let mounted = |how: &str| {
        // The files are copied out before the process ends, because the file system ends with the process.
        format!(
            "set -e; mkdir -p '{hidden}'; cp -a '{files}/.' '{hidden}'; mount -t tmpfs -o size=32k none '{files}' || exit 77; \
             cp -a '{hidden}/.' '{files}'; {how}; code=0; \"$@\" || code=$?; rm -rf '{hidden}'/* '{hidden}'/.[!.]*; \
             cp -a '{files}/.' '{hidden}'; exit $code",
            hidden = hidden.display(),
            files = place.files_folder().display(),
        )
    };
    for (name, how) in [("a full tmpfs", ":"), ("a tmpfs that is read only", "mount -o remount,ro '{}'")] {
        let how = how.replace("{}", &place.files_folder().display().to_string());
        for case in list_writing_cases().filter(|case| case.input_file().is_none()) {
            let clean = place.run_case(programs, case, None)?;
            place.empty_files_folder()?;
            let path = place.files_folder().join(case.file);
            let before = case.bytes_before_run();
            if let Some(bytes) = &before {
                fs::write(&path, bytes).map_err(|error| error.to_string())?;
            }
            let program = case.make_command(programs, &place.files_folder());
            let mut command = Command::new("unshare");
            command.args(["--mount", "--map-root-user"]).args(shell_arguments(
                &mounted(&how),
                &path,
                &program,
            ));
            let output = output(&mut command)?;
            if output.status.code() == Some(77)
                || String::from_utf8_lossy(&output.stderr).contains("unshare:")
            {
                crate::skipped::report(
                    name,
                    "nothing may be mounted here: allow `unshare --mount --map-root-user`",
                );
                let _ = fs::remove_dir_all(&hidden);
                return Ok(());
            }
            place.empty_files_folder()?;
            copy_files(&hidden, &place.files_folder())?;
            fs::remove_dir_all(&hidden).map_err(|error| error.to_string())?;
            let left = place.collect_result(case, path, before, output, true)?;
            counts.count_judged(
                &format!("{name} under `{}`", case.operation),
                check_faulty_run(case, Ending::Reported, &clean, &left),
            );
        }
    }
    Ok(())
}

fn copy_files(from: &Path, to: &Path) -> Result<(), String> {
    let fault = |error: std::io::Error| format!("`{}`: {error}", from.display());
    for entry in fs::read_dir(from).map_err(fault)? {
        let entry = entry.map_err(fault)?;
        fs::copy(entry.path(), to.join(entry.file_name())).map_err(fault)?;
    }
    Ok(())
}

/// Limits the size of the files that a process may make. The process reports the limit, or the system's signal ends it
/// if it does not ignore the signal.
fn try_size_limits(programs: &Programs, place: &FaultFolder, counts: &mut FaultCounts) -> Result<(), String> {
    for case in list_writing_cases() {
        let clean = place.run_case(programs, case, None)?;
        for (name, script, ending) in [
            ("a limit of the size of files", "trap '' XFSZ; ulimit -f 16; exec \"$@\"", Ending::Reported),
            ("the signal of a limit", "ulimit -f 16; exec \"$@\"", Ending::Killed),
        ] {
            place.empty_files_folder()?;
            let path = place.files_folder().join(case.file);
            let before = case.bytes_before_run();
            if let Some(bytes) = &before {
                fs::write(&path, bytes).map_err(|error| error.to_string())?;
            }
            if let Some((input, bytes)) = case.input_file() {
                fs::write(place.files_folder().join(input), bytes).map_err(|error| error.to_string())?;
            }
            let words = shell_arguments(script, &path, &case.make_command(programs, &place.files_folder()));
            let mut output = output(Command::new(&words[0]).args(&words[1..]))?;
            // The signal of a limit is judged like any other signal that ends a process.
            if output.status.signal() == Some(25) {
                output.status = ExitStatusExt::from_raw(9);
            }
            let left = place.collect_result(case, path, before, output, true)?;
            counts.count_judged(
                &format!("{name} under `{}`", case.operation),
                check_faulty_run(case, ending, &clean, &left),
            );
        }
    }
    Ok(())
}

/// Puts directories, FIFOs and full devices in the place of a file. The process must report them at once, by their
/// error class.
fn try_other_than_files(
    programs: &Programs,
    place: &FaultFolder,
    counts: &mut FaultCounts,
) -> Result<(), String> {
    place.empty_files_folder()?;
    let fifo = place.files_folder().join("fifo");
    let made = Command::new("mkfifo").arg(&fifo).status();
    if !made.is_ok_and(|status| status.success()) {
        return Err("`mkfifo` makes no FIFO".to_owned());
    }
    let folder = place.files_folder();
    let tried: [(&Path, &str, &[&str]); 3] = [
        (&folder, "MPI_ERR_BAD_FILE", &["write", "holes", "read", "sync", "extend"]),
        (&fifo, "MPI_ERR_UNSUPPORTED_OPERATION", &["write", "holes", "sieved", "read", "extend"]),
        (Path::new("/dev/full"), "MPI_ERR_NO_SPACE", &["write", "holes"]),
    ];
    for (path, class, operations) in tried {
        for operation in operations {
            let mut command = Command::new(&programs.access);
            let told = run_with_time_limit(command.arg(operation).arg(path))
                .map(|output| String::from_utf8_lossy(&output.stdout).into_owned());
            let right = told.as_ref().is_ok_and(|told| told.starts_with(&format!("0 failed 0 {class} ")));
            let judged = if right { Ok(()) } else { Err(format!("it came to {told:?}, not to {class}")) };
            counts.count_judged(&format!("`{operation}` of `{}`", path.display()), judged);
        }
    }
    Ok(())
}

/// Two processes write every second item each, at the same time. All items must be written, and no other byte may
/// change.
fn try_two_processes(
    programs: &Programs,
    place: &FaultFolder,
    counts: &mut FaultCounts,
) -> Result<(), String> {
    for round in 0..8 {
        place.empty_files_folder()?;
        let path = place.files_folder().join("file.dat");
        fs::write(&path, vec![0xA5; 24_400]).map_err(|error| error.to_string())?;
        let start = |operation: &str| {
            Command::new(&programs.access).arg(operation).arg(&path).stdout(Stdio::piped()).spawn()
        };
        // Start both before waiting for either.
        let started = [start("even"), start("odd")];
        let running = started.map(|child| {
            let output = child.and_then(std::process::Child::wait_with_output);
            output.map(|output| String::from_utf8_lossy(&output.stdout).into_owned())
        });
        let file = fs::read(&path).map_err(|error| error.to_string())?;
        let mut expected = vec![0xA5; 24_400];
        for index in 0..1500_u32 {
            let item = (f64::from(index) * 1.25 - 300.0).to_be_bytes();
            for at in [(10 + index) * 16, (10 + index) * 16 + 8] {
                expected[at as usize..][..8].copy_from_slice(&item);
            }
        }
        let right = file == expected
            && running.iter().all(|told| told.as_ref().is_ok_and(|told| told.contains("done 1500")));
        let judged = if right { Ok(()) } else { Err(format!("{running:?}, and the file is another")) };
        counts.count_judged(&format!("two processes, round {round}"), judged);
    }
    Ok(())
}
