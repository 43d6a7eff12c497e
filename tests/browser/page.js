// The page as a visitor uses it, opened from a file.

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { open as openAddress, sizes } from "./browser.js";

export const PAGE = pathToFileURL(process.env.PAGE).href;
/** What `bcp solve N --format json` says of positions 1 and 5. */
export const native = { 1: JSON.parse(readFileSync(process.env.NATIVE_1)), 5: JSON.parse(readFileSync(process.env.NATIVE_5)) };

/** Opens the page at a place in it. */
export const open = (hash = "", options = {}, address = PAGE) => openAddress(address + hash, { viewport: sizes.desktop, ...options }, /^(data|blob):/);

export const fast = (page) => page.locator("#pace").fill("9");
export const solved = (page) => page.locator("#coach strong", { hasText: /^Solved/ }).waitFor();
export const coach = (page, text) => page.locator("#coach-actions button", { hasText: text });
export const instruction = async (page) => Number((await page.locator(".past output").textContent()).replace(/\D/g, ""));
/** Pieces and their squares, as the picture's label has them. */
export const pieces = (page) => page.locator("svg.board > title").textContent();
