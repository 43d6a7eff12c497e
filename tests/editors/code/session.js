// A session with the chess program in VS Code, in a browser. Started by tests/editors/code/run.

import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { chromium } from "playwright-core";

const { BCP, CHROMIUM, PICTURES, VSIX } = process.env;
const require = createRequire(import.meta.url);
const SERVER = require.resolve("code-server/out/node/entry.js");
const work = mkdtempSync(join(tmpdir(), "z8000-code-"));
const folder = join(work, "chess");
const options = [
  "--config", join(work, "config.yaml"), "--user-data-dir", join(work, "data"), "--extensions-dir", join(work, "extensions"),
];
const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
const ELIGIBLE = "White's Nxc6 threatens something: if Black passes, White has +3. The move is eligible, and is searched.";

function write(file, content) {
  const path = join(work, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, JSON.stringify(content));
}

/** Starts the server on a free port; returns it and its address. */
async function serve() {
  const still = ["--auth", "none", "--disable-telemetry", "--disable-update-check", "--disable-workspace-trust"];
  const server = spawn(process.execPath, [SERVER, "--bind-addr", "127.0.0.1:0", ...still, ...options], { stdio: ["ignore", "pipe", "ignore"] });
  const address = await new Promise((resolve, reject) => {
    server.on("exit", () => reject(new Error("the server has ended")));
    server.stdout.on("data", (text) => {
      const found = /listening on (http:\S+?)\/?\s/.exec(String(text));
      if (found) resolve(found[1]);
    });
  });
  return [server, address];
}

let server, address, browser, page;
before(async () => {
  cpSync(join(import.meta.dirname, "../../../asm"), join(folder, "asm"), { recursive: true });
  const launch = { type: "bcp", request: "launch", name: "Chess", program: "${workspaceFolder}/asm/bcp.s", position: 1, stopAt: "t2v" };
  write("chess/.vscode/launch.json", { version: "0.2.0", configurations: [launch] });
  // The command z8k does not exist: the debugger of the chess program works without it.
  write("data/Machine/settings.json", { "z8000.command": "/none/z8k", "z8000.bcp": BCP });
  write("data/User/settings.json", {
    "workbench.startupEditor": "none", "window.autoDetectColorScheme": true, "debug.toolBarLocation": "docked",
  });
  write("config.yaml", {});
  execFileSync(process.execPath, [SERVER, "--install-extension", VSIX, ...options], { stdio: "ignore" });
  [server, address] = await serve();
  browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox"] });
  page = await browser.newPage({ viewport: { width: 1500, height: 1150 } });
  page.setDefaultTimeout(60_000);
});
after(async () => {
  await browser?.close();
  if (server?.kill()) await once(server, "exit");
  rmSync(work, { recursive: true, maxRetries: 5 });
});

async function picture(name) {
  if (PICTURES) await page.screenshot({ path: join(PICTURES, `${name}.png`) });
}

/** Returns the row of a file in the explorer. */
const file = (name) => page.locator(".explorer-folders-view .monaco-list-row").getByText(name, { exact: true });
/** Returns the page in the view of the search. */
const search = () => page.frameLocator("iframe.webview.ready").frameLocator("#active-frame");
const told = (sentence) => search().getByRole("status").getByText(sentence).waitFor();
/** Number of the line reached for an eligible move, whose score is then known. */
const SCORED = readFileSync(join(import.meta.dirname, "../../../asm/t2v.s"), "utf8").split("\n").indexOf("        inc     mate_value,#2") + 1;
/** Waits until the editor has moved to the line where the program has stopped. */
async function stopped(line) {
  await page.locator(".debug-top-stack-frame-line").first().waitFor();
  await page.locator(".active-line-number").getByText(line, { exact: true }).waitFor();
}
/** Executes a line in the console, which gets the focus only after the editor has followed the previous stop. */
async function type(line) {
  const input = page.locator(".repl-input-wrapper .monaco-editor");
  await input.click();
  await page.keyboard.press("Control+A");
  await page.keyboard.type(line);
  await input.locator(".view-lines").getByText(line, { exact: true }).waitFor();
  await page.keyboard.press("Enter");
}
const focused = (selector) => page.waitForFunction((selector) => document.activeElement?.closest(selector), selector);

test("F5 starts the search though there is no z8k, and does not wait for what is said of it", async () => {
  await page.goto(`${address}/?folder=${folder}`);
  await file("asm").click();
  await file("t2v.s").dblclick();
  const complaint = page.locator(".notification-toast", { hasText: "`/none/z8k lsp` does not start" });
  await complaint.waitFor();
  await page.keyboard.press("F5");
  await told("White to play, captures only.");
  assert.ok(await complaint.isVisible());
});

test("a command of the console leads the editor, the variables and the view, and the console keeps the focus", async () => {
  await type("next eligible");
  await page.locator(".repl-tree", { hasText: ELIGIBLE }).waitFor();
  await told(ELIGIBLE);
  await stopped(`${SCORED}`);
  await page.locator(".debug-variables", { hasText: "white to play" }).waitFor();
  await focused(".repl");
  // Text typed now must appear there.
  await page.keyboard.type("print clocks");
  await page.locator(".repl-input-wrapper", { hasText: "print clocks" }).waitFor();
});

test("counts stand behind the lines of the editor until the program moves", async () => {
  const behind = (text) =>
    page.waitForFunction((text) => {
      const spans = [...document.querySelectorAll(".view-line span")];
      const shown = spans.map((span) => getComputedStyle(span, "::after").content).join();
      return text ? shown.includes(text) : !shown.includes("clocks");
    }, text);
  await type("counts");
  // CALL of an address takes 12 clocks, and this is the first one executed.
  await behind("1\u00d7, 12 clocks");
  await type("step");
  await behind("");
  await stopped(`${SCORED + 1}`);
  await focused(".repl");
  await type("back");
  await told(ELIGIBLE);
});

test("the view shows board, path and stored moves, and its buttons go on and back", async () => {
  for (const name of ["Variables", "Watch", "Call Stack", "Breakpoints"]) {
    await page.locator(`.pane-header[aria-label^="${name}"]`).click();
  }
  await picture("eligible");
  const press = (name) => search().getByRole("button", { name }).click();
  await press("next capture");
  await told("White looks at hxg3, which takes the queen.");
  await focused("iframe.webview");
  await search().getByRole("img", { name: /^Board: white to play\. .*white knight c6/ }).waitFor();
  await search().getByRole("row", { name: /^1 Qxg3\+/ }).waitFor();
  await press("next cut-off");
  await told("That is enough: White has as much without Nxd5.");
  await press("back node");
  await told("After 1 Nxd5 Nxe5: White to play, captures only.");
  await press("back cut-off");
  await told("There is no other cut-off.");
  // The program must still be at the same place.
  await type("next iteration");
  await told("Iteration 2 ends: White mates in 2.");
  await search().getByRole("row", { name: /^Qg6/ }).waitFor();
});

test("the view says why the search does not play a move", async () => {
  const ask = (m) => search().getByLabel("Why not this move?").fill(m);
  const press = () => search().getByRole("button", { name: "Ask" }).click();
  await ask("Nxc6");
  await press();
  await told("which is the best move for a time: after 1 Nxc6 Qxg3+ 2 hxg3 bxc6, White has -2.");
  await told("White's best is Qg6: White mates in 2.");
  await picture("why");
  await ask("Nd7");
  await search().getByLabel("Why not this move?").press("Enter");
  await told("`Nd7` is ambiguous at the root: Ned7 or Nfd7");
});

for (const colorScheme of ["light", "dark"]) {
  test(`axe finds nothing serious in the view: ${colorScheme}`, async () => {
    await page.emulateMedia({ colorScheme });
    await search().locator(`body.vscode-${colorScheme}`).waitFor();
    const frame = await (await search().locator("body").elementHandle()).ownerFrame();
    await frame.evaluate(axe);
    const { violations } = await frame.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
    const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
    assert.deepEqual(serious.map(({ id, nodes }) => `${id}: ${nodes[0].html}`), []);
    await picture(colorScheme);
  });
}
