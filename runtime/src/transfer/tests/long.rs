//! Transfers of many items: rows moved by vectors, blocks of several lengths, records in loops, and full stages.

use super::*;
use crate::datatype::Order;

/// Layouts of each kind, with a few hundred to a few thousand items.
fn layouts() -> impl Strategy<Value = Typemap> {
    let predefined = prop::sample::select(vec![
        Predefined::Double,
        Predefined::Float,
        Predefined::Short,
        Predefined::Char,
        Predefined::Long,
        Predefined::CBool,
        Predefined::CDoubleComplex,
        Predefined::LongDouble,
    ]);
    let lengths = prop::collection::vec((1..17_i64, 0..17_i64), 70..300);
    (predefined, 0..6_usize, 1..9_i64, 1..12_i64, lengths, any::<bool>()).prop_map(
        |(predefined, kind, length, gap, lengths, back)| {
            let item = Typemap::from(predefined);
            let made = match kind {
                0 => Typemap::vector(900, length, if back { -(length + gap) } else { length + gap }, &item),
                1 => {
                    let mut at = 0;
                    let block = |(length, gap): (i64, i64)| {
                        at += gap + length;
                        (length, at - length)
                    };
                    Typemap::indexed(&lengths.into_iter().map(block).collect::<Vec<_>>(), &item)
                }
                2 => {
                    let displacements: Vec<i64> = lengths
                        .iter()
                        .scan(0, |at, (_, gap)| Some(std::mem::replace(at, *at + length + gap)))
                        .collect();
                    Typemap::indexed_block(length, &displacements, &item)
                }
                3 => Typemap::subarray(&[9, 8 + gap, 7 + length], &[7, 8, 7], &[1, gap, 0], Order::C, &item),
                4 => record(&item, length)
                    .and_then(|record| Typemap::vector(300, 1, if back { -2 } else { 2 }, &record)),
                _ => record(&item, length).and_then(|record| {
                    let some = Typemap::vector(length % 3 + 1, 1, 2, &record)?;
                    Typemap::hvector(200, 1, some.extent() + 8 * gap, &some)
                }),
            };
            made.expect("small")
        },
    )
}

/// A struct with items that are moved, and items that are converted.
fn record(item: &Typemap, length: i64) -> Result<Typemap, Error> {
    let fields = [
        (1, 0, Predefined::Int.into()),
        (length, 16, item.clone()),
        (1, 16 + 9 * 32, Predefined::Short.into()),
        (3, 24 + 9 * 32, Predefined::Float.into()),
    ];
    Typemap::resized(0, 40 + 9 * 32, &Typemap::structure(&fields)?)
}

fn long_cases() -> impl Strategy<Value = Case> {
    let numbers = (0..3000_i64, 0..4000_i64, any::<u64>());
    let any = (layouts(), datareps(), numbers).prop_map(|(typemap, datarep, (position, count, seed))| {
        Case::of(&typemap, datarep, position, count, seed)
    });
    any.prop_filter("unsupported", |case| {
        case.datarep.file_size(Items { datatype: &case.datatype, count: 0, position: 0 }).is_ok()
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, max_global_rejects: 10_000, ..ProptestConfig::default() })]

    /// [`super::reading_is_that_of_one_item_at_a_time`] for many items.
    #[test]
    fn long_reading_is_that_of_one_item_at_a_time(case in long_cases()) {
        compare_reads(case)?;
    }

    /// [`super::writing_is_that_of_one_item_at_a_time`] for many items.
    #[test]
    fn long_writing_is_that_of_one_item_at_a_time(case in long_cases()) {
        compare_writes(case)?;
    }

    /// The item at each position is where the runs from that position on begin.
    #[test]
    fn items_are_found_where_they_are_visited(typemap in layouts(), positions in prop::collection::vec(0..9000_i64, 20)) {
        let committed = typemap.commit().expect("small");
        for position in positions {
            let mut first = None;
            committed.for_each_run(position, 1, |run| first = first.or(Some((run.predefined, run.displacement)))).expect("small");
            prop_assert_eq!(first, Some(committed.locate(position).expect("small")));
            prop_assert_eq!(vec![first.expect("an item")], items(&typemap, position, 1));
        }
    }
}

/// Layouts whose copies reach over more than half a megabyte.
fn far_layouts() -> [Result<Typemap, Error>; 5] {
    let item = Typemap::from(Predefined::Float);
    let blocks: Vec<(i64, i64)> = (0..40_000).map(|block| (block % 9 + 1, 17 * block)).collect();
    let rows = Typemap::subarray(&[1600, 128], &[1600, 100], &[0, 14], Order::C, &item);
    let triples = Typemap::contiguous(3, &item).and_then(|run| Typemap::resized(0, 32, &run));
    [
        rows,
        Typemap::indexed(&blocks, &item),
        Typemap::vector(150_000, 1, -2, &item),
        triples.and_then(|triple| Typemap::contiguous(50_000, &triple)),
        record(&item, 7).and_then(|record| Typemap::contiguous(15_000, &record)),
    ]
}

fn size(items: Items<'_>) -> usize {
    index(ibm370::DATAREP.file_size(items).expect("small"))
}

/// Writes items from memory and reads them back, in transfers of at most `most` items. Returns the file, what is read,
/// and what the file has lost.
fn moved(datatype: &Committed, native: &[u8], origin: usize, most: i64) -> (Vec<u8>, Vec<u8>, Loss) {
    let all = datatype.items();
    let mut file = vec![0; size(Items { datatype, count: all, position: 0 })];
    let (mut back, mut loss) = (vec![0; native.len()], Loss::default());
    let (mut position, mut rest) = (0, &mut file[..]);
    while position < all {
        let items = Items { datatype, count: most.min(all - position), position };
        let part = rest.split_off_mut(..size(items)).expect("as many");
        let written = ibm370::DATAREP.write_items(items, Memory::at(native, origin), part);
        loss += written.expect("they fit");
        ibm370::DATAREP.read_items(items, Memory::at(&mut back, origin), part).expect("they fit");
        position += items.count;
    }
    (file, back, loss)
}

/// Transfers with far memory use shorter stages, and give the same result as a sequence of transfers of few items.
#[test]
fn far_transfers_are_as_near_ones() {
    for layout in far_layouts() {
        let datatype = layout.and_then(|layout| layout.commit()).expect("small");
        let (low, high) = datatype.span(0, datatype.items()).expect("small");
        let count = index(high - low.min(0)) / 4 + 1;
        let numbers = (0..1009_u16).cycle().take(count).map(|number| f32::from(number) * 0.37 - 90.0);
        let native: Vec<u8> = numbers.flat_map(f32::to_ne_bytes).collect();
        let origin = index((-low).max(0));
        let whole = moved(&datatype, &native, origin, datatype.items());
        assert!(whole.0.len() >= 512 << 10, "far");
        let parts = moved(&datatype, &native, origin, 9_999);
        assert!(parts == whole, "{:?}", datatype.typemap());
    }
}
