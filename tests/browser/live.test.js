// Table 1, live: a run in the browser has the results of the published run, survives what goes wrong, and is continued
// after a reload. Started by tests/browser/run. POSITIONS=all runs all 300 positions.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { open, PAGE } from "./page.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "bcp-live-"));
after(() => rmSync(folder, { recursive: true }));

/** Every fifth position, from the fourth: of the five such series it has the fewest positions that are not solved. */
const SERIES = Array.from({ length: 60 }, (_, n) => 5 * n + 4);
const numbers = process.env.POSITIONS === "all" ? Array.from({ length: 300 }, (_, n) => n + 1) : SERIES;
/** Milliseconds that the positions may take, on a loaded machine with an interpreter. */
const LONG = 3_600_000;

const published = (name) => readFileSync(join(root, "docs/results", name), "utf8");
const table1 = JSON.parse(published("table1.json")).entries.table1.result.positions;

/** Opens the tab, with a record of what is saved and of the workers. */
async function table(address = PAGE) {
  const opened = await open("", {}, address);
  const { page } = opened;
  await page.addInitScript(() => {
    const create = URL.createObjectURL;
    URL.createObjectURL = (blob) => {
      window.saved = blob;
      return create.call(URL, blob);
    };
    const Native = Worker;
    window.workers = [];
    window.Worker = class extends Native {
      constructor(...of) {
        super(...of);
        window.workers.push(this);
      }
    };
  });
  await page.goto("about:blank");
  await page.goto(`${address}#table`);
  await page.locator("#live-go").waitFor();
  return opened;
}

const go = (page, label) => page.locator("#live-go", { hasText: label });
const finished = (page) => page.locator("#live-status", { hasText: "finished" }).waitFor({ timeout: LONG });
const done = async (page) => Number((await page.locator("#live-status").textContent()).split(" ")[0]);
const reaches = (page, count) => page.waitForFunction((count) => Number(document.getElementById("live-status").textContent.split(" ")[0]) >= count, count, { timeout: LONG });

async function begin(page, positions) {
  await page.locator("#live-positions").fill(positions);
  await go(page, "Run it here").click();
}

async function saved(page) {
  await page.locator("#live-save").click();
  return page.evaluate(() => window.saved.text());
}

/** Compares results with the published ones, in every iteration up to the deciding one. */
function compare(lines, expected) {
  const iterations = published("iterations.csv").split("\n");
  assert.deepEqual(lines.map(({ number }) => number), expected);
  for (const line of lines) {
    const result = table1[line.number - 1];
    const { iterations: own, run, schema, ...outcome } = line;
    const rows = own.map(({ depth, value, move, nodes, cycles }) => [line.number, depth, value, move ?? "", nodes, cycles].join(","));
    assert.deepEqual(rows, iterations.filter((row) => row.startsWith(`${line.number},`)).slice(0, rows.length));
    // A search that is not solved went to the limit in both runs.
    assert.deepEqual(outcome, result);
  }
}

test("positions have the results of the published run, before and after a reload", async () => {
  const { page, faults, close } = await table();
  await begin(page, numbers.join(","));
  await reaches(page, 10);
  await go(page, "Pause").click();
  await page.locator("#live-status", { hasText: "paused" }).waitFor();
  const before = await done(page);
  await page.reload();
  await go(page, "Continue").waitFor();
  // What was finished while the page was left is kept, too.
  assert.ok((await done(page)) >= before);
  await go(page, "Continue").click();
  await finished(page);
  const text = await saved(page);
  compare(text.trim().split("\n").map((line) => JSON.parse(line)), numbers);
  // The command reads the results, and its summary is the page's.
  const file = join(folder, "saved.jsonl");
  writeFileSync(file, text);
  const report = spawnSync("bash", ["-c", `${process.env.BCP ?? "cargo run --quiet --bin bcp --"} report ${file}`], { cwd: root, encoding: "utf8" });
  assert.equal(report.status, 0, report.stderr);
  const summary = await page.locator("#live-summary").textContent();
  assert.match(summary, /solved \d+ of \d+; the paper solved/);
  assert.ok(report.stdout.endsWith(`\n${summary}`), report.stdout);
  assert.equal(await page.locator(".grid300 .waiting:not(.unasked)").count(), 0);
  assert.equal(await page.locator("svg.scatter .point").count(), numbers.length);
  assert.equal(await page.locator("#live-notes li").count(), 0);
  assert.deepEqual(faults, []);
  await close();
});

test("positions of a file are run, and a cell opens its search at the solution", async () => {
  const { page, faults, close } = await table();
  const epd = ["6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8#; id \"back rank\";", "nonsense", "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - bm Qg6; id \"WAC.001\";"];
  await page.locator("#live-file").setInputFiles({ name: "two.epd", mimeType: "text/plain", buffer: Buffer.from(epd.join("\n")) });
  await finished(page);
  await page.locator("#live-notes li", { hasText: "Line 2 is not run" }).waitFor();
  const lines = (await saved(page)).trim().split("\n").map((line) => JSON.parse(line));
  assert.deepEqual(lines.map(({ id, solved, move }) => [id, solved, move]), [["back rank", true, "Ra8#"], ["WAC.001", true, "Qg6"]]);
  const { cycles, depth } = table1[0];
  assert.deepEqual([lines[1].cycles, lines[1].depth], [cycles, depth]);
  await page.locator("#panel-table td a[title='WAC.001']").click();
  await page.locator("#coach strong", { hasText: /^Solved/ }).waitFor();
  await page.waitForURL(/#.*@\d+$/);
  assert.deepEqual(faults, []);
  await close();
});

/** Writes a copy of the page with another text in a part. */
function altered(from, to) {
  const text = readFileSync(process.env.PAGE, "utf8");
  const changed = text.replace(from, to);
  assert.notEqual(changed, text, `the page has no ${from}`);
  const path = join(folder, "altered.html");
  writeFileSync(path, changed);
  return pathToFileURL(path).href;
}

describe("what goes wrong", () => {
  test("a worker that fails is replaced, and nothing is lost", async () => {
    const { page, close } = await table();
    await begin(page, "2,4-9");
    // The first worker is the page's own.
    await page.waitForFunction(() => document.querySelectorAll(".grid300 .searching").length > 0 && window.workers.length > 1);
    await page.evaluate(() => window.workers[1].dispatchEvent(new ErrorEvent("error", { message: "it was ended" })));
    await page.locator("#live-notes li", { hasText: "it was ended" }).waitFor();
    await finished(page);
    compare((await saved(page)).trim().split("\n").map((line) => JSON.parse(line)), [2, 4, 5, 6, 7, 8, 9]);
    await close();
  });

  test("workers that do not start are said, and the run can be continued", async () => {
    const { page, close } = await table();
    await page.evaluate(() => {
      const { Worker } = window;
      window.Worker = class extends Worker {
        postMessage(message, ...rest) {
          if (message.wasm) setTimeout(() => this.dispatchEvent(new ErrorEvent("error", { message: "no memory is left" })));
          else super.postMessage(message, ...rest);
        }
      };
    });
    await begin(page, "4-6");
    await page.locator("#live-notes li", { hasText: "No worker starts: no memory is left" }).waitFor();
    await go(page, "Continue").waitFor();
    await close();
  });

  test("code that may not be compiled is interpreted, with the same results", async () => {
    const { page, close } = await table(altered("new WebAssembly.Module(", "null.refused("));
    await begin(page, "4-9");
    await page.locator("#live-notes li", { hasText: "it is interpreted" }).waitFor();
    await finished(page);
    compare((await saved(page)).trim().split("\n").map((line) => JSON.parse(line)), [4, 5, 6, 7, 8, 9]);
    await close();
  });

  test("a selection and a file that make no sense are refused", async () => {
    const { page, close } = await table();
    await begin(page, "0-3");
    await page.locator("#live-notes li", { hasText: "invalid position number" }).waitFor();
    await page.locator("#live-file").setInputFiles({ name: "game.epd", mimeType: "text/plain", buffer: Buffer.from("no position\n") });
    await page.locator("#live-notes li", { hasText: /expected EPD/ }).waitFor();
    assert.ok(await go(page, "Run it here").isVisible());
    await close();
  });
});
