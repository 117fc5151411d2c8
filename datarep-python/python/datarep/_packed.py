"""Packed words of an open file, which are read and written at their places, as :class:`datarep._datarep.Stored` does it with items of bytes."""

from __future__ import annotations

import math
import os
import threading
from typing import Any, Iterator, Sequence

import numpy as np

from ._datarep import Format, Loss, read, write
from ._losses import add_losses

#: At most so many words are between two words that are read together.
_NEAR = 4096

#: How many words are read at once.
_SPAN = 1 << 16

_Bits = np.ndarray[Any, np.dtype[np.uint8]]


class PackedNumbers:
    """How packed words are stored and converted. No file is needed to know that, nor to find what is wrong with it.

    A place in the file is counted in words, so that a word is one unit long.
    """

    #: The units of a number in the file.
    extent = 1

    def __init__(
        self, format: Format, dtype: Any, writes: bool, order: str | None, threads: int, rules: dict[str, str], offset: int
    ) -> None:
        self._format = format
        #: The byte of a file at which the first word begins.
        self.offset = offset
        #: Bits of a word.
        self.bits = format.bits
        order_of_bits = format._packed_from
        assert order_of_bits is not None, "the words of the format are packed"
        self._bit_order = order_of_bits
        #: So many words begin at a byte together.
        self._group = 8 // math.gcd(8, self.bits)
        self._writes = writes
        #: What `read` and `write` are called with.
        self._arguments: dict[str, Any] = {"order": order, "threads": threads, **rules}
        self._dtype_argument = dtype
        #: The type of the numbers in arrays.
        self.dtype = self.convert(b"", 0)[0].dtype
        if writes:
            self.pack(np.empty(0, self.dtype))

    def convert(self, data: bytes, count: int) -> tuple[np.ndarray[Any, Any], Loss]:
        """The first numbers of some bytes, and what was lost."""
        found: tuple[np.ndarray[Any, Any], Loss] = read(data, self._format, dtype=self._dtype_argument, count=count, loss=True, **self._arguments)
        return found

    def pack(self, values: np.ndarray[Any, Any]) -> tuple[bytes, Loss]:
        """The bytes of numbers, and what was lost."""
        made: tuple[bytes, Loss] = write(values, self._format, loss=True, **self._arguments)
        return made

    def locate(self, first: int) -> tuple[int, int]:
        """The last byte at which a word before this one begins, or this one, and the words between the two."""
        before = first % self._group
        return (first - before) * self.bits // 8, before

    def length_of(self, words: int) -> int:
        """The bytes of so many words."""
        return -(-words * self.bits // 8)

    def unpack_bits(self, data: bytes) -> _Bits:
        """The bits of bytes, in the order of the words."""
        return np.unpackbits(np.frombuffer(data, np.uint8), bitorder=self._bit_order)

    def pack_bits(self, bits: _Bits) -> bytes:
        """The bytes of bits."""
        return np.packbits(bits, bitorder=self._bit_order).tobytes()

    def open(self, path: str | os.PathLike[str]) -> PackedStored:
        """Opens a file that exists."""
        return PackedStored(self, path, self._writes)


class PackedStored:
    """Packed words of an open file."""

    def __init__(self, numbers: PackedNumbers, path: str | os.PathLike[str], writes: bool) -> None:
        self._numbers = numbers
        self._offset = numbers.offset
        self._writes = writes
        self._file = open(path, "r+b" if writes else "rb", buffering=0)
        # Words that are side by side share a byte, so that one writes after the other.
        self._lock = threading.Lock()

    @property
    def size(self) -> int:
        """Whole words of the file."""
        return self._bits // self._numbers.bits

    @property
    def _bits(self) -> int:
        return max(os.fstat(self._file.fileno()).st_size - self._offset, 0) * 8

    def require_whole(self) -> None:
        """Fails if there is more behind the last word than zeros that fill its last byte."""
        rest = self._bits % self._numbers.bits
        if rest == 0:
            return
        self._file.seek(-1, os.SEEK_END)
        last = self._numbers.unpack_bits(self._file.read(1))
        if rest >= 8 or last[8 - rest :].any():
            raise ValueError(f"the last {rest} bits are no whole word of {self._numbers.bits}: say the shape")

    def read(self, out: np.ndarray[Any, Any], first: int, strides: Sequence[int]) -> Loss | None:
        """Reads into an array: its first item from word ``first`` on, the others at ``strides``. Returns what was lost."""
        losses = []
        for place, start, step, count in _rows(out.shape, first, strides):
            row = out[place].reshape(-1)
            many = _together(step)
            for done in range(0, count, many):
                some = min(many, count - done)
                at, words = start + done * step, abs(step) * (some - 1) + 1
                low = at if step > 0 else at - words + 1
                read_words, lost = self._read_words(low, words)
                losses.append(lost)
                found = read_words[:: abs(step) or 1]
                row[done : done + some] = found if step > 0 else found[::-1]
            out[place] = row.reshape(out[place].shape)
        return add_losses(losses)

    def write(self, array: np.ndarray[Any, Any], first: int, strides: Sequence[int]) -> Loss | None:
        """Writes an array: its first item from word ``first`` on, the others at ``strides``. Returns what was lost."""
        losses = []
        if not self._writes:
            raise ValueError("the file is open for reading: open it with mode \"r+\"")
        for place, start, step, count in _rows(array.shape, first, strides):
            row = array[place].reshape(-1)
            many = _SPAN if step == 1 else 1
            for done in range(0, count, many):
                losses.append(self._write_words(start + done * step, row[done : done + many]))
        return add_losses(losses)

    def sync(self) -> None:
        """Waits until all that was written is on the device."""
        os.fsync(self._file.fileno())

    def _read_words(self, first: int, count: int) -> tuple[np.ndarray[Any, Any], Loss]:
        """Numbers side by side, and what was lost."""
        at, before = self._numbers.locate(first)
        found, lost = self._numbers.convert(self._load(at, before + count), before + count)
        return found[before:], lost

    def _load(self, at: int, words: int) -> bytes:
        """The bytes of words that begin at a byte."""
        asked, data = self._numbers.length_of(words), b""
        while len(data) < asked:
            with self._lock:
                self._file.seek(self._offset + at + len(data))
                part = self._file.read(asked - len(data))
            if not part:
                begin = self._offset + at
                raise EOFError(f"bytes {begin} to {begin + asked} are asked for, and the file has {begin + len(data)}")
            data += part
        return data

    def _write_words(self, first: int, values: np.ndarray[Any, Any]) -> Loss:
        """Writes numbers side by side, and returns what was lost. The other bits of their first and last byte stay."""
        packed, lost = self._numbers.pack(values)
        at, before = self._numbers.locate(first)
        begin, length = before * self._numbers.bits, len(values) * self._numbers.bits
        # The bytes before the first bit are not touched.
        at, begin = at + begin // 8, begin % 8
        asked = -(-(begin + length) // 8)
        with self._lock:
            self._file.seek(self._offset + at)
            old = self._file.read(asked) or b""
            bits = self._numbers.unpack_bits(old.ljust(asked, b"\0"))
            bits[begin : begin + length] = self._numbers.unpack_bits(packed)[:length]
            data = self._numbers.pack_bits(bits)
            self._file.seek(self._offset + at)
            while data:
                data = data[self._file.write(data) :]
        return lost


def _together(step: int) -> int:
    """How many words at this distance are read at once."""
    return 1 if abs(step) > _NEAR else max(_SPAN // max(abs(step), 1), 1)


def _rows(shape: tuple[int, ...], first: int, strides: Sequence[int]) -> Iterator[tuple[tuple[Any, ...], int, int, int]]:
    """Rows of an array: where they are in it, their first word, the distance of their words, and how many they have."""
    if not shape:
        yield (...,), first, 1, 1
        return
    axes = len(shape) - 1
    # An axis whose words go on where those of the next one end is of the same row.
    while axes and strides[axes - 1] == strides[axes] * shape[axes] and strides[-1] > 0:
        axes -= 1
    step, count = strides[-1], math.prod(shape[axes:])
    for place in np.ndindex(shape[:axes]):
        if count:
            yield (*place, ...), first + sum(index * stride for index, stride in zip(place, strides)), step, count
