//! Structs whose fields have formats of their own: the same bytes in every representation, with rules of their own.

use datarep::chars::{Unpadded, Zeros};
use datarep::standard::{big_endian, ibm370, little_endian};
use datarep::{Chars, Complex, Datatype, Decimal, ErrorClass, F16};

datarep::datarep! {
    float mine = S1 E7 F24 where value = 0.F * 16^(E - 64);

    /// A representation of the program's own.
    datarep own {
        others => unsupported;
        real { 4 => mine }
        on read  { overflow => infinity }
        on write { overflow | infinity | nan => error }
    }

    record point { x: i16; y: i16; }
}

const TWO: usize = 2;

#[derive(Debug, Clone, Copy, PartialEq, Datatype)]
#[repr(C)]
#[datarep(text = "use dec::vax_f as other; float quarter = S1 E3 F4 where value = 1.F * 2^(E - 3);")]
#[datarep(record = "order little; on write { underflow => zero }")]
struct Mixed {
    number: i16,
    #[datarep(format = "hfp32 big")]
    hexadecimal: f32,
    #[datarep(format = "other")]
    vax: [[f32; TWO]; 1],
    #[datarep(format = "quarter { on write { overflow => saturate } }")]
    small: f32,
    #[datarep(format = "f64")]
    complex: Complex<f64>,
    #[datarep(format = "ascii")]
    name: Chars<3>,
    #[datarep(format = "ebcdic(cp037)")]
    code: Chars<2, Zeros>,
    #[datarep(format = "ascii")]
    full: Chars<1, Unpadded>,
    #[datarep(format = "packed_decimal(3, 1)")]
    price: Decimal,
    #[datarep(format = "logical(8)")]
    r#true: bool,
    #[datarep(format = "f16")]
    half: F16,
    #[datarep(representation = own::Own)]
    own: f32,
    point: Point,
    #[datarep(representation = ibm370::Ibm370)]
    whole: u32,
}

fn mixed() -> Result<Mixed, datarep::Error> {
    Ok(Mixed {
        number: 0x0102,
        hexadecimal: -118.625,
        vax: [[1.0, -2.5]],
        small: 1000.0,
        complex: Complex { re: 1.0, im: -0.5 },
        name: "ab".try_into()?,
        code: "A".try_into()?,
        full: "!".try_into()?,
        price: price(),
        r#true: true,
        half: F16::from_bits(0x3C01),
        own: 1.0,
        point: Point { x: 3, y: -1 },
        whole: 7,
    })
}

fn bytes(number: [u8; 2]) -> Vec<u8> {
    let parts: [&[u8]; 15] = [
        &number,
        &[0xC2, 0x76, 0xA0, 0x00],
        // VAX F has its own byte order. Formats without one have that of the record.
        &[0x80, 0x40, 0x00, 0x00],
        &[0x20, 0xC1, 0x00, 0x00],
        &[0x7F],
        &1_f64.to_le_bytes(),
        &(-0.5_f64).to_le_bytes(),
        b"ab ",
        &[0xC1, 0x00],
        b"!",
        &[0x12, 0x5C],
        &[1],
        &[0x01, 0x3C],
        &[0x41, 0x10, 0x00, 0x00],
        &[0x00, 0x03, 0xFF, 0xFF, 0x00, 0x00, 0x00, 0x07],
    ];
    parts.concat()
}

/// 12.5.
fn price() -> Decimal {
    Decimal::try_from_i128_with_scale(125, 1).unwrap_or_default()
}

#[test]
fn fields_are_stored_as_they_say() {
    let mixed = mixed().expect("texts that fit");
    let (big, loss) = big_endian::to_bytes(&[mixed; 3]).expect("no error");
    assert_eq!(big, bytes([1, 2]).repeat(3));
    assert_eq!((loss.overflow, loss.inexact, loss.underflow), (3, 0, 0), "{loss}");
    let (little, _) = little_endian::to_bytes(&[mixed]).expect("no error");
    assert_eq!(little, bytes([2, 1]));
    assert_eq!(little_endian::extent::<Mixed>(), little.len());
    let (back, loss) = little_endian::to_vec::<Mixed>(&little).expect("no error");
    assert_eq!(back, [Mixed { small: 31.0, ..mixed }]);
    assert!(loss.is_none(), "{loss}");
}

#[derive(Debug, Clone, Copy, PartialEq, Datatype)]
#[repr(C)]
struct Inner(#[datarep(format = "hfp32")] f32, u8);

#[derive(Debug, Clone, Copy, PartialEq, Datatype)]
#[repr(C)]
struct Outer {
    inner: [Inner; 2],
}

#[test]
fn structs_inside_keep_their_formats_and_errors_name_their_fields() {
    let outer = |value: f32| Outer { inner: [Inner(1.0, 1), Inner(value, 2)] };
    let (file, _) = little_endian::to_bytes(&[outer(-118.625)]).expect("no error");
    assert_eq!(file, [0x41, 0x10, 0, 0, 1, 0xC2, 0x76, 0xA0, 0, 2]);
    let error = little_endian::to_bytes(&[outer(1.0), outer(f32::NAN)]).expect_err("a NaN");
    assert_eq!((error.class(), error.items_done()), (ErrorClass::Conversion, Some(1)));
    let text = error.to_string();
    assert!(text.contains("inner[1].0"), "{text}");
    assert_eq!(little_endian::loss_on_write(&[outer(f32::NAN)]).nan, 1);
}

/// The loops over blocks have the same results for the field of a struct as for a slice.
#[test]
fn slices_of_structs_are_converted_as_slices() {
    #[derive(Debug, Clone, Copy, PartialEq, Datatype)]
    #[repr(transparent)]
    struct Sample(#[datarep(format = "hfp32")] f32);

    let words: Vec<u8> =
        (0..2000_u32).flat_map(|index| index.wrapping_mul(0x9E37_79B9).to_be_bytes()).collect();
    let (samples, lost) = big_endian::to_vec::<Sample>(&words).expect("no error");
    let (floats, _) = ibm370::to_vec::<f32>(&words).expect("no error");
    let bits = |value: f32| value.to_bits();
    assert_eq!(
        samples.iter().map(|sample| bits(sample.0)).collect::<Vec<_>>(),
        floats.into_iter().map(bits).collect::<Vec<_>>()
    );
    assert_eq!(lost, ibm370::loss::<f32>(&words).expect("whole words"));
}
