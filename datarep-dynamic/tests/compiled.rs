//! Generated code and the interpreter, of the formats that have both.
#![cfg(feature = "compiled")]

use datarep::{Loss, Native};
use datarep_dynamic::Format;

/// Items of a comparison.
const ITEMS: usize = 4000;
/// The share of items that are also converted alone, so that a refused item hides no other: one of `ALONE`.
const ALONE: usize = 8;

/// Bytes that look random (`SplitMix64`).
fn random(count: usize) -> Vec<u8> {
    let mut state = 0x1234_5678_u64;
    let word = || {
        state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (state ^ (state >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    };
    std::iter::repeat_with(word).flat_map(u64::to_be_bytes).take(count).collect()
}

/// Values of a type, from the bytes of its memory, which also reach infinities, NaN and subnormals.
trait Values: Native + Default + Copy {
    fn values() -> Vec<Self>;

    /// Its bits, which distinguish zeros and NaN.
    fn bits(self) -> u64;
}

impl Values for f32 {
    fn values() -> Vec<f32> {
        let special =
            [0.0, -0.0, f32::INFINITY, f32::NEG_INFINITY, f32::NAN, f32::MAX, f32::MIN_POSITIVE, 1e-45];
        let words = random(4 * ITEMS);
        let words = words.as_chunks().0.iter().map(|word| f32::from_bits(u32::from_be_bytes(*word)));
        special.into_iter().chain(words).collect()
    }

    fn bits(self) -> u64 {
        u64::from(self.to_bits())
    }
}

impl Values for f64 {
    fn values() -> Vec<f64> {
        let special =
            [0.0, -0.0, f64::INFINITY, f64::NEG_INFINITY, f64::NAN, f64::MAX, f64::MIN_POSITIVE, 5e-324];
        let words = random(8 * ITEMS);
        let any = words.as_chunks().0.iter().map(|word| f64::from_bits(u64::from_be_bytes(*word)));
        // Most formats end far below the largest double.
        let near = f32::values().into_iter().map(|value| f64::from(value) / 3.0);
        special.into_iter().chain(any).chain(near).collect()
    }

    fn bits(self) -> u64 {
        self.to_bits()
    }
}

impl Values for i32 {
    fn values() -> Vec<i32> {
        let words = random(4 * ITEMS);
        let any = words.as_chunks().0.iter().map(|word| i32::from_be_bytes(*word));
        let near = any.clone().map(|value| value >> 8);
        [0, -1, (1 << 23) - 1, 1 << 23, -(1 << 23), -(1 << 23) - 1]
            .into_iter()
            .chain(any)
            .chain(near)
            .collect()
    }

    fn bits(self) -> u64 {
        u64::from(self.cast_unsigned())
    }
}

fn both(name: &str) -> (Format, Format) {
    let interpreted = Format::named(name).expect("it is in the library");
    (interpreted.clone().compiled(), interpreted)
}

fn agree<T: Values>(name: &str) {
    let (compiled, interpreted) = both(name);
    same::<T>(name, &compiled, &interpreted);
    // Its own order may be named.
    let named = ["big", "little", "pdp"].map(|order| (compiled.clone().with_order(order), order));
    let own: Vec<_> = named.iter().filter(|(compiled, _)| compiled.is_compiled(T::PREDEFINED)).collect();
    let [(compiled, order)] = own[..] else { panic!("{name} has no order of its own") };
    let words = random(interpreted.extent::<T>().expect("it can be mapped") * ITEMS);
    assert_eq!(
        read::<T>(&interpreted.clone().with_order(order), &words),
        read::<T>(&interpreted, &words),
        "{name} {order}"
    );
    same::<T>(name, compiled, &interpreted);
}

fn read<T: Values>(format: &Format, bytes: &[u8]) -> Result<(Vec<u64>, Loss), String> {
    let (values, loss) = format.to_vec::<T>(bytes).map_err(|error| error.to_string())?;
    Ok((values.into_iter().map(T::bits).collect(), loss))
}

fn same<T: Values>(name: &str, compiled: &Format, interpreted: &Format) {
    assert!(compiled.is_compiled(T::PREDEFINED) && !interpreted.is_compiled(T::PREDEFINED), "{name}");
    let extent = interpreted.extent::<T>().expect("it can be mapped");
    assert_eq!(compiled.extent::<T>().ok(), Some(extent), "{name}");

    let words = random(extent * ITEMS);
    assert_eq!(read::<T>(compiled, &words), read::<T>(interpreted, &words), "{name}");
    for word in words.chunks_exact(extent).step_by(ALONE) {
        assert_eq!(read::<T>(compiled, word), read::<T>(interpreted, word), "{name} {word:02x?}");
    }

    let write = |format: &Format, values: &[T]| format.to_bytes(values).map_err(|error| error.to_string());
    let values = T::values();
    assert_eq!(write(compiled, &values), write(interpreted, &values), "{name}");
    for value in values.chunks(1).step_by(ALONE) {
        assert_eq!(write(compiled, value), write(interpreted, value), "{name} {:x}", value[0].bits());
    }
}

#[test]
fn results_counts_and_errors_are_the_interpreters() {
    agree::<f32>("f32");
    agree::<f64>("f64");
    for name in ["hfp32", "vax_f", "cray64"] {
        agree::<f32>(name);
    }
    for name in ["f32", "hfp32", "hfp64", "xport64", "vax_f", "vax_d", "vax_g", "cray64", "x87_80"] {
        agree::<f64>(name);
    }
    agree::<i32>("twos(24)");
}

#[test]
fn formats_of_texts_orders_and_rules_are_interpreted() {
    let text = datarep_dynamic::Text::parse("float hfp32 = S1 E7 F24 where value = 0.F * 16^(E - 65);");
    let own = text.expect("a sound text").format("hfp32").expect("it is in the text").compiled();
    assert!(!own.is_compiled(f64::PREDEFINED));
    assert_eq!(own.to_vec::<f64>(&[0x42, 0x10, 0, 0]).expect("a number").0, [1.0]);
    let (compiled, _) = both("hfp32");
    assert!(compiled.is_compiled(f64::PREDEFINED) && !compiled.is_compiled(i32::PREDEFINED));
    assert!(!compiled.clone().with_order("little").is_compiled(f64::PREDEFINED));
    let saturating = compiled.with_rules("on write { overflow => saturate }");
    assert!(!saturating.is_compiled(f64::PREDEFINED));
    assert_eq!(saturating.to_bytes(&[1e300_f64]).expect("it saturates").1.overflow, 1);
}
