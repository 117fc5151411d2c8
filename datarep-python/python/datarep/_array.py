"""Numbers of a file as an array that is read and written where it is indexed."""

from __future__ import annotations

import errno
import math
import operator
import os
from types import EllipsisType, TracebackType
from typing import TYPE_CHECKING, Any, Iterator, Literal, NoReturn, Sequence, TypeAlias, Union, cast

import numpy as np

from ._casts import cast_array
from ._datarep import Format, Loss, Numbers, Stored
from ._decimals import is_object
from ._files import make_file, refuse_packed, refuse_text_file, require_places
from ._losses import add_losses, warn_loss
from ._mistakes import name_type, raise_type, refuse_keywords
from ._packed import PackedNumbers, PackedStored
from ._remote import RemoteStored
from ._scales import find_scale, refuse_integers, require_point
from ._sizes import check_shape, check_size, fill_shape, refuse_mask

if TYPE_CHECKING:
    _Mode: TypeAlias = Literal["r", "r+", "w+"]

#: About how many bytes of items a chunk has, a size that suits libraries for large arrays.
_CHUNK = 1 << 24

#: What arrays of NumPy have, and a LazyArray has not.
_OF_NUMPY = frozenset(name for name in dir(np.ndarray) if not name.startswith("_"))

#: The keywords of `open` that are no rules.
_KEYWORDS = ("shape", "dtype", "mode", "offset", "strides", "order", "threads", "unscaled")

#: The most places that are compared with each other. Where more are interleaved, they are taken to share bytes.
_COMPARED = 1 << 20

#: The index of an axis: one item, items at equal distances (first, step, count), or any items.
_Axis = Union[int, "tuple[int, int, int]", "np.ndarray[Any, np.dtype[np.intp]]"]


class LazyArray:
    """Numbers of a file as an array: what is indexed is read and converted, what is assigned is converted and written.

    :func:`datarep.open` makes one. Nothing is kept in memory, and any number of threads may use it.

    Integers, slices with any step and ``...`` are as for NumPy. An axis can be indexed with a list, an array of integers or an array of truth
    values, too; several such axes are independent of each other, as in h5py and xarray, and integers beside them do not move the axes. An
    array of truth values for all axes gives the items for which it is true.
    """

    def __init__(
        self,
        path: str | os.PathLike[str] | Any,
        format: str | Format | np.dtype[Any] | type[np.generic],
        *,
        shape: int | Sequence[int] | None = None,
        dtype: Any = None,
        mode: _Mode = "r",
        offset: int = 0,
        strides: Sequence[int] | None = None,
        order: str | None = None,
        threads: int = 1,
        unscaled: bool = False,
        **rules: str,
    ) -> None:
        refuse_keywords("open", rules, _KEYWORDS)
        if mode not in ("r", "r+", "w+"):
            raise ValueError(f"mode is \"r\", \"r+\" or \"w+\", not {mode!r}")
        self._path = _check_path(path)
        self._arguments = {"dtype": dtype, "order": order, "threads": threads, "unscaled": unscaled, **rules}
        self._rules = rules
        self._format: str | Format = name_type(format) or cast("str | Format", format)
        self._mode: _Mode = mode
        self._offset = check_size("offset", offset)
        # A file is opened when all arguments are known to be right, so that a wrong one empties no file.
        numbers = _make_numbers(self._format, dtype, mode != "r", order, threads, rules, self._offset, unscaled)
        self._dtype = np.dtype(numbers.dtype)
        self._extent = numbers.extent
        sides, steps = self._checked(shape, strides)
        packed = numbers if isinstance(numbers, PackedNumbers) else None
        if packed and steps is not None:
            raise ValueError("packed words stand back to back, so that there are no strides: index what is not wanted away")
        # Places are counted in bytes of the file, and those of packed words in words from the offset on.
        self._origin = 0 if packed else self._offset
        self._stored: Stored | PackedStored | RemoteStored | None = None
        if self._is_remote:
            self._stored = self._open_remote(packed is not None, order, threads, rules)
            self._shape = self._filled(sides, steps, max(self._stored.size - self._offset, 0))
            self._strides = self._steps(self._shape, steps)
            self._check_steps(steps)
            self._check_end(self._stored.size, "byte")
            return
        require_places(os.fsdecode(self._path))
        if mode == "w+":
            self._shape, self._strides = sides, self._steps(sides, steps)
            end = self._offset + packed.length_of(self._end()) if packed else self._end()
            self._check_steps(steps)
            make_file(os.fsdecode(self._path), check_size("the length of the file", end))
            self._stored = numbers.open(path)
        else:
            if os.path.isdir(path):
                raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), os.fsdecode(self._path))
            refuse_packed(path, offset)
            self._stored = numbers.open(path)
            # Without a stated shape, such an array would be empty in silence.
            if -1 in sides and os.path.isfile(path) and self._offset > os.path.getsize(path):
                raise ValueError(f"the offset is {self._offset}, and the file has {os.path.getsize(path)} bytes")
            if isinstance(self._stored, PackedStored) and -1 in sides:
                self._stored.require_whole()
            self._shape = self._filled(sides, steps, max(self._stored.size - self._origin, 0))
            self._strides = self._steps(self._shape, steps)
            self._check_steps(steps)
            self._check_end(self._stored.size, "word" if packed else "byte")

    @property
    def _is_remote(self) -> bool:
        """Whether it is of a URL or a file object."""
        return not isinstance(self._path, (str, bytes)) or isinstance(self._path, str) and "://" in self._path

    def _open_remote(self, is_packed: bool, order: str | None, threads: int, rules: dict[str, str]) -> RemoteStored:
        if self._mode != "r":
            raise ValueError(f"a URL or a file object is read only, and mode is {self._mode!r}")
        if is_packed:
            raise ValueError("packed words are read of files that have a path")
        return RemoteStored(self._path, self._format, self._dtype, self._extent, order, threads, rules)

    def _check_steps(self, steps: tuple[int, ...] | None) -> None:
        """Fails if given strides are so short that items share bytes."""
        if steps is None or not self.size:
            return
        for side, step in zip(self._shape, steps):
            if side > 1 and step < self._extent:
                inner = tuple(one * self._extent for one in steps)
                raise ValueError(
                    f"the strides {steps} are bytes, and an item has {self._extent}: `strides={inner}` has so many items from one to the next"
                )
        if self._mode != "r" and _do_overlap(self._shape, steps, self._extent):
            raise ValueError(f"items of the shape {self._shape} with the strides {steps} share bytes, so that what is written would change others: open the file with mode \"r\"")

    def _check_end(self, size: int, unit: str) -> None:
        """Fails if the file ends before the array does."""
        if self.size and self._end() > size:
            raise ValueError(f"the array ends with {unit} {self._end()} of the file, which has {size}")

    def _checked(self, shape: int | Sequence[int] | None, strides: Sequence[int] | None) -> tuple[tuple[int, ...], tuple[int, ...] | None]:
        """Shape and strides as they are given. A side may be -1 if the file has a length."""
        if self._mode == "w+" and (shape is None or -1 in check_shape(shape)):
            raise ValueError("a new file needs a shape, without -1")
        sides = check_shape(-1 if shape is None else shape)
        if strides is None:
            return sides, None
        if not isinstance(strides, (Sequence, np.ndarray)):
            raise TypeError(f"strides is one number of bytes for each side, such as (2000, 4), not {type(strides).__name__}")
        steps = tuple(check_size("a stride", stride, least=1) for stride in strides)
        if len(steps) != len(sides):
            raise ValueError(f"the strides {steps} do not fit the shape {sides}: each side has a number of bytes")
        return sides, steps

    def _filled(self, sides: tuple[int, ...], steps: tuple[int, ...] | None, rest: int) -> tuple[int, ...]:
        """The shape, with the side that is -1 found from the bytes that the file has from the offset on."""
        if -1 not in sides:
            return sides
        if steps is not None:
            axis = sides.index(-1)
            within = self._extent + sum((side - 1) * step for side, step in zip(sides, steps) if side != -1)
            found = (rest - within) // steps[axis] + 1 if rest >= within else 0
            # Bytes between two rows may be missing behind the last one, but not those of a row.
            cut = rest - found * steps[axis]
            if cut > 0 and steps[axis] >= within:
                first = self._origin + found * steps[axis]
                raise ValueError(f"the file ends within a row: of the {within} bytes from byte {first} on there are {cut}; {found} are whole, so say the shape")
            return sides[:axis] + (found,) + sides[axis + 1 :]
        inner = self._extent * math.prod(side for side in sides if side != -1)
        if inner and rest % inner:
            unit = "words" if isinstance(self._stored, PackedStored) else "bytes"
            raise ValueError(f"{rest} {unit} are {rest // inner} times {inner} {unit}, and {rest % inner} {unit} more: say the shape")
        return fill_shape(sides, rest // self._extent if inner else 0)

    def _steps(self, sides: tuple[int, ...], steps: tuple[int, ...] | None) -> tuple[int, ...]:
        """The bytes from one item to the next along each side."""
        return steps or tuple(self._extent * math.prod(sides[axis + 1 :]) for axis in range(len(sides)))

    def _end(self) -> int:
        """The byte of the file behind the last item."""
        return self._origin + self._extent + sum((side - 1) * stride for side, stride in zip(self._shape, self._strides)) if self.size else self._origin

    @property
    def shape(self) -> tuple[int, ...]:
        """Its sides."""
        return self._shape

    @property
    def dtype(self) -> np.dtype[Any]:
        """The type of its items in memory."""
        return self._dtype

    @property
    def ndim(self) -> int:
        """How many sides it has."""
        return len(self._shape)

    @property
    def size(self) -> int:
        """How many items it has."""
        return math.prod(self._shape)

    @property
    def nbytes(self) -> int:
        """Bytes of all items in memory."""
        return self.size * self._dtype.itemsize

    @property
    def chunks(self) -> tuple[int, ...]:
        """Sides of a part that is read at once with profit: whole rows, about 16 MiB."""
        sides = list(self._shape)
        left = max(_CHUNK // self._dtype.itemsize, 1)
        for axis in reversed(range(len(sides))):
            sides[axis] = max(min(sides[axis], left), 1)
            left = max(left // sides[axis], 1)
        return tuple(sides)

    @property
    def format(self) -> str:
        """The name of the format."""
        return self._format if isinstance(self._format, str) else self._format.name

    @property
    def mode(self) -> _Mode:
        """The mode in which the file is open."""
        return self._mode

    def __len__(self) -> int:
        if not self._shape:
            raise TypeError("an array without sides has no length")
        return self._shape[0]

    def __iter__(self) -> Iterator[Any]:
        return (self[index] for index in range(len(self)))

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray[Any, Any]:
        if copy is False:
            raise ValueError("the numbers of a file cannot be an array without a copy")
        whole = np.asarray(self[...])
        return whole if dtype is None else whole.astype(dtype, copy=False)

    def _refuse(self, *_: Any) -> NoReturn:
        raise TypeError(
            "a LazyArray is the numbers of a file, without arithmetic and comparisons: `array[...]` reads them into an array of NumPy, "
            "and `dask.array.from_array(array, chunks=array.chunks)` calculates in parts"
        )

    # Without these, `==` would compare the objects and give False in silence.
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __truediv__ = __rtruediv__ = _refuse
    __floordiv__ = __rfloordiv__ = __mod__ = __rmod__ = __pow__ = __rpow__ = __matmul__ = __rmatmul__ = _refuse
    __neg__ = __pos__ = __abs__ = __lt__ = __le__ = __gt__ = __ge__ = _refuse

    __and__ = __rand__ = __or__ = __ror__ = __xor__ = __rxor__ = __invert__ = __divmod__ = __rdivmod__ = _refuse
    # A file with items would be true in silence.
    __bool__ = __int__ = __float__ = __complex__ = _refuse

    if not TYPE_CHECKING:
        # Checkers of types would take every name for one that it has.
        def __getattr__(self, name: str) -> NoReturn:
            message = f"a LazyArray has no attribute `{name}`"
            if name in _OF_NUMPY:
                message = f"a LazyArray is the numbers of a file, without `{name}`: `array[...]` reads them into an array of NumPy, which has it"
            raise AttributeError(message, name=name, obj=self)

    def __eq__(self, other: object) -> bool:
        return True if self is other else self._refuse()

    __hash__ = object.__hash__

    def __repr__(self) -> str:
        state = "" if self._stored else ", closed"
        return f"<datarep.LazyArray {self.format!r} of {self._path!r}: shape {self._shape}, {self._dtype}, mode {self._mode!r}{state}>"

    def __reduce__(self) -> tuple[Any, ...]:
        if not isinstance(self._path, (str, bytes)):
            raise TypeError(f"an array of {self._path!r} cannot be pickled: open the path or the URL of the file")
        mode = "r+" if self._mode == "w+" else self._mode
        # Those of an array without items may be 0, as no given ones are.
        strides = None if isinstance(self._stored, PackedStored) or not self.size else self._strides
        placed = {"shape": self._shape, "strides": strides, "offset": self._offset, "mode": mode}
        # Another process may have another working directory.
        path = self._path if self._is_remote else os.path.abspath(self._path)
        return (_again, (path, self._format, {**self._arguments, **placed}))

    def flush(self) -> None:
        """Waits until all that was written is on the device."""
        self._open().sync()

    def close(self) -> None:
        """Closes the file. Nothing can be indexed then."""
        self._stored = None

    def __enter__(self) -> LazyArray:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _open(self) -> Stored | PackedStored | RemoteStored:
        if self._stored is None:
            raise ValueError("the file is closed")
        return self._stored

    def __getitem__(self, key: Any) -> Any:
        stored = self._open()
        mask = self._mask(key)
        if mask is not None:
            return self._masked(mask)
        axes = self._axes(key)
        out = np.empty([_count(axis) for axis in axes if not isinstance(axis, int)], self._dtype)
        losses = [stored.read(out[place], first, strides) for place, first, strides in self._pieces(axes)]
        self._warn(losses, out.size, "read", whole=self._dtype.kind in "iu")
        return out if out.ndim else out[()]

    def __setitem__(self, key: Any, value: Any) -> None:
        stored = self._open()
        refuse_mask("the assigned array", value)
        mask = self._mask(key)
        if mask is not None:
            self._assign_masked(mask, value)
            return
        axes, given = self._axes(key), value
        value = cast_array("the array", value, self._dtype)
        if self._dtype.kind in "SU":
            _refuse_longer(given, _characters(self._dtype))
            # A short text is padded with blanks, as in `write`.
            value = np.char.ljust(value, _characters(self._dtype)).astype(self._dtype, copy=False)
        sides = tuple(_count(axis) for axis in axes if not isinstance(axis, int))
        try:
            value = np.broadcast_to(value, sides)
        except ValueError:
            raise ValueError(f"an array of the shape {value.shape} cannot be broadcast to the shape {sides} of the items") from None
        losses = [stored.write(value[place], first, strides) for place, first, strides in self._pieces(axes)]
        scale = find_scale(self._format)
        self._warn(losses, value.size, "write", whole=scale is not None, array=value, scale=scale)

    def _warn(self, losses: list[Loss | None], items: int, direction: Literal["read", "write"], **options: Any) -> None:
        """Warns once of what several parts have lost."""
        whole = add_losses(losses)
        if whole is not None:
            warn_loss(whole, items, self._format, direction, rules=self._rules, has_loss=False, **options)

    def _axes(self, key: Any) -> list[_Axis]:
        """What each axis is indexed with."""
        keys = list(key) if isinstance(key, tuple) else [key]
        ellipses = [at for at, one in enumerate(keys) if isinstance(one, EllipsisType)]
        if len(ellipses) > 1:
            raise IndexError("an index has one ellipsis at most")
        missing = self.ndim - len(keys) + len(ellipses)
        if missing < 0:
            raise IndexError(f"the array has {self.ndim} sides, and is indexed with {len(keys) - len(ellipses)}")
        at = ellipses[0] if ellipses else len(keys)
        keys[at : at + len(ellipses)] = [slice(None)] * missing
        return [_axis(one, side) for one, side in zip(keys, self._shape)]

    def _pieces(self, axes: list[_Axis]) -> Iterator[tuple[tuple[Any, ...], int, list[int]]]:
        """Parts whose items lie at equal distances: where they are in the result, their first byte in the file, and their strides."""
        any_axis = next((at for at, axis in enumerate(axes) if isinstance(axis, np.ndarray)), None)
        if any_axis is not None:
            indices = axes[any_axis]
            assert isinstance(indices, np.ndarray)
            before = sum(not isinstance(axis, int) for axis in axes[:any_axis])
            for start, stop in _runs(indices):
                step = int(indices[start + 1] - indices[start]) if stop - start > 1 else 1
                part: list[_Axis] = [*axes]
                part[any_axis] = (int(indices[start]), step, stop - start)
                for whole, first, strides in self._pieces(part):
                    # The inner call divides the axes after this one. Only the place on this axis is still to be shifted.
                    yield whole[:before] + (_within(whole[before], start),) + whole[before + 1 :], first, strides
            return
        first = self._origin
        strides = []
        place: list[slice] = []
        for axis, stride in zip(axes, self._strides):
            if isinstance(axis, int):
                first += axis * stride
                continue
            assert isinstance(axis, tuple)
            start, step, count = axis
            if count == 0:
                return
            first += start * stride
            strides.append(step * stride)
            place.append(slice(0, count))
        yield tuple(place) or (...,), first, strides

    def _mask(self, key: Any) -> np.ndarray[Any, np.dtype[np.bool_]] | None:
        """A mask of all axes, of which there are several."""
        if isinstance(key, tuple) and len(key) == 1:
            key = key[0]
        if isinstance(key, np.ndarray) and key.dtype == bool and key.ndim == self.ndim > 1:
            if key.shape != self._shape:
                raise IndexError(f"the mask has the shape {key.shape}, and the array {self._shape}")
            return key
        return None

    def _masked(self, mask: np.ndarray[Any, np.dtype[np.bool_]]) -> np.ndarray[Any, Any]:
        rows = np.flatnonzero(mask.any(axis=tuple(range(1, mask.ndim))))
        parts = [np.asarray(self[at])[mask[at]] for at in rows.tolist()]
        return np.concatenate(parts) if parts else np.empty(0, self._dtype)

    def _assign_masked(self, mask: np.ndarray[Any, np.dtype[np.bool_]], value: Any) -> None:
        places = np.argwhere(mask)
        value = np.broadcast_to(np.asarray(value), (len(places),))
        for place, one in zip(places.tolist(), value):
            self[tuple(place)] = one


def _make_numbers(
    format: str | Format, dtype: Any, writes: bool, order: str | None, threads: int, rules: dict[str, str], offset: int, unscaled: bool
) -> Numbers | PackedNumbers:
    """How the numbers are stored: in whole bytes, or in words that begin at any bit."""
    if is_object(dtype):
        raise TypeError("a LazyArray has no decimals, which are objects of Python: `datarep.read(path, format, dtype=object)` reads them")
    named = Format(format) if isinstance(format, str) else format
    if isinstance(named, Format) and named._packed_from is not None:
        return PackedNumbers(named, dtype, writes, order, threads, rules, offset)
    scale = find_scale(named)
    if unscaled:
        dtype = "i8" if dtype is None else dtype
        require_point(format, scale, dtype)
    else:
        refuse_integers(format, dtype, scale)
    try:
        return Numbers(format, dtype, writes, order, threads, rules)
    except TypeError as error:
        raise_type(error, None if dtype is None else np.dtype(dtype), "read")


def _do_overlap(shape: tuple[int, ...], strides: tuple[int, ...], extent: int) -> bool:
    """Whether items at these places share bytes."""
    axes = sorted((stride, side) for stride, side in zip(strides, shape) if side > 1)
    within = extent
    for stride, side in axes:
        if stride < within:
            break
        within += stride * (side - 1)
    else:
        # Each axis steps over all that is within.
        return False
    if math.prod(shape) > _COMPARED:
        return True
    places = np.zeros(1, np.int64)
    for stride, side in axes:
        places = (places[:, None] + np.arange(side, dtype=np.int64) * stride).reshape(-1)
    places.sort()
    return bool((np.diff(places) < extent).any())


def _again(path: str, format: str | Format, arguments: dict[str, Any]) -> LazyArray:
    return LazyArray(path, format, **arguments)


def _check_path(path: Any) -> Any:
    """The path of a file, or a file object that can be sought. The bytes of one are a mistake, and are told as such."""
    if isinstance(path, (str, os.PathLike)):
        return os.fspath(path)
    if hasattr(path, "read") and hasattr(path, "seek"):
        refuse_text_file(path)
        return path
    kind = type(path).__name__
    raise TypeError(f"path is the path of a file, not {kind}: `datarep.read` takes bytes, buffers and file objects that cannot be sought")


def _characters(dtype: np.dtype[Any]) -> int:
    """The characters of a text of this type."""
    return dtype.itemsize // (4 if dtype.kind == "U" else 1)


def _refuse_longer(given: Any, length: int) -> None:
    """Fails if a text is longer than those of the array, which NumPy would cut off in silence."""
    longer = next((text for text in np.asarray(given).reshape(-1).tolist() if len(text) > length), None)
    if longer is not None:
        raise ValueError(f"a text of the array has {length} characters, and {longer!r} has {len(longer)}")


def _within(place: slice, start: int) -> slice:
    return slice(place.start + start, place.stop + start)


def _count(axis: _Axis) -> int:
    """How many items an axis is indexed with, where it stays."""
    if isinstance(axis, tuple):
        return axis[2]
    assert isinstance(axis, np.ndarray)
    return len(axis)


def _axis(key: Any, side: int) -> _Axis:
    """What an axis of so many items is indexed with."""
    if isinstance(key, slice):
        start, stop, step = key.indices(side)
        return start, step, len(range(start, stop, step))
    if key is None:
        raise IndexError("`None` makes no axis here: index the result with it")
    if not isinstance(key, (list, np.ndarray, bool, np.bool_)):
        try:
            index = operator.index(key)
        except TypeError:
            pass
        else:
            if not -side <= index < side:
                raise IndexError(f"index {index} is out of bounds for a side of {side}")
            return index + side if index < 0 else index
    indices = np.asarray(key)
    if indices.ndim == 0 and indices.dtype.kind in "iu":
        return _axis(int(indices), side)
    if indices.ndim != 1:
        raise IndexError(f"a side is indexed with an integer, a slice, or a list of integers or truth values, not {key!r}")
    if indices.dtype == bool:
        if len(indices) != side:
            raise IndexError(f"the mask has {len(indices)} items, and the side {side}")
        return np.flatnonzero(indices)
    if indices.size == 0:
        return np.empty(0, np.intp)
    if indices.dtype.kind not in "iu":
        raise IndexError(f"a side is indexed with integers, not {indices.dtype}")
    indices = indices.astype(np.intp)
    wrong = indices[(indices < -side) | (indices >= side)]
    if wrong.size:
        raise IndexError(f"index {wrong[0]} is out of bounds for a side of {side}")
    return np.where(indices < 0, indices + side, indices)


def _runs(indices: np.ndarray[Any, np.dtype[np.intp]]) -> Iterator[tuple[int, int]]:
    """Parts of indices at equal, positive distances."""
    steps = np.diff(indices).tolist()
    start = 0
    while start < len(indices):
        stop = start + 1
        while stop < len(indices) and steps[stop - 1] == steps[start] > 0:
            stop += 1
        yield start, stop
        start = stop


def open(
    path: str | os.PathLike[str] | Any,
    format: str | Format | np.dtype[Any] | type[np.generic],
    *,
    shape: int | Sequence[int] | None = None,
    dtype: Any = None,
    mode: _Mode = "r",
    offset: int = 0,
    strides: Sequence[int] | None = None,
    order: str | None = None,
    threads: int = 1,
    unscaled: bool = False,
    **rules: str,
) -> LazyArray:
    """Opens the numbers of a file as an array that is read and written where it is indexed.

    Parameters
    ----------
    path
        The file; or a URL of fsspec or a file object that can be sought, which are read only.
    format
        A format, or a representation with ``dtype``.
    shape
        The sides, one of which may be -1: as many as the file has, which must be whole. By default, all numbers of the file.
    dtype
        The type in memory. By default, the narrowest that holds every number of the format.
    mode
        ``"r"`` reads, ``"r+"`` writes too, ``"w+"`` makes a new file of that shape, or an old one empty.
    offset
        Where the first number begins, in bytes.
    strides
        Bytes from one number to the next along each side, where something lies between them. Numbers that are written share no bytes.
    order, threads, unscaled, rules
        As for :func:`read`. A rule holds for reading and writing. What is lost without a rule is a :class:`LossWarning`.

    Examples
    --------
    >>> import datarep, tempfile, os
    >>> path = os.path.join(tempfile.mkdtemp(), "numbers")
    >>> with datarep.open(path, "ibm370", shape=(1000, 3), dtype="f4", mode="w+") as numbers:
    ...     numbers[10:20, 1] = 2.5
    ...     numbers[18:22]
    array([[0. , 2.5, 0. ],
           [0. , 2.5, 0. ],
           [0. , 0. , 0. ],
           [0. , 0. , 0. ]], dtype=float32)
    """
    return LazyArray(
        path,
        format,
        shape=shape,
        dtype=dtype,
        mode=mode,
        offset=offset,
        strides=strides,
        order=order,
        threads=threads,
        unscaled=unscaled,
        **rules,
    )
