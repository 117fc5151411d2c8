//! The characters that sets have.

use crate::model::Charset;

/// Whether every word of `source` is a character of `target`. If `sound`, every word of `source` is a character.
pub(super) fn covers(target: Charset, source: Charset, sound: bool) -> bool {
    match source {
        Charset::Latin1 | Charset::EbcdicCp037 | Charset::EbcdicCp500 | Charset::EbcdicCp1047 => {
            !matches!(target, Charset::Ascii | Charset::EbcdicCp1140)
        }
        Charset::EbcdicCp1140 => {
            matches!(target, Charset::EbcdicCp1140 | Charset::Ucs2 | Charset::Utf32)
        }
        Charset::Utf32 => sound && target == Charset::Utf32,
        Charset::Ascii | Charset::Ucs2 => false,
    }
}

/// Whether a character set has the character with this Unicode code point.
pub(super) fn has_code(charset: Charset, code: u32) -> bool {
    match charset {
        Charset::Ascii => code < 0x80,
        Charset::Latin1 | Charset::EbcdicCp037 | Charset::EbcdicCp500 | Charset::EbcdicCp1047 => code < 0x100,
        Charset::EbcdicCp1140 => code < 0x100 && code != 0xA4 || code == 0x20AC,
        Charset::Ucs2 => code < 0x1_0000 && char::from_u32(code).is_some(),
        Charset::Utf32 => char::from_u32(code).is_some(),
    }
}
