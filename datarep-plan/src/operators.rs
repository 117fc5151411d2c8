//! Rust's operators on values and conditions.

use std::ops::{Add, BitAnd, BitOr, BitXor, Mul, Not, Shl, Shr, Sub};

use crate::body::{Binary, Unary};
use crate::builder::{Cond, Operand, Value, decimal};
use crate::types::Type;

impl<'b> BitAnd for Cond<'b> {
    type Output = Cond<'b>;

    fn bitand(self, other: Cond<'b>) -> Cond<'b> {
        match (self, other) {
            (Cond::Never, _) | (_, Cond::Never) => Cond::Never,
            (Cond::Always, one) | (one, Cond::Always) => one,
            (Cond::If(one), Cond::If(other)) if one == other => self,
            (Cond::If(one), Cond::If(other)) => Cond::from_value(one.push_binary(Binary::And, other)),
        }
    }
}

impl<'b> BitOr for Cond<'b> {
    type Output = Cond<'b>;

    fn bitor(self, other: Cond<'b>) -> Cond<'b> {
        match (self, other) {
            (Cond::Always, _) | (_, Cond::Always) => Cond::Always,
            (Cond::Never, one) | (one, Cond::Never) => one,
            (Cond::If(one), Cond::If(other)) if one == other => self,
            (Cond::If(one), Cond::If(other)) => Cond::from_value(one.push_binary(Binary::Or, other)),
        }
    }
}

impl<'b> Not for Cond<'b> {
    type Output = Cond<'b>;

    fn not(self) -> Cond<'b> {
        match self {
            Cond::Never => Cond::Always,
            Cond::Always => Cond::Never,
            Cond::If(value) => Cond::from_value(value.push_unary(Unary::Not, Type::Bool)),
        }
    }
}

impl<'b> Not for Value<'b> {
    type Output = Value<'b>;

    fn not(self) -> Value<'b> {
        self.push_unary(Unary::Not, self.ty())
    }
}

impl<'b> Shl<u32> for Value<'b> {
    type Output = Value<'b>;

    fn shl(self, by: u32) -> Value<'b> {
        let by = self.builder.constant(Type::Unsigned(32), decimal(by));
        self.push_shift(Binary::ShiftLeft, by)
    }
}

impl<'b> Shr<u32> for Value<'b> {
    type Output = Value<'b>;

    fn shr(self, by: u32) -> Value<'b> {
        let by = self.builder.constant(Type::Unsigned(32), decimal(by));
        self.push_shift(Binary::ShiftRight, by)
    }
}

impl<'b> Shl<Value<'b>> for Value<'b> {
    type Output = Value<'b>;

    fn shl(self, by: Value<'b>) -> Value<'b> {
        self.push_shift(Binary::ShiftLeft, by)
    }
}

impl<'b> Shr<Value<'b>> for Value<'b> {
    type Output = Value<'b>;

    fn shr(self, by: Value<'b>) -> Value<'b> {
        self.push_shift(Binary::ShiftRight, by)
    }
}

/// Implements operators of Rust by operations.
macro_rules! operators {
    ($($trait:ident $function:ident $binary:ident;)*) => {$(
        impl<'b, O: Operand<'b>> $trait<O> for Value<'b> {
            type Output = Value<'b>;

            fn $function(self, other: O) -> Value<'b> {
                self.push_binary(Binary::$binary, other)
            }
        }
    )*};
}

operators! {
    BitAnd bitand And;
    BitOr bitor Or;
    BitXor bitxor Xor;
    Add add Add;
    Sub sub Subtract;
    Mul mul Multiply;
}
