"""Scans of formats by their names, also those of other programs."""

import numpy as np
import pytest

import datarep

pyarrow = pytest.importorskip("pyarrow")

WORDS = bytes.fromhex("0012345C 41100000 00803F00 42F70000 C0490FDB")


@pytest.mark.parametrize(
    "name",
    [
        ">f4", "<u2", "|i1", "i1", "double", "float32", "f32 CDAB", "float32 CDAB", "VAX_REAL*4", "VAX_REAL*8", "IBM_REAL*4", "H5T_VAX_F32", "hfp32 little",
        "twos(16), little", "unsigned(16) pdp", "f32",
    ],
)
def test_names_of_other_programs_mean_the_same_as_for_read(name):
    data = WORDS * 2
    read = datarep.read(data, name)
    table = pyarrow.table(datarep.scan(data, name))
    np.testing.assert_array_equal(table["value"].to_numpy(), read)
    assert table["value"].to_numpy().dtype.newbyteorder("=") == read.dtype.newbyteorder("=")


def test_a_decimal_by_the_name_of_cobol():
    table = pyarrow.table(datarep.scan(bytes.fromhex("0012345C 0000001D"), "PIC S9(5)V99 COMP-3"))
    assert [str(value) for value in table["value"].to_pylist()] == ["123.45", "-0.01"]


def test_names_that_are_no_items_say_what_reads_them():
    for name in ("twos(12) packed", "unsigned(12), packed"):
        with pytest.raises(TypeError, match="do not begin at whole bytes, as items of records do: `datarep.read`"):
            datarep.scan(b"", name)
    with pytest.raises(TypeError, match="`ibm370` is a representation of many types, not a format"):
        datarep.scan(b"", "ibm370")
