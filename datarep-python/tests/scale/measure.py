"""Measures how fast engines read a file of fixed records, on one thread or two.

Other programs may run beside it. So the seconds of processors are counted, too, and reading the file into memory is measured in the same
run.
"""

import os
import pathlib
import shutil
import sys
import tempfile
import time

import numpy

import datarep
import wide
from datarep._engines import describe_scan, find_record, scan_files

#: About how large the file is.
SIZE = int(os.environ.get("DATAREP_MEASURED", 256 << 20))

#: How often each is measured. The best time counts.
TIMES = 3


def measure(name, size, action, times=TIMES):
    """Prints how much of the file is read in a second, and in a second of a processor: of this process and all that it has started.

    The last column is the second rate as a share of copying in memory, which is measured beside it.
    """
    best, least, copied = float("inf"), float("inf"), float("inf")
    for _ in range(times):
        copied = min(copied, measure_copying())
        begin, spent = time.perf_counter(), count_seconds()
        action()
        best, least = min(best, time.perf_counter() - begin), min(least, count_seconds() - spent)
    rate = size / max(least, 0.01)
    share = f"{rate * copied:6.3f} of copying"
    print(f"{name:<44} {size / best / 1e6:6.0f} MB/s {rate / 1e6:6.0f} MB/s a processor {share}", flush=True)


def measure_copying():
    """The seconds of a processor that copying a byte takes, between memories that no cache holds."""
    source, target = (numpy.ones(64 << 20, numpy.uint8) for _ in range(2))
    begin, copies = time.process_time(), 8
    for _ in range(copies):
        numpy.copyto(target, source)
    return (time.process_time() - begin) / copies / len(source)


def count_seconds():
    """The seconds of processors that this process and all below it have had."""
    parents, spent = {}, {}
    for folder in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            fields = (folder / "stat").read_text().rsplit(")", 1)[1].split()
        except OSError:
            continue
        parents[int(folder.name)], spent[int(folder.name)] = int(fields[1]), sum(map(int, fields[11:15]))
    found, added = {os.getpid()}, True
    while added:
        more = {one for one, parent in parents.items() if parent in found} - found
        found, added = found | more, bool(more)
    return sum(spent.get(one, 0) for one in found) / os.sysconf("SC_CLK_TCK")


def make_session(threads, scratch):
    from pyspark.sql import SparkSession

    os.environ["PYSPARK_PYTHON"] = os.environ["PYSPARK_DRIVER_PYTHON"] = sys.executable
    builder = SparkSession.builder.master(f"local[{threads}]").config("spark.ui.enabled", "false").config("spark.driver.memory", "2g")
    session = builder.config("spark.driver.host", "127.0.0.1").config("spark.local.dir", scratch).getOrCreate()
    session.sparkContext.setLogLevel("OFF")
    session.dataSource.register(datarep.spark.DataSource)
    return session


def measure_spark(path, text, size, scratch):
    import datarep.spark

    for threads in (1, 2):
        session = make_session(threads, scratch)
        columns = list_columns(text)
        options = {"text": text, "on_bad": "null", "partitions": str(2 * threads)}
        frame = session.read.format("datarep").options(**options, columns=",".join(columns)).load(str(path))
        measure(f"Spark local[{threads}], rows thrown away", size, lambda: frame.write.format("noop").mode("overwrite").save())
        measure(f"Spark local[{threads}], to Parquet", size, lambda: frame.write.mode("overwrite").parquet(scratch + "/out"))
        measure(
            f"Spark local[{threads}], datarep.spark.write_parquet",
            size,
            lambda: datarep.spark.write_parquet(session, path, scratch + "/made", mode="overwrite", columns=columns, **options),
        )
        few = session.read.format("datarep").options(**options, columns=",".join(columns[:5])).load(str(path))
        measure(f"Spark local[{threads}], 5 columns to Parquet", size, lambda: few.write.mode("overwrite").parquet(scratch + "/out"))
        session.stop()


def list_columns(text):
    """The columns without decimals of more than 38 digits, which not all engines have."""
    columns = describe_scan(find_record(text, None, None)).columns
    return [name for name, kind in columns.items() if not kind.startswith("Decimal256")]


def drain(scan):
    import pyarrow

    for _ in pyarrow.RecordBatchReader.from_stream(scan):
        pass


def sum_duckdb(scan, name):
    import duckdb

    assert scan is not None, "the query names it"
    return duckdb.sql(f'select sum("{name}") from scan').fetchall()


def measure_streams(path, text, size, column):
    import dask
    import polars
    import pyarrow.parquet

    import datarep.dask
    import datarep.polars

    record = find_record(text, None, None)
    columns = list_columns(text)
    scan = scan_files([str(path)], record, on_bad="null", columns=columns)
    print(f"{size / 1e6:.0f} MB, records of {record.itemsize} bytes with {len(scan.columns)} columns, {os.cpu_count()} processors")
    measure("the file read into memory", size, lambda: path.read_bytes())
    measure("a stream of Arrow, batches thrown away", size, lambda: drain(scan))
    measure("DuckDB, one sum", size, lambda: sum_duckdb(scan.select([column]), column))
    measure("Polars, one sum", size, lambda: datarep.polars.scan_records(path, text=text, on_bad="null", columns=columns).select(polars.col(column).sum()).collect())
    measure("Polars, all columns", size, lambda: datarep.polars.scan_records(path, text=text, on_bad="null", columns=columns).collect(), 1)
    frame = datarep.dask.read_records(str(path), text=text, on_bad="null", columns=columns, npartitions=4)
    with dask.config.set(scheduler="threads", num_workers=2):
        measure("Dask on two threads, one sum", size, lambda: frame[column].sum().compute())


def measure_file(path, text, column, scratch):
    """Measures all engines on a file of the record of a text."""
    size = path.stat().st_size
    measure_streams(path, text, size, column)
    if shutil.which("java"):
        measure_spark(path, text, size, scratch)


def write_copies(path, data):
    """Writes data over and over."""
    with open(path, "wb") as file:
        for _ in range(max(SIZE // len(data), 1)):
            file.write(data)


def main():
    with tempfile.TemporaryDirectory() as scratch:
        path = pathlib.Path(scratch) / "records"
        write_copies(path, wide.make_records(4000))
        text = wide.describe_records()
        record = datarep.Text(text).records["wide"]
        # Dask cannot sum a column of decimals.
        column = next(name for name, kind in datarep.scan(b"", record).columns.items() if kind == "Int32")
        measure_file(path, text, column, scratch)
        cobrix = pathlib.Path(os.environ["DATAREP_CORPUS"]) / "copybooks" / "cobrix"
        write_copies(path, next((cobrix / "test6_data").iterdir()).read_bytes())
        text = datarep.Text.from_copybook(cobrix / "test6_copybook.cob", floats="ieee", binary_size="2-4-8-any").source
        measure_file(path, text, list_columns(text)[0], scratch)


if __name__ == "__main__":
    main()
