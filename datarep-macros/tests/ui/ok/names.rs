//! Names of records and representations that are also words of the generated code, and names that are written like types.
#![deny(warnings)]

mod letters {
    datarep::datarep! {
        record r { a: u8; }
        record t { items: [r; 2]; }
        record layout { a: t; }
        datarep d extends external32 {}
    }
}

mod representations {
    datarep::datarep! {
        datarep t extends external32 {}
        datarep r extends t {}
        datarep layout extends t {}
        datarep DATAREP extends t {}
        datarep DESCRIPTOR extends t {}
        datarep EXTENTS extends t {}
    }
}

mod types {
    datarep::datarep! {
        record TraceHeader { samples: u16; kind: u8; }
        record header { n: u8; traces: [TraceHeader; n]; }
        record Header { a: u8; }
        record a_b { a: u8; }
        record AB { a: u8; }
    }
}

mod enclosed {
    datarep::datarep! {
        record Header { n: u8; }
        record Header_and_others { inside: Header; }
        record header_and_others { a: u8; }
        datarep header { others => unsupported; real { 4 => f32 } }
        datarep header_and_others2 extends header {}
    }
}

mod beside {
    datarep::datarep! {
        record a { x: u8; }
        record 温度 { x: u8; }
        datarep A extends external32 {}
    }
}

fn main() -> Result<(), datarep::Error> {
    use types::{AB, AB2, Header2, TraceHeader};

    let (layouts, _) = letters::layout::to_vec(&[1, 2])?;
    assert_eq!(layouts[0].a.items, [letters::R { a: 1 }, letters::R { a: 2 }]);
    assert_eq!(letters::layout::to_bytes(&layouts)?.0, [1, 2]);
    assert_eq!(representations::t::to_vec::<u16>(&[1, 2])?.0, [0x0102]);
    assert_eq!(representations::layout::to_vec::<u16>(&[1, 2])?.0, [0x0102]);

    let (traces, _) = types::trace_header::to_vec(&[1, 2, 3])?;
    assert_eq!(traces, [TraceHeader { samples: 0x0102, kind: 3 }]);
    let (headers, _) = types::header::to_vec(&[1, 1, 2, 3])?;
    assert_eq!(headers[0].traces, traces);
    // The text has both names in small letters and as types.
    assert_eq!(types::header2::to_vec(&[7])?.0, [Header2 { a: 7 }]);
    assert_eq!(types::a_b::to_vec(&[7])?.0, [AB { a: 7 }]);
    assert_eq!(types::ab::to_vec(&[7])?.0, [AB2 { a: 7 }]);

    assert_eq!(enclosed::header_and_others::to_vec(&[7])?.0, [enclosed::HeaderAndOthers2 { a: 7 }]);
    assert_eq!(enclosed::header::to_vec::<f32>(&[0; 4])?.0, [0.0]);

    assert_eq!(beside::a::to_vec(&[7])?.0, [beside::A2 { x: 7 }]);
    assert_eq!(beside::温度::to_vec(&[7])?.0, [beside::温度2 { x: 7 }]);
    assert_eq!(beside::A::to_vec::<u8>(&[7])?.0, [7]);
    assert_eq!(representations::DATAREP::to_vec::<u16>(&[1, 2])?.0, [0x0102]);
    Ok(())
}
