//! Prints a plan's body as Rust. Each step with a name becomes a statement, and the others become parts of the
//! expressions that use them.
//!
//! Parentheses are printed where the precedence of operators needs them. A name is used again if the earlier value with
//! that name is not used later, as a person would do. Otherwise a number is added to the name.

use std::borrow::Cow;
use std::collections::BTreeMap;

use datarep_dsl::model::{Comparison, Event, Events};
use datarep_plan::body::{Binary, Body, Id, Operation, Outcome, Significant, Step, Unary};
use datarep_plan::primitive::Primitive;
use datarep_plan::types::{ResultPair, ResultPart, Type};
use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{format_ident, quote};

use crate::expression::{
    Expression, Precedence, emit_constant, emit_events, emit_type, is_below_zero, left_level, next_level,
};
use crate::{names, primitive};

/// The results of a body, as expressions.
pub(crate) struct PrintedResults {
    pub(crate) item: TokenStream,
    /// The item as an expression that can stand before a dot.
    pub(crate) whole_item: TokenStream,
    /// Whether the item is a variable.
    pub(crate) is_name: bool,
    pub(crate) rest: OtherResults,
}

/// The input of a body.
#[derive(Clone)]
pub(crate) enum BodyInput {
    /// A variable.
    Name(&'static str),
    /// An expression that can stand before a dot.
    Expression(TokenStream),
}

/// The results of a body beside the item.
pub(crate) enum OtherResults {
    /// Nothing.
    None,
    /// The events of an exact body.
    Kinds(TokenStream),
    /// `odd` and `inexact` of an ordinary body.
    Ordinary(TokenStream, TokenStream),
    /// `odd`, `inexact`, `tiny` and `overflow` of an ordinary body.
    Beyond([TokenStream; 4]),
}

/// Prints a body: appends its statements to `statements`, and returns its results.
pub(crate) fn print_body(body: &Body, input: &BodyInput, statements: &mut TokenStream) -> PrintedResults {
    let printer = Printer { body, input, names: choose_names(body, input) };
    // In the order of the plan, where operands stand before their uses.
    statements.extend((0..body.steps.len()).map(|index| printer.emit_statement(Id(index))));
    let any = |id: Id| printer.emit_expression(id).tokens;
    let (id, rest) = match body.outcome {
        Outcome::Moved(item) => (item, OtherResults::None),
        Outcome::Exact { item, kinds } => (item, OtherResults::Kinds(any(kinds))),
        Outcome::Ordinary { item, odd, inexact, beyond: None } => {
            (item, OtherResults::Ordinary(any(odd), any(inexact)))
        }
        Outcome::Ordinary { item, odd, inexact, beyond: Some((tiny, overflow)) } => {
            (item, OtherResults::Beyond([odd, inexact, tiny, overflow].map(any)))
        }
    };
    let expression = printer.emit_expression(id);
    let item = expression.tokens.clone();
    let whole_item = expression.at_level(Precedence::Whole);
    PrintedResults { item, whole_item, is_name: printer.names[id.0].is_some(), rest }
}

/// How often the expression of a body's input would be printed.
pub(crate) fn count_input_uses(body: &Body) -> usize {
    let is_input = |id: &Id| body.step(*id).operation == Operation::Input;
    let uses = |step: &Step| match &step.operation {
        // The bytes are printed once for each place.
        Operation::Permuted(bytes, order) if is_input(bytes) => order.len(),
        operation => operation.operands().iter().filter(|id| is_input(id)).count(),
    };
    body.steps.iter().map(uses).sum::<usize>()
        + body.outcome.operands().iter().filter(|id| is_input(id)).count()
}

struct Printer<'p> {
    body: &'p Body,
    input: &'p BodyInput,
    /// The name of each value that has one.
    names: Vec<Option<Ident>>,
}

/// The name of each value: the one that the plan proposes, with a number added if an older value of that name is used
/// later.
fn choose_names(body: &Body, input: &BodyInput) -> Vec<Option<Ident>> {
    let wanted: Vec<Option<&str>> =
        (0..body.steps.len()).map(|index| proposed_name(body, Id(index), input)).collect();
    let last = find_last_uses(body, &wanted);
    // For each name, the value that has it.
    let mut holders: BTreeMap<Cow<'_, str>, usize> = BTreeMap::new();
    let mut names = vec![None; body.steps.len()];
    for (index, name) in wanted.iter().enumerate() {
        let Some(name) = *name else { continue };
        // The holder's last use may be this very statement: `let x = x + 1;` reads the old value.
        let is_free = |name: &Cow<'_, str>| holders.get(name).is_none_or(|&holder| last[holder] <= index);
        let numbered = (2..).map(|number| Cow::from(format!("{name}_{number}")));
        let free = std::iter::once(Cow::from(name)).chain(numbered).find(is_free);
        let free = free.unwrap_or(Cow::from(name));
        names[index] = Some(Ident::new(&free, Span::call_site()));
        holders.insert(free, index);
    }
    names
}

/// The name that the plan proposes for a value. A value of a tuple is named after its place in the tuple.
fn proposed_name<'p>(body: &'p Body, id: Id, input: &BodyInput) -> Option<&'p str> {
    let step = body.step(id);
    match (&step.operation, &step.name) {
        (Operation::Input, _) => match input {
            BodyInput::Name(name) => Some(name),
            BodyInput::Expression(_) => None,
        },
        (_, Some(name)) => Some(name),
        // The tuple is taken apart in a pattern, where each part needs a name.
        (Operation::Part(record, part), None) if is_destructured(body, *record) => Some(part.name()),
        _ => None,
    }
}

/// Whether a statement binds several values of a tuple to names.
fn is_destructured(body: &Body, record: Id) -> bool {
    let is_tuple = matches!(body.step(record).ty, Type::Record(record) if record.is_tuple());
    is_tuple && list_used_parts(body, record).count() > 1
}

/// The values of a record that are used.
fn list_used_parts(body: &Body, record: Id) -> impl Iterator<Item = (Id, ResultPart)> {
    body.steps.iter().enumerate().filter_map(move |(index, step)| match step.operation {
        Operation::Part(of, part) if of == record => Some((Id(index), part)),
        _ => None,
    })
}

/// For each value, the last step that uses it: the step whose statement contains the expression with the value.
fn find_last_uses(body: &Body, wanted: &[Option<&str>]) -> Vec<usize> {
    let count = body.steps.len();
    let mut last = vec![0; count];
    for Id(result) in body.outcome.operands() {
        // Results are used behind all statements.
        last[result] = count;
    }
    for (index, step) in body.steps.iter().enumerate().rev() {
        // A value without a name is printed where it is used.
        let place = if wanted[index].is_some() { index } else { last[index] };
        for Id(operand) in step.operation.operands() {
            last[operand] = last[operand].max(place);
        }
    }
    last
}

impl Printer<'_> {
    fn find_step(&self, id: Id) -> &Step {
        self.body.step(id)
    }

    /// The statement of a value with a name.
    fn emit_statement(&self, id: Id) -> TokenStream {
        let step = self.find_step(id);
        let reason = step.reason.as_ref().map(|reason| {
            let reason = names::doc_line(&format!(" {reason}"));
            quote!(#[doc = #reason])
        });
        // The parts get names, and the tuple itself gets none.
        if is_destructured(self.body, id) {
            return self.emit_destructuring(id, reason.as_ref());
        }
        // The constant stands before the statement, and the expression looks into it.
        if let Operation::Contains(set, _) = &step.operation {
            let parts = set.map(|part| names::hex_literal(u128::from(part), 64));
            return quote!(const BYTES: [u64; 4] = [#(#parts),*];);
        }
        let is_apart =
            matches!(step.operation, Operation::Part(record, _) if is_destructured(self.body, record));
        let Some(name) = self.names[id.0].clone() else { return quote!() };
        // These have their names already: from the pattern, or as an argument.
        if is_apart || step.operation == Operation::Input {
            return quote!();
        }
        if let Operation::Call(Primitive::Round { targets, .. }, arguments) = &step.operation {
            // A condition needs no parentheses after `if`.
            let negative = self.emit_expression(arguments[0]).at_level(Precedence::Statement);
            let consts = primitive::emit_targets(*targets, &negative);
            let value = self.emit_computed(id).tokens;
            return quote!(#consts #reason let #name = #value;);
        }
        let made = self.emit_computed(id);
        // A literal alone leaves its type open, and Rust would choose `i32`.
        let annotation = made.is_open.then(|| emit_type(step.ty)).map(|ty| quote!(: #ty));
        let value = made.tokens;
        quote!(#reason let #name #annotation = #value;)
    }

    /// `let (number, inexact) = …;`
    fn emit_destructuring(&self, id: Id, reason: Option<&TokenStream>) -> TokenStream {
        let Type::Record(record) = self.find_step(id).ty else { return quote!() };
        let taken: Vec<(Id, ResultPart)> = list_used_parts(self.body, id).collect();
        let names = record.parts().into_iter().map(|(part, _)| {
            // A part that is not used is a wildcard in the pattern.
            let name =
                taken.iter().find_map(|(id, taken)| self.names[id.0].clone().filter(|_| *taken == part));
            name.map_or_else(|| quote!(_), |name| quote!(#name))
        });
        let value = self.emit_computed(id).tokens;
        quote!(#reason let (#(#names),*) = #value;)
    }

    /// The expression by which other steps use a value.
    fn emit_expression(&self, id: Id) -> Expression {
        match &self.names[id.0] {
            Some(name) => Expression::from_whole(quote!(#name)),
            None => self.emit_computed(id),
        }
    }

    /// The expression that computes a value.
    fn emit_computed(&self, id: Id) -> Expression {
        let step = self.find_step(id);
        match &step.operation {
            Operation::Input => match self.input {
                BodyInput::Name(name) => {
                    let name = format_ident!("{name}");
                    Expression::from_whole(quote!(#name))
                }
                BodyInput::Expression(tokens) => Expression::from_whole(tokens.clone()),
            },
            Operation::Constant(bits, show) => emit_constant(*bits, *show, step.ty),
            Operation::Events(events) => Expression::from_whole(emit_events(*events)),
            Operation::Unary(unary, one) => self.emit_unary(*unary, *one, step.ty),
            Operation::Binary(binary, one, other) => self.emit_binary(*binary, *one, *other, step.ty),
            Operation::Compare(comparison, one, other) => self.emit_comparison(*comparison, *one, *other),
            Operation::Meets(one, other) => {
                let (one, other) = (self.emit_receiver(*one), self.emit_expression(*other).tokens);
                Expression::from_whole(quote!(#one.meets(#other)))
            }
            Operation::Select(condition, one, other) => {
                self.emit_selection(*condition, *one, *other, step.ty)
            }
            Operation::Contains(_, byte) => self.emit_contains(*byte),
            Operation::Call(primitive, arguments) => {
                let arguments = arguments.iter().map(|&argument| self.emit_expression(argument).tokens);
                let arguments: Vec<TokenStream> = arguments.collect();
                Expression::from_whole(primitive::emit_call(*primitive, &arguments))
            }
            Operation::Part(record, part) => self.emit_part(*record, *part),
            Operation::Made(word, events) => self.emit_pair(*word, *events, step.ty),
            Operation::Load(significant, bytes) => self.emit_load(*significant, *bytes, step.ty),
            Operation::Store(significant, word) => {
                let word = self.emit_receiver(*word);
                Expression::from_whole(match significant {
                    Significant::First => quote!(#word.to_be_bytes()),
                    Significant::Last => quote!(#word.to_le_bytes()),
                })
            }
            Operation::Permuted(bytes, order) => self.emit_permuted(*bytes, order),
            Operation::Byte(bytes, index) => {
                let (bytes, index) = (self.emit_receiver(*bytes), Literal::usize_unsuffixed(*index));
                Expression::from_whole(quote!(#bytes[#index]))
            }
            Operation::Bytes(all) => {
                let all = all.iter().map(|&byte| self.emit_expression(byte).tokens);
                Expression::from_whole(quote!([#(#all),*]))
            }
            Operation::HalvesSwapped(bytes) => {
                let bytes = self.emit_expression(*bytes).tokens;
                Expression::from_whole(quote!(rt::swap_halves(#bytes)))
            }
        }
    }

    /// A value that can stand before a dot. A value that consists of literals only is printed with its type.
    fn emit_receiver(&self, id: Id) -> TokenStream {
        let expression = self.emit_expression(id);
        // A method of a literal without a type is an error.
        if expression.is_open {
            let (ty, value) = (emit_type(self.find_step(id).ty), expression.tokens);
            return quote!({ let value: #ty = #value; value });
        }
        expression.at_level(Precedence::Whole)
    }

    fn emit_unary(&self, unary: Unary, one: Id, ty: Type) -> Expression {
        let (value, from) = (|| self.emit_expression(one), self.find_step(one).ty);
        match unary {
            Unary::Not => {
                let value = value().at_level(Precedence::Prefix);
                Expression::new(Precedence::Prefix, quote!(!#value))
            }
            // Unsigned integers have no minus, so their negative is taken modulo the range.
            Unary::Negate if !matches!(ty, Type::Unsigned(_)) => {
                let value = value().at_level(Precedence::Prefix);
                Expression::new(Precedence::Prefix, quote!(-#value))
            }
            Unary::Negate => {
                let value = self.emit_receiver(one);
                Expression::from_whole(quote!(#value.wrapping_neg()))
            }
            Unary::Magnitude => {
                let value = self.emit_receiver(one);
                Expression::from_whole(quote!(#value.unsigned_abs()))
            }
            Unary::Cast => self.emit_cast(one, from, ty),
            Unary::FromBits => {
                let (ty, value) = (emit_type(ty), value().tokens);
                Expression::from_whole(quote!(#ty::from_bits(#value)))
            }
            Unary::ToBits => {
                let value = self.emit_receiver(one);
                Expression::from_whole(quote!(#value.to_bits()))
            }
        }
    }

    fn emit_cast(&self, one: Id, from: Type, to: Type) -> Expression {
        let path = emit_type(to);
        // `from` cannot cut anything, which a reader of `as` would have to find out.
        let lossless = match (from, to) {
            (Type::Bool, Type::Unsigned(_) | Type::Signed(_)) | (Type::Single, Type::Double) => true,
            (Type::Unsigned(from), Type::Unsigned(to) | Type::Signed(to))
            | (Type::Signed(from), Type::Signed(to)) => from < to,
            _ => false,
        };
        match (from, to) {
            _ if lossless => {
                let value = self.emit_expression(one).tokens;
                Expression::from_whole(quote!(#path::from(#value)))
            }
            // The bits stay, which `cast_signed` says and `as` does not.
            (Type::Unsigned(from), Type::Signed(to)) if from == to => {
                let value = self.emit_receiver(one);
                Expression::from_whole(quote!(#value.cast_signed()))
            }
            (Type::Signed(from), Type::Unsigned(to)) if from == to => {
                let value = self.emit_receiver(one);
                Expression::from_whole(quote!(#value.cast_unsigned()))
            }
            _ => {
                let value = self.emit_expression(one).at_level(Precedence::Cast);
                Expression::new(Precedence::Cast, quote!(#value as #path))
            }
        }
    }

    fn emit_binary(&self, binary: Binary, one: Id, other: Id, ty: Type) -> Expression {
        if ty == Type::Events {
            let (one, other) = (self.emit_receiver(one), self.emit_expression(other).tokens);
            return Expression::from_whole(quote!(#one.and(#other)));
        }
        let is_bool = ty == Type::Bool;
        let (level, operator) = match binary {
            Binary::And if is_bool => (Precedence::And, quote!(&&)),
            Binary::Or if is_bool => (Precedence::Or, quote!(||)),
            // Rust has no logical exclusive or, and two truth values differ if one of them holds.
            Binary::Xor if is_bool => (Precedence::Compare, quote!(!=)),
            Binary::And => (Precedence::BitAnd, quote!(&)),
            Binary::Or => (Precedence::BitOr, quote!(|)),
            Binary::Xor => (Precedence::BitXor, quote!(^)),
            Binary::Add => (Precedence::Sum, quote!(+)),
            Binary::Subtract => (Precedence::Sum, quote!(-)),
            Binary::Multiply => (Precedence::Product, quote!(*)),
            Binary::Remainder => (Precedence::Product, quote!(%)),
            Binary::ShiftLeft => (Precedence::Shift, quote!(<<)),
            Binary::ShiftRight => (Precedence::Shift, quote!(>>)),
            // Operators panic where overflow is checked, so a sum that may wrap is a method.
            Binary::AddWrapping => return self.emit_method(self.addition_method(other, ty), one, other),
            Binary::SubtractWrapping => return self.emit_method("wrapping_sub", one, other),
            Binary::Difference => return self.emit_method("abs_diff", one, other),
            Binary::Minimum => return self.emit_method("min", one, other),
            Binary::Maximum => return self.emit_method("max", one, other),
        };
        // An associative operator needs no parentheses on its right.
        let is_free =
            matches!(binary, Binary::And | Binary::Or | Binary::Xor) && !(is_bool && binary == Binary::Xor);
        let right = if is_free { level } else { next_level(level) };
        let left = self.emit_expression(one);
        let is_open = left.is_open;
        // `<<` begins with a `<`, too.
        let left = if level == Precedence::Shift {
            left.at_level_before_less_than(level)
        } else {
            left.at_level(left_level(level))
        };
        let other = self.emit_expression(other);
        // In parentheses the type is not the end any more.
        let ends_in_type = other.ends_in_type && other.level >= right;
        // The number of places of a shift says nothing about the type of the result.
        let is_open = is_open && (other.is_open || level == Precedence::Shift);
        let right = other.at_level(right);
        Expression { tokens: quote!(#left #operator #right), level, ends_in_type, is_open }
    }

    /// The method that adds a value. A negative constant is added as a signed number.
    fn addition_method(&self, other: Id, ty: Type) -> &'static str {
        match self.find_step(other).operation {
            Operation::Constant(bits, show) if is_below_zero(bits, show, ty) => "wrapping_add_signed",
            _ => "wrapping_add",
        }
    }

    fn emit_method(&self, name: &str, one: Id, other: Id) -> Expression {
        let (name, one, other) =
            (format_ident!("{name}"), self.emit_receiver(one), self.emit_expression(other).tokens);
        Expression::from_whole(quote!(#one.#name(#other)))
    }

    fn emit_comparison(&self, comparison: Comparison, one: Id, other: Id) -> Expression {
        let operator = match comparison {
            Comparison::Equal => quote!(==),
            Comparison::NotEqual => quote!(!=),
            Comparison::Less => quote!(<),
            Comparison::LessOrEqual => quote!(<=),
            Comparison::Greater => quote!(>),
            Comparison::GreaterOrEqual => quote!(>=),
        };
        let left = self.emit_expression(one);
        let left = if comparison == Comparison::Less {
            left.at_level_before_less_than(Precedence::BitOr)
        } else {
            left.at_level(Precedence::BitOr)
        };
        let right = self.emit_expression(other).at_level(Precedence::BitOr);
        Expression::new(Precedence::Compare, quote!(#left #operator #right))
    }

    fn emit_selection(&self, condition: Id, one: Id, other: Id, ty: Type) -> Expression {
        let asked = self.emit_expression(condition).tokens;
        match ty {
            Type::Events => self.emit_event_selection(&asked, one, other),
            Type::Record(ResultPair::Made(_)) => self.emit_made_selection(&asked, one, other),
            _ => {
                let (one, other) = (self.emit_expression(one), self.emit_expression(other));
                let is_open = one.is_open && other.is_open;
                let (one, other) = (one.tokens, other.tokens);
                Expression::new(Precedence::Statement, quote!(if #asked { #one } else { #other }))
                    .mark_open(is_open)
            }
        }
    }

    /// `kinds.or(condition, others)`, `others.when(condition)`.
    fn emit_event_selection(&self, asked: &TokenStream, one: Id, other: Id) -> Expression {
        let one = self.emit_expression(one);
        // Without other events, the condition alone decides.
        if self.find_step(other).operation == Operation::Events(Events::NONE) {
            let one = one.at_level(Precedence::Whole);
            return Expression::from_whole(quote!(#one.when(#asked)));
        }
        let (one, other) = (one.tokens, self.emit_receiver(other));
        Expression::from_whole(quote!(#other.or(#asked, #one)))
    }

    /// `made.or(condition, word, kinds)`, `made.but(condition, kinds)`.
    fn emit_made_selection(&self, asked: &TokenStream, one: Id, other: Id) -> Expression {
        let made = self.emit_receiver(other);
        // Only a record that is put together here has a word and events to print.
        let Operation::Made(word, kinds) = self.find_step(one).operation else {
            let one = self.emit_expression(one).tokens;
            return Expression::new(Precedence::Statement, quote!(if #asked { #one } else { #made }));
        };
        // If only the events change, the word is not written again.
        let is_same = self.is_part(word, other, ResultPart::Word);
        let (word, kinds) = (self.emit_expression(word).tokens, self.emit_expression(kinds).tokens);
        Expression::from_whole(if is_same {
            quote!(#made.but(#asked, #kinds))
        } else {
            quote!(#made.or(#asked, #word, #kinds))
        })
    }

    /// Whether a value is the given part of a record.
    fn is_part(&self, value: Id, record: Id, part: ResultPart) -> bool {
        let of_record = matches!(self.find_step(value).operation, Operation::Part(of, which) if of == record && which == part);
        // A record that was just put together is its parts.
        let in_record = match (&self.find_step(record).operation, part) {
            (Operation::Made(word, _), ResultPart::Word) => *word == value,
            (Operation::Made(_, kinds), ResultPart::Kinds) => *kinds == value,
            _ => false,
        };
        of_record || in_record
    }

    /// A word and its events.
    fn emit_pair(&self, word: Id, events: Id, ty: Type) -> Expression {
        let bits = match ty {
            Type::Record(ResultPair::Made(bits)) => bits,
            _ => 128,
        };
        let word_type = names::unsigned_type(bits);
        let value = self.emit_expression(word).tokens;
        match self.find_step(events).operation {
            Operation::Events(Events::NONE) => {
                Expression::from_whole(quote!(rt::Made::<#word_type>::new(#value)))
            }
            // The most usual pair: a word that is inexact or not.
            Operation::Select(inexact, one, none)
                if self.find_step(one).operation == Operation::Events(Events::from_event(Event::Inexact))
                    && self.find_step(none).operation == Operation::Events(Events::NONE)
                    && self.names[events.0].is_none() =>
            {
                let inexact = self.emit_expression(inexact).tokens;
                Expression::from_whole(quote!(rt::Made::<#word_type>::rounded(#value, #inexact)))
            }
            // Only the word is new, so the events come with the rest of the record.
            Operation::Part(made, ResultPart::Kinds) => {
                let made = self.emit_expression(made).tokens;
                Expression::new(Precedence::Statement, quote!(rt::Made { word: #value, ..#made }))
            }
            _ => {
                let kinds = self.emit_expression(events).tokens;
                Expression::new(Precedence::Statement, quote!(rt::Made { word: #value, kinds: #kinds }))
            }
        }
    }

    fn emit_part(&self, record: Id, part: ResultPart) -> Expression {
        let value = self.emit_receiver(record);
        let Type::Record(kind) = self.find_step(record).ty else { return Expression::from_whole(value) };
        if !kind.is_tuple() {
            let name = format_ident!("{}", part.name());
            return Expression::from_whole(quote!(#value.#name));
        }
        // Tuples of the runtime have numbers, and only structures have names.
        let place = kind.parts().iter().position(|(name, _)| *name == part).unwrap_or_default();
        let place = Literal::usize_unsuffixed(place);
        Expression::from_whole(quote!(#value.#place))
    }

    /// Whether a byte is in the set, which the constant `BYTES` before the expression holds.
    fn emit_contains(&self, byte: Id) -> Expression {
        // The byte is used twice, at the place and in the bit.
        let byte = self.emit_expression(byte).at_level(Precedence::Whole);
        let value = quote!(BYTES[(#byte >> 6) as usize] >> (#byte & 63) & 1 != 0);
        Expression::new(Precedence::Compare, value)
    }

    fn emit_load(&self, significant: Significant, bytes: Id, ty: Type) -> Expression {
        let (ty, bytes) = (emit_type(ty), self.emit_expression(bytes).tokens);
        Expression::from_whole(match significant {
            Significant::First => quote!(#ty::from_be_bytes(#bytes)),
            Significant::Last => quote!(#ty::from_le_bytes(#bytes)),
        })
    }

    fn emit_permuted(&self, bytes: Id, order: &[Option<usize>]) -> Expression {
        let bytes = self.emit_receiver(bytes);
        let places = order.iter().map(|byte| match byte {
            // A byte of the longer side that the shorter one does not have.
            None => quote!(0),
            Some(byte) => {
                let byte = Literal::usize_unsuffixed(*byte);
                quote!(#bytes[#byte])
            }
        });
        Expression::from_whole(quote!([#(#places),*]))
    }
}
