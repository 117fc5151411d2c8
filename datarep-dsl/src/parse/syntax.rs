//! From the place where the grammar stopped to a sentence about it.

use super::scan::Kind;
use super::stop::{Context, Stop};
use super::{Rule, foreign, meant, words};
use crate::diagnostic::{Diagnostic, Slug};

impl Stop<'_> {
    /// The fault as a sentence.
    pub(super) fn diagnostic(&self) -> Diagnostic {
        if let Some(foreign) = foreign::at(self) {
            return foreign;
        }
        if let Some(lead) = self.lead_word() {
            return lead;
        }
        let asked = self.asked();
        if asked.is_empty() {
            return self.too_much();
        }
        let list = join(&asked.iter().map(|rule| human(*rule).to_owned()).collect::<Vec<_>>());
        let found =
            if self.found().is_empty() { "the end of the text".to_owned() } else { quote(self.found()) };
        let closes = asked.iter().find(|rule| matches!(rule, Rule::semicolon | Rule::comma)).copied();
        let ended = closes.and(self.ended());
        let after = ended.as_ref().map_or(String::new(), |ended| format!(" after {ended}"));
        let title = format!("expected {list}{after}, found {found}");
        let at_end = self.index >= self.all.len();
        let label = if at_end { "the text ends after this" } else { "not expected here" };
        let mut fault = Diagnostic::new(Slug::Syntax, title, self.found_span(), label);
        if let (Some(ended), Some(before), false) = (&ended, self.before(), at_end) {
            fault = fault.label(self.all[before].span, format!("{ended} ends here"));
        }
        match self.advice(&asked) {
            Some((Some(note), help)) => fault.note(note).help(help),
            Some((None, help)) => fault.help(help),
            None => match closes {
                Some(closing) => {
                    let sign = human(closing);
                    let help = if at_end || self.at_line_start() {
                        format!("end the line above with {sign}")
                    } else {
                        format!("write {sign} before {found}")
                    };
                    fault.help(help)
                }
                None => match choice(&asked) {
                    Some(list) => fault.note(list),
                    None => fault,
                },
            },
        }
    }

    /// The fault of a line of a representation whose first word resembles a word of the language.
    fn lead_word(&self) -> Option<Diagnostic> {
        if self.context != Context::Entry || self.index != self.tokens.start + 1 {
            return None;
        }
        let word = self.token_text(self.tokens.start);
        let near = words::near(word, &["order", "on"]).filter(|near| *near != word)?;
        let title = format!("expected {}, found {}", human(Rule::entry), quote(word));
        let span = self.span_of(self.tokens.start);
        Some(Diagnostic::new(Slug::Syntax, title, span, "not known here").help(format!("write `{near}`")))
    }

    /// The rules to ask for. If something can end here, only its end.
    fn asked(&self) -> Vec<Rule> {
        let ends = self.expected.iter().any(|rule| is_end(*rule));
        let mut asked = self.expected.clone();
        asked.retain(|rule| !(ends && is_more(*rule)));
        let mut seen = Vec::new();
        asked.retain(|rule| {
            let name = human(*rule);
            !name.is_empty() && !seen.contains(&name) && {
                seen.push(name);
                true
            }
        });
        asked
    }

    /// The fault of text after the end.
    fn too_much(&self) -> Diagnostic {
        let span = self.found_span();
        let fault = Diagnostic::new(
            Slug::Syntax,
            format!("{} is not expected here", quote(self.found())),
            span,
            "after the end",
        );
        let fault = match self.before() {
            Some(before) => fault.label(self.all[before].span, "this is the end already"),
            None => fault,
        };
        if self.found() == ";" { fault.help("remove it") } else { fault }
    }

    /// The part that ends where an end is asked for, in the words of the text.
    fn ended(&self) -> Option<String> {
        let first = self.token_text(self.tokens.start);
        Some(match self.context {
            Context::Item => match first {
                "use" => "the `use`",
                "float" if self.tokens_before().any(|text| text == "where") => "the formula",
                "float" => "the picture",
                "integer" | "logical" | "character" => "the family",
                _ => return None,
            }
            .to_owned(),
            Context::Clause => match first {
                "order" => "the order".to_owned(),
                "bits" => "the width".to_owned(),
                "value" => "the formula".to_owned(),
                "ieee" => return Some("`ieee`".to_owned()),
                _ if self.tokens_before().nth(1) == Some("if") => "the condition".to_owned(),
                other => format!("`{other}`"),
            },
            Context::FamilyClause => match first {
                "order" => "the order".to_owned(),
                "true" => "the rule".to_owned(),
                _ => "the word".to_owned(),
            },
            Context::Entry => match first {
                "order" => "the order".to_owned(),
                "on" => "the rule".to_owned(),
                _ => "the mapping".to_owned(),
            },
            Context::TestLine => "the line".to_owned(),
            Context::RecordLine => match first {
                "order" if self.tokens_before().nth(1) != Some(":") => "the order",
                _ => "the field",
            }
            .to_owned(),
        })
        .filter(|_| self.before().is_some_and(|before| before > self.tokens.start || first == "ieee"))
    }

    /// A suggestion of what to type, if the words at the fault show the intention, and a fact about it.
    fn advice(&self, asked: &[Rule]) -> Option<(Option<String>, String)> {
        let found = self.found();
        let before = self.before().map_or("", |before| self.token_text(before));
        let plain = |help: &str| Some((None, help.to_owned()));
        let noted = |note: &str, help: &str| Some((Some(note.to_owned()), help.to_owned()));
        let expects = |rule: Rule| self.expects(rule);
        if let Some(name) = self.hyphenated() {
            return Some((Some("a name has letters, digits and `_`".to_owned()), format!("write `{name}`")));
        }
        if let Some(help) = meant::advice(self) {
            return Some((None, help));
        }
        let whole = [Rule::number, Rule::signed_number, Rule::argument].into_iter().any(expects);
        let fraction =
            found.split_once('.').filter(|(digits, _)| digits.starts_with(|c: char| c.is_ascii_digit()));
        if let Some((digits, fraction)) = fraction.filter(|_| whole) {
            let zeros = fraction.bytes().all(|digit| digit == b'0');
            let help = if zeros { format!("write `{digits}`") } else { "write a whole number".to_owned() };
            return Some((Some("a fraction cannot stand here".to_owned()), help));
        }
        if found == "." && expects(Rule::picture_field) {
            return noted("a field has a whole number of bits", "write it without a fraction, as in `E8`");
        }
        if expects(Rule::to) {
            return match found {
                ".." | "-" | ":" | "to" | "..." => noted("ranges include both ends", "write `..=`"),
                _ => plain("write `bit` for one bit"),
            };
        }
        if expects(Rule::caret) && found == "**" {
            return plain("write `^`");
        }
        if expects(Rule::caret) && found == "." {
            return plain("write the significand as `0.F`, `1.F`, `0.1F`, `F`, `I.F`, `S.F` or `S!S.F`");
        }
        if expects(Rule::letter_e) {
            return plain("write `E`, as in `(E - 64)`");
        }
        if expects(Rule::letter_f) || expects(Rule::significand) {
            let help = if self.kind_of(self.index) == Some(Kind::Word) || found == "f" {
                "write `F`"
            } else {
                "write the significand as in `0.F` or `1.F`"
            };
            return noted("`F` stands for the significand's stored bits", help);
        }
        if expects(Rule::formula) {
            return plain("write it as in `1.F * 2^(E - 127)`");
        }
        if matches!(found, "-" | "+") && before == "E" {
            return plain("write the exponent in parentheses, as in `(E - 64)`");
        }
        if expects(Rule::picture) || expects(Rule::picture_field) && before.len() == 1 && found.len() == 1 {
            return plain("write each field with its number of bits, as in `S1 E8 F23`");
        }
        if expects(Rule::operator) {
            return match found {
                "=" => plain("write `==`"),
                "<>" | "/" | "~" | "!" => plain("write `!=`"),
                _ => None,
            };
        }
        if expects(Rule::and) {
            match found {
                "and" | "&" => return plain("write `&&`"),
                "or" | "|" => return plain("write `||`"),
                _ => {}
            }
        }
        if expects(Rule::compared) || expects(Rule::comparison) || expects(Rule::condition) {
            return match found {
                "e" | "exp" | "exponent" => plain("write `E`"),
                "f" | "significand" | "mantissa" | "fraction" | "frac" | "M" | "m" => plain("write `F`"),
                "s" | "sign" => plain("write `S`"),
                "i" | "leading" => plain("write `I`"),
                _ if self.kind_of(self.index) == Some(Kind::Number) => {
                    plain("write the field first, as in `E == 0`")
                }
                _ => noted("conditions compare the fields `S`, `E`, `F` and `I`", "write it as in `E == 0`"),
            };
        }
        if expects(Rule::kw_max) && self.kind_of(self.index) == Some(Kind::Word) {
            return noted("`max` has all bits of its field set", "write a number or `max`");
        }
        if expects(Rule::exactly) {
            return noted("`<=>` holds both ways, `=>` for writing or reading alone", "write `<=>` or `=>`");
        }
        if expects(Rule::side) {
            return match found.to_ascii_lowercase().as_str() {
                "infinity" | "inf" => plain("write `inf`"),
                "nan" => plain("write `nan`"),
                _ => None,
            };
        }
        if expects(Rule::arrow) && matches!(found, "->" | "=" | ":" | "==" | "<=>") {
            return plain("write `=>`");
        }
        if expects(Rule::equals) && matches!(found, ":" | "==" | "=>") {
            return plain("write `=`");
        }
        if expects(Rule::path_separator) && asked == [Rule::path_separator] {
            return match found {
                "." | ":" | "/" => plain("write `::`"),
                _ => Some((None, format!("write `use {before}::*;` for all of the family"))),
            };
        }
        if found == ";" && expects(Rule::comma) {
            return plain("write `,`");
        }
        if found == "," && expects(Rule::semicolon) {
            return plain("write `;`");
        }
        if before == "extends" {
            return plain("write the name of a representation, or leave `extends` out");
        }
        if found == "," && expects(Rule::bar) {
            return plain("write `|` between events");
        }
        if expects(Rule::size) && self.kind_of(self.index) == Some(Kind::Word) {
            let bits = found.get(1..).and_then(|bits| bits.parse::<u32>().ok());
            let bytes = bits.filter(|bits| bits % 8 == 0 && (8..=128).contains(bits)).unwrap_or(32) / 8;
            return Some((
                Some("a class maps by the size of the native type in bytes".to_owned()),
                format!("write `{bytes}`"),
            ));
        }
        if found == "..=" && !before.is_empty() && expects(Rule::semicolon) {
            return plain("write `bits` for a range");
        }
        if expects(Rule::decimal_digits) && (found.starts_with("0x") || found.starts_with("0o")) {
            return noted("the words of a file have no sign", "leave the sign out");
        }
        self.near_word().or_else(|| self.only_sign(asked))
    }

    /// The intended name, if two words are joined by a hyphen without spaces.
    fn hyphenated(&self) -> Option<String> {
        if self.found() != "-" || self.kind_of(self.index + 1) != Some(Kind::Word) {
            return None;
        }
        let before = self.before().filter(|before| self.kind_of(*before) == Some(Kind::Word))?;
        let (hyphen, next) = (self.span_of(self.index), self.span_of(self.index + 1));
        let glued = self.span_of(before).end == hyphen.start && hyphen.end == next.start;
        let first = self.token_text(before);
        (glued && first != "E").then(|| format!("{first}_{}", self.token_text(self.index + 1)))
    }

    /// The single sign or word that can stand here.
    fn only_sign(&self, asked: &[Rule]) -> Option<(Option<String>, String)> {
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
    fn near_word(&self) -> Option<(Option<String>, String)> {
        if self.kind_of(self.index) != Some(Kind::Word) {
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

/// Whether a rule ends something, or stands between its two parts.
fn is_end(rule: Rule) -> bool {
    matches!(
        rule,
        Rule::semicolon
            | Rule::comma
            | Rule::close_brace
            | Rule::close_bracket
            | Rule::close_paren
            | Rule::arrow
            | Rule::exactly
            | Rule::equals
    )
}

/// Whether a rule extends something that could also end.
fn is_more(rule: Rule) -> bool {
    matches!(
        rule,
        Rule::path_separator
            | Rule::arguments
            | Rule::open_paren
            | Rule::open_brace
            | Rule::open_bracket
            | Rule::order
            | Rule::order_call
            | Rule::field_block
            | Rule::byte_list
            | Rule::rules_block
            | Rule::clause_block
            | Rule::family_block
            | Rule::size_block
            | Rule::picture_field
            | Rule::kw_as
            | Rule::kw_written
            | Rule::bar
            | Rule::or
            | Rule::and
            | Rule::times
            | Rule::sign
    )
}

/// `text` as messages show it.
pub(super) fn quote(text: &str) -> String {
    const SHOWN: usize = 40;
    let text = text.trim_end();
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("`{}…`", &text[..end]),
        None => format!("`{text}`"),
    }
}

/// The choices, if a line can start with many words.
fn choice(asked: &[Rule]) -> Option<String> {
    let (what, words): (_, &[&str]) = asked.iter().find_map(|rule| match rule {
        Rule::item => Some(("items start with", words::ITEMS.as_slice())),
        Rule::clause => Some(("clauses of a float start with", words::CLAUSES.as_slice())),
        Rule::family_clause => Some(("clauses start with", words::FAMILY_CLAUSES.as_slice())),
        Rule::entry => Some(("lines start with an MPI name,", words::ENTRIES.as_slice())),
        Rule::record_line => Some(("lines start with the name of a field,", words::RECORD_LINES.as_slice())),
        Rule::field_setting => Some(("clauses of a field start with", words::FIELD_CLAUSES.as_slice())),
        _ => None,
    })?;
    let words: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
    Some(format!("{what} {}", join(&words)))
}

fn join(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}

/// The name of a rule in messages; empty for rules that are never asked for.
#[expect(clippy::match_same_arms, reason = "the rules stand in the order of the grammar")]
fn human(rule: Rule) -> &'static str {
    match rule {
        Rule::item => "an item",
        Rule::use_item | Rule::kw_use => "`use`",
        Rule::use_list | Rule::open_brace => "`{`",
        Rule::use_name | Rule::name => "a name",
        Rule::float_item | Rule::kw_float => "`float`",
        Rule::picture => "a picture such as `S1 E8 F23`",
        Rule::picture_field => "a field such as `F23`",
        Rule::meaning | Rule::pair_rule | Rule::kw_where => "`where`",
        Rule::low_exponent => "`low.E`",
        Rule::high_exponent => "`high.E`",
        Rule::formula => "a formula",
        Rule::significand => "a significand such as `1.F`",
        Rule::fraction => "`0.F`",
        Rule::hidden_one => "`1.F`",
        Rule::hidden_half => "`0.1F`",
        Rule::explicit_one => "`I.F`",
        Rule::twos_complement => "`S.F`",
        Rule::implied_complement => "`S!S.F`",
        Rule::digit_fraction | Rule::first_digit | Rule::letter_d => "`D`",
        Rule::power => "a power such as `2^(E - 127)`",
        Rule::exponent => "an exponent such as `(E - 127)`",
        Rule::letter_s => "`S`",
        Rule::letter_e => "`E`",
        Rule::letter_f => "`F`",
        Rule::letter_i => "`I`",
        Rule::clause_block
        | Rule::family_block
        | Rule::entry_block
        | Rule::test_block
        | Rule::rules_block
        | Rule::size_block => "`{`",
        Rule::clause | Rule::family_clause => "a clause",
        Rule::order_clause | Rule::kw_order => "`order`",
        Rule::bits_clause | Rule::kw_bits => "`bits`",
        Rule::numbering_clause | Rule::kw_numbering => "`numbering`",
        Rule::value_clause | Rule::kw_value => "`value`",
        Rule::negative_clause | Rule::kw_negative => "`negative`",
        Rule::exponent_clause | Rule::kw_exponent => "`exponent`",
        Rule::quiet_clause | Rule::kw_quiet => "`quiet`",
        Rule::ieee_clause | Rule::kw_ieee => "`ieee`",
        Rule::unused_clause | Rule::field_clause | Rule::field_name => "a field",
        Rule::ranges | Rule::range | Rule::more_range => "`bits` or `bit`",
        Rule::special_clause | Rule::special_class => "a class such as `zero`",
        Rule::condition | Rule::all | Rule::comparison => "a condition such as `E == 0`",
        Rule::compared => "`S`, `E`, `F`, `I`, `D` or `C`",
        Rule::operator => "`==`, `!=`, `<`, `<=`, `>` or `>=`",
        Rule::order | Rule::order_call => "an order",
        Rule::byte_list | Rule::open_bracket => "`[`",
        Rule::call => "a format",
        Rule::arguments | Rule::open_paren => "`(`",
        Rule::argument => "a number or a word",
        Rule::family_item | Rule::family_keyword => "`integer`, `logical` or `character`",
        Rule::true_clause | Rule::kw_true => "`true`",
        Rule::write_clause | Rule::kw_write => "`write`",
        Rule::datarep_item | Rule::kw_datarep => "`datarep`",
        Rule::entry => "a line of the representation",
        Rule::named_entry => "a class or an MPI name",
        Rule::size_mapping | Rule::size => "a size in bytes",
        Rule::mapping => "a format or `unsupported`",
        Rule::rules | Rule::kw_on => "`on`",
        Rule::direction => "`read` or `write`",
        Rule::event_rule | Rule::event => "an event",
        Rule::record_item | Rule::kw_record => "`record`",
        Rule::record_block | Rule::field_block => "`{`",
        Rule::record_line => "a line of the record",
        Rule::record_field => "a field",
        Rule::native_name => "a native type",
        Rule::field_type | Rule::field_format => "a format",
        Rule::field_array => "`[`",
        Rule::field_bytes => "a number of bytes",
        Rule::count => "a count",
        Rule::field_setting => "a clause of the field",
        Rule::padding_clause | Rule::kw_padding => "`padding`",
        Rule::kw_bytes => "`bytes`",
        Rule::colon => "`:`",
        Rule::test_item | Rule::kw_test => "`test`",
        Rule::test_line => "a line of the test",
        Rule::side => "a value or a word",
        Rule::coded_character | Rule::kw_char => "`char`",
        Rule::named_value | Rule::value_word => "a value",
        Rule::inf => "`inf`",
        Rule::decimal | Rule::decimal_digits | Rule::number | Rule::signed_number => "a number",
        Rule::hexadecimal => "a hexadecimal number",
        Rule::word => "a word",
        Rule::kw_as => "`as`",
        Rule::kw_extends => "`extends`",
        Rule::kw_bit => "`bit`",
        Rule::kw_if => "`if`",
        Rule::kw_unused => "`unused`",
        Rule::kw_written => "`written`",
        Rule::kw_max => "`max`",
        Rule::semicolon => "`;`",
        Rule::comma => "`,`",
        Rule::equals => "`=`",
        Rule::arrow => "`=>`",
        Rule::exactly => "`<=>`",
        Rule::bar => "`|`",
        Rule::or => "`||`",
        Rule::and => "`&&`",
        Rule::star | Rule::times => "`*`",
        Rule::caret => "`^`",
        Rule::to => "`..=`",
        Rule::path_separator => "`::`",
        Rule::close_brace => "`}`",
        Rule::close_bracket => "`]`",
        Rule::close_paren => "`)`",
        Rule::sign
        | Rule::EOI
        | Rule::WHITESPACE
        | Rule::COMMENT
        | Rule::block_comment
        | Rule::pair
        | Rule::kw_pair
        | Rule::float_family
        | Rule::float_keyword
        | Rule::whole_item
        | Rule::whole_clause
        | Rule::whole_family_clause
        | Rule::whole_entry
        | Rule::whole_test_line
        | Rule::whole_record_line
        | Rule::field_order
        | Rule::mapping_order
        | Rule::next_line
        | Rule::line_keyword
        | Rule::ident
        | Rule::radix_digits => "",
    }
}
