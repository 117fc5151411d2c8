//! What to type instead, at a place in a choice where the grammar stopped.

use super::Rule;
use super::advice::Advice;
use super::scan::TokenKind;
use super::stop::SyntaxStop;

/// Words with which other languages begin a choice.
const BEGINNINGS: [&str; 6] = ["switch", "match", "case", "select", "union", "when"];

impl SyntaxStop<'_> {
    /// The text intended in a choice, or in what is probably one.
    pub(super) fn advise_choice(&self) -> Option<Advice> {
        let found = self.found_text();
        let before: Vec<&str> = self.tokens_before().collect();
        let help = |help: String| Some((None, help));
        match before.as_slice() {
            [.., ":" | "[", "choice", name] if found == "{" && before.contains(&"[") && *name != ":" => {
                return help("write a record with the choice, and an array of that record".to_owned());
            }
            [.., ":", "choice", "{"] => {
                return help("name the field that decides, as in `choice kind { … }`".to_owned());
            }
            [.., ";", "choice"] if found == "{" => {
                return help("name the field that decides, as in `choice kind { … }`".to_owned());
            }
            [.., ";", "if" | "match" | "switch" | "case"] => {
                return help(format!("write `choice {found} {{ 1 => 3; otherwise => 0; }}`"));
            }
            [.., ";", name]
                if matches!(found, "==" | "!=" | "<" | ">" | "<=" | ">=")
                    && before.contains(&"[")
                    && !matches!(self.token_text(self.index + 1), "<" | ">") =>
            {
                return help(format!("write `choice {name} {{ 1 => 3; otherwise => 0; }}`"));
            }
            [.., ":", name]
                if matches!(found, "+" | "-" | "/" | "%") && self.expects_rule(Rule::semicolon) =>
            {
                return help(format!(
                    "write a number of bytes as `{name} {found} 1 bytes`, and an array as `[u8; {name} {found} 1]`"
                ));
            }
            [.., ":", word, name, "{"] if BEGINNINGS.contains(word) => {
                return help(format!("write `choice {name} {{ … }}`"));
            }
            [.., "=>", name] if found == "{" && before.contains(&"choice") => {
                return help(format!(
                    "define `record {name} {{ … }}` on its own, and write only its name here"
                ));
            }
            _ => {}
        }
        if self.expects_rule(Rule::alternative) && self.kind_of(self.index) == Some(TokenKind::Word) {
            return match found {
                "else" | "default" | "other" | "others" | "rest" | "_" => {
                    help("write `otherwise`".to_owned())
                }
                word => help(format!("write a text in quotes, as in `\"{word}\" => customer;`")),
            };
        }
        if self.expects_rule(Rule::arrow) && self.expects_rule(Rule::to) && before.contains(&"choice") {
            return match found {
                "," | "||" => help("write `|` between two cases".to_owned()),
                ":" | "=" | "->" => help("write `=>`".to_owned()),
                _ => None,
            };
        }
        None
    }
}
