//! The tests of files of MPICH, and those of ROMIO, which is the part of MPICH that accesses files. Both are
//! in MPICH's source package.

use std::path::{Path, PathBuf};

use datarep_workshop::mpi_libraries::Library;
use datarep_workshop::workspace::{self, write_file};

use super::build::{Bench, Suite};
use super::sources::Source;
use super::trial::{Start, Test};

/// What the `configure` of MPICH's tests finds out about this system, as far as the tests of files look at
/// it.
const CONFIGURATION: &str = "\
#ifndef MPITESTCONF_H_INCLUDED
#define MPITESTCONF_H_INCLUDED
#define HAVE_GETRUSAGE 1
#define HAVE_LONG_DOUBLE 1
#define HAVE_MEMORY_H 1
#define HAVE_MPI_WIN_CREATE 1
#define HAVE_STDARG_H 1
#define HAVE_STRING_H 1
#define HAVE_SYS_RESOURCE_H 1
#define HAVE_SYS_TIME_H 1
#define HAVE_UNISTD_H 1
#define THREAD_PACKAGE_NAME THREAD_PACKAGE_NONE
#endif
";

/// What others write is not warned of. The definitions are names of ROMIO that are older than nonblocking
/// accesses in the standard, which newer libraries lack.
const FLAGS: [&str; 5] = ["-O1", "-pthread", "-w", "-DMPIO_USES_MPI_REQUEST", "-DMPIO_Request=MPI_Request"];

/// The file of a test, in the folder of the run.
const FILE: &str = "testfile";

/// Builds the tests of `test/mpi/io`.
pub(super) fn build_mpich(library: &Library, source: &Source) -> Result<Suite, String> {
    let own = source.folder.join("test/mpi");
    let list = workspace::read_file(&own.join("io/testlist.in"))?;
    let bench = Bench::open(library, "mpich-io", source, &FLAGS)?;
    write_file(&bench.folder.join("mpitestconf.h"), CONFIGURATION)?;
    let includes = [bench.folder.clone(), own.join("include"), own.join("dtpools/include")];
    let mut arguments: Vec<String> = includes.iter().map(|path| format!("-I{}", path.display())).collect();
    let mut parts = Vec::new();
    for part in ["mtest", "mtest_common", "mtest_single"] {
        let path = own.join(format!("util/{part}.c"));
        let words: Vec<String> = arguments.iter().cloned().chain(["-c".to_owned()]).collect();
        let made = bench.compile(&path, &words)?;
        let made =
            made.ok_or_else(|| format!("`{}` does not compile with {}", path.display(), library.name))?;
        parts.push(made.display().to_string());
    }
    arguments.extend(parts);
    let mut suite = Suite::default();
    for line in list.lines() {
        let Some(line) = parse_mpich_line(line) else { continue };
        let path = own.join(format!("io/{}.c", line.name));
        add_test(&mut suite, line, bench.compile(&path, &arguments)?);
    }
    bench.complete()?;
    Ok(suite)
}

/// Builds the tests that ROMIO's script runs.
pub(super) fn build_romio(library: &Library, source: &Source) -> Result<Suite, String> {
    let own = source.folder.join("src/mpi/romio/test");
    let script = workspace::read_file(&own.join("runtests.in"))?;
    let bench = Bench::open(library, "romio", source, &FLAGS)?;
    let mut suite = Suite::default();
    for line in script.lines() {
        let Some(line) = parse_romio_line(line, &own) else { continue };
        // Those in Fortran do in other words what others do in C, and most libraries here have no compiler
        // for them.
        if own.join(format!("{}.f.in", line.name)).is_file() {
            continue;
        }
        let path = find_romio_source(&bench, &own, line.name)?;
        add_test(&mut suite, line, bench.compile(&path, &[])?);
    }
    bench.complete()?;
    Ok(suite)
}

/// Adds the test of a line, or its name if it does not compile.
fn add_test(suite: &mut Suite, line: TestLine<'_>, program: Option<PathBuf>) {
    let TestLine { name, ranks, words, memory } = line;
    let name = name.to_owned();
    match program {
        Some(program) => suite.tests.push(Test {
            name,
            starts: vec![Start { program, ranks, arguments: words }],
            says_no_errors: true,
            validator: None,
            memory,
        }),
        None => suite.broken.push(name),
    }
}

/// The source of a test of ROMIO. For one of them `configure` fills in how an offset is printed.
fn find_romio_source(bench: &Bench<'_>, own: &Path, name: &str) -> Result<PathBuf, String> {
    let path = own.join(format!("{name}.c"));
    if path.is_file() {
        return Ok(path);
    }
    let text = workspace::read_file(&own.join(format!("{name}.c.in")))?;
    let made = bench.folder.join(format!("{name}.c"));
    write_file(&made, text.replace("@LL@", "lld"))?;
    Ok(made)
}

/// A test as a suite lists it.
#[derive(Debug, PartialEq, Eq)]
struct TestLine<'a> {
    name: &'a str,
    ranks: u32,
    words: Vec<String>,
    /// In tenths of a gigabyte.
    memory: u64,
}

/// Reads a line of MPICH's list: a program, the number of processes, and options such as `arg=…` and
/// `mem=6.5`.
fn parse_mpich_line(line: &str) -> Option<TestLine<'_>> {
    let mut fields = line.split_whitespace();
    let (name, ranks) = (fields.next()?, fields.next()?.parse().ok()?);
    let mut test = TestLine { name, ranks, words: Vec::new(), memory: 0 };
    for field in fields {
        match field.split_once('=') {
            Some(("arg", word)) => test.words.push(word.to_owned()),
            Some(("mem", number)) => test.memory = parse_tenths(number)?,
            _ => {}
        }
    }
    Some(test)
}

/// Reads a number with at most one digit after the point, in tenths.
fn parse_tenths(number: &str) -> Option<u64> {
    let (whole, tenths) = number.split_once('.').unwrap_or((number, "0"));
    Some(whole.parse::<u64>().ok()? * 10 + tenths.parse::<u64>().ok().filter(|tenths| *tenths < 10)?)
}

/// Reads a line of ROMIO's script that starts a program.
fn parse_romio_line<'a>(line: &'a str, own: &Path) -> Option<TestLine<'a>> {
    let (ranks, rest) = line.trim().strip_prefix("$mpirun -np ")?.split_once(' ')?;
    let mut fields = rest.split_whitespace();
    let name = fields.next()?.strip_prefix("./")?;
    let own = own.to_string_lossy();
    let words = fields.map(|word| word.replace("$FILENAME", FILE).replace("$srcdir", &own)).collect();
    Some(TestLine { name, ranks: ranks.parse().ok()?, words, memory: 0 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_tests_are_read() {
        let words = |words: &[&str]| words.iter().map(ToString::to_string).collect();
        let line = parse_mpich_line("simple_collective 1 arg=some.testfile");
        let expected =
            TestLine { name: "simple_collective", ranks: 1, words: words(&["some.testfile"]), memory: 0 };
        assert_eq!(line, Some(expected));
        let expected = TestLine { name: "bigtype", ranks: 1, words: words(&[]), memory: 65 };
        assert_eq!(parse_mpich_line("bigtype 1 mem=6.5"), Some(expected));
        assert_eq!(parse_mpich_line(""), None);
        let line = parse_romio_line("$mpirun -np 4 ./simple -fname $FILENAME", Path::new("/s"));
        let expected =
            TestLine { name: "simple", ranks: 4, words: words(&["-fname", "testfile"]), memory: 0 };
        assert_eq!(line, Some(expected));
        let line = parse_romio_line("$mpirun -np 1 ./syshints $srcdir/test_hintfile", Path::new("/s"));
        let expected =
            TestLine { name: "syshints", ranks: 1, words: words(&["/s/test_hintfile"]), memory: 0 };
        assert_eq!(line, Some(expected));
        assert_eq!(parse_romio_line("#$mpirun -np 4 ./write_all_test", Path::new("/s")), None);
    }
}
