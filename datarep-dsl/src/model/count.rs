//! Counts that are computed from fields.

use std::fmt;

use super::Case;

/// A number that is computed from fields of its record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ComputedCount {
    /// As it was written, for people.
    pub text: String,
    /// How it is computed.
    pub term: CountTerm,
}

/// A number, or how one is computed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CountTerm {
    /// Always this number.
    Number(i128),
    /// The value of a field: an index into the fields of the record, then into those of the record in that field, and so on.
    Field(Vec<usize>),
    /// The number of bytes from the first one of the record to what is counted.
    Offset,
    /// Two numbers.
    Operation(CountOperation, Box<CountTerm>, Box<CountTerm>),
    /// One of several numbers, by the value of a field.
    Choice(CountChoice),
}

/// What is done with two numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CountOperation {
    /// Their sum.
    Add,
    /// The first one less the second one.
    Subtract,
    /// Their product.
    Multiply,
    /// The first one divided by the second one, which must have no remainder.
    Divide,
    /// The remainder of that division, which is not below zero.
    Remainder,
}

/// One of several numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CountChoice {
    /// The field that decides: a path as in [`CountTerm::Field`].
    pub selector: Vec<usize>,
    /// The values of that field, `None` for all that are left, and the number for them.
    pub cases: Vec<(Option<Vec<Case>>, CountTerm)>,
}

/// Why there is no number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CountFault {
    /// It has more than 127 bits.
    Overflow,
    /// A division by zero.
    ByZero,
    /// A division that leaves a remainder.
    Remainder(i128, i128),
}

impl fmt::Display for CountFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CountFault::Overflow => f.write_str("is too large"),
            CountFault::ByZero => f.write_str("is divided by zero"),
            CountFault::Remainder(left, right) => write!(f, "is no whole number: {left} / {right}"),
        }
    }
}

impl CountOperation {
    /// The sign of the language.
    pub fn sign(self) -> &'static str {
        match self {
            CountOperation::Add => "+",
            CountOperation::Subtract => "-",
            CountOperation::Multiply => "*",
            CountOperation::Divide => "/",
            CountOperation::Remainder => "%",
        }
    }

    /// The result for two numbers.
    ///
    /// # Errors
    ///
    /// If there is none.
    pub fn apply(self, left: i128, right: i128) -> Result<i128, CountFault> {
        let whole = match self {
            CountOperation::Add => left.checked_add(right),
            CountOperation::Subtract => left.checked_sub(right),
            CountOperation::Multiply => left.checked_mul(right),
            // Before the arms for both operations: `checked_rem` gives `None` for a zero, and for the overflow of the
            // smallest number divided by -1. The first must not be told as the second.
            CountOperation::Divide | CountOperation::Remainder if right == 0 => {
                return Err(CountFault::ByZero);
            }
            // A count that is rounded would lose or invent items, so a remainder is a fault.
            CountOperation::Divide => match left.checked_rem(right) {
                Some(0) => left.checked_div(right),
                Some(_) => return Err(CountFault::Remainder(left, right)),
                None => None,
            },
            // Euclid's remainder is never below zero: `(0 - length) % 4` is the padding up to a multiple of four.
            CountOperation::Remainder => left.checked_rem_euclid(right),
        };
        whole.ok_or(CountFault::Overflow)
    }
}

/// Access to the fields of a record, to compute counts from them.
pub trait CountFields {
    /// Why a field has no number.
    type Fault: From<CountFault>;

    /// The value of a field.
    ///
    /// # Errors
    ///
    /// If it has none.
    fn read_field(&mut self, path: &[usize]) -> Result<i128, Self::Fault>;

    /// The index of the case that holds.
    ///
    /// # Errors
    ///
    /// If there is none.
    fn find_case(&mut self, choice: &CountChoice) -> Result<usize, Self::Fault>;

    /// The number of bytes from the first one of the record to what is counted.
    fn offset(&self) -> i128;
}

impl CountTerm {
    /// Computes the number.
    ///
    /// # Errors
    ///
    /// If a field has none, or there is none.
    pub fn compute<F: CountFields>(&self, fields: &mut F) -> Result<i128, F::Fault> {
        match self {
            CountTerm::Number(number) => Ok(*number),
            CountTerm::Field(path) => fields.read_field(path),
            CountTerm::Offset => Ok(fields.offset()),
            CountTerm::Operation(operation, left, right) => {
                let (left, right) = (left.compute(fields)?, right.compute(fields)?);
                Ok(operation.apply(left, right)?)
            }
            CountTerm::Choice(choice) => {
                let index = fields.find_case(choice)?;
                choice.cases[index].1.compute(fields)
            }
        }
    }

    /// The fields from which it is computed, and those that decide.
    pub fn list_fields(&self) -> Vec<&[usize]> {
        let mut paths = Vec::new();
        self.visit_fields(&mut paths);
        paths
    }

    fn visit_fields<'t>(&'t self, paths: &mut Vec<&'t [usize]>) {
        match self {
            CountTerm::Number(_) | CountTerm::Offset => {}
            CountTerm::Field(path) => paths.push(path),
            CountTerm::Operation(_, left, right) => {
                left.visit_fields(paths);
                right.visit_fields(paths);
            }
            CountTerm::Choice(choice) => {
                // The selector must be read before the number is known, even if all cases are constants.
                paths.push(&choice.selector);
                choice.cases.iter().for_each(|(_, term)| term.visit_fields(paths));
            }
        }
    }
}
