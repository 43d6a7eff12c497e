// A picture of the beginning of a report: node picture.js REPORT.html PICTURE.png
// The rows of its table are in the picture as text; tests/figures compares them with the stored times.

import { writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";
import { withText } from "./shown.js";

const [report, picture] = process.argv.slice(2);
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
const page = await browser.newPage({ viewport: { width: 1300, height: 930 } });
await page.goto(pathToFileURL(report).href);
const rows = await page.locator(".grid tr").evaluateAll((rows) =>
  rows.map((row) => [...row.querySelectorAll("th, td span")].map((cell) => cell.textContent.trim()).join(" ")),
);
writeFileSync(picture, withText(await page.screenshot(), rows.join("\n")));
await browser.close();
