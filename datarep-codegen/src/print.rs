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
use datarep_plan::types::{Part, Record, Type};
use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{format_ident, quote};

use crate::expression::{Expression, Level, above, constant, is_below_zero, kinds, left_level, ty};
use crate::{names, primitive};

/// The results of a body, as expressions.
pub(crate) struct Printed {
    pub(crate) item: TokenStream,
    /// The item as an expression that can stand before a dot.
    pub(crate) whole_item: TokenStream,
    /// Whether the item is a variable.
    pub(crate) is_name: bool,
    pub(crate) rest: Rest,
}

/// The input of a body.
#[derive(Clone)]
pub(crate) enum Input {
    /// A variable.
    Name(&'static str),
    /// An expression that can stand before a dot.
    Expression(TokenStream),
}

/// The results of a body beside the item.
pub(crate) enum Rest {
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
pub(crate) fn body(body: &Body, input: &Input, statements: &mut TokenStream) -> Printed {
    let printer = Printer { body, input, names: given(body, input) };
    statements.extend((0..body.steps.len()).map(|index| printer.statement(Id(index))));
    let any = |id: Id| printer.expression(id).tokens;
    let (id, rest) = match body.outcome {
        Outcome::Moved(item) => (item, Rest::None),
        Outcome::Exact { item, kinds } => (item, Rest::Kinds(any(kinds))),
        Outcome::Ordinary { item, odd, inexact, beyond: None } => {
            (item, Rest::Ordinary(any(odd), any(inexact)))
        }
        Outcome::Ordinary { item, odd, inexact, beyond: Some((tiny, overflow)) } => {
            (item, Rest::Beyond([odd, inexact, tiny, overflow].map(any)))
        }
    };
    let expression = printer.expression(id);
    let item = expression.tokens.clone();
    let whole_item = expression.at(Level::Whole);
    Printed { item, whole_item, is_name: printer.names[id.0].is_some(), rest }
}

/// How often the expression of a body's input would be printed.
pub(crate) fn input_uses(body: &Body) -> usize {
    let is_input = |id: &Id| body.step(*id).operation == Operation::Input;
    let uses = |step: &Step| match &step.operation {
        Operation::Permuted(bytes, order) if is_input(bytes) => order.len(),
        operation => operation.operands().iter().filter(|id| is_input(id)).count(),
    };
    body.steps.iter().map(uses).sum::<usize>()
        + body.outcome.operands().iter().filter(|id| is_input(id)).count()
}

struct Printer<'p> {
    body: &'p Body,
    input: &'p Input,
    /// The name of each value that has one.
    names: Vec<Option<Ident>>,
}

/// The name of each value: the one that the plan proposes, with a number added if an older value of that name is used
/// later.
fn given(body: &Body, input: &Input) -> Vec<Option<Ident>> {
    let wanted: Vec<Option<&str>> =
        (0..body.steps.len()).map(|index| wanted(body, Id(index), input)).collect();
    let last = last_uses(body, &wanted);
    // For each name, the value that has it.
    let mut holders: BTreeMap<Cow<'_, str>, usize> = BTreeMap::new();
    let mut names = vec![None; body.steps.len()];
    for (index, name) in wanted.iter().enumerate() {
        let Some(name) = *name else { continue };
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
fn wanted<'p>(body: &'p Body, id: Id, input: &Input) -> Option<&'p str> {
    let step = body.step(id);
    match (&step.operation, &step.name) {
        (Operation::Input, _) => match input {
            Input::Name(name) => Some(name),
            Input::Expression(_) => None,
        },
        (_, Some(name)) => Some(name),
        (Operation::Part(record, part), None) if is_taken_apart(body, *record) => Some(part.name()),
        _ => None,
    }
}

/// Whether a statement binds several values of a tuple to names.
fn is_taken_apart(body: &Body, record: Id) -> bool {
    let is_tuple = matches!(body.step(record).ty, Type::Record(record) if record.is_tuple());
    is_tuple && parts(body, record).count() > 1
}

/// The values of a record that are used.
fn parts(body: &Body, record: Id) -> impl Iterator<Item = (Id, Part)> {
    body.steps.iter().enumerate().filter_map(move |(index, step)| match step.operation {
        Operation::Part(of, part) if of == record => Some((Id(index), part)),
        _ => None,
    })
}

/// For each value, the last step that uses it: the step whose statement contains the expression with the value.
fn last_uses(body: &Body, wanted: &[Option<&str>]) -> Vec<usize> {
    let count = body.steps.len();
    let mut last = vec![0; count];
    for Id(result) in body.outcome.operands() {
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
    fn step(&self, id: Id) -> &Step {
        self.body.step(id)
    }

    /// The statement of a value with a name.
    fn statement(&self, id: Id) -> TokenStream {
        let step = self.step(id);
        let reason = step.reason.as_ref().map(|reason| {
            let reason = names::doc_line(&format!(" {reason}"));
            quote!(#[doc = #reason])
        });
        if is_taken_apart(self.body, id) {
            return self.taken_apart(id, reason.as_ref());
        }
        if let Operation::Contains(set, _) = &step.operation {
            let parts = set.map(|part| names::hex(u128::from(part), 64));
            return quote!(const BYTES: [u64; 4] = [#(#parts),*];);
        }
        let is_apart =
            matches!(step.operation, Operation::Part(record, _) if is_taken_apart(self.body, record));
        let Some(name) = self.names[id.0].clone() else { return quote!() };
        if is_apart || step.operation == Operation::Input {
            return quote!();
        }
        if let Operation::Call(Primitive::Round { targets, .. }, arguments) = &step.operation {
            let negative = self.expression(arguments[0]).at(Level::Statement);
            let consts = primitive::targets(*targets, &negative);
            let value = self.made(id).tokens;
            return quote!(#consts #reason let #name = #value;);
        }
        let made = self.made(id);
        let annotation = made.is_open.then(|| ty(step.ty)).map(|ty| quote!(: #ty));
        let value = made.tokens;
        quote!(#reason let #name #annotation = #value;)
    }

    /// `let (number, inexact) = …;`
    fn taken_apart(&self, id: Id, reason: Option<&TokenStream>) -> TokenStream {
        let Type::Record(record) = self.step(id).ty else { return quote!() };
        let taken: Vec<(Id, Part)> = parts(self.body, id).collect();
        let names = record.parts().into_iter().map(|(part, _)| {
            let name =
                taken.iter().find_map(|(id, taken)| self.names[id.0].clone().filter(|_| *taken == part));
            name.map_or_else(|| quote!(_), |name| quote!(#name))
        });
        let value = self.made(id).tokens;
        quote!(#reason let (#(#names),*) = #value;)
    }

    /// The expression by which other steps use a value.
    fn expression(&self, id: Id) -> Expression {
        match &self.names[id.0] {
            Some(name) => Expression::whole(quote!(#name)),
            None => self.made(id),
        }
    }

    /// The expression that computes a value.
    fn made(&self, id: Id) -> Expression {
        let step = self.step(id);
        match &step.operation {
            Operation::Input => match self.input {
                Input::Name(name) => {
                    let name = format_ident!("{name}");
                    Expression::whole(quote!(#name))
                }
                Input::Expression(tokens) => Expression::whole(tokens.clone()),
            },
            Operation::Constant(bits, show) => constant(*bits, *show, step.ty),
            Operation::Events(events) => Expression::whole(kinds(*events)),
            Operation::Unary(unary, one) => self.unary(*unary, *one, step.ty),
            Operation::Binary(binary, one, other) => self.binary(*binary, *one, *other, step.ty),
            Operation::Compare(comparison, one, other) => self.compare(*comparison, *one, *other),
            Operation::Meets(one, other) => {
                let (one, other) = (self.receiver(*one), self.expression(*other).tokens);
                Expression::whole(quote!(#one.meets(#other)))
            }
            Operation::Select(condition, one, other) => self.select(*condition, *one, *other, step.ty),
            Operation::Contains(_, byte) => self.contains(*byte),
            Operation::Call(primitive, arguments) => {
                let arguments = arguments.iter().map(|&argument| self.expression(argument).tokens);
                let arguments: Vec<TokenStream> = arguments.collect();
                Expression::whole(primitive::call(*primitive, &arguments))
            }
            Operation::Part(record, part) => self.part(*record, *part),
            Operation::Made(word, events) => self.record(*word, *events, step.ty),
            Operation::Load(significant, bytes) => self.load(*significant, *bytes, step.ty),
            Operation::Store(significant, word) => {
                let word = self.receiver(*word);
                Expression::whole(match significant {
                    Significant::First => quote!(#word.to_be_bytes()),
                    Significant::Last => quote!(#word.to_le_bytes()),
                })
            }
            Operation::Permuted(bytes, order) => self.permuted(*bytes, order),
            Operation::Byte(bytes, index) => {
                let (bytes, index) = (self.receiver(*bytes), Literal::usize_unsuffixed(*index));
                Expression::whole(quote!(#bytes[#index]))
            }
            Operation::Bytes(all) => {
                let all = all.iter().map(|&byte| self.expression(byte).tokens);
                Expression::whole(quote!([#(#all),*]))
            }
            Operation::HalvesSwapped(bytes) => {
                let bytes = self.expression(*bytes).tokens;
                Expression::whole(quote!(rt::swap_halves(#bytes)))
            }
        }
    }

    /// A value that can stand before a dot. A value that consists of literals only is printed with its type.
    fn receiver(&self, id: Id) -> TokenStream {
        let expression = self.expression(id);
        if expression.is_open {
            let (ty, value) = (ty(self.step(id).ty), expression.tokens);
            return quote!({ let value: #ty = #value; value });
        }
        expression.at(Level::Whole)
    }

    fn unary(&self, unary: Unary, one: Id, ty: Type) -> Expression {
        let (value, from) = (|| self.expression(one), self.step(one).ty);
        match unary {
            Unary::Not => {
                let value = value().at(Level::Prefix);
                Expression::new(Level::Prefix, quote!(!#value))
            }
            Unary::Negate if !matches!(ty, Type::Unsigned(_)) => {
                let value = value().at(Level::Prefix);
                Expression::new(Level::Prefix, quote!(-#value))
            }
            Unary::Negate => {
                let value = self.receiver(one);
                Expression::whole(quote!(#value.wrapping_neg()))
            }
            Unary::Magnitude => {
                let value = self.receiver(one);
                Expression::whole(quote!(#value.unsigned_abs()))
            }
            Unary::Cast => self.cast(one, from, ty),
            Unary::FromBits => {
                let (ty, value) = (crate::expression::ty(ty), value().tokens);
                Expression::whole(quote!(#ty::from_bits(#value)))
            }
            Unary::ToBits => {
                let value = self.receiver(one);
                Expression::whole(quote!(#value.to_bits()))
            }
        }
    }

    fn cast(&self, one: Id, from: Type, to: Type) -> Expression {
        let path = ty(to);
        let lossless = match (from, to) {
            (Type::Bool, Type::Unsigned(_) | Type::Signed(_)) | (Type::Single, Type::Double) => true,
            (Type::Unsigned(from), Type::Unsigned(to) | Type::Signed(to))
            | (Type::Signed(from), Type::Signed(to)) => from < to,
            _ => false,
        };
        match (from, to) {
            _ if lossless => {
                let value = self.expression(one).tokens;
                Expression::whole(quote!(#path::from(#value)))
            }
            (Type::Unsigned(from), Type::Signed(to)) if from == to => {
                let value = self.receiver(one);
                Expression::whole(quote!(#value.cast_signed()))
            }
            (Type::Signed(from), Type::Unsigned(to)) if from == to => {
                let value = self.receiver(one);
                Expression::whole(quote!(#value.cast_unsigned()))
            }
            _ => {
                let value = self.expression(one).at(Level::Cast);
                Expression::new(Level::Cast, quote!(#value as #path))
            }
        }
    }

    fn binary(&self, binary: Binary, one: Id, other: Id, ty: Type) -> Expression {
        if ty == Type::Events {
            let (one, other) = (self.receiver(one), self.expression(other).tokens);
            return Expression::whole(quote!(#one.and(#other)));
        }
        let is_bool = ty == Type::Bool;
        let (level, operator) = match binary {
            Binary::And if is_bool => (Level::And, quote!(&&)),
            Binary::Or if is_bool => (Level::Or, quote!(||)),
            Binary::Xor if is_bool => (Level::Compare, quote!(!=)),
            Binary::And => (Level::BitAnd, quote!(&)),
            Binary::Or => (Level::BitOr, quote!(|)),
            Binary::Xor => (Level::BitXor, quote!(^)),
            Binary::Add => (Level::Sum, quote!(+)),
            Binary::Subtract => (Level::Sum, quote!(-)),
            Binary::Multiply => (Level::Product, quote!(*)),
            Binary::Remainder => (Level::Product, quote!(%)),
            Binary::ShiftLeft => (Level::Shift, quote!(<<)),
            Binary::ShiftRight => (Level::Shift, quote!(>>)),
            Binary::AddWrapping => return self.method(self.added(other, ty), one, other),
            Binary::SubtractWrapping => return self.method("wrapping_sub", one, other),
            Binary::Difference => return self.method("abs_diff", one, other),
            Binary::Minimum => return self.method("min", one, other),
            Binary::Maximum => return self.method("max", one, other),
        };
        // An associative operator needs no parentheses on its right.
        let is_free =
            matches!(binary, Binary::And | Binary::Or | Binary::Xor) && !(is_bool && binary == Binary::Xor);
        let right = if is_free { level } else { above(level) };
        let left = self.expression(one);
        let is_open = left.is_open;
        let left = if level == Level::Shift { left.before_less(level) } else { left.at(left_level(level)) };
        let other = self.expression(other);
        let ends_in_type = other.ends_in_type && other.level >= right;
        let is_open = is_open && (other.is_open || level == Level::Shift);
        let right = other.at(right);
        Expression { tokens: quote!(#left #operator #right), level, ends_in_type, is_open }
    }

    /// The method that adds a value. A negative constant is added as a signed number.
    fn added(&self, other: Id, ty: Type) -> &'static str {
        match self.step(other).operation {
            Operation::Constant(bits, show) if is_below_zero(bits, show, ty) => "wrapping_add_signed",
            _ => "wrapping_add",
        }
    }

    fn method(&self, name: &str, one: Id, other: Id) -> Expression {
        let (name, one, other) = (format_ident!("{name}"), self.receiver(one), self.expression(other).tokens);
        Expression::whole(quote!(#one.#name(#other)))
    }

    fn compare(&self, comparison: Comparison, one: Id, other: Id) -> Expression {
        let operator = match comparison {
            Comparison::Equal => quote!(==),
            Comparison::NotEqual => quote!(!=),
            Comparison::Less => quote!(<),
            Comparison::LessOrEqual => quote!(<=),
            Comparison::Greater => quote!(>),
            Comparison::GreaterOrEqual => quote!(>=),
        };
        let left = self.expression(one);
        let left = if comparison == Comparison::Less {
            left.before_less(Level::BitOr)
        } else {
            left.at(Level::BitOr)
        };
        let right = self.expression(other).at(Level::BitOr);
        Expression::new(Level::Compare, quote!(#left #operator #right))
    }

    fn select(&self, condition: Id, one: Id, other: Id, ty: Type) -> Expression {
        let asked = self.expression(condition).tokens;
        match ty {
            Type::Events => self.select_events(&asked, one, other),
            Type::Record(Record::Made(_)) => self.select_made(&asked, one, other),
            _ => {
                let (one, other) = (self.expression(one), self.expression(other));
                let is_open = one.is_open && other.is_open;
                let (one, other) = (one.tokens, other.tokens);
                Expression::new(Level::Statement, quote!(if #asked { #one } else { #other })).open(is_open)
            }
        }
    }

    /// `kinds.or(condition, others)`, `others.when(condition)`.
    fn select_events(&self, asked: &TokenStream, one: Id, other: Id) -> Expression {
        let one = self.expression(one);
        if self.step(other).operation == Operation::Events(Events::NONE) {
            let one = one.at(Level::Whole);
            return Expression::whole(quote!(#one.when(#asked)));
        }
        let (one, other) = (one.tokens, self.receiver(other));
        Expression::whole(quote!(#other.or(#asked, #one)))
    }

    /// `made.or(condition, word, kinds)`, `made.but(condition, kinds)`.
    fn select_made(&self, asked: &TokenStream, one: Id, other: Id) -> Expression {
        let made = self.receiver(other);
        let Operation::Made(word, kinds) = self.step(one).operation else {
            let one = self.expression(one).tokens;
            return Expression::new(Level::Statement, quote!(if #asked { #one } else { #made }));
        };
        let is_same = self.is_part(word, other, Part::Word);
        let (word, kinds) = (self.expression(word).tokens, self.expression(kinds).tokens);
        Expression::whole(if is_same {
            quote!(#made.but(#asked, #kinds))
        } else {
            quote!(#made.or(#asked, #word, #kinds))
        })
    }

    /// Whether a value is the given part of a record.
    fn is_part(&self, value: Id, record: Id, part: Part) -> bool {
        let of_record =
            matches!(self.step(value).operation, Operation::Part(of, which) if of == record && which == part);
        let in_record = match (&self.step(record).operation, part) {
            (Operation::Made(word, _), Part::Word) => *word == value,
            (Operation::Made(_, kinds), Part::Kinds) => *kinds == value,
            _ => false,
        };
        of_record || in_record
    }

    /// A word and its events.
    fn record(&self, word: Id, events: Id, ty: Type) -> Expression {
        let bits = match ty {
            Type::Record(Record::Made(bits)) => bits,
            _ => 128,
        };
        let word_type = names::unsigned(bits);
        let value = self.expression(word).tokens;
        match self.step(events).operation {
            Operation::Events(Events::NONE) => Expression::whole(quote!(rt::Made::<#word_type>::new(#value))),
            Operation::Select(inexact, one, none)
                if self.step(one).operation == Operation::Events(Events::from_event(Event::Inexact))
                    && self.step(none).operation == Operation::Events(Events::NONE)
                    && self.names[events.0].is_none() =>
            {
                let inexact = self.expression(inexact).tokens;
                Expression::whole(quote!(rt::Made::<#word_type>::rounded(#value, #inexact)))
            }
            Operation::Part(made, Part::Kinds) => {
                let made = self.expression(made).tokens;
                Expression::new(Level::Statement, quote!(rt::Made { word: #value, ..#made }))
            }
            _ => {
                let kinds = self.expression(events).tokens;
                Expression::new(Level::Statement, quote!(rt::Made { word: #value, kinds: #kinds }))
            }
        }
    }

    fn part(&self, record: Id, part: Part) -> Expression {
        let value = self.receiver(record);
        let Type::Record(kind) = self.step(record).ty else { return Expression::whole(value) };
        if !kind.is_tuple() {
            let name = format_ident!("{}", part.name());
            return Expression::whole(quote!(#value.#name));
        }
        let place = kind.parts().iter().position(|(name, _)| *name == part).unwrap_or_default();
        let place = Literal::usize_unsuffixed(place);
        Expression::whole(quote!(#value.#place))
    }

    /// Whether a byte is in the set, which the constant `BYTES` before the expression holds.
    fn contains(&self, byte: Id) -> Expression {
        let byte = self.expression(byte).at(Level::Whole);
        let value = quote!(BYTES[(#byte >> 6) as usize] >> (#byte & 63) & 1 != 0);
        Expression::new(Level::Compare, value)
    }

    fn load(&self, significant: Significant, bytes: Id, ty: Type) -> Expression {
        let (ty, bytes) = (crate::expression::ty(ty), self.expression(bytes).tokens);
        Expression::whole(match significant {
            Significant::First => quote!(#ty::from_be_bytes(#bytes)),
            Significant::Last => quote!(#ty::from_le_bytes(#bytes)),
        })
    }

    fn permuted(&self, bytes: Id, order: &[Option<usize>]) -> Expression {
        let bytes = self.receiver(bytes);
        let places = order.iter().map(|byte| match byte {
            None => quote!(0),
            Some(byte) => {
                let byte = Literal::usize_unsuffixed(*byte);
                quote!(#bytes[#byte])
            }
        });
        Expression::whole(quote!([#(#places),*]))
    }
}
