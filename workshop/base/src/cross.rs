//! Builds for other machines than this one: older ones, those without a C library, and those with another processor.
//!
//! A linker takes the newest version of each symbol that the building machine has. So libraries are linked by Zig, which
//! has the symbols of older versions of glibc. A static program is linked by the linker that comes with Rust, as is the C
//! library in it, musl. Neither needs a compiler of the other machine.
//!
//! All these builds share a folder below the target folder, and with it what runs on this machine: macros and build
//! scripts.

use std::fmt;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::{python, workspace};

/// The Python packages with Zig and with the Cargo command that links by it.
const PACKAGES: [&str; 2] = ["ziglang==0.17.0", "cargo-zigbuild==0.24.0"];

/// The oldest version of glibc that libraries are built for: that of RHEL 8 and Debian 10.
pub const OLDEST_GLIBC: GlibcVersion = GlibcVersion(2, 28);

/// A version of glibc.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct GlibcVersion(pub u32, pub u32);

impl fmt::Display for GlibcVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.0, self.1)
    }
}

/// The Python of the environment that has Zig.
///
/// # Errors
///
/// Returns a message if it cannot be installed.
pub fn install_zig() -> Result<PathBuf, String> {
    python::environment("zig", &PACKAGES)
}

/// Whether Rust has the standard library for a target.
pub fn has_target(target: &str) -> bool {
    let asked = Command::new("rustc").args(["--print", "target-libdir", "--target", target]).output();
    asked.is_ok_and(|output| Path::new(String::from_utf8_lossy(&output.stdout).trim()).is_dir())
}

/// The variable by which Cargo takes a setting of a target, such as `LINKER`.
pub fn name_variable(target: &str, setting: &str) -> String {
    format!("CARGO_TARGET_{}_{setting}", target.to_uppercase().replace('-', "_"))
}

/// The folder in which Cargo builds for other machines.
pub fn build_folder() -> PathBuf {
    workspace::target_folder().join("cross")
}

/// Builds optimized packages for a target with an old glibc. Returns the folder of what is built.
///
/// # Errors
///
/// Returns a message if something does not build.
pub fn build_for_old_glibc(zig: &Path, target: &str, packages: &[&str]) -> Result<PathBuf, String> {
    let mut cargo = workspace::cargo();
    cargo.args(["zigbuild", "--quiet", "--locked", "--release"]);
    cargo.args(packages.iter().flat_map(|package| ["--package", package]));
    cargo.args(["--target", &format!("{target}.{OLDEST_GLIBC}")]).env("CARGO_TARGET_DIR", build_folder());
    workspace::run_command(cargo.env("PATH", python::search_path_with_python(zig)?))?;
    Ok(build_folder().join(target).join("release"))
}

/// Builds an optimized package as a program that needs no library of the system, for a target with musl. Returns the
/// folder of what is built.
///
/// # Errors
///
/// Returns a message if something does not build.
pub fn build_static(target: &str, package: &str) -> Result<PathBuf, String> {
    let mut cargo = workspace::cargo();
    cargo.args(["build", "--quiet", "--locked", "--release", "--package", package, "--target", target]);
    cargo.env(name_variable(target, "LINKER"), "rust-lld").env("CARGO_TARGET_DIR", build_folder());
    // Without debug information, nobody uses the names of functions.
    cargo.env(name_variable(target, "RUSTFLAGS"), "-C strip=symbols");
    workspace::run_command(&mut cargo)?;
    Ok(build_folder().join(target).join("release"))
}

/// The newest version of glibc whose symbols a library needs.
///
/// # Errors
///
/// Returns a message if `readelf` cannot be run, or finds no version.
pub fn find_needed_glibc(library: &Path) -> Result<GlibcVersion, String> {
    let read = Command::new("readelf").arg("-VW").arg(library).output();
    let read = read.map_err(|error| format!("`readelf` cannot be run: {error}"))?;
    find_newest_glibc(&String::from_utf8_lossy(&read.stdout))
        .ok_or_else(|| format!("`{}` needs no glibc, as far as `readelf` can tell", library.display()))
}

/// The newest version in the words `GLIBC_2.28` of a text.
fn find_newest_glibc(text: &str) -> Option<GlibcVersion> {
    let words = text.split(|letter: char| !letter.is_ascii_alphanumeric() && !"_.".contains(letter));
    let versions = words.filter_map(|word| {
        let mut parts = word.strip_prefix("GLIBC_")?.split('.').map(str::parse);
        Some(GlibcVersion(parts.next()?.ok()?, parts.next()?.ok()?))
    });
    versions.max()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_version_is_found() {
        let text = "0x0010: Name: GLIBC_2.2.5  Flags: none  Version: 3\n(GLIBC_2.28) GLIBC_2.4 GLIBC_PRIVATE";
        assert_eq!(find_newest_glibc(text), Some(GlibcVersion(2, 28)));
        assert_eq!(find_newest_glibc("GCC_3.0"), None);
        assert!(GlibcVersion(2, 34) > OLDEST_GLIBC && GlibcVersion(2, 9) < OLDEST_GLIBC);
    }
}
