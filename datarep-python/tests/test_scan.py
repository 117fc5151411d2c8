"""Scans: the same records for every engine that takes a stream of Arrow, whatever the files are."""

import bz2
import decimal
import gzip
import io
import itertools
import lzma
import pickle
import random
import signal
import struct
import subprocess
import sys
import textwrap
import warnings
from decimal import Decimal

import numpy as np
import pytest

import datarep

pyarrow = pytest.importorskip("pyarrow")

SOURCE = """
use ibm::hfp32;
record sale {
    amount: packed_decimal(7, 2);
    shop: i16 { null if -1; };
    rate: hfp32;
    name: [ebcdic(cp037); 4];
    parts: [u16; 2];
    raw: 2 bytes;
}
record basket { n: u8; items: [i16; n]; }
record kinds { kind: u8; what: choice of kind { 1 => small: u16; 2 => large: i32; otherwise => _; }; }
""".replace("choice of kind", "choice kind")

TEXT = datarep.Text(SOURCE)
SALE = TEXT.records["sale"]

#: Bytes of a sale.
SIZE = 4 + 2 + 4 + 4 + 4 + 2


def make_sale(number):
    digits = f"{number % 10**7:07d}" + "CD"[number % 2]
    rate = struct.pack(">I", 0x41100000 + (number % 16 << 16))
    name = f"{number % 1000:<4}".encode("cp037")
    shop = -1 if number % 7 == 0 else number % 30_000
    return bytes.fromhex(digits) + struct.pack(">h", shop) + rate + name + struct.pack(">HH", number & 0xFFFF, 7) + b"ab"


def make_sales(begin, end):
    return b"".join(make_sale(number) for number in range(begin, end))


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("sales")
    (folder / "SALES.1").write_bytes(make_sales(0, 3000))
    (folder / "SALES.2").write_bytes(make_sales(3000, 3001))
    (folder / "SALES.3").write_bytes(b"")
    (folder / "SALES.4").write_bytes(make_sales(3001, 5000))
    return folder


def list_rows(table):
    return table.to_pylist()


def test_batches_have_the_values_of_read(folder):
    table = pyarrow.table(datarep.scan(folder / "SALES.1", SALE))
    read = SALE.read(folder / "SALES.1")
    assert table.num_rows == 3000
    for name in ("amount", "shop", "rate", "name"):
        assert table[name].to_pylist() == read[name].tolist()
    assert table["parts"].to_pylist() == read["parts"].tolist()
    assert table["raw"].to_pylist() == [b"ab"] * 3000
    assert table.schema.field("amount").type == pyarrow.decimal128(7, 2)
    assert table["shop"].null_count == len(range(0, 3000, 7))
    assert table.schema.field("rate").metadata == {b"datarep.format": b"hfp32", b"datarep.offset": b"6", b"datarep.bytes": b"4"}


def test_engines_have_the_same_answers(folder):
    scan = datarep.scan(folder / "SALES.*", SALE)
    table = pyarrow.table(scan)
    rows = table.to_pylist()
    assert len(rows) == 5000
    total = sum(row["amount"] for row in rows)
    shops = sorted({row["shop"] for row in rows if row["shop"] is not None})
    answered = ["pyarrow"]
    polars = pytest.importorskip("polars")
    frame = polars.DataFrame(scan)
    assert frame.to_arrow().select(["amount", "shop", "rate", "name"]).to_pylist() == table.select(["amount", "shop", "rate", "name"]).to_pylist()
    assert frame["parts"].to_list() == table["parts"].to_pylist()
    assert (frame["amount"].sum(), frame["shop"].null_count()) == (total, table["shop"].null_count)
    answered.append("polars")
    duckdb = pytest.importorskip("duckdb")
    query = "select sum(amount), count(*), count(shop), count(distinct shop), max(name) from scan"
    answer = duckdb.connect().sql(query).fetchall()
    assert answer == [(total, 5000, 5000 - table["shop"].null_count, len(shops), max(row["name"] for row in rows))]
    answered.append("duckdb")
    pandas = pytest.importorskip("pandas")
    if hasattr(pandas.DataFrame, "from_arrow"):
        frame = pandas.DataFrame.from_arrow(scan)
        assert (frame["amount"].sum(), frame["shop"].isna().sum(), len(frame)) == (total, table["shop"].null_count, 5000)
        np.testing.assert_array_equal(frame["rate"].to_numpy(), table["rate"].to_numpy())
        answered.append("pandas")
    assert len(answered) >= 3


def test_datafusion_has_the_same_answer(folder):
    datafusion = pytest.importorskip("datafusion")
    scan = datarep.scan(folder / "SALES.*", SALE, columns=["amount", "shop"])
    frame = datafusion.SessionContext().from_arrow(scan)
    assert frame.count() == 5000
    amounts = pyarrow.table(scan)["amount"].to_pylist()
    assert sum(itertools.chain.from_iterable(batch["amount"].to_pylist() for batch in frame.collect())) == sum(amounts)


def test_a_scan_can_be_read_again_and_says_what_it_is(folder):
    scan = datarep.scan([folder / "SALES.1", str(folder / "SALES.2")], SALE, columns=["shop", "amount"])
    assert scan.counts is None
    assert pyarrow.table(scan) == pyarrow.table(scan)
    assert (scan.counts.records, scan.counts.bad, scan.counts.first) == (3001, 0, None)
    assert scan.columns == {"shop": "Int16", "amount": "Decimal128(7, 2)"}
    assert repr(scan) == "<datarep.Scan 'sale' of 2 files\n  shop: Int16\n  amount: Decimal128(7, 2) not null>"
    assert scan.files == [str(folder / "SALES.1"), str(folder / "SALES.2")]
    assert pyarrow.schema(scan) == pyarrow.table(scan).schema


def test_batches_are_made_when_they_are_asked_for(tmp_path):
    """The second record is bad, which the first batch does not know."""
    (tmp_path / "sales").write_bytes(make_sale(1) + b"\xff" * SIZE)
    reader = pyarrow.RecordBatchReader.from_stream(datarep.scan(tmp_path / "sales", SALE, batch_rows=1))
    assert reader.read_next_batch().num_rows == 1
    with pytest.raises(pyarrow.ArrowInvalid):
        reader.read_next_batch()


@pytest.mark.parametrize("pack, ending", [(gzip.compress, "gz"), (bz2.compress, "bz2"), (lzma.compress, "xz")])
def test_packed_files(tmp_path, folder, pack, ending):
    (tmp_path / f"SALES.{ending}").write_bytes(pack((folder / "SALES.1").read_bytes()))
    packed = datarep.scan(tmp_path / f"SALES.{ending}", SALE)
    assert pyarrow.table(packed) == pyarrow.table(datarep.scan(folder / "SALES.1", SALE))
    assert len(packed.split(4)) == 1


def test_file_objects(folder):
    data = (folder / "SALES.1").read_bytes()
    expected = pyarrow.table(datarep.scan(folder / "SALES.1", SALE))
    file = io.BytesIO(b"head" + data)
    file.seek(4)
    scan = datarep.scan(file, SALE)
    assert pyarrow.table(scan) == expected == pyarrow.table(scan)
    assert pyarrow.table(datarep.scan(data, SALE)) == expected

    class Once:
        """A file object that gives as little as it can, and cannot go back."""

        def __init__(self):
            self.file = io.BytesIO(data)

        def read(self, size):
            return self.file.read(min(size, 999))

    scan = datarep.scan(Once(), SALE)
    assert pyarrow.table(scan) == expected
    with pytest.raises(ValueError, match="was read already"):
        pyarrow.table(scan)
    with pytest.raises(TypeError, match="cannot be pickled"):
        pickle.dumps(scan)

    class Broken:
        def read(self, size):
            raise ConnectionError("the tape was removed")

    with pytest.raises(OSError, match="the tape was removed"):
        pyarrow.table(datarep.scan(Broken(), SALE))
    with pytest.raises(TypeError, match="open it with mode 'rb'"):
        datarep.scan(io.StringIO("text"), SALE)


def test_files_elsewhere(folder):
    fsspec = pytest.importorskip("fsspec")
    files = fsspec.filesystem("memory")
    for name in ("SALES.1", "SALES.2"):
        files.pipe(f"/scan/{name}", (folder / name).read_bytes())
    # As in other patterns, hidden files are not meant.
    files.pipe("/scan/.SALES.3", b"no record")
    scan = datarep.scan("memory://scan/*", SALE)
    expected = pyarrow.table(datarep.scan([folder / "SALES.1", folder / "SALES.2"], SALE))
    assert pyarrow.table(scan) == expected
    with pytest.raises(FileNotFoundError, match="no file has a name like"):
        datarep.scan("memory://scan/none.*", SALE)


def make_marked(records):
    return b"".join(struct.pack(">HH", len(record) + 4, 0) + record for record in records)


def test_records_between_marks():
    baskets = [bytes([n % 5]) + struct.pack(f">{n % 5}h", *range(n % 5)) for n in range(1000)]
    scan = datarep.scan(make_marked(baskets), TEXT.records["basket"], marks="rdw", batch_rows=64)
    table = pyarrow.table(scan)
    assert table["items"].to_pylist() == [list(range(n % 5)) for n in range(1000)]
    assert table == pyarrow.table(datarep.scan(b"".join(baskets), TEXT.records["basket"]))
    assert table.schema.field("items").type == pyarrow.list_(pyarrow.field("item", pyarrow.int16(), nullable=False))


def test_alternatives_are_nulls_elsewhere():
    data = bytes.fromhex("01 0007" "02 FFFFFFFE" "03" "01 0009")
    table = pyarrow.table(datarep.scan(data, TEXT.records["kinds"]))
    assert table["what.small"].to_pylist() == [7, None, None, 9]
    assert table["what.large"].to_pylist() == [None, -2, None, None]
    table = pyarrow.table(datarep.scan(data, TEXT.records["kinds"], structs=True))
    assert table["what"].to_pylist() == [{"small": small, "large": large} for small, large in [(7, None), (None, -2), (None, None), (9, None)]]


GROUPS = datarep.Text("""
record point { x: u8; y: i16 { null if -1; }; }
record line { part: u16; at: point; m: u8; marks: [u8; m]; tag: 2 bytes; }
record bill { id: u8; place: point; n: u8; lines: [line; n]; pair: [point; 2]; }
""")


def make_bills(count):
    """Bills as bytes, and as rows with structs."""
    data, rows = b"", []
    for number in range(count):
        points = [{"x": (number + at) % 256, "y": None if (number + at) % 7 == 0 else number + at} for at in range(3)]
        packed = [struct.pack(">Bh", point["x"], -1 if point["y"] is None else point["y"]) for point in points]
        lines = [{"part": number * 3 + at, "at": points[at], "m": at, "marks": list(range(at)), "tag": bytes([at, number % 256])} for at in range(number % 4 % 3)]
        data += bytes([number % 256]) + packed[0] + bytes([len(lines)])
        data += b"".join(struct.pack(">H", line["part"]) + packed[at] + bytes([at, *range(at)]) + line["tag"] for at, line in enumerate(lines))
        data += packed[1] + packed[2]
        rows.append({"id": number % 256, "place": points[0], "n": len(lines), "lines": lines, "pair": points[1:]})
    return data, rows


def test_groups_are_structs():
    data, rows = make_bills(500)
    scan = datarep.scan(data, GROUPS.records["bill"], structs=True, batch_rows=64)
    assert list(scan.columns) == ["id", "place", "n", "lines", "pair"]
    table = pyarrow.table(scan)
    assert table.to_pylist() == rows
    point = pyarrow.struct([pyarrow.field("x", pyarrow.uint8(), nullable=False), pyarrow.field("y", pyarrow.int16())])
    assert table.schema.field("place").type.equals(point)
    assert pyarrow.types.is_list(table.schema.field("lines").type)
    assert pyarrow.types.is_fixed_size_list(table.schema.field("pair").type)
    assert pyarrow.table(scan.select(["lines", "id"])).to_pylist() == [{"lines": row["lines"], "id": row["id"]} for row in rows]
    flat = pyarrow.table(datarep.scan(data, GROUPS.records["bill"]))
    assert flat["lines.part"].to_pylist() == [[line["part"] for line in row["lines"]] for row in rows]


def test_choices_in_counted_arrays_have_a_value_each_time():
    text = datarep.Text("""
        record part { kind: u8; what: choice kind { 1 => small: u8; 2 => wide: u16; }; }
        record event { n: u8; parts: [part; n]; }
    """)
    data = bytes.fromhex("02 0105 020006" "01 020009" "00" "02 0101 0102")
    event = text.records["event"]
    table = pyarrow.table(datarep.scan(data, event))
    assert table["parts.what.small"].to_pylist() == [[5, None], [None], [], [1, 2]]
    assert table["parts.what.wide"].to_pylist() == [[None, 6], [9], [], [None, None]]
    nested = pyarrow.table(datarep.scan(data, event, structs=True))
    assert nested["parts"].to_pylist()[0] == [{"kind": 1, "what": {"small": 5, "wide": None}}, {"kind": 2, "what": {"small": None, "wide": 6}}]
    assert event.write(event.read(data)) == data


def test_scans_of_a_file_object_begin_where_it_stood():
    text = datarep.Text("record r { x: u8; y: u8; }")
    record, data = text.records["r"], bytes(range(10))
    for source in [data, io.BytesIO(data)]:
        scan = datarep.scan(source, record)
        early = scan.select(["y"])
        assert pyarrow.table(scan)["x"].to_pylist() == [0, 2, 4, 6, 8]
        for _ in range(2):
            assert pyarrow.table(early)["y"].to_pylist() == [1, 3, 5, 7, 9]
            # This one is made when the file object stands at its end.
            assert pyarrow.table(scan.select(["x"]))["x"].to_pylist() == [0, 2, 4, 6, 8]
    file = io.BytesIO(b"head" + data)
    file.seek(4)
    scan = datarep.scan(file, record)
    file.seek(9)
    assert pyarrow.table(scan.select(["y"]))["y"].to_pylist() == [1, 3, 5, 7, 9]

    class Pipe(io.RawIOBase):
        def __init__(self):
            self.rest = data

        def readable(self):
            return True

        def readinto(self, out):
            now, self.rest = self.rest[: len(out)], self.rest[len(out) :]
            out[: len(now)] = now
            return len(now)

    scan = datarep.scan(Pipe(), record)
    early = scan.select(["x"])
    assert pyarrow.table(early)["x"].to_pylist() == [0, 2, 4, 6, 8]
    # Nothing is left of it, and no rows would look like an empty file.
    for other in [scan, scan.select(["y"]), early]:
        with pytest.raises(ValueError, match="was read already"):
            pyarrow.table(other)


def test_bad_records(tmp_path):
    bad = bytearray(make_sales(0, 100))
    bad[50 * SIZE : 50 * SIZE + 4] = b"\xff" * 4
    (tmp_path / "SALES.BAD").write_bytes(bad)
    path = tmp_path / "SALES.BAD"
    with pytest.raises(pyarrow.ArrowInvalid) as error:
        pyarrow.table(datarep.scan([path], SALE))
    assert f"{path}: record 50: `amount` at byte 1000 cannot be read in `packed_decimal(7, 2)`: invalid (ff ff ff ff)" in str(error.value)

    nulls = datarep.scan(path, SALE, on_bad="null")
    table = pyarrow.table(nulls)
    assert [at for at, amount in enumerate(table["amount"].to_pylist()) if amount is None] == [50]
    assert (nulls.counts.records, nulls.counts.bad, nulls.counts.left_out, nulls.counts.bad_items) == (100, 1, 0, {"amount": 1})
    assert nulls.counts.first == f"{path}: record 50: `amount` at byte 1000: invalid (ff ff ff ff)"

    skipped = datarep.scan(path, SALE, on_bad="skip")
    table = pyarrow.table(skipped)
    assert (table.num_rows, skipped.counts.left_out) == (99, 1)
    # A field that is not asked for is not read.
    assert pyarrow.table(datarep.scan(path, SALE, columns=["shop"])).num_rows == 100

    marked = make_marked([make_sale(1), make_sale(2)[:7], make_sale(3)])
    torn = datarep.scan(marked, SALE, marks="rdw", on_bad="skip")
    assert pyarrow.table(torn)["amount"].to_pylist() == [decimal.Decimal("-0.01"), decimal.Decimal("-0.03")]
    assert (torn.counts.torn, torn.counts.left_out, torn.counts.records) == (1, 1, 2)
    assert repr(torn.counts) == "<datarep.ScanCounts: 2 records, 0 bad, 1 torn, 1 left out>"


def test_a_format_is_a_column_of_numbers():
    data = bytes.fromhex("C276A000 41100000")
    assert pyarrow.table(datarep.scan(data, "hfp32"))["value"].to_pylist() == [-118.625, 1.0]
    assert pyarrow.table(datarep.scan(bytes.fromhex("12345C"), "packed_decimal(5, 2)"))["value"].to_pylist() == [decimal.Decimal("123.45")]


def check_parts(scan, parts, most):
    """The parts of a scan, which have all of its records in order. If they are few, none has more than ``most``."""
    divided = scan.split(parts)
    assert len(divided) <= parts
    tables = [pyarrow.table(pickle.loads(pickle.dumps(part))) for part in divided]
    assert pyarrow.concat_tables(tables).equals(pyarrow.table(scan))
    if parts <= 64:
        assert len(divided) == parts
        assert max(table.num_rows for table in tables) <= most
    return divided


@pytest.mark.parametrize("parts", [1, 2, 3, 7, 64, 10_000])
def test_parts_have_all_records_in_order(folder, parts):
    scan = datarep.scan(folder / "SALES.*", SALE, columns=["parts", "shop"])
    check_parts(scan, parts, 5000 / parts + 2)


def test_parts_name_the_record_of_the_file(tmp_path):
    data = bytearray(make_sales(0, 1000))
    data[700 * SIZE : 700 * SIZE + 4] = b"\xff" * 4
    (tmp_path / "sales").write_bytes(data)
    parts = datarep.scan(tmp_path / "sales", SALE).split(4)
    with pytest.raises(pyarrow.ArrowInvalid, match="record 700: `amount` at byte 14000"):
        pyarrow.table(parts[2])


def test_engines_that_read_the_first_records_refuse_such_files(tmp_path):
    pytest.importorskip("polars")
    from datarep.polars import scan_records

    (tmp_path / "sales").write_bytes(make_sales(0, 10) + b"torn")
    with pytest.raises(ValueError, match="and 4 bytes more"):
        scan_records(tmp_path / "sales", SALE).head(4).collect()


def test_engines_take_what_a_copybook_leaves_open(tmp_path):
    pytest.importorskip("polars")
    from datarep.polars import scan_records

    copybook = "       01  A.\n           05  W PIC S9(19) COMP.\n"
    (tmp_path / "numbers").write_bytes((-(10**18)).to_bytes(9, "big", signed=True) * 16)
    frame = scan_records(tmp_path / "numbers", copybook=copybook, binary_size="2-4-8-any").collect()
    assert frame["w"].to_list() == [-(10**18)] * 16
    with pytest.warns(UserWarning, match="`W` is a binary item of more than 18 digits, and has 16 bytes"):
        datarep.Text.from_copybook(copybook)
    with pytest.raises(TypeError, match="unexpected keyword argument 'binary_size'"):
        scan_records(tmp_path / "numbers", SALE, binary_size="2-4-8-any")
    with pytest.raises(TypeError, match="has no keyword 'binary_sizes'"):
        scan_records(tmp_path / "numbers", copybook=copybook, binary_sizes="2-4-8-any")


def test_what_is_lost_of_columns_is_counted(tmp_path):
    text = datarep.Text("use ibm::hfp32; record r { rate: hfp32; other: hfp32; }")
    # The largest number of the format is 7.237e75, which single precision does not have.
    data = bytes.fromhex("7FFFFFFF C276A000" + "41100000 41100000" + "FFFFFFFF 41100000")
    (tmp_path / "rates").write_bytes(data)
    scan = datarep.scan([tmp_path / "rates", io.BytesIO(data)], text.records["r"])
    assert pyarrow.table(scan)["rate"].to_pylist() == [np.inf, 1.0, -np.inf] * 2
    assert list(scan.counts.losses) == ["rate"]
    assert scan.counts.losses["rate"].counts["overflow"] == 4
    assert repr(scan.counts).startswith("<datarep.ScanCounts: 6 records, 0 bad, 0 torn, 0 left out; rate: ")
    assert datarep.read(data[:4], "hfp32", dtype="f4", loss=True)[1]["overflow"] == 1
    exact = datarep.scan(tmp_path / "rates", text.records["r"], columns=["other"])
    assert pyarrow.table(exact)["other"].to_pylist() == [-118.625, 1.0, 1.0]
    assert exact.counts.losses == {}


def test_records_with_a_choice_of_one_length_are_divided(tmp_path):
    text = datarep.Text("record sample { kind: u8; body: choice kind { 1 => a: i32; 2 => b: [u16; 2]; }; }")
    data = b"".join(struct.pack(">Bi", number % 2 + 1, number) for number in range(1000))
    (tmp_path / "samples").write_bytes(data)
    scan = datarep.scan(tmp_path / "samples", text.records["sample"])
    parts = scan.split(8)
    assert len(parts) == 8
    tables = [pyarrow.table(part) for part in parts]
    assert all(table.num_rows == 125 for table in tables)
    assert pyarrow.concat_tables(tables).equals(pyarrow.table(scan))
    assert pyarrow.table(scan)["body.a"].to_pylist() == [None if number % 2 else number for number in range(1000)]


def test_files_that_records_do_not_fill_are_refused_before_they_are_read(tmp_path):
    data = make_sales(0, 10)
    (tmp_path / "sales").write_bytes(data + b"torn")
    with pytest.raises(ValueError, match=f"{len(data) + 4} bytes are 10 records of {SIZE} bytes, and 4 bytes more. Check the length of the record first"):
        datarep.scan(tmp_path / "sales", SALE)
    # The length of a stream is not known before its end.
    with pytest.raises(pyarrow.ArrowInvalid, match="ends within record 10: `shop`"):
        pyarrow.table(datarep.scan(io.BytesIO(data + b"torn"), SALE))


def make_baskets(count):
    chance = random.Random(count)
    for number in range(count):
        items = [(number + item) & 0x7FFF for item in range(chance.randrange(40))]
        if number % 5 == 0:
            # Items that look like the descriptors of records, one after the other.
            items = [6, 0, 1] * 12
        yield struct.pack(f">B{len(items)}h", len(items), *items)


def make_fortran(records):
    return b"".join(struct.pack("<I", len(record)) + record + struct.pack("<I", len(record)) for record in records)


@pytest.mark.parametrize("parts", [1, 2, 3, 7, 64, 10_000])
@pytest.mark.parametrize("marks, make", [("rdw", make_marked), ("fortran4", make_fortran)], ids=["rdw", "fortran4"])
def test_parts_of_files_with_marks_have_all_records_in_order(tmp_path, marks, make, parts):
    path = tmp_path / "baskets"
    path.write_bytes(make(make_baskets(3000)))
    scan = datarep.scan(path, TEXT.records["basket"], marks=marks)
    divided = check_parts(scan, parts, 2 * 3000 / parts)
    if parts > 1:
        assert [len(part.split(4)) for part in divided[:3]] == [1] * len(divided[:3]), "a part is not divided again"


def test_parts_of_files_with_marks_name_the_byte_of_the_file(tmp_path):
    records = [make_sale(number) for number in range(1000)]
    records[900] = b"\xff" * 4 + records[900][4:]
    path = tmp_path / "sales"
    path.write_bytes(make_marked(records))
    last = datarep.scan(path, SALE, marks="rdw").split(2)[1]
    with pytest.raises(pyarrow.ArrowInvalid, match=f"`amount` at byte {900 * (SIZE + 4) + 4}"):
        pyarrow.table(last)


def test_what_is_not_divided(tmp_path):
    baskets = b"".join(make_baskets(100))
    for name in "abc":
        (tmp_path / name).write_bytes(baskets)
    scan = datarep.scan(tmp_path / "*", TEXT.records["basket"])
    divided = scan.split(64)
    assert [part.files for part in divided] == [[str(tmp_path / name)] for name in "abc"]
    assert sum(pyarrow.table(part).num_rows for part in divided) == 300
    (tmp_path / "packed.gz").write_bytes(gzip.compress(make_marked(make_baskets(1000))))
    assert len(datarep.scan(tmp_path / "packed.gz", TEXT.records["basket"], marks="rdw").split(8)) == 1
    assert len(pickle.dumps(scan)) < 4096


def test_options_that_mean_nothing(folder):
    path = folder / "SALES.1"
    for keywords, exception, message in [
        ({"columns": ["shop", "prize"]}, ValueError, "`sale` has no field `prize`: its first fields are amount, shop"),
        ({"columns": ["shop", "shop"]}, ValueError, "asked for twice"),
        ({"columns": "shop"}, TypeError, r"columns is a list of names, as in `columns=\['shop'\]`"),
        ({"on_bad": "ignore"}, ValueError, 'on_bad is "error", "null" or "skip", not "ignore"'),
        ({"on_bad": None}, TypeError, 'on_bad is "error", "null" or "skip", not None'),
        ({"columns": [1]}, TypeError, "columns has 1, and names of columns are texts"),
        ({"batch_rows": 0}, ValueError, "batch_rows is 0, and must be 1 or more"),
        ({"batch_rows": 2.5}, TypeError, "batch_rows is a whole number, not float"),
        ({"batch_rows": 2**70}, ValueError, "batch_rows is 1180591620717411303424"),
        ({"marks": "rdv"}, ValueError, "marks: "),
    ]:
        with pytest.raises(exception, match=message):
            datarep.scan(path, SALE, **keywords)
    with pytest.raises(TypeError, match="record is one of"):
        datarep.scan(path, TEXT)
    with pytest.raises(FileNotFoundError):
        datarep.scan(folder / "none", SALE)
    with pytest.raises(FileNotFoundError, match="no file has a name like"):
        datarep.scan(folder / "none*", SALE)
    with pytest.raises(ValueError, match="n is 0, and must be 1 or more"):
        datarep.scan(path, SALE).split(0)


def test_a_removed_file_is_named(tmp_path):
    (tmp_path / "sales").write_bytes(make_sale(1))
    scan = datarep.scan(tmp_path / "sales", SALE)
    (tmp_path / "sales").unlink()
    with pytest.raises(OSError, match="sales: No such file"):
        pyarrow.table(scan)


@pytest.mark.skipif(sys.platform != "linux", reason="reads what Linux says of a process")
def test_memory_is_bounded(tmp_path):
    """A file of 60 MB, of which the rows are counted: no more than its batches are in memory."""
    with open(tmp_path / "sales", "wb") as file:
        block = make_sales(1, 10_001)
        for _ in range(300):
            file.write(block)
    script = textwrap.dedent(f"""
        import datarep, pyarrow, resource
        text = datarep.Text({SOURCE!r})
        pyarrow.table(datarep.scan({bytes(make_sale(1))!r}, text.records["sale"]))
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        scan = datarep.scan({str(tmp_path / "sales")!r}, text.records["sale"])
        rows = sum(batch.num_rows for batch in pyarrow.RecordBatchReader.from_stream(scan))
        print(rows, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
    """)
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=600)
    rows, kib = map(int, done.stdout.split())
    assert rows == 3_000_000
    assert kib < 40 << 10


@pytest.mark.skipif(sys.platform == "win32", reason="sends a signal")
@pytest.mark.parametrize("is_whole", [False, True])
def test_an_interrupt_ends_it(is_whole):
    """The source never ends. A package that takes all of the stream makes an exception of its own of what ends it."""
    script = textwrap.dedent(f"""
        import datarep, pyarrow
        text = datarep.Text({SOURCE!r})
        scan = datarep.scan("/dev/zero", text.records["sale"], columns=["shop", "name"])
        reader = pyarrow.RecordBatchReader.from_stream(scan)
        reader.read_next_batch()
        print("begun", flush=True)
        try:
            reader.read_all() if {is_whole} else [None for batch in reader]
        except (KeyboardInterrupt, OSError) as error:
            print("ended by", repr(error))
    """)
    running = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        assert running.stdout.readline() == "begun\n"
        running.send_signal(signal.SIGINT)
        out, errors = running.communicate(timeout=60)
        assert "interrupted by the user" in out + errors or "KeyboardInterrupt" in out + errors
    finally:
        running.kill()


def test_threads_go_on_meanwhile(tmp_path):
    """Batches are made without the interpreter's lock: what one thread reads does not stop another one."""
    (tmp_path / "sales").write_bytes(make_sales(1, 10_001) * 40)
    script = textwrap.dedent(f"""
        import threading, time, datarep, pyarrow
        text = datarep.Text({SOURCE!r})
        scan = datarep.scan({str(tmp_path / "sales")!r}, text.records["sale"])
        longest, done = 0.0, False
        def watch():
            global longest
            last = time.perf_counter()
            while not done:
                time.sleep(0.0005)
                longest, last = max(longest, time.perf_counter() - last), time.perf_counter()
        thread = threading.Thread(target=watch)
        thread.start()
        begin = time.perf_counter()
        pyarrow.table(scan)
        taken, done = time.perf_counter() - begin, True
        thread.join()
        print(taken, longest)
    """)
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=600)
    taken, longest = map(float, done.stdout.split())
    assert longest < taken / 2 or taken < 0.2


def test_records_by_chance():
    chance = random.Random(38)
    numbers = [chance.randrange(10**7) for _ in range(500)]
    data = b"".join(map(make_sale, numbers))
    for rows in (1, 3, 499, 500, 501):
        reader = pyarrow.RecordBatchReader.from_stream(datarep.scan(data, SALE, batch_rows=rows, columns=["amount"]))
        batches = list(reader)
        assert max(batch.num_rows for batch in batches) == min(rows, 500)
        amounts = [int(amount * 100) for batch in batches for amount in batch["amount"].to_pylist()]
        assert amounts == [-number if number % 2 else number for number in numbers]


def list_steps(scan):
    """The batches of a scan and what was found so far, up to the end or the first error."""
    steps = []
    try:
        for batch in pyarrow.RecordBatchReader.from_stream(scan):
            steps.append((batch, repr(scan.counts), scan.counts.first))
    except Exception as error:
        steps.append((type(error), str(error), repr(scan.counts)))
    return steps


@pytest.mark.parametrize("on_bad", ["error", "null", "skip"])
@pytest.mark.parametrize("bad", [(), (0,), (2500, 2501, 7777)])
def test_threads_give_the_same_batches(tmp_path, on_bad, bad):
    record = datarep.Text("record wide { id: u32; amount: packed_decimal(5, 2); rest: 500 bytes; }").records["wide"]
    paths = []
    for file in range(2):
        paths.append(tmp_path / f"FILE.{file}")
        amounts = (bytes.fromhex(f"{number % 100000:05d}" + ("1" if number in bad else "C")) for number in range(8000))
        paths[-1].write_bytes(b"".join(number.to_bytes(4, "big") + amount + bytes(500) for number, amount in enumerate(amounts)))
    expected = list_steps(datarep.scan(paths, record, on_bad=on_bad))
    if on_bad != "error" or not bad:
        # Four batches of each file: records of 507 bytes in batches of a mebibyte.
        assert [len(batch) for batch, *_ in expected] == [len(batch) for batch, *_ in expected[:4]] * 2
        found = [number for batch, *_ in expected for number in batch["id"].to_pylist()]
        assert found == [number for number in range(8000) if on_bad != "skip" or number not in bad] * 2
    else:
        assert "`amount`" in expected[-1][1]
    for threads in (2, 3, 8, 0):
        assert list_steps(datarep.scan(paths, record, on_bad=on_bad, threads=threads)) == expected


def test_the_number_of_threads_is_checked():
    record = datarep.Text("record one { x: u8; }").records["one"]
    with pytest.raises(ValueError, match="threads is -1, and must be 0 or more"):
        datarep.scan(b"1", record, threads=-1)
    with pytest.raises(TypeError, match="threads is a whole number"):
        datarep.scan(b"1", record, threads=True)
    assert pyarrow.table(datarep.scan(b"12", record, threads=10**9)).num_rows == 2
    # Scans that are made of others have its threads, too, and so has one that was pickled.
    scan = datarep.scan(b"12", record, threads=3)
    assert scan.select(["x"])._options[-1] == 3 == scan.split(2)[0]._options[-1]


def warn(call, *arguments):
    """What a call returns, and the texts of its warnings."""
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always", datarep.LossWarning)
        made = call(*arguments)
    return made, [str(one.message) for one in found if one.category is datarep.LossWarning]


def test_a_format_by_its_name_loses_nothing():
    values = [1.0, 1e60, -2e50, 1e-60]
    data = datarep.write(values, "hfp32")
    table, said = warn(pyarrow.table, datarep.scan(data, "hfp32"))
    np.testing.assert_array_equal(table["value"].to_numpy(), datarep.read(data, "hfp32"))
    assert table.schema.field("value").type == pyarrow.float64() and not said and np.isfinite(table["value"].to_numpy()).all()
    for name, kind in {"f32": "float", "f16": "float", "hfp64 little": "double", "f128": "double", "i16": "int16", "packed_decimal(5, 2)": "decimal128(5, 2)"}.items():
        assert str(pyarrow.schema(datarep.scan(b"", name)).field("value").type) == kind, name


def test_what_a_scan_has_lost_is_told_at_its_end():
    data = datarep.write([1.0, 1e60, -2e50, 1e-60], "hfp32")
    record = datarep.Text("use ibm::hfp32; record r { x: hfp32; }").records["r"]
    table, said = warn(pyarrow.table, datarep.scan(data, record))
    assert table["x"].to_pylist()[1] == np.inf and len(said) == 1
    for words in ("overflow: 2 numbers of the field `x` did not fit", "4 records of `r`", "`as f64`", "`Scan.counts.losses`"):
        assert words in said[0]
    assert len(warn(pytest.importorskip("polars").DataFrame, datarep.scan(data, record))[1]) == 1
    for text in ("record r { x: hfp32 as f64; }", "record r { x: hfp32 { on read { overflow => infinity } }; }"):
        assert warn(pyarrow.table, datarep.scan(data, datarep.Text("use ibm::hfp32; " + text).records["r"]))[1] == [], text
    remark = datarep.Text("use ibm::hfp32; // An overflow is rare.\nrecord r { x: hfp32; }").records["r"]
    assert len(warn(pyarrow.table, datarep.scan(data, remark))[1]) == 1
    other = datarep.Text("use ibm::hfp32; record r { x: hfp32; } record overflow { on read { overflow => infinity } x: hfp32; }")
    assert [len(warn(pyarrow.table, datarep.scan(data, other.records[name]))[1]) for name in ("r", "overflow")] == [1, 0]
    with warnings.catch_warnings():
        warnings.simplefilter("error", datarep.LossWarning)
        with pytest.raises(OSError, match="did not fit"):
            pyarrow.table(datarep.scan(data, record))


def test_records_that_numpy_has_no_type_for_are_scanned():
    record = datarep.Text("record a { x: zoned_decimal(25, 0); y: twos(128) big; }").records["a"]
    data = "1234567890123456789012345".encode("cp037") + (2**100).to_bytes(16, "big")
    assert record.itemsize == 41 and [field.dtype for field in record.fields] == ["i128", "i128"]
    row = pyarrow.table(datarep.scan(data, record)).to_pylist()[0]
    assert row == {"x": Decimal("1234567890123456789012345"), "y": Decimal(2**100)}
    for call in (lambda: record.dtype, lambda: record.read(data), lambda: datarep.read(data, record), lambda: record.write({"x": 1, "y": 2})):
        with pytest.raises(TypeError, match="`x` is of type i128, which NumPy does not have: write `as decimal` after its format for exact numbers"):
            call()
    exact = datarep.Text("record a { x: zoned_decimal(25, 0) as decimal; }").records["a"]
    assert exact.read(data[:25])["x"][0] == Decimal("1234567890123456789012345")
    with pytest.raises(TypeError, match="`as f64` after its format, which keeps 15 digits"):
        datarep.Text("record a { y: twos(128) big; }").records["a"].dtype
