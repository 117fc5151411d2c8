"""Bytes from and to other objects of Python: files, and buffers that are no arrays."""

from __future__ import annotations

import contextlib
import errno
import importlib
import io
import os
import secrets
import stat
from typing import Any, Callable, NoReturn

import numpy as np

#: How many bytes are asked for at once if their number is not known.
_BLOCK = 1 << 22

#: The most bytes that are asked for at once.
_MOST_AT_ONCE = 1 << 30

#: So many bytes are read without asking how much memory there is.
_UNASKED = 1 << 26

#: Names that stand for files which are open already. Another file must not take their place.
_OPEN_ALREADY = ("/dev/fd/", "/dev/std", "/proc/")


def as_array(buffer: Any) -> np.ndarray[Any, Any]:
    """The bytes of an object as an array that shares them."""
    try:
        view = memoryview(buffer)
    except TypeError:
        if hasattr(buffer, "__array__"):
            made = np.asarray(buffer)
            if made.dtype == object:
                raise_objects(type(buffer).__name__)
            return made
        # What a client of a Modbus returns.
        is_words = isinstance(buffer, (list, tuple)) and buffer and all(isinstance(word, int) and 0 <= word < 1 << 16 for word in buffer)
        help = ": `numpy.array(source, \">u2\").tobytes()` makes bytes of registers of 16 bits" if is_words else ""
        raise TypeError(
            f"bytes are expected, in a path, a file object, a buffer or an array, not {type(buffer).__name__}{help}"
        ) from None
    if view.c_contiguous and view.ndim <= 1:
        return np.frombuffer(view, np.uint8) if view.nbytes else np.empty(0, np.uint8)
    return np.asarray(view)


def as_source(buffer: Any) -> np.ndarray[Any, Any]:
    """The bytes of an object that are read. Items of several bytes are numbers already, which must not be taken apart in silence."""
    try:
        form = memoryview(buffer).format.lstrip("@=<>!")
    except TypeError:
        # It is no buffer, and may be an object that NumPy makes an array of.
        return as_array(buffer)
    if form == "O":
        raise_objects(type(buffer).__name__)
    if form not in ("B", "b", "c", "") and not form.startswith("T{") and not form.endswith(("s", "x")):
        raise_numbers(f"{type(buffer).__name__} with items of the type {form!r}", 'memoryview(source).cast("B")')
    return as_array(buffer)


def raise_objects(kind: str) -> NoReturn:
    """The error for a source of objects of Python."""
    raise TypeError(f"source is of the type {kind} and has objects of Python, not bytes of a file")


def raise_numbers(kind: str, view: str) -> NoReturn:
    """The error for a source of numbers."""
    registers = ", `source.astype(\">u2\").tobytes()` makes bytes of registers of a Modbus" if kind in ("uint16", "int16") else ""
    raise TypeError(
        f"source is an array of {kind}, which are numbers and not bytes of a file: `{view}` reads the bytes as they lie in memory{registers}, "
        "and `datarep.write` makes bytes of numbers"
    )


def open_url(url: str) -> Any:
    """The file object of a URL, which fsspec opens. It is not unpacked."""
    return import_fsspec().open(url, "rb").open()


def import_fsspec() -> Any:
    """The package that opens URLs, which is not needed elsewhere."""
    try:
        return importlib.import_module("fsspec")
    except ImportError:
        raise ImportError("the package fsspec opens URLs: `pip install fsspec`") from None


#: How files that other programs unpack begin, and what opens them.
_PACKED = (
    (b"\x1f\x8b\x08", "packed by gzip", "gzip.open"),
    (b"BZh", "packed by bzip2", "bz2.open"),
    (b"\xfd7zXZ\0", "packed by xz", "lzma.open"),
    (b"\x28\xb5\x2f\xfd", "packed by Zstandard", "compression.zstd.open"),
)

#: The bytes that follow in a file of bzip2: of its first block, or of its end.
_BLOCKS = (b"1AY&SY", b"\x17rE8P\x90")


def refuse_packed(path: str | os.PathLike[str], offset: Any = 0) -> None:
    """Fails if a file has no numbers as they are read here, because it is packed, or is an array of NumPy with its header.

    Where numbers begin behind a header of NumPy, they may be read.
    """
    try:
        if isinstance(path, str) and "://" in path or not stat.S_ISREG(os.stat(path).st_mode):
            return
        with open(path, "rb", buffering=0) as file:
            begin = file.read(10) or b""
    except (OSError, ValueError):
        # What is wrong with it is told where it is read.
        return
    shown = os.fsdecode(path)
    if begin.startswith(b"\x93NUMPY") and not offset:
        raise ValueError(f"`{shown}` is a NumPy array: `numpy.load({shown!r})` reads it, and `offset=` passes its header")
    for magic, kind, opens in _PACKED:
        if not begin.startswith(magic) or magic == b"BZh" and begin[4:10] not in _BLOCKS or magic[0] == 0x1F and begin[3:4] > b"\x1f":
            continue
        raise ValueError(
            f"`{shown}` is {kind}: `datarep.read({opens}({shown!r}), …)` unpacks it, `datarep.scan` reads records of files whose names end with "
            f".gz, .bz2, .xz or .zst, and a file object, `open({shown!r}, \"rb\")`, has the packed bytes as they are"
        )


def refuse_text_file(file: Any) -> None:
    """Fails if a file object reads texts."""
    if isinstance(file, io.TextIOBase):
        raise TypeError(f"the file object reads str, not bytes: open it with mode 'rb', `open({getattr(file, 'name', 'path')!r}, \"rb\")`")


def take_path(path: str, offset: int, wanted: int | None) -> bytes | bytearray:
    """Bytes of a file whose length the system does not know, such as a pipe, as :func:`take` does."""
    with open(path, "rb", buffering=0) as file:
        return take(file, offset, wanted)


def take(file: Any, offset: int, wanted: int | None) -> bytes | bytearray:
    """Bytes of a file object, from ``offset`` behind where it stands: as many as are wanted, or all.

    A device such as ``/dev/zero`` has no end. So there is a limit, beyond which the machine would have no memory left.
    """
    refuse_text_file(file)
    limit = _UNASKED
    if wanted is not None and wanted > limit and wanted > (limit := memory_limit()):
        raise ValueError(f"{wanted} bytes are asked for, and at most {limit} are read at once, half of the memory: read fewer")
    if offset:
        _skip(file, offset)
    data: bytes | bytearray = b""
    while wanted is None or len(data) < wanted:
        part = read_part(file, _BLOCK if wanted is None else min(wanted - len(data), _MOST_AT_ONCE), len(data))
        if not part:
            break
        if not data:
            data = part
            continue
        if isinstance(data, bytes):
            data = bytearray(data)
        data += part
        if len(data) > limit and len(data) > (limit := memory_limit()):
            raise ValueError(
                f"{_name(file)} has no end after {len(data)} bytes, and more would need over half of the memory: say `count`, or read it in parts"
            )
    return data


def read_part(file: Any, asked: int, before: int) -> bytes:
    """At most so many bytes; none at the end."""
    part = file.read(asked)
    if part is None:
        message = f"{_name(file)} does not block and has no bytes now; {before} were read before, and are lost: read when it has all"
        raise BlockingIOError(errno.EAGAIN, message)
    if not isinstance(part, (bytes, bytearray, memoryview)):
        raise TypeError(f"the file object reads {type(part).__name__}, not bytes: open it with mode 'rb'")
    part = bytes(part)
    if len(part) > asked:
        raise ValueError(f"the file object was asked for {asked} bytes and gave {len(part)}")
    return part


def _skip(file: Any, offset: int) -> None:
    """Goes forward. Fails if the file object ends before that."""
    seekable = getattr(file, "seekable", None)
    left = offset
    if seekable is not None and seekable():
        # A position behind the end can be sought. So the byte before the wanted position is read.
        file.seek(offset - 1, os.SEEK_CUR)
        left = 1
    while left > 0:
        part = read_part(file, min(left, _BLOCK), offset - left)
        if not part:
            raise ValueError(f"the offset is {offset}, and {_name(file)} ends before it")
        left -= len(part)


def _name(file: Any) -> str:
    """What a message calls a file object."""
    name = getattr(file, "name", None)
    return f"`{name}`" if isinstance(name, str) else "the file object"


def memory_limit() -> int:
    """The most bytes that are taken from a source whose length is not known: half of what memory the process may have."""
    limits = [1 << 62]
    if hasattr(os, "sysconf"):
        limits.append(os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE"))
    try:
        # A container may have less memory than the machine.
        with open("/sys/fs/cgroup/memory.max", encoding="ascii") as file:
            limits.append(int(file.read()))
    except (OSError, ValueError):
        # There is no such limit, or it is the word `max`.
        pass
    known = [limit for limit in limits if limit > 0]
    return min(known) // 2


def put(out: Any, data: bytes) -> int:
    """Writes bytes into a path or a file object, and tells how many they are."""
    if isinstance(out, (str, os.PathLike)):
        replace_file(os.fsdecode(out), lambda file: write_all(file, data))
    else:
        write_all(out, data)
    return len(data)


def write_all(file: Any, data: bytes) -> None:
    """Writes all bytes to a file object, which may take fewer of them at once."""
    rest = memoryview(data)
    while rest:
        done = len(data) - len(rest)
        try:
            written = file.write(rest)
        except TypeError as error:
            if "str" not in str(error):
                raise
            raise TypeError("the file object takes str, not bytes: open it with mode 'wb'") from None
        except BlockingIOError as error:
            raise _blocked(file, done + getattr(error, "characters_written", 0), len(data)) from error
        if written is None:
            raise _blocked(file, done, len(data))
        if not 0 < written <= len(rest):
            raise OSError(f"the file object was given {len(rest)} bytes and wrote {written}")
        rest = rest[written:]


def _blocked(file: Any, done: int, size: int) -> BlockingIOError:
    """The error for a file object that can write no more now."""
    message = f"{done} of {size} bytes are written, and {_name(file)} takes no more now: a file object must block, and its `write` return a number"
    return BlockingIOError(errno.EAGAIN, message, done)


def require_places(path: str) -> None:
    """Fails if a file has no bytes at given places, as a pipe has none."""
    try:
        mode = os.stat(path).st_mode
    except FileNotFoundError:
        return
    if stat.S_ISREG(mode) or stat.S_ISDIR(mode) or stat.S_ISBLK(mode):
        return
    kind = "a FIFO" if stat.S_ISFIFO(mode) else "a socket" if stat.S_ISSOCK(mode) else "a device"
    raise io.UnsupportedOperation(f"`{path}` is {kind}, whose bytes have no places: `datarep.read` reads it from its beginning")


def make_file(path: str, length: int) -> None:
    """Makes a new file of zeros, or puts it in the place of an old one."""

    def fill(file: io.FileIO) -> None:
        file.truncate(0)
        file.truncate(length)
        file.seek(length)

    replace_file(path, fill)


def replace_file(path: str, fill: Callable[[io.FileIO], Any]) -> None:
    """Fills a new file, which then takes the place of the old one: if that fails, the old one is as it was.

    The mode, the owner and the extended attributes stay. A device or a pipe is filled itself, and so is a file beside which there can be no other
    one of its owner.
    """
    try:
        about = os.stat(path)
    except FileNotFoundError:
        about = None
    is_other = about is not None and not stat.S_ISREG(about.st_mode)
    # A path that ends with a slash names no file, and `open` says so.
    if is_other or os.path.abspath(path).startswith(_OPEN_ALREADY) or not os.path.basename(path):
        with open(path, "wb", buffering=0) as file:
            fill(file)
        return
    # If the path is a link, the file that it leads to is replaced, and not the link.
    target = os.path.realpath(path)
    if about is not None:
        # A file that must not be written is not replaced either.
        os.close(os.open(path, os.O_WRONLY))
    beside = os.path.join(os.path.dirname(target), f".datarep-{secrets.token_hex(8)}.unfinished")
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    try:
        # Nobody else can open the file before it has the mode of the old one. A new file has the mode that the system gives new files.
        descriptor = os.open(beside, flags, 0o666 if about is None else 0o600)
    except OSError as error:
        if about is not None and error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
            _overwrite(target, fill)
            return
        raise OSError(error.errno, error.strerror, path) from None
    try:
        with open(descriptor, "wb", buffering=0) as file:
            is_kept = about is None or _keep_attributes(descriptor, target, about)
            if is_kept:
                fill(file)
        if is_kept:
            os.replace(beside, target)
    except BaseException as error:
        os.unlink(beside)
        if isinstance(error, OSError) and error.errno is not None and not isinstance(error, BlockingIOError):
            raise OSError(error.errno, error.strerror, path) from None
        raise
    if not is_kept:
        os.unlink(beside)
        _overwrite(target, fill)


def _keep_attributes(descriptor: int, target: str, about: os.stat_result) -> bool:
    """Gives a new file the owner, the mode and the extended attributes of the old one. False if the owner cannot be given."""
    if os.name != "posix":
        return True
    new = os.fstat(descriptor)
    if (new.st_uid, new.st_gid) != (about.st_uid, about.st_gid):
        try:
            os.fchown(descriptor, about.st_uid, about.st_gid)
        except OSError:
            return False
    os.fchmod(descriptor, stat.S_IMODE(about.st_mode))
    if hasattr(os, "listxattr"):
        # Some file systems have no attributes, and some attributes are set by the system alone.
        with contextlib.suppress(OSError):
            for name in os.listxattr(target):
                with contextlib.suppress(OSError):
                    os.setxattr(descriptor, name, os.getxattr(target, name))
    return True


def _overwrite(target: str, fill: Callable[[io.FileIO], Any]) -> None:
    """Fills a file in its place. If that fails, some of its bytes are new and some are old."""
    with open(target, "r+b", buffering=0) as file:
        fill(file)
        file.truncate()
