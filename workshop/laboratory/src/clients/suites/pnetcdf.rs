//! The tests of `PnetCDF`, which is built with each library: those in C that its own commands run on one
//! process and on two.

use std::fs::{self, File};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;

use datarep_workshop::mpi_libraries::Library;
use datarep_workshop::workspace::make_folder;

use super::build::{Bench, Suite};
use super::sources::Source;
use super::trial::{Start, Test};

/// A folder of tests, and on how many processes they run. More than two wait for each other most of the time
/// where there are two processors.
const FOLDERS: [(&str, u32); 6] =
    [("C", 2), ("cdf_format", 2), ("header", 2), ("nc_test", 1), ("nonblocking", 2), ("testcases", 2)];

/// Builds `PnetCDF` and its tests.
pub(super) fn build(library: &Library, source: &Source) -> Result<Suite, String> {
    let bench = Bench::open(library, "pnetcdf", source, &[])?;
    let made = bench.folder.join("made");
    if !bench.is_complete() {
        make_folder(&made)?;
        let compiler = bench.write_compiler_script()?;
        make_all(&made, &bench.folder.join("log"), &compiler, source)
            .map_err(|told| format!("{} is not built with {}: {told}", source.name, library.name))?;
        bench.complete()?;
    }
    let mut suite = Suite::default();
    for (folder, ranks) in FOLDERS {
        let from = made.join("test").join(folder);
        for name in list_programs(&from)? {
            let listed = list_runs(&name, &source.folder.join("test").join(folder));
            suite.tests.extend(listed.into_iter().map(|(title, arguments)| Test {
                name: title,
                starts: list_starts(&from, &name, ranks, &arguments),
                says_no_errors: false,
                validator: Some(made.join("src/utils/ncvalidator/ncvalidator")),
                memory: 0,
            }));
        }
    }
    Ok(suite)
}

/// Makes the script `configure`, which Debian's source lacks, and with it the library, its tools and its
/// tests.
fn make_all(made: &Path, log: &Path, compiler: &Path, source: &Source) -> Result<(), String> {
    let script = source.folder.join("configure");
    let mut reconfigure = Command::new("autoreconf");
    reconfigure.arg("-i").current_dir(&source.folder);
    let mut configure = Command::new(&script);
    configure.args(["--quiet", "--disable-fortran", "--disable-cxx", "--disable-shared", "CFLAGS=-O1 -w"]);
    configure.arg(format!("MPICC={}", compiler.display())).current_dir(made);
    let jobs = format!("-j{}", thread::available_parallelism().map_or(1, NonZero::get));
    let [mut library, mut tests] = ["all", "tests"].map(|goal| {
        let mut make = Command::new("make");
        make.args(["-s", &jobs, goal]).current_dir(made);
        make
    });
    let mut steps = vec![&mut configure, &mut library, &mut tests];
    if !script.is_file() {
        steps.insert(0, &mut reconfigure);
    }
    let fault = |error: std::io::Error| format!("`{}` cannot be written: {error}", log.display());
    let file = File::create(log).map_err(fault)?;
    for command in steps {
        command.stdout(file.try_clone().map_err(fault)?).stderr(file.try_clone().map_err(fault)?);
        match command.status() {
            Ok(status) if status.success() => {}
            Ok(status) => {
                return Err(format!("{command:?} ended with {status}; `{}` says why", log.display()));
            }
            Err(error) => return Err(format!("{command:?} cannot be run: {error}")),
        }
    }
    Ok(())
}

/// The names of all programs in a folder, sorted.
fn list_programs(folder: &Path) -> Result<Vec<String>, String> {
    let fault = |error: std::io::Error| format!("`{}` cannot be read: {error}", folder.display());
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).map_err(fault)? {
        let path = entry.map_err(fault)?.path();
        // Each program has an object of its name.
        if path.extension().is_none() && path.is_file() && path.with_extension("o").is_file() {
            names.extend(path.file_name().map(|name| name.to_string_lossy().into_owned()));
        }
    }
    names.sort();
    Ok(names)
}

/// How a program is run: the names of its tests and their arguments. Most take the name of a file. `folder`
/// is that of its source.
fn list_runs(name: &str, folder: &Path) -> Vec<(String, Vec<String>)> {
    let run =
        |title: &str, words: &[&str]| (title.to_owned(), words.iter().map(ToString::to_string).collect());
    let source = folder.to_string_lossy();
    match name {
        "nc_test" => vec![
            run("nc_test", &["-d", "."]),
            run("nc_test -2", &["-2", "-d", "."]),
            run("nc_test -5", &["-5", "-d", "."]),
        ],
        "test_inq_format" | "tst_corrupt" => vec![run(name, &[&source])],
        "tst_open_cdf5" => vec![run(name, &[&format!("{source}/bad_begin.nc5")])],
        // It reads what the other program of its folder writes, and is run behind it.
        "pres_temp_4D_rd" => Vec::new(),
        _ => vec![run(name, &[&format!("{name}.nc")])],
    }
}

/// The programs of a test.
fn list_starts(folder: &Path, name: &str, ranks: u32, arguments: &[String]) -> Vec<Start> {
    let start = |program: PathBuf| Start { program, ranks, arguments: arguments.to_vec() };
    let mut starts = vec![start(folder.join(name))];
    if name == "pres_temp_4D_wr" {
        starts.push(start(folder.join("pres_temp_4D_rd")));
    }
    starts
}
