//! netCDF's classic files: dimensions, attributes and variables, with the place of each.

use super::header::{BIG, Header, HeaderFields, Numbers, RowShape, read_field_name};

pub(super) fn read_netcdf(file: &[u8]) -> Option<Header> {
    let (name, places, counts) = match file.get(..4)? {
        b"CDF\x01" => ("netCDF classic", 4, 4),
        b"CDF\x02" => ("netCDF classic with 64-bit offsets", 8, 4),
        b"CDF\x05" => ("netCDF classic with 64-bit data", 8, 8),
        _ => return None,
    };
    let mut cursor = NetcdfCursor { fields: HeaderFields { file, is_big: true }, at: 4, counts, places };
    let header = Header::new(name, &[BIG]);
    // A header that is longer than the bytes given here says less.
    Some(match cursor.read_variables() {
        Some(numbers) => header.with_numbers(numbers),
        None => header,
    })
}

/// A place in the header.
struct NetcdfCursor<'a> {
    fields: HeaderFields<'a>,
    at: usize,
    /// Bytes of a count, and bytes of a place in the file.
    counts: usize,
    places: usize,
}

/// A variable in the header.
struct Variable {
    name: String,
    dimensions: Vec<usize>,
    kind: usize,
    begin: usize,
}

/// The tags with which lists begin.
const DIMENSION: usize = 10;
const VARIABLE: usize = 11;
const ATTRIBUTE: usize = 12;

/// The bytes of a type, and its format if it is a number.
fn find_type(kind: usize) -> Option<(usize, Option<&'static str>)> {
    let types = [
        (1, Some("twos(8)")),
        (1, None),
        (2, Some("twos(16) big")),
        (4, Some("twos(32) big")),
        (4, Some("f32 big")),
        (8, Some("f64 big")),
        (1, Some("unsigned(8)")),
        (2, Some("unsigned(16) big")),
        (4, Some("unsigned(32) big")),
        (8, Some("twos(64) big")),
        (8, Some("unsigned(64) big")),
    ];
    types.get(kind.checked_sub(1)?).copied()
}

impl NetcdfCursor<'_> {
    fn read_number(&mut self, bytes: usize) -> Option<usize> {
        let number = self.fields.read_number(self.at, bytes)?;
        self.at += bytes;
        Some(number)
    }

    fn read_count(&mut self) -> Option<usize> {
        self.read_number(self.counts)
    }

    /// Skips bytes, and the padding to a multiple of four bytes.
    fn skip_padded(&mut self, bytes: usize) -> Option<()> {
        // Counts are numbers of a stranger's file: they may be anything, and a sum must not wrap.
        self.at = self.at.checked_add(bytes.checked_next_multiple_of(4)?)?;
        (self.at <= self.fields.file.len()).then_some(())
    }

    fn read_name(&mut self) -> Option<String> {
        let length = self.read_count()?;
        let name = read_field_name(self.fields.file.get(self.at..self.at.checked_add(length)?)?)?;
        self.skip_padded(length)?;
        Some(name)
    }

    /// The items of a list. An absent list is empty.
    fn read_list<T>(&mut self, tag: usize, mut item: impl FnMut(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        let (found_tag, count) = (self.read_number(4)?, self.read_count()?);
        // The format writes an absent list as two zeros.
        if found_tag != tag && (found_tag, count) != (0, 0) {
            return None;
        }
        // Not with room for `count` items, which may be huge. Each item takes bytes, so the loop ends with the file.
        let mut items = Vec::new();
        for _ in 0..count {
            items.push(item(self)?);
        }
        Some(items)
    }

    fn skip_attributes(&mut self) -> Option<()> {
        self.read_list(ATTRIBUTE, |cursor| {
            cursor.read_name()?;
            let (bytes, _) = find_type(cursor.read_number(4)?)?;
            let count = cursor.read_count()?;
            cursor.skip_padded(count.checked_mul(bytes)?)
        })?;
        Some(())
    }

    fn read_variable(&mut self) -> Option<Variable> {
        let name = self.read_name()?;
        let count = self.read_count()?;
        let mut dimensions = Vec::new();
        for _ in 0..count {
            dimensions.push(self.read_count()?);
        }
        self.skip_attributes()?;
        let kind = self.read_number(4)?;
        // The size follows from the type and the dimensions too.
        self.read_count()?;
        let begin = self.read_number(self.places)?;
        Some(Variable { name, dimensions, kind, begin })
    }

    /// The variables that are numbers. A variable whose first dimension is unlimited has a part in each record.
    fn read_variables(&mut self) -> Option<Vec<Numbers>> {
        let records = self.read_count()?;
        let lengths = self.read_list(DIMENSION, |cursor| {
            cursor.read_name()?;
            cursor.read_count()
        })?;
        self.skip_attributes()?;
        let variables = self.read_list(VARIABLE, NetcdfCursor::read_variable)?;
        // The unlimited dimension has the length 0, and only the first one of a variable can be it.
        let is_record = |variable: &Variable| {
            variable.dimensions.first().and_then(|dimension| lengths.get(*dimension)) == Some(&0)
        };
        let find_shape = |variable: &Variable| {
            let own = &variable.dimensions[usize::from(is_record(variable))..];
            own.iter().map(|dimension| lengths.get(*dimension).copied()).collect::<Option<Vec<usize>>>()
        };
        let items =
            |shape: &[usize]| shape.iter().try_fold(1_usize, |items, length| items.checked_mul(*length));
        // A record has a part of each such variable, one after the other.
        let mut stride = 0_usize;
        let in_records = variables.iter().filter(|variable| is_record(variable)).count();
        for variable in variables.iter().filter(|variable| is_record(variable)) {
            let bytes = items(&find_shape(variable)?)?.checked_mul(find_type(variable.kind)?.0)?;
            // A single record variable is not padded.
            stride = stride.checked_add(if in_records > 1 {
                bytes.checked_next_multiple_of(4)?
            } else {
                bytes
            })?;
        }
        let mut numbers = Vec::new();
        for variable in &variables {
            let (bytes, Some(format)) = find_type(variable.kind)? else { continue };
            let (shape, name) = (find_shape(variable)?, &variable.name);
            if is_record(variable) {
                let row_shape = RowShape { row: items(&shape)?, rows: records };
                let contiguous = Numbers::contiguous_rows(name, format, bytes, variable.begin, row_shape);
                numbers.push(Numbers { stride, ..contiguous });
            } else {
                let row = shape.last().copied().unwrap_or(1);
                let rows = items(&shape[..shape.len().saturating_sub(1)])?;
                let row_shape = RowShape { row, rows };
                numbers.push(Numbers::contiguous_rows(name, format, bytes, variable.begin, row_shape));
            }
        }
        Some(numbers)
    }
}

#[cfg(test)]
mod tests {
    use crate::header;

    fn name(text: &str) -> Vec<u8> {
        let mut bytes = u32::try_from(text.len()).expect("a short name").to_be_bytes().to_vec();
        bytes.extend(text.bytes());
        bytes.resize(bytes.len().next_multiple_of(4), 0);
        bytes
    }

    fn words(words: &[u32]) -> Vec<u8> {
        words.iter().flat_map(|word| word.to_be_bytes()).collect()
    }

    #[test]
    fn variables_are_named_with_their_places() {
        let file = [
            b"CDF\x01".to_vec(),
            words(&[7, 10, 2]),
            [name("time"), words(&[0]), name("x"), words(&[5])].concat(),
            words(&[0, 0, 11, 3]),
            [name("grid"), words(&[1, 1, 12, 1]), name("unit"), words(&[2, 3]), b"deg\0".to_vec()].concat(),
            words(&[6, 40, 1000]),
            [name("t"), words(&[1, 0, 0, 0, 3, 4, 1040])].concat(),
            [name("wind"), words(&[2, 0, 1, 0, 0, 5, 20, 1044])].concat(),
        ];
        let file = file.concat();
        let found = header(&file).expect("it is known");
        assert_eq!(
            found.says[1..],
            [
                "grid: --as \"f64 big\" --at 1000 --row 5 --count 1",
                "t: --as \"twos(16) big\" --at 1040 --stride 24 --count 7",
                "wind: --as \"f32 big\" --at 1044 --row 5 --stride 24 --count 7",
            ]
        );
        // A truncated header still gives the kind of file.
        let cut = header(&file[..60]).expect("it is known");
        assert_eq!((cut.name.as_str(), cut.numbers.len()), ("netCDF classic", 0));
    }
}
