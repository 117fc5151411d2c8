#!/usr/bin/env python3
"""Makes lakes.xpt, a small SAS transport file (version 5) with two invented data sets.

Numbers are IBM doubles cut to two to eight bytes; some values are missing, in the ways SAS has. All
arithmetic is with fractions, so that every machine makes the same bytes.

    make_xport.py            writes lakes.xpt beside this file
    make_xport.py FILE       writes FILE
    make_xport.py --check    compares lakes.xpt with what would be written; exit code 1 where they differ
"""

import struct
import sys
from fractions import Fraction
from pathlib import Path

STAMP = b"01JAN60:00:00:00"


def ibm64(value):
    """The eight bytes of a number, its fraction cut off as SAS does."""
    value = Fraction(value)
    if value == 0:
        return bytes(8)
    sign, magnitude = (0x80, -value) if value < 0 else (0, value)
    exponent = 0
    while magnitude >= 1:
        magnitude, exponent = magnitude / 16, exponent + 1
    while magnitude < Fraction(1, 16):
        magnitude, exponent = magnitude * 16, exponent - 1
    return struct.pack(">Q", (sign | exponent + 64) << 56 | int(magnitude * 2**56))


def cell(value, kind, length):
    """A value in an observation; a missing one is `.`, `._`, or `.A` to `.Z`."""
    if kind == 2:
        return value.encode("ascii").ljust(length)
    if value.startswith(".") and not value[1:].isdigit():
        return value[-1].encode("ascii").ljust(length, b"\0")
    return ibm64(value)[:length]


# Name, kind (1 numeric, 2 character), length, label.
LAKES = [
    ("LAKE", 2, 14, "Name"),
    ("VISITED", 1, 4, "Date of visit, days since 1960"),
    ("DEPTH", 1, 3, "Depth in meters"),
    ("TEMP", 1, 5, "Surface temperature in degrees Celsius"),
    ("OXYGEN", 1, 6, "Oxygen in milligrams a liter"),
    ("CLARITY", 1, 2, "Secchi depth in meters"),
    ("VOLUME", 1, 8, "Volume in cubic kilometers"),
    ("NOTE", 2, 24, "Remarks"),
]
# .A: too much ice; .B: probe broken; .: not measured; ._: not to be published.
LAKE_ROWS = [
    ("Oberer See", "8035", "46", "17.25", "8.5", "6", "0.135", ""),
    ("Mittelsee", "8036", "12", "18.5", "7.75", "3.5", "0.0625", "windy, waves of 0.3 m"),
    ("Kaltwasser", "8049", "103", ".A", ".A", ".", "1.04", "ice until June"),
    ("Moorteich", "8050", "2.5", "21.125", ".B", "0.5", "0.0001", "brown, \"like tea\""),
    ("Salzpfanne", "8051", "0.75", "33.3", "0", "._", "1e-6", "dry in August"),
    ("Tiefensee", ".", "-0", "-0.5", "1e-30", "24", "123456789.015625", "below sea level"),
    ("Nordbecken", "-29", "310.5", "4", "12.1", "17", ".Z", ""),
]

CREW = [("NAME", 2, 8, ""), ("YEARS", 1, 7, "Years of service")]
CREW_ROWS = [("ADA", "12.5"), ("BERT", "."), ("CLEO", "3")]


def padded(data, byte=b" "):
    return data + byte * (-len(data) % 80)


def header(kind, numbers):
    return f"HEADER RECORD*******{kind:<8}HEADER RECORD!!!!!!!{numbers:<30}".encode("ascii").ljust(80)


def member(name, label, variables, rows):
    parts = [
        header("MEMBER", "000000000000000001600000000140"),
        header("DSCRPTR", "0" * 30),
        b"SAS     " + name.encode().ljust(8) + b"SASDATA 9.4     LINUX   ".ljust(24) + b" " * 24 + STAMP,
        STAMP + b" " * 16 + label.encode().ljust(40) + b" " * 8,
        header("NAMESTR", f"000000{len(variables):04d}" + "0" * 20),
    ]
    namestrs, position = b"", 0
    for number, (variable, kind, length, text) in enumerate(variables, 1):
        namestrs += struct.pack(">hhhh", kind, 0, length, number)
        namestrs += variable.encode().ljust(8) + text.encode().ljust(40)
        namestrs += b" " * 8 + struct.pack(">hhh", 0, 0, 0) + bytes(2)
        namestrs += b" " * 8 + struct.pack(">hh", 0, 0) + struct.pack(">i", position) + bytes(52)
        position += length
    parts += [padded(namestrs), header("OBS", "0" * 30)]
    cells = (cell(value, kind, length) for row in rows for value, (_, kind, length, _) in zip(row, variables))
    parts.append(padded(b"".join(cells)))
    assert len(namestrs) == 140 * len(variables) and all(len(part) % 80 == 0 for part in parts)
    return b"".join(parts)


def whole_file():
    return b"".join(
        [
            header("LIBRARY", "0" * 30),
            b"SAS     SAS     SASLIB  9.4     LINUX   ".ljust(40) + b" " * 24 + STAMP,
            STAMP.ljust(80),
            member("LAKES", "Lakes that were never visited", LAKES, LAKE_ROWS),
            member("CREW", "Who never went there", CREW, CREW_ROWS),
        ]
    )


def main(arguments):
    committed = Path(__file__).with_name("lakes.xpt")
    if arguments == ["--check"]:
        if committed.read_bytes() != whole_file():
            sys.exit(f"{committed.name} is not what {Path(__file__).name} makes")
        print(f"{committed.name} is what {Path(__file__).name} makes")
    elif len(arguments) <= 1 and not (arguments and arguments[0].startswith("-")):
        Path(arguments[0] if arguments else committed).write_bytes(whole_file())
    else:
        sys.exit("usage: make_xport.py [FILE | --check]")


if __name__ == "__main__":
    main(sys.argv[1:])
