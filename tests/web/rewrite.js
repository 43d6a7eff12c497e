// Reads each N.pgn of a folder as the page does, packs it into a link and opens that, and writes the page's own PGN of
// its games to N.written: rewrite.js FOLDER. MACHINE is the WebAssembly.

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

const page = join(dirname(fileURLToPath(import.meta.url)), "../../programs/chess/web/page");
const { buildSync } = createRequire(join(page, "main.ts"))("esbuild");
const folder = mkdtempSync(join(tmpdir(), "bcp-page-"));
const load = async (entry) => {
  const file = join(folder, `${entry}.mjs`);
  buildSync({ entryPoints: [join(page, `${entry}.ts`)], bundle: true, format: "esm", target: "es2022", outfile: file });
  return import(file);
};
const { Engine } = await load("engine");
const { decoded, plain } = await load("texts");
const { pack, unpack } = await load("packed");
rmSync(folder, { recursive: true });

const [, , files] = process.argv;
const engine = await Engine.load(readFileSync(process.env.MACHINE));
const ask = (request) => {
  const answer = JSON.parse(engine.ask(JSON.stringify(request)));
  if (answer.kind === "error" || answer.fault) throw new Error(answer.message ?? answer.fault);
  return answer;
};
const read = (text) => ask({ kind: "read", text: plain(text) }).games;
for (const file of readdirSync(files).filter((name) => name.endsWith(".pgn"))) {
  let written = "";
  try {
    for (const game of read(decoded(readFileSync(join(files, file))))) {
      ask({ kind: "newGame", pgn: await unpack(await pack(game.pgn)), person: "both", seconds: 1 });
      written += ask({ kind: "pgn", date: "2026.11.30" }).text;
    }
  } catch (error) {
    console.error(`${file}: ${error.message}`);
  }
  writeFileSync(join(files, file.replace(/pgn$/, "written")), written);
}
