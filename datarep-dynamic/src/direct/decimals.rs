//! Converts decimals of at most 18 digits, which are packed, zoned in EBCDIC, or binary, to integers and decimals and back.
//!
//! A program takes digits from bytes, checks, joins and scales them in many loops. Here each item is a word or three, whose
//! digits are joined by a few multiplications. Items go by way of signed numbers of 64 bits, a stage at a time: so there is a
//! loop for each form and size, and one for each native type, and not one for each pair of them. Only ordinary items are
//! converted: valid digits and signs, and numbers that fit. The caller converts a slice with others again.

#![allow(
    clippy::inline_always,
    clippy::needless_bitwise_bool,
    reason = "bodies of loops without branches that are compiled for a level"
)]

use datarep::codegen::Processor;
use datarep::interpreter::{Bytes, Task, run};
use datarep_dsl::model::{
    ByteOrder, Conversion as Mapping, Decimal, DecimalSign, DigitCode, DigitSet, Format, FormatKind,
    NativeKind, NoncanonicalRule, Plus,
};

use super::DirectConversion;

/// The number of items that are converted together.
const STAGE: usize = 512;

/// The most digits, whose numbers have less than 64 bits with their sign.
const MOST_DIGITS: u32 = 18;

/// Reads numbers without their point from the items of a file. Returns whether an item is odd: one that this code does not
/// convert. `true` is no success.
type Reads = fn(&[u8], SignRules, &mut [i64]) -> bool;
/// Writes such numbers as items of a file.
type Writes = fn(&[i64], SignRules, &mut [u8]);

/// The loops for the items of a file.
struct DecimalLoops {
    reads: Reads,
    writes: Writes,
    signs: SignRules,
    /// The largest number that is written.
    most: u64,
}

/// What the signs of a format are.
#[derive(Debug, Clone, Copy)]
struct SignRules {
    /// The half of a byte that is written for a plus.
    plus: u64,
    /// Whether there is no minus.
    no_minus: bool,
    /// Whether there is no sign but the half of a plain digit.
    no_sign: bool,
    /// Half of a byte above the digits of an even number of packed ones, which is zero.
    unused: u64,
}

/// File to native, and native to file; `None` for other conversions.
pub(super) fn make_decimal_conversions(format: &Format, mapping: &Mapping) -> Option<[DirectConversion; 2]> {
    let FormatKind::Decimal(decimal) = format.kind else { return None };
    // 28 is the most that `Decimal` holds. A negative scale fails the conversion to `u32`: its items need a
    // multiplication.
    let scale = u32::try_from(decimal.scale).ok().filter(|scale| *scale <= 28)?;
    // Several bytes may mean one number, such as the signs 0xA to 0xF of packed digits. If these are counted, the
    // program does it.
    if mapping.read.noncanonical != NoncanonicalRule::Ignore {
        return None;
    }
    let DecimalLoops { reads, writes, signs, most } = match decimal.code {
        DigitCode::Binary { bits, most } => find_binary_loops(decimal, bits, most, &mapping.order)?,
        DigitCode::Packed | DigitCode::Zoned { charset: DigitSet::Ebcdic, point: false } => {
            find_digit_loops(decimal, &mapping.order)?
        }
        // Digits with the lower one first, those of ASCII, and those with a point or a picture have no loops here: programs convert
        // them.
        DigitCode::PackedLow | DigitCode::Zoned { .. } | DigitCode::Printed(_) => return None,
    };
    let size = (format.bits / 8) as usize;
    let (to_native, from_native, native) = match mapping.native.kind() {
        NativeKind::Decimal => (put_decimals as ToNative, take_decimals as FromNative, 16),
        // Integers of binary numbers are converted otherwise.
        NativeKind::Integer { signed, bits } if !decimal.is_binary() => {
            find_integer_conversions(signed, bits)?
        }
        _ => return None,
    };
    let read = move |file: &[u8], output: &mut [u8]| {
        // On the stack: 512 numbers are 4 KiB, which stay in the nearest cache between the two loops.
        let mut numbers = [0; STAGE];
        file.chunks(STAGE * size).zip(output.chunks_mut(STAGE * native)).fold(false, |odd, (file, output)| {
            let numbers = &mut numbers[..file.len() / size];
            // Both are called even if something is odd already. `|` does not skip its right side as `||` does.
            odd | reads(file, signs, numbers) | to_native(numbers, scale, output)
        })
    };
    let write = move |values: &[u8], output: &mut [u8]| {
        let mut numbers = [0; STAGE];
        values.chunks(STAGE * native).zip(output.chunks_mut(STAGE * size)).fold(
            false,
            |odd, (values, output)| {
                let numbers = &mut numbers[..values.len() / native];
                // Checked before the digits are split: `writes` takes the lowest digits of any number, and the odd
                // result is thrown away by the caller.
                let odd = odd
                    | from_native(values, scale, numbers)
                    | has_unwritable_number(numbers, most, signs.no_minus);
                writes(numbers, signs, output);
                odd
            },
        )
    };
    Some([Box::new(read), Box::new(write)])
}

/// Whether one of the numbers cannot be written.
fn has_unwritable_number(numbers: &[i64], most: u64, no_minus: bool) -> bool {
    numbers
        .iter()
        .fold(false, |odd, number| odd | (number.unsigned_abs() > most) | (no_minus & number.is_negative()))
}

/// The loops for binary numbers.
fn find_binary_loops(
    decimal: Decimal,
    bits: u32,
    most: Option<u32>,
    order: &ByteOrder,
) -> Option<DecimalLoops> {
    let digits = most.filter(|digits| *digits <= MOST_DIGITS)?;
    let (reads, writes): (Reads, Writes) = match (order, bits) {
        // An unsigned one would need its own loops, which extend with zeros.
        _ if !decimal.is_signed() => return None,
        (ByteOrder::Big, 16) => (read_binary::<2>, write_binary::<2>),
        (ByteOrder::Big, 32) => (read_binary::<4>, write_binary::<4>),
        (ByteOrder::Big, 64) => (read_binary::<8>, write_binary::<8>),
        _ => return None,
    };
    // COBOL's rule for binary fields: PIC S9(4) is written up to 9999, although 16 bits could hold 32767.
    let largest = 10_u64.pow(digits) - 1;
    // Otherwise the bytes would be the limit, and not the digits.
    let fits = bits == 64 || largest < 1 << (bits - 1);
    let signs = SignRules { plus: 0, no_minus: false, no_sign: false, unused: 0 };
    fits.then_some(DecimalLoops { reads, writes, signs, most: largest })
}

/// The loops for digits with a sign beside the last one.
fn find_digit_loops(decimal: Decimal, order: &ByteOrder) -> Option<DecimalLoops> {
    // The sign is in the last half byte of packed digits, and in the zone of the last zoned one. Other places have
    // other loops.
    let DecimalSign::Digit { leading: false, plus } = decimal.sign else { return None };
    let digits = decimal.digits;
    if !(1..=MOST_DIGITS).contains(&digits) || !matches!(order, ByteOrder::Big) {
        return None;
    }
    macro_rules! with_size {
        ($size:expr, $reads:ident, $writes:ident; $($number:literal)*) => {
            match $size {
                $($number => ($reads::<$number> as Reads, $writes::<$number> as Writes),)*
                _ => return None,
            }
        };
    }
    let is_packed = matches!(decimal.code, DigitCode::Packed);
    let (reads, writes) = if is_packed {
        with_size!(decimal.bytes(), read_packed, write_packed; 1 2 3 4 5 6 7 8 9 10)
    } else {
        with_size!(digits, read_zoned, write_zoned; 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18)
    };
    let signs = SignRules {
        // IBM's machines prefer 0xC for a plus, and print 0xF for numbers without a sign. Both are read.
        plus: if plus == Plus::Preferred { 0xC } else { 0xF },
        no_minus: matches!(plus, Plus::Only | Plus::Absent),
        no_sign: plus == Plus::Absent,
        // An even number of digits and the sign are an odd number of halves: the highest half is no digit.
        unused: if is_packed && digits.is_multiple_of(2) { 0xF } else { 0 },
    };
    Some(DecimalLoops { reads, writes, signs, most: 10_u64.pow(digits) - 1 })
}

/// Work on items of a file and on numbers, in a loop that is compiled for a level.
struct LoadTask<'a, F, const N: usize>(&'a [[u8; N]], &'a mut [i64], F);

impl<F: Fn([u8; N]) -> (i64, bool), const N: usize> Task for LoadTask<'_, F, N> {
    type Output = bool;

    #[inline(always)]
    fn run<P: Processor>(self) -> bool {
        let mut odd = false;
        for (item, number) in self.0.iter().zip(self.1) {
            let (value, is_odd) = (self.2)(*item);
            *number = value;
            odd |= is_odd;
        }
        odd
    }
}

struct StoreTask<'a, F, const N: usize>(&'a [i64], &'a mut [[u8; N]], F);

impl<F: Fn(i64) -> [u8; N], const N: usize> Task for StoreTask<'_, F, N> {
    type Output = ();

    #[inline(always)]
    fn run<P: Processor>(self) {
        for (number, item) in self.0.iter().zip(self.1) {
            *item = (self.2)(*number);
        }
    }
}

/// At most eight bytes, which end at byte `end` and begin at `end - 8` or at 0, as a number with the first one on top.
///
/// They are loaded in pieces, as the bytes of an item are.
#[inline(always)]
fn load_bytes_before<const N: usize>(bytes: &[u8; N], end: usize) -> u64 {
    // `N` and `end` are constants where this is inlined, so that no branch and no check is left.
    let bytes = &bytes[end.saturating_sub(8)..end];
    let (mut word, mut rest) = (0, bytes);
    if let Some(whole) = rest.first_chunk() {
        return u64::from_be_bytes(*whole);
    }
    if let Some((piece, behind)) = rest.split_first_chunk() {
        (word, rest) = (u64::from(u32::from_be_bytes(*piece)), behind);
    }
    if let Some((piece, behind)) = rest.split_first_chunk() {
        (word, rest) = (word << 16 | u64::from(u16::from_be_bytes(*piece)), behind);
    }
    rest.first().map_or(word, |byte| word << 8 | u64::from(*byte))
}

/// Stores the lowest bytes of a word before byte `end`: eight, or as many as there are.
#[inline(always)]
fn store_bytes_before<const N: usize>(word: u64, bytes: &mut [u8; N], end: usize) {
    let out = &mut bytes[end.saturating_sub(8)..end];
    out.copy_from_slice(&word.to_be_bytes()[8 - out.len()..]);
}

/// Whether one of the half bytes is no digit.
#[inline(always)]
const fn has_non_digit_half(halves: u64) -> bool {
    // A half byte above 9 has bit 3 and one of the bits 2 and 1. Both are moved onto bit 3, and the mask leaves it
    // alone.
    halves & (halves << 1 | halves << 2) & 0x8888_8888_8888_8888 != 0
}

/// The number that eight digits form, each in a byte.
#[inline(always)]
const fn join_digit_bytes(digits: u64) -> u64 {
    // `0xF4 0xF2` => 42. The masks drop the zones, and no product is carried into the next pair: 99 needs 7 bits of 16.
    let pairs = (digits & 0x000F_000F_000F_000F) + 10 * (digits >> 8 & 0x000F_000F_000F_000F);
    join_digit_pairs(pairs)
}

/// The number that four pairs of digits form, each in sixteen bits.
#[inline(always)]
const fn join_digit_pairs(pairs: u64) -> u64 {
    // Each step joins neighbors: 4 pairs, 2 fours, a number of eight digits. 9999 needs 14 bits of 32.
    let fours = (pairs & 0x0000_00FF_0000_00FF) + 100 * (pairs >> 16 & 0x0000_00FF_0000_00FF);
    (fours & 0xFFFF) + 10_000 * (fours >> 32)
}

/// The number that sixteen digits form, each in half a byte.
#[inline(always)]
const fn join_digit_halves(halves: u64) -> u64 {
    // 99 fits in 8 bits, 9,999 in 16 and 99,999,999 in 32, so that no step carries into a neighbor.
    let pairs = (halves & 0x0F0F_0F0F_0F0F_0F0F) + 10 * (halves >> 4 & 0x0F0F_0F0F_0F0F_0F0F);
    let fours = (pairs & 0x00FF_00FF_00FF_00FF) + 100 * (pairs >> 8 & 0x00FF_00FF_00FF_00FF);
    let eights = (fours & 0x0000_FFFF_0000_FFFF) + 10_000 * (fours >> 16 & 0x0000_FFFF_0000_FFFF);
    (eights & 0xFFFF_FFFF) + 100_000_000 * (eights >> 32)
}

/// The digits of a number below 10^8, each in a byte.
#[inline(always)]
const fn split_to_digit_bytes(number: u64) -> u64 {
    // The quotient by 100 is the product with 10486 / 2^20, for numbers below 10,000. The quotient by 10 is that with
    // 103 / 2^10, for numbers below 100.
    let fours = ((number / 10_000) << 32) | (number % 10_000);
    let hundreds = (fours * 10_486) >> 20 & 0x0000_007F_0000_007F;
    let pairs = hundreds << 16 | (fours - hundreds * 100);
    let tens = (pairs * 103) >> 10 & 0x000F_000F_000F_000F;
    tens << 8 | (pairs - tens * 10)
}

/// The digits of a number below 10^8, each in half a byte.
#[inline(always)]
const fn split_to_digit_halves(number: u64) -> u64 {
    let bytes = split_to_digit_bytes(number);
    // Two digits in the low halves of neighboring bytes become one byte, and so on with pairs and fours: the opposite
    // of a spread of bits.
    let pairs = (bytes | bytes >> 4) & 0x00FF_00FF_00FF_00FF;
    let fours = (pairs | pairs >> 8) & 0x0000_FFFF_0000_FFFF;
    (fours | fours >> 16) & 0xFFFF_FFFF
}

/// A number with the sign in half a byte, and whether the sign is odd. That of a negative zero is, as a loss of it is
/// counted.
#[inline(always)]
fn apply_sign(number: u64, half: u64, signs: SignRules) -> (i64, bool) {
    // IBM's Principles of Operation: 0xB and 0xD are minus, 0xA, 0xC, 0xE and 0xF are plus, and digits are no sign.
    let is_minus = (half == 0xB) | (half == 0xD);
    let number = number.cast_signed();
    let is_refused = (is_minus & (signs.no_minus | (number == 0))) | (signs.no_sign & (half != 0xF));
    let is_odd = (half < 0xA) | is_refused;
    (if is_minus { -number } else { number }, is_odd)
}

/// The half of a byte for the sign of a number.
#[inline(always)]
fn sign_half(number: i64, signs: SignRules) -> u64 {
    if number < 0 { 0xD } else { signs.plus }
}

/// Reads packed decimals of `N` bytes. Returns whether an item is odd.
fn read_packed<const N: usize>(file: &[u8], signs: SignRules, numbers: &mut [i64]) -> bool {
    run(LoadTask(file.as_chunks::<N>().0, numbers, |item: [u8; N]| {
        // The last eight bytes have 15 digits and the sign, so what is above them begins with digit 16.
        let word = load_bytes_before(&item, N);
        let above = if const { N > 8 } { load_bytes_before(&item, N - 8) } else { 0 };
        // The unused half is the highest of the item.
        let highest =
            if const { N > 8 } { above >> (8 * (N as u64 % 8) - 4) } else { word >> (8 * N as u64 - 4) };
        let number = join_digit_halves(word >> 4) + 1_000_000_000_000_000 * join_digit_halves(above);
        let (number, is_odd) = apply_sign(number, word & 0xF, signs);
        let odd = is_odd
            | has_non_digit_half(word & !0xF)
            | has_non_digit_half(above)
            | (highest & signs.unused != 0);
        (number, odd)
    }))
}

fn write_packed<const N: usize>(numbers: &[i64], signs: SignRules, file: &mut [u8]) {
    run(StoreTask(numbers, file.as_chunks_mut::<N>().0, |number: i64| {
        let magnitude = number.unsigned_abs();
        let (above, low) = if const { N > 8 } {
            (magnitude / 1_000_000_000_000_000, magnitude % 1_000_000_000_000_000)
        } else {
            (0, magnitude)
        };
        let halves = split_to_digit_halves(low % 100_000_000);
        // `split_to_digit_halves` takes eight digits, and an item of more than four bytes has more.
        let halves = if const { N > 4 } {
            split_to_digit_halves(low / 100_000_000 % 100_000_000) << 32 | halves
        } else {
            halves
        };
        let mut item = [0; N];
        // The shift drops a sixteenth digit: 15 and the sign fill the word.
        store_bytes_before(halves << 4 | sign_half(number, signs), &mut item, N);
        if const { N > 8 } {
            store_bytes_before(split_to_digit_halves(above % 10_000), &mut item, N - 8);
        }
        item
    }));
}

/// The zones of the last digits of a word, which are 0xF.
#[inline(always)]
const fn zone_mask(digits: usize) -> u64 {
    // A shift by 64 would be for no digit, and no item has none.
    0xF0F0_F0F0_F0F0_F0F0 >> (64 - 8 * digits)
}

/// Whether one of the bytes is no digit with a zone, where zones are wanted.
#[inline(always)]
const fn has_non_digit_byte(word: u64, zones: u64) -> bool {
    // In EBCDIC the digits are 0xF0 to 0xF9.
    (word & zones != zones) | has_non_digit_half(word & 0x0F0F_0F0F_0F0F_0F0F)
}

/// Reads zoned decimals of `N` bytes. Returns whether an item is odd.
fn read_zoned<const N: usize>(file: &[u8], signs: SignRules, numbers: &mut [i64]) -> bool {
    run(LoadTask(file.as_chunks::<N>().0, numbers, |item: [u8; N]| {
        let word = load_bytes_before(&item, N);
        // The zone of the last digit is the sign. It is left out of the check here, and is checked
        // with the sign below.
        let mut odd = has_non_digit_byte(word, zone_mask(if N < 8 { N } else { 8 }) & !0xF0);
        let mut number = join_digit_bytes(word);
        if const { N > 8 } {
            let above = load_bytes_before(&item, N - 8);
            odd |= has_non_digit_byte(above, zone_mask(if N < 16 { N - 8 } else { 8 }));
            number += 100_000_000 * join_digit_bytes(above);
        }
        if const { N > 16 } {
            let above = load_bytes_before(&item, N - 16);
            odd |= has_non_digit_byte(above, zone_mask(N - 16));
            number += 10_000_000_000_000_000 * join_digit_bytes(above);
        }
        let (number, is_odd) = apply_sign(number, word >> 4 & 0xF, signs);
        (number, odd | is_odd)
    }))
}

fn write_zoned<const N: usize>(numbers: &[i64], signs: SignRules, file: &mut [u8]) {
    const ZONES: u64 = 0xF0F0_F0F0_F0F0_F0F0;
    run(StoreTask(numbers, file.as_chunks_mut::<N>().0, |number: i64| {
        let magnitude = number.unsigned_abs();
        let mut item = [0; N];
        // `ZONES & !0xF0` leaves room for the sign in the zone of the last digit.
        let last = split_to_digit_bytes(magnitude % 100_000_000) | (ZONES & !0xF0);
        store_bytes_before(last | sign_half(number, signs) << 4, &mut item, N);
        if const { N > 8 } {
            store_bytes_before(
                split_to_digit_bytes(magnitude / 100_000_000 % 100_000_000) | ZONES,
                &mut item,
                N - 8,
            );
        }
        if const { N > 16 } {
            store_bytes_before(
                split_to_digit_bytes(magnitude / 10_000_000_000_000_000 % 100) | ZONES,
                &mut item,
                N - 16,
            );
        }
        item
    }));
}

/// Reads binary numbers of `N` bytes. Returns whether an item is odd.
fn read_binary<const N: usize>(file: &[u8], _: SignRules, numbers: &mut [i64]) -> bool {
    run(LoadTask(file.as_chunks::<N>().0, numbers, |item: [u8; N]| {
        // A shift up and an arithmetic one down extend the sign of 2 or 4 bytes.
        let above = 64 - 8 * N;
        ((load_bytes_before(&item, N) << above).cast_signed() >> above, false)
    }))
}

fn write_binary<const N: usize>(numbers: &[i64], _: SignRules, file: &mut [u8]) {
    run(StoreTask(numbers, file.as_chunks_mut::<N>().0, |number: i64| {
        let mut item = [0; N];
        store_bytes_before(number.cast_unsigned(), &mut item, N);
        item
    }));
}

/// Writes numbers as native items, with their scale. Returns whether a number is odd: one that does not fit.
type ToNative = fn(&[i64], u32, &mut [u8]) -> bool;
/// Reads native items as numbers of this scale. Returns whether an item is odd: one that this code does not convert.
type FromNative = fn(&[u8], u32, &mut [i64]) -> bool;

/// Writes numbers as `Decimal`. Returns `false`, as each of them fits: none is odd.
fn put_decimals(numbers: &[i64], scale: u32, output: &mut [u8]) -> bool {
    run(StoreTask(numbers, output.as_chunks_mut::<16>().0, |number: i64| {
        // As `Decimal` is stored: the number in twelve bytes, then the scale with the sign in its top bit.
        let mut item = [0; 16];
        number.unsigned_abs().store(&mut item[..8]);
        (scale | u32::from(number < 0) << 31).store(&mut item[12..]);
        item
    }));
    false
}

/// Reads numbers from `Decimal`. Returns whether an item is odd.
fn take_decimals(values: &[u8], scale: u32, numbers: &mut [i64]) -> bool {
    run(LoadTask(values.as_chunks::<16>().0, numbers, |item: [u8; 16]| {
        let (low, high) = (u64::load(&item[..8]), u32::load(&item[8..12]));
        let flags = u32::load(&item[12..]);
        let number = low.cast_signed();
        // The loop takes numbers of 63 bits at the format's own scale. 1.50 at a scale of 1 is odd: it has to be
        // scaled, and perhaps rounded.
        let is_odd = (high != 0) | (number < 0) | (flags & !(1 << 31) != scale);
        // Only an odd item can be the lowest number, whose negation would panic.
        (if flags >> 31 != 0 { number.wrapping_neg() } else { number }, is_odd)
    }))
}

/// The conversions to and from an integer type, and its bytes.
fn find_integer_conversions(signed: bool, bits: u32) -> Option<(ToNative, FromNative, usize)> {
    macro_rules! integers {
        ($($is_signed:literal $bits:literal $native:ty;)*) => {
            match (signed, bits) {
                $(($is_signed, $bits) => Some((put_integers::<$native, { $bits / 8 }>, take_integers::<$native, { $bits / 8 }>, $bits / 8)),)*
                _ => None,
            }
        };
    }
    integers! {
        true 8 i8; true 16 i16; true 32 i32; true 64 i64;
        false 8 u8; false 16 u16; false 32 u32; false 64 u64;
    }
}

/// Writes numbers as integers. Returns whether a number is odd.
fn put_integers<T: Bytes + TryFrom<i64>, const N: usize>(numbers: &[i64], _: u32, output: &mut [u8]) -> bool {
    let mut odd = false;
    for (number, item) in numbers.iter().zip(output.as_chunks_mut::<N>().0) {
        let number = T::try_from(*number);
        odd |= number.is_err();
        // The item is converted again by the caller, so any value will do.
        number.unwrap_or(T::BLANK).store(item);
    }
    odd
}

/// Reads numbers from integers. Returns whether an item is odd.
fn take_integers<T: Bytes + TryInto<i64>, const N: usize>(
    values: &[u8],
    _: u32,
    numbers: &mut [i64],
) -> bool {
    let mut odd = false;
    for (item, number) in values.as_chunks::<N>().0.iter().zip(numbers) {
        let converted_number = T::load(item).try_into();
        odd |= converted_number.is_err();
        *number = converted_number.unwrap_or(0);
    }
    odd
}
