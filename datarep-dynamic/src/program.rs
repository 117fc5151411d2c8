//! Programs: bodies of plans as steps over columns.
//!
//! A body is a straight line, so a program is a list of loops. Each step of the body is a loop over a column of items, which reads the
//! columns of earlier steps and writes its own; constants are part of the loop. The bytes of items come in by the first steps
//! and go out by the last. What the plan decides is not asked again here, and nothing is decided but how a step is computed.
//!
//! # An example
//!
//! IBM's short float, `S1 E7 F24 where value = 0.F * 16^(E - 64)`, is read as an `f32` by these loops, over some hundred items at a time:
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
//! What is taken from the word, counted and moved is one loop, as far as it goes (`chain`). The columns stay in the nearest cache: that of a value which
//! nobody reads any more is the place of another. With vectors of 64 bytes an item takes 0.6 ns.

mod arithmetic;
mod bytes;
mod chain;
mod compiled;
mod compiler;
mod primitive;
mod results;
mod steps;
mod tens;
mod value;

use datarep_dsl::model::Native;
use datarep_plan::body::Body;
use datarep_plan::plan::Plan;

pub(crate) use compiled::Program;
use compiler::Compiler;
pub(crate) use value::{bytes_of, kinds};

impl Program {
    /// File to native, by this body.
    pub(crate) fn reading(plan: &Plan, native: Native, body: &Body) -> Program {
        let mut compiler = Compiler::default();
        let bytes = Compiler::bytes_of_input(&plan.load);
        let word = compiler.body(&plan.load, bytes).item;
        let made = compiler.body(body, word);
        compiler.store_native(native, &made.item);
        compiler.finish(&made)
    }

    /// Native to file, by this body.
    pub(crate) fn writing(plan: &Plan, native: Native, body: &Body) -> Program {
        let mut compiler = Compiler::default();
        let item = compiler.load_native(native);
        let made = compiler.body(body, item);
        let bytes = compiler.body(&plan.store, made.item.clone()).item;
        compiler.store_bytes(&bytes);
        compiler.finish(&made)
    }
}
