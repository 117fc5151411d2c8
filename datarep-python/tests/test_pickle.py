"""Formats, records and lazy arrays of one's own text in other processes."""

import concurrent.futures
import multiprocessing
import pickle
import subprocess
import sys

import numpy as np
import pytest

import datarep

TEXT = """
use ibm::hfp32;
/// A float of a data logger.
float logger = S1 E4 F11 where value = 1.F * 2^(E - 7);
datarep own { others => unsupported; complex => unsupported; real { 4 => logger }
    on read { overflow => infinity, reserved => nan } on write { overflow | infinity | nan => error } }
record station { id: u16; lat: hfp32; value: logger; name: [ascii; 4]; raw: 2 bytes; }
"""

DATA = bytes.fromhex("3C00 BC00")


def read(format):
    """Runs in the other process."""
    return datarep.read(DATA, format, dtype="f4").tolist()


def read_record(record, data):
    return [record.read(data).tobytes(), record.dtype, [field.path for field in record.fields]]


def mean(array):
    return float(np.mean(array[...])), array.shape, array.mode


@pytest.fixture(scope="module")
def worker():
    """A process that was started anew, and shares nothing with this one."""
    with concurrent.futures.ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        yield lambda *call: pool.submit(*call).result(timeout=120)


@pytest.mark.parametrize("name", ["logger", "own"])
def test_a_format_of_a_text(worker, name):
    assert worker(read, datarep.Text(TEXT)[name]) == [1.5, -1.5]


def test_a_record(worker):
    record = datarep.Text(TEXT).records["station"]
    data = bytes.fromhex("0007 C276A000 3C00") + b"OK  " + b"xy"
    assert worker(read_record, record, data) == read_record(record, data)
    # The format of a field is of no use without the record, and can be sent all the same.
    lat = pickle.loads(pickle.dumps(record.fields[1].format))
    assert lat.name == "lat" and lat.is_representation


def test_a_lazy_array(worker, tmp_path):
    path = tmp_path / "numbers"
    path.write_bytes(b"head" + DATA * 10)
    array = datarep.open(path, datarep.Text(TEXT)["logger"], offset=4, shape=(-1, 2))
    assert worker(mean, array) == (0.0, (10, 2), "r")


def test_a_text(worker):
    text = datarep.Text(TEXT, "mine.datarep")
    again = pickle.loads(pickle.dumps(text))
    assert repr(again) == repr(text) and again.formats == text.formats and list(again.records) == ["station"]
    records = pickle.loads(pickle.dumps(text.records))
    assert records["station"].dtype == text.records["station"].dtype
    assert worker(repr, text) == repr(text)


def test_a_program_that_has_seen_no_text():
    sent = pickle.dumps(datarep.Text(TEXT)["logger"]).hex()
    program = f"import pickle, datarep; print(datarep.read(bytes.fromhex('{DATA.hex()}'), pickle.loads(bytes.fromhex('{sent}'))).tolist())"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=120)
    assert (done.stdout, done.stderr) == ("[1.5, -1.5]\n", "")


def test_dask_on_processes(tmp_path):
    dask_array = pytest.importorskip("dask.array")
    path = tmp_path / "numbers"
    values = np.arange(12.0).reshape(6, 2)
    logger = datarep.Text(TEXT)["logger"]
    datarep.write(values, logger, path)
    lazy = dask_array.from_array(datarep.open(path, logger, shape=(6, 2)), chunks=(2, 2))
    context = multiprocessing.get_context("spawn")
    with concurrent.futures.ProcessPoolExecutor(1, context) as pool:
        np.testing.assert_array_equal(lazy.sum(axis=0).compute(scheduler="processes", pool=pool), values.sum(axis=0))


def test_a_loss(worker):
    _, loss = datarep.write([0.1, 1.0, 1e-300, 0.2], "hfp32", loss=True)
    again = pickle.loads(pickle.dumps(loss))
    assert again == loss and hash(again) == hash(loss) and again != datarep.read(b"", "hfp32", loss=True)[1] and loss != loss.counts
    assert (again.counts, again.first) == ({"inexact": 2, "underflow": 1}, {"inexact": [0, 3], "underflow": [2]})
    assert worker(repr, loss) == repr(loss) == repr(again)
    _, nothing = datarep.write([1.0], "hfp32", loss=True)
    assert not pickle.loads(pickle.dumps(nothing)) and pickle.loads(pickle.dumps(nothing)).counts == {}
