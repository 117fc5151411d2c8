"""What people type and means something: types of NumPy as formats, paths of texts, places that do not overlap."""

import multiprocessing
import os
import pathlib
import pickle
import subprocess
import sys

import numpy as np
import pytest

import datarep

VALUES = np.array([1.5, -2.0, 100.0])


@pytest.mark.parametrize("dtype", ["<f2", ">f2", "<f4", ">f4", "<f8", ">f8", "i1", "u1", "<i2", ">i4", "<u4", ">u8", "<i8"])
def test_types_of_numpy_are_formats(tmp_path, dtype):
    kind = np.dtype(dtype)
    values = np.abs(VALUES).round().astype(kind) if kind.kind in "iu" else VALUES.astype(kind)
    data = values.tobytes()
    path = tmp_path / "numbers"
    path.write_bytes(data)
    # A type without an order is of this machine.
    formats = [kind, kind.type] if kind.isnative else [kind]
    for format in formats:
        read = datarep.read(data, format)
        # The narrowest type by default is an `f4`.
        assert read.dtype == (np.float32 if kind.itemsize == 2 and kind.kind == "f" else kind.newbyteorder("=")) and read.tolist() == values.tolist()
        assert datarep.write(values.tolist() if kind.kind == "f" else values, format) == data
        assert datarep.open(path, format)[:].tolist() == values.tolist()
        assert datarep.Format(format).itemsize == kind.itemsize
    again = pickle.loads(pickle.dumps(datarep.open(path, kind)))
    assert again[:].tolist() == values.tolist() and again.format == dtype


def test_the_path_of_a_text(tmp_path):
    path = tmp_path / "mine.datarep"
    path.write_text("/// Größe.\nrecord one { x: f64; }\n", encoding="utf-8")
    text = datarep.Text(path)
    assert text.source == path.read_text(encoding="utf-8") and text._list_records() == ["one"]
    assert str(path) in repr(text) and '"other"' in repr(datarep.Text(path, "other"))
    path.write_text("record one { x: f65; }")
    with pytest.raises(datarep.TextError, match="mine.datarep:1:"):
        datarep.Text(path)


def test_a_copybook_of_one_line(tmp_path):
    for line in ("01 A PIC X.", "       01  A   PIC X(8).", "000100 01 A PIC 9(4) COMP."):
        assert datarep.Text.from_copybook(line)._list_records() == ["a"]
    path = tmp_path / "01 A PIC X."
    path.write_text("       01  B.\n           05  C  PIC X.\n")
    assert datarep.Text.from_copybook(str(path))._list_records() == ["b"]
    with pytest.raises(FileNotFoundError):
        datarep.Text.from_copybook("a.cpy")


def test_places_that_are_interleaved(tmp_path):
    path = tmp_path / "numbers"
    # The items of a row lie between those of others, and no two share a byte.
    for shape, strides in (((2, 3), (4, 8)), ((3, 2), (8, 4)), ((2, 2), (6, 4)), ((2, 1), (4, 1)), ((1, 4), (2, 4)), ((0, 5), (2, 4))):
        with datarep.open(path, "f32", shape=shape, strides=strides, mode="w+") if strides != (6, 4) else datarep.open(path, "i16", shape=shape, strides=strides, mode="w+") as array:
            values = np.arange(array.size).reshape(shape)
            array[...] = values
            assert array[...].tolist() == values.tolist()
    # Windows that share items are read, and not written.
    datarep.write(np.arange(10.0), "f32", path)
    windows = datarep.open(path, "f32", shape=(8, 3), strides=(4, 4))
    assert windows[...].tolist() == np.lib.stride_tricks.sliding_window_view(np.arange(10.0), 3).tolist()
    before = path.read_bytes()
    with pytest.raises(ValueError, match="share bytes"):
        datarep.open(path, "f32", shape=(8, 3), strides=(4, 4), mode="w+")
    assert path.read_bytes() == before


def test_another_process_finds_the_file(tmp_path, monkeypatch):
    data = datarep.write(VALUES, "f64")
    (tmp_path / "numbers").write_bytes(data)
    (tmp_path / "elsewhere").mkdir()
    record = datarep.Text("record one { x: f64; }").records["one"]
    monkeypatch.chdir(tmp_path)
    made = [datarep.open("numbers", "f64"), datarep.open(pathlib.Path("numbers"), "f64", mode="r+"), datarep.open(pathlib.Path("numbers"), "twos(8)"), datarep.scan("numbers", record)]
    packed = datarep.open("numbers", "unsigned(12) packed", shape=5)
    pickled = pickle.dumps([*made, packed])
    script = "import pickle, sys, datarep; a, b, c, d, e = pickle.load(sys.stdin.buffer); print(a[:].tolist(), b[:].tolist(), c.size, e[:].tolist(), d.files)"
    done = subprocess.run([sys.executable, "-c", script], input=pickled, cwd=tmp_path / "elsewhere", capture_output=True)
    assert done.returncode == 0, done.stderr.decode()
    first = np.unpackbits(np.frombuffer(data[:8], "u1"))[:60].reshape(5, 12) @ (1 << np.arange(11, -1, -1))
    assert done.stdout.decode().split("\n")[0] == f"{VALUES.tolist()} {VALUES.tolist()} 24 {first.tolist()} {[str(tmp_path / 'numbers')]}"
    # A URL is the same everywhere.
    pytest.importorskip("fsspec")
    assert pickle.loads(pickle.dumps(datarep.scan("file://" + os.fspath(tmp_path / "numbers"), record))).files == ["file://" + os.fspath(tmp_path / "numbers")]


def test_workers_of_a_pool(tmp_path, monkeypatch):
    (tmp_path / "numbers").write_bytes(datarep.write(np.arange(10.0), "f64"))
    monkeypatch.chdir(tmp_path)
    array = datarep.open("numbers", "f64")
    with multiprocessing.get_context("spawn").Pool(1, initializer=os.chdir, initargs=("/",)) as pool:
        assert pool.apply(np.asarray, (array,)).tolist() == list(range(10))
