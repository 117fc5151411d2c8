//! What goes wrong, in one process or in both: it is told there, and nobody hangs.

use std::fs;

use datarep::datatype::Typemap;
use datarep::file::{self, DISPLACEMENT_CURRENT, Mode, Status};
use datarep::functions::ConversionFunctions;
use datarep::standard::{big_endian, ibm370};
use datarep::{Datarep, Error, ErrorClass, Predefined};
use datarep_mpi::{Communicator, File};

use crate::Run;

/// All faults.
pub(crate) fn all(run: &Run) -> Result<(), Error> {
    openings(run)?;
    conversions(run)?;
    etypes(run)?;
    collectives(run)?;
    views(run)?;
    modes(run)?;
    pending(run)
}

impl Run {
    /// What fails in the second process with this class, and in the first one not.
    fn expect_there<T: std::fmt::Debug>(&self, what: &str, outcome: &Result<T, Error>, class: ErrorClass) {
        let expected = (self.rank == 1).then_some(class);
        let got = outcome.as_ref().err().map(Error::class);
        self.expect(&format!("{what}: {outcome:?}"), got == expected);
    }

    /// What fails in both.
    fn expect_both<T: std::fmt::Debug>(&self, what: &str, outcome: &Result<T, Error>, class: ErrorClass) {
        let got = outcome.as_ref().err().map(Error::class);
        self.expect(&format!("{what}: {outcome:?}"), got == Some(class));
    }
}

fn openings(run: &Run) -> Result<(), Error> {
    let missing = run.path.with_extension("missing");
    let opened = File::open(run.world(), &missing, Mode::RDONLY);
    run.expect_both("a missing file", &opened, ErrorClass::NoSuchFile);
    let message = opened.expect_err("it is missing").to_string();
    run.expect(&message, message.starts_with("`open` of `") && message.contains("missing"));
    run.expect_both("a missing file", &File::delete(&missing), ErrorClass::NoSuchFile);
    let both = Mode::RDONLY | Mode::WRONLY;
    run.expect_both("two modes", &File::open(run.world(), &run.path, both), ErrorClass::Amode);
    run.expect_both("a zero byte", &File::open(run.world(), "a\0b", Mode::RDONLY), ErrorClass::BadFile);
    run.expect_both("a zero byte", &File::delete("a\0b"), ErrorClass::BadFile);
    run.fresh()?.close()?;
    let exclusive = Mode::CREATE | Mode::EXCL | Mode::RDWR;
    // By each process alone: MPICH 5 tells another class to those that do not make the file.
    let exclusive = File::open(Communicator::itself()?, &run.path, exclusive);
    run.expect_both("a file that is there", &exclusive, ErrorClass::FileExists);
    let there = std::thread::spawn(|| Communicator::world().map(|_| ()));
    let there = there.join().expect("no panic");
    run.expect_both("another thread", &there, ErrorClass::UnsupportedOperation);
    Ok(())
}

type Writing = fn(&File, Vec<f64>) -> Result<Status, Error>;

/// In the second process the fourth of five numbers does not fit.
fn conversions(run: &Run) -> Result<(), Error> {
    let mut numbers: Vec<f64> = vec![1.0, 2.0, 3.0, 4.0, 5.0];
    if run.rank == 1 {
        numbers[3] = 1e300;
    }
    let routines: [(&str, Writing); 5] = [
        ("write_at_all", |file, numbers| file.write_at_all(file.position()?, &numbers)),
        ("write_all", |file, numbers| file.write_all(&numbers)),
        ("iwrite_all", |file, numbers| file.iwrite_all(numbers)?.wait().1),
        ("write_all_begin", |file, numbers| file.write_all_begin(numbers)?.end().1),
        ("write", |file, numbers| file.write(&numbers)),
    ];
    // What is before it is written, here and by a process alone.
    let _ = fs::remove_file(run.own());
    let local = file::File::open(run.own(), Mode::CREATE | Mode::RDWR)?;
    local.set_view_of::<f64>(0, ibm370::DATAREP)?;
    local.write(&[1.0_f64, 2.0, 3.0, 4.0, 5.0])?;
    let _ = local.write(&[1.0_f64, 2.0, 3.0, 1e300, 5.0]);
    let expected = fs::read(run.own()).expect("it is there");
    for (name, write) in routines {
        let file = run.fresh()?;
        file.set_view_of::<f64>(0, ibm370::DATAREP)?;
        file.seek(5 * run.rank, file::Whence::Set)?;
        let outcome = write(&file, numbers.clone());
        run.expect_there(name, &outcome, ErrorClass::Conversion);
        let done = outcome.as_ref().err().and_then(Error::items_done);
        run.expect(&format!("`{name}`: {done:?} items"), done == (run.rank == 1).then_some(3));
        file.close()?;
        run.mpi.barrier();
        let bytes = fs::read(&run.path).expect("it is there");
        run.expect(&format!("`{name}`: {bytes:?}, not {expected:?}"), bytes == expected);
        run.mpi.barrier();
    }
    reading(run)
}

/// In the second process a byte of the file means nothing to the function that reads.
fn reading(run: &Run) -> Result<(), Error> {
    let rank = run.rank;
    let extent = |_: Predefined| Ok(1);
    let refusing = ConversionFunctions::new("refusing", extent).on_read(move |call| {
        if rank == 1 {
            return Err("it is refused".into());
        }
        call.native.bytes.fill(call.file[0]);
        Ok(())
    });
    let refusing = Datarep::from(refusing);
    let file = run.fresh()?;
    file.write_at_all(3 * rank, &[7_u8, 7, 7])?;
    file.set_view_of::<u8>(0, &refusing)?;
    let mut bytes = [0_u8; 3];
    run.expect_there("a function", &file.read_at_all(3 * rank, &mut bytes), ErrorClass::Conversion);
    let (read, outcome) = file.iread_at_all(3 * rank, vec![0_u8; 3])?.wait();
    run.expect_there("a function, later", &outcome, ErrorClass::Conversion);
    run.expect("the other process reads", run.rank == 1 || read == [7, 7, 7]);
    file.close()
}

/// Of an etype with two items both are written, or none.
fn etypes(run: &Run) -> Result<(), Error> {
    let file = run.fresh()?;
    let pair = Typemap::contiguous(2, &Predefined::Double.into())?;
    file.set_view_in(0, &pair, &pair, ibm370::DATAREP)?;
    let value = if run.rank == 1 { 1e300 } else { 1.0 };
    let outcome = file.write_at_all(2 * run.rank, &[1.0_f64, 2.0, 3.0, value]);
    run.expect_there("half an etype", &outcome, ErrorClass::Conversion);
    let done = outcome.as_ref().err().and_then(Error::items_done);
    run.expect(&format!("{done:?} items"), done == (run.rank == 1).then_some(2));
    run.mpi.barrier();
    let size = file.size()?;
    run.expect(&format!("{size} bytes"), size == 48);
    file.close()
}

/// Arguments that are wrong in the second process.
fn collectives(run: &Run) -> Result<(), Error> {
    let file = run.fresh()?;
    file.set_view_of::<i32>(0, big_endian::DATAREP)?;
    let (offset, mut small) = (if run.rank == 1 { -1 } else { 0 }, [0_i16; 3]);
    let mut numbers = [1_i32, 2, 3];
    run.expect_there("an offset", &file.write_at_all(offset, &numbers), ErrorClass::Arg);
    run.expect_there("an offset", &file.read_at_all(offset, &mut numbers), ErrorClass::Arg);
    run.expect_there(
        "an offset, later",
        &file.iread_at_all(offset, vec![0_i32; 3]).map(|r| r.wait().1),
        ErrorClass::Arg,
    );
    let begun = file.write_at_all_begin(offset, vec![1_i32]).map(|split| split.end().1);
    run.expect_there("an offset, split", &begun, ErrorClass::Arg);
    let outcome = if run.rank == 1 { file.read_all(&mut small) } else { file.read_all(&mut numbers) };
    run.expect_there("another type", &outcome, ErrorClass::Type);
    let outcome = if run.rank == 1 {
        file.iread_all(vec![0_i16; 3]).map(|request| request.wait().1.is_ok())
    } else {
        file.iread_all(vec![0_i32; 3]).map(|request| request.wait().1.is_ok())
    };
    run.expect_there("another type, later", &outcome, ErrorClass::Type);
    let outcome = if run.rank == 1 { file.write_ordered(&[0_i16; 3]) } else { file.write_ordered(&numbers) };
    run.expect_there("another type, ordered", &outcome, ErrorClass::Type);
    file.close()
}

fn views(run: &Run) -> Result<(), Error> {
    let file = run.fresh()?;
    let int = Typemap::from(Predefined::Int32T);
    let name = if run.rank == 1 { "no_such" } else { "external32" };
    run.expect_there("a name", &file.set_view(0, &int, &int, name), ErrorClass::UnsupportedDatarep);
    run.expect("the view is one of bytes", run.rank == 0 || file.view().datarep().name() == "native");
    let displacement = if run.rank == 1 { -4 } else { 0 };
    let outcome = file.set_view(displacement, &int, &int, "external32");
    run.expect_there("a displacement", &outcome, ErrorClass::Arg);
    let outcome = file.set_view(DISPLACEMENT_CURRENT, &int, &int, "native");
    run.expect_both("no sequential mode", &outcome, ErrorClass::Arg);
    let back = Typemap::hindexed(&[(1, 8), (1, 0)], &int)?;
    let filetype = if run.rank == 1 { &back } else { &int };
    run.expect_there("a filetype", &file.set_view(0, &int, filetype, "native"), ErrorClass::Type);
    file.set_view_of::<i32>(16, big_endian::DATAREP)?;
    run.expect_there("a view", &file.set_view_of::<i32>(displacement, ibm370::DATAREP), ErrorClass::Arg);
    let old = file.view();
    let kept = (old.displacement(), old.datarep().name()) == (16, "big_endian");
    run.expect("the old view stays", run.rank == 0 || kept);
    let written = run.rank == 0 || file.write_at(0, &[7_i32]).is_ok() && file.size()? == 20;
    run.expect("the old view is used", written);
    file.set_view_of::<i32>(0, ibm370::DATAREP)?;
    run.expect("it can be set again", file.write_at_all(run.rank, &[1_i32]).is_ok());
    run.expect_both("an offset", &file.byte_offset(-1), ErrorClass::Arg);
    run.expect_both("a position", &file.seek(-1, file::Whence::Current), ErrorClass::Arg);
    run.expect_both("a position", &file.seek_shared(-1, file::Whence::Set), ErrorClass::Arg);
    run.expect_both("a size", &file.set_size(-1), ErrorClass::Arg);
    file.close()
}

fn modes(run: &Run) -> Result<(), Error> {
    let file = File::open(run.world(), &run.path, Mode::RDONLY)?;
    run.expect_both("writing", &file.write(&[1_u8]), ErrorClass::ReadOnly);
    run.expect_both("writing together", &file.write_at_all(0, &[1_u8]), ErrorClass::ReadOnly);
    run.expect_both("cutting", &file.set_size(0), ErrorClass::ReadOnly);
    run.expect_both("room", &file.preallocate(8), ErrorClass::ReadOnly);
    file.close()?;
    let file = File::open(run.world(), &run.path, Mode::WRONLY)?;
    run.expect_both("reading", &file.read(&mut [0_u8]), ErrorClass::Access);
    run.expect_both("reading together", &file.read_ordered(&mut [0_u8]), ErrorClass::Access);
    file.close()?;
    let file = File::open(run.world(), &run.path, Mode::RDONLY | Mode::SEQUENTIAL)?;
    let refused = ErrorClass::UnsupportedOperation;
    run.expect_both("an offset", &file.read_at(0, &mut [0_u8]), refused);
    run.expect_both("a pointer", &file.read_all(&mut [0_u8]), refused);
    run.expect_both("a position", &file.position(), refused);
    run.expect_both("seeking", &file.seek(0, file::Whence::Set), refused);
    file.close()
}

/// What may not be done while an access is not completed.
fn pending(run: &Run) -> Result<(), Error> {
    let file = run.fresh()?;
    file.set_view_of::<i32>(0, big_endian::DATAREP)?;
    file.write_at_all(2 * run.rank, &[1_i32, 2])?;
    let request = file.iread_at_all(2 * run.rank, vec![0_i32; 2])?;
    run.expect_both("syncing", &file.sync(), ErrorClass::Request);
    let view = file.set_view_of::<i32>(0, big_endian::DATAREP);
    run.expect_both("a view", &view, ErrorClass::Request);
    run.expect("it is read", request.wait().0 == [1, 2]);
    let split = file.read_all_begin(vec![0_i32; 1])?;
    run.expect_both("another split", &file.read_all_begin(vec![0_i32; 1]).map(|_| ()), ErrorClass::Request);
    run.expect_both("cutting", &file.set_size(4), ErrorClass::Request);
    run.expect("it is read", split.end().0 == [1]);
    drop(file.read_all_begin(vec![0_i32; 1])?);
    drop(file.iread_at_all(0, vec![0_i32; 2])?);
    file.sync()?;
    let request = file.iread_at_all(0, vec![0_i32; 1])?;
    run.expect_both("closing", &file.close(), ErrorClass::Request);
    // The file is closed with it.
    run.expect("it is read", request.wait().0 == [1]);
    Ok(())
}
