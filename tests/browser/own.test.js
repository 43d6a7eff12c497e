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
  // The message that the page shows instead.
  await counted.catch(async (error) => assert.fail(`${number} moves: ${error.message}\n${await page.locator("#panel-play").innerText()}`));
};

test("a game is pasted, walked through and asked about; link and reload keep it", async () => {
  const { page, faults, close } = await open("#play");
  await paste(page, `\uFEFF${OPERA}`);
  await page.locator("#panel-play h2", { hasText: "Morphy – Karl, Isouard, 1-0" }).waitFor();
  await count(page, 14);
  await page.locator("#move-on").click();
  await page.locator(".moves .last", { hasText: "e4" }).waitFor();
  assert.match(await pieces(page), /black to play.*white pawn e4/i);
  await page.locator("#panel-play .note", { hasText: /^best by test$/ }).waitFor();
  // A decimal comma is accepted as a point.
  await page.locator("#analysis-seconds").fill("1,5");
  await page.locator("#analyse-move").click();
  await page.locator("#panel-play p", { hasText: /^After e4: .*\. BCP would have played / }).waitFor();
  await page.locator("#analyse-game").click();
  await page.locator("#analysis-progress", { hasText: /^14 of 14 half-moves asked about; BCP would have played \d+ of them\.$/ }).waitFor();
  const differ = await page.locator(".moves .differs").count();
  const [, agreed] = /played (\d+)/.exec(await page.locator("#analysis-progress").textContent());
  assert.equal(differ, 14 - Number(agreed));
  await page.locator(".graph").waitFor();
  // Qb3 attacks f7 and b7, and does not capture: the program explains why it prefers another move, or plays it.
  for (let index = 0; index < 14; index += 1) {
    if (await page.locator("#analyse-why").isVisible()) break;
    await page.locator("#move-on").click();
  }
  await page.locator("#analyse-why").click();
  await page.locator("#analysis-why", { hasText: /^\S+ (looks (worse|better) than|is worth the same as) \S+: [^]*With \S+: [^]*After \S+: .* at depth \d+/ }).waitFor();
  const status = await page.locator("#analysis-progress").textContent();
  const listed = await moves(page);
  await page.waitForFunction(() => /&analysis=1\.5/.test(location.hash));
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
  // Text dropped on the page from another window.
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
    // Firefox omits the data of a ClipboardEvent that a script creates.
    document.dispatchEvent(Object.assign(new Event("paste", { bubbles: true }), { clipboardData: data }));
  }, "d4 d5 c4");
  await count(page, 3);
  assert.deepEqual(faults, []);
  await close();
});

test("what cannot be read leaves what was there", async () => {
  const { page, faults, close } = await open("#play&moves=e2e4.c7c5&side=both");
  await count(page, 2);
  await page.locator("svg.board > title", { hasText: "The game" }).waitFor({ state: "attached" });
  const before = [await pieces(page), await moves(page), new URL(page.url()).hash];
  for (const text of ["", "zzz", "8/8/8/8/8/8/8/8 w - - 0 1", "https://lichess.org/AbCdEfGh", "1. Zz9", "[White \"A\"]", "1. e4 {no end"]) {
    await paste(page, text);
    await page.locator("#own-fault", { hasText: /\w.*\.$/ }).waitFor();
    // The moves before the fault have been read: they are a game.
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
  await page.waitForFunction(() => /^#1@\d+$/.test(document.querySelector(".outside").getAttribute("href")));
  assert.equal(new URL(page.url()).hash, "#embed&position=1");
  assert.deepEqual(faults, []);
  await close();
});

const ANNOTATED = `[Event "Casual \\"blitz\\""]
[Site "?"]
[Date "1886.??.??"]
[Round "-"]
[White "Müller"]
[Black "B"]
[Result "0-1"]
[Time-Unit "s"]

{Before} 1. e4 $1 {[%clk 0:03:00]} (1. d4 d5 {so} 2. c4 (2. -- $5)) 1... e5 2.
Qh5 Ke7 $4 3. Nf3 {declines} 0-1

`;
const REPEATED = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. e4 e5 6. Qh5 Ke7 7. Qxe5#";
const pgn = async (page) => {
  await page.locator("#panel-play pre").evaluate((shown) => (shown.textContent = ""));
  await page.locator("#pgn").click();
  return page.locator("#panel-play pre", { hasText: "[Event" }).textContent();
};
const hash = (page) => new URL(page.url()).hash;
/** Follows a link within the page. Firefox never reports such a link as loaded. */
const follow = (page, hash) => page.evaluate((hash) => void (location.hash = hash), hash);
const addressed = (page, pattern) => page.waitForFunction((pattern) => new RegExp(pattern).test(location.hash), pattern);

test("a game that was read is the same after a reload, in another browser, and with Back and Forward", async () => {
  const { page, faults, close } = await open("#play");
  await paste(page, ANNOTATED);
  await count(page, 5);
  await addressed(page, "^#play&pgn=[\\w-]+&at=0$");
  assert.equal(await pgn(page), ANNOTATED);
  const first = hash(page);
  await page.reload();
  await page.locator("#panel-play h2", { hasText: "Müller – B, Casual \"blitz\", 1886, 0-1" }).waitFor();
  assert.equal(await pgn(page), ANNOTATED);
  await paste(page, OPERA);
  await count(page, 14);
  await page.waitForFunction((first) => location.hash.startsWith("#play&pgn=") && location.hash !== first, first);
  const second = hash(page);
  await page.goBack();
  await count(page, 5);
  assert.equal(hash(page), first);
  assert.equal(await pgn(page), ANNOTATED);
  await page.goForward();
  await count(page, 14);
  assert.equal(hash(page), second);
  // Moves played on are in the address, too; they change the result.
  await page.goBack();
  await count(page, 5);
  await page.keyboard.press("End");
  await page.locator("#play-move").fill("Nf6");
  await page.getByRole("button", { name: "Play it" }).click();
  await count(page, 6);
  await page.waitForFunction((first) => !location.hash.startsWith(first.replace("&at=0", "")), first);
  const other = await open(hash(page));
  await count(other.page, 6);
  const on = ANNOTATED.replace('Result "0-1"', 'Result "*"').replace("{declines} 0-1", "{declines} 3... Nf6 *");
  assert.equal(await pgn(other.page), on);
  await other.close();
  // The browser stores the game, while the address does not contain it.
  await follow(page, "#position=1");
  await follow(page, "#play");
  await page.reload();
  await page.locator("#own-last").click();
  await count(page, 6);
  assert.equal(await pgn(page), on);
  assert.deepEqual([...faults, ...other.faults], []);
  await close();
});

test("arrows, Home and End walk through a game, and a draw that nobody claims does not end it", async () => {
  const { page, faults, close } = await open("#play");
  await paste(page, REPEATED);
  await count(page, 13);
  const last = (name) => page.locator(".moves .last", { hasText: new RegExp(`^${name}`) }).waitFor();
  await page.keyboard.press("ArrowRight");
  await last("Nf3");
  await page.keyboard.press("ArrowRight");
  await last("Nf6");
  await page.keyboard.press("ArrowLeft");
  await last("Nf3");
  await page.keyboard.press("End");
  await last("Qxe5#");
  await page.locator("#panel-play [role=status]", { hasText: "Black is checkmated: 1-0." }).waitFor();
  await page.keyboard.press("Home");
  assert.equal(await page.locator(".moves .last").count(), 0);
  // When the visitor plays both sides, the visitor claims draws.
  await paste(page, REPEATED.split(" 5.")[0]);
  await count(page, 8);
  await page.keyboard.press("End");
  await page.locator("#panel-play [role=status]", { hasText: "A draw by threefold repetition may be claimed." }).waitFor();
  await page.locator("#claim").click();
  await page.locator("#panel-play [role=status]", { hasText: "The position has occurred three times: 1/2-1/2." }).waitFor();
  assert.deepEqual(faults, []);
  await close();
});

test("the bar, the curve and the list show the value of the position that is seen", async () => {
  const { page, faults, close } = await open("#play");
  await paste(page, "1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0");
  await count(page, 5);
  await page.locator("#analysis-seconds").fill("1");
  await page.locator("#analyse-game").click();
  await page.locator("#analysis-progress", { hasText: /^5 of 5/ }).waitFor();
  const bar = () => page.locator(".value-bar").getAttribute("aria-label");
  const expect = async (label) => {
    await page.waitForFunction((label) => document.querySelector(".value-bar").getAttribute("aria-label") === `Value: ${label}`, label);
    assert.match(await page.locator("#panel-play .beside .remark").first().textContent(), new RegExp(`: ${label}\\.`));
  };
  await page.locator(".moves button", { hasText: "Ke7" }).click();
  await expect("mate in 1 for White");
  // By the rules, this move is the blunder. The answer begins with the verdict, and the line has the numbers of the game.
  await page.keyboard.press("Home");
  await page.locator("#analyse-worst", { hasText: /^The costliest move: 2\s…\sKe7$/ }).click();
  await page.locator(".moves .last", { hasText: "Ke7" }).waitFor();
  await page.locator("#analyse-why", { hasText: "Why not Ke7?" }).click();
  await page.locator("#analysis-why strong", { hasText: /^Ke7 looks worse than \S+: mate in 1 for White, not / }).waitFor();
  await page.locator("#analysis-why", { hasText: /After Ke7: mate in 1 for White .*It expects 3\sQxe5#\.$/ }).waitFor();
  await page.keyboard.press("End");
  await expect("1-0, mate");
  // The PGN contains the same texts on request: after the move, and for an announced mate.
  await page.locator("#pgn-verdicts").check();
  assert.match((await pgn(page)).replaceAll("\n", " "), /Ke7 \{\[%eval #1\] BCP would have played [^}]*\} 3\. Qxe5#/);
  await page.locator("#pgn-verdicts").uncheck();
  assert.doesNotMatch(await pgn(page), /eval/);
  assert.match(await bar(), /1-0/);
  assert.deepEqual(faults, []);
  await close();
});

test("a published game has its own tags", async () => {
  const { page, faults, close } = await open("#play&published=3");
  await page.locator(".moves button").first().waitFor();
  const text = await pgn(page);
  for (const tag of ['[Event "WCCC 1986"]', '[Site "Cologne"]', '[Date "1986.06.13"]', '[White "BCP"]', '[Black "Sun Phoenix"]', '[Result "0-1"]']) assert.ok(text.includes(tag), text);
  assert.deepEqual(faults, []);
  await close();
});

test("files in every encoding, drawn pieces, commands of UCI and links with games are read", async () => {
  const { page, faults, close } = await open("#play");
  const text = '[White "Jörg"]\n[Black "Renée"]\n\n1. e4 {à gauche} *\n';
  for (const buffer of [Buffer.from(text, "latin1"), Buffer.from(`\uFEFF${text}`), Buffer.from(`\uFEFF${text}`, "utf16le"), Buffer.from(`\uFEFF${text}`, "utf16le").swap16()]) {
    await paste(page, "d4 *");
    await page.locator("#panel-play .moves button", { hasText: "d4" }).waitFor();
    await page.locator("#own-file").setInputFiles({ name: "one.pgn", mimeType: "application/x-chess-pgn", buffer });
    await page.locator("#panel-play .moves button", { hasText: "e4" }).waitFor();
    assert.match(await pgn(page), /\[White "Jörg"\]\n\[Black "Renée"\][^]*\{à gauche\}/);
  }
  for (const [text, expected] of [
    ["1. e4 e5 2. ♘f3 ♞\uFE0Ec6 3. ♗b5", "e4 e5 Nf3 Nc6 Bb5"],
    ["position startpos moves e2e4 c7c5", "e4 c5"],
    ["position fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 moves e2e4", "e4"],
    ["https://lichess.org/analysis/pgn/e4_c5_Nf3", "e4 c5 Nf3"],
    ["https://lichess.org/analysis/standard?pgn=1.%20e4%20e6%202.%20Bb5%2B", "e4 e6 Bb5"],
  ]) {
    await paste(page, text);
    await page.waitForFunction((expected) => [...document.querySelectorAll(".moves button")].map((move) => move.textContent).join(" ") === expected, expected).catch(async () => assert.equal((await moves(page)).join(" "), expected));
  }
  assert.deepEqual(faults, []);
  await close();
});

test("a wrong setting says so beside it, and blocks nothing else", async () => {
  const { page, faults, close } = await open("#play");
  await follow(page, "#play&moves=e2e4&side=both");
  await count(page, 1);
  await page.evaluate(() => localStorage.setItem("bcp1986.level", "nonsense"));
  await page.reload();
  await count(page, 1);
  await page.locator("#play-level-fault", { hasText: "Expected 1 to 2000 seconds." }).waitFor();
  await page.locator("#analysis-seconds").fill("0.1");
  await page.locator("#analyse-game").click();
  await page.locator("#analysis-seconds-fault", { hasText: "Expected 1 to 2000 seconds." }).waitFor();
  await paste(page, OPERA);
  await count(page, 14);
  await page.locator("#play-level").fill("5");
  await page.getByRole("button", { name: "New game" }).click();
  await count(page, 0);
  assert.equal(await page.locator("#play-level-fault").textContent(), "");
  assert.deepEqual(faults, []);
  await close();
});
