"""The programs of the page, as they stand there."""

import pathlib
import re
import shutil
import struct
import subprocess
import sys

import pytest

import records
from conftest import compare_rows

pyarrow = pytest.importorskip("pyarrow")

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


@pytest.fixture(scope="module")
def ray():
    """A Ray of two processes."""
    ray = pytest.importorskip("ray")
    ray.init(num_cpus=2, include_dashboard=False)
    yield ray
    ray.shutdown()


def sum_branches():
    """The sums of the accounts of each branch, in hundredths."""
    return [sum((-1) ** number * (number * 17) for number in range(branch, 3000, 10)) for branch in range(10)]


@pytest.mark.parametrize("title", [title for title in read_sections() if title not in ("Zarr and VirtualiZarr", "MPI")])
def test_the_programs_of_a_section(title, place, monkeypatch, request, capsys):
    """The programs of a section are one after the other. Those of the last one use what xarray has opened."""
    monkeypatch.chdir(place)
    if title in ("Spark", "Ray"):
        request.getfixturevalue(title.lower())
    sections, names = read_sections(), {}
    programs = sections[title] + (sections["Zarr and VirtualiZarr"] if title == "xarray" else [])
    for program in programs:
        exec(compile(program, str(PAGE), "exec"), names)
    printed = capsys.readouterr().out
    if title in ("Spark", "Dask", "DuckDB and DataFusion", "Ray"):
        for total in sum_branches():
            assert f"{total / 100:.2f}" in printed, (total, printed)
    if title == "Ray":
        rows = [(row["branch"], row["balance"]) for row in names["accounts"].take_all()]
        compare_rows("ray", rows, [(row["branch"], row["balance"]) for row in pyarrow.table(names["scan"]).to_pylist()])
    if title == "Spark":
        spark = names["spark"]
        accounts = sorted(names["accounts"].collect())
        for folder in ("accounts", "columns", "history"):
            assert sorted(spark.read.parquet(folder).collect()) == accounts
        assert b"".join(sorted(path.read_bytes() for path in (place / "out").iterdir())) == b"".join(sorted(path.read_bytes() for path in (place / "in").iterdir()))


@pytest.mark.parametrize("ranks", [1, 2, 3, 5])
def test_the_program_under_mpi(ranks, place):
    """Of a file with one record, most ranks have no part."""
    pytest.importorskip("mpi4py")
    launcher = shutil.which("mpiexec", path=str(pathlib.Path(sys.executable).parent)) or shutil.which("mpiexec")
    assert launcher, "there is mpi4py, and no mpiexec"
    [program] = read_sections()["MPI"]
    (place / "sum_accounts.py").write_text(program, encoding="utf-8")
    (place / "one").mkdir(exist_ok=True)
    (place / "one" / "ACCT").write_bytes(records.make_marked([make_account(7)]))
    (place / "sum_one.py").write_text(program.replace('"in/*"', '"one/*"'), encoding="utf-8")
    for name, count, total in [("sum_accounts.py", 3000, sum(sum_branches())), ("sum_one.py", 1, -7 * 17)]:
        done = subprocess.run([launcher, "-n", str(ranks), sys.executable, name], cwd=place, capture_output=True, text=True, timeout=120)
        assert (done.returncode, done.stdout) == (0, f"{count} {total / 100:.2f}\n"), done.stderr
        compare_rows("mpi", [done.stdout], [f"{count} {total / 100:.2f}\n"])


def test_every_engine_has_a_program():
    if not PAGE.exists():
        pytest.skip("the package is tested without the documentation")
    assert list(read_sections()) == ["Spark", "Dask", "Polars", "DuckDB and DataFusion", "Ray", "MPI", "xarray", "Zarr and VirtualiZarr"]
