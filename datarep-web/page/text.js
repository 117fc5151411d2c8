// The view of a description: an editor with the compiler's faults at their places.
"use strict";

const EXAMPLES = /* examples */ [];
const TOKENS = /(\/\/[^\n]*)|\b(float|integer|logical|character|datarep|record|test|use|as|where|extends|if|order|on|others|unsupported|read|write)\b|\b(0x[0-9A-Fa-f_]+|0b[01_]+|\d[\d_]*(?:\.\d+)?(?:[eE][+-]?\d+)?)\b/g;

const textView = {
  word: null,
  faults: [],

  start() {
    this.word = new WordView($("word-text"));
    const source = $("source");
    source.addEventListener("input", () => this.changed());
    source.addEventListener("scroll", () => this.scroll());
    source.addEventListener("keydown", (event) => this.key(event));
    $("example").append(make("option", { value: "" }, "choose…"), ...EXAMPLES.map(({ title }, index) => make("option", { value: index }, title)));
    $("example").addEventListener("change", () => {
      const example = EXAMPLES[$("example").value];
      if (example) this.load(example.text);
    });
    $("described").addEventListener("change", () => {
      state.set({ format: $("described").value });
      this.describe($("described").value);
    });
    $("copy").addEventListener("click", () => this.copy());
  },

  /** Tab indents; after Escape it leaves the editor, as it must be possible by keyboard. */
  key(event) {
    if (event.key === "Escape") this.leaves = true;
    else if (event.key === "Tab" && !event.shiftKey && !this.leaves) {
      event.preventDefault();
      $("source").setRangeText("    ", $("source").selectionStart, $("source").selectionEnd, "end");
      this.changed();
    } else if (event.key !== "Tab") this.leaves = false;
  },

  load(text) {
    $("source").value = text;
    $("source").scrollTop = 0;
    this.changed();
  },

  changed() {
    this.paint([]);
    state.set({ view: "text", text: $("source").value });
    this.check();
  },

  async check() {
    const text = $("source").value;
    const answer = await quick.ask("text", { ask: "text", text });
    if (!answer || text !== $("source").value) return;
    const faults = answer.diagnostics ?? [];
    const place = $("text-state");
    const isSound = !answer.fault && !answer.title && faults.length === 0;
    place.className = `state ${isSound ? "sound" : "faulty"}`;
    place.textContent = answer.fault ?? answer.title ?? (isSound ? this.content(answer) : `${faults.length} fault${faults.length === 1 ? "" : "s"}`);
    this.paint(faults.flatMap(({ labels }) => labels));
    $("diagnostics").replaceChildren(...faults.map((fault) => this.fault(fault)), ...(answer.more ? [make("li", {}, answer.more)] : []));
    // What was sound before is not shown beside another text.
    for (const id of ["described-label", "word-text", "tests-section"]) if (!isSound) $(id).hidden = true;
    if (isSound) this.showSound(answer);
  },

  content({ formats, representations, records, tests }) {
    const counted = (list, what) => (list.length ? [`${list.length} ${what}${list.length === 1 ? "" : "s"}`] : []);
    const parts = [...counted(formats, "format"), ...counted(representations, "representation"), ...counted(records, "record"), ...counted(tests, "test line")];
    return parts.length ? `Sound: ${parts.join(", ")}` : "Nothing is described yet";
  },

  fault(fault) {
    const first = fault.labels.find(({ primary }) => primary) ?? fault.labels[0];
    const go = () => {
      $("source").focus();
      $("source").setSelectionRange(first.start, first.end);
    };
    const lines = [...fault.labels.map(({ line, text }) => `Line ${line}: ${text}`), ...fault.notes, ...fault.help];
    return make("li", {}, make("button", { type: "button", class: "link", onclick: go }, fault.title), ...lines.map((line) => make("p", {}, line)));
  },

  showSound(answer) {
    const before = this.wanted ?? $("described").value;
    this.wanted = null;
    $("described").replaceChildren(...answer.formats.map((name) => make("option", {}, name)));
    if (answer.formats.includes(before)) $("described").value = before;
    const has = answer.formats.length > 0;
    $("described-label").hidden = !has;
    $("word-text").hidden = !has;
    this.tests = answer.tests;
    $("tests-section").hidden = answer.tests.length === 0;
    $("tests").replaceChildren(...answer.tests.map(({ format, value, word }) =>
      make("li", {}, make("button", { type: "button", class: "link", onclick: () => this.describe(format, word) }, `✓ ${value} = ${word}`))));
    if (has) this.describe($("described").value);
  },

  async describe(name, word) {
    const source = $("source").value;
    const answer = await quick.ask("described", { ask: "format", format: name, source });
    if (!answer || answer.fault || source !== $("source").value) return;
    $("described").value = name;
    const kept = this.word.format?.name === name && !word ? this.word.input.value : "";
    const test = this.tests.find(({ format }) => format === name);
    this.word.show(answer, source, word || kept || test?.word || "0x0");
  },

  /** Draws the text below the editor, in colors and with marks at the faults. */
  paint(labels) {
    const text = $("source").value;
    const layer = $("layer");
    const pieces = [];
    let at = 0;
    for (const found of text.matchAll(TOKENS)) {
      if (found.index > at) pieces.push([at, found.index, ""]);
      at = found.index + found[0].length;
      pieces.push([found.index, at, found[1] ? "c" : found[2] ? "k" : "n"]);
    }
    if (at < text.length) pieces.push([at, text.length, ""]);
    const marks = labels.map(({ start, end, primary }) => [start, Math.max(end, start + 1), primary ? "" : "also"]);
    const cuts = marks.flatMap(([start, end]) => [start, end]);
    const children = [];
    for (const [start, end, kind] of pieces) {
      const inside = cuts.filter((cut) => cut > start && cut < end);
      const ends = [start, ...new Set(inside.sort((one, other) => one - other)), end];
      for (let index = 0; index + 1 < ends.length; index++) {
        const part = text.slice(ends[index], ends[index + 1]);
        const mark = marks.find(([from, to]) => ends[index] >= from && ends[index] < to);
        let child = kind ? make("span", { class: kind }, part) : part;
        if (mark) child = make("mark", mark[2] ? { class: mark[2] } : {}, child);
        children.push(child);
      }
    }
    layer.replaceChildren(...children, "\n\n");
    this.scroll();
  },

  scroll() {
    $("layer").scrollTop = $("source").scrollTop;
    $("layer").scrollLeft = $("source").scrollLeft;
  },

  async copy() {
    const text = $("source").value.trimEnd();
    const kind = $("copy-kind").value;
    const name = $("described").value || "name";
    const header = kind === "c" ? await quick.ask("header", { ask: "header", text: `${text}\n` }) : null;
    if (header?.fault) {
      this.tell(`No header: ${header.fault}`);
      return;
    }
    const indented = text.replace(/^(?=.)/gm, "    ");
    const copies = {
      text: `${text}\n`,
      rust: `datarep::datarep! {\n${indented}\n}\n`,
      python: `import datarep\n\ntext = datarep.Text(r"""\n${text}\n""")\nformat = text.formats["${name}"]\n`,
      c: header?.header,
    };
    try {
      await navigator.clipboard.writeText(copies[kind]);
      this.tell("Copied");
    } catch {
      this.tell("This browser does not let the page copy");
    }
  },

  /** Says for a while what has become of a copy. */
  tell(text) {
    clearTimeout(this.telling);
    $("copied").textContent = text;
    this.telling = setTimeout(() => ($("copied").textContent = ""), 4000);
  },

  open(all) {
    document.title = "Describe a format: datarep";
    const text = all.get("text");
    this.wanted = all.get("format");
    if (text !== null && text !== $("source").value) $("source").value = text;
    else if ($("source").value === "" && EXAMPLES.length) $("source").value = EXAMPLES[0].text;
    this.paint([]);
    this.check();
  },
};
