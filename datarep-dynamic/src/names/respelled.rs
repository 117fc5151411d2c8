//! Names that are nearly right: `f32be`, `packed twos(12)`, `signed(12)`, `12-bit`.
//!
//! Each is taken apart into what it says of the numbers, and put together as the language says it. Whether there is such a
//! format is for the caller to find out: nothing here compiles anything.

/// What a name says of numbers.
#[derive(Debug, Default)]
struct NameParts {
    /// The family or the format, without its number of bits, in lower case.
    base: String,
    /// The number of bits, where it was in parentheses or before `bit`.
    bits: Option<u32>,
    order: Option<&'static str>,
    is_packed: bool,
}

/// Other ways to write a name, the likeliest first. The name itself is none of them.
pub(super) fn respell(name: &str) -> Vec<String> {
    let parts = NameParts::from_name(name);
    let bases = match (parts.base.as_str(), parts.bits) {
        // `12-bit` says nothing of a sign.
        ("", Some(_)) => vec!["twos", "unsigned"],
        ("signed" | "int" | "integer" | "sint" | "s" | "i", Some(_)) => vec!["twos"],
        ("uint" | "u", Some(_)) => vec!["unsigned"],
        ("offset_binary" | "offset" | "excess" | "biased", Some(_)) => vec!["offset"],
        (base, _) => vec![base],
    };
    let spellings = bases.into_iter().map(|base| parts.spell(base));
    // A blank behind a comma makes no other name.
    let is_other =
        |spelling: &String| !spelling.is_empty() && spelling.replace(", ", ",") != name.replace(", ", ",");
    spellings.filter(is_other).collect()
}

impl NameParts {
    fn from_name(name: &str) -> NameParts {
        let mut parts = NameParts::default();
        let spaced = name.replace(", ", ",").replace(')', ") ").replace(['-', ':'], " ").to_ascii_lowercase();
        for word in spaced.split_whitespace() {
            match word.trim_matches(',') {
                "packed" => parts.is_packed = true,
                "big" | "be" => parts.order = Some("big"),
                "little" | "le" => parts.order = Some("little"),
                "bit" | "bits" => {
                    // The number stands before it, as a word of its own.
                    let digits = parts.base.trim_end_matches(|letter: char| letter.is_ascii_digit()).len();
                    parts.bits = parts.base[digits..].parse().ok().or(parts.bits);
                    parts.base.truncate(digits);
                }
                word => parts.add_word(word),
            }
        }
        parts
    }

    fn add_word(&mut self, word: &str) {
        if let Some(bits) = word.strip_suffix("bits").or_else(|| word.strip_suffix("bit"))
            && let Ok(bits) = bits.parse()
        {
            self.bits = Some(bits);
            return;
        }
        if let Some((base, bits)) = word.strip_suffix(')').and_then(|word| word.split_once('('))
            && let Ok(bits) = bits.trim().parse()
        {
            (self.base, self.bits) = (base.to_owned(), Some(bits));
            return;
        }
        // `f32be`: only behind a digit, as `double` ends in `le`.
        let ending = [("be", "big"), ("le", "little")].into_iter().find_map(|(ending, order)| {
            let base = word.strip_suffix(ending)?.trim_end_matches('_');
            base.ends_with(|letter: char| letter.is_ascii_digit()).then_some((base, order))
        });
        if let Some((base, order)) = ending {
            (self.base, self.order) = (base.to_owned(), Some(order));
        } else {
            self.base.push_str(word);
        }
    }

    /// The name as the language has it, with another base.
    fn spell(&self, base: &str) -> String {
        let mut spelling = match self.bits {
            Some(bits) if base == "offset" => {
                // The middle of the range stands for zero.
                let middle = 1_u128.checked_shl(bits.saturating_sub(1)).unwrap_or(0);
                format!("offset({bits}, {middle})")
            }
            Some(bits) => format!("{base}({bits})"),
            None => base.to_owned(),
        };
        if self.is_packed {
            spelling.push_str(" packed");
        }
        if let Some(order) = self.order {
            spelling.push(' ');
            spelling.push_str(order);
        }
        spelling
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_in_another_order_are_put_together() {
        for (name, expected) in [
            ("f32be", &["f32 big"][..]),
            ("f32:big", &["f32 big"]),
            ("int16_le", &["int16 little"]),
            ("packed twos(12)", &["twos(12) packed"]),
            ("unsigned(12)packed", &["unsigned(12) packed"]),
            ("signed(12) packed", &["twos(12) packed"]),
            ("12-bit", &["twos(12)", "unsigned(12)"]),
            ("signed 12 bit packed", &["twos(12) packed"]),
            ("offset_binary(12) packed", &["offset(12, 2048) packed"]),
            ("offset(12, 2048)", &[]),
            ("double", &[]),
            ("twos(12)", &[]),
            ("", &[]),
        ] {
            assert_eq!(respell(name), expected, "{name}");
        }
    }
}
