"""``python -m datarep mpi-library`` prints where the library for MPI is that the wheel carries.

It is for ``LD_PRELOAD``: programs under any MPI library have the representations then.
"""

from __future__ import annotations

import pathlib
import sys

USAGE = "usage: python -m datarep mpi-library    prints the path of the library for MPI, for LD_PRELOAD"

LIBRARY = pathlib.Path(__file__).with_name("libdatarep_mpi.so")


def main(arguments: list[str]) -> int:
    """What the command does; the result is the exit status."""
    if arguments in (["-h"], ["--help"]):
        print(USAGE)
        return 0
    if arguments != ["mpi-library"]:
        print(USAGE, file=sys.stderr)
        return 2
    if not LIBRARY.is_file():
        print("error: this wheel carries no library for MPI; docs/python.md says how one is built that does", file=sys.stderr)
        return 1
    print(LIBRARY.resolve())
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
