"""The code pages of the language, from the converters of CPython and of the C library.

`pages.py write` prints the data of all pages. `pages.py check FILE` compares that data with every converter that this
machine has, prints what differs, and ends with 1 if anything does. Where both converters have a page they must agree,
except at the bytes in `DIFFERENCES`.

A page is a line with its family, its name, what it is for and its other names, then sixteen lines of sixteen code
points; `----` is a code without a character. A `*` behind a code point is a byte that is read but never written, as
another byte has the same character.
"""

import codecs
import ctypes
import encodings.aliases
import pathlib
import sys

# The name of a page, and what it is for. The converters' names follow from it, or are in `ICONV`.
EBCDIC = """
cp037 United States, Canada, Brazil, Netherlands, Portugal
cp038 international, of 160 characters
cp256 international, with the peseta sign
cp273 Austria, Germany
cp274 Belgium, of 160 characters
cp275 Brazil, of 160 characters
cp277 Denmark, Norway
cp278 Finland, Sweden
cp280 Italy
cp281 Japan with Latin letters, of 160 characters
cp284 Spain, Latin America
cp285 United Kingdom
cp290 Japan with Katakana
cp297 France
cp420 Arabic
cp423 Greece, the older page
cp424 Hebrew
cp500 international, Belgium, Switzerland
cp803 Hebrew, the older page
cp870 Latin letters of Central Europe
cp871 Iceland
cp875 Greece
cp880 Cyrillic, the older page
cp905 Turkey, the older page
cp918 Urdu
cp1025 Cyrillic
cp1026 Turkey
cp1047 z/OS UNIX, C and POSIX
cp1097 Farsi
cp1112 Baltic
cp1122 Estonia
cp1123 Ukraine
cp1130 Vietnam
cp1132 Lao
cp1137 Devanagari
cp1140 page 037 with the euro sign
cp1141 page 273 with the euro sign: Austria, Germany
cp1142 page 277 with the euro sign: Denmark, Norway
cp1143 page 278 with the euro sign: Finland, Sweden
cp1144 page 280 with the euro sign: Italy
cp1145 page 284 with the euro sign: Spain, Latin America
cp1146 page 285 with the euro sign: United Kingdom
cp1147 page 297 with the euro sign: France
cp1148 page 500 with the euro sign: international
cp1149 page 871 with the euro sign: Iceland
cp1153 page 870 with the euro sign: Central Europe
cp1154 page 1025 with the euro sign: Cyrillic
cp1155 page 1026 with the euro sign: Turkey
cp1156 page 1112 with the euro sign: Baltic
cp1157 page 1122 with the euro sign: Estonia
cp1158 page 1123 with the euro sign: Ukraine
cp1160 Thailand with the euro sign
cp1164 page 1130 with the euro sign: Vietnam
cp1166 Kazakhstan with the euro sign
cp4517 Arabic, the page of 1993
cp4899 page 803 with the euro sign: Hebrew
cp4971 page 875 with the euro sign: Greece
cp9030 Thailand
cp12712 page 424 with the euro sign: Hebrew
cp16804 page 420 with the euro sign: Arabic
at_de Austria, Germany, of 160 characters
at_de_a Austria, Germany, the alternate page
ca_fr Canada, in French
dk_no Denmark, Norway, of 160 characters
dk_no_a Denmark, Norway, the alternate page
es Spain, of 160 characters
es_a Spain, the alternate page
es_s Spain, with other signs
fi_se Finland, Sweden, of 160 characters
fi_se_a Finland, Sweden, the alternate page
fr France, of 160 characters
is_friss Iceland, of FRISS
it Italy, of 160 characters
pt Portugal, of 160 characters
uk United Kingdom, of 160 characters
us United States, of 160 characters
"""

CODEPAGE = """
cp437 the first PC: United States
cp720 Arabic, of DOS
cp737 Greece, of DOS
cp770 Baltic, of DOS
cp771 Lithuania and Cyrillic, of DOS
cp772 Lithuania and Cyrillic, of DOS, as a standard
cp773 Lithuania, of DOS
cp774 Lithuania, of DOS, as a standard
cp775 Baltic, of DOS
cp850 Western Europe, of DOS
cp851 Greece, of DOS, the older page
cp852 Central Europe, of DOS
cp855 Cyrillic, of DOS
cp856 Hebrew, of OS/2
cp857 Turkey, of DOS
cp858 page 850 with the euro sign
cp860 Portugal, of DOS
cp861 Iceland, of DOS
cp862 Hebrew, of DOS
cp863 Canada in French, of DOS
cp864 Arabic, of DOS, by the forms of letters
cp865 Denmark, Norway, of DOS
cp866 Cyrillic, of DOS: Russia
cp866nav page 866 of another maker
cp868 Urdu, of DOS
cp869 Greece, of DOS
cp874 Thailand
cp901 page 921 with the euro sign: Baltic
cp902 page 922 with the euro sign: Estonia
cp922 Estonia
cp1004 Western Europe, of OS/2
cp1006 Urdu, of AIX
cp1008 Arabic, of AIX
cp1046 Arabic, of AIX, by the forms of letters
cp1124 Ukraine, of AIX
cp1125 Ukraine, of DOS
cp1129 Vietnam, of AIX
cp1133 Lao
cp1161 Thailand with the euro sign
cp1162 page 874 with the euro sign, of Windows: Thailand
cp1163 Vietnam with the euro sign
cp1167 KOI8 for Russian, Belarusian and Ukrainian
cp1250 Central Europe, of Windows
cp1251 Cyrillic, of Windows
cp1252 Western Europe, of Windows
cp1253 Greece, of Windows
cp1254 Turkey, of Windows
cp1255 Hebrew, of Windows
cp1256 Arabic, of Windows
cp1257 Baltic, of Windows
cp1258 Vietnam, of Windows
cp4909 ISO 8859-7 with the euro sign: Greece
cp5347 page 1251 with the euro sign: Cyrillic
cp9066 Thailand, of OS/2
iso8859_2 Central Europe
iso8859_3 Southern Europe: Maltese, Esperanto
iso8859_4 Northern Europe
iso8859_5 Cyrillic
iso8859_6 Arabic
iso8859_7 Greece
iso8859_8 Hebrew
iso8859_9 Turkey
iso8859_10 Nordic
iso8859_11 Thailand
iso8859_13 Baltic
iso8859_14 Celtic
iso8859_15 Western Europe with the euro sign
iso8859_16 South-Eastern Europe
koi8_r Russia
koi8_t Tajikistan
koi8_u Ukraine
kz1048 Kazakhstan
ptcp154 Cyrillic of Asia
armscii_8 Armenia
georgian_academy Georgia, of its academy
georgian_ps Georgia, of Parliament
mik Bulgaria, of DOS
viscii Vietnam
dec_mcs DEC: terminals from the VT220, VMS
hp_roman8 Hewlett-Packard: Western Europe
hp_roman9 Hewlett-Packard: Western Europe with the euro sign
hp_greek8 Hewlett-Packard: Greece
hp_turkish8 Hewlett-Packard: Turkey
palmos Palm
mac_roman Macintosh: Western Europe
mac_croatian Macintosh: Croatia
mac_cyrillic Macintosh: Cyrillic
mac_greek Macintosh: Greece
mac_iceland Macintosh: Iceland
mac_latin2 Macintosh: Central Europe
mac_romanian Macintosh: Romania
mac_turkish Macintosh: Turkey
"""

# The names of the C library's converters, where they are not `CP` or `IBM` and the page's number, or the page's name in
# capital letters with hyphens. `None`: its page of that name is another one.
ICONV = {
    "mac_roman": "MACINTOSH",
    "mac_latin2": "MAC-CENTRALEUROPE",
    "kz1048": "RK1048",
    "ptcp154": "PT154",
    "mac_iceland": None,
}

# Where CPython and glibc differ: the bytes, which of the two is right, and why.
DIFFERENCES = {
    "cp273": ({0xBC}, codecs, "both are the overline, which is also U+203E in IBM's page 285"),
    "cp424": ({0x78, 0x8F}, codecs, "the characters are those of ISO 8859-8, which has no arrow and has a plus-minus"),
    "cp856": ({0x1A, 0x1C, 0x7F, 0xEE, 0xFA}, codecs, "glibc has three controls in IBM's order for printers"),
    "cp875": ({0x6A, 0x74, 0xDD}, codecs, "a bar, a space that is kept and a Greek point, as in later pages of Greece"),
    "cp1026": ({0x9D, 0xBC}, codecs, "a cedilla and a macron, as in ISO 8859-9"),
    "mac_roman": ({0xC6, 0xF0}, codecs, "Apple's own table has the increment, and its logo at U+F8FF"),
    "mac_cyrillic": ({0xFF}, codecs, "Apple's own table has the euro sign since Mac OS 9"),
}

# Bytes that CPython reads as a substitute, U+001A, since they have no character. They are codes without one here.
SUBSTITUTED = {"cp875": {0xDC, 0xE1, 0xEC, 0xED, 0xFC, 0xFD}}

# A page for which the C library writes other bytes than those that it reads as the same characters.
OTHER_WAY_BACK = {"cp1046"}


class Iconv:
    """The converters of the C library, if it has any."""

    def __init__(self):
        library = ctypes.CDLL(None)
        self.open, self.convert, self.close = library.iconv_open, library.iconv, library.iconv_close
        self.open.restype = self.close.argtypes = None
        self.open.restype, self.open.argtypes = ctypes.c_void_p, [ctypes.c_char_p] * 2
        self.convert.restype, self.convert.argtypes = ctypes.c_size_t, [ctypes.c_void_p] * 5
        self.close.argtypes = [ctypes.c_void_p]

    def make(self, target, source):
        """A function that converts bytes, and returns `None` for what has no place in the target."""
        handle = self.open(target.encode(), source.encode())
        if handle == ctypes.c_void_p(-1).value:
            return None

        def convert(given):
            self.convert(handle, None, None, None, None)
            source, room = ctypes.create_string_buffer(given, len(given)), ctypes.create_string_buffer(64)
            begin, left = ctypes.c_void_p(ctypes.addressof(source)), ctypes.c_size_t(len(given))
            out, free = ctypes.c_void_p(ctypes.addressof(room)), ctypes.c_size_t(64)
            at = [ctypes.byref(one) for one in (begin, left, out, free)]
            if self.convert(handle, *at) == ctypes.c_size_t(-1).value:
                return None
            # Some converters keep a letter until they know that no accent follows.
            self.convert(handle, None, None, *at[2:])
            return room.raw[: 64 - free.value]

        return convert

    def find(self, name):
        """The table of a page and its way back, or `None`."""
        for other in iconv_names(name):
            decode, encode = self.make("UTF-32LE", other), self.make(other, "UTF-32LE")
            if decode and encode:
                made = [decode(bytes([byte])) for byte in range(256)]
                table = [found.decode("utf-32-le") if found else None for found in made]
                return table, lambda character: encode(character.encode("utf-32-le"))
        return None


def iconv_names(name):
    if name in ICONV:
        return [ICONV[name]] if ICONV[name] else []
    if name.startswith("iso8859_"):
        return ["ISO-8859-" + name[8:]]
    if name.startswith("cp") and name[2].isdigit():
        return ["CP" + name[2:].upper(), "IBM" + name[2:].upper()]
    plain = name.upper().replace("_", "-")
    return ["EBCDIC-" + plain] if name in names_of(EBCDIC) else [plain]


def names_of(rows):
    return [row.split()[0] for row in rows.split("\n") if row]


def find_in_python(name):
    """The table of a page and its way back, or `None`."""
    if name in names_of(EBCDIC) and not name.startswith("cp"):
        return None
    try:
        codec = codecs.lookup(name)
    except LookupError:
        return None

    def decode(byte):
        try:
            return codec.decode(bytes([byte]))[0]
        except UnicodeDecodeError:
            return None

    def encode(character):
        try:
            return codec.encode(character)[0]
        except UnicodeEncodeError:
            return None

    table = [decode(byte) for byte in range(256)]
    for byte in SUBSTITUTED.get(name, ()):
        table[byte] = None
    return table, encode


def merge(name, python, iconv):
    """The table and the way back, of the one that is right, and what they say differently."""
    if not python or not iconv:
        return python or iconv, []
    bytes_of, right, _ = DIFFERENCES.get(name, (set(), codecs, ""))
    faults = []
    for byte in range(256):
        if (python[0][byte] != iconv[0][byte]) != (byte in bytes_of):
            told = f"{name}: byte {byte:#04x} is {python[0][byte]!r} in CPython and {iconv[0][byte]!r} in iconv"
            faults.append(told + (", which are listed as different" if byte in bytes_of else ""))
    return (python if right is codecs else iconv), faults


def goes_another_way(name, character):
    """Whether a converter writes another byte than the one that it reads as this character."""
    return name in OTHER_WAY_BACK or name in SUBSTITUTED and character == "\x1a"


def find_unwritten(name, table, encode):
    """Bytes with the character of another one, which the converter writes."""
    unwritten = set()
    for byte, character in enumerate(table):
        if character is None:
            continue
        assert len(character) == 1 and ord(character) < 0xFFFF, (name, byte, character)
        others = [other for other in range(256) if table[other] == character]
        if len(others) > 1:
            written = encode(character)
            kept = written[0] if written and written[0] in others else others[0]
            if byte != kept:
                unwritten.add(byte)
        else:
            written = encode(character)
            expected = (None, bytes([byte]))
            assert written in expected or goes_another_way(name, character), (name, byte, character, written)
    return unwritten


def other_names(name, known):
    """Names by which others know a page: what CPython and the C library call it."""
    spelled = {name} | {alias for alias, codec in encodings.aliases.aliases.items() if codec == name}
    spelled.update(known.get(name, ()))
    plain = {"".join(letter for letter in one.lower() if letter.isalnum()) for one in spelled} - WORDS
    own = "".join(letter for letter in name if letter.isalnum())
    # Numbers are found by themselves, in any spelling.
    digits = own[2:] if own.startswith("cp") else own
    return sorted(one for one in plain if one != own and not one.strip("cpibmwindows") == digits.lstrip("0"))


# Names of CPython that mean too much to be names of pages.
WORDS = {"arabic", "cyrillic", "greek", "hebrew", "thai", "r8", "cpgr", "cpis"} | {f"l{number}" for number in range(1, 11)}

# Names that people write, beside those of the converters.
PEOPLE = {
    "cp437": ["oem437", "dos437"],
    "cp850": ["dos_latin1"],
    "cp1250": ["ms_ee", "ansi_1250"],
    "cp1251": ["ms_cyrl"],
    "cp1252": ["ms_ansi", "winlatin1"],
    "cp1253": ["ms_greek"],
    "cp1254": ["ms_turk"],
    "cp1255": ["ms_hebr"],
    "cp1256": ["ms_arab"],
    "cp1257": ["winbaltrim"],
    "iso8859_2": ["cp912", "ibm912"],
    "iso8859_5": ["cp915", "ibm915"],
    "iso8859_6": ["cp1089", "ibm1089"],
    "iso8859_7": ["cp813", "ibm813"],
    "iso8859_8": ["cp916", "ibm916"],
    "iso8859_9": ["cp920", "ibm920"],
    "iso8859_13": ["cp921", "ibm921"],
    "iso8859_15": ["cp923", "latin_9", "latin_0"],
    "mac_roman": ["cp10000", "apple_roman"],
    "mac_greek": ["cp10006"],
    "mac_cyrillic": ["cp10007"],
    "mac_latin2": ["cp10029", "mac_centraleurope"],
    "mac_iceland": ["cp10079"],
    "mac_turkish": ["cp10081"],
    "koi8_r": ["koi8", "cp878"],
    "koi8_u": ["cp1168"],
    "dec_mcs": ["dec_multinational"],
    "hp_roman8": ["cp1051"],
    "cp1125": ["cp848", "ruscii"],
    "cp1167": ["koi8_ru"],
    "cp037": ["ebcdic_cp_us", "ebcdic_cp_ca", "ebcdic_cp_nl", "cp282", "cp1070"],
    "cp277": ["ebcdic_cp_dk", "ebcdic_cp_no"],
    "cp278": ["ebcdic_cp_fi", "ebcdic_cp_se"],
    "cp280": ["ebcdic_cp_it"],
    "cp284": ["ebcdic_cp_es", "cp1079"],
    "cp285": ["ebcdic_cp_gb"],
    "cp297": ["ebcdic_cp_fr", "cp1081"],
    "cp420": ["ebcdic_cp_ar1"],
    "cp423": ["ebcdic_cp_gr"],
    "cp424": ["ebcdic_cp_he"],
    "cp500": ["ebcdic_cp_be", "ebcdic_cp_ch", "cp1084"],
    "cp870": ["ebcdic_cp_roece", "ebcdic_cp_yu"],
    "cp871": ["ebcdic_cp_is"],
    "cp880": ["ebcdic_cyrillic"],
    "cp905": ["ebcdic_cp_tr"],
    "cp918": ["ebcdic_cp_ar2"],
    "cp290": ["ebcdic_jp_kana"],
    "cp281": ["ebcdic_jp_e"],
    "cp274": ["ebcdic_be"],
    "cp275": ["ebcdic_br"],
    "cp038": ["ebcdic_int"],
    "cp256": ["ebcdic_int1"],
    "cp875": ["ebcdic_greek"],
}


def print_page(family, name, title, table, unwritten):
    names = " ".join(other_names(name, PEOPLE))
    print(f"{family} {name} | {title} | {names}".rstrip())
    for row in range(16):
        codes = []
        for byte in range(16 * row, 16 * row + 16):
            code = "----" if table[byte] is None else f"{ord(table[byte]):04X}"
            codes.append(code + ("*" if byte in unwritten else ""))
        print(" ".join(codes))


def write():
    iconv, faults = Iconv(), []
    for family, rows in (("ebcdic", EBCDIC), ("codepage", CODEPAGE)):
        for row in filter(None, rows.split("\n")):
            name, title = row.split(" ", 1)
            found, differ = merge(name, find_in_python(name), iconv.find(name))
            faults += differ
            if found is None:
                faults.append(f"{name}: neither CPython nor the C library has this page")
                continue
            print_page(family, name, title, found[0], find_unwritten(name, *found))
    return faults


def read_pages(path):
    """The names of all pages with their tables, and the bytes that are never written."""
    lines = [line for line in pathlib.Path(path).read_text().split("\n") if line and not line.startswith("#")]
    for begin in range(0, len(lines), 17):
        family, name = lines[begin].split()[:2]
        codes = " ".join(lines[begin + 1 : begin + 17]).split()
        table = [None if code.startswith("-") else chr(int(code.rstrip("*"), 16)) for code in codes]
        yield family, name, table, {byte for byte in range(256) if codes[byte].endswith("*")}


def check(path):
    try:
        iconv = Iconv()
    except AttributeError:
        iconv = None
    faults, compared = [], [0, 0]
    pages = list(read_pages(path))
    expected = [(family, name) for family, rows in (("ebcdic", EBCDIC), ("codepage", CODEPAGE)) for name in names_of(rows)]
    if [page[:2] for page in pages] != expected:
        faults.append("the pages are not those that are listed in the script")
    for _, name, table, unwritten in pages:
        sources = [find_in_python(name), iconv and iconv.find(name)]
        differ, right, _ = DIFFERENCES.get(name, (set(), codecs, ""))
        for index, (source, wins) in enumerate(zip(sources, (right is codecs, right is not codecs))):
            if not source:
                continue
            compared[index] += 1
            for byte in range(256):
                if not wins and byte in differ:
                    continue
                if source[0][byte] != table[byte]:
                    faults.append(f"{name}: byte {byte:#04x} is {table[byte]!r} here, {source[0][byte]!r} there")
                if table[byte] and byte not in unwritten and not goes_another_way(name, table[byte]):
                    # Some converters refuse a character that they read.
                    if source[1](table[byte]) not in (None, bytes([byte])):
                        faults.append(f"{name}: {table[byte]!r} is not written as byte {byte:#04x}")
    print(f"{len(pages)} pages: {compared[0]} compared with CPython, {compared[1]} with iconv")
    return faults


if __name__ == "__main__":
    found = write() if sys.argv[1:] == ["write"] else check(sys.argv[2])
    for fault in found:
        print(fault, file=sys.stderr)
    sys.exit(1 if found else 0)
