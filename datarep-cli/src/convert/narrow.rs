//! A narrower float through which items go first.
//!
//! The type between source and target holds every number of the source, so that only the target causes losses. For
//! `cray64` that is `f128`, which takes a hundred times as long as `f64`. But nearly all numbers in files fit an `f64`.
//! So items are first read as `f64`. If all of them are kept, the target is written from these. It gets the same bytes,
//! because the numbers are the same and the target's rules look at nothing else. A NaN always goes the wider way,
//! because the narrower type may cut off its payload.
//!
//! Whether a rule for `underflow` applies depends on the type that the target is written from: it does not if the target
//! holds every small number of that type. With such a rule there is no narrower float.
//!
//! If an item is not kept, the piece is halved and each half is tried, so that [`LEAST`] items at most go the wider way
//! for its sake.
//!
//! If the target's numbers are those of the narrower float, and no rules are given, items may be rounded when they are
//! read: to the nearest number, ties to even, as writing would round them. They are reported as inexact when written,
//! which is where the wider way rounds them. An example is `hfp64` to `f64`.

use datarep::{Event, Loss};
use datarep_dsl::expression::Rules;
use datarep_dsl::model::{FormatKind, RuleDirection};
use datarep_dsl::words;
use datarep_dynamic::Format;

use crate::args::{self, ViaType};
use crate::names::NamedFormat;

use super::ParsedRules;
use super::native::{self, NativeCell};

/// The most items that are not halved.
pub(super) const LEAST: usize = 64;

/// A float that is narrower than the type between source and target.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct NarrowFloat {
    /// `f32` or `f64`.
    pub(super) float: ViaType,
    /// Whether reading may round.
    rounds: bool,
}

impl NarrowFloat {
    /// The float to try before `via`, if there is one that the numbers are likely to fit and the user named no type.
    pub(super) fn choose_before(
        via: ViaType,
        from: &NamedFormat,
        to: &NamedFormat,
        convert: &args::ConvertOptions,
        rules: &ParsedRules,
    ) -> Option<NarrowFloat> {
        let rules_underflow =
            |rules: &Rules| rules.has(RuleDirection::Write, datarep_dsl::model::Event::Underflow);
        if convert.passage.via.is_some() || rules.on_write.as_ref().is_some_and(rules_underflow) {
            return None;
        }
        let precision = match &from.format.kind {
            FormatKind::Float(_) => {
                let span = words::number_span(&from.format)?;
                native::holds_span(via, &span).then_some(span.bits)?
            }
            FormatKind::Integer(_) => from.format.bits,
            _ => return None,
        };
        let targets = words::number_span(&to.format).and_then(|span| native::find_float_with_span(&span));
        // The target's own float first: then most items are read as what is written. An `f32` in place of an `f64` is
        // only tried for formats with as few digits, whose numbers all fit but for the range.
        let float = match (via, targets) {
            (ViaType::F128 | ViaType::F64, Some(ViaType::F32)) => ViaType::F32,
            (ViaType::F128, _) => ViaType::F64,
            (ViaType::F64, _) if precision <= 24 => ViaType::F32,
            _ => return None,
        };
        let has_rules = rules.on_read.is_some() || rules.on_write.is_some();
        Some(NarrowFloat { float, rounds: targets == Some(float) && !has_rules })
    }

    /// Whether both formats can be mapped to the float.
    pub(super) fn can_map(self, from: &Format, to: &Format) -> bool {
        let can = |format: &Format| match self.float {
            ViaType::F32 => format.extent::<f32>().is_ok(),
            _ => format.extent::<f64>().is_ok(),
        };
        can(from) && can(to)
    }

    /// Reads items, and returns how many were rounded; `None` if one has to go the wider way.
    pub(super) fn read<T: NativeCell + PartialOrd>(
        self,
        from: &Format,
        items: &[u8],
        native: &mut [T],
    ) -> Option<Loss> {
        let loss = from.read(items, native).ok()?;
        let is_kept = loss.events().all(|(event, _)| self.rounds && event == Event::Inexact);
        // A NaN has to go the wider way, which keeps its payload.
        let is_number = |item: &T| item.partial_cmp(item).is_some();
        (is_kept && native.iter().all(is_number)).then_some(loss)
    }
}
