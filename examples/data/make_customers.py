#!/usr/bin/env python3
"""Writes customers.dat: records of a mainframe, as customer.cpy describes them. `--check` compares."""

import sys
from pathlib import Path
from struct import pack

CUSTOMERS = [
    (10017, "ZURICH AG", 12345.67, 0.125, "19980401", (12.5, -3.0, 0.0, 99.9)),
    (10018, "BERN & SOHN", -250.00, 2.5, "20011130", (1.0, 2.0, 3.0, -4.5)),
    (10035, "GENEVE SA", 0.05, -118.625, "20240229", (0.1, 0.2, 0.3, 0.4)),
]


def packed(number, digits):
    """Two digits in a byte, the sign in the last half."""
    text = f"{abs(number):0{digits}d}" + ("D" if number < 0 else "C")
    return bytes.fromhex(text)


def zoned(number, digits):
    """A digit in a byte, the sign with the last one."""
    text = f"{abs(number):0{digits}d}"
    zones = [0xF0] * (digits - 1) + [0xD0 if number < 0 else 0xC0]
    return bytes(zone | int(digit) for zone, digit in zip(zones, text))


def single(number):
    """IBM's short hexadecimal float."""
    magnitude, exponent = abs(number), 64
    while magnitude >= 1:
        magnitude, exponent = magnitude / 16, exponent + 1
    while magnitude and magnitude < 1 / 16:
        magnitude, exponent = magnitude * 16, exponent - 1
    word = (number < 0) << 31 | exponent << 24 | int(magnitude * 2**24)
    return pack(">I", word)


def record(number, name, balance, rate, since, quarters):
    return b"".join(
        [
            pack(">I", number),
            f"{name:12}".encode("cp037"),
            packed(round(balance * 100), 7),
            single(rate),
            since.encode("cp037"),
            b"\x40\x40",
            *(zoned(round(quarter * 10), 4) for quarter in quarters),
        ]
    )


path = Path(__file__).with_name("customers.dat")
made = b"".join(record(*customer) for customer in CUSTOMERS)
if sys.argv[1:] == ["--check"]:
    sys.exit(0 if path.read_bytes() == made else f"{path.name} is not what this program makes")
path.write_bytes(made)
