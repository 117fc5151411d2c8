//! Printed numbers, in generated code.

#![expect(
    clippy::panic_in_result_fn,
    reason = "a test asserts, and ends at an error that it does not expect"
)]

use datarep::{Decimal, ErrorClass, Event, Loss};

datarep::datarep! {
    /// The first pictures of the table, in its order. All of them in one record would need a large frame of the stack without
    /// optimization.
    record first {
        p0: printed_decimal("Z,ZZ9.99-", ascii) as i128;
        p1: printed_decimal("$$,$$9.99", ascii) as i128;
        p2: printed_decimal("$$$,$$9.99CR", ascii) as i128;
        p3: printed_decimal("$$$,$$$.$$", ascii) as i128;
        p4: printed_decimal("+++9", ascii) as i128;
        p5: printed_decimal("---9", ascii) as i128;
        p6: printed_decimal("+++,+++.++", ascii) as i128;
        p7: printed_decimal("--,---.99", ascii) as i128;
        p8: printed_decimal("***,**9.99", ascii) as i128;
        p9: printed_decimal("***,***.**", ascii) as i128;
        p10: printed_decimal("$**,**9.99", ascii) as i128;
        p11: printed_decimal("$***,***.**CR", ascii) as i128;
        p12: printed_decimal("99/99/99", ascii) as i128;
        p13: printed_decimal("9(3)B9(3)", ascii) as i128;
        p14: printed_decimal("9(4)/9(2)/9(2)", ascii) as i128;
        p15: printed_decimal("ZZ9", ascii) as i128;
        p16: printed_decimal("ZZZ", ascii) as i128;
        p17: printed_decimal("ZZZ.ZZ", ascii) as i128;
        p18: printed_decimal("ZZZVZZ", ascii) as i128;
        p19: printed_decimal("ZZ9V99", ascii) as i128;
        p20: printed_decimal("Z,ZZZ,ZZ9", ascii) as i128;
        p21: printed_decimal("ZZZ,ZZZ,ZZZ", ascii) as i128;
        p22: printed_decimal("9,999", ascii) as i128;
        p23: printed_decimal("+999", ascii) as i128;
        p24: printed_decimal("-999", ascii) as i128;
        p25: printed_decimal("999+", ascii) as i128;
        p26: printed_decimal("999-", ascii) as i128;
        p27: printed_decimal("-ZZ9.9", ascii) as i128;
        p28: printed_decimal("+ZZZ,ZZ9", ascii) as i128;
        p29: printed_decimal("$ZZ9.99DB", ascii) as i128;
        p30: printed_decimal("ZZ9.99DB", ascii) as i128;
        p31: printed_decimal("$ZZZ.ZZ-", ascii) as i128;
        p32: printed_decimal("-$ZZ9", ascii) as i128;
        p33: printed_decimal("+$$$9", ascii) as i128;
        p34: printed_decimal("$++9", ascii) as i128;
        p35: printed_decimal("ZZ9PP", ascii) as i128;
        p36: printed_decimal("-ZZ9PPP", ascii) as i128;
        p37: printed_decimal(".99", ascii) as i128;
        p38: printed_decimal(".ZZ", ascii) as i128;
        p39: printed_decimal("B9B9", ascii) as i128;
        p40: printed_decimal("ZZB999B000", ascii) as i128;
        p41: printed_decimal("9(5).9(3)", ascii) as i128;
        p42: printed_decimal("Z(6)9.9(4)", ascii) as i128;
        p43: printed_decimal("$(6).99", ascii) as i128;
        p44: printed_decimal("-(7)9", ascii) as i128;
        p45: printed_decimal("$$,999", ascii) as i128;
        p46: printed_decimal("$B$$9", ascii) as i128;
        p47: printed_decimal("-,--9", ascii) as i128;
        p48: printed_decimal("$B**,**9", ascii) as i128;
        p49: printed_decimal("**B9", ascii) as i128;
    }

    /// The other pictures.
    record second {
        p50: printed_decimal("ZZ9B$", ascii) as i128;
        p51: printed_decimal("ZZ,", ascii) as i128;
        p52: printed_decimal("Z(17)9", ascii) as i128;
        p53: printed_decimal("ZZ9.99-", ascii, blank_when_zero) as i128;
        p54: printed_decimal("999", ascii, blank_when_zero) as i128;
        p55: printed_decimal("99/99/99", ascii, blank_when_zero) as i128;
        p56: printed_decimal("$$9.99CR", ascii, blank_when_zero) as i128;
        p57: printed_decimal("+999.99", ascii, blank_when_zero) as i128;
        p58: printed_decimal("Z.ZZ9,99-", ascii, decimal_comma) as i128;
        p59: printed_decimal("$$$.$$9,99CR", ascii, decimal_comma) as i128;
        p60: printed_decimal("***.***,**", ascii, decimal_comma) as i128;
        p61: printed_decimal("99,B999,B000", ascii) as i128;
        p62: printed_decimal("99,999", ascii) as i128;
        p63: printed_decimal("999.99", ascii) as i128;
        p64: printed_decimal("999.99+", ascii) as i128;
        p65: printed_decimal("+9999.99", ascii) as i128;
        p66: printed_decimal("9999.99", ascii) as i128;
        p67: printed_decimal("-$999.99", ascii) as i128;
        p68: printed_decimal("$9999.99CR", ascii) as i128;
        p69: printed_decimal("$$$$.99", ascii) as i128;
        p70: printed_decimal("$$$9.99", ascii) as i128;
        p71: printed_decimal("$,$$$,999.99", ascii) as i128;
        p72: printed_decimal("+,+++,999.99", ascii) as i128;
        p73: printed_decimal("$$,$$$,$$$.99CR", ascii) as i128;
        p74: printed_decimal("++,+++,+++.+++", ascii) as i128;
        p75: printed_decimal("****.**", ascii) as i128;
        p76: printed_decimal("ZZZZ.ZZ", ascii) as i128;
        p77: printed_decimal("ZZZZ.99", ascii) as i128;
        p78: printed_decimal("****.99", ascii) as i128;
        p79: printed_decimal("ZZ99.99", ascii) as i128;
        p80: printed_decimal("Z,ZZZ.ZZ+", ascii) as i128;
        p81: printed_decimal("*,***.**+", ascii) as i128;
        p82: printed_decimal("**,***,***.**", ascii) as i128;
        p83: printed_decimal("$Z,ZZZ,ZZZ.ZZCR", ascii) as i128;
        p84: printed_decimal("$B*,***,***.**BBDB", ascii) as i128;
        p85: printed_decimal("ZZ/ZZ/ZZ", ascii) as i128;
        p86: printed_decimal("Z/99", ascii) as i128;
        p87: printed_decimal("**/**/99", ascii) as i128;
        p88: printed_decimal("$0$$9", ascii) as i128;
        p89: printed_decimal("PPP99", ascii) as i128;
        p90: printed_decimal("PPZZ", ascii) as i128;
        p91: printed_decimal("99PPV", ascii) as i128;
        p92: printed_decimal("+PP9", ascii) as i128;
        p93: printed_decimal("$$$9.99", "EUR", ascii) as i128;
        p94: printed_decimal("$ZZ9", "USD", ascii) as i128;
        p95: printed_decimal("ZZ9B$-", "kr", ascii) as i128;
        p96: printed_decimal("$$,$$9.99CR", "Rs", ascii) as i128;
        p97: printed_decimal("Z(30)9.9(7)", ascii) as i128;
        p98: printed_decimal("$Z(3),Z(3),Z(3),Z(3),Z(3),Z(3),Z(3),Z(3),Z(3),Z(3),Z(3),ZZ9CR", ascii) as i128;
    }

    record bill {
        name:   [ascii; 4];
        amount: printed_decimal("Z,ZZ9.99-", ascii);
        count:  printed_decimal("ZZ9", ascii);
        rate:   printed_decimal("+9.999", ascii) as f64 { null if spaces | invalid; };
        parts:  [printed_decimal("$$9.99", "€", cp1140); 2];
    }

    record sized {
        count: printed_decimal("9", ascii) as u8;
        items: [printed_decimal("--9", ascii); count];
    }

    /// One that overflows.
    record bounded {
        number: printed_decimal("ZZ9", ascii) as i32 { on write { overflow => saturate } };
        strict: printed_decimal("ZZ9", ascii) as i32 { on read { noncanonical => error } };
    }

    integer euros = printed_decimal("$$$9.99-", "€", cp1252);

    test euros {
        -12.5 <=> [0x20, 0x80, 0x31, 0x32, 0x2E, 0x35, 0x30, 0x2D];
        [0x20, 0x80, 0x30, 0x35, 0x2E, 0x35, 0x30, 0x20] => 5.5;
        [0x20, 0x30, 0x30, 0x35, 0x2E, 0x35, 0x30, 0x20] => reserved;
        0 <=> [0x20, 0x20, 0x80, 0x30, 0x2E, 0x30, 0x30, 0x20];
    }
}

/// The numbers of a record, in the order of its fields.
fn list_first(record: &First) -> Vec<i128> {
    vec![
        record.p0, record.p1, record.p2, record.p3, record.p4, record.p5, record.p6, record.p7, record.p8,
        record.p9, record.p10, record.p11, record.p12, record.p13, record.p14, record.p15, record.p16,
        record.p17, record.p18, record.p19, record.p20, record.p21, record.p22, record.p23, record.p24,
        record.p25, record.p26, record.p27, record.p28, record.p29, record.p30, record.p31, record.p32,
        record.p33, record.p34, record.p35, record.p36, record.p37, record.p38, record.p39, record.p40,
        record.p41, record.p42, record.p43, record.p44, record.p45, record.p46, record.p47, record.p48,
        record.p49,
    ]
}

fn list_others(record: &Second) -> Vec<i128> {
    vec![
        record.p50, record.p51, record.p52, record.p53, record.p54, record.p55, record.p56, record.p57,
        record.p58, record.p59, record.p60, record.p61, record.p62, record.p63, record.p64, record.p65,
        record.p66, record.p67, record.p68, record.p69, record.p70, record.p71, record.p72, record.p73,
        record.p74, record.p75, record.p76, record.p77, record.p78, record.p79, record.p80, record.p81,
        record.p82, record.p83, record.p84, record.p85, record.p86, record.p87, record.p88, record.p89,
        record.p90, record.p91, record.p92, record.p93, record.p94, record.p95, record.p96, record.p97,
        record.p98,
    ]
}

/// The rows of the table, which the tests of interpreted formats have, too: picture, words, value and text.
fn list_rows() -> Vec<[&'static str; 4]> {
    let lines = include_str!("printed/table.txt").lines().filter(|line| !line.starts_with('#'));
    let rows = lines.filter_map(|line| line.split('|').take(4).collect::<Vec<_>>().try_into().ok());
    rows.collect()
}

/// The rows of each picture and its words, in the order in which they are first there.
fn group_rows() -> Vec<Vec<[&'static str; 4]>> {
    let mut groups: Vec<Vec<[&str; 4]>> = Vec::new();
    for row in list_rows() {
        let known = groups.iter_mut().find(|group| group[0][..2] == row[..2]);
        match known {
            Some(group) => group.push(row),
            None => groups.push(vec![row]),
        }
    }
    groups
}

/// Whether a number without its point has the digits of a value, with more or fewer zeros at the end.
fn is_same(number: i128, value: &str) -> bool {
    let digits = |text: &str| text.replace(['-', '.'], "").trim_matches('0').to_owned();
    let is_negative = value.starts_with('-');
    digits(&number.to_string()) == digits(value) && (number < 0) == is_negative
}

/// Reads a record that has the texts of these rows, and writes it.
fn compare_rows<T>(
    rows: &[[&str; 4]],
    read: impl Fn(&[u8]) -> Result<(Vec<T>, Loss), datarep::Error>,
    write: impl Fn(&[T]) -> Result<(Vec<u8>, Loss), datarep::Error>,
    list_numbers: impl Fn(&T) -> Vec<i128>,
) -> Result<(), datarep::Error> {
    let file: Vec<u8> = rows.iter().flat_map(|[.., text]| text.bytes()).collect();
    let (records, loss) = read(&file)?;
    let [record] = records.as_slice() else { panic!("one record: {}", records.len()) };
    assert!(loss.is_none(), "{loss:?}");
    for (number, [picture, _, value, text]) in list_numbers(record).into_iter().zip(rows) {
        assert!(is_same(number, value), "{picture}: {text:?} is {number}, not {value}");
    }
    let (written, loss) = write(&records)?;
    assert_eq!(written, file, "{}", String::from_utf8_lossy(&written));
    assert!(loss.is_none(), "{loss:?}");
    Ok(())
}

#[test]
fn pictures_print_what_compilers_and_manuals_say() -> Result<(), datarep::Error> {
    let groups = group_rows();
    let most = groups.iter().map(Vec::len).max().unwrap_or(0);
    assert!(groups.len() > 90 && most > 6, "{} pictures", groups.len());
    for round in 0..most {
        let rows: Vec<[&str; 4]> = groups.iter().map(|group| group[round % group.len()]).collect();
        let (first, others) = rows.split_at(50);
        compare_rows(first, first::to_vec, first::to_bytes, list_first)?;
        compare_rows(others, second::to_vec, second::to_bytes, list_others)?;
    }
    Ok(())
}

#[test]
fn numbers_have_the_types_of_other_decimals() -> Result<(), datarep::Error> {
    let file = [&b"MILL1,234.50- 12+1.250"[..], &[0x40, 0x9F, 0xF7, 0x4B, 0xF5, 0xF0]].concat();
    let file = [&file[..], &[0x9F, 0xF1, 0xF2, 0x4B, 0xF0, 0xF1]].concat();
    let (records, _) = bill::to_vec(&file)?;
    let [one] = records.as_slice() else { panic!("one record") };
    let hundredths = |units| Decimal::try_from_i128_with_scale(units, 2).expect("it fits");
    assert_eq!(one.amount, hundredths(-123_450));
    assert_eq!((one.count, one.rate), (12, Some(1.25)));
    assert_eq!(one.parts, [hundredths(750), hundredths(1201)]);
    assert_eq!(bill::to_bytes(&records)?.0, file);
    let blank = [&file[..16], &b"      "[..], &file[22..]].concat();
    let (records, _) = bill::to_vec(&blank)?;
    assert_eq!(records[0].rate, None);
    assert_eq!(bill::to_bytes(&records)?.0, blank);
    let error = bill::to_vec(&[&file[..4], b"1,234.5 -", &file[13..]].concat()).unwrap_err();
    assert_eq!(error.class(), ErrorClass::Conversion, "{error}");
    Ok(())
}

#[test]
fn printed_counts_say_how_many_items_follow() -> Result<(), datarep::Error> {
    let (records, _) = sized::to_vec(b"2 -7 12")?;
    assert_eq!((records[0].count, records[0].items.as_slice()), (2, &[-7_i8, 12][..]));
    assert_eq!(sized::to_bytes(&records)?.0, b"2 -7 12");
    Ok(())
}

#[test]
fn rules_are_those_of_other_decimals() -> Result<(), datarep::Error> {
    let (bytes, loss) =
        bounded::to_bytes(&[Bounded { number: 12_345, strict: 5 }, Bounded { number: -1, strict: 0 }])?;
    assert_eq!((bytes.as_slice(), loss.of(Event::Overflow)), (&b"999  5  0  0"[..], 2));
    assert!(bounded::to_bytes(&[Bounded { number: 0, strict: 1000 }]).is_err());
    assert_eq!(bounded::to_vec(b"005  5")?.0[0].number, 5);
    assert!(bounded::to_vec(b"  5005").is_err());
    Ok(())
}
