"""Records of a text as arrays of a structured type."""

from __future__ import annotations

import math
from typing import Any, Callable, Iterator, Mapping, NamedTuple

import numpy as np

from ._again import find_record
from ._datarep import Format, Loss, Text, read, write
from ._errors import ConversionError
from ._shown import draw_table
from ._sizes import check_count, refuse_mask


class Field(NamedTuple):
    """A field of a record, or of a record inside."""

    #: Its name, after the names of the records that it lies in: ``first.x``.
    path: str
    #: The byte of the record at which it begins.
    offset: int
    #: The arrays that it lies in: the number of items, and the bytes from one to the next.
    sides: list[tuple[int, int]]
    #: The type of an item: ``"f4"``, ``"U8"`` for a text, ``"V1"`` for bytes.
    dtype: str
    #: Bytes of an item in the file.
    extent: int
    #: How it is stored; ``None`` for bytes.
    format: Format | None
    #: What pads a shorter text: ``"spaces"``, ``"zeros"`` or ``"none"``.
    padding: str
    #: Where padding is removed from a text: ``"left"``, ``"right"``, ``"both"`` or ``"none"``.
    trim: str

    @property
    def shape(self) -> tuple[int, ...]:
        """The sides of the field."""
        return tuple(count for count, _ in self.sides)


class Record:
    """A record that a text describes: arrays of its structured type from bytes, and back.

    ``text.records["station"]`` is one. :func:`datarep.read` and :func:`datarep.write` take it for a format, too.

    >>> import datarep
    >>> text = datarep.Text('''
    ...     use ibm::hfp32;
    ...     record station { id: i24; lat: hfp32; name: [ebcdic(cp037); 4]; }
    ... ''')
    >>> station = text.records["station"]
    >>> station.dtype
    dtype([('id', '<i4'), ('lat', '<f4'), ('name', '<U4')])
    >>> stations = station.read(bytes.fromhex("000102 C276A000 D6D24040"))
    >>> stations["lat"], str(stations["name"][0])
    (array([-118.625], dtype=float32), 'OK')
    >>> station.write(stations).hex()
    '000102c276a000d6d24040'
    """

    def __init__(self, name: str, doc: str, itemsize: int, fields: list[tuple[Any, ...]], text: Text) -> None:
        #: Its name.
        self.name = name
        #: Its description, in one line.
        self.doc = doc
        self._text = text
        #: Bytes of a record in the file.
        self.itemsize = itemsize
        #: Its fields, in the order of the file.
        self.fields = [Field(*field) for field in fields]
        #: The type of a record in memory.
        self.dtype = np.dtype([(field.path, field.dtype, field.shape) for field in self.fields])

    def __repr__(self) -> str:
        return f"<datarep.Record {self.name!r}: {', '.join(field.path for field in self.fields)}>"

    def _repr_html_(self) -> str:
        rows = [[field.offset, field.path, field.dtype, " x ".join(map(str, field.shape)), field.extent] for field in self.fields]
        title = f"{self.name}: {self.itemsize} bytes. {self.doc}"
        return draw_table(title, ["byte", "field", "type", "items", "bytes each"], rows)

    def __reduce__(self) -> tuple[Any, ...]:
        return (find_record, (self._text, self.name))

    def read(self, source: Any, *, count: int | None = -1, offset: int = 0, loss: bool = False, threads: int = 1) -> Any:
        """Reads records into an array.

        ``source``, ``count``, ``offset``, ``loss`` and ``threads`` are as for :func:`datarep.read`. What is lost is told by field: ``{"lat": Loss}``. The error
        of an item has ``field`` and ``record``, too.
        """
        count = check_count(count)
        data = read(source, "unsigned(8)", count=-1 if count < 0 else count * self.itemsize, offset=offset)
        data = np.ascontiguousarray(data).reshape(-1)
        if data.size % self.itemsize:
            raise ValueError(
                f"{data.size} bytes are {data.size // self.itemsize} records of {self.itemsize} bytes, and {data.size % self.itemsize} bytes more"
            )
        out = np.zeros(data.size // self.itemsize, self.dtype)
        losses: dict[str, Loss] = {}
        for field, places in self._places(data):
            column = out[field.path]
            if field.format is None:
                column.view(np.uint8).reshape(places.shape)[...] = places
                continue
            with _told(field):
                _, losses[field.path] = read(places, field.format, out=column, loss=True, threads=threads)
            if field.dtype.startswith("U"):
                out[field.path] = _cut(column, field.padding, field.trim)
        return (out, {path: lost for path, lost in losses.items() if lost}) if loss else out

    def write(self, array: Any, out: Any = None, *, loss: bool = False, threads: int = 1) -> Any:
        """Writes an array of records, or one record. A record may also be a dict with all its fields, and several a list of dicts.

        ``out``, ``loss`` and ``threads`` are as for :func:`datarep.write`; what is lost is told by field.
        """
        refuse_mask("the array", array)
        array = np.atleast_1d(self._with_fields(array))
        if array.dtype != self.dtype:
            array = array.astype(self.dtype, casting="same_kind")
        array = array.reshape(-1)
        data = np.zeros(array.size * self.itemsize, np.uint8)
        losses: dict[str, Loss] = {}
        for field, places in self._places(data):
            column = array[field.path]
            if field.format is None:
                places[...] = np.ascontiguousarray(column).view(np.uint8).reshape(places.shape)
                continue
            if field.padding != "none" and column.size:
                column = _fill(column, int(field.dtype[1:]), field.padding, field.trim)
            with _told(field):
                _, losses[field.path] = write(column, field.format, places, loss=True, threads=threads)
        made = data.tobytes() if out is None else write(data, "unsigned(8)", out)
        return (made, {path: lost for path, lost in losses.items() if lost}) if loss else made

    def _with_fields(self, array: Any) -> np.ndarray[Any, Any]:
        """An array of records, whose fields are found by their names. NumPy would take them by their places."""
        rows = [array] if isinstance(array, Mapping) else array
        if isinstance(rows, (list, tuple)) and rows and all(isinstance(row, Mapping) for row in rows):
            made = np.zeros(len(rows), self.dtype)
            for index, row in enumerate(rows):
                self._check_names(list(row))
                for name, value in row.items():
                    made[name][index] = value
            return made
        found = np.asarray(array)
        if found.dtype == self.dtype:
            return found
        if found.dtype.names is None:
            raise TypeError(
                f"array has the type {found.dtype}, and records of `{self.name}` are an array of `record.dtype`, or dicts with its fields: "
                f"{', '.join(field.path for field in self.fields)}"
            )
        self._check_names(list(found.dtype.names))
        return found[[field.path for field in self.fields]]

    def _check_names(self, names: list[str]) -> None:
        """Fails if a field is missing, or if there is no such field."""
        known = [field.path for field in self.fields]
        missing = [name for name in known if name not in names]
        if missing:
            raise KeyError(f"array has no field `{missing[0]}`, which records of `{self.name}` have")
        unknown = [name for name in names if name not in known]
        if unknown:
            raise KeyError(f"array has a field `{unknown[0]}`, and records of `{self.name}` have none of that name: {', '.join(known)}")

    def _places(self, data: np.ndarray[Any, np.dtype[np.uint8]]) -> Iterator[tuple[Field, np.ndarray[Any, np.dtype[np.uint8]]]]:
        """The bytes of each field in all records: an array that shares them."""
        records = data.size // self.itemsize
        for field in self.fields:
            shape = (records, *field.shape, field.extent)
            strides = (self.itemsize, *(step for _, step in field.sides), 1)
            # An array without items has no first byte.
            start = data[field.offset :] if math.prod(shape) else data
            yield field, np.lib.stride_tricks.as_strided(start, shape, strides)


class Records(Mapping[str, Record]):
    """The records of a text, by their names."""

    def __init__(self, names: list[str], text: Any) -> None:
        self._names = names
        self._text = text

    def __getitem__(self, name: str) -> Record:
        record: Record = self._text._record(name)
        return record

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)


class _told:
    """An error of a field's column as one of the field."""

    def __init__(self, field: Field) -> None:
        self._field = field

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: Any, error: BaseException | None, trace: Any) -> None:
        if isinstance(error, ConversionError):
            items = math.prod(self._field.shape)
            error.field = self._field.path
            error.record = error.index // items
            error.args = (f"field `{error.field}` of record {error.record}, {error.args[0]}", *error.args[1:])


def _cut(column: np.ndarray[Any, Any], padding: str, trim: str) -> np.ndarray[Any, Any]:
    """Texts without their padding."""
    if padding == "none" or trim == "none":
        return column
    if padding == "zeros":
        # NumPy drops zeros at the end of what it is given, so it finds no zero character.
        if trim in ("left", "both"):
            column = _each(column, lambda text: text.lstrip("\0"))
        return column if trim == "left" else _each(column, lambda text: text.partition("\0")[0])
    strip = {"left": np.char.lstrip, "right": np.char.rstrip, "both": np.char.strip}[trim]
    return strip(column, " ")


def _fill(column: np.ndarray[Any, Any], length: int, padding: str, trim: str) -> np.ndarray[Any, Any]:
    """Texts with their padding. NumPy has zeros behind each text anyway."""
    if trim == "left":
        fill = " " if padding == "spaces" else "\0"
        return _each(column, lambda text: text.rjust(length, fill))
    return np.char.ljust(column, length) if padding == "spaces" else column


def _each(column: np.ndarray[Any, Any], change: Callable[[str], str]) -> np.ndarray[Any, Any]:
    """An array of the same type with changed texts."""
    made = np.empty_like(column)
    made.reshape(-1)[...] = [change(text) for text in column.reshape(-1).tolist()]
    return made
