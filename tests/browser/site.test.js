// Every page of the built site, in a real browser, from a folder. Started by tests/browser/run SITE.

import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { describe, test } from "node:test";
import { pathToFileURL } from "node:url";
import { sizes, tab } from "./browser.js";

// The table of contents of the book is a frame for browsers without scripts, not a page.
const site = pathToFileURL(process.env.SITE).href;
const files = readdirSync(process.env.SITE, { recursive: true }).filter((file) => file.endsWith(".html") && file !== "book/toc.html");

const open = (options) => tab(options, (url) => url.startsWith(`${site}/`) || /^(data|blob):/.test(url));

/** Returns the lightness of the page's background, 0 to 255. */
function lightness() {
  const ground = [document.body, document.documentElement].map((element) => getComputedStyle(element).backgroundColor);
  const [r, g, b] = ground.find((colour) => !/, 0\)$/.test(colour)).match(/[\d.]+/g).map(Number);
  return (r + g + b) / 3;
}

for (const colorScheme of ["light", "dark"]) {
  for (const [name, viewport] of Object.entries(sizes)) {
    test(`every page opens: ${colorScheme}, ${name}`, async () => {
      const { page, faults, close } = await open({ viewport, colorScheme });
      for (const file of files) {
        await page.goto(`${site}/${file}`);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
        if (wide > 0) faults.push(`${file}: ${wide} pixels too wide`);
        const light = await page.evaluate(lightness);
        if (colorScheme === "light" ? light < 200 : light > 60) faults.push(`${file}: ground of ${light}`);
      }
      assert.ok(files.includes("index.html") && files.includes("contents.html"));
      assert.deepEqual(faults, []);
      await close();
    });
  }
}

describe("the book", { skip: files.includes("book/index.html") ? false : "the site was built without it" }, () => {
  test("finds words, and leads to them", async () => {
    const { page, faults, close } = await open({ viewport: sizes.desktop });
    await page.goto(`${site}/book/index.html`);
    await page.keyboard.press("s");
    await page.keyboard.type("conspiracy");
    const found = page.locator("#mdbook-searchresults a", { hasText: /^conspiracy numbers/i }).first();
    await found.waitFor();
    await found.click();
    await page.waitForURL(/conspiracy/);
    assert.match(await page.locator("main h1").innerText(), /Conspiracy/);
    assert.deepEqual(faults, []);
    await close();
  });

  test("leads to the report and back to the contents", async () => {
    const { page, faults, close } = await open({ viewport: sizes.phone });
    await page.goto(`${site}/book/docs/reference/bcp.html`);
    await page.locator("nav.site a", { hasText: "Table 1" }).click();
    await page.waitForURL(`${site}/report.html`);
    await page.goBack();
    await page.locator("nav.site a", { hasText: "Contents" }).click();
    await page.waitForURL(`${site}/contents.html`);
    assert.deepEqual(faults, []);
    await close();
  });
});

test("cells of the report and iterations lead to moments", async () => {
  const { page, close } = await open({ viewport: sizes.desktop });
  await page.goto(`${site}/report.html`);
  const targets = (selector) => page.locator(selector).evaluateAll((links) => links.map((link) => link.getAttribute("href")));
  const cells = await targets(".grid td a");
  assert.equal(cells.length, 300);
  for (const [at, cell] of cells.entries()) assert.match(cell, /^index\.html#position=\d+(&instruction=\d+)?$/, `cell ${at}`);
  const iterations = await targets(".iterations td a");
  assert.ok(iterations.length > 300);
  for (const iteration of iterations) assert.match(iteration, /^index\.html#position=\d+&instruction=\d+$/);
  await close();
});
