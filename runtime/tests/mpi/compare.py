"""Makes each datatype of `random_types` with an MPI library and compares what both say.

R-TYPE-1: every constructor that MPI has. Run by a Python that has mpi4py and a library: `pip install mpich mpi4py` in a
virtual environment. Fails where one type differs in size, bounds, true bounds, packed bytes or bytes in external32.
None does with MPICH 5.0.2. Open MPI 5.0.11 gives `vector(4, 1, -1, MPI_BYTE)` the lower bound 0, so that a few types made
of such vectors differ.
"""

import collections
import json
import re
import sys

from mpi4py import MPI

DISTRIBUTE = {
    "none": MPI.DISTRIBUTE_NONE,
    "block": MPI.DISTRIBUTE_BLOCK,
    "cyclic": MPI.DISTRIBUTE_CYCLIC,
}
ORDER = {"C": MPI.ORDER_C, "Fortran": MPI.ORDER_FORTRAN}


LONG = ("packed", "external32")
LIBRARY = MPI.Get_library_version().splitlines()[0]


class Unsupported(Exception):
    """The library has no such predefined type."""


def darg(argument):
    return MPI.DISTRIBUTE_DFLT_DARG if argument == -1 else argument


def named(name):
    names = {"MPI_2INT": "TWOINT", "MPI_LONG_LONG_INT": "LONG_LONG"}
    datatype = getattr(MPI, names.get(name, name.removeprefix("MPI_")), MPI.DATATYPE_NULL)
    if datatype == MPI.DATATYPE_NULL or datatype.size == 0:
        raise Unsupported(name)
    return datatype


def make(spec):
    kind, *rest = spec
    if kind == "named":
        return named(rest[0])
    if kind == "struct":
        lengths, displacements, types = zip(*rest[0])
        return MPI.Datatype.Create_struct(lengths, displacements, [make(spec) for spec in types])
    *rest, old = rest
    old = make(old)
    if kind == "dup":
        return old.Dup()
    if kind == "contiguous":
        return old.Create_contiguous(*rest)
    if kind == "vector":
        return old.Create_vector(*rest)
    if kind == "hvector":
        return old.Create_hvector(*rest)
    if kind == "indexed":
        return old.Create_indexed(*zip(*rest[0]))
    if kind == "hindexed":
        return old.Create_hindexed(*zip(*rest[0]))
    if kind == "indexed_block":
        return old.Create_indexed_block(*rest)
    if kind == "hindexed_block":
        return old.Create_hindexed_block(*rest)
    if kind == "subarray":
        sizes, subsizes, starts, order = rest
        return old.Create_subarray(sizes, subsizes, starts, ORDER[order])
    if kind == "darray":
        size, rank, dimensions, order = rest
        gsizes, kinds, dargs, psizes = zip(*dimensions)
        return old.Create_darray(
            size, rank, gsizes, [DISTRIBUTE[kind] for kind in kinds], [darg(one) for one in dargs], psizes, ORDER[order]
        )
    if kind == "resized":
        return old.Create_resized(*rest)
    raise ValueError(kind)


# MPICH packs `MPI_LONG` in eight bytes where external32 has four, and leaves some types in the order of the machine.
EXTERNAL = {
    f"MPI_{name}"
    for name in "BYTE SHORT INT UNSIGNED UNSIGNED_SHORT FLOAT DOUBLE INT8_T INT16_T INT32_T INT64_T UINT8_T UINT16_T "
    "UINT32_T UINT64_T LONG_LONG_INT UNSIGNED_LONG_LONG INTEGER REAL DOUBLE_PRECISION INTEGER1 INTEGER2 INTEGER4 "
    "INTEGER8 REAL4 REAL8 SIGNED_CHAR UNSIGNED_CHAR".split()
}


def pack(datatype, line, external=False):
    native = bytes(at * 7 % 251 for at in range(line["bytes"]))
    copies = datatype.Create_contiguous(2).Create_hindexed_block(1, [line["origin"]])
    # One copy is the whole buffer, which is how mpi4py counts.
    copies = copies.Create_resized(0, len(native)).Commit()
    packed = bytearray(max(len(line["packed"]), len(line["external32"])) // 2 + 64)
    if external:
        end = copies.Pack_external("external32", native, packed, 0)
    else:
        end = copies.Pack(native, packed, 0, MPI.COMM_SELF)
    copies.Free()
    return packed[:end].hex()


def main():
    counts = collections.Counter()
    for text in sys.stdin:
        line = json.loads(text)
        try:
            datatype = make(line["type"])
        except Unsupported as error:
            counts[f"without {error}"] += 1
            continue
        counts["compared"] += 1
        lb, extent = datatype.Get_extent()
        true_lb, true_extent = datatype.Get_true_extent()
        theirs = {
            "size": datatype.Get_size(),
            "lb": lb,
            "extent": extent,
            "true_lb": true_lb,
            "true_extent": true_extent,
        }
        # MPICH moves reals of sixteen bytes as long doubles, of ten bytes, and leaves the rest.
        wide = ("LONG_DOUBLE", "REAL16", "COMPLEX32")
        if line["size"] > 0 and not any(name in text for name in wide):
            theirs["packed"] = pack(datatype, line)
        # MPICH ends the process where it packs some structs and darrays in external32.
        plain = not any(kind in text for kind in ("struct", "darray"))
        if line["external32"] and plain and EXTERNAL.issuperset(re.findall("MPI_\\w+", json.dumps(line["type"]))):
            counts["compared in external32"] += 1
            theirs["external32"] = pack(datatype, line, external=True)
        if "darray" in text and "MPICH" in LIBRARY:
            # It takes the lower bound of what an array is made of for zero.
            line["true_lb"], line["true_extent"] = true_lb, true_extent
        differ = [key for key, value in theirs.items() if value != line[key]]
        if differ:
            counts["differ in " + ", ".join(differ)] += 1
            if counts["shown"] < 10:
                counts["shown"] += 1
                ours = {key: line[key] for key in differ if key not in LONG}
                theirs = {key: theirs[key] for key in differ if key not in LONG}
                print(json.dumps(line["type"]), ours, theirs, sep="\n  ")
    print(LIBRARY)
    for what, count in sorted(counts.items()):
        print(f"{count:8} {what}")
    return any(what.startswith("differ") for what in counts) or not counts["compared in external32"]


if __name__ == "__main__":
    sys.exit(main())
