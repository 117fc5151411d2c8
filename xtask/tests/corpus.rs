//! The walk over a corpus: over the one that `DATAREP_CORPUS` names, and over small ones made by the tests.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use xtask::corpus::{self, Summary, VARIABLE};

/// The least number of segments and of vectors that must be equal.
const SEGMENTS: usize = 352;
const VECTORS: usize = 978;

#[test]
fn the_corpus_is_equal() {
    if std::env::var_os(VARIABLE).is_none() {
        let _ = writeln!(std::io::stderr(), "note: {VARIABLE} is not set: the corpus is not tested");
        return;
    }
    let root = corpus::root().expect("a corpus");
    let mut report = Vec::new();
    let summary = corpus::walk(&root, false, &mut report).unwrap_or_else(|fault| panic!("{fault}"));
    let report = String::from_utf8_lossy(&report);
    assert!(summary.is_equal(), "{report}");
    let (segments, vectors) = (summary.segments.total(), summary.vectors.total());
    assert!(segments.equal >= SEGMENTS, "fewer than {SEGMENTS} segments are equal\n{report}");
    assert!(vectors.equal >= VECTORS, "fewer than {VECTORS} vectors are equal\n{report}");
    assert_eq!(segments.unsupported, 0, "none is left out\n{report}");
    assert_eq!(vectors.unsupported, 0, "none is left out\n{report}");
    // These have the ends of the exponents of the CDC 6000 series and of the PDP-11.
    assert_eq!(vectors.otherwise, 8, "vectors that a manual decides otherwise\n{report}");
    assert!(segments.written > 100_000 && vectors.written > 500, "hardly anything was written\n{report}");
}

/// The folder of a corpus, which is removed at the end.
struct Corpus(PathBuf);

impl Corpus {
    fn new(name: &str) -> Corpus {
        let root = std::env::temp_dir().join(format!("datarep-corpus-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&root);
        for folder in ["kind/ref", "vectors"] {
            fs::create_dir_all(root.join(folder)).expect("a temporary folder");
        }
        Corpus(root)
    }

    fn file(&self, path: &str, content: impl AsRef<[u8]>) -> &Corpus {
        fs::write(self.0.join(path), content).expect("a temporary file");
        self
    }

    fn walk(&self) -> (Summary, String) {
        let mut report = Vec::new();
        let summary = corpus::walk(&self.0, false, &mut report).expect("a corpus");
        (summary, String::from_utf8(report).expect("a text"))
    }

    fn fault(&self) -> String {
        corpus::walk(&self.0, false, &mut Vec::new()).expect_err("a fault")
    }
}

impl Drop for Corpus {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A `REF.json` with the segments of one file.
fn reference(segments: &[&str]) -> String {
    format!(r#"{{"kind": "kind", "files": [{{"name": "a.bin", "segments": [{}]}}]}}"#, segments.join(", "))
}

fn npy(dtype: &str, shape: &str, data: &[u8]) -> Vec<u8> {
    let header = format!("{{'descr': '{dtype}', 'fortran_order': False, 'shape': {shape}, }}\n");
    let length = u16::try_from(header.len()).expect("a short header").to_le_bytes();
    [b"\x93NUMPY\x01\x00".as_slice(), &length, header.as_bytes(), data].concat()
}

/// Two records of a tag, two IBM floats and a tag. The floats are 1 and -118.625, then an unnormalized 1 and a zero
/// with a nonzero exponent.
const FILE: &[u8] = b"\x01\x41\x10\x00\x00\xC2\x76\xA0\x00\xFE\x02\x42\x01\x00\x00\x45\x00\x00\x00\xFD";
const FLOATS: &str = r#"{"name": "floats", "format": "ibm32", "offset": 1, "count": 2, "repeat": 2,
    "repeat_stride": 10, "ref": "ref/floats.npy", "ref_exact": true}"#;
const TAGS: &str =
    r#"{"name": "tags", "format": "i8be", "offset": 9, "count": 2, "stride": 10, "values": [-2, -3]}"#;
const UNKNOWN: &str =
    r#"{"name": "unknown", "format": "slide_rule", "offset": 0, "count": 7, "ref": "ref/no.npy"}"#;
const HEADER: &str = "format,hex_file_order,published,relation,exact,nearest_float64,source,note\n";

fn floats(values: [f32; 4]) -> Vec<u8> {
    npy("<f4", "(2, 2)", values.map(f32::to_le_bytes).as_flattened())
}

fn small(name: &str) -> Corpus {
    let corpus = Corpus::new(name);
    corpus.file("kind/a.bin", FILE).file("kind/ref/floats.npy", floats([1.0, -118.625, 1.0, 0.0]));
    corpus.file("kind/REF.json", reference(&[FLOATS, TAGS, UNKNOWN]));
    corpus
}

#[test]
fn a_sound_corpus_is_equal() {
    let corpus = small("sound");
    let vectors = "ibm32,c276a000,\"f(-1, 1)\",exact,-949*2^-3,-118.625,,\n\
                   vaxf,00800000,,,reserved,nan,,\n\
                   cray64,5fffffffffffffff,,,281474976710655*2^8143,inf,,\n\
                   float8_e5m2,fc,,,-inf,-inf,,\n\
                   other_abacus,00,zero,,,,,\n";
    corpus.file("vectors/vectors.csv", format!("{HEADER}{vectors}"));
    let (summary, report) = corpus.walk();
    assert!(summary.is_equal(), "{report}");
    // Two of the four floats differ from the words that writing them gives, and so does the reserved operand of the
    // vectors.
    assert_eq!(summary.segments.total().written, 2 + 2, "{report}");
    assert_eq!(summary.vectors.total().written, 3, "{report}");
    let lines: Vec<&str> = report.lines().collect();
    assert!(lines.contains(&"segments: 2 equal, 0 different, 1 not yet supported"), "{report}");
    assert_eq!(lines.last(), Some(&"vectors: 4 equal, 0 different, 1 not yet supported"), "{report}");
    assert!(
        report.contains(
            "slide_rule        1        7        0      0         0  1: no representation of this name"
        ),
        "{report}"
    );
}

#[test]
fn a_difference_is_found_and_told() {
    let corpus = small("different");
    // In the second record, one unit in the last place away from the value.
    let beside = f32::from_bits(1.0_f32.to_bits() + 1);
    corpus.file("kind/ref/floats.npy", floats([1.0, -118.625, beside, 0.0]));
    let (summary, report) = corpus.walk();
    assert!(!summary.is_equal());
    let first = "kind/a.bin, segment `floats` (ibm32), item 2: different: [42 01 00 00] read as `f64` is \
                 1e0 (0x3ff0000000000000), the reference is 1.0000001192092896e0 (0x3ff0000020000000)";
    assert!(report.starts_with(first), "{report}");
    assert!(report.contains("segments: 1 equal, 1 different, 1 not yet supported\n"), "{report}");
    assert!(report.ends_with("vectors: 0 equal, 0 different, 0 not yet supported\n"), "{report}");
}

#[test]
fn vectors_are_compared_both_ways() {
    let corpus = small("written");
    // The word of 1, with the value -1.
    corpus.file("vectors/vectors.csv", format!("{HEADER}vaxf,80400000,,,-1*2^0,-1.0,,\n"));
    let (_, report) = corpus.walk();
    assert!(report.contains("read as `f64` is 1e0 (0x3ff0000000000000), the reference is -1e0"), "{report}");
    assert!(
        report.contains(
            "-1e0 (0xbff0000000000000) written from `f64` gives [80 c0 00 00], the file has [80 40 00 00]"
        ),
        "{report}"
    );
    assert!(report.ends_with("vectors: 0 equal, 1 different, 0 not yet supported\n"), "{report}");
    // A column whose number is not the rounded value.
    corpus.file("vectors/vectors.csv", format!("{HEADER}vaxf,80400000,,,1*2^0,1.5,,\n"));
    let (_, report) = corpus.walk();
    assert!(report.contains("different: the table rounds 1*2^0 to 1.5e0, it is 1e0"), "{report}");
}

#[test]
fn integers_are_compared_both_ways() {
    let corpus = small("integers");
    let segment = r#"{"name": "t", "format": "i24be", "offset": 1, "count": 2, "values": [4263936, 49783]}"#;
    corpus.file("kind/REF.json", reference(&[segment]));
    let (summary, report) = corpus.walk();
    assert!(!summary.is_equal());
    for difference in [
        "item 1: different: [00 c2 76] read as `i32` is 49782, the reference is 49783",
        "item 1: different: 49783 written from `i32` gives [00 c2 77], the file has [00 c2 76]",
        "item 1: different: [00 c2 76] read as `i64` is 49782, the reference is 49783",
    ] {
        assert!(report.contains(difference), "{difference}\n{report}");
    }
    assert!(!report.contains("item 0:"), "{report}");
}

#[test]
fn integers_may_be_given_as_text() {
    let corpus = small("texts");
    let large =
        r#"{"name": "large", "format": "u64be", "offset": 1, "count": 1, "values": ["4688247215355240448"]}"#;
    let negative = r#"{"name": "negative", "format": "i8be", "offset": 9, "count": 1, "values": ["-2"]}"#;
    let no_integer = r#"{"name": "ratio", "format": "i8be", "offset": 0, "count": 1, "values": ["1/2"]}"#;
    corpus.file("kind/REF.json", reference(&[large, negative, no_integer]));
    let (summary, report) = corpus.walk();
    assert_eq!(summary.segments.total().equal, 2, "{report}");
    assert!(
        report.contains(
            "segment `ratio` (i8be): different: a reference of an integer format is not an integer"
        ),
        "{report}"
    );
}

#[test]
fn a_segment_at_no_place_of_the_file_is_skipped_and_counted() {
    let corpus = small("nowhere");
    let nowhere = r#"{"name": "nowhere", "format": "i8be", "offset": -1, "count": 2, "values": [1, 2]}"#;
    corpus.file("kind/REF.json", reference(&[FLOATS, nowhere]));
    let (summary, report) = corpus.walk();
    assert!(summary.is_equal(), "{report}");
    assert!(report.contains("segments: 1 equal, 0 different, 1 not yet supported"), "{report}");
    assert!(report.contains("not at a place of the file"), "{report}");
}

#[test]
fn a_reserved_word_has_no_nearest_number() {
    let corpus = small("reserved");
    corpus.file("vectors/vectors.csv", format!("{HEADER}vaxf,00800000,,,reserved,,,\n"));
    let (_, report) = corpus.walk();
    assert!(report.ends_with("vectors: 1 equal, 0 different, 0 not yet supported\n"), "{report}");
}

#[test]
fn a_segment_that_cannot_be_checked_is_different() {
    let corpus = small("faults");
    let short = r#"{"name": "short", "format": "i16le", "offset": 17, "count": 2, "values": [1, 2]}"#;
    let few = r#"{"name": "few", "format": "i8be", "offset": 0, "count": 2, "values": [1]}"#;
    let kind = r#"{"name": "kind", "format": "i8be", "offset": 0, "count": 1, "values": [1.5]}"#;
    let lost = r#"{"name": "lost", "format": "f32le", "offset": 0, "count": 1, "ref": "ref/lost.npy"}"#;
    let huge =
        r#"{"name": "huge", "format": "i8be", "offset": 18446744073709551615, "count": 1, "values": [1]}"#;
    corpus.file("kind/REF.json", reference(&[short, few, kind, lost, huge]));
    let (summary, report) = corpus.walk();
    assert_eq!(summary.segments.total().different, 5, "{report}");
    for fault in [
        "segment `short` (i16le): different: item 1 of repeat 0 lies behind the file's end, which has 20 bytes",
        "segment `few` (i8be): different: there are 2 items and 1 references",
        "segment `kind` (i8be): different: a reference of an integer format is not an integer",
        "lost.npy` cannot be read",
        "segment `huge` (i8be): different: item 0 of repeat 0 lies behind the file's end, which has 20 bytes",
    ] {
        assert!(report.contains(fault), "{fault}\n{report}");
    }
}

#[test]
fn what_is_no_corpus_is_refused() {
    let missing = Path::new("no/such/folder");
    let fault = corpus::walk(missing, false, &mut Vec::new()).expect_err("a fault");
    assert!(fault.starts_with("cannot read `no/such/folder`"), "{fault}");
    let corpus = Corpus::new("none");
    assert!(corpus.fault().ends_with("is not a corpus: no folder in it has a `REF.json`"));
    corpus.file("kind/REF.json", "{");
    assert!(corpus.fault().contains("kind/REF.json`: EOF while parsing"), "{}", corpus.fault());
    corpus.file("kind/REF.json", "{}");
    assert!(corpus.fault().ends_with("kind/REF.json`: `files` is not a list"), "{}", corpus.fault());
    corpus.file("kind/REF.json", reference(&[])).file("vectors/vectors.csv", "format,exact\n");
    assert!(corpus.fault().ends_with("vectors.csv` has no column `hex_file_order`"), "{}", corpus.fault());
}
