"""Packed words of a file as an array that is indexed."""

import pickle
import threading

import numpy as np
import pytest

import datarep

FORMATS = ["twos(12) packed", "unsigned(12) packed little", "unsigned(3), packed", "unsigned(8) packed", "twos(18) packed", "pdp10_36 high_density"]


def values_of(name, count):
    bits = datarep.Format(name).bits
    if name.startswith("pdp10"):
        return np.arange(count) - count / 2
    return (np.arange(count) * 7919 % 2**bits) - (2 ** (bits - 1) if name.startswith("twos") else 0)


@pytest.mark.parametrize("name", FORMATS)
def test_any_index(tmp_path, name):
    values = values_of(name, 60)
    dtype = datarep.read(b"", name).dtype
    values = values.astype(dtype).reshape(5, 4, 3)
    path = tmp_path / "words"
    path.write_bytes(b"head" + datarep.write(values, name))
    words = datarep.open(path, name, offset=4, shape=(5, 4, 3))
    assert words.dtype == dtype and words.shape == (5, 4, 3) and words.nbytes == values.nbytes
    for key in (
        (...,),
        (2,),
        (slice(None, None, -1),),
        (1, 2, 1),
        (slice(1, 4), slice(None, None, 2), -1),
        ([4, 0, 2], 1),
        (slice(3, 1, -1), [0, 3], slice(None, None, -2)),
        (values % 2 == 0,),
        (slice(2, 2),),
    ):
        expected = values[key] if len(key) < 3 or not isinstance(key[1], list) else values[key[0]][:, key[1]][:, :, key[2]]
        np.testing.assert_array_equal(words[key], expected, err_msg=str(key))


@pytest.mark.parametrize("name", FORMATS)
def test_what_is_written_and_what_stays(tmp_path, name):
    values = values_of(name, 60).reshape(12, 5)
    path = tmp_path / "words"
    with datarep.open(path, name, shape=(12, 5), mode="w+", offset=3) as words:
        assert path.stat().st_size == 3 + -(-60 * datarep.Format(name).bits // 8)
        assert not words[...].any()
        words[...] = values
    assert path.read_bytes() == b"\0\0\0" + datarep.write(values.astype(words.dtype), name)
    with datarep.open(path, name, shape=(12, 5), mode="r+", offset=3) as words:
        for key in ((3, 1), (slice(5, 7), slice(1, 4)), (slice(None, None, -3), 0)):
            words[key] = values[11 - np.arange(12)][key]
            values[key] = values[11 - np.arange(12)][key].copy()
            np.testing.assert_array_equal(words[...], values)
        words.flush()


def test_all_of_a_file(tmp_path):
    path = tmp_path / "words"
    path.write_bytes(bytes.fromhex("001FFE0030"))
    # Four bits fill the last byte.
    assert datarep.open(path, "twos(12), packed")[...].tolist() == [1, -2, 3]
    path.write_bytes(bytes(8))
    assert datarep.open(path, "unsigned(36) packed", shape=1)[0] == 0
    with pytest.raises(ValueError, match="the last 28 bits are no whole word of 36: say the shape"):
        datarep.open(path, "unsigned(36) packed")
    with pytest.raises(ValueError, match="the array ends with word 3 of the file, which has 1"):
        datarep.open(path, "unsigned(36) packed", shape=3)


def test_mistakes_touch_no_file(tmp_path):
    path = tmp_path / "words"
    path.write_bytes(bytes(3))
    for wrong in ({"order": "little"}, {"strides": (3,)}, {"on_overflow": "clip"}, {"dtype": "M8[s]"}):
        with pytest.raises((TypeError, ValueError)):
            datarep.open(path, "twos(12) packed", shape=(2,), mode="w+", **wrong)
        assert path.read_bytes() == bytes(3)
    words = datarep.open(path, "twos(12) packed")
    with pytest.raises(ValueError, match="open it with mode"):
        words[0] = 1
    with datarep.open(path, "twos(12) packed", mode="r+") as words, pytest.raises(datarep.ConversionError):
        words[0] = 4000
    assert path.read_bytes() == bytes(3)


def test_rules_and_types(tmp_path):
    path = tmp_path / "words"
    with datarep.open(path, "twos(12) packed", shape=(3,), mode="w+", dtype="f8", on_overflow="saturate") as words:
        words[...] = [1.0, 4000.0, -4000.0]
        assert words[...].tolist() == [1, 2047, -2048]


def test_other_processes_and_threads(tmp_path):
    path = tmp_path / "words"
    values = np.arange(999) % 4096
    words = datarep.open(path, "unsigned(12) packed", shape=(999,), mode="w+")
    threads = [threading.Thread(target=words.__setitem__, args=(slice(at, at + 9), values[at : at + 9])) for at in range(0, 999, 9)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    again = pickle.loads(pickle.dumps(words))
    np.testing.assert_array_equal(again[...], values)
    assert again.mode == "r+" and again.shape == (999,)


def test_dask(tmp_path):
    dask_array = pytest.importorskip("dask.array")
    path = tmp_path / "words"
    values = (np.arange(4000) % 4096).reshape(40, 100)
    path.write_bytes(datarep.write(values, "unsigned(12) packed"))
    words = datarep.open(path, "unsigned(12) packed", shape=(-1, 100))
    lazy = dask_array.from_array(words, chunks=(7, 33))
    np.testing.assert_array_equal(lazy.sum(axis=0).compute(), values.sum(axis=0))


@pytest.mark.parametrize("name, filled, cut", [("packed", b"\xab\xc0", b"\xab\xc5"), ("packed little", b"\xbc\x0a", b"\xbc\x5a")])
def test_bits_that_fill_the_last_byte_are_zero(tmp_path, name, filled, cut):
    path = tmp_path / "words"
    for source in (filled, path):
        path.write_bytes(filled)
        assert datarep.read(source, f"unsigned(12) {name}").tolist() == [0xABC]
    assert datarep.open(path, f"unsigned(12) {name}").shape == (1,)
    path.write_bytes(cut)
    for source in (cut, path):
        with pytest.raises(ValueError, match="the last 4 bits are no whole word of 12: say `count`"):
            datarep.read(source, f"unsigned(12) {name}")
        assert datarep.read(source, f"unsigned(12) {name}", count=1).tolist() == [0xABC]
    with pytest.raises(ValueError, match="the last 4 bits are no whole word of 12: say the shape"):
        datarep.open(path, f"unsigned(12) {name}")
