//! Lists the representations that ship with the runtime, and how many predefined types each has in a file.
//!
//! It names all of them, so that all their conversions are compiled. `cargo xtask vectors` checks its machine code.
#![expect(clippy::print_stdout, reason = "a program speaks")]

use datarep::{Predefined, standard};

fn main() {
    for datarep in standard::ALL {
        let types = Predefined::all().filter(|predefined| datarep.extent(*predefined).is_some());
        println!("{:14} {:2} of {} types", datarep.name(), types.count(), Predefined::COUNT);
    }
}
