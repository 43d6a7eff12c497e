// The pages of searches (`bcp-lab trace --format page`), in a real browser. Started by tests/browser/run.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { open as openAddress, sizes } from "./browser.js";

const folder = process.env.TREES;
const trees = readdirSync(folder).filter((file) => file.endsWith(".html") && file !== "index.html");
const axe = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

/** Opens a page of a tree; returns it with its trace. */
async function open(file, options = { viewport: sizes.desktop }) {
  const path = join(folder, file);
  const trace = JSON.parse(readFileSync(path, "utf8").match(/<script type="application\/json" id="data">(.*?)<\/script>/s)[1]);
  return { trace, ...(await openAddress(pathToFileURL(path).href, options)) };
}

const rows = (page) => page.locator("#tree .row");
const step = async (page) => Number(await page.locator("#time").inputValue());
/** Returns the last step of a trace, computed from the data and not by the page. */
const last = ({ nodes }) => Math.max(...nodes.flatMap((node) => [node.at, ...node.known.map((known) => known.at)]));
/** Returns the number of nodes at a step. */
const begun = ({ nodes }, time) => nodes.filter((node) => node.at <= time).length;

test("there are pages of every family", () => {
  for (const name of ["beal-5", "mcallester-3-9", "standard", "verified"]) assert.ok(trees.includes(`${name}.html`), name);
});

test("every page opens without faults, small and large, light and dark", async () => {
  const all = [];
  for (const file of trees) {
    const { page, trace, faults, close } = await open(file);
    // At the last step all nodes are known.
    assert.match(await page.locator("#when").innerText(), new RegExp(`^step ${last(trace)} of ${last(trace)}, ${trace.nodes.length} nodes`));
    await page.addScriptTag({ path: axe });
    for (const [name, viewport] of Object.entries(sizes)) {
      await page.setViewportSize(viewport);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      if (wide > 0) faults.push(`${file}, ${name}: ${wide} pixels too wide`);
      for (const colorScheme of ["light", "dark"]) {
        await page.emulateMedia({ colorScheme });
        const { violations } = await page.evaluate(() => axe.run({ runOnly: ["wcag2a", "wcag2aa"] }));
        for (const one of violations) faults.push(`${file}, ${name}, ${colorScheme}: ${one.id}: ${one.nodes.map((node) => node.html).slice(0, 2)}`);
      }
    }
    all.push(...faults.filter((fault) => !fault.includes("axe.min.js")));
    await close();
  }
  assert.deepEqual(all, []);
});

test("every page has a caption, a legend with signs and units, and leads back to the list", async () => {
  const titles = new Map(readFileSync(new URL("../../docs/site/trees", import.meta.url), "utf8").split("\n").map((line) => line.split("|")));
  for (const file of trees) {
    const { page, trace, close } = await open(file);
    assert.equal(await page.locator("h1").innerText(), titles.get(file.replace(".html", "")));
    assert.match(await page.locator("header p").nth(1).innerText(), new RegExp(`^${RegExp.escape?.(trace.search) ?? trace.search}, .*: `, "s"));
    const legend = await page.locator(".legend").innerText();
    const wanted = [/^A line is a /];
    if ("window" in trace.nodes[0]) wanted.push(/In the window \[-inf, 3\] only values up to 3 matter/, /for the side that plays there: the sign changes/);
    if (trace.unit) wanted.push(new RegExp(`Values are in ${trace.unit}`));
    for (const sentence of wanted) assert.match(legend, sentence, file);
    if (trace.unit) assert.equal(await page.locator("#n0 .unit").innerText(), trace.unit);
    await page.getByRole("link", { name: "All trees" }).click();
    assert.equal(await page.locator("h1").innerText(), "Trees to step through");
    await close();
  }
});

test("all lines open, and close to the roots", async () => {
  for (const file of trees) {
    const { page, trace, faults, close } = await open(file);
    await page.locator("#open").click();
    assert.equal(await rows(page).count(), trace.nodes.length, file);
    await page.locator("#close").click();
    const roots = trace.nodes.filter((node) => node.parent === null).length;
    assert.equal(await rows(page).count(), roots, file);
    assert.deepEqual(faults, []);
    await close();
  }
});

test("a line opens and closes by a click", async () => {
  const { page, trace, close } = await open("beal-4.html");
  const below = trace.nodes.filter((node) => node.parent === 0).length;
  await page.locator("#close").click();
  await page.locator("#n0").click();
  assert.equal(await rows(page).count(), 1 + below);
  assert.equal(await page.locator("#n0").getAttribute("aria-expanded"), "true");
  await page.locator("#n0").click();
  assert.equal(await rows(page).count(), 1);
  await close();
});

test("steps go on and back, and show what was known then", async () => {
  for (const file of ["beal-6.html", "mcallester-3-9.html"]) {
    const { page, trace, faults, close } = await open(file);
    await page.locator("#first").click();
    assert.equal(await step(page), 0);
    for (let time = 0; time <= Math.min(12, last(trace)); time += 1) {
      assert.equal(await step(page), time);
      await page.locator("#open").click();
      assert.equal(await rows(page).count(), begun(trace, time), `${file} at ${time}`);
      await page.locator("#on").click();
    }
    await page.locator("#last").click();
    await page.locator("#back").click();
    assert.equal(await step(page), last(trace) - 1);
    assert.deepEqual(faults, []);
    await close();
  }
});

test("the principal variation has the value of the root all the way down", async () => {
  const { page, trace, close } = await open("beal-6.html");
  await page.locator("#variation").click();
  const line = await page.locator(".row.variation").evaluateAll((marked) => marked.map((row) => Number(row.id.slice(1))));
  assert.ok(line.length > 1, "a variation");
  const value = (id) => trace.nodes[id].known.at(-1).value;
  for (const [at, id] of line.entries()) {
    assert.equal(Math.abs(value(id)), Math.abs(value(0)), `call ${at} of the variation`);
    if (at > 0) assert.equal(trace.nodes[id].parent, line[at - 1]);
  }
  assert.equal(await page.locator(`#n${line.at(-1)}`).getAttribute("aria-selected"), "true");
  await close();
});

test("everything can be done by the keyboard", async () => {
  const { page, trace, faults, close } = await open("standard.html");
  const press = (...keys) => keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve());
  const selected = () => page.locator(".row[aria-selected=true]").getAttribute("id");
  await press("Home");
  assert.equal(await step(page), 0);
  await press("ArrowRight", "ArrowRight", "ArrowLeft");
  assert.equal(await step(page), 1);
  await press("End");
  assert.equal(await step(page), last(trace));
  await press("c");
  assert.equal(await selected(), "n0");
  await press("Enter", "ArrowDown");
  assert.notEqual(await selected(), "n0");
  assert.ok(await page.locator("#details .board").isVisible());
  await press("ArrowUp", " ");
  assert.equal(await rows(page).count(), 1);
  await press("o");
  assert.equal(await rows(page).count(), trace.nodes.length);
  await press("p");
  assert.ok((await page.locator(".row.variation").count()) > 1);
  // Keys that the slider uses itself still work.
  await page.locator("#time").focus();
  await press("Home");
  assert.equal(await step(page), 0);
  assert.deepEqual(faults, []);
  await close();
});
