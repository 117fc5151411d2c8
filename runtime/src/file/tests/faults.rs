//! Faults of the storage: the error's class, and that what was done before is correct.

use super::*;
use crate::Predefined;
use crate::functions::{ConversionFunctions, FunctionError};
use crate::standard::{external32, ibm370};

/// The views of doubles that are tested: without holes, and with holes.
fn views(file: &File) -> [(Typemap, Typemap); 2] {
    let double = Typemap::from(Predefined::Double);
    let holes = Typemap::resized(0, 12, &double).expect("small");
    assert_eq!(file.mode(), Mode::RDWR);
    [(double.clone(), double), (Typemap::from(Predefined::Double), holes)]
}

/// Small buffers, and one that holds everything.
const BUFFERS: [usize; 3] = [32, 500, 1 << 20];

fn set(file: &File, which: usize, buffer: usize) -> i64 {
    let (etype, filetype) = &views(file)[which];
    file.set_view_in(0, etype, filetype, external32::DATAREP).expect("a view");
    with_buffer(file, buffer);
    [8, 12][which]
}

/// A device that is full: the items that were written are in the file, and the error reports how many they are.
#[test]
fn a_full_device() {
    let data: Vec<f64> = (0..300).map(f64::from).collect();
    for buffer in BUFFERS {
        for which in 0..2 {
            for space in [0, 5, 8, 1000, 1003, 2395] {
                let faulty = Faulty::default();
                let file = faulty.open();
                let step = set(&file, which, buffer);
                faulty.medium().space = Some(space);
                let error = file.write(&data).expect_err("there is no space");
                assert_eq!(error.class(), ErrorClass::NoSpace);
                let done = error.items_done().expect("known");
                let room = i64::try_from(space).expect("small");
                let fit = if room < 8 { 0 } else { (room - 8) / step + 1 };
                assert_eq!(done, fit, "{buffer} {which} {space}");
                faulty.medium().space = None;
                let mut back = vec![0.0; index(done)];
                file.read_at(0, &mut back).expect("what was written");
                assert_eq!(back, data[..index(done)]);
            }
        }
    }
    let faulty = Faulty::default();
    let file = faulty.open();
    faulty.medium().space = Some(20);
    let error = file.write(&[1_u64, 2, 3]).expect_err("there is no space");
    assert!(error.to_string().starts_with("`write` of `faulty`: "), "{error}");
    assert!(error.to_string().ends_with(", after 2 items"), "{error}");
    assert_eq!(file.preallocate(30).expect_err("there is no space").class(), ErrorClass::NoSpace);
}

/// A sector that cannot be read: the items before it are read.
#[test]
fn a_bad_sector() {
    let data: Vec<f64> = (0..300).map(f64::from).collect();
    for buffer in BUFFERS {
        for which in 0..2 {
            let faulty = Faulty::default();
            let file = faulty.open();
            let step = set(&file, which, buffer);
            file.write(&data).expect("there is space");
            faulty.medium().bad = Some(index(200 * step) + 3);
            let mut back = vec![-1.0; 300];
            let error = file.read_at(0, &mut back).expect_err("it cannot be read");
            assert_eq!(error.class(), ErrorClass::Io);
            let done = index(error.items_done().expect("known"));
            // At least the chunks before the bad sector were read.
            assert!(done <= 200 && (buffer > 1000 || done > 150), "{done}");
            assert_eq!(back[..done], data[..done]);
        }
    }
}

/// R-ACC-8: a file that is cut while it is read ends there.
#[test]
fn a_file_that_is_cut() {
    let data: Vec<f64> = (0..300).map(f64::from).collect();
    for buffer in BUFFERS {
        for which in 0..2 {
            let faulty = Faulty::default();
            let file = faulty.open();
            let step = set(&file, which, buffer);
            file.write(&data).expect("there is space");
            faulty.medium().cut = Some((0, index(step * 250 + 5)));
            let mut back = vec![-1.0; 300];
            let status = file.read_at(0, &mut back).expect("the file is shorter");
            assert_eq!((status.items(), status.is_short(), status.bytes_left()), (250, true, 5));
            assert_eq!(back[..250], data[..250]);
            assert!(back[250..].iter().all(|item| item.to_bits() == (-1.0_f64).to_bits()));
        }
    }
}

/// R-CONV-11: an item that cannot be converted. The items before it are in the file, and nothing after it.
#[test]
fn an_item_that_cannot_be_converted() {
    let mut data = vec![1.5_f64; 300];
    data[217] = 1e300;
    for buffer in BUFFERS {
        let faulty = Faulty::default();
        let file = faulty.open();
        file.set_view_of::<f64>(0, ibm370::DATAREP).expect("supported");
        with_buffer(&file, buffer);
        let error = file.write(&data).expect_err("it does not fit");
        assert_eq!((error.class(), error.items_done()), (ErrorClass::Conversion, Some(217)));
        assert!(error.to_string().starts_with("item 217 of datarep `ibm370`: 1e300 does not fit"), "{error}");
        assert_eq!(faulty.medium().bytes, ibm370::to_bytes(&data[..217]).expect("small").0);
        // A representation by functions reports such an item itself.
        let functions = ConversionFunctions::new("until", |_| Ok(1)).on_write(|call| {
            for item in 0..call.items.count {
                if call.items.position + item == 217 {
                    return Err(FunctionError::at(217, "no more"));
                }
                call.file[index(item)] = 5;
            }
            Ok(())
        });
        let faulty = Faulty::default();
        let file = faulty.open();
        file.set_view_of::<f64>(0, &functions.into()).expect("it has extents");
        with_buffer(&file, buffer);
        let doubles = Typemap::from(Predefined::Double).commit().expect("one item");
        let bytes = vec![0; 2400];
        let error = file.write(&Buffer::new(bytes, 300, &doubles)).expect_err("it stops");
        assert_eq!(error.items_done(), Some(217));
        assert_eq!(faulty.medium().bytes, [5; 217]);
    }
}

/// If two items fail, the error reports the first one in the file.
#[test]
fn the_first_of_two_faults_is_told() {
    let mut data = vec![1.5_f64; 300];
    data[217] = 1e300;
    let faulty = Faulty::default();
    let file = faulty.open();
    file.set_view_of::<f64>(0, ibm370::DATAREP).expect("supported");
    with_buffer(&file, 100);
    faulty.medium().space = Some(801);
    let error = file.write(&data).expect_err("there is no space");
    assert_eq!((error.class(), error.items_done()), (ErrorClass::NoSpace, Some(100)));
}

#[test]
fn a_storage_that_cannot_be_deleted_is_told() {
    let faulty = Faulty::default();
    let file = File::on(faulty.clone(), "faulty", Mode::RDWR | Mode::DELETE_ON_CLOSE).expect("a mode");
    file.close().expect("it can");
    assert!(faulty.medium().deleted);
    let scratch = Scratch::new();
    let file = File::open(&scratch, Mode::CREATE | Mode::RDWR | Mode::DELETE_ON_CLOSE).expect("it is made");
    fs::remove_file(&scratch).expect("it is there");
    assert_eq!(file.close().expect_err("it is gone").class(), ErrorClass::NoSuchFile);
}

/// The error of the operating system for a device that is always full.
#[cfg(target_os = "linux")]
#[test]
fn the_system_says_that_it_is_full() {
    let file = File::open("/dev/full", Mode::RDWR).expect("every Linux has it");
    let error = file.write(&vec![1_u8; 10_000]).expect_err("it is full");
    assert_eq!((error.class(), error.items_done()), (ErrorClass::NoSpace, Some(0)));
    assert!(error.to_string().starts_with("`write` of `/dev/full`: No space left on device"), "{error}");
}

/// A file system of 64 KiB that the test makes, if it may. The items before its end are in the file.
#[cfg(target_os = "linux")]
#[test]
fn a_file_system_that_is_full() {
    let run = |program: &str, arguments: &[&str]| {
        let output = std::process::Command::new(program).args(arguments).output();
        output.is_ok_and(|output| output.status.success())
    };
    let folder = Scratch::new();
    fs::create_dir(&folder).expect("a temporary folder");
    let path = folder.0.to_str().expect("a plain path");
    if !run("mount", &["-t", "tmpfs", "-o", "size=64k", "datarep", path]) {
        let _ = fs::remove_dir(&folder);
        // Written directly to standard error, because the harness would capture it.
        let told = b"skipped: no file system may be mounted here; `/dev/full` and storages with faults stand in for it\n";
        let _ = io::Write::write_all(&mut io::stderr(), told);
        return;
    }
    let outcome = std::panic::catch_unwind(|| {
        let file = File::open(folder.0.join("full"), Mode::CREATE | Mode::RDWR).expect("it is made");
        file.set_view_of::<f64>(0, external32::DATAREP).expect("supported");
        with_buffer(&file, 10_000);
        let data: Vec<f64> = (0..20_000).map(f64::from).collect();
        let error = file.write(&data).expect_err("64 KiB are not enough");
        assert_eq!(error.class(), ErrorClass::NoSpace);
        let done = index(error.items_done().expect("known"));
        assert!(done == 8192, "{done}");
        let mut back = vec![0.0; done];
        file.read_at(0, &mut back).expect("what was written");
        assert_eq!(back, data[..done]);
    });
    assert!(run("umount", &[path]), "`{path}` is still mounted");
    let _ = fs::remove_dir(&folder);
    outcome.expect("as said");
}

/// A value that is written while a panic unwinds is written wholly, by all threads of the transfer.
#[test]
fn a_value_that_writes_when_it_is_dropped() {
    struct Writes<'a>(&'a File, &'a Mutex<Option<Status>>);
    impl Drop for Writes<'_> {
        fn drop(&mut self) {
            *lock(self.1) = Some(self.0.write_at(0, &vec![1_i32; 100_000]).expect("there is space"));
        }
    }
    for _ in 0..20 {
        let faulty = Faulty::default();
        let file = faulty.open();
        file.set_view_of::<i32>(0, external32::DATAREP).expect("supported");
        with_buffer(&file, 4096);
        let status = Mutex::default();
        let unwound = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            let _writes = Writes(&file, &status);
            // Does not print a message, because the panic is intended.
            std::panic::resume_unwind(Box::new(()));
        }));
        assert!(unwound.is_err());
        assert_eq!(lock(&status).expect("it was dropped").items(), 100_000);
        assert_eq!(faulty.medium().bytes.len(), 400_000);
    }
}

/// A FIFO has no offsets, and opening one would wait for its other end.
#[cfg(unix)]
#[test]
fn a_fifo_is_refused_at_once() {
    let scratch = Scratch::new();
    let made = std::process::Command::new("mkfifo").arg(&scratch.0).status();
    assert!(made.expect("it runs").success());
    for mode in [Mode::RDONLY, Mode::WRONLY, Mode::RDWR] {
        let error = File::open(&scratch, mode).expect_err("it is no file");
        assert_eq!(error.class(), ErrorClass::UnsupportedOperation, "{error}");
    }
}
