"""Exact decimals: arrays of ``decimal.Decimal``, and the items of 16 bytes as which they are converted."""

from __future__ import annotations

import decimal
import operator
from decimal import Decimal
from typing import Any, NoReturn

import numpy as np

from ._errors import ConversionError

#: An item as a conversion has it: a number of 96 bits, and a scale with the sign in the top bit.
RAW = np.dtype([("decimal_low", "u8"), ("decimal_high", "u4"), ("decimal_flags", "u4")])

#: The most bits of a number, and the most digits behind its point.
_BITS, _SCALE = 96, 28

_NEGATIVE = 1 << 31

#: The most digits of a decimal format.
_MOST_DIGITS = 38


def read_raw(raw: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """The decimals of items, each with as many digits behind the point as its format has."""
    out = np.empty(raw.shape, object)
    made = [_read_item(low, high, flags) for low, high, flags in raw.reshape(-1).tolist()]
    # NumPy would look for the sides of an array in a list.
    for place, one in zip(np.ndindex(raw.shape), made) if raw.ndim != 1 else enumerate(made):
        out[place] = one
    return out


def _read_item(low: int, high: int, flags: int) -> Decimal:
    number = high << 64 | low
    # The constructor rounds nothing, whatever the context of the caller is.
    digits = Decimal(-number if flags & _NEGATIVE else number).as_tuple()
    return Decimal((digits.sign, digits.digits, -(flags & ~_NEGATIVE)))


def read_texts(texts: list[str], scale: int | None) -> np.ndarray[Any, Any]:
    """The decimals of texts, with as many digits behind the point as ``scale``, if all numbers have the same."""
    out = np.empty(len(texts), object)
    wide = decimal.Context(prec=200)
    step = Decimal((0, (1,), -max(scale or 0, 0)))
    for index, text in enumerate(texts):
        value = Decimal(text)
        out[index] = value if scale is None else value.quantize(step, context=wide)
    return out


def split_digits(texts: list[str], scale: int) -> list[tuple[str, bool]]:
    """The digits of numbers up to ``scale`` behind the point, as whole numbers, and whether these are all.

    Infinities and NaN have none.
    """
    return [_split_text(Decimal(text), scale) for text in texts]


def _split_text(value: Decimal, scale: int) -> tuple[str, bool]:
    sign, digits, exponent = value.as_tuple()
    if not isinstance(exponent, int):
        return "", True
    # The constructor rounds nothing, whatever the context of the caller is.
    moved = Decimal((sign, digits, exponent + scale))
    if value and moved.adjusted() > _MOST_DIGITS:
        return "9" * (_MOST_DIGITS + 2), True
    whole = moved.to_integral_value(decimal.ROUND_HALF_EVEN)
    return str(int(whole)), whole == moved


def make_texts(array: Any) -> list[str]:
    """The texts of an array of decimals and whole numbers."""
    return [_make_text(index, value) for index, value in enumerate(_list_items(np.asarray(array, object)))]


def _make_text(index: int, value: Any) -> str:
    if not isinstance(value, Decimal):
        value = _make_decimal(index, value)
    if value.is_infinite():
        return "-inf" if value.is_signed() else "inf"
    return "nan" if value.is_nan() else str(value)


def make_raw(array: Any) -> np.ndarray[Any, Any]:
    """The items of an array of decimals and whole numbers, which keep all digits."""
    values = np.asarray(array, object)
    items = [_make_item(index, value) for index, value in enumerate(_list_items(values))]
    return np.array(items, RAW).reshape(values.shape)


def _list_items(array: np.ndarray[Any, Any]) -> list[Any]:
    """The items of an array of objects. Fails if one is missing, or if the array is another collection of Python. Otherwise the error would be of the first float."""
    items: list[Any] = array.reshape(-1).tolist()
    if len(items) > 1:
        for index, item in enumerate(items):
            if item is None or type(item).__name__ == "NAType":
                raise TypeError(f"item {index} of the array is missing, which no number format has: give it a value, such as `numpy.nan`")
    elif items and (isinstance(items[0], (set, frozenset)) or hasattr(items[0], "__next__")):
        raise TypeError(f"array is a {type(items[0]).__name__}, which NumPy makes no array of: write `list(values)`")
    return items


def _make_item(index: int, value: Any) -> tuple[int, int, int]:
    """The parts of a number. Zeros at its end are left out if there are too many digits."""
    if not isinstance(value, Decimal):
        value = _make_decimal(index, value)
    sign, digits, exponent = value.as_tuple()
    if not isinstance(exponent, int):
        event = "infinity" if value.is_infinite() else "nan"
        raise ConversionError(f"item {index}: {value} is no decimal number", index, b"", event, str(value), "", "write")
    number = int("".join(map(str, digits)))
    while number and number % 10 == 0 and (exponent < -_SCALE or number.bit_length() > _BITS):
        number, exponent = number // 10, exponent + 1
    if exponent > 0 and number:
        number *= 10 ** min(exponent, _SCALE + 1)
    scale = max(-exponent, 0) if number else min(max(-exponent, 0), _SCALE)
    if number.bit_length() > _BITS or scale > _SCALE:
        _refuse(index, value)
    return number & (1 << 64) - 1, number >> 64, scale | (_NEGATIVE if sign else 0)


def _make_decimal(index: int, value: Any) -> Decimal:
    if isinstance(value, (bool, np.bool_)):
        raise TypeError(f"item {index} of the array is the truth value {value}, not a number")
    try:
        return Decimal(operator.index(value))
    except TypeError:
        pass
    kind = type(value).__name__
    if isinstance(value, (str, bytes)):
        raise TypeError(f"item {index} of the array is a text among objects: `array.astype(\"U8\")`, with the longest length, has texts alone")
    if value is None or kind == "NAType" or isinstance(value, dict):
        raise TypeError(f"item {index} of the array is of the type {kind}, which no number format has: give it a number, or use a record")
    if isinstance(value, (float, np.floating)):
        raise TypeError(f"item {index} of the array is a {kind} among objects: write `Decimal(str(value))`, or `array.astype(\"f8\")`")
    raise TypeError(f"item {index} of the array is of the type {kind}: an array of objects has items of the types Decimal and int")


def _refuse(index: int, value: Decimal) -> NoReturn:
    shown = str(value) if len(str(value)) <= 60 else f"{value:.20e}"
    message = f"item {index}: {shown} has more digits than a decimal of 96 bits: {_SCALE} are always kept"
    raise ConversionError(message, index, b"", "overflow", shown, "", "write")


def is_object(dtype: Any) -> bool:
    """Whether a type is that of Python's objects, as which decimals are read: ``object`` or ``decimal.Decimal``."""
    return dtype is not None and (dtype is decimal.Decimal or np.dtype(dtype).kind == "O")
