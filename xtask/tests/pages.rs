//! Every code of every page in both forms, generated and interpreted, against the file of pages, which
//! `cargo xtask charsets --check` compares with the converters of Python and of the C library.

use std::collections::BTreeMap;

use datarep_dynamic::Text;

const DATA: &str = include_str!("../../datarep-dsl/src/model/page/pages.txt");

/// Defines a record with a text of 256 characters of each page, as a text for the interpreter and as generated code.
macro_rules! pages {
    ($($text:tt)*) => {
        const TEXT: &str = stringify!($($text)*);
        datarep::datarep! { $($text)* }
    };
}

pages! {
    record every_page {
        on read { unmapped => substitute(0xFFFD) }
        on write { unmapped => error }
        cp037: [ebcdic(cp037); 256] { padding none; };
        cp038: [ebcdic(cp038); 256] { padding none; };
        cp256: [ebcdic(cp256); 256] { padding none; };
        cp273: [ebcdic(cp273); 256] { padding none; };
        cp274: [ebcdic(cp274); 256] { padding none; };
        cp275: [ebcdic(cp275); 256] { padding none; };
        cp277: [ebcdic(cp277); 256] { padding none; };
        cp278: [ebcdic(cp278); 256] { padding none; };
        cp280: [ebcdic(cp280); 256] { padding none; };
        cp281: [ebcdic(cp281); 256] { padding none; };
        cp284: [ebcdic(cp284); 256] { padding none; };
        cp285: [ebcdic(cp285); 256] { padding none; };
        cp290: [ebcdic(cp290); 256] { padding none; };
        cp297: [ebcdic(cp297); 256] { padding none; };
        cp420: [ebcdic(cp420); 256] { padding none; };
        cp423: [ebcdic(cp423); 256] { padding none; };
        cp424: [ebcdic(cp424); 256] { padding none; };
        cp500: [ebcdic(cp500); 256] { padding none; };
        cp803: [ebcdic(cp803); 256] { padding none; };
        cp870: [ebcdic(cp870); 256] { padding none; };
        cp871: [ebcdic(cp871); 256] { padding none; };
        cp875: [ebcdic(cp875); 256] { padding none; };
        cp880: [ebcdic(cp880); 256] { padding none; };
        cp905: [ebcdic(cp905); 256] { padding none; };
        cp918: [ebcdic(cp918); 256] { padding none; };
        cp1025: [ebcdic(cp1025); 256] { padding none; };
        cp1026: [ebcdic(cp1026); 256] { padding none; };
        cp1047: [ebcdic(cp1047); 256] { padding none; };
        cp1097: [ebcdic(cp1097); 256] { padding none; };
        cp1112: [ebcdic(cp1112); 256] { padding none; };
        cp1122: [ebcdic(cp1122); 256] { padding none; };
        cp1123: [ebcdic(cp1123); 256] { padding none; };
        cp1130: [ebcdic(cp1130); 256] { padding none; };
        cp1132: [ebcdic(cp1132); 256] { padding none; };
        cp1137: [ebcdic(cp1137); 256] { padding none; };
        cp1140: [ebcdic(cp1140); 256] { padding none; };
        cp1141: [ebcdic(cp1141); 256] { padding none; };
        cp1142: [ebcdic(cp1142); 256] { padding none; };
        cp1143: [ebcdic(cp1143); 256] { padding none; };
        cp1144: [ebcdic(cp1144); 256] { padding none; };
        cp1145: [ebcdic(cp1145); 256] { padding none; };
        cp1146: [ebcdic(cp1146); 256] { padding none; };
        cp1147: [ebcdic(cp1147); 256] { padding none; };
        cp1148: [ebcdic(cp1148); 256] { padding none; };
        cp1149: [ebcdic(cp1149); 256] { padding none; };
        cp1153: [ebcdic(cp1153); 256] { padding none; };
        cp1154: [ebcdic(cp1154); 256] { padding none; };
        cp1155: [ebcdic(cp1155); 256] { padding none; };
        cp1156: [ebcdic(cp1156); 256] { padding none; };
        cp1157: [ebcdic(cp1157); 256] { padding none; };
        cp1158: [ebcdic(cp1158); 256] { padding none; };
        cp1160: [ebcdic(cp1160); 256] { padding none; };
        cp1164: [ebcdic(cp1164); 256] { padding none; };
        cp1166: [ebcdic(cp1166); 256] { padding none; };
        cp4517: [ebcdic(cp4517); 256] { padding none; };
        cp4899: [ebcdic(cp4899); 256] { padding none; };
        cp4971: [ebcdic(cp4971); 256] { padding none; };
        cp9030: [ebcdic(cp9030); 256] { padding none; };
        cp12712: [ebcdic(cp12712); 256] { padding none; };
        cp16804: [ebcdic(cp16804); 256] { padding none; };
        at_de: [ebcdic(at_de); 256] { padding none; };
        at_de_a: [ebcdic(at_de_a); 256] { padding none; };
        ca_fr: [ebcdic(ca_fr); 256] { padding none; };
        dk_no: [ebcdic(dk_no); 256] { padding none; };
        dk_no_a: [ebcdic(dk_no_a); 256] { padding none; };
        es: [ebcdic(es); 256] { padding none; };
        es_a: [ebcdic(es_a); 256] { padding none; };
        es_s: [ebcdic(es_s); 256] { padding none; };
        fi_se: [ebcdic(fi_se); 256] { padding none; };
        fi_se_a: [ebcdic(fi_se_a); 256] { padding none; };
        fr: [ebcdic(fr); 256] { padding none; };
        is_friss: [ebcdic(is_friss); 256] { padding none; };
        it: [ebcdic(it); 256] { padding none; };
        pt: [ebcdic(pt); 256] { padding none; };
        uk: [ebcdic(uk); 256] { padding none; };
        us: [ebcdic(us); 256] { padding none; };
        cp437: [codepage(cp437); 256] { padding none; };
        cp720: [codepage(cp720); 256] { padding none; };
        cp737: [codepage(cp737); 256] { padding none; };
        cp770: [codepage(cp770); 256] { padding none; };
        cp771: [codepage(cp771); 256] { padding none; };
        cp772: [codepage(cp772); 256] { padding none; };
        cp773: [codepage(cp773); 256] { padding none; };
        cp774: [codepage(cp774); 256] { padding none; };
        cp775: [codepage(cp775); 256] { padding none; };
        cp850: [codepage(cp850); 256] { padding none; };
        cp851: [codepage(cp851); 256] { padding none; };
        cp852: [codepage(cp852); 256] { padding none; };
        cp855: [codepage(cp855); 256] { padding none; };
        cp856: [codepage(cp856); 256] { padding none; };
        cp857: [codepage(cp857); 256] { padding none; };
        cp858: [codepage(cp858); 256] { padding none; };
        cp860: [codepage(cp860); 256] { padding none; };
        cp861: [codepage(cp861); 256] { padding none; };
        cp862: [codepage(cp862); 256] { padding none; };
        cp863: [codepage(cp863); 256] { padding none; };
        cp864: [codepage(cp864); 256] { padding none; };
        cp865: [codepage(cp865); 256] { padding none; };
        cp866: [codepage(cp866); 256] { padding none; };
        cp866nav: [codepage(cp866nav); 256] { padding none; };
        cp868: [codepage(cp868); 256] { padding none; };
        cp869: [codepage(cp869); 256] { padding none; };
        cp874: [codepage(cp874); 256] { padding none; };
        cp901: [codepage(cp901); 256] { padding none; };
        cp902: [codepage(cp902); 256] { padding none; };
        cp922: [codepage(cp922); 256] { padding none; };
        cp1004: [codepage(cp1004); 256] { padding none; };
        cp1006: [codepage(cp1006); 256] { padding none; };
        cp1008: [codepage(cp1008); 256] { padding none; };
        cp1046: [codepage(cp1046); 256] { padding none; };
        cp1124: [codepage(cp1124); 256] { padding none; };
        cp1125: [codepage(cp1125); 256] { padding none; };
        cp1129: [codepage(cp1129); 256] { padding none; };
        cp1133: [codepage(cp1133); 256] { padding none; };
        cp1161: [codepage(cp1161); 256] { padding none; };
        cp1162: [codepage(cp1162); 256] { padding none; };
        cp1163: [codepage(cp1163); 256] { padding none; };
        cp1167: [codepage(cp1167); 256] { padding none; };
        cp1250: [codepage(cp1250); 256] { padding none; };
        cp1251: [codepage(cp1251); 256] { padding none; };
        cp1252: [codepage(cp1252); 256] { padding none; };
        cp1253: [codepage(cp1253); 256] { padding none; };
        cp1254: [codepage(cp1254); 256] { padding none; };
        cp1255: [codepage(cp1255); 256] { padding none; };
        cp1256: [codepage(cp1256); 256] { padding none; };
        cp1257: [codepage(cp1257); 256] { padding none; };
        cp1258: [codepage(cp1258); 256] { padding none; };
        cp4909: [codepage(cp4909); 256] { padding none; };
        cp5347: [codepage(cp5347); 256] { padding none; };
        cp9066: [codepage(cp9066); 256] { padding none; };
        iso8859_2: [codepage(iso8859_2); 256] { padding none; };
        iso8859_3: [codepage(iso8859_3); 256] { padding none; };
        iso8859_4: [codepage(iso8859_4); 256] { padding none; };
        iso8859_5: [codepage(iso8859_5); 256] { padding none; };
        iso8859_6: [codepage(iso8859_6); 256] { padding none; };
        iso8859_7: [codepage(iso8859_7); 256] { padding none; };
        iso8859_8: [codepage(iso8859_8); 256] { padding none; };
        iso8859_9: [codepage(iso8859_9); 256] { padding none; };
        iso8859_10: [codepage(iso8859_10); 256] { padding none; };
        iso8859_11: [codepage(iso8859_11); 256] { padding none; };
        iso8859_13: [codepage(iso8859_13); 256] { padding none; };
        iso8859_14: [codepage(iso8859_14); 256] { padding none; };
        iso8859_15: [codepage(iso8859_15); 256] { padding none; };
        iso8859_16: [codepage(iso8859_16); 256] { padding none; };
        koi8_r: [codepage(koi8_r); 256] { padding none; };
        koi8_t: [codepage(koi8_t); 256] { padding none; };
        koi8_u: [codepage(koi8_u); 256] { padding none; };
        kz1048: [codepage(kz1048); 256] { padding none; };
        ptcp154: [codepage(ptcp154); 256] { padding none; };
        armscii_8: [codepage(armscii_8); 256] { padding none; };
        georgian_academy: [codepage(georgian_academy); 256] { padding none; };
        georgian_ps: [codepage(georgian_ps); 256] { padding none; };
        mik: [codepage(mik); 256] { padding none; };
        viscii: [codepage(viscii); 256] { padding none; };
        dec_mcs: [codepage(dec_mcs); 256] { padding none; };
        hp_roman8: [codepage(hp_roman8); 256] { padding none; };
        hp_roman9: [codepage(hp_roman9); 256] { padding none; };
        hp_greek8: [codepage(hp_greek8); 256] { padding none; };
        hp_turkish8: [codepage(hp_turkish8); 256] { padding none; };
        palmos: [codepage(palmos); 256] { padding none; };
        mac_roman: [codepage(mac_roman); 256] { padding none; };
        mac_croatian: [codepage(mac_croatian); 256] { padding none; };
        mac_cyrillic: [codepage(mac_cyrillic); 256] { padding none; };
        mac_greek: [codepage(mac_greek); 256] { padding none; };
        mac_iceland: [codepage(mac_iceland); 256] { padding none; };
        mac_latin2: [codepage(mac_latin2); 256] { padding none; };
        mac_romanian: [codepage(mac_romanian); 256] { padding none; };
        mac_turkish: [codepage(mac_turkish); 256] { padding none; };
    }
}

/// What the file says of a page.
struct Page {
    name: String,
    /// The character of each byte.
    codes: Vec<Option<char>>,
    /// The bytes that are never written.
    unwritten: Vec<usize>,
}

fn read_pages() -> Vec<Page> {
    let lines: Vec<&str> = DATA.lines().filter(|line| !line.starts_with('#')).collect();
    let page = |lines: &[&str]| {
        let name = lines[0].split(' ').nth(1).expect("a name").to_owned();
        let codes: Vec<&str> = lines[1..].iter().flat_map(|line| line.split(' ')).collect();
        let unwritten = (0..256).filter(|byte| codes[*byte].ends_with('*')).collect();
        let code =
            |code: &&str| u32::from_str_radix(code.trim_end_matches('*'), 16).ok().and_then(char::from_u32);
        Page { name, codes: codes.iter().map(code).collect(), unwritten }
    };
    lines.chunks(17).map(page).collect()
}

/// A record in which every page has every byte, and one in which each has only bytes with a character, which are those
/// that are written.
fn make_files(pages: &[Page]) -> (Vec<u8>, Vec<u8>) {
    let (mut every, mut known) = (Vec::new(), Vec::new());
    for Page { codes, unwritten, .. } in pages {
        every.extend(0..=u8::MAX);
        let plain = codes.iter().position(|code| *code == Some('A')).expect("a letter");
        let kept =
            |byte: usize| if codes[byte].is_none() || unwritten.contains(&byte) { plain } else { byte };
        known.extend((0..256).map(|byte| u8::try_from(kept(byte)).expect("a byte")));
    }
    (every, known)
}

#[test]
fn both_forms_read_what_the_file_says() {
    let pages = read_pages();
    assert!(pages.len() > 150);
    let (every, known) = make_files(&pages);
    let expected: BTreeMap<&str, String> = pages
        .iter()
        .map(|page| (page.name.as_str(), page.codes.iter().map(|code| code.unwrap_or('\u{FFFD}')).collect()))
        .collect();

    let text = Text::parse(TEXT).expect("a text");
    let interpreted = text.record("every_page").expect("a record");
    let fields: Vec<String> = interpreted.fields().iter().map(|field| field.path().to_owned()).collect();
    assert_eq!(fields, pages.iter().map(|page| page.name.clone()).collect::<Vec<_>>());
    let rows = interpreted.rows(&every).expect("one record");
    let mut unmapped = 0;
    for (index, name) in fields.iter().enumerate() {
        let (texts, losses) = rows.read_texts(index).expect("a rule for what has no character");
        assert_eq!(texts, [expected[name.as_str()].clone()], "{name}");
        unmapped += losses.loss.unmapped;
    }

    let (read, loss) = every_page::to_vec(&every).expect("a rule for what has no character");
    let printed = format!("{:?}", read[0]);
    for (name, expected) in &expected {
        assert!(printed.contains(&format!("{name}: {expected:?}")), "{name}: {printed}");
    }
    let without = pages.iter().flat_map(|page| &page.codes).filter(|code| code.is_none()).count();
    assert_eq!((loss.unmapped, unmapped), (without as u64, without as u64));

    // Back again, by both.
    let (read, _) = every_page::to_vec(&known).expect("characters");
    assert!(every_page::to_bytes(&read).expect("characters").0 == known);
    let (columns, _) = interpreted.rows(&known).expect("one record").columns().expect("characters");
    assert!(interpreted.to_bytes(&columns).expect("characters").0 == known);
}
