#!/usr/bin/env python3
"""Makes reseau.dat, a VICAR file of tiepoints in VAX floats like those of the Voyager missions.

The marks are invented: a grid as on a vidicon's glass, seen through a lens that bends. All arithmetic is
with integers, so that every machine makes the same bytes.

    make_voyager.py            writes reseau.dat beside this file
    make_voyager.py FILE       writes FILE
    make_voyager.py --check    compares reseau.dat with what would be written; exit code 1 where they differ
"""

import struct
import sys
from pathlib import Path

RECORD = 512
ROWS, COLUMNS = 11, 12


def vax_f(numerator, denominator):
    """The four bytes of a fraction: 0.1F * 2^(E - 128), words of 16 bits, ties to even."""
    if numerator == 0:
        return bytes(4)
    sign, magnitude = (0x8000_0000, -numerator) if numerator < 0 else (0, numerator)
    # magnitude / denominator = significand / 2^24 * 2^exponent, the significand of 24 bits.
    exponent = magnitude.bit_length() - denominator.bit_length()
    exponent += magnitude << max(-exponent, 0) >= denominator << max(exponent, 0)
    significand, rest = divmod(magnitude << 24 + max(-exponent, 0), denominator << max(exponent, 0))
    twice = 2 * rest - (denominator << max(exponent, 0))
    significand += twice > 0 or (twice == 0 and significand & 1)
    if significand == 1 << 24:
        significand, exponent = 1 << 23, exponent + 1
    assert 1 << 23 <= significand < 1 << 24 and 0 < exponent + 128 < 256
    word = sign | (exponent + 128) << 23 | (significand & 0x7F_FFFF)
    return struct.pack("<HH", word >> 16, word & 0xFFFF)


def tiepoints():
    """Line and sample of each mark: where it belongs, where it is; in thousandths of a pixel."""
    state = 1977
    for row in range(ROWS):
        for column in range(COLUMNS):
            line, sample = 25_360 + 75_000 * row, 25_310 + 68_000 * column
            # The lens pulls inward with the cube of the distance from the middle.
            y, x = line - 400_000, sample - 400_000
            pull = (x * x + y * y) // 10_000_000
            state = (state * 1103515245 + 12345) % 2**31
            jitter = (state >> 16) % 161 - 80
            yield line, sample, line - 9_000 - y * pull // 1_100_000 + jitter, sample - 6_000 - x * pull // 1_100_000 - jitter


def label(size):
    items = [
        f"LBLSIZE={size:<16}FORMAT='BYTE'  TYPE='TABULAR'  BUFSIZ=20480  DIM=3  EOL=0  RECSIZE={RECORD}  ORG='BSQ'  ",
        f"NL=0  NS={RECORD}  NB=1  N1={RECORD}  N2=0  N3=1  N4=0  NBB=0  NLB={size // RECORD}  ",
        "HOST='VAX-VMS'  INTFMT='LOW'  REALFMT='VAX'  BHOST='VAX-VMS'  BINTFMT='LOW'  BREALFMT='VAX'  BLTYPE='IBIS'  ",
        f"PROPERTY='IBIS'  TYPE='TIEPOINT'  NR={ROWS * COLUMNS}  NC=4  ORG='ROW'  FMT_DEFAULT='REAL'  ",
        "GROUPS=('LINE','SAMP','INPUT','OUTPUT')  GROUP_1=(3,1)  GROUP_2=(4,2)  GROUP_3=(3,4)  GROUP_4=(1,2)  ",
        f"SEGMENT=16  BLOCKSIZE={RECORD}  COFFSET=(0,4,8,12)  ",
        f"PROPERTY='TIEPOINT'  NUMBER_OF_AREAS_HORIZONTAL={COLUMNS - 1}  NUMBER_OF_AREAS_VERTICAL={ROWS - 1}  ",
        "TASK='TASK'  USER='NOBODY'  DAT_TIM='Mon Sep  5 12:56:00 1977'  ",
        "LAB01='SYNTHETIC   NOT A PICTURE OF ANY MISSION                              C'  ",
        "LAB02='MADE BY MAKE_VOYAGER.PY, THE LENS''S BEND IS INVENTED                  L'",
    ]
    text = "".join(items).encode("ascii")
    assert len(text) <= size
    return text.ljust(size, b"\0")


def table():
    return b"".join(vax_f(number, 1000) for tiepoint in tiepoints() for number in tiepoint)


def whole_file():
    points = table()
    return label(3 * RECORD) + points + bytes(-len(points) % RECORD)


def main(arguments):
    assert vax_f(1, 1) == bytes([0x80, 0x40, 0, 0]) and vax_f(25360, 1000) == bytes([0xCA, 0x42, 0x48, 0xE1])
    committed = Path(__file__).with_name("reseau.dat")
    if arguments == ["--check"]:
        if committed.read_bytes() != whole_file():
            sys.exit(f"{committed.name} is not what {Path(__file__).name} makes")
        print(f"{committed.name} is what {Path(__file__).name} makes")
    elif len(arguments) <= 1 and not (arguments and arguments[0].startswith("-")):
        Path(arguments[0] if arguments else committed).write_bytes(whole_file())
    else:
        sys.exit("usage: make_voyager.py [FILE | --check]")


if __name__ == "__main__":
    main(sys.argv[1:])
