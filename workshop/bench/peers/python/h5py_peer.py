"""HDF5's conversion of numbers, `H5Tconvert`, by h5py.

It converts in place, so the numbers are copied to where they are converted first, as somebody does who keeps the file's.
"""

import h5py
import numpy as np
from h5py import h5t

from protocol import serve


def vax_g():
    """VAX G: an `f64` with its own bias, the leading bit hidden, in the order of the VAX."""
    number = h5t.IEEE_F64LE.copy()
    number.set_ebias(1025)
    number.set_order(h5t.ORDER_VAX)
    return number


def cray():
    """Cray: 15 bits of exponent, 48 of a fraction whose leading bit is stored. (HDF5 has no conversion by the norm for that.)"""
    number = h5t.IEEE_F64BE.copy()
    number.set_fields(63, 48, 15, 0, 48)
    number.set_ebias(16385)
    number.set_norm(h5t.NORM_NONE)
    return number


def convert(source, target, size):
    """From one type to another. `size`: bytes of an item, of the larger of the two."""

    def prepare(bytes, length):
        stored = np.frombuffer(bytes, np.uint8)
        count = len(stored) // source.get_size()
        out = np.zeros(count * size, np.uint8)

        def run():
            out[: len(stored)] = stored
            h5t.convert(source, target, count, out)

        return run, lambda: memoryview(out)[:length]

    return prepare


serve(
    f"h5py {h5py.__version__} (HDF5 {h5py.version.hdf5_version})",
    {
        "read f64": convert(h5t.IEEE_F64BE, h5t.NATIVE_DOUBLE, 8),
        "read f32": convert(h5t.IEEE_F32BE, h5t.NATIVE_FLOAT, 4),
        "read i32 as i64": convert(h5t.STD_I32BE, h5t.NATIVE_INT64, 8),
        "write i64 as i32": convert(h5t.NATIVE_INT64, h5t.STD_I32BE, 8),
        "read f16 as f32": convert(h5t.IEEE_F16BE, h5t.NATIVE_FLOAT, 4),
        "read vax_g": convert(vax_g(), h5t.NATIVE_DOUBLE, 8),
        "read cray64": convert(cray(), h5t.NATIVE_DOUBLE, 8),
        "write cray64": convert(h5t.NATIVE_DOUBLE, cray(), 8),
    },
)
