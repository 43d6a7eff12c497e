// A host for static pages, as docs/site says: compressed by brotli, and what has a hash in its name is kept.

import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";

const TYPES = { html: "text/html", js: "text/javascript", wasm: "application/wasm", png: "image/png" };

/** Serves a folder: the address, what was sent as [name, bytes, whether it was kept for later], and what ends it. */
export async function host(folder, quality = constants.BROTLI_MIN_QUALITY) {
  const sent = [];
  const packed = new Map();
  const pack = (name) => packed.set(name, brotliCompressSync(readFileSync(join(folder, name)), { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }));
  const server = createServer((request, response) => {
    const name = new URL(request.url, "http://host").pathname.slice(1) || "index.html";
    try {
      if (!packed.has(name)) pack(name);
    } catch {
      return response.writeHead(404).end();
    }
    const bytes = packed.get(name);
    // The service worker asks for what it keeps.
    sent.push([name, bytes.length, /offline\.js$/.test(request.headers.referer ?? "")]);
    const lasting = /-[0-9a-f]{12}\.\w+$/.test(name);
    response.writeHead(200, { "content-type": TYPES[name.split(".").at(-1)] ?? "text/plain", "content-encoding": "br", "cache-control": lasting ? "public, max-age=31536000, immutable" : "no-cache" });
    response.end(bytes);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const end = () => {
    server.closeAllConnections();
    server.close();
  };
  // Compressing takes a moment, which is no visitor's.
  const warm = (names) => names.forEach(pack);
  return { address: `http://127.0.0.1:${server.address().port}/`, sent, warm, end };
}
