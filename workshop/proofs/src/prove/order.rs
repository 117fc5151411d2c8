//! Orders of bytes: the word that the bytes of an item are, and the bytes of a word.
//!
//! An order says for each byte which bits of the word are in it, and where they begin. The body that loads an item must
//! give exactly these bits, for every byte, and the body that stores one the bytes back, with zeros where there are no
//! bits.

use std::collections::BTreeMap;

use datarep_dsl::model::{ByteOrder, Format, FormatKind};
use datarep_plan::body::Body;
use datarep_plan::plan::Plan;
use datarep_plan::types::container;

use super::lower::{Cuts, Value, lower_body};
use super::solver::{Solver, Verdict};
use super::subjects;
use super::term::{Term, Terms};

/// The bodies of an order for words of some bits.
struct Order {
    order: ByteOrder,
    bits: u32,
    load: Body,
    store: Body,
}

/// Proves the orders of all conversions of the library, and returns how many there are.
///
/// # Errors
///
/// A body moves a bit to another place, or the solver fails.
pub(super) fn prove(solver: &mut Solver) -> Result<usize, String> {
    let mut orders = BTreeMap::new();
    subjects::visit_conversions(|format, conversion| {
        if is_word(format) {
            let Plan { load, store, .. } = Plan::from_conversion(format, conversion);
            let order = Order { order: conversion.order.clone(), bits: format.bits, load, store };
            orders.insert(format!("{:?} of {} bits", order.order, order.bits), order);
        }
    })?;
    for (name, order) in &orders {
        for differs in [order.compare_loading(), order.compare_storing()] {
            let (terms, differs) = differs.map_err(|reason| format!("{name}: {reason}"))?;
            if terms.number(differs) == Some(0) {
                continue;
            }
            match solver.ask(&terms.print(differs), false)? {
                Verdict::None => {}
                answer => return Err(format!("{name}: a bit is at another place: {answer:?}")),
            }
        }
    }
    Ok(orders.len())
}

/// Whether items of a format are words, and no digits in bytes.
fn is_word(format: &Format) -> bool {
    let is_binary = match &format.kind {
        FormatKind::Decimal(decimal) => decimal.is_binary(),
        _ => true,
    };
    is_binary && format.bits <= 128
}

impl Order {
    /// Whether some bytes are loaded as another word than the order says.
    fn compare_loading(&self) -> Result<(Terms, Term), String> {
        let mut terms = Terms::default();
        let count = self.order.extent(self.bits);
        let bytes: Vec<Term> = (0..count).map(|byte| terms.free(&format!("byte{byte}"), 8)).collect();
        let width = container(self.bits);
        let mut wanted = terms.constant(0, width);
        for (place, &byte) in self.order.places(self.bits).into_iter().zip(&bytes) {
            let Some((range, low)) = place else { continue };
            let part = terms.part(byte, low, range.width());
            let part = terms.resize(part, width);
            let part = terms.left_by(part, range.low);
            wanted = terms.or(wanted, part);
        }
        let made = lower_body(&mut terms, &self.load, &Value::Bytes(bytes), &Cuts::new())?.item.word()?;
        let same = terms.equal(made, wanted);
        let differs = terms.not(same);
        Ok((terms, differs))
    }

    /// Whether some word is stored as other bytes than the order says.
    fn compare_storing(&self) -> Result<(Terms, Term), String> {
        let mut terms = Terms::default();
        let word = terms.free("word", self.bits);
        let input = terms.resize(word, container(self.bits));
        let made = lower_body(&mut terms, &self.store, &Value::Word(input), &Cuts::new())?.item;
        let Value::Bytes(made) = made else { return Err("a body that stores no bytes".to_owned()) };
        let places = self.order.places(self.bits);
        if made.len() != places.len() {
            return Err(format!("{} bytes and not {}", made.len(), places.len()));
        }
        let mut differs = terms.truth(false);
        for (place, made) in places.into_iter().zip(made) {
            let wanted = match place {
                None => terms.constant(0, 8),
                Some((range, low)) => {
                    let part = terms.part(word, range.low, range.width());
                    let part = terms.resize(part, 8);
                    terms.left_by(part, low)
                }
            };
            let same = terms.equal(made, wanted);
            let other = terms.not(same);
            differs = terms.or(differs, other);
        }
        Ok((terms, differs))
    }
}
