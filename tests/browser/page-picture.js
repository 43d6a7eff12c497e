// A picture of the page at an address: node page-picture.js PAGE.html NAME PICTURE.png
// NAME is one of `pictures`; access.test.js checks that these still show the page as it is.

import { writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";
import { pictures } from "./pictures.js";
import { withText } from "./shown.js";

const [page, name, picture] = process.argv.slice(2);
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
const { hash, height, shown } = pictures[name];
const view = await browser.newPage({ viewport: { width: 1280, height }, deviceScaleFactor: 1.5 });
await view.goto(`${pathToFileURL(page).href}${hash}`);
const text = await shown(view);
writeFileSync(picture, withText(await view.screenshot(), text));
await browser.close();
