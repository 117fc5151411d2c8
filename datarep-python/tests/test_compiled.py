"""Formats that compiled code reads: with the results, counts and errors of the interpreter."""

import numpy as np
import pytest

import datarep


WORKS = [("hfp32", "f4"), ("hfp64", "f8"), ("cray64", "f4"), ("cray64", "f8"), ("vax_f", "f4"), ("vax_d", "f8"), ("vax_g", "f8"), ("f32", "f4"), ("f64", "f8")]


@pytest.mark.parametrize(("format", "dtype"), WORKS)
def test_compiled_and_interpreted(format, dtype):
    extent = datarep.Format(format).itemsize
    words = np.random.default_rng(5).integers(0, 256, (200_000, extent), np.uint8)
    # Ends of fields: zeros, ones, single bits.
    corners = np.array([list((1 << bit).to_bytes(extent, "big")) for bit in range(8 * extent)], np.uint8)
    words = np.concatenate([words, corners, ~corners, np.zeros((1, extent), np.uint8)])
    for data in (words.tobytes(), words):
        fast, fast_loss = datarep.read(data, format, dtype=dtype, loss=True)
        # A rule that is said is followed by the interpreter, also where it is the usual one.
        rule = {"on_nan": "keep"} if format in ("f32", "f64") else {"on_overflow": "infinity"}
        slow, slow_loss = datarep.read(data, format, dtype=dtype, loss=True, **rule)
        bits = np.dtype(dtype).str.replace("f", "u")
        np.testing.assert_array_equal(fast.view(bits), slow.view(bits))
        assert fast_loss.counts == slow_loss.counts and fast_loss.first == slow_loss.first


def test_a_text_may_use_the_same_name_for_another_format():
    own = datarep.Text("float hfp32 = S1 E8 F23 where value = 1.F * 2^(E - 127) { ieee; }")["hfp32"]
    assert datarep.read(bytes.fromhex("3F800000"), own, dtype="f4").tolist() == [1.0]
