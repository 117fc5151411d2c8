// Workers with the module, each with a limit: what takes longer is ended, and the page says so.
"use strict";

/** Resolves when all of the page is there: the module comes last, behind what is shown. */
const parsed = new Promise((resolve) => {
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", resolve);
  else resolve();
});

/** Where the first worker finds the module: packed as text in the page, or beside it. */
const packed = parsed.then(() => {
  const inlined = document.getElementById("module");
  const text = inlined?.textContent;
  // The worker has its own copy, and nobody else needs the text.
  inlined?.remove();
  return text ? { text } : { address: new URL("module.wasm.gz", location.href).href };
});

/** The module, compiled once, by the first worker, for all. */
let hasCompiled;
const compiled = new Promise((resolve) => (hasCompiled = resolve));

/** Answers that the module gave when the page was built: what is shown first needs no module. */
const known = new Map(Object.entries(JSON.parse(document.getElementById("known")?.textContent ?? "{}")));

/** Where a worker's program is: in the page, or beside it. */
function findWorker() {
  const inlined = document.getElementById("worker");
  return inlined ? URL.createObjectURL(new Blob([inlined.textContent], { type: "text/javascript" })) : "worker.js";
}

/** A worker with a queue. A request replaces one of the same slot that waits. */
class Engine {
  /** `first` is whether this engine's worker compiles the module for all. */
  constructor(limit, { first = false } = {}) {
    this.limit = limit;
    this.first = first;
    this.waiting = [];
    this.running = null;
    this.next = 0;
    this.start();
  }

  start() {
    this.isReady = false;
    const worker = new Worker(Engine.source);
    this.worker = worker;
    if (this.first) packed.then((packed) => worker.postMessage({ packed }));
    else compiled.then((module) => worker.postMessage({ module }));
    this.first = false;
    worker.onmessage = ({ data }) => {
      if (data.module) hasCompiled(data.module);
      if (data.broken) complain(`The module cannot be loaded: ${data.broken}`);
      if (data.ready) this.isReady = true;
      else if (data.dead) this.end(`This cannot be answered: the module stopped (${data.dead}).`);
      else if (data.answer) this.finish(data.answer);
      this.pump();
    };
  }

  ask(slot, request, bytes) {
    return new Promise((resolve) => {
      const old = this.waiting.findIndex((job) => job.slot === slot);
      if (old >= 0) this.waiting.splice(old, 1)[0].resolve(null);
      // What was asked before it is answered before it.
      const told = this.running?.slot === slot || bytes ? undefined : known.get(JSON.stringify(request));
      if (told) return resolve(structuredClone(told));
      this.waiting.push({ slot, request, bytes, resolve });
      this.pump();
    });
  }

  pump() {
    if (!this.isReady || this.running || this.waiting.length === 0) return;
    const job = this.waiting.shift();
    this.running = job;
    this.timer = setTimeout(() => this.end(`Stopped after ${this.limit / 1000} s: this takes too long.`), this.limit);
    this.worker.postMessage({ id: ++this.next, request: job.request, bytes: job.bytes });
  }

  finish(answer) {
    clearTimeout(this.timer);
    const job = this.running;
    this.running = null;
    if (job) job.resolve(answer);
  }

  /** Ends the worker, and starts another one. */
  end(why) {
    this.worker.terminate();
    this.finish({ fault: why, help: [] });
    this.start();
  }
}
Engine.source = findWorker();

function complain(text) {
  const place = document.getElementById("trouble");
  place.textContent = text;
  place.hidden = false;
}

/** Whoever embeds the page on a slow machine may give all answers more time, in milliseconds. */
const ownLimit = globalThis.datarepLimit;
/** Answers within two seconds: formats, words, texts. */
const quick = new Engine(ownLimit ?? 2000, { first: true });
/** The probe tries some hundred formats. */
let patient = null;
function patientEngine() {
  patient ??= new Engine(ownLimit ?? 20000);
  return patient;
}
