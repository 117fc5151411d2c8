//! Compares items of a file with their references, through generated code in both directions.

use datarep_corpus::{FloatNative, GeneratedCode, IntegerNative, NativeFormat};

use super::exact::{BINARY16, BINARY32, BINARY64, BINARY128, EXTENDED, Exact, IeeeFormat};
use super::reference::Expected;

/// An item for which generated code and reference do not agree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Difference {
    /// The index of the item.
    pub(crate) item: usize,
    /// The item's bytes in the file, the result of the generated code, and the reference.
    pub(crate) what: String,
}

/// The results of a comparison.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Findings {
    /// The number of items whose reference could be written and was compared with the file.
    pub(crate) written: usize,
    /// The items for which the two do not agree.
    pub(crate) differences: Vec<Difference>,
}

/// Reads the bytes as each native type and compares the results with the references. Writes the references from each
/// native type that holds them, and compares the results with the bytes if the bytes are canonical.
///
/// # Errors
///
/// Returns a message if the generated code refuses the items, or if a reference is of another kind.
pub(crate) fn check_items(
    generated: &GeneratedCode,
    file: &[u8],
    expected: &[Expected],
) -> Result<Findings, String> {
    match generated {
        GeneratedCode::Integer { bytes, natives } => check_integers(natives, *bytes, file, expected),
        GeneratedCode::Float { bytes, natives, canonical } => {
            check_floats(natives, *canonical, *bytes, file, expected)
        }
    }
}

fn check_integers(
    natives: &[IntegerNative],
    bytes: usize,
    file: &[u8],
    expected: &[Expected],
) -> Result<Findings, String> {
    let integers: Option<Vec<i128>> = expected.iter().map(Expected::to_integer).collect();
    let integers = integers.ok_or("a reference of an integer format is not an integer")?;
    let mut findings = Findings { written: integers.len(), ..Findings::default() };
    for native in natives {
        let read = (native.read)(file).map_err(|error| format!("as `{}`: {error}", native.name))?;
        for (item, (ours, reference)) in read.iter().zip(&integers).enumerate() {
            if ours != reference {
                let found = format_hex(&file[item * bytes..][..bytes]);
                let what =
                    format!("{found} read as `{}` is {ours}, the reference is {reference}", native.name);
                findings.differences.push(Difference { item, what });
            }
        }
        let fit = |integer: &i128| (native.least..=native.greatest).contains(integer);
        let (items, values): (Vec<usize>, Vec<i128>) =
            integers.iter().copied().enumerate().filter(|(_, integer)| fit(integer)).unzip();
        let written = (native.write)(&values).map_err(|error| format!("from `{}`: {error}", native.name))?;
        let origin = |index: usize| format!("{} written from `{}`", values[index], native.name);
        compare_bytes(file, &written, bytes, &items, origin, &mut findings);
    }
    Ok(findings)
}

fn check_floats(
    natives: &[FloatNative],
    canonical: fn(&[u8]) -> bool,
    bytes: usize,
    file: &[u8],
    expected: &[Expected],
) -> Result<Findings, String> {
    let mut findings = Findings::default();
    let exact: Vec<Option<Exact>> = expected.iter().map(Expected::to_exact).collect();
    let mut written_items = vec![false; expected.len()];
    for native in natives {
        let format = find_ieee_format(native.format);
        let read = (native.read)(file).map_err(|error| format!("as `{}`: {error}", native.name))?;
        for (item, (&ours, reference)) in read.iter().zip(expected).enumerate() {
            let wanted = match (reference, &exact[item]) {
                (_, Some(exact)) => exact.nearest_bits(format),
                (Expected::Nearest64(bits), None) if format == BINARY64 => *bits,
                _ => continue,
            };
            let both_nan = || {
                let [ours, wanted] = [ours, wanted].map(|bits| Exact::from_bits(bits, format));
                ours.is_nan() && wanted.is_nan()
            };
            if ours != wanted && !both_nan() {
                let found = format_hex(&file[item * bytes..][..bytes]);
                let [ours, wanted] = [ours, wanted].map(|bits| format_float(bits, native));
                let what = format!("{found} read as `{}` is {ours}, the reference is {wanted}", native.name);
                findings.differences.push(Difference { item, what });
            }
        }
        let (items, values): (Vec<usize>, Vec<u128>) = exact
            .iter()
            .enumerate()
            .filter(|(item, _)| canonical(&file[item * bytes..][..bytes]))
            .filter_map(|(item, exact)| Some((item, exact.as_ref()?.exact_bits(format)?)))
            .unzip();
        for &item in &items {
            written_items[item] = true;
        }
        let written = (native.write)(&values).map_err(|error| format!("from `{}`: {error}", native.name))?;
        let origin =
            |index: usize| format!("{} written from `{}`", format_float(values[index], native), native.name);
        compare_bytes(file, &written, bytes, &items, origin, &mut findings);
    }
    findings.written = written_items.iter().filter(|&&written| written).count();
    Ok(findings)
}

/// Compares the bytes written for some items with their bytes in the file.
fn compare_bytes(
    file: &[u8],
    written: &[u8],
    bytes: usize,
    items: &[usize],
    origin: impl Fn(usize) -> String,
    findings: &mut Findings,
) {
    for (index, (&item, ours)) in items.iter().zip(written.chunks_exact(bytes)).enumerate() {
        let found = &file[item * bytes..][..bytes];
        if ours != found {
            let what =
                format!("{} gives {}, the file has {}", origin(index), format_hex(ours), format_hex(found));
            findings.differences.push(Difference { item, what });
        }
    }
}

/// The fields of a native type.
fn find_ieee_format(native: NativeFormat) -> IeeeFormat {
    match native {
        NativeFormat::Binary16 => BINARY16,
        NativeFormat::Binary32 => BINARY32,
        NativeFormat::Binary64 => BINARY64,
        NativeFormat::Binary128 => BINARY128,
        NativeFormat::Extended => EXTENDED,
    }
}

fn format_hex(bytes: &[u8]) -> String {
    let bytes: Vec<String> = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    format!("[{}]", bytes.join(" "))
}

fn format_float(bits: u128, native: &FloatNative) -> String {
    let double = Exact::from_bits(bits, find_ieee_format(native.format)).nearest_bits(BINARY64);
    let double = f64::from_bits(u64::try_from(double).unwrap_or(u64::MAX));
    format!("{double:e} (0x{bits:x})")
}
