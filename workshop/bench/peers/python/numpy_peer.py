"""NumPy: numbers and records in another byte order, by `copyto`, which swaps and converts."""

import numpy as np

from protocol import serve

RECORD = [("id", "i4"), ("position", "f8", 3), ("value", "f4"), ("flags", "i2")]


def cast(source, target):
    """From numbers of one type to as many of another, as NumPy names them."""

    def prepare(bytes, length):
        numbers = np.frombuffer(bytes, source)
        out = np.zeros(len(numbers), target)

        def run():
            np.copyto(out, numbers, casting="unsafe")

        return run, lambda: memoryview(out).cast("B")[:length]

    return prepare


def records(bytes, length):
    """Packed records of big-endian fields to records as a C compiler lays them out; checked as packed ones."""
    stored = np.dtype([(field[0], ">" + field[1], *field[2:]) for field in RECORD])
    packed = np.dtype([(field[0], "<" + field[1], *field[2:]) for field in RECORD])
    numbers = np.frombuffer(bytes, stored)
    out = np.zeros(len(numbers), np.dtype(RECORD, align=True))

    def run():
        np.copyto(out, numbers)

    return run, lambda: out.astype(packed).tobytes()[:length]


def characters(page):
    """From a code page to ISO 8859-1, by a table."""
    table = np.frombuffer(bytes(range(256)).decode(page).encode("latin-1"), "u1")

    def prepare(bytes, length):
        numbers = np.frombuffer(bytes, "u1")
        out = np.zeros(len(numbers), "u1")

        def run():
            np.take(table, numbers, out=out, mode="clip")

        return run, lambda: memoryview(out)[:length]

    return prepare


serve(
    f"numpy {np.__version__}",
    {
        "read f64": cast(">f8", "<f8"),
        "read f32": cast(">f4", "<f4"),
        "read i16": cast(">i2", "<i2"),
        "read i32 as i64": cast(">i4", "<i8"),
        "write i64 as i32": cast("<i8", ">i4"),
        "read f16 as f32": cast(">f2", "<f4"),
        "read records": records,
        "read cp037": characters("cp037"),
    },
)
