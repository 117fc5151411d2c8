"""Values of fields as their types have them, where NumPy would change them in silence: cut off, wrapped, parsed or repeated."""

from __future__ import annotations

from typing import Any

import numpy as np

from ._casts import cast_array


def fit_value(value: Any, dtype: np.dtype[Any], shape: tuple[int, ...]) -> Any:
    """The value of a field in one record, or in all of them, as an array of this type and shape. Objects and bytes stay what they are."""
    refuse_missing(value)
    if dtype.kind not in "biufcU":
        return value
    made = np.asarray(value)
    if made.dtype == object:
        return _fit_objects(made, dtype, shape)
    if dtype.kind == "U":
        if made.dtype.kind not in "US":
            raise TypeError(f"it is a text, and is given {_describe(value)}")
        return _require_shape(made, shape)
    if made.dtype.kind in "USV":
        raise TypeError(f"its type is {dtype}, and it is given {_describe(value)}")
    return _require_shape(_fit_numbers(made, dtype), shape)


def find_missing(value: Any, dtype: np.dtype[Any], shape: tuple[int, ...]) -> tuple[Any, Any]:
    """A value in which some items are missing: with any other item in their place, and which they are."""
    is_float = dtype.kind in "fc"
    if not shape or not isinstance(value, (list, tuple, np.ndarray)):
        missing = is_missing(value, is_float)
        return (None if missing else value), missing
    items = np.ma.getdata(value) if isinstance(value, np.ndarray) else np.array(value, object)
    mask = np.zeros(items.shape, bool)
    if isinstance(value, np.ma.MaskedArray):
        mask |= np.ma.getmaskarray(value)
    if items.dtype == object:
        found = [is_missing(one, is_float) for one in items.reshape(-1).tolist()]
        mask |= np.array(found, bool).reshape(items.shape)
    elif items.dtype.kind == "f" and not is_float:
        mask |= np.isnan(items)
    if not mask.any():
        return value, False
    rest = items[~mask]
    if not rest.size:
        return None, mask
    # The other item is of the same kind, so that it is checked like them.
    filled = items.copy()
    filled[mask] = rest[0]
    return filled.tolist(), mask


def is_missing(value: Any, is_float: bool) -> bool:
    """Whether an item is missing: ``None``, pandas' ``NA`` and what is masked.

    So is a NaN where items are no floats: pandas has it for a missing text.
    """
    if value is None or type(value).__name__ == "NAType":
        return True
    if isinstance(value, np.ma.MaskedArray) and value.ndim == 0:
        return bool(np.ma.getmaskarray(value))
    return not is_float and isinstance(value, (float, np.floating)) and bool(np.isnan(value))


def refuse_missing(value: Any) -> None:
    """Fails if a value has masked items. NumPy would take what is under the mask."""
    masked = np.count_nonzero(np.ma.getmaskarray(value)) if isinstance(value, np.ma.MaskedArray) else 0
    if masked:
        items = f"{masked} masked item{'s' if masked > 1 else ''}"
        raise ValueError(f"it has {items}, and its items are never missing: `null if` in the text says when one is")


def _fit_objects(made: np.ndarray[Any, Any], dtype: np.dtype[Any], shape: tuple[int, ...]) -> Any:
    """Objects of Python, such as ``Decimal`` or whole numbers of any length, one by one."""
    items = made.reshape(-1).tolist()
    for item in items:
        if item is None or type(item).__name__ == "NAType":
            raise TypeError(f"it is given {item}, and its items are never missing: `null if` in the text says when one is")
        if isinstance(item, (list, tuple)):
            raise ValueError(f"its rows differ in length, and it has the shape {shape}")
        if isinstance(item, str) != (dtype.kind == "U"):
            raise TypeError(f"it is a {'text' if dtype.kind == 'U' else dtype}, and is given {item!r}")
    fitted = np.empty(made.shape, dtype)
    fitted.reshape(-1)[...] = items
    return _require_shape(fitted, shape)


def _fit_numbers(made: np.ndarray[Any, Any], dtype: np.dtype[Any]) -> np.ndarray[Any, Any]:
    """Numbers of another type. Floats that are whole numbers may be integers."""
    if dtype.kind in "iu" and made.dtype.kind == "f" and made.size:
        broken = made[~(np.isfinite(made) & (made == np.trunc(made)))]
        if broken.size:
            first = broken.reshape(-1)[0]
            help = "round it before" if np.isfinite(first) else "give it an integer; `null if` in the text says which one stands for a missing item"
            raise ValueError(f"its type is {dtype}, which has no {first}: {help}")
        made = np.array([int(one) for one in made.reshape(-1).tolist()]).reshape(made.shape)
    return cast_array("the field", made, dtype)


def _require_shape(made: np.ndarray[Any, Any], shape: tuple[int, ...]) -> np.ndarray[Any, Any]:
    if made.shape == shape:
        return made
    wanted = f"items of the shape {shape}" if shape else "one item"
    raise ValueError(f"it has {wanted}, and is given {f'an array of the shape {made.shape}' if made.ndim else 'one item'}")


def _describe(value: Any) -> str:
    """A value for people: itself, if it is short."""
    if isinstance(value, np.ndarray) and value.ndim:
        return f"an array of {value.dtype}"
    shown = repr(value)
    return shown if len(shown) <= 40 else type(value).__name__
