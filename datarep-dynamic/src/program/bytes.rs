//! Loads and stores items: bytes of the file, native items, and bytes as words.

use datarep::Decimal;
use datarep::interpreter::Bytes as _;
use datarep_dsl::model::Native;
use datarep_plan::body::{Body, Operation, Significant};
use datarep_plan::types::Type;

use super::compiler::Compiler;
use super::value::{Byte, Lane, Slot, Value, bytes_of, column, known, packed, unpacked};
use crate::columns::{Column, Width, Word, of_width};
use crate::{loops, order};

impl Compiler {
    /// The bytes of an item of the file, which is the input of `load`.
    pub(super) fn bytes_of_input(load: &Body) -> Value {
        let input = load.steps.iter().find(|step| step.operation == Operation::Input);
        let count = match input.map(|step| step.ty) {
            Some(Type::Bytes(count)) => count as usize,
            _ => 0,
        };
        Value::Bytes((0..count).map(Byte::Input).collect())
    }

    /// A byte as a word.
    pub(super) fn byte(&mut self, byte: Byte) -> Lane {
        match byte {
            Byte::Of(lane, 0) if lane.width == Width::W8 => lane,
            Byte::Of(lane, place) => {
                let by = u32::low(8 * place as u128);
                of_width!(lane.width, T => {
                    self.convert::<T, u8>(lane, move |word| u8::low(word.shr(by).wide()))
                })
            }
            Byte::Input(index) => {
                let y = self.column(Width::W8);
                self.push(&[], &[y], move |at| {
                    let y = at.of(y);
                    Box::new(move |columns, bytes, items| {
                        let size = bytes.input.len() / items;
                        let mut to = columns.take::<u8>(y);
                        for (to, from) in to.first_mut(items).iter_mut().zip(bytes.input.chunks_exact(size)) {
                            *to = from[index];
                        }
                        columns.put(y, to);
                    })
                });
                column(y)
            }
        }
    }

    /// The column of each byte.
    pub(super) fn in_columns(&mut self, bytes: &[Byte]) -> Vec<Column> {
        let column = |byte: &Byte| {
            let lane = self.byte(*byte);
            self.in_column(lane)
        };
        bytes.iter().map(column).collect()
    }

    pub(super) fn halves_swapped(&mut self, byte: Byte) -> Byte {
        let lane = self.byte(byte);
        Byte::Of(self.convert::<u8, u8>(lane, |byte| byte.rotate_left(4)), 0)
    }

    /// The word that the bytes form.
    pub(super) fn load(&mut self, significant: Significant, bytes: &[Byte], width: Width) -> Lane {
        let mut places = bytes.to_vec();
        if significant == Significant::First {
            places.reverse();
        }
        let zero = Byte::Of(known(0, Width::W8), 0);
        let input = |byte: &Byte| match byte {
            Byte::Input(index) => Some(Some(*index)),
            byte if *byte == zero => Some(None),
            Byte::Of(..) => None,
        };
        if let Some(places) = places.iter().map(input).collect::<Option<Vec<_>>>() {
            let y = self.column(width);
            self.push(&[], &[y], move |at| of_width!(width, T => order::gather::<T>(at.of(y), &places)));
            return column(y);
        }
        let mut all = known(0, width);
        for (place, byte) in places.into_iter().enumerate() {
            let lane = self.byte(byte);
            let wide = self.resized(lane, width, false);
            let by = u32::low(8 * place as u128);
            all = of_width!(width, T => {
                self.apply::<T, T>(all, wide, move |all, byte| all.or(byte.shl(by)))
            });
        }
        all
    }

    /// Loads native items as words.
    pub(super) fn load_native(&mut self, native: Native) -> Value {
        let width = Width::of_bits(8 * bytes_of(native));
        let y = self.column(width);
        self.push(&[], &[y], move |at| {
            let y = at.of(y);
            match native {
                Native::Bool => loops::load::<u8, 1>(y, |[byte]| u8::mask(byte != 0)),
                Native::Decimal => loops::load::<u128, 16>(y, |bytes| packed(Decimal::load(&bytes))),
                _ => match width {
                    Width::W8 => loops::load::<u8, 1>(y, |bytes| u8::from_ne(&bytes)),
                    Width::W16 => loops::load::<u16, 2>(y, |bytes| u16::from_ne(&bytes)),
                    Width::W32 => loops::load::<u32, 4>(y, |bytes| u32::from_ne(&bytes)),
                    Width::W64 => loops::load::<u64, 8>(y, |bytes| u64::from_ne(&bytes)),
                    Width::W128 => loops::load::<u128, 16>(y, |bytes| u128::from_ne(&bytes)),
                },
            }
        });
        Value::Word(column(y))
    }

    /// Stores words as native items.
    pub(super) fn store_native(&mut self, native: Native, item: &Value) {
        let lane = item.lane();
        let lane = if native == Native::Bool { self.truth_in(lane, Width::W8) } else { lane };
        let a = self.in_column(lane);
        fn bytes<T: Word, const N: usize>(word: T) -> [u8; N] {
            let mut bytes = [0; N];
            word.to_ne(&mut bytes);
            bytes
        }
        self.push(&[a], &[], move |at| {
            let a = at.of(a);
            match native {
                Native::Bool => loops::store::<u8, 1>(a, |mask| [mask & 1]),
                Native::Decimal => loops::store::<u128, 16>(a, |word| {
                    let mut bytes = [0; 16];
                    unpacked(word).store(&mut bytes);
                    bytes
                }),
                _ => match lane.width {
                    Width::W8 => loops::store::<u8, 1>(a, bytes),
                    Width::W16 => loops::store::<u16, 2>(a, bytes),
                    Width::W32 => loops::store::<u32, 4>(a, bytes),
                    Width::W64 => loops::store::<u64, 8>(a, bytes),
                    Width::W128 => loops::store::<u128, 16>(a, bytes),
                },
            }
        });
    }

    /// Stores the bytes of items of the file.
    pub(super) fn store_bytes(&mut self, value: &Value) {
        let bytes = value.bytes();
        let first = bytes.iter().find_map(|byte| match byte {
            Byte::Of(lane, _) if matches!(lane.slot, Slot::Column(_)) => Some(*lane),
            _ => None,
        });
        let places = bytes.iter().map(|byte| match byte {
            Byte::Of(lane, place) if Some(*lane) == first => Some(Some(*place)),
            Byte::Of(Lane { slot: Slot::Known(0), .. }, _) => Some(None),
            Byte::Of(..) | Byte::Input(_) => None,
        });
        if let (Some(lane), Some(places)) = (first, places.collect::<Option<Vec<_>>>()) {
            let a = self.in_column(lane);
            return self.push(
                &[a],
                &[],
                move |at| of_width!(a.width, T => order::scatter::<T>(at.of(a), &places)),
            );
        }
        let count = bytes.len();
        let columns = self.in_columns(bytes);
        self.push(&columns.clone(), &[], move |at| {
            let columns: Vec<usize> = columns.iter().map(|column| at.of(*column)).collect();
            Box::new(move |all, bytes, items| {
                for (place, &index) in columns.iter().enumerate() {
                    let from = all.of::<u8>(index, items);
                    for (to, from) in bytes.output.chunks_exact_mut(count).zip(from) {
                        to[place] = *from;
                    }
                }
            })
        });
    }
}
