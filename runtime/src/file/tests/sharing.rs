//! Several handles and threads in one file.

use std::thread;

use super::*;
use crate::Predefined;
use crate::functions::ConversionFunctions;
use crate::standard::{external32, ibm370};

/// Writes never touch bytes outside the view, even if two handles write between one another's items at the same time.
#[test]
fn interleaved_views_keep_apart() {
    let scratch = Scratch::new();
    let int = Typemap::from(Predefined::Int32T);
    let view = |file: &File, part: i64| {
        // Each handle sees every third etype.
        let filetype = Typemap::resized(0, 12, &int).expect("small");
        file.set_view_in(4 * part, &int, &filetype, external32::DATAREP).expect("a view");
        with_buffer(file, 700);
    };
    thread::scope(|scope| {
        for part in 0..3 {
            let scratch = &scratch;
            scope.spawn(move || {
                let file = scratch.open();
                view(&file, part);
                for begin in (0..3000).step_by(500) {
                    let data: Vec<i32> = (begin..begin + 500)
                        .map(|item| item * 3 + i32::try_from(part).expect("small"))
                        .collect();
                    file.write(&data).expect("there is space");
                }
            });
        }
    });
    let file = scratch.open();
    file.set_view_of::<i32>(0, external32::DATAREP).expect("supported");
    let mut back = vec![0; 9000];
    assert_eq!(file.read(&mut back).expect("all is there").count(), Some(9000));
    assert!(back.into_iter().eq(0..9000));
}

/// R-ACC-4: clones and threads share the shared pointer. Exactly one of them reads or writes each item.
#[test]
fn the_shared_pointer_is_shared() {
    let scratch = Scratch::new();
    let file = scratch.open();
    file.set_view_of::<[i32; 5]>(0, ibm370::DATAREP).expect("supported");
    let record = |thread: i32, number: i32| [thread, number, thread + number, 0, -1];
    thread::scope(|scope| {
        for thread in 0..4 {
            let file = file.clone();
            scope.spawn(move || {
                for number in 0..200 {
                    file.write_shared(&[record(thread, number)]).expect("there is space");
                }
            });
        }
    });
    assert_eq!((file.position_shared().expect("a pointer"), file.position().expect("a pointer")), (800, 0));
    file.seek_shared(0, Whence::Set).expect("the begin");
    let seen = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| {
                let mut one = [[0; 5]];
                while file.read_shared(&mut one).expect("as written").items() == 5 {
                    lock(&seen).push(one[0]);
                }
            });
        }
    });
    let mut seen = seen.into_inner().expect("nobody panics");
    seen.sort_unstable();
    let mut expected: Vec<_> =
        (0..4).flat_map(|thread| (0..200).map(move |number| record(thread, number))).collect();
    expected.sort_unstable();
    assert_eq!(seen, expected);
}

/// In atomic mode a handle reads what another one writes wholly or not at all.
#[test]
fn atomic_accesses_are_whole() {
    let file = Scratch::new().open();
    file.set_view_of::<u64>(0, external32::DATAREP).expect("supported");
    with_buffer(&file, 4096);
    file.set_atomicity(true).expect("outside of functions");
    assert!(file.clone().atomicity());
    file.write_at(0, &vec![0_u64; 4000]).expect("there is space");
    let done = AtomicBool::new(false);
    thread::scope(|scope| {
        let writers: Vec<_> = (1..3_u64)
            .map(|value| {
                let file = file.clone();
                scope
                    .spawn(move || (0..20).try_for_each(|_| file.write_at(0, &vec![value; 4000]).map(|_| ())))
            })
            .collect();
        let reader = scope.spawn(|| {
            let mut seen = vec![0_u64; 4000];
            while !done.load(Ordering::SeqCst) {
                file.read_at(0, &mut seen).expect("as written");
                assert!(seen.iter().all(|item| *item == seen[0]), "a part of a write is seen");
            }
        });
        for writer in writers {
            writer.join().expect("no panic").expect("there is space");
        }
        done.store(true, Ordering::SeqCst);
        reader.join().expect("no panic");
    });
}

/// In atomic mode a file is cut before an access or after it, but not during it.
#[test]
fn atomic_accesses_are_not_cut() {
    for round in 0..10 {
        let faulty = Faulty::default();
        let file = faulty.open();
        file.set_atomicity(true).expect("not inside a function");
        with_buffer(&file, 4096);
        let other = file.clone();
        thread::scope(|scope| {
            let request = file.iwrite_at(0, vec![1_u8; 4_000_000]).expect("a thread");
            scope.spawn(move || {
                thread::sleep(Duration::from_micros(300 * round));
                other.set_size(0).expect("it is written");
            });
            request.wait().1.expect("there is space");
        });
        let bytes = faulty.medium().bytes.clone();
        assert!(bytes.is_empty() || bytes == vec![1; 4_000_000], "{}", bytes.len());
    }
}

/// A running access ends before the mode changes.
#[test]
fn a_change_of_atomicity_waits() {
    let faulty = Faulty::default();
    let file = faulty.open();
    with_buffer(&file, 4096);
    let request = file.iwrite_at(0, vec![1_u8; 4_000_000]).expect("a thread");
    while faulty.medium().writes == 0 {
        thread::yield_now();
    }
    file.clone().set_atomicity(true).expect("outside of functions");
    assert!(file.atomicity());
    assert_eq!(faulty.medium().bytes.len(), 4_000_000);
    request.wait().1.expect("there is space");
}

/// A running change of the size ends before the mode changes.
#[test]
fn a_change_of_atomicity_waits_for_one_of_the_size() {
    let faulty = Faulty::default();
    let file = faulty.open();
    faulty.medium().granted = Some(0);
    thread::scope(|scope| {
        let sizes = scope.spawn(|| file.set_size(8));
        while faulty.medium().sizes == 0 {
            thread::yield_now();
        }
        let other = file.clone();
        let changes = scope.spawn(move || other.set_atomicity(true));
        while !file.atomicity() {
            thread::yield_now();
        }
        for _ in 0..1000 {
            thread::yield_now();
        }
        let waited = !changes.is_finished();
        faulty.medium().granted = None;
        assert!(waited, "the size changes while accesses are atomic");
        sizes.join().expect("no panic").expect("it is written");
        changes.join().expect("no panic").expect("not inside a function");
    });
}

/// R-CONV-7: many threads read through one handle at once.
#[test]
fn a_handle_serves_many_threads() {
    let file = Scratch::new().open();
    file.set_view_of::<f64>(0, ibm370::DATAREP).expect("supported");
    let numbers: Vec<f64> = (0..20_000).map(f64::from).collect();
    file.write(&numbers).expect("small numbers");
    with_buffer(&file, 10_000);
    thread::scope(|scope| {
        for thread in 0..6 {
            let (file, numbers) = (&file, &numbers);
            scope.spawn(move || {
                for begin in (thread * 100..20_000 - 3000).step_by(2100) {
                    let mut part = vec![0.0; 3000];
                    file.read_at(i64::from(begin), &mut part).expect("as written");
                    let begin = index(i64::from(begin));
                    assert_eq!(part, numbers[begin..begin + 3000]);
                }
            });
        }
    });
}

/// R-ACC-5: an access that has begun is done, even if nobody waits for it.
#[test]
fn a_request_that_is_dropped_is_waited_for() {
    let scratch = Scratch::new();
    let file = scratch.open();
    drop(file.iwrite_at(0, vec![7_i32; 5_000_000]).expect("it begins"));
    assert_eq!(scratch.bytes().len(), 20_000_000);
}

/// The zeros of `preallocate` do not overwrite what another handle writes after the end meanwhile.
#[test]
fn preallocating_undoes_nothing() {
    /// A storage that reports its size late.
    #[derive(Debug)]
    struct Late(Faulty);

    impl Storage for Late {
        fn read_at(&self, bytes: &mut [u8], offset: u64) -> io::Result<usize> {
            self.0.read_at(bytes, offset)
        }

        fn write_at(&self, bytes: &[u8], offset: u64) -> io::Result<usize> {
            self.0.write_at(bytes, offset)
        }

        fn size(&self) -> io::Result<u64> {
            let size = self.0.size();
            thread::sleep(Duration::from_millis(30));
            size
        }

        fn set_size(&self, size: u64) -> io::Result<()> {
            self.0.set_size(size)
        }

        fn sync(&self) -> io::Result<()> {
            self.0.sync()
        }
    }

    let faulty = Faulty::default();
    let file = File::on(Late(faulty.clone()), "late", Mode::RDWR | Mode::UNIQUE_OPEN).expect("a mode");
    let other = file.clone();
    thread::scope(|scope| {
        scope.spawn(|| other.preallocate(10).expect("there is space"));
        thread::sleep(Duration::from_millis(10));
        file.write_at(0, &[7_u8; 10]).expect("there is space");
    });
    assert_eq!(faulty.medium().bytes, [7; 10]);
}

/// In sequential mode every handle sets its view at the place of the shared pointer, whichever handle is first.
#[test]
fn handles_set_their_views_at_one_byte() {
    let scratch = Scratch::new();
    fs::write(&scratch.0, [0, 1, 2, 3, 4, 5, 6, 7]).expect("a file");
    let one = File::open(&scratch, Mode::RDONLY | Mode::SEQUENTIAL).expect("a file");
    let other = one.clone();
    one.read_shared(&mut [0_u8; 3]).expect("three bytes");
    let byte = Typemap::from(Predefined::Byte);
    for file in [&one, &other] {
        file.set_view(DISPLACEMENT_CURRENT, &byte, &byte, "native").expect("a view");
        assert_eq!(file.view().displacement(), 3);
    }
    let mut bytes = [0_u8; 2];
    one.read_shared(&mut bytes).expect("two bytes");
    assert_eq!(bytes, [3, 4]);
    other.read_shared(&mut bytes).expect("two bytes");
    assert_eq!(bytes, [5, 6]);
    for file in [&other, &one] {
        file.set_view(DISPLACEMENT_CURRENT, &byte, &byte, "native").expect("a view");
        assert_eq!(file.view().displacement(), 7);
    }
}

/// R-CONV-12: an extent function may use the handle.
#[test]
fn an_extent_function_may_ask_the_handle() {
    let scratch = Scratch::new();
    let file = Arc::new(scratch.open());
    let asked = Arc::clone(&file);
    let functions = ConversionFunctions::new("asking", move |predefined| {
        let _ = asked.position();
        Ok(i64::try_from(predefined.native_size()).unwrap_or(0))
    });
    let int = Typemap::from(Predefined::Int);
    file.set_view_in(4, &int, &int, &functions.into()).expect("a view");
    assert_eq!(file.view().displacement(), 4);
}

/// No items are a whole number of every etype.
#[test]
fn an_empty_slice_is_accepted() {
    let scratch = Scratch::new();
    let file = scratch.open();
    let pair = Typemap::contiguous(2, &Predefined::Float.into()).expect("a pair");
    file.set_view(0, &pair, &pair, "external32").expect("a view");
    assert_eq!(file.write(&[0_f32; 0]).expect("nothing").count(), Some(0));
}
