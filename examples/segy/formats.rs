//! The representations of SEG-Y, and which of them reads which sample format code.

use datarep::{Error, Loss};

use crate::Result;

datarep::datarep! {
    //! SEG-Y, revisions 0 to 2.1, of the Society of Exploration Geophysicists.

    use ibm::hfp32;

    /// Headers, integer samples (codes 2, 3, 8 to 12 and 16), and IEEE samples of eight bytes (code 6).
    datarep segy_plain extends external32 {
        character => ebcdic(cp037);
    }

    /// Samples in IBM floating point, format code 1.
    datarep segy extends external32 {
        real { 4 => hfp32, 8 => hfp32 }
        character => ebcdic(cp037);

        on read  { overflow => infinity }
        on write { overflow => error, infinity | nan => error, underflow => zero, inexact => nearest_even }
    }

    /// Samples in IEEE floating point of four bytes, format code 5.
    datarep segy_ieee extends external32 {
        real { 4 => f32, 8 => f32 }
        on write { overflow => infinity }
    }

    /// Samples in integers of three bytes, format codes 7 and 15.
    datarep segy_24 extends external32 {
        integer  { 4 => twos(24) }
        unsigned { 4 => unsigned(24) }
        on write { overflow => error }
    }

    // The same in the little-endian files that some recorders write.

    /// `segy_plain`, little-endian.
    datarep segy_plain_le extends segy_plain { order little; }

    /// `segy`, little-endian.
    datarep segy_le extends segy { order little; }

    /// `segy_ieee`, little-endian.
    datarep segy_ieee_le extends segy_ieee { order little; }

    /// `segy_24`, little-endian.
    datarep segy_24_le extends segy_24 { order little; }

    test hfp32 { -118.625 <=> 0xC276_A000; 1.0 <=> 0x4110_0000; }
}

/// The byte order of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ByteOrder {
    /// Most significant byte first, as in the standard.
    Big,
    /// Least significant byte first.
    Little,
}

impl ByteOrder {
    /// The name to print.
    pub(crate) fn name(self) -> &'static str {
        match self {
            ByteOrder::Big => "big-endian",
            ByteOrder::Little => "little-endian",
        }
    }
}

/// The samples of a trace, and the losses of reading them.
type Samples = std::result::Result<(Vec<f64>, Loss), Error>;

/// A sample format.
pub(crate) struct Format {
    /// Its code in the binary header.
    pub(crate) code: i16,
    /// The name to print.
    pub(crate) name: &'static str,
    extent: fn() -> usize,
    big: fn(&[u8]) -> Samples,
    little: fn(&[u8]) -> Samples,
}

impl Format {
    /// The size of a sample, in bytes.
    pub(crate) fn extent(&self) -> usize {
        (self.extent)()
    }

    /// Reads the samples of a trace.
    pub(crate) fn read(&self, order: ByteOrder, bytes: &[u8]) -> Samples {
        match order {
            ByteOrder::Big => (self.big)(bytes),
            ByteOrder::Little => (self.little)(bytes),
        }
    }
}

/// The code of IBM floats.
pub(crate) const IBM: i16 = 1;
/// The code of IEEE floats of four bytes.
pub(crate) const IEEE: i16 = 5;

macro_rules! formats {
    ($($code:literal $name:literal $native:ident $big:ident $little:ident $widen:ident;)*) => {
        /// The sample formats that can be read.
        static FORMATS: &[Format] = &[$(Format {
            code: $code,
            name: $name,
            extent: $big::extent::<$native>,
            big: |bytes| Ok($widen($big::to_vec::<$native>(bytes)?)),
            little: |bytes| Ok($widen($little::to_vec::<$native>(bytes)?)),
        }),*];
    };
}

formats! {
    1 "IBM floating point, 4 bytes" f64 segy segy_le exact;
    2 "integer, 4 bytes" i32 segy_plain segy_plain_le exact;
    3 "integer, 2 bytes" i16 segy_plain segy_plain_le exact;
    5 "IEEE floating point, 4 bytes" f64 segy_ieee segy_ieee_le exact;
    6 "IEEE floating point, 8 bytes" f64 segy_plain segy_plain_le exact;
    7 "integer, 3 bytes" i32 segy_24 segy_24_le exact;
    8 "integer, 1 byte" i8 segy_plain segy_plain_le exact;
    9 "integer, 8 bytes" i64 segy_plain segy_plain_le rounded;
    10 "unsigned integer, 4 bytes" u32 segy_plain segy_plain_le exact;
    11 "unsigned integer, 2 bytes" u16 segy_plain segy_plain_le exact;
    12 "unsigned integer, 8 bytes" u64 segy_plain segy_plain_le rounded;
    15 "unsigned integer, 3 bytes" u32 segy_24 segy_24_le exact;
    16 "unsigned integer, 1 byte" u8 segy_plain segy_plain_le exact;
}

/// Converts samples of a type whose values `f64` holds exactly.
fn exact<T: Into<f64>>((samples, loss): (Vec<T>, Loss)) -> (Vec<f64>, Loss) {
    (samples.into_iter().map(Into::into).collect(), loss)
}

/// Converts integers of eight bytes. Those beyond 2^53 are rounded, and counted as inexact.
fn rounded<T: Copy + Into<i128>>((samples, mut loss): (Vec<T>, Loss)) -> (Vec<f64>, Loss) {
    #[expect(clippy::cast_precision_loss, reason = "what is lost is counted")]
    #[expect(clippy::cast_possible_truncation, reason = "the rounded value is at most 2^64")]
    let round = |sample: T| {
        let value: i128 = sample.into();
        let rounded = value as f64;
        loss.inexact += u64::from(rounded as i128 != value);
        rounded
    };
    let samples = samples.into_iter().map(round).collect();
    (samples, loss)
}

/// The format of a code.
pub(crate) fn format(code: i16) -> Result<&'static Format> {
    FORMATS.iter().find(|format| format.code == code).ok_or_else(|| match code {
        4 => "sample format code 4 (fixed point with gain) is obsolete and not supported".to_owned(),
        13 | 14 => format!("sample format code {code} is not defined by any revision of SEG-Y"),
        _ => {
            let known: Vec<String> = FORMATS.iter().map(|format| format.code.to_string()).collect();
            format!("sample format code {code} is not one of {}", known.join(", "))
        }
    })
}
