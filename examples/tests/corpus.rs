//! The examples on real files, in the folder that `DATAREP_CORPUS` names, if it is set.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

use crate::segy::{all, assert_close};
use crate::{Folder, good};

/// Prints a note, which is not a fault. Shown with `--nocapture`.
fn note(text: &str) {
    let _ = writeln!(std::io::stderr(), "note: {text}");
}

/// A folder of the corpus.
fn corpus(kind: &str) -> Option<PathBuf> {
    let Some(corpus) = env::var_os("DATAREP_CORPUS") else {
        note("DATAREP_CORPUS is not set: the corpus is not tested");
        return None;
    };
    let folder = PathBuf::from(corpus).join(kind);
    assert!(folder.is_dir(), "{} is not a folder", folder.display());
    Some(folder)
}

/// The files of a folder with one of these endings, sorted.
fn files(folder: &Path, endings: &[&str]) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("the folder can be read");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    files.retain(|path| endings.iter().any(|ending| path.to_string_lossy().ends_with(ending)));
    files.sort();
    assert!(!files.is_empty(), "{} has no files with {endings:?}", folder.display());
    files
}

/// The values of a NPY file of version 1.
fn npy(path: &Path) -> Vec<f64> {
    let bytes = fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    assert_eq!(bytes[..8], *b"\x93NUMPY\x01\x00");
    let start = 10 + usize::from(u16::from_le_bytes([bytes[8], bytes[9]]));
    let header = String::from_utf8_lossy(&bytes[10..start]).into_owned();
    let kind = header.split("'descr': '").nth(1).and_then(|rest| rest.split('\'').next()).expect("a type");
    let data = &bytes[start..];
    match kind {
        "<f4" => data.as_chunks().0.iter().map(|&bytes| f64::from(f32::from_le_bytes(bytes))).collect(),
        "<f8" => data.as_chunks().0.iter().map(|&bytes| f64::from_le_bytes(bytes)).collect(),
        "|i1" => data.iter().map(|&byte| f64::from(byte.cast_signed())).collect(),
        "<i2" => data.as_chunks().0.iter().map(|&bytes| f64::from(i16::from_le_bytes(bytes))).collect(),
        "<i4" => data.as_chunks().0.iter().map(|&bytes| f64::from(i32::from_le_bytes(bytes))).collect(),
        "<u4" => data.as_chunks().0.iter().map(|&bytes| f64::from(u32::from_le_bytes(bytes))).collect(),
        #[expect(clippy::cast_precision_loss, reason = "the corpus has small ones only")]
        "<i8" => data.as_chunks().0.iter().map(|&bytes| i64::from_le_bytes(bytes) as f64).collect(),
        _ => panic!("{}: a NPY file of `{kind}`", path.display()),
    }
}

#[test]
#[expect(clippy::cast_precision_loss, reason = "the files are small")]
fn segy_reads_the_corpus() {
    let Some(folder) = corpus("segy") else { return };
    let work = Folder::new();
    let (picture, ieee, again) = (work.path("picture.png"), work.path("ieee.sgy"), work.path("again.sgy"));
    let (to, to_picture) = (Path::new("--to"), Path::new("--picture"));
    for file in files(&folder, &[".sgy", ".sgy_first_trace"]) {
        let name = file.file_name().expect("a name").to_string_lossy().into_owned();
        let out = good("segy", &[&file, to_picture, &picture, to, &ieee]);
        let values = npy(&folder.join("ref").join(format!("{name}.trace_samples.npy")));
        let row = all(&out);
        assert_close(&row[0], values.iter().copied().fold(f64::INFINITY, f64::min));
        assert_close(&row[1], values.iter().copied().fold(f64::NEG_INFINITY, f64::max));
        let squares = values.iter().map(|value| value * value).sum::<f64>();
        assert_close(&row[3], (squares / values.len() as f64).sqrt());
        assert!(out.contains("loss       nothing (reading)"), "{name}: {out}");

        // IBM floats with leading zero digits are normalized when they are written again. All others are unchanged.
        let is_ibm = out.contains("(code 1)");
        let is_ieee = out.contains("(code 5)");
        if is_ibm || is_ieee {
            let lossless = out.contains("loss       nothing (writing)");
            good("segy", &[&ieee, to_picture, &picture, to, &again]);
            let (before, after) = (fs::read(&file).expect("a file"), fs::read(&again).expect("a file"));
            assert_eq!(before.len(), after.len(), "{name}");
            let same = before == after;
            if lossless && !unnormalized(&before, &name) {
                assert!(same, "{name} there and back is not the same file");
            }
        }
    }
}

/// Whether the one trace of a file of IBM floats has samples that are not normalized.
fn unnormalized(bytes: &[u8], name: &str) -> bool {
    let Some(samples) = name.ends_with("_first_trace").then(|| bytes[3840..].as_chunks::<4>().0) else {
        return false;
    };
    samples.iter().any(|sample| {
        // The fraction's first digit follows the byte of sign and exponent, in either byte order.
        let [first, second] = if bytes[3224] == 1 { [sample[3], sample[2]] } else { [sample[0], sample[1]] };
        second < 0x10 && (first != 0 || second != 0)
    })
}

#[test]
fn voyager_reads_the_corpus() {
    let Some(folder) = corpus("vax") else { return };
    for file in files(&folder, &["_GEOMA.DAT"]) {
        let out = good("voyager", &[&file]);
        // The archive's own table of the same numbers, rounded.
        let table = fs::read_to_string(file.with_extension("TAB")).expect("the archive has a table");
        let rows: Vec<Vec<f64>> = table
            .lines()
            .map(|line| line.split(',').map(|cell| cell.trim().parse().expect("a number")).collect())
            .collect();
        assert!(out.contains(&format!("{} tiepoints", rows.len())), "{out}");
        let mut seen = 0;
        for line in out.lines() {
            let cells: Vec<f64> = line.split_whitespace().map_while(|cell| cell.parse().ok()).collect();
            if let [row, rest @ ..] = cells.as_slice()
                && rest.len() == 5
            {
                let wanted = rows
                    .iter()
                    .find(|wanted| wanted[0].to_bits() == row.to_bits())
                    .expect("a row of the table");
                for (number, wanted) in rest.iter().zip(&wanted[1..]) {
                    assert!((number - wanted).abs() < 0.0051, "row {row}: {number} is not {wanted}");
                }
                seen += 1;
            }
        }
        assert_eq!(seen, 12, "{out}");
        assert!(out.ends_with("loss      nothing\n"), "{out}");
    }
}

#[test]
fn xport_reads_the_corpus() {
    let Some(folder) = corpus("xport") else { return };
    let reference = folder.join("ref");
    let mut compared = 0;
    // NAME.xpt.MEMBER.VARIABLE.npy
    for array in files(&reference, &[".npy"]) {
        let name = array.file_name().expect("a name").to_string_lossy().into_owned();
        let parts: Vec<&str> = name.split('.').collect();
        let [file, "xpt", member, variable, "npy"] = parts[..] else { panic!("{name}: an unknown name") };
        let file = folder.join(file).with_extension("xpt");
        let csv = good("xport", &[&file, Path::new("--member"), Path::new(member)]);
        let mut rows = csv.lines().map(cells);
        let column =
            rows.next().expect("names").iter().position(|name| name == variable).expect("the variable");
        let values = npy(&array);
        let rows: Vec<Vec<String>> = rows.collect();
        assert_eq!(rows.len(), values.len(), "{name}");
        for (row, wanted) in rows.iter().zip(values) {
            let cell = &row[column];
            if wanted.is_nan() {
                assert!(cell.starts_with('.'), "{name}: {cell} is not missing");
            } else {
                let number: f64 = cell.parse().expect("a number");
                assert_eq!(number.to_bits(), wanted.to_bits(), "{name}: {cell} is not {wanted}");
            }
            compared += 1;
        }
    }
    assert!(compared > 0);
}

/// The cells of a line of CSV.
fn cells(line: &str) -> Vec<String> {
    let mut cells = vec![String::new()];
    let mut quoted = false;
    for letter in line.chars() {
        match letter {
            '"' => quoted = !quoted,
            ',' if !quoted => cells.push(String::new()),
            _ => cells.last_mut().expect("a cell").push(letter),
        }
    }
    cells
}
