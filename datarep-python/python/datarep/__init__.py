"""NumPy arrays from files in other machines' number formats, and back.

>>> import datarep
>>> datarep.read(bytes.fromhex("C276A000 41100000"), "hfp32", dtype="f4")
array([-118.625,    1.   ], dtype=float32)
>>> datarep.write([1.0, -0.1], "vax_g").hex(" ", 8)
'1040000000000000 d9bf999999999a99'
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn

from ._array import LazyArray, open
from ._datarep import Format, Loss, ScanCounts, Text, __version__, find, formats, probe, representations
from ._errors import ConversionError, LossWarning, TextError, UnknownFormatError
from ._numbers import read, write
from ._probe import Candidate, Probe
from ._record import Record
from ._scan import Scan, scan

__all__ = [
    "Candidate",
    "ConversionError",
    "Format",
    "LazyArray",
    "Loss",
    "LossWarning",
    "Probe",
    "Record",
    "Scan",
    "ScanCounts",
    "Text",
    "TextError",
    "UnknownFormatError",
    "__version__",
    "find",
    "formats",
    "open",
    "probe",
    "read",
    "representations",
    "scan",
    "write",
]

for _exception in (ConversionError, LossWarning, TextError, UnknownFormatError, read, write):
    _exception.__module__ = __name__

# Hidden from checkers of types, for which such a function would define every name.
if not TYPE_CHECKING:

    def __getattr__(name: str) -> NoReturn:
        from ._mistakes import explain_attribute

        raise AttributeError(f"module 'datarep' has no attribute '{name}'{explain_attribute(name)}")
