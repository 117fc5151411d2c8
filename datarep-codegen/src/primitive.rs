//! Prints the primitives of plans as calls of the runtime.

use datarep_dsl::model::{Charset, CodePage, DigitSet, Native, Plus, PrintedPicture, PrintedStyle, Rounding};
use datarep_plan::primitive::{
    Beyond, DecimalTarget, DigitArrangement, DigitForm, PackedSign, Primitive, RoundingTarget, ZonedSign,
};
use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote};

use crate::names;

/// The call of a primitive with these arguments.
pub(crate) fn emit_call(primitive: Primitive, arguments: &[TokenStream]) -> TokenStream {
    let first = arguments.first();
    let known = emit_known_arguments(primitive);
    match (primitive, name_primitive(primitive)) {
        (Primitive::LeadingZeros(width), _) => {
            // Rust's own function, which is a method of the type.
            let word = names::unsigned_type(width);
            quote!(#word::leading_zeros(#first))
        }
        (Primitive::Widen, _) => quote!(char::from(#first.0)),
        (Primitive::FromBool(native), _) => {
            let native = names::native_path(native);
            quote!(#native::from(#first))
        }
        (Primitive::ToBool(_), _) => quote!(bool::from(#first)),
        (
            Primitive::FromSet(Charset::Page(page)) | Primitive::ToSet(Charset::Page(page)),
            PrimitiveName::Function(name),
        ) => {
            // All pages are values of one type, so the page is an argument.
            let (name, page) = (format_ident!("{name}"), format_ident!("{}", page_name(page)));
            quote!(rt::#name(&rt::pages::#page, #first))
        }
        (_, PrimitiveName::OfLevel(name)) => {
            let name = format_ident!("{name}");
            quote!(rt::#name::<P>(#(#arguments),*))
        }
        (_, PrimitiveName::Function(name)) => {
            let name = format_ident!("{name}");
            let all = arguments.iter().chain(&known);
            quote!(rt::#name(#(#all),*))
        }
    }
}

/// The name of a primitive in the runtime.
enum PrimitiveName {
    /// A function.
    Function(String),
    /// A function that is generic over the level of the processor.
    OfLevel(&'static str),
}

/// The name of a primitive. For a primitive that Rust itself has, it is only a word for people.
fn name_primitive(primitive: Primitive) -> PrimitiveName {
    let function = match primitive {
        Primitive::Double => return PrimitiveName::OfLevel("double"),
        Primitive::SignedDouble => return PrimitiveName::OfLevel("signed_double"),
        Primitive::NearestDouble => return PrimitiveName::OfLevel("nearest_double"),
        Primitive::NearestSignedDouble => return PrimitiveName::OfLevel("nearest_signed_double"),
        Primitive::Unpack { native, width } => float_function_name("unpack", native, width),
        Primitive::Make { native, width, .. } => float_function_name("make", native, width),
        Primitive::Round { width, .. } => format!("round_u{width}"),
        Primitive::Whole { width, .. } => format!("whole_u{width}"),
        Primitive::Sum(part) => format!("sum_f{part}"),
        Primitive::Split { part, .. } => format!("split_f{part}"),
        Primitive::FromSet(charset) => charset_function_name("from", charset),
        Primitive::ToSet(charset) => charset_function_name("to", charset),
        Primitive::ReadDigits(digits) => digit_function_name("read", digits),
        Primitive::WriteDigits(digits) => digit_function_name("write", digits),
        Primitive::LeadingZeros(_) => "leading_zeros".to_owned(),
        Primitive::IsInvalid => "is_invalid".to_owned(),
        Primitive::Single => "single".to_owned(),
        Primitive::SignedSingle => "signed_single".to_owned(),
        Primitive::OddDouble => "odd_double".to_owned(),
        Primitive::NearestHexadecimal => "nearest_hexadecimal".to_owned(),
        Primitive::Narrow => "to_character".to_owned(),
        Primitive::Widen => "from_character".to_owned(),
        Primitive::FromBool(_) => "from_bool".to_owned(),
        Primitive::ToBool(_) => "to_bool".to_owned(),
        Primitive::ToBinary { .. } => "to_binary".to_owned(),
        Primitive::ToDecimal { .. } => "to_decimal".to_owned(),
        Primitive::ToNativeDecimal { .. } => "to_native_decimal".to_owned(),
        Primitive::FromNativeDecimal { .. } => "from_native_decimal".to_owned(),
        Primitive::FromDeclets(_) => "from_declets".to_owned(),
        Primitive::ToDeclets(_) => "to_declets".to_owned(),
        Primitive::ToHalves(_) => "to_halves".to_owned(),
        Primitive::ToCentesimals(_) => "to_centesimals".to_owned(),
        Primitive::TenToTwo => "ten_to_two".to_owned(),
        Primitive::TwoToTen { .. } => "two_to_ten".to_owned(),
        Primitive::TenToTen { .. } => "ten_to_ten".to_owned(),
        Primitive::TenToNative { .. } => "ten_to_native".to_owned(),
        Primitive::NativeToTen => "native_to_ten".to_owned(),
    };
    PrimitiveName::Function(function)
}

/// The arguments after the values, which are known when the code is generated.
fn emit_known_arguments(primitive: Primitive) -> Vec<TokenStream> {
    match primitive {
        Primitive::Round { targets: (_, negative), rounding, .. } => {
            // See `emit_targets`: with two targets the choice is a variable.
            let target = if negative.is_some() { quote!(target) } else { quote!(TARGET) };
            vec![target, emit_rounding(rounding)]
        }
        Primitive::Make { rounding, beyond, flush, .. } => {
            vec![emit_rounding(rounding), emit_beyond(beyond), quote!(#flush)]
        }
        Primitive::Whole { rounding, .. }
        | Primitive::Split { rounding, .. }
        | Primitive::TenToNative { rounding } => vec![emit_rounding(rounding)],
        Primitive::ReadDigits(digits) => digit_arguments(digits, true),
        Primitive::WriteDigits(digits) => digit_arguments(digits, false),
        Primitive::ToBinary { scale, precision } => {
            let precision = Literal::u32_unsuffixed(precision);
            vec![names::decimal_literal(scale.into()), quote!(#precision)]
        }
        Primitive::ToDecimal { scale, rounding }
        | Primitive::ToNativeDecimal { scale, rounding }
        | Primitive::FromNativeDecimal { scale, rounding } => {
            vec![names::decimal_literal(scale.into()), emit_rounding(rounding)]
        }
        Primitive::FromDeclets(count)
        | Primitive::ToDeclets(count)
        | Primitive::ToHalves(count)
        | Primitive::ToCentesimals(count) => vec![names::decimal_literal(count.into())],
        Primitive::TwoToTen { target, rounding } | Primitive::TenToTen { target, rounding } => {
            vec![emit_decimal_target(target), emit_rounding(rounding)]
        }
        Primitive::Unpack { .. }
        | Primitive::LeadingZeros(_)
        | Primitive::IsInvalid
        | Primitive::Sum(_)
        | Primitive::Single
        | Primitive::SignedSingle
        | Primitive::Double
        | Primitive::SignedDouble
        | Primitive::NearestDouble
        | Primitive::NearestSignedDouble
        | Primitive::OddDouble
        | Primitive::NearestHexadecimal
        | Primitive::FromSet(_)
        | Primitive::ToSet(_)
        | Primitive::Narrow
        | Primitive::Widen
        | Primitive::FromBool(_)
        | Primitive::ToBool(_)
        | Primitive::TenToTwo
        | Primitive::NativeToTen => Vec::new(),
    }
}

/// The constants for the numbers that a value is rounded to, and the choice between the two if negative values have
/// their own.
pub(crate) fn emit_targets(
    (target, other): (RoundingTarget, Option<RoundingTarget>),
    negative: &TokenStream,
) -> TokenStream {
    let constant =
        |name: &Ident,
         RoundingTarget { precision, radix_bits, smallest, steps, negative_one }: RoundingTarget| {
            let [precision, radix_bits] = [precision, radix_bits].map(Literal::u32_unsuffixed);
            let [smallest, steps] = [smallest, steps].map(|number| names::decimal_literal(number.into()));
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
    // One target is a constant of the compiler. Only two need a choice while the program runs.
    let Some(other) = other else { return constant(&format_ident!("TARGET"), target) };
    let (positive, below) =
        (constant(&format_ident!("POSITIVE"), target), constant(&format_ident!("NEGATIVE"), other));
    quote! {
        #positive
        #below
        let target = if #negative { NEGATIVE } else { POSITIVE };
    }
}

/// The decimal numbers that a value is rounded to.
fn emit_decimal_target(target: DecimalTarget) -> TokenStream {
    let DecimalTarget { digits, bias, steps, tens, normalized } = target;
    let [digits, tens] = [digits, tens].map(Literal::u32_unsuffixed);
    let [bias, steps] = [bias, steps].map(|number| names::decimal_literal(number.into()));
    quote!(rt::DecimalTarget { digits: #digits, bias: #bias, steps: #steps, tens: #tens, normalized: #normalized })
}

/// The name of the runtime's function for a native float and words of `width` bits. `name`: how it
/// begins, such as `make`.
fn float_function_name(name: &str, native: Native, width: u32) -> String {
    let wide = match native.float() {
        // A short float has functions for both widths. A long one only has the wide one, which needs no mark.
        Some(float) if width == 128 && float.bits <= 64 => "wide_",
        _ => "",
    };
    format!("{name}_{wide}{}", names::native_row(native).function)
}

fn emit_rounding(rounding: Rounding) -> TokenStream {
    match rounding {
        Rounding::NearestEven => quote!(rt::Rounding::NearestEven),
        Rounding::TowardZero => quote!(rt::Rounding::TowardZero),
        Rounding::NearestAway => quote!(rt::Rounding::NearestAway),
        Rounding::Up => quote!(rt::Rounding::Up),
        Rounding::Down => quote!(rt::Rounding::Down),
    }
}

fn emit_beyond(beyond: Beyond) -> TokenStream {
    match beyond {
        Beyond::Saturate => quote!(rt::Beyond::Saturate),
        Beyond::Infinity => quote!(rt::Beyond::Infinity),
        Beyond::Nan => quote!(rt::Beyond::Nan),
    }
}

/// The name of the runtime's function for a character set. `way`: `from` or `to`. All pages have
/// the same function.
fn charset_function_name(way: &str, charset: Charset) -> String {
    let set = match charset {
        Charset::Ascii => "ascii",
        Charset::Latin1 => "latin1",
        Charset::Page(_) => "page",
        Charset::Mixed(_) => "mixed",
        Charset::Ucs2 => "ucs2",
        Charset::Utf32 => "utf32",
    };
    format!("{way}_{set}")
}

/// The runtime's name of a page.
pub(crate) fn page_name(page: CodePage) -> String {
    page.name().to_uppercase()
}

fn digit_function_name(way: &str, digits: DigitArrangement) -> String {
    let family = match digits.form {
        DigitForm::Packed(_) => "packed",
        DigitForm::Zoned(..) => "zoned",
        DigitForm::Printed(_) => "printed",
    };
    format!("{way}_{family}_u{}", digits.width)
}

/// The arguments for digits. To write packed digits their count is not needed, since the bytes determine it.
fn digit_arguments(digits: DigitArrangement, reads: bool) -> Vec<TokenStream> {
    let count = Literal::u32_unsuffixed(digits.count);
    match digits.form {
        DigitForm::Packed(sign) => {
            let sign = match sign {
                PackedSign::None => quote!(rt::PackedSign::None),
                PackedSign::Last(plus) => {
                    let plus = emit_plus(plus);
                    quote!(rt::PackedSign::Last(#plus))
                }
                PackedSign::Floating => quote!(rt::PackedSign::Floating),
                PackedSign::TopByte => quote!(rt::PackedSign::TopByte),
            };
            if reads { vec![quote!(#count), sign] } else { vec![sign] }
        }
        DigitForm::Printed(picture) => vec![emit_picture(&picture)],
        DigitForm::Zoned(set, sign, point) => {
            let set = emit_digit_set(set);
            let sign = match sign {
                ZonedSign::First(plus) => {
                    let plus = emit_plus(plus);
                    quote!(rt::ZonedSign::First(#plus))
                }
                ZonedSign::Last(plus) => {
                    let plus = emit_plus(plus);
                    quote!(rt::ZonedSign::Last(#plus))
                }
                ZonedSign::Before => quote!(rt::ZonedSign::Before),
                ZonedSign::Behind => quote!(rt::ZonedSign::Behind),
            };
            let point = point.map_or_else(
                || quote!(None),
                |before| {
                    let before = names::decimal_literal(before.into());
                    quote!(Some(#before))
                },
            );
            vec![quote!(#count), set, sign, point]
        }
    }
}

/// A picture as a constant, so that it is taken apart by the compiler.
fn emit_picture(picture: &PrintedPicture) -> TokenStream {
    let PrintedStyle { charset, currency, comma, blank } = picture.style();
    let (symbols, set) = (picture.symbols(), emit_digit_set(charset));
    let currency = currency.bytes().iter().map(|byte| names::hex_literal(u128::from(*byte), 8));
    quote! {
        const {
            &rt::PrintedPicture::new(
                #symbols,
                rt::PrintedStyle { set: #set, currency: &[#(#currency),*], comma: #comma, blank: #blank },
            )
        }
    }
}

fn emit_digit_set(set: DigitSet) -> TokenStream {
    match set {
        DigitSet::Ebcdic => quote!(rt::DigitSet::Ebcdic),
        DigitSet::Ascii => quote!(rt::DigitSet::Ascii),
    }
}

fn emit_plus(plus: Plus) -> TokenStream {
    match plus {
        Plus::Preferred => quote!(rt::Plus::Preferred),
        Plus::Plain => quote!(rt::Plus::Plain),
        Plus::Only => quote!(rt::Plus::Only),
        Plus::Absent => quote!(rt::Plus::Absent),
        Plus::Bit => quote!(rt::Plus::Bit),
    }
}
