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
    try:
        return column.cast(field.type)
    except arrow.ArrowException as error:
        raise ValueError(f"the column `{field.name}` of type {column.type} cannot be {field.type}: {error}") from None
