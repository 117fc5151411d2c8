//! The names that labels have for formats.

/// A type whose values are numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct NumberType {
    /// The format, as the option `--as` takes it.
    pub(super) format: String,
    /// Bytes of an item of the format.
    pub(super) bytes: usize,
    /// How many items are one value: two for complex numbers.
    pub(super) parts: usize,
}

/// A type whose values are texts.
#[derive(Debug, Clone, Copy)]
pub(super) struct TextType {
    pub(super) charset: &'static str,
    /// Whether the characters are those of numbers.
    pub(super) is_number: bool,
}

/// The numbers of a PDS3 type whose values have so many bytes. `None` if the values are no numbers of a format, such as
/// text.
pub(super) fn find_pds3_format(name: &str, bytes: usize) -> Option<NumberType> {
    let name = name.to_ascii_uppercase();
    if let Some(kind) = name.strip_suffix("COMPLEX") {
        // A complex number is two reals of half its size.
        let real = find_pds3_format(&format!("{kind}REAL"), bytes / 2)?;
        return Some(NumberType { parts: 2, ..real });
    }
    let (machine, kind) = match name.split_once('_') {
        Some((machine @ ("MSB" | "LSB" | "MAC" | "SUN" | "PC" | "VAX" | "VAXG" | "IBM" | "IEEE"), kind)) => {
            (machine, kind)
        }
        _ => ("", name.as_str()),
    };
    // PDS3 says that a type without a machine is big-endian.
    let order = if matches!(machine, "LSB" | "PC" | "VAX") { "little" } else { "big" };
    let format = match (kind, machine, bytes) {
        ("INTEGER", _, 1..=8) => add_order(&format!("twos({})", 8 * bytes), bytes, order),
        ("UNSIGNED_INTEGER", _, 1..=8) => add_order(&format!("unsigned({})", 8 * bytes), bytes, order),
        // The formats of the VAX have their own order of bytes, so none is added.
        ("REAL", "VAX", 4) => "vax_f".to_owned(),
        ("REAL" | "DOUBLE", "VAX", 8) => "vax_d".to_owned(),
        ("REAL" | "DOUBLE", "VAXG", 8) => "vax_g".to_owned(),
        ("REAL" | "DOUBLE", "VAX", 16) => "vax_h".to_owned(),
        ("REAL", "IBM", 4) => "hfp32 big".to_owned(),
        ("REAL", "IBM", 8) => "hfp64 big".to_owned(),
        ("REAL", "MAC" | "SUN" | "IEEE" | "" | "PC", 4) | ("FLOAT", "", 4) => format!("f32 {order}"),
        ("REAL", "MAC" | "SUN" | "IEEE" | "" | "PC", 8) | ("FLOAT" | "DOUBLE", "", 8) => {
            format!("f64 {order}")
        }
        ("REAL", "MAC", 10) => "sane_80".to_owned(),
        _ => return None,
    };
    Some(NumberType { format, bytes, parts: 1 })
}

/// The format with the family of the library that defines it, as a text names it.
pub(super) fn qualify_format(format: &str) -> String {
    let families = [("vax_", "dec"), ("hfp", "ibm"), ("sane_", "motorola")];
    let is_ieee = ["f32", "f64"].iter().any(|name| format.starts_with(name));
    let family = families.iter().find(|(begin, _)| format.starts_with(begin)).map(|(_, family)| *family);
    // Integers are of no family.
    family.or(is_ieee.then_some("ieee")).map_or(format.to_owned(), |family| format!("{family}::{format}"))
}

/// The texts of a PDS3 type. `None` if its values are no texts.
pub(super) fn find_pds3_text(name: &str) -> Option<TextType> {
    let name = name.to_ascii_uppercase();
    let (charset, kind) = match name.split_once('_') {
        Some(("EBCDIC", kind)) => ("ebcdic(cp037)", kind),
        Some(("ASCII", kind)) => ("ascii", kind),
        _ if matches!(name.as_str(), "CHARACTER" | "DATE" | "TIME" | "IDENTIFIER") => {
            ("ascii", name.as_str())
        }
        _ => return None,
    };
    Some(TextType { charset, is_number: matches!(kind, "REAL" | "INTEGER" | "COMPLEX") })
}

/// The numbers of a PDS4 type. `None` if its values are no numbers.
pub(super) fn find_pds4_format(name: &str) -> Option<NumberType> {
    let order = if name.contains("LSB") { "little" } else { "big" };
    let float =
        |bytes: usize, parts| Some(NumberType { format: format!("f{} {order}", 8 * bytes), bytes, parts });
    let byte = |format: &str| Some(NumberType { format: format.to_owned(), bytes: 1, parts: 1 });
    match name {
        "UnsignedByte" => return byte("unsigned(8)"),
        "SignedByte" => return byte("twos(8)"),
        "IEEE754MSBSingle" | "IEEE754LSBSingle" => return float(4, 1),
        "IEEE754MSBDouble" | "IEEE754LSBDouble" => return float(8, 1),
        "ComplexMSB8" | "ComplexLSB8" => return float(4, 2),
        "ComplexMSB16" | "ComplexLSB16" => return float(8, 2),
        _ => {}
    }
    let (kind, bytes) = name.split_once("MSB").or_else(|| name.split_once("LSB"))?;
    let bytes: usize = bytes.parse().ok().filter(|bytes| matches!(bytes, 2 | 4 | 8))?;
    let format = match kind {
        "Signed" => "twos",
        "Unsigned" => "unsigned",
        _ => return None,
    };
    let format = add_order(&format!("{format}({})", 8 * bytes), bytes, order);
    Some(NumberType { format, bytes, parts: 1 })
}

/// The format with an order, if it has more than one byte.
pub(super) fn add_order(format: &str, bytes: usize, order: &str) -> String {
    if bytes == 1 { format.to_owned() } else { format!("{format} {order}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number_type(format: &str, bytes: usize, parts: usize) -> NumberType {
        NumberType { format: format.to_owned(), bytes, parts }
    }

    #[test]
    fn types_name_formats_that_are_known() {
        let types = [
            ("VAX_REAL", 4, "vax_f"),
            ("VAX_REAL", 8, "vax_d"),
            ("VAXG_REAL", 8, "vax_g"),
            ("IBM_REAL", 4, "hfp32 big"),
            ("PC_REAL", 4, "f32 little"),
            ("IEEE_REAL", 8, "f64 big"),
            ("MSB_UNSIGNED_INTEGER", 2, "unsigned(16) big"),
            ("VAX_INTEGER", 4, "twos(32) little"),
            ("UNSIGNED_INTEGER", 1, "unsigned(8)"),
            ("MAC_REAL", 10, "sane_80"),
        ];
        for (name, bytes, format) in types {
            assert_eq!(find_pds3_format(name, bytes), Some(number_type(format, bytes, 1)), "{name}");
            let bare = format.split(' ').next().unwrap_or_default();
            assert!(datarep_dynamic::Format::named(bare).is_ok(), "{format}");
        }
        assert_eq!(find_pds3_format("PC_COMPLEX", 8), Some(number_type("f32 little", 4, 2)));
        assert_eq!(find_pds3_format("CHARACTER", 8), None);
        assert_eq!(find_pds4_format("SignedLSB4"), Some(number_type("twos(32) little", 4, 1)));
        assert_eq!(find_pds4_format("IEEE754MSBDouble"), Some(number_type("f64 big", 8, 1)));
        assert_eq!(find_pds4_format("ASCII_Real"), None);
    }
}
