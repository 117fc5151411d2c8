//! `docs/reliability.md`: faults, operations, promises, and the proof of each.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

/// The text before the table.
const HEAD: &str = "\
# Faults, and what is promised then

Made by `cargo xtask faults --write`: do not edit. `cargo xtask faults` tries what its name stands beside, and `cargo test` the tests.

Three promises hold for each access to a file by the runtime, and for the commands that a row names. What no row names is not tried.

- What was complete before is as it was, or as it was to be, byte for byte. A byte that an access was not told to change is never another.
- An error names the file and the routine, and how many items before it are done. These are done.
- Nothing is left behind: no descriptor, no thread, no temporary file. A process that is killed may leave a file named
  `.datarep-NAME.unfinished` beside the one that it was to become. The next command that writes `NAME` removes it.

An access in place is not a transaction. A process that is killed within one, or a device that fails, leaves some items new and some old; where
that matters, write a new file and rename it, as `datarep convert` and `datarep.write` in Python do.

";

/// The text after the table.
const TAIL: &str = "
# Untrusted inputs

`fuzz/` has a program for each way in which untrusted bytes come in: texts, formats, words, records, datatypes, files and views, the readers
of the command, the tables of plug-ins. No input may make one of them panic, take more than 2 seconds or 512 MiB, or give another answer than the
reference, where there is one. Values that take no bytes are bounded by bytes that are there: an array has no more texts without characters than
[the language](language.md#records-of-a-file) allows. Inputs that once did, and those that reach something, are committed; `cargo test` takes each of them once.

```sh
rustup toolchain install nightly     # branches are counted by it alone
cargo xtask fuzz --seconds 20        # all campaigns, and then inputs of a MiB
cargo xtask fuzz --seconds 3600 text files
cargo xtask fuzz --until-quiet       # each until it has found no new branch for ten million executions and eight hours
```

The first of these is a part of each change's tests. What a run finds that is new is kept in `target/fuzz/inputs`, and the next run goes on from
there: a job that runs for hours each week keeps that folder. Each run ends with a table: what each campaign has executed in all runs, how much of it in a
second of a processor, how long it has found no new branch, and how much of its aim that is. Each has the same aim for itself: no new branch for ten million
executions and for eight hours, whichever takes longer. The programs are those of `cargo fuzz`, too.

Executions in a second of an AMD EPYC processor (family 25), each from the committed inputs for 12 to 20 seconds, on a machine that others used too (`text` and `readers` vary by a third):

| campaign | at commit 6a63b4b | now | |
|---|---:|---:|---|
| `text` | 327 | 2,109 | one text of 64 is also explained, printed, generated and run; all are parsed and checked |
| `records` | 876 | 13,088 | of texts that are new, one of 16 is parsed |
| `readers` | 99 | 471 | formats of the library are checked once in a process |
| `probe` | 79 | 1,526 | of one input of 20 the numbers are probed; of all, headers and texts |
| `files` | 1,368 | 13,325 | a few operations on a small file, compared as a whole |

A program that is wrong breaks no promise if it does not crash. So the campaigns `text`, `records` and `probe` begin with a comparison: what the committed inputs
give is known (`fuzz/answers`). `DATAREP_ANSWERS=write cargo test -p xtask --test fuzz` writes that where it is to change.

```sh
cargo xtask mutants                  # 200 faults, for each some campaigns for ten minutes each: weeks
cargo xtask mutants --seconds 3 --most 50
```

That plants faults in parser, checker and readers, one at a time: an operator, a negation, an arm, a guard or a function's result is another one. It counts how many the
campaigns find. So far 81 of the 140 faults in parser and checker were tried with the comparison of
the campaign `text` alone, which finds 29 of 36 in the parser and 39 of 45 in the checker. Without it, `text`, `records`, `formats` and `dynamic` found none of 15
in three seconds each. Of the 60 in the readers, 6 were tried with `records` and `probe` for three seconds each, and none was found. No run of ten minutes for each is done, and the rest is not tried.

# Memory and threads

`unsafe` is in the runtime's modules `kernel`, `raw` and `file::allocate`, in the engine for MPI, and in the modules `memory` and `buffer` of the Python package. What its blocks
argue is tried by tests under tools that see what a processor lets pass:

| tool | what it runs |
|---|---|
| Miri, with strict provenance and symbolic alignment | functions of C, tables of plug-ins, items seen as bytes and bytes as items, casts, arrays of Python as bytes |
| valgrind, whose processor has no vectors of 64 bytes | accesses to files, conversions by the command |

The same command has runs under the address and the thread sanitizer, and of files of MPI.

No tool runs three things in the Python package. The blocks of `buffer` ask NumPy and Python for addresses and new objects: each names the test that goes through it, but that test runs
under the interpreter alone. The instruction that copies long runs (`memory::copy_long`) is one that Miri does not interpret; the address sanitizer does not look into it. And threads that convert
overlapping bytes of one array at once make atomic accesses of different sizes to them, which Rust's rules leave open: processors give each byte its old or its new value.

```sh
rustup toolchain install nightly --component miri --component rust-src
cargo xtask sanitize                 # all of them
cargo xtask sanitize --quick         # what has time in each change's tests
```

# What comes with a crate

`cargo xtask supply` looks at licenses, sources and versions of all dependencies, and compares the crates that come with published ones with
a committed list, and public items with another. It builds the published crates by the oldest compiler that each names (Rust 1.91, the command
1.95), and with the oldest dependencies that their manifests allow. Advisories are not looked at: `cargo deny check advisories` does that where
its database can be had.
";

/// The accesses of the runtime that write items.
const WRITES: &str = "writing, to a new file and in place: without holes, with holes, by sieving, sixteen threads on one handle";
/// All operations.
const ALL: &str = "these, reading, sizes, `preallocate`, `sync`, deleting; `datarep convert` to a format, CSV and NumPy's arrays";

/// The proof of a promise: the command, or the file and the name of a test.
enum Shown {
    Command,
    Test(&'static str, &'static str),
}

use Shown::{Command, Test};

struct Row {
    fault: &'static str,
    operation: &'static str,
    promise: &'static str,
    shown: &'static [Shown],
}

const ROWS: &[Row] = &[
    Row {
        fault: "`EIO`, `ENOSPC`, `EDQUOT`, `EROFS`, `EBADF` by the n-th call of the system, for each n",
        operation: ALL,
        promise: "told, or not needed; items that are told as done are there; all others as before or new; a conversion's new file is whole or not there, and an old one stays",
        shown: &[Command],
    },
    Row {
        fault: "a descriptor that is closed underneath before the n-th call",
        operation: ALL,
        promise: "as above; Rust's library may end the process when it closes the descriptor again",
        shown: &[Command],
    },
    Row {
        fault: "`EINTR` by two calls of three; each access moves a third of what it was asked",
        operation: ALL,
        promise: "nobody notices",
        shown: &[Command],
    },
    Row {
        fault: "a device that is full: a tmpfs of 32 KiB, `/dev/full`",
        operation: WRITES,
        promise: "class `NoSpace`; the items that are told as done are there",
        shown: &[
            Command,
            Test("runtime/src/file/tests/faults.rs", "a_full_device"),
            Test("runtime/src/file/tests/faults.rs", "a_file_system_that_is_full"),
            Test("runtime/src/file/tests/sieving.rs", "a_full_device_while_sieving"),
            Test("datarep-cli/tests/commands/system.rs", "a_full_disk_leaves_nothing"),
            Test("datarep-cli/tests/commands/system.rs", "a_full_device_is_told_by_every_command"),
        ],
    },
    Row {
        fault: "`RLIMIT_FSIZE`, where its signal is ignored and where it is not",
        operation: "all that write",
        promise: "told; a process that the signal ends leaves each byte old or new",
        shown: &[Command],
    },
    Row {
        fault: "a file system that can only be read",
        operation: WRITES,
        promise: "told when the file is opened; nothing changes",
        shown: &[Command],
    },
    Row {
        fault: "a file that is cut to two thirds, or grows, before the n-th call",
        operation: ALL,
        promise: "what was read and is told is right, the end is where the file ends then; what lies between is zero, old or new",
        shown: &[Command, Test("runtime/src/file/tests/faults.rs", "a_file_that_is_cut")],
    },
    Row {
        fault: "a sector that cannot be read",
        operation: "reading",
        promise: "class `Io`; the items before it are read",
        shown: &[Test("runtime/src/file/tests/faults.rs", "a_bad_sector")],
    },
    Row {
        fault: "`kill -9` at the n-th call, and in the middle of a write",
        operation: ALL,
        promise: "each byte is old or new; a conversion's file is whole, or not there, or the old one",
        shown: &[Command],
    },
    Row {
        fault: "an interrupt from the keyboard, a closed terminal",
        operation: "`datarep convert`",
        promise: "nothing is left, and the process ends by the signal; one that is started to ignore it (`nohup`) goes on",
        shown: &[
            Test("datarep-cli/tests/commands/system.rs", "an_interrupted_conversion_leaves_nothing"),
            Test("datarep-cli/tests/commands/files.rs", "signals_that_are_ignored_stay_ignored"),
        ],
    },
    Row {
        fault: "`kill -9` of a process, and then the same command again",
        operation: "`datarep convert`, `datarep new`",
        promise: "what the first process left is removed, and what another process is writing is not",
        shown: &[Test(
            "datarep-cli/tests/commands/files.rs",
            "what_a_killed_run_left_is_removed_by_the_next",
        )],
    },
    Row {
        fault: "a loss of power",
        operation: "`datarep convert`, `datarep import`, pictures, `datarep new`",
        promise: "content is on the disk before the name is, and the name before the command ends; `--no-sync` waives that",
        shown: &[Test(
            "datarep-cli/tests/commands/files.rs",
            "a_new_file_is_synced_before_its_name_and_its_folder_after_it",
        )],
    },
    Row {
        fault: "an input that is cut while it is read",
        operation: "`datarep convert`",
        promise: "told with the place, and no new file",
        shown: &[Test(
            "datarep-cli/tests/commands/files.rs",
            "a_file_that_is_cut_while_it_is_read_is_an_error",
        )],
    },
    Row {
        fault: "a file to replace that is private, or of another owner, or linked, or that may not be written",
        operation: "`datarep convert --force`",
        promise: "the new file has owner, mode and attributes of the old one from its first byte on; if it cannot, the old one stays",
        shown: &[
            Test(
                "datarep-cli/tests/commands/files.rs",
                "a_replaced_file_keeps_its_owner_mode_and_attributes",
            ),
            Test("datarep-cli/tests/commands/files.rs", "nobody_else_reads_what_will_be_private"),
            Test("datarep-cli/tests/commands/files.rs", "what_cannot_be_kept_is_not_replaced"),
        ],
    },
    Row {
        fault: "memory that cannot be had: the n-th allocation behind the opening, for each n",
        operation: ALL,
        promise: "told, or Rust or the C library ends the process; each byte is old or new",
        shown: &[Command],
    },
    Row {
        fault: "a directory, a FIFO in the place of a file",
        operation: "every access",
        promise: "told when the file is opened, class `BadFile` or `UnsupportedOperation`; no access waits. The command reads a FIFO as `cat` does: it waits for a program that writes, and an interrupt ends it",
        shown: &[Command],
    },
    Row {
        fault: "a FIFO without a writer or a reader",
        operation: "`datarep convert`, `datarep probe`; `datarep.read`, `probe` and `write` in Python",
        promise: "these wait until there is one, without a limit; an interrupt from the keyboard ends that, and in Python the other threads run; `datarep.open` refuses a FIFO at once",
        shown: &[
            Test("datarep-python/tests/test_faults.py", "test_waiting_for_a_fifo_can_be_interrupted"),
            Test("datarep-python/tests/test_faults.py", "test_a_fifo_has_no_places"),
        ],
    },
    Row {
        fault: "a file object that does not block, or takes and gives fewer bytes than it was asked",
        operation: "`datarep.read` and `write` in Python",
        promise: "told, with the number of bytes that are done; fewer bytes are no fault",
        shown: &[Test(
            "datarep-python/tests/test_faults.py",
            "test_a_file_object_that_does_not_block_loses_nothing",
        )],
    },
    Row {
        fault: "a full disk, or an argument that is wrong",
        operation: "`datarep.write` to a path and `datarep.open` with `\"w+\"` in Python",
        promise: "told; the old file is as it was, except where it cannot be replaced: then a part of it may be new",
        shown: &[
            Test("datarep-python/tests/test_faults.py", "test_a_full_disk_leaves_the_old_file"),
            Test("datarep-python/tests/test_faults.py", "test_a_wrong_argument_empties_no_file"),
            Test(
                "datarep-python/tests/test_faults.py",
                "test_where_a_file_cannot_be_replaced_it_is_overwritten",
            ),
        ],
    },
    Row {
        fault: "no thread can be made",
        operation: "conversions in Python",
        promise: "nobody notices: the threads that there are do the work",
        shown: &[Test("datarep-python/tests/test_faults.py", "test_no_thread_can_be_made")],
    },
    Row {
        fault: "two processes in views that lie between each other's items",
        operation: "writing in place",
        promise: "all items of both are there",
        shown: &[Command],
    },
    Row {
        fault: "many threads on one handle",
        operation: "reading and writing",
        promise: "each access is done once, at its place",
        shown: &[Command, Test("runtime/src/file/tests/sharing.rs", "a_handle_serves_many_threads")],
    },
    Row {
        fault: "requests that are dropped",
        operation: "accesses that do not wait",
        promise: "they are waited for",
        shown: &[Test("runtime/src/file/tests/sharing.rs", "a_request_that_is_dropped_is_waited_for")],
    },
    Row {
        fault: "an item that cannot be converted",
        operation: "writing",
        promise: "the items before it are in the file, and nothing behind them",
        shown: &[
            Test("runtime/src/file/tests/faults.rs", "an_item_that_cannot_be_converted"),
            Test("runtime/src/file/tests/faults.rs", "the_first_of_two_faults_is_told"),
        ],
    },
    Row {
        fault: "a text of 1 MiB that repeats any construct of the language, or any fault",
        operation: "parsing and checking",
        promise: "answered in 2 seconds of a processor and 512 MiB, in an optimized build; a thousand faults are kept, and numbers beyond a format are not computed. `cargo xtask fuzz --seconds 300 text` runs these texts at 1 MiB, and a shorter campaign an eighth of each",
        shown: &[
            Test("xtask/tests/fuzz.rs", "the_worst_texts_are_answered"),
            Test("datarep-dsl/tests/check_limits.rs", "a_thousand_faults_of_a_text_are_kept"),
            Test("datarep-dsl/src/exact/tests.rs", "numbers_beyond_a_format_need_no_large_integers"),
        ],
    },
    Row {
        fault: "a library in `DATAREP_PLUGINS` that is no plug-in; a program with the rights of its owner",
        operation: "the first call of `libdatarep_mpi.so` that asks for a name, on Linux",
        promise: "a library that is named by its path is refused before its code runs; with rights of an owner no variable is read",
        shown: &[
            Test("datarep-mpi/src/plugins.rs", "no_code_runs_of_a_library_that_is_no_plugin"),
            Test("datarep-mpi/src/settings.rs", "a_program_with_the_rights_of_its_owner_reads_no_settings"),
        ],
    },
    Row {
        fault: "functions of a plug-in that panic, fail, or lie about counts and texts",
        operation: "conversions",
        promise: "an error of the class `Conversion`; no panic crosses the border",
        shown: &[Test("runtime/src/raw/tests/plugin.rs", "failures_do_not_cross_the_border")],
    },
    Row {
        fault: "functions of an MPI program that write past their buffer, in a debug build of `libdatarep_mpi.so`",
        operation: "conversions",
        promise: "the system ends the process at the first byte beyond the buffer; nothing else is changed",
        shown: &[Test("datarep-mpi/src/buffer/guarded.rs", "a_write_past_the_end_ends_the_process")],
    },
    Row {
        fault: "processes of an MPI program that fail, hang or are killed",
        operation: "every routine, under each MPI library",
        promise: "told where it happened, and the others do not hang",
        shown: &[Test("xtask/src/mpi_faults.rs", "run")],
    },
    Row {
        fault: "the n-th MPI call of `libdatarep_mpi.so` fails, for each n, before or after it is done",
        operation: "opening, views, every routine of data access and of requests, under each MPI library; one process, the last of two; with `DATAREP_CHECK` and without",
        promise: "told, with the class of that call; a request is complete or can be completed again; items are old or new, and nothing beside them changes; the same use works the next time",
        shown: &[Test("xtask/src/mpi_faults.rs", "calls")],
    },
];

/// Writes the page. Returns whether it differed.
///
/// # Errors
///
/// Returns a message if a test named on the page does not exist, or if the file cannot be written.
pub fn write(root: &Path) -> Result<bool, String> {
    let (path, page) = (root.join("docs/reliability.md"), page(root)?);
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
    if old == page(root)? {
        return Ok(());
    }
    Err("`docs/reliability.md` is not what `cargo xtask faults --write` makes".to_owned())
}

fn page(root: &Path) -> Result<String, String> {
    let mut page = HEAD.to_owned();
    page.push_str("| fault | operation | promise | shown by |\n|---|---|---|---|\n");
    for Row { fault, operation, promise, shown } in ROWS {
        let shown: Result<Vec<String>, String> = shown.iter().map(|shown| shown.told(root)).collect();
        let _ = writeln!(page, "| {fault} | {operation} | {promise} | {} |", shown?.join(", "));
    }
    page.push_str(TAIL);
    Ok(page)
}

impl Shown {
    /// The proof as text for the page. Returns an error if the test does not exist.
    fn told(&self, root: &Path) -> Result<String, String> {
        let Test(path, name) = self else { return Ok("`cargo xtask faults`".to_owned()) };
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
