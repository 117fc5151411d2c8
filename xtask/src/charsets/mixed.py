"""The pages of EBCDIC with characters of two bytes, from the converters of the C library and of ICU.

`mixed.py write FILE` writes the data of all pages. `mixed.py check FILE` compares that data with every converter that
this machine has, prints what differs, and ends with 1 if anything does.

The file is a sequence of numbers of 16 bits, the most significant byte first:

- the number of pages, of rows, and of long characters;
- for each page, the characters of the 256 single bytes, and a row for each first byte of a pair, from 0x40 to 0xFE;
- each row: the characters of the second bytes from 0x40 to 0xFE;
- each long character: two code points, of two numbers each. The second one is 0 if there is only one;
- for each page, how many codes are never written, because another code has their character; and these codes.

The code point of a character is its number. 0xFFFF stands for no character, and as a row for none. A number from 0xD800
on, where Unicode has no characters, is that of a long character plus 0xD800: one beyond the basic plane, or two that are
written as one.
"""

import pathlib
import shutil
import struct
import subprocess
import sys

from pages import Iconv

PAGES = ["930", "933", "935", "937", "939", "1364", "1371", "1388", "1390", "1399"]

FIRST, LAST = 0x40, 0xFE
NONE, LONG = 0xFFFF, 0xD800
SHIFT_OUT, SHIFT_IN, SUBSTITUTE = 0x0E, 0x0F, 0x3F


def pairs():
    return [(first, second) for first in range(FIRST, LAST + 1) for second in range(FIRST, LAST + 1)]


def make_converters(page):
    """A page's decoder and encoder in the C library."""
    iconv = Iconv()
    decode, encode = iconv.make("UTF-32LE", "IBM" + page), iconv.make("IBM" + page, "UTF-32LE")
    if not decode or not encode:
        return None

    def decode_text(given):
        found = decode(given)
        text = found.decode("utf-32-le") if found else None
        # A byte without a character is read as a substitute, which has a byte of its own.
        return None if text == "\x1a" and given != bytes([SUBSTITUTE]) else text

    def encode_text(text):
        found = encode(text.encode("utf-32-le"))
        return None if found == bytes([SUBSTITUTE]) and text != "\x1a" else found

    return decode_text, encode_text


def wrap(code):
    """The bytes of a code: a single byte, or a pair between the shifts."""
    return bytes([code]) if code < 0x100 else bytes([SHIFT_OUT, code >> 8, code & 0xFF, SHIFT_IN])


def read_page(page):
    """The text of each code that has one, and the codes that are never written."""
    decode, encode = make_converters(page)
    codes = [code for code in range(0x100) if code not in (SHIFT_OUT, SHIFT_IN)]
    codes += [first << 8 | second for first, second in pairs()]
    table = {code: text for code in codes if (text := decode(wrap(code)))}
    by_text = {}
    for code, text in table.items():
        by_text.setdefault(text, []).append(code)
    unwritten = set()
    for text, known in by_text.items():
        written = [code for code in known if wrap(code) == encode(text)]
        unwritten.update(set(known) - {(written or known)[0]})
    return table, unwritten


def write(path):
    known = [read_page(page) for page in PAGES]
    rows, longs = {}, {}

    def number(text):
        if text is None:
            return NONE
        if len(text) == 1 and ord(text) < NONE:
            return ord(text)
        return LONG + longs.setdefault(text, len(longs))

    heads, ends = [], []
    for table, unwritten in known:
        heads += [number(table.get(byte)) for byte in range(0x100)]
        for first in range(FIRST, LAST + 1):
            row = tuple(number(table.get(first << 8 | second)) for second in range(FIRST, LAST + 1))
            is_empty = all(code == NONE for code in row)
            heads.append(NONE if is_empty else rows.setdefault(row, len(rows)))
        ends += [len(unwritten), *sorted(unwritten)]
    numbers = [len(PAGES), len(rows), len(longs), *heads]
    for row in rows:
        numbers += row
    for text in longs:
        for code in (ord(text[0]), ord(text[1]) if len(text) > 1 else 0):
            numbers += [code >> 16, code & 0xFFFF]
    numbers += ends
    pathlib.Path(path).write_bytes(struct.pack(f">{len(numbers)}H", *numbers))


def read_file(path):
    """The pages of the file: tables of texts, and the codes that are never written."""
    data = pathlib.Path(path).read_bytes()
    numbers = struct.unpack(f">{len(data) // 2}H", data)
    count, rows, longs = numbers[:3]
    width = LAST - FIRST + 1
    at_rows = 3 + count * (0x100 + width)
    at_longs = at_rows + rows * width
    end = at_longs + 4 * longs

    def text(number):
        if number == NONE:
            return None
        if not LONG <= number < LONG + longs:
            return chr(number)
        one = numbers[at_longs + 4 * (number - LONG) :][:4]
        return chr(one[0] << 16 | one[1]) + (chr(one[2] << 16 | one[3]) if one[2] or one[3] else "")

    pages = []
    for page in range(count):
        head = numbers[3 + page * (0x100 + width) :][: 0x100 + width]
        table = {byte: text(head[byte]) for byte in range(0x100)}
        for first in range(FIRST, LAST + 1):
            row = head[0x100 + first - FIRST]
            if row != NONE:
                for second in range(FIRST, LAST + 1):
                    table[first << 8 | second] = text(numbers[at_rows + row * width + second - FIRST])
        length = numbers[end]
        pages.append(({code: one for code, one in table.items() if one}, set(numbers[end + 1 : end + 1 + length])))
        end += 1 + length
    assert end == len(numbers), "the file is longer than its pages"
    return pages


def read_pairs_by_icu(page):
    """The text of each pair, by ICU's `uconv`; `None` if it lacks the page."""
    command = ["uconv", "-f", f"ibm-{page}", "-t", "UTF-8", "--callback", "substitute"]
    # Digits between the pairs keep them apart, and are no part of any.
    given = b"".join(wrap(first << 8 | second) + b"\xf1\xf2\xf1" for first, second in pairs())
    made = subprocess.run(command, input=given, capture_output=True)
    if made.returncode != 0:
        return None
    texts = made.stdout.decode("utf-8", "replace").split("121")
    found = {first << 8 | second: text for (first, second), text in zip(pairs(), texts)}
    return {code: text for code, text in found.items() if text and not set("\ufffd\x1a") & set(text)}


def check(path):
    faults, compared, pages = [], [0, 0], read_file(path)
    if len(pages) != len(PAGES):
        faults.append("the pages are not those that are listed in the script")
    for name, (table, unwritten) in zip(PAGES, pages):
        if make_converters(name):
            compared[0] += len(table)
            there, kept = read_page(name)
            for code in sorted(there.keys() | table.keys()):
                if there.get(code) != table.get(code):
                    faults.append(f"cp{name}: {code:#06x} is {table.get(code)!r} here, {there.get(code)!r} in iconv")
            if kept != unwritten:
                faults.append(f"cp{name}: other codes are never written")
        there = read_pairs_by_icu(name) if shutil.which("uconv") else None
        if there:
            compared[1] += len(there)
            for code in sorted(there.keys() | {code for code in table if code > 0xFF}):
                if there.get(code) != table.get(code):
                    faults.append(f"cp{name}: {code:#06x} is {table.get(code)!r} here, {there.get(code)!r} in ICU")
    print(f"{len(pages)} mixed pages: {compared[0]} codes compared with iconv, {compared[1]} pairs with ICU")
    return faults


if __name__ == "__main__":
    found = write(sys.argv[2]) if sys.argv[1] == "write" else check(sys.argv[2])
    for fault in (found or [])[:40]:
        print(fault, file=sys.stderr)
    sys.exit(1 if found else 0)
