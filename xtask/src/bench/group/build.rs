//! What building costs: a new user's crate from clean, beside those of other crates.
//!
//! Each crate reads one sample in a few lines. Sources are fetched before, so that only building is measured; the crates are
//! built in turn, and the best of the rounds counts.

use super::super::Bench;
use super::super::clock::{Cores, Samples};
use super::super::goals::{Bar, Goal};
use super::super::new_crate::{Made, NewCrate};
use super::super::report::{Figure, Row};
use super::Group;
use crate::workspace;

pub(super) const GROUP: Group = Group {
    name: "build",
    cores: Cores::All,
    measure,
    goals: &[
        seconds(STANDARD_WORK, "a new crate with the standard library alone", 1.5),
        seconds(MACRO_WORK, "a new crate with `datarep!`", 6.0),
    ],
};

const fn seconds(works: &'static str, title: &'static str, most: f64) -> Goal {
    Goal { number: "7", title, group: "build", works, size: 0, bar: Bar::AtMost(most, "s") }
}

const STANDARD_WORK: &str = "new crate, standard library";
const MACRO_WORK: &str = "new crate, `datarep!`";
const STRUCT_WORK: &str = "new crate, one struct";

const ROUNDS: usize = 3;

const STANDARD: &str = r#"use datarep::standard::ibm370;

fn main() -> Result<(), datarep::Error> {
    let (samples, loss) = ibm370::to_vec::<f32>(&[0xC2, 0x76, 0xA0, 0x00])?;
    println!("{samples:?}, {loss}");
    Ok(())
}
"#;

const DESCRIBED: &str = r#"datarep::datarep! {
    float hfp32 = S1 E7 F24 where value = 0.F * 16^(E - 64);

    datarep seismic extends external32 {
        real { 4 => hfp32 }
        on read  { overflow => infinity }
        on write { overflow => error, infinity | nan => error, underflow => zero }
    }
}

fn main() -> Result<(), datarep::Error> {
    let (samples, loss) = seismic::to_vec::<f32>(&[0xC2, 0x76, 0xA0, 0x00])?;
    println!("{samples:?}, {loss}");
    Ok(())
}
"#;

/// Others know the byte order, and not the format.
const BINRW: &str = r#"use binrw::{BinRead, io::Cursor};

#[derive(BinRead, Debug)]
#[br(big)]
struct Sample {
    value: f32,
}

fn main() -> binrw::BinResult<()> {
    println!("{:?}", Sample::read(&mut Cursor::new([0xC2, 0x76, 0xA0, 0x00]))?.value);
    Ok(())
}
"#;

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
    let crates =
        candidates().into_iter().map(|(work, who, krate)| Ok((work, who, krate.make()?, Samples::default())));
    let mut crates: Vec<(&str, &str, Made, Samples)> = crates.collect::<Result<_, String>>()?;
    for _ in 0..ROUNDS {
        for (_, _, krate, samples) in &mut crates {
            samples.push(krate.build()?);
        }
    }
    for (work, who, _, samples) in crates {
        let figure = Figure::Amount { best: samples.best(), median: samples.median(), unit: "s" };
        bench.show(Row { group: "build", work: work.to_owned(), size: 0, who, figure })?;
    }
    Ok(())
}

fn candidates() -> Vec<(&'static str, &'static str, NewCrate)> {
    let runtime = workspace::root().join("runtime").display().to_string();
    let ours = |features: &str| format!("datarep = {{ path = {runtime:?}{features} }}");
    let other = |who: &'static str, dependencies: &str, program| {
        (STRUCT_WORK, who, NewCrate { name: who, dependencies: dependencies.to_owned(), program })
    };
    vec![
        (STANDARD_WORK, "datarep", NewCrate { name: "standard", dependencies: ours(""), program: STANDARD }),
        (
            MACRO_WORK,
            "datarep",
            NewCrate {
                name: "described",
                dependencies: ours(", features = [\"macros\"]"),
                program: DESCRIBED,
            },
        ),
        other("byteorder", "byteorder = \"1.5\"", BYTEORDER),
        other("zerocopy", "zerocopy = { version = \"0.8\", features = [\"derive\"] }", ZEROCOPY),
        other("binrw", "binrw = \"0.15\"", BINRW),
        other("deku", "deku = \"0.20\"", DEKU),
    ]
}
