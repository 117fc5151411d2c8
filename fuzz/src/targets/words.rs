//! Words and values that people ask for, words packed without gaps, and items that come from a reader.

use std::io::Read;
use std::sync::LazyLock;

use datarep::packed::{FirstBit, Packed};
use datarep::standard::{ALL, external32};
use datarep::stream::Reader;
use datarep::{Error, Predefined};
use datarep_dsl::explain::{Question, explain};
use datarep_dsl::model::{ByteOrder, Model};
use datarep_dsl::source::Source;
use datarep_dsl::{compile, words};

use super::input::Input;

/// Formats of each kind.
const FORMATS: &str = "
    float hfp32 = S1 E7 F24 where value = 0.F * 16^(E - 64);
    float half = S1 E5 F10 where value = 1.F * 2^(E - 15) { ieee; }
    float double = S1 E11 F52 where value = 1.F * 2^(E - 1023) { ieee; }
    float quad = S1 E15 F112 where value = 1.F * 2^(E - 16383) { ieee; }
    float vax = S1 E11 F52 where value = 0.1F * 2^(E - 1024) { order pdp; zero if S == 0 && E == 0; reserved if S == 1 && E == 0; }
    integer short = twos(24);
    integer long = ones(64);
    float two = pair(double, double);
";

static MODEL: LazyLock<Model> = LazyLock::new(|| {
    compile(&Source { name: "fuzz".to_owned(), text: FORMATS.to_owned(), first_line: 1 })
        .unwrap_or_else(|failure| panic!("{:?}", failure.diagnostics))
});

/// Takes what is asked, a zero, and bytes with the numbers that control how they are read.
pub fn run(bytes: &[u8]) {
    let (asked, mut rest) = Input::new(bytes).text();
    assert!(MODEL.formats.len() > 4, "formats of the library");
    let which = rest.below(MODEL.formats.len());
    for format in [&MODEL.formats[which], &MODEL.formats[0]] {
        if let Ok(asked) = Question::parse(&asked) {
            let _ = explain(format, format.order.as_ref().unwrap_or(&ByteOrder::Big), &asked);
        }
        if let Ok(written) = words::encode_value(format, &asked) {
            let _ = words::meaning(format, written.word);
        }
    }
    packed(&mut rest);
    streamed(&mut rest);
    slices(&rest);
}

/// Words of any width from any bit on must come back the same, and the bytes beside them must stay.
fn packed(input: &mut Input<'_>) {
    let first = if input.below(2) == 0 { FirstBit::Most } else { FirstBit::Least };
    let width = u32::try_from(input.number()).unwrap_or(u32::MAX);
    let Ok(packed) = Packed::new(width, first) else { return };
    let bytes = input.rest();
    let place = |number: i64| usize::try_from(number.cast_unsigned()).unwrap_or(usize::MAX);
    let (bit, extent, length) = (place(input.number()), place(input.count()), place(input.count()));
    let mut items = vec![0; length.min(1 << 12)];
    let _ = packed.unpack(bytes, bit, &mut items, extent);
    let mut words = bytes.to_vec();
    let _ = packed.pack(&items, extent, &mut words, bit);
    let _ = packed.to_vec::<i32>(external32::DATAREP, bytes, bit, length.min(1 << 20));
    // All words that the bytes hold, from a bit within the bytes.
    let (bit, extent) = (bit % (bytes.len() * 8 + 1), width.div_ceil(8) as usize);
    let count = packed.count(bytes, bit);
    let mut items = vec![0; count * extent];
    packed.unpack(bytes, bit, &mut items, extent).expect("so many words are there");
    let mut words: Vec<u8> = bytes.iter().map(|byte| !byte).collect();
    packed.pack(&items, extent, &mut words, bit).expect("so many words are there");
    let mut back = vec![0; items.len()];
    packed.unpack(&words, bit, &mut back, extent).expect("so many words are there");
    assert!(items == back, "words are the same there and back");
    let changed = words.iter().zip(bytes).enumerate().filter(|(_, (new, old))| **new != !**old);
    let (low, high) = (bit / 8, (bit + count * width as usize).div_ceil(8));
    assert!(changed.into_iter().all(|(place, _)| (low..high).contains(&place)), "bytes beside them stay");
}

/// A reader that gives a few bytes at a time, and for some inputs is interrupted before each.
struct Drips<'a> {
    bytes: &'a [u8],
    most: usize,
    fails: bool,
}

impl Read for Drips<'_> {
    fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
        self.fails = !self.fails;
        if self.fails && self.most.is_multiple_of(2) {
            return Err(std::io::ErrorKind::Interrupted.into());
        }
        let count = self.bytes.len().min(into.len()).min(self.most);
        into[..count].copy_from_slice(&self.bytes[..count]);
        self.bytes = &self.bytes[count..];
        Ok(count)
    }
}

fn streamed(input: &mut Input<'_>) {
    let most = input.below(200) + 1;
    let bytes = input.rest();
    let source = Drips { bytes, most, fails: false };
    let mut reader = Reader::<external32::External32, f64, _>::new(source);
    let mut values = Vec::new();
    let read = reader.read_to_end(&mut values);
    assert_eq!(values.len(), bytes.len() / 8, "all that is whole is read");
    assert_eq!(read.is_ok(), bytes.len().is_multiple_of(8), "an item that is not whole is told");
}

/// Reads the bytes as items of every representation of the library.
fn slices(input: &Input<'_>) {
    let bytes = &input.rest()[..input.rest().len().min(128)];
    for datarep in ALL {
        let told = |done: Result<(Vec<f64>, datarep::Loss), Error>| {
            let Ok((values, _)) = done else { return };
            let _ = datarep.to_bytes(&values);
        };
        if let Some(extent) = datarep.extent(Predefined::Double) {
            told(datarep.to_vec::<f64>(&bytes[..bytes.len() / extent * extent]));
        }
        told(datarep.to_vec::<f64>(bytes));
        let _ = datarep.to_vec::<f32>(bytes);
        let _ = datarep.to_vec::<i64>(bytes);
        let _ = datarep.to_vec::<u16>(bytes);
        let _ = datarep.to_vec::<char>(bytes);
        let _ = datarep.to_vec::<bool>(bytes);
    }
}
