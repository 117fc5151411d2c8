"""Batches of Arrow as records of a file."""

from __future__ import annotations

from typing import Any, Iterable

from ._datarep import _BatchWriter
from ._engines import describe_scan, import_package
from ._record import Record
from ._scan import NamedRecord


def write_batches(record: Record | NamedRecord, batches: Iterable[Any], file: Any, marks: str | None = None) -> int:
    """Writes batches of pyarrow to a file object, and returns the number of records.

    Each field of the record is a column. A column of another type is cast, and what the type of the field does not have is an error.
    """
    arrow = import_package("pyarrow", "pyarrow", "writing batches")
    schemas = [arrow.schema(describe_scan(record, structs=structs)) for structs in (False, True)]
    writer = _BatchWriter(record._text, record.name, marks)
    records = 0
    for batch in batches:
        schema = next((schema for schema in schemas if set(schema.names) <= set(batch.schema.names)), None)
        if schema is None:
            missing = [name for name in schemas[0].names if name not in batch.schema.names]
            raise ValueError(f"there is no column for the field `{missing[0]}` of the record `{record.name}`, but {', '.join(batch.schema.names)}")
        columns = [cast_column(field, batch.column(field.name)) for field in schema]
        sink = arrow.BufferOutputStream()
        plain = arrow.schema([arrow.field(field.name, field.type) for field in schema])
        with arrow.ipc.new_stream(sink, plain) as stream:
            stream.write_batch(arrow.RecordBatch.from_arrays(columns, schema=plain))
        data, written = writer.write(sink.getvalue().to_pybytes())
        file.write(data)
        records += written
    file.write(writer.finish())
    return records


def cast_column(field: Any, column: Any) -> Any:
    """A column with the type of a field. A value that the type does not have is an error."""
    arrow = import_package("pyarrow", "pyarrow", "a column of another type")
    if column.type.equals(field.type, check_metadata=False):
        return column
    import_package("pyarrow.compute", "pyarrow", "a column of another type")
    try:
        made = _cast(arrow, column, field.type)
        lost = _find_lost(arrow, column, made)
    except arrow.ArrowException as error:
        raise ValueError(f"the column `{field.name}` of type {column.type} cannot be {field.type}: {error}") from None
    if lost is not None:
        cast = f"the column `{field.name}` of type {column.type} cannot be {field.type}"
        raise ValueError(f"{cast}, which has no {lost}: round it before")
    return made


def _cast(arrow: Any, column: Any, kind: Any) -> Any:
    """The column as one of another type.

    Arrow rounds between floats and decimals in silence, and not to the nearest number; through texts it does not.
    """
    kinds = arrow.types
    if kinds.is_dictionary(column.type):
        column = column.dictionary_decode()
    types = (column.type, kind)
    if any(map(kinds.is_floating, types)) and any(map(kinds.is_decimal, types)):
        column = column.cast(arrow.string())
    return column.cast(kind)


def _find_lost(arrow: Any, column: Any, made: Any) -> Any:
    """The first value that a cast has changed in silence, as casts from and to floats do; ``None`` if there is none."""
    kinds = arrow.types
    if kinds.is_dictionary(column.type):
        column = column.dictionary_decode()
    if kinds.is_struct(made.type) and kinds.is_struct(column.type):
        inside = dict(zip((field.name for field in column.type), column.flatten()))
        named = zip((field.name for field in made.type), made.flatten())
        pairs = [(inside[name], one) for name, one in named if name in inside]
        return next((lost for pair in pairs if (lost := _find_lost(arrow, *pair)) is not None), None)
    if hasattr(made, "flatten") and hasattr(column, "flatten") and kinds.is_nested(made.type):
        return _find_lost(arrow, column.flatten(), made.flatten())
    types = (column.type, made.type)
    if all(map(kinds.is_floating, types)):
        # A float of fewer bits is the nearest one. It must not be infinite, where the other one is not.
        changed = arrow.compute.and_(arrow.compute.is_finite(column), arrow.compute.is_inf(made))
    elif any(map(kinds.is_floating, types)) and any(map(kinds.is_decimal, types)):
        changed = arrow.compute.not_equal(made.cast(arrow.string()).cast(column.type), column)
    else:
        return None
    first = arrow.compute.index(changed, True).as_py()
    return None if first < 0 else column[first].as_py()
