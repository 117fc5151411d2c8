// Runs the module. Each message is a request of JSON and maybe bytes; each answer is an object.
"use strict";

let exports = null;
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Compiles the module while it is unpacked, from text of the page or from a server. */
async function compile({ text, address }) {
  const packed = text ? new Blob([readBase64(text.trim())]).stream() : (await fetch(address)).body;
  const bytes = packed.pipeThrough(new DecompressionStream("gzip"));
  return WebAssembly.compileStreaming(new Response(bytes, { headers: { "Content-Type": "application/wasm" } }));
}

function readBase64(text) {
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(text);
  const letters = atob(text);
  const bytes = new Uint8Array(letters.length);
  for (let at = 0; at < letters.length; at++) bytes[at] = letters.charCodeAt(at);
  return bytes;
}

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
  const all = new Uint8Array(exports.memory.buffer, from, size);
  // Bytes follow behind the line of JSON, if the answer has any.
  const end = all.indexOf(10);
  const answer = JSON.parse(decoder.decode(end < 0 ? all : all.subarray(0, end)));
  if (end >= 0) answer.bytes = all.slice(end + 1);
  return answer;
}

onmessage = async ({ data }) => {
  if (data.module || data.packed) {
    try {
      const module = data.module ?? (await compile(data.packed));
      exports = (await WebAssembly.instantiate(module, {})).exports;
      postMessage({ ready: true, module: data.packed && module });
    } catch (error) {
      postMessage({ broken: String(error) });
    }
    return;
  }
  try {
    postMessage({ id: data.id, answer: answer(data.request, data.bytes) });
  } catch (error) {
    // The module has ended in a trap. It cannot be used again.
    postMessage({ id: data.id, dead: String(error) });
  }
};
