//! Transfers against an oracle that walks a flat typemap and converts one item at a time.

mod functions;
mod long;
mod slices;

use proptest::prelude::*;

use super::*;
use crate::datatype::PairType;
use crate::datatype::tests::{Flat, native, typemaps};
use crate::functions::ConversionFunctions;
use crate::standard::{ALL as DATAREPS, external32, ibm370};
use crate::{Complex, ErrorClass};

fn datareps() -> impl Strategy<Value = Datarep> {
    (0..=DATAREPS.len()).prop_map(|index| DATAREPS.get(index).map_or(Datarep::NATIVE, |&known| known.into()))
}

/// The items of a transfer by the standard's definition: type and displacement of each.
fn items(typemap: &Typemap, position: i64, count: i64) -> Vec<(Predefined, i64)> {
    let flat = Flat::of(typemap, &native);
    let (lb, ub) = flat.bounds();
    (position..position + count)
        .map(|item| {
            let entry = flat.entries[index(item) % flat.entries.len()];
            (entry.0, entry.1 + item / length(flat.entries.len()) * (ub - lb))
        })
        .collect()
}

/// A transfer and buffers for it.
#[derive(Debug, Clone)]
struct Case {
    datarep: Datarep,
    datatype: Committed,
    items: Vec<(Predefined, i64)>,
    position: i64,
    origin: usize,
    native: Vec<u8>,
    file: Vec<u8>,
}

impl Case {
    fn of(typemap: &Typemap, datarep: Datarep, position: i64, count: i64, seed: u64) -> Case {
        let items = items(typemap, position, count);
        let low = items.iter().map(|item| item.1).min().unwrap_or(0).min(0);
        let high = items.iter().map(|item| item.1 + native(item.0).0).max().unwrap_or(0).max(0);
        let datatype = typemap.commit().expect("small");
        let bytes = datarep.file_size(Items { datatype: &datatype, count, position }).map_or(0, index);
        let (native, file) = (noise(index(high - low), seed), noise(bytes, seed ^ 0xABCD));
        Case { datarep, datatype, items, position, origin: index(-low), native, file }
    }

    fn count(&self) -> i64 {
        length(self.items.len())
    }

    fn read(&mut self) -> Result<Loss, Error> {
        let (count, position, origin) = (self.count(), self.position, self.origin);
        self.datarep.read_items(
            Items { datatype: &self.datatype, count, position },
            Memory::at(&mut self.native, origin),
            &self.file,
        )
    }

    fn write(&mut self) -> Result<Loss, Error> {
        let (count, position, origin) = (self.count(), self.position, self.origin);
        self.datarep.write_items(
            Items { datatype: &self.datatype, count, position },
            Memory::at(&self.native, origin),
            &mut self.file,
        )
    }

    /// Reads one item at a time. On a failure, returns the item's position.
    fn read_slowly(&mut self) -> Result<Loss, i64> {
        let (mut loss, mut at) = (Loss::default(), 0);
        for (item, &(predefined, displacement)) in (self.position..).zip(&self.items) {
            let one = Typemap::from(predefined).commit().expect("one item");
            let bytes = index(self.datarep.extent_of(predefined).expect("supported"));
            let mut native = vec![0; predefined.native_size()];
            let file = &self.file[at..at + bytes];
            let converted = self.datarep.read_items(
                Items { datatype: &one, count: 1, position: 0 },
                Memory::new(&mut native),
                file,
            );
            loss += converted.map_err(|_| item)?;
            let start = index(length(self.origin) + displacement);
            self.native[start..start + native.len()].copy_from_slice(&native);
            at += bytes;
        }
        Ok(loss)
    }

    fn write_slowly(&mut self) -> Result<Loss, i64> {
        let (mut loss, mut at) = (Loss::default(), 0);
        for (item, &(predefined, displacement)) in (self.position..).zip(&self.items) {
            let one = Typemap::from(predefined).commit().expect("one item");
            let bytes = index(self.datarep.extent_of(predefined).expect("supported"));
            let start = index(length(self.origin) + displacement);
            let native = &self.native[start..start + predefined.native_size()];
            let converted = self.datarep.write_items(
                Items { datatype: &one, count: 1, position: 0 },
                Memory::new(native),
                &mut self.file[at..at + bytes],
            );
            loss += converted.map_err(|_| item)?;
            at += bytes;
        }
        Ok(loss)
    }
}

/// Bytes that are often those of small numbers, so that most conversions succeed.
fn noise(bytes: usize, seed: u64) -> Vec<u8> {
    let mut state = seed | 1;
    let next = |_| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let byte = state.to_be_bytes()[0];
        if seed.is_multiple_of(3) { byte } else { 0x3F + byte % 3 }
    };
    (0..bytes).map(next).collect()
}

fn cases() -> impl Strategy<Value = Case> {
    let numbers = (0..500_i64, 0..400_i64, any::<u64>());
    let any = (typemaps(), datareps(), numbers).prop_map(|(typemap, datarep, (position, count, seed))| {
        let count = if typemap.items() == 0 { 0 } else { count };
        Case::of(&typemap, datarep, position, count, seed)
    });
    any.prop_filter("unsupported", |case| {
        case.datarep.file_size(Items { datatype: &case.datatype, count: 0, position: 0 }).is_ok()
    })
}

/// Compares reading at once with reading item by item.
fn compare_reads(case: Case) -> Result<(), TestCaseError> {
    let (mut fast, mut slow) = (case.clone(), case);
    match (fast.read(), slow.read_slowly()) {
        (Ok(loss), Ok(expected)) => {
            prop_assert_eq!(loss, expected);
            prop_assert_eq!(fast.native, slow.native);
        }
        (Err(error), Err(item)) => {
            prop_assert_eq!(error.class(), ErrorClass::Conversion);
            prop_assert!(
                error.to_string().starts_with(&format!("item {item} of")),
                "{}, not {}",
                error,
                item
            );
            // The content of the items from there on is undefined.
            for &(predefined, displacement) in &slow.items[index(item - slow.position)..] {
                let start = index(length(slow.origin) + displacement);
                fast.native[start..start + predefined.native_size()].fill(0);
                slow.native[start..start + predefined.native_size()].fill(0);
            }
            prop_assert_eq!(fast.native, slow.native);
        }
        (one, other) => prop_assert!(false, "{:?}, one at a time {:?}", one, other),
    }
    Ok(())
}

/// Compares writing at once with writing item by item.
fn compare_writes(case: Case) -> Result<(), TestCaseError> {
    let (mut fast, mut slow) = (case.clone(), case);
    match (fast.write(), slow.write_slowly()) {
        (Ok(loss), Ok(expected)) => {
            prop_assert_eq!(loss, expected);
            prop_assert_eq!(fast.file, slow.file);
        }
        (Err(error), Err(item)) => {
            prop_assert!(
                error.to_string().starts_with(&format!("item {item} of")),
                "{}, not {}",
                error,
                item
            );
            let before = item - fast.position;
            let bytes = index(
                fast.datarep
                    .file_size(Items { datatype: &fast.datatype, count: before, position: fast.position })
                    .expect("known"),
            );
            prop_assert_eq!(&fast.file[..bytes], &slow.file[..bytes]);
        }
        (one, other) => prop_assert!(false, "{:?}, one at a time {:?}", one, other),
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, max_global_rejects: 100_000, ..ProptestConfig::default() })]

    /// R-CONV-1, R-CONV-3, R-CONV-5, R-CONV-8: items of the file are converted and stored at the displacements of the
    /// datatype. Every other byte of the buffer stays. R-CONV-11: the error names the first item that fails, and the
    /// items before it are right.
    #[test]
    fn reading_is_that_of_one_item_at_a_time(case in cases()) {
        compare_reads(case)?;
    }

    /// R-CONV-2: writing is the mirror of reading.
    #[test]
    fn writing_is_that_of_one_item_at_a_time(case in cases()) {
        compare_writes(case)?;
    }

    /// R-CONV-4, R-CONV-6: a transfer in any parts gives the bytes of one call, in both directions.
    #[test]
    fn parts_are_as_the_whole(case in cases(), parts in prop::collection::vec(1..60_i64, 1..8)) {
        let (mut read, mut written) = (case.clone(), case.clone());
        let (whole_read, whole_written) = (read.read(), written.write());
        let mut split = case.clone();
        let (mut done, mut at) = (0, 0);
        let (mut reads, mut writes) = (Ok(Loss::default()), Ok(Loss::default()));
        for part in parts.into_iter().cycle() {
            let count = part.min(case.count() - done);
            if count == 0 {
                break;
            }
            let position = case.position + done;
            let items = Items { datatype: &case.datatype, count, position };
            let bytes = index(case.datarep.file_size(items).expect("supported"));
            if let Ok(loss) = &mut reads {
                let file = &case.file[at..at + bytes];
                let part = case.datarep.read_items(items, Memory::at(&mut split.native, case.origin), file);
                reads = part.map(|part| *loss + part);
            }
            if let Ok(loss) = &mut writes {
                let file = &mut split.file[at..at + bytes];
                let part = case.datarep.write_items(items, Memory::at(&case.native, case.origin), file);
                writes = part.map(|part| *loss + part);
            }
            done += count;
            at += bytes;
        }
        prop_assert_eq!(&reads, &whole_read);
        prop_assert_eq!(&writes, &whole_written);
        if reads.is_ok() {
            prop_assert_eq!(split.native, read.native);
        }
        if writes.is_ok() {
            prop_assert_eq!(split.file, written.file);
        }
    }

    /// Buffers are checked against the bytes that the items touch, before anything moves.
    #[test]
    fn what_is_out_of_the_buffer_is_refused(case in cases()) {
        prop_assume!(case.count() > 0);
        let (mut short, mut empty) = (case.clone(), case.clone());
        let low = case.items.iter().map(|item| item.1).min().unwrap_or(0);
        let high = case.items.iter().map(|item| item.1 + native(item.0).0).max().unwrap_or(0);
        if high > 0 {
            short.native.pop();
            let before = short.native.clone();
            prop_assert_eq!(short.read().expect_err("short").class(), ErrorClass::Buffer);
            prop_assert_eq!(short.write().expect_err("short").class(), ErrorClass::Buffer);
            prop_assert_eq!(short.native, before);
        }
        if low < 0 {
            let mut early = case.clone();
            early.origin -= 1;
            prop_assert_eq!(early.read().expect_err("early").class(), ErrorClass::Buffer);
        }
        empty.file.push(0);
        prop_assert_eq!(empty.read().expect_err("long").class(), ErrorClass::Count);
        prop_assert_eq!(empty.write().expect_err("long").class(), ErrorClass::Count);
    }

    /// Sizes in the file are sums of extents, and determine how many whole items some bytes have.
    #[test]
    fn sizes_are_sums_of_extents(case in cases(), short in 0..40_i64) {
        let extents = case.items.iter().map(|item| case.datarep.extent_of(item.0).expect("supported"));
        let bytes: i64 = extents.clone().sum();
        prop_assert_eq!(length(case.file.len()), bytes);
        let mut whole = 0;
        let mut left = (bytes - short).max(0);
        for extent in extents {
            left -= extent;
            whole += i64::from(left >= 0);
        }
        let within = case.datarep.items_within(&case.datatype, case.position, (bytes - short).max(0));
        if short > 0 {
            prop_assert_eq!(within.expect("supported"), whole);
        }
    }

    /// R-CONV-14: packed data unpacks to the same items, after the data packed before it.
    #[test]
    fn packed_data_unpacks(typemap in typemaps(), copies in 0..4_i64, before in 0..5_usize, seed in any::<u64>()) {
        let datatype = typemap.commit().expect("small");
        let items = items(&typemap, 0, copies * typemap.items());
        let low = items.iter().map(|item| item.1).min().unwrap_or(0).min(0);
        let high = items.iter().map(|item| item.1 + native(item.0).0).max().unwrap_or(0).max(0);
        let (origin, memory) = (index(-low), noise(index(high - low), seed));
        let datarep = Datarep::NATIVE;
        let size = index(datarep.pack_size(&datatype, copies).expect("small"));
        let (mut packed, mut at) = (vec![0; before + size], before);
        datarep.pack(&datatype, copies, Memory::at(&memory, origin), &mut packed, &mut at).expect("fits");
        prop_assert_eq!(at, before + size);
        prop_assert_eq!(length(size), typemap.size() * copies);
        let (mut again, mut at) = (vec![0; memory.len()], before);
        datarep.unpack(&datatype, copies, Memory::at(&mut again, origin), &packed, &mut at).expect("fits");
        prop_assert_eq!(at, before + size);
        let mut expected = vec![0; memory.len()];
        for (predefined, displacement) in items {
            let bytes = index(displacement - low)..index(displacement - low) + predefined.native_size();
            expected[bytes.clone()].copy_from_slice(&memory[bytes]);
        }
        prop_assert_eq!(again, expected);
        if size > 0 {
            let memory = Memory::at(&memory[..], origin);
            let error = datarep.pack(&datatype, copies, memory, &mut packed[1..], &mut before.clone());
            prop_assert_eq!(error.expect_err("too short").class(), ErrorClass::Buffer);
        }
    }
}

/// R-CONV-7: many conversions use one datatype at once.
#[test]
fn one_datatype_serves_many_threads() {
    let pair = Typemap::from(PairType::DoubleInt);
    let typemap = Typemap::indexed(&[(2, 0), (1, 5), (3, 9)], &pair).expect("small");
    let datatype = typemap.commit().expect("small");
    let copies = 40;
    let items = typemap.items() * copies;
    let native = noise(index(typemap.extent() * copies), 1);
    let mut file = vec![0; index(ibm370::DATAREP.pack_size(&datatype, copies).expect("supported"))];
    ibm370::DATAREP
        .write_items(
            Items { datatype: &datatype, count: items, position: 0 },
            Memory::new(&native),
            &mut file,
        )
        .expect("small numbers");
    let write = |thread: i64| {
        let mut part = vec![0; file.len()];
        let (mut position, mut at) = (0, 0);
        while position < items {
            let count = (thread + 1).min(items - position);
            let bytes = index(
                ibm370::DATAREP.file_size(Items { datatype: &datatype, count, position }).expect("supported"),
            );
            let out = &mut part[at..at + bytes];
            ibm370::DATAREP
                .write_items(Items { datatype: &datatype, count, position }, Memory::new(&native), out)
                .expect("small numbers");
            (position, at) = (position + count, at + bytes);
        }
        part
    };
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..8).map(|thread| scope.spawn(move || write(thread))).collect();
        for thread in threads {
            assert_eq!(thread.join().expect("no panic"), file);
        }
    });
}

fn doubles(count: i64) -> Committed {
    Typemap::contiguous(count, &Predefined::Double.into()).expect("small").commit().expect("small")
}

/// R-CONV-12: a place far behind a buffer is never taken for one inside it.
#[test]
fn places_far_behind_a_buffer_are_refused() {
    let (datatype, late) = (doubles(1), Typemap::hindexed(&[(1, 8)], &Predefined::Byte.into()));
    let late = late.expect("small").commit().expect("small");
    let (mut native, mut packed) = ([0; 8], [0; 8]);
    const HALF: usize = 1 << (usize::BITS - 1);
    for far in [usize::MAX, usize::MAX - 7, HALF, HALF - 1] {
        for datarep in [Datarep::NATIVE, external32::DATAREP.clone()] {
            let mut at = far;
            let error =
                datarep.pack(&datatype, 1, Memory::new(&native), &mut packed, &mut at).expect_err("far");
            assert_eq!((error.class(), at), (ErrorClass::Buffer, far));
            let error =
                datarep.unpack(&datatype, 1, Memory::new(&mut native), &packed, &mut at).expect_err("far");
            assert_eq!((error.class(), at), (ErrorClass::Buffer, far));
            let error =
                datarep.pack(&late, 1, Memory::at(&native, far), &mut packed, &mut 0).expect_err("far");
            assert_eq!(error.class(), ErrorClass::Buffer);
        }
    }
}

/// Any number of items may take no bytes of a file. Their bounds are checked without a look at each item.
#[test]
fn items_without_bytes_are_not_counted_one_by_one() {
    let datarep = Datarep::from(ConversionFunctions::new("empty", |_| Ok(0)).on_read(|_| Ok(())));
    let fields = [(1, 8, Predefined::Byte.into()), (1, 0, Predefined::Int.into())];
    let record = Typemap::structure(&fields).expect("small");
    let datatype = Typemap::contiguous(1 << 40, &record).and_then(|many| many.commit()).expect("it fits");
    let mut native = [0; 64];
    let error = datarep.unpack(&datatype, 32, Memory::new(&mut native), &[], &mut 0).expect_err("out of it");
    assert_eq!(error.class(), ErrorClass::Buffer);
    let items = Items { datatype: &datatype, count: 1 << 45, position: 1 };
    let error = datarep.read_items(items, Memory::new(&mut native), &[]).expect_err("out of it");
    assert_eq!(error.class(), ErrorClass::Buffer);
    let (items, extent) = (datatype.items(), datatype.extent());
    assert_eq!(datatype.exact_span(1, 3 * items - 1), (0, 3 * i128::from(extent) - 3));
}

/// R-EXT-2, R-EXT-4, R-TYPE-2, R-TYPE-3, R-TYPE-5: extents in the file. R-EXT-3: an extent that does not fit is
/// undefined.
#[test]
fn extents_are_those_of_the_file() {
    let datarep = external32::DATAREP;
    let (long, double) = (Typemap::from(Predefined::Long), Typemap::from(Predefined::Double));
    let extent =
        |typemap: Result<Typemap, Error>| datarep.type_extent(&typemap.expect("fits")).expect("supported");
    assert_eq!(extent(Ok(long.clone())), Some(4));
    assert_eq!(extent(Typemap::vector(3, 1, 2, &long)), Some(20));
    assert_eq!(extent(Typemap::hvector(3, 1, 16, &long)), Some(36));
    assert_eq!(extent(Typemap::resized(0, 100, &long)), Some(100));
    assert_eq!(extent(Ok(PairType::LongDoubleInt.into())), Some(20));
    assert_eq!(
        extent(Typemap::structure(&[(1, 0, double.clone()), (1, 8, Predefined::Char.into())])),
        Some(9)
    );
    // The extent is longer in the file than in memory, and does not fit in 64 bits.
    let functions = ConversionFunctions::new("wide", |_| Ok(1 << 40));
    let wide = Datarep::from(functions);
    let many = Typemap::contiguous(1 << 30, &double).expect("fits");
    assert_eq!(wide.type_extent(&many).expect("supported"), None);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    /// R-EXT-2, R-TYPE-2, R-TYPE-3, R-TYPE-5: a datatype in a file is the typemap that the standard's definitions give
    /// with the file's extents. R-EXT-4: without alignment, except in `native`.
    #[test]
    fn typemaps_in_files_are_those_of_the_standard(typemap in typemaps(), datarep in datareps()) {
        let size = |predefined| {
            let aligned = datarep.is_memory();
            if aligned { native(predefined) } else { (datarep.extent_of(predefined).expect("supported"), 1) }
        };
        let Ok(in_file) = datarep.in_file(&typemap) else { return Ok(()) };
        let flat = Flat::of(&typemap, &size);
        prop_assert_eq!((in_file.lb(), in_file.ub()), flat.bounds());
        let committed = in_file.commit().expect("small");
        for (position, entry) in (0..).zip(&flat.entries) {
            prop_assert_eq!(committed.locate(position).expect("small"), (entry.0, entry.1));
        }
    }
}

/// Logicals with a size have that size in `external32`, and pairs of complex numbers have that of two complex numbers.
#[test]
fn logicals_and_pairs_of_complex_numbers_have_their_sizes() {
    let logicals = [
        (Predefined::Logical1, 1),
        (Predefined::Logical2, 2),
        (Predefined::Logical4, 4),
        (Predefined::Logical8, 8),
        (Predefined::Logical16, 16),
    ];
    for (predefined, bytes) in logicals {
        let typemap = Typemap::from(predefined);
        let in_file = external32::DATAREP.in_file(&typemap).expect("supported");
        for bounds in [&typemap, &in_file].map(|typemap| (typemap.size(), typemap.lb(), typemap.ub())) {
            assert_eq!(bounds, (bytes, 0, bytes), "{}", predefined.name());
        }
    }
    let pairs = [
        (PairType::TwoComplex, "MPI_2COMPLEX", Predefined::Complex, 8),
        (PairType::TwoDoubleComplex, "MPI_2DOUBLE_COMPLEX", Predefined::DoubleComplex, 16),
    ];
    for (pair, name, half, bytes) in pairs {
        assert_eq!(pair.name(), name);
        let typemap = Typemap::from(pair);
        let two = Typemap::contiguous(2, &half.into()).expect("small");
        let [one, other] = [&typemap, &two].map(|typemap| typemap.signature().expect("small"));
        assert_eq!(one.is_same(&other), Ok(true), "{name}");
        let in_file = external32::DATAREP.in_file(&typemap).expect("supported");
        for typemap in [typemap, in_file] {
            assert_eq!((typemap.size(), typemap.lb(), typemap.extent()), (2 * bytes, 0, 2 * bytes), "{name}");
            let items = typemap.commit().expect("small");
            assert_eq!([0, 1].map(|item| items.locate(item)), [Ok((half, 0)), Ok((half, bytes))], "{name}");
        }
    }
}

/// An item of a file may have another size than in memory. Then nothing is moved.
#[test]
fn datatypes_of_a_file_are_refused_in_memory() {
    let long = Typemap::from(Predefined::Long);
    let record = Typemap::structure(&[(1, 0, long.clone()), (1, 8, Predefined::Int.into())]).expect("small");
    let spread = |typemap| Typemap::hvector(99, 1, 24, typemap).expect("small");
    for native in [long.clone(), spread(&long), spread(&record), PairType::LongInt.into()] {
        let datatype = external32::DATAREP.in_file(&native).expect("supported").commit().expect("small");
        let (count, bytes) = (datatype.items(), index(datatype.typemap().true_extent()));
        for datarep in DATAREPS.map(Datarep::from).into_iter().chain([Datarep::NATIVE]) {
            let mut memory = vec![0xAA; bytes + 64];
            let mut file = vec![
                0;
                index(
                    datarep.file_size(Items { datatype: &datatype, count, position: 0 }).expect("supported")
                )
            ];
            let native = &mut memory[..bytes];
            let error = datarep
                .write_items(
                    Items { datatype: &datatype, count, position: 0 },
                    Memory::new(native),
                    &mut file,
                )
                .expect_err("no longs");
            assert_eq!(error.class(), ErrorClass::Type, "{error}");
            datarep
                .read_items(Items { datatype: &datatype, count, position: 0 }, Memory::new(native), &file)
                .expect_err("no longs");
            assert!(memory.iter().all(|byte| *byte == 0xAA));
        }
    }
}

/// A thread that is ending may still convert, in the destructor of a thread-local value.
#[test]
fn a_thread_that_ends_converts() {
    struct Last;

    impl Drop for Last {
        fn drop(&mut self) {
            convert();
        }
    }

    thread_local! {
        static LAST: Last = const { Last };
    }

    fn convert() {
        let spread = Typemap::vector(100, 1, 2, &Predefined::Double.into()).expect("small");
        let (datatype, mut file) = (spread.commit().expect("small"), [0; 800]);
        ibm370::DATAREP
            .write_items(
                Items { datatype: &datatype, count: 100, position: 0 },
                Memory::new(&[0; 199 * 8]),
                &mut file,
            )
            .expect("zeros");
    }

    let thread = std::thread::spawn(|| {
        LAST.with(|_| ());
        convert();
    });
    thread.join().expect("no panic");
}

/// If an item in the middle of a value fails, the items before it are right, whatever was converted before.
#[test]
#[expect(clippy::host_endian_bytes, reason = "native items are in the order of the host")]
fn items_before_a_fault_are_right_within_a_value() {
    use crate::typed::Layout;
    #[derive(Clone, Copy, PartialEq, Debug)]
    #[repr(C)]
    struct Line {
        number: i32,
        text: [char; 200],
    }
    impl crate::Datatype for Line {}
    impl Layout for Line {
        const BYTES: usize = 804;
        fn typemap() -> Result<Typemap, Error> {
            crate::typed::structure::<Line>(&[(0, i32::typemap()?), (4, <[char; 200]>::typemap()?)])
        }
        fn load(bytes: &[u8]) -> Option<Self> {
            Some(Line {
                number: crate::typed::load_field(bytes, 0)?,
                text: crate::typed::load_field(bytes, 4)?,
            })
        }
        fn store(&self, bytes: &mut [u8]) {
            crate::typed::store_field(&self.number, bytes, 0);
            crate::typed::store_field(&self.text, bytes, 4);
        }
    }
    let datarep = external32::DATAREP;
    let spread =
        Typemap::vector(1000, 1, 2, &Predefined::Double.into()).expect("small").commit().expect("small");
    // The leftover bytes in the stage are no character.
    let mut doubles: Vec<u8> = std::iter::repeat_n((-1e9_f64).to_ne_bytes(), 1999).flatten().collect();
    let mut file = vec![0; 8000];
    ibm370::DATAREP
        .write_items(Items { datatype: &spread, count: 1000, position: 0 }, Memory::new(&doubles), &mut file)
        .expect("they fit");
    ibm370::DATAREP
        .read_items(Items { datatype: &spread, count: 1000, position: 0 }, Memory::new(&mut doubles), &file)
        .expect("they fit");
    let mut lines = [Line { number: 0, text: ['x'; 200] }; 2];
    // The second item of the first line is not read, and the sixth character of the second line is invalid.
    let mut file: Vec<u8> = std::iter::repeat_n([0, 0x41], 199).flatten().collect();
    file.extend([0, 0, 0, 7]);
    file.extend(std::iter::repeat_n([0, 0x42], 5).flatten());
    file.extend([0xD8, 0]);
    file.extend(std::iter::repeat_n([0, 0x43], 194).flatten());
    let error = Line::read_slice(datarep, 400, 2, &mut lines, &mut file).expect_err("half a pair");
    assert_eq!(error.items_done(), Some(207), "{error}");
    assert_eq!(lines[0].text[..3], ['x', 'A', 'A']);
    assert_eq!((lines[1].number, &lines[1].text[..5]), (7, &['B'; 5][..]));
    // If the items are moved unconverted, the error is for the whole value, but not for an item of an earlier call.
    let mut file: Vec<u8> = std::iter::repeat_n(0xD800_u32.to_ne_bytes(), 10).flatten().collect();
    let error = Line::read_slice(&Datarep::NATIVE, 10, 50, &mut lines, &mut file).expect_err("no character");
    assert_eq!(error.items_done(), Some(50), "{error}");
}
