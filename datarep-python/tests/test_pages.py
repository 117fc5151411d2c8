"""Code pages: every code of every page that CPython knows, and texts in them."""

import codecs

import pytest

import datarep

# CPython reads these codes, which have no character, as substitutes.
WITHOUT = {"cp875": {0xDC, 0xE1, 0xEC, 0xED, 0xFC, 0xFD}}


def list_pages():
    """The pages of the language, as formats."""
    found = {format.name: format for word in ("ebcdic", "code page") for format in datarep.find(word)}
    return sorted(name for name in found if name.startswith(("ebcdic(", "codepage(")))


def find_codec(page):
    """CPython's codec of a page, if it has one."""
    name = page.split("(")[1].rstrip(")")
    if page.startswith("ebcdic(") and not name.startswith("cp"):
        return None
    try:
        return codecs.lookup(name)
    except LookupError:
        return None


def test_all_pages_are_found():
    pages = list_pages()
    assert len(pages) >= 160
    assert sum(find_codec(page) is not None for page in pages) >= 60


@pytest.mark.parametrize("page", [page for page in list_pages() if find_codec(page)])
def test_codes_are_those_of_cpython(page):
    codec, without = find_codec(page), WITHOUT.get(page.split("(")[1].rstrip(")"), ())
    text = datarep.Text(f"record r {{ t: [{page}; 1] {{ padding none; on read {{ unmapped => substitute(0x3F) }} }}; }}")
    record = text.records["r"]
    every = bytes(range(256))
    read, losses = record.read(every, loss=True)
    undefined = 0
    for byte in range(256):
        try:
            expected = None if byte in without else codec.decode(bytes([byte]))[0]
        except UnicodeDecodeError:
            expected = None
        undefined += expected is None
        # NumPy drops zeros at the end of a text.
        assert str(read["t"][byte]) == ("?" if expected is None else expected.rstrip("\0")), hex(byte)
        if expected is not None:
            written = record.write({"t": expected})
            assert codec.decode(written)[0] == expected, hex(byte)
            if codec.encode(expected)[0] == bytes([byte]):
                assert written == bytes([byte]), hex(byte)
    assert (losses["t"]["unmapped"] if losses else 0) == undefined


@pytest.mark.parametrize("page", ["codepage(cp1252)", "ebcdic(cp1140)", "codepage(cp437)", "codepage(koi8_r)"])
def test_texts_are_those_of_cpython(page):
    codec = find_codec(page)
    record = datarep.Text(f"record r {{ t: [{page}; 12]; }}").records["r"]
    for text in ["Hello", "Grüße, café", "Привет, мир", "±½°"]:
        try:
            encoded = codec.encode(text.ljust(12))[0]
        except UnicodeEncodeError:
            with pytest.raises(datarep.ConversionError):
                record.write({"t": text})
            continue
        assert record.write({"t": text}) == encoded
        assert record.read(encoded)["t"].tolist() == [text]


@pytest.mark.parametrize(
    "name, page",
    [
        ("cp273", "ebcdic(cp273)"),
        ("IBM-273", "ebcdic(cp273)"),
        ("IBM1047", "ebcdic(cp1047)"),
        ("windows-1252", "codepage(cp1252)"),
        ("latin2", "codepage(iso8859_2)"),
        ("ISO-8859-15", "codepage(iso8859_15)"),
    ],
)
def test_names_of_others_are_pages(name, page):
    found = datarep.find(name)
    assert found[0].name == page
    assert datarep.read(bytes(range(0x20, 0x7F)), name).tolist() == datarep.read(bytes(range(0x20, 0x7F)), page).tolist()


@pytest.mark.parametrize(
    "written, meant",
    [
        ("ebcdic(ibm_273)", "ebcdic(cp273)"),
        ("ebcdic(cp437)", "codepage(cp437)"),
        ("codepage(latin2)", "codepage(iso8859_2)"),
        ("codepage(latin1)", "latin1"),
        ("ebcdic(cp1046)", "codepage(cp1046)"),
    ],
)
def test_a_page_of_the_other_family_is_named(written, meant):
    with pytest.raises(datarep.TextError, match="write `" + meant.replace("(", r"\(").replace(")", r"\)")):
        datarep.Text(f"record r {{ t: [{written}; 1]; }}")


@pytest.mark.parametrize(
    "clauses, text, written",
    [
        ("", "  AB", b"  AB  "),
        ("trim right;", "  AB", b"  AB  "),
        ("trim left;", "AB  ", b"  AB  "),
        ("trim both;", "AB", b"AB    "),
        ("trim none;", "  AB  ", b"  AB  "),
        ("padding spaces; trim both;", "AB", b"AB    "),
    ],
)
def test_spaces_are_trimmed(clauses, text, written):
    record = datarep.Text(f"record r {{ t: [ascii; 6] {{ {clauses} }}; }}").records["r"]
    read = record.read(b"  AB  " * 3)
    assert read["t"].tolist() == [text] * 3
    assert record.write(read) == written * 3
    assert record.read(b" " * 6)["t"].tolist() == [" " * 6 if "none" in clauses else ""]


@pytest.mark.parametrize(
    "trim, texts, written",
    [
        ("right", ["", "AB"], b"\0\0\0\0AB\0\0"),
        ("left", ["AB", "AB\0C"], b"\0\0ABAB\0C"),
        ("both", ["AB", "AB"], b"AB\0\0AB\0\0"),
        ("none", ["\0\0AB", "AB\0C"], b"\0\0ABAB\0C"),
    ],
)
def test_zeros_are_trimmed(trim, texts, written):
    record = datarep.Text(f"record r {{ t: [ascii; 4] {{ padding zeros; trim {trim}; }}; }}").records["r"]
    read = record.read(b"\0\0ABAB\0C")
    assert read["t"].tolist() == texts
    assert record.write(read) == written
