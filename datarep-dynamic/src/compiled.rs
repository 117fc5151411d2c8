//! Generated code for the formats that people read and write most.
//!
//! Each representation has the name, the order and the rules that [`Format`](crate::Format) gives its format by default, so that results, counts and errors are those of
//! the interpreter. Other orders and rules, and formats of a user's text, are interpreted.

use datarep::{Datarep, Predefined};

datarep::datarep! {
    use ibm::hfp32;
    use ibm::hfp64;
    use ibm::xport64;
    use dec::vax_f;
    use dec::vax_d;
    use dec::vax_g;
    use cray::cray64;
    use intel::x87_80;

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

    datarep format_f32 extends usual { MPI_FLOAT => f32; MPI_DOUBLE => f32; }
    datarep format_f64 extends usual { MPI_DOUBLE => f64; }
    datarep format_hfp32 extends usual { MPI_FLOAT => hfp32; MPI_DOUBLE => hfp32; }
    datarep format_hfp64 extends usual { MPI_DOUBLE => hfp64; }
    datarep format_xport64 extends usual { MPI_DOUBLE => xport64; }
    datarep format_vax_f extends usual { MPI_FLOAT => vax_f; MPI_DOUBLE => vax_f; }
    datarep format_vax_d extends usual { MPI_DOUBLE => vax_d; }
    datarep format_vax_g extends usual { MPI_DOUBLE => vax_g; }
    datarep format_cray64 extends usual { MPI_FLOAT => cray64; MPI_DOUBLE => cray64; }
    datarep format_x87_80 extends usual { MPI_DOUBLE => x87_80; }

    // An integer has no infinity for what it cannot hold.
    datarep format_twos_24 extends usual { MPI_INT32_T => twos(24); on read { overflow => error } }
}

/// The representation of each format, by the format's name and its own order.
const FORMATS: [(&str, &str, &Datarep); 11] = [
    ("f32", "big", format_f32::DATAREP),
    ("f64", "big", format_f64::DATAREP),
    ("hfp32", "big", format_hfp32::DATAREP),
    ("hfp64", "big", format_hfp64::DATAREP),
    ("xport64", "big", format_xport64::DATAREP),
    ("vax_f", "pdp", format_vax_f::DATAREP),
    ("vax_d", "pdp", format_vax_d::DATAREP),
    ("vax_g", "pdp", format_vax_g::DATAREP),
    ("cray64", "big", format_cray64::DATAREP),
    ("x87_80", "little", format_x87_80::DATAREP),
    ("twos(24)", "big", format_twos_24::DATAREP),
];

/// The representation that has generated code for items of this type in this format. An order may be named if it is the
/// format's own.
pub(crate) fn find_generated(
    format: &str,
    order: Option<&str>,
    predefined: Predefined,
) -> Option<&'static Datarep> {
    let (_, own, datarep) = FORMATS.into_iter().find(|(name, ..)| *name == format)?;
    // An order that is named is compared as text. Another spelling of the same order is interpreted, which gives the
    // same.
    let is_own = order.is_none_or(|order| order == own);
    // A representation has code only for the types above. The others are `unsupported`, without an extent.
    (is_own && datarep.extent(predefined).is_some()).then_some(datarep)
}
