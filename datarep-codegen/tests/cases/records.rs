fn main() {
    use datarep::{Chars, ErrorClass, standard::external32};

    let mut file = vec![0xFF, 0xFF, 0xFE, 0xC2, 0x76, 0xA0, 0x00, 0x3F, 0x80, 0, 0];
    file.extend([0xD6, 0xD2, 0x40, 0x40, 0x40, 0x40, 0x40, 0x40]);
    file.extend([0x00, 0x01, 0x23, 0x4D, 0, 0]);
    file.extend([0x80, 0x40, 0, 0, 0x80, 0xC0, 0, 0, 0, 0, 0, 0]);
    file.extend([0x41, 0x10, 0x00, 0x00]);
    assert_eq!(file.len(), station::BYTES);
    let (stations, loss) = station::to_vec(&file).expect("all fits");
    assert!(loss.is_none());
    let Station { id, lat, lon, name, depth, lat2, price } = stations[0];
    assert_eq!((id, lat, lon, lat2), (-2, -118.625, 1.0, 1.0));
    assert_eq!((name.to_string(), depth, price.to_string()), ("OK".to_owned(), [1.0, -1.0, 0.0], "-12.34".to_owned()));
    assert_eq!(station::to_bytes(&stations).expect("the same way back").0, file);

    // A record has the same layout in every representation, and in another record.
    assert_eq!(external32::to_vec::<Station>(&file).expect("all fits").0, stations);
    let mut two = stations.repeat(2);
    two[1].lat = f32::NAN;
    let error = station::to_bytes(&two).expect_err("there is no NaN");
    assert_eq!(error.class(), ErrorClass::Conversion);
    assert!(error.to_string().starts_with("item 1 of datarep `station`: `lat`: "), "{error}");
    assert_eq!(station::loss_on_write(&two).nan, 1);
    assert_eq!(station::to_vec(&file[1..]).expect_err("torn").class(), ErrorClass::Count);

    let lines = [Line {
        r#type: 7,
        ends: [Point { x: 1, y: 2 }, Point { x: -1, y: 3 }],
        raw: [1, 2, 3],
        label: [Chars::try_from("a").expect("short"), Chars::default()],
        on: true,
        value: -5,
    }];
    let (bytes, _) = line::to_bytes(&lines).expect("all fits");
    assert_eq!(
        bytes,
        [7, 0, 1, 2, 0, 0xFF, 0xFF, 3, 0, 1, 2, 3, b'a', 0, 0, 0, 1, 0xFB, 0xFF, 0xFF, 0xFF]
    );
    assert_eq!(line::to_vec(&bytes).expect("all fits").0, lines);
    let mut far = bytes.clone();
    far[19] = 0;
    let error = line::to_vec(&far).expect_err("too large");
    assert!(error.to_string().contains("`value`"), "{error}");
    let mut many = vec![lines[0]; 1000];
    let loss = line::read(&bytes.repeat(1000), &mut many).expect("all fits");
    assert!(loss.is_none() && many == vec![lines[0]; 1000]);

    let file = *b"  A B  C D  \x40\x40\xC1\x40\x40\x40 E F  \0\0GH\0I";
    let (texts, _) = trimmed::to_vec(&file).expect("characters");
    let text = texts[0];
    assert_eq!([text.left.to_string(), text.right.to_string(), text.none.to_string()], ["A B ", " C D", " E F  "]);
    assert_eq!((text.both.to_string().as_str(), text.zeros.to_string().as_str()), ("A", "GH\0I"));
    assert_eq!(trimmed::to_bytes(&texts).expect("the same way back").0, file);
    let text = Trimmed {
        left: "x".try_into().expect("short"),
        right: "x".try_into().expect("short"),
        both: "x".try_into().expect("short"),
        none: "x".try_into().expect("short"),
        zeros: "x".try_into().expect("short"),
    };
    let (bytes, _) = trimmed::to_bytes(&[text]).expect("characters");
    assert_eq!(bytes, b"     xx     \xA7\x40\x40\x40\x40\x40x     \0\0\0\0\0x");
    let file = b"\x04  ab\x02cd";
    let (texts, _) = trimmed_here::to_vec(file).expect("characters");
    assert_eq!((texts[0].text.as_str(), texts[1].text.as_str()), ("ab", "cd"));
    assert_eq!(trimmed_here::to_bytes(&texts).expect("the same way back").0, file);
}
