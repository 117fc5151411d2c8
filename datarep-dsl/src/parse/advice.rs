//! What to type instead, at a place where the grammar stopped.
//!
//! Each method is about a part of the grammar, and returns `None` to leave the answer to the next one.

use super::names::human;
use super::scan::Kind;
use super::stop::Stop;
use super::syntax::quote;
use super::{Rule, meant, words};

/// A fact about the words at the fault, if one helps, and what to type instead.
pub(super) type Advice = (Option<String>, String);

fn plain(help: &str) -> Advice {
    (None, help.to_owned())
}

fn noted(note: &str, help: &str) -> Advice {
    (Some(note.to_owned()), help.to_owned())
}

impl Stop<'_> {
    /// A suggestion of what to type, if the words at the fault show the intention, and a fact about it.
    pub(super) fn advice(&self, asked: &[Rule]) -> Option<Advice> {
        let of_formats = self
            .hyphenated()
            .or_else(|| meant::advice(self).map(|help| (None, help)))
            .or_else(|| self.fraction())
            .or_else(|| self.range_or_power())
            .or_else(|| self.formula())
            .or_else(|| self.picture());
        // The rest is not about operators.
        if of_formats.is_some() || self.expects(Rule::operator) {
            return of_formats.or_else(|| self.operator());
        }
        let of_conditions = self.condition().or_else(|| self.number_or_arrow());
        // Nor about the sides of test lines.
        if of_conditions.is_some() || self.expects(Rule::side) {
            return of_conditions.or_else(|| self.value());
        }
        self.mapping_sign()
            .or_else(|| self.path(asked))
            .or_else(|| self.separator_or_parent())
            .or_else(|| self.place())
            .or_else(|| self.size())
            .or_else(|| self.bits_or_word())
            .or_else(|| self.near_word())
            .or_else(|| self.only_sign(asked))
    }

    /// The words before the fault; empty at the beginning.
    fn token_before(&self) -> &str {
        self.before().map_or("", |before| self.token_text(before))
    }

    fn is_word(&self) -> bool {
        self.kind_of(self.index) == Some(Kind::Word)
    }

    /// The intended name, if two words are joined by a hyphen without spaces.
    fn hyphenated(&self) -> Option<Advice> {
        if self.found() != "-" || self.kind_of(self.index + 1) != Some(Kind::Word) {
            return None;
        }
        let before = self.before().filter(|before| self.kind_of(*before) == Some(Kind::Word))?;
        let (hyphen, after) = (self.span_of(self.index), self.span_of(self.index + 1));
        let glued = self.span_of(before).end == hyphen.start && hyphen.end == after.start;
        let first = self.token_text(before);
        if !glued || first == "E" {
            return None;
        }
        let next = self.token_text(self.index + 1);
        Some(noted("a name has letters, digits and `_`", &format!("write `{first}_{next}`")))
    }

    /// A whole number for one with a fraction.
    fn fraction(&self) -> Option<Advice> {
        let expects = |rule: Rule| self.expects(rule);
        let found = self.found();
        let whole = [Rule::number, Rule::signed_number, Rule::argument].into_iter().any(expects);
        let fraction =
            found.split_once('.').filter(|(digits, _)| digits.starts_with(|c: char| c.is_ascii_digit()));
        if let Some((digits, fraction)) = fraction.filter(|_| whole) {
            let zeros = fraction.bytes().all(|digit| digit == b'0');
            let help = if zeros { format!("write `{digits}`") } else { "write a whole number".to_owned() };
            return Some(noted("a fraction cannot stand here", &help));
        }
        if found == "." && expects(Rule::picture_field) {
            let glued =
                |(before, after): (usize, usize)| self.span_of(before).end == self.span_of(after).start;
            if self.before().is_some_and(|before| !glued((before, self.index))) {
                return Some(plain("write bits that are in no field with `_`, as in `_4`"));
            }
            return Some(noted(
                "a field has a whole number of bits",
                "write it without a fraction, as in `E8`",
            ));
        }
        None
    }

    /// The sign between the two ends of a range, or between a base and its exponent.
    fn range_or_power(&self) -> Option<Advice> {
        let found = self.found();
        if self.expects(Rule::to) {
            return match found {
                ".." | "-" | ":" | "to" | "..." => Some(noted("ranges include both ends", "write `..=`")),
                _ => Some(plain("write `bit` for one bit")),
            };
        }
        match found {
            "**" if self.expects(Rule::caret) => Some(plain("write `^`")),
            "." if self.expects(Rule::caret) => {
                Some(plain("write the significand as `0.F`, `1.F`, `0.1F`, `F`, `I.F`, `S.F` or `S!S.F`"))
            }
            _ => None,
        }
    }

    /// A formula, its significand or its exponent.
    fn formula(&self) -> Option<Advice> {
        if self.expects(Rule::letter_e) {
            return Some(plain("write `E`, as in `(E - 64)`"));
        }
        if self.expects(Rule::letter_f) || self.expects(Rule::significand) {
            let help = if self.is_word() || self.found() == "f" {
                "write `F`"
            } else {
                "write the significand as in `0.F` or `1.F`"
            };
            return Some(noted("`F` stands for the significand's stored bits", help));
        }
        if self.expects(Rule::formula) {
            return Some(plain("write it as in `1.F * 2^(E - 127)`"));
        }
        if matches!(self.found(), "-" | "+") && self.token_before() == "E" {
            return Some(plain("write the exponent in parentheses, as in `(E - 64)`"));
        }
        None
    }

    /// A picture, or a field of it whose letter stands alone.
    fn picture(&self) -> Option<Advice> {
        let single = || self.token_before().len() == 1 && self.found().len() == 1;
        if self.expects(Rule::picture) || self.expects(Rule::picture_field) && single() {
            return Some(plain("write each field with its number of bits, as in `S1 E8 F23`"));
        }
        None
    }

    fn operator(&self) -> Option<Advice> {
        match self.found() {
            "=" => Some(plain("write `==`")),
            "<>" | "/" | "~" | "!" => Some(plain("write `!=`")),
            _ => None,
        }
    }

    /// A comparison in a condition, or what stands between two of them.
    fn condition(&self) -> Option<Advice> {
        let found = self.found();
        if self.expects(Rule::and) {
            match found {
                "and" | "&" => return Some(plain("write `&&`")),
                "or" | "|" => return Some(plain("write `||`")),
                _ => {}
            }
        }
        if ![Rule::compared, Rule::comparison, Rule::condition].into_iter().any(|rule| self.expects(rule)) {
            return None;
        }
        match found {
            "e" | "exp" | "exponent" => Some(plain("write `E`")),
            "f" | "significand" | "mantissa" | "fraction" | "frac" | "M" | "m" => Some(plain("write `F`")),
            "s" | "sign" => Some(plain("write `S`")),
            "i" | "leading" => Some(plain("write `I`")),
            _ if self.kind_of(self.index) == Some(Kind::Number) => {
                Some(plain("write the field first, as in `E == 0`"))
            }
            _ => {
                Some(noted("conditions compare the fields `S`, `E`, `F` and `I`", "write it as in `E == 0`"))
            }
        }
    }

    /// The number with which a field is compared, or the arrow of a test line.
    fn number_or_arrow(&self) -> Option<Advice> {
        if self.expects(Rule::kw_max) && self.is_word() {
            return Some(noted("`max` has all bits of its field set", "write a number or `max`"));
        }
        if self.expects(Rule::exactly) {
            return Some(noted(
                "`<=>` holds both ways, `=>` for writing or reading alone",
                "write `<=>` or `=>`",
            ));
        }
        None
    }

    /// The value of a test line.
    fn value(&self) -> Option<Advice> {
        match self.found().to_ascii_lowercase().as_str() {
            "infinity" | "inf" => Some(plain("write `inf`")),
            "nan" => Some(plain("write `nan`")),
            _ => None,
        }
    }

    /// The sign between the two sides of a mapping or a setting.
    fn mapping_sign(&self) -> Option<Advice> {
        match self.found() {
            "->" | "=" | ":" | "==" | "<=>" if self.expects(Rule::arrow) => Some(plain("write `=>`")),
            ":" | "==" | "=>" if self.expects(Rule::equals) => Some(plain("write `=`")),
            _ => None,
        }
    }

    /// What follows the family of a `use`.
    fn path(&self, asked: &[Rule]) -> Option<Advice> {
        if asked != [Rule::path_separator] {
            return None;
        }
        match self.found() {
            "." | ":" | "/" => Some(plain("write `::`")),
            _ => Some((None, format!("write `use {}::*;` for all of the family", self.token_before()))),
        }
    }

    /// The sign between two parts of a list, or the name after `extends`.
    fn separator_or_parent(&self) -> Option<Advice> {
        match self.found() {
            ";" if self.expects(Rule::comma) => Some(plain("write `,`")),
            "," if self.expects(Rule::semicolon) => Some(plain("write `;`")),
            _ if self.token_before() == "extends" => {
                Some(plain("write the name of a representation, or leave `extends` out"))
            }
            "," if self.expects(Rule::bar) => Some(plain("write `|` between events")),
            _ => None,
        }
    }

    /// The place of a field in its record.
    fn place(&self) -> Option<Advice> {
        let is_place = matches!(self.token_before(), "at" | "offset") && self.expects(Rule::semicolon);
        (is_place && self.kind_of(self.index) == Some(Kind::Number)).then(|| {
            noted(
                "the fields of a record follow one another",
                "write `_: 4 bytes;` before the field to skip four bytes",
            )
        })
    }

    /// The size that a line of a class has, for the name of a native type.
    fn size(&self) -> Option<Advice> {
        if !self.expects(Rule::size) || !self.is_word() {
            return None;
        }
        let bits = self.found().get(1..).and_then(|bits| bits.parse::<u32>().ok());
        let bytes = bits.filter(|bits| bits % 8 == 0 && (8..=128).contains(bits)).unwrap_or(32) / 8;
        Some(noted("a class maps by the size of the native type in bytes", &format!("write `{bytes}`")))
    }

    /// The bits of a range, or a word of a file without a sign.
    fn bits_or_word(&self) -> Option<Advice> {
        let found = self.found();
        if found == "..=" && !self.token_before().is_empty() && self.expects(Rule::semicolon) {
            return Some(plain("write `bits` for a range"));
        }
        if self.expects(Rule::decimal_digits) && (found.starts_with("0x") || found.starts_with("0o")) {
            return Some(noted("the words of a file have no sign", "leave the sign out"));
        }
        None
    }

    /// The single sign or word that can stand here.
    fn only_sign(&self, asked: &[Rule]) -> Option<Advice> {
        let [asked] = asked else { return None };
        let sign = human(*asked);
        let fixed = sign.starts_with('`') && sign.matches('`').count() == 2;
        if !fixed || self.found().is_empty() || matches!(asked, Rule::semicolon | Rule::comma) {
            return None;
        }
        let is_word = sign[1..].starts_with(|c: char| c.is_ascii_alphabetic());
        let instead = match self.kind_of(self.index) {
            Some(Kind::Word) => is_word,
            Some(Kind::Sign) => !matches!(self.found(), ";" | "," | "-"),
            _ => false,
        };
        let help = if instead {
            format!("write {sign}")
        } else {
            format!("write {sign} before {}", quote(self.found()))
        };
        Some((None, help))
    }

    /// The word of the language that resembles the one at the fault.
    fn near_word(&self) -> Option<Advice> {
        if !self.is_word() {
            return None;
        }
        let mut candidates: Vec<&'static str> = Vec::new();
        for rule in &self.expected {
            match rule {
                Rule::item => candidates.extend(words::ITEMS),
                Rule::clause => candidates.extend(words::CLAUSES),
                Rule::family_clause => candidates.extend(words::FAMILY_CLAUSES),
                Rule::entry => candidates.extend(words::ENTRIES),
                Rule::record_line => candidates.extend(words::RECORD_LINES),
                Rule::field_setting => candidates.extend(words::FIELD_CLAUSES),
                other => {
                    let word = human(*other).strip_prefix('`').and_then(|word| word.strip_suffix('`'));
                    candidates.extend(word);
                }
            }
        }
        if let Some(near) = words::near(self.found(), &candidates) {
            return Some((None, format!("write `{near}`")));
        }
        None
    }
}
