//! `cargo xtask dist`: what people install who have no Rust, in `target/dist`, with checksums.
//!
//! Each thing is made and then tried as somebody would use it who has nothing else: the command in a folder that has only
//! that file, the wheel in a new environment, the Debian package in a new root. What cannot be made or tried on this
//! machine is reported with the reason.
#![expect(clippy::print_stdout, reason = "a command speaks to who called it")]

mod archive;
mod command;
mod crates;
mod debian;
mod mpi;
mod recipes;
mod sbom;
mod tools;
mod wheel;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use datarep_workshop::workspace::{make_folder, write_file};

use crate::{cross, skipped, workspace};

/// The version of all that is made: that of the workspace.
pub(crate) const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The file with the checksums of all others.
const CHECKSUMS: &str = "SHA256SUMS";

/// A kind of machines that things are made for.
#[derive(Debug, Clone, Copy)]
struct Machine {
    /// The processor, as Rust and the kernel call it.
    name: &'static str,
    /// The same, as Debian calls it.
    debian: &'static str,
    /// The emulator of processes on another machine. It is linked statically, so that it runs in an empty folder.
    emulator: &'static str,
}

/// Every kind of machines.
const MACHINES: [Machine; 2] = [
    Machine { name: "x86_64", debian: "amd64", emulator: "qemu-x86_64-static" },
    Machine { name: "aarch64", debian: "arm64", emulator: "qemu-aarch64-static" },
];

impl Machine {
    /// Whether this machine is of the kind.
    fn is_host(self) -> bool {
        self.name == std::env::consts::ARCH
    }

    /// The target of Rust with a C library, `gnu` or `musl`.
    fn rust_target(self, c_library: &str) -> String {
        format!("{}-unknown-linux-{c_library}", self.name)
    }

    /// Whether Rust can build for the kind. If not, that is reported.
    fn has_target_or_report(self, c_library: &str, what: &str) -> bool {
        let target = self.rust_target(c_library);
        let is_installed = cross::has_target(&target);
        if !is_installed {
            skipped::report(what, &format!("`rustup target add {target}`"));
        }
        is_installed
    }
}

/// The folder of what is made, for which machines, and the counts.
struct DistBuild {
    folder: PathBuf,
    machines: Vec<Machine>,
    made: usize,
    tried: usize,
}

impl DistBuild {
    /// Puts a file into the folder, which may be there already. Returns its place.
    fn put_file(&mut self, file: &Path, name: &str) -> Result<PathBuf, String> {
        let place = self.folder.join(name);
        if file != place {
            fs::copy(file, &place).map_err(|error| {
                format!("`{}` cannot be copied to `{}`: {error}", file.display(), place.display())
            })?;
        }
        let length = fs::metadata(&place).map_err(|error| format!("`{}`: {error}", place.display()))?.len();
        self.count_made(&format!("{name}, {} KiB", length.div_ceil(1024)));
        Ok(place)
    }

    /// Counts a thing that has been made, and prints its name.
    fn count_made(&mut self, name: &str) {
        println!("made: {name}");
        self.made += 1;
    }

    /// Counts a thing that has been tried, and prints how.
    fn count_tried(&mut self, name: &str, how: &str) {
        println!("tried: {name}: {how}");
        self.tried += 1;
    }
}

type DistPart = (&'static str, fn(&mut DistBuild) -> Result<(), String>);

/// What can be made, in this order: later parts take files of earlier ones.
const PARTS: [DistPart; 7] = [
    ("command", command::make_programs),
    ("mpi", mpi::make_archives),
    ("wheel", wheel::make_wheels),
    ("debian", debian::make_package),
    ("sbom", sbom::make_lists),
    ("crates", crates::make_crates),
    ("recipes", recipes::compare_recipes),
];

/// Makes and tries everything for all kinds of machines, or what is named: parts, and kinds of machines. The last line is
/// `dist: N things made, N tried`.
///
/// # Errors
///
/// Returns a message if parts could not be made or did not work. Their faults have been printed.
pub fn run(only: &[&str]) -> Result<(), String> {
    if !cfg!(target_os = "linux") {
        return Err("`dist` makes things for Linux, and only Linux can try them".to_owned());
    }
    let (parts, machines) = select_parts_and_machines(only);
    let folder = workspace::target_folder().join("dist");
    if only.is_empty() {
        // What an older version made.
        let _ = fs::remove_dir_all(&folder);
    }
    make_folder(&folder)?;
    let mut dist = DistBuild { folder, machines, made: 0, tried: 0 };
    let mut failed = Vec::new();
    for (name, make) in parts {
        if let Err(fault) = make(&mut dist) {
            println!("failed: {name}: {fault}");
            failed.push(name);
        }
    }
    write_checksums(&dist.folder)?;
    println!("dist: {} things made, {} tried", dist.made, dist.tried);
    if failed.is_empty() { Ok(()) } else { Err(format!("failed: {}", failed.join(", "))) }
}

/// The parts and the kinds of machines that are named: all of them, if none is.
fn select_parts_and_machines(only: &[&str]) -> (Vec<DistPart>, Vec<Machine>) {
    let mut parts: Vec<DistPart> = PARTS.into_iter().filter(|(part, _)| only.contains(part)).collect();
    let mut machines: Vec<Machine> = MACHINES.into_iter().filter(|one| only.contains(&one.name)).collect();
    if parts.is_empty() {
        parts = PARTS.to_vec();
    }
    if machines.is_empty() {
        machines = MACHINES.to_vec();
    }
    (parts, machines)
}

/// Writes the checksums of all files, and reads the files again to compare.
fn write_checksums(folder: &Path) -> Result<(), String> {
    let fault = |error: std::io::Error| format!("`{}`: {error}", folder.display());
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).map_err(fault)? {
        let entry = entry.map_err(fault)?;
        if entry.file_type().map_err(fault)?.is_file() && entry.file_name() != CHECKSUMS {
            names.push(entry.file_name());
        }
    }
    names.sort();
    if names.is_empty() {
        return Ok(());
    }
    let sums = run_program(Command::new("sha256sum").arg("--").args(&names).current_dir(folder))?;
    fs::write(folder.join(CHECKSUMS), sums).map_err(fault)?;
    run_program(Command::new("sha256sum").args(["--check", "--strict", CHECKSUMS]).current_dir(folder))?;
    println!("checksums: {} files in {CHECKSUMS}", names.len());
    Ok(())
}

/// What a program prints, which must succeed.
fn run_program(command: &mut Command) -> Result<Vec<u8>, String> {
    let output = command.output().map_err(|error| format!("`{command:?}` cannot be run: {error}"))?;
    if output.status.success() {
        return Ok(output.stdout);
    }
    let told = [&*output.stdout, &*output.stderr].concat();
    Err(format!("`{command:?}` ended with {}\n{}", output.status, String::from_utf8_lossy(&told)))
}

/// The text that a program prints, which must succeed.
fn run_program_to_text(command: &mut Command) -> Result<String, String> {
    run_program(command).map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
}

/// Makes a folder new and empty.
fn make_empty_folder(folder: &Path) -> Result<(), String> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(format!("`{}` cannot be removed: {error}", folder.display()))
        }
        _ => make_folder(folder),
    }
}

/// Copies a file.
fn copy_file(from: &Path, to: &Path) -> Result<(), String> {
    if let Some(folder) = to.parent() {
        make_folder(folder)?;
    }
    fs::copy(from, to)
        .map(|_| ())
        .map_err(|error| format!("`{}` cannot be copied to `{}`: {error}", from.display(), to.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_and_machines_are_named() {
        let names = |only: &[&str]| {
            let (parts, machines) = select_parts_and_machines(only);
            let parts: Vec<&str> = parts.iter().map(|(name, _)| *name).collect();
            (parts, machines.iter().map(|one| one.name).collect::<Vec<_>>())
        };
        let (all, every) = names(&[]);
        assert_eq!([all, every].concat(), crate::arguments::DIST_NAMES);
        assert_eq!(names(&["aarch64", "wheel"]), (vec!["wheel"], vec!["aarch64"]));
    }

    #[test]
    fn checksums_are_those_of_the_files() {
        let folder = std::env::temp_dir().join(format!("datarep-dist-{}", std::process::id()));
        make_empty_folder(&folder).expect("a folder can be made");
        write_file(&folder.join("abc"), "abc").expect("a file can be written");
        let written = write_checksums(&folder);
        let sums = fs::read_to_string(folder.join(CHECKSUMS));
        let _ = fs::remove_dir_all(&folder);
        // The first example of FIPS 180.
        let wanted = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  abc\n";
        assert_eq!((written, sums.ok().as_deref()), (Ok(()), Some(wanted)));
    }
}
