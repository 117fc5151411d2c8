//! `cargo xtask mpi-glibc`: the MPI libraries built for machines with glibc 2.28, which clusters have that are some years
//! old. A linker takes the newest version of each symbol that the building machine has, so these builds are linked by Zig,
//! which has the symbols of older versions. What they need is read from the files.
#![expect(clippy::print_stdout, reason = "a command speaks to who called it")]

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::mpi_libraries;
use crate::{mpi_aarch64, python, skipped, workspace};

/// Zig, and the command of Cargo that links by it.
const PACKAGES: [&str; 2] = ["ziglang==0.17.0", "cargo-zigbuild==0.24.0"];

/// The oldest version of glibc that the libraries are built for.
const OLDEST: Version = Version(2, 28);

/// What is built: file names in the folder of a target.
const LIBRARIES: [&str; 2] = ["libdatarep_mpi.so", "libdatarep_mpi_texts.so"];

/// A version of glibc.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Version(u32, u32);

/// Builds the libraries and reads which glibc they need. Then programs run with those of this machine. The last line is
/// `mpi-glibc: N libraries need glibc 2.28 or older; C cases right, 0 wrong`.
///
/// # Errors
///
/// Returns a message if a library needs a newer glibc, or if a case is wrong.
pub fn run() -> Result<(), String> {
    let python = match python::environment("zig", &PACKAGES) {
        Ok(python) => python,
        Err(reason) => {
            skipped::report("builds for an older glibc", &reason);
            return Ok(());
        }
    };
    let own = format!("{}-unknown-linux-gnu", std::env::consts::ARCH);
    let targets = [own.as_str(), mpi_aarch64::TARGET];
    let mut count = 0;
    for target in targets.iter().take(if own == mpi_aarch64::TARGET { 1 } else { 2 }) {
        if !mpi_aarch64::is_installed(target) {
            skipped::report("builds for an older glibc", &format!("`rustup target add {target}`"));
            continue;
        }
        let folder = built(&python, target)?;
        for name in LIBRARIES {
            let needed = needed(&folder.join(name))?;
            let Version(major, minor) = needed;
            println!("{target}, `{name}`: glibc {major}.{minor}");
            if needed > OLDEST {
                return Err(format!("`{name}` for {target} needs glibc {major}.{minor}"));
            }
            count += 1;
        }
    }
    let (right, wrong) = tried(&workspace::target().join("zig").join(&own).join("release"))?;
    let Version(major, minor) = OLDEST;
    println!(
        "mpi-glibc: {count} libraries need glibc {major}.{minor} or older; {right} cases right, {wrong} wrong"
    );
    if wrong == 0 { Ok(()) } else { Err(format!("{wrong} cases are wrong")) }
}

/// Builds the libraries for a target. Returns the folder.
fn built(python: &Path, target: &str) -> Result<PathBuf, String> {
    let folder = workspace::target().join("zig");
    let Version(major, minor) = OLDEST;
    let mut cargo = workspace::cargo();
    cargo.args([
        "zigbuild",
        "--quiet",
        "--release",
        "--package",
        "datarep-mpi",
        "--package",
        "datarep-mpi-texts",
    ]);
    cargo.args(["--target", &format!("{target}.{major}.{minor}")]).env("CARGO_TARGET_DIR", &folder);
    let path = std::env::var_os("PATH").unwrap_or_default();
    let own = python.parent().map(Path::to_owned);
    let path = std::env::join_paths(own.into_iter().chain(std::env::split_paths(&path)));
    cargo.env("PATH", path.map_err(|error| format!("the folder of Zig: {error}"))?);
    workspace::done(&mut cargo)?;
    Ok(folder.join(target).join("release"))
}

/// The newest version of glibc whose symbols a library needs.
fn needed(library: &Path) -> Result<Version, String> {
    let read = Command::new("readelf").arg("-VW").arg(library).output();
    let read = read.map_err(|error| format!("`readelf` cannot be run: {error}"))?;
    newest(&String::from_utf8_lossy(&read.stdout))
        .ok_or_else(|| format!("`{}` needs no glibc, as far as `readelf` can tell", library.display()))
}

/// The newest version in the words `GLIBC_2.28` of a text.
fn newest(text: &str) -> Option<Version> {
    let words = text.split(|letter: char| !letter.is_ascii_alphanumeric() && !"_.".contains(letter));
    let versions = words.filter_map(|word| {
        let mut parts = word.strip_prefix("GLIBC_")?.split('.').map(str::parse);
        Some(Version(parts.next()?.ok()?, parts.next()?.ok()?))
    });
    versions.max()
}

/// Runs a program with the library in a folder.
fn tried(folder: &Path) -> Result<(u32, u32), String> {
    let Some(library) = mpi_libraries::all()?.into_iter().next() else { return Ok((0, 0)) };
    let program = library.compile(&workspace::root().join("datarep-mpi/tests/c/small.c"))?;
    let preload = format!("LD_PRELOAD={}", folder.join(LIBRARIES[0]).display());
    let (mut right, mut wrong) = (0, 0);
    for view in ["ibm370", "big_endian"] {
        let file = mpi_libraries::scratch("glibc");
        let judged =
            library.judge(std::slice::from_ref(&preload), 2, &program, &[&file.to_string_lossy(), view]);
        // A program that failed left its file behind.
        let _ = std::fs::remove_file(&file);
        let (good, bad) = judged?;
        (right, wrong) = (right + good, wrong + bad);
    }
    Ok((right, wrong))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_version_is_found() {
        let text = "0x0010: Name: GLIBC_2.2.5  Flags: none  Version: 3\n(GLIBC_2.28) GLIBC_2.4 GLIBC_PRIVATE";
        assert_eq!(newest(text), Some(Version(2, 28)));
        assert_eq!(newest("GCC_3.0"), None);
        assert!(Version(2, 34) > OLDEST && Version(2, 9) < OLDEST);
    }
}
