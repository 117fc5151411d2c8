//! Which files belong to which copybook of a corpus, and how they are read.
//!
//! Source: the tests of cobrix, which the corpus describes; the options of that program are written in the words of this
//! one.

use std::path::{Path, PathBuf};

/// How records lie in a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum RecordFraming {
    /// One after another, with so many bytes before and behind each of them that the copybook does not describe.
    Fixed { before: usize, behind: usize },
    /// One after another. The rows are sorted by the bytes from `by` on.
    Sorted { by: usize },
    /// Between marks, and without a header of so many bytes at the beginning of each. A header whose first byte is not one
    /// belongs to no record.
    Marked { marks: &'static str, header: usize },
    /// As a file looks.
    Guessed,
}

/// What the reader of the references does with texts. It takes control characters for spaces.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct TextRules {
    /// Whether spaces are removed at the beginning.
    pub(super) trims_left: bool,
    /// Whether spaces are removed at the end.
    pub(super) trims_right: bool,
    /// Whether all characters are taken for spaces that not all pages have.
    pub(super) is_common: bool,
}

const COMMON: TextRules = TextRules { trims_left: true, trims_right: true, is_common: true };
const PAGE: TextRules = TextRules { trims_left: true, trims_right: true, is_common: false };
const LEFT: TextRules = TextRules { trims_left: true, trims_right: false, is_common: true };
const RIGHT: TextRules = TextRules { trims_left: false, trims_right: true, is_common: true };
const NONE: TextRules = TextRules { trims_left: false, trims_right: false, is_common: true };

/// A copybook with a file and its rows.
#[derive(Debug, Clone)]
pub(super) struct Case {
    /// The file of references, from the folder of the project on.
    pub(super) rows: PathBuf,
    /// The files with records, which are taken in turn.
    pub(super) data: Vec<PathBuf>,
    /// Options of `datarep import`.
    pub(super) options: Vec<&'static str>,
    pub(super) records: RecordFraming,
    pub(super) texts: TextRules,
}

const PLAIN: RecordFraming = RecordFraming::Fixed { before: 0, behind: 0 };

/// The rows of a table of cases: the copybook, the data, the references, options, records and texts.
type Line = (&'static str, &'static str, &'static str, &'static str, RecordFraming, TextRules);

const SORTED: RecordFraming = RecordFraming::Sorted { by: 52 };

const TEST1: &str = "test1_data/example.bin";
const TEST3: &str = "test3_data/TRAN2.AUG31.DATA.dat";
const TEST5: &str = "test5_data/COMP.DETAILS.SEP30.DATA.dat";
const TEST5_BIG: &str = "test5b_data/COMP.DETAILS.FEB02.DATA.RDW.BE.dat";
const TEST7: &str = "test7_data/TEST.FILLERS.DEC07.DATA.dat";
const TEST9: &str = "test9_data/TRAN.APR14.NPT.DATA.dat";
const TEST15: &str = "test15_data/a/example.bin test15_data/b/example.bin";
const MOST: &str = "--occurs maximum";
const LITTLE: RecordFraming = RecordFraming::Marked { marks: "rdw,little,exclusive", header: 0 };

const LINES: &[Line] = &[
    ("test1_copybook.cob", TEST1, "test1_expected/test1.txt", MOST, PLAIN, COMMON),
    ("test1_copybook.cob", TEST1, "test1b_expected/test1b.txt", MOST, PLAIN, COMMON),
    (
        "test1a_copybook.cob",
        TEST1,
        "test1a_expected/test1a.txt",
        MOST,
        RecordFraming::Fixed { before: 2, behind: 27 },
        COMMON,
    ),
    ("test3_copybook.cob", TEST3, "test3_expected/test3.txt", "", PLAIN, COMMON),
    ("test3_copybook.cob", TEST3, "test3_expected/test3_trim_both.txt", "", PLAIN, COMMON),
    ("test3_copybook.cob", TEST3, "test3_expected/test3_trim_left.txt", "", PLAIN, LEFT),
    ("test3_copybook.cob", TEST3, "test3_expected/test3_trim_none.txt", "", PLAIN, NONE),
    ("test3_copybook.cob", TEST3, "test3_expected/test3_trim_right.txt", "", PLAIN, RIGHT),
    ("test5_copybook.cob", TEST5, "test5_expected/test5.txt", "", LITTLE, COMMON),
    ("test5_copybook.cob", TEST5, "test5_expected/test5a.txt", "", LITTLE, COMMON),
    ("test5_copybook.cob", TEST5, "test5_expected/test5c.txt", "", LITTLE, COMMON),
    (
        "test5_copybook.cob",
        TEST5_BIG,
        "test5_expected/test5b.txt",
        "",
        RecordFraming::Marked { marks: "rdw,exclusive", header: 0 },
        COMMON,
    ),
    (
        "test5d_copybook.cob",
        TEST5_BIG,
        "test5_expected/test5d.txt",
        "",
        RecordFraming::Marked { marks: "length,at=0,bytes=2,adjust=4", header: 0 },
        COMMON,
    ),
    (
        "test6_copybook.cob",
        "test6_data/INTEGR.TYPES.NOV28.DATA.dat",
        "test6_expected/test6.txt",
        "--floats ieee --binary-size 2-4-8-any",
        PLAIN,
        COMMON,
    ),
    ("test7_fillers.cob", TEST7, "test7_expected/test7.txt", "", SORTED, COMMON),
    ("test7_fillers.cob", TEST7, "test7_expected/test7a.txt", "", SORTED, COMMON),
    ("test7_fillers.cob", TEST7, "test7_expected/test7b.txt", "", SORTED, COMMON),
    ("test7_fillers.cob", TEST7, "test7_expected/test7c.txt", "", SORTED, COMMON),
    ("test7_fillers.cob", TEST7, "test7_expected/test7d.txt", "", SORTED, COMMON),
    ("test9_copybook.cob", TEST9, "test9_expected/test9_cp037.txt", "", PLAIN, PAGE),
    ("test9_copybook.cob", TEST9, "test9_expected/test9_cp037_ext.txt", "", PLAIN, PAGE),
    ("test9_copybook.cob", TEST9, "test9_expected/test9_cp1140.txt", "--charset cp1140", PLAIN, PAGE),
    ("test9_copybook.cob", TEST9, "test9_expected/test9_cp1141.txt", "--charset cp1141", PLAIN, PAGE),
    ("test9_copybook.cob", TEST9, "test9_expected/test9_cp1148.txt", "--charset cp1148", PLAIN, PAGE),
    ("test9_copybook.cob", TEST9, "test9_expected/test9_cp273.txt", "--charset cp273", PLAIN, PAGE),
    ("test9_copybook.cob", TEST9, "test9_expected/test9_cp500.txt", "--charset cp500", PLAIN, PAGE),
    (
        "test11_copybook.cob",
        "test11_data/COMP.DETAILS.MAY30.DATA.dat",
        "test11_expected/test11.txt",
        "",
        RecordFraming::Marked { marks: "length,at=3,bytes=2,little,adjust=5", header: 5 },
        COMMON,
    ),
    (
        "test14_copybook.cob",
        "test14_data/COMP.DETAILS.JUL02.DATA.dat",
        "test14_expected/test14.txt",
        "",
        RecordFraming::Marked { marks: "rdw,little", header: 0 },
        COMMON,
    ),
    ("test15_copybook.cob", TEST15, "test15_expected/test15.txt", MOST, PLAIN, COMMON),
    (
        "test17_hierarchical.cob",
        "test17/HIERARCHICAL.DATA.RDW.dat",
        "test17_expected/test17a.txt",
        "",
        LITTLE,
        COMMON,
    ),
    (
        "test17_hierarchical.cob",
        "test17/HIERARCHICAL.DATA.RDW.dat",
        "test17_expected/test17b.txt",
        "",
        LITTLE,
        COMMON,
    ),
];

/// The cases of a copybook. One that is not listed has the data and the references that its name leads to.
pub(super) fn list_cases(copybook: &Path) -> Vec<Case> {
    let name = copybook.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let listed: Vec<Case> = LINES
        .iter()
        .filter(|line| line.0 == name)
        .map(|(_, data, rows, options, records, texts)| Case {
            rows: rows.into(),
            data: data.split(' ').map(PathBuf::from).collect(),
            options: options.split_whitespace().collect(),
            records: records.clone(),
            texts: *texts,
        })
        .collect();
    if !listed.is_empty() {
        return listed;
    }
    let stem = name.split(['_', '.']).next().unwrap_or_default();
    let project = copybook.parent().unwrap_or(Path::new(""));
    let rows = PathBuf::from(format!("{stem}_expected/{stem}.txt"));
    let data =
        [format!("{stem}_data"), stem.to_owned()].into_iter().find_map(|folder| find_data(project, &folder));
    let guess = |data: PathBuf| Case {
        rows: rows.clone(),
        data: vec![data],
        options: Vec::new(),
        records: RecordFraming::Guessed,
        texts: COMMON,
    };
    data.filter(|_| project.join(&rows).is_file()).map(guess).into_iter().collect()
}

/// The first file in a folder, from the folder of the project on.
fn find_data(project: &Path, folder: &str) -> Option<PathBuf> {
    let files = std::fs::read_dir(project.join(folder)).ok()?;
    let mut names: Vec<_> =
        files.flatten().filter(|file| file.path().is_file()).map(|file| file.file_name()).collect();
    names.sort();
    names.first().map(|name| Path::new(folder).join(name))
}
