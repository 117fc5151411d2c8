// Bundles the editor into the folder of the argument: `editor.js`, and `licenses.txt` with what the licenses of its packages
// want to be said in each copy.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";

const [folder] = process.argv.slice(2);
const { metafile } = await build({
  entryPoints: ["editor.js"],
  bundle: true,
  minify: true,
  format: "iife",
  globalName: "datarepEditor",
  // As old as the browsers that unpack gzip by themselves, which the page needs.
  target: ["chrome103", "firefox113", "safari16.4"],
  charset: "utf8",
  metafile: true,
  outfile: join(folder, "editor.js"),
});

/** The packages that have files in the bundle. */
const packages = new Set();
for (const path of Object.keys(metafile.inputs)) {
  const found = /^node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path);
  if (found) packages.add(found[1]);
}

/** Packages by the text of their license, of which the title may be left out. */
const byText = new Map();
for (const name of [...packages].sort()) {
  const text = readFileSync(join("node_modules", name, "LICENSE"), "utf8").replace(/^MIT License\s+/, "").trim();
  const { license } = JSON.parse(readFileSync(join("node_modules", name, "package.json"), "utf8"));
  if (license !== "MIT") throw new Error(`the license of ${name} is ${license}, for which the page has no text`);
  // Only the lines above the permission differ: who has the copyright.
  const [holders, permission] = text.split(/\n\n(?=Permission is hereby granted)/);
  if (!permission) throw new Error(`the license of ${name} has another text than MIT's`);
  const list = byText.get(permission) ?? new Map();
  list.set(holders, [...(list.get(holders) ?? []), name]);
  byText.set(permission, list);
}
const texts = [...byText].map(([permission, holders]) => [...[...holders].map(([holder, names]) => `${names.join(", ")}: ${holder}`), permission].join("\n\n"));
writeFileSync(join(folder, "licenses.txt"), `${texts.join("\n\n")}\n`);
