"""The Python package beside others and beside the same call in Rust: seconds of new arrays from `bytes`.

`cargo xtask bench --group python` runs it with the program `slices`. A line is `FORMAT as TYPE|BYTES|WHO|SECONDS SECONDS …`: samples of rounds, in which all take
turns, so that what else the machine does is the same for all.
"""

import subprocess
import sys
import tempfile
import time

import numpy as np

import datarep
from others import VERSIONS, WORKS

SIZES = [1 << 10, 1 << 16, 1 << 23]

#: Seconds of a sample, and rounds at least and at most.
SAMPLE, ROUNDS, SLOW = 2e-3, 25, 0.05


def in_python(call, data):
    """Seconds of a call, as the mean of so many."""

    def sample(count):
        start = time.perf_counter()
        for _ in range(count):
            call(data)
        return (time.perf_counter() - start) / count

    return sample


def in_rust(process):
    def sample(count):
        process.stdin.write(f"{count}\n")
        process.stdin.flush()
        return float(process.stdout.readline())

    return sample


def measure(program, format, dtype, others, size):
    extent = datarep.Format(format).itemsize
    values = (np.random.default_rng(3).standard_normal(size // extent) * 1000).astype(dtype)
    data = datarep.write(values, format)
    with tempfile.NamedTemporaryFile() as file:
        file.write(data)
        file.flush()
        command = [program, format, dtype, file.name]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
            samplers = {"datarep": in_python(lambda data: datarep.read(data, format, dtype=dtype), data), "Rust": in_rust(process)}
            samplers |= {name: in_python(call, data) for name, call in others.items()}
            samples = {name: [] for name in samplers}
            counts = {}
            for name, sample in samplers.items():
                sample(1)
                counts[name] = max(1, int(SAMPLE / max(sample(3), 1e-9)))
            slowest = 0.0
            for round in range(ROUNDS):
                if round >= 5 and slowest > SLOW:
                    break
                for name, sample in samplers.items():
                    samples[name].append(sample(counts[name]))
                    slowest = max(slowest, samples[name][-1])
            process.stdin.close()
    for name, seconds in samples.items():
        print(f"{format} as {dtype}|{len(data)}|{name}|{' '.join(f'{one:.4e}' for one in seconds)}", flush=True)


def main(program):
    print("versions|" + ", ".join(f"{name} {version}" for name, version in VERSIONS.items()))
    for format, dtype, others in WORKS:
        for size in SIZES:
            measure(program, format, dtype, others, size)
    print("end")


main(*sys.argv[1:])
