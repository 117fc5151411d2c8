//! The messages about mappings.

use std::collections::BTreeSet;

use super::super::context::{TextPlace, list_words, quote_words};
use super::super::event::Action;
use super::super::native;
use super::super::order::list_containers;
use super::super::policy::RuleFaults;
use super::super::range::RangeFacts;
use super::super::slot::CheckedFormat;
use super::line::{CLASSES, MappingLine};
use crate::diagnostic::{Diagnostic, Slug};
use crate::model::{Event, MixedSet, Native, RuleDirection};
use crate::predefined::{Predefined, TypeClass};

/// Types in short form: by class and size if all types of a size are included, else by name.
pub(super) fn list_types(types: &[Predefined]) -> Vec<String> {
    let mut words = Vec::new();
    let mut names = Vec::new();
    for class in CLASSES {
        let mut sizes: Vec<u32> = Vec::new();
        let class_sizes: BTreeSet<u32> = Predefined::all()
            .filter(|predefined| predefined.class() == class)
            .map(Predefined::native_size)
            .collect();
        for &size in &class_sizes {
            let of =
                |predefined: &Predefined| predefined.class() == class && predefined.native_size() == size;
            let missing: Vec<Predefined> = types.iter().copied().filter(of).collect();
            // Only where all types of this size are meant may the size stand for them. Others are named one by one.
            if missing.len() == Predefined::all().filter(of).count() {
                sizes.push(size);
            } else {
                names.extend(missing.iter().map(|predefined| format!("`{}`", predefined.name())));
            }
        }
        // Every size of the class is there, so the class stands for all.
        if sizes.len() == class_sizes.len() {
            words.push(format!("`{}`", class.word()));
        } else if !sizes.is_empty() {
            let unit = if sizes == [1] { "byte" } else { "bytes" };
            let sizes: Vec<String> = sizes.iter().map(ToString::to_string).collect();
            words.push(format!("`{}` of {} {unit}", class.word(), list_words(&sizes, "and")));
        }
    }
    words.extend(names);
    words
}

/// The two sides of a conversion.
pub(super) struct ConversionSides<T> {
    pub(super) source: T,
    pub(super) target: T,
}

impl<T> ConversionSides<T> {
    fn from_direction(direction: RuleDirection, file: T, memory: T) -> ConversionSides<T> {
        match direction {
            RuleDirection::Read => ConversionSides { source: file, target: memory },
            RuleDirection::Write => ConversionSides { source: memory, target: file },
        }
    }
}

pub(super) fn find_side_facts(
    direction: RuleDirection,
    checked_format: &CheckedFormat,
    native: Native,
) -> ConversionSides<&RangeFacts> {
    ConversionSides::from_direction(direction, &checked_format.facts, native::facts(native))
}

/// The source and the target, in back-ticks.
pub(super) fn describe_sides(
    direction: RuleDirection,
    subject: &str,
    checked_format: &CheckedFormat,
) -> ConversionSides<String> {
    let file = format!("`{}`", checked_format.format_name());
    ConversionSides::from_direction(direction, file, format!("`{subject}`"))
}

pub(super) fn wrong_kind_fault(
    line: &MappingLine,
    checked_format: &CheckedFormat,
    predefined: Predefined,
    native: Native,
) -> Option<Diagnostic> {
    let class = predefined.class();
    let fits = match class {
        TypeClass::Integer
        | TypeClass::Unsigned
        | TypeClass::Real
        | TypeClass::Complex
        | TypeClass::Extension => {
            matches!(
                checked_format.facts,
                RangeFacts::Float(_) | RangeFacts::Integer(_) | RangeFacts::Decimal(_)
            )
        }
        TypeClass::Logical => matches!(checked_format.facts, RangeFacts::Logical { .. }),
        TypeClass::Character | TypeClass::WideCharacter => {
            matches!(checked_format.facts, RangeFacts::Character { .. })
        }
        // Bytes are never converted, so no format is right for them.
        TypeClass::Bytes => false,
    };
    if fits {
        return None;
    }
    let format_kind = match checked_format.facts {
        RangeFacts::Float(_) => "a format of real numbers",
        RangeFacts::Integer(_) => "a format of integers",
        RangeFacts::Logical { .. } => "a format of truth values",
        RangeFacts::Character { .. } => "a character set",
        RangeFacts::Decimal(_) => "a format of decimal numbers",
    };
    // Advice that fits the native type: the same width, in the usual code.
    let bits = predefined.native_size() * 8;
    let usual = match class {
        TypeClass::Integer => format!("twos({bits})"),
        TypeClass::Unsigned => format!("unsigned({bits})"),
        TypeClass::Real | TypeClass::Complex => "f64".to_owned(),
        TypeClass::Logical => format!("logical({bits})"),
        TypeClass::Character => "latin1".to_owned(),
        TypeClass::WideCharacter => "utf32".to_owned(),
        TypeClass::Extension if native.is_float() => "bf16".to_owned(),
        TypeClass::Extension if native == Native::Decimal => "packed_decimal(15, 2)".to_owned(),
        TypeClass::Extension | TypeClass::Bytes => "unsigned(128)".to_owned(),
    };
    let title = format!("`{}` cannot be stored as `{}`", line.subject, checked_format.format_name());
    Some(
        Diagnostic::new(
            Slug::WrongKind,
            title,
            line.place.span,
            format!("`{}` is {format_kind}", checked_format.format_name()),
        )
        .help(format!("write `{} => {usual}`", subject_size(&line.subject))),
    )
}

/// The size in a subject such as `real 8`, as a line in braces begins; another subject as it is.
fn subject_size(subject: &str) -> &str {
    subject.split_once(' ').map_or(subject, |(_, size)| size)
}

/// The fault of a mapping to words that do not fill bytes, if nothing says how they lie in them.
pub(super) fn odd_width_fault(line: &MappingLine, name: &str, bits: u32, packed: Option<&str>) -> Diagnostic {
    let title = format!("nothing says how the {bits} bits of `{name}` lie in bytes");
    let label = match packed {
        Some(packed) => format!("`{packed}` words begin inside bytes"),
        None => "does not fill bytes".to_owned(),
    };
    Diagnostic::new(Slug::OddWidth, title, line.place.span, label)
        .note("an item of a file begins at a byte and has a whole number of them")
        .help(format!("write {} after the format", quote_words(&list_containers(bits), "or")))
}

/// The fault of an order in which words begin inside bytes.
pub(super) fn packed_order_fault(packed: &str, place: TextPlace, bits: u32) -> Diagnostic {
    let title = format!("`{packed}` words cannot be items of a file");
    let fault = Diagnostic::new(Slug::NotGenerated, title, place.span, "lets words begin inside bytes");
    if bits.is_multiple_of(8) {
        return fault.note(format!("words of {bits} bits fill bytes")).help("write `big`");
    }
    fault
        .note("an item of a file begins at a byte and has a whole number of them")
        .help(format!("separate the words before, and write {}", quote_words(&list_containers(bits), "or")))
}

pub(super) fn not_generated_fault(line: &MappingLine, reason: &str) -> Diagnostic {
    let title = format!("`{}` is not converted", line.title);
    Diagnostic::new(Slug::NotGenerated, title, line.place.span, reason)
        .note(format!("the language can express this, but no code is generated for {reason}"))
        .help(format!("write `{} => unsupported`", subject_size(&line.subject)))
}

/// The fault of a mixed text outside of records.
pub(super) fn mixed_set_fault(line: &MappingLine, set: MixedSet) -> Diagnostic {
    let title = format!("`{}` is only for texts of records", set.format());
    Diagnostic::new(Slug::WrongKind, title, line.place.span, "a single item")
        .note("a character has one byte or two, so only a whole text can be converted")
        .help(format!(
            "write a record with such a text, as in `record line {{ text: [{}; 80]; }}`",
            set.format()
        ))
}

pub(super) fn range_not_covered_fault(
    line: &MappingLine,
    subject: &str,
    checked_format: &CheckedFormat,
    native: Native,
    direction: RuleDirection,
    decided: &RuleFaults,
) -> Diagnostic {
    let ConversionSides { source, target } = describe_sides(direction, subject, checked_format);
    let side_facts = find_side_facts(direction, checked_format, native);
    let title = format!("some values of {source} do not fit in {target}");
    let mut fault =
        Diagnostic::new(Slug::RangeNotCovered, title, line.place.span, "no rule for values that do not fit");
    // The format may be of the user's text, and the mapping an expression, which is another one.
    let range_span = checked_format.range_span.filter(|_| line.place.unit == 0);
    if let (Some(range_span), Some(reach)) = (range_span, checked_format.facts.format_largest()) {
        // Numbers of `0.F` are below a power of the radix, which is easier to remember than the largest number.
        let text = match checked_format.facts.format_bound().filter(|_| checked_format.fraction) {
            Some(below) => format!("largest magnitude below {below}, {reach}"),
            None => format!("largest magnitude {reach}"),
        };
        fault = fault.label(range_span, text);
    }
    let sides = [
        (&source, side_facts.source, side_facts.target, false),
        (&target, side_facts.target, side_facts.source, true),
    ];
    for (name, facts, opposite_facts, is_target) in sides {
        let is_file = is_target == (direction == RuleDirection::Write);
        // The label at the format has said how far it reaches.
        let is_labeled = is_file && range_span.is_some() && matches!(facts, RangeFacts::Float(_));
        if let Some(extent) = facts.describe_range(opposite_facts, is_target).filter(|_| !is_labeled) {
            fault = fault.note(format!("{name} {extent}"));
        }
    }
    // The format itself cannot follow the rule that was inherited, so the advice is a rule at the line.
    if decided.passed.contains(&Event::Overflow) {
        return advise_mapping_rule(fault, line, direction, &target, "overflow");
    }
    let word = direction.word();
    // `infinity` is advised only where the target has one.
    let infinity = side_facts.target.supports_action(Event::Overflow, Action::Infinity);
    let alternative = match direction {
        RuleDirection::Read if infinity => "`overflow => infinity` to go on with an infinity",
        RuleDirection::Read => "`overflow => saturate` to read the nearest value",
        RuleDirection::Write => "`overflow => saturate` to store the largest value",
    };
    fault.help(format!("add `overflow => error` to `on {word}`, or {alternative}"))
}

pub(super) fn missing_rules_fault(
    line: &MappingLine,
    subject: &str,
    checked_format: &CheckedFormat,
    native: Native,
    direction: RuleDirection,
    decided: &RuleFaults,
) -> Diagnostic {
    let events: Vec<Event> =
        decided.missing.iter().copied().filter(|event| *event != Event::Overflow).collect();
    let ConversionSides { source, target } = describe_sides(direction, subject, checked_format);
    let nouns: Vec<String> = events.iter().map(|event| event.noun().to_owned()).collect();
    let title = format!("no rule for {} of {source}", list_words(&nouns, "and"));
    let label = format!("{target} has {}", list_absent_values(&events));
    let words: Vec<&str> = events.iter().map(|event| event.word()).collect();
    let facts = find_side_facts(direction, checked_format, native).target;
    // Offered only where it is the whole answer: the other events of the list could not be NaNs.
    let nan = events == [Event::Reserved] && facts.supports_action(Event::Reserved, Action::Nan);
    let alternative = if nan { ", or `reserved => nan`" } else { "" };
    let fault = Diagnostic::new(Slug::MissingRule, title, line.place.span, label);
    if events.iter().any(|event| decided.passed.contains(event)) {
        return advise_mapping_rule(fault, line, direction, &target, &words.join(" | "));
    }
    fault.help(format!("add `{} => error` to `on {}`{alternative}", words.join(" | "), direction.word()))
}

/// Adds to a fault the help for a rule that must stand at the mapping because the rule of the representation cannot be followed.
fn advise_mapping_rule(
    fault: Diagnostic,
    line: &MappingLine,
    direction: RuleDirection,
    target: &str,
    events: &str,
) -> Diagnostic {
    // The line as it stands goes on with the rule, so that the advice can be copied.
    let words = line.title.strip_prefix(&line.subject).unwrap_or_default();
    let rule = if line.is_field { "the rule of the record" } else { "the rule that the representation has" };
    fault.note(format!("{target} cannot follow {rule}")).help(format!(
        "write `{}{words} {{ on {} {{ {events} => error }} }}`",
        subject_size(&line.subject),
        direction.word()
    ))
}

fn list_absent_values(events: &[Event]) -> String {
    let nouns: Vec<String> = events
        .iter()
        .map(|event| match event {
            Event::Infinity => "no infinity".to_owned(),
            other => format!("no {}", other.noun()),
        })
        .collect();
    list_words(&nouns, "and")
}

pub(super) fn explain_action(event: Event, action: Action, target: &str) -> String {
    match action {
        Action::Infinity => format!("{target} has no infinity"),
        Action::Nan => format!("{target} has no NaN"),
        Action::Reserved => format!("{target} has no reserved operand"),
        Action::Missing => format!("{target} has no missing values"),
        Action::Zero => format!("{target} has no zero"),
        Action::Keep => format!("{target} has no {}", event.noun()),
        Action::Wrap => format!("{target} does not wrap around"),
        Action::Payload => format!("{target} has no missing values, or no place for them"),
        Action::Substitute(code) => format!("{target} has no character of code point {code}"),
        Action::Error
        | Action::Saturate
        | Action::Subnormal
        | Action::NearestEven
        | Action::TowardZero
        | Action::NearestAway
        | Action::Up
        | Action::Down => format!("not possible in {target}"),
    }
}

/// Rules that a target can follow for an event, as they are written.
pub(super) fn list_allowed_rules(event: Event, facts: &RangeFacts) -> Vec<String> {
    let simple = [
        ("error", Action::Error),
        ("saturate", Action::Saturate),
        ("infinity", Action::Infinity),
        ("nan", Action::Nan),
        ("reserved", Action::Reserved),
        ("missing", Action::Missing),
        ("zero", Action::Zero),
        ("substitute(63)", Action::Substitute(63)),
    ];
    simple
        .into_iter()
        // The word of the action is without its number.
        .filter(|(word, _)| event.has_action(word.trim_end_matches("(63)")))
        .filter(|(_, action)| facts.supports_action(event, *action))
        .map(|(word, _)| format!("{} => {word}", event.word()))
        .collect()
}
