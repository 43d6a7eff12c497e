// Every option of every list that the page offers: each is chosen, and does something, and none is an error. Started by
// tests/browser/run.

import assert from "node:assert/strict";
import { test } from "node:test";
import { instruction, later, open } from "./page.js";

/** Returns the error messages that the page displays. */
const errors = (page) => page.locator("#trouble:visible, .error:visible").allTextContents().then((texts) => texts.filter((text) => text.trim() !== ""));

/** Returns what a visitor sees, and the contents of the link. */
const seen = (page) => page.evaluate(() => [document.body.innerText, location.hash, ...[...document.querySelectorAll("input, select, textarea")].map((field) => `${field.value} ${field.placeholder ?? ""}`)].join("\n"));

test("every event can be gone to and back from, or it is said that there is none", async () => {
  const { page, faults, close } = await open("#position=1&instruction=400000");
  await page.locator(".past output", { hasText: "400,000" }).waitFor();
  const names = await page.locator("#event option").evaluateAll((options) => options.map((option) => option.value));
  assert.ok(names.length >= 8);
  const answered = (before) =>
    page.waitForFunction(
      (before) => {
        const now = document.querySelector(".past output").textContent;
        return (now !== before && !document.querySelector("#coach").textContent.startsWith("On the way")) || !document.getElementById("trouble").hidden;
      },
      before,
    );
  for (const name of names) {
    for (const way of ["next", "back"]) {
      const before = await page.locator(".past output").textContent();
      await page.selectOption("#event", name);
      await page.locator(`#${way}-move`).click();
      await answered(before);
      const [said] = await errors(page);
      if (said) {
        assert.match(said, /^The search has no (earlier|further) event “.+”\./, `${way} ${name}`);
        await page.getByRole("button", { name: "Dismiss" }).click();
      }
    }
  }
  assert.deepEqual(faults, []);
  await close();
});

test("without a further event this is said", async () => {
  const { page, close } = await open("#depth=2&fen=7k/5Q2/6K1/8/8/8/8/8+b+-+-&instruction=62720");
  await page.locator(".past output", { hasText: "62,720" }).waitFor();
  await page.selectOption("#event", "better");
  await page.locator("#next-move").click();
  await page.locator("#trouble", { hasText: "The search has no further event “better move”." }).waitFor();
  await page.selectOption("#event", "capture");
  await page.locator("#start").click();
  await page.locator("#back-move").click();
  await page.locator("#trouble", { hasText: "The search has no earlier event “capture”." }).waitFor();
  await close();
});

test("where a pass is gone to, a pass is told of", async () => {
  const { page, close } = await open("#position=1&instruction=1718317");
  await page.locator(".past output", { hasText: "1,718,317" }).waitFor();
  await page.selectOption("#event", "pass");
  const before = await instruction(page);
  await page.locator("#next-move").click();
  await later(page, before);
  await page.locator("#coach", { hasText: /pass/ }).waitFor();
  await close();
});

// Where the lists are, and how long the page takes to answer a choice is its own affair: the test waits until something
// has changed.
const PLACES = {
  watch: "#event",
  play: "#panel-play select:visible",
  assemble: "#panel-assemble select:visible",
  laboratory: "#panel-laboratory select:visible",
  step: "#panel-step select:visible",
  positions: "dialog[open] select:visible",
};

for (const [tab, place] of Object.entries(PLACES)) {
  test(`${tab}: every option of every list changes something, and is no error`, async () => {
    const { page, faults, close } = await open("#step&position=5&instruction=120000");
    await page.locator(".past output", { hasText: "120,000" }).waitFor();
    if (tab === "positions") {
      await page.locator("#choose").click();
      await page.locator("#set-up").click();
    } else await page.locator(`#tab-${tab}`).click();
    const views = tab === "step" ? ["Memory", "Breakpoints", "Profile"] : [null];
    const again = [];
    let tried = 0;
    for (const view of views) {
      if (view) await page.getByRole("tab", { name: view, exact: true }).click();
      const lists = await page.locator(place).evaluateAll((lists) => lists.map((list) => list.id || `select[aria-label="${list.getAttribute("aria-label")}"]`));
      for (const list of lists) {
        const field = page.locator(list.startsWith("select") ? list : `#${list}`);
        const count = await field.locator("option").count();
        const first = await field.evaluate((list) => list.selectedIndex);
        // Forward, and back to the initial choice.
        const order = [...Array(count).keys()].filter((index) => index !== first);
        for (const index of [...order, ...order.toReversed().slice(1), first]) {
          const before = await seen(page);
          // The list of published games shows its heading again.
          if ((await field.evaluate((list) => list.selectedIndex)) === index) {
            again.push(list);
            continue;
          }
          await field.selectOption({ index });
          await page.waitForFunction(
            (before) => before !== [document.body.innerText, location.hash, ...[...document.querySelectorAll("input, select, textarea")].map((field) => `${field.value} ${field.placeholder ?? ""}`)].join("\n"),
            before,
          );
          if (tab === "laboratory") {
            await page.locator("#lab-run").click();
            await page.locator("#panel-laboratory .found", { hasText: /\w/ }).waitFor();
          }
          assert.deepEqual(await errors(page), [], `${tab}, ${list}, option ${index}`);
          tried += 1;
        }
      }
    }
    assert.ok(tried > 0, `${tab} has no list`);
    assert.deepEqual(again, tab === "play" ? ["published"] : []);
    assert.deepEqual(faults, []);
    await close();
  });
}
