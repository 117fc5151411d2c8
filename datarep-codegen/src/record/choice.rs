//! Choices: an enum of the alternatives, and the code that chooses one by an earlier field.

use datarep_dsl::model::{Alternative, Case, Choice, Decision, FieldKind, RecordField};
use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::emitter::{RecordEmitter, number_literal};
use super::variable::{UnsupportedField, VariableShape, field_variable};
use crate::names;

/// A variant of the enum of a choice.
pub(super) struct ChoiceVariant<'m> {
    pub(super) name: Ident,
    pub(super) alternative: &'m Alternative,
    /// The shape of its field; `None` for nothing.
    pub(super) shape: Option<VariableShape>,
}

impl ChoiceVariant<'_> {
    /// The name of its field in the text.
    pub(super) fn label(&self) -> &str {
        let field = self.alternative.field.as_ref();
        field.and_then(|field| field.name.as_deref()).unwrap_or("_")
    }
}

impl<'m> RecordEmitter<'m> {
    /// The enums of all choices of the record.
    pub(super) fn emit_enums(&self) -> Result<TokenStream, UnsupportedField<'m>> {
        let mut enums = TokenStream::new();
        for (index, field) in self.record.fields.iter().enumerate() {
            if let FieldKind::Choice(choice) = &field.kind {
                let name = &self.enums[&index];
                // One alternative is an enum, several at once are members of a struct.
                enums.extend(match choice.decision {
                    Decision::Field(_) | Decision::FirstValid => self.emit_enum(name, field, choice)?,
                    Decision::AllValid => self.emit_overlay_struct(name, field, choice)?,
                });
            }
        }
        Ok(enums)
    }

    fn emit_enum(
        &self,
        name: &Ident,
        field: &RecordField,
        choice: &'m Choice,
    ) -> Result<TokenStream, UnsupportedField<'m>> {
        let decides = match self.format_selector_path(choice) {
            Some(selector) => format!(", which `{selector}` decides."),
            None => ": the first alternative that is valid.".to_owned(),
        };
        let docs = names::doc_line(&format!(
            " The content of `{}` in the record `{}`{decides}",
            field.name.as_deref().unwrap_or_default(),
            self.record.name,
        ));
        let variants = self.list_variants(choice)?;
        let variants = variants.iter().map(|ChoiceVariant { name, alternative, shape }| {
            let origin = alternative.field.as_ref().map(|field| &field.origin);
            let what = match (&alternative.cases, origin) {
                (_, Some(origin)) => format!(" `{}` (`{origin}`).", origin.text),
                // The alternative is chosen, and has no bytes.
                (Some(_), None) => " Nothing.".to_owned(),
                (None, None) => " Nothing, for all values that have no alternative of their own.".to_owned(),
            };
            let doc = names::doc_line(&what);
            // Filler is a variant without a value.
            let ty = shape.as_ref().and_then(|shape| self.emit_shape_type(shape)).map(|ty| quote!((#ty)));
            quote!(#[doc = #doc] #name #ty,)
        });
        Ok(quote! {
            #[doc = #docs]
            #[derive(Debug, Clone, PartialEq)]
            pub enum #name {
                #(#variants)*
            }
        })
    }

    pub(super) fn list_variants(
        &self,
        choice: &'m Choice,
    ) -> Result<Vec<ChoiceVariant<'m>>, UnsupportedField<'m>> {
        let mut given = names::UsedNames::default();
        let variants = choice.alternatives.iter().map(|alternative| {
            let name = alternative.field.as_ref().and_then(|field| field.name.as_deref());
            // Alternatives without a field have no name in the text.
            let name = match name {
                Some(name) => names::marker_name(name).to_string(),
                None if alternative.cases.is_none() => "Otherwise".to_owned(),
                None => "Nothing".to_owned(),
            };
            let shape = alternative.field.as_ref().map(|field| self.find_shape(field)).transpose()?;
            Ok(ChoiceVariant { name: given.make_distinct(&name), alternative, shape })
        });
        variants.collect()
    }

    fn format_selector_path(&self, choice: &Choice) -> Option<String> {
        choice.selector_path(self.record, self.names.records)
    }

    /// The code that reads a choice, and the code that writes it.
    pub(super) fn emit_choice(
        &self,
        index: usize,
        text: &str,
        choice: &'m Choice,
    ) -> Result<(TokenStream, TokenStream), UnsupportedField<'m>> {
        match &choice.decision {
            Decision::Field(selector) => self.emit_by_field(index, text, choice, selector),
            Decision::FirstValid => self.emit_first_valid(index, text, choice),
            Decision::AllValid => self.emit_overlay(index, text, choice),
        }
    }

    fn emit_by_field(
        &self,
        index: usize,
        text: &str,
        choice: &'m Choice,
        selector: &[usize],
    ) -> Result<(TokenStream, TokenStream), UnsupportedField<'m>> {
        let (enum_name, path) = (&self.enums[&index], self.format_selector_path(choice).unwrap_or_default());
        let members: Vec<Ident> = path.split('.').map(names::make_ident).collect();
        // The struct does not exist yet while it is read, so the first field is a variable.
        let (variable, inner) = (field_variable(selector[0]), &members[1..]);
        let read_value = quote!(#variable #(.#inner)*);
        let write_value = quote!(self #(.#members)*);
        let bytes = emit_option(choice.bytes);
        let member = names::make_ident(text);
        let (mut read_arms, mut write_arms) = (TokenStream::new(), TokenStream::new());
        for (index, variant) in self.list_variants(choice)?.iter().enumerate() {
            let (name, index) = (&variant.name, number_literal(index as u64));
            let label = variant.label();
            match &variant.shape {
                None => {
                    read_arms.extend(quote!(Some(#index) => Ok(#enum_name::#name),));
                    write_arms.extend(quote!((#enum_name::#name, Some(#index)) => Ok(()),));
                }
                Some(shape @ VariableShape::Filler(..)) => {
                    // No value is bound in the arm, so there is no place to take it from.
                    let (read, write) = self.emit_access(shape, label, &TokenStream::new());
                    read_arms.extend(quote!(Some(#index) => #read.map(|()| #enum_name::#name),));
                    write_arms.extend(quote!((#enum_name::#name, Some(#index)) => #write,));
                }
                Some(shape) => {
                    let (read, write) = self.emit_access(shape, label, &quote!(value));
                    read_arms.extend(quote!(Some(#index) => #read.map(#enum_name::#name),));
                    write_arms.extend(quote!((#enum_name::#name(value), Some(#index)) => #write,));
                }
            }
        }
        // Nothing is read or written if all alternatives are nothing.
        let is_empty = choice.alternatives.iter().all(|alternative| alternative.field.is_none());
        let file = if is_empty { quote!(_) } else { quote!(file) };
        let (read_choice, write_choice) =
            (emit_selection(choice, &read_value), emit_selection(choice, &write_value));
        let read = quote! {
            {
                #[allow(unreachable_patterns, reason = "generated code")]
                let chosen: Option<usize> = #read_choice;
                file.choice(#bytes, #text, |#file| match chosen {
                    #read_arms
                    _ => Err(rt::Refusal::no_alternative(#path, &#read_value)),
                })
            }
        };
        let write = quote! {
            {
                #[allow(unreachable_patterns, reason = "generated code")]
                let chosen: Option<usize> = #write_choice;
                file.choice(#bytes, #text, |#file| match (&self.#member, chosen) {
                    #write_arms
                    (_, None) => Err(rt::Refusal::no_alternative(#path, &#write_value)),
                    #[allow(unreachable_patterns, reason = "generated code")]
                    _ => Err(rt::Refusal::not_chosen(#path, &#write_value)),
                })
            }
        };
        Ok((read, write))
    }
}

/// `Some(7)`, or `None`.
pub(super) fn emit_option(number: Option<u64>) -> TokenStream {
    let literal = number.map(number_literal);
    literal.map_or_else(|| quote!(None), |literal| quote!(Some(#literal)))
}

/// An expression of the alternative's index, or `None`, for the value of the selector.
fn emit_selection(choice: &Choice, value: &TokenStream) -> TokenStream {
    let cases = choice.alternatives.iter().map(|alternative| alternative.cases.as_deref());
    emit_case_selection(&cases.collect::<Vec<_>>(), value)
}

/// As [`emit_selection`], for the cases of each alternative; `None` stands for all values that are left.
pub(super) fn emit_case_selection(all: &[Option<&[Case]>], value: &TokenStream) -> TokenStream {
    let is_text = all.iter().copied().flatten().flatten().any(|case| matches!(case, Case::Text(_)));
    // Without an alternative for the rest, other values choose none.
    let otherwise = emit_option(all.iter().position(Option::is_none).map(|index| index as u64));
    let known =
        all.iter().enumerate().filter_map(|(index, cases)| Some((number_literal(index as u64), (*cases)?)));
    if is_text {
        let arms = known.map(|(index, cases)| {
            let texts = cases.iter().filter_map(|case| match case {
                Case::Text(text) => Some(text),
                Case::Integers(_) => None,
            });
            // Texts are compared one after another, as an owned text is no pattern.
            quote!(if [#(#texts),*].iter().any(|text| *value == **text) { Some(#index) } else)
        });
        return quote!({ let value = &#value; #(#arms)* { #otherwise } });
    }
    let arms = known.map(|(index, cases)| {
        let patterns = cases.iter().filter_map(|case| match case {
            Case::Integers(range) => {
                let (first, last) =
                    (names::decimal_literal(*range.start()), names::decimal_literal(*range.end()));
                // A range of one number reads better as the number.
                Some(if range.start() == range.end() { quote!(#first) } else { quote!(#first..=#last) })
            }
            Case::Text(_) => None,
        });
        quote!(#(#patterns)|* => Some(#index),)
    });
    quote!(match #value { #(#arms)* _ => #otherwise })
}
