// The page as a visitor uses it, opened from a file.

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { open as openAddress, sizes } from "./browser.js";

export const PAGE = pathToFileURL(process.env.PAGE).href;
/** The JSON that `bcp solve N --format json` prints for positions 1 and 5. */
export const native = Object.fromEntries([1, 5].map((number) => [number, process.env[`NATIVE_${number}`]]).map(([number, file]) => [number, file && JSON.parse(readFileSync(file))]));

/** Opens the page at a place given by a link. */
export const open = (hash = "", options = {}, address = PAGE) => openAddress(address + hash, { viewport: sizes.desktop, ...options }, /^(data|blob):/);

export const fast = (page) => page.locator("#pace").fill("9");
export const solved = (page) => page.locator("#coach strong", { hasText: /^Solved/ }).waitFor();
export const coach = (page, text) => page.locator("#coach-actions button", { hasText: text });
export const instruction = async (page) => Number((await page.locator(".past output").textContent()).replace(/\D/g, ""));
/** Returns the pieces and their squares, as listed in the picture's label. */
export const pieces = (page) => page.locator("#board-frame svg.board > title").textContent();
const wait = (side) => (page, instruction) =>
  page.waitForFunction(
    ([side, instruction]) => Math.sign(Number(document.querySelector(".past output").textContent.replace(/\D/g, "")) - instruction) === side,
    [side, instruction],
  );
/** Wait until the machine is after an instruction, or before it. */
export const [later, earlier] = [wait(1), wait(-1)];
/**
 * Returns a function that reads the milliseconds of processor time that the page has used since this call, whatever
 * else the computer does. Firefox does not report it, and the function returns 0 there.
 */
export async function meter(page) {
  if (process.env.FIREFOX) return async () => 0;
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Performance.enable", { timeDomain: "threadTicks" });
  const read = async () => {
    const { metrics } = await devtools.send("Performance.getMetrics");
    return 1000 * metrics.find(({ name }) => name === "TaskDuration").value;
  };
  const before = await read();
  return async () => Math.round((await read()) - before);
}
