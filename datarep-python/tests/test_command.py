"""`python -m datarep`."""

import pathlib
import subprocess
import sys

import pytest

import datarep

LIBRARY = pathlib.Path(datarep.__file__).with_name("libdatarep_mpi.so")


def run(*arguments, **options):
    return subprocess.run([sys.executable, "-m", "datarep", *arguments], capture_output=True, text=True, **options)


@pytest.mark.skipif(not LIBRARY.exists(), reason="the wheel carries no library for MPI")
def test_where_the_library_for_mpi_is():
    done = run("mpi-library")
    assert (done.returncode, done.stderr) == (0, "")
    path = pathlib.Path(done.stdout.removesuffix("\n"))
    assert path.is_absolute() and path.read_bytes()[:4] == b"\x7fELF"
    assert b"MPI_File_set_view" in path.read_bytes()


def test_a_wheel_without_it(monkeypatch, capsys, tmp_path):
    import datarep.__main__ as command

    monkeypatch.setattr(command, "LIBRARY", tmp_path / "libdatarep_mpi.so")
    assert command.main(["mpi-library"]) == 1
    told = capsys.readouterr()
    assert told.out == "" and "carries no library for MPI" in told.err


def test_what_is_not_known():
    done = run()
    assert done.returncode == 2 and done.stderr.startswith("usage: ") and not done.stdout
    assert run("--help").returncode == 0 and "LD_PRELOAD" in run("--help").stdout
