//! One conversion: which emitter makes its two functions, and which events are errors.

use datarep_dsl::model::{
    Conversion, Format, FormatKind, Model, Overflow, Policy, SpecialRule, TestDirection, TestLine, TestValue,
    Underflow, UnmappedRule, ZeroRule,
};
use proc_macro2::{Ident, TokenStream};
use quote::quote;

use crate::{character, float, integer, logical, names, order};

/// The bodies of the two functions of a conversion, between `file` and `native`.
///
/// `read` begins with `word` and ends in `(native, kinds)`.
pub(crate) struct Bodies {
    pub(crate) read: TokenStream,
    pub(crate) write: Written,
}

/// The body of `write`: statements, then the word, an unsigned integer of the format's container, and the events.
pub(crate) struct Written {
    pub(crate) statements: TokenStream,
    pub(crate) word: TokenStream,
    pub(crate) kinds: TokenStream,
}

/// The type that stands for a conversion, and its `Convert`.
pub(crate) fn emit_conversion(model: &Model, conversion: &Conversion, name: &Ident) -> TokenStream {
    let format = &model.formats[conversion.format.0];
    let octets = format.bits / 8;
    let bodies = match &format.kind {
        FormatKind::Float(float) => float::emit(format, float, conversion),
        FormatKind::Integer(integer) => integer::emit(format, *integer, conversion),
        FormatKind::Logical(logical) => logical::emit(format, *logical, conversion),
        FormatKind::Character(charset) => character::emit(format, *charset, conversion),
    };
    let load = order::emit_load(&conversion.order, octets);
    let native = names::native(conversion.native);
    let (title, format_name) = (&conversion.title, &format.name);
    let read_errors = emit_errors(&format.kind, &conversion.read);
    let write_errors = emit_errors(&format.kind, &conversion.write);
    let Bodies { read, write: Written { statements, word, kinds } } = bodies;
    let (split, store) = order::emit_store(&conversion.order, octets, &word);
    let docs = emit_docs(model, conversion, format).into_iter().map(|line| quote!(#[doc = #line]));
    let octets = names::decimal(i128::from(octets));
    quote! {
        #(#docs)*
        pub struct #name;

        impl rt::Convert for #name {
            type Native = #native;
            type File = [u8; #octets];
            const MAPPING: &'static str = #title;
            const FORMAT: &'static str = #format_name;
            const READ_ERRORS: rt::Kinds = #read_errors;
            const WRITE_ERRORS: rt::Kinds = #write_errors;

            #[inline(always)]
            fn read(file: [u8; #octets]) -> (#native, rt::Kinds) {
                let word = #load;
                #read
            }

            #[inline(always)]
            fn write(native: #native) -> ([u8; #octets], rt::Kinds) {
                #statements
                #split
                (#store, #kinds)
            }
        }
    }
}

/// The events whose rule is `error`, as a constant set; of those that the kind of format can meet.
fn emit_errors(kind: &FormatKind, policy: &Policy) -> TokenStream {
    let special = |rule: SpecialRule| rule == SpecialRule::Error;
    let gradual = policy.underflow == Underflow::Subnormal && policy.inexact_error;
    let overflow = (policy.overflow == Overflow::Error, quote!(OVERFLOW));
    let negative_zero = (policy.negative_zero == ZeroRule::Error, quote!(NEGATIVE_ZERO));
    let events = match kind {
        FormatKind::Float(_) => vec![
            (policy.inexact_error, quote!(INEXACT)),
            overflow,
            (policy.underflow == Underflow::Error || gradual, quote!(UNDERFLOW)),
            (special(policy.infinity), quote!(INFINITY)),
            (special(policy.nan), quote!(NAN)),
            (special(policy.reserved), quote!(RESERVED)),
            negative_zero,
        ],
        FormatKind::Integer(_) => vec![overflow, negative_zero],
        FormatKind::Logical(_) | FormatKind::Character(_) => {
            vec![(policy.unmapped == UnmappedRule::Error, quote!(UNMAPPED))]
        }
    };
    let mut errors = events.into_iter().filter_map(|(error, event)| error.then_some(event));
    let first = errors.next().unwrap_or_else(|| quote!(NONE));
    errors.fold(quote!(rt::Kinds::#first), |set, event| quote!(#set.and(rt::Kinds::#event)))
}

fn emit_docs(model: &Model, conversion: &Conversion, format: &Format) -> Vec<String> {
    let origin = &conversion.origin;
    let mut docs = vec![format!(" `{}` (`{origin}`).", conversion.title), String::new()];
    let described = &format.origin;
    if !described.text.is_empty() {
        docs.push(format!(" `{}` (`{described}`)", described.text));
        docs.push(String::new());
    }
    docs.push(format!(" {} octets of file.", format.bits / 8));
    let lines: Vec<&TestLine> = model.tests.iter().filter(|line| line.format == conversion.format).collect();
    if !lines.is_empty() {
        docs.push(String::new());
        docs.push(" | value | | word |".to_owned());
        docs.push(" |---|---|---|".to_owned());
        for line in lines {
            let arrow = match line.direction {
                TestDirection::Both => "<=>",
                TestDirection::Write => "=>",
                TestDirection::Read => "<=",
            };
            let value = if let TestValue::Character(character) = line.value {
                format!("{character:?}")
            } else {
                line.text.clone()
            };
            docs.push(format!(" | {value} | `{arrow}` | `{}` |", names::hex(line.word, format.bits)));
        }
    }
    docs
}
