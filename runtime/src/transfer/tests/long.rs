//! Transfers of many items: rows that go by vectors, blocks of several lengths, records in loops, stages that are full.

use super::*;
use crate::datatype::Order;

/// Some of each kind of layout, of a few hundred to a few thousand items.
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

/// A struct of items that are moved, and of such as are converted.
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
    any.prop_filter("unsupported", |case| case.datarep.file_size(&case.datatype, 0, 0).is_ok())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, max_global_rejects: 10_000, ..ProptestConfig::default() })]

    /// What [`super::reading_is_that_of_one_item_at_a_time`] says of a few items.
    #[test]
    fn long_reading_is_that_of_one_item_at_a_time(case in long_cases()) {
        compare_reads(case)?;
    }

    /// What [`super::writing_is_that_of_one_item_at_a_time`] says of a few items.
    #[test]
    fn long_writing_is_that_of_one_item_at_a_time(case in long_cases()) {
        compare_writes(case)?;
    }

    /// The item at each position is where the runs from there on begin.
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
