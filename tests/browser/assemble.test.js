// Tabs of the page that search and run what a visitor writes: Assemble and Laboratory. Started by tests/browser/run.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { deflateRawSync } from "node:zlib";
import { fast, meter, open } from "./page.js";

const editor = (page) => page.getByRole("textbox", { name: "Program" });

describe("Assemble", () => {
  let opened;
  before(async () => (opened = await open("#assemble")));
  after(() => opened.close());

  test("a program runs, and says what it has to say", async () => {
    const { page } = opened;
    await page.locator("#panel-assemble", { hasText: "Assembled:" }).waitFor();
    await page.locator("#load-run").click();
    await fast(page);
    await page.locator(".output", { hasText: "hello from a Z8000" }).waitFor();
    // The bytes after the end are not shown as the next instruction.
    await page.locator("#panel-assemble", { hasText: /It has halted\. [\d,]+ steps/ }).waitFor();
  });

  test("an error has a caret under its word", async () => {
    const { page } = opened;
    await page.getByRole("textbox", { name: "Program" }).fill("        .z8002\n        .text\nstart:  ld      r1,#70000\n");
    await page.locator(".remarks .under").first().waitFor();
    const [line, under] = (await page.locator(".remarks pre").first().textContent()).split("\n");
    assert.equal(line.slice(under.indexOf("^"), under.lastIndexOf("^") + 1), "#70000".slice(line[under.indexOf("^")] === "#" ? 0 : 1));
    await page.locator("#load-run").click();
    await page.locator("#panel-assemble", { hasText: "Nothing is loaded." }).waitFor();
    assert.equal(await page.locator(".output").textContent(), "");
    assert.equal(await page.locator("#panel-assemble .registers").isVisible(), false);
    assert.equal(await page.locator(".editor .wrong .caret").textContent(), line.slice(under.indexOf("^"), under.lastIndexOf("^") + 1));
  });

  test("Tab indents, and after Escape it leaves the editor", async () => {
    const { page } = opened;
    const text = page.getByRole("textbox", { name: "Program" });
    await text.fill("");
    await page.keyboard.press("Tab");
    assert.equal(await text.evaluate((element) => element.textContent), "\t");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Tab");
    assert.equal(await text.evaluate((element) => element === document.activeElement), false);
  });

  test("ten thousand lines are typed in without delay", async (context) => {
    const { page } = opened;
    const text = page.getByRole("textbox", { name: "Program" });
    const source = "        ld      r1,#0x1000              ! a word\n".repeat(10_000);
    await page.evaluate((hash) => (location.hash = hash), `#assemble&program=${deflateRawSync(source).toString("base64url")}`);
    await page.locator("#panel-assemble", { hasText: "Assembled: 40,000 bytes" }).waitFor();
    await text.focus();
    const spent = await meter(page);
    await page.evaluate(async () => {
      for (let count = 0; count < 30; count += 1) {
        document.execCommand("insertText", false, "x");
        await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      }
    });
    const work = (await spent()) / 30;
    context.diagnostic(`a key in 10,000 lines: ${work.toFixed(1)} ms of work until it is painted`);
    assert.ok(work < 50, `${work} ms`);
    // The document omits text that is out of sight, and `fill` would not replace it.
    await text.press("ControlOrMeta+a");
    await text.press("Delete");
  });

  test("a program that never ends can be paused", async () => {
    const { page } = opened;
    await page.getByRole("textbox", { name: "Program" }).fill("        .z8002\n        .text\n        .org    0\n        .word   0, 0x4000, start\nstart:  jr      start\n");
    await page.locator("#panel-assemble", { hasText: "Assembled:" }).waitFor();
    await page.locator("#load-run").click();
    await page.locator("#run", { hasText: "Pause" }).click();
    await page.locator("#run", { hasText: "Run" }).waitFor();
    await page.locator("#back-move").click();
    assert.deepEqual(opened.faults, []);
  });
});

test("a program is in its link", async () => {
  const { page, faults, close } = await open("#assemble");
  await page.waitForFunction(() => /^#assemble&program=[\w-]+$/.test(location.hash));
  const link = new URL(page.url()).hash;
  const text = await editor(page).innerText();
  assert.deepEqual(faults, []);
  await close();
  const other = await open(link);
  await other.page.waitForFunction((hash) => location.hash === hash, link);
  assert.equal(await editor(other.page).innerText(), text);
  await other.close();
  const broken = await open("#assemble&program=AAAA");
  await broken.page.locator("#trouble", { hasText: "the link contains no readable text" }).waitFor();
  await broken.close();
});

describe("Laboratory", () => {
  const says = (page, text) => page.locator("#panel-laboratory .found", { hasText: text }).waitFor();
  const rows = (page) => page.locator("#panel-laboratory .row");

  test("a tree that is typed is searched and drawn, and a wrong one is told with its place", async () => {
    const { page, faults, close } = await open("#laboratory");
    // By hand: the moves yield 3, 2 and 1; three replies need not be searched.
    await says(page, "Value 3 by the moves 1 1. 10 positions. Minimax visits 13.");
    assert.equal(await rows(page).count(), 10);
    const text = page.locator("#lab-text");
    await text.fill("0(0(7 8) 0(9 2))");
    await page.locator("#lab-search").selectOption("minimax");
    await page.locator("#lab-run").click();
    await says(page, "Value 7 by the moves 1 1. 7 positions.");
    // A change of any setting removes what was found with the one before.
    await page.locator("#lab-depth").fill("1");
    await says(page, "Press Run to search with these settings.");
    assert.equal(await rows(page).count(), 0);
    assert.equal(await page.locator("#panel-laboratory .caption").textContent(), "");
    await page.locator("#lab-depth").fill("2");
    await page.locator("#lab-run").click();
    await says(page, "Value 7 by the moves 1 1. 7 positions.");
    await page.locator("#panel-laboratory #tree").focus();
    for (const key of ["o", "ArrowDown", "Home", "ArrowRight"]) await page.keyboard.press(key);
    assert.equal(await page.locator("#panel-laboratory #time").inputValue(), "1");
    await text.fill("0(0(7 8) 0(9 x))");
    await text.press("Enter");
    await page.locator("#lab-fault", { hasText: "character 14 of the tree: expected a number or ), found `x))`" }).waitFor();
    assert.deepEqual(await text.evaluate(({ selectionStart, selectionEnd }) => [selectionStart, selectionEnd]), [13, 14]);
    assert.equal(await rows(page).count(), 0);
    assert.deepEqual(faults, []);
    await close();
  });

  // Values computed by hand, or from the mate in the position; the zugzwang is from the suite.
  const TRIED = [
    ["Alpha-beta", "minimax", "Value 3 by the moves 1 1. 13 positions."],
    ["Null move", "hides", /^Value \d+ hundredths of a pawn by the moves Rxh5\+/],
    ["Null move", "verified", "Value 99997, a mate in 2 by the moves Nh4 Rxh4 Rxh4#."],
    ["Conspiracy", "grown", /^Value 6 by the moves 1 1 1\. Certain after \d+ positions\. Minimax visits 40\.$/],
    ["Proof", "two", "Yes, a mate within 2 moves by the moves Ng4 h2 Nf2#."],
    ["Proof", "tree", "Yes, a value above 0 within 3 half-moves by the moves 2 1 2."],
  ];

  test("the lessons can be tried, and each has its link", async () => {
    const { page, faults, close } = await open("#laboratory");
    for (const [lesson, part, text] of TRIED) {
      await page.getByRole("tab", { name: lesson }).click();
      await page.getByRole("button", { name: new RegExp(`^Try it: .*${part}`) }).click();
      await says(page, text);
    }
    await page.waitForFunction(() => location.hash.startsWith("#laboratory&search=pn&depth=3&tree=0(0("));
    await page.reload();
    await says(page, TRIED.at(-1)[2]);
    assert.deepEqual(faults, []);
    await close();
  });

  test("a link opens the lesson of its search, and values have their unit", async () => {
    const { page, faults, close } = await open("#laboratory&search=pn&depth=3&fen=8/8/8/4N3/8/7p/8/5K1k+w+-+-");
    // Within three moves: the question was not whether the mate takes two.
    await says(page, "Yes, a mate within 3 moves");
    assert.equal(await page.getByRole("tab", { name: "Proof" }).getAttribute("aria-selected"), "true");
    await page.locator("#lab-search").selectOption("quiesce-d");
    assert.equal(await page.getByRole("tab", { name: "Null move" }).getAttribute("aria-selected"), "true");
    const fork = "r3k3/4p3/3p4/1N6/8/8/6PP/6K1 w - -";
    await page.locator("#lab-text").fill(fork);
    await page.locator("#lab-run").click();
    await says(page, /^Value 3 pawns by the moves /);
    await page.locator("#panel-laboratory .caption", { hasText: `Null-move quiescence, depth 3: ${fork}` }).waitFor();
    await page.locator("#lab-search").selectOption("alpha-beta");
    await page.locator("#lab-run").click();
    await says(page, /^Value 264 hundredths of a pawn by the moves /);
    await page.locator("#lab-search").selectOption("conspiracy");
    assert.equal(await page.locator("#lab-depth").isDisabled(), true);
    assert.deepEqual(faults, []);
    await close();
  });

  test("a position is searched, and has its board; a wrong one is told", async () => {
    const { page, faults, close } = await open("#laboratory&search=alpha-beta&depth=1&fen=6k1/5ppp/8/8/8/8/5PPP/R5K1+w+-+-");
    await says(page, "Value 99999, a mate in 1 by the moves Ra8#.");
    await page.locator("#panel-laboratory #details .board").waitFor();
    await page.locator("#lab-text").fill("6k1/5ppp/8/8/8/8/5PPP/R5KK w - -");
    await page.locator("#lab-run").click();
    await page.locator("#lab-fault", { hasText: "white has 2 kings" }).waitFor();
    await page.evaluate(() => (location.hash = "#laboratory&search=x&tree=((&depth=99"));
    await page.locator("#lab-fault", { hasText: "unknown search `x`" }).waitFor();
    await page.locator("#trouble", { hasText: "depth=99" }).waitFor();
    assert.deepEqual(faults, []);
    await close();
  });
});
