// The view of a file, of which only slices are read.
"use strict";

const ROWS = 64;
/** Bytes that are examined, and those at the beginning that may say what the file is. */
const EXAMINED = 1 << 16;
const BEGINNING = 1 << 16;
/** Rows of a column in one step, and the most rows that are written. */
const STEP_BYTES = 1 << 20;
const MOST_ROWS = 2_000_000;
/** Bytes of a row that are written out. */
const MOST_SHOWN = 48;
/** Colors of fields, which are used again for further ones. */
const COLORS = 6;

/** The orders of bytes that a name of a format may end with. */
const ORDERS = ["big", "little", "pdp"];

const fileView = {
  file: null,
  bytesRead: 0,
  /** Whether the address says where the first item of the file is. */
  linked: false,
  /** What resolves when the formats of the probe are ready. */
  prepared: null,
  /** The fields of records that the probe has found, and where the first record begins. */
  record: null,

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
    $("csv").addEventListener("click", () => this.saveText());
    $("npy").addEventListener("click", () => this.saveArray());
  },

  /** Reads bytes of the file, and counts them; `null` if it cannot be read, which is told. */
  async slice(start, end) {
    const part = this.file.slice(start, Math.min(end, this.file.size));
    this.bytesRead += part.size;
    try {
      return new Uint8Array(await part.arrayBuffer());
    } catch (error) {
      // A browser reads no file that has changed since it was chosen.
      showFault($("file-fault"), { fault: `The file cannot be read: ${error.message ?? error}`, help: ["Choose it again, if it has changed since."] });
      $("probe-state").textContent = "";
      return null;
    }
  },

  async take(file) {
    this.file = file;
    this.bytesRead = 0;
    $("file-name").textContent = `${file.name}, ${file.size.toLocaleString("en")} bytes`;
    $("file-body").hidden = false;
    if (!this.linked) $("file-at").value = "0";
    this.linked = false;
    this.record = null;
    state.set({ choose: "" });
    // Each has a worker of its own.
    await Promise.all([this.draw(), this.probe()]);
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
    if (!bytes) return;
    const answer = await quick.ask("read", { ask: "read", format: name, stride }, bytes);
    if (!answer || file !== this.file) return;
    showFault($("file-fault"), answer);
    if (answer.fault) return;
    const rows = answer.values.slice(0, ROWS).map((value, index) => this.row(at + index * stride, bytes.subarray(index * stride, (index + 1) * stride), format.bytes, value));
    $("hex").tBodies[0].replaceChildren(...rows);
    if (rows.length === 0) showFault($("file-fault"), { fault: `No whole item begins at byte ${at}.`, help: ["Choose a smaller first byte."] });
  },

  row(at, bytes, extent, value) {
    const hex = [...bytes.subarray(0, MOST_SHOWN)].map((byte) => byte.toString(16).padStart(2, "0"));
    const parts = this.parts(at, hex.length, extent).map(({ start, end, kind, title }) =>
      make("span", { class: kind, title }, hex.slice(start, end).join(" ")));
    const cell = make("td", {}, ...parts.flatMap((part) => [part, " "]), bytes.length > MOST_SHOWN ? "…" : "");
    return make("tr", {}, make("td", {}, String(at)), cell, make("td", {}, value));
  },

  /** The parts of a row: the fields of a record, if rows are records that the probe has found; otherwise the item and the rest. */
  parts(at, length, extent) {
    const { record } = this;
    const parts = [];
    let end = 0;
    const add = (to, kind, title) => {
      if (to > end) parts.push({ start: end, end: Math.min(to, length), kind, title });
      end = Math.max(end, to);
    };
    if (record && record.bytes === this.stride) {
      // A row may begin inside of a record.
      const shift = (((at - record.at) % record.bytes) + record.bytes) % record.bytes;
      const fields = record.fields.flatMap((field) => [field.at - shift, field.at - shift + record.bytes].map((from) => ({ ...field, from })));
      for (const { from, bytes, format, color } of fields.filter(({ from, bytes }) => from + bytes > 0 && from < length).sort((one, other) => one.from - other.from)) {
        add(from, "", null);
        add(from + bytes, `field c${color}`, format);
      }
    } else add(Math.min(extent, length), "item", null);
    add(length, "", null);
    return parts.filter(({ start, end }) => end > start);
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
    if (!beginning || !examined) return;
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
    this.takeRecord(answer);
    $("candidates").replaceChildren(...answer.candidates.slice(0, 5).map((candidate) => this.candidate(candidate)));
  },

  /** Keeps the fields of records that the probe has found, and lists them. */
  takeRecord({ record, record_at: at, fields }) {
    $("fields-section").hidden = !record;
    if (!record) return;
    this.record = { bytes: record, at, fields: fields.map((field, index) => ({ ...field, color: index % COLORS })) };
    $("fields-title").textContent = `Records of ${record.toLocaleString("en")} bytes, from byte ${at.toLocaleString("en")} on`;
    $("fields").replaceChildren(...this.record.fields.map(({ at: place, format, values, color }) => {
      const use = () => this.use(format, at + place, record);
      const shown = values.slice(0, 3).map((value) => (typeof value === "number" ? Number(value.toPrecision(6)) : value)).join(", ");
      return make("li", {}, make("span", { class: `field c${color}`, "aria-hidden": "true" }, String(place)), " ",
        make("button", { type: "button", class: "link", "aria-label": `Byte ${place} of the record as ${format}`, onclick: use }, format), make("small", {}, ` ${shown} …`));
    }));
    this.draw();
  },

  /** Shows items of a format from a byte on. */
  use(format, at, stride) {
    this.setFormat(format);
    $("file-at").value = String(at);
    $("file-stride").value = stride ? String(stride) : "";
    this.draw();
  },

  /** Puts a format and its order into their fields. */
  setFormat(name) {
    const order = ORDERS.find((known) => name.endsWith(` ${known}`)) ?? "";
    $("file-order").value = order;
    $("file-format").value = order ? name.slice(0, -order.length - 1) : name;
  },

  verdict({ candidates, named, certain, doubts }) {
    if (candidates.length === 0) return "Nothing here looks like numbers of a fixed width.";
    if (named) return `The first is what the header says of ${named}.`;
    return certain ? "The first is certain, as far as the formats known here go." : `Not certain: ${doubts.join("; ")}.`;
  },

  candidate(candidate) {
    const { format, at, record, rate, reasons, values, alike } = candidate;
    const use = () => this.use(format, at, record);
    return make("li", {}, make("button", { type: "button", class: "link", onclick: use }, format),
      make("p", {}, `${rate.toFixed(2)} bits a byte, from byte ${at} on${record ? `, every ${record} bytes` : ""}`),
      reasons.length ? make("p", {}, reasons.join("; ")) : null,
      alike.length ? make("p", {}, `The same numbers: ${alike.join(", ")}`) : null, plot(values));
  },

  /** Asks for all items from the first byte on, step by step; calls `take` with each answer. Returns how many there were. */
  async column(ask, take) {
    if (!this.file || !this.stride) return null;
    const { file, stride } = this;
    const name = this.name();
    const step = Math.max(1, Math.min(Math.floor(STEP_BYTES / stride), 1 << 15)) * stride;
    let rows = 0;
    for (let at = this.number("file-at"); at < file.size && rows < MOST_ROWS; at += step) {
      const bytes = await this.slice(at, at + step);
      if (!bytes) return null;
      const answer = await patientEngine().ask("column", { ask, format: name, stride }, bytes);
      if (!answer || answer.fault || file !== this.file) {
        $("saved").textContent = answer?.fault ?? "";
        return null;
      }
      const count = take(answer);
      rows += count;
      $("saved").textContent = `${rows.toLocaleString("en")} rows…`;
      if (count === 0) break;
    }
    return rows;
  },

  /** Saves a column as lines of text. */
  async saveText() {
    const parts = [`${this.name()}\n`];
    const rows = await this.column("read", ({ values }) => {
      parts.push(values.map((value) => `${value}\n`).join(""));
      return values.length;
    });
    if (rows !== null) this.save(parts, "csv", "text/csv", rows, "");
  },

  /** Saves a column as an array of NumPy. */
  async saveArray() {
    const parts = [];
    const format = this.name();
    const losses = new Set();
    const rows = await this.column("npy", ({ rows, lost, bytes }) => {
      if (bytes) parts.push(bytes);
      if (lost) losses.add(lost);
      return rows;
    });
    if (rows === null) return;
    const { bytes, fault } = await patientEngine().ask("column", { ask: "npy header", format, rows });
    if (fault) $("saved").textContent = fault;
    else this.save([bytes, ...parts], "npy", "application/octet-stream", rows, losses.size ? `, not all kept: ${[...losses].join("; ")}` : "");
  },

  save(parts, ending, type, rows, lost) {
    const link = make("a", { href: URL.createObjectURL(new Blob(parts, { type })), download: `${this.file.name}.${ending}` });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
    const cut = rows >= MOST_ROWS ? "; the rest is for the command: datarep convert" : "";
    $("saved").textContent = `${rows.toLocaleString("en")} rows written${lost}${cut}`;
  },

  open(all) {
    document.title = "What is in a file: datarep";
    if (all.has("as")) this.setFormat(all.get("as"));
    for (const [key, id] of [["order", "file-order"], ["at", "file-at"], ["stride", "file-stride"]]) if (all.has(key)) $(id).value = all.get(key);
    this.linked = all.has("at");
    const wanted = all.get("choose");
    if (wanted && !this.file) $("file-name").textContent = `or drop ${wanted} here: a page can open no file by itself`;
    // Until a person has chosen a file, the formats are ready.
    this.prepared ??= patientEngine().ask("prepare", { ask: "prepare" });
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
