//! Columns: the values of one step for several hundred items, as words of one width.
//!
//! Floats, truth values and events are also words. A float is given by its bits. A truth value is a word of ones or
//! zeros with the width of its operands, because processors compare and select in this way. Columns do not know the
//! meaning of their words.

#![allow(clippy::inline_always, reason = "bodies of loops that are compiled for a level")]

use std::mem;

/// A word of a column.
pub(crate) trait ColumnWord: Copy + Default + Eq + Send + Sync + 'static {
    /// Its width.
    const WIDTH: Width;
    /// Bytes of a word.
    const BYTES: usize;
    /// The word with all bits set.
    const ONES: Self;

    /// The columns of words of this type.
    fn all_columns(columns: &Columns) -> &[AlignedWords<Self>];
    /// The columns of words of this type, mutably.
    fn all_mut(columns: &mut Columns) -> &mut Vec<AlignedWords<Self>>;

    /// The low bits of a number.
    fn from_low_bits(number: u128) -> Self;
    fn and(self, other: Self) -> Self;
    fn or(self, other: Self) -> Self;
    fn xor(self, other: Self) -> Self;
    fn not(self) -> Self;
    fn add(self, other: Self) -> Self;
    fn sub(self, other: Self) -> Self;
    fn mul(self, other: Self) -> Self;
    fn rem(self, other: Self) -> Self;
    fn rem_signed(self, other: Self) -> Self;
    fn shl(self, by: u32) -> Self;
    fn shr(self, by: u32) -> Self;
    fn shr_signed(self, by: u32) -> Self;
    fn is_below(self, other: Self) -> bool;
    fn below_signed(self, other: Self) -> bool;
    fn magnitude(self) -> Self;
    /// The number as one of 128 bits.
    fn to_wide(self) -> u128;
    /// The number with its sign, as one of 128 bits.
    fn extend_sign(self) -> u128;
    /// The word from bytes, the least significant one first.
    fn from_le(bytes: &[u8]) -> Self;
    /// The word from bytes in the order of the processor.
    fn from_ne(bytes: &[u8]) -> Self;
    /// The bytes of the word, the least significant one first.
    fn to_le(self, bytes: &mut [u8]);
    /// The bytes of the word in the order of the processor.
    fn to_ne(self, bytes: &mut [u8]);
    /// The word with its bytes in reversed order.
    fn swap_bytes(self) -> Self;

    /// A truth value as a mask.
    #[inline(always)]
    fn mask_from(truth: bool) -> Self {
        if truth { Self::ONES } else { Self::default() }
    }

    /// The first word if the mask is ones, else the second.
    #[inline(always)]
    fn select(self, if_set: Self, if_clear: Self) -> Self {
        // Processors have one instruction for this. It needs masks of all ones or all zeros in the width of the words.
        if_set.and(self).or(if_clear.and(self.not()))
    }
}

/// The width of the words of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Width {
    W8,
    W16,
    W32,
    W64,
    W128,
}

impl Width {
    /// The width of a word of `bits` bits.
    pub(crate) fn of_bits(bits: u32) -> Width {
        match bits {
            ..=8 => Width::W8,
            9..=16 => Width::W16,
            17..=32 => Width::W32,
            33..=64 => Width::W64,
            _ => Width::W128,
        }
    }

    /// Bytes of a word.
    pub(crate) fn bytes(self) -> usize {
        1 << self as usize
    }
}

/// Runs the given code with the word type of a width.
macro_rules! of_width {
    ($width:expr, $word:ident => $body:expr) => {
        match $width {
            $crate::columns::Width::W8 => {
                type $word = u8;
                $body
            }
            $crate::columns::Width::W16 => {
                type $word = u16;
                $body
            }
            $crate::columns::Width::W32 => {
                type $word = u32;
                $body
            }
            $crate::columns::Width::W64 => {
                type $word = u64;
                $body
            }
            $crate::columns::Width::W128 => {
                type $word = u128;
                $body
            }
        }
    };
}
pub(crate) use of_width;

/// A column: its index and its width.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ColumnId {
    pub(crate) width: Width,
    pub(crate) index: usize,
}

/// The number of columns of each width.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct ColumnCounts([usize; 5]);

impl ColumnCounts {
    /// Adds a column.
    pub(crate) fn add_column(&mut self, width: Width) -> ColumnId {
        let count = &mut self.0[width as usize];
        *count += 1;
        ColumnId { width, index: *count - 1 }
    }

    /// Makes a value for each column, by width.
    pub(crate) fn make_each<T: Clone>(&self, make: impl Fn(usize) -> T) -> [Vec<T>; 5] {
        self.0.map(|count| (0..count).map(&make).collect())
    }

    /// The total size of all columns in bytes, for one item.
    pub(crate) fn total_bytes(&self) -> usize {
        // `Width` counts from 0, so that a word has `1 << width` bytes.
        self.0.iter().enumerate().map(|(width, count)| count << width).sum()
    }
}

/// Bytes of a cache line. Loading a vector that begins with a line touches only one line.
const LINE: usize = 64;

/// The words of a column, aligned to a cache line.
#[derive(Debug, Default)]
pub(crate) struct AlignedWords<T> {
    words: Vec<T>,
    start: usize,
}

impl<T: ColumnWord> AlignedWords<T> {
    /// Makes `count` columns of `items` words.
    fn make_columns(count: usize, items: usize) -> Vec<AlignedWords<T>> {
        let cells = || {
            // A line more than needed: the first word on the border of a line is at most that far behind the vector's
            // beginning.
            let words = vec![T::default(); items + LINE / T::BYTES];
            // Moving the vector does not move its words. `align_offset` may return `usize::MAX` if
            // it cannot align. The minimum makes that a valid place, which is only slower.
            let start = words.as_ptr().align_offset(LINE).min(LINE / T::BYTES);
            AlignedWords { words, start }
        };
        (0..count).map(|_| cells()).collect()
    }

    #[inline]
    fn first_words(&self, items: usize) -> &[T] {
        &self.words[self.start..][..items]
    }

    /// The first `items` words, mutably.
    #[inline]
    pub(crate) fn first_mut(&mut self, items: usize) -> &mut [T] {
        &mut self.words[self.start..][..items]
    }

    #[inline]
    fn get(&self, item: usize) -> T {
        self.words[self.start + item]
    }

    #[inline]
    fn set_word(&mut self, item: usize, word: T) {
        self.words[self.start + item] = word;
    }
}

/// All columns of a program.
#[derive(Debug, Default)]
pub(crate) struct Columns {
    w8: Vec<AlignedWords<u8>>,
    w16: Vec<AlignedWords<u16>>,
    w32: Vec<AlignedWords<u32>>,
    w64: Vec<AlignedWords<u64>>,
    w128: Vec<AlignedWords<u128>>,
}

impl Columns {
    /// Makes the columns that `counts` asks for, each of `items` items.
    pub(crate) fn new(counts: ColumnCounts, items: usize) -> Columns {
        let ColumnCounts([w8, w16, w32, w64, w128]) = counts;
        Columns {
            w8: AlignedWords::make_columns(w8, items),
            w16: AlignedWords::make_columns(w16, items),
            w32: AlignedWords::make_columns(w32, items),
            w64: AlignedWords::make_columns(w64, items),
            w128: AlignedWords::make_columns(w128, items),
        }
    }

    /// The first `items` words of a column.
    #[inline]
    pub(crate) fn words_of<T: ColumnWord>(&self, index: usize, items: usize) -> &[T] {
        T::all_columns(self)[index].first_words(items)
    }

    /// Takes a column out, so that it can be written while others are read.
    #[inline]
    pub(crate) fn take_column<T: ColumnWord>(&mut self, index: usize) -> AlignedWords<T> {
        // What stays in its place is an empty column, which allocates nothing.
        mem::take(&mut T::all_mut(self)[index])
    }

    /// Puts a column back.
    #[inline]
    pub(crate) fn put_column<T: ColumnWord>(&mut self, index: usize, column: AlignedWords<T>) {
        T::all_mut(self)[index] = column;
    }

    /// A word as a number.
    #[inline]
    pub(crate) fn get(&self, column: ColumnId, item: usize) -> u128 {
        match column.width {
            Width::W8 => self.w8[column.index].get(item).into(),
            Width::W16 => self.w16[column.index].get(item).into(),
            Width::W32 => self.w32[column.index].get(item).into(),
            Width::W64 => self.w64[column.index].get(item).into(),
            Width::W128 => self.w128[column.index].get(item),
        }
    }

    /// The low bits of a number as a word.
    #[inline]
    pub(crate) fn set_number(&mut self, column: ColumnId, item: usize, number: u128) {
        match column.width {
            Width::W8 => self.w8[column.index].set_word(item, u8::from_low_bits(number)),
            Width::W16 => self.w16[column.index].set_word(item, u16::from_low_bits(number)),
            Width::W32 => self.w32[column.index].set_word(item, u32::from_low_bits(number)),
            Width::W64 => self.w64[column.index].set_word(item, u64::from_low_bits(number)),
            Width::W128 => self.w128[column.index].set_word(item, number),
        }
    }
}

macro_rules! words {
    ($($word:ty, $signed:ty, $width:ident, $field:ident;)*) => { $(
        #[allow(
            clippy::inline_always,
            clippy::cast_possible_truncation,
            clippy::cast_lossless,
            trivial_numeric_casts,
            reason = "bodies of loops, for every width"
        )]
        impl ColumnWord for $word {
            const WIDTH: Width = Width::$width;
            const BYTES: usize = size_of::<$word>();
            const ONES: Self = <$word>::MAX;

            #[inline]
            fn all_columns(columns: &Columns) -> &[AlignedWords<Self>] {
                &columns.$field
            }

            #[inline]
            fn all_mut(columns: &mut Columns) -> &mut Vec<AlignedWords<Self>> {
                &mut columns.$field
            }

            #[inline(always)]
            fn from_low_bits(number: u128) -> Self {
                number as $word
            }

            #[inline(always)]
            fn and(self, other: Self) -> Self {
                self & other
            }

            #[inline(always)]
            fn or(self, other: Self) -> Self {
                self | other
            }

            #[inline(always)]
            fn xor(self, other: Self) -> Self {
                self ^ other
            }

            #[inline(always)]
            fn not(self) -> Self {
                !self
            }

            #[inline(always)]
            fn add(self, other: Self) -> Self {
                self.wrapping_add(other)
            }

            #[inline(always)]
            fn sub(self, other: Self) -> Self {
                self.wrapping_sub(other)
            }

            #[inline(always)]
            fn mul(self, other: Self) -> Self {
                self.wrapping_mul(other)
            }

            #[inline(always)]
            fn rem(self, other: Self) -> Self {
                // Bodies have no branches, so a step also computes items whose result is selected away. Those must not
                // panic.
                self.checked_rem(other).unwrap_or(0)
            }

            #[inline(always)]
            fn rem_signed(self, other: Self) -> Self {
                self.cast_signed().checked_rem(other.cast_signed()).unwrap_or(0).cast_unsigned()
            }

            #[inline(always)]
            fn shl(self, by: u32) -> Self {
                // The plan shifts by less than the width. Only an item whose result is selected away can have more, and
                // must not panic.
                self.wrapping_shl(by)
            }

            #[inline(always)]
            fn shr(self, by: u32) -> Self {
                self.wrapping_shr(by)
            }

            #[inline(always)]
            fn shr_signed(self, by: u32) -> Self {
                self.cast_signed().wrapping_shr(by).cast_unsigned()
            }

            #[inline(always)]
            fn is_below(self, other: Self) -> bool {
                self < other
            }

            #[inline(always)]
            fn below_signed(self, other: Self) -> bool {
                self.cast_signed() < other.cast_signed()
            }

            #[inline(always)]
            fn magnitude(self) -> Self {
                self.cast_signed().unsigned_abs()
            }

            #[inline(always)]
            fn to_wide(self) -> u128 {
                self as u128
            }

            #[inline(always)]
            fn extend_sign(self) -> u128 {
                (self.cast_signed() as i128).cast_unsigned()
            }

            #[inline(always)]
            fn from_le(bytes: &[u8]) -> Self {
                bytes.first_chunk().map_or(0, |bytes| <$word>::from_le_bytes(*bytes))
            }

            #[inline(always)]
            #[allow(clippy::host_endian_bytes, reason = "native items are in the order of the host")]
            fn from_ne(bytes: &[u8]) -> Self {
                bytes.first_chunk().map_or(0, |bytes| <$word>::from_ne_bytes(*bytes))
            }

            #[inline(always)]
            fn to_le(self, bytes: &mut [u8]) {
                bytes.copy_from_slice(&self.to_le_bytes());
            }

            #[inline(always)]
            #[allow(clippy::host_endian_bytes, reason = "native items are in the order of the host")]
            fn to_ne(self, bytes: &mut [u8]) {
                bytes.copy_from_slice(&self.to_ne_bytes());
            }

            #[inline(always)]
            fn swap_bytes(self) -> Self {
                self.swap_bytes()
            }
        }
    )* };
}

words! {
    u8, i8, W8, w8;
    u16, i16, W16, w16;
    u32, i32, W32, w32;
    u64, i64, W64, w64;
    u128, i128, W128, w128;
}
