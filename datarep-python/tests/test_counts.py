"""Records whose counts are computed, and fields that take the rest of their record."""

import datarep
import numpy as np
import pytest

TEXT = datarep.Text(
    """
    record packet { length: u16; head: header; data: length - 4 bytes; items: [u8; head.count * 2]; words: [ascii; ..]; }
    record header { kind: u8; count: u8; }
    record plain { n: u8; codes: [u16; n + 1]; name: [ascii; n * 2]; }
    """
)


def test_counts_are_computed_from_earlier_fields():
    plain = TEXT.records["plain"]
    file = b"\0\0\7" + b"\2\0\1\0\2\0\3abcd"
    array = plain.read(file)
    assert [codes.tolist() for codes in array["codes"]] == [[7], [1, 2, 3]]
    assert array["name"].tolist() == ["", "abcd"]
    assert bytes(plain.write(array)) == file


def test_a_record_takes_the_rest_of_the_file():
    packet = TEXT.records["packet"]
    file = b"\0\6\1\1xy\5\6rest"
    array = packet.read(file)
    assert (array["data"][0], array["items"][0].tolist(), array["words"][0]) == (b"xy", [5, 6], "rest")
    assert bytes(packet.write(array)) == file


def test_what_its_count_does_not_say_is_not_written():
    plain = TEXT.records["plain"]
    array = plain.read(b"\0\0\7" + b"\2\0\1\0\2\0\3abcd")
    array["codes"][0] = np.array([1, 2], np.uint16)
    with pytest.raises(ValueError, match="`codes` has 4 items, and there are 5 values"):
        plain.write(array)


def test_impossible_counts_name_their_field():
    with pytest.raises(ValueError, match="the count `length - 4` is -1"):
        TEXT.records["packet"].read(b"\0\3\1\1")
