"""Columns of records that differ in length: what each record has of them, and all of them again."""

from __future__ import annotations

from typing import Any, Callable, Sequence

import numpy as np

from ._casts import cast_array
from ._decimals import make_raw
from ._rows import find_missing, is_missing
from ._sizes import refuse_mask


def is_varying(counts: Sequence[int | str]) -> bool:
    """Whether records have different numbers of items."""
    return any(isinstance(count, str) for count in counts)


def split_column(column: Any, counts: Sequence[int | str], each: np.ndarray[Any, Any] | None, records: int) -> Any:
    """What each record has of a column."""
    if each is None:
        shape = tuple(count for count in counts if isinstance(count, int))
        return _as_array(column).reshape(records, *shape)
    inner = list(counts[1:])
    shape = tuple(count for count in inner if isinstance(count, int)) if not is_varying(inner) else ()
    out = np.empty(records, object)
    end = np.cumsum(each).tolist()
    for record, (start, stop) in enumerate(zip([0, *end], end)):
        part = column[start:stop]
        # The sides of an array are those of the description, where they are known.
        out[record] = part.reshape(-1, *shape) if shape and isinstance(part, np.ndarray) else part
    return out


def mask_rows(rows: np.ndarray[Any, Any], missing: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """What each record has, with its missing items: a masked array, or ``None`` in a list of texts."""
    out = np.empty(len(rows), object)
    for index, (row, mask) in enumerate(zip(rows, missing)):
        if isinstance(row, list):
            out[index] = [None if one else text for text, one in zip(row, mask)]
        else:
            out[index] = np.ma.MaskedArray(row, mask)
    return out


def unmask_rows(path: str, rows: np.ndarray[Any, Any], kind: str) -> tuple[Any, list[bool]]:
    """What each record has without its missing items, which have some value, and whether each item is missing."""
    out: list[Any] = []
    missing: list[bool] = []
    for row in rows:
        if not hasattr(row, "__len__") or isinstance(row, str):
            raise TypeError(f"field `{path}` has several items, and is given {row!r}")
        if kind == "text" or kind.startswith("U"):
            texts = np.ma.asarray(row).tolist() if isinstance(row, np.ndarray) else list(row)
            masks = [is_missing(text, False) for text in texts]
            out.append(["" if mask else text for text, mask in zip(texts, masks)])
            missing += masks
            continue
        dtype = np.dtype(kind)
        value, mask = find_missing(row, dtype, (len(row),))
        if value is None:
            value = np.zeros(mask.shape, dtype)
        out.append(np.ma.getdata(value) if isinstance(value, np.ndarray) else value)
        missing += np.broadcast_to(mask, np.shape(out[-1])).reshape(-1).tolist()
    return out, missing


def join_column(path: str, values: Any, dtype: str, varies: bool) -> tuple[Any, list[int] | None]:
    """The items of a column in the order of the file, and how many each record has, where they differ."""
    make = _maker(path, dtype)
    if not varies:
        return make(np.asarray(values)), None
    for value in values:
        refuse_mask(f"field `{path}`", value)
    made = [make(value) for value in values]
    each = [len(one) for one in made]
    if dtype == "V1":
        return b"".join(made), each
    if isinstance(made[0] if made else make([]), list):
        return [text for one in made for text in one], each
    return np.concatenate(made) if made else make([]), each


def _maker(path: str, dtype: str) -> Callable[[Any], Any]:
    """What makes a row of items of a value: an array, a list of texts, or bytes."""
    if dtype == "V1":
        return lambda value: bytes(value) if isinstance(value, (bytes, bytearray, memoryview)) else np.asarray(value).tobytes()
    if dtype == "text" or dtype.startswith("U") and dtype != "U1":
        return lambda value: _check_texts(path, np.asarray(value).reshape(-1).tolist())
    if dtype == "O":
        return lambda value: make_raw(value).reshape(-1)
    kind = np.dtype(dtype)
    # A field of an array of records may begin at any byte.
    return lambda value: np.require(cast_array(f"field `{path}`", value, kind), requirements=["C", "A"]).reshape(-1)


def _check_texts(path: str, texts: list[Any]) -> list[str]:
    wrong = next((text for text in texts if not isinstance(text, str)), None)
    if wrong is not None:
        raise TypeError(f"field `{path}` has texts, not {type(wrong).__name__}")
    return texts


def _as_array(column: Any) -> np.ndarray[Any, Any]:
    if isinstance(column, bytes):
        return np.frombuffer(column, "V1")
    if isinstance(column, list):
        made = np.empty(len(column), object)
        made[:] = column
        return made
    return np.asarray(column)


