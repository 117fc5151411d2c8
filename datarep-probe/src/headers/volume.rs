//! Images, volumes and motions, which have their marks inside their headers.

use super::header::{Header, HeaderFields, Numbers, RowShape};

/// The words for a format code that is unknown.
const UNKNOWN: &str = "not known here";

pub(super) fn read_volume(file: &[u8]) -> Option<Header> {
    read_density_map(file).or_else(|| read_nifti(file)).or_else(|| read_c3d(file))
}

/// A density map of MRC or CCP4.
fn read_density_map(file: &[u8]) -> Option<Header> {
    if file.get(208..212) != Some(b"MAP ") {
        return None;
    }
    // The machine stamp: 0x11 is big-endian, and 0x44 little-endian.
    let fields = HeaderFields { file, is_big: *file.get(212)? == 0x11 };
    let mode = fields.read_number(12, 4)?;
    let voxel_type = match mode {
        0 => Some(("twos(8)", 1)),
        1 => Some(("twos(16)", 2)),
        2 => Some(("f32", 4)),
        6 => Some(("unsigned(16)", 2)),
        12 => Some(("f16", 2)),
        _ => None,
    };
    let header = Header::new("MRC or CCP4 map", &[]);
    let Some((format, bytes)) = voxel_type else {
        return Some(add_statement(header, format!("mode {mode}: {UNKNOWN}")));
    };
    let format = if bytes == 1 { format.to_owned() } else { fields.add_order(format) };
    // The header is followed by symmetry records.
    let at = fields.read_number(92, 4)?.checked_add(1024)?;
    let header = add_statement(header, format!("mode {mode}: the density is `{format}` from byte {at} on"));
    let rows = fields.read_number(4, 4)?.checked_mul(fields.read_number(8, 4)?)?;
    let shape = RowShape { row: fields.read_number(0, 4)?, rows };
    Some(header.with_numbers(vec![Numbers::contiguous_rows("density", &format, bytes, at, shape)]))
}

/// An image of the brain, with its voxels in the same file or in another one.
fn read_nifti(file: &[u8]) -> Option<Header> {
    let mark = file.get(344..348)?;
    if !matches!(mark, b"n+1\0" | b"ni1\0") {
        return None;
    }
    // The first number is the size of the header, 348, whose first byte is 0 if it is big-endian.
    let fields = HeaderFields { file, is_big: file[0] == 0 };
    let code = fields.read_number(70, 2)?;
    let voxel_type = match code {
        2 => Some(("unsigned(8)", 1)),
        4 => Some(("twos(16)", 2)),
        8 => Some(("twos(32)", 4)),
        16 => Some(("f32", 4)),
        64 => Some(("f64", 8)),
        256 => Some(("twos(8)", 1)),
        512 => Some(("unsigned(16)", 2)),
        768 => Some(("unsigned(32)", 4)),
        1024 => Some(("twos(64)", 8)),
        1280 => Some(("unsigned(64)", 8)),
        _ => None,
    };
    let header = Header::new("NIfTI-1", &[]);
    let Some((format, bytes)) = voxel_type else {
        return Some(add_statement(header, format!("data type {code}: {UNKNOWN}")));
    };
    let format = if bytes == 1 { format.to_owned() } else { fields.add_order(format) };
    if mark == b"ni1\0" {
        let text = format!("data type {code}: the voxels are `{format}`, in the file that ends with .img");
        return Some(add_statement(header, text));
    }
    // The offset of the voxels is a whole number, stored as a float. It is found by comparing the
    // bits of whole numbers, so that no float has to be converted. 352 is the least offset of the
    // standard.
    let bits = u32::try_from(fields.read_number(108, 4)?).ok()?;
    let at = (352..1 << 20).find(|at: &u32| float_bits(*at) == bits)?;
    let header =
        add_statement(header, format!("data type {code}: the voxels are `{format}`, from byte {at} on"));
    let length = |axis: usize| fields.read_number(40 + 2 * axis, 2);
    // The format has seven dimensions at most. Those that are not used have the length 1 or 0.
    let rows = (2..=length(0)?.min(7)).try_fold(1_usize, |rows, axis| rows.checked_mul(length(axis)?.max(1)));
    let shape = RowShape { row: length(1)?, rows: rows? };
    let voxels = Numbers::contiguous_rows("voxels", &format, bytes, usize::try_from(at).ok()?, shape);
    Some(header.with_numbers(vec![voxels]))
}

/// The bits of an offset as a float.
#[expect(clippy::cast_precision_loss, reason = "places that are looked for have at most 20 bits")]
fn float_bits(at: u32) -> u32 {
    (at as f32).to_bits()
}

/// C3D: points and signals of a motion. The integers have the byte order of the machine that the parameters name. If
/// the scale is negative, the frames are floats of that machine.
fn read_c3d(file: &[u8]) -> Option<Header> {
    if file.get(1) != Some(&0x50) || !file.first().is_some_and(|block| (2..=4).contains(block)) {
        return None;
    }
    // `sign` is the byte of the scale's sign, which each machine has elsewhere in its floats.
    let (machine, float, sign) = match file.get((usize::from(file[0]) - 1) * 512 + 3)? {
        84 => ("an Intel machine: `f32 little`, `twos(16) little`", "f32 little", 15),
        85 => ("a DEC machine: `vax_f`, `twos(16) little`", "vax_f", 13),
        86 => ("a MIPS machine: `f32 big`, `twos(16) big`", "f32 big", 12),
        _ => return None,
    };
    let fields = HeaderFields { file, is_big: float == "f32 big" };
    let header = add_statement(Header::new("C3D", &[]), format!("numbers are those of {machine}"));
    let word = |index: usize| fields.read_number(2 * index, 2);
    let (points, signals) = (word(1)?, word(2)?);
    // Frames count from one, and the last one is included.
    let frames = word(4)?.checked_sub(word(3)?)? + 1;
    // Blocks of 512 bytes, from one on.
    let at = word(8)?.checked_sub(1)? * 512;
    let row = 4 * points + signals;
    if row == 0 || at == 0 {
        return Some(header);
    }
    let is_float = *file.get(sign)? & 0x80 != 0;
    let (format, bytes) = if is_float { (float.to_owned(), 4) } else { (fields.add_order("twos(16)"), 2) };
    let text = format!("a frame has {points} points of four numbers, and {signals} of signals");
    let numbers = Numbers::contiguous_rows("frames", &format, bytes, at, RowShape { row, rows: frames });
    Some(add_statement(header, text).with_numbers(vec![numbers]))
}

fn add_statement(mut header: Header, text: String) -> Header {
    header.says.push(text);
    header
}

#[cfg(test)]
mod tests {
    use crate::header;

    /// A header of C3D: two points, three signals, frames 1 to 5, data from block 4 on.
    fn c3d(machine: u8, words: [[u8; 2]; 9], scale: [u8; 4]) -> Vec<u8> {
        let mut file: Vec<u8> = words.concat();
        file[12..16].copy_from_slice(&scale);
        file.resize(1536, 0);
        file[515] = machine;
        file
    }

    #[test]
    fn a_motion_has_the_floats_of_its_machine() {
        let little = [2, 3, 1, 5, 0, 0, 0, 4].map(|word: u16| word.to_le_bytes());
        let big = little.map(|[low, high]| [high, low]);
        let words = |words: [[u8; 2]; 8]| {
            let mut all = [[2, 0x50]; 9];
            all[1..].copy_from_slice(&words);
            all
        };
        let float = -0.1_f32;
        for (machine, all, scale, format) in [
            (84, words(little), float.to_le_bytes(), "f32 little"),
            (85, words(little), [0xCC, 0xBE, 0xCD, 0xCC], "vax_f"),
            (86, words(big), float.to_be_bytes(), "f32 big"),
            (84, words(little), (-float).to_le_bytes(), "twos(16) little"),
            (86, words(big), (-float).to_be_bytes(), "twos(16) big"),
        ] {
            let found = header(&c3d(machine, all, scale)).expect("it is known");
            let numbers = &found.numbers[0];
            assert_eq!(
                (numbers.format.as_str(), numbers.at, numbers.row, numbers.rows),
                (format, 1536, 11, Some(5))
            );
        }
    }

    #[test]
    fn voxels_begin_where_the_header_says() {
        let mut file = vec![0; 400];
        file[0..4].copy_from_slice(&348_u32.to_le_bytes());
        for (axis, length) in [3_u16, 10, 20, 30].into_iter().enumerate() {
            file[40 + 2 * axis..42 + 2 * axis].copy_from_slice(&length.to_le_bytes());
        }
        file[70] = 4;
        file[108..112].copy_from_slice(&352_f32.to_le_bytes());
        file[344..348].copy_from_slice(b"n+1\0");
        let found = header(&file).expect("it is known");
        assert_eq!(found.says[1], "voxels: --as \"twos(16) little\" --at 352 --row 10 --count 600");
    }

    #[test]
    fn a_map_says_how_wide_its_density_is() {
        let mut file = vec![0; 1100];
        for (place, number) in [(0, 20_u32), (4, 30), (8, 40), (12, 2), (92, 80)] {
            file[place..place + 4].copy_from_slice(&number.to_be_bytes());
        }
        file[208..214].copy_from_slice(b"MAP \x11\x11");
        let found = header(&file).expect("it is known");
        assert_eq!(found.says[1], "density: --as \"f32 big\" --at 1104 --row 20 --count 1200");
    }
}
