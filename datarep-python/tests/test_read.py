"""Arrays from every kind of source, and back."""

import array as arrays
import gzip
import io
import mmap
import pathlib

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

import datarep

DATA = bytes.fromhex("C276A000 41100000 00000000 C1100000")
VALUES = np.array([-118.625, 1.0, 0.0, -1.0])


def same(found, expected):
    assert isinstance(found, np.ndarray)
    assert found.dtype == expected.dtype
    np.testing.assert_array_equal(found, expected)


def sources(path):
    path.write_bytes(DATA)
    yield DATA
    yield bytearray(DATA)
    yield memoryview(DATA)
    yield np.frombuffer(DATA, np.uint8)
    yield np.frombuffer(DATA, "V4")
    yield arrays.array("B", DATA)
    yield str(path)
    yield path
    yield io.BytesIO(DATA)
    with open(path, "rb") as file:
        yield file
    with open(path, "rb", buffering=0) as file:
        yield file
    with open(path, "rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as mapped:
        yield mapped
    with gzip.open(path.with_suffix(".gz"), "wb") as file:
        file.write(DATA)
    with gzip.open(path.with_suffix(".gz")) as file:
        yield file


def test_every_source(tmp_path):
    for source in sources(tmp_path / "data"):
        same(datarep.read(source, "hfp32"), VALUES)
    for source in sources(tmp_path / "data"):
        if not isinstance(source, np.ndarray) or source.dtype == np.uint8:
            same(datarep.read(source, "hfp32", offset=4, count=2), VALUES[1:3])


def test_a_file_object_is_read_from_where_it_stands():
    file = io.BytesIO(DATA)
    same(datarep.read(file, "hfp32", count=1), VALUES[:1])
    same(datarep.read(file, "hfp32", count=1, offset=4), VALUES[2:3])
    assert file.tell() == 12
    same(datarep.read(file, "hfp32"), VALUES[3:])
    same(datarep.read(file, "hfp32"), VALUES[:0])


def test_pipes_and_devices(tmp_path):
    same(datarep.read("/dev/null", "hfp32"), VALUES[:0])
    with pytest.raises(FileNotFoundError, match="nowhere"):
        datarep.read(tmp_path / "nowhere", "hfp32")
    with pytest.raises(IsADirectoryError):
        datarep.read(tmp_path, "hfp32")


@pytest.mark.parametrize(
    ("format", "dtype"),
    [
        ("vax_f", "f8"),
        ("f32", "f4"),
        ("f16", "f4"),
        ("hfp64", "f8"),
        ("twos(24)", "i4"),
        ("unsigned(16)", "u2"),
        ("ones(8)", "i1"),
        ("fixed(16, 15)", "f4"),
        ("packed_decimal(7, 0)", "i4"),
        ("packed_decimal(7, 2)", "f8"),
        ("ebcdic(cp037)", "S1"),
        ("ebcdic(cp1140)", "U1"),
        ("cray_logical", "?"),
        ("posit32", "f8"),
    ],
)
def test_types_where_none_is_said(format, dtype):
    assert datarep.Format(format).dtype == np.dtype(dtype)
    empty = datarep.read(b"", format)
    assert empty.dtype == np.dtype(dtype) and empty.shape == (0,)


@pytest.mark.parametrize("dtype", ["f2", "f4", ">f4", "f8", ">f8", "c8", ">c8", "c16", "g", "i1", "<i2", ">i2", ">i4", "i8", ">i8"])
def test_types(dtype):
    whole = np.array([1, -2, 3, 100], dtype)
    # Integers need a format of integers, and all others one of reals.
    format = "twos(64)" if np.dtype(dtype).kind == "i" else "f64"
    data = datarep.write(whole, format)
    assert len(data) == (64 if np.dtype(dtype).kind == "c" else 32)
    same(datarep.read(data, format, dtype=dtype), whole)


def test_texts_and_truth():
    data = datarep.write(np.array(["SEG Y", "Zürich"]), "ebcdic(cp037)")
    assert data == "SEG Y Zürich".encode("cp037")
    assert datarep.read(data, "ebcdic(cp037)", dtype="U6").tolist() == ["SEG Y ", "Zürich"]
    assert datarep.read(data[6:], "ebcdic(cp037)", dtype="S3").tolist() == ["Zür".encode("latin1"), b"ich"]
    truth = np.array([[True], [False]])
    assert datarep.read(datarep.write(truth, "cray_logical"), "cray_logical").tolist() == [True, False]
    # A byte that is neither 0 nor 1 is true, as in NumPy.
    lie = np.array([0, 1, 2, 255], np.uint8).view(bool)
    assert datarep.read(datarep.write(lie, "cray_logical"), "cray_logical").tolist() == [False, True, True, True]
    with pytest.raises(TypeError, match="has no length"):
        datarep.read(b"", "ascii", dtype="S")


def test_shapes():
    assert datarep.read(DATA, "hfp32", shape=(2, 2)).shape == (2, 2)
    assert datarep.read(DATA, "hfp32", shape=(-1, 2)).shape == (2, 2)
    assert datarep.read(DATA, "hfp32", shape=3, count=3).shape == (3,)
    assert datarep.read(DATA, "hfp32", shape=(), count=1).shape == ()
    bytes_of = np.frombuffer(DATA, np.uint8)
    assert datarep.read(bytes_of.reshape(2, 8), "hfp32").shape == (2, 2)
    assert datarep.read(np.frombuffer(DATA, "V4").reshape(2, 2), "hfp32").shape == (2, 2)
    assert datarep.read(np.frombuffer(DATA, "V4")[1], "hfp32") == 1.0
    with pytest.raises(ValueError, match="are no items of 4 bytes"):
        datarep.read(np.zeros((2, 6), np.uint8), "hfp32")
    with pytest.raises(ValueError, match=r"4 items do not fill the shape \(-1, 3\)"):
        datarep.read(DATA, "hfp32", shape=(-1, 3))
    with pytest.raises(ValueError, match="items are asked for"):
        datarep.read(DATA, "hfp32", shape=(2, 2), count=3)


def test_a_part_of_each_row_of_bytes():
    rows = np.arange(3 * 24, dtype=np.uint8).reshape(3, 24)
    rows[:, 8:16] = np.frombuffer(DATA[:8], np.uint8)
    same(datarep.read(rows[:, 8:16], "hfp32"), np.tile(VALUES[:2], (3, 1)))
    same(datarep.read(rows[::-1, 8:16], "hfp32", dtype="f4"), np.tile(VALUES[:2].astype("f4"), (3, 1)))
    record = np.dtype([("id", ">i2"), ("value", "V4")])
    table = np.zeros(4, record)
    table["value"] = np.frombuffer(DATA, "V4")
    same(datarep.read(table["value"], "hfp32"), VALUES)


def test_too_few_bytes():
    with pytest.raises(ValueError, match="15 bytes are 3 items of 4 bytes, and 3 bytes more"):
        datarep.read(DATA[:-1], "hfp32")
    with pytest.raises(ValueError, match="4 items of 4 bytes are asked for, and the source has 15 bytes"):
        datarep.read(DATA[:-1], "hfp32", count=4)
    with pytest.raises(ValueError, match="the offset is 20"):
        datarep.read(DATA, "hfp32", offset=20)
    with pytest.raises(ValueError, match="offset is -1"):
        datarep.read(DATA, "hfp32", offset=-1)
    with pytest.raises(ValueError, match="too many|asked for"):
        datarep.read(DATA, "hfp32", count=2**62)


def test_names():
    with pytest.raises(datarep.UnknownFormatError, match="write `vax_g`"):
        datarep.read(b"", "vaxg")
    for name in ["", "}", "hfp32;", "hfp32 => x", "twos(24) sideways", "float x", "\0", "x" * 10_000]:
        with pytest.raises(datarep.UnknownFormatError):
            datarep.read(b"", name)
    with pytest.raises(TypeError, match="format is a name"):
        datarep.read(b"", 1)
    with pytest.raises(TypeError, match="say `dtype`"):
        datarep.read(b"", "ibm370")
    same(datarep.read(DATA, "ibm370", dtype="f4"), VALUES.astype("f4"))
    same(datarep.read(DATA, "segy_ibm", dtype="f4"), VALUES.astype("f4"))
    names = dict(datarep.formats())
    assert names["vax_g"] == "dec" and len(names) > 130 and "ibm370" in datarep.representations()


def test_a_type_that_a_format_cannot_be_names_another():
    with pytest.raises(TypeError, match=r'`hfp32` .* is not converted; write `values.astype\("f8"\)`'):
        datarep.write(np.array([1, 2], np.int32), "hfp32")
    assert datarep.write(np.array([1, 2], np.int32).astype("f8"), "hfp32") == bytes.fromhex("41100000 41200000")


def test_orders():
    same(datarep.read(DATA[3::-1], "hfp32", order="little"), VALUES[:1])
    same(datarep.read(DATA[3::-1], "hfp32 little"), VALUES[:1])
    same(datarep.read(b"\xfe\xff\xff", "twos(24)", order="little"), np.array([-2], "i4"))
    with pytest.raises(ValueError, match="order"):
        datarep.read(DATA, "hfp32", order="} datarep")
    with pytest.raises(ValueError, match="order is \"sideways\": it is \"big\""):
        datarep.read(DATA, "hfp32", order="sideways")


def test_out():
    out = np.full((3, 4), 7.0)
    assert datarep.read(DATA, "hfp32", out=out[1]) is not None
    np.testing.assert_array_equal(out, [[7] * 4, VALUES, [7] * 4])
    swapped = np.zeros((2, 8), ">f4")[:, ::2].T[::-1]
    result = datarep.read(DATA + DATA, "hfp32", out=swapped)
    assert result is swapped
    np.testing.assert_array_equal(swapped, np.concatenate([VALUES, VALUES]).reshape(4, 2))
    with pytest.raises(ValueError, match="read-only"):
        frozen = np.zeros(4)
        frozen.flags.writeable = False
        datarep.read(DATA, "hfp32", out=frozen)
    with pytest.raises(ValueError, match="asked for"):
        datarep.read(DATA, "hfp32", out=np.zeros(5))
    with pytest.raises(TypeError, match="dtype is"):
        datarep.read(DATA, "hfp32", out=np.zeros(4), dtype="f4")
    with pytest.raises(TypeError, match="no array"):
        datarep.read(DATA, "hfp32", out=bytearray(16))
    # An array of objects gets decimals.
    assert datarep.read(DATA, "hfp32", out=np.zeros(4, object)).tolist() == list(VALUES)


def test_in_the_same_memory():
    memory = np.frombuffer(bytearray(DATA), np.uint8)
    datarep.read(memory, "hfp32", out=memory.view("f4")[::-1])
    np.testing.assert_array_equal(memory.view("f4"), VALUES[::-1])
    datarep.write(memory.view("f4")[::-1], "hfp32", memory)
    assert memory.tobytes() == DATA


def test_where_bytes_go(tmp_path):
    assert datarep.write(VALUES, "hfp32") == DATA
    assert datarep.write(VALUES, "hfp32", tmp_path / "out") == 16
    assert (tmp_path / "out").read_bytes() == DATA
    assert datarep.write(VALUES, "hfp32", str(tmp_path / "out2")) == 16
    file = io.BytesIO()
    file.write(b"head")
    assert datarep.write(VALUES, "hfp32", file) == 16
    assert file.getvalue() == b"head" + DATA
    buffer = bytearray(16)
    assert datarep.write(VALUES, "hfp32", buffer) is buffer and buffer == DATA
    buffer = bytearray(20)
    datarep.write(VALUES, "hfp32", memoryview(buffer)[4:])
    assert buffer == bytes(4) + DATA
    strided = np.zeros((4, 8), np.uint8)
    datarep.write(VALUES, "hfp32", strided[:, 2:6])
    assert strided[:, 2:6].tobytes() == DATA and not strided[:, :2].any() and not strided[:, 6:].any()
    with pytest.raises(ValueError, match="read-only"):
        datarep.write(VALUES, "hfp32", bytes(16))
    with pytest.raises(ValueError, match="out has 17 bytes"):
        datarep.write(VALUES, "hfp32", bytearray(17))


def test_a_file_stays_where_a_number_is_refused(tmp_path):
    (tmp_path / "out").write_bytes(b"old")
    with pytest.raises(datarep.ConversionError):
        datarep.write([1e300], "hfp32", tmp_path / "out")
    assert (tmp_path / "out").read_bytes() == b"old"


def test_arrays_of_other_libraries_and_lists():
    assert datarep.write([1, 2], "twos(64)") == np.array([1, 2], ">i8").tobytes()
    assert datarep.write(1.0, "hfp32") == DATA[4:8]
    assert datarep.write(np.float32(1), "hfp32") == DATA[4:8]
    for wrong in (np.array([object()]), np.array(["2020-01-01"], "M8[D]"), np.zeros(1, "f4,f4"), {"a": 1}):
        with pytest.raises(TypeError):
            datarep.write(wrong, "f64")
    with pytest.raises(TypeError, match="vax_g"):
        datarep.write(np.array([True]), "vax_g")


@given(
    hnp.arrays(
        st.sampled_from(["<f4", ">f4", "<f8", ">f8"]),
        hnp.array_shapes(min_dims=0, max_dims=4, min_side=0, max_side=6),
        elements=st.floats(allow_nan=False, width=32),
    ),
    st.data(),
)
def test_any_strides(whole, data):
    view = whole
    if whole.ndim:
        view = whole[data.draw(hnp.basic_indices(whole.shape, allow_ellipsis=True))]
        view = np.asarray(view).view(view.dtype)
        view = view.transpose(data.draw(st.permutations(range(view.ndim))))
    file = datarep.write(view, "f64")
    assert file == np.ascontiguousarray(view).astype(">f8").tobytes()
    out = np.zeros_like(whole)
    target = np.zeros(view.shape[::-1], view.dtype).T
    datarep.read(file, "f64", out=target)
    np.testing.assert_array_equal(target, view)
    del out
    rows = np.frombuffer(file, "V8").reshape(view.shape)
    np.testing.assert_array_equal(datarep.read(rows, "f64"), view)


@given(st.binary(max_size=400))
def test_any_words_there_and_back(data):
    data = data[: len(data) // 8 * 8]
    values = datarep.read(data, "vax_g")
    finite = np.isfinite(values)
    back = np.frombuffer(datarep.write(values[finite], "vax_g"), "V8")
    again = datarep.read(back, "vax_g")
    np.testing.assert_array_equal(again, values[finite])


def test_large(tmp_path):
    rng = np.random.default_rng(1)
    values = rng.standard_normal(700_000).astype("f4")
    file = datarep.write(values, "hfp32")
    expected = datarep.read(file, "hfp32", dtype="f4")
    # At most two hexadecimal digits of the word are lost.
    np.testing.assert_allclose(expected, values, rtol=2**-20)
    (tmp_path / "large").write_bytes(file)
    for source in (bytearray(file), tmp_path / "large", np.frombuffer(file, "V4")[::-1][::-1]):
        for threads in (1, 2, 7, 0):
            same(datarep.read(source, "hfp32", dtype="f4", threads=threads), expected)
    same(datarep.read(file, "hfp32", dtype=">f4"), expected.astype(">f4"))
    doubled = np.repeat(expected, 2)
    assert datarep.write(doubled[::2], "hfp32", threads=3) == datarep.write(expected, "hfp32")


def test_paths_of_any_kind(tmp_path):
    name = tmp_path / "ä b.dat"
    name.write_bytes(DATA)
    same(datarep.read(pathlib.PurePath(name), "hfp32"), VALUES)
    same(datarep.read(str(name), "hfp32"), VALUES)
