//! The lines of representations, and the distinct conversions that result from them.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::rc::Rc;

use super::super::context::TextPlace;
use super::super::order::{Arrangement, StatedOrder};
use super::super::policy::{ResolvedRules, RuleEffect};
use super::super::unit::ItemId;
use crate::model::{ByteOrder, Conversion, Event, FormatId, Native, Policy};
use crate::predefined::{Predefined, TypeClass};
use crate::source::Origin;

/// The classes that a line can name.
pub(super) const CLASSES: [TypeClass; 7] = [
    TypeClass::Integer,
    TypeClass::Unsigned,
    TypeClass::Real,
    TypeClass::Complex,
    TypeClass::Logical,
    TypeClass::Character,
    TypeClass::WideCharacter,
];

/// A mapping that a line states, for one size, for a class, or for a type.
pub(super) struct MappingLine {
    /// `real 8`, `MPI_LONG`.
    pub(super) subject: String,
    /// `real 8 => hfp64`.
    pub(super) title: String,
    pub(super) origin: Origin,
    /// The mapping's words.
    pub(super) place: TextPlace,
    pub(super) target: LineTarget,
    pub(super) order: Option<StatedOrder>,
    pub(super) rules: ResolvedRules,
    /// Whether it is a field of a record.
    pub(super) is_field: bool,
}

impl MappingLine {
    /// The name in messages of a type that the line maps. It includes the size if the line is for a whole class.
    pub(super) fn subject_for(&self, predefined: Predefined) -> String {
        let class = predefined.class();
        let sizes =
            || Predefined::all().filter(|candidate| candidate.class() == class).map(Predefined::native_size);
        // `real` alone says nothing about which of its types has the fault, unless they all have one size.
        let whole = self.subject == class.word() && sizes().any(|size| size != predefined.native_size());
        if whole { format!("{} {}", class.word(), predefined.native_size()) } else { self.subject.clone() }
    }
}

/// The target of a line.
pub(super) enum LineTarget {
    Unsupported,
    /// A fault was reported.
    Broken,
    Slot(usize),
}

/// A representation with everything that it inherits from its parents.
pub(super) struct ResolvedDatarep {
    /// The line of each type.
    pub(super) table: Vec<Option<usize>>,
    pub(super) others: Option<usize>,
    pub(super) order: Option<StatedOrder>,
    pub(super) rules: Rc<ResolvedRules>,
    /// The number of the effect of its order and rules.
    pub(super) setting: usize,
    /// Whether some type has no line because its line has a fault.
    pub(super) faulty: bool,
}

/// The lines of all representations, and the faults that were already reported about them.
#[derive(Default)]
pub(super) struct MappingLines {
    pub(super) all: Vec<MappingLine>,
    pub(super) reps: BTreeMap<ItemId, Rc<ResolvedDatarep>>,
    pub(super) told: BTreeSet<(usize, u8)>,
    pub(super) told_orders: BTreeSet<TextPlace>,
    pub(super) told_rules: BTreeSet<(TextPlace, Event)>,
    /// The effects of the orders and rules of representations. Many representations that extend one another share an
    /// effect.
    pub(super) settings: HashMap<(Option<Arrangement>, RuleEffect), usize>,
    /// The sound conversions of a line for a type, under a setting.
    pub(super) decided: HashMap<(usize, Predefined, usize), ConversionKey>,
}

impl MappingLines {
    /// The number of a setting. Orders and rules with the same effect have the same number.
    pub(super) fn add_setting(&mut self, order: Option<&StatedOrder>, rules: &ResolvedRules) -> usize {
        // Settings that have the same effect have one number, wherever their words stand.
        let next = self.settings.len();
        *self.settings.entry((order.map(|order| order.kind.clone()), rules.effect())).or_insert(next)
    }
}

/// The key that is equal for equal conversions.
#[derive(PartialEq, Eq, Hash, Clone)]
pub(super) struct ConversionKey {
    pub(super) native: Native,
    pub(super) format: FormatId,
    pub(super) order: ByteOrder,
    pub(super) read: Policy,
    pub(super) write: Policy,
}

/// The distinct conversions of a representation.
#[derive(Default)]
pub(super) struct ConversionList {
    pub(super) list: Vec<Conversion>,
    known: HashMap<ConversionKey, usize>,
}

impl ConversionList {
    pub(super) fn add_conversion(&mut self, key: &ConversionKey, line: &MappingLine) -> usize {
        // The first line that makes a conversion gives its title and place.
        if let Some(index) = self.known.get(key) {
            return *index;
        }
        let ConversionKey { native, format, order, read, write } = key.clone();
        let (title, origin) = (line.title.clone(), line.origin.clone());
        self.list.push(Conversion { native, format, order, read, write, title, origin });
        self.known.insert(key.clone(), self.list.len() - 1);
        self.list.len() - 1
    }
}
