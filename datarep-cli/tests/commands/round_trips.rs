//! Numbers of real files are converted to an array or to wider numbers, and back. The bytes must be the same, except in
//! items whose value is written as another word. A mainframe's records are converted to those of another machine and
//! back.
//!
//! The files are those of the corpus that `DATAREP_CORPUS` names. Without it, the tests do nothing.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, thread};

use datarep::{F128, Loss};
use datarep_dynamic::Format;
use serde_json::Value;

use crate::Place;

/// Formats that the library does not have.
const TEXT: &str = "float wide64 = S1 E11 F116 where value = 1.F * 2^(E - 1023) { ieee; }\n";

/// Rules under which a missing value survives.
const MISSING: [&str; 4] =
    ["--on-read", "missing => nan(payload)", "--on-write", "missing => nan(payload), nan => missing"];

/// Numbers at regular distances in a file.
struct Segment {
    file: PathBuf,
    /// The corpus's name for their format.
    format: String,
    at: u64,
    row: u64,
    stride: Option<u64>,
    rows: u64,
}

/// A format, and the numbers to which its items are converted and from which they come back.
struct Way {
    format: String,
    /// The format of the numbers between; `None` for NumPy's types.
    between: Option<&'static str>,
    has_missing: bool,
}

fn way(format: &str) -> Option<Way> {
    let way = |format: &str| Way { format: format.to_owned(), between: None, has_missing: false };
    if let Some(bytes) = format.strip_prefix("ibm64:") {
        let bits = 8 * bytes.parse::<u32>().ok()?;
        let between = (bits > 56).then_some("f128");
        return Some(Way { format: format!("xport{bits}"), between, has_missing: true });
    }
    if format.starts_with("float[16 bytes be sign@127 exp@116:11 man@0:116 bias 1023]") {
        return Some(Way { between: Some("f128"), ..way("wide64") });
    }
    match format {
        "ibm32" => return Some(way("hfp32")),
        "ibm32_byteswapped" => return Some(way("hfp32 little")),
        "vaxf" => return Some(way("vax_f")),
        "mbf32" => return Some(way("mbf32")),
        _ => {}
    }
    let (number, order) = match (format.strip_suffix("be"), format.strip_suffix("le")) {
        (Some(number), _) => (number, "big"),
        (None, Some(number)) => (number, "little"),
        (None, None) => return None,
    };
    let (kind, bits) = number.split_at_checked(1)?;
    bits.parse::<u32>().ok()?;
    match kind {
        "f" => Some(way(&format!("{number} {order}"))),
        "i" => Some(way(&format!("twos({bits}) {order}"))),
        "u" => Some(way(&format!("unsigned({bits}) {order}"))),
        _ => None,
    }
}

/// The longest segment of each file and format, and the segments that were left out.
fn segments(root: &Path) -> (Vec<Segment>, Vec<String>) {
    let mut found: BTreeMap<(PathBuf, String), Segment> = BTreeMap::new();
    let mut left_out = Vec::new();
    let mut folders: Vec<PathBuf> =
        fs::read_dir(root).expect("the corpus").map(|entry| entry.expect("an entry").path()).collect();
    folders.sort();
    for folder in folders {
        let Ok(text) = fs::read_to_string(folder.join("REF.json")) else { continue };
        let json: Value = serde_json::from_str(&text).expect("JSON");
        for file in json["files"].as_array().into_iter().flatten() {
            let path = folder.join(file["name"].as_str().expect("a name"));
            for segment in file["segments"].as_array().into_iter().flatten() {
                let format = segment["format"].as_str().expect("a format");
                let number = |key: &str| segment[key].as_u64();
                let (Some(at), Some(count)) = (number("offset"), number("count")) else {
                    left_out.push(format!("{}: {format} at no place of the file", path.display()));
                    continue;
                };
                if way(format).is_none() {
                    left_out.push(format!("{}: {format}", path.display()));
                    continue;
                }
                let repeats = number("repeat").unwrap_or(1);
                let (row, stride, rows) = if repeats > 1 {
                    (count, number("repeat_stride"), repeats)
                } else {
                    (1, number("stride"), count)
                };
                let key = (path.clone(), format.to_owned());
                let is_longer = found.get(&key).is_none_or(|known| known.row * known.rows < row * rows);
                if is_longer {
                    let (file, format) = key.clone();
                    found.insert(key, Segment { file, format, at, row, stride, rows });
                }
            }
        }
    }
    (found.into_values().collect(), left_out)
}

impl Segment {
    /// Its items, one after the other.
    fn bytes(&self, extent: usize) -> Vec<u8> {
        let file = fs::read(&self.file).expect("a file of the corpus");
        let index = |number: u64| usize::try_from(number).expect("within a file");
        let row = index(self.row) * extent;
        let stride = self.stride.map_or(row, index);
        let rows = (0..index(self.rows)).map(|at| &file[index(self.at) + at * stride..][..row]);
        rows.flatten().copied().collect()
    }

    /// Converts the items there and back. Returns their number, and how many came back as another word of the same
    /// value.
    fn there_and_back(&self, place: &Place, number: usize) -> (usize, usize) {
        let way = way(&self.format).expect("it was asked for before");
        let [there, back] = ["there", "back"].map(|name| format!("{name}{number}"));
        let (at, row, rows) = (self.at.to_string(), self.row.to_string(), self.rows.to_string());
        let file = self.file.to_str().expect("a name");
        let mut arguments = vec!["convert", file, &there, "--from", &way.format, "--text", "wide.datarep"];
        arguments.extend([
            "--to",
            way.between.unwrap_or("npy"),
            "--at",
            &at,
            "--row",
            &row,
            "--count",
            &rows,
        ]);
        let stride = self.stride.map(|stride| stride.to_string());
        arguments.extend(stride.iter().flat_map(|stride| ["--stride", stride]));
        arguments.extend(MISSING.iter().take(if way.has_missing { 2 } else { 0 }));
        let done = place.run(&arguments);
        assert_eq!(done.code, Some(0), "{arguments:?}: {}", done.stderr);
        let mut arguments = vec!["convert", &there, &back, "--to", &way.format, "--text", "wide.datarep"];
        let npy = format!("{there}.npy");
        if let Some(between) = way.between {
            arguments.extend(["--from", between]);
        } else {
            fs::rename(place.path(&there), place.path(&npy)).expect("a new name");
            arguments[1] = &npy;
        }
        arguments.extend(MISSING.iter().skip(if way.has_missing { 2 } else { 4 }));
        let done = place.run(&arguments);
        assert_eq!(done.code, Some(0), "{arguments:?}: {}", done.stderr);
        self.compare(&way, &place.read(&back))
    }

    /// Compares what came back with the file.
    fn compare(&self, way: &Way, back: &[u8]) -> (usize, usize) {
        let format = format(way);
        let extent = format.as_ref().map_or(0, |(_, extent)| *extent);
        let extent = if extent == 0 {
            back.len() / usize::try_from(self.row * self.rows).expect("few")
        } else {
            extent
        };
        let original = self.bytes(extent);
        assert_eq!(back.len(), original.len(), "{}: {}", self.file.display(), self.format);
        let pairs = original.chunks(extent).zip(back.chunks(extent)).enumerate();
        let mut others = 0;
        for (index, (was, is)) in pairs.filter(|(_, (was, is))| was != is) {
            let (format, _) = format.as_ref().expect("integers have one word for each number");
            let loss = format.loss::<F128>(was).expect("a whole item");
            let shown =
                format!("{}: {}: item {index}: {was:x?} became {is:x?}", self.file.display(), self.format);
            assert_ne!(loss, Loss::default(), "{shown}");
            others += 1;
        }
        (original.len() / extent, others)
    }
}

/// A format of floats, with rules that find the words that writing would not give, and the bytes of an item.
fn format(way: &Way) -> Option<(Format, usize)> {
    let (name, order) =
        way.format.split_once(' ').map_or((way.format.as_str(), None), |(name, order)| (name, Some(order)));
    let text = datarep_dynamic::Text::parse(TEXT).expect("a sound text");
    let format = text.format(name).map_or_else(|| Format::named(name), Ok).expect("a format");
    let format = order.iter().fold(format, |format, order| format.with_order(order));
    let missing = if way.has_missing { "missing => nan(payload), " } else { "" };
    let format = format.with_rules(&format!("on read {{ {missing}noncanonical => keep }}"));
    let extent = format.extent::<F128>().ok()?;
    Some((format, extent))
}

#[test]
fn numbers_of_real_files_go_there_and_back() {
    let Some(root) = env::var_os("DATAREP_CORPUS").map(PathBuf::from) else { return };
    let (segments, left_out) = segments(&root);
    assert!(
        left_out.iter().all(|left| left.contains("-bit packed") || left.contains("at no place")),
        "{left_out:?}"
    );
    let place = Place::new();
    place.write("wide.datarep", TEXT);
    let segments: Vec<(usize, Segment)> = segments.into_iter().enumerate().collect();
    let counts: Vec<(usize, usize)> = thread::scope(|scope| {
        let place = &place;
        let parts = segments.chunks(segments.len().div_ceil(4)).map(|part| {
            scope.spawn(move || {
                let all = part.iter().map(|(number, segment)| segment.there_and_back(place, *number));
                all.fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1))
            })
        });
        let parts: Vec<_> = parts.collect();
        parts.into_iter().map(|part| part.join().expect("the same bytes")).collect()
    });
    let items: usize = counts.iter().map(|(items, _)| items).sum();
    assert!(segments.len() > 50 && items > 100_000, "{} segments, {items} items", segments.len());
}

/// A copybook of the fields that a layout lists, and the fields whose length it cannot state, with their bytes.
fn copybook(layout: &Value, name: &str) -> (String, Vec<(String, u64)>) {
    let mut wide = Vec::new();
    let mut text = format!("       01 {name}.\n");
    for field in layout["fields"].as_array().expect("fields") {
        let [name, usage, mut picture] =
            ["name", "usage", "picture"].map(|key| field[key].as_str().expect("a text").replace('_', "-"));
        // Compilers do not agree on the length of binary numbers of more than 18 digits. These are texts first, then
        // bytes.
        let length = field["length"].as_u64().expect("a length");
        if usage == "BINARY" && length > 8 {
            picture = format!("PIC X({length})");
            wide.push((name.to_ascii_lowercase().replace('-', "_"), length));
        }
        let _ = write!(text, "           05 {name}\n               {picture}.\n");
    }
    (text, wide)
}

#[test]
fn records_of_a_mainframe_go_to_another_machine_and_back() {
    let Some(root) = env::var_os("DATAREP_CORPUS").map(PathBuf::from) else { return };
    let file = root.join("cobol/INTEGR.TYPES.NOV28.DATA.dat");
    let layout = root.join("cobol/ref/INTEGR.TYPES.NOV28.DATA.dat.layout.json");
    let layout: Value = serde_json::from_str(&fs::read_to_string(layout).expect("a layout")).expect("JSON");
    let place = Place::new();
    let run = |arguments: &[&str]| {
        let done = place.run(arguments);
        assert_eq!(done.code, Some(0), "{arguments:?}: {}", done.stderr);
    };
    for (name, machine) in [("HOST", "mainframe"), ("PC", "pc")] {
        let [book, text] = ["cpy", "datarep"].map(|end| format!("{name}.{end}"));
        let (copybook, wide) = copybook(&layout, name);
        place.write(&book, copybook);
        run(&["import", &book, &text, "--machine", machine, "--floats", "ieee"]);
        let record = String::from_utf8(place.read(&text)).expect("a text");
        let lines = record.lines().map(|line| {
            let known = wide.iter().find(|(name, _)| line.starts_with(&format!("    {name}: ")));
            known.map_or_else(|| line.to_owned(), |(name, length)| format!("    {name}: {length} bytes;"))
        });
        place.write(&text, lines.collect::<Vec<_>>().join("\n"));
    }
    let original = fs::read(&file).expect("a file of the corpus");
    let file = file.to_str().expect("a name");
    run(&["convert", file, "pc.dat", "--record", "HOST.datarep", "--text", "PC.datarep", "--to", "pc"]);
    assert_ne!(place.read("pc.dat"), original);
    run(&[
        "convert",
        "pc.dat",
        "back.dat",
        "--record",
        "PC.datarep",
        "--text",
        "HOST.datarep",
        "--to",
        "host",
    ]);
    let back = place.read("back.dat");
    assert_eq!(back.len(), original.len());
    // Three packed numbers without a sign end with C, but F is written. Four printed numbers have a plus where their pictures
    // have a blank.
    let pairs = original.iter().zip(&back).filter(|(was, is)| was != is);
    let differ: BTreeSet<(u8, u8)> = pairs.map(|(was, is)| (was & 0x0F, is & 0x0F)).collect();
    assert_eq!(differ, BTreeSet::from([(0x0C, 0x0F), (0x0E, 0x00)]));
    let places = original.iter().zip(&back).enumerate().filter(|(_, (was, is))| was != is);
    let places: BTreeSet<usize> = places.map(|(at, _)| at % (original.len() / 100)).collect();
    assert_eq!(places.len(), 7);
}
