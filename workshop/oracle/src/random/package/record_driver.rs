//! The program of every package of random records. It reads files, and prints what the generated code does with each.
//!
//! This file is not a module of `datarep-oracle`. It is compiled with the generated code and depends only on the runtime.

use std::fmt::Debug;
use std::io::Read as _;
use std::panic::{AssertUnwindSafe, catch_unwind};

use datarep::codegen::{Error, Loss};
use datarep::Event;

/// What is printed for a file or values that are refused.
const REFUSED: &str = "refused";

/// The records of one text: a file to what is printed of it.
pub type Subject = Box<dyn Fn(&[u8]) -> String>;

type Read<T> = fn(&[u8]) -> Result<(Vec<T>, Loss), Error>;
type Write<T> = fn(&[T]) -> Result<(Vec<u8>, Loss), Error>;

pub fn subject<T: Debug + 'static>(read: Read<T>, write: Write<T>) -> Subject {
    Box::new(move |file| {
        let Ok((records, loss)) = read(file) else { return format!("\t{REFUSED}\t{REFUSED}") };
        let counts = Event::ALL.iter().filter(|event| loss.of(**event) > 0);
        let counts: String = counts.map(|event| format!("{event} {} ", loss.of(*event))).collect();
        let written = match write(&records) {
            Ok((bytes, _)) => bytes.iter().map(|byte| format!("{byte:02x}")).collect(),
            Err(_) => REFUSED.to_owned(),
        };
        format!("{counts}\t{records:?}\t{written}")
    })
}

/// Reads the files of all subjects from standard input.
pub fn run(subjects: &[Subject]) {
    let mut input = Vec::new();
    std::io::stdin().read_to_end(&mut input).expect("the files of all records");
    let mut rest = input.as_slice();
    std::panic::set_hook(Box::new(|_| {}));
    for (index, subject) in subjects.iter().enumerate() {
        for _ in 0..take_number(&mut rest) {
            let length = take_number(&mut rest);
            let (file, behind) = rest.split_at(length);
            rest = behind;
            let shown = catch_unwind(AssertUnwindSafe(|| subject(file)));
            println!("{index}\t{}", shown.unwrap_or_else(|_| "\tpanicked\tpanicked".to_owned()));
        }
    }
}

fn take_number(rest: &mut &[u8]) -> usize {
    let (number, behind) = rest.split_first_chunk::<4>().expect("four bytes");
    *rest = behind;
    u32::from_le_bytes(*number) as usize
}
