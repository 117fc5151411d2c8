//! A word of the file's octets, and the octets of a word.

use datarep_dsl::model::Order;
use proc_macro2::TokenStream;
use quote::quote;

use crate::names;

/// The expression that makes an unsigned integer of `file`, an array of octets.
pub(crate) fn emit_load(order: &Order, octets: u32) -> TokenStream {
    let bits = octets * 8;
    let octets = octets as usize;
    let word = names::unsigned(bits);
    let places = order.octets(octets);
    let whole = names::container(bits) == bits;
    if whole && is_big(&places) {
        return quote!(#word::from_be_bytes(file));
    }
    if whole && is_little(&places) {
        return quote!(#word::from_le_bytes(file));
    }
    let padding = (names::container(bits) / 8) as usize - octets;
    let zeros = std::iter::repeat_n(quote!(0), padding);
    let stored = (0..octets).map(|octet| {
        let place = places.iter().position(|&stored| stored == octet).unwrap_or(octet);
        let place = names::decimal(place as i128);
        quote!(file[#place])
    });
    let all = zeros.chain(stored);
    quote!(#word::from_be_bytes([#(#all),*]))
}

/// The statement that a store needs before it, and the expression of the file's octets of `word`.
pub(crate) fn emit_store(order: &Order, octets: u32, word: &TokenStream) -> (TokenStream, TokenStream) {
    let bits = octets * 8;
    let octets = octets as usize;
    let places = order.octets(octets);
    let whole = names::container(bits) == bits;
    if whole && is_big(&places) {
        return (quote!(), quote!(#word.to_be_bytes()));
    }
    if whole && is_little(&places) {
        return (quote!(), quote!(#word.to_le_bytes()));
    }
    let padding = (names::container(bits) / 8) as usize - octets;
    let stored = places.iter().map(|&octet| {
        let index = names::decimal((padding + octet) as i128);
        quote!(octets[#index])
    });
    (quote!(let octets = #word.to_be_bytes();), quote!([#(#stored),*]))
}

fn is_big(places: &[usize]) -> bool {
    places.iter().enumerate().all(|(place, &octet)| place == octet)
}

fn is_little(places: &[usize]) -> bool {
    places.iter().rev().enumerate().all(|(place, &octet)| place == octet)
}
