// What somebody hears who does not see the page: after each key of four tasks, the element that has the focus, by its role,
// name, state and description, and what the page has announced. The transcript is spoken.txt; SPOKEN=write writes it anew.
// Started by tests/browser/run.

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { open } from "./page.js";

const FILE = new URL("spoken.txt", import.meta.url);
const heard = [];

/** The tasks: the address where each begins, and the keys, with the condition to wait for. */
const TASKS = [
  {
    name: "from the top to the solution, and a step back",
    hash: "#position=1&instruction=500000",
    keys: [...Array(9).fill(["Tab"]), ["+", "speed"], ["Enter", "Solved: "], ["ArrowLeft"], ["Enter", "In the past"]],
  },
  {
    name: "a row of the tree, and the moment at which it began",
    hash: "#position=5&instruction=120000",
    keys: [...Array(5).fill(["Tab"]), ["ArrowUp"], ["ArrowDown"], ["ArrowDown"], ["Enter", "In the past"], ["ArrowRight", "After"], ["ArrowLeft", "In the past"]],
  },
  {
    name: "why not another move",
    hash: "#position=5&instruction=143054",
    keys: [...Array(4).fill(["Tab"]), ...Array(4).fill(["ArrowRight"]), ["ArrowDown", "is its move"], ["ArrowDown", "After"]],
  },
  {
    name: "a game, move by move",
    hash: "#play&published=3",
    keys: [["Home", "Before the first move"], ["ArrowRight", "e4"], ["ArrowRight", "e6"], ["End", "Rfxf1"], ["ArrowLeft", "Nf1"]],
  },
];

test("four tasks sound as the transcript says", { skip: process.env.FIREFOX && "its tree of accessibility cannot be read" }, async () => {
  for (const { name, hash, keys } of TASKS) {
    const { page, faults, close } = await open(hash);
    const devtools = await page.context().newCDPSession(page);
    await devtools.send("Accessibility.enable");
    await page.evaluate(() => {
      window.announced = [];
      const place = document.getElementById("said");
      new MutationObserver(() => window.announced.push([performance.now(), place.textContent])).observe(place, { childList: true });
    });
    if (hash.includes("instruction")) await page.waitForFunction(() => document.querySelector("#panel-watch .growth:not([data-behind]) .branch:is(.inhand, .best)"));
    else await page.locator(".moves button").first().waitFor();
    heard.push(`# ${name}: ${hash}`);
    const announced = async (hasText) => {
      if (hasText) await page.waitForFunction((text) => window.announced.some(([, said]) => new RegExp(text).test(said)), hasText);
      // An announcement comes at most a second after the previous one.
      await page.waitForTimeout(1_300);
      const said = await page.evaluate(() => window.announced.splice(0));
      for (const [index, [at]] of said.entries()) assert.ok(index === 0 || at - said[index - 1][0] >= 990, `announced too soon: ${JSON.stringify(said)}`);
      // The best moves announced on the way depend on the speed of the host.
      return said.map(([, text]) => text.replace(/^Depth \d+: [^.]*\. ?/, "")).filter(Boolean);
    };
    await page.waitForTimeout(1_300);
    await page.evaluate(() => window.announced.splice(0));
    for (const [key, hasText] of keys) {
      await page.keyboard.press(key);
      const said = await announced(hasText).catch((error) => assert.fail(`${error}\n${heard.join("\n")}`));
      const { result } = await devtools.send("Runtime.evaluate", { expression: "document.activeElement" });
      const { nodes } = await devtools.send("Accessibility.getPartialAXTree", { objectId: result.objectId, fetchRelatives: false });
      const [node] = nodes;
      const state = (node.properties ?? []).filter(({ name }) => ["selected", "expanded", "pressed", "disabled", "hasPopup"].includes(name)).map(({ name, value }) => `${name} ${value.value}`);
      const words = [["RootWebArea", "none"].includes(node.role?.value) ? "the page" : node.role?.value, JSON.stringify(node.name?.value ?? ""), ...state, node.description?.value && `(${node.description.value})`].filter(Boolean).join(" ");
      heard.push(`${key}: ${words}`, ...said.map((text) => `    ${text}`));
    }
    assert.deepEqual(faults, []);
    await close();
  }
  const text = `${heard.join("\n")}\n`;
  if (process.env.SPOKEN === "write") writeFileSync(FILE, text);
  assert.equal(text, readFileSync(FILE, "utf8"));
});
