//! Datatypes from decisions: every constructor around every other.

use datarep::datatype::{Dimension, Distribution, Order, PairType, Typemap};
use datarep::{Error, Predefined};

use super::input::Input;

/// The most constructors around one another.
const DEPTH: u32 = 5;

/// The types from which datatypes are built.
const LEAVES: [Predefined; 8] = [
    Predefined::Byte,
    Predefined::Int,
    Predefined::Double,
    Predefined::CFloatComplex,
    Predefined::Short,
    Predefined::Char,
    Predefined::LongDouble,
    Predefined::Float,
];

/// A datatype with any arguments. If a constructor refuses its arguments, its inner datatype takes its place.
pub(super) fn any(input: &mut Input<'_>) -> Typemap {
    made(input, DEPTH, &|input| match input.below(LEAVES.len() + 1) {
        8 => PairType::ALL[input.below(PairType::ALL.len())].into(),
        leaf => LEAVES[leaf].into(),
    })
}

/// A datatype with any arguments and one kind of leaf.
pub(super) fn of(input: &mut Input<'_>, leaf: Predefined) -> Typemap {
    made(input, 3, &|_| leaf.into())
}

fn made(input: &mut Input<'_>, depth: u32, leaf: &dyn Fn(&mut Input<'_>) -> Typemap) -> Typemap {
    let kind = input.below(16);
    if depth == 0 || kind < 3 || input.is_empty() {
        return leaf(input);
    }
    let old = made(input, depth - 1, leaf);
    around(input, kind, &old, &mut |input| made(input, depth - 1, leaf)).unwrap_or(old)
}

/// Puts one more constructor around a datatype.
fn around(
    input: &mut Input<'_>,
    kind: usize,
    old: &Typemap,
    other: &mut dyn FnMut(&mut Input<'_>) -> Typemap,
) -> Result<Typemap, Error> {
    match kind {
        3 => Typemap::contiguous(input.count(), old),
        4 => Typemap::vector(input.count(), input.count(), input.number(), old),
        5 => Typemap::hvector(input.count(), input.count(), input.number(), old),
        6 => Typemap::indexed(&input.list(5, |input| (input.count(), input.number())), old),
        7 => Typemap::hindexed(&input.list(5, |input| (input.count(), input.number())), old),
        8 => Typemap::indexed_block(input.count(), &input.list(5, Input::number), old),
        9 => Typemap::hindexed_block(input.count(), &input.list(5, Input::number), old),
        10 | 11 => {
            let mut blocks = vec![(input.count(), input.number(), old.clone())];
            blocks.extend(input.list(2, |input| (input.count(), input.number(), other(input))));
            Typemap::structure(&blocks)
        }
        12 => {
            let parts = input.list(3, |input| [input.count(), input.count(), input.count()]);
            let column = |index: usize| parts.iter().map(|part| part[index]).collect::<Vec<i64>>();
            Typemap::subarray(&column(0), &column(1), &column(2), order(input), old)
        }
        13 => {
            let dimensions = input.list(3, dimension);
            let size = dimensions.iter().fold(1, |size: i64, one| size.saturating_mul(one.psize));
            let rank = input.number();
            Typemap::darray(size, rank.checked_rem(size).unwrap_or(rank), &dimensions, order(input), old)
        }
        14 => Typemap::resized(input.number(), input.number(), old),
        _ => Typemap::dup(old),
    }
}

fn order(input: &mut Input<'_>) -> Order {
    if input.below(2) == 0 { Order::C } else { Order::Fortran }
}

fn dimension(input: &mut Input<'_>) -> Dimension {
    let gsize = input.count();
    let distribution = match input.below(5) {
        0 => Distribution::None,
        1 => Distribution::Block(None),
        2 => Distribution::Block(Some(input.number())),
        3 => Distribution::Cyclic(None),
        _ => Distribution::Cyclic(Some(input.number())),
    };
    let psize = if distribution == Distribution::None { 1 } else { input.number() };
    Dimension { gsize, distribution, psize }
}
