"""Files: dropped or chosen, read in slices, probed, written as columns."""

import math
import struct

import numpy
from playwright.sync_api import expect

VALUES = [round(50 * math.sin(step / 9), 6) for step in range(4000)]


def make_file(folder):
    path = folder / "waves.bin"
    path.write_bytes(struct.pack(">4000f", *VALUES))
    return path


def test_bytes_and_values_are_side_by_side(opened, tmp_path):
    page = opened("view=file&as=f32&order=big")
    page.locator("#file").set_input_files(make_file(tmp_path))
    rows = page.locator("#hex tbody tr")
    expect(rows).to_have_count(64)
    cells = rows.nth(3).locator("td").all_inner_texts()
    single = struct.pack(">f", VALUES[3])
    assert cells[:2] == ["12", single.hex(" ")] and float(cells[2]) == struct.unpack(">f", single)[0]
    page.get_by_role("button", name="Forth by a page").click()
    expect(rows.first.locator("td").first).to_have_text("256")
    page.locator("#file-format").fill("unsigned(16)")
    page.locator("#file-stride").fill("4")
    page.locator("#file-at").fill("4")
    expect(rows.nth(1).locator("td").first).to_have_text("8")
    expect(rows.nth(1).locator("td").last).to_have_text(str(struct.unpack(">H", struct.pack(">f", VALUES[2])[:2])[0]))
    page.locator("#file-format").fill("vaxf")
    expect(page.locator("#file-fault")).to_contain_text("no format is named")


def test_the_probe_names_the_format(opened, tmp_path):
    page = opened("view=file&as=unsigned(8)")
    page.locator("#file").set_input_files(make_file(tmp_path))
    first = page.locator("#candidates li").first
    expect(first).to_contain_text("f32 big")
    expect(first.get_by_role("img")).to_have_count(1)
    first.get_by_role("button").click()
    expect(page.locator("#file-format")).to_have_value("f32")
    expect(page.locator("#file-order")).to_have_value("big")


def test_a_column_becomes_a_file(opened, tmp_path):
    page = opened("view=file&as=f32&order=big")
    page.locator("#file").set_input_files(make_file(tmp_path))
    expect(page.locator("#hex tbody tr")).to_have_count(64)
    with page.expect_download() as saved:
        page.get_by_role("button", name="Column as CSV").click()
    lines = saved.value.path().read_text().splitlines()
    assert lines[0] == "f32 big"
    singles = struct.unpack(">4000f", struct.pack(">4000f", *VALUES))
    assert [float(line) for line in lines[1:]] == list(singles)


def test_a_column_becomes_an_array_of_numpy(opened, tmp_path):
    page = opened("view=file&as=f32&order=big")
    for number, (name, stride, content, expected) in enumerate([
        ("f32 big", "", struct.pack(">4000f", *VALUES), numpy.array(VALUES, "<f4")),
        ("f64 little", "", struct.pack("<5d", *VALUES[:5]), numpy.array(VALUES[:5])),
        ("twos(16) little", "6", struct.pack("<9h", *range(-4, 5)), numpy.array([-4, -1, 2], "<i2")),
        ("unsigned(32) big", "", struct.pack(">3I", 0, 7, 2**32 - 1), numpy.array([0, 7, 2**32 - 1], "<u4")),
        # IBM's floats have exponents that a single lacks.
        ("hfp32", "", bytes.fromhex("C276A000 41100000 7FFFFFFF"), numpy.array([-118.625, 1.0, (1 - 2.0**-24) * 16.0**63])),
        ("packed_decimal(3, 0)", "", bytes.fromhex("123C 045D"), numpy.array([123, -45], "<i2")),
        ("ebcdic(cp037)", "", "Daten".encode("cp037"), numpy.array(list("Daten"))),
    ]):
        path = tmp_path / f"column{number}.bin"
        path.write_bytes(content)
        page.locator("#file").set_input_files(path)
        page.locator("#file-format").fill(name)
        page.locator("#file-order").select_option("")
        page.locator("#file-stride").fill(stride)
        expect(page.locator("#hex tbody tr")).to_have_count(min(64, len(expected)))
        with page.expect_download() as saved:
            page.get_by_role("button", name="Column as .npy").click()
        assert saved.value.suggested_filename == f"{path.name}.npy"
        read = numpy.load(saved.value.path())
        assert read.dtype == expected.dtype and read.tolist() == expected.tolist(), name
    # What cannot be a number of the array says so.
    path = tmp_path / "invalid.bin"
    path.write_bytes(bytes.fromhex("123C FFFF"))
    page.locator("#file").set_input_files(path)
    page.locator("#file-format").fill("packed_decimal(3, 0)")
    page.get_by_role("button", name="Column as .npy").click()
    expect(page.locator("#saved")).to_contain_text("item 1")


def make_records(folder):
    """Records of twelve bytes: a counter, a wave, and a word that is always the same."""
    path = folder / "records.bin"
    path.write_bytes(b"".join(struct.pack(">IfHH", 1000 + step, 50 * math.sin(step / 9), 7, step % 5) for step in range(2000)))
    return path


def test_a_file_that_has_changed_says_so(opened, tmp_path):
    path = make_file(tmp_path)
    page = opened("view=file&as=f32&order=big")
    page.locator("#file").set_input_files(path)
    expect(page.locator("#candidates li").first).to_contain_text("f32 big")
    path.write_bytes(b"another content, of another length")
    page.locator("#file-at").fill("4")
    expect(page.locator("#file-fault")).to_contain_text("The file cannot be read")


def test_fields_of_records_are_colored(opened, tmp_path):
    page = opened("view=file&as=unsigned(32)&order=big")
    page.locator("#file").set_input_files(make_records(tmp_path))
    fields = page.locator("#fields li")
    expect(page.locator("#fields-title")).to_contain_text("Records of 12 bytes")
    expect(fields).not_to_have_count(0)
    named = fields.locator("button").all_inner_texts()
    fields.nth(named.index("f32 big")).get_by_role("button").click()
    expect(page.locator("#file-format")).to_have_value("f32")
    expect(page.locator("#file-stride")).to_have_value("12")
    # Bytes alone do not tell with which field a record begins.
    at = int(page.locator("#file-at").input_value())
    assert at % 12 == 4
    row = page.locator("#hex tbody tr").nth(1)
    expect(row.locator("td").first).to_have_text(str(at + 12))
    step = (at + 12) // 12
    content = struct.pack(">fHHI", 50 * math.sin(step / 9), 7, step % 5, 1001 + step)
    assert row.locator("td").nth(1).inner_text().split() == [f"{byte:02x}" for byte in content]
    colored = row.locator("td span.field")
    assert colored.first.inner_text() == content[:4].hex(" ")
    colors = colored.evaluate_all("(all) => all.map((one) => getComputedStyle(one).backgroundColor)")
    assert len(set(colors)) >= 2, colors


def test_a_hundred_gigabytes_are_not_read(opened, tmp_path):
    path = tmp_path / "large.bin"
    with path.open("wb") as file:
        file.write(struct.pack(">4000f", *VALUES))
        file.truncate(100_000_000_000)
        file.seek(99_999_000_000)
        file.write(struct.pack(">4000f", *VALUES))
    page = opened("view=file&as=f32&order=big")
    # A person takes longer to choose a file than the page to prepare the formats.
    page.evaluate("fileView.prepared")
    # From the choice of the file to what is drawn, as the page's own clock and observers have it.
    page.evaluate("""() => {
        globalThis.seen = {};
        let began = 0;
        $("file").addEventListener("change", () => (began = performance.now()), true);
        for (const [name, place] of [["shown", $("hex").tBodies[0]], ["probed", $("candidates")]]) {
            new MutationObserver(() => place.children.length && (seen[name] ??= (performance.now() - began) / 1000)).observe(place, { childList: true });
        }
    }""")
    page.locator("#file").set_input_files(path)
    expect(page.locator("#hex tbody tr")).to_have_count(64)
    expect(page.locator("#candidates li").first).to_contain_text("f32 big")
    shown, probed = page.evaluate("[seen.shown, seen.probed]")
    page.locator("#file-at").fill("99999000000")
    expect(page.locator("#hex tbody tr").nth(1).locator("td").first).to_have_text("99999000004")
    single = struct.unpack(">f", struct.pack(">f", VALUES[1]))[0]
    assert float(page.locator("#hex tbody tr").nth(1).locator("td").last.inner_text()) == single
    read = page.evaluate("fileView.bytesRead")
    print(f"page: 100 GB shown in {shown:.2f} s, probed in {probed:.2f} s, {read} bytes read")
    assert read < 8_000_000


def test_files_that_are_no_numbers_say_so(opened, tmp_path):
    page = opened("view=file")
    for name, content in [("empty", b""), ("one", b"x"), ("text", b"all of it is text, line by line\n" * 300)]:
        path = tmp_path / name
        path.write_bytes(content)
        page.locator("#file").set_input_files(path)
        expect(page.locator("#file-name")).to_contain_text(name)
        expect(page.locator("#probe-state")).to_contain_text("examined")
