// Runs the module. Each message is a request of JSON and maybe bytes; each answer is an object.
"use strict";

let exports = null;
const encoder = new TextEncoder();
const decoder = new TextDecoder();

function answer(request, bytes) {
  const json = encoder.encode(JSON.stringify(request));
  const length = json.length + 1 + (bytes ? bytes.length : 0);
  // Growing the memory detaches views of it, so they are made after each call.
  const place = exports.datarep_page_request(length) >>> 0;
  const room = new Uint8Array(exports.memory.buffer, place, length);
  room.set(json);
  room[json.length] = 10;
  if (bytes) room.set(bytes, json.length + 1);
  const size = exports.datarep_page_answer() >>> 0;
  const from = exports.datarep_page_answer_place() >>> 0;
  return JSON.parse(decoder.decode(new Uint8Array(exports.memory.buffer, from, size)));
}

onmessage = async ({ data }) => {
  if (data.module) {
    const instance = await WebAssembly.instantiate(data.module, {});
    exports = instance.exports;
    postMessage({ ready: true });
    return;
  }
  try {
    postMessage({ id: data.id, answer: answer(data.request, data.bytes) });
  } catch (error) {
    // The module has ended in a trap. It cannot be used again.
    postMessage({ id: data.id, dead: String(error) });
  }
};
