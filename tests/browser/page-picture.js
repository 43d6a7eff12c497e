// A picture of the page for the README: node page-picture.js PAGE.html PICTURE.png
// Position 96, in the middle of the iteration that solves it.

import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const [page, picture] = process.argv.slice(2);
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
const view = await browser.newPage({ viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1.5 });
await view.goto(`${pathToFileURL(page).href}#position=96&instruction=292009479`);
await view.locator(".past output", { hasText: "292,009,479" }).waitFor({ timeout: 120_000 });
await view.waitForTimeout(500);
await view.screenshot({ path: picture });
await browser.close();
