//! The representations that the runtime ships: interpreted they give what generated code gives.

use datarep::datatype::{Items, Memory, Typemap};
use datarep::standard;
use datarep::{Datarep, Error, Loss, Predefined};
use datarep_dynamic::Text;

/// Items of a call: more than two columns of any program, and a rest.
const ITEMS: usize = 1061;

/// Numbers as if by chance.
struct Chance(u64);

impl Chance {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let word = self.0 ^ self.0 >> 31;
        word.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ word >> 17
    }

    /// Bytes: of any kind, small ones, with runs of zeros and ones.
    fn bytes(&mut self, count: usize) -> Vec<u8> {
        let kind = self.next() % 4;
        let mut byte = || {
            let word = self.next();
            let [byte, other, ..] = word.to_le_bytes();
            match (kind, other % 4) {
                (1, 0) | (2, 0..3) => 0,
                (1, 1) => 0xFF,
                (3, 0..2) => 0x40 + byte % 4,
                _ => byte,
            }
        };
        (0..count).map(|_| byte()).collect()
    }
}

fn told(result: Result<Loss, Error>) -> String {
    result.map_or_else(|error| format!("error: {error}"), |loss| loss.to_string())
}

fn read(datarep: &Datarep, predefined: Predefined, file: &[u8]) -> (String, Vec<u8>) {
    let datatype = Typemap::from(predefined).commit().expect("it fits");
    let extent = datarep.extent(predefined).expect("it is mapped");
    let count = i64::try_from(file.len() / extent).expect("it fits");
    let mut native = vec![0xA5; predefined.native_size() * (file.len() / extent)];
    let items = Items { datatype: &datatype, count, position: 0 };
    let result = datarep.read_items(items, Memory::new(&mut native), file);
    if let Err(error) = &result {
        let done = usize::try_from(error.items_done().unwrap_or(0)).expect("it fits");
        native.truncate(done * predefined.native_size());
    }
    (told(result), native)
}

fn write(datarep: &Datarep, predefined: Predefined, native: &[u8]) -> (String, Vec<u8>) {
    let datatype = Typemap::from(predefined).commit().expect("it fits");
    let extent = datarep.extent(predefined).expect("it is mapped");
    let items = native.len() / predefined.native_size();
    let count = i64::try_from(items).expect("it fits");
    let mut file = vec![0xA5; items * extent];
    let result = datarep.write_items(
        Items { datatype: &datatype, count, position: 0 },
        Memory::new(native),
        &mut file,
    );
    if let Err(error) = &result {
        let done = usize::try_from(error.items_done().unwrap_or(0)).expect("it fits");
        file.truncate(done * extent);
    }
    (told(result), file)
}

#[test]
fn shipped_representations_are_the_same() {
    let mut chance = Chance(1);
    let mut compared = 0;
    for compiled in standard::ALL {
        let texts = datarep_dsl::standard::datareps();
        let (_, text) = texts.iter().find(|(name, _)| *name == compiled.name()).unwrap();
        let parsed = Text::parse(text).unwrap();
        let interpreted = parsed.representation(compiled.name()).unwrap();
        for predefined in Predefined::all() {
            assert_eq!(interpreted.extent(predefined), compiled.extent(predefined));
            assert_eq!(interpreted.mapping(predefined), compiled.mapping(predefined));
            let Some(extent) = compiled.extent(predefined) else { continue };
            for _ in 0..8 {
                let file = chance.bytes(ITEMS * extent);
                let title = format!("{predefined} of {}", compiled.name());
                let (ours, theirs) =
                    (read(interpreted, predefined, &file), read(compiled, predefined, &file));
                assert_eq!(ours.0, theirs.0, "reading {title}");
                assert!(ours.1 == theirs.1, "reading {title}: {}", difference(&ours.1, &theirs.1));
                let native = if theirs.1.len() == ITEMS * predefined.native_size() {
                    theirs.1
                } else {
                    chance.bytes(ITEMS * predefined.native_size())
                };
                for native in [native, chance.bytes(ITEMS * predefined.native_size())] {
                    let ours = write(interpreted, predefined, &native);
                    let theirs = write(compiled, predefined, &native);
                    assert_eq!(ours.0, theirs.0, "writing {title}");
                    assert!(ours.1 == theirs.1, "writing {title}: {}", difference(&ours.1, &theirs.1));
                }
                compared += 1;
            }
        }
    }
    assert!(compared > 1000, "{compared}");
}

fn difference(ours: &[u8], theirs: &[u8]) -> String {
    let at = ours.iter().zip(theirs).position(|(ours, theirs)| ours != theirs).unwrap_or(0);
    format!("byte {at}: {:02x?} {:02x?}", &ours[at..][..8], &theirs[at..][..8])
}
