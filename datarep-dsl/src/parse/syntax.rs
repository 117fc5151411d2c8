//! From the place where the grammar stopped to a sentence about it.

use super::names::describe_rule;
use super::stop::{ParseContext, SyntaxStop};
use super::{Rule, foreign, words};
use crate::diagnostic::{Diagnostic, Slug};

impl SyntaxStop<'_> {
    /// The fault as a sentence.
    pub(super) fn to_diagnostic(&self) -> Diagnostic {
        // Words of other languages and misspelled first words come before what the grammar expected. Its list is
        // right there, too, but does not help anyone who meant something else.
        if let Some(foreign) = foreign::stop_fault(self) {
            return foreign;
        }
        if let Some(lead) = self.misspelled_entry_fault() {
            return lead;
        }
        let rules = self.select_expected_rules();
        if rules.is_empty() {
            return self.text_after_end_fault();
        }
        let list = join_names(&rules.iter().map(|rule| describe_rule(*rule).to_owned()).collect::<Vec<_>>());
        let found_text = if self.found_text().is_empty() {
            "the end of the text".to_owned()
        } else {
            quote_text(self.found_text())
        };
        // Where an end was possible, the reader is told what could have ended: most such stops are a forgotten `;`.
        let closes = rules.iter().find(|rule| matches!(rule, Rule::semicolon | Rule::comma)).copied();
        let ended_part = closes.and(self.describe_ended_part());
        let after = ended_part.as_ref().map_or(String::new(), |ended_part| format!(" after {ended_part}"));
        let title = format!("expected {list}{after}, found {found_text}");
        let at_end = self.index >= self.all_tokens.len();
        let label = if at_end { "the text ends after this" } else { "not expected here" };
        let mut fault = Diagnostic::new(Slug::Syntax, title, self.found_span(), label);
        if let (Some(ended_part), Some(before), false) = (&ended_part, self.last_token_before(), at_end) {
            fault = fault.label(self.all_tokens[before].span, format!("{ended_part} ends here"));
        }
        match self.find_advice(&rules) {
            Some((Some(note), help)) => fault.note(note).help(help),
            Some((None, help)) => fault.help(help),
            None => match closes {
                Some(closing) => {
                    let sign = describe_rule(closing);
                    // The sign is missing on the line above, although the stop is on the next one.
                    let help = if at_end || self.is_at_line_start() {
                        format!("end the line above with {sign}")
                    } else {
                        format!("write {sign} before {found_text}")
                    };
                    fault.help(help)
                }
                None => match list_first_words(&rules) {
                    Some(list) => fault.note(list),
                    None => fault,
                },
            },
        }
    }

    /// The fault of a line of a representation whose first word resembles a word of the language.
    fn misspelled_entry_fault(&self) -> Option<Diagnostic> {
        if self.context != ParseContext::Entry || self.index != self.tokens.start + 1 {
            return None;
        }
        let word = self.token_text(self.tokens.start);
        // Of these two words only, since other lines begin with names of MPI's types.
        let near = words::find_near(word, &["order", "on"]).filter(|near| *near != word)?;
        let title = format!("expected {}, found {}", describe_rule(Rule::entry), quote_text(word));
        let span = self.token_span(self.tokens.start);
        Some(Diagnostic::new(Slug::Syntax, title, span, "not known here").help(format!("write `{near}`")))
    }

    /// The rules to ask for. If something can end here, only its end.
    fn select_expected_rules(&self) -> Vec<Rule> {
        // An expression alone ends with its text, where nothing need be written.
        let ends_here = self.context == ParseContext::Expression && self.expects_rule(Rule::EOI);
        let ends = ends_here || self.expected.iter().any(|rule| ends_part(*rule));
        let mut rules = self.expected.clone();
        // Where something can end, that is what most writers have forgotten. What could extend it would hide the end
        // in a list.
        rules.retain(|rule| !(ends && extends_part(*rule)));
        let mut names = Vec::new();
        rules.retain(|rule| {
            let name = describe_rule(*rule);
            // Several rules have one name in messages. Each is asked for once.
            !name.is_empty() && !names.contains(&name) && {
                names.push(name);
                true
            }
        });
        rules
    }

    /// The fault of text after the end.
    fn text_after_end_fault(&self) -> Diagnostic {
        let span = self.found_span();
        let fault = Diagnostic::new(
            Slug::Syntax,
            format!("{} is not expected here", quote_text(self.found_text())),
            span,
            "after the end",
        );
        let fault = match self.last_token_before() {
            Some(before) => fault.label(self.all_tokens[before].span, "this is the end already"),
            None => fault,
        };
        if self.found_text() == ";" { fault.help("remove it") } else { fault }
    }

    /// The part that ends where an end is asked for, in the words of the text.
    fn describe_ended_part(&self) -> Option<String> {
        let first = self.token_text(self.tokens.start);
        Some(match self.context {
            ParseContext::Item => match first {
                "use" => "the `use`",
                "float" if self.tokens_before().any(|text| text == "where") => "the formula",
                "float" => "the picture",
                "integer" | "logical" | "character" => "the family",
                _ => return None,
            }
            .to_owned(),
            ParseContext::Clause => match first {
                "order" => "the order".to_owned(),
                "bits" => "the width".to_owned(),
                "value" => "the formula".to_owned(),
                "ieee" => return Some("`ieee`".to_owned()),
                // `zero if E == 0`: the second word of a clause about a class.
                _ if self.tokens_before().nth(1) == Some("if") => "the condition".to_owned(),
                other => format!("`{other}`"),
            },
            ParseContext::FamilyClause => match first {
                "order" => "the order".to_owned(),
                "true" => "the rule".to_owned(),
                _ => "the word".to_owned(),
            },
            ParseContext::Entry => match first {
                "order" => "the order".to_owned(),
                "on" => "the rule".to_owned(),
                _ => "the mapping".to_owned(),
            },
            ParseContext::TestLine => "the line".to_owned(),
            // It has no parts that could end before it.
            ParseContext::Expression => return None,
            ParseContext::RecordLine => match first {
                "order" if self.tokens_before().nth(1) != Some(":") => "the order",
                _ => "the field",
            }
            .to_owned(),
        })
        .filter(|_| {
            // A keyword alone is no part that could end. `ieee` is one by itself.
            self.last_token_before().is_some_and(|before| before > self.tokens.start || first == "ieee")
        })
    }
}

/// Whether a rule ends something, or stands between its two parts.
fn ends_part(rule: Rule) -> bool {
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
fn extends_part(rule: Rule) -> bool {
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
            | Rule::kw_at
            | Rule::kw_written
            | Rule::bar
            | Rule::or
            | Rule::and
            | Rule::times
            | Rule::sign
            | Rule::product_sign
            | Rule::dot
            | Rule::kw_bytes
    )
}

/// `text` as messages show it.
pub(super) fn quote_text(text: &str) -> String {
    const SHOWN: usize = 40;
    let text = text.trim_end();
    // Cut at a character and not at a byte, as the text may have any.
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("`{}…`", &text[..end]),
        None => format!("`{text}`"),
    }
}

/// The choices, if a line can start with many words.
fn list_first_words(rules: &[Rule]) -> Option<String> {
    let (introduction, words): (_, &[&str]) = rules.iter().find_map(|rule| match rule {
        Rule::item => Some(("items start with", words::ITEMS.as_slice())),
        Rule::clause => Some(("clauses of a float start with", words::CLAUSES.as_slice())),
        Rule::family_clause => Some(("clauses start with", words::FAMILY_CLAUSES.as_slice())),
        Rule::entry => Some(("lines start with an MPI name,", words::ENTRIES.as_slice())),
        Rule::record_line => Some(("lines start with the name of a field,", words::RECORD_LINES.as_slice())),
        Rule::field_setting => Some(("clauses of a field start with", words::FIELD_CLAUSES.as_slice())),
        _ => None,
    })?;
    let words: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
    Some(format!("{introduction} {}", join_names(&words)))
}

fn join_names(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}
