//! Programs of a suite, compiled for a library, each once.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use datarep_workshop::mpi_libraries::Library;
use datarep_workshop::workspace::{self, make_folder, write_file};

use super::sources::Source;
use super::trial::Test;

/// The tests of a suite for a library.
#[derive(Default)]
pub(super) struct Suite {
    pub(super) tests: Vec<Test>,
    /// The names of those that do not compile with the library.
    pub(super) broken: Vec<String>,
}

/// A folder in which the programs of a suite are built for a library.
pub(super) struct Bench<'a> {
    library: &'a Library,
    pub(super) folder: PathBuf,
    flags: &'static [&'static str],
    /// What the programs are made from. If it changes, all are built again.
    made_from: String,
    /// Whether an earlier run has built everything.
    is_complete: bool,
}

impl<'a> Bench<'a> {
    /// Opens the folder, which is empty unless it is complete. Every compilation has the arguments `flags`.
    pub(super) fn open(
        library: &'a Library,
        suite: &str,
        source: &Source,
        flags: &'static [&'static str],
    ) -> Result<Bench<'a>, String> {
        let folder = workspace::target_folder().join("mpi").join(library.slug).join(suite);
        let made_from = format!("{} {:?} {flags:?}", source.name, library.compiler_words());
        let is_complete = fs::read_to_string(folder.join("complete")).is_ok_and(|found| found == made_from);
        if !is_complete && folder.exists() {
            fs::remove_dir_all(&folder)
                .map_err(|error| format!("`{}` cannot be removed: {error}", folder.display()))?;
        }
        make_folder(&folder)?;
        Ok(Bench { library, folder, flags, made_from, is_complete })
    }

    /// Notes that everything is built.
    pub(super) fn complete(&self) -> Result<(), String> {
        write_file(&self.folder.join("complete"), &self.made_from)
    }

    pub(super) fn is_complete(&self) -> bool {
        self.is_complete
    }

    /// Compiles a program, or an object with the flag `-c`. Returns its path, or `None` if it does not
    /// compile.
    pub(super) fn compile(&self, source: &Path, arguments: &[String]) -> Result<Option<PathBuf>, String> {
        let mut made = self.folder.join(source.file_stem().unwrap_or_default());
        if arguments.iter().any(|argument| argument == "-c") {
            made.set_extension("o");
        }
        if !self.is_complete {
            let [before, after] = self.library.compiler_words();
            let mut compiler = Command::new(&before[0]);
            compiler.args(&before[1..]).args(self.flags).arg("-o").arg(&made).arg(source).args(arguments);
            compiler.args(after).stderr(Stdio::null());
            let fault = |error: std::io::Error| format!("`{}` cannot be run: {error}", before[0]);
            compiler.status().map_err(fault)?;
        }
        Ok(made.is_file().then_some(made))
    }

    /// Writes the library's compiler as one program, which is what scripts ask for. Returns its path.
    pub(super) fn write_compiler_script(&self) -> Result<PathBuf, String> {
        let quote =
            |words: &[String]| words.iter().map(|word| format!("'{word}'")).collect::<Vec<_>>().join(" ");
        let [before, after] = self.library.compiler_words().map(quote);
        let script = self.folder.join("compiler");
        write_file(&script, format!("#!/bin/sh\nexec {before} \"$@\" {after}\n"))?;
        workspace::run_command(Command::new("chmod").arg("+x").arg(&script))?;
        Ok(script)
    }
}
