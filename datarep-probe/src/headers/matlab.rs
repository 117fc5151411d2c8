//! MATLAB level 4: the type of the first matrix names the machine and the format.

use super::header::{Header, HeaderFields, Numbers, RowShape, read_field_name};

pub(super) fn read_matlab(file: &[u8]) -> Option<Header> {
    // The type code has four decimal digits `MOPT`, so it is below 5000 in the right order and huge in the other.
    let is_big = HeaderFields { file, is_big: true }.read_number(0, 4)? < 5000;
    let fields = HeaderFields { file, is_big };
    let kind_of = fields.read_number(0, 4)?;
    let (machine, zero, kind, matrix) = (kind_of / 1000, kind_of / 100 % 10, kind_of / 10 % 10, kind_of % 10);
    let number = |index: usize| fields.read_number(4 * index, 4);
    let (rows, columns, imaginary, name) = (number(1)?, number(2)?, number(3)?, number(4)?);
    // There is no mark. So all that the manual limits is checked, and any other four bytes hardly pass.
    let is_sound = machine <= 4 && zero == 0 && kind <= 5 && matrix <= 2 && imaginary <= 1;
    let has_size = (1..1 << 20).contains(&rows) && (1..1 << 20).contains(&columns) && (2..64).contains(&name);
    if !(is_sound && has_size && is_big == (machine != 0)) {
        return None;
    }
    let title = file.get(20..20 + name)?;
    // The length of the name counts its zero byte.
    if title.last() != Some(&0) {
        return None;
    }
    let (double, single) = match machine {
        0 => (("f64 little", 8), ("f32 little", 4)),
        1 => (("f64 big", 8), ("f32 big", 4)),
        2 => (("vax_d", 8), ("vax_f", 4)),
        3 => (("vax_g", 8), ("vax_f", 4)),
        _ => (("cray64 big", 8), ("cray64 big", 8)),
    };
    // DEC's machines have little-endian integers, though the type code is stored as on the other machines.
    let order = if machine == 1 || machine == 4 { "big" } else { "little" };
    let (format, bytes) = match kind {
        0 => (double.0.to_owned(), double.1),
        1 => (single.0.to_owned(), single.1),
        2 => (format!("twos(32) {order}"), 4),
        3 => (format!("twos(16) {order}"), 2),
        4 => (format!("unsigned(16) {order}"), 2),
        _ => ("unsigned(8)".to_owned(), 1),
    };
    let at = 20 + name;
    let header = Header::new(
        "MATLAB 4",
        &[&format!("the first matrix is {rows} × {columns}, `{format}` at byte {at}")],
    );
    // The matrix is stored column by column.
    let title = read_field_name(title).unwrap_or_else(|| "matrix".to_owned());
    let shape = RowShape { row: rows, rows: columns };
    Some(header.with_numbers(vec![Numbers::contiguous_rows(&title, &format, bytes, at, shape)]))
}

#[cfg(test)]
mod tests {
    use crate::header;

    #[test]
    fn a_matrix_names_its_machine() {
        let words: [u32; 5] = [2000, 3, 4, 0, 2];
        let file: Vec<u8> = words.iter().flat_map(|word| word.to_be_bytes()).chain(*b"x\0").collect();
        let found = header(&file).expect("it is known");
        assert_eq!(found.says[0], "the first matrix is 3 × 4, `vax_d` at byte 22");
        assert_eq!(found.says[1], "x: --as vax_d --at 22 --row 3 --count 4");
    }
}
