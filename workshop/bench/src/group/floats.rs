//! Every float format of the standard library: those of 8, 16, 32 and 64 bits, read and written, and those of other
//! widths.

use datarep::Native;
use datarep_oracle::exhaustive::plain::{self, PlainFormat};
use zerocopy::{Immutable, IntoBytes};

use super::super::clock::Cores;
use super::super::data::{double_from_bits, make_numbers};
use super::super::goals::{Goal, Threshold, share_goals, with_levels};
use super::super::level::LevelFilter;
use super::super::{Bench, crates};
use super::Group;
use super::slice::{Others, Slice};
use super::widths;
use known::KNOWN;

#[path = "../../../oracle/build/known.rs"]
mod known;

const READING: &str = "floats of 8, 16, 32 and 64 bits, reading";
const WRITING: &str = "floats of 8, 16, 32 and 64 bits, writing";

/// The shares at AVX-512 for each size, and the shares below it, where there is no goal for the middle size.
const fn goals_at_both_levels(wide: &[Goal; 3], below: &[Goal; 3]) -> [Goal; 5] {
    let [[small, middle, large], below] =
        [with_levels(LevelFilter::Avx512, *wide), with_levels(LevelFilter::BelowAvx512, *below)];
    [small, middle, large, below[0], below[2]]
}

pub(super) const READ: Group = Group {
    name: "read",
    cores: Cores::One,
    measure: |bench| measure_group(bench, "read"),
    goals: &goals_at_both_levels(
        &share_goals("read", READING, [0.7, 0.95, 0.9]),
        &share_goals("read", READING, [0.35, 0.0, 0.9]),
    ),
};

pub(super) const WRITE: Group = Group {
    name: "write",
    cores: Cores::One,
    measure: |bench| measure_group(bench, "write"),
    goals: &goals_at_both_levels(
        &share_goals("write", WRITING, [0.5, 0.95, 0.9]),
        &share_goals("write", WRITING, [0.25, 0.0, 0.9]),
    ),
};

pub(super) const OTHER: Group = Group {
    name: "other",
    cores: Cores::One,
    measure: |bench| {
        widths::measure(bench)?;
        measure_group(bench, "other")
    },
    goals: &[
        OTHER_WIDTHS,
        Goal { works: "packed", title: "packed decimals of up to 18 digits", ..DECIMALS },
        Goal { works: "zoned", title: "zoned decimals of up to 18 digits", ..DECIMALS },
    ],
};

const OTHER_WIDTHS: Goal = Goal {
    number: "1",
    title: "formats of other widths",
    group: "other",
    works: "",
    size: 0,
    at: LevelFilter::Every,
    bar: Threshold::TimesOrRate(10.0, "naive", 2.0),
};

const DECIMALS: Goal = Goal { at: LevelFilter::BelowAvx512, bar: Threshold::Rate(4.0), ..OTHER_WIDTHS };

fn measure_group(bench: &mut Bench<'_>, group: &'static str) -> Result<(), String> {
    let common = group != "other";
    for plain in plain::list_formats()? {
        let few = bench.options.quick || bench.options.check;
        let known = !few || KNOWN.contains(&plain.format);
        if !known || matches!(plain.bits, 8 | 16 | 32 | 64) != common {
            continue;
        }
        let correct = plain.check_sample()?;
        let sizes = bench.sizes_in_bytes().iter().filter(|size| common || **size < widths::LARGEST);
        for &size in sizes {
            if plain.bits <= 32 {
                let native = make_numbers(
                    size / 4,
                    if has_sign(&plain) { f32::from_bits } else { positive_from_bits },
                );
                measure_format(bench, group, &plain, correct, &native, size, &peers_for_f32(plain.format))?;
            } else {
                let native = make_numbers(size / 8, double_from_bits);
                measure_format(bench, group, &plain, correct, &native, size, &peers_for_f64(plain.format))?;
            }
        }
    }
    Ok(())
}

/// Whether the format has negative numbers. The file of a format without them, such as one of scale factors, holds only
/// positive numbers.
fn has_sign(plain: &PlainFormat) -> bool {
    plain.datarep.loss_on_write(&[-1.0_f32]).is_ok_and(|loss| loss.is_none())
}

fn positive_from_bits(bits: u32) -> f32 {
    f32::from_bits(bits).abs()
}

/// The other programs that convert a format of at most 32 bits.
fn peers_for_f32(format: &str) -> Others<'static, f32> {
    match format {
        "hfp32" => Others {
            crates: &[("ibmfloat", crates::read_ibm_floats_by_ibmfloat)],
            readers: &[("ibm2ieee", "read hfp32"), ("segyio", "read hfp32")],
            ..Others::NONE
        },
        "f16" => {
            Others { readers: &[("numpy", "read f16 as f32"), ("h5py", "read f16 as f32")], ..Others::NONE }
        }
        _ => Others::NONE,
    }
}

/// The other programs that convert a wider format.
fn peers_for_f64(format: &str) -> Others<'static, f64> {
    match format {
        "hfp64" => Others {
            crates: &[("ibmfloat", crates::read_ibm_doubles_by_ibmfloat)],
            readers: &[("ibm2ieee", "read hfp64")],
            ..Others::NONE
        },
        "vax_g" => Others {
            crates: &[("vax-floating", crates::read_vax_g_by_vax_floating)],
            readers: &[("h5py", "read vax_g")],
            ..Others::NONE
        },
        "cray64" => Others {
            readers: &[("h5py", "read cray64")],
            writers: &[("h5py", "write cray64")],
            ..Others::NONE
        },
        _ => Others::NONE,
    }
}

/// Measures a format at one size: one direction if the group has only one, otherwise both.
fn measure_format<T: Native + Default + PartialEq + IntoBytes + Immutable>(
    bench: &mut Bench<'_>,
    group: &'static str,
    plain: &PlainFormat,
    correct: bool,
    native: &[T],
    size: usize,
    others: &Others<'_, T>,
) -> Result<(), String> {
    let name = &format!("{} ({} bits)", plain.format, plain.bits);
    let slice = Slice { name, datarep: plain.datarep, predefined: T::PREDEFINED, native, size };
    let file = slice.make_file()?;
    if group != "write" {
        slice.measure_read(bench, group, &file, correct, others)?;
    }
    if group != "read" {
        slice.measure_write(bench, group, &file, correct, others)?;
    }
    Ok(())
}
