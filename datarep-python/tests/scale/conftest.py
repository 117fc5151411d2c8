"""What is counted of the comparisons of engines, and the files that they read."""

import os
import pathlib
import shutil
import sys

import pytest

import datarep
import records

#: The rows that were compared of each engine, and the rows that differ.
COMPARED = {}
DIFFERENT = []

#: What files were read in how much memory: a name, bytes of the file, the most bytes of the process.
MEASURED = []


def compare_rows(engine, found, expected):
    """Compares lists of rows, and counts them."""
    wrong = [(at, one, other) for at, (one, other) in enumerate(zip(found, expected)) if one != other]
    COMPARED[engine] = COMPARED.get(engine, 0) + max(len(found), len(expected))
    DIFFERENT.extend(wrong)
    assert len(found) == len(expected), (engine, len(found), len(expected))
    assert not wrong, (engine, wrong[:3])
    assert found, "nothing was compared"


def pytest_terminal_summary(terminalreporter):
    for name, size, peak in MEASURED:
        terminalreporter.write_line(f"memory: {name}: {size / 1e9:.1f} GB in {peak / 1e6:.0f} MB")
    rows = sum(COMPARED.values())
    terminalreporter.write_line(", ".join(f"{engine}: {count} rows" for engine, count in sorted(COMPARED.items())))
    terminalreporter.write_line(f"scale: {len(COMPARED)} engines, {rows} rows compared, {len(DIFFERENT)} different")


@pytest.fixture(scope="session")
def text():
    return datarep.Text(records.SOURCE)


@pytest.fixture(scope="session")
def folder(tmp_path_factory):
    """Files of sales, of which one is empty, and two that are no data."""
    folder = tmp_path_factory.mktemp("sales")
    for number, (begin, end) in enumerate([(0, 9000), (9000, 9001), (9001, 9001), (9001, 30000)]):
        (folder / f"SALES.{number}").write_bytes(records.make_sales(begin, end))
    (folder / "_SUCCESS").write_bytes(b"")
    (folder / ".SALES.crc").write_bytes(b"no record")
    return folder


@pytest.fixture(scope="session")
def marked(tmp_path_factory):
    """A file of baskets between record descriptors."""
    path = tmp_path_factory.mktemp("baskets") / "BASKETS"
    path.write_bytes(records.make_marked(map(records.make_basket, range(20000))))
    return path


@pytest.fixture(scope="session")
def corpus():
    folder = os.environ.get("DATAREP_CORPUS")
    if not folder:
        pytest.skip("DATAREP_CORPUS names no corpus")
    return pathlib.Path(folder)


@pytest.fixture(scope="session")
def command():
    """The command `datarep`."""
    found = os.environ.get("DATAREP_COMMAND") or shutil.which("datarep")
    if not found:
        pytest.skip("DATAREP_COMMAND names no command")
    return found


@pytest.fixture(scope="session")
def spark(tmp_path_factory):
    """A Spark of two threads, in which a task may fail twice."""
    pytest.importorskip("pyspark")
    if shutil.which("java") is None and "JAVA_HOME" not in os.environ:
        pytest.skip("Spark needs Java")
    from pyspark.sql import SparkSession

    scratch = tmp_path_factory.mktemp("spark")
    os.environ["PYSPARK_PYTHON"] = os.environ["PYSPARK_DRIVER_PYTHON"] = sys.executable
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [str(pathlib.Path(__file__).parent), os.environ.get("PYTHONPATH")]))
    os.environ["DATAREP_KILLED"] = str(scratch / "killed")
    builder = SparkSession.builder.master("local[2,3]").appName("datarep")
    settings = {
        "spark.ui.enabled": "false",
        "spark.sql.shuffle.partitions": "2",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.driver.host": "127.0.0.1",
        "spark.driver.memory": "1g",
        "spark.local.dir": str(scratch),
        "spark.sql.warehouse.dir": str(scratch / "warehouse"),
        "spark.sql.session.timeZone": "UTC",
        "spark.sql.python.filterPushdown.enabled": "true",
    }
    for name, value in settings.items():
        builder = builder.config(name, value)
    session = builder.getOrCreate()
    session.sparkContext.setLogLevel("OFF")
    import datarep.spark

    session.dataSource.register(datarep.spark.DataSource)
    yield session
    session.stop()
