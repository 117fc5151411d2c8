//! The memory of arrays without Python: the same source as in the package, to be run under Miri.
#![expect(unsafe_code, reason = "a run is made from an address")]

#[path = "../src/layout.rs"]
mod layout;
#[path = "../src/memory.rs"]
mod memory;

use std::sync::atomic::AtomicUsize;

use layout::Layout;
use memory::{Part, Shared, load, store};

/// Words of a memory that others may change. They are only reached by their address.
struct Memory(*mut [u64]);

// SAFETY: threads reach the bytes by runs alone, whose accesses are atomic. Test: `threads_store_and_load_at_once`.
unsafe impl Sync for Memory {}

impl Memory {
    /// At least as many bytes.
    fn new(bytes: usize) -> Memory {
        Memory(Box::into_raw(vec![0; bytes.div_ceil(8)].into_boxed_slice()))
    }

    fn run(&self, first: usize, bytes: usize) -> Shared<'_> {
        assert!(first + bytes <= 8 * self.0.len(), "bytes of the memory");
        // SAFETY: the bytes lie in the memory, as the assertion says. Test: `runs_at_any_address`.
        let start = unsafe { self.0.cast::<u8>().add(first) };
        // SAFETY: the memory lives as long as the run, and nobody makes a reference to its bytes. Test:
        // `runs_at_any_address`.
        unsafe { Shared::new(start, bytes) }
    }
}

impl Drop for Memory {
    fn drop(&mut self) {
        // SAFETY: the memory is a box, whose address is given back once. Test: `runs_at_any_address`.
        drop(unsafe { Box::from_raw(self.0) });
    }
}

/// A byte for each place.
fn value(at: usize) -> u8 {
    u8::try_from(at * 7 % 251).unwrap_or(0)
}

#[test]
fn runs_at_any_address() {
    let lengths = (0..40).chain([64, 511, 512, 513, 600]);
    for (first, length) in lengths.flat_map(|length| (0..9).map(move |first| (first, length))) {
        let memory = Memory::new(first + length + 8);
        let from: Vec<u8> = (0..length).map(value).collect();
        store(memory.run(first, length), &from);
        let mut to = vec![0xFF; length];
        load(memory.run(first, length), &mut to);
        assert_eq!(to, from, "{length} bytes from byte {first} on");
        // Nothing beside the run has changed.
        let mut whole = vec![0xFF; first + length + 8];
        load(memory.run(0, whole.len()), &mut whole);
        assert_eq!(whole[..first], vec![0; first], "{length} bytes from byte {first} on");
        assert_eq!(whole[first + length..], [0; 8], "{length} bytes from byte {first} on");
    }
}

#[test]
fn threads_store_and_load_at_once() {
    let memory = Memory::new(64);
    std::thread::scope(|scope| {
        for byte in [0x11, 0x22] {
            let memory = &memory;
            scope.spawn(move || {
                for _ in 0..8 {
                    store(memory.run(3, 32), &[byte; 32]);
                    let mut found = [0; 32];
                    load(memory.run(3, 32), &mut found);
                    assert!(found.iter().all(|byte| [0x11, 0x22].contains(byte)));
                }
            });
        }
    });
}

#[test]
fn items_of_a_layout_lie_within_its_reach() {
    let shapes: [(&[usize], &[isize], isize); 5] = [
        (&[3, 4], &[16, 4], 0),
        (&[3, 4], &[-16, 4], 32),
        (&[4, 3], &[4, -16], 32),
        (&[2, 0], &[4, 4], 0),
        (&[5], &[0], 0),
    ];
    for (shape, strides, start) in shapes {
        let layout = Layout::new(shape, strides, 4);
        assert_eq!((layout.items() * 4, layout.item()), (layout.bytes(), 4));
        let memory = Memory::new(48);
        let reach = layout.reach();
        let at = |offset: isize| usize::try_from(start + offset).expect("a byte of the memory");
        let bytes: Vec<u8> = (0..layout.bytes()).map(value).collect();
        let mut rest = bytes.as_slice();
        let mut ends = Vec::new();
        layout.for_each_run(0, bytes.len(), |offset, length| {
            let (part, others) = rest.split_at(length);
            store(memory.run(at(offset), length), part);
            rest = others;
            ends.push(offset);
            ends.push(offset + isize::try_from(length).unwrap_or(0));
        });
        assert_eq!(ends.iter().min().copied().unwrap_or(0), reach.start, "{shape:?} {strides:?}");
        assert_eq!(ends.iter().max().copied().unwrap_or(0), reach.end, "{shape:?} {strides:?}");
    }
}

#[test]
fn parts_are_filled() {
    let (mut bytes, taken) = (Box::<[u8]>::new_uninit_slice(100), AtomicUsize::new(0));
    let part = Part::new(&mut bytes, &taken);
    assert_eq!(part.bytes(), 100);
    let (first, others) = part.split_at(30);
    first.fill_from(&[7; 30]);
    let cleared = others.zeroed_bytes();
    assert_eq!(cleared, [0; 70]);
    cleared.fill(9);
    assert_eq!(taken.into_inner(), 100);
    // SAFETY: both parts have been filled, as the count says. Test: this one.
    let bytes = unsafe { bytes.assume_init() };
    assert_eq!((bytes[29], bytes[30], bytes[99]), (7, 9, 9));
}
