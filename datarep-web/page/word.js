// A word: its bits, which can be clicked and typed, and what they mean.
"use strict";

class WordView {
  /** `changed` is called with what was asked when a person has changed it. */
  constructor(place, changed) {
    this.changed = changed;
    this.format = null;
    const id = place.id;
    this.input = make("input", { class: "mono", id: `${id}-input`, autocomplete: "off", spellcheck: "false", autocapitalize: "off" });
    this.input.addEventListener("input", () => this.ask(this.input.value, "typed"));
    const step = (name, text, way) => make("button", { type: "button", "aria-label": name, onclick: () => this.step(way) }, text);
    this.fault = make("p", { class: "fault", role: "status", hidden: true });
    this.bits = make("div", { class: "bits", role: "group", "aria-label": "Bits of the word, the most significant first" });
    this.bits.addEventListener("keydown", (event) => this.type(event));
    this.legend = make("ul", { class: "legend" });
    this.class = make("p", { class: "class" });
    this.value = make("p", { class: "value", role: "status", tabindex: "0", "aria-label": "Value" });
    this.steps = make("ul", { class: "steps", "aria-label": "Formula with the numbers of this word" });
    this.facts = make("dl", { class: "pairs" });
    this.answer = make("div", { class: "answer" }, this.class, this.value, this.steps, this.facts);
    place.append(
      make("div", { class: "ask" }, make("label", { for: this.input.id }, "Word, bytes or value: 0xC276A000, [C2 76 A0 00], -118.625", this.input),
        step("The number below", "▾", "below"), step("The number above", "▴", "above"),
        make("button", { type: "button", "aria-label": "Invert the sign bit", onclick: () => this.flipSign() }, "±")),
      this.fault, this.bits, this.legend, this.answer);
    new ResizeObserver(() => this.fit()).observe(this.bits);
  }

  /** Shows a format, of the library or of `source`. */
  show(format, source, text) {
    this.format = format;
    this.source = source;
    this.word = null;
    this.columns = 0;
    const widths = new Map();
    for (const { letter, high, low } of format.fields) widths.set(letter, (widths.get(letter) ?? 0) + high - low + 1);
    this.legend.replaceChildren(...[...widths].map(([letter, width]) => make("li", { class: `f-${letter}` }, make("i"), letter === "D" || letter === "_" ? "" : make("b", {}, letter), ` ${FIELDS[letter] ?? letter}, ${width} bit${width === 1 ? "" : "s"}`)));
    this.draw("0".repeat(format.bits));
    // Without a word there is nothing to click, and what is asked says why.
    for (const part of [this.bits, this.legend, this.answer]) part.hidden = !format.has_words;
    if (this.input.value !== text) {
      this.input.value = text;
      // Who is about to type replaces the word.
      if (document.activeElement === this.input) this.input.select();
    }
    return this.ask(text);
  }

  async ask(text, how) {
    const format = this.format;
    if (!format) return;
    const answer = await quick.ask(this, { ask: "word", format: format.asked ?? format.name, source: this.source, text });
    if (!answer || format !== this.format) return;
    const unwritten = answer.steps?.find(([title]) => title === "no word");
    showFault(this.fault, answer.fault ? answer : unwritten ? { fault: unwritten[1], help: [] } : {});
    this.input.setAttribute("aria-invalid", String(!!answer.fault));
    if (answer.bits) this.fill(answer);
    if (how && answer.bits) this.changed?.(text);
  }

  fill(answer) {
    this.word = answer;
    this.set(answer.bits);
    this.class.textContent = answer.class;
    const steps = new Map(answer.steps);
    this.value.textContent = answer.decimal ? `${answer.is_exact ? "" : "about "}${answer.decimal}` : steps.get("value") ?? "";
    this.steps.replaceChildren(...answer.formula.map((line) => make("li", {}, line)));
    const near = (next) => next && `${next.value}   ${next.word}   gap ${next.gap}`;
    pairs(this.facts, [
      ["Word", answer.word],
      ["Bytes in a file", answer.bytes.join(" ") + (this.format.bytes > 1 ? `   (${this.format.order})` : "")],
      ["Asked", steps.get("asked")],
      ["Rounded", steps.get("rounded")],
      ["Fields", steps.get("fields")],
      ["Fraction", answer.fraction],
      ["Hexadecimal float", answer.hex_float],
      ["As double", steps.get("as f64")],
      ["Next below", near(answer.below)],
      ["Next above", near(answer.above)],
    ].filter(([, text]) => text));
  }

  /** The number of bits in a row that the width has room for. */
  fit() {
    const width = this.bits.clientWidth;
    const columns = width > 640 ? 32 : 16;
    if (this.format && columns !== this.columns) this.draw(this.current());
  }

  current() {
    return this.buttons.map((button) => button.textContent).join("");
  }

  draw(bits) {
    const { format } = this;
    const columns = Math.min((this.bits.clientWidth || 900) > 640 ? 32 : 16, format.bits);
    this.columns = (this.bits.clientWidth || 900) > 640 ? 32 : 16;
    this.bits.style.setProperty("--columns", columns);
    this.buttons = [];
    const rows = [];
    // Rows are filled from the most significant bit on, so that the last one is whole.
    let inRow = format.bits % columns || columns;
    let bit = format.bits - 1;
    while (bit >= 0) {
      const row = make("div", { class: "row" });
      const numbers = [];
      const boxes = [];
      for (let place = 0; place < inRow; place++, bit--) {
        const field = format.fields.find(({ high, low }) => bit <= high && bit >= low);
        const isFirst = bit === field.high, isLast = bit === field.low;
        const shows = isFirst || isLast || place === 0 || place === inRow - 1;
        const column = columns - inRow + place + 1;
        numbers.push(make("span", { class: "no", "aria-hidden": "true", style: `grid-column: ${column}; grid-row: 1` }, shows ? String(bit) : ""));
        const button = make("button", {
          type: "button", role: "checkbox", class: `bit f-${field.letter}${isFirst || place === 0 ? " first" : ""}${isLast || place === inRow - 1 ? " last" : ""}`,
          style: `grid-column: ${column}; grid-row: 2`, tabindex: this.buttons.length === 0 ? 0 : -1, "data-bit": bit,
        });
        button.title = `bit ${bit}, ${FIELDS[field.letter]}`;
        button.addEventListener("click", () => this.toggle(Number(button.dataset.bit)));
        this.buttons.push(button);
        boxes.push(button);
      }
      row.append(...numbers, ...boxes);
      rows.push(row);
      inRow = columns;
    }
    this.bits.replaceChildren(...rows);
    this.set(bits);
  }

  set(bits) {
    this.buttons.forEach((button, index) => {
      const one = bits[index] === "1";
      if (button.textContent === bits[index]) return;
      button.textContent = bits[index];
      button.setAttribute("aria-checked", String(one));
      button.setAttribute("aria-label", `${button.title}: ${bits[index]}`);
    });
  }

  toggle(bit, digit) {
    const button = this.buttons[this.format.bits - 1 - bit];
    const next = digit ?? (button.textContent === "1" ? "0" : "1");
    const bits = [...this.current()];
    bits[this.format.bits - 1 - bit] = next;
    this.set(bits.join(""));
    this.focus(this.format.bits - 1 - bit, false);
    this.typeWord(bits.join(""));
  }

  typeWord(bits) {
    const text = `0x${BigInt(`0b${bits}`).toString(16).toUpperCase().padStart(Math.ceil(bits.length / 4), "0")}`;
    this.input.value = text;
    this.ask(text, "clicked");
  }

  flipSign() {
    const sign = this.format?.fields.find(({ letter }) => letter === "S");
    this.toggle(sign ? sign.high : this.format.bits - 1);
  }

  step(way) {
    const next = this.word?.[way];
    if (!next) return;
    this.input.value = next.word;
    this.ask(next.word, "clicked");
  }

  focus(index, moves = true) {
    const at = Math.max(0, Math.min(this.buttons.length - 1, index));
    this.buttons.forEach((button, other) => (button.tabIndex = other === at ? 0 : -1));
    if (moves) this.buttons[at].focus();
  }

  type(event) {
    const index = this.buttons.indexOf(document.activeElement);
    if (index < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    const moves = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -this.columns, ArrowDown: this.columns, Home: -index, End: this.buttons.length };
    if (event.key in moves) this.focus(index + moves[event.key]);
    else if (event.key === "0" || event.key === "1") {
      this.toggle(Number(this.buttons[index].dataset.bit), event.key);
      this.focus(index + 1);
    } else return;
    event.preventDefault();
  }
}
