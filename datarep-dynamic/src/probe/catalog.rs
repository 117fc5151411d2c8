//! The formats that the probe tries, each in every byte order that files may have.
//!
//! Each format is checked with its own order. The other orders use the same mapping with the order replaced. A word that does not fill its bytes is tried in the containers that machines had for it.

use std::sync::LazyLock;

use datarep::{Datarep, Predefined};
use datarep_dsl::expression::{FormatExpression, FormatRequest, MappedFormat, Rules, Scope};
use datarep_dsl::model::{
    BitRange, ByteOrder, Class, Container, Conversion, Event, Format, FormatKind, IntegerSign, Leading,
    RuleDirection,
};
use datarep_dsl::{predefined, print, standard};

use crate::compile::assemble_mapping;
use crate::error::Error;
use crate::text::Text;

use super::known::{Grain, KnownFormat};
use super::{prior, read};

/// With these rules no word is an error on reading, so that one bad word does not hide the others.
static RULES: LazyLock<Rules> = LazyLock::new(|| {
    let rule = |direction, event, action| Rules::from_action(direction, event, action).unwrap_or_default();
    let zero = rule(RuleDirection::Read, Event::Invalid, "zero");
    zero.followed_by(&rule(RuleDirection::Write, Event::Overflow, "saturate"))
});

/// What formats are read as. Nearly all are numbers, and some are truth values.
const NATIVES: [(Predefined, predefined::Predefined); 2] = [
    (Predefined::Double, predefined::Predefined::Double),
    (Predefined::CBool, predefined::Predefined::CBool),
];

/// The formats that are tried.
///
/// ```
/// use datarep_dynamic::probe::Formats;
/// let formats = Formats::standard()?;
/// assert!(formats.len() > 300);
/// # Ok::<(), datarep_dynamic::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Formats {
    pub(crate) known: Vec<KnownFormat>,
}

impl Formats {
    /// The formats of the standard library, integers of 8 to 64 bits, and decimals of usual lengths, each in its
    /// orders.
    ///
    /// # Errors
    ///
    /// [`Error::Text`] if the library does not compile, which its own tests exclude.
    pub fn standard() -> Result<Formats, Error> {
        let named: Vec<(String, String)> = standard::formats()
            .map(|(family, name)| (family.to_owned(), format!("{family}::{name}")))
            .chain(built_in().into_iter().map(|expression| (String::new(), expression)))
            .collect();
        let mut formats = Formats { known: Vec::new() };
        formats.add_formats(Scope::Library, &named)?;
        Ok(formats)
    }

    /// Formats of the library by their names, as [`Format::named`](crate::Format::named) takes them. Useful if only a
    /// few formats are possible.
    ///
    /// ```
    /// use datarep_dynamic::probe::Formats;
    /// let formats = Formats::named(&["hfp32", "f32", "twos(16)"])?;
    /// // `hfp32`, `f32` and `twos(16)`, each in both orders, and `f32` in two swapped registers.
    /// assert_eq!(formats.len(), 7);
    /// # Ok::<(), datarep_dynamic::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::Unknown`] if one of the names is not that of a number format.
    pub fn named(names: &[&str]) -> Result<Formats, Error> {
        let named: Vec<(String, String)> = names
            .iter()
            .map(|name| match standard::family_of(name) {
                Some(family) => (family.to_owned(), format!("{family}::{name}")),
                None => (String::new(), (*name).to_owned()),
            })
            .collect();
        let mut formats = Formats { known: Vec::new() };
        formats.add_formats(Scope::Library, &named)?;
        let found = |name: &&&str| formats.known.iter().any(|known| known.expression == **name);
        match names.iter().find(|name| !found(name)) {
            Some(name) => Err(Error::Unknown { name: (*name).to_owned(), help: Vec::new() }),
            None => Ok(formats),
        }
    }

    /// Adds the formats of a text.
    ///
    /// # Errors
    ///
    /// [`Error::Text`] if one of the formats cannot be read as numbers.
    pub fn add(&mut self, text: &Text) -> Result<(), Error> {
        let parsed = text.parsed();
        let own: Vec<(String, String)> =
            text.formats().map(|name| (parsed.source.name.clone(), name.to_owned())).collect();
        self.add_formats(Scope::Text(&parsed.source, &parsed.ast), &own)
    }

    /// The number of formats. Each order counts as one.
    pub fn len(&self) -> usize {
        self.known.len()
    }

    /// Whether there are no formats.
    pub fn is_empty(&self) -> bool {
        self.known.is_empty()
    }

    /// The formats of `extent` bytes that read consecutive items as these values. NaN is equal to NaN, and zeros are
    /// equal.
    ///
    /// ```
    /// use datarep_dynamic::probe::Formats;
    /// let formats = Formats::named(&["twos(16)", "unsigned(16)", "f32"])?;
    /// let found: Vec<String> = formats.that_read(&[0, 7, 1, 0], 2, &[7.0, 256.0]).collect();
    /// assert_eq!(found, ["twos(16) big", "unsigned(16) big"]);
    /// # Ok::<(), datarep_dynamic::Error>(())
    /// ```
    pub fn that_read(&self, items: &[u8], extent: usize, values: &[f64]) -> impl Iterator<Item = String> {
        const FIRST: usize = 16;
        #[expect(clippy::float_cmp, reason = "the same values are asked for")]
        let same = |a: &f64, b: &f64| a == b || (a.is_nan() && b.is_nan());
        let reads = move |known: &KnownFormat, count: usize| {
            let read = read::read_values(known, &items[..count * extent], count);
            read.iter().zip(values).all(|(a, b)| same(a, b))
        };
        let count = values.len().min(items.len() / extent);
        let known = self.known.iter().filter(move |known| known.extent == extent);
        known
            // Nearly all formats fail on the first items, so that the others are read for few formats only.
            .filter(move |known| reads(known, count.min(FIRST)) && reads(known, count))
            .map(KnownFormat::option_text)
    }

    /// Adds formats. `named` holds the family or path, and the name of each. Formats that are not numbers are left out.
    fn add_formats(&mut self, scope: Scope<'_>, named: &[(String, String)]) -> Result<(), Error> {
        for (from, name) in named {
            let Ok(format) = FormatExpression::parse(name) else { continue };
            let request = FormatRequest { scope, format: &format, order: None, rules: &RULES };
            let mut mapped = NATIVES.iter().map(|(native, asked)| (*native, request.map(*asked)));
            if let Some((native, Ok(mapped))) = mapped.find(|(_, mapped)| mapped.is_ok()) {
                self.add_orders(native, &mapped, from, name)?;
            }
        }
        Ok(())
    }

    /// Adds a format in all of its orders.
    fn add_orders(
        &mut self,
        native: Predefined,
        mapped: &MappedFormat,
        from: &str,
        expression: &str,
    ) -> Result<(), Error> {
        let (format, own) = (&mapped.format, &mapped.conversion.order);
        // The order is replaced in what was checked, so that this is done once and not for each order.
        for (order, title) in list_orders(format, own) {
            let conversion = Conversion { order: order.clone(), ..mapped.conversion.clone() };
            let ordered = MappedFormat { format: format.clone(), conversion };
            let datarep = assemble_mapping("probe".to_owned(), native, &ordered)?;
            let bare = match expression.rsplit_once("::") {
                // The bare name is enough for people where it means the same format.
                Some((family, bare)) if standard::family_of(bare) == Some(family) => bare,
                _ => expression,
            };
            let (grain, slack) = measure_grain(format, &order);
            self.known.push(KnownFormat {
                expression: bare.to_owned(),
                prior: prior::cost_of_format(bare, from, format, own, &order),
                order: title,
                from: from.to_owned(),
                extent: order.extent(format.bits) as usize,
                packed_bits: packed_bits(format, &order),
                binary_order: binary_order(format, &order),
                digits: matches!(format.kind, FormatKind::Decimal(_)),
                zero: zero_bytes(&datarep, &grain),
                nan_bits: nan_bits(format, &order),
                missing: has_missing(format),
                low_bits: low_bits(format, &order),
                datarep,
                grain,
                slack,
                implied: mask_implied(format, &order),
            });
        }
        Ok(())
    }
}

/// The bytes that the format writes for zero. Empty if it cannot write zero.
fn zero_bytes(datarep: &Datarep, grain: &Grain) -> Vec<u8> {
    let written =
        if *grain == Grain::Truth { datarep.to_bytes(&[false]) } else { datarep.to_bytes(&[0.0_f64]) };
    written.map(|(bytes, _)| bytes).unwrap_or_default()
}

/// The logarithm of the number of words that are not numbers, roughly: the words of one exponent. The bits of a
/// container are part of a word.
fn nan_bits(format: &Format, order: &ByteOrder) -> f64 {
    let bits = 8.0 * f64::from(order.extent(format.bits));
    match format.kind.float() {
        // Words without their leading bit are no numbers either, whatever their exponent is.
        Some(float) if matches!(float.leading, Leading::Explicit(_)) => bits,
        // Words that are no numbers usually have one value of the exponent, so the exponent's bits are known.
        Some(float) => bits - f64::from(float.exponent.iter().map(|range| range.width()).sum::<u32>()),
        None => bits,
    }
}

/// The bits of a word that can be packed: one that is right-justified, and does not fill its bytes.
fn packed_bits(format: &Format, order: &ByteOrder) -> Option<u32> {
    let is_right = matches!(order, ByteOrder::Contained(Container::RightJustified { big: true, .. }));
    (is_right && format.bits <= 64 && !format.bits.is_multiple_of(8)).then_some(format.bits)
}

/// Whether the most significant byte is the first, for words with a sign, eight bits of exponent, and a fraction.
fn binary_order(format: &Format, order: &ByteOrder) -> Option<bool> {
    let float = format.kind.float().filter(|float| float.radix == 2 && format.bits == 32)?;
    let is_usual =
        float.exponent.len() == 1 && float.exponent.iter().all(|range| (range.low, range.high) == (23, 30));
    match order {
        ByteOrder::Big if is_usual => Some(true),
        ByteOrder::Little if is_usual => Some(false),
        _ => None,
    }
}

fn has_missing(format: &Format) -> bool {
    let specials = format.kind.float().map(|float| float.specials.as_slice()).unwrap_or_default();
    specials.iter().any(|special| special.class == Class::Missing)
}

/// The logarithm of the number of words for each value.
fn low_bits(format: &Format, order: &ByteOrder) -> f64 {
    let bits = 8.0 * f64::from(order.extent(format.bits));
    let digits = |count: u32| 1.0 + f64::from(count) * 10_f64.log2();
    match &format.kind {
        FormatKind::Decimal(decimal) => (bits - digits(decimal.digits)).max(FEW_WORDS),
        FormatKind::DecimalFloat(decimal) => match decimal.fields() {
            Some(fields) => {
                let (low, high) = fields.exponents;
                let exponents = f64::from(i32::try_from(high - low).unwrap_or(i32::MAX)).max(1.0).log2();
                (bits - digits(decimal.digits()) - exponents).max(FEW_WORDS)
            }
            None => 2.0 * FEW_WORDS,
        },
        _ => FEW_WORDS,
    }
}

/// Bits that identify one of a few words with the same value: zeros, signs, subnormal numbers.
const FEW_WORDS: f64 = 3.0;

/// Formats that need no text: integers of one to eight bytes, and decimals. The widths are those of machines and
/// compilers. COBOL's packed decimals, for example, have an odd number of digits, which fill their bytes.
fn built_in() -> Vec<String> {
    let integers =
        (1..=8).flat_map(|bytes| [format!("twos({})", 8 * bytes), format!("unsigned({})", 8 * bytes)]);
    let signed = [16, 24, 32].map(|bits| format!("sign_magnitude({bits})"));
    let packed = (1..=10).map(|bytes| format!("packed_decimal({}, 0)", 2 * bytes - 1));
    let zoned = (2..=12).map(|digits| format!("zoned_decimal({digits}, 0)"));
    integers.chain(signed).chain(packed).chain(zoned).collect()
}

/// The orders in which a format is tried. Each has its name, unless the format has the order by default.
fn list_orders(format: &Format, own: &ByteOrder) -> Vec<(ByteOrder, Option<String>)> {
    let bits = format.bits;
    let mut orders: Vec<(ByteOrder, Option<String>)> = Vec::new();
    // A single byte has no order, and digits are stored in the order of reading.
    if bits <= 8 || matches!(format.kind, FormatKind::Decimal(_)) {
        return vec![(own.clone(), None)];
    }
    if format.order.is_some() {
        orders.push((own.clone(), None));
    }
    let wanted = if bits.is_multiple_of(8) {
        vec![ByteOrder::Big, ByteOrder::Little]
    } else {
        let bytes = bits.div_ceil(8).next_multiple_of(if bits < 64 { 8 } else { 4 });
        let justified = |big| Container::RightJustified { bytes, big };
        let left = Container::LeftJustified { bytes, big: true };
        let all = [justified(true), justified(false), left, Container::SixInEight, Container::CoreDump];
        all.into_iter().filter(|container| container.holds(bits)).map(ByteOrder::Contained).collect()
    };
    for order in wanted {
        // The format's own order is in the list already.
        if order != *own || format.order.is_none() {
            let title = print::format_order(&order);
            if !orders.iter().any(|(known, _)| *known == order) {
                orders.push((order, Some(title)));
            }
        }
    }
    if is_in_registers(format) {
        orders.push((SWAPPED_WORDS, Some("CDAB".to_owned())));
    }
    orders
}

/// The order of numbers in two registers of 16 bits, the less significant register first, as many devices on a Modbus have
/// it: `CDAB`.
const SWAPPED_WORDS: ByteOrder = ByteOrder::Units { bits: 16, units_big: false, bytes_big: true };

/// Whether devices keep numbers of the format in two registers.
fn is_in_registers(format: &Format) -> bool {
    let is_plain = match &format.kind {
        FormatKind::Integer(integer) => {
            integer.scale == 0 && matches!(integer.sign, IntegerSign::Twos | IntegerSign::Unsigned)
        }
        FormatKind::Float(_) => format.name == "f32",
        _ => false,
    };
    is_plain && format.bits == 32 && format.order.is_none()
}

/// The distance of a format's values, and the bits of each byte that do not change the value as a double.
fn measure_grain(format: &Format, order: &ByteOrder) -> (Grain, Vec<u8>) {
    let places = order.places(format.bits);
    let all = if format.bits >= 128 { u128::MAX } else { (1 << format.bits) - 1 };
    // Bits outside all fields and bits of a container do not change the value either.
    let slack = |unused: u128| {
        let of = |place: &Option<(BitRange, u32)>| match place {
            None => 0xFF,
            Some((range, low)) => {
                let used = !unused & all & (((1 << range.width()) - 1) << range.low);
                !u8::try_from((used >> range.low) << low).unwrap_or(0xFF)
            }
        };
        places.iter().map(of).collect()
    };
    let last = |bit: u32, above: i32, normal: f64| {
        let found = places.iter().enumerate().find_map(|(byte, place)| {
            let (range, low) = (*place)?;
            (range.low..=range.high).contains(&bit).then(|| (byte, 1_u8 << (bit - range.low + low)))
        });
        found.map_or(Grain::Double, |bit| Grain::Last { bit, above, normal })
    };
    match &format.kind {
        FormatKind::Integer(integer) => (Grain::Fixed((-f64::from(integer.scale)).exp2()), slack(0)),
        FormatKind::Decimal(decimal) => (Grain::Fixed(10_f64.powi(-decimal.scale)), slack(0)),
        FormatKind::Logical(_) => (Grain::Truth, slack(0)),
        FormatKind::Float(float) => {
            // Low enough in the significand to be a small step, and high enough that a double holds it.
            let above = float.precision().saturating_sub(50);
            let digit = float.radix.trailing_zeros();
            let normal = (f64::from(float.precision()) - f64::from(digit)).exp2();
            let normal = if float.exponent.is_empty() { 0.0 } else { normal };
            let (bit, low) = bits_of(&float.significand, above);
            // Up to three bits beyond a double are no slack: `beside` counts them as the finer grain of the format.
            if above < 4 {
                return (last(bit, above.cast_signed(), normal), slack(float.unused(format.bits)));
            }
            // The bits below are slack.
            let normal = normal * (-f64::from(above)).exp2();
            (last(bit, 0, normal), slack(low | float.unused(format.bits)))
        }
        FormatKind::Posit(posit) => {
            let above = posit.precision().saturating_sub(50);
            (last(above, above.cast_signed(), 0.0), slack(0))
        }
        FormatKind::DecimalFloat(decimal) => {
            let count = decimal.digits().cast_signed();
            (Grain::Digits { count, each: decimal.tens().cast_signed() }, slack(0))
        }
        FormatKind::PairSum(pair) => (Grain::Double, slack((1 << pair.part_bits) - 1)),
        FormatKind::Character(_) => (Grain::Double, slack(0)),
    }
}

/// The bits of each byte that the others imply: the sign and the exponent of a low part.
fn mask_implied(format: &Format, order: &ByteOrder) -> Vec<u8> {
    let low = format.kind.float().and_then(|float| float.low.as_ref());
    let ranges = low
        .into_iter()
        .flat_map(|low| low.exponent.iter().copied().chain([BitRange { high: low.sign, low: low.sign }]));
    let implied = ranges.fold(0_u128, |bits, range| bits | ((1 << range.width()) - 1) << range.low);
    let mask = |place: Option<(BitRange, u32)>| {
        let (range, low) = place?;
        u8::try_from((implied >> range.low & ((1 << range.width()) - 1)) << low).ok()
    };
    order.places(format.bits).into_iter().map(|place| mask(place).unwrap_or(0)).collect()
}

/// The place of the significand's bit that is `above` bits above its last one, and a mask of the bits below it.
fn bits_of(ranges: &[BitRange], above: u32) -> (u32, u128) {
    let (mut left, mut low) = (above, 0);
    for range in ranges.iter().rev() {
        // The last range has the lowest bits of the significand, so that it is used up first.
        let take = left.min(range.width());
        low |= ((1_u128 << take) - 1) << range.low;
        if left < range.width() {
            return (range.low + left, low);
        }
        left -= take;
    }
    (0, low)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sign_and_exponent_of_a_low_part_are_implied() {
        let formats = Formats::named(&["hfp128", "hfp64"]).expect("formats");
        let found = |title: &str| {
            let known =
                formats.known.iter().find(|known| known.option_text() == title).expect("it is one of them");
            (known.implied.clone(), known.slack.clone())
        };
        let (implied, slack) = found("hfp128 big");
        assert_eq!(implied, [0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0, 0, 0, 0, 0, 0, 0]);
        assert!(implied.iter().zip(&slack).all(|(implied, slack)| implied & slack == 0));
        assert_eq!(found("hfp128 little").0, implied.iter().rev().copied().collect::<Vec<_>>());
        assert_eq!(found("hfp64 big").0, [0; 8]);
    }

    #[test]
    fn words_with_a_byte_of_exponent_are_known() {
        let formats = Formats::named(&["f32", "vax_f", "hfp32", "twos(32)"]).expect("formats");
        let found: Vec<(String, Option<bool>)> =
            formats.known.iter().map(|known| (known.option_text(), known.binary_order)).collect();
        let expected = [
            ("f32 big", Some(true)),
            ("f32 little", Some(false)),
            ("f32 CDAB", None),
            ("vax_f", None),
            ("vax_f big", Some(true)),
            ("vax_f little", Some(false)),
            ("hfp32 big", None),
            ("hfp32 little", None),
            ("twos(32) big", None),
            ("twos(32) little", None),
            ("twos(32) CDAB", None),
        ];
        assert_eq!(found, expected.map(|(title, order)| (title.to_owned(), order)));
    }
}
