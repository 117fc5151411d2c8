"""Where the arrays of a file are: what the modules for xarray, Zarr and VirtualiZarr share."""

from __future__ import annotations

import math
import os
from typing import Any, Mapping, NamedTuple

import numpy as np

from ._array import LazyArray
from ._datarep import Format, Numbers, representations
from ._engines import find_record
from ._record import Field, Record
from ._scales import find_scale, refuse_integers


class Variable(NamedTuple):
    """An array of a file, and the names of its sides."""

    array: LazyArray
    dims: tuple[str, ...]
    #: What is known of it: the format, or the field of the record.
    attributes: dict[str, Any]


def find_variables(
    path: str,
    *,
    text: str | None,
    record: str | Record | None,
    offset: int,
    count: int,
    variables: Mapping[str, Mapping[str, Any]] | None,
    drop: tuple[str, ...],
) -> dict[str, Variable]:
    """The arrays that the fields of a record are, and those that are described one by one."""
    found: dict[str, Variable] = {}
    if text is not None or record is not None:
        described = record if isinstance(record, Record) else _find_fields(text, record)
        if described.itemsize is None:
            raise ValueError(f"the records of `{described.name}` differ in length, and are no arrays: `datarep.scan` reads them")
        rows = _count_records(path, described, offset, count)
        for field in described.fields:
            if field.path not in drop and field.format is not None:
                found[field.path] = _open_field(path, described, field, offset, rows)
    for name, options in (variables or {}).items():
        if name not in drop:
            found[name] = _open_variable(path, name, dict(options))
    if not found:
        raise ValueError("nothing says which arrays the file has: give a text with a record, or `variables`")
    return found


def _find_fields(text: str | None, name: str | None) -> Record:
    """A record with its fields."""
    found = find_record(text, None, name)
    record: Record = found._text.records[found.name]
    return record


def _count_records(path: str, record: Record, offset: int, count: int) -> int:
    """How many records the file has from the offset on."""
    size = record.itemsize or 0
    rest = os.stat(path).st_size - offset
    if count >= 0:
        if rest < count * size:
            raise ValueError(f"{path} has {max(rest, 0)} bytes from byte {offset} on, and {count} records of {size} bytes are {count * size}")
        return count
    if rest < 0:
        raise ValueError(f"the offset is {offset}, and {path} has {offset + rest} bytes")
    if size == 0 or rest % size:
        raise ValueError(f"{rest} bytes are no whole number of records of {size} bytes: say their `count`")
    return rest // size


def _open_field(path: str, record: Record, field: Field, offset: int, rows: int) -> Variable:
    """The array of a field: one item, or several, for each record."""
    if field.is_nullable:
        raise ValueError(f"items of `{field.path}` may be missing, which an array cannot say: drop the variable, or read records by `datarep.scan`")
    if field.is_decimal:
        raise ValueError(f"items of `{field.path}` are exact decimals, which no array has: drop the variable, or read records by `datarep.scan`")
    if field.refused:
        raise TypeError(field.refused)
    assert field.offset is not None and field.format is not None and record.itemsize is not None
    shape = (rows, *[count for count, _ in field.sides])
    strides = (record.itemsize, *[stride for _, stride in field.sides])
    array = LazyArray(path, field.format, dtype=field.dtype, shape=shape, strides=strides, offset=offset + field.offset)
    sides = tuple(f"{field.path}_{axis}" if len(field.sides) > 1 else field.path + "_item" for axis in range(len(field.sides)))
    return Variable(array, (record.name, *sides), {"datarep_field": f"{record.name}.{field.path}"})


def _open_variable(path: str, name: str, options: dict[str, Any]) -> Variable:
    """An array that is described by the arguments of :func:`datarep.open`, and `dims`."""
    dims = options.pop("dims", None)
    if "format" not in options:
        raise ValueError(f"the variable {name!r} has no `format`, such as \"hfp32\"")
    array = LazyArray(path, options.pop("format"), **options)
    if dims is None:
        dims = [f"{name}_{axis}" for axis in range(array.ndim)]
    if len(dims) != array.ndim:
        raise ValueError(f"the variable {name!r} has the shape {array.shape} and the dims {tuple(dims)}: each side has a name")
    return Variable(array, tuple(dims), {"datarep_format": array.format})


class Chunk(NamedTuple):
    """Bytes of a file that are items of an array one after the other."""

    #: Where it is among the chunks.
    place: tuple[int, ...]
    offset: int
    length: int


def divide_array(array: LazyArray, most: int) -> tuple[tuple[int, ...], list[Chunk]]:
    """The sides of a chunk, and the chunks of an array. All of the items of a chunk lie back to back, so that no byte beside them is read.

    A chunk has about ``most`` bytes where items lie back to back so far.
    """
    extent, strides = array._extent, array._strides
    sides = [1] * array.ndim
    run = extent
    for axis in reversed(range(array.ndim)):
        if strides[axis] != run and array.shape[axis] > 1:
            break
        # All chunks have the same sides, so that the last one would reach behind the end of the array if it is not whole.
        sides[axis] = _find_divisor(array.shape[axis], max(most // run, 1))
        run *= sides[axis]
        if sides[axis] != array.shape[axis]:
            break
    counts = [side // part if part else 0 for side, part in zip(array.shape, sides)]
    chunks = []
    for place in np.ndindex(*counts):
        at = array._origin + sum(index * part * stride for index, part, stride in zip(place, sides, strides))
        chunks.append(Chunk(tuple(place), at, run))
    return tuple(max(side, 1) for side in sides), chunks


def _find_divisor(side: int, most: int) -> int:
    """The largest divisor of a side that is not more than ``most``."""
    if side <= most:
        return max(side, 1)
    return max(whole for low in range(1, math.isqrt(side) + 1) if side % low == 0 for whole in (low, side // low) if whole <= most)


def measure_items(format: str | Format, dtype: Any, order: str | None, rules: Mapping[str, str]) -> int:
    """The bytes of an item in the file."""
    known = Format(format) if isinstance(format, str) and format not in representations() else format
    if isinstance(known, Format) and known._packed_from is not None:
        raise ValueError(f"the items of {known.name} are packed words, which do not begin at whole bytes: `datarep.open` reads them")
    refuse_integers(known, dtype, find_scale(known))
    return Numbers(known, dtype, False, order, 1, dict(rules)).extent
