//! The binary headers as structs, and the text header as lines.

use datarep::{Character, Datatype, Loss};

use crate::Result;
use crate::formats::{ByteOrder, segy_ieee, segy_plain, segy_plain_le};

/// The size of a textual header, in bytes.
pub(crate) const TEXT: usize = 3200;

/// The binary file header, 400 bytes.
#[derive(Debug, Clone, Copy, Datatype)]
#[repr(C)]
pub(crate) struct BinaryHeader {
    pub(crate) job: i32,
    pub(crate) line: i32,
    pub(crate) reel: i32,
    pub(crate) traces_per_ensemble: i16,
    pub(crate) auxiliary_traces_per_ensemble: i16,
    /// Microseconds.
    pub(crate) interval: u16,
    pub(crate) field_interval: u16,
    pub(crate) samples: u16,
    pub(crate) field_samples: u16,
    pub(crate) format: i16,
    pub(crate) fold: i16,
    pub(crate) sorting: i16,
    pub(crate) sweep_and_gain: [i16; 12],
    /// 1 for meters, 2 for feet.
    pub(crate) measurement: i16,
    pub(crate) polarity: [i16; 2],
    pub(crate) extended_traces: [i32; 2],
    /// Unless zero, it replaces `samples` (revision 2).
    pub(crate) extended_samples: i32,
    /// Unless zero, it replaces `interval` (revision 2).
    pub(crate) extended_interval: f64,
    pub(crate) extended_field_interval: f64,
    pub(crate) extended_field_samples: i32,
    pub(crate) extended_fold: i32,
    /// 0x01020304 in the byte order of the file (revision 2).
    pub(crate) order: u32,
    pub(crate) unassigned: [u8; 200],
    /// 0x0100 is revision 1.0.
    pub(crate) revision: u16,
    /// 1 if all traces have the same length.
    pub(crate) fixed_length: i16,
    /// The number of textual headers that follow, or -1 if the last one says that it is the last.
    pub(crate) extended_headers: i16,
    pub(crate) additional_trace_headers: i32,
    pub(crate) time_basis: u16,
    pub(crate) traces: u64,
    pub(crate) first_trace: u64,
    /// The number of textual records after the traces.
    pub(crate) trailers: i32,
    pub(crate) reserved: [u8; 68],
}

impl BinaryHeader {
    /// The size in the file, in bytes.
    pub(crate) fn extent() -> usize {
        segy_plain::extent::<BinaryHeader>()
    }

    /// Reads the header from [`BinaryHeader::extent`] bytes.
    pub(crate) fn read(order: ByteOrder, bytes: &[u8]) -> Result<BinaryHeader> {
        let headers = match order {
            ByteOrder::Big => segy_plain::to_vec::<BinaryHeader>(bytes),
            ByteOrder::Little => segy_plain_le::to_vec::<BinaryHeader>(bytes),
        };
        one(headers)
    }

    /// The revision's major number. Some writers store revision 1 as 1 instead of 0x0100.
    pub(crate) fn major(&self) -> u16 {
        let [major, minor] = self.revision.to_be_bytes();
        if major == 0 { u16::from(minor) } else { u16::from(major) }
    }
}

/// The header of a trace, 240 bytes.
#[derive(Debug, Clone, Copy, Datatype)]
#[repr(C)]
pub(crate) struct TraceHeader {
    pub(crate) number_in_line: i32,
    pub(crate) number_in_file: i32,
    pub(crate) field_record: i32,
    pub(crate) number_in_record: i32,
    pub(crate) source_point: i32,
    pub(crate) ensemble: i32,
    pub(crate) number_in_ensemble: i32,
    /// 1 for seismic data.
    pub(crate) identification: i16,
    pub(crate) summed: [i16; 3],
    /// From the source to the receivers.
    pub(crate) offset: i32,
    pub(crate) elevations: [i32; 7],
    pub(crate) elevation_scalar: i16,
    /// Coordinates are multiplied by it, or divided by its absolute value if it is negative.
    pub(crate) coordinate_scalar: i16,
    pub(crate) source: [i32; 2],
    pub(crate) group: [i32; 2],
    pub(crate) coordinate_units: i16,
    pub(crate) statics: [i16; 12],
    pub(crate) samples: u16,
    /// Microseconds.
    pub(crate) interval: u16,
    pub(crate) recording: [i16; 31],
    pub(crate) position: [i32; 2],
    pub(crate) inline: i32,
    pub(crate) crossline: i32,
    pub(crate) shotpoint: i32,
    pub(crate) shotpoint_scalar: i16,
    pub(crate) reserved: [u8; 38],
}

impl TraceHeader {
    /// The size in the file, in bytes.
    pub(crate) fn extent() -> usize {
        segy_plain::extent::<TraceHeader>()
    }

    /// Reads the header from [`TraceHeader::extent`] bytes.
    pub(crate) fn read(order: ByteOrder, bytes: &[u8]) -> Result<TraceHeader> {
        let headers = match order {
            ByteOrder::Big => segy_plain::to_vec::<TraceHeader>(bytes),
            ByteOrder::Little => segy_plain_le::to_vec::<TraceHeader>(bytes),
        };
        one(headers)
    }

    /// The position of the trace, scaled: that of its ensemble, or else its receivers, or else its source.
    pub(crate) fn place(&self) -> [f64; 2] {
        let places = [self.position, self.group, self.source];
        let place = places.into_iter().find(|place| *place != [0, 0]).unwrap_or_default();
        let scalar = f64::from(self.coordinate_scalar);
        place.map(|number| match self.coordinate_scalar {
            0 => f64::from(number),
            1.. => f64::from(number) * scalar,
            ..0 => f64::from(number) / -scalar,
        })
    }
}

fn one<T>(headers: std::result::Result<(Vec<T>, Loss), datarep::Error>) -> Result<T> {
    let (headers, _) = headers.map_err(|error| error.to_string())?;
    headers.into_iter().next().ok_or_else(|| "a header is missing".to_owned())
}

/// The character set of the textual header.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Charset {
    /// The standard's character set.
    Ebcdic,
    /// The character set that most files use.
    Ascii,
}

impl Charset {
    /// Guesses from the most frequent byte, which is a space.
    pub(crate) fn of(text: &[u8]) -> Charset {
        let count = |wanted: u8| text.iter().map(|&byte| usize::from(byte == wanted)).sum::<usize>();
        if count(0x40) > count(0x20) { Charset::Ebcdic } else { Charset::Ascii }
    }

    /// The name to print.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Charset::Ebcdic => "EBCDIC",
            Charset::Ascii => "ASCII",
        }
    }

    /// The text as lines of 80 characters, without unprintable characters.
    pub(crate) fn lines(self, text: &[u8]) -> Result<Vec<String>> {
        let characters = match self {
            Charset::Ebcdic => segy_plain::to_vec::<Character>(text),
            // `segy_ieee` has the characters of `external32`.
            Charset::Ascii => segy_ieee::to_vec::<Character>(text),
        };
        let (characters, _) = characters.map_err(|error| error.to_string())?;
        let printable = |line: &[Character]| {
            let line = line.iter().map(|&character| char::from(character));
            line.map(|letter| if letter.is_control() { ' ' } else { letter }).collect::<String>()
        };
        Ok(characters.chunks(80).map(|line| printable(line).trim_end().to_owned()).collect())
    }
}
