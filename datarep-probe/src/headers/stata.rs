//! Stata's tables of releases 5 to 12 (105 to 115 in the first byte): a description of the variables, and then one
//! observation after the other.

use super::header::{Header, HeaderFields, Numbers, read_field_name};

pub(super) fn read_stata(file: &[u8]) -> Option<Header> {
    let release = usize::from(*file.first()?);
    let is_big = match file.get(1)? {
        1 => true,
        2 => false,
        _ => return None,
    };
    // The mark is three bytes with few values each. What follows has to fit, too.
    if !(105..=115).contains(&release) || file.get(2) != Some(&1) {
        return None;
    }
    let fields = HeaderFields { file, is_big };
    let (variables, rows) = (fields.read_number(4, 2)?, fields.read_number(6, 4)?);
    // Stata has made fields wider in several releases. `since(106, 81, 32)`: 81 bytes from release 106 on, and 32
    // before.
    let since = |first: usize, then: usize, before: usize| if release >= first { then } else { before };
    // After the label of the table and the time: the types, the names, the sort order, the print formats, and two
    // labels of each variable.
    let types = 10 + since(106, 81, 32) + 18;
    let names = types + variables;
    let name = since(110, 33, 9);
    let sorted = names + name * variables;
    let printed = sorted + 2 * (variables + 1);
    let labels = printed + since(114, 49, 12) * variables;
    let mut at = labels + (name + since(106, 81, 32)) * variables;
    // Then come additions by programs, each with a kind and a length. The last one has the kind zero.
    loop {
        let width = since(109, 4, 2);
        let length = fields.read_number(at + 1, width)?;
        let kind = *file.get(at)?;
        at = at.checked_add(1 + width + length)?;
        if kind == 0 {
            break;
        }
    }
    let widths: Vec<(usize, Option<&str>)> = file
        .get(types..names)?
        .iter()
        .map(|code| find_variable_type(*code, release))
        .collect::<Option<_>>()?;
    let stride = widths.iter().map(|(bytes, _)| bytes).sum();
    let mut numbers = Vec::new();
    for (index, (bytes, format)) in widths.into_iter().enumerate() {
        let place = names + index * name;
        let name = read_field_name(file.get(place..place + name)?)?;
        if let Some(format) = format {
            let format = if bytes == 1 { format.to_owned() } else { fields.add_order(format) };
            numbers.push(Numbers { name, format, bytes, at, row: 1, stride, rows: Some(rows) });
        }
        at += bytes;
    }
    let mut header = Header::new("Stata", &[]);
    let order = if is_big { "big" } else { "little" };
    header.says.push(format!("{variables} variables of {rows} observations, {order}-endian"));
    Some(header.with_numbers(numbers))
}

/// The bytes of a variable, and its format if it is a number. `None` for a code that is not a type.
fn find_variable_type(code: u8, release: usize) -> Option<(usize, Option<&'static str>)> {
    // Until release 110 types are letters, and texts are their length plus 127. Then numbers have the codes 251 to 255.
    let is_old = release < 111;
    match code {
        b'b' if is_old => Some((1, Some("twos(8)"))),
        b'i' if is_old => Some((2, Some("twos(16)"))),
        b'l' if is_old => Some((4, Some("twos(32)"))),
        b'f' if is_old => Some((4, Some("f32"))),
        b'd' if is_old => Some((8, Some("f64"))),
        128.. if is_old => Some((usize::from(code - 127), None)),
        251 => Some((1, Some("twos(8)"))),
        252 => Some((2, Some("twos(16)"))),
        253 => Some((4, Some("twos(32)"))),
        254 => Some((4, Some("f32"))),
        255 => Some((8, Some("f64"))),
        1..=244 if !is_old => Some((usize::from(code), None)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use crate::header;

    /// A table with two numbers and a text of five bytes, and with additions by a program.
    fn table(release: u8, types: [u8; 3], widths: [usize; 4], added: &[u8]) -> Vec<u8> {
        let [label, name, print, about] = widths;
        let mut file = vec![release, 1, 1, 0, 0, 3, 0, 0, 1, 0];
        file.extend(vec![0; label + 18]);
        file.extend(types);
        for letter in ["id", "x", "note"] {
            file.extend(letter.bytes());
            file.extend(vec![0; name - letter.len()]);
        }
        file.extend(vec![0; 8 + (print + name + about) * 3]);
        file.extend(added);
        file
    }

    #[test]
    fn variables_are_columns_of_their_types() {
        let old = table(108, [b'i', b'd', 127 + 5], [81, 9, 12, 81], &[1, 0, 2, 7, 7, 0, 0, 0]);
        let new = table(114, [252, 255, 5], [81, 33, 49, 81], &[1, 0, 0, 0, 2, 7, 7, 0, 0, 0, 0, 0]);
        let oldest = table(105, [b'i', b'd', 127 + 5], [32, 9, 12, 32], &[0, 0, 0]);
        for file in [old, new, oldest] {
            let found = header(&file).expect("it is known");
            let at = file.len();
            assert_eq!(found.says[0], "3 variables of 256 observations, big-endian");
            assert_eq!(found.says[1], format!("id: --as \"twos(16) big\" --at {at} --stride 15 --count 256"));
            assert_eq!(found.says[2], format!("x: --as \"f64 big\" --at {} --stride 15 --count 256", at + 2));
            assert_eq!(found.says.len(), 3);
            assert_eq!(found.numbers_at(at + 17).map(|numbers| numbers.name.as_str()), Some("x"));
        }
        assert_eq!(header(&table(108, [b'i', b'q', b'd'], [81, 9, 12, 81], &[0, 0, 0])), None);
    }
}
