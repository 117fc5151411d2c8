"""What goes wrong: wrong arguments, full disks, files without an end or a length, file objects that do not block."""

import decimal
import errno
import io
import os
import pathlib
import signal
import stat
import subprocess
import sys
import threading
import time

import numpy as np
import pytest

import datarep
import datarep._files

ONE = bytes.fromhex("41100000")
OLD = b"what was here before"

posix = pytest.mark.skipif(os.name != "posix", reason="files of POSIX")


def run(program, *arguments, **variables):
    """What a program of its own prints."""
    environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1", **variables}
    done = subprocess.run(
        [sys.executable, "-c", program, *map(str, arguments)], capture_output=True, text=True, timeout=300, env=environment
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.split("\n")[:-1]


def folder_of(path):
    return sorted(os.listdir(path.parent))


# What is checked before a file is touched.


@pytest.mark.parametrize(
    "wrong",
    [
        {"format": "no_such_format"},
        {"format": "ibm370"},
        {"shape": None},
        {"shape": (-1,)},
        {"shape": (2, -3)},
        {"shape": (2.5,)},
        {"shape": True},
        {"shape": (2**40, 2**40)},
        {"shape": 2**62},
        {"strides": (4, 4)},
        {"strides": (0,)},
        {"strides": (True,)},
        {"offset": -1},
        {"offset": True},
        {"offset": 2**63},
        {"threads": -1},
        {"threads": True},
        {"dtype": "M8[s]"},
        {"dtype": "no type"},
        {"order": "sideways"},
        {"on_overflow": "explode"},
        {"on_overflown": "error"},
    ],
    ids=str,
)
def test_a_wrong_argument_empties_no_file(tmp_path, wrong):
    path = tmp_path / "numbers"
    path.write_bytes(OLD)
    arguments = {"format": "hfp32", "shape": 3, "mode": "w+", **wrong}
    with pytest.raises((ValueError, TypeError, OverflowError, OSError, LookupError)):
        datarep.open(path, arguments.pop("format"), **arguments)
    assert path.read_bytes() == OLD and folder_of(path) == ["numbers"]


@posix
def test_a_length_that_the_system_refuses_empties_no_file(tmp_path):
    path = tmp_path / "numbers"
    path.write_bytes(OLD)
    program = """
import datarep, resource, sys
resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))
try:
    datarep.open(sys.argv[1], "hfp32", shape=1000, mode="w+")
except OSError as error:
    print(error.errno, error.filename)
"""
    assert run(program, path) == [f"{errno.EFBIG} {path}"]
    assert path.read_bytes() == OLD and folder_of(path) == ["numbers"]


# Writing a file.


@posix
def test_a_full_disk_leaves_the_old_file(tmp_path):
    path, link, new = tmp_path / "numbers", tmp_path / "link", tmp_path / "new"
    path.write_bytes(OLD)
    link.symlink_to(path)
    record = 'datarep.Text("record one { x: f64; }").records["one"]'
    program = f"""
import datarep, numpy as np, resource, sys
resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))
record = {record}
for path in sys.argv[1:]:
    for values, format in (np.zeros(1000), "f64"), (np.zeros(1000, record.dtype), record):
        try:
            datarep.write(values, format, path)
        except OSError as error:
            print(error.errno, error.filename)
"""
    paths = (path, link, new)
    assert run(program, *paths) == [f"{errno.EFBIG} {path}" for path in paths for _ in range(2)]
    assert path.read_bytes() == OLD and link.is_symlink() and folder_of(path) == ["link", "numbers"]
    # With room, the file that the link leads to is replaced.
    assert datarep.write([1.0], "hfp32", link) == 4
    assert path.read_bytes() == ONE and link.is_symlink() and folder_of(path) == ["link", "numbers"]


@posix
def test_a_full_device_is_told():
    if not os.path.exists("/dev/full"):
        pytest.skip("there is no /dev/full")
    with pytest.raises(OSError) as caught:
        datarep.write(np.zeros(100_000), "f64", "/dev/full")
    assert caught.value.errno == errno.ENOSPC
    with open("/dev/full", "wb", buffering=0) as file, pytest.raises(OSError):
        datarep.write(np.zeros(100_000), "f64", file)
    assert datarep.write([1.0], "hfp32", "/dev/null") == 4


@posix
def test_mode_and_owner_stay(tmp_path):
    path = tmp_path / "numbers"
    old = os.umask(0o027)
    try:
        datarep.write([1.0], "hfp32", path)
        assert stat.S_IMODE(path.stat().st_mode) == 0o640
        with datarep.open(tmp_path / "new", "hfp32", shape=3, mode="w+"):
            assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o640
    finally:
        os.umask(old)
    for mode in (0o600, 0o604, 0o666, 0o755):
        path.chmod(mode)
        if os.geteuid() == 0:
            os.chown(path, 1234, 4321)
        before = path.stat()
        datarep.write([1.0, 1.0], "hfp32", path)
        datarep.open(path, "hfp32", shape=2, mode="w+")[:] = 1
        after = path.stat()
        assert (after.st_mode, after.st_uid, after.st_gid) == (before.st_mode, before.st_uid, before.st_gid)
        assert path.read_bytes() == ONE * 2


@posix
def test_nobody_sees_a_private_file_while_it_is_written(tmp_path, monkeypatch):
    path = tmp_path / "numbers"
    path.write_bytes(OLD)
    path.chmod(0o600)
    seen = []
    write_all = datarep._files.write_all

    def look(file, data):
        seen.extend(stat.S_IMODE(entry.stat().st_mode) for entry in tmp_path.iterdir())
        assert path.read_bytes() == OLD
        write_all(file, data)

    monkeypatch.setattr(datarep._files, "write_all", look)
    datarep.write([1.0], "hfp32", path)
    assert seen == [0o600, 0o600] and path.read_bytes() == ONE


@posix
def test_where_a_file_cannot_be_replaced_it_is_overwritten(tmp_path, monkeypatch):
    path = tmp_path / "numbers"
    path.write_bytes(OLD)
    inode = path.stat().st_ino
    real = os.open

    def refuse(name, flags, *arguments, **more):
        if flags & os.O_CREAT:
            raise PermissionError(errno.EACCES, "no new file here", name)
        return real(name, flags, *arguments, **more)

    monkeypatch.setattr(os, "open", refuse)
    assert datarep.write([1.0, 1.0], "hfp32", path) == 8
    assert path.read_bytes() == ONE * 2
    with datarep.open(path, "hfp32", shape=3, mode="w+") as array:
        assert array[:].tolist() == [0, 0, 0]
    assert path.read_bytes() == bytes(12) and path.stat().st_ino == inode
    with pytest.raises(PermissionError, match="new"):
        datarep.write([1.0], "hfp32", tmp_path / "new")
    monkeypatch.setattr(os, "open", real)

    # A file of another owner, which only the administrator can give away.
    def keep(*arguments):
        raise PermissionError

    monkeypatch.setattr(os, "fchown", keep)
    monkeypatch.setattr(os, "fstat", lambda descriptor: os.stat("/"))
    path.chmod(0o644)
    if (path.stat().st_uid, path.stat().st_gid) != (os.stat("/").st_uid, os.stat("/").st_gid) or os.chown(path, 1234, 4321) is None:
        assert datarep.write([1.0], "hfp32", path) == 4
        assert path.read_bytes() == ONE and path.stat().st_ino == inode and folder_of(path) == ["numbers"]


@posix
def test_a_file_that_must_not_be_written(tmp_path):
    for wrong in ("", tmp_path / "nowhere" / "numbers", f"{tmp_path}/new/"):
        with pytest.raises(OSError) as caught:
            datarep.write([1.0], "hfp32", wrong)
        assert caught.value.filename == str(wrong)
    with pytest.raises(IsADirectoryError):
        datarep.write([1.0], "hfp32", tmp_path)
    assert not os.listdir(tmp_path)
    path = tmp_path / "numbers"
    path.write_bytes(OLD)
    path.chmod(0o444)
    if os.access(path, os.W_OK):
        return
    with pytest.raises(PermissionError):
        datarep.write([1.0], "hfp32", path)
    assert path.read_bytes() == OLD


# File objects that do not block.


@posix
def test_a_file_object_that_does_not_block_loses_nothing():
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    values = np.zeros(1_000_000)
    with open(reader, "rb", buffering=0) as source, open(writer, "wb", buffering=0) as target:
        with pytest.raises(BlockingIOError, match="of 8000000 bytes are written") as caught:
            datarep.write(values, "f64", target)
        written = caught.value.characters_written
        assert 0 < written < 8_000_000
        assert len(source.read(8_000_000)) == written

        # Somebody reads meanwhile: a `write` of fewer bytes is no error.
        os.set_blocking(writer, True)
        taken = []
        thread = threading.Thread(target=lambda: taken.append(datarep.read(source, "f64", count=1_000_000)))
        thread.start()
        assert datarep.write(values + 1, "f64", target) == 8_000_000
        thread.join()
        assert taken[0].sum() == 1_000_000

        # No bytes yet, before the offset and behind it.
        os.set_blocking(reader, False)
        for arguments in ({}, {"offset": 2}, {"count": 1}):
            with pytest.raises(BlockingIOError, match="has no bytes now; 0 were read"):
                datarep.read(source, "f64", **arguments)
        target.write(b"123")
        with pytest.raises(BlockingIOError, match="3 were read"):
            datarep.read(source, "f64", count=1)


def test_a_buffered_file_object_tells_how_many_it_took():
    class Full(io.RawIOBase):
        def writable(self):
            return True

        def write(self, data):
            return None

    class Takes:
        def __init__(self, *takes):
            self.takes = list(takes)

        def write(self, data):
            taken = self.takes.pop(0)
            if isinstance(taken, BaseException):
                raise taken
            return taken

    with pytest.raises(BlockingIOError, match="0 of 4 bytes"):
        datarep.write([1.0], "hfp32", Full())
    for last in (None, BlockingIOError(errno.EAGAIN, "full", 0)):
        with pytest.raises(BlockingIOError, match="3 of 4 bytes") as caught:
            datarep.write([1.0], "hfp32", Takes(1, 2, last))
        assert caught.value.characters_written == 3
    with pytest.raises(BlockingIOError) as caught:
        datarep.write([1.0], "hfp32", Takes(1, BlockingIOError(errno.EAGAIN, "full", 2)))
    assert caught.value.characters_written == 3


# How many items.


def test_a_source_of_another_length_is_refused(tmp_path):
    path = tmp_path / "numbers"
    path.write_bytes(ONE * 10)
    for source in (path, str(path), path.read_bytes(), bytearray(ONE * 10), np.frombuffer(ONE * 10, "V4")):
        for arguments in ({"out": np.zeros(3)}, {"shape": (3, 3)}, {"shape": 3}, {"shape": ()}, {"out": np.zeros((3, 3)), "shape": (3, 3)}):
            with pytest.raises(ValueError, match="the source has 40 bytes: `count="):
                datarep.read(source, "hfp32", **arguments)
        with pytest.raises(ValueError, match="asked for"):
            datarep.read(source, "hfp32", out=np.zeros(11))
        with pytest.raises(ValueError, match="do not fill"):
            datarep.read(source, "hfp32", shape=(-1, 3))
        # The call says that fewer are meant.
        assert datarep.read(source, "hfp32", out=np.zeros(3), count=3).tolist() == [1, 1, 1]
        assert datarep.read(source, "hfp32", shape=(3, -1), count=9).shape == (3, 3)
        assert datarep.read(source, "hfp32", out=np.zeros(10)).sum() == 10
        assert datarep.read(source, "hfp32", offset=28, out=np.zeros(3)).sum() == 3
        assert datarep.read(source, "hfp32", offset=28, shape=(3, 1)).shape == (3, 1)
    with pytest.raises(ValueError, match="out has the shape"):
        datarep.read(path, "hfp32", out=np.zeros(10), shape=(5, 2))
    assert datarep.read(path, "hfp32", out=np.zeros((5, 2)), shape=(-1, 2)).shape == (5, 2)
    with pytest.raises(ValueError, match="only one side"):
        datarep.read(path, "hfp32", shape=(-1, -1))
    # A file object goes on from where it stands, so what it has more is left for the next call.
    with open(path, "rb") as file:
        assert datarep.read(file, "hfp32", shape=(3, 3)).shape == (3, 3) and file.tell() == 36


@pytest.mark.parametrize("wrong", [-2, -(2**70), 2**70])
def test_counts_and_offsets_that_are_none(tmp_path, wrong):
    text = datarep.Text("record one { x: f64; }")
    station = text.records["one"]
    for call in (
        lambda: datarep.read(ONE, "hfp32", count=wrong),
        lambda: datarep.read(io.BytesIO(ONE), "hfp32", count=wrong),
        lambda: datarep.read(bytes(8), station, count=wrong),
        lambda: station.read(bytes(8), count=wrong),
        lambda: datarep.read(ONE, "hfp32", offset=wrong),
        lambda: datarep.read(ONE, "hfp32", shape=wrong),
        lambda: datarep.probe(ONE, at=wrong),
        lambda: datarep.probe(ONE, length=wrong),
    ):
        with pytest.raises(ValueError, match=str(wrong)):
            call()
    for call in (lambda: datarep.read(ONE, "hfp32", threads=-1), lambda: datarep.write([1.0], "hfp32", threads=-1)):
        with pytest.raises(ValueError, match="threads is -1"):
            call()


@pytest.mark.parametrize("wrong", [True, False, np.True_, 1.0, "1"])
def test_counts_are_whole_numbers(wrong):
    for name in ("count", "offset", "threads", "shape"):
        with pytest.raises(TypeError, match=name):
            datarep.read(ONE, "hfp32", **{name: wrong})
    for name in ("at", "length"):
        with pytest.raises(TypeError, match=name):
            datarep.probe(ONE, **{name: wrong})
    with pytest.raises(TypeError, match="threads"):
        datarep.write([1.0], "hfp32", threads=wrong)
    with pytest.raises(TypeError, match="count"):
        datarep.Text("record one { x: f64; }").records["one"].read(b"", count=wrong)


def test_counts_of_any_whole_kind():
    for count in (-1, None, np.int8(-1)):
        assert len(datarep.read(ONE * 3, "hfp32", count=count)) == 3
    assert len(datarep.read(ONE * 3, "hfp32", count=np.uint64(2), offset=np.int16(4), threads=np.int64(1))) == 2
    assert datarep.read(ONE * 4, "hfp32", shape=np.array([2, 2])).shape == (2, 2)
    assert datarep.read(ONE * 4, "hfp32", shape=[np.int32(-1), 2]).shape == (2, 2)


# Files without an end, without a length, without places.


@posix
def test_a_device_without_an_end(monkeypatch):
    assert datarep.read("/dev/zero", "hfp32", count=3).tolist() == [0, 0, 0]
    assert datarep.read("/dev/zero", "hfp32", count=3, offset=1 << 30).tolist() == [0, 0, 0]
    assert datarep.read("/dev/zero", "hfp32", shape=(2, 2)).shape == (2, 2)
    assert datarep.read("/dev/zero", "hfp32", out=np.ones(2)).tolist() == [0, 0]
    assert not datarep.probe("/dev/zero", formats=["f32"])
    limit = datarep._files.memory_limit()
    assert 1 << 20 < limit < os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    with pytest.raises(ValueError, match="half of the memory"):
        datarep.read("/dev/zero", "hfp32", count=limit)
    monkeypatch.setattr(datarep._files, "memory_limit", lambda: 1 << 24)
    with pytest.raises(ValueError, match="`/dev/zero` has no end after .* say `count`"):
        datarep.read("/dev/zero", "hfp32")
    with open("/dev/zero", "rb") as file, pytest.raises(ValueError, match="has no end"):
        datarep.read(file, "hfp32")


@posix
def test_files_whose_length_the_system_does_not_know():
    path = pathlib.Path("/proc/self/cmdline")
    if not path.exists():
        pytest.skip("there is no /proc")
    whole = path.read_bytes()
    assert path.stat().st_size == 0 and whole
    assert datarep.read(path, "unsigned(8)").tobytes() == whole
    assert datarep.read(path, "unsigned(8)", offset=3, count=2).tobytes() == whole[3:5]
    with pytest.raises(ValueError, match="ends before"):
        datarep.read(path, "unsigned(8)", offset=len(whole) + 1)
    assert datarep.probe(path, formats=["f32"]).runs


def test_an_offset_behind_the_end_of_a_file_object(tmp_path):
    path = tmp_path / "numbers"
    path.write_bytes(ONE)
    for offset in (4, 8, 5 << 20):
        expected = [] if offset == 4 else None
        with open(path, "rb") as file:
            if expected is not None:
                assert datarep.read(file, "hfp32", offset=offset).tolist() == expected
                continue
            with pytest.raises(ValueError, match=f"the offset is {offset}"):
                datarep.read(file, "hfp32", offset=offset)


@posix
def test_a_fifo_has_no_places(tmp_path):
    path = tmp_path / "fifo"
    os.mkfifo(path)
    for other, kind in ((path, "a FIFO"), ("/dev/zero", "a device")):
        for mode in ("r", "r+", "w+"):
            with pytest.raises(io.UnsupportedOperation, match=kind):
                datarep.open(other, "hfp32", shape=1, mode=mode)
    assert stat.S_ISFIFO(path.stat().st_mode)


WAIT = """
import datarep, signal, sys, threading, time
signal.signal(signal.SIGINT, signal.default_int_handler)
calls = {
    "read": lambda: datarep.read(sys.argv[2], "hfp32"),
    "probe": lambda: datarep.probe(sys.argv[2], formats=["f32"]),
    "write": lambda: datarep.write([1.0], "hfp32", sys.argv[2]),
}
def tick():
    for _ in range(3):
        time.sleep(0.05)
    # The other threads run while this one waits.
    print("waiting", flush=True)
threading.Thread(target=tick).start()
try:
    calls[sys.argv[1]]()
except KeyboardInterrupt:
    print("interrupted")
"""


@posix
@pytest.mark.parametrize("call", ["read", "probe", "write"])
def test_waiting_for_a_fifo_can_be_interrupted(tmp_path, call):
    path = tmp_path / "fifo"
    os.mkfifo(path)
    process = subprocess.Popen([sys.executable, "-c", WAIT, call, str(path)], stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout.readline() == "waiting\n"
        deadline = time.monotonic() + 60
        while process.poll() is None and time.monotonic() < deadline:
            process.send_signal(signal.SIGINT)
            time.sleep(0.2)
        assert process.stdout.read() == "interrupted\n"
    finally:
        process.kill()
        process.wait()


@posix
def test_a_fifo_is_read_and_written(tmp_path):
    path = tmp_path / "fifo"
    os.mkfifo(path)
    for call in (lambda: datarep.read(path, "hfp32").tolist(), lambda: datarep.read(path, "hfp32", offset=4, count=1).tolist()):
        thread = threading.Thread(target=lambda: datarep.write([1.0, -1.0], "hfp32", path))
        thread.start()
        assert call() in ([1, -1], [-1])
        thread.join()
    assert stat.S_ISFIFO(path.stat().st_mode)


# Where the system gives no thread, and where arrays change in a call.


def test_no_thread_can_be_made():
    # A stack of this size does not fit in any process, so that no thread begins.
    program = """
import datarep, numpy as np
values = np.arange(2_000_000.0)
data, loss = datarep.write(values, "vax_g", threads=8, loss=True)
again = datarep.read(data, "vax_g", threads=8)
print(np.array_equal(values, again), bool(loss))
try:
    datarep.write(np.where(values == 1_234_567, np.nan, values), "vax_g", threads=8)
except datarep.ConversionError as error:
    print(error.index)
"""
    assert run(program, RUST_MIN_STACK=str(1 << 47)) == ["True False", "1234567"]


def change(array):
    """Assigns a smaller type, and then another shape."""
    array.dtype = "V1"
    array.shape = (-1, 2)


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_file_object_that_changes_the_array():
    out = np.zeros(100)

    datarep.read(Chunks(out), "hfp32", out=out)
    # The items are those that the array had when it was given.
    assert out.tobytes() == np.ones(100).tobytes()

    values = np.ones(100)

    class Writer:
        def __init__(self):
            self.data = b""

        def __getattr__(self, name):
            # The call asks whether there is a method `write`.
            change(values)
            raise AttributeError(name)

        def write(self, data):
            self.data += bytes(data)
            return len(data)

    writer = Writer()
    assert datarep.write(values, "hfp32", writer) == 400 and writer.data == ONE * 100

    class Array(np.ndarray):
        def __array_function__(self, function, types, arguments, keywords):
            change(changed)
            return NotImplemented

        def copy(self, *arguments):
            return np.zeros(1)

    memory = np.frombuffer(bytearray(ONE * 100), np.uint8)
    changed = memory.view("f4")
    datarep.read(memory.view(Array), "hfp32", out=changed)
    assert changed.tolist() == [1.0] * 100
    datarep.write(changed.view(Array), "hfp32", memory)
    assert memory.tobytes() == ONE * 100


class Chunks:
    """A reader in parts that assigns the array another type and shape."""

    def __init__(self, out):
        self.out = out
        self.left = 400

    def read(self, size):
        if self.left == 400:
            change(self.out)
        part = min(self.left, size, 30)
        self.left -= part
        return (ONE * 100)[400 - self.left - part : 400 - self.left]


def test_a_text_is_compiled_without_the_lock():
    source = "".join(f"float own{index} = S1 E8 F23 where value = 1.F * 2^(E - {index % 100 + 27});\n" for index in range(1500))
    ticks, stop = [], threading.Event()

    def tick():
        while not stop.is_set():
            ticks.append(time.perf_counter())
            time.sleep(0)

    thread = threading.Thread(target=tick)
    thread.start()
    # A thread that does not give up the lock is made to after this time, but only within code of Python.
    begin = time.perf_counter()
    text = datarep.Text(source)
    end = time.perf_counter()
    stop.set()
    thread.join()
    assert len(text.formats) == 1500
    middle = [at for at in ticks if begin + (end - begin) / 4 < at < end - (end - begin) / 4]
    assert len(middle) > 3


# Formats whose numbers are beyond those of `decimal`.


@pytest.mark.parametrize("exponent", [12, 16, 20, 24, 30])
def test_the_range_of_far_exponents(exponent):
    fraction = 63 - exponent
    bias = 2 ** (exponent - 1) - 1
    text = datarep.Text(f"float far = S1 E{exponent} F{fraction} where value = 1.F * 2^(E - {bias});")
    # The context of the caller does not matter.
    with decimal.localcontext(decimal.Context(prec=5, Emax=99, Emin=-99)):
        lowest, largest = text["far"].range
    assert lowest == largest.copy_negate() and largest > 0 and largest.is_finite()
    power = 2**exponent - 1 - bias - fraction
    if exponent <= 20:
        assert largest == decimal.Decimal((2 ** (fraction + 1) - 1) << power)
    else:
        # The first digits, by logarithms, and the exponent.
        context = decimal.Context(prec=60, Emax=decimal.MAX_EMAX, Emin=decimal.MIN_EMIN)
        digits = context.add(context.log10(2 ** (fraction + 1) - 1), context.multiply(power, context.log10(2)))
        assert largest.adjusted() == int(digits) and len(largest.as_tuple().digits) == 50
        assert abs(context.subtract(context.log10(largest), digits)) < decimal.Decimal("1e-40")


def test_the_range_of_every_format_of_the_library():
    for name, family in datarep.formats():
        found = datarep.Format(f"{family}::{name}").range
        assert found is None or found[0] < found[1], name
    # Two formats with more digits than are written, of a float with radix two and of one with radix ten.
    assert datarep.Format("pdp15_54").range[1] == decimal.Decimal((2**35 - 1) << (2**17 - 1 - 35))
    ten = datarep.Format("hp48_long_real").range[1]
    assert ten.adjusted() == 49999 and ten.normalize(decimal.Context(prec=100)).as_tuple().digits == (9,) * 15


def test_texts_of_the_user_are_not_read(tmp_path):
    """The command looks for texts in the folder of settings. A program gets the library, whoever starts it."""
    folder = tmp_path / "datarep"
    folder.mkdir()
    (folder / "own.datarep").write_text("float hfp32 = S1 E8 F23 where value = 1.F * 2^(E - 127);\nfloat own = S1 E8 F23 where value = 1.F * 2^(E - 127);")
    program = """
import datarep
print(datarep.read(bytes.fromhex("41100000"), "hfp32").tolist())
try:
    datarep.Format("own")
except datarep.UnknownFormatError:
    print("unknown")
"""
    for variables in ({"XDG_CONFIG_HOME": str(tmp_path)}, {"XDG_CONFIG_HOME": ".", "HOME": ""}, {"HOME": str(tmp_path)}):
        assert run(program, **variables) == ["[1.0]", "unknown"]
