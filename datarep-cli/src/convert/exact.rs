//! Items that go from word to word, for pairs of formats that no native type is between.
//!
//! No native float has the numbers of `decimal128_dpd`, and an `f64` has no 0.1. If the type between holds neither the
//! numbers of the source nor those of the target, each number that the target holds is written exactly by
//! [`words::hold`]. All other items go through the native type: those that the target has to round, whose losses are
//! counted, and those that are no numbers.

use datarep::{Event, Loss};
use datarep_dsl::model::{self as described, ByteOrder, FormatKind};
use datarep_dsl::words;

use crate::args::Via;
use crate::names::Named;

use super::native;

/// Both formats of a pair.
#[derive(Debug)]
pub(super) struct Exact {
    from: described::Format,
    from_order: ByteOrder,
    to: described::Format,
    to_order: ByteOrder,
}

impl Exact {
    /// The pair, if a native type holds the numbers of neither format.
    pub(super) fn beside(via: Via, from: &Named, to: &Named) -> Option<Exact> {
        let is_needed = !holds_all(via, from) && !holds_all(via, to);
        (is_needed && from.format.bits <= 128 && to.format.bits <= 128).then(|| Exact {
            from: from.format.clone(),
            from_order: from.order.clone(),
            to: to.format.clone(),
            to_order: to.order.clone(),
        })
    }

    /// The bytes of the target's word with exactly the number of an item.
    pub(super) fn convert(&self, item: &[u8]) -> Option<Vec<u8>> {
        let word = self.from_order.load(item, self.from.bits);
        let word = words::hold(&self.from, &self.to, word)?;
        Some(self.to_order.store(word, self.to.bits))
    }

    /// Whether what the native type would lose is only the number, which it need not hold here.
    pub(super) fn can_hold(loss: Loss) -> bool {
        loss.events().all(|(event, _)| matches!(event, Event::Inexact | Event::Underflow | Event::Overflow))
    }
}

/// Whether a native type holds every number of a format.
fn holds_all(via: Via, named: &Named) -> bool {
    let (bits, digits) = match via {
        Via::F32 => (24, 7),
        Via::F64 => (53, 15),
        Via::F128 => (113, 34),
        Via::Decimal => {
            return matches!(&named.format.kind, FormatKind::Decimal(decimal)
                if decimal.digits <= 28 && (0..=28).contains(&decimal.scale));
        }
        // Integers, truth values and characters are chosen only for formats that they hold.
        _ => return true,
    };
    match &named.format.kind {
        FormatKind::Float(_) => words::span(&named.format).is_some_and(|span| native::holds(via, &span)),
        FormatKind::Integer(_) => named.format.bits <= bits,
        FormatKind::Decimal(decimal) => {
            decimal.scale <= 0 && i64::from(decimal.digits) - i64::from(decimal.scale) <= digits
        }
        FormatKind::Posit(posit) => via != Via::F32 && posit.bits <= 32 && posit.exponent_bits <= 5,
        FormatKind::PairSum(_) | FormatKind::DecimalFloat(_) => false,
        FormatKind::Logical(_) | FormatKind::Character(_) => true,
    }
}
