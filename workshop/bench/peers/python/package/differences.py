"""The Python package and others on the same words: where they differ, and who is right, by exact arithmetic.

A line is `WHO|FORMAT as TYPE|KIND|DIFFERENT|COMPARED|WORD|OURS|THEIRS|EXACT`, with the first word of the kind as an example; then `compared|N`. What is wrong in the package is a line `WRONG`.

What is written is judged by what the words mean exactly: a word is wrong where it is farther from the number than that of another. Such lines are
`WHO|FORMAT from TYPE|KIND|DIFFERENT|COMPARED|NUMBER|OURS|THEIRS|EXACT`, with words for ours and theirs.

The argument is the module that says who else reads and writes, as `others.py` does. The first line is `versions|NAME VERSION, …`.
"""

import importlib
import math
import struct
import sys
from fractions import Fraction

import numpy as np

import datarep
COUNT = 20_000


def corners(bits):
    """Single bits, their complements, ends of fields."""
    words = {0, (1 << bits) - 1} | {1 << bit for bit in range(bits)} | {(1 << bits) - 1 ^ 1 << bit for bit in range(bits)}
    return sorted(words | {(1 << bits - 1) | word for word in words})


def ibm(word, bits):
    fraction = bits - 8
    value = Fraction(word & (1 << fraction) - 1, 1 << fraction) * Fraction(16) ** ((word >> fraction & 0x7F) - 64)
    kind = "normal numbers"
    if not word & (1 << fraction) - 1:
        kind = "zeros"
    elif not word >> fraction - 4 & 0xF:
        kind = "unnormalized numbers"
    return -value if word >> bits - 1 else value, kind


def xport(word, bits):
    if word & (1 << 56) - 1 == 0 and word:
        # A letter, a point or an underscore, then zeros; other such words are zeros.
        first = chr(word >> 56)
        return (None, "missing values") if first in "._" or "A" <= first <= "Z" else (Fraction(0), "zeros with an exponent")
    return ibm(word, bits)


def vax(fraction, bias):
    def value(word, bits):
        exponent = word >> fraction & (1 << bits - 1 - fraction) - 1
        if not exponent:
            if word >> bits - 1:
                return None, "reserved operands"
            return Fraction(0), "zeros" if not word else "zeros with a fraction"
        significand = Fraction(word & (1 << fraction) - 1 | 1 << fraction, 1 << fraction + 1)
        value = significand * Fraction(2) ** (exponent - bias)
        return -value if word >> bits - 1 else value, "numbers"

    return value


def ieee(letter, unsigned):
    def value(word, bits):
        number = struct.unpack(letter, struct.pack(unsigned, word))[0]
        if math.isnan(number):
            return None, "NaN"
        return number, "infinities" if math.isinf(number) else "numbers"

    return value


def integer(word, bits):
    return Fraction(word - (1 << bits) if word >> bits - 1 else word), "numbers"


def in_order(word, extent):
    return word.to_bytes(extent, "big")


def in_vax_order(word, extent):
    data = word.to_bytes(extent, "big")
    return b"".join(data[at : at + 2][::-1] for at in range(0, extent, 2))


EXACT = {
    "hfp32": (ibm, in_order),
    "hfp64": (ibm, in_order),
    "xport64": (xport, in_order),
    "vax_f": (vax(23, 128), in_vax_order),
    "vax_g": (vax(52, 1024), in_vax_order),
    "twos(24)": (integer, in_order),
    "f32": (ieee("f", "I"), in_order),
    "f64": (ieee("d", "Q"), in_order),
}


def rounded(value, dtype):
    """The number of a type nearest to a fraction, ties to even; infinity beyond the largest."""
    if value is None or isinstance(value, float):
        return dtype.type(math.nan if value is None else value)
    if dtype.kind == "i":
        return dtype.type(int(value))
    try:
        wide = float(value)
    except OverflowError:
        wide = math.copysign(math.inf, value)
    if dtype.itemsize == 8 or not math.isfinite(wide):
        return dtype.type(wide)
    # Of 24 bits at most, all of which an `f8` has: this rounds the first time, or of fewer than an `f4` has bits.
    assert Fraction(wide) == value
    with np.errstate(over="ignore"):
        return dtype.type(wide)


def same(found, expected):
    if expected.dtype.kind == "i":
        return found == expected
    return (found == expected) | np.isnan(found) & np.isnan(expected)


def shown(number):
    return repr(number.item())


def read(format, name, others):
    """Compares what is read, and prints. The result is how many words are compared, and how many are wrong."""
    extent, dtype = datarep.Format(format).itemsize, np.dtype(name)
    exact, order = EXACT[format]
    rng = np.random.default_rng(7)
    words = corners(8 * extent) + [int.from_bytes(rng.bytes(extent), "big") for _ in range(COUNT)]
    data = b"".join(order(word, extent) for word in words)
    values, kinds = zip(*(exact(word, 8 * extent) for word in words))
    expected = np.array([rounded(value, dtype) for value in values])
    own = datarep.read(data, format, dtype=dtype)
    wrong = np.flatnonzero(~same(own, expected))
    for index in wrong:
        print(f"WRONG|{format} as {name}|{words[index]:#x}|{shown(own[index])}|{shown(expected[index])}")
    for who, other in others.items():
        try:
            found = np.asarray(other(data))
        except Exception as error:  # what others raise is theirs
            print(f"{who}|{format} as {name}|everything: {type(error).__name__}: {error}|{len(words)}|{len(words)}||||")
            continue
        different = np.flatnonzero(~same(found, expected))
        for kind in dict.fromkeys(kinds[index] for index in different):
            of_kind = [index for index in different if kinds[index] == kind]
            all_of_kind = sum(one == kind for one in kinds)
            first = of_kind[0]
            print(
                f"{who}|{format} as {name}|{kind}|{len(of_kind)}|{all_of_kind}|0x{words[first]:0{2 * extent}X}"
                f"|{shown(own[first])}|{shown(found[first])}|{shown(expected[first])}"
            )
    return len(words), len(wrong)


def numbers(dtype, format):
    """Numbers of a type that a format has room for: of all magnitudes, and some that have to be rounded up to another digit."""
    rng = np.random.default_rng(11)
    if dtype.kind == "i":
        return rng.integers(-(1 << 23), 1 << 23, COUNT, dtype=dtype)
    limit = min(float(datarep.Format(format).range[1]), float(np.finfo(dtype).max))
    low = max(-math.log10(limit), math.log10(np.finfo(dtype).tiny)) + 10
    magnitudes = 10 ** rng.uniform(low, math.log10(limit) - 1, COUNT)
    ends = np.nextafter(2.0 ** np.arange(-20, 20), 0, dtype=dtype)
    return np.concatenate([np.array([0, 1, -1], dtype), ends, (magnitudes * rng.choice([-1, 1], COUNT)).astype(dtype)])


def write(format, name, others):
    """The same of what is written."""
    extent, dtype = datarep.Format(format).itemsize, np.dtype(name)
    exact, order = EXACT[format]
    values = numbers(dtype, format)

    def words(data):
        cells = [data[at : at + extent] for at in range(0, len(data), extent)]
        # The order of a VAX is its own inverse.
        return [int.from_bytes(order(int.from_bytes(cell, "big"), extent), "big") for cell in cells]

    def distance(word, value):
        meant = exact(word, 8 * extent)[0]
        return abs(Fraction(meant) - value) if meant is not None else math.inf

    own = words(datarep.write(values, format))
    fractions = [Fraction(value.item()) for value in values]
    distances = [distance(word, value) for word, value in zip(own, fractions)]
    wrong = 0
    # A word beside ours is not nearer.
    for value, word, away in zip(fractions, own, distances):
        beside = [other for other in (word - 1, word + 1) if 0 <= other < 1 << 8 * extent]
        if any(distance(other, value) < away for other in beside):
            wrong += 1
            print(f"WRONG|{format} from {name}|{value}|{word:#x}|")
    for who, other in others.items():
        found = words(other(values))
        farther = [index for index, word in enumerate(found) if distance(word, fractions[index]) > distances[index]]
        nearer = [index for index, word in enumerate(found) if distance(word, fractions[index]) < distances[index]]
        for index in nearer:
            wrong += 1
            print(f"WRONG|{format} from {name}|{shown(values[index])}|{own[index]:#x}|{found[index]:#x}")
        if farther:
            first = farther[0]
            shape = f"0{2 * extent}X"
            print(
                f"{who}|{format} from {name}|numbers|{len(farther)}|{len(found)}|{shown(values[first])}"
                f"|0x{own[first]:{shape}}|0x{found[first]:{shape}}|0x{own[first]:{shape}}"
            )
    return len(values), wrong


def main(module):
    others = importlib.import_module(module)
    print("versions|" + ", ".join(f"{name} {version}" for name, version in others.VERSIONS.items()))
    compared = [read(*work) for work in others.READS] + [write(*work) for work in others.WRITES]
    print(f"compared|{sum(count for count, _ in compared)}")
    print(f"end|{sum(wrong for _, wrong in compared)}")


main(*sys.argv[1:])
