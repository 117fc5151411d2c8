"""Records of files as tables of Apache Spark, and back: a data source for Spark 4.

.. code-block:: python

    spark.dataSource.register(datarep.spark.DataSource)
    spark.read.format("datarep").option("text", "account.datarep").option("marks", "rdw").load("in/")

It is a data source in Python. So there is no jar, and the package has to be installed where Spark's executors run. The schema is
known from the text alone, and no file is read for it. Each partition is a part of ``Scan.split``, which an executor reads in
batches of Arrow.

Options are texts:

``text``, ``copybook``
    What describes the records: a path on the driver, or what is in it. A copybook is read as by ``datarep.Text.from_copybook``.
``import_options``
    What the copybook leaves open, as options of the command ``datarep import``: ``--floats ieee --include folder``.
``record``
    The name of the record, if there are several. Without text and copybook it is the name of a format, whose numbers are the column ``value``.
``marks``, ``on_bad``, ``batch_rows``, ``structs``
    As for :func:`datarep.scan`. ``structs`` is ``"true"`` or ``"false"``.
``columns``
    The fields that are read, with commas between them. ``DataFrameReader.schema`` names them, too, and their types.
``partitions``
    The most partitions. By default one has about 64 MiB.
``pushdown``
    With ``"true"``, simple filters are applied before rows go to Spark. Spark asks for it where its configuration
    ``spark.sql.python.filterPushdown.enabled`` is ``true``.

:func:`write_parquet` makes Parquet of records in Spark's tasks, without a value that goes through Java.

Spark has no integers without a sign, and no decimals of more than 38 digits: ``u8``, ``u16``, ``u32`` and ``u64`` become ``smallint``,
``int``, ``bigint`` and ``decimal(20,0)``, and such decimals become texts. No value is changed.
"""

from __future__ import annotations

import dataclasses
import functools
import inspect
import json
import os
import shutil
import uuid
from typing import TYPE_CHECKING, Any, Callable, Iterable, Iterator, TypeAlias

from ._batches import cast_column, write_batches
from ._copybooks import parse_options
from ._engines import count_parts, describe_scan, find_record, import_package, list_files, scan_files
from ._record import Record
from ._scan import NamedRecord, Scan

if TYPE_CHECKING:
    # The classes of Spark have no types that a checker finds where Spark is not installed.
    _Source: TypeAlias = object
    _BatchReader: TypeAlias = object
    _StreamReader: TypeAlias = object
    _ArrowWriter: TypeAlias = object
    _Message: TypeAlias = object
else:
    _api = import_package("pyspark.sql.datasource", "pyspark", "datarep.spark")
    _Source, _BatchReader, _StreamReader = _api.DataSource, _api.DataSourceReader, _api.DataSourceStreamReader
    _ArrowWriter, _Message = _api.DataSourceArrowWriter, _api.WriterCommitMessage

#: The options that there are. Spark adds the paths.
_OPTIONS = ("text", "copybook", "import_options", "record", "marks", "on_bad", "batch_rows", "structs", "columns", "partitions", "pushdown", "path", "paths")

#: Bytes in memory of the rows that are a row group of Parquet, about.
_GROUP_BYTES = 64 << 20

#: The most digits of a decimal of Spark.
_MOST_DIGITS = 38


class DataSource(_Source):
    """The data source ``datarep``, which ``spark.dataSource.register`` takes."""

    def __init__(self, options: Any) -> None:
        self.options = options
        unknown = [name for name in options if name not in _OPTIONS]
        if unknown:
            raise ValueError(f"there is no option {unknown[0]!r}, but {', '.join(_OPTIONS[:-2])}")
        #: The text is read once, on the driver, and goes to the executors with the source.
        import_options = parse_options(options.get("import_options", ""))
        self._record = find_record(options.get("text"), options.get("copybook"), options.get("record"), import_options)
        self._partitions = _read_number(options, "partitions")
        columns = options.get("columns")
        self._scan_options: dict[str, Any] = {
            "marks": options.get("marks"),
            "on_bad": options.get("on_bad", "error"),
            "batch_rows": _read_number(options, "batch_rows") or 1 << 16,
            "structs": _read_truth(options, "structs"),
            "columns": None if columns is None else [name.strip() for name in columns.split(",")],
        }

    @classmethod
    def name(cls) -> str:
        """Its name for ``spark.read.format``."""
        return "datarep"

    def schema(self) -> Any:
        """The columns of the records. No file is read."""
        arrow = import_package("pyarrow", "pyarrow", "datarep.spark")
        return convert_schema(arrow.schema(describe_scan(self._record, **self._scan_options)))

    def reader(self, schema: Any) -> Any:
        """What reads the files of ``load``."""
        kind = FilteringReader if _read_truth(self.options, "pushdown") else BatchReader
        return kind(self._paths(), self._record, self._narrow(schema), schema, self._partitions)

    def streamReader(self, schema: Any) -> Any:
        """What reads the files that are added to the folder of ``load``."""
        paths = self._paths()
        if len(paths) != 1 or not os.path.isdir(_find_local(paths[0])):
            raise ValueError(f"a stream reads the files that are added to a folder, and {', '.join(paths)} is none")
        return FolderReader(_find_local(paths[0]), self._record, self._narrow(schema), schema, self._partitions)

    def writer(self, schema: Any, overwrite: bool) -> Any:
        """What writes records to files in the folder of ``save``."""
        paths = self._paths()
        if len(paths) != 1:
            raise ValueError("records are written to one folder")
        return FolderWriter(_find_local(paths[0]), self._record, self.options.get("marks"), overwrite)

    def _paths(self) -> list[str]:
        several = self.options.get("paths")
        if several is not None:
            return [str(path) for path in json.loads(several)]
        path = self.options.get("path")
        if path is None:
            raise ValueError("there is no path: `load(\"folder\")`, `save(\"folder\")`")
        return [path]

    def _narrow(self, schema: Any) -> dict[str, Any]:
        """The options of the scan, with the columns of the schema that somebody asked for."""
        options, names = dict(self._scan_options), schema.fieldNames()
        known = list(describe_scan(self._record, **options).columns)
        unknown = [name for name in names if name not in known]
        if unknown:
            raise ValueError(f"the record `{self._record.name}` has no column {unknown[0]!r}, but {', '.join(known)}")
        if names != known and not options["structs"]:
            options["columns"] = names
        return options


class BatchReader(_BatchReader):
    """Reads files in partitions of whole records."""

    def __init__(self, paths: list[str], record: Record | NamedRecord, options: dict[str, Any], schema: Any, partitions: int | None) -> None:
        self._paths, self._record, self._options = paths, record, options
        self._schema, self._partitions = schema, partitions

    def partitions(self) -> list[Any]:
        """A partition for each part of the scan."""
        return _make_partitions(scan_files(self._paths, self._record, **self._options), self._partitions)

    def read(self, partition: Any) -> Iterator[Any]:
        """The batches of a part."""
        return read_batches(partition.value, self._schema)


class FilteringReader(BatchReader):
    """Applies simple filters to batches, so that fewer rows go to Spark."""

    _filters: tuple[Any, ...] = ()

    def pushFilters(self, filters: list[Any]) -> Iterable[Any]:
        """Takes the filters that mean the same here as in Spark, and gives back the others."""
        schema = _find_arrow_schema(self._schema)
        for one in filters:
            try:
                compile_filter(one, schema)
            except _Unknown:
                yield one
            else:
                self._filters += (one,)

    def read(self, partition: Any) -> Iterator[Any]:
        """The rows of a part that pass."""
        return read_batches(partition.value, self._schema, self._filters)


class FolderReader(_StreamReader):
    """Reads the files that are added to a folder, each once.

    An offset is the names of all files in the folder and their sizes. A file has to be complete when it appears, as after a move. If
    it grows later, the stream ends with an error.
    """

    def __init__(self, folder: str, record: Record | NamedRecord, options: dict[str, Any], schema: Any, partitions: int | None) -> None:
        self._folder, self._record, self._options = folder, record, options
        self._schema, self._partitions = schema, partitions

    def initialOffset(self) -> dict[str, int]:
        """No file."""
        return {}

    def latestOffset(self, start: Any = None, limit: Any = None) -> dict[str, int]:
        """All files that are in the folder now."""
        del start, limit
        return {os.path.basename(path): os.stat(path).st_size for path in list_files(self._folder)}

    def partitions(self, start: dict[str, int], end: dict[str, int]) -> list[Any]:
        """Partitions of the files that were added."""
        for name, size in end.items():
            if start.get(name, size) != size:
                raise ValueError(f"{os.path.join(self._folder, name)} has {size} bytes, and {start[name]} when it was read: move files to the folder when they are complete")
        added = [os.path.join(self._folder, name) for name in sorted(end) if name not in start]
        if not added:
            return []
        return _make_partitions(scan_files(added, self._record, **self._options), self._partitions)

    def read(self, partition: Any) -> Iterator[Any]:
        """The batches of a part."""
        return read_batches(partition.value, self._schema)


@dataclasses.dataclass
class PartMessage(_Message):
    """The file that a task has written."""

    path: str
    records: int


@dataclasses.dataclass
class OutputFolder:
    """A folder that gets the files of tasks when all of them are complete, and nothing before."""

    folder: str
    #: How names of files end.
    ending: str
    #: What tells the files of this run from those of others.
    run: str = dataclasses.field(default_factory=lambda: uuid.uuid4().hex[:12])

    def __post_init__(self) -> None:
        self._unfinished = os.path.join(self.folder, f"_unfinished-{self.run}")

    def name_part(self, part: int, attempt: str) -> str:
        """A path for the file of a part. An attempt that is lost leaves its file, which nobody names in `publish_parts`."""
        os.makedirs(self._unfinished, exist_ok=True)
        return os.path.join(self._unfinished, f"part-{part:05}-{self.run}.{attempt}")

    def publish_parts(self, paths: Iterable[str], overwrite: bool) -> None:
        """Moves files of parts to their place, and removes the older ones if they are to be overwritten."""
        older = list_files(self.folder) if overwrite else []
        for path in paths:
            stem = os.path.basename(path).rsplit(".", 1)[0]
            os.replace(path, os.path.join(self.folder, stem + self.ending))
        for path in older:
            os.remove(path)
        self.remove_unfinished()

    def remove_unfinished(self) -> None:
        """Removes the files that were not published."""
        shutil.rmtree(self._unfinished, ignore_errors=True)


class FolderWriter(_ArrowWriter):
    """Writes records to files in a folder, one for each partition. They appear in it when all are complete."""

    def __init__(self, folder: str, record: Record | NamedRecord, marks: str | None, overwrite: bool) -> None:
        self._output = OutputFolder(folder, ".dat")
        self._record, self._marks, self._overwrite = record, marks, overwrite

    def write(self, iterator: Iterator[Any]) -> PartMessage:
        """Writes the records of a partition."""
        task = import_package("pyspark", "pyspark", "datarep.spark").TaskContext.get()
        path = self._output.name_part(task.partitionId(), str(task.taskAttemptId()))
        with open(path, "wb") as file:
            records = write_batches(self._record, iterator, file, self._marks)
        return PartMessage(path, records)

    def commit(self, messages: list[Any]) -> None:
        """Moves the files to their place, and removes the older ones if they are to be overwritten."""
        written = [message.path for message in messages if message is not None and message.records]
        self._output.publish_parts(written, self._overwrite)

    def abort(self, messages: list[Any]) -> None:
        """Removes what is unfinished."""
        del messages
        self._output.remove_unfinished()


def write_parquet(spark: Any, source: Any, folder: str, *, mode: str = "error", compression: str = "snappy", dictionary: bool = False, **options: Any) -> int:
    """Makes files of Parquet of records, one for each partition, and returns the number of rows.

    The rows and their types are those of ``spark.read.format("datarep").load(source)`` with the same options. But each task writes its
    file itself, by pyarrow. Between Python and Java goes a row for each file, in place of each value of each row.

    ``source`` is a path, a folder, a pattern, or a list of them. ``folder`` is one of a file system that all executors have; the files appear in it when all are complete.
    ``mode`` says what happens if the folder has files: ``"error"``, ``"append"`` or ``"overwrite"``. ``compression`` is one of
    pyarrow, such as ``"snappy"``, ``"zstd"`` or ``"none"``. ``dictionary`` makes columns with few different values smaller, and
    costs time for the others. ``options`` are those of the source, as texts or as Python has them: ``marks="rdw"``, ``partitions=64``.

    .. code-block:: python

        datarep.spark.write_parquet(spark, "in", "accounts", text="account.datarep", marks="rdw")
    """
    if mode not in ("error", "append", "overwrite"):
        raise ValueError(f'mode is "error", "append" or "overwrite", not {mode!r}')
    refused = next((name for name in options if name not in _OPTIONS or name in ("path", "paths", "pushdown")), None)
    if refused is not None:
        raise TypeError(f"`write_parquet` has no option {refused!r}")
    paths = [os.fspath(path) for path in (source if isinstance(source, (list, tuple)) else [source])]
    folder = os.path.abspath(_find_local(os.fspath(folder)))
    if mode == "error" and os.path.isdir(folder) and list_files(folder):
        raise FileExistsError(f'{folder} has files: say `mode="append"` or `mode="overwrite"`, or name another folder')
    if mode == "overwrite" and any(os.path.dirname(file) == folder for path in paths for file in list_files(path)):
        raise ValueError(f"{folder} has the records themselves, which would be removed: name another folder")
    output = OutputFolder(folder, ".parquet")
    settings = {"output": dataclasses.asdict(output), "compression": compression, "use_dictionary": dictionary}
    texts = {name: _format_option(value) for name, value in options.items() if value is not None}
    spark.dataSource.register(ParquetSource)
    reader = spark.read.format(ParquetSource.name()).options(**texts, **{ParquetSource.SETTINGS: json.dumps(settings)})
    try:
        files = reader.load(paths).collect()
        # A file without rows says what columns there are, where no other one does.
        written = [file.path for file in files if file.records] or [file.path for file in files[:1]]
        output.publish_parts(written, mode == "overwrite")
    finally:
        output.remove_unfinished()
    return sum(file.records for file in files)


class ParquetSource(DataSource):
    """The data source of :func:`write_parquet`: reading a partition makes a file of it. A row is a file that was written."""

    #: The option with what `write_parquet` has beside the options of the source.
    SETTINGS = "parquet"

    def __init__(self, options: Any) -> None:
        super().__init__({name: value for name, value in options.items() if name != self.SETTINGS})
        self._settings = json.loads(options[self.SETTINGS])

    @classmethod
    def name(cls) -> str:
        """Its name for ``spark.read.format``."""
        return "datarep_parquet"

    def schema(self) -> Any:
        """The columns of the list of files."""
        return "path string, records long"

    def reader(self, schema: Any) -> Any:
        """What makes the files."""
        return ParquetMaker(self._paths(), self._record, self._scan_options, super().schema(), self._partitions, self._settings)


class ParquetMaker(BatchReader):
    """Makes a file of Parquet of each partition."""

    def __init__(self, paths: list[str], record: Record | NamedRecord, options: dict[str, Any], schema: Any, partitions: int | None, settings: dict[str, Any]) -> None:
        super().__init__(paths, record, options, schema, partitions)
        self._settings = settings

    def partitions(self) -> list[Any]:
        """A partition for each part of the scan, with its number."""
        partition = import_package("pyspark.sql.datasource", "pyspark", "datarep.spark").InputPartition
        return [partition((index, part.value)) for index, part in enumerate(super().partitions())]

    def read(self, partition: Any) -> Iterator[Any]:
        """Makes the file of a part, and gives its path and its number of rows."""
        arrow = import_package("pyarrow", "pyarrow", "datarep.spark")
        parquet = import_package("pyarrow.parquet", "pyarrow", "datarep.spark")
        settings = dict(self._settings)
        index, scan = partition.value
        path = OutputFolder(**settings.pop("output")).name_part(index, uuid.uuid4().hex)
        records = 0
        with parquet.ParquetWriter(path, _find_arrow_schema(self._schema), **settings) as writer:
            for group in _collect_groups(read_batches(scan, self._schema), _GROUP_BYTES):
                table = arrow.Table.from_batches(group)
                writer.write_table(table, row_group_size=max(table.num_rows, 1))
                records += table.num_rows
        yield arrow.RecordBatch.from_pydict({"path": [path], "records": [records]})


def _collect_groups(batches: Iterator[Any], most_bytes: int) -> Iterator[list[Any]]:
    """Lists of batches that have about so many bytes together."""
    group, group_bytes = [], 0
    for batch in batches:
        group.append(batch)
        group_bytes += batch.nbytes
        if group_bytes >= most_bytes:
            yield group
            group, group_bytes = [], 0
    if group:
        yield group


def read_batches(scan: Scan, schema: Any, filters: Iterable[Any] = ()) -> Iterator[Any]:
    """The batches of a scan, with the columns and the types of Spark's schema, and the rows that pass all filters."""
    arrow = import_package("pyarrow", "pyarrow", "datarep.spark")
    target = _find_arrow_schema(schema)
    tests = [compile_filter(one, target) for one in filters]
    reader = arrow.RecordBatchReader.from_stream(scan)
    # Looked up once: a batch may have a thousand columns, and a file a million batches.
    columns = [(field, reader.schema.get_field_index(field.name)) for field in target]
    for batch in reader:
        made = arrow.RecordBatch.from_arrays([cast_column(field, batch.column(index)) for field, index in columns], schema=target)
        for test in tests:
            made = made.filter(test(made))
        yield made


def _find_arrow_schema(schema: Any) -> Any:
    convert = import_package("pyspark.sql.pandas.types", "pyspark", "datarep.spark").to_arrow_schema
    # Spark 4.1 wants a time zone, though no record has times. Spark 4.0 does not know the parameter.
    zone = {"timezone": "UTC"} if "timezone" in inspect.signature(convert).parameters else {}
    return convert(schema, **zone)


def _make_partitions(scan: Scan, wanted: int | None) -> list[Any]:
    partition = import_package("pyspark.sql.datasource", "pyspark", "datarep.spark").InputPartition
    return [partition(part) for part in scan.split(count_parts(scan._parts, wanted))]


def convert_schema(schema: Any) -> Any:
    """Spark's schema of a schema of Arrow."""
    types = import_package("pyspark.sql.types", "pyspark", "datarep.spark")
    return types.StructType([types.StructField(field.name, _convert_type(types, field.type), field.nullable) for field in schema])


def _convert_type(types: Any, kind: Any) -> Any:
    arrow = import_package("pyarrow", "pyarrow", "datarep.spark").types
    simple = {
        "bool": types.BooleanType, "int8": types.ByteType, "int16": types.ShortType, "int32": types.IntegerType, "int64": types.LongType,
        "uint8": types.ShortType, "uint16": types.IntegerType, "uint32": types.LongType, "halffloat": types.FloatType, "float": types.FloatType,
        "double": types.DoubleType, "string": types.StringType, "large_string": types.StringType, "binary": types.BinaryType,
    }  # fmt: skip
    if str(kind) in simple:
        return simple[str(kind)]()
    if arrow.is_uint64(kind):
        return types.DecimalType(20, 0)
    if arrow.is_decimal(kind):
        # Spark has neither negative scales, nor more digits behind the point than there are digits.
        digits, scale = max(kind.precision - min(kind.scale, 0), kind.scale), max(kind.scale, 0)
        return types.DecimalType(digits, scale) if digits <= _MOST_DIGITS else types.StringType()
    if arrow.is_fixed_size_binary(kind):
        return types.BinaryType()
    if arrow.is_list(kind) or arrow.is_fixed_size_list(kind):
        return types.ArrayType(_convert_type(types, kind.value_type), kind.value_field.nullable)
    if arrow.is_struct(kind):
        return types.StructType([types.StructField(field.name, _convert_type(types, field.type), field.nullable) for field in kind])
    raise TypeError(f"Spark has no type for {kind}")


class _Unknown(Exception):
    """A filter that Spark has to apply."""


def compile_filter(one: Any, schema: Any) -> Callable[[Any], Any]:
    """What says for a batch which rows pass a filter of Spark; null where a comparison with null decides.

    Floats are left to Spark, for which NaN is equal to itself and greater than all.
    """
    arrow = import_package("pyarrow", "pyarrow", "datarep.spark")
    compute = import_package("pyarrow.compute", "pyarrow", "datarep.spark")
    kind = type(one).__name__
    if kind == "Not":
        inner = compile_filter(one.child, schema)
        return lambda batch: compute.invert(inner(batch))
    path: tuple[str, ...] = getattr(one, "attribute", ())
    if len(path) != 1 or path[0] not in schema.names:
        raise _Unknown(kind)
    name = path[0]
    type_ = schema.field(name).type
    if kind in ("IsNull", "IsNotNull"):
        test = compute.is_null if kind == "IsNull" else compute.is_valid
        return lambda batch: test(batch.column(name))
    if not (arrow.types.is_integer(type_) or arrow.types.is_decimal(type_) or arrow.types.is_string(type_)):
        raise _Unknown(kind)
    if kind == "EqualNullSafe" and one.value is None:
        return lambda batch: compute.is_null(batch.column(name))
    values = list(one.value) if kind == "In" else [one.value]
    if any(value is None for value in values):
        raise _Unknown(kind)
    try:
        scalars = arrow.array(values, type_)
    except (arrow.ArrowException, OverflowError, TypeError, ValueError):
        raise _Unknown(kind) from None
    return functools.partial(_TESTS[kind], compute, name, scalars) if kind in _TESTS else _refuse_filter(kind)


def _refuse_filter(kind: str) -> Any:
    raise _Unknown(kind)


def _compare(function: str) -> Callable[..., Any]:
    return lambda compute, name, values, batch: getattr(compute, function)(batch.column(name), values[0])


def _search(function: str) -> Callable[..., Any]:
    return lambda compute, name, values, batch: getattr(compute, function)(batch.column(name), values[0].as_py())


def _find_in(compute: Any, name: str, values: Any, batch: Any) -> Any:
    column = batch.column(name)
    return compute.if_else(compute.is_valid(column), compute.is_in(column, values), None)


#: What applies a filter, by the name of its class: a function of pyarrow.compute, a column, the values of the filter and a batch.
_TESTS: dict[str, Callable[..., Any]] = {
    "EqualTo": _compare("equal"),
    "EqualNullSafe": lambda compute, name, values, batch: compute.fill_null(compute.equal(batch.column(name), values[0]), False),
    "GreaterThan": _compare("greater"),
    "GreaterThanOrEqual": _compare("greater_equal"),
    "LessThan": _compare("less"),
    "LessThanOrEqual": _compare("less_equal"),
    "In": _find_in,
    "StringStartsWith": _search("starts_with"),
    "StringEndsWith": _search("ends_with"),
    "StringContains": _search("match_substring"),
}


def _find_local(path: str) -> str:
    """The path of a folder, which Spark may name by a URL."""
    local = path.removeprefix("file:")
    if local.startswith("///"):
        local = local[2:]
    if "://" in local:
        raise ValueError(f"{path} is no folder of a file system: mount it")
    return local


def _format_option(value: Any) -> str:
    """The value of an option as a text, as Spark has them."""
    if isinstance(value, (list, tuple)):
        return ",".join(map(str, value))
    return str(value).lower() if isinstance(value, bool) else str(value)


def _read_number(options: Any, name: str) -> int | None:
    value = options.get(name)
    if value is None:
        return None
    if not value.isdigit() or int(value) < 1:
        raise ValueError(f"the option {name} is a number, 1 or more, not {value!r}")
    return int(value)


def _read_truth(options: Any, name: str) -> bool:
    value = options.get(name, "false").lower()
    if value not in ("true", "false"):
        raise ValueError(f'the option {name} is "true" or "false", not {value!r}')
    return bool(value == "true")
