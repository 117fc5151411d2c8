//! The command `datarep convert`, and other programs that convert a file.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use super::super::super::contest::Contest;
use super::super::super::peer::Task;
use super::data::{self, Generated};
use super::{CSV, Measurement, NAME, ON_BAD, PARQUET, SIZE, WITHOUT};
use crate::{skipped, workspace};

/// The command with a file of records.
pub(super) struct Command {
    program: PathBuf,
    folder: PathBuf,
    records: PathBuf,
    text: PathBuf,
}

impl Command {
    /// Builds the command, and writes the records and the text that describes them.
    pub(super) fn prepare(generated: &Generated) -> Result<Command, String> {
        workspace::build_optimized(&["--package", "datarep-cli", "--bin", "datarep"])?;
        let folder = workspace::target().join("bench").join("records");
        let fault = |error: std::io::Error| format!("`{}`: {error}", folder.display());
        fs::create_dir_all(&folder).map_err(fault)?;
        let (records, text) = (folder.join("wide.dat"), folder.join("wide.datarep"));
        fs::write(&records, &generated.bytes).map_err(fault)?;
        fs::write(&text, data::describe()).map_err(fault)?;
        let program = workspace::target().join("release/datarep");
        Ok(Command { program, folder, records, text })
    }

    fn start(&self, to: &Path, arguments: &[&str]) -> Result<(), String> {
        let mut command = std::process::Command::new(&self.program);
        command.arg("convert").args([&self.records, to]).arg("--record").arg(&self.text);
        command.args(["--from", "wide", "--force", "--no-sync"]).args(arguments);
        let done = command.stdout(Stdio::null()).output().map_err(|error| format!("{command:?}: {error}"))?;
        if done.status.success() {
            Ok(())
        } else {
            Err(format!("{command:?} fails: {}", String::from_utf8_lossy(&done.stderr)))
        }
    }

    /// Converts the records, and throws the result away.
    pub(super) fn convert(&self, arguments: &[&str]) {
        // It was run before it is measured, so it does not fail now.
        let _ = self.start(Path::new("/dev/null"), arguments);
    }

    /// The new file.
    pub(super) fn convert_to_bytes(&self, arguments: &[&str]) -> Result<Vec<u8>, String> {
        let to = self.folder.join("converted");
        self.start(&to, arguments)?;
        let bytes = fs::read(&to).map_err(|error| format!("`{}`: {error}", to.display()));
        let _ = fs::remove_file(&to);
        bytes
    }
}

/// Measures conversions of the file to others.
pub(super) fn measure(measurement: &mut Measurement<'_>, generated: &Generated) -> Result<(), String> {
    let command = Command::prepare(generated)?;
    let bytes = generated.bytes.len();
    let expected = generated.to_csv();
    let csv = ["--to", "csv"];
    let parquet = ["--to", "parquet", "--compression", "none"];
    let is_csv = command.convert_to_bytes(&csv)? == expected;
    let on_bad = [&csv[..], &["--on-bad", "null"]].concat();
    let is_csv_on_bad = command.convert_to_bytes(&on_bad)? == expected;
    drop(expected);
    let is_parquet = compare_parquet(measurement, &command.convert_to_bytes(&parquet)?, generated);
    measurement
        .compare(Contest::new(NAME, CSV, SIZE, bytes).here("datarep", is_csv, || command.convert(&csv)))?;
    measurement.compare(
        Contest::new(NAME, PARQUET, SIZE, bytes).here("datarep", is_parquet, || command.convert(&parquet)),
    )?;
    measurement.compare(
        Contest::new(NAME, &format!("{ON_BAD}, {CSV}"), SIZE, bytes)
            .here("datarep", is_csv_on_bad, || command.convert(&on_bad))
            .here(WITHOUT, is_csv, || command.convert(&csv)),
    )?;
    let on_bad = [&parquet[..], &["--on-bad", "null"]].concat();
    let is_on_bad = compare_parquet(measurement, &command.convert_to_bytes(&on_bad)?, generated);
    measurement.compare(
        Contest::new(NAME, &format!("{ON_BAD}, {PARQUET}"), SIZE, bytes)
            .here("datarep", is_on_bad, || command.convert(&on_bad))
            .here(WITHOUT, is_parquet, || command.convert(&parquet)),
    )
}

/// Whether a file of Parquet has the values that were generated, by another reader of such files. Without that reader
/// nothing is known against them, which is said.
fn compare_parquet(measurement: &mut Measurement<'_>, parquet: &[u8], generated: &Generated) -> bool {
    let expected = generated.to_plain();
    let task =
        Task { work: "parquet to columns", arguments: &[], input: parquet, expected: &expected, bytes: 1 };
    match measurement.peers.prepare("pandas", &task) {
        Ok(is_same) => is_same,
        Err(reason) => {
            skipped::report("values in files of Parquet", &reason);
            true
        }
    }
}
