//! Records whose counts are computed, in generated code.

#![expect(
    clippy::panic_in_result_fn,
    reason = "a test asserts, and ends at an error that it does not expect"
)]

use datarep::ErrorClass;

datarep::datarep! {
    /// A packet whose length includes itself.
    record packet {
        length: u16;
        header: head;
        kind:   [ascii; 1];
        data:   length - 6 bytes;
        pairs:  [pair; header.count * 2];
        extra:  [u8; choice kind { "A" => 1; "B" | "C" => header.count + 1; otherwise => 2 - 2; }];
        _:      (4 - length % 4) % 4 bytes;
        place:  u8;
        far:    u8 at place;
        words:  [ascii; length / 2];
    }

    record head { version: u8; count: i8; }
    record pair { a: u8; b: u16 little; }
    record half { n: u8; codes: [u8; n / 2]; }

    /// Everything behind the first byte.
    record note { id: u8; words: [ascii; ..]; }
    record named { count: u64; name: [ascii; count] { null if spaces; }; }
    record padded { count: u64; name: [ascii; count] { padding spaces; }; }
    record gap { count: u64; _: count bytes; last: u8; }
    record frame { id: u8; body: .. bytes; }
    record list { id: u8; pairs: [pair; ..]; }
    record tree { id: u8; leaves: [leaf; ..]; }
    record leaf { count: u8; codes: [u16; count]; }
    record boxed { id: u8; body: choice id in 6 bytes { 1 => text: [ascii; ..]; 2 => codes: [u16; ..]; 3 => _: .. bytes; }; }
}

/// Bytes of a packet, with `count` in its header.
fn make_packet(length: u16, count: u8, kind: u8, extra: &[u8]) -> Vec<u8> {
    let mut bytes = length.to_be_bytes().to_vec();
    bytes.extend([1, count, kind]);
    bytes.extend((6..length).map(|_| b'x'));
    for pair in 0..count * 2 {
        bytes.extend([pair, 2, 1]);
    }
    bytes.extend(extra);
    bytes.resize(bytes.len() + usize::from((4 - length % 4) % 4), 0);
    let place = u8::try_from(bytes.len() + 3).expect("a short packet");
    bytes.extend([place, 0, 0, 42]);
    bytes.extend((0..length / 2).map(|_| b'w'));
    bytes
}

#[test]
fn counts_are_computed_from_earlier_fields() -> Result<(), datarep::Error> {
    let cases: [(u16, u8, u8, &[u8]); 5] = [
        (6, 0, b'A', &[9]),
        (8, 1, b'B', &[1, 2]),
        (10, 2, b'C', &[1, 2, 3]),
        (12, 0, b'Z', &[]),
        (14, 3, b'A', &[7]),
    ];
    for (length, count, kind, extra) in cases {
        let bytes = make_packet(length, count, kind, extra);
        let (packets, loss) = packet::to_vec(&bytes)?;
        assert!(loss.is_none());
        let [packet] = packets.as_slice() else { panic!("{packets:?}") };
        assert_eq!(packet.data, vec![b'x'; usize::from(length - 6)]);
        assert_eq!(packet.pairs.len(), usize::from(count) * 2);
        assert!(packet.pairs.iter().zip(0..).all(|(pair, index)| *pair == Pair { a: index, b: 0x0102 }));
        assert_eq!((packet.extra.as_slice(), packet.far), (extra, 42));
        assert_eq!(packet.words, "w".repeat(usize::from(length / 2)));
        assert_eq!(packet::to_bytes(&packets)?.0, bytes);
        // Packets follow one another.
        let twice = bytes.repeat(2);
        assert_eq!(packet::to_bytes(&packet::to_vec(&twice)?.0)?.0, twice);
    }
    Ok(())
}

#[test]
fn impossible_counts_name_their_field() {
    let sound = make_packet(8, 1, b'A', &[9]);
    let refused = |change: &dyn Fn(&mut Vec<u8>)| {
        let mut bytes = sound.clone();
        change(&mut bytes);
        let error = packet::to_vec(&bytes).expect_err("it is not sound");
        assert_eq!(error.class(), ErrorClass::Count);
        error.to_string()
    };
    let negative = refused(&|bytes| bytes[1] = 5);
    assert!(negative.contains("record 0: `data` has the count `length - 6`, which is -1"), "{negative}");
    let negative = refused(&|bytes| bytes[3] = 0xFF);
    assert!(negative.contains("`pairs` has the count `header.count * 2`, which is -2"), "{negative}");
    let torn = half::to_vec(&[9, 0, 0, 0, 0]).expect_err("no whole number").to_string();
    assert!(torn.contains("`codes` has the count `n / 2`, which is no whole number: 9 / 2"), "{torn}");
    let backwards = refused(&|bytes| bytes[14] = 3);
    assert!(backwards.contains("`_` has the count `place - the bytes before it`"), "{backwards}");
}

#[test]
fn lengths_that_do_not_fit_are_not_written() -> Result<(), datarep::Error> {
    let (mut packets, _) = packet::to_vec(&make_packet(8, 1, b'B', &[1, 2]))?;
    packets[0].extra.push(3);
    let error = packet::to_bytes(&packets).expect_err("an item too many");
    assert!(error.to_string().contains("`extra` has 3 items, and its count says 2"), "{error}");
    packets[0].extra.pop();
    packets[0].header.count = -1;
    let error = packet::to_bytes(&packets).expect_err("a negative count");
    assert!(error.to_string().contains("which is -2"), "{error}");
    Ok(())
}

#[test]
fn the_last_field_takes_the_rest() -> Result<(), datarep::Error> {
    let (notes, _) = note::to_vec(b"\x07hello  ")?;
    assert_eq!(notes, [Note { id: 7, words: "hello  ".to_owned() }]);
    assert_eq!(note::to_bytes(&notes)?.0, b"\x07hello  ");
    assert_eq!(note::to_vec(b"\x07")?.0, [Note { id: 7, words: String::new() }]);
    let (frames, _) = frame::to_vec(&[1, 2, 3])?;
    assert_eq!(frames[0].body, [2, 3]);
    assert_eq!(frame::to_bytes(&frames)?.0, [1, 2, 3]);

    let (lists, _) = list::to_vec(&[1, 2, 3, 0, 4, 5, 0])?;
    assert_eq!(lists[0].pairs, [Pair { a: 2, b: 3 }, Pair { a: 4, b: 5 }]);
    assert_eq!(list::to_bytes(&lists)?.0, [1, 2, 3, 0, 4, 5, 0]);
    let error = list::to_vec(&[1, 2, 3, 0, 4]).expect_err("a pair and a third");
    assert!(
        error.to_string().contains("`pairs` has items of 3 bytes, and 4 bytes are left for them"),
        "{error}"
    );

    let bytes = [9, 1, 0, 7, 0, 2, 0, 1, 0, 2];
    let (trees, _) = tree::to_vec(&bytes)?;
    let codes: Vec<&[u16]> = trees[0].leaves.iter().map(|leaf| leaf.codes.as_slice()).collect();
    assert_eq!(codes, [&[7][..], &[], &[1, 2]]);
    assert_eq!(tree::to_bytes(&trees)?.0, bytes);
    Ok(())
}

#[test]
fn the_rest_of_an_alternative_is_that_of_its_bytes() -> Result<(), datarep::Error> {
    let bytes = *b"\x01abcdef\x02\0\x01\0\x02\0\x03\x03\0\0\0\0\0\0";
    let (boxes, _) = boxed::to_vec(&bytes)?;
    let bodies: Vec<&BoxedBody> = boxes.iter().map(|boxed| &boxed.body).collect();
    let expected =
        [BoxedBody::Text("abcdef".to_owned()), BoxedBody::Codes(vec![1, 2, 3]), BoxedBody::Nothing];
    assert_eq!(bodies, expected.iter().collect::<Vec<_>>());
    assert_eq!(boxed::to_bytes(&boxes)?.0, bytes);
    let short = [Boxed { id: 2, body: BoxedBody::Codes(vec![1, 2]) }];
    let error = boxed::to_bytes(&short).expect_err("an item is missing");
    assert!(error.to_string().contains("has 2 items, and its count says 3"), "{error}");
    Ok(())
}

/// A count of the program may be any number: what it asks for must not end the program.
#[test]
fn counts_for_which_there_is_no_memory_are_refused() {
    for count in [u64::MAX / 8, u64::MAX] {
        let refused = [
            named::to_bytes(&[Named { count, name: None }]).expect_err("there is no such memory"),
            padded::to_bytes(&[Padded { count, name: String::new() }]).expect_err("there is no such memory"),
            gap::to_bytes(&[Gap { count, last: 1 }]).expect_err("there is no such memory"),
        ];
        // With addresses of 32 bits, it is not even asked for.
        let reason = if usize::BITS < 64 { "says that there are" } else { "for which there is no memory" };
        for error in refused {
            assert!(error.to_string().contains(reason), "{error}");
        }
    }
}
