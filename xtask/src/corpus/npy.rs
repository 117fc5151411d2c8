//! Arrays in files of the NPY format, version 1, little-endian.

/// The items of an array in the order of the file.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Array {
    /// Integers of any width.
    Integers(Vec<i128>),
    /// binary32.
    Singles(Vec<f32>),
    /// binary64.
    Doubles(Vec<f64>),
}

/// Reads an array.
///
/// # Errors
///
/// Returns a message if the file is invalid, or if it needs something that is not supported here.
pub(crate) fn parse(file: &[u8]) -> Result<Array, String> {
    let rest = file.strip_prefix(b"\x93NUMPY\x01\x00").ok_or("does not start as an NPY file of version 1")?;
    let (length, rest) = rest.split_first_chunk::<2>().ok_or("ends inside its header")?;
    let (header, data) =
        rest.split_at_checked(usize::from(u16::from_le_bytes(*length))).ok_or("ends inside its header")?;
    let header = std::str::from_utf8(header).map_err(|_| "has a header that is not text")?;
    let entry = |name: &str| {
        let (_, behind) = header.split_once(&format!("'{name}':"))?;
        Some(behind.trim_start())
    };
    if entry("fortran_order").is_some_and(|value| value.starts_with("True")) {
        return Err("is in Fortran order, which is not known here".to_owned());
    }
    let dtype = entry("descr").and_then(|value| value.split('\'').nth(1)).ok_or("names no `descr`")?;
    let shape = entry("shape").and_then(|value| value.strip_prefix('(')?.split(')').next());
    let shape = shape.ok_or("names no `shape`")?;
    let count = count_items(shape).ok_or("has a `shape` that is not one")?;
    let array = match dtype {
        "|i1" => Array::Integers(read_items(data, |[byte]| i128::from(i8::from_le_bytes([byte])))),
        "|u1" => Array::Integers(read_items(data, |[byte]| i128::from(byte))),
        "<i2" => Array::Integers(read_items(data, |item| i128::from(i16::from_le_bytes(item)))),
        "<u2" => Array::Integers(read_items(data, |item| i128::from(u16::from_le_bytes(item)))),
        "<i4" => Array::Integers(read_items(data, |item| i128::from(i32::from_le_bytes(item)))),
        "<u4" => Array::Integers(read_items(data, |item| i128::from(u32::from_le_bytes(item)))),
        "<i8" => Array::Integers(read_items(data, |item| i128::from(i64::from_le_bytes(item)))),
        "<u8" => Array::Integers(read_items(data, |item| i128::from(u64::from_le_bytes(item)))),
        "<f4" => Array::Singles(read_items(data, f32::from_le_bytes)),
        "<f8" => Array::Doubles(read_items(data, f64::from_le_bytes)),
        other => return Err(format!("has items of type `{other}`, which is not known here")),
    };
    let found = match &array {
        Array::Integers(items) => items.len(),
        Array::Singles(items) => items.len(),
        Array::Doubles(items) => items.len(),
    };
    if found == count {
        Ok(array)
    } else {
        Err(format!("holds {found} of the {count} items that its header tells of"))
    }
}

fn count_items(shape: &str) -> Option<usize> {
    let sizes = shape.split(',').map(str::trim).filter(|size| !size.is_empty());
    sizes.map(|size| size.parse::<usize>().ok()).try_fold(1_usize, |count, size| count.checked_mul(size?))
}

fn read_items<const N: usize, T>(data: &[u8], read: impl Fn([u8; N]) -> T) -> Vec<T> {
    let (items, _) = data.as_chunks::<N>();
    items.iter().map(|&item| read(item)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(header: &str, data: &[u8]) -> Vec<u8> {
        let length = u16::try_from(header.len()).unwrap().to_le_bytes();
        [b"\x93NUMPY\x01\x00".as_slice(), &length, header.as_bytes(), data].concat()
    }

    #[test]
    fn reads_integers_and_floats() {
        let header = "{'descr': '<i2', 'fortran_order': False, 'shape': (2, 1), }\n";
        assert_eq!(parse(&file(header, &[1, 0, 0xFF, 0xFF])), Ok(Array::Integers(vec![1, -1])));
        let header = "{'descr': '<f4', 'fortran_order': False, 'shape': (1,), }\n";
        assert_eq!(parse(&file(header, &1.5_f32.to_le_bytes())), Ok(Array::Singles(vec![1.5])));
        let header = "{'descr': '<f8', 'fortran_order': False, 'shape': (), }\n";
        assert_eq!(parse(&file(header, &0.1_f64.to_le_bytes())), Ok(Array::Doubles(vec![0.1])));
    }

    #[test]
    fn what_is_not_such_a_file_is_refused() {
        let fault = |file: &[u8]| parse(file).expect_err("a fault");
        assert_eq!(fault(b"PK\x03\x04"), "does not start as an NPY file of version 1");
        assert_eq!(fault(b"\x93NUMPY\x01\x00\xFF\x00{"), "ends inside its header");
        let header = "{'descr': '<i2', 'fortran_order': False, 'shape': (3,), }\n";
        assert_eq!(fault(&file(header, &[1, 0])), "holds 1 of the 3 items that its header tells of");
        let header = "{'descr': '>i2', 'fortran_order': False, 'shape': (3,), }\n";
        assert_eq!(fault(&file(header, &[])), "has items of type `>i2`, which is not known here");
        let header = "{'descr': '<i2', 'fortran_order': True, 'shape': (3,), }\n";
        assert_eq!(fault(&file(header, &[])), "is in Fortran order, which is not known here");
    }
}
