//! Pass 6: test lines.
//!
//! Afterwards every test line is true, in each direction that it claims: the value of its word is its value, and its
//! value is written as its word.

mod advice;
mod claim;
mod subject;
mod tester;

use std::collections::BTreeMap;

pub(super) use self::tester::encode_item;
use self::tester::{RefusedLine, Tester, UntrueLine};
use super::capability;
use super::context::{Context, TextPlace};
use super::slot::FormatSlot;
use crate::ast::{Item, ItemKind, TestLineExpr};
use crate::diagnostic::{Diagnostic, Slug};
use crate::faults;
use crate::model::{FormatId, TestLine};

/// The largest number of formats for which variations are tried. A person looks only at the first faults.
const MOST_ADVISED: usize = 20;

/// Checks the test lines of the user's text.
pub(super) fn check_lines(context: &mut Context<'_>) -> Vec<TestLine> {
    let text = context.units[0].text;
    let (mut lines, mut untrue) = (Vec::new(), 0);
    let mut tested: BTreeMap<usize, TestedFormat<'_>> = BTreeMap::new();
    for index in 0..text.len() {
        let ItemKind::Test(test) = &text.item(index).kind else { continue };
        // `resolve_format` has reported what is wrong. The lines of such a format would only repeat it.
        let Some(slot) = context.resolve_format(0, &test.format) else { continue };
        let FormatSlot::Known(checked_format) = &context.slots[slot] else { continue };
        let format = &checked_format.format;
        // Zoned decimals and their like may have more bytes than a word of 128 bits, which is what a line compares.
        if format.bits > 128 {
            let title = format!("a word of {} bits cannot be tested", format.bits);
            let fault = Diagnostic::new(Slug::TooLarge, title, test.format.span, "at most 128 bits")
                .help("remove the test, or test the same format with fewer digits");
            context.faults.push(fault);
            continue;
        }
        // A line is checked in exact arithmetic here, whether or not code exists. Only generated formats become unit
        // tests.
        let generated = capability::find_missing_format_feature(checked_format).is_none();
        // Several `test` items may be about one format. Their lines are judged together when a change of the format
        // is sought.
        let of_slot = tested.entry(slot).or_insert_with(|| TestedFormat {
            item: context.units[0].find_own_format(&test.format),
            true_lines: Vec::new(),
            untrue_lines: Vec::new(),
        });
        let tester = Tester::new(format, checked_format.file_order());
        for line in &test.lines {
            // A text with so many faults is refused, and the first ones are enough to mend it.
            if context.faults.len() + untrue > faults::MOST {
                break;
            }
            match tester.test_line(line) {
                Ok(claim) => {
                    of_slot.true_lines.push(line);
                    lines.push(TestLine {
                        format: FormatId(slot),
                        text: claim.text(),
                        bytes: claim.file_bytes(),
                        value: claim.value,
                        word: claim.word,
                        direction: claim.direction,
                        generated,
                        origin: context.origin(TextPlace { unit: 0, span: line.span }),
                    });
                }
                // A line without a meaning says nothing about the format, so it is no evidence for or against a
                // change of it.
                Err(RefusedLine::Unclear(fault)) => context.faults.push(*fault),
                Err(RefusedLine::Untrue(fault)) => {
                    untrue += 1;
                    of_slot.untrue_lines.push((line, *fault));
                }
            }
        }
    }
    let failed_formats = tested.into_iter().filter(|(_, tested)| !tested.untrue_lines.is_empty());
    // In the order of slots, which is that in which formats were named, so that the same text has the same advice.
    for (count, (slot, tested)) in failed_formats.enumerate() {
        context.report_untrue_lines(slot, tested, count < MOST_ADVISED);
    }
    lines
}

/// The lines of a format.
struct TestedFormat<'l> {
    /// The item of the user's text that defines it.
    item: Option<&'l Item>,
    true_lines: Vec<&'l TestLineExpr>,
    untrue_lines: Vec<(&'l TestLineExpr, UntrueLine)>,
}

impl Context<'_> {
    /// Reports the lines of a format that are not true, with a correction: the words, if they were written from the
    /// wrong end; a change of the format that makes all lines true; or, only if the format is beyond doubt, another
    /// word.
    fn report_untrue_lines(&mut self, slot: usize, tested: TestedFormat<'_>, advised: bool) {
        let TestedFormat { item, true_lines, untrue_lines } = tested;
        // Cloned, because the search for advice checks variations in this context, which adds slots and faults.
        let FormatSlot::Known(checked_format) = &self.slots[slot] else { return };
        let (format, order) = (checked_format.format.clone(), checked_format.file_order());
        let tester = Tester::new(&format, order);
        // All lines or none: one line that happens to hold with its bytes reversed is chance.
        let is_reversed = untrue_lines.iter().all(|(line, _)| tester.holds_with_reversed_bytes(line));
        let mut help = match item {
            Some(item) if advised && !is_reversed => {
                let untrue_lines = untrue_lines.iter().map(|(line, _)| *line).collect();
                self.advise_formats(
                    item,
                    &advice::LineResults { true_lines: true_lines.clone(), untrue_lines },
                )
            }
            Some(_) | None => Vec::new(),
        };
        // A format of the library, or one that other lines confirm, is right, so the word must be wrong.
        let certain = help.is_empty() && (item.is_none() || true_lines.len() > 1);
        for (_, UntrueLine { fault, word }) in untrue_lines {
            let fault = match word.map(|word| tester.format_word(word)) {
                Some(word) if is_reversed => {
                    fault.help(format!("write the word from its most significant byte on: `{word}`"))
                }
                Some(word) if certain => fault.help(format!("write `{word}` for the word")),
                Some(_) | None => fault,
            };
            // A fault of the format itself is reported once.
            self.faults.push(std::mem::take(&mut help).into_iter().fold(fault, Diagnostic::help));
        }
    }
}
