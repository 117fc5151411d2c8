"""Formats and records of a text, found again in another process.

A pickled object of a text carries the text along. It is compiled once in each process.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from ._datarep import Format, Text

if TYPE_CHECKING:
    from ._record import Record


#: The texts that were asked for last.
_KNOWN: dict[tuple[str, str], Text] = {}

#: How many of them are kept.
_KEPT = 64


def parse_text(source: str, name: str) -> Text:
    """The text, which is compiled when it is first asked for."""
    text = _KNOWN.get((source, name))
    if text is None:
        text = Text(source, name)
        if len(_KNOWN) >= _KEPT:
            _KNOWN.clear()
        _KNOWN[source, name] = text
    return text


def load_text(path: Any) -> tuple[str, str]:
    """What is in the file of a text, and its path."""
    name = os.fsdecode(path)
    with open(path, encoding="utf-8") as file:
        return file.read(), name


def find_format(source: str, name: str, record: str | None, format: str) -> Format:
    """A format of a text, or that of a field of a record."""
    text = parse_text(source, name)
    if record is None:
        return text[format]
    found = next(field.format for field in text.records[record].fields if field.path == format)
    assert found is not None, "a field of bytes has no format to be pickled"
    return found


def find_record(text: Text, name: str) -> Record:
    """A record of a text."""
    return text.records[name]
