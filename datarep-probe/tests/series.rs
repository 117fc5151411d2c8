//! The probe on series that nobody has in a file: made from a seed, among a few formats that are easily confused.

use datarep_dynamic::Format;
use datarep_probe::{Formats, Found, Kind, Options, Report, header, probe, runs};

/// Formats that are easily taken for one another: an exponent at the same place, halves of each other, the same bytes turned.
const CONFUSED: &[&str] = &[
    "twos(8)",
    "twos(16)",
    "twos(32)",
    "unsigned(8)",
    "unsigned(16)",
    "f32",
    "f64",
    "hfp32",
    "xport64",
    "vax_f",
    "vax_d",
    "vax_g",
    "mbf32",
    "packed_decimal(7, 0)",
    "zoned_decimal(9, 0)",
];

/// Numbers as if by chance, from zero to one: `xorshift64*`.
struct Chance(u64);

impl Chance {
    fn share(&mut self) -> f64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        let high = self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 32;
        f64::from(u32::try_from(high).unwrap_or(0)) / f64::from(u32::MAX)
    }
}

fn waves(count: u32, scale: f64, chance: &mut Chance) -> Vec<f64> {
    let wave = |index: u32| (f64::from(index) / 11.0).sin() + 0.4 * (f64::from(index) / 3.7).cos();
    (0..count).map(|index| scale * (wave(index) + 0.05 * chance.share())).collect()
}

fn bytes(name: &str, order: &str, values: &[f64]) -> Vec<u8> {
    let format = Format::named(name).expect("it is in the library");
    let format = if order.is_empty() { format } else { format.with_order(order) };
    format.to_bytes(values).expect("all fit").0
}

fn titles(report: &Report) -> Vec<&str> {
    report.candidates.iter().map(|candidate| candidate.format.as_str()).collect()
}

#[test]
fn smooth_series_are_known_at_any_alignment() {
    let formats = Formats::named(CONFUSED).expect("all are in the library");
    let mut chance = Chance(7);
    let cases = [
        ("twos(16)", "big", 9000.0),
        ("twos(16)", "little", 9000.0),
        ("twos(32)", "little", 1e7),
        ("f32", "big", 40.0),
        ("f64", "little", 40.0),
        ("hfp32", "big", 2000.0),
        ("hfp32", "little", 2000.0),
        ("vax_f", "", 300.0),
        ("vax_g", "", 300.0),
        ("mbf32", "", 300.0),
    ];
    for (before, (name, order, scale)) in cases.into_iter().enumerate() {
        let file = bytes(name, order, &waves(400, scale, &mut chance));
        let extent = file.len() / 400;
        let before = before % extent;
        let file = [vec![0xA7; before], file].concat();
        let report = probe(&file, &formats, Options { placed: false, ..Options::default() });
        let title = if order.is_empty() { name.to_owned() } else { format!("{name} {order}") };
        let place = titles(&report).iter().position(|found| *found == title);
        assert_eq!(place, Some(0), "{title}: {:?}", titles(&report));
        assert_eq!(report.candidates[0].at, before, "{title}");
    }
}

#[test]
fn decimals_are_known_by_their_ends() {
    let formats = Formats::named(CONFUSED).expect("all are in the library");
    let mut chance = Chance(3);
    let prices: Vec<f64> = (0..300).map(|_| (chance.share() * 90_000.0).round() / 100.0).collect();
    for (name, order) in [("f32", "little"), ("xport64", ""), ("vax_f", "")] {
        let report =
            probe(&bytes(name, order, &prices), &formats, Options { placed: true, ..Options::default() });
        assert!(titles(&report)[0].starts_with(name), "{name}: {:?}", titles(&report));
        assert!(report.candidates[0].reasons.contains(&"multiples of 0.01".to_owned()), "{name}");
    }
}

#[test]
fn digits_are_known_by_what_is_none() {
    let formats = Formats::named(CONFUSED).expect("all are in the library");
    let mut chance = Chance(5);
    let amounts: Vec<f64> = (0..300).map(|_| (chance.share() * 2e5).round()).collect();
    for name in ["packed_decimal(7, 0)", "zoned_decimal(9, 0)"] {
        let report =
            probe(&bytes(name, "", &amounts), &formats, Options { placed: true, ..Options::default() });
        assert_eq!(titles(&report)[0], name);
    }
}

#[test]
fn fields_of_records_are_found() {
    let formats =
        Formats::named(&["twos(16)", "twos(32)", "f32", "f64", "hfp32", "unsigned(8)"]).expect("formats");
    let mut chance = Chance(11);
    let (heights, codes) = (waves(300, 1500.0, &mut chance), (0..300).map(|index| f64::from(index % 7)));
    let (heights, codes) =
        (bytes("hfp32", "big", &heights), bytes("twos(16)", "big", &codes.collect::<Vec<_>>()));
    let flat: Vec<f64> = (0..300).map(|_| (chance.share() * 1e4).round() / 10.0).collect();
    let flat = bytes("f64", "big", &flat);
    let record = |index: usize| {
        [&heights[4 * index..][..4], &codes[2 * index..][..2], &flat[8 * index..][..8]].concat()
    };
    let file: Vec<u8> = (0..300).flat_map(record).collect();
    let report = probe(&file, &formats, Options { placed: true, ..Options::default() });
    assert_eq!(report.record, Some(14));
    let fields: Vec<(usize, &str)> =
        report.fields.iter().map(|field| (field.at, field.format.as_str())).collect();
    assert_eq!(fields[..2], [(0, "hfp32 big"), (4, "twos(16) big")]);
    assert_eq!((titles(&report)[0], report.candidates[0].record), ("hfp32 big", Some(14)));
}

#[test]
fn thin_evidence_is_not_certain() {
    let formats = Formats::named(CONFUSED).expect("all are in the library");
    let mut chance = Chance(13);
    let noise: Vec<u8> = (0..512).flat_map(|_| chance.share().to_le_bytes()[..6].to_vec()).collect();
    assert_ne!(probe(&noise, &formats, Options { placed: true, ..Options::default() }).doubts, [""; 0]);
    assert_ne!(probe(&[0; 4096], &formats, Options { placed: true, ..Options::default() }).doubts, [""; 0]);
    assert_ne!(probe(&[1, 2, 3], &formats, Options { placed: true, ..Options::default() }).doubts, [""; 0]);
    assert_ne!(probe(&[], &formats, Options { placed: false, ..Options::default() }).doubts, [""; 0]);
}

#[test]
fn text_is_told_apart_from_numbers() {
    let mut chance = Chance(17);
    let numbers = bytes("f32", "big", &waves(256, 3.0, &mut chance));
    // "DATA " in EBCDIC.
    let card = [0xC4, 0xC1, 0xE3, 0xC1, 0x40].repeat(128);
    let file = [card.as_slice(), &numbers].concat();
    let kinds: Vec<(usize, Kind)> = runs(&file).into_iter().map(|run| (run.start, run.kind)).collect();
    assert_eq!(kinds, [(0, Kind::Ebcdic), (640, Kind::Other)]);
}

#[test]
fn formats_of_a_text_are_tried() {
    let text = "float odd = S1 E9 F22 where value = 1.F * 2^(E - 200);";
    let text = datarep_dynamic::Text::parse(text).expect("it is sound");
    let mut formats = Formats::named(&["f32", "twos(32)"]).expect("formats");
    formats.add(&text).expect("they are numbers");
    let odd = text.format("odd").expect("it is in the text");
    let (file, _) = odd.to_bytes(&waves(300, 70.0, &mut Chance(19))).expect("all fit");
    let report = probe(&file, &formats, Options { placed: true, ..Options::default() });
    assert_eq!(titles(&report)[0], "odd big");
}

/// Formats that tell of fewer bits than their words have must pay for the others: bits below those of a double, of a container, of digits.
#[test]
fn no_bit_of_a_word_is_free() {
    let mut chance = Chance(23);
    let cases = [
        (["f64", "ntp64"], "f64", "big", waves(300, 40.0, &mut chance)),
        (["packed_decimal(7, 0)", "c51_bcd32"], "packed_decimal(7, 0)", "", waves(300, 9e5, &mut chance)),
        (["twos(16)", "hp48_real"], "twos(16)", "big", (0..600).map(|_| chance.share() * 3e4).collect()),
    ];
    for (names, name, order, values) in cases {
        let formats = Formats::named(&names).expect("all are in the library");
        let report =
            probe(&bytes(name, order, &values), &formats, Options { placed: true, ..Options::default() });
        assert!(titles(&report)[0].starts_with(name), "{name}: {:?}", titles(&report));
    }
}

#[test]
fn rows_of_channels_are_items_side_by_side() {
    let formats = Formats::named(&["twos(16)", "twos(32)", "unsigned(8)", "f32"]).expect("formats");
    let mut chance = Chance(29);
    let means: Vec<f64> = (0..12).map(|_| 2e4 * chance.share()).collect();
    let wave = |row: u32| (f64::from(row) / 9.0).sin();
    let values: Vec<f64> =
        (0..200).flat_map(|row| means.iter().map(move |mean| (mean + 40.0 * wave(row)).round())).collect();
    let report =
        probe(&bytes("twos(16)", "big", &values), &formats, Options { placed: true, ..Options::default() });
    assert_eq!((titles(&report)[0], report.candidates[0].record), ("twos(16) big", None));
}

/// Halves of floats are integers that are as smooth; what tells is that the floats are counts of a scale, and all columns of a row one format.
#[test]
fn rows_of_scaled_counts_are_floats() {
    let formats = Formats::named(&["f32", "vax_f", "twos(16)", "bf16"]).expect("formats");
    let mut chance = Chance(31);
    let columns: Vec<(f64, f64)> = (0..8).map(|_| (600.0 * chance.share(), 60.0 * chance.share())).collect();
    let mut row = |row: u32| -> Vec<f64> {
        let value = |(mean, phase): &(f64, f64)| mean + 80.0 * (f64::from(row) / 40.0 + phase).sin();
        columns.iter().map(|column| ((value(column) + chance.share()) * 12.0).round() / 12.0).collect()
    };
    let values: Vec<f64> = (0..160).flat_map(&mut row).collect();
    for (name, order, title) in [("f32", "little", "f32 little"), ("vax_f", "", "vax_f")] {
        let report =
            probe(&bytes(name, order, &values), &formats, Options { placed: true, ..Options::default() });
        assert_eq!((titles(&report)[0], report.candidates[0].record), (title, None), "{:?}", titles(&report));
    }
}

/// Three different bytes in any order say nothing of what they are worth: the most usual format is told.
#[test]
fn a_few_words_are_told_by_the_usual_format() {
    let formats = Formats::named(&["twos(8)", "unsigned(8)", "pcm8", "posit8"]).expect("formats");
    let mut chance = Chance(37);
    let word = |share: f64| {
        if share < 0.8 {
            0
        } else if share < 0.97 {
            1
        } else {
            127
        }
    };
    let words: Vec<u8> = (0..600).map(|_| word(chance.share())).collect();
    let report = probe(&words, &formats, Options { placed: true, ..Options::default() });
    assert_eq!(titles(&report)[0], "twos(8)");
    assert!(report.doubts.iter().any(|doubt| doubt.contains("different values")), "{:?}", report.doubts);
}

/// Bits of words of `width` bits, the most significant first.
fn pack(words: &[u64], width: usize) -> Vec<u8> {
    let bits: Vec<u8> = words
        .iter()
        .flat_map(|word| (0..width).rev().map(move |bit| u8::try_from(word >> bit & 1).unwrap_or(0)))
        .collect();
    bits.chunks_exact(8).map(|byte| byte.iter().fold(0, |sum, bit| sum << 1 | bit)).collect()
}

#[test]
fn packed_words_may_have_signs_and_be_floats() {
    let mut chance = Chance(41);
    let sine = |index: u32| 1500.0 * (f64::from(index) / 25.0).sin();
    #[expect(clippy::cast_possible_truncation, reason = "the sine is below 2^11")]
    let words: Vec<u64> = (0..1200)
        .map(|index| (sine(index) + 8.0 * chance.share()) as i64)
        .map(|word| word.cast_unsigned() & 0xFFF)
        .collect();
    let formats =
        Formats::named(&["twos(16)", "unsigned(8)", "twos(24)", "pdp10_36", "f32"]).expect("formats");
    let report = probe(&pack(&words, 12), &formats, Options { placed: true, ..Options::default() });
    assert_eq!(titles(&report)[0], "twos(12) packed", "{:?}", titles(&report));
    let values = waves(600, 300.0, &mut chance);
    let words = Format::named("pdp10_36").expect("a format").with_order("right_justified(8, big)");
    let words = words.to_bytes(&values).expect("all fit").0;
    let words: Vec<u64> = words.as_chunks::<8>().0.iter().map(|word| u64::from_be_bytes(*word)).collect();
    let report = probe(&pack(&words, 36), &formats, Options { placed: true, ..Options::default() });
    assert_eq!(titles(&report)[0], "pdp10_36 packed", "{:?}", titles(&report));
}

/// A telemetry frame of 23 bytes: a synchronization word, a counter, and floats. No frame begins at the first byte.
#[test]
fn frames_are_found_by_their_marks() {
    let formats = Formats::named(&["twos(8)", "unsigned(8)", "twos(16)", "unsigned(16)", "twos(32)", "f32"]);
    let formats = formats.expect("formats");
    let mut chance = Chance(43);
    let channels: Vec<Vec<u8>> =
        [12.0, 900.0, 0.3, 55.0].map(|scale| bytes("f32", "big", &waves(400, scale, &mut chance))).into();
    let frame = |index: usize| {
        let count = u8::try_from(index % 256).expect("a byte").to_be_bytes();
        let values = channels.iter().flat_map(|channel| channel[4 * index..][..4].to_vec());
        [0xEB, 0x90, 0x14, 0x6F, count[0], 0x01, 0x07].into_iter().chain(values).collect::<Vec<u8>>()
    };
    let frames: Vec<u8> = (0..400).flat_map(frame).collect();
    let report = probe(&frames[9..], &formats, Options::default());
    assert_eq!((report.record, report.record_at), (Some(23), 14), "{:?}", titles(&report));
    assert_eq!(report.sync, [0xEB, 0x90, 0x14, 0x6F]);
    let floats: Vec<usize> =
        report.fields.iter().filter(|field| field.format == "f32 big").map(|field| field.at).collect();
    assert_eq!(floats, [7, 11, 15, 19], "{:?}", report.fields);
}

/// The traces of SEG-Y: samples with headers of 240 bytes between them. The header says that the samples are IBM floats;
/// they are IEEE floats.
#[test]
fn a_header_that_lies_is_doubted() {
    let formats = Formats::named(&["hfp32", "f32", "twos(16)", "twos(32)", "unsigned(8)"]).expect("formats");
    let mut chance = Chance(47);
    let mut file = vec![0x40_u8; 3600];
    file[0] = 0xC3;
    file[3220..3226].copy_from_slice(&[0x01, 0xF4, 0, 0, 0, 1]);
    for trace in 0..8_u8 {
        let mut head = vec![0_u8; 240];
        (head[3], head[7], head[115]) = (trace, trace, 0xF4);
        file.extend(head);
        let fade = |(index, value): (usize, f64)| {
            value * (-f64::from(u32::try_from(index).unwrap_or(0)) / 60.0).exp2()
        };
        let samples: Vec<f64> = waves(500, 3e4, &mut chance).into_iter().enumerate().map(fade).collect();
        file.extend(bytes("f32", "big", &samples));
    }
    let found = Found::new(header(&file), &file, 0, false, &formats);
    assert_eq!(found.report.named.as_deref(), Some("samples"));
    assert_eq!(found.report.candidates[0].format, "hfp32 big");
    assert_eq!(found.report.doubts, ["without the header `f32 big` would be certain"]);
    // An honest header is believed.
    file[3225] = 5;
    assert_eq!(Found::new(header(&file), &file, 0, false, &formats).report.doubts, [""; 0]);
}

/// A header that is recognized, and names no numbers here, leaves nothing certain.
#[test]
fn nothing_is_certain_in_a_file_whose_header_is_not_followed() {
    let formats = Formats::named(&["f32", "f64", "twos(32)"]).expect("formats");
    let numbers = bytes("f64", "little", &waves(500, 30.0, &mut Chance(53)));
    let alone = Found::new(header(&numbers), &numbers, 0, true, &formats);
    assert_eq!(alone.report.doubts, [""; 0]);
    let file = [b"\x89HDF\r\n\x1A\n".as_slice(), &numbers].concat();
    let found = Found::new(header(&file), &file[8..], 8, true, &formats);
    assert_eq!(found.report.doubts, ["the file is HDF5, whose header is not followed here"]);
}

/// Volts in two registers, the less significant register first. Two registers later there is another float, whose low half
/// is that of the neighbor, and whose values jump.
#[test]
fn swapped_registers_are_found() {
    let values: Vec<f64> = (0..200_u32)
        .map(|index| 230.0 + 3.0 * (f64::from(index) / 9.0).sin() + f64::from(index * 7 % 10) / 10.0)
        .collect();
    let bytes: Vec<u8> = values
        .iter()
        .flat_map(|value| {
            #[expect(clippy::cast_possible_truncation, reason = "registers hold singles")]
            let [a, b, c, d] = (*value as f32).to_be_bytes();
            [c, d, a, b]
        })
        .collect();
    let formats = Formats::standard().expect("the library");
    for placed in [false, true] {
        let report = probe(&bytes, &formats, Options { placed, ..Options::default() });
        let first = &report.candidates[0];
        assert_eq!((first.format.as_str(), first.at), ("f32 CDAB", 0), "{placed}");
    }
}

/// Traces as of SEG-Y: 240 bytes with a few fields of 32 bits among bytes that never change, and samples.
fn traces(name: &str, order: &str, chance: &mut Chance) -> (Vec<u8>, Vec<f64>) {
    let (mut file, mut all) = (Vec::new(), Vec::new());
    for trace in 0..60_u32 {
        let mut head: Vec<u8> = (0..240).collect();
        for (place, field) in [(0, trace), (8, 1000 + trace), (72, 20 * trace), (76, 7 * trace)] {
            head[place..place + 4].copy_from_slice(&field.to_be_bytes());
        }
        // As the format holds them, so that they can be compared with what is read.
        let format = Format::named(name).expect("it is known").with_order(order);
        let (samples, _) =
            format.to_vec::<f64>(&bytes(name, order, &waves(80, 1e4, chance))).expect("numbers");
        file.extend(head);
        file.extend(bytes(name, order, &samples));
        all.extend(samples);
    }
    (file, all)
}

#[test]
fn samples_are_found_between_headers() {
    let mut chance = Chance(29);
    let formats = Formats::named(CONFUSED).expect("they are known");
    for (name, order, extent) in [("f64", "big", 8), ("f32", "little", 4), ("twos(16)", "big", 2)] {
        let (file, samples) = traces(name, order, &mut chance);
        let stride = 240 + 80 * extent;
        let report = probe(&file[240..], &formats, Options { placed: true, ..Options::default() });
        let first = &report.candidates[0];
        assert_eq!((first.format.as_str(), first.at), (format!("{name} {order}").as_str(), 0));
        // The last byte of a little-endian float changes little, and may be taken for one of the header behind it.
        let rows = [80, 79].map(|row| format!("`--row {row} --stride {stride}`"));
        assert!(rows.iter().any(|row| first.reasons[0].ends_with(row)), "{name}: {}", first.reasons[0]);
        // The values are those of the samples alone.
        assert_eq!(first.values[..79], samples[..79]);
        // Where the place of an item is not known, the part is found, too, but perhaps not to the byte.
        let report = probe(&file, &formats, Options::default());
        let first = &report.candidates[0];
        assert_eq!(first.format, format!("{name} {order}"));
        assert_eq!(first.at % extent, 240 % extent, "{name}");
    }
}
