// Prints the licences of the packages that are in bundles: node notices.mjs METAFILE...
import { readFileSync, readdirSync } from "node:fs";

const packages = new Set();
for (const file of process.argv.slice(2)) {
  for (const input of Object.keys(JSON.parse(readFileSync(file, "utf8")).inputs)) {
    const found = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input);
    if (found) packages.add(found[0]);
  }
}
for (const folder of [...packages].sort()) {
  const { name, version, license } = JSON.parse(readFileSync(`${folder}/package.json`, "utf8"));
  const text = readdirSync(folder).find((file) => /^licen[cs]e/i.test(file));
  if (!text) throw new Error(`${name} has no licence text`);
  console.log(`${name} ${version}, ${license}\n\n${readFileSync(`${folder}/${text}`, "utf8").trim()}\n\n${"=".repeat(80)}\n`);
}
