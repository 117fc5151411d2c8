"""Whole numbers and decimals with a point: in Python, a number means its value."""

from decimal import Decimal

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import datarep

PACKED = "packed_decimal(7, 2)"
THREE = bytes.fromhex("0000300C")

#: Formats with a point, and where it is: some are so long that no integer of NumPy holds their digits.
FORMATS = [
    (PACKED, 2),
    ("zoned_decimal(7, 2)", 2),
    ("binary_decimal(32, 2)", 2),
    ("binary_decimal(64, 4) little", 4),
    ("packed_decimal(31, 2)", 2),
    ("packed_decimal(9, -3)", -3),
    ("PIC S9(5)V99 COMP-3", 2),
]

WHOLE = [3, [3], (3,), np.array([3]), np.array(3), np.int16(3), np.array([3], "u1"), np.array([3], ">i4"), np.array([3], "u8"), np.array([3], object)]


@pytest.mark.parametrize("values", WHOLE, ids=lambda values: f"{type(values).__name__}-{getattr(values, 'dtype', '')}")
def test_a_whole_number_means_its_value(values):
    assert datarep.write(values, PACKED) == datarep.write([Decimal(3)], PACKED) == datarep.write([3.0], PACKED) == THREE


@pytest.mark.parametrize(("name", "scale"), FORMATS)
@given(st.lists(st.integers(-(10**9), 10**9), min_size=1, max_size=20))
def test_as_decimals_are_written(name, scale, values):
    """Integers are written, and refused, as decimals of the same value are: those are converted by other code, digit by digit."""
    values = [value % 10**4 * 1000 if scale < 0 else value % 10**5 for value in values] if values[0] % 7 else values

    def outcome(array):
        try:
            return datarep.write(array, name)
        except datarep.ConversionError as error:
            return error.index, error.event

    expected = outcome([Decimal(value) for value in values])
    assert outcome(np.array(values)) == outcome(values) == outcome(np.array(values, ">i8")) == expected


def test_the_largest_integers():
    for values in ([2**63 - 1, -(2**63)], [2**64 - 1]):
        data = datarep.write(np.array(values), "packed_decimal(31, 2)")
        assert datarep.read(data, "packed_decimal(31, 2)", dtype=object).tolist() == values
    values = np.array([10**17, -(10**17), 92233720368547758], "i8")
    assert datarep.read(datarep.write(values, "packed_decimal(31, 2)"), "packed_decimal(31, 2)", dtype=object).tolist() == values.tolist()


def test_rules_and_errors_name_the_value():
    with pytest.raises(datarep.ConversionError, match=r"item 1: 100000 does not fit in `packed_decimal\(7, 2\)`") as caught:
        datarep.write(np.array([1, 100000]), PACKED)
    assert (caught.value.index, caught.value.event, caught.value.value) == (1, "overflow", "100000")
    assert caught.value.bytes == np.int64(100000).tobytes()
    assert datarep.write([100000, -100000], PACKED, on_overflow="saturate").hex() == "9999999c9999999d"
    data, loss = datarep.write([100000, 3], PACKED, on_overflow="saturate", loss=True)
    assert loss.first == {"overflow": [0]} and data[4:] == THREE
    with pytest.raises(datarep.ConversionError, match="3001 is not exactly a value"):
        datarep.write([3001], "packed_decimal(5, -3)")
    assert datarep.write([3001], "packed_decimal(5, -3)", on_inexact="nearest_even") == datarep.write([3000], "packed_decimal(5, -3)")
    with pytest.raises(TypeError, match="bool"):
        datarep.write([True], PACKED)
    with pytest.raises(ValueError, match="1 masked items"):
        datarep.write(np.ma.array([3], mask=[True]), PACKED)


def test_integers_do_not_hold_a_point(tmp_path):
    message = r"has 2 digits behind its decimal point, and an integer would hold the digits without the point: .* `unscaled=True`"
    for options in ({"dtype": "i4"}, {"dtype": np.uint8}, {"out": np.zeros(1, "i8")}):
        with pytest.raises(ValueError, match=message):
            datarep.read(THREE, PACKED, **options)
    with pytest.raises(ValueError, match="has 3 zeros before its decimal point"):
        datarep.read(b"\x00\x00\x3c", "packed_decimal(5, -3)", dtype="i4")
    # Without a point, the digits are the number.
    assert datarep.read(THREE, "packed_decimal(7, 0)", dtype="i4").tolist() == [300]
    assert datarep.write([300], "packed_decimal(7, 0)") == THREE == datarep.write([300], "packed_decimal(7, 0)", unscaled=True)


@pytest.mark.parametrize(("name", "scale"), FORMATS)
def test_digits_both_ways(name, scale):
    for digits in ([12345, -7, 0], np.array([12345, -7, 0]), np.array([12345, -7, 0], object)):
        data = datarep.write(digits, name, unscaled=True)
        assert data == datarep.write([Decimal(int(one)).scaleb(-scale) for one in digits], name)
        for dtype in ("i4", "i8", ">i4", object, None):
            read = datarep.read(data, name, dtype=dtype, unscaled=True)
            assert read.tolist() == [12345, -7, 0]
            assert dtype is None or read.dtype == np.dtype(dtype)
    assert all(type(one) is int for one in datarep.read(data, name, dtype=object, unscaled=True))
    out = np.empty((2, 3), object)[:, ::2]
    assert datarep.read(data + data[: len(data) // 3], name, out=out, unscaled=True) is out and out.tolist() == [[12345, -7], [0, 12345]]


def test_digits_that_no_integer_of_numpy_holds():
    digits = [10**30, -(10**29) - 1]
    data = datarep.write(digits, "packed_decimal(31, 2)", unscaled=True)
    assert data.hex()[:31] == "1" + "0" * 30
    assert datarep.read(data, "packed_decimal(31, 2)", unscaled=True).tolist() == digits
    assert datarep.read(THREE, PACKED, unscaled=True).dtype == np.int64


def test_what_has_no_digits():
    with pytest.raises(ValueError, match="`f32` is none: leave it out"):
        datarep.read(b"1234", "f32", unscaled=True)
    with pytest.raises(ValueError, match="`f32` is none"):
        datarep.write([1.0], "f32", unscaled=True)
    with pytest.raises(ValueError, match="dtype is an integer or object, not float32"):
        datarep.read(THREE, PACKED, dtype="f4", unscaled=True)
    with pytest.raises(TypeError, match="which are whole numbers, and array has the type float64"):
        datarep.write([3.14], PACKED, unscaled=True)
    with pytest.raises(TypeError, match="item 1 of the array is of the type Decimal"):
        datarep.write([1, Decimal("3.14")], PACKED, unscaled=True)
    record = datarep.Text("record r { price: packed_decimal(7, 2); }").records["r"]
    with pytest.raises(TypeError, match="a record has its own"):
        datarep.read(THREE, record, unscaled=True)


def test_formats_of_texts_and_fields():
    text = datarep.Text("record r { price: packed_decimal(7, 2); cheap: packed_decimal(7, 2) as f64; cents: packed_decimal(7, 2) as i32; }")
    record = text.records["r"]
    # The text names the integer of `cents`, and has its digits so.
    assert record.write({"price": 3, "cheap": 3, "cents": 300}) == THREE * 3
    array = np.array([(3, 3, 300)], [("price", "i4"), ("cheap", "i8"), ("cents", "i8")])
    assert record.write(array) == THREE * 3
    assert record.read(THREE * 3).tolist() == [(Decimal("3.00"), 3.0, 300)]
    # A format of its own type has no integers at all.
    with pytest.raises(TypeError, match="`price` has no items of dtype int64"):
        datarep.write([3], record.fields[0].format)


def test_arrays_are_multiplied_together(monkeypatch):
    """Integers whose digits fit in 64 bits do not become objects of Python, item by item, as decimals do."""

    def refuse(array):
        raise AssertionError("item by item")

    monkeypatch.setattr("datarep._decimals.make_raw", refuse)
    monkeypatch.setattr("datarep._decimals.make_texts", refuse)
    values = np.arange(200_000) % 99_999
    assert datarep.write(values, PACKED) == datarep.write(values * 100, "packed_decimal(7, 0)")
    assert datarep.write([10**16], "packed_decimal(31, 2)") == datarep.write([10**18], "packed_decimal(31, 0)")
    for one, name in (([Decimal(3)], PACKED), (np.array([2**63 - 1]), "packed_decimal(31, 2)")):
        with pytest.raises(AssertionError, match="item by item"):
            datarep.write(one, name)
