// The first load and the first screen of a built site: node first.js SITE
// Prints what a phone is sent until it shows a position being solved, three sentences and the question why not, in bytes by
// brotli; and after how many milliseconds it shows that, in the middle of five visits: with the whole of this processor, and
// with a sixth of it for the page's main thread, as the developer tools slow it down. The network takes no time.

import { readdirSync } from "node:fs";
import { constants } from "node:zlib";
import { chromium } from "playwright-core";
import { host } from "./host.js";

const VISITS = 5;
const SLOWER = 6;

/** Notes when everything is there, in sight; runs in the page. */
function watch() {
  const visible = (element) => element && element.getBoundingClientRect().bottom <= window.innerHeight && element.getClientRects().length > 0;
  const look = () => {
    const said = document.getElementById("coach")?.textContent.match(/[.!?](\s|$)/g)?.length ?? 0;
    const running = /^step [1-9]/.test(document.querySelector(".past output")?.textContent ?? "") && document.getElementById("run")?.textContent === "Pause";
    const question = document.getElementById("why-move");
    if (said >= 3 && running && visible(question) && question.options.length > 1 && visible(document.querySelector("#board-frame svg.board"))) window.first = performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

const site = process.argv[2];
const server = await host(site, constants.BROTLI_MAX_QUALITY);
server.warm(readdirSync(site).filter((name) => /\.(html|js|wasm)$/.test(name)));
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });

async function visit(slower) {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 3, hasTouch: true, isMobile: true });
  const page = await context.newPage();
  await (await context.newCDPSession(page)).send("Emulation.setCPUThrottlingRate", { rate: slower });
  await page.addInitScript(watch);
  await page.goto(server.address);
  await page.waitForFunction(() => window.first);
  const first = await page.evaluate(() => window.first);
  await context.close();
  return first;
}

for (const slower of [1, SLOWER]) {
  const times = [];
  for (let n = 0; n < VISITS; n++) times.push(await visit(slower));
  times.sort((one, other) => one - other);
  console.log(`1/${slower} of the processor: first screen after ${Math.round(times[VISITS >> 1])} ms (${times.map(Math.round).join(", ")})`);
}
const files = new Map(server.sent.filter(([, , later]) => !later).map(([name, bytes]) => [name, bytes]));
files.delete("offline.js");
for (const [name, bytes] of files) console.log(`${name}: ${bytes} bytes by brotli`);
console.log(`first load: ${[...files.values()].reduce((sum, bytes) => sum + bytes, 0)} bytes`);
await browser.close();
server.end();
