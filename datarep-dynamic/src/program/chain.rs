//! Chains: one loop takes a field from a word, adds a constant to it, and moves it to another place.
//!
//! Most steps of a float's body are shifts, masks and sums with constants, one after the other. Each of them alone
//! takes a load, an operation and a store. Steps that together have the form `((word >> down & mask) + more) << up`
//! become one loop over the word. The values between are not computed unless another step reads them.

use datarep_plan::body::Binary;

use super::value::Lane;
use crate::columns::ColumnWord;

/// `((base >> down & mask) + more) << up`, of words of the base's width.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct FieldMove {
    pub(super) base: Lane,
    down: u32,
    mask: u128,
    more: u128,
    up: u32,
}

impl FieldMove {
    /// The word itself.
    pub(super) fn from_lane(base: Lane) -> FieldMove {
        FieldMove { base, down: 0, mask: u128::MAX, more: 0, up: 0 }
    }

    /// This chain followed by an operation with `operand`, or `None` if the result does not have the form.
    pub(super) fn append_operation(self, binary: Binary, operand: u128, signed: bool) -> Option<FieldMove> {
        let bits = 8 << self.base.width as u32;
        let FieldMove { down, mask, more, up, .. } = self;
        // A shift by the whole width or more gives no word in Rust. Such an operation is left to its own loop.
        let by = u32::try_from(operand).ok().filter(|by| *by < bits);
        match binary {
            // A right shift can only come first: behind a mask or a sum it would bring bits back that the form has no
            // place for. A signed one would copy the sign.
            Binary::ShiftRight if !signed && (mask, more, up) == (u128::MAX, 0, 0) => {
                let down = down + by?;
                (down < bits).then_some(FieldMove { down, ..self })
            }
            // The mask is kept as it is before the shift to the left, so a later one has to be moved down. Behind a
            // sum, carries would go into bits that are masked out.
            Binary::And if more == 0 => Some(FieldMove { mask: mask & operand >> up, ..self }),
            Binary::Add | Binary::AddWrapping => self.append_sum(operand),
            Binary::Subtract | Binary::SubtractWrapping => self.append_sum(operand.wrapping_neg()),
            Binary::ShiftLeft => {
                let up = up + by?;
                (up < bits).then_some(FieldMove { up, ..self })
            }
            // A product with `2^n` is a shift by `n`, modulo the width, as the shift is.
            Binary::Multiply if operand.is_power_of_two() => {
                let up = up + operand.trailing_zeros();
                (up < bits).then_some(FieldMove { up, ..self })
            }
            _ => None,
        }
    }

    fn append_sum(self, operand: u128) -> Option<FieldMove> {
        // The constant is added before the shift to the left, so it must not have bits below it. `(x << 3) + 8` is `(x
        // + 1) << 3`, but `(x << 3) + 4` has no such form.
        let below = (1 << self.up) - 1;
        (operand & below == 0).then(|| FieldMove { more: self.more.wrapping_add(operand >> self.up), ..self })
    }

    /// The number of its operations.
    pub(super) fn count_operations(self) -> u32 {
        let parts = [self.down != 0, self.mask != u128::MAX, self.more != 0, self.up != 0];
        parts.into_iter().map(u32::from).sum()
    }

    /// Passes the chain's function to `with`. The function contains only the operations that the chain needs.
    pub(super) fn call_with_function<T: ColumnWord, R>(self, with: impl ChainUser<T, R>) -> R {
        let FieldMove { down, up, .. } = self;
        let (mask, more) = (T::from_low_bits(self.mask), T::from_low_bits(self.more));
        // Each form is a loop of its own in the compiled crate. Shifts by zero cost less than further copies of the
        // loop for all widths and levels.
        match (self.mask == u128::MAX, self.more == 0, up == 0) {
            (true, true, true) => with.take_function(move |word: T| word.shr(down)),
            (false, true, true) => with.take_function(move |word: T| word.shr(down).and(mask)),
            (true, true, false) => with.take_function(move |word: T| word.shr(down).shl(up)),
            (false, true, false) => with.take_function(move |word: T| word.shr(down).and(mask).shl(up)),
            (false, false, true) => with.take_function(move |word: T| word.shr(down).and(mask).add(more)),
            (true, false, _) => with.take_function(move |word: T| word.shr(down).add(more).shl(up)),
            _ => with.take_function(move |word: T| word.shr(down).and(mask).add(more).shl(up)),
        }
    }
}

/// Uses the function of a chain.
pub(super) trait ChainUser<T, R> {
    fn take_function(self, f: impl Fn(T) -> T + Copy + Send + Sync + 'static) -> R;
}
