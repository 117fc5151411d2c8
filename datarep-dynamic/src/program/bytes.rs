//! Loads and stores items: bytes of the file, native items, and bytes as words.

use datarep::Decimal;
use datarep::interpreter::Bytes as _;
use datarep_dsl::model::Native;
use datarep_plan::body::{Body, Operation, Significant};
use datarep_plan::types::Type;

use super::compiler::{Extension, StepCompiler};
use super::value::{
    ByteSource, Lane, LaneValue, WordSlot, column_word, known_word, native_size, pack_decimal, unpack_decimal,
};
use crate::columns::{ColumnId, ColumnWord, Width, of_width};
use crate::{loops, order};

impl StepCompiler {
    /// The bytes of an item of the file, which is the input of `load`.
    pub(super) fn input_bytes(load: &Body) -> LaneValue {
        let input = load.steps.iter().find(|step| step.operation == Operation::Input);
        let count = match input.map(|step| step.ty) {
            Some(Type::Bytes(count)) => count as usize,
            // A body whose result is always the same reads no byte, and its input is not among its steps.
            _ => 0,
        };
        LaneValue::Bytes((0..count).map(ByteSource::Input).collect())
    }

    /// A byte as a word.
    pub(super) fn load_byte(&mut self, byte: ByteSource) -> Lane {
        match byte {
            // A word of one byte is that byte: no loop is needed.
            ByteSource::Of(lane, 0) if lane.width == Width::W8 => lane,
            ByteSource::Of(lane, place) => {
                let by = u32::from_low_bits(8 * place as u128);
                of_width!(lane.width, T => {
                    self.apply_to_one::<T, u8>(lane, move |word| u8::from_low_bits(word.shr(by).to_wide()))
                })
            }
            ByteSource::Input(index) => {
                let y = self.add_column(Width::W8);
                self.push_step(&[], &[y], move |at| {
                    let y = at.place_of(y);
                    Box::new(move |columns, bytes, items| {
                        // The size of an item follows from the input, so that one loop serves items of any size. A
                        // caller never passes zero items.
                        let size = bytes.input.len() / items;
                        let mut to = columns.take_column::<u8>(y);
                        for (to, from) in to.first_mut(items).iter_mut().zip(bytes.input.chunks_exact(size)) {
                            *to = from[index];
                        }
                        columns.put_column(y, to);
                    })
                });
                column_word(y)
            }
        }
    }

    /// The column of each byte.
    pub(super) fn ensure_byte_columns(&mut self, bytes: &[ByteSource]) -> Vec<ColumnId> {
        let column = |byte: &ByteSource| {
            let lane = self.load_byte(*byte);
            self.ensure_column(lane)
        };
        bytes.iter().map(column).collect()
    }

    pub(super) fn swap_byte_halves(&mut self, byte: ByteSource) -> ByteSource {
        let lane = self.load_byte(byte);
        ByteSource::Of(self.apply_to_one::<u8, u8>(lane, |byte| byte.rotate_left(4)), 0)
    }

    /// The word that the bytes form.
    pub(super) fn load_word(&mut self, significant: Significant, bytes: &[ByteSource], width: Width) -> Lane {
        let mut places = bytes.to_vec();
        // From here on, byte `i` of `places` has the weight `256^i`.
        if significant == Significant::First {
            places.reverse();
        }
        // The plan's padding of words whose width is no power of two: `Permuted` writes it so.
        let zero = ByteSource::Of(known_word(0, Width::W8), 0);
        let input = |byte: &ByteSource| match byte {
            ByteSource::Input(index) => Some(Some(*index)),
            byte if *byte == zero => Some(None),
            ByteSource::Of(..) => None,
        };
        // Bytes that come straight from the file are gathered by one loop for the whole word. This is nearly every
        // format.
        if let Some(places) = places.iter().map(input).collect::<Option<Vec<_>>>() {
            let y = self.add_column(width);
            self.push_step(
                &[],
                &[y],
                move |at| of_width!(width, T => order::gather_bytes::<T>(at.place_of(y), &places)),
            );
            return column_word(y);
        }
        // Computed bytes have columns of their own, and each is shifted to its place.
        let mut word = known_word(0, width);
        for (place, byte) in places.into_iter().enumerate() {
            let lane = self.load_byte(byte);
            let wide = self.resize_lane(lane, width, Extension::Zeros);
            let by = u32::from_low_bits(8 * place as u128);
            word = of_width!(width, T => {
                self.apply_to_two::<T, T>(word, wide, move |word, byte| word.or(byte.shl(by)))
            });
        }
        word
    }

    /// Loads native items as words.
    pub(super) fn load_native(&mut self, native: Native) -> LaneValue {
        let width = Width::of_bits(8 * native_size(native));
        let y = self.add_column(width);
        self.push_step(&[], &[y], move |at| {
            let y = at.place_of(y);
            match native {
                // Columns hold truth values as masks, and a native one is a byte of 0 or 1.
                Native::Bool => loops::step_from_bytes::<u8, 1>(y, |[byte]| u8::mask_from(byte != 0)),
                Native::Decimal => {
                    loops::step_from_bytes::<u128, 16>(y, |bytes| pack_decimal(Decimal::load(&bytes)))
                }
                _ => match width {
                    Width::W8 => loops::step_from_bytes::<u8, 1>(y, |bytes| u8::from_ne(&bytes)),
                    Width::W16 => loops::step_from_bytes::<u16, 2>(y, |bytes| u16::from_ne(&bytes)),
                    Width::W32 => loops::step_from_bytes::<u32, 4>(y, |bytes| u32::from_ne(&bytes)),
                    Width::W64 => loops::step_from_bytes::<u64, 8>(y, |bytes| u64::from_ne(&bytes)),
                    Width::W128 => loops::step_from_bytes::<u128, 16>(y, |bytes| u128::from_ne(&bytes)),
                },
            }
        });
        LaneValue::Word(column_word(y))
    }

    /// Stores words as native items.
    pub(super) fn store_native(&mut self, native: Native, item: &LaneValue) {
        let lane = item.expect_word();
        // The mask may be as wide as the words that were compared, while a `bool` has one byte.
        let lane = if native == Native::Bool { self.resize_truth(lane, Width::W8) } else { lane };
        let a = self.ensure_column(lane);
        fn to_array<T: ColumnWord, const N: usize>(word: T) -> [u8; N] {
            let mut bytes = [0; N];
            word.to_ne(&mut bytes);
            bytes
        }
        self.push_step(&[a], &[], move |at| {
            let a = at.place_of(a);
            match native {
                // Any other byte than 0 or 1 would be no valid `bool`.
                Native::Bool => loops::step_to_bytes::<u8, 1>(a, |mask| [mask & 1]),
                Native::Decimal => loops::step_to_bytes::<u128, 16>(a, |word| {
                    let mut bytes = [0; 16];
                    unpack_decimal(word).store(&mut bytes);
                    bytes
                }),
                _ => match lane.width {
                    Width::W8 => loops::step_to_bytes::<u8, 1>(a, to_array),
                    Width::W16 => loops::step_to_bytes::<u16, 2>(a, to_array),
                    Width::W32 => loops::step_to_bytes::<u32, 4>(a, to_array),
                    Width::W64 => loops::step_to_bytes::<u64, 8>(a, to_array),
                    Width::W128 => loops::step_to_bytes::<u128, 16>(a, to_array),
                },
            }
        });
    }

    /// Stores the bytes of items of the file.
    pub(super) fn store_bytes(&mut self, value: &LaneValue) {
        let bytes = value.expect_bytes();
        // If all bytes belong to one word, or are zero, then one loop scatters the word.
        let first = bytes.iter().find_map(|byte| match byte {
            ByteSource::Of(lane, _) if matches!(lane.slot, WordSlot::Column(_)) => Some(*lane),
            _ => None,
        });
        let places = bytes.iter().map(|byte| match byte {
            // The comparison is with the whole lane: a byte of a second word takes the way below.
            ByteSource::Of(lane, place) if Some(*lane) == first => Some(Some(*place)),
            ByteSource::Of(Lane { slot: WordSlot::Known(0), .. }, _) => Some(None),
            ByteSource::Of(..) | ByteSource::Input(_) => None,
        });
        if let (Some(lane), Some(places)) = (first, places.collect::<Option<Vec<_>>>()) {
            let a = self.ensure_column(lane);
            return self.push_step(
                &[a],
                &[],
                move |at| of_width!(a.width, T => order::scatter_bytes::<T>(at.place_of(a), &places)),
            );
        }
        let count = bytes.len();
        let columns = self.ensure_byte_columns(bytes);
        // Bytes of several words, such as those of digits, are written byte by byte: first byte 0 of all items, then
        // byte 1.
        self.push_step(&columns.clone(), &[], move |at| {
            let columns: Vec<usize> = columns.iter().map(|column| at.place_of(*column)).collect();
            Box::new(move |frame, bytes, items| {
                for (place, &index) in columns.iter().enumerate() {
                    let from = frame.words_of::<u8>(index, items);
                    for (to, from) in bytes.output.chunks_exact_mut(count).zip(from) {
                        to[place] = *from;
                    }
                }
            })
        });
    }
}
