//! The formats that the probe tries, each in every byte order that files may have.
//!
//! Each format is checked with its own order. The other orders use the same mapping with the order replaced. A word that does not fill its bytes is tried in the containers that machines had for it.

use std::sync::LazyLock;

use datarep::Predefined;
use datarep_dsl::expression::{FormatExpression, FormatRequest, MappedFormat, Rules, Scope};
use datarep_dsl::model::{
    ByteOrder, Container, Conversion, Event, Format, FormatKind, IntegerSign, RuleDirection,
};
use datarep_dsl::{predefined, print, standard};
use datarep_dynamic::{Error, Text, assemble_mapping};

use super::known::{self, KnownFormat};
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
/// use datarep_probe::Formats;
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
        let in_library = standard::formats().map(|(family, name)| format!("{family}::{name}"));
        let mut formats = Formats { known: Vec::new() };
        formats.add_formats(Scope::Library, "", in_library.chain(list_built_in_formats()))?;
        Ok(formats)
    }

    /// Formats of the library by their names, as [`Format::named`](datarep_dynamic::Format::named) takes them. Useful if only a
    /// few formats are possible.
    ///
    /// ```
    /// use datarep_probe::Formats;
    /// let formats = Formats::named(&["hfp32", "f32", "twos(16)"])?;
    /// // `hfp32`, `f32` and `twos(16)`, each in both orders, and `f32` in two swapped registers.
    /// assert_eq!(formats.len(), 7);
    /// // With an order, in that order alone.
    /// assert_eq!(Formats::named(&["f32 CDAB", "hfp32"])?.len(), 3);
    /// # Ok::<(), datarep_dynamic::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::Unknown`] if one of the names is not that of a number format, or if the format is not tried in the order
    /// behind it.
    pub fn named(names: &[&str]) -> Result<Formats, Error> {
        let mut formats = Formats { known: Vec::new() };
        for name in names {
            let name = strip_family(name.trim());
            // An order is no part of a format's name, but of what the command prints and takes.
            let is_bare = FormatExpression::parse(name).is_ok();
            let bare = name.rsplit_once(' ').filter(|_| !is_bare).map_or(name, |(bare, _)| bare);
            let qualified = match standard::family_of(bare) {
                Some(family) => format!("{family}::{bare}"),
                None => bare.to_owned(),
            };
            let mut matching_formats = Formats { known: Vec::new() };
            matching_formats.add_formats(Scope::Library, "", [qualified])?;
            matching_formats
                .known
                .retain(|format| format.expression == bare && (is_bare || format.option_text() == name));
            if matching_formats.known.is_empty() {
                return Err(Error::Unknown { name: name.to_owned(), help: Vec::new() });
            }
            for format in matching_formats.known {
                // Both `f32` and `f32 big` may be named.
                if !formats
                    .known
                    .iter()
                    .any(|added_format| added_format.option_text() == format.option_text())
                {
                    formats.known.push(format);
                }
            }
        }
        Ok(formats)
    }

    /// Adds the formats of a text.
    ///
    /// # Errors
    ///
    /// [`Error::Text`] if one of the formats cannot be read as numbers.
    pub fn add(&mut self, text: &Text) -> Result<(), Error> {
        self.add_formats(text.scope(), text.name(), text.formats().map(str::to_owned))
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
    /// use datarep_probe::Formats;
    /// let formats = Formats::named(&["twos(16)", "unsigned(16)", "f32"])?;
    /// let found: Vec<String> = formats.that_read(&[0, 7, 1, 0], 2, &[7.0, 256.0]).collect();
    /// assert_eq!(found, ["twos(16) big", "unsigned(16) big"]);
    /// # Ok::<(), datarep_dynamic::Error>(())
    /// ```
    pub fn that_read(&self, items: &[u8], extent: usize, values: &[f64]) -> impl Iterator<Item = String> {
        const FIRST: usize = 16;
        #[expect(clippy::float_cmp, reason = "the same values are asked for")]
        let is_same = |a: &f64, b: &f64| a == b || (a.is_nan() && b.is_nan());
        let reads = move |format: &KnownFormat, count: usize| {
            let read = read::read_values(format, &items[..count * extent], count);
            read.iter().zip(values).all(|(a, b)| is_same(a, b))
        };
        let count = values.len().min(items.len() / extent);
        let formats = self.known.iter().filter(move |format| format.extent == extent);
        formats
            // Nearly all formats fail on the first items, so that the others are read for few formats only.
            .filter(move |format| reads(format, count.min(FIRST)) && reads(format, count))
            .map(KnownFormat::option_text)
    }

    /// Adds formats by their names or expressions. `text` is the name of the text that has them. Those of the library have
    /// their family before the name. Those that are not numbers are left out.
    fn add_formats(
        &mut self,
        scope: Scope<'_>,
        text: &str,
        names: impl IntoIterator<Item = String>,
    ) -> Result<(), Error> {
        for name in names {
            let Ok(format) = FormatExpression::parse(&name) else { continue };
            let from = name.rsplit_once("::").map_or(text, |(family, _)| family);
            let request = FormatRequest { scope, format: &format, order: None, rules: &RULES };
            let mut mapped = NATIVES.iter().map(|(native, target)| (*native, request.map(*target)));
            if let Some((native, Ok(mapped))) = mapped.find(|(_, mapped)| mapped.is_ok()) {
                self.add_orders(native, &mapped, from, &name)?;
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
        // The bare name is enough for people.
        let bare = strip_family(expression);
        // The order is replaced in what was checked, so that this is done once and not for each order.
        for (order, title) in list_orders(format, own) {
            let conversion = Conversion { order: order.clone(), ..mapped.conversion.clone() };
            let ordered = MappedFormat { format: format.clone(), conversion };
            let datarep = assemble_mapping("probe".to_owned(), native, &ordered)?;
            let (grain, slack) = known::measure_grain(format, &order);
            self.known.push(KnownFormat {
                expression: bare.to_owned(),
                prior: prior::cost_of_format(bare, from, format, own, &order),
                order: title,
                from: from.to_owned(),
                extent: order.extent(format.bits) as usize,
                packed_bits: known::find_packed_bits(format, &order),
                binary_order: known::find_binary_order(format, &order),
                digits: matches!(format.kind, FormatKind::Decimal(_)),
                zero: known::encode_zero(&datarep, &grain),
                nan_bits: known::estimate_nan_bits(format, &order),
                missing: known::has_missing_values(format),
                low_bits: known::estimate_low_bits(format, &order),
                datarep,
                grain,
                slack,
                implied: known::mask_implied_bits(format, &order),
            });
        }
        Ok(())
    }
}

/// The name without its family, where the bare name means the same format: `f32 big` for `ieee::f32 big`.
fn strip_family(name: &str) -> &str {
    let is_same = |(family, rest): &(&str, &str)| {
        let bare = rest.split(' ').next().unwrap_or_default();
        standard::family_of(bare) == Some(*family)
    };
    name.split_once("::").filter(is_same).map_or(name, |(_, rest)| rest)
}

/// Formats that need no text: integers of one to eight bytes, and decimals. The widths are those of machines and
/// compilers. COBOL's packed decimals, for example, have an odd number of digits, which fill their bytes.
fn list_built_in_formats() -> Vec<String> {
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
    let candidates = if bits.is_multiple_of(8) {
        vec![ByteOrder::Big, ByteOrder::Little]
    } else {
        let bytes = bits.div_ceil(8).next_multiple_of(if bits < 64 { 8 } else { 4 });
        let justified = |big| Container::RightJustified { bytes, big };
        let left_justified = Container::LeftJustified { bytes, big: true };
        let containers =
            [justified(true), justified(false), left_justified, Container::SixInEight, Container::CoreDump];
        containers.into_iter().filter(|container| container.holds(bits)).map(ByteOrder::Contained).collect()
    };
    for order in candidates {
        // The format's own order is in the list already.
        if order != *own || format.order.is_none() {
            let title = print::format_order(&order);
            if !orders.iter().any(|(listed_order, _)| *listed_order == order) {
                orders.push((order, Some(title)));
            }
        }
    }
    if fits_two_registers(format) {
        orders.push((SWAPPED_WORDS, Some("CDAB".to_owned())));
    }
    orders
}

/// The order of numbers in two registers of 16 bits, the less significant register first, as many devices on a Modbus have
/// it: `CDAB`.
const SWAPPED_WORDS: ByteOrder = ByteOrder::Units { bits: 16, units_big: false, bytes_big: true };

/// Whether devices keep numbers of the format in two registers.
fn fits_two_registers(format: &Format) -> bool {
    let is_plain = match &format.kind {
        FormatKind::Integer(integer) => {
            integer.scale == 0 && matches!(integer.sign, IntegerSign::Twos | IntegerSign::Unsigned)
        }
        FormatKind::Float(_) => format.name == "f32",
        _ => false,
    };
    is_plain && format.bits == 32 && format.order.is_none()
}

#[cfg(test)]
mod tests {
    use super::*;
    use datarep_dynamic::Endianness;

    #[test]
    fn the_sign_and_exponent_of_a_low_part_are_implied() {
        let formats = Formats::named(&["hfp128", "hfp64"]).expect("formats");
        let masks_of = |title: &str| {
            let format =
                formats.known.iter().find(|format| format.option_text() == title).expect("it is one of them");
            (format.implied.clone(), format.slack.clone())
        };
        let (implied, slack) = masks_of("hfp128 big");
        assert_eq!(implied, [0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0, 0, 0, 0, 0, 0, 0]);
        assert!(implied.iter().zip(&slack).all(|(implied, slack)| implied & slack == 0));
        assert_eq!(masks_of("hfp128 little").0, implied.iter().rev().copied().collect::<Vec<_>>());
        assert_eq!(masks_of("hfp64 big").0, [0; 8]);
    }

    #[test]
    fn a_name_with_an_order_is_that_order_alone() {
        let titles = |names: &[&str]| -> Vec<String> {
            let formats = Formats::named(names).expect("formats");
            formats.known.iter().map(KnownFormat::option_text).collect()
        };
        assert_eq!(titles(&["f32 CDAB"]), ["f32 CDAB"]);
        assert_eq!(titles(&[" f32 "]).len(), 3);
        assert_eq!(titles(&["f32 big", "f32"]), ["f32 big", "f32 little", "f32 CDAB"]);
        assert_eq!(titles(&["packed_decimal(7, 0)"]), ["packed_decimal(7, 0)"]);
        assert_eq!(titles(&["twos(16) little"]), ["twos(16) little"]);
        assert_eq!(titles(&["ieee::f32 CDAB"]), ["f32 CDAB"]);
        assert_eq!(titles(&["ieee::f32"]), titles(&["f32"]));
        for wrong in ["f64 CDAB", "f32 litle", "f33 big", "CDAB", "ibm::f32", "ieee::f33"] {
            let error = Formats::named(&[wrong]).expect_err("it is none");
            assert!(matches!(&error, Error::Unknown { name, .. } if name == wrong), "{wrong}: {error:?}");
        }
    }

    #[test]
    fn words_with_a_byte_of_exponent_are_known() {
        let formats = Formats::named(&["f32", "vax_f", "hfp32", "twos(32)"]).expect("formats");
        let orders: Vec<(String, Option<Endianness>)> =
            formats.known.iter().map(|format| (format.option_text(), format.binary_order)).collect();
        let expected = [
            ("f32 big", Some(Endianness::Big)),
            ("f32 little", Some(Endianness::Little)),
            ("f32 CDAB", None),
            ("vax_f", None),
            ("vax_f big", Some(Endianness::Big)),
            ("vax_f little", Some(Endianness::Little)),
            ("hfp32 big", None),
            ("hfp32 little", None),
            ("twos(32) big", None),
            ("twos(32) little", None),
            ("twos(32) CDAB", None),
        ];
        assert_eq!(orders, expected.map(|(title, order)| (title.to_owned(), order)));
    }
}
