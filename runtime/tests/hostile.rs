//! Datatypes with absurd arguments: each call ends soon, with a result or an error, and none panics.
//!
//! The numbers are the limits of 64 bits, powers of two and their neighbors, and small ones. The tests are built with
//! overflow checks, so a sum that does not fit panics.

use std::io;

use datarep::datatype::{Committed, Dimension, Distribution, Items, Memory, Order, PairType, Typemap};
use datarep::file::{File, Mode, Storage, View, Whence};
use datarep::functions::ConversionFunctions;
use datarep::{Datarep, Error, Predefined, standard::external32};
use proptest::prelude::*;

/// Datatypes with at most this number of items have each item checked.
const FEW: i64 = 1 << 12;

fn numbers() -> impl Strategy<Value = i64> + Clone {
    let near_power = (0..63_u32, -1..=1_i64, any::<bool>()).prop_map(|(bits, near, negative)| {
        let power = (1_i64 << bits).wrapping_add(near);
        if negative { power.wrapping_neg() } else { power }
    });
    prop_oneof![
        6 => -3..=4_i64,
        2 => near_power,
        1 => (0..3_i64).prop_map(|near| i64::MAX - near),
        1 => (0..3_i64).prop_map(|near| i64::MIN + near),
    ]
}

/// Numbers of which few are refused at once.
fn counts() -> impl Strategy<Value = i64> + Clone {
    numbers().prop_map(i64::saturating_abs)
}

fn distribution() -> impl Strategy<Value = Distribution> + Clone {
    prop_oneof![
        Just(Distribution::None),
        prop::option::of(counts()).prop_map(Distribution::Block),
        prop::option::of(counts()).prop_map(Distribution::Cyclic),
    ]
}

fn leaves() -> impl Strategy<Value = Typemap> {
    prop_oneof![
        prop::sample::select(vec![
            Predefined::Byte,
            Predefined::Int,
            Predefined::Double,
            Predefined::CFloatComplex
        ])
        .prop_map(Typemap::from),
        prop::sample::select(PairType::ALL).prop_map(Typemap::from),
    ]
}

fn around(old: impl Strategy<Value = Typemap> + Clone + 'static) -> impl Strategy<Value = Typemap> {
    // If a constructor refuses its arguments, the old datatype is used.
    let olds = || old.clone();
    let made = |result: Result<Typemap, Error>, old: Typemap| result.unwrap_or(old);
    let order = prop_oneof![Just(Order::C), Just(Order::Fortran)];
    prop_oneof![
        (counts(), olds()).prop_map(move |(count, old)| made(Typemap::contiguous(count, &old), old)),
        (counts(), counts(), numbers(), any::<bool>(), olds()).prop_map(
            move |(count, length, stride, bytes, old)| {
                let constructor = if bytes { Typemap::hvector } else { Typemap::vector };
                made(constructor(count, length, stride, &old), old)
            }
        ),
        (prop::collection::vec((counts(), numbers()), 0..4), any::<bool>(), olds()).prop_map(
            move |(blocks, bytes, old)| {
                let constructor = if bytes { Typemap::hindexed } else { Typemap::indexed };
                made(constructor(&blocks, &old), old)
            }
        ),
        (counts(), prop::collection::vec(numbers(), 0..4), any::<bool>(), olds()).prop_map(
            move |(length, displacements, bytes, old)| {
                let constructor = if bytes { Typemap::hindexed_block } else { Typemap::indexed_block };
                made(constructor(length, &displacements, &old), old)
            }
        ),
        prop::collection::vec((counts(), numbers(), olds()), 1..4)
            .prop_map(move |blocks| made(Typemap::structure(&blocks), blocks[0].2.clone())),
        (prop::collection::vec((counts(), counts(), counts()), 1..3), order.clone(), olds()).prop_map(
            move |(parts, order, old)| {
                let column = |of: fn(&(i64, i64, i64)) -> i64| parts.iter().map(of).collect::<Vec<i64>>();
                let (sizes, subsizes, starts) =
                    (column(|part| part.0), column(|part| part.1), column(|part| part.2));
                made(Typemap::subarray(&sizes, &subsizes, &starts, order, &old), old)
            }
        ),
        (prop::collection::vec((counts(), distribution(), counts()), 1..3), counts(), order, olds())
            .prop_map(move |(dimensions, rank, order, old)| {
                let dimension = |&(gsize, distribution, psize): &(i64, Distribution, i64)| {
                    let psize = if distribution == Distribution::None { 1 } else { psize };
                    Dimension { gsize, distribution, psize }
                };
                let dimensions: Vec<_> = dimensions.iter().map(dimension).collect();
                let size = dimensions.iter().fold(1, |size: i64, one| size.saturating_mul(one.psize));
                made(Typemap::darray(size, rank % size.max(1), &dimensions, order, &old), old)
            }),
        (numbers(), numbers(), olds())
            .prop_map(move |(lb, extent, old)| made(Typemap::resized(lb, extent, &old), old)),
        olds().prop_map(move |old| made(Typemap::dup(&old), old)),
    ]
}

fn hostile() -> impl Strategy<Value = Typemap> {
    let one = around(leaves().boxed()).boxed();
    let two = around(prop_oneof![leaves(), one.clone()].boxed()).boxed();
    let three = around(prop_oneof![one.clone(), two.clone()].boxed()).boxed();
    prop_oneof![one, two, three]
}

/// Representations: `native`, a generated one, and some whose items take nothing or too much in a file.
fn datareps() -> Vec<Datarep> {
    let functions = |extent: i64| {
        let functions = ConversionFunctions::new("hostile", move |_| Ok(extent));
        Datarep::from(functions.on_read(|_| Ok(())).on_write(|_| Ok(())))
    };
    vec![Datarep::NATIVE, external32::DATAREP.clone(), functions(0), functions(i64::MAX)]
}

fn query(typemap: &Typemap, numbers: &[i64]) {
    assert_eq!(typemap.ub() - typemap.lb(), typemap.extent());
    assert_eq!(typemap.true_ub() - typemap.true_lb(), typemap.true_extent());
    assert!(typemap.items() >= 0 && typemap.size() >= 0);
    assert!(typemap.is_equivalent(typemap) && !format!("{typemap:?}").is_empty());
    let _ = typemap.is_portable();
    let Ok(committed) = typemap.commit() else { return };
    let signature = committed.signature();
    assert!(!signature.to_string().is_empty());
    assert_eq!(signature.is_same(&signature), Ok(true));
    let _ = committed.is_ascending();
    for &number in numbers {
        let _ = committed.locate(number);
        for count in [0, 1, 3] {
            let _ = committed.for_each_run(number, count, |run| assert!(run.items > 0));
        }
        if committed.items() <= FEW {
            let _ = committed.overlaps(number);
        }
    }
}

fn convert(datarep: &Datarep, datatype: &Committed, numbers: &[i64]) {
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
            let mut file = vec![0; usize::try_from(bytes.min(64)).expect("few")];
            let _ = datarep.write_items(items, Memory::at(&native, 32), &mut file);
            let _ = datarep.read_items(items, Memory::at(&mut native, place(other)), &file);
        }
    }
}

/// A file of a few bytes that cannot be extended.
#[derive(Debug)]
struct Short;

impl Storage for Short {
    fn read_at(&self, bytes: &mut [u8], offset: u64) -> io::Result<usize> {
        let count = usize::try_from(100_u64.saturating_sub(offset)).expect("few").min(bytes.len());
        bytes[..count].fill(0);
        Ok(count)
    }

    fn write_at(&self, _: &[u8], _: u64) -> io::Result<usize> {
        Err(io::ErrorKind::StorageFull.into())
    }

    fn size(&self) -> io::Result<u64> {
        Ok(100)
    }

    fn set_size(&self, _: u64) -> io::Result<()> {
        Err(io::ErrorKind::StorageFull.into())
    }

    fn sync(&self) -> io::Result<()> {
        Ok(())
    }
}

fn view(datarep: &Datarep, [etype, filetype]: [&Typemap; 2], numbers: &[i64]) {
    let displacement = numbers[0].saturating_abs();
    let Ok(view) = View::new(displacement, etype, filetype, datarep) else { return };
    let _ = view.check_holes();
    let _ = view.check_writable();
    let file = File::on(Short, "short", Mode::RDWR | Mode::UNIQUE_OPEN).expect("it opens");
    file.set_view_in(displacement, etype, filetype, datarep).expect("it is a view");
    for &offset in numbers {
        let _ = view.byte_offset(offset);
        for items in [0, 1, 3] {
            let _ = view.for_each_run(offset, items, |run| assert!(run.items > 0));
        }
        for whence in [Whence::Set, Whence::Current, Whence::End] {
            let _ = file.seek(offset, whence);
            let _ = file.seek_shared(offset, whence);
        }
        let mut bytes = [0_u8; 24];
        let _ = file.read_at(offset, &mut bytes);
        let _ = file.write_at(offset, &bytes);
        let mut ints = [0_i32; 3];
        let _ = file.read(&mut ints);
        let _ = file.write_at(offset, &ints);
        let _ = file.byte_offset(offset);
    }
}

/// Items that take nothing in the file lie where the ones before them lie, for any number of items.
#[test]
fn an_etype_of_nothing_ends_soon() {
    let [.., nothing, _] = &datareps()[..] else { panic!("one that takes nothing in a file") };
    let pair = PairType::ALL[0];
    for etype in [
        Typemap::contiguous(1 << 40, &Predefined::Int.into()),
        Typemap::contiguous(1 << 40, &pair.into()),
        Typemap::hvector(1 << 40, 1, 0, &Predefined::Int.into()),
        Typemap::vector(1 << 20, 1 << 20, 3, &pair.into()),
    ] {
        let etype = etype.expect("a type");
        let _ = View::new(0, &etype, &etype, nothing);
    }
}

/// Items that touch each other are one run, for any number of items.
#[test]
fn copies_of_what_is_moved_are_one_run() {
    let pair = Typemap::structure(&[(2, 3, Predefined::CFloatComplex.into())]).expect("a pair");
    let copies = Typemap::vector(1, i64::MAX >> 5, -3, &pair).expect("copies");
    let committed = copies.commit().expect("a datatype");
    let mut runs = Vec::new();
    committed
        .for_each_run(0, committed.items(), |run| runs.push((run.displacement, run.items)))
        .expect("few runs");
    assert_eq!(runs, [(3, 2 * (i64::MAX >> 5))]);
    View::new(0, &copies, &copies, &Datarep::NATIVE).expect("a view");
}

proptest! {
    /// R-TYPE-1, R-CONV-12: for all arguments, what does not fit is an error. `PROPTEST_CASES` sets the number of
    /// cases.
    #[test]
    fn hostile_arguments_are_errors(
        one in hostile(),
        other in hostile(),
        numbers in prop::collection::vec(numbers(), 3..6),
    ) {
        query(&one, &numbers);
        for datarep in datareps() {
            let _ = datarep.type_extent(&one);
            if let Ok(in_file) = datarep.in_file(&one) {
                query(&in_file, &numbers);
            }
            if let Ok(committed) = one.commit() {
                convert(&datarep, &committed, &numbers);
            }
            for types in [[&one, &one], [&Predefined::Int.into(), &one], [&one, &other]] {
                view(&datarep, types, &numbers);
            }
        }
    }
}
