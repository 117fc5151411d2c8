// Runs a test program of WebAssembly with Node's system interface: `node wasi.mjs PROGRAM ARGUMENT…`.
// The program sees the whole file system, as a test does on the machine itself.
import { readFile } from "node:fs/promises";
import { argv, cwd, env, exit } from "node:process";
import { WASI } from "node:wasi";

const [, , program, ...rest] = argv;
const wasi = new WASI({
  version: "preview1",
  args: [program, ...rest],
  env: { ...env, PWD: cwd() },
  preopens: { "/": "/" },
  returnOnExit: true,
});
const module = await WebAssembly.compile(await readFile(program));
const instance = await WebAssembly.instantiate(module, wasi.getImportObject());
exit(wasi.start(instance));
