//! The form for ordinary items compared with the exact one, and slices compared with items, at every level of the
//! processor.

use std::fmt::Debug;

use crate::levels::at_every_level;
use datarep::codegen::{AnyProcessor, Convert, Item, Kinds, Ordinary, Representation, Scalar};
use datarep::standard::{
    big_endian::BigEndian, cray::Cray, external32::External32, external64::External64, ibm370::Ibm370,
    little_endian::LittleEndian, vax_d::VaxD, vax_g::VaxG,
};
use datarep::{Bf16, Character, Error, F16, F128, Logical, Logical1, Logical2, Logical8, Logical16, Loss};
use proptest::prelude::*;

/// A native type that is defined by its bits.
trait Bits: Copy + Debug + 'static {
    const BITS: u32;
    /// The bits below the exponent, for a float.
    const FRACTION: u32;
    fn of(bits: u128) -> Self;
    fn bits(self) -> u128;
}

macro_rules! bits {
    ($($native:ty, $bits:literal, $fraction:literal, $of:expr, $to:expr;)*) => { $(
        impl Bits for $native {
            const BITS: u32 = $bits;
            const FRACTION: u32 = $fraction;
            fn of(bits: u128) -> Self {
                let bits = bits & (u128::MAX >> (128 - $bits));
                $of(bits.try_into().expect("masked"))
            }
            fn bits(self) -> u128 {
                $to(self).into()
            }
        }
    )* };
}

bits! {
    u8, 8, 0, |bits: u8| bits, |value: u8| value;
    u16, 16, 0, |bits: u16| bits, |value: u16| value;
    u32, 32, 0, |bits: u32| bits, |value: u32| value;
    u64, 64, 0, |bits: u64| bits, |value: u64| value;
    i8, 8, 0, |bits: u8| bits.cast_signed(), i8::cast_unsigned;
    i16, 16, 0, |bits: u16| bits.cast_signed(), i16::cast_unsigned;
    i32, 32, 0, |bits: u32| bits.cast_signed(), i32::cast_unsigned;
    i64, 64, 0, |bits: u64| bits.cast_signed(), i64::cast_unsigned;
    F16, 16, 10, F16::from_bits, F16::to_bits;
    Bf16, 16, 7, Bf16::from_bits, Bf16::to_bits;
    f32, 32, 23, f32::from_bits, f32::to_bits;
    f64, 64, 52, f64::from_bits, f64::to_bits;
    F128, 128, 112, F128::from_bits, F128::to_bits;
    Character, 8, 0, Character, |Character(byte)| byte;
    Logical1, 8, 0, |bits: u8| Logical1::from(bits & 1 != 0), |value: Logical1| u8::from(bool::from(value));
    Logical2, 16, 0, |bits: u16| Logical2::from(bits & 1 != 0), |value: Logical2| u16::from(bool::from(value));
    Logical, 32, 0, |bits: u32| Logical::from(bits & 1 != 0), |value: Logical| u32::from(bool::from(value));
    Logical8, 64, 0, |bits: u64| Logical8::from(bits & 1 != 0), |value: Logical8| u64::from(bool::from(value));
    Logical16, 128, 0, |bits: u128| Logical16::from(bits & 1 != 0), |value: Logical16| u128::from(bool::from(value));
}

/// A check of each conversion.
trait Check {
    fn check<R: Representation, T: Bits + Item<R, Plan = Scalar<C>>, C: Convert<Native = T>>(&mut self);
}

/// Checks every conversion of the standard library whose native type is defined by its bits.
fn every(check: &mut impl Check) {
    macro_rules! all {
        ($($representation:ident: $($native:ty)*;)*) => { $($(
            check.check::<$representation, $native, _>();
        )*)* };
    }
    all! {
        External32: i8 i16 i32 i64 u8 u16 u32 u64 F16 f32 f64 F128 Character
            Logical1 Logical2 Logical Logical8 Logical16;
        External64: i64 u64 f32 f64;
        BigEndian: i8 i16 i32 i64 u8 u16 u32 u64 F16 Bf16 f32 f64 F128 Character
            Logical1 Logical2 Logical Logical8 Logical16;
        LittleEndian: i8 i16 i32 i64 u8 u16 u32 u64 F16 Bf16 f32 f64 F128 Character
            Logical1 Logical2 Logical Logical8 Logical16;
        Ibm370: i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 F128 Character
            Logical1 Logical2 Logical Logical8;
        VaxD: i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 F128 Character
            Logical1 Logical2 Logical Logical8;
        VaxG: i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 F128 Character
            Logical1 Logical2 Logical Logical8;
        Cray: i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 Character
            Logical1 Logical2 Logical Logical8;
    }
}

/// The bytes of a word, as an item of the file.
fn item<C: Convert>(word: u128) -> C::File {
    let bytes = word.to_be_bytes();
    <C::File as datarep::codegen::Bytes>::items(&bytes[16 - size_of::<C::File>()..])[0]
}

fn assert_agrees<T: PartialEq + Debug>(
    title: &str,
    given: &dyn Debug,
    quick: &Ordinary<T>,
    exact: (T, Kinds),
) {
    let (value, kinds) = exact;
    if !quick.odd {
        assert_eq!(quick.item, value, "{title}: {given:?}");
        assert_eq!(quick.kinds(), kinds, "{title}: events of {given:?}");
    }
}

/// The ordinary form agrees with the exact one for each item that it marks as ordinary.
struct Agree {
    words: Vec<u128>,
    ordinary: u64,
}

impl Agree {
    fn read<C: Convert<Native: Bits>>(&mut self, word: u128) {
        let file = item::<C>(word);
        let (quick, (value, kinds)) = (C::read_ordinary::<AnyProcessor>(file), C::read(file));
        self.ordinary += u64::from(!quick.odd);
        let quick = quick.map(Bits::bits);
        assert_agrees(C::MAPPING, &file.as_ref(), &quick, (value.bits(), kinds));
    }

    fn write<C: Convert<Native: Bits>>(&mut self, word: u128) {
        let native = C::Native::of(word);
        let (quick, (value, kinds)) = (C::write_ordinary(native), C::write(native));
        self.ordinary += u64::from(!quick.odd);
        let quick = quick.map(|item| item.as_ref().to_vec());
        assert_agrees(C::MAPPING, &native, &quick, (value.as_ref().to_vec(), kinds));
    }
}

impl Check for Agree {
    fn check<R: Representation, T: Bits + Item<R, Plan = Scalar<C>>, C: Convert<Native = T>>(&mut self) {
        if C::READS_IN_BLOCKS {
            (0..self.words.len()).for_each(|index| self.read::<C>(self.words[index]));
        }
        if C::WRITES_IN_BLOCKS {
            (0..self.words.len()).for_each(|index| self.write::<C>(self.words[index]));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn random_words_agree(words in prop::collection::vec(any::<u128>(), 64)) {
        let mut agree = Agree { words, ordinary: 0 };
        every(&mut agree);
        prop_assert!(agree.ordinary > 0);
    }
}

/// Words of 16 bytes, with each pattern of 16 bits where exponents and small words are.
#[test]
fn every_pattern_of_16_bits_agrees() {
    let words = (0..=u128::from(u16::MAX)).collect();
    every(&mut Agree { words, ordinary: 0 });
}

/// Every exponent with the significands at which rounding carries, ties, or is exact.
#[test]
fn borders_agree() {
    const LOW: [u128; 8] = [0, 1, 1 << 4, (1 << 4) - 1, 1 << 28, (1 << 29) - 1, (1 << 44) - 1, (1 << 44) - 2];
    let mut words = Vec::new();
    for bits in [32, 64] {
        for top in 0..1_u128 << 16 {
            // All exponents of 16 bits if the word is wide, and those of 11 bits if it is narrow.
            if bits == 32 && top & 0xF != 0 {
                continue;
            }
            // Of an exponent of 11 bits these are the least and the largest significands, and those in the middle. A wider
            // exponent takes the other bits, too, and has no fewer of them with the first significands.
            let lows = if matches!(top & 0xF, 0 | 7 | 8 | 15) { &LOW[..] } else { &LOW[..2] };
            for low in lows {
                let below = bits - 16;
                let low: u128 = low & ((1 << below) - 1);
                words.push(top << below | low);
                words.push(top << below | (((1 << below) - 1) ^ low));
            }
        }
    }
    for chunk in words.chunks(1 << 18) {
        every(&mut Agree { words: chunk.to_vec(), ordinary: 0 });
    }
}

/// Slices have the results of single items.
struct Slices {
    seed: u64,
    lengths: Vec<usize>,
    /// The distance of the file's buffer from its alignment, in bytes.
    offset: usize,
    /// One in this number of items is a random pattern.
    odd: u64,
}

impl Slices {
    fn random(&mut self) -> u128 {
        let mut half = || {
            self.seed ^= self.seed << 13;
            self.seed ^= self.seed >> 7;
            self.seed ^= self.seed << 17;
            self.seed.wrapping_mul(0x2545_F491_4F6C_DD1D)
        };
        u128::from(half()) << 64 | u128::from(half())
    }

    /// A native that is mostly a number of a few digits.
    fn native<T: Bits>(&mut self) -> T {
        let random = self.random();
        let any = self.odd > 0 && (random >> 70).is_multiple_of(u128::from(self.odd));
        if any || T::FRACTION == 0 {
            return T::of(random);
        }
        let exponent_bits = T::BITS - 1 - T::FRACTION;
        let bias = (1_u128 << (exponent_bits - 1)) - 1;
        let sign = (random >> 100 & 1) << (T::BITS - 1);
        let fraction = random & ((1 << T::FRACTION) - 1);
        T::of(sign | (bias - 4 + (random >> 110 & 7)) << T::FRACTION | fraction)
    }
}

/// The values and counts of each item by itself. The counts are `None` if an item is refused.
fn by_items<T>(items: impl Iterator<Item = (T, Kinds)>, errors: Kinds) -> (Vec<T>, Option<[u64; 3]>) {
    let (mut values, mut counts, mut failed) = (Vec::new(), [0; 3], false);
    for (value, kinds) in items {
        failed |= kinds.meets(errors);
        if !failed {
            values.push(value);
        }
        for (count, kind) in counts.iter_mut().zip([Kinds::INEXACT, Kinds::OVERFLOW, Kinds::UNDERFLOW]) {
            *count += u64::from(kinds.meets(kind));
        }
    }
    (values, (!failed).then_some(counts))
}

fn counts(result: &Result<Loss, Error>) -> Option<[u64; 3]> {
    result.as_ref().ok().map(|loss| [loss.inexact, loss.overflow, loss.underflow])
}

impl Check for Slices {
    fn check<R: Representation, T: Bits + Item<R, Plan = Scalar<C>>, C: Convert<Native = T>>(&mut self) {
        let extent = size_of::<C::File>();
        for length in self.lengths.clone() {
            let natives: Vec<T> = (0..length).map(|_| self.native()).collect();
            let (expected, counted) =
                by_items(natives.iter().map(|&native| C::write(native)), C::WRITE_ERRORS);
            let mut file = vec![0xA5; self.offset + length * extent];
            let written = datarep::codegen::write::<R, T>(&natives, &mut file[self.offset..]);
            assert_eq!(counts(&written), counted, "{}: {length} items written: {written:?}", C::MAPPING);
            let expected: Vec<u8> = expected.iter().flat_map(|item| item.as_ref().to_vec()).collect();
            assert_eq!(
                &file[self.offset..][..expected.len()],
                &expected[..],
                "{}: {length} items",
                C::MAPPING
            );
            assert_eq!(&file[..self.offset], &vec![0xA5; self.offset][..]);
            if written.is_err() {
                continue;
            }
            let items: Vec<C::File> =
                <C::File as datarep::codegen::Bytes>::items(&file[self.offset..]).to_vec();
            let (expected, counted) = by_items(items.iter().map(|&item| C::read(item)), C::READ_ERRORS);
            let mut back = natives.clone();
            let read = datarep::codegen::read::<R, T>(&file[self.offset..], &mut back);
            assert_eq!(counts(&read), counted, "{}: {length} items read", C::MAPPING);
            let bits = |values: &[T]| values.iter().map(|value| value.bits()).collect::<Vec<_>>();
            assert_eq!(bits(&back[..expected.len()]), bits(&expected), "{}: {length} items", C::MAPPING);
        }
    }
}

#[test]
fn every_length_at_every_level() {
    at_every_level(|_| {
        let lengths = (0..=200).collect();
        every(&mut Slices { seed: 0x9E37_79B9_7F4A_7C15, lengths, offset: 0, odd: 0 });
    });
}

#[test]
fn every_alignment_at_every_level() {
    at_every_level(|_| {
        for offset in 1..64 {
            every(&mut Slices { seed: 7 + offset as u64, lengths: vec![65, 131], offset, odd: 0 });
        }
        // Long enough to be stored by whole lines, from the first line on.
        for offset in [2, 8, 16, 29, 32, 48, 56] {
            every(&mut Slices { seed: 9 + offset as u64, lengths: vec![257, 1100], offset, odd: 0 });
        }
    });
}

#[test]
fn odd_items_among_ordinary_ones_at_every_level() {
    at_every_level(|_| {
        for odd in [1, 2, 50] {
            every(&mut Slices { seed: 11 + odd, lengths: vec![1, 64, 200, 300], offset: 1, odd });
        }
    });
}
