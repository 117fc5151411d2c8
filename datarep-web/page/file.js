// The view of a file, of which only slices are read.
"use strict";

const ROWS = 64;
/** Bytes that are examined, and those at the beginning that may say what the file is. */
const EXAMINED = 1 << 16;
const BEGINNING = 1 << 16;
/** Rows of a column in one step, and the most rows that are written. */
const STEP_BYTES = 1 << 20;
const MOST_ROWS = 2_000_000;

const fileView = {
  file: null,
  bytesRead: 0,

  start() {
    $("file").addEventListener("change", () => $("file").files[0] && this.take($("file").files[0]));
    const drop = $("drop");
    addEventListener("dragover", (event) => {
      event.preventDefault();
      drop.classList.add("over");
    });
    addEventListener("dragleave", () => drop.classList.remove("over"));
    addEventListener("drop", (event) => {
      event.preventDefault();
      drop.classList.remove("over");
      const file = event.dataTransfer.files[0];
      if (file) {
        location.hash = "#view=file";
        this.take(file);
      }
    });
    for (const id of ["file-format", "file-order", "file-at", "file-stride"]) $(id).addEventListener("input", () => this.draw());
    $("back").addEventListener("click", () => this.page(-1));
    $("forth").addEventListener("click", () => this.page(1));
    $("probe").addEventListener("click", () => this.probe());
    $("csv").addEventListener("click", () => this.saveColumn());
  },

  /** Reads bytes of the file, and counts them. */
  async slice(start, end) {
    const part = this.file.slice(start, Math.min(end, this.file.size));
    this.bytesRead += part.size;
    return new Uint8Array(await part.arrayBuffer());
  },

  async take(file) {
    this.file = file;
    this.bytesRead = 0;
    $("file-name").textContent = `${file.name}, ${file.size.toLocaleString("en")} bytes`;
    $("file-body").hidden = false;
    $("file-at").value = "0";
    await this.draw();
    await this.probe();
  },

  name() {
    return `${$("file-format").value.trim()} ${$("file-order").value}`.trim();
  },

  /** A number of a field: decimal, or hexadecimal after `0x`. */
  number(id) {
    const text = $(id).value.trim().replaceAll(/[_,\s]/g, "");
    const number = Number(text);
    return Number.isSafeInteger(number) && number >= 0 ? number : 0;
  },

  async draw() {
    state.set({ view: "file", as: $("file-format").value, order: $("file-order").value, at: $("file-at").value, stride: $("file-stride").value });
    if (!this.file) return;
    const { file } = this;
    const name = this.name();
    const at = Math.min(this.number("file-at"), file.size);
    const format = await quick.ask("file-format", { ask: "format", format: name });
    if (!format) return;
    showFault($("file-fault"), format);
    if (format.fault) return;
    const stride = this.number("file-stride") || format.bytes;
    this.stride = stride;
    const bytes = await this.slice(at, at + Math.min(ROWS * stride, 1 << 20));
    const answer = await quick.ask("read", { ask: "read", format: name, stride }, bytes);
    if (!answer || file !== this.file) return;
    showFault($("file-fault"), answer);
    if (answer.fault) return;
    const rows = answer.values.slice(0, ROWS).map((value, index) => this.row(at + index * stride, bytes.subarray(index * stride, (index + 1) * stride), format.bytes, value));
    $("hex").tBodies[0].replaceChildren(...rows);
    if (rows.length === 0) showFault($("file-fault"), { fault: `No whole item begins at byte ${at}.`, help: ["Choose a smaller first byte."] });
  },

  row(at, bytes, extent, value) {
    const hex = [...bytes.subarray(0, 32)].map((byte) => byte.toString(16).padStart(2, "0"));
    const rest = hex.slice(extent).join(" ") + (bytes.length > 32 ? " …" : "");
    return make("tr", {}, make("td", {}, String(at)), make("td", {}, make("span", { class: "item" }, hex.slice(0, extent).join(" ")), rest ? ` ${rest}` : ""), make("td", {}, value));
  },

  page(way) {
    if (!this.file) return;
    const at = this.number("file-at") + way * ROWS * (this.stride ?? 4);
    $("file-at").value = String(Math.max(0, Math.min(at, this.file.size - 1)));
    this.draw();
  },

  async probe() {
    if (!this.file) return;
    const { file } = this;
    const at = this.number("file-at");
    $("probe-state").textContent = "Trying all formats…";
    $("candidates").replaceChildren();
    $("header-says").replaceChildren();
    const began = performance.now();
    const beginning = at === 0 ? new Uint8Array() : await this.slice(0, BEGINNING);
    const examined = await this.slice(at, at + EXAMINED);
    const bytes = new Uint8Array(beginning.length + examined.length);
    bytes.set(beginning);
    bytes.set(examined, beginning.length);
    const answer = await patientEngine().ask("probe", { ask: "probe", at, beginning: beginning.length }, bytes);
    if (!answer || file !== this.file) return;
    if (answer.fault) {
      $("probe-state").textContent = answer.fault;
      return;
    }
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    $("probe-state").textContent = `${this.verdict(answer)} ${examined.length.toLocaleString("en")} bytes examined in ${seconds} s.`;
    const { header } = answer;
    if (header) $("header-says").replaceChildren(make("p", {}, make("strong", {}, header.name)), ...header.says.map((text) => make("p", { class: "small muted" }, text)));
    $("candidates").replaceChildren(...answer.candidates.slice(0, 5).map((candidate) => this.candidate(candidate)));
  },

  verdict({ candidates, named, certain, doubts }) {
    if (candidates.length === 0) return "Nothing here looks like numbers of a fixed width.";
    if (named) return `The first is what the header says of ${named}.`;
    return certain ? "The first is certain, as far as the formats known here go." : `Not certain: ${doubts.join("; ")}.`;
  },

  candidate(candidate) {
    const { format, at, record, rate, reasons, values, alike } = candidate;
    const use = () => {
      const order = [...$("file-order").options].map((option) => option.value).find((known) => known && format.endsWith(` ${known}`)) ?? "";
      $("file-order").value = order;
      $("file-format").value = order ? format.slice(0, -order.length - 1) : format;
      $("file-at").value = String(at);
      $("file-stride").value = record ? String(record) : "";
      this.draw();
    };
    return make("li", {}, make("button", { type: "button", class: "link", onclick: use }, format),
      make("p", {}, `${rate.toFixed(2)} bits a byte, from byte ${at} on${record ? `, every ${record} bytes` : ""}`),
      reasons.length ? make("p", {}, reasons.join("; ")) : null,
      alike.length ? make("p", {}, `The same numbers: ${alike.join(", ")}`) : null, plot(values));
  },

  /** Writes all items from the first byte on as lines of a new file. */
  async saveColumn() {
    if (!this.file || !this.stride) return;
    const { file, stride } = this;
    const name = this.name();
    const step = Math.max(1, Math.min(Math.floor(STEP_BYTES / stride), 1 << 15)) * stride;
    const parts = [];
    let rows = 0;
    for (let at = this.number("file-at"); at < file.size && rows < MOST_ROWS; at += step) {
      const bytes = await this.slice(at, at + step);
      const answer = await patientEngine().ask("column", { ask: "read", format: name, stride }, bytes);
      if (!answer || answer.fault || file !== this.file) {
        $("csv-state").textContent = answer?.fault ?? "";
        return;
      }
      rows += answer.values.length;
      parts.push(answer.values.map((value) => `${value}\n`).join(""));
      $("csv-state").textContent = `${rows.toLocaleString("en")} rows…`;
      if (answer.values.length === 0) break;
    }
    const link = make("a", { href: URL.createObjectURL(new Blob([`${name}\n`, ...parts], { type: "text/csv" })), download: `${file.name}.csv` });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
    const cut = rows >= MOST_ROWS ? "; the rest is for the command: datarep convert" : "";
    $("csv-state").textContent = `${rows.toLocaleString("en")} rows written${cut}`;
  },

  open(all) {
    document.title = "What is in a file: datarep";
    for (const [key, id] of [["as", "file-format"], ["order", "file-order"], ["at", "file-at"], ["stride", "file-stride"]]) if (all.has(key)) $(id).value = all.get(key);
    this.draw();
  },
};

/** A line through values. */
function plot(values) {
  const numbers = values.map(Number);
  const finite = numbers.filter(Number.isFinite).sort((one, other) => one - other);
  if (finite.length < 2) return null;
  // Without the most extreme values, which would hide the others.
  const cut = Math.floor(finite.length / 100);
  const low = finite[cut], high = finite[finite.length - 1 - cut];
  if (!(low < high)) return null;
  const points = numbers.map((value, index) => [index, value]).filter(([, value]) => value >= low && value <= high);
  const line = points.map(([index, value]) => `${((index / numbers.length) * 300).toFixed(1)},${(56 - ((value - low) / (high - low)) * 54).toFixed(1)}`).join(" ");
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  for (const [key, value] of Object.entries({ viewBox: "0 0 300 58", preserveAspectRatio: "none", role: "img", "aria-label": `The first ${numbers.length} values, from ${low.toPrecision(4)} to ${high.toPrecision(4)}` })) svg.setAttribute(key, value);
  const polyline = document.createElementNS("http://www.w3.org/2000/svg", "polyline");
  polyline.setAttribute("points", line);
  svg.append(polyline);
  return svg;
}
