"""Buffers that are odd, change, lie, or are interrupted."""

import ctypes
import io
import mmap
import os
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest

import datarep

ONE = bytes.fromhex("41100000")


@pytest.mark.parametrize("bytes_before", range(9))
def test_any_alignment(bytes_before):
    memory = bytearray(bytes_before) + ONE * 100
    view = memoryview(memory)[bytes_before:]
    assert datarep.read(view, "hfp32").tolist() == [1.0] * 100
    array = np.frombuffer(memory, np.uint8)[bytes_before:]
    unaligned = np.zeros(8 * 100 + 9, np.uint8)[bytes_before : bytes_before + 800].view("f8")
    datarep.read(array, "hfp32", out=unaligned)
    assert unaligned.tolist() == [1.0] * 100
    assert datarep.write(unaligned, "hfp32") == ONE * 100
    out = bytearray(bytes_before + 400)
    datarep.write(unaligned, "hfp32", memoryview(out)[bytes_before:])
    assert out == bytes(bytes_before) + ONE * 100


def test_views_of_several_sides_and_steps():
    memory = np.frombuffer(ONE * 24, np.uint8).reshape(2, 3, 16)
    assert datarep.read(memoryview(memory), "hfp32").shape == (2, 3, 4)
    assert datarep.read(memoryview(memory)[::-1], "hfp32").shape == (2, 3, 4)
    stepped = memoryview(bytes(range(16)))[::2]
    assert datarep.read(stepped, "unsigned(8)").tolist() == list(range(0, 16, 2))
    assert datarep.read((ctypes.c_char * 4).from_buffer_copy(ONE), "hfp32").tolist() == [1.0]


def test_a_buffer_does_not_move_while_it_is_read():
    memory = bytearray(ONE * 10)
    array = np.frombuffer(memory, np.uint8)
    with pytest.raises(BufferError):
        memory.extend(ONE)
    assert datarep.read(array, "hfp32").tolist() == [1.0] * 10
    del array
    memory.extend(ONE)
    assert len(datarep.read(memory, "hfp32")) == 11


def test_a_buffer_that_changes_while_it_is_read():
    memory = np.frombuffer(bytearray(ONE * 200_000), "V4")
    bytes_of = memory.view(np.uint8).reshape(-1, 4)
    stop = threading.Event()

    def change():
        while not stop.is_set():
            bytes_of[:, 0] ^= 0x80
            bytes_of[:, 1] ^= 0x30

    thread = threading.Thread(target=change)
    thread.start()
    try:
        for _ in range(10):
            values, loss = datarep.read(memory, "hfp32", dtype="f4", threads=2, loss=True)
            # Each word was there at some moment, or is a mix of such words.
            assert not loss and set(np.abs(values).tolist()) <= {1.0, 2.0}
            datarep.write(values, "hfp32", memory)
    finally:
        stop.set()
        thread.join()


def test_an_array_that_is_assigned_another_shape_meanwhile():
    memory = np.frombuffer(bytearray(ONE * 600_000), np.uint8)
    stop = threading.Event()

    def change():
        while not stop.is_set():
            memory.shape = (600, 4000)
            memory.shape = (2_400_000,)

    import warnings

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        thread = threading.Thread(target=change)
        thread.start()
        try:
            for _ in range(10):
                assert datarep.read(memory, "hfp32", dtype="f4").sum() == 600_000
        finally:
            stop.set()
            thread.join()


class Liar:
    """A reader that does not what it says."""

    def __init__(self, *parts):
        self.parts = list(parts)

    def read(self, size=-1):
        part = self.parts.pop(0) if self.parts else b""
        if isinstance(part, BaseException):
            raise part
        return part

    def write(self, data):
        return self.parts.pop(0)


def test_readers_that_lie():
    assert datarep.read(Liar(ONE[:1], ONE[1:], ONE), "hfp32").tolist() == [1.0, 1.0]
    assert datarep.read(Liar(bytearray(ONE), memoryview(ONE)), "hfp32").tolist() == [1.0, 1.0]
    with pytest.raises(TypeError, match="reads str"):
        datarep.read(io.StringIO("text"), "hfp32")
    with pytest.raises(TypeError, match="reads int"):
        datarep.read(Liar(4), "hfp32")
    with pytest.raises(ValueError, match="was asked for 4 bytes and gave 8"):
        datarep.read(Liar(ONE * 2), "hfp32", count=1)
    with pytest.raises(BlockingIOError):
        datarep.read(Liar(None), "hfp32")
    with pytest.raises(ZeroDivisionError):
        datarep.read(Liar(ZeroDivisionError()), "hfp32")
    with pytest.raises(ValueError, match="2 items of 4 bytes are asked for, and the source has 4 bytes"):
        datarep.read(Liar(ONE), "hfp32", count=2)
    assert datarep.write([1.0], "hfp32", Liar(1, 3)) == 4
    for wrong in (0, 5, -1):
        with pytest.raises(OSError, match="was given 4 bytes"):
            datarep.write([1.0], "hfp32", Liar(wrong))


class Interface:
    """An object that says of its memory what is not so."""

    def __init__(self, **lies):
        self.array = np.frombuffer(ONE * 4, np.uint8)
        self.__array_interface__ = {**self.array.__array_interface__, **lies}


def test_objects_that_lie_about_their_buffer():
    for lies in ({}, {"shape": (10**12,)}, {"data": (0, True)}, {"strides": (10**9,)}):
        # What an object says about its memory does not count. It must be a buffer or an array.
        with pytest.raises(TypeError):
            datarep.read(Interface(**lies), "hfp32")
    for wrong in (1, None, 1.5, object(), [1, 2], {"read": 1}, range(4)):
        with pytest.raises(TypeError):
            datarep.read(wrong, "hfp32")

    class Array:
        def __array__(self, dtype=None, copy=None):
            return "no array"

    with pytest.raises((TypeError, ValueError)):
        datarep.read(Array(), "hfp32")

    class Sub(np.ndarray):
        """What its attributes say is not believed."""

        shape = (10**9,)
        nbytes = 10**9
        dtype = np.dtype("f8")

        def __len__(self):
            return 10**9

    lie = np.frombuffer(ONE * 2, np.uint8).view(Sub)
    assert np.asarray(datarep.read(lie, "hfp32")).tolist() == [1.0, 1.0]

    class Path(os.PathLike):
        def __fspath__(self):
            return 5

    with pytest.raises(TypeError):
        datarep.read(Path(), "hfp32")


def test_a_closed_map(tmp_path):
    path = tmp_path / "data"
    path.write_bytes(ONE * 1024)
    with open(path, "r+b") as file:
        mapped = mmap.mmap(file.fileno(), 0)
    array = np.frombuffer(mapped, np.uint8)
    with pytest.raises(BufferError):
        mapped.close()
    assert datarep.read(array, "hfp32").sum() == 1024
    datarep.write(np.full(1024, -1.0), "hfp32", mapped)
    del array
    mapped.flush()
    mapped.close()
    assert path.read_bytes() == bytes.fromhex("C1100000") * 1024
    with pytest.raises(ValueError):
        datarep.read(mapped, "hfp32")


def test_arrays_that_cannot_be_written_or_are_empty():
    frozen = np.arange(4.0)
    frozen.flags.writeable = False
    assert len(datarep.write(frozen, "hfp32")) == 16
    assert datarep.write(np.empty((0, 5)), "hfp32") == b""
    assert datarep.write(np.float64(1), "hfp32") == ONE
    assert datarep.read(ONE, "hfp32", shape=()).shape == ()
    assert datarep.read(np.empty((3, 0), np.uint8), "hfp32").shape == (3, 0)
    out = np.empty((0, 3))
    assert datarep.read(b"", "hfp32", out=out) is out
    repeated = np.broadcast_to(np.float32(1), (3, 4))
    assert datarep.write(repeated, "hfp32") == ONE * 12


def test_other_threads_run_meanwhile():
    data = ONE * 4_000_000
    started, stop, ticks = threading.Event(), threading.Event(), []

    def tick():
        started.set()
        while not stop.is_set():
            ticks.append(time.perf_counter())
            time.sleep(0)

    thread = threading.Thread(target=tick)
    thread.start()
    started.wait()
    begin = time.perf_counter()
    datarep.read(data, "hfp32", dtype="f4")
    end = time.perf_counter()
    stop.set()
    thread.join()
    # The other thread ran within the call, and not only at its ends.
    middle = [at for at in ticks if begin < at < end]
    assert len(middle) > 3


def test_an_interrupt():
    program = """
import datarep, os, signal, threading, sys
# Who starts a program in the background may have it ignore interrupts.
signal.signal(signal.SIGINT, signal.default_int_handler)
data = bytes.fromhex("41100000") * (1 << 20)
def interrupt():
    started.wait()
    os.kill(os.getpid(), signal.SIGINT)
started = threading.Event()
threading.Thread(target=interrupt).start()
try:
    started.set()
    for _ in range(100_000):
        datarep.read(data, "hfp32")
except KeyboardInterrupt:
    print("interrupted")
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=300)
    assert done.stdout == "interrupted\n", done.stderr


def test_an_interrupt_within_a_call():
    class Stop(Exception):
        pass

    def handler(number, frame):
        raise Stop

    # Two steps, between which signals are checked.
    data = ONE * (1 << 25)
    before = signal.signal(signal.SIGALRM, handler)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.01)
        with pytest.raises(Stop):
            for _ in range(1000):
                datarep.read(data, "hfp32", dtype="f4")
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def test_many_threads_convert_at_once():
    expected = np.linspace(-1, 1, 300_000)
    data = datarep.write(expected, "vax_g")
    wrong = []

    def work():
        for _ in range(5):
            if not np.array_equal(datarep.read(data, "vax_g"), expected) or datarep.write(expected, "vax_g") != data:
                wrong.append(1)

    threads = [threading.Thread(target=work) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong
