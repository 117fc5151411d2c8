"""Texts with characters of one byte and of two."""

import numpy
import pytest

import datarep

TEXT = """
record customer {
    id:     u8;
    name:   [mixed_ebcdic(cp930); 10];
    street: [double_byte(cp930); 4];
}

record optional {
    name: [mixed_ebcdic(cp939); 4] { null if spaces | invalid; };
}

record sized {
    bytes: u8;
    name:  [mixed_ebcdic(cp1399); bytes];
}
"""

CUSTOMERS = bytes.fromhex("07 C10E456245660FC24040 45624040 08 40404040404040404040 40404040")


@pytest.fixture
def records():
    return datarep.Text(TEXT).records


def test_texts_are_read_and_come_back(records):
    customer = records["customer"]
    customers = customer.read(CUSTOMERS)
    assert customers.dtype["name"] == numpy.dtype("U10")
    assert customers["name"].tolist() == ["A日本B", ""]
    assert customers["street"].tolist() == ["日", ""]
    assert customers["id"].tolist() == [7, 8]
    assert customer.write(customers) == CUSTOMERS
    assert customer.write({"id": 7, "name": "A日本B", "street": "日"}) == CUSTOMERS[:15]


def test_missing_texts_are_masked(records):
    optional = records["optional"]
    data = bytes.fromhex("C1C2C340 40404040 0E456245")
    texts = optional.read(data)
    assert texts["name"].tolist() == ["ABC", None, None]
    assert optional.write(texts) == data[:4] + b"\x40" * 8


def test_lengths_are_numbers_of_bytes(records):
    data = bytes.fromhex("05 0E45620FC1 00")
    texts = records["sized"].read(data)
    assert texts["name"].tolist() == ["日A", ""]
    assert records["sized"].write(texts) == data


def test_what_does_not_fit_is_refused(records):
    customer = records["customer"]
    with pytest.raises(ValueError, match="unmapped"):
        customer.read(bytes.fromhex("07 C10E4562456640C24040 45624040"))
    # Four pairs and their shifts fill the field.
    assert customer.write({"id": 1, "name": "日" * 4, "street": ""})[1:11] == bytes.fromhex("0E 45624562 45624562 0F")
    with pytest.raises(ValueError, match="10 bytes, and the text takes 12"):
        customer.write({"id": 1, "name": "日" * 5, "street": ""})
