//! What a format costs before any byte is seen: how much rarer than a plain integer it is in files.
//!
//! A cost is a number of bits, the logarithm of how many times rarer. It only decides between formats that explain the bytes
//! about equally well: an item of a wrong format loses as much, and there are hundreds of items. So the steps are coarse, and are set by
//! what programs still write (integers and IEEE floats), what archives hold (formats of machines that many had), and the rest.

use datarep_dsl::model::{ByteOrder, Format, FormatKind, IntegerSign};

/// Integers of a power of two bytes, in two's complement.
const PLAIN: f64 = 0.0;

/// IEEE floats of 32 and 64 bits, unsigned integers.
const USUAL: f64 = 1.0;

/// What archives hold by the millions of files: formats of IBM's mainframes, of VAX, of SAS; decimals; half floats.
const ARCHIVED: f64 = 4.0;

/// All other formats: some three hundred, which together are seen in one file of many.
const RARE: f64 = 12.0;

/// Formats that cost as much are looked for where items begin, and not in the middle of records.
pub(super) const UNUSUAL: f64 = RARE;

/// An order that is not that of the machine whose format it is: somebody has exchanged bytes.
const EXCHANGED: f64 = 3.0;

/// A name of a format that has another one too, which is better known.
pub(super) const SYNONYM: f64 = 2.0;

/// What naming costs once more for each item, of a bit that the name costs. A model that is only roughly right of real numbers is off by some
/// hundredths of a bit for each; no format shall win by less than that against one that is much more usual.
const EACH: f64 = 0.01;

/// Powers of two within which most measurements and counts lie, from a millionth to a million, and what each power beyond costs.
const USUAL_POWERS: f64 = 20.0;
const BEYOND: f64 = 0.5;

/// The cost of a name for so many items, whose magnitudes are about this power of two.
pub(super) fn named(bits: f64, power: f64, items: usize) -> f64 {
    let beyond = (power.abs() - USUAL_POWERS).clamp(0.0, 64.0) * BEYOND;
    (bits + beyond) * (1.0 + EACH * super::reading::to_f64(items))
}

/// Formats that archives hold.
const KEPT: &[&str] =
    &["f16", "bf16", "hfp32", "hfp64", "xport64", "vax_f", "vax_d", "vax_g", "cray64", "mbf32", "pdp32"];

/// Formats of machines with the most significant byte first: the little order is an exchange.
const BIG_MACHINES: &[&str] =
    &["ibm", "cray", "hp", "tandem", "norsk", "aerospace", "mainframe", "cdc", "univac", "logging"];

/// The cost of a format in an order. `own`: the one that a mapping without an order has.
pub(super) fn of(name: &str, family: &str, format: &Format, own: &ByteOrder, order: &ByteOrder) -> f64 {
    let exchanged = match &format.order {
        Some(_) => order != own,
        None => *order == ByteOrder::Little && BIG_MACHINES.contains(&family),
    };
    let kind = match &format.kind {
        FormatKind::Integer(integer) if family.is_empty() => match integer.sign {
            IntegerSign::Twos if format.bits.is_power_of_two() => PLAIN,
            IntegerSign::Unsigned if format.bits.is_power_of_two() => USUAL,
            IntegerSign::Twos | IntegerSign::Unsigned if format.bits == 24 => ARCHIVED,
            IntegerSign::Twos => RARE - SYNONYM,
            _ => RARE,
        },
        FormatKind::Float(_) if family == "ieee" && ["f32", "f64"].contains(&name) => USUAL,
        FormatKind::Decimal(_) => ARCHIVED,
        _ if KEPT.contains(&name) => ARCHIVED,
        FormatKind::Float(_) if ["pdp11_f", "pdp11_d", "mbf64"].contains(&name) => ARCHIVED + SYNONYM,
        _ if family == "mips" || family == "arm" => RARE + SYNONYM,
        _ => RARE,
    };
    kind + if exchanged { EXCHANGED } else { 0.0 }
}
