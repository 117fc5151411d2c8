//! Integers, fixed-point numbers and sums of two floats: compares generated code with integers of any size.
//!
//! Every word of at most 16 bits and many others are read, as an integer and as a float. Values at and beside the ends
//! of each format, at halves, and arbitrary values are written. The expected results are computed here with big
//! integers, by the definition of each family. Rounded results are compared with the language's own conversion of
//! integers to floats.

use datarep::{F128, Loss};
use num_bigint::{BigInt, Sign};

/// The way in which a family writes a number.
#[derive(Clone, Copy, PartialEq)]
enum Family {
    Twos,
    Ones,
    SignMagnitude,
    Unsigned,
    Offset(i128),
}

/// A format, and the generated code for it.
struct Case {
    name: &'static str,
    family: Family,
    bits: u32,
    /// The number of bits after the point.
    scale: u32,
    /// The conversions of integers, if the format has integers.
    integers: Option<Integers>,
    read: fn(&[u8]) -> (Vec<f64>, Loss),
    read_single: fn(&[u8]) -> (Vec<f32>, Loss),
    write: fn(&[f64]) -> (Vec<u8>, Loss),
}

/// Converts native numbers to bytes of a file.
type Write = fn(&[i128]) -> Vec<u8>;

struct Integers {
    read: fn(&[u8]) -> (Vec<i128>, Loss),
    write: fn(&[i128]) -> (Vec<u8>, Loss),
    /// Writing with the rule that an overflow wraps.
    write_wrapped: Option<Write>,
}

macro_rules! reals {
    ($name:ident, $family:expr, $bits:literal, $scale:literal, $integers:expr) => {
        Case {
            name: stringify!($name),
            family: $family,
            bits: $bits,
            scale: $scale,
            integers: $integers,
            read: |file| $name::to_vec(file).expect("no rule is an error"),
            read_single: |file| $name::to_vec(file).expect("no rule is an error"),
            write: |values| $name::to_bytes(values).expect("no rule is an error"),
        }
    };
}

macro_rules! integers {
    ($name:ident, $family:expr, $bits:literal, $wrapped:expr) => {
        reals!(
            $name,
            $family,
            $bits,
            0,
            Some(Integers {
                read: |file| $name::to_vec(file).expect("no rule is an error"),
                write: |values| $name::to_bytes(values).expect("no rule is an error"),
                write_wrapped: $wrapped,
            })
        )
    };
}

datarep::datarep! {
    //! One representation for each format.

    datarep kept {
        others => unsupported;
        on read  { overflow => saturate }
        on write { overflow => saturate, infinity => saturate, nan => zero }
    }

    datarep t8   extends kept { MPI_INTEGER16 => twos(8);   real { 4 => twos(8), 8 => twos(8) } }
    datarep t16  extends kept { MPI_INTEGER16 => twos(16);  real { 4 => twos(16), 8 => twos(16) } order little; }
    datarep t24  extends kept { MPI_INTEGER16 => twos(24);  real { 4 => twos(24), 8 => twos(24) } }
    datarep t56  extends kept { MPI_INTEGER16 => twos(56);  real { 4 => twos(56), 8 => twos(56) } }
    datarep t128 extends kept { MPI_INTEGER16 => twos(128); real { 4 => twos(128), 8 => twos(128) } }
    datarep w24  extends t24 { on write { overflow => wrap } real => unsupported; }
    datarep w16  extends t16 { on write { overflow => wrap } real => unsupported; }
    datarep o16  extends kept { MPI_INTEGER16 => ones(16);  real { 4 => ones(16), 8 => ones(16) } }
    datarep o48  extends kept { MPI_INTEGER16 => ones(48);  real { 4 => ones(48), 8 => ones(48) } }
    datarep m8   extends kept { MPI_INTEGER16 => sign_magnitude(8);  real { 4 => sign_magnitude(8), 8 => sign_magnitude(8) } }
    datarep m32  extends kept { MPI_INTEGER16 => sign_magnitude(32); real { 4 => sign_magnitude(32), 8 => sign_magnitude(32) } }
    datarep u16  extends kept { MPI_INTEGER16 => unsigned(16); real { 4 => unsigned(16), 8 => unsigned(16) } }
    datarep u40  extends kept { MPI_INTEGER16 => unsigned(40); real { 4 => unsigned(40), 8 => unsigned(40) } }
    datarep b8   extends kept { MPI_INTEGER16 => offset(8, 128); real { 4 => offset(8, 128), 8 => offset(8, 128) } }
    datarep q15  extends kept { real { 4 => fixed(16, 15), 8 => fixed(16, 15) } }
    datarep q32  extends kept { real { 4 => fixed(64, 32), 8 => fixed(64, 32) } }
    datarep l70  extends kept { real { 4 => fixed(32, 16), 8 => fixed(32, 16) } }
    datarep ntp  extends kept { real { 4 => ufixed(64, 32), 8 => ufixed(64, 32) } }

    float double_double = pair(f64, f64);
    datarep power extends kept {
        order big;
        real { 8 => double_double, 16 => double_double }
        on read  { overflow => infinity, infinity | nan => keep }
        on write { overflow => infinity, infinity | nan => keep }
    }
}

fn cases() -> Vec<Case> {
    use Family::{Offset, Ones, SignMagnitude, Twos, Unsigned};
    vec![
        integers!(t8, Twos, 8, None),
        integers!(t16, Twos, 16, Some(|values| w16::to_bytes(values).expect("it wraps").0)),
        integers!(t24, Twos, 24, Some(|values| w24::to_bytes(values).expect("it wraps").0)),
        integers!(t56, Twos, 56, None),
        integers!(t128, Twos, 128, None),
        integers!(o16, Ones, 16, None),
        integers!(o48, Ones, 48, None),
        integers!(m8, SignMagnitude, 8, None),
        integers!(m32, SignMagnitude, 32, None),
        integers!(u16, Unsigned, 16, None),
        integers!(u40, Unsigned, 40, None),
        integers!(b8, Offset(128), 8, None),
        reals!(q15, Twos, 16, 15, None),
        reals!(q32, Twos, 64, 32, None),
        reals!(l70, Twos, 32, 16, None),
        reals!(ntp, Unsigned, 64, 32, None),
    ]
}

impl Case {
    /// The smallest and the largest number.
    fn ends(&self) -> (BigInt, BigInt) {
        let (whole, half) = (BigInt::from(1) << self.bits, BigInt::from(1) << (self.bits - 1));
        match self.family {
            Family::Twos => (-&half, half - 1),
            Family::Ones | Family::SignMagnitude => (1 - &half, half - 1),
            Family::Unsigned => (BigInt::ZERO, whole - 1),
            Family::Offset(offset) => (BigInt::from(-offset), whole - 1 - offset),
        }
    }

    /// The word of a number.
    fn word(&self, number: &BigInt) -> BigInt {
        let whole = BigInt::from(1) << self.bits;
        let negative = number.sign() == Sign::Minus;
        match self.family {
            Family::Twos if negative => whole + number,
            Family::Ones if negative => whole - 1 + number,
            Family::SignMagnitude if negative => (whole >> 1) - number,
            Family::Offset(offset) => number + offset,
            _ => number.clone(),
        }
    }

    /// The number of a word, and whether it is a negative zero.
    fn number(&self, word: &BigInt) -> (BigInt, bool) {
        let whole = BigInt::from(1) << self.bits;
        let negative = word.bit(u64::from(self.bits) - 1);
        let number = match self.family {
            Family::Twos if negative => word - whole,
            Family::Ones if negative => word - (whole - 1),
            Family::SignMagnitude if negative => (whole >> 1) - word,
            Family::Offset(offset) => word - offset,
            _ => word.clone(),
        };
        let zero = number == BigInt::ZERO && *word != BigInt::ZERO;
        let signed = matches!(self.family, Family::Ones | Family::SignMagnitude);
        (number, zero && signed)
    }

    /// The bytes of a word in a file.
    fn bytes(&self, word: &BigInt) -> Vec<u8> {
        let mut bytes = word.to_bytes_be().1;
        bytes.splice(0..0, vec![0; (self.bits / 8) as usize - bytes.len()]);
        if self.name == "t16" {
            bytes.reverse();
        }
        bytes
    }

    /// All words, or a sample if there are many.
    fn words(&self) -> Vec<BigInt> {
        if self.bits <= 16 {
            return (0..1_u32 << self.bits).map(BigInt::from).collect();
        }
        let all = (BigInt::from(1) << self.bits) - 1;
        let mut words: Vec<BigInt> = (0..self.bits)
            .flat_map(|bit| {
                let one = BigInt::from(1) << bit;
                [&one - 1, one.clone(), one.clone() + 1, &all - &one, &all - (one - 1)]
            })
            .map(|word| word & &all)
            .collect();
        let mut chance = Chance(0x1357_9BDF_0246_8ACE ^ u64::from(self.bits));
        words.extend(
            (0..20_000).map(|_| (BigInt::from(chance.next()) << 64_u32 | BigInt::from(chance.next())) & &all),
        );
        words
    }
}

/// Pseudorandom numbers.
struct Chance(u64);

impl Chance {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }
}

fn small(number: &BigInt) -> i128 {
    i128::try_from(number).expect("at most 128 bits")
}

/// `2^-scale`.
fn unit(scale: u32) -> f64 {
    f64::from_bits(u64::from(1023 - scale) << 52)
}

#[test]
fn every_word_is_the_number_that_its_family_says() {
    for case in cases() {
        let words = case.words();
        let file: Vec<u8> = words.iter().flat_map(|word| case.bytes(word)).collect();
        let (doubles, loss) = (case.read)(&file);
        let (singles, single_loss) = (case.read_single)(&file);
        let integers = case.integers.as_ref().map(|integers| (integers.read)(&file).0);
        let (mut inexact, mut single_inexact) = (0, 0);
        for (index, word) in words.iter().enumerate() {
            let (number, negative_zero) = case.number(word);
            let number = small(&number);
            let context = format!("{} {word:#x}", case.name);
            if let Some(integers) = &integers {
                assert_eq!(integers[index], number, "{context}");
            }
            #[expect(
                clippy::cast_precision_loss,
                reason = "it rounds to nearest even, which is what is asked"
            )]
            let (double, single) = (number as f64, number as f32);
            let zero = if negative_zero { -0.0 } else { 0.0 };
            let scaled = if number == 0 { zero } else { double * unit(case.scale) };
            assert_eq!(doubles[index].to_bits(), scaled.to_bits(), "{context}");
            #[expect(clippy::cast_possible_truncation, reason = "a power of two and a zero are exact")]
            let scaled = if number == 0 { zero as f32 } else { single * unit(case.scale) as f32 };
            assert_eq!(singles[index].to_bits(), scaled.to_bits(), "{context}");
            #[expect(clippy::cast_possible_truncation, reason = "a float beyond is none of these numbers")]
            let (same, same_single) = (double as i128 == number, single as i128 == number);
            // Casting 2^127 saturates to the number below it.
            inexact += u64::from(!same || (number == i128::MAX));
            single_inexact += u64::from(!same_single || (number == i128::MAX));
        }
        assert_eq!((loss.inexact, single_loss.inexact), (inexact, single_inexact), "{}", case.name);
    }
}

#[test]
fn integers_are_written_as_their_family_says() {
    for case in cases() {
        let Some(integers) = &case.integers else { continue };
        let (least, most) = case.ends();
        let mut numbers: Vec<i128> = case.words().iter().map(|word| small(&case.number(word).0)).collect();
        numbers.extend([i128::MIN, i128::MAX, 0, -1, 1]);
        numbers.extend(
            [&least, &most]
                .map(small)
                .into_iter()
                .flat_map(|end| [end.saturating_sub(1), end, end.saturating_add(1)]),
        );
        let (written, loss) = (integers.write)(&numbers);
        let mut overflow = 0;
        let expected: Vec<u8> = numbers
            .iter()
            .flat_map(|&number| {
                let number = BigInt::from(number);
                let kept = number.clone().clamp(least.clone(), most.clone());
                overflow += u64::from(kept != number);
                case.bytes(&case.word(&kept))
            })
            .collect();
        assert!(written == expected && loss.overflow == overflow, "{}: {loss}", case.name);
        if let Some(write) = integers.write_wrapped {
            let whole = BigInt::from(1) << case.bits;
            let wrapped: Vec<u8> = numbers
                .iter()
                .flat_map(|&number| case.bytes(&(((BigInt::from(number) % &whole) + &whole) % &whole)))
                .collect();
            assert!(write(&numbers) == wrapped, "{}", case.name);
        }
    }
}

/// The value of a float in units of 2^-1074, the smallest that occurs.
fn exact(value: f64) -> BigInt {
    let bits = value.to_bits();
    let (field, fraction) = (bits >> 52 & 0x7FF, bits & ((1 << 52) - 1));
    let magnitude =
        if field == 0 { BigInt::from(fraction) } else { BigInt::from(fraction | 1 << 52) << (field - 1) };
    if value.is_sign_negative() { -magnitude } else { magnitude }
}

/// Rounds `number / 2^shift` to the nearest integer, ties to even. Also returns whether the result is exact.
fn nearest(number: &BigInt, shift: u32) -> (BigInt, bool) {
    let unit = BigInt::from(1) << shift;
    let magnitude = number.magnitude();
    let (floor, rest): (BigInt, BigInt) =
        (BigInt::from(magnitude >> shift), BigInt::from(magnitude.clone()) % &unit);
    let up = match (rest.clone() << 1_u32).cmp(&unit) {
        std::cmp::Ordering::Less => false,
        std::cmp::Ordering::Equal => floor.bit(0),
        std::cmp::Ordering::Greater => true,
    };
    let rounded = floor + u8::from(up);
    (if number.sign() == Sign::Minus { -rounded } else { rounded }, rest == BigInt::ZERO)
}

#[test]
fn floats_are_written_as_the_nearest_number() {
    for case in cases() {
        let (least, most) = case.ends();
        let mut chance = Chance(0x0F0F_1234_ABCD_7777 ^ u64::from(case.bits));
        // Numbers of the format, numbers half a unit beside them, and arbitrary ones.
        let mut values: Vec<f64> =
            (case.read)(&case.words().iter().flat_map(|word| case.bytes(word)).collect::<Vec<_>>()).0;
        let unit = unit(case.scale);
        values.extend(
            values
                .clone()
                .into_iter()
                .flat_map(|value| [value + unit / 2.0, value - unit / 4.0, value * 1.5]),
        );
        values.extend((0..20_000).map(|_| f64::from_bits(chance.next())));
        values.extend([
            0.0,
            -0.0,
            f64::INFINITY,
            f64::NEG_INFINITY,
            f64::NAN,
            f64::MAX,
            f64::MIN,
            5e-324,
            -5e-324,
        ]);
        let (written, loss) = (case.write)(&values);
        let (mut overflow, mut inexact, mut infinity, mut nan) = (0, 0, 0, 0);
        let signed = matches!(case.family, Family::Ones | Family::SignMagnitude);
        for (value, ours) in values.iter().zip(written.chunks((case.bits / 8) as usize)) {
            let (kept, negative_zero) = if value.is_nan() {
                nan += 1;
                (BigInt::ZERO, false)
            } else if value.is_infinite() {
                infinity += 1;
                (if *value > 0.0 { most.clone() } else { least.clone() }, false)
            } else {
                let (number, same) = nearest(&exact(*value), 1074 - case.scale);
                let kept = number.clone().clamp(least.clone(), most.clone());
                overflow += u64::from(kept != number);
                inexact += u64::from(kept == number && !same);
                let negative = kept == number && number == BigInt::ZERO && value.is_sign_negative();
                (kept, negative && signed)
            };
            let word = match case.family {
                Family::Ones if negative_zero => (BigInt::from(1) << case.bits) - 1,
                _ if negative_zero => BigInt::from(1) << (case.bits - 1),
                _ => case.word(&kept),
            };
            assert_eq!(ours, case.bytes(&word), "{} {value:e}", case.name);
        }
        assert_eq!(
            (loss.overflow, loss.inexact, loss.infinity, loss.nan),
            (overflow, inexact, infinity, nan),
            "{}",
            case.name
        );
    }
}

/// Reading returns the sum of the two words, rounded once. Writing stores the value's nearest double first.
#[test]
fn sums_of_two_doubles_are_exact() {
    let mut chance = Chance(0xFACE_FEED_0BAD_CAFE);
    for _ in 0..100_000 {
        let high = f64::from_bits(chance.next() >> 2 << 1 | chance.next() << 63);
        let near = f64::from_bits(
            (high.to_bits() & 0x7FF << 52).saturating_sub((chance.next() % 120) << 52) | chance.next() >> 12,
        );
        let low = if chance.next().is_multiple_of(2) { near } else { -near };
        if !high.is_finite() || !low.is_finite() || !(high + low).is_finite() {
            continue;
        }
        let file: Vec<u8> = [high.to_be_bytes(), low.to_be_bytes()].concat();
        let (read, _) = power::to_vec::<f64>(&file).expect("a sum");
        // The processor's addition rounds once.
        assert_eq!(read[0].to_bits(), (high + low).to_bits(), "{high:e} + {low:e}");
        let sum = exact(high) + exact(low);
        let (wide, loss) = power::to_vec::<F128>(&file).expect("a sum");
        let bits = sum.magnitude().bits();
        let lowest = sum.magnitude().trailing_zeros().unwrap_or(0);
        // A sum of at most 113 bits is exact, and is written as the two nearest words.
        assert_eq!(loss.inexact == 0, bits - lowest <= 113, "{high:e} + {low:e}");
        if loss.inexact == 0 && bits > 106 {
            let (written, again) = power::to_bytes(&wide).expect("a sum");
            let part =
                |from: usize| f64::from_be_bytes(written[from..from + 8].try_into().expect("eight bytes"));
            assert_eq!(part(0).to_bits(), (high + low).to_bits(), "{high:e} + {low:e}");
            if again.inexact == 0 {
                assert_eq!(exact(part(0)) + exact(part(8)), sum, "{high:e} + {low:e}");
            }
        }
    }
}
