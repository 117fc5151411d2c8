//! Random texts: a format, and a representation that maps one native type to it by random rules.
//!
//! A text is kept in pieces, so that pieces that a failure does not need can be left out. The pieces are chosen only so
//! that most texts are accepted: the bits add up, and with most biases some numbers are in the range of native floats.

use std::fmt::Write as _;

use datarep_dsl::model::Native;

use super::digits::{self, DigitsFormat};
use super::numbers::{self, NumberFormat};
use super::rules::{self, LAST, Rules, USUAL};
use crate::chance::Chance;

/// The name of the representation of every text.
pub(super) const REPRESENTATION: &str = "random";

/// Neighboring bits of a word that belong to one field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Part {
    /// `S`, `E`, `F`, `I` or `_`.
    letter: char,
    bits: u32,
}

/// A text in pieces.
#[derive(Debug, Clone)]
pub(super) struct Text {
    /// The native type that is mapped.
    pub(super) native: Native,
    /// The parts, the most significant first.
    parts: Vec<Part>,
    /// Whether the ranges of a field are listed in reverse order, for a text that lists ranges of bits. `None` for a
    /// picture.
    ranges: Option<bool>,
    formula: String,
    clauses: Vec<String>,
    /// The number by which a second word's exponent is smaller, if a number has two words.
    less: Option<i64>,
    /// The text before the clauses of a format that is described in another way. It replaces the picture and the
    /// formula.
    head: Option<String>,
    order: Option<String>,
    /// The word before the name of the format.
    keyword: &'static str,
    /// Definitions before that of the format.
    before: String,
    pub(super) rules: Rules,
}

/// A random exponent field.
#[derive(Debug, Clone, Copy)]
struct Exponent {
    bits: u32,
    code: &'static str,
    least: i64,
    /// The middle of the field's numbers.
    middle: i64,
}

impl Exponent {
    fn random(bits: u32, chance: &mut Chance) -> Exponent {
        let half = 1_i64 << bits.saturating_sub(1);
        let code = match chance.draw_below(11) {
            0..5 => "excess",
            5 => "sign_magnitude",
            6 => "twos_complement",
            7 => "rotated",
            8 => "ones_complement",
            _ => "excess_ones_complement",
        };
        let (least, middle) = match code {
            "sign_magnitude" | "ones_complement" => (1 - half, 0),
            "twos_complement" | "rotated" => (-half, 0),
            _ => (0, half),
        };
        Exponent { bits, code, least, middle }
    }
}

/// The fields of a word: how many bits each has, and where the point of the significand is.
#[derive(Debug, Clone, Copy)]
struct FloatFields {
    /// The bits of the word.
    bits: u32,
    /// Whether the word has no sign.
    unsigned: bool,
    /// The significand in the formula, or an empty text if there is none.
    point: &'static str,
    exponent: u32,
    fraction: u32,
    unused: u32,
}

impl FloatFields {
    fn random(chance: &mut Chance) -> FloatFields {
        let bits = match chance.draw_below(10) {
            0..3 => chance.draw_between(6, 16),
            3..5 => chance.draw_between(2, 8) * 8,
            5 => chance.draw_between(17, 64),
            6..9 => chance.draw_between(9, 16) * 8,
            _ => chance.draw_between(65, 128),
        };
        let unsigned = chance.percent(15);
        let point = match chance.draw_below(20) {
            0..5 => "0.F",
            5..10 => "1.F",
            10..12 => "0.1F",
            12..14 => "F",
            14 | 15 if !unsigned => "S.F",
            16 | 17 if !unsigned => "S!S.F",
            18 if bits > 8 => "I.F",
            _ => "",
        };
        let rest = bits - u32::from(!unsigned) - u32::from(point == "I.F");
        let exponent = match (point, chance.draw_below(12)) {
            ("", _) => rest.min(14),
            // Draw formats without an exponent.
            ("0.F" | "F" | "S.F", 0) => 0,
            // Draw exponents so wide that the numbers' exponents exceed 32 bits.
            (_, 1) if bits > 40 => chance.draw_between(15, 30),
            (_, 2 | 3) => chance.draw_between(1, 4).min(rest - 1),
            _ => chance.draw_between(2, 14).min(rest / 2).max(1),
        };
        let unused = if point.is_empty() {
            rest - exponent
        } else if chance.percent(20) {
            chance.draw_below((rest - exponent).min(9))
        } else {
            0
        };
        FloatFields { bits, unsigned, point, exponent, fraction: rest - exponent - unused, unused }
    }
}

impl Text {
    /// Draws a text. The language may refuse it.
    pub(super) fn random(chance: &mut Chance) -> Text {
        let native = match chance.draw_below(20) {
            0..8 => Native::F32,
            8..18 => Native::F64,
            _ => Native::F128,
        };
        match chance.draw_below(100) {
            0..8 => Text::draw_call(native, chance),
            8..48 => Text::draw_numbers(chance),
            48..58 => {
                let DigitsFormat { bits, head, clauses } = digits::random(chance);
                Text::draw_with_head(native, bits, head, clauses, chance)
            }
            _ => Text::draw_with_fields(native, chance),
        }
    }

    /// A random text whose format is a picture or a list of ranges of bits, and a formula.
    fn draw_with_fields(native: Native, chance: &mut Chance) -> Text {
        let FloatFields { bits, unsigned, point, exponent, fraction, unused } = FloatFields::random(chance);
        let field = Exponent::random(exponent, chance);
        let ranges = chance.percent(25).then(|| chance.percent(50));
        let mut text = Text { ranges, ..Text::new_blank(native, draw_order(bits, chance)) };
        text.draw_picture(unsigned, [('E', exponent), ('F', fraction), ('_', unused)], point, chance);
        let digit = text.draw_formula(point, field, fraction, chance);
        text.draw_negation(point, unsigned, chance);
        text.draw_classes(point, field, unsigned, fraction, chance);
        let can_be_two = point == "0.F" && exponent > 1 && unused == 0 && bits <= 64 && !unsigned;
        if can_be_two && bits.is_multiple_of(8) && i64::from(fraction) % digit == 0 && chance.percent(40) {
            text.less = Some(i64::from(fraction) / digit);
            text.clauses.retain(|clause| !clause.starts_with("exponent"));
        }
        text.rules = Rules::random(false, chance);
        text
    }

    /// A random text of integers, decimals or sums of two floats.
    fn draw_numbers(chance: &mut Chance) -> Text {
        let NumberFormat { native, keyword, head, before, bits } = numbers::random(chance);
        let order = match bits {
            Some(bits) => draw_order(bits, chance),
            None => chance.percent(15).then(|| "little".to_owned()),
        };
        let parts = vec![Part { letter: '_', bits: bits.unwrap_or(0) }];
        let blank = Text::new_blank(native, order);
        let rules = Rules::random(native.float().is_none(), chance);
        Text { keyword, before, head: Some(head), parts, rules, ..blank }
    }

    /// A random text whose format is a call.
    fn draw_call(native: Native, chance: &mut Chance) -> Text {
        let (bits, call) = if chance.percent(50) {
            let bits = chance.draw_one(&[32, 64, 96, 128]);
            (bits, format!("decimal_float({bits}, {})", chance.draw_one(&["dpd", "bid"])))
        } else {
            let bits = chance.draw_between(3, 64);
            (bits, format!("posit({bits}, {})", chance.draw_below(9)))
        };
        Text::draw_with_head(native, bits, call, Vec::new(), chance)
    }

    /// A text that has neither a format nor rules yet.
    fn new_blank(native: Native, order: Option<String>) -> Text {
        Text {
            native,
            parts: Vec::new(),
            ranges: None,
            formula: String::new(),
            clauses: Vec::new(),
            less: None,
            head: None,
            order,
            keyword: "float",
            before: String::new(),
            rules: Rules::default(),
        }
    }

    /// A random text whose format begins with `head`, followed by `clauses`.
    fn draw_with_head(
        native: Native,
        bits: u32,
        head: String,
        clauses: Vec<String>,
        chance: &mut Chance,
    ) -> Text {
        let parts = vec![Part { letter: '_', bits }];
        let blank = Text::new_blank(native, draw_order(bits, chance));
        let rules = Rules::random(false, chance);
        Text { parts, clauses, head: Some(head), rules, ..blank }
    }

    /// Draws the picture: the fields in any order, some of them split.
    fn draw_picture(&mut self, unsigned: bool, fields: [(char, u32); 3], point: &str, chance: &mut Chance) {
        for (letter, bits) in fields {
            let mut left = bits;
            while left > 0 {
                let part =
                    if left > 1 && chance.percent(15) { chance.draw_between(1, left - 1) } else { left };
                self.parts.push(Part { letter, bits: part });
                left -= part;
            }
        }
        if point == "I.F" {
            self.parts.push(Part { letter: 'I', bits: 1 });
        }
        match chance.draw_below(4) {
            // The exponent is above the significand, as usual.
            0 | 1 => {}
            2 => self.parts.reverse(),
            _ => chance.shuffle(&mut self.parts),
        }
        if !unsigned {
            let last = u32::try_from(self.parts.len()).unwrap_or(0);
            let place = if chance.percent(65) { 0 } else { chance.draw_between(0, last) };
            self.parts.insert(place as usize, Part { letter: 'S', bits: 1 });
        }
        // Join neighboring parts with the same letter.
        self.parts.dedup_by(|next, part| {
            let same = next.letter == part.letter;
            part.bits += if same { next.bits } else { 0 };
            same
        });
    }

    /// Draws the formula and returns the number of bits of a digit of the radix.
    fn draw_formula(&mut self, point: &str, field: Exponent, fraction: u32, chance: &mut Chance) -> i64 {
        if field.bits == 0 {
            point.clone_into(&mut self.formula);
            return 1;
        }
        let radix = match chance.draw_below(10) {
            0..2 if ["0.F", "F", "S.F"].contains(&point) => 16_i64,
            2 if ["0.F", "F", "S.F"].contains(&point) => 8,
            3 | 4 if ["0.F", "F", "S.F"].contains(&point) => chance.draw_one(&[4, 4, 32, 64, 256, 65536]),
            _ => 2,
        };
        let digit = i64::from(radix.ilog2());
        // With this bias, the exponents in the middle of the range belong to numbers near one.
        let middle = field.middle + if point == "F" { i64::from(fraction) / digit } else { 0 };
        let any = |limit: i64, chance: &mut Chance| {
            i64::from(chance.draw_below(u32::try_from(2 * limit + 1).unwrap_or(1))) - limit
        };
        let bias = match chance.draw_below(20) {
            0..12 => middle + any(4, chance),
            12..16 => middle + any(1 << field.bits.min(20), chance),
            16..19 => middle + any(5000 / digit, chance),
            _ => any(1_i64 << chance.draw_between(13, 30), chance),
        };
        let exponent = match bias {
            0 => "E".to_owned(),
            1.. => format!("(E - {bias})"),
            _ => format!("(E + {})", -bias),
        };
        let times = if point.is_empty() { "" } else { " * " };
        self.formula = format!("{point}{times}{radix}^{exponent}");
        if field.code != "excess" {
            self.clauses.push(format!("exponent {};", field.code));
        }
        digit
    }

    fn draw_negation(&mut self, point: &str, unsigned: bool, chance: &mut Chance) {
        if unsigned {
            if chance.percent(50) {
                self.clauses.push("negative none;".to_owned());
            }
            return;
        }
        if point == "S.F" && chance.percent(30) {
            self.clauses.push("negative ones_complement;".to_owned());
        }
        if point.starts_with('S') || chance.percent(55) {
            return;
        }
        let complement = chance.draw_one(&["twos_complement", "ones_complement", "sign_magnitude"]);
        if complement != "sign_magnitude" && chance.percent(60) {
            self.parts.retain(|part| part.letter != 'S');
            self.parts.insert(0, Part { letter: 'S', bits: 1 });
        } else if complement == "twos_complement" {
            // The sign of a two's complement must be above the whole significand.
            self.parts.sort_by_key(|part| match part.letter {
                'E' => 0,
                'S' => 1,
                _ => 2,
            });
        }
        self.clauses.push(format!("negative {complement};"));
    }

    /// Draws clauses for words that do not follow the formula.
    fn draw_classes(
        &mut self,
        point: &str,
        field: Exponent,
        unsigned: bool,
        fraction: u32,
        chance: &mut Chance,
    ) {
        let least = field.least;
        let mut clauses: Vec<String> = Vec::new();
        let sign = if !unsigned && chance.percent(30) { "S == 0 && " } else { "" };
        let has_exponent = field.bits > 0;
        if point == "S.F" && chance.percent(15) {
            clauses.push("invalid if S == 1 && F == 0;".to_owned());
        }
        match chance.draw_below(10) {
            3..5 if has_exponent => clauses.push(format!("zero if {sign}E == {least};")),
            5 | 6 if has_exponent && fraction > 0 => {
                clauses.push(format!("zero if {sign}E == {least} && F == 0;"));
            }
            7 if has_exponent && fraction > 0 => clauses.push(format!("zero if {sign}E == 0 && F == 0;")),
            8 if fraction > 0 => clauses.push(format!("zero if {sign}F == 0;")),
            9 if has_exponent && least == 0 => {
                clauses.push("zero if S == 0 && E == 0, written 0;".replace("S == 0 && ", sign));
            }
            _ => {}
        }
        if has_exponent {
            match chance.draw_below(10) {
                0..2 => clauses.push("ieee;".to_owned()),
                // With one bit, all exponents could be those of subnormal numbers.
                2..4 if field.bits > 1 => clauses.push(format!("subnormal if E == {least};")),
                4 if point == "I.F" => clauses.push(format!("invalid if I == 0 && E != {least};")),
                _ => {}
            }
            let clause = |chance: &mut Chance| match chance.draw_below(13) {
                0 => "infinity if E == max && F == 0;".to_owned(),
                1 => "nan if E == max && F != 0;".to_owned(),
                2 => "nan if E == max;".to_owned(),
                3 => "infinity if E == max && F == max;".to_owned(),
                4 => format!("reserved if S == 1 && E == {least};"),
                5 => format!("reserved if E == {least};"),
                6 => "nan if E == max && F == max;".to_owned(),
                7 => format!("overflow if E >= {};", least + (3_i64 << field.bits >> 2)),
                8 => format!("underflow if E <= {};", least + (1_i64 << field.bits >> 2)),
                9 => "invalid if E == max;".to_owned(),
                10 => format!("missing if F == 0 && E != {least};"),
                11 => "nan if E == max && F > 2;".to_owned(),
                // With one bit, only the word that is written for a negative zero could be reserved.
                _ if field.bits == 1 => "nan if E == max;".to_owned(),
                _ => "reserved if S == 1 && E == max && F == 0;".to_owned(),
            };
            for _ in 0..chance.draw_one(&[0, 0, 1, 1, 2, 3]) {
                clauses.push(clause(chance));
            }
            if chance.percent(8) {
                clauses.push("quiet clear;".to_owned());
            }
        }
        if chance.percent(25) {
            chance.shuffle(&mut clauses);
        }
        self.clauses.append(&mut clauses);
    }

    /// The number of bits of a word, or of one of two words.
    fn word_bits(&self) -> u32 {
        self.parts.iter().map(|part| part.bits).sum()
    }

    /// The definition of one word.
    fn render_float(&self, name: &str) -> String {
        let order = self.order.iter().filter(|_| self.less.is_none()).map(|order| format!("order {order};"));
        let clauses: Vec<String> = self.clauses.iter().cloned().chain(order).collect();
        if let Some(head) = &self.head {
            let [before, head] =
                [&self.before, head].map(|text| text.replace("cell", &format!("{name}_cell")));
            return format!("{before}{} {name} = {head} {{ {} }}\n", self.keyword, clauses.join(" "));
        }
        let Some(turned) = self.ranges else {
            let picture: Vec<String> =
                self.parts.iter().map(|part| format!("{}{}", part.letter, part.bits)).collect();
            let end =
                if clauses.is_empty() { ";".to_owned() } else { format!(" {{ {} }}", clauses.join(" ")) };
            return format!("float {name} = {} where value = {}{end}\n", picture.join(" "), self.formula);
        };
        let mut text = format!("float {name} {{\n    bits {};\n", self.word_bits());
        let fields =
            [('S', "sign"), ('I', "leading"), ('E', "exponent"), ('F', "significand"), ('_', "unused")];
        for (letter, field) in fields {
            let mut above = self.word_bits();
            let mut ranges = Vec::new();
            for part in &self.parts {
                above -= part.bits;
                if part.letter == letter && part.bits > 0 {
                    ranges.push(if part.bits == 1 {
                        format!("bit {above}")
                    } else {
                        format!("bits {}..={above}", above + part.bits - 1)
                    });
                }
            }
            if turned {
                ranges.reverse();
            }
            if !ranges.is_empty() {
                let _ = writeln!(text, "    {field} = {};", ranges.join(", "));
            }
        }
        let _ = writeln!(text, "    value = {};", self.formula);
        for clause in clauses {
            let _ = writeln!(text, "    {clause}");
        }
        text + "}\n"
    }

    /// The definition of the format, by this name.
    pub(super) fn render_definition(&self, name: &str) -> String {
        let Some(less) = self.less else { return self.render_float(name) };
        let sign = if less < 0 { "+" } else { "-" };
        let part = format!("{name}_part");
        format!(
            "{}float {name} = pair({part}, {part}) where low.E = high.E {sign} {};\n",
            self.render_float(&part),
            less.abs()
        )
    }

    /// The order that a mapping states.
    pub(super) fn render_mapped_order(&self) -> String {
        let order = self.order.as_ref().filter(|_| self.less.is_some());
        order.map_or(String::new(), |order| format!(" {order}"))
    }

    /// The text that is compiled.
    pub(super) fn render(&self) -> String {
        let mut text = self.render_definition("number");
        let [last, usual] = [LAST, USUAL].map(rules::render);
        let [own, representation, parent] =
            self.rules.levels.each_ref().map(|level| rules::render(level.each_ref().map(Vec::as_slice)));
        let native = numbers::mpi_name(self.native);
        let order = self.render_mapped_order();
        let own = if own.is_empty() { ";".to_owned() } else { format!(" {{ {own}}}") };
        let _ = write!(
            text,
            "datarep last {{ others => unsupported; complex => unsupported; {last}}}\n\
             datarep fallback extends last {{ {usual}}}\n\
             datarep parent extends fallback {{ {parent}}}\n\
             datarep {REPRESENTATION} extends parent {{\n    {native} => number{order}{own}\n    {representation}\n}}\n"
        );
        text
    }

    /// All texts that have one piece less.
    pub(super) fn list_shorter(&self) -> Vec<Text> {
        let mut found = Vec::new();
        for index in 0..self.clauses.len() {
            let mut text = self.clone();
            text.clauses.remove(index);
            found.push(text);
        }
        found.extend(self.rules.list_shorter().into_iter().map(|rules| Text { rules, ..self.clone() }));
        if self.ranges == Some(false) {
            found.push(Text { ranges: None, ..self.clone() });
        }
        if self.order.is_some() {
            found.push(Text { order: None, ..self.clone() });
        }
        found
    }
}

/// A random order for words of `bits` bits, or `None` for no order.
fn draw_order(bits: u32, chance: &mut Chance) -> Option<String> {
    let bytes = bits.div_ceil(8);
    let little = chance.draw_one(&["", ", little"]);
    if !bits.is_multiple_of(8) || chance.percent(10) {
        let wider = bytes + chance.draw_one(&[0, 0, 0, 1, 2]);
        return Some(match chance.draw_below(8) {
            0 | 1 if bits.is_multiple_of(36) => "core_dump".to_owned(),
            2 | 3 if bits.is_multiple_of(6) => "six_in_eight".to_owned(),
            4 | 5 => format!("left_justified({wider}{little})"),
            _ => format!("right_justified({wider}{little})"),
        });
    }
    Some(match chance.draw_below(10) {
        0 => return None,
        1..5 => "big".to_owned(),
        5 if bits.is_multiple_of(16) => "pdp".to_owned(),
        6 if bits.is_multiple_of(32) => {
            let one = chance.draw_one(&["big", "little"]);
            format!("unit(32, {one}, {})", chance.draw_one(&["big", "little"]))
        }
        7 => {
            let mut places: Vec<String> = (0..bytes).map(|byte| byte.to_string()).collect();
            chance.shuffle(&mut places);
            format!("[{}]", places.join(", "))
        }
        _ => "little".to_owned(),
    })
}
