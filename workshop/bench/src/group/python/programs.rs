//! What is run for the measurement: environments with the package and others, scripts, and the calls in Rust.

use std::path::{Path, PathBuf};
use std::process::Command;

use datarep_workshop::wheel::build_environment;

use crate::{python, workspace};

/// The packages that it is compared with in measurements.
const PEERS: &[&str] = &[
    "maturin==1.16.0",
    // This package was compiled against the interface of NumPy 1, which later versions of pandas do not support.
    "ibm2ieee==1.3.3",
    "numpy==1.26.4",
    "segyio==1.9.14",
    "obspy==1.5.1",
    "pandas==2.3.3",
    "h5py==3.16.0",
];

/// The package whose results alone are compared: it needs a later NumPy than those of `PEERS`.
const SEGY: &[&str] = &["maturin==1.16.0", "segy==0.6.0", "numpy==2.4.6"];

/// The programs of the measurements.
pub(super) struct BenchPrograms {
    /// The Python of an environment with the package and the others.
    pub(super) python: PathBuf,
    /// The calls in Rust.
    pub(super) slices: PathBuf,
}

/// Prepares the measurements.
pub(super) fn build_for_bench() -> Result<BenchPrograms, String> {
    let python = build_environment("package-bench", PEERS, "release")?;
    workspace::build_optimized(&["--package", "datarep-python", "--example", "slices"])
        .map_err(|fault| format!("the calls in Rust cannot be built: {fault}"))?;
    let slices = workspace::target_folder().join("release").join("examples").join("slices");
    Ok(BenchPrograms { python, slices })
}

/// The Python of an environment with the package, newly built, and segy.
pub(super) fn build_python_with_segy() -> Result<PathBuf, String> {
    build_environment("package-segy", SEGY, "release")
}

/// The command that runs a script which compares the package with others.
pub(super) fn make_peer_command(python: &Path, name: &str) -> Command {
    python::script(python, &format!("workshop/bench/peers/python/package/{name}.py"))
}
