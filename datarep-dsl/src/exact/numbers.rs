//! The numbers of a format as they are written, and the words that do not correspond to them in both directions.
//!
//! A number is written with a normalized significand at an exponent from the first to the last of its sign, or with a
//! smaller significand at the first. The generated code looks for these ends where the result of a condition changes.
//! It checks neither the words between them nor those outside.

use std::collections::BTreeSet;

use super::cells::{FieldCells, Interval, split_at_cuts};
use crate::model::word::{Fields, field_bits, mask};
use crate::model::{Class, Float, LeadingBit, Negation};

/// How a word and its number fail to correspond.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum HoleKind {
    /// The word is written for the number, and read as this class. `None`: as another number.
    Read(Option<Class>),
    /// It is read as the number, which is nearer to zero than every number that is written, and becomes zero.
    Vanishes,
    /// It is read as the number, which is nearer to zero than every number that is written, and is rounded to another
    /// number.
    Rounds,
    /// It is read as the number, which is farther from zero than every number that is written.
    Overflows,
}

/// Whether each sign that has numbers has some that are normalized and follow the formula.
pub(crate) fn has_normal_numbers(float: &Float) -> bool {
    let numbers = WrittenNumbers::new(float);
    let has_normal = |sign: bool| numbers.first_exponent(sign).is_some();
    let signs = numbers.list_signs();
    // A sign without normal numbers must have no subnormal ones either.
    signs.iter().any(|&sign| has_normal(sign))
        && signs.iter().all(|&sign| has_normal(sign) || numbers.first_subnormal(sign).is_none())
}

/// The first numbers of a sign.
#[derive(Debug, Clone, Copy)]
pub(super) struct FirstNumbers {
    /// The exponent field's number at the smallest normalized number.
    pub(super) first: i64,
    /// The exponent field's number of smaller numbers, if it differs.
    pub(super) subnormal: Option<i64>,
    /// The smallest magnitude of a normalized significand.
    pub(super) least: u128,
    /// Whether numbers with smaller significands can be written.
    pub(super) gradual: bool,
    /// Whether the smallest normalized significand is no number at the first exponent.
    pub(super) hole: bool,
}

/// The first positive and the first negative numbers.
pub(super) fn find_first_numbers(float: &Float) -> [FirstNumbers; 2] {
    let numbers = WrittenNumbers::new(float);
    let home = numbers.first_positive_exponent();
    [false, true].map(|sign| {
        let first = numbers.first_exponent(sign).unwrap_or(home);
        // Subnormal numbers have the weight of the home exponent. A sign that begins above it cannot continue with
        // them.
        let subnormal = numbers.first_subnormal(sign).filter(|_| first == home);
        // A complement's significand is one less than its magnitude.
        let least = numbers.least + u128::from(numbers.stores_magnitude_less_one(sign));
        let gradual = numbers.is_gradual(sign, first);
        let subnormal = subnormal.map(|(exponent, _)| numbers.written_exponent(exponent));
        let hole = numbers.has_hole(sign, first);
        FirstNumbers { first, subnormal, least, gradual, hole }
    })
}

/// The finite numbers of a sign. Every word between the two ends is a number.
///
/// ```
/// use datarep_dsl::model::FormatKind;
/// use datarep_dsl::{compile, ends::NumberEnds, source::Source};
/// let text = "float half = S1 E5 F10 where value = 1.F * 2^(E - 15) { order big; ieee; }";
/// let source = Source { name: "half.datarep".to_owned(), text: text.to_owned(), first_line: 1 };
/// let model = compile(&source).expect("the text is sound");
/// let FormatKind::Float(float) = &model.formats[0].kind else { unreachable!("a float") };
/// let [positive, negative] = NumberEnds::from_float(float);
/// assert_eq!(positive, NumberEnds { first: 1, subnormal: Some(0), gradual: true, last: 30, most: 0x7FF });
/// assert_eq!(negative, positive);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NumberEnds {
    /// The exponent field's number at the smallest normal number.
    pub first: i64,
    /// The exponent field's number of subnormals, if there are any.
    pub subnormal: Option<i64>,
    /// Whether numbers below the smallest normal one can be written.
    pub gradual: bool,
    /// The exponent field's number at the number farthest from zero.
    pub last: i64,
    /// The significand of the number farthest from zero, including its leading bit. In a two's complement that reaches
    /// minus one it is one less than its magnitude.
    pub most: u128,
}

impl NumberEnds {
    /// The ends of the positive and of the negative numbers. If there are no negative numbers, those of the positive
    /// numbers twice.
    pub fn from_float(float: &Float) -> [NumberEnds; 2] {
        let numbers = WrittenNumbers::new(float);
        let starts = find_first_numbers(float);
        let signed = numbers.list_signs().len() > 1;
        [false, signed].map(|sign| {
            // A format without negative numbers gets its positive ends twice: generated code asks for both.
            let FirstNumbers { first, subnormal, gradual, .. } = starts[usize::from(sign)];
            let ScaledSignificand { exponent: last, significand: most } = numbers.farthest_number(sign);
            NumberEnds { first, subnormal, gradual, last, most }
        })
    }
}

/// The finite numbers of a format as they are written.
///
/// A significand is a number including its leading bit. In a two's complement that reaches minus one it is one less
/// than its magnitude, so that the stored bits are its complement.
pub(super) struct WrittenNumbers<'f> {
    float: &'f Float,
    cells: FieldCells,
    stored: u32,
    /// The smallest normalized significand.
    least: u128,
    most: u128,
    /// Whether the leading bit is not one of the stored bits.
    has_leading: bool,
    has_minus_one: bool,
}

/// A significand at an exponent. Ordered by the exponent first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct ScaledSignificand {
    exponent: i64,
    significand: u128,
}

/// Words of one sign that are written: all combinations of these exponents and significands.
#[derive(Clone, Copy)]
pub(super) struct WordRun {
    sign: bool,
    exponents: Interval<i64>,
    significands: Interval<u128>,
    /// Set if the numbers are not normalized.
    tiny: Option<UnnormalizedNumbers>,
}

/// Numbers that are not normalized.
#[derive(Clone, Copy)]
struct UnnormalizedNumbers {
    /// The exponent whose unit they are multiples of.
    weight: i64,
    /// Their special encoding, if they have one.
    clause: Option<usize>,
}

/// A number whose word is a hole.
pub(super) struct StrayNumber {
    pub(super) sign: bool,
    pub(super) exponent: i64,
    /// The exponent that gives the number its weight.
    pub(super) weight: i64,
    pub(super) number: u128,
    pub(super) special: Option<usize>,
    pub(super) amiss: HoleKind,
}

impl<'f> WrittenNumbers<'f> {
    pub(super) fn new(float: &'f Float) -> Self {
        let stored = field_bits(&float.significand);
        let leads = float.negation == Negation::ImpliedComplement || float.leading != LeadingBit::None;
        let precision = float.precision();
        // The normalized significand may have more bits than are stored, because the leading one may be implied.
        let least = 1_u128.checked_shl(precision - float.radix.trailing_zeros().min(precision)).unwrap_or(0);
        // Without stored bits there is no significand above the least one, which `least + 1` would be.
        let has_leading = leads && stored > 0;
        let (cells, has_minus_one) = (FieldCells::new(float), float.has_minus_one());
        WrittenNumbers { float, cells, stored, least, most: mask(precision), has_leading, has_minus_one }
    }

    pub(super) fn list_signs(&self) -> &'static [bool] {
        let signed = self.float.sign.is_some() && self.float.negation != Negation::None;
        if signed { &[false, true] } else { &[false] }
    }

    /// Whether the significands of a sign are one less than their magnitudes.
    pub(super) fn stores_magnitude_less_one(&self, sign: bool) -> bool {
        sign && self.has_minus_one
    }

    /// Whether the stored bits of a sign are the two's complement of a magnitude, in a format that does not reach minus
    /// one.
    fn stores_complement(&self, sign: bool) -> bool {
        sign && self.float.negation == Negation::TwosSignificand && !self.has_minus_one
    }

    pub(super) fn make_fields(&self, sign: bool, exponent: i64, number: u128) -> Fields {
        // The bits below are cut to the stored ones, so the complement's ones above them do no harm.
        let bits = match (self.stores_magnitude_less_one(sign), self.stores_complement(sign)) {
            (true, _) => !number,
            (false, true) => number.wrapping_neg(),
            (false, false) => number,
        };
        let leads = number.checked_shr(self.stored).is_some_and(|leading| leading & 1 == 1);
        let leading = leads && matches!(self.float.leading, LeadingBit::Explicit(_));
        Fields { sign, leading, exponent, significand: bits & mask(self.stored) }
    }

    fn classify_number(&self, sign: bool, exponent: i64, number: u128) -> Option<Class> {
        self.float.class_of(&self.make_fields(sign, exponent, number))
    }

    /// The exponent at which the smallest normalized significand is about one.
    pub(super) fn exponent_of_one(&self) -> i64 {
        // The least significand is a power of two, of which `fraction_bits` places are behind the point.
        let units = i64::from(self.float.fraction_bits) - i64::from(self.least.trailing_zeros());
        self.float.number_of_exponent(units.div_euclid(i64::from(self.float.radix.trailing_zeros())))
    }

    /// The first exponent with normalized numbers. With a leading bit, the smallest significand of that exponent may be
    /// something else.
    fn first_exponent(&self, sign: bool) -> Option<i64> {
        let is_number = |exponent, number| self.classify_number(sign, exponent, number).is_none();
        self.cells
            .exponents
            .iter()
            .map(|exponents| exponents.low)
            // A clause may take the least significand alone, as one for zero does that tests `F == 0`. The next one
            // is then the first number of this exponent.
            .find(|&low| is_number(low, self.least) || self.has_leading && is_number(low, self.least + 1))
            .map(|first| self.written_exponent(first))
    }

    /// The exponent at which the positive numbers begin.
    fn first_positive_exponent(&self) -> i64 {
        self.first_exponent(false).unwrap_or(self.float.exponent_range().0)
    }

    /// The number farthest from zero.
    fn farthest_number(&self, sign: bool) -> ScaledSignificand {
        // The walk from the top ends at the lowest exponent with normal numbers of either sign.
        let lowest = self
            .first_exponent(true)
            .map_or(self.first_positive_exponent(), |first| first.min(self.first_positive_exponent()));
        let last_of = |exponent: i64| {
            let is_number = |number: &u128| self.classify_number(sign, exponent, *number).is_none();
            let normalized = |number: &u128| *number >= self.least;
            // The largest significands may be taken one by one: formats of eight bits have a NaN or an infinity among
            // the numbers of their last exponent.
            let mut near = (0..4).map(|less| self.most.saturating_sub(less)).filter(normalized);
            // Otherwise the significands end where a condition cuts them.
            let runs = || self.list_significands(sign).into_iter().map(|run| run.high);
            let run = || runs().filter(|&high| high >= self.least).take_while(is_number).last();
            Some(ScaledSignificand { exponent, significand: near.find(is_number).or_else(run)? })
        };
        let exponents = self.cells.exponents.iter().rev().map(|exponents| exponents.high);
        // From the top down, so that the first one found is farthest from zero.
        exponents.take_while(|&high| high >= lowest).find_map(last_of).unwrap_or_else(|| {
            // If there are only subnormal numbers, they end with the largest stored bits.
            let is_subnormal = |most: &u128| {
                self.first_exponent(sign).is_none()
                    && self.classify_number(sign, self.first_positive_exponent(), *most)
                        == Some(Class::Subnormal)
            };
            let bits = match self.float.leading {
                LeadingBit::Explicit(_) => self.most,
                LeadingBit::None | LeadingBit::Hidden => mask(self.stored),
            };
            let most = (0..4).map(|less| bits.saturating_sub(less)).find(is_subnormal);
            match most {
                Some(most) => {
                    ScaledSignificand { exponent: self.first_positive_exponent(), significand: most }
                }
                None => ScaledSignificand { exponent: self.float.exponent_range().1, significand: self.most },
            }
        })
    }

    /// Ranges of normalized significands that no condition distinguishes, in their order.
    fn list_significands(&self, sign: bool) -> Vec<Interval<u128>> {
        self.list_significands_with(sign, self.most & !mask(self.stored))
    }

    /// Ranges of significands that no condition distinguishes, in their order, with these bits above the stored ones.
    fn list_significands_with(&self, sign: bool, above: u128) -> Vec<Interval<u128>> {
        let cells = self.cells.significands.iter();
        if self.stores_complement(sign) {
            // The stored bits zero are the sign alone, which is no number.
            let negated = |bits: u128| (1 << self.stored) - bits;
            let cells = cells.rev().filter(|cell| cell.low > 0);
            let cells = cells.map(|cell| Interval { low: negated(cell.high), high: negated(cell.low) });
            return cells.collect();
        }
        if !self.stores_magnitude_less_one(sign) {
            let cells = cells.map(|cell| Interval { low: above | cell.low, high: above | cell.high });
            return cells.collect();
        }
        let complement = |bits: u128| above | !bits & mask(self.stored);
        let cells = cells.rev();
        cells.map(|cell| Interval { low: complement(cell.high), high: complement(cell.low) }).collect()
    }

    /// Whether the smallest significand with a leading bit is no number at the first exponent, so that it is left out. It
    /// is not left out if there are numbers below it, which would have a hole above them.
    fn has_hole(&self, sign: bool, first: i64) -> bool {
        self.has_leading
            && !self.stores_magnitude_less_one(sign)
            && !self.is_gradual(sign, first)
            && self.classify_number(sign, first, self.least).is_some()
    }

    /// The words of a sign that are written.
    pub(super) fn list_runs(&self, sign: bool) -> Vec<WordRun> {
        let WrittenNumbers { least, most, .. } = *self;
        let begin = self.first_exponent(sign).unwrap_or(self.first_positive_exponent());
        let ScaledSignificand { exponent: end, significand: last_most } = self.farthest_number(sign);
        let (first, last) = (self.written_exponent(begin), self.written_exponent(end));
        if last < first {
            return Vec::new();
        }
        let gradual = self.is_gradual(sign, begin);
        let ends_at = |exponent: i64| if exponent == last { last_most } else { most };
        let run = |exponents, significands| WordRun { sign, exponents, significands, tiny: None };
        let first_least = least + u128::from(self.has_hole(sign, begin));
        let mut runs = vec![
            run(Interval { low: first, high: first }, Interval { low: first_least, high: ends_at(first) }),
            // Empty if the first exponent is the last or its neighbor. `find_strays` leaves out such ranges.
            run(Interval { low: first + 1, high: last - 1 }, Interval { low: least, high: most }),
        ];
        if last > first {
            runs.push(run(Interval { low: last, high: last }, Interval { low: least, high: last_most }));
        }
        if gradual {
            let subnormal = self.first_subnormal(sign).filter(|_| begin == self.first_positive_exponent());
            let smallest = self.smallest_significand(sign);
            let exponent = self.written_exponent(subnormal.map_or(begin, |(exponent, _)| exponent));
            let tiny = UnnormalizedNumbers { weight: first, clause: subnormal.map(|(_, clause)| clause) };
            // Gradual numbers end where the normal ones begin, or where the last number is, if that is earlier.
            let significands = Interval { low: smallest, high: (least - 1).min(ends_at(first)) };
            let exponents = Interval { low: exponent, high: exponent };
            runs.push(WordRun { sign, exponents, significands, tiny: Some(tiny) });
        }
        runs
    }

    /// Whether the numbers of a sign that begin at this exponent continue below their smallest normalized significand.
    fn is_gradual(&self, sign: bool, begin: i64) -> bool {
        let WrittenNumbers { float, least, .. } = *self;
        let subnormal = self.first_subnormal(sign).filter(|_| begin == self.first_positive_exponent());
        let unnormalized = float.leading != LeadingBit::Hidden
            && least > self.smallest_significand(sign)
            && self.classify_number(sign, begin, self.smallest_significand(sign)).is_none();
        (subnormal.is_some() || unnormalized) && float.negation != Negation::ImpliedComplement
    }

    /// The smallest significand, normalized or not.
    fn smallest_significand(&self, sign: bool) -> u128 {
        1 - u128::from(self.stores_magnitude_less_one(sign))
    }

    /// The first exponent of subnormal numbers, and their special encoding.
    fn first_subnormal(&self, sign: bool) -> Option<(i64, usize)> {
        self.cells.exponents.iter().find_map(|exponents| {
            let exponent = exponents.low;
            let clause = self.float.special_of(&Fields { sign, leading: false, exponent, significand: 1 })?;
            (self.float.specials[clause].class == Class::Subnormal).then_some((exponent, clause))
        })
    }

    /// The holes of a run, one from each group that no condition distinguishes.
    pub(super) fn find_strays(&self, run: WordRun, exponent_of_one: i64) -> Vec<StrayNumber> {
        let sign = run.sign;
        let mut strays = Vec::new();
        for exponents in &self.cells.exponents {
            let Some(Interval { low, high }) = exponents.intersect(run.exponents) else { continue };
            let significands = match run.tiny {
                None => self.list_significands(sign),
                Some(_) => self.list_significands_with(sign, 0),
            };
            for significands in significands {
                let Some(shared) = significands.intersect(run.significands) else { continue };
                let number = self.choose_readable_significand(shared);
                // No condition changes within the cell, so its first exponent and this significand stand for all of
                // its words.
                let claimed = self.float.special_of(&self.make_fields(sign, low, number));
                let class = claimed.map(|special| self.float.specials[special].class);
                // Whether the word is bare, or weighs as much as it should, depends on the exponent itself, so
                // several are tried. The first is the one that is easiest to read.
                let exponents = [exponent_of_one.clamp(low, high), low, high, 0.clamp(low, high)];
                let is_hole = |&exponent: &i64| {
                    // The second zero of a one's complement is no exponent that is written.
                    self.written_exponent(exponent) == exponent
                        && !self.means_number(run, exponent, number, class)
                };
                let Some(exponent) = exponents.into_iter().find(is_hole) else { continue };
                let special = claimed.or(run.tiny.and_then(|tiny| tiny.clause));
                let weight = run.tiny.map_or(exponent, |tiny| tiny.weight);
                strays.push(StrayNumber {
                    sign,
                    exponent,
                    weight,
                    number,
                    special,
                    amiss: HoleKind::Read(class),
                });
            }
        }
        strays
    }

    /// Normalized numbers of a sign whose words follow the formula and are in no run, one from each group that no
    /// condition distinguishes.
    pub(super) fn find_strays_outside(
        &self,
        sign: bool,
        runs: &[WordRun],
        exponent_of_one: i64,
    ) -> Vec<StrayNumber> {
        let gradual = runs.iter().any(|run| run.tiny.is_some());
        let is_there =
            |run: &&WordRun| run.tiny.is_none() && !run.exponents.is_empty() && !run.significands.is_empty();
        let runs: Vec<&WordRun> = runs.iter().filter(is_there).collect();
        let firsts = runs
            .iter()
            .map(|run| ScaledSignificand { exponent: run.exponents.low, significand: run.significands.low });
        let none = || ScaledSignificand { exponent: self.first_positive_exponent(), significand: 0 };
        let first = firsts.min().unwrap_or_else(none);
        let bias = self.float.bias;
        // A one's complement has its second zero at the bias less one.
        let turns = || {
            runs.iter().flat_map(|run| [run.exponents.low, run.exponents.high + 1]).chain([bias - 1, bias])
        };
        let cut = |exponents: &Interval<i64>| split_at_cuts(turns(), *exponents);
        let mut strays = Vec::new();
        // Within these intervals neither a condition nor a run changes, so that one exponent stands for all of them.
        for Interval { low, high } in self.cells.exponents.iter().flat_map(cut) {
            let exponent = exponent_of_one.clamp(low, high);
            let at = self.written_exponent(exponent);
            let run = runs.iter().find(|run| run.exponents.contains(at));
            // Where no run has the exponent, all significands are outside: they are all below a run that begins
            // beyond them.
            let inside = run.map_or(Interval { low: u128::MAX, high: 0 }, |run| run.significands);
            let below = inside.low.checked_sub(1).map(|most| Interval { low: self.least, high: most });
            let above = inside.high.checked_add(1);
            let above = above.map(|least| Interval { low: least.max(self.least), high: self.most });
            let parts = || [below, above].into_iter().flatten();
            let cells = self.list_significands(sign).into_iter();
            let outside = cells.flat_map(|cell| parts().filter_map(move |part| cell.intersect(part)));
            for part @ Interval { low: least, high: most } in outside {
                if self.classify_number(sign, exponent, least).is_some() {
                    continue;
                }
                // The readable number may happen to be a multiple of the smallest one, which is no fault. Then a
                // neighbor is tried.
                let numbers =
                    [self.choose_readable_significand(part), least, most.min(least.saturating_add(1))];
                let amiss = |significand: u128| {
                    let number = ScaledSignificand { exponent: at, significand };
                    self.find_hole_kind(sign, number, first, gradual)
                };
                let hole = numbers.into_iter().find_map(|number| Some((number, amiss(number)?)));
                let Some((number, amiss)) = hole else { continue };
                let special = self.find_limiting_special(sign, at, amiss);
                strays.push(StrayNumber { sign, exponent, weight: exponent, number, special, amiss });
            }
        }
        strays
    }

    /// The smallest subnormal number, if a clause claims the numbers of the smallest exponent for one sign only. The
    /// subnormal number has the unit of that exponent. The numbers of `sign` begin above it, so their unit is larger.
    pub(super) fn find_stray_below(&self, sign: bool) -> Option<StrayNumber> {
        let weight = self.first_positive_exponent();
        let first = self.first_exponent(sign).filter(|&first| first > weight)?;
        let (exponent, _) = self.first_subnormal(sign)?;
        let number = self.smallest_significand(sign);
        let stray = ScaledSignificand { exponent: weight, significand: number };
        let least = ScaledSignificand { exponent: first, significand: self.least };
        let amiss = self.find_hole_kind(sign, stray, least, self.is_gradual(sign, first))?;
        let special = self.find_limiting_special(sign, weight, amiss);
        Some(StrayNumber { sign, exponent, weight, number, special, amiss })
    }

    /// Words whose significand is not normalized and that stand for numbers: of each group that no condition
    /// distinguishes the ends, and the powers of two between them at the exponents where numbers begin.
    pub(super) fn list_unnormalized(&self) -> Vec<Fields> {
        let leads =
            self.float.leading == LeadingBit::Hidden || self.float.negation == Negation::ImpliedComplement;
        let mut unnormalized = Vec::new();
        for cell in self.cells.all_cells() {
            let is_subnormal = match self.float.class_of(&cell.lowest_fields()) {
                // A hidden bit makes every significand of the formula normalized.
                None if leads => continue,
                None => false,
                Some(Class::Subnormal) => true,
                Some(_) => continue,
            };
            let Interval { low, high } = cell.exponents;
            let begin = self.first_exponent(cell.sign).unwrap_or(low);
            let near = (0..4).map(|above| begin.saturating_add(above).clamp(low, high));
            let exponents: BTreeSet<i64> = near.chain([low, high]).collect();
            let Interval { low: least, high: most } = cell.significands;
            // Where negative numbers are complements, the stored bits of a power are its complement.
            let powers = (0..self.stored).map(|place| 1_u128 << place);
            let powers = powers.flat_map(|power| [power, power.wrapping_neg() & mask(self.stored)]);
            let powers = powers.filter(|power| cell.significands.contains(*power));
            let significands: BTreeSet<u128> =
                [least, most, most.min(least + 1)].into_iter().chain(powers).collect();
            let pairs = exponents.iter().flat_map(|&at| significands.iter().map(move |&bits| (at, bits)));
            let words =
                pairs.map(|(exponent, significand)| Fields { exponent, significand, ..cell.lowest_fields() });
            unnormalized.extend(words.filter(|fields| is_subnormal || !self.is_normalized(fields)));
        }
        unnormalized
    }

    /// Whether the significand of a word without a hidden bit is normalized.
    fn is_normalized(&self, fields: &Fields) -> bool {
        // A significand of 128 bits has no leading bit beside it.
        let leading = u128::from(fields.leading).checked_shl(self.stored).unwrap_or(0);
        let bits = leading | fields.significand;
        let number = match (self.stores_magnitude_less_one(fields.sign), self.stores_complement(fields.sign))
        {
            (true, _) => !bits & mask(self.stored),
            (false, true) => bits.wrapping_neg() & mask(self.stored),
            (false, false) => bits,
        };
        number >= self.least
    }

    /// The special encoding that keeps a number from being written: of the word it would have, or of the smallest
    /// significand.
    pub(super) fn find_claiming_special(&self, fields: &Fields) -> Option<usize> {
        let begin = self.first_exponent(fields.sign).unwrap_or(self.first_positive_exponent());
        let smallest = self.make_fields(fields.sign, begin, self.smallest_significand(fields.sign));
        let least = self.make_fields(fields.sign, begin, self.least);
        [smallest, least, *fields].iter().find_map(|fields| self.float.special_of(fields))
    }

    /// The fault of a number that is not written; `None` if the number is a multiple of the smallest one.
    fn find_hole_kind(
        &self,
        sign: bool,
        number: ScaledSignificand,
        first: ScaledSignificand,
        gradual: bool,
    ) -> Option<HoleKind> {
        // The number is in no run and not below the first one, so it is above the last one.
        if number >= first {
            return Some(HoleKind::Overflows);
        }
        let exponent_of = |number: ScaledSignificand| self.float.exponent_of_number(number.exponent);
        let digits = exponent_of(first) - exponent_of(number);
        let shift = digits.unsigned_abs() * u64::from(self.float.radix.trailing_zeros());
        // In a two's complement that reaches minus one a significand is one less than its magnitude.
        let magnitude = number.significand.saturating_add(u128::from(self.stores_magnitude_less_one(sign)));
        let bits = u64::from(u128::BITS - magnitude.leading_zeros());
        match gradual {
            // Only zeros are shifted out, so the number is a multiple of the smallest one and has a word with another
            // exponent.
            true if shift > 0 && u64::from(magnitude.trailing_zeros()) >= shift => None,
            true if (1..=bits).contains(&shift) => Some(HoleKind::Rounds),
            _ => Some(HoleKind::Vanishes),
        }
    }

    /// The special encoding that prevents the numbers of an exponent from being written.
    fn find_limiting_special(&self, sign: bool, exponent: i64, amiss: HoleKind) -> Option<usize> {
        let mut numbers = vec![self.least + u128::from(self.has_leading), self.least, self.most];
        // Numbers that overflow end where the significands do.
        if amiss == HoleKind::Overflows {
            numbers.reverse();
        }
        // The ends of the groups are needed if the last numbers end before their significands do.
        numbers.extend(
            self.list_significands(sign)
                .into_iter()
                .map(|significands| significands.low)
                .filter(|&low| low >= self.least),
        );
        numbers
            .into_iter()
            .find_map(|number| self.float.special_of(&self.make_fields(sign, exponent, number)))
    }

    /// A significand that is easy to read, or the smallest one.
    fn choose_readable_significand(&self, significands: Interval<u128>) -> u128 {
        let (bits, least) = (mask(self.stored), significands.low);
        // The highest stored bit alone, such as 1.5, is easy to read. A power of two, such as 1, is easier still.
        let half = (least & !bits) | (bits - (bits >> 1));
        if !least.is_power_of_two() && significands.contains(half) { half } else { least }
    }

    /// The exponent number that is written for an exponent. If negative exponents are in one's complement, it is not
    /// the second zero.
    fn written_exponent(&self, exponent: i64) -> i64 {
        self.float.number_of_exponent(self.float.exponent_of_number(exponent))
    }

    /// Whether every bit below the sign is clear in the word of a positive number.
    fn is_clear_below_sign(&self, exponent: i64, number: u128) -> bool {
        let Fields { leading, exponent, significand, .. } = self.make_fields(false, exponent, number);
        let bits = u128::from(leading) << self.stored | significand;
        self.float.sign.is_some_and(|sign| self.float.assemble_word(false, exponent, bits) & mask(sign) == 0)
    }

    /// Whether a word of a run that is of this class stands for the number for which it is written.
    fn means_number(&self, run: WordRun, exponent: i64, number: u128, class: Option<Class>) -> bool {
        let hidden = self.float.leading == LeadingBit::Hidden;
        let at = |number| self.float.exponent_of_number(number);
        let weight = run.tiny.map_or(exponent, |tiny| tiny.weight);
        match class {
            // A hidden bit would be added to the number, and another weight would scale it.
            None if run.tiny.is_some() => !hidden && at(exponent) == at(weight),
            // If the bits below the sign are all zero, the two's complement of the word has the same sign as the word.
            None => {
                !(run.sign
                    && self.float.negation == Negation::TwosWord
                    && self.is_clear_below_sign(exponent, number))
            }
            Some(Class::Subnormal) => {
                (!hidden || run.tiny.is_some()) && at(weight) == at(self.first_positive_exponent())
            }
            Some(_) => false,
        }
    }
}
