"""Every test line of the library: words that manuals print, read here from the texts, through the page."""

import decimal
import re
from pathlib import Path

FAMILIES = Path(__file__).resolve().parents[2] / "datarep-dsl/standard/family"
NUMBER = r"[+-]?(?:\d+\.?\d*(?:[eE][+-]?\d+)?|inf|nan)"
LINE = re.compile(rf"^\s*(?:({NUMBER})\s*(<=>|=>)\s*(0x[0-9A-Fa-f_]+)|(0x[0-9A-Fa-f_]+)\s*=>\s*({NUMBER}))\s*;")

ASK = """async (requests) => {
    const answers = [];
    for (const request of requests) answers.push(await quick.ask(Symbol(), request));
    return answers;
}"""


def lines():
    """Formats with a value, a way and a word, from all families."""
    for path in sorted(FAMILIES.glob("*.datarep")):
        name = None
        for line in path.read_text().splitlines():
            if found := re.match(r"test ([\w():, -]+?) \{", line):
                name = found.group(1)
            elif line.startswith("}"):
                name = None
            elif name and (found := LINE.match(line)):
                value, way, word, read, meant = found.groups()
                yield (name, value or meant, way if value else "read", word or read)


def same_value(shown, value):
    """Whether a number is the value, to as many digits as the value is written with."""
    with decimal.localcontext(prec=20000, Emax=decimal.MAX_EMAX, Emin=decimal.MIN_EMIN):
        value, shown = decimal.Decimal(value), decimal.Decimal(shown)
    if value == shown:
        return True
    digits = max(1, len(value.as_tuple().digits))
    with decimal.localcontext(prec=digits, Emax=decimal.MAX_EMAX, Emin=decimal.MIN_EMIN):
        # As a manual may cut or round the last digit.
        return any(shown.quantize(value, rounding=way) == value for way in (decimal.ROUND_HALF_EVEN, decimal.ROUND_DOWN)) if value else False


def test_lines_of_the_library_hold_on_the_page(opened):
    page = opened()
    all_lines = list(lines())
    words = [line for line in all_lines if line[2] in ("<=>", "read") and not re.search("inf|nan", line[1])]
    values = [line for line in all_lines if line[2] in ("<=>", "=>")]
    different = []
    answers = page.evaluate(ASK, [{"ask": "word", "format": name, "text": word} for name, _, _, word in words])
    for line, answer in zip(words, answers):
        if "decimal" not in answer or not same_value(answer["decimal"], line[1]):
            different.append((line, answer.get("decimal", answer)))
    answers = page.evaluate(ASK, [{"ask": "word", "format": name, "text": value} for name, value, _, _ in values])
    for line, answer in zip(values, answers):
        if int(answer.get("word", "0xBAD").replace("_", ""), 16) != int(line[3].replace("_", ""), 16):
            different.append((line, answer.get("word", answer)))
    formats = len({line[0] for line in all_lines})
    print(f"page: {len(words) + len(values)} test lines of {formats} formats, {len(different)} different")
    assert different == [] and len(words) > 500 and len(values) > 700 and formats > 120, different[:5]
