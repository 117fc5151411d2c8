//! Fields with formats of their own, next to the macro, which has the name of the attribute.
#![deny(warnings)]

use datarep::{Chars, Datatype, datarep};

datarep! {
    datarep own {
        others => unsupported;
        real { 4 => ibm::hfp32 }
        on read  { overflow => infinity }
        on write { overflow | infinity | nan => error }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Datatype)]
#[repr(C)]
#[datarep(record = "order little;")]
struct Station {
    id: i16,
    #[datarep(format = "vax_f")]
    latitude: f32,
    #[datarep(format = "ebcdic(cp037)")]
    name: Chars<2>,
    #[datarep(representation = own::Own)]
    longitude: f32,
}

fn main() -> Result<(), datarep::Error> {
    #[derive(Debug, Clone, Copy, PartialEq, Datatype)]
    #[repr(C)]
    struct Inside {
        #[datarep(format = "twos(16)")]
        order: i16,
        stations: [Station; 1],
    }

    let station = Station { id: 1, latitude: 1.0, name: "OK".try_into()?, longitude: 1.0 };
    let (file, _) = datarep::standard::big_endian::to_bytes(&[Inside { order: 2, stations: [station] }])?;
    assert_eq!(file, [0, 2, 0, 1, 0x80, 0x40, 0, 0, 0xD6, 0xD2, 0x41, 0x10, 0, 0]);
    Ok(())
}
