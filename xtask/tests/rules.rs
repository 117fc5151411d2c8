//! Rules that are easily mistaken, each with the resulting bytes or value.

use datarep::{LongDouble, Loss};

datarep::datarep! {
    //! Representations for one rule each.

    use ibm::xport64;
    use intel::x87_80;
    use micro::{borland48, mbf32, mbf64};

    /// All that is not said is an error.
    datarep strict {
        others => unsupported;
        on read  { overflow => error, reserved => nan }
        on write { overflow => error, infinity | nan => error }
    }

    datarep basic  extends strict { real { 4 => mbf32, 8 => mbf64 } }
    datarep pascal extends strict { real => borland48; }
    datarep sas    extends strict {
        real { 4 => xport64, 8 => xport64 }
        on read  { overflow => infinity, missing => nan(payload) }
        on write { missing => nan(payload) }
    }

    /// Any other NaN is the plain missing value.
    datarep sas_plain extends sas { on write { infinity | nan => missing } }

    /// A question mark for what a page lacks.
    datarep page extends strict {
        wide_character => ebcdic(cp037);
        on read  { unmapped => substitute(63) }
        on write { unmapped => substitute(63) }
    }
    /// The euro sign for what a page lacks.
    datarep euro extends strict {
        wide_character => ebcdic(cp1140);
        on read  { unmapped => substitute(0x20AC) }
        on write { unmapped => substitute(0x20AC) }
    }

    use ml::f8e8m0fnu;
    datarep scales extends strict { real => f8e8m0fnu; on write { infinity => nan, nan => keep } }
    datarep saturated_scales extends scales { on write { overflow | infinity => saturate } }
    datarep checked_scales extends scales { on write { underflow => error } }

    float signed_powers = S1 E7 where value = 2^(E - 64);
    datarep powers extends strict { real { 8 => signed_powers } on write { infinity | nan => error } }
    test signed_powers { 1.0 <=> 0x40; -2.0 <=> 0xC1; 0.0 => 0x00; -0.0 => 0x80; 1e-300 => 0x00; -1e-300 => 0x80; }

    float unsigned_binary16 = E6 F10 where value = 1.F * 2^(E - 31) { ieee; }
    datarep unsigned_reals extends strict {
        real => unsigned_binary16;
        on write { overflow => saturate, infinity | nan => keep }
    }

    datarep extended extends strict {
        real => x87_80;
        on write { infinity | nan => keep }
    }
    datarep quad extends extended { real { 16 => f128 } }
    datarep twice extends extended { real { 16 => powerpc_double } }
    float powerpc_double = pair(f64, f64);
}

/// The items of a result, whose counts of NaNs and unmapped characters must be those given.
fn counted<T>((items, loss): (Vec<T>, Loss), nan: u64, unmapped: u64) -> Vec<T> {
    assert_eq!((loss.nan, loss.unmapped, loss.negative_zero), (nan, unmapped, 0), "{loss}");
    items
}

/// Microsoft's and Borland's zeros have no sign. The bit has no meaning and is not written.
#[test]
fn zeros_of_basic_and_pascal_have_no_sign() {
    for file in [[0, 0, 0, 0], [0, 0, 0x80, 0], [0xFF, 0xFF, 0xFF, 0]] {
        let (read, _) = basic::to_vec::<f32>(&file).expect("a zero");
        assert_eq!(read[0].to_bits(), 0, "{file:x?}");
    }
    let (read, _) = pascal::to_vec::<f64>(&[0, 0, 0, 0, 0, 0x80]).expect("a zero");
    assert_eq!(read[0].to_bits(), 0);
    for zero in [0.0_f64, -0.0] {
        assert_eq!(basic::to_bytes(&[zero]).expect("a zero").0, [0; 8]);
        assert_eq!(pascal::to_bytes(&[zero]).expect("a zero").0, [0; 6]);
    }
    // The lost sign is counted.
    assert_eq!(basic::to_bytes(&[-0.0_f32]).expect("a zero").1.negative_zero, 1);
}

/// The number of `substitute` is the code point of a character, not its byte in the code page.
#[test]
fn a_substitute_is_a_character() {
    let (bytes, loss) = page::to_bytes(&['A', '\u{4E2D}', '?']).expect("characters");
    assert_eq!((bytes, loss.unmapped), (vec![0xC1, 0x6F, 0x6F], 1));
    let (bytes, loss) = euro::to_bytes(&['\u{A4}', '\u{20AC}']).expect("characters");
    assert_eq!((bytes, loss.unmapped), (vec![0x9F, 0x9F], 1));
}

/// An encoding that the processor calls invalid is written as the quiet NaN without payload and is counted, whatever
/// its bits are.
#[test]
fn invalid_long_doubles_are_counted() {
    let invalid =
        [0x4000_4000_0000_0000_0000_u128, 0x3FFF_0000_0000_0000_0001, 0x7FFF_0000_0000_0000_0041, 0x1 << 64];
    for bits in invalid {
        let value = [LongDouble::from_bits(bits)];
        let made = counted(extended::to_bytes(&value).expect("a NaN"), 1, 0);
        assert_eq!(made, [0, 0, 0, 0, 0, 0, 0, 0xC0, 0xFF, 0x7F], "{bits:#x}");
        let made = counted(quad::to_bytes(&value).expect("a NaN"), 1, 0);
        assert_eq!(made[..3], [0x7F, 0xFF, 0x80], "{bits:#x}");
        let made = counted(twice::to_bytes(&value).expect("a NaN"), 1, 0);
        assert_eq!(made[..3], [0x7F, 0xF8, 0], "{bits:#x}");
    }
    // A pseudo-denormal is a number, and a real NaN stays a NaN.
    let value = [LongDouble::from_bits(1 << 63), LongDouble::from_bits(0x7FFF_C000_0000_0000_0000)];
    counted(extended::to_bytes(&value).expect("a number and a NaN"), 0, 0);
}

/// `.`, `._` and `.A` to `.Z` survive reading and writing. Other NaNs do not become missing values.
#[test]
fn missing_values_of_sas_survive() {
    for first in [b'.', b'_'].into_iter().chain(b'A'..=b'Z') {
        let file = [first, 0, 0, 0, 0, 0, 0, 0];
        let (read, loss) = sas::to_vec::<f64>(&file).expect("a missing value");
        assert!(loss.is_none() && read[0].is_nan());
        assert_eq!(read[0].to_bits() & 0xFFFF, u64::from(first));
        assert_eq!(sas::to_bytes(&read).expect("a missing value").0, file);
    }
    assert!(sas::to_bytes(&[f64::NAN]).is_err());
    let values = [f64::NAN, f64::from_bits(0x7FF8_0000_0000_0041), f64::NEG_INFINITY, -f64::NAN];
    let (file, loss) = sas_plain::to_bytes(&values).expect("missing values");
    assert_eq!(file.chunks(8).map(|word| word[0]).collect::<Vec<_>>(), b".A..");
    assert!(file.chunks(8).all(|word| word[1..] == [0; 7]));
    assert_eq!((loss.nan, loss.infinity), (2, 1));
    assert!(sas::to_bytes(&[f64::from_bits(0x7FF8_0000_0000_0100 | 0x41)]).is_err());
}

/// OCP's scales have no zero. A zero becomes the smallest scale, as in `PyTorch` and LLVM, and is counted. So is every
/// number below the smallest scale.
#[test]
fn what_has_no_zero_begins_with_its_smallest_number() {
    let smallest = f64::exp2(-127.0);
    let below = [0.0, -0.0, 1e-300, f64::exp2(-128.0)];
    let (bytes, loss) = scales::to_bytes(&below).expect("an underflow is no error");
    assert_eq!((bytes, loss.underflow), (vec![0; 4], 4), "{loss}");
    assert_eq!(loss.inexact + loss.negative_zero, 0, "{loss}");
    // A number above half of the smallest scale is nearer to that scale. Half of it is equally far from both, and zero
    // is even.
    let (bytes, loss) = scales::to_bytes(&[smallest, smallest * 0.51]).expect("it is rounded");
    assert_eq!((bytes, loss.underflow, loss.inexact), (vec![0, 0], 0, 1));
    assert_eq!(
        scales::to_vec::<f64>(&[0, 127, 254]).expect("they are numbers").0,
        [smallest, 1.0, f64::exp2(127.0)]
    );
    for value in below {
        let error = checked_scales::to_bytes(&[1.0, value]).expect_err("it is an underflow");
        assert!(error.to_string().contains("underflow"), "{error}");
    }
    // Numbers below zero are beyond the scales.
    assert!(scales::to_bytes(&[-1e-300]).is_err());
    let (bytes, loss) = saturated_scales::to_bytes(&[-1e-300, -8.0, f64::NEG_INFINITY, f64::INFINITY, 1e300])
        .expect("it is saturated");
    assert_eq!((bytes, loss.overflow, loss.infinity), (vec![0, 0, 0, 254, 254], 3, 2), "{loss}");
}

/// In a format without a sign, every value below zero is an overflow, including small numbers and minus infinity.
#[test]
fn nothing_is_below_zero_without_a_sign() {
    let values = [1.0, -0.0, -1e-40, -2.0, f32::NEG_INFINITY, f32::INFINITY, 1e-40];
    let (bytes, loss) = unsigned_reals::to_bytes(&values).expect("it is saturated");
    let words: Vec<u16> = bytes.as_chunks().0.iter().map(|bytes| u16::from_be_bytes(*bytes)).collect();
    assert_eq!(words, [0x7C00, 0, 0, 0, 0, 0xFC00, 0]);
    let counted = (loss.overflow, loss.underflow, loss.negative_zero, loss.infinity);
    assert_eq!(counted, (3, 1, 1, 0), "{loss}");
}
