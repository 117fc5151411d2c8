//! Gaps of datatypes in buffers of C: there may be no memory, or other threads may write there.

use std::thread;

use super::*;
use crate::standard::big_endian;
#[cfg(target_os = "linux")]
use crate::standard::cray;

/// Items of a whole copy.
fn all(datatype: &Committed) -> Items<'_> {
    Items { datatype, count: datatype.items(), position: 0 }
}

/// Bytes for which every item of the types below is a number that all representations have.
#[cfg(target_os = "linux")]
fn noise(byte: usize) -> u8 {
    [0x3F, 0x40, 0x41][(byte + byte / 8) % 3]
}

/// Memory of which only some pages exist: an access to another page ends the process.
#[cfg(target_os = "linux")]
mod pages {
    use std::ffi::{c_int, c_void};
    use std::ops::Range;

    unsafe extern "C" {
        fn mmap(
            at: *mut c_void,
            bytes: usize,
            protection: c_int,
            flags: c_int,
            file: c_int,
            offset: i64,
        ) -> *mut c_void;
        fn mprotect(at: *mut c_void, bytes: usize, protection: c_int) -> c_int;
        fn munmap(at: *mut c_void, bytes: usize) -> c_int;
    }

    /// A multiple of the page size of every system.
    pub(super) const PAGE: usize = 64 << 10;

    pub(super) struct Pages {
        begin: *mut c_void,
        bytes: usize,
    }

    impl Pages {
        /// Reserves `bytes` bytes, none of which can be accessed.
        pub(super) fn none(bytes: usize) -> Pages {
            const NONE: c_int = 0;
            const PRIVATE_ANONYMOUS: c_int = 0x22;
            // SAFETY: the call makes new memory at an address that the system chooses, so it replaces none that is in
            // use.
            let begin = unsafe { mmap(std::ptr::null_mut(), bytes, NONE, PRIVATE_ANONYMOUS, -1, 0) };
            assert_ne!(begin.addr(), usize::MAX, "the system has room");
            Pages { begin, bytes }
        }

        /// Makes the pages of these bytes accessible.
        pub(super) fn add(&mut self, bytes: Range<usize>) {
            const READ_WRITE: c_int = 3;
            let (first, end) = (bytes.start / PAGE * PAGE, bytes.end.next_multiple_of(PAGE));
            assert!(end <= self.bytes, "it lies in the memory");
            // SAFETY: the pages are whole ones of this memory, as the assertion says, and nothing refers to their
            // bytes.
            let code = unsafe { mprotect(self.begin.wrapping_byte_add(first), end - first, READ_WRITE) };
            assert_eq!(code, 0, "the system does as is asked");
        }

        pub(super) fn begin(&mut self) -> *mut c_void {
            self.begin
        }
    }

    impl Drop for Pages {
        fn drop(&mut self) {
            // SAFETY: the memory belongs to this value, and is not used any more.
            unsafe { munmap(self.begin, self.bytes) };
        }
    }
}

/// Datatypes with gaps of every kind that a transfer distinguishes. `apart`: bytes from the end of a run to that of the
/// next one.
#[cfg(target_os = "linux")]
fn datatypes(apart: i64) -> Vec<(&'static str, Typemap)> {
    let double = Typemap::from(Predefined::Double);
    let copies = |fields: &[(i64, i64, Typemap)]| {
        let record = Typemap::structure(fields).expect("small");
        let record = Typemap::resized(0, apart, &record).expect("small");
        Typemap::contiguous(70, &record).expect("small")
    };
    let runs = |items: fn(i64) -> i64| {
        let end = |run: i64| (run + 1) * apart;
        let blocks: Vec<(i64, i64)> = (0..40).map(|run| (items(run), end(run) - items(run) * 8)).collect();
        Typemap::hindexed(&blocks, &double).expect("small")
    };
    let field = |predefined: Predefined, before: i64| (1, apart - before, Typemap::from(predefined));
    vec![
        ("rows", copies(&[field(Predefined::Double, 8)])),
        ("records of one type", copies(&[field(Predefined::Double, 24), field(Predefined::Double, 8)])),
        (
            "records",
            copies(&[field(Predefined::Int, 24), field(Predefined::Float, 16), field(Predefined::Double, 8)]),
        ),
        ("short runs", runs(|_| 3)),
        ("runs", runs(|_| 20)),
        ("long runs", runs(|_| 300)),
        ("runs of several lengths", runs(|run| 1 + run * 7 % 40)),
    ]
}

/// R-CONV-2: the gaps between the items are not touched: they need not be memory.
#[cfg(target_os = "linux")]
#[test]
fn gaps_need_not_be_memory() {
    use pages::{PAGE, Pages};
    let apart = 2 * PAGE;
    for (name, typemap) in datatypes(i64::try_from(apart).expect("small")) {
        let datatype = typemap.commit().expect("small");
        let (items, bytes) = (all(&datatype), index(typemap.true_ub()));
        let (mut whole, mut pages) = (vec![0; bytes], Pages::none(bytes));
        for item in 0..items.count {
            let (predefined, displacement) = datatype.locate(item).expect("small");
            let at = index(displacement)..index(displacement) + predefined.native_size();
            pages.add(at.clone());
            for byte in at {
                whole[byte] = noise(byte);
                // SAFETY: `add` has made the byte accessible.
                unsafe { pages.begin().cast::<u8>().wrapping_add(byte).write(noise(byte)) };
            }
        }
        for datarep in [ibm370::DATAREP, cray::DATAREP, big_endian::DATAREP, &Datarep::NATIVE] {
            let bytes = index(datarep.file_size(items).expect("small"));
            let (mut expected, mut file) = (vec![0; bytes], vec![0; bytes]);
            datarep.write_items(items, Memory::new(&whole), &mut expected).expect("numbers that it has");
            // SAFETY: `add` has made the bytes of all items accessible, and nobody writes to them.
            unsafe { write_items(datarep, items, pages.begin(), &mut file) }.expect("numbers that it has");
            assert!(file == expected, "{name} to {}", datarep.name());
            datarep.read_items(items, Memory::new(&mut whole), &file).expect("numbers of memory");
            // SAFETY: `add` has made the bytes of all items accessible, and nobody else uses them.
            unsafe { read_items(datarep, items, pages.begin(), &mut file) }.expect("numbers of memory");
            // SAFETY: `add` has made the bytes of all items accessible, and nobody writes to them.
            unsafe {
                write_items(&Datarep::NATIVE, items, pages.begin(), &mut vec![0; index(typemap.size())])
            }
            .expect("as it is");
            // SAFETY: `add` has made the bytes of all items accessible, and nobody writes to them.
            unsafe { write_items(datarep, items, pages.begin(), &mut file) }.expect("numbers that it has");
            assert!(file == expected, "{name} from {} and back", datarep.name());
        }
    }
}

/// A buffer whose items several threads use, each its own.
#[derive(Clone, Copy)]
struct Shared(*mut f64);

// SAFETY: each thread uses other items of the buffer.
unsafe impl Send for Shared {}

/// R-CONV-2: two threads convert at once, each the items that lie in the gaps of the other.
///
/// Race checkers run this test, too: they would find a thread that loads or stores more than its items.
#[test]
fn gaps_are_for_other_threads() {
    const ITEMS: usize = 500;
    let every_second =
        |items: i64| Typemap::vector(500 / items, items, 2 * items, &Predefined::Double.into());
    for together in [1, 5, 50] {
        let datatype = every_second(together).expect("small").commit().expect("small");
        let mut native = vec![0.0_f64; 2 * ITEMS];
        let native = Shared(native.as_mut_ptr());
        let at_once = |first: usize| {
            let datatype = &datatype;
            move || {
                let Shared(begin) = { native };
                let begin = begin.wrapping_add(first).cast();
                let items = all(datatype);
                let mut file = vec![0; 8 * ITEMS];
                for round in 0..20_u32 {
                    let values: Vec<f64> = (0..500).map(|item| f64::from(item * 40 + round)).collect();
                    for datarep in [ibm370::DATAREP, big_endian::DATAREP, &Datarep::NATIVE] {
                        datarep.write(&values, &mut file).expect("whole numbers");
                        let expected = file.clone();
                        // SAFETY: the items lie in `native`, and the other thread uses other ones.
                        unsafe { read_items(datarep, items, begin, &mut file) }.expect("whole numbers");
                        file.fill(0);
                        // SAFETY: the items lie in `native`, and the other thread uses other ones.
                        unsafe { write_items(datarep, items, begin, &mut file) }.expect("whole numbers");
                        assert!(file == expected, "{together} items, in {}", datarep.name());
                    }
                }
            }
        };
        let together = usize::try_from(together).expect("small");
        thread::scope(|scope| {
            scope.spawn(at_once(0));
            scope.spawn(at_once(together));
        });
    }
}
