"""The notebook of the examples, run as people run it; and the lines of the README."""

import base64
import io
import json
import os
import pathlib
import re

import numpy as np
import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
NOTEBOOK = ROOT / "examples" / "old_files.ipynb"

nbformat = pytest.importorskip("nbformat")
nbclient = pytest.importorskip("nbclient")
image = pytest.importorskip("matplotlib.image")


@pytest.fixture
def pictures(tmp_path):
    """Where pictures go for people to look at."""
    folder = pathlib.Path(os.environ.get("DATAREP_PICTURES") or tmp_path)
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def drawn(output):
    return image.imread(io.BytesIO(base64.b64decode(output["data"]["image/png"])))


@pytest.mark.parametrize("real", [False, True], ids=["small", "corpus"])
def test_the_notebook(real, pictures, monkeypatch):
    if not real:
        monkeypatch.delenv("DATAREP_CORPUS", raising=False)
    elif not os.environ.get("DATAREP_CORPUS"):
        pytest.skip("DATAREP_CORPUS names no corpus")
    # The kernel draws into the notebook, even if the environment names another backend.
    monkeypatch.delenv("MPLBACKEND", raising=False)
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    nbclient.NotebookClient(notebook, timeout=300, resources={"metadata": {"path": str(NOTEBOOK.parent)}}).execute()
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", ())]
    told = "".join(output.get("text", "") for output in outputs if output.output_type == "stream" and output.name == "stdout")
    warned = [output.text for output in outputs if output.output_type == "stream" and output.name == "stderr"]
    assert not warned, warned
    assert "1. hfp32 big" in told and "marks, moved by" in told and "pixels at most" in told, told
    assert "the first is certain" in told and "1 overflow" in told, told
    found = [output for output in outputs if "image/png" in output.get("data", {})]
    assert len(found) == 4
    for number, output in enumerate(found):
        (pictures / f"notebook-{'corpus' if real else 'small'}-{number}.png").write_bytes(base64.b64decode(output["data"]["image/png"]))
        assert drawn(output)[..., :3].std() > 0.05, "a picture is empty"
    assert any("image/svg+xml" in output.get("data", {}) for output in outputs), "a format draws itself"


def test_the_notebook_is_kept_without_what_a_machine_has_made():
    notebook = json.loads(NOTEBOOK.read_text())
    for cell in notebook["cells"]:
        assert not cell.get("outputs") and cell.get("execution_count") is None
    assert notebook["metadata"]["kernelspec"]["name"] == "python3"
    assert "/home" not in NOTEBOOK.read_text() and str(ROOT) not in NOTEBOOK.read_text()


def test_the_lines_of_the_readme(pictures, monkeypatch):
    """They draw the picture that stands there."""
    import matplotlib

    matplotlib.use("agg")
    import matplotlib.pyplot as plt

    readme = (ROOT / "README.md").read_text()
    lines, picture = re.search(r"## Python\n\n```python\n(.*?)```\n\n!\[[^]]*\]\((.*?)\)", readme, re.S).groups()
    assert len(lines.splitlines()) == 3
    monkeypatch.chdir(ROOT)
    with plt.rc_context({"figure.figsize": (6.4, 3.2), "figure.dpi": 100}):
        plt.close("all")
        exec(compile(lines, "README.md", "exec"), {})
        plt.gcf().tight_layout()
        made = pictures / "readme.png"
        plt.savefig(made)
        plt.close("all")
    now, kept = (image.imread(path)[..., :3] for path in (made, ROOT / picture))
    assert now.shape == kept.shape, "another size"
    assert np.abs(now - kept).mean() < 0.01, "another picture"
