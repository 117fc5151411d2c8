//! Synthetic series: random formats, kinds of series, layouts and alignments, from a seed.
//!
//! The corpus has few formats. Here the library itself writes the formats that occur in files of old machines. In most
//! series the items are adjacent and preceded by a few random bytes, and the probe does not know where an item begins.
//! In the others the items are a field of records, and the probe knows where the first item is, as for segments of the
//! corpus.

use std::time::Instant;

use datarep_dynamic::Format;
use datarep_probe::{Formats, Options, probe};

use super::{Outcome, apart};
use crate::chance::Chance;

/// The formats, and the largest magnitude of a series in each.
const FORMATS: &[(&str, &str, f64)] = &[
    ("twos(8)", "", 100.0),
    ("twos(16)", "big", 3e4),
    ("twos(16)", "little", 3e4),
    ("twos(24)", "big", 8e6),
    ("twos(32)", "big", 1e9),
    ("twos(32)", "little", 1e9),
    ("f32", "big", 1e12),
    ("f32", "little", 1e12),
    ("f64", "big", 1e12),
    ("f64", "little", 1e12),
    ("f16", "little", 1e4),
    ("hfp32", "big", 1e12),
    ("hfp32", "little", 1e12),
    ("hfp64", "big", 1e12),
    ("vax_f", "", 1e12),
    ("vax_d", "", 1e12),
    ("vax_g", "", 1e12),
    ("mbf32", "", 1e12),
    ("mbf64", "", 1e12),
    ("cray64", "", 1e12),
    ("x87_80", "", 1e12),
    ("m1750_32", "", 1e12),
    ("hp3000_32", "", 1e12),
    ("cdc60", "", 1e12),
    ("packed_decimal(7, 0)", "", 1e6),
    ("zoned_decimal(9, 0)", "", 1e8),
];

/// The number of series of each format.
const EACH: usize = 4;

/// The least and the greatest number of items of a series.
const ITEMS: (u32, u32) = (256, 1500);

/// The kinds of series.
#[derive(Debug, Clone, Copy)]
enum SeriesKind {
    /// A sum of waves with some noise.
    Waves,
    /// Random steps up and down.
    Walk,
    /// Unordered numbers, rounded to two decimals.
    Decimals,
    /// Unordered numbers over some powers of ten.
    Scattered,
    /// Small integers, most of them very small.
    Counts,
    /// Random steps up and down, with a fixed number for missing values.
    Gaps,
    /// The output of a converter of twelve bits, multiplied by the size of its step.
    Converter,
    /// Interleaved channels, each with its own mean and scale.
    Channels(usize),
}

/// A series in bytes.
#[derive(Debug, Clone)]
pub(super) struct Case {
    name: &'static str,
    order: &'static str,
    kind: SeriesKind,
    bytes: Vec<u8>,
    /// The bytes of the items alone.
    items: Vec<u8>,
    extent: usize,
    /// The place of the first item, and the number of bytes of a record if the items are a field.
    at: usize,
    record: Option<usize>,
}

/// Makes the series of a seed.
pub(super) fn draw_cases(seed: u64) -> Result<Vec<Case>, String> {
    let mut chance = Chance::new(seed);
    let mut cases = Vec::new();
    for (name, order, most) in FORMATS {
        let channels = 3 + chance.draw_below(20) as usize;
        let mut kinds = [
            SeriesKind::Waves,
            SeriesKind::Walk,
            SeriesKind::Decimals,
            SeriesKind::Scattered,
            SeriesKind::Counts,
            SeriesKind::Gaps,
            SeriesKind::Converter,
            SeriesKind::Channels(channels),
        ];
        chance.shuffle(&mut kinds);
        for (place, kind) in kinds.into_iter().take(EACH).enumerate() {
            // One of four series is a field of a record.
            cases.push(draw_case(name, order, *most, kind, place == EACH - 1, &mut chance)?);
        }
    }
    Ok(cases)
}

fn write_series(name: &str, order: &str, series: &[f64]) -> Result<Vec<u8>, String> {
    let format = Format::named(name).map_err(|error| error.to_string())?;
    let format = if order.is_empty() { format } else { format.with_order(order) };
    let format = format.with_rules("on write { overflow => saturate }");
    format.to_bytes(series).map(|(bytes, _)| bytes).map_err(|error| error.to_string())
}

fn draw_case(
    name: &'static str,
    order: &'static str,
    most: f64,
    kind: SeriesKind,
    is_field: bool,
    chance: &mut Chance,
) -> Result<Case, String> {
    let count = chance.draw_between(ITEMS.0, ITEMS.1) as usize;
    let items = write_series(name, order, &draw_series(kind, most, count, chance))?;
    let extent = items.len() / count;
    if !is_field {
        let at = chance.draw_below(u32::try_from(extent).unwrap_or(1)) as usize;
        let noise = (0..at).map(|_| chance.next_u128().to_le_bytes()[0]);
        let bytes = noise.chain(items.iter().copied()).collect();
        return Ok(Case { name, order, kind, bytes, items, extent, at, record: None });
    }
    // Other fields that the same machine may have; at least one of them differs from the items.
    let mut columns = vec![items.clone()];
    for _ in 0..chance.draw_between(1, 4) {
        let order = if order == "little" { "little" } else { "big" };
        let (name, order, most) = chance.draw_one(&[
            ("twos(16)", order, 3e4),
            ("twos(32)", order, 1e9),
            (name, order, most),
            ("unsigned(8)", "", 200.0),
        ]);
        let order =
            if name.starts_with("unsigned") || FORMATS.contains(&(name, "", most)) { "" } else { order };
        let kind =
            chance.draw_one(&[SeriesKind::Waves, SeriesKind::Decimals, SeriesKind::Counts, SeriesKind::Gaps]);
        columns.push(write_series(name, order, &draw_series(kind, most, count, chance))?);
    }
    let record = |index: usize| {
        let field = move |column: &Vec<u8>| {
            let extent = column.len() / count;
            column[index * extent..(index + 1) * extent].to_vec()
        };
        columns.iter().flat_map(field).collect::<Vec<u8>>()
    };
    let bytes: Vec<u8> = (0..count).flat_map(record).collect();
    let record = Some(bytes.len() / count);
    Ok(Case { name, order, kind, bytes, items, extent, at: 0, record })
}

/// Probes a series.
pub(super) fn probe_case(case: &Case, formats: &Formats) -> Outcome {
    let Case { name, order, kind, extent, at, record, .. } = case;
    let right = super::read_values(name, Some(*order).filter(|order| !order.is_empty()), &case.items)
        .unwrap_or_default();
    let start = Instant::now();
    let report = probe(&case.bytes, formats, Options { placed: record.is_some(), ..Options::default() });
    let time = start.elapsed();
    let rank = report.candidates.iter().position(|candidate| {
        let apart = record.filter(|record| record % extent != 0);
        let place = candidate.record.is_none() && apart.is_none() || candidate.record == *record;
        place
            && candidate.at == *at
            && candidate.bits == 8 * extent
            && super::read_as_titled(&candidate.format, &case.items).as_ref() == Some(&right)
    });
    let layout = record.map_or_else(String::new, |record| format!(" in records of {record} bytes"));
    Outcome {
        place: format!("{name} {order}, {kind:?}{layout}"),
        format: (*name).to_owned(),
        apart: apart::find(&case.items, *extent, &right, formats),
        rank,
        asked: rank,
        named: false,
        reads: report.candidates.first().is_some_and(|first| super::has_right_values(first, &right)),
        certain: report.doubts.is_empty(),
        first: report.candidates.first().map_or("nothing", |first| first.format.as_str()).to_owned(),
        time,
    }
}

/// A number from zero to one.
fn draw_unit(chance: &mut Chance) -> f64 {
    f64::from(chance.draw_below(1 << 30)) / f64::from(1 << 30)
}

/// A nearly normal random number: a sum of uniform ones.
fn draw_normal(chance: &mut Chance) -> f64 {
    (0..6).map(|_| draw_unit(chance)).sum::<f64>() - 3.0
}

fn draw_series(kind: SeriesKind, most: f64, count: usize, chance: &mut Chance) -> Vec<f64> {
    // Magnitudes of measurements, up to what the format holds.
    let scale = 10_f64.powf(draw_unit(chance) * (most.log10().min(6.0) - 1.0) + 1.0).min(most / 4.0);
    let lengths = [0; 3].map(|_| 4.0 + 60.0 * draw_unit(chance));
    let channels = if let SeriesKind::Channels(channels) = kind { channels } else { 1 };
    let of_channels: Vec<(f64, f64)> = (0..channels)
        .map(|_| (scale * draw_unit(chance), scale * 0.01 * 10_f64.powf(draw_unit(chance))))
        .collect();
    let mut walk = scale;
    (0..count)
        .map(|index| {
            let place = f64::from(u32::try_from(index).unwrap_or(0));
            let normal = draw_normal(chance);
            match kind {
                SeriesKind::Waves => {
                    let waves: f64 = lengths.iter().map(|length| (place / length).sin()).sum();
                    scale * (waves + 0.05 * normal)
                }
                SeriesKind::Walk => {
                    walk += scale * 0.02 * normal;
                    walk
                }
                SeriesKind::Decimals => (scale * (1.0 + 0.3 * normal) * 100.0).round() / 100.0,
                SeriesKind::Scattered => {
                    scale * 10_f64.powf(normal - 1.0) * if chance.percent(50) { -1.0 } else { 1.0 }
                }
                SeriesKind::Counts => (-6.0 * draw_unit(chance).max(1e-9).ln()).floor(),
                SeriesKind::Gaps => {
                    walk += scale * 0.02 * normal;
                    if chance.percent(4) { -99.0 } else { walk }
                }
                SeriesKind::Converter => {
                    let wave = (place / lengths[0]).sin() + 0.02 * normal;
                    (900.0 * wave).round() * scale / 2048.0
                }
                SeriesKind::Channels(channels) => {
                    let (mean, width) = of_channels[index % channels];
                    mean + width * ((place / lengths[0]).sin() + 0.2 * normal)
                }
            }
        })
        .collect()
}
