//! Orders of octets: from their words to a permutation that fits a width.

use super::names::quoted;
use super::{Context, Place};
use crate::ast::{Argument, Call, OrderExpr, OrderKind};
use crate::diagnostic::{Diagnostic, Slug};
use crate::model::{Container, Order};

/// The orders that have a name, for words that fill octets.
const NAMES: &[&str] = &["big", "little", "pdp", "unit"];

/// The most octets that a justified word lies in.
const MAX_OCTETS: u32 = 64;

/// How words that do not fill octets lie in them.
const CONTAINERS: &[&str] =
    &["packed", "right_justified", "left_justified", "six_in_eight", "core_dump", "high_density"];

/// An order, and where it was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Arranged {
    pub(super) kind: Arrangement,
    pub(super) place: Place,
}

/// What an order says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Arrangement {
    /// Where the octets or the bits of a word stand.
    Octets(Order),
    /// Words back to back, wherever an octet begins: they have no place in a file of items.
    Packed(String),
}

impl Context<'_> {
    /// What `order` says.
    pub(super) fn resolve_order(&mut self, unit: usize, order: &OrderExpr) -> Option<Arranged> {
        let place = Place { unit, span: order.span };
        let kind = match &order.kind {
            OrderKind::Named(call) => self.named_order(place, call)?,
            OrderKind::Octets(octets) => {
                let mut seen = vec![false; octets.len()];
                let mut list = Vec::with_capacity(octets.len());
                for octet in octets {
                    let at = usize::try_from(octet.value).ok().filter(|at| *at < seen.len().min(16));
                    let Some(at) = at else {
                        let title =
                            format!("an order of {} octets has no octet {}", octets.len(), octet.value);
                        let fault =
                            Diagnostic::new(Slug::OrderWidth, title, octet.span, "not an octet of it");
                        self.report(
                            unit,
                            fault.note("octets are counted from 0, the most significant, to 15 at most"),
                        );
                        return None;
                    };
                    if std::mem::replace(&mut seen[at], true) {
                        let title = format!("octet {at} stands twice in the order");
                        self.fault(
                            Place { unit, span: octet.span },
                            Slug::OrderWidth,
                            title,
                            "stands here again",
                        );
                        return None;
                    }
                    list.push(u8::try_from(at).unwrap_or(u8::MAX));
                }
                Arrangement::Octets(Order::Octets(list))
            }
        };
        Some(Arranged { kind, place })
    }

    fn named_order(&mut self, place: Place, call: &Call) -> Option<Arrangement> {
        let name = call.name.value.as_str();
        let order = match name {
            "packed" | "high_density" if call.arguments.is_empty() => {
                return Some(Arrangement::Packed(name.to_owned()));
            }
            "big" | "packed" | "high_density" => Order::Big,
            "little" => Order::Little,
            "pdp" => Order::Units { bits: 16, units_big: true, octets_big: false },
            "unit" => return self.unit_order(place, call),
            "right_justified" | "left_justified" => return self.justified(place, call),
            "six_in_eight" => Order::Contained(Container::SixInEight),
            "core_dump" => Order::Contained(Container::CoreDump),
            _ => {
                let known: Vec<&str> = NAMES.iter().chain(CONTAINERS).copied().collect();
                let word = Place { unit: place.unit, span: call.name.span };
                self.unknown_word(word, "order", name, &known);
                return None;
            }
        };
        if !call.arguments.is_empty() {
            let title = format!("the order `{name}` takes no numbers");
            let fault = Diagnostic::new(Slug::Number, title, call.span, "written with numbers");
            self.report(place.unit, fault.help(format!("write `{name}`")));
            return None;
        }
        Some(Arrangement::Octets(order))
    }

    /// `right_justified(8)`, `left_justified(8, little)`.
    fn justified(&mut self, place: Place, call: &Call) -> Option<Arrangement> {
        let name = call.name.value.as_str();
        let (octets, big) = match call.arguments.as_slice() {
            [Argument::Number(octets)] => (octets, true),
            [Argument::Number(octets), Argument::Word(order)] => match order.value.as_str() {
                "big" => (octets, true),
                "little" => (octets, false),
                other => {
                    let place = Place { unit: place.unit, span: order.span };
                    self.unknown_word(place, &format!("order inside `{name}`"), other, &["big", "little"]);
                    return None;
                }
            },
            _ => {
                let title = format!("`{name}` takes the octets of an item");
                let fault = Diagnostic::new(Slug::Number, title, call.span, "not of that form");
                self.report(
                    place.unit,
                    fault.help(format!(
                        "write `{name}(8)`, or `{name}(8, little)` for the lowest octet first"
                    )),
                );
                return None;
            }
        };
        let Some(count) = u32::try_from(octets.value).ok().filter(|count| (1..=MAX_OCTETS).contains(count))
        else {
            let title = format!("an item cannot have {} octets", octets.value);
            let place = Place { unit: place.unit, span: octets.span };
            self.fault(place, Slug::Number, title, format!("1 to {MAX_OCTETS} octets"));
            return None;
        };
        Some(Arrangement::Octets(Order::Contained(if name == "right_justified" {
            Container::RightJustified { octets: count, big }
        } else {
            Container::LeftJustified { octets: count, big }
        })))
    }

    fn unit_order(&mut self, place: Place, call: &Call) -> Option<Arrangement> {
        let [Argument::Number(bits), Argument::Word(units), Argument::Word(octets)] =
            call.arguments.as_slice()
        else {
            let title = "a `unit` order has a width, the order of the units and that of their octets";
            let fault = Diagnostic::new(Slug::Number, title, call.span, "not of that form");
            self.report(place.unit, fault.help("write `unit(16, big, little)`"));
            return None;
        };
        let width = u32::try_from(bits.value).ok().filter(|bits| *bits % 8 == 0 && (8..=128).contains(bits));
        let Some(width) = width else {
            let title = format!("a unit cannot have {} bits", bits.value);
            let fault = Diagnostic::new(Slug::OrderWidth, title, bits.span, "not a number of octets");
            self.report(place.unit, fault.note("a unit has 8 to 128 bits, in whole octets"));
            return None;
        };
        let mut big = [true; 2];
        for (word, big) in [units, octets].into_iter().zip(&mut big) {
            match word.value.as_str() {
                "big" => *big = true,
                "little" => *big = false,
                other => {
                    let place = Place { unit: place.unit, span: word.span };
                    self.unknown_word(place, "order inside `unit`", other, &["big", "little"]);
                    return None;
                }
            }
        }
        let [units_big, octets_big] = big;
        Some(Arrangement::Octets(Order::Units { bits: width, units_big, octets_big }))
    }
}

/// The order for words of `bits` bits, in its simplest form; `None` where it does not fit them.
///
/// `general` orders come from a representation and are for words of all widths: one that has no
/// more octets than a unit is taken as one unit, and one that fills octets needs no container.
pub(super) fn fit(order: &Order, bits: u32, general: bool) -> Option<Order> {
    let whole = bits.is_multiple_of(8);
    if let Order::Contained(container) = order {
        let justified =
            matches!(container, Container::RightJustified { .. } | Container::LeftJustified { .. });
        return if general && whole && (justified || !container.holds(bits)) {
            Some(Order::Big)
        } else {
            container.holds(bits).then(|| order.clone())
        };
    }
    if !whole {
        return None;
    }
    let octets = bits / 8;
    let count = octets as usize;
    match order {
        Order::Contained(_) => return None,
        Order::Octets(list) if list.len() != count => return None,
        Order::Units { bits, .. } => {
            let unit = bits / 8;
            let single = general && octets <= unit;
            if !single && !octets.is_multiple_of(unit) {
                return None;
            }
        }
        Order::Big | Order::Little | Order::Octets(_) => {}
    }
    let places = order.octets(count);
    Some(if places.iter().copied().eq(0..count) {
        Order::Big
    } else if places.iter().copied().eq((0..count).rev()) {
        Order::Little
    } else {
        order.clone()
    })
}

/// The fault of an order that does not fit a width.
pub(super) fn misfit(words: &str, place: Place, name: &str, bits: u32) -> Diagnostic {
    let title = format!("the order `{words}` does not fit the {bits} bits of `{name}`");
    let help = match bits / 8 {
        _ if !bits.is_multiple_of(8) => quoted(&containers(bits), "or"),
        1 => quoted(&["big".to_owned(), "little".to_owned()], "or"),
        octets => {
            let reversed: Vec<String> = (0..octets).rev().map(|octet| octet.to_string()).collect();
            quoted(&["big".to_owned(), "little".to_owned(), format!("[{}]", reversed.join(", "))], "or")
        }
    };
    Diagnostic::new(Slug::OrderWidth, title, place.span, "not for this width").help(format!("write {help}"))
}

/// The containers for words that do not fill octets, as they are written.
pub(super) fn containers(bits: u32) -> Vec<String> {
    let octets = bits.div_ceil(8);
    let octets = if octets > 5 { octets.next_power_of_two() } else { octets };
    let mut known = vec![format!("right_justified({octets})"), format!("left_justified({octets})")];
    for (name, container) in [("six_in_eight", Container::SixInEight), ("core_dump", Container::CoreDump)] {
        known.extend(container.holds(bits).then(|| name.to_owned()));
    }
    known
}
