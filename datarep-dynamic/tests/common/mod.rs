//! What the tests of interpreted representations have in common.
#![allow(dead_code, unreachable_pub, missing_docs, reason = "each test uses a part")]

use datarep::datatype::{Committed, Items, Memory};
use datarep::standard::{cray, external32, ibm370, vax_d, vax_g};
use datarep::{Datarep, Error, Loss};
use datarep_dynamic::Text;

/// Shipped representations of several kinds, and the same interpreted.
pub fn pairs() -> Vec<(&'static Datarep, Datarep)> {
    let compiled = [cray::DATAREP, external32::DATAREP, ibm370::DATAREP, vax_d::DATAREP, vax_g::DATAREP];
    compiled.map(|compiled| (compiled, interpreted(compiled.name(), compiled.name()))).into()
}

/// A representation of the library, interpreted under a name.
pub fn interpreted(name: &str, parent: &str) -> Datarep {
    if name == parent {
        let texts = datarep_dsl::standard::datareps();
        let (_, text) = texts.iter().find(|(known, _)| *known == name).expect("one of the library");
        return Text::parse(text).expect("it is sound").representation(name).expect("its own").clone();
    }
    let text = format!("datarep {name} extends {parent} {{ }}\n");
    Text::parse(&text).expect("it is sound").representation(name).expect("its own").clone()
}

/// Numbers as if by chance.
pub struct Chance(pub u64);

impl Chance {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let word = self.0 ^ self.0 >> 31;
        word.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ word >> 17
    }

    /// A number below a limit.
    pub fn below(&mut self, limit: usize) -> usize {
        usize::try_from(self.next() % limit.max(1) as u64).expect("it is below the limit")
    }

    /// Bytes of which about half begin items as those of numbers near one do.
    pub fn bytes(&mut self, count: usize) -> Vec<u8> {
        let bytes = (0..count).map(|_| self.next().to_le_bytes());
        bytes.map(|[byte, kind, ..]| if kind < 128 { 0x40 + byte % 4 } else { byte }).collect()
    }
}

/// What a call says.
pub fn told(result: Result<Loss, Error>) -> String {
    result.map_or_else(|error| format!("error: {error}"), |loss| format!("{loss:?}"))
}

/// Items of a datatype read into memory that begins `odd` bytes behind an aligned address: what is said, and all of the memory.
pub fn read(
    datarep: &Datarep,
    datatype: &Committed,
    (position, count): (i64, i64),
    memory: usize,
    odd: usize,
    file: &[u8],
) -> (String, Vec<u8>) {
    let mut native = vec![0xA5; memory + odd + 1];
    let items = Items { datatype, count, position };
    let result = datarep.read_items(items, Memory::new(&mut native[odd..odd + memory]), file);
    // What an error leaves behind its item is anything.
    if result.is_err() {
        native.clear();
    }
    (told(result), native)
}

/// The same in the other direction.
pub fn write(
    datarep: &Datarep,
    datatype: &Committed,
    (position, count): (i64, i64),
    bytes: usize,
    odd: usize,
    native: &[u8],
) -> (String, Vec<u8>) {
    let mut file = vec![0xA5; bytes + odd + 1];
    let items = Items { datatype, count, position };
    let result = datarep.write_items(items, Memory::new(native), &mut file[odd..odd + bytes]);
    if result.is_err() {
        file.clear();
    }
    (told(result), file)
}
