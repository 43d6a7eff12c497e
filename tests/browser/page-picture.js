// A picture of the page at an address: node page-picture.js PAGE.html HASH TEXT PICTURE.png
// TEXT stands on the page when it has come there.

import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const [page, hash, text, picture] = process.argv.slice(2);
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
const view = await browser.newPage({ viewport: { width: 1280, height: 860 }, deviceScaleFactor: 1.5 });
await view.goto(`${pathToFileURL(page).href}${hash}`);
await view.locator("body", { hasText: text }).waitFor({ timeout: 120_000 });
// The tree may have to grow to the moment.
await view.waitForFunction(() => document.querySelector("[role=tabpanel]:not([hidden]) .growth:not([data-behind]) .branch:is(.inhand, .best)"), undefined, { timeout: 120_000 });
await view.waitForTimeout(500);
await view.screenshot({ path: picture });
await browser.close();
