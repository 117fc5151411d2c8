//! Small calls, bytes at any address, structs, files, the registry and threads: with an interpreted representation all is as with a
//! compiled one.

mod common;

use std::path::PathBuf;
use std::thread;

use datarep::codegen::{force_level, levels};
use datarep::datatype::{Items, PairType, Typemap};
use datarep::file::{File, Mode};
use datarep::interpreter::decimal_from_parts;
use datarep::standard::{ibm370, vax_g};
use datarep::{Datarep, Decimal, ErrorClass, Predefined, registry};
use datarep_dynamic::{Format, Text};

use common::{Chance, interpreted, pairs, read, told, write};

/// About the lengths of blocks and columns.
const LENGTHS: [usize; 14] = [0, 1, 2, 3, 63, 64, 65, 127, 257, 511, 512, 513, 1025, 4097];

const TYPES: [Predefined; 10] = [
    Predefined::Double,
    Predefined::Float,
    Predefined::Int32T,
    Predefined::Long,
    Predefined::Uint16T,
    Predefined::Char,
    Predefined::Wchar,
    Predefined::LongDouble,
    Predefined::Logical,
    Predefined::CDoubleComplex,
];

#[test]
fn calls_of_every_length_at_every_address() {
    let mut chance = Chance(7);
    for (compiled, interpreted) in pairs() {
        for predefined in TYPES {
            let Some(extent) = compiled.extent(predefined) else { continue };
            let datatype = Typemap::from(predefined).commit().unwrap();
            let size = predefined.native_size();
            for (turn, length) in LENGTHS.into_iter().enumerate() {
                let title = || format!("{length} × {predefined} of {}", compiled.name());
                let count = (0, i64::try_from(length).unwrap());
                let file = chance.bytes(length * extent + turn);
                let file = &file[turn..];
                let theirs = read(compiled, &datatype, count, length * size, turn % 5, file);
                assert!(
                    theirs == read(&interpreted, &datatype, count, length * size, turn % 5, file),
                    "{}",
                    title()
                );
                let made = theirs.1.get(turn % 5..turn % 5 + length * size).map(<[u8]>::to_vec);
                let native = made.unwrap_or_else(|| chance.bytes(length * size));
                let theirs = write(compiled, &datatype, count, length * extent, turn % 3, &native);
                let ours = write(&interpreted, &datatype, count, length * extent, turn % 3, &native);
                assert!(theirs == ours, "{}: {} {}", title(), theirs.0, ours.0);
            }
        }
    }
}

#[test]
fn slices_of_every_length_and_dry_runs() {
    let mut chance = Chance(8);
    for (compiled, interpreted) in pairs() {
        for length in LENGTHS {
            let file = chance.bytes(length * compiled.extent(Predefined::Double).unwrap());
            let [(values, loss), (ours, our_loss)] =
                [compiled, &interpreted].map(|datarep| datarep.to_vec::<f64>(&file).unwrap());
            assert!(values.iter().map(|value| value.to_bits()).eq(ours.iter().map(|value| value.to_bits())));
            assert_eq!((loss, ours.len()), (our_loss, length), "{}", compiled.name());
            assert_eq!(interpreted.loss::<f64>(&file).unwrap(), compiled.loss::<f64>(&file).unwrap());
            let values: Vec<f64> = values.iter().map(|value| value * 1.3).collect();
            let theirs = compiled.loss_on_write(&values).unwrap();
            assert_eq!(interpreted.loss_on_write(&values).unwrap(), theirs);
            let both = [compiled, &interpreted].map(|datarep| {
                let mut file = vec![0; file.len()];
                (told(datarep.write(&values, &mut file)), file)
            });
            assert_eq!(both[0].0, both[1].0);
            assert!(both[0].0.starts_with("error") || both[0].1 == both[1].1);
        }
        // Lengths that do not fit are told alike.
        let told = |datarep: &Datarep| datarep.read(&[0; 12], &mut [0.0_f64; 2]).unwrap_err().to_string();
        assert_eq!(told(compiled), told(&interpreted));
    }
}

/// Structs of all kinds of fields, with gaps and arrays, laid out at run time.
fn structs() -> Vec<Typemap> {
    let [short, int, float, double, char] =
        [Predefined::Short, Predefined::Int, Predefined::Float, Predefined::Double, Predefined::Char]
            .map(Typemap::from);
    let station = Typemap::structure(&[(1, 0, short.clone()), (2, 8, double.clone())]).expect("small");
    let name =
        Typemap::structure(&[(9, 0, char), (3, 12, float.clone()), (1, 24, int.clone())]).expect("small");
    let nested =
        Typemap::structure(&[(2, 0, station.clone()), (1, 64, name.clone()), (1, 104, double.clone())])
            .expect("small");
    let columns = Typemap::vector(5, 2, 3, &float).expect("small");
    let apart = Typemap::resized(0, 40, &Typemap::structure(&[(1, 4, int), (1, 16, double)]).expect("small"))
        .expect("small");
    vec![station, name, nested, columns, apart, PairType::DoubleInt.into(), short]
}

#[test]
fn structs_laid_out_at_run_time() {
    let mut chance = Chance(9);
    for (compiled, interpreted) in pairs() {
        for typemap in structs() {
            let extent = compiled.type_extent(&typemap).unwrap();
            assert_eq!(interpreted.type_extent(&typemap).unwrap(), extent);
            let datatype = typemap.commit().unwrap();
            let all = datatype.items();
            for (position, count) in [(0, 0), (0, all), (3, 1), (1, 65 * all), (2, 513 * all - 1)] {
                let memory = usize::try_from((position + count) / all + 2).unwrap() * 192;
                let bytes = compiled.file_size(Items { datatype: &datatype, count, position }).unwrap();
                let bytes = usize::try_from(bytes).unwrap();
                let file = chance.bytes(bytes);
                let theirs = read(compiled, &datatype, (position, count), memory, 1, &file);
                assert!(
                    theirs == read(&interpreted, &datatype, (position, count), memory, 1, &file),
                    "{}",
                    theirs.0
                );
                let native =
                    if theirs.1.is_empty() { vec![0x41; memory] } else { theirs.1[1..=memory].to_vec() };
                let theirs = write(compiled, &datatype, (position, count), bytes, 2, &native);
                let ours = write(&interpreted, &datatype, (position, count), bytes, 2, &native);
                assert_eq!(theirs.0, ours.0, "{}", compiled.name());
                assert!(theirs.1 == ours.1);
            }
        }
    }
}

/// A slice is its items, at every level of the processor.
#[test]
fn decimals_of_a_slice_are_those_of_its_items() {
    let text = Text::parse(
        "use decimal::packed7;
         datarep amounts {
             others => unsupported;
             complex => unsupported;
             DATAREP_DECIMAL => packed7;
             on write { overflow => saturate }
         }",
    )
    .unwrap();
    let amounts = text.representation("amounts").unwrap();
    let mut chance = Chance(10);
    let mut number = || u128::from(chance.next());
    let items: Vec<Decimal> = (0..300)
        .map(|_| {
            let scale = u32::try_from(number() % 29).unwrap();
            decimal_from_parts(number() % 2 == 0, (number() << 32 | number()) >> (32 + number() % 64), scale)
        })
        .collect();
    for level in levels() {
        force_level(level);
        let (file, _) = amounts.to_bytes(&items).unwrap();
        for (item, bytes) in items.iter().zip(file.chunks_exact(4)) {
            assert_eq!(amounts.to_bytes(&[*item]).unwrap().0, bytes, "{item} at {level}");
        }
    }
}

/// A missing value that was read is written again: its byte is looked for in a set.
#[test]
fn missing_values_go_there_and_back() {
    let missing = interpreted("xport", "xport");
    let file: Vec<u8> = [0x2E, 0x5F, 0x41, 0x5A, 0x2E]
        .iter()
        .flat_map(|letter| [[*letter, 0, 0, 0, 0, 0, 0, 0], [0x41, 0x10, 0, 0, 0, 0, 0, 0]])
        .flatten()
        .collect();
    let (values, loss) = missing.to_vec::<f64>(&file).unwrap();
    assert!(values[0].is_nan() && values[1].to_bits() == 1_f64.to_bits() && loss.is_none());
    assert_eq!(missing.to_bytes(&values).unwrap().0, file);
    let (values, _) = missing.to_vec::<f32>(&file).unwrap();
    assert_eq!(missing.to_bytes(&values).unwrap().0, file);
}

fn scratch(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("datarep-dynamic-{name}-{}", std::process::id()))
}

/// A view with holes, in a representation by its registered name, is the file that a compiled one writes.
#[test]
fn files_in_a_registered_representation() {
    let name = "calls_ibm370";
    registry::register(interpreted(name, "ibm370")).unwrap();
    let again = registry::register(interpreted(name, "vax_g")).unwrap_err();
    assert_eq!(again.class(), ErrorClass::DupDatarep);
    assert!(registry::list().iter().any(|datarep| datarep.name() == name));
    assert_eq!(
        registry::find(name).unwrap().mapping(Predefined::Double),
        ibm370::DATAREP.mapping(Predefined::Double)
    );
    let double = Typemap::from(Predefined::Double);
    let every_third = Typemap::resized(0, 24, &double).unwrap();
    let values: Vec<f64> = (0..5000).map(|item| f64::from(item) * 1.37 - 400.0).collect();
    let files = ["ibm370", name].map(|representation| {
        let path = scratch(representation);
        let file = File::open(&path, Mode::CREATE | Mode::RDWR | Mode::DELETE_ON_CLOSE).unwrap();
        file.set_buffer_size(1 << 12);
        let datarep = registry::find(representation).unwrap_or_else(|| ibm370::DATAREP.clone());
        file.set_view_in(7, &double, &every_third, &datarep).unwrap();
        let status = file.write(&values).unwrap();
        assert_eq!(status.count(), Some(5000));
        let mut back = vec![0.0_f64; 100];
        file.read_at(1000, &mut back).unwrap();
        assert_eq!(back, &values[1000..1100]);
        std::fs::read(&path).unwrap()
    });
    assert!(files[0] == files[1]);
    let file = File::open(scratch("by-name"), Mode::CREATE | Mode::RDWR | Mode::DELETE_ON_CLOSE).unwrap();
    file.set_view(0, &double, &double, name).unwrap();
    file.write(&[-118.625_f64]).unwrap();
    let mut back = [0.0_f64];
    file.read_at(0, &mut back).unwrap();
    assert_eq!(back.map(f64::to_bits), [(-118.625_f64).to_bits()]);
}

/// An item that a rule refuses is named alike in slices, structs and files.
#[test]
fn errors_name_the_same_item() {
    let ours = interpreted("vax_g", "vax_g");
    let typemap =
        Typemap::structure(&[(1, 0, Predefined::Int.into()), (2, 8, Predefined::Double.into())]).unwrap();
    let datatype = typemap.commit().unwrap();
    for place in [0, 1, 63, 64, 65, 600] {
        let mut values = vec![1.5_f64; 700];
        values[place] = 1e308;
        let told = [vax_g::DATAREP, &ours].map(|datarep| datarep.to_bytes(&values).unwrap_err().to_string());
        assert_eq!(told[0], told[1]);
        let native: Vec<u8> =
            values.chunks(2).flat_map(|pair| [7_f64, pair[0], pair[1]]).flat_map(f64::to_ne_bytes).collect();
        let [theirs, ours] =
            [vax_g::DATAREP, &ours].map(|datarep| write(datarep, &datatype, (0, 1050), 350 * 20, 0, &native));
        assert!(theirs.0.starts_with("error") && theirs.0 == ours.0, "{}: {}", theirs.0, ours.0);
    }
}

/// One representation serves threads at the same time, and a format is asked by all of them at once.
#[test]
fn threads_share_a_representation_and_a_format() {
    let text = Text::parse("datarep shared extends ibm370 { }").unwrap();
    let shared = text.representation("shared").unwrap();
    let format = Format::named("vax_g").unwrap();
    thread::scope(|scope| {
        for seed in 0..8 {
            let (shared, format) = (&shared, &format);
            scope.spawn(move || {
                let mut chance = Chance(seed);
                for length in [3, 513, 5000] {
                    let file = chance.bytes(8 * length);
                    let [theirs, ours] =
                        [ibm370::DATAREP, *shared].map(|datarep| datarep.to_vec::<f32>(&file).unwrap());
                    assert!(
                        theirs
                            .0
                            .iter()
                            .map(|value| value.to_bits())
                            .eq(ours.0.iter().map(|value| value.to_bits()))
                    );
                    assert_eq!(theirs.1, ours.1);
                    let [one, other] =
                        [vax_g::DATAREP.loss::<f64>(&file).unwrap(), format.loss::<f64>(&file).unwrap()];
                    assert_eq!(one.reserved, other.reserved);
                }
            });
        }
    });
}
