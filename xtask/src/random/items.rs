//! The items of a mapping, and the reference's results for them by rules that were drawn.

use datarep_dsl::model::{
    ByteOrder, Format, FormatKind, Integer, Native, NativeFloat, NativeKind, NoncanonicalRule, PairSum,
    Policy,
};

use super::job::{Depth, Natives, Records, words, words_at_borders, words_of};
use super::rules::{Abilities, DirectionTraits};
use crate::chance::Chance;
use crate::reference::exact::Exact;
use crate::reference::{Events, NONCANONICAL, Reference, mask, rules};
use crate::sample::fractions;

/// One mapping.
pub(super) struct Mapping<'a> {
    pub(super) format: &'a Format,
    pub(super) order: &'a ByteOrder,
    pub(super) native: Native,
    pub(super) natives: &'a Natives,
    pub(super) depth: Depth,
}

/// A word at, beside or near the given word, so that numbers beside a number of the other side are tested, too.
fn near(made: u128, bits: u32, chance: &mut Chance) -> u128 {
    let place = chance.below(bits);
    let noise = chance.next();
    match chance.below(4) {
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
fn unit(float: NativeFloat) -> i64 {
    1 - float.bias() - i64::from(float.fraction)
}

/// The flows of a format that is no table.
fn exact_flows(format: &Format, native: Native) -> [DirectionTraits; 2] {
    let is_integer = matches!(native.kind(), NativeKind::Integer { .. });
    let mut file = Abilities { zero: true, ..Abilities::default() };
    let mut held = [true; 2];
    let smallest = native.float().map(unit);
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

/// The flows between a format and a native float.
fn table_flows(file: &Reference<u128>, native: &Reference<u128>, of: Native) -> [DirectionTraits; 2] {
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
    pub(super) fn ask(
        &self,
        resolve: impl Fn([DirectionTraits; 2]) -> [Policy; 2],
        chance: &mut Chance,
    ) -> [Records; 2] {
        if let Some(exact) = Exact::new(self.format, self.native) {
            let policies = resolve(exact_flows(self.format, self.native));
            return self.ask_exact(&exact, &policies, chance);
        }
        let native = self.natives.format(self.native);
        let words = words(self.format, self.depth, chance);
        let values = words_of(native, self.depth.items, chance);
        let references =
            Reference::<u128>::new(self.format).and_then(|file| Ok((file, Reference::new(native)?)));
        if let Ok((file, native)) = references {
            let policies = resolve(table_flows(&file, &native, self.native));
            return self.ask_table([&file, &native], &policies, words, values, chance);
        }
        let mut records = [Records::default(), Records::default()];
        for word in words {
            records[0].push_unknown(&self.store(word));
        }
        for value in values {
            records[1].push_unknown(&self.store_native(value));
        }
        records
    }

    fn store(&self, word: u128) -> Vec<u8> {
        self.order.store(word, self.format.bits)
    }

    fn store_native(&self, value: u128) -> Vec<u8> {
        value.to_le_bytes()[..native_bits(self.native) as usize / 8].to_vec()
    }

    /// The bytes of the file for bytes in the order in which manuals print them.
    fn arrange(&self, printed: &[u8]) -> Vec<u8> {
        if self.format.kind.digits().is_some_and(|decimal| !decimal.is_binary()) {
            return self
                .order
                .byte_permutation(printed.len())
                .into_iter()
                .map(|place| printed[place])
                .collect();
        }
        self.store(printed.iter().fold(0, |word, byte| word << 8 | u128::from(*byte)))
    }

    fn ask_table(
        &self,
        [file, native]: [&Reference<u128>; 2],
        [read, write]: &[Policy; 2],
        mut words: Vec<u128>,
        mut values: Vec<u128>,
        chance: &mut Chance,
    ) -> [Records; 2] {
        let plain = Policy::DEFAULT;
        let count = words.len().min(self.depth.items);
        for index in 0..count {
            let word = words[index * words.len() / count];
            let made = rules::convert(file, native, &plain, None, word).0;
            values.push(near(made, native_bits(self.native), chance));
        }
        if self.format.bits > self.depth.all {
            for &value in &values {
                let made = rules::convert(native, file, &plain, None, value).0;
                words.push(near(made, self.format.bits, chance));
            }
        }
        for items in [&mut words, &mut values] {
            items.sort_unstable();
            items.dedup();
            chance.shuffle(items);
        }
        let (read_errors, write_errors) = (rules::errors(read), rules::errors(write));
        let mut records = [Records::default(), Records::default()];
        for word in words {
            let (value, events) = rules::convert(file, native, read, Some(write), word);
            let error = rules::first_error(events, read_errors);
            records[0].push([&self.store(word), &self.store_native(value)], events, error);
        }
        for value in values {
            let (word, events) = rules::convert(native, file, write, None, value);
            let error = rules::first_error(events, write_errors);
            records[1].push([&self.store_native(value), &self.store(word)], events, error);
        }
        records
    }

    fn ask_exact(&self, exact: &Exact, [read, write]: &[Policy; 2], chance: &mut Chance) -> [Records; 2] {
        let plain = Policy::DEFAULT;
        let mut files: Vec<Vec<u8>> =
            std::iter::repeat_with(|| self.printed(exact, chance)).take(self.depth.items).collect();
        let mut natives: Vec<u128> =
            std::iter::repeat_with(|| self.native_item(chance)).take(self.depth.items).collect();
        for file in &files {
            let made = exact.read(file, &plain).0;
            // A decimal near another one may be none.
            let is_decimal = self.native == Native::Decimal;
            natives.push(if is_decimal { made } else { near(made, native_bits(self.native), chance) });
        }
        files.extend(natives.iter().map(|native| exact.write(*native, &plain).0));
        chance.shuffle(&mut files);
        chance.shuffle(&mut natives);
        let (read_errors, write_errors) = (rules::errors(read), rules::errors(write));
        let mut records = [Records::default(), Records::default()];
        for file in files {
            let (value, mut events) = exact.read(&file, read);
            if events == 0 && read.noncanonical != NoncanonicalRule::Ignore {
                events = noncanonical(exact, &file, value, write);
            }
            let error = rules::first_error(events, read_errors);
            records[0].push([&self.arrange(&file), &self.store_native(value)], events, error);
        }
        for value in natives {
            let (file, events) = exact.write(value, write);
            let error = rules::first_error(events, write_errors);
            records[1].push([&self.store_native(value), &self.arrange(&file)], events, error);
        }
        records
    }

    /// A random item of the file, in the order in which manuals print it.
    fn printed(&self, exact: &Exact, chance: &mut Chance) -> Vec<u8> {
        let number = decimal_number(38, chance);
        if let Some(mut bytes) = exact.digits(chance.percent(50), number) {
            // Bits beside a word are no part of what a manual prints.
            if chance.percent(15) && self.format.bits.is_multiple_of(8) {
                let place = chance.below(u32::try_from(bytes.len()).unwrap_or(1)) as usize;
                let noise = u8::try_from(chance.below(256)).unwrap_or(0);
                bytes[place] = chance.one(&[
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
            FormatKind::PairSum(PairSum { part_bits, .. }) => pair_word(*part_bits, chance),
            _ => words_at_borders(bits, 1, chance)[chance.below(4) as usize],
        };
        word.to_be_bytes()[16 - bits.div_ceil(8) as usize..].to_vec()
    }

    /// A random native item.
    fn native_item(&self, chance: &mut Chance) -> u128 {
        match self.native.kind() {
            NativeKind::Float(float) => float_word(float, chance),
            NativeKind::Decimal => {
                let number = decimal_number(28, chance) & ((1 << 96) - 1);
                let sign = u128::from(number != 0 && chance.percent(50)) << 127;
                sign | u128::from(chance.below(29)) << 96 | number
            }
            NativeKind::Integer { bits, .. } => {
                let number = if chance.percent(50) {
                    decimal_number(38, chance)
                } else {
                    let bits = chance.between(1, bits);
                    chance.one(&fractions(bits)).wrapping_add(u128::from(chance.below(3))).wrapping_sub(1)
                };
                let number = if chance.percent(50) { number.wrapping_neg() } else { number };
                number & mask::<u128>(bits)
            }
            NativeKind::Logical { .. } | NativeKind::Character | NativeKind::WideCharacter => 0,
        }
    }
}

/// The event of a word that was read without another one.
fn noncanonical(exact: &Exact, file: &[u8], value: u128, write: &Policy) -> Events {
    let (again, lost) = exact.write(value, write);
    if lost == 0 && again != file { NONCANONICAL } else { 0 }
}

/// A number of a random number of digits: a power of ten, or one beside it, or any.
fn decimal_number(digits: u32, chance: &mut Chance) -> u128 {
    let power = 10_u128.pow(chance.below(digits + 1));
    match chance.below(6) {
        0 => power,
        1 => power - 1,
        2 => power + 1,
        3 => power / 2 + u128::from(chance.below(3)),
        _ => chance.next() % power,
    }
}

/// A word of a float: all classes, exponents at the ends, around one and anywhere.
fn float_word(float: NativeFloat, chance: &mut Chance) -> u128 {
    let top = u128::from(float.largest_exponent_field().unsigned_abs());
    let bias = u128::from(float.bias().unsigned_abs());
    let step = u128::from(chance.below(140));
    let exponent = match chance.below(12) {
        0 => u128::from(chance.below(3)),
        1 => top - u128::from(chance.below(3)),
        2..7 => (bias + step).min(top),
        7..10 => bias.saturating_sub(step),
        _ => chance.next() % (top + 1),
    };
    let fraction = match chance.below(4) {
        0 => chance.one(&[0, 1, mask::<u128>(float.fraction), 1 << (float.fraction - 1)]),
        1 => chance.one(&fractions(float.fraction)),
        _ => chance.next() & mask::<u128>(float.fraction) & !mask::<u128>(chance.below(float.fraction)),
    };
    u128::from(chance.percent(50)) << (float.bits - 1) | exponent << float.fraction | fraction
}

/// Two words whose exponents are as far apart as those of a sum, or nearer, or anything.
fn pair_word(bits: u32, chance: &mut Chance) -> u128 {
    let Some(float) = (if bits == 32 { Native::F32 } else { Native::F64 }).float() else { return 0 };
    let high = float_word(float, chance);
    let mut low = float_word(float, chance);
    if chance.percent(75) {
        let exponent = high >> float.fraction & u128::from(float.largest_exponent_field().unsigned_abs());
        let apart = u128::from(float.fraction - 2 + chance.below(if bits == 32 { 40 } else { 70 }));
        let others = low & !(u128::from(float.largest_exponent_field().unsigned_abs()) << float.fraction);
        low = others | exponent.saturating_sub(apart) << float.fraction;
    }
    high << bits | low
}
