//! Reads a copybook: items with their clauses, nested by their levels.

mod clauses;

use datarep_dynamic::names::Picture;

use super::constants::{NamedConstants, is_around_items};
use super::lines::{CopybookWord, LinePlace};
use super::usage::CobolUsage;

use clauses::{CopybookEntry, CopybookSentence};

/// What is wrong with a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct CopybookFault {
    pub(super) place: LinePlace,
    pub(super) text: String,
}

/// An item: a group of others, or a field.
#[derive(Debug, Clone, Default)]
pub(super) struct CopybookItem {
    pub(super) place: LinePlace,
    pub(super) level: u32,
    /// `None` for `FILLER`.
    pub(super) name: Option<String>,
    pub(super) redefines: Option<String>,
    pub(super) picture: Option<Picture>,
    /// The picture as it is written.
    pub(super) picture_text: String,
    pub(super) usage: Option<CobolUsage>,
    pub(super) sign: Option<SignClause>,
    pub(super) occurs: Option<OccursClause>,
    pub(super) is_aligned: bool,
    pub(super) zero: ZeroClause,
    /// Whether a fault of its clauses was told, so that more cannot be said of it.
    pub(super) is_broken: bool,
    /// Whether all of its items were taken out, to stand before a choice of records.
    pub(super) is_used_up: bool,
    pub(super) origin: ItemOrigin,
    /// Its number among the items of all copybooks, which stays if a part of it is taken out.
    pub(super) number: usize,
    /// The names of its values: level 88.
    pub(super) conditions: Vec<ConditionName>,
    /// Other names of its fields: level 66. Those of a record are at the record.
    pub(super) renames: Vec<RenamesEntry>,
    pub(super) items: Vec<CopybookItem>,
}

/// Where an item is written.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum ItemOrigin {
    /// In the copybook.
    #[default]
    Copybook,
    /// In the program, which has groups around the items of the copybook. One item stands in for all of them.
    Program,
}

/// How zero is printed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum ZeroClause {
    /// As the picture says.
    #[default]
    Digits,
    /// As blanks: `BLANK WHEN ZERO`.
    Blanks,
}

/// A name for values of an item: level 88.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ConditionName {
    pub(super) name: String,
    /// The values as people read them: `"A", "C" to "F"`.
    pub(super) values: String,
}

/// A name for items that follow one another: level 66.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct RenamesEntry {
    pub(super) place: LinePlace,
    pub(super) name: String,
    pub(super) first: ItemReference,
    pub(super) last: Option<ItemReference>,
}

/// The name of an item, and those of groups around it, from the inner to the outer one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ItemReference {
    pub(super) name: String,
    pub(super) groups: Vec<String>,
}

/// Where the sign of digits stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct SignClause {
    pub(super) is_leading: bool,
    pub(super) is_separate: bool,
}

/// How often an item occurs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct OccursClause {
    pub(super) maximum: u64,
    /// The item that holds the number.
    pub(super) depending: Option<ItemReference>,
}

/// The items of a text, and what is wrong with them.
#[derive(Debug, Default)]
pub(super) struct ParsedCopybook {
    /// Those of the highest level, with the others nested in them.
    pub(super) items: Vec<CopybookItem>,
    pub(super) faults: Vec<CopybookFault>,
    /// Whether items are missing, because nothing is known of them.
    pub(super) is_partial: bool,
}

/// The items of a text.
pub(super) fn parse_items(words: &[CopybookWord]) -> ParsedCopybook {
    let (mut flat, mut faults): (Vec<CopybookItem>, _) = (Vec::new(), Vec::new());
    let (mut constants, mut is_partial) = (NamedConstants::default(), false);
    for sentence in words.split(CopybookWord::is_full_stop).filter(|sentence| !sentence.is_empty()) {
        let sentence = &constants.replace_names(sentence)[..];
        let is_constant = constants.define(sentence).unwrap_or_else(|fault| {
            faults.push(fault);
            true
        });
        if is_constant || is_around_items(sentence) {
            continue;
        }
        let fault_count = faults.len();
        let entry = CopybookSentence::new(sentence, &mut faults).read();
        let is_name = ["88", "66"].contains(&sentence[0].text.as_str());
        // Levels 88 and 66 have no bytes, so that a fault in one of them leaves no gap.
        is_partial |= entry.is_none() && faults.len() > fault_count && !is_name;
        match (entry, flat.last_mut()) {
            (Some(CopybookEntry::Item(item)), _) => flat.push(item),
            (Some(CopybookEntry::Condition(condition)), Some(last)) => last.conditions.push(condition),
            (Some(CopybookEntry::Renames(renames)), Some(last)) => last.renames.push(renames),
            (
                Some(
                    CopybookEntry::Condition(ConditionName { name, .. })
                    | CopybookEntry::Renames(RenamesEntry { name, .. }),
                ),
                None,
            ) => {
                let text = format!("`{name}` is a name of what stands before it, and no item does");
                faults.push(CopybookFault { place: sentence[0].place.clone(), text });
            }
            (None, _) => {}
        }
    }
    let mut rest = flat.into_iter().peekable();
    let mut items: Vec<CopybookItem> = Vec::new();
    let mut highest = None;
    while let Some(first) = rest.peek() {
        let (place, level) = (first.place.clone(), first.level);
        // Level 77 stands alone, between records of any level.
        if level != 77 && *highest.get_or_insert(level) != level {
            let text = format!("level {level} is above that of the first item");
            faults.push(CopybookFault { place, text });
        }
        items.extend(take_item_tree(&mut rest, level, &mut faults));
    }
    // Level 66 was kept at the item before it, the last one of its record. It may name any item of the record.
    for item in &mut items {
        let renames = take_renames(item);
        item.renames = renames;
    }
    ParsedCopybook { items, faults, is_partial }
}

/// Takes the other names of fields from an item and everything below it, in the order of the text.
fn take_renames(item: &mut CopybookItem) -> Vec<RenamesEntry> {
    let mut renames = std::mem::take(&mut item.renames);
    for item in &mut item.items {
        renames.extend(take_renames(item));
    }
    renames
}

/// Takes the next item, which has this level, with all items below it.
fn take_item_tree(
    rest: &mut std::iter::Peekable<impl Iterator<Item = CopybookItem>>,
    level: u32,
    faults: &mut Vec<CopybookFault>,
) -> Option<CopybookItem> {
    // Levels go from 1 to 49 and rise from each call to the next, so this is not called more than 49 times within
    // itself.
    let mut item = rest.next()?;
    while let Some(next) = rest.peek() {
        if next.level <= level || next.level == 77 || level == 77 {
            break;
        }
        // The next level may be above that of the first item: levels 5 and 4 below a level 1 are one for IBM's compilers.
        // (Enterprise COBOL for z/OS, Language Reference, "Levels of data".)
        let below_it = next.level;
        item.items.extend(take_item_tree(rest, below_it, faults));
    }
    if !item.items.is_empty() && item.picture.is_some() {
        let text = format!("`{}` has a picture, and items below it", item.shown_name());
        faults.push(CopybookFault { place: item.place.clone(), text });
    }
    Some(item)
}

impl CopybookItem {
    /// The name for messages.
    pub(super) fn shown_name(&self) -> &str {
        self.name.as_deref().unwrap_or("FILLER")
    }
}
