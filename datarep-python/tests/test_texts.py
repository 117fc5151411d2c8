"""Texts of one's own, and what formats say of themselves."""

import decimal
import pickle
import xml.dom.minidom

import numpy as np
import pytest

import datarep

TEXT = """
use ibm::hfp64;

/// A float of a calculator.
float tiny = S1 E4 F11 where value = 1.F * 2^(E - 7);

datarep calculator {
    others => unsupported; complex => unsupported; order little;
    real { 4 => tiny, 8 => hfp64 }
    on read { overflow => infinity, reserved => nan }
    on write { overflow => saturate, infinity | nan => error }
}
"""


def test_a_text():
    text = datarep.Text(TEXT)
    assert text.formats == ["tiny"] and text.representations == ["calculator"]
    assert "tiny" in text and "calculator" in text and "hfp64" in text and "huge" not in text
    with pytest.raises(KeyError):
        text["huge"]
    tiny = text["tiny"]
    assert (tiny.name, tiny.bits, tiny.itemsize, tiny.summary) == ("tiny", 16, 2, "A float of a calculator.")
    assert datarep.write([1.5], tiny) == bytes.fromhex("3C00")
    assert datarep.read(bytes.fromhex("3C00"), tiny).tolist() == [1.5]
    calculator = text["calculator"]
    assert calculator.is_representation and not tiny.is_representation
    assert datarep.write(np.float32([1.5]), calculator) == bytes.fromhex("003C")
    assert datarep.write([1.0], calculator) == bytes.fromhex("4110000000000000")[::-1]
    with pytest.raises(TypeError):
        datarep.write([1], calculator)
    assert repr(text) == "<datarep.Text \"text\": tiny, calculator>"


def test_faults_have_carets():
    with pytest.raises(datarep.TextError) as caught:
        datarep.Text("float x = S1 E8 F22 where value = 1.F * 2^(E - 127);", "mine.datarep")
    message = str(caught.value)
    assert message.startswith("error[") and "--> mine.datarep:1:" in message and "^" in message
    assert isinstance(caught.value, ValueError) and len(caught.value.faults) == 1
    with pytest.raises(datarep.TextError, match="divide it"):
        datarep.Text(" " * (1 << 21))
    with pytest.raises(TypeError):
        datarep.Text(b"")


def test_every_format_of_the_library():
    for name, family in datarep.formats():
        format = datarep.Format(f"{family}::{name}")
        try:
            dtype = format.dtype
        except TypeError as error:
            assert "say `dtype`" in str(error)
            dtype = np.dtype("f8")
        assert format.itemsize >= 1 and format.facts, name
        xml.dom.minidom.parseString(format._repr_svg_())
        if dtype.kind in "SU":
            continue
        one = np.ones(1, dtype)
        try:
            data = datarep.write(one, format)
        except datarep.ConversionError:
            # All numbers of the format are below one.
            continue
        assert len(data) == format.itemsize, name
        if datarep.write(one, format, loss=True)[1]:
            continue
        assert datarep.read(data, format, dtype=dtype).tolist() == one.tolist(), name


def test_every_representation_of_the_library():
    for name in datarep.representations():
        format = datarep.Format(name)
        if not format.is_representation:
            continue
        assert format._repr_svg_() is None
        with pytest.raises(TypeError, match="say `dtype`"):
            format.dtype


def test_what_formats_say():
    hfp32 = datarep.Format("hfp32")
    assert hfp32.range[0] == hfp32.range[1].copy_negate()
    assert float(hfp32.range[1]) == float(16**63 - 16**57)
    assert datarep.Format("twos(24)").range == (-(2**23), 2**23 - 1)
    assert datarep.Format("unsigned(8)").range == (0, 255)
    assert isinstance(hfp32.range[0], decimal.Decimal)
    assert datarep.Format("ascii").range is None
    assert hfp32.order == "big" and datarep.Format("f32 little").order == "little"
    steps = hfp32.explain(0xC276A000)
    assert steps["value"] == "-118.625 = -949 * 2^-3"
    assert steps["bytes"].startswith("C2 76 A0 00")
    for same in (bytes.fromhex("C276A000"), "0xC276_A000", "[C2 76 A0 00]", -118.625, np.float64(-118.625), "-118.625"):
        assert hfp32.explain(same)["value"] == steps["value"]
    assert str(steps).splitlines()[0].startswith("hfp32: ")
    assert "no word" in hfp32.explain(1e300)
    for wrong in (1 << 40, -1, b"\0", "0xZ", "abc"):
        with pytest.raises(ValueError):
            hfp32.explain(wrong)
    with pytest.raises(TypeError):
        datarep.Format("ibm370").explain(1)


def test_formats_travel():
    format = datarep.Format("twos(24) little")
    again = pickle.loads(pickle.dumps(format))
    assert again.name == format.name and again.order == "little"
    assert repr(format) == 'datarep.Format("twos(24) little")'
    assert pickle.loads(pickle.dumps(datarep.Text(TEXT)["tiny"])).explain(1.5)["bytes"].startswith("3C 00")


def test_notebooks_get_tables_without_markup_of_others():
    text = datarep.Text("/// <b> & more.\nrecord station { id: u16; xy: [u8; 2]; }", "<i>.datarep")
    station = text.records["station"]._repr_html_()
    assert "&lt;b&gt; &amp; more." in station and "<b>" not in station and "<td>xy</td><td>u1</td><td>2</td>" in station
    assert "&lt;i&gt;.datarep" in text._repr_html_() and "<td>record</td><td>station</td>" in text._repr_html_()
    loss = datarep.write([1e300, 1e300], "hfp32", on_overflow="saturate", loss=True)[1]
    assert "<td>overflow</td><td>2</td><td>0, 1</td>" in loss._repr_html_()
    found = datarep.probe(datarep.write(np.sin(np.arange(300) / 9), "vax_g"), at=0, formats=["vax_g", "f64"])
    for node in (station, text._repr_html_(), loss._repr_html_(), found._repr_html_()):
        xml.dom.minidom.parseString(node)
    assert "vax_g" in found._repr_html_()
    drawn, plain = datarep.Format("hfp32")._repr_html_(), datarep.Format("ibm370")._repr_html_()
    assert drawn.startswith("<svg") and "<caption>hfp32: " in drawn and drawn.endswith("</table>")
    assert plain.startswith("<p>ibm370: ") and "'" not in plain.split("two")[1][:4]
