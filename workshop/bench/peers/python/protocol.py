"""What a peer of `cargo xtask bench` says and is told, in lines of words between tabs.

    told  work NAME BYTES INPUT OUTPUT LENGTH [ARGUMENT...]
                      prepares the work with what is in the file INPUT, does it once, and writes what came out, LENGTH
                      bytes, to the file OUTPUT; BYTES is the size of the copy that it is measured with
    told  time CALLS  does the work so many times
    told  copy CALLS  copies so many times
    says  ok WORD...  `time` and `copy`: the nanoseconds of all calls; at first: the versions of what is measured
    says  no REASON

The same is spoken by `workshop/bench/peers/loops`.
"""

import gc
import sys
import time


def serve(versions, works):
    """Answers until there is nothing more. `works`: by name, a function of the input, the length of the output and the
    arguments, that returns what is measured and what gives the bytes of the output."""
    gc.disable()
    say("ok", versions)
    run = copy = None
    for line in sys.stdin:
        command, *words = line.rstrip("\n").split("\t")
        try:
            if command == "work":
                run = copy = None
                name, bytes, source, target, length, *arguments = words
                if name not in works:
                    raise KeyError(f"there is no work `{name}`")
                with open(source, "rb") as file:
                    bytes_in = bytearray(file.read())
                run, result = works[name](bytes_in, int(length), *arguments)
                run()
                with open(target, "wb") as file:
                    file.write(result())
                copy = copier(int(bytes))
                say("ok")
            elif command in ("time", "copy"):
                say("ok", timed(run if command == "time" else copy, int(words[0])))
            else:
                say("no", f"`{command}` is not understood")
        except Exception as fault:  # whatever it is, it is said, and the next work may succeed
            say("no", " ".join(f"{type(fault).__name__}: {fault}".split()))


def copier(bytes):
    """`memcpy` of so many bytes."""
    source, target = memoryview(bytearray(bytes)), memoryview(bytearray(bytes))

    def copy():
        target[:] = source

    copy()
    return copy


def timed(call, calls):
    """Nanoseconds of the calls. One goes before them, where there are many, so that the caches are the call's own."""
    if calls > 1:
        call()
    repeat = range(calls)
    start = time.perf_counter_ns()
    for _ in repeat:
        call()
    return time.perf_counter_ns() - start


def say(*words):
    """One line."""
    print(*words, sep="\t", flush=True)
