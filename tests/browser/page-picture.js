// A picture of the page with position 96 at an instruction: node page-picture.js PAGE.html INSTRUCTION PICTURE.png

import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const [page, instruction, picture] = process.argv.slice(2);
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
const view = await browser.newPage({ viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1.5 });
await view.goto(`${pathToFileURL(page).href}#position=96&instruction=${instruction}`);
await view.locator(".past output", { hasText: Number(instruction).toLocaleString("en") }).waitFor({ timeout: 120_000 });
await view.waitForTimeout(500);
await view.screenshot({ path: picture });
await browser.close();
