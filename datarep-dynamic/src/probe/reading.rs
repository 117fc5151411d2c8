//! Bytes as one format reads them: values, how far each is from the next, and what kind of word it is.

/// What kind of word an item is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Class {
    /// A number as the format writes it.
    Normal,
    /// Zero, as the format writes it.
    Zero,
    /// A number in a word that arithmetic does not give: unnormalized, subnormal, a zero that is not the format's own.
    Low,
    /// No number.
    Nan,
    /// Infinity, or larger or smaller than what a double tells of with all of its digits.
    Extreme,
    /// Digits that are none.
    Invalid,
}

impl Class {
    /// How many there are.
    pub(crate) const COUNT: usize = 6;
}

/// The items of some bytes in a format.
#[derive(Debug, Clone, Default)]
pub(crate) struct Reading {
    /// The values, rounded to doubles.
    pub(crate) value: Vec<f64>,
    /// From each value to the next that the format has, or that a double has where the format is finer.
    pub(crate) cell: Vec<f64>,
    /// What kind of word each is.
    pub(crate) class: Vec<Class>,
    /// Bits that tell the word of each item, when its class and its value are known.
    pub(crate) beside: Vec<f32>,
    /// Bits of an item.
    pub(crate) bits: f64,
}

impl Reading {
    /// The power of two about which the magnitudes of its numbers are: the mean. Zero where there are none.
    pub(crate) fn power(&self) -> f64 {
        let powers = self.value.iter().filter(|value| value.is_finite() && **value != 0.0);
        let (sum, count) = powers.fold((0.0, 0_usize), |(sum, count), value| {
            let exponent = i32::try_from(value.to_bits() >> 52 & 0x7FF).unwrap_or(0) - 1023;
            (sum + f64::from(exponent), count + 1)
        });
        sum / to_f64(count.max(1))
    }

    /// Single bytes.
    pub(crate) fn bytes(bytes: impl Iterator<Item = u8>) -> Reading {
        Reading::of_words(8.0, bytes.map(f64::from).collect())
    }

    /// Unsigned words of so many bits, one after another, the most significant bit first.
    pub(crate) fn packed(width: u32, bytes: &[u8]) -> Reading {
        let count = bytes.len() * 8 / width as usize;
        let value = (0..count)
            .map(|index| {
                let first = index * width as usize;
                let bits = (first..first + width as usize).map(|bit| bytes[bit / 8] >> (7 - bit % 8) & 1);
                f64::from(bits.fold(0_u32, |word, bit| word << 1 | u32::from(bit)))
            })
            .collect();
        Reading::of_words(f64::from(width), value)
    }

    /// Words of so many bits, each of which is an ordinary number.
    fn of_words(bits: f64, value: Vec<f64>) -> Reading {
        let count = value.len();
        Reading {
            cell: vec![1.0; count],
            class: vec![Class::Normal; count],
            beside: vec![0.0; count],
            value,
            bits,
        }
    }
}

/// A count as a number; counts here are far below what is exact.
pub(crate) fn to_f64(count: usize) -> f64 {
    f64::from(u32::try_from(count).unwrap_or(u32::MAX))
}
