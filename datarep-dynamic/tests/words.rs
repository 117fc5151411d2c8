//! Words of all formats of the library: what is said of a word, by `explain` and `dump`, and what a conversion makes of it.

use datarep_dsl::model::FormatKind;
use datarep_dsl::words::{self, Meaning};
use datarep_dynamic::{Described, Format};

/// Words of a format: as if by chance, with few digits, and zeros with every sign and exponent of a float.
fn draw_words(described: &Described) -> Vec<u128> {
    let bits = described.format.bits;
    let mask = u128::MAX >> (128 - bits);
    let mut state = 0x9E37_79B9_7F4A_7C15_F39C_C060_5CED_C835_u128;
    let mut draw = || {
        state = state.wrapping_mul(0x2360_ED05_1FC6_5DA4_4385_DF64_9FCC_F645).wrapping_add(0x5851_F42D);
        state ^ state >> 67
    };
    let mut drawn: Vec<u128> = (0..400).map(|_| draw() & mask).collect();
    drawn.extend((0..100).map(|_| draw() & mask & mask << bits.saturating_sub(9)));
    if let FormatKind::Float(float) = &described.format.kind {
        let sign = float.sign.map_or(0, |sign| 1_u128 << sign);
        let exponents =
            float.exponent.iter().fold(0, |all, range| all | ((1 << range.width()) - 1) << range.low);
        drawn.extend([0, sign, exponents, sign | exponents]);
        drawn.extend((0..bits).flat_map(|bit| [1 << bit & exponents, sign | 1 << bit & exponents]));
        drawn.extend((0..200).map(|_| draw() & (exponents | sign)));
    }
    drawn
}

#[test]
fn words_mean_what_conversions_make_of_them() {
    let (mut formats, mut compared, mut zeros) = (0, 0, 0);
    for (_, name) in datarep_dsl::standard::formats() {
        let format = Format::named(name).expect("it is in the library");
        let described = format.described().expect("it is in the library");
        if described.format.bits > 128 {
            continue;
        }
        let Ok(extent) = format.extent::<f64>() else { continue };
        formats += 1;
        for word in draw_words(&described) {
            let Meaning::Number(number) = words::meaning(&described.format, word) else { continue };
            let nearest = number.nearest_f64();
            // What is rounded beyond the ends of doubles depends on the rules.
            if !nearest.is_finite() || (nearest.abs() < f64::MIN_POSITIVE && !number.is_zero()) {
                continue;
            }
            let mut file = described.order.store(word, described.format.bits);
            file.resize(extent, 0);
            let (values, _) =
                format.to_vec::<f64>(&file).unwrap_or_else(|error| panic!("{name} {word:#x}: {error}"));
            assert_eq!(
                values[0].to_bits(),
                nearest.to_bits(),
                "{name} {word:#x}: {:e}, {nearest:e}",
                values[0]
            );
            compared += 1;
            zeros += usize::from(nearest == 0.0);
        }
    }
    assert!(formats > 120 && compared > 20_000 && zeros > 1_000, "{formats}, {compared}, {zeros}");
}
