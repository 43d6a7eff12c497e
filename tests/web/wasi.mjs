// Runs a test program of Rust that was compiled for WASI, with what the page gives the emulator to compile traces:
// node wasi.js PROGRAM [ARGUMENT...]

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { WASI } from "node:wasi";

const page = join(dirname(fileURLToPath(import.meta.url)), "../../programs/chess/web/page");
const { buildSync } = createRequire(join(page, "main.ts"))("esbuild");
const built = buildSync({ entryPoints: [join(page, "traces.ts")], bundle: true, format: "esm", write: false });
const { traces } = await import(`data:text/javascript,${encodeURIComponent(built.outputFiles[0].text)}`);

const [program, ...rest] = process.argv.slice(2);
const wasi = new WASI({ version: "preview1", args: [program, ...rest], preopens: { "/": "/" }, returnOnExit: true });
const module = new WebAssembly.Module(readFileSync(program));
const instance = new WebAssembly.Instance(module, { ...wasi.getImportObject(), traces: traces(() => instance.exports) });
process.exitCode = wasi.start(instance);
