// The report as a reader sees it, in a real browser. Started by tests/browser/run.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { pathToFileURL } from "node:url";
import { open as openAddress, sizes } from "./browser.js";

const report = pathToFileURL(process.env.REPORT).href;
const open = (options) => openAddress(report, options);
const tablet = { width: 820, height: 1180 };
/** The width of A4 without its margins, in CSS pixels. */
const paper = { width: 695, height: 1000 };

/** Returns elements that extend beyond the right edge of the page, unless their container scrolls or hides them. */
function overflowing() {
  const contained = (element) => {
    for (let at = element.parentElement; at; at = at.parentElement) {
      if (at.matches(".scroll, svg")) return true;
    }
    return false;
  };
  const width = document.documentElement.clientWidth;
  return [...document.body.querySelectorAll("*")]
    .filter((element) => element.getBoundingClientRect().right > width + 1 && !contained(element))
    .map((element) => element.outerHTML.slice(0, 80));
}

/** Returns cells of the table that are too narrow for their contents. */
function cramped() {
  return [...document.querySelectorAll(".grid td")]
    .filter((cell) => [...cell.querySelectorAll("span")].some((span) => span.getBoundingClientRect().right > cell.getBoundingClientRect().right))
    .map((cell) => cell.textContent);
}

/** Returns pairs of text and background with less contrast than WCAG 2.2 AA requires. */
function faint() {
  const channels = (colour) => (colour.match(/[\d.]+/g) ?? []).map(Number);
  const light = ([r, g, b]) => {
    const linear = [r, g, b].map((c) => (c / 255 <= 0.04045 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2];
  };
  const ground = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const colour = channels(getComputedStyle(at).backgroundColor);
      if (colour.length === 3 || colour[3] === 1) return colour;
    }
    return [255, 255, 255];
  };
  const found = new Set();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || element.closest("title, .tip, .hidden")) continue;
    const style = getComputedStyle(element);
    const [a, b] = [light(channels(element.closest("svg") ? style.fill : style.color)), light(ground(element))];
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    const large = parseFloat(style.fontSize) >= 24;
    if (ratio < (large ? 3 : 4.5)) found.add(`${ratio.toFixed(2)}: ${element.tagName}.${element.className.baseVal ?? element.className}`);
  }
  return [...found];
}

/** Returns the lightness of the page, 0 to 255. */
function lightness() {
  return Math.max(...getComputedStyle(document.body).backgroundColor.match(/\d+/g).map(Number));
}

for (const [size, viewport] of Object.entries({ ...sizes, tablet })) {
  for (const colorScheme of ["light", "dark"]) {
    test(`${size}, ${colorScheme}: no complaint, nothing sticks out, everything can be read`, async () => {
      const { page, faults, close } = await open({ viewport, colorScheme });
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), viewport.width);
      assert.deepEqual(await page.evaluate(overflowing), []);
      assert.deepEqual(await page.evaluate(cramped), []);
      assert.deepEqual(await page.evaluate(faint), []);
      const light = await page.evaluate(lightness);
      assert.ok(colorScheme === "light" ? light > 230 : light < 50, `a page of lightness ${light}`);
      assert.deepEqual(faults, []);
      await close();
    });
  }
}

describe("what is on the page", () => {
  let opened;
  before(async () => (opened = await open({ viewport: sizes.desktop })));
  after(() => opened.close());

  test("every link leads somewhere", async () => {
    const dangling = await opened.page.evaluate(() =>
      [...document.querySelectorAll("a")]
        .map((link) => link.getAttribute("href"))
        .filter((href) => !href.startsWith("#") || !document.getElementById(href.slice(1))),
    );
    assert.deepEqual(dangling, []);
  });

  test("the table has the paper's layout", async () => {
    const shape = await opened.page.evaluate(() => {
      const rows = [...document.querySelectorAll(".grid tbody tr")];
      return [rows.length, ...new Set(rows.map((row) => row.querySelectorAll("td a").length))];
    });
    assert.deepEqual(shape, [20, 15]);
  });

  test("every position has a card with a diagram in which all pieces are drawn", async () => {
    const wrong = await opened.page.evaluate(() =>
      [...document.querySelectorAll(".card")].filter((card) => {
        const pieces = card.querySelector(".fen").textContent.split(" ")[0].replace(/[^a-z]/gi, "").length;
        const drawn = [...card.querySelectorAll(".diagram use")].filter((use) => use.getBoundingClientRect().width > 4);
        return drawn.length !== pieces + 1;
      }).length,
    );
    assert.equal(wrong, 0);
    assert.equal(await opened.page.locator(".card").count(), 300);
  });

  test("all pictures and regions have names", async () => {
    const nameless = await opened.page.evaluate(() =>
      [...document.querySelectorAll("svg[role=img], [role=region]")].filter(
        (element) => !(element.getAttribute("aria-label") ?? element.querySelector("title")?.textContent),
      ).length,
    );
    assert.equal(nameless, 0);
  });
});

test("without scripts the page is the same", async () => {
  const { page, close } = await open({ viewport: sizes.desktop, javaScriptEnabled: false });
  assert.equal(await page.locator("script").count(), 0);
  assert.equal(await page.locator(".card").count(), 300);
  await close();
});

test("printed it is light, fits the paper and can be read", async () => {
  const { page, faults, close } = await open({ viewport: paper, colorScheme: "dark" });
  await page.emulateMedia({ media: "print" });
  assert.equal(await page.evaluate(lightness), 255);
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= paper.width);
  assert.deepEqual(await page.evaluate(overflowing), []);
  assert.deepEqual(await page.evaluate(cramped), []);
  assert.deepEqual(await page.evaluate(faint), []);
  assert.equal(await page.locator("nav").isVisible(), false);
  const pdf = await page.pdf({ preferCSSPageSize: true, printBackground: true, tagged: true });
  assert.ok(pdf.length > 100_000, `${pdf.length} bytes of PDF`);
  const sheets = (text) => text.toString("latin1").match(/\/Type \/Page\b(?!s)/g).length;
  assert.ok(sheets(pdf) <= 20, `${sheets(pdf)} pages`);
  await page.locator("#print-cards").evaluate((box) => box.click());
  assert.ok(sheets(await page.pdf({ preferCSSPageSize: true })) > 20, "the positions are printed on request");
  // Screen readers for PDF recognize which cells are headings.
  const tags = pdf.toString("latin1");
  assert.ok(tags.includes("/StructTreeRoot") && tags.includes("/S /TH"), "the PDF is not tagged");
  assert.deepEqual(faults, []);
  await close();
});
