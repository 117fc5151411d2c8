//! The facts about a record for which code is generated: names, conversions, and the types of its fields.

use std::collections::BTreeMap;

use datarep_dsl::model::{Count, FieldKind, Model, Padding, Record, TextField, Trim};
use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;

use crate::names;

/// The names of the records of a text.
pub(super) struct RecordNames {
    /// The module and the struct of each record.
    pub(super) all: Vec<(Ident, Ident)>,
}

impl RecordNames {
    pub(super) fn from_model(model: &Model) -> RecordNames {
        let mut given = names::Given::default();
        let all = model.records.iter().map(|record| {
            let strukt = given.make_distinct(&names::marker_name(&record.name).to_string());
            (names::make_ident(&record.name), strukt)
        });
        RecordNames { all: all.collect() }
    }
}

/// A record for which code is generated.
pub(super) struct Emitter<'m> {
    pub(super) record: &'m Record,
    pub(super) names: &'m RecordNames,
    pub(super) strukt: &'m Ident,
    pub(super) conversions: BTreeMap<usize, Ident>,
    /// For each record of the text, whether its length is fixed.
    pub(super) fixed: Vec<bool>,
}

impl Emitter<'_> {
    /// The type of items of this kind in arrays of these counts, and their plan.
    pub(super) fn types_of(&self, kind: &FieldKind, counts: &[Count]) -> (TokenStream, TokenStream) {
        let (mut ty, mut plan) = match kind {
            FieldKind::Scalar { conversion } => {
                let name = &self.conversions[conversion];
                let native = names::native_path(self.record.conversions[*conversion].native);
                (native, quote!(rt::Scalar<conversions::#name>))
            }
            FieldKind::Text(text) => {
                let name = &self.conversions[&text.wide];
                let padding = padding_type(text);
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
            FieldKind::Byte | FieldKind::Filler(_) => (quote!(u8), quote!(rt::KeptByte)),
        };
        for one in counts.iter().rev() {
            let length = count_literal(*one);
            ty = quote!([#ty; #length]);
            plan = quote!(rt::Array<#plan, #length>);
        }
        (ty, plan)
    }
}

/// The type that stands for the padding of a text.
pub(super) fn padding_type(text: &TextField) -> TokenStream {
    let padding = match text.padding {
        Padding::Spaces => quote!(rt::Spaces),
        Padding::Zeros => quote!(rt::Zeros),
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
    number_literal(count.fixed().unwrap_or(0))
}

pub(super) fn number_literal(number: u64) -> Literal {
    Literal::u64_unsuffixed(number)
}
