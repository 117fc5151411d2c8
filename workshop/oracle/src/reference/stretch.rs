//! Converts runs of neighboring words at once, if their significands follow each other.
//!
//! If both ends of a stretch are numbers of the same sign and exponent, and their significands differ by the number of
//! steps between the words, then every word between them is the next number, since decoding is monotone inside one cell
//! of the reference's table. The processor converts such numbers to a native float, rounding as IEEE 754 requires. To a
//! word of the format they are rounded one by one with the same shift, as long as both ends are on the same level. If
//! both ends overflow, or both become zero, so does every word between them, since writing is monotone. All other words
//! are not a stretch and are converted one by one.
//!
//! The caller compares words inside the stretch with [`convert`](super::convert).

use datarep_dsl::model::{Negation, Policy, Rounding};

use super::table::{convert_table_word, round};
use super::{Decoded, Events, INEXACT, Kind, OVERFLOW, Reference, Table, UNDERFLOW, Word};

/// The target of a conversion.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Target {
    /// A native float of 32 bits, by the processor.
    F32,
    /// A native float of 64 bits, by the processor.
    F64,
    /// A word of the format.
    Word,
}

/// An event, and the number of words of a stretch that met it.
pub(crate) type Met = (Events, u64);

/// Fills `out` with the results for the words `first + (index << low)`, or returns `None` if they are not a stretch.
/// The bits from `low` on that `count` needs must belong to one range of the source's significand.
pub(crate) fn convert_stretch<W: Word>(
    source: &Reference<W>,
    target: &Reference<W>,
    policy: &Policy,
    (first, low, count): (W, u32, u32),
    kind: Target,
    out: &mut Vec<W>,
) -> Option<Met> {
    let (Reference::Table(source), Reference::Table(target)) = (source, target) else { return None };
    if policy.rounding != Rounding::NearestEven || count < 2 {
        return None;
    }
    let last = first + (W::low(u128::from(count - 1)) << low);
    let numbers = Numbers::from_ends(source, first, last, count)?;
    let made = match kind {
        Target::F32 => numbers.to_f32(out),
        Target::F64 => numbers.to_f64(out),
        Target::Word => numbers.to_words(target, out),
    };
    made.or_else(|| {
        let ends = [
            convert_table_word(source, target, policy, first),
            convert_table_word(source, target, policy, last),
        ];
        numbers.fill_if_alike(target, ends, out)
    })
}

/// Numbers of the same sign and exponent, whose significands are one unit apart.
struct Numbers {
    negative: bool,
    exponent: i32,
    first: u64,
    last: u64,
    count: u32,
}

impl Numbers {
    fn from_ends<W: Word>(source: &Table<W>, first: W, last: W, count: u32) -> Option<Numbers> {
        let (one, two) = (source.decode(first), source.decode(last));
        let number = |end: &Decoded<W>| end.kind == Kind::Finite && end.significand.length() <= 52;
        if !number(&one) || !number(&two) || one.negative != two.negative || one.exponent != two.exponent {
            return None;
        }
        if source.find_stretch(first) != source.find_stretch(last) {
            return None;
        }
        let [first, last] = [one, two].map(|end| u64::try_from(end.significand.wide()).unwrap_or(u64::MAX));
        (first.abs_diff(last) == u64::from(count) - 1).then_some(Numbers {
            negative: one.negative,
            exponent: one.exponent,
            first,
            last,
            count,
        })
    }

    /// The significands in the order of their words.
    #[inline]
    fn significands(&self) -> impl Iterator<Item = u64> + use<> {
        let step = if self.last > self.first { 1 } else { u64::MAX };
        let first = self.first;
        (0..u64::from(self.count)).map(move |index| first.wrapping_add(index.wrapping_mul(step)))
    }

    /// The powers of two of the leading bits of the smallest and the largest significand.
    fn leading_powers(&self) -> (i32, i32) {
        let of = |significand: u64| self.exponent + 63 - significand.leading_zeros().cast_signed();
        (of(self.first.min(self.last)), of(self.first.max(self.last)))
    }

    /// The numbers themselves, if all are normal numbers of binary64.
    #[inline]
    fn doubles(&self) -> Option<impl Iterator<Item = f64> + use<>> {
        let (least, most) = self.leading_powers();
        if least < -1022 || most > 1023 || !(-1022..=1023).contains(&self.exponent) {
            return None;
        }
        let scale = f64::from_bits(u64::from((self.exponent + 1023).unsigned_abs()) << 52);
        let scale = if self.negative { -scale } else { scale };
        #[expect(clippy::cast_precision_loss, reason = "it has at most 52 bits")]
        Some(self.significands().map(move |significand| significand as f64 * scale))
    }

    fn to_f64<W: Word>(&self, out: &mut Vec<W>) -> Option<Met> {
        out.clear();
        out.extend(self.doubles()?.map(|number| W::low(number.to_bits().into())));
        Some((INEXACT, 0))
    }

    fn to_f32<W: Word>(&self, out: &mut Vec<W>) -> Option<Met> {
        let (least, most) = self.leading_powers();
        if least < -126 || most > 126 {
            return None;
        }
        out.clear();
        let mut inexact = 0;
        out.extend(self.doubles()?.map(|number| {
            #[expect(
                clippy::cast_possible_truncation,
                reason = "the processor's rounding is what is asked for"
            )]
            let rounded = number as f32;
            inexact += u64::from(f64::from(rounded).to_bits() != number.to_bits());
            W::low(rounded.to_bits().into())
        }));
        Some((INEXACT, inexact))
    }

    /// Fills `out` with the word of both ends, if they have the same word and event, and the event is an overflow or an
    /// underflow to zero.
    fn fill_if_alike<W: Word>(
        &self,
        target: &Table<W>,
        ends: [(W, Events); 2],
        out: &mut Vec<W>,
    ) -> Option<Met> {
        let [(word, events), other] = ends;
        let vanished = events == UNDERFLOW && target.decode(word).kind == Kind::Zero;
        if (word, events) != other || !(vanished || events == OVERFLOW) {
            return None;
        }
        out.clear();
        out.resize(self.count as usize, word);
        Some((events, u64::from(self.count)))
    }

    /// Rounds the numbers to significands of one level.
    fn to_words<W: Word>(&self, target: &Table<W>, out: &mut Vec<W>) -> Option<Met> {
        let side = &target.sides[usize::from(self.negative)];
        let complement = match target.negation {
            Negation::SignMagnitude | Negation::None => false,
            Negation::TwosWord | Negation::OnesWord => self.negative,
            Negation::OnesSignificand | Negation::TwosSignificand | Negation::ImpliedComplement => {
                return None;
            }
        };
        let (low, _) = target.significand.single?;
        if side.levels.is_empty() || side.inclusive || target.leading.is_some() || target.unused != W::ZERO {
            return None;
        }
        let level = |significand: u64| {
            let length = (64 - significand.leading_zeros()).cast_signed();
            let above = (self.exponent + length - side.precision - side.base).max(0);
            (above + side.digit - 1) / side.digit
        };
        let here = level(self.first);
        let index = usize::try_from(here).ok().filter(|&index| index < side.levels.len())?;
        let shift = side.base + side.digit * here - self.exponent;
        if level(self.last) != here || !(-10..=60).contains(&shift) {
            return None;
        }
        let rounded = |significand: u64| round(significand, shift, self.negative, Rounding::NearestEven);
        let ends = [rounded(self.first).0, rounded(self.last).0];
        let most = if index + 1 == side.levels.len() { side.last } else { side.full };
        let least = if index == 0 { side.first } else { W::ZERO };
        let inside = |end: u64| (least..=most).contains(&W::low(end.into()));
        if !ends.into_iter().all(inside) {
            return None;
        }
        let assemble =
            |significand: u64| target.assemble(self.negative, side.levels[index], W::low(significand.into()));
        // The distance of two words is the distance of their significands.
        let base = assemble(ends[0]);
        let start = u64::try_from(base.wide()).ok()?;
        let all = u64::try_from(target.all.wide()).ok()?;
        let word = |significand: u64| {
            let far = significand.wrapping_sub(ends[0]) << low;
            let far = if complement { far.wrapping_neg() } else { far };
            W::low((start.wrapping_add(far) & all).into())
        };
        if word(ends[1]) != assemble(ends[1]) {
            return None;
        }
        out.clear();
        let mut inexact = 0;
        out.extend(self.significands().map(|significand| {
            let (significand, lost) = rounded(significand);
            inexact += u64::from(lost);
            word(significand)
        }));
        Some((INEXACT, inexact))
    }
}

impl<W: Word> Table<W> {
    /// The stretch of significands that a word's significand is in.
    fn find_stretch(&self, word: W) -> usize {
        let (_, _, fraction) = self.fields(word);
        self.starts.iter().filter(|&&start| fraction >= start).count()
    }

    /// The lowest bit and the width of the least significant range of the significand.
    pub(super) fn lowest_range(&self) -> Option<(u32, u32)> {
        self.significand.parts.last().map(|&(low, width, _)| (low, width))
    }
}
