//! Prints a body as a function of its own, outside of any conversion.
//!
//! A proof is about the body of a plan, and a program runs what is printed of it. By these functions both can be compared,
//! also for bodies that no text has: those with a fault planted in them.

use datarep_dsl::model::{Event, Events};
use datarep_plan::body::{Body, Operation, Outcome};
use datarep_plan::types::Type;
use proc_macro2::{Ident, TokenStream};
use quote::quote;

use crate::convert::{emit_kinds, emit_ordinary_result};
use crate::expression::{emit_events, emit_type};
use crate::print::{self, BodyInput};

/// Prints a body as a function of its input that returns the item and its events, or an `Ordinary` if it is the body for
/// ordinary items. It has a processor as its parameter, and names the module of generated code `rt`.
pub fn print_function(name: &Ident, body: &Body) -> TokenStream {
    let mut statements = TokenStream::new();
    let printed = print::print_body(body, &BodyInput::Name("input"), &mut statements);
    let (input, item) = (emit_type(find_input(body)), emit_type(find_item(body)));
    let value = &printed.item;
    let (output, result) = match body.outcome {
        Outcome::Ordinary { .. } => (quote!(rt::Ordinary<#item>), emit_ordinary_result(value, &printed.rest)),
        Outcome::Exact { .. } | Outcome::Moved(_) => {
            let kinds = emit_kinds(printed.rest);
            (quote!((#item, rt::Kinds)), quote!((#value, #kinds)))
        }
    };
    quote! {
        fn #name<P: rt::Processor>(input: #input) -> #output {
            #statements
            #result
        }
    }
}

/// The sets of one event each, in the order of the model's events, as an array of generated code.
pub fn print_events() -> TokenStream {
    let all = Event::ALL.into_iter().map(|event| emit_events(Events::from(event)));
    quote!([#(#all),*])
}

/// The type of a body's input. A body without one gives the same for each word.
pub fn find_input(body: &Body) -> Type {
    let input = body.steps.iter().find(|step| step.operation == Operation::Input);
    input.map_or(Type::Unsigned(8), |step| step.ty)
}

/// The type of a body's item.
pub fn find_item(body: &Body) -> Type {
    body.step(body.outcome.find_item()).ty
}
