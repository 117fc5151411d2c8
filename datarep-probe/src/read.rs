//! Reads bytes in a format, and classifies the word of each item.

use super::beside;
use super::known::{Grain, KnownFormat};
use super::reading::{FormatReading, WordClass, to_f64};

/// 2^-960. Smaller doubles have fewer digits, or the worth of their last digit is not a double.
const SMALLEST: f64 = 1.026_246_134_782_467_7e-289;

impl FormatReading {
    /// Reads items of a format, one after another.
    pub(crate) fn from_items(format: &KnownFormat, items: &[u8]) -> FormatReading {
        let count = items.len() / format.extent;
        let items = &items[..count * format.extent];
        let mut reading = FormatReading {
            value: read_values(format, items, count),
            bits: 8.0 * to_f64(format.extent),
            ..FormatReading::default()
        };
        let finer;
        (reading.cell, finer) = measure_cells(format, items, &reading.value);
        let written = write_values(format, &reading.value);
        reading.class = classify_items(format, items, &reading, written.as_deref());
        reading.beside = beside::count_extra_bits(format, items, &reading, &finer, written.as_deref());
        reading
    }
}

/// The values of `count` items.
pub(super) fn read_values(format: &KnownFormat, items: &[u8], count: usize) -> Vec<f64> {
    let mut value = vec![f64::NAN; count];
    if format.grain == Grain::Truth {
        let mut truths = vec![false; count];
        if format.datarep.read(items, &mut truths).is_ok() {
            value = truths.into_iter().map(|truth| f64::from(u8::from(truth))).collect();
        }
    } else if format.datarep.read(items, &mut value).is_err() {
        value.fill(f64::NAN);
    }
    value
}

/// The distance of each value to the next one, and how many times finer the format is than a double (one if it is not
/// finer).
fn measure_cells(format: &KnownFormat, items: &[u8], values: &[f64]) -> (Vec<f64>, Vec<f64>) {
    // From one double to the next.
    let double = |value: f64| {
        // Without its fraction a double is the power of two at which it begins. Times epsilon it is the distance to the
        // next one.
        let power = f64::from_bits(value.to_bits() & 0x7FF0_0000_0000_0000);
        (power * f64::EPSILON).max(f64::MIN_POSITIVE)
    };
    let of_exact = |value: f64, exact: f64| {
        let double = double(value);
        if exact.is_finite() && exact > 0.0 {
            (exact.max(double), (double / exact).max(1.0))
        } else {
            (double, 1.0)
        }
    };
    match format.grain {
        Grain::Fixed(unit) => values.iter().map(|value| of_exact(*value, unit)).unzip(),
        Grain::Truth => values.iter().map(|_| (1.0, 1.0)).unzip(),
        Grain::Double => values.iter().map(|value| (double(*value), 1.0)).unzip(),
        Grain::Digits { count, each } => {
            let exact = |value: f64| {
                let digits = (value.abs().log10().floor() + 1.0) / f64::from(each);
                10_f64.powf(digits.ceil() * f64::from(each) - f64::from(count))
            };
            values.iter().map(|value| of_exact(*value, exact(*value))).unzip()
        }
        Grain::Last { bit: (byte, mask), above, .. } => {
            // The distance is measured and not computed from the fields: the other word is read by the same conversion.
            let mut flipped_items = items.to_vec();
            for item in flipped_items.chunks_exact_mut(format.extent) {
                item[byte] ^= mask;
            }
            let shift = (-f64::from(above)).exp2();
            let flipped_values = read_values(format, &flipped_items, values.len());
            let exact = |(value, flipped_value): (&f64, f64)| {
                of_exact(*value, nearest_power_of_two((flipped_value - value).abs()) * shift)
            };
            values.iter().zip(flipped_values).map(exact).unzip()
        }
    }
}

/// The nearest power of two. The difference of two values that were rounded to doubles may not be an exact one.
fn nearest_power_of_two(number: f64) -> f64 {
    // Half a fraction is added, which goes over into the exponent from 1.5 on. The mask drops what is left.
    f64::from_bits((number.to_bits() + (1 << 51)) & 0x7FF0_0000_0000_0000)
}

fn classify_items(
    format: &KnownFormat,
    items: &[u8],
    reading: &FormatReading,
    written: Option<&[u8]>,
) -> Vec<WordClass> {
    let normal = match format.grain {
        Grain::Last { normal, .. } => normal,
        _ => 0.0,
    };
    let clean = |item: &[u8]| item.iter().zip(&format.slack).all(|(byte, mask)| byte & mask == 0);
    let differs = |index: usize, item: &[u8]| {
        let written =
            written.and_then(|written| written.get(index * format.extent..(index + 1) * format.extent));
        clean(item) && written.is_some_and(|written| written != item)
    };
    let of = |(index, item): (usize, &[u8])| {
        let value = reading.value[index];
        let zeros = || item.iter().all(|&byte| byte == 0);
        match format.grain {
            _ if value.is_nan() => WordClass::Nan,
            _ if value.is_infinite() || (value != 0.0 && value.abs() < SMALLEST) => WordClass::Extreme,
            Grain::Truth if !(zeros() || item.iter().all(|&byte| byte == 0xFF)) => WordClass::Invalid,
            // Invalid digits are read as zero by the probe's rules. Asking for the loss costs a call, so only zeros are
            // asked.
            Grain::Fixed(_) if format.digits && value == 0.0 && is_invalid(format, item) => {
                WordClass::Invalid
            }
            Grain::Truth => WordClass::Normal,
            Grain::Fixed(_) if !differs(index, item) => WordClass::Normal,
            Grain::Last { .. } | Grain::Double | Grain::Digits { .. } if value == 0.0 => {
                if zeros() || format.zero == item { WordClass::Zero } else { WordClass::Low }
            }
            _ if differs(index, item) || value.abs() < normal * reading.cell[index] => WordClass::Low,
            _ => WordClass::Normal,
        }
    };
    items.chunks_exact(format.extent).enumerate().map(of).collect()
}

/// The bytes that the format writes for the values. Arithmetic does not produce a word that differs from them.
fn write_values(format: &KnownFormat, values: &[f64]) -> Option<Vec<u8>> {
    if format.grain == Grain::Truth {
        return None;
    }
    // What is no number cannot be written. Zero keeps the place, and is not compared.
    let finite: Vec<f64> = values.iter().map(|value| if value.is_finite() { *value } else { 0.0 }).collect();
    format.datarep.to_bytes(&finite).ok().map(|(bytes, _)| bytes)
}

/// Whether the digits of a word are invalid. Such words are read as zero, so that they do not end the reading.
fn is_invalid(format: &KnownFormat, item: &[u8]) -> bool {
    format.datarep.loss::<f64>(item).is_ok_and(|loss| loss.invalid > 0)
}
