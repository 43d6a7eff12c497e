// A browser for the tests of a file: Chromium, or Firefox if FIREFOX names one.

import { after, before } from "node:test";
// WebDriver BiDi drives the Firefox that Debian has. Playwright marks that as experimental by its name.
import playwright from "playwright-core";

export const sizes = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 800 } };
/** Milliseconds that an action may take, on a loaded machine. */
const PATIENCE = 60_000;

let browser;
before(async () => {
  browser = process.env.FIREFOX
    ? await playwright._bidiFirefox.launch({ executablePath: process.env.FIREFOX })
    : await playwright.chromium.launch({ executablePath: process.env.CHROMIUM, args: ["--no-sandbox"] });
});
after(() => browser?.close());

/** Opens a tab, and collects its faults; a request to an address that is not `within` the page is a fault. */
export async function tab(options, within) {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  const faults = [];
  page.on("console", (message) => faults.push(`${page.url()}: ${message.type()}: ${message.text()}`));
  page.on("pageerror", (error) => faults.push(`${page.url()}: ${error}`));
  page.on("requestfailed", (request) => faults.push(`${page.url()}: not there: ${request.url()}`));
  page.on("request", (request) => within(request.url()) || faults.push(`${page.url()}: request: ${request.url()}`));
  return { page, faults, close: () => context.close() };
}

/** Opens the page at an address; it may request only itself and its own data. */
export async function open(address, options, data = /^data:/) {
  const opened = await tab(options, (url) => url.split("#")[0] === address.split("#")[0] || data.test(url));
  await opened.page.goto(address);
  return opened;
}
