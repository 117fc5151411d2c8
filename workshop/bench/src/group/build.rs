//! Measures building: a new user's crate from clean, beside crates that use other libraries, and the results of the
//! builds.
//!
//! Each crate reads one sample in a few lines. The sources are fetched first, so that only building is measured. The
//! crates are built in turn, and the best of the rounds counts.

use super::super::clock::{Cores, Samples};
use super::super::goals::{Goal, Threshold};
use super::super::level::LevelFilter;
use super::super::row::{Figure, Row};
use super::super::{Bench, code_size};
use super::Group;
use crate::workspace;
use datarep_workshop::new_crate::{BINRW, BINRW_DEPENDENCY, CrateFolder, DESCRIBED, NewCrate, name_runtime};

pub(super) const GROUP: Group = Group {
    name: "build",
    cores: Cores::All,
    measure,
    goals: &[
        seconds_goal(STANDARD_WORK, "a new crate with the standard library alone", 1.5),
        seconds_goal(MACRO_WORK, "a new crate with `datarep!`", 6.0),
        Goal {
            bar: Threshold::AtMost(20.0, "ms"),
            ..seconds_goal(EXPANSION_WORK, "expanding 40 mappings", 0.0)
        },
        Goal {
            bar: Threshold::AtMost(2.0, "KiB"),
            ..seconds_goal(CODE_WORK, "machine code of a mapping at a level", 0.0)
        },
        Goal {
            bar: Threshold::AtMost(0.0, "kernels"),
            ..seconds_goal(TWICE_WORK, "kernels that are there twice", 0.0)
        },
    ],
};

const fn seconds_goal(works: &'static str, title: &'static str, most: f64) -> Goal {
    Goal {
        number: "7",
        title,
        group: "build",
        works,
        size: 0,
        at: LevelFilter::Every,
        bar: Threshold::AtMost(most, "s"),
    }
}

const STANDARD_WORK: &str = "new crate, standard library";
const MACRO_WORK: &str = "new crate, `datarep!`";
const STRUCT_WORK: &str = "new crate, one struct";

const EXPANSION_WORK: &str = "expanding 40 mappings";
const CODE_WORK: &str = "machine code of a mapping, largest";
const CODE_MEAN_WORK: &str = "machine code of a mapping, mean";
const TWICE_WORK: &str = "kernels instantiated twice";

const ROUNDS: usize = 3;

/// The number of times that 40 mappings are expanded, each time in a new process like a compiler's.
const EXPANSIONS: usize = 15;

const STANDARD: &str = r#"use datarep::standard::ibm370;

fn main() -> Result<(), datarep::Error> {
    let (samples, loss) = ibm370::to_vec::<f32>(&[0xC2, 0x76, 0xA0, 0x00])?;
    println!("{samples:?}, {loss}");
    Ok(())
}
"#;

/// The other crates know the byte order but not the format.
const DEKU: &str = r#"use deku::prelude::*;

#[derive(DekuRead, Debug)]
#[deku(endian = "big")]
struct Sample {
    value: f32,
}

fn main() -> Result<(), DekuError> {
    let (_, sample) = Sample::from_bytes((&[0xC2, 0x76, 0xA0, 0x00], 0))?;
    println!("{:?}", sample.value);
    Ok(())
}
"#;

const ZEROCOPY: &str = r#"use zerocopy::big_endian::F32;
use zerocopy::{FromBytes, Immutable, KnownLayout};

#[derive(FromBytes, Immutable, KnownLayout)]
#[repr(C)]
struct Sample {
    value: F32,
}

fn main() {
    if let Ok(sample) = Sample::read_from_bytes(&[0xC2, 0x76, 0xA0, 0x00]) {
        println!("{:?}", sample.value.get());
    }
}
"#;

const BYTEORDER: &str = r#"use byteorder::{BigEndian, ByteOrder};

fn main() {
    println!("{:?}", BigEndian::read_f32(&[0xC2, 0x76, 0xA0, 0x00]));
}
"#;

fn measure(bench: &mut Bench<'_>) -> Result<(), String> {
    let crates = list_new_crates()
        .into_iter()
        .map(|(work, who, krate)| Ok((work, who, krate.write_and_fetch()?, Samples::default())));
    let mut crates: Vec<(&str, &str, CrateFolder, Samples)> = crates.collect::<Result<_, String>>()?;
    for _ in 0..ROUNDS {
        for (_, _, krate, samples) in &mut crates {
            samples.push(krate.build_from_clean()?);
        }
    }
    for (work, who, _, samples) in crates {
        show_amount(bench, work, who, &samples, "s")?;
    }
    let expansion = expansion_crate().write_and_fetch()?;
    expansion.build_from_clean()?;
    let mut samples = Samples::default();
    for _ in 0..EXPANSIONS {
        let said = expansion.run_built_program()?;
        let nanoseconds: f64 = said.parse().map_err(|_| format!("the expansion said `{said}` for a time"))?;
        samples.push(nanoseconds / 1e6);
    }
    show_amount(bench, EXPANSION_WORK, "datarep", &samples, "ms")?;
    let code = code_size::compile_and_measure()?;
    show_amount(
        bench,
        &format!("{CODE_WORK} ({})", code.mapping),
        "datarep",
        &Samples::from_amount(code.largest / 1024.0),
        "KiB",
    )?;
    show_amount(bench, CODE_MEAN_WORK, "datarep", &Samples::from_amount(code.mean / 1024.0), "KiB each")?;
    show_amount(bench, TWICE_WORK, "datarep", &Samples::from_amount(code.twice), "kernels")
}

fn show_amount(
    bench: &mut Bench<'_>,
    work: &str,
    who: &'static str,
    samples: &Samples,
    unit: &'static str,
) -> Result<(), String> {
    let figure = Figure::Amount { best: samples.least(), median: samples.median(), unit };
    bench.print_and_keep(Row { group: "build", work: work.to_owned(), size: 0, who, figure })
}

/// The expansion of a macro, as Cargo builds it: without optimization, in release builds too.
fn expansion_crate() -> NewCrate {
    let root = workspace::root();
    let package = |name: &str| {
        let path = root.join(name).display().to_string();
        format!("{name} = {{ path = {path:?}, default-features = false }}\n")
    };
    let dependencies =
        package("datarep-dsl") + &package("datarep-codegen") + "\n[profile.release]\nopt-level = 0\n";
    NewCrate { name: "expansion", dependencies, program: include_str!("../../peers/expansion.rs") }
}

fn list_new_crates() -> Vec<(&'static str, &'static str, NewCrate)> {
    let ours = |features: &[&str]| name_runtime(&workspace::root(), features);
    let other = |who: &'static str, dependencies: &str, program| {
        (STRUCT_WORK, who, NewCrate { name: who, dependencies: dependencies.to_owned(), program })
    };
    vec![
        (STANDARD_WORK, "datarep", NewCrate { name: "standard", dependencies: ours(&[]), program: STANDARD }),
        (
            MACRO_WORK,
            "datarep",
            NewCrate { name: "described", dependencies: ours(&["macros"]), program: DESCRIBED },
        ),
        other("byteorder", "byteorder = \"1.5\"", BYTEORDER),
        other("zerocopy", "zerocopy = { version = \"0.8\", features = [\"derive\"] }", ZEROCOPY),
        other("binrw", BINRW_DEPENDENCY, BINRW),
        other("deku", "deku = \"0.20\"", DEKU),
    ]
}
