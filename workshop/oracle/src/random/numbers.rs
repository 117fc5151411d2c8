//! Random integers, fixed-point numbers, decimals of every scale and sums of two floats, each with a native type.

use datarep_dsl::model::Native;

use crate::chance::Chance;

/// A random format. The language may refuse it.
pub(super) struct NumberFormat {
    pub(super) native: Native,
    /// The word before the format's name.
    pub(super) keyword: &'static str,
    /// The text before the format's clauses.
    pub(super) head: String,
    /// The definitions that the format needs.
    pub(super) before: String,
    /// The number of bits of a word, for an order. `None` if the digits have an order of their own.
    pub(super) bits: Option<u32>,
}

const INTEGERS: [Native; 10] = [
    Native::I8,
    Native::I16,
    Native::I32,
    Native::I64,
    Native::I128,
    Native::U8,
    Native::U16,
    Native::U32,
    Native::U64,
    Native::U128,
];

const FLOATS: [Native; 7] =
    [Native::F16, Native::Bf16, Native::F32, Native::F32, Native::F64, Native::F64, Native::F128];

/// The name of a native type in a representation.
pub(super) fn mpi_name(native: Native) -> &'static str {
    match native {
        Native::I8 => "MPI_INT8_T",
        Native::I16 => "MPI_INT16_T",
        Native::I32 => "MPI_INT32_T",
        Native::I64 => "MPI_INT64_T",
        Native::I128 => "MPI_INTEGER16",
        Native::U8 => "MPI_UINT8_T",
        Native::U16 => "MPI_UINT16_T",
        Native::U32 => "MPI_UINT32_T",
        Native::U64 => "MPI_UINT64_T",
        Native::U128 => "DATAREP_UINT128",
        Native::F16 => "MPI_REAL2",
        Native::Bf16 => "DATAREP_BFLOAT16",
        Native::F32 => "MPI_FLOAT",
        Native::F64 => "MPI_DOUBLE",
        Native::Decimal => "DATAREP_DECIMAL",
        _ => "MPI_REAL16",
    }
}

/// Draws a format.
pub(super) fn random(chance: &mut Chance) -> NumberFormat {
    match chance.draw_below(12) {
        0..5 => draw_decimal(chance),
        10 | 11 => draw_binary_decimal(chance),
        5 | 6 => draw_sum(chance),
        7 => draw_words(chance),
        _ => draw_integer(chance),
    }
}

/// A native type of a decimal.
fn draw_decimal_native(chance: &mut Chance) -> Native {
    match chance.draw_below(10) {
        0..4 => chance.draw_one(&INTEGERS),
        4..8 => chance.draw_one(&FLOATS),
        _ => Native::Decimal,
    }
}

/// A binary number with a decimal point, often with fewer digits than its words have.
fn draw_binary_decimal(chance: &mut Chance) -> NumberFormat {
    let native = draw_decimal_native(chance);
    let bits = draw_width(chance);
    let is_signed = chance.percent(60);
    let digits = (if is_signed { bits - 1 } else { bits }) * 3 / 10;
    let scale = match chance.draw_below(10) {
        0 | 1 => 0,
        2..6 => i64::from(chance.draw_below(digits + 1)),
        6 | 7 => i64::from(chance.draw_below(39)),
        _ => -i64::from(chance.draw_below(39_u32.saturating_sub(digits + 1).max(1))),
    };
    let most = if digits > 0 && chance.percent(50) {
        format!(", {}", chance.draw_between(1, digits))
    } else {
        String::new()
    };
    let sign = if is_signed { "" } else { ", unsigned" };
    let head = format!("binary_decimal({bits}, {scale}{most}{sign})");
    NumberFormat { native, keyword: "integer", head, before: String::new(), bits: Some(bits) }
}

fn draw_decimal(chance: &mut Chance) -> NumberFormat {
    let native = draw_decimal_native(chance);
    let most = if chance.percent(60) { 12 } else { 38 };
    let digits = chance.draw_between(1, most);
    let count = i64::from(digits);
    let any = |least: i64, most: i64, chance: &mut Chance| {
        least + i64::from(chance.draw_below(u32::try_from(most - least + 1).unwrap_or(1)))
    };
    let scale = match chance.draw_below(10) {
        0 | 1 => 0,
        2..5 => any(0, count, chance),
        5 | 6 => any(count.min(38), 38, chance),
        7 | 8 => -any(0, (38 - count).min(6), chance),
        _ => -any(0, 38 - count, chance),
    };
    let mut head = match chance.draw_below(10) {
        0 => "x87_bcd".to_owned(),
        1 => format!("unsigned_packed_decimal({digits}, {scale}"),
        2 => format!("bcd({digits}"),
        3..7 => format!("packed_decimal({digits}, {scale}"),
        _ => format!("zoned_decimal({digits}, {scale}"),
    };
    let words: &[&[&str]] = if head.starts_with("zoned") {
        &[
            &["", "ascii", "ebcdic"],
            &["", "leading", "trailing"],
            &["", "", "separate", "unsigned", "no_sign", "plain_plus", "minus_bit"],
            &["", "", "point"],
        ]
    } else if head.starts_with("packed") {
        &[&["", "", "", "unsigned", "no_sign", "plain_plus", "ibm4690"]]
    } else if head.contains('(') {
        &[&["", "low_first"]]
    } else {
        &[]
    };
    for words in words {
        let word = chance.draw_one(words);
        if !word.is_empty() {
            head = format!("{head}, {word}");
        }
    }
    let head = if head.contains('(') { format!("{head})") } else { head };
    NumberFormat { native, keyword: "integer", head, before: String::new(), bits: None }
}

fn draw_sum(chance: &mut Chance) -> NumberFormat {
    let native = chance.draw_one(&FLOATS);
    let (part, bits) = chance.draw_one(&[("f32", 64), ("f32", 64), ("f64", 128)]);
    let head = format!("pair({part}, {part})");
    NumberFormat { native, keyword: "float", head, before: String::new(), bits: Some(bits) }
}

/// Bits of a word: often few, or those of a processor.
fn draw_width(chance: &mut Chance) -> u32 {
    match chance.draw_below(4) {
        0 => chance.draw_between(2, 16),
        1 => chance.draw_one(&[8, 16, 24, 32, 64, 128]),
        _ => chance.draw_between(2, 128),
    }
}

fn draw_integer(chance: &mut Chance) -> NumberFormat {
    let bits = draw_width(chance);
    let is_fixed = chance.percent(40);
    let is_real = is_fixed || chance.percent(30);
    let native = if is_real { chance.draw_one(&FLOATS) } else { chance.draw_one(&INTEGERS) };
    let head = if is_fixed {
        let places = chance.draw_below(bits + 1);
        match chance.draw_below(5) {
            0 => format!("ufixed({bits}, {places})"),
            1 => format!("fixed({bits}, {places}, ones_complement)"),
            2 => format!("fixed({bits}, {places}, sign_magnitude)"),
            _ => format!("fixed({bits}, {places})"),
        }
    } else {
        match chance.draw_below(6) {
            0 | 1 => format!("twos({bits})"),
            2 => format!("unsigned({bits})"),
            3 => format!("ones({bits})"),
            4 => format!("sign_magnitude({bits})"),
            _ => {
                let offset = chance.next_u128() & ((1 << (bits - 1)) - 1);
                format!("offset({bits}, {})", offset & !(1 << 127))
            }
        }
    };
    NumberFormat { native, keyword: "integer", head, before: String::new(), bits: Some(bits) }
}

/// A number in two or three words.
fn draw_words(chance: &mut Chance) -> NumberFormat {
    let count = chance.draw_between(2, 3);
    let bytes = chance.draw_between(1, 5);
    let bits = if chance.percent(40) { bytes * 8 } else { bytes * 8 - chance.draw_below(6) };
    let is_real = chance.percent(50);
    let part = match (chance.percent(50), is_real) {
        (true, false) => format!("ones({bits})"),
        (false, false) => format!("sign_magnitude({bits})"),
        (true, true) => format!("fixed({bits}, {}, ones_complement)", bits - 1),
        (false, true) => format!("fixed({bits}, {}, sign_magnitude)", bits - 1),
    };
    let side = chance.draw_one(&["right", "left"]);
    let before = format!("integer cell = {part} {{ order {side}_justified({bytes}); }}\n");
    let head = if count == 2 { "pair(cell, cell)" } else { "triple(cell, cell, cell)" }.to_owned();
    let native = if is_real { chance.draw_one(&FLOATS) } else { chance.draw_one(&INTEGERS) };
    NumberFormat { native, keyword: "integer", head, before, bits: Some(count * bytes * 8) }
}
