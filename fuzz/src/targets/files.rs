//! Views, transfers, and a storage with faults. What was to be written must be there, and every other byte must be as
//! it was.

use std::collections::VecDeque;
use std::io;
use std::sync::{Arc, Mutex, PoisonError};

use datarep::datatype::{Committed, Layout, Typemap};
use datarep::file::{File, Mode, Storage, Whence};
use datarep::standard::{external32, ibm370, little_endian};
use datarep::{Datarep, Error};

use super::input::Input;
use super::typemaps;

/// The most operations of one input. Longer sequences find no more, and each operation compares the whole file.
const OPERATIONS: usize = 4;

/// The size of the largest file. There is no space beyond it.
const SPACE: u64 = 1 << 14;

/// What an access of the storage does instead of its work.
#[derive(Debug, Clone, Copy)]
enum Fault {
    None,
    Interrupted,
    Short(usize),
    Broken,
    Full,
}

#[derive(Debug, Default)]
struct Disk {
    bytes: Vec<u8>,
    faults: VecDeque<Fault>,
}

#[derive(Debug, Clone, Default)]
struct Shared(Arc<Mutex<Disk>>);

impl Shared {
    fn with<R>(&self, f: impl FnOnce(&mut Disk) -> R) -> R {
        f(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Disk {
    /// Returns how many of `bytes` bytes the next access transfers.
    fn next(&mut self, bytes: usize) -> io::Result<usize> {
        match self.faults.pop_front().unwrap_or(Fault::None) {
            Fault::None => Ok(bytes),
            Fault::Interrupted => Err(io::ErrorKind::Interrupted.into()),
            Fault::Short(most) => Ok(bytes.min(most.max(1))),
            Fault::Broken => Err(io::Error::other("the device is gone")),
            Fault::Full => Err(io::ErrorKind::StorageFull.into()),
        }
    }
}

impl Storage for Shared {
    fn read_at(&self, bytes: &mut [u8], offset: u64) -> io::Result<usize> {
        self.with(|disk| {
            let count = disk.next(bytes.len())?;
            let from = usize::try_from(offset).unwrap_or(usize::MAX).min(disk.bytes.len());
            let count = count.min(disk.bytes.len() - from);
            bytes[..count].copy_from_slice(&disk.bytes[from..from + count]);
            Ok(count)
        })
    }

    fn write_at(&self, bytes: &[u8], offset: u64) -> io::Result<usize> {
        self.with(|disk| {
            let count = disk.next(bytes.len())?;
            let room = usize::try_from(SPACE.saturating_sub(offset)).unwrap_or(0);
            let count = count.min(room);
            if count == 0 {
                return Err(io::ErrorKind::StorageFull.into());
            }
            let from = usize::try_from(offset).unwrap_or(usize::MAX);
            if disk.bytes.len() < from + count {
                disk.bytes.resize(from + count, 0);
            }
            disk.bytes[from..from + count].copy_from_slice(&bytes[..count]);
            Ok(count)
        })
    }

    fn size(&self) -> io::Result<u64> {
        Ok(self.with(|disk| disk.bytes.len()) as u64)
    }

    fn set_size(&self, size: u64) -> io::Result<()> {
        if size > SPACE {
            return Err(io::ErrorKind::StorageFull.into());
        }
        self.with(|disk| disk.bytes.resize(usize::try_from(size).unwrap_or(0), 0));
        Ok(())
    }

    fn sync(&self) -> io::Result<()> {
        self.with(|disk| disk.next(0)).map(drop)
    }
}

/// Takes the bytes as views, accesses and faults.
pub fn run(bytes: &[u8]) {
    let mut input = Input::new(bytes);
    match input.below(3) {
        0 => Campaign::<i32>::run(&mut input, |index| (index as i32).wrapping_mul(0x0102_0305)),
        1 => Campaign::<f64>::run(&mut input, |index| f64::from(index as u16) * 0.37 - 900.0),
        _ => Campaign::<i16>::run(&mut input, |index| (index as i16).wrapping_mul(257)),
    }
}

/// A file with items of one type.
struct Campaign<T> {
    disk: Shared,
    file: File,
    datarep: &'static Datarep,
    /// The filetype as it lies in the file.
    in_file: Committed,
    displacement: i64,
    values: fn(usize) -> T,
}

impl<T: datarep::Native + Layout + Default + PartialEq + std::fmt::Debug> Campaign<T>
where
    [T]: datarep::file::Source + datarep::file::Sink,
    Vec<T>: datarep::file::Sink,
{
    fn run(input: &mut Input<'_>, values: fn(usize) -> T) {
        let disk = Shared::default();
        let length = input.below(256) * 3;
        disk.with(|disk| disk.bytes = (0..length).map(|index| (index * 31 + 5) as u8).collect());
        let mode = if input.below(2) == 0 { Mode::RDWR } else { Mode::RDWR | Mode::UNIQUE_OPEN };
        let file = File::on(disk.clone(), "fuzz", mode).expect("the modes go together");
        file.set_buffer_size([0, 4096, 5000, 1 << 16][input.below(4)]);
        let datarep: &'static Datarep =
            [little_endian::DATAREP, external32::DATAREP, ibm370::DATAREP, const { &Datarep::NATIVE }]
                [input.below(4)];
        let (etype, filetype) = (Typemap::from(T::PREDEFINED), typemaps::of(input, T::PREDEFINED));
        let displacement = i64::from(input.byte());
        let Ok(()) = file.set_view_in(displacement, &etype, &filetype, datarep) else { return };
        let in_file =
            datarep.in_file(&filetype).and_then(|typemap| typemap.commit()).expect("it is in a view");
        let mut campaign = Campaign { disk, file, datarep, in_file, displacement, values };
        for _ in 0..OPERATIONS {
            if input.is_empty() {
                break;
            }
            campaign.step(input);
        }
    }

    fn step(&mut self, input: &mut Input<'_>) {
        match input.below(12) {
            0..4 => {
                let offset = if input.below(4) == 0 { input.count() } else { input.below(200) as i64 };
                let count = [input.below(40), input.below(256) * 5][usize::from(input.below(8) == 0)];
                self.faults(input);
                self.write(offset, count);
            }
            4..8 => {
                let (offset, count) = (input.below(200) as i64, input.below(256));
                self.faults(input);
                self.read(offset, count);
            }
            8 => {
                let _ = self.file.set_size([input.number(), input.below(256) as i64 * 4][input.below(2)]);
            }
            9 => {
                let whence = [Whence::Set, Whence::Current, Whence::End][input.below(3)];
                let _ = self.file.seek(input.number(), whence);
                let _ = self.file.position();
            }
            10 => {
                let size = [input.number().min(1 << 20), input.below(256) as i64][input.below(2)];
                let _ = self.file.preallocate(size);
            }
            _ => {
                let _ = self.file.byte_offset(input.number());
                let _ = self.file.sync();
            }
        }
        self.disk.with(|disk| disk.faults.clear());
    }

    fn faults(&self, input: &mut Input<'_>) {
        let faults = input.list(6, |input| match input.below(8) {
            0..3 => Fault::None,
            3 => Fault::Interrupted,
            4 | 5 => Fault::Short(input.below(50)),
            6 => Fault::Broken,
            _ => Fault::Full,
        });
        self.disk.with(|disk| disk.faults = faults.into());
    }

    /// The place of an item in the file, by the datatype alone.
    fn place(&self, item: i64) -> Option<usize> {
        let (_, displacement) = self.in_file.locate(item).ok()?;
        let at = displacement.checked_add(self.displacement)?;
        usize::try_from(at).ok().filter(|at| *at < 1 << 20)
    }

    fn extent(&self) -> usize {
        let known = self.datarep.extent(T::PREDEFINED);
        known.unwrap_or_else(|| T::PREDEFINED.native_size())
    }

    fn write(&self, offset: i64, count: usize) {
        let values: Vec<T> = (0..count).map(self.values).collect();
        let before = self.disk.with(|disk| disk.bytes.clone());
        let outcome = self.file.write_at(offset, values.as_slice());
        let after = self.disk.with(|disk| disk.bytes.clone());
        let done = match &outcome {
            Ok(status) => usize::try_from(status.items()).expect("not negative"),
            Err(error) => done(error),
        };
        assert!(done <= count && (outcome.is_err() || done == count), "what is written is told");
        let (stored, _) = self.datarep.to_bytes(&values).expect("numbers that fit");
        assert!(after.len() >= before.len(), "writing shortens no file");
        let extent = self.extent();
        let mut expected = before.clone();
        expected.resize(after.len(), 0);
        for (index, item) in stored.chunks_exact(extent).enumerate() {
            let Some(at) = offset.checked_add(index as i64).and_then(|item| self.place(item)) else { break };
            if index < done {
                let place = expected.get_mut(at..at + extent);
                place.expect("an item that is done is in the file").copy_from_slice(item);
                continue;
            }
            // Each byte of an item that is not done has its old or its new value. Places in a view may overlap, and the
            // last item decides.
            for (byte, place) in item.iter().zip(at..after.len()) {
                let was = before.get(place).copied().unwrap_or(0);
                expected[place] = if after[place] == *byte { *byte } else { was };
            }
        }
        // The bytes are compared all at once, and one by one only to tell where they differ.
        if after != expected {
            let place = after.iter().zip(&expected).position(|(byte, expected)| byte != expected);
            panic!("byte {place:?} is neither that of its item nor as it was");
        }
    }

    fn read(&self, offset: i64, count: usize) {
        let before = self.disk.with(|disk| disk.bytes.clone());
        let blank = (self.values)(4000);
        let mut values = vec![blank; count];
        let outcome = self.file.read_at(offset, &mut values);
        assert!(self.disk.with(|disk| disk.bytes == before), "reading writes nothing");
        let done = match &outcome {
            Ok(status) => usize::try_from(status.items()).expect("not negative"),
            Err(error) => done(error),
        };
        let extent = self.extent();
        let mut items = Vec::with_capacity(done * extent);
        for index in 0..done {
            let at = self.place(offset + index as i64).expect("what is read has a place");
            items.extend_from_slice(before.get(at..at + extent).expect("what is read is in the file"));
        }
        let (expected, _) = self.datarep.to_vec::<T>(&items).expect("it was read before");
        assert_eq!(expected.len(), done, "a value for each item that is read");
        for (index, (value, expected)) in values.iter().zip(&expected).enumerate() {
            assert!(
                value == expected || format!("{value:?}") == format!("{expected:?}"),
                "item {index} is that of the file"
            );
        }
        if let Ok(status) = &outcome {
            assert_eq!(status.is_short(), done < count, "an end that is met is told");
            assert!(values[done..].iter().all(|value| *value == blank), "what is not read is as it was");
        }
    }
}

/// The number of items before the one that failed.
fn done(error: &Error) -> usize {
    error.items_done().and_then(|items| usize::try_from(items).ok()).unwrap_or(0)
}
