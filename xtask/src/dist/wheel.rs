//! Wheels of the Python package by the stable interface of `CPython`, with the MPI library inside.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use datarep_laboratory::glibc;

use super::{DistBuild, Machine, make_empty_folder, mpi, run_program, run_program_to_text};
use crate::cross::{self, OLDEST_GLIBC};
use crate::python_package::{self, CarriedLibrary};
use crate::{python, skipped, workspace};

/// What builds wheels and judges them.
const TOOLS: [&str; 4] = ["maturin==1.16.0", "ziglang==0.17.0", "auditwheel==6.8.2", "abi3audit==0.0.26"];

/// What the tests need beside the package.
const TESTERS: [&str; 2] = ["pytest==9.2.0", "hypothesis==6.170.15"];

/// Tests of the package that need nothing more, and that take seconds.
const TESTS: [&str; 8] = [
    "test_read.py",
    "test_records.py",
    "test_buffers.py",
    "test_decimals.py",
    "test_losses.py",
    "test_names.py",
    "test_texts.py",
    "test_probe.py",
];

/// Builds a wheel for every kind of machines, and tries that of this machine.
pub(super) fn make_wheels(dist: &mut DistBuild) -> Result<(), String> {
    let tools = cross::install_zig().and_then(|zig| Ok((zig, python::environment("dist-wheels", &TOOLS)?)));
    let (zig, tools) = match tools {
        Ok(tools) => tools,
        Err(reason) => {
            skipped::report("wheels", &reason);
            return Ok(());
        }
    };
    for machine in dist.machines.clone() {
        if !machine.has_target_or_report("gnu", &format!("the wheel for {}", machine.name)) {
            continue;
        }
        let built = build_wheel(&zig, &tools, machine)?;
        let name = built.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let wheel = dist.put_file(&built, &name)?;
        let judged = audit_wheel(&tools, &wheel)?;
        if machine.is_host() {
            let told = try_wheel(&wheel)?;
            dist.count_tried(&name, &format!("{judged}; {told}"));
        } else {
            println!("judged: {name}: {judged}");
            skipped::report(&format!("tests of `{name}`"), "they need a Python of that machine");
        }
    }
    Ok(())
}

/// Builds the wheel for a kind of machines. Returns its file.
fn build_wheel(zig: &Path, tools: &Path, machine: Machine) -> Result<PathBuf, String> {
    let libraries = mpi::build_libraries(zig, machine)?;
    let carried = CarriedLibrary::copy_to_package(&libraries.join(glibc::LIBRARIES[0]))?;
    let folder = cross::build_folder().join("wheels").join(machine.name);
    make_empty_folder(&folder)?;
    let mut maturin = Command::new(tools);
    maturin.current_dir(workspace::root()).args(["-m", "maturin", "build", "--quiet", "--release", "--zig"]);
    let tag = format!("manylinux_{}_{}", OLDEST_GLIBC.0, OLDEST_GLIBC.1);
    maturin.args(["--locked", "--compatibility", &tag, "--target", &machine.rust_target("gnu")]);
    maturin.args(["--manifest-path", "datarep-python/Cargo.toml", "--out"]).arg(&folder);
    maturin
        .env("CARGO_TARGET_DIR", cross::build_folder())
        .env("PATH", python::search_path_with_python(tools)?);
    workspace::run_command(&mut maturin)?;
    drop(carried);
    let wheels = fs::read_dir(&folder).map_err(|error| format!("`{}`: {error}", folder.display()))?;
    let wheel = wheels
        .filter_map(|entry| Some(entry.ok()?.path()))
        .find(|path| path.extension().is_some_and(|end| end == "whl"));
    wheel.ok_or_else(|| "`maturin` made no wheel".to_owned())
}

/// Asks auditwheel for which systems the wheel is, and abi3audit whether it keeps to the stable interface.
fn audit_wheel(tools: &Path, wheel: &Path) -> Result<String, String> {
    let told = run_program_to_text(Command::new(tools).args(["-m", "auditwheel", "show"]).arg(wheel))?;
    let needed =
        parse_manylinux_tag(&told).ok_or_else(|| format!("`auditwheel show` names no tag:\n{told}"))?;
    if needed > (OLDEST_GLIBC.0, OLDEST_GLIBC.1) {
        return Err(format!("the wheel needs manylinux_{}_{}:\n{told}", needed.0, needed.1));
    }
    let strict = ["-m", "abi3audit", "--strict"];
    run_program(Command::new(tools).args(strict).arg(wheel))?;
    Ok(format!("auditwheel: manylinux_{}_{}, abi3audit: the stable interface alone", needed.0, needed.1))
}

/// The version of glibc in the first tag that `auditwheel show` names: `"manylinux_2_28_x86_64"`.
fn parse_manylinux_tag(told: &str) -> Option<(u32, u32)> {
    let (_, rest) = told.split_once("\"manylinux_")?;
    let mut numbers = rest.split('_');
    Some((numbers.next()?.parse().ok()?, numbers.next()?.parse().ok()?))
}

/// Installs the wheel in a new environment, where no Rust is found, and runs tests there, and a program under MPI.
fn try_wheel(wheel: &Path) -> Result<String, String> {
    let name = "dist-wheel-tried";
    let _ = fs::remove_dir_all(workspace::target_folder().join("python").join(name));
    let python = python::environment(name, &TESTERS)?;
    // What the wheel depends on is installed with it.
    let pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check"];
    run_program(make_isolated_python(&python)?.args(pip).arg(wheel))?;
    let place = run_program_to_text(make_isolated_python(&python)?.args([
        "-c",
        "import shutil, datarep; assert not shutil.which('cargo') and not shutil.which('rustc'); print(datarep.__file__)",
    ]))?;
    let inside = python.parent().and_then(Path::parent).unwrap_or(&python);
    if !Path::new(place.trim()).starts_with(inside) {
        return Err(format!("`import datarep` takes {place}"));
    }
    let tests = workspace::root().join("datarep-python/tests");
    let mut pytest = make_isolated_python(&python)?;
    pytest.current_dir(workspace::root().join("datarep-python"));
    pytest.args(["-m", "pytest", "-p", "no:cacheprovider"]).args(TESTS.map(|name| tests.join(name)));
    python_package::set_test_variables(&mut pytest)?;
    let report = run_program_to_text(&mut pytest)?;
    let last = report.lines().last().unwrap_or_default();
    let passed = python_package::parse_count(last, "passed");
    if passed == 0 {
        return Err(format!("`pytest` has tried nothing:\n{report}"));
    }
    let rows = python_package::run_under_mpi(&python)?;
    Ok(format!("{passed} tests passed without Rust, {rows} numbers under MPI by the library in it"))
}

/// A Python that finds no program but its own and those of the system.
fn make_isolated_python(python: &Path) -> Result<Command, String> {
    let own = python.parent().map(Path::to_owned);
    let path = std::env::join_paths(own.into_iter().chain(["/usr/bin".into(), "/bin".into()]));
    let mut command = Command::new(python);
    command.env_clear().env("PATH", path.map_err(|error| format!("`PATH` cannot be set: {error}"))?);
    // `pip` is told by variables where packages are, and keeps what it has loaded at home.
    for (name, value) in std::env::vars_os() {
        let text = name.to_string_lossy();
        if ["HOME", "DATAREP_CORPUS"].contains(&&*text) || text.starts_with("PIP_") || text.contains("SSL") {
            command.env(name, value);
        }
    }
    Ok(command)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tag_that_auditwheel_names_is_found() {
        let told = "datarep.whl is consistent with\nthe following platform tag: \"manylinux_2_17_x86_64\".\n\nThe wheel \
                    references \"manylinux_2_5_x86_64\"";
        assert_eq!(parse_manylinux_tag(told), Some((2, 17)));
        assert_eq!(parse_manylinux_tag("\"linux_x86_64\""), None);
    }
}
