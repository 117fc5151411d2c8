"""Copybooks of COBOL: the same texts, notes and faults as by the command `datarep import`."""

import os
import pathlib
import re
import subprocess
import warnings

import pytest

import datarep
from datarep._copybooks import parse_options

COMMAND = os.environ.get("DATAREP_COMMAND")
CORPUS = pathlib.Path(os.environ.get("DATAREP_CORPUS", ""), "copybooks")

has_command = pytest.mark.skipif(not COMMAND, reason="DATAREP_COMMAND names no command")

#: Options of both, as keywords.
OPTIONS = [
    {},
    {"machine": "pc"},
    {"floats": "ieee", "binary_size": "2-4-8-any"},
    {"occurs": "maximum", "charset": "cp1141", "redefines": "overlay"},
    {"machine": "pc", "pointers": 4, "padding": "zeros", "binary_size": "1--8", "charset": "latin1"},
    {"groups": "nested", "redefines": "overlay", "signs": "strict"},
    {"occurs": "filled", "redefines": "overlay"},
    {"charset": "cp930", "double_byte": "cp933", "binary_size": "1-2-4-8"},
    {"choose": ["SEGMENT-ID=C:STATIC-DETAILS", "SEGMENT-ID=P:CONTACTS"], "choice_length": "own"},
]

CUSTOMER = """\
       01  CUSTOMER.
           05  KIND                 PIC X.
           05  BALANCE              PIC S9(7)V99 COMP-3.
           05  LIMIT REDEFINES BALANCE PIC X(5).
           COPY ADDRESS.
"""

ORDER = """\
       01  ORDER.
           05  ORDER-KIND           PIC X.
           05  AMOUNT               PIC S9(7) COMP.
"""


def list_words(options):
    """The options as words of the command line."""
    several = [(name, one) for name, value in options.items() for one in (value if isinstance(value, list) else [value])]
    return [word for name, value in several for word in ("--" + name.replace("_", "-"), str(value))]


def run_command(copybooks, folder, words, name="made"):
    """The text of the command and its notes, or `None` and what is wrong."""
    made = folder / f"{name}.datarep"
    made.unlink(missing_ok=True)
    done = subprocess.run([COMMAND, "import", *map(str, copybooks), "--output", made, *words], capture_output=True, text=True)
    if done.returncode:
        return None, done.stderr.removeprefix("error: ").splitlines()
    return made.read_bytes(), [line.removeprefix("note: ") for line in done.stderr.splitlines()]


def run_package(copybook, **options):
    """The same by the package."""
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        text = datarep.Text.from_copybook(copybook, **options)
    return text.source.encode(), [str(one.message) for one in told]


@has_command
@pytest.mark.skipif(not CORPUS.is_dir(), reason="DATAREP_CORPUS names no corpus")
@pytest.mark.parametrize("options", OPTIONS, ids=lambda options: " ".join(list_words(options)) or "no options")
def test_texts_of_the_corpus_are_those_of_the_command(options, tmp_path):
    copybooks = sorted(path for path in CORPUS.rglob("*") if path.suffix in (".cob", ".cpy", ".cbl"))
    made, noted = 0, 0
    for path in copybooks:
        text, notes = run_command([path], tmp_path, list_words(options))
        if text is None:
            with pytest.raises(ValueError) as refused:
                run_package(path, **options)
            assert str(refused.value).splitlines()[0] == notes[0]
            continue
        assert run_package(path, **options) == (text, notes), path
        made, noted = made + 1, noted + len(notes)
    # The rules for a choice fit one copybook.
    assert made >= (1 if "choose" in options else 11) and (noted or "redefines" in options)


@has_command
def test_files_that_are_copied(tmp_path):
    (tmp_path / "customer.cpy").write_text(CUSTOMER)
    text, told = run_command([tmp_path / "customer.cpy"], tmp_path, [])
    assert text is None and "`COPY ADDRESS`" in told[0]
    with pytest.raises(ValueError) as refused:
        datarep.Text.from_copybook(tmp_path / "customer.cpy")
    assert str(refused.value).splitlines()[0] == told[0] and "`include` names folders" in str(refused.value)
    library = tmp_path / "library"
    library.mkdir()
    (library / "address.cpy").write_text("           05  CITY PIC X(10).\n")
    expected = run_command([tmp_path / "customer.cpy"], tmp_path, ["--include", library])
    for include in (library, str(library), [library], [tmp_path, library]):
        assert run_package(tmp_path / "customer.cpy", include=include) == expected
    assert b"city: [ebcdic(cp037); 10];" in expected[0] and "`LIMIT` redefines" in expected[1][0]
    # What is in no file copies files, too.
    assert b"city: [ebcdic(cp037); 10];" in run_package(CUSTOMER, include=library)[0]


@has_command
@pytest.mark.parametrize("options", [{}, {"choose": ["KIND=C:CUSTOMER", "KIND=O:ORDER"]}], ids=["overlay", "choice"])
def test_several_copybooks_become_one_record(options, tmp_path):
    (tmp_path / "customer.cpy").write_text(CUSTOMER.replace("           COPY ADDRESS.\n", ""))
    (tmp_path / "order.cpy").write_text(ORDER)
    paths = [tmp_path / "customer.cpy", tmp_path / "order.cpy"]
    assert run_package(paths, name="bank", **options) == run_command(paths, tmp_path, list_words(options), "bank")
    text = datarep.Text.from_copybook(tuple(paths), **options)
    assert "all_records" in text._list_records()


def test_records_of_a_copybook_are_read():
    """Of a record whose name is a word of the language. The bytes were worked out by hand."""
    text = datarep.Text.from_copybook(ORDER)
    assert list(text.records) == ["order_"] and text.source.startswith("// From the copybook `copybook`.\n")
    order = datarep.read(b"\xd6\xff\xff\xff\xfe", text.records["order_"])
    assert (order["order_kind"][0], order["amount"][0]) == ("O", -2)
    again = datarep.Text(text.source)
    assert again.source == text.source and list(again.records) == ["order_"]


def test_the_example_of_the_page(capsys):
    page = pathlib.Path(__file__).parents[2] / "docs" / "python.md"
    if not page.exists():
        pytest.skip("the package is tested without the documentation")
    section = page.read_text(encoding="utf-8").split("\n### Copybooks of COBOL\n")[1]
    example = re.search(r"```python\n(.*?)```", section, re.S)[1]
    assert "assert" in example
    exec(compile(example, str(page), "exec"), {"datarep": datarep})
    assert "record sale {" in capsys.readouterr().out


@pytest.mark.parametrize(
    "options, kind, message",
    [
        ({"machine": "vax"}, ValueError, 'machine is "vax": it is one of "mainframe", "pc"'),
        ({"floats": 4}, TypeError, 'floats is a text such as "hfp", not int'),
        ({"pointers": 5}, ValueError, "pointers is \"5\": an address has 4 or 8 bytes"),
        ({"charset": "cp1"}, ValueError, 'charset is "cp1": write `ascii`, `latin1`, or a code page'),
        ({"double_byte": "cp037"}, ValueError, 'double_byte is "cp037": write one of cp930'),
        ({"choose": "KIND"}, ValueError, 'choose is "KIND": write it as `REC-TYPE=C:CUSTOMER`'),
        ({"float": "ieee"}, TypeError, "from_copybook has no keyword 'float', but name, include, choose, machine, floats"),
    ],
)
def test_wrong_options_say_what_is_allowed(options, kind, message):
    with pytest.raises(kind) as refused:
        datarep.Text.from_copybook(ORDER, **options)
    assert message in str(refused.value)


def test_what_is_no_copybook(tmp_path):
    with pytest.raises(FileNotFoundError, match="none.cpy"):
        datarep.Text.from_copybook(tmp_path / "none.cpy")
    with pytest.raises(TypeError, match="copybook is a path, or a text with more than one line, not int"):
        datarep.Text.from_copybook(7)
    with pytest.raises(ValueError, match="there is no copybook in the list"):
        datarep.Text.from_copybook([])
    with pytest.raises(ValueError, match="`copybook` has no items"):
        datarep.Text.from_copybook("\n")
    (tmp_path / "bytes.cpy").write_bytes(b"01 A PIC X.\n\xff")
    with pytest.raises(ValueError, match="is not a text: byte 12 is not UTF-8"):
        datarep.Text.from_copybook(tmp_path / "bytes.cpy")
    (tmp_path / "long.cpy").write_bytes(b" " * (1 << 21))
    with pytest.raises(ValueError, match="has more than 1048576 bytes"):
        datarep.Text.from_copybook(tmp_path / "long.cpy")
    # A record of more than 2^30 bytes: the fault is in the text, not in the copybook.
    with pytest.raises(datarep.TextError, match="the text that is made of copybook"):
        datarep.Text.from_copybook("01 A.\n 05 B PIC X(2000000) OCCURS 2000 TIMES.\n")


def test_options_as_words():
    words = "--floats ieee --binary-size=1--8 --choose 'A=C D:E' --choose B=1:F --include in"
    expected = {"floats": "ieee", "binary_size": "1--8", "choose": ["A=C D:E", "B=1:F"], "include": ["in"]}
    assert parse_options(words) == expected
    assert parse_options("") == {}
    for words, message in [
        ("floats ieee", "import_options has 'floats', and may have --include, --choose, --machine"),
        ("--report json", "import_options has '--report'"),
        ("--floats", "import_options ends with '--floats', without a value"),
        ("--floats hfp --floats ieee", "import_options has --floats twice"),
    ]:
        with pytest.raises(ValueError) as refused:
            parse_options(words)
        assert message in str(refused.value)
