"""Mistakes as people make them, each with the words that its error must have: the argument, and what is allowed."""

import pathlib
import re

import numpy as np
import pytest

import datarep

ONE = bytes.fromhex("41100000")
TEXT = datarep.Text("record one { x: f64; n: [u8; 2]; }")
R = TEXT.records["one"]
NAMES = datarep.Text("record r { name: [ascii; 4]; }").records["r"]
ORDER = 'it is "big", "little", "pdp", or a container such as "right_justified(8)"'
OVERFLOW = 'on_overflow is "clip": it is one of "error", "saturate", "infinity", "nan", "wrap"'
FORMAT = 'format is a name such as "hfp32" or a `datarep.Format`, not'
BYTES = "bytes are expected, in a path, a file object, a buffer or an array, not"
PATH = "path is the path of a file, not"
LAZY = "`array[...]` reads them into an array of NumPy"
TYPES = "numbers, complex numbers, truth values and texts (`S8`, `U8`) are"
ANOTHER = "is not converted; read with another `dtype`"


def lazy(path, *arguments, **more):
    return datarep.open(path, "hfp32", *arguments, **more)


MISTAKES = [
    (lambda p: datarep.read(ONE, "hfp32", threads=-1), ValueError, "threads is -1, and must be 0 or more"),
    (lambda p: datarep.write([1.0], "hfp32", threads=-1), ValueError, "threads is -1, and must be 0 or more"),
    (lambda p: lazy(p, threads=-1), ValueError, "threads is -1, and must be 0 or more"),
    (lambda p: datarep.read(ONE, "hfp32", offset=-4), ValueError, "offset is -4, and must be 0 or more"),
    (lambda p: lazy(p, offset=-4), ValueError, "offset is -4, and must be 0 or more"),
    (lambda p: datarep.read(ONE, "hfp32", offset=8), ValueError, "the offset is 8, and the source has 4 bytes"),
    (lambda p: datarep.read(ONE, "hfp32", count=-2), ValueError, "count is -2: it is 0 or more, and -1 or None means all"),
    (lambda p: datarep.read(ONE, "hfp32", count=1.5), TypeError, "count is a whole number, not float"),
    (lambda p: datarep.read(ONE, "hfp32", count="1"), TypeError, "count is a whole number, not str"),
    (lambda p: datarep.read(ONE, "hfp32", count=2), ValueError, "2 items of 4 bytes are asked for, and the source has 4 bytes"),
    (lambda p: datarep.read(ONE + b"x", "hfp32"), ValueError, "1 bytes more: say `count`"),
    (lambda p: datarep.open(ONE, "hfp32"), TypeError, f"{PATH} bytes: `datarep.read` takes bytes"),
    (lambda p: datarep.open(bytearray(ONE), "hfp32"), TypeError, f"{PATH} bytearray"),
    (lambda p: datarep.open(np.zeros(3), "hfp32"), TypeError, f"{PATH} ndarray"),
    (lambda p: lazy(p, mode="w"), ValueError, 'mode is "r", "r+" or "w+", not \'w\''),
    (lambda p: lazy(p, shape=(3, 3, 3)), ValueError, "the array ends with byte 108 of the file, which has 40"),
    (lambda p: lazy(p, shape=(-1, 3)), ValueError, "4 bytes more: say the shape"),
    (lambda p: lazy(p, shape=2.5), TypeError, "a shape is a whole number or several of them, not float"),
    (lambda p: lazy(p, shape=(-1, -1)), ValueError, "only one side of the shape (-1, -1) can be -1"),
    (lambda p: lazy(p, shape=(2,), strides=4), TypeError, "strides is one number of bytes for each side"),
    (lambda p: lazy(p, shape=(2,), strides=(4, 4)), ValueError, "each side has a number of bytes"),
    (lambda p: lazy(p, on_overflow="clip"), ValueError, OVERFLOW),
    (lambda p: lazy(p, on_overflw="error"), TypeError, "unexpected keyword argument 'on_overflw': the rules are on_overflow, on_infinity"),
    (lambda p: datarep.open(p, R), TypeError, FORMAT),
    (lambda p: lazy(p, order="litle"), ValueError, f'order is "litle": {ORDER}'),
    (lambda p: datarep.read(ONE, "hfp32", order="litle"), ValueError, f'order is "litle": {ORDER}'),
    (lambda p: datarep.write([1.0], "hfp32", order="<"), ValueError, f'order is "<": {ORDER}'),
    (lambda p: datarep.read(ONE, "hfp32", dtype=int), TypeError, f"`hfp32` with dtype int64: `int64 => hfp32` {ANOTHER}"),
    (lambda p: datarep.write([1], "hfp32"), TypeError, 'write `values.astype("f8")`'),
    (lambda p: datarep.read(ONE, "hfp32", dtype="f5"), TypeError, "data type 'f5' not understood"),
    (lambda p: datarep.read(ONE, "hfp32", dtype="S4"), TypeError, "`S` cannot be stored as `hfp32`"),
    (lambda p: lazy(p, dtype=object), TypeError, "`datarep.read(path, format, dtype=object)` reads them"),
    (lambda p: datarep.read(ONE, "hfp32", dtype="M8[s]"), TypeError, TYPES),
    (lambda p: datarep.write([object()], "hfp32"), TypeError, "an array of objects has items of the types Decimal and int"),
    (lambda p: datarep.write(None, "hfp32"), TypeError, "item 0 of the array is of the type NoneType, which no number format has"),
    (lambda p: datarep.write(np.array(["ab", None]), "ascii"), TypeError, 'a text among objects: `array.astype("U8")`'),
    (lambda p: datarep.read(ONE, "hfp32", order=1), TypeError, 'order is a text such as "little", not int'),
    (lambda p: datarep.write([1.0], "hfp32", order=1), TypeError, 'order is a text such as "little", not int'),
    (lambda p: lazy(p, order=1), TypeError, 'order is a text such as "little", not int'),
    (lambda p: datarep.read(ONE, "hfp32", loss="yes"), TypeError, "loss is True or False, not str"),
    (lambda p: datarep.write([1.0], "hfp32", b"0000"), ValueError, "out is read-only, and cannot be filled"),
    (lambda p: datarep.read(ONE, "ibm370", dtype="f2"), TypeError, "`ibm370` has no items of dtype float16: say another `dtype`"),
    (lambda p: datarep.read(ONE, "ibm370", dtype=object), TypeError, "`ibm370` is a representation, which has no decimals: name a format"),
    (lambda p: datarep.Text(5), TypeError, "source is a text in the language of formats, not int"),
    (lambda p: datarep.Text(b"use x;"), TypeError, "not bytes: `source.decode()` makes one of bytes"),
    (lambda p: datarep.Text(pathlib.Path(p)), TypeError, "`datarep.Text(path.read_text(), str(path))` reads a file"),
    (lambda p: datarep.Text("", 5), TypeError, 'name is a text such as "mine.datarep", not int'),
    (lambda p: datarep.Format(5), TypeError, 'name is a text such as "hfp32", not int'),
    (lambda p: datarep.Format("hfp32").explain(None), TypeError, "`bytes` of a file or a text are explained, not NoneType"),
    (lambda p: datarep.Format("hfp32").explain(-1), ValueError, "the number is `explain(-1.0)`"),
    (lambda p: datarep.find(5), TypeError, 'words is a text such as "vax", not int'),
    (lambda p: datarep.probe(ONE, formats="hfp32"), TypeError, "formats is a list of names, not one of them: `formats=['hfp32']`"),
    (lambda p: datarep.probe(ONE, formats=5), TypeError, 'formats is a list of names such as ["hfp32", "vax_f"], not int'),
    (lambda p: datarep.probe(ONE, formats=[5]), TypeError, 'a format is a text such as "hfp32", not int'),
    (lambda p: datarep.probe(ONE, formats=[]), ValueError, "formats is empty: without it, all formats of the library are tried"),
    (lambda p: datarep.probe(ONE, formats=["hfp33"]), datarep.UnknownFormatError, "no format is named `hfp33`: write `hfp32`"),
    (lambda p: datarep.probe(ONE, formats=[R.fields[0].format]), ValueError, "`texts=[text]` tries those of a text"),
    (lambda p: datarep.probe(ONE, texts=TEXT), TypeError, "texts is a list of `datarep.Text`, such as [text], not Text"),
    (lambda p: datarep.probe(ONE, texts=["use x;"]), TypeError, "texts is a list of `datarep.Text`, such as [text], not str"),
    (lambda p: datarep.read(ONE, "ibm370"), TypeError, 'say `dtype`, such as "f4"'),
    (lambda p: datarep.read(ONE, "hfp33"), datarep.UnknownFormatError, "no format is named `hfp33`: write `hfp32`"),
    (lambda p: datarep.read(ONE, 5), TypeError, FORMAT),
    (lambda p: datarep.read(ONE, TEXT), TypeError, FORMAT),
    (lambda p: datarep.read([1, 2, 3], "hfp32"), TypeError, f"{BYTES} list"),
    (lambda p: datarep.read(1, "hfp32"), TypeError, f"{BYTES} int"),
    (lambda p: datarep.read(p + "x", "hfp32"), FileNotFoundError, "No such file"),
    (lambda p: datarep.read(ONE, "hfp32", on_overflow="clip"), ValueError, OVERFLOW),
    (lambda p: datarep.read(ONE, "hfp32", on_overflow=1), TypeError, 'on_overflow is a text, not int: one of "error", "saturate"'),
    (lambda p: datarep.read(ONE, "hfp32", on_nan="saturate"), ValueError, 'on_nan is "saturate": it is one of "error", "zero"'),
    (lambda p: datarep.write([1e300], "hfp32"), datarep.ConversionError, '`on_overflow=`, such as "saturate", says what to write instead'),
    (lambda p: datarep.write([np.nan], "hfp32"), datarep.ConversionError, '`on_nan=`, such as "zero", says what to write instead'),
    (lambda p: datarep.write([np.inf], "hfp32"), datarep.ConversionError, '`on_infinity=`, such as "saturate"'),
    (lambda p: datarep.write(np.array(["a€"]), "ascii"), datarep.ConversionError, '`on_unmapped=`, such as "substitute(63)"'),
    (lambda p: datarep.read(b"\xaa\xaa", "packed_decimal(3, 0)"), datarep.ConversionError, '`on_invalid=`, such as "zero", says what to read'),
    (lambda p: datarep.write([1.0], "hfp32", bytearray(3)), ValueError, "1 items of 4 bytes are 4 bytes, and out has 3 bytes"),
    (lambda p: datarep.read(ONE, "hfp32", out=[0.0]), TypeError, "out is no array of NumPy"),
    (lambda p: R.write({"x": 1.0}), KeyError, "array has no field `n`, which records of `one` have"),
    (lambda p: R.write([{"x": 1.0, "n": [1, 2], "m": 1}]), KeyError, "array has a field `m`"),
    (lambda p: R.write(np.zeros(2)), TypeError, "records of `one` are an array of `record.dtype`, or dicts with its fields: x, n"),
    (lambda p: R.write(np.zeros(2, [("x", "f8")])), KeyError, "array has no field `n`"),
    (lambda p: R.write(np.zeros(2, [("x", "f8"), ("m", "u1", 2)])), KeyError, "array has no field `n`"),
    (lambda p: R.read(b"123"), ValueError, "3 bytes are 0 records of 10 bytes, and 3 bytes more"),
    (lambda p: R.write([{"x": 1.0, "n": [1, 2]}, 5]), TypeError, "record 1 is of the type int, and the others are dicts"),
    (lambda p: R.write({"x": "a", "n": [1, 2]}), ValueError, "field `x` of record 0: could not convert"),
    (lambda p: R.write({"x": 1.0, "n": [1, 2, 3]}), ValueError, "field `n` of record 0: could not broadcast"),
    (lambda p: R.write({"x": 1.0, "n": [1, 300]}), OverflowError, "field `n` of record 0:"),
    (lambda p: NAMES.write({"name": "ABCDEFG"}), ValueError, "field `name` of record 0 has 4 characters, and 'ABCDEFG' has 7"),
    (lambda p: NAMES.write(np.array([("ABCDEFG",)], [("name", "U7")])), ValueError, "and 'ABCDEFG' has 7"),
    (lambda p: R.read(bytes(15), count=2), ValueError, "2 records of 10 bytes are asked for, and the source has 15 bytes"),
    (lambda p: TEXT["one"], KeyError, '`one` is a record: `text.records["one"]`'),
    (lambda p: TEXT[0], TypeError, 'the key of a text is a text such as "logger", not int'),
    (lambda p: TEXT.records[0], TypeError, "a record is found by its name, one of one, not by 0"),
    (lambda p: lazy(p, mode="r+").__setitem__(0, "a"), TypeError, "the array is of the type float64, and is given <U1"),
    (lambda p: datarep.open(p, "u1", mode="r+").__setitem__(0, 300), OverflowError, "the array is of the type uint8, which has no 300"),
    (lambda p: TEXT["two"], KeyError, "the text has no format or representation named `two`, but"),
    (lambda p: TEXT.records["two"], KeyError, "the text has no record named `two`, but one"),
    (lambda p: datarep.probe(ONE, at=9), ValueError, "the source has 4 bytes, and none at byte 9"),
    (lambda p: lazy(p) + 1, TypeError, LAZY),
    (lambda p: 2 * lazy(p), TypeError, LAZY),
    (lambda p: -lazy(p), TypeError, LAZY),
    (lambda p: lazy(p) == 1, TypeError, LAZY),
    (lambda p: lazy(p)[11], IndexError, "index 11 is out of bounds for a side of 10"),
    (lambda p: lazy(p).__setitem__(0, 1.0), ValueError, 'the file is open for reading: open it with mode "r+"'),
]


@pytest.mark.parametrize("number", range(len(MISTAKES)))
def test_a_mistake(tmp_path, number):
    call, kind, message = MISTAKES[number]
    path = tmp_path / "numbers"
    path.write_bytes(ONE * 10)
    with pytest.raises(kind, match=re.escape(message)) as caught:
        call(str(path))
    assert "MPI_" not in str(caught.value)


def test_fields_are_written_by_their_names():
    """NumPy casts the fields of a structured array by their places, so that those in another order were exchanged."""
    record = datarep.Text("record r { a: u8; b: u8; }").records["r"]
    other = np.array([(2, 1)], [("b", "u1"), ("a", "u1")])
    assert record.write(other) == b"\x01\x02"
    assert record.write({"b": 2, "a": 1}) == b"\x01\x02"
    assert record.write([{"a": 1, "b": 2}, {"a": 3, "b": 4}]) == bytes([1, 2, 3, 4])
