//! Random formats with decimal digits, like those of calculators.

use crate::chance::Chance;

/// The greatest number of bits of a word that can be tested.
const MOST_BITS: u32 = 128;

/// A random exponent: its bits, its clause, and its smallest and largest number before the bias is subtracted.
struct Exponent {
    bits: u32,
    code: &'static str,
    least: i64,
    most: i64,
}

impl Exponent {
    fn random(chance: &mut Chance) -> Exponent {
        let code = match chance.draw_below(10) {
            0..5 => "excess",
            5 => "twos_complement",
            6 => "sign_magnitude",
            7 => "decimal",
            8 => "tens_complement",
            _ => "decimal_sign_magnitude",
        };
        let digits = chance.draw_between(1, 4);
        let tens = 10_i64.pow(digits);
        let bits = chance.draw_between(2, 12);
        let half = 1_i64 << (bits - 1);
        let (bits, least, most) = match code {
            "excess" => (bits, 0, 2 * half - 1),
            "twos_complement" => (bits, -half, half - 1),
            "sign_magnitude" => (bits, 1 - half, half - 1),
            "decimal" => (4 * digits, 0, tens - 1),
            "tens_complement" => (4 * digits, -tens / 2, tens / 2 - 1),
            _ => (4 * digits + 1, 1 - tens, tens - 1),
        };
        Exponent { bits, code, least, most }
    }

    /// A random bias. With most biases, the exponents in the middle of the range belong to numbers near one.
    fn draw_bias(&self, chance: &mut Chance) -> i64 {
        let middle = (self.least + self.most + 1) / 2;
        let any =
            |limit: u32, chance: &mut Chance| i64::from(chance.draw_below(2 * limit + 1)) - i64::from(limit);
        match chance.draw_below(10) {
            0..4 => middle,
            4..8 => middle + any(4, chance),
            8 => middle + any(400, chance),
            _ => any(4000, chance),
        }
    }
}

/// A random format of digits. The language may refuse it.
pub(super) struct DigitsFormat {
    /// The number of bits of a word.
    pub(super) bits: u32,
    /// The text before the clauses.
    pub(super) head: String,
    pub(super) clauses: Vec<String>,
}

/// Draws a format.
pub(super) fn random(chance: &mut Chance) -> DigitsFormat {
    let exponent = Exponent::random(chance);
    let centesimal = chance.percent(25);
    let (letter, unit) = if centesimal { ('C', 8) } else { ('D', 4) };
    let tens = if centesimal || chance.percent(25) { 2 } else { 1 };
    let sign = match chance.draw_below(10) {
        0..6 => "sign_magnitude",
        6 | 7 => "nine",
        _ => "twos_complement",
    };
    let sign_bits = if sign == "nine" { 4 } else { 1 };
    let left = MOST_BITS - exponent.bits - sign_bits;
    let step = if tens == 2 { 8 } else { 4 };
    let few = chance.percent(30);
    let digits = chance.draw_between(1, (if few { 24 } else { left }) / step) * step / unit;
    let unused = if chance.percent(20) { chance.draw_below(9).min(left - digits * unit) } else { 0 };
    let mut parts = vec![('E', exponent.bits), (letter, digits * unit), ('_', unused)];
    if chance.percent(30) {
        chance.shuffle(&mut parts);
    }
    let above = if sign == "twos_complement" || chance.percent(70) { 0 } else { chance.draw_below(4) };
    parts.insert(above as usize, ('S', sign_bits));
    parts.retain(|(_, bits)| *bits > 0);
    // Most formats are padded to whole bytes.
    let bits: u32 = parts.iter().map(|(_, bits)| bits).sum();
    let rest = bits.next_multiple_of(8) - bits;
    if rest > 0 && chance.percent(80) {
        parts.push(('_', rest));
    }
    let bits: u32 = parts.iter().map(|(_, bits)| bits).sum();
    let picture: Vec<String> = parts
        .iter()
        .map(|(part, bits)| format!("{part}{}", if *part == letter { bits / unit } else { *bits }))
        .collect();
    let point = chance.draw_one(&["0.D", "0.D", "D.D", "D.D", "D"]).replace('D', &letter.to_string());
    let power = match exponent.draw_bias(chance) {
        0 => "E".to_owned(),
        bias @ 1.. => format!("(E - {bias})"),
        bias => format!("(E + {})", -bias),
    };
    let radix = 10_u32.pow(tens);
    let head = format!("{} where value = {point} * {radix}^{power}", picture.join(" "));
    let unused = parts.iter().filter(|(part, _)| *part == '_').map(|(_, bits)| bits).sum();
    let clauses = draw_clauses(&exponent, sign, letter, bits, unused, chance);
    DigitsFormat { bits, head, clauses }
}

fn draw_clauses(
    exponent: &Exponent,
    sign: &str,
    letter: char,
    bits: u32,
    unused: u32,
    chance: &mut Chance,
) -> Vec<String> {
    let mut clauses = Vec::new();
    match sign {
        "twos_complement" if chance.percent(70) => {
            let top = chance.draw_between(2, bits);
            clauses.push(format!("negative twos_complement({top});"));
        }
        "sign_magnitude" => {}
        other => clauses.push(format!("negative {other};")),
    }
    if exponent.code != "excess" {
        clauses.push(format!("exponent {};", exponent.code));
    }
    let least = exponent.least;
    match chance.draw_below(6) {
        0 | 1 => clauses.push(format!("zero if {letter} == 0;")),
        2 => clauses.push(format!("zero if E == {least};")),
        3 => clauses.push(format!("zero if E == {least} && {letter} == 0;")),
        _ => {}
    }
    let some = u32::try_from((exponent.most - least) / 3).unwrap_or(0);
    let (low, high) = (
        least + i64::from(chance.draw_below(some + 1)),
        exponent.most - i64::from(chance.draw_below(some + 1)),
    );
    match chance.draw_below(8) {
        0 => clauses.push(format!("reserved if E < {low} || E > {high};")),
        1 => clauses.push(format!("reserved if E <= {low};")),
        2 => clauses.push(format!("reserved if E >= {high};")),
        _ => {}
    }
    if unused > 0 && chance.percent(40) {
        clauses.push(format!("unused written {};", chance.next_u128() & ((1 << unused) - 1)));
    }
    clauses
}
