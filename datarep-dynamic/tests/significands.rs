//! Small floats in two's complement, exhaustively: every value is written as the nearest of the numbers that words mean.

use datarep::Loss;
use datarep_dynamic::{Format, Text};

/// Comparisons of clauses, most of which concern the ends of the numbers of one sign.
const CONDITIONS: [&str; 24] = [
    "F == max",
    "F == 0",
    "F == 1",
    "F >= 6",
    "S == 0 && F == max",
    "S == 0 && E == 0",
    "S == 1 && F == max",
    "S == 1 && F == 0",
    "S == 1 && F == 1",
    "S == 1 && F >= 5",
    "S == 1 && F >= 6",
    "S == 1 && F <= 1",
    "S == 1 && E == 0",
    "S == 1 && F == 0 && E == 0",
    "S == 1 && F == max && E == 0",
    "S == 1 && F != 0 && E == 0",
    "S == 1 && F == 0 && E == max",
    "S == 1 && F == max && E == max",
    "S == 1 && F == 0 && E <= 1",
    "S == 1 && F == max && E <= 1",
    "S == 1 && F == 0 && E >= 2",
    "S == 1 && F == 0 && E != 1",
    "S == 1 && F == max && E >= 2",
    "S == 1 && F == max && E != 1",
];

/// Bits of the exponent and of the significand.
const SHAPES: [(u32, u32); 7] = [(2, 2), (3, 2), (2, 3), (3, 3), (2, 4), (3, 4), (2, 5)];

/// The text of a format of at most eight bits.
fn text((exponent, significand): (u32, u32), radix: u32, clauses: &str) -> String {
    format!(
        "float small = S1 E{exponent} F{significand} where value = S.F * {radix}^(E - 2) {{
            {clauses}order right_justified(1);
        }}"
    )
}

/// The numbers of all words, in order.
fn numbers(format: &Format) -> Vec<f64> {
    let words: Vec<u8> = (0..=u8::MAX).collect();
    let (values, _) = format.to_vec::<f64>(&words).expect("no word is an error");
    let mut numbers: Vec<f64> = values.into_iter().filter(|value| value.is_finite()).collect();
    numbers.sort_by(f64::total_cmp);
    numbers.dedup();
    numbers
}

/// What is wrong with the words of values at, between and beyond the numbers of a format.
fn fault(format: &Format) -> Option<String> {
    let numbers = numbers(format);
    let between = |pair: &[f64]| {
        [0.0, 0.125, 0.25, 0.375, 0.625, 0.75, 0.875].map(|part| pair[0] + (pair[1] - pair[0]) * part)
    };
    let ends = [numbers[0], numbers[numbers.len() - 1]];
    let beyond = ends.into_iter().flat_map(|end| [end, end * 1.01, end * 64.0]);
    let values: Vec<f64> = numbers.windows(2).flat_map(between).chain(beyond).collect();
    let (bytes, loss) = format.to_bytes(&values).expect("no value is an error");
    let made = format.to_vec::<f64>(&bytes).expect("no word is an error").0;
    for (value, made) in values.iter().zip(&made) {
        let nearest = numbers.iter().map(|number| (number - value).abs()).fold(f64::INFINITY, f64::min);
        // A value that no number of its sign reaches down to becomes zero.
        let mut same = numbers.iter().filter(|number| **number * value > 0.0);
        let is_below = same.all(|number| number.abs() > value.abs());
        if (made - value).abs() > nearest && !(is_below && *made == 0.0) {
            return Some(format!("{value} becomes {made}, and a number is {nearest} away"));
        }
    }
    let changed =
        values.iter().zip(&made).filter(|(value, made)| value.to_bits() != made.to_bits()).count() as u64;
    let Loss { inexact, underflow, overflow, .. } = loss;
    let counted = inexact + underflow + overflow;
    (changed != counted).then(|| format!("{changed} values are changed, and {counted} are counted"))
}

/// Tries a format, and returns whether the language accepts it.
fn try_format(text: &str) -> bool {
    let Ok(texts) = Text::parse(text) else { return false };
    let rules = "on read { reserved => nan, overflow => infinity } on write { overflow => saturate }";
    let format = texts.format("small").expect("it is there").with_rules(rules);
    assert_eq!(fault(&format), None, "{text}");
    true
}

#[test]
fn every_value_is_written_as_the_nearest_number() {
    let mut state = 1_u64;
    let mut next = |count: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % count
    };
    let mut formats = 0;
    for _ in 0..800 {
        let clause = |next: &mut dyn FnMut(usize) -> usize| {
            let class = ["reserved", "zero", "subnormal", "underflow", "overflow"][next(5)];
            format!("{class} if {}; ", CONDITIONS[next(CONDITIONS.len())])
        };
        let clauses: String = (0..=next(3)).map(|_| clause(&mut next)).collect();
        let (shape, radix) = (SHAPES[next(SHAPES.len())], [2, 4, 8, 16][next(4)]);
        formats += usize::from(try_format(&text(shape, radix, &clauses)));
    }
    assert!(formats > 60, "{formats} formats");
}

/// -1 is normalized, also at the smallest exponent, and its other word at the next exponent is not what is written.
#[test]
fn a_clause_for_minus_one_at_the_smallest_exponent_alone_is_refused() {
    for (radix, shape) in [(2, (3, 4)), (4, (3, 3)), (4, (3, 4)), (8, (3, 3)), (8, (3, 4)), (16, (2, 5))] {
        let claimed = "reserved if S == 1 && F == 0 && E == 0; ";
        for clauses in [claimed.to_owned(), format!("{claimed}reserved if S == 1 && F == max; ")] {
            let fault = Text::parse(&text(shape, radix, &clauses)).expect_err("it has a hole").to_string();
            assert!(fault.contains("S == 1 && F == 0 && E == 0"), "{fault}");
        }
        assert!(try_format(&text(shape, radix, "reserved if S == 1 && F == 0; ")));
    }
}

/// A subnormal word of -1 is the number that it would be without the clause.
#[test]
fn a_subnormal_word_of_minus_one_is_written() {
    for (radix, shape) in [(2, (2, 4)), (4, (3, 2)), (4, (3, 3)), (8, (3, 3)), (16, (2, 5))] {
        assert!(try_format(&text(shape, radix, "subnormal if S == 1 && F == 0 && E == 0; ")));
    }
}
