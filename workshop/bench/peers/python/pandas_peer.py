"""NumPy and pandas: records of mainframes by a structured dtype, whose fields are decoded by whole columns, as their
users do by hand."""

import io
from decimal import Decimal

import numpy as np
import pandas as pd
import pyarrow
import pyarrow.parquet

from protocol import serve


def fields_of(described):
    """Name, kind, bytes and digits behind the point of each field."""
    fields = [field.split(" ") for field in described.split(";")]
    return [(name, kind, int(size), int(scale)) for name, kind, size, scale in fields]


def stored(kind, size):
    """The type in the structured dtype."""
    return {"binary": f">i{size}", "unsigned": f">u{size}", "float": f">u{size}"}.get(kind, f"S{size}")


def octets(column):
    """The bytes of the items of a column, a row for each."""
    column = np.ascontiguousarray(column)
    return column.view("u1").reshape(len(column), column.itemsize)


def decode(column, kind, size):
    """The values of a column. Decimals are integers without the point."""
    if kind == "text":
        return np.char.rstrip(np.char.decode(column, "cp037"), " ")
    if kind == "zoned":
        digits = octets(column)
        values = (digits & 0xF).astype("i8") @ (10 ** np.arange(size - 1, -1, -1, dtype="i8"))
        return np.where(digits[:, -1] >> 4 == 0xD, -values, values)
    if kind == "packed":
        pairs = octets(column)
        halves = np.empty((len(pairs), 2 * size), "i8")
        halves[:, ::2], halves[:, 1::2] = pairs >> 4, pairs & 0xF
        values = halves[:, :-1] @ (10 ** np.arange(2 * size - 2, -1, -1, dtype="i8"))
        return np.where(halves[:, -1] == 0xD, -values, values)
    if kind == "float":
        word = column.astype(f"u{size}")
        bits = 8 * size
        fraction = (word & ((1 << (bits - 8)) - 1)).astype("f8")
        exponent = ((word >> (bits - 8)) & 0x7F).astype("i4") - 64
        values = np.ldexp(fraction, 4 * exponent - (bits - 8))
        return np.where(word >> (bits - 1), -values, values).astype(f"f{size}")
    return column.astype(column.dtype.newbyteorder("="))


def columns(bytes, fields):
    """All columns of the records."""
    table = np.frombuffer(bytes, [(name, stored(kind, size)) for name, kind, size, _ in fields])
    return {name: decode(table[name], kind, size) for name, kind, size, _ in fields}


def plain(columns):
    """The bytes by which the values are compared."""
    parts = []
    for values in columns:
        if values.dtype.kind in "iu":
            parts.append(values.astype("<i8").tobytes())
        elif values.dtype.kind == "f":
            parts.append(values.astype("<f8").tobytes())
        else:
            parts.append("".join(f"{value}\n" for value in values).encode())
    return b"".join(parts)


def to_columns(bytes, length, described):
    fields, kept = fields_of(described), {}

    def run():
        kept["frame"] = pd.DataFrame(columns(bytes, fields))

    # `frame[name]` has Python's strings.
    return run, lambda: plain(kept["frame"][name].to_numpy() for name, *_ in fields)


def to_csv(bytes, length, described):
    fields, kept = fields_of(described), {}

    def run():
        frame = pd.DataFrame(columns(bytes, fields))
        for name, _, _, scale in fields:
            if scale:
                # A float would lose the zeros behind the point.
                frame[name] = [Decimal(value).scaleb(-scale) for value in frame[name].tolist()]
        kept["text"] = frame.to_csv(index=False)

    return run, lambda: kept["text"].encode()


def from_parquet(bytes, length):
    """What is in a file of Parquet, for comparison only."""
    table = pyarrow.parquet.read_table(io.BytesIO(bytes))

    def values(column):
        if pyarrow.types.is_decimal(column.type):
            unit = 10**column.type.scale
            return np.array([int(value * unit) for value in column.to_pylist()], "i8")
        if pyarrow.types.is_string(column.type):
            return np.array(column.to_pylist(), object)
        return column.to_numpy()

    return lambda: None, lambda: plain(values(column) for column in table.columns)


serve(
    f"pandas {pd.__version__} (numpy {np.__version__}), pyarrow {pyarrow.__version__}",
    {
        "records to columns": to_columns,
        "records to CSV": to_csv,
        "parquet to columns": from_parquet,
    },
)
