"""Records of a text as arrays of a structured type."""

from __future__ import annotations

import importlib
import math
import os
from typing import Any, Callable, Iterator, Literal, Mapping, NamedTuple

import numpy as np

from ._again import find_record
from ._datarep import Format, Loss, Text, read, write
from ._errors import ConversionError
from ._files import refuse_packed
from ._losses import warn_losses
from ._mistakes import suggest
from ._rows import find_missing, fit_value, is_missing
from ._shown import draw_table
from ._sizes import check_count
from ._varying import is_varying, join_column, mask_rows, split_column, unmask_rows


class Field(NamedTuple):
    """A field of a record, or of a record inside."""

    #: Its name, after the names of the records that it lies in: ``first.x``.
    path: str
    #: The byte of the record at which it begins; ``None`` if that differs from record to record.
    offset: int | None
    #: The arrays that it lies in: the number of items, and the bytes from one to the next.
    sides: list[tuple[int, int]]
    #: The type of an item: ``"f4"``, ``"U8"`` for a text, ``"V1"`` for bytes, ``"O"`` for a ``decimal.Decimal``, and for a text whose length is a field.
    dtype: str
    #: Bytes of an item in the file; ``None`` for a text whose length is a field.
    extent: int | None
    #: How it is stored; ``None`` for bytes, and for a text whose characters have one byte or two.
    format: Format | None
    #: What pads a shorter text: ``"spaces"``, ``"zeros"`` or ``"none"``.
    padding: str
    #: Where padding is removed from a text: ``"left"``, ``"right"``, ``"both"`` or ``"none"``.
    trim: str
    #: The numbers of items of the arrays that it lies in: a number, or the path of the field that has it.
    counts: list[int | str]
    #: The characters of a text in the same form; ``None`` if it is no text.
    length: int | str | None
    #: Whether its items may be missing, by ``null if``.
    is_nullable: bool
    #: Why NumPy has no such items, and what to write; ``None`` if it has. ``dtype`` is the type's name in the language then, and the field is only scanned.
    refused: str | None = None

    @property
    def shape(self) -> tuple[int, ...]:
        """The sides of the field that are the same in all records."""
        return tuple(count for count in self.counts if isinstance(count, int))

    @property
    def varies(self) -> bool:
        """Whether records have different numbers of items."""
        return is_varying(self.counts)

    def count_of(self, value: Any) -> int:
        """How many items the outermost array has in a record. Those of bytes may have several bytes each."""
        each = math.prod(self.shape) if isinstance(value, (bytes, bytearray, memoryview)) else 1
        return len(value) // max(each, 1)

    @property
    def is_decimal(self) -> bool:
        """Whether its items are exact decimals."""
        return self.dtype == "O" and self.length is None


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

    def __init__(self, name: str, doc: str = "", itemsize: int | None = None, fields: list[tuple[Any, ...]] | None = None, text: Text | None = None) -> None:
        if fields is None or text is None:
            raise TypeError('a record is one of a text: `datarep.Text(…).records["NAME"]`')
        #: Its name.
        self.name = name
        #: Its description, in one line.
        self.doc = doc
        self._text = text
        #: Bytes of a record in the file; ``None`` if a field says how many items another one has, so that records differ in length.
        self.itemsize = itemsize
        #: Its fields, in the order of the file.
        self.fields = [Field(*field) for field in fields]
        self._dtype: np.dtype[Any] | None = None

    @property
    def dtype(self) -> np.dtype[Any]:
        """The type of a record in memory. A field whose number of items differs from record to record is an object: an array, a list of texts, or bytes.

        A field that NumPy has no type for is an error here, as where records are read and written. :func:`datarep.scan` takes such records.
        """
        if self._dtype is None:
            refused = next((field.refused for field in self.fields if field.refused), None)
            if refused:
                raise TypeError(refused)
            self._dtype = np.dtype([(field.path, "O") if field.varies else (field.path, field.dtype, field.shape) for field in self.fields])
        return self._dtype

    def __eq__(self, other: object) -> bool:
        """Whether both are records of this name in equal texts."""
        return (self.name, self._text) == (other.name, other._text) if isinstance(other, Record) else NotImplemented

    def __hash__(self) -> int:
        return hash((self.name, self._text))

    def __repr__(self) -> str:
        return f"<datarep.Record {self.name!r}: {', '.join(field.path for field in self.fields)}>"

    def _repr_html_(self) -> str:
        shown = ["" if one is None else one for field in self.fields for one in (field.offset, field.extent)]
        rows = [
            [at, field.path, field.dtype, " x ".join(map(str, field.counts)), extent]
            for field, at, extent in zip(self.fields, shown[::2], shown[1::2])
        ]
        size = "records of different lengths" if self.itemsize is None else f"{self.itemsize} bytes"
        title = f"{self.name}: {size}. {self.doc}"
        return draw_table(title, ["byte", "field", "type", "items", "bytes each"], rows)

    def __reduce__(self) -> tuple[Any, ...]:
        return (find_record, (self._text, self.name))

    def read(self, source: Any, *, count: int | None = -1, offset: int = 0, loss: bool = False, threads: int = 1) -> Any:
        """Reads records into an array.

        ``source``, ``count``, ``offset``, ``loss`` and ``threads`` are as for :func:`datarep.read`. What is lost is told by field: ``{"lat": Loss}``. The error
        of an item has ``field`` and ``record``, too.

        If records differ in length, the whole source is read, and each record has an object for a field whose number of items varies: an array, a
        list of texts, or bytes. Of what is lost, the first item is told.

        If items of a field may be missing, which ``null if`` says in the text, the array is masked: ``array["depth"]`` has a mask, and
        ``array["depth"].filled(numpy.nan)`` a NaN in the place of missing floats. In a list of texts, a missing one is ``None``.

        >>> import datarep
        >>> text = datarep.Text("record reading { depth: i16 { null if -9999 | all 0xFF; }; }")
        >>> text.records["reading"].read(bytes.fromhex("0005 FFFF D8F1"))["depth"].tolist()
        [5, None, None]
        """
        count = check_count(count)
        # A type that NumPy does not have is refused before anything is read.
        self.dtype
        self._check_source(source, offset)
        if self.itemsize is None:
            return self._read_columns(np.ascontiguousarray(read(source, "unsigned(8)", offset=offset)), count, loss)
        try:
            data = read(source, "unsigned(8)", count=-1 if count < 0 else count * self.itemsize, offset=offset)
        except ValueError as error:
            # The bytes are of records, which were asked for.
            _, asked, rest = str(error).partition(" items of 1 bytes are asked for")
            if not asked:
                raise
            raise ValueError(f"{count} records of {self.itemsize} bytes are asked for{rest}") from None
        data = np.ascontiguousarray(data).reshape(-1)
        if data.size % self.itemsize:
            raise ValueError(
                f"{data.size} bytes are {data.size // self.itemsize} records of {self.itemsize} bytes, and {data.size % self.itemsize} bytes more"
            )
        if self._is_by_columns:
            return self._read_columns(data, -1, loss)
        out = np.zeros(data.size // self.itemsize, self.dtype)
        losses: dict[str, Loss] = {}
        for field, places in self._places(data, self.itemsize):
            column = out[field.path]
            if field.format is None:
                column.view(np.uint8).reshape(places.shape)[...] = places
                continue
            with _told(field):
                _, losses[field.path] = read(places, field.format, out=column, loss=True, threads=threads)
            if field.dtype.startswith("U"):
                out[field.path] = _cut(column, field.padding, field.trim)
        if loss:
            return out, {path: lost for path, lost in losses.items() if lost}
        self._warn(losses, len(out))
        return out

    def _warn(self, losses: Mapping[str, Loss], records: int) -> None:
        """Warns of numbers that did not fit in the type of their field, unless the text has a rule for that."""
        found = {path: lost for path, lost in losses.items() if lost["overflow"]}
        if found:
            ruled = set(self._text._list_ruled_fields(self.name))
            found = {path: lost for path, lost in found.items() if path not in ruled}
        if found:
            warn_losses(found, self.name, records)

    def _check_source(self, source: Any, offset: Any) -> None:
        """Fails if a source is a packed file, or an array in whose rows records begin that end in other rows."""
        if isinstance(source, (str, os.PathLike)):
            refuse_packed(source, offset)
        if isinstance(source, np.ndarray) and source.ndim > 1 and self.itemsize and source.itemsize != self.itemsize:
            row = source.shape[-1] * source.itemsize
            if row % self.itemsize:
                raise ValueError(
                    f"a row of the array has {row} bytes, which are no records of {self.itemsize} bytes: records go along the last axis, "
                    f"axis {source.ndim - 1}, and `array.reshape(-1)` is one row"
                )

    def _read_columns(self, array: np.ndarray[Any, Any], count: int, loss: bool) -> Any:
        """Reads records of different lengths, or with missing items, from their bytes."""
        data = array.tobytes()
        columns, losses, _ = self._text._read_records(self.name, data, None if count < 0 else count)
        records = _count_records(self.fields, columns)
        if records < count:
            raise ValueError(f"{count} records are asked for, and {len(data)} bytes have {records}")
        out = np.zeros(records, self.dtype)
        mask: Any = np.zeros(records, np.ma.make_mask_descr(self.dtype))
        for field, (column, each, missing) in zip(self.fields, columns):
            values = split_column(column, field.counts, each, records)
            if missing is not None and each is not None:
                values = mask_rows(values, split_column(missing, field.counts, each, records))
            elif missing is not None:
                mask[field.path] = split_column(missing, field.counts, None, records)
            out[field.path] = values
        made = np.ma.MaskedArray(out, mask) if self.is_nullable else out
        if loss:
            return made, losses
        self._warn(losses, records)
        return made

    @property
    def is_nullable(self) -> bool:
        """Whether items of a field may be missing."""
        return any(field.is_nullable for field in self.fields)

    @property
    def _is_by_columns(self) -> bool:
        """Whether its fields are not all converted in place: records differ in length, or an item may be missing, or the characters of a text have one
        byte or two.
        """
        return self.itemsize is None or self.is_nullable or any(field.format is None and field.length is not None for field in self.fields)

    def write(self, array: Any, out: Any = None, *, loss: bool = False, threads: int = 1) -> Any:
        """Writes an array of records, or one record. A record may also be a dict with all its fields, and several a list of dicts.

        ``out``, ``loss`` and ``threads`` are as for :func:`datarep.write`; what is lost is told by field. A dict needs no field that says how many
        items another one has: it is counted. Masked items, or ``None`` in a dict, are missing: they are written as ``null if`` of their field says.
        """
        found = np.atleast_1d(self._with_fields(array))
        if found.dtype != self.dtype:
            found = self._cast(found)
        found = found.reshape(-1)
        mask = self._find_mask(found)
        array = np.ma.getdata(found)
        losses: dict[str, Loss] = {}
        if self._is_by_columns:
            self._check_counts(array)
            columns = []
            for field in self.fields:
                values: Any = array[field.path]
                missing: Any = None
                if field.is_nullable and field.varies:
                    values, missing = unmask_rows(field.path, values, _kind(field))
                elif field.is_nullable:
                    missing = np.zeros(values.shape, bool) if mask is None else mask[field.path]
                column, each = join_column(field.path, values, _kind(field), field.varies)
                columns.append((column, each, None if missing is None else np.asarray(missing).reshape(-1).tolist()))
            made, losses = self._text._write_records(self.name, columns)
            if not loss:
                self._refuse_rounded(array, losses)
            if out is not None:
                made = write(np.frombuffer(made, np.uint8), "unsigned(8)", out)
            return (made, losses) if loss else made
        # Records that differ in length were written by columns.
        itemsize = self.itemsize or 0
        data = np.zeros(array.size * itemsize, np.uint8)
        for field, places in self._places(data, itemsize):
            column = array[field.path]
            if field.format is None:
                places[...] = np.ascontiguousarray(column).view(np.uint8).reshape(places.shape)
                continue
            if field.padding != "none" and column.size:
                column = _fill(column, int(field.dtype[1:]), field.padding, field.trim)
            with _told(field):
                _, losses[field.path] = write(column, field.format, places, loss=True, threads=threads)
        if not loss:
            self._refuse_rounded(array, losses)
        made = data.tobytes() if out is None else write(data, "unsigned(8)", out)
        return (made, {path: lost for path, lost in losses.items() if lost}) if loss else made

    def to_frame(self, array: Any, *, arrays: Literal["objects", "columns"] = "objects") -> Any:
        """A ``pandas.DataFrame`` of records: an array of :meth:`read`, or a source that it reads.

        Each field is a column, named by its path, such as ``at.x``. A field with several items is a column of arrays, one for each record, which
        ``DataFrame.explode`` takes apart. With ``arrays="columns"``, each item of a field that has the same number in all records is a column:
        ``depth_0``, ``depth_1``, and ``grid_0_1`` for two sides.
        """
        try:
            pandas = importlib.import_module("pandas")
        except ImportError:
            raise ImportError("a DataFrame is of pandas, which is not installed: `pip install pandas`") from None
        if arrays not in ("objects", "columns"):
            raise ValueError(f'arrays is "objects" or "columns", not {arrays!r}')
        is_read = isinstance(array, np.ndarray) and array.dtype == self.dtype
        records = np.atleast_1d(array if is_read else self.read(array)).reshape(-1)
        columns: dict[str, Any] = {}
        for field in self.fields:
            column = records[field.path]
            if isinstance(column, np.ma.MaskedArray) and column.ndim == 1 and not field.varies:
                columns[field.path] = _make_nullable(pandas, column) if field.is_nullable else column.data
                continue
            if field.dtype == "V1" and not field.varies:
                columns[field.path] = _make_objects([one.tobytes() for one in column])
            elif column.ndim == 1:
                columns[field.path] = column.astype(object) if column.dtype.kind == "U" else column
            elif arrays == "objects":
                columns[field.path] = _make_objects(list(column))
            else:
                for place in np.ndindex(column.shape[1:]):
                    name = "_".join([field.path, *map(str, place)])
                    columns[name] = column[(slice(None), *place)]
        return pandas.DataFrame(columns)

    def _refuse_rounded(self, array: np.ndarray[Any, Any], losses: Mapping[str, Loss]) -> None:
        """Fails if a decimal was rounded. Nobody writes decimals to have that done in silence."""
        for field in self.fields:
            lost = losses.get(field.path) if field.is_decimal else None
            if lost and lost["inexact"]:
                first = lost.first["inexact"][0]
                each = [len(value) for value in array[field.path]] if field.varies else [math.prod(field.shape)] * len(array)
                record = int(np.searchsorted(np.cumsum(each), first, "right"))
                said = "has more digits behind the point than the field: round it before, or `loss=True` counts it"
                error = ConversionError(f"field `{field.path}` of record {record}, item {first}: it {said}", first, event="inexact", direction="write")
                error.field, error.record = field.path, record
                raise error

    def _with_fields(self, array: Any) -> np.ndarray[Any, Any]:
        """An array of records, whose fields are found by their names. NumPy would take them by their places."""
        rows = [array] if isinstance(array, Mapping) else array
        if isinstance(rows, (list, tuple)) and (not rows or any(isinstance(row, Mapping) for row in rows)):
            made = np.zeros(len(rows), self.dtype)
            mask: Any = np.zeros(len(rows), np.ma.make_mask_descr(self.dtype))
            nullable = {field.path: field for field in self.fields if field.is_nullable}
            for index, row in enumerate(rows):
                if not isinstance(row, Mapping):
                    raise TypeError(f"record {index} is of the type {type(row).__name__}, and the others are dicts")
                whole = {**self._count_items(row), **row}
                self._check_names(list(whole), "the row" if len(rows) == 1 else f"row {index}")
                for name, value in whole.items():
                    kind = self.dtype[name]
                    if name in nullable and nullable[name].varies:
                        # Which of its items are missing is found when all are joined.
                        made[name][index] = value
                        continue
                    if name in nullable:
                        value, missing = find_missing(value, kind.base, kind.shape)
                        mask[name][index] = missing
                        if value is None:
                            # An array of objects has no text yet.
                            if _kind(nullable[name]) == "text":
                                made[name][index] = ""
                            continue
                    self._check_text(name, index, value)
                    with _telling(name, index):
                        made[name][index] = fit_value(value, kind.base, kind.shape)
            return np.ma.MaskedArray(made, mask) if nullable else made
        if hasattr(array, "to_dict"):
            raise TypeError(f"records of `{self.name}` are no {type(array).__name__}: write `frame.to_dict(\"records\")`, which are dicts")
        if isinstance(rows, (list, tuple)) and isinstance(rows[0], tuple):
            raise TypeError(f"records of `{self.name}` are dicts, or `numpy.array(rows, record.dtype)` of tuples")
        found = np.asanyarray(array)
        if found.dtype == self.dtype:
            return found
        if found.dtype.names is None:
            raise TypeError(
                f"array has the type {found.dtype}, and records of `{self.name}` are an array of `record.dtype`, or dicts with its fields: "
                f"{', '.join(field.path for field in self.fields)}"
            )
        self._check_names(list(found.dtype.names), "the array")
        for field in self.fields:
            if found.dtype[field.path].base.kind == "U":
                for index, value in enumerate(np.atleast_1d(found[field.path])):
                    self._check_text(field.path, index, value)
        return found[[field.path for field in self.fields]]

    def _cast(self, array: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
        """An array with the same fields in other types, as one of records. A value that does not fit is an error."""
        made, data = np.zeros(array.shape, self.dtype), np.ma.getdata(array)
        for field in self.fields:
            column, kind = data[field.path], self.dtype[field.path]
            shape = array.shape + kind.shape
            if column.dtype == object and kind.shape and column.shape == array.shape:
                # Rows of a data frame: each has its list or array.
                column = np.array([np.asarray(row).tolist() for row in column.reshape(-1)]).reshape(shape)
            with _telling(field.path, None):
                made[field.path] = fit_value(column, kind.base, shape)
        return np.ma.MaskedArray(made, np.ma.getmaskarray(array)) if isinstance(array, np.ma.MaskedArray) else made

    def _find_mask(self, array: np.ndarray[Any, Any]) -> Any:
        """Which items of an array are masked, or nothing. Fails if they belong to a field whose items are never missing."""
        if not isinstance(array, np.ma.MaskedArray):
            return None
        mask: Any = np.ma.getmaskarray(array)
        for field in self.fields:
            masked = int(np.count_nonzero(mask[field.path]))
            if masked and not field.is_nullable:
                raise ValueError(
                    f"field `{field.path}` has {masked} masked items, and the file has no mask: write `null if` in the text of the field, "
                    "or give them a value, `array.filled(value)`"
                )
        return mask

    def _check_text(self, name: str, record: int, value: Any) -> None:
        """Fails if a text has more characters than its field, which NumPy would cut off in silence."""
        length = next((field.length for field in self.fields if field.path == name), None)
        if not isinstance(length, int):
            return
        for text in np.asarray(value).reshape(-1).tolist():
            if isinstance(text, str) and len(text) > length:
                raise ValueError(f"field `{name}` of record {record} has {length} characters, and {text!r} has {len(text)}")

    def _check_counts(self, array: np.ndarray[Any, Any]) -> None:
        """Fails if a record has other items than it says."""
        single = {field.path for field in self.fields if not field.counts}
        for field in self.fields:
            count = field.counts[0] if field.varies else None
            # Of groups in groups the items stand one after another, and are counted when they are written.
            if not isinstance(count, str) or count not in single or is_varying(field.counts[1:]):
                continue
            for record, (said, value) in enumerate(zip(array[count].tolist(), array[field.path])):
                if not hasattr(value, "__len__"):
                    raise TypeError(f"field `{field.path}` of record {record} has several items, and is given {value!r}")
                if field.count_of(value) != said:
                    raise ValueError(f"record {record}: `{field.path}` has {field.count_of(value)} items, and by `{count}` it has {said}")

    def _count_items(self, row: Mapping[str, Any]) -> dict[str, int]:
        """The counts that a record has by what it counts."""
        found: dict[str, int] = {}
        for field in self.fields:
            count = field.counts[0] if field.counts else field.length
            if isinstance(count, str) and field.path in row and not is_varying(field.counts[1:]):
                value = row[field.path]
                if not field.counts and field.is_nullable and is_missing(value, False):
                    continue
                if not hasattr(value, "__len__"):
                    raise TypeError(f"field `{field.path}` has several items, or is a text, and is given {value!r}")
                found.setdefault(count, field.count_of(value))
        return found

    def _check_names(self, names: list[str], what: str) -> None:
        """Fails if a field is missing, or if there is no such field. ``what`` has the fields."""
        known = [field.path for field in self.fields]
        missing = [name for name in known if name not in names]
        unknown = [name for name in names if name not in known]
        if unknown:
            meant = suggest(unknown[0], missing or known)
            raise KeyError(f"{what} has a field `{unknown[0]}`, and records of `{self.name}` have none of that name{meant or ': ' + ', '.join(known)}")
        if missing:
            raise KeyError(f"{what} has no field `{missing[0]}`, which records of `{self.name}` have")

    def _places(self, data: np.ndarray[Any, np.dtype[np.uint8]], itemsize: int) -> Iterator[tuple[Field, np.ndarray[Any, np.dtype[np.uint8]]]]:
        """The bytes of each field in all records: an array that shares them."""
        records = data.size // itemsize
        for field in self.fields:
            shape = (records, *field.shape, field.extent or 0)
            strides = (itemsize, *(step for _, step in field.sides), 1)
            # An array without items has no first byte.
            start = data[field.offset :] if math.prod(shape) else data
            yield field, np.lib.stride_tricks.as_strided(start, shape, strides)


class Records(Mapping[str, Record]):
    """The records of a text, by their names."""

    def __init__(self, names: list[str], text: Any) -> None:
        self._names = names
        self._text = text

    def __getitem__(self, name: str) -> Record:
        if not isinstance(name, str):
            raise TypeError(f"a record is found by its name, one of {', '.join(self._names)}, not by {name!r}")
        record: Record = self._text._record(name)
        return record

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)

    def __repr__(self) -> str:
        return f"<datarep.Records: {', '.join(self._names)}>"


class _told:
    """An error of a field's column as one of the field."""

    def __init__(self, field: Field) -> None:
        self._field = field

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: Any, error: BaseException | None, trace: Any) -> None:
        if isinstance(error, TypeError):
            raise TypeError(f"field `{self._field.path}`: {error}") from None
        if isinstance(error, ConversionError):
            items = math.prod(self._field.shape)
            error.field = self._field.path
            error.record = error.index // items
            error.args = (f"field `{error.field}` of record {error.record}, {error.args[0]}", *error.args[1:])


class _telling:
    """An error of a value as one of its field and its record."""

    def __init__(self, field: str, record: int | None) -> None:
        self._place = f"field `{field}`" if record is None else f"field `{field}` of record {record}"

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: Any, error: BaseException | None, trace: Any) -> None:
        if isinstance(error, (TypeError, ValueError, OverflowError)):
            raise type(error)(f"{self._place}: {error}") from None


def _kind(field: Field) -> str:
    """The type of a field's items, where a text of any length is no decimal."""
    return "text" if field.dtype == "O" and not field.is_decimal else field.dtype


def _count_records(fields: list[Field], columns: list[tuple[Any, Any, Any]]) -> int:
    """The number of records. A record that differs in length has a count, which is a number of its own, or of a group."""
    for field, (column, each, _) in zip(fields, columns):
        if each is not None:
            return len(each)
        if not field.counts:
            return len(column)
    return 0


def _make_nullable(pandas: Any, column: np.ma.MaskedArray[Any, Any]) -> Any:
    """A column of pandas with missing values: NaN among floats, ``<NA>`` among integers and truth values, ``None`` among objects."""
    kind, mask = column.dtype.kind, np.ma.getmaskarray(column)
    if kind == "f":
        return column.filled(np.nan)
    if kind in "iu":
        return pandas.arrays.IntegerArray(column.data.copy(), mask)
    if kind == "b":
        return pandas.arrays.BooleanArray(column.data.copy(), mask)
    return _make_objects([None if missing else value for value, missing in zip(column.data.tolist(), mask)])


def _make_objects(values: list[Any]) -> np.ndarray[Any, Any]:
    """An array of objects, which NumPy would otherwise put together."""
    made = np.empty(len(values), object)
    for index, value in enumerate(values):
        made[index] = value
    return made


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
