// The page in both colour schemes, small and large, by keys; and its pictures in docs. Started by tests/browser/run.

import assert from "node:assert/strict";
import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { describe, test } from "node:test";
import { sizes } from "./browser.js";
import { open } from "./page.js";
import { pictures } from "./pictures.js";
import { textOf } from "./shown.js";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Tabs, with what each shows when it is drawn. */
const DRAWN = {
  watch: ["#panel-watch .branch", "pass"],
  step: [".source .line.now", ""],
  play: ["#panel-play [role=status]", "Your move"],
  table: [".grid300 td a", "F"],
  assemble: ["#panel-assemble", "Assembled:"],
  laboratory: ["#panel-laboratory .found", "Value 3"],
  positions: [".setup [role=status]", "The machine takes this position."],
};

describe("everybody can use it", () => {
  for (const colorScheme of ["light", "dark"]) {
    for (const [size, viewport] of Object.entries(sizes)) {
      test(`${size}, ${colorScheme}: axe finds nothing serious, nothing sticks out`, async () => {
        const { page, faults, close } = await open("#position=5&instruction=120000", { viewport, colorScheme, reducedMotion: "reduce" });
        await page.locator(".past output", { hasText: "120,000" }).waitFor();
        const shots = process.env.PICTURES;
        if (shots) mkdirSync(shots, { recursive: true });
        await page.evaluate(axe);
        for (const [tab, [place, hasText]] of Object.entries(DRAWN)) {
          if (tab === "positions") {
            await page.locator("#choose").click();
            await page.locator("#set-up").click();
          } else await page.locator(`#tab-${tab}`).click();
          await page.locator(place, { hasText }).first().waitFor();
          if (shots) await page.screenshot({ path: `${shots}/${size}-${colorScheme}-${tab}.png` });
          const beyond = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
          assert.equal(beyond, 0, `${tab} is too wide`);
          assert.equal(await page.evaluate(() => document.getAnimations().length), 0, "less motion is wished for");
          const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"], rules: { "target-size": { enabled: true } } }));
          const grave = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
          assert.deepEqual(grave.map(({ id, nodes }) => `${tab}: ${id}: ${nodes[0].html.slice(0, 160)} (${nodes.length})`), []);
        }
        assert.deepEqual(faults, []);
        await close();
      });
    }
  }

  for (const [width, height] of [[320, 256], [844, 390]]) {
    test(`${width} by ${height}, the bar leaves most of the view to what there is to see`, async () => {
      const { page, close } = await open("#position=5&instruction=100000", { viewport: { width, height } });
      await page.locator(".past output", { hasText: "100,000" }).waitFor();
      const bar = await page.locator("#transport").boundingBox();
      assert.ok(bar.height <= height / 4, `${bar.height} of ${height} pixels`);
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), 0);
      await close();
    });
  }

  test("the keys do what their list says", async () => {
    const { page, faults, close } = await open("#position=5&instruction=100000");
    await page.locator(".past output", { hasText: "100,000" }).waitFor();
    await page.keyboard.press("i");
    await page.locator(".past output", { hasText: "100,001" }).waitFor();
    await page.keyboard.press("b");
    await page.locator(".past output", { hasText: "100,000" }).waitFor();
    await page.keyboard.press("?");
    await page.locator("dialog[open]", { hasText: "Keys" }).waitFor();
    await page.keyboard.press("Escape");
    await page.keyboard.press("3");
    await page.locator("#panel-step").waitFor();
    await page.keyboard.press("1");
    await page.locator("#panel-watch").waitFor();
    assert.deepEqual(faults, []);
    await close();
  });
});

for (const [name, { hash, shown }] of Object.entries(pictures)) {
  const skip = process.env.FIREFOX && "they are Chromium's";
  test(`docs/images/${name}.png shows what the page shows; if not, docs/images/page.sh makes it again`, { skip }, async () => {
    const { page, close } = await open(hash, { viewport: { width: 1280, height: 860 } });
    const words = (text) => text.split(/\s+/).join(" ");
    const picture = readFileSync(new URL(`../../docs/images/${name}.png`, import.meta.url));
    assert.equal(words(textOf(picture) ?? "no text"), words(await shown(page)));
    await close();
  });
}
