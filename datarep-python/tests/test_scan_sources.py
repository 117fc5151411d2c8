"""What a scan is of: file objects, which several streams read, and buffers."""

import io
import pickle
import threading

import numpy as np
import pytest

import datarep

pyarrow = pytest.importorskip("pyarrow")

RECORD = datarep.Text("record item { id: i32; }").records["item"]

#: More than one block of a file object, and than one batch.
IDS = np.arange(600_000, dtype=">i4")


def read_by_turns(*scans):
    """The rows of streams, each of which gives a batch after the other."""
    readers = [pyarrow.RecordBatchReader.from_stream(scan) for scan in scans]
    rows = [[] for _ in scans]
    left = set(range(len(scans)))
    while left:
        for index in sorted(left):
            batch = next(readers[index], None)
            if batch is None:
                left.remove(index)
            else:
                rows[index].append(batch["id"].to_numpy())
    return [np.concatenate(one) for one in rows]


@pytest.mark.parametrize("make", [bytes, io.BytesIO, lambda data: [io.BytesIO(data[:1_000_000]), data[1_000_000:]]])
def test_two_streams_of_a_file_object_have_all_records_each(make):
    scan = datarep.scan(make(IDS.tobytes()), RECORD)
    for rows in read_by_turns(scan, scan, scan.select(["id"])):
        np.testing.assert_array_equal(rows, IDS)


def test_threads_read_a_file_object_at_once():
    scan = datarep.scan(io.BytesIO(b"head" + IDS.tobytes()[4:]), RECORD)
    found = []
    threads = [threading.Thread(target=lambda: found.append(pyarrow.table(scan)["id"].to_numpy())) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 4
    for rows in found:
        np.testing.assert_array_equal(rows[1:], IDS[1:])


def test_a_file_object_is_read_from_where_it_stood():
    file = io.BytesIO(b"head" + IDS.tobytes())
    file.seek(4)
    scan = datarep.scan(file, RECORD)
    file.seek(0)
    np.testing.assert_array_equal(pyarrow.table(scan)["id"].to_numpy(), IDS)


@pytest.mark.parametrize("make", [bytearray, memoryview, lambda data: np.frombuffer(data, "u1"), lambda data: memoryview(data + data[::-1])[: len(data)]])
def test_buffers(make):
    data = IDS[:10].tobytes()
    assert pyarrow.table(datarep.scan(make(data), RECORD))["id"].to_pylist() == list(range(10))


def test_buffers_of_numbers_are_refused_as_by_read():
    for source in (IDS, memoryview(IDS.astype("i4"))):
        with pytest.raises(TypeError, match="which are numbers and not bytes of a file"):
            datarep.scan(source, RECORD)
    with pytest.raises(TypeError, match="bytes are expected, in a path, a file object, a buffer or an array, not int"):
        datarep.scan(5, RECORD)


def test_bytes_are_not_pickled():
    with pytest.raises(TypeError, match="has no path, and cannot be pickled: scan the path of a file"):
        pickle.dumps(datarep.scan(b"", RECORD))
