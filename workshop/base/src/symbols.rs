//! What the symbols of a program are called into which the runtime's loops are compiled.

/// The name of a symbol's mapping, such as `ibm370 Real8 Read`, or `None` if it belongs to no mapping.
pub fn mapping_name(symbol: &str) -> Option<String> {
    let direction = if symbol.contains("4Read") { "Read" } else { "Write" };
    let (before, after) = symbol.split_once("11conversions")?;
    let representation = before.rsplit_once("8standard")?.1;
    Some(format!("{} {} {direction}", strip_length_prefix(representation)?, strip_length_prefix(after)?))
}

/// A name that is preceded by its length: `ibm370` for `6ibm370`.
fn strip_length_prefix(text: &str) -> Option<&str> {
    let digits = text.len() - text.trim_start_matches(|letter: char| letter.is_ascii_digit()).len();
    // A name begins with a letter, so the length is all the leading digits.
    (1..=digits).find_map(|split| {
        let length: usize = text[..split].parse().ok()?;
        let name = text[split..].get(..length)?;
        name.starts_with(|letter: char| letter.is_ascii_alphabetic()).then_some(name)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mapping_is_found_in_a_symbol() {
        let symbol = "_RINvNtCs6_7datarep6kernel8run_avx2INtNtNtB4_7convert6blocks6BlocksINtBM_5Write\
                      NtNtNtNtB4_8standard6ibm37011conversions5Real8EKj40_EEB4_";
        assert_eq!(mapping_name(symbol).as_deref(), Some("ibm370 Real8 Write"));
        assert_eq!(mapping_name("_RNvCs6_7datarep4main"), None);
    }
}
