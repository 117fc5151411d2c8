//! The program of copybook-rs, which makes lines of JSON of records that a copybook describes.
//!
//! Its license is the AGPL, so that nothing of it is linked here: Cargo builds the published program below `target`, and it
//! is started like any other. Its answers are compared with the values that were generated.

#![expect(clippy::print_stdout, reason = "a wrong value is told, as the row says only that there is one")]

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use serde_json::Value;

use super::data::{self, Column, Generated};
use crate::workspace;

/// The version that is measured. Later ones need a newer compiler.
const VERSION: &str = "0.6.1";

/// The program, with a file of records and its copybook.
pub(super) struct CopybookProgram {
    program: PathBuf,
    copybook: PathBuf,
    records: PathBuf,
    lines: PathBuf,
}

impl CopybookProgram {
    /// Builds the program, and writes the records and the copybook.
    pub(super) fn prepare(generated: &Generated) -> Result<CopybookProgram, String> {
        let folder = workspace::target_folder().join("bench/copybook-rs");
        let program = folder.join("bin/copybook");
        if !program.exists() {
            let mut cargo = workspace::cargo();
            cargo.args(["install", "--quiet", "--locked", "copybook-cli", "--version", VERSION, "--root"]);
            cargo.arg(&folder).arg("--target-dir").arg(folder.join("build"));
            workspace::run_command(&mut cargo)?;
        }
        let fault = |error: std::io::Error| format!("`{}`: {error}", folder.display());
        let made = CopybookProgram {
            program,
            copybook: folder.join("wide.cpy"),
            records: folder.join("wide.dat"),
            lines: folder.join("wide.jsonl"),
        };
        fs::write(&made.copybook, data::describe_copybook()).map_err(fault)?;
        fs::write(&made.records, &generated.bytes).map_err(fault)?;
        Ok(made)
    }

    /// Makes lines of the records.
    pub(super) fn decode(&self) -> Result<(), String> {
        let mut command = Command::new(&self.program);
        command.arg("decode").args([&self.copybook, &self.records]).arg("--output").arg(&self.lines);
        command.args(["--format", "fixed", "--codepage", "cp037", "--float-format", "ibm-hex"]);
        // A number of one byte has no picture. It is a character there, and not each of them has a code.
        command.args(["--on-decode-unmappable", "replace"]);
        let done = command.stdout(Stdio::null()).output().map_err(|error| format!("{command:?}: {error}"))?;
        if done.status.success() {
            Ok(())
        } else {
            Err(format!("{command:?} fails: {}", String::from_utf8_lossy(&done.stderr)))
        }
    }

    /// Whether the lines have the values that were generated.
    pub(super) fn has_generated_values(&self, generated: &Generated) -> Result<bool, String> {
        self.decode()?;
        let text = fs::read_to_string(&self.lines);
        let text = text.map_err(|error| format!("`{}`: {error}", self.lines.display()))?;
        let (mut records, known) = (0, data::list_has_picture());
        for (record, line) in text.lines().enumerate() {
            let line: Value =
                serde_json::from_str(line).map_err(|error| format!("line {record}: {error}"))?;
            let columns =
                generated.names.iter().zip(&generated.columns).zip(&known).filter(|(_, known)| **known);
            for ((name, column), _) in columns {
                let cell = &line[name.to_uppercase()];
                if !cell_has_value(column, record, cell) {
                    println!("copybook-rs: `{name}` of record {record} is {cell}");
                    return Ok(false);
                }
            }
            records += 1;
        }
        Ok(records == generated.bytes.len() / data::BYTES)
    }
}

/// Whether a cell has the value of a record. Numbers are texts of digits, with zeros before them.
fn cell_has_value(column: &Column, record: usize, cell: &Value) -> bool {
    match (column, cell) {
        (Column::Text(texts), Value::String(cell)) => cell.trim_end() == texts[record],
        (Column::Decimal(values, scale), Value::String(cell)) => {
            let mut text = String::new();
            data::append_decimal(values[record], *scale, &mut text);
            let shorten = |text: &str| {
                let digits = text.trim_start_matches('-').trim_start_matches('0').to_owned();
                (text.starts_with('-'), if digits.starts_with('.') { format!("0{digits}") } else { digits })
            };
            shorten(cell) == shorten(&text)
        }
        #[expect(clippy::cast_possible_truncation, reason = "single numbers have no more digits")]
        (Column::Float(values, is_single), Value::Number(cell)) => cell.as_f64().is_some_and(|cell| {
            let value = values[record];
            if *is_single {
                (cell as f32).to_bits() == (value as f32).to_bits()
            } else {
                cell.to_bits() == value.to_bits()
            }
        }),
        _ => false,
    }
}
