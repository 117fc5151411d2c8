"""The records of the tests of engines, and a source that loses a worker. Spark's workers import this module."""

import os
import signal
import struct

SOURCE = """
use ibm::hfp32;
record sale {
    amount: packed_decimal(7, 2);
    shop: i16 { null if -1; };
    rate: hfp32;
    name: [ebcdic(cp037); 4];
    parts: [u16; 2];
    raw: 2 bytes;
    count: u32;
}
record basket { n: u8; items: [i16; n]; }
record kinds { kind: u8; what: choice kind { 1 => small: u16; 2 => large: i32; otherwise => _; }; }
"""

#: Bytes of a sale.
SIZE = 4 + 2 + 4 + 4 + 4 + 2 + 4


def make_sale(number):
    digits = f"{number % 10**7:07d}" + "CD"[number % 2]
    rate = struct.pack(">I", 0x41100000 + (number % 16 << 16))
    name = f"{number % 1000:<4}".encode("cp037")
    shop = -1 if number % 7 == 0 else number % 300
    parts = struct.pack(">HH", number & 0xFFFF, 0xFFFF - number % 9)
    return bytes.fromhex(digits) + struct.pack(">h", shop) + rate + name + parts + b"ab" + struct.pack(">I", 0xFFFFFFFF - number)


def make_sales(begin, end):
    return b"".join(map(make_sale, range(begin, end)))


def make_basket(number):
    return bytes([number % 9]) + struct.pack(f">{number % 9}h", *range(number % 9))


def make_marked(records):
    return b"".join(struct.pack(">HH", len(record) + 4, 0) + record for record in records)


def kill_once(batches, marker):
    """Batches, and the end of the process after the first of them, unless another process has ended so before."""
    for batch in batches:
        yield batch
        try:
            os.close(os.open(marker, os.O_CREAT | os.O_EXCL))
        except FileExistsError:
            continue
        os.kill(os.getpid(), signal.SIGKILL)


def make_killed_source():
    """A data source, one of whose workers is killed while it reads."""
    import datarep.spark

    class KilledReader(datarep.spark.BatchReader):
        def read(self, partition):
            return kill_once(super().read(partition), os.environ["DATAREP_KILLED"])

    class KilledSource(datarep.spark.DataSource):
        @classmethod
        def name(cls):
            return "killed"

        def reader(self, schema):
            return KilledReader(self._paths(), self._record, self._narrow(schema), schema, self._partitions)

    return KilledSource
