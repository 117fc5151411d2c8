//! The engine compared with an oracle: flat typemaps, made by the definitions of the standard.

use proptest::prelude::*;

use super::*;
use crate::error::{Error, ErrorClass};
use crate::predefined::Predefined;

/// A typemap as the standard defines it: entries in order, and markers.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Flat {
    /// Type, displacement, bytes, alignment.
    pub(crate) entries: Vec<(Predefined, i64, i64, i64)>,
    markers: Vec<(i64, i64)>,
}

impl Flat {
    fn moved(&self, by: i64) -> Flat {
        Flat {
            entries: self.entries.iter().map(|&(ty, at, bytes, align)| (ty, at + by, bytes, align)).collect(),
            markers: self.markers.iter().map(|&(lb, ub)| (lb + by, ub + by)).collect(),
        }
    }

    fn append(&mut self, other: Flat) {
        self.entries.extend(other.entries);
        self.markers.extend(other.markers);
    }

    fn copies(&self, count: i64, stride: i64, at: i64) -> Flat {
        let mut flat = Flat::default();
        for copy in 0..count {
            flat.append(self.moved(at + copy * stride));
        }
        flat
    }

    pub(crate) fn low(&self) -> i64 {
        self.entries.iter().map(|entry| entry.1).min().unwrap_or(0)
    }

    pub(crate) fn high(&self) -> i64 {
        self.entries.iter().map(|entry| entry.1 + entry.2).max().unwrap_or(0)
    }

    pub(crate) fn bounds(&self) -> (i64, i64) {
        if let (Some(lb), Some(ub)) = (
            self.markers.iter().map(|marker| marker.0).min(),
            self.markers.iter().map(|marker| marker.1).max(),
        ) {
            return (lb, ub);
        }
        let align = self.entries.iter().map(|entry| entry.3).max().unwrap_or(1);
        let mut ub = self.high();
        while (ub - self.low()) % align != 0 {
            ub += 1;
        }
        (self.low(), ub)
    }

    fn extent(&self) -> i64 {
        self.bounds().1 - self.bounds().0
    }

    /// The flat typemap by the definition of each constructor. No constructor uses another one.
    ///
    /// `size` returns the bytes and the alignment of an item.
    pub(crate) fn of(typemap: &Typemap, size: &dyn Fn(Predefined) -> (i64, i64)) -> Flat {
        let of = |old: &Typemap| Flat::of(old, size);
        match typemap.constructor() {
            Constructor::Predefined(ty) => Flat::item(*ty, 0, size),
            Constructor::Pair(pair) => Flat::pair(*pair, size),
            Constructor::InFile(..) | Constructor::PairInFile(..) => unreachable!("not made by the tests"),
            Constructor::Dup(old) => of(old),
            Constructor::Contiguous(count, old) => {
                let old = of(old);
                old.copies(*count, old.extent(), 0)
            }
            Constructor::Vector(count, blocklength, stride, old) => {
                let old = of(old);
                old.blocks((0..*count).map(|block| (*blocklength, block * stride * old.extent())))
            }
            Constructor::Hvector(count, blocklength, stride, old) => {
                of(old).blocks((0..*count).map(|block| (*blocklength, block * stride)))
            }
            Constructor::Indexed(blocks, old) => {
                let old = of(old);
                old.blocks(blocks.iter().map(|&(blocklength, at)| (blocklength, at * old.extent())))
            }
            Constructor::Hindexed(blocks, old) => of(old).blocks(blocks.iter().copied()),
            Constructor::IndexedBlock(blocklength, displacements, old) => {
                let old = of(old);
                old.blocks(displacements.iter().map(|at| (*blocklength, at * old.extent())))
            }
            Constructor::HindexedBlock(blocklength, displacements, old) => {
                of(old).blocks(displacements.iter().map(|&at| (*blocklength, at)))
            }
            Constructor::Struct(blocks) => {
                let mut flat = Flat::default();
                for (blocklength, at, old) in blocks.iter() {
                    flat.append(of(old).blocks([(*blocklength, *at)]));
                }
                flat
            }
            Constructor::Subarray(parts, order, old) => {
                let whole: Vec<i64> = parts.iter().map(|part| part[0]).collect();
                let mine =
                    |dim: usize, index: i64| (parts[dim][2]..parts[dim][2] + parts[dim][1]).contains(&index);
                Flat::elements(&whole, *order, &of(old), &mine)
            }
            Constructor::Darray(_, rank, dimensions, order, old) => {
                Flat::dealt(*rank, dimensions, *order, &of(old))
            }
            Constructor::Resized(lb, extent, old) => Flat { markers: vec![(*lb, lb + extent)], ..of(old) },
        }
    }

    fn item(ty: Predefined, at: i64, size: &dyn Fn(Predefined) -> (i64, i64)) -> Flat {
        let (bytes, align) = size(ty);
        Flat { entries: vec![(ty, at, bytes, align)], markers: Vec::new() }
    }

    fn pair(pair: PairType, size: &dyn Fn(Predefined) -> (i64, i64)) -> Flat {
        let [first, second] = pair.items();
        let mut at = size(first).0;
        while at % size(second).1 != 0 {
            at += 1;
        }
        let mut flat = Flat::item(first, 0, size);
        flat.append(Flat::item(second, at, size));
        flat
    }

    /// Blocks of copies without gaps, by their lengths and their displacements in bytes.
    fn blocks(&self, blocks: impl IntoIterator<Item = (i64, i64)>) -> Flat {
        let mut flat = Flat::default();
        for (blocklength, at) in blocks {
            flat.append(self.copies(blocklength, self.extent(), at));
        }
        flat
    }

    /// The elements of an array that is dealt to processes, for the process of the rank.
    fn dealt(mut rank: i64, dimensions: &[Dimension], order: Order, old: &Flat) -> Flat {
        let whole: Vec<i64> = dimensions.iter().map(|dimension| dimension.gsize).collect();
        let mut coordinates = vec![0; dimensions.len()];
        for (dim, dimension) in dimensions.iter().enumerate().rev() {
            coordinates[dim] = rank % dimension.psize;
            rank /= dimension.psize;
        }
        let mine = |dim: usize, index: i64| {
            let Dimension { gsize, distribution, psize } = dimensions[dim];
            let owner = match distribution {
                Distribution::None => 0,
                Distribution::Block(length) => index / length.unwrap_or((gsize + psize - 1) / psize),
                Distribution::Cyclic(length) => index / length.unwrap_or(1) % psize,
            };
            owner == coordinates[dim]
        };
        Flat::elements(&whole, order, old, &mine)
    }

    /// The elements of an array for which `mine` is true in each dimension.
    fn elements(whole: &[i64], order: Order, old: &Flat, mine: &dyn Fn(usize, i64) -> bool) -> Flat {
        let mut flat = Flat::default();
        let all: i64 = whole.iter().product();
        for element in 0..all {
            let mut rest = element;
            let mut inside = true;
            let mut visit = |dim: usize| {
                inside &= mine(dim, rest % whole[dim]);
                rest /= whole[dim];
            };
            match order {
                Order::Fortran => (0..whole.len()).for_each(&mut visit),
                Order::C => (0..whole.len()).rev().for_each(&mut visit),
            }
            if inside {
                flat.append(old.moved(element * old.extent()));
            }
        }
        flat.markers = vec![(0, all * old.extent())];
        flat
    }
}

pub(crate) fn native(predefined: Predefined) -> (i64, i64) {
    let small = |size: usize| i64::try_from(size).expect("small");
    (small(predefined.native_size()), small(predefined.native_align()))
}

fn leaves() -> impl Strategy<Value = Typemap> {
    let predefined =
        (0..Predefined::COUNT).prop_map(|index| Predefined::all().nth(index).expect("within").into());
    let pairs = (0..PairType::ALL.len()).prop_map(|index| PairType::ALL[index].into());
    // A few types are frequent, so that runs merge.
    let frequent = prop_oneof![Just(Predefined::Double), Just(Predefined::Int), Just(Predefined::Byte)];
    prop_oneof![3 => frequent.prop_map(Typemap::from), 2 => predefined, 1 => pairs]
}

fn dimension() -> impl Strategy<Value = Dimension> {
    (1..=6_i64, 1..=3_i64, 0..5_u8, 0..3_i64).prop_map(|(gsize, psize, kind, more)| {
        let block = (gsize + psize - 1) / psize + more;
        let (distribution, psize) = match kind {
            0 => (Distribution::None, 1),
            1 => (Distribution::Block(None), psize),
            2 => (Distribution::Block(Some(block)), psize),
            3 => (Distribution::Cyclic(None), psize),
            _ => (Distribution::Cyclic(Some(1 + more)), psize),
        };
        Dimension { gsize, distribution, psize }
    })
}

fn order() -> impl Strategy<Value = Order> {
    prop_oneof![Just(Order::C), Just(Order::Fortran)]
}

/// A count. Zero is rare, because it makes everything around it empty.
fn few() -> impl Strategy<Value = i64> {
    prop_oneof![1 => Just(0), 12 => 1..4_i64]
}

fn around(old: impl Strategy<Value = Typemap> + Clone + 'static) -> BoxedStrategy<Typemap> {
    let at = || -40..40_i64;
    let made = |result: Result<Typemap, Error>| result.expect("the arguments are small");
    let olds = || old.clone();
    prop_oneof![
        olds().prop_map(move |old| made(Typemap::dup(&old))),
        (few(), olds()).prop_map(move |(count, old)| made(Typemap::contiguous(count, &old))),
        (few(), few(), -4..5_i64, olds())
            .prop_map(move |(count, length, stride, old)| made(Typemap::vector(count, length, stride, &old))),
        (few(), few(), at(), olds()).prop_map(move |(count, length, stride, old)| made(Typemap::hvector(
            count, length, stride, &old
        ))),
        (prop::collection::vec((few(), -4..9_i64), 1..5), olds())
            .prop_map(move |(blocks, old)| made(Typemap::indexed(&blocks, &old))),
        (prop::collection::vec((few(), at()), 1..5), olds())
            .prop_map(move |(blocks, old)| made(Typemap::hindexed(&blocks, &old))),
        (few(), prop::collection::vec(-4..9_i64, 1..5), olds())
            .prop_map(move |(length, blocks, old)| made(Typemap::indexed_block(length, &blocks, &old))),
        (few(), prop::collection::vec(at(), 1..5), olds())
            .prop_map(move |(length, blocks, old)| made(Typemap::hindexed_block(length, &blocks, &old))),
        prop::collection::vec((few(), at(), olds()), 1..5)
            .prop_map(move |blocks| made(Typemap::structure(&blocks))),
        (prop::collection::vec((1..4_i64, 0..2_i64, 0..2_i64), 1..4), order(), olds()).prop_map(
            move |(dims, order, old)| {
                let sizes: Vec<i64> = dims.iter().map(|&(sub, start, more)| sub + start + more).collect();
                let subsizes: Vec<i64> = dims.iter().map(|dim| dim.0).collect();
                let starts: Vec<i64> = dims.iter().map(|dim| dim.1).collect();
                made(Typemap::subarray(&sizes, &subsizes, &starts, order, &old))
            }
        ),
        (prop::collection::vec(dimension(), 1..3), any::<u8>(), order(), olds()).prop_map(
            move |(dimensions, rank, order, old)| {
                let size: i64 = dimensions.iter().map(|dimension| dimension.psize).product();
                made(Typemap::darray(size, i64::from(rank) % size, &dimensions, order, &old))
            }
        ),
        (at(), -20..60_i64, olds())
            .prop_map(move |(lb, extent, old)| made(Typemap::resized(lb, extent, &old))),
    ]
    .boxed()
}

/// Any constructor over any type, up to three deep, with a limited number of items.
pub(crate) fn typemaps() -> impl Strategy<Value = Typemap> {
    let one = around(leaves().boxed());
    let two = around(prop_oneof![leaves(), one.clone()].boxed());
    let three = around(prop_oneof![one.clone(), two.clone()].boxed());
    prop_oneof![1 => leaves(), 2 => one, 3 => two, 3 => three]
        .prop_filter("too many items for the oracle", |typemap| typemap.items() <= 2000)
}

fn check_against(typemap: &Typemap, flat: &Flat) -> Result<(), TestCaseError> {
    prop_assert_eq!(typemap.items(), i64::try_from(flat.entries.len()).expect("few"));
    prop_assert_eq!(typemap.size(), flat.entries.iter().map(|entry| entry.2).sum::<i64>());
    prop_assert_eq!((typemap.lb(), typemap.ub()), flat.bounds());
    prop_assert_eq!((typemap.true_lb(), typemap.true_ub()), (flat.low(), flat.high()));
    let committed = typemap.commit().expect("small");
    let items = committed.items();
    for tile in 0..3 {
        for (index, &(ty, at, ..)) in flat.entries.iter().enumerate() {
            let position = tile * items + i64::try_from(index).expect("few");
            prop_assert_eq!(committed.locate(position).expect("small"), (ty, at + tile * typemap.extent()));
        }
    }
    let mut overlap = false;
    let mut sorted: Vec<_> = flat.entries.iter().map(|&(_, at, bytes, _)| (at, at + bytes)).collect();
    sorted.sort_unstable();
    overlap |= sorted.windows(2).any(|pair| pair[0].1 > pair[1].0);
    prop_assert_eq!(committed.overlaps(1).expect("few runs"), overlap);
    let ascending = flat.entries.windows(2).all(|pair| pair[0].1 <= pair[1].1);
    prop_assert_eq!(committed.is_ascending(), ascending);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    /// R-TYPE-1: every constructor over every type makes the typemap and the bounds that the standard defines, and the
    /// item at each position is found. R-CONV-4: copies are laid out by the extent.
    #[test]
    fn typemaps_are_those_of_the_standard(typemap in typemaps()) {
        check_against(&typemap, &Flat::of(&typemap, &native))?;
    }

    /// R-CONV-5: runs from any position give the items of the tiled typemap.
    #[test]
    fn runs_begin_anywhere(typemap in typemaps(), position in 0..5000_i64, count in 0..300_i64) {
        let committed = typemap.commit().expect("small");
        let count = if typemap.items() == 0 { 0 } else { count };
        let mut next = position;
        committed.for_each_run(position, count, |run| {
            for item in 0..run.items {
                let bytes = i64::try_from(run.predefined.native_size()).expect("small");
                let here = (run.predefined, run.displacement + item * bytes);
                assert_eq!(here, committed.locate(next).expect("small"), "item {next} of {typemap}");
                next += 1;
            }
        }).expect("small");
        prop_assert_eq!(next, position + count);
    }

    /// Copies overlap if the items of the tiled typemap do.
    #[test]
    fn copies_overlap_where_their_items_do(typemap in typemaps(), counts in prop::collection::vec(0..9_i64, 1..4)) {
        let (committed, flat) = (typemap.commit().expect("small"), Flat::of(&typemap, &native));
        for count in counts {
            let copies = flat.copies(count, typemap.extent(), 0);
            let mut sorted: Vec<_> = copies.entries.iter().map(|&(_, at, bytes, _)| (at, at + bytes)).collect();
            sorted.sort_unstable();
            let overlap = sorted.windows(2).any(|pair| pair[0].1 > pair[1].0);
            prop_assert_eq!(committed.overlaps(count).expect("few runs"), overlap, "{} copies of {}", count, typemap);
        }
    }

    /// A datatype is equivalent to its duplicates, and not to a datatype with another typemap.
    #[test]
    fn equivalent_types_have_one_typemap(one in typemaps(), other in typemaps()) {
        prop_assert!(one.is_equivalent(&Typemap::dup(&one).expect("shallow")));
        if one.is_equivalent(&other) {
            prop_assert_eq!(Flat::of(&one, &native), Flat::of(&other, &native));
        }
    }
}

#[test]
fn numbers_that_do_not_fit_are_errors() {
    let double = Typemap::from(Predefined::Double);
    let large = Typemap::contiguous(1 << 59, &double).expect("2^62 bytes");
    for result in [
        Typemap::contiguous(2, &large),
        Typemap::contiguous(i64::MAX, &double),
        Typemap::vector(2, 1, i64::MAX, &double),
        Typemap::hvector(3, 1, i64::MAX, &double),
        Typemap::indexed(&[(1, i64::MIN)], &double),
        Typemap::hindexed(&[(1, i64::MAX)], &double),
        Typemap::hindexed(&[(1, i64::MIN), (1, 0)], &double),
        Typemap::structure(&[(1, 0, large.clone()), (1, 0, large.clone())]),
        Typemap::subarray(&[1 << 32, 1 << 32], &[1, 1], &[0, 0], Order::C, &double),
        Typemap::resized(i64::MAX, 1, &double),
        Typemap::hvector(1 << 62, 1, 0, &double),
    ] {
        assert_eq!(result.expect_err("too large").class(), ErrorClass::ValueTooLarge);
    }
    let tiled = large.commit().expect("one run");
    assert_eq!(tiled.locate(i64::MAX).expect_err("far").class(), ErrorClass::ValueTooLarge);
    assert_eq!(tiled.locate(-1).expect_err("negative").class(), ErrorClass::Count);
}

/// Blocks and copies that do not exist have no size and no displacement that could be too large.
#[test]
fn what_is_not_there_may_be_of_any_size() {
    let double = Typemap::from(Predefined::Double);
    for empty in [
        Typemap::hindexed_block(i64::MAX, &[], &double),
        Typemap::indexed_block(0, &[i64::MIN], &double),
        Typemap::hvector(0, i64::MAX, i64::MIN, &double),
        Typemap::vector(i64::MAX, 0, i64::MAX, &double),
    ] {
        let committed = empty.expect("there are no items").commit().expect("there are no items");
        assert_eq!((committed.items(), committed.size(), committed.extent()), (0, 0, 0));
    }
    let one = Typemap::vector(1, 1, i64::MAX, &double).expect("there is no second block");
    assert_eq!((one.items(), one.extent()), (1, 8));
}

/// Each process has its own part, even with the largest number of processes.
#[test]
fn arrays_may_be_dealt_to_as_many_processes_as_there_are_numbers() {
    let byte = Typemap::from(Predefined::Byte);
    let dealt = |gsize, distribution, psize, rank| {
        let dimension = Dimension { gsize, distribution, psize };
        Typemap::darray(psize, rank, &[dimension], Order::C, &byte).expect("it fits")
    };
    let many = i64::MAX - 1;
    for (part, expected) in [
        (dealt(1, Distribution::Cyclic(None), many, 0), (1, 0)),
        (dealt(1, Distribution::Cyclic(None), many, 1), (0, 0)),
        (dealt(many, Distribution::Cyclic(None), many, many - 1), (1, many - 1)),
        (dealt(many, Distribution::Cyclic(Some(i64::MAX)), many, 0), (many, 0)),
        (dealt(many, Distribution::Block(Some(2)), many, many / 2 - 1), (2, many - 2)),
    ] {
        assert_eq!((part.items(), part.true_lb()), expected);
    }
}

#[test]
fn arguments_are_checked_and_named() {
    let int = Typemap::from(Predefined::Int);
    let message = |result: Result<Typemap, Error>| result.expect_err("wrong").to_string();
    assert_eq!(message(Typemap::contiguous(-1, &int)), "`contiguous`: count is -1");
    assert_eq!(
        message(Typemap::indexed(&[(1, 0), (-2, 4)], &int)),
        "`indexed`: the blocklength of block 1 is negative"
    );
    assert_eq!(
        message(Typemap::subarray(&[4, 4], &[2, 3], &[0, 2], Order::C, &int)),
        "`subarray`: dimension 1: 3 from 2 on do not lie in an array of 4"
    );
    let block = Dimension { gsize: 10, distribution: Distribution::Block(Some(3)), psize: 3 };
    assert_eq!(
        message(Typemap::darray(3, 0, &[block], Order::C, &int)),
        "`darray`: dimension 0: 3 blocks of 3 do not hold 10 elements"
    );
}

/// Nests a type by `around` until that is refused. Returns the deepest type and the error.
fn deepest(mut around: impl FnMut(&Typemap) -> Result<Typemap, Error>) -> (Typemap, Error) {
    let mut typemap = Typemap::from(Predefined::Int);
    loop {
        match around(&typemap) {
            Ok(deeper) => typemap = deeper,
            Err(error) => return (typemap, error),
        }
    }
}

/// All operations on the deepest datatypes need only a small stack.
#[test]
fn nesting_has_an_end() {
    let part = |old: &Typemap| {
        let pair = [(1, 0, old.clone()), (1, old.extent() + 8, Predefined::Byte.into())];
        Typemap::structure(&pair)
    };
    let array = |old: &Typemap| Typemap::subarray(&[2, 1], &[1, 1], &[1, 0], Order::C, old);
    let dimension = Dimension { gsize: 1, distribution: Distribution::Cyclic(None), psize: 1 };
    let dealt = |old: &Typemap| Typemap::darray(1, 0, &[dimension; 3], Order::C, old);
    type Around<'a> = dyn Fn(&Typemap) -> Result<Typemap, Error> + Sync + 'a;
    let arounds: [&Around<'_>; 8] = [
        &Typemap::dup,
        &|old| Typemap::vector(1, 1, 1, old),
        &|old| Typemap::indexed(&[(1, 1)], old),
        &|old| Typemap::indexed_block(1, &[1], old),
        &|old| Typemap::hindexed(&[(1, 8), (0, 1)], old),
        &part,
        &array,
        &dealt,
    ];
    let use_all = move || {
        for around in arounds {
            let ((one, error), (other, _)) = (deepest(around), deepest(around));
            assert_eq!(error.to_string(), "more than 100 datatypes are nested");
            assert!(one.is_equivalent(&other) && !one.to_string().is_empty());
            let _ = one.is_portable();
            let committed = one.commit().expect("it fits");
            let last = committed.items() - 1;
            let signature = committed.signature();
            assert_eq!(signature.is_same(&other.signature().expect("it fits")), Ok(true));
            committed.locate(last).expect("it fits");
            committed.for_each_run(last, 3, |_| ()).expect("it fits");
            let datarep = crate::standard::external32::DATAREP.clone();
            let items = Items { datatype: &committed, count: 3, position: last };
            datarep.write_items(items, Memory::new(&[]), &mut [0; 99]).expect_err("no buffer");
            for etype in [&one, &other, &Predefined::Int.into(), &Predefined::Byte.into()] {
                if let Ok(view) = crate::view::View::new(0, etype, &one, &datarep) {
                    let _ = (view.check_holes(), view.check_writable());
                }
            }
        }
    };
    let small = std::thread::Builder::new().stack_size(256 << 10);
    let ended = std::thread::scope(|scope| small.spawn_scoped(scope, use_all).expect("a thread").join());
    ended.expect("all is answered");
}

/// A datatype that contains a part twice, forty levels deep, is compiled, shown and compared in reasonable time only if
/// each shared part is visited once.
#[test]
fn shared_parts_are_compiled_once() {
    let tower = || {
        let mut typemap = Typemap::from(PairType::DoubleInt);
        for _ in 0..40 {
            let extent = typemap.extent();
            let vector = Typemap::vector(1, 1, 1, &typemap).expect("small");
            typemap = Typemap::structure(&[(1, 0, vector.clone()), (1, extent, typemap)]).expect("fits");
        }
        typemap
    };
    let (one, other) = (tower(), tower());
    assert!(one.is_equivalent(&other));
    assert!(one.to_string().len() < 4000);
    let position = 0x1_2345_6789;
    assert_eq!(
        one.commit().expect("fits").locate(2 * position + 1).expect("fits"),
        (Predefined::Int, position * 16 + 8)
    );
}

/// Whether any number of copies overlap is computed from one of them, and only once.
#[test]
fn overlaps_of_many_copies_are_known() {
    let int = Typemap::from(Predefined::Int);
    let tiled = |displacement: i64, extent: i64| {
        let apart = Typemap::hindexed(&[(1, 0), (1, displacement)], &int).expect("small");
        Typemap::resized(0, extent, &apart).expect("small").commit().expect("small")
    };
    let apart = tiled(100, 8);
    assert!(!apart.overlaps(1 << 50).expect("they fit"));
    assert_eq!(apart.clone().overlap_facts().nearest.get(), Some(&None));
    assert_eq!(apart.clone().overlap_facts().itself.get(), Some(&false));
    for extent in [8, -8] {
        let met = tiled(102, extent);
        assert!(!met.overlaps(12).expect("few"));
        assert!(!met.overlaps(13).expect("few"));
        assert!(met.overlaps(14).expect("few"));
        assert!(met.overlaps(1 << 50).expect("they fit"));
        assert!(!met.overlaps(13).expect("few"));
    }
    assert!(tiled(102, 0).overlaps(2).expect("few"));
    assert_eq!(apart.overlaps(1 << 61).expect_err("too far").class(), ErrorClass::ValueTooLarge);
}

/// Regular typemaps become loops, no matter which constructors made them.
#[test]
fn regular_typemaps_are_small() {
    let double = Typemap::from(Predefined::Double);
    let displacements: Vec<i64> = (0..1000).map(|block| 8 + block * 24).collect();
    let blocks: Vec<(i64, i64)> = (0..1000).map(|block| (2, 1 + block * 3)).collect();
    let fields: Vec<_> = (0..100).map(|field| (1, field * 8, double.clone())).collect();
    for (typemap, expected) in [
        (Typemap::hindexed_block(2, &displacements, &double), "Sequence"),
        (Typemap::indexed(&blocks, &double), "Sequence"),
        (Typemap::structure(&fields), "Run"),
        (Typemap::vector(1_000_000_000, 1, 2, &double), "Loop"),
        (Typemap::vector(1_000_000_000, 3, 3, &double), "Run"),
    ] {
        let text = format!("{:?}", typemap.expect("fits").commit().expect("fits").nest().form);
        assert!(text.starts_with(expected) && text.len() < 500, "{text}");
    }
}

/// Runs in an order that no rule predicts are sorted, up to a limit that the error names.
#[test]
fn runs_beyond_the_limit_are_not_sorted() {
    let int = Typemap::from(Predefined::Int);
    let column = |count| Typemap::hvector(count, 1, 16, &int).expect("small");
    let combed = |count| {
        let typemap = Typemap::structure(&[(1, 0, column(count)), (1, 8, column(count + 1))]);
        typemap.expect("small").commit().expect("small").overlaps(1)
    };
    assert_eq!(combed(1000), Ok(false));
    let error = combed(1 << 40).expect_err("too many");
    assert_eq!(error.class(), ErrorClass::Arg);
    assert_eq!(error.to_string(), "`overlaps`: one copy has more than 16777216 runs, too many to be sorted");
}

/// Intermediate sums on the way to an item need not fit in 64 bits if its displacement does.
#[test]
fn displacements_wrap_on_the_way() {
    let byte = Typemap::from(Predefined::Byte);
    let fields = [(1, 1000, byte.clone()), (1, 1002, Predefined::Short.into())];
    let record = Typemap::structure(&fields).expect("small");
    let scattered = Typemap::hindexed_block(1, &[-500, 300, 700], &record).expect("small");
    let lowest = Typemap::hindexed_block(1, &[i64::MIN, i64::MIN + 5000, i64::MIN + 6000], &scattered);
    let datatype = lowest.expect("it fits").commit().expect("it fits");
    let mut runs = Vec::new();
    datatype.for_each_run(0, datatype.items(), |run| runs.push(run)).expect("it fits");
    for (position, run) in (0..).zip(&runs) {
        assert_eq!(datatype.locate(position).expect("it fits"), (run.predefined, run.displacement));
    }
    assert_eq!(runs[0].displacement, i64::MIN + 500);
}
