"""Writes numbers to a file in `external32` with an MPI library, or checks that a file holds them.

R-REF-2: what the example `external32` writes, the library reads, and the other way round. Called as
`external32.py write|check FILE`. The numbers follow from their index.
"""

import array
import sys

from mpi4py import MPI

COUNT = 1000


def seed(index):
    return index * 7919 % 1000003 - 500000


def wrapped(number, bits):
    return (number + (1 << bits - 1)) % (1 << bits) - (1 << bits - 1)


def double(index):
    return seed(index) * 2.0 ** (index % 41 - 20)


COLUMNS = [
    (MPI.INT16_T, 2, "h", lambda index: wrapped(seed(index), 16)),
    (MPI.INT32_T, 4, "i", lambda index: wrapped(seed(index) * 4001, 32)),
    (MPI.INT64_T, 8, "q", lambda index: seed(index) * 8888888888887),
    (MPI.FLOAT, 4, "f", double),
    (MPI.DOUBLE, 8, "d", double),
]


def main(what, path):
    mode = MPI.MODE_CREATE | MPI.MODE_WRONLY if what == "write" else MPI.MODE_RDONLY
    file = MPI.File.Open(MPI.COMM_SELF, path, mode)
    at = 0
    for datatype, extent, code, number in COLUMNS:
        numbers = array.array(code, [number(index) for index in range(COUNT)])
        file.Set_view(at, datatype, datatype, "external32")
        if what == "write":
            file.Write_at(0, [numbers, COUNT, datatype])
        else:
            read = array.array(code, bytes(len(numbers) * numbers.itemsize))
            file.Read_at(0, [read, COUNT, datatype])
            if read != numbers:
                index = next(index for index in range(COUNT) if read[index] != numbers[index])
                return f"{datatype.name}, item {index}: {read[index]} instead of {numbers[index]}"
        at += COUNT * extent
    file.Close()
    print(f"{COUNT} numbers of each type, {at} octets")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
