// The visitor's own game: pasted, dropped, walked through, asked about; and the page in a frame. Started by
// tests/browser/run.

import assert from "node:assert/strict";
import { test } from "node:test";
import { open, pieces } from "./page.js";

const OPERA = '[White "Morphy"]\r\n[Black "Karl, Isouard"]\r\n\r\n1. e4 {best by test} e5 2. Nf3 d6 (2... Nc6 3. Bb5) 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 1-0\r\n';

const paste = async (page, text) => {
  await page.locator("#own-text").fill(text);
  await page.locator("#own-open").click();
};
const moves = (page) => page.locator("#panel-play .moves button").allTextContents();
const count = async (page, number) => {
  const counted = page.waitForFunction((number) => document.querySelectorAll(".moves button").length === number, number);
  // What the page says instead.
  await counted.catch(async (error) => assert.fail(`${number} moves: ${error.message}\n${await page.locator("#panel-play").innerText()}`));
};

test("a game is pasted, walked through and asked about; link and reload keep it", async () => {
  const { page, faults, close } = await open("#play");
  await paste(page, `\uFEFF${OPERA}`);
  await page.locator("#panel-play [role=status]", { hasText: "Morphy – Karl, Isouard, 1-0" }).first().waitFor();
  await count(page, 14);
  await page.locator("#move-on").click();
  await page.locator(".moves .last", { hasText: "e4" }).waitFor();
  assert.match(await pieces(page), /black to play.*white pawn e4/i);
  // A decimal comma is a point.
  await page.locator("#analysis-seconds").fill("0,5");
  await page.locator("#analyse-move").click();
  await page.locator("#panel-play p", { hasText: /^BCP would have played / }).waitFor();
  await page.locator("#analyse-game").click();
  await page.locator("#analysis-progress", { hasText: /^14 of 14 half-moves asked about; BCP would have played \d+ of them\.$/ }).waitFor();
  const differ = await page.locator(".moves .differs").count();
  const [, agreed] = /played (\d+)/.exec(await page.locator("#analysis-progress").textContent());
  assert.equal(differ, 14 - Number(agreed));
  await page.locator(".graph").waitFor();
  // Qb3 attacks f7 and b7, and does not take: the program says why it prefers another move, or plays it.
  for (let index = 0; index < 14; index += 1) {
    if (await page.locator("#analyse-why").isVisible()) break;
    await page.locator("#move-on").click();
  }
  await page.locator("#analyse-why").click();
  await page.locator("#analysis-why", { hasText: /^With \S+: .* After \S+: .* at depth \d+/ }).waitFor();
  const status = await page.locator("#analysis-progress").textContent();
  const listed = await moves(page);
  await page.waitForFunction(() => /&analysis=0\.5/.test(location.hash));
  await page.reload();
  await page.locator("#analysis-progress", { hasText: status }).waitFor();
  assert.deepEqual(await moves(page), listed);
  assert.deepEqual(faults, []);
  await close();
});

test("of several games one is chosen, and a broken one is kept up to where it stops", async () => {
  const { page, faults, close } = await open("#play");
  await page.locator("#own-file").setInputFiles({ name: "two.pgn", mimeType: "application/x-chess-pgn", buffer: Buffer.from(`${OPERA}\r\n[White "A"]\r\n[Black "B"]\r\n\r\n1. d4 d5 2. Qd5 *\r\n`) });
  await page.locator("#own-games button", { hasText: "A – B" }).click();
  await count(page, 2);
  await page.locator("#own-fault", { hasText: "Line 9, move 2, white: \"Qd5\" is not a legal move here: only the moves before it were read." }).waitFor();
  await page.locator("#own-games button", { hasText: "Morphy" }).click();
  await count(page, 14);
  assert.deepEqual(faults, []);
  await close();
});

test("one illegal move of a link leaves the others, the address and the game", async () => {
  const { page, faults, close } = await open("#play&moves=e2e4.e7e5.g1f3.b8c6.f1b5.a7a6.e1g2");
  await page.locator("#panel-play .error", { hasText: "the game stops before half-move 7" }).waitFor();
  await count(page, 6);
  await page.waitForFunction(() => location.hash === "#play&moves=e2e4.e7e5.g1f3.b8c6.f1b5.a7a6");
  assert.deepEqual(faults, []);
  await close();
});

test("a position is taken in any form, wherever it is dropped or typed", async () => {
  const { page, faults, close } = await open("#position=5&instruction=1000");
  await page.locator(".past output", { hasText: "1,000" }).waitFor();
  await page.locator("#choose").click();
  await page.locator("#fen").fill("https://lichess.org/analysis/standard/8/8/8/8/8/5k2/6r1/7K_b_-_-_0_1");
  await page.locator("dialog[open] form .primary").click();
  await page.locator("#choose", { hasText: "A position" }).waitFor();
  await page.waitForFunction(() => document.querySelector("svg.board > title").textContent.includes("black king f3"));
  // Dropped on the page, as text from another window.
  await page.evaluate((text) => {
    const data = new DataTransfer();
    data.setData("text/plain", text);
    document.getElementById("main").dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
  }, OPERA);
  await count(page, 14);
  await page.evaluate((text) => {
    const data = new DataTransfer();
    data.items.add(new File([text], "one.pgn"));
    document.getElementById("main").dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
  }, "1. c4 c5 *");
  await count(page, 2);
  await page.evaluate((text) => {
    const data = new DataTransfer();
    data.setData("text/plain", text);
    // Firefox leaves the data out of a ClipboardEvent that a script makes.
    document.dispatchEvent(Object.assign(new Event("paste", { bubbles: true }), { clipboardData: data }));
  }, "d4 d5 c4");
  await count(page, 3);
  assert.deepEqual(faults, []);
  await close();
});

test("what cannot be read leaves what was there", async () => {
  const { page, faults, close } = await open("#play&moves=e2e4.c7c5&side=both");
  await count(page, 2);
  const before = [await pieces(page), await moves(page), new URL(page.url()).hash];
  for (const text of ["", "zzz", "8/8/8/8/8/8/8/8 w - - 0 1", "https://lichess.org/AbCdEfGh", "1. Zz9", "[White \"A\"]", "1. e4 {no end"]) {
    await paste(page, text);
    await page.locator("#own-fault", { hasText: /\w.*\.$/ }).waitFor();
    // The move before the fault has been read: it is a game of its own.
    if (text.startsWith("1. e4")) assert.deepEqual(await moves(page), ["e4"]);
    else assert.deepEqual([await pieces(page), await moves(page), new URL(page.url()).hash], before, text);
  }
  assert.deepEqual(faults, []);
  await close();
});

test("a frame shows a position being solved, with a link to the page", async () => {
  const { page, faults, close } = await open("#embed&position=1", { viewport: { width: 640, height: 480 } });
  await page.locator("#coach strong", { hasText: /^Solved/ }).waitFor();
  assert.equal(await page.locator(".bar").isVisible(), false);
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), 0);
  await page.waitForFunction(() => /^#position=1&instruction=\d+$/.test(document.querySelector(".outside").getAttribute("href")));
  assert.equal(new URL(page.url()).hash, "#embed&position=1");
  assert.deepEqual(faults, []);
  await close();
});
