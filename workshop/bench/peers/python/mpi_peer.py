"""An MPI library: `external32` by MPI_Pack_external and MPI_Unpack_external, from Python."""

import mpi4py
from mpi4py import MPI

from protocol import serve


def unpack(datatype):
    """From `external32` to native items."""

    def prepare(bytes, length):
        out = bytearray(length)

        def run():
            datatype.Unpack_external("external32", bytes, 0, out)

        return run, lambda: out

    return prepare


def pack(datatype):
    """From native items to `external32`."""

    def prepare(bytes, length):
        out = bytearray(length)

        def run():
            datatype.Pack_external("external32", bytes, out, 0)

        return run, lambda: out

    return prepare


library = MPI.Get_library_version().split("\n", 1)[0].split()[-1]
serve(
    f"mpi4py {mpi4py.__version__} (MPICH {library})",
    {
        "read f64": unpack(MPI.DOUBLE),
        "write f64": pack(MPI.DOUBLE),
        "read f32": unpack(MPI.FLOAT),
        "read i16": unpack(MPI.INT16_T),
    },
)
