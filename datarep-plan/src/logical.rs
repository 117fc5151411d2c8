//! Truth values: the words that are true, and the words that are written.

use datarep_dsl::model::{Conversion, Event, Format, Logical, Native, Policy, Truth, UnmappedRule};

use crate::body::Body;
use crate::builder::{BodyBuilder, Cond, hex, word};
use crate::conversion::{Bodies, OrdinaryBody};
use crate::primitive::Primitive;
use crate::types::{Type, container, mask};

/// The bodies for a logical format and a native truth value.
pub(crate) fn plan_logical(format: &Format, logical: Logical, conversion: &Conversion) -> Bodies {
    // Items of 128 bits are converted one by one if both sides have that size; see the runtime's `kernel`.
    let is_long = container(format.bits) == 128 && conversion.native == Native::Logical16;
    let ordinary = || if is_long { OrdinaryBody::None } else { OrdinaryBody::Exact };
    Bodies {
        read: plan_reading(format.bits, logical, conversion.native, &conversion.read),
        write: plan_writing(format.bits, logical, conversion.native),
        read_ordinary: ordinary(),
        write_ordinary: ordinary(),
    }
}

fn plan_reading(bits: u32, logical: Logical, native: Native, policy: &Policy) -> Body {
    let builder = BodyBuilder::default();
    let item = builder.input(Type::word(bits), mask(bits));
    let any = item.differs(0);
    let (truth, unmapped) = match logical.truth {
        Truth::Nonzero => (any, Cond::Never),
        Truth::LowBit => ((item & hex(1)).differs(0), Cond::Never),
        Truth::SignBit => ((item >> (bits - 1)).differs(0), Cond::Never),
        Truth::Equals(number) => {
            // Zero is false, so only words other than zero can be without a meaning.
            let other = any & item.differs(word(number, bits));
            let truth = match policy.unmapped {
                // Words without a meaning are true then, and with them all but zero.
                UnmappedRule::Substitute(code) if code != 0 => any,
                UnmappedRule::Substitute(_) | UnmappedRule::Error => item.equals(word(number, bits)),
            };
            (truth, other)
        }
    };
    let truth = truth.to_value(&builder);
    let truth = if native == Native::Bool {
        truth
    } else {
        builder.call_primitive(Primitive::FromBool(native), &[truth])
    };
    builder.finish_exact(truth, unmapped.choose_events(&builder, Event::Unmapped))
}

fn plan_writing(bits: u32, logical: Logical, native: Native) -> Body {
    let builder = BodyBuilder::default();
    let item = builder.input(Type::from_native(native), u128::MAX);
    let truth = if native == Native::Bool {
        item
    } else {
        builder.call_primitive(Primitive::ToBool(native), &[item])
    };
    let ty = Type::word(bits);
    let [yes, no] = [logical.written, 0].map(|number| builder.constant(ty, word(number, bits)));
    builder.finish_exact(Cond::from_value(truth).select(yes, no).with_name("word"), builder.no_events())
}
