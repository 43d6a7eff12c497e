// Shows the page positions and games, and prints what it says of them: a JSON line on standard input for each, and one
// on standard output. Started by words.py.

import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import playwright from "playwright-core";

const browser = await playwright.chromium.launch({ executablePath: process.env.CHROMIUM, args: ["--no-sandbox"] });
const page = await (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage();
page.setDefaultTimeout(120_000);
await page.goto(`${pathToFileURL(process.env.PAGE).href}#play`);
await page.locator("#play-level").fill("1");
await page.locator("#play-speed").selectOption("2");
await page.locator("#pace").evaluate((slider) => {
  slider.value = slider.max;
  slider.dispatchEvent(new Event("input", { bubbles: true }));
});

const go = (hash) =>
  page.evaluate((hash) => {
    location.hash = hash;
  }, hash);

/** Searches a position to the end: the address then contains its last instruction. */
async function position({ fen, depth }) {
  await go(`#depth=${depth}&fen=${fen.replaceAll(" ", "+")}`);
  await page.waitForFunction(() => /instruction=\d+$/.test(location.hash) && document.getElementById("run").textContent === "Run");
  return page.evaluate(() => {
    const text = (place) => document.querySelector(place)?.textContent ?? "";
    return {
      coach: text("#coach"),
      line: text(".under-board .line"),
      bar: document.querySelector(".value-bar").getAttribute("aria-label"),
      title: text("svg.board > title"),
      rows: [...document.querySelectorAll(".iterations tbody tr")].map((row) => [...row.children].map((cell) => cell.textContent)),
    };
  });
}

/** Plays a game: its moves are in the link, or the program plays against itself. */
async function game({ fen, moves, most }) {
  // Another game of no moves comes between them, so that the old moves are not taken for the new ones.
  await go("#play&moves=&side=both");
  await page.waitForFunction(() => document.querySelectorAll(".moves button").length === 0);
  const parts = ["#play", fen && `fen=${fen.replaceAll(" ", "+")}`, moves && `moves=${moves.join(".")}`, `side=${moves ? "both" : "none"}`];
  await go(parts.filter(Boolean).join("&"));
  await page.waitForFunction(
    ([moves, most]) => {
      const over = /1-0|0-1|1\/2/.test(document.querySelector("#panel-play [role=status]").textContent);
      return document.querySelectorAll(".moves button").length >= (moves ?? most) || (over && moves === null);
    },
    [moves?.length ?? null, most ?? 0],
  );
  return page.evaluate(() => ({
    status: document.querySelector("#panel-play [role=status]").textContent,
    error: document.querySelector("#panel-play .error").textContent,
    moves: [...document.querySelectorAll(".moves button")].map((move) => move.textContent),
  }));
}

for await (const line of createInterface({ input: process.stdin })) {
  const asked = JSON.parse(line);
  console.log(JSON.stringify(asked.game ? await game(asked) : await position(asked)));
}
await browser.close();
