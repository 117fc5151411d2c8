//! What to type instead, at a place in a choice where the grammar stopped.

use super::Rule;
use super::advice::Advice;
use super::scan::TokenKind;
use super::stop::SyntaxStop;

/// Words with which other languages begin a choice.
const BEGINNINGS: [&str; 5] = ["switch", "match", "case", "select", "when"];

/// Words with which other languages begin the same bytes read in several ways.
const OVERLAYS: [&str; 5] = ["union", "redefines", "redefine", "overlays", "overlayed"];

impl SyntaxStop<'_> {
    /// The text intended in a choice, or in what is probably one.
    pub(super) fn advise_choice(&self) -> Option<Advice> {
        let found_text = self.found_text();
        let before: Vec<&str> = self.tokens_before().collect();
        let help = |help: String| Some((None, help));
        // Counts before fields: `choice` may stand in both, and only the `;` of an array tells a count.
        if let Some(advice) = self.advise_count(&before) {
            return Some(advice);
        }
        // The patterns look at the tokens before the stop alone. The special ones come first: a choice in an
        // array also ends like a choice without a field.
        match before.as_slice() {
            [.., ":" | "[", "choice", name] if found_text == "{" && before.contains(&"[") && *name != ":" => {
                return help("write a record with the choice, and an array of that record".to_owned());
            }
            [.., ":", "choice", "{"] => {
                return help(
                    "name the field that decides, as in `choice kind { … }`, or write `choice valid { … }`"
                        .to_owned(),
                );
            }
            [.., ":", "choice", _, "{"] if self.next_token_text() == Some(":") => {
                return help(
                    "write a case before each alternative, as in `1 => customer;`, or `choice valid { … }`"
                        .to_owned(),
                );
            }
            [.., ":", word, name, "{"] if BEGINNINGS.contains(word) => {
                return help(format!("write `choice {name} {{ … }}`"));
            }
            [.., "=>", name] if found_text == "{" && before.contains(&"choice") => {
                return help(format!(
                    "define `record {name} {{ … }}` on its own, and write only its name here"
                ));
            }
            _ => {}
        }
        if let Some(text) = advise_overlay(&before, found_text) {
            return help(text);
        }
        if let Some(text) = self.advise_plain_alternative(&before, found_text) {
            return help(text);
        }
        // What follows knows only which rules could have gone on, so it comes after all advice that saw more.
        if self.expects_rule(Rule::alternative) && self.token_kind(self.index) == Some(TokenKind::Word) {
            return match found_text {
                "else" | "default" | "other" | "others" | "rest" | "_" => {
                    help("write `otherwise`".to_owned())
                }
                word => help(format!("write a text in quotes, as in `\"{word}\" => customer;`")),
            };
        }
        if self.expects_rule(Rule::arrow) && self.expects_rule(Rule::to) && before.contains(&"choice") {
            return match found_text {
                "," | "||" => help("write `|` between two cases".to_owned()),
                ":" | "=" | "->" => help("write `=>`".to_owned()),
                _ => None,
            };
        }
        None
    }

    /// The token after the one at which the grammar stopped.
    fn next_token_text(&self) -> Option<&str> {
        self.token_kind(self.index + 1).map(|_| self.token_text(self.index + 1))
    }

    /// The text intended in an overlay, or in a choice by what is valid.
    fn advise_plain_alternative(&self, before: &[&str], found_text: &str) -> Option<String> {
        // The innermost block in which the fault stands, and the field that it belongs to.
        let open = before.iter().rposition(|word| *word == "{")?;
        let head = &before[..open];
        let colon = head.iter().rposition(|word| *word == ":")?;
        // From the colon on, so that a field named `overlay` is none.
        let is_overlay = head[colon..].contains(&"overlay");
        if !is_overlay && !matches!(head[colon..], [":", "choice", "valid", ..]) {
            return None;
        }
        let kind = if is_overlay { "overlay" } else { "choice by what is valid" };
        let is_case =
            matches!(self.token_kind(self.index), Some(TokenKind::Number)) || found_text.starts_with('"');
        match (before, found_text) {
            ([.., "else" | "default" | "other" | "others" | "rest" | "_"], "=>") if !is_overlay => {
                Some("write `otherwise` before `=>`".to_owned())
            }
            (_, "=>") => Some(
                format!("an {kind} has no cases: leave out what stands before `=>`")
                    // The sentence serves both words, and only one begins with a vowel.
                    .replace("an choice", "a choice"),
            ),
            _ if is_case => {
                let cases = if is_overlay { "an overlay has no cases" } else { "nothing is compared here" };
                Some(format!(
                    "{cases}: write the field alone, as in `amount: packed_decimal(7, 2);`, or name the field that decides, as in `choice kind {{ … }}`"
                ))
            }
            _ => None,
        }
    }

    /// The text intended in a count. `before` are the words before the fault.
    fn advise_count(&self, before: &[&str]) -> Option<Advice> {
        let found_text = self.found_text();
        let help = |help: String| Some((None, help));
        match before {
            [.., ";", "choice"] if found_text == "{" => {
                help("name the field that decides, as in `choice kind { … }`".to_owned())
            }
            [.., ";", "if" | "match" | "switch" | "case"] => {
                help(format!("write `choice {found_text} {{ 1 => 3; otherwise => 0; }}`"))
            }
            [.., ";", name]
                if matches!(found_text, "==" | "!=" | "<" | ">" | "<=" | ">=")
                    && before.contains(&"[")
                    && !matches!(self.token_text(self.index + 1), "<" | ">") =>
            {
                help(format!("write `choice {name} {{ 1 => 3; otherwise => 0; }}`"))
            }
            [.., ":", name]
                if matches!(found_text, "+" | "-" | "/" | "%") && self.expects_rule(Rule::semicolon) =>
            {
                help(format!(
                    "write a number of bytes as `{name} {found_text} 1 bytes`, and an array as `[u8; {name} {found_text} 1]`"
                ))
            }
            _ => None,
        }
    }
}

/// The overlay intended, where another language's words for it stand.
fn advise_overlay(before: &[&str], found_text: &str) -> Option<String> {
    Some(match before {
        [.., "[", "overlay"] if found_text == "{" => {
            "write a record with the overlay, and an array of that record".to_owned()
        }
        [.., ":", word, "{"] if OVERLAYS.contains(word) => "write `overlay { … }`".to_owned(),
        [.., ":", word, name] if OVERLAYS.contains(word) => {
            format!("write an `overlay {{ … }}` of both fields instead of `{name}` and this one")
        }
        [.., ":", word, name, "{"] if OVERLAYS.contains(word) => {
            format!("write `choice {name} {{ … }}`, or `overlay {{ … }}` for all that are valid")
        }
        [.., ":", "overlay", name] if found_text == "{" && *name != "{" => {
            format!("write `choice {name} {{ … }}` if a field decides, and `overlay {{ … }}` if not")
        }
        _ => return None,
    })
}
