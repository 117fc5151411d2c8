"""Arrays as those of another type, as far as every value stays what it is or is rounded."""

from __future__ import annotations

from typing import Any

import numpy as np


def cast_array(name: str, value: Any, dtype: np.dtype[Any]) -> np.ndarray[Any, Any]:
    """The value as an array of this type. ``name`` says what it is, in errors.

    A float of more bits is rounded. An integer may have any type whose values fit, because those of Python have none.
    """
    made = np.asarray(value)
    if made.dtype == dtype:
        return made
    if made.size == 0 and made.ndim == 1 and not isinstance(value, np.ndarray):
        # An empty list has no numbers of a wrong type.
        return made.astype(dtype)
    if dtype.kind in "iu" and made.dtype.kind in "iu":
        bounds = np.iinfo(dtype)
        # Compared as integers of Python: NumPy would compare a signed and an unsigned one as floats.
        if made.size and (int(made.min()) < bounds.min or int(made.max()) > bounds.max):
            wrong = next(one for one in made.reshape(-1).tolist() if not bounds.min <= one <= bounds.max)
            raise OverflowError(f"{name} is of the type {dtype}, which has no {wrong}")
        return made.astype(dtype)
    try:
        with np.errstate(over="raise"):
            return made.astype(dtype, casting="same_kind")
    except FloatingPointError:
        largest = float(np.finfo(dtype).max)
        wrong = next(one for one in made.reshape(-1).tolist() if np.isfinite(one) and abs(one) > largest)
        raise OverflowError(f"{name} is of the type {dtype}, which has no {wrong}") from None
    except TypeError:
        given = f"{value!r}" if made.ndim == 0 and made.dtype.kind in "OUS" else str(made.dtype)
        raise TypeError(f"{name} is of the type {dtype}, and is given {given}") from None
