//! The cost of a format before any byte is seen: how much rarer than a plain integer it is in files.
//!
//! A cost is a number of bits: the logarithm of how many times rarer the format is. It only decides between formats
//! that explain the bytes about equally well, since a single item of a wrong format costs as much, and there are
//! hundreds of items. So there are only a few coarse steps: formats that programs still write (integers and IEEE
//! floats), formats that archives hold (those of machines that many people had), and the rest.

use datarep_dsl::model::{ByteOrder, Format, FormatKind, IntegerSign};

/// Integers of a power of two bytes, in two's complement.
const PLAIN: f64 = 0.0;

/// IEEE floats of 32 and 64 bits, unsigned integers.
const USUAL: f64 = 1.0;

/// Formats in millions of archived files: those of IBM's mainframes, of VAX and of SAS, decimals, and half floats.
const ARCHIVED: f64 = 4.0;

/// All other formats: some three hundred, which together occur in few files.
const RARE: f64 = 12.0;

/// Formats with this cost or more are tried at the first byte only, and not in the middle of records.
pub(super) const UNUSUAL: f64 = RARE;

/// The bytes were exchanged: the order is not that of the format's machine.
const EXCHANGED: f64 = 3.0;

/// The format has another name that is better known.
pub(super) const SYNONYM: f64 = 2.0;

/// The share of the cost of a name that each item adds. The model describes real numbers only roughly, and is off by
/// some hundredths of a bit for each. No format must win by less than that against a much more usual one.
const EACH: f64 = 0.01;

/// The powers of two within which most measurements and counts lie (a millionth to a million), and the cost of each
/// power beyond.
const USUAL_POWERS: f64 = 20.0;
const BEYOND: f64 = 0.5;

/// The cost of a name of `bits` bits for `items` items with magnitudes about 2^`power`.
pub(super) fn cost_of_name(bits: f64, power: f64, items: usize) -> f64 {
    // Values beyond 2^20 or below 2^-20 are rare as measurements, and usual where a format is wrong.
    let beyond = (power.abs() - USUAL_POWERS).clamp(0.0, 64.0) * BEYOND;
    (bits + beyond) * (1.0 + EACH * super::reading::to_f64(items))
}

/// Formats that many archives hold.
const KEPT: &[&str] =
    &["f16", "bf16", "hfp32", "hfp64", "xport64", "vax_f", "vax_d", "vax_g", "cray64", "mbf32", "pdp32"];

/// Families of machines that store the most significant byte first. The little order means that bytes were exchanged.
const BIG_MACHINES: &[&str] =
    &["ibm", "cray", "hp", "tandem", "norsk", "aerospace", "mainframe", "cdc", "univac", "logging"];

/// The cost of a format in an order. `own` is the order of a mapping that names none.
pub(super) fn cost_of_format(
    name: &str,
    family: &str,
    format: &Format,
    own: &ByteOrder,
    order: &ByteOrder,
) -> f64 {
    // A format with an order of its own is rarely found in another one. For others, only swapped words and machines that
    // are known to be big-endian count.
    let exchanged = match &format.order {
        Some(_) => order != own,
        None if matches!(order, ByteOrder::Units { .. }) => true,
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
