"""What others make of the same bytes and numbers.

One that reads takes `bytes` as they were read from a file, and gives a new array. One that writes takes an array, and gives `bytes` as they are written to a file.
"""

import importlib.metadata
import io
import struct

import h5py
import ibm2ieee
import numpy as np
import obspy.io.segy.pack
import obspy.io.segy.unpack
import pandas as pd
import segyio
import segyio._segyio  # which `segyio.tools` does not import for itself
import segyio.tools
from h5py import h5t


def hand_vax(data, fraction, bias):
    """A VAX float by hand, as programs do it: words swapped, fields taken out, multiplied."""
    halves = np.frombuffer(data, "<u2").reshape(-1, 2 if fraction < 32 else 4)
    word = np.zeros(len(halves), "u8")
    for half in halves.T:
        word = word << np.uint64(16) | half
    bits = 16 * halves.shape[1]
    exponent = (word >> np.uint64(fraction)) & np.uint64((1 << (bits - 1 - fraction)) - 1)
    significand = (word & np.uint64((1 << fraction) - 1)) | np.uint64(1 << fraction)
    value = np.ldexp(significand.astype("f8"), exponent.astype("i4") - (bias + fraction + 1))
    return np.where(exponent == 0, 0, np.where(word >> np.uint64(bits - 1), -value, value))


def hand_hfp32(data):
    """IBM's short floats by hand."""
    word = np.frombuffer(data, ">u4").astype("u4")
    value = (word & 0xFFFFFF) * 2.0**-24 * 16.0 ** ((word >> 24 & 0x7F).astype("f8") - 64)
    with np.errstate(over="ignore"):
        return np.where(word >> 31, -value, value).astype("f4")


def hand_hfp64(data):
    """IBM's long floats by hand: the fraction is rounded by the conversion to `f8`."""
    word = np.frombuffer(data, ">u8").astype("u8")
    value = (word & np.uint64((1 << 56) - 1)) * 2.0**-56 * 16.0 ** ((word >> np.uint64(56) & np.uint64(0x7F)).astype("f8") - 64)
    return np.where(word >> np.uint64(63), -value, value)


def hand_i24(data):
    """Integers of three bytes by hand."""
    octets = np.frombuffer(data, "u1").reshape(-1, 3)
    word = np.zeros((len(octets), 4), "u1")
    word[:, :3] = octets
    return word.view(">i4")[:, 0] >> 8


def fields_hfp(values, digits):
    """Exponents of 16 and fractions of so many digits, by hand: the exponent of two is rounded up to a multiple of four."""
    significand, exponent = np.frexp(values.astype("f8"))
    exponent16 = -(-exponent // 4)
    fraction = np.rint(np.ldexp(np.abs(significand), exponent - 4 * exponent16 + 4 * digits)).astype("u8")
    # What is rounded up to one has another digit.
    carried = fraction >> np.uint64(4 * digits) != 0
    fraction = np.where(carried, np.uint64(1 << 4 * digits - 4), fraction)
    return np.where(values == 0, 0, exponent16 + carried + 64).astype("u8"), fraction


def hand_to_hfp32(values):
    """To IBM's short floats by hand."""
    exponent, fraction = fields_hfp(values, 6)
    word = np.signbit(values).astype("u8") << np.uint64(31) | exponent << np.uint64(24) | fraction
    return word.astype(">u4").tobytes()


def hand_to_hfp64(values):
    """To IBM's long floats by hand."""
    exponent, fraction = fields_hfp(values, 14)
    word = np.signbit(values).astype("u8") << np.uint64(63) | exponent << np.uint64(56) | fraction
    return word.astype(">u8").tobytes()


def hand_to_vax(values, fraction, bias):
    """To a VAX float by hand: the hidden one, and what is rounded up to it, count in the exponent."""
    significand, exponent = np.frexp(values.astype("f8"))
    word = np.rint(np.ldexp(np.abs(significand), fraction + 1)).astype("u8")
    word += (exponent + (bias - 1)).astype("u8") << np.uint64(fraction)
    bits = 32 if fraction < 32 else 64
    word = np.where(values == 0, np.uint64(0), word | np.signbit(values).astype("u8") << np.uint64(bits - 1))
    return word.astype(f">u{bits // 8}").view(">u2").astype("<u2").tobytes()


def hand_to_i24(values):
    """To integers of three bytes by hand."""
    return values.astype(">i4").view("u1").reshape(-1, 4)[:, 1:].tobytes()


def by_segyio(data):
    return segyio.tools.native(np.frombuffer(data, np.single), segyio.SegySampleFormat.IBM_FLOAT_4_BYTE, copy=True)


def by_obspy(data):
    return obspy.io.segy.unpack.unpack_4byte_ibm(io.BytesIO(data), len(data) // 4, ">")


def to_obspy(values):
    file = io.BytesIO()
    obspy.io.segy.pack.pack_4byte_ibm(file, values, ">")
    return file.getvalue()


def by_hdf5(source, target, dtype):
    """HDF5's conversion in memory, which is in place."""
    size = max(source.get_size(), target.get_size())

    def convert(data):
        count = len(data) // source.get_size()
        out = np.empty(count * size, np.uint8)
        out[: len(data)] = np.frombuffer(data, np.uint8)
        h5t.convert(source, target, count, out)
        return out[: count * target.get_size()].view(dtype)

    return convert


def to_hdf5(source, target):
    """The same from an array to bytes."""
    convert = by_hdf5(source, target, np.uint8)
    return lambda values: convert(values.view(np.uint8)).tobytes()


def hdf5_vax_g():
    """VAX G for HDF5: an `f64` with its own bias, the leading bit hidden, in the order of the VAX."""
    number = h5t.IEEE_F64LE.copy()
    number.set_ebias(1025)
    number.set_order(h5t.ORDER_VAX)
    return number


def transport(cells):
    """A SAS transport file of one column of numbers, eight bytes each."""

    def header(kind, numbers):
        return f"HEADER RECORD*******{kind:<8}HEADER RECORD!!!!!!!{numbers:<30}".encode("ascii").ljust(80)

    stamp = b"01JAN60:00:00:00"
    name = struct.pack(">hhhh", 1, 0, 8, 1) + b"X".ljust(8) + b" " * 40 + b" " * 8 + struct.pack(">hhh", 0, 0, 0) + bytes(2)
    name += b" " * 8 + struct.pack(">hh", 0, 0) + struct.pack(">i", 0) + bytes(52)
    first = [
        header("LIBRARY", "0" * 30),
        b"SAS     SAS     SASLIB  9.4     LINUX   ".ljust(40) + b" " * 24 + stamp,
        stamp.ljust(80),
        header("MEMBER", "000000000000000001600000000140"),
        header("DSCRPTR", "0" * 30),
        b"SAS     X       SASDATA 9.4     LINUX   ".ljust(40) + b" " * 24 + stamp,
        stamp.ljust(80),
        header("NAMESTR", "0000000001" + "0" * 20),
        name.ljust(160),
        header("OBS", "0" * 30),
    ]
    return b"".join(first) + cells + b" " * (-len(cells) % 80)


def by_pandas(cells):
    """`read_sas` reads files alone: the cells are in one."""
    return pd.read_sas(io.BytesIO(transport(cells)), format="xport")["X"].to_numpy()[: len(cells) // 8]


# Format, type of the result, and who else reads it, by their names.
READS = [
    ("hfp32", "f4", {"ibm2ieee": lambda b: ibm2ieee.ibm2float32(np.frombuffer(b, ">u4")), "segyio": by_segyio, "obspy": by_obspy, "NumPy": hand_hfp32}),
    ("hfp64", "f8", {"ibm2ieee": lambda b: ibm2ieee.ibm2float64(np.frombuffer(b, ">u8")), "NumPy": hand_hfp64}),
    ("xport64", "f8", {"pandas": by_pandas}),
    ("vax_f", "f8", {"NumPy": lambda b: hand_vax(b, 23, 128)}),
    ("vax_g", "f8", {"h5py": by_hdf5(hdf5_vax_g(), h5t.NATIVE_DOUBLE, "f8"), "NumPy": lambda b: hand_vax(b, 52, 1024)}),
    ("twos(24)", "i4", {"NumPy": hand_i24}),
    ("f32", "f4", {"h5py": by_hdf5(h5t.IEEE_F32BE, h5t.NATIVE_FLOAT, "f4"), "NumPy astype": lambda b: np.frombuffer(b, ">f4").astype("f4")}),
    (
        "f64",
        "f8",
        {
            "h5py": by_hdf5(h5t.IEEE_F64BE, h5t.NATIVE_DOUBLE, "f8"),
            "NumPy astype": lambda b: np.frombuffer(b, ">f8").astype("f8"),
            "NumPy byteswap": lambda b: np.frombuffer(b, "f8").byteswap(),
        },
    ),
]

# Format, type of the array, and who else writes it. segyio, pandas and ibm2ieee have nothing for that which works in memory.
WRITES = [
    ("hfp32", "f4", {"obspy": to_obspy, "NumPy": hand_to_hfp32}),
    ("hfp64", "f8", {"NumPy": hand_to_hfp64}),
    ("vax_f", "f8", {"NumPy": lambda a: hand_to_vax(a, 23, 128)}),
    ("vax_g", "f8", {"h5py": to_hdf5(h5t.NATIVE_DOUBLE, hdf5_vax_g()), "NumPy": lambda a: hand_to_vax(a, 52, 1024)}),
    ("twos(24)", "i4", {"NumPy": hand_to_i24}),
    ("f32", "f4", {"h5py": to_hdf5(h5t.NATIVE_FLOAT, h5t.IEEE_F32BE), "NumPy astype": lambda a: a.astype(">f4").tobytes()}),
    (
        "f64",
        "f8",
        {
            "h5py": to_hdf5(h5t.NATIVE_DOUBLE, h5t.IEEE_F64BE),
            "NumPy astype": lambda a: a.astype(">f8").tobytes(),
            "NumPy byteswap": lambda a: a.byteswap().tobytes(),
        },
    ),
]

VERSIONS = {name: importlib.metadata.version(name) for name in ("ibm2ieee", "segyio", "obspy", "pandas", "h5py", "numpy")}
