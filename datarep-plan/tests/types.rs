//! Every plan of the library keeps the rules of its steps: values come before who needs them, and have the types that
//! the operations ask for. Who runs plans relies on that.

use datarep_dsl::compile;
use datarep_dsl::model::Model;
use datarep_dsl::source::Source;
use datarep_plan::body::{Binary, Body, Id, Operation, Outcome, Unary};
use datarep_plan::conversion::OrdinaryBody;
use datarep_plan::plan::Plan;
use datarep_plan::types::{ResultPair, Type};

/// Formats that no representation of the library has.
const OTHERS: &str = "
    datarep tens extends external32 {
        real { 2 => decimal32_dpd, 4 => decimal_float(96, bid), 8 => decimal64_bid, 16 => decimal128_dpd }
        DATAREP_DECIMAL => decimal64_dpd { on read { overflow => saturate, infinity => saturate, nan => zero } };
        on read { overflow => infinity } on write { overflow => nan, underflow => zero, negative_zero => zero }
    }
    datarep regimes extends external32 {
        real { 2 => posit(5, 0) right_justified(1), 4 => posit(64, 8), 8 => posit(32, 2), 16 => posit(64, 0) }
        on read { overflow => infinity, nan => zero } on write { overflow => nan, infinity => nan, inexact => up }
    }";

/// The texts of the standard library's representations, and others.
fn models() -> Vec<Model> {
    let texts = datarep_dsl::standard::datareps();
    let compiled = texts.iter().chain(&[("others", OTHERS)]).map(|(name, text)| {
        let source = Source { name: (*name).to_owned(), text: (*text).to_owned(), first_line: 1 };
        compile(&source).expect("a text of the library is sound")
    });
    compiled.collect()
}

fn is_number(ty: Type) -> bool {
    ty.is_integer() || ty.is_float()
}

fn holds_of_one(unary: Unary, ty: Type, one: Type) -> bool {
    match unary {
        Unary::Not => one == ty && (ty == Type::Bool || ty.is_integer()),
        Unary::Negate => one == ty && is_number(ty),
        Unary::Magnitude => matches!((one, ty), (Type::Signed(from), Type::Unsigned(to)) if from == to),
        Unary::Cast => is_number(ty) && (is_number(one) || one == Type::Bool),
        Unary::FromBits => ty.float_word() == Some(one),
        Unary::ToBits => one.float_word() == Some(ty),
    }
}

fn holds_of_two(binary: Binary, ty: Type, one: Type, other: Type) -> bool {
    let fits = match binary {
        Binary::ShiftLeft | Binary::ShiftRight => {
            return one == ty && ty.is_integer() && matches!(other, Type::Unsigned(_));
        }
        Binary::And | Binary::Or | Binary::Xor => ty == Type::Bool || ty == Type::Events || ty.is_integer(),
        _ => is_number(ty),
    };
    one == ty && other == ty && fits
}

/// Whether the step's type is that of its operation, of values of these types.
fn holds(operation: &Operation, ty: Type, of: &dyn Fn(Id) -> Type) -> bool {
    match operation {
        Operation::Input | Operation::Constant(..) => true,
        Operation::Events(_) => ty == Type::Events,
        Operation::Unary(unary, one) => holds_of_one(*unary, ty, of(*one)),
        Operation::Binary(binary, one, other) => holds_of_two(*binary, ty, of(*one), of(*other)),
        Operation::Compare(_, one, other) => {
            of(*one) == of(*other) && is_number(of(*one)) && ty == Type::Bool
        }
        Operation::Meets(one, other) => {
            of(*one) == Type::Events && of(*other) == Type::Events && ty == Type::Bool
        }
        Operation::Select(condition, one, other) => {
            of(*condition) == Type::Bool && of(*one) == ty && of(*other) == ty
        }
        Operation::Contains(_, byte) => of(*byte).is_integer() && ty == Type::Bool,
        Operation::Call(primitive, arguments) => {
            let (types, result) = primitive.signature();
            arguments.iter().map(|argument| of(*argument)).eq(types) && result == ty
        }
        Operation::Part(record, part) => {
            matches!(of(*record), Type::Record(record) if record.part(*part) == Some(ty))
        }
        Operation::Made(word, kinds) => {
            let bits = of(*word).integer_bits().unwrap_or(0);
            ty == Type::Record(ResultPair::Made(bits)) && of(*kinds) == Type::Events
        }
        Operation::Load(_, bytes) => {
            matches!((of(*bytes), ty), (Type::Bytes(count), Type::Unsigned(bits)) if 8 * count == bits)
        }
        Operation::Store(_, word) => {
            matches!((of(*word), ty), (Type::Unsigned(bits), Type::Bytes(count)) if 8 * count == bits)
        }
        Operation::Permuted(bytes, order) => match (of(*bytes), ty) {
            (Type::Bytes(from), Type::Bytes(to)) => {
                order.len() == to as usize && order.iter().flatten().all(|byte| *byte < from as usize)
            }
            _ => false,
        },
        Operation::Byte(bytes, index) => {
            matches!(of(*bytes), Type::Bytes(count) if *index < count as usize) && ty == Type::Unsigned(8)
        }
        Operation::Bytes(all) => {
            let all_bytes = all.iter().all(|byte| of(*byte) == Type::Unsigned(8));
            all_bytes && matches!(ty, Type::Bytes(count) if count as usize == all.len())
        }
        Operation::HalvesSwapped(bytes) => of(*bytes) == ty && matches!(ty, Type::Bytes(_)),
    }
}

/// Asserts the rules of a body, and gives the types that it begins and ends with.
fn ends(body: &Body, title: &str) -> (Option<Type>, Type) {
    let of = |id: Id| body.step(id).ty;
    for (index, step) in body.steps.iter().enumerate() {
        let before = step.operation.operands().iter().all(|operand| operand.0 < index);
        assert!(before && holds(&step.operation, step.ty, &of), "{title}: step {index}: {step:?}");
    }
    let item = match body.outcome {
        Outcome::Moved(item) => item,
        Outcome::Exact { item, kinds } => {
            assert_eq!(of(kinds), Type::Events, "{title}");
            item
        }
        Outcome::Ordinary { item, odd, inexact, beyond } => {
            let beyond = beyond.map_or(Vec::new(), |(tiny, overflow)| vec![tiny, overflow]);
            assert!([odd, inexact].into_iter().chain(beyond).all(|flag| of(flag) == Type::Bool), "{title}");
            item
        }
    };
    let input = body.steps.iter().find(|step| step.operation == Operation::Input);
    (input.map(|step| step.ty), of(item))
}

#[test]
fn every_plan_of_the_library_keeps_the_rules_of_its_steps() {
    let (mut plans, mut forms) = (0, 0);
    for model in models() {
        for conversion in model.datareps.iter().flat_map(|datarep| &datarep.conversions) {
            let format = &model.formats[conversion.format.0];
            let (title, native) = (&conversion.title, Type::from_native(conversion.native));
            let plan = Plan::from_conversion(format, conversion);
            let file = Type::Bytes(conversion.order.extent(format.bits));
            let (from, word) = ends(&plan.load, title);
            let (stored, to) = ends(&plan.store, title);
            assert_eq!((from, stored, to), (Some(file), Some(word), file), "{title}");
            let form = |ordinary: &OrdinaryBody| match ordinary {
                OrdinaryBody::Form { body, .. } => Some(body.clone()),
                OrdinaryBody::None | OrdinaryBody::Exact => None,
            };
            let [read, write] = [&plan.bodies.read_ordinary, &plan.bodies.write_ordinary].map(form);
            forms += usize::from(read.is_some()) + usize::from(write.is_some());
            for body in [Some(plan.bodies.read.clone()), read].into_iter().flatten() {
                let (input, item) = ends(&body, title);
                assert_eq!((input.unwrap_or(word), item), (word, native), "{title}: reading");
            }
            for body in [Some(plan.bodies.write.clone()), write].into_iter().flatten() {
                let (input, item) = ends(&body, title);
                assert_eq!((input.unwrap_or(native), item), (native, word), "{title}: writing");
            }
            plans += 1;
        }
    }
    assert!(plans > 300 && forms > 50, "{plans} plans with {forms} ordinary forms");
}
