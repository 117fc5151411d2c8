"""Dask, Polars, DuckDB, DataFusion and pandas: the same rows as by pyarrow, with only the columns and rows that are needed."""

import decimal

import pytest

import datarep
import records
from conftest import compare_rows

pyarrow = pytest.importorskip("pyarrow")


@pytest.fixture(scope="session")
def client():
    """Two processes of Dask."""
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster, distributed.Client(cluster) as client:
        yield client


def list_expected(scan):
    return pyarrow.table(scan).to_pylist()


def list_pandas(frame):
    return pyarrow.Table.from_pandas(frame, preserve_index=False).to_pylist()


@pytest.mark.parametrize("npartitions", [None, 5])
def test_dask_reads_all_records(client, folder, text, npartitions):
    pytest.importorskip("dask.dataframe")
    import datarep.dask

    sale = text.records["sale"]
    frame = datarep.dask.read_records(str(folder), sale, npartitions=npartitions)
    assert frame.npartitions == (npartitions or 1)
    expected = list_expected(datarep.scan(str(folder / "SALES.*"), sale))
    compare_rows("dask", list_pandas(frame.compute()), expected)
    sums = frame.groupby("name")["amount"].sum().compute().to_dict()
    wanted = {}
    for row in expected:
        wanted[row["name"]] = wanted.get(row["name"], 0) + row["amount"]
    compare_rows("dask", sorted(sums.items()), sorted(wanted.items()))
    assert len(set(client.run(lambda: __import__("os").getpid()).values())) == 2


def test_dask_reads_records_between_marks(client, marked, text):
    import datarep.dask

    frame = datarep.dask.read_records(str(marked), "basket", text=records.SOURCE, marks="rdw", npartitions=4)
    assert frame.npartitions == 4
    expected = list_expected(datarep.scan(str(marked), text.records["basket"], marks="rdw"))
    compare_rows("dask", list_pandas(frame.compute()), expected)


def test_dask_reads_only_the_columns_that_are_used(folder, tmp_path, text):
    """A record is bad in a column that is not used."""
    import datarep.dask

    data = bytearray(records.make_sales(0, 100))
    data[50 * records.SIZE : 50 * records.SIZE + 4] = b"\xff" * 4
    (tmp_path / "bad").write_bytes(data)
    frame = datarep.dask.read_records(str(tmp_path), text.records["sale"])
    assert frame["count"].sum().compute(scheduler="sync") == sum(0xFFFFFFFF - number for number in range(100))
    with pytest.raises(Exception, match="bad: record 50"):
        frame[["amount"]].compute(scheduler="sync")


def test_dask_calculates_with_arrays_of_files(client, corpus):
    array = pytest.importorskip("dask.array")
    import numpy

    section = datarep.open(corpus / "segy" / "Format1msb.sgy", "hfp32", dtype="f4", offset=3840, shape=(414, 75), strides=(540, 4))
    found = array.from_array(section, chunks=(100, 75)).compute()
    expected = numpy.load(corpus / "segy" / "ref" / "Format1msb.sgy.trace_samples.npy")
    compare_rows("dask arrays", found.reshape(-1).tolist(), expected.reshape(-1).tolist())


def test_polars_reads_all_records(folder, marked, text):
    pytest.importorskip("polars")
    import datarep.polars

    sale = text.records["sale"]
    frame = datarep.polars.scan_records(str(folder), sale)
    expected = list_expected(datarep.scan(str(folder / "SALES.*"), sale))
    compare_rows("polars", frame.collect().to_dicts(), [{**row, "parts": row["parts"]} for row in expected])
    baskets = datarep.polars.scan_records(str(marked), "basket", text=records.SOURCE, marks="rdw").collect()
    compare_rows("polars", baskets.to_dicts(), list_expected(datarep.scan(marked, text.records["basket"], marks="rdw")))


def test_polars_reads_only_what_is_needed(tmp_path, text):
    """A record is bad behind the rows that are needed, or in a column that is not."""
    polars = pytest.importorskip("polars")
    import datarep.polars

    data = bytearray(records.make_sales(0, 100))
    data[50 * records.SIZE : 50 * records.SIZE + 4] = b"\xff" * 4
    (tmp_path / "bad").write_bytes(data)
    expected = list_expected(datarep.scan(tmp_path / "bad", text.records["sale"], on_bad="null"))
    frame = datarep.polars.scan_records(str(tmp_path), text.records["sale"])
    compare_rows("polars", frame.head(50).collect().to_dicts(), expected[:50])
    compare_rows("polars", frame.head(0).collect().to_dicts() + [1], [1])
    names = ["shop", "count"]
    chosen = [{name: row[name] for name in names} for row in expected]
    compare_rows("polars", frame.select(names).collect().to_dicts(), chosen)
    # Rows are limited before or behind a filter, as the query says.
    shop = polars.col("shop") > 20
    compare_rows("polars", frame.select(names).filter(shop).head(9).collect().to_dicts(), [row for row in chosen if (row["shop"] or 0) > 20][:9])
    compare_rows("polars", frame.select(names).head(40).filter(shop).collect().to_dicts(), [row for row in chosen[:40] if (row["shop"] or 0) > 20])
    with pytest.raises(Exception, match="record 50"):
        frame.head(51).collect()


def test_records_with_integers_that_numpy_has_not():
    """They are decimals of Arrow."""
    pytest.importorskip("polars")
    from datarep._engines import find_record
    from datarep._scan import make_scan

    record = find_record("record wide { n: u128; }", None, None)
    assert pyarrow.table(make_scan(b"\xff" * 16, record))["n"].to_pylist() == [2**128 - 1]
    with pytest.raises(ValueError, match="a text and a copybook are given"):
        find_record("record wide { n: u128; }", "copybook", None)
    with pytest.raises(ValueError, match="has the records sale, basket, kinds: say which one by `record`"):
        find_record(records.SOURCE, None, None)


@pytest.mark.parametrize("engine, function", [("dask", "read_records"), ("polars", "scan_records")])
def test_what_engines_take_in_place_of_a_record(engine, function, folder, text, tmp_path):
    """Spark takes the same, by the same functions."""
    read = getattr(pytest.importorskip(f"datarep.{engine}", exc_type=ImportError), function)
    collect = {"dask": lambda frame: list_pandas(frame.compute()), "polars": lambda frame: frame.collect().to_dicts()}[engine]
    expected = list_expected(datarep.scan(str(folder / "SALES.*"), text.records["sale"]))
    path = tmp_path / "sales.datarep"
    path.write_text(records.SOURCE)
    for described in (text, records.SOURCE, str(path)):
        compare_rows(engine, collect(read(folder, "sale", text=described)), expected)
    copybook = "       01 SALE.\n           05 SHOP PIC S9(4) COMP.\n           05 AMOUNT PIC S9(3)V99 COMP-3.\n"
    (tmp_path / "sales.cpy").write_text(copybook)
    (tmp_path / "data").write_bytes(bytes.fromhex("000712345C" "FFFE00001D"))
    wanted = [{"shop": 7, "amount": decimal.Decimal("123.45")}, {"shop": -2, "amount": decimal.Decimal("-0.01")}]
    for described in (copybook, str(tmp_path / "sales.cpy"), tmp_path / "sales.cpy"):
        compare_rows(engine, collect(read(tmp_path / "data", copybook=described)), wanted)
    with pytest.raises(ValueError, match="a record is given, and a text or a copybook, too"):
        read(folder, text.records["sale"], text=text)


@pytest.mark.parametrize("engine, function", [("dask", "read_records"), ("polars", "scan_records")])
def test_a_folder_without_files_is_an_error(engine, function, folder, text, tmp_path):
    """As for Spark. A table without rows would hide a wrong folder."""
    read = getattr(pytest.importorskip(f"datarep.{engine}", exc_type=ImportError), function)
    (tmp_path / "_SUCCESS").write_bytes(b"")
    (tmp_path / "inside").mkdir()
    for paths in (tmp_path, str(tmp_path), [tmp_path, str(tmp_path / "inside")], []):
        with pytest.raises(FileNotFoundError, match="there are no files in"):
            read(paths, text.records["sale"])
    frame = read([tmp_path, folder], text.records["sale"])
    assert len(frame.collect_schema() if engine == "polars" else frame.columns) == 7


def test_sql_over_a_stream(folder, text):
    """DuckDB and DataFusion take the stream itself."""
    duckdb, datafusion = pytest.importorskip("duckdb"), pytest.importorskip("datafusion")
    sale = text.records["sale"]
    scan = datarep.scan(str(folder / "SALES.*"), sale, columns=["shop", "amount", "count"])
    wanted = {}
    for row in list_expected(scan):
        count, total = wanted.get(row["shop"], (0, 0))
        wanted[row["shop"]] = (count + 1, total + row["amount"])
    expected = sorted(((shop, *rest) for shop, rest in wanted.items()), key=repr)
    query = "select shop, count(*), sum(amount) from scan group by shop"
    compare_rows("duckdb", sorted(duckdb.sql(query).fetchall(), key=repr), expected)
    context = datafusion.SessionContext()
    context.register_record_batches("scan", [[*pyarrow.RecordBatchReader.from_stream(part)] for part in scan.split(2)])
    rows = context.sql(query).to_pydict().values()
    compare_rows("datafusion", sorted(zip(*rows), key=repr), expected)


def test_a_scan_of_chosen_columns(folder, text):
    scan = datarep.scan(str(folder / "SALES.*"), text.records["sale"])
    assert list(scan.select(["count", "shop"]).columns) == ["count", "shop"]
    expected = pyarrow.table(scan).select(["count", "shop"])
    assert pyarrow.table(scan.select(["count", "shop"])).equals(expected)
    assert pyarrow.table(scan.split(3)[1].select(["shop"])).equals(pyarrow.table(scan.split(3)[1]).select(["shop"]))
    kinds = datarep.scan(bytes.fromhex("01 0007" "02 FFFFFFFE"), text.records["kinds"], structs=True)
    assert pyarrow.table(kinds.select(["what"])).to_pylist() == [{"what": {"small": 7, "large": None}}, {"what": {"small": None, "large": -2}}]
    with pytest.raises(ValueError, match="there is no column 'prize', but kind, what"):
        kinds.select(["prize"])
    with pytest.raises(TypeError, match="columns is a list"):
        scan.select("shop")
