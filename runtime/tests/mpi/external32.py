"""Writes numbers in `external32` and structs in `native` with an MPI library, or checks that a file holds them.

R-REF-2, R-EXT-4: what the example `external32` writes, the library reads, and the other way round. Called as
`external32.py write|check FILE`. The numbers follow from their index.
"""

import array
import struct
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
    # A struct has its padding in a native file.
    sample = MPI.Datatype.Create_struct([1, 1], [0, 8], [MPI.DOUBLE, MPI.INT32_T]).Commit()
    file.Set_view(at, sample, sample, "native")
    samples = bytearray(b"".join(struct.pack("=di4x", double(index), index) for index in range(COUNT)))
    if what == "write":
        file.Write_at(0, [samples, COUNT, sample])
    else:
        read = bytearray(len(samples))
        file.Read_at(0, [read, COUNT, sample])
        if read != samples:
            index = next(index for index in range(len(read)) if read[index] != samples[index])
            return f"struct {index // 16}, byte {index % 16}: {read[index]} instead of {samples[index]}"
    at += COUNT * file.Get_type_extent(sample)
    file.Close()
    print(f"{COUNT} numbers of each type, {at} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
