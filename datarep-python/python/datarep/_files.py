"""Bytes from and to other objects of Python: files, and buffers that are no arrays."""

from __future__ import annotations

import os
from typing import Any

import numpy as np

#: How many bytes are asked for at once if their number is not known.
_BLOCK = 1 << 22


def as_array(buffer: Any) -> np.ndarray[Any, Any]:
    """The bytes of an object as an array that shares them."""
    try:
        view = memoryview(buffer)
    except TypeError:
        if hasattr(buffer, "__array__"):
            return np.asarray(buffer)
        raise TypeError(
            f"bytes are expected, in a path, a file object, a buffer or an array, not {type(buffer).__name__}"
        ) from None
    if view.c_contiguous and view.ndim <= 1:
        return np.frombuffer(view, np.uint8) if view.nbytes else np.empty(0, np.uint8)
    return np.asarray(view)


def take(file: Any, offset: int, wanted: int | None) -> bytes:
    """Bytes of a file object, from ``offset`` behind where it stands: as many as are wanted, or all."""
    if offset:
        _skip(file, offset)
    parts: list[bytes] = []
    left = wanted
    while left is None or left > 0:
        asked = _BLOCK if left is None else min(left, max(_BLOCK, 1 << 30))
        part = file.read(asked)
        if part is None:
            raise BlockingIOError("the file object has no bytes yet")
        if not isinstance(part, (bytes, bytearray, memoryview)):
            raise TypeError(f"the file object reads {type(part).__name__}, not bytes: open it with mode 'rb'")
        part = bytes(part)
        if len(part) > asked:
            raise ValueError(f"the file object was asked for {asked} bytes and gave {len(part)}")
        if not part:
            break
        parts.append(part)
        if left is not None:
            left -= len(part)
    return parts[0] if len(parts) == 1 else b"".join(parts)


def _skip(file: Any, offset: int) -> None:
    seekable = getattr(file, "seekable", None)
    if seekable is not None and seekable():
        file.seek(offset, os.SEEK_CUR)
        return
    while offset > 0:
        part = file.read(min(offset, _BLOCK))
        if not part:
            return
        offset -= len(part)


def put(out: Any, data: bytes) -> int:
    """Writes bytes into a path or a file object, and tells how many they are."""
    if isinstance(out, (str, os.PathLike)):
        with open(out, "wb") as file:
            file.write(data)
        return len(data)
    rest = memoryview(data)
    while rest:
        written = out.write(rest)
        if written is None:
            break
        if not 0 < written <= len(rest):
            raise OSError(f"the file object was given {len(rest)} bytes and wrote {written}")
        rest = rest[written:]
    return len(data)
