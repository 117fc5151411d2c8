//! Every number that a format has is written as a word that reads back as this number: random formats, all words.

use datarep_dsl::compile;
use datarep_dsl::model::{Format, FormatKind, Policy};
use datarep_dsl::source::Source;
use datarep_dsl::words::{self, Meaning, WordConverter};

/// The number of texts that are drawn.
const COUNT: usize = 3_000;

/// Random numbers that are the same in each run.
struct Chance(u64);

impl Chance {
    /// A number below `end`.
    fn draw_below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % end
    }

    fn draw_percent(&mut self, percent: u64) -> bool {
        self.draw_below(100) < percent
    }

    /// One of several.
    fn pick<'t>(&mut self, from: &[&'t str]) -> &'t str {
        let count = u64::try_from(from.len()).expect("a few");
        from[usize::try_from(self.draw_below(count)).expect("below the number of texts")]
    }

    /// A comparison of a field with a small number, or with its largest.
    fn draw_comparison(&mut self, fields: &[&str]) -> String {
        let field = self.pick(fields);
        let operator = self.pick(&["==", "==", "==", "!=", "<", "<=", ">", ">="]);
        let number = match field {
            "S" | "I" => self.draw_below(2).to_string(),
            _ if self.draw_percent(30) => "max".to_owned(),
            "E" => (i64::try_from(self.draw_below(9)).expect("a digit") - 4).to_string(),
            _ => self.draw_below(4).to_string(),
        };
        format!("{field} {operator} {number}")
    }

    fn draw_condition(&mut self, fields: &[&str]) -> String {
        let first = self.draw_comparison(fields);
        match self.draw_below(6) {
            0 | 1 => first,
            2..5 => format!("{first} && {}", self.draw_comparison(fields)),
            _ => format!("{first} || {}", self.draw_comparison(fields)),
        }
    }
}

/// A random binary float of at most ten bits. The language may refuse it.
fn draw_float(chance: &mut Chance) -> String {
    let point = chance.pick(&["0.F", "1.F", "0.1F", "F", "I.F", "S.F", "S!S.F"]);
    let is_signed = point.starts_with('S') || chance.draw_percent(80);
    let exponent = chance.draw_below(5);
    let significand = if point == "S.F" { 3 + chance.draw_below(2) } else { 1 + chance.draw_below(4) };
    let mut parts = vec![format!("F{significand}")];
    if exponent > 0 {
        parts.insert(0, format!("E{exponent}"));
    }
    let mut fields = vec!["E", "E", "F", "F"];
    if point == "I.F" {
        parts.insert(parts.len() - 1, "I1".to_owned());
        fields.push("I");
    }
    if chance.draw_percent(15) {
        parts.reverse();
    }
    if is_signed {
        let place = if chance.draw_percent(80) { 0 } else { chance.draw_below(1 + parts.len() as u64) };
        parts.insert(usize::try_from(place).expect("a place"), "S1".to_owned());
        fields.push("S");
    }
    let radix = match point {
        "0.F" | "F" => chance.pick(&["2", "2", "4", "8"]),
        "S.F" => chance.pick(&["2", "4"]),
        _ => "2",
    };
    let power = chance.pick(&["E", "(E - 1)", "(E - 2)", "(E - 4)", "(E + 2)"]);
    let mut clauses = vec!["order right_justified(2);".to_owned()];
    if exponent > 0 {
        let codes = [
            "excess",
            "twos_complement",
            "ones_complement",
            "sign_magnitude",
            "excess_ones_complement",
            "rotated",
        ];
        clauses.push(format!("exponent {};", chance.pick(&codes)));
    } else {
        fields.retain(|field| *field != "E");
    }
    if is_signed && !point.starts_with('S') && chance.draw_percent(60) {
        clauses.push(format!(
            "negative {};",
            chance.pick(&["sign_magnitude", "twos_complement", "ones_complement"])
        ));
    } else if point == "S.F" && chance.draw_percent(30) {
        clauses.push("negative ones_complement;".to_owned());
    }
    for _ in 0..chance.draw_below(4) {
        // In `S.F` no bit is missing from any word, and a word may mean minus one or less: nobody calls it subnormal.
        let subnormal = if point == "S.F" { "zero" } else { "subnormal" };
        let class = chance.pick(&["zero", subnormal, subnormal, "infinity", "nan", "reserved", "invalid"]);
        clauses.push(format!("{class} if {};", chance.draw_condition(&fields)));
    }
    let value = if exponent > 0 { format!("{point} * {radix}^{power}") } else { point.to_owned() };
    format!("float f = {} where value = {value} {{ {} }}", parts.join(" "), clauses.join(" "))
}

/// A random float with decimal digits of at most 14 bits. The language may refuse it.
fn draw_digits(chance: &mut Chance) -> String {
    let (letter, digits) = if chance.draw_percent(25) { ("C", 1) } else { ("D", 1 + chance.draw_below(2)) };
    let radix = if letter == "C" || digits == 2 && chance.draw_percent(30) { 100 } else { 10 };
    let sign = chance.pick(&["sign_magnitude", "sign_magnitude", "twos_complement"]);
    let codes = ["excess", "excess", "twos_complement", "sign_magnitude", "decimal"];
    let code = chance.pick(&codes);
    let exponent = if code == "decimal" { 4 } else { 2 + chance.draw_below(3) };
    let half = 1 << (exponent - 1);
    let (least, most) = match code {
        "twos_complement" => (-half, half - 1),
        "sign_magnitude" => (1 - half, half - 1),
        "decimal" => (0, 9),
        _ => (0, 2 * half - 1),
    };
    let point = chance.pick(&["0.D", "D.D", "D"]).replace('D', letter);
    let power = chance.pick(&["E", "(E - 1)", "(E - 2)", "(E + 1)"]);
    let mut clauses = vec![format!("order right_justified(2); negative {sign}; exponent {code};")];
    match chance.draw_below(6) {
        0 => clauses.push(format!("zero if {letter} == 0;")),
        1 => clauses.push(format!("zero if E == {least};")),
        2 | 3 => clauses.push(format!("zero if E == {least} && {letter} == 0;")),
        _ => {}
    }
    if chance.draw_percent(60) {
        let low = least + i64::try_from(chance.draw_below(3)).expect("a digit");
        clauses.push(format!("reserved if E < {low} || E > {};", most - i64::from(chance.draw_percent(50))));
    }
    let picture = format!("S1 E{exponent} {letter}{digits}");
    format!("float f = {picture} where value = {point} * {radix}^{power} {{ {} }}", clauses.join(" "))
}

/// The format of a text; `None` if the language refuses it.
fn accept(text: &str) -> Option<Format> {
    let source = Source { name: "small.datarep".to_owned(), text: text.to_owned(), first_line: 1 };
    compile(&source).ok().map(|mut model| model.formats.remove(0))
}

/// Prepares to write the numbers of a format in the same format.
fn prepare(format: &Format) -> WordConverter {
    WordConverter::new(format, format, &Policy::DEFAULT).expect("it has numbers")
}

/// Whether the number of a word is written as a word that means the same.
fn is_kept(format: &Format, between: &WordConverter, word: u128) -> bool {
    let number = |word| match words::meaning(format, word) {
        Meaning::Number(number) => Some(number.nearest_f64().to_bits()),
        _ => None,
    };
    let arrival = between.convert(word).filter(|arrival| arrival.lost.is_none());
    arrival.is_some_and(|arrival| number(arrival.word) == number(word))
}

/// The words of numbers that are written as words of other numbers.
fn find_lost(format: &Format) -> Vec<String> {
    let is_number =
        |word| matches!(words::meaning(format, word), Meaning::Number(number) if !number.is_zero());
    let between = prepare(format);
    let lost = (0..1_u128 << format.bits).filter(|&word| is_number(word) && !is_kept(format, &between, word));
    lost.map(|word| format!("{word:#x} {:?}", words::meaning(format, word))).collect()
}

/// The numbers of a format other than zero, in their order.
fn list_numbers(format: &Format) -> Vec<f64> {
    let number = |word| match words::meaning(format, word) {
        Meaning::Number(number) if !number.is_zero() => Some(number.nearest_f64()),
        _ => None,
    };
    let mut numbers: Vec<f64> = (0..1_u128 << format.bits).filter_map(number).collect();
    numbers.sort_by(f64::total_cmp);
    numbers.dedup();
    numbers
}

/// The values between two numbers of one sign that are not rounded to the nearer number.
fn find_misrounded(format: &Format) -> Vec<String> {
    let mut found = Vec::new();
    for pair in list_numbers(format).windows(2).filter(|pair| pair[0] * pair[1] > 0.0) {
        for (value, nearest) in
            [(0.75 * pair[0] + 0.25 * pair[1], pair[0]), (0.25 * pair[0] + 0.75 * pair[1], pair[1])]
        {
            let written = words::encode_value(format, &format!("{value:.120}"));
            let means = written.map(|written| written.means);
            if !matches!(&means, Ok(Meaning::Number(number)) if words::equals_double(number, nearest)) {
                found.push(format!("{value:e}: {means:?} instead of {nearest:e}"));
            }
        }
    }
    found
}

#[test]
fn numbers_of_small_binary_floats_come_back() {
    let mut chance = Chance(1);
    let mut accepted = 0;
    for _ in 0..COUNT {
        let text = draw_float(&mut chance);
        let Some(format) = accept(&text) else { continue };
        accepted += 1;
        assert_eq!((find_lost(&format), find_misrounded(&format)), (Vec::new(), Vec::new()), "{text}");
    }
    assert!(accepted > COUNT / 8, "{accepted} texts are accepted");
}

#[test]
fn numbers_of_small_decimal_floats_come_back() {
    let mut chance = Chance(1);
    let (mut accepted, mut gradual) = (0, 0);
    for _ in 0..COUNT / 4 {
        let text = draw_digits(&mut chance);
        let Some(format) = accept(&text) else { continue };
        let FormatKind::DecimalFloat(tens) = &format.kind else { panic!("{text}") };
        accepted += 1;
        if tens.is_gradual() {
            gradual += 1;
            assert_eq!(find_lost(&format), Vec::<String>::new(), "{text}");
        } else {
            // Zero claims the words with a first digit of zero, and numbers that need such a word become zero.
            let (mut kept, mut lost) = (f64::INFINITY, 0.0_f64);
            let between = prepare(&format);
            for word in 0..1_u128 << format.bits {
                let Meaning::Number(number) = words::meaning(&format, word) else { continue };
                let magnitude = number.nearest_f64().abs();
                if number.is_zero() {
                } else if is_kept(&format, &between, word) {
                    kept = kept.min(magnitude);
                } else {
                    lost = lost.max(magnitude);
                }
            }
            assert!(lost < kept && kept.is_finite(), "{text}: {lost:e} is lost, {kept:e} is not");
        }
    }
    assert!(
        accepted > COUNT / 8 && gradual > accepted / 2,
        "{accepted} texts are accepted, {gradual} of them gradual"
    );
}

/// The words that a `zero` clause names are found before invalid digits, and zeros before reserved exponents.
#[test]
fn words_of_digits_have_one_meaning() {
    let meaning = |clauses: &str, word| {
        let text = format!("float f = S1 E7 D6 where value = 0.D * 10^(E - 64) {{ {clauses} }}");
        let format = accept(&text).expect("it is sound");
        match words::meaning(&format, word) {
            Meaning::Number(number) => number.to_string(),
            Meaning::Nothing => "reserved".to_owned(),
            other => panic!("{other:?}"),
        }
    };
    let reserved = "reserved if E < 60;";
    for clauses in [format!("zero if D == 0; {reserved}"), format!("{reserved} zero if D == 0;")] {
        assert_eq!(meaning(&clauses, 0x400F_FFFF), "0");
        assert_eq!(meaning(&clauses, 0x010F_FFFF), "0");
        assert_eq!(meaning(&clauses, 0x4010_000F), "reserved");
        assert_eq!(meaning(&clauses, 0x0110_0000), "reserved");
    }
    assert_eq!(meaning(reserved, 0x0100_0000), "0");
    assert_eq!(meaning(reserved, 0x0100_000A), "reserved");
    assert_eq!(meaning("zero if E == 0;", 0x00FF_FFFF), "0");
    assert_eq!(meaning("zero if E == 0 && D == 0;", 0x000F_FFFF), "0");
    assert_eq!(meaning("zero if E == 0 && D == 0;", 0x010F_FFFF), "reserved");
}

/// Found by such a search: each text has a value that would be written as a word of another.
#[test]
fn holes_are_refused() {
    let holes = [
        // One would be written as the word of zero.
        "S1 E2 F5 where value = 1.F * 2^E { exponent ones_complement; subnormal if E == -1; }",
        "S1 E2 F5 where value = 1.F * 2^E { exponent ones_complement; subnormal if E == -1; negative sign_magnitude; }",
        "S1 E2 F5 where value = 1.F * 2^E { exponent twos_complement; subnormal if E == -1; negative twos_complement; }",
        "E1 F3 _4 where value = 1.F * 2^(E + 2) { subnormal if E == max; }",
        // Numbers below those that have a class have words, and would be written as zero.
        "S1 E3 F4 where value = F * 2^E { invalid if F == 1; }",
        "S1 E3 F4 where value = 0.F * 2^E { nan if F == 1 && E == 0; }",
        // Minus four lies between minus three and minus six.
        "S1 E3 F1 _3 where value = S!S.F * 2^(E - 2) { exponent twos_complement; zero if E < -3 && F < max; }",
        "S1 F3 E4 where value = S!S.F * 2^E { infinity if E != max && S == 1; subnormal if S == 0; zero if F < max; }",
    ];
    for text in holes {
        assert_eq!(accept(&format!("float f = {text}")), None, "{text}");
    }
}

/// If a digit of the radix has more bits than the significand, some values lie between the numbers of two exponents.
#[test]
fn a_digit_of_the_radix_fits_in_the_significand() {
    let text = |significand, radix| {
        format!("float f = S1 E3 F{significand} where value = 0.F * {radix}^E {{ order left_justified(2); }}")
    };
    for (significand, radix, is_sound) in
        [(3, 8, true), (2, 8, false), (4, 16, true), (3, 16, false), (1, 2, true)]
    {
        assert_eq!(accept(&text(significand, radix)).is_some(), is_sound, "F{significand}, radix {radix}");
    }
}
