"""Files and arrays that have no numbers as they are read: each is refused, with what to type."""

import bz2
import gzip
import io
import lzma
import os
import re
import subprocess
import sys

import numpy as np
import pytest

import datarep

VALUES = np.arange(1000) / 7
PLAIN = datarep.write(VALUES, "f64")
RECORD = datarep.Text("record r { x: f64; }").records["r"]


def pack_zstandard(data):
    arrow = pytest.importorskip("pyarrow")
    return arrow.compress(data, "zstd", asbytes=True)


PACKERS = [
    ("gzip", "gzip.open", gzip.compress),
    ("bzip2", "bz2.open", bz2.compress),
    ("xz", "lzma.open", lzma.compress),
    ("Zstandard", "compression.zstd.open", pack_zstandard),
]


@pytest.mark.parametrize(("kind", "opens", "pack"), PACKERS, ids=[kind for kind, _, _ in PACKERS])
def test_a_packed_file_is_named(tmp_path, kind, opens, pack):
    # The name of the file plays no part.
    path = tmp_path / "numbers.dat"
    path.write_bytes(pack(PLAIN))
    calls = [
        lambda: datarep.read(path, "f64"),
        lambda: datarep.read(str(path), "f64", count=1),
        lambda: datarep.read(path, "unsigned(8)", dtype="u1"),
        lambda: datarep.read(path, "ibm370", dtype="f4", offset=4),
        lambda: datarep.open(path, "f64", shape=10),
        lambda: datarep.open(path, "u1", mode="r+"),
        lambda: datarep.read(path, RECORD),
        lambda: RECORD.read(path, count=3),
        lambda: RECORD.to_frame(path),
        lambda: datarep.scan(path, RECORD),
    ]
    for call in calls:
        with pytest.raises(ValueError, match=f"is packed by {kind}: `datarep.read\\({re.escape(opens)}\\('.*'\\), …\\)` unpacks it, `datarep.scan`"):
            call()
    # A new file may take its place, and a file object has the bytes.
    with path.open("rb") as file:
        assert datarep.read(file, "u1").tobytes() == path.read_bytes()
    assert datarep.read(path.read_bytes(), "u1").size == path.stat().st_size
    with datarep.open(path, "f64", shape=3, mode="w+") as array:
        array[:] = [1, 2, 3]
    assert datarep.read(path, "f64").tolist() == [1, 2, 3]


def test_what_the_message_says_works(tmp_path):
    path = tmp_path / "numbers.gz"
    path.write_bytes(gzip.compress(PLAIN))
    with gzip.open(path) as file:
        assert np.array_equal(datarep.read(file, "f64"), VALUES)
    text = datarep.Text("record r { x: f64; }")
    pytest.importorskip("pyarrow")
    import pyarrow

    assert pyarrow.table(datarep.scan(path, text.records["r"]))["x"].to_pylist() == VALUES.tolist()


def test_numbers_that_begin_nearly_so(tmp_path):
    path = tmp_path / "numbers"
    for begin in (b"\x1f\x8b\x08\xff", b"\x1f\x8b\x09\x00", b"BZh1abcdefg1", b"BZ01", b"\xfd7zX", b"\x28\xb5\x2f\xfc", b"\x93NUMPZ!"):
        path.write_bytes(begin)
        assert datarep.read(path, "u1").tobytes() == begin
    path.write_bytes(b"")
    assert datarep.read(path, "u1").size == 0


def test_an_array_of_numpy_is_loaded(tmp_path):
    path = tmp_path / "numbers.npy"
    np.save(path, VALUES)
    for call in (lambda: datarep.read(path, "<f8"), lambda: datarep.open(path, "<f8", shape=3), lambda: RECORD.read(path)):
        with pytest.raises(ValueError, match="is a NumPy array: `numpy.load"):
            call()
    assert np.array_equal(datarep.read(path, "<f8", offset=128), VALUES)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with names")
def test_a_pipe_loses_no_byte(tmp_path):
    path = tmp_path / "pipe"
    os.mkfifo(path)
    writer = subprocess.Popen([sys.executable, "-c", f"open({str(path)!r}, 'wb').write({PLAIN!r})"])
    assert np.array_equal(datarep.read(path, "f64"), VALUES)
    assert writer.wait() == 0


def test_a_file_of_texts(tmp_path):
    path = tmp_path / "numbers"
    path.write_bytes(b"\xff\xfe\xfd\xfc" * 4)
    with open(path) as file:
        for call in (
            lambda: datarep.read(file, "f32"),
            lambda: datarep.read(file, "f32", offset=4, count=1),
            lambda: datarep.open(file, "f32"),
            lambda: datarep.scan(file, RECORD),
        ):
            with pytest.raises(TypeError, match=r"reads str, not bytes: open it with mode 'rb', `open\('.*', \"rb\"\)`"):
                call()
    with pytest.raises(TypeError, match="open it with mode 'rb'"):
        datarep.read(io.StringIO("abcd"), "f32")


@pytest.mark.parametrize("options", [{}, {"count": 3}, {"shape": (3,)}, {"out": np.zeros(3, "f4")}, {"offset": 3}, {"dtype": object}, {"count": 0}])
def test_an_item_does_not_go_on_in_the_next_row(options):
    for rows in (np.zeros((3, 5), "u1"), np.zeros((4, 5), "u1"), np.zeros((2, 2, 3), "u1"), np.zeros((4, 7), "V1")):
        with pytest.raises(ValueError, match=f"a row of the array has {rows.shape[-1]} bytes, .* items of 4 bytes: items go along the last axis, axis {rows.ndim - 1}"):
            datarep.read(rows, "f32", **options)
    with pytest.raises(ValueError, match=r"a row of the array has 5 bytes, .* records of 8 bytes: .*, axis 1, and `array.reshape\(-1\)` is one row"):
        RECORD.read(np.zeros((8, 5), "u1"))


def test_rows_of_whole_items():
    rows = np.frombuffer(PLAIN, "u1").reshape(10, 800)
    assert np.array_equal(datarep.read(rows, "f64"), VALUES.reshape(10, 100))
    assert np.array_equal(datarep.read(rows, "f64", count=150), VALUES[:150])
    assert np.array_equal(datarep.read(rows.reshape(-1)[:8], "f64"), VALUES[:1])
    assert datarep.read(np.zeros((3, 5), "u1").reshape(-1)[:12], "f32").size == 3
    assert RECORD.read(rows).shape == (1000,)


def test_a_source_that_is_shorter_than_an_item():
    for source in (b"1234", np.zeros(4, "u1"), io.BytesIO(b"1234")):
        with pytest.raises(ValueError, match="4 bytes are shorter than one item, which has 8 bytes"):
            datarep.read(source, "f64")
    assert datarep.read(b"", "f64").size == 0
