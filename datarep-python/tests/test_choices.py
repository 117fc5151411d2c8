"""Choices in records: masked values of other alternatives, and back."""

import datarep
import numpy as np
import pytest

TEXT = datarep.Text(
    """
    record entry {
        kind: [ascii; 1];
        id:   u16;
        body: choice kind {
            "C" => customer;
            "N" => number: i32 { null if -1; };
            "L" => list: [i16; 2];
            "F" => float: ibm::hfp32;
            otherwise => _;
        };
    }
    record customer { name: [ascii; 3]; size: u8; }

    record padded { kind: u8; body: choice kind in 4 bytes { 1 => a: u16; 2 => b: ieee::f32; }; }
    """
)

ENTRIES = b"C\0\1abc\7" + b"N\0\2\0\0\1\0" + b"L\0\3\0\1\xff\xfe" + b"N\0\4\xff\xff\xff\xff" + b"?\0\5" + b"F\0\6\xc2\x76\xa0\0"


def test_each_record_has_the_values_of_its_alternative() -> None:
    entry = TEXT.records["entry"]
    assert entry.itemsize is None
    assert entry.is_nullable
    made = entry.read(ENTRIES)
    assert made["kind"].tolist() == ["C", "N", "L", "N", "?", "F"]
    assert made["body.customer.name"].tolist() == ["abc", None, None, None, None, None]
    assert made["body.customer.size"].tolist() == [7, None, None, None, None, None]
    assert made["body.number"].tolist() == [None, 256, None, None, None, None]
    assert made["body.float"].tolist() == [None, None, None, None, None, -118.625]
    assert [list(one) for one in made["body.list"]] == [[], [], [1, -2], [], [], []]
    assert entry.write(made) == ENTRIES


def test_records_whose_alternatives_are_equally_long_have_a_size() -> None:
    text = datarep.Text(
        """record sample { kind: u8; body: choice kind { 1 => a: i32; 2 => b: [u16; 2]; }; all: overlay { low: u8; raw: 1 byte; }; }
        record log { samples: [sample; 2]; last: u8; }"""
    )
    sample = text.records["sample"]
    assert sample.itemsize == 6
    data = bytes.fromhex("01 FFFFFFFE 09" + "02 00010002 0A" + "01 00000007 0B")
    made = sample.read(data)
    assert made["body.a"].tolist() == [-2, None, 7]
    assert [list(one) for one in made["body.b"]] == [[], [1, 2], []]
    assert made["all.low"].tolist() == [9, 10, 11]
    assert sample.write(made) == data
    assert sample.read(data, count=2, offset=6)["body.a"].tolist() == [None, 7]
    with pytest.raises(ValueError, match="17 bytes are 2 records of 6 bytes, and 5 bytes more"):
        sample.read(data[:17])
    log = text.records["log"]
    assert log.itemsize == 13
    both = log.read(data[:12] + b"\7")
    assert both["last"].tolist() == [7] and both["samples.kind"].tolist() == [[1, 2]]


def test_alternatives_in_a_stated_number_of_bytes() -> None:
    padded = TEXT.records["padded"]
    data = bytes.fromhex("01 0007 0000" + "02 3FC00000")
    made = padded.read(data)
    assert made["body.a"].tolist() == [7, None]
    assert made["body.b"].tolist() == [None, 1.5]
    assert padded.write(made) == data
    assert padded.read(data, count=1)["body.a"].tolist() == [7]


def test_a_value_of_another_alternative_is_refused() -> None:
    padded = TEXT.records["padded"]
    made = padded.read(bytes.fromhex("01 0007 0000" + "02 3FC00000"))
    made["kind"][0] = 2
    with pytest.raises(ValueError, match="record 0: `body.a` has a value, and `body` is another alternative there"):
        padded.write(made)
    made["kind"][0] = 3
    with pytest.raises(ValueError, match="is 3, for which `body` has no alternative"):
        padded.write(made)
    with pytest.raises(ValueError, match="record 1: `kind` at byte 5 is 9, for which `body` has no alternative"):
        padded.read(bytes.fromhex("01 0007 0000" + "09 3FC00000"))


def test_losses_are_at_the_places_of_their_columns() -> None:
    text = datarep.Text("record r { kind: u8; body: choice kind { 1 => x: ieee::f64 as f32; 2 => y: u8; }; }")
    tenth = np.array([0.1], ">f8").tobytes()
    made, losses = text.records["r"].read(b"\2\7" + b"\1" + tenth, loss=True)
    assert made["body.x"].mask.tolist() == [True, False]
    assert losses["body.x"].counts == {"inexact": 1}
    assert losses["body.x"].first == {"inexact": [1]}
