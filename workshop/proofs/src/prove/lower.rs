//! Bodies of plans as terms: each operation as the language of plans defines it.
//!
//! Nothing here knows a format or a rule. What a body means as a conversion is for the specification to say.

use std::collections::HashMap;

use datarep_dsl::model::{Comparison, Event, Events};
use datarep_plan::body::{Binary, Body, Id, Operation, Outcome, Significant, Unary};
use datarep_plan::types::{ResultPart, Type};

use super::digits::Decoded;
use super::primitive::call;
use super::term::{FloatNode, Term, Terms};

/// The value of a step.
#[derive(Debug, Clone)]
pub(crate) enum Value {
    Word(Term),
    Record(Vec<(ResultPart, Value)>),
    /// Bytes in the order of the file.
    Bytes(Vec<Term>),
    /// Bytes of digits, by their meaning: see `spelling`.
    Digits(Decoded),
}

/// The result of a body. Conditions that a body does not have are false.
#[derive(Debug)]
pub(crate) struct Lowered {
    pub(crate) item: Value,
    /// One bit for each event.
    pub(crate) events: Option<Term>,
    pub(crate) odd: Option<Term>,
    pub(crate) inexact: Option<Term>,
    /// Whether the item is below the normal numbers, and whether it overflows.
    pub(crate) beyond: Option<(Term, Term)>,
}

/// Bits of a set of events.
pub(crate) const EVENT_BITS: u32 = 16;

/// A set of events as bits, in the order of the model.
pub(crate) fn event_bits(events: Events) -> u128 {
    let all = Event::ALL.into_iter().enumerate();
    all.filter(|(_, event)| events.has(*event)).map(|(bit, _)| 1 << bit).sum()
}

impl Value {
    pub(crate) fn word(&self) -> Result<Term, String> {
        match self {
            Value::Word(term) => Ok(*term),
            Value::Record(_) | Value::Bytes(_) | Value::Digits(_) => {
                Err("a step needs a word where there is none".to_owned())
            }
        }
    }

    pub(crate) fn part(&self, part: ResultPart) -> Result<&Value, String> {
        let Value::Record(parts) = self else { return Err("a part of what is no record".to_owned()) };
        let found = parts.iter().find(|(name, _)| *name == part);
        found.map(|(_, value)| value).ok_or_else(|| format!("a record without {part:?}"))
    }

    pub(crate) fn record(parts: impl IntoIterator<Item = (ResultPart, Term)>) -> Value {
        Value::Record(parts.into_iter().map(|(part, term)| (part, Value::Word(term))).collect())
    }
}

/// Bits of a value that is one word.
pub(crate) fn word_bits(ty: Type) -> Result<u32, String> {
    match ty {
        Type::Bool => Ok(1),
        Type::Unsigned(bits) | Type::Signed(bits) => Ok(bits),
        Type::Single | Type::Character => Ok(32),
        Type::Double => Ok(64),
        Type::Events => Ok(EVENT_BITS),
        Type::Native(_) => {
            ty.float_word().and_then(Type::integer_bits).ok_or_else(|| format!("no word of {ty:?}"))
        }
        Type::Bytes(_) | Type::Record(_) => Err(format!("{ty:?} is no word")),
    }
}

/// Terms that stand for the results of steps, by the places of these.
pub(crate) type Cuts = HashMap<usize, Term>;

/// The results of a body's steps for an item. `cuts`: what later steps get in the place of a step's own result.
pub(crate) fn lower_steps(
    terms: &mut Terms,
    body: &Body,
    input: &Value,
    cuts: &Cuts,
) -> Result<Vec<Value>, String> {
    let mut values: Vec<Value> = Vec::with_capacity(body.steps.len());
    for (index, step) in body.steps.iter().enumerate() {
        let mut lowering = Lowering { terms: &mut *terms, body, values: &values, ty: step.ty };
        let value = match cuts.get(&index) {
            Some(&cut) => Value::Word(lowering.terms.resize(cut, word_bits(step.ty)?)),
            None => lowering.lower_operation(&step.operation, input)?,
        };
        values.push(value);
    }
    Ok(values)
}

/// The result of a body for an item.
pub(crate) fn lower_body(
    terms: &mut Terms,
    body: &Body,
    input: &Value,
    cuts: &Cuts,
) -> Result<Lowered, String> {
    let values = lower_steps(terms, body, input, cuts)?;
    let word = |Id(index): Id| values[index].word();
    let nothing = |item: Id| Lowered {
        item: values[item.0].clone(),
        events: None,
        odd: None,
        inexact: None,
        beyond: None,
    };
    Ok(match body.outcome {
        Outcome::Moved(item) => nothing(item),
        Outcome::Exact { item, kinds } => Lowered { events: Some(word(kinds)?), ..nothing(item) },
        Outcome::Ordinary { item, odd, inexact, beyond } => {
            let beyond = beyond.map(|(tiny, overflow)| Ok::<_, String>((word(tiny)?, word(overflow)?)));
            Lowered {
                odd: Some(word(odd)?),
                inexact: Some(word(inexact)?),
                beyond: beyond.transpose()?,
                ..nothing(item)
            }
        }
    })
}

struct Lowering<'a> {
    terms: &'a mut Terms,
    body: &'a Body,
    values: &'a [Value],
    ty: Type,
}

impl Lowering<'_> {
    fn value(&self, Id(index): Id) -> &Value {
        &self.values[index]
    }

    fn word(&self, id: Id) -> Result<Term, String> {
        self.value(id).word()
    }

    fn bytes(&self, id: Id) -> Result<Vec<Term>, String> {
        match self.value(id) {
            Value::Bytes(bytes) => Ok(bytes.clone()),
            Value::Word(_) | Value::Record(_) | Value::Digits(_) => {
                Err("a step needs bytes where there are none".to_owned())
            }
        }
    }

    fn is_signed(&self, id: Id) -> bool {
        matches!(self.body.step(id).ty, Type::Signed(_))
    }

    fn is_float(&self, id: Id) -> bool {
        self.body.step(id).ty.is_float()
    }

    fn lower_operation(&mut self, operation: &Operation, input: &Value) -> Result<Value, String> {
        Ok(Value::Word(match operation {
            Operation::Input => return Ok(input.clone()),
            Operation::Constant(bits, _) => self.terms.constant(*bits, word_bits(self.ty)?),
            Operation::Events(events) => self.terms.constant(event_bits(*events), EVENT_BITS),
            Operation::Unary(unary, one) => self.lower_unary(*unary, *one)?,
            Operation::Binary(binary, one, other) => self.lower_binary(*binary, *one, *other)?,
            Operation::Compare(comparison, one, other) => self.lower_comparison(*comparison, *one, *other)?,
            Operation::Meets(one, other) => {
                let both = self.terms.and(self.word(*one)?, self.word(*other)?);
                let none = self.terms.equals(both, 0);
                self.terms.not(none)
            }
            Operation::Select(condition, one, other) => {
                let (condition, one, other) =
                    (self.word(*condition)?, self.value(*one).clone(), self.value(*other).clone());
                return select_value(self.terms, condition, &one, &other);
            }
            Operation::Contains(set, byte) => {
                let byte = self.word(*byte)?;
                let mut found = self.terms.truth(false);
                for number in
                    (0..256_u32).filter(|number| set[(number / 64) as usize] >> (number % 64) & 1 == 1)
                {
                    let equal = self.terms.equals(byte, number.into());
                    found = self.terms.or(found, equal);
                }
                found
            }
            Operation::Call(primitive, arguments) => {
                let arguments: Vec<Value> = arguments.iter().map(|&id| self.value(id).clone()).collect();
                return call(self.terms, *primitive, &arguments);
            }
            Operation::Part(record, part) => return self.value(*record).part(*part).cloned(),
            Operation::Made(word, kinds) => {
                let (word, kinds) = (self.word(*word)?, self.word(*kinds)?);
                return Ok(Value::record([(ResultPart::Word, word), (ResultPart::Kinds, kinds)]));
            }
            Operation::Load(significant, bytes) => {
                let mut bytes = self.bytes(*bytes)?;
                if *significant == Significant::Last {
                    bytes.reverse();
                }
                let first = bytes[0];
                bytes[1..].iter().fold(first, |word, &byte| self.terms.join(word, byte))
            }
            // They mean the same digits: `spelling` knows in which halves these are.
            Operation::HalvesSwapped(bytes) if let Value::Digits(digits) = self.value(*bytes) => {
                return Ok(Value::Digits(*digits));
            }
            Operation::Store(..)
            | Operation::Permuted(..)
            | Operation::Byte(..)
            | Operation::Bytes(_)
            | Operation::HalvesSwapped(_) => return self.lower_bytes(operation),
        }))
    }

    fn lower_bytes(&mut self, operation: &Operation) -> Result<Value, String> {
        Ok(Value::Bytes(match operation {
            Operation::Store(significant, word) => {
                let word = self.word(*word)?;
                let count = self.terms.width(word) / 8;
                let mut bytes: Vec<Term> =
                    (0..count).map(|byte| self.terms.part(word, 8 * byte, 8)).collect();
                if *significant == Significant::First {
                    bytes.reverse();
                }
                bytes
            }
            Operation::Permuted(bytes, order) => {
                let (bytes, zero) = (self.bytes(*bytes)?, self.terms.constant(0, 8));
                order.iter().map(|place| place.map_or(zero, |place| bytes[place])).collect()
            }
            Operation::Byte(bytes, index) => return Ok(Value::Word(self.bytes(*bytes)?[*index])),
            Operation::Bytes(all) => all.iter().map(|&id| self.word(id)).collect::<Result<_, _>>()?,
            Operation::HalvesSwapped(bytes) => {
                let bytes = self.bytes(*bytes)?;
                let swapped = bytes.into_iter().map(|byte| {
                    let (high, low) = (self.terms.part(byte, 4, 4), self.terms.part(byte, 0, 4));
                    self.terms.join(low, high)
                });
                swapped.collect()
            }
            _ => return Err("a step that makes no bytes".to_owned()),
        }))
    }

    fn lower_unary(&mut self, unary: Unary, one: Id) -> Result<Term, String> {
        let (word, from) = (self.word(one)?, self.body.step(one).ty);
        let to = word_bits(self.ty)?;
        Ok(match unary {
            Unary::Not => self.terms.not(word),
            Unary::Negate if from.is_float() => {
                let sign = self.terms.constant(1 << (to - 1), to);
                self.terms.xor(word, sign)
            }
            Unary::Negate => self.terms.negate(word),
            Unary::Magnitude => {
                let negative = self.terms.part(word, to - 1, 1);
                let inverse = self.terms.negate(word);
                self.terms.select(negative, inverse, word)
            }
            Unary::FromBits | Unary::ToBits => word,
            Unary::Cast => match (from.is_float(), self.ty.is_float()) {
                (false, false) if matches!(from, Type::Signed(_)) => self.terms.resize_signed(word, to),
                (false, false) => self.terms.resize(word, to),
                (true, true) => self.terms.float(FloatNode::FromFloat, &[word], to),
                (false, true) if matches!(from, Type::Signed(_)) => {
                    self.terms.float(FloatNode::FromSigned, &[word], to)
                }
                (false, true) => self.terms.float(FloatNode::FromUnsigned, &[word], to),
                (true, false) => return Err("a float is cast to an integer".to_owned()),
            },
        })
    }

    fn lower_binary(&mut self, binary: Binary, one: Id, other: Id) -> Result<Term, String> {
        let (is_float, signed) = (self.is_float(one), self.is_signed(one));
        let (one, other) = (self.word(one)?, self.word(other)?);
        let width = self.terms.width(one);
        if is_float {
            let node = match binary {
                Binary::Add => FloatNode::Add,
                Binary::Subtract => FloatNode::Subtract,
                Binary::Multiply => FloatNode::Multiply,
                _ => return Err(format!("{binary:?} of floats")),
            };
            return Ok(self.terms.float(node, &[one, other], width));
        }
        let smaller = |terms: &mut Terms| {
            if signed { terms.below_signed(one, other) } else { terms.below(one, other) }
        };
        Ok(match binary {
            Binary::And => self.terms.and(one, other),
            Binary::Or => self.terms.or(one, other),
            Binary::Xor => self.terms.xor(one, other),
            Binary::Add | Binary::AddWrapping => self.terms.add(one, other),
            Binary::Subtract | Binary::SubtractWrapping => self.terms.subtract(one, other),
            Binary::Multiply => self.terms.multiply(one, other),
            Binary::Difference => {
                let less = smaller(self.terms);
                let (up, down) = (self.terms.subtract(other, one), self.terms.subtract(one, other));
                self.terms.select(less, up, down)
            }
            Binary::Minimum => {
                let less = smaller(self.terms);
                self.terms.select(less, one, other)
            }
            Binary::Maximum => {
                let less = smaller(self.terms);
                self.terms.select(less, other, one)
            }
            Binary::Remainder if signed => return Err("a remainder of signed numbers".to_owned()),
            Binary::Remainder => self.terms.remainder(one, other),
            Binary::ShiftLeft => self.terms.left(one, other),
            Binary::ShiftRight if signed => self.terms.right_signed(one, other),
            Binary::ShiftRight => self.terms.right(one, other),
        })
    }

    fn lower_comparison(&mut self, comparison: Comparison, one: Id, other: Id) -> Result<Term, String> {
        let (is_float, signed) = (self.is_float(one), self.is_signed(one));
        let (one, other) = (self.word(one)?, self.word(other)?);
        let terms = &mut *self.terms;
        if is_float {
            return Ok(compare_floats(terms, comparison, one, other));
        }
        let mut smaller = |one: Term, other: Term| {
            if signed { terms.below_signed(one, other) } else { terms.below(one, other) }
        };
        Ok(match comparison {
            Comparison::Equal => terms.equal(one, other),
            Comparison::NotEqual => {
                let equal = terms.equal(one, other);
                terms.not(equal)
            }
            Comparison::Less => smaller(one, other),
            Comparison::Greater => smaller(other, one),
            Comparison::LessOrEqual => {
                let above = smaller(other, one);
                terms.not(above)
            }
            Comparison::GreaterOrEqual => {
                let below = smaller(one, other);
                terms.not(below)
            }
        })
    }
}

/// A comparison of floats. A NaN is not equal to anything, and neither below nor above it.
fn compare_floats(terms: &mut Terms, comparison: Comparison, one: Term, other: Term) -> Term {
    let equal = |terms: &mut Terms| terms.float(FloatNode::Equal, &[one, other], 1);
    let below = |terms: &mut Terms| terms.float(FloatNode::Below, &[one, other], 1);
    let above = |terms: &mut Terms| terms.float(FloatNode::Below, &[other, one], 1);
    match comparison {
        Comparison::Equal => equal(terms),
        Comparison::NotEqual => {
            let equal = equal(terms);
            terms.not(equal)
        }
        Comparison::Less => below(terms),
        Comparison::Greater => above(terms),
        Comparison::LessOrEqual => {
            let (below, equal) = (below(terms), equal(terms));
            terms.or(below, equal)
        }
        Comparison::GreaterOrEqual => {
            let (above, equal) = (above(terms), equal(terms));
            terms.or(above, equal)
        }
    }
}

/// One of two values of the same form.
pub(crate) fn select_value(
    terms: &mut Terms,
    condition: Term,
    one: &Value,
    other: &Value,
) -> Result<Value, String> {
    match (one, other) {
        (Value::Word(one), Value::Word(other)) => Ok(Value::Word(terms.select(condition, *one, *other))),
        (Value::Record(one), all @ Value::Record(_)) => {
            let mut parts = Vec::with_capacity(one.len());
            for (part, value) in one {
                parts.push((*part, select_value(terms, condition, value, all.part(*part)?)?));
            }
            Ok(Value::Record(parts))
        }
        (Value::Bytes(one), Value::Bytes(other)) if one.len() == other.len() => {
            let pairs = one.iter().zip(other);
            Ok(Value::Bytes(pairs.map(|(&one, &other)| terms.select(condition, one, other)).collect()))
        }
        _ => Err("a selection between values of two forms".to_owned()),
    }
}
