"""The exceptions of this package."""

from __future__ import annotations

# An attribute below is called `bytes`, too.
_Bytes = bytes


class ConversionError(ValueError):
    """An item met an event whose rule is ``error``.

    Of an array that was given as ``out`` the items before it are converted.
    """

    #: The item, counted through the array in the order of C.
    index: int
    #: Its bytes: from the file if it was read, from the array if it was written.
    bytes: _Bytes
    #: What happened: ``"overflow"``, ``"nan"``, ``"reserved"``, …
    event: str
    #: The value of the item, for people.
    value: str
    #: The name of the format.
    format: str
    #: ``"read"`` or ``"write"``.
    direction: str
    #: In a record: the field, and the number of the record.
    field: str = ""
    record: int = -1

    def __init__(
        self,
        message: str,
        index: int = -1,
        bytes: _Bytes = b"",
        event: str = "",
        value: str = "",
        format: str = "",
        direction: str = "",
    ) -> None:
        super().__init__(message, index, bytes, event, value, format, direction)
        self.index = index
        self.bytes = bytes
        self.event = event
        self.value = value
        self.format = format
        self.direction = direction

    @property
    def rule(self) -> str:
        """The rule that refuses the item: ``"overflow => error"``."""
        return f"{self.event} => error"

    def __str__(self) -> str:
        return str(self.args[0])


class TextError(ValueError):
    """A text does not follow the language, or does not make sense. The message shows its lines, with carets below what is wrong."""

    #: The faults, one line each, in the order of the text.
    faults: list[str]

    def __init__(self, message: str, faults: list[str] | None = None) -> None:
        super().__init__(message, faults or [])
        self.faults = faults or []

    def __str__(self) -> str:
        return str(self.args[0])


class UnknownFormatError(LookupError):
    """No format and no representation has the name."""


class LossWarning(RuntimeWarning):
    """Numbers were lost, and no argument of the call says that this may be: ``on_overflow=``, ``on_nan=``, ``on_inexact=`` or ``loss=True``."""
