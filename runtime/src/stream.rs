//! Streams: items that are converted as a reader of the standard library delivers them.
//!
//! Memory does not grow with the stream: bytes pass through a buffer of bounded size.

use std::fmt;
use std::io;
use std::marker::PhantomData;

use crate::convert::{Plan, Tally};
use crate::error::Error;
use crate::item::{self, Item, Representation};
use crate::loss::Loss;

/// The size of the buffer in bytes, unless one item takes more.
const BUFFER: usize = 1 << 16;

/// Items of type `T` in the representation `R`, as they arrive from `S`, an [`io::Read`].
///
/// The reader has its own buffer. The source needs none, and may be read further than the items that were taken.
///
/// ```
/// use datarep::standard::ibm370::Ibm370;
/// use datarep::stream::Reader;
/// let source = std::io::Cursor::new([0xC2, 0x76, 0xA0, 0, 0x41, 0x10, 0, 0]);
/// let mut reader = Reader::<Ibm370, f32, _>::new(source);
/// let mut samples = [0.0; 3];
/// assert_eq!(reader.read(&mut samples)?, 2);
/// assert_eq!(samples[..2], [-118.625, 1.0]);
/// assert!(reader.loss().is_none());
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct Reader<R, T, S> {
    source: S,
    buffer: Vec<u8>,
    /// The number of bytes of the buffer that are read but not yet converted.
    filled: usize,
    /// An error of the source behind the bytes of the buffer. It is returned after their whole items.
    failed: Option<io::Error>,
    items: u64,
    loss: Loss,
    types: PhantomData<(R, fn() -> T)>,
}

impl<R: Representation, T: Item<R>, S: io::Read> Reader<R, T, S> {
    const EXTENT: usize = <T::Plan as Plan>::EXTENT;

    /// Makes a reader of the items of `source`.
    pub fn new(source: S) -> Self {
        let (loss, types) = (Loss::default(), PhantomData);
        Reader { source, buffer: Vec::new(), filled: 0, failed: None, items: 0, loss, types }
    }

    /// Reads items until `native` is full or the source ends, and returns how many.
    ///
    /// # Errors
    ///
    /// - Errors of the source. The next call asks the source again, and goes on with the bytes of an item that it had given.
    /// - [`io::ErrorKind::UnexpectedEof`] if the source ends inside an item. All items before it are returned first.
    /// - [`io::ErrorKind::InvalidData`] at the first item whose rule is `error`. The inner error is an [`Error`] whose
    ///   item is counted from the beginning of the stream. The next call continues after that item.
    ///
    /// In each case the items before the error are converted, and [`Reader::items`] counts them.
    pub fn read(&mut self, native: &mut [T]) -> io::Result<usize> {
        let mut done = 0;
        for part in native.chunks_mut(Self::count_together()) {
            let whole = self.fill_buffer(part.len())?;
            // The end of the source. A part of an item before it was an error already.
            if whole == 0 {
                break;
            }
            self.convert_buffered(&mut part[..whole])?;
            done += whole;
            // Without this, an error would be taken for the end, which is what fewer items than were asked for mean.
            if whole < part.len()
                && let Some(error) = self.failed.take()
            {
                return Err(error);
            }
        }
        Ok(done)
    }

    /// Reads all items to the end of the source, appends them, and returns how many.
    ///
    /// ```
    /// use datarep::standard::external32::External32;
    /// use datarep::stream::Reader;
    /// let mut values = vec![0_i16];
    /// Reader::<External32, i16, _>::new(&[0, 1, 0, 2][..]).read_to_end(&mut values)?;
    /// assert_eq!(values, [0, 1, 2]);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The errors of [`Reader::read`]. The items before the error are appended.
    pub fn read_to_end(&mut self, native: &mut Vec<T>) -> io::Result<usize> {
        let before = native.len();
        loop {
            let whole = self.fill_buffer(Self::count_together())?;
            // The bytes of an item are there, from which a value is made to enlarge the vector.
            let Some(first) = self.buffer.get(..Self::EXTENT).filter(|_| whole > 0) else {
                return Ok(native.len() - before);
            };
            // The value does not matter, because it is overwritten.
            let blank = T::Plan::read(first, &mut Tally::default());
            let begin = native.len();
            native.resize(begin + whole, blank);
            let counted = self.items;
            let converted = self.convert_buffered(&mut native[begin..]);
            if converted.is_err() {
                // The items behind the failed one are the blank values, which are no items of the source.
                native.truncate(begin + usize::try_from(self.items - counted).unwrap_or(whole));
            }
            converted?;
        }
    }

    /// How many items were converted.
    pub fn items(&self) -> u64 {
        self.items
    }

    /// What the conversions lost. A call that fails adds nothing.
    pub fn loss(&self) -> Loss {
        self.loss
    }

    /// Returns the source. Bytes that were read from it but not converted are lost.
    pub fn into_inner(self) -> S {
        self.source
    }

    /// How many items pass through the buffer together.
    fn count_together() -> usize {
        (BUFFER / Self::EXTENT.max(1)).max(1)
    }

    /// Fills the buffer with `items` items, or those before the end. Returns how many whole items it has.
    fn fill_buffer(&mut self, items: usize) -> io::Result<usize> {
        let wanted = items * Self::EXTENT;
        if self.buffer.len() < wanted {
            self.buffer.resize(wanted, 0);
        }
        // A source may return fewer bytes than were asked for. Only zero bytes are its end.
        while self.filled < wanted && self.failed.is_none() {
            match self.source.read(&mut self.buffer[self.filled..wanted]) {
                Ok(0) => break,
                Ok(read) => self.filled += read,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => self.failed = Some(error),
            }
        }
        let whole = self.filled.min(wanted).checked_div(Self::EXTENT).unwrap_or(0);
        // Whole items are returned first. Then this call finds nothing but a part of one.
        if whole == 0
            && let Some(error) = self.failed.take()
        {
            return Err(error);
        }
        if whole == 0 && self.filled > 0 {
            let (bytes, extent) = (self.filled, Self::EXTENT);
            let reason = format!("the source ends within item {}: {bytes} of {extent} bytes", self.items);
            return Err(io::Error::new(io::ErrorKind::UnexpectedEof, reason));
        }
        Ok(whole)
    }

    /// Converts items of the buffer and removes them from it, including one that fails.
    fn convert_buffered(&mut self, native: &mut [T]) -> io::Result<()> {
        let converted = item::read::<R, T>(&self.buffer[..native.len() * Self::EXTENT], native);
        let done = converted.as_ref().err().and_then(Error::items_done);
        let right = done.and_then(|done| usize::try_from(done).ok()).unwrap_or(native.len());
        // The failed item is left out as well, so that the next call goes on behind it.
        let taken = (right + usize::from(done.is_some())) * Self::EXTENT;
        // A part of an item at the end moves to the front, where the next bytes follow it.
        self.buffer.copy_within(taken..self.filled, 0);
        self.filled -= taken;
        let before = self.items;
        self.items += right as u64;
        match converted {
            Ok(loss) => self.loss += loss,
            Err(error) => {
                let error = error.shift_items(i64::try_from(before).unwrap_or(i64::MAX));
                return Err(io::Error::new(io::ErrorKind::InvalidData, error));
            }
        }
        Ok(())
    }
}

impl<R: Representation, T, S: fmt::Debug> fmt::Debug for Reader<R, T, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Reader { source, items, .. } = self;
        write!(f, "Reader {{ datarep: {:?}, items: {items}, source: {source:?} }}", R::NAME)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ErrorClass;
    use crate::standard::cray::Cray;
    use crate::standard::external32::External32;
    use crate::standard::ibm370::{self, Ibm370};

    /// Returns at most `most` bytes at once, and is interrupted before each read.
    struct Drops<'a> {
        bytes: &'a [u8],
        most: usize,
        interrupted: bool,
    }

    impl io::Read for Drops<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            self.interrupted = !self.interrupted;
            if self.interrupted {
                return Err(io::ErrorKind::Interrupted.into());
            }
            let most = self.most.min(buffer.len());
            self.bytes.read(&mut buffer[..most])
        }
    }

    /// The result is that of one call, no matter how the bytes arrive and the items are taken.
    #[test]
    fn a_stream_is_as_its_bytes() {
        let values: Vec<f64> = (0..30_000_u32).map(|number| f64::from(number) + 0.1).collect();
        let (file, _) = ibm370::to_bytes(&values).expect("they fit");
        let (expected, loss) = ibm370::to_vec::<f64>(&file).expect("as written");
        for (most, part) in [(1, 1000), (7, 30_001), (4096, 8193), (usize::MAX, 1)] {
            let source = Drops { bytes: &file, most, interrupted: false };
            let mut reader = Reader::<Ibm370, f64, _>::new(source);
            let (mut read, mut native) = (Vec::new(), vec![0.0; part]);
            loop {
                let count = reader.read(&mut native).expect("a source without faults");
                read.extend_from_slice(&native[..count]);
                if count < part {
                    break;
                }
            }
            assert!(read == expected, "{most} bytes at once, {part} items");
            assert_eq!((reader.items(), reader.loss()), (30_000, loss));
            let mut all = Vec::new();
            let source = Drops { bytes: &file, most, interrupted: false };
            let mut reader = Reader::<Ibm370, f64, _>::new(source);
            assert_eq!(reader.read_to_end(&mut all).expect("a source without faults"), 30_000);
            assert!(all == expected);
        }
    }

    /// The items before an end inside an item are read first. Then the end is reported.
    #[test]
    fn an_end_within_an_item_is_told() {
        let mut reader = Reader::<External32, i32, _>::new(&[0, 0, 0, 1, 0, 0][..]);
        let mut native = [0; 2];
        assert_eq!((reader.read(&mut native).expect("one is whole"), native[0]), (1, 1));
        let error = reader.read(&mut native).expect_err("two bytes are no item");
        assert_eq!(error.kind(), io::ErrorKind::UnexpectedEof);
        assert_eq!(error.to_string(), "the source ends within item 1: 2 of 4 bytes");
    }

    /// Gives its parts one after another, each by one call. Where there is none, the call fails.
    struct Parts<I>(I);

    impl<'a, I: Iterator<Item = Option<&'a [u8]>>> io::Read for Parts<I> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let part = self.0.next().unwrap_or(Some(&[])).ok_or(io::ErrorKind::ConnectionReset)?;
            buffer[..part.len()].copy_from_slice(part);
            Ok(part.len())
        }
    }

    /// The items before an error of the source are read, and the next call goes on within the item where it came.
    #[test]
    fn an_error_of_the_source_loses_no_item() {
        let parts = [Some(&[0, 1, 0, 2, 0, 3, 0][..]), None, Some(&[4, 0, 5])];
        let mut reader = Reader::<External32, u16, _>::new(Parts(parts.iter().copied()));
        let mut all = Vec::new();
        let error = reader.read_to_end(&mut all).expect_err("the source fails");
        assert_eq!((error.kind(), reader.items()), (io::ErrorKind::ConnectionReset, 3));
        assert_eq!(all, [1, 2, 3]);
        assert_eq!(reader.read_to_end(&mut all).expect("the rest"), 2);
        assert_eq!(all, [1, 2, 3, 4, 5]);

        let mut reader = Reader::<External32, u16, _>::new(Parts(parts.iter().copied()));
        let mut native = [0; 8];
        let error = reader.read(&mut native).expect_err("the source fails");
        assert_eq!(
            (error.kind(), reader.items(), native[..3].to_vec()),
            (io::ErrorKind::ConnectionReset, 3, vec![1, 2, 3])
        );
        assert_eq!((reader.read(&mut native).expect("the rest"), native[..2].to_vec()), (2, vec![4, 5]));
        assert_eq!((reader.read(&mut native).expect("the end"), reader.items()), (0, 5));
    }

    /// Of a refused item and an error of the source behind it, each is reported.
    #[test]
    fn a_refused_item_hides_no_error_of_the_source() {
        let words: Vec<u8> = [7, i64::MAX, 8].into_iter().flat_map(i64::to_be_bytes).collect();
        let parts = vec![Some(&words[..]), None];
        let mut reader = Reader::<Cray, i32, _>::new(Parts(parts.into_iter()));
        let mut all = Vec::new();
        let mut read = || reader.read_to_end(&mut all).map_err(|error| error.kind());
        assert_eq!(read(), Err(io::ErrorKind::InvalidData));
        assert_eq!(read(), Err(io::ErrorKind::ConnectionReset));
        assert_eq!(read(), Ok(0));
        assert_eq!(all, [7, 8]);
    }

    /// A refused item is reported with its position in the stream, and the stream goes on after it.
    #[test]
    fn a_stream_goes_on_behind_an_error() {
        let words = |bad: usize| (0..20_000).map(move |item| if item == bad { i64::MAX } else { 7 });
        let file: Vec<u8> = words(9_000).flat_map(i64::to_be_bytes).collect();
        let mut reader = Reader::<Cray, i32, _>::new(&file[..]);
        let mut read = Vec::new();
        let error = reader.read_to_end(&mut read).expect_err("a word that does not fit");
        assert_eq!((error.kind(), reader.items(), read.len()), (io::ErrorKind::InvalidData, 9_000, 9_000));
        let inner = error.get_ref().and_then(|inner| inner.downcast_ref::<Error>()).expect("ours");
        assert_eq!((inner.class(), inner.items_done()), (ErrorClass::Conversion, Some(9_000)));
        assert_eq!(reader.read_to_end(&mut read).expect("no other"), 10_999);
        assert_eq!((read.len(), read.iter().all(|value| *value == 7)), (19_999, true));
    }
}
