//! Lists the representations that ship with the runtime, and how many predefined types each has in a file.
//!
//! It names all of them, so that all their conversions are compiled: `cargo xtask vectors` looks at its machine code.
#![expect(clippy::print_stdout, reason = "a program speaks")]

use datarep::standard::{big_endian, cray, external32, external64, ibm370, little_endian, vax_d, vax_g};
use datarep::{Datarep, Predefined};

static SHIPPED: [&Datarep; 8] = [
    external32::DATAREP,
    external64::DATAREP,
    big_endian::DATAREP,
    little_endian::DATAREP,
    ibm370::DATAREP,
    vax_d::DATAREP,
    vax_g::DATAREP,
    cray::DATAREP,
];

fn main() {
    for datarep in SHIPPED {
        let types = Predefined::all().filter(|predefined| datarep.extent(*predefined).is_some());
        println!("{:14} {:2} of {} types", datarep.name(), types.count(), Predefined::COUNT);
    }
}
