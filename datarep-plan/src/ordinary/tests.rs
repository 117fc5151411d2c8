//! The example of the module's documentation, step by step, and what is odd in other formats. Bodies are executed for one item.

use datarep_dsl::model::{Comparison, FormatKind, Native, Policy};
use datarep_dsl::{compile, source::Source};

use crate::body::{Binary, Body, Id, Operation, Outcome, Unary};
use crate::conversion::{Meets, OrdinaryBody};
use crate::fold;
use crate::primitive::Primitive;
use crate::types::{Type, mask};

/// The format of a text that contains only one.
fn format(text: &str) -> datarep_dsl::model::Format {
    let source = Source { name: "one.datarep".to_owned(), text: text.to_owned(), first_line: 1 };
    compile(&source).expect("the text is sound").formats.remove(0)
}

/// The bodies of a format and an `f64`, under the default rules.
fn bodies(text: &str) -> [OrdinaryBody; 2] {
    let format = format(text);
    let policy = &Policy::DEFAULT;
    match &format.kind {
        FormatKind::Float(float) => [
            super::plan_reading(&format, float, Native::F64, policy),
            super::plan_writing(&format, float, Native::F64, policy),
        ],
        FormatKind::Integer(integer) => [
            super::fixed::plan_reading(&format, *integer, Native::F64, policy),
            super::fixed::plan_writing(&format, *integer, Native::F64, policy),
        ],
        other => unreachable!("{other:?}"),
    }
}

/// The results of a body's steps for an item: the bits of each value, or of each part of a record.
struct Run<'b> {
    body: &'b Body,
    values: Vec<Vec<u128>>,
}

impl<'b> Run<'b> {
    fn of(form: &'b OrdinaryBody, item: u128) -> Run<'b> {
        let OrdinaryBody::Form { body, .. } = form else { panic!("{form:?}") };
        let mut run = Run { body, values: Vec::new() };
        for step in &body.steps {
            let value = run.step(&step.operation, step.ty, item);
            run.values.push(value);
        }
        run
    }

    fn bits(&self, Id(index): Id) -> u128 {
        self.values[index][0]
    }

    fn double(&self, id: Id) -> f64 {
        f64::from_bits(u64::try_from(self.bits(id)).expect("64 bits"))
    }

    /// The number of a signed integer.
    fn number(&self, id: Id) -> i128 {
        fold::number_from_bits(self.bits(id), self.ty(id)).expect("it has a sign")
    }

    fn ty(&self, id: Id) -> Type {
        self.body.step(id).ty
    }

    fn step(&self, operation: &Operation, ty: Type, item: u128) -> Vec<u128> {
        let kept = |bits: u128| vec![bits & ty.integer_bits().map_or(u128::MAX, mask)];
        match operation {
            Operation::Input => vec![item],
            Operation::Constant(bits, _) => vec![*bits],
            Operation::Unary(unary, one) => kept(match unary {
                Unary::Not if ty == Type::Bool => 1 - self.bits(*one),
                Unary::Not => !self.bits(*one),
                Unary::Negate if ty == Type::Double => self.bits(*one) ^ 1 << 63,
                Unary::Negate => self.bits(*one).wrapping_neg(),
                Unary::Cast => match self.ty(*one) {
                    Type::Signed(_) => self.number(*one).cast_unsigned(),
                    _ => self.bits(*one),
                },
                Unary::FromBits | Unary::ToBits => self.bits(*one),
                Unary::Magnitude => unreachable!("no such step"),
            }),
            Operation::Binary(binary, one, other) if ty == Type::Double => {
                let (one, other) = (self.double(*one), self.double(*other));
                kept(u128::from(match binary {
                    Binary::Multiply => (one * other).to_bits(),
                    Binary::Add => (one + other).to_bits(),
                    Binary::Subtract => (one - other).to_bits(),
                    binary => unreachable!("{binary:?} of floats"),
                }))
            }
            Operation::Binary(binary, one, other) => kept(self.binary(*binary, *one, *other)),
            Operation::Compare(comparison, one, other) => {
                vec![u128::from(self.compare(*comparison, *one, *other))]
            }
            Operation::Select(condition, one, other) => {
                vec![self.bits(if self.bits(*condition) == 1 { *one } else { *other })]
            }
            Operation::Call(primitive, arguments) => self.call(*primitive, arguments),
            Operation::Part(record, part) => {
                let Type::Record(record_type) = self.ty(*record) else { panic!("{operation:?}") };
                let place = record_type.parts().iter().position(|(name, _)| name == part);
                vec![self.values[record.0][place.expect("a part")]]
            }
            other => unreachable!("no ordinary form has {other:?}"),
        }
    }

    fn binary(&self, binary: Binary, one: Id, other: Id) -> u128 {
        let (left, right) = (self.bits(one), self.bits(other));
        let by = || u32::try_from(right).expect("a shift");
        match binary {
            Binary::And => left & right,
            Binary::Or => left | right,
            Binary::Xor => left ^ right,
            Binary::Add | Binary::AddWrapping => left.wrapping_add(right),
            Binary::Subtract | Binary::SubtractWrapping => left.wrapping_sub(right),
            Binary::Multiply => left.wrapping_mul(right),
            Binary::ShiftLeft => left << by(),
            Binary::ShiftRight => match self.ty(one) {
                Type::Signed(_) => (self.number(one) >> by()).cast_unsigned(),
                _ => left >> by(),
            },
            Binary::Maximum => left.max(right),
            Binary::Difference | Binary::Minimum | Binary::Remainder => unreachable!("no such step"),
        }
    }

    fn compare(&self, comparison: Comparison, one: Id, other: Id) -> bool {
        if self.ty(one) == Type::Double {
            let ordering = self.double(one).partial_cmp(&self.double(other)).expect("numbers");
            return comparison.holds_for(ordering);
        }
        let (left, right) = (self.bits(one), self.bits(other));
        comparison.holds_for(match self.ty(one) {
            Type::Signed(_) => self.number(one).cmp(&self.number(other)),
            _ => left.cmp(&right),
        })
    }

    #[expect(clippy::cast_precision_loss, reason = "the processor's rounding is what is asked for")]
    fn call(&self, primitive: Primitive, arguments: &[Id]) -> Vec<u128> {
        let integer = u64::try_from(self.bits(arguments[0])).expect("64 bits");
        let number = match primitive {
            Primitive::Double | Primitive::NearestDouble => integer as f64,
            Primitive::SignedDouble | Primitive::NearestSignedDouble => integer.cast_signed() as f64,
            other => unreachable!("{other:?}"),
        };
        let inexact = u128::from(integer.leading_zeros() + integer.trailing_zeros() < 11);
        vec![number.to_bits().into(), inexact]
    }

    /// The last value with this name.
    fn named(&self, name: &str) -> u128 {
        let is_named = |step: &crate::body::Step| step.name.as_deref() == Some(name);
        let index = self.body.steps.iter().rposition(is_named);
        self.bits(Id(index.unwrap_or_else(|| panic!("no step is called `{name}`"))))
    }

    /// The item, and whether it is odd and inexact.
    fn outcome(&self) -> (u128, bool, bool) {
        let Outcome::Ordinary { item, odd, inexact, .. } = self.body.outcome else { panic!("an exact body") };
        (self.bits(item), self.bits(odd) == 1, self.bits(inexact) == 1)
    }
}

const HFP64: &str = "float hfp64 = S1 E7 F56 where value = 0.F * 16^(E - 64) { order big; }";

const TINY: &str = "float tiny = S1 E3 F4 where value = 1.F * 2^(E - 3) { ieee; }";

#[test]
fn a_number_is_read_as_the_essay_says() {
    let [read, _] = bodies(HFP64);
    let run = Run::of(&read, 0xC276_A000_0000_0000);
    assert_eq!(run.named("sign"), 0x8000_0000_0000_0000);
    assert_eq!(run.named("exponent"), 66);
    assert_eq!(run.named("significand"), 0x76_A000_0000_0000);
    assert_eq!(run.named("power"), 975 << 52);
    assert_eq!(run.named("number"), 118.625_f64.to_bits().into());
    assert_eq!(run.outcome(), ((-118.625_f64).to_bits().into(), false, false));
}

#[test]
fn a_number_is_written_as_the_essay_says() {
    let [_, write] = bodies(HFP64);
    let run = Run::of(&write, (-118.625_f64).to_bits().into());
    assert_eq!(run.named("magnitude"), 0x405D_A800_0000_0000);
    assert_eq!(run.named("counted") >> 52, 266);
    assert_eq!(run.named("exponent"), 66);
    assert_eq!(run.named("place"), 2);
    assert_eq!(run.named("significand"), 0x76_A000_0000_0000);
    assert_eq!(run.outcome(), (0xC276_A000_0000_0000, false, false));
}

#[test]
fn the_formula_of_a_body_is_that_of_its_format() {
    let [read, _] = bodies(HFP64);
    let OrdinaryBody::Form { body, meets } = read else { panic!("{read:?}") };
    assert_eq!(
        body.doc,
        ["Ordinary: E from 0 to 127, and zero.", "Value: `±F × 2^(4 × E - 312)` of the word's fields."]
    );
    assert_eq!(meets, Meets::Nothing);
    let power = body.steps.iter().find(|step| step.name.as_deref() == Some("power"));
    let reason = power.and_then(|step| step.reason.as_deref());
    let says = "`2^(4 × exponent - 312)`, whose own exponent field is `4 × exponent + 711`: 711 = 1023 - 4 × 64 - 56.";
    assert_eq!(reason, Some(says));
}

#[test]
fn fixed_point_is_rounded_as_the_essay_says() {
    let [_, write] = bodies("integer q8 = fixed(16, 8) { order big; }");
    let run = Run::of(&write, (-1.2509_f64).to_bits().into());
    assert_eq!(run.named("scaled"), (-320.2304_f64).to_bits().into());
    assert_eq!(run.named("number"), (-320_f64).to_bits().into());
    assert_eq!(run.outcome(), (0xFEC0, false, true));
}

#[test]
fn short_exponents_are_counted_as_the_essay_says() {
    let [_, write] = bodies(TINY);
    assert_eq!(Run::of(&write, 0.1_f64.to_bits().into()).outcome(), (0x06, false, true));
    let run = Run::of(&write, 3_f64.to_bits().into());
    assert_eq!((run.named("count"), run.outcome()), (72, (0x48, false, false)));
}

/// The exponent is the only field beside the sign, in a word of the largest size.
#[test]
fn exponents_outside_of_the_range_are_odd() {
    let text = "float number = S1 E14 _113 where value = 2^(E - 10468) { order big; }";
    let [read, _] = bodies(text);
    let outcome = |exponent: u128| Run::of(&read, exponent << 113).outcome();
    assert_eq!(outcome(10468), (1_f64.to_bits().into(), false, false));
    assert!(outcome(10468 - 1023).1 && outcome(10468 + 1024).1);
    assert!(!outcome(10468 - 1022).1 && !outcome(10468 + 1023).1);
}

/// Formats for every form, with numbers that are ordinary in all of them.
#[test]
fn what_is_written_is_read_again() {
    let texts = [
        HFP64,
        "float vax_d = S1 E8 F55 where value = 0.1F * 2^(E - 128) { order pdp; zero if E == 0 && S == 0; reserved if E == 0 && S == 1; }",
        "float b5500 = _1 S1 E7 F39 where value = F * 8^E { exponent sign_magnitude; order big; }",
        "float hp2100 = S1 F23 E8 where value = S.F * 2^E { exponent rotated; order big; }",
        "float ti = E8 S1 F23 where value = S!S.F * 2^E { exponent twos_complement; zero if E == -128; order big; }",
        TINY,
        "float short = S1 F11 E4 where value = S.F * 2^E { order big; }",
    ];
    for text in texts {
        let [read, write] = bodies(text);
        for number in [1.0, -1.0, 0.75, -0.75, 3.5, -3.5, 0.0] {
            let written = Run::of(&write, f64::to_bits(number).into()).outcome();
            assert!(!written.1 && !written.2, "{text}: {number} is {written:x?}");
            let read = Run::of(&read, written.0).outcome();
            assert_eq!(read, (number.to_bits().into(), false, false), "{text}: {number}");
        }
    }
}
