//! Records without a fixed length: a struct with vectors, and functions that go from one record to the next.

use datarep_dsl::model::{Count, FieldKind, RecordField, TextField};
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

use super::count::CountDirection;
use super::emitter::{RecordEmitter, emit_padding_type, number_literal};
use super::mixed::emit_mixed_rule_path;
use crate::names;

/// The field because of which a record cannot be a struct, and the reason.
pub(super) struct UnsupportedField<'m> {
    pub(super) field: &'m str,
    pub(super) why: &'static str,
}

/// The way in which a struct holds a field.
pub(super) enum VariableShape {
    /// A type, as in a struct for records of fixed length.
    One { ty: TokenStream, plan: TokenStream },
    /// A vector of items, with their count.
    Many { ty: TokenStream, plan: TokenStream, count: Count },
    /// A text, with the count of its characters, or of its bytes if it is mixed.
    Text {
        convert: TokenStream,
        padding: TokenStream,
        count: Count,
        null: Option<TokenStream>,
        is_mixed: bool,
    },
    /// A record without a fixed length.
    Record { ty: TokenStream },
    /// Several records without a fixed length, with their count.
    Records { ty: TokenStream, count: Count },
    /// Bytes without a meaning: their number, and how often they are there.
    Filler(u64, Option<Count>),
    /// One of several fields, by its index in the record.
    Choice(usize),
}

impl<'m> RecordEmitter<'m> {
    /// The items in the module of a record without a fixed length.
    pub(super) fn emit_variable(&self) -> Result<TokenStream, UnsupportedField<'m>> {
        let fields: Vec<(&RecordField, VariableShape)> = self
            .record
            .fields
            .iter()
            .enumerate()
            .map(|(index, field)| match field.kind {
                FieldKind::Choice(_) => Ok((field, VariableShape::Choice(index))),
                _ => Ok((field, self.find_shape(field)?)),
            })
            .collect::<Result<_, UnsupportedField<'m>>>()?;
        let enums = self.emit_enums()?;
        let (strukt, implementation) =
            (self.emit_variable_struct(&fields), self.emit_variable_impl(&fields)?);
        let functions = emit_functions(self.strukt);
        Ok(quote!(#strukt #enums #implementation #functions))
    }

    pub(super) fn find_shape(&self, field: &'m RecordField) -> Result<VariableShape, UnsupportedField<'m>> {
        let name = field.name.as_deref().unwrap_or("_");
        let unknown = |why| Err(UnsupportedField { field: name, why });
        if let FieldKind::Filler(bytes) = field.kind {
            return Ok(VariableShape::Filler(bytes, field.counts.first().copied()));
        }
        if let FieldKind::Record(id) = field.kind
            // Records of fixed length are plans like numbers, and are met at the end of this function.
            && !self.fixed[id.0]
        {
            let (module, strukt) = &self.names.all[id.0];
            let ty = quote!(super::#module::#strukt);
            return match field.counts.as_slice() {
                [] => Ok(VariableShape::Record { ty }),
                [count] => Ok(VariableShape::Records { ty, count: *count }),
                _ => unknown("is an array of arrays of records that have no length of their own"),
            };
        }
        if let FieldKind::Text(text @ TextField { length, wide, .. }) = &field.kind
            && length.fixed().is_none()
        {
            // The items would be texts of different lengths, for which the runtime has no vector.
            if !field.counts.is_empty() {
                return unknown("is an array of texts whose length is a field");
            }
            let convert = if text.mixed.is_some() {
                emit_mixed_rule_path(text)
            } else {
                let convert = &self.conversions[wide];
                quote!(conversions::#convert)
            };
            return Ok(VariableShape::Text {
                convert,
                padding: emit_padding_type(text),
                count: *length,
                null: self.emit_null_rule_path(field),
                is_mixed: text.mixed.is_some(),
            });
        }
        // Only the outer count may be computed: it becomes the length of a vector. The inner ones are lengths of
        // arrays in its type, which Rust must know.
        let (first, rest) = match field.counts.split_first() {
            Some((first, rest)) if first.fixed().is_none() => (Some(*first), rest),
            Some(_) | None => (None, field.counts.as_slice()),
        };
        if rest.iter().any(|count| count.fixed().is_none()) {
            return unknown("is an array in which arrays have as many items as a field says");
        }
        let (ty, plan) = self.emit_item_types(field, rest);
        Ok(match first {
            Some(count) => VariableShape::Many { ty, plan, count },
            None => VariableShape::One { ty, plan },
        })
    }

    fn emit_variable_struct(&self, fields: &[(&RecordField, VariableShape)]) -> TokenStream {
        let RecordEmitter { record, strukt, .. } = self;
        let mut docs: Vec<String> = record.doc.lines().map(|line| format!(" {line}")).collect();
        if !docs.is_empty() {
            docs.push(String::new());
        }
        docs.push(format!(
            " Record `{}` (`{}`): {} bytes of a file, and what its fields say.",
            record.name, record.origin, record.least_bytes
        ));
        let docs = docs.iter().map(|line| names::doc_line(line));
        let members = fields.iter().filter_map(|(field, shape)| {
            let name = names::make_ident(field.name.as_deref()?);
            let doc = names::doc_line(&format!(" `{}` (`{}`).", field.origin.text, field.origin));
            // A field without a value is no member.
            let ty = self.emit_shape_type(shape)?;
            Some(quote!(#[doc = #doc] pub #name: #ty,))
        });
        quote! {
            #(#[doc = #docs])*
            #[derive(Debug, Clone, PartialEq)]
            pub struct #strukt {
                #(#members)*
            }
        }
    }

    /// The type of a field; `None` for bytes without a meaning.
    pub(super) fn emit_shape_type(&self, shape: &VariableShape) -> Option<TokenStream> {
        Some(match shape {
            VariableShape::One { ty, .. } | VariableShape::Record { ty } => quote!(#ty),
            VariableShape::Many { ty, .. } | VariableShape::Records { ty, .. } => quote!(Vec<#ty>),
            VariableShape::Text { null: Some(_), .. } => quote!(Option<String>),
            VariableShape::Text { null: None, .. } => quote!(String),
            VariableShape::Filler(..) => return None,
            VariableShape::Choice(index) => {
                let name = &self.enums[index];
                quote!(#name)
            }
        })
    }

    fn emit_variable_impl(
        &self,
        fields: &[(&'m RecordField, VariableShape)],
    ) -> Result<TokenStream, UnsupportedField<'m>> {
        let RecordEmitter { record, strukt, .. } = self;
        let name = &record.name;
        let (mut read, mut write, mut members) = (TokenStream::new(), TokenStream::new(), TokenStream::new());
        for (index, (field, shape)) in fields.iter().enumerate() {
            let text = field.name.as_deref().unwrap_or("_");
            let (value, member) = (field_variable(index), field.name.as_deref().map(names::make_ident));
            // Filler writes nothing of the struct.
            let place = member.as_ref().map_or_else(TokenStream::new, |member| quote!(&self.#member));
            let (reading, writing) = match &field.kind {
                FieldKind::Choice(choice) => self.emit_choice(index, text, choice)?,
                _ => self.emit_access(shape, text, &place),
            };
            match &member {
                Some(member) => {
                    read.extend(quote!(let #value = #reading?;));
                    members.extend(quote!(#member: #value,));
                }
                // The bytes are skipped. No variable would be used.
                None => read.extend(quote!(#reading?;)),
            }
            write.extend(quote!(#writing?;));
        }
        let begin = self.emit_record_start();
        Ok(quote! {
            impl rt::VariableRecord for #strukt {
                const NAME: &'static str = #name;

                fn read(file: &mut rt::Fields<'_>) -> Result<Self, rt::Refusal> {
                    #begin
                    #read
                    Ok(#strukt { #members })
                }

                fn write(&self, file: &mut rt::FieldsMut) -> Result<(), rt::Refusal> {
                    #begin
                    #write
                    Ok(())
                }
            }
        })
    }

    /// The code that reads a field, and the code that writes the value at `place`, a reference.
    pub(super) fn emit_access(
        &self,
        shape: &VariableShape,
        text: &str,
        place: &TokenStream,
    ) -> (TokenStream, TokenStream) {
        let count = |count: Count, extent: &TokenStream, items: &TokenStream| {
            [CountDirection::Read, CountDirection::Write]
                .map(|direction| self.emit_count(count, text, direction, (extent, items)))
        };
        match shape {
            VariableShape::One { plan, .. } => {
                (quote!(file.one::<#plan>(#text)), quote!(file.one::<#plan>(#place, #text)))
            }
            VariableShape::Many { plan, count: counted, .. } => {
                let [read, write] =
                    count(*counted, &quote!(<#plan as rt::Plan>::EXTENT), &quote!((#place).len()));
                (quote!(file.many::<#plan>(#read, #text)), quote!(file.many::<#plan>(#place, #write, #text)))
            }
            VariableShape::Text { convert, padding, count: counted, null, is_mixed } => {
                // A mixed text takes no rest.
                let extent =
                    if *is_mixed { quote!(1) } else { quote!(<rt::Scalar<#convert> as rt::Plan>::EXTENT) };
                let characters = if null.is_none() {
                    quote!((#place).chars().count())
                } else {
                    quote!((#place).as_ref().map_or(0, |text| text.chars().count()))
                };
                let function = match (null, is_mixed) {
                    (None, false) => quote!(text::<#convert, #padding>),
                    (Some(null), false) => quote!(nullable_text::<#convert, #padding, #null>),
                    (None, true) => quote!(mixed_text::<#convert, #padding>),
                    (Some(null), true) => quote!(nullable_mixed_text::<#convert, #padding, #null>),
                };
                let [read, write] = count(*counted, &extent, &characters);
                (quote!(file.#function(#read, #text)), quote!(file.#function(#place, #write, #text)))
            }
            VariableShape::Record { ty } => {
                (quote!(file.record::<#ty>(#text)), quote!(file.record::<#ty>(#place, #text)))
            }
            VariableShape::Records { ty, count: Count::Rest } => (
                quote!(file.records_to_end::<#ty>(#text)),
                quote!(file.records::<#ty>(#place, (#place).len(), #text)),
            ),
            VariableShape::Records { ty, count: counted } => {
                // Records that take the rest are above, so that extent and items are not used.
                let [read, write] = count(*counted, &TokenStream::new(), &TokenStream::new());
                (
                    quote!(file.records::<#ty>(#read, #text)),
                    quote!(file.records::<#ty>(#place, #write, #text)),
                )
            }
            // The caller prints choices by `emit_choice`.
            VariableShape::Choice(_) => (TokenStream::new(), TokenStream::new()),
            VariableShape::Filler(bytes, None) => {
                let bytes = number_literal(*bytes);
                (quote!(file.skip(#bytes)), quote!(file.skip(#bytes)))
            }
            VariableShape::Filler(_, Some(counted)) => {
                let [read, write] = count(*counted, &quote!(1), &quote!(0));
                (quote!(file.skip(#read)), quote!(file.skip(#write)))
            }
        }
    }
}

/// The variable of a field. Its name has no other meaning in the generated functions.
pub(super) fn field_variable(index: usize) -> Ident {
    format_ident!("field_{index}")
}

fn emit_functions(strukt: &Ident) -> TokenStream {
    quote! {
        /// The record at the front of `file`, and the bytes after it.
        ///
        /// # Errors
        ///
        /// Class `Count` if `file` ends within the record, or a count is less than zero; class `Conversion` at the first item whose
        /// rule is `error`, with the field.
        pub fn first(file: &[u8]) -> Result<(#strukt, &[u8], rt::Loss), rt::Error> {
            rt::first_record(file)
        }

        /// All records of `file`, one after another.
        ///
        /// # Errors
        ///
        /// As [`first`], with the record.
        pub fn to_vec(file: &[u8]) -> Result<(Vec<#strukt>, rt::Loss), rt::Error> {
            rt::variable_to_vec(file)
        }

        /// The bytes of records, one after another. Bytes without a name are zero.
        ///
        /// # Errors
        ///
        /// Class `Count` if an array or a text has another length than its field says; class `Conversion` at the first item whose rule is
        /// `error`, with the record and the field.
        pub fn to_bytes(native: &[#strukt]) -> Result<(Vec<u8>, rt::Loss), rt::Error> {
            rt::variable_to_bytes(native)
        }

        /// What [`to_vec`] would lose: a dry run, which only counts. No rule is an error here.
        ///
        /// # Errors
        ///
        /// Class `Count` as [`to_vec`].
        pub fn loss(file: &[u8]) -> Result<rt::Loss, rt::Error> {
            rt::loss_of_variable::<#strukt>(file)
        }

        /// What [`to_bytes`] would lose: a dry run, which only counts. No rule is an error here.
        ///
        /// # Errors
        ///
        /// Class `Count` as [`to_bytes`].
        pub fn loss_on_write(native: &[#strukt]) -> Result<rt::Loss, rt::Error> {
            rt::loss_of_variable_on_write(native)
        }
    }
}
