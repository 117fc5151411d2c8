"""Numbers of a file as an array."""

import io
import os
import pickle
import threading

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

import datarep

SHAPE = (7, 5, 6)


@pytest.fixture(scope="module")
def numbers(tmp_path_factory):
    path = tmp_path_factory.mktemp("array") / "numbers"
    values = np.arange(np.prod(SHAPE), dtype="f4").reshape(SHAPE)
    path.write_bytes(b"head" + datarep.write(values, "hfp32"))
    return path, values


def opened(path, **arguments):
    return datarep.open(path, "ibm370", dtype="f4", offset=4, shape=SHAPE, **arguments)


def test_what_it_says_of_itself(numbers):
    path, values = numbers
    array = opened(path)
    assert array.shape == SHAPE and array.dtype == np.float32 and array.ndim == 3
    assert array.size == values.size and array.nbytes == values.nbytes and len(array) == 7
    assert array.chunks == SHAPE and array.mode == "r" and array.format == "ibm370"
    assert repr(array) == f"<datarep.LazyArray 'ibm370' of {str(path)!r}: shape (7, 5, 6), float32, mode 'r'>"
    np.testing.assert_array_equal(array, values)
    assert np.asarray(array, "f8").dtype == np.float64
    np.testing.assert_array_equal([row.sum() for row in array], values.sum(axis=(1, 2)))
    with pytest.raises(ValueError, match="without a copy"):
        np.asarray(array, copy=False)


@settings(max_examples=300, deadline=None)
@given(hnp.basic_indices(SHAPE, allow_newaxis=False))
def test_as_numpy_indexes(numbers, index):
    path, values = numbers
    found = opened(path)[index]
    assert type(found) is type(values[index]) or np.ndim(found) == 0
    np.testing.assert_array_equal(found, values[index])


axis = st.one_of(
    st.integers(-5, 4),
    st.slices(5),
    st.lists(st.integers(-5, 4), max_size=8),
    st.lists(st.booleans(), min_size=5, max_size=5),
)


@settings(max_examples=300, deadline=None)
@given(st.tuples(axis, axis, axis), st.booleans())
def test_axes_are_independent(tmp_path_factory, keys, as_arrays):
    values = np.arange(125.0).reshape(5, 5, 5)
    path = tmp_path_factory.getbasetemp() / "cube"
    if not path.exists():
        path.write_bytes(datarep.write(values, "f64"))
    if as_arrays:
        keys = tuple(np.array(key, bool if key and isinstance(key[0], bool) else int) if isinstance(key, list) else key for key in keys)
    expected = values
    for at in reversed(range(3)):
        key = keys[at]
        key = np.array(key, bool if len(key) and isinstance(key[0], (bool, np.bool_)) else int) if isinstance(key, (list, np.ndarray)) else key
        expected = expected[(slice(None),) * at + (key,)]
    array = datarep.open(path, "f64", shape=(5, 5, 5))
    np.testing.assert_array_equal(array[keys], expected)


@settings(max_examples=200, deadline=None)
@given(hnp.basic_indices(SHAPE, allow_newaxis=False), st.data())
def test_assignment(tmp_path_factory, index, data):
    path = tmp_path_factory.getbasetemp() / "assigned"
    values = np.arange(np.prod(SHAPE), dtype="f4").reshape(SHAPE)
    path.write_bytes(b"head" + datarep.write(values, "hfp32") + b"tail")
    new = np.asarray(values[index] * 2 + 1)
    if data.draw(st.booleans()):
        new = 3
    with opened(path, mode="r+") as array:
        array[index] = new
        values[index] = new
        np.testing.assert_array_equal(array, values)
    assert path.read_bytes() == b"head" + datarep.write(values, "hfp32") + b"tail"


def test_fancy_assignment(tmp_path):
    values = np.arange(60.0).reshape(6, 10)
    path = tmp_path / "numbers"
    path.write_bytes(datarep.write(values, "vax_g"))
    with datarep.open(path, "vax_g", shape=(-1, 10), mode="r+") as array:
        array[[4, 0, 1], 2:5] = values[[4, 0, 1], 2:5] = -1
        array[:, [True] + [False] * 8 + [True]] = values[:, [0, 9]] = np.arange(12).reshape(6, 2)
        array[values > 30] = values[values > 30] = 7
        np.testing.assert_array_equal(array, values)
        np.testing.assert_array_equal(array[values > 5], values[values > 5])
        np.testing.assert_array_equal(array[values > 500], values[values > 500])
        with pytest.raises(ValueError, match="broadcast"):
            array[:2] = np.zeros((3, 10))
        with pytest.raises(TypeError, match="is of the type float64, and is given complex128"):
            array[0] = 1j
        with pytest.raises(datarep.ConversionError):
            array[5, 1:4] = [1, np.nan, 2]
        values[5, 1] = 1
        np.testing.assert_array_equal(array, values)
    with pytest.raises(ValueError, match="closed"):
        array[0]
    with pytest.raises(ValueError, match="closed"):
        array.flush()


def test_wrong_indices(numbers):
    array = opened(numbers[0])
    for wrong in (7, -8, (0, 0, 6), (0, 0, 0, 0), "x", 1.5, None, (..., ...), [7], [[1]], [True], np.zeros((1, 1, 1), bool), [0.5], np.datetime64("now")):
        with pytest.raises(IndexError):
            array[wrong]
    with pytest.raises(ValueError, match="step"):
        array[::0]
    with pytest.raises(ValueError, match="for reading"):
        array[0] = 1


def test_shapes(tmp_path):
    path = tmp_path / "numbers"
    path.write_bytes(datarep.write(np.arange(10.0), "f64"))
    assert datarep.open(path, "f64").shape == (10,)
    assert datarep.open(path, "f64", shape=(-1, 5)).shape == (2, 5)
    assert datarep.open(path, "f64", shape=()).shape == ()
    assert datarep.open(path, "f64", shape=())[()] == 0.0
    assert datarep.open(path, "f64", offset=8, shape=3)[:].tolist() == [1, 2, 3]
    assert datarep.open(path, "f64", shape=(0, 5)).shape == (0, 5)
    assert datarep.open(path, "f64", offset=800, shape=0)[:].shape == (0,)
    with pytest.raises(TypeError):
        len(datarep.open(path, "f64", shape=()))
    for shape in (11, (3, 4), (-1, 3), (-2,), (-1, -1)):
        with pytest.raises(ValueError):
            datarep.open(path, "f64", shape=shape)
    with pytest.raises(ValueError, match="mode"):
        datarep.open(path, "f64", mode="a")
    with pytest.raises(FileNotFoundError):
        datarep.open(tmp_path / "nowhere", "f64")
    with pytest.raises(datarep.UnknownFormatError):
        datarep.open(path, "nothing")


def test_strides(tmp_path):
    # Each trace has a header of twelve bytes and four numbers.
    traces = np.zeros(5, [("header", "V12"), ("samples", ">f4", 4)])
    traces["samples"] = np.arange(20).reshape(5, 4)
    traces["header"] = b"\xff" * 12
    path = tmp_path / "traces"
    path.write_bytes(b"text" + traces.tobytes())
    section = datarep.open(path, "f32", offset=16, shape=(-1, 4), strides=(28, 4), mode="r+")
    assert section.shape == (5, 4)
    np.testing.assert_array_equal(section, traces["samples"])
    np.testing.assert_array_equal(section[::-2, 1:3], traces["samples"][::-2, 1:3])
    section[1:4, ::3] = -1
    traces["samples"][1:4, ::3] = -1
    assert path.read_bytes() == b"text" + traces.tobytes()
    far = datarep.open(path, "f32", offset=16, shape=2, strides=(84,))
    assert far[:].tolist() == [0, -1]
    with pytest.raises(ValueError, match="strides"):
        datarep.open(path, "f32", shape=(5, 4), strides=(28,))


def test_a_new_file(tmp_path):
    path = tmp_path / "new"
    with datarep.open(path, "vax_f", shape=(3, 4), dtype="f4", mode="w+") as array:
        assert not np.asarray(array).any()
        array[1] = [1, 2, 3, 4]
        array.flush()
        again = pickle.loads(pickle.dumps(array))
        again[0, 0] = 5
        assert array[0, 0] == 5
    assert path.stat().st_size == 48
    assert datarep.read(path, "vax_f")[4:8].tolist() == [1, 2, 3, 4]
    with pytest.raises(ValueError, match="needs a shape"):
        datarep.open(path, "vax_f", mode="w+")


def test_rules_hold_both_ways(tmp_path):
    path = tmp_path / "numbers"
    with datarep.open(path, "hfp32", shape=3, dtype="f4", mode="w+", on_infinity="saturate", on_overflow="saturate") as array:
        array[:] = [np.inf, -np.inf, 1]
        assert array[:].tolist() == [np.finfo("f4").max, np.finfo("f4").min, 1]


def test_a_file_that_becomes_shorter(tmp_path):
    path = tmp_path / "numbers"
    path.write_bytes(datarep.write(np.arange(1000.0), "f64"))
    array = datarep.open(path, "f64")
    os.truncate(path, 4004)
    assert array[:500].tolist() == list(range(500))
    with pytest.raises(EOFError, match="the file has 4004"):
        array[:]
    with pytest.raises(EOFError):
        array[900]


def test_larger_than_memory(tmp_path):
    path = tmp_path / "sparse"
    with datarep.open(path, "ibm370", shape=(1 << 20, 1 << 16), dtype="f8", mode="w+") as array:
        assert path.stat().st_size == 1 << 39
        array[123_456, 1000:1010] = np.arange(10)
        assert array[123_456, 998:1012].tolist() == [0, 0, *range(10), 0, 0]
        assert array[::1000, 5].tolist() == [0] * 1049
    path.unlink()


def test_threads_share_one(numbers):
    path, values = numbers
    array = opened(path)
    wrong = []

    def look(seed):
        rng = np.random.default_rng(seed)
        for _ in range(200):
            start, stop = sorted(rng.integers(0, 8, 2))
            if not np.array_equal(array[start:stop, ::-1], values[start:stop, ::-1]):
                wrong.append((start, stop))

    threads = [threading.Thread(target=look, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_dask(numbers):
    dask = pytest.importorskip("dask.array")
    path, values = numbers
    array = opened(path)
    for chunks in ("auto", (2, 5, 3), array.chunks):
        lazy = dask.from_array(array, chunks=chunks)
        assert lazy.shape == SHAPE and lazy.dtype == np.float32
        assert float(lazy[1:, :, ::2].sum().compute()) == values[1:, :, ::2].sum()
        np.testing.assert_array_equal(lazy[:, [3, 1]].compute(), values[:, [3, 1]])
    doubled = path.with_name("doubled")
    with datarep.open(doubled, "ibm370", dtype="f4", shape=SHAPE, mode="w+") as target:
        dask.store(dask.from_array(array, chunks=(3, 2, 6)) * 2, target)
        np.testing.assert_array_equal(target, values * 2)


def test_xarray(numbers):
    xarray = pytest.importorskip("xarray")
    dask = pytest.importorskip("dask.array")
    path, values = numbers
    array = opened(path)
    at_once = xarray.DataArray(array, dims=("x", "y", "z"))
    np.testing.assert_array_equal(at_once.mean("y"), values.mean(1))
    lazy = xarray.DataArray(dask.from_array(array, chunks=array.chunks), dims=("x", "y", "z"))
    np.testing.assert_array_equal(lazy.isel(x=[5, 0], z=slice(1, 4)).compute(), values[[5, 0], :, 1:4])


def test_urls_and_file_objects(tmp_path):
    fsspec = pytest.importorskip("fsspec")
    values = np.arange(-60, 60, dtype="f4").reshape(10, 12)
    data = b"head" + b"".join(datarep.write(row, "hfp32") + b"gap" for row in values)
    fsspec.filesystem("memory").pipe("/open/section", data)
    (tmp_path / "section").write_bytes(data)
    layout = {"dtype": "f4", "offset": 4, "shape": (-1, 12), "strides": (51, 4)}
    local = datarep.open(tmp_path / "section", "hfp32", **layout)
    for source in ("memory://open/section", io.BytesIO(data)):
        array = datarep.open(source, "hfp32", **layout)
        assert array.shape == (10, 12)
        for key in [np.s_[...], np.s_[3], np.s_[::-2, ::3], np.s_[[4, 1], 5:2:-1], np.s_[2, 7], np.s_[:0], np.s_[:, [0, 11]]]:
            assert np.array_equal(array[key], local[key]), key
        with pytest.raises(ValueError, match="the file, which has"):
            datarep.open(source, "hfp32", shape=1000)
        with pytest.raises(ValueError, match="is read only"):
            datarep.open(source, "hfp32", mode="r+")
    assert datarep.open(io.BytesIO(data[4:52]), "hfp32", dtype="f4")[:].tolist() == values[0].tolist()
    assert datarep.read("memory://open/section", "hfp32", dtype="f4", offset=4, count=12).tolist() == values[0].tolist()
    again = pickle.loads(pickle.dumps(datarep.open("memory://open/section", "hfp32", **layout)))
    assert np.array_equal(again[...], values)
    with pytest.raises(TypeError, match="cannot be pickled"):
        pickle.dumps(datarep.open(io.BytesIO(data), "hfp32", **layout))


def test_a_file_that_ends_within_a_row_is_refused(tmp_path):
    path = tmp_path / "rows"
    rows = b"".join(bytes(20) + datarep.write([index, 0.5, 1.5, 2.5], "f32", order="big") for index in range(3))
    options = {"order": "big", "offset": 20, "shape": (-1, 4), "strides": (36, 4)}
    # The bytes between two rows may follow the last one.
    for whole in (rows, rows + bytes(20)):
        path.write_bytes(whole)
        assert datarep.open(path, "f32", **options).shape == (3, 4)
    path.write_bytes(rows[:-4])
    with pytest.raises(ValueError, match=r"within a row: of the 16 bytes from byte 92 on there are 12; 2 are whole, so say the shape"):
        datarep.open(path, "f32", **options)
    assert datarep.open(path, "f32", **{**options, "shape": (2, 4)})[:, 0].tolist() == [0, 1]


@pytest.mark.parametrize("shape", [(0,), (0, 3), (3, 0), (2, 0, 3)])
def test_arrays_without_items(tmp_path, shape):
    path = tmp_path / "empty"
    array = datarep.open(path, "f32", shape=shape, offset=5, mode="w+")
    assert path.stat().st_size == 5
    for one in (array, pickle.loads(pickle.dumps(array)), datarep.open(path, "f32", shape=shape, offset=5)):
        assert np.asarray(one).shape == shape
        assert one[np.zeros(shape, bool)].shape == (0,)
    array[np.ones(shape, bool)] = 1
    assert datarep.read(path, "f32", shape=shape, offset=5).shape == shape


def test_packed_words_that_do_not_fill_a_shape_are_told_in_words(tmp_path):
    datarep.write(np.arange(7), "unsigned(16) packed", tmp_path / "words")
    with pytest.raises(ValueError, match="7 words are 3 times 2 words, and 1 words more: say the shape"):
        datarep.open(tmp_path / "words", "unsigned(16) packed", shape=(-1, 2))


class Measured(io.BytesIO):
    """A file object that knows how much was asked of it at once."""

    most = 0

    def read(self, size=-1):
        self.most = max(self.most, size)
        return super().read(size)


@pytest.mark.parametrize("key", [np.s_[:, 0], np.s_[::-3, 1], np.s_[...], np.s_[5:, :], np.s_[[1, 7, 6_000_000], 1]])
def test_a_file_object_is_read_in_parts(key):
    values = np.arange(7_000_000, dtype="u1").repeat(2).reshape(-1, 2)
    values[:, 1] ^= 0xFF
    file = Measured(values.repeat(4).astype(">f4")[::4].tobytes())
    array = datarep.open(file, "f32", shape=values.shape)
    np.testing.assert_array_equal(array[key], values[key])
    assert file.most <= 1 << 24
