// The view of a description: an editor with the compiler's faults at their places.
"use strict";

const EXAMPLES = /* examples */ [];

/** Loads the editor, which is larger than the other scripts together, when it is wanted first. */
async function loadEditor() {
  await parsed;
  const script = make("script");
  const inlined = $("editor-program");
  if (inlined) {
    const packed = new Blob([Uint8Array.from(atob(inlined.textContent.trim()), (letter) => letter.charCodeAt(0))]);
    script.textContent = await new Response(packed.stream().pipeThrough(new DecompressionStream("gzip"))).text();
    inlined.remove();
    document.head.append(script);
  } else {
    const loaded = new Promise((resolve, reject) => Object.assign(script, { onload: resolve, onerror: () => reject(new Error("`editor.js` is not beside the page")) }));
    script.src = "editor.js";
    document.head.append(script);
    await loaded;
  }
  return globalThis.datarepEditor;
}

const textView = {
  word: null,
  /** The text, as the editor has it: its lines end with a line feed. */
  text: "",
  /** The editor, once it is wanted. */
  editor: null,
  /** Whether the editor is on its way. */
  isLoading: false,
  /** What is colored and marked in the text. */
  marks: { parts: [], labels: [] },

  start() {
    this.word = new WordView($("word-text"));
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

  /** Opens the editor. Until it is there, the text is shown without it. */
  async openEditor() {
    if (this.isLoading) return;
    this.isLoading = true;
    try {
      const { openEditor } = await loadEditor();
      const attributes = { id: "source", tabindex: "0", "aria-label": "Description", "aria-describedby": "text-state editor-keys" };
      this.editor = openEditor($("editor"), { text: this.text, attributes, changed: (text) => this.take(text) });
      this.mark();
    } catch (error) {
      complain(`The editor cannot be loaded: ${error.message ?? error}`);
    }
  },

  /** Writes a text into the editor, or where it will be. */
  write(text) {
    this.text = text.replaceAll(/\r\n?/g, "\n");
    if (this.editor) this.editor.write(this.text);
    else $("editor").textContent = this.text;
  },

  load(text) {
    this.write(text);
    this.changed();
  },

  /** Takes what a person has typed. */
  take(text) {
    this.text = text;
    this.changed();
  },

  changed() {
    state.set({ view: "text", text: this.text });
    return this.check();
  },

  async check() {
    const { text } = this;
    const answer = await quick.ask("text", { ask: "text", text });
    if (!answer || text !== this.text) return;
    const faults = answer.diagnostics ?? [];
    const place = $("text-state");
    const isSound = !answer.fault && !answer.title && faults.length === 0;
    place.className = `state ${isSound ? "sound" : "faulty"}`;
    place.textContent = answer.fault ?? answer.title ?? (isSound ? this.content(answer) : `${faults.length} fault${faults.length === 1 ? "" : "s"}`);
    this.marks = { parts: answer.parts ?? [], labels: faults.flatMap(({ labels }) => labels) };
    this.mark();
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
    const go = () => this.editor?.select(first.start, first.end);
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
    const source = this.text;
    const answer = await quick.ask("described", { ask: "format", format: name, source });
    if (!answer || answer.fault || source !== this.text) return;
    $("described").value = name;
    const kept = this.word.format?.name === name && !word ? this.word.input.value : "";
    const test = this.tests.find(({ format }) => format === name);
    this.word.show(answer, source, word || kept || test?.word || "0x0");
  },

  mark() {
    this.editor?.mark(this.marks.parts, this.marks.labels);
  },

  async copy() {
    const text = this.text.trimEnd();
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
    if (text !== null) this.write(text);
    else if (this.text === "" && EXAMPLES.length) this.write(EXAMPLES[0].text);
    this.openEditor();
    this.check();
  },
};
