//! Bytes as one format reads them: the value of each item, the distance to the next value, and the kind of word.

/// The kind of an item's word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum WordClass {
    /// A number as the format writes it.
    Normal,
    /// Zero, as the format writes it.
    Zero,
    /// A number in a word that arithmetic does not produce: unnormalized, subnormal, or a zero that the format does not
    /// write.
    Low,
    /// Not a number.
    Nan,
    /// Infinity, or a number too large or too small for a double with all of its digits.
    Extreme,
    /// Invalid digits, or an invalid truth value.
    Invalid,
}

impl WordClass {
    /// The number of classes.
    pub(crate) const COUNT: usize = 6;
}

/// Bytes as the items of a format.
#[derive(Debug, Clone, Default)]
pub(crate) struct FormatReading {
    /// The values, rounded to doubles.
    pub(crate) value: Vec<f64>,
    /// The distance from each value to the next one of the format, or of a double if the format is finer.
    pub(crate) cell: Vec<f64>,
    /// The kind of each word.
    pub(crate) class: Vec<WordClass>,
    /// For each item, the bits that its word needs beside its class and its value.
    pub(crate) beside: Vec<f32>,
    /// Bits of an item.
    pub(crate) bits: f64,
}

impl FormatReading {
    /// The median exponent of the numbers, as a power of two. Zero if there are no normal numbers. Words that arithmetic does not
    /// produce are left out: they have exponents without a meaning.
    pub(crate) fn median_exponent(&self) -> f64 {
        let numbers = self.value.iter().zip(&self.class);
        let normal = numbers.filter(|(value, class)| **class == WordClass::Normal && **value != 0.0);
        // The exponent of a double, with its bias of 1023.
        let exponent = |value: f64| i32::try_from(value.to_bits() >> 52 & 0x7FF).unwrap_or(0) - 1023;
        let mut exponents: Vec<i32> = normal.map(|(value, _)| exponent(*value)).collect();
        if exponents.is_empty() {
            return 0.0;
        }
        let middle = exponents.len() / 2;
        f64::from(*exponents.select_nth_unstable(middle).1)
    }

    /// Reads single bytes as items.
    pub(crate) fn from_bytes(bytes: impl Iterator<Item = u8>) -> FormatReading {
        FormatReading::from_integers(8.0, bytes.map(f64::from).collect())
    }

    /// Words of `bits` bits, all of them ordinary numbers.
    pub(crate) fn from_integers(bits: f64, value: Vec<f64>) -> FormatReading {
        let count = value.len();
        FormatReading {
            cell: vec![1.0; count],
            class: vec![WordClass::Normal; count],
            beside: vec![0.0; count],
            value,
            bits,
        }
    }
}

/// A count as a double. The counts of the probe are small enough to be exact.
pub(crate) fn to_f64(count: usize) -> f64 {
    f64::from(u32::try_from(count).unwrap_or(u32::MAX))
}
