"""The decimal point of a format, and whole numbers on both sides of it.

A word of ``packed_decimal(7, 2)`` has seven digits, and a point before the last two. The conversions of integers, which are the language's, take the digits
without the point: 12345 for 123.45. In Python, a number means its value: 3 is 3.00. So whole numbers are multiplied by a power of ten before they are
written, and a word with a point is not read as an integer, unless ``unscaled=True`` asks for the digits.
"""

from __future__ import annotations

import decimal
import operator
from decimal import Decimal
from typing import Any, NoReturn

import numpy as np

from ._datarep import Format
from ._decimals import is_object
from ._errors import ConversionError

#: Digits behind the point of formats that were asked for before. Each call asks.
_KNOWN: dict[str | Format, int | None] = {}

#: How many of them are kept.
_KEPT = 1024

#: A context in which no number of a format is rounded.
_WIDE = decimal.Context(prec=400, Emin=decimal.MIN_EMIN, Emax=decimal.MAX_EMAX)


def find_scale(format: Any) -> int | None:
    """Digits behind the point of each number of a format; ``None`` if its numbers are no integers and no decimals with a fixed point."""
    try:
        return _KNOWN[format]
    except (KeyError, TypeError):
        # Another object may have no hash.
        if not isinstance(format, (str, Format)):
            return None
    scale = (Format(format) if isinstance(format, str) else format)._scale
    if len(_KNOWN) >= _KEPT:
        _KNOWN.clear()
    _KNOWN[format] = scale
    return scale


def refuse_integers(format: Any, dtype: Any, scale: int | None) -> None:
    """Fails if numbers with a decimal point are to be read as integers."""
    if scale and dtype is not None and not is_object(dtype) and np.dtype(dtype).kind in "iu":
        name = name_format(format)
        raise ValueError(
            f"`{name}` has {_describe_point(scale)}, and an integer would hold the digits without the point: read it as floats (without `dtype`), "
            "exactly by `dtype=object`, or the digits by `unscaled=True`"
        )


def require_point(format: Any, scale: int | None, dtype: Any) -> None:
    """Fails if a format has no digits that ``unscaled=True`` could mean, or if they are to be floats."""
    if scale is None:
        raise ValueError(f"`unscaled=True` is for decimals with a fixed point, and `{name_format(format)}` is none: leave it out")
    if dtype is not None and not is_object(dtype) and np.dtype(dtype).kind not in "iu":
        raise ValueError(f"`unscaled=True` gives digits, which are whole numbers: dtype is an integer or object, not {np.dtype(dtype)}")


def choose_integer(format: Any, scale: int) -> Any:
    """The type of the digits of a format: ``i8``, or objects if there are more than it holds."""
    found = (format if isinstance(format, Format) else Format(format)).range
    assert found is not None, "a decimal has a largest number"
    largest = max(abs(one.scaleb(scale, _WIDE)) for one in found)
    return np.dtype("i8") if largest < 1 << 63 else np.dtype(object)


def read_digits(values: np.ndarray[Any, Any], scale: int) -> np.ndarray[Any, Any]:
    """The digits of decimals, as whole numbers of Python."""
    made = np.empty(values.size, object)
    made[:] = [int(one.scaleb(scale, _WIDE)) for one in values.reshape(-1).tolist()]
    # An array to fill stays the array that is returned.
    values[...] = made.reshape(values.shape)
    return values


def make_values(array: np.ndarray[Any, Any], scale: int) -> np.ndarray[Any, Any]:
    """Integers as the digits that a conversion of integers writes: 3 is 300 if there are two digits behind the point.

    Where a product is longer than 64 bits, and where a number does not end with the zeros that a format has before its point, they are objects, which
    are written as exact decimals.
    """
    if not array.size or not scale:
        return array
    lowest, largest = int(array.min()), int(array.max())
    factor = 10 ** abs(scale)
    if scale < 0:
        wide = array.astype("i8" if array.dtype.kind == "i" else "u8")
        is_exact = factor < 1 << 63 and not np.remainder(wide, factor).any()
        made: np.ndarray[Any, Any] = wide // factor if is_exact else array.astype(object)
        return made
    for kind in ("i8", "u8"):
        bounds = np.iinfo(kind)
        if bounds.min <= lowest * factor and largest * factor <= bounds.max:
            made = array.astype(kind) * np.dtype(kind).type(factor)
            return made
    return array.astype(object)


def make_digits(array: np.ndarray[Any, Any], format: Any, scale: int) -> np.ndarray[Any, Any]:
    """Whole numbers that are the digits of a format. Those that no integer of NumPy holds become decimals."""
    if array.dtype.kind in "iu":
        return array
    if array.dtype != object:
        raise TypeError(f"`unscaled=True` writes the digits of `{name_format(format)}`, which are whole numbers, and array has the type {array.dtype}")
    out = np.empty(array.shape, object)
    flat = out.reshape(-1)
    for index, item in enumerate(array.reshape(-1).tolist()):
        flat[index] = _read_whole(index, item).scaleb(-scale, _WIDE)
    return out


def _read_whole(index: int, item: Any) -> Decimal:
    if isinstance(item, (bool, np.bool_)):
        raise TypeError(f"item {index} of the array is the truth value {item}, not a number")
    try:
        return Decimal(operator.index(item))
    except TypeError:
        raise TypeError(f"`unscaled=True` writes whole numbers, and item {index} of the array is of the type {type(item).__name__}") from None


def raise_value(error: ConversionError, array: np.ndarray[Any, Any]) -> NoReturn:
    """An error of digits as one of the whole number that they were made of."""
    items = array.reshape(-1)
    if not 0 <= error.index < items.size or not error.value:
        raise error
    value = str(items[error.index])
    message = str(error).replace(error.value, value, 1) if str(error).startswith(f"item {error.index}: {error.value}") else str(error)
    raise ConversionError(
        message, error.index, items[error.index : error.index + 1].tobytes(), error.event, value, error.format, error.direction
    ) from None


def name_format(format: Any) -> str:
    """The name of a format, for messages."""
    return format.name if isinstance(format, Format) else str(format)


def _describe_point(scale: int) -> str:
    if scale < 0:
        return f"{-scale} zero{'s' if scale < -1 else ''} before its decimal point"
    return f"{scale} digit{'s' if scale > 1 else ''} behind its decimal point"
