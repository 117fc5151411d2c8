from decimal import Decimal
from os import PathLike
from typing import Any, Literal, Protocol, Sequence, overload

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from ._record import Record, Records
from ._shown import Explanation

class _Reader(Protocol):
    def read(self, size: int, /) -> bytes: ...

class _Writer(Protocol):
    def write(self, data: memoryview, /) -> int | None: ...

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
        rules: dict[str, str] | None,
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
    **rules: str,
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
    **rules: str,
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
    **rules: str,
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
    **rules: str,
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
    **rules: str,
) -> tuple[Any, Loss]: ...
