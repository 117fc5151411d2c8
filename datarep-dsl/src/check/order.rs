//! Orders of bytes: from their words to a permutation that fits a width.

use super::context::{Context, TextPlace, quote_words};
use crate::ast::{Argument, FormatCall, OrderExpr, OrderKind};
use crate::diagnostic::{Diagnostic, Slug};
use crate::model::{ByteOrder, Container};

/// The orders that have a name, for words that fill bytes.
const NAMES: &[&str] = &["big", "little", "pdp", "unit"];

/// The largest number of bytes of a container for a justified word.
const MAX_BYTES: u32 = 64;

/// The containers for words that do not fill bytes.
const CONTAINERS: &[&str] =
    &["packed", "right_justified", "left_justified", "six_in_eight", "core_dump", "high_density"];

/// An order, and where it was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct StatedOrder {
    pub(super) kind: Arrangement,
    pub(super) place: TextPlace,
}

/// The arrangement that an order states.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum Arrangement {
    /// The places of the bytes or of the bits of a word.
    Bytes(ByteOrder),
    /// Words that follow each other without regard to bytes. They have no place in a file of items.
    Packed(String),
}

impl Context<'_> {
    /// Checks that a word without an order of its own has whole bytes, and reports it otherwise. If it has an order, the
    /// order says how the word lies in bytes. `unused` is the letter for bits that mean nothing, where there is one.
    pub(super) fn check_whole_bytes(
        &mut self,
        place: TextPlace,
        name: &str,
        unused: Option<&str>,
        bits: u32,
    ) -> bool {
        if bits.is_multiple_of(8) {
            return true;
        }
        let title = format!("format `{name}` is not a whole number of bytes wide");
        let missing = bits.next_multiple_of(8) - bits;
        let fault = Diagnostic::new(Slug::OddWidth, title, place.span, format!("{bits} bits"))
            .note(match bits.div_ceil(8) {
                1 => "a byte has 8 bits".to_owned(),
                bytes => format!("{bytes} bytes have {} bits", bytes * 8),
            })
            .help(match (missing, bits % 8) {
                (1, _) => "add the missing bit".to_owned(),
                (_, 1) if bits > 8 => format!("remove a bit, or add the missing {missing}"),
                _ => match unused {
                    Some(letter) => format!(
                        "add the missing {missing} bits, as `{letter}{missing}` at their place if they mean nothing"
                    ),
                    None => format!("add the missing {missing} bits"),
                },
            })
            .help(format!(
                "for words that do not fill bytes, say how they lie in them, such as `order {};`",
                list_containers(bits)[0]
            ));
        self.report(place.unit, fault);
        false
    }

    /// Resolves the words of `order`.
    pub(super) fn resolve_order(&mut self, unit: usize, order: &OrderExpr) -> Option<StatedOrder> {
        let place = TextPlace { unit, span: order.span };
        let kind = match &order.kind {
            OrderKind::Named(call) => self.resolve_named_order(place, call)?,
            OrderKind::Bytes(bytes) => {
                let mut used_bytes = vec![false; bytes.len()];
                let mut list = Vec::with_capacity(bytes.len());
                for byte in bytes {
                    // With each number below the length and none twice, the list is a permutation, so no byte is missing.
                    let at = usize::try_from(byte.value).ok().filter(|at| *at < used_bytes.len().min(16));
                    let Some(at) = at else {
                        let title = format!("an order of {} bytes has no byte {}", bytes.len(), byte.value);
                        let fault = Diagnostic::new(Slug::OrderWidth, title, byte.span, "not a byte of it");
                        self.report(
                            unit,
                            fault.note("bytes are counted from 0, the most significant, to 15 at most"),
                        );
                        return None;
                    };
                    if std::mem::replace(&mut used_bytes[at], true) {
                        let title = format!("byte {at} stands twice in the order");
                        self.report_at(
                            TextPlace { unit, span: byte.span },
                            Slug::OrderWidth,
                            title,
                            "stands here again",
                        );
                        return None;
                    }
                    list.push(u8::try_from(at).unwrap_or(u8::MAX));
                }
                Arrangement::Bytes(ByteOrder::Bytes(list))
            }
        };
        Some(StatedOrder { kind, place })
    }

    fn resolve_named_order(&mut self, place: TextPlace, call: &FormatCall) -> Option<Arrangement> {
        let name = call.name.value.as_str();
        let order = match name {
            // With arguments they fall through to the fault below, which says that they take none.
            "packed" | "high_density" if call.arguments.is_empty() => {
                return Some(Arrangement::Packed(name.to_owned()));
            }
            "big" | "packed" | "high_density" => ByteOrder::Big,
            "little" => ByteOrder::Little,
            "pdp" => ByteOrder::Units { bits: 16, units_big: true, bytes_big: false },
            "unit" => return self.check_unit_order(place, call),
            "right_justified" | "left_justified" => return self.check_justified(place, call),
            "six_in_eight" => ByteOrder::Contained(Container::SixInEight),
            "core_dump" => ByteOrder::Contained(Container::CoreDump),
            _ => {
                let names: Vec<&str> = NAMES.iter().chain(CONTAINERS).copied().collect();
                let word = TextPlace { unit: place.unit, span: call.name.span };
                self.report_unknown_word(word, "order", name, &names);
                return None;
            }
        };
        if !call.arguments.is_empty() {
            let title = format!("the order `{name}` takes no numbers");
            let fault = Diagnostic::new(Slug::Number, title, call.span, "written with numbers");
            self.report(place.unit, fault.help(format!("write `{name}`")));
            return None;
        }
        Some(Arrangement::Bytes(order))
    }

    /// `right_justified(8)`, `left_justified(8, little)`.
    fn check_justified(&mut self, place: TextPlace, call: &FormatCall) -> Option<Arrangement> {
        let name = call.name.value.as_str();
        // Big-endian unless the text says otherwise, as the words of these machines are.
        let (bytes, big) = match call.arguments.as_slice() {
            [Argument::Number(bytes)] => (bytes, true),
            [Argument::Number(bytes), Argument::Word(order)] => match order.value.as_str() {
                "big" => (bytes, true),
                "little" => (bytes, false),
                other => {
                    let place = TextPlace { unit: place.unit, span: order.span };
                    self.report_unknown_word(
                        place,
                        &format!("order inside `{name}`"),
                        other,
                        &["big", "little"],
                    );
                    return None;
                }
            },
            _ => {
                let title = format!("`{name}` takes the bytes of an item");
                let fault = Diagnostic::new(Slug::Number, title, call.span, "not of that form");
                self.report(
                    place.unit,
                    fault
                        .help(format!("write `{name}(8)`, or `{name}(8, little)` for the lowest byte first")),
                );
                return None;
            }
        };
        let Some(count) = u32::try_from(bytes.value).ok().filter(|count| (1..=MAX_BYTES).contains(count))
        else {
            let title = format!("an item cannot have {} bytes", bytes.value);
            let place = TextPlace { unit: place.unit, span: bytes.span };
            self.report_at(place, Slug::Number, title, format!("1 to {MAX_BYTES} bytes"));
            return None;
        };
        Some(Arrangement::Bytes(ByteOrder::Contained(if name == "right_justified" {
            Container::RightJustified { bytes: count, big }
        } else {
            Container::LeftJustified { bytes: count, big }
        })))
    }

    fn check_unit_order(&mut self, place: TextPlace, call: &FormatCall) -> Option<Arrangement> {
        let [Argument::Number(bits), Argument::Word(units), Argument::Word(bytes)] =
            call.arguments.as_slice()
        else {
            let title = "a `unit` order has a width, the order of the units and that of their bytes";
            let fault = Diagnostic::new(Slug::Number, title, call.span, "not of that form");
            self.report(place.unit, fault.help("write `unit(16, big, little)`"));
            return None;
        };
        let width = u32::try_from(bits.value).ok().filter(|bits| *bits % 8 == 0 && (8..=128).contains(bits));
        let Some(width) = width else {
            let title = format!("a unit cannot have {} bits", bits.value);
            let fault = Diagnostic::new(Slug::OrderWidth, title, bits.span, "not a number of bytes");
            self.report(place.unit, fault.note("a unit has 8 to 128 bits, in whole bytes"));
            return None;
        };
        let mut big = [true; 2];
        for (word, big) in [units, bytes].into_iter().zip(&mut big) {
            match word.value.as_str() {
                "big" => *big = true,
                "little" => *big = false,
                other => {
                    let place = TextPlace { unit: place.unit, span: word.span };
                    self.report_unknown_word(place, "order inside `unit`", other, &["big", "little"]);
                    return None;
                }
            }
        }
        let [units_big, bytes_big] = big;
        Some(Arrangement::Bytes(ByteOrder::Units { bits: width, units_big, bytes_big }))
    }
}

/// What an order is stated for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum OrderScope {
    /// The words of one format.
    Format,
    /// The words of a representation, of all widths. A word with no more bytes than a unit is taken as one unit, and a
    /// word that fills its bytes needs no container.
    Representation,
}

/// The order for words of `bits` bits, in its simplest form; `None` if it does not fit them.
pub(super) fn fit_order(order: &ByteOrder, bits: u32, scope: OrderScope) -> Option<ByteOrder> {
    let general = scope == OrderScope::Representation;
    let whole = bits.is_multiple_of(8);
    if let ByteOrder::Contained(container) = order {
        let justified =
            matches!(container, Container::RightJustified { .. } | Container::LeftJustified { .. });
        // A container of a representation is for its odd widths, and a word that fills its bytes needs none.
        return if general && whole && (justified || !container.holds(bits)) {
            Some(ByteOrder::Big)
        } else {
            container.holds(bits).then(|| order.clone())
        };
    }
    if !whole {
        return None;
    }
    let bytes = bits / 8;
    let count = bytes as usize;
    match order {
        ByteOrder::Contained(_) => return None,
        ByteOrder::Bytes(list) if list.len() != count => return None,
        ByteOrder::Units { bits, .. } => {
            let unit = bits / 8;
            // A unit of 16 bits in a representation leaves single bytes as they are.
            let single = general && bytes <= unit;
            if !single && !bytes.is_multiple_of(unit) {
                return None;
            }
        }
        ByteOrder::Big | ByteOrder::Little | ByteOrder::Bytes(_) => {}
    }
    // Different texts can mean one order. The plain name makes them the same for what compares orders or generates
    // code.
    let places = order.byte_permutation(count);
    Some(if places.iter().copied().eq(0..count) {
        ByteOrder::Big
    } else if places.iter().copied().eq((0..count).rev()) {
        ByteOrder::Little
    } else {
        order.clone()
    })
}

/// The fault of an order that does not fit a width.
pub(super) fn misfit_fault(words: &str, place: TextPlace, name: &str, bits: u32) -> Diagnostic {
    let title = format!("the order `{words}` does not fit the {bits} bits of `{name}`");
    // One byte has two orders that are the same. From two bytes on a list shows how other orders are written.
    let help = match bits / 8 {
        _ if !bits.is_multiple_of(8) => quote_words(&list_containers(bits), "or"),
        1 => quote_words(&["big".to_owned(), "little".to_owned()], "or"),
        bytes => {
            let reversed: Vec<String> = (0..bytes).rev().map(|byte| byte.to_string()).collect();
            quote_words(&["big".to_owned(), "little".to_owned(), format!("[{}]", reversed.join(", "))], "or")
        }
    };
    let fault = Diagnostic::new(Slug::OrderWidth, title, place.span, "not for this width");
    // A field that is a bit too short or too long is as likely as a word that does not fill its bytes.
    let whole = (bits + 4) / 8 * 8;
    let fault = match whole.abs_diff(bits) {
        1 | 2 if whole > 0 => {
            fault.note(format!("the fields have {bits} bits together, and {} bytes have {whole}", whole / 8))
        }
        _ => fault,
    };
    fault.help(format!("write {help}"))
}

/// The containers for words that do not fill bytes, as they are written.
pub(super) fn list_containers(bits: u32) -> Vec<String> {
    let bytes = bits.div_ceil(8);
    // Words of 36 bits lie in five bytes. For wider ones eight and sixteen bytes are proposed, as memories have them.
    let bytes = if bytes > 5 { bytes.next_power_of_two() } else { bytes };
    let mut containers = vec![format!("right_justified({bytes})"), format!("left_justified({bytes})")];
    for (name, container) in [("six_in_eight", Container::SixInEight), ("core_dump", Container::CoreDump)] {
        containers.extend(container.holds(bits).then(|| name.to_owned()));
    }
    containers
}
