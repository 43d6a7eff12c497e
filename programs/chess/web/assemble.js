// Puts the page together: node assemble.js FOLDER PAGE
// FOLDER has machine.wasm, and notices.txt of its libraries; PAGE is written aside and renamed. What page/index.html
// refers to, a style sheet and a module, takes the place of the reference, and the machine goes in front of the module.
// SCRIPT_HASH in the page's policy becomes the hash of the module, PART_HASHES those of the parts that are loaded later. The
// licences of the packages in the scripts and of the libraries are at the end; with an address, in licences.txt.
//
// A part of index.html between <!-- name --> and <!-- /name --> stands where there is what it speaks of: SITE has the
// names of the other parts of a site, separated by spaces, and SITE_URL its address, which ends with a slash. With an
// address the machine and those parts are files beside PAGE, which a page from a file could not read; offline.js, which keeps
// them for a visit without a network, and _headers, which tells a host how long they may be kept, are beside them too.

import { createHash } from "node:crypto";
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { buildSync } from "esbuild";
import { known } from "./known.js";

const [folder, page] = process.argv.slice(2);
const sources = join(dirname(fileURLToPath(import.meta.url)), "page");

/** The folders of packages whose files the page contains. */
const packages = new Set();

/** Bundles a script and all that it imports into one text, which can be embedded in HTML. */
function bundle(entry, format, globalName, define) {
  const built = buildSync({
    entryPoints: [join(sources, entry)],
    bundle: true,
    minify: true,
    format,
    globalName,
    define: { ...known(), ...define },
    target: "es2022",
    charset: "utf8",
    legalComments: "none",
    loader: { ".md": "text", ".s": "text", ".svg": "text" },
    metafile: true,
    write: false,
  });
  for (const file of Object.keys(Object.values(built.metafile.outputs)[0].inputs)) {
    const found = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file);
    if (found) packages.add(found[0]);
  }
  return built.outputFiles[0].text.replaceAll("</script", "<\\/script").replaceAll("<!--", "<\\!--");
}

/** Replaces the match of a pattern, which must exist exactly once. */
function replace(html, pattern, make) {
  if (html.match(new RegExp(pattern, "g"))?.length !== 1) throw new Error(`page/index.html needs one ${pattern}`);
  return html.replace(pattern, (...found) => make(...found));
}

/** The address of the repository; undefined before it is published. */
const source = /^repository = "(.*)"/m.exec(readFileSync(join(sources, "../../../../Cargo.toml"), "utf8"))[1];
const address = process.env.SITE_URL ?? "";
if (address && !/^https?:\/\/[^"<>&\s]+\/$/.test(address)) throw new Error(`SITE_URL must be an address that ends with a slash: ${address}`);
const parts = new Set((process.env.SITE ?? "").split(/\s+/));
if (source) parts.add("source");
if (address) parts.add("address");

const hash = (bytes, letters) => createHash("sha256").update(bytes).digest(letters);

// On a server the machine is a separate file, which the server compresses better; in a single file it is text.
const wasm = readFileSync(join(folder, "machine.wasm"));
const packed = gzipSync(wasm, { level: 9 });
const apart = `machine-${hash(wasm, "hex").slice(0, 12)}.wasm`;
if (address) writeFileSync(join(dirname(page), apart), wasm);
// The code that only one tab needs (games, the editor, a run of Table 1) is loaded when it is first used.
const later = Object.entries({ play: "game.ts", assemble: "assemble.ts", live: "live.ts" }).map(([name, entry]) => {
  const code = bundle(entry, "iife", name);
  const file = `${name}-${hash(code, "hex").slice(0, 12)}.js`;
  if (address) writeFileSync(join(dirname(page), file), code);
  const element = `<script type="text/plain" id="${name}-code"${address ? ` data-file="${file}"` : ""}>${address ? "" : code}</script>\n`;
  return { file, element, hash: `'sha256-${hash(code, "base64")}'` };
});
const machine =
  later.map(({ element }) => element).join("") +
  `<script type="text/plain" id="machine-code">${bundle("worker.ts", "iife")}</script>\n` +
  `<script type="text/plain" id="machine-wasm"${address ? ` data-file="${apart}"` : ""}>${address ? "" : packed.toString("base64")}</script>\n`;

let html = readFileSync(join(sources, "index.html"), "utf8");
html = html.replace(/(\s*)<!-- (\w+) -->(.*?)<!-- \/\2 -->/gs, (_, space, name, inside) => (parts.has(name) ? space + inside : ""));
html = html.replaceAll("SITE_URL", address).replace("SOURCE_URL", source);
html = replace(html, /<link rel="stylesheet" href="([^"]+\.css)" ?\/?>/, (_, name) => {
  const built = buildSync({ entryPoints: [join(sources, name)], bundle: true, minify: true, write: false });
  return `<style>${built.outputFiles[0].text}</style>`;
});
let script = "";
html = replace(html, /<script type="module" src="([^"]+\.ts)"><\/script>/, (_, name) => {
  script = bundle(name, "esm");
  return `${machine}<script type="module">${script}</script>`;
});
// The policy of the page allows these scripts and no other.
html = html.replace("SCRIPT_HASH", `sha256-${hash(script, "base64")}`).replace("PART_HASHES", later.map(({ hash }) => hash).join(" "));
if (address) html = html.replace("worker-src blob:;", "worker-src blob: 'self'; connect-src 'self';");
const licences = new Set([...packages].map((folder) => readFileSync(join(folder, "LICENSE"), "utf8").trim()));
const notices = readFileSync(join(folder, "notices.txt"), "utf8").replaceAll("-->", "-- >");
const terms = `In this page is the editor CodeMirror, under these licences:\n\n${[...licences].join("\n\n")}\n\n${notices}`;
if (address) writeFileSync(join(dirname(page), "licences.txt"), terms);
if (address) {
  const files = [apart, ...later.map(({ file }) => file)];
  const define = { PARTS: JSON.stringify(files), VERSION: JSON.stringify(`bcp ${hash(html, "hex").slice(0, 12)}`) };
  writeFileSync(join(dirname(page), "offline.js"), bundle("offline.ts", "iife", undefined, define));
  // It is there when the page's script asks for it.
  html = html.replace("<style>", `<link rel="preload" as="fetch" crossorigin href="${apart}">\n<style>`);
  // A name with a hash always has the same contents.
  const lasting = files.map((file) => `/${file}\n  Cache-Control: public, max-age=31536000, immutable\n`);
  writeFileSync(join(dirname(page), "_headers"), lasting.join(""));
}
html += `<!-- ${address ? "The licences of what is in this page: licences.txt" : terms} -->\n`;
writeFileSync(`${page}.part`, html);
renameSync(`${page}.part`, page);
const kilobytes = (bytes) => `${Math.round(bytes / 1024)} KB`;
console.log(`${page}: ${kilobytes(Buffer.byteLength(html))}, ${address ? "and beside it" : "of it"} the machine, ${kilobytes(packed.length)} compressed`);
