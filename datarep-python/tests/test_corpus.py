"""Real files of other programs: every segment of the corpus that `DATAREP_CORPUS` names."""

import csv
import fractions
import json
import os
import pathlib
import re

import numpy as np
import pytest

import datarep

CORPUS = pathlib.Path(os.environ.get("DATAREP_CORPUS", ""))

pytestmark = pytest.mark.skipif(not os.environ.get("DATAREP_CORPUS"), reason="DATAREP_CORPUS names no corpus")

OWN = datarep.Text("float wide64 = S1 E11 F116 where value = 1.F * 2^(E - 1023) { ieee; }")

NAMES = {
    "ibm32": "hfp32",
    "ibm32_byteswapped": "hfp32 little",
    "ibm64": "hfp64",
    "ibm128": "hfp128",
    "vaxf": "vax_f",
    "vaxd": "vax_d",
    "vaxg": "vax_g",
    "vaxh": "vax_h",
    "pdp11f": "pdp11_f",
    "pdp11d": "pdp11_d",
    "cray64": "cray64",
    "mbf32": "mbf32",
    "mbf64": "mbf64",
    "xs128": "mbf40",
    "borland48": "borland48",
    "xs256": "hp3000_32",
    "xs256d": "hp3000_64",
    "mil1750a32": "m1750_32",
    "mil1750a48": "m1750_48",
    "x87be": "x87_80 big",
    "x87le": "x87_80",
    "float8_e4m3fn": "f8e4m3fn",
    "float8_e5m2": "f8e5m2",
    "float[16 bytes be sign@127 exp@116:11 man@0:116 bias 1023]": OWN["wide64"],
}


def format_of(name):
    """The format that the corpus names; `None` for words that do not begin at bytes."""
    if name in NAMES:
        return NAMES[name]
    if found := re.fullmatch(r"([iuf])(\d+)(be|le)", name):
        kind, bits, order = found.groups()
        kind = {"i": f"twos({bits})", "u": f"unsigned({bits})", "f": f"f{bits}"}[kind]
        return f"{kind} {'big' if order == 'be' else 'little'}"
    if found := re.fullmatch(r"ibm64:(\d)", name):
        return f"xport{8 * int(found[1])}"
    assert name.endswith("packed"), name
    return None


def values(said):
    """Numbers, some of them as fractions, and what is none."""

    def number(one):
        if not isinstance(one, str):
            return one
        return np.nan if one.startswith(("missing", "reserved")) else float(fractions.Fraction(one))

    return np.array([number(one) for one in said])


def segments():
    for path in sorted(CORPUS.glob("*/REF.json")):
        for file in json.loads(path.read_text())["files"]:
            for segment in file.get("segments", []):
                yield path.parent, file["name"], segment


def test_every_segment():
    count = left = 0
    for folder, name, segment in segments():
        format = format_of(segment["format"])
        if format is None or segment["offset"] < 0:
            left += 1
            continue
        expected = np.load(folder / segment["ref"]).ravel() if "ref" in segment else values(segment["values"])
        dtype = expected.dtype if "ref" in segment else None
        known = format if isinstance(format, datarep.Format) else datarep.Format(format)
        extent = known.itemsize
        shape = (segment.get("repeat", 1), segment["count"])
        strides = (segment.get("repeat_stride", 0), segment.get("stride", extent))
        where = f"{folder.name}/{name}: {segment['name']}"
        data = np.fromfile(folder / name, np.uint8)
        rows = np.lib.stride_tricks.as_strided(data[segment["offset"] :], (*shape, extent), (*strides, 1))
        found = datarep.read(rows, format, dtype=dtype)
        np.testing.assert_array_equal(found.ravel(), expected, err_msg=where)
        file = rows.tobytes()
        np.testing.assert_array_equal(datarep.read(file, format, dtype=dtype), expected, err_msg=where)
        # A number that is read exactly is written as a word of the same value.
        if not datarep.read(file, format, dtype=dtype, loss=True)[1]:
            again = datarep.write(found.ravel(), format, on_nan="reserved")
            np.testing.assert_array_equal(datarep.read(again, format, dtype=dtype), expected, err_msg=where)
        if all(strides) and shape[1] > 0:
            array = datarep.open(
                folder / name, format, dtype=dtype, shape=shape, offset=segment["offset"], strides=strides
            )
            np.testing.assert_array_equal(array[:, ::-3], expected.reshape(shape)[:, ::-3], err_msg=where)
        count += 1
    assert count > 300 and left <= 4, (count, left)


def test_every_vector():
    count = 0
    with open(CORPUS / "vectors" / "vectors.csv", newline="") as file:
        for row in csv.DictReader(file):
            name, nearest = row["format"], row["nearest_float64"]
            if name.startswith("other_") or name.endswith("_word") or not nearest:
                continue
            word = bytes.fromhex(row["hex_file_order"])
            if name.startswith("pdp11") and word[1] & 0x7F == 0 and word[0] & 0x80 == 0:
                # A zero with a fraction is zero to the machine, and a number to the table.
                assert datarep.read(word, format_of(name)) == 0
                continue
            found = datarep.read(word, format_of(name), dtype="f8")
            np.testing.assert_array_equal(found, [float(nearest)], err_msg=str(row))
            count += 1
    assert count > 700, count
