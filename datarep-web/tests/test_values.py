"""One value in many formats, and every format beside the command."""

import json
import os
import subprocess

from playwright.sync_api import expect

COMMAND = os.environ["DATAREP_COMMAND"]
#: Words of each format, and a quarter as many values: 160 and 40 take half an hour.
WORDS = int(os.environ.get("DATAREP_PAGE_WORDS", "8"))
VALUES = """
    0.1 -118.625 1 3e5 inf nan 0 -0 -1 2 0.5 1e-7 -2.5e-3 3.141592653589793238462643 100 255 256 -128 32767 65536 1e10
    -1e10 12345.6789 9.999999 -99 7 0.015625 1e38 -1e-38 1e39 1e-45 1.7e308 5e-324 1e309 -inf true false A 1/3 1e75
""".split()

ASK = """async (requests) => {
    const answers = [];
    for (const request of requests) answers.push(await quick.ask(Symbol(), request));
    return answers;
}"""


def explain(names, what):
    """What the command says of one word or value in many formats: their steps, or nothing where one refuses."""
    done = subprocess.run([COMMAND, "explain", what, "--as", ",".join(names), "--json"], capture_output=True, text=True)
    if done.returncode == 0 or done.stdout.strip():
        return {entry.pop("format"): entry for entry in json.loads(done.stdout)}
    return None


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
    names = [entry["name"] for entry in found]
    assert len(names) > 320
    described = page.evaluate(ASK, [{"ask": "format", "format": name} for name in names])
    widths = {name: format["bits"] for name, format in zip(names, described) if format["bits"] <= 128}
    compared, different = 0, []
    # Formats of one width are asked together: a start of the command takes longer than its answer.
    by_width = {}
    for name, bits in widths.items():
        by_width.setdefault(bits, []).append(name)
    for bits, group in by_width.items():
        state = bits * 0x9E3779B97F4A7C15 + 1
        for _ in range(WORDS):
            state = (state * 0xD1342543DE82EF95 + 0x9E3779B97F4A7C15) % (1 << 192)
            word = hex((state >> 40) & ((1 << bits) - 1))
            compared += compare(page, group, word, different)
    for value in VALUES[: max(6, WORDS // 4)]:
        for name_group in by_width.values():
            compared += compare(page, name_group, value, different)
    print(f"page: {compared} words, {len(different)} different")
    assert different == [] and compared > 4000, different[:5]


def compare(page, names, what, different):
    told = explain(names, what)
    answers = page.evaluate(ASK, [{"ask": "word", "format": name, "text": what} for name in names])
    for name, answer in zip(names, answers):
        if told is None:
            # One of them refuses the value for all. Each one is asked alone.
            alone = explain([name], what)
            expected = next(iter(alone.values())) if alone else None
        else:
            expected = told[name] if name in told else next(entry for key, entry in told.items() if key.endswith(name))
        shown = {title.replace(" ", "_"): step for title, step in answer["steps"]} if "steps" in answer else None
        if shown != expected:
            different.append((name, what, shown, expected))
    return len(names)
