//! Datatypes with hostile arguments are queried, committed, walked and converted. Small ones must give what their items
//! give one by one.

use datarep::datatype::{Committed, Items, Memory, Typemap};
use datarep::file::View;
use datarep::functions::ConversionFunctions;
use datarep::{Datarep, Predefined, standard::big_endian, standard::external32};

use super::input::Input;
use super::typemaps;

/// The most items of a datatype that are examined one by one.
const FEW: i64 = 1 << 10;

/// Bytes of the memory in which the items lie.
const MEMORY: usize = 1 << 12;

/// Takes the bytes as constructors and their arguments.
pub fn run(bytes: &[u8]) {
    let mut input = Input::new(bytes);
    let (one, other) = (typemaps::any(&mut input), typemaps::any(&mut input));
    let numbers = [input.number(), input.number(), input.number()];
    asked(&one, &numbers);
    assert_eq!(one.is_equivalent(&other), other.is_equivalent(&one), "equivalence has no direction");
    for datarep in datareps() {
        let _ = datarep.type_extent(&one);
        if let Ok(in_file) = datarep.in_file(&one) {
            asked(&in_file, &numbers);
        }
        for types in [[&one, &one], [&one, &other]] {
            view(&datarep, types, &numbers);
        }
        let Ok(committed) = one.commit() else { continue };
        converted(&datarep, &committed, &numbers);
    }
    if let Ok(committed) = one.commit() {
        for count in [1, 7, committed.items().saturating_mul(2)] {
            one_by_one(&committed, numbers[0].saturating_abs(), count);
            one_by_one(&committed, 0, count);
        }
    }
}

/// Representations: native, generated, and two whose items take nothing or too much in a file.
fn datareps() -> [Datarep; 4] {
    let functions = |extent: i64| {
        let functions = ConversionFunctions::new("hostile", move |_| Ok(extent));
        Datarep::from(functions.on_read(|_| Ok(())).on_write(|_| Ok(())))
    };
    [Datarep::NATIVE, external32::DATAREP.clone(), functions(0), functions(i64::MAX)]
}

fn asked(typemap: &Typemap, numbers: &[i64]) {
    assert_eq!(typemap.ub() - typemap.lb(), typemap.extent());
    assert_eq!(typemap.true_ub() - typemap.true_lb(), typemap.true_extent());
    assert!(typemap.items() >= 0 && typemap.size() >= 0, "nothing has less than no items");
    assert!(typemap.is_equivalent(typemap) && !format!("{typemap:?}").is_empty());
    let _ = typemap.is_portable();
    let Ok(committed) = typemap.commit() else { return };
    let signature = committed.signature();
    assert!(!signature.to_string().is_empty());
    assert_eq!(signature.is_same(&signature).ok(), Some(true), "a signature is its own");
    let _ = committed.is_ascending();
    for &number in numbers {
        let _ = committed.locate(number);
        for count in [0, 1, 3] {
            let mut told = 0;
            let walked = committed.for_each_run(number, count, |run| {
                assert!(run.items > 0, "a run has items");
                told += run.items;
            });
            assert!(walked.is_err() || told == count, "as many items as were asked for");
        }
        if committed.items() <= FEW {
            let _ = committed.overlaps(number);
        }
    }
}

fn view(datarep: &Datarep, [etype, filetype]: [&Typemap; 2], numbers: &[i64]) {
    let Ok(view) = View::new(numbers[0].saturating_abs(), etype, filetype, datarep) else { return };
    let _ = view.check_holes();
    let _ = view.check_writable();
    for &offset in numbers {
        let _ = view.byte_offset(offset);
        for items in [0, 1, 3] {
            let _ = view.for_each_run(offset, items, |run| assert!(run.items > 0 && run.displacement >= 0));
        }
    }
}

fn converted(datarep: &Datarep, datatype: &Committed, numbers: &[i64]) {
    let place = |number: i64| usize::try_from(number.cast_unsigned()).unwrap_or(usize::MAX);
    for (&one, &other) in numbers.iter().zip(numbers.iter().skip(1)) {
        let _ = datarep.pack_size(datatype, one);
        let _ = datarep.items_within(datatype, one, other);
        let mut at = place(other);
        let (mut native, mut packed) = ([0; 64], [0; 64]);
        let _ = datarep.pack(datatype, 1, Memory::at(&native, place(one)), &mut packed, &mut at);
        let _ = datarep.unpack(datatype, other, Memory::at(&mut native, place(one)), &packed, &mut at);
        let _ = datarep.pack(datatype, one, Memory::at(&native, 32), &mut packed, &mut 0);
        let _ = datarep.unpack(datatype, one, Memory::at(&mut native, 32), &packed, &mut 0);
        for count in [0, 1, 2, other] {
            let items = Items { datatype, count, position: one };
            let Ok(bytes) = datarep.file_size(items) else { continue };
            let mut file = vec![0; usize::try_from(bytes.min(64)).unwrap_or(0)];
            let _ = datarep.write_items(items, Memory::at(&native, 32), &mut file);
            let _ = datarep.read_items(items, Memory::at(&mut native, place(other)), &file);
        }
    }
}

/// Items that lie in a small memory must be moved to and from the place at which each of them is located.
fn one_by_one(datatype: &Committed, position: i64, count: i64) {
    if count > FEW || datatype.items() == 0 {
        return;
    }
    let items = Items { datatype, count, position };
    let datarep = big_endian::DATAREP;
    let Ok(bytes) = datarep.file_size(items) else { return };
    let memory: Vec<u8> = (0..MEMORY).map(|index| (index * 7 + index / 256) as u8).collect();
    let origin = MEMORY / 2;
    let mut file = vec![0; usize::try_from(bytes).unwrap_or(0)];
    let located: Option<Vec<(Predefined, usize)>> = (0..count)
        .map(|item| {
            let (predefined, displacement) = datatype.locate(position.checked_add(item)?).ok()?;
            let at = origin.checked_add_signed(isize::try_from(displacement).ok()?)?;
            (at.checked_add(predefined.native_size())? <= MEMORY).then_some((predefined, at))
        })
        .collect();
    let Some(located) = located else {
        // Some item is not in the memory, so nothing may be written.
        assert!(datarep.write_items(items, Memory::at(&memory, origin), &mut file).is_err());
        assert!(file.iter().all(|byte| *byte == 0), "what cannot be done is not begun");
        let mut native = memory.clone();
        assert!(datarep.read_items(items, Memory::at(&mut native, origin), &file).is_err());
        assert!(native == memory, "what cannot be done is not begun");
        return;
    };
    // Types whose bytes are reversed without further conversion: integers and the common floats.
    let is_plain = |predefined: Predefined| {
        [
            Predefined::Byte,
            Predefined::Int,
            Predefined::Double,
            Predefined::Short,
            Predefined::Char,
            Predefined::Float,
        ]
        .contains(&predefined)
    };
    if !located.iter().all(|(predefined, _)| is_plain(*predefined)) {
        return;
    }
    let mut expected: Vec<u8> = Vec::new();
    for &(predefined, at) in &located {
        let item = &memory[at..at + predefined.native_size()];
        let little = cfg!(target_endian = "little");
        if little { expected.extend(item.iter().rev()) } else { expected.extend(item) }
    }
    datarep.write_items(items, Memory::at(&memory, origin), &mut file).expect("all lie in the memory");
    assert!(file == expected, "items are written where they are located");
    let mut native = vec![0xEE; MEMORY];
    datarep.read_items(items, Memory::at(&mut native, origin), &file).expect("all lie in the memory");
    let mut touched = vec![false; MEMORY];
    for &(predefined, at) in &located {
        touched[at..at + predefined.native_size()].fill(true);
    }
    for (index, byte) in native.iter().enumerate() {
        let right = if touched[index] { memory[index] } else { 0xEE };
        assert_eq!(*byte, right, "byte {index} is read, or is as it was");
    }
}
