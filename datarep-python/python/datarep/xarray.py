"""Arrays of files as a dataset of xarray, which are read where they are indexed.

.. code-block:: python

    text = "use ibm::hfp32; record trace { header: 240 bytes; amplitude: [hfp32; 500]; }"
    lines = xarray.open_dataset("line.sgy", engine="datarep", text=text, offset=3600)
    lines.amplitude[100:200, ::2].values

Each field of the record is a variable, with the record's name for its first side. Fields of bytes are left out. Files without
records are described by ``variables``: the arguments of :func:`datarep.open` for each, and ``dims``.

.. code-block:: python

    grid = {"format": "vax_f", "shape": (-1, 360), "dtype": "f4", "dims": ("lat", "lon")}
    xarray.open_dataset("field.dat", engine="datarep", variables={"t": grid})
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Iterable, Mapping, TypeAlias

from ._array import LazyArray
from ._engines import import_package
from ._layout import find_variables
from ._record import Record

if TYPE_CHECKING:
    _Entrypoint: TypeAlias = object
    _Array: TypeAlias = object
else:
    _Entrypoint = import_package("xarray.backends", "xarray", "datarep.xarray").BackendEntrypoint
    _Array = import_package("xarray.backends", "xarray", "datarep.xarray").BackendArray


class Backend(_Entrypoint):
    """The engine ``datarep`` of ``xarray.open_dataset``."""

    description = "Numbers in the formats of other machines, by datarep"
    open_dataset_parameters = ("filename_or_obj", "drop_variables", "text", "record", "offset", "count", "variables")

    def open_dataset(
        self,
        filename_or_obj: Any,
        *,
        drop_variables: str | Iterable[str] | None = None,
        text: str | None = None,
        record: str | Record | None = None,
        offset: int = 0,
        count: int = -1,
        variables: Mapping[str, Mapping[str, Any]] | None = None,
    ) -> Any:
        """A dataset with the arrays of a file. Nothing is read but what is indexed.

        ``text`` is a text or its path, and ``record`` the name of one of its records, if there are several. The records begin at byte ``offset``, and
        there are ``count`` of them, all by default. ``variables`` describes other arrays.
        """
        xarray = import_package("xarray", "xarray", "datarep.xarray")
        indexing = import_package("xarray.core.indexing", "xarray", "datarep.xarray")
        path = os.fsdecode(filename_or_obj)
        drop = (drop_variables,) if isinstance(drop_variables, str) else tuple(drop_variables or ())
        found = find_variables(path, text=text, record=record, offset=offset, count=count, variables=variables, drop=drop)
        made = {}
        for name, variable in found.items():
            lazy = indexing.LazilyIndexedArray(_LazyBackendArray(variable.array))
            encoding = {"preferred_chunks": dict(zip(variable.dims, variable.array.chunks))}
            made[name] = xarray.Variable(variable.dims, lazy, variable.attributes, encoding)
        dataset = xarray.Dataset(made)
        dataset.encoding["source"] = path
        return dataset

    def guess_can_open(self, filename_or_obj: Any) -> bool:
        """Never: the engine has to be named, with what describes the file."""
        del filename_or_obj
        return False


class _LazyBackendArray(_Array):
    """An array of a file, as xarray indexes it."""

    def __init__(self, array: LazyArray) -> None:
        self._array = array
        self.shape = array.shape
        self.dtype = array.dtype

    def __getitem__(self, key: Any) -> Any:
        indexing = import_package("xarray.core.indexing", "xarray", "datarep.xarray")
        return indexing.explicit_indexing_adapter(key, self.shape, indexing.IndexingSupport.OUTER, self._array.__getitem__)
