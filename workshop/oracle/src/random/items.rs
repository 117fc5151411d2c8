//! The items of a mapping, and the reference's results for them by rules that were drawn.

use datarep_dsl::model::{
    ByteOrder, Format, FormatKind, Integer, Native, NativeFloat, NativeKind, NoncanonicalRule, PairSum,
    Policy,
};

use super::job::{Depth, ExpectedItems, NativeFormats, draw_border_words, draw_sample_words, draw_words};
use super::rules::{Abilities, DirectionTraits};
use crate::chance::Chance;
use crate::reference::exact::ExactReference;
use crate::reference::{Events, NONCANONICAL, Reference, mask, rules};
use crate::sample::list_border_values;

/// One mapping.
pub(super) struct Mapping<'a> {
    pub(super) format: &'a Format,
    pub(super) order: &'a ByteOrder,
    pub(super) native: Native,
    pub(super) natives: &'a NativeFormats,
    pub(super) depth: Depth,
}

/// A word at, beside or near the given word, so that numbers beside a number of the other side are tested, too.
fn draw_neighbor(made: u128, bits: u32, chance: &mut Chance) -> u128 {
    let place = chance.draw_below(bits);
    let noise = chance.next_u128();
    match chance.draw_below(4) {
        0 => made,
        1 => made.wrapping_add(1) & mask::<u128>(bits),
        2 => made ^ 1 << place,
        _ => made ^ (noise & mask::<u128>(place)),
    }
}

/// The number of bits of a native item.
fn native_bits(native: Native) -> u32 {
    match native.kind() {
        NativeKind::Integer { bits, .. } | NativeKind::Logical { bits } => bits,
        NativeKind::Float(float) => float.bits,
        NativeKind::Character => 8,
        NativeKind::WideCharacter => 32,
        NativeKind::Decimal => 128,
    }
}

/// What a native type can hold. `is_whole`: whether the format has whole numbers of units.
fn native_abilities(native: Native, is_whole: bool) -> Abilities {
    let Some(float) = native.float() else {
        let wraps = is_whole && native != Native::Decimal;
        return Abilities { zero: true, wraps, ..Abilities::default() };
    };
    Abilities {
        infinity: true,
        nan: true,
        zero: true,
        negative_zero: true,
        payload: float.precision() > 9,
        ..Abilities::default()
    }
}

/// The power of two of a float's smallest number.
fn least_exponent(float: NativeFloat) -> i64 {
    1 - float.bias() - i64::from(float.fraction)
}

/// The traits of both directions between a native type and a format that is not a table.
fn exact_traits(format: &Format, native: Native) -> [DirectionTraits; 2] {
    let is_integer = matches!(native.kind(), NativeKind::Integer { .. });
    let mut file = Abilities { zero: true, ..Abilities::default() };
    let mut held = [true; 2];
    let smallest = native.float().map(least_exponent);
    match &format.kind {
        FormatKind::Integer(Integer { sign, scale }) => {
            file.negative_zero = sign.has_two_zeros();
            file.wraps = is_integer && !sign.has_two_zeros();
            held[0] = smallest.is_none_or(|smallest| -i64::from(*scale) >= smallest);
        }
        FormatKind::Decimal(decimal) => {
            file.negative_zero = decimal.has_negative_zero();
            file.wraps = is_integer;
            held[0] = decimal.scale <= 0;
        }
        FormatKind::PairSum(PairSum { part_bits, .. }) => {
            file = native_abilities(if *part_bits == 32 { Native::F32 } else { Native::F64 }, false);
            let part = if *part_bits == 32 { -149 } else { -1074 };
            held = [smallest.is_some_and(|own| part >= own), smallest.is_some_and(|own| own >= part)];
        }
        _ => {}
    }
    let own = native_abilities(native, true);
    [
        DirectionTraits { source: file, target: own, is_held: held[0], is_fixed_point: false },
        DirectionTraits { source: own, target: file, is_held: held[1], is_fixed_point: false },
    ]
}

/// The traits of both directions between a native float and a format that is a table.
fn table_traits(file: &Reference<u128>, native: &Reference<u128>, of: Native) -> [DirectionTraits; 2] {
    let [infinity, nan, reserved, missing, zero, negative_zero] = file.classes();
    let file_side =
        Abilities { infinity, nan, reserved, missing, zero, negative_zero, payload: true, wraps: false };
    let native_side = native_abilities(of, false);
    let is_held = |source: &Reference<u128>, target: &Reference<u128>| {
        let has_zero = |side: &Reference<u128>| side.classes()[4];
        let is_never_held = source.has_small_words() || has_zero(source) && !has_zero(target);
        !is_never_held && source.unit().is_some_and(|unit| target.holds_multiples(unit))
    };
    [[file, native], [native, file]].map(|[from, to]| DirectionTraits {
        source: if std::ptr::eq(from, file) { file_side } else { native_side },
        target: if std::ptr::eq(to, file) { file_side } else { native_side },
        is_held: is_held(from, to),
        is_fixed_point: to.is_fixed_point(),
    })
}

impl Mapping<'_> {
    /// Items of both directions and the reference's results. `resolve` makes the policies. If the reference does not
    /// support the format, there are only items.
    pub(super) fn expect_items(
        &self,
        resolve: impl Fn([DirectionTraits; 2]) -> [Policy; 2],
        chance: &mut Chance,
    ) -> [ExpectedItems; 2] {
        if let Some(exact) = ExactReference::new(self.format, self.native) {
            let policies = resolve(exact_traits(self.format, self.native));
            return self.expect_exact_items(&exact, &policies, chance);
        }
        let native = self.natives.format(self.native);
        let words = draw_words(self.format, self.depth, chance);
        let values = draw_sample_words(native, self.depth.items, chance);
        let references =
            Reference::<u128>::new(self.format).and_then(|file| Ok((file, Reference::new(native)?)));
        if let Ok((file, native)) = references {
            let policies = resolve(table_traits(&file, &native, self.native));
            return self.expect_table_items([&file, &native], &policies, words, values, chance);
        }
        let mut records = [ExpectedItems::default(), ExpectedItems::default()];
        for word in words {
            records[0].push_unknown(&self.store_word(word));
        }
        for value in values {
            records[1].push_unknown(&self.store_native(value));
        }
        records
    }

    fn store_word(&self, word: u128) -> Vec<u8> {
        self.order.store(word, self.format.bits)
    }

    fn store_native(&self, value: u128) -> Vec<u8> {
        value.to_le_bytes()[..native_bits(self.native) as usize / 8].to_vec()
    }

    /// The bytes of the file for bytes in the order in which manuals print them.
    fn arrange_bytes(&self, printed: &[u8]) -> Vec<u8> {
        if self.format.kind.digits().is_some_and(|decimal| !decimal.is_binary()) {
            return self
                .order
                .byte_permutation(printed.len())
                .into_iter()
                .map(|place| printed[place])
                .collect();
        }
        self.store_word(printed.iter().fold(0, |word, byte| word << 8 | u128::from(*byte)))
    }

    fn expect_table_items(
        &self,
        [file, native]: [&Reference<u128>; 2],
        [read, write]: &[Policy; 2],
        mut words: Vec<u128>,
        mut values: Vec<u128>,
        chance: &mut Chance,
    ) -> [ExpectedItems; 2] {
        let plain = Policy::DEFAULT;
        let count = words.len().min(self.depth.items);
        for index in 0..count {
            let word = words[index * words.len() / count];
            let made = rules::convert(file, native, &plain, None, word).0;
            values.push(draw_neighbor(made, native_bits(self.native), chance));
        }
        if self.format.bits > self.depth.all {
            for &value in &values {
                let made = rules::convert(native, file, &plain, None, value).0;
                words.push(draw_neighbor(made, self.format.bits, chance));
            }
        }
        for items in [&mut words, &mut values] {
            items.sort_unstable();
            items.dedup();
            chance.shuffle(items);
        }
        let (read_errors, write_errors) = (rules::error_events(read), rules::error_events(write));
        let mut records = [ExpectedItems::default(), ExpectedItems::default()];
        for word in words {
            let (value, events) = rules::convert(file, native, read, Some(write), word);
            let error = rules::first_error(events, read_errors);
            records[0].push([&self.store_word(word), &self.store_native(value)], events, error);
        }
        for value in values {
            let (word, events) = rules::convert(native, file, write, None, value);
            let error = rules::first_error(events, write_errors);
            records[1].push([&self.store_native(value), &self.store_word(word)], events, error);
        }
        records
    }

    fn expect_exact_items(
        &self,
        exact: &ExactReference,
        [read, write]: &[Policy; 2],
        chance: &mut Chance,
    ) -> [ExpectedItems; 2] {
        let plain = Policy::DEFAULT;
        let mut files: Vec<Vec<u8>> =
            std::iter::repeat_with(|| self.draw_printed(exact, chance)).take(self.depth.items).collect();
        let mut natives: Vec<u128> =
            std::iter::repeat_with(|| self.draw_native(chance)).take(self.depth.items).collect();
        for file in &files {
            let made = exact.read(file, &plain).0;
            // A decimal near another one may be none.
            let is_decimal = self.native == Native::Decimal;
            natives.push(if is_decimal {
                made
            } else {
                draw_neighbor(made, native_bits(self.native), chance)
            });
        }
        files.extend(natives.iter().map(|native| exact.write(*native, &plain).0));
        chance.shuffle(&mut files);
        chance.shuffle(&mut natives);
        let (read_errors, write_errors) = (rules::error_events(read), rules::error_events(write));
        let mut records = [ExpectedItems::default(), ExpectedItems::default()];
        for file in files {
            let (value, mut events) = exact.read(&file, read);
            if events == 0 && read.noncanonical != NoncanonicalRule::Ignore {
                events = noncanonical_event(exact, &file, value, write);
            }
            let error = rules::first_error(events, read_errors);
            records[0].push([&self.arrange_bytes(&file), &self.store_native(value)], events, error);
        }
        for value in natives {
            let (file, events) = exact.write(value, write);
            let error = rules::first_error(events, write_errors);
            records[1].push([&self.store_native(value), &self.arrange_bytes(&file)], events, error);
        }
        records
    }

    /// A random item of the file, in the order in which manuals print it.
    fn draw_printed(&self, exact: &ExactReference, chance: &mut Chance) -> Vec<u8> {
        let number = draw_decimal(38, chance);
        if let Some(mut bytes) = exact.encode_digits(chance.percent(50), number) {
            // Bits beside a word are no part of what a manual prints.
            if chance.percent(15) && self.format.bits.is_multiple_of(8) {
                let place = chance.draw_below(u32::try_from(bytes.len()).unwrap_or(1)) as usize;
                let noise = u8::try_from(chance.draw_below(256)).unwrap_or(0);
                bytes[place] = chance.draw_one(&[
                    noise,
                    bytes[place] & 0xF0 | noise & 0xF,
                    bytes[place] & 0xF | noise & 0xF0,
                    bytes[place] ^ 0x10,
                ]);
            }
            return bytes;
        }
        let bits = self.format.bits;
        let word = match &self.format.kind {
            FormatKind::PairSum(PairSum { part_bits, .. }) => draw_pair_word(*part_bits, chance),
            _ => draw_border_words(bits, 1, chance)[chance.draw_below(4) as usize],
        };
        word.to_be_bytes()[16 - bits.div_ceil(8) as usize..].to_vec()
    }

    /// A random native item.
    fn draw_native(&self, chance: &mut Chance) -> u128 {
        match self.native.kind() {
            NativeKind::Float(float) => draw_float_word(float, chance),
            NativeKind::Decimal => {
                let number = draw_decimal(28, chance) & ((1 << 96) - 1);
                let sign = u128::from(number != 0 && chance.percent(50)) << 127;
                sign | u128::from(chance.draw_below(29)) << 96 | number
            }
            NativeKind::Integer { bits, .. } => {
                let number = if chance.percent(50) {
                    draw_decimal(38, chance)
                } else {
                    let bits = chance.draw_between(1, bits);
                    chance
                        .draw_one(&list_border_values(bits))
                        .wrapping_add(u128::from(chance.draw_below(3)))
                        .wrapping_sub(1)
                };
                let number = if chance.percent(50) { number.wrapping_neg() } else { number };
                number & mask::<u128>(bits)
            }
            NativeKind::Logical { .. } | NativeKind::Character | NativeKind::WideCharacter => 0,
        }
    }
}

/// The event of a word that was read without another one.
fn noncanonical_event(exact: &ExactReference, file: &[u8], value: u128, write: &Policy) -> Events {
    let (again, lost) = exact.write(value, write);
    if lost == 0 && again != file { NONCANONICAL } else { 0 }
}

/// A number of a random number of digits: a power of ten, or one beside it, or any.
fn draw_decimal(digits: u32, chance: &mut Chance) -> u128 {
    let power = 10_u128.pow(chance.draw_below(digits + 1));
    match chance.draw_below(6) {
        0 => power,
        1 => power - 1,
        2 => power + 1,
        3 => power / 2 + u128::from(chance.draw_below(3)),
        _ => chance.next_u128() % power,
    }
}

/// A word of a float: all classes, exponents at the ends, around one and anywhere.
fn draw_float_word(float: NativeFloat, chance: &mut Chance) -> u128 {
    let top = u128::from(float.largest_exponent_field().unsigned_abs());
    let bias = u128::from(float.bias().unsigned_abs());
    let step = u128::from(chance.draw_below(140));
    let exponent = match chance.draw_below(12) {
        0 => u128::from(chance.draw_below(3)),
        1 => top - u128::from(chance.draw_below(3)),
        2..7 => (bias + step).min(top),
        7..10 => bias.saturating_sub(step),
        _ => chance.next_u128() % (top + 1),
    };
    let fraction = match chance.draw_below(4) {
        0 => chance.draw_one(&[0, 1, mask::<u128>(float.fraction), 1 << (float.fraction - 1)]),
        1 => chance.draw_one(&list_border_values(float.fraction)),
        _ => {
            chance.next_u128()
                & mask::<u128>(float.fraction)
                & !mask::<u128>(chance.draw_below(float.fraction))
        }
    };
    u128::from(chance.percent(50)) << (float.bits - 1) | exponent << float.fraction | fraction
}

/// Two words whose exponents are as far apart as those of a sum, or nearer, or anything.
fn draw_pair_word(bits: u32, chance: &mut Chance) -> u128 {
    let Some(float) = (if bits == 32 { Native::F32 } else { Native::F64 }).float() else { return 0 };
    let high = draw_float_word(float, chance);
    let mut low = draw_float_word(float, chance);
    if chance.percent(75) {
        let exponent = high >> float.fraction & u128::from(float.largest_exponent_field().unsigned_abs());
        let apart = u128::from(float.fraction - 2 + chance.draw_below(if bits == 32 { 40 } else { 70 }));
        let others = low & !(u128::from(float.largest_exponent_field().unsigned_abs()) << float.fraction);
        low = others | exponent.saturating_sub(apart) << float.fraction;
    }
    high << bits | low
}
