//! Pass 3: the meaning of a format's words.
//!
//! Afterwards every format that is used is a number format, a logical or a character set of the model, with the words
//! that are written for its special values. Otherwise it is known to be faulty, and everything that uses it is skipped.

use super::context::{Context, TextPlace};
use super::decimal::{FIXED, UFIXED, container_fault, default_order};
use super::family::{
    FAMILIES, add_string_help, format_call, is_signed_words_call, is_string, list_argument_texts,
};
use super::layout::MAX_BITS;
use super::order::{Arrangement, OrderScope, StatedOrder, fit_order, misfit_fault};
use super::range::RangeFacts;
use super::slot::{CheckedFormat, FormatSlot};
use super::synonyms;
use crate::ast::{Argument, FamilyClause, FamilyItem, FloatLayout, FormatCall, ItemHead, ItemKind, Spanned};
use crate::diagnostic::{Diagnostic, Slug};
use crate::exact::format_hex;
use crate::model::word::mask;
use crate::model::{
    ByteOrder, Charset, CodePage, Format, FormatKind, Integer, IntegerSign, Logical, MixedForm, MixedPage,
    MixedSet, PageFamily, Truth,
};
use crate::source::{Origin, Span};

/// Checks every format of the user's text.
pub(super) fn check_numbers(context: &mut Context<'_>) {
    let text = context.units[0].text;
    for item in 0..text.len() {
        if let ItemHead::Format(_) = text.head(item) {
            context.resolve_item_slot((0, item));
        }
    }
}

impl Context<'_> {
    /// The format that `call` names, a built-in one included; `None` after a fault.
    pub(super) fn resolve_format(&mut self, unit: usize, call: &FormatCall) -> Option<usize> {
        // A format that the text defines hides the word of the language, `unsupported` among them.
        let own = call.family.is_none() && !self.units[unit].has_format(&call.name.value);
        if own && call.name.value == "unsupported" {
            let title = "`unsupported` is not a format";
            let fault =
                Diagnostic::new(Slug::UnknownFormat, title, call.span, "only what types are mapped to");
            self.report(unit, fault);
            return None;
        }
        if own && FAMILIES.contains(&call.name.value.as_str()) {
            return self.resolve_builtin_slot(unit, call);
        }
        let item = self.resolve_item(unit, call)?;
        // Only families take arguments. With them a format of the text would seem to have variants.
        if !call.arguments.is_empty() {
            let title = format!("format `{}` takes no numbers", call.name.value);
            let fault = Diagnostic::new(Slug::Number, title, call.span, "written with numbers");
            self.report(unit, fault.help(format!("write `{}`", call.name.value)));
            return None;
        }
        Some(self.resolve_item_slot(item))
    }

    /// The slot of an item that is a format.
    fn resolve_item_slot(&mut self, id: (usize, usize)) -> usize {
        // Checked once, however often it is named, so that its faults are reported once.
        if let Some(slot) = self.items.get(&id) {
            return *slot;
        }
        let (unit, index) = id;
        let item = self.units[unit].text.item(index);
        let origin = self.origin(TextPlace { unit, span: item.span });
        let checked_format = match &item.kind {
            // A pair names another format, which is checked first by way of its own slot.
            ItemKind::Float(float) => match &float.layout {
                FloatLayout::Pair(pair) => self.check_pair(unit, float, pair, item.doc.clone(), origin),
                FloatLayout::Picture(_) | FloatLayout::Long { .. } => {
                    self.check_float(unit, float, item.doc.clone(), origin)
                }
            },
            ItemKind::Family(family) => self.check_family_item(unit, family, item.doc.clone(), origin),
            ItemKind::Use(_) | ItemKind::Datarep(_) | ItemKind::Record(_) | ItemKind::Test(_) => None,
        };
        // Kept even if it is broken, so that what names it stays silent.
        let slot = self.add_slot(checked_format);
        self.items.insert(id, slot);
        slot
    }

    fn add_slot(&mut self, checked_format: Option<CheckedFormat>) -> usize {
        self.slots.push(
            checked_format
                .map_or(FormatSlot::Broken, |checked_format| FormatSlot::Known(Box::new(checked_format))),
        );
        self.slots.len() - 1
    }

    /// The slot of a built-in format, `twos(24)`.
    fn resolve_builtin_slot(&mut self, unit: usize, call: &FormatCall) -> Option<usize> {
        // Calls that mean the same have the same text, as it is made from their arguments.
        let name = format_call(call);
        if let Some(slot) = self.builtins.get(&name) {
            return Some(*slot);
        }
        let place = TextPlace { unit, span: call.span };
        let (kind, bits) = self.check_built_in(unit, call, &[])?;
        let facts = RangeFacts::from_kind(&kind, bits);
        let origin = Origin { text: name.clone(), ..self.origin(place) };
        let order = default_order(&kind);
        let format = Format { name: name.clone(), doc: String::new(), origin, bits, order, kind };
        let checked_format =
            CheckedFormat { unit, range_span: None, fraction: false, format, packed: None, facts };
        let slot = self.add_slot(Some(checked_format));
        self.builtins.insert(name, slot);
        Some(slot)
    }

    /// The order of a format, which must fit its width, or the way it is packed.
    pub(super) fn check_own_order(
        &mut self,
        order: Option<StatedOrder>,
        name: &str,
        bits: u32,
    ) -> Option<(Option<ByteOrder>, Option<String>)> {
        // Without an order of its own a format takes that of the representation.
        let Some(order) = order else { return Some((None, None)) };
        let words = self.units[order.place.unit].slice_text(order.place.span).to_owned();
        match order.kind {
            Arrangement::Packed(packed) if bits.is_multiple_of(8) => {
                let title = format!("`{packed}` is for words that do not fill bytes");
                let fault = Diagnostic::new(Slug::OrderWidth, title, order.place.span, "not for this width")
                    .note(format!("`{name}` has {bits} bits, which are {} bytes", bits / 8))
                    .help("write `big`, or remove the line");
                self.report(order.place.unit, fault);
                None
            }
            Arrangement::Packed(packed) => Some((None, Some(packed))),
            Arrangement::Bytes(kind) => {
                let fitting = fit_order(&kind, bits, OrderScope::Format);
                if fitting.is_none() {
                    self.report(order.place.unit, misfit_fault(&words, order.place, name, bits));
                }
                Some((Some(fitting?), None))
            }
        }
    }
}

/// Checks of integers, logicals and characters.
impl Context<'_> {
    pub(super) fn check_family_item(
        &mut self,
        unit: usize,
        item: &FamilyItem,
        doc: String,
        origin: Origin,
    ) -> Option<CheckedFormat> {
        let before = self.faults.len();
        let name = &item.name.value;
        let keyword = item.keyword.value.as_str();
        let kind = match item.call.name.value.as_str() {
            "logical" => "logical",
            "ascii" | "latin1" | "ebcdic" | "codepage" | "mixed_ebcdic" | "double_byte" | "ucs2"
            | "utf16" | "utf32" => "character",
            "decimal_float" | "posit" | "p3109" => "float",
            _ => "integer",
        };
        let is_family = FAMILIES.contains(&item.call.name.value.as_str()) || is_signed_words_call(&item.call);
        // A call with a family before it, `hp::…`, names a format of the library. Only families of the language
        // define new ones.
        // `unsupported` is a word of mappings, which no family makes.
        if !is_family || item.call.name.value == "unsupported" || item.call.family.is_some() {
            let place = TextPlace { unit, span: item.call.span };
            self.report_unknown_family(place, keyword, &item.call);
            return None;
        }
        if kind != keyword {
            let title = format!("`{}` is not a family of the kind `{keyword}`", item.call.name.value);
            let fault = Diagnostic::new(Slug::WrongKind, title, item.call.span, format!("is `{kind}`"))
                .label(item.keyword.span, format!("says `{keyword}`"))
                .help(format!("write `{kind} {name} = …`"));
            self.report(unit, fault);
            return None;
        }
        // Before the family: faults of the clauses are reported even if the call has one.
        let order = self.resolve_family_order(unit, item);
        let (kind, bits) = self.check_built_in(unit, &item.call, &item.clauses)?;
        let place = TextPlace { unit, span: item.call.span };
        // An order may say where bits that fill no bytes lie. If it does not fit, `check_own_order` reports that.
        let has_order = item.clauses.iter().any(|clause| matches!(clause, FamilyClause::Order(_)));
        if !has_order && !self.check_whole_bytes(place, name, None, bits) {
            return None;
        }
        let (order, packed) = self.check_own_order(order, name, bits)?;
        if self.faults.len() > before {
            return None;
        }
        let is_contained = matches!(order, Some(ByteOrder::Contained(_)));
        if is_contained && kind.digits().is_some_and(|decimal| !decimal.is_binary()) {
            self.report(unit, container_fault(name, item.call.span));
            return None;
        }
        let facts = RangeFacts::from_kind(&kind, bits);
        let order = match order {
            // The order of the single words gives that of the whole, most significant word first.
            None if is_signed_words_call(&item.call) && packed.is_none() => {
                self.resolve_words_order(unit, &item.call)
            }
            order => order.or_else(|| default_order(&kind)),
        };
        let format = Format { name: name.clone(), doc, origin, bits, order, kind };
        let range_span = (unit == 0).then_some(item.call.span);
        Some(CheckedFormat { unit, range_span, fraction: false, format, packed, facts })
    }

    fn report_unknown_family(&mut self, place: TextPlace, keyword: &str, call: &FormatCall) {
        let name = &call.name.value;
        // A name of another language is advice only if its family is of the kind that the keyword asks for.
        let suggestion =
            synonyms::find_format(name, &list_argument_texts(&call.arguments)).filter(|suggestion| {
                list_families(keyword).iter().any(|family| suggestion.split('(').next() == Some(family))
            });
        let kind = format!("{keyword} family");
        if suggestion.is_none() && !is_string(name) {
            return self.report_unknown_word(place, &kind, name, list_families(keyword));
        }
        let title = format!("no {kind} named `{name}`");
        let fault = Diagnostic::new(Slug::UnknownWord, title, place.span, "not known");
        let fault = match suggestion {
            Some(suggestion) => fault.help(format!("write `{suggestion}`")),
            None => add_string_help(fault),
        };
        self.report(place.unit, fault);
    }

    fn resolve_family_order(&mut self, unit: usize, item: &FamilyItem) -> Option<StatedOrder> {
        let mut stated_order: Option<StatedOrder> = None;
        let mut truth: Option<Span> = None;
        let mut write: Option<Span> = None;
        let logical = item.keyword.value == "logical";
        for clause in &item.clauses {
            match clause {
                FamilyClause::Order(order) => {
                    let arranged = self.resolve_order(unit, order);
                    match &stated_order {
                        Some(first) => {
                            self.report_repeated_clause(unit, "order", order.span, first.place.span);
                        }
                        None => stated_order = arranged,
                    }
                }
                FamilyClause::TrueIf(call) => {
                    self.check_logical_clause(unit, logical, "true if", call.span, &mut truth);
                }
                FamilyClause::Write(word) => {
                    self.check_logical_clause(unit, logical, "write", word.span, &mut write);
                }
            }
        }
        stated_order
    }

    fn check_logical_clause(
        &mut self,
        unit: usize,
        logical: bool,
        clause_name: &str,
        span: Span,
        first: &mut Option<Span>,
    ) {
        if !logical {
            let title = format!("`{clause_name}` is for logicals");
            self.report_at(TextPlace { unit, span }, Slug::ConflictingClauses, title, "not for this format");
        } else if let Some(first) = first {
            self.report_repeated_clause(unit, clause_name, span, *first);
        } else {
            *first = Some(span);
        }
    }

    pub(super) fn report_repeated_clause(&mut self, unit: usize, clause_name: &str, span: Span, first: Span) {
        let title = format!("`{clause_name}` is given twice");
        let fault = Diagnostic::new(Slug::ConflictingClauses, title, span, "given again here")
            .label(first, "first given here")
            .help("remove one of the two");
        self.report(unit, fault);
    }

    /// The format that a call of a family makes, and its width.
    fn check_built_in(
        &mut self,
        unit: usize,
        call: &FormatCall,
        clauses: &[FamilyClause],
    ) -> Option<(FormatKind, u32)> {
        let name = call.name.value.as_str();
        let kind = match name {
            "twos" | "unsigned" | "ones" | "sign_magnitude" => {
                let [bits] = self.read_numbers(unit, call, &["bits"])?;
                let bits = self.check_width(unit, bits)?;
                let sign = match name {
                    "twos" => IntegerSign::Twos,
                    "unsigned" => IntegerSign::Unsigned,
                    "ones" => IntegerSign::Ones,
                    _ => IntegerSign::SignMagnitude,
                };
                (FormatKind::Integer(Integer { sign, scale: 0 }), bits)
            }
            "offset" => {
                let (integer, bits) = self.check_offset(unit, call)?;
                (FormatKind::Integer(integer), bits)
            }
            "pair" | "triple" => {
                let (integer, bits) = self.check_signed_words(unit, call)?;
                (FormatKind::Integer(integer), bits)
            }
            "fixed" | "ufixed" => {
                let (integer, bits) = self.check_fixed_point(unit, call)?;
                (FormatKind::Integer(integer), bits)
            }
            "packed_decimal" | "unsigned_packed_decimal" | "zoned_decimal" | "bcd" | "x87_bcd" => {
                let decimal = self.check_decimal(unit, call)?;
                (FormatKind::Decimal(decimal), decimal.bytes() * 8)
            }
            "printed_decimal" => {
                let decimal = self.check_printed(unit, call)?;
                (FormatKind::Decimal(decimal), decimal.bytes() * 8)
            }
            "binary_decimal" => {
                let (decimal, bits) = self.check_binary_decimal(unit, call)?;
                (FormatKind::Decimal(decimal), bits)
            }
            "decimal_float" => self.check_decimal_float(unit, call)?,
            "posit" => self.check_posit(unit, call)?,
            "p3109" => self.check_p3109(unit, call)?,
            "logical" => {
                let [bits] = self.read_numbers(unit, call, &["bits"])?;
                let bits = self.check_width(unit, bits)?;
                (FormatKind::Logical(self.check_logical(unit, bits, clauses)?), bits)
            }
            "ebcdic" => (FormatKind::Character(self.check_page(unit, call, PageFamily::Ebcdic)?), 8),
            // The characters have one byte or two. A byte is the unit in which lengths of such texts are counted.
            "mixed_ebcdic" | "double_byte" => (FormatKind::Character(self.check_mixed_page(unit, call)?), 8),
            "codepage" => (FormatKind::Character(self.check_page(unit, call, PageFamily::CodePage)?), 8),
            // The families that are left take no numbers: `ascii(8)` is a fault.
            _ => {
                let [] = self.read_numbers(unit, call, &[])?;
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

    /// An integer format whose words are offset by a number, and its width.
    fn check_offset(&mut self, unit: usize, call: &FormatCall) -> Option<(Integer, u32)> {
        let [bits, offset] = self.read_numbers(unit, call, &["bits", "number"])?;
        let width = self.check_width(unit, bits)?;
        // A larger offset would leave zero without a word, and so would one below zero.
        if !u128::try_from(offset.value).is_ok_and(|offset| offset <= mask(width)) {
            let title = format!("a word of {width} bits cannot be offset by {}", offset.value);
            let place = TextPlace { unit, span: offset.span };
            self.report_at(place, Slug::Number, title, format!("0 to {}", mask(width)));
            return None;
        }
        let sign = match offset.value {
            // The same format by another name. One kind makes conversions of both equal.
            0 => IntegerSign::Unsigned,
            offset => IntegerSign::Offset(offset),
        };
        Some((Integer { sign, scale: 0 }, width))
    }

    /// A fixed-point format and its width.
    fn check_fixed_point(&mut self, unit: usize, call: &FormatCall) -> Option<(Integer, u32)> {
        let name = call.name.value.as_str();
        let family = if name == "fixed" { FIXED } else { UFIXED };
        let (numbers, words) = self.split_arguments(unit, call, family)?;
        let [bits, scale] = numbers.try_into().ok()?;
        let sign = match words.first().map(|word| word.value.as_str()) {
            _ if name == "ufixed" => IntegerSign::Unsigned,
            Some("ones_complement") => IntegerSign::Ones,
            Some("sign_magnitude") => IntegerSign::SignMagnitude,
            _ => IntegerSign::Twos,
        };
        let width = self.check_width(unit, bits)?;
        // The point may stand before all bits, but not farther: `scale` counts bits of the word.
        let Some(scale) = u32::try_from(scale.value).ok().filter(|scale| *scale <= width) else {
            let title = format!("`{name}` of {width} bits cannot have {} fraction bits", scale.value);
            let place = TextPlace { unit, span: scale.span };
            self.report_at(place, Slug::Number, title, format!("0 to {width}"));
            return None;
        };
        Some((Integer { sign, scale }, width))
    }

    /// The arguments of `call`, which must be numbers with these names.
    pub(super) fn read_numbers<'c, const N: usize>(
        &mut self,
        unit: usize,
        call: &'c FormatCall,
        names: &[&str; N],
    ) -> Option<[&'c Spanned<i128>; N]> {
        let numbers: Vec<&Spanned<i128>> = call
            .arguments
            .iter()
            .filter_map(|argument| match argument {
                Argument::Number(number) => Some(number),
                Argument::Word(_) | Argument::Text(_) => None,
            })
            .collect();
        // A word among the arguments must not be dropped silently.
        let only_numbers = numbers.len() == call.arguments.len();
        let result = <[&Spanned<i128>; N]>::try_from(numbers).ok().filter(|_| only_numbers);
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

    pub(super) fn check_width(&mut self, unit: usize, bits: &Spanned<i128>) -> Option<u32> {
        let width = u32::try_from(bits.value).ok().filter(|bits| (1..=MAX_BITS).contains(bits));
        if width.is_none() {
            let title = format!("a word cannot have {} bits", bits.value);
            let place = TextPlace { unit, span: bits.span };
            self.report_at(place, Slug::Number, title, format!("1 to {MAX_BITS} bits"));
        }
        width
    }

    fn check_page(&mut self, unit: usize, call: &FormatCall, family: PageFamily) -> Option<Charset> {
        let usual = match family {
            PageFamily::Ebcdic => "ebcdic(cp037)",
            PageFamily::CodePage => "codepage(cp1252)",
        };
        let [Argument::Word(word)] = call.arguments.as_slice() else {
            let title = format!("`{}` takes a code page", family.word());
            let fault = Diagnostic::new(Slug::Number, title, call.span, "not of that form");
            let suggestion =
                list_argument_texts(&call.arguments).first().and_then(|page| synonyms::find_page(page));
            self.report(unit, fault.help(format!("write `{}`", suggestion.as_deref().unwrap_or(usual))));
            return None;
        };
        // Names in other spellings are not accepted but advised, so that a format has one name in all texts.
        if let Some(page) = CodePage::find(family, &word.value) {
            return Some(Charset::Page(page));
        }
        let Some(suggestion) = synonyms::find_page(&word.value) else {
            let pages: Vec<&str> =
                CodePage::all().filter(|page| page.family() == family).map(CodePage::name).collect();
            self.report_unknown_word(TextPlace { unit, span: word.span }, "code page", &word.value, &pages);
            return None;
        };
        let title = format!("no code page of `{}` is named `{}`", family.word(), word.value);
        let fault = Diagnostic::new(Slug::UnknownWord, title, call.span, "not known");
        self.report(unit, fault.help(format!("write `{suggestion}`")));
        None
    }

    /// The page of a text with characters of two bytes.
    fn check_mixed_page(&mut self, unit: usize, call: &FormatCall) -> Option<Charset> {
        let form = MixedForm::find(&call.name.value)?;
        let texts = list_argument_texts(&call.arguments);
        // A number in place of a name, such as 930, falls through to the advice below.
        if let [Argument::Word(word)] = call.arguments.as_slice() {
            if let Some(page) = MixedPage::find(&word.value) {
                return Some(Charset::Mixed(MixedSet { page, form }));
            }
            if MixedPage::guess(&word.value).is_none() {
                let pages: Vec<&str> = MixedPage::all().map(MixedPage::name).collect();
                let place = TextPlace { unit, span: word.span };
                self.report_unknown_word(place, "page of characters of two bytes", &word.value, &pages);
                return None;
            }
        }
        let suggestion =
            texts.first().and_then(|word| MixedPage::guess(word)).map_or("cp930", MixedPage::name);
        let title = format!("`{}` takes the name of a code page", form.word());
        let fault = Diagnostic::new(Slug::Number, title, call.span, "not of that form");
        self.report(unit, fault.help(format!("write `{}({suggestion})`", form.word())));
        None
    }

    fn check_logical(&mut self, unit: usize, bits: u32, clauses: &[FamilyClause]) -> Option<Logical> {
        let mut truth = Truth::Nonzero;
        let mut write: Option<(u128, Span)> = None;
        for clause in clauses {
            match clause {
                FamilyClause::Order(_) => {}
                FamilyClause::TrueIf(call) => truth = self.check_truth(unit, call, bits)?,
                FamilyClause::Write(word) => {
                    write = Some((self.check_logical_word(unit, word, bits)?, word.span));
                }
            }
        }
        let is_true = |word: u128| match truth {
            Truth::Nonzero => word != 0,
            Truth::LowBit => word & 1 == 1,
            Truth::SignBit => word >> (bits - 1) & 1 == 1,
            Truth::Equals(true_word) => word == true_word,
        };
        let usual = match truth {
            Truth::Nonzero | Truth::LowBit => 1,
            Truth::SignBit => mask(bits),
            Truth::Equals(true_word) => true_word,
        };
        match write {
            Some((word, span)) if !is_true(word) => {
                let title = "the word written for true would be read as false";
                let fault = Diagnostic::new(Slug::ConflictingClauses, title, span, "not true")
                    .help(format!("write `write {};`", format_hex(usual, bits)));
                self.report(unit, fault);
                None
            }
            Some((written, _)) => Some(Logical { truth, written }),
            // One is the usual word for true, where it is true at all. With the sign bit all bits are set, as -1.
            None => Some(Logical { truth, written: if is_true(1) { 1 } else { usual } }),
        }
    }

    fn check_truth(&mut self, unit: usize, call: &FormatCall, bits: u32) -> Option<Truth> {
        if call.name.value == "equals" {
            let [word] = self.read_numbers(unit, call, &["word"])?;
            let value = self.check_logical_word(unit, word, bits)?;
            // Zero is written for false in every logical format.
            if value == 0 {
                let place = TextPlace { unit, span: word.span };
                self.report_at(
                    place,
                    Slug::ConflictingClauses,
                    "zero is the word for false",
                    "cannot be true",
                );
                return None;
            }
            return Some(Truth::Equals(value));
        }
        let truth = match call.name.value.as_str() {
            "nonzero" => Truth::Nonzero,
            "low_bit" => Truth::LowBit,
            "sign_bit" => Truth::SignBit,
            other => {
                let place = TextPlace { unit, span: call.name.span };
                self.report_unknown_word(
                    place,
                    "truth",
                    other,
                    &["nonzero", "low_bit", "sign_bit", "equals(1)"],
                );
                return None;
            }
        };
        let [] = self.read_numbers(unit, call, &[])?;
        Some(truth)
    }

    /// A word of a logical. A negative number is written in two's complement.
    fn check_logical_word(&mut self, unit: usize, word: &Spanned<i128>, bits: u32) -> Option<u128> {
        // Some Fortran compilers write true as -1, so a negative number stands for its two's complement.
        let least = if bits >= 128 { i128::MIN } else { -(1_i128 << (bits - 1)) };
        let fits = word.value >= least
            && (bits >= 128 || word.value < 0 || word.value.cast_unsigned() <= mask(bits));
        if !fits {
            let title = format!("{} does not fit in {bits} bits", word.value);
            self.report_at(TextPlace { unit, span: word.span }, Slug::Number, title, "too large");
            return None;
        }
        Some(word.value.cast_unsigned() & mask(bits))
    }
}

fn list_families(keyword: &str) -> &'static [&'static str] {
    match keyword {
        "logical" => &["logical"],
        "float" => &["decimal_float", "posit", "p3109"],
        "character" => &["ascii", "latin1", "ebcdic", "codepage", "ucs2", "utf16", "utf32"],
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
            "binary_decimal",
            "printed_decimal",
        ],
    }
}
