// The page where something is wrong: a link, a field, a worker, the memory; and on a host. Started by tests/browser/run.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { gunzipSync, gzipSync } from "node:zlib";
import { host } from "./host.js";
import { fast, instruction, later, open, PAGE, solved } from "./page.js";

/** Creates a copy of the page whose machine has memory for some ten seconds of a run. */
function withoutMemory() {
  const text = readFileSync(process.env.PAGE, "utf8");
  const element = /(<script[^>]*id="machine-wasm"[^>]*>)([^<]*)/.exec(text);
  const wasm = gunzipSync(Buffer.from(element[2], "base64"));
  const small = gzipSync(limitMemory(wasm, 160)).toString("base64");
  const path = process.env.PAGE.replace(/\.html$/, "-small.html");
  writeFileSync(path, text.replace(element[0], () => element[1] + small));
  after(() => rmSync(path));
  return pathToFileURL(path).href;
}

/** Returns the WebAssembly with its memory limited to growth by this number of pages of 64 KB. */
function limitMemory(wasm, pages) {
  const number = (at) => {
    let [value, shift] = [0, 0];
    for (;;) {
      const byte = wasm[at++];
      value += (byte & 127) * 2 ** shift;
      shift += 7;
      if (byte < 128) return [value, at];
    }
  };
  const bytes = (value) => (value < 128 ? [value] : [(value % 128) + 128, ...bytes(Math.floor(value / 128))]);
  // After the magic number and the version, there are sections: a kind, a length, and that many bytes. Memory is kind
  // 5.
  for (let at = 8; at < wasm.length; ) {
    const kind = wasm[at];
    const [length, inside] = number(at + 1);
    if (kind === 5) {
      const [least] = number(inside + 2);
      const section = [1, 1, ...bytes(least), ...bytes(least + pages)];
      return Buffer.concat([wasm.subarray(0, at), Buffer.from([5, ...bytes(section.length), ...section]), wasm.subarray(inside + length)]);
    }
    at = inside + length;
  }
  throw new Error("this WebAssembly has no memory");
}

test("every tab opens with every parameter", async () => {
  const { page, faults, close } = await open();
  for (const tab of ["watch", "tour", "step", "play", "table", "assemble", "laboratory"]) {
    for (const parameter of ["position=5", "fen=6k1/5ppp/8/8/8/8/5PPP/R5K1+w+-+-", "instruction=1000", "clocks=1000", "depth=2", "stop=2", "moves=e2e4", "at=0"]) {
      await page.goto("about:blank");
      await page.goto(`${PAGE}#${tab}&${parameter}`);
      const shown = /^(moves|at)/.test(parameter) ? "play" : tab;
      await page.waitForFunction((tab) => document.body.dataset.tab === tab && document.getElementById(`panel-${tab}`).innerText.trim().length > 40, shown).catch((error) => assert.fail(`#${tab}&${parameter}: ${error.message}`));
    }
  }
  assert.deepEqual(faults, []);
  await close();
});

describe("on a host", () => {
  const folder = mkdtempSync(join(tmpdir(), "bcp-host-"));
  after(() => rmSync(folder, { recursive: true }));
  const root = fileURLToPath(new URL("../..", import.meta.url));
  const part = /(machine-[0-9a-f]+\.wasm|(play|assemble|live)-[0-9a-f]+\.js)$/;
  let site;
  before(async () => {
    const built = spawnSync(process.execPath, [join(root, "programs/chess/web/assemble.js"), join(root, "target/web"), join(folder, "index.html")], { env: { ...process.env, SITE_URL: "http://host/" }, encoding: "utf8" });
    assert.equal(built.status, 0, built.stderr);
    site = await host(folder);
  });
  after(() => site.end());
  const use = async (page) => {
    await page.locator("#tab-play").click();
    await page.locator("#own-text").fill("1. e4 e5 2. Ke3");
    await page.locator("#own-open").click();
    await page.locator("#own-fault", { hasText: "Ke3" }).waitFor();
    await page.locator("#tab-assemble").click();
    await page.locator("#panel-assemble", { hasText: "Assembled:" }).waitFor();
  };
  /** What a visitor's page has asked for; without what is kept for later. */
  const requested = () => site.sent.flatMap(([name, , later]) => (later ? [] : name));

  test("the machine is a file of its own, and games and the editor are loaded when somebody uses them", { skip: process.env.FIREFOX ? "one browser is enough" : false }, async () => {
    const { page, faults, close } = await open("#position=5", {}, `${site.address}index.html`);
    await fast(page);
    await solved(page);
    assert.deepEqual(requested().filter((file) => /^(play|assemble|live|licences)/.test(file)), []);
    await use(page);
    // Once, whoever asks first.
    for (const part of ["play", "assemble"]) assert.equal(site.sent.filter(([file]) => new RegExp(`^${part}-[0-9a-f]+\\.js$`).test(file)).length, 1);
    assert.deepEqual(faults.filter((fault) => !part.test(fault)), []);
    await close();
  });

  test("after the first load the page opens without a network, with all its parts, and at another address", async () => {
    const { page, faults, close } = await open("#5", {}, site.address);
    await page.evaluate(async () => {
      const { installing, active } = await navigator.serviceWorker.ready;
      const worker = installing ?? active;
      while (worker.state !== "activated") await new Promise((resolve) => worker.addEventListener("statechange", resolve, { once: true }));
    });
    site.end();
    await page.goto(`${site.address}index.html#96@2000000`);
    await page.reload();
    await page.locator("body", { hasText: "step 2,000,000" }).waitFor();
    await use(page);
    assert.deepEqual(faults.filter((fault) => !part.test(fault) && !/index\.html$/.test(fault)), []);
    await close();
  });
});

describe("nonsense", () => {
  for (const hash of ["#position=abc", "#position=0", "#position=301&instruction=-1", "#fen=%%%", "#fen=8/8/8/8/8/8/8/8+w+-+-", "#fen=<script>", "#instruction=99999999999999999999", "#position=5&instruction=1e9", "#&&&=&=", "#clocks=x&tab=y"]) {
    test(`the link ${hash} leaves the page alive`, async () => {
      const { page, faults, close } = await open(hash);
      await page.locator("#run:not([disabled])").waitFor();
      await page.locator("#choose", { hasText: "Position" }).waitFor();
      assert.deepEqual(faults.filter((fault) => !fault.includes("Content Security")), []);
      await close();
    });
  }

  test("a published game that there is not is named", async () => {
    const { page, close } = await open("#play&published=99");
    await page.locator("#trouble", { hasText: "There is no published game 99: there are" }).waitFor();
    await close();
  });

  test("every field takes it with a word", async () => {
    const { page, faults, close } = await open("#step&position=5&instruction=120000");
    await page.locator(".source .line.now").waitFor();
    for (const nonsense of ["", "🂡", "'; drop", "9".repeat(500), "((((((", "0/0", "\u202e"]) {
      await page.getByRole("tab", { name: "Commands" }).click();
      await page.getByLabel("Command of the debugger").fill(nonsense);
      await page.keyboard.press("Enter");
      await page.getByRole("tab", { name: "Memory" }).click();
      await page.getByLabel("Address or symbol").fill(nonsense);
      await page.keyboard.press("Enter");
      await page.getByRole("tab", { name: "Breakpoints" }).click();
      await page.locator("#stop-place").fill(nonsense);
      await page.locator("#stop-if").fill(nonsense);
      await page.locator(".stops .add").click();
      await page.getByLabel("Find in all files").fill(nonsense);
      await page.keyboard.press("Enter");
      await page.keyboard.press("p");
    }
    await page.locator("#choose").click();
    for (const nonsense of ["", "zzz", "8/8/8/8/8/8/8/8 w - -", "9".repeat(200), "kkkkkkkk/8/8/8/8/8/8/KKKKKKKK w - -"]) {
      await page.locator("#fen").fill(nonsense);
      await page.locator("dialog[open] form .primary").click();
      await page.locator("dialog[open] .error", { hasText: /\w/ }).waitFor();
    }
    await page.locator("#fen").fill("5k2/6pp/p1qN4/1p1p4/3P4/2PKP2Q/PP3r2/3R4 b - -");
    await page.locator("#depth").fill("99");
    await page.locator("dialog[open] form .primary").click();
    await page.locator("dialog[open] .error", { hasText: "0 to 30" }).waitFor();
    await page.keyboard.press("Escape");
    await page.locator("[data-command=step]").click();
    assert.deepEqual(faults, []);
    await close();
  });

  test("a worker that dies is said, and can be replaced", { skip: process.env.FIREFOX && "BiDi does not reach into a worker" }, async () => {
    const { page, close } = await open("#position=5&instruction=100000");
    await page.locator(".past output", { hasText: "100,000" }).waitFor();
    const [worker] = page.workers();
    await worker.evaluate(() => {
      setTimeout(() => {
        throw new Error("gone");
      });
    });
    await page.locator("#trouble", { hasText: "has stopped" }).waitFor();
    await page.locator("#restart").click();
    await page.locator("#trouble").waitFor({ state: "hidden" });
    await page.locator(".past output", { hasText: "100,000" }).waitFor();
    await page.locator("#next-move").click();
    await page.waitForFunction(() => !document.querySelector(".past output").textContent.includes("100,000"));
    await close();
  });

  test("a worker that dies while it runs leaves a page that stands, and runs at the first click", { skip: process.env.FIREFOX && "BiDi does not reach into a worker" }, async () => {
    const { page, close } = await open("#position=96");
    await page.locator("#run", { hasText: "Pause" }).waitFor();
    const [worker] = page.workers();
    await worker.evaluate(() => {
      setTimeout(() => {
        throw new Error("gone");
      });
    });
    await page.locator("#restart").click();
    await page.locator("#run:enabled", { hasText: "Run" }).click();
    await page.locator("#run", { hasText: "Pause" }).waitFor();
    await close();
  });

  test("memory that runs out is said, and the machine can be started again", async () => {
    const { page, close } = await open("#position=96", {}, withoutMemory());
    await fast(page);
    const gone = page.locator("#trouble", { hasText: /has stopped: the machine has run out of memory/ });
    await gone.waitFor();
    await page.locator("#restart").click();
    // There may be too little memory to return to the visitor's moment; the page then starts at the beginning.
    await page.waitForFunction(() => !document.getElementById("next-move").disabled || !document.getElementById("trouble").hidden);
    if (await gone.isVisible()) await page.locator("#restart").click();
    await page.locator("#trouble").waitFor({ state: "hidden" });
    await page.locator("#next-move:not([disabled])").click();
    await later(page, 0);
    await close();
  });

  test("a tab that sleeps goes on where it was", { skip: process.env.FIREFOX && "BiDi cannot put a tab to sleep" }, async () => {
    // The search takes minutes, so it does not end while the tab sleeps.
    const { page, faults, close } = await open("#position=96");
    await page.locator("#run", { hasText: "Pause" }).waitFor();
    const devtools = await page.context().newCDPSession(page);
    await devtools.send("Page.setWebLifecycleState", { state: "frozen" });
    await new Promise((resolve) => setTimeout(resolve, 3000));
    await devtools.send("Page.setWebLifecycleState", { state: "active" });
    await later(page, await instruction(page));
    await page.locator("#run").click();
    await page.locator("#run", { hasText: "Run" }).waitFor();
    assert.deepEqual(faults, []);
    await close();
  });
});
