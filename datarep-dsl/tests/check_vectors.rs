//! Published bit patterns of many machines, read and written exactly.
//!
//! `samples/machines.datarep` has a few patterns of every machine. If `DATAREP_CORPUS` names a folder, all of its
//! `vectors/vectors.csv` is turned into test lines.

use std::collections::BTreeMap;
use std::fmt::Write;

use datarep_dsl::compile;
use datarep_dsl::diagnostic::Diagnostic;
use datarep_dsl::source::Source;
use num_bigint::BigInt;

const MACHINES: &str = include_str!("samples/machines.datarep");

fn faults(text: String) -> Vec<Diagnostic> {
    let source = Source { name: "vectors.datarep".to_owned(), text, first_line: 1 };
    compile(&source).map_or_else(|failure| failure.diagnostics, |_| Vec::new())
}

#[test]
fn every_machine_has_its_published_words() {
    assert_eq!(faults(MACHINES.to_owned()), []);
}

#[test]
fn no_other_word_passes() {
    let mut lines = 0;
    for (number, line) in MACHINES.lines().enumerate() {
        if !line.contains("<=> 0x") {
            continue;
        }
        let word = if line.ends_with("1;") { line.replace("1;", "2;") } else { one_more(line) };
        let text = MACHINES.replacen(line, &word, 1);
        let found = faults(text);
        assert_eq!(found.len(), 1, "line {}: {word}: {found:?}", number + 1);
        lines += 1;
    }
    assert!(lines > 100, "only {lines} lines");
}

/// The line with its last digit replaced by 1.
fn one_more(line: &str) -> String {
    let digits = line.len() - 2;
    format!("{}1;", &line[..digits])
}

/// What the patterns of the corpus are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum WordForm {
    /// Bytes of a file.
    Bytes,
    /// Words as numbers.
    Number,
}

/// The formats of the corpus, and what its patterns are.
#[rustfmt::skip]
const FORMATS: &[(&str, &str, WordForm)] = &[
    ("borland48", "S1 F39 E8 where value = 0.1F * 2^(E - 128) { order little; zero if E == 0; }", WordForm::Bytes),
    ("cdc60_word", "S1 E11 F48 where value = F * 2^(E - 1024) { order packed; negative ones_complement; exponent excess_ones_complement; }", WordForm::Number),
    ("cray64", "S1 E15 F48 where value = 0.F * 2^(E - 16384) { zero if F == 0; overflow if E >= 0o60000; underflow if E < 0o20000; }", WordForm::Bytes),
    ("f32le", "S1 E8 F23 where value = 1.F * 2^(E - 127) { order little; ieee; }", WordForm::Bytes),
    ("f64le", "S1 E11 F52 where value = 1.F * 2^(E - 1023) { order little; ieee; }", WordForm::Bytes),
    ("float8_e4m3fn", "S1 E4 F3 where value = 1.F * 2^(E - 7) { subnormal if E == 0; nan if E == max && F == max; }", WordForm::Bytes),
    ("float8_e5m2", "S1 E5 F2 where value = 1.F * 2^(E - 15) { ieee; }", WordForm::Bytes),
    ("ibm32", "S1 E7 F24 where value = 0.F * 16^(E - 64);", WordForm::Bytes),
    ("ibm64", "S1 E7 F56 where value = 0.F * 16^(E - 64);", WordForm::Bytes),
    ("mbf32", "E8 S1 F23 where value = 0.1F * 2^(E - 128) { order little; zero if E == 0; }", WordForm::Bytes),
    ("mbf64", "E8 S1 F55 where value = 0.1F * 2^(E - 128) { order little; zero if E == 0; }", WordForm::Bytes),
    ("mil1750a32", "S1 F23 E8 where value = S.F * 2^E { exponent twos_complement; }", WordForm::Bytes),
    ("mil1750a48", "S1 F23 E8 F16 where value = S.F * 2^E { exponent twos_complement; }", WordForm::Bytes),
    ("pdp11d", "S1 E8 F55 where value = 0.1F * 2^(E - 128) { order pdp; }", WordForm::Bytes),
    ("pdp11f", "S1 E8 F23 where value = 0.1F * 2^(E - 128) { order pdp; }", WordForm::Bytes),
    ("univac36_word", "S1 E8 F27 where value = 0.F * 2^(E - 128) { order packed; negative ones_complement; }", WordForm::Number),
    ("univac72_word", "S1 E11 F60 where value = 0.F * 2^(E - 1024) { negative ones_complement; }", WordForm::Number),
    ("vaxd", "S1 E8 F55 where value = 0.1F * 2^(E - 128) { order pdp; zero if E == 0 && S == 0; reserved if E == 0; }", WordForm::Bytes),
    ("vaxf", "S1 E8 F23 where value = 0.1F * 2^(E - 128) { order pdp; zero if E == 0 && S == 0; reserved if E == 0; }", WordForm::Bytes),
    ("vaxg", "S1 E11 F52 where value = 0.1F * 2^(E - 1024) { order pdp; zero if E == 0 && S == 0; reserved if E == 0; }", WordForm::Bytes),
    ("vaxh", "S1 E15 F112 where value = 0.1F * 2^(E - 16384) { order pdp; zero if E == 0 && S == 0; reserved if E == 0; }", WordForm::Bytes),
    ("x87be", "S1 E15 I1 F63 where value = I.F * 2^(E - 16383) { zero if E == 0 && I == 0 && F == 0; subnormal if E == 0; infinity if E == max && F == 0; nan if E == max; }", WordForm::Bytes),
    ("x87le", "S1 E15 I1 F63 where value = I.F * 2^(E - 16383) { order little; zero if E == 0 && I == 0 && F == 0; subnormal if E == 0; infinity if E == max && F == 0; nan if E == max; }", WordForm::Bytes),
    ("xs128", "E8 S1 F31 where value = 0.1F * 2^(E - 128) { zero if E == 0; }", WordForm::Bytes),
    ("xs256", "S1 E9 F22 where value = 1.F * 2^(E - 256);", WordForm::Bytes),
    ("xs256d", "S1 E9 F54 where value = 1.F * 2^(E - 256);", WordForm::Bytes),
];

#[test]
fn the_corpus_agrees() {
    let Some(corpus) = std::env::var_os("DATAREP_CORPUS") else { return };
    let path = std::path::Path::new(&corpus).join("vectors/vectors.csv");
    let table = std::fs::read_to_string(path).expect("the corpus has vectors");
    let mut rows: BTreeMap<&str, Vec<(String, String)>> = BTreeMap::new();
    for line in table.lines().skip(1) {
        let cells = cells(line);
        let known = FORMATS.iter().find(|(name, ..)| *name == cells[0]);
        if let (Some((name, _, form)), Some(value)) = (known, decimal(&cells[4])) {
            rows.entry(name).or_default().push((word(&cells[1], *form), value));
        }
    }
    let (mut read, mut written) = (0, 0);
    for (name, format, _) in FORMATS {
        let mut text = format!("float format = {format}\ntest format {{\n");
        for (word, value) in &rows[name] {
            writeln!(text, "{word} => {value};").expect("a string grows");
            writeln!(text, "{value} <=> {word};").expect("a string grows");
        }
        text.push('}');
        let found = faults(text);
        // Words that are not normalized, and NaNs with a payload, are only read.
        let others = found.iter().filter(|fault| !fault.title.contains("is not the word that is written"));
        assert_eq!(others.collect::<Vec<_>>(), Vec::<&Diagnostic>::new(), "{name}");
        read += rows[name].len();
        written += rows[name].len() - found.len();
    }
    assert!(read >= 800 && written >= 780, "{read} read, {written} written");
}

/// The cells of a line, some of them in quotes.
fn cells(line: &str) -> Vec<String> {
    let mut cells = vec![String::new()];
    let mut quoted = false;
    for letter in line.chars() {
        match letter {
            '"' => quoted = !quoted,
            ',' if !quoted => cells.push(String::new()),
            letter => cells.last_mut().expect("there is a cell").push(letter),
        }
    }
    cells
}

fn word(hex: &str, form: WordForm) -> String {
    if form == WordForm::Number {
        return format!("0x{hex}");
    }
    let digits: Vec<char> = hex.chars().collect();
    let bytes: Vec<String> =
        digits.chunks(2).map(|pair| format!("0x{}", pair.iter().collect::<String>())).collect();
    format!("[{}]", bytes.join(", "))
}

/// `M*2^E` with all its digits, or one of the words of the language.
fn decimal(exact: &str) -> Option<String> {
    match exact {
        "" => return None,
        "0" => return Some("0.0".to_owned()),
        "-0" => return Some("-0.0".to_owned()),
        "inf" | "-inf" | "nan" | "reserved" => return Some(exact.to_owned()),
        _ => {}
    }
    let (significand, power) = exact.split_once("*2^").unwrap_or((exact, "0"));
    let significand: BigInt = significand.parse().ok()?;
    let power: i32 = power.parse().ok()?;
    let factor = BigInt::from(if power < 0 { 5 } else { 2 }).pow(power.unsigned_abs());
    let digits = significand * factor;
    Some(if power < 0 { format!("{digits}e{power}") } else { format!("{digits}") })
}
