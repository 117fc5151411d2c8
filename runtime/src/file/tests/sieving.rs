//! Views with holes: the bytes between the runs stay unchanged, and accesses are few if they may be.

use super::*;
use crate::Predefined;
use crate::standard::{big_endian, external32};

/// Every `of`-th etype from the one at `part` on.
fn view_part(file: &File, part: i64, of: i64) {
    let int = Typemap::from(Predefined::Int32T);
    let filetype = Typemap::resized(0, 4 * of, &int).expect("small");
    file.set_view_in(4 * part, &int, &filetype, external32::DATAREP).expect("a view");
}

/// Reading uses large accesses, and so does writing if the file is open nowhere else. Otherwise each run is written
/// alone.
#[test]
fn accesses_are_few() {
    let numbers: Vec<i32> = (0..3000).collect();
    for (mode, reads, writes) in
        [(Mode::RDWR, 0..1, 3000..3001), (Mode::RDWR | Mode::UNIQUE_OPEN, 1..20, 1..20)]
    {
        let faulty = Faulty::with(&vec![7; 24_000]);
        let file = faulty.open_in(mode);
        view_part(&file, 0, 2);
        with_buffer(&file, 40_000);
        file.write(&numbers).expect("there is space");
        {
            let mut medium = faulty.medium();
            assert!(
                reads.contains(&medium.reads) && writes.contains(&medium.writes),
                "{} {}",
                medium.reads,
                medium.writes
            );
            medium.reads = 0;
            let expected = numbers.iter().flat_map(|number| [number.to_be_bytes(), [7; 4]].concat());
            assert!(medium.bytes.iter().copied().eq(expected));
        }
        let mut back = vec![0; 3000];
        file.read_at(0, &mut back).expect("as written");
        assert_eq!(back, numbers);
        assert!((1..20).contains(&faulty.medium().reads));
    }
}

/// A file does not grow beyond the last byte that is written. Holes after its end are zeros.
#[test]
fn holes_behind_the_end_are_zeros() {
    let scratch = Scratch::with(&[7; 10]);
    let file = File::open(&scratch, Mode::RDWR | Mode::UNIQUE_OPEN).expect("it is there");
    view_part(&file, 1, 3);
    file.write(&[-1_i32; 3]).expect("there is space");
    let mut expected = [0; 32];
    expected[..10].fill(7);
    for part in [4..8, 16..20, 28..32] {
        expected[part].fill(0xFF);
    }
    assert_eq!(scratch.bytes(), expected);
}

/// A file that is opened only for writing is sieved if it can still be read, and otherwise written run by run.
#[test]
fn a_file_that_is_only_written() {
    let scratch = Scratch::with(&[7; 40]);
    let file = File::open(&scratch, Mode::WRONLY | Mode::UNIQUE_OPEN).expect("it is there");
    view_part(&file, 0, 2);
    file.write(&[0_i32; 5]).expect("there is space");
    assert_eq!(scratch.bytes(), [[0; 4], [7; 4]].concat().repeat(5));
    assert_eq!(file.read(&mut [0_i32]).expect_err("it is only written").class(), ErrorClass::Access);
    let faulty = Faulty::with(&[7; 40]);
    faulty.medium().bad = Some(0);
    let file = faulty.open_in(Mode::WRONLY | Mode::UNIQUE_OPEN);
    view_part(&file, 0, 2);
    file.write(&[0_i32; 5]).expect("it need not be read");
    assert_eq!(faulty.medium().bytes, [[0; 4], [7; 4]].concat().repeat(5));
}

/// A sector that cannot be read lies in a hole of the view. All bytes of the view can be read, up to the end of the
/// file.
#[test]
fn a_bad_sector_in_a_hole() {
    for bad in [22, 70, 2000 * 8 - 1] {
        let faulty = Faulty::with(&[[0, 0, 0, 9], [7; 4]].concat().repeat(2000));
        let file = faulty.open();
        view_part(&file, 0, 2);
        with_buffer(&file, 8000);
        faulty.medium().bad = Some(bad);
        let mut back = [0_i32; 2010];
        let status = file.read(&mut back).expect("no byte of the view is bad");
        assert_eq!((status.items(), status.bytes_left()), (2000, 0));
        assert!(back[..2000].iter().all(|number| *number == 9));
    }
}

/// Several handles of one file write between one another's runs at once, and one handle writes everything in between.
/// None undoes what another one has written.
#[test]
fn handles_do_not_undo_one_another() {
    let faulty = Faulty::with(&vec![0; 4 * 4 * 5000]);
    faulty.medium().pause = Some(Duration::from_micros(200));
    let file = faulty.open_in(Mode::RDWR | Mode::UNIQUE_OPEN);
    with_buffer(&file, 1 << 14);
    thread::scope(|scope| {
        for part in 0..3_i32 {
            let file = file.clone();
            view_part(&file, part.into(), 4);
            scope.spawn(move || {
                let numbers: Vec<i32> = (0..5000).map(|item| item * 4 + part).collect();
                // Two requests of one handle run at once.
                let (first, second) = numbers.split_at(2600);
                let first = file.iwrite_at(0, first.to_vec()).expect("a thread");
                let second = file.iwrite_at(2600, second.to_vec()).expect("a thread");
                first.wait().1.expect("there is space");
                second.wait().1.expect("there is space");
            });
        }
        let file = file.clone();
        file.set_view_of::<i32>(0, external32::DATAREP).expect("supported");
        scope.spawn(move || {
            for item in (3..20_000).step_by(4) {
                file.write_at(i64::from(item), &[item]).expect("there is space");
            }
        });
    });
    let (back, _) = external32::to_vec::<i32>(&faulty.medium().bytes).expect("whole items");
    assert!(back.into_iter().eq(0..20_000));
}

/// A device becomes full while runs are written together with their holes. The items that the error counts are in the
/// file.
#[test]
fn a_full_device_while_sieving() {
    let numbers: Vec<i32> = (0..3000).collect();
    for space in [0, 3, 4, 8, 11, 12, 9_999, 16_390] {
        let faulty = Faulty::default();
        faulty.medium().space = Some(space);
        let file = faulty.open_in(Mode::RDWR | Mode::UNIQUE_OPEN);
        view_part(&file, 0, 2);
        with_buffer(&file, 20_000);
        let error = file.write(&numbers).expect_err("there is no space");
        assert_eq!(error.class(), ErrorClass::NoSpace);
        let done = index(error.items_done().expect("known"));
        assert_eq!(done, (space + 4) / 8, "{space}");
        faulty.medium().space = None;
        let mut back = vec![-1; done];
        file.read_at(0, &mut back).expect("what was written");
        assert_eq!(back, numbers[..done]);
    }
}

/// Records with holes between their fields and after them, through windows of any size.
#[test]
fn records_have_holes() {
    let (int, double) = (Typemap::from(Predefined::Int16T), Typemap::from(Predefined::Double));
    let record =
        Typemap::structure(&[(1, 2, int.clone()), (2, 8, double), (1, 24, int.clone()), (1, 26, int)]);
    let record = Typemap::resized(0, 40, &record.expect("small")).expect("small");
    let committed = record.commit().expect("small");
    let native: Vec<u8> = (0..40 * 500).map(|byte: u32| byte.to_le_bytes()[0] | 1).collect();
    for buffer in [50, 400, 3000, 1 << 20] {
        for mode in [Mode::RDWR, Mode::RDWR | Mode::UNIQUE_OPEN] {
            let faulty = Faulty::with(&vec![7; 40 * 499 + 28]);
            let file = faulty.open_in(mode);
            file.set_view_in(0, &record, &record, big_endian::DATAREP).expect("a view");
            with_buffer(&file, buffer);
            let records = Buffer::new(&native[..], 500, &committed);
            file.write(&records).expect("there is space");
            let bytes = faulty.medium().bytes.clone();
            let mut expected = vec![7; 40 * 499 + 28];
            for (record, native) in expected.chunks_mut(40).zip(native.chunks(40)) {
                for (at, bytes) in [(2, 2), (8, 8), (16, 8), (24, 2), (26, 2)] {
                    let field = &mut record[at..at + bytes];
                    field.copy_from_slice(&native[at..at + bytes]);
                    if cfg!(target_endian = "little") {
                        field.reverse();
                    }
                }
            }
            assert!(bytes == expected, "{mode}, {buffer}");
            let mut back = Buffer::new(vec![0; native.len()], 500, &committed);
            file.read_at(0, &mut back).expect("as written");
            let back = back.into_inner();
            assert!(back.iter().zip(&native).all(|(back, native)| *back == 0 || back == native));
            let read = back.iter().filter(|byte| **byte != 0).count();
            assert_eq!(read, 500 * 22, "{mode}, {buffer}");
        }
    }
}
