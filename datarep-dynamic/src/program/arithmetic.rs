//! Operations on words: arithmetic, comparisons, selections.

use datarep_dsl::model::Comparison;
use datarep_plan::body::{Binary, Unary};
use datarep_plan::types::Type;

use super::compiler::StepCompiler;
use super::value::{Lane, LaneValue, WordSlot, column_word, width_of_type};
use crate::columns::{ColumnWord, of_width};
use crate::loops;

impl StepCompiler {
    pub(super) fn compile_unary(&mut self, unary: Unary, one: Lane, from: Type, to: Type) -> Lane {
        let width = one.width;
        match unary {
            Unary::Not => of_width!(width, T => self.apply_to_one::<T, T>(one, T::not)),
            Unary::Negate => match from {
                // IEEE 754 negates by the sign bit alone. `0 - x` would lose the sign of zero and of a NaN.
                Type::Single => self.apply_to_one::<u32, u32>(one, |word| word ^ 1 << 31),
                Type::Double => self.apply_to_one::<u64, u64>(one, |word| word ^ 1 << 63),
                _ => of_width!(width, T => self.apply_to_one::<T, T>(one, |word| T::default().sub(word))),
            },
            Unary::Magnitude => of_width!(width, T => self.apply_to_one::<T, T>(one, T::magnitude)),
            Unary::Cast => self.compile_cast(one, from, to),
            // Columns hold floats by their bits already, so nothing is to be done.
            Unary::FromBits | Unary::ToBits => one,
        }
    }

    fn compile_cast(&mut self, one: Lane, from: Type, to: Type) -> Lane {
        match (from, to) {
            (Type::Bool, Type::Bool) => one,
            (Type::Bool, _) => {
                let width = width_of_type(to);
                // A truth value is a mask of ones, and the number of a true one is 1.
                let mask = self.resize_truth(one, width);
                of_width!(width, T => self.apply_to_one::<T, T>(mask, |mask| mask.and(T::from_low_bits(1))))
            }
            (_, Type::Bool) => {
                // A mask needs all bits set, because selections join words by `and` and `or`.
                of_width!(one.width, T => self.apply_to_one::<T, T>(one, |word| T::mask_from(word != T::default())))
            }
            (Type::Single, Type::Double) => {
                self.apply_to_one::<u32, u64>(one, |word| f64::from(f32::from_bits(word)).to_bits())
            }
            #[allow(clippy::cast_possible_truncation, reason = "the nearest is what is meant")]
            (Type::Double, Type::Single) => {
                self.apply_to_one::<u64, u32>(one, |word| (f64::from_bits(word) as f32).to_bits())
            }
            // What decides about the sign is the type that the value comes from: a negative number keeps its value in a
            // wider word.
            _ => self.resize_lane(one, width_of_type(to), matches!(from, Type::Signed(_))),
        }
    }

    pub(super) fn compile_binary(&mut self, binary: Binary, one: Lane, other: Lane, ty: Type) -> Lane {
        let width = one.width;
        match ty {
            Type::Bool => {
                // A known word says nothing about a width. The loop runs in that of the operand that has a column.
                let width = if matches!(one.slot, WordSlot::Known(_)) { other.width } else { width };
                let other = self.resize_truth(other, width);
                return of_width!(width, T => match binary {
                    Binary::And => self.apply_to_two::<T, T>(one, other, T::and),
                    Binary::Or => self.apply_to_two::<T, T>(one, other, T::or),
                    _ => self.apply_to_two::<T, T>(one, other, T::xor),
                });
            }
            Type::Single => return self.compile_float_32(binary, one, other),
            Type::Double => return self.compile_float_64(binary, one, other),
            _ => {}
        }
        let signed = matches!(ty, Type::Signed(_));
        of_width!(width, T => match binary {
            Binary::And => self.apply_to_two::<T, T>(one, other, T::and),
            Binary::Or => self.apply_to_two::<T, T>(one, other, T::or),
            Binary::Xor => self.apply_to_two::<T, T>(one, other, T::xor),
            // The plan has shown that a plain sum fits. Wrapping gives the same there, and one loop serves both
            // operations.
            Binary::Add | Binary::AddWrapping => self.apply_to_two::<T, T>(one, other, T::add),
            Binary::Subtract | Binary::SubtractWrapping => self.apply_to_two::<T, T>(one, other, T::sub),
            Binary::Multiply => self.apply_to_two::<T, T>(one, other, T::mul),
            Binary::Remainder if signed => self.apply_to_two::<T, T>(one, other, T::rem_signed),
            Binary::Remainder => self.apply_to_two::<T, T>(one, other, T::rem),
            Binary::Difference | Binary::Minimum | Binary::Maximum => {
                self.compile_ordered::<T>(binary, one, other, signed)
            }
            Binary::ShiftLeft => self.compile_shift::<T>(one, other, T::shl),
            Binary::ShiftRight if signed => self.compile_shift::<T>(one, other, T::shr_signed),
            Binary::ShiftRight => self.compile_shift::<T>(one, other, T::shr),
        })
    }

    /// A difference, minimum or maximum, which depends on which of two words is the smaller number.
    fn compile_ordered<T: ColumnWord>(
        &mut self,
        binary: Binary,
        one: Lane,
        other: Lane,
        signed: bool,
    ) -> Lane {
        // `below` is a mask, so both results are computed and one is selected: a branch would keep the loop from being
        // vectorized.
        let difference = |below: T, one: T, other: T| below.select(other.sub(one), one.sub(other));
        let lower = |below: T, one: T, other: T| below.select(one, other);
        let higher = |below: T, one: T, other: T| below.select(other, one);
        match (binary, signed) {
            (Binary::Difference, false) => {
                self.compile_choice_by_order::<T>(one, other, T::is_below, difference)
            }
            (Binary::Difference, true) => {
                self.compile_choice_by_order::<T>(one, other, T::below_signed, difference)
            }
            (Binary::Minimum, false) => self.compile_choice_by_order::<T>(one, other, T::is_below, lower),
            (Binary::Minimum, true) => self.compile_choice_by_order::<T>(one, other, T::below_signed, lower),
            (_, false) => self.compile_choice_by_order::<T>(one, other, T::is_below, higher),
            (_, true) => self.compile_choice_by_order::<T>(one, other, T::below_signed, higher),
        }
    }

    fn compile_choice_by_order<T: ColumnWord>(
        &mut self,
        one: Lane,
        other: Lane,
        below: impl Fn(T, T) -> bool + Copy + Send + Sync + 'static,
        choose: impl Fn(T, T, T) -> T + Copy + Send + Sync + 'static,
    ) -> Lane {
        self.apply_to_two::<T, T>(one, other, move |one, other| {
            choose(T::mask_from(below(one, other)), one, other)
        })
    }

    /// A shift by an unsigned number of any width.
    fn compile_shift<T: ColumnWord>(
        &mut self,
        one: Lane,
        by: Lane,
        f: impl Fn(T, u32) -> T + Copy + Send + Sync + 'static,
    ) -> Lane {
        if let WordSlot::Known(by) = by.slot {
            // The plan's shifts are less than the width, so that the low 32 bits are the whole number.
            let by = u32::from_low_bits(by);
            return self.apply_to_one::<T, T>(one, move |one| f(one, by));
        }
        // A loop reads columns of one width only, and the plan's shift may be by a number of another one.
        let by = self.resize_lane(by, T::WIDTH, false);
        self.apply_to_two::<T, T>(one, by, move |one, by| f(one, u32::from_low_bits(by.to_wide())))
    }

    fn compile_float_32(&mut self, binary: Binary, one: Lane, other: Lane) -> Lane {
        let of = f32::from_bits;
        match binary {
            Binary::Add => self.apply_to_two::<u32, u32>(one, other, move |a, b| (of(a) + of(b)).to_bits()),
            Binary::Subtract => {
                self.apply_to_two::<u32, u32>(one, other, move |a, b| (of(a) - of(b)).to_bits())
            }
            Binary::Multiply => {
                self.apply_to_two::<u32, u32>(one, other, move |a, b| (of(a) * of(b)).to_bits())
            }
            Binary::Minimum => {
                self.apply_to_two::<u32, u32>(one, other, move |a, b| of(a).min(of(b)).to_bits())
            }
            Binary::Maximum => {
                self.apply_to_two::<u32, u32>(one, other, move |a, b| of(a).max(of(b)).to_bits())
            }
            _ => unreachable!("no operation of floats"),
        }
    }

    fn compile_float_64(&mut self, binary: Binary, one: Lane, other: Lane) -> Lane {
        let of = f64::from_bits;
        match binary {
            Binary::Add => self.apply_to_two::<u64, u64>(one, other, move |a, b| (of(a) + of(b)).to_bits()),
            Binary::Subtract => {
                self.apply_to_two::<u64, u64>(one, other, move |a, b| (of(a) - of(b)).to_bits())
            }
            Binary::Multiply => {
                self.apply_to_two::<u64, u64>(one, other, move |a, b| (of(a) * of(b)).to_bits())
            }
            Binary::Minimum => {
                self.apply_to_two::<u64, u64>(one, other, move |a, b| of(a).min(of(b)).to_bits())
            }
            Binary::Maximum => {
                self.apply_to_two::<u64, u64>(one, other, move |a, b| of(a).max(of(b)).to_bits())
            }
            _ => unreachable!("no operation of floats"),
        }
    }

    pub(super) fn compile_comparison(
        &mut self,
        comparison: Comparison,
        one: Lane,
        other: Lane,
        ty: Type,
    ) -> Lane {
        // `a > b` is compared as `b < a`.
        let (comparison, one, other) = match comparison {
            Comparison::Greater => (Comparison::Less, other, one),
            Comparison::GreaterOrEqual => (Comparison::LessOrEqual, other, one),
            _ => (comparison, one, other),
        };
        match ty {
            Type::Single => self.compile_comparison_32(comparison, one, other),
            Type::Double => self.compile_comparison_64(comparison, one, other),
            ty => self.compile_word_comparison(comparison, one, other, ty),
        }
    }

    #[allow(clippy::float_cmp, reason = "the plan compares numbers that are exact")]
    fn compile_comparison_32(&mut self, comparison: Comparison, one: Lane, other: Lane) -> Lane {
        let of = f32::from_bits;
        match comparison {
            Comparison::Equal => {
                self.apply_to_two::<u32, u32>(one, other, move |a, b| u32::mask_from(of(a) == of(b)))
            }
            Comparison::NotEqual => {
                self.apply_to_two::<u32, u32>(one, other, move |a, b| u32::mask_from(of(a) != of(b)))
            }
            Comparison::Less => {
                self.apply_to_two::<u32, u32>(one, other, move |a, b| u32::mask_from(of(a) < of(b)))
            }
            _ => self.apply_to_two::<u32, u32>(one, other, move |a, b| u32::mask_from(of(a) <= of(b))),
        }
    }

    #[allow(clippy::float_cmp, reason = "the plan compares numbers that are exact")]
    fn compile_comparison_64(&mut self, comparison: Comparison, one: Lane, other: Lane) -> Lane {
        let of = f64::from_bits;
        match comparison {
            Comparison::Equal => {
                self.apply_to_two::<u64, u64>(one, other, move |a, b| u64::mask_from(of(a) == of(b)))
            }
            Comparison::NotEqual => {
                self.apply_to_two::<u64, u64>(one, other, move |a, b| u64::mask_from(of(a) != of(b)))
            }
            Comparison::Less => {
                self.apply_to_two::<u64, u64>(one, other, move |a, b| u64::mask_from(of(a) < of(b)))
            }
            _ => self.apply_to_two::<u64, u64>(one, other, move |a, b| u64::mask_from(of(a) <= of(b))),
        }
    }

    fn compile_word_comparison(&mut self, comparison: Comparison, one: Lane, other: Lane, ty: Type) -> Lane {
        let width = if matches!(one.slot, WordSlot::Known(_)) { other.width } else { one.width };
        let other = if ty == Type::Bool { self.resize_truth(other, width) } else { other };
        let signed = matches!(ty, Type::Signed(_));
        of_width!(width, T => match comparison {
            Comparison::Equal => self.apply_to_two::<T, T>(one, other, |a, b| T::mask_from(a == b)),
            Comparison::NotEqual => self.apply_to_two::<T, T>(one, other, |a, b| T::mask_from(a != b)),
            Comparison::Less if signed => self.apply_to_two::<T, T>(one, other, |a, b| T::mask_from(a.below_signed(b))),
            Comparison::Less => self.apply_to_two::<T, T>(one, other, |a, b| T::mask_from(a.is_below(b))),
            _ if signed => self.apply_to_two::<T, T>(one, other, |a, b| T::mask_from(!b.below_signed(a))),
            _ => self.apply_to_two::<T, T>(one, other, |a, b| T::mask_from(!b.is_below(a))),
        })
    }

    pub(super) fn compile_selection(
        &mut self,
        condition: Lane,
        one: &LaneValue,
        other: &LaneValue,
    ) -> LaneValue {
        match (one, other) {
            (LaneValue::Word(one), LaneValue::Word(other)) => {
                LaneValue::Word(self.compile_word_selection(condition, *one, *other))
            }
            (LaneValue::Record(one), LaneValue::Record(other)) => {
                let parts = one.iter().zip(other);
                LaneValue::Record(
                    parts
                        .map(|((part, one), (_, other))| {
                            (*part, self.compile_selection(condition, one, other))
                        })
                        .collect(),
                )
            }
            _ => unreachable!("a plan's types are right"),
        }
    }

    fn compile_word_selection(&mut self, condition: Lane, one: Lane, other: Lane) -> Lane {
        if let WordSlot::Known(truth) = condition.slot {
            return if truth != 0 { one } else { other };
        }
        // Truth values may have different widths.
        let width = if matches!(one.slot, WordSlot::Known(_)) { other.width } else { one.width };
        let other = if other.width == width { other } else { self.resize_truth(other, width) };
        let mask = self.resize_truth(condition, width);
        let mask = self.ensure_column(mask);
        let y = self.add_column(width);
        of_width!(width, T => match (one.slot, other.slot) {
            (WordSlot::Column(one), WordSlot::Column(other)) => self.push_step(&[mask, one, other], &[y], move |at| {
                loops::step_of_three::<T, T, T, T>((at.place_of(mask), at.place_of(one), at.place_of(other)), at.place_of(y), T::select)
            }),
            (WordSlot::Column(one), WordSlot::Known(other)) => self.push_step(&[mask, one], &[y], move |at| {
                let other = T::from_low_bits(other);
                loops::step_of_two::<T, T, T>(at.place_of(mask), at.place_of(one), at.place_of(y), move |mask, one| mask.select(one, other))
            }),
            (WordSlot::Known(one), WordSlot::Column(other)) => self.push_step(&[mask, other], &[y], move |at| {
                let one = T::from_low_bits(one);
                loops::step_of_two::<T, T, T>(at.place_of(mask), at.place_of(other), at.place_of(y), move |mask, other| mask.select(one, other))
            }),
            (WordSlot::Known(one), WordSlot::Known(other)) => self.push_step(&[mask], &[y], move |at| {
                let (one, other) = (T::from_low_bits(one), T::from_low_bits(other));
                loops::step_of_one::<T, T>(at.place_of(mask), at.place_of(y), move |mask| mask.select(one, other))
            }),
        });
        column_word(y)
    }
}
