//! Opening, modes, sizes, views and their errors.

use super::*;
use crate::datatype::{Committed, Items, Layout, Memory, PairType};
use crate::functions::{ConversionFunctions, FunctionError};
use crate::native::decimal_from_parts;
use crate::num::to_i64 as length;
use crate::standard::{external32, ibm370};
use crate::{Decimal, Logical, Logical1, Logical2, Logical8, Logical16, Predefined};

fn class<T: fmt::Debug>(result: Result<T, Error>) -> ErrorClass {
    result.expect_err("it is an error").class()
}

#[test]
fn modes_that_do_not_go_together_are_refused() {
    let scratch = Scratch::new();
    for mode in [
        Mode::CREATE,
        Mode::RDONLY | Mode::RDWR,
        Mode::RDONLY | Mode::CREATE,
        Mode::RDONLY | Mode::EXCL,
        Mode::RDWR | Mode::SEQUENTIAL | Mode::CREATE,
    ] {
        assert_eq!(class(File::open(&scratch, mode)), ErrorClass::Amode, "{mode}");
    }
    assert!(!scratch.0.exists());
    assert_eq!(class(File::open(&scratch, Mode::RDONLY)), ErrorClass::NoSuchFile);
    let file = File::open(&scratch, Mode::CREATE | Mode::EXCL | Mode::WRONLY).expect("it is not there");
    assert_eq!(class(file.read(&mut [0_u8])), ErrorClass::Access);
    file.write(&[1_u8, 2]).expect("it may be written");
    file.close().expect("nothing is begun");
    assert_eq!(class(File::open(&scratch, Mode::CREATE | Mode::EXCL | Mode::RDWR)), ErrorClass::FileExists);
    let file = File::open(&scratch, Mode::RDONLY).expect("it is there");
    let error = file.write(&[3_u8]).expect_err("it is only read");
    assert_eq!(error.class(), ErrorClass::ReadOnly);
    let path = scratch.0.display();
    assert_eq!(error.to_string(), format!("`write` of `{path}`: the file was opened for reading only"));
    assert_eq!(class(file.set_size(1)), ErrorClass::ReadOnly);
    assert_eq!(class(File::open(std::env::temp_dir(), Mode::RDONLY)), ErrorClass::BadFile);
    assert_eq!(class(File::open(std::env::temp_dir(), Mode::RDWR)), ErrorClass::BadFile);
    assert_eq!(scratch.bytes(), [1, 2]);
    File::delete(&scratch).expect("it is there");
    assert_eq!(class(File::delete(&scratch)), ErrorClass::NoSuchFile);
}

#[test]
fn a_file_is_deleted_with_its_last_handle() {
    let scratch = Scratch::new();
    let file = File::open(&scratch, Mode::CREATE | Mode::RDWR | Mode::DELETE_ON_CLOSE).expect("it is made");
    let other = file.clone();
    file.close().expect("nothing is begun");
    assert!(scratch.0.exists());
    other.write(&[1_u8]).expect("it is open");
    drop(other);
    assert!(!scratch.0.exists());
}

#[test]
fn pointers_begin_at_the_end_where_the_mode_says_so() {
    let scratch = Scratch::with(&[1, 2, 3]);
    let file = File::open(&scratch, Mode::RDWR | Mode::APPEND).expect("it is there");
    assert_eq!((file.position().expect("a pointer"), file.position_shared().expect("a pointer")), (3, 3));
    file.write(&[4_u8]).expect("it may be written");
    assert_eq!(scratch.bytes(), [1, 2, 3, 4]);
}

#[test]
fn sizes_are_in_bytes() {
    let scratch = Scratch::with(&[1, 2, 3]);
    let file = scratch.open();
    file.set_size(2).expect("smaller");
    file.preallocate(70_000).expect("larger");
    file.preallocate(10).expect("as it is");
    assert_eq!(file.size().expect("known"), 70_000);
    assert!(scratch.bytes().iter().skip(2).all(|byte| *byte == 0) && scratch.bytes()[..2] == [1, 2]);
    #[cfg(target_os = "linux")]
    {
        // Not a hole: the range occupies blocks of the device.
        use std::os::unix::fs::MetadataExt as _;
        assert!(fs::metadata(&scratch).expect("it is there").blocks() * 512 >= 69_632);
    }
    assert_eq!(class(file.set_size(-1)), ErrorClass::Arg);
    assert_eq!(class(file.preallocate(-1)), ErrorClass::Arg);
}

/// R-ACC-10, R-REG-1: a view is returned as it was set, with the registered name. An unknown name is refused. R-EXT-2:
/// the extent of a datatype is that in the view.
#[test]
fn views_come_back() {
    let scratch = Scratch::new();
    let file = scratch.open();
    assert_eq!(
        (file.view().etype().to_string(), file.view().datarep().name().to_owned()),
        ("MPI_BYTE".to_owned(), "native".to_owned())
    );
    let long = Typemap::from(Predefined::Long);
    let column = Typemap::vector(3, 1, 2, &long).expect("small");
    file.set_view(7, &long, &column, "external32").expect("predefined");
    let view = file.view();
    assert_eq!((view.displacement(), view.datarep().name()), (7, "external32"));
    assert!(view.etype().is_portable() && view.filetype().is_equivalent(&column));
    assert_eq!(file.type_extent(&column).expect("supported"), Some(20));
    assert_eq!(file.byte_offset(4).expect("small"), 7 + 20 + 8);
    assert_eq!(class(file.byte_offset(-1)), ErrorClass::Arg);
    let error = file.set_view(0, &long, &long, "nameless").expect_err("not registered");
    assert_eq!(error.class(), ErrorClass::UnsupportedDatarep);
    assert!(error.to_string().contains("no datarep is named `nameless`: "), "{error}");
    assert_eq!(class(file.set_view(-1, &long, &long, "native")), ErrorClass::Arg);
    assert_eq!(class(file.set_view(DISPLACEMENT_CURRENT, &long, &long, "native")), ErrorClass::Arg);
    assert_eq!(file.view().displacement(), 7);
}

/// R-ACC-7: a datatype must be a whole number of etypes, and memory that is read into must not overlap itself.
#[test]
fn datatypes_match_the_etype() {
    let file = Scratch::new().open();
    let (int, double) = (Typemap::from(Predefined::Int32T), Typemap::from(Predefined::Double));
    let pair = Typemap::structure(&[(1, 0, int.clone()), (1, 4, double.clone())]).expect("small");
    file.set_view(0, &pair, &pair, "external32").expect("predefined");
    let error = file.write(&[1_i32, 2]).expect_err("no pair");
    assert_eq!(error.class(), ErrorClass::Type);
    assert_eq!(
        error.to_string(),
        "the etype is MPI_INT32_T, MPI_DOUBLE, and the datatype is 2 MPI_INT32_T: \
         an access must move a whole number of etypes"
    );
    let pairs = Typemap::contiguous(3, &pair).expect("small").commit().expect("small");
    let bytes = vec![0; index(pairs.extent())];
    let status = file.write(&Buffer::new(&bytes[..], 1, &pairs)).expect("three pairs");
    assert_eq!((status.count(), status.items(), file.position().expect("a pointer")), (Some(1), 6, 3));
    let twice = Typemap::hvector(2, 1, 0, &pair).expect("small").commit().expect("small");
    assert_eq!(class(file.read(&mut Buffer::new(bytes.clone(), 1, &twice))), ErrorClass::Type);
    file.write(&Buffer::new(&bytes[..], 1, &twice)).expect("what is written may overlap in memory");
    assert_eq!(class(file.write(&Buffer::new(&bytes[..3], 1, &pairs))), ErrorClass::Buffer);
    assert_eq!(class(file.write(&Buffer::new(&bytes[..], -1, &pairs))), ErrorClass::Count);
    let over = Typemap::hvector(2, 1, 2, &int).expect("small");
    file.set_view(0, &int, &over, "native").expect("it may be read");
    assert_eq!(class(file.write(&[1_i32, 2])), ErrorClass::Type);
}

/// R-ACC-2: in sequential mode there is only the shared pointer, and a view begins where it is.
#[test]
fn sequential_files_have_the_shared_pointer() {
    let scratch = Scratch::new();
    let file = File::open(&scratch, Mode::CREATE | Mode::WRONLY | Mode::SEQUENTIAL).expect("it is made");
    for result in [
        file.write(&[1_u8]).map(|_| ()),
        file.write_at(0, &[1_u8]).map(|_| ()),
        file.seek(0, Whence::Set),
        file.seek_shared(0, Whence::Set),
        file.set_size(1),
        file.position().map(|_| ()),
    ] {
        assert_eq!(class(result), ErrorClass::UnsupportedOperation);
    }
    file.write_shared(&[1_u8, 2, 3]).expect("in order");
    let short = Typemap::from(Predefined::Int16T);
    assert_eq!(class(file.set_view(0, &short, &short, "external32")), ErrorClass::Arg);
    file.set_view(DISPLACEMENT_CURRENT, &short, &short, "external32").expect("behind");
    file.write_ordered(&[4_i16]).expect("in order");
    assert_eq!(scratch.bytes(), [1, 2, 3, 0, 4]);
}

/// A storage in which each access must begin at or after the end of the previous one.
#[derive(Debug, Default)]
struct Tape(Faulty, Mutex<u64>);

impl Tape {
    fn wind(&self, bytes: usize, offset: u64) {
        if offset % 1024 < 512 {
            // Some accesses are delayed.
            thread::sleep(Duration::from_micros(100));
        }
        let mut end = lock(&self.1);
        assert!(*end <= offset, "at {offset}, after {end}");
        *end = offset + bytes as u64;
    }
}

impl Storage for Tape {
    fn read_at(&self, bytes: &mut [u8], offset: u64) -> io::Result<usize> {
        self.wind(bytes.len(), offset);
        self.0.read_at(bytes, offset)
    }

    fn write_at(&self, bytes: &[u8], offset: u64) -> io::Result<usize> {
        self.wind(bytes.len(), offset);
        self.0.write_at(bytes, offset)
    }

    fn size(&self) -> io::Result<u64> {
        self.0.size()
    }

    fn set_size(&self, size: u64) -> io::Result<()> {
        self.0.set_size(size)
    }

    fn sync(&self) -> io::Result<()> {
        self.0.sync()
    }
}

/// In sequential mode bytes are read and written from start to end, whatever the size of a transfer. A file that is
/// written is not read.
#[test]
fn sequential_files_are_accessed_in_order() {
    let int = Typemap::from(Predefined::Int32T);
    let every_second = Typemap::resized(0, 8, &int).expect("small");
    let faulty = Faulty::default();
    let mut numbers: Vec<i32> = (0..5_000).collect();
    for filetype in [&int, &every_second] {
        for direction in [Mode::WRONLY | Mode::UNIQUE_OPEN, Mode::RDONLY] {
            let tape = Tape(faulty.clone(), Mutex::default());
            let file = File::on(tape, "tape", direction | Mode::SEQUENTIAL).expect("a mode");
            file.set_view(DISPLACEMENT_CURRENT, &int, filetype, "external32").expect("a view");
            with_buffer(&file, 4096);
            if direction == Mode::RDONLY {
                numbers.fill(0);
                file.read_shared(&mut numbers).expect("as written");
            } else {
                file.write_shared(&numbers).expect("there is space");
            }
        }
        assert!(numbers.iter().copied().eq(0..5_000));
    }
}

/// R-CONV-13: a collective routine inside a conversion function is refused, and other routines are not. R-CONV-12,
/// R-EXT-1: the extent function is called when the view is set, once for each type. Other routines call no function.
#[test]
fn collectives_inside_a_function_are_refused() {
    static EXTENTS: AtomicUsize = AtomicUsize::new(0);
    let inner = Scratch::with(&[7; 8]).open();
    let scratch = Scratch::new();
    let heard = Arc::new(Mutex::new(Vec::new()));
    let hears = Arc::clone(&heard);
    let functions = ConversionFunctions::new("inside", |_| {
        EXTENTS.fetch_add(1, Ordering::Relaxed);
        Ok(1)
    })
    .on_write(move |call| {
        call.file[0] = 9;
        let none = Scratch::new();
        let mut byte = [0_u8];
        let mut hears = lock(&hears);
        hears.push(class(inner.read_all(&mut byte)));
        hears.push(class(inner.sync()));
        hears.push(class(File::open(&none, Mode::RDONLY)));
        hears.push(class(inner.set_view_of::<u8>(0, &Datarep::NATIVE)));
        inner.read_at(0, &mut byte)?;
        assert_eq!(byte, [7]);
        Ok(())
    });
    let file = scratch.open();
    file.set_view_of::<u16>(0, &functions.into()).expect("it has extents");
    assert_eq!(EXTENTS.load(Ordering::Relaxed), 1);
    file.size().expect("known");
    file.write(&[5_u16]).expect("the function succeeds");
    assert_eq!(*lock(&heard), [ErrorClass::UnsupportedOperation; 4]);
    assert_eq!((scratch.bytes(), EXTENTS.load(Ordering::Relaxed)), (vec![9], 1));
    file.sync().expect("outside of it");
}

/// Structs lie in the file as conversions of slices store them: without gaps.
#[test]
fn structs_are_read_and_written() {
    #[derive(Clone, Copy, PartialEq, Debug, datarep::Datatype)]
    #[repr(C)]
    struct Station {
        id: i16,
        place: [f64; 2],
        open: bool,
    }
    let station = |id: i16| Station { id, place: [f64::from(id), 0.5], open: id % 2 == 0 };
    let stations: Vec<Station> = (0..700).map(station).collect();
    for datarep in [external32::DATAREP, ibm370::DATAREP, &Datarep::NATIVE] {
        let scratch = Scratch::new();
        let file = scratch.open();
        file.set_view_of::<Station>(0, datarep).expect("supported");
        with_buffer(&file, 1000);
        file.write(&stations).expect("small numbers");
        if datarep.descriptor().is_some() {
            let (ids, _) = datarep.to_bytes(&[699_i16]).expect("small");
            let one = scratch.bytes().len() / 700;
            assert_eq!(scratch.bytes()[699 * one..][..2], ids);
        }
        let mut back = vec![station(-1); 700];
        let status = file.read_at(0, &mut back[..]).expect("as written");
        assert_eq!((status.count(), back), (Some(700), stations.clone()));
        // Half a station at the end of the file.
        file.set_size(file.size().expect("known") - 9).expect("smaller");
        let mut back = [station(-1); 3];
        let status = file.read_at(698, &mut back).expect("the begin is there");
        assert_eq!((status.count(), status.items(), status.is_short()), (None, 6, true));
        assert_eq!(
            (back[0], back[1].id, back[1].place[0], back[1].place[1], back[2]),
            (station(698), 699, 699.0, 0.5, station(-1))
        );
        assert!(status.bytes_left() < 9);
    }
}

/// R-EXT-4: in `native` and `internal` structs and pairs lie in the file as in memory, whether they are written as
/// slices or by their datatype. Their padding is not written.
#[test]
fn native_structs_lie_as_in_memory() {
    #[derive(Clone, Copy, datarep::Datatype)]
    #[repr(C)]
    struct Sample {
        value: f64,
        number: i32,
    }
    let (double, int) = (Typemap::from(Predefined::Double), Typemap::from(Predefined::Int32T));
    let made = Typemap::structure(&[(1, 0, double), (1, 8, int)]).expect("small");
    let derived = Typemap::of::<Sample>().expect("small");
    let sample = |number: i32| Sample { value: f64::from(number), number };
    let samples = [sample(1), sample(2), sample(3)];
    // Some processors of 32 bits have no padding here: they align a double to four bytes.
    const EXTENT: usize = size_of::<Sample>();
    let extent = i64::try_from(EXTENT).expect("small");
    let mut native = [0; 3 * EXTENT];
    for (value, bytes) in samples.iter().zip(native.chunks_exact_mut(EXTENT)) {
        Layout::store(value, bytes);
    }
    for name in ["native", "internal"] {
        for etype in [&made, &derived, &PairType::DoubleInt.into()] {
            let (scratch, three) =
                (Scratch::new(), Buffer::new(&native[..], 3, &etype.commit().expect("small")));
            let file = scratch.open();
            // The padding in the file does not change.
            file.write_at(0, &[7_u8; 3 * EXTENT]).expect("bytes");
            file.set_view(0, etype, etype, name).expect("predefined");
            assert_eq!((file.type_extent(etype), file.byte_offset(1)), (Ok(Some(extent)), Ok(extent)));
            file.write(&three).expect("native");
            let padded: Vec<u8> =
                (0..3 * EXTENT).map(|at| if at % EXTENT < 12 { native[at] } else { 7 }).collect();
            assert_eq!(scratch.bytes(), padded);
        }
    }
    let scratch = Scratch::new();
    let file = scratch.open();
    file.set_view_of::<Sample>(0, &Datarep::NATIVE).expect("predefined");
    file.write(&samples).expect("native");
    assert_eq!((scratch.bytes(), file.byte_offset(2)), (native[..2 * EXTENT + 12].to_vec(), Ok(2 * extent)));
    file.set_view(0, &made, &made, "native").expect("predefined");
    let mut back = [sample(0); 3];
    file.read(&mut back).expect("as written");
    assert_eq!(back.map(|sample| (sample.value, sample.number)), [(1.0, 1), (2.0, 2), (3.0, 3)]);
    for (pair, extent) in [(PairType::ShortInt, 8), (PairType::LongDoubleInt, 32), (PairType::TwoInt, 8)] {
        assert_eq!(file.type_extent(&pair.into()), Ok(Some(extent)));
    }
}

/// The types beyond MPI's are stored in files as in slices.
#[test]
fn decimals_are_read_and_written() {
    datarep::datarep! {
        /// Amounts of money in seven digits, packed.
        integer amount = packed_decimal(7, 2);

        datarep ledger extends external32 {
            DATAREP_DECIMAL => amount;
        }
    }
    let amount = |cents: i64| decimal_from_parts(cents < 0, cents.unsigned_abs().into(), 2);
    let amounts: Vec<Decimal> = (-900..900).map(|index| amount(index * 12_345)).collect();
    let scratch = Scratch::new();
    let file = scratch.open();
    file.set_view_of::<Decimal>(5, ledger::DATAREP).expect("supported");
    with_buffer(&file, 1000);
    let status = file.write(&amounts);
    let error = status.expect_err("the first has eight digits");
    assert_eq!((error.class(), error.items_done()), (ErrorClass::Conversion, Some(0)));
    let amounts = &amounts[600..800];
    file.write_at(0, amounts).expect("seven digits");
    assert_eq!(scratch.bytes()[5..], ledger::to_bytes(amounts).expect("seven digits").0);
    let mut back = vec![amount(0); 200];
    assert_eq!(file.read_at(0, &mut back).expect("as written").count(), Some(200));
    assert_eq!(back, amounts);
}

/// Logicals of each size keep that size in a file of `external32`.
#[test]
fn logicals_of_each_size_go_through_files() {
    macro_rules! check {
        ($($logical:ty, $bytes:literal;)*) => { $({
            let scratch = Scratch::new();
            let file = scratch.open();
            file.set_view_of::<$logical>(0, external32::DATAREP).expect("supported");
            let truths = [true, false, true].map(<$logical>::from);
            file.write(&truths).expect("they fit");
            let mut expected = [[0; $bytes]; 3];
            (expected[0][$bytes - 1], expected[2][$bytes - 1]) = (1, 1);
            assert_eq!(scratch.bytes(), expected.concat());
            let mut back = [<$logical>::from(false); 3];
            assert_eq!(file.read_at(0, &mut back).expect("as written").count(), Some(3));
            assert_eq!(back, truths);
        })* };
    }
    check! { Logical1, 1; Logical2, 2; Logical, 4; Logical8, 8; Logical16, 16; }
}

/// Bytes that are no value of the Rust type are an error, not a value.
#[test]
fn bytes_that_are_no_value_are_refused() {
    // The view is of the machine's own bytes.
    let words = ['a'.into(), 0x11_0000_u32, 'b'.into()];
    let of_machine =
        |word: u32| if cfg!(target_endian = "big") { word.to_be_bytes() } else { word.to_le_bytes() };
    let file = Faulty::with(words.map(of_machine).as_flattened()).open();
    let mut text = ['x'; 3];
    let error = file.read(&mut text).expect_err("0x110000 is no character");
    assert_eq!((error.class(), error.items_done(), text[0]), (ErrorClass::Conversion, Some(1), 'a'));
}

/// An atomic access waits for other accesses to the file. Inside a function it could wait for the access that called
/// the function.
#[test]
fn atomic_accesses_inside_a_function_are_refused() {
    let file = Faulty::with(&[7; 8]).open();
    let own = file.clone();
    let heard = Arc::new(Mutex::new(None));
    let hears = Arc::clone(&heard);
    let functions = ConversionFunctions::new("waits", |_| Ok(1)).on_write(move |call| {
        call.file.fill(3);
        *lock(&hears) = Some(own.read_at(0, &mut [0_u8]).map_err(|error| error.class()));
        Ok(())
    });
    file.set_view_of::<u8>(0, &functions.into()).expect("it has extents");
    for (atomic, expected) in [(true, Some(ErrorClass::UnsupportedOperation)), (false, None)] {
        file.set_atomicity(atomic).expect("outside of functions");
        file.write_at(
            0,
            &Buffer::new(vec![0], 1, &Typemap::from(Predefined::Uint8T).commit().expect("one item")),
        )
        .expect("the function succeeds");
        assert_eq!(lock(&heard).take().expect("it was called").err(), expected);
    }
}

/// R-CONV-9: a function gets the datatype that the program passed, for chunks of any size.
#[test]
fn functions_get_the_datatype_of_the_program() {
    let pairs = Typemap::vector(50, 2, 3, &Predefined::Int16T.into()).expect("small");
    let (seen, expected) = (Arc::new(AtomicUsize::new(0)), pairs.clone());
    let sees = Arc::clone(&seen);
    let functions = ConversionFunctions::new("sees", |_| Ok(1)).on_write(move |call| {
        assert!(call.items.datatype.typemap().is_equivalent(&expected));
        sees.fetch_add(index(call.items.count), Ordering::Relaxed);
        Ok(())
    });
    let file = Faulty::default().open();
    file.set_view_of::<i16>(0, &functions.into()).expect("it has extents");
    with_buffer(&file, 100);
    let bytes = vec![0; 2 * index(pairs.extent())];
    file.write(&Buffer::new(bytes, 2, &pairs.commit().expect("small"))).expect("it succeeds");
    assert_eq!(seen.load(Ordering::Relaxed), 200);
}

/// Functions that change each byte by the position of its item.
fn by_position(name: &str) -> ConversionFunctions {
    fn place(
        datatype: &Committed,
        origin: usize,
        item: i64,
    ) -> Result<std::ops::Range<usize>, FunctionError> {
        let (predefined, displacement) = datatype.locate(item)?;
        let low = origin + index(displacement);
        Ok(low..low + predefined.native_size())
    }
    fn key(item: i64) -> u8 {
        u8::try_from(item % 251).expect("small")
    }
    ConversionFunctions::new(name, |predefined| Ok(length(predefined.native_size())))
        .on_write(|call| {
            let mut at = 0;
            for item in call.items.position..call.items.position + call.items.count {
                for &byte in &call.native.bytes[place(call.items.datatype, call.native.origin, item)?] {
                    call.file[at] = byte ^ key(item);
                    at += 1;
                }
            }
            Ok(())
        })
        .on_read(|call| {
            let mut at = 0;
            for item in call.items.position..call.items.position + call.items.count {
                for byte in &mut call.native.bytes[place(call.items.datatype, call.native.origin, item)?] {
                    *byte = call.file[at] ^ key(item);
                    at += 1;
                }
            }
            Ok(())
        })
}

/// Checks that a slice gives the bytes of one call, for buffers of any size.
fn parts_are_as_the_whole<T: Layout + PartialEq + fmt::Debug>(values: &[T], other: T) {
    let datarep = Datarep::from(by_position("by position"));
    let datatype = T::typemap().expect("small").commit().expect("small");
    let (count, mut bytes) = (datatype.items() * length(values.len()), vec![0; values.len() * T::BYTES]);
    for (value, bytes) in values.iter().zip(bytes.chunks_exact_mut(T::BYTES)) {
        value.store(bytes);
    }
    let mut expected =
        vec![0; index(datarep.file_size(Items { datatype: &datatype, count, position: 0 }).expect("small"))];
    datarep
        .write_items(Items { datatype: &datatype, count, position: 0 }, Memory::new(&bytes), &mut expected)
        .expect("it succeeds");
    for buffer in [100, 1000, 30_000, 4 << 20] {
        let faulty = Faulty::default();
        let file = faulty.open();
        file.set_view_of::<T>(0, &datarep).expect("it has extents");
        with_buffer(&file, buffer);
        file.write(values).expect("it succeeds");
        assert!(faulty.medium().bytes == expected, "written in buffers of {buffer}");
        let mut back = vec![other; values.len()];
        file.read_at(0, &mut back).expect("it succeeds");
        assert!(back == values, "read in buffers of {buffer}");
    }
}

/// R-CONV-3, R-CONV-6: functions get the position in the whole slice.
#[test]
fn functions_get_the_position_in_the_slice() {
    #[derive(Clone, Copy, PartialEq, Debug, datarep::Datatype)]
    #[repr(C)]
    struct Station {
        id: i16,
        place: [f64; 2],
        mark: u8,
    }
    let numbers = || 0..20_000_u16;
    parts_are_as_the_whole(&vec![0_u8; 20_000], 1);
    parts_are_as_the_whole(&numbers().map(f64::from).collect::<Vec<_>>(), 0.5);
    parts_are_as_the_whole(&numbers().map(|number| [number; 3]).collect::<Vec<_>>(), [0; 3]);
    let station = |id: i16| Station { id, place: [f64::from(id), 0.5], mark: 7 };
    parts_are_as_the_whole(&(0..3000).map(station).collect::<Vec<_>>(), station(-1));
}

/// R-CONV-11: if a function names an item outside its call, the first item of the call counts as the one that failed.
#[test]
fn functions_name_items_of_their_call() {
    for (named, told) in [(i64::MIN, 0), (-5, 0), (70, 0), (i64::MAX, 0), (1_000_000, 0), (130, 130)] {
        let failed = move |position: i64, count: i64| match named {
            130 if !(position..position + count).contains(&130) => Ok(()),
            _ if named == 130 || position > 100 => Err(FunctionError::at(named, "it fails")),
            _ => Ok(()),
        };
        let functions = ConversionFunctions::new("fails", |_| Ok(8))
            .on_write(move |call| failed(call.items.position, call.items.count))
            .on_read(move |call| failed(call.items.position, call.items.count));
        let file = Faulty::with(&vec![0; 40_000]).open();
        file.set_view_of::<f64>(0, &functions.into()).expect("it has extents");
        with_buffer(&file, 2000);
        let datatype = Typemap::from(Predefined::Double).commit().expect("one item");
        let errors = [
            file.write_at(0, &vec![0.5; 5000]),
            file.read_at(0, &mut vec![0.5; 5000]),
            file.write_at(0, &Buffer::new(vec![0; 40_000], 5000, &datatype)),
            file.read_at(0, &mut Buffer::new(vec![0; 40_000], 5000, &datatype)),
        ];
        for error in errors {
            // A call has 62 items: the third is the first to begin after item 100.
            let expected = if told == 0 { 124 } else { told };
            assert_eq!(error.expect_err("it fails").items_done(), Some(expected), "{named}");
        }
    }
}

/// R-CONV-11: if an item of a struct cannot be converted, the items before it are read, including those of its own
/// struct. The items after it stay.
#[test]
fn structs_are_read_up_to_a_fault() {
    datarep::datarep! {
        use ibm::*;

        datarep strict extends external32 {
            real { 4 => hfp32 }
            on read  { overflow => error }
            on write { overflow => error, infinity | nan => error, underflow => zero }
        }
    }

    #[derive(Clone, Copy, PartialEq, Debug, datarep::Datatype)]
    #[repr(C)]
    struct Reading {
        number: i16,
        values: [f32; 2],
        open: bool,
    }

    let reading = |number: i16| Reading { number, values: [f32::from(number), 0.5], open: number % 2 == 0 };
    let readings: Vec<Reading> = (0..3000).map(reading).collect();
    let old = Reading { number: -1, values: [-1.0; 2], open: true };
    for (which, value) in [(0, 0), (0, 1), (1, 0), (1023, 1), (1365, 0), (2999, 1)] {
        let (mut bytes, _) = strict::to_bytes(&readings).expect("small numbers");
        let one = bytes.len() / 3000;
        bytes[which * one + 2 + 4 * value..][..4].copy_from_slice(&[0x7F, 0x10, 0, 0]);
        for buffer in [200, 1 << 20] {
            let file = Faulty::with(&bytes).open();
            file.set_view_of::<Reading>(0, strict::DATAREP).expect("supported");
            with_buffer(&file, buffer);
            let mut back = vec![old; 3000];
            let error = file.read(&mut back).expect_err("16^62 is no `f32`");
            assert_eq!(error.items_done(), Some(length(which * 4 + 1 + value)));
            assert_eq!(back[..which], readings[..which]);
            let mut begun = Reading { number: readings[which].number, ..old };
            begun.values[..value].copy_from_slice(&readings[which].values[..value]);
            assert_eq!(back[which], begun);
            assert!(buffer == 200 || back[which + 1..].iter().all(|reading| *reading == old));
        }
    }
}
