"""The recipes of the documentation, as they stand there."""

import pathlib
import re
import shutil

import numpy as np
import pytest

import datarep

PAGE = pathlib.Path(__file__).parents[2] / "docs" / "python.md"
FILES = PAGE.parents[1] / "examples" / "data"


def recipes():
    if not PAGE.exists():
        return []
    section = PAGE.read_text(encoding="utf-8").split("\n## Recipes\n")[1].split("\n## ")[0]
    return re.findall(r"```python\n(.*?)```", section, re.S)


def test_there_are_recipes():
    if not PAGE.exists():
        pytest.skip("the package is tested without the documentation")
    assert len(recipes()) >= 4 and all("assert" in recipe for recipe in recipes())


@pytest.mark.parametrize("recipe", recipes())
def test_a_recipe(recipe, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("reseau.dat", "lakes.xpt"):
        if name in recipe:
            shutil.copy(FILES / name, tmp_path)
    exec(compile(recipe, str(PAGE), "exec"), {"datarep": datarep, "np": np})
