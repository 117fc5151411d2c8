//! Formats of no real machine, whose fields lie where the forms for ordinary items could go wrong, compared with the
//! exact forms. For some formats the exact forms could go wrong.

use std::fmt::Debug;

use datarep::Character;
use datarep::codegen::{
    AnyProcessor, Avx512Processor, Bytes, Convert, Item, Kinds, Ordinary, Representation, Scalar, pages,
    to_page,
};

datarep::datarep! {
    /// More steps of the exponent than an `f32` has places for.
    float octal = S1 E10 F17 _4 where value = 0.F * 8^(E + 200) { exponent sign_magnitude; negative ones_complement; order big; }
    /// The same of an `f64`.
    float hexadecimal = F28 E11 S1 where value = 0.F * 16^(E - 1024) { exponent excess_ones_complement; order big; }
    /// A significand of zero that is no zero, and has a sign.
    float signed = S1 E2 F13 where value = F * 2^(E - 1) { negative twos_complement; zero if E == 0 && F == 0; ieee; order big; }
    /// The same where no condition turns in the range.
    float far = S1 F19 E12 where value = F * 8^(E + 691) {
        exponent twos_complement;
        negative twos_complement;
        zero if S == 0 && E == 0 && F == 0;
        order big;
    }
    /// The negative power of two that is farthest from zero is reserved.
    float reserved = S1 F13 E10 where value = S.F * 2^E {
        exponent twos_complement;
        reserved if S == 1 && F == 0 && E == max;
        order big;
    }
    /// Subnormal numbers beside a significand almost as long as that of an `f32`.
    float long = S1 E2 F21 where value = 1.F * 2^(E - 2) { subnormal if E == 0; nan if E == 3 && F == max; order big; }
    /// An implied bit above more bits than the processor converts, and no zero.
    float implied = E7 S1 F120 where value = S!S.F * 2^(E - 63) { nan if E == 127; order big; }
    /// The same with a zero.
    float gradual = S1 F73 _1 E5 where value = S!S.F * 2^(E - 16) { zero if S == 0 && E == 0; subnormal if E == 0; order big; }
    /// No bit beside exponent and significand.
    float full = F125 E3 where value = 0.1F * 2^E {
        exponent sign_magnitude;
        negative none;
        zero if E == -3 && F == 0;
        subnormal if E == -3;
        order big;
    }
    /// A zero by its exponent, whatever would be rounded beside it.
    float vanished = S1 F54 E9 where value = S!S.F * 2^E { exponent twos_complement; zero if E == -256; order big; }
    /// Another class at the second exponent of zero, beside a leading bit that is stored.
    float second = S1 E2 I1 F12 where value = I.F * 2^(E - 1) { exponent excess_ones_complement; infinity if E == 0; order big; }
    /// The same of a signed significand.
    float other = S1 F11 E4 where value = S.F * 2^(E - 8) { exponent excess_ones_complement; nan if E == 7; order big; }
    /// Subnormal numbers where negative exponents are in one's complement.
    float below = S1 E8 F23 where value = S.F * 2^(E - 128) {
        exponent excess_ones_complement;
        zero if E == 0 && F == 0;
        subnormal if E == 0;
        order big;
    }
    /// No subnormal numbers, as the implied bit is not dropped.
    float kept = S1 E8 F23 where value = S!S.F * 2^(E - 127) { zero if E == 0 && F == 0; subnormal if E == 0; order big; }
    /// A NaN at the end of the positive numbers alone.
    float lopsided = S1 E8 F23 where value = S.F * 2^(E - 128) { nan if E == 255 && F == max; order big; }
    /// The smallest exponent is reserved where the sign is set.
    float guarded = S1 E8 F23 where value = 1.F * 2^(E - 127) { reserved if S == 1 && E == 0; order big; }
    /// The smallest exponent is zero where the sign is not set.
    float minus = S1 E8 F23 where value = 1.F * 2^(E - 127) { zero if S == 0 && E == 0; order big; }
    /// The same of a signed significand, which has numbers that are not normalized.
    float uneven = S1 E8 F23 where value = S.F * 2^(E - 128) { zero if S == 0 && E == 0; order big; }
    /// Zeros by the formula beside one by a clause that names the sign.
    float unnamed = S1 E8 F23 where value = 0.F * 2^(E - 128) { zero if S == 0 && E == 0 && F == 0; order big; }
    /// The same beside a clause that leaves the sign free.
    float partly = S1 E8 F23 where value = 0.F * 2^(E - 128) { zero if E == 0 && F == 0; order big; }
    /// All ones are a number.
    float inverse = S1 E8 F23 where value = 1.F * 2^(E - 128) {
        negative ones_complement;
        zero if S == 0 && E == 0 && F == 0;
        order big;
    }
    /// A zero that leaves no positive subnormals.
    float shadowed = S1 E8 F23 where value = 0.F * 2^(E - 128) {
        zero if S == 0 && E == 0;
        subnormal if E == 0;
        order big;
    }
    /// NaNs above half of the significands of the largest exponent.
    float limited = S1 E8 F23 where value = 1.F * 2^(E - 127) { nan if E == max && F > 0x3F_FFFF; order big; }
    /// No numbers but subnormals.
    float single = S1 E1 F30 where value = F * 2^(E - 4) { zero if E == 0 && F == 0; ieee; order big; }
    /// The same of a signed significand: minus one is a zero.
    float lonely = S1 E1 F30 where value = S.F * 2^(E - 4) { zero if E == 0 && F == 0; ieee; order big; }

    datarep rules {
        complex => unsupported;
        others => unsupported;
        on read  { overflow => infinity, infinity | nan => keep, reserved => nan }
        on write { overflow | infinity => saturate, nan => error }
    }
    datarep in_octal extends rules { real { 4 => octal, 8 => octal } }
    datarep in_hexadecimal extends rules { real { 4 => hexadecimal, 8 => hexadecimal } }
    datarep in_signed extends rules { real { 4 => signed, 8 => signed } }
    datarep in_far extends rules { real { 4 => far, 8 => far } }
    datarep in_reserved extends rules { real { 4 => reserved, 8 => reserved } }
    datarep in_long extends rules { real { 4 => long, 8 => long } }
    datarep in_implied extends rules { real { 4 => implied, 8 => implied } }
    datarep in_gradual extends rules { real { 4 => gradual, 8 => gradual } }
    datarep in_full extends rules { real { 4 => full, 8 => full } }
    datarep in_vanished extends rules { real { 4 => vanished, 8 => vanished } }
    datarep in_second extends rules { real { 4 => second, 8 => second } }
    datarep in_other extends rules { real { 4 => other, 8 => other } }
    datarep in_below extends rules { real { 4 => below, 8 => below } }
    datarep in_kept extends rules { real { 4 => kept, 8 => kept } }
    datarep in_lopsided extends rules { real { 4 => lopsided, 8 => lopsided } }
    datarep in_guarded extends rules { real { 4 => guarded, 8 => guarded } }
    datarep in_minus extends rules { real { 4 => minus, 8 => minus } }
    datarep in_uneven extends rules { real { 4 => uneven, 8 => uneven } }
    datarep in_unnamed extends rules { real { 4 => unnamed, 8 => unnamed } on read { negative_zero => keep } }
    datarep in_partly extends rules { real { 4 => partly, 8 => partly } on read { negative_zero => keep } }
    datarep without_minus extends rules { real { 4 => partly, 8 => partly } on read { negative_zero => zero } }
    datarep in_shadowed extends rules { real { 4 => shadowed, 8 => shadowed } }
    datarep in_limited extends rules { real { 4 => limited, 8 => limited } }
    datarep in_single extends rules { real { 4 => single, 8 => single } }
    datarep in_lonely extends rules { real { 4 => lonely, 8 => lonely } }
    datarep in_inverse extends rules { real { 4 => inverse, 8 => inverse } }
}

trait Bits: Copy + Debug {
    const FRACTION: u32;
    fn of(bits: u64) -> Self;
    fn bits(self) -> u64;
}

impl Bits for f32 {
    const FRACTION: u32 = 23;
    fn of(bits: u64) -> f32 {
        f32::from_bits(u32::try_from(bits & 0xFFFF_FFFF).expect("masked"))
    }
    fn bits(self) -> u64 {
        u64::from(self.to_bits())
    }
}

impl Bits for f64 {
    const FRACTION: u32 = 52;
    fn of(bits: u64) -> f64 {
        f64::from_bits(bits)
    }
    fn bits(self) -> u64 {
        self.to_bits()
    }
}

/// Words with few runs of equal bits, and random words.
struct Words(u64);

impl Words {
    fn half(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    fn next(&mut self, bits: u32) -> u128 {
        let random = u128::from(self.half()) << 64 | u128::from(self.half());
        let mut word = if random % 4 == 0 { random } else { 0 };
        for _ in 0..random >> 2 & 3 {
            let ends = self.half();
            let run = u128::MAX >> (ends >> 10 & 127) << (ends >> 20 & 127);
            word ^= run;
        }
        word & (u128::MAX >> (128 - bits))
    }
}

fn agree<R: Representation, T: Bits + Item<R, Plan = Scalar<C>>, C: Convert<Native = T>>() {
    let mut words = Words(0x9E37_79B9_7F4A_7C15);
    let bytes = size_of::<C::File>();
    let bits = u32::try_from(8 * bytes).expect("a few bytes");
    for _ in 0..40_000 {
        let word = words.next(bits);
        let file = C::File::items(&word.to_be_bytes()[16 - bytes..])[0];
        let (value, kinds) = C::read(file);
        let check = |made: Ordinary<T>| {
            let same = made.item.bits() == value.bits() && made.kinds() == kinds;
            assert!(made.odd || same, "{}: {word:#x} read as {made:?}, not {value:?}", C::MAPPING);
        };
        if C::READS_IN_BLOCKS {
            check(C::read_ordinary::<AnyProcessor>(file));
            check(C::read_ordinary::<Avx512Processor>(file));
        }
        // All exponents of an `f32`, and as many of an `f64`, around that of one.
        let fraction = u64::try_from(words.next(T::FRACTION)).expect("of fewer bits");
        let exponent = words.half() >> 40 & if T::FRACTION == 23 { 0x1FF } else { 0xFFF };
        let native = T::of(exponent << T::FRACTION | fraction);
        let (value, kinds) = C::write(native);
        if C::WRITES_IN_BLOCKS {
            let made = C::write_ordinary(native);
            let same = made.item.as_ref() == value.as_ref() && made.kinds() == kinds;
            assert!(made.odd || same, "{}: {native:?} written, {:#x}", C::MAPPING, native.bits());
        }
    }
}

macro_rules! tests {
    ($($test:ident: $module:ident :: $representation:ident;)*) => { $(
        #[test]
        fn $test() {
            agree::<$module::$representation, f32, _>();
            agree::<$module::$representation, f64, _>();
        }
    )* };
}

tests! {
    octal_exponents_beyond_the_lane: in_octal::InOctal;
    hexadecimal_exponents_beyond_the_lane: in_hexadecimal::InHexadecimal;
    negative_zeros_that_are_no_words_of_zero: in_signed::InSigned;
    ranges_without_a_turn: in_far::InFar;
    reserved_powers_of_two: in_reserved::InReserved;
    subnormals_of_long_significands: in_long::InLong;
    implied_bits_above_dropped_ones: in_implied::InImplied;
    implied_bits_with_a_zero: in_gradual::InGradual;
    words_without_room: in_full::InFull;
    zeros_that_would_be_rounded: in_vanished::InVanished;
    second_zeros_beside_a_leading_bit: in_second::InSecond;
    second_zeros_of_a_signed_significand: in_other::InOther;
    subnormals_in_ones_complement: in_below::InBelow;
    subnormals_with_an_implied_bit: in_kept::InKept;
    ends_of_one_sign: in_lopsided::InLopsided;
    exponents_reserved_for_one_sign: in_guarded::InGuarded;
    zeros_of_one_sign: in_minus::InMinus;
    signed_significands_with_zeros_of_one_sign: in_uneven::InUneven;
    zeros_that_no_clause_names: in_unnamed::InUnnamed;
    zeros_that_a_clause_leaves_out: in_partly::InPartly;
    zeros_without_their_sign: without_minus::WithoutMinus;
    subnormals_that_are_zeros: in_shadowed::InShadowed;
    ends_by_a_significand: in_limited::InLimited;
    subnormals_alone: in_single::InSingle;
    signed_subnormals_alone: in_lonely::InLonely;
    ones_that_are_no_zero: in_inverse::InInverse;
}

/// Checks that the exact form returns this word with this event.
fn written<R: Representation, C: Convert<Native = f64, File = [u8; 4]>>(
    native: f64,
    (word, kinds): (u32, Kinds),
) where
    f64: Item<R, Plan = Scalar<C>>,
{
    let (file, met) = C::write(native);
    assert_eq!((u32::from_be_bytes(file), met), (word, kinds), "{native:e} as {}", C::MAPPING);
}

#[test]
fn subnormals_have_their_own_exponent_field() {
    written::<in_below::InBelow, _>(2_f64.powi(-130), (0x0008_0000, Kinds::NONE));
    written::<in_below::InBelow, _>(-(2_f64.powi(-130)), (0x8078_0000, Kinds::NONE));
}

#[test]
fn implied_bits_are_never_dropped() {
    written::<in_kept::InKept, _>(2_f64.powi(-126), (0x0080_0000, Kinds::NONE));
    written::<in_kept::InKept, _>(2_f64.powi(-140), (0, Kinds::UNDERFLOW));
}

#[test]
fn the_negative_end_is_its_own() {
    written::<in_lopsided::InLopsided, _>(-(2_f64.powi(127)), (0xFF80_0000, Kinds::NONE));
    written::<in_lopsided::InLopsided, _>(-(2_f64.powi(128)), (0xFF80_0000, Kinds::OVERFLOW));
    written::<in_lopsided::InLopsided, _>(2_f64.powi(128), (0x7FFF_FFFE, Kinds::OVERFLOW));
}

#[test]
fn each_sign_begins_where_its_numbers_do() {
    let small = 1.5 * 2_f64.powi(-127);
    written::<in_guarded::InGuarded, _>(small, (0x0040_0000, Kinds::NONE));
    written::<in_guarded::InGuarded, _>(-small, (0, Kinds::UNDERFLOW));
    written::<in_guarded::InGuarded, _>(-2.0 * small, (0x80C0_0000, Kinds::NONE));
    written::<in_minus::InMinus, _>(small, (0, Kinds::UNDERFLOW));
    written::<in_minus::InMinus, _>(2.0 * small, (0x00C0_0000, Kinds::NONE));
    written::<in_minus::InMinus, _>(-small, (0x8040_0000, Kinds::NONE));
    let unit = 2_f64.powi(-128 - 23);
    written::<in_uneven::InUneven, _>(3.0 * unit, (0x0080_0002, Kinds::UNDERFLOW));
    written::<in_uneven::InUneven, _>(-3.0 * unit, (0x807F_FFFD, Kinds::NONE));
}

/// Checks that the exact form converts a word to this number with this event.
fn read<R: Representation, C: Convert<Native = f64, File = [u8; 4]>>(word: u32, (native, kinds): (f64, Kinds))
where
    f64: Item<R, Plan = Scalar<C>>,
{
    let (item, met) = C::read(word.to_be_bytes());
    assert_eq!((item.to_bits(), met), (native.to_bits(), kinds), "{word:#x} of {}", C::MAPPING);
}

#[test]
fn zeros_by_the_formula_have_a_sign_where_the_clause_leaves_it() {
    read::<in_unnamed::InUnnamed, _>(0x8000_0000, (0.0, Kinds::NONE));
    read::<in_unnamed::InUnnamed, _>(0xC000_0000, (0.0, Kinds::NONE));
    read::<in_partly::InPartly, _>(0x8000_0000, (-0.0, Kinds::NONE));
    read::<in_partly::InPartly, _>(0xC000_0000, (-0.0, Kinds::NONE));
    read::<without_minus::WithoutMinus, _>(0x8000_0000, (0.0, Kinds::NEGATIVE_ZERO));
    read::<without_minus::WithoutMinus, _>(0xC000_0000, (0.0, Kinds::NEGATIVE_ZERO));
    read::<without_minus::WithoutMinus, _>(0x4000_0000, (0.0, Kinds::NONE));
}

#[test]
fn ones_that_are_a_number_are_no_zero() {
    written::<in_inverse::InInverse, _>(-0.0, (0, Kinds::NEGATIVE_ZERO));
    written::<in_inverse::InInverse, _>(-(2_f64.powi(-128)), (0xFFFF_FFFF, Kinds::NONE));
}

#[test]
fn subnormals_that_are_zeros_are_not_written() {
    let unit = 2_f64.powi(1 - 128 - 23);
    written::<in_shadowed::InShadowed, _>(unit, (0x0080_0001, Kinds::NONE));
}

#[test]
fn a_significand_that_a_condition_names_ends_the_numbers() {
    let unit = 2_f64.powi(128);
    written::<in_limited::InLimited, _>(1.25 * unit, (0x7FA0_0000, Kinds::NONE));
    written::<in_limited::InLimited, _>(1.75 * unit, (0x7FBF_FFFF, Kinds::OVERFLOW));
    written::<in_limited::InLimited, _>(-1.75 * unit, (0xFFBF_FFFF, Kinds::OVERFLOW));
}

#[test]
fn subnormals_alone_end_where_their_bits_do() {
    let unit = 2_f64.powi(-4);
    let most = 2_f64.powi(30) - 1.0;
    written::<in_single::InSingle, _>(-most * unit, (0xBFFF_FFFF, Kinds::NONE));
    written::<in_single::InSingle, _>((most + 1.0) * unit, (0x3FFF_FFFF, Kinds::OVERFLOW));
    written::<in_lonely::InLonely, _>(-0.5 * unit, (0xA000_0000, Kinds::NONE));
    written::<in_lonely::InLonely, _>(-unit, (0x8000_0001, Kinds::OVERFLOW));
}

datarep::datarep! {
    use arm::arm_fpa_f64;
    datarep halves extends external32 { real { 8 => arm_fpa_f64 } }
    datarep strict extends external32 { character => ebcdic(cp1140); }
    datarep contained extends external32 { character => ebcdic(cp037) right_justified(4); }
    datarep euro extends external32 {
        character => ebcdic(cp1140);
        on read  { unmapped => substitute(0x3F) }
        on write { unmapped => substitute(0x3F) }
    }
}

/// Bytes in an order that is neither big nor little are only moved, in slices of any length.
#[test]
fn mixed_orders_are_kept_apart() {
    let mut words = Words(0x2545_F491_4F6C_DD1D);
    for count in (0..200).chain([5000]) {
        let native: Vec<f64> = (0..count).map(|_| f64::from_bits(words.half())).collect();
        let (file, loss) = halves::DATAREP.to_bytes(&native).expect("eight bytes each");
        let swapped = |item: &f64| item.to_bits().rotate_left(32).to_le_bytes();
        let expected: Vec<u8> = native.iter().flat_map(swapped).collect();
        assert_eq!((&file, loss.is_none()), (&expected, true), "{count} items");
        let (back, _) = halves::DATAREP.to_vec::<f64>(&file).expect("eight bytes each");
        assert!(
            back.iter().map(|item| item.to_bits()).eq(native.iter().map(|item| item.to_bits())),
            "{count} items"
        );
    }
}

/// The character's byte in code page 1140, or the byte of the substitute.
fn byte(character: Character) -> u8 {
    let (word, mapped) = to_page(&pages::CP1140, char::from(character));
    if mapped { u8::try_from(word).expect("a byte") } else { 0x6F }
}

#[test]
fn characters_without_an_byte_stand_among_others() {
    let codes: Vec<u8> = (0..1200).map(|at: usize| (at * 7 + at / 256).to_le_bytes()[0]).collect();
    for count in (0..200).chain([511, 512, 513, 1200]) {
        for stride in [0, 1, 50, 700] {
            // The currency sign is not in the code page, and the euro sign is not a native character.
            let is_odd = |at: usize| stride != 0 && at % stride == stride / 2;
            let other = |code: u8| if code == 0xA4 { b'x' } else { code };
            let native: Vec<Character> =
                (0..count).map(|at| Character(if is_odd(at) { 0xA4 } else { other(codes[at]) })).collect();
            let places: Vec<usize> = (0..count).filter(|at| is_odd(*at)).collect();
            let (file, loss) = euro::DATAREP.to_bytes(&native).expect("a byte each");
            let expected: Vec<u8> = native.iter().map(|native| byte(*native)).collect();
            assert_eq!(
                (&file, loss.unmapped),
                (&expected, places.len() as u64),
                "{count} items, every {stride}"
            );
            let marked: Vec<u8> = (0..count).map(|at| if is_odd(at) { 0x9F } else { expected[at] }).collect();
            let (back, loss) = euro::DATAREP.to_vec::<Character>(&marked).expect("a byte each");
            let expected: Vec<Character> =
                (0..count).map(|at| if is_odd(at) { Character(b'?') } else { native[at] }).collect();
            assert_eq!(
                (&back, loss.unmapped),
                (&expected, places.len() as u64),
                "{count} items, every {stride}"
            );
            // With the rule `error` the first of them is named.
            let written = strict::DATAREP.to_bytes(&native).map(|(file, _)| file);
            let read = strict::DATAREP.to_vec::<Character>(&marked).map(|(back, _)| back);
            match places.first() {
                None => assert!(written.is_ok_and(|written| written == file) && read.is_ok()),
                Some(first) => {
                    for error in [written.map(drop), read.map(drop)] {
                        let text = error.expect_err("a character that is not mapped").to_string();
                        assert!(text.contains(&format!("item {first}")), "{text}");
                    }
                }
            }
        }
    }
}

/// If a page's byte is the last of a word, it is not an item of the file.
#[test]
fn characters_in_words_are_converted_one_by_one() {
    let native: Vec<Character> = (0..=255).map(Character).collect();
    let (file, _) = contained::DATAREP.to_bytes(&native).expect("four bytes each");
    for (item, native) in file.chunks_exact(4).zip(&native) {
        let (word, _) = to_page(&pages::CP037, char::from(*native));
        assert_eq!(item, word.to_be_bytes());
    }
    assert_eq!(contained::DATAREP.to_vec::<Character>(&file).expect("words").0, native);
}

datarep::datarep! {
    float gone = S1 E10 F20 _1 where value = F * 2^(E - 40) {
        negative ones_complement;
        missing if F == 0 && E != 0;
        order big;
    }
    datarep with_gone {
        others => unsupported;
        complex => unsupported;
        real { 4 => gone }
        on read  { overflow => infinity, infinity | nan => keep, missing => nan(payload) }
        on write { overflow | infinity => saturate, nan => error, missing => nan(payload) }
    }
    float lost = S1 E10 F21 where value = F * 2^(E - 40) { missing if F == 0 && E != 0; order big; }
    datarep with_lost extends with_gone {
        real { 4 => lost }
        on read { missing => zero }
    }
}

/// A zero in place of a missing value has no sign, nor has one in place of a NaN.
#[test]
fn zeros_for_missing_values_are_positive() {
    let (values, loss) = with_lost::DATAREP.to_vec::<f32>(&[0xFD, 0, 0, 0]).expect("four bytes");
    assert_eq!((values[0].to_bits(), loss.missing), (0, 1));
}

/// The first byte of the word says which missing value it is, even if the fields are complemented.
#[test]
fn missing_values_are_named_by_the_word_itself() {
    let (values, loss) = with_gone::DATAREP.to_vec::<f32>(&[0xFD, 0xFF, 0xFF, 0xFE]).expect("four bytes");
    assert_eq!((values[0].to_bits(), loss.is_none()), (0xFFC0_00FD, true));
    let (values, loss) = with_gone::DATAREP.to_vec::<f32>(&[0x02, 0, 0, 0]).expect("four bytes");
    assert_eq!((values[0].to_bits(), loss.is_none()), (0x7FC0_0002, true));
    let (again, loss) = with_gone::DATAREP.to_bytes(&values).expect("a missing value");
    assert_eq!((again.as_slice(), loss.is_none()), (&[0x02, 0, 0, 0][..], true));
}

datarep::datarep! {
    datarep narrow {
        others => unsupported;
        complex => unsupported;
        MPI_INT32_T => unsigned(12) right_justified(4, little);
        MPI_INT64_T => unsigned(12) six_in_eight;
        MPI_UINT32_T => offset(12, 100) right_justified(2);
        MPI_INT16_T => offset(8, 7);
        MPI_UINT64_T => twos(12) left_justified(4);
        on write { overflow => wrap }
        on read { overflow => wrap }
    }
    datarep digits extends narrow {
        MPI_INT32_T => packed_decimal(3, 0);
        MPI_INT64_T => zoned_decimal(3, 0, ascii, leading, separate);
        MPI_INT16_T => zoned_decimal(3, 0);
    }
}

/// The bits above the word stay zero, in a container, too.
#[test]
fn integers_that_wrap_keep_their_low_bits() {
    let number = 0x2897_1F24_i32;
    let of = |bytes: (Vec<u8>, datarep::Loss)| (bytes.0, bytes.1.overflow);
    for count in [1, 300] {
        let bytes = |item: &[u8]| (item.repeat(count), count as u64);
        assert_eq!(
            of(narrow::DATAREP.to_bytes(&vec![number; count]).expect("no errors")),
            bytes(&[0x24, 0x0F, 0, 0])
        );
        assert_eq!(
            of(narrow::DATAREP.to_bytes(&vec![i64::from(number); count]).expect("no errors")),
            bytes(&[0x3C, 0x24])
        );
        assert_eq!(
            of(narrow::DATAREP.to_bytes(&vec![number.cast_unsigned(); count]).expect("no errors")),
            bytes(&[0x0F, 0x88])
        );
        assert_eq!(of(narrow::DATAREP.to_bytes(&vec![i16::MAX; count]).expect("no errors")), bytes(&[0x06]));
        let long = u64::MAX - 0xFFF + 0xF24;
        assert_eq!(
            of(narrow::DATAREP.to_bytes(&vec![long; count]).expect("no errors")),
            bytes(&[0xF2, 0x40, 0, 0])
        );
    }
}

/// The sign of a decimal stays, even if its low digits are zero.
#[test]
fn decimals_that_wrap_keep_their_sign() {
    let (packed, loss) = digits::DATAREP.to_bytes(&[-1000_i32, -1234, 1000]).expect("no errors");
    assert_eq!((packed, loss.overflow), (vec![0x00, 0x0D, 0x23, 0x4D, 0x00, 0x0C], 3));
    let (zoned, loss) = digits::DATAREP.to_bytes(&[-1000_i64, -1234]).expect("no errors");
    assert_eq!((zoned.as_slice(), loss.overflow), (&b"-000-234"[..], 2));
    let (zoned, loss) = digits::DATAREP.to_bytes(&[-1000_i16]).expect("no errors");
    assert_eq!((zoned, loss.overflow), (vec![0xF0, 0xF0, 0xD0], 1));
}
