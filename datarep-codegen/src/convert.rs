//! Prints the plan of a conversion as a type that implements `Convert`.

use datarep_dsl::model::{
    Charset, Conversion, Format, FormatKind, Model, TestDirection, TestLine, TestValue,
};
use datarep_plan::body::Body;
use datarep_plan::conversion::{Meets, OrdinaryBody};
use datarep_plan::plan::{NativeOrder, Plan};
use datarep_plan::types::Type;
use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote};

use crate::print::{self, BodyInput, OtherResults, PrintedResults};
use crate::{expression, names, primitive};

/// The type that stands for a conversion, and its implementation of `Convert`.
pub(crate) fn emit_conversion(model: &Model, conversion: &Conversion, name: &Ident) -> TokenStream {
    let format = &model.formats[conversion.format.0];
    let plan = Plan::from_conversion(format, conversion);
    let native = names::native_path(conversion.native);
    let bytes = Literal::u32_unsuffixed(conversion.order.extent(format.bits));
    let printer = PlanPrinter { plan: &plan, native: native.clone(), bytes: bytes.clone() };
    let (read, write) = (printer.emit_read(), printer.emit_write());
    let (read_ordinary, write_ordinary) = (printer.emit_read_ordinary(), printer.emit_write_ordinary());
    let (title, format_name) = (&conversion.title, &format.name);
    let [read_errors, write_errors] = [plan.read_errors, plan.write_errors].map(expression::emit_events);
    let order = plan.native_order.map(emit_order);
    let tables = emit_tables(&plan, &format.kind);
    let docs = emit_docs(model, conversion, format).into_iter().map(|line| {
        let line = names::doc_line(&line);
        quote!(#[doc = #line])
    });
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

            #read_ordinary
            #write_ordinary
        }
    }
}

/// The byte order of a conversion that changes nothing else.
fn emit_order(order: NativeOrder) -> TokenStream {
    let order = match order {
        NativeOrder::Big => quote!(rt::ByteOrder::Big),
        NativeOrder::Little => quote!(rt::ByteOrder::Little),
        NativeOrder::Mixed => quote!(rt::ByteOrder::Mixed),
    };
    quote!(const ORDER: Option<rt::ByteOrder> = Some(#order);)
}

/// The tables of a conversion from byte to byte.
fn emit_tables(plan: &Plan, kind: &FormatKind) -> Option<TokenStream> {
    let FormatKind::Character(Charset::Page(page)) = kind else { return None };
    let tables = format_ident!("{}_TABLES", primitive::page_name(*page));
    plan.by_table.then(|| {
        quote! {
            const READ_TABLE: Option<&'static rt::Table> = Some(&rt::pages::#tables.read);
            const WRITE_TABLE: Option<&'static rt::Table> = Some(&rt::pages::#tables.write);
        }
    })
}

struct PlanPrinter<'p> {
    plan: &'p Plan,
    /// The native type.
    native: TokenStream,
    /// Bytes of an item.
    bytes: Literal,
}

impl PlanPrinter<'_> {
    /// The statements that load an item and those of a body that reads, and the results of the body.
    fn print_reading(&self, body: &Body) -> (TokenStream, PrintedResults) {
        let mut statements = TokenStream::new();
        // The bytes of the file become a word first, and the body takes the word.
        let load = &self.plan.load;
        let loaded = print::print_body(load, &BodyInput::Name("file"), &mut statements);
        // Nothing is loaded where the bytes are taken as they are.
        let input = if loaded.is_name {
            BodyInput::Name("file")
        } else if returns_bytes(load) {
            // Digits are passed as bytes to the function that reads them.
            BodyInput::Expression(loaded.item)
        } else {
            let item = loaded.item;
            // The word gets a name, because the body may use it several times.
            statements.extend(quote!(let word = #item;));
            BodyInput::Name("word")
        };
        let printed = print::print_body(body, &input, &mut statements);
        (statements, printed)
    }

    /// The statements of a body that writes, the bytes of the item, and the other results.
    fn print_writing(&self, body: &Body) -> (TokenStream, TokenStream, OtherResults) {
        let mut statements = TokenStream::new();
        let PrintedResults { item, whole_item, is_name, rest } =
            print::print_body(body, &BodyInput::Name("native"), &mut statements);
        let store = &self.plan.store;
        // A value that is used once needs no name. One that is used for each byte would be computed for each.
        let input = if is_name || print::count_input_uses(store) <= 1 {
            BodyInput::Expression(whole_item)
        } else if returns_bytes(&self.plan.load) {
            let count = &self.bytes;
            // Digits are bytes already, and no word.
            statements.extend(quote!(let bytes: [u8; #count] = #item;));
            BodyInput::Name("bytes")
        } else {
            statements.extend(quote!(let word = #item;));
            BodyInput::Name("word")
        };
        let stored = print::print_body(store, &input, &mut statements);
        (statements, stored.item, rest)
    }

    fn emit_read(&self) -> TokenStream {
        let (mut read, PrintedResults { item, rest, .. }) = self.print_reading(&self.plan.bodies.read);
        let kinds = emit_kinds(rest);
        read.extend(quote!((#item, #kinds)));
        // Writing every item again costs time, so only a rule that asks for it does this.
        if !self.plan.checks_canonical {
            return read;
        }
        // An item that is read exactly but would be written with other bytes.
        quote! {
            let (native, kinds) = { #read };
            let (written, lost) = Self::write(native);
            let other = kinds == rt::Kinds::NONE && lost == rt::Kinds::NONE && written != file;
            (native, kinds.and(rt::Kinds::NONCANONICAL.when(other)))
        }
    }

    fn emit_write(&self) -> TokenStream {
        let (mut write, item, rest) = self.print_writing(&self.plan.bodies.write);
        let kinds = emit_kinds(rest);
        write.extend(quote!((#item, #kinds)));
        write
    }

    fn emit_read_ordinary(&self) -> TokenStream {
        let function = match &self.plan.bodies.read_ordinary {
            OrdinaryBody::None => return quote!(),
            // The trait's own function calls the exact body.
            OrdinaryBody::Exact => quote!(),
            OrdinaryBody::Form { body, .. } => {
                let (statements, PrintedResults { item, rest, .. }) = self.print_reading(body);
                let (made, doc) = (emit_ordinary_result(&item, &rest), emit_doc(body));
                let PlanPrinter { native, bytes, .. } = self;
                quote! {
                    #doc
                    #[inline(always)]
                    fn read_ordinary<P: rt::Processor>(file: [u8; #bytes]) -> rt::Ordinary<#native> {
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

    fn emit_write_ordinary(&self) -> TokenStream {
        let function = match &self.plan.bodies.write_ordinary {
            OrdinaryBody::None => return quote!(),
            OrdinaryBody::Exact => quote!(),
            OrdinaryBody::Form { body, meets } => {
                let (statements, item, rest) = self.print_writing(body);
                let (made, doc, meets) =
                    (emit_ordinary_result(&item, &rest), emit_doc(body), emit_meets(*meets));
                let PlanPrinter { native, bytes, .. } = self;
                quote! {
                    #meets
                    #doc
                    #[inline(always)]
                    fn write_ordinary(native: #native) -> rt::Ordinary<[u8; #bytes]> {
                        #statements
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
}

/// Whether the result of a body is bytes.
fn returns_bytes(moved: &Body) -> bool {
    moved.outcome.operands().iter().all(|&item| matches!(moved.step(item).ty, Type::Bytes(_)))
}

/// The events of an exact body.
pub(crate) fn emit_kinds(rest: OtherResults) -> TokenStream {
    match rest {
        OtherResults::Kinds(kinds) => kinds,
        // Only exact bodies have sets of events.
        OtherResults::None | OtherResults::Ordinary(..) | OtherResults::Beyond(_) => quote!(rt::Kinds::NONE),
    }
}

/// The documentation of a body.
fn emit_doc(body: &Body) -> TokenStream {
    let lines = body.doc.iter().map(|line| names::doc_line(&format!(" {line}")));
    quote!(#(#[doc = #lines])*)
}

/// The result of an ordinary body.
pub(crate) fn emit_ordinary_result(item: &TokenStream, rest: &OtherResults) -> TokenStream {
    match rest {
        OtherResults::Ordinary(odd, inexact) => quote!(rt::Ordinary::new(#item, #odd, #inexact)),
        OtherResults::Beyond([odd, inexact, tiny, overflow]) => quote! {
            rt::Ordinary { item: #item, odd: #odd, inexact: #inexact, tiny: #tiny, overflow: #overflow }
        },
        // An exact body in the place of an ordinary one: its events tell whether the item is odd.
        OtherResults::Kinds(kinds) => quote!(rt::Ordinary::of((#item, #kinds))),
        OtherResults::None => quote!(rt::Ordinary::new(#item, false, false)),
    }
}

/// The constants for the events that ordinary items may meet when they are written.
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

fn emit_docs(model: &Model, conversion: &Conversion, format: &Format) -> Vec<String> {
    let origin = &conversion.origin;
    let mut docs = vec![format!(" `{}` (`{origin}`).", conversion.title), String::new()];
    // A format that was not written in a text has no words to show.
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
            // A character is printed as a literal, since a control character would break the table.
            let value = if let TestValue::Character(character) = line.value {
                format!("{character:?}")
            } else {
                line.text.clone()
            };
            docs.push(format!(" | {value} | `{arrow}` | `{}` |", names::hex_literal(line.word, format.bits)));
        }
    }
    docs
}
