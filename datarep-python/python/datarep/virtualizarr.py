"""A parser for VirtualiZarr: a file in the formats of another machine becomes a Zarr store, without a byte copied.

.. code-block:: python

    parser = datarep.virtualizarr.Parser(text="use ibm::hfp32; record trace { header: 240 bytes; amplitude: [hfp32; 500]; }", offset=3600)
    virtual = virtualizarr.open_virtual_dataset("file:///data/line.sgy", registry, parser)

The arrays are described as for the engine of xarray. Each chunk is a run of items that lie back to back in the file, and the codec
``datarep.bytes`` reads it. The layout is found from the length of the file, which has to be on a file system here.
"""

from __future__ import annotations

import urllib.parse
import urllib.request
from typing import Any, Mapping

from ._datarep import Format
from ._engines import import_package
from ._layout import Variable, divide_array, find_variables, measure_items
from ._record import Record
from .zarr import BytesCodec

#: About how many bytes a chunk has where so many lie back to back.
CHUNK_BYTES = 4 << 20


class Parser:
    """What ``virtualizarr.open_virtual_dataset`` takes. The arguments are those of the engine of xarray."""

    def __init__(
        self,
        *,
        text: str | None = None,
        record: str | Record | None = None,
        offset: int = 0,
        count: int = -1,
        variables: Mapping[str, Mapping[str, Any]] | None = None,
        skip_variables: tuple[str, ...] = (),
        chunk_bytes: int = CHUNK_BYTES,
    ) -> None:
        self._layout: dict[str, Any] = {"text": text, "record": record, "offset": offset, "count": count, "variables": variables, "drop": tuple(skip_variables)}
        self._chunk_bytes = chunk_bytes

    def __call__(self, url: str, registry: Any) -> Any:
        """The store of a file."""
        manifests = import_package("virtualizarr.manifests", "virtualizarr", "datarep.virtualizarr")
        parts = urllib.parse.urlsplit(url)
        if parts.scheme not in ("", "file"):
            raise ValueError(f"{url} is not on a file system here, where its length is found")
        path = urllib.request.url2pathname(parts.path)
        found = find_variables(path, **self._layout)
        arrays = {name: self._describe(variable, url if parts.scheme else "file://" + path) for name, variable in found.items()}
        return manifests.ManifestStore(group=manifests.ManifestGroup(arrays=arrays, attributes={}), registry=registry)

    def _describe(self, variable: Variable, url: str) -> Any:
        """The chunks of an array, and what Zarr has to know of it."""
        manifests = import_package("virtualizarr.manifests", "virtualizarr", "datarep.virtualizarr")
        utils = import_package("virtualizarr.manifests.utils", "virtualizarr", "datarep.virtualizarr")
        array = variable.array
        arguments = array._arguments
        rules = array._rules
        measure_items(array._format, array.dtype, arguments["order"], rules)
        sides, chunks = divide_array(array, self._chunk_bytes)
        codec = _make_codec(array._format, arguments["order"], rules)
        metadata = utils.create_v3_array_metadata(
            shape=array.shape,
            data_type=array.dtype,
            chunk_shape=sides,
            codecs=[codec.to_dict()],
            attributes=variable.attributes,
            dimension_names=variable.dims,
        )
        entries = {".".join(map(str, chunk.place)) or "c": {"path": url, "offset": chunk.offset, "length": chunk.length} for chunk in chunks}
        return manifests.ManifestArray(metadata=metadata, chunkmanifest=manifests.ChunkManifest(entries))


def _make_codec(format: str | Format, order: str | None, rules: Mapping[str, str]) -> BytesCodec:
    """The codec of a format. One that a text defines takes the text along."""
    if isinstance(format, str):
        return BytesCodec(format, order, rules)
    # What is pickled of a format says where it is from.
    told: Any = format.__reduce__()[1]
    if len(told) == 1:
        return BytesCodec(format.name, order, rules)
    source, _, record, name = told
    return BytesCodec(name, order, rules, source, record)
