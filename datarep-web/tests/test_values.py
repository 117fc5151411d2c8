"""One value in many formats, and every format beside the command."""

import concurrent.futures
import json
import os
import subprocess

from playwright.sync_api import expect

COMMAND = os.environ["DATAREP_COMMAND"]
#: Words of each format. The values come on top of them.
WORDS = int(os.environ.get("DATAREP_PAGE_WORDS", "160"))
VALUES = """
    0.1 -118.625 1 3e5 inf nan 0 -0 -1 2 0.5 1e-7 -2.5e-3 3.141592653589793238462643 100 255 256 -128 32767 65536 1e10
    -1e10 12345.6789 9.999999 -99 7 0.015625 1e38 -1e-38 1e39 1e-45 1.7e308 5e-324 1e309 -inf true false A 1/3 1e75
""".split()

ASK = """async (requests) => {
    const answers = [];
    for (const request of requests) answers.push(await quick.ask(Symbol(), request));
    return answers;
}"""


#: Formats with more than 128 bits, which the library has by arguments alone.
WIDE = ["zoned_decimal(20, 2)", "zoned_decimal(31, 0)"]

#: What the page says of each line in each format, as the command writes it: steps, or why there are none.
EXPLAIN = """async ([names, lines]) => {
    const told = [];
    for (const text of lines) {
        for (const format of names) {
            const answer = await quick.ask(Symbol(), { ask: "word", format, text });
            told.push(answer.steps ? answer.steps.map(([title, step]) => [title.replaceAll(" ", "_"), step]) : [["refused", answer.fault], ...answer.help.map((help) => ["help", help])]);
        }
    }
    return told;
}"""


def explain(names, lines):
    """What the command says of each line in each format."""
    command = [COMMAND, "explain", "--lines", "-", "--as", ",".join(names), "--json"]
    done = subprocess.run(command, input="\n".join(lines), capture_output=True, text=True)
    # It fails if a line has no word in a format, and says so there.
    assert done.returncode in (0, 1) and done.stdout, done.stderr
    return json.loads(done.stdout)


def words_of(bits):
    """Words of a width: the ends, single bits, and others by chance."""
    ones = (1 << bits) - 1
    words = [0, ones, 1, 1 << bits - 1, ones >> 1]
    state = bits * 0x9E3779B97F4A7C15 + 1
    while len(words) < WORDS:
        state = (state * 0xD1342543DE82EF95 + 0x9E3779B97F4A7C15) % (1 << 192)
        words.append(state >> 40 & ones)
    return [hex(word) for word in words[:WORDS]]


def test_the_least_loss_comes_first(opened):
    page = opened("view=values&value=0.5")
    rows = page.locator("#values-table tbody tr")
    expect(rows.first).to_contain_text("exact")
    page.locator("#value").fill("0.1")
    expect(page.locator("#values-table .exact")).not_to_have_count(0)
    losses = page.locator("#values-table tbody tr td:nth-child(4)").all_inner_texts()
    numbers = [0.0 if loss == "exact" else float(loss) for loss in losses]
    assert len(numbers) >= 28 and numbers == sorted(numbers), numbers
    # By exact arithmetic: what bf16 and f32 lose of 0.1.
    from fractions import Fraction

    expected = {"f32": Fraction(13421773, 1 << 27), "bf16": Fraction(205, 1 << 11)}
    for name, stored in expected.items():
        row = rows.filter(has=page.get_by_role("link", name=name, exact=True))
        lost = abs(stored - Fraction(1, 10)) / Fraction(1, 10)
        assert float(row.locator("td").nth(2).inner_text()) == float(f"{float(lost):.2e}"), name


def test_formats_are_added_and_removed(opened):
    page = opened("view=values&value=1e300")
    page.locator("#add").fill("packed_decimal(7, 2)")
    page.locator("#add").press("Enter")
    row = page.locator("#values-table tbody tr", has_text="packed_decimal")
    expect(row).to_contain_text("beyond")
    row.get_by_role("button").click()
    expect(row).to_have_count(0)
    page.locator("#value").fill("ten")
    expect(page.locator("#values-table tbody tr").first).to_contain_text("is not a value")


def test_all_formats_are_those_of_the_command(opened):
    page = opened()
    expect(page.locator("#word-format .value")).to_have_text("-118.625")
    found = page.evaluate(ASK, [{"ask": "list", "words": ""}])[0]["formats"]
    assert len(found) > 320
    names = [entry["name"] for entry in found] + WIDE
    described = page.evaluate(ASK, [{"ask": "format", "format": name} for name in names])
    # Formats of one width are asked together: a start of the command takes longer than its answer.
    by_width = {}
    for name, format in zip(names, described):
        by_width.setdefault(format["bits"], []).append(name)
    jobs = [(group, words_of(min(bits, 128)) + VALUES) for bits, group in by_width.items()]
    compared, refused, different = 0, 0, []
    # The command is ahead of the page, on another processor.
    with concurrent.futures.ThreadPoolExecutor(1) as pool:
        told = [pool.submit(explain, group, lines) for group, lines in jobs]
        for (group, lines), expected in zip(jobs, told):
            shown = page.evaluate(EXPLAIN, [group, lines])
            asked = [(line, name) for line in lines for name in group]
            expected = expected.result()
            assert len(shown) == len(expected) == len(asked)
            for (line, name), steps, entry in zip(asked, shown, expected):
                assert entry.pop("line") == line and name.startswith(entry.pop("format").split("(")[0]), (line, name)
                compared += 1
                refused += "refused" in entry
                if dict(steps) != entry:
                    different.append((name, line, steps, entry))
    wide = sum(len(group) for bits, group in by_width.items() if bits > 128)
    assert wide == len(WIDE)
    print(f"page: {len(names)} formats, {wide} of more than 128 bits, {refused} refused by both")
    print(f"page: {compared} words, {len(different)} different")
    assert different == [] and compared == len(names) * (WORDS + len(VALUES)), different[:5]
    assert 0 < refused < compared / 2
