//! Texts whose characters have one byte or two: the types that say how they are converted.

use std::collections::BTreeMap;

use datarep_dsl::model::{FieldKind, MixedForm, MixedSet, Model, TextField, UnmappedRule};
use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote};

use super::emitter::RecordEmitter;

/// The type that says how a text is converted. Texts of one conversion have one.
pub(super) fn emit_mixed_rule_path(text: &TextField) -> TokenStream {
    let name = mixed_rule_name(text.wide);
    quote!(texts::#name)
}

fn mixed_rule_name(conversion: usize) -> Ident {
    format_ident!("Text{conversion}")
}

impl RecordEmitter<'_> {
    /// The module of these types, if the record has such texts.
    pub(super) fn emit_mixed_rules(&self, model: &Model) -> TokenStream {
        let mut used = BTreeMap::new();
        for field in self.record.list_fields() {
            if let FieldKind::Text(TextField { mixed: Some(set), wide, .. }) = &field.kind {
                // One type for a conversion, as the name comes from it.
                used.insert(*wide, *set);
            }
        }
        if used.is_empty() {
            return TokenStream::new();
        }
        let rules = used.iter().map(|(index, set)| self.emit_mixed_rule(model, *index, *set));
        quote! {
            mod texts {
                use ::datarep::codegen as rt;

                #(#rules)*
            }
        }
    }

    fn emit_mixed_rule(&self, model: &Model, index: usize, set: MixedSet) -> TokenStream {
        let conversion = &self.record.conversions[index];
        let (name, title) = (mixed_rule_name(index), &conversion.title);
        let (format, page) = (set.format(), Literal::usize_unsuffixed(set.page.index()));
        let form = match set.form {
            MixedForm::Mixed => quote!(Mixed),
            MixedForm::Pairs => quote!(Pairs),
        };
        let [read, write] = [conversion.read.unmapped, conversion.write.unmapped].map(emit_substitute);
        let docs = format!(" `{}`: {}.", model.formats[conversion.format.0].name, set.page.title());
        quote! {
            #[doc = #docs]
            pub struct #name;

            impl rt::MixedRule for #name {
                const SET: rt::MixedSet =
                    rt::MixedSet { page: rt::MixedPage::new(#page), form: rt::MixedForm::#form };
                const READ: Option<char> = #read;
                const WRITE: Option<char> = #write;
                const FORMAT: &'static str = #format;
                const MAPPING: &'static str = #title;
            }
        }
    }
}

fn emit_substitute(rule: UnmappedRule) -> TokenStream {
    match rule {
        UnmappedRule::Error => quote!(None),
        UnmappedRule::Substitute(code) => {
            // The check accepts only real characters.
            let character = Literal::character(char::from_u32(code).unwrap_or('?'));
            quote!(Some(#character))
        }
    }
}
