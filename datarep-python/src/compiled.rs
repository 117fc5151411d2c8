//! Formats that are compiled with the package: those that people read and write most.
//!
//! The representations here have the rules that `datarep_dynamic::Format` gives to a format alone. So they lose, refuse
//! and report the same as all other formats, which are interpreted. Other orders and rules, and formats of texts, are
//! interpreted too.

use datarep::{Datarep, Predefined};

datarep::datarep! {
    use ibm::hfp32;
    use ibm::hfp64;
    use ibm::xport64;
    use dec::vax_f;
    use dec::vax_d;
    use dec::vax_g;
    use cray::cray64;

    datarep last {
        others  => unsupported;
        complex => unsupported;
        on read  { overflow => infinity, infinity => error, nan => error, reserved | missing => nan, invalid => error }
        on write { overflow => error, infinity => error, nan => error, reserved => error }
    }

    datarep usual extends last {
        on read  { infinity | nan => keep }
        on write { infinity | nan => keep }
    }

    datarep of_f32 extends usual { MPI_FLOAT => f32; }
    datarep of_f64 extends usual { MPI_DOUBLE => f64; }
    datarep of_hfp32 extends usual { MPI_FLOAT => hfp32; MPI_DOUBLE => hfp32; }
    datarep of_hfp64 extends usual { MPI_DOUBLE => hfp64; }
    datarep of_xport64 extends usual { MPI_DOUBLE => xport64; }
    datarep of_vax_f extends usual { MPI_FLOAT => vax_f; MPI_DOUBLE => vax_f; }
    datarep of_vax_d extends usual { MPI_DOUBLE => vax_d; }
    datarep of_vax_g extends usual { MPI_DOUBLE => vax_g; }
    datarep of_cray64 extends usual { MPI_FLOAT => cray64; MPI_DOUBLE => cray64; }

    // An integer has no infinity for what it cannot hold.
    datarep of_twos_24 extends usual { MPI_INT32_T => twos(24); on read { overflow => error } }
}

/// The compiled formats by their names.
const FORMATS: [(&str, &Datarep); 10] = [
    ("f32", of_f32::DATAREP),
    ("f64", of_f64::DATAREP),
    ("hfp32", of_hfp32::DATAREP),
    ("hfp64", of_hfp64::DATAREP),
    ("xport64", of_xport64::DATAREP),
    ("vax_f", of_vax_f::DATAREP),
    ("vax_d", of_vax_d::DATAREP),
    ("vax_g", of_vax_g::DATAREP),
    ("cray64", of_cray64::DATAREP),
    ("twos(24)", of_twos_24::DATAREP),
];

/// The representation that has compiled code for items of this type in this format.
pub(crate) fn datarep(format: &str, predefined: Predefined) -> Option<&'static Datarep> {
    let (_, datarep) = FORMATS.into_iter().find(|(name, _)| *name == format)?;
    datarep.extent(predefined).is_some().then_some(datarep)
}
