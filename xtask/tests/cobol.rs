//! Records of a mainframe program, field by field. Generated code must read the values that another reader printed, and
//! must write the bytes of the file.
//!
//! The fields are those of the layout beside the file, and the format of each field follows from its picture alone.
//! Values are compared as decimal digits, and as the floats that the standard library parses from them.
#![cfg(feature = "corpus")]

use std::collections::BTreeMap;
use std::fs;
use std::io::Write as _;

use serde_json::Value;
use xtask::corpus;

/// The conversions of one item, as an integer and as a float.
struct Format {
    read: fn(&[u8]) -> Result<i128, String>,
    write: fn(i128) -> Result<Vec<u8>, String>,
    real: Option<Real>,
}

/// The conversions of one item as a float.
struct Real {
    read: fn(&[u8]) -> Result<f64, String>,
    write: fn(f64) -> Result<Vec<u8>, String>,
}

/// The single item of a conversion that lost nothing. If `inexact` is set, it may have been rounded.
fn one<T: Copy>(result: Result<(Vec<T>, datarep::Loss), datarep::Error>, inexact: bool) -> Result<T, String> {
    let (items, loss) = result.map_err(|error| error.to_string())?;
    match items.as_slice() {
        [item] if loss.is_none() || (inexact && loss.inexact == 1) => Ok(*item),
        _ => Err(format!("{} items, {loss}", items.len())),
    }
}

fn bytes(result: Result<(Vec<u8>, datarep::Loss), datarep::Error>) -> Result<Vec<u8>, String> {
    result.map(|(file, _)| file).map_err(|error| error.to_string())
}

macro_rules! formats {
    (@real $name:ident digits) => {
        Some(Real {
            read: |file| one($name::to_vec::<f64>(file), true),
            write: |value| bytes($name::to_bytes(&[value])),
        })
    };
    (@real $name:ident binary) => { None };
    (@datarep $name:ident digits $family:ident($($argument:tt)*)) => {
        datarep::datarep! {
            datarep $name {
                MPI_INTEGER16 => $family($($argument)*);
                MPI_DOUBLE => $family($($argument)*);
                others => unsupported;
                on read { overflow => error }
                on write { overflow | infinity | nan => error }
            }
        }
    };
    (@datarep $name:ident binary $family:ident($($argument:tt)*)) => {
        datarep::datarep! {
            datarep $name {
                MPI_INTEGER16 => $family($($argument)*);
                others => unsupported;
                on read { overflow => error }
                on write { overflow => error }
            }
        }
    };
    ($($name:ident $kind:ident: $family:ident($($argument:tt)*);)*) => {
        $(formats!(@datarep $name $kind $family($($argument)*));)*

        /// The formats by their names in the language.
        fn formats() -> BTreeMap<&'static str, Format> {
            BTreeMap::from([$((
                stringify!($name),
                Format {
                    read: |file| one($name::to_vec::<i128>(file), false),
                    write: |value| bytes($name::to_bytes(&[value])),
                    real: formats!(@real $name $kind),
                },
            ),)*])
        }
    };
}

datarep::datarep! {
    /// Text and floats of such records.
    datarep rows {
        order big;
        character => ebcdic(cp037);
        MPI_FLOAT => f32;
        MPI_DOUBLE => f64;
        others => unsupported;
        on write { unmapped => error }
    }
}

formats! {
    packed_1_0 digits: packed_decimal(1, 0);
    packed_1_0_unsigned digits: packed_decimal(1, 0, unsigned);
    packed_2_0 digits: packed_decimal(2, 0);
    packed_2_0_unsigned digits: packed_decimal(2, 0, unsigned);
    packed_3_0 digits: packed_decimal(3, 0);
    packed_3_0_unsigned digits: packed_decimal(3, 0, unsigned);
    packed_3_1 digits: packed_decimal(3, 1);
    packed_3_1_unsigned digits: packed_decimal(3, 1, unsigned);
    packed_4_0 digits: packed_decimal(4, 0);
    packed_4_0_unsigned digits: packed_decimal(4, 0, unsigned);
    packed_4_2 digits: packed_decimal(4, 2);
    packed_4_2_unsigned digits: packed_decimal(4, 2, unsigned);
    packed_5_m3 digits: packed_decimal(5, -3);
    packed_5_m3_unsigned digits: packed_decimal(5, -3, unsigned);
    packed_5_0 digits: packed_decimal(5, 0);
    packed_5_0_unsigned digits: packed_decimal(5, 0, unsigned);
    packed_5_2 digits: packed_decimal(5, 2);
    packed_5_2_unsigned digits: packed_decimal(5, 2, unsigned);
    packed_5_5 digits: packed_decimal(5, 5);
    packed_5_5_unsigned digits: packed_decimal(5, 5, unsigned);
    packed_5_7 digits: packed_decimal(5, 7);
    packed_5_8_unsigned digits: packed_decimal(5, 8, unsigned);
    packed_7_0_unsigned digits: packed_decimal(7, 0, unsigned);
    packed_8_0 digits: packed_decimal(8, 0);
    packed_8_0_unsigned digits: packed_decimal(8, 0, unsigned);
    packed_8_4 digits: packed_decimal(8, 4);
    packed_8_4_unsigned digits: packed_decimal(8, 4, unsigned);
    packed_9_0 digits: packed_decimal(9, 0);
    packed_9_0_unsigned digits: packed_decimal(9, 0, unsigned);
    packed_9_4 digits: packed_decimal(9, 4);
    packed_9_4_unsigned digits: packed_decimal(9, 4, unsigned);
    packed_10_0 digits: packed_decimal(10, 0);
    packed_10_0_unsigned digits: packed_decimal(10, 0, unsigned);
    packed_10_5 digits: packed_decimal(10, 5);
    packed_10_5_unsigned digits: packed_decimal(10, 5, unsigned);
    packed_11_0 digits: packed_decimal(11, 0);
    packed_11_0_unsigned digits: packed_decimal(11, 0, unsigned);
    packed_11_2 digits: packed_decimal(11, 2);
    packed_13_0 digits: packed_decimal(13, 0);
    packed_13_2 digits: packed_decimal(13, 2);
    packed_13_3 digits: packed_decimal(13, 3);
    packed_15_0_unsigned digits: packed_decimal(15, 0, unsigned);
    packed_15_2 digits: packed_decimal(15, 2);
    packed_17_0 digits: packed_decimal(17, 0);
    packed_17_0_unsigned digits: packed_decimal(17, 0, unsigned);
    packed_17_2 digits: packed_decimal(17, 2);
    packed_17_2_unsigned digits: packed_decimal(17, 2, unsigned);
    packed_18_0 digits: packed_decimal(18, 0);
    packed_18_0_unsigned digits: packed_decimal(18, 0, unsigned);
    packed_18_2 digits: packed_decimal(18, 2);
    packed_18_2_unsigned digits: packed_decimal(18, 2, unsigned);
    packed_19_0 digits: packed_decimal(19, 0);
    packed_19_0_unsigned digits: packed_decimal(19, 0, unsigned);
    packed_19_2 digits: packed_decimal(19, 2);
    packed_19_2_unsigned digits: packed_decimal(19, 2, unsigned);
    packed_20_0 digits: packed_decimal(20, 0);
    packed_20_0_unsigned digits: packed_decimal(20, 0, unsigned);
    packed_28_10 digits: packed_decimal(28, 10);
    packed_28_10_unsigned digits: packed_decimal(28, 10, unsigned);
    packed_37_0 digits: packed_decimal(37, 0);
    packed_37_0_unsigned digits: packed_decimal(37, 0, unsigned);
    zoned_1_0_unsigned digits: zoned_decimal(1, 0, unsigned);
    zoned_2_0 digits: zoned_decimal(2, 0);
    zoned_2_0_unsigned digits: zoned_decimal(2, 0, unsigned);
    zoned_3_0 digits: zoned_decimal(3, 0);
    zoned_3_0_unsigned digits: zoned_decimal(3, 0, unsigned);
    zoned_3_1 digits: zoned_decimal(3, 1);
    zoned_3_1_unsigned digits: zoned_decimal(3, 1, unsigned);
    zoned_4_0 digits: zoned_decimal(4, 0);
    zoned_4_0_unsigned digits: zoned_decimal(4, 0, unsigned);
    zoned_4_2 digits: zoned_decimal(4, 2);
    zoned_4_2_leading_separate digits: zoned_decimal(4, 2, leading, separate);
    zoned_4_2_separate digits: zoned_decimal(4, 2, separate);
    zoned_4_2_unsigned digits: zoned_decimal(4, 2, unsigned);
    zoned_5_m3 digits: zoned_decimal(5, -3);
    zoned_5_0 digits: zoned_decimal(5, 0);
    zoned_5_0_unsigned digits: zoned_decimal(5, 0, unsigned);
    zoned_5_2 digits: zoned_decimal(5, 2);
    zoned_5_2_point digits: zoned_decimal(5, 2, point);
    zoned_5_2_unsigned digits: zoned_decimal(5, 2, unsigned);
    zoned_5_8 digits: zoned_decimal(5, 8);
    zoned_7_7 digits: zoned_decimal(7, 7);
    zoned_7_7_leading digits: zoned_decimal(7, 7, leading);
    zoned_8_0 digits: zoned_decimal(8, 0);
    zoned_8_0_leading_separate digits: zoned_decimal(8, 0, leading, separate);
    zoned_8_0_separate digits: zoned_decimal(8, 0, separate);
    zoned_8_0_unsigned digits: zoned_decimal(8, 0, unsigned);
    zoned_8_2_leading_separate digits: zoned_decimal(8, 2, leading, separate);
    zoned_8_2_separate digits: zoned_decimal(8, 2, separate);
    zoned_8_2_separate_point digits: zoned_decimal(8, 2, separate, point);
    zoned_8_4 digits: zoned_decimal(8, 4);
    zoned_8_4_point digits: zoned_decimal(8, 4, point);
    zoned_8_4_unsigned digits: zoned_decimal(8, 4, unsigned);
    zoned_9_0 digits: zoned_decimal(9, 0);
    zoned_9_0_leading_separate digits: zoned_decimal(9, 0, leading, separate);
    zoned_9_0_separate digits: zoned_decimal(9, 0, separate);
    zoned_9_0_unsigned digits: zoned_decimal(9, 0, unsigned);
    zoned_9_4 digits: zoned_decimal(9, 4);
    zoned_9_4_point digits: zoned_decimal(9, 4, point);
    zoned_9_4_unsigned digits: zoned_decimal(9, 4, unsigned);
    zoned_10_0 digits: zoned_decimal(10, 0);
    zoned_10_0_unsigned digits: zoned_decimal(10, 0, unsigned);
    zoned_10_5 digits: zoned_decimal(10, 5);
    zoned_10_5_point digits: zoned_decimal(10, 5, point);
    zoned_10_5_unsigned digits: zoned_decimal(10, 5, unsigned);
    zoned_11_0 digits: zoned_decimal(11, 0);
    zoned_11_0_unsigned digits: zoned_decimal(11, 0, unsigned);
    zoned_17_0 digits: zoned_decimal(17, 0);
    zoned_17_0_unsigned digits: zoned_decimal(17, 0, unsigned);
    zoned_17_2 digits: zoned_decimal(17, 2);
    zoned_17_2_unsigned digits: zoned_decimal(17, 2, unsigned);
    zoned_18_0 digits: zoned_decimal(18, 0);
    zoned_18_0_unsigned digits: zoned_decimal(18, 0, unsigned);
    zoned_18_2 digits: zoned_decimal(18, 2);
    zoned_18_2_unsigned digits: zoned_decimal(18, 2, unsigned);
    zoned_19_0 digits: zoned_decimal(19, 0);
    zoned_19_0_unsigned digits: zoned_decimal(19, 0, unsigned);
    zoned_19_2 digits: zoned_decimal(19, 2);
    zoned_19_2_unsigned digits: zoned_decimal(19, 2, unsigned);
    zoned_20_0 digits: zoned_decimal(20, 0);
    zoned_20_0_unsigned digits: zoned_decimal(20, 0, unsigned);
    zoned_28_10 digits: zoned_decimal(28, 10);
    zoned_28_10_unsigned digits: zoned_decimal(28, 10, unsigned);
    zoned_37_0 digits: zoned_decimal(37, 0);
    zoned_37_0_unsigned digits: zoned_decimal(37, 0, unsigned);
    twos_16 binary: twos(16);
    twos_32 binary: twos(32);
    twos_64 binary: twos(64);
    twos_72 binary: twos(72);
    twos_96 binary: twos(96);
    twos_128 binary: twos(128);
    unsigned_16 binary: unsigned(16);
    unsigned_32 binary: unsigned(32);
    unsigned_64 binary: unsigned(64);
    unsigned_72 binary: unsigned(72);
    unsigned_96 binary: unsigned(96);
    unsigned_128 binary: unsigned(128);
}

/// The facts in a picture of a number: the name of its format here, and its scale.
struct Picture {
    format: String,
    scale: i32,
}

/// The picture with its repetitions written out: `999V99` for `9(3)V99`.
fn spelled(picture: &str) -> String {
    let mut all = String::new();
    let mut letters = picture.chars();
    while let Some(letter) = letters.next() {
        if letter == '(' {
            let count: String = letters.by_ref().take_while(|letter| *letter != ')').collect();
            let count: usize = count.parse().expect("a repetition is a number");
            let repeated = all.chars().last().expect("something is repeated");
            all.extend(std::iter::repeat_n(repeated, count - 1));
        } else {
            all.push(letter);
        }
    }
    all
}

/// The format of a picture, or `None` if it is not a picture of a number.
fn picture(words: &str, usage: &str, length: u64) -> Option<Picture> {
    let clauses = words.strip_prefix("PIC ")?;
    let all = spelled(clauses.split(' ').next()?);
    if all.starts_with('X') {
        return None;
    }
    let signed = all.starts_with('S');
    let body = all.trim_start_matches('S');
    let (before, behind) = (body.starts_with(['+', '-']), body.ends_with(['+', '-']));
    let body = body.trim_matches(['+', '-']).replace('Z', "9");
    let count =
        |letter: char, text: &str| i32::try_from(text.matches(letter).count()).expect("a short picture");
    let digits = count('9', &body);
    let scale = match body.split_once(['V', '.']) {
        Some((_, fraction)) => count('9', fraction),
        None if body.starts_with('P') => count('P', &body) + digits,
        None => -count('P', &body),
    };
    let scaled = format!("{digits}_{}", scale.to_string().replace('-', "m"));
    let format = match usage {
        "COMP-3" => format!("packed_{scaled}{}", if signed { "" } else { "_unsigned" }),
        "DISPLAY" => {
            let separate = clauses.contains("SEPARATE") || before || behind;
            let leading = clauses.contains("LEADING") || before;
            let words = [
                (leading, "_leading"),
                (separate, "_separate"),
                (!signed && !separate, "_unsigned"),
                (body.contains('.'), "_point"),
            ];
            let words: String = words.into_iter().filter_map(|(said, word)| said.then_some(word)).collect();
            format!("zoned_{scaled}{words}")
        }
        _ => format!("{}_{}", if signed { "twos" } else { "unsigned" }, length * 8),
    };
    Some(Picture { format, scale })
}

/// A printed number without its point, with `scale` digits after the point.
fn unscaled(text: &str, scale: i32) -> i128 {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let places = i32::try_from(fraction.len()).expect("a short number");
    let number: i128 = format!("{whole}{fraction}").parse().expect("digits");
    if scale >= places {
        return number * 10_i128.pow((scale - places).unsigned_abs());
    }
    let power = 10_i128.pow((places - scale).unsigned_abs());
    assert_eq!(number % power, 0, "{text} has more digits than its picture");
    number / power
}

/// The numbers of values that were compared.
#[derive(Debug, Default, PartialEq, Eq)]
struct Compared {
    texts: usize,
    floats: usize,
    numbers: usize,
    reals: usize,
    /// Words that writing their value would not produce: they have a plus sign in an unsigned number.
    other_words: usize,
}

#[test]
fn every_field_of_the_records_is_read_and_written() {
    let Ok(root) = corpus::root() else {
        let _ = writeln!(std::io::stderr(), "note: {} is not set: no records are tested", corpus::VARIABLE);
        return;
    };
    let folder = root.join("cobol");
    let name = "INTEGR.TYPES.NOV28.DATA.dat";
    let text = |end: &str| {
        let path = folder.join("ref").join(format!("{name}{end}"));
        fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    };
    let file = fs::read(folder.join(name)).expect("the records");
    let layout: Value = serde_json::from_str(&text(".layout.json")).expect("a layout");
    let length = usize::try_from(layout["record_length"].as_u64().expect("a number")).expect("a length");
    let expected: Vec<Value> =
        text(".expected.jsonl").lines().map(|line| serde_json::from_str(line).expect("a record")).collect();
    assert_eq!(file.len(), length * expected.len());
    let formats = formats();
    let mut compared = Compared::default();
    for (record, values) in file.chunks(length).zip(&expected) {
        for field in layout["fields"].as_array().expect("fields") {
            let number = |key: &str| field[key].as_u64().expect("a number");
            let (name, words) =
                (field["name"].as_str().expect("a name"), field["picture"].as_str().expect("a picture"));
            let start = usize::try_from(number("offset")).expect("a place");
            let end = start + usize::try_from(number("length")).expect("a length");
            let value = values[name].as_str().expect("a printed value");
            let usage = field["usage"].as_str().expect("a usage");
            let bytes = &record[start..end];
            match picture(words, usage, number("length")) {
                Some(picture) => {
                    let format = formats.get(picture.format.as_str());
                    let format =
                        format.unwrap_or_else(|| panic!("no format `{}` for `{words}`", picture.format));
                    compare(format, &picture, bytes, value, &mut compared)
                        .unwrap_or_else(|fault| panic!("{name} ({words}), {bytes:02x?}, {value}: {fault}"));
                }
                None => compare_other(usage, bytes, value, &mut compared),
            }
        }
    }
    let records = expected.len();
    let all = Compared {
        texts: 3 * records,
        floats: 2 * records,
        numbers: 190 * records,
        reals: 128 * records,
        other_words: 3 * records,
    };
    assert_eq!(compared, all);
}

fn compare(
    format: &Format,
    picture: &Picture,
    bytes: &[u8],
    value: &str,
    compared: &mut Compared,
) -> Result<(), String> {
    let number = unscaled(value, picture.scale);
    let read = (format.read)(bytes)?;
    if read != number {
        return Err(format!("read as {read}"));
    }
    let written = (format.write)(number)?;
    compared.numbers += 1;
    // COBOL programs store a positive sign in unsigned numbers, where writing stores F.
    let plus = picture.format.ends_with("unsigned") && bytes.last().is_some_and(|last| last & 0xF == 0xC);
    if plus && picture.format.starts_with("packed") {
        compared.other_words += 1;
        if written[..bytes.len() - 1] != bytes[..bytes.len() - 1] {
            return Err(format!("written as {written:02x?}"));
        }
    } else if written != bytes {
        return Err(format!("written as {written:02x?}"));
    }
    let Some(real) = &format.real else { return Ok(()) };
    let (read, nearest) = ((real.read)(bytes)?, value.parse::<f64>().expect("a number"));
    if read.to_bits() != nearest.to_bits() {
        return Err(format!("read as {read:?}, not {nearest:?}"));
    }
    // A float holds fifteen digits.
    if number.unsigned_abs() < 10_u128.pow(15) && (real.write)(nearest)? != written {
        return Err(format!("written as {:02x?} from {nearest:?}", (real.write)(nearest)));
    }
    compared.reals += 1;
    Ok(())
}

fn compare_other(usage: &str, bytes: &[u8], value: &str, compared: &mut Compared) {
    match usage {
        "COMP-1" => {
            let (native, _) = rows::to_vec::<f32>(bytes).expect("a float");
            assert_eq!(native[0].to_bits(), value.parse::<f32>().expect("a number").to_bits());
            assert_eq!(rows::to_bytes(&native).expect("a float").0, bytes);
            compared.floats += 1;
        }
        "COMP-2" => {
            let (native, _) = rows::to_vec::<f64>(bytes).expect("a float");
            assert_eq!(native[0].to_bits(), value.parse::<f64>().expect("a number").to_bits());
            assert_eq!(rows::to_bytes(&native).expect("a float").0, bytes);
            compared.floats += 1;
        }
        _ => {
            let (native, _) = rows::to_vec::<datarep::Character>(bytes).expect("characters");
            // The fields are padded with blanks or zero bytes.
            assert_eq!(datarep::Character::text(&native).trim_end().to_string(), value);
            assert_eq!(rows::to_bytes(&native).expect("characters").0, bytes);
            compared.texts += 1;
        }
    }
}

#[test]
fn pictures_are_understood() {
    let of =
        |words: &str, usage: &str, length| picture(words, usage, length).map(|one| (one.format, one.scale));
    let format = |name: &str, scale| Some((name.to_owned(), scale));
    assert_eq!(of("PIC S9(13)V99 COMP-3", "COMP-3", 8), format("packed_15_2", 2));
    assert_eq!(of("PIC PPP9(5) COMP-3", "COMP-3", 3), format("packed_5_8_unsigned", 8));
    assert_eq!(of("PIC S99999PPP COMP-3", "COMP-3", 3), format("packed_5_m3", -3));
    assert_eq!(of("PIC 9(6).99-", "DISPLAY", 10), format("zoned_8_2_separate_point", 2));
    assert_eq!(of("PIC SV9(7) SIGN LEADING", "DISPLAY", 7), format("zoned_7_7_leading", 7));
    assert_eq!(of("PIC S9(4)V9(4) COMP", "BINARY", 4), format("twos_32", 4));
    assert_eq!(of("PIC X(10)", "DISPLAY", 10), None);
    assert_eq!((unscaled("-305.03", 4), unscaled("30503000", -3)), (-3_050_300, 30_503));
}
