"""NumPy arrays from files in other machines' number formats, and back.

>>> import datarep
>>> datarep.read(bytes.fromhex("C276A000 41100000"), "hfp32", dtype="f4")
array([-118.625,    1.   ], dtype=float32)
>>> datarep.write([1.0, -0.1], "vax_g").hex()
'104000000000000ddbf99999999999a9a'
"""

from __future__ import annotations

from ._datarep import Format, Loss, Text, __version__, formats, read, representations, write
from ._errors import ConversionError, TextError, UnknownFormatError

__all__ = [
    "ConversionError",
    "Format",
    "Loss",
    "Text",
    "TextError",
    "UnknownFormatError",
    "__version__",
    "formats",
    "read",
    "representations",
    "write",
]
