//! Any view, any datatype and any representation, compared with access to one item at a time.

use proptest::prelude::*;

use super::*;
use crate::datatype::tests::{Flat, native, typemaps};
use crate::datatype::{Committed, Items, Memory};
use crate::num::to_i64 as length;
use crate::standard::{cray, external32, ibm370, vax_d};

#[derive(Debug, Clone)]
struct Case {
    view: View,
    /// The memory of the items: their datatype, the number of copies, the origin, and the bytes.
    datatype: Committed,
    copies: i64,
    origin: usize,
    native: Vec<u8>,
    offset: i64,
    file: Vec<u8>,
    buffer: usize,
    faults: u8,
    /// Whether writes may be sieved.
    unique: bool,
}

fn datareps() -> impl Strategy<Value = Datarep> {
    prop_oneof![
        Just(Datarep::NATIVE),
        Just(external32::DATAREP.clone()),
        Just(ibm370::DATAREP.clone()),
        Just(vax_d::DATAREP.clone()),
        Just(cray::DATAREP.clone()),
    ]
}

/// Bytes that are small numbers in most cases, in every representation.
fn noise(bytes: usize, seed: u64) -> Vec<u8> {
    let mut state = seed | 1;
    let next = |_| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        0x3F + state.to_be_bytes()[0] % 3
    };
    (0..bytes).map(next).collect()
}

/// The memory of `copies` of a typemap: the origin and the number of bytes.
fn memory(typemap: &Typemap, copies: i64) -> (usize, usize) {
    let flat = Flat::of(typemap, &native);
    let (lb, ub) = flat.bounds();
    let tiles = [0, (copies - 1).max(0) * (ub - lb)];
    let low = tiles.iter().map(|tile| tile + flat.low()).min().unwrap_or(0).min(0);
    let high = tiles.iter().map(|tile| tile + flat.high()).max().unwrap_or(0).max(0);
    (index(-low), index(high - low))
}

fn cases() -> impl Strategy<Value = Case> {
    let numbers = (1..4_i64, 1..3_i64, 0..4_i64, 0..6_i64, 0..20_i64);
    let buffer = prop_oneof![1..300_usize, 1..3000_usize];
    let more = (any::<u64>(), buffer, 0..600_usize, any::<u8>(), any::<bool>(), any::<bool>());
    (typemaps(), datareps(), numbers, more).prop_filter_map(
        "no view",
        |(
            etype,
            datarep,
            (parts, stride, copies, offset, displacement),
            (seed, buffer, size, faults, bytes, unique),
        )| {
            // The same typemap describes the etype and, repeated, memory.
            let filetype = Typemap::vector(parts, 1, stride, &etype).ok()?;
            let datatype = Typemap::contiguous(parts + 1, &etype).ok()?.commit().ok()?;
            let view = if bytes {
                let byte = Typemap::from(crate::Predefined::Byte);
                let filetype = Typemap::vector(parts, 1, stride, &byte).ok()?;
                View::new(displacement, &byte, &filetype, &datarep).ok()?
            } else {
                View::new(displacement, &etype, &filetype, &datarep).ok()?
            };
            datarep.file_size(Items { datatype: &datatype, count: 0, position: 0 }).ok()?;
            let (origin, bytes) = memory(datatype.typemap(), copies);
            let native = noise(bytes, seed);
            let file = noise(size, seed ^ 0xABCD);
            Some(Case { view, datatype, copies, origin, native, offset, file, buffer, faults, unique })
        },
    )
}

impl Case {
    fn open(&self) -> (Faulty, File) {
        let faulty = Faulty::with(&self.file);
        {
            let mut medium = faulty.medium();
            medium.interrupts = self.faults & 1 != 0;
            medium.most = (self.faults & 2 != 0).then_some(1 + usize::from(self.faults >> 2));
        }
        let file = faulty.open_in(if self.unique { Mode::RDWR | Mode::UNIQUE_OPEN } else { Mode::RDWR });
        with_buffer(&file, self.buffer);
        lock(&file.state).view = Arc::new(self.view.clone());
        (faulty, file)
    }

    /// The place in the file of each byte of each item, by the definition.
    fn places(&self) -> Vec<Vec<i64>> {
        let (etype, count) = (self.view.etype_items(), self.datatype.items() * self.copies);
        let in_file = self.view.filetype_in_file();
        let mut unit = self.offset * etype;
        let mut places = Vec::new();
        for item in 0..count {
            let (predefined, _) = self.datatype.locate(item).expect("small");
            let one = Typemap::from(predefined).commit().expect("one item");
            let bytes = self
                .view
                .datarep()
                .file_size(Items { datatype: &one, count: 1, position: 0 })
                .expect("supported");
            let at = |unit| self.view.displacement() + in_file.locate(unit).expect("small").1;
            if self.view.is_bytes() {
                places.push((unit..unit + bytes).map(at).collect());
                unit += bytes;
            } else {
                places.push((at(unit)..at(unit) + bytes).collect());
                unit += 1;
            }
        }
        places
    }

    /// Whether copies of the filetype that the access touches have bytes in common.
    fn is_ambiguous(&self) -> bool {
        let (in_file, etype) = (self.view.filetype_in_file(), self.view.etype_items());
        let units = if self.view.is_bytes() {
            self.places().iter().map(Vec::len).sum()
        } else {
            index(self.datatype.items() * self.copies)
        };
        let first = self.offset * etype / in_file.items();
        let last = (self.offset * etype + length(units) - 1) / in_file.items();
        let mut bytes = Vec::new();
        for unit in first * in_file.items()..(last + 1) * in_file.items() {
            let (predefined, at) = in_file.locate(unit).expect("small");
            let one = Typemap::from(predefined).commit().expect("one item");
            bytes.extend(
                at..at
                    + self
                        .view
                        .datarep()
                        .file_size(Items { datatype: &one, count: 1, position: 0 })
                        .expect("supported"),
            );
        }
        let count = bytes.len();
        bytes.sort_unstable();
        bytes.dedup();
        bytes.len() < count && units > 0
    }
}

/// Whether an access is refused because some of its bytes lie before the start of the file.
fn is_refused(places: &[Vec<i64>], result: &Result<Status, Error>) -> bool {
    let negative = places.iter().flatten().any(|place| *place < 0);
    negative && result.as_ref().is_err_and(|error| error.class() == ErrorClass::Type)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, max_global_rejects: 100_000, ..ProptestConfig::default() })]

    /// R-ACC-1, R-TYPE-4: items are written where the view says, and no other byte of the file changes, with short and
    /// interrupted accesses, and buffers of any size. R-CONV-11: if an item fails, the items before it are written.
    #[test]
    fn writing_is_that_of_one_item_at_a_time(case in cases(), bad in prop::option::of(0..600_usize)) {
        let (faulty, file) = case.open();
        // A byte that cannot be read does not prevent writing.
        faulty.medium().bad = bad;
        let places = case.places();
        let whole = case.datatype.items() * case.copies;
        let buffer = Buffer::new(&case.native[..], case.copies, &case.datatype).at(case.origin);
        let written = file.write_at(case.offset, &buffer);
        if is_refused(&places, &written) {
            return Ok(());
        }
        if case.is_ambiguous() || (case.view.check_writable().is_err() && whole > 0) {
            prop_assert_eq!(written.expect_err("the view overlaps").class(), ErrorClass::Type);
            return Ok(());
        }
        if case.view.check_writable().is_err() {
            return Ok(());
        }
        let count = match &written {
            Ok(status) => {
                prop_assert_eq!((status.items(), status.is_short()), (whole, false));
                prop_assert_eq!(status.count(), Some(if whole == 0 { 0 } else { case.copies }));
                whole
            }
            Err(error) => {
                prop_assert_eq!(error.class(), ErrorClass::Conversion);
                error.items_done().expect("the item is known")
            }
        };
        let mut expected = case.file.clone();
        let mut loss = crate::Loss::default();
        for (position, places) in (0..count).zip(&places) {
            let mut item = vec![0; places.len()];
            let datarep = case.view.datarep();
            let one = Items { datatype: &case.datatype, count: 1, position };
            let written = datarep.write_items(one, Memory::at(&case.native, case.origin), &mut item);
            loss += written.expect("it did not fail");
            for (place, byte) in places.iter().zip(item) {
                let place = index(*place);
                if expected.len() <= place {
                    expected.resize(place + 1, 0);
                }
                expected[place] = byte;
            }
        }
        prop_assert_eq!(&faulty.medium().bytes, &expected);
        if let Ok(status) = written {
            prop_assert_eq!(status.loss(), loss);
            prop_assert_eq!(index(status.bytes()), places.iter().map(Vec::len).sum::<usize>());
        }
    }

    /// R-ACC-1, R-ACC-8: the items of the view are read up to the first one that the end of the file cuts off, and the
    /// status reports how many.
    #[test]
    fn reading_is_that_of_one_item_at_a_time(case in cases()) {
        let (_, file) = case.open();
        let places = case.places();
        let mut buffer = Buffer::new(case.native.clone(), case.copies, &case.datatype).at(case.origin);
        if case.datatype.overlaps(case.copies).expect("small") {
            prop_assert_eq!(file.read_at(case.offset, &mut buffer).expect_err("overlaps").class(), ErrorClass::Type);
            return Ok(());
        }
        let read = file.read_at(case.offset, &mut buffer);
        if is_refused(&places, &read) {
            return Ok(());
        }
        let mut expected = case.native.clone();
        let mut count = 0;
        let mut failed = false;
        for (position, places) in (0..).zip(&places) {
            if places.iter().any(|place| *place >= length(case.file.len())) {
                break;
            }
            let item: Vec<u8> = places.iter().map(|place| case.file[index(*place)]).collect();
            let datarep = case.view.datarep();
            let one = Items { datatype: &case.datatype, count: 1, position };
            if datarep.read_items(one, Memory::at(&mut expected, case.origin), &item).is_err() {
                failed = true;
                break;
            }
            count += 1;
        }
        let native = buffer.into_inner();
        match read {
            Ok(status) => {
                prop_assert!(!failed);
                prop_assert_eq!(status.items(), count);
                prop_assert_eq!(status.is_short(), count < length(places.len()));
                prop_assert_eq!(native, expected);
            }
            Err(error) => {
                prop_assert!(failed, "{}", error);
                prop_assert_eq!(error.items_done(), Some(count));
            }
        }
    }
}
