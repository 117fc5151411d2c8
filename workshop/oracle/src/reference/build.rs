//! Makes the reference's tables from a format of the model.

use std::cmp::Reverse;

use datarep_dsl::model::{
    BitRange, Class, Comparison, Condition, ExponentCode, Field, Float, Format, FormatKind, LeadingBit,
    Negation, SpecialEncoding,
};

use super::kind::Kind;
use super::table::{Cell, Ranges, Side, Table};
use super::word::{Word, mask};

/// The fields that conditions look at.
#[derive(Debug, Clone, Copy)]
struct Fields {
    sign: bool,
    exponent: i128,
    fraction: u128,
    leading: bool,
}

/// An exponent field under which some number is normalized.
#[derive(Debug)]
struct Level<W> {
    /// The weight of the significand's unit, as a power of two.
    exponent: i32,
    /// Whether the field is not that of the subnormals.
    ordinary: bool,
    /// The number that the field represents.
    number: i128,
    /// The field.
    field: u128,
    /// The field in its place.
    place: W,
}

impl<W: Word> Table<W> {
    /// The tables of a float format.
    ///
    /// # Errors
    ///
    /// Returns a message if the format is not a float, if it is too wide for `W`, or if its numbers do not form levels
    /// without gaps.
    pub fn new(format: &Format) -> Result<Table<W>, String> {
        let FormatKind::Float(float) = &format.kind else {
            return Err(format!("`{}` is not a float format", format.name));
        };
        let exponent = Ranges::<W>::new(&float.exponent);
        let significand = Ranges::<W>::new(&float.significand);
        if format.bits > W::BITS || significand.width + 2 > W::BITS || exponent.width > 20 {
            return Err(format!("`{}` is too wide for {} bits", format.name, W::BITS));
        }
        let leading = match float.leading {
            LeadingBit::Explicit(bit) => Some(bit),
            LeadingBit::None | LeadingBit::Hidden => None,
        };
        let starts = list_stretch_starts(float, significand.width + u32::from(leading.is_some()));
        let lowest = lowest_normal_unit(float, exponent.width, significand.width);
        let unused: W = unused_mask(float, format.bits);
        let mut reference = Table {
            bits: format.bits,
            all: mask::<W>(format.bits) & !unused,
            unused,
            turned: inverted_mask(float, format.bits),
            negation: float.negation,
            sign: float.sign,
            low_sign: float.low.as_ref().map_or(W::ZERO, |low| W::ONE << low.sign),
            exponent,
            significand,
            leading,
            quiet: float.quiet,
            starts: starts.iter().map(|&start| W::low(start)).collect(),
            cells: build_cells(float, &starts, lowest),
            sides: [Side::without_numbers(W::ZERO), Side::without_numbers(W::ZERO)],
            has_zero: true,
            signed_zero: false,
            signed_when_read: false,
            payload: false,
            reserved: special_word(float, Class::Reserved).map(W::low),
            missing: special_word(float, Class::Missing).map(W::low),
        };
        reference.find_zeros(float);
        for negative in [false, true] {
            reference.sides[usize::from(negative)] = reference
                .build_side(float, negative)
                .map_err(|reason| format!("`{}` is beyond the reference: {reason}", format.name))?;
        }
        reference.replace_missing_zero();
        reference.payload = reference.has_payload(float);
        Ok(reference)
    }

    /// Finds the words of zero, and whether there are two.
    fn find_zeros(&mut self, float: &Float) {
        let zero = W::low(special_word(float, Class::Zero).unwrap_or(0));
        self.sides[0].zero = zero;
        self.has_zero = self.decode(zero).kind == Kind::Zero;
        let other = self.with_sign(true, zero);
        let mut zeros = float.specials.iter().filter(|special| special.class == Class::Zero);
        let (_, exponent, fraction) = self.fields(zero);
        let negative = Fields {
            sign: true,
            exponent: exponent_number(float.code, exponent.wide(), self.exponent.width),
            fraction: (fraction & mask(self.significand.width)).wide(),
            leading: fraction >> self.significand.width != W::ZERO,
        };
        let two_zeros = [Negation::SignMagnitude, Negation::OnesWord, Negation::OnesSignificand];
        self.signed_when_read = two_zeros.contains(&float.negation)
            && float.sign.is_some()
            && !zeros.clone().any(|zero| zero.named)
            && zeros.any(|zero| is_met(&zero.condition, negative));
        self.signed_zero = self.signed_when_read && other != zero && self.is_named_zero(other);
        self.sides[1].zero = if self.signed_zero { other } else { zero };
    }

    /// Whether a special clause makes the word zero, and not the formula alone.
    fn is_named_zero(&self, word: W) -> bool {
        let (negative, exponent, fraction) = self.fields(word);
        let row = exponent.index() << 1 | usize::from(negative);
        let stretch = self.starts.iter().filter(|&&start| fraction >= start).count();
        self.cells[row * (self.starts.len() + 1) + stretch].kind == Kind::Zero
    }

    /// If zero has no word, the first number of each sign replaces it. A sign without numbers takes that of the other
    /// sign.
    fn replace_missing_zero(&mut self) {
        if self.has_zero {
            return;
        }
        for negative in [false, true] {
            let first = match self.sides[usize::from(negative)].levels.first() {
                Some(&exponent) => self.assemble(negative, exponent, self.sides[usize::from(negative)].first),
                None => self.sides[0].zero,
            };
            let side = &mut self.sides[usize::from(negative)];
            side.zero = first;
            if side.levels.is_empty() {
                side.largest = first;
            }
        }
    }

    /// Whether every significand except zero is a NaN under the exponent field of NaNs.
    fn has_payload(&self, float: &Float) -> bool {
        let (Some(nan), Some(_)) = (special_word(float, Class::Nan), float.sign) else { return false };
        let stored = self.significand.width;
        let frame = W::low(nan) & !self.significand.scatter(mask(stored));
        float.negation == Negation::SignMagnitude
            && stored > 0
            && [W::ONE, W::ONE << (stored - 1), mask(stored)]
                .iter()
                .all(|&fraction| self.decode(frame | self.significand.scatter(fraction)).kind == Kind::Nan)
    }

    /// Whether the sign bit alone, which is -1 in two's complement, is a significand under some exponent field. The
    /// smallest exponent does not count unless it is the only one.
    fn is_minus_one_a_number(&self, float: &Float) -> bool {
        let Some(sign) = self.sign.filter(|_| float.negation == Negation::TwosSignificand) else {
            return false;
        };
        let ones = self.significand.scatter(mask(self.significand.width));
        let weights = |bits: W| {
            let fields =
                (0..1_u128 << self.exponent.width).map(move |field| self.exponent.scatter(W::low(field)));
            let words = fields.map(move |field| self.decode(field | bits | W::ONE << sign));
            words.filter(|value| value.kind == Kind::Finite).map(|value| value.exponent)
        };
        let (first, last) = (weights(ones).min(), weights(ones).max());
        weights(W::ZERO).any(|weight| first.is_none_or(|first| weight > first) || first == last)
    }

    /// The levels of numbers of one sign, found by decoding.
    fn build_side(&self, float: &Float, negative: bool) -> Result<Side<W>, String> {
        let stored = self.significand.width;
        let implied = float.negation == Negation::ImpliedComplement;
        let inclusive = negative && (implied || self.is_minus_one_a_number(float));
        let precision = stored + u32::from(implied || float.leading != LeadingBit::None);
        let digit = match float.radix {
            radix if radix.is_power_of_two() => radix.trailing_zeros(),
            radix => return Err(format!("a radix of {radix}")),
        };
        let least = W::ONE << precision.saturating_sub(digit);
        let lowest = if inclusive { least + W::ONE } else { least };
        let full = if inclusive { W::ONE << precision } else { mask(precision) };
        let mut side = Side {
            digit: digit.cast_signed(),
            precision: precision.cast_signed(),
            inclusive,
            full,
            infinity: special_word(float, Class::Infinity)
                .map(|word| self.special_with_sign(negative, W::low(word), true)),
            nan: special_word(float, Class::Nan)
                .map(|word| self.special_with_sign(negative, W::low(word), false)),
            ..Side::without_numbers(self.sides[usize::from(negative)].zero)
        };
        if negative && float.negation == Negation::None {
            return Ok(side);
        }
        let levels = self.find_levels(float, negative, least, full);
        let Some(begin) = levels.first() else { return Err("it has no numbers".to_owned()) };
        side.base = begin.exponent;
        for (level, found) in (0_i32..).zip(&levels) {
            if found.exponent != side.base + level * side.digit {
                return Err("its exponents have gaps".to_owned());
            }
        }
        side.levels = levels.iter().map(|level| level.place).collect();
        (side.first, side.last) = self.find_end_significands(negative, &side, lowest)?;
        side.gradual = self.find_gradual_field(float, negative, &side, side.first, begin.number);
        // The word of the first normal number may be a zero.
        if side.gradual.is_none() && side.first == lowest + W::ONE {
            side.gradual = self.find_gradual_field(float, negative, &side, lowest, begin.number);
            side.hole = Some(lowest);
        }
        for (place, level) in side.levels.iter_mut().zip(&levels) {
            *place = *place | low_exponent_field(float, level.number);
        }
        side.largest = self.assemble(negative, side.levels[levels.len() - 1], side.last);
        Ok(side)
    }

    /// The exponent fields under which some number between `least` and `full` units is normalized, one for each
    /// exponent, in increasing order.
    fn find_levels(&self, float: &Float, negative: bool, least: W, full: W) -> Vec<Level<W>> {
        let mut levels = Vec::new();
        for field in 0..1_u128 << self.exponent.width {
            let place = self.exponent.scatter(W::low(field));
            let found = [least, least + W::ONE, full, full - W::ONE].into_iter().find_map(|significand| {
                self.find_unit_weight(negative, place, significand).filter(|_| significand <= full)
            });
            if let Some(exponent) = found {
                let number = exponent_number(float.code, field, self.exponent.width);
                let ordinary = !is_subnormal(float, negative, number);
                levels.push(Level { exponent, ordinary, number, field, place });
            }
        }
        // Two fields may give the same exponent. One of them is the field of the subnormals, which have no leading bit,
        // or one is the negative zero of the exponent. In ones' complement the field with the smaller number is kept,
        // otherwise the field with the sign.
        levels.sort_by_key(|level| (level.exponent, level.ordinary, level.number, Reverse(level.field)));
        levels.reverse();
        levels.dedup_by_key(|level| level.exponent);
        levels.reverse();
        levels
    }

    /// The smallest significand of the first level and the largest significand of the last level. `lowest` is the
    /// smallest one of the levels between.
    fn find_end_significands(&self, negative: bool, side: &Side<W>, lowest: W) -> Result<(W, W), String> {
        let good = |level: usize, significand: W| {
            let exponent = side.base + side.digit * i32::try_from(level).unwrap_or(0);
            self.find_unit_weight(negative, side.levels[level], significand) == Some(exponent)
        };
        let top = side.levels.len() - 1;
        let inside = self
            .list_boundary_significands(negative)
            .into_iter()
            .filter(|&bound| bound >= lowest && bound <= side.full);
        let inside: Vec<W> = inside.chain([lowest, side.full]).collect();
        let first = inside.iter().copied().filter(|&bound| good(0, bound)).min().unwrap_or(lowest);
        let last = inside.iter().copied().filter(|&bound| good(top, bound)).max().unwrap_or(side.full);
        for level in 0..=top {
            let from = if level == 0 { first } else { lowest };
            let to = if level == top { last } else { side.full };
            if !inside.iter().filter(|&&bound| bound >= from && bound <= to).all(|&bound| good(level, bound))
            {
                return Err("its levels have holes".to_owned());
            }
        }
        Ok((first, last))
    }

    /// The exponent field of the numbers below `first`, or `None` if some of them have no word. The field of the
    /// subnormals is preferred. `begin` is the number of the first level's field.
    fn find_gradual_field(
        &self,
        float: &Float,
        negative: bool,
        side: &Side<W>,
        first: W,
        begin: i128,
    ) -> Option<W> {
        if first <= W::ONE {
            return None;
        }
        let places = (0..1_u128 << self.exponent.width).map(|field| {
            (self.exponent.scatter(W::low(field)), exponent_number(float.code, field, self.exponent.width))
        });
        // If the code has a second field for the exponent of the first level, the first level's own field is written.
        let subnormal = places.filter(|&(_, number)| {
            is_subnormal(float, negative, number) && radix_power(float, number) != radix_power(float, begin)
        });
        let found = subnormal.chain([(side.levels[0], begin)]).find(|&(place, _)| {
            [W::ONE, first - W::ONE]
                .iter()
                .all(|&significand| self.find_unit_weight(negative, place, significand) == Some(side.base))
        });
        found.map(|(place, number)| place | low_exponent_field(float, number))
    }

    /// The weight of the significand's unit, if the word of these parts is a number with this sign and significand.
    fn find_unit_weight(&self, negative: bool, place: W, significand: W) -> Option<i32> {
        let word = self.assemble(negative, place, significand);
        let value = self.decode(word);
        (value.kind == Kind::Finite && value.negative == negative && value.significand == significand)
            .then_some(value.exponent)
    }

    /// The significands at the boundaries of stretches, and those beside them.
    fn list_boundary_significands(&self, negative: bool) -> Vec<W> {
        let stored = self.significand.width;
        let hidden = W::ONE << stored;
        let mut bounds = Vec::new();
        for &start in &self.starts {
            for fraction in [start - W::ONE, start] {
                bounds.push(fraction);
                bounds.push(hidden | fraction);
                if negative {
                    bounds.push(hidden - fraction.min(hidden));
                    bounds.push(hidden + hidden - fraction.min(hidden));
                }
            }
        }
        bounds
    }

    /// A special word with a sign, or the word without it if the sign would change its kind.
    fn special_with_sign(&self, negative: bool, word: W, complement: bool) -> W {
        let other = match self.negation {
            Negation::SignMagnitude | Negation::TwosSignificand | Negation::ImpliedComplement => {
                self.with_sign(negative, word)
            }
            Negation::TwosWord | Negation::OnesWord | Negation::OnesSignificand if complement => {
                self.with_sign(negative, word)
            }
            _ => word,
        };
        if self.decode(other).kind == self.decode(word).kind { other } else { word }
    }
}

impl<W: Word> Side<W> {
    /// A side without numbers: the word of zero replaces them.
    fn without_numbers(zero: W) -> Side<W> {
        Side {
            base: 0,
            digit: 1,
            precision: 0,
            inclusive: false,
            first: W::ZERO,
            full: W::ZERO,
            last: W::ZERO,
            levels: Vec::new(),
            gradual: None,
            hole: None,
            largest: zero,
            zero,
            infinity: None,
            nan: None,
        }
    }
}

impl<W: Word> Ranges<W> {
    fn new(ranges: &[BitRange]) -> Ranges<W> {
        let parts: Vec<(u32, u32, W)> =
            ranges.iter().map(|range| (range.low, range.width(), mask(range.width()))).collect();
        let single = if let [(low, _, mask)] = parts.as_slice() { Some((*low, *mask)) } else { None };
        Ranges { width: parts.iter().map(|part| part.1).sum(), parts, single }
    }
}

/// A mask of the bits of a word that belong to no field.
fn unused_mask<W: Word>(float: &Float, bits: u32) -> W {
    let leading = if let LeadingBit::Explicit(bit) = float.leading { Some(bit) } else { None };
    let mut unused = mask::<W>(bits);
    for bit in float.sign.into_iter().chain(leading).chain(float.low.as_ref().map(|low| low.sign)) {
        unused = unused & !(W::ONE << bit);
    }
    let low = float.low.iter().flat_map(|low| &low.exponent);
    for range in float.exponent.iter().chain(&float.significand).chain(low) {
        unused = unused & !(mask::<W>(range.width()) << range.low);
    }
    unused
}

/// The bits that are inverted in the ones' complement of a word.
fn inverted_mask<W: Word>(float: &Float, bits: u32) -> W {
    if float.negation != Negation::OnesSignificand {
        return mask::<W>(bits) & !unused_mask::<W>(float, bits);
    }
    let leading = if let LeadingBit::Explicit(bit) = float.leading { Some(bit) } else { None };
    let single = float.sign.into_iter().chain(leading);
    let turned = single.fold(W::ZERO, |turned, bit| turned | W::ONE << bit);
    float.significand.iter().fold(turned, |turned, range| turned | mask::<W>(range.width()) << range.low)
}

/// The word that is written for a class of special values, if the format has one.
fn special_word(float: &Float, class: Class) -> Option<u128> {
    float.specials.iter().filter(|special| special.class == class).find_map(|special| special.written)
}

/// The significands at which the result of a condition may change, in increasing order.
fn list_stretch_starts(float: &Float, width: u32) -> Vec<u128> {
    fn collect_starts(condition: &Condition, found: &mut Vec<u128>) {
        match condition {
            Condition::Compare(Field::Significand, _, number) => {
                let number = number.unsigned_abs();
                found.extend([number, number.saturating_add(1)]);
            }
            Condition::Compare(..) => {}
            Condition::And(left, right) | Condition::Or(left, right) => {
                collect_starts(left, found);
                collect_starts(right, found);
            }
        }
    }
    let mut found = Vec::new();
    for special in &float.specials {
        collect_starts(&special.condition, &mut found);
    }
    if matches!(float.leading, LeadingBit::Explicit(_)) {
        let leading = 1 << (width - 1);
        let with: Vec<u128> = found.iter().map(|start| start | leading).collect();
        found.retain(|&start| start < leading);
        found.extend(with);
        found.push(leading);
    }
    found.retain(|&start| start > 0 && start <= mask::<u128>(width));
    found.sort_unstable();
    found.dedup();
    found
}

/// The number that an exponent field represents under its code.
fn exponent_number(code: ExponentCode, field: u128, width: u32) -> i128 {
    if width == 0 {
        return 0;
    }
    let modulus = 1_i128 << width;
    let unsigned = i128::try_from(field).unwrap_or(i128::MAX);
    let twos = |number: i128| if number >= modulus / 2 { number - modulus } else { number };
    match code {
        ExponentCode::Ones if unsigned >= modulus / 2 => unsigned + 1 - modulus,
        ExponentCode::Excess | ExponentCode::ExcessOnes | ExponentCode::Ones => unsigned,
        ExponentCode::Twos => twos(unsigned),
        ExponentCode::Rotated => twos(unsigned / 2 + unsigned % 2 * (modulus / 2)),
        ExponentCode::SignMagnitude => {
            if unsigned >= modulus / 2 {
                modulus / 2 - unsigned
            } else {
                unsigned
            }
        }
    }
}

/// The power of the radix in the formula, for an exponent field with the given number.
fn radix_power(float: &Float, number: i128) -> i128 {
    let bias = i128::from(float.bias);
    match float.code {
        ExponentCode::ExcessOnes if number < bias => number - bias + 1,
        _ => number - bias,
    }
}

/// The weight of a unit of the significand, as a power of two.
fn unit_weight(float: &Float, number: i128) -> i32 {
    let digit = i128::from(float.radix.ilog2());
    i32::try_from(digit * radix_power(float, number) - i128::from(float.fraction_bits))
        .unwrap_or(i32::MAX / 4)
}

/// The exponent field of a second word, in its place, if the first word's field has the given number. The second
/// exponent is smaller by `low.less`, modulo the field's range.
fn low_exponent_field<W: Word>(float: &Float, number: i128) -> W {
    let Some(low) = &float.low else { return W::ZERO };
    let ranges = Ranges::<W>::new(&low.exponent);
    let exponent = radix_power(float, number) - i128::from(low.less);
    let ones = i128::from(float.code == ExponentCode::ExcessOnes && exponent < 0);
    let field = (exponent + i128::from(float.bias) - ones).rem_euclid(1 << ranges.width);
    ranges.scatter(W::low(field.unsigned_abs()))
}

/// The weight of a unit at the smallest exponent of normalized numbers, or at the smallest exponent if there are no
/// normalized numbers.
fn lowest_normal_unit(float: &Float, width: u32, stored: u32) -> i32 {
    let digit = match float.leading {
        LeadingBit::None if float.negation != Negation::ImpliedComplement => float.radix.trailing_zeros(),
        LeadingBit::None | LeadingBit::Hidden | LeadingBit::Explicit(_) => 0,
    };
    // If the significand has fewer bits than a digit, every significand is normalized.
    let least = if digit == 0 || digit > stored { 0 } else { 1 << (stored - digit) };
    let most = mask::<u128>(stored);
    let fractions = [least, most.min(least + 1), most];
    let ordinary = |field: u128| {
        fractions.iter().any(|&fraction| {
            let leading = matches!(float.leading, LeadingBit::Explicit(_));
            let exponent = exponent_number(float.code, field, width);
            find_special(float, Fields { sign: false, exponent, fraction, leading }).is_none()
        })
    };
    (0..1_u128 << width)
        .filter(|&field| ordinary(field))
        .map(|field| unit_weight(float, exponent_number(float.code, field, width)))
        .min()
        .unwrap_or_else(|| lowest_unit(float, width))
}

/// The weight of a unit at the smallest exponent that a field can hold.
fn lowest_unit(float: &Float, width: u32) -> i32 {
    let numbers = (0..1_u128 << width).map(|field| exponent_number(float.code, field, width));
    unit_weight(float, numbers.min().unwrap_or(0))
}

/// The cells of every exponent field, sign and stretch of significands. The stretches begin at 0 and at `starts`.
fn build_cells(float: &Float, starts: &[u128], lowest: i32) -> Vec<Cell> {
    let width: u32 = float.exponent.iter().map(|range| range.width()).sum();
    let mut cells = Vec::new();
    for field in 0..1_u128 << width {
        for sign in [false, true] {
            for &start in std::iter::once(&0).chain(starts) {
                cells.push(build_cell(float, sign, field, start, lowest));
            }
        }
    }
    cells
}

/// The meaning of the words with this sign and exponent field, in the stretch of significands that begins at `start`.
fn build_cell(float: &Float, sign: bool, field: u128, start: u128, lowest: i32) -> Cell {
    let stored: u32 = float.significand.iter().map(|range| range.width()).sum();
    let width: u32 = float.exponent.iter().map(|range| range.width()).sum();
    let exponent = exponent_number(float.code, field, width);
    let fields =
        Fields { sign, exponent, fraction: start & mask::<u128>(stored), leading: start >> stored != 0 };
    let found = find_special(float, fields);
    let kind = match found.map(|special| special.class) {
        None | Some(Class::Subnormal) => Kind::Finite,
        Some(Class::Zero) => Kind::Zero,
        Some(Class::Infinity) => Kind::Infinity,
        Some(Class::Nan) => Kind::Nan,
        Some(Class::Missing) => Kind::Missing,
        Some(Class::Reserved | Class::Invalid) => Kind::Reserved,
        Some(Class::Overflow) => Kind::Overflow,
        Some(Class::Underflow) => Kind::Underflow,
    };
    let subnormal = found.is_some_and(|special| special.class == Class::Subnormal);
    Cell {
        kind,
        hidden: float.leading == LeadingBit::Hidden && !subnormal,
        exponent: if subnormal { lowest } else { unit_weight(float, exponent) },
    }
}

/// Whether an exponent field with this number is for subnormals.
fn is_subnormal(float: &Float, negative: bool, number: i128) -> bool {
    let found = find_special(float, Fields { sign: negative, exponent: number, fraction: 1, leading: false });
    found.is_some_and(|special| special.class == Class::Subnormal)
}

/// The first special that a word belongs to.
fn find_special(float: &Float, fields: Fields) -> Option<&SpecialEncoding> {
    float.specials.iter().find(|special| is_met(&special.condition, fields))
}

fn is_met(condition: &Condition, fields: Fields) -> bool {
    match condition {
        Condition::And(left, right) => is_met(left, fields) && is_met(right, fields),
        Condition::Or(left, right) => is_met(left, fields) || is_met(right, fields),
        Condition::Compare(field, comparison, number) => {
            let value = match field {
                Field::Sign => i128::from(fields.sign),
                Field::Exponent => fields.exponent,
                Field::Significand => i128::try_from(fields.fraction).unwrap_or(i128::MAX),
                Field::Leading => i128::from(fields.leading),
            };
            match comparison {
                Comparison::Equal => value == *number,
                Comparison::NotEqual => value != *number,
                Comparison::Less => value < *number,
                Comparison::LessOrEqual => value <= *number,
                Comparison::Greater => value > *number,
                Comparison::GreaterOrEqual => value >= *number,
            }
        }
    }
}
