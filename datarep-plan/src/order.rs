//! Words from the bytes of a file, and bytes from words.

use datarep_dsl::model::{ByteOrder, Container};

use crate::body::{Body, Significant};
use crate::builder::{BodyBuilder, Value};
use crate::types::{Type, container, mask};

/// The body that makes the word of an item from its bytes.
pub(crate) fn plan_loading(order: &ByteOrder, bits: u32) -> Body {
    let builder = BodyBuilder::default();
    let file = builder.input(Type::Bytes(order.extent(bits)), u128::MAX);
    if let ByteOrder::Contained(within) = order {
        return builder.move_item(load_contained(file, *within, bits));
    }
    let bytes = (bits / 8) as usize;
    let wide = container(bits);
    let places = order.byte_permutation(bytes);
    let stored = |byte: usize| places.iter().position(|&stored| stored == byte);
    // Words of 24 or 48 bits lie in the next longer integer, with zeros above them.
    if wide != bits {
        let padding = (wide / 8) as usize - bytes;
        let all = std::iter::repeat_n(None, padding).chain((0..bytes).map(stored));
        return builder.move_item(file.permute(all.collect()).load(Significant::First, wide));
    }
    // A single load, without a permutation.
    if is_big_endian(&places) {
        return builder.move_item(file.load(Significant::First, wide));
    }
    // The bytes are put in little-endian order by one permutation. A little-endian processor needs no swap after it.
    let all = (0..bytes).rev().map(stored).collect();
    builder.move_item(file.permute(all).load(Significant::Last, wide))
}

/// The body that makes the bytes of an item from its word.
pub(crate) fn plan_storing(order: &ByteOrder, bits: u32) -> Body {
    let builder = BodyBuilder::default();
    let word = builder.input(Type::word(bits), mask(bits));
    if let ByteOrder::Contained(within) = order {
        return builder.move_item(store_contained(word, *within, bits));
    }
    let bytes = (bits / 8) as usize;
    let places = order.byte_permutation(bytes);
    if container(bits) != bits {
        let padding = (container(bits) / 8) as usize - bytes;
        let all = places.iter().map(|&byte| Some(padding + byte)).collect();
        return builder.move_item(word.store(Significant::First).with_name("bytes").permute(all));
    }
    if is_big_endian(&places) {
        return builder.move_item(word.store(Significant::First));
    }
    let all: Vec<_> = places.iter().map(|&byte| Some(bytes - 1 - byte)).collect();
    let is_little = all.iter().enumerate().all(|(place, &byte)| byte == Some(place));
    let stored = word.store(Significant::Last);
    builder.move_item(if is_little { stored } else { stored.with_name("bytes").permute(all) })
}

/// The number of bits below the word in a container, and the place of the container's most significant byte.
///
/// `None` if the container is not as wide as the integer, or if it has a more complicated layout.
fn place_justified(within: Container, bits: u32) -> Option<(u32, Significant)> {
    let (bytes, big, left) = match within {
        Container::RightJustified { bytes, big } => (bytes, big, false),
        Container::LeftJustified { bytes, big } => (bytes, big, true),
        Container::SixInEight | Container::CoreDump => return None,
    };
    let significant = if big { Significant::First } else { Significant::Last };
    let wide = bytes * 8;
    // Only then the container can be loaded as one integer.
    (wide == container(bits)).then_some((if left { wide - bits } else { 0 }, significant))
}

fn load_contained(file: Value<'_>, within: Container, bits: u32) -> Value<'_> {
    let wide = container(bits);
    if let Some((up, significant)) = place_justified(within, bits) {
        let word = file.load(significant, wide);
        // Left-justified bits come down, and what was below them is gone. Right-justified ones are cut from what is
        // above.
        return if up > 0 { word >> up } else { word & mask(bits) };
    }
    let ty = Type::Unsigned(wide);
    let none = file.builder().constant(ty, crate::builder::decimal(0));
    let places = within.places(bits).into_iter().enumerate();
    // Byte by byte: bits of a word begin inside of bytes here, so no load of an integer gives them.
    places.filter_map(|(byte, place)| Some((byte, place?))).fold(none, |word, (byte, (range, low))| {
        let part = file.take_byte(byte) >> low & mask(range.width());
        word | part.cast(ty) << range.low
    })
}

fn store_contained(word: Value<'_>, within: Container, bits: u32) -> Value<'_> {
    if let Some((up, significant)) = place_justified(within, bits) {
        return (word << up).store(significant);
    }
    let builder = word.builder();
    let byte = Type::Unsigned(8);
    let places = within.places(bits).into_iter().map(|place| match place {
        None => builder.constant(byte, crate::builder::decimal(0)),
        Some((range, low)) => (word >> range.low & mask(range.width())).cast(byte) << low,
    });
    builder.join_bytes(&places.collect::<Vec<_>>())
}

fn is_big_endian(places: &[usize]) -> bool {
    places.iter().enumerate().all(|(place, &byte)| place == byte)
}

/// The bodies that convert an item's bytes to the bytes of its digits and back. Digits are in the order in which a
/// person writes them.
pub(crate) fn plan_digit_order(order: &ByteOrder, bits: u32) -> (Body, Body) {
    let count = bits / 8;
    let places = order.byte_permutation(count as usize);
    let load = BodyBuilder::default();
    let file = load.input(Type::Bytes(count), u128::MAX);
    // The inverse of the order: for each byte of the digits, the byte of the file in which it is.
    let stored = (0..places.len()).map(|byte| places.iter().position(|&stored| stored == byte));
    let load = load.move_item(file.permute(stored.collect()));
    let store = BodyBuilder::default();
    let bytes = store.input(Type::Bytes(count), u128::MAX);
    let store = store.move_item(bytes.permute(places.iter().copied().map(Some).collect()));
    (load, store)
}
