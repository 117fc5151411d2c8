//! Records: the struct of the fields, their layout in the file, and functions for slices of records.

mod choice;
mod count;
mod emitter;
mod mixed;
mod valid;
mod variable;

use std::collections::{BTreeMap, BTreeSet};

use datarep_dsl::model::{FieldKind, Model, Record, RecordField};
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

use self::emitter::{RecordEmitter, RecordNames, number_literal};
use crate::{convert, module, names};

/// Generates the records of a text: a module for each, and an import of its struct beside the module.
///
/// The module of a record refers to the modules of the records inside it. So if a record contains another one, an outer
/// module contains them all. Otherwise a module in the body of a function could not find its siblings.
pub(crate) fn emit_records(model: &Model) -> TokenStream {
    let modules: Vec<TokenStream> = generate_siblings(model).collect();
    let inside =
        |record: &Record| record.list_fields().any(|field| matches!(field.kind, FieldKind::Record(_)));
    match model.records.as_slice() {
        [first, ..] if model.records.iter().any(inside) => {
            let [_, house] = name_enclosing_modules(model);
            let capitals = names::allow_capitals(&names::record_module_name(&first.name));
            quote! {
                #capitals
                mod #house {
                    #(#modules)*
                }
                #[allow(unused_imports, unreachable_pub, reason = "generated code")]
                pub use #house::*;
            }
        }
        _ => quote!(#(#modules)*),
    }
}

/// The names of the modules around all modules of the representations, and around those of the records.
///
/// Each is the name of the first module with an ending, and with a number if the text has an item of that name.
pub(crate) fn name_enclosing_modules(model: &Model) -> [Ident; 2] {
    let mut scope = RecordNames::from_model(model).scope;
    let datarep = model.datareps.first().map(|first| first.name.clone());
    let record = model.records.first().map(|first| names::record_module_name(&first.name));
    [datarep, record].map(|first| scope.make_distinct(&format!("{}_and_others", first.unwrap_or_default())))
}

/// Generates the same items as siblings of a file, one after the other.
pub(crate) fn generate_siblings(model: &Model) -> impl Iterator<Item = TokenStream> {
    let names = RecordNames::from_model(model);
    (0..model.records.len()).map(move |index| emit_record(model, index, &names))
}

fn emit_record(model: &Model, index: usize, names: &RecordNames<'_>) -> TokenStream {
    let record = &model.records[index];
    let (module, strukt) = &names.all[index];
    // The struct of a choice has an enum, which only the code for variable records makes.
    let fixed = model.records.iter().map(|record| record.is_fixed && !record.has_choice).collect();
    let (conversions, enums) = (conversion_names(model, record), &names.enums[index]);
    let emitter = RecordEmitter { record, names, strukt, conversions, enums, fixed };
    let items = if emitter.fixed[index] {
        let (struct_item, plan, functions) =
            (emitter.emit_struct(), emitter.emit_plan(), emit_functions(strukt));
        quote!(#struct_item #plan #functions)
    } else {
        match emitter.emit_variable() {
            Ok(items) => items,
            // The error is part of the generated code, so that the compiler shows it where the text is used.
            Err(unknown) => return emit_refusal(record, &unknown),
        }
    };
    let conversions = emit_conversions(model, record, &emitter.conversions);
    let (nulls, texts) = (emitter.emit_null_rules(), emitter.emit_mixed_rules(model));
    let enums = enums.values();
    let docs = format!(" The record `{}`: its struct, and conversions of slices.", record.name);
    quote! {
        #[doc = #docs]
        #[allow(clippy::all, clippy::pedantic, dead_code, non_snake_case, unused_doc_comments, unused_parens, unreachable_pub, reason = "generated code")]
        pub mod #module {
            use ::datarep::codegen as rt;

            #items

            #nulls

            #texts

            #conversions
        }
        #[allow(unused_imports, unreachable_pub, reason = "generated code")]
        pub use #module::{#strukt #(, #enums)*};
    }
}

/// The conversions of a record's fields; nothing for a record of bytes and of other records alone.
fn emit_conversions(model: &Model, record: &Record, named: &BTreeMap<usize, Ident>) -> Option<TokenStream> {
    let emitted =
        named.iter().map(|(index, name)| convert::emit_conversion(model, &record.conversions[*index], name));
    (!named.is_empty()).then(|| {
        quote! {
            mod conversions {
                use ::datarep::codegen as rt;

                #(#emitted)*
            }
        }
    })
}

/// An error in the place of a record that cannot be a struct.
fn emit_refusal(record: &Record, unknown: &variable::UnsupportedField<'_>) -> TokenStream {
    let message = format!(
        "record `{}` cannot be a struct: `{}` {}\n\
         note: the items of a vector must have a fixed length, unless they are records\n\
         help: move the fields of an item into a record of its own, or read such records with `datarep_dynamic::Record`",
        record.name, unknown.field, unknown.why
    );
    quote!(::core::compile_error!(#message);)
}

/// The conversions of a record's fields, for a struct that the program itself defines.
#[derive(Debug, Clone)]
pub struct FieldConversions {
    /// The module with the conversions.
    pub module: TokenStream,
    /// For each field, the path of the type that implements `Convert`, or `None` for a record or for bytes.
    pub paths: Vec<Option<TokenStream>>,
}

/// Generates a module of the given name with the conversions of a record's fields, and nothing else of the record.
pub fn field_conversions(model: &Model, record: &Record, module: &Ident) -> FieldConversions {
    let names = conversion_names(model, record);
    let emitted =
        names.iter().map(|(index, name)| convert::emit_conversion(model, &record.conversions[*index], name));
    // The caller's fields keep their order, so there is a place for each of them.
    let path = |field: &RecordField| {
        let name = &names[&find_conversion(field)?];
        Some(quote!(#module::#name))
    };
    FieldConversions {
        module: quote! {
            #[allow(clippy::all, clippy::pedantic, dead_code, non_snake_case, unused_doc_comments, unused_parens, unreachable_pub, reason = "generated code")]
            mod #module {
                use ::datarep::codegen as rt;

                #(#emitted)*
            }
        },
        paths: record.fields.iter().map(path).collect(),
    }
}

/// The conversion that the code for a field uses, as an index into the conversions of its record.
fn find_conversion(field: &RecordField) -> Option<usize> {
    match &field.kind {
        FieldKind::Scalar { conversion } => Some(*conversion),
        // A mixed text is converted by a rule of its own.
        FieldKind::Text(text) => text.mixed.is_none().then_some(text.wide),
        FieldKind::Record(_) | FieldKind::Byte | FieldKind::Filler(_) | FieldKind::Choice(_) => None,
    }
}

/// A name for each conversion that the struct uses.
fn conversion_names(model: &Model, record: &Record) -> BTreeMap<usize, Ident> {
    // Several fields may share a conversion, which is named and generated once.
    let used: BTreeSet<usize> = record.list_fields().filter_map(find_conversion).collect();
    let names = module::conversion_names(model, used.iter().map(|index| &record.conversions[*index]));
    used.into_iter().zip(names).collect()
}

/// A field of the struct.
struct Member<'m> {
    field: &'m RecordField,
    name: &'m str,
    ident: Ident,
}

impl<'m> RecordEmitter<'m> {
    fn list_members(&self) -> impl Iterator<Item = Member<'m>> {
        self.record.fields.iter().filter_map(|field| {
            // Filler has no member.
            let name = field.name.as_deref()?;
            Some(Member { field, name, ident: names::make_ident(name) })
        })
    }

    fn emit_struct(&self) -> TokenStream {
        let RecordEmitter { record, strukt, .. } = self;
        let mut docs: Vec<String> = record.doc.lines().map(|line| format!(" {line}")).collect();
        if !docs.is_empty() {
            docs.push(String::new());
        }
        docs.push(format!(
            " Record `{}` (`{}`): {} bytes of a file.",
            record.name, record.origin, record.least_bytes
        ));
        let docs = docs.iter().map(|line| names::doc_line(line));
        let members = self.list_members().map(|member| {
            let Member { field, ident, .. } = &member;
            let (ty, _) = self.emit_types(field);
            let doc = names::doc_line(&format!(
                " Bytes {}: `{}` (`{}`).",
                format_field_range(field),
                field.origin.text,
                field.origin
            ));
            quote!(#[doc = #doc] pub #ident: #ty,)
        });
        quote! {
            #(#[doc = #docs])*
            #[derive(Debug, Clone, Copy, PartialEq)]
            pub struct #strukt {
                #(#members)*
            }

            impl rt::Datatype for #strukt {}

            // A record may be called `r`.
            impl<__R: rt::Representation> rt::Item<__R> for #strukt {
                type Plan = Layout;
            }
        }
    }

    /// The type of a field, and the plan of its layout in the file.
    fn emit_types(&self, field: &RecordField) -> (TokenStream, TokenStream) {
        self.emit_item_types(field, &field.counts)
    }

    fn emit_plan(&self) -> TokenStream {
        let RecordEmitter { record, strukt, .. } = self;
        let (name, bytes) = (&record.name, number_literal(record.least_bytes));
        let parts: Vec<_> = self
            .list_members()
            .map(|member| (emit_field_range(member.field), self.emit_types(member.field).1, member))
            .collect();
        // Every field reads from its own bytes, so filler needs no code.
        let read = parts.iter().map(|(range, plan, Member { ident, .. })| {
            quote!(#ident: <#plan as rt::Plan>::read(&file[#range], tally),)
        });
        // Reading visits members only, and writing all fields: filler has no member, but its bytes must be zeros.
        let write = self.record.fields.iter().map(|field| self.emit_field_write(field));
        // The faults are looked for in the order of the fields. So the first one is that of the lowest byte, as
        // if the record had been converted field by field.
        let fault_read = parts.iter().map(|(range, plan, Member { name, .. })| {
            quote!(.or_else(|| Some(<#plan as rt::Plan>::fault_read(&file[#range])?.within(#name))))
        });
        let fault_write = parts.iter().map(|(_, plan, Member { name, ident, .. })| {
            quote!(.or_else(|| Some(<#plan as rt::Plan>::fault_write(&native.#ident)?.within(#name))))
        });
        quote! {
            /// How the fields lie in the file.
            pub struct Layout;

            impl rt::Record for Layout {
                const NAME: &'static str = #name;
            }

            impl rt::Plan for Layout {
                type Native = #strukt;
                const EXTENT: usize = #bytes;

                #[inline(always)]
                fn read(file: &[u8], tally: &mut rt::Tally) -> #strukt {
                    let file = &file[..#bytes];
                    #strukt { #(#read)* }
                }

                #[inline(always)]
                fn write(native: &#strukt, file: &mut [u8], tally: &mut rt::Tally) {
                    let file = &mut file[..#bytes];
                    #(#write)*
                }

                #[cold]
                fn fault_read(file: &[u8]) -> Option<rt::Fault> {
                    None #(#fault_read)*
                }

                #[cold]
                fn fault_write(native: &#strukt) -> Option<rt::Fault> {
                    None #(#fault_write)*
                }
            }
        }
    }

    fn emit_field_write(&self, field: &RecordField) -> TokenStream {
        let range = emit_field_range(field);
        // Bytes without a name are zero, so that equal records have equal bytes.
        let Some(name) = &field.name else { return quote!(file[#range].fill(0);) };
        let (ident, (_, plan)) = (names::make_ident(name), self.emit_types(field));
        quote!(<#plan as rt::Plan>::write(&native.#ident, &mut file[#range], tally);)
    }
}

fn emit_functions(strukt: &Ident) -> TokenStream {
    let layout = format_ident!("Layout");
    quote! {
        /// Bytes of a record.
        pub const BYTES: usize = <#layout as rt::Plan>::EXTENT;

        /// File to native. `file`: [`BYTES`] for each record of `native`.
        ///
        /// # Errors
        ///
        /// Class `Count` if the lengths do not fit each other; class `Conversion` at the first item whose rule is `error`, with the
        /// record and the field: the records before it are converted.
        pub fn read(file: &[u8], native: &mut [#strukt]) -> Result<rt::Loss, rt::Error> {
            rt::read_records::<#layout>(file, native)
        }

        /// Native to file. `file`: [`BYTES`] for each record of `native`. Bytes without a name are zero.
        ///
        /// # Errors
        ///
        /// As [`read`].
        pub fn write(native: &[#strukt], file: &mut [u8]) -> Result<rt::Loss, rt::Error> {
            rt::write_records::<#layout>(native, file)
        }

        /// [`read`] into a new vector.
        ///
        /// # Errors
        ///
        /// As [`read`]; class `Count` if the last record is incomplete.
        pub fn to_vec(file: &[u8]) -> Result<(Vec<#strukt>, rt::Loss), rt::Error> {
            rt::records_to_vec::<#layout>(file)
        }

        /// [`write()`] into new bytes.
        ///
        /// # Errors
        ///
        /// As [`write()`].
        pub fn to_bytes(native: &[#strukt]) -> Result<(Vec<u8>, rt::Loss), rt::Error> {
            rt::records_to_bytes::<#layout>(native)
        }

        /// What [`read`] would lose: a dry run, which counts and stores nothing. No rule is an error here.
        ///
        /// # Errors
        ///
        /// Class `Count` if the last record is incomplete.
        pub fn loss(file: &[u8]) -> Result<rt::Loss, rt::Error> {
            rt::loss_of_records::<#layout>(file)
        }

        /// What [`write()`] would lose: a dry run, which counts and stores nothing. No rule is an error here.
        pub fn loss_on_write(native: &[#strukt]) -> rt::Loss {
            rt::loss_of_records_on_write::<#layout>(native)
        }
    }
}

/// The bytes of a field in a record of fixed length.
fn field_bounds(field: &RecordField) -> (u64, u64) {
    // A record of fixed length has an offset and a length for every field.
    let start = field.offset.unwrap_or(0);
    (start, start + field.bytes.unwrap_or(0))
}

fn emit_field_range(field: &RecordField) -> TokenStream {
    let (start, end) = field_bounds(field);
    let (start, end) = (number_literal(start), number_literal(end));
    quote!(#start..#end)
}

fn format_field_range(field: &RecordField) -> String {
    let (start, end) = field_bounds(field);
    format!("{start}..{end}")
}
