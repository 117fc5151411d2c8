//! Every routine of MPI's table, and how it moves the pointers.

use super::*;
use crate::Predefined;
use crate::datatype::Items;
use crate::standard::{cray, external32, ibm370};
use crate::typed::Layout as _;

/// The arguments and the result of a routine.
type Write = fn(&File, i64, Vec<f32>) -> Result<Status, Error>;
type Read = fn(&File, i64, Vec<f32>) -> Result<(Vec<f32>, Status), Error>;

#[derive(Clone, Copy, PartialEq, Debug)]
enum Kind {
    Explicit,
    Individual,
    Shared,
}

fn whole((buffer, status): (Vec<f32>, Result<Status, Error>)) -> Result<(Vec<f32>, Status), Error> {
    Ok((buffer, status?))
}

fn blocking(
    mut buffer: Vec<f32>,
    read: impl FnOnce(&mut Vec<f32>) -> Result<Status, Error>,
) -> Result<(Vec<f32>, Status), Error> {
    let status = read(&mut buffer)?;
    Ok((buffer, status))
}

const WRITES: [(&str, Kind, Write); 14] = [
    ("write_at", Kind::Explicit, |file, offset, data| file.write_at(offset, &data)),
    ("write_at_all", Kind::Explicit, |file, offset, data| file.write_at_all(offset, &data)),
    ("iwrite_at", Kind::Explicit, |file, offset, data| file.iwrite_at(offset, data)?.wait().1),
    ("iwrite_at_all", Kind::Explicit, |file, offset, data| file.iwrite_at_all(offset, data)?.wait().1),
    ("write_at_all_begin", Kind::Explicit, |file, offset, data| {
        file.write_at_all_begin(offset, data)?.end().1
    }),
    ("write", Kind::Individual, |file, _, data| file.write(&data)),
    ("write_all", Kind::Individual, |file, _, data| file.write_all(&data)),
    ("iwrite", Kind::Individual, |file, _, data| file.iwrite(data)?.wait().1),
    ("iwrite_all", Kind::Individual, |file, _, data| file.iwrite_all(data)?.wait().1),
    ("write_all_begin", Kind::Individual, |file, _, data| file.write_all_begin(data)?.end().1),
    ("write_shared", Kind::Shared, |file, _, data| file.write_shared(&data)),
    ("iwrite_shared", Kind::Shared, |file, _, data| file.iwrite_shared(data)?.wait().1),
    ("write_ordered", Kind::Shared, |file, _, data| file.write_ordered(&data)),
    ("write_ordered_begin", Kind::Shared, |file, _, data| file.write_ordered_begin(data)?.end().1),
];

const READS: [(&str, Kind, Read); 14] = [
    ("read_at", Kind::Explicit, |file, offset, data| blocking(data, |data| file.read_at(offset, data))),
    ("read_at_all", Kind::Explicit, |file, offset, data| {
        blocking(data, |data| file.read_at_all(offset, data))
    }),
    ("iread_at", Kind::Explicit, |file, offset, data| whole(file.iread_at(offset, data)?.wait())),
    ("iread_at_all", Kind::Explicit, |file, offset, data| whole(file.iread_at_all(offset, data)?.wait())),
    ("read_at_all_begin", Kind::Explicit, |file, offset, data| {
        whole(file.read_at_all_begin(offset, data)?.end())
    }),
    ("read", Kind::Individual, |file, _, data| blocking(data, |data| file.read(data))),
    ("read_all", Kind::Individual, |file, _, data| blocking(data, |data| file.read_all(data))),
    ("iread", Kind::Individual, |file, _, data| whole(file.iread(data)?.wait())),
    ("iread_all", Kind::Individual, |file, _, data| whole(file.iread_all(data)?.wait())),
    ("read_all_begin", Kind::Individual, |file, _, data| whole(file.read_all_begin(data)?.end())),
    ("read_shared", Kind::Shared, |file, _, data| blocking(data, |data| file.read_shared(data))),
    ("iread_shared", Kind::Shared, |file, _, data| whole(file.iread_shared(data)?.wait())),
    ("read_ordered", Kind::Shared, |file, _, data| blocking(data, |data| file.read_ordered(data))),
    ("read_ordered_begin", Kind::Shared, |file, _, data| whole(file.read_ordered_begin(data)?.end())),
];

/// Sets each pointer to its own place, and returns where an access of this kind begins.
fn place(file: &File, kind: Kind) -> i64 {
    file.seek(6, Whence::Set).expect("a place");
    file.seek_shared(12, Whence::Set).expect("a place");
    match kind {
        Kind::Explicit => 18,
        Kind::Individual => 6,
        Kind::Shared => 12,
    }
}

/// Checks the pointers after an access of `etypes` etypes: only the pointer of the kind has moved.
fn check_pointers(file: &File, kind: Kind, etypes: i64, name: &str) {
    let moved = |own| if kind == own { etypes } else { 0 };
    let pointers = (file.position().expect("a pointer"), file.position_shared().expect("a pointer"));
    assert_eq!(pointers, (6 + moved(Kind::Individual), 12 + moved(Kind::Shared)), "{name}");
}

/// R-ACC-1: every routine reads what every other wrote, in any representation, through views without and with holes.
/// R-ACC-2, R-ACC-3, R-ACC-4: each uses and moves its own pointer by the etypes of the access, and no other.
/// R-ACC-8: the status reports whole datatypes and items.
#[test]
fn every_routine_works_in_every_representation() {
    let float = Typemap::from(Predefined::Float);
    let pair = Typemap::contiguous(2, &float).expect("small");
    let holes = Typemap::vector(3, 1, 2, &pair).expect("small");
    let data: Vec<f32> = (0..40_u8).map(|item| f32::from(item) - 8.5).collect();
    for datarep in
        [Datarep::NATIVE, (external32::DATAREP).into(), (ibm370::DATAREP).into(), (cray::DATAREP).into()]
    {
        for filetype in [&pair, &holes] {
            for (number, (name, kind, write)) in WRITES.into_iter().enumerate() {
                let faulty = Faulty::default();
                let file = faulty.open();
                with_buffer(&file, 64);
                file.set_view_in(3, &pair, filetype, &datarep).expect("a view");
                let offset = place(&file, kind);
                let status = write(&file, offset, data.clone()).expect(name);
                assert_eq!((status.count(), status.items()), (Some(40), 40), "{name}");
                check_pointers(&file, kind, 20, name);
                let begin = index(file.byte_offset(offset).expect("small"));
                let mut first = [0; 8];
                let one = float.commit().expect("one item");
                let bytes = index(
                    datarep.file_size(Items { datatype: &one, count: 1, position: 0 }).expect("supported"),
                );
                let first = &mut first[..bytes];
                f32::write_slice(&datarep, 1, 0, &data, first).expect("small");
                assert_eq!(faulty.medium().bytes[begin..begin + bytes], *first, "{name} {}", datarep.name());
                let (name, kind, read) = READS[number];
                let file = faulty.open();
                with_buffer(&file, 100);
                file.set_view_in(3, &pair, filetype, &datarep).expect("a view");
                // The data lies where an access of this kind begins, after the pointer is set to that place again.
                let wanted = place(&file, kind);
                match kind {
                    Kind::Explicit => {}
                    Kind::Individual => file.seek(offset - wanted, Whence::Current).expect("a place"),
                    Kind::Shared => file.seek_shared(offset - wanted, Whence::Current).expect("a place"),
                }
                let (back, status) = read(&file, offset, vec![0.0; 40]).expect(name);
                assert_eq!((status.count(), status.is_short(), &back), (Some(40), false, &data), "{name}");
                check_pointers(&file, kind, 20 + offset - wanted, name);
            }
        }
    }
}

/// R-ACC-2: an offset that is negative, or whose bytes do not fit, is refused, and nothing moves.
#[test]
fn offsets_are_checked() {
    let faulty = Faulty::with(&[1, 2, 3]);
    let file = faulty.open();
    let error = file.read_at(-1, &mut [0_u8]).expect_err("negative");
    assert_eq!(
        (error.class(), error.to_string()),
        (ErrorClass::Arg, "`read_at` of `faulty`: the offset is -1".to_owned())
    );
    assert_eq!(file.write_at(i64::MAX, &[0_u8]).expect_err("far").class(), ErrorClass::ValueTooLarge);
    file.seek(i64::MAX, Whence::Set).expect("an offset");
    assert_eq!(file.write(&[0_u8]).expect_err("far").class(), ErrorClass::ValueTooLarge);
    assert_eq!(file.position().expect("a pointer"), i64::MAX);
    assert_eq!(file.seek(1, Whence::Current).expect_err("far").class(), ErrorClass::Arg);
    assert_eq!(file.seek(-1, Whence::Set).expect_err("negative").class(), ErrorClass::Arg);
    assert_eq!(faulty.medium().bytes, [1, 2, 3]);
}

/// The end of the file is the first etype that begins at or after it.
#[test]
fn the_end_is_in_etypes_of_the_view() {
    let file = Faulty::with(&[0; 21]).open();
    let short = Typemap::from(Predefined::Int16T);
    // Etypes begin at 3, 5, then 9, 11, 15, 17, 21.
    let filetype = Typemap::resized(0, 6, &Typemap::contiguous(2, &short).expect("small")).expect("small");
    file.set_view(3, &short, &filetype, "external32").expect("predefined");
    for (size, end) in [(21, 6), (22, 7), (20, 6), (16, 5), (3, 0), (0, 0)] {
        file.set_size(size).expect("a size");
        file.seek(0, Whence::End).expect("an end");
        assert_eq!(file.position().expect("a pointer"), end, "{size}");
    }
    file.set_size(21).expect("a size");
    file.seek_shared(-2, Whence::End).expect("an end");
    assert_eq!(file.position_shared().expect("a pointer"), 4);
}

/// The end is found if copies of the filetype interleave, and if the filetype has no items.
#[test]
fn the_end_is_found_among_copies_that_interleave() {
    let int = Typemap::from(Predefined::Int);
    let file = Faulty::default().open();
    for (displacements, extent) in
        [(&[(1, 0), (1, 100)][..], 8), (&[(2, 0), (1, 50), (1, 51)], 8), (&[(1, 8), (1, 13)], 7)]
    {
        let items = Typemap::hindexed(displacements, &int).expect("small");
        let filetype = Typemap::resized(0, extent, &items).expect("small");
        file.set_view(3, &int, &filetype, "external32").expect("it ascends");
        for size in 0..300 {
            file.set_size(size).expect("a size");
            file.seek(0, Whence::End).expect("an end");
            let first = (0..1000).find(|offset| file.byte_offset(*offset).expect("small") >= size);
            assert_eq!(Some(file.position().expect("a pointer")), first, "{size}");
        }
    }
    file.set_view(0, &int, &Typemap::contiguous(0, &int).expect("small"), "external32").expect("empty");
    file.seek(0, Whence::End).expect("zero");
    assert_eq!(file.position().expect("a pointer"), 0);
    let error = file.byte_offset(0).expect_err("there is none");
    assert_eq!(error.class(), ErrorClass::Type);
    assert_eq!(error.to_string(), "the filetype has no items: the view shows no etype");
    let still = Typemap::resized(0, 0, &int).expect("small");
    file.set_view(0, &int, &still, "external32").expect("it is read only");
    assert_eq!(file.seek(0, Whence::End).expect_err("there is none").class(), ErrorClass::Type);
}

/// R-ACC-8: a read at the end of the file returns the items before the end and reports that it is short. A read after
/// the end returns nothing. A write after the end extends the file.
#[test]
fn the_end_of_a_file() {
    let faulty = Faulty::with(&[0, 1, 0, 2, 0]);
    let file = faulty.open();
    file.set_view_of::<i16>(0, external32::DATAREP).expect("supported");
    let mut data = [9_i16; 4];
    let status = file.read(&mut data).expect("a part");
    assert_eq!((status.items(), status.count(), status.bytes(), status.bytes_left()), (2, Some(2), 4, 1));
    assert!(status.is_short() && data == [1, 2, 9, 9]);
    // The pointer moves by the amount asked for.
    assert_eq!(file.position().expect("a pointer"), 4);
    let status = file.read(&mut data).expect("nothing");
    assert_eq!((status.items(), status.is_short(), data), (0, true, [1, 2, 9, 9]));
    let triple = Typemap::contiguous(3, &Predefined::Int16T.into()).expect("small").commit().expect("small");
    let status = file.read_at(0, &mut Buffer::new(vec![0; 12], 2, &triple)).expect("a part");
    assert_eq!((status.items(), status.count()), (2, None));
    file.write_at(6, &[7_i16]).expect("behind the end");
    assert_eq!(faulty.medium().bytes, [0, 1, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7]);
    let status = file.read(&mut [0_i16; 0]).expect("nothing was asked for");
    assert_eq!((status.count(), status.is_short()), (Some(0), false));
}

/// A storage whose accesses wait for permission.
#[derive(Debug, Clone, Default)]
struct Gate(Faulty, Arc<RwLock<()>>);

impl Storage for Gate {
    fn read_at(&self, bytes: &mut [u8], offset: u64) -> io::Result<usize> {
        let _open = self.1.read().expect("nobody panics");
        self.0.read_at(bytes, offset)
    }

    fn write_at(&self, bytes: &[u8], offset: u64) -> io::Result<usize> {
        let _open = self.1.read().expect("nobody panics");
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

/// R-ACC-3, R-ACC-5: a nonblocking access moves the pointer when it starts, runs while the program continues, and is
/// done when it says so. Until then the view cannot be set, and the file cannot be closed.
#[test]
fn nonblocking_accesses_run_meanwhile() {
    let gate = Gate::default();
    let file = File::on(gate.clone(), "gate", Mode::RDWR).expect("a mode");
    let closed = gate.1.write().expect("nobody panics");
    let first = file.iwrite(vec![1_u8, 2]).expect("it starts");
    let second = file.iwrite_shared(vec![3_u8]).expect("it starts");
    let third = file.iwrite(vec![4_u8]).expect("it starts");
    assert_eq!((file.position().expect("a pointer"), file.position_shared().expect("a pointer")), (3, 1));
    assert!(!first.test() && !second.test() && !third.test());
    let error = file.set_view_of::<u8>(0, &Datarep::NATIVE).expect_err("they are not completed");
    assert_eq!(error.class(), ErrorClass::Request);
    assert_eq!(
        error.to_string(),
        "`set_view` of `gate`: 3 nonblocking accesses are not completed: wait for them first"
    );
    assert_eq!(file.clone().sync().map_err(|error| error.class()), Ok(()));
    assert_eq!(file.sync().expect_err("they are not completed").class(), ErrorClass::Request);
    drop(closed);
    for (request, count) in [(first, 2), (second, 1), (third, 1)] {
        let (buffer, status) = request.wait();
        assert_eq!((status.expect("it is written").count(), buffer.len()), (Some(count), index(count)));
    }
    assert_eq!(gate.0.medium().bytes[2], 4);
    let request = file.iread_at(2, vec![0_u8]).expect("it starts");
    while !request.test() {
        thread::yield_now();
    }
    assert_eq!(request.wait().0, [4]);
    let closed = gate.1.write().expect("nobody panics");
    let last = file.iwrite_at(0, vec![8_u8]).expect("it starts");
    assert_eq!(file.close().expect_err("it is not completed").class(), ErrorClass::Request);
    drop(closed);
    last.wait().1.expect("it goes on");
    assert_eq!(gate.0.medium().bytes[0], 8);
}

/// R-ACC-6: a handle has at most one split access, which its own end ends. Other accesses may run meanwhile.
#[test]
fn one_split_access_at_a_time() {
    let file = Faulty::default().open();
    let split = file.write_all_begin(vec![1_u8, 2]).expect("the first");
    let error = file.read_at_all_begin(0, vec![0_u8]).expect_err("the second");
    assert_eq!(error.class(), ErrorClass::Request);
    assert_eq!(
        error.to_string(),
        "`read_at_all_begin` of `faulty`: another split access of this handle is not ended"
    );
    assert_eq!(
        file.set_view_of::<u8>(0, &Datarep::NATIVE).expect_err("not ended").class(),
        ErrorClass::Request
    );
    file.write_at(5, &[6_u8]).expect("it is another access");
    let other = file.clone();
    other.read_ordered_begin(vec![0_u8; 0]).expect("another handle").end().1.expect("nothing to read");
    assert_eq!(split.end().1.expect("written").count(), Some(2));
    assert_eq!(file.read_at_all_begin(0, vec![0_u8; 2]).expect("the first again").end().0, [1, 2]);
    // A refused access leaves no split access behind.
    file.read_at_all_begin(-1, vec![0_u8]).expect_err("negative");
    file.set_view_of::<u8>(0, &Datarep::NATIVE).expect("all are ended");
}

/// R-ACC-9: only `sync` puts data on the device.
#[test]
fn only_sync_syncs() {
    let faulty = Faulty::default();
    let file = faulty.open();
    file.write(&[1_u8; 100]).expect("written");
    file.set_atomicity(true).expect("outside of functions");
    file.iwrite(vec![2_u8]).expect("it starts").wait().1.expect("written");
    file.preallocate(1000).expect("there is space");
    assert_eq!(faulty.medium().syncs, 0);
    file.sync().expect("nothing is begun");
    assert_eq!(faulty.medium().syncs, 1);
    file.close().expect("nothing is begun");
    assert_eq!(faulty.medium().syncs, 1);
}
