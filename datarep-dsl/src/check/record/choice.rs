//! Choices: fields whose content an earlier field decides.
//!
//! Afterwards every alternative can be reached, no value of the selector is a case of two alternatives, and all
//! alternatives fit in the bytes that the choice states.

use std::collections::BTreeMap;

use super::super::context::{Context, TextPlace};
use super::super::mapping::RecordConversions;
use super::super::slot::FormatSlot;
use super::{CheckedRecords, MAX_BYTES, RecordLayout};
use crate::ast::{CaseExpr, ChoiceExpr, DecisionExpr, FieldItem, Spanned, Word};
use crate::diagnostic::{Diagnostic, Slug};
use crate::exact;
use crate::model::{
    Alternative, Case, Charset, Choice, Conversion, Decision, FieldKind, MixedForm, NativeKind, RecordField,
    StatedRules, TextField,
};
use crate::source::Span;

/// A field of a record, or of a record in it.
pub(super) struct FoundField<'f> {
    /// The index of the field, then that of a field in its record, and so on.
    pub(super) path: Vec<usize>,
    pub(super) field: &'f RecordField,
    /// The conversions of its record.
    pub(super) conversions: &'f [Conversion],
    /// Whether none of the records that contain it is in an array.
    pub(super) is_single: bool,
}

/// The field that decides.
pub(super) struct Selector {
    /// The index of the field, then that of a field in its record, and so on.
    pub(super) path: Vec<usize>,
    values: SelectorValues,
}

/// The values that a selector can have.
enum SelectorValues {
    /// Texts of `length` characters.
    Texts {
        text: TextField,
        length: usize,
        charset: Charset,
    },
    Integers {
        signed: bool,
        bits: u32,
    },
}

impl CheckedRecords {
    /// The least number of bytes that a choice takes.
    pub(super) fn least_choice_bytes(&self, choice: &Choice) -> u64 {
        let least = choice.alternatives.iter().map(|alternative| match &alternative.field {
            // The bytes of an alternative are those of all its items already.
            Some(field) => field.bytes.unwrap_or_else(|| self.least_field_bytes(field)),
            None => 0,
        });
        // A stated number of bytes holds for every alternative. Without one a record is as short as its shortest one.
        choice.bytes.unwrap_or_else(|| least.min().unwrap_or(0))
    }

    /// The least number of bytes of a field with its arrays.
    fn least_field_bytes(&self, field: &RecordField) -> u64 {
        let items = field
            .counts
            .iter()
            .fold(1_u64, |product, count| product.saturating_mul(count.fixed().unwrap_or(0)));
        self.least_bytes(field).saturating_mul(items)
    }
}

impl Context<'_> {
    /// Builds the field of a choice. Its offset is set later.
    pub(super) fn check_choice(
        &mut self,
        checked_records: &mut CheckedRecords,
        fields: &mut RecordConversions,
        layout: &RecordLayout<'_>,
        field: &FieldItem,
        expr: &ChoiceExpr,
        depth: usize,
    ) -> Option<RecordField> {
        if field.name.value == "_" {
            self.report_unnamed_field(field, field.stored.span);
            return None;
        }
        // A choice has neither rules nor a native type. Its alternatives have their own.
        let noun = if expr.decision == DecisionExpr::AllValid { "an overlay" } else { "a choice" };
        self.report_unused_clauses(field, noun);
        self.report_nulls(field, noun, "say it at the fields of its alternatives");
        if expr.alternatives.is_empty() {
            self.report_empty_choice(field, expr);
            return None;
        }
        let selector = match &expr.decision {
            DecisionExpr::Field(words) => {
                self.find_selector(checked_records, fields, layout, words).map(Some)
            }
            DecisionExpr::FirstValid | DecisionExpr::AllValid => Some(None),
        };
        // The alternatives are checked even without a selector, so that their own faults are reported.
        let mut is_sound = selector.is_some() && self.check_alternative_names(expr);
        let mut alternatives = Vec::new();
        for alternative in &expr.alternatives {
            let mut inside = None;
            if let Some(item) = &alternative.field {
                inside = self.check_alternative(checked_records, fields, layout, item, depth);
                is_sound &= inside.as_ref().is_some_and(|checked_field| {
                    self.check_alternative_length(checked_records, expr, item, checked_field)
                });
            }
            // Pushed even if it is faulty: the cases below are matched to alternatives by their places.
            alternatives.push(Alternative { cases: None, field: inside });
        }
        is_sound &= match &selector {
            Some(Some(selector)) => self.enter_cases(selector, expr, &mut alternatives),
            Some(None) => self.enter_validity(checked_records, fields, expr, &mut alternatives),
            None => false,
        };
        is_sound &= self.check_stated_bytes(expr);
        let bytes = match expr.decision {
            // Before the length of an overlay is sought, for which all alternatives must be sound.
            _ if !is_sound => return None,
            DecisionExpr::AllValid => Some(self.find_overlay_length(field, expr, &alternatives)?),
            DecisionExpr::Field(_) | DecisionExpr::FirstValid => expr.bytes.as_ref().map(|bytes| bytes.value),
        };
        let decision = match (selector?, &expr.decision) {
            (Some(selector), _) => Decision::Field(selector.path),
            (None, DecisionExpr::AllValid) => Decision::AllValid,
            (None, _) => Decision::FirstValid,
        };
        let choice = Choice { decision, alternatives, bytes };
        Some(RecordField {
            name: Some(field.name.value.clone()),
            // Without the alternatives, which may be long.
            origin: self.origin(TextPlace {
                unit: 0,
                span: Span { start: field.span.start, end: field.stored.span.end },
            }),
            offset: None,
            bytes: find_common_length(&choice),
            kind: FieldKind::Choice(choice),
            counts: Vec::new(),
            nulls: None,
            // Those of its alternatives are in their fields.
            stated_rules: StatedRules::default(),
        })
    }

    /// Reports a number of bytes that no choice has.
    fn check_stated_bytes(&mut self, expr: &ChoiceExpr) -> bool {
        let stated = expr.bytes.as_ref().filter(|bytes| bytes.value == 0 || bytes.value > MAX_BYTES);
        if let Some(stated) = stated {
            let number = Spanned { value: i128::from(stated.value), span: stated.span };
            self.report_count_out_of_range(&number, "bytes");
        }
        stated.is_none()
    }

    fn report_empty_choice(&mut self, field: &FieldItem, expr: &ChoiceExpr) {
        let (noun, help) = match expr.decision {
            DecisionExpr::Field(_) => ("choice", "write an alternative, as in `1 => customer;`"),
            DecisionExpr::FirstValid => {
                ("choice", "write an alternative, as in `amount: packed_decimal(7, 2);`")
            }
            DecisionExpr::AllValid => {
                ("overlay", "write an alternative, as in `amount: packed_decimal(7, 2);`")
            }
        };
        let title = format!("{noun} `{}` has no alternatives", field.name.value);
        let fault = Diagnostic::new(Slug::ConflictingClauses, title, field.name.span, "nothing to choose");
        self.report(0, fault.help(help));
    }

    /// Enters the cases of alternatives that a field decides.
    fn enter_cases(
        &mut self,
        selector: &Selector,
        expr: &ChoiceExpr,
        alternatives: &mut [Alternative],
    ) -> bool {
        let written =
            expr.alternatives.iter().map(|alternative| (alternative.cases.as_deref(), alternative.span));
        let Some(cases) = self.check_cases(selector, &written.collect::<Vec<_>>()) else { return false };
        alternatives.iter_mut().zip(cases).for_each(|(alternative, cases)| alternative.cases = cases);
        true
    }

    /// The content of an alternative. Its size is that of the whole field.
    fn check_alternative(
        &mut self,
        checked_records: &mut CheckedRecords,
        fields: &mut RecordConversions,
        layout: &RecordLayout<'_>,
        item: &FieldItem,
        depth: usize,
    ) -> Option<RecordField> {
        let mut checked_field = self.check_field(checked_records, fields, layout, item, depth)?;
        checked_field.bytes =
            checked_field.bytes.and_then(|item_bytes| item_bytes.checked_mul(checked_field.count_items()?));
        Some(checked_field)
    }

    /// Reports an alternative that is longer than the choice says.
    fn check_alternative_length(
        &mut self,
        checked_records: &CheckedRecords,
        expr: &ChoiceExpr,
        item: &FieldItem,
        checked_field: &RecordField,
    ) -> bool {
        let Some(stated) = &expr.bytes else { return true };
        // An alternative that varies may fit in some records, so only its least length is a fault here.
        let least = match checked_field.bytes {
            Some(bytes) => bytes,
            None => checked_records.least_field_bytes(checked_field),
        };
        if least <= stated.value {
            return true;
        }
        let noun = if expr.decision == DecisionExpr::AllValid { "overlay" } else { "choice" };
        let title = format!("`{}` has {least} bytes, and the {noun} {}", item.name.value, stated.value);
        let fault = Diagnostic::new(Slug::TooLarge, title, item.span, "does not fit")
            .label(stated.span, "all alternatives lie in these bytes");
        self.report(0, fault.help(format!("write `in {least} bytes`, or leave it out")));
        false
    }

    /// Reports two alternatives of one name.
    fn check_alternative_names(&mut self, expr: &ChoiceExpr) -> bool {
        let mut names: BTreeMap<&str, Span> = BTreeMap::new();
        let mut is_sound = true;
        for name in expr
            .alternatives
            .iter()
            .filter_map(|alternative| alternative.field.as_ref())
            .map(|field| &field.name)
        {
            if name.value == "_" {
                continue;
            }
            if let Some(first) = names.insert(&name.value, name.span) {
                let title = format!("alternative `{}` is there twice", name.value);
                let help = match expr.decision {
                    DecisionExpr::Field(_) => {
                        "give one of the two a name of its own, as in `\"D\" => debtor: customer;`, or write both cases before one"
                    }
                    DecisionExpr::FirstValid | DecisionExpr::AllValid => {
                        "give one of the two a name of its own, as in `debtor: customer;`"
                    }
                };
                let fault = Diagnostic::new(Slug::DuplicateName, title, name.span, "named again here")
                    .label(first, "first named here")
                    .help(help);
                self.report(0, fault);
                is_sound = false;
            }
        }
        is_sound
    }

    /// The field that decides.
    pub(super) fn find_selector(
        &mut self,
        checked_records: &CheckedRecords,
        own: &RecordConversions,
        layout: &RecordLayout<'_>,
        words: &[Word],
    ) -> Option<Selector> {
        const NOTE: &str =
            "the field that decides is an integer or a text of the same record, and stands before the choice";
        let FoundField { path, field, conversions, is_single } =
            self.find_field(checked_records, own, layout, words, NOTE)?;
        // A decision needs one value. An array has several, and a missing item none.
        let is_single = is_single && field.counts.is_empty() && field.nulls.is_none();
        let Some(values) = self.find_selector_values(field, conversions).filter(|_| is_single) else {
            self.report_unfit_selector(words, field);
            return None;
        };
        Some(Selector { path, values })
    }

    /// An earlier field, or a field of a record in one. `note` says which fields are meant.
    pub(super) fn find_field<'f>(
        &mut self,
        checked_records: &'f CheckedRecords,
        own: &'f RecordConversions,
        layout: &'f RecordLayout<'_>,
        words: &[Word],
        note: &'static str,
    ) -> Option<FoundField<'f>> {
        let (first, rest) = words.split_first()?;
        let at = layout.fields.iter().position(|field| field.name.as_ref() == Some(&first.value));
        let Some(at) = at else {
            // The fault of that field was reported before.
            // Only earlier fields are in the layout, so a later one is unknown here. The note says so.
            if !layout.faulty.contains(first.value.as_str()) {
                self.report_unknown_field(first, layout.fields.iter(), note);
            }
            return None;
        };
        let mut path = vec![at];
        let mut field = &layout.fields[at];
        let mut conversions: &[Conversion] = own.list();
        for word in rest {
            let FieldKind::Record(id) = &field.kind else {
                let title =
                    format!("`{}` has no field `{}`", field.name.as_deref().unwrap_or("_"), word.value);
                let fault =
                    Diagnostic::new(Slug::WrongKind, title, word.span, "the field before it is no record");
                self.report(0, fault.help("write the name of a field"));
                return None;
            };
            // Fields of an array of records are found, so that the caller can say why they do not decide.
            if !field.counts.is_empty() {
                return Some(FoundField { path, field, conversions, is_single: false });
            }
            let inside = &checked_records.records[id.0].record;
            let Some(at) = inside.fields.iter().position(|field| field.name.as_ref() == Some(&word.value))
            else {
                self.report_unknown_field(word, inside.fields.iter(), note);
                return None;
            };
            path.push(at);
            field = &inside.fields[at];
            conversions = &inside.conversions;
        }
        Some(FoundField { path, field, conversions, is_single: true })
    }

    /// The values that a field can have, if it can decide.
    fn find_selector_values(
        &self,
        field: &RecordField,
        conversions: &[Conversion],
    ) -> Option<SelectorValues> {
        match &field.kind {
            FieldKind::Scalar { conversion } => match conversions[*conversion].native.kind() {
                // Floats and decimals are not compared for equality, and truth values have no cases in the language.
                NativeKind::Integer { signed, bits } => Some(SelectorValues::Integers { signed, bits }),
                _ => None,
            },
            FieldKind::Text(text) => {
                let length = usize::try_from(text.length.fixed()?).ok()?;
                let FormatSlot::Known(checked_format) = &self.slots[conversions[text.wide].format.0] else {
                    return None;
                };
                // A text of pairs is compared by wide letters, which a case in quotes does not have.
                let charset = checked_format
                    .format
                    .kind
                    .charset()
                    .filter(|charset| charset.mixed().is_none_or(|set| set.form == MixedForm::Mixed))?;
                Some(SelectorValues::Texts { text: *text, length, charset })
            }
            FieldKind::Record(_) | FieldKind::Byte | FieldKind::Filler(_) | FieldKind::Choice(_) => None,
        }
    }

    fn report_unknown_field<'f>(
        &mut self,
        name: &Word,
        fields: impl Iterator<Item = &'f RecordField>,
        note: &'static str,
    ) {
        let names: Vec<&str> = fields.filter_map(|field| field.name.as_deref()).collect();
        let near = self.budget.find_nearest(&name.value, names.into_iter()).map(str::to_owned);
        let title = format!("no field named `{}` before this one", name.value);
        let fault = Diagnostic::new(Slug::UnknownWord, title, name.span, "not known here").note(note);
        let fault = match near {
            Some(near) => fault.help(format!("write `{near}`")),
            None if name.value == "valid" => fault.help(
                "write the alternatives of `choice valid` without cases, as in `amount: packed_decimal(7, 2);`",
            ),
            None => fault,
        };
        self.report(0, fault);
    }

    fn report_unfit_selector(&mut self, words: &[Word], field: &RecordField) {
        let Some((first, last)) = words.first().zip(words.last()) else { return };
        let span = Span { start: first.span.start, end: last.span.end };
        let title = format!("`{}` cannot decide", last.value);
        let label = match &field.kind {
            FieldKind::Record(_) if field.counts.is_empty() => "a record",
            FieldKind::Byte | FieldKind::Filler(_) => "bytes that are kept as they are",
            FieldKind::Choice(_) => "a choice itself",
            _ if !field.counts.is_empty() => "more than one item",
            FieldKind::Text(text) if text.mixed.is_some_and(|set| set.form == MixedForm::Pairs) => {
                "a text of pairs"
            }
            FieldKind::Text(_) if field.nulls.is_none() => "a text whose length is a field",
            _ if field.nulls.is_some() => "its items may be missing",
            _ => "neither an integer nor a text",
        };
        let help = match &field.kind {
            FieldKind::Record(_) if field.counts.is_empty() => {
                format!("write one of its fields, as in `{}.kind`", last.value)
            }
            FieldKind::Byte => "give that field a format, such as `u8` or `[ascii; 2]`".to_owned(),
            _ => "write the name of an integer field, or of a text of fixed length".to_owned(),
        };
        self.report(0, Diagnostic::new(Slug::WrongKind, title, span, label).help(help));
    }

    /// Reports an alternative after `otherwise`, which is at `first`.
    pub(super) fn report_after_otherwise(&mut self, span: Span, first: Span) {
        let title = "this alternative is never chosen";
        let fault = Diagnostic::new(Slug::ConflictingClauses, title, span, "comes after `otherwise`")
            .label(first, "takes all values that are left")
            .help("write `otherwise` last, and once");
        self.report(0, fault);
    }

    /// The cases of all alternatives. Each is written as values, or as `otherwise`, at a place.
    pub(super) fn check_cases(
        &mut self,
        selector: &Selector,
        written: &[(Option<&[Spanned<CaseExpr>]>, Span)],
    ) -> Option<Vec<Option<Vec<Case>>>> {
        let mut earlier_cases: Vec<(Case, Span)> = Vec::new();
        let mut otherwise: Option<Span> = None;
        let mut is_sound = true;
        let mut case_lists = Vec::new();
        for (cases, span) in written {
            // What follows `otherwise` can never be chosen, so its cases need not be looked at.
            if let Some(first) = otherwise {
                self.report_after_otherwise(*span, first);
                return None;
            }
            let Some(cases) = cases else {
                otherwise = Some(*span);
                case_lists.push(None);
                continue;
            };
            let mut checked_cases = Vec::new();
            for case in *cases {
                match check_case(&selector.values, case)
                    .and_then(|checked_case| refuse_repeated_case(&earlier_cases, checked_case, case.span))
                {
                    Ok(checked_case) => {
                        earlier_cases.push((checked_case.clone(), case.span));
                        checked_cases.push(checked_case);
                    }
                    Err(fault) => {
                        self.report(0, *fault);
                        is_sound = false;
                    }
                }
            }
            case_lists.push(Some(checked_cases));
        }
        is_sound.then_some(case_lists)
    }
}

/// The bytes that every alternative takes.
fn find_common_length(choice: &Choice) -> Option<u64> {
    if choice.bytes.is_some() {
        return choice.bytes;
    }
    let mut lengths = choice.alternatives.iter().map(|alternative| match &alternative.field {
        Some(field) => field.bytes,
        None => Some(0),
    });
    // Two marks: one for a choice without alternatives, the other for a length that varies.
    let first = lengths.next()??;
    lengths.all(|length| length == Some(first)).then_some(first)
}

/// Refuses a case that an earlier one has.
fn refuse_repeated_case(
    earlier_cases: &[(Case, Span)],
    case: Case,
    span: Span,
) -> Result<Case, Box<Diagnostic>> {
    let overlaps = |earlier_case: &Case| match (earlier_case, &case) {
        (Case::Text(earlier_case), Case::Text(new)) => earlier_case == new,
        (Case::Integers(earlier_case), Case::Integers(new)) => {
            // Two ranges meet if each begins before the other ends.
            earlier_case.start() <= new.end() && new.start() <= earlier_case.end()
        }
        _ => false,
    };
    let Some((_, first)) = earlier_cases.iter().find(|(earlier_case, _)| overlaps(earlier_case)) else {
        return Ok(case);
    };
    let title = "this value is a case of two alternatives";
    let fault =
        Diagnostic::new(Slug::ConflictingClauses, title, span, "again here").label(*first, "first here");
    Err(Box::new(fault.help("remove one of the two")))
}

fn check_case(values: &SelectorValues, case: &Spanned<CaseExpr>) -> Result<Case, Box<Diagnostic>> {
    let refuse = |title: String, label: &str, help: String| {
        Err(Box::new(Diagnostic::new(Slug::WrongKind, title, case.span, label).help(help)))
    };
    match (values, &case.value) {
        (SelectorValues::Texts { text, length, charset }, CaseExpr::Text(letters)) => {
            check_text(*text, *length, *charset, letters).map_err(|label| {
                let title = "the field that decides never has this text";
                Diagnostic::new(Slug::Number, title, case.span, label)
            })?;
            Ok(Case::Text(letters.clone()))
        }
        (SelectorValues::Integers { signed, bits }, CaseExpr::Integers(first, last)) => {
            // Before the limits: a range the wrong way round has no number at all.
            if first > last {
                let title = format!("no number is in `{first}..={last}`");
                return refuse(title, "the first is the larger one", format!("write `{last}..={first}`"));
            }
            let (least, most) = find_case_limits(*signed, *bits);
            if let Some(number) = [first, last].into_iter().find(|number| **number < least || **number > most)
            {
                let title = format!("the field that decides is never {number}");
                return refuse(title, "not in its range", format!("write numbers from {least} to {most}"));
            }
            Ok(Case::Integers(*first..=*last))
        }
        (SelectorValues::Texts { .. }, CaseExpr::Integers(first, _)) => refuse(
            "the field that decides is a text".to_owned(),
            "a number",
            format!("write a text in quotes, such as `\"{first}\"`"),
        ),
        (SelectorValues::Integers { .. }, CaseExpr::Text(_)) => refuse(
            "the field that decides is an integer".to_owned(),
            "a text",
            "write a number, such as `1`, or make that field a text, such as `[ascii; 1]`".to_owned(),
        ),
    }
}

/// The least and the largest integer of a native type, as far as a case can name them.
fn find_case_limits(signed: bool, bits: u32) -> (i128, i128) {
    // 127 bits at most, because cases are signed: of `u128` the upper half cannot be named.
    let most = i128::MAX >> (127 - (bits - u32::from(signed)).min(127));
    (if signed { -1 - most } else { 0 }, most)
}

/// Whether a case can have this letter. Of mixed texts, those of ASCII are known here.
fn has_letter(charset: Charset, letter: char) -> bool {
    match charset.mixed() {
        Some(set) => set.has_substitute(letter.into()),
        None => exact::find_code(charset, letter).is_some(),
    }
}

/// Checks that a field of `length` characters can have a text, and that reading it gives that text. Says why if not.
fn check_text(text: TextField, length: usize, charset: Charset, value: &str) -> Result<(), String> {
    let letters: Vec<char> = value.chars().collect();
    if let Some(letter) = letters.iter().find(|letter| !has_letter(charset, **letter)) {
        return Err(format!("`{}` is not in its character set", letter.escape_debug()));
    }
    // Without padding a shorter text would be filled up with something that is then read as part of it.
    if letters.len() > length || letters.len() < length && text.padding.character().is_none() {
        return Err(format!("{} characters, and the field has {length}", letters.len()));
    }
    // Written and read again by the functions that conversions use: padding may take letters of the text away.
    let mut filled = letters.clone();
    text.fill_field(&mut filled, 0, length);
    if filled[text.find_text(&filled, |letter| letter)] == letters {
        return Ok(());
    }
    Err("its padding is removed when it is read".to_owned())
}
