//! Tests of the real binary: what it prints, and how it ends.
//!
//! A snapshot in `commands/snapshots` holds a command, its standard output, its standard error, and its exit code.

#[path = "commands/added.rs"]
mod added;
#[path = "commands/bad.rs"]
mod bad;
#[path = "commands/choices.rs"]
mod choices;
#[path = "commands/choosing.rs"]
mod choosing;
#[path = "commands/compressed.rs"]
mod compressed;
#[path = "commands/convert.rs"]
mod convert;
#[path = "commands/copybooks.rs"]
mod copybooks;
#[path = "commands/counts.rs"]
mod counts;
#[path = "commands/division.rs"]
mod division;
#[path = "commands/doctor.rs"]
mod doctor;
#[path = "commands/dump.rs"]
mod dump;
#[path = "commands/edited.rs"]
mod edited;
#[path = "commands/ends.rs"]
mod ends;
#[path = "commands/exact.rs"]
mod exact;
// Modes, links, devices and signals.
#[cfg(unix)]
#[path = "commands/files.rs"]
mod files;
#[path = "commands/import.rs"]
mod import;
#[path = "commands/kept.rs"]
mod kept;
#[path = "commands/labels.rs"]
mod labels;
#[path = "commands/layouts.rs"]
mod layouts;
#[path = "commands/list.rs"]
mod list;
#[path = "commands/marks.rs"]
mod marks;
#[path = "commands/merging.rs"]
mod merging;
#[path = "commands/mistakes.rs"]
mod mistakes;
#[path = "commands/mixed.rs"]
mod mixed;
#[cfg(feature = "columnar")]
#[path = "commands/nested.rs"]
mod nested;
#[path = "commands/new.rs"]
mod new;
#[path = "commands/nulls.rs"]
mod nulls;
#[path = "commands/overlays.rs"]
mod overlays;
#[path = "commands/packed.rs"]
mod packed;
// The opener of the tests is a script.
#[cfg(unix)]
#[path = "commands/page.rs"]
mod page;
// The blocks of the documentation are for a shell.
#[cfg(unix)]
#[path = "commands/pages.rs"]
mod pages;
#[path = "commands/parts.rs"]
mod parts;
// What is printed on a terminal, which is made by a call of Unix.
#[cfg(unix)]
#[path = "commands/printing.rs"]
mod printing;
#[path = "commands/probe.rs"]
mod probe;
#[path = "commands/qualified.rs"]
mod qualified;
#[path = "commands/records.rs"]
mod records;
#[path = "commands/round_trips.rs"]
mod round_trips;
#[path = "commands/selection.rs"]
mod selection;
#[path = "commands/several.rs"]
mod several;
#[path = "commands/show.rs"]
mod show;
#[path = "commands/split.rs"]
mod split;
// Users, signals and limits.
#[cfg(unix)]
#[path = "commands/system.rs"]
mod system;
#[cfg(feature = "columnar")]
#[path = "commands/tables.rs"]
mod tables;
// A terminal is made by a call of Unix.
#[cfg(unix)]
#[path = "commands/terminal.rs"]
mod terminal;
#[path = "commands/threads.rs"]
mod threads;
#[cfg(feature = "columnar")]
#[path = "commands/written.rs"]
mod written;

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A file of the corpus whose copybook was imported, in a folder of its own.
#[cfg(feature = "columnar")]
struct CopybookFile {
    place: Place,
    copybook: String,
    data: String,
}

/// Imports copybooks of the corpus whose files were compared with another reader, each as `made.datarep`. There are none
/// without the corpus.
#[cfg(feature = "columnar")]
fn import_copybooks() -> Vec<CopybookFile> {
    let Some(corpus) = std::env::var_os("DATAREP_CORPUS") else { return Vec::new() };
    let folder = Path::new(&corpus).join("copybooks/cobrix");
    let files = [
        ("test3_copybook.cob", "test3_data"),
        ("test6_copybook.cob", "test6_data"),
        ("test7_fillers.cob", "test7_data"),
        ("test9_copybook.cob", "test9_data"),
    ];
    let import = |(copybook, data): (&str, &str)| {
        let data =
            std::fs::read_dir(folder.join(data)).expect("data").next().expect("a file").expect("a file");
        let copybook = folder.join(copybook).to_string_lossy().into_owned();
        let place = Place::new();
        let line = ["import", &copybook, "made.datarep", "--binary-size", "2-4-8-any"];
        assert_eq!(place.run(&line).code, Some(0), "{copybook}");
        CopybookFile { place, copybook, data: data.path().to_string_lossy().into_owned() }
    };
    files.into_iter().map(import).collect()
}

/// A folder for one test, with a home that has no texts.
struct Place {
    folder: tempfile::TempDir,
}

/// What a command did.
struct Done {
    stdout: Vec<u8>,
    stderr: String,
    code: Option<i32>,
}

impl Place {
    fn new() -> Place {
        Place { folder: tempfile::tempdir().expect("a folder") }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn write(&self, name: &str, bytes: impl AsRef<[u8]>) {
        std::fs::write(self.path(name), bytes).expect("a file");
    }

    fn read(&self, name: &str) -> Vec<u8> {
        std::fs::read(self.path(name)).expect("a file")
    }

    /// The command, to be run in this folder.
    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_datarep"));
        command.args(arguments).current_dir(self.folder.path()).env_clear();
        command.env("HOME", self.folder.path()).stdin(Stdio::null());
        command
    }

    fn run(&self, arguments: &[&str]) -> Done {
        Done::of(self.command(arguments).output().expect("the command runs"))
    }

    /// Runs a command; returns what it printed and how it ended, for a snapshot.
    fn show(&self, arguments: &[&str]) -> String {
        let Done { stdout, stderr, code } = self.run(arguments);
        let quoted = arguments.iter().map(|argument| {
            let special = argument.contains([' ', '>', '<', '|', '*']);
            if special { format!("'{argument}'") } else { (*argument).to_owned() }
        });
        let mut shown = format!("$ datarep {}\n", quoted.collect::<Vec<_>>().join(" "));
        shown.push_str(&String::from_utf8_lossy(&stdout));
        if !stderr.is_empty() {
            shown.push_str("--- standard error\n");
            shown.push_str(&stderr);
        }
        format!("{shown}--- exit {}\n", code.unwrap_or(-1))
    }
}

impl Done {
    fn of(output: Output) -> Done {
        let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
        Done { stdout: output.stdout, stderr, code: output.status.code() }
    }

    fn text(&self) -> String {
        String::from_utf8_lossy(&self.stdout).into_owned()
    }
}

/// The folder of the workspace.
fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("a workspace")
}
