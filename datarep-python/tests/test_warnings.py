"""What is lost where nobody asked: one warning for each call."""

import io
import warnings
from decimal import Decimal

import numpy as np
import pytest

import datarep

HUGE = np.array([1.0, 1e300, -1e300]).tobytes()


def warn(call, *arguments, **options):
    """What a call returns, and the texts of its warnings."""
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        made = call(*arguments, **options)
    assert all(one.category is datarep.LossWarning and one.filename == __file__ for one in found)
    return made, [str(one.message) for one in found]


def test_overflow_when_reading():
    made, [said] = warn(datarep.read, HUGE, "<f8", dtype="f4")
    assert np.isinf(made[1:]).all()
    for words in ("overflow: 2 of 3 numbers", "`<f8`", "the first is item 1", '`on_overflow="error"`', "`loss=True`"):
        assert words in said
    for options in ({"loss": True}, {"on_overflow": "infinity"}, {"on_overflow": "saturate"}):
        assert warn(datarep.read, HUGE, "<f8", dtype="f4", **options)[1] == []
    assert len(warn(datarep.read, HUGE, "<f8", dtype="f4", on_overflow=None)[1]) == 1
    assert len(warn(datarep.read, HUGE, "<f8", out=np.zeros(3, "f4"))[1]) == 1
    assert len(warn(datarep.read, HUGE, "<f8", dtype="f4", on_inexact="nearest_even", threads=2)[1]) == 1
    assert warn(datarep.read, HUGE, "<f8")[1] == []
    assert issubclass(datarep.LossWarning, RuntimeWarning)


def test_floats_are_rounded_without_a_word():
    values = np.random.default_rng(4).standard_normal(1000)
    for name in ("hfp32", "f32", "vax_f", "decimal64_dpd"):
        assert warn(datarep.write, values, name)[1] == []
    assert warn(datarep.read, values.tobytes(), "<f8", dtype="f4")[1] == []


def test_rounding_to_integers():
    made, [said] = warn(datarep.write, np.array([1.0, 1.5, 2.5]), "i16")
    assert made.hex() == "000100020002"
    for words in ("inexact: 2 of 3 numbers were rounded (`i16`)", "the first is item 1", '`on_inexact="error"`'):
        assert words in said
    for options in ({"loss": True}, {"on_inexact": "toward_zero"}):
        assert warn(datarep.write, [1.5], "i16", **options)[1] == []
    assert warn(datarep.write, [1.0, -7.0], "i16")[1] == [] == warn(datarep.write, [1, 2], "i16")[1]


def test_rounding_to_decimals():
    # Every float of two digits is the nearest one to a decimal, which is what it means.
    cents = np.arange(-99999, 100000) / 100
    for name in ("packed_decimal(7, 2)", "zoned_decimal(7, 2)", "binary_decimal(32, 2)"):
        assert warn(datarep.write, cents, name)[1] == [] == warn(datarep.write, (np.arange(10000) / 100).astype("f4"), name)[1]
        made, [said] = warn(datarep.write, [1.1, 1.234, 5.675], name)
        assert "inexact: 2 of 3 numbers" in said and "the first is item 1" in said
        assert datarep.read(made, name, dtype=object)[1] == Decimal("1.23")
    many = np.tile(cents, 3)
    many[300_000] = 0.005
    _, [said] = warn(datarep.write, many, "packed_decimal(7, 2)")
    assert f"1 of {many.size} numbers" in said and "the first is item 300000" in said
    # Decimals are an error, as before.
    with pytest.raises(datarep.ConversionError):
        datarep.write([Decimal("1.234")], "packed_decimal(7, 2)")


def test_a_warning_may_be_an_error():
    with warnings.catch_warnings():
        warnings.simplefilter("error", datarep.LossWarning)
        with pytest.raises(datarep.LossWarning):
            datarep.write([1.5], "i16")


def test_what_a_text_names_is_known():
    quiet = datarep.Text("datarep quiet extends external32 { MPI_FLOAT => f64 { on read { overflow => infinity } }; }")["quiet"]
    wide = datarep.Text("float wide = S1 E11 F52 where value = 1.F * 2^(E - 1023);")["wide"]
    big = np.array([1e300]).astype(">f8").tobytes()
    assert warn(datarep.read, big, quiet, dtype="f4")[1] == []
    _, [said] = warn(datarep.read, big, wide, dtype="f4")
    assert "overflow: 1 of 1 numbers did not fit (`wide`)" in said
    # A rule of the other direction, and a word that is no rule.
    for text in (
        "datarep loud extends external32 { MPI_FLOAT => f64 { on write { overflow => saturate } }; }",
        "/* overflow */ datarep loud extends external32 { MPI_FLOAT => f64; } record overflow { overflow: u8; }",
    ):
        assert len(warn(datarep.read, big, datarep.Text(text)["loud"], dtype="f4")[1]) == 1, text
    # A format of a text has no rules, whatever else the text has.
    both = "datarep quiet extends external32 { on read { overflow => infinity } } float wide = S1 E11 F52 where value = 1.F * 2^(E - 1023);"
    assert len(warn(datarep.read, big, datarep.Text(both)["wide"], dtype="f4")[1]) == 1


def test_a_rule_of_a_field_is_no_rule_of_another():
    huge = datarep.write([1e60], "hfp32")
    text = datarep.Text(
        """
        use ibm::hfp32;
        record inner { on read { overflow => infinity } x: hfp32; }
        record r {
            overflow: u8;
            ruled: hfp32 { on read { overflow => infinity } };
            written: hfp32 { on write { overflow => saturate } };
            free: hfp32;
            inside: inner;
        }
        """
    )
    data = b"1" + 4 * huge
    found, [said] = warn(text.records["r"].read, data)
    assert np.isinf(found["ruled"]).all() and np.isinf(found["free"]).all()
    for field, is_told in {"ruled": False, "written": True, "free": True, "inside.x": False}.items():
        assert (f"of the field `{field}` did not fit" in said) == is_told, (field, said)
    # Records that differ in length are read another way, and tell the same.
    varying = datarep.Text(text.source.replace("overflow: u8;", "overflow: u8; bytes: [u8; overflow];"))
    _, [said] = warn(varying.records["r"].read, b"\0" + 4 * huge)
    assert "`free`" in said and "`ruled`" not in said and "`inside.x`" not in said


def test_arrays_of_files(tmp_path):
    path = tmp_path / "numbers"
    path.write_bytes(HUGE)
    made, [said] = warn(lambda: datarep.open(path, "<f8", dtype="f4")[:])
    assert "overflow: 2 of 3 numbers did not fit (`<f8`)" in said and "loss=True" not in said
    assert warn(lambda: datarep.open(path, "<f8", dtype="f4", on_overflow="infinity")[:])[1] == []
    array = datarep.open(path, "i16", dtype="f8", shape=(3, 4), mode="w+")

    def assign(key, value):
        array[key] = value

    assert warn(assign, ..., 3.0)[1] == []
    _, [said] = warn(assign, [0, 2], 2.5)
    assert "inexact: 8 of 8 numbers were rounded (`i16`)" in said
    assert array[:, 0].tolist() == [2, 3, 2]
    # A scale, of which the nearest floats are meant.
    array = datarep.open(path, "packed_decimal(7, 2)", shape=3, mode="w+")
    assert warn(assign, ..., [0.1, 0.25, 7])[1] == []
    assert len(warn(assign, ..., [0.125, 0.25, 7])[1]) == 1
    # Packed words, and a file object.
    array = datarep.open(path, "twos(12) packed", dtype="f8", shape=(2, 3), mode="w+")
    _, [said] = warn(assign, ..., [[1.5, 2, 3], [4, 5.5, 6]])
    assert "inexact: 2 of 6 numbers were rounded (`twos(12) packed`), the first is item 0" in said
    _, [said] = warn(assign, (slice(None), slice(0, 2)), 2.5)
    assert "inexact: 4 of 4 numbers were rounded (`twos(12) packed`): " in said
    assert warn(assign, ..., [[1, 2, 3], [4, 5, 6]])[1] == [] and array[...].tolist() == [[1, 2, 3], [4, 5, 6]]
    _, [said] = warn(lambda: datarep.open(io.BytesIO(HUGE), "<f8", dtype="f4")[:])
    assert "overflow: 2 of 3 numbers did not fit (`<f8`), the first is item 1" in said


def test_fields_of_records():
    record = datarep.Text("record r { x: f64 as f32; n: u16; }").records["r"]
    quiet = datarep.Text("record r { x: f64 as f32 { on read { overflow => infinity } }; n: u16; }").records["r"]
    data = np.array([1e300]).astype(">f8").tobytes() + bytes(2)
    for call in (datarep.read, lambda data, record: record.read(data)):
        _, [said] = warn(call, data, record)
        assert "overflow: 1 numbers of the field `x` did not fit, the first is item 0 (1 records of `r`)" in said
    assert warn(quiet.read, data)[1] == [] == warn(record.read, data, loss=True)[1]
