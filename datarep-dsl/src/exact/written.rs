//! The words that are written for special encodings.

use super::cells::{FieldCells, Interval};
use super::machine::FloatConverter;
use crate::model::word::{Fields, field_bits};
use crate::model::{Class, Float, QuietBit};

/// The word that is written for the special encoding at `index`.
///
/// It is the smallest word with the sign bit clear, if the condition allows that. For zero it is all zeros, for a NaN
/// the quiet NaN without payload. NaN and infinity have the stored leading bit set.
pub(crate) fn find_written_word(float: &Float, bits: u32, index: usize) -> Option<u128> {
    let cells = FieldCells::new(float);
    let machine = FloatConverter::new(float, bits);
    let class = float.specials[index].class;
    let leads = matches!(class, Class::Nan | Class::Infinity);
    let stored = field_bits(&float.significand);
    // A format without stored bits has no quiet bit. The shift by -1 must not happen.
    let top = if stored == 0 { 0 } else { 1_u128 << (stored - 1) };
    let quiet = match float.quiet {
        QuietBit::Set => top,
        // As on MIPS and PA-RISC: with its top bit clear, a quiet NaN needs another bit. All that are left are set.
        QuietBit::Clear => top.saturating_sub(1),
    };
    cells
        .all_cells()
        .filter(|cell| float.special_of(&cell.lowest_fields()) == Some(index))
        .filter_map(|cell| {
            let Interval { low, high } = cell.exponents;
            // Where the exponent may be zero by any code, its field is as plain as it can be.
            let exponent = if low < 0 && high >= 0 { 0 } else { low };
            let is_quiet = class == Class::Nan && cell.significands.contains(quiet);
            let significand = if is_quiet { quiet } else { cell.significands.low };
            let word = machine.assemble_word(&Fields { exponent, significand, ..cell.lowest_fields() })?;
            // All zeros are their own complement, so the negative word of all zeros is the sign bit alone.
            let word = if word == 0 && cell.sign { 1 << float.sign? } else { word };
            // In the order of preference: a clear sign, a quiet NaN, a leading bit that is set, and then the smallest
            // word.
            Some((cell.sign, class == Class::Nan && !is_quiet, leads && !cell.leading, word))
        })
        .min()
        .map(|(.., word)| word)
}
