//! Checks every mapping of the standard library's representations, and checks that each property finds a conversion
//! that breaks it.

use std::collections::HashSet;

use datarep::{Datarep, Predefined};
use datarep_dsl::model::{Model, Native, QuietBit, Rounding, TypeMapping};
use datarep_dsl::source::Source;

use super::{CheckCounts, Convert, Mirror, Subject, Traits};

mod library {
    //! Every representation of the standard library, and one of decimals, compiled anew.
    datarep::datarep! {
        //! Representations that add nothing to their parents.

        datarep every_external32 extends external32 { }
        datarep every_external64 extends external64 { }
        datarep every_big_endian extends big_endian { }
        datarep every_little_endian extends little_endian { }
        datarep every_ibm370 extends ibm370 { }
        datarep every_vax_d extends vax_d { }
        datarep every_vax_g extends vax_g { }
        datarep every_cray extends cray { }
        datarep every_fdx extends fdx { }
        datarep every_fgx extends fgx { }
        datarep every_i386 extends i386 { }
        datarep every_x86_64 extends x86_64 { }
        datarep every_ppc_double_double extends ppc_double_double { }
        datarep every_pdp11 extends pdp11 { }
        datarep every_sigma extends sigma { }
        datarep every_hp2100 extends hp2100 { }
        datarep every_hp3000 extends hp3000 { }
        datarep every_tandem extends tandem { }
        datarep every_nd100 extends nd100 { }
        datarep every_b6700 extends b6700 { }
        datarep every_cdc60 extends cdc60 { }
        datarep every_multics extends multics { }
        datarep every_pdp10 extends pdp10 { }
        datarep every_univac36 extends univac36 { }
        datarep every_m1750 extends m1750 { }
        datarep every_ti_c3x extends ti_c3x { }
        datarep every_segy_ibm extends segy_ibm { }
        datarep every_grib1 extends grib1 { }
        datarep every_xport extends xport { }
        datarep every_gdsii extends gdsii { }
        datarep every_dlis extends dlis { }
        datarep every_lis79 extends lis79 { }
        datarep every_c3d_dec extends c3d_dec { }
        datarep every_gw_basic extends gw_basic { }

        /// Digits in every encoding.
        datarep every_decimal {
            others => unsupported;
            integer   { 1 => bcd(3), 2 => packed_decimal(5, 0), 4 => zoned_decimal(9, 2), 8 => packed_decimal(18, 3) little }
            unsigned  { 1 => unsigned_packed_decimal(3, 0), 2 => zoned_decimal(6, 0, ascii, leading, separate), 4 => bcd(9) }
            real      { 4 => packed_decimal(7, 2), 8 => zoned_decimal(15, 4, ascii) }
            MPI_INTEGER16 => packed_decimal(31, 0);
            MPI_UINT64_T => x87_bcd;
            on read  { overflow => saturate, invalid => zero }
            on write { overflow => saturate, infinity => saturate, nan => zero }
        }
    }

    /// Names and generated code.
    pub(super) const ALL: &[(&str, &datarep::Datarep)] = &[
        ("external32", every_external32::DATAREP),
        ("external64", every_external64::DATAREP),
        ("big_endian", every_big_endian::DATAREP),
        ("little_endian", every_little_endian::DATAREP),
        ("ibm370", every_ibm370::DATAREP),
        ("vax_d", every_vax_d::DATAREP),
        ("vax_g", every_vax_g::DATAREP),
        ("cray", every_cray::DATAREP),
        ("fdx", every_fdx::DATAREP),
        ("fgx", every_fgx::DATAREP),
        ("i386", every_i386::DATAREP),
        ("x86_64", every_x86_64::DATAREP),
        ("ppc_double_double", every_ppc_double_double::DATAREP),
        ("pdp11", every_pdp11::DATAREP),
        ("sigma", every_sigma::DATAREP),
        ("hp2100", every_hp2100::DATAREP),
        ("hp3000", every_hp3000::DATAREP),
        ("tandem", every_tandem::DATAREP),
        ("nd100", every_nd100::DATAREP),
        ("b6700", every_b6700::DATAREP),
        ("cdc60", every_cdc60::DATAREP),
        ("multics", every_multics::DATAREP),
        ("pdp10", every_pdp10::DATAREP),
        ("univac36", every_univac36::DATAREP),
        ("m1750", every_m1750::DATAREP),
        ("ti_c3x", every_ti_c3x::DATAREP),
        ("segy_ibm", every_segy_ibm::DATAREP),
        ("grib1", every_grib1::DATAREP),
        ("xport", every_xport::DATAREP),
        ("gdsii", every_gdsii::DATAREP),
        ("dlis", every_dlis::DATAREP),
        ("lis79", every_lis79::DATAREP),
        ("c3d_dec", every_c3d_dec::DATAREP),
        ("gw_basic", every_gw_basic::DATAREP),
    ];
}

/// The model of a representation that adds nothing to one of the library's.
fn model(name: &str) -> Model {
    let text = format!("datarep every extends {name} {{ }}");
    let source = Source { name: format!("{name}.datarep"), text, first_line: 1 };
    datarep_dsl::compile(&source).unwrap_or_else(|failure| panic!("{name}: {failure:?}"))
}

/// The conversions of a representation. Each occurs once, by the first type that uses it.
fn subjects(name: &str, model: &Model, datarep: &'static Datarep) -> Vec<Subject<'static>> {
    let described = model.datareps.last().unwrap();
    let mut found = HashSet::new();
    let types = described.types.iter().filter(|entry| match entry.mapping {
        TypeMapping::Unsupported | TypeMapping::Bytes => false,
        TypeMapping::Scalar(index) => found.insert((index, false)),
        TypeMapping::Complex(index) => found.insert((index, true)),
    });
    let types = types.filter_map(|entry| match entry.mapping {
        TypeMapping::Unsupported | TypeMapping::Bytes => None,
        TypeMapping::Scalar(index) | TypeMapping::Complex(index) => {
            let conversion = &described.conversions[index];
            let format = &model.formats[conversion.format.0];
            let traits = Traits::from_mapping(conversion.native, format, &conversion.read, &conversion.write);
            let predefined = Predefined::named(entry.predefined.name())?;
            let scalar = matches!(entry.mapping, TypeMapping::Scalar(_));
            Subject::new(
                datarep,
                predefined,
                name,
                if scalar { traits } else { Traits { mirror: Mirror::None, parts: 2, ..traits } },
            )
            .unwrap()
        }
    });
    types.collect()
}

#[test]
fn every_mapping_of_the_library_keeps_its_promises() {
    let named: Vec<&str> = datarep_dsl::standard::datareps().iter().map(|(name, _)| *name).collect();
    assert_eq!(library::ALL.iter().map(|(name, _)| *name).collect::<Vec<_>>(), named);
    let (mut mappings, mut asked) = (0, 0);
    for (name, datarep) in library::ALL {
        for subject in subjects(name, &model(name), datarep) {
            let checked = subject.check(400, 0x5EED).unwrap_or_else(|fault| panic!("{fault}"));
            assert!(
                checked.words > 0 && checked.canonical > 0 && checked.sliced > 0,
                "{}: {checked:?}",
                subject.name
            );
            asked += checked.total();
            mappings += 1;
        }
    }
    assert!(mappings > 300 && asked > 1_000_000, "{mappings} mappings, {asked} times");
}

/// Decimals in integers and floats keep the properties, and every property is tested.
#[test]
fn decimals_keep_their_promises() {
    let of = |predefined: Predefined| match predefined {
        Predefined::SignedChar => Some(Native::I8),
        Predefined::Short => Some(Native::I16),
        Predefined::Int => Some(Native::I32),
        Predefined::Long => Some(Native::I64),
        Predefined::UnsignedChar => Some(Native::U8),
        Predefined::UnsignedShort => Some(Native::U16),
        Predefined::Unsigned => Some(Native::U32),
        Predefined::Integer16 => Some(Native::I128),
        Predefined::Uint64T => Some(Native::U64),
        Predefined::Float => Some(Native::F32),
        Predefined::Double => Some(Native::F64),
        _ => None,
    };
    for predefined in Predefined::all() {
        let Some(native) = of(predefined) else { continue };
        let traits = Traits {
            native,
            mirror: if native.is_float() { Mirror::All } else { Mirror::None },
            vanish_on_write: false,
            vanish_on_read: false,
            refuses_small: [false; 2],
            quiet: QuietBit::Set,
            rounding: Rounding::NearestEven,
            ordered_beyond: true,
            parts: 1,
        };
        let subject =
            Subject::new(library::every_decimal::DATAREP, predefined, "decimals", traits).unwrap().unwrap();
        let checked = subject.check(3000, 0xD161).unwrap_or_else(|fault| panic!("{fault}"));
        assert!(checked.values > 0 && checked.canonical > 0, "{}: {checked:?}", subject.name);
        if native.is_float() {
            assert!(checked.ordered > 0 && checked.mirrored > 0 && checked.counted > 0, "{checked:?}");
        }
    }
}

/// A function that damages the result of a conversion. Its first argument is the input.
type Break = fn(&[u8], &mut Vec<u8>, &mut datarep::Loss);

/// The conversion with the result of each item damaged, and then the result of the whole slice.
fn broken(convert: Convert<'static>, harm: Break, harm_slice: Break) -> Convert<'static> {
    Box::new(move |items| {
        let (mut made, mut loss) = (Vec::new(), datarep::Loss::default());
        for item in items.chunks(4) {
            let (mut part, mut lost) = convert(item)?;
            harm(item, &mut part, &mut lost);
            made.extend(part);
            loss += lost;
        }
        harm_slice(items, &mut made, &mut loss);
        Ok((made, loss))
    })
}

/// Checks IBM's short floats and `f32`, with one direction damaged.
fn check_broken(read: Break, write: Break, slice: Break) -> Result<CheckCounts, String> {
    let (name, datarep) = ("ibm370", library::every_ibm370::DATAREP);
    let subjects = subjects(name, &model(name), datarep);
    let mut subject = subjects.into_iter().find(|subject| subject.traits.native == Native::F32).unwrap();
    subject.read = broken(subject.read, read, slice);
    subject.write = broken(subject.write, write, slice);
    subject.check(3000, 7)
}

/// Damages nothing.
const SOUND: Break = |_, _, _| {};

/// Damages of the items that are read and of those that are written, each with the property that finds it.
const BROKEN_ITEMS: &[(&str, Break, Break, &str)] = &[
    ("the last bit is lost when it is written", SOUND, |_, made, _| made[3] &= 0xFE, "comes back"),
    ("the last bit is lost when it is read", |_, made, _| made[0] &= 0xFE, SOUND, "comes back"),
    ("nothing is counted", SOUND, |_, _, loss| *loss = datarep::Loss::default(), "comes back"),
    ("all is counted", SOUND, |_, _, loss| loss.inexact = 1, "with a loss"),
    (
        "a rounded number is not normalized",
        SOUND,
        |_, made, loss| {
            if let [exponent, high, middle, low] = made.as_mut_slice()
                && loss.inexact == 1
                && low.trailing_zeros() >= 4
            {
                *exponent += 1;
                [*high, *middle, *low] = [*high >> 4, *high << 4 | *middle >> 4, *middle << 4 | *low >> 4];
            }
        },
        "what is written is written again",
    ),
    (
        "negative numbers are rounded another way",
        SOUND,
        |items, made, loss| {
            if loss.inexact == 1 && items[3] & 0x80 != 0 {
                made[3] ^= 1;
            }
        },
        "a number and its negative",
    ),
    (
        "large numbers of one exponent are written as small ones",
        SOUND,
        |_, made, loss| {
            if loss.inexact == 1 && made[0] & 0x7F == 0x43 {
                made[1] ^= 0x80;
            }
        },
        "a larger number is not written as a smaller",
    ),
];

/// Damages of a slice that spare an item alone.
const BROKEN_SLICES: &[(&str, Break)] = &[
    ("the last item of a slice is another", |items, made, _| {
        if items.len() > 4 {
            let last = made.len() - 1;
            made[last] ^= 1;
        }
    }),
    ("the counts of a slice are short", |items, _, loss| {
        loss.inexact -= u64::from(items.len() > 4 && loss.inexact > 0);
    }),
];

#[test]
fn what_is_broken_is_found() {
    let checked = check_broken(SOUND, SOUND, SOUND).unwrap();
    let CheckCounts { words, values, counted, canonical, ordered, directed, mirrored, sliced } = checked;
    for count in [words, values, counted, canonical, ordered, directed, mirrored, sliced] {
        assert!(count > 100, "{checked:?}");
    }
    for (what, read, write, property) in BROKEN_ITEMS {
        let fault = check_broken(*read, *write, SOUND).expect_err(what);
        assert!(fault.contains(property), "{what}: {fault}");
    }
    for (what, slice) in BROKEN_SLICES {
        let fault = check_broken(SOUND, SOUND, *slice).expect_err(what);
        assert!(fault.contains("a slice is its items"), "{what}: {fault}");
    }
}
