//! `docs/reliability.md`: faults, operations, promises, and the proof of each.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

/// The text before the table.
const HEAD: &str = "\
# Faults, and what is promised then

Made by `cargo xtask faults --write`: do not edit.

This page says what the library and its commands do when the system fails them: a disk that is full, a file that somebody else cuts, a process
that is killed. Each row of the table names a fault, what was running when it was made to happen, what is promised, and what shows that: a
command of this repository that makes the fault happen, or a test that `cargo test` or `pytest` runs. A fault or an operation that no row names
is not tried, and nothing is promised about it.

Three words have one meaning in the whole table:

- **access**: the program `one_access` of the runtime's examples. It writes 1,500 doubles to a new file, to an existing one, to a view with holes
  (as single pieces, and as blocks that are read, changed and written back), and by sixteen threads on one handle. It reads them with and without
  holes. It makes a file longer and shorter, and calls `preallocate`, `sync` and delete.
- **conversion**: `datarep convert` of a file of doubles to another format, to CSV, and to an array of NumPy that replaces an older file.
- **error**: the access returns an error that names the file and the routine, and says how many items are done if it moves items. A command prints `error:` with
  the name of the file, and ends with the exit code 1.

These promises hold in every row of `cargo xtask faults`:

- A byte that an access was not asked to change stays as it was. Each byte that it was asked to change is the old one or the new one.
- The items that an error calls done are in the file, or have been read. For sixteen threads on one handle there is no such number.
- A conversion's new file is complete, or it is not there. If it replaces another file and fails, the old file is there. There is one
  exception: if only the last step fails, the sync of the folder, then the new file is there, and the error says so.
- An access closes its descriptors. No temporary file is left, unless the process was killed or ended for want of memory. Then a
  file named `.datarep-NAME.unfinished` may be left beside the file `NAME` that it was to become. The next command that writes `NAME` removes it.

An access changes the file in place, and is no transaction. If the process is killed, or the device fails, some items are new and others old.
Where that matters, write a new file and rename it. `datarep convert` does that, and `datarep.write` in Python.

";

/// The text after the table.
const TAIL: &str = "
# Untrusted inputs

`fuzz/` has eleven programs, one for each way in which untrusted bytes come in: texts, interpreted formats, formats that are drawn at random,
records, records that are drawn at random, words, datatypes, files with views, probed files, the commands that read files, and the tables of plug-ins.
Each is a campaign of libFuzzer. No input may make one of them panic, or take more than 512 MiB, or 2 seconds in an optimized build, which may be 16 of a processor where branches are counted. Where there is a reference, no input may
give another answer than the reference. An array has no more texts without characters than
[the language](language.md#records-of-a-file) allows, so that values which take no bytes are bounded by bytes that are there. The inputs that once broke
a promise are committed, beside others that reach something. `cargo test` takes each of them once.

```sh
rustup toolchain install nightly     # branches are counted by it alone
cargo xtask fuzz --seconds 20        # all campaigns but `shapes`, and then inputs of a MiB
cargo xtask fuzz --seconds 3600 text files
cargo xtask fuzz --until-quiet       # each until it has found no new branch for ten million executions and eight hours
```

`.ci/nightly` runs each campaign for a minute. `cargo xtask fuzz shapes` runs the campaign `shapes`, which has not run for long yet. New inputs that a run finds are kept in `target/fuzz/inputs`, and the next run goes on from
there. A job that runs for hours each week keeps that folder. Each run ends with a table. It shows what each campaign has executed in all runs, how many
executions that is in a second of a processor, how long the campaign has found no new branch, and how much of its aim that is. The aim of each
campaign is that it finds no new branch for ten million executions and for eight hours, whichever takes longer. So far no campaign has had such a run
since the programs that are measured here were written. The programs are those of `cargo fuzz`, too.

Executions in a second of an AMD EPYC processor (family 25), each from the committed inputs. Such numbers vary by a third.

| campaign | at commit 6a63b4b | now | what an execution does |
|---|---:|---:|---|
| `text` | 327 | 3,243 | All texts are parsed and checked. One of 128 is also explained, printed, generated and run, with two of its formats. |
| `records` | 876 | 8,387 | Of texts that are new, one of 16 is parsed. |
| `readers` | 99 | 1,162 | A command is run in the process of the campaign, with files in memory. |
| `probe` | 79 | 1,758 | In one input of 20 the numbers are probed. In all, headers, labels and texts are looked for. |
| `files` | 1,368 | 11,347 | A few operations on a small file, which is compared as a whole. |

`text`, `records` and `readers` ran for 15 seconds beside other programs, the others for 20 seconds on an idle machine. `probe` and `readers` are more than ten
times as fast as at that commit, `text` and `records` nearly ten times, and `files` eight times. Half of the time of `text` was the recording of the parser's comparisons for
libFuzzer, from which it tries their other side. Without it the campaign found more branches in the same time of the processor, so comparisons are recorded only in the packages that
read words, files and tables.

A wrong program breaks no promise if it does not crash. So four campaigns begin with a comparison: `text`, `records`, `readers` and `probe` know what each
committed input gives (`fuzz/answers`). `DATAREP_ANSWERS=write cargo test -p xtask --test fuzz` writes these answers where they are to change, and
`DATAREP_ANSWERS=write cargo test -p datarep-cli --test readers` those of `readers`. Three campaigns compare each input with a reference of its own: `formats`
and `dynamic` that of numbers, and `shapes` that of records. The latter draws a record as a tree, writes the text and the files of it, and walks over the
bytes by that tree. It knows neither the compiled model nor the layouts of the interpreter.

Whether the campaigns find faults is tried by faults that are planted:

```sh
cargo xtask mutants                  # 200 faults, for each some campaigns for ten minutes each: weeks
cargo xtask mutants --seconds 3 --most 50
```

That plants faults in parser, checker and readers, one at a time: an operator, a negation, an arm, a guard or a function's result is another one. It counts how
many the campaigns find. 118 were tried for three seconds each beside other programs. No run of ten minutes for each is done:

| faults in | tried | found | by |
|---|---:|---:|---|
| parser | 41 | 34 | `text` 34, `records` 8 |
| checker | 41 | 38 | `text` 37, `records` 15, `dynamic` 4, `formats` 3 |
| readers | 36 | 29 | `readers` 16, `records` 12, `shapes` 10, `probe` 7 |

That is 86 in a hundred, and at least 81 of each part. Nearly all were found by the comparison with the answers of committed inputs: without it, `text`, `records`, `formats` and
`dynamic` found none of 15 in three seconds each. Of the seven in the readers that were missed, three are in how the command reads records between marks. The reference of `shapes` is that of `cargo xtask random`, which has found
two faults of the interpreter that nobody planted: records of a choice by what is valid were refused when they were written, if an alternative had an array beside a missing item.
`cargo xtask random --interpreted --formats 20000` found no other: 23,990 formats with 10,841,186 items, and 5,000 texts of records with 383,989 records, 0 different.

# Memory and threads

`unsafe` is in the runtime's modules `kernel`, `raw` and `file::allocate`, in the engine for MPI, and in the modules `memory` and `buffer` of the Python package. What its blocks
argue is tried by tests under tools that see what a processor lets pass:

| tool | what it runs |
|---|---|
| Miri, with strict provenance and symbolic alignment | functions of C, tables of plug-ins, items seen as bytes and bytes as items, casts, arrays of Python as bytes |
| valgrind, whose processor has no vectors of 64 bytes | accesses to files, conversions by the command |

The same command has runs under the address and the thread sanitizer, and of files of MPI.

No tool runs three things in the Python package. The blocks of `buffer` ask NumPy and Python for addresses and new objects: each names the test that goes through it, but that test runs
under the interpreter alone. The instruction that copies long runs (`memory::copy_rep_movsb`) is one that Miri does not interpret; the address sanitizer does not look into it. And threads that convert
overlapping bytes of one array at once make atomic accesses of different sizes to them, which Rust's rules leave open: processors give each byte its old or its new value.

```sh
rustup toolchain install nightly --component miri --component rust-src
cargo xtask sanitize                 # all of them
cargo xtask sanitize --quick         # accesses to files under valgrind, which each change's tests run
.ci/nightly                          # all of them, and the campaigns of fuzzing
```

# What comes with a crate

`cargo xtask supply` looks at licenses, sources and versions of all dependencies, and compares the crates that come with published ones with
a committed list, and public items with another. It builds the published crates by the oldest compiler that each names (Rust 1.91, the command
1.95), and with the oldest dependencies that their manifests allow. Advisories are not looked at: `cargo deny check advisories` does that where
its database can be had.
";

/// All operations that `cargo xtask faults` runs.
const ALL: &str = "every access and every conversion";

/// What shows a promise: a command, or the file and the name of a test.
enum Proof {
    Command(&'static str),
    Test(&'static str, &'static str),
}

use Proof::{Command, Test};

const FAULTS: Proof = Command("cargo xtask faults");
const MPI_FAULTS: Proof = Command("cargo xtask mpi-faults");

/// The files with tests that several rows name.
const ACCESS: &str = "runtime/src/file/tests/faults.rs";
const SHARING: &str = "runtime/src/file/tests/sharing.rs";
const FILES: &str = "datarep-cli/tests/commands/files.rs";
const SYSTEM: &str = "datarep-cli/tests/commands/system.rs";
const PYTHON: &str = "datarep-python/tests/test_faults.py";

struct Row {
    fault: &'static str,
    operation: &'static str,
    promise: &'static str,
    shown: &'static [Proof],
}

const ROWS: &[Row] = &[
    Row {
        fault: "The n-th call of the system fails with `EIO`, `ENOSPC`, `EDQUOT`, `EROFS` or `EBADF`. All n are tried, one after the other.",
        operation: ALL,
        promise: "There is an error, or the call was not needed and all is done.",
        shown: &[FAULTS],
    },
    Row {
        fault: "Somebody closes the descriptor before the n-th call.",
        operation: ALL,
        promise: "There is an error, or Rust's library ends the process when it closes the descriptor again.",
        shown: &[FAULTS],
    },
    Row {
        fault: "Two calls of three are interrupted (`EINTR`). In another run, each call moves a third of the bytes that it was asked to move.",
        operation: ALL,
        promise: "All is done, as without the fault.",
        shown: &[FAULTS],
    },
    Row {
        fault: "The device is full: a file system of 32 KiB in memory, `/dev/full`, or a storage of the tests that has so much room.",
        operation: "Accesses that write",
        promise: "There is an error. In the tests with a storage and with `/dev/full` its class is `NoSpace`.",
        shown: &[
            FAULTS,
            Test(ACCESS, "a_full_device"),
            Test(ACCESS, "a_file_system_that_is_full"),
            Test("runtime/src/file/tests/sieving.rs", "a_full_device_while_sieving"),
        ],
    },
    Row {
        fault: "The device is full: a file system of 1 MiB in memory, or `/dev/full` as standard output.",
        operation: "`datarep convert` to each kind of file; the output of twelve commands",
        promise: "There is an error, and no new file.",
        shown: &[
            Test(SYSTEM, "a_full_disk_leaves_nothing"),
            Test(SYSTEM, "a_full_device_is_told_by_every_command"),
        ],
    },
    Row {
        fault: "The process may make no larger file (`RLIMIT_FSIZE`). It ignores the signal of that limit, or does not.",
        operation: "Accesses that write or make the file longer; conversions",
        promise: "A process that ignores the signal gives an error. Otherwise the signal ends the process.",
        shown: &[FAULTS],
    },
    Row {
        fault: "The file system can only be read.",
        operation: "Accesses that write or make the file longer",
        promise: "There is an error, and nothing changes.",
        shown: &[FAULTS],
    },
    Row {
        fault: "Another process cuts the file to two thirds, or makes it longer, before the n-th call.",
        operation: ALL,
        promise: "Items that an access returns as read are right, and it says how many there were. Bytes behind the cut may be zero. If a conversion succeeds, its file is not compared here: the next row is about that.",
        shown: &[FAULTS, Test(ACCESS, "a_file_that_is_cut")],
    },
    Row {
        fault: "Another process cuts the input while it is read.",
        operation: "`datarep convert` of items and of records",
        promise: "The command says at which byte the file ended, and how long it was. It ends with the exit code 1.",
        shown: &[Test(FILES, "a_file_that_is_cut_while_it_is_read_is_an_error")],
    },
    Row {
        fault: "A sector cannot be read.",
        operation: "Reading through a storage of the tests",
        promise: "There is an error of the class `Io`. The items that it calls done are read.",
        shown: &[Test(ACCESS, "a_bad_sector")],
    },
    Row {
        fault: "The process is killed (`kill -9`) at the n-th call, or in the middle of a write.",
        operation: ALL,
        promise: "Each byte is the old one or the new one. The file of a conversion is complete, or the old one, or not there.",
        shown: &[FAULTS],
    },
    Row {
        fault: "The process is killed, and the same command runs again.",
        operation: "`datarep convert`, `datarep new`",
        promise: "The second process removes what the first one left. It leaves alone what a process that still runs is writing.",
        shown: &[Test(FILES, "what_a_killed_run_left_is_removed_by_the_next")],
    },
    Row {
        fault: "A user interrupts the command, or closes the terminal (`SIGINT`, `SIGTERM`, `SIGHUP`).",
        operation: "`datarep convert`",
        promise: "No file is left, and the process ends by the signal. A process that was started to ignore the signal, as by `nohup`, finishes its work.",
        shown: &[
            Test(SYSTEM, "an_interrupted_conversion_leaves_nothing"),
            Test(FILES, "signals_that_are_ignored_stay_ignored"),
        ],
    },
    Row {
        fault: "The machine loses its power.",
        operation: "`datarep convert`",
        promise: "The content of a new file is synced before the file gets its name, and the folder before the command ends. `--no-sync` leaves both out. The test makes each of these calls fail in turn. No machine was switched off.",
        shown: &[Test(FILES, "a_new_file_is_synced_before_its_name_and_its_folder_after_it")],
    },
    Row {
        fault: "The file to replace is private, or of another owner, or has several names, or may not be written.",
        operation: "`datarep convert --force`",
        promise: "The new file has the owner, the mode and the attributes of the old one, and has the mode from its first byte on. If that is impossible, there is an error, and the old file stays.",
        shown: &[
            Test(FILES, "a_replaced_file_keeps_its_owner_mode_and_attributes"),
            Test(FILES, "nobody_else_reads_what_will_be_private"),
            Test(FILES, "what_cannot_be_kept_is_not_replaced"),
        ],
    },
    Row {
        fault: "The n-th allocation of memory after the opening fails.",
        operation: ALL,
        promise: "There is an error, or Rust or the C library ends the process.",
        shown: &[FAULTS],
    },
    Row {
        fault: "A directory or a FIFO is in the place of the file.",
        operation: "Accesses that write, read, sync or change the size",
        promise: "Opening fails at once, with an error of the class `BadFile` or `UnsupportedOperation`.",
        shown: &[FAULTS],
    },
    Row {
        fault: "A FIFO has no writer, or no reader.",
        operation: "`datarep convert`, `probe` and `check`; `datarep.read`, `probe` and `write` in Python",
        promise: "They wait until there is one, as `cat` does, without a limit. An interrupt from the keyboard ends the waiting. In Python, `datarep.open` refuses a FIFO at once.",
        shown: &[
            Test(SYSTEM, "a_named_pipe_is_waited_for"),
            Test(PYTHON, "test_waiting_for_a_fifo_can_be_interrupted"),
            Test(PYTHON, "test_a_fifo_has_no_places"),
        ],
    },
    Row {
        fault: "A file object does not block, or moves fewer bytes than it was asked to move.",
        operation: "`datarep.read` and `write` in Python",
        promise: "Fewer bytes are no fault: the rest follows. If there are no bytes now, or no room, the error says how many were moved.",
        shown: &[Test(PYTHON, "test_a_file_object_that_does_not_block_loses_nothing")],
    },
    Row {
        fault: "The disk is full, or an argument is wrong.",
        operation: "`datarep.write` to a path, and `datarep.open` with `\"w+\"`, in Python",
        promise: "There is an exception, and the old file is as it was. If the folder takes no new file, or the owner cannot be kept, the old file is overwritten in place, and a fault may leave a part of it new.",
        shown: &[
            Test(PYTHON, "test_a_full_disk_leaves_the_old_file"),
            Test(PYTHON, "test_a_wrong_argument_empties_no_file"),
            Test(PYTHON, "test_where_a_file_cannot_be_replaced_it_is_overwritten"),
        ],
    },
    Row {
        fault: "The system makes no new thread.",
        operation: "Conversions in Python; commands",
        promise: "The threads that there are do the work, with the same result.",
        shown: &[Test(PYTHON, "test_no_thread_can_be_made"), Test(SYSTEM, "commands_need_no_second_thread")],
    },
    Row {
        fault: "Two processes write at the same time, each to the places between the items of the other.",
        operation: "Accesses that write in place",
        promise: "All items of both are in the file, and no other byte changes.",
        shown: &[FAULTS],
    },
    Row {
        fault: "Many threads use one handle.",
        operation: "Sixteen threads that write; six that read",
        promise: "Each access is done once, at its place.",
        shown: &[FAULTS, Test(SHARING, "a_handle_serves_many_threads")],
    },
    Row {
        fault: "A program drops the request of an access that it began.",
        operation: "Accesses that do not wait",
        promise: "The access is done before the request is gone.",
        shown: &[Test(SHARING, "a_request_that_is_dropped_is_waited_for")],
    },
    Row {
        fault: "An item cannot be converted.",
        operation: "Writing",
        promise: "The error names the item. The items before it are in the file, and nothing behind them. Of two faults, that of the earlier item is returned.",
        shown: &[
            Test(ACCESS, "an_item_that_cannot_be_converted"),
            Test(ACCESS, "the_first_of_two_faults_is_told"),
        ],
    },
    Row {
        fault: "A text of 1 MiB repeats one construct of the language, or one fault.",
        operation: "Parsing and checking, in an optimized build",
        promise: "It takes less than 2 seconds of a processor and 512 MiB. A thousand faults are kept. `cargo xtask fuzz --seconds 300 text` runs such a text for each construct at this size, and a shorter campaign an eighth of it. The tests run them at 16 KiB without a limit of time.",
        shown: &[
            Test("xtask/tests/fuzz.rs", "the_worst_texts_are_answered"),
            Test("datarep-dsl/tests/check_limits.rs", "a_thousand_faults_of_a_text_are_kept"),
            Test("datarep-dsl/src/exact/tests.rs", "numbers_beyond_a_format_need_no_large_integers"),
        ],
    },
    Row {
        fault: "`DATAREP_PLUGINS` names a library that is no plug-in. In another run, the program has the rights of its owner (setuid).",
        operation: "The first call of `libdatarep_mpi.so` that asks for a name, on Linux",
        promise: "A library that is named by its path is refused before any code of it runs. A program with the rights of its owner reads no setting of this library from its environment.",
        shown: &[
            Test("datarep-mpi/src/plugins.rs", "no_code_runs_of_a_library_that_is_no_plugin"),
            Test("datarep-mpi/src/settings.rs", "a_program_with_the_rights_of_its_owner_reads_no_settings"),
        ],
    },
    Row {
        fault: "A function of a plug-in panics, fails, or returns counts and texts that are wrong.",
        operation: "Conversions",
        promise: "There is an error of the class `Conversion`. No panic leaves the plug-in.",
        shown: &[Test("runtime/src/raw/tests/plugin.rs", "failures_do_not_cross_the_border")],
    },
    Row {
        fault: "A function of an MPI program writes past its buffer.",
        operation: "Conversions in a debug build of `libdatarep_mpi.so`",
        promise: "The system ends the process at the first byte beyond the buffer.",
        shown: &[Test("datarep-mpi/src/buffer/guarded.rs", "a_write_past_the_end_ends_the_process")],
    },
    Row {
        fault: "One of two processes of an MPI program fails, hangs or is killed.",
        operation: "The routines of MPI's files, under each MPI library",
        promise: "The process that fails returns an error of its own class, and the other one does not hang.",
        shown: &[MPI_FAULTS],
    },
    Row {
        fault: "The n-th call of the MPI library by `libdatarep_mpi.so` fails, before it has done anything or after it is done. All n are tried.",
        operation: "Opening, views, and every routine of data access and of requests, under each MPI library: one process, and the last of two; with and without `DATAREP_CHECK`",
        promise: "The error has the class of that call. The request is complete, or can be completed again. Items are old or new, and nothing beside them changes. The same use works the next time.",
        shown: &[MPI_FAULTS],
    },
];

/// Writes the page. Returns whether it differed.
///
/// # Errors
///
/// Returns a message if a test named on the page does not exist, or if the file cannot be written.
pub fn write(root: &Path) -> Result<bool, String> {
    let (path, page) = (root.join("docs/reliability.md"), render_page(root)?);
    if fs::read_to_string(&path).is_ok_and(|old| old == page) {
        return Ok(false);
    }
    fs::write(&path, page).map_err(|error| format!("`{}` cannot be written: {error}", path.display()))?;
    Ok(true)
}

/// Compares the page with the committed one.
///
/// # Errors
///
/// Returns a message if the pages differ, or if a test named on the page does not exist.
pub fn check(root: &Path) -> Result<(), String> {
    let old = fs::read_to_string(root.join("docs/reliability.md")).unwrap_or_default();
    if old == render_page(root)? {
        return Ok(());
    }
    Err("`docs/reliability.md` is not what `cargo xtask faults --write` makes".to_owned())
}

fn render_page(root: &Path) -> Result<String, String> {
    let mut page = HEAD.to_owned();
    page.push_str("| fault | operation | promise | shown by |\n|---|---|---|---|\n");
    for Row { fault, operation, promise, shown } in ROWS {
        let shown: Result<Vec<String>, String> = shown.iter().map(|shown| shown.render(root)).collect();
        let _ = writeln!(page, "| {fault} | {operation} | {promise} | {} |", shown?.join(", "));
    }
    page.push_str(TAIL);
    Ok(page)
}

impl Proof {
    /// The words for the page. Returns an error if the test does not exist.
    fn render(&self, root: &Path) -> Result<String, String> {
        let (path, name) = match self {
            Command(command) => return Ok(format!("`{command}`")),
            Test(path, name) => (path, name),
        };
        let text = fs::read_to_string(root.join(path)).map_err(|error| format!("`{path}`: {error}"))?;
        if !["fn", "def"].iter().any(|word| text.contains(&format!("{word} {name}("))) {
            return Err(format!("`{path}` has no test `{name}`"));
        }
        let link = format!("../{path}");
        Ok(format!("[`{name}`]({link})"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every test named on the page exists.
    #[test]
    fn the_page_is_up_to_date() {
        check(&crate::workspace::root()).expect("the page of faults");
    }
}
