"""The programs of the page, as they stand there."""

import pathlib
import re
import shutil
import struct

import pytest

import records

PAGE = pathlib.Path(__file__).parents[3] / "docs" / "scale.md"


def read_sections():
    """The sections of the page, and their programs."""
    if not PAGE.exists():
        return {}
    sections = re.split(r"^## (.*)\n", PAGE.read_text(encoding="utf-8"), flags=re.M)[1:]
    found = {title: re.findall(r"```python\n(.*?)```", body, re.S) for title, body in zip(sections[::2], sections[1::2])}
    return {title: programs for title, programs in found.items() if programs}


@pytest.fixture(scope="module")
def place(tmp_path_factory, corpus):
    """The files that the page names."""
    place = tmp_path_factory.mktemp("page")
    text = re.search(r"```\n(record account .*?)```", PAGE.read_text(encoding="utf-8"), re.S)[1]
    (place / "account.datarep").write_text(text, encoding="utf-8")
    (place / "in").mkdir()
    for file in range(3):
        made = [make_account(number) for number in range(1000 * file, 1000 * file + 1000)]
        (place / "in" / f"ACCT.{file}").write_bytes(records.make_marked(made))
    shutil.copy(corpus / "segy" / "Format1msb.sgy", place / "line.sgy")
    return place


def make_account(number):
    balance = bytes.fromhex(f"{number * 17 % 10**9:09d}" + "CD"[number % 2])
    return struct.pack(">ih", number, number % 10) + balance + f"name {number:<7}".encode("cp037")


@pytest.mark.parametrize("title", [title for title in read_sections() if title != "Zarr and VirtualiZarr"])
def test_the_programs_of_a_section(title, place, monkeypatch, request, capsys):
    """The programs of a section are one after the other. Those of the last one use what xarray has opened."""
    monkeypatch.chdir(place)
    if title == "Spark":
        request.getfixturevalue("spark")
    sections, names = read_sections(), {}
    programs = sections[title] + (sections["Zarr and VirtualiZarr"] if title == "xarray" else [])
    for program in programs:
        exec(compile(program, str(PAGE), "exec"), names)
    printed = capsys.readouterr().out
    sums = [sum((-1) ** number * (number * 17) for number in range(branch, 3000, 10)) for branch in range(10)]
    if title in ("Spark", "Dask", "DuckDB and DataFusion"):
        for total in sums:
            assert f"{total / 100:.2f}" in printed, (total, printed)
    if title == "Spark":
        spark = names["spark"]
        accounts = sorted(names["accounts"].collect())
        for folder in ("accounts", "history"):
            assert sorted(spark.read.parquet(folder).collect()) == accounts
        assert b"".join(sorted(path.read_bytes() for path in (place / "out").iterdir())) == b"".join(sorted(path.read_bytes() for path in (place / "in").iterdir()))


def test_every_engine_has_a_program():
    if not PAGE.exists():
        pytest.skip("the package is tested without the documentation")
    assert list(read_sections()) == ["Spark", "Dask", "Polars", "DuckDB and DataFusion", "xarray", "Zarr and VirtualiZarr"]
