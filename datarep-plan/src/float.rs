//! Floats of any kind: the fields of a word, and the runtime's exact arithmetic between them and a native float.
//!
//! What the numbers of a format are is settled once, as a [`Line`]; `read` and `write` take words apart and put them
//! together.

mod facts;
mod fields;
mod line;
mod read;
mod special;
mod write;

use datarep_dsl::model::{Conversion, Float, Format, Native, NativeFloat, Policy};

use self::facts::{is_ieee, keeps};
use self::line::Line;
use self::write::Writer;
use crate::body::Body;
use crate::builder::Builder;
use crate::types::{Part, Type, mask};

/// Whether every word means what it means to the processor, and the rules leave it as it is.
pub fn is_native(format: &Format, float: &Float, conversion: &Conversion) -> bool {
    conversion.native.float().is_some_and(|native| {
        is_ieee(format, float, native) && keeps(&conversion.read) && keeps(&conversion.write)
    })
}

/// The exact body of reading, and whether it is a copy.
pub fn read_exact(
    format: &Format,
    float: &Float,
    native: (Native, NativeFloat),
    policy: &Policy,
) -> (Body, bool) {
    if is_ieee(format, float, native.1) && keeps(policy) {
        let builder = Builder::default();
        let ty = Type::of(native.0);
        let word = builder.input(Type::word(format.bits), mask(format.bits));
        return (builder.exact(word.float_from_bits(ty), builder.no_events()), true);
    }
    (read::read(format, float, native, policy, width(format, float, native.1)), false)
}

/// The exact body of writing, and whether it is a copy.
pub fn write_exact(
    format: &Format,
    float: &Float,
    native: (Native, NativeFloat),
    policy: &Policy,
) -> (Body, bool) {
    let builder = Builder::default();
    let item = builder.input(Type::of(native.0), u128::MAX);
    if is_ieee(format, float, native.1) && keeps(policy) {
        return (builder.exact(item.to_bits(), builder.no_events()), true);
    }
    let writer = Writer::new(&builder, format, float, native, policy, width(format, float, native.1));
    let rounded = writer.rounded();
    let number = writer.made(rounded);
    let finite = writer.finite(rounded, number);
    let made = writer.specials(finite, item);
    (builder.exact(made.part(Part::Word).to_word(format.bits), made.part(Part::Kinds)), false)
}

/// Bits of the words in which a conversion computes: 64 where all fits, else 128.
fn width(format: &Format, float: &Float, native: NativeFloat) -> u32 {
    let fits = format.bits <= 64 && Line::of(float).precision <= 62 && native.bits <= 64;
    if fits { 64 } else { 128 }
}
