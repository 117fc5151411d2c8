//! Prints conversions for people: the order of the bytes, and the rules.

use std::fmt::{self, Display, Formatter};

use crate::model::{
    ByteOrder, Container, Conversion, InvalidRule, MissingRule, Model, NoncanonicalRule, OverflowRule,
    Policy, Rounding, SpecialRule, UnderflowRule, UnmappedRule, ZeroRule,
};

/// An order as a text writes it.
pub(super) struct OrderText<'o>(pub(super) &'o ByteOrder);

impl Display for OrderText<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let word = |big: bool| if big { "big" } else { "little" };
        match self.0 {
            ByteOrder::Big => f.write_str("big"),
            ByteOrder::Little => f.write_str("little"),
            // This one has a name of its own in the language.
            ByteOrder::Units { bits: 16, units_big: true, bytes_big: false } => f.write_str("pdp"),
            ByteOrder::Units { bits, units_big, bytes_big } => {
                write!(f, "unit({bits}, {}, {})", word(*units_big), word(*bytes_big))
            }
            ByteOrder::Bytes(bytes) => write!(f, "{bytes:?}"),
            ByteOrder::Contained(container) => {
                // The usual order is left out.
                let little = |big: &bool| if *big { "" } else { ", little" };
                match container {
                    Container::RightJustified { bytes, big } => {
                        write!(f, "right_justified({bytes}{})", little(big))
                    }
                    Container::LeftJustified { bytes, big } => {
                        write!(f, "left_justified({bytes}{})", little(big))
                    }
                    Container::SixInEight => f.write_str("six_in_eight"),
                    Container::CoreDump => f.write_str("core_dump"),
                }
            }
        }
    }
}

pub(super) fn print_conversion(
    f: &mut Formatter<'_>,
    model: &Model,
    index: usize,
    conversion: &Conversion,
) -> fmt::Result {
    let format = &model.formats[conversion.format.0].name;
    writeln!(
        f,
        "    [{index}] {} as {format} {}: `{}`",
        conversion.native.word(),
        OrderText(&conversion.order),
        conversion.title
    )?;
    print_policy(f, "read", &conversion.read)?;
    print_policy(f, "write", &conversion.write)
}

/// Prints the rules that differ from the defaults.
fn print_policy(f: &mut Formatter<'_>, direction: &str, policy: &Policy) -> fmt::Result {
    let usual = Policy::DEFAULT;
    let mut rules = Vec::new();
    if policy.overflow != usual.overflow {
        rules.push(format!("overflow => {}", format_overflow(policy.overflow)));
    }
    for (name, rule, usual) in [
        ("infinity", policy.infinity, usual.infinity),
        ("nan", policy.nan, usual.nan),
        ("reserved", policy.reserved, usual.reserved),
    ] {
        if rule != usual {
            rules.push(format!("{name} => {}", format_special(rule)));
        }
    }
    if policy.underflow != usual.underflow {
        rules.push(format!("underflow => {}", format_underflow(policy.underflow)));
    }
    // With the error, the rounding does not matter.
    if policy.inexact_error {
        rules.push("inexact => error".to_owned());
    } else if policy.rounding != usual.rounding {
        rules.push(format!("inexact => {}", format_rounding(policy.rounding)));
    }
    if policy.negative_zero != usual.negative_zero {
        rules.push(format!("negative_zero => {}", format_zero(policy.negative_zero)));
    }
    if policy.unmapped != usual.unmapped {
        rules.push(format!("unmapped => {}", format_unmapped(policy.unmapped)));
    }
    if policy.missing != usual.missing {
        let rule = match policy.missing {
            MissingRule::Error => "error",
            MissingRule::Nan => "nan",
            MissingRule::Zero => "zero",
            MissingRule::Payload => "nan(payload)",
        };
        rules.push(format!("missing => {rule}"));
    }
    match policy.noncanonical {
        NoncanonicalRule::Ignore => {}
        NoncanonicalRule::Keep => rules.push("noncanonical => keep".to_owned()),
        NoncanonicalRule::Error => rules.push("noncanonical => error".to_owned()),
    }
    if policy.invalid != usual.invalid {
        rules.push(format!("invalid => {}", format_invalid(policy.invalid)));
    }
    if rules.is_empty() {
        return Ok(());
    }
    writeln!(f, "        on {direction} {{ {} }}", rules.join(", "))
}

fn format_overflow(rule: OverflowRule) -> &'static str {
    match rule {
        OverflowRule::Error => "error",
        OverflowRule::Saturate => "saturate",
        OverflowRule::Infinity => "infinity",
        OverflowRule::Nan => "nan",
        OverflowRule::Wrap => "wrap",
    }
}

fn format_special(rule: SpecialRule) -> &'static str {
    match rule {
        SpecialRule::Keep => "keep",
        SpecialRule::Error => "error",
        SpecialRule::Zero => "zero",
        SpecialRule::Nan => "nan",
        SpecialRule::Infinity => "infinity",
        SpecialRule::Saturate => "saturate",
        SpecialRule::Reserved => "reserved",
        SpecialRule::Missing => "missing",
    }
}

fn format_underflow(rule: UnderflowRule) -> &'static str {
    match rule {
        UnderflowRule::Subnormal => "subnormal",
        UnderflowRule::Zero => "zero",
        UnderflowRule::Error => "error",
    }
}

fn format_rounding(rule: Rounding) -> &'static str {
    match rule {
        Rounding::NearestEven => "nearest_even",
        Rounding::TowardZero => "toward_zero",
        Rounding::NearestAway => "nearest_away",
        Rounding::Up => "up",
        Rounding::Down => "down",
    }
}

fn format_zero(rule: ZeroRule) -> &'static str {
    match rule {
        ZeroRule::Keep => "keep",
        ZeroRule::Zero => "zero",
        ZeroRule::Error => "error",
    }
}

fn format_unmapped(rule: UnmappedRule) -> String {
    match rule {
        UnmappedRule::Error => "error".to_owned(),
        UnmappedRule::Substitute(code) => format!("substitute({code:#X})"),
    }
}

fn format_invalid(rule: InvalidRule) -> &'static str {
    match rule {
        InvalidRule::Error => "error",
        InvalidRule::Zero => "zero",
    }
}
