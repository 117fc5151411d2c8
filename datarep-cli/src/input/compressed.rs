//! Compressed files, as streams of the bytes that were compressed.
//!
//! A file of gzip, Zstandard, bzip2 or xz may have several members, one after the other, which together are one stream.
//! Zero bytes may follow, because some programs fill blocks. What else follows is an error.

mod member;

use std::cell::RefCell;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;
use std::rc::Rc;

use bzip2::bufread::BzDecoder;
use flate2::bufread::{DeflateDecoder, GzDecoder};
use lzma_rust2::XzReader;
use ruzstd::decoding::{FrameDecoder, StreamingDecoder};

use crate::args::Compression;

pub(super) use member::open_member;

/// The most bytes that tell how a file is compressed.
pub(super) const LONGEST_MAGIC: usize = 10;

/// KiB that the dictionary of an xz file may take: as much as the largest row.
const XZ_MEMORY: u32 = 1 << 20;

/// Endings of the names of compressed files.
const ENDINGS: [&str; 5] = ["gz", "zst", "bz2", "xz", "zip"];

/// The name of a file without the ending of a compressed one, if it has that.
pub(crate) fn strip_ending(path: &Path) -> &Path {
    let is_packed = path.extension().and_then(|end| end.to_str()).is_some_and(|end| ENDINGS.contains(&end));
    path.file_stem().map(Path::new).filter(|_| is_packed).unwrap_or(path)
}

/// How a stream is compressed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CompressionKind {
    /// Not at all: a member of an archive may be stored.
    Stored,
    /// Without a header, as members of archives are.
    Deflate,
    Gzip,
    Zstd,
    Bzip2,
    Xz,
}

impl CompressionKind {
    /// The name for messages.
    pub(super) fn name(self) -> &'static str {
        match self {
            CompressionKind::Stored => "stored",
            CompressionKind::Deflate => "deflated",
            CompressionKind::Gzip => "gzip",
            CompressionKind::Zstd => "zstd",
            CompressionKind::Bzip2 => "bzip2",
            CompressionKind::Xz => "xz",
        }
    }

    /// Whether a member of this kind begins with the bytes.
    fn has_signature(self, bytes: &[u8]) -> bool {
        let compression = find_compression(bytes);
        match self {
            CompressionKind::Stored | CompressionKind::Deflate => false,
            CompressionKind::Gzip => compression == Compression::Gzip,
            CompressionKind::Zstd => compression == Compression::Zstd,
            CompressionKind::Bzip2 => compression == Compression::Bzip2,
            CompressionKind::Xz => compression == Compression::Xz,
        }
    }
}

/// Finds out by the first bytes of a file how it is compressed: `None` if it is not.
pub(super) fn find_compression(bytes: &[u8]) -> Compression {
    // The three highest bits of the flags are reserved, and zero (RFC 1952, 2.3.1).
    let is_gzip = |bytes: &[u8]| matches!(bytes, [0x1F, 0x8B, 8, flags, ..] if *flags < 0x20);
    // Behind the level stands a block, or the end of a file that has none.
    let is_bzip2 = |bytes: &[u8]| {
        matches!(bytes.strip_prefix(b"BZh"), Some([b'1'..=b'9', rest @ ..])
            if rest.starts_with(b"1AY&SY") || rest.starts_with(b"\x17\x72\x45\x38\x50\x90"))
    };
    match bytes {
        // A local header, or the end of the directory, with which an archive without members begins (PKWARE's
        // APPNOTE, 4.3.7 and 4.3.16).
        [b'P', b'K', 3, 4, ..] | [b'P', b'K', 5, 6, ..] => Compression::Zip,
        [0x28, 0xB5, 0x2F, 0xFD, ..] => Compression::Zstd,
        // Programs that compress in parallel put the sizes of frames into such frames, also before the first frame
        // with content.
        _ if is_skippable(bytes) => Compression::Zstd,
        [0xFD, b'7', b'z', b'X', b'Z', 0, ..] => Compression::Xz,
        _ if is_gzip(bytes) => Compression::Gzip,
        _ if is_bzip2(bytes) => Compression::Bzip2,
        _ => Compression::None,
    }
}

/// Whether a frame of Zstandard begins that has no content.
fn is_skippable(bytes: &[u8]) -> bool {
    // The magic numbers 0x184D2A50 to 0x184D2A5F, little-endian (RFC 8878, 3.1.2).
    matches!(bytes, [0x50..=0x5F, 0x2A, 0x4D, 0x18, ..])
}

/// What was seen of the compressed bytes.
#[derive(Debug, Default)]
struct SourceState {
    /// Whether more bytes were asked for than there are.
    has_ended: bool,
    /// The error of the file itself, which decoders may wrap.
    failure: Option<io::Error>,
}

/// The compressed bytes.
struct WatchedReader {
    reader: Box<dyn Read>,
    state: Rc<RefCell<SourceState>>,
}

impl Read for WatchedReader {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        loop {
            match self.reader.read(to) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => {
                    // A decoder may make another error of this one. The original is kept for the message, as it
                    // cannot be cloned.
                    let decoder_error = io::Error::new(error.kind(), error.to_string());
                    self.state.borrow_mut().failure = Some(error);
                    return Err(decoder_error);
                }
                Ok(read) => {
                    self.state.borrow_mut().has_ended |= read == 0 && !to.is_empty();
                    return Ok(read);
                }
            }
        }
    }
}

/// The compressed bytes, with those before them that were read to see how they continue.
struct CompressedSource {
    head: Vec<u8>,
    /// Bytes of `head` that were read again.
    position: usize,
    rest: BufReader<WatchedReader>,
}

impl CompressedSource {
    /// Looks at the next bytes without taking them: fewer than asked for at the end.
    fn peek(&mut self, bytes: usize) -> io::Result<&[u8]> {
        // What was read again is dropped first, so that `head` is what comes next and nothing else.
        self.head.drain(..self.position);
        self.position = 0;
        let missing = bytes.saturating_sub(self.head.len()) as u64;
        self.rest.by_ref().take(missing).read_to_end(&mut self.head)?;
        Ok(&self.head)
    }
}

impl Read for CompressedSource {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        if self.position == self.head.len() {
            return self.rest.read(to);
        }
        let read = (&self.head[self.position..]).read(to)?;
        self.position += read;
        Ok(read)
    }
}

impl BufRead for CompressedSource {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.position < self.head.len() { Ok(&self.head[self.position..]) } else { self.rest.fill_buf() }
    }

    fn consume(&mut self, bytes: usize) {
        if self.position < self.head.len() {
            self.position += bytes;
        } else {
            self.rest.consume(bytes);
        }
    }
}

/// A decoder of one member of a compressed file.
trait Decoder: Read {
    /// Checks the end of the member, and gives back the bytes that follow it.
    fn finish(self: Box<Self>) -> io::Result<CompressedSource>;
}

impl Decoder for CompressedSource {
    fn finish(self: Box<Self>) -> io::Result<CompressedSource> {
        Ok(*self)
    }
}

impl Decoder for GzDecoder<CompressedSource> {
    fn finish(self: Box<Self>) -> io::Result<CompressedSource> {
        Ok(self.into_inner())
    }
}

impl Decoder for DeflateDecoder<CompressedSource> {
    fn finish(self: Box<Self>) -> io::Result<CompressedSource> {
        Ok(self.into_inner())
    }
}

impl Decoder for BzDecoder<CompressedSource> {
    fn finish(self: Box<Self>) -> io::Result<CompressedSource> {
        Ok(self.into_inner())
    }
}

impl Decoder for XzReader<CompressedSource> {
    fn finish(self: Box<Self>) -> io::Result<CompressedSource> {
        Ok(self.into_inner())
    }
}

impl Decoder for StreamingDecoder<CompressedSource, FrameDecoder> {
    fn finish(self: Box<Self>) -> io::Result<CompressedSource> {
        // The decoder reads the check sum, and does not compare it.
        let (source, decoder) = self.into_parts();
        match (decoder.get_checksum_from_data(), decoder.get_calculated_checksum()) {
            (Some(stored), Some(computed)) if stored != computed => {
                Err(io::Error::new(io::ErrorKind::InvalidData, "the check sum is another"))
            }
            _ => Ok(source),
        }
    }
}

/// Begins to unpack a member.
fn begin_decoder(kind: CompressionKind, source: CompressedSource) -> io::Result<Box<dyn Decoder>> {
    Ok(match kind {
        CompressionKind::Stored => Box::new(source),
        CompressionKind::Deflate => Box::new(DeflateDecoder::new(source)),
        CompressionKind::Gzip => Box::new(GzDecoder::new(source)),
        CompressionKind::Bzip2 => Box::new(BzDecoder::new(source)),
        // `true`: the reader itself goes on with the streams that follow, because padding between them is part of the
        // format. The limit holds before memory is taken: the header of a block may ask for a dictionary of 4 GiB.
        CompressionKind::Xz => Box::new(XzReader::new_mem_limit(source, true, XZ_MEMORY)),
        CompressionKind::Zstd => Box::new(StreamingDecoder::new(source).map_err(io::Error::other)?),
    })
}

/// The number of bytes that a member of an archive has, and their check sum.
#[derive(Debug)]
struct ExpectedMember {
    bytes: u64,
    sum: u32,
    computed_sum: flate2::Crc,
}

/// The bytes that were compressed.
pub(super) struct UnpackedStream {
    kind: CompressionKind,
    decoder: Option<Box<dyn Decoder>>,
    /// The compressed bytes, before the first of them is read.
    source: Option<CompressedSource>,
    state: Rc<RefCell<SourceState>>,
    /// Bytes that were unpacked.
    unpacked: u64,
    /// What a member of an archive has to be.
    expected: Option<ExpectedMember>,
}

impl UnpackedStream {
    /// Unpacks a stream of this kind.
    pub(super) fn new(kind: CompressionKind, reader: Box<dyn Read>) -> UnpackedStream {
        let state = Rc::new(RefCell::new(SourceState::default()));
        let rest = BufReader::with_capacity(1 << 16, WatchedReader { reader, state: Rc::clone(&state) });
        let source = Some(CompressedSource { head: Vec::new(), position: 0, rest });
        UnpackedStream { kind, decoder: None, source, state, unpacked: 0, expected: None }
    }

    /// Ends a member, and begins the next one if there is one.
    fn end_member(&mut self) -> io::Result<()> {
        let Some(decoder) = self.decoder.take() else { return Ok(()) };
        // A decoder may have looked for more behind its end. That says nothing of the next member.
        self.state.borrow_mut().has_ended = false;
        let mut source = decoder.finish()?;
        // A member of an archive ends where the directory says. What follows it is another member.
        if let Some(ExpectedMember { bytes, sum, computed_sum }) = &self.expected {
            if *bytes != self.unpacked || *sum != computed_sum.sum() {
                return Err(invalid_data("its length or its check sum is not that of the archive"));
            }
            return Ok(());
        }
        let next = source.peek(LONGEST_MAGIC)?;
        if self.kind.has_signature(next) {
            self.source = Some(source);
            return Ok(());
        }
        let mut byte = [0];
        while source.read(&mut byte)? > 0 {
            if byte != [0] {
                return Err(invalid_data("what follows is not compressed, and no zero bytes"));
            }
        }
        Ok(())
    }

    /// Begins the member that comes next.
    fn begin_member(&mut self) -> io::Result<()> {
        let Some(mut source) = self.source.take() else { return Ok(()) };
        while self.kind == CompressionKind::Zstd && is_skippable(source.peek(LONGEST_MAGIC)?) {
            // The decoder refuses frames without content. Four bytes of magic and four with the length stand before
            // what is skipped (RFC 8878, 3.1.2).
            let mut head = [0; 8];
            source.read_exact(&mut head)?;
            let [.., a, b, c, d] = head;
            let bytes = u64::from(u32::from_le_bytes([a, b, c, d]));
            if io::copy(&mut source.by_ref().take(bytes), &mut io::sink())? < bytes {
                return Err(invalid_data("a frame is cut"));
            }
            // Nothing follows. Without a decoder, `read_next` takes this for the end.
            if source.peek(1)?.is_empty() {
                return Ok(());
            }
        }
        self.decoder = Some(begin_decoder(self.kind, source)?);
        Ok(())
    }

    fn read_next(&mut self, to: &mut [u8]) -> io::Result<usize> {
        loop {
            self.begin_member()?;
            let Some(decoder) = &mut self.decoder else { return Ok(0) };
            let read = decoder.read(to)?;
            // Zero bytes into a buffer with room are the end of a member. Into an empty buffer they say nothing.
            if read > 0 || to.is_empty() {
                self.unpacked += read as u64;
                if let Some(expected) = &mut self.expected {
                    expected.computed_sum.update(&to[..read]);
                }
                return Ok(read);
            }
            self.end_member()?;
        }
    }

    /// Says what an error of a decoder means.
    fn explain(&self, error: &io::Error) -> io::Error {
        let mut state = self.state.borrow_mut();
        // If the disk or the network failed, the data need not be damaged.
        if let Some(failure) = state.failure.take() {
            return failure;
        }
        let (kind, unpacked) = (self.kind.name(), self.unpacked);
        // Decoders call a file that ends early damaged, too. The user of a cut file can be helped by `--partial`,
        // which looks for this kind of error.
        if state.has_ended {
            let text = format!("its {kind} data ends early: {unpacked} bytes could be unpacked");
            return io::Error::new(io::ErrorKind::UnexpectedEof, text);
        }
        invalid_data(&format!(
            "its {kind} data is damaged behind the {unpacked} bytes that were unpacked: {error}"
        ))
    }
}

impl Read for UnpackedStream {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        self.read_next(to).map_err(|error| {
            // Nothing can be read behind an error.
            self.decoder = None;
            self.source = None;
            self.explain(&error)
        })
    }
}

fn invalid_data(message: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, message)
}
