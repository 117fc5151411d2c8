//! The primitives of plans as calls of the runtime.

use datarep_dsl::model::{Charset, DigitSet, Native, Plus, Rounding};
use datarep_plan::primitive::{
    Beyond, DecimalTarget, DigitForm, Digits, PackedSign, Primitive, Target, ZonedSign,
};
use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote};

use crate::names;

/// The call of a primitive with these arguments.
pub(crate) fn call(primitive: Primitive, arguments: &[TokenStream]) -> TokenStream {
    let named = |name: &str, known: &[TokenStream]| {
        let name = format_ident!("{name}");
        let all = arguments.iter().chain(known);
        quote!(rt::#name(#(#all),*))
    };
    let by_level = |name: &str| {
        let name = format_ident!("{name}");
        quote!(rt::#name::<P>(#(#arguments),*))
    };
    let first = arguments.first();
    match primitive {
        Primitive::Unpack { native, width } => named(&of_float("unpack", native, width), &[]),
        Primitive::Round { width, targets: (_, negative), rounding } => {
            let target = if negative.is_some() { quote!(target) } else { quote!(TARGET) };
            named(&format!("round_u{width}"), &[target, self::rounding(rounding)])
        }
        Primitive::Make { native, width, rounding, beyond, flush } => {
            let known = [self::rounding(rounding), self::beyond(beyond), quote!(#flush)];
            named(&of_float("make", native, width), &known)
        }
        Primitive::Whole { width, rounding } => {
            named(&format!("whole_u{width}"), &[self::rounding(rounding)])
        }
        Primitive::LeadingZeros(width) => {
            let word = names::unsigned(width);
            quote!(#word::leading_zeros(#first))
        }
        Primitive::IsInvalid => named("is_invalid", &[]),
        Primitive::Sum(part) => named(&format!("sum_f{part}"), &[]),
        Primitive::Split { part, rounding } => named(&format!("split_f{part}"), &[self::rounding(rounding)]),
        Primitive::Single => named("single", &[]),
        Primitive::SignedSingle => named("signed_single", &[]),
        Primitive::Double => by_level("double"),
        Primitive::SignedDouble => by_level("signed_double"),
        Primitive::NearestDouble => by_level("nearest_double"),
        Primitive::NearestSignedDouble => by_level("nearest_signed_double"),
        Primitive::OddDouble => named("odd_double", &[]),
        Primitive::NearestHexadecimal => named("nearest_hexadecimal", &[]),
        Primitive::FromSet(charset) => named(&format!("from_{}", set(charset)), &[]),
        Primitive::ToSet(charset) => named(&format!("to_{}", set(charset)), &[]),
        Primitive::Narrow => named("to_character", &[]),
        Primitive::Widen => quote!(char::from(#first.0)),
        Primitive::FromBool(native) => {
            let native = names::native(native);
            quote!(#native::from(#first))
        }
        Primitive::ToBool(_) => quote!(bool::from(#first)),
        Primitive::ReadDigits(digits) => named(&of_digits("read", digits), &arguments_of(digits, true)),
        Primitive::WriteDigits(digits) => named(&of_digits("write", digits), &arguments_of(digits, false)),
        Primitive::ToBinary { scale, precision } => {
            let precision = Literal::u32_unsuffixed(precision);
            named("to_binary", &[names::decimal(scale.into()), quote!(#precision)])
        }
        Primitive::ToDecimal { scale, rounding } => named("to_decimal", &to_digits(scale, rounding)),
        Primitive::ToNativeDecimal { scale, rounding } => {
            named("to_native_decimal", &to_digits(scale, rounding))
        }
        Primitive::FromNativeDecimal { scale, rounding } => {
            named("from_native_decimal", &to_digits(scale, rounding))
        }
        Primitive::FromDeclets(count) => named("from_declets", &[names::decimal(count.into())]),
        Primitive::ToDeclets(count) => named("to_declets", &[names::decimal(count.into())]),
        Primitive::TenToTwo => named("ten_to_two", &[]),
        Primitive::TwoToTen { target, rounding } => {
            named("two_to_ten", &[decimal_target(target), self::rounding(rounding)])
        }
        Primitive::TenToTen { target, rounding } => {
            named("ten_to_ten", &[decimal_target(target), self::rounding(rounding)])
        }
        Primitive::TenToNative { rounding } => named("ten_to_native", &[self::rounding(rounding)]),
        Primitive::NativeToTen => named("native_to_ten", &[]),
    }
}

/// The constants of the numbers that a value is rounded to, and which of them are meant.
pub(crate) fn targets((target, other): (Target, Option<Target>), negative: &TokenStream) -> TokenStream {
    let constant = |name: &Ident, Target { precision, radix_bits, smallest, steps, negative_one }: Target| {
        let [precision, radix_bits] = [precision, radix_bits].map(Literal::u32_unsuffixed);
        let [smallest, steps] = [smallest, steps].map(|number| names::decimal(number.into()));
        quote! {
            const #name: rt::Target = rt::Target {
                precision: #precision,
                radix_bits: #radix_bits,
                smallest: #smallest,
                steps: #steps,
                negative_one: #negative_one,
            };
        }
    };
    let Some(other) = other else { return constant(&format_ident!("TARGET"), target) };
    let (positive, below) =
        (constant(&format_ident!("POSITIVE"), target), constant(&format_ident!("NEGATIVE"), other));
    quote! {
        #positive
        #below
        let target = if #negative { NEGATIVE } else { POSITIVE };
    }
}

/// The numbers that a value in tens is rounded to.
fn decimal_target(DecimalTarget { digits, bias, steps }: DecimalTarget) -> TokenStream {
    let digits = Literal::u32_unsuffixed(digits);
    let [bias, steps] = [bias, steps].map(|number| names::decimal(number.into()));
    quote!(rt::DecimalTarget { digits: #digits, bias: #bias, steps: #steps })
}

/// The runtime's function of this name for a native float and words of so many bits.
fn of_float(name: &str, native: Native, width: u32) -> String {
    let wide = match native.float() {
        Some(float) if width == 128 && float.bits <= 64 => "wide_",
        _ => "",
    };
    format!("{name}_{wide}{}", names::row(native).function)
}

/// Digits behind the point, and which neighbor is taken.
fn to_digits(scale: i32, rounding: Rounding) -> [TokenStream; 2] {
    [names::decimal(scale.into()), self::rounding(rounding)]
}

fn rounding(rounding: Rounding) -> TokenStream {
    match rounding {
        Rounding::NearestEven => quote!(rt::Rounding::NearestEven),
        Rounding::TowardZero => quote!(rt::Rounding::TowardZero),
        Rounding::NearestAway => quote!(rt::Rounding::NearestAway),
        Rounding::Up => quote!(rt::Rounding::Up),
        Rounding::Down => quote!(rt::Rounding::Down),
    }
}

fn beyond(beyond: Beyond) -> TokenStream {
    match beyond {
        Beyond::Saturate => quote!(rt::Beyond::Saturate),
        Beyond::Infinity => quote!(rt::Beyond::Infinity),
        Beyond::Nan => quote!(rt::Beyond::Nan),
    }
}

/// A character set's name in functions.
pub(crate) fn set(charset: Charset) -> &'static str {
    match charset {
        Charset::Ascii => "ascii",
        Charset::Latin1 => "latin1",
        Charset::EbcdicCp037 => "cp037",
        Charset::EbcdicCp500 => "cp500",
        Charset::EbcdicCp1047 => "cp1047",
        Charset::EbcdicCp1140 => "cp1140",
        Charset::Ucs2 => "ucs2",
        Charset::Utf32 => "utf32",
    }
}

fn of_digits(way: &str, digits: Digits) -> String {
    let family = match digits.form {
        DigitForm::Packed(_) => "packed",
        DigitForm::Zoned(..) => "zoned",
    };
    format!("{way}_{family}_u{}", digits.width)
}

/// What is known of digits: writing packed ones tells their count by the bytes.
fn arguments_of(digits: Digits, reads: bool) -> Vec<TokenStream> {
    let count = Literal::u32_unsuffixed(digits.count);
    match digits.form {
        DigitForm::Packed(sign) => {
            let sign = match sign {
                PackedSign::None => quote!(rt::PackedSign::None),
                PackedSign::Last(plus) => {
                    let plus = self::plus(plus);
                    quote!(rt::PackedSign::Last(#plus))
                }
                PackedSign::Floating => quote!(rt::PackedSign::Floating),
                PackedSign::TopByte => quote!(rt::PackedSign::TopByte),
            };
            if reads { vec![quote!(#count), sign] } else { vec![sign] }
        }
        DigitForm::Zoned(set, sign, point) => {
            let set = match set {
                DigitSet::Ebcdic => quote!(rt::DigitSet::Ebcdic),
                DigitSet::Ascii => quote!(rt::DigitSet::Ascii),
            };
            let sign = match sign {
                ZonedSign::First(plus) => {
                    let plus = self::plus(plus);
                    quote!(rt::ZonedSign::First(#plus))
                }
                ZonedSign::Last(plus) => {
                    let plus = self::plus(plus);
                    quote!(rt::ZonedSign::Last(#plus))
                }
                ZonedSign::Before => quote!(rt::ZonedSign::Before),
                ZonedSign::Behind => quote!(rt::ZonedSign::Behind),
            };
            let point = point.map_or_else(
                || quote!(None),
                |before| {
                    let before = names::decimal(before.into());
                    quote!(Some(#before))
                },
            );
            vec![quote!(#count), set, sign, point]
        }
    }
}

fn plus(plus: Plus) -> TokenStream {
    match plus {
        Plus::Preferred => quote!(rt::Plus::Preferred),
        Plus::Plain => quote!(rt::Plus::Plain),
        Plus::Only => quote!(rt::Plus::Only),
    }
}
