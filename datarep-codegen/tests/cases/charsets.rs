fn main() {
    use datarep::{Character, ErrorClass};

    // `a[1]^b` as a C compiler on a mainframe stores it.
    let file = [0x81, 0xAD, 0xF1, 0xBD, 0x5F, 0x82];
    let (text, loss) = open::to_vec::<Character>(&file).expect("every byte is a character");
    assert_eq!(Character::text(&text), "a[1]^b");
    assert!(loss.is_none());
    assert_eq!(open::to_bytes(&text).expect("the same way back").0, file);
    let (text, _) = international::to_vec::<Character>(&[0x81, 0x4A, 0xF1, 0x5A, 0x5F, 0x82]).expect("characters");
    assert_eq!(Character::text(&text), "a[1]^b");

    // All bytes, there and back.
    let every: Vec<u8> = (0..=255).collect();
    for bytes in [
        open::to_bytes(&open::to_vec::<Character>(&every).expect("characters").0).expect("characters").0,
        international::to_bytes(&international::to_vec::<Character>(&every).expect("characters").0).expect("characters").0,
        open::to_bytes(&open::to_vec::<char>(&every).expect("characters").0).expect("characters").0,
    ] {
        assert_eq!(bytes, every);
    }

    assert_eq!(open::to_vec::<char>(&[0xF1, 0x9F]).expect("characters").0, ['1', '€']);
    let (bytes, loss) = open::to_bytes(&['€', '¤', '☃']).expect("a rule");
    assert_eq!((bytes, loss.unmapped), (vec![0x9F, 0x6F, 0x6F], 2));

    // A page whose characters are not all of ISO 8859-1, as both native types.
    let (text, loss) = russia::to_vec::<char>(&[0xEC, 0x81, 0x40]).expect("characters");
    assert_eq!((text.as_slice(), loss.is_none()), (&['Ж', 'a', ' '][..], true));
    assert_eq!(russia::to_bytes(&text).expect("the same way back").0, [0xEC, 0x81, 0x40]);
    assert_eq!(russia::to_bytes(&['é']).expect_err("not in the page").class(), ErrorClass::Conversion);
    let (text, loss) = russia::to_vec::<Character>(&[0x41, 0xC6, 0x98, 0xA0]).expect("a rule");
    assert_eq!(Character::text(&text), "A??\u{A0}");
    assert_eq!(loss.unmapped, 2);

    assert_eq!(international::to_bytes(&['€']).expect("one unit").0, [0xAC, 0x20]);
    assert_eq!(international::to_bytes(&['𝄞']).expect_err("two units").class(), ErrorClass::Conversion);
    let (text, loss) = international::to_vec::<char>(&[0x34, 0xD8, 0x41, 0x00]).expect("a rule");
    assert_eq!((text, loss.unmapped), (vec!['\u{FFFD}', 'A'], 1));
}
