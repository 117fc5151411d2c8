//! Floats of any kind: the fields of a word, and the runtime's exact arithmetic between them and a native float.
//!
//! The numbers of a format are determined once, as a [`NumberRange`]. `read` and `write` take words apart and put them
//! together.

mod facts;
pub(crate) mod fields;
mod line;
mod read;
mod special;
mod write;

use std::cell::OnceCell;

use datarep_dsl::model::{Conversion, Float, Format, Native, NativeFloat, Policy};

use self::facts::{is_ieee, keeps_patterns};
use self::line::NumberRange;
use self::write::FloatWriter;
use crate::body::Body;
use crate::builder::BodyBuilder;
use crate::conversion::{Bodies, OrdinaryBody};
use crate::ordinary;
use crate::types::{ResultPart, Type, mask};

/// Whether every word means the same to the processor, and the rules change nothing.
pub(crate) fn is_native(format: &Format, float: &Float, conversion: &Conversion) -> bool {
    conversion.native.float().is_some_and(|native| {
        is_ieee(format, float, native)
            && keeps_patterns(&conversion.read)
            && keeps_patterns(&conversion.write)
    })
}

/// The bodies for a float format and a native float.
pub(crate) fn plan_float(
    format: &Format,
    float: &Float,
    native: (Native, NativeFloat),
    conversion: &Conversion,
) -> Bodies {
    let is_ieee = is_ieee(format, float, native.1);
    // The line is determined once, and not at all if both directions copy words.
    let line = OnceCell::new();
    let line = || line.get_or_init(|| NumberRange::from_float(float));
    // Where every pattern is kept, a word is the native float's, and there is nothing to round.
    let (read, read_ordinary) = if is_ieee && keeps_patterns(&conversion.read) {
        (plan_copied_reading(format, native.0), OrdinaryBody::Exact)
    } else {
        let exact = read::plan_reading(format, float, native, &conversion.read, line());
        (exact, ordinary::plan_reading(format, float, native.0, &conversion.read))
    };
    let (write, write_ordinary) = if is_ieee && keeps_patterns(&conversion.write) {
        (plan_copied_writing(native.0), OrdinaryBody::Exact)
    } else {
        let exact = plan_exact_writing(format, float, native, &conversion.write, line());
        (exact, ordinary::plan_writing(format, float, native.0, &conversion.write))
    };
    Bodies { read, write, read_ordinary, write_ordinary }
}

fn plan_copied_reading(format: &Format, native: Native) -> Body {
    let builder = BodyBuilder::default();
    let word = builder.input(Type::word(format.bits), mask(format.bits));
    builder.finish_exact(word.float_from_bits(Type::from_native(native)), builder.no_events())
}

fn plan_copied_writing(native: Native) -> Body {
    let builder = BodyBuilder::default();
    builder.finish_exact(builder.input(Type::from_native(native), u128::MAX).to_bits(), builder.no_events())
}

fn plan_exact_writing(
    format: &Format,
    float: &Float,
    native: (Native, NativeFloat),
    policy: &Policy,
    line: &NumberRange,
) -> Body {
    let builder = BodyBuilder::default();
    let item = builder.input(Type::from_native(native.0), u128::MAX);
    let writer = FloatWriter::new(&builder, format, float, native, policy, line);
    let rounded = writer.round_value();
    let number = writer.assemble_word(rounded);
    let finite = writer.apply_finite_rules(rounded, number);
    // Infinities and NaNs last: what the finite rules made of them means nothing.
    let made = writer.apply_special_rules(finite, item);
    builder.finish_exact(
        made.take_part(ResultPart::Word).to_word(format.bits),
        made.take_part(ResultPart::Kinds),
    )
}

#[cfg(test)]
mod tests;
