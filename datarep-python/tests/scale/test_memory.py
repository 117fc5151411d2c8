"""Files that are larger than memory may be: a stream of batches takes no more for a long file than for a short one.

Each file is read in a process of its own, and its most memory counts: with Python, pyarrow and this package, which have a hundred
megabytes before the first record.
"""

import gzip
import os
import struct
import subprocess
import sys

import pytest

import wide
from conftest import MEASURED

pytest.importorskip("pyarrow")

#: The most memory of a process, and what a long file may take beyond a short one.
MOST, MORE = 512 << 20, 64 << 20

#: Bytes of a long file, and how many times shorter the short one is.
SIZE, TIMES = int(os.environ.get("DATAREP_LONG", 4 << 30)), 16

#: Reads a file batch by batch, and prints the records, and the most memory that the process had.
#: `getrusage` would count the memory of the process that has started this one.
PROGRAM = """
import re, sys
import datarep, pyarrow
path, text, marks = sys.argv[1], open(sys.argv[2]).read(), sys.argv[3] or None
record = datarep.Text(text).records["long"]
records = 0
for batch in pyarrow.RecordBatchReader.from_stream(datarep.scan(path, record, marks=marks)):
    records += batch.num_rows
status = open("/proc/self/status").read()
print(records, int(re.search(r"VmHWM:\\s+(\\d+) kB", status)[1]) << 10)
"""

#: A record of zeros, which are all that a sparse file has.
ZEROS = "record long { id: i32; rate: f64; note: [ascii; 12]; raw: 1000 bytes; }"

#: A record that becomes sixteen times as large: each digit is a decimal of 16 bytes.
DIGITS = "record long { digits: [zoned_decimal(1, 0); 256]; }"

#: A record of any length.
LISTS = "record long { n: u16; items: [i32; n]; }"


def run(path, text, tmp_path, marks=""):
    (tmp_path / "text").write_text(text)
    done = subprocess.run([sys.executable, "-c", PROGRAM, str(path), str(tmp_path / "text"), marks], capture_output=True, text=True, check=True)
    return map(int, done.stdout.split())


def make_sparse(path, record, size):
    """A file of zeros, which takes no place on the disk."""
    with open(path, "wb") as file:
        file.truncate(size // record * record)
    return size // record


def make_packed(path, block, count):
    """A file of gzip in which a block is repeated: each is a member of its own, as `gzip` appends them."""
    member = gzip.compress(block, 1)
    with open(path, "wb") as file:
        for _ in range(count):
            file.write(member)


def check(name, path, text, tmp_path, make, marks="", size=SIZE):
    """Reads a short file and a long one. `make` makes one of so many bytes, unpacked, and returns the number of its records."""
    peaks = []
    for part in (size // TIMES, size):
        expected = make(part)
        records, peak = run(path, text, tmp_path, marks)
        assert records == expected > 0
        peaks.append(peak)
        os.remove(path)
    assert peaks[1] < MOST, (name, peaks)
    assert peaks[1] < peaks[0] + MORE, (name, peaks)
    MEASURED.append((name, size, peaks[1]))


def test_a_sparse_file_of_fixed_records(tmp_path):
    path = tmp_path / "zeros"
    check("fixed records", path, ZEROS, tmp_path, lambda size: make_sparse(path, 1024, size))


def test_a_packed_file(tmp_path):
    path = tmp_path / "zeros.gz"

    def make(size):
        make_packed(path, bytes(16 << 20), size >> 24)
        return size >> 10

    check("the same, packed by gzip", path, ZEROS, tmp_path, make)


def test_records_between_marks(tmp_path):
    path = tmp_path / "lists.gz"
    records = [struct.pack(f">H{n}i", n, *range(n)) for n in (0, 1, 7, 300, 4000, 8000)]
    block = b"".join(struct.pack(">HH", len(record) + 4, 0) + record for record in records) * 64

    def make(size):
        make_packed(path, block, size // len(block))
        return size // len(block) * len(records) * 64

    check("records between marks, packed by gzip", path, LISTS, tmp_path, make, "rdw", SIZE // 4)


def test_records_that_become_larger(tmp_path):
    path = tmp_path / "digits.gz"

    def make(size):
        make_packed(path, b"\xf7" * (1 << 20), size >> 20)
        return size >> 8

    check("digits, sixteen times as large in Arrow", path, DIGITS, tmp_path, make, size=SIZE // 16)


def test_records_of_many_columns(tmp_path):
    path = tmp_path / "wide.gz"
    block = wide.make_records(2000)

    def make(size):
        count = size // len(block)
        make_packed(path, block, count)
        return count * 2000

    check("167 columns", path, wide.describe_records().replace("record wide", "record long"), tmp_path, make, size=SIZE // 16)
