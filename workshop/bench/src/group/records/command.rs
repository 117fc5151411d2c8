//! The command `datarep convert`, and other programs that convert a file.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use super::super::super::contest::Contest;
use super::super::super::peer::PeerTask;
use super::data::{self, Generated};
use super::{CSV, NAME, ON_BAD, PARQUET, RecordsMeasurement, SIZE, WITHOUT};
use crate::{skipped, workspace};

/// The command with a file of records.
pub(super) struct ConvertCommand {
    program: PathBuf,
    folder: PathBuf,
    records: PathBuf,
    text: PathBuf,
}

impl ConvertCommand {
    /// Builds the command, and writes the records and the text that describes them.
    pub(super) fn prepare(generated: &Generated) -> Result<ConvertCommand, String> {
        workspace::build_optimized(&["--package", "datarep-cli", "--bin", "datarep"])?;
        let folder = workspace::target_folder().join("bench").join("records");
        let fault = |error: std::io::Error| format!("`{}`: {error}", folder.display());
        fs::create_dir_all(&folder).map_err(fault)?;
        let (records, text) = (folder.join("wide.dat"), folder.join("wide.datarep"));
        fs::write(&records, &generated.bytes).map_err(fault)?;
        fs::write(&text, data::describe_records()).map_err(fault)?;
        let program = workspace::target_folder().join("release/datarep");
        Ok(ConvertCommand { program, folder, records, text })
    }

    fn run_to_end(&self, to: &Path, arguments: &[&str]) -> Result<(), String> {
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
    pub(super) fn convert_and_discard(&self, arguments: &[&str]) {
        // It was run before it is measured, so it does not fail now.
        let _ = self.run_to_end(Path::new("/dev/null"), arguments);
    }

    /// The new file.
    pub(super) fn convert_to_bytes(&self, arguments: &[&str]) -> Result<Vec<u8>, String> {
        let to = self.folder.join("converted");
        self.run_to_end(&to, arguments)?;
        let bytes = fs::read(&to).map_err(|error| format!("`{}`: {error}", to.display()));
        let _ = fs::remove_file(&to);
        bytes
    }
}

/// Measures conversions of the file to others.
pub(super) fn measure_conversions(
    measurement: &mut RecordsMeasurement<'_>,
    generated: &Generated,
) -> Result<(), String> {
    let command = ConvertCommand::prepare(generated)?;
    let bytes = generated.bytes.len();
    let expected = generated.to_csv();
    let csv = ["--to", "csv"];
    let parquet = ["--to", "parquet", "--compression", "none"];
    let is_csv = command.convert_to_bytes(&csv)? == expected;
    let on_bad = [&csv[..], &["--on-bad", "null"]].concat();
    let is_csv_on_bad = command.convert_to_bytes(&on_bad)? == expected;
    drop(expected);
    let is_parquet = is_parquet_correct(measurement, &command.convert_to_bytes(&parquet)?, generated);
    measurement.measure_contest(
        Contest::new(NAME, CSV, SIZE, bytes)
            .add_local("datarep", is_csv, || command.convert_and_discard(&csv)),
    )?;
    measurement.measure_contest(Contest::new(NAME, PARQUET, SIZE, bytes).add_local(
        "datarep",
        is_parquet,
        || command.convert_and_discard(&parquet),
    ))?;
    measurement.measure_contest(
        Contest::new(NAME, &format!("{ON_BAD}, {CSV}"), SIZE, bytes)
            .add_local("datarep", is_csv_on_bad, || command.convert_and_discard(&on_bad))
            .add_local(WITHOUT, is_csv, || command.convert_and_discard(&csv)),
    )?;
    let on_bad = [&parquet[..], &["--on-bad", "null"]].concat();
    let is_on_bad = is_parquet_correct(measurement, &command.convert_to_bytes(&on_bad)?, generated);
    measurement.measure_contest(
        Contest::new(NAME, &format!("{ON_BAD}, {PARQUET}"), SIZE, bytes)
            .add_local("datarep", is_on_bad, || command.convert_and_discard(&on_bad))
            .add_local(WITHOUT, is_parquet, || command.convert_and_discard(&parquet)),
    )
}

/// Whether a file of Parquet has the values that were generated, by another reader of such files. Without that reader
/// nothing is known against them, which is said.
fn is_parquet_correct(
    measurement: &mut RecordsMeasurement<'_>,
    parquet: &[u8],
    generated: &Generated,
) -> bool {
    let expected = generated.to_peer_bytes();
    let task = PeerTask {
        work: "parquet to columns",
        arguments: &[],
        input: parquet,
        expected: &expected,
        bytes: 1,
    };
    match measurement.peers.run_once("pandas", &task) {
        Ok(is_same) => is_same,
        Err(reason) => {
            skipped::report("values in files of Parquet", &reason);
            true
        }
    }
}
