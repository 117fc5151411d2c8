"""Numbers of a file that is elsewhere, or of a file object, as an array that is read where it is indexed."""

from __future__ import annotations

import math
import threading
from typing import Any, Iterator, NamedTuple, Sequence

import numpy as np

from ._datarep import Format, Loss, read
from ._files import import_fsspec, read_part
from ._losses import add_losses

#: How many bytes are asked for together.
_TOGETHER = 1 << 24


class _Row(NamedTuple):
    """Items at equal distances: where they are in the array, and their bytes in the file."""

    place: tuple[Any, ...]
    first: int
    step: int
    items: int

    def find_bytes(self, extent: int) -> tuple[int, int]:
        """The first byte of all items, and the one behind the last."""
        last = self.first + self.step * (self.items - 1)
        return min(self.first, last), max(self.first, last) + extent


class RemoteFile:
    """A file of fsspec. Several ranges are asked for at once."""

    def __init__(self, url: str) -> None:
        self._files, self._path = import_fsspec().core.url_to_fs(url)

    def find_size(self) -> int:
        """How many bytes it has."""
        return int(self._files.size(self._path))

    def load(self, ranges: list[tuple[int, int]]) -> list[bytes]:
        """The bytes of ranges."""
        begins, ends = [begin for begin, _ in ranges], [end for _, end in ranges]
        found: list[bytes] = self._files.cat_ranges([self._path] * len(ranges), begins, ends)
        return found


class ObjectFile:
    """A file object, which can be sought. One thread after the other reads it."""

    def __init__(self, file: Any) -> None:
        self._file = file
        self._lock = threading.Lock()

    def find_size(self) -> int:
        """How many bytes it has."""
        with self._lock:
            return int(self._file.seek(0, 2))

    def load(self, ranges: list[tuple[int, int]]) -> list[bytes]:
        """The bytes of ranges."""
        with self._lock:
            return [self._load_one(begin, end) for begin, end in ranges]

    def _load_one(self, begin: int, end: int) -> bytes:
        self._file.seek(begin)
        data = b""
        while len(data) < end - begin and (part := read_part(self._file, end - begin - len(data), len(data))):
            data += part
        return data


class RemoteStored:
    """What :class:`datarep.LazyArray` reads from, as ``_datarep.Stored`` for files that have a path."""

    def __init__(self, source: Any, format: str | Format, dtype: Any, extent: int, order: str | None, threads: int, rules: dict[str, str]) -> None:
        self._file = RemoteFile(source) if isinstance(source, str) else ObjectFile(source)
        self._format, self._dtype, self._extent = format, dtype, extent
        self._options: dict[str, Any] = {"order": order, "threads": threads, **rules}

    @property
    def size(self) -> int:
        """How many bytes the file has."""
        return self._file.find_size()

    def read(self, out: np.ndarray[Any, Any], first: int, strides: Sequence[int]) -> Loss | None:
        """Reads into an array: its first item from byte ``first`` on, the others at ``strides``. Returns what was lost."""
        losses: list[Loss | None] = []
        waiting: list[_Row] = []
        size = 0
        for row in _divide(out.shape, first, strides, self._extent):
            begin, end = row.find_bytes(self._extent)
            waiting.append(row)
            size += end - begin
            if size > _TOGETHER:
                losses.append(self._fill(out, waiting))
                waiting, size = [], 0
        losses.append(self._fill(out, waiting))
        return add_losses(losses)

    def _fill(self, out: np.ndarray[Any, Any], rows: list[_Row]) -> Loss | None:
        """Reads some rows, and returns what was lost."""
        if not rows:
            return None
        losses = []
        ranges = [row.find_bytes(self._extent) for row in rows]
        for row, (begin, end), data in zip(rows, ranges, self._file.load(ranges)):
            if len(data) != end - begin:
                raise EOFError(f"bytes {begin} to {end} are asked for, and the file has {begin + len(data)}")
            items = np.ndarray((row.items,), f"V{self._extent}", data, row.first - begin, (row.step,))
            found, lost = read(items, self._format, dtype=self._dtype, loss=True, **self._options)
            losses.append(lost)
            out[row.place] = found.reshape(out[row.place].shape)
        return add_losses(losses)

    def write(self, array: np.ndarray[Any, Any], first: int, strides: Sequence[int]) -> None:
        """Refuses to write."""
        raise ValueError("a URL or a file object is open for reading only")

    def sync(self) -> None:
        """Does nothing, as nothing was written."""


def _divide(shape: tuple[int, ...], first: int, strides: Sequence[int], extent: int) -> Iterator[_Row]:
    """The rows of an array, in parts if they are long. Where items lie apart, what is between them is read, too."""
    if not math.prod(shape):
        return
    axes = len(shape)
    step = extent
    if axes:
        axes -= 1
        step = strides[axes]
    # An axis whose items go on where those of the next one end is of the same row, if the row is not long.
    while axes and step == extent and strides[axes - 1] == strides[axes] * shape[axes] <= _TOGETHER:
        axes -= 1
    side, apart = (shape[axes], strides[axes]) if shape else (1, extent)
    inner = math.prod(shape[axes + 1 :])
    most = max(_TOGETHER // abs(apart), 1)
    for place in np.ndindex(shape[:axes]):
        begin = first + sum(index * stride for index, stride in zip(place, strides))
        for start in range(0, side, most):
            some = min(most, side - start)
            part = (slice(start, start + some),) if some < side else ()
            yield _Row((*place, *part, ...), begin + start * apart, step, some * inner)
