//! Generates the items of a text.

use datarep_dsl::model::Model;
use proc_macro2::TokenStream;
use quote::quote;

use crate::module::SiblingConversions;
use crate::{assertions, module, names, record};

/// Generates the items of a text: one module for each representation and each record, and tests for the formats that
/// no representation maps.
///
/// If modules share conversions, an outer module contains them all, and their names are imported from it. Otherwise a
/// module in the body of a function could not find its siblings.
pub fn generate(model: &Model) -> TokenStream {
    let mut siblings = SiblingConversions::default();
    let modules: Vec<TokenStream> =
        model.datareps.iter().map(|datarep| module::emit_module(model, datarep, &mut siblings)).collect();
    let tests = assertions::emit_format_tests(model);
    let records = record::emit_records(model);
    match model.datareps.as_slice() {
        [first, ..] if siblings.shared => {
            let [house, _] = record::name_enclosing_modules(model);
            let capitals = names::allow_capitals(&first.name);
            let names = model.datareps.iter().map(|datarep| names::make_ident(&datarep.name));
            quote! {
                #capitals
                mod #house {
                    #(#modules)*
                }
                #[allow(unused_imports, unreachable_pub, reason = "generated code")]
                pub use #house::{#(#names),*};
                #records
                #tests
            }
        }
        _ => quote!(#(#modules)* #records #tests),
    }
}

/// Generates the same items as siblings of a file, one after the other.
#[cfg(feature = "build-script")]
pub(crate) fn generate_siblings(model: &Model) -> impl Iterator<Item = TokenStream> {
    let mut siblings = SiblingConversions::default();
    // The closure owns the conversions that are made so far, so that each module knows those before it.
    let modules =
        model.datareps.iter().map(move |datarep| module::emit_module(model, datarep, &mut siblings));
    modules
        .chain(record::generate_siblings(model))
        .chain(std::iter::once_with(|| assertions::emit_format_tests(model)))
}

/// Generates items that replace the representations of a text with faults, so that their names resolve.
pub fn stubs(datareps: &[String]) -> TokenStream {
    datareps.iter().map(|name| module::emit_stub(name)).collect()
}
