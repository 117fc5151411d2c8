"""Mistakes that people make, and what to type instead. What is here is called where something has failed already."""

from __future__ import annotations

import difflib
import os
import re
from typing import Any, Iterable, Mapping, NoReturn, Sequence

import numpy as np

from ._errors import TextError, UnknownFormatError

#: What other packages call an argument.
_OTHERS = {
    "endian": "order", "endianness": "order", "byteorder": "order", "byte_order": "order",
    "overflow": "on_overflow", "nan": "on_nan", "infinity": "on_infinity", "inexact": "on_inexact", "rounding": "on_inexact", "reserved": "on_reserved",
    "skip": "offset", "seek": "offset", "start": "offset", "skip_bytes": "offset", "at": "offset",
    "n": "count", "num": "count", "length": "count", "size": "count", "type": "dtype", "astype": "dtype", "losses": "loss", "nthreads": "threads", "workers": "threads",
}

#: What only `datarep.open` takes.
_OF_OPEN = ("strides", "stride", "step", "mode", "chunks")

#: The events that have rules.
_EVENTS = ("overflow", "infinity", "nan", "reserved", "underflow", "inexact", "negative_zero", "invalid", "unmapped", "missing", "noncanonical")

#: The words that an item of a text begins with.
_ITEM = re.compile(r"^\s*(?:///.*\n\s*)*(float|integer|logical|character|posit|decimal|datarep|record|use)\s+([A-Za-z_]\w*)", re.M)

#: How a copybook begins: a level and a name, after numbers of lines.
_COPYBOOK = re.compile(r"^[^\n]{0,7}?\s*0?1\s+[A-Za-z][\w-]*\s*(\.|PIC|USAGE|REDEFINES|COMP)", re.I | re.M)

#: What a path looks like that leads to no file.
_PATH = re.compile(r"[/\\]|\.[A-Za-z][A-Za-z0-9]{0,7}$")


def refuse_keywords(call: str, rules: Mapping[str, Any], known: Sequence[str]) -> None:
    """Fails if a keyword is no rule, and names the right one."""
    for name in rules:
        if name[3:] in _EVENTS and name.startswith("on_"):
            continue
        all_known = [*known, *(f"on_{event}" for event in _EVENTS)]
        meant = _OTHERS.get(name)
        near = difflib.get_close_matches(name, all_known, 1, 0.75)
        help = ""
        if name in _OF_OPEN:
            help = ": `datarep.open(path, format, shape=…, strides=…)` has strides, and reads what is indexed"
        elif meant in all_known or near:
            help = f": it is `{meant if meant in all_known else near[0]}=`"
        raise TypeError(f"{call}() got an unexpected keyword argument '{name}'{help}")


def explain_name(name: str, error: Exception) -> Exception:
    """The error for a name that is no format: what it is instead, and what to type."""
    shown = name if len(name) <= 60 else name[:57] + "…"
    odd = re.search(r"nothing says how the (\d+) bits of `(.+?)` lie in bytes", str(error))
    if odd:
        bits, size = int(odd[1]), -(-int(odd[1]) // 8)
        return TextError(
            f"nothing says how the {bits} bits of `{odd[2]}` lie in bytes: write \"{odd[2]}, packed\" for words back to back, "
            f"or \"{odd[2]} right_justified({size})\" for words of {size} bytes each",
            list(getattr(error, "faults", [])),
        )
    if not isinstance(error, UnknownFormatError):
        return error
    item = _ITEM.search(name)
    if item and ("=" in name or "{" in name or "\n" in name):
        found = f'datarep.Text(…).records["{item[2]}"]' if item[1] == "record" else f'datarep.Text(…)["{item[2]}"]'
        return UnknownFormatError(f"this is a text that describes formats, not the name of one: `{found}` is what it describes")
    if name.endswith(".datarep"):
        return UnknownFormatError(f'`{shown}` is the path of a text: `datarep.Text(pathlib.Path("{shown}"))["NAME"]` is a format of it, and `.records["NAME"]` a record')
    if is_path(name):
        return UnknownFormatError(
            f"no format is named `{shown}`, which looks like a path: it is `datarep.read(source, format)` and `datarep.write(array, format, out)`"
        )
    if "datarep.find(" in str(error):
        return UnknownFormatError(f'{error}; a format of a text of your own is `datarep.Text(…)["{shown}"]`')
    return error


def is_path(name: str) -> bool:
    """Whether a text is the path of a file, or looks like one."""
    try:
        return bool(_PATH.search(name)) or os.path.exists(name)
    except ValueError:
        return False


def name_type(argument: Any) -> str | None:
    """The name of a type of NumPy as a format; ``None`` for other objects."""
    if isinstance(argument, np.dtype):
        found: np.dtype[Any] = argument
    elif isinstance(argument, type) and issubclass(argument, np.generic):
        found = np.dtype(argument)
    else:
        from ._datarep import Text
        from ._record import Record

        if isinstance(argument, Record):
            raise TypeError(
                'format is a name such as "hfp32" or a `datarep.Format`, not Record: `record.read(path)` reads its records, and `datarep.scan(path, record)` those of large files'
            )
        if isinstance(argument, Text):
            # The formats of the library that a text uses are among its formats.
            names, records = argument.formats + argument.representations, argument._list_records()
            help = f'text.records["{records[0]}"]' if records else f'text["{names[0] if names else "NAME"}"]'
            raise TypeError(f'format is a name such as "hfp32" or a `datarep.Format`, not Text: `{help}` is one of its formats or records')
        return None
    if found.kind in "iu" or found.kind == "f" and found.itemsize <= 8:
        return found.str.lstrip("|")
    if found.kind == "c":
        raise TypeError(f"format is the type {found}, and the two parts of such a number have one format: `read(source, \"f{found.itemsize * 4}\", dtype=\"c{found.itemsize}\")`")
    raise TypeError(f"format is the type {found}, which differs from machine to machine or is no number: name a format, such as \"x87_80\", \"ascii\" or a record")


def explain_source(source: str, error: Exception) -> Exception:
    """The error for what is no text of the language: a path of one, or a copybook."""
    faults = list(getattr(error, "faults", []))
    if "{" not in source and "\n" not in source.strip() and (source.endswith(".datarep") or is_file(source)):
        return TextError(f'`{source}` is a path, and `Text` takes what is in the file: `datarep.Text(pathlib.Path("{source}"))` reads it', faults)
    if _COPYBOOK.search(source):
        return TextError(f"{str(error).rstrip()}\nthis looks like a copybook of COBOL: `datarep.Text.from_copybook(…)` reads one", faults)
    return error


def is_file(name: str) -> bool:
    """Whether a text is the path of a file."""
    try:
        return os.path.isfile(name)
    except ValueError:
        return False


def raise_type(error: TypeError, dtype: np.dtype[Any] | None, direction: str, array: Any = None) -> NoReturn:
    """The error for a type that a format has no numbers of; any other error stays what it is, with its cause."""
    explained = _explain_type(error, dtype, direction, array)
    if explained is error:
        raise error
    raise explained from None


def _explain_type(error: TypeError, dtype: np.dtype[Any] | None, direction: str, array: Any) -> TypeError:
    """The error with what to type, by the direction of the call, or the same."""
    message = str(error)
    told = message.partition("; read with another")[0]
    if dtype is None:
        return error
    if message != told and direction == "read":
        help = f'floats are not read as integers: read without `dtype`, then round and `.astype("{dtype.str.lstrip("|<>=")}")`'
        return TypeError(f"{told}; {help}" if dtype.kind in "iu" else f"{told}; read with another `dtype`")
    if message != told:
        return TypeError(f'{told}; write `values.astype("f8")`')
    if "cannot be stored as" in message:
        if dtype.kind in "SU":
            help = 'texts are no numbers: `numpy.array(texts, float)` makes numbers of digits' if direction == "write" else "a text is no type of numbers: say another `dtype`, or a format of characters such as \"ascii\""
            if isinstance(array, str) and is_path(array):
                help = "the array comes first, `datarep.write(array, format, out)`"
            return TypeError(f"{message}: {help}")
        help = 'characters are texts: `dtype="U8"`, with their number' if direction == "read" else 'characters are written from texts: `numpy.array(texts, "U8")`'
        return TypeError(f"{message}: {help}" if re.search(r"stored as `(ascii|ebcdic|latin|codepage|ucs)", message) else message)
    return error


def refuse_order(call: str, error: Exception, format: Any, *, source: Any = None, out: Any = None, is_format: Any) -> None:
    """Fails if arguments stand in another order than that of the call. ``is_format`` says whether a text names a format."""
    if call == "read" and isinstance(source, str) and is_format(source) and not is_file(source):
        raise TypeError(f'the source comes first: `datarep.read({format!r}, "{source}")`') from error
    if call == "write" and isinstance(out, str) and is_format(out):
        raise TypeError(f'the format comes second, and the path third: `datarep.write(array, "{out}", {format!r})`') from error


def raise_written(source: Any, format: Any, out: Any) -> NoReturn:
    """The error for a path in the place of the array."""
    raise TypeError(f"the array comes first, and the path third: `datarep.write(array, {format!r}, {os.fspath(source)!r})`, and out is of the type {type(out).__name__}")


def suggest(name: str, known: Iterable[str]) -> str:
    """``: it is `gain` `` for a name that is nearly one of those that are known, or nothing."""
    near = difflib.get_close_matches(name, list(known), 1, 0.6)
    if not near:
        folded = [one for one in known if one.casefold() == name.casefold()]
        near = folded[:1]
    return f": `{near[0]}` is meant?" if near else ""


#: What other packages call a function.
_FUNCTIONS = {
    **dict.fromkeys(("fromfile", "frombuffer", "frombytes", "load", "loads", "decode", "unpack", "from_file", "read_file"), "datarep.read(source, format)"),
    **dict.fromkeys(("tofile", "tobytes", "save", "dump", "dumps", "encode", "pack", "to_file", "write_file"), "datarep.write(array, format, out)"),
    **dict.fromkeys(("memmap", "mmap"), "datarep.open(path, format)"),
    **dict.fromkeys(("guess", "detect", "identify", "sniff"), "datarep.probe(source)"),
    **dict.fromkeys(("search", "list"), "datarep.find(words)"),
    **dict.fromkeys(("from_copybook", "import_copybook", "copybook"), "datarep.Text.from_copybook(copybook)"),
}

#: The modules that are imported by their names.
_MODULES = ("dask", "polars", "spark", "virtualizarr", "xarray", "zarr")


def explain_attribute(name: str) -> str:
    """What is typed for a name that the package does not have."""
    if name in _MODULES:
        return f": `import datarep.{name}` imports the module"
    return f": it is `{_FUNCTIONS[name]}`" if name in _FUNCTIONS else ""
