// Tab Play of the page. Started by tests/browser/run.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { coach, fast, open, pieces, solved } from "./page.js";

test("Play: ten moves, typed, dragged and taken back", async () => {
  const { page, faults, close } = await open("#play");
  await page.locator("#play-level").fill("1");
  await page.locator("#play-speed").selectOption("2");
  await page.getByRole("button", { name: "New game" }).click();
  const moves = page.locator(".moves button");
  const mine = () => page.locator("#panel-play [role=status]", { hasText: /Your move|1-0|0-1|1\/2/ }).waitFor();
  await mine();
  // The first move by dragging, the second with the keys.
  const square = async (name) => {
    const box = await page.locator(`[data-square=${name}]`).boundingBox();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  await page.mouse.move(...(await square("e2")));
  await page.mouse.down();
  await page.mouse.move(...(await square("e4")), { steps: 4 });
  await page.mouse.up();
  await page.waitForFunction(() => document.querySelectorAll(".moves button").length === 2);
  await mine();
  await page.locator("[data-square=d2]").focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelectorAll(".moves button").length === 4);
  for (let count = 4; count < 20; count += 2) {
    await mine();
    // Any move that the page offers.
    await page.evaluate(() => {
      const cell = [...document.querySelectorAll(".squares .own")].at(-1);
      cell.focus();
      cell.click();
      document.querySelector(".squares .target").click();
    });
    await page.waitForFunction((than) => document.querySelectorAll(".moves button").length > than || document.querySelector("dialog[open]"), count);
    if (await page.locator("dialog[open] .promotion button").count()) await page.locator("dialog[open] .promotion button").first().click();
    await page.waitForFunction((than) => document.querySelectorAll(".moves button").length >= than + 2 || /1-0|0-1|1\/2/.test(document.querySelector("#panel-play [role=status]").textContent), count);
    if (/1-0|0-1|1\/2/.test(await page.locator("#panel-play [role=status]").textContent())) break;
  }
  const played = await moves.count();
  assert.ok(played >= 10, `only ${played} moves`);
  await page.locator("#pgn").click();
  const pgn = page.locator("#panel-play pre", { hasText: "1. e4" });
  await pgn.waitFor();
  // pgn-extract must read it as one game, without a warning.
  const reader = spawnSync("pgn-extract", ["-s"], { encoding: "utf8", input: await pgn.textContent() });
  assert.equal(reader.error, undefined, "pgn-extract is needed");
  assert.equal(reader.stderr, "");
  assert.equal(reader.stdout.match(/^\[Event /gm).length, 1);
  await page.locator("#take-back").click();
  await page.waitForFunction((than) => document.querySelectorAll(".moves button").length < than, played);
  await page.locator("#play-move").fill("Kxe9");
  await page.getByRole("button", { name: "Play it" }).click();
  await page.locator("#panel-play .error", { hasText: /\w/ }).waitFor();
  assert.deepEqual(faults, []);
  await close();
});

test("a game is in its link, with its moves, and a reload keeps it", async () => {
  const { page, faults, close } = await open("#play&moves=e2e4.c7c5.g1f3&side=both");
  await page.locator(".moves button", { hasText: "Nf3" }).waitFor();
  await page.locator("#play-move").fill("Nf6");
  await page.getByRole("button", { name: "Play it" }).click();
  await page.waitForFunction(() => location.hash === "#play&moves=e2e4.c7c5.g1f3.g8f6&side=both");
  await page.reload();
  await page.locator(".moves button", { hasText: "Nf6" }).waitFor();
  // The list leads back to a move, and from there to the program's search.
  await page.locator(".moves button", { hasText: "e4" }).click();
  await page.waitForFunction(() => location.hash.endsWith("&at=1"));
  assert.match(await pieces(page), /black to play.*white pawn e4/i);
  await page.locator("#watch-move").click();
  await page.locator("#choose", { hasText: "A position" }).waitFor();
  await page.waitForFunction(() => document.body.dataset.tab === "watch");
  assert.deepEqual(faults, []);
  await close();
});

test("a game with a move that is not legal is said to be so", async () => {
  const { page, close } = await open("#play&moves=e2e4.e2e4");
  await page.locator("#panel-play .error", { hasText: "the game stops before half-move 2" }).waitFor();
  await close();
});

test("BCP's published games can be walked through", async () => {
  const { page, faults, close } = await open("#play&published=2&at=150");
  await page.locator("#panel-play h2", { hasText: "Nona – BCP, Cologne 1986" }).waitFor();
  // The last move that BCP played in a championship.
  await page.locator(".moves .last", { hasText: "f1=Q" }).waitFor();
  await page.locator("#panel-play p", { hasText: "BCP played f1=Q" }).waitFor();
  await page.locator("#move-back").click();
  await page.locator(".moves .last", { hasText: "Bc4" }).waitFor();
  await page.waitForFunction(() => location.hash === "#play&published=2&at=149");
  assert.deepEqual(faults, []);
  await close();
});

test("Play: a king that is put on its rook castles", async () => {
  const { page, faults, close } = await open("#play");
  await page.locator("#play-side").selectOption("both");
  await page.locator("#play-fen").fill("r3k2r/8/8/8/8/8/8/R3K2R w KQkq -");
  await page.getByRole("button", { name: "New game" }).click();
  await page.locator("[data-square=e1].own").click();
  await page.locator("[data-square=h1]").click();
  await page.locator(".moves button", { hasText: "O-O" }).waitFor();
  await page.locator("[data-square=e8].own").dragTo(page.locator("[data-square=a8]"));
  await page.locator(".moves button", { hasText: "O-O-O" }).waitFor();
  assert.deepEqual(faults, []);
  await close();
});

test("from a solution to a game against it", async () => {
  const { page, faults, close } = await open("#position=5");
  await fast(page);
  await solved(page);
  await page.locator("#tab-play").click();
  await page.locator("#play-speed").selectOption("2");
  await page.locator("#tab-watch").click();
  await coach(page, "Play against it").click();
  await page.locator(".moves button", { hasText: "Qc4+" }).waitFor();
  await page.locator(".squares .own").first().waitFor();
  assert.deepEqual(faults, []);
  await close();
});
