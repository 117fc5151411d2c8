"""Spark: the same rows as by pyarrow, as in the command's Parquet, and as were written."""

import os
import subprocess

import pytest

import datarep
import records
from conftest import compare_rows

pyarrow = pytest.importorskip("pyarrow")
pytest.importorskip("pyspark")


def read(spark, path, record="sale", **options):
    return spark.read.format("datarep").options(text=records.SOURCE, record=record, **options).load(str(path))


def list_expected(scan):
    return pyarrow.table(scan).to_pylist()


def list_found(frame):
    return [row.asDict(recursive=True) for row in frame.collect()]


@pytest.mark.parametrize("partitions", [1, 2, 7])
def test_rows_of_files_are_those_of_pyarrow(spark, folder, text, partitions):
    frame = read(spark, folder, partitions=str(partitions))
    scan = datarep.scan(str(folder / "SALES.*"), text.records["sale"])
    assert frame.rdd.getNumPartitions() == partitions
    compare_rows("spark", list_found(frame), list_expected(scan))


def test_files_are_named_by_patterns_lists_and_urls(spark, folder, text):
    expected = list_expected(datarep.scan(str(folder / "SALES.*"), text.records["sale"]))
    reader = spark.read.format("datarep").options(text=records.SOURCE, record="sale")
    files = sorted(str(path) for path in folder.glob("SALES.*"))
    for paths in [str(folder / "SALES.*"), folder.as_uri(), f"local://{folder}/SALES.*", files, files[:1] + [str(folder / "SALES.[1-3]")]]:
        frame = reader.load(paths)
        compare_rows("spark", list_found(frame), expected)
    # Files elsewhere are partitions of their own.
    assert reader.load(f"local://{folder}/SALES.*").rdd.getNumPartitions() == len(files)


def test_types_change_no_value(spark, folder):
    schema = read(spark, folder).schema
    assert schema.simpleString() == (
        "struct<amount:decimal(7,2),shop:smallint,rate:float,name:string,parts:array<int>,raw:binary,count:bigint>"
    )


@pytest.mark.parametrize("partitions", [1, 5])
def test_records_between_marks(spark, marked, text, partitions):
    frame = read(spark, marked, "basket", marks="rdw", partitions=str(partitions))
    compare_rows("spark", list_found(frame), list_expected(datarep.scan(marked, text.records["basket"], marks="rdw")))


@pytest.mark.parametrize("structs", [False, True])
def test_choices(spark, tmp_path, text, structs):
    (tmp_path / "kinds").write_bytes(bytes.fromhex("01 0007" "02 FFFFFFFE" "03" "01 FFFF"))
    frame = read(spark, tmp_path / "kinds", "kinds", structs=str(structs))
    compare_rows("spark", list_found(frame), list_expected(datarep.scan(tmp_path / "kinds", text.records["kinds"], structs=structs)))


def test_groups_are_structs(spark, tmp_path):
    source = "record point { x: u8; y: u16; }  record bill { n: u8; lines: [point; n]; pair: [point; 2]; at: point; }"
    data = bytes.fromhex("01 010002 030004 050006 07FFFF" "00 010002 030004 050006" "02 010002 030004 050006 070008 09000A")
    (tmp_path / "bills").write_bytes(data)
    bill = datarep.Text(source).records["bill"]
    frame = spark.read.format("datarep").options(text=source, record="bill", structs="true").load(str(tmp_path / "bills"))
    point = "struct<x:smallint,y:int>"
    assert frame.schema.simpleString() == f"struct<n:smallint,lines:array<{point}>,pair:array<{point}>,at:{point}>"
    compare_rows("spark", list_found(frame), list_expected(datarep.scan(data, bill, structs=True)))
    frame.write.format("datarep").options(text=source, record="bill").mode("append").save(str(tmp_path / "made"))
    written = sorted((tmp_path / "made").glob("part-*"))
    assert b"".join(path.read_bytes() for path in written) == data


def test_columns_are_chosen_by_an_option_or_a_schema(spark, folder, text):
    scan = datarep.scan(str(folder / "SALES.*"), text.records["sale"], columns=["shop", "amount"])
    compare_rows("spark", list_found(read(spark, folder, columns="shop, amount")), list_expected(scan))
    reader = spark.read.format("datarep").options(text=records.SOURCE, record="sale").schema("shop int, amount decimal(9,3)")
    compare_rows("spark", list_found(reader.load(str(folder))), list_expected(scan))
    with pytest.raises(Exception, match=r"the column `amount` of type decimal128\(7, 2\) cannot be decimal128\(3, 0\)"):
        spark.read.format("datarep").options(text=records.SOURCE, record="sale").schema("amount decimal(3,0)").load(str(folder)).collect()
    with pytest.raises(Exception, match="has no column 'prize'"):
        spark.read.format("datarep").options(text=records.SOURCE, record="sale").schema("prize int").load(str(folder)).count()


FILTERS = [
    "shop = 20",
    "shop <> 20",
    "not (shop in (1, 2, 3))",
    "shop in (20, 21) and amount > 0",
    "shop is null",
    "shop is not null and amount <= -100.005",
    "shop <=> null",
    "shop <=> 7",
    "name like '12%'",
    "name like '%7' and count >= 4294967000",
    "name like '%0%'",
    "rate > 1.5 and shop < 40000",
    "amount between 10 and 20",
    "amount = 100000 or shop = 3",
]


@pytest.mark.parametrize("condition", FILTERS)
def test_filters_that_are_pushed_are_those_of_spark(spark, folder, condition):
    """The same rows pass where Spark applies all filters."""
    pushed = read(spark, folder, pushdown="true").where(condition)
    spark.conf.set("spark.sql.python.filterPushdown.enabled", "false")
    try:
        expected = list_found(read(spark, folder).where(condition))
    finally:
        spark.conf.set("spark.sql.python.filterPushdown.enabled", "true")
    compare_rows("spark", list_found(pushed), expected)


def test_filters_are_applied_before_rows_go_to_spark(spark, folder, capsys):
    """Spark applies only those filters that mean something else in Arrow."""
    read(spark, folder, pushdown="true").where("shop = 20").explain()
    assert "Filter" not in capsys.readouterr().out.replace("RuntimeFilters", "")
    read(spark, folder, pushdown="true").where("shop = 20 and rate > 1.5").explain()
    plan = capsys.readouterr().out
    assert "rate" in plan.split("Filter")[1] and "shop" not in plan.split("Filter")[1].split("\n")[0]


def test_a_killed_worker_costs_no_row(spark, folder, text):
    spark.dataSource.register(records.make_killed_source())
    reader = spark.read.format("killed").options(text=records.SOURCE, record="sale", partitions="4", batch_rows="1000")
    found = list_found(reader.load(str(folder)))
    assert os.path.exists(os.environ["DATAREP_KILLED"]), "no worker was killed"
    compare_rows("spark", found, list_expected(datarep.scan(str(folder / "SALES.*"), text.records["sale"])))


def test_errors_name_the_file_and_the_record(spark, tmp_path):
    data = bytearray(records.make_sales(0, 100))
    data[50 * records.SIZE : 50 * records.SIZE + 4] = b"\xff" * 4
    (tmp_path / "bad").write_bytes(data)
    with pytest.raises(Exception, match="bad: record 50: `amount` at byte 1200"):
        read(spark, tmp_path / "bad").collect()
    rows = list_found(read(spark, tmp_path / "bad", on_bad="null"))
    assert [at for at, row in enumerate(rows) if row["amount"] is None] == [50]
    assert read(spark, tmp_path / "bad", on_bad="skip").count() == 99
    for options, message in [
        ({"mark": "rdw"}, "there is no option 'mark'"),
        ({"partitions": "0"}, "the option partitions is a number, 1 or more, not '0'"),
        ({"structs": "yes"}, 'the option structs is "true" or "false", not'),
        ({"marks": "rdv"}, "marks: "),
    ]:
        with pytest.raises(Exception, match=message):
            read(spark, tmp_path / "bad", **options).collect()
    with pytest.raises(Exception, match="say which one by `record`"):
        spark.read.format("datarep").options(text=records.SOURCE).load(str(tmp_path)).collect()
    with pytest.raises(Exception, match="there are no files in"):
        (tmp_path / "empty").mkdir()
        read(spark, tmp_path / "empty").collect()


def list_parts(folder):
    return sorted(path for path in folder.iterdir() if path.name[0] not in "._")


@pytest.mark.parametrize("record, marks", [("sale", None), ("basket", "rdw"), ("basket", "bdw")])
def test_what_is_written_is_what_was_read(spark, folder, marked, text, tmp_path, record, marks):
    source = folder if record == "sale" else marked
    options = {} if marks is None else {"marks": "rdw"}
    frame = read(spark, source, record, partitions="3", **options)
    made = tmp_path / "made"
    to = {} if marks is None else {"marks": marks}
    frame.write.format("datarep").options(text=records.SOURCE, record=record, **to).mode("append").save(str(made))
    assert len(list_parts(made)) == 3
    assert [path.name for path in made.iterdir() if path.name.startswith("_unfinished")] == []
    written = b"".join(path.read_bytes() for path in list_parts(made))
    if record == "sale":
        assert written == records.make_sales(0, 30000)
    elif marks == "rdw":
        assert written == marked.read_bytes()
    scans = [datarep.scan(str(path), text.records[record], marks=marks) for path in list_parts(made)]
    compare_rows("spark", [row for scan in scans for row in list_expected(scan)], list_found(frame))


def test_overwriting(spark, folder, tmp_path):
    frame = read(spark, folder)
    for mode, parts in [("append", 1), ("append", 2), ("overwrite", 1)]:
        frame.write.format("datarep").options(text=records.SOURCE, record="sale").mode(mode).save(str(tmp_path / "made"))
        assert len(list_parts(tmp_path / "made")) == parts


def test_what_cannot_be_written_leaves_nothing(spark, folder, tmp_path):
    frame = read(spark, folder).selectExpr("amount", "shop", "rate", "'too long' as name", "parts", "raw", "count")
    with pytest.raises(Exception, match="name"):
        frame.write.format("datarep").options(text=records.SOURCE, record="sale").mode("append").save(str(tmp_path / "made"))
    assert not (tmp_path / "made").exists() or list(tmp_path.glob("made/*")) == []
    with pytest.raises(Exception, match="there is no column for the field `amount`"):
        frame.drop("amount").write.format("datarep").options(text=records.SOURCE, record="sale").mode("append").save(str(tmp_path / "made"))


@pytest.mark.parametrize("record, options", [("sale", {"partitions": 3}), ("basket", {"partitions": 5, "marks": "rdw"})])
def test_parquet_that_tasks_write_has_the_rows_of_the_source(spark, folder, marked, tmp_path, record, options):
    source = folder if record == "sale" else marked
    frame = read(spark, source, record, **{name: str(value) for name, value in options.items()})
    made = tmp_path / "made"
    count = datarep.spark.write_parquet(spark, source, made, text=records.SOURCE, record=record, **options)
    table = spark.read.parquet(str(made))
    assert count == table.count() == (30000 if record == "sale" else 20000)
    # Files of Parquet are read as if all of their columns might have nulls.
    assert [(field.name, field.dataType.simpleString()) for field in table.schema] == [(field.name, field.dataType.simpleString()) for field in frame.schema]
    compare_rows("spark", sorted(list_found(table), key=repr), sorted(list_found(frame), key=repr))
    assert [path.name for path in made.iterdir() if path.name.startswith("_")] == []
    assert all(path.name.endswith(".parquet") for path in made.iterdir())


def test_parquet_is_added_or_takes_the_place_of_older_files(spark, folder, tmp_path):
    made = tmp_path / "made"

    def write(**options):
        datarep.spark.write_parquet(spark, folder, made, text=records.SOURCE, record="sale", partitions=1, **options)
        return len(list_parts(made))

    assert [write(), write(mode="append", compression="zstd", dictionary=True), write(mode="overwrite")] == [1, 2, 1]
    with pytest.raises(FileExistsError, match="has files"):
        write()
    for options, message in [({"mode": "ignore"}, "mode is"), ({"mark": "rdw"}, "no option 'mark'"), ({"pushdown": True}, "no option 'pushdown'")]:
        with pytest.raises((TypeError, ValueError), match=message):
            write(**{"mode": "append", **options})
    assert len(list_parts(made)) == 1


def test_parquet_that_cannot_be_written_leaves_nothing_and_harms_nothing(spark, folder, tmp_path):
    data = bytearray(records.make_sales(0, 100))
    data[50 * records.SIZE : 50 * records.SIZE + 4] = b"\xff" * 4
    bad, made = tmp_path / "bad", tmp_path / "made"
    bad.mkdir()
    (bad / "SALES").write_bytes(data)
    made.mkdir()
    (made / "old").write_bytes(b"old")
    with pytest.raises(Exception, match="SALES: record 50: `amount`"):
        datarep.spark.write_parquet(spark, bad, made, text=records.SOURCE, record="sale", mode="overwrite")
    assert [path.name for path in made.iterdir()] == ["old"]
    # The records would be removed as older files.
    with pytest.raises(ValueError, match="has the records themselves"):
        datarep.spark.write_parquet(spark, bad, bad, text=records.SOURCE, record="sale", mode="overwrite", on_bad="skip")
    assert datarep.spark.write_parquet(spark, bad, made, text=records.SOURCE, record="sale", mode="overwrite", on_bad="skip") == 99
    assert all(path.suffix == ".parquet" for path in made.iterdir())


def test_parquet_of_no_records_says_what_columns_there_are(spark, tmp_path):
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "EMPTY").write_bytes(b"")
    assert datarep.spark.write_parquet(spark, str(tmp_path / "in"), str(tmp_path / "out"), text=records.SOURCE, record="sale") == 0
    assert spark.read.parquet(str(tmp_path / "out")).columns == read(spark, tmp_path / "in").columns


def test_schemas_are_those_of_sparks_before_time_zones(spark, monkeypatch):
    """Spark 4.0 has no parameter for the time zone."""
    from pyspark.sql.pandas import types

    schema = spark.createDataFrame([], "shop short, name string").schema
    expected, convert = datarep.spark._find_arrow_schema(schema), types.to_arrow_schema
    assert expected.names == ["shop", "name"]
    monkeypatch.setattr(types, "to_arrow_schema", lambda schema: convert(schema, timezone="UTC"))
    assert datarep.spark._find_arrow_schema(schema) == expected


def test_a_stream_reads_each_file_that_is_added_once(spark, text, tmp_path):
    source = tmp_path / "in"
    source.mkdir()
    add = lambda name, begin, end: (source / name).write_bytes(records.make_sales(begin, end))  # noqa: E731
    add("A", 0, 1000)

    def run():
        """Reads what is there; the next run goes on from the checkpoint."""
        frame = spark.readStream.format("datarep").options(text=records.SOURCE, record="sale", partitions="2").load(str(source))
        query = frame.writeStream.format("parquet").option("checkpointLocation", str(tmp_path / "checkpoint"))
        query = query.start(str(tmp_path / "out"))
        try:
            query.processAllAvailable()
            if not (source / "C").exists() and (source / "B").exists():
                add("C", 1500, 2500)
                query.processAllAvailable()
        finally:
            query.stop()

    run()
    add("B", 1000, 1500)
    run()
    run()
    found = list_found(spark.read.parquet(str(tmp_path / "out")).orderBy("count", ascending=False))
    scan = datarep.scan(records.make_sales(0, 2500), text.records["sale"])
    compare_rows("spark", found, list_expected(scan))
    add("C", 0, 1)
    with pytest.raises(Exception, match="when it was read"):
        add("D", 0, 1)
        run()


def test_a_copybook_and_the_parquet_of_the_command(spark, corpus, command, tmp_path):
    """A file of 100 records with 195 columns, by its copybook."""
    copybook = corpus / "copybooks" / "cobrix" / "test6_copybook.cob"
    data = next((corpus / "copybooks" / "cobrix" / "test6_data").iterdir())
    parquet = pytest.importorskip("pyarrow.parquet")
    options = "--floats ieee --binary-size 2-4-8-any"
    subprocess.run([command, "import", copybook, tmp_path / "made.datarep", *options.split()], check=True)
    subprocess.run([command, "convert", data, tmp_path / "made.parquet", "--record", tmp_path / "made.datarep", "--on-bad", "null"], check=True)
    table = parquet.read_table(tmp_path / "made.parquet")
    # Spark has no decimals of more than 38 digits, and the copybook's longest have 37.
    assert not any(pyarrow.types.is_decimal256(field.type) for field in table.schema)
    expected = table.to_pylist()
    assert (len(expected), len(expected[0])) == (100, 195)
    frame = spark.read.format("datarep").options(copybook=str(copybook), import_options=options, on_bad="null", partitions="3").load(str(data))
    compare_rows("spark", list_found(frame), expected)


def test_integers_of_more_digits_than_sparks_decimals_are_texts(spark, tmp_path):
    path = tmp_path / "long"
    path.write_bytes((2**127 - 1).to_bytes(16, "big") + (-(2**127)).to_bytes(16, "big", signed=True))
    frame = spark.read.format("datarep").options(text="record account { number: i128; }", record="account").load(str(path))
    compare_rows("spark", list_found(frame), [{"number": str(2**127 - 1)}, {"number": str(-(2**127))}])
