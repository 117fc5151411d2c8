//! What far numbers cost, in powers of five that are asked for: the sum of their exponents.

use std::cell::Cell;

use crate::source::Source;

thread_local! {
    static ASKED: Cell<u64> = const { Cell::new(0) };
}

/// Counts a power of five.
pub(super) fn count(power: u64) {
    ASKED.set(ASKED.get() + power);
}

/// The sum of the exponents for a text, for each of its lines.
fn count_in(head: &str, line: &str, lines: u64) -> u64 {
    let text = format!("{head} {{ {} }}", line.repeat(usize::try_from(lines).expect("few lines")));
    let source = Source { name: "far.datarep".to_owned(), text, first_line: 1 };
    ASKED.set(0);
    // Most lines are not true. What they cost is asked, and a text with too many faults would end early.
    drop(crate::compile(&source));
    ASKED.get() / lines
}

#[test]
fn numbers_beyond_a_format_need_no_large_integers() {
    for head in [
        "test f32",
        "test f128",
        "test decimal128_bid",
        "test decimal32_dpd",
        "test posit(64, 8)",
        "test posit(8, 2)",
        "float p = pair(f64, f64); test p",
        "test twos(128)",
        "test fixed(128, 127)",
        "test packed_decimal(31, 3)",
        "float w = S1 E16 D34 where value = D * 10^E; test w",
    ] {
        for line in [
            "1e20000 => 0x0;",
            "0x0 => 1e20000;",
            "1e-20000 => 0x0;",
            "0x0 => -1e-20000;",
            "1e999999999 => 0x0;",
        ] {
            let cost = count_in(head, line, 100);
            assert!(cost < 500, "{head} {{ {line} }} asks for 5^{cost}");
        }
    }
}

#[test]
fn a_number_within_a_format_is_computed_once() {
    for (head, line, most) in [
        ("test f128", "1e4900 => 0x7F94_5D24_084E_B26F_4981_5192_2505_CB5F;", 5_400),
        ("test decimal128_bid", "1e6000 => 0x5EDE_314D_C644_8D93_38C1_5B0A_0000_0000;", 500),
        ("test decimal128_bid", "0x5EDE_314D_C644_8D93_38C1_5B0A_0000_0000 => 1e6000;", 20_500),
    ] {
        let cost = count_in(head, line, 100);
        assert!(cost <= most, "{head} {{ {line} }} asks for 5^{cost}");
    }
}
