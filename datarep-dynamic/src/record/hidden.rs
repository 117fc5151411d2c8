//! Texts with characters behind the zero that ends them.
//!
//! What stands behind the first zero is not part of a text, so that it is lost when a text becomes a value, and when a text with
//! a zero inside is written. It is counted as `noncanonical`: the padding of the text is not zero. Generated code keeps all
//! characters of a text, and loses none.

use datarep::{Event, Loss};
use datarep_dsl::model::Padding;

use super::null::ItemFindings;
use super::read::Rows;
use super::{Losses, PlacedRecords, Record, Texts};

impl Rows<'_> {
    /// Counts the texts of a field that have characters behind their end. `characters` are those of all texts, with their padding.
    pub(super) fn count_cut_texts_on_read<C: Copy>(
        &self,
        field: usize,
        characters: &[C],
        as_char: impl Fn(C) -> char,
        findings: &mut ItemFindings,
    ) {
        let text = self.record.0.fields[field].text();
        let Some(text) = text.filter(|text| text.padding == Padding::Zeros && text.trim.is_right()) else {
            return;
        };
        let (mut hidden, mut unit, mut index) = (CutTexts::default(), 0, 0);
        self.for_each_text_run(field, |items, length| {
            for _ in 0..items {
                let letters = &characters[unit..unit + length];
                let behind = &letters[text.find_text(letters, &as_char).end..];
                let is_missing = findings.missing.get(index).is_some_and(|missing| *missing);
                if !is_missing && let Some(place) = behind.iter().position(|letter| as_char(*letter) != '\0')
                {
                    hidden.add(unit + length - behind.len() + place);
                }
                (unit, index) = (unit + length, index + 1);
            }
        });
        hidden.report(&self.placed, self.record, field, &mut findings.losses);
    }
}

/// Counts texts that have a zero before their end, so that what is behind it would not be read.
pub(super) fn count_cut_texts_on_write(
    placed: &PlacedRecords,
    record: &Record,
    field: usize,
    texts: &Texts,
    losses: &mut Losses,
) {
    let text = record.0.fields[field].text();
    let Some(text) = text.filter(|text| text.padding == Padding::Zeros && text.trim.is_right()) else {
        return;
    };
    let (mut hidden, mut unit) = (CutTexts::default(), 0);
    let mut texts = texts.iter();
    placed.for_each_run(record, field, |run| {
        for item_text in texts.by_ref().take(run.items) {
            let begin = if text.trim.is_left() {
                item_text.len() - item_text.trim_start_matches('\0').len()
            } else {
                0
            };
            let inside = item_text[begin..].trim_end_matches('\0');
            if let Some(zero) = inside.find('\0') {
                hidden.add(unit + item_text[..begin + zero].chars().count());
            }
            unit += run.length;
        }
    });
    hidden.report(placed, record, field, losses);
}

/// Texts that were found, and the character at which the first of them is cut.
#[derive(Debug, Default)]
struct CutTexts {
    count: u64,
    first: usize,
}

impl CutTexts {
    fn add(&mut self, unit: usize) {
        if self.count == 0 {
            self.first = unit;
        }
        self.count += 1;
    }

    fn report(&self, placed: &PlacedRecords, record: &Record, field: usize, losses: &mut Losses) {
        if self.count > 0 {
            let mut loss = Loss::default();
            loss.noncanonical = self.count;
            losses.add_items(loss, |event: Event| placed.locate_loss(record, field, event, self.first));
        }
    }
}

#[cfg(test)]
mod tests {
    use datarep::Event;

    use crate::Text;
    use crate::record::Values;

    #[test]
    fn what_is_behind_a_zero_is_counted_both_ways() {
        let text = "record r { n: u8; t: [latin1; 5] { padding zeros; }; s: [latin1; 2]; }";
        let text = Text::parse(text).unwrap_or_else(|error| panic!("{error}"));
        let record = text.record("r").expect("it is there");
        let file = *b"\x01AB\0\0\0xy\x02AB\0CD\0\0\x03\0\0\0\0Zxy\x04ABCDExy";
        let rows = record.rows(&file).expect("whole records");
        let (values, losses) = rows.values(1).expect("texts");
        assert_eq!(values, Values::Text(["AB", "AB", "", "ABCDE"].into_iter().collect()));
        assert_eq!(losses.loss.of(Event::Noncanonical), 2);
        let first = &losses.first[0];
        assert_eq!((first.record, first.item, first.offset), (1, 3, 12));
        // A text without padding of zeros has nothing to hide.
        assert!(rows.values(2).expect("texts").1.is_none());

        let texts: Vec<&str> = vec!["AB", "A\0C", "A\0", "ABCDE"];
        let mut rows = record.blank_rows(4).expect("records of one length");
        let losses = rows.write_texts(1, &texts).expect("they fit");
        assert_eq!(losses.loss.of(Event::Noncanonical), 1);
        assert_eq!((losses.first[0].record, losses.first[0].item), (1, 1));
        assert_eq!(&rows.into_bytes()[9..14], b"A\0C\0\0");
    }
}
