//! Structs as datatypes: the derived layout is the one that the compiler chooses.

use std::mem::{offset_of, size_of};

use datarep::datatype::{Items, Memory, Typemap};
use datarep::file::{File, Mode};
use datarep::standard::{external32, ibm370, little_endian};
use datarep::{Character, Complex, Datarep, Datatype, F16, Logical, Predefined};

#[derive(Clone, Copy, Datatype)]
#[repr(C)]
struct Inner {
    flag: bool,
    pairs: [[i16; 3]; 2],
    z: Complex<f64>,
}

#[derive(Clone, Copy, Datatype)]
#[repr(C)]
struct Outer {
    name: [Character; 5],
    inner: [Inner; 2],
    half: F16,
    whole: u64,
    logical: Logical,
}

#[derive(Clone, Copy, Datatype)]
#[repr(C)]
struct Tuple(u8, f32);

/// Type and displacement of every item, written by hand.
fn expected() -> Vec<(Predefined, usize)> {
    let mut items: Vec<_> = (0..5).map(|index| (Predefined::Char, index)).collect();
    for index in 0..2 {
        let base = offset_of!(Outer, inner) + index * size_of::<Inner>();
        items.push((Predefined::CBool, base + offset_of!(Inner, flag)));
        items.extend((0..6).map(|number| (Predefined::Int16T, base + offset_of!(Inner, pairs) + 2 * number)));
        items.push((Predefined::CDoubleComplex, base + offset_of!(Inner, z)));
    }
    items.push((Predefined::Real2, offset_of!(Outer, half)));
    items.push((Predefined::Uint64T, offset_of!(Outer, whole)));
    items.push((Predefined::Logical, offset_of!(Outer, logical)));
    items
}

/// With the feature `parallel` each slice is divided, so that structs are also tested in parts.
fn in_parts() {
    #[cfg(feature = "parallel")]
    datarep::codegen::divide_everything();
}

#[test]
fn items_lie_where_the_compiler_puts_them() {
    in_parts();
    let typemap = Typemap::of::<Outer>().expect("fits in memory");
    let committed = typemap.commit().expect("fits in memory");
    let items: Vec<_> = (0..committed.items())
        .map(|item| committed.locate(item).expect("within"))
        .map(|(predefined, displacement)| (predefined, usize::try_from(displacement).expect("within")))
        .collect();
    assert_eq!(items, expected());
    assert_eq!(usize::try_from(typemap.extent()), Ok(size_of::<Outer>()));
    let tuple = Typemap::of::<[Tuple; 3]>().expect("fits in memory");
    assert_eq!((tuple.items(), tuple.extent()), (6, 24));
}

/// Structs of structs, arrays, complex numbers and logicals are written to a file and read back, in each
/// representation.
#[test]
fn structs_go_through_files() {
    in_parts();
    let inner = |flag, number: i16| Inner {
        flag,
        pairs: [[number, 1, 2], [3, 4, -number]],
        z: Complex { re: f64::from(number), im: -0.5 },
    };
    let outer = |number: i16| Outer {
        name: [Character(b'A'); 5],
        inner: [inner(true, number), inner(false, 7)],
        half: F16::from_bits(0x3C00),
        whole: u64::try_from(number).expect("not negative"),
        logical: Logical::from(number % 2 == 0),
    };
    let values: Vec<Outer> = (0..500).map(outer).collect();
    let path = std::env::temp_dir().join(format!("datarep-derive-{}", std::process::id()));
    let file = File::open(&path, Mode::CREATE | Mode::RDWR | Mode::DELETE_ON_CLOSE).expect("it is made");
    file.set_buffer_size(1 << 12);
    for datarep in [Datarep::NATIVE, external32::DATAREP.clone(), little_endian::DATAREP.clone()] {
        file.set_view_of::<Outer>(11, &datarep).expect("supported");
        file.write(&values).expect("they fit");
        if datarep.name() == "external32" {
            let bytes = std::fs::read(&path).expect("it is there");
            let expected = external32::to_bytes(&values).expect("they fit").0;
            assert_eq!(bytes.get(11..11 + expected.len()), Some(&*expected));
        }
        let mut back = vec![outer(0); 500];
        assert_eq!(file.read_at(0, &mut back).expect("as written").count(), Some(500));
        assert_eq!(
            external32::to_bytes(&back).expect("they fit"),
            external32::to_bytes(&values).expect("they fit")
        );
    }
}

/// The static type and the typemap write the same file.
#[test]
fn a_struct_is_written_alike_either_way() {
    in_parts();
    let values = [Tuple(1, 0.5), Tuple(2, -118.625), Tuple(3, 1e9)];
    let datatype = Typemap::of::<Tuple>().expect("fits in memory").commit().expect("fits in memory");
    let mut native = vec![0; size_of_val(&values)];
    #[expect(clippy::host_endian_bytes, reason = "a native item is in the order of the host")]
    for (value, bytes) in values.iter().zip(native.chunks_exact_mut(size_of::<Tuple>())) {
        bytes[offset_of!(Tuple, 0)] = value.0;
        bytes[offset_of!(Tuple, 1)..].copy_from_slice(&value.1.to_ne_bytes());
    }
    let mut file = vec![0; 15];
    ibm370::DATAREP
        .write_items(Items { datatype: &datatype, count: 6, position: 0 }, Memory::new(&native), &mut file)
        .expect("small numbers");
    assert_eq!(file, ibm370::to_bytes(&values).expect("small numbers").0);
    external32::DATAREP
        .write_items(Items { datatype: &datatype, count: 6, position: 0 }, Memory::new(&native), &mut file)
        .expect("small numbers");
    assert_eq!(file, external32::to_bytes(&values).expect("small numbers").0);
}

/// An error shows the field whose bytes are not a value, and not the whole struct.
#[test]
fn an_error_shows_the_bytes_that_are_no_value() {
    in_parts();
    #[derive(Debug, Clone, Copy, Datatype)]
    #[repr(C)]
    struct Long {
        samples: [f64; 100],
        letter: char,
        flag: bool,
    }

    let path = std::env::temp_dir().join(format!("datarep-no-value-{}", std::process::id()));
    let file =
        File::open(&path, Mode::CREATE | Mode::RDWR | Mode::DELETE_ON_CLOSE).expect("a place for files");
    let mut bytes = [0_u8; size_of::<Long>()];
    let read = |bytes: &[u8]| {
        file.write_at(0, bytes).expect("there is space");
        let mut back = [Long { samples: [0.0; 100], letter: 'a', flag: false }];
        let view = file.clone();
        view.set_view_of::<Long>(0, &Datarep::NATIVE).expect("as it is");
        view.read(&mut back).map(|_| ()).map_err(|error| error.to_string())
    };
    assert_eq!(read(&bytes), Ok(()));
    bytes[offset_of!(Long, letter)..][..4].fill(0xFF);
    let told = read(&bytes).expect_err("beyond Unicode");
    assert!(told.contains("… ff ff ff ff …"), "{told}");
    assert!(told.len() < 200, "{told}");
}
