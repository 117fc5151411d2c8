"""Arguments that are numbers of items or bytes: counts, offsets, strides, shapes."""

from __future__ import annotations

import math
import operator
from typing import Any, Literal

import numpy as np


def check_size(name: str, size: Any, least: int = 0) -> int:
    """The argument ``name`` as an ``int`` of at least ``least``."""
    number = _read_integer(name, size)
    if number < least:
        raise ValueError(f"{name} is {number}, and must be {least} or more")
    if number > np.iinfo(np.intp).max:
        raise ValueError(f"{name} is {number}: no memory and no file has so many bytes")
    return number


def check_count(count: Any) -> int:
    """A number of items; -1 means all of them, as ``None`` does."""
    if count is None:
        return -1
    number = _read_integer("count", count)
    if number < -1:
        raise ValueError(f"count is {number}: it is 0 or more, and -1 or None means all")
    return check_size("count", number, least=-1)


def check_shape(shape: Any) -> tuple[int, ...]:
    """The sides of a shape, one of which may be -1. A number alone is a shape with one side."""
    try:
        sides = (operator.index(shape),) if not isinstance(shape, (bool, np.bool_)) else (shape,)
    except TypeError:
        try:
            sides = tuple(shape)
        except TypeError:
            raise TypeError(f"a shape is a whole number or several of them, not {type(shape).__name__}") from None
    checked = tuple(check_size("a side of the shape", side, least=-1) for side in sides)
    if checked.count(-1) > 1:
        raise ValueError(f"only one side of the shape {checked} can be -1")
    return checked


def fill_shape(shape: tuple[int, ...], items: int) -> tuple[int, ...]:
    """The shape of so many items, with the side that is -1 found."""
    if -1 not in shape:
        return shape
    inner = math.prod(side for side in shape if side != -1)
    if items and (not inner or items % inner):
        raise ValueError(f"{items} items do not fill the shape {shape}")
    return tuple((items // inner if inner else 0) if side == -1 else side for side in shape)


#: Why an array must have no masked items, by what is done with it, and what to do.
_MASKED = {
    "taken": "and a file has no mask: give them a value, `array.filled(value)`",
    # The mask would hide what is read.
    "filled": "which would stay masked: `out=array.data` fills all of them",
}


def refuse_mask(name: str, array: Any, use: Literal["taken", "filled"] = "taken") -> None:
    """Fails if items of an array are masked, whose values are taken, or which is filled."""
    masked = np.count_nonzero(np.ma.getmaskarray(array)) if isinstance(array, np.ma.MaskedArray) else 0
    if masked:
        raise ValueError(f"{name} has {masked} masked items, {_MASKED[use]}")


def _read_integer(name: str, value: Any) -> int:
    """A whole number. A truth value is refused, although Python counts it among the integers: ``count=True`` is a mistake."""
    if isinstance(value, (bool, np.bool_)):
        raise TypeError(f"{name} is a whole number, not the truth value {value}")
    try:
        return operator.index(value)
    except TypeError:
        raise TypeError(f"{name} is a whole number, not {type(value).__name__}") from None
