//! A word of the file's bytes, and the bytes of a word.

use datarep_dsl::model::{ByteOrder, Container};
use proc_macro2::TokenStream;
use quote::quote;

use crate::names;

/// The expression that makes an unsigned integer of `file`, an array of bytes.
pub(crate) fn emit_load(order: &ByteOrder, bits: u32) -> TokenStream {
    if let ByteOrder::Contained(container) = order {
        return emit_contained_load(*container, bits);
    }
    let bytes = (bits / 8) as usize;
    let word = names::unsigned(bits);
    let places = order.bytes(bytes);
    let whole = names::container(bits) == bits;
    if whole && is_big(&places) {
        return quote!(#word::from_be_bytes(file));
    }
    if whole && is_little(&places) {
        return quote!(#word::from_le_bytes(file));
    }
    let padding = (names::container(bits) / 8) as usize - bytes;
    let zeros = std::iter::repeat_n(quote!(0), padding);
    let stored = (0..bytes).map(|byte| {
        let place = places.iter().position(|&stored| stored == byte).unwrap_or(byte);
        let place = names::decimal(place as i128);
        quote!(file[#place])
    });
    if whole {
        // As the bytes lie in the processor: one permutation, and no swap behind it.
        let all = stored.rev();
        return quote!(#word::from_le_bytes([#(#all),*]));
    }
    let all = zeros.chain(stored);
    quote!(#word::from_be_bytes([#(#all),*]))
}

/// The statement that a store needs before it, and the expression of the file's bytes of `word`.
pub(crate) fn emit_store(order: &ByteOrder, bits: u32, word: &TokenStream) -> (TokenStream, TokenStream) {
    if let ByteOrder::Contained(container) = order {
        return emit_contained_store(*container, bits, word);
    }
    let bytes = (bits / 8) as usize;
    let places = order.bytes(bytes);
    let whole = names::container(bits) == bits;
    if whole && is_big(&places) {
        return (quote!(), quote!(#word.to_be_bytes()));
    }
    if whole && is_little(&places) {
        return (quote!(), quote!(#word.to_le_bytes()));
    }
    let padding = (names::container(bits) / 8) as usize - bytes;
    let stored = places.iter().map(|&byte| {
        let index = if whole { bytes - 1 - byte } else { padding + byte };
        let index = names::decimal(index as i128);
        quote!(bytes[#index])
    });
    let split = if whole { quote!(#word.to_le_bytes()) } else { quote!(#word.to_be_bytes()) };
    (quote!(let bytes = #split;), quote!([#(#stored),*]))
}

/// How far the word's lowest bit stands above the lowest of a wider word that fills the bytes, where that is
/// as wide as the integer; and whether its most significant byte comes first.
fn justified(container: Container, bits: u32) -> Option<(u32, bool)> {
    let (bytes, big, left) = match container {
        Container::RightJustified { bytes, big } => (bytes, big, false),
        Container::LeftJustified { bytes, big } => (bytes, big, true),
        Container::SixInEight | Container::CoreDump => return None,
    };
    let wide = bytes * 8;
    (wide == names::container(bits)).then_some((if left { wide - bits } else { 0 }, big))
}

fn emit_contained_load(container: Container, bits: u32) -> TokenStream {
    let ty = names::unsigned(bits);
    if let Some((up, big)) = justified(container, bits) {
        let word = if big { quote!(#ty::from_be_bytes(file)) } else { quote!(#ty::from_le_bytes(file)) };
        let mask = names::hex(names::mask(bits), bits);
        return match (up, names::container(bits) == bits) {
            (_, true) => word,
            (0, false) => quote!(#word & #mask),
            (up, false) => {
                let up = names::decimal(i128::from(up));
                quote!(#word >> #up)
            }
        };
    }
    let parts = container.places(bits).into_iter().enumerate().filter_map(|(byte, place)| {
        let (range, low) = place?;
        let byte = names::decimal(byte as i128);
        let byte = quote!(file[#byte]);
        let part = if low == 0 {
            byte
        } else {
            let low = names::decimal(i128::from(low));
            quote!((#byte >> #low))
        };
        let part = if range.width() + low == 8 {
            part
        } else {
            let mask = names::hex(names::mask(range.width()), 8);
            quote!((#part & #mask))
        };
        let part = if names::container(bits) == 8 { part } else { quote!(#ty::from(#part)) };
        Some(match range.low {
            0 => part,
            up => {
                let up = names::decimal(i128::from(up));
                quote!(#part << #up)
            }
        })
    });
    quote!(#(#parts)|*)
}

fn emit_contained_store(container: Container, bits: u32, word: &TokenStream) -> (TokenStream, TokenStream) {
    if let Some((up, big)) = justified(container, bits) {
        let word = match up {
            0 => word.clone(),
            up => {
                let up = names::decimal(i128::from(up));
                quote!((#word << #up))
            }
        };
        return (quote!(), if big { quote!(#word.to_be_bytes()) } else { quote!(#word.to_le_bytes()) });
    }
    let bytes = container.places(bits).into_iter().map(|place| {
        let Some((range, low)) = place else { return quote!(0) };
        let part = match range.low {
            0 => quote!(word),
            down => {
                let down = names::decimal(i128::from(down));
                quote!((word >> #down))
            }
        };
        let part = if range.width() == 8 {
            part
        } else {
            let mask = names::hex(names::mask(range.width()), 8);
            quote!((#part & #mask))
        };
        let part = if names::container(bits) == 8 { part } else { quote!(#part as u8) };
        match low {
            0 => part,
            low => {
                let low = names::decimal(i128::from(low));
                quote!((#part) << #low)
            }
        }
    });
    (quote!(let word = #word;), quote!([#(#bytes),*]))
}

/// The order of bytes without padding, of words of a size that processors have.
pub(crate) fn emit_whole(order: &ByteOrder, bits: u32) -> Option<TokenStream> {
    if matches!(order, ByteOrder::Contained(_)) || names::container(bits) != bits {
        return None;
    }
    let places = order.bytes((bits / 8) as usize);
    Some(if is_big(&places) {
        quote!(rt::ByteOrder::Big)
    } else if is_little(&places) {
        quote!(rt::ByteOrder::Little)
    } else {
        quote!(rt::ByteOrder::Mixed)
    })
}

fn is_big(places: &[usize]) -> bool {
    places.iter().enumerate().all(|(place, &byte)| place == byte)
}

fn is_little(places: &[usize]) -> bool {
    places.iter().rev().enumerate().all(|(place, &byte)| place == byte)
}
