"""Records of files as a stream of Apache Arrow, for every engine that takes one."""

from __future__ import annotations

import bz2
import functools
import glob as globbing
import gzip
import importlib
import io
import lzma
import os
import threading
from typing import Any, Callable, Iterable, Literal, NamedTuple

from ._datarep import Format, ScanCounts, Text, _scan_columns, _scan_schema, _scan_stream, _split_marks, formats
from ._files import as_source, import_fsspec, refuse_packed, refuse_text_file
from ._record import Record
from ._sizes import check_size

#: What opens a compressed file, by the ending of its name.
_UNPACKERS: dict[str, Callable[[Any], Any]] = {".gz": gzip.open, ".bz2": bz2.open, ".xz": lzma.open}


class SharedFile:
    """A file object that streams read. Each of them has its own place, so that several may be open at once.

    One that cannot be sought is read by one stream.
    """

    def __init__(self, file: Any) -> None:
        self._file = file
        self._begin = _tell(file)
        self._lock = threading.Lock()
        self._is_taken = False

    @property
    def name(self) -> str:
        """Its name, for messages."""
        return str(getattr(self._file, "name", "the file object"))

    def take(self) -> None:
        """Takes it for a new stream. Fails if it was read, and cannot be sought."""
        if self._is_taken and self._begin is None:
            help = "name the file by its path, or scan a new file object"
            raise ValueError(f"{self.name} was read already, and cannot be sought: {help}")
        self._is_taken = True

    def open(self) -> Any:
        """What reads it from where it stood."""
        return self._file if self._begin is None else _Place(self._file, self._begin, self._lock)


class _Place:
    """A place in a file object, which others move, too."""

    def __init__(self, file: Any, at: int, lock: threading.Lock) -> None:
        self._file, self._at, self._lock = file, at, lock

    def read(self, size: int) -> Any:
        """At most so many bytes from here on."""
        with self._lock:
            self._file.seek(self._at)
            part = self._file.read(size)
            self._at = self._file.tell()
        return part


class Part(NamedTuple):
    """Bytes of a file: whole records."""

    #: The path or URL of the file, or a :class:`SharedFile`.
    source: Any
    #: The first byte, and the number of bytes; ``None`` up to the end.
    begin: int = 0
    length: int | None = None
    #: The number of its first record in the file. In a part of a file with marks, records are counted from its beginning.
    first: int = 0
    #: In a part of a file with marks, what a reader knows that stands at its beginning.
    border: str | None = None

    @property
    def name(self) -> str:
        """Its name, for messages."""
        return self.source if isinstance(self.source, str) else self.source.name

    @property
    def is_plain(self) -> bool:
        """Whether its bytes are those of a file that has a path."""
        return isinstance(self.source, str) and "://" not in self.source and _find_unpacker(self.source) is None

    def count_bytes(self) -> int:
        """About how many bytes it has: those of the file, packed or not."""
        if self.length is not None:
            return self.length
        return os.stat(self.source).st_size if isinstance(self.source, str) and "://" not in self.source else 1

    def make_opener(self) -> Any:
        """The path, or a function that opens the file."""
        if not isinstance(self.source, str):
            return self.source.open
        return self.source if self.is_plain else functools.partial(_open_file, self.source)


class NamedRecord:
    """A record that is only scanned: its items may be of types that NumPy does not have."""

    def __init__(self, text: Text, name: str) -> None:
        self._text = text
        #: Its name.
        self.name = name
        #: Bytes of a record in the file; ``None`` if records differ in length.
        self.itemsize = text._measure_record(name)

    def __reduce__(self) -> tuple[Any, ...]:
        return (NamedRecord, (self._text, self.name))


class Scan:
    """Records of files, which are read when a package asks for them: a stream of batches of Apache Arrow.

    :func:`scan` makes one. ``pyarrow.table(scan)``, ``polars.DataFrame(scan)``, ``duckdb.sql("select * from scan")`` and
    ``pandas.DataFrame.from_arrow(scan)`` take it. Each of them reads the files anew. No more than some batches are in memory.
    """

    def __init__(
        self,
        parts: list[Part],
        record: Record | NamedRecord,
        marks: str | None,
        columns: list[str] | None,
        on_bad: str,
        batch_rows: int,
        structs: bool,
        threads: int = 1,
    ) -> None:
        self._parts = parts
        self._record = record
        self._options = (marks, columns, on_bad, batch_rows, structs, threads)
        self._counts: ScanCounts | None = None
        # What is wrong with the options is said now, and not when the data are asked for.
        self._columns = _scan_columns(record._text, record.name, self._options)

    @property
    def columns(self) -> dict[str, str]:
        """The name of each column, and its type in Arrow."""
        return {name: kind for name, kind, _ in self._columns}

    @property
    def files(self) -> list[str]:
        """The names of the files, each once."""
        return list(dict.fromkeys(part.name for part in self._parts))

    @property
    def counts(self) -> ScanCounts | None:
        """What was found by the last stream so far: records, bad ones and those that were left out. ``None`` before the first."""
        return self._counts

    def __arrow_c_schema__(self) -> object:
        """The schema, in a capsule of Arrow."""
        return _scan_schema(self._record._text, self._record.name, self._options)

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """A new stream of the records, in a capsule of Arrow. Another schema than that of the scan cannot be asked for, which Arrow allows."""
        del requested_schema
        for part in self._parts:
            if not isinstance(part.source, str):
                part.source.take()
        parts = [(part.name, part.make_opener(), part.begin, part.length, part.first, part.border) for part in self._parts]
        capsule, self._counts = _scan_stream(self._record._text, self._record.name, parts, self._options)
        return capsule

    def select(self, columns: Iterable[str]) -> Scan:
        """A scan of the same records with these columns only. The others are not read."""
        chosen = _check_columns(columns, "select(")
        marks, before, on_bad, batch_rows, structs, _ = self._options
        if structs:
            # A struct is made of the fields that are inside.
            fields = Scan([], self._record, marks, before, on_bad, batch_rows, False).columns
            known = self.columns
            for name in chosen:
                if name not in known:
                    raise ValueError(f"there is no column {name!r}, but {', '.join(known)}")
            chosen = [field for name in chosen for field in fields if field == name or field.startswith(name + ".")]
        return self._derive(self._parts, chosen, batch_rows)

    def split(self, n: int) -> list[Scan]:
        """At most ``n`` scans of whole records, which together have the same records in the same order.

        Records of a fixed length without marks are divided by arithmetic, and nothing is read. For marks such as ``"rdw"`` a small part of the
        file is read. Where that does not prove where records begin, as for blocks and Fortran's records, the marks are walked from one to
        the next. Records of variable length without marks, and packed files, are divided between files only.

        A scan of a path has no data, and can be pickled.
        """
        n = check_size("n", n, least=1)
        sizes = [part.count_bytes() for part in self._parts]
        total = max(sum(sizes), 1)
        groups: list[list[Part]] = [[] for _ in range(n)]
        before = 0
        for part, size in zip(self._parts, sizes):
            for piece, at in self._divide(part, size, [k * total / n - before for k in range(1, n)]):
                groups[min(int((before + at) * n / total), n - 1)].append(piece)
            before += size
        return [self._with(group) for group in groups if group] or [self]

    def _divide(self, part: Part, size: int, cuts: list[float]) -> Iterable[tuple[Part, float]]:
        """The pieces of a part that is cut at whole records near these bytes, and a byte within each."""
        each, marks = self._record.itemsize, self._options[0]
        within = sum(0 < cut < size for cut in cuts)
        if marks is not None and part.is_plain and part.border is None and within:
            return _divide_marked(part, size, marks, within + 1)
        if marks is not None or not each or not part.is_plain:
            return [(part, size / 2)] if size or not part.is_plain else []
        ends = sorted({min(max(round(cut / each), 0), size // each) for cut in cuts} - {0, size // each})
        begins = [0, *ends]
        pieces = []
        for begin, end in zip(begins, [*ends, None]):
            # The last piece has what follows the last whole record, too, so that it is found.
            length = (size - begin * each) if end is None else (end - begin) * each
            if length:
                piece = Part(part.source, part.begin + begin * each, length, part.first + begin)
                pieces.append((piece, begin * each + length / 2))
        return pieces

    def _with(self, parts: list[Part]) -> Scan:
        _, columns, _, batch_rows, _, _ = self._options
        return self._derive(parts, columns, batch_rows)

    def _with_rows(self, most: int) -> Scan:
        """The same scan, with fewer rows in a batch."""
        _, columns, _, batch_rows, _, _ = self._options
        return self._derive(self._parts, columns, min(most, batch_rows))

    def _derive(self, parts: list[Part], columns: list[str] | None, batch_rows: int) -> Scan:
        """A scan of other parts, or of other columns of them."""
        marks, _, on_bad, _, structs, threads = self._options
        return Scan(parts, self._record, marks, columns, on_bad, batch_rows, structs, threads)

    def __repr__(self) -> str:
        files = self.files
        named = files[0] if len(files) == 1 else f"{len(files)} files"
        lines = [f"  {name}: {kind}{'' if nullable else ' not null'}" for name, kind, nullable in self._columns]
        return "\n".join([f"<datarep.Scan {self._record.name!r} of {named}", *lines]) + ">"

    def __reduce__(self) -> tuple[Any, ...]:
        return (Scan, ([_locate_part(part) for part in self._parts], self._record, *self._options))


def scan(
    paths: Any,
    record: Record | str,
    *,
    marks: str | None = None,
    columns: Iterable[str] | None = None,
    on_bad: Literal["error", "null", "skip"] = "error",
    batch_rows: int = 1 << 16,
    structs: bool = False,
    threads: int = 1,
) -> Scan:
    """Records of files as a stream of Apache Arrow, which pyarrow, Polars, DuckDB, pandas and others take.

    ``paths`` is a path, a pattern such as ``"in/ACCT.*.gz"``, a URL of ``fsspec``, a file object, a buffer, or a list of these. Files whose names end with ``.gz``,
    ``.bz2`` or ``.xz``, and from Python 3.14 on ``.zst``, are unpacked. ``record`` is one of ``Text(…).records``, or the name of a format, whose numbers are the column ``value``.
    ``marks`` are those around the records, such as ``"rdw"``, as for the command ``datarep``. ``columns`` are the fields that are read, all by default.

    ``on_bad`` says what happens to a record with an item that a rule refuses: ``"error"``, ``"null"`` (the item is missing) or ``"skip"`` (the record is left
    out). ``Scan.counts`` has their numbers. A batch has at most ``batch_rows`` records, and at most about 1 MiB of them.
    ``threads`` is the number of threads that make the batches of a file side by side; 0 stands for as many as the machine has. Batches are the same for any number.

    With ``structs``, a record inside a record is a struct, and an array of records a list of structs. The fields of a choice are inside a struct of its name, in
    which an alternative that is a record is a struct, too: null where the record has another one.

    >>> import datarep
    >>> text = datarep.Text("record sale { amount: packed_decimal(5, 2); shop: i16; }")
    >>> datarep.scan(bytes.fromhex("12345C0007"), text.records["sale"])
    <datarep.Scan 'sale' of the file object
      amount: Decimal128(5, 2) not null
      shop: Int16 not null>
    """
    if isinstance(record, str):
        record = _describe_format(record)
    if not isinstance(record, Record):
        raise TypeError(f"record is one of `datarep.Text(…).records`, or the name of a format, not {type(record).__name__}")
    return make_scan(paths, record, marks, columns, on_bad, batch_rows, structs, threads)


def make_scan(
    paths: Any,
    record: Record | NamedRecord,
    marks: str | None = None,
    columns: Iterable[str] | None = None,
    on_bad: str = "error",
    batch_rows: int = 1 << 16,
    structs: bool = False,
    threads: int = 1,
) -> Scan:
    """As :func:`scan`, also of a record that is only scanned."""
    chosen = None if columns is None else _check_columns(columns, "columns=")
    if not isinstance(on_bad, str):
        raise TypeError(f'on_bad is "error", "null" or "skip", not {on_bad!r}')
    batch_rows = check_size("batch_rows", batch_rows, least=1)
    threads = check_size("threads", threads)
    several = paths if isinstance(paths, (list, tuple)) else [paths]
    parts = [part for one in several for part in _find_parts(one)]
    if marks is None and record.itemsize:
        for part in parts:
            _check_length(part, record.itemsize)
    return Scan(parts, record, marks, chosen, on_bad, batch_rows, bool(structs), threads)


def _check_columns(columns: Iterable[str], call: str) -> list[str]:
    """The names of columns. ``call`` is how the code begins that gives them."""
    if isinstance(columns, str):
        raise TypeError(f"columns is a list of names, as in `{call}[{columns!r}]{')' * call.count('(')}`")
    names = list(columns)
    for name in names:
        if not isinstance(name, str):
            raise TypeError(f"columns has {name!r}, and names of columns are texts")
    return names


def _locate_part(part: Part) -> Part:
    """The part for another process, which may have another working directory."""
    if not isinstance(part.source, str):
        raise TypeError(f"{part.name} has no path, and cannot be pickled: scan the path of a file")
    return part if "://" in part.source else part._replace(source=os.path.abspath(part.source))


def _divide_marked(part: Part, size: int, marks: str, n: int) -> list[tuple[Part, float]]:
    """At most ``n`` pieces of a file with marks, and a byte within each."""
    pieces = []
    for border, begin, length in _split_marks(part.source, marks, n):
        count = size - begin if length is None else length
        pieces.append((Part(part.source, begin, length, 0, border), begin + count / 2))
    return pieces


def _find_parts(source: Any) -> list[Part]:
    """The files that an argument names."""
    if hasattr(source, "read"):
        refuse_text_file(source)
        return [Part(SharedFile(source))]
    if not isinstance(source, (str, os.PathLike)):
        return [Part(SharedFile(io.BytesIO(as_source(source).tobytes())))]
    path: str = os.fsdecode(source)
    if "://" in path:
        return [Part(url) for url in _expand_url(path)]
    if globbing.has_magic(path) and not os.path.exists(path):
        found = sorted(name for name in globbing.glob(path, recursive=True) if os.path.isfile(name))
        if not found:
            raise FileNotFoundError(f"no file has a name like {path!r}")
        return [_check_packing(name) for name in found]
    os.stat(path)
    return [_check_packing(path)]


def _check_length(part: Part, each: int) -> None:
    """Refuses a file that whole records do not fill. Engines that take the first rows only would not see it at its end."""
    if not (part.is_plain and os.path.isfile(part.source)):
        return
    size = part.count_bytes()
    whole, rest = divmod(size, each)
    if rest:
        raise ValueError(
            f"{part.name}: {size} bytes are {whole} records of {each} bytes, and {rest} bytes more. Check the length of the record first: `binary_size` of a "
            "copybook decides how long binary items of more than 18 digits are, and SYNC adds bytes. If the file was cut, give a file object with the "
            "records that are whole"
        )


def _check_packing(path: str) -> Part:
    if _find_unpacker(path) is None and not path.endswith(".zst"):
        # What is packed is known by its ending alone, so that the parts of a scan are known before files are read.
        refuse_packed(path)
    if path.endswith(".zst") and _find_unpacker(path) is None:
        raise ValueError(f"{path!r} is packed by Zstandard, which Python unpacks from 3.14 on: unpack it, or give a file object that unpacks it")
    return Part(path)


def _find_unpacker(path: str) -> Callable[[Any], Any] | None:
    ending = os.path.splitext(path)[1]
    if ending == ".zst":
        try:
            unpack: Callable[[Any], Any] = importlib.import_module("compression.zstd").open
        except ImportError:
            return None
        return unpack
    return _UNPACKERS.get(ending)


def _expand_url(url: str) -> list[str]:
    if not globbing.has_magic(url):
        return [url]
    files, path = import_fsspec().core.url_to_fs(url)
    # Unlike Python's patterns and those of shells, fsspec's take hidden files, too.
    takes_hidden = os.path.basename(path).startswith(".")
    found = sorted(name for name in files.glob(path) if takes_hidden or not os.path.basename(name).startswith("."))
    if not found:
        raise FileNotFoundError(f"no file has a name like {url!r}")
    return [files.unstrip_protocol(name) for name in found]


def _open_file(path: str) -> Any:
    """Opens a file that is packed, or elsewhere."""
    if "://" in path:
        return import_fsspec().open(path, "rb", compression="infer").open()
    unpack = _find_unpacker(path)
    return open(path, "rb") if unpack is None else unpack(path)


def _tell(source: Any) -> int | None:
    """Where a file object stands; ``None`` if it cannot be moved there again."""
    seekable = getattr(source, "seekable", None)
    return source.tell() if seekable is not None and seekable() else None


def _describe_format(name: str) -> Record:
    """A record with a number of the format."""
    # A name that is none is told as `read` tells it.
    format = Format(name)
    if format._packed_from is not None:
        help = "`datarep.read` and `datarep.open` read them"
        raise TypeError(f"the words of `{name}` do not begin at whole bytes, as items of records do: {help}")
    word = format._word
    base = word.split("(")[0]
    family = dict(formats()).get(base)
    used = f"use {family}::{base};\n" if family else ""
    order = "" if Format(word).order == format.order else f" {format.order}"
    text = f"{used}record items {{ value: {word}{order}{_name_wider(format)}; }}"
    record: Record = Text(text, "the format").records["items"]
    return record


def _name_wider(format: Format) -> str:
    """The type of the column of a float: the narrowest one that holds all numbers, as for `read`. A field of a record has one of as many bits as its format."""
    if format.is_representation or format._scale is not None or format.dtype.kind != "f":
        return ""
    # Arrow's packages do little with floats of 16 bits.
    return f" as f{8 * max(format.dtype.itemsize, 4)}"
