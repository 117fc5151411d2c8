"""The Python package beside others and beside the same call in Rust: seconds of new arrays from `bytes`, and of new `bytes` from arrays.

`cargo xtask bench --group python` runs it with the program `slices`. A line is `FORMAT as TYPE|BYTES|WHO|SECONDS SECONDS …`, and `FORMAT from TYPE` where it is
written: samples of rounds, in which all take turns, so that what else the machine does is the same for all. One call of each goes before those of a
sample: the caches have its own data then, and the memory that it gives back is what it gets, not what another one has given back.
"""

import subprocess
import sys
import tempfile
import time

import numpy as np

import datarep
from others import READS, WRITES

SIZES = [1 << 10, 1 << 16, 1 << 23]

#: The format of which a single number is measured, too: what a call costs.
SINGLE = ("f64", 8)

#: Seconds of a sample, and rounds at least and at most; a call that is slower than so many seconds has few.
SAMPLE, ROUNDS, FEWEST, SLOW = 6e-3, 25, 5, 0.05


def in_python(call, argument):
    """Seconds of a call, as the mean of so many."""

    def sample(count):
        call(argument)
        start = time.perf_counter()
        for _ in range(count):
            call(argument)
        return (time.perf_counter() - start) / count

    return sample


def in_rust(process):
    def sample(count):
        process.stdin.write(f"{count}\n")
        process.stdin.flush()
        return float(process.stdout.readline())

    return sample


def samples_of(samplers):
    """Seconds of each, round by round."""
    samples = {name: [] for name in samplers}
    counts = {}
    for name, sample in samplers.items():
        counts[name] = max(1, int(SAMPLE / max(sample(3), 1e-9)))
    slowest = 0.0
    for round in range(ROUNDS):
        if round >= FEWEST and slowest > SLOW:
            break
        for name, sample in samplers.items():
            samples[name].append(sample(counts[name]))
            slowest = max(slowest, samples[name][-1])
    return samples


def measure(program, direction, format, dtype, others, size):
    extent = datarep.Format(format).itemsize
    values = (np.random.default_rng(3).standard_normal(size // extent) * 1000).astype(dtype)
    data = datarep.write(values, format)
    if direction == "read":
        title, argument, own = f"{format} as {dtype}", data, lambda data: datarep.read(data, format, dtype=dtype)
    else:
        title, argument, own = f"{format} from {dtype}", values, lambda values: datarep.write(values, format)
    with tempfile.NamedTemporaryFile() as file:
        file.write(data)
        file.flush()
        command = [program, direction, format, dtype, file.name]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
            samplers = {"datarep": in_python(own, argument), "Rust": in_rust(process)}
            samplers |= {name: in_python(call, argument) for name, call in others.items()}
            samples = samples_of(samplers)
            process.stdin.close()
    for name, seconds in samples.items():
        print(f"{title}|{len(data)}|{name}|{' '.join(f'{one:.4e}' for one in seconds)}", flush=True)


def main(program):
    for direction, works in (("read", READS), ("write", WRITES)):
        for format, dtype, others in works:
            for size in [SINGLE[1]] * (format == SINGLE[0]) + SIZES:
                measure(program, direction, format, dtype, others, size)
    print("end")


main(*sys.argv[1:])
