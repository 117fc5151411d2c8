"""Formats that compiled code converts: with the results, counts and errors of the interpreter."""

import numpy as np
import pytest

import datarep

WORKS = [
    ("f32", "f4"),
    ("f64", "f8"),
    ("hfp32", "f4"),
    ("hfp32", "f8"),
    ("hfp64", "f8"),
    ("xport64", "f8"),
    ("vax_f", "f4"),
    ("vax_f", "f8"),
    ("vax_d", "f8"),
    ("vax_g", "f8"),
    ("cray64", "f4"),
    ("cray64", "f8"),
    ("twos(24)", "i4"),
]


def usual(format, writes):
    """A rule as it is where nothing is said: where one is said, the interpreter follows it."""
    if format in ("f32", "f64"):
        return {"on_nan": "keep"}
    return {"on_overflow": "error" if writes or format.startswith("twos") else "infinity"}


def bits(array):
    return array.view(f"u{array.itemsize}")


@pytest.mark.parametrize(("format", "dtype"), WORKS)
def test_reading(format, dtype):
    extent = datarep.Format(format).itemsize
    words = np.random.default_rng(5).integers(0, 256, (200_000, extent), np.uint8)
    # Ends of fields: zeros, ones, single bits.
    corners = np.array([list((1 << bit).to_bytes(extent, "big")) for bit in range(8 * extent)], np.uint8)
    words = np.concatenate([words, corners, ~corners, np.zeros((1, extent), np.uint8)])
    for data in (words.tobytes(), words):
        fast, fast_loss = datarep.read(data, format, dtype=dtype, loss=True)
        slow, slow_loss = datarep.read(data, format, dtype=dtype, loss=True, **usual(format, False))
        np.testing.assert_array_equal(bits(fast), bits(slow))
        assert fast_loss.counts == slow_loss.counts and fast_loss.first == slow_loss.first


def numbers(format, dtype):
    """Numbers that the format has room for, of all magnitudes; zeros; ends of the native type's own."""
    rng = np.random.default_rng(6)
    if dtype == "i4":
        return np.concatenate([rng.integers(-(1 << 23), 1 << 23, 200_000, np.int32), np.array([0, -1, -(1 << 23), (1 << 23) - 1], np.int32)])
    ends = np.finfo(dtype)
    most = min(float(datarep.Format(format).range[1]), float(ends.max))
    powers = np.log10(most) - rng.uniform(0.01, 2 * np.log10(most) + 20, 200_000)
    values = (10**powers * rng.choice([-1.0, 1.0], powers.size)).astype(dtype)
    return np.concatenate([values, np.array([0, -0.0, 1, ends.tiny, ends.smallest_subnormal, -ends.smallest_subnormal], dtype)])


@pytest.mark.parametrize(("format", "dtype"), WORKS)
def test_writing(format, dtype):
    values = numbers(format, dtype)
    # In the order of the machine and in the other one, with and without gaps.
    for array in (values, values.astype(values.dtype.newbyteorder()), np.repeat(values, 2)[::2]):
        fast, fast_loss = datarep.write(array, format, loss=True)
        slow, slow_loss = datarep.write(array, format, loss=True, **usual(format, True))
        assert fast == slow
        assert fast_loss.counts == slow_loss.counts and fast_loss.first == slow_loss.first


@pytest.mark.parametrize(("format", "dtype"), WORKS)
def test_what_is_refused(format, dtype):
    def outcome(value, **rules):
        try:
            return datarep.write(np.array([1, 1, value], dtype), format, **rules).hex()
        except datarep.ConversionError as error:
            return str(error), error.index, error.bytes, error.rule

    odd = [1 << 23, -(1 << 31)] if dtype == "i4" else [np.inf, -np.inf, np.nan, np.finfo(dtype).max, -np.finfo(dtype).max]
    outcomes = [outcome(value) for value in odd]
    assert outcomes == [outcome(value, **usual(format, True)) for value in odd]
    assert format in ("f32", "f64") or any(isinstance(one, tuple) for one in outcomes)


@pytest.mark.parametrize(
    ("format", "dtype"),
    [("f32", "f4"), ("f64", "f8"), ("twos(8)", "i1"), ("twos(16)", "i2"), ("twos(32)", "i4"), ("twos(64)", "i8"), ("unsigned(8)", "u1"), ("unsigned(64)", "u8")],
)
def test_bytes_that_are_those_of_memory(format, dtype):
    """They are copied; those of the other order are converted."""
    data = np.random.default_rng(8).bytes(80_000)
    little, big = np.frombuffer(data, f"<{dtype}"), np.frombuffer(data, f">{dtype}")
    whole, opposite = little.dtype, little.dtype.newbyteorder()
    for given in (data, bytearray(data), np.frombuffer(data, np.uint8)[::-1][::-1]):
        np.testing.assert_array_equal(bits(datarep.read(given, f"{format} little", dtype=whole)), bits(little))
        np.testing.assert_array_equal(bits(datarep.read(given, format, dtype=whole, order="little", threads=2)), bits(little))
        np.testing.assert_array_equal(bits(datarep.read(given, f"{format} big", dtype=whole)), bits(big.astype(whole)))
        assert datarep.read(given, f"{format} little", dtype=opposite).tobytes() == little.astype(opposite).tobytes()
    values, loss = datarep.read(data, f"{format} little", dtype=whole, loss=True)
    assert not loss and datarep.write(values, f"{format} little") == data
    assert datarep.write(values[::2], format) == big.byteswap()[::2].tobytes() or dtype.startswith("f")


def test_a_text_may_use_the_same_name_for_another_format():
    own = datarep.Text("float hfp32 = S1 E8 F23 where value = 1.F * 2^(E - 127) { ieee; }")["hfp32"]
    assert datarep.read(bytes.fromhex("3F800000"), own, dtype="f4").tolist() == [1.0]
    assert datarep.write(np.array([1.0]), own) == bytes.fromhex("3F800000")
