//! Series that nobody has in a file: formats, kinds of series and alignments by chance, from a seed.
//!
//! The corpus has few formats. Here the formats that files of old machines hold are written by the library itself, a few bytes of chance
//! before them, and the probe is not told where an item begins.

use datarep_dynamic::Format;
use datarep_dynamic::probe::{Formats, Options, probe};

use crate::chance::Chance;

/// Formats and the largest magnitude that a series in them is given.
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

/// Items of a series.
const ITEMS: usize = 600;

/// What a series is.
#[derive(Debug, Clone, Copy)]
enum Kind {
    /// A sum of waves with some noise.
    Waves,
    /// Steps up and down.
    Walk,
    /// Numbers without order, rounded to two decimals.
    Decimals,
    /// Numbers without order over some powers of ten.
    Scattered,
}

/// How many series there were, and how often the right one was first and among three.
pub(super) fn measure(formats: &Formats, seed: u64) -> Result<(usize, usize, usize, Vec<String>), String> {
    let (mut all, mut first, mut three, mut missed) = (0, 0, 0, Vec::new());
    let mut chance = Chance::new(seed);
    for (name, order, most) in FORMATS {
        for kind in [Kind::Waves, Kind::Walk, Kind::Decimals, Kind::Scattered] {
            let format = Format::named(name).map_err(|error| error.to_string())?;
            let format = if order.is_empty() { format } else { format.with_order(order) };
            let format = format.with_rules("on write { overflow => saturate }");
            let series = series(kind, *most, &mut chance);
            let (bytes, _) = format.to_bytes(&series).map_err(|error| error.to_string())?;
            let extent = bytes.len() / ITEMS;
            let before = chance.below(u32::try_from(extent).unwrap_or(1));
            let noise = (0..before).map(|_| chance.next().to_le_bytes()[0]);
            let all_bytes: Vec<u8> = noise.chain(bytes.iter().copied()).collect();
            let right = super::read(name, Some(*order).filter(|order| !order.is_empty()), &bytes);
            let report = probe(&all_bytes, formats, Options { placed: false });
            let rank = report.candidates.iter().position(|candidate| {
                candidate.at == before as usize
                    && candidate.bits == 8 * extent
                    && super::named(&candidate.format, &bytes) == right
            });
            all += 1;
            first += usize::from(rank == Some(0));
            three += usize::from(rank.is_some_and(|rank| rank < 3));
            if rank != Some(0) {
                let found =
                    report.candidates.first().map_or("nothing", |candidate| candidate.format.as_str());
                let sure = if report.doubts.is_empty() { ", and certain" } else { "" };
                missed.push(format!("{name} {order}, {kind:?}: first is `{found}`{sure}"));
            }
        }
    }
    Ok((all, first, three, missed))
}

/// A number from zero to one.
fn share(chance: &mut Chance) -> f64 {
    f64::from(chance.below(1 << 30)) / f64::from(1 << 30)
}

fn series(kind: Kind, most: f64, chance: &mut Chance) -> Vec<f64> {
    // Magnitudes that measurements have: from a thousandth to what the format holds.
    let scale = 10_f64.powf(share(chance) * (most.log10().min(6.0) - 1.0) + 1.0).min(most / 4.0);
    let lengths = [0; 3].map(|_| 4.0 + 60.0 * share(chance));
    let mut walk = scale;
    (0..ITEMS)
        .map(|index| {
            let place = f64::from(u32::try_from(index).unwrap_or(0));
            // The sum of a few numbers without order is nearly normal.
            let normal = (0..6).map(|_| share(chance)).sum::<f64>() - 3.0;
            match kind {
                Kind::Waves => {
                    let waves: f64 = lengths.iter().map(|length| (place / length).sin()).sum();
                    scale * (waves + 0.05 * normal)
                }
                Kind::Walk => {
                    walk += scale * 0.02 * normal;
                    walk
                }
                Kind::Decimals => (scale * (1.0 + 0.3 * normal) * 100.0).round() / 100.0,
                Kind::Scattered => {
                    scale * 10_f64.powf(normal - 1.0) * if chance.percent(50) { -1.0 } else { 1.0 }
                }
            }
        })
        .collect()
}
