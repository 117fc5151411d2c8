"""Names of other programs, packed words, and the search."""

import io
import struct
import sys

import numpy as np
import pytest

import datarep

WORDS = bytes.fromhex("001f fe00 30")


@pytest.mark.parametrize(
    ("name", "data"),
    [
        (">f4", struct.pack(">f", -118.625)),
        ("PC_REAL*8", struct.pack("<d", -118.625)),
        ("VAX_REAL*4", bytes.fromhex("edc30040")),
        ("IBM_REAL*4", bytes.fromhex("c276a000")),
        ("segy 1", bytes.fromhex("c276a000")),
        ("COMP-1", bytes.fromhex("c276a000")),
        ("float32", struct.pack("=f", -118.625)),
        ("double big", struct.pack(">d", -118.625)),
        ("float32 CDAB", bytes.fromhex("4000c2ed")),
    ],
)
def test_names_of_other_programs_are_formats(name: str, data: bytes) -> None:
    assert datarep.read(data, name).tolist() == [-118.625]
    assert datarep.write([-118.625], name) == data
    assert datarep.Format(name).itemsize == len(data)


def test_an_order_that_a_name_means_is_said() -> None:
    assert datarep.Format("double").order == sys.byteorder
    assert datarep.Format("H5T_VAX_F32").order == "pdp"
    assert datarep.Format("unsigned short big").facts


@pytest.mark.parametrize(
    ("name", "part"),
    [
        ("VAX_REAL", "write `VAX_REAL*4`"),
        ("u8", "write `uint64`, `unsigned(8)`"),
        ("COMP-3", "PIC S9(7)V99 COMP-3"),
        (">f4 little", "has the order `big` already"),
        ("commodore_real", "write `mbf40`"),
        ("qqq", "datarep.find"),
    ],
)
def test_a_name_that_is_no_format_says_what_to_write(name: str, part: str) -> None:
    with pytest.raises(datarep.UnknownFormatError, match="(?s).*") as told:
        datarep.Format(name)
    assert part in str(told.value)


def test_formats_are_found_by_words() -> None:
    assert [found.name for found in datarep.find("vax")][:4] == ["vax_f", "vax_d", "vax_g", "vax_h"]
    assert datarep.find("sas transport")[0].name == "xport64"
    assert datarep.find("float32")[0].bits == 32
    assert datarep.find("qqq machine") == []


def test_packed_words_are_read_and_written(tmp_path) -> None:
    assert datarep.read(WORDS, "twos(12) packed").tolist() == [1, -2, 3]
    assert datarep.read(WORDS, "unsigned(12), packed", dtype="f8").tolist() == [1.0, 4094.0, 3.0]
    assert datarep.read(WORDS, "twos(12) packed", count=2, shape=(2, 1)).tolist() == [[1], [-2]]
    assert datarep.write([1, -2, 3], "twos(12) packed") == WORDS
    path = tmp_path / "packed.dat"
    assert datarep.write(np.array([1, -2, 3]), "twos(12) packed", path) == 5
    assert path.read_bytes() == WORDS
    assert datarep.read(path, "twos(12) packed", offset=3, count=1).tolist() == [3]
    assert datarep.read(io.BytesIO(WORDS), "twos(12) packed").tolist() == [1, -2, 3]
    values, loss = datarep.read(WORDS, "twos(12) packed", loss=True)
    assert values.tolist() == [1, -2, 3] and not loss
    with pytest.raises(datarep.ConversionError):
        datarep.write([4096], "unsigned(12) packed")


def test_packed_words_that_are_not_whole_are_refused() -> None:
    with pytest.raises(ValueError, match="the last 8 bits are no whole word of 12"):
        datarep.read(WORDS[:4], "twos(12) packed")
    with pytest.raises(ValueError, match="packed little"):
        datarep.read(WORDS, "twos(12) packed", order="little")
