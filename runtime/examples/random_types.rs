//! Random datatypes, for comparison with an MPI library.
//!
//! `cargo run -p datarep --example random_types -- 10000 1 | python3 runtime/tests/mpi/compare.py`
//!
//! Each type is one line of JSON: how it is made, its properties in datarep, and the result of packing two copies from
//! a buffer of known bytes, unchanged and in external32. The bytes at `index` are `index * 7 % 251`.
//!
//! Cases in which MPICH 5 deviates from the standard are left out: it gives a vector of empty blocks the bounds of
//! nonempty blocks, does not let explicit bounds in a struct prevail over those of other members, and rounds up a
//! struct to its alignment in spite of explicit bounds, or twice if structs are nested.

use std::error::Error;
use std::fmt::Write as _;
use std::io::Write as _;

use datarep::datatype::{Dimension, Distribution, Memory, Order, PairType, Typemap};
use datarep::{Datarep, Predefined, standard};

/// Pseudorandom numbers: xorshift.
struct Random(u64);

impl Random {
    fn below(&mut self, end: i64) -> i64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        i64::try_from(self.0 >> 33).unwrap_or(0) % end
    }

    fn within(&mut self, low: i64, high: i64) -> i64 {
        low + self.below(high - low + 1)
    }

    fn list<T>(&mut self, mut entry: impl FnMut(&mut Random) -> T) -> Vec<T> {
        (0..self.within(1, 4)).map(|_| entry(self)).collect()
    }

    /// A displacement that keeps every type aligned: libraries round up unaligned types in different ways.
    fn bytes(&mut self) -> i64 {
        self.within(-5, 9) * 16
    }
}

type Made = Result<(Typemap, String), Box<dyn Error>>;

fn leaf(random: &mut Random) -> (Typemap, String) {
    if random.below(5) == 0 {
        let pair = PairType::ALL[usize::try_from(random.below(9)).unwrap_or(0)];
        return (pair.into(), format!("[\"named\", \"{}\"]", pair.name()));
    }
    loop {
        let index = usize::try_from(random.below(57)).unwrap_or(0);
        if let Some(predefined) = Predefined::all().nth(index).filter(|ty| ty.name().starts_with("MPI_")) {
            return (predefined.into(), format!("[\"named\", \"{}\"]", predefined.name()));
        }
    }
}

fn any(random: &mut Random, depth: u32) -> Made {
    if depth == 0 {
        return Ok(leaf(random));
    }
    let inner = random.below(i64::from(depth));
    let (old, text) = any(random, u32::try_from(inner)?)?;
    let order = if random.below(2) == 0 { Order::C } else { Order::Fortran };
    let (count, length) = (random.within(1, 4), random.within(1, 3));
    Ok(match random.below(12) {
        0 => (Typemap::dup(&old)?, format!("[\"dup\", {text}]")),
        1 => (Typemap::contiguous(count, &old)?, format!("[\"contiguous\", {count}, {text}]")),
        2 => {
            let stride = random.within(-3, 6);
            let made = Typemap::vector(count, length, stride, &old)?;
            (made, format!("[\"vector\", {count}, {length}, {stride}, {text}]"))
        }
        3 => {
            let stride = random.bytes();
            let made = Typemap::hvector(count, length, stride, &old)?;
            (made, format!("[\"hvector\", {count}, {length}, {stride}, {text}]"))
        }
        4 => {
            let blocks = random.list(|random| (random.within(1, 3), random.within(-4, 8)));
            (Typemap::indexed(&blocks, &old)?, format!("[\"indexed\", {}, {text}]", pairs(&blocks)))
        }
        5 => {
            let blocks = random.list(|random| (random.within(1, 3), random.bytes()));
            (Typemap::hindexed(&blocks, &old)?, format!("[\"hindexed\", {}, {text}]", pairs(&blocks)))
        }
        6 => {
            let blocks = random.list(|random| random.within(-4, 8));
            (
                Typemap::indexed_block(length, &blocks, &old)?,
                format!("[\"indexed_block\", {length}, {blocks:?}, {text}]"),
            )
        }
        7 => {
            let blocks = random.list(Random::bytes);
            let made = Typemap::hindexed_block(length, &blocks, &old)?;
            (made, format!("[\"hindexed_block\", {length}, {blocks:?}, {text}]"))
        }
        8 => structure(random, depth, (old, text))?,
        9 => subarray(random, order, &old, &text)?,
        10 => darray(random, order, &old, &text)?,
        _ => {
            let (lb, extent) = (random.bytes(), random.within(0, 12) * 16);
            (Typemap::resized(lb, extent, &old)?, format!("[\"resized\", {lb}, {extent}, {text}]"))
        }
    })
}

fn structure(random: &mut Random, depth: u32, first: (Typemap, String)) -> Made {
    let mut members = vec![first];
    for _ in 0..random.below(3) {
        members.push(any(random, depth - 1)?);
    }
    let plain = members.iter().all(|(_, text)| text.starts_with("[\"named\""));
    let (mut blocks, mut all) = (Vec::new(), Vec::new());
    for (mut old, mut text) in members {
        if !plain {
            let (lb, extent) = (old.lb().div_euclid(16) * 16, (old.extent() + 15).div_euclid(16) * 16);
            text = format!("[\"resized\", {lb}, {extent}, {text}]");
            old = Typemap::resized(lb, extent, &old)?;
        }
        let (length, displacement) = (random.within(1, 2), random.bytes());
        all.push(format!("[{length}, {displacement}, {text}]"));
        blocks.push((length, displacement, old));
    }
    let all = all.join(", ");
    Ok((Typemap::structure(&blocks)?, format!("[\"struct\", [{all}]]")))
}

fn subarray(random: &mut Random, order: Order, old: &Typemap, text: &str) -> Made {
    let parts = random.list(|random| {
        let (sub, start) = (random.within(1, 3), random.below(3));
        [sub + start + random.below(3), sub, start]
    });
    let column = |index: usize| parts.iter().map(|part| part[index]).collect::<Vec<i64>>();
    let (sizes, subsizes, starts) = (column(0), column(1), column(2));
    let made = Typemap::subarray(&sizes, &subsizes, &starts, order, old)?;
    Ok((made, format!("[\"subarray\", {sizes:?}, {subsizes:?}, {starts:?}, \"{order:?}\", {text}]")))
}

fn darray(random: &mut Random, order: Order, old: &Typemap, text: &str) -> Made {
    let mut all = Vec::new();
    let mut dimensions = Vec::new();
    let mut size = 1;
    for _ in 0..random.within(1, 3) {
        let (gsize, mut psize) = (random.within(1, 7), random.within(1, 3));
        let block = (gsize + psize - 1) / psize + random.below(2);
        let (distribution, kind, argument) = match random.below(5) {
            0 => (Distribution::None, "none", -1),
            1 => (Distribution::Block(None), "block", -1),
            2 => (Distribution::Block(Some(block)), "block", block),
            3 => (Distribution::Cyclic(None), "cyclic", -1),
            _ => (Distribution::Cyclic(Some(block)), "cyclic", block),
        };
        if distribution == Distribution::None {
            psize = 1;
        }
        size *= psize;
        dimensions.push(Dimension { gsize, distribution, psize });
        all.push(format!("[{gsize}, \"{kind}\", {argument}, {psize}]"));
    }
    let mut rank = random.below(size);
    let mut made = Typemap::darray(size, rank, &dimensions, order, old)?;
    if made.items() == 0 {
        rank = 0;
        made = Typemap::darray(size, rank, &dimensions, order, old)?;
    }
    Ok((made, format!("[\"darray\", {size}, {rank}, [{}], \"{order:?}\", {text}]", all.join(", "))))
}

fn pairs(blocks: &[(i64, i64)]) -> String {
    let blocks: Vec<String> = blocks.iter().map(|(length, at)| format!("[{length}, {at}]")).collect();
    format!("[{}]", blocks.join(", "))
}

fn hexadecimal(bytes: &[u8]) -> Result<String, std::fmt::Error> {
    let mut text = String::with_capacity(2 * bytes.len());
    for byte in bytes {
        write!(text, "{byte:02x}")?;
    }
    Ok(text)
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let types: u64 = arguments.next().as_deref().unwrap_or("1000").parse()?;
    let seed: u64 = arguments.next().as_deref().unwrap_or("1").parse()?;
    let mut random = Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
    let mut out = std::io::stdout().lock();
    let mut written = 0;
    while written < types {
        let (typemap, text) = any(&mut random, 4)?;
        if typemap.items() > 20_000 || typemap.true_extent() > 1 << 20 || typemap.extent().abs() > 1 << 20 {
            continue;
        }
        let committed = typemap.commit()?;
        let low = typemap.true_lb().min(typemap.true_lb() + typemap.extent()).min(0);
        let high = typemap.true_ub().max(typemap.true_ub() + typemap.extent()).max(0);
        let native: Vec<u8> = (0..high - low).map(|at| u8::try_from(at * 7 % 251).unwrap_or(0)).collect();
        let mut packed = vec![0; usize::try_from(Datarep::NATIVE.pack_size(&committed, 2)?)?];
        let origin = usize::try_from(-low)?;
        Datarep::NATIVE.pack(&committed, 2, Memory::at(&native, origin), &mut packed, &mut 0)?;
        let bytes = hexadecimal(&packed)?;
        let external32 = Datarep::from(standard::external32::DATAREP);
        let mut packed = vec![0; usize::try_from(external32.pack_size(&committed, 2)?)?];
        let converted = external32.pack(&committed, 2, Memory::at(&native, origin), &mut packed, &mut 0);
        let external = if converted.is_ok() { hexadecimal(&packed)? } else { String::new() };
        writeln!(
            out,
            "{{\"type\": {text}, \"size\": {}, \"lb\": {}, \"extent\": {}, \"true_lb\": {}, \"true_extent\": {}, \
             \"origin\": {origin}, \"bytes\": {}, \"packed\": \"{bytes}\", \"external32\": \"{external}\"}}",
            typemap.size(),
            typemap.lb(),
            typemap.extent(),
            typemap.true_lb(),
            typemap.true_extent(),
            native.len(),
        )?;
        written += 1;
    }
    Ok(())
}
