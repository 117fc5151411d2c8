"""Overlays and choices by what is valid: masked values where an alternative is not valid, and back."""

from decimal import Decimal

import datarep
import numpy as np
import pytest

TEXT = datarep.Text(
    """
    record sale {
        id: u8;
        amount: overlay {
            packed: packed_decimal(5, 2);
            letters: [ascii; 3];
            raw: 3 bytes;
        };
        body: choice valid {
            number: packed_decimal(3, 0) { null if all 0x40; };
            list: [packed_decimal(1, 0); 2];
            otherwise => rest: 2 bytes;
        };
    }
    """
)

SALES = bytes.fromhex("01 12345C 078D" + "02 616263 1C2D" + "03 99999F FEFF" + "04 FFFFFF 4040" + "05 00001C 3C3C")


def test_each_alternative_is_there_where_it_is_valid() -> None:
    sale = TEXT.records["sale"]
    assert sale.is_nullable
    made = sale.read(SALES)
    assert made["amount.packed"].tolist() == [Decimal("123.45"), None, Decimal("999.99"), None, Decimal("0.01")]
    assert made["amount.letters"].tolist()[1:4] == ["abc", None, None]
    assert made["body.number"].tolist() == [-78, None, None, None, None]
    assert [list(one) for one in made["body.list"]] == [[], [1, -2], [], [], [3, 3]]
    assert [bytes(one) for one in made["body.rest"]] == [b"", b"", b"\xfe\xff", b"", b""]
    assert sale.write(made) == SALES


def test_values_that_differ_are_refused() -> None:
    sale = TEXT.records["sale"]
    made = sale.read(SALES[:6])
    made["amount.packed"][0] = Decimal("1.00")
    with pytest.raises(ValueError, match="record 0: the bytes of `amount` are those of `packed`, and do not have the value"):
        sale.write(made)
    made = sale.read(SALES[6:12])
    made["amount.letters"].mask[0] = True
    assert sale.write(made) == SALES[6:12]


def test_bytes_that_no_alternative_takes_are_refused() -> None:
    text = datarep.Text("record r { id: u8; body: choice valid { a: packed_decimal(3, 0); b: [ascii; 2]; }; }")
    record = text.records["r"]
    assert np.ma.getmaskarray(record.read(b"\1\x12\x3c")["body.b"]).tolist() == [True]
    with pytest.raises(ValueError, match="record 1: no alternative of `body` is valid at byte 4"):
        record.read(b"\1\x12\x3c\2\xff\xff")
