//! Where the bits of a format's words lie, for pictures of them.

use datarep_dsl::model::{BitRange, Format, FormatKind};
use datarep_dsl::print;
use serde_json::{Value, json};

/// The fields of a word from the most significant bit down: letters, and the numbers of their bits.
pub(crate) fn list_fields(format: &Format) -> Vec<Value> {
    // Formats without fields, such as integers, are drawn as one field `D` of all bits.
    let Some(float) = format.kind.part() else {
        return vec![describe_field('D', BitRange { high: format.bits - 1, low: 0 })];
    };
    // A sum of two floats has two words of equal form, the upper one first.
    let words = if matches!(format.kind, FormatKind::PairSum(_)) { 2 } else { 1 };
    let bits = format.bits / words;
    let pieces = print::list_pieces(float, bits);
    (0..words)
        .rev()
        .flat_map(|word| {
            let up = word * bits;
            let moved = move |range: &BitRange| BitRange { high: range.high + up, low: range.low + up };
            pieces
                .iter()
                .map(move |(letter, range)| describe_field(*letter, moved(range)))
                .collect::<Vec<_>>()
        })
        .collect()
}

fn describe_field(letter: char, range: BitRange) -> Value {
    json!({ "letter": letter.to_string(), "high": range.high, "low": range.low })
}

/// The number of the bit of the word that each bit of an item in a file has, byte by byte from the most significant bit;
/// `null` for bits that have none.
pub(crate) fn list_places(order: &datarep_dsl::model::ByteOrder, bits: u32) -> Vec<Value> {
    let mut places = vec![Value::Null; order.extent(bits) as usize * 8];
    // The order is asked and not understood: each bit is stored alone, and where the bytes change is its place.
    let clear = order.store(0, bits);
    // Words are `u128` here.
    for bit in 0..bits.min(128) {
        let stored = order.store(1 << bit, bits);
        for (index, (with, without)) in stored.iter().zip(&clear).enumerate() {
            let changed = with ^ without;
            for place in (0..8).filter(|place| changed >> place & 1 == 1) {
                // Places count from the most significant bit of each byte, as people draw them.
                if let Some(slot) = places.get_mut(index * 8 + 7 - place) {
                    *slot = json!(bit);
                }
            }
        }
    }
    places
}
