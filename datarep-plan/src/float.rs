//! Floats of any kind: the fields of a word, and the runtime's exact arithmetic between them and a native float.
//!
//! The numbers of a format are determined once, as a [`Line`]. `read` and `write` take words apart and put them
//! together.

mod facts;
pub(crate) mod fields;
mod line;
mod read;
mod special;
mod write;

use std::cell::OnceCell;

use datarep_dsl::model::{Conversion, Float, Format, Native, NativeFloat, Policy};

use self::facts::{is_ieee, keeps};
use self::line::Line;
use self::write::Writer;
use crate::body::Body;
use crate::builder::Builder;
use crate::conversion::{Bodies, Ordinary};
use crate::ordinary;
use crate::types::{Part, Type, mask};

/// Whether every word means the same to the processor, and the rules change nothing.
pub(crate) fn is_native(format: &Format, float: &Float, conversion: &Conversion) -> bool {
    conversion.native.float().is_some_and(|native| {
        is_ieee(format, float, native) && keeps(&conversion.read) && keeps(&conversion.write)
    })
}

/// The bodies for a float format and a native float.
pub(crate) fn plan(
    format: &Format,
    float: &Float,
    native: (Native, NativeFloat),
    conversion: &Conversion,
) -> Bodies {
    let is_ieee = is_ieee(format, float, native.1);
    // The line is determined once, and not at all if both directions copy words.
    let line = OnceCell::new();
    let line = || line.get_or_init(|| Line::of(float));
    let (read, read_ordinary) = if is_ieee && keeps(&conversion.read) {
        (read_copied(format, native.0), Ordinary::Exact)
    } else {
        let exact = read::read(format, float, native, &conversion.read, line());
        (exact, ordinary::read(format, float, native.0, &conversion.read))
    };
    let (write, write_ordinary) = if is_ieee && keeps(&conversion.write) {
        (write_copied(native.0), Ordinary::Exact)
    } else {
        let exact = write_exact(format, float, native, &conversion.write, line());
        (exact, ordinary::write(format, float, native.0, &conversion.write))
    };
    Bodies { read, write, read_ordinary, write_ordinary }
}

fn read_copied(format: &Format, native: Native) -> Body {
    let builder = Builder::default();
    let word = builder.input(Type::word(format.bits), mask(format.bits));
    builder.exact(word.float_from_bits(Type::of(native)), builder.no_events())
}

fn write_copied(native: Native) -> Body {
    let builder = Builder::default();
    builder.exact(builder.input(Type::of(native), u128::MAX).to_bits(), builder.no_events())
}

fn write_exact(
    format: &Format,
    float: &Float,
    native: (Native, NativeFloat),
    policy: &Policy,
    line: &Line,
) -> Body {
    let builder = Builder::default();
    let item = builder.input(Type::of(native.0), u128::MAX);
    let writer = Writer::new(&builder, format, float, native, policy, line);
    let rounded = writer.rounded();
    let number = writer.made(rounded);
    let finite = writer.finite(rounded, number);
    let made = writer.specials(finite, item);
    builder.exact(made.part(Part::Word).to_word(format.bits), made.part(Part::Kinds))
}

#[cfg(test)]
mod tests;
