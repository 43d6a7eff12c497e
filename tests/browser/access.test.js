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

/** The tabs, each with an element that appears when the tab is drawn. */
const DRAWN = {
  watch: ["#panel-watch .branch", "pass"],
  tour: ["#stop-8 figcaption", "It plays f8=Q"],
  step: [".source .line.now", ""],
  play: ["#panel-play [role=status]", "Your move"],
  table: [".grid300 td a", "F"],
  assemble: ["#panel-assemble", "Assembled:"],
  laboratory: ["#panel-laboratory .found", "Value 3"],
  positions: [".setup [role=status]", "The machine takes this position."],
};

/** Firefox cannot be made to force colours. */
const colours = { light: { colorScheme: "light" }, dark: { colorScheme: "dark" }, ...(process.env.FIREFOX ? {} : { forced: { forcedColors: "active" } }) };

/** Returns the violations that axe finds, as lines. */
async function violations(page, where) {
  const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"], rules: { "target-size": { enabled: true } } }));
  return violations.map(({ id, nodes }) => `${where}: ${id}: ${nodes[0].html.slice(0, 160)} (${nodes.length})`);
}

/** States that are only passed through, or reached only by a link: an address, and an element of the state. */
const PASSED = {
  "figures that load": ["#tour", "#stop-1"],
  "the choice of a position": ["#position=5&instruction=1000", "dialog .grid svg", "#choose"],
  "the keys": ["#position=5&instruction=1000", "dialog[open] .keys", "#help"],
  "a published game": ["#play&published=3", ".moves button"],
  "what a link has beside": ["#position=5&nonsense=1", "#trouble button"],
  "a run of Table 1": ["#table&position=5&instruction=1000", ".grid300 .searching", "#live-go"],
  "a frame": ["#embed&position=5&instruction=1000", ".outside"],
};

describe("everybody can use it", () => {
  for (const colorScheme of ["light", "dark"]) {
    test(`axe finds nothing in states between: ${colorScheme}`, async () => {
      for (const [state, [hash, place, press]] of Object.entries(PASSED)) {
        const { page, close } = await open(hash, { colorScheme });
        if (press) await page.locator(".past output", { hasText: "1,000" }).waitFor({ state: "attached" });
        if (press) await page.locator(press).click();
        await page.locator(place).first().waitFor();
        await page.evaluate(axe);
        assert.deepEqual(await violations(page, state), []);
        await close();
      }
    });
  }

  test("from the top to Run, Tab stops at most twelve times", async () => {
    for (const hash of ["#position=1&instruction=500000", "#position=96&instruction=2000000", "#position=5", "#step&position=5&instruction=120000"]) {
      const { page, close } = await open(hash);
      if (hash === "#position=5") await page.locator("#coach strong", { hasText: /^Solved/ }).waitFor();
      await page.waitForFunction(() => document.querySelector("#panel-watch .growth:not([data-behind]) .branch:not(.head), #panel-step .source .line.now"));
      let stops = 0;
      do {
        await page.keyboard.press("Tab");
        stops += 1;
      } while (stops < 99 && (await page.evaluate(() => document.activeElement.id)) !== "run");
      assert.ok(stops <= 12, `${hash}: ${stops}`);
      await close();
    }
  });

  for (const [colour, scheme] of Object.entries(colours)) {
    for (const [size, viewport] of Object.entries(sizes)) {
      test(`${size}, ${colour}: axe finds nothing, nothing sticks out`, async () => {
        const { page, faults, close } = await open("#position=5&instruction=120000", { viewport, ...scheme, reducedMotion: "reduce" });
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
          if (shots) await page.screenshot({ path: `${shots}/${size}-${colour}-${tab}.png` });
          const beyond = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
          assert.equal(beyond, 0, `${tab} is too wide`);
          assert.equal(await page.evaluate(() => document.getAnimations().length), 0, "less motion is wished for");
          assert.deepEqual(await violations(page, tab), []);
        }
        assert.deepEqual(faults, []);
        await close();
      });
    }
  }

  test("in the colours of the system, what means something by its colour has a sign or keeps it", { skip: process.env.FIREFOX && "it cannot be asked to" }, async () => {
    const { page, close } = await open("#position=5&instruction=120000", { forcedColors: "active" });
    await page.locator("#panel-watch .branch.inhand").first().waitFor();
    const style = (place, name, before) => page.locator(place).first().evaluate((element, [name, before]) => getComputedStyle(element, before)[name], [name, before]);
    assert.match(await style("#panel-watch .branch.inhand b", "content", "::before"), /▸/);
    assert.equal(await style("#panel-watch .branch .dot", "forcedColorAdjust"), "none");
    // Exactly one tab is underlined.
    const lines = await page.locator(".tabs [role=tab]").evaluateAll((tabs) => tabs.map((tab) => getComputedStyle(tab).borderBottomColor));
    assert.equal(new Set(lines.slice(1)).size, 1);
    assert.notEqual(lines[0], lines[1]);
    await page.locator("#tab-table").click();
    assert.notEqual(await style(".grid300 .f5", "backgroundColor"), await style(".grid300 .s5", "backgroundColor"));
    await close();
  });

  test("keys of one letter can be switched off, and none leads away from a game", async () => {
    const { page, faults, close } = await open("#play&moves=e2e4&side=both");
    await page.locator(".moves button").first().waitFor();
    await page.locator("[data-square=e2]").focus();
    await page.keyboard.press("n");
    await page.keyboard.press("l");
    assert.equal(await page.evaluate(() => document.body.dataset.tab), "play");
    await page.locator("#help").click();
    await page.locator("#single-keys").uncheck();
    await page.keyboard.press("Escape");
    await page.locator("#tab-table").click();
    await page.keyboard.press("1");
    assert.equal(await page.evaluate(() => document.body.dataset.tab), "table");
    // The setting is stored.
    await page.waitForFunction(() => location.hash === "#table");
    await page.reload();
    await page.locator(".grid300").waitFor();
    await page.keyboard.press("1");
    assert.equal(await page.evaluate(() => document.body.dataset.tab), "table");
    assert.deepEqual(faults, []);
    await close();
  });

  test("the history goes from tab to tab", async () => {
    const { page, faults, close } = await open("#table");
    await page.locator(".grid300").waitFor();
    for (const tab of ["play", "tour"]) {
      await page.locator(`#tab-${tab}`).click();
      await page.waitForFunction((tab) => location.hash.startsWith(`#${tab}`), tab);
    }
    await page.goBack();
    await page.waitForFunction(() => document.body.dataset.tab === "play");
    await page.goBack();
    await page.waitForFunction(() => document.body.dataset.tab === "table");
    assert.deepEqual(faults, []);
    await close();
  });

  test("without a clipboard, as in a frame, the link is shown, and the line that embeds it", async () => {
    const { page, close } = await open("#position=5&instruction=100000");
    await page.locator(".past output", { hasText: "100,000" }).waitFor();
    await page.evaluate(() => Object.defineProperty(navigator, "clipboard", { value: { writeText: () => Promise.reject(new Error("no")) } }));
    await page.locator("#copy-link").click();
    assert.match(await page.getByLabel("The link to this moment").inputValue(), /#5@100000$/);
    assert.match(await page.getByLabel("To show this position in a page of yours").inputValue(), /^<iframe src="[^"]*#embed&amp;5" .*><\/iframe>$/);
    await close();
  });

  test("a swipe that begins on the board, or on a piece of it, scrolls and takes nothing up", { skip: process.env.FIREFOX && "it has no touch here" }, async () => {
    const { page, close } = await open("#play&moves=&side=both", { viewport: sizes.phone, hasTouch: true, isMobile: true });
    await page.locator("[data-square=e4]").waitFor();
    const devtools = await page.context().newCDPSession(page);
    const place = async (square) => {
      const { x, y, width, height } = await page.locator(`[data-square=${square}]`).boundingBox();
      return { x: x + width / 2, y: y + height / 2 };
    };
    const touch = (type, ...touchPoints) => devtools.send("Input.dispatchTouchEvent", { type, touchPoints });
    for (const square of ["e4", "e2"]) {
      await page.evaluate(() => window.scrollTo(0, 0));
      const { x, y } = await place(square);
      await touch("touchStart", { x, y });
      for (let far = 10; far <= 200; far += 10) await touch("touchMove", { x, y: y - far });
      await touch("touchEnd");
      await page.waitForFunction(() => window.scrollY > 100);
      assert.equal(await page.locator(".squares .chosen").count(), 0, square);
    }
    await page.evaluate(() => window.scrollTo(0, 0));
    // Two taps still make a move, and a tapped piece can be dragged to its square.
    await page.locator("[data-square=e2]").tap();
    await page.locator("[data-square=e4]").tap();
    await page.locator(".moves button", { hasText: "e4" }).waitFor();
    await page.locator("[data-square=e7]").tap();
    await page.locator("[data-square=e7].chosen").waitFor();
    await touch("touchStart", await place("e7"));
    await touch("touchMove", await place("e6"));
    await touch("touchMove", await place("e5"));
    await touch("touchEnd");
    await page.locator(".moves button", { hasText: "e5" }).waitFor();
    await close();
  });

  for (const [width, height] of [[640, 400], [320, 200]]) {
    test(`at ${width} by ${height}, as a desk at twice or four times its size has it, nothing sticks out`, async () => {
      const { page, close } = await open("#position=5&instruction=100000", { viewport: { width, height } });
      await page.locator(".past output", { hasText: "100,000" }).waitFor();
      const wide = await page.locator("#transport").evaluate((bar) => bar.scrollWidth - bar.clientWidth);
      if (height >= 352) assert.equal(wide, 0);
      for (const tab of ["watch", "tour", "play", "table"]) {
        await page.locator(`#tab-${tab}`).click();
        assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), 0, tab);
      }
      await close();
    });
  }

  test("on paper there are words and figures, and no buttons", { skip: process.env.FIREFOX && "its medium cannot be chosen" }, async () => {
    const { page, close } = await open("#tour&stop=1");
    await page.locator("#stop-8 figcaption", { hasText: "It plays f8=Q" }).waitFor();
    await page.emulateMedia({ media: "print" });
    for (const gone of [".bar", "#transport", "#stop-1 .actions"]) await page.locator(gone).waitFor({ state: "hidden" });
    for (const seen of ["#stop-1 .words", "#stop-8 figure"]) await page.locator(seen).waitFor();
    await close();
  });

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

for (const [name, { hash, height, shown }] of Object.entries(pictures)) {
  const skip = process.env.FIREFOX && "they are Chromium's";
  test(`docs/images/${name}.png shows what the page shows; if not, docs/images/page.sh makes it again`, { skip }, async () => {
    const { page, close } = await open(hash, { viewport: { width: 1280, height } });
    const words = (text) => text.split(/\s+/).join(" ");
    const picture = readFileSync(new URL(`../../docs/images/${name}.png`, import.meta.url));
    assert.equal(words(textOf(picture) ?? "no text"), words(await shown(page)));
    await close();
  });
}
