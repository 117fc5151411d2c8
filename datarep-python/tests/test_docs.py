"""The examples of the documentation, and the types."""

import doctest
import importlib.util
import os
import pathlib
import re
import subprocess
import sys

import numpy as np
import pytest

import datarep
import datarep._array
import datarep._datarep
import datarep._scan


@pytest.mark.parametrize("module", [datarep, datarep._array, datarep._datarep, datarep._scan], ids=lambda module: module.__name__)
def test_examples(module):
    with np.printoptions(legacy=False):
        found = doctest.testmod(module)
    assert found.failed == 0 and found.attempted > 0


def test_the_readme():
    readme = pathlib.Path(__file__).parents[1] / "README.md"
    with np.printoptions(legacy=False):
        found = doctest.testfile(str(readme), module_relative=False)
    assert found.failed == 0 and found.attempted >= 8


@pytest.fixture(scope="module")
def checked(tmp_path_factory):
    """What a checker of types says is nothing."""
    pytest.importorskip("mypy")
    cache = tmp_path_factory.mktemp("mypy")

    def check(module, *arguments):
        done = subprocess.run(
            [sys.executable, "-m", module, *arguments],
            cwd=pathlib.Path(__file__).parent,
            env={**os.environ, "MYPY_CACHE_DIR": str(cache)},
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stdout + done.stderr

    return check


def test_the_types_are_those_of_the_package(checked, tmp_path):
    # The library for MPI, which a wheel may contain, is no Python module.
    allowed = tmp_path / "allowed"
    # The modules for engines cannot be imported where those are not installed, and their classes have bases of which checkers know nothing.
    engines = {"spark": "pyspark", "xarray": "xarray", "zarr": "zarr", "virtualizarr": "zarr"}
    missing = [f"datarep\\.{name}\n" for name, needed in engines.items() if importlib.util.find_spec(needed) is None]
    allowed.write_text("".join(["datarep.libdatarep_mpi\n", "datarep\\.(spark|xarray|zarr)\\._[A-Z].*\n", *missing]))
    checked("mypy.stubtest", "--concise", "--allowlist", str(allowed), "--ignore-unused-allowlist", "datarep")


def test_the_types_of_a_program(checked):
    checked("mypy", "--strict", "typed.py")


def test_all_that_is_public_has_a_docstring():
    for name in datarep.__all__:
        thing = getattr(datarep, name)
        assert name == "__version__" or thing.__doc__, name
        for member, value in vars(thing).items() if isinstance(thing, type) else ():
            if not member.startswith("_") and callable(value) | hasattr(type(value), "__get__"):
                assert value.__doc__, f"{name}.{member}"


def test_the_types_name_all_that_there_is():
    """The stub of the module in Rust has what the module has, and nothing else."""
    stub = pathlib.Path(datarep.__file__).with_name("_datarep.pyi").read_text()
    names = set(re.findall(r"^(?:class|def) ([a-zA-Z]\w*)", stub, re.M)) | set(re.findall(r"^(\w+): ", stub, re.M))
    found = {name for name in vars(datarep._datarep) if not name.startswith("_") or name == "__version__"}
    assert names == found
    for kind in ("Format", "Text", "Loss", "Numbers", "ScanCounts", "Stored"):
        body = re.search(rf"^class {kind}:\n((?:    .*\n|\n)+)", stub, re.M)[1]
        members = set(re.findall(r"    def (\w+)", body))
        missing = {name for name in vars(getattr(datarep._datarep, kind)) if not name.startswith("_")} - members
        assert not missing, (kind, missing)
