from decimal import Decimal
from os import PathLike
from typing import Any, Literal, Protocol, Sequence, TypedDict, overload

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray
from typing_extensions import Unpack

from ._probe import Probe
from ._record import Record, Records
from ._shown import Explanation

class _Reader(Protocol):
    def read(self, size: int, /) -> bytes: ...

class _Writer(Protocol):
    def write(self, data: memoryview, /) -> int | None: ...

class _Rules(TypedDict, total=False):
    on_overflow: str | None
    on_infinity: str | None
    on_nan: str | None
    on_reserved: str | None
    on_underflow: str | None
    on_inexact: str | None
    on_negative_zero: str | None
    on_invalid: str | None
    on_unmapped: str | None
    on_missing: str | None
    on_noncanonical: str | None

__version__: str

class Format:
    def __init__(self, name: str) -> None: ...
    @property
    def name(self) -> str: ...
    @property
    def is_representation(self) -> bool: ...
    @property
    def summary(self) -> str: ...
    @property
    def bits(self) -> int: ...
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
    def _repr_svg_(self) -> str | None: ...

class Text:
    def __init__(self, source: str, name: str = "text") -> None: ...
    @property
    def formats(self) -> list[str]: ...
    @property
    def representations(self) -> list[str]: ...
    @property
    def records(self) -> Records: ...
    def __getitem__(self, name: str) -> Format: ...
    def __contains__(self, name: str) -> bool: ...

class Loss:
    @property
    def counts(self) -> dict[str, int]: ...
    @property
    def first(self) -> dict[str, list[int]]: ...
    def __getitem__(self, event: str) -> int: ...
    def __bool__(self) -> bool: ...

class Stored:
    def __init__(
        self,
        path: str | PathLike[str],
        format: str | Format,
        dtype: DTypeLike | None,
        writes: bool,
        order: str | None,
        threads: int,
        rules: dict[str, str],
    ) -> None: ...
    @property
    def dtype(self) -> np.dtype[Any]: ...
    @property
    def extent(self) -> int: ...
    @property
    def size(self) -> int: ...
    def read(self, out: NDArray[Any], first: int, strides: Sequence[int]) -> None: ...
    def write(self, array: NDArray[Any], first: int, strides: Sequence[int]) -> None: ...
    def sync(self) -> None: ...

def probe(
    source: Any | str | PathLike[str] | _Reader,
    *,
    at: int | None = None,
    length: int | None = None,
    formats: Sequence[str] | None = None,
    texts: Sequence[Text] = (),
) -> Probe: ...
def formats() -> list[tuple[str, str]]: ...
def representations() -> list[str]: ...
@overload
def read(
    source: Any | str | PathLike[str] | _Reader,
    format: str | Format | Record,
    *,
    dtype: DTypeLike | None = None,
    count: int = -1,
    offset: int = 0,
    out: NDArray[Any] | None = None,
    order: str | None = None,
    shape: int | Sequence[int] | None = None,
    loss: Literal[False] = False,
    threads: int = 1,
    **rules: Unpack[_Rules],
) -> NDArray[Any]: ...
@overload
def read(
    source: Any | str | PathLike[str] | _Reader,
    format: str | Format | Record,
    *,
    dtype: DTypeLike | None = None,
    count: int = -1,
    offset: int = 0,
    out: NDArray[Any] | None = None,
    order: str | None = None,
    shape: int | Sequence[int] | None = None,
    loss: Literal[True],
    threads: int = 1,
    **rules: Unpack[_Rules],
) -> tuple[NDArray[Any], Loss]: ...
@overload
def write(
    array: ArrayLike,
    format: str | Format | Record,
    out: None = None,
    *,
    order: str | None = None,
    loss: Literal[False] = False,
    threads: int = 1,
    **rules: Unpack[_Rules],
) -> bytes: ...
@overload
def write(
    array: ArrayLike,
    format: str | Format | Record,
    out: str | PathLike[str] | _Writer | Any,
    *,
    order: str | None = None,
    loss: Literal[False] = False,
    threads: int = 1,
    **rules: Unpack[_Rules],
) -> Any: ...
@overload
def write(
    array: ArrayLike,
    format: str | Format | Record,
    out: Any = None,
    *,
    order: str | None = None,
    loss: Literal[True],
    threads: int = 1,
    **rules: Unpack[_Rules],
) -> tuple[Any, Loss]: ...
