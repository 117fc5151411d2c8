//! Expressions: their precedence, and literals.

use datarep_dsl::model::Events;
use datarep_plan::body::Notation;
use datarep_plan::types::{Type, mask};
use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};

use crate::names;

/// The precedence of an expression, from the weakest to the strongest, as in Rust.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Precedence {
    /// `if`, a structure.
    Statement,
    Or,
    And,
    Compare,
    BitOr,
    BitXor,
    BitAnd,
    Shift,
    Sum,
    Product,
    Cast,
    Prefix,
    /// A name, a call, a literal.
    Whole,
}

/// An expression.
pub(crate) struct Expression {
    pub(crate) tokens: TokenStream,
    pub(crate) level: Precedence,
    /// Whether it ends with a type. A `<` after a type would begin its arguments.
    pub(crate) ends_in_type: bool,
    /// Whether it consists of literals only, so that its type depends on where it is used.
    pub(crate) is_open: bool,
}

impl Expression {
    pub(crate) fn new(level: Precedence, tokens: TokenStream) -> Expression {
        Expression { tokens, level, ends_in_type: level == Precedence::Cast, is_open: false }
    }

    /// This expression, marked as one of literals only if `is_open`.
    pub(crate) fn mark_open(self, is_open: bool) -> Expression {
        Expression { is_open, ..self }
    }

    pub(crate) fn from_whole(tokens: TokenStream) -> Expression {
        Expression::new(Precedence::Whole, tokens)
    }

    /// The tokens, in parentheses if the precedence is lower than `level`.
    pub(crate) fn at_level(self, level: Precedence) -> TokenStream {
        let Expression { tokens, .. } = &self;
        if self.level >= level { self.tokens } else { quote!((#tokens)) }
    }

    /// As [`Expression::at_level`], for an expression on the left of `<`. A type there would take
    /// the `<` as the begin of its arguments.
    pub(crate) fn at_level_before_less_than(self, level: Precedence) -> TokenStream {
        let Expression { tokens, .. } = &self;
        // In `x as u8 < y` the `<` would begin arguments of `u8`.
        if self.ends_in_type { quote!((#tokens)) } else { self.at_level(level) }
    }
}

/// The level of the operand on the left of an operator of this level.
pub(crate) fn left_level(level: Precedence) -> Precedence {
    // Comparisons are not associative in Rust: `a < b < c` is an error.
    if level == Precedence::Compare { next_level(level) } else { level }
}

/// The next higher level.
pub(crate) fn next_level(level: Precedence) -> Precedence {
    match level {
        Precedence::Statement => Precedence::Or,
        Precedence::Or => Precedence::And,
        Precedence::And => Precedence::Compare,
        Precedence::Compare => Precedence::BitOr,
        Precedence::BitOr => Precedence::BitXor,
        Precedence::BitXor => Precedence::BitAnd,
        Precedence::BitAnd => Precedence::Shift,
        Precedence::Shift => Precedence::Sum,
        Precedence::Sum => Precedence::Product,
        Precedence::Product => Precedence::Cast,
        Precedence::Cast => Precedence::Prefix,
        Precedence::Prefix | Precedence::Whole => Precedence::Whole,
    }
}

/// A type's path.
pub(crate) fn emit_type(ty: Type) -> TokenStream {
    match ty {
        Type::Bool => quote!(bool),
        Type::Unsigned(bits) => {
            let ty = names::unsigned_type(bits);
            quote!(#ty)
        }
        Type::Signed(bits) => {
            let ty = names::signed_type(bits);
            quote!(#ty)
        }
        Type::Single => quote!(f32),
        Type::Double => quote!(f64),
        Type::Character => quote!(char),
        Type::Native(native) => names::native_path(native),
        Type::Bytes(count) => {
            let count = Literal::u32_unsuffixed(count);
            quote!([u8; #count])
        }
        Type::Events => quote!(rt::Kinds),
        // Only primitives return records, and the types of their results are known.
        Type::Record(_) => quote!(_),
    }
}

/// A set of events.
pub(crate) fn emit_events(events: Events) -> TokenStream {
    let mut all = events.iter().map(names::event_constant);
    // An empty set has a name of its own.
    let first = all.next().unwrap_or_else(|| format_ident!("NONE"));
    all.fold(quote!(rt::Kinds::#first), |set, event| quote!(#set.and(rt::Kinds::#event)))
}

/// Whether a constant in a sum is a negative number, though its type is unsigned.
pub(crate) fn is_below_zero(bits: u128, show: Notation, ty: Type) -> bool {
    let is_sum = matches!(show, Notation::Signed | Notation::Shifted(_));
    let width = ty.integer_bits().unwrap_or(128);
    is_sum && matches!(ty, Type::Unsigned(_)) && bits >> (width - 1) & 1 != 0
}

/// A constant of a type.
pub(crate) fn emit_constant(bits: u128, show: Notation, ty: Type) -> Expression {
    match ty {
        Type::Bool => {
            let truth = bits != 0;
            Expression::from_whole(quote!(#truth))
        }
        Type::Single | Type::Double => emit_float(bits, ty),
        Type::Character => {
            // The plan has only real characters, so the default is never taken.
            let code = u32::try_from(bits).ok().and_then(char::from_u32).unwrap_or_default();
            let literal = Literal::character(code);
            Expression::from_whole(quote!(#literal))
        }
        _ => {
            let integer = emit_integer(bits, show, ty);
            // The least number of a type is written with the type, as `MIN`.
            let is_named = matches!(ty, Type::Signed(width) if bits == 1 << (width - 1));
            integer.mark_open(!is_named)
        }
    }
}

fn emit_float(bits: u128, ty: Type) -> Expression {
    let text = match ty {
        // `{:?}` prints the shortest digits that are read as the same float, and always a point.
        Type::Single => format!("{:?}", f32::from_bits(u32::try_from(bits).unwrap_or(0))),
        _ => format!("{:?}", f64::from_bits(u64::try_from(bits).unwrap_or(0))),
    };
    let tokens = text.parse().unwrap_or_default();
    // A minus binds weaker than the dot of a method.
    let level = if text.starts_with('-') { Precedence::Prefix } else { Precedence::Whole };
    Expression::new(level, tokens)
}

fn emit_integer(bits: u128, show: Notation, ty: Type) -> Expression {
    let width = ty.integer_bits().unwrap_or(128);
    let spare = 128 - width;
    // The number with the sign that the highest bit of the type gives it.
    let signed = (bits << spare).cast_signed() >> spare;
    let is_signed = matches!(ty, Type::Signed(_));
    let decimal = |number: i128| {
        let level = if number < 0 { Precedence::Prefix } else { Precedence::Whole };
        Expression::new(level, names::decimal_literal(number))
    };
    match show {
        // The magnitude of the least number is beyond the type, so its name stands for it.
        _ if is_signed && bits == 1 << (width - 1) => {
            let ty = emit_type(ty);
            Expression::from_whole(quote!(#ty::MIN))
        }
        // The same bits would be a large number without the sign.
        Notation::Decimal if is_signed => decimal(signed),
        Notation::Decimal => {
            let literal = Literal::u128_unsuffixed(bits);
            Expression::from_whole(quote!(#literal))
        }
        // A literal has no sign, so the magnitude is printed behind a minus.
        Notation::Hex(digits) if is_signed && signed < 0 => {
            let literal = names::hex_literal(signed.unsigned_abs(), digits);
            Expression::new(Precedence::Prefix, quote!(-#literal))
        }
        Notation::Hex(digits) => {
            let literal = names::hex_literal(bits & mask(width), digits);
            Expression::from_whole(quote!(#literal))
        }
        Notation::Signed => decimal(signed),
        Notation::Shifted(up) => {
            // An arithmetic shift, so that a negative number stays negative.
            let number = names::decimal_literal(signed >> up);
            let up = Literal::u32_unsuffixed(up);
            Expression::new(Precedence::Shift, quote!(#number << #up))
        }
        Notation::ShiftedLess(up) => {
            // The constant is one less than a number shifted by `up`.
            let number = (bits >> up) + 1;
            let (number, up) = (Literal::u128_unsuffixed(number), Literal::u32_unsuffixed(up));
            Expression::new(Precedence::Sum, quote!((#number << #up) - 1))
        }
    }
}
