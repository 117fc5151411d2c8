"""The Python package beside others: a table for `docs/python.md`, and whether all give the same numbers.

`cargo xtask bench --group python` runs it. The argument is the program `slices`, the same calls in Rust.
"""

import subprocess
import sys
import time

import ibm2ieee
import numpy as np
import segyio
import segyio._segyio  # which `segyio.tools` does not import for itself
import segyio.tools

import datarep

SIZES = [1 << 10, 1 << 16, 1 << 23]


def hand_vax(words, fraction, bias):
    """A VAX float by hand, as programs do it: words swapped, fields taken out, multiplied."""
    halves = words.view("<u2").reshape(len(words), -1).astype("u8")
    word = np.zeros(len(words), "u8")
    for half in halves.T:
        word = word << np.uint64(16) | half
    bits = 16 * halves.shape[1]
    exponent = (word >> np.uint64(fraction)) & np.uint64((1 << (bits - 1 - fraction)) - 1)
    significand = (word & np.uint64((1 << fraction) - 1)) | np.uint64(1 << fraction)
    value = np.ldexp(significand.astype("f8"), exponent.astype("i4") - (bias + fraction + 1))
    return np.where(exponent == 0, 0, np.where(word >> np.uint64(bits - 1), -value, value))


def hand_hfp32(words):
    """IBM's short floats by hand."""
    word = words.astype("u4")
    value = (word & 0xFFFFFF) * 2.0**-24 * 16.0 ** ((word >> 24 & 0x7F).astype("f8") - 64)
    return np.where(word >> 31, -value, value).astype("f4")


def hand_i24(data):
    """Integers of three bytes by hand."""
    octets = data.reshape(-1, 3)
    word = np.zeros((len(octets), 4), "u1")
    word[:, :3] = octets
    return word.view(">i4")[:, 0] >> 8


def segy(words):
    return segyio.tools.native(words.view(np.single), segyio.SegySampleFormat.IBM_FLOAT_4_BYTE, copy=True)


# Format, type, an array that the format holds, and others by their names.
WORKS = [
    ("hfp32", "f4", {"ibm2ieee": lambda b: ibm2ieee.ibm2float32(b.view(">u4")), "segyio": lambda b: segy(b.view("u4")), "by hand": lambda b: hand_hfp32(b.view(">u4"))}),
    ("hfp64", "f8", {"ibm2ieee": lambda b: ibm2ieee.ibm2float64(b.view(">u8"))}),
    ("vax_f", "f8", {"by hand": lambda b: hand_vax(b.view("V4"), 23, 128)}),
    ("vax_g", "f8", {"by hand": lambda b: hand_vax(b.view("V8"), 52, 1024)}),
    ("twos(24)", "i4", {"by hand": hand_i24}),
    ("f64", "f8", {"by hand": lambda b: b.view(">f8").astype("f8")}),
]


def seconds(call):
    """The least time of a call."""
    call()
    start = time.perf_counter()
    call()
    calls = max(1, int(2e-3 / max(time.perf_counter() - start, 1e-9)))
    best = float("inf")
    for _ in range(40):
        start = time.perf_counter()
        for _ in range(calls):
            call()
        best = min(best, (time.perf_counter() - start) / calls)
    return best


def in_rust(program, format, dtype, data):
    done = subprocess.run([program, format, dtype], input=data, capture_output=True, check=True)
    return float(done.stdout)


def main(program):
    failed = []
    print("| format | bytes | `datarep` GB/s | of the call in Rust | beside others |")
    print("|---|---|---|---|---|")
    rng = np.random.default_rng(3)
    for format, dtype, others in WORKS:
        for size in SIZES:
            extent = datarep.Format(format).itemsize
            count = size // extent
            values = (rng.standard_normal(count) * 1000).astype(dtype)
            data = datarep.write(values, format)
            array = np.frombuffer(data, "u1")
            expected = datarep.read(data, format, dtype=dtype)
            own = seconds(lambda: datarep.read(data, format, dtype=dtype))
            rust = in_rust(program, format, dtype, data)
            told = []
            for name, other in others.items():
                found = np.asarray(other(array.copy() if name == "segyio" else array))
                different = int((found != expected).sum())
                time_of = seconds(lambda: other(array))
                note = f", {different} numbers differ" if different else ""
                told.append(f"{time_of / own:.1f} times {name}{note}")
                if time_of < own:
                    failed.append(f"{format}, {size} bytes: {name} is faster")
            if size == SIZES[-1] and rust / own < 0.9:
                failed.append(f"{format}: {rust / own:.2f} of the call in Rust")
            shown = {1 << 10: "1 KiB", 1 << 16: "64 KiB", 1 << 23: "8 MiB"}[size]
            print(f"| `{format}` → `{dtype}` | {shown} | {len(data) / own / 1e9:.2f} | {rust / own:.2f} | {'; '.join(told)} |", flush=True)
    for fault in failed:
        print(f"behind: {fault}")
    print(f"bench python: {len(WORKS) * len(SIZES)} measured, {len(failed)} behind their goals")


main(*sys.argv[1:])
