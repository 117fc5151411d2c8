// Workers with the module, each with a limit: what takes longer is ended, and the page says so.
"use strict";

/** The module, compiled once for all workers. */
const compiled = (async () => {
  const inlined = document.getElementById("module");
  let packed;
  if (inlined) {
    const text = atob(inlined.textContent.trim());
    packed = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
  } else {
    packed = new Uint8Array(await (await fetch("module.wasm.gz")).arrayBuffer());
  }
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return WebAssembly.compile(await new Response(stream).arrayBuffer());
})();

/** Where a worker's program is: in the page, or beside it. */
function findWorker() {
  const inlined = document.getElementById("worker");
  return inlined ? URL.createObjectURL(new Blob([inlined.textContent], { type: "text/javascript" })) : "worker.js";
}

/** A worker with a queue. A request replaces one of the same slot that waits. */
class Engine {
  constructor(limit) {
    this.limit = limit;
    this.waiting = [];
    this.running = null;
    this.next = 0;
    this.start();
  }

  start() {
    this.isReady = false;
    const worker = new Worker(Engine.source);
    this.worker = worker;
    compiled.then(
      (module) => worker.postMessage({ module }),
      (error) => complain(`The module cannot be loaded: ${error}`),
    );
    worker.onmessage = ({ data }) => {
      if (data.ready) this.isReady = true;
      else if (data.dead) this.end(`This cannot be answered: the module stopped (${data.dead}).`);
      else this.finish(data.answer);
      this.pump();
    };
  }

  ask(slot, request, bytes) {
    return new Promise((resolve) => {
      const old = this.waiting.findIndex((job) => job.slot === slot);
      if (old >= 0) this.waiting.splice(old, 1)[0].resolve(null);
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
const quick = new Engine(ownLimit ?? 2000);
/** The probe tries some hundred formats. */
let patient = null;
function patientEngine() {
  patient ??= new Engine(ownLimit ?? 20000);
  return patient;
}
