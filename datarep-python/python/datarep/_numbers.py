"""``datarep.read`` and ``datarep.write``: what a call means, before and behind the conversion."""

from __future__ import annotations

import os
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Literal, Sequence, TypedDict, overload

import numpy as np

from . import _datarep
from ._datarep import Format, Loss
from ._decimals import is_object
from ._errors import ConversionError, UnknownFormatError
from ._files import refuse_packed
from ._losses import warn_loss
from ._mistakes import raise_type, raise_written, refuse_keywords, refuse_order
from ._record import Record
from ._scales import choose_integer, find_scale, make_digits, make_values, raise_value, read_digits, refuse_integers, require_point
from ._sizes import refuse_mask

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, DTypeLike, NDArray
    from typing_extensions import Unpack

    from ._datarep import _Writer, _Reader


class Rules(TypedDict, total=False):
    """The rules of a call, by the events of the language. The actions of ``unmapped`` and ``missing`` have arguments, and are any text."""

    on_overflow: Literal["error", "saturate", "infinity", "nan", "wrap"] | None
    on_infinity: Literal["error", "keep", "saturate", "nan", "reserved", "missing", "zero"] | None
    on_nan: Literal["error", "zero", "keep", "reserved", "missing", "infinity"] | None
    on_reserved: Literal["error", "nan", "zero", "infinity"] | None
    on_underflow: Literal["error", "zero", "subnormal"] | None
    on_inexact: Literal["error", "nearest_even", "toward_zero", "nearest_away", "up", "down"] | None
    on_negative_zero: Literal["error", "zero", "keep"] | None
    on_invalid: Literal["error", "zero"] | None
    on_unmapped: str | None
    on_missing: str | None
    on_noncanonical: Literal["error", "keep"] | None


#: The offset and the threads of a call that does not say them.
_NONE, _ONE = 0, 1

#: The keywords of the calls that are no rules.
_OF_READ = ("dtype", "count", "offset", "out", "order", "shape", "loss", "threads", "unscaled")
_OF_WRITE = ("out", "order", "loss", "threads", "unscaled")


@overload
def read(
    source: Any | str | os.PathLike[str] | _Reader,
    format: str | Format | Record | DTypeLike,
    *,
    dtype: DTypeLike | None = None,
    count: int | None = -1,
    offset: int = 0,
    out: NDArray[Any] | None = None,
    order: str | None = None,
    shape: int | Sequence[int] | None = None,
    loss: Literal[False] = False,
    threads: int = 1,
    unscaled: bool = False,
    **rules: Unpack[Rules],
) -> NDArray[Any]: ...
@overload
def read(
    source: Any | str | os.PathLike[str] | _Reader,
    format: str | Format | Record | DTypeLike,
    *,
    dtype: DTypeLike | None = None,
    count: int | None = -1,
    offset: int = 0,
    out: NDArray[Any] | None = None,
    order: str | None = None,
    shape: int | Sequence[int] | None = None,
    loss: Literal[True],
    threads: int = 1,
    unscaled: bool = False,
    **rules: Unpack[Rules],
) -> tuple[NDArray[Any], Loss]: ...
def read(
    source: Any,
    format: Any,
    *,
    dtype: Any = None,
    count: Any = -1,
    offset: Any = _NONE,
    out: Any = None,
    order: Any = None,
    shape: Any = None,
    loss: Any = False,
    threads: Any = _ONE,
    unscaled: bool = False,
    **rules: Any,
) -> Any:
    """Reads numbers of a format into an array of NumPy.

    Parameters
    ----------
    source
        Where the bytes are: a path; a file object, which is read from its current position; ``bytes``, ``memoryview``, ``mmap`` or another buffer; an
        array, whose last axis is divided into numbers, or whose items are one number each.
    format
        A format by name (``datarep.formats()``), with a byte order if needed (``"f32 little"``); a ``datarep.Format``, such as
        one of a ``datarep.Text``; or a representation, with ``dtype``.
    dtype
        The type of the result: numbers of any width and either byte order, complex numbers, truth values, texts (``"S8"``, ``"U8"``). By
        default the narrowest that holds every number of the format, and at most ``"f8"``. ``object`` or ``decimal.Decimal`` gives exact decimals.
    count, offset
        The number of items, where -1 or ``None`` means all, and the number of bytes before the first one. A file object, a pipe or a device
        without ``count``, ``shape`` and ``out`` is read to its end, up to half of the machine's memory.
    out
        An array with any strides, which is filled and returned. Without ``count``, it must have as many items as the source. A file object, a pipe or
        a device has no length: as many items as ``out`` has are read from it.
    order
        The order of the bytes, as in the language: ``"big"``, ``"little"``, ``"pdp"``, …
    shape
        The shape of the result. One side may be -1. Without ``count``, the source must have as many items, as for ``out``.
    loss
        Whether to return ``(array, Loss)``.
    threads
        The number of threads that convert large arrays; 0 for the number of processors.
    unscaled
        Whether integers are the digits of decimals without their point: 12345 for 123.45. Without it, numbers with a point are not read as integers.
    on_overflow, on_infinity, on_nan, …
        The rules for numbers that ``dtype`` cannot hold: ``on_overflow="saturate"``, ``on_nan="zero"``, and so on with the events and actions of the
        language. By default, overflow gives infinity and reserved words give NaN.

    Warns
    -----
    LossWarning
        Once, if numbers overflowed, or if a NaN became another number, and the call has no rule for that and does not ask for the ``loss``.

    Raises
    ------
    ConversionError
        At the first item that a rule refuses.
    UnknownFormatError
        If there is no format with this name.
    ValueError
        If the last item is incomplete, or if the source has fewer or more items than are asked for. If the file is packed, by gzip for one.
    BlockingIOError
        If a file object that does not block has no bytes yet.
    TypeError
        If the format has no items of this type.

    Examples
    --------
    >>> import datarep, io
    >>> data = bytes.fromhex("C276A000 41100000")
    >>> datarep.read(data, "hfp32", dtype="f4")
    array([-118.625,    1.   ], dtype=float32)
    >>> datarep.read(io.BytesIO(data), "hfp32", count=1)
    array([-118.625])
    >>> largest, loss = datarep.read(bytes.fromhex("7FFFFFFF"), "hfp32", dtype="f4", loss=True)
    >>> print(largest, loss, loss.first)
    [inf] 1 overflow {'overflow': [0]}
    >>> datarep.read(bytes.fromhex("7FFFFFFF"), "hfp32", dtype="f4", on_overflow="saturate")
    array([3.4028235e+38], dtype=float32)
    >>> datarep.read(bytes.fromhex("0012345C"), "packed_decimal(7, 2)", dtype="i4", unscaled=True)
    array([12345], dtype=int32)
    """
    if rules:
        refuse_keywords("read", rules, _OF_READ)
    # Bytes are the most frequent, and to ask whether they are a path takes a while.
    if not isinstance(source, (bytes, np.ndarray)) and isinstance(source, (str, os.PathLike)):
        refuse_packed(source, offset)
    if isinstance(format, Record):
        if unscaled:
            raise TypeError("unscaled: a record has its own, `as i64` after the format of a field")
        said = {"dtype": dtype, "out": out, "order": order, "shape": shape, **rules}
        given = {name: value for name, value in said.items() if value is not None}
        return _datarep.read(source, format, count=count, offset=offset, loss=loss, threads=threads, **given)
    try:
        scale = find_scale(format)
        digits = False
        if scale or unscaled:
            kind = dtype if dtype is not None or out is None else out.dtype
            if unscaled:
                require_point(format, scale, kind)
                assert scale is not None
                if kind is None:
                    kind = dtype = choose_integer(format, scale)
                digits = is_object(kind)
            else:
                refuse_integers(format, kind, scale)
        tells = True if loss is False or loss is None else loss
        items = None if count == -1 and type(count) is int else count
        if items is None is out is order is shape and offset is _NONE and threads is _ONE and not rules:
            # The most frequent call. Each further argument takes as long as to convert several numbers.
            made = _datarep.read(source, format, dtype=dtype, loss=tells)
        else:
            made = _datarep.read(
                source, format, dtype=dtype, count=items, offset=offset, out=out, order=order, shape=shape, loss=tells, threads=threads, **rules
            )
    except UnknownFormatError as error:
        refuse_order("read", error, format, source=source, is_format=_is_format)
        raise
    except TypeError as error:
        raise_type(error, _find_type(dtype, out), "read")
    array, lost = made if tells else (made, None)
    if digits:
        assert scale is not None
        array = read_digits(array, scale)
    if loss:
        return array, lost
    if lost:
        whole = isinstance(array, np.ndarray) and array.dtype.kind in "iuO"
        warn_loss(lost, array.size, format, "read", whole=whole, rules=rules)
    return array


@overload
def write(
    array: ArrayLike | Decimal | Sequence[Decimal | int],
    format: str | Format | Record | DTypeLike,
    out: None = None,
    *,
    order: str | None = None,
    loss: Literal[False] = False,
    threads: int = 1,
    unscaled: bool = False,
    **rules: Unpack[Rules],
) -> bytes: ...
@overload
def write(
    array: ArrayLike | Decimal | Sequence[Decimal | int],
    format: str | Format | Record | DTypeLike,
    out: str | os.PathLike[str] | _Writer | Any,
    *,
    order: str | None = None,
    loss: Literal[False] = False,
    threads: int = 1,
    unscaled: bool = False,
    **rules: Unpack[Rules],
) -> Any: ...
@overload
def write(
    array: ArrayLike | Decimal | Sequence[Decimal | int],
    format: str | Format | Record | DTypeLike,
    out: Any = None,
    *,
    order: str | None = None,
    loss: Literal[True],
    threads: int = 1,
    unscaled: bool = False,
    **rules: Unpack[Rules],
) -> tuple[Any, Loss]: ...
def write(
    array: Any,
    format: Any,
    out: Any = None,
    *,
    order: Any = None,
    loss: Any = False,
    threads: Any = _ONE,
    unscaled: bool = False,
    **rules: Any,
) -> Any:
    """Writes the numbers of an array in a format.

    Parameters
    ----------
    array
        Numbers, with any strides and in either byte order, or an object from which NumPy makes an array. They are written in C order. Of an
        array of ``decimal.Decimal`` every digit is kept, or it is an error, unless ``on_inexact`` says how to round or ``loss`` asks to be told.
    format
        As for ``read``. In a representation, the type of the array selects the format.
    out
        Where the bytes go: a path, whose file is replaced when all items are converted, and stays as it was if the new one cannot be written; a
        file object; or a buffer of exactly this size. By default, new ``bytes``.
    unscaled
        Whether integers are the digits of decimals without their point. By default, a number means its value: 3 is 3.00.
    order, loss, threads, on_overflow, …
        As for ``read``. By default, a number that the format cannot hold is an error, and rounded numbers are counted.

    Warns
    -----
    LossWarning
        Once, if numbers were rounded to integers or to decimals with fewer digits, or as for ``read``, and the call has no rule for that and does not
        ask for the ``loss``.

    Returns
    -------
    The bytes, the buffer, or for a path or a file object the number of bytes that were written. With ``loss``, a pair of this and the ``Loss``.

    Raises
    ------
    ConversionError
        At the first item that a rule refuses.
    TypeError
        If the format has no items of the array's type.
    BlockingIOError
        If a file object that does not block takes no more bytes. ``characters_written`` is how many it took.

    Examples
    --------
    >>> import datarep
    >>> datarep.write([1.0, -0.1], "vax_g").hex(" ", 8)
    '1040000000000000 d9bf999999999a99'
    >>> datarep.write(1e300, "hfp32", on_overflow="saturate").hex()
    '7fffffff'
    >>> datarep.write([1.0, 1e300], "hfp32")
    Traceback (most recent call last):
        ...
    datarep.ConversionError: item 1: 1e300 does not fit in `hfp32`: `on_overflow=`, such as "saturate", says what to write instead
    """
    if rules:
        refuse_keywords("write", rules, _OF_WRITE)
    if isinstance(format, Record):
        if unscaled:
            raise TypeError("unscaled: a record has its own, `as i64` after the format of a field")
        given = {name: value for name, value in {"order": order, **rules}.items() if value is not None}
        return _datarep.write(array, format, out, loss=loss, threads=threads, **given)
    if out is not None and isinstance(out, (np.ndarray, list, tuple, float)) and isinstance(array, (str, os.PathLike)):
        raise_written(array, format, out)
    try:
        scale = find_scale(format)
    except UnknownFormatError as error:
        refuse_order("write", error, format, out=out, is_format=_is_format)
        raise
    given = array
    if not isinstance(array, np.ndarray):
        array = np.asarray(array)
    digits = array
    if unscaled:
        require_point(format, scale, None)
        assert scale is not None
        digits = make_digits(array, format, scale)
    elif scale and array.dtype.kind in "iu":
        refuse_mask("array", given)
        digits = make_values(array, scale)
    # Decimals that would be rounded are an error, unless the call asks for the loss.
    tells = digits.dtype != object if loss is False or loss is None else loss
    try:
        if out is None is order and threads is _ONE and not rules:
            made = _datarep.write(digits, format, loss=tells)
        else:
            made = _datarep.write(digits, format, out, order=order, loss=tells, threads=threads, **rules)
    except ConversionError as error:
        if digits is array or unscaled:
            raise
        raise_value(error, array)
    except TypeError as error:
        raise_type(error, array.dtype, "write", given)
    if loss or not tells:
        return made
    written, lost = made
    if lost:
        warn_loss(lost, array.size, format, "write", whole=scale is not None, rules=rules, array=array, scale=scale)
    return written


def _is_format(name: str) -> bool:
    """Whether a text names a format."""
    try:
        Format(name)
    except (LookupError, ValueError):
        return False
    return True


def _find_type(dtype: Any, out: Any) -> np.dtype[Any] | None:
    """The type that a call asks for, if it is one."""
    try:
        return np.dtype(dtype) if dtype is not None else getattr(out, "dtype", None)
    except TypeError:
        return None
