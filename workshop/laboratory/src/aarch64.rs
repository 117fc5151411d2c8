//! `cargo xtask mpi-aarch64`: the library for 64-bit Arm, cross-built, in programs of that machine under an emulator, with
//! Debian's MPICH 4 and Open MPI 4 for it. The launchers are those of this machine. The MPI libraries are downloaded and
//! unpacked below the target folder; nothing is installed.
#![expect(clippy::print_stdout, reason = "a command speaks to who called it")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use datarep_workshop::mpi_libraries::{self, CaseCounts, Library};
use datarep_workshop::{cross, skipped, workspace};

/// The target of Rust.
pub const TARGET: &str = "aarch64-unknown-linux-gnu";

/// The emulator of a process.
const EMULATOR: &str = "qemu-aarch64";

/// The C compiler, which also links what Rust compiles.
const COMPILER: &str = "aarch64-linux-gnu-gcc";

/// What the programs need. What these depend on is unpacked as well.
const PACKAGES: [&str; 2] = ["libmpich12:arm64", "libopenmpi3:arm64"];

/// Headers, and a library that dependencies of Open MPI need but do not name.
const MORE: [&str; 3] = ["libmpich-dev:arm64", "libopenmpi-dev:arm64", "libevent-2.1-7:arm64"];

/// A program of `datarep-mpi/tests/c`, and the representations of its views.
struct TestProgram {
    source: &'static str,
    views: &'static [&'static str],
    /// Arguments between the file and the representation.
    more: &'static [&'static str],
    /// Whether the representation is forced.
    is_forced: bool,
}

const fn make_program(source: &'static str, views: &'static [&'static str]) -> TestProgram {
    TestProgram { source, views, more: &[], is_forced: false }
}

const PROGRAMS: [TestProgram; 10] = [
    // Every routine in three layouts.
    TestProgram { more: &["3"], ..make_program("matrix.c", &["ibm370"]) },
    make_program("handle.c", &["native", "big_endian", "ibm370"]),
    make_program("freed.c", &["big_endian", "mine"]),
    make_program("small.c", &["native", "big_endian", "ibm370", "cray"]),
    make_program("refused.c", &["big_endian"]),
    make_program("statuses.c", &["big_endian"]),
    make_program("sizes.c", &["big_endian"]),
    make_program("requests.c", &[""]),
    TestProgram { is_forced: true, ..make_program("forced.c", &["external32", "big_endian"]) },
    TestProgram { is_forced: true, ..make_program("unequal.c", &["ibm370", "little_endian"]) },
];

/// Unit tests that start programs of this machine, or load what its compiler makes.
const OF_THIS_MACHINE: [&str; 4] = [
    "no_code_runs_of_a_library_that_is_no_plugin",
    "faults_are_one_write",
    "a_program_with_the_rights_of_its_owner_reads_no_settings",
    "a_library_that_cannot_be_loaded_is_named_with_advice",
];

/// Builds the library, and runs its unit tests and the programs. The last line is
/// `mpi-aarch64: N cases right, 0 wrong, 2 libraries`.
///
/// # Errors
///
/// Returns a message if a case is wrong, or if something does not build that has all its tools.
pub fn run() -> Result<(), String> {
    check_target_is_refused()?;
    if let Some(missing) = find_missing_tool() {
        skipped::report("64-bit Arm", &missing);
        return Ok(());
    }
    let root = match unpack_libraries() {
        Ok(root) => root,
        Err(reason) => {
            skipped::report("64-bit Arm", &reason);
            return Ok(());
        }
    };
    let library = build_and_test(&root)?;
    let mut found = CaseCounts::default();
    let libraries = mpi_libraries::list_aarch64_libraries(COMPILER, &root);
    for mpi in &libraries {
        for program in &PROGRAMS {
            let path = mpi.compile(&workspace::root().join("datarep-mpi/tests/c").join(program.source))?;
            for view in program.views {
                let cases = run_program(mpi, &root, &library, program, &path, view)?;
                let (source, CaseCounts { right, wrong }) = (program.source, cases);
                println!("{}, `{source}`, view `{view}`: {right} right, {wrong} wrong", mpi.name);
                found += cases;
            }
        }
    }
    let CaseCounts { right, wrong } = found;
    println!("mpi-aarch64: {right} cases right, {wrong} wrong, {} libraries", libraries.len());
    if wrong == 0 { Ok(()) } else { Err(format!("{wrong} cases are wrong")) }
}

/// The target on which the library must not compile: it is installed for other tests.
const REFUSED: &str = "wasm32-unknown-unknown";

/// Checks that the library does not compile where the calling convention is another one.
fn check_target_is_refused() -> Result<(), String> {
    if !cross::has_target(REFUSED) {
        skipped::report(
            "a machine with another calling convention",
            &format!("`rustup target add {REFUSED}`"),
        );
        return Ok(());
    }
    let mut cargo = workspace::cargo();
    cargo.args(["check", "--quiet", "--package", "datarep-mpi", "--target", REFUSED]);
    let checked = cargo.output().map_err(|error| format!("`cargo` cannot be run: {error}"))?;
    let told = String::from_utf8_lossy(&checked.stderr);
    if checked.status.success()
        || !told.contains("which the calling convention of this target does not allow")
    {
        return Err(format!("the library for {REFUSED} is not refused:\n{told}"));
    }
    Ok(())
}

/// What is not there, and how to get it.
fn find_missing_tool() -> Option<String> {
    let answers = |program: &str, word: &str| {
        let asked = Command::new(program).arg(word).stdout(Stdio::null()).stderr(Stdio::null()).status();
        asked.is_ok_and(|status| status.success())
    };
    if !cross::has_target(TARGET) {
        return Some(format!("`rustup target add {TARGET}`"));
    }
    for (program, package) in [
        (EMULATOR, "qemu-user"),
        (COMPILER, "gcc-aarch64-linux-gnu"),
        ("mpiexec.mpich", "mpich"),
        ("mpiexec.openmpi", "openmpi-bin"),
        ("apt-get", "apt"),
        ("dpkg", "dpkg"),
    ] {
        if !answers(program, "--version") {
            return Some(skipped::name_package(program, package));
        }
    }
    None
}

/// The folder with the MPI libraries for 64-bit Arm and all that they need. It is filled by the first run.
fn unpack_libraries() -> Result<PathBuf, String> {
    let folder = workspace::target_folder().join("aarch64");
    let (root, archives, stamp) = (folder.join("root"), folder.join("archives"), folder.join("complete"));
    if stamp.exists() {
        return Ok(root);
    }
    let fault = |error: std::io::Error| format!("`{}` cannot be made: {error}", folder.display());
    fs::create_dir_all(&archives).and_then(|()| fs::create_dir_all(&root)).map_err(fault)?;
    let mut asked = Command::new("apt-get");
    asked.args(["install", "--print-uris", "-y", "-qq", "--no-install-recommends"]).args(PACKAGES);
    let listed = asked.output().map_err(|error| format!("`apt-get` cannot be run: {error}"))?;
    let listed = String::from_utf8_lossy(&listed.stdout);
    let names = parse_package_names(&listed);
    if names.is_empty() {
        return Err(
            "apt knows no packages of that machine: `dpkg --add-architecture arm64 && apt-get update`"
                .to_owned(),
        );
    }
    let mut download = Command::new("apt-get");
    download.args(["download", "-qq"]).args(&names).args(MORE).current_dir(&archives).stderr(Stdio::null());
    workspace::run_command(&mut download)?;
    for entry in fs::read_dir(&archives).map_err(fault)? {
        let archive = entry.map_err(fault)?.path();
        workspace::run_command(Command::new("dpkg").arg("-x").arg(archive).arg(&root))?;
    }
    fs::write(&stamp, "").map_err(fault)?;
    Ok(root)
}

/// The packages of 64-bit Arm in the answer of `apt-get install --print-uris`: `'ADDRESS' NAME_VERSION_arm64.deb SIZE HASH`.
fn parse_package_names(listed: &str) -> Vec<String> {
    let archives = listed.lines().filter_map(|line| line.split(' ').nth(1));
    let archives = archives.filter_map(|archive| archive.strip_suffix("_arm64.deb")?.split_once('_'));
    archives.map(|(name, _)| format!("{name}:arm64")).collect()
}

/// Builds the library and runs its unit tests. Returns its path.
fn build_and_test(root: &Path) -> Result<PathBuf, String> {
    let cargo = |words: &[&str]| {
        let mut cargo = workspace::cargo();
        cargo.args(words).args(["--quiet", "--release", "--target", TARGET, "--package", "datarep-mpi"]);
        cargo.env("CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER", COMPILER);
        let runner = format!("{EMULATOR} -L {}", root.display());
        cargo.env("CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_RUNNER", runner);
        cargo
    };
    workspace::run_command(&mut cargo(&["build"]))?;
    let mut tests = cargo(&["test", "--lib"]);
    tests.arg("--");
    for name in OF_THIS_MACHINE {
        tests.args(["--skip", name]);
    }
    workspace::run_command(&mut tests)?;
    Ok(workspace::target_folder().join(TARGET).join("release/libdatarep_mpi.so"))
}

/// Runs a program on two emulated processes.
fn run_program(
    mpi: &Library,
    root: &Path,
    library: &Path,
    program: &TestProgram,
    path: &Path,
    view: &str,
) -> Result<CaseCounts, String> {
    let file = mpi_libraries::scratch_path(&format!("aarch64-{}", mpi.slug));
    let [root, library, path, target] = [root, library, path, &file].map(|path| path.display().to_string());
    let preload = format!("LD_PRELOAD={library}");
    let forced = format!("DATAREP_FORCE={view}");
    let mut arguments = vec!["-L", &root, "-E", &preload, "-E", "DATAREP_EXTERNAL32=1"];
    if program.is_forced {
        arguments.extend(["-E", &forced]);
    }
    arguments.extend([&*path, &target]);
    arguments.extend(program.more.iter().copied().chain([view]));
    let judged = mpi.run_and_count(&[], 2, Path::new(EMULATOR), &arguments);
    // A program that failed left its file behind.
    let _ = fs::remove_file(&file);
    judged
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packages_are_those_of_the_other_machine() {
        let listed = "'http://deb/pool/libmpich12_4.0.2-3+b1_arm64.deb' libmpich12_4.0.2-3+b1_arm64.deb 1 SHA256:0\n\
                      'http://deb/pool/zlib1g_1.2.13_amd64.deb' zlib1g_1.2.13_amd64.deb 1 SHA256:0\n\n";
        assert_eq!(parse_package_names(listed), ["libmpich12:arm64"]);
    }
}
