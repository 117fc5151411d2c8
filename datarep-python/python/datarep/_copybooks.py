"""Copybooks of COBOL as texts, as the command ``datarep import`` writes them."""

from __future__ import annotations

import os
import re
import shlex
import warnings
from typing import Any

from ._again import parse_text
from ._datarep import Text, _import_copybooks
from ._errors import TextError

#: A copybook of one line: a level and a name, and a period at the end. No path has blanks like these.
_LINE = re.compile(r"\s*(\d{6}\s)?\s*\d\d?\s+[A-Za-z][\w-]*(\s.*)?\.\s*$")

#: The options of the command that are given several times, and those that are given once.
_LISTS = ("include", "choose")
_WORDS = ("machine", "floats", "occurs", "binary_size", "pointers", "charset", "double_byte", "padding", "edited", "decimal_point", "choice_length", "redefines", "groups", "signs")


def parse_copybook(copybook: Any, *, name: str = "all_records", include: Any = (), **options: Any) -> Text:
    """As ``Text.from_copybook``."""
    unknown = [option for option in options if option not in _WORDS + _LISTS]
    if unknown:
        raise TypeError(f"from_copybook has no keyword {unknown[0]!r}, but {', '.join(('name', *_LISTS, *_WORDS))}")
    copybooks = [_find_copybook(one) for one in (copybook if isinstance(copybook, (list, tuple)) else [copybook])]
    if not copybooks:
        raise ValueError("there is no copybook in the list")
    folders = [include] if isinstance(include, (str, os.PathLike)) else list(include)
    said = {option: value for option, value in options.items() if value is not None}
    source, shown, notes = _import_copybooks(copybooks, name, [os.fspath(folder) for folder in folders], said)
    for note in notes:
        warnings.warn(note, stacklevel=2)
    try:
        return parse_text(source, shown)
    except TextError:
        # The places of its faults are in the text, and not in the copybook.
        return Text(source, f"the text that is made of {shown}")


def _find_copybook(copybook: Any) -> tuple[str | None, str]:
    """The path of a copybook, or ``None`` and what is in it."""
    if isinstance(copybook, str) and ("\n" in copybook or _LINE.match(copybook) and not os.path.exists(copybook)):
        return None, copybook
    if not isinstance(copybook, (str, os.PathLike)):
        raise TypeError(f"copybook is a path, or a text with more than one line, not {type(copybook).__name__}")
    path = os.fsdecode(copybook)
    os.stat(path)
    return path, ""


def parse_options(words: str) -> dict[str, Any]:
    """Options of the command as keywords: ``--floats ieee --choose KIND=C:CUSTOMER``."""
    options: dict[str, Any] = {}
    rest = iter(shlex.split(words))
    for word in rest:
        option, equal, value = word.partition("=")
        name = option.removeprefix("--").replace("-", "_")
        if not option.startswith("--") or name not in _WORDS + _LISTS:
            known = ", ".join("--" + one.replace("_", "-") for one in (*_LISTS, *_WORDS))
            raise ValueError(f"import_options has {word!r}, and may have {known}")
        said = value if equal else next(rest, None)
        if said is None:
            raise ValueError(f"import_options ends with {word!r}, without a value")
        if name in _LISTS:
            options.setdefault(name, []).append(said)
        elif name in options:
            raise ValueError(f"import_options has {option} twice")
        else:
            options[name] = said
    return options
