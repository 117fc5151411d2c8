"""What the numbers in unknown bytes may be."""

import io
from pathlib import Path

import numpy as np
import pytest

import datarep

FORMATS = ["f64", "vax_d", "vax_g", "hfp64", "twos(32)"]
VALUES = 50 * np.sin(np.arange(600) / 9)
DATA = datarep.write(VALUES, "vax_g")


def test_candidates_are_ranked():
    found = datarep.probe(DATA, at=0, formats=FORMATS)
    first = found.candidates[0]
    assert (first.format, first.at, first.bits, first.record, first.source) == ("vax_g", 0, 64, None, "dec")
    assert found.is_certain and not found.doubts and found.region == (0, len(DATA))
    np.testing.assert_array_equal(first.values, VALUES)
    scores = [candidate.score for candidate in found]
    assert scores == sorted(scores) and first.score < scores[1] and first.score < found.plain <= 8
    assert first.reasons and all(isinstance(reason, str) for reason in first.reasons)
    # The format that was found can be read by its name.
    np.testing.assert_array_equal(datarep.read(DATA, first.format, offset=first.at), VALUES)
    assert len(found) == len(found.candidates) and found[0] is first and bool(found)


def test_a_format_may_have_its_order():
    words = datarep.write(VALUES.astype("f4"), "f32 CDAB")
    found = datarep.probe(words, at=0, formats=["f32 CDAB"])
    # Words of a few bits, packed, are tried beside every format.
    assert found[0].format == "f32 CDAB"
    assert all(candidate.format.endswith(" packed") for candidate in found[1:])
    np.testing.assert_array_equal(found[0].values, VALUES.astype("f4"))
    assert datarep.probe(words, at=0, formats=["f32 big", "f32 CDAB", "vax_f"])[0].format == "f32 CDAB"
    with pytest.raises(datarep.UnknownFormatError):
        datarep.probe(words, formats=["f64 CDAB"])


def test_every_source(tmp_path):
    path = tmp_path / "data"
    path.write_bytes(b"label".ljust(512) + DATA)
    expected = [candidate.format for candidate in datarep.probe(DATA[:800], at=0, formats=FORMATS[1:3])]
    with open(path, "rb") as file:
        for source in (path, str(path), file, io.BytesIO(path.read_bytes()), np.fromfile(path, "u1"), bytearray(path.read_bytes())):
            found = datarep.probe(source, at=512, length=800, formats=FORMATS[1:3])
            assert [candidate.format for candidate in found] == expected
            assert found[0].at == 512 and found.region == (512, 1312)


def test_runs_and_alignment(tmp_path):
    # The call does not say where the numbers begin: three bytes after a text.
    data = b"a label of many words. " * 50 + bytes(3) + DATA
    found = datarep.probe(data, formats=FORMATS)
    kinds = [kind for _, _, kind in found.runs]
    assert kinds[0] == "ascii" and kinds[-1] == "other"
    assert found[0].format == "vax_g" and (found[0].at - 23 * 50 - 3) % 8 == 0


def test_what_is_printed():
    found = datarep.probe(DATA, at=0, formats=FORMATS)
    text = str(found)
    assert "1. vax_g" in text and "the first is certain" in text and "bits a byte" in text
    assert repr(found) == "<datarep.Probe: vax_g, certain>"
    assert "vax_g" in str(found[0]) and "values" not in repr(found[0])
    empty = datarep.probe(b"only words here, and more of them. " * 40, formats=["f64"])
    assert not empty and not empty.is_certain and "nothing here" in str(empty)
    assert repr(empty) == "<datarep.Probe: nothing>"


def test_formats_of_a_text():
    text = datarep.Text("float logger = S1 E4 F11 where value = 1.F * 2^(E - 7);", name="logger.datarep")
    data = datarep.write(50 * np.sin(np.arange(2000) / 40), text["logger"])
    found = datarep.probe(data, at=0, formats=["twos(16)", "f16"], texts=[text])
    assert found[0].format.startswith("logger") and found[0].source == "logger.datarep"


def test_a_file_that_says_what_it_is():
    fits = b"SIMPLE  =                    T / file does conform to FITS".ljust(2880) + datarep.write(VALUES, "f64 big")
    found = datarep.probe(fits, at=2880, formats=["f64", "f32"])
    assert found.header.name == "FITS" and "kind of file: FITS" in str(found)
    assert found[0].format.startswith("f64")


def test_the_numbers_that_a_header_names():
    found = datarep.probe(Path(__file__).parents[2] / "examples/data/line.sgy")
    assert found.header.name.startswith("SEG-Y")
    assert found[0].format == "hfp32 big" and found.region[0] == 3840


def test_refused():
    with pytest.raises(ValueError, match="none at byte 10000000"):
        datarep.probe(DATA, at=10_000_000)
    with pytest.raises(datarep.UnknownFormatError):
        datarep.probe(DATA, formats=["no_such_format"])
    with pytest.raises(TypeError):
        datarep.probe(DATA, texts=["float x = …"])
    with pytest.raises(FileNotFoundError):
        datarep.probe("/nowhere/to/be/found")
    with pytest.raises(ValueError, match="cannot be divided"):
        datarep.probe(np.zeros(100, "V8"), at=3)


def test_frames_and_labels_are_followed(tmp_path):
    """A mark before a counter and floats; a table that its label describes."""
    count = np.arange(400)
    frames = np.zeros(400, dtype=[("sync", ">u4"), ("count", "u1"), ("tail", ">u2"), ("x", ">f4", 4)])
    frames["sync"], frames["count"], frames["tail"] = 0xEB90146F, count % 256, 0x0107
    for place, scale in enumerate((12, 900, 0.3, 55)):
        frames["x"][:, place] = scale * np.sin(count / (5 + place)) + scale / 50 * np.cos(count * 1.7)
    found = datarep.probe(frames.tobytes()[9:], formats=["f32", "unsigned(8)", "unsigned(16)", "twos(32)"])
    assert (found.record, found.record_at, found.sync) == (23, 14, b"\xeb\x90\x14\x6f")
    assert "from byte 14 on, begin with eb 90 14 6f" in str(found)
    values = 3 + np.sin(np.arange(400) / 7)
    (tmp_path / "T.DAT").write_bytes(bytes(40) + datarep.write(values, "vax_f"))
    (tmp_path / "T.LBL").write_text(
        'PDS_VERSION_ID = PDS3\nRECORD_BYTES = 16\n^TABLE = ("T.DAT", 41 <BYTES>)\nOBJECT = TABLE\nINTERCHANGE_FORMAT = BINARY\n'
        "ROWS = 100\nROW_BYTES = 16\nOBJECT = COLUMN\nNAME = LINE\nDATA_TYPE = VAX_REAL\nSTART_BYTE = 1\nBYTES = 16\nITEMS = 4\n"
        "END_OBJECT\nEND_OBJECT\nEND\n"
    )
    found = datarep.probe(tmp_path / "T.DAT")
    assert found.header.name == "PDS3, by its label `T.LBL`" and found.region == (40, 1640)
    assert found.candidates[0].format == "vax_f" and found.is_certain


def test_a_header_that_lies():
    """Code 5 is IEEE floats, and the samples are IBM's: the header's candidate comes first, with a warning."""
    header = bytearray(b"\xc3" + b"\x40" * 3599)
    header[3220:3226] = bytes([0, 100, 0, 0, 0, 5])
    samples = datarep.write(900 * np.sin(np.arange(400) / 9), "hfp32")
    traces = b"".join(bytes(240) + samples[at : at + 400] for at in range(0, 1600, 400))
    found = datarep.probe(bytes(header) + traces)
    said = "THE HEADER MAY BE WRONG: it says `f32 big`, and by the bytes alone they are `hfp32 big`, certainly"
    assert found.warning == said and said in str(found).splitlines()
    assert found.candidates[0].format == "f32 big" and found.candidates[1].format == "hfp32 big" and not found.is_certain
    header[3225] = 1
    found = datarep.probe(bytes(header) + traces)
    assert found.warning is None and found.is_certain and "WRONG" not in str(found)


def test_values_behind_zeros_are_printed():
    data = datarep.write(np.concatenate([np.zeros(40), 50 * np.cos(np.arange(400) / 9)]), "hfp32")
    found = datarep.probe(data, at=0, formats=["hfp32", "f32"])
    assert found[0].format == "hfp32 big"
    assert "   from item 40 on: 50, 49.69" in str(found)
    assert "from item" not in str(datarep.probe(DATA, at=0, formats=FORMATS))
