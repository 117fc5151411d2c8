"""Exact decimals: arrays of objects of the type `decimal.Decimal`."""

import decimal
import signal
from decimal import Decimal

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import datarep

PACKED = bytes.fromhex("1234567C 0000001D 0000500C")
VALUES = [Decimal("12345.67"), Decimal("-0.01"), Decimal("5.00")]


@pytest.mark.parametrize("dtype", [object, Decimal, "O", np.dtype(object)])
def test_there_and_back(dtype):
    array = datarep.read(PACKED, "packed_decimal(7, 2)", dtype=dtype)
    assert array.dtype == object and array.shape == (3,)
    assert list(map(str, array)) == ["12345.67", "-0.01", "5.00"]
    for values in (array, VALUES, tuple(VALUES), np.array(VALUES), [VALUES[0], VALUES[1], 5], array[::-1][::-1]):
        assert datarep.write(values, "packed_decimal(7, 2)") == PACKED
    assert datarep.write(Decimal("-0.01"), "packed_decimal(7, 2)") == PACKED[4:8]


def test_floats_stay_what_they_were():
    assert datarep.read(PACKED, "packed_decimal(7, 2)").dtype == np.float64


def test_shapes_files_and_threads(tmp_path):
    path = tmp_path / "prices"
    assert datarep.write(np.array(VALUES * 2).reshape(2, 3), "packed_decimal(7, 2)", path) == 24
    read = datarep.read(path, "packed_decimal(7, 2)", dtype=object, shape=(-1, 3), offset=0, threads=2)
    assert read.tolist() == [VALUES, VALUES]
    out = np.empty((3, 2), object)
    assert datarep.read(path, "packed_decimal(7, 2)", out=out) is out and out.reshape(-1).tolist() == VALUES * 2
    assert datarep.read(path, "packed_decimal(7, 2)", dtype=object, count=2, offset=4).tolist() == VALUES[1:]
    with path.open("rb") as file:
        file.seek(8)
        assert datarep.read(file, "packed_decimal(7, 2)", dtype=object, count=1).tolist() == VALUES[2:]
    items = np.frombuffer(PACKED * 2, "V4").reshape(3, 2)
    assert datarep.read(items, "packed_decimal(7, 2)", dtype=object).shape == (3, 2)
    with pytest.raises(ValueError, match="asked for"):
        datarep.read(path, "packed_decimal(7, 2)", out=np.empty(5, object))
    with pytest.raises(TypeError, match="out has the type float64"):
        datarep.read(path, "packed_decimal(7, 2)", out=np.empty(6), dtype=object)


def test_nothing_is_rounded_in_silence():
    values = [Decimal("1.25"), Decimal("1.239"), Decimal("-0.005")]
    with pytest.raises(datarep.ConversionError, match="1\\.239 is not exactly a value") as caught:
        datarep.write(values, "packed_decimal(7, 2)")
    assert (caught.value.index, caught.value.event) == (1, "inexact")
    data, loss = datarep.write(values, "packed_decimal(7, 2)", loss=True)
    assert loss.counts == {"inexact": 2} and loss.first == {"inexact": [1, 2]}
    assert data == datarep.write(values, "packed_decimal(7, 2)", on_inexact="nearest_even")
    assert datarep.read(data, "packed_decimal(7, 2)", dtype=object).tolist() == [Decimal("1.25"), Decimal("1.24"), 0]
    assert datarep.write(values, "packed_decimal(7, 2)", on_inexact="toward_zero")[4:8].hex() == "0000123c"
    with pytest.raises(datarep.ConversionError, match="does not fit") as caught:
        datarep.write([Decimal("100000")], "packed_decimal(7, 2)")
    assert caught.value.event == "overflow"
    assert datarep.write([Decimal("100000")], "packed_decimal(7, 2)", on_overflow="saturate").hex() == "9999999c"


def test_no_context_of_the_caller_matters():
    with decimal.localcontext() as context:
        context.prec = 3
        context.traps[decimal.Inexact] = True
        assert datarep.read(PACKED, "packed_decimal(7, 2)", dtype=object)[0] == VALUES[0]
        assert datarep.write(VALUES, "packed_decimal(7, 2)") == PACKED
        wide = datarep.read(bytes.fromhex("9" * 31 + "C"), "packed_decimal(31, 2)", dtype=object)
        assert str(wide[0]) == "9" * 29 + ".99"


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("zoned_decimal(5, 2)", ["123.45", "-0.01"]),
        # More digits than a decimal of 96 bits has.
        ("packed_decimal(31, 2)", ["99999999999999999999999999999.99", "-1.00", "0.00"]),
        ("binary_decimal(32, 2, 7)", ["-99999.99", "0.01", "0.00"]),
        ("binary_decimal(128, 10) little", ["-17014118346046923173168730371.5884105728", "0.0000000001"]),
        ("twos(32)", ["-2147483648", "7"]),
        ("twos(12) packed", ["5", "-6", "7"]),
        ("unsigned(64)", ["18446744073709551615"]),
        ("decimal64_dpd", ["5.25", "1E+300", "-1E-300"]),
        ("hfp32", ["1.5", "-118.625", "0"]),
        ("f64", ["0.1000000000000000055511151231257827021181583404541015625", "Infinity"]),
        ("vax_h", ["0.5", "-1E-5"]),
    ],
)
def test_other_formats(name, values):
    values = [Decimal(value) for value in values]
    inexact = name == "vax_h"
    data, loss = datarep.write(values, name, loss=True)
    assert bool(loss) is inexact and (inexact or data == datarep.write(values, name))
    again = datarep.read(data, name, dtype=object, count=len(values))
    if inexact:
        assert again[0] == Decimal("0.5") and 0 < abs(again[1] - values[1]) < Decimal("1e-35")
    else:
        assert again.tolist() == values
    floats = datarep.read(data, name, dtype="f8", count=len(values))
    np.testing.assert_array_equal(floats, [float(value) for value in again])


def test_what_other_formats_refuse():
    with pytest.raises(datarep.ConversionError, match='0.1 is not exactly a number of `hfp32`: `on_inexact="nearest_even"`'):
        datarep.write([Decimal("0.1")], "hfp32")
    with pytest.raises(datarep.ConversionError, match="1.5 is not a whole number"):
        datarep.write([Decimal("1.5")], "twos(32)")
    with pytest.raises(datarep.ConversionError, match="item 1: 1E\\+40 is beyond the format's range") as caught:
        datarep.write([1, Decimal("1e40")], "twos(32)")
    assert (caught.value.index, caught.value.event) == (1, "overflow")
    with pytest.raises(datarep.ConversionError) as caught:
        datarep.write([Decimal("NaN")], "packed_decimal(7, 2)")
    assert caught.value.event == "nan"
    with pytest.raises(datarep.ConversionError, match="item 1: the word is no number") as caught:
        datarep.read(bytes(15) + b"\x0c" + b"\xaa" * 16, "packed_decimal(31, 2)", dtype=object)
    assert caught.value.bytes == b"\xaa" * 16 and caught.value.event == "invalid"
    with pytest.raises(TypeError, match="without rules"):
        datarep.read(bytes(4), "hfp32", dtype=object, on_nan="zero")
    assert np.isnan(float(datarep.read(datarep.write([np.nan], "f32"), "f32", dtype=object)[0]))


def test_items_that_are_no_decimals():
    for wrong, message in (
        ([1.5, VALUES[0]], "item 0 of the array is a float among objects"),
        ([VALUES[0], "1.5"], "item 1 of the array is a text among objects"),
        ([VALUES[0], True], "item 1 of the array is the truth value True"),
        ([VALUES[0], None], "item 1 of the array is missing"),
    ):
        with pytest.raises(TypeError, match=message):
            datarep.write(np.array(wrong, object), "packed_decimal(7, 2)")


@given(st.lists(st.decimals(min_value=-99999, max_value=99999, places=2), max_size=20))
def test_any_decimals(values):
    data = datarep.write(np.array(values, object), "packed_decimal(7, 2)")
    again = datarep.read(data, "packed_decimal(7, 2)", dtype=object)
    assert again.tolist() == values and all(value.as_tuple().exponent == -2 for value in again)
    # The same numbers as whole numbers of hundredths.
    assert data == datarep.write(np.array([value.scaleb(2) for value in values], object), "packed_decimal(7, 0)")


def test_in_records():
    record = datarep.Text("record payment { id: u16; price: packed_decimal(7, 2); rates: [zoned_decimal(3, 1); 2]; }").records["payment"]
    assert record.dtype == np.dtype([("id", "u2"), ("price", "O"), ("rates", "O", 2)])
    data = record.write([{"id": 1, "price": VALUES[0], "rates": [Decimal("1.5"), 2]}, {"id": 2, "price": 0, "rates": [0, Decimal("-9.9")]}])
    assert data[2:6] == PACKED[:4] and len(data) == 2 * record.itemsize
    array = record.read(data)
    assert array["price"].tolist() == [VALUES[0], 0] and array["rates"].tolist() == [[Decimal("1.5"), 2], [0, Decimal("-9.9")]]
    assert record.write(array) == data
    array["price"][1] = Decimal("0.001")
    with pytest.raises(datarep.ConversionError, match="more digits behind the point") as caught:
        record.write(array)
    assert (caught.value.field, caught.value.record, caught.value.event) == ("price", 1, "inexact")
    assert record.write(array, loss=True)[1]["price"].first == {"inexact": [1]}
    array["price"][1] = Decimal("1e9")
    with pytest.raises(datarep.ConversionError, match="field `price` of record 1, item 1: 1000000000 does not fit"):
        record.write(array)


def encode_zoned(number, digits):
    codes = [0xF0 + int(digit) for digit in f"{abs(number):0{digits}}"]
    codes[-1] += (0xD0 if number < 0 else 0xC0) - 0xF0
    return bytes(codes)


def encode_packed(number, digits):
    text = f"{abs(number):0{digits}}" + ("D" if number < 0 else "C")
    return bytes.fromhex(text.zfill(len(text) + len(text) % 2))


@pytest.mark.parametrize("kind, encode", [("zoned_decimal", encode_zoned), ("packed_decimal", encode_packed)])
@pytest.mark.parametrize("digits", [16, 17, 18, 28, 29, 31, 32, 33, 38])
def test_decimals_of_every_width_have_all_digits(kind, encode, digits):
    most = 10**digits - 1
    numbers = [most, -most, 0, 7, -7, 10 ** (digits - 1), 5 * 10**9, most // 7]
    data = b"".join(encode(number, digits) for number in numbers)
    for scale in sorted({0, 1, 2, min(digits, 28), digits}):
        name = f"{kind}({digits}, {scale})"
        values = [Decimal(f"{number}E-{scale}") for number in numbers]
        read, loss = datarep.read(data, name, dtype=object, loss=True)
        assert [value.as_tuple() for value in read] == [value.as_tuple() for value in values] and not loss
        assert datarep.write(read, name) == data
        assert [value.as_tuple() for value in datarep.Format(name).range] == [values[1].as_tuple(), values[0].as_tuple()]
        assert datarep.read(data, name, dtype=object, unscaled=True).tolist() == numbers
        assert datarep.write(np.array(numbers, object), name, unscaled=True) == data


def test_what_decimals_of_many_digits_refuse():
    name = "zoned_decimal(30, 2)"
    for value, event in (("1.005", "inexact"), ("1E+28", "overflow"), ("1E+999999", "overflow"), ("1E-999999", "inexact"), ("NaN", "nan"), ("-Infinity", "infinity")):
        with pytest.raises(datarep.ConversionError) as raised:
            datarep.write([Decimal(1), Decimal(value)], name)
        assert (raised.value.index, raised.value.event) == (1, event)
    data, loss = datarep.write([Decimal("1.005"), Decimal("1.015"), Decimal(2)], name, loss=True)
    assert data == b"".join(encode_zoned(number, 30) for number in (100, 102, 200)) and loss.first == {"inexact": [0, 1]}
    assert datarep.write([Decimal("1.005")], name, on_inexact="nearest_even") == encode_zoned(100, 30)
    with pytest.raises(datarep.ConversionError, match="item 1: the word is no number of `zoned_decimal\\(30, 2\\)`"):
        datarep.read(data[:30] + b"\xff" * 30, name, dtype=object)
    with pytest.raises(datarep.ConversionError, match="item 0: -5 is beyond the format's range"):
        datarep.write([Decimal(-5)], "zoned_decimal(30, 2, unsigned)")
    assert datarep.Format("zoned_decimal(30, 2, unsigned)").range[0] == 0
    words = datarep.write([Decimal(500)], "zoned_decimal(30, -2)")
    assert datarep.read(words, "zoned_decimal(30, -2)", dtype=object)[0].as_tuple() == Decimal(500).as_tuple()
    assert datarep.read(words[::-1], "zoned_decimal(30, -2)", dtype=object, order="little").tolist() == [500]


def test_large_integers_have_no_exponent():
    assert [str(value) for value in datarep.read((10**30).to_bytes(16, "big"), "unsigned(128)", dtype=object)] == [str(10**30)]


def test_an_interrupt_ends_a_call_before_its_last_item():
    class Stop(Exception):
        pass

    def handler(number, frame):
        raise Stop

    # The last item is wrong, which is told if nothing ends the call before.
    data = encode_packed(1, 31) * (1 << 18) + b"\xff" * 16
    before = signal.signal(signal.SIGALRM, handler)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.01)
        with pytest.raises(Stop):
            datarep.read(data, "packed_decimal(31, 2)", dtype=object)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    with pytest.raises(datarep.ConversionError) as raised:
        datarep.read(data[-16 * 40_000 :], "packed_decimal(31, 2)", dtype=object)
    assert (raised.value.index, raised.value.bytes) == (39_999, b"\xff" * 16)
