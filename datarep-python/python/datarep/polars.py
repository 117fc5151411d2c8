"""Records of files as a lazy frame of Polars.

.. code-block:: python

    frame = datarep.polars.scan_records("in/ACCT.*", text.records["account"], marks="rdw")
    frame.select("id", "balance").head(10).collect()

Polars says which columns and how many rows it needs. Other columns are not read, and reading ends with the last row that is needed.
"""

from __future__ import annotations

import os
from typing import Any, Iterable, Iterator, Literal

from ._datarep import Text
from ._engines import import_package, scan_described
from ._record import Record
from ._scan import Scan


def scan_records(
    paths: Any,
    record: Record | str | None = None,
    *,
    text: Text | str | os.PathLike[str] | None = None,
    copybook: Any = None,
    marks: str | None = None,
    columns: Iterable[str] | None = None,
    on_bad: Literal["error", "null", "skip"] = "error",
    batch_rows: int = 1 << 16,
    structs: bool = False,
    **import_options: Any,
) -> Any:
    """A ``polars.LazyFrame`` with the records of files.

    ``paths`` may be a folder, too. Instead of a record, there may be a ``text`` (a :class:`datarep.Text`, its path or what is in it) or a ``copybook``, as for
    ``Text.from_copybook``, and the name of one of its records, if there are several. What the copybook leaves open is said by the same keywords as there, such as
    ``binary_size="2-4-8-any"``. The other arguments are as for :func:`datarep.scan`.
    """
    polars = import_package("polars", "polars", "datarep.polars")
    plugins = import_package("polars.io.plugins", "polars", "datarep.polars")
    whole = scan_described(paths, record, text, copybook, import_options, marks=marks, columns=columns, on_bad=on_bad, batch_rows=batch_rows, structs=structs)
    import_package("pyarrow", "pyarrow", "datarep.polars")
    return plugins.register_io_source(_Source(whole), schema=polars.DataFrame(whole._with([])).schema, is_pure=True)


class _Source:
    """What Polars calls for batches."""

    def __init__(self, whole: Scan) -> None:
        self._whole = whole

    def __call__(self, with_columns: list[str] | None, predicate: Any, n_rows: int | None, batch_size: int | None) -> Iterator[Any]:
        polars = import_package("polars", "polars", "datarep.polars")
        arrow = import_package("pyarrow", "pyarrow", "datarep.polars")
        part = self._whole if with_columns is None else self._whole.select(with_columns)
        limits = [limit for limit in (batch_size, n_rows) if limit]
        if limits:
            part = part._with_rows(min(limits))
        left = n_rows
        batches = iter(()) if left == 0 else iter(arrow.RecordBatchReader.from_stream(part))
        for batch in batches:
            frame = polars.from_arrow(batch)
            if left is not None:
                frame = frame.head(left)
                left -= frame.height
            yield frame if predicate is None else frame.filter(predicate)
            if left == 0:
                return
