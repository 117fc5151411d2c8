//! Adjacent words that do not begin at bytes: `u9-bit packed`, the most significant bit first.

use datarep::packed::{FirstBit, Packed};
use datarep::standard::big_endian;

use super::check::{Difference, Findings};
use super::reference::Expected;

/// The number of bits of a word, if the format is packed.
pub(crate) fn parse_width(format: &str) -> Option<u32> {
    format.strip_prefix('u')?.strip_suffix("-bit packed")?.parse().ok()
}

/// Reads the words from the first byte on and compares them with the references. Then writes the references and
/// compares the result with the bytes.
///
/// # Errors
///
/// Returns a message if there are too few words, or if a reference is not an unsigned integer.
pub(crate) fn check_packed_words(width: u32, file: &[u8], expected: &[Expected]) -> Result<Findings, String> {
    let integer = |expected: &Expected| u64::try_from(expected.to_integer()?).ok();
    let integers: Option<Vec<u64>> = expected.iter().map(integer).collect();
    let integers = integers.ok_or("a reference of packed words is no unsigned integer")?;
    let packed = Packed::new(width, FirstBit::Most).map_err(|error| error.to_string())?;
    let read = packed.to_vec::<u64>(big_endian::DATAREP, file, 0, integers.len());
    let (read, _) = read.map_err(|error| error.to_string())?;
    let mut findings = Findings { written: integers.len(), ..Findings::default() };
    for (item, (ours, reference)) in read.iter().zip(&integers).enumerate() {
        if ours != reference {
            let what = format!("it is read as {ours}, the reference is {reference}");
            findings.differences.push(Difference { item, what });
        }
    }
    // Invert every bit first, so that a bit that is not written is found.
    let mut written: Vec<u8> = file.iter().map(|byte| !byte).collect();
    let result = packed.write(big_endian::DATAREP, &integers, &mut written, 0);
    result.map_err(|error| error.to_string())?;
    let bits = integers.len() * width as usize;
    let differs = |bit: &usize| (written[bit / 8] ^ file[bit / 8]) >> (7 - bit % 8) & 1 != 0;
    if let Some(bit) = (0..bits).find(differs) {
        let what = format!("bit {bit} differs from the file");
        findings.differences.push(Difference { item: bit / width as usize, what });
    }
    Ok(findings)
}
