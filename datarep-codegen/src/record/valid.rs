//! Alternatives that are found by what is valid: the enum of a choice, and the struct of an overlay, which has an `Option` for
//! each alternative.

use std::collections::BTreeSet;

use datarep_dsl::model::{Choice, Count, RecordField};
use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::choice::emit_option;
use super::emitter::{RecordEmitter, number_literal};
use super::variable::{UnsupportedField, VariableShape, field_variable};
use crate::names;

impl<'m> RecordEmitter<'m> {
    /// The struct of an overlay.
    pub(super) fn emit_overlay_struct(
        &self,
        name: &Ident,
        field: &RecordField,
        choice: &'m Choice,
    ) -> Result<TokenStream, UnsupportedField<'m>> {
        let docs = names::doc_line(&format!(
            " The alternatives of `{}` in the record `{}`: the same bytes, once for each that is valid.",
            field.name.as_deref().unwrap_or_default(),
            self.record.name,
        ));
        let variants = self.list_variants(choice)?;
        // Filler and nothing are no members.
        let members = variants.iter().filter_map(|variant| {
            let origin = &variant.alternative.field.as_ref()?.origin;
            let doc = names::doc_line(&format!(" `{}` (`{origin}`).", origin.text));
            let (name, ty) =
                (names::make_ident(variant.label()), self.emit_shape_type(variant.shape.as_ref()?)?);
            Some(quote!(#[doc = #doc] pub #name: Option<#ty>,))
        });
        Ok(quote! {
            #[doc = #docs]
            #[derive(Debug, Clone, Default, PartialEq)]
            pub struct #name {
                #(#members)*
            }
        })
    }

    /// The code that reads a choice by what is valid, and the code that writes it.
    pub(super) fn emit_first_valid(
        &self,
        index: usize,
        text: &str,
        choice: &'m Choice,
    ) -> Result<(TokenStream, TokenStream), UnsupportedField<'m>> {
        let (enum_name, bytes, member) =
            (&self.enums[&index], emit_option(choice.bytes), names::make_ident(text));
        let (mut tries, mut arms) = (TokenStream::new(), TokenStream::new());
        // The last alternative that is read without being tried, if there is one.
        let mut last = quote!(Err(rt::Refusal::none_valid()));
        for variant in &self.list_variants(choice)? {
            let (name, label) = (&variant.name, variant.label());
            let pick = quote!(file.pick(#text, #label););
            let (read, write, pattern, made) = match &variant.shape {
                None => (quote!(Ok(())), quote!(Ok(())), quote!(), quote!()),
                Some(shape @ VariableShape::Filler(..)) => {
                    let (read, write) = self.emit_access(shape, label, &TokenStream::new());
                    (read, write, quote!(), quote!())
                }
                Some(shape) => {
                    let (read, write) = self.emit_access(shape, label, &quote!(value));
                    (read, write, quote!((value)), quote!((value)))
                }
            };
            // A unit pattern, as there is no value to bind.
            let bound = if made.is_empty() { quote!(()) } else { quote!(value) };
            // Such an alternative needs no test, so it is read if no other one is valid.
            if variant.alternative.cases.is_none() || variant.shape.is_none() {
                last = quote! {
                    let #bound = #read?;
                    #pick
                    Ok(#enum_name::#name #made)
                };
            } else {
                tries.extend(quote! {
                    if let Some(#bound) = file.valid(|file| #read)? {
                        #pick
                        return Ok(#enum_name::#name #made);
                    }
                });
            }
            arms.extend(quote! {
                #enum_name::#name #pattern => {
                    #write?;
                    #pick
                    Ok(())
                }
            });
        }
        let read = quote!(file.choice(#bytes, #text, |file| { #tries #last }));
        let write = quote!(file.choice(#bytes, #text, |file| match &self.#member { #arms }));
        Ok((read, write))
    }

    /// The code that reads an overlay, and the code that writes it.
    pub(super) fn emit_overlay(
        &self,
        index: usize,
        text: &str,
        choice: &'m Choice,
    ) -> Result<(TokenStream, TokenStream), UnsupportedField<'m>> {
        let (struct_name, member) = (&self.enums[&index], names::make_ident(text));
        let bytes = number_literal(choice.bytes.unwrap_or(0));
        // Several alternatives may have one count, whose variable is needed once.
        let (mut members, mut parts, mut counts) = (Vec::new(), TokenStream::new(), BTreeSet::new());
        let mut reads = TokenStream::new();
        for variant in &self.list_variants(choice)? {
            // An alternative of nothing is always valid, and tells nothing.
            let Some(shape) = &variant.shape else { continue };
            let (label, name) = (variant.label(), names::make_ident(variant.label()));
            let (read, write) = self.emit_access(shape, label, &quote!(value));
            counts.extend(self.list_count_fields(shape));
            reads.extend(quote!(#name: file.overlaid(|file| #read)?,));
            parts.extend(quote! {
                rt::Overlaid {
                    name: #label,
                    is_there: self.#member.#name.is_some(),
                    write: &|file| match &self.#member.#name {
                        Some(value) => #write,
                        None => Ok(()),
                    },
                    again: &|file, again| {
                        let value = &#read?;
                        let file = again;
                        #write
                    },
                },
            });
            members.push(name);
        }
        let read = quote! {
            file.overlay(#bytes, #text, |file| {
                let found = #struct_name { #reads };
                if #(found.#members.is_none())&&* {
                    return Err(rt::Refusal::none_valid());
                }
                Ok(found)
            })
        };
        // The code that reads an array takes its count from these variables.
        let counts = counts.into_iter().map(|count| {
            let (variable, name) = (field_variable(count), &self.record.fields[count].name);
            let member = names::make_ident(name.as_deref().unwrap_or_default());
            quote!(let #variable = self.#member.clone();)
        });
        let write = quote! {
            {
                #(#counts)*
                file.overlay(#bytes, #text, &[#parts])
            }
        };
        Ok((read, write))
    }
}

impl RecordEmitter<'_> {
    /// The fields that count the items of a field.
    fn list_count_fields(&self, shape: &VariableShape) -> Vec<usize> {
        let count = match shape {
            VariableShape::Many { count, .. }
            | VariableShape::Text { count, .. }
            | VariableShape::Records { count, .. }
            | VariableShape::Filler(_, Some(count)) => *count,
            VariableShape::One { .. }
            | VariableShape::Record { .. }
            | VariableShape::Filler(_, None)
            | VariableShape::Choice(_) => return Vec::new(),
        };
        match count {
            Count::Field(field) => vec![field],
            Count::Computed(index) => {
                // Only the first field of a path is a variable. The others are its members.
                let paths = self.record.counts[index].term.list_fields();
                paths.iter().filter_map(|path| path.first().copied()).collect()
            }
            Count::Fixed(_) | Count::Rest => Vec::new(),
        }
    }
}
