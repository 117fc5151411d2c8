"""Records of 1,341 bytes with 167 columns of every kind of number and text, as large files of mainframes have them.

Nothing here is converted by the package: the bytes are put together from the values.
"""

import random
import struct

#: Bytes and fields of a record.
BYTES, FIELDS = 1341, 167

_LENGTHS = (1, 2, 3, 5, 8, 10, 12, 15, 20, 30, 50)
_ZONED = ((5, 0), (7, 2), (9, 0), (11, 2), (8, 0), (9, 2), (4, 0), (12, 2))
_PACKED = ((5, 0), (7, 2), (9, 2), (13, 2), (11, 0), (15, 2))
_INTEGERS = (("i16", ">h", 4), ("i32", ">i", 9), ("i64", ">q", 18), ("u16", ">H", 4), ("u32", ">I", 9), ("u8", ">B", 2))
_BINARY = ((16, ">h", 4, 2), (32, ">i", 9, 2), (64, ">q", 18, 4), (32, ">i", 9, 4))
_WORDS = ("Main", "Street", "Smith", "Jones & Co", "No. 7", "INVOICE", "x", "New York, NY")


def _take(table, count):
    return [table[at % len(table)] for at in range(count)]


def list_fields():
    """The type of each field in the language, its bytes, and what makes the bytes of an item."""
    fields = [(f"zoned_decimal({digits}, {scale})", digits, _make_zoned(digits)) for digits, scale in _take(_ZONED, 32)]
    fields += [(f"packed_decimal({digits}, {scale})", digits // 2 + 1, _make_packed(digits)) for digits, scale in _take(_PACKED, 36)]
    fields += [(name, struct.calcsize(code), _make_integer(code, digits)) for name, code, digits in _take(_INTEGERS, 22)]
    fields += [
        (f"binary_decimal({bits}, {scale}, {digits})", bits // 8, _make_integer(code, digits)) for bits, code, digits, scale in _take(_BINARY, 14)
    ]
    fields += [(f"hfp{8 * size}", size, _make_float(size)) for size in _take((4, 8), 18)]
    texts = _take(_LENGTHS, FIELDS - len(fields))
    # The first of the longest texts takes what is left.
    texts[texts.index(50)] += BYTES - sum(texts) - sum(size for _, size, _ in fields)
    fields += [(f"[ebcdic(cp037); {size}]", size, _make_text(size)) for size in texts]
    random.Random(167).shuffle(fields)
    assert (len(fields), sum(size for _, size, _ in fields)) == (FIELDS, BYTES)
    return fields


def describe_records():
    """The text of the record `wide`."""
    lines = [f"    c{at}: {kind};\n" for at, (kind, _, _) in enumerate(list_fields())]
    return f"use ibm::{{hfp32, hfp64}};\nrecord wide {{\n{''.join(lines)}}}\n"


def make_records(count):
    """The same records each time."""
    chance, makers = random.Random(1341), [make for _, _, make in list_fields()]
    return b"".join(make(chance) for _ in range(count) for make in makers)


def _draw_number(chance, digits):
    """A number of at most so many digits; small ones are as frequent as large ones, and a quarter is negative."""
    number = chance.randrange(10 ** chance.randint(1, digits))
    return -number if chance.random() < 0.25 else number


def _draw_digits(chance, digits):
    """The digits of such a number, and the half byte of its sign. There is no negative zero, as programs write none."""
    number = _draw_number(chance, digits)
    return f"{abs(number):0{digits}}", "D" if number < 0 else "C"


def _make_zoned(digits):
    def make(chance):
        text, sign = _draw_digits(chance, digits)
        data = bytearray(0xF0 | int(digit) for digit in text)
        data[-1] = data[-1] & 0x0F | int(sign, 16) << 4
        return bytes(data)

    return make


def _make_packed(digits):
    def make(chance):
        return bytes.fromhex("".join(_draw_digits(chance, digits)))

    return make


def _make_integer(code, digits):
    is_signed = code[1].islower()

    def make(chance):
        number = _draw_number(chance, digits)
        return struct.pack(code, number if is_signed else abs(number))

    return make


def _make_float(size):
    def make(chance):
        # A sign, an exponent of 16 from -2 to 6, and a fraction whose first digit is not zero.
        fraction = chance.randrange(1 << (8 * size - 12), 1 << (8 * size - 8))
        return (chance.randrange(2) << (8 * size - 1) | chance.randint(62, 70) << (8 * size - 8) | fraction).to_bytes(size, "big")

    return make


def _make_text(size):
    def make(chance):
        text = ""
        while len(text) < size and chance.random() > 0.15:
            text += (" " if text else "") + chance.choice(_WORDS)
        return f"{text[:size]:<{size}}".encode("cp037")

    return make
