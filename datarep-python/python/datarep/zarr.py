"""A codec for Zarr 3: chunks are numbers in the format of another machine.

.. code-block:: python

    zarr.create_array("store.zarr", shape=(1000, 500), chunks=(100, 500), dtype="f4", serializer=datarep.zarr.BytesCodec(format="hfp32"), compressors=None)

Zarr finds it by the name ``datarep.bytes`` in the description of an array, where the package is installed:
``{"name": "datarep.bytes", "configuration": {"format": "hfp32"}}``.
"""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any, Mapping, TypeAlias

import numpy as np

from ._again import find_format
from ._datarep import Format
from ._engines import import_package
from ._layout import measure_items
from ._numbers import read, write

if TYPE_CHECKING:
    _Codec: TypeAlias = object
else:
    _Codec = import_package("zarr.abc.codec", "zarr", "datarep.zarr").ArrayBytesCodec

#: The name of the codec in the description of an array.
NAME = "datarep.bytes"


@dataclasses.dataclass(frozen=True)
class BytesCodec(_Codec):
    """Items of an array as numbers of a format, one after the other.

    ``order`` is the order of bytes, as for :func:`datarep.read`; ``rules`` are its rules, such as ``{"on_overflow": "saturate"}``. With a ``text``, the
    format is one of it, or with a ``record``, too, that of a field of the record. The text is then a part of the description of the array.
    """

    format: str
    order: str | None = None
    rules: Mapping[str, str] = dataclasses.field(default_factory=dict)
    text: str | None = None
    record: str | None = None

    is_fixed_size = True

    def __hash__(self) -> int:
        return hash((self.format, self.order, *sorted(self.rules.items()), self.text, self.record))

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> BytesCodec:
        """The codec that the description of an array names."""
        configuration = dict(data.get("configuration", {}))
        known = [field.name for field in dataclasses.fields(cls)]
        unknown = [name for name in configuration if name not in known]
        if unknown or "format" not in configuration:
            said = f"has `{unknown[0]}`" if unknown else "has no `format`"
            raise ValueError(f"the configuration of the codec {NAME} {said}, but of {', '.join(known)}")
        return cls(**configuration)

    def to_dict(self) -> dict[str, Any]:
        """What the description of an array says of it."""
        values = {name: dict(value) if name == "rules" else value for name, value in vars(self).items() if value}
        return {"name": NAME, "configuration": values}

    def validate(self, *, shape: Any, dtype: Any, chunk_grid: Any) -> None:
        """Fails if the items of the array cannot be of the format."""
        del shape, chunk_grid
        measure_items(self._find_format(), dtype.to_native_dtype(), self.order, self.rules)

    def compute_encoded_size(self, input_byte_length: int, chunk_spec: Any) -> int:
        """Bytes of a chunk in the file."""
        dtype = chunk_spec.dtype.to_native_dtype()
        return input_byte_length // int(dtype.itemsize) * measure_items(self._find_format(), dtype, self.order, self.rules)

    def _find_format(self) -> str | Format:
        """The format, or its name if it is one of the library."""
        return self.format if self.text is None else find_format(self.text, "the text of the codec", self.record, self.format)

    def _decode_sync(self, chunk_bytes: Any, chunk_spec: Any) -> Any:
        rules: Any = self.rules
        dtype = chunk_spec.dtype.to_native_dtype()
        # What a store gives may be a view of bytes in any form.
        data = np.ascontiguousarray(chunk_bytes.as_numpy_array()).view(np.uint8).reshape(-1)
        array = read(data, self._find_format(), dtype=dtype, order=self.order, **rules).reshape(chunk_spec.shape)
        return chunk_spec.prototype.nd_buffer.from_numpy_array(array)

    def _encode_sync(self, chunk_array: Any, chunk_spec: Any) -> Any:
        rules: Any = self.rules
        data = write(np.ascontiguousarray(chunk_array.as_numpy_array()), self._find_format(), order=self.order, **rules)
        return chunk_spec.prototype.buffer.from_bytes(data)

    async def _decode_single(self, chunk_bytes: Any, chunk_spec: Any) -> Any:
        return self._decode_sync(chunk_bytes, chunk_spec)

    async def _encode_single(self, chunk_array: Any, chunk_spec: Any) -> Any:
        return self._encode_sync(chunk_array, chunk_spec)
