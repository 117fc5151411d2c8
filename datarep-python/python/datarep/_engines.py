"""What the modules for engines share: the record that options name, and the files of a path."""

from __future__ import annotations

import importlib
import math
import os
from typing import Any, Iterable, Mapping

from ._again import load_text, parse_text
from ._copybooks import parse_copybook
from ._datarep import Text
from ._record import Record
from ._sizes import check_size
from ._scan import NamedRecord, Part, Scan, _describe_format, make_scan

#: About how many bytes of a file a part has by default.
PART_BYTES = 64 << 20


def import_package(name: str, package: str, use: str) -> Any:
    """A module of a package that is not needed elsewhere."""
    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise ImportError(f"{use} needs {package}: `pip install {package}` ({error})") from None


def find_record(text: Text | str | os.PathLike[str] | None, copybook: Any, name: str | None, import_options: Mapping[str, Any] | None = None) -> Record | NamedRecord:
    """The record that options name. A text or a copybook is its path or what is in it. ``import_options`` are keywords of ``Text.from_copybook``.

    Without both, ``name`` is that of a format, whose numbers are the column ``value``.
    """
    if text is not None and copybook is not None:
        raise ValueError("a text and a copybook are given, and one of them describes the records")
    if text is None and copybook is None:
        if name is None:
            raise ValueError("nothing says what the records are: give a text, a copybook, or the name of a format as the record")
        return _describe_format(name)
    parsed, shown = _load_text(text) if text is not None else (parse_copybook(copybook, **(import_options or {})), "the copybook")
    names = parsed._list_records()
    if name is None and len(names) != 1:
        raise ValueError(f"{shown} has the records {', '.join(names)}: say which one by `record`, such as `record={names[-1]!r}`" if names else f"{shown} has no record")
    return NamedRecord(parsed, name or names[0])


def _choose_record(record: Record | str | None, text: Text | str | os.PathLike[str] | None, copybook: Any, import_options: Mapping[str, Any]) -> Record | NamedRecord:
    """The record that arguments name, which may be one itself."""
    if import_options and copybook is None:
        raise TypeError(f"unexpected keyword argument {next(iter(import_options))!r}: options of `Text.from_copybook` need `copybook`")
    if not isinstance(record, Record):
        return find_record(text, copybook, record, import_options)
    if text is not None or copybook is not None:
        raise ValueError("a record is given, and a text or a copybook, too: give one of them")
    return record


def _load_text(text: Text | str | os.PathLike[str]) -> tuple[Text, str]:
    """A text that may be given by its path, and its name for messages."""
    if isinstance(text, Text):
        return text, "the text"
    if isinstance(text, os.PathLike):
        source, name = load_text(text)
        return parse_text(source, name), name
    if not isinstance(text, str):
        raise TypeError(f"text is a `datarep.Text`, its path or what is in it, not {type(text).__name__}")
    if "{" in text or "\n" in text:
        return parse_text(text, "the text"), "the text"
    with open(text, encoding="utf-8") as file:
        return parse_text(file.read(), text), text


def list_files(path: str) -> list[str]:
    """The files that a path names: those in a folder whose names do not begin with ``.`` or ``_``, or the path itself.

    Other processes may have another working directory, so that paths are absolute.
    """
    local = path.removeprefix("file://") if path.startswith("file:///") else path.removeprefix("file:") if path.startswith("file:/") else path
    if "://" in local:
        return [local]
    local = os.path.abspath(local)
    if not os.path.isdir(local):
        return [local]
    with os.scandir(local) as entries:
        return sorted(entry.path for entry in entries if entry.is_file() and entry.name[0] not in "._")


def scan_files(paths: Any, record: Record | NamedRecord, **options: Any) -> Scan:
    """A scan of the files that paths name: what :func:`datarep.scan` takes, and folders, which are the files in them.

    A folder without files is an error, as a pattern is that no file has. Otherwise a wrong folder would be a table without rows.
    """
    several = paths if isinstance(paths, (list, tuple)) else [paths]
    files = [file for path in several for file in (list_files(os.fspath(path)) if isinstance(path, (str, os.PathLike)) else [path])]
    if not files:
        raise FileNotFoundError(f"there are no files in {', '.join(map(repr, several)) or 'an empty list'}")
    return make_scan(files, record, **options)


def scan_described(
    paths: Any, record: Record | str | None, text: Text | str | os.PathLike[str] | None, copybook: Any, import_options: Mapping[str, Any], **options: Any
) -> Scan:
    """As :func:`scan_files`, with what the modules for engines take in place of a record, and keywords of ``Text.from_copybook``."""
    return scan_files(paths, _choose_record(record, text, copybook, import_options), **options)


def describe_scan(record: Record | NamedRecord, **options: Any) -> Scan:
    """A scan of no file: what columns there are."""
    return make_scan([], record, **options)


def count_parts(parts: Iterable[Part], wanted: int | None) -> int:
    """How many parts a scan is divided into if nobody says it: parts of some megabytes."""
    if wanted is not None:
        return check_size("npartitions", wanted, least=1)
    several = list(parts)
    # Nobody has asked how long files elsewhere are, and they are divided between files only.
    elsewhere = sum(isinstance(part.source, str) and "://" in part.source for part in several)
    return max(1, elsewhere, math.ceil(sum(part.count_bytes() for part in several) / PART_BYTES))
