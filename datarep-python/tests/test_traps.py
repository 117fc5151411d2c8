"""Calls that could give wrong numbers in silence: each gives right ones, or an error."""

import array
import ctypes

import numpy as np
import pytest

import datarep

ONE = bytes.fromhex("41100000")


@pytest.mark.parametrize(
    "source",
    [
        np.arange(10),
        np.frombuffer(ONE, "<u4"),
        np.frombuffer(ONE, ">u4"),
        np.frombuffer(ONE, "f4"),
        np.zeros(4, bool),
        np.array(["abcd"]),
        array.array("i", [1]),
        memoryview(array.array("d", [1.0])),
        (ctypes.c_double * 2)(),
    ],
    ids=lambda source: type(source).__name__ + str(getattr(source, "dtype", "")),
)
def test_numbers_are_not_taken_apart(source):
    for call in (lambda: datarep.read(source, "hfp32", dtype="f4"), lambda: datarep.probe(source)):
        with pytest.raises(TypeError, match="which are numbers and not bytes of a file: .* `datarep.write` makes bytes of numbers"):
            call()


def test_registers_are_made_bytes():
    registers = [0x8000, 0x4366]
    with pytest.raises(TypeError, match=r"not list: `numpy.array\(source, \">u2\"\).tobytes\(\)` makes bytes of registers of 16 bits"):
        datarep.read(registers, "f32 CDAB")
    with pytest.raises(TypeError, match=r"`source.astype\(\">u2\"\).tobytes\(\)` makes bytes of registers of a Modbus"):
        datarep.read(np.array(registers, "u2"), "f32 CDAB")
    assert datarep.read(np.array(registers, ">u2").tobytes(), "f32 CDAB").tolist() == [230.5]


def test_words_are_read_as_bytes_if_the_call_says_so():
    words = np.frombuffer(ONE * 2, ">u4")
    assert datarep.read(words.view("u1"), "hfp32").tolist() == [1, 1]
    assert datarep.read(words.view("V4"), "hfp32").tolist() == [1, 1]
    assert datarep.read(memoryview(array.array("i", [0x1041])).cast("B"), "hfp32").tolist() == [1]
    for source in (bytearray(ONE), memoryview(ONE), np.frombuffer(ONE, "S4"), np.frombuffer(ONE, "i1"), (ctypes.c_ubyte * 4)(*ONE)):
        assert datarep.read(source, "hfp32").tolist() == [1]


def test_a_mask_is_not_dropped(tmp_path):
    masked = np.ma.array([1.0, 2.0, 3.0], mask=[False, True, False])
    message = "has 1 masked items, and a file has no mask: give them a value, `array.filled"
    with pytest.raises(ValueError, match=message):
        datarep.write(masked, "hfp32")
    with pytest.raises(ValueError, match=message):
        datarep.read(np.ma.array(np.frombuffer(ONE, "u1"), mask=[1, 0, 0, 0]), "hfp32")
    record = datarep.Text("record one { x: f64; }").records["one"]
    with pytest.raises(ValueError, match="masked"):
        record.write(np.ma.array(np.zeros(2, record.dtype), mask=[(True,), (False,)]))
    with datarep.open(tmp_path / "numbers", "hfp32", shape=3, mode="w+") as numbers:
        with pytest.raises(ValueError, match=message):
            numbers[:] = masked
        numbers[:] = masked.filled(9)
        assert numbers[:].tolist() == [1, 9, 3]
    # Nothing is masked.
    assert datarep.write(np.ma.array([1.0]), "hfp32") == ONE


@pytest.mark.parametrize("kind", ["S8", "U8", ">U8"])
def test_texts_are_padded_with_blanks(tmp_path, kind):
    texts = np.array(["ABC", "", "ABCDEFGH"], kind)
    blanks = b"ABC             ABCDEFGH"
    assert datarep.write(texts, "ascii") == blanks
    assert datarep.write(texts, "ebcdic(cp037)") == blanks.decode().encode("cp037")
    assert datarep.write(texts[:1], "ebcdic(cp037)") == "ABC     ".encode("cp037")
    assert datarep.write(texts.reshape(3, 1)[::-1], "ascii") == blanks[16:] + blanks[8:16] + blanks[:8]
    with datarep.open(tmp_path / "texts", "ebcdic(cp037)", dtype=kind, shape=2, mode="w+") as lazy:
        lazy[:] = texts[:2]
    assert (tmp_path / "texts").read_bytes() == "ABC             ".encode("cp037")
    assert datarep.write(texts.astype("U8"), "ucs2") == blanks.decode().encode("utf-16-be")


def test_the_padding_of_a_record_is_its_own():
    record = datarep.Text("record r { a: [ascii; 4]; b: [ascii; 4] { padding zeros; }; c: [ebcdic(cp037); 2]; }").records["r"]
    array = np.zeros(1, record.dtype)
    array["a"], array["b"], array["c"] = "A", "B", "C"
    assert datarep.write(array, record) == b"A   B\0\0\0" + "C ".encode("cp037")


def test_an_error_of_a_file_object_is_its_own():
    class Broken:
        def write(self, data):
            raise TypeError("of the file object") from KeyError("why")

        def read(self, size):
            raise TypeError("of the file object") from KeyError("why")

    for call in (lambda: datarep.write([1.0], "hfp32", Broken()), lambda: datarep.read(Broken(), "hfp32", dtype="f4")):
        with pytest.raises(TypeError, match="of the file object") as caught:
            call()
        assert isinstance(caught.value.__cause__, KeyError)
