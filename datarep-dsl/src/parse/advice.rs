//! What to type instead, at a place where the grammar stopped.
//!
//! Each method is about a part of the grammar, and returns `None` to leave the answer to the next one.

use super::names::describe_rule;
use super::scan::TokenKind;
use super::stop::{ParseContext, SyntaxStop};
use super::syntax::quote_text;
use super::{Rule, meant, words};

/// A fact about the words at the fault, if one helps, and what to type instead.
pub(super) type Advice = (Option<String>, String);

fn help_only(help: &str) -> Advice {
    (None, help.to_owned())
}

fn with_note(note: &str, help: &str) -> Advice {
    (Some(note.to_owned()), help.to_owned())
}

impl SyntaxStop<'_> {
    /// A suggestion of what to type, if the words at the fault show the intention, and a fact about it.
    pub(super) fn find_advice(&self, rules: &[Rule]) -> Option<Advice> {
        let of_formats = self
            .advise_choice()
            .or_else(|| self.advise_field_setting())
            .or_else(|| self.advise_hyphen())
            .or_else(|| meant::guess_meaning(self).map(|help| (None, help)))
            .or_else(|| self.advise_fraction())
            .or_else(|| self.advise_range_or_power())
            .or_else(|| self.advise_formula())
            .or_else(|| self.advise_picture());
        // At an operator, the advice that follows would be wrong.
        if of_formats.is_some() || self.expects_rule(Rule::operator) {
            return of_formats.or_else(|| self.advise_operator());
        }
        let of_conditions = self.advise_condition().or_else(|| self.advise_number_or_arrow());
        // At a side of a test line, it would be wrong, too.
        if of_conditions.is_some() || self.expects_rule(Rule::side) {
            return of_conditions.or_else(|| self.advise_value());
        }
        self.advise_mapping_sign()
            .or_else(|| self.advise_path(rules))
            .or_else(|| self.advise_separator_or_parent())
            .or_else(|| self.advise_offset())
            .or_else(|| self.advise_size())
            .or_else(|| self.advise_bits_or_word())
            .or_else(|| self.advise_near_word())
            .or_else(|| self.advise_only_sign(rules))
    }

    /// The words before the fault; empty at the beginning.
    fn token_before(&self) -> &str {
        self.last_token_before().map_or("", |before| self.token_text(before))
    }

    fn is_word(&self) -> bool {
        self.token_kind(self.index) == Some(TokenKind::Word)
    }

    /// The braces around a setting of a field. Behind a format, its first word is taken for an order of bytes.
    fn advise_field_setting(&self) -> Option<Advice> {
        let ends_field = self.context == ParseContext::RecordLine && self.expects_rule(Rule::semicolon);
        if !ends_field || self.tokens_before().any(|text| text == "{") {
            return None;
        }
        let words = [self.found_text(), self.token_before()];
        let word = words.into_iter().find(|word| matches!(*word, "null" | "padding" | "trim"))?;
        Some(help_only(&format!("write the setting in braces: `{{ {word} … ; }}`")))
    }

    /// The intended name, if two words are joined by a hyphen without spaces.
    fn advise_hyphen(&self) -> Option<Advice> {
        if self.found_text() != "-" || self.token_kind(self.index + 1) != Some(TokenKind::Word) {
            return None;
        }
        let before =
            self.last_token_before().filter(|before| self.token_kind(*before) == Some(TokenKind::Word))?;
        let (hyphen, after) = (self.token_span(self.index), self.token_span(self.index + 1));
        // `a - b` with blanks is a difference in a formula or a count.
        let glued = self.token_span(before).end == hyphen.start && hyphen.end == after.start;
        let first = self.token_text(before);
        // `E-64` is an exponent without its parentheses, which another advice is about.
        if !glued || first == "E" {
            return None;
        }
        let next = self.token_text(self.index + 1);
        Some(with_note("a name has letters, digits and `_`", &format!("write `{first}_{next}`")))
    }

    /// A whole number for one with a fraction.
    fn advise_fraction(&self) -> Option<Advice> {
        let expects = |rule: Rule| self.expects_rule(rule);
        let found_text = self.found_text();
        let whole = [Rule::number, Rule::signed_number, Rule::argument, Rule::count_operand, Rule::count_sum];
        let whole = whole.into_iter().any(expects);
        let fraction =
            found_text.split_once('.').filter(|(digits, _)| digits.starts_with(|c: char| c.is_ascii_digit()));
        if let Some((digits, fraction)) = fraction.filter(|_| whole) {
            let zeros = fraction.bytes().all(|digit| digit == b'0');
            let help = if zeros { format!("write `{digits}`") } else { "write a whole number".to_owned() };
            return Some(with_note("a fraction cannot stand here", &help));
        }
        if found_text == "." && expects(Rule::picture_field) {
            let glued =
                |(before, after): (usize, usize)| self.token_span(before).end == self.token_span(after).start;
            // With blanks around it the dot stands for unnamed bits. Without them it is a fraction.
            if self.last_token_before().is_some_and(|before| !glued((before, self.index))) {
                return Some(help_only("write bits that are in no field with `_`, as in `_4`"));
            }
            return Some(with_note(
                "a field has a whole number of bits",
                "write it without a fraction, as in `E8`",
            ));
        }
        None
    }

    /// The sign between the two ends of a range, or between a base and its exponent.
    fn advise_range_or_power(&self) -> Option<Advice> {
        let found_text = self.found_text();
        if self.expects_rule(Rule::to) {
            return match found_text {
                ".." | "-" | ":" | "to" | "..." => Some(with_note("ranges include both ends", "write `..=`")),
                _ => Some(help_only("write `bit` for one bit")),
            };
        }
        match found_text {
            "**" if self.expects_rule(Rule::caret) => Some(help_only("write `^`")),
            "." if self.expects_rule(Rule::caret) => {
                Some(help_only("write the significand as `0.F`, `1.F`, `0.1F`, `F`, `I.F`, `S.F` or `S!S.F`"))
            }
            _ => None,
        }
    }

    /// A formula, its significand or its exponent.
    fn advise_formula(&self) -> Option<Advice> {
        if self.expects_rule(Rule::letter_e) {
            return Some(help_only("write `E`, as in `(E - 64)`"));
        }
        if self.expects_rule(Rule::letter_f) || self.expects_rule(Rule::significand) {
            let help = if self.is_word() || self.found_text() == "f" {
                "write `F`"
            } else {
                "write the significand as in `0.F` or `1.F`"
            };
            return Some(with_note("`F` stands for the significand's stored bits", help));
        }
        if self.expects_rule(Rule::formula) {
            return Some(help_only("write it as in `1.F * 2^(E - 127)`"));
        }
        if matches!(self.found_text(), "-" | "+") && self.token_before() == "E" {
            return Some(help_only("write the exponent in parentheses, as in `(E - 64)`"));
        }
        None
    }

    /// A picture, or a field of it whose letter stands alone.
    fn advise_picture(&self) -> Option<Advice> {
        // Two tokens of one letter: a letter and its number with a blank between.
        let single = || self.token_before().len() == 1 && self.found_text().len() == 1;
        if self.expects_rule(Rule::picture) || self.expects_rule(Rule::picture_field) && single() {
            return Some(help_only("write each field with its number of bits, as in `S1 E8 F23`"));
        }
        None
    }

    fn advise_operator(&self) -> Option<Advice> {
        match self.found_text() {
            "=" => Some(help_only("write `==`")),
            "<>" | "/" | "~" | "!" => Some(help_only("write `!=`")),
            _ => None,
        }
    }

    /// A comparison in a condition, or what stands between two of them.
    fn advise_condition(&self) -> Option<Advice> {
        let found_text = self.found_text();
        if self.expects_rule(Rule::and) {
            match found_text {
                "and" | "&" => return Some(help_only("write `&&`")),
                "or" | "|" => return Some(help_only("write `||`")),
                _ => {}
            }
        }
        if ![Rule::compared, Rule::comparison, Rule::condition]
            .into_iter()
            .any(|rule| self.expects_rule(rule))
        {
            return None;
        }
        match found_text {
            "e" | "exp" | "exponent" => Some(help_only("write `E`")),
            "f" | "significand" | "mantissa" | "fraction" | "frac" | "M" | "m" => {
                Some(help_only("write `F`"))
            }
            "s" | "sign" => Some(help_only("write `S`")),
            "i" | "leading" => Some(help_only("write `I`")),
            _ if self.token_kind(self.index) == Some(TokenKind::Number) => {
                Some(help_only("write the field first, as in `E == 0`"))
            }
            _ => Some(with_note(
                "conditions compare the fields `S`, `E`, `F` and `I`",
                "write it as in `E == 0`",
            )),
        }
    }

    /// The number with which a field is compared, or the arrow of a test line.
    fn advise_number_or_arrow(&self) -> Option<Advice> {
        if self.expects_rule(Rule::kw_max) && self.is_word() {
            return Some(with_note("`max` has all bits of its field set", "write a number or `max`"));
        }
        if self.expects_rule(Rule::exactly) {
            return Some(with_note(
                "`<=>` holds both ways, `=>` for writing or reading alone",
                "write `<=>` or `=>`",
            ));
        }
        None
    }

    /// The value of a test line.
    fn advise_value(&self) -> Option<Advice> {
        match self.found_text().to_ascii_lowercase().as_str() {
            "infinity" | "inf" => Some(help_only("write `inf`")),
            "nan" => Some(help_only("write `nan`")),
            _ => None,
        }
    }

    /// The sign between the two sides of a mapping or a setting.
    fn advise_mapping_sign(&self) -> Option<Advice> {
        match self.found_text() {
            "->" | "=" | ":" | "==" | "<=>" if self.expects_rule(Rule::arrow) => {
                Some(help_only("write `=>`"))
            }
            ":" | "==" | "=>" if self.expects_rule(Rule::equals) => Some(help_only("write `=`")),
            _ => None,
        }
    }

    /// What follows the family of a `use`.
    fn advise_path(&self, rules: &[Rule]) -> Option<Advice> {
        // Anything else that could stand here would make this advice wrong.
        if rules != [Rule::path_separator] {
            return None;
        }
        match self.found_text() {
            "." | ":" | "/" => Some(help_only("write `::`")),
            _ => Some((None, format!("write `use {}::*;` for all of the family", self.token_before()))),
        }
    }

    /// The sign between two parts of a list, or the name after `extends`.
    fn advise_separator_or_parent(&self) -> Option<Advice> {
        match self.found_text() {
            ";" if self.expects_rule(Rule::comma) => Some(help_only("write `,`")),
            "," if self.expects_rule(Rule::semicolon) => Some(help_only("write `;`")),
            _ if self.token_before() == "extends" => {
                Some(help_only("write the name of a representation, or leave `extends` out"))
            }
            "," if self.expects_rule(Rule::bar) => Some(help_only("write `|` between events")),
            _ => None,
        }
    }

    /// The offset of a field in its record, in another tool's word or a second time.
    fn advise_offset(&self) -> Option<Advice> {
        if !self.expects_rule(Rule::semicolon) || self.context != ParseContext::RecordLine {
            return None;
        }
        let found_text = self.found_text();
        if found_text == "at" {
            return Some(help_only("remove it: a field has one offset"));
        }
        let is_number = self.token_kind(self.index) == Some(TokenKind::Number);
        // The word before the number was taken for an order, so the grammar stops at the number.
        (is_number && matches!(self.token_before(), "offset" | "byte" | "pos"))
            .then(|| (None, format!("write `at {found_text}`")))
    }

    /// The size that a line of a class has, for the name of a native type.
    fn advise_size(&self) -> Option<Advice> {
        if !self.expects_rule(Rule::size) || !self.is_word() {
            return None;
        }
        // `i32` names its bits, and a line of a class asks for bytes. Without a number four bytes are the example.
        let bits = self.found_text().get(1..).and_then(|bits| bits.parse::<u32>().ok());
        let bytes = bits.filter(|bits| bits % 8 == 0 && (8..=128).contains(bits)).unwrap_or(32) / 8;
        Some(with_note("a class maps by the size of the native type in bytes", &format!("write `{bytes}`")))
    }

    /// The bits of a range, or a word of a file without a sign.
    fn advise_bits_or_word(&self) -> Option<Advice> {
        let found_text = self.found_text();
        if found_text == "..=" && !self.token_before().is_empty() && self.expects_rule(Rule::semicolon) {
            return Some(help_only("write `bits` for a range"));
        }
        if self.expects_rule(Rule::decimal_digits)
            && (found_text.starts_with("0x") || found_text.starts_with("0o"))
        {
            return Some(with_note("the words of a file have no sign", "leave the sign out"));
        }
        None
    }

    /// The single sign or word that can stand here.
    fn advise_only_sign(&self, expected: &[Rule]) -> Option<Advice> {
        let [expected] = expected else { return None };
        let sign = describe_rule(*expected);
        // One pair of back-ticks: the name of the rule is the sign or word itself, and not a description.
        let fixed = sign.starts_with('`') && sign.matches('`').count() == 2;
        if !fixed || self.found_text().is_empty() || matches!(expected, Rule::semicolon | Rule::comma) {
            return None;
        }
        let is_word = sign[1..].starts_with(|c: char| c.is_ascii_alphabetic());
        // A word in the place of a word, or a sign in that of a sign, is a mistake for it. Anything else follows what
        // is missing.
        let instead = match self.token_kind(self.index) {
            Some(TokenKind::Word) => is_word,
            Some(TokenKind::Sign) => !matches!(self.found_text(), ";" | "," | "-"),
            _ => false,
        };
        let help = if instead {
            format!("write {sign}")
        } else {
            format!("write {sign} before {}", quote_text(self.found_text()))
        };
        Some((None, help))
    }

    /// The word of the language that resembles the one at the fault.
    fn advise_near_word(&self) -> Option<Advice> {
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
                    // Other rules are words of the language if their names in messages are.
                    let word =
                        describe_rule(*other).strip_prefix('`').and_then(|word| word.strip_suffix('`'));
                    candidates.extend(word);
                }
            }
        }
        if let Some(near) = words::find_near(self.found_text(), &candidates) {
            return Some((None, format!("write `{near}`")));
        }
        None
    }
}
