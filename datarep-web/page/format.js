// The view of one format: a list to search, and the format that is chosen.
"use strict";

const formatView = {
  word: null,
  shown: null,
  found: [],

  start() {
    this.word = new WordView($("word-format"), (text) => state.set({ view: "format", format: this.shown, word: text }));
    $("search").addEventListener("input", () => this.search($("search").value));
    $("search").addEventListener("keydown", (event) => this.key(event));
    $("found").addEventListener("keydown", (event) => this.key(event));
    $("found").addEventListener("click", (event) => {
      const item = event.target.closest("li");
      if (item) this.choose(item.dataset.name);
    });
    this.search("");
  },

  async search(words) {
    const answer = await quick.ask("search", { ask: "list", words });
    if (!answer?.formats) return;
    this.found = answer.formats;
    if (words === "") $("all-formats").replaceChildren(...answer.formats.map(({ name }) => make("option", { value: name })));
    const none = answer.formats.length === 0;
    $("found-count").textContent = none ? "No format has these words" : `${answer.formats.length} format${answer.formats.length === 1 ? "" : "s"}`;
    $("found").replaceChildren(...answer.formats.map(({ name, summary }, index) =>
      make("li", { role: "option", id: `found-${index}`, "data-name": name, "aria-selected": String(name === this.shown) }, make("b", {}, name), make("small", {}, summary))));
    $("found").scrollTop = 0;
  },

  /** Arrows choose the next format, from the search too. */
  key(event) {
    const way = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === "Enter" && this.found.length > 0) this.choose(this.found[0].name);
    if (!way || this.found.length === 0) return;
    event.preventDefault();
    const at = this.found.findIndex(({ name }) => name === this.shown);
    const next = at < 0 ? 0 : Math.max(0, Math.min(this.found.length - 1, at + way));
    this.choose(this.found[next].name);
  },

  choose(name) {
    state.set({ view: "format", format: name, word: "" });
    this.show(name, null);
  },

  async show(name, text) {
    const { input } = this.word;
    const before = input.value;
    const answer = await quick.ask("format", { ask: "format", format: name });
    if (!answer) return;
    // What was typed while the format was on its way is kept.
    const typed = () => (input.value === before ? null : input.value);
    showFault(this.word.fault, answer);
    if (answer.fault) return;
    this.shown = name;
    answer.asked = name;
    for (const item of $("found").children) {
      const is = item.dataset.name === name;
      item.setAttribute("aria-selected", String(is));
      if (is) {
        $("search").setAttribute("aria-activedescendant", item.id);
        $("found").setAttribute("aria-activedescendant", item.id);
        const { offsetTop, offsetHeight } = item;
        const list = $("found");
        const top = offsetTop - list.offsetTop;
        if (top < list.scrollTop || top + offsetHeight > list.scrollTop + list.clientHeight) list.scrollTop = top - list.clientHeight / 3;
      }
    }
    this.describe(answer);
    document.title = `${answer.name}: datarep`;
    // Known words take longer, so that a word that is asked for comes first.
    const wanted = typed() || text;
    if (wanted) await this.word.show(answer, undefined, wanted);
    const known = await quick.ask("examples", { ask: "examples", format: name });
    if (!known || this.shown !== name) return;
    const examples = known.examples ?? [];
    this.listExamples(examples);
    if (wanted) return;
    const example = examples.find(({ value }) => value === "1" || value === "1.0") ?? examples[0];
    await this.word.show(answer, undefined, typed() || example?.word || "0x0");
  },

  listExamples(examples) {
    $("examples").replaceChildren(...examples.slice(0, 12).map(({ value, word }) =>
      make("li", {}, make("button", { type: "button", class: "link", onclick: () => this.load(word) }, `${value} = ${word}`))));
    $("examples").parentElement.hidden = examples.length === 0;
  },

  describe(format) {
    $("format-name").textContent = format.foreign ? `${format.foreign}: ${format.name}` : format.name;
    $("format-summary").textContent = format.summary;
    pairs($("ends"), format.ends.map(({ title, value }) => [title, make("button", { type: "button", class: "link", onclick: () => this.load(value) }, value)]));
    $("ends").parentElement.hidden = format.ends.length === 0;
    $("paragraphs").replaceChildren(...format.paragraphs.map((text) => make("p", {}, text)));
    const special = format.special.map(({ class: name, condition }) => ["Special", `${name} if ${condition}`]);
    const formula = format.formula ? [["Formula", format.formula]] : [];
    const machines = format.machines ? [["Machines", format.machines]] : [];
    pairs($("facts"), [...formula, ...special, ...format.facts.map(({ title, fact }) => [title, fact]), ...machines]);
  },

  load(text) {
    this.word.input.value = text;
    this.word.ask(text, "clicked");
  },

  open(all) {
    const name = all.get("format") ?? this.shown ?? "hfp32";
    const text = all.get("word") ?? (all.has("format") || this.shown ? null : "0xC276A000");
    this.show(name, text);
  },
};
