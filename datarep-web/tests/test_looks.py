"""Pictures of all states, accessibility, sizes of screens, and a slow processor."""

import math
import os
import struct
from pathlib import Path
from urllib.parse import quote

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect
from test_file import make_records

PICTURES = Path(os.environ["DATAREP_PAGE"]).parent / "screenshots"
STATES = {
    "format": "view=format&format=hfp32&word=0xC276A000",
    "long": "view=format&format=vax_h&word=0.1",
    "special": "view=format&format=f32&word=nan",
    "values": "view=values&value=0.1",
    "text": "view=text",
    "sound": "view=text&text=" + quote("/// IBM's short float.\nfloat short = S1 E7 F24 where value = 0.F * 16^(E - 64);\n\ntest short {\n    -118.625 <=> 0xC276A000;\n    1.0 <=> 0x41100000;\n}\n"),
    "file": "view=file&as=f32&order=big",
    "records": "view=file&as=unsigned(32)&order=big&stride=12",
}
SCREENS = {"wide": {"width": 1280, "height": 900}, "phone": {"width": 390, "height": 844}}


def ready(page, state, tmp_path):
    if state == "text":
        expect(page.locator("#editor .cm-lintRange-error")).to_have_count(1)
    elif state == "sound":
        expect(page.locator("#word-text .value")).to_have_text("-118.625")
        expect(page.locator("#source .k").first).to_be_visible()
    elif state == "values":
        expect(page.locator("#values-table tbody tr")).not_to_have_count(0)
    elif state == "records":
        page.locator("#file").set_input_files(make_records(tmp_path))
        expect(page.locator("#hex .field").first).to_be_visible()
        expect(page.locator("#fields li")).not_to_have_count(0)
    elif state == "file":
        path = tmp_path / "waves.bin"
        path.write_bytes(struct.pack(">4000f", *(50 * math.sin(step / 9) for step in range(4000))))
        page.locator("#file").set_input_files(path)
        expect(page.locator("#candidates li").first).to_contain_text("f32 big")
    else:
        expect(page.locator("#word-format .value")).not_to_be_empty()
        expect(page.locator("#found li[aria-selected=true]")).to_have_count(1)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("state", STATES)
def test_a_state_is_accessible_and_fits(opened, tmp_path, state, screen, scheme):
    page = opened(STATES[state], viewport=SCREENS[screen], color_scheme=scheme, reduced_motion="reduce")
    ready(page, state, tmp_path)
    PICTURES.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=PICTURES / f"{state}-{screen}-{scheme}.png", full_page=screen == "phone")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "it is too wide"
    found = Axe().run(page).response["violations"]
    assert [(entry["id"], [node["html"][:120] for node in entry["nodes"]][:3]) for entry in found] == []


def test_a_slow_processor_answers(opened):
    """From the load of the page: what is shown first, and the first word that the module has computed."""
    page = opened("view=nothing")
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": 4})
    page.reload(wait_until="commit")
    shown, computed, load = page.evaluate("""() => new Promise((resolve) => {
        const look = async () => {
            if (!document.querySelector("#word-format .value")?.textContent) return setTimeout(look, 2);
            const shown = performance.now();
            await quick.ask("first", { ask: "word", format: "f64", text: "0.1" });
            resolve([shown, performance.now(), performance.getEntriesByType("navigation")[0].domInteractive]);
        };
        look();
    })""")
    # On a quiet machine the first is before the load, and the second less than 300 ms behind it.
    print(f"page: shown {shown:.0f} ms, loaded {load:.0f} ms, computed {computed:.0f} ms after the start, with a processor slowed four times")
    expect(page.locator("#word-format .value")).to_have_text("-118.625")


def test_what_is_known_is_what_the_module_says(opened):
    page = opened()
    expect(page.locator("#word-format .value")).to_have_text("-118.625")
    told = page.evaluate("""async () => {
        const all = [...known];
        known.clear();
        const answers = [];
        for (const [request, answer] of all) answers.push([answer, await quick.ask(Symbol(), JSON.parse(request))]);
        return answers;
    }""")
    assert len(told) == 4
    for kept, computed in told:
        assert kept == computed
