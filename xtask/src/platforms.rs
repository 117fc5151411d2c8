//! `cargo xtask platforms`: the tests of the language, the generator, the runtime, the interpreter and the command on other
//! processors and systems than this machine's.
//!
//! Programs for another processor run in an emulator of processes, QEMU, those for Windows in Wine, WebAssembly in Node.
//! The compiler of C of each machine links them. All of these are packages of Debian. What a target lacks is reported,
//! and the others are tested.
//!
//! Some tests start programs, as those of the command do. Where a kernel does not know the programs of another processor,
//! only a test can be given to the emulator, and not what the test starts. So the kernel is told of the emulator as long as
//! the tests run, which needs root; without it the processor is reported as skipped.
#![expect(clippy::print_stdout, reason = "a command speaks to who called it")]

mod binfmt;
mod tally;

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use self::binfmt::{Elf, Registration};
use self::tally::Tally;
use crate::{cross, skipped, workspace};

/// The packages whose tests run on every processor.
const LIBRARIES: [&str; 6] =
    ["datarep-dsl", "datarep-plan", "datarep-codegen", "datarep", "datarep-dynamic", "datarep-probe"];

/// The packages whose tests need no threads, no sockets and no programs.
const WITHOUT_SYSTEM: [&str; 4] = ["datarep-dsl", "datarep-plan", "datarep-dynamic", "datarep-probe"];

/// Features that the tests ask for besides those that their packages have anyway.
const FEATURES: &str = "--features=datarep/file,datarep/parallel";

/// Tests are optimized a little, with all checks of debug builds, as an emulator takes many times as long as the processor.
const PROFILE: [&str; 2] = ["--config", "profile.dev.opt-level=1"];

/// GNU's word for this processor with 32 bits.
const NARROW: &str = "i686-linux-gnu";

/// The package whose tests start a program of the target.
const COMMAND: &str = "datarep-cli";

/// A target of Rust, and how its programs run here.
struct Platform {
    target: &'static str,
    host: Host,
}

/// What runs the programs of a target on this machine.
#[derive(Debug, Clone, Copy)]
enum Host {
    /// QEMU's emulator of a processor.
    Qemu(Machine),
    /// The processor of x86-64 itself, which also has 32 bits: only libraries are needed, and a compiler of C.
    Narrow,
    /// Wine. The compiler is that of MinGW-w64.
    Wine,
    /// Node's system interface for WebAssembly, which has no threads and starts no programs.
    Node,
    /// Nothing: there is no emulator. The code is only compiled.
    Nothing,
}

/// A processor that QEMU has.
#[derive(Debug, Clone, Copy)]
struct Machine {
    /// QEMU's word for it.
    name: &'static str,
    /// GNU's word for it, which begins the name of its compiler and is the folder with its C library.
    prefix: &'static str,
    /// How the kernel knows its programs.
    elf: Elf,
}

const PLATFORMS: [Platform; 8] = [
    Platform {
        target: "s390x-unknown-linux-gnu",
        host: Host::Qemu(Machine {
            name: "s390x",
            prefix: "s390x-linux-gnu",
            elf: Elf { bits: 64, is_big_endian: true, machine: 22 },
        }),
    },
    Platform {
        target: "aarch64-unknown-linux-gnu",
        host: Host::Qemu(Machine {
            name: "aarch64",
            prefix: "aarch64-linux-gnu",
            elf: Elf { bits: 64, is_big_endian: false, machine: 183 },
        }),
    },
    Platform { target: "i686-unknown-linux-gnu", host: Host::Narrow },
    Platform {
        target: "riscv64gc-unknown-linux-gnu",
        host: Host::Qemu(Machine {
            name: "riscv64",
            prefix: "riscv64-linux-gnu",
            elf: Elf { bits: 64, is_big_endian: false, machine: 243 },
        }),
    },
    Platform { target: "x86_64-pc-windows-gnu", host: Host::Wine },
    Platform { target: "wasm32-wasip1", host: Host::Node },
    Platform { target: "aarch64-apple-darwin", host: Host::Nothing },
    Platform { target: "x86_64-apple-darwin", host: Host::Nothing },
];

/// Runs the tests on all platforms, or on those whose targets begin with one of the words. The last line is
/// `platforms: T targets, N tests, 0 failed`.
///
/// # Errors
///
/// Returns a message if a word names no platform, if something does not build that has all its tools, or if tests fail.
pub fn run(only: &[&str]) -> Result<(), String> {
    if let Some(unknown) =
        only.iter().find(|word| !PLATFORMS.iter().any(|one| one.target.starts_with(**word)))
    {
        let all: Vec<&str> = PLATFORMS.iter().map(|one| one.target).collect();
        return Err(format!("no platform is called `{unknown}`: there are {}", all.join(", ")));
    }
    let (mut targets, mut tally) = (0, Tally::default());
    for platform in &PLATFORMS {
        if !only.is_empty() && !only.iter().any(|word| platform.target.starts_with(word)) {
            continue;
        }
        if let Some(missing) = platform.find_missing_tool() {
            skipped::report(platform.target, &missing);
            continue;
        }
        let Some(one) = platform.test()? else { continue };
        println!("{}: {} tests, {} failed", platform.target, one.passed, one.count_failures());
        for name in &one.failed {
            println!("  failed: {name}");
        }
        targets += 1;
        tally.add(one);
    }
    println!("platforms: {targets} targets, {} tests, {} failed", tally.passed, tally.count_failures());
    if tally.count_failures() == 0 {
        Ok(())
    } else {
        Err(format!("{} tests failed on other platforms", tally.count_failures()))
    }
}

impl Platform {
    /// What this machine lacks for the platform, and how to get it.
    fn find_missing_tool(&self) -> Option<String> {
        if !cross::has_target(self.target) {
            return Some(format!("`rustup target add {}`", self.target));
        }
        let tools = match self.host {
            Host::Qemu(machine) => vec![
                (machine.emulator(), "qemu-user".to_owned()),
                (machine.compiler(), format!("gcc-{}", machine.prefix)),
            ],
            Host::Narrow => {
                let libraries =
                    [("/lib/ld-linux.so.2", "libc6-i386"), ("/usr/lib32/libgcc_s.so.1", "lib32gcc-s1")];
                let missing = libraries.into_iter().find(|(file, _)| !Path::new(file).exists());
                if let Some((file, package)) = missing {
                    return Some(skipped::name_package(file, package));
                }
                vec![(format!("{NARROW}-gcc"), format!("gcc-{NARROW}"))]
            }
            Host::Wine => vec![
                ("wine".to_owned(), "wine64".to_owned()),
                ("x86_64-w64-mingw32-gcc".to_owned(), "gcc-mingw-w64-x86-64".to_owned()),
            ],
            Host::Node => vec![("node".to_owned(), "nodejs".to_owned())],
            Host::Nothing => Vec::new(),
        };
        let missing = tools.into_iter().find(|(program, _)| workspace::find_program(program).is_none());
        missing.map(|(program, package)| skipped::name_package(&program, &package))
    }

    /// Runs all tests for the platform, or reports why the kernel cannot run its programs, and returns `None`.
    fn test(&self) -> Result<Option<Tally>, String> {
        let groups: &[&[&str]] = match self.host {
            Host::Qemu(_) | Host::Narrow | Host::Wine => &[&LIBRARIES, &[COMMAND]],
            Host::Node => &[&WITHOUT_SYSTEM],
            Host::Nothing => {
                let mut check = workspace::cargo();
                check.args(["check", "--quiet", "--package", COMMAND, "--target", self.target]);
                workspace::run_command(&mut check)?;
                &[]
            }
        };
        let runner = self.write_runner()?;
        // It holds until the tests have run.
        let registration = match self.host {
            Host::Qemu(machine) => Some(Registration::new(machine.name, machine.elf, &runner)),
            Host::Narrow | Host::Wine | Host::Node | Host::Nothing => None,
        };
        if let Some(Err(fault)) = &registration {
            skipped::report(self.target, fault);
            return Ok(None);
        }
        let mut tally = Tally::default();
        for packages in groups {
            tally.add(self.test_packages(packages, &runner)?);
        }
        Ok(Some(tally))
    }

    /// Runs the tests of packages. What they print is kept in a file of the target's name.
    fn test_packages(&self, packages: &[&str], runner: &Path) -> Result<Tally, String> {
        let mut cargo = workspace::cargo();
        cargo.args([
            "test",
            "--locked",
            "--no-fail-fast",
            "--lib",
            "--bins",
            "--tests",
            "--target",
            self.target,
        ]);
        cargo.args(PROFILE).args(packages.iter().flat_map(|package| ["--package", package]));
        if packages.contains(&"datarep") {
            cargo.arg(FEATURES);
        }
        // Insta asks Cargo for the workspace, and a program of WebAssembly can start none.
        cargo
            .env(cross::name_variable(self.target, "RUNNER"), runner)
            .env("INSTA_WORKSPACE_ROOT", workspace::root());
        cargo.env("INSTA_UPDATE", "no");
        if let Some(compiler) = self.host.find_compiler() {
            cargo.env(cross::name_variable(self.target, "LINKER"), &compiler);
            cargo.env(format!("CC_{}", self.target.replace('-', "_")), compiler);
        }
        let log = folder()?.join(format!("{}-{}.txt", self.target, packages[0]));
        let file = fs::File::create(&log).map_err(|error| format!("`{}`: {error}", log.display()))?;
        let twin = file.try_clone().map_err(|error| format!("`{}`: {error}", log.display()))?;
        println!("{}: {}: `{}`", self.target, packages.join(", "), log.display());
        let status = cargo.stdout(file).stderr(twin).status();
        let status = status.map_err(|error| format!("{cargo:?} cannot be run: {error}"))?;
        let output = fs::read(&log).map_err(|error| format!("`{}`: {error}", log.display()))?;
        let tally = Tally::parse(&String::from_utf8_lossy(&output));
        // Tests that failed are in the counts.
        if tally.passed == 0 || (!status.success() && tally.count_failures() == 0) {
            return Err(format!("tests for {} do not build: see `{}`", self.target, log.display()));
        }
        Ok(tally)
    }

    /// Writes the program that runs programs of the platform: a script, as the kernel gives an interpreter no arguments
    /// of its own.
    fn write_runner(&self) -> Result<PathBuf, String> {
        let script = folder()?.join(self.target);
        let run = match self.host {
            Host::Qemu(machine) => format!("exec {} -L /usr/{} \"$@\"", machine.emulator(), machine.prefix),
            Host::Narrow => "exec \"$@\"".to_owned(),
            // What Wine says of its own settings is not the program's.
            Host::Wine => "exec env WINEDEBUG=-all wine \"$@\"".to_owned(),
            Host::Node => {
                let module = workspace::root().join("xtask/src/platforms/wasi.mjs");
                format!("exec node --no-warnings '{}' \"$@\"", module.display())
            }
            Host::Nothing => "exit 1".to_owned(),
        };
        let fault = |error: std::io::Error| format!("`{}` cannot be written: {error}", script.display());
        fs::write(&script, format!("#!/bin/sh\n{run}\n")).map_err(fault)?;
        fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).map_err(fault)?;
        Ok(script)
    }
}

impl Host {
    /// The compiler of C that links programs, where Rust does not know it by itself.
    fn find_compiler(self) -> Option<String> {
        match self {
            Host::Qemu(machine) => Some(machine.compiler()),
            Host::Narrow => Some(format!("{NARROW}-gcc")),
            Host::Wine | Host::Node | Host::Nothing => None,
        }
    }
}

impl Machine {
    fn emulator(self) -> String {
        format!("qemu-{}", self.name)
    }

    fn compiler(self) -> String {
        format!("{}-gcc", self.prefix)
    }
}

/// The folder of what is written for the platforms and what their tests print.
fn folder() -> Result<PathBuf, String> {
    let folder = workspace::target_folder().join("platforms");
    fs::create_dir_all(&folder).map_err(|error| format!("`{}` cannot be made: {error}", folder.display()))?;
    Ok(folder)
}
