//! The facts about a record for which code is generated: names, conversions, and the types of its fields.

use std::collections::BTreeMap;

use datarep_dsl::model::{
    Count, FieldKind, Model, NullCase, Nulls, Padding, Record, RecordField, TextField, Trim,
};
use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote};

use super::mixed::emit_mixed_rule_path;
use crate::names;

/// The names of the records of a text.
pub(super) struct RecordNames<'m> {
    /// The records.
    pub(super) records: &'m [Record],
    /// The module and the struct of each record.
    pub(super) all: Vec<(Ident, Ident)>,
    /// The enums of the choices of each record, by the index of the field.
    pub(super) enums: Vec<BTreeMap<usize, Ident>>,
    /// The names of the items that are made of the text: the ones above, and the modules of the representations.
    pub(super) scope: names::UsedNames,
}

impl RecordNames<'_> {
    pub(super) fn from_model(model: &Model) -> RecordNames<'_> {
        let is_own = |name: &str| names::record_module_name(name) == name;
        let records = model.records.iter().map(|record| record.name.as_str());
        let datareps = model.datareps.iter().map(|datarep| datarep.name.as_str());
        // Modules and structs are in one scope. Names of the text that are those of modules are distinct, and stay.
        let mut scope = names::UsedNames::new(datareps.chain(records.clone().filter(|name| is_own(name))));
        let modules: Vec<String> = records
            .map(|name| match names::record_module_name(name) {
                module if module == name => module,
                module => scope.make_distinct(&module).to_string(),
            })
            .collect();
        let all: Vec<(Ident, Ident)> = model
            .records
            .iter()
            .zip(&modules)
            .map(|(record, module)| {
                // Two records may have names that differ only in their underscores.
                let strukt = scope.make_distinct(&names::marker_name(&record.name).to_string());
                (names::make_ident(module), strukt)
            })
            .collect();
        let mut name_enum = |strukt: &Ident, index: usize, field: &RecordField| {
            // The content of a choice has a type of its own only as a member.
            let choice = matches!(field.kind, FieldKind::Choice(_)).then_some(field.name.as_deref())??;
            let name = scope.make_distinct(&format!("{strukt}{}", names::marker_name(choice)));
            Some((index, name))
        };
        let enums = model.records.iter().zip(&all).map(|(record, (_, strukt))| {
            let fields = record.fields.iter().enumerate();
            fields.filter_map(|(index, field)| name_enum(strukt, index, field)).collect()
        });
        let enums = enums.collect();
        RecordNames { records: &model.records, all, enums, scope }
    }
}

/// A record for which code is generated.
pub(super) struct RecordEmitter<'m> {
    pub(super) record: &'m Record,
    pub(super) names: &'m RecordNames<'m>,
    pub(super) strukt: &'m Ident,
    pub(super) conversions: BTreeMap<usize, Ident>,
    /// The enums of its choices, by the index of the field.
    pub(super) enums: &'m BTreeMap<usize, Ident>,
    /// For each record of the text, whether its fields have fixed places.
    pub(super) fixed: Vec<bool>,
}

impl RecordEmitter<'_> {
    /// The type of the items of a field in arrays of these counts, and their plan.
    pub(super) fn emit_item_types(
        &self,
        field: &RecordField,
        counts: &[Count],
    ) -> (TokenStream, TokenStream) {
        let (mut ty, mut plan) = match &field.kind {
            FieldKind::Scalar { conversion } => {
                let name = &self.conversions[conversion];
                let native = names::native_path(self.record.conversions[*conversion].native);
                (native, quote!(rt::Scalar<conversions::#name>))
            }
            // The length counts bytes here, because characters have one or two.
            FieldKind::Text(text) if text.mixed.is_some() => {
                let (rule, padding) = (emit_mixed_rule_path(text), emit_padding_type(text));
                let length = count_literal(text.length);
                (quote!(rt::MixedChars<#length>), quote!(rt::MixedOf<#rule, #padding, #length>))
            }
            FieldKind::Text(text) => {
                let name = &self.conversions[&text.wide];
                let padding = emit_padding_type(text);
                let length = count_literal(text.length);
                (
                    quote!(rt::Chars<#length, #padding>),
                    quote!(rt::TextOf<conversions::#name, #padding, #length>),
                )
            }
            FieldKind::Record(id) => {
                let (module, strukt) = &self.names.all[id.0];
                (quote!(super::#module::#strukt), quote!(super::#module::Layout))
            }
            // A choice has a type of its own, and filler none.
            FieldKind::Byte | FieldKind::Filler(_) | FieldKind::Choice(_) => {
                (quote!(u8), quote!(rt::KeptByte))
            }
        };
        // Each item is missing or not, so the option is inside the arrays.
        if let Some(rule) = self.emit_null_rule_path(field) {
            ty = quote!(Option<#ty>);
            plan = quote!(rt::Nullable<#plan, #rule>);
        }
        // The last count is that of the innermost array.
        for one in counts.iter().rev() {
            let length = count_literal(*one);
            ty = quote!([#ty; #length]);
            plan = quote!(rt::Array<#plan, #length>);
        }
        (ty, plan)
    }
}

/// Missing items.
impl RecordEmitter<'_> {
    /// The type that says which items of a field are missing.
    pub(super) fn emit_null_rule_path(&self, field: &RecordField) -> Option<TokenStream> {
        let name = self.null_rule_name(field)?;
        Some(quote!(nulls::#name))
    }

    /// The name of that type, made of the plain name of the field, because a raw identifier cannot
    /// be a part of a name. Fields of alternatives may have the same name, so theirs have an index,
    /// too.
    fn null_rule_name(&self, field: &RecordField) -> Option<Ident> {
        field.nulls.as_ref()?;
        let name = field.name.as_deref()?;
        // The same reference, since fields of alternatives may be equal in all they say.
        let is_own = self.record.fields.iter().any(|own| std::ptr::eq(own, field));
        if is_own {
            return Some(format_ident!("Null_{name}"));
        }
        let index = self.record.list_fields().position(|known| std::ptr::eq(known, field))?;
        Some(format_ident!("Null_{index}_{name}"))
    }

    /// The module of these types, if a field has missing items.
    pub(super) fn emit_null_rules(&self) -> TokenStream {
        let rules = self.record.list_fields().filter_map(|field| {
            let (name, nulls) = (self.null_rule_name(field)?, field.nulls.as_ref()?);
            Some(emit_null_rule(&name, nulls))
        });
        let rules: Vec<TokenStream> = rules.collect();
        if rules.is_empty() {
            return TokenStream::new();
        }
        quote! {
            #[allow(non_camel_case_types, reason = "generated code")]
            mod nulls {
                use ::datarep::codegen as rt;

                #(#rules)*
            }
        }
    }
}

fn emit_null_rule(name: &Ident, nulls: &Nulls) -> TokenStream {
    let (mut bytes, mut numbers, mut is_nan, mut is_invalid) = (Vec::new(), Vec::new(), false, false);
    for case in &nulls.cases {
        match case {
            NullCase::Bytes(pattern) => bytes.push(Literal::byte_string(pattern)),
            NullCase::Number(item) => numbers.push(Literal::byte_string(item)),
            NullCase::Nan => is_nan = true,
            NullCase::Invalid => is_invalid = true,
        }
    }
    // The trait's own list is empty.
    let numbers =
        (!numbers.is_empty()).then(|| quote!(const NUMBERS: &'static [&'static [u8]] = &[#(#numbers),*];));
    let nan = is_nan.then(|| {
        quote!(
            const NAN: bool = true;
        )
    });
    let invalid = is_invalid.then(|| {
        quote!(
            const INVALID: bool = true;
        )
    });
    let written = nulls.written.as_deref().map(Literal::byte_string);
    let written = written.map_or_else(|| quote!(None), |pattern| quote!(Some(#pattern)));
    quote! {
        pub struct #name;

        impl rt::NullRule for #name {
            const BYTES: &'static [&'static [u8]] = &[#(#bytes),*];
            #numbers
            #nan
            #invalid
            const WRITTEN: Option<&'static [u8]> = #written;
        }
    }
}

/// The type that stands for the padding of a text.
pub(super) fn emit_padding_type(text: &TextField) -> TokenStream {
    let padding = match text.padding {
        // Texts of two-byte characters have a space of their own.
        Padding::Spaces if text.fill_character() != Some(' ') => quote!(rt::WideSpaces),
        Padding::Spaces => quote!(rt::Spaces),
        Padding::Zeros => quote!(rt::Zeros),
        // Without padding there is nothing to trim.
        Padding::None => return quote!(rt::Unpadded),
    };
    match text.trim {
        Trim::Right => padding,
        Trim::Left => quote!(rt::TrimLeft<#padding>),
        Trim::Both => quote!(rt::TrimBoth<#padding>),
        Trim::None => quote!(rt::TrimNone<#padding>),
    }
}

pub(super) fn count_literal(count: Count) -> Literal {
    // Callers ask only for counts that are fixed.
    number_literal(count.fixed().unwrap_or(0))
}

pub(super) fn number_literal(number: u64) -> Literal {
    Literal::u64_unsuffixed(number)
}
