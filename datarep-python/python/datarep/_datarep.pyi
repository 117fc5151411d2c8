from decimal import Decimal
from os import PathLike
from typing import Any, Literal, Protocol, Sequence, final

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray
from typing_extensions import Self

from ._probe import Probe
from ._record import Record, Records
from ._shown import Explanation

__all__ = ["__version__", "read", "write", "probe", "formats", "find", "representations", "Numbers", "Stored", "Text", "Format", "Loss", "_scan_stream", "_scan_schema", "_scan_columns", "_split_marks", "ScanCounts", "_BatchWriter", "_import_copybooks"]

class _Reader(Protocol):
    def read(self, size: int, /) -> bytes: ...

class _Writer(Protocol):
    def write(self, data: memoryview, /) -> int | None: ...

__version__: str

@final
class Format:
    def __new__(cls, name: str | np.dtype[Any] | type[np.generic]) -> Self: ...
    @property
    def name(self) -> str: ...
    @property
    def is_representation(self) -> bool: ...
    @property
    def summary(self) -> str: ...
    @property
    def bits(self) -> int: ...
    @property
    def _packed_from(self) -> Literal["big", "little"] | None: ...
    @property
    def _scale(self) -> int | None: ...
    @property
    def itemsize(self) -> int: ...
    @property
    def order(self) -> str: ...
    @property
    def dtype(self) -> np.dtype[Any]: ...
    @property
    def range(self) -> tuple[Decimal, Decimal] | None: ...
    @property
    def facts(self) -> dict[str, str]: ...
    def explain(self, what: int | float | bytes | str) -> Explanation: ...
    def _repr_html_(self) -> str: ...
    def _repr_svg_(self) -> str | None: ...

# A path, or what is in the copybook.
_Copybook = str | PathLike[str]

@final
class Text:
    def __new__(cls, source: str | PathLike[str], name: str = "text") -> Self: ...
    @staticmethod
    def from_copybook(
        copybook: _Copybook | Sequence[_Copybook],
        *,
        name: str = "all_records",
        include: str | PathLike[str] | Sequence[str | PathLike[str]] = (),
        machine: Literal["mainframe", "pc"] = "mainframe",
        floats: Literal["hfp", "ieee"] | None = None,
        occurs: Literal["counted", "maximum"] = "counted",
        binary_size: Literal["2-4-8", "1-2-4-8", "1--8", "2-4-8-any"] | None = None,
        pointers: Literal[4, 8] | None = None,
        charset: str | None = None,
        double_byte: str | None = None,
        padding: Literal["spaces", "zeros"] = "spaces",
        edited: Literal["numbers", "texts"] = "numbers",
        decimal_point: Literal["point", "comma"] = "point",
        choose: str | Sequence[str] = (),
        choice_length: Literal["longest", "own"] = "longest",
        redefines: Literal["first", "overlay"] = "first",
        groups: Literal["flat", "nested"] = "flat",
        signs: Literal["lenient", "strict"] = "lenient",
    ) -> Text: ...
    @property
    def source(self) -> str: ...
    @property
    def formats(self) -> list[str]: ...
    @property
    def representations(self) -> list[str]: ...
    @property
    def records(self) -> Records: ...
    def __getitem__(self, name: str, /) -> Format: ...
    def __contains__(self, name: str, /) -> bool: ...
    def _read_records(self, name: str, file: bytes, most: int | None) -> tuple[list[tuple[Any, Any, Any]], dict[str, Loss], int]: ...
    def _write_records(self, name: str, columns: list[tuple[Any, list[int] | None, list[bool] | None]]) -> tuple[bytes, dict[str, Loss]]: ...
    def _measure_record(self, name: str) -> int | None: ...
    def _list_records(self) -> list[str]: ...
    def _repr_html_(self) -> str: ...
    def __reduce__(self) -> tuple[Any, tuple[str, str]]: ...

# Marks, columns, what happens to bad records, the most rows of a batch, whether groups and choices are structs.
_ScanOptions = tuple[str | None, list[str] | None, str, int, bool, int]

@final
class _BatchWriter:
    def __new__(cls, text: Text, record: str, marks: str | None = None) -> Self: ...
    def write(self, stream: bytes) -> tuple[bytes, int]: ...
    def finish(self) -> bytes: ...

@final
class ScanCounts:
    @property
    def records(self) -> int: ...
    @property
    def bad(self) -> int: ...
    @property
    def left_out(self) -> int: ...
    @property
    def torn(self) -> int: ...
    @property
    def bad_items(self) -> dict[str, int]: ...
    @property
    def losses(self) -> dict[str, Loss]: ...
    @property
    def first(self) -> str | None: ...

def _scan_stream(
    text: Text, record: str, parts: Sequence[tuple[str, Any, int, int | None, int, str | None]], options: _ScanOptions
) -> tuple[object, ScanCounts]: ...
def _scan_schema(text: Text, record: str, options: _ScanOptions) -> object: ...
def _split_marks(path: str, marks: str, parts: int) -> list[tuple[str, int, int | None]]: ...
def _scan_columns(text: Text, record: str, options: _ScanOptions) -> list[tuple[str, str, bool]]: ...

def _import_copybooks(
    copybooks: Sequence[tuple[str | None, str]], name: str, include: Sequence[str], options: dict[str, Any]
) -> tuple[str, str, list[str]]: ...
@final
class Loss:
    @property
    def counts(self) -> dict[str, int]: ...
    @property
    def first(self) -> dict[str, list[int]]: ...
    def __getitem__(self, event: str, /) -> int: ...
    def __bool__(self) -> bool: ...
    @staticmethod
    def _from_events(events: Sequence[tuple[str, int, Sequence[int]]]) -> Loss: ...
    def _repr_html_(self) -> str: ...

@final
class Numbers:
    def __new__(
        cls,
        format: str | Format,
        dtype: DTypeLike | None,
        writes: bool,
        order: str | None,
        threads: int,
        rules: dict[str, str],
    ) -> Self: ...
    @property
    def dtype(self) -> np.dtype[Any]: ...
    @property
    def extent(self) -> int: ...
    def open(self, path: str | PathLike[str]) -> Stored: ...

@final
class Stored:
    @property
    def size(self) -> int: ...
    def read(self, out: NDArray[Any], first: int, strides: Sequence[int]) -> Loss: ...
    def write(self, array: NDArray[Any], first: int, strides: Sequence[int]) -> Loss: ...
    def sync(self) -> None: ...

def probe(
    source: Any | str | PathLike[str] | _Reader,
    *,
    at: int | None = None,
    length: int | None = None,
    formats: Sequence[str | Format] | None = None,
    texts: Sequence[Text] = ...,
) -> Probe: ...
def formats() -> list[tuple[str, str]]: ...
def find(words: str) -> list[Format]: ...
def representations() -> list[str]: ...
# `datarep.read` and `datarep.write`, in `_numbers.py`, have the types of these.
def read(
    source: Any,
    format: Any,
    *,
    dtype: Any = None,
    count: Any = -1,
    offset: Any = 0,
    out: Any = None,
    order: Any = None,
    shape: Any = None,
    loss: Any = False,
    threads: Any = 1,
    on_overflow: Any = None,
    on_infinity: Any = None,
    on_nan: Any = None,
    on_reserved: Any = None,
    on_underflow: Any = None,
    on_inexact: Any = None,
    on_negative_zero: Any = None,
    on_invalid: Any = None,
    on_unmapped: Any = None,
    on_missing: Any = None,
    on_noncanonical: Any = None,
) -> Any: ...
def write(
    array: Any,
    format: Any,
    out: Any = None,
    *,
    order: Any = None,
    loss: Any = False,
    threads: Any = 1,
    on_overflow: Any = None,
    on_infinity: Any = None,
    on_nan: Any = None,
    on_reserved: Any = None,
    on_underflow: Any = None,
    on_inexact: Any = None,
    on_negative_zero: Any = None,
    on_invalid: Any = None,
    on_unmapped: Any = None,
    on_missing: Any = None,
    on_noncanonical: Any = None,
) -> Any: ...
