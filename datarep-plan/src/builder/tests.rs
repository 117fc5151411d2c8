//! Folding, as builders see it.

use super::*;

/// A word of 24 bits.
fn word_of(builder: &BodyBuilder) -> Value<'_> {
    builder.input(Type::Unsigned(32), mask(24))
}

fn operations(body: &Body) -> Vec<&Operation> {
    body.steps.iter().map(|step| &step.operation).collect()
}

#[test]
fn what_does_nothing_is_not_there() {
    let builder = BodyBuilder::default();
    let word = word_of(&builder);
    assert_eq!(word << 0, word);
    assert_eq!(word >> 0, word);
    assert_eq!(word & mask(24), word);
    assert_eq!(word & u128::MAX, word);
    assert_eq!(word | 0, word);
    assert_eq!(word ^ 0, word);
    assert_eq!(word.add_wrapping(0), word);
    assert_eq!(word * decimal(1), word);
    assert_eq!(word.cast(Type::Unsigned(32)), word);
    assert_eq!(!!word.equals(3), word.equals(3));
    // A bit on top needs no mask.
    let top = word >> 23;
    assert_eq!(top & 1, top);
    assert_ne!(word >> 22 & 1, word >> 22);
}

#[test]
fn what_is_known_is_no_question() {
    let builder = BodyBuilder::default();
    let word = word_of(&builder);
    assert!(word.is_above(hex(mask(24))).is_never());
    assert_eq!(word.is_at_most(hex(mask(24))), Cond::Always);
    assert!(word.equals(hex(1 << 24)).is_never());
    assert_eq!(word.is_at_least(0), Cond::Always);
    assert!(matches!(word.is_above(hex(mask(23))), Cond::If(_)));
    let question = word.equals(7);
    assert_eq!(Cond::Never | question, question);
    assert_eq!(Cond::Always & question, question);
    assert!((Cond::Never & question).is_never());
    assert_eq!(Cond::Never.select(word, word >> 1 >> 0), word >> 1);
    assert_eq!(question.select(word, word), word);
    assert_eq!(!Cond::Never, Cond::Always);
}

#[test]
fn constants_are_computed() {
    let builder = BodyBuilder::default();
    let signed = |number: i32| builder.constant(Type::Signed(32), decimal(number));
    assert_eq!(signed(-3) + signed(5), signed(2));
    assert_eq!(signed(-3).cast(Type::Signed(64)).cast(Type::Signed(32)), signed(-3));
    assert_eq!(signed(3).negate(), signed(-3));
    assert!(matches!(signed(-3).is_below(signed(2)), Cond::Always));
    let wide = builder.constant(Type::Unsigned(64), hex(0xFF)) << 8;
    assert_eq!(
        wide,
        builder.constant(Type::Unsigned(64), Constant { bits: 0xFF00, show: Notation::Hex(64) })
    );
}

#[test]
fn comparisons_of_floats_are_not_inverted() {
    let builder = BodyBuilder::default();
    let float = builder.input(Type::Double, u128::MAX);
    let inside = float.is_at_least(Constant { bits: 0, show: Notation::Decimal });
    let body = builder.finish_exact(float, (!inside).choose_events(&builder, Events::NONE));
    assert_eq!(operations(&body).len(), 2);
    let body = builder.finish_ordinary(float, !inside, Cond::Never, Vec::new());
    assert!(operations(&body).iter().any(|operation| matches!(operation, Operation::Unary(Unary::Not, _))));
}

#[test]
fn steps_that_nothing_needs_are_left_out() {
    let builder = BodyBuilder::default();
    let word = word_of(&builder);
    let _ = (word << 3).with_name("left");
    let kept = (word >> 3).with_name("right");
    let body = builder.finish_exact(kept, builder.no_events());
    let names: Vec<&str> = body.steps.iter().filter_map(|step| step.name.as_deref()).collect();
    assert_eq!(names, ["right"]);
    for (index, step) in body.steps.iter().enumerate() {
        assert!(step.operation.operands().iter().all(|operand| operand.0 < index));
    }
}
