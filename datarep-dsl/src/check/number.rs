//! Pass 3: what the words of a format mean.
//!
//! Afterwards every format that is used is a number format, a logical or a character set of the
//! model, with the words that are written for its special values; or it is known to be faulty, and
//! what uses it is passed over.

use super::condition::{self, MAX_COMPARISONS};
use super::decimal::{contained, usual_order};
use super::layout::{Layout, MAX_BITS, Placed, field_letters};
use super::order::{Arranged, Arrangement, fit, misfit};
use super::range::Facts;
use super::{Context, Place};
use crate::ast::{
    Argument, Call, FamilyClause, FamilyItem, FloatClause, FloatItem, FloatLayout, Formula, ItemKind, Point,
    Spanned, Word,
};
use crate::diagnostic::{Diagnostic, Slug};
use crate::exact::{self, Cells, MAX_EXPONENT_BITS, Machine, hex, mask};
use crate::model::{
    Charset, Class, Comparison, Condition, ExponentCode, Field, Float, Format, FormatKind, Integer,
    IntegerSign, Leading, Logical, Negation, Order, Quiet, Special, Truth,
};
use crate::source::{Origin, Span};

/// The largest bias.
const MAX_BIAS: u64 = 1 << 31;

/// What is known of a format that was asked for.
pub(super) enum Slot {
    /// A fault was told.
    Broken,
    /// It is sound.
    Known(Box<Known>),
}

/// A sound format.
pub(super) struct Known {
    /// The text that defines it.
    pub(super) unit: usize,
    /// The words that define its range, if the user wrote them.
    pub(super) shown: Option<Span>,
    /// Whether its significand is written as a fraction.
    pub(super) fraction: bool,
    pub(super) format: Format,
    /// It is said to be `packed` or the like, and has no place in a file of items of its own.
    pub(super) packed: Option<String>,
    pub(super) facts: Facts,
}

impl Known {
    /// The name that the model has for it.
    pub(super) fn name(&self) -> &str {
        &self.format.name
    }
}

/// Checks every format of the user's text.
pub(super) fn check(context: &mut Context<'_>) {
    for item in 0..context.units[0].ast.items.len() {
        let kind = &context.units[0].ast.items[item].kind;
        if matches!(kind, ItemKind::Float(_) | ItemKind::Family(_)) {
            context.item_slot((0, item));
        }
    }
}

impl Context<'_> {
    /// The format that `call` names, a built-in one included; `None` after a fault.
    pub(super) fn format_named(&mut self, unit: usize, call: &Call) -> Option<usize> {
        let own = call.family.is_none() && !self.units[unit].has_format(&call.name.value);
        if own && call.name.value == "unsupported" {
            let title = "`unsupported` is not a format";
            let fault =
                Diagnostic::new(Slug::UnknownFormat, title, call.span, "only what types are mapped to");
            self.report(unit, fault);
            return None;
        }
        if own && super::names::FAMILIES.contains(&call.name.value.as_str()) {
            return self.builtin_slot(unit, call);
        }
        let item = self.item_named(unit, call)?;
        if !call.arguments.is_empty() {
            let title = format!("format `{}` takes no numbers", call.name.value);
            let fault = Diagnostic::new(Slug::Number, title, call.span, "written with numbers");
            self.report(unit, fault.help(format!("write `{}`", call.name.value)));
            return None;
        }
        Some(self.item_slot(item))
    }

    /// The slot of an item that is a format.
    fn item_slot(&mut self, id: (usize, usize)) -> usize {
        if let Some(slot) = self.items.get(&id) {
            return *slot;
        }
        let (unit, index) = id;
        let ast = self.units[unit].ast;
        let item = &ast.items[index];
        let origin = self.origin(Place { unit, span: item.span });
        let known = match &item.kind {
            ItemKind::Float(float) => match &float.layout {
                FloatLayout::Pair(pair) => self.pair(unit, float, pair, item.doc.clone(), origin),
                FloatLayout::Picture(_) | FloatLayout::Long { .. } => {
                    self.float(unit, float, item.doc.clone(), origin)
                }
            },
            ItemKind::Family(family) => self.family_item(unit, family, item.doc.clone(), origin),
            ItemKind::Use(_) | ItemKind::Datarep(_) | ItemKind::Test(_) => None,
        };
        let slot = self.keep(known);
        self.items.insert(id, slot);
        slot
    }

    fn keep(&mut self, known: Option<Known>) -> usize {
        self.slots.push(known.map_or(Slot::Broken, |known| Slot::Known(Box::new(known))));
        self.slots.len() - 1
    }

    /// The slot of a built-in format, `twos(24)`.
    fn builtin_slot(&mut self, unit: usize, call: &Call) -> Option<usize> {
        let name = canonical(call);
        if let Some(slot) = self.builtins.get(&name) {
            return Some(*slot);
        }
        let place = Place { unit, span: call.span };
        let (kind, bits) = self.built_in(unit, call, &[])?;
        let facts = Facts::of(&kind, bits);
        let origin = Origin { text: name.clone(), ..self.origin(place) };
        let order = usual_order(&kind);
        let format = Format { name: name.clone(), doc: String::new(), origin, bits, order, kind };
        let known = Known { unit, shown: None, fraction: false, format, packed: None, facts };
        let slot = self.keep(Some(known));
        self.builtins.insert(name, slot);
        Some(slot)
    }

    /// The order of a format, which must fit its width; or how it is packed.
    pub(super) fn own_order(
        &mut self,
        order: Option<Arranged>,
        name: &str,
        bits: u32,
    ) -> Option<(Option<Order>, Option<String>)> {
        let Some(order) = order else { return Some((None, None)) };
        let words = self.units[order.place.unit].words(order.place.span).to_owned();
        match order.kind {
            Arrangement::Packed(packed) if bits.is_multiple_of(8) => {
                let title = format!("`{packed}` is for words that do not fill octets");
                let fault = Diagnostic::new(Slug::OrderWidth, title, order.place.span, "not for this width")
                    .note(format!("`{name}` has {bits} bits, which are {} octets", bits / 8))
                    .help("write `big`, or remove the line");
                self.report(order.place.unit, fault);
                None
            }
            Arrangement::Packed(packed) => Some((None, Some(packed))),
            Arrangement::Octets(kind) => {
                let fitting = fit(&kind, bits, false);
                if fitting.is_none() {
                    self.report(order.place.unit, misfit(&words, order.place, name, bits));
                }
                Some((Some(fitting?), None))
            }
        }
    }
}

/// The name of a built-in format.
pub(super) fn canonical(call: &Call) -> String {
    let arguments: Vec<String> = call
        .arguments
        .iter()
        .map(|argument| match argument {
            Argument::Number(number) => number.value.to_string(),
            Argument::Word(word) => word.value.clone(),
        })
        .collect();
    if arguments.is_empty() {
        call.name.value.clone()
    } else {
        format!("{}({})", call.name.value, arguments.join(", "))
    }
}

/// Integers, logicals and characters.
impl Context<'_> {
    fn family_item(&mut self, unit: usize, item: &FamilyItem, doc: String, origin: Origin) -> Option<Known> {
        let before = self.faults.len();
        let name = &item.name.value;
        let wanted = item.keyword.value.as_str();
        let kind = match item.call.name.value.as_str() {
            "logical" => "logical",
            "ascii" | "latin1" | "ebcdic" | "ucs2" | "utf16" | "utf32" => "character",
            _ => "integer",
        };
        let known = super::names::FAMILIES.contains(&item.call.name.value.as_str());
        if !known || item.call.name.value == "unsupported" || item.call.family.is_some() {
            let place = Place { unit, span: item.call.span };
            let families: Vec<&str> = families_of(wanted).to_vec();
            self.unknown_word(place, &format!("{wanted} family"), &item.call.name.value, &families);
            return None;
        }
        if kind != wanted {
            let title = format!("`{}` is not a family of the kind `{wanted}`", item.call.name.value);
            let fault = Diagnostic::new(Slug::WrongKind, title, item.call.span, format!("is `{kind}`"))
                .label(item.keyword.span, format!("says `{wanted}`"))
                .help(format!("write `{kind} {name} = …`"));
            self.report(unit, fault);
            return None;
        }
        let order = self.family_order(unit, item);
        let (kind, bits) = self.built_in(unit, &item.call, &item.clauses)?;
        let place = Place { unit, span: item.call.span };
        let ordered = item.clauses.iter().any(|clause| matches!(clause, FamilyClause::Order(_)));
        if !self.whole_octets(place, &format!("format `{name}`"), bits, ordered) {
            return None;
        }
        let (order, packed) = self.own_order(order, name, bits)?;
        if self.faults.len() > before {
            return None;
        }
        if matches!((&kind, &order), (FormatKind::Decimal(_), Some(Order::Contained(_)))) {
            self.report(unit, contained(name, item.call.span));
            return None;
        }
        let facts = Facts::of(&kind, bits);
        let order = order.or_else(|| usual_order(&kind));
        let format = Format { name: name.clone(), doc, origin, bits, order, kind };
        let shown = (unit == 0).then_some(item.call.span);
        Some(Known { unit, shown, fraction: false, format, packed, facts })
    }

    fn family_order(&mut self, unit: usize, item: &FamilyItem) -> Option<Arranged> {
        let mut found: Option<Arranged> = None;
        let mut truth: Option<Span> = None;
        let mut write: Option<Span> = None;
        let logical = item.keyword.value == "logical";
        for clause in &item.clauses {
            match clause {
                FamilyClause::Order(order) => {
                    let arranged = self.resolve_order(unit, order);
                    match &found {
                        Some(first) => self.clause_twice(unit, "order", order.span, first.place.span),
                        None => found = arranged,
                    }
                }
                FamilyClause::TrueIf(call) => {
                    self.logical_clause(unit, logical, "true if", call.span, &mut truth);
                }
                FamilyClause::Write(word) => {
                    self.logical_clause(unit, logical, "write", word.span, &mut write);
                }
            }
        }
        found
    }

    fn logical_clause(
        &mut self,
        unit: usize,
        logical: bool,
        what: &str,
        span: Span,
        first: &mut Option<Span>,
    ) {
        if !logical {
            let title = format!("`{what}` is for logicals");
            self.fault(Place { unit, span }, Slug::ConflictingClauses, title, "not for this format");
        } else if let Some(first) = first {
            self.clause_twice(unit, what, span, *first);
        } else {
            *first = Some(span);
        }
    }

    fn clause_twice(&mut self, unit: usize, what: &str, span: Span, first: Span) {
        let title = format!("`{what}` is said twice");
        let fault = Diagnostic::new(Slug::ConflictingClauses, title, span, "said again here")
            .label(first, "first said here")
            .help("remove one of the two");
        self.report(unit, fault);
    }

    /// What a family's call means, and its width.
    fn built_in(&mut self, unit: usize, call: &Call, clauses: &[FamilyClause]) -> Option<(FormatKind, u32)> {
        let integer = |sign, scale| FormatKind::Integer(Integer { sign, scale });
        let name = call.name.value.as_str();
        let kind = match name {
            "twos" | "unsigned" | "ones" | "sign_magnitude" => {
                let [bits] = self.numbers(unit, call, &["bits"])?;
                let bits = self.width(unit, bits)?;
                let sign = match name {
                    "twos" => IntegerSign::Twos,
                    "unsigned" => IntegerSign::Unsigned,
                    "ones" => IntegerSign::Ones,
                    _ => IntegerSign::SignMagnitude,
                };
                (integer(sign, 0), bits)
            }
            "offset" => {
                let [bits, offset] = self.numbers(unit, call, &["bits", "number"])?;
                let width = self.width(unit, bits)?;
                if !u128::try_from(offset.value).is_ok_and(|offset| offset <= mask(width)) {
                    let title = format!("a word of {width} bits cannot be offset by {}", offset.value);
                    let place = Place { unit, span: offset.span };
                    self.fault(place, Slug::Number, title, format!("0 to {}", mask(width)));
                    return None;
                }
                (integer(IntegerSign::Offset(offset.value), 0), width)
            }
            "fixed" | "ufixed" => {
                let [bits, scale] = self.numbers(unit, call, &["bits", "fraction_bits"])?;
                let width = self.width(unit, bits)?;
                let Some(scale) = u32::try_from(scale.value).ok().filter(|scale| *scale <= width) else {
                    let title = format!("`{name}` of {width} bits cannot have {} fraction bits", scale.value);
                    let place = Place { unit, span: scale.span };
                    self.fault(place, Slug::Number, title, format!("0 to {width}"));
                    return None;
                };
                let sign = if name == "fixed" { IntegerSign::Twos } else { IntegerSign::Unsigned };
                (integer(sign, scale), width)
            }
            "packed_decimal" | "unsigned_packed_decimal" | "zoned_decimal" | "bcd" | "x87_bcd" => {
                let decimal = self.decimal(unit, call)?;
                (FormatKind::Decimal(decimal), decimal.octets() * 8)
            }
            "logical" => {
                let [bits] = self.numbers(unit, call, &["bits"])?;
                let bits = self.width(unit, bits)?;
                (FormatKind::Logical(self.logical(unit, bits, clauses)?), bits)
            }
            "ebcdic" => (FormatKind::Character(self.ebcdic(unit, call)?), 8),
            _ => {
                let [] = self.numbers(unit, call, &[])?;
                let (charset, bits) = match name {
                    "ascii" => (Charset::Ascii, 8),
                    "latin1" => (Charset::Latin1, 8),
                    "ucs2" | "utf16" => (Charset::Ucs2, 16),
                    _ => (Charset::Utf32, 32),
                };
                (FormatKind::Character(charset), bits)
            }
        };
        Some(kind)
    }

    /// The arguments of `call`, which are numbers of these names.
    pub(super) fn numbers<'c, const N: usize>(
        &mut self,
        unit: usize,
        call: &'c Call,
        names: &[&str; N],
    ) -> Option<[&'c Spanned<i128>; N]> {
        let numbers: Vec<&Spanned<i128>> = call
            .arguments
            .iter()
            .filter_map(|argument| match argument {
                Argument::Number(number) => Some(number),
                Argument::Word(_) => None,
            })
            .collect();
        let same = numbers.len() == call.arguments.len();
        let result = <[&Spanned<i128>; N]>::try_from(numbers).ok().filter(|_| same);
        if result.is_none() {
            let name = &call.name.value;
            let form = if N == 0 { format!("`{name}`") } else { format!("`{name}({})`", names.join(", ")) };
            let title = match N {
                0 => format!("`{name}` takes no numbers"),
                1 => format!("`{name}` takes one number"),
                _ => format!("`{name}` takes {N} numbers"),
            };
            let fault = Diagnostic::new(Slug::Number, title, call.span, "not of that form");
            self.report(unit, fault.help(format!("the form is {form}")));
        }
        result
    }

    fn width(&mut self, unit: usize, bits: &Spanned<i128>) -> Option<u32> {
        let width = u32::try_from(bits.value).ok().filter(|bits| (1..=MAX_BITS).contains(bits));
        if width.is_none() {
            let title = format!("a word cannot have {} bits", bits.value);
            let place = Place { unit, span: bits.span };
            self.fault(place, Slug::Number, title, format!("1 to {MAX_BITS} bits"));
        }
        width
    }

    fn ebcdic(&mut self, unit: usize, call: &Call) -> Option<Charset> {
        let [Argument::Word(page)] = call.arguments.as_slice() else {
            let title = "`ebcdic` takes a code page";
            let fault = Diagnostic::new(Slug::Number, title, call.span, "not of that form");
            self.report(unit, fault.help("write `ebcdic(cp037)`"));
            return None;
        };
        match page.value.as_str() {
            "cp037" => Some(Charset::EbcdicCp037),
            "cp500" => Some(Charset::EbcdicCp500),
            "cp1047" => Some(Charset::EbcdicCp1047),
            "cp1140" => Some(Charset::EbcdicCp1140),
            other => {
                let pages = ["cp037", "cp500", "cp1047", "cp1140"];
                self.unknown_word(Place { unit, span: page.span }, "code page", other, &pages);
                None
            }
        }
    }

    fn logical(&mut self, unit: usize, bits: u32, clauses: &[FamilyClause]) -> Option<Logical> {
        let mut truth = Truth::Nonzero;
        let mut write: Option<(u128, Span)> = None;
        for clause in clauses {
            match clause {
                FamilyClause::Order(_) => {}
                FamilyClause::TrueIf(call) => truth = self.truth(unit, call, bits)?,
                FamilyClause::Write(word) => {
                    write = Some((self.logical_word(unit, word, bits)?, word.span));
                }
            }
        }
        let is_true = |word: u128| match truth {
            Truth::Nonzero => word != 0,
            Truth::LowBit => word & 1 == 1,
            Truth::SignBit => word >> (bits - 1) & 1 == 1,
            Truth::Equals(one) => word == one,
        };
        let usual = match truth {
            Truth::Nonzero | Truth::LowBit => 1,
            Truth::SignBit => mask(bits),
            Truth::Equals(one) => one,
        };
        match write {
            Some((word, span)) if !is_true(word) => {
                let title = "the word written for true would be read as false";
                let fault = Diagnostic::new(Slug::ConflictingClauses, title, span, "not true")
                    .help(format!("write `write {};`", hex(usual, bits)));
                self.report(unit, fault);
                None
            }
            Some((written, _)) => Some(Logical { truth, written }),
            None => Some(Logical { truth, written: if is_true(1) { 1 } else { usual } }),
        }
    }

    fn truth(&mut self, unit: usize, call: &Call, bits: u32) -> Option<Truth> {
        if call.name.value == "equals" {
            let [word] = self.numbers(unit, call, &["word"])?;
            let value = self.logical_word(unit, word, bits)?;
            if value == 0 {
                let place = Place { unit, span: word.span };
                self.fault(place, Slug::ConflictingClauses, "zero is the word for false", "cannot be true");
                return None;
            }
            return Some(Truth::Equals(value));
        }
        let truth = match call.name.value.as_str() {
            "nonzero" => Truth::Nonzero,
            "low_bit" => Truth::LowBit,
            "sign_bit" => Truth::SignBit,
            other => {
                let place = Place { unit, span: call.name.span };
                self.unknown_word(place, "truth", other, &["nonzero", "low_bit", "sign_bit", "equals(1)"]);
                return None;
            }
        };
        let [] = self.numbers(unit, call, &[])?;
        Some(truth)
    }

    /// A word of a logical; a negative number is the two's complement.
    fn logical_word(&mut self, unit: usize, word: &Spanned<i128>, bits: u32) -> Option<u128> {
        let least = if bits >= 128 { i128::MIN } else { -(1_i128 << (bits - 1)) };
        let fits = word.value >= least
            && (bits >= 128 || word.value < 0 || word.value.cast_unsigned() <= mask(bits));
        if !fits {
            let title = format!("{} does not fit in {bits} bits", word.value);
            self.fault(Place { unit, span: word.span }, Slug::Number, title, "too large");
            return None;
        }
        Some(word.value.cast_unsigned() & mask(bits))
    }
}

fn families_of(keyword: &str) -> &'static [&'static str] {
    match keyword {
        "logical" => &["logical"],
        "character" => &["ascii", "latin1", "ebcdic", "ucs2", "utf16", "utf32"],
        _ => &[
            "twos",
            "unsigned",
            "ones",
            "sign_magnitude",
            "offset",
            "fixed",
            "ufixed",
            "packed_decimal",
            "unsigned_packed_decimal",
            "zoned_decimal",
            "bcd",
            "x87_bcd",
        ],
    }
}

/// The clauses of a float that can be said once.
#[derive(Default)]
struct Clauses<'c> {
    order: Option<Arranged>,
    negative: Option<&'c Word>,
    exponent: Option<&'c Word>,
    quiet: Option<&'c Word>,
    ieee: Option<Span>,
}

/// Floats.
impl Context<'_> {
    fn float(&mut self, unit: usize, item: &FloatItem, doc: String, origin: Origin) -> Option<Known> {
        let before = self.faults.len();
        let name = &item.name.value;
        let clauses = self.float_clauses(unit, item);
        let layout = self.lay_out(unit, item)?;
        let Some(formula) = &item.formula else {
            let title = format!("format `{name}` has no formula");
            let fault = Diagnostic::new(Slug::FormulaField, title, item.name.span, "what is its value?")
                .help("add `where value = 1.F * 2^(E - 127)` with the format's own numbers");
            self.report(unit, fault);
            return None;
        };
        self.formula_fields(unit, name, formula, &layout);
        if self.faults.len() > before {
            return None;
        }
        let mut float = self.formula(unit, name, formula, &layout)?;
        self.codes(unit, item, formula, &layout, &clauses, &mut float);
        if self.faults.len() > before {
            return None;
        }
        let order = self.own_order(clauses.order, name, layout.bits);
        self.specials(unit, item, &layout, &mut float);
        if self.faults.len() > before {
            return None;
        }
        let (order, packed) = order?;
        let kind = FormatKind::Float(float);
        let facts = Facts::of(&kind, layout.bits);
        let format = Format { name: name.clone(), doc, origin, bits: layout.bits, order, kind };
        let fraction = formula.significand.as_ref().is_some_and(|point| point.value == Point::Fraction);
        let shown = (unit == 0).then_some(formula.span);
        Some(Known { unit, shown, fraction, format, packed, facts })
    }

    fn float_clauses<'c>(&mut self, unit: usize, item: &'c FloatItem) -> Clauses<'c> {
        let mut clauses = Clauses::default();
        for clause in &item.clauses {
            let (what, span, first) = match clause {
                FloatClause::Order(order) => {
                    let arranged = self.resolve_order(unit, order);
                    let first = clauses.order.as_ref().map(|first| first.place.span);
                    if first.is_none() {
                        clauses.order = arranged;
                    }
                    ("order", order.span, first)
                }
                FloatClause::Negative(word) => ("negative", word.span, said(&mut clauses.negative, word)),
                FloatClause::Exponent(word) => ("exponent", word.span, said(&mut clauses.exponent, word)),
                FloatClause::Quiet(word) => ("quiet", word.span, said(&mut clauses.quiet, word)),
                FloatClause::Ieee(span) => {
                    let first = clauses.ieee;
                    clauses.ieee = first.or(Some(*span));
                    ("ieee", *span, first)
                }
                FloatClause::Special { .. } => continue,
            };
            if let Some(first) = first {
                self.clause_twice(unit, what, span, first);
            }
        }
        clauses
    }

    /// Compares the fields that the formula names with those of the layout.
    fn formula_fields(&mut self, unit: usize, name: &str, formula: &Formula, layout: &Layout) {
        let point = formula.significand.as_ref().map(|point| point.value);
        let names_leading = point == Some(Point::ExplicitOne);
        let names_sign = matches!(point, Some(Point::TwosComplement | Point::ImpliedComplement));
        let point_span = formula.significand.as_ref().map_or(formula.span, |point| point.span);
        let fields = [
            ("E", formula.exponent.is_some(), &layout.exponent, formula.exponent.unwrap_or(formula.span)),
            ("F", point.is_some(), &layout.significand, point_span),
            ("I", names_leading, &layout.leading, point_span),
        ];
        for (letter, named, placed, span) in fields {
            if named && !placed.is_there() {
                self.missing_field(unit, name, letter, span, layout);
            } else if !named && placed.is_there() {
                let title = format!("the formula of format `{name}` does not name `{letter}`");
                let mut fault =
                    Diagnostic::new(Slug::FormulaField, title, formula.span, "names other fields")
                        .label(placed.span(), format!("`{letter}` is here"));
                fault = match letter {
                    "I" => fault.help("write `I.F` for a leading bit that is stored"),
                    "E" => fault.help("multiply by a power, such as `2^(E - 127)`"),
                    _ => fault.help("name it, such as `1.F`"),
                };
                self.report(unit, fault);
            }
        }
        if names_sign && !layout.sign.is_there() {
            self.missing_field(unit, name, "S", point_span, layout);
        }
    }

    fn missing_field(&mut self, unit: usize, name: &str, letter: &str, span: Span, layout: &Layout) {
        let title = format!("the formula names `{letter}`, which format `{name}` does not have");
        let fault = Diagnostic::new(Slug::FormulaField, title, span, "no such field");
        self.report(unit, fault.note(format!("the format has {}", field_letters(layout))));
    }

    /// The float that the formula makes of the fields; codes and specials are still the usual ones.
    fn formula(&mut self, unit: usize, name: &str, formula: &Formula, layout: &Layout) -> Option<Float> {
        let radix = self.radix(unit, name, formula)?;
        if layout.exponent.width() > MAX_EXPONENT_BITS {
            let title = format!("the exponent of format `{name}` is too wide");
            let fault = Diagnostic::new(Slug::TooLarge, title, layout.exponent.span(), "too many bits");
            self.report(unit, fault.note(format!("an exponent has at most {MAX_EXPONENT_BITS} bits")));
            return None;
        }
        if formula.bias.unsigned_abs() > MAX_BIAS {
            let title = format!("the bias of format `{name}` is too large");
            let fault = Diagnostic::new(Slug::TooLarge, title, formula.span, "beyond any exponent");
            self.report(unit, fault.note(format!("a bias is at most {MAX_BIAS}")));
            return None;
        }
        let width = i32::try_from(layout.significand.width()).unwrap_or(i32::MAX);
        let point = formula.significand.as_ref().map(|point| point.value);
        let (leading, fraction_bits) = match point {
            None => (Leading::Hidden, 0),
            Some(Point::Fraction | Point::TwosComplement | Point::ImpliedComplement) => {
                (Leading::None, width)
            }
            Some(Point::HiddenOne) => (Leading::Hidden, width),
            Some(Point::HiddenHalf) => (Leading::Hidden, width + 1),
            Some(Point::Integer) => (Leading::None, 0),
            Some(Point::ExplicitOne) => {
                let bit = layout.leading.ranges.first().map_or(0, |range| range.low);
                (Leading::Explicit(bit), width)
            }
        };
        let negation = match point {
            Some(Point::TwosComplement) => Negation::TwosSignificand,
            Some(Point::ImpliedComplement) => Negation::ImpliedComplement,
            _ if layout.sign.is_there() => Negation::SignMagnitude,
            _ => Negation::None,
        };
        Some(Float {
            negation,
            sign: layout.sign.ranges.first().map(|range| range.low),
            exponent: layout.exponent.ranges.clone(),
            code: ExponentCode::Excess,
            bias: if layout.exponent.is_there() { formula.bias } else { 0 },
            significand: layout.significand.ranges.clone(),
            leading,
            fraction_bits,
            radix,
            specials: Vec::new(),
            quiet: Quiet::Set,
            low: None,
        })
    }

    fn radix(&mut self, unit: usize, name: &str, formula: &Formula) -> Option<u32> {
        let Some(radix) = &formula.radix else { return Some(2) };
        let value = u32::try_from(radix.value).ok().filter(|radix| matches!(radix, 2 | 8 | 16));
        let Some(value) = value else {
            let title = format!("the radix of format `{name}` cannot be {}", radix.value);
            let fault = Diagnostic::new(Slug::Number, title, radix.span, "not a radix");
            self.report(unit, fault.help("write `2`, `8` or `16`"));
            return None;
        };
        let Some(point) = formula.significand.as_ref().filter(|_| value != 2) else { return Some(value) };
        let (slug, title, note) = match point.value {
            Point::Fraction | Point::Integer => return Some(value),
            Point::HiddenOne | Point::HiddenHalf | Point::ImpliedComplement => {
                let zeros = value.trailing_zeros() - 1;
                let zeros = if zeros == 3 { "three" } else { "two" };
                (
                    Slug::HiddenBitRadix,
                    format!("format `{name}` cannot have a hidden bit"),
                    format!(
                        "a normalized radix-{value} significand may start with up to {zeros} zero bits, so its \
                         first bit is not implied"
                    ),
                )
            }
            Point::ExplicitOne | Point::TwosComplement => (
                Slug::FormulaField,
                format!("the significand of format `{name}` needs radix 2"),
                "a radix of 8 or 16 goes with `0.F` and `F`".to_owned(),
            ),
        };
        let fault = Diagnostic::new(slug, title, point.span, "needs radix 2")
            .label(radix.span, format!("the radix is {value}"))
            .note(note)
            .help("write `0.F`");
        self.report(unit, fault);
        None
    }

    /// Negation, exponent code and quiet bit.
    fn codes(
        &mut self,
        unit: usize,
        item: &FloatItem,
        formula: &Formula,
        layout: &Layout,
        clauses: &Clauses<'_>,
        float: &mut Float,
    ) {
        if let Some(word) = clauses.negative {
            self.negation(unit, word, formula, layout, float);
        }
        if let Some(word) = clauses.exponent {
            let place = Place { unit, span: word.span };
            match word.value.as_str() {
                _ if !layout.exponent.is_there() => {
                    let title = format!("format `{}` has no exponent", item.name.value);
                    let fault = Diagnostic::new(Slug::FormulaField, title, word.span, "a code for no field");
                    self.report(unit, fault.help("remove the clause"));
                }
                "excess" => float.code = ExponentCode::Excess,
                "twos_complement" => float.code = ExponentCode::Twos,
                "sign_magnitude" => float.code = ExponentCode::SignMagnitude,
                "excess_ones_complement" => float.code = ExponentCode::ExcessOnes,
                "rotated" => float.code = ExponentCode::Rotated,
                other => {
                    let known =
                        ["excess", "twos_complement", "sign_magnitude", "excess_ones_complement", "rotated"];
                    self.unknown_word(place, "exponent code", other, &known);
                }
            }
        }
        match clauses.quiet.map(|word| (word.value.as_str(), word.span)) {
            None | Some(("set", _)) => {}
            Some(("clear", _)) => float.quiet = Quiet::Clear,
            Some((other, span)) => {
                self.unknown_word(Place { unit, span }, "setting of the quiet bit", other, &["set", "clear"]);
            }
        }
    }

    fn negation(&mut self, unit: usize, word: &Word, formula: &Formula, layout: &Layout, float: &mut Float) {
        let place = Place { unit, span: word.span };
        let known = ["sign_magnitude", "twos_complement", "ones_complement", "none"];
        let negation = match word.value.as_str() {
            "sign_magnitude" => Negation::SignMagnitude,
            "twos_complement" => Negation::TwosWord,
            "ones_complement" => Negation::OnesWord,
            "none" => Negation::None,
            other => return self.unknown_word(place, "way to be negative", other, &known),
        };
        let by_formula = matches!(float.negation, Negation::TwosSignificand | Negation::ImpliedComplement);
        if by_formula {
            let title = "the formula already says how a number is negative";
            let point = formula.significand.as_ref().map_or(formula.span, |point| point.span);
            let fault = Diagnostic::new(Slug::ConflictingClauses, title, word.span, "says otherwise")
                .label(point, "the significand is a two's-complement number")
                .help("remove the `negative` clause, or write `0.F`");
            return self.report(unit, fault);
        }
        if negation == Negation::None && layout.sign.is_there() {
            let fault = Diagnostic::new(
                Slug::ConflictingClauses,
                "a format without negative numbers has no sign",
                word.span,
                "says that there are no negative numbers",
            )
            .label(layout.sign.span(), "the sign is here")
            .help("write `_1` in the place of `S1` for a bit that means nothing");
            return self.report(unit, fault);
        }
        if negation != Negation::None && !layout.sign.is_there() {
            let fault = Diagnostic::new(
                Slug::FormulaField,
                "negative numbers need a sign",
                word.span,
                "the format has no `S`",
            )
            .note(format!("the format has {}", field_letters(layout)));
            return self.report(unit, fault);
        }
        let whole = matches!(negation, Negation::TwosWord | Negation::OnesWord);
        if whole && float.sign != Some(layout.bits - 1) {
            let fault = Diagnostic::new(
                Slug::ConflictingClauses,
                "the sign of a complemented word is its top bit",
                word.span,
                "complements the whole word",
            )
            .label(layout.sign.span(), format!("the sign is not bit {}", layout.bits - 1));
            return self.report(unit, fault);
        }
        float.negation = negation;
    }
}

/// Keeps the first of a clause; gives its place when it is said again.
fn said<'c>(first: &mut Option<&'c Word>, word: &'c Word) -> Option<Span> {
    let before = first.map(|first| first.span);
    first.get_or_insert(word);
    before
}

/// Encodings that do not follow the formula.
impl Context<'_> {
    fn specials(&mut self, unit: usize, item: &FloatItem, layout: &Layout, float: &mut Float) {
        let before = self.faults.len();
        if self.too_many_comparisons(unit, item) {
            return;
        }
        let mut written: Vec<Option<Spanned<u128>>> = Vec::new();
        let mut spans: Vec<Span> = Vec::new();
        for clause in &item.clauses {
            match clause {
                FloatClause::Special { class, condition, written: word, span } => {
                    let Some(class) = self.class(unit, class) else { continue };
                    let Some(condition) = self.resolve_condition(unit, condition, float, layout) else {
                        continue;
                    };
                    let origin = self.origin(Place { unit, span: *span });
                    float.specials.push(Special { class, condition, written: None, named: false, origin });
                    written.push(word.clone());
                    spans.push(*span);
                }
                FloatClause::Ieee(span) => {
                    let Some(conditions) = self.ieee(unit, *span, float) else { continue };
                    for (class, condition) in conditions {
                        let origin = self.origin(Place { unit, span: *span });
                        float.specials.push(Special {
                            class,
                            condition,
                            written: None,
                            named: false,
                            origin,
                        });
                        written.push(None);
                        spans.push(*span);
                    }
                }
                FloatClause::Order(_)
                | FloatClause::Negative(_)
                | FloatClause::Exponent(_)
                | FloatClause::Quiet(_) => {}
            }
        }
        if self.faults.len() > before {
            return;
        }
        if let Some(at) = default_zero(float, layout, item) {
            let origin = self.origin(Place { unit, span: item.name.span });
            let condition = at.1;
            float
                .specials
                .insert(at.0, Special { class: Class::Zero, condition, written: None, named: false, origin });
            written.insert(at.0, None);
            spans.insert(at.0, item.name.span);
        }
        self.words_of_specials(unit, item, layout.bits, float, &written, &spans);
    }

    fn too_many_comparisons(&mut self, unit: usize, item: &FloatItem) -> bool {
        let mut count = 0;
        for clause in &item.clauses {
            let FloatClause::Special { condition, span, .. } = clause else { continue };
            count += condition::comparisons(condition);
            if count > MAX_COMPARISONS {
                let title = format!("the conditions of format `{}` are too many", item.name.value);
                let fault = Diagnostic::new(Slug::TooLarge, title, *span, "one comparison too many");
                let note = format!("all conditions of a format have at most {MAX_COMPARISONS} comparisons");
                self.report(unit, fault.note(note));
                return true;
            }
        }
        false
    }

    fn class(&mut self, unit: usize, word: &Word) -> Option<Class> {
        const WORDS: [&str; 9] = [
            "zero",
            "subnormal",
            "infinity",
            "nan",
            "reserved",
            "invalid",
            "overflow",
            "underflow",
            "missing",
        ];
        Some(match word.value.as_str() {
            "zero" => Class::Zero,
            "subnormal" => Class::Subnormal,
            "infinity" => Class::Infinity,
            "nan" => Class::Nan,
            "reserved" => Class::Reserved,
            "invalid" => Class::Invalid,
            "overflow" => Class::Overflow,
            "underflow" => Class::Underflow,
            "missing" => Class::Missing,
            other => {
                self.unknown_word(Place { unit, span: word.span }, "class of words", other, &WORDS);
                return None;
            }
        })
    }

    fn ieee(&mut self, unit: usize, span: Span, float: &Float) -> Option<[(Class, Condition); 3]> {
        if float.exponent.is_empty() || float.significand.is_empty() {
            let fault = Diagnostic::new(
                Slug::FormulaField,
                "`ieee` needs an exponent and a significand",
                span,
                "speaks of `E` and `F`",
            );
            self.report(unit, fault);
            return None;
        }
        let (_, max) = condition::field_range(float, Field::Exponent);
        let max = i128::try_from(max).unwrap_or(i128::MAX);
        let exponent = |number| Condition::Compare(Field::Exponent, Comparison::Equal, number);
        let fraction = |comparison| Condition::Compare(Field::Significand, comparison, 0);
        let both = |left, right| Condition::And(Box::new(left), Box::new(right));
        Some([
            (Class::Subnormal, exponent(0)),
            (Class::Infinity, both(exponent(max), fraction(Comparison::Equal))),
            (Class::Nan, both(exponent(max), fraction(Comparison::NotEqual))),
        ])
    }

    /// Fills in the word that is written for each class, and finds classes that no word has.
    fn words_of_specials(
        &mut self,
        unit: usize,
        item: &FloatItem,
        bits: u32,
        float: &mut Float,
        written: &[Option<Spanned<u128>>],
        spans: &[Span],
    ) {
        let cells = Cells::new(float);
        for index in 0..float.specials.len() {
            let (some, every) = cells.reach(&float.specials[index].condition);
            if !some || every {
                let title = format!("the condition {} holds", if some { "always" } else { "never" });
                let label = if some { "claims every word" } else { "claims no word" };
                self.fault(Place { unit, span: spans[index] }, Slug::Condition, title, label);
                continue;
            }
            if !cells.decides(float, index) {
                self.claimed(unit, item, float, index, spans);
                continue;
            }
            match &written[index] {
                None => float.specials[index].written = exact::written(float, bits, index),
                Some(word) if self.written_fits(unit, float, bits, index, word) => {
                    float.specials[index].written = Some(word.value);
                    float.specials[index].named = true;
                }
                Some(_) => {}
            }
        }
    }

    fn claimed(&mut self, unit: usize, item: &FloatItem, float: &Float, index: usize, spans: &[Span]) {
        let cells = Cells::new(float);
        if spans[index] == item.name.span {
            let title = format!("no word of format `{}` is zero", item.name.value);
            let label = "zero is a significand of zero, where nothing is said";
            let fault = Diagnostic::new(Slug::Condition, title, item.name.span, label);
            let fault = match cells.claimed_by(float, index) {
                Some(first) => fault.label(spans[first], "claims that word"),
                None => fault,
            };
            return self.report(unit, fault.help("put a clause `zero if …;` before it"));
        }
        let title = "the clause claims no word that is not claimed before it";
        let mut fault = Diagnostic::new(Slug::Condition, title, spans[index], "never decides");
        if let Some(first) = cells.claimed_by(float, index)
            && spans[first] != spans[index]
        {
            fault = fault.label(spans[first], "claims its words");
        }
        self.report(
            unit,
            fault
                .note("the first clause that fits a word decides")
                .help("put the clause that claims fewer words first"),
        );
    }

    fn written_fits(
        &mut self,
        unit: usize,
        float: &Float,
        bits: u32,
        index: usize,
        word: &Spanned<u128>,
    ) -> bool {
        let place = Place { unit, span: word.span };
        if word.value > mask(bits) {
            let title = format!("{:#X} does not fit in {bits} bits", word.value);
            self.fault(place, Slug::Number, title, "too large");
            return false;
        }
        let machine = Machine::new(float, bits);
        let decided = exact::special_of(float, &machine.fields(word.value));
        let sign = float.sign.map_or(0, |bit| 1 << bit);
        let clear = word.value & !sign;
        if decided != Some(index) {
            let title = format!("the word {} does not belong to this clause", hex(word.value, bits));
            let meaning = exact::describe(&machine.decode(word.value));
            let fault = Diagnostic::new(Slug::Condition, title, word.span, format!("is {meaning}"));
            let fault = match exact::written(float, bits, index) {
                Some(usual) => fault.help(format!("write `{}`, or remove `written`", hex(usual, bits))),
                None => fault,
            };
            self.report(unit, fault);
            return false;
        }
        if clear != word.value && exact::special_of(float, &machine.fields(clear)) == Some(index) {
            let title = "the word that is written for a class has its sign bit clear";
            let fault = Diagnostic::new(Slug::Condition, title, word.span, "has its sign bit set");
            self.report(unit, fault.help(format!("write `{}`", hex(clear, bits))));
            return false;
        }
        true
    }
}

/// Where the zero stands that a format has without a clause of its own, and which words it is.
fn default_zero(float: &Float, layout: &Layout, item: &FloatItem) -> Option<(usize, Condition)> {
    let said = float.specials.iter().any(|special| special.class == Class::Zero);
    let alone = item.formula.as_ref().is_none_or(|formula| formula.significand.is_none());
    if said || alone || float.negation == Negation::ImpliedComplement {
        return None;
    }
    let is_zero = |(field, _): (Field, &Placed)| Condition::Compare(field, Comparison::Equal, 0);
    let fields = [
        (Field::Exponent, &layout.exponent),
        (Field::Leading, &layout.leading),
        (Field::Significand, &layout.significand),
    ];
    let there = fields.into_iter().filter(|(_, placed)| placed.is_there());
    let hidden = float.leading == Leading::Hidden;
    let twos = float.negation == Negation::TwosSignificand;
    let sign = twos.then(|| is_zero((Field::Sign, &layout.sign)));
    let condition = condition::all(
        sign.into_iter().chain(there.filter(|(field, _)| hidden || *field != Field::Exponent).map(is_zero)),
    )?;
    let first = float.specials.iter().position(|special| special.class == Class::Subnormal);
    Some((first.unwrap_or(float.specials.len()), condition))
}
