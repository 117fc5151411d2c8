//! Words of any width back to back, which may begin at any bit: samples of 12 bits, integers of exactly as many bits as
//! they need, two words of 36 bits in nine bytes.
//!
//! Items of representations are whole bytes. So packed words are first unpacked to items of whole bytes, each word in
//! the low bits of a big-endian item, and then converted. The order of the format is `right_justified` with that many
//! bytes. This module does not know what the words mean.
//!
//! # Example
//!
//! Three samples of 12 bits, 1, -2 and 3, fill four and a half bytes. With the most significant bit first they are
//! `00 1f fe 00 3_`:
//!
//! ```
//! use datarep::packed::{FirstBit, Packed};
//! datarep::datarep! {
//!     datarep samples {
//!         others => unsupported;
//!         integer { 2 => twos(12) right_justified(2) }
//!         on write { overflow => error }
//!     }
//! }
//! let packed = Packed::new(12, FirstBit::Most)?;
//! let file = [0x00, 0x1F, 0xFE, 0x00, 0x30];
//! let (values, _) = packed.to_vec::<i16>(samples::DATAREP, &file, 0, 3)?;
//! assert_eq!(values, [1, -2, 3]);
//! // The second sample alone begins at bit 12.
//! assert_eq!(packed.to_vec::<i16>(samples::DATAREP, &file, 12, 1)?.0, [-2]);
//! # Ok::<(), datarep::Error>(())
//! ```

use crate::error::{CountedNoun, Error, ErrorKind};
use crate::loss::Loss;
use crate::representation::Datarep;
use crate::slices::Native;

/// The widest word.
const WIDEST: u32 = 128;

/// How many items are unpacked and converted together.
const TOGETHER: usize = 512;

/// Which bit of a byte is the first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FirstBit {
    /// The most significant bit. Words then begin with their most significant bit, as in GRIB and in most files of
    /// big-endian machines.
    Most,
    /// The least significant bit. Words then begin with their least significant bit.
    Least,
}

/// Words of a given width, one after the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Packed {
    width: u32,
    first: FirstBit,
}

impl Packed {
    /// Makes a layout of words of 1 to 128 bits.
    ///
    /// # Errors
    ///
    /// Class `Arg` for any other width.
    pub fn new(width: u32, first: FirstBit) -> Result<Packed, Error> {
        if !(1..=WIDEST).contains(&width) {
            let reason = format!("words have 1 to {WIDEST} bits, not {width}");
            return Err(ErrorKind::Argument { routine: "packed", reason }.into());
        }
        Ok(Packed { width, first })
    }

    /// Returns the number of bits in a word.
    pub fn width(self) -> u32 {
        self.width
    }

    /// Returns which bit comes first.
    pub fn first_bit(self) -> FirstBit {
        self.first
    }

    /// Returns the fewest bytes that an item needs to hold such a word in its low bits.
    pub fn bytes(self) -> usize {
        self.width.div_ceil(8) as usize
    }

    /// Returns how many whole words there are from a bit on.
    ///
    /// ```
    /// use datarep::packed::{FirstBit, Packed};
    /// let packed = Packed::new(12, FirstBit::Most)?;
    /// assert_eq!((packed.count(&[0; 5], 0), packed.count(&[0; 5], 20)), (3, 1));
    /// # Ok::<(), datarep::Error>(())
    /// ```
    pub fn count(self, bytes: &[u8], bit: usize) -> usize {
        // In 128 bits: the bits of a large slice need more than a `usize` has on some machines.
        let bits = (bytes.len() as u128 * 8).saturating_sub(bit as u128);
        usize::try_from(bits / u128::from(self.width)).unwrap_or(usize::MAX)
    }

    /// Unpacks words to items of `extent` bytes each. Each item holds a word in its low bits, the most significant byte
    /// first.
    ///
    /// # Errors
    ///
    /// Class `Count` if there are fewer words from the bit on than items, or if the items are too short for a word or
    /// not whole.
    pub fn unpack(self, packed: &[u8], bit: usize, items: &mut [u8], extent: usize) -> Result<(), Error> {
        let count = self.check_words("unpack", (packed, bit), items.len(), extent)?;
        let mut at = bit as u128;
        for item in items.chunks_exact_mut(extent.max(1)).take(count) {
            let word = self.load_word(packed, at).to_be_bytes();
            let (zeros, low) = item.split_at_mut(extent.saturating_sub(word.len()));
            zeros.fill(0);
            // `check_words` has made sure that an item has room for the word.
            low.copy_from_slice(&word[word.len() - low.len()..]);
            at += u128::from(self.width);
        }
        Ok(())
    }

    /// Packs items to words, from a bit on: the mirror of [`Packed::unpack`]. Bits before the first word and after the
    /// last are unchanged.
    ///
    /// # Errors
    ///
    /// See [`Packed::unpack`].
    pub fn pack(self, items: &[u8], extent: usize, packed: &mut [u8], bit: usize) -> Result<(), Error> {
        let count = self.check_words("pack", (packed, bit), items.len(), extent)?;
        let mut at = bit as u128;
        for item in items.chunks_exact(extent.max(1)).take(count) {
            // Bytes above 16 of a longer item fall out at the top. Of the others, `store_word` takes the low bits.
            let word = item.iter().fold(0_u128, |word, byte| word << 8 | u128::from(*byte));
            self.store_word(packed, at, word);
            at += u128::from(self.width);
        }
        Ok(())
    }

    /// Reads words to native items. The representation must have words of this width in the low bits of its items: its
    /// format for `T` is `right_justified`.
    ///
    /// # Errors
    ///
    /// Those of [`Packed::unpack`] and [`Datarep::read`]. The items before the one that the error names are converted.
    pub fn read<T: Native>(
        self,
        datarep: &Datarep,
        packed: &[u8],
        bit: usize,
        native: &mut [T],
    ) -> Result<Loss, Error> {
        let extent = Self::require_extent::<T>(datarep)?;
        self.check_words("read", (packed, bit), native.len().saturating_mul(extent), extent)?;
        let mut stage = vec![0; TOGETHER.min(native.len()) * extent];
        let mut loss = Loss::default();
        for (part, native) in native.chunks_mut(TOGETHER).enumerate() {
            let stage = &mut stage[..native.len() * extent];
            self.unpack(packed, bit + part * TOGETHER * self.width as usize, stage, extent)?;
            // The error counts items of the stage, and the caller's items are all those before, too.
            loss += datarep.read(stage, native).map_err(|error| error.after(part * TOGETHER))?;
        }
        Ok(loss)
    }

    /// Writes native items to words, from a bit on: the mirror of [`Packed::read`].
    ///
    /// ```
    /// use datarep::packed::{FirstBit, Packed};
    /// use datarep::standard::big_endian;
    /// let packed = Packed::new(16, FirstBit::Most)?;
    /// let mut file = [0xF0, 0, 0x0F];
    /// packed.write(big_endian::DATAREP, &[-1_i16], &mut file, 4)?;
    /// assert_eq!(file, [0xFF, 0xFF, 0xFF]);
    /// # Ok::<(), datarep::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// See [`Packed::read`].
    pub fn write<T: Native>(
        self,
        datarep: &Datarep,
        native: &[T],
        packed: &mut [u8],
        bit: usize,
    ) -> Result<Loss, Error> {
        let extent = Self::require_extent::<T>(datarep)?;
        self.check_words("write", (packed, bit), native.len().saturating_mul(extent), extent)?;
        let mut stage = vec![0; TOGETHER.min(native.len()) * extent];
        let mut loss = Loss::default();
        for (part, native) in native.chunks(TOGETHER).enumerate() {
            let stage = &mut stage[..native.len() * extent];
            // Converted before it is packed: of a failed part nothing is stored.
            loss += datarep.write(native, stage).map_err(|error| error.after(part * TOGETHER))?;
            self.pack(stage, extent, packed, bit + part * TOGETHER * self.width as usize)?;
        }
        Ok(loss)
    }

    /// Reads `count` words, from a bit on, to a new vector.
    ///
    /// # Errors
    ///
    /// See [`Packed::read`].
    pub fn to_vec<T: Native + Default>(
        self,
        datarep: &Datarep,
        packed: &[u8],
        bit: usize,
        count: usize,
    ) -> Result<(Vec<T>, Loss), Error> {
        let extent = Self::require_extent::<T>(datarep)?;
        let bytes =
            count.checked_mul(extent).ok_or(ErrorKind::TooLarge { what: "size in bytes of the items" })?;
        self.check_words("to_vec", (packed, bit), bytes, extent)?;
        let mut native = vec![T::default(); count];
        let loss = self.read(datarep, packed, bit, &mut native)?;
        Ok((native, loss))
    }

    /// The size of an item of the representation, in bytes.
    fn require_extent<T: Native>(datarep: &Datarep) -> Result<usize, Error> {
        let unsupported = || ErrorKind::Unsupported {
            datarep: datarep.name().to_owned().into(),
            predefined: T::PREDEFINED,
        };
        datarep.extent(T::PREDEFINED).ok_or_else(|| unsupported().into())
    }

    /// Checks that there is a word for each item in `bytes` bytes. Returns the number of items.
    fn check_words(
        self,
        routine: &'static str,
        (packed, bit): (&[u8], usize),
        bytes: usize,
        extent: usize,
    ) -> Result<usize, Error> {
        let count = |reason| ErrorKind::Count { routine, reason };
        // A word would be cut off when it is packed, and an item too short when it is unpacked.
        if extent < self.bytes() {
            let reason = format!("items of {extent} bytes are too short for words of {} bits", self.width);
            return Err(count(reason).into());
        }
        let items = crate::convert::count_whole_items(bytes, extent)?;
        let there = self.count(packed, bit);
        if items > there {
            let words = CountedNoun(there, "word");
            let reason = format!("{words} of {} bits from bit {bit} on, not {items}", self.width);
            return Err(count(reason).into());
        }
        Ok(items)
    }

    /// The word that begins at a bit.
    #[inline]
    fn load_word(self, packed: &[u8], at: u128) -> u128 {
        let (bytes, within) = load_window(packed, at);
        // A shift by 0 to 127, as words have 1 to 128 bits.
        let ones = u128::MAX >> (WIDEST - self.width);
        let [first, last] = [bytes[0], bytes[16]].map(u128::from);
        match self.first {
            FirstBit::Most => {
                let high = u128::from_be_bytes(take_sixteen_bytes(&bytes, 0)) << within;
                // The shift has left the low bits empty. They come from the last of the 17 bytes.
                let rest = last << within >> 8;
                (high | rest) >> (WIDEST - self.width)
            }
            FirstBit::Least => {
                // The sixteen bytes behind the first, above the `8 - within` bits that the first one has.
                let high = u128::from_le_bytes(take_sixteen_bytes(&bytes, 1)) << ((8 - within) % WIDEST);
                (high | first >> within) & ones
            }
        }
    }

    /// Puts a word at a bit. The bits around it are unchanged.
    #[inline]
    fn store_word(self, packed: &mut [u8], at: u128, word: u128) {
        // `check_words` has found the word inside the slice, so the byte has an index.
        let begin = usize::try_from(at / 8).unwrap_or(usize::MAX);
        let within = u32::try_from(at % 8).unwrap_or(0);
        // Goes byte by byte: each byte takes as many of the word's next bits as it has left.
        let (mut left, mut place, mut byte) = (self.width, within, begin);
        while left > 0 {
            let bits = left.min(8 - place);
            let ones = 0xFF_u8 >> (8 - bits);
            let (part, up) = match self.first {
                // The highest bits that are left, at the highest bits that the byte has left.
                FirstBit::Most => (word >> (left - bits), 8 - place - bits),
                FirstBit::Least => (word >> (self.width - left), place),
            };
            let [part, ..] = part.to_le_bytes();
            packed[byte] = packed[byte] & !(ones << up) | (part & ones) << up;
            (left, place, byte) = (left - bits, 0, byte + 1);
        }
    }
}

/// The seventeen bytes from the byte of bit `at` on, with zeros after the end, and the place of the bit in the first
/// byte.
#[inline]
fn load_window(packed: &[u8], at: u128) -> ([u8; 17], u32) {
    let begin = usize::try_from(at / 8).unwrap_or(usize::MAX).min(packed.len());
    let rest = &packed[begin..];
    // A word of 128 bits may touch 17 bytes. At the end of the slice zeros stand for those that are not there.
    let bytes = rest.first_chunk().copied().unwrap_or_else(|| {
        let mut bytes = [0; 17];
        bytes[..rest.len()].copy_from_slice(rest);
        bytes
    });
    (bytes, u32::try_from(at % 8).unwrap_or(0))
}

/// Sixteen of the seventeen bytes, from `begin` on.
#[inline]
fn take_sixteen_bytes(bytes: &[u8; 17], begin: usize) -> [u8; 16] {
    std::array::from_fn(|byte| bytes[begin + byte])
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The bit at a place of the stream.
    fn bit(packed: &[u8], at: usize, first: FirstBit) -> u128 {
        let byte = packed[at / 8];
        u128::from(match first {
            FirstBit::Most => byte >> (7 - at % 8) & 1,
            FirstBit::Least => byte >> (at % 8) & 1,
        })
    }

    /// A word, read bit by bit.
    fn slow(packed: &[u8], at: usize, width: u32, first: FirstBit) -> u128 {
        (0..width as usize).fold(0, |word, place| {
            let bit = bit(packed, at + place, first);
            match first {
                FirstBit::Most => word << 1 | bit,
                FirstBit::Least => word | bit << place,
            }
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        #[test]
        fn words_are_their_bits(
            packed in prop::collection::vec(any::<u8>(), 0..80),
            width in 1_u32..=128,
            at in 0_usize..40,
            least in any::<bool>(),
            more in 0_usize..3,
        ) {
            let first = if least { FirstBit::Least } else { FirstBit::Most };
            let words = Packed::new(width, first).expect("a width");
            let count = words.count(&packed, at);
            let extent = words.bytes() + more;
            let mut items = vec![0xEE; count * extent];
            words.unpack(&packed, at, &mut items, extent).expect("all are there");
            for (place, item) in items.chunks_exact(extent).enumerate() {
                let word = item.iter().fold(0_u128, |word, byte| word << 8 | u128::from(*byte));
                prop_assert_eq!(word, slow(&packed, at + place * width as usize, width, first));
            }
            // Packing them again changes only their own bits.
            let mut again: Vec<u8> = packed.iter().map(|byte| !byte).collect();
            words.pack(&items, extent, &mut again, at).expect("all are there");
            let end = at + count * width as usize;
            for place in 0..8 * packed.len() {
                let inside = (at..end).contains(&place) && count > 0;
                let expected = bit(&packed, place, first) ^ u128::from(!inside);
                prop_assert_eq!(bit(&again, place, first), expected);
            }
            let mut too_many = vec![0; (count + 1) * extent];
            prop_assert!(words.unpack(&packed, at, &mut too_many, extent).is_err());
        }
    }

    #[test]
    fn widths_are_bounded() {
        assert!(Packed::new(0, FirstBit::Most).is_err() && Packed::new(129, FirstBit::Least).is_err());
        let words = Packed::new(20, FirstBit::Most).expect("a width");
        assert_eq!(
            words.unpack(&[0; 5], 0, &mut [0; 4], 2).expect_err("two bytes").to_string(),
            "`unpack`: items of 2 bytes are too short for words of 20 bits",
        );
        assert_eq!(
            words.unpack(&[0; 5], 1, &mut [0; 6], 3).expect_err("39 bits").to_string(),
            "`unpack`: 1 word of 20 bits from bit 1 on, not 2",
        );
    }
}
