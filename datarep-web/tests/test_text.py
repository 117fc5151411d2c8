"""A description: faults at their places while typing, test lines, and texts that take too long."""

import re
import subprocess
from pathlib import Path

from playwright.sync_api import expect

ROOT = Path(__file__).resolve().parents[2]
SOUND = "float mine = S1 E7 F24 where value = 0.F * 16^(E - 64);\ntest mine { -118.625 <=> 0xC276A000; }\n"

DECODE = r"""
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "constants.h"

static double decode(uint64_t word) {
    double significand = (double)((word & NAME_SIGNIFICAND_MASK) >> NAME_SIGNIFICAND_SHIFT);
    int exponent = (int)((word & NAME_EXPONENT_MASK) >> NAME_EXPONENT_SHIFT) - NAME_BIAS;
    if (NAME_HAS_HIDDEN_BIT) significand += ldexp(1, NAME_SIGNIFICAND_BITS);
    double value = ldexp(significand, -(NAME_FRACTION_BITS)) * pow(NAME_RADIX, exponent);
    return word & NAME_SIGN_MASK ? -value : value;
}

#define LINE(text, word) puts(decode(word) == strtod(text, NULL) ? "decoded" : text);
int main(void) { NAME_TESTS(LINE) return 0; }
"""


def test_the_first_example_is_that_of_the_tutorial(opened):
    page = opened("view=text")
    tutorial = (ROOT / "docs/tutorial.md").read_text()
    block = re.search(r"```datarep\n(.*?)```", tutorial, re.S).group(1)
    expect(page.locator("#source")).to_have_value(block)
    # The mistake of the tutorial, as the tutorial shows it.
    expect(page.locator("#diagnostics li")).to_contain_text("0x8A00 is not -0.5")
    expect(page.locator("#layer mark:not(.also)").first).to_have_text("0x8A00")
    page.locator("#diagnostics .link").click()
    assert page.evaluate("document.getSelection().toString() || $('source').value.slice($('source').selectionStart, $('source').selectionEnd)") == "0x8A00"


def test_what_is_typed_is_checked(opened):
    page = opened("view=text")
    source = page.locator("#source")
    source.fill(SOUND)
    expect(page.locator("#text-state")).to_have_text("Sound: 1 format, 1 test line")
    expect(page.locator("#word-text .value")).to_have_text("-118.625")
    page.locator("#word-text [data-bit='31']").click()
    expect(page.locator("#word-text .value")).to_have_text("118.625")
    source.press("Control+End")
    source.type("flot")
    expect(page.locator("#text-state")).to_contain_text("fault")
    expect(page.locator("#diagnostics li")).to_have_count(1)
    state = page.evaluate("location.hash")
    again = opened(state[1:])
    expect(again.locator("#source")).to_have_value(SOUND + "flot")


def test_all_examples_but_the_first_are_sound(opened):
    page = opened("view=text")
    count = page.locator("#example option").count()
    assert count > 4
    for index in range(2, count):
        page.locator("#example").select_option(index=index)
        expect(page.locator("#text-state")).to_contain_text("Sound")


def test_constants_of_c_decode_the_test_lines(opened, tmp_path):
    """A compiler of C reads the header, and a program decodes the words by its constants alone."""
    texts = {
        "MINE": SOUND,
        "HALF": "float half = S1 E5 F10 where value = 1.F * 2^(E - 15) { order big; ieee; }\n"
        "test half { 1.5 <=> 0x3E00; -0.25 <=> 0xB400; 65504 <=> 0x7BFF; }\n",
    }
    for name, text in texts.items():
        page = opened("view=text")
        page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        page.locator("#source").fill(text)
        expect(page.locator("#text-state")).to_contain_text("Sound: 1 format")
        page.locator("#copy-kind").select_option("c")
        page.locator("#copy").click()
        expect(page.locator("#copied")).to_have_text("Copied")
        header = page.evaluate("navigator.clipboard.readText()")
        (tmp_path / "constants.h").write_text(header)
        (tmp_path / "decode.c").write_text(DECODE.replace("NAME", name))
        program = tmp_path / "decode"
        subprocess.run(["cc", "-std=c99", "-Wall", "-Werror", "-o", program, tmp_path / "decode.c", "-lm"], check=True)
        told = subprocess.run([program], check=True, capture_output=True, text=True).stdout.split()
        assert told == ["decoded"] * text.count("<=>"), (name, told)
    page.locator("#source").fill("float x = ")
    page.locator("#copy").click()
    expect(page.locator("#copied")).to_contain_text("No header")


def test_each_keystroke_in_a_long_text_is_answered(opened):
    page = opened("view=text")
    lines = [f"float mine_{at} = S1 E8 F23 where value = 1.F * 2^(E - {100 + at % 50});" for at in range(300)]
    page.locator("#source").evaluate("(place, text) => { place.value = text; textView.changed(); }", "\n".join(lines))
    expect(page.locator("#text-state")).to_have_text("Sound: 300 formats")
    times, faults = page.evaluate("""async () => {
        const times = [], faults = [];
        for (let round = 0; round < 9; round++) {
            const began = performance.now();
            const answer = await quick.ask("key", { ask: "text", text: $("source").value + " ".repeat(round) });
            times.push(performance.now() - began);
            if (answer.fault || answer.diagnostics.length) faults.push(answer);
        }
        return [times.sort((one, other) => one - other), faults];
    }""")
    # On a quiet machine it is less than 50.
    print(f"page: a text of 300 lines in {times[4]:.1f} ms")
    assert len(times) == 9 and faults == []


def test_what_takes_too_long_is_ended(opened):
    page = opened("view=text")
    expect(page.locator("#diagnostics li")).to_have_count(1)
    # A worker that never answers: its module is replaced by an endless loop.
    answer = page.evaluate("""async () => {
        const endless = new Blob(["onmessage = ({ data }) => { if (data.module) postMessage({ ready: true }); else for (;;); };"]);
        Engine.source = URL.createObjectURL(endless);
        const engine = new Engine(2000);
        const answer = await engine.ask("endless", { ask: "list" });
        engine.worker.terminate();
        return answer;
    }""")
    assert answer["fault"] == "Stopped after 2 s: this takes too long."


def test_hostile_texts_do_not_hang_the_page(opened):
    page = opened("view=text")
    for text in ["(" * 50000, "float x = " + "S1 " * 20000, "/" * 400000, "\0\ufeff\u202e{{{{", "integer i = twos(99999999999999999999);", "float " * 30000]:
        told = page.evaluate("""async (text) => {
            $("source").value = text;
            textView.changed();
            await textView.check();
            return $("text-state").textContent;
        }""", text)
        assert told and "Checking" not in told, told
    page.locator("#source").fill(SOUND)
    expect(page.locator("#text-state")).to_have_text("Sound: 1 format, 1 test line")
