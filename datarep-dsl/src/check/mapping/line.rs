//! The lines of representations, and the distinct conversions that they come to.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::rc::Rc;

use super::super::context::Place;
use super::super::order::{Arranged, Arrangement};
use super::super::policy::{Effect, Rules};
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

/// A mapping that a line says, for one size, for a class, or for a type.
pub(super) struct Line {
    /// `real 8`, `MPI_LONG`.
    pub(super) subject: String,
    /// `real 8 => hfp64`.
    pub(super) title: String,
    pub(super) origin: Origin,
    /// The mapping's words.
    pub(super) place: Place,
    pub(super) target: Target,
    pub(super) order: Option<Arranged>,
    pub(super) rules: Rules,
    /// It is a field of a record.
    pub(super) is_field: bool,
}

impl Line {
    /// What a message calls a type that the line maps: with its size, where the line is for a whole class.
    pub(super) fn subject_for(&self, predefined: Predefined) -> String {
        let class = predefined.class();
        let sizes = || Predefined::all().filter(|one| one.class() == class).map(Predefined::native_size);
        let whole = self.subject == class.word() && sizes().any(|size| size != predefined.native_size());
        if whole { format!("{} {}", class.word(), predefined.native_size()) } else { self.subject.clone() }
    }
}

/// What a line maps to.
pub(super) enum Target {
    Unsupported,
    /// A fault was reported.
    Broken,
    Slot(usize),
}

/// A representation with all that it has from its parents.
pub(super) struct Rep {
    /// The line of each type.
    pub(super) table: Vec<Option<usize>>,
    pub(super) others: Option<usize>,
    pub(super) order: Option<Arranged>,
    pub(super) rules: Rc<Rules>,
    /// The number of what order and rules come to.
    pub(super) setting: usize,
    /// A type without a line has one that is faulty.
    pub(super) faulty: bool,
}

/// The lines of all representations, and what was already reported about them.
#[derive(Default)]
pub(super) struct Lines {
    pub(super) all: Vec<Line>,
    pub(super) reps: BTreeMap<ItemId, Rc<Rep>>,
    pub(super) told: BTreeSet<(usize, u8)>,
    pub(super) told_orders: BTreeSet<Place>,
    pub(super) told_rules: BTreeSet<(Place, Event)>,
    /// What orders and rules of representations come to: many that extend one another come to the same.
    pub(super) settings: HashMap<(Option<Arrangement>, Effect), usize>,
    /// The sound conversions of a line for a type, under a setting.
    pub(super) decided: HashMap<(usize, Predefined, usize), Key>,
}

impl Lines {
    /// The number of what an order and rules come to.
    pub(super) fn setting(&mut self, order: Option<&Arranged>, rules: &Rules) -> usize {
        let next = self.settings.len();
        *self.settings.entry((order.map(|order| order.kind.clone()), rules.effect())).or_insert(next)
    }
}

/// Whether a conversion is the same as another.
#[derive(PartialEq, Eq, Hash, Clone)]
pub(super) struct Key {
    pub(super) native: Native,
    pub(super) format: FormatId,
    pub(super) order: ByteOrder,
    pub(super) read: Policy,
    pub(super) write: Policy,
}

/// The distinct conversions of a representation.
#[derive(Default)]
pub(super) struct Conversions {
    pub(super) list: Vec<Conversion>,
    known: HashMap<Key, usize>,
}

impl Conversions {
    pub(super) fn add(&mut self, key: &Key, line: &Line) -> usize {
        if let Some(index) = self.known.get(key) {
            return *index;
        }
        let Key { native, format, order, read, write } = key.clone();
        let (title, origin) = (line.title.clone(), line.origin.clone());
        self.list.push(Conversion { native, format, order, read, write, title, origin });
        self.known.insert(key.clone(), self.list.len() - 1);
        self.list.len() - 1
    }
}
