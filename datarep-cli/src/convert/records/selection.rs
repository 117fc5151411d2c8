//! Which records of a file are converted: those that meet conditions, and a sample of them.
//!
//! They are chosen before anything else of them is read, so nothing of the other records is counted.

mod condition;
mod sample;

use std::collections::BTreeSet;

use datarep_dynamic::{Error, Record};

use crate::args;
use crate::failure::CliFailure;
use crate::input::{RecordBlock, RecordInput, record_failure};

use super::bad::{BadItemFate, BadRecords, FieldsToRead, TolerantField, read_fields};
use super::column::FieldColumn;
use super::parents::ParentTracker;
use super::report::RecordReport;
use condition::FieldCondition;
use sample::SampleDraw;

/// Refuses the options where they mean nothing.
pub(in crate::convert) fn refuse_options(convert: &args::ConvertOptions) -> Result<(), CliFailure> {
    let option =
        match (&convert.rows, convert.division.find_given_option().or(convert.ends.find_given_option())) {
            (rows, _) if !rows.conditions.is_empty() => "--where",
            (rows, _) if rows.sample.is_some() => "--sample",
            (rows, _) if !rows.add_columns.is_empty() => "--add-columns",
            (_, Some(option)) => option,
            (_, None) => return Ok(()),
        };
    Err(CliFailure::new(format!("`{option}` is for records"))
        .help("leave it out, or name a record by `--record`"))
}

/// Chooses the records that are converted: by conditions, and by a sample.
pub(super) struct RecordSelection {
    conditions: Vec<FieldCondition>,
    /// The fields that conditions compare, each once.
    compared: FieldsToRead,
    drawing: Option<SampleDraw>,
    /// What a bad item of a compared field is here.
    fate: BadItemFate,
    /// Finds the parents of records, before any record is left out.
    tracker: Option<ParentTracker>,
}

impl RecordSelection {
    pub(super) fn new(
        convert: &args::ConvertOptions,
        record: &Record,
    ) -> Result<RecordSelection, CliFailure> {
        let conditions =
            convert.rows.conditions.iter().map(|condition| FieldCondition::new(condition, record));
        let conditions = conditions.collect::<Result<Vec<_>, CliFailure>>()?;
        let compared: BTreeSet<usize> = conditions.iter().map(FieldCondition::field).collect();
        Ok(RecordSelection {
            conditions,
            compared: FieldsToRead::without_limits(compared.into_iter().collect()),
            drawing: convert.rows.sample.map(|sample| SampleDraw::new(sample, convert.rows.seed, record)),
            fate: if convert.copying.dry_run {
                BadItemFate::Missing
            } else {
                BadItemFate::from_action(convert.bad.on_bad)
            },
            tracker: None,
        })
    }

    /// Finds the parents of all records that are read.
    pub(super) fn set_parent_tracker(&mut self, tracker: Option<ParentTracker>) {
        self.tracker = tracker;
    }

    /// Whether records may be left out.
    pub(super) fn leaves_out(&self) -> bool {
        !self.conditions.is_empty() || self.drawing.is_some()
    }

    /// The next records that are chosen; `None` at the end.
    pub(super) fn next(
        &mut self,
        input: &mut RecordInput<'_>,
        record: &Record,
        mut bad: Option<&mut BadRecords>,
        report: &mut RecordReport,
    ) -> Result<Option<RecordBlock>, CliFailure> {
        loop {
            let block = input.next()?;
            for torn in input.take_torn(block.as_ref()) {
                if let Some(bad) = bad.as_deref_mut() {
                    bad.add_torn(&torn)?;
                }
                report.add_torn(&torn);
                // The torn record may have been a parent, so that none is known behind it.
                self.tracker.iter_mut().for_each(ParentTracker::forget_parents);
            }
            let Some(mut block) = block else { break };
            if input.is_behind_torn() {
                continue;
            }
            if let Some(tracker) = &mut self.tracker {
                // Before any record is left out: a parent need not be wanted itself to be the parent of one that is.
                tracker.set_parents(record, &mut block)?;
            }
            if !self.leaves_out() {
                return Ok(Some(block));
            }
            let matching = self.keep_matching_records(record, block, bad.as_deref_mut(), report)?;
            let Some(matching) = matching else { continue };
            let Some(drawing) = &mut self.drawing else { return Ok(Some(matching)) };
            let fault =
                |error: &Error, block: &RecordBlock| block.note_file_if_several(record_failure(error, block));
            let starts = matching.starts(record).map_err(|error| fault(&error, &matching))?;
            if let Some(drawn) = drawing.draw(&matching, &starts) {
                return Ok(Some(drawn));
            }
        }
        let Some(drawing) = &mut self.drawing else { return Ok(None) };
        let block = drawing.next_held();
        if block.is_none() {
            report.set_sample(drawing.count_drawn(), drawing.count_offered());
        }
        Ok(block)
    }

    /// The records of a block that meet the conditions, if there are any.
    fn keep_matching_records(
        &self,
        record: &Record,
        block: RecordBlock,
        bad: Option<&mut BadRecords>,
        report: &mut RecordReport,
    ) -> Result<Option<RecordBlock>, CliFailure> {
        if self.conditions.is_empty() {
            return Ok(Some(block));
        }
        let fault = |error: Error| block.note_file_if_several(record_failure(&error, &block));
        let rows = block.rows(record).map_err(fault)?;
        let mut fields = read_fields(&rows, &self.compared, self.fate, Vec::new()).map_err(fault)?;
        let records = rows.len();
        let mut is_bad = vec![false; records];
        let mut fails = vec![false; records];
        for field in &mut fields {
            let mut has_bad_item = vec![false; records];
            field.bad.iter().for_each(|item| has_bad_item[item.record] = true);
            let values = field.take_values();
            let column = FieldColumn::new(values, &rows, field.field);
            for condition in self.conditions.iter().filter(|condition| condition.field() == field.field) {
                let is_match = condition.find_records(&column, records);
                // A bad item decides nothing. Another condition may still fail, and then the record is not wanted,
                // whatever the item is.
                let fails_condition =
                    has_bad_item.iter().zip(is_match).map(|(is_bad, is_match)| !is_bad && !is_match);
                fails.iter_mut().zip(fails_condition).for_each(|(fails, fails_here)| *fails |= fails_here);
            }
            is_bad
                .iter_mut()
                .zip(has_bad_item)
                .for_each(|(is_bad_record, has_bad)| *is_bad_record |= has_bad);
        }
        let mut left_out: BTreeSet<usize> = (0..records).filter(|record| fails[*record]).collect();
        report.add_passed_over(left_out.len());
        let undecided: BTreeSet<usize> =
            (0..records).filter(|record| is_bad[*record] && !fails[*record]).collect();
        if left_out.is_empty() && undecided.is_empty() {
            return Ok(Some(block));
        }
        let starts = block.starts(record).map_err(fault)?;
        // Without `--on-bad`, in a dry run, these records stay, and the report counts what a rule refuses in them.
        if let Some(bad) = bad
            && !undecided.is_empty()
        {
            for TolerantField { bad, .. } in &mut fields {
                // Of records that are not wanted, nothing is counted.
                bad.retain(|item| undecided.contains(&item.record));
            }
            bad.set_aside(record, &block, &starts, &fields)?;
            report.add_undecided(&fields, undecided.len(), &block);
            left_out.extend(&undecided);
        }
        Ok((left_out.len() < records).then(|| block.without_records(&starts, &left_out)))
    }
}
