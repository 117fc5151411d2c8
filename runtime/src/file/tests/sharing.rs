//! Several handles and threads in one file.

use std::thread;

use super::*;
use crate::Predefined;
use crate::standard::{external32, ibm370};

/// Writes never touch octets outside the view, also where two handles write between one another's items at the same time.
#[test]
fn interleaved_views_keep_apart() {
    let scratch = Scratch::new();
    let int = Typemap::from(Predefined::Int32T);
    let view = |file: &File, part: i64| {
        // Each handle sees every third etype.
        let filetype = Typemap::resized(0, 12, &int).expect("small");
        file.set_view_in(4 * part, &int, &filetype, &(&external32::DATAREP).into()).expect("a view");
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
    file.set_view_of::<i32>(0, &external32::DATAREP).expect("supported");
    let mut back = vec![0; 9000];
    assert_eq!(file.read(&mut back).expect("all is there").count(), Some(9000));
    assert!(back.into_iter().eq(0..9000));
}

/// R-ACC-4: the shared pointer is shared by clones and threads: each item is read, and written, by one of them.
#[test]
fn the_shared_pointer_is_shared() {
    let scratch = Scratch::new();
    let file = scratch.open();
    file.set_view_of::<[i32; 5]>(0, &ibm370::DATAREP).expect("supported");
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

/// In atomic mode what one handle writes another reads wholly or not at all.
#[test]
fn atomic_accesses_are_whole() {
    let file = Scratch::new().open();
    file.set_view_of::<u64>(0, &external32::DATAREP).expect("supported");
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

/// R-CONV-7: many threads read through one handle at once.
#[test]
fn a_handle_serves_many_threads() {
    let file = Scratch::new().open();
    file.set_view_of::<f64>(0, &ibm370::DATAREP).expect("supported");
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
