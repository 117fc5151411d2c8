//! SAS transport files of version 5: cards of 80 letters, a description of each variable, and then one observation after
//! the other.
//!
//! Source: SAS Technical Support, TS-140, "The Record Layout of a Data Set in SAS Transport (XPORT) Format".

use super::header::{Header, HeaderFields, Numbers, read_field_name};

/// The bytes of a card.
const CARD: usize = 80;

/// How the card begins that introduces a part of the file: a word of eight letters follows.
const INTRODUCES: &[u8] = b"HEADER RECORD*******";

/// The largest number of variables, as the card has four digits for it.
const MOST: usize = 9999;

pub(super) fn read_xport(file: &[u8]) -> Option<Header> {
    let member =
        find_card(file, 0, *b"MEMBER  ").filter(|_| file.starts_with(b"HEADER RECORD*******LIBRARY "))?;
    // The description of a variable has 140 bytes, and 136 in files of VMS.
    let described = read_digits(file, member + 75, 3)?;
    let name = file.get(member + 2 * CARD + 8..member + 2 * CARD + 16)?;
    let name = read_field_name(name.trim_ascii_end())?;
    let variables = find_card(file, member, *b"NAMESTR ")?;
    let count = read_digits(file, variables + 54, 4).filter(|count| (1..=MOST).contains(count))?;
    let begin = variables + CARD;
    let observations = (begin + count * described).next_multiple_of(CARD);
    // The card of the observations has to stand where the sizes say. This checks all numbers before it.
    if find_card(file, observations, *b"OBS     ") != Some(observations) {
        return None;
    }
    let first = observations + CARD;
    let fields = HeaderFields { file, is_big: true };
    let (mut numbers, mut stride) = (Vec::new(), 0);
    for variable in 0..count {
        let place = begin + variable * described;
        let (kind, bytes) = (fields.read_number(place, 2)?, fields.read_number(place + 4, 2)?);
        let name = read_field_name(file.get(place + 8..place + 16)?.trim_ascii_end())?;
        match (kind, bytes) {
            // SAS cuts floats of eight bytes to any length from two on: their last bytes are zero.
            (1, 2..=8) => {
                let format = format!("xport{}", 8 * bytes);
                numbers.push(Numbers {
                    name,
                    format,
                    bytes,
                    at: first + stride,
                    row: 1,
                    stride: 0,
                    rows: None,
                });
            }
            (2, 1..) => {}
            _ => return None,
        }
        stride += bytes;
    }
    // Blanks fill the card of the last observation, and are none if they do not fill a whole one.
    // Without another member the observations go on to the end of the file.
    let end = find_card(file, first, *b"MEMBER  ");
    for numbers in &mut numbers {
        (numbers.stride, numbers.rows) = (stride, end.map(|end| (end - first) / stride));
    }
    let mut header = Header::new("SAS XPORT", &[]);
    header.says.push(format!(
        "{count} variables of `{name}`, {stride} bytes an observation; blanks fill the last {CARD} bytes"
    ));
    if end.is_some() {
        header.says.push("other members follow, which are not followed".to_owned());
    }
    Some(header.with_numbers(numbers))
}

/// The byte at which the first card from a byte on begins that introduces a part of the file.
fn find_card(file: &[u8], from: usize, part: [u8; 8]) -> Option<usize> {
    let cards = file.get(from..)?.chunks_exact(CARD);
    let is_wanted = |card: &[u8]| card.strip_prefix(INTRODUCES).is_some_and(|rest| rest.starts_with(&part));
    cards.map(is_wanted).position(|is_wanted| is_wanted).map(|index| from + index * CARD)
}

/// The number that digits of ASCII stand for.
fn read_digits(file: &[u8], at: usize, digits: usize) -> Option<usize> {
    std::str::from_utf8(file.get(at..at + digits)?).ok()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use crate::header;

    /// A card that introduces a part, with digits behind it.
    fn card(part: &str, digits: &str) -> String {
        format!("{:80}", format!("HEADER RECORD*******{part:8}HEADER RECORD!!!!!!!{digits}"))
    }

    /// The description of a variable.
    fn describe(kind: u8, bytes: u8, name: &str) -> String {
        let numbers: String = [0, kind, 0, 0, 0, bytes, 0, 1].map(char::from).iter().collect();
        format!("{numbers}{name:8}{:124}", "")
    }

    fn table(members: usize) -> Vec<u8> {
        let blank = format!("{:80}", "");
        let mut file = card("LIBRARY ", &"0".repeat(30)) + &blank + &blank;
        for _ in 0..members {
            file += &card("MEMBER  ", "000000000000000001600000000140");
            file += &card("DSCRPTR ", &"0".repeat(30));
            let names = format!("{:80}{blank}", "SAS     PATIENTSSASDATA ");
            file += &names;
            file += &card("NAMESTR ", "000000000300000000000000000000");
            let variables = describe(1, 8, "AGE") + &describe(2, 5, "NAME") + &describe(1, 3, "SIZE");
            let padded = format!("{variables:480}");
            file += &padded;
            file += &card("OBS     ", &"0".repeat(30));
            // Five observations of 16 bytes.
            file += &"A".repeat(80);
        }
        file.into_bytes()
    }

    #[test]
    fn variables_are_columns_of_their_lengths() {
        let file = table(1);
        let first = file.len() - 80;
        let found = header(&file).expect("it is known");
        assert_eq!(found.name, "SAS XPORT");
        assert_eq!(
            found.says,
            [
                "3 variables of `PATIENTS`, 16 bytes an observation; blanks fill the last 80 bytes"
                    .to_owned(),
                format!("AGE: --as xport64 --at {first} --stride 16"),
                format!("SIZE: --as xport24 --at {} --stride 16", first + 13),
            ]
        );
        // Five observations fill the last card; of four, 16 spaces do.
        for (blanks, rows) in [(0, 5), (16, 4), (15, 5)] {
            let counted = found.clone().with_end(file.len() as u64, blanks);
            assert_eq!(counted.says[1], format!("AGE: --as xport64 --at {first} --stride 16 --count {rows}"));
            assert!(counted.says[2].ends_with(&format!("--count {rows}")), "{:?}", counted.says);
        }
        assert_eq!(found.numbers_at(first + 16 + 13).map(|numbers| numbers.name.as_str()), Some("SIZE"));
        let several = header(&table(2)).expect("it is known");
        assert_eq!(several.says[1], "other members follow, which are not followed");
        assert_eq!(several.says[2], format!("AGE: --as xport64 --at {first} --stride 16 --count 5"));
        // What is not understood is known by its mark all the same, and is not followed.
        let cut = header(&file[..600]).expect("it is known");
        assert_eq!((cut.name.as_str(), cut.numbers.len()), ("SAS XPORT", 0));
    }
}
