//! Programs: the bodies of plans as steps over columns.
//!
//! A body has no branches, so a program is a list of loops. Each step of the body is a loop over a column of items. It
//! reads the columns of earlier steps and writes its own; constants are part of the loop. The first steps load the
//! bytes of items, and the last ones store them. The plan has decided what is computed; a program only decides how.
//!
//! # An example
//!
//! These loops read IBM's short float, `S1 E7 F24 where value = 0.F * 16^(E - 64)`, as an `f32`, some hundred items at
//! a time:
//!
//! ```text
//! word      = bytes, the most significant first      41 1a 00 00   00 00 00 00   0x411a0000   0x00000000
//! sign      = word >> 31 << 31                                                   0            0
//! scaled    = (word >> 24 & 0x7f) << 2                                           260          0
//! digits    = word & 0x00ffffff                                                  0x1a0000     0
//! power     = (scaled + -153) << 23                                              2^-20        no number
//! integer   = digits as a float                                                  1703936.0    0.0
//! number    = integer * power                                                    1.625        0.0
//! beyond    = power > 227 << 23                                                  0            ones
//! rest      = word & 0x7fffffff                                                  0x411a0000   0
//! some      = rest != 0                                                          ones         0
//! odd       = beyond & some                                                      0            0
//! bits      = number & 0x7fffffff                                                1.625        0.0
//! made      = bits | sign                                                        1.625        0.0
//! ```
//!
//! A field that is taken from the word, offset and moved takes one loop, as far as that form goes (`chain`). The
//! columns stay in the nearest cache: a column that no later step reads gives its place to another one. With vectors of
//! 64 bytes an item takes 0.6 ns.

mod arithmetic;
mod bytes;
mod chain;
mod compiled;
mod compiler;
mod digits;
mod primitive;
mod results;
mod steps;
mod tens;
mod value;

use datarep_dsl::model::Native;
use datarep_plan::body::Body;
use datarep_plan::plan::Plan;

pub(crate) use compiled::Program;
pub(crate) use compiler::Extension;
use compiler::StepCompiler;
pub(crate) use value::{events_to_bits, native_size};

impl Program {
    /// The program that converts items of the file to native items with `body`.
    pub(crate) fn for_reading(plan: &Plan, native: Native, body: &Body) -> Program {
        let mut compiler = StepCompiler::default();
        // `load` and `body` are compiled into one program, so that a word goes from one to the other in a column and
        // never through memory of the caller.
        let bytes = StepCompiler::input_bytes(&plan.load);
        let word = compiler.compile_body(&plan.load, bytes).item;
        let results = compiler.compile_body(body, word);
        compiler.store_native(native, &results.item);
        compiler.finish_program(&results)
    }

    /// The program that converts native items to items of the file with `body`.
    pub(crate) fn for_writing(plan: &Plan, native: Native, body: &Body) -> Program {
        let mut compiler = StepCompiler::default();
        let item = compiler.load_native(native);
        let results = compiler.compile_body(body, item);
        let bytes = compiler.compile_body(&plan.store, results.item.clone()).item;
        compiler.store_bytes(&bytes);
        compiler.finish_program(&results)
    }
}
