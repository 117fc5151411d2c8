//! Counts that are computed, and fields that take the rest of their record: in lists, tables, dumps and other records.

use crate::{Done, Place};

const TEXT: &str = r#"
record packet {
    length: u16;
    header: packet_header;
    data:   length - 6 bytes;
    items:  [packet_item; header.count * 2];
    codes:  [u8; choice header.kind { "A" => 1; "B" => header.count + 1; otherwise => 0; }];
    _:      (4 - length % 4) % 4 bytes;
    far:    u16 at header.place;
    words:  [ascii; ..];
}
record packet_header { kind: [ascii; 1]; count: u8; place: u16; }
record packet_item { id: u8; value: u16 little; }
"#;

/// Packets, and their lines.
const PACKETS: [(&[u8], &str); 3] = [
    (
        b"\0\x08A\x01\0\x14xy\x01\x02\0\x03\x04\0\x09\0\0\0\0\0\x01\x02one",
        "8,A,1,20,7879,\"[1,3]\",\"[2,4]\",[9],258,one",
    ),
    (b"\0\x06Z\0\0\x08\0\0\0\x07", "6,Z,0,8,,[],[],[],7,"),
    (b"\0\x07B\0\0\x0Az\x05\0\0\0\x08two, three", "7,B,0,10,7a,[],[],[5],8,\"two, three\""),
];

const NAMES: &str =
    "length,header.kind,header.count,header.place,data,items.id,items.value,codes,far,words\n";

fn expect_success(done: &Done) {
    assert_eq!((done.code, done.stderr.as_str()), (Some(0), ""));
}

/// The packets between the marks of IBM.
fn mark(packets: &[&[u8]]) -> Vec<u8> {
    let mut file = Vec::new();
    for packet in packets {
        let length = u16::try_from(packet.len() + 4).expect("a short packet");
        file.extend(length.to_be_bytes());
        file.extend([0, 0]);
        file.extend_from_slice(packet);
    }
    file
}

fn packets() -> Place {
    let place = Place::new();
    place.write("packets.datarep", TEXT);
    place.write("packets.dat", mark(&PACKETS.map(|(packet, _)| packet)));
    place
}

const FROM: [&str; 6] = ["--record", "packets.datarep", "--from", "packet", "--marks", "rdw"];

#[test]
fn records_of_computed_lengths_become_tables() {
    let place = packets();
    expect_success(&place.run(&[&["convert", "packets.dat", "packets.csv"], &FROM[..]].concat()));
    let lines = PACKETS.map(|(_, line)| [line, "\n"].concat()).concat();
    assert_eq!(String::from_utf8_lossy(&place.read("packets.csv")), format!("{NAMES}{lines}"));
    // Many of them, in several blocks.
    place.write("many.dat", mark(&PACKETS.map(|(packet, _)| packet)).repeat(30_000));
    expect_success(&place.run(&[&["convert", "many.dat", "many.csv"], &FROM[..]].concat()));
    assert_eq!(place.read("many.csv"), format!("{NAMES}{}", lines.repeat(30_000)).as_bytes());
    // And some of them.
    let some = ["convert", "packets.dat", "some.csv", "--where", "header.kind=B"];
    assert_eq!(place.run(&[&some[..], &FROM[..]].concat()).code, Some(0));
    assert_eq!(place.read("some.csv"), format!("{NAMES}{}\n", PACKETS[2].1).as_bytes());
}

#[test]
fn records_are_written_with_their_marks() {
    let place = packets();
    let to = ["convert", "packets.dat", "new.dat", "--to", "packet", "--to-marks", "rdw"];
    expect_success(&place.run(&[&to[..], &FROM[..]].concat()));
    assert_eq!(place.read("new.dat"), place.read("packets.dat"));
}

#[test]
fn a_dump_shows_each_item() {
    let place = packets();
    let args = ["dump", "packets.dat", "--record", "packets.datarep", "--as", "packet", "--marks", "rdw"];
    let done = place.run(&args);
    expect_success(&done);
    let shown = String::from_utf8_lossy(&done.stdout);
    for line in
        ["items[1].value  4", "codes[0]        9", "_", "far             258", "words           \"one\""]
    {
        assert!(shown.lines().any(|shown| shown.trim_end().ends_with(line)), "{line}: {shown}");
    }
}

#[test]
fn impossible_counts_are_told_with_their_place() {
    let place = packets();
    place.write("bad.dat", mark(&[PACKETS[0].0, b"\0\x05A\0\0\x08\0\0\0\0"]));
    let done = place.run(&[&["convert", "bad.dat", "bad.csv"], &FROM[..]].concat());
    assert_eq!(done.code, Some(1));
    let message = "record 1: `data` at byte 39: the count `length - 6` is -1";
    assert!(done.stderr.contains(message), "{}", done.stderr);
    assert!(!place.path("bad.csv").exists());
    // With marks, such a record is passed over on demand.
    let skip = ["convert", "bad.dat", "kept.csv", "--on-bad", "skip"];
    let done = place.run(&[&skip[..], &FROM[..]].concat());
    assert_eq!(done.code, Some(0), "{}", done.stderr);
    assert_eq!(place.read("kept.csv"), format!("{NAMES}{}\n", PACKETS[0].1).as_bytes());
}

#[test]
fn without_marks_one_record_takes_the_file() {
    let place = packets();
    place.write("one.dat", [PACKETS[0].0, b"\0 and the rest"].concat());
    let args = ["convert", "one.dat", "one.csv", "--record", "packets.datarep", "--from", "packet"];
    expect_success(&place.run(&args));
    let lines = String::from_utf8_lossy(&place.read("one.csv")).into_owned();
    assert_eq!(lines.lines().count(), 2, "{lines}");
    assert!(lines.ends_with("one\0 and the rest\n"), "{lines}");
}
