//! Loops written by hand, as a peer of `cargo xtask bench`. It follows the protocol of `../python/protocol.py`.
#![forbid(unsafe_code)]

mod gathers;
mod loops;

use std::fs;
use std::hint::black_box;
use std::io::{BufRead, Write, stdin, stdout};
use std::time::Instant;

use loops::{LOOPS, Prepared};

/// A work: its loop, its input and output, and the two buffers of the copy that is measured with it.
struct Work {
    convert: Prepared,
    input: Placed,
    output: Placed,
    copy: (Placed, Placed),
}

/// Bytes that begin at a given place within a page, like those of the benchmark itself.
struct Placed {
    bytes: Vec<u8>,
    start: usize,
}

/// The places of the input and of the output.
const INPUT: usize = 16;
const OUTPUT: usize = 2048 + 32;

impl Placed {
    fn new(place: usize, count: usize) -> Placed {
        let mut bytes = vec![0; count + 2 * 4096];
        let start = bytes.as_ptr().align_offset(4096) + place;
        bytes.truncate(start + count);
        Placed { bytes, start }
    }

    fn get(&mut self) -> &mut [u8] {
        &mut self.bytes[self.start..]
    }
}

fn main() -> std::io::Result<()> {
    let mut work: Option<Work> = None;
    say(&Ok(format!("loops {}", env!("CARGO_PKG_VERSION"))))?;
    for line in stdin().lock().lines() {
        let line = line?;
        let words: Vec<&str> = line.split('\t').collect();
        let answer = match words.as_slice() {
            ["work", name, bytes, input, output, length, arguments @ ..] => {
                // Free the buffers of the last work first, as they are large.
                drop(work.take());
                prepare(name, [bytes, length], [input, output], arguments)
                    .map(|prepared| work = Some(prepared))
                    .map(|()| String::new())
            }
            [command @ ("time" | "copy"), calls] => match (&mut work, calls.parse()) {
                (Some(work), Ok(calls)) => Ok(work.time(*command == "copy", calls).to_string()),
                (None, _) => Err("there is no work".to_owned()),
                (_, Err(_)) => Err(format!("`{calls}` is no number of calls")),
            },
            _ => Err(format!("`{line}` is not understood")),
        };
        say(&answer)?;
    }
    Ok(())
}

fn say(answer: &Result<String, String>) -> std::io::Result<()> {
    let mut out = stdout().lock();
    match answer {
        Ok(words) => writeln!(out, "ok\t{words}")?,
        Err(reason) => writeln!(out, "no\t{reason}")?,
    }
    out.flush()
}

fn prepare(name: &str, sizes: [&str; 2], files: [&str; 2], arguments: &[&str]) -> Result<Work, String> {
    let (_, make) = LOOPS
        .iter()
        .chain(gathers::LOOPS)
        .find(|(other, _)| *other == name)
        .ok_or_else(|| format!("there is no work `{name}`"))?;
    let number = |text: &str| text.parse().map_err(|_| format!("`{text}` is no number of bytes"));
    let [bytes, length] = sizes;
    let (bytes, length): (usize, usize) = (number(bytes)?, number(length)?);
    let [source, target] = files;
    let mut convert = make(arguments)?;
    let file = fs::read(source).map_err(|error| format!("`{source}`: {error}"))?;
    let mut input = Placed::new(INPUT, file.len());
    input.get().copy_from_slice(&file);
    let mut output = Placed::new(OUTPUT, length);
    convert(input.get(), output.get());
    fs::write(target, output.get()).map_err(|error| format!("`{target}`: {error}"))?;
    let mut from = Placed::new(INPUT, bytes);
    // Pages that were never written share the same memory.
    from.get().fill(1);
    Ok(Work { convert, input, output, copy: (from, Placed::new(OUTPUT, bytes)) })
}

impl Work {
    /// The nanoseconds of `calls` calls. If there are several, an unmeasured call comes first and fills the caches.
    fn time(&mut self, copies: bool, calls: u32) -> u128 {
        let Work { convert, input, output, copy: (from, to) } = self;
        let (input, output, from, to) = (input.get(), output.get(), from.get(), to.get());
        let mut call = || {
            if copies {
                black_box(&mut *to).copy_from_slice(black_box(from));
            } else {
                convert(black_box(input), black_box(&mut *output));
            }
        };
        if calls > 1 {
            call();
        }
        let start = Instant::now();
        for _ in 0..calls {
            call();
        }
        start.elapsed().as_nanos()
    }
}
