// The page on a touch screen, where Run and what it has found do not fit into one view. Started by tests/browser/run.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { fast, open, solved } from "./page.js";

const PHONES = [[360, 740], [390, 844]];
const touch = ([width, height]) => ({ viewport: { width, height }, hasTouch: true, isMobile: true });
/** Waits until an element is in the view, above the bar if there is one. */
const inSight = (page, place) =>
  page.waitForFunction((place) => {
    const { top, bottom } = document.querySelector(place).getBoundingClientRect();
    const bar = document.getElementById("transport").getBoundingClientRect();
    return top >= 0 && bottom <= (bar.height > 0 ? bar.top : window.innerHeight);
  }, place);

describe("a phone", { skip: process.env.FIREFOX && "it does not emulate touch screens" }, () => {
  for (const phone of PHONES) {
    const at = phone.join(" by ");

    test(`${at}: what Run has found is in sight`, async () => {
      const { page, faults, close } = await open("#assemble", touch(phone));
      await page.locator("#panel-assemble", { hasText: "Assembled:" }).waitFor();
      await page.locator("#load-run").tap();
      await fast(page);
      await page.locator(".output", { hasText: "hello from a Z8000" }).waitFor();
      await inSight(page, ".output");
      await page.locator("#tab-laboratory").tap();
      await page.locator("#panel-laboratory .found", { hasText: "Value 3" }).waitFor();
      await page.locator("#lab-run").tap();
      await page.locator("#panel-laboratory .found", { hasText: "Value 3" }).waitFor();
      await inSight(page, "#panel-laboratory .found");
      await inSight(page, "#panel-laboratory .row");
      // A new game has its board in sight.
      await page.locator("#tab-play").tap();
      await page.locator("summary", { hasText: "A new game" }).tap();
      await page.getByRole("button", { name: "New game" }).tap();
      await inSight(page, "#board-frame");
      assert.deepEqual(faults, []);
      await close();
    });

    test(`${at}: the bar says what the sentence says while that is out of sight, and is not cut`, async () => {
      const { page, faults, close } = await open("#position=5", touch(phone));
      await page.locator("#z8000").evaluate((heading) => heading.scrollIntoView());
      await fast(page);
      await solved(page);
      await page.locator("#transport .brief", { hasText: /^Solved: Qc4\+/ }).waitFor();
      const high = () => page.locator("#transport").evaluate((bar) => bar.offsetHeight);
      await page.evaluate(() => window.scrollTo(0, 0));
      await page.locator("#transport .brief").waitFor({ state: "hidden" });
      const before = await high();
      const cut = await page.locator("#transport").evaluate((bar) => {
        const inside = [...bar.querySelectorAll("button, output, b, select")].filter((part) => part.getClientRects().length > 0);
        const words = document.createElement("canvas").getContext("2d");
        // A list keeps a part of its width for its arrow.
        const need = (part) => {
          const { fontWeight, fontSize, fontFamily } = getComputedStyle(part);
          words.font = `${fontWeight} ${fontSize} ${fontFamily}`;
          return part instanceof HTMLSelectElement ? 24 + Math.max(...[...part.options].map(({ text }) => words.measureText(text).width)) : part.scrollWidth;
        };
        return inside.filter((part) => need(part) > Math.ceil(part.getBoundingClientRect().width) || part.getBoundingClientRect().right > bar.clientWidth).map((part) => part.id || part.textContent);
      });
      assert.deepEqual(cut, []);
      // The progress on the way to a moment moves nothing.
      await page.locator("#transport progress").evaluate((progress) => (progress.hidden = false));
      assert.equal(await high(), before);
      assert.deepEqual(faults, []);
      await close();
    });
  }

  test("texts about keys are not shown", async () => {
    const { page, faults, close } = await open("#play", touch(PHONES[0]));
    await page.locator("#panel-play [role=status]", { hasText: "Your move" }).waitFor();
    await page.locator(".line", { hasText: "Drag a piece" }).waitFor();
    const keys = /\b(arrow|arrows|keys?|Enter|Escape|Tab|Delete)\b/i;
    for (const tab of ["play", "assemble", "watch"]) {
      await page.locator(`#tab-${tab}`).tap();
      await page.locator(`#panel-${tab} > *`).first().waitFor();
      assert.doesNotMatch((await page.locator("body").innerText()).replace(/^.*\bkey\b of .*$/gm, ""), keys, tab);
    }
    await page.locator("#choose").tap();
    await page.locator("#set-up").tap();
    await page.locator(".setup [role=status]", { hasText: "takes" }).waitFor();
    assert.doesNotMatch(await page.locator(".setup").innerText(), keys);
    await close();
    const desk = await open("#play");
    await desk.page.locator(".line", { hasText: "arrow keys" }).waitFor();
    assert.deepEqual([...faults, ...desk.faults], []);
    await desk.close();
  });

  test("Table 1: its key stands above its cells; at 768 all columns are seen, and narrower it says that it scrolls", async () => {
    for (const [width, height] of [...PHONES, [768, 1024]]) {
      const { page, faults, close } = await open("#table", touch([width, height]));
      const [key, table] = [await page.locator(".table1 .legend").boundingBox(), await page.locator(".grid300").boundingBox()];
      assert.ok(key.y + key.height <= table.y, `${key.y} ${table.y}`);
      const beyond = await page.locator(".table1 .scroll:not([hidden])").evaluate((scroll) => scroll.scrollWidth > scroll.clientWidth);
      assert.equal(await page.locator(".table1 .sideways").isVisible(), beyond);
      assert.equal(beyond, width < 768);
      assert.deepEqual(faults, []);
      await close();
    }
  });

  test("Play: another game comes before the list of moves, folded, and opens where a game is wrong", async () => {
    const { page, faults, close } = await open("#play", touch(PHONES[0]));
    await page.locator("#panel-play [role=status]", { hasText: "Your move" }).waitFor();
    const order = () => page.locator("#panel-play h2").allInnerTexts();
    assert.deepEqual(await order(), ["A new game", "Your own game", "BCP’s published games", "Moves"]);
    assert.equal(await page.locator("#own-text").isVisible(), false);
    await page.evaluate(() => {
      const data = new DataTransfer();
      data.setData("text/plain", "1. Zz9");
      document.getElementById("main").dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
    });
    await page.locator("#own-fault", { hasText: /\w/ }).waitFor();
    await page.locator("#own-text").fill('[White "A"]\n[Black "B"]\n\n1. e4 e5 *');
    await page.locator("#own-open").tap();
    await page.locator("#panel-play h2", { hasText: "A – B" }).waitFor();
    assert.deepEqual((await order())[0], "A – B");
    await inSight(page, "#board-frame");
    assert.deepEqual(faults, []);
    await close();
  });
});
