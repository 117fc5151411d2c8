// The view of one value in many formats.
"use strict";

/** The families of a set, and the formats of the set that is shown first. */
const FAMILIES = {
  learning: ["ieee", "ml"],
  historic: ["ibm", "dec", "cray", "cdc", "univac", "hp", "norsk", "micro"],
  decimal: ["decimal"],
};
const KNOWN = ("f16 f32 f64 f128 bf16 tf32 f8e4m3fn f8e5m2 f4e2m1fn x87_80 double_double hfp32 hfp64 hfp128 vax_f vax_d vax_g vax_h cray64 cdc60 " +
  "univac36 mbf40 borland48 decimal32_bid decimal64_bid decimal128_bid posit8 posit16 posit32 posit64").split(" ");

const valuesView = {
  own: [],
  all: [],
  start() {
    $("value").addEventListener("input", () => this.ask());
    $("set").addEventListener("change", () => this.ask());
    $("add").addEventListener("change", () => this.add($("add").value.trim()));
  },

  /** The names of the formats of a set; those of the library by the machines that have them. */
  async names() {
    const set = $("set").value;
    if (set === "own") return this.own;
    if (this.all.length === 0) this.all = (await quick.ask("all", { ask: "list", words: "" }))?.formats ?? [];
    const numbers = this.all.filter(({ name }) => !/^(cp|page|ascii|latin1|ucs2|utf32|ebcdic)/.test(name));
    if (set === "all") return numbers.map(({ name }) => name);
    const families = FAMILIES[set];
    if (families) return numbers.filter(({ from }) => families.includes(from)).map(({ name }) => name);
    const names = new Set(numbers.map(({ name }) => name));
    return KNOWN.filter((name) => names.has(name));
  },

  async add(name) {
    if (!name) return;
    this.own = [...new Set([...(await this.names()), name])];
    $("set").value = "own";
    $("add").value = "";
    this.ask();
  },

  async remove(name) {
    this.own = (await this.names()).filter((other) => other !== name);
    $("set").value = "own";
    this.ask();
  },

  async ask() {
    const value = $("value").value;
    const set = $("set").value;
    state.set({ view: "values", value, set, own: set === "own" ? this.own.join("|") : "" });
    const answer = await quick.ask("values", { ask: "values", value, formats: await this.names() });
    if (!answer) return;
    showFault($("values-fault"), answer);
    if (answer.rows) $("values-table").tBodies[0].replaceChildren(...answer.rows.map((row) => this.row(row)));
  },

  row(row) {
    const link = `#${new URLSearchParams({ view: "format", format: row.format, word: row.word ?? "" })}`;
    const cells = [make("th", { scope: "row" }, make("a", { href: link, class: "mono" }, row.format))];
    if (row.word) cells.push(make("td", {}, row.word), make("td", {}, row.value), this.loss(row));
    else cells.push(make("td", { colspan: 3, class: "why" }, row.why));
    cells.push(make("td", {}, make("button", { type: "button", class: "quiet", "aria-label": `Remove ${row.format}`, onclick: () => this.remove(row.format) }, "✕")));
    return make("tr", {}, ...cells);
  },

  loss(row) {
    if (row.state === "exact") return make("td", { class: "exact" }, "exact");
    const text = row.relative ?? row.off;
    // The bar is for the eye alone: digits that are lost, of twenty.
    const share = Math.max(3, Math.min(100, 100 + Math.log10(Number(text)) * 5));
    return make("td", {}, make("span", { class: "meter", "aria-hidden": "true" }, make("i", { style: `width: ${share || 3}%` })), text);
  },

  open(all) {
    if (all.get("value")) $("value").value = all.get("value");
    if (all.get("own")) this.own = all.get("own").split("|");
    if (all.get("set")) $("set").value = all.get("set");
    document.title = "One value, many formats: datarep";
    this.ask();
  },
};
