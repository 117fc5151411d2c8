//! Words that are written for numbers and mean something else.
//!
//! A number is written with a normalized significand at an exponent from the first to the last of its
//! sign, or with a smaller one at the first. The generated code looks for these ends where conditions
//! turn, and asks nothing of the words between them.

use num_bigint::BigUint;

use super::{Cells, Fields, Machine, Value, class_of, exponent_of, exponent_range, field_bits, mask};
use super::{number_for, special_of};
use crate::model::{Class, Float, Leading, Negation};

/// A word that is written for a number and means something else.
#[derive(Debug, Clone)]
pub(crate) struct Hole {
    /// The special encoding that claims the word, or that of other subnormals, where it leaves this one out;
    /// `None` where the word has no complement.
    pub(crate) special: Option<usize>,
    pub(crate) word: u128,
    /// What is written.
    pub(crate) value: Value,
    /// The class of the word; `None` is the formula.
    pub(crate) class: Option<Class>,
}

/// The holes of a format, at most one for each special encoding.
pub(crate) fn holes(float: &Float, bits: u32) -> Vec<Hole> {
    let numbers = Numbers::new(float);
    let machine = Machine::new(float, bits);
    let one = numbers.exponent_of_one();
    let runs = numbers.signs().iter().flat_map(|&sign| numbers.runs(sign));
    let mut strays: Vec<Stray> = runs.flat_map(|run| numbers.strays(run, one)).collect();
    strays.sort_by_key(|stray| (stray.special, stray.exponent.abs_diff(one), stray.sign, stray.number));
    strays.dedup_by_key(|stray| stray.special);
    let hole = |stray: Stray| {
        let Stray { sign, exponent, weight, number, special, class } = stray;
        let significand = BigUint::from(number) + u8::from(numbers.is_twos(sign));
        let magnitude = machine.scaled(significand, weight);
        let word = machine.word(&numbers.fields(sign, exponent, number))?;
        Some(Hole { special, word, value: Value::Finite { negative: sign, magnitude }, class })
    };
    strays.into_iter().filter_map(hole).collect()
}

/// The finite numbers of a format as they are written.
///
/// A significand is a number with its leading bit; that of a two's complement is one less than its magnitude,
/// so that the stored bits are its complement.
struct Numbers<'f> {
    float: &'f Float,
    cells: Cells,
    stored: u32,
    /// The smallest significand that is normalized.
    least: u128,
    most: u128,
    /// The leading bit is not one of the stored bits.
    has_leading: bool,
}

/// Words of one sign that are written, all of these exponents and significands.
#[derive(Clone, Copy)]
struct Run {
    sign: bool,
    exponents: (i64, i64),
    significands: (u128, u128),
    /// Where the numbers are not normalized.
    tiny: Option<Tiny>,
}

/// Numbers that are not normalized.
#[derive(Clone, Copy)]
struct Tiny {
    /// The exponent whose unit they are multiples of.
    weight: i64,
    /// The special encoding that they have, where there is one.
    clause: Option<usize>,
}

/// The number of a hole.
struct Stray {
    sign: bool,
    exponent: i64,
    /// The exponent that is meant.
    weight: i64,
    number: u128,
    special: Option<usize>,
    class: Option<Class>,
}

impl<'f> Numbers<'f> {
    fn new(float: &'f Float) -> Self {
        let stored = field_bits(&float.significand);
        let leads = float.negation == Negation::ImpliedComplement || float.leading != Leading::None;
        let precision = stored + u32::from(leads);
        // Of more bits than there are, without their leading one.
        let least = 1_u128.checked_shl(precision - float.radix.trailing_zeros().min(precision)).unwrap_or(0);
        let has_leading = leads && stored > 0;
        Numbers { float, cells: Cells::new(float), stored, least, most: mask(precision), has_leading }
    }

    fn signs(&self) -> &'static [bool] {
        let signed = self.float.sign.is_some() && self.float.negation != Negation::None;
        if signed { &[false, true] } else { &[false] }
    }

    fn is_twos(&self, sign: bool) -> bool {
        sign && matches!(self.float.negation, Negation::TwosSignificand | Negation::ImpliedComplement)
    }

    fn fields(&self, sign: bool, exponent: i64, number: u128) -> Fields {
        let bits = if self.is_twos(sign) { !number } else { number };
        let leads = number.checked_shr(self.stored).is_some_and(|leading| leading & 1 == 1);
        let leading = leads && matches!(self.float.leading, Leading::Explicit(_));
        Fields { sign, leading, exponent, significand: bits & mask(self.stored) }
    }

    fn class(&self, sign: bool, exponent: i64, number: u128) -> Option<Class> {
        class_of(self.float, &self.fields(sign, exponent, number))
    }

    /// The exponent at which the smallest normalized significand is about one.
    fn exponent_of_one(&self) -> i64 {
        let units = i64::from(self.float.fraction_bits) - i64::from(self.least.trailing_zeros());
        number_for(self.float, units.div_euclid(i64::from(self.float.radix.trailing_zeros())))
    }

    /// The first exponent with normalized numbers; their smallest may be something else beside a leading bit.
    fn first(&self, sign: bool) -> Option<i64> {
        let is_number = |exponent, number| self.class(sign, exponent, number).is_none();
        self.cells
            .exponents
            .iter()
            .map(|&(low, _)| low)
            .find(|&low| is_number(low, self.least) || self.has_leading && is_number(low, self.least + 1))
    }

    /// Where the positive numbers begin.
    fn home(&self) -> i64 {
        self.first(false).unwrap_or(exponent_range(self.float).0)
    }

    /// The exponent and the significand of the number farthest from zero.
    fn end(&self, sign: bool) -> (i64, u128) {
        let lowest = self.first(true).map_or(self.home(), |first| first.min(self.home()));
        let last_of = |exponent: i64| {
            let is_number = |number: &u128| self.class(sign, exponent, *number).is_none();
            let mut near = (0..4).map(|less| self.most.saturating_sub(less));
            let runs = || self.significands(sign, true).into_iter().map(|(_, high)| high);
            let run = || runs().filter(|&high| high >= self.least).take_while(is_number).last();
            Some((exponent, near.find(is_number).or_else(run)?))
        };
        let exponents = self.cells.exponents.iter().rev().map(|&(_, high)| high);
        exponents.take_while(|&high| high >= lowest).find_map(last_of).unwrap_or_else(|| {
            // Subnormals alone end where their bits do.
            let is_subnormal = |most: &u128| {
                let fields = Fields { leading: false, ..self.fields(sign, self.home(), *most) };
                self.first(sign).is_none() && class_of(self.float, &fields) == Some(Class::Subnormal)
            };
            let most = (0..4).map(|less| mask(self.stored).saturating_sub(less)).find(is_subnormal);
            most.map_or((exponent_range(self.float).1, self.most), |most| (self.home(), most))
        })
    }

    /// Significands that no condition tells apart, in their order.
    fn significands(&self, sign: bool, normalized: bool) -> Vec<(u128, u128)> {
        let leading = self.most & !mask(self.stored);
        let above = if normalized { leading } else { 0 };
        let cells = self.cells.significands.iter();
        if !self.is_twos(sign) {
            return cells.map(|&(low, high)| (above | low, above | high)).collect();
        }
        let complement = |bits: u128| above | !bits & mask(self.stored);
        cells.rev().map(|&(low, high)| (complement(high), complement(low))).collect()
    }

    /// The words of a sign that are written.
    fn runs(&self, sign: bool) -> Vec<Run> {
        let Numbers { float, least, most, .. } = *self;
        let twos = self.is_twos(sign);
        let implied = float.negation == Negation::ImpliedComplement;
        let begin = self.first(sign).unwrap_or(self.home());
        let (end, last_most) = self.end(sign);
        let (first, last) = (self.written(begin), self.written(end));
        if last < first {
            return Vec::new();
        }
        // The smallest number beside a leading bit, and minus one of a two's complement, vanish where they are none.
        let least_is_none = self.has_leading && !twos && self.class(sign, begin, least).is_some();
        let most_is_none =
            twos && self.class(true, begin, most).is_some() && self.class(true, begin + 1, most).is_none();
        let ends_at = |exponent: i64| if exponent == last { last_most } else { most };
        let run = |exponents, significands| Run { sign, exponents, significands, tiny: None };
        let mut runs = vec![
            run(
                (first, first),
                (least + u128::from(least_is_none), ends_at(first).min(most - u128::from(most_is_none))),
            ),
            run((first + 1, last - 1), (least, most)),
        ];
        if last > first {
            runs.push(run((last, last), (least, last_most)));
        }
        let subnormal = self.subnormal(sign).filter(|_| begin == self.home());
        let smallest = 1 - u128::from(twos);
        let unnormalized =
            float.leading != Leading::Hidden && least > 1 && self.class(sign, begin, smallest).is_none();
        if (subnormal.is_some() || unnormalized) && !implied {
            let exponent = self.written(subnormal.map_or(begin, |(exponent, _)| exponent));
            let tiny = Tiny { weight: first, clause: subnormal.map(|(_, clause)| clause) };
            let significands = (smallest, (least - 1).min(ends_at(first)));
            runs.push(Run { sign, exponents: (exponent, exponent), significands, tiny: Some(tiny) });
        }
        runs
    }

    /// The first exponent of subnormal numbers, and their special encoding.
    fn subnormal(&self, sign: bool) -> Option<(i64, usize)> {
        self.cells.exponents.iter().find_map(|&(exponent, _)| {
            let clause = special_of(self.float, &Fields { sign, leading: false, exponent, significand: 1 })?;
            (self.float.specials[clause].class == Class::Subnormal).then_some((exponent, clause))
        })
    }

    /// The holes of a run, one of each group that no condition tells apart.
    fn strays(&self, run: Run, one: i64) -> Vec<Stray> {
        let sign = run.sign;
        let mut strays = Vec::new();
        for &(low, high) in &self.cells.exponents {
            let (low, high) = (low.max(run.exponents.0), high.min(run.exponents.1));
            if low > high {
                continue;
            }
            for (least, most) in self.significands(sign, run.tiny.is_none()) {
                let (number, most) = (least.max(run.significands.0), most.min(run.significands.1));
                if number > most {
                    continue;
                }
                let number = self.round(number, most);
                let claimed = special_of(self.float, &self.fields(sign, low, number));
                let class = claimed.map(|special| self.float.specials[special].class);
                let exponents = [one.clamp(low, high), low, high, 0.clamp(low, high)];
                let is_hole = |&exponent: &i64| {
                    self.written(exponent) == exponent && !self.means(run, exponent, number, class)
                };
                let Some(exponent) = exponents.into_iter().find(is_hole) else { continue };
                let special = claimed.or(run.tiny.and_then(|tiny| tiny.clause));
                let weight = run.tiny.map_or(exponent, |tiny| tiny.weight);
                strays.push(Stray { sign, exponent, weight, number, special, class });
            }
        }
        strays
    }

    /// A significand that is easily read, where there is one.
    fn round(&self, least: u128, most: u128) -> u128 {
        let bits = mask(self.stored);
        let half = (least & !bits) | (bits - (bits >> 1));
        if !least.is_power_of_two() && (least..=most).contains(&half) { half } else { least }
    }

    /// The field that is written for an exponent: where negative ones are in one's complement, not the second one of zero.
    fn written(&self, exponent: i64) -> i64 {
        number_for(self.float, exponent_of(self.float, exponent))
    }

    /// Whether a word of a run that is of this class means the number that it is written for.
    fn means(&self, run: Run, exponent: i64, number: u128, class: Option<Class>) -> bool {
        let hidden = self.float.leading == Leading::Hidden;
        let at = |number| exponent_of(self.float, number);
        let weight = run.tiny.map_or(exponent, |tiny| tiny.weight);
        let twos = self.float.negation == Negation::TwosWord;
        let zeros = Fields { sign: true, leading: false, exponent: 0, significand: 0 };
        match class {
            None if run.tiny.is_some() => !hidden && at(exponent) == at(weight),
            // Of bits that are all zero the two's complement is no other word.
            None => !(twos && self.fields(run.sign, exponent, number) == zeros),
            Some(Class::Subnormal) => (!hidden || run.tiny.is_some()) && at(weight) == at(self.home()),
            Some(_) => false,
        }
    }
}
