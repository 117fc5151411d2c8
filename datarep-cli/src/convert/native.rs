//! The native types through which items go from one format to another.

use std::fmt::Write as _;

use datarep::{Character, F128, Native};
use datarep_dsl::limits::Limits;
use datarep_dsl::model::{Decimal, DecimalFloat, Format, FormatKind, Integer, IntegerSign};
use datarep_dsl::words::{self, NumberSpan, WordConverter};

use crate::args::ViaType;
use crate::failure::CliFailure;
use crate::names::NamedFormat;

use super::job::ItemSink;
#[cfg(not(feature = "columnar"))]
use super::table::AnyColumn as Column;
#[cfg(feature = "columnar")]
use datarep_arrow::native::Column;

/// A native type through which items can go.
pub(super) trait NativeCell: Native + Default + Copy + Column {
    /// NumPy's name for it.
    const NPY: Option<&'static str>;
    /// Whether its values can be printed.
    const CSV: bool;
    /// Whether its values are characters, and not numbers.
    const IS_TEXT: bool = false;

    /// The number farthest from zero of a sign, if the type has a range beyond which numbers are lost.
    fn farthest(_negative: bool) -> Option<Self> {
        None
    }

    /// The number other than zero that is nearest to it, of a sign, if there is one between zero and one.
    fn nearest(_negative: bool) -> Option<Self> {
        None
    }

    /// Appends its bytes, as an array of NumPy has them.
    fn append_bytes(self, bytes: &mut Vec<u8>);

    /// Writes the bytes of many items, as an array of NumPy has them. Each has as many bytes as the type has in memory.
    fn write_bytes(items: &[Self], bytes: &mut [u8]) {
        let mut own = Vec::with_capacity(size_of::<Self>());
        for (item, out) in items.iter().zip(bytes.chunks_exact_mut(size_of::<Self>())) {
            own.clear();
            item.append_bytes(&mut own);
            out.copy_from_slice(&own);
        }
    }

    /// Writes its value, with as few digits as distinguish it from all others.
    fn write_text(self, out: &mut String);

    /// Returns its value as [`NativeCell::write_text`] writes it.
    fn text(self) -> String {
        let mut text = String::new();
        self.write_text(&mut text);
        text
    }
}

/// Writes numbers of `N` bytes each, in a loop that the compiler makes into one move.
fn put_numbers<T: Copy, const N: usize>(items: &[T], bytes: &mut [u8], number: impl Fn(T) -> [u8; N]) {
    for (item, out) in items.iter().zip(bytes.as_chunks_mut().0) {
        *out = number(*item);
    }
}

/// Appends a value as it prints.
fn append_displayed(out: &mut String, value: impl std::fmt::Display) {
    // Writing to a string cannot fail.
    let _ = write!(out, "{value}");
}

macro_rules! integers {
    ($($native:ty, $npy:expr;)*) => {$(
        impl NativeCell for $native {
            const NPY: Option<&'static str> = $npy;
            const CSV: bool = true;

            fn append_bytes(self, bytes: &mut Vec<u8>) {
                bytes.extend_from_slice(&self.to_le_bytes());
            }

            fn write_bytes(items: &[$native], bytes: &mut [u8]) {
                put_numbers(items, bytes, <$native>::to_le_bytes);
            }

            fn write_text(self, out: &mut String) {
                out.push_str(itoa::Buffer::new().format(self));
            }
        }
    )*};
}

integers! {
    i8, Some("|i1");
    i16, Some("<i2");
    i32, Some("<i4");
    i64, Some("<i8");
    i128, None;
    u8, Some("|u1");
    u16, Some("<u2");
    u32, Some("<u4");
    u64, Some("<u8");
    u128, None;
}

macro_rules! floats {
    ($($native:ty, $npy:literal, $most:literal;)*) => {$(
        impl NativeCell for $native {
            const NPY: Option<&'static str> = Some($npy);
            const CSV: bool = true;

            fn farthest(negative: bool) -> Option<$native> {
                Some(if negative { <$native>::MIN } else { <$native>::MAX })
            }

            fn nearest(negative: bool) -> Option<$native> {
                Some(<$native>::from_bits(1).copysign(if negative { -1.0 } else { 1.0 }))
            }

            fn append_bytes(self, bytes: &mut Vec<u8>) {
                bytes.extend_from_slice(&self.to_le_bytes());
            }

            fn write_bytes(items: &[$native], bytes: &mut [u8]) {
                put_numbers(items, bytes, <$native>::to_le_bytes);
            }

            /// The shortest digits, in the notation of `Debug`; where two are as near, the even one.
            fn write_text(self, out: &mut String) {
                // In this range `zmij` writes no exponent, and neither does `Debug`, which is slower. Beyond it the
                // two differ.
                if (1e-4..$most).contains(&self.abs()) {
                    out.push_str(zmij::Buffer::new().format_finite(self));
                } else if self.is_nan() {
                    out.push_str("nan");
                } else {
                    let _ = write!(out, "{self:?}");
                }
            }
        }
    )*};
}

floats! {
    f32, "<f4", 1e13;
    f64, "<f8", 1e16;
}

impl NativeCell for F128 {
    const NPY: Option<&'static str> = None;
    const CSV: bool = false;

    fn farthest(negative: bool) -> Option<F128> {
        // The largest exponent that is a number's, and all bits of the fraction.
        let largest = (0x7FFE << 112) | ((1 << 112) - 1);
        Some(F128::from_bits(u128::from(negative) << 127 | largest))
    }

    fn nearest(negative: bool) -> Option<F128> {
        Some(F128::from_bits(u128::from(negative) << 127 | 1))
    }

    fn append_bytes(self, _: &mut Vec<u8>) {}

    /// Writes the nearest `f64`, which has enough digits for a report, or the word if that `f64` is not finite.
    fn write_text(self, out: &mut String) {
        let format = datarep_dynamic::Format::named("f128");
        let values = format.and_then(|format| format.to_vec::<f64>(&self.to_bits().to_be_bytes()));
        match values.as_ref().map(|(values, _)| values.as_slice()) {
            Ok([value]) if value.is_finite() => value.write_text(out),
            _ => append_displayed(out, self),
        }
    }
}

impl NativeCell for datarep::Decimal {
    const NPY: Option<&'static str> = None;
    const CSV: bool = true;

    fn farthest(negative: bool) -> Option<datarep::Decimal> {
        let digits = i128::MAX >> 31;
        datarep::Decimal::try_from_i128_with_scale(if negative { -digits } else { digits }, 0).ok()
    }

    fn nearest(negative: bool) -> Option<datarep::Decimal> {
        datarep::Decimal::try_from_i128_with_scale(if negative { -1 } else { 1 }, 28).ok()
    }

    fn append_bytes(self, _: &mut Vec<u8>) {}

    fn write_text(self, out: &mut String) {
        let (number, scale) = (self.mantissa(), self.scale() as usize);
        let Ok(magnitude) = u64::try_from(number.unsigned_abs()) else { return append_displayed(out, self) };
        if number < 0 {
            out.push('-');
        }
        let mut digits = itoa::Buffer::new();
        let digits = digits.format(magnitude);
        // At least one digit stands before the point.
        let Some(whole) = digits.len().checked_sub(scale).filter(|whole| *whole > 0) else {
            out.push_str("0.");
            out.extend(std::iter::repeat_n('0', scale - digits.len()));
            out.push_str(digits);
            return;
        };
        out.push_str(&digits[..whole]);
        if scale > 0 {
            out.push('.');
            out.push_str(&digits[whole..]);
        }
    }
}

impl NativeCell for bool {
    const NPY: Option<&'static str> = Some("|b1");
    const CSV: bool = true;

    fn append_bytes(self, bytes: &mut Vec<u8>) {
        bytes.push(u8::from(self));
    }

    fn write_text(self, out: &mut String) {
        append_displayed(out, self);
    }
}

impl NativeCell for Character {
    const NPY: Option<&'static str> = Some("|S1");
    const CSV: bool = true;
    const IS_TEXT: bool = true;

    fn append_bytes(self, bytes: &mut Vec<u8>) {
        bytes.push(self.0);
    }

    fn write_text(self, out: &mut String) {
        out.push(char::from(self.0));
    }
}

impl NativeCell for char {
    const NPY: Option<&'static str> = Some("<U1");
    const CSV: bool = true;
    const IS_TEXT: bool = true;

    fn append_bytes(self, bytes: &mut Vec<u8>) {
        bytes.extend_from_slice(&u32::from(self).to_le_bytes());
    }

    fn write_text(self, out: &mut String) {
        out.push(self);
    }
}

/// Evaluates an expression for the type that a [`ViaType`] names.
macro_rules! with_native {
    ($via:expr, $native:ident => $body:expr) => {{
        macro_rules! with {
            ($type:ty) => {{
                type $native = $type;
                $body
            }};
        }
        match $via {
            $crate::args::ViaType::I8 => with!(i8),
            $crate::args::ViaType::I16 => with!(i16),
            $crate::args::ViaType::I32 => with!(i32),
            $crate::args::ViaType::I64 => with!(i64),
            $crate::args::ViaType::I128 => with!(i128),
            $crate::args::ViaType::U8 => with!(u8),
            $crate::args::ViaType::U16 => with!(u16),
            $crate::args::ViaType::U32 => with!(u32),
            $crate::args::ViaType::U64 => with!(u64),
            $crate::args::ViaType::U128 => with!(u128),
            $crate::args::ViaType::F32 => with!(f32),
            $crate::args::ViaType::F64 => with!(f64),
            $crate::args::ViaType::F128 => with!(::datarep::F128),
            $crate::args::ViaType::Decimal => with!(::datarep::Decimal),
            $crate::args::ViaType::Bool => with!(bool),
            $crate::args::ViaType::Char => with!(::datarep::Character),
            $crate::args::ViaType::Wchar => with!(char),
        }
    }};
}
pub(super) use with_native;

/// The name of a native type on the command line.
pub(super) fn name_via_type(via: ViaType) -> String {
    use clap::ValueEnum as _;
    via.to_possible_value().map_or_else(String::new, |value| format!("`{}`", value.get_name()))
}

/// The span of the numbers of each native float.
const FLOATS: [(ViaType, NumberSpan); 3] = [
    (ViaType::F32, NumberSpan { bits: 24, unit: -149, end: 128 }),
    (ViaType::F64, NumberSpan { bits: 53, unit: -1074, end: 1024 }),
    (ViaType::F128, NumberSpan { bits: 113, unit: -16494, end: 16384 }),
];

/// The narrowest type that holds every value of a format. Arrays, tables and CSV get an `f64` instead of a wider float.
pub(super) fn find_narrowest_type(
    named: &NamedFormat,
    to: Option<&NamedFormat>,
    sink: &ItemSink,
) -> Result<ViaType, CliFailure> {
    // If the numbers go from word to word, the native type need only hold what is no number.
    let has_words = to.is_some_and(|to| WordConverter::has_numbers(&to.format))
        && WordConverter::has_numbers(&named.format);
    let widest = has_words.then_some(ViaType::F128);
    let failure = || {
        CliFailure::new(format!("no native type holds every number of `{}`", named.title()))
            .help("`--via f64` rounds, and reports how many items were")
    };
    // NumPy has no float of more than 64 bits that is the same everywhere, tables have no column of such floats, and a
    // reader of CSV expects none.
    let printable = |via: ViaType| match (via, sink) {
        (ViaType::F128, ItemSink::Npy | ItemSink::Csv | ItemSink::Table(_)) => ViaType::F64,
        _ => via,
    };
    let target_is = |is: fn(&FormatKind) -> bool| to.is_some_and(|to| is(&to.format.kind));
    let float_target = target_is(|kind| match kind {
        FormatKind::Float(_)
        | FormatKind::PairSum(_)
        | FormatKind::DecimalFloat(_)
        | FormatKind::Posit(_) => true,
        FormatKind::Integer(integer) => integer.scale != 0,
        // An integer would be taken for the digits alone: 123 would become 1.23.
        FormatKind::Decimal(decimal) => decimal.scale != 0,
        FormatKind::Logical(_) | FormatKind::Character(_) => false,
    });
    match &named.format.kind {
        FormatKind::Float(_) => find_holding_float(named, to).or(widest).map(printable).ok_or_else(failure),
        // A number of at most 15 digits survives the way to an `f64` and back.
        FormatKind::DecimalFloat(tens) if tens.digits() <= 15 && is_in_f64(*tens) => Ok(ViaType::F64),
        FormatKind::Posit(_) if holds_all(ViaType::F64, &named.format) => Ok(ViaType::F64),
        // The sum of two doubles has 106 bits if no zeros stand between them.
        FormatKind::PairSum(_) | FormatKind::DecimalFloat(_) | FormatKind::Posit(_) => {
            Ok(printable(ViaType::F128))
        }
        FormatKind::Integer(integer) if integer.scale > 0 || float_target => {
            find_float_of_precision(named.format.bits).or(widest).map(printable).ok_or_else(failure)
        }
        FormatKind::Integer(_) => find_integer(named).ok_or_else(failure),
        FormatKind::Decimal(decimal) => {
            let is_decimal = target_is(|kind| matches!(kind, FormatKind::Decimal(_)));
            if decimal.scale == 0 && !float_target {
                find_integer(named).ok_or_else(failure)
            } else if fits_decimal(*decimal)
                && (is_decimal || matches!(sink, ItemSink::Csv | ItemSink::Table(_)))
            {
                Ok(ViaType::Decimal)
            } else if decimal.digits <= 15 {
                Ok(ViaType::F64)
            } else {
                Ok(printable(ViaType::F128))
            }
        }
        FormatKind::Logical(_) => Ok(ViaType::Bool),
        FormatKind::Character(charset) => {
            Ok(if charset.is_narrow() { ViaType::Char } else { ViaType::Wchar })
        }
    }
}

/// The narrowest native float that holds every number of a float.
fn find_holding_float(named: &NamedFormat, to: Option<&NamedFormat>) -> Option<ViaType> {
    let span = words::number_span(&named.format)?;
    let holding_float = FLOATS.iter().find(|(via, _)| holds_span(*via, &span));
    // No native float has as many digits as the source. If the target has the numbers of a native float, the values are
    // rounded to that once.
    let rounding_target = || {
        let rounding_target = find_float_with_span(&words::number_span(&to?.format)?)?;
        FLOATS.iter().find(|(via, native)| *via == rounding_target && span.end <= native.end)
    };
    holding_float.or_else(rounding_target).map(|(via, _)| *via)
}

/// Whether a native float holds every number of a span.
pub(super) fn holds_span(via: ViaType, span: &NumberSpan) -> bool {
    FLOATS.iter().any(|(float, native)| {
        *float == via && span.bits <= native.bits && span.unit >= native.unit && span.end <= native.end
    })
}

/// Whether a native type holds every number of a format.
pub(super) fn holds_all(via: ViaType, format: &Format) -> bool {
    let Some((_, native)) = FLOATS.iter().find(|(float, _)| *float == via) else {
        return match (&format.kind, via) {
            (FormatKind::Decimal(decimal), ViaType::Decimal) => fits_decimal(*decimal),
            // Integers, truth values and characters are chosen only for formats that they hold.
            _ => via != ViaType::Decimal,
        };
    };
    match &format.kind {
        FormatKind::Float(_) => words::number_span(format).is_some_and(|span| holds_span(via, &span)),
        FormatKind::Integer(integer) => integer_bits(*integer, format.bits) <= native.bits,
        // A decimal digit has less than ten thirds of a bit.
        FormatKind::Decimal(decimal) => {
            let digits = i64::from(decimal.digits) - i64::from(decimal.scale);
            decimal.scale <= 0 && digits * 3322 <= i64::from(native.bits) * 1000
        }
        FormatKind::Posit(posit) => {
            let power = posit.largest_power();
            posit.precision() <= native.bits && power < native.end && -power >= native.unit
        }
        FormatKind::PairSum(_) | FormatKind::DecimalFloat(_) => false,
        FormatKind::Logical(_) | FormatKind::Character(_) => true,
    }
}

/// Bits of the largest magnitude of an integer.
fn integer_bits(integer: Integer, bits: u32) -> u32 {
    match integer.sign {
        IntegerSign::Offset(offset) => 1 + bits.max(u128::BITS - offset.unsigned_abs().leading_zeros()),
        _ => bits,
    }
}

/// Whether the runtime's decimals hold every number of a format.
fn fits_decimal(decimal: Decimal) -> bool {
    decimal.digits <= 28 && (0..=28).contains(&decimal.scale)
}

/// Whether no number of a format is beyond the range of a native float.
pub(super) fn is_within(via: ViaType, format: &Format) -> bool {
    let Some((_, native)) = FLOATS.iter().find(|(float, _)| *float == via) else { return false };
    let in_bits = |digits: i64| digits * 3322 / 1000 + 1;
    let end = match &format.kind {
        FormatKind::Float(_) => words::number_span(format).map_or(i64::MAX, |span| span.end),
        FormatKind::Integer(integer) => integer_bits(*integer, format.bits).into(),
        FormatKind::Decimal(decimal) => in_bits(i64::from(decimal.digits) - i64::from(decimal.scale)),
        FormatKind::DecimalFloat(tens) => {
            in_bits(tens.power(tens.last_exponent()) + i64::from(tens.digits()))
        }
        FormatKind::Posit(posit) => posit.largest_power() + 1,
        FormatKind::PairSum(_) | FormatKind::Logical(_) | FormatKind::Character(_) => i64::MAX,
    };
    end <= native.end
}

/// Whether a native float has exactly the numbers of a format.
pub(super) fn has_numbers_of(via: ViaType, format: &Format) -> bool {
    words::number_span(format).and_then(|span| find_float_with_span(&span)) == Some(via)
}

/// The native float that has exactly the numbers of a span.
pub(super) fn find_float_with_span(span: &NumberSpan) -> Option<ViaType> {
    FLOATS.iter().find(|(_, native)| native == span).map(|(via, _)| *via)
}

/// Whether the numbers of a decimal float lie in the range of an `f64`'s normal numbers.
fn is_in_f64(tens: DecimalFloat) -> bool {
    tens.power(0) > -308 && tens.power(tens.last_exponent()) + i64::from(tens.digits()) <= 308
}

/// The float that holds all fixed-point numbers of `bits` bits.
fn find_float_of_precision(bits: u32) -> Option<ViaType> {
    [(24, ViaType::F32), (53, ViaType::F64), (113, ViaType::F128)]
        .into_iter()
        .find(|(limit, _)| bits <= *limit)
        .map(|(_, via)| via)
}

/// The integer type that holds all numbers of a format.
fn find_integer(named: &NamedFormat) -> Option<ViaType> {
    const WIDTHS: [(u32, [ViaType; 2]); 5] = [
        (8, [ViaType::U8, ViaType::I8]),
        (16, [ViaType::U16, ViaType::I16]),
        (32, [ViaType::U32, ViaType::I32]),
        (64, [ViaType::U64, ViaType::I64]),
        (128, [ViaType::U128, ViaType::I128]),
    ];
    let (is_signed, bits) = Limits::from_format(&named.format)?.narrowest_integer()?;
    let (_, native) = WIDTHS.into_iter().find(|(limit, _)| bits <= *limit)?;
    Some(native[usize::from(is_signed)])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::names::KnownNames;

    /// The digits may differ: of two texts that are equally near, `Debug` may print the other one.
    #[test]
    fn numbers_are_printed_as_short_as_rust_prints_them() {
        fn same<T: NativeCell + PartialEq + std::str::FromStr>(value: T, debug_text: &str) {
            let text = value.text();
            assert!(text.parse::<T>().is_ok_and(|parsed| parsed == value), "{text}, {debug_text}");
            assert_eq!(
                (text.len(), text.contains('e')),
                (debug_text.len(), debug_text.contains('e')),
                "{text}, {debug_text}"
            );
        }
        let bits = (0..20_000_u64).map(|index| index.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        for bits in bits {
            let (double, single) = (f64::from_bits(bits), f32::from_bits((bits >> 32) as u32));
            // Most random bits are numbers far from one, so each value also gives some that are near one.
            let (near, small) = (double % 1e17, single % 1e14);
            for value in [double, near, near / 1e9].into_iter().filter(|value| !value.is_nan()) {
                same(value, &format!("{value:?}"));
            }
            for value in [single, small, small / 1e9].into_iter().filter(|value| !value.is_nan()) {
                same(value, &format!("{value:?}"));
            }
        }
        for value in [0.0, -0.0, 1e-4, 9.999e-5, 1e13, 1e15, 1e16, f64::INFINITY, f64::MIN_POSITIVE] {
            assert_eq!(value.text(), format!("{value:?}"));
        }
        assert_eq!((f64::NAN.text(), (-7_i128).text()), ("nan".to_owned(), "-7".to_owned()));
    }

    #[test]
    fn the_narrowest_type_that_holds_all() {
        let names = KnownNames::default();
        let via = |format: &str, sink: &ItemSink| {
            let named = names.format(format).unwrap_or_else(|failure| panic!("{format}: {failure}"));
            find_narrowest_type(&named, None, sink).unwrap_or_else(|failure| panic!("{format}: {failure}"))
        };
        for (format, expected) in [
            ("f16", ViaType::F32),
            ("bf16", ViaType::F32),
            ("f32", ViaType::F32),
            ("vax_f", ViaType::F64),
            ("hfp32", ViaType::F64),
            ("vax_g", ViaType::F64),
            ("hfp64", ViaType::F64),
            ("x87_80", ViaType::F64),
            ("twos(24)", ViaType::I32),
            ("ones(8)", ViaType::I8),
            ("unsigned(16)", ViaType::U16),
            ("offset(8, 255)", ViaType::I16),
            ("twos(128)", ViaType::I128),
            ("fixed(16, 15)", ViaType::F32),
            ("packed_decimal(7, 0)", ViaType::I32),
            ("packed_decimal(7, 2)", ViaType::F64),
            ("ebcdic(cp037)", ViaType::Char),
            ("ebcdic(cp1140)", ViaType::Wchar),
            ("cray_logical", ViaType::Bool),
        ] {
            assert_eq!(via(format, &ItemSink::Npy), expected, "{format}");
        }
        assert_eq!(via("packed_decimal(7, 2)", &ItemSink::Csv), ViaType::Decimal);
        let find_via = |from: &str, to: &str| {
            let named = |name| names.format(name).unwrap_or_else(|failure| panic!("{name}: {failure}"));
            let (from, to) = (named(from), named(to));
            let format = to.running.clone();
            find_narrowest_type(&from, Some(&to), &ItemSink::Raw { format, name: to.title(), packing: None })
                .expect("there is one")
        };
        // The smallest numbers of G_floating are below those of an `f64`.
        assert_eq!((find_via("vax_g", "hfp64"), find_via("vax_g", "f64")), (ViaType::F128, ViaType::F128));
        // A value that overflows the target is kept, because the target's rules decide about it.
        assert_eq!((find_via("hfp64", "f32"), find_via("hfp32", "f32")), (ViaType::F128, ViaType::F64));
        assert_eq!(
            (find_via("packed_decimal(7, 2)", "packed_decimal(9, 3)"), find_via("bcd(4)", "f32")),
            (ViaType::Decimal, ViaType::F64)
        );
        // Integers become floats.
        assert_eq!(
            (find_via("twos(16)", "f32"), find_via("twos(32)", "f32"), find_via("unsigned(64)", "vax_g")),
            (ViaType::F32, ViaType::F64, ViaType::F128)
        );
        assert_eq!(
            (find_via("twos(8)", "fixed(16, 8)"), find_via("twos(16)", "packed_decimal(5, 0)")),
            (ViaType::F32, ViaType::I16)
        );
    }
}
