"""A codec for Zarr 3: chunks are numbers in the format of another machine.

.. code-block:: python

    zarr.create_array("store.zarr", shape=(1000, 500), chunks=(100, 500), dtype="f4", serializer=datarep.zarr.BytesCodec(format="hfp32"), compressors=None)

Zarr finds it by the name ``datarep.bytes`` in the description of an array, where the package is installed:
``{"name": "datarep.bytes", "configuration": {"format": "hfp32"}}``.
"""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any, Mapping

import numpy as np

from ._datarep import read, write
from ._engines import import_package
from ._layout import describe_format

if TYPE_CHECKING:
    _Codec = object
else:
    _Codec = import_package("zarr.abc.codec", "zarr", "datarep.zarr").ArrayBytesCodec

#: The name of the codec in the description of an array.
NAME = "datarep.bytes"


@dataclasses.dataclass(frozen=True)
class BytesCodec(_Codec):
    """Items of an array as numbers of a format, one after the other.

    ``order`` is the order of bytes, as for :func:`datarep.read`; ``rules`` are its rules, such as ``{"on_overflow": "saturate"}``.
    """

    format: str
    order: str | None = None
    rules: Mapping[str, str] = dataclasses.field(default_factory=dict)

    is_fixed_size = True

    def __post_init__(self) -> None:
        describe_format(self.format)

    def __hash__(self) -> int:
        return hash((self.format, self.order, *sorted(self.rules.items())))

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> BytesCodec:
        """The codec that the description of an array names."""
        configuration = dict(data.get("configuration", {}))
        unknown = sorted(set(configuration) - {"format", "order", "rules"})
        if unknown or "format" not in configuration:
            said = f"has `{unknown[0]}`" if unknown else "has no `format`"
            raise ValueError(f"the configuration of the codec {NAME} {said}: it has `format`, `order` and `rules`")
        return cls(**configuration)

    def to_dict(self) -> dict[str, Any]:
        """What the description of an array says of it."""
        configuration: dict[str, Any] = {"format": self.format}
        if self.order is not None:
            configuration["order"] = self.order
        if self.rules:
            configuration["rules"] = dict(self.rules)
        return {"name": NAME, "configuration": configuration}

    def validate(self, *, shape: Any, dtype: Any, chunk_grid: Any) -> None:
        """Fails if the items of the array cannot be of the format."""
        del shape, chunk_grid
        rules: Any = self.rules
        read(b"", self.format, dtype=dtype.to_native_dtype(), order=self.order, **rules)

    def compute_encoded_size(self, input_byte_length: int, chunk_spec: Any) -> int:
        """Bytes of a chunk in the file."""
        return input_byte_length // int(chunk_spec.dtype.to_native_dtype().itemsize) * describe_format(self.format).itemsize

    def _decode_sync(self, chunk_bytes: Any, chunk_spec: Any) -> Any:
        rules: Any = self.rules
        dtype = chunk_spec.dtype.to_native_dtype()
        # What a store gives may be a view of bytes in any form.
        data = np.ascontiguousarray(chunk_bytes.as_numpy_array()).view(np.uint8).reshape(-1)
        array = read(data, self.format, dtype=dtype, order=self.order, **rules).reshape(chunk_spec.shape)
        return chunk_spec.prototype.nd_buffer.from_numpy_array(array)

    def _encode_sync(self, chunk_array: Any, chunk_spec: Any) -> Any:
        rules: Any = self.rules
        data = write(np.ascontiguousarray(chunk_array.as_numpy_array()), self.format, order=self.order, **rules)
        return chunk_spec.prototype.buffer.from_bytes(data)

    async def _decode_single(self, chunk_bytes: Any, chunk_spec: Any) -> Any:
        return self._decode_sync(chunk_bytes, chunk_spec)

    async def _encode_single(self, chunk_array: Any, chunk_spec: Any) -> Any:
        return self._encode_sync(chunk_array, chunk_spec)
