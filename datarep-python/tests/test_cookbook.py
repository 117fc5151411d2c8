"""The programs of the cookbook that are in Python, as they stand there."""

import pathlib
import re

import numpy as np
import pytest

import datarep

PAGE = pathlib.Path(__file__).parents[2] / "docs" / "cookbook.md"


def read_sections():
    """The sections with programs in Rust, and the programs in Python of each."""
    if not PAGE.exists():
        return {}
    sections = re.split(r"^## (.*)\n", PAGE.read_text(encoding="utf-8"), flags=re.M)[1:]
    return {title: re.findall(r"```python\n(.*?)```", body, re.S) for title, body in zip(sections[::2], sections[1::2]) if "```rust" in body}


PROGRAMS = [(title, program) for title, programs in read_sections().items() for program in programs]


def test_every_recipe_has_a_program_in_python():
    if not PAGE.exists():
        pytest.skip("the package is tested without the documentation")
    # `build.rs` compiles to Rust, and the recipe behind it has the form for Python.
    missing = [title for title, programs in read_sections().items() if not programs]
    assert missing == ["A description in a file of its own"]
    assert all("assert" in program for _, program in PROGRAMS)


@pytest.mark.parametrize("title, program", PROGRAMS, ids=[title for title, _ in PROGRAMS])
def test_a_program(title, program, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    exec(compile(program, str(PAGE), "exec"), {"datarep": datarep, "np": np})
