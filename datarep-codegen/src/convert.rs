//! One conversion: which emitter makes its two functions, and which events are errors.

use datarep_dsl::model::{
    Class, Conversion, Format, FormatKind, InvalidRule, MissingRule, Model, Native, NoncanonicalRule,
    Overflow, Policy, SpecialRule, TestDirection, TestLine, TestValue, Underflow, UnmappedRule, ZeroRule,
};
use datarep_plan::body::Body;
use datarep_plan::conversion::{self as plan, Meets};
use datarep_plan::integer;
use proc_macro2::{Ident, TokenStream};
use quote::quote;

use crate::print::{self, Printed, Rest};
use crate::{character, decimal, fixed, float, logical, names, order, pair};

/// The bodies of the two functions of a conversion, between `file` and `native`.
///
/// `read` begins with `word` and ends in `(native, kinds)`.
pub(crate) struct Bodies {
    pub(crate) read: TokenStream,
    pub(crate) write: Written,
    pub(crate) read_ordinary: Ordinary,
    pub(crate) write_ordinary: Ordinary,
}

/// What is emitted for ordinary items beside the exact form.
pub(crate) enum Ordinary {
    /// Nothing: items are converted one by one.
    None,
    /// The exact form is a loop's body that can be vectorized.
    Exact,
    /// A body of its own. `read`: from `word` to an `rt::Ordinary`; `write`: from `native` to `word`, `odd`,
    /// `inexact`, and where these are ordinary, `tiny` and `overflow`.
    Form {
        body: TokenStream,
        /// For which items it holds.
        doc: String,
        meets: Meets,
    },
    /// The same as a plan has it.
    Planned { printed: Printed, doc: Vec<String>, meets: Meets },
}

impl Ordinary {
    /// That of a plan, whose item is called `input`.
    pub(crate) fn planned(ordinary: plan::Ordinary, input: &str) -> Ordinary {
        match ordinary {
            plan::Ordinary::None => Ordinary::None,
            plan::Ordinary::Exact => Ordinary::Exact,
            plan::Ordinary::Form { body, meets } => {
                Ordinary::Planned { doc: body.doc.clone(), printed: print::body(&body, input), meets }
            }
        }
    }

    /// A body of its own, for which no item is ordinary that underflows or overflows, and what is rounded is worth no count of its own.
    pub(crate) fn plain(body: TokenStream, doc: impl Into<String>) -> Ordinary {
        Ordinary::Form { body, doc: doc.into(), meets: Meets::Nothing }
    }
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
    let bytes = conversion.order.extent(format.bits);
    let Emitted { read, write, ordinary } = match &format.kind {
        FormatKind::Float(float) => by_word(format, conversion, float::emit(format, float, conversion)),
        FormatKind::PairSum(sum) => by_word(format, conversion, pair::emit(format, sum, conversion)),
        FormatKind::Integer(integer) if conversion.native.is_float() => {
            by_word(format, conversion, fixed::emit(format, *integer, conversion))
        }
        FormatKind::Integer(integer) => {
            by_word(format, conversion, planned(integer::plan(format, *integer, conversion)))
        }
        FormatKind::Decimal(decimal) => {
            let decimal::Whole { read, write } = decimal::emit(format, *decimal, conversion);
            let ordinary = emit_exact_ordinary(conversion, bytes);
            Emitted { read, write, ordinary }
        }
        FormatKind::Logical(logical) => {
            by_word(format, conversion, logical::emit(format, *logical, conversion))
        }
        FormatKind::Character(charset) => {
            by_word(format, conversion, character::emit(format, *charset, conversion))
        }
    };
    let native = names::native(conversion.native);
    let read = if conversion.read.noncanonical == NoncanonicalRule::Ignore {
        read
    } else {
        // What is read exactly and would be written in another way.
        quote! {
            let (native, kinds) = { #read };
            let (written, lost) = Self::write(native);
            let other = kinds == rt::Kinds::NONE && lost == rt::Kinds::NONE && written != file;
            (native, kinds.and(rt::Kinds::NONCANONICAL.when(other)))
        }
    };
    let order = emit_order(format, conversion);
    let tables = match format.kind {
        FormatKind::Character(charset) => character::emit_tables(charset, conversion, bytes),
        _ => None,
    };
    let (title, format_name) = (&conversion.title, &format.name);
    let read_errors = emit_errors(&format.kind, conversion.native, &conversion.read);
    let write_errors = emit_errors(&format.kind, conversion.native, &conversion.write);
    let docs = emit_docs(model, conversion, format).into_iter().map(|line| {
        let line = names::doc_line(&line);
        quote!(#[doc = #line])
    });
    let bytes = names::decimal(i128::from(bytes));
    quote! {
        #(#docs)*
        pub struct #name;

        impl rt::Convert for #name {
            type Native = #native;
            type File = [u8; #bytes];
            const MAPPING: &'static str = #title;
            const FORMAT: &'static str = #format_name;
            const READ_ERRORS: rt::Kinds = #read_errors;
            const WRITE_ERRORS: rt::Kinds = #write_errors;
            #order
            #tables

            #[inline(always)]
            fn read(file: [u8; #bytes]) -> (#native, rt::Kinds) {
                #read
            }

            #[inline(always)]
            fn write(native: #native) -> ([u8; #bytes], rt::Kinds) {
                #write
            }

            #ordinary
        }
    }
}

/// The order of bytes, where a conversion changes nothing else.
fn emit_order(format: &Format, conversion: &Conversion) -> Option<TokenStream> {
    let native = match &format.kind {
        FormatKind::Float(float) => datarep_plan::float::is_native(format, float, conversion),
        FormatKind::Integer(integer) if !conversion.native.is_float() => {
            integer::is_native(format, *integer, conversion)
        }
        FormatKind::Integer(_)
        | FormatKind::PairSum(_)
        | FormatKind::Decimal(_)
        | FormatKind::Logical(_)
        | FormatKind::Character(_) => false,
    };
    let ignored = conversion.read.noncanonical == NoncanonicalRule::Ignore;
    let order = order::emit_whole(&conversion.order, format.bits).filter(|_| native && ignored)?;
    Some(quote!(const ORDER: Option<rt::ByteOrder> = Some(#order);))
}

/// The functions of a conversion.
struct Emitted {
    read: TokenStream,
    write: TokenStream,
    /// Those for ordinary items, as items of the `Convert`.
    ordinary: TokenStream,
}

/// Digits as an integer have no branches: the exact form is the body of a loop.
fn emit_exact_ordinary(conversion: &Conversion, bytes: u32) -> TokenStream {
    // Integers of 128 bits go one by one where the digits take as many: see the runtime's `kernel`.
    let is_long = matches!(conversion.native, Native::I128 | Native::U128) && bytes == 16;
    if conversion.native.is_float() || conversion.native == Native::Decimal || is_long {
        return quote!();
    }
    let reads = if conversion.read.noncanonical == NoncanonicalRule::Ignore {
        quote!(
            const READS_IN_BLOCKS: bool = true;
        )
    } else {
        quote!()
    };
    quote! {
        #reads
        const WRITES_IN_BLOCKS: bool = true;
    }
}

/// The exact bodies of a plan.
pub(crate) fn exact(read: &Body, write: &Body) -> (TokenStream, Written) {
    let kinds = |rest| match rest {
        Rest::Kinds(kinds) => kinds,
        Rest::Ordinary(..) | Rest::Beyond(_) => quote!(rt::Kinds::NONE),
    };
    let Printed { statements, item, rest, .. } = print::body(read, "word");
    let kinds_read = kinds(rest);
    let read = quote!(#statements (#item, #kinds_read));
    let Printed { statements, whole_item: word, rest, .. } = print::body(write, "native");
    (read, Written { statements, word, kinds: kinds(rest) })
}

/// The bodies of a plan.
fn planned(bodies: plan::Bodies) -> Bodies {
    let (read, write) = exact(&bodies.read, &bodies.write);
    Bodies {
        read,
        write,
        read_ordinary: Ordinary::planned(bodies.read_ordinary, "word"),
        write_ordinary: Ordinary::planned(bodies.write_ordinary, "native"),
    }
}

/// The functions of a format whose bytes are a word, loaded and stored in their order.
fn by_word(format: &Format, conversion: &Conversion, bodies: Bodies) -> Emitted {
    let load = order::emit_load(&conversion.order, format.bits);
    let ordinary = [
        emit_read_ordinary(format, conversion, &load, &bodies.read_ordinary),
        emit_write_ordinary(format, conversion, &bodies.write_ordinary),
    ];
    let Bodies { read, write: Written { statements, word, kinds }, .. } = bodies;
    let (split, store) = order::emit_store(&conversion.order, format.bits, &word);
    let read = quote! {
        let word = #load;
        #read
    };
    let write = quote! {
        #statements
        #split
        (#store, #kinds)
    };
    Emitted { read, write, ordinary: quote!(#(#ordinary)*) }
}

fn emit_read_ordinary(
    format: &Format,
    conversion: &Conversion,
    load: &TokenStream,
    form: &Ordinary,
) -> TokenStream {
    let function = match form {
        _ if conversion.read.noncanonical != NoncanonicalRule::Ignore => return quote!(),
        Ordinary::None => return quote!(),
        Ordinary::Exact => quote!(),
        Ordinary::Form { body, doc, .. } => {
            let bytes = names::decimal(i128::from(conversion.order.extent(format.bits)));
            let native = names::native(conversion.native);
            quote! {
                #[doc = #doc]
                #[inline(always)]
                fn read_ordinary<P: rt::Processor>(file: [u8; #bytes]) -> rt::Ordinary<#native> {
                    let word = #load;
                    #body
                }
            }
        }
        Ordinary::Planned { printed, doc, .. } => {
            let bytes = names::decimal(i128::from(conversion.order.extent(format.bits)));
            let native = names::native(conversion.native);
            let Printed { statements, item, rest, .. } = printed;
            let made = emit_made(item, rest);
            let doc = doc.iter().map(|line| names::doc_line(&format!(" {line}")));
            quote! {
                #(#[doc = #doc])*
                #[inline(always)]
                fn read_ordinary<P: rt::Processor>(file: [u8; #bytes]) -> rt::Ordinary<#native> {
                    let word = #load;
                    #statements
                    #made
                }
            }
        }
    };
    quote! {
        const READS_IN_BLOCKS: bool = true;
        #function
    }
}

fn emit_write_ordinary(format: &Format, conversion: &Conversion, form: &Ordinary) -> TokenStream {
    let function = match form {
        Ordinary::None => return quote!(),
        Ordinary::Exact => quote!(),
        Ordinary::Form { body, doc, meets } => {
            let bytes = names::decimal(i128::from(conversion.order.extent(format.bits)));
            let native = names::native(conversion.native);
            let (split, store) = order::emit_store(&conversion.order, format.bits, &quote!(word));
            let made = if *meets == Meets::Beyond {
                quote!(rt::Ordinary { item: #store, odd, inexact, tiny, overflow })
            } else {
                quote!(rt::Ordinary::new(#store, odd, inexact))
            };
            let meets = emit_meets(*meets);
            quote! {
                #meets
                #[doc = #doc]
                #[inline(always)]
                fn write_ordinary(native: #native) -> rt::Ordinary<[u8; #bytes]> {
                    #body
                    #split
                    #made
                }
            }
        }
        Ordinary::Planned { printed, doc, meets } => {
            let bytes = names::decimal(i128::from(conversion.order.extent(format.bits)));
            let native = names::native(conversion.native);
            let Printed { statements, whole_item, rest, .. } = printed;
            let (split, store) = order::emit_store(&conversion.order, format.bits, whole_item);
            let made = emit_made(&store, rest);
            let meets = emit_meets(*meets);
            let doc = doc.iter().map(|line| names::doc_line(&format!(" {line}")));
            quote! {
                #meets
                #(#[doc = #doc])*
                #[inline(always)]
                fn write_ordinary(native: #native) -> rt::Ordinary<[u8; #bytes]> {
                    #statements
                    #split
                    #made
                }
            }
        }
    };
    quote! {
        const WRITES_IN_BLOCKS: bool = true;
        #function
    }
}

/// What an ordinary body gives.
fn emit_made(item: &TokenStream, rest: &Rest) -> TokenStream {
    match rest {
        Rest::Ordinary(odd, inexact) => quote!(rt::Ordinary::new(#item, #odd, #inexact)),
        Rest::Beyond([odd, inexact, tiny, overflow]) => quote! {
            rt::Ordinary { item: #item, odd: #odd, inexact: #inexact, tiny: #tiny, overflow: #overflow }
        },
        Rest::Kinds(kinds) => quote!(rt::Ordinary::of((#item, #kinds))),
    }
}

/// What items of an ordinary body may meet when they are written.
fn emit_meets(meets: Meets) -> TokenStream {
    match meets {
        Meets::Nothing => quote!(),
        Meets::Rounding => quote!(
            const WRITES_ROUNDED: bool = true;
        ),
        Meets::Beyond => quote!(
            const WRITES_BEYOND: bool = true;
        ),
    }
}

/// The events whose rule is `error`, as a constant set; of those that the kind of format can meet.
fn emit_errors(kind: &FormatKind, native: Native, policy: &Policy) -> TokenStream {
    let special = |rule: SpecialRule| rule == SpecialRule::Error;
    let gradual = policy.underflow == Underflow::Subnormal && policy.inexact_error;
    let overflow = (policy.overflow == Overflow::Error, quote!(OVERFLOW));
    let negative_zero = (policy.negative_zero == ZeroRule::Error, quote!(NEGATIVE_ZERO));
    let events = match kind {
        FormatKind::Integer(_) if !native.is_float() => vec![overflow, negative_zero],
        FormatKind::Float(_) | FormatKind::PairSum(_) | FormatKind::Integer(_) => vec![
            (policy.inexact_error, quote!(INEXACT)),
            overflow,
            (policy.underflow == Underflow::Error || gradual, quote!(UNDERFLOW)),
            (special(policy.infinity), quote!(INFINITY)),
            (special(policy.nan), quote!(NAN)),
            (special(policy.reserved), quote!(RESERVED)),
            negative_zero,
        ],
        FormatKind::Decimal(_) => vec![
            (policy.inexact_error, quote!(INEXACT)),
            overflow,
            (policy.underflow == Underflow::Error || gradual, quote!(UNDERFLOW)),
            (special(policy.infinity), quote!(INFINITY)),
            (special(policy.nan), quote!(NAN)),
            negative_zero,
            (policy.invalid == InvalidRule::Error, quote!(INVALID)),
        ],
        FormatKind::Logical(_) | FormatKind::Character(_) => {
            vec![(policy.unmapped == UnmappedRule::Error, quote!(UNMAPPED))]
        }
    };
    let has_missing = matches!(
        kind,
        FormatKind::Float(float) if float.specials.iter().any(|special| special.class == Class::Missing)
    );
    let missing = (has_missing && policy.missing == MissingRule::Error, quote!(MISSING));
    let noncanonical = (policy.noncanonical == NoncanonicalRule::Error, quote!(NONCANONICAL));
    let events = events.into_iter().chain([missing, noncanonical]);
    let mut errors = events.filter_map(|(error, event)| error.then_some(event));
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
    let bytes = conversion.order.extent(format.bits);
    docs.push(format!(" {bytes} {} of file.", if bytes == 1 { "byte" } else { "bytes" }));
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
