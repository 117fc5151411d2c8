//! The plan of a conversion: its bodies, the way from an item's bytes to its word and back, and the events that are
//! errors.

use datarep_dsl::model::{
    ByteOrder, Class, Conversion, Event, Events, Format, FormatKind, InvalidRule, MissingRule, Native,
    NoncanonicalRule, OverflowRule, Policy, SpecialEncoding, SpecialRule, UnderflowRule, UnmappedRule,
    ZeroRule,
};

use crate::body::Body;
use crate::conversion::{Bodies, OrdinaryBody};
use crate::fixed::FixedPoint;
use crate::types::container;
use crate::{character, decimal, decimal_float, float, integer, logical, order, pair, posit};

/// Everything that is needed to print or to run a conversion.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan {
    /// From an item's bytes to the input of the bodies: its word, or the bytes of its digits.
    pub load: Body,
    /// From the output of the bodies to an item's bytes.
    pub store: Body,
    /// Between a word, or the bytes of digits, and a native item.
    pub bodies: Bodies,
    /// Whether items that are not canonical are counted. Such an item is read exactly, but writing its value gives
    /// other bytes.
    pub checks_canonical: bool,
    /// The events that are errors when reading.
    pub read_errors: Events,
    /// The events that are errors when writing.
    pub write_errors: Events,
    /// The order of an item's bytes in the file, if they are always the bytes of the native item.
    pub native_order: Option<NativeOrder>,
    /// Whether items of both sides are bytes and the runtime has tables of the character set.
    pub by_table: bool,
}

/// The order of a native item's bytes in a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NativeOrder {
    /// The most significant byte first.
    Big,
    /// The least significant byte first.
    Little,
    /// Any other order.
    Mixed,
}

impl Plan {
    /// Makes the plan of a conversion from and to a format.
    ///
    /// ```
    /// use datarep_dsl::{compile, source::Source};
    /// use datarep_plan::plan::Plan;
    ///
    /// let text = "float hfp64 = S1 E7 F56 where value = 0.F * 16^(E - 64);
    ///     datarep mine extends ibm370 { real { 8 => hfp64 } }";
    /// let source = Source { name: "mine.datarep".to_owned(), text: text.to_owned(), first_line: 1 };
    /// let model = compile(&source).expect("the text is sound");
    /// let mut all = model.datareps[0].conversions.iter();
    /// let real = all.find(|one| one.title == "real 8 => hfp64").expect("a line of the text");
    /// let plan = Plan::from_conversion(&model.formats[real.format.0], real);
    /// let names: Vec<&str> = plan.bodies.read.steps.iter().filter_map(|step| step.name.as_deref()).collect();
    /// assert_eq!(names[..4], ["sign", "negative", "exponent", "fraction"]);
    /// ```
    pub fn from_conversion(format: &Format, conversion: &Conversion) -> Plan {
        let native = conversion.native;
        let (bodies, is_native) = match (&format.kind, native.float()) {
            (FormatKind::Float(float), Some(facts)) => (
                float::plan_float(format, float, (native, facts), conversion),
                float::is_native(format, float, conversion),
            ),
            (FormatKind::PairSum(pair), Some(facts)) => (pair::plan_pair(pair, facts, conversion), false),
            (FormatKind::Integer(integer), Some(float)) => {
                let fixed = FixedPoint { format, integer: *integer, native, float };
                (fixed.plan_fixed(conversion), false)
            }
            (FormatKind::Integer(integer), None) => (
                integer::plan_integer(format, *integer, conversion),
                integer::is_native(format, *integer, conversion),
            ),
            (FormatKind::Decimal(decimal), _) => (
                decimal::plan_decimal(format, *decimal, conversion),
                decimal::is_native(format, *decimal, conversion),
            ),
            (FormatKind::DecimalFloat(format), _) => {
                (decimal_float::plan_decimal_float(*format, conversion), false)
            }
            (FormatKind::Logical(logical), _) => (logical::plan_logical(format, *logical, conversion), false),
            (FormatKind::Character(charset), _) => {
                (character::plan_character(format, *charset, conversion), false)
            }
            (FormatKind::Posit(format), Some(facts)) => {
                (posit::plan_posit(*format, facts, conversion), false)
            }
            (FormatKind::Float(_) | FormatKind::PairSum(_) | FormatKind::Posit(_), None) => {
                unreachable!("the check refuses integers that are stored as real numbers")
            }
        };
        Plan::new(format, conversion, bodies, is_native)
    }

    /// Makes a plan with these bodies. `is_native`: whether every word means the same to the processor, and the rules
    /// change nothing.
    fn new(format: &Format, conversion: &Conversion, bodies: Bodies, is_native: bool) -> Plan {
        let checks_canonical = conversion.read.noncanonical != NoncanonicalRule::Ignore;
        let mut bodies = bodies;
        // A loop cannot compare an item with what writing would give, so that each item is read by itself.
        if checks_canonical {
            bodies.read_ordinary = OrdinaryBody::None;
        }
        // Copying would not look at the items at all.
        let moves = is_native && !checks_canonical;
        let by_table = format.kind.charset().is_some_and(|charset| {
            character::is_page(charset)
                && conversion.native != Native::WideCharacter
                // A character in a longer container is no index of a table.
                && conversion.order.extent(format.bits) == 1
        });
        // Digits are bytes, and their bodies take these in the order in which a person writes them.
        let (load, store) = match format.kind.digits().filter(|decimal| !decimal.is_binary()) {
            Some(_) => order::plan_digit_order(&conversion.order, format.bits),
            None => (
                order::plan_loading(&conversion.order, format.bits),
                order::plan_storing(&conversion.order, format.bits),
            ),
        };
        Plan {
            load,
            store,
            bodies,
            checks_canonical,
            read_errors: find_errors(&format.kind, conversion.native, &conversion.read),
            write_errors: find_errors(&format.kind, conversion.native, &conversion.write),
            native_order: native_order(&conversion.order, format.bits).filter(|_| moves),
            by_table,
        }
    }
}

/// The order of the bytes of a word of `bits` bits in a file, if the word has a size that processors have and no
/// padding. A single byte is big-endian.
pub fn native_order(order: &ByteOrder, bits: u32) -> Option<NativeOrder> {
    // Bits beside the word would be copied, too.
    if matches!(order, ByteOrder::Contained(_)) || container(bits) != bits {
        return None;
    }
    let bytes = (bits / 8) as usize;
    let places = order.byte_permutation(bytes);
    let is_big = places.iter().copied().eq(0..bytes);
    let is_little = places.iter().copied().eq((0..bytes).rev());
    // A single byte is big and little. The first name is taken.
    Some(match (is_big, is_little) {
        (true, _) => NativeOrder::Big,
        (false, true) => NativeOrder::Little,
        (false, false) => NativeOrder::Mixed,
    })
}

/// The events whose rule is `error`, among the events that this kind of format can cause.
fn find_errors(kind: &FormatKind, native: Native, policy: &Policy) -> Events {
    let is_missing = |special: &SpecialEncoding| special.class == Class::Missing;
    let has_missing = kind.float().is_some_and(|float| float.specials.iter().any(is_missing));
    let is_fixed = native.is_float();
    let is_met = |event: Event| match (event, kind) {
        (Event::Noncanonical, _) => true,
        (Event::Missing, _) => has_missing,
        (Event::Unmapped, kind) => matches!(kind, FormatKind::Logical(_) | FormatKind::Character(_)),
        (_, FormatKind::Logical(_) | FormatKind::Character(_)) => false,
        (Event::Overflow | Event::NegativeZero, _) => true,
        // Between integers only overflow and negative zero can happen, which are above.
        (_, FormatKind::Integer(_)) if !is_fixed => false,
        (Event::Invalid, kind) => kind.digits().is_some_and(|decimal| !decimal.is_binary()),
        (Event::Reserved, kind) => !matches!(kind, FormatKind::Decimal(_)),
        (Event::Inexact | Event::Underflow | Event::Infinity | Event::Nan, _) => true,
    };
    let all = Event::ALL.into_iter().filter(|event| is_met(*event) && is_error(*event, policy));
    all.fold(Events::NONE, |events, event| events | event.into())
}

/// Whether the rule for an event is `error`.
fn is_error(event: Event, policy: &Policy) -> bool {
    let special = |rule: SpecialRule| rule == SpecialRule::Error;
    match event {
        Event::Inexact => policy.inexact_error,
        Event::Overflow => policy.overflow == OverflowRule::Error,
        // A value that is rounded to a number below the normal ones is also inexact.
        Event::Underflow => {
            policy.underflow == UnderflowRule::Error
                || policy.underflow == UnderflowRule::Subnormal && policy.inexact_error
        }
        Event::Infinity => special(policy.infinity),
        Event::Nan => special(policy.nan),
        Event::Reserved => special(policy.reserved),
        Event::NegativeZero => policy.negative_zero == ZeroRule::Error,
        Event::Unmapped => policy.unmapped == UnmappedRule::Error,
        Event::Invalid => policy.invalid == InvalidRule::Error,
        Event::Missing => policy.missing == MissingRule::Error,
        Event::Noncanonical => policy.noncanonical == NoncanonicalRule::Error,
    }
}
