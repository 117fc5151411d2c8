//! `segy`: what it prints, what it writes, and what it refuses.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::{Folder, bad, data, good, program};

const TRACES: usize = 120;
const SAMPLES: usize = 500;
const HEADERS: usize = 3600;
const CODE: usize = 3224;

/// Runs `segy` with its picture in the folder.
fn segy(folder: &Folder, file: &Path, more: &[&Path]) -> String {
    let picture = folder.path("picture.png");
    let mut arguments = vec![file, Path::new("--picture"), &picture];
    arguments.extend(more);
    good("segy", &arguments)
}

fn line() -> (PathBuf, Vec<u8>) {
    let path = data().join("line.sgy");
    let bytes = fs::read(&path).expect("line.sgy is committed");
    (path, bytes)
}

/// IBM floats by their definition, in arithmetic that is exact for them.
fn ibm(bytes: [u8; 4]) -> f64 {
    let word = u32::from_be_bytes(bytes);
    let fraction = f64::from(word & 0x00FF_FFFF) / f64::from(1 << 24);
    let exponent = i32::from(bytes[0] & 0x7F) - 64;
    let magnitude = fraction * 16.0_f64.powi(exponent);
    if word >> 31 == 1 { -magnitude } else { magnitude }
}

/// The samples of line.sgy.
fn samples(bytes: &[u8]) -> Vec<[u8; 4]> {
    let traces = bytes[HEADERS..].chunks_exact(240 + 4 * SAMPLES);
    traces.flat_map(|trace| trace[240..].as_chunks::<4>().0).copied().collect()
}

/// The row `all` of the table: minimum, maximum, mean, root mean square, share of zeros.
pub(crate) fn all(out: &str) -> Vec<String> {
    let row = out.lines().find_map(|line| line.trim_start().strip_prefix("all "));
    row.expect("the table ends with all").split_whitespace().skip(1).map(str::to_owned).collect()
}

/// Checks that the number in the table is this one, to five digits.
pub(crate) fn assert_close(printed: &str, wanted: f64) {
    let number: f64 = printed.parse().expect("the table has numbers");
    // Numbers below one are printed with six decimals, others with five digits or four after the first.
    let allowed = (wanted.abs() * 1.1e-4).max(if (1e-4..1e7).contains(&wanted.abs()) { 1e-6 } else { 0.0 });
    assert!((number - wanted).abs() <= allowed, "printed {printed}, wanted {wanted}");
}

#[test]
fn ibm_to_ieee_and_back_is_the_same_file() {
    let folder = Folder::new();
    let (path, original) = line();
    let (ieee, again) = (folder.path("ieee.sgy"), folder.path("again.sgy"));

    let out = segy(&folder, &path, &[Path::new("--to"), &ieee]);
    assert!(out.contains("loss       nothing (reading)"), "{out}");
    assert!(out.contains("IEEE floating point, 4 bytes\nloss       nothing (writing)"), "{out}");
    let written = fs::read(&ieee).expect("--to writes");
    assert_eq!(written.len(), original.len());
    assert_eq!(written[CODE..CODE + 2], [0, 5]);
    for (index, (ibm_bytes, ieee_bytes)) in samples(&original).into_iter().zip(samples(&written)).enumerate()
    {
        let (before, after) = (ibm(ibm_bytes), f64::from(f32::from_be_bytes(ieee_bytes)));
        assert_eq!(before.to_bits(), after.to_bits(), "sample {index}");
    }
    // Only the code and the samples have changed.
    let mut headers = written.clone();
    headers[CODE..CODE + 2].copy_from_slice(&original[CODE..CODE + 2]);
    for trace in 0..TRACES {
        let start = HEADERS + trace * (240 + 4 * SAMPLES) + 240;
        headers[start..start + 4 * SAMPLES].copy_from_slice(&original[start..start + 4 * SAMPLES]);
    }
    assert!(headers == original, "a header was changed");

    let out = segy(&folder, &ieee, &[Path::new("--to"), &again]);
    assert!(out.contains("IBM floating point, 4 bytes\nloss       nothing (writing)"), "{out}");
    assert!(fs::read(&again).expect("--to writes") == original, "there and back is not the same file");
    assert_eq!(folder.names(), ["again.sgy", "ieee.sgy", "picture.png"]);
}

#[test]
#[expect(clippy::cast_precision_loss, reason = "60000 samples")]
fn prints_facts_and_statistics() {
    let folder = Folder::new();
    let (path, bytes) = line();
    let out = segy(&folder, &path, &[]);
    for fact in [
        "272400 bytes",
        "big-endian, EBCDIC text, SEG-Y revision 1.0",
        "IBM floating point, 4 bytes (code 1)",
        "120 traces of 500 samples, one every 4 ms",
        "C 1 CLIENT: NONE                 SYNTHETIC SECTION FOR DATAREP",
        "C40 END TEXTUAL HEADER",
    ] {
        assert!(out.contains(fact), "`{fact}` is not in\n{out}");
    }
    let first: Vec<&str> = out
        .lines()
        .find_map(|line| line.strip_prefix("    1 "))
        .expect("trace 1")
        .split_whitespace()
        .collect();
    assert_eq!(first[..5], ["1001", "2001", "453210", "6120740", "500"]);

    let values: Vec<f64> = samples(&bytes).into_iter().map(ibm).collect();
    let count = values.len() as f64;
    let row = all(&out);
    assert_close(&row[0], values.iter().copied().fold(f64::INFINITY, f64::min));
    assert_close(&row[1], values.iter().copied().fold(f64::NEG_INFINITY, f64::max));
    assert_close(&row[2], values.iter().sum::<f64>() / count);
    assert_close(&row[3], (values.iter().map(|value| value * value).sum::<f64>() / count).sqrt());
    let zeros = values.iter().filter(|value| **value == 0.0).count() as f64;
    assert_eq!(row[4], format!("{:.1}", 100.0 * zeros / count));
}

#[test]
fn draws_a_picture() {
    let folder = Folder::new();
    let (path, _) = line();
    segy(&folder, &path, &[]);
    let file = std::io::BufReader::new(fs::File::open(folder.path("picture.png")).expect("a picture"));
    let mut reader = png::Decoder::new(file).read_info().expect("a PNG");
    let mut pixels = vec![0; reader.output_buffer_size().expect("a picture fits memory")];
    let info = reader.next_frame(&mut pixels).expect("a whole PNG");
    assert_eq!((info.width, info.height, info.color_type), (1280, 880, png::ColorType::Rgb));
    // The section is white above the sea floor, and has both blue and red below.
    let colors = pixels.as_chunks::<3>().0;
    let blue = colors.iter().filter(|[red, _, blue]| *blue > 150 && *red < 90).count();
    let red = colors.iter().filter(|[red, _, blue]| *red > 150 && *blue < 90).count();
    assert!(blue > 5_000 && red > 5_000, "{blue} blue and {red} red pixels");
    assert!(colors[120 * 1280 + 600].iter().all(|&part| part > 240));
}

/// A small file: any number of traces, all with the same sample bytes, in either byte order.
struct Small {
    little: bool,
    code: i16,
    bytes: Vec<u8>,
    samples: u16,
    traces: usize,
}

impl Small {
    fn put(&self, header: &mut [u8], at: usize, number: i16) {
        let bytes = if self.little { number.to_le_bytes() } else { number.to_be_bytes() };
        header[at..at + 2].copy_from_slice(&bytes);
    }

    /// The bytes of the file: text header, binary header, and traces.
    fn bytes(&self) -> Vec<u8> {
        let mut bytes = vec![b' '; 3200];
        bytes[..7].copy_from_slice(b"C 1 TST");
        let mut binary = vec![0; 400];
        self.put(&mut binary, 16, 2000);
        self.put(&mut binary, 20, self.samples.cast_signed());
        self.put(&mut binary, 24, self.code);
        bytes.extend(binary);
        for _ in 0..self.traces {
            bytes.extend([0; 240]);
            bytes.extend(&self.bytes);
        }
        bytes
    }
}

#[test]
fn the_picture_goes_to_the_current_folder() {
    let folder = Folder::new();
    let ran = Command::new(program("segy")).current_dir(folder.folder()).output().expect("the example runs");
    assert!(ran.status.success(), "{ran:?}");
    assert_eq!(folder.names(), ["line.png"]);
}

#[test]
fn reads_every_sample_format_in_both_orders() {
    // The samples 1, 2, 100, and one that only a correct reader reads correctly; big-endian.
    let formats: [(i16, usize, [u128; 4], f64); 13] = [
        (1, 4, [0x4110_0000, 0x4120_0000, 0x4264_0000, 0xC276_A000], -118.625),
        (2, 4, [1, 2, 100, 0xFFFE_1DC0], -123_456.0),
        (3, 2, [1, 2, 100, 0x8000], -32768.0),
        (5, 4, [0x3F80_0000, 0x4000_0000, 0x42C8_0000, 0xC2ED_4000], -118.625),
        (6, 8, [0x3FF0 << 48, 0x4000 << 48, 0x4059 << 48, 0xC05D_A800 << 32], -118.625),
        (7, 3, [1, 2, 100, 0x80_0000], -8_388_608.0),
        (8, 1, [1, 2, 100, 0x80], -128.0),
        (9, 8, [1, 2, 100, 0xFFFF_FFFF_0000_0000], -4_294_967_296.0),
        (10, 4, [1, 2, 100, 0xFFFF_FFFF], 4_294_967_295.0),
        (11, 2, [1, 2, 100, 0xFFFF], 65535.0),
        (12, 8, [1, 2, 100, 0x8000_0000_0000_0000], 2.0_f64.powi(63)),
        (15, 3, [1, 2, 100, 0xFF_FFFF], 16_777_215.0),
        (16, 1, [1, 2, 100, 0xFF], 255.0),
    ];
    let folder = Folder::new();
    for (code, extent, words, odd) in formats {
        for little in [false, true] {
            let sample = |word: u128| {
                let mut bytes = word.to_be_bytes()[16 - extent..].to_vec();
                if little {
                    bytes.reverse();
                }
                bytes
            };
            let bytes = words.into_iter().flat_map(sample).collect();
            let small = Small { little, code, bytes, samples: 4, traces: 3 };
            let file = folder.write("small.sgy", &small.bytes());
            let ieee = folder.path("out.sgy");
            let out = segy(&folder, &file, &[Path::new("--to"), &ieee]);
            let row = all(&out);
            assert_close(&row[0], odd.min(1.0));
            assert_close(&row[1], odd.max(100.0));
            assert_close(&row[2], (103.0 + odd) / 4.0);
            assert!(out.contains(if little { "little-endian" } else { "big-endian" }), "{out}");

            // The written file reads the same, or is IBM if it was IEEE. 2^32 - 1 does not fit in 24 bits.
            let again = all(&segy(&folder, &ieee, &[]));
            assert_close(&again[0], odd.min(1.0));
            assert_close(&again[1], odd.max(100.0));
            let lossless = out.contains("loss       nothing (writing)");
            assert_eq!(lossless, code != 10, "code {code}: {out}");
        }
    }
}

#[test]
fn reads_extended_headers_and_traces_of_their_own_length() {
    let small = Small { little: false, code: 8, bytes: vec![1, 2, 100, 7], samples: 4, traces: 3 };
    let folder = Folder::new();
    let plain = small.bytes();
    let revision_1 = |extended: i16| {
        let mut bytes = plain.clone();
        bytes[3500..3502].copy_from_slice(&[1, 0]);
        bytes[3504..3506].copy_from_slice(&extended.to_be_bytes());
        bytes
    };
    let mut stanza = b"((SEG: Something else))".to_vec();
    stanza.resize(3200, b' ');
    let mut last = b"((SEG: EndText))".to_vec();
    last.resize(3200, b' ');

    let mut counted = revision_1(2);
    counted.splice(3600..3600, [stanza.clone(), last.clone()].concat());
    let out = segy(&folder, &folder.write("counted.sgy", &counted), &[]);
    assert!(out.contains("3 traces of 4 samples") && out.contains("((SEG: Something else))"), "{out}");

    let mut open = revision_1(-1);
    open.splice(3600..3600, [stanza, last].concat());
    let out = segy(&folder, &folder.write("open.sgy", &open), &[]);
    assert!(out.contains("3 traces of 4 samples"), "{out}");

    // Three traces of 4, 2 and 3 samples, as their headers say.
    let mut varying = plain[..3600].to_vec();
    for length in [4_u8, 2, 3] {
        let mut header = [0; 240];
        header[115] = length;
        varying.extend(header);
        varying.extend(vec![length; usize::from(length)]);
    }
    let out = segy(&folder, &folder.write("varying.sgy", &varying), &[]);
    assert!(out.contains("3 traces of 2 to 4 samples"), "{out}");
    assert_close(&all(&out)[2], 29.0 / 9.0);
}

#[test]
fn loss_and_refusal_of_writing_are_told() {
    let folder = Folder::new();
    let out = folder.path("out.sgy");
    // 1e60 fits in an IBM float, but not in an IEEE float of four bytes.
    let huge = Small { little: false, code: 1, bytes: vec![0x72, 0x10, 0, 0], samples: 1, traces: 1 };
    let report = segy(&folder, &folder.write("huge.sgy", &huge.bytes()), &[Path::new("--to"), &out]);
    assert!(report.contains("loss       1 overflow (writing)"), "{report}");

    // IBM floats have no infinity, and the representation says `infinity => error`.
    let infinite = Small { little: false, code: 5, bytes: vec![0x7F, 0x80, 0, 0], samples: 1, traces: 2 };
    let file = folder.write("infinite.sgy", &infinite.bytes());
    let target = folder.path("never.sgy");
    let picture = folder.path("picture.png");
    let message = bad("segy", &[&file, Path::new("--picture"), &picture, Path::new("--to"), &target]);
    assert!(message.contains("trace 1: item 0 of datarep `segy`"), "{message}");
    assert!(!target.exists());
    assert_eq!(folder.names(), ["huge.sgy", "infinite.sgy", "out.sgy", "picture.png"]);
}

#[test]
fn wrong_files_are_refused_in_one_line() {
    let folder = Folder::new();
    let (_, bytes) = line();
    let small = Small { little: false, code: 3, bytes: vec![0; 8], samples: 4, traces: 2 };
    let mut code_4 = small.bytes();
    code_4[CODE + 1] = 4;
    let mut code_99 = small.bytes();
    code_99[CODE + 1] = 99;
    let mut no_length = small.bytes();
    no_length[3220..3222].fill(0);
    let mut swapped = small.bytes();
    swapped[3296..3300].copy_from_slice(&[2, 1, 4, 3]);
    let mut negative = small.bytes();
    negative[3500] = 1;
    negative[3504..3506].copy_from_slice(&[0xFF, 0x00]);
    let mut endless = small.bytes();
    endless[3500] = 1;
    endless[3504..3506].copy_from_slice(&[0xFF, 0xFF]);
    let mut extended = small.bytes();
    extended[3500] = 1;
    extended[3504..3506].copy_from_slice(&[0x7F, 0xFF]);
    let mut far = small.bytes();
    far[3500] = 2;
    far[3520..3528].fill(0xFF);

    let picture = folder.path("picture.png");
    for (name, bytes, wanted) in [
        ("empty.sgy", &[][..], "0 bytes are too few"),
        ("headers.sgy", &bytes[..3599], "3599 bytes are too few"),
        ("no-traces.sgy", &bytes[..3600], "no trace behind the headers"),
        ("cut-header.sgy", &bytes[..3700], "trace 1 is cut: 100 of its 240 bytes"),
        ("cut.sgy", &bytes[..bytes.len() - 1], "trace 120 is cut: 2239 of its 2240 bytes"),
        ("zeros.sgy", &[0; 5000], "sample format code 0"),
        ("noise.sgy", &[0xA5; 5001], "sample format code"),
        ("code-4.sgy", &code_4, "code 4 (fixed point with gain)"),
        ("code-99.sgy", &code_99, "code 99"),
        ("no-length.sgy", &no_length, "how many samples"),
        ("swapped.sgy", &swapped, "swapped in pairs"),
        ("negative.sgy", &negative, "-256 extended textual headers"),
        ("endless.sgy", &endless, "EndText"),
        ("extended.sgy", &extended, "ends within its extended textual headers"),
        ("far.sgy", &far, "file ends within"),
    ] {
        let file = folder.write(name, bytes);
        let message = bad("segy", &[&file, Path::new("--picture"), &picture]);
        assert!(message.contains(wanted) && message.contains(name), "{name}: {message}");
    }
    assert!(!picture.exists());
}

#[test]
fn wrong_arguments_are_refused_in_one_line() {
    let folder = Folder::new();
    let (path, bytes) = line();
    let picture = folder.path("picture.png");
    let missing = folder.path("missing.sgy");
    let nowhere = folder.path("nowhere").join("out.sgy");
    let (to, to_picture) = (Path::new("--to"), Path::new("--picture"));
    let cases: [(&[&Path], &str); 10] = [
        (&[&missing], "cannot open"),
        (&[folder.folder()], "is not a file"),
        (&[&path, to], "missing argument for option '--to'"),
        (&[&path, &path], "one file at a time"),
        (&[&path, Path::new("--form")], "invalid option '--form'"),
        (&[&path, to, &missing, to, &missing], "`--to` is given twice"),
        (&[&path, to, &path, to_picture, &picture], "would be written over"),
        (&[&path, to, &missing, to_picture, &missing], "would be written over"),
        (&[&path, to, folder.folder(), to_picture, &picture], "it is a folder"),
        (&[&path, to, &nowhere, to_picture, &picture], "cannot write"),
    ];
    for (arguments, wanted) in cases {
        let message = bad("segy", arguments);
        assert!(message.contains(wanted), "{message}");
    }
    assert_eq!(fs::read(&path).expect("line.sgy is still there"), bytes);
}
