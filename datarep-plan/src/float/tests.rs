//! Exact bodies of formats that are longer than usual.

use datarep_dsl::model::{FormatKind, Native, Policy};
use datarep_dsl::{compile, source::Source};

use super::line::NumberRange;
use super::read;
use crate::body::Operation;

/// The bit that makes a NaN quiet is above the bits of an `i32`.
#[test]
fn the_quiet_bit_of_a_long_significand_is_turned() {
    let text = "float number = S1 F99 E4 where value = F * 2^(E - 109) {
        zero if S == 0 && E == 0 && F == 0;
        ieee;
        quiet clear;
        order big;
    }";
    let source = Source { name: "one.datarep".to_owned(), text: text.to_owned(), first_line: 1 };
    let model = compile(&source).expect("the text is sound");
    let format = &model.formats[0];
    let FormatKind::Float(float) = &format.kind else { unreachable!("a float") };
    let native = (Native::F64, Native::F64.float().expect("a float"));
    let body = read::plan_reading(format, float, native, &Policy::DEFAULT, &NumberRange::from_float(float));
    let is_quiet_bit =
        |operation: &Operation| matches!(operation, Operation::Constant(bits, _) if *bits == 1 << 98);
    assert!(body.steps.iter().any(|step| is_quiet_bit(&step.operation)));
}
