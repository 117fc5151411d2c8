"""Mistakes as people make them, each with the words that its error must have: the argument, and what is allowed."""

import pathlib
import re
from decimal import Decimal

import numpy as np
import pytest

import datarep

ONE = bytes.fromhex("41100000")
TEXT = datarep.Text("record one { x: f64; n: [u8; 2]; }")
R = TEXT.records["one"]
GAIN = datarep.Text("record gains { seq: u16; gain: u16; }").records["gains"]
NAMES = datarep.Text("record r { name: [ascii; 4]; }").records["r"]
ORDER = 'it is "big", "little", "pdp", or a container such as "right_justified(8)"'
OVERFLOW = 'on_overflow is "clip": it is one of "error", "saturate", "infinity", "nan", "wrap"'
FORMAT = 'format is a name such as "hfp32" or a `datarep.Format`, not'
BYTES = "bytes are expected, in a path, a file object, a buffer or an array, not"
PATH = "path is the path of a file, not"
LAZY = "`array[...]` reads them into an array of NumPy"
TYPES = "numbers, complex numbers, truth values and texts (`S8`, `U8`) are"


MIXED = datarep.Text("record m { id: i16; s: f32; t: [ascii; 4]; d: packed_decimal(5, 2); v: i16 { null if -1; }; }").records["m"]
ROW = {"id": 3, "s": 1.5, "t": "ab", "d": Decimal("1.25"), "v": 1}
LOGGER = "float logger = S1 E4 F11 where value = 1.F * 2^(E - 7);"
NEVER = "and its items are never missing: `null if` in the text says when one is"


def write_row(**changed):
    """A record with some values that are wrong."""
    return MIXED.write({**ROW, **changed})


def write_array(**types):
    """The same from an array of other types, whose fields have a value: `id=("i8", 70000)`."""
    kinds = {"id": "i2", "s": "f4", "t": "U4", "d": "O", "v": "i2"} | {name: kind for name, (kind, _) in types.items()}
    array = np.zeros(2, list(kinds.items()))
    array["d"] = Decimal(1)
    for name, (_, value) in types.items():
        array[name] = value
    return MIXED.write(array)


def read_closed(path):
    with open(path, "rb") as file:
        pass
    return datarep.read(file, "hfp32")


def fill_read_only():
    array = np.zeros(1)
    array.flags.writeable = False
    return datarep.read(ONE, "hfp32", out=array)


def assign_masked(path):
    chosen = np.zeros((5, 2), bool)
    chosen[2, 1] = True
    lazy(path, shape=(5, 2), mode="r+")[chosen] = np.ma.array([5.0], mask=[True])


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
    (lambda p: lazy(p, on_overflw="error"), TypeError, "open() got an unexpected keyword argument 'on_overflw': it is `on_overflow=`"),
    (lambda p: lazy(p, unknown="error"), TypeError, "open() got an unexpected keyword argument 'unknown'"),
    (lambda p: datarep.open(p, R), TypeError, f"{FORMAT} Record: `record.read(path)` reads its records, and `datarep.scan(path, record)`"),
    (lambda p: lazy(p, order="litle"), ValueError, f'order is "litle": {ORDER}'),
    (lambda p: datarep.read(ONE, "hfp32", order="litle"), ValueError, f'order is "litle": {ORDER}'),
    (lambda p: datarep.write([1.0], "hfp32", order="<"), ValueError, f'order is "<": {ORDER}'),
    (lambda p: datarep.read(ONE, "hfp32", dtype=int), TypeError, "`int64 => hfp32` is not converted; floats are not read as integers: read without `dtype`, then round and `.astype"),
    (lambda p: datarep.write([1], "hfp32"), TypeError, 'write `values.astype("f8")`'),
    (lambda p: datarep.read(ONE, "hfp32", dtype="f5"), TypeError, "data type 'f5' not understood"),
    (lambda p: datarep.read(ONE, "hfp32", dtype="S4"), TypeError, "`S` cannot be stored as `hfp32`"),
    (lambda p: lazy(p, dtype=object), TypeError, "`datarep.read(path, format, dtype=object)` reads them"),
    (lambda p: datarep.read(ONE, "hfp32", dtype="M8[s]"), TypeError, TYPES),
    (lambda p: datarep.write([object()], "hfp32"), TypeError, "an array of objects has items of the types Decimal and int"),
    (lambda p: datarep.write(None, "hfp32"), TypeError, "item 0 of the array is of the type NoneType, which no number format has"),
    (lambda p: datarep.write(np.array(["ab", None]), "ascii"), TypeError, "item 1 of the array is missing, which no number format has"),
    (lambda p: datarep.write(np.array(["ab", "c"], object), "ascii"), TypeError, 'a text among objects: `array.astype("U8")`'),
    (lambda p: datarep.read(ONE, "hfp32", order=1), TypeError, 'order is a text such as "little", not int'),
    (lambda p: datarep.write([1.0], "hfp32", order=1), TypeError, 'order is a text such as "little", not int'),
    (lambda p: lazy(p, order=1), TypeError, 'order is a text such as "little", not int'),
    (lambda p: datarep.read(ONE, "hfp32", loss="yes"), TypeError, "loss is True or False, not str"),
    (lambda p: datarep.write([1.0], "hfp32", b"0000"), ValueError, "out is read-only, and cannot be filled"),
    (lambda p: datarep.read(ONE, "ibm370", dtype="f2"), TypeError, "`ibm370` has no items of dtype float16: say another `dtype`"),
    (lambda p: datarep.read(ONE, "ibm370", dtype=object), TypeError, "`ibm370` is a representation, which has no decimals: name a format"),
    (lambda p: datarep.Text(5), TypeError, "source is a text in the language of formats, not int"),
    (lambda p: datarep.Text(b"use x;"), TypeError, "not bytes: `source.decode()` makes one of bytes"),
    (lambda p: datarep.Text(pathlib.Path(p + "x")), FileNotFoundError, "No such file"),
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
    (lambda p: datarep.read(ONE, TEXT), TypeError, f'{FORMAT} Text: `text.records["one"]` is one of its formats or records'),
    (lambda p: datarep.read(ONE, datarep.Text(LOGGER)), TypeError, f'{FORMAT} Text: `text["logger"]` is one'),
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
    (lambda p: R.write({"x": 1.0}), KeyError, "the row has no field `n`, which records of `one` have"),
    (lambda p: R.write([{"x": 1.0, "n": [1, 2], "m": 1}]), KeyError, "the row has a field `m`"),
    (lambda p: R.write(np.zeros(2)), TypeError, "records of `one` are an array of `record.dtype`, or dicts with its fields: x, n"),
    (lambda p: R.write(np.zeros(2, [("x", "f8")])), KeyError, "array has no field `n`"),
    (lambda p: R.write(np.zeros(2, [("x", "f8"), ("m", "u1", 2)])), KeyError, "the array has a field `m`, and records of `one` have none of that name: x, n"),
    (lambda p: R.read(b"123"), ValueError, "3 bytes are 0 records of 10 bytes, and 3 bytes more"),
    (lambda p: R.write([{"x": 1.0, "n": [1, 2]}, 5]), TypeError, "record 1 is of the type int, and the others are dicts"),
    (lambda p: R.write({"x": "a", "n": [1, 2]}), TypeError, "field `x` of record 0: its type is float64, and it is given 'a'"),
    (lambda p: R.write({"x": 1.0, "n": [1, 2, 3]}), ValueError, "field `n` of record 0: it has items of the shape (2,), and is given an array of the shape (3,)"),
    (lambda p: R.write({"x": 1.0, "n": [1, 300]}), OverflowError, "field `n` of record 0:"),
    (lambda p: NAMES.write({"name": "ABCDEFG"}), ValueError, "field `name` of record 0 has 4 characters, and 'ABCDEFG' has 7"),
    (lambda p: NAMES.write(np.array([("ABCDEFG",)], [("name", "U7")])), ValueError, "and 'ABCDEFG' has 7"),
    (lambda p: R.read(bytes(15), count=2), ValueError, "2 records of 10 bytes are asked for, and the source has 15 bytes"),
    (lambda p: TEXT["one"], KeyError, '`one` is a record: `text.records["one"]`'),
    (lambda p: TEXT[0], TypeError, 'the key of a text is a text such as "logger", not int'),
    (lambda p: TEXT.records[0], TypeError, "a record is found by its name, one of one, not by 0"),
    (lambda p: lazy(p, mode="r+").__setitem__(0, "a"), TypeError, "the array is of the type float64, and is given 'a'"),
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
    # What NumPy would change in silence: numbers that are cut off, wrap around, become infinite or are parsed, and texts that are cut off.
    (lambda p: write_row(id=3.7), ValueError, "field `id` of record 0: its type is int16, which has no 3.7: round it before"),
    (lambda p: write_row(id="3"), TypeError, "field `id` of record 0: its type is int16, and it is given '3'"),
    (lambda p: write_row(id=40000), OverflowError, "field `id` of record 0: the field is of the type int16, which has no 40000"),
    (lambda p: write_row(id=None), TypeError, NEVER),
    (lambda p: write_row(id=float("nan")), ValueError, "its type is int16, which has no nan"),
    (lambda p: write_row(s=1e300), OverflowError, "field `s` of record 0: the field is of the type float32, which has no 1e+300"),
    (lambda p: write_row(s="1.5"), TypeError, "field `s` of record 0: its type is float32, and it is given '1.5'"),
    (lambda p: write_row(s=None), TypeError, NEVER),
    (lambda p: write_row(s=[1.0]), ValueError, "field `s` of record 0: it has one item, and is given an array of the shape (1,)"),
    (lambda p: write_row(t=None), TypeError, NEVER),
    (lambda p: write_row(t=5), TypeError, "field `t` of record 0: it is a text, and is given 5"),
    (lambda p: write_row(v=3.7), ValueError, "field `v` of record 0: its type is int16, which has no 3.7"),
    (lambda p: write_array(id=("i8", 70000)), OverflowError, "field `id`: the field is of the type int16, which has no 70000"),
    (lambda p: write_array(id=("u2", 40000)), OverflowError, "field `id`: the field is of the type int16, which has no 40000"),
    (lambda p: write_array(id=("f8", 1.5)), ValueError, "field `id`: its type is int16, which has no 1.5"),
    (lambda p: write_array(s=("f8", 1e300)), OverflowError, "field `s`: the field is of the type float32, which has no 1e+300"),
    (lambda p: write_array(s=("U4", "1.5")), TypeError, "field `s`: its type is float32, and it is given an array of <U4"),
    (lambda p: R.write({"x": 1.0, "n": 5}), ValueError, "field `n` of record 0: it has items of the shape (2,), and is given one item"),
    (lambda p: R.write({"x": 1.0, "n": [1.5, 2]}), ValueError, "its type is uint8, which has no 1.5"),
    (lambda p: R.write([(1.0, [1, 2])]), TypeError, "records of `one` are dicts, or `numpy.array(rows, record.dtype)` of tuples"),
    (lambda p: R.write(R.to_frame(bytes(10))), TypeError, 'are no DataFrame: write `frame.to_dict("records")`'),
    (lambda p: datarep.open(p, "ascii", dtype="U4", mode="r+").__setitem__(0, "ABCDEFG"), ValueError, "has 4 characters, and 'ABCDEFG' has 7"),
    (assign_masked, ValueError, "the assigned array has 1 masked items, and a file has no mask"),
    (lambda p: lazy(p, mode="r+").__setitem__(slice(None), np.zeros((2, 3))), ValueError, "shape (2, 3) cannot be broadcast to the shape (10,)"),
    (lambda p: lazy(p, mode="r+").__setitem__(0, None), TypeError, "the array is of the type float64, and is given None"),
    (lambda p: lazy(p, offset=100), ValueError, "the offset is 100, and the file has 40 bytes"),
    (lambda p: datarep.open(str(pathlib.Path(p).parent), "hfp32"), IsADirectoryError, "Is a directory"),
    # What a LazyArray is not.
    (lambda p: lazy(p).reshape(5, 2), AttributeError, f"without `reshape`: {LAZY}"),
    (lambda p: lazy(p).T, AttributeError, f"without `T`: {LAZY}"),
    (lambda p: lazy(p).mean(), AttributeError, f"without `mean`: {LAZY}"),
    (lambda p: lazy(p).nothing, AttributeError, "a LazyArray has no attribute `nothing`"),
    (lambda p: bool(lazy(p)), TypeError, LAZY),
    (lambda p: float(lazy(p, shape=())), TypeError, LAZY),
    (lambda p: lazy(p) & 1, TypeError, LAZY),
    (lambda p: ~lazy(p), TypeError, LAZY),
    # Sources and arrays that are something else.
    (lambda p: datarep.write([1.0, None], "hfp32"), TypeError, "item 1 of the array is missing, which no number format has: give it a value"),
    (lambda p: datarep.write({1.0}, "hfp32"), TypeError, "array is a set, which NumPy makes no array of: write `list(values)`"),
    (lambda p: datarep.write((x for x in [1.0]), "hfp32"), TypeError, "array is a generator, which NumPy makes no array of"),
    (lambda p: datarep.write([1.0], "hfp32", open(p, "w")), TypeError, "takes str, not bytes: open it with mode 'wb'"),
    (lambda p: datarep.read(open(p), "hfp32"), TypeError, "reads str, not bytes: open it with mode 'rb'"),
    (read_closed, ValueError, "read of closed file"),
    (lambda p: fill_read_only(), ValueError, "out is read-only, and cannot be filled"),
    (lambda p: datarep.read(ONE, "hfp32", dtype="f4", out=np.zeros(1, "i4")), TypeError, "out has the type int32, and dtype is float32"),
    (lambda p: datarep.read(ONE, "hfp32", out=np.ma.masked_equal([0.0], 0)), ValueError, "out has 1 masked items, which would stay masked"),
    (lambda p: datarep.write([1.0], "hfp32", np.zeros(1, "f4")), TypeError, "out is an array of float32, and gets bytes of a file"),
    (lambda p: datarep.write([1.0], "hfp32", np.zeros(1, "i4")), TypeError, '`out=array.view("u1")` stores them in its memory'),
    (lambda p: datarep.read(ONE, "f32 big", order="little"), TypeError, '`f32 big` has the order "big", and order is "little"'),
    (lambda p: datarep.read(ONE, ">f4", order="little"), TypeError, 'has the order "big", and order is "little": say one of them'),
    (lambda p: datarep.write([1.0], "f32 big", order="little"), TypeError, '`f32 big` has the order "big", and order is "little"'),
    (lambda p: datarep.write([Decimal(1)], "f32 big", order="little"), TypeError, '`f32 big` has the order "big", and order is "little"'),
    (lambda p: datarep.open(p, "f32 big", order="little"), TypeError, '`f32 big` has the order "big", and order is "little"'),
    (lambda p: datarep.read(ONE, "hfp32", dtype="f4", out=np.zeros(1, ">f4")), TypeError, "out has the type >f4, and dtype is float32"),
    (lambda p: datarep.read(ONE, "hfp32", count=10**30), ValueError, "no memory and no file has so many bytes"),
    (lambda p: datarep.read(np.zeros((2, 6), "u1"), "hfp32"), ValueError, "a row of the array has 6 bytes, which are no items of 4 bytes"),
    (lambda p: datarep.read(np.zeros(4, ">u4"), "hfp32"), TypeError, 'numbers and not bytes of a file: `source.view("u1")`'),
    # Arguments in another order, and under the names that they have elsewhere.
    (lambda p: datarep.read("f32", p), TypeError, "the source comes first: `datarep.read("),
    (lambda p: datarep.write("out.bin", "f32", np.zeros(2)), TypeError, "the array comes first, and the path third: `datarep.write(array, 'f32', 'out.bin')`"),
    (lambda p: datarep.write(pathlib.Path(p), "f32", [1.0]), TypeError, "the array comes first, and the path third"),
    (lambda p: datarep.write(np.zeros(2), "out.bin", "f32"), TypeError, "the format comes second, and the path third: `datarep.write(array, \"f32\", 'out.bin')`"),
    (lambda p: datarep.write(np.zeros(2), "out.bin"), datarep.UnknownFormatError, "which looks like a path: it is `datarep.read(source, format)` and `datarep.write("),
    (lambda p: datarep.read(ONE, "f32", endian="little"), TypeError, "unexpected keyword argument 'endian': it is `order=`"),
    (lambda p: datarep.read(ONE, "f32", overflow="error"), TypeError, "unexpected keyword argument 'overflow': it is `on_overflow=`"),
    (lambda p: datarep.write([1.0], "f32", overflow="error"), TypeError, "write() got an unexpected keyword argument 'overflow': it is `on_overflow=`"),
    (lambda p: datarep.read(ONE, "f32", skip=4), TypeError, "unexpected keyword argument 'skip': it is `offset=`"),
    (lambda p: datarep.read(ONE, "f32", on_overflows="error"), TypeError, "it is `on_overflow=`"),
    (lambda p: datarep.read(ONE, "f32", strides=(4,)), TypeError, "`datarep.open(path, format, shape=…, strides=…)` has strides"),
    (lambda p: datarep.read(ONE, "f32", stride=4), TypeError, "`datarep.open(path, format, shape=…, strides=…)` has strides"),
    (lambda p: lazy(p, skip=4), TypeError, "open() got an unexpected keyword argument 'skip': it is `offset=`"),
    # Names that are something else than formats, and texts that are something else than texts.
    (lambda p: datarep.Format(LOGGER), datarep.UnknownFormatError, '`datarep.Text(…)["logger"]` is what it describes'),
    (lambda p: datarep.read(ONE, TEXT.source), datarep.UnknownFormatError, '`datarep.Text(…).records["one"]` is what it describes'),
    (lambda p: datarep.Format("twos(12)"), datarep.TextError, 'write "twos(12), packed" for words back to back, or "twos(12) right_justified(2)" for words of 2 bytes'),
    (lambda p: datarep.read(ONE, "unsigned(12)"), datarep.TextError, 'write "unsigned(12), packed"'),
    (lambda p: datarep.read(ONE, "ok.datarep"), datarep.UnknownFormatError, '`datarep.Text(pathlib.Path("ok.datarep"))["NAME"]` is a format of it'),
    (lambda p: datarep.open(p, "bench48"), datarep.UnknownFormatError, 'a format of a text of your own is `datarep.Text(…)["bench48"]`'),
    (lambda p: datarep.Text("ok.datarep"), datarep.TextError, '`ok.datarep` is a path, and `Text` takes what is in the file: `datarep.Text(pathlib.Path("ok.datarep"))`'),
    (lambda p: datarep.Text(p), datarep.TextError, "numbers\"))` reads it"),
    (lambda p: datarep.Text("       01  SALE.\n           05  SHOP  PIC 9(4) COMP.\n"), datarep.TextError, "this looks like a copybook of COBOL: `datarep.Text.from_copybook(…)`"),
    (lambda p: datarep.Text("01 A PIC X."), datarep.TextError, "`datarep.Text.from_copybook(…)` reads one"),
    (lambda p: datarep.Record("one"), TypeError, 'a record is one of a text: `datarep.Text(…).records["NAME"]`'),
    (lambda p: datarep.scan(p, "nope"), datarep.UnknownFormatError, "no format is named `nope`"),
    (lambda p: datarep.scan(p, "hfp33"), datarep.UnknownFormatError, "no format is named `hfp33`: write `hfp32`"),
    (lambda p: datarep.read(ONE, np.longdouble), TypeError, "differs from machine to machine or is no number: name a format"),
    (lambda p: datarep.read(ONE, np.dtype("c8")), TypeError, '`read(source, "f32", dtype="c8")`'),
    (lambda p: datarep.probe(ONE, length=0), ValueError, "length is 0, and must be 1 or more"),
    # Types that do not go together.
    (lambda p: datarep.read(ONE, "f32", dtype="i2"), TypeError, 'floats are not read as integers: read without `dtype`, then round and `.astype("i2")`'),
    (lambda p: datarep.open(p, "f32", dtype="i4"), TypeError, 'floats are not read as integers: read without `dtype`, then round and `.astype("i4")`'),
    (lambda p: datarep.write("abc", "f32"), TypeError, "texts are no numbers: `numpy.array(texts, float)` makes numbers of digits"),
    (lambda p: datarep.write(["1.5", "2"], "i16"), TypeError, "texts are no numbers"),
    (lambda p: datarep.read(ONE, "f32", dtype="U4"), TypeError, 'say another `dtype`, or a format of characters such as "ascii"'),
    (lambda p: datarep.read(ONE, "ascii", dtype="f4"), TypeError, 'characters are texts: `dtype="U8"`, with their number'),
    (lambda p: datarep.write([1.0], "ascii"), TypeError, 'characters are written from texts: `numpy.array(texts, "U8")`'),
    (lambda p: datarep.open(p, "packed_decimal(7, 2)", dtype="i4"), ValueError, "has 2 digits behind its decimal point, and an integer would hold the digits"),
    (lambda p: write_row(id=float("nan")), ValueError, "has no nan: give it an integer; `null if` in the text says"),
    (lambda p: GAIN.write([{"seq": 1, "gian": 2}]), KeyError, "the row has a field `gian`, and records of `gains` have none of that name: `gain` is meant?"),
    (lambda p: GAIN.write([{"seq": 1, "gain": 2}, {"seq": 1}]), KeyError, "row 1 has no field `gain`"),
    # Strides of bytes.
    (lambda p: lazy(p, shape=(5, 2), strides=(2, 1)), ValueError, "the strides (2, 1) are bytes, and an item has 4: `strides=(8, 4)`"),
    (lambda p: lazy(p, shape=(2, 2), strides=(4, 4), mode="r+"), ValueError, 'share bytes, so that what is written would change others: open the file with mode "r"'),
    (lambda p: lazy(p + "x", shape=(5, 5), strides=(2, 4), mode="w+"), ValueError, "the strides (2, 4) are bytes, and an item has 4"),
    (lambda p: lazy(p + "x", shape=(3, 3), strides=(8, 4), mode="w+"), ValueError, "share bytes"),
]


@pytest.mark.parametrize("number", range(len(MISTAKES)))
def test_a_mistake(tmp_path, number):
    call, kind, message = MISTAKES[number]
    path = tmp_path / "numbers"
    path.write_bytes(ONE * 10)
    with pytest.raises(kind, match=re.escape(message)) as caught:
        call(str(path))
    assert "MPI_" not in str(caught.value)


def test_a_name_without_an_order_of_its_own_has_that_of_the_call():
    one = bytes.fromhex("3f800000")
    for name in ("float32", "f32", ">f4", "f32 big"):
        assert datarep.read(one, name, order="big") == 1.0


def test_fields_are_written_by_their_names():
    """NumPy casts the fields of a structured array by their places, so that those in another order were exchanged."""
    record = datarep.Text("record r { a: u8; b: u8; }").records["r"]
    other = np.array([(2, 1)], [("b", "u1"), ("a", "u1")])
    assert record.write(other) == b"\x01\x02"
    assert record.write({"b": 2, "a": 1}) == b"\x01\x02"
    assert record.write([{"a": 1, "b": 2}, {"a": 3, "b": 4}]) == bytes([1, 2, 3, 4])


def test_functions_of_other_packages():
    for name, call in {"fromfile": "datarep.read(source, format)", "tofile": "datarep.write(array, format, out)", "memmap": "datarep.open"}.items():
        with pytest.raises(AttributeError, match=f"module 'datarep' has no attribute '{name}': it is `{re.escape(call)}"):
            getattr(datarep, name)
    with pytest.raises(AttributeError, match="has no attribute 'nothing'$"):
        datarep.nothing
    # What Python itself looks for is not there, without a word.
    assert not hasattr(datarep, "__wrapped__")
