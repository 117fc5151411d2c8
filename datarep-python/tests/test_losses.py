"""What cannot be kept: counts, places, rules, exceptions."""

import numpy as np
import pytest

import datarep

LARGEST = bytes.fromhex("7FFFFFFF")
ONE = bytes.fromhex("41100000")


def test_counts_and_places():
    data = bytearray(ONE * 1000)
    for index in (3, 500, 999):
        data[4 * index : 4 * index + 4] = LARGEST
    for source in (bytes(data), data):
        for threads in (1, 3):
            values, loss = datarep.read(source, "hfp32", dtype="f4", loss=True, threads=threads)
            assert np.flatnonzero(np.isinf(values)).tolist() == [3, 500, 999]
            assert loss and loss["overflow"] == 3 and loss["nan"] == 0
            assert loss.counts == {"overflow": 3} and loss.first == {"overflow": [3, 500, 999]}
            assert str(loss) == "3 overflow" and repr(loss) == "<datarep.Loss: 3 overflow>"
    values, loss = datarep.read(ONE, "hfp32", loss=True)
    assert not loss and loss.counts == {} and loss.first == {} and str(loss) == "nothing lost"
    with pytest.raises(KeyError, match="no event"):
        loss["overflows"]


def test_the_first_ten_places_of_each_event():
    values = np.zeros(100_000)
    values[50:90] = 0.1
    values[99_990:] = 1e-300
    data, loss = datarep.write(values, "hfp32", loss=True)
    assert loss.counts == {"inexact": 40, "underflow": 10}
    assert loss.first == {"inexact": list(range(50, 60)), "underflow": list(range(99_990, 100_000))}
    again, loss = datarep.write(values.astype(">f8")[::-1], "hfp32", loss=True, threads=2)
    assert loss.first["underflow"] == list(range(10)) and loss.counts == {"inexact": 40, "underflow": 10}
    assert loss.first["inexact"] == list(range(99_910, 99_920))
    assert again == np.frombuffer(data, "V4")[::-1].tobytes()


def test_threads_count_as_one(tmp_path):
    values = np.random.default_rng(2).standard_normal(600_000)
    one, alone = datarep.write(values, "hfp32", loss=True)
    many, together = datarep.write(values, "hfp32", loss=True, threads=4)
    assert one == many and alone.counts == together.counts and alone.first == together.first


def test_a_refused_item():
    values = np.array([[1.0, 2.0], [1e300, 3.0]])
    with pytest.raises(datarep.ConversionError) as caught:
        datarep.write(values, "hfp32")
    error = caught.value
    assert isinstance(error, ValueError)
    assert error.index == 2 and error.event == "overflow" and error.rule == "overflow => error"
    assert error.format == "hfp32" and error.direction == "write" and error.value == "1e300"
    assert error.bytes == np.float64(1e300).tobytes()
    assert str(error).startswith("item 2: 1e300 does not fit in `hfp32`")
    # A reserved operand of the VAX: a sign without an exponent.
    data = datarep.write([1.0], "vax_g") + bytes.fromhex("0080000000000000")
    assert np.isnan(datarep.read(data, "vax_g")[1])
    with pytest.raises(datarep.ConversionError) as caught:
        datarep.read(data, "vax_g", on_reserved="error")
    assert caught.value.index == 1 and caught.value.bytes == data[8:] and caught.value.direction == "read"


def test_items_before_a_refused_one_are_there():
    values = np.full(100_000, 2.0)
    values[77_777] = np.nan
    out = bytearray(400_000)
    with pytest.raises(datarep.ConversionError) as caught:
        datarep.write(values, "hfp32", out, threads=1)
    assert caught.value.index == 77_777 and caught.value.event == "nan"
    assert out[: 4 * 77_777] == datarep.write(values[:77_777], "hfp32")
    for threads in (2, 5):
        values[9] = np.inf
        with pytest.raises(datarep.ConversionError) as caught:
            datarep.write(np.tile(values, 10), "hfp32", threads=threads)
        assert caught.value.index == 9 and caught.value.event == "infinity"


def test_rules():
    assert datarep.write([1e300], "hfp32", on_overflow="saturate") == LARGEST
    assert datarep.write([np.nan, np.inf], "hfp32", on_nan="zero", on_infinity="saturate") == bytes(4) + LARGEST
    assert datarep.write([0.1], "hfp32", on_inexact="toward_zero") != datarep.write([0.1], "hfp32")
    assert datarep.read(LARGEST, "hfp32", dtype="f4", on_overflow="saturate") == np.finfo("f4").max
    assert datarep.read(LARGEST, "hfp32", dtype="f4", on_overflow=None) == np.inf
    with pytest.raises(TypeError, match="unexpected keyword argument 'on_overflown'"):
        datarep.read(ONE, "hfp32", on_overflown="error")
    with pytest.raises(TypeError, match="unexpected keyword argument 'rules'"):
        datarep.read(ONE, "hfp32", rules="error")
    with pytest.raises((TypeError, ValueError), match="explode"):
        datarep.read(ONE, "hfp32", on_overflow="explode")
    with pytest.raises(ValueError, match="it is one of"):
        datarep.read(ONE, "hfp32", on_overflow="error } } datarep x {")
    with pytest.raises(TypeError, match="on_overflow is a text, not int"):
        datarep.read(ONE, "hfp32", on_overflow=1)
    with pytest.raises(TypeError, match="representation"):
        datarep.read(ONE, "ibm370", dtype="f4", on_overflow="saturate")


def test_parts_of_complex_numbers_and_texts_are_of_one_item():
    values = np.array([1 + 1j, 1 + 1e300j])
    with pytest.raises(datarep.ConversionError) as caught:
        datarep.write(values, "hfp32")
    assert caught.value.index == 1 and len(caught.value.bytes) == 16
    with pytest.raises(datarep.ConversionError) as caught:
        datarep.write(np.array(["abc", "a€c"]), "ebcdic(cp037)")
    assert caught.value.index == 1 and caught.value.event == "unmapped"
