//! Operations on words: arithmetic, comparisons, selections.

use datarep_dsl::model::Comparison;
use datarep_plan::body::{Binary, Unary};
use datarep_plan::types::Type;

use super::compiler::{Extension, StepCompiler};
use super::value::{Lane, LaneValue, WordSlot, column_word, width_of_type};
use crate::columns::{ColumnWord, of_width};
use crate::loops;

impl StepCompiler {
    pub(super) fn compile_unary(&mut self, unary: Unary, operand: Lane, from: Type, to: Type) -> Lane {
        let width = operand.width;
        match unary {
            Unary::Not => of_width!(width, T => self.apply_to_one::<T, T>(operand, T::not)),
            Unary::Negate => match from {
                // IEEE 754 negates by the sign bit alone. `0 - x` would lose the sign of zero and of a NaN.
                Type::Single => self.apply_to_one::<u32, u32>(operand, |word| word ^ 1 << 31),
                Type::Double => self.apply_to_one::<u64, u64>(operand, |word| word ^ 1 << 63),
                _ => of_width!(width, T => self.apply_to_one::<T, T>(operand, |word| T::default().sub(word))),
            },
            Unary::Magnitude => of_width!(width, T => self.apply_to_one::<T, T>(operand, T::magnitude)),
            Unary::Cast => self.compile_cast(operand, from, to),
            // Columns hold floats by their bits already, so nothing is to be done.
            Unary::FromBits | Unary::ToBits => operand,
        }
    }

    fn compile_cast(&mut self, operand: Lane, from: Type, to: Type) -> Lane {
        match (from, to) {
            (Type::Bool, Type::Bool) => operand,
            (Type::Bool, _) => {
                let width = width_of_type(to);
                // A truth value is a mask of ones, and the number of a true one is 1.
                let mask = self.resize_truth(operand, width);
                of_width!(width, T => self.apply_to_one::<T, T>(mask, |mask| mask.and(T::from_low_bits(1))))
            }
            (_, Type::Bool) => {
                // A mask needs all bits set, because selections join words by `and` and `or`.
                of_width!(operand.width, T => self.apply_to_one::<T, T>(operand, |word| T::mask_from(word != T::default())))
            }
            (Type::Single, Type::Double) => {
                self.apply_to_one::<u32, u64>(operand, |word| f64::from(f32::from_bits(word)).to_bits())
            }
            #[allow(clippy::cast_possible_truncation, reason = "the nearest is what is meant")]
            (Type::Double, Type::Single) => {
                self.apply_to_one::<u64, u32>(operand, |word| (f64::from_bits(word) as f32).to_bits())
            }
            // What decides about the sign is the type that the value comes from: a negative number keeps its value in a
            // wider word.
            (Type::Signed(_), _) => self.resize_lane(operand, width_of_type(to), Extension::Sign),
            _ => self.resize_lane(operand, width_of_type(to), Extension::Zeros),
        }
    }

    pub(super) fn compile_binary(&mut self, binary: Binary, left: Lane, right: Lane, ty: Type) -> Lane {
        let width = left.width;
        match ty {
            Type::Bool => {
                // A known word says nothing about a width. The loop runs in that of the operand that has a column.
                let width = if matches!(left.slot, WordSlot::Known(_)) { right.width } else { width };
                let right = self.resize_truth(right, width);
                return of_width!(width, T => match binary {
                    Binary::And => self.apply_to_two::<T, T>(left, right, T::and),
                    Binary::Or => self.apply_to_two::<T, T>(left, right, T::or),
                    _ => self.apply_to_two::<T, T>(left, right, T::xor),
                });
            }
            Type::Single => return self.compile_float_32(binary, left, right),
            Type::Double => return self.compile_float_64(binary, left, right),
            _ => {}
        }
        let signed = matches!(ty, Type::Signed(_));
        of_width!(width, T => match binary {
            Binary::And => self.apply_to_two::<T, T>(left, right, T::and),
            Binary::Or => self.apply_to_two::<T, T>(left, right, T::or),
            Binary::Xor => self.apply_to_two::<T, T>(left, right, T::xor),
            // The plan has shown that a plain sum fits. Wrapping gives the same there, and one loop serves both
            // operations.
            Binary::Add | Binary::AddWrapping => self.apply_to_two::<T, T>(left, right, T::add),
            Binary::Subtract | Binary::SubtractWrapping => self.apply_to_two::<T, T>(left, right, T::sub),
            Binary::Multiply => self.apply_to_two::<T, T>(left, right, T::mul),
            Binary::Remainder if signed => self.apply_to_two::<T, T>(left, right, T::rem_signed),
            Binary::Remainder => self.apply_to_two::<T, T>(left, right, T::rem),
            Binary::Difference | Binary::Minimum | Binary::Maximum => {
                self.compile_ordered::<T>(binary, left, right, signed)
            }
            Binary::ShiftLeft => self.compile_shift::<T>(left, right, T::shl),
            Binary::ShiftRight if signed => self.compile_shift::<T>(left, right, T::shr_signed),
            Binary::ShiftRight => self.compile_shift::<T>(left, right, T::shr),
        })
    }

    /// A difference, minimum or maximum, which depends on which of two words is the smaller number.
    fn compile_ordered<T: ColumnWord>(
        &mut self,
        binary: Binary,
        left: Lane,
        right: Lane,
        signed: bool,
    ) -> Lane {
        // `below` is a mask, so both results are computed and one is selected: a branch would keep the loop from being
        // vectorized.
        let difference = |below: T, left: T, right: T| below.select(right.sub(left), left.sub(right));
        let lower = |below: T, left: T, right: T| below.select(left, right);
        let higher = |below: T, left: T, right: T| below.select(right, left);
        match (binary, signed) {
            (Binary::Difference, false) => {
                self.compile_choice_by_order::<T>(left, right, T::is_below, difference)
            }
            (Binary::Difference, true) => {
                self.compile_choice_by_order::<T>(left, right, T::below_signed, difference)
            }
            (Binary::Minimum, false) => self.compile_choice_by_order::<T>(left, right, T::is_below, lower),
            (Binary::Minimum, true) => self.compile_choice_by_order::<T>(left, right, T::below_signed, lower),
            (_, false) => self.compile_choice_by_order::<T>(left, right, T::is_below, higher),
            (_, true) => self.compile_choice_by_order::<T>(left, right, T::below_signed, higher),
        }
    }

    fn compile_choice_by_order<T: ColumnWord>(
        &mut self,
        left: Lane,
        right: Lane,
        below: impl Fn(T, T) -> bool + Copy + Send + Sync + 'static,
        choose: impl Fn(T, T, T) -> T + Copy + Send + Sync + 'static,
    ) -> Lane {
        self.apply_to_two::<T, T>(left, right, move |left, right| {
            choose(T::mask_from(below(left, right)), left, right)
        })
    }

    /// A shift by an unsigned number of any width.
    fn compile_shift<T: ColumnWord>(
        &mut self,
        operand: Lane,
        by: Lane,
        f: impl Fn(T, u32) -> T + Copy + Send + Sync + 'static,
    ) -> Lane {
        if let WordSlot::Known(by) = by.slot {
            // The plan's shifts are less than the width, so that the low 32 bits are the whole number.
            let by = u32::from_low_bits(by);
            return self.apply_to_one::<T, T>(operand, move |operand| f(operand, by));
        }
        // A loop reads columns of one width only, and the plan's shift may be by a number of another one.
        let by = self.resize_lane(by, T::WIDTH, Extension::Zeros);
        self.apply_to_two::<T, T>(operand, by, move |operand, by| {
            f(operand, u32::from_low_bits(by.to_wide()))
        })
    }

    fn compile_float_32(&mut self, binary: Binary, left: Lane, right: Lane) -> Lane {
        let of = f32::from_bits;
        match binary {
            Binary::Add => self.apply_to_two::<u32, u32>(left, right, move |a, b| (of(a) + of(b)).to_bits()),
            Binary::Subtract => {
                self.apply_to_two::<u32, u32>(left, right, move |a, b| (of(a) - of(b)).to_bits())
            }
            Binary::Multiply => {
                self.apply_to_two::<u32, u32>(left, right, move |a, b| (of(a) * of(b)).to_bits())
            }
            Binary::Minimum => {
                self.apply_to_two::<u32, u32>(left, right, move |a, b| of(a).min(of(b)).to_bits())
            }
            Binary::Maximum => {
                self.apply_to_two::<u32, u32>(left, right, move |a, b| of(a).max(of(b)).to_bits())
            }
            _ => unreachable!("no operation of floats"),
        }
    }

    fn compile_float_64(&mut self, binary: Binary, left: Lane, right: Lane) -> Lane {
        let of = f64::from_bits;
        match binary {
            Binary::Add => self.apply_to_two::<u64, u64>(left, right, move |a, b| (of(a) + of(b)).to_bits()),
            Binary::Subtract => {
                self.apply_to_two::<u64, u64>(left, right, move |a, b| (of(a) - of(b)).to_bits())
            }
            Binary::Multiply => {
                self.apply_to_two::<u64, u64>(left, right, move |a, b| (of(a) * of(b)).to_bits())
            }
            Binary::Minimum => {
                self.apply_to_two::<u64, u64>(left, right, move |a, b| of(a).min(of(b)).to_bits())
            }
            Binary::Maximum => {
                self.apply_to_two::<u64, u64>(left, right, move |a, b| of(a).max(of(b)).to_bits())
            }
            _ => unreachable!("no operation of floats"),
        }
    }

    pub(super) fn compile_comparison(
        &mut self,
        comparison: Comparison,
        left: Lane,
        right: Lane,
        ty: Type,
    ) -> Lane {
        // `a > b` is compared as `b < a`.
        let (comparison, left, right) = match comparison {
            Comparison::Greater => (Comparison::Less, right, left),
            Comparison::GreaterOrEqual => (Comparison::LessOrEqual, right, left),
            _ => (comparison, left, right),
        };
        match ty {
            Type::Single => self.compile_comparison_32(comparison, left, right),
            Type::Double => self.compile_comparison_64(comparison, left, right),
            ty => self.compile_word_comparison(comparison, left, right, ty),
        }
    }

    #[allow(clippy::float_cmp, reason = "the plan compares numbers that are exact")]
    fn compile_comparison_32(&mut self, comparison: Comparison, left: Lane, right: Lane) -> Lane {
        let of = f32::from_bits;
        match comparison {
            Comparison::Equal => {
                self.apply_to_two::<u32, u32>(left, right, move |a, b| u32::mask_from(of(a) == of(b)))
            }
            Comparison::NotEqual => {
                self.apply_to_two::<u32, u32>(left, right, move |a, b| u32::mask_from(of(a) != of(b)))
            }
            Comparison::Less => {
                self.apply_to_two::<u32, u32>(left, right, move |a, b| u32::mask_from(of(a) < of(b)))
            }
            _ => self.apply_to_two::<u32, u32>(left, right, move |a, b| u32::mask_from(of(a) <= of(b))),
        }
    }

    #[allow(clippy::float_cmp, reason = "the plan compares numbers that are exact")]
    fn compile_comparison_64(&mut self, comparison: Comparison, left: Lane, right: Lane) -> Lane {
        let of = f64::from_bits;
        match comparison {
            Comparison::Equal => {
                self.apply_to_two::<u64, u64>(left, right, move |a, b| u64::mask_from(of(a) == of(b)))
            }
            Comparison::NotEqual => {
                self.apply_to_two::<u64, u64>(left, right, move |a, b| u64::mask_from(of(a) != of(b)))
            }
            Comparison::Less => {
                self.apply_to_two::<u64, u64>(left, right, move |a, b| u64::mask_from(of(a) < of(b)))
            }
            _ => self.apply_to_two::<u64, u64>(left, right, move |a, b| u64::mask_from(of(a) <= of(b))),
        }
    }

    fn compile_word_comparison(&mut self, comparison: Comparison, left: Lane, right: Lane, ty: Type) -> Lane {
        let width = if matches!(left.slot, WordSlot::Known(_)) { right.width } else { left.width };
        let right = if ty == Type::Bool { self.resize_truth(right, width) } else { right };
        let signed = matches!(ty, Type::Signed(_));
        of_width!(width, T => match comparison {
            Comparison::Equal => self.apply_to_two::<T, T>(left, right, |a, b| T::mask_from(a == b)),
            Comparison::NotEqual => self.apply_to_two::<T, T>(left, right, |a, b| T::mask_from(a != b)),
            Comparison::Less if signed => self.apply_to_two::<T, T>(left, right, |a, b| T::mask_from(a.below_signed(b))),
            Comparison::Less => self.apply_to_two::<T, T>(left, right, |a, b| T::mask_from(a.is_below(b))),
            _ if signed => self.apply_to_two::<T, T>(left, right, |a, b| T::mask_from(!b.below_signed(a))),
            _ => self.apply_to_two::<T, T>(left, right, |a, b| T::mask_from(!b.is_below(a))),
        })
    }

    pub(super) fn compile_selection(
        &mut self,
        condition: Lane,
        if_true: &LaneValue,
        if_false: &LaneValue,
    ) -> LaneValue {
        match (if_true, if_false) {
            (LaneValue::Word(if_true), LaneValue::Word(if_false)) => {
                LaneValue::Word(self.compile_word_selection(condition, *if_true, *if_false))
            }
            (LaneValue::Record(if_true), LaneValue::Record(if_false)) => {
                let parts = if_true.iter().zip(if_false);
                LaneValue::Record(
                    parts
                        .map(|((part, if_true), (_, if_false))| {
                            (*part, self.compile_selection(condition, if_true, if_false))
                        })
                        .collect(),
                )
            }
            _ => unreachable!("a plan's types are right"),
        }
    }

    fn compile_word_selection(&mut self, condition: Lane, if_true: Lane, if_false: Lane) -> Lane {
        if let WordSlot::Known(truth) = condition.slot {
            return if truth != 0 { if_true } else { if_false };
        }
        // Truth values may have different widths.
        let width = if matches!(if_true.slot, WordSlot::Known(_)) { if_false.width } else { if_true.width };
        let if_false = if if_false.width == width { if_false } else { self.resize_truth(if_false, width) };
        let mask = self.resize_truth(condition, width);
        let mask = self.ensure_column(mask);
        let y = self.add_column(width);
        of_width!(width, T => match (if_true.slot, if_false.slot) {
            (WordSlot::Column(if_true), WordSlot::Column(if_false)) => self.push_step(&[mask, if_true, if_false], &[y], move |at| {
                loops::step_of_three::<T, T, T, T>((at.place_of(mask), at.place_of(if_true), at.place_of(if_false)), at.place_of(y), T::select)
            }),
            (WordSlot::Column(if_true), WordSlot::Known(if_false)) => self.push_step(&[mask, if_true], &[y], move |at| {
                let if_false = T::from_low_bits(if_false);
                loops::step_of_two::<T, T, T>(at.place_of(mask), at.place_of(if_true), at.place_of(y), move |mask, if_true| mask.select(if_true, if_false))
            }),
            (WordSlot::Known(if_true), WordSlot::Column(if_false)) => self.push_step(&[mask, if_false], &[y], move |at| {
                let if_true = T::from_low_bits(if_true);
                loops::step_of_two::<T, T, T>(at.place_of(mask), at.place_of(if_false), at.place_of(y), move |mask, if_false| mask.select(if_true, if_false))
            }),
            (WordSlot::Known(if_true), WordSlot::Known(if_false)) => self.push_step(&[mask], &[y], move |at| {
                let (if_true, if_false) = (T::from_low_bits(if_true), T::from_low_bits(if_false));
                loops::step_of_one::<T, T>(at.place_of(mask), at.place_of(y), move |mask| mask.select(if_true, if_false))
            }),
        });
        column_word(y)
    }
}
