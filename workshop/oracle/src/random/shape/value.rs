//! What the reference reads of a record.

use datarep::Event;

use super::{Code, Field, Shape};

/// The value of a field, of an item of an array, or of a record.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Value {
    /// A number or a text of so many bytes, which say that it is missing.
    Missing(usize),
    /// A whole number of units of the last of `places` digits behind the point. `places` is `None` for an integer.
    Number {
        negative: bool,
        units: u128,
        places: Option<u32>,
    },
    /// The bits of a `f32`.
    Single(u32),
    /// The bits of a `f64`.
    Double(u64),
    /// A text in a field of so many bytes.
    Text(Vec<Character>, usize),
    /// An item that a rule refuses.
    Bad,
    Bytes(Vec<u8>),
    List(Vec<Value>),
    /// So many bytes without a meaning.
    Filler(usize),
    /// The values of the fields of a record, by their indexes, and the bytes between them.
    Record(usize, Vec<(usize, Value)>),
    /// The alternative that is there, and the value of its field, if it has one with a name.
    Choice(usize, Option<Box<Value>>),
    /// For each alternative its value, if it is there.
    Overlay(Vec<Option<Value>>),
}

/// A character of a text, and its code in a text with pairs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Character {
    pub(super) character: char,
    pub(super) code: Option<Code>,
}

/// Digits with a point.
pub(super) fn place_point(negative: bool, units: u128, places: u32) -> String {
    let width = places as usize + 1;
    let digits = format!("{units:0>width$}");
    let (whole, part) = digits.split_at(digits.len() - places as usize);
    let sign = if negative && units != 0 { "-" } else { "" };
    let point = if places == 0 { "" } else { "." };
    format!("{sign}{whole}{point}{part}")
}

/// How often each event is counted.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct EventCounts([u64; Event::ALL.len()]);

impl EventCounts {
    pub(super) fn add(&mut self, event: Event) {
        if let Some(place) = Event::ALL.iter().position(|known| *known == event) {
            self.0[place] += 1;
        }
    }

    /// The same without an event.
    pub(super) fn without(&self, event: Event) -> EventCounts {
        let mut counted = self.clone();
        if let Some(place) = Event::ALL.iter().position(|known| *known == event) {
            counted.0[place] = 0;
        }
        counted
    }

    /// The counts as the comparisons show them: `negative_zero 3`.
    pub(super) fn to_text(&self) -> String {
        show_counts(|event| {
            Event::ALL.iter().position(|known| *known == event).map_or(0, |place| self.0[place])
        })
    }
}

/// The events with a count.
pub(super) fn show_counts(count: impl Fn(Event) -> u64) -> String {
    let counts = Event::ALL.iter().filter(|event| count(**event) > 0);
    counts.map(|event| format!("{event} {} ", count(*event))).collect::<Vec<_>>().concat()
}

impl Value {
    /// The value as the `Debug` form of the generated struct prints it. `field` describes it.
    pub(super) fn show_field(&self, shape: &Shape, owner: &str, field: &Field) -> String {
        match self {
            Value::List(items) => {
                let items: Vec<String> =
                    items.iter().map(|item| item.show_item(shape, owner, field)).collect();
                format!("[{}]", items.join(", "))
            }
            other => other.show_item(shape, owner, field),
        }
    }

    fn show_item(&self, shape: &Shape, owner: &str, field: &Field) -> String {
        let shown = match self {
            Value::Missing(_) => return "None".to_owned(),
            Value::Record(record, values) => return show_record(shape, *record, values),
            Value::Choice(chosen, value) => {
                return show_choice(shape, owner, field, *chosen, value.as_deref());
            }
            Value::Overlay(values) => return show_overlay(shape, owner, field, values),
            Value::Bytes(bytes) => return format!("{bytes:?}"),
            Value::List(_) | Value::Bad | Value::Filler(_) => String::new(),
            Value::Number { .. } | Value::Single(_) | Value::Double(_) | Value::Text(..) => {
                self.show_scalar()
            }
        };
        if field.nulls.is_empty() { shown } else { format!("Some({shown})") }
    }

    /// A number or a text as `Debug` prints it.
    pub(super) fn show_scalar(&self) -> String {
        match self {
            Value::Number { negative, units, places: None } => {
                format!("{}{units}", if *negative && *units != 0 { "-" } else { "" })
            }
            Value::Number { negative, units, places: Some(places) } => {
                place_point(*negative, *units, *places)
            }
            Value::Single(bits) => format!("{:?}", f32::from_bits(*bits)),
            Value::Double(bits) => format!("{:?}", f64::from_bits(*bits)),
            Value::Text(text, _) => {
                let text: String = text.iter().map(|one| one.character).collect();
                format!("{text:?}")
            }
            _ => String::new(),
        }
    }
}

/// The name of the type of a record or of a choice.
fn type_name(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// A record as its struct is printed.
pub(super) fn show_record(shape: &Shape, record: usize, values: &[(usize, Value)]) -> String {
    let name = type_name(&super::record_name(record));
    let named = values.iter().filter(|(_, value)| !matches!(value, Value::Filler(_)));
    let fields = named.map(|(index, value)| {
        let field = &shape.records[record][*index];
        format!("{}: {}", field.name.as_deref().unwrap_or("_"), value.show_field(shape, &name, field))
    });
    format!("{name} {{ {} }}", fields.collect::<Vec<_>>().join(", "))
}

fn show_choice(shape: &Shape, owner: &str, field: &Field, chosen: usize, value: Option<&Value>) -> String {
    let super::FieldContent::Choice(choice) = &field.stored else { return String::new() };
    let mut names = Vec::new();
    for alternative in &choice.alternatives {
        let name = alternative.field.as_ref().and_then(|field| field.name.as_deref());
        let name = match (name, &alternative.cases) {
            (Some(name), _) => type_name(name),
            (None, None) => "Otherwise".to_owned(),
            (None, Some(_)) => "Nothing".to_owned(),
        };
        let same = names.iter().filter(|(known, _)| *known == name).count();
        names.push((name, same));
    }
    let (name, same) = &names[chosen];
    let name = if *same == 0 { name.clone() } else { format!("{name}{}", same + 1) };
    match (value, &choice.alternatives[chosen].field) {
        (Some(value), Some(field)) => format!("{name}({})", value.show_field(shape, owner, field)),
        _ => name,
    }
}

fn show_overlay(shape: &Shape, owner: &str, field: &Field, values: &[Option<Value>]) -> String {
    let super::FieldContent::Choice(choice) = &field.stored else { return String::new() };
    let fields = choice.alternatives.iter().filter_map(|one| one.field.as_ref()).zip(values);
    let fields = fields.map(|(inner, value)| {
        let shown = match value {
            Some(value) => format!("Some({})", value.show_field(shape, owner, inner)),
            None => "None".to_owned(),
        };
        format!("{}: {shown}", inner.name.as_deref().unwrap_or("_"))
    });
    let name = format!("{owner}{}", type_name(field.name.as_deref().unwrap_or("_")));
    format!("{name} {{ {} }}", fields.collect::<Vec<_>>().join(", "))
}
