"""Records of files as a data frame of Dask.

.. code-block:: python

    frame = datarep.dask.read_records("in/ACCT.*", text.records["account"], marks="rdw", columns=["id", "balance"])
    frame.groupby("id").balance.sum().compute()

Each partition is a part of ``Scan.split``: a path and a range of bytes, which goes to the workers, where the package has to be
installed and the path has to lead to the same file. Numbers of files as arrays of Dask are made by :func:`datarep.open`.
"""

from __future__ import annotations

import os
from decimal import Decimal
from typing import Any, Iterable, Literal

from ._datarep import Text
from ._engines import count_parts, import_package, scan_described
from ._record import Record
from ._scan import Scan


def read_records(
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
    npartitions: int | None = None,
    **import_options: Any,
) -> Any:
    """A data frame of Dask with the records of files. Its columns have the types of Arrow, so that no value is changed.

    ``paths`` may be a folder, too. Instead of a record, there may be a ``text`` (a :class:`datarep.Text`, its path or what is in it) or a ``copybook``, as for
    ``Text.from_copybook``, and the name of one of its records, if there are several. What the copybook leaves open is said by the same keywords as there, such as
    ``binary_size="2-4-8-any"``. The other arguments are as for :func:`datarep.scan`. There are at most ``npartitions`` partitions; by
    default, one has about 64 MiB of the files. A column that is not used is not read.
    """
    frames = import_package("dask.dataframe", "dask[dataframe]", "datarep.dask")
    arrow = import_package("pyarrow", "pyarrow", "datarep.dask")
    whole = scan_described(paths, record, text, copybook, import_options, marks=marks, columns=columns, on_bad=on_bad, batch_rows=batch_rows, structs=structs)
    meta = _convert_frame(arrow.schema(whole).empty_table())
    _register_small_decimals(arrow)
    parts = whole.split(count_parts(whole._parts, npartitions))
    return frames.from_map(_load_part, parts, meta=meta, label="datarep", enforce_metadata=False)


def _register_small_decimals(arrow: Any) -> None:
    """Lets Dask make an example of each decimal.

    To find the types of results, Dask makes a frame of two rows. It has the number 1 in each column of decimals, which ``decimal(7, 7)`` does not have.
    There, it is the smallest number above zero.
    """
    make_example = import_package("dask.dataframe.extensions", "dask[dataframe]", "datarep.dask").make_array_nonempty
    pandas = import_package("pandas", "pandas", "datarep.dask")
    usual = make_example.dispatch(pandas.ArrowDtype)
    if usual.__module__ == __name__:
        return

    def make_decimals(dtype: Any) -> Any:
        try:
            return usual(dtype)
        except arrow.ArrowInvalid:
            if not arrow.types.is_decimal(dtype.pyarrow_dtype):
                raise
        least = Decimal((0, (1,), -dtype.pyarrow_dtype.scale))
        return pandas.array(arrow.array([least, Decimal(0)], dtype.pyarrow_dtype), dtype)

    make_example.register(pandas.ArrowDtype, make_decimals)


def _load_part(part: Scan, columns: list[str] | None = None) -> Any:
    """The records of a part. Dask says which columns are used."""
    arrow = import_package("pyarrow", "pyarrow", "datarep.dask")
    return _convert_frame(arrow.table(part if columns is None else part.select(columns)))


def _convert_frame(table: Any) -> Any:
    """A data frame of pandas with the types of Arrow."""
    pandas = import_package("pandas", "pandas", "datarep.dask")
    return table.to_pandas(types_mapper=pandas.ArrowDtype)
