//! Records in the macro, at the top of a file and in a function: structs with conversions of slices.
#![deny(warnings)]

datarep::datarep! {
    use ibm::hfp32;

    /// What a station reports.
    record station {
        id:   i24;
        lat:  hfp32;
        name: [ebcdic(cp037); 4];
        _:    1 byte;
    }
}

/// A record and its representation are in the same file.
#[derive(Debug, Clone, Copy, PartialEq, datarep::Datatype)]
#[repr(C)]
struct Report {
    number: i16,
    station: Station,
}

fn main() -> Result<(), datarep::Error> {
    datarep::datarep! {
        record point { x: i16; y: i16; }
        record path { points: [point; 2]; }
        datarep little extends little_endian { }
    }

    let bytes = [0, 0, 7, 0xC2, 0x76, 0xA0, 0x00, 0xD6, 0xD2, 0x40, 0x40, 0];
    let (stations, _) = station::to_vec(&bytes)?;
    assert_eq!((stations[0].id, stations[0].lat), (7, -118.625));
    assert!(stations[0].name == "OK");
    assert_eq!(station::to_bytes(&stations)?.0, bytes);
    let report = Report { number: 1, station: stations[0] };
    let (file, _) = little::to_bytes(&[report])?;
    assert_eq!(file, [&[1, 0][..], &bytes].concat());

    let way = Path { points: [Point { x: 1, y: 2 }, Point { x: 3, y: 4 }] };
    assert_eq!(path::to_bytes(&[way])?.0, [0, 1, 0, 2, 0, 3, 0, 4]);
    Ok(())
}
