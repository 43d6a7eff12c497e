// A picture of the beginning of a report: node picture.js REPORT.html PICTURE.png

import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const [report, picture] = process.argv.slice(2);
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
const page = await browser.newPage({ viewport: { width: 1300, height: 930 } });
await page.goto(pathToFileURL(report).href);
await page.screenshot({ path: picture });
await browser.close();
