fn main() {
    use datarep::{Character, Complex, ErrorClass, Logical};

    let (text, _) = text::to_vec::<Character>(&[0xC8, 0x89, 0x4F]).expect("every byte is a character");
    assert_eq!(Character::text(&text), "Hi|");
    assert_eq!(text::to_bytes(&text).expect("the same way back").0, [0xC8, 0x89, 0x4F]);

    assert_eq!(text::to_bytes(&['é']).expect("in the basic plane").0, [0x00, 0xE9]);
    assert_eq!(text::to_bytes(&['𝄞']).expect_err("beyond").class(), ErrorClass::Conversion);
    let (read, loss) = text::to_vec::<char>(&[0xD8, 0x00]).expect("a rule");
    assert_eq!((read[0], loss.unmapped), ('?', 1));

    assert_eq!(text::to_vec::<Logical>(&[0, 0, 0, 3]).expect("low bit").0.map_true(), [true]);
    assert_eq!(text::to_bytes(&[Logical::from(true)]).expect("a word").0, [0xFF; 4]);
    let (read, loss) = text::to_vec::<bool>(&[0x54, 0x00, 0x20]).expect("a rule");
    assert_eq!((read, loss.unmapped), (vec![true, false, false], 1));

    let z = Complex { re: 1.5_f32, im: -2.0 };
    let (bytes, _) = text::to_bytes(&[z]).expect("two doubles");
    assert_eq!(bytes.len(), 16);
    assert_eq!(text::to_vec::<Complex<f32>>(&bytes).expect("two doubles").0, [z]);
    assert_eq!(text::extent::<f32>(), 4);
    assert_eq!(text::EXTENTS[datarep::Predefined::CComplex as usize], Some(16));
    assert_eq!(text::DATAREP.mapping(datarep::Predefined::Char), "character => ebcdic(cp037)");
}

trait MapTrue {
    fn map_true(self) -> Vec<bool>;
}

impl MapTrue for Vec<datarep::Logical> {
    fn map_true(self) -> Vec<bool> {
        self.into_iter().map(bool::from).collect()
    }
}
