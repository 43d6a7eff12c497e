// Tabs of the page that show a search: Watch, Positions, Step, Table 1 and the tour. Started by tests/browser/run.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { coach, earlier, fast, instruction, later, meter, native, open, PAGE, pieces, solved } from "./page.js";

async function iterations(page) {
  return page.locator(".iterations tbody tr").evaluateAll((rows) =>
    rows.map((row) => {
      const [depth, , move, nodes] = [...row.children].map((cell) => cell.textContent);
      return { depth: Number(depth), move: move === "–" ? null : move, nodes: Number(nodes.replace(/,/g, "")) };
    }),
  );
}

describe("Watch", () => {
  for (const number of [1, 5]) {
    test(`position ${number} is solved with the nodes of the native program`, async () => {
      const { page, faults, close } = await open(number === 1 ? "" : `#position=${number}`);
      await fast(page);
      await solved(page);
      const expected = native[number].iterations.map(({ depth, move, nodes }) => ({ depth, move, nodes }));
      assert.deepEqual(await iterations(page), expected);
      const last = native[number].iterations.at(-1);
      assert.equal(await instruction(page), last.instructions);
      assert.deepEqual(faults, []);
      await close();
    });
  }

  test("it runs by itself, and the first picture is there before the machine is", async (context) => {
    const { page, close } = await open("about:blank", {}, "");
    const spent = await meter(page);
    await page.goto(PAGE);
    await later(page, 0);
    const work = await spent();
    const running = await page.evaluate(() => performance.now());
    const painted = await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0].startTime);
    context.diagnostic(`first picture after ${Math.round(painted)} ms, running after ${Math.round(running)} ms, ${work} ms of work`);
    assert.ok(painted < running && work < 2000, `${painted} ms, ${running} ms, ${work} ms`);
    await later(page, await instruction(page));
    await close();
  });

  test("step back from a move, forth, and to the present", async () => {
    const { page, faults, close } = await open();
    await fast(page);
    await solved(page);
    const end = await instruction(page);
    const root = await pieces(page);
    await coach(page, "Step back").click();
    await page.locator("#coach strong", { hasText: "In the past" }).waitFor();
    const first = await instruction(page);
    assert.ok(first < end, `${first} is not before ${end}`);
    assert.notEqual(await pieces(page), root);
    await page.locator("#back-move").click();
    await earlier(page, first);
    await page.locator("#next-move").click();
    await coach(page, "To the present").click();
    await later(page, end - 1);
    assert.deepEqual(faults, []);
    await close();
  });

  test("the search can be followed from event to event, in words", async () => {
    const { page, faults, close } = await open("#position=1&instruction=50000");
    await page.locator(".past output", { hasText: "50,000" }).waitFor();
    const says = (text) => page.locator("#coach", { hasText: text }).waitFor();
    const next = async (event) => {
      await page.selectOption("#event", event);
      await page.locator("#next-move").click();
    };
    await next("pass");
    await says("White passes: Black wins 2 pawns' worth. White has at least −4.");
    await next("eligible");
    await says("Nxc6 threatens something: if Black passes, White has +3.");
    await next("cut-off");
    await says("Nxe5 is the best so far: White has at most −2. That is enough: White has as much without Nxd5.");
    await page.selectOption("#event", "capture");
    await page.locator("#back-move").click();
    await says("Black looks at Nxd5, which takes a knight.");
    assert.deepEqual(faults, []);
    await close();
  });

  test("while a search is paused, the sentence and the line say which position the board shows", async () => {
    const { page, faults, close } = await open("#position=1&instruction=1000000");
    await page.locator(".past output", { hasText: "1,000,000" }).waitFor();
    await page.locator("#coach", { hasText: /^Paused\. The board is that of the search\. In the position itself it would play Nxc6\.$/ }).waitFor();
    await page.locator("#panel-watch .growth:not([data-behind])").first().waitFor();
    await page.locator(".under-board .line", { hasText: /^After Rf2 Nxd5 Nxe5 dxe5 Nxd5: White to play\.$/ }).waitFor();
    // By hand, from the position: the knights of White are exchanged, and a rook has moved.
    const shown = await pieces(page);
    assert.match(shown, /^The search’s board: white to play\. /i);
    for (const piece of ["white rook f2", "black knight d5", "white pawn e5"]) assert.ok(shown.toLowerCase().includes(piece), shown);
    // At the root, both speak of the root.
    await page.locator("#panel-watch .iterations button", { hasText: "Nxc6" }).click();
    await page.locator(".under-board .line", { hasText: /^−2: 1\sNxc6$/ }).waitFor();
    assert.doesNotMatch(await page.locator("#coach").textContent(), /The board is that of the search/);
    assert.match(await pieces(page), /^The position: /);
    assert.deepEqual(faults, []);
    await close();
  });

  test("a link leads to its moment, and the address follows", async () => {
    const { page, faults, close } = await open("#position=5&instruction=100000");
    await page.locator(".past output", { hasText: "step 100,000" }).waitFor();
    assert.match(await page.locator("#choose").textContent(), /Position 5/);
    const board = await pieces(page);
    await page.locator("#next-move").click();
    // While the machine is on its way, the address contains no moment.
    await page.waitForFunction(() => /@\d+$/.test(location.hash) && !location.hash.endsWith("@100000"));
    const moment = new URL(page.url()).hash;
    assert.match(moment, /^#5@\d+$/);
    await page.evaluate(() => {
      location.hash = "#5@100000";
    });
    await page.locator(".past output", { hasText: "step 100,000" }).waitFor();
    assert.equal(await pieces(page), board);
    assert.deepEqual(faults, []);
    await close();
  });

  test("why not another move: what it has found, and what it finds after that move, in the address too", async () => {
    const { page, faults, close } = await open("#5");
    await fast(page);
    await solved(page);
    const moves = await page.locator("#why-move option").allTextContents();
    // By python-chess: 31 legal moves, and the question.
    assert.equal(moves.length, 32);
    await page.getByLabel("Why not this move?").selectOption("Why not Qxd6?");
    const answer = page.locator("#why-answer", { hasText: "After Qxd6: " });
    await answer.waitFor();
    const text = await answer.textContent();
    const [verdict, better, played] = text.split("\n");
    assert.match(verdict, /^Qxd6 looks worse than Qc4\+: .*, not mate in 2 for Black\.$/);
    assert.match(better, /^With Qc4\+: mate in 2 for Black at depth 2, 0\.\d\d Z8000 seconds\. It expects 1\s…\sQc4\+ 2\sNxc4 bxc4#\.$/);
    assert.match(played, /^After Qxd6: .* for White at depth \d+.* It expects 2\s/);
    await page.waitForFunction(() => /^#5@\d+&why=c6d6$/.test(location.hash));
    const address = page.url();
    await page.goto("about:blank");
    await page.goto(address);
    await answer.waitFor();
    assert.equal(await answer.textContent(), text);
    await page.getByLabel("Why not this move?").selectOption("Why not Qc4+?");
    await page.locator("#why-answer", { hasText: /^Qc4\+ is its move: mate in 2/ }).waitFor();
    // Another position has other moves, and no answer.
    await page.keyboard.press("n");
    await page.locator("#choose", { hasText: "Position 6" }).waitFor();
    assert.equal(await page.locator("#why-answer").textContent(), "");
    assert.deepEqual(faults, []);
    await close();
  });

  test("steps that are asked for faster than they are made come one after the other", async () => {
    const { page, faults, close } = await open("#position=96&instruction=2000000");
    await page.locator(".past output", { hasText: "step 2,000,000" }).waitFor();
    await page.evaluate(() => {
      for (const id of ["next", "next", "next", "next", "back", "back", "back", "next"]) document.getElementById(`${id}-move`).click();
    });
    // Four steps forward, three back, one forward: this is the second moment.
    const one = await open("#position=96&instruction=2000000");
    await one.page.locator(".past output", { hasText: "step 2,000,000" }).waitFor();
    let at = 2_000_000;
    for (let step = 0; step < 2; step += 1) {
      await one.page.locator("#next-move").click();
      await later(one.page, at);
      at = await instruction(one.page);
    }
    await page.locator(".past output", { hasText: await one.page.locator(".past output").textContent() }).waitFor();
    await one.close();
    // No breakpoint is left that would stop a run.
    await fast(page);
    await page.locator("#run").click();
    await later(page, 3_000_000);
    assert.deepEqual(faults, []);
    await close();
  });

  test("the tree grows while the program thinks, and leads back to its moments", async (context) => {
    const { page, faults, close } = await open("#position=96");
    await page.locator("#pace").fill("7");
    // Counts, over fifty frames at other moments, how many show another tree, and measures how long they take.
    const spent = await meter(page);
    const { grown, milliseconds } = await page.evaluate(
      () =>
        new Promise((resolve) => {
          const [moment, nodes] = [document.querySelector(".past output"), document.querySelector("#panel-watch .nodes")];
          const begun = performance.now();
          let [moments, grown, before, tree] = [0, 0, moment.textContent, nodes.textContent];
          const look = () => {
            if (moment.textContent !== before) moments += 1;
            if (nodes.textContent !== tree) grown += 1;
            [before, tree] = [moment.textContent, nodes.textContent];
            if (moments < 50) requestAnimationFrame(look);
            else resolve({ grown, milliseconds: performance.now() - begun });
          };
          look();
        }),
    );
    const work = (await spent()) / 50;
    context.diagnostic(`${Math.round((1000 * grown) / milliseconds)} pictures of the tree a second, of ${work} ms of work each`);
    assert.ok(grown > 25 && work < 100, `${grown} of 50 pictures have another tree; ${work} ms each`);
    await page.locator("#run").click();
    await page.locator("#coach strong", { hasText: "Paused" }).waitFor();
    // The tree may still be growing to the moment at which the program was stopped.
    await page.locator("#panel-watch .growth:not([data-behind])").first().waitFor();
    // A click on the current move leads to the moment at which its search began.
    const end = await instruction(page);
    await page.locator("#panel-watch .branch.inhand").first().click();
    await page.locator("#coach strong", { hasText: "In the past" }).waitFor();
    assert.ok((await instruction(page)) < end);
    await page.locator("#panel-watch summary", { hasText: "captures alone" }).click();
    await page.locator("#panel-watch details .branch", { hasText: "White: captures" }).waitFor();
    assert.deepEqual(faults, []);
    await close();
  });

  test("a position of an EPD file is solved by the rule of Table 1", async () => {
    const { page, close } = await open();
    await page.locator("#choose").click();
    // The fork of the tour: two plies, three pawns.
    const text = 'r3k3/4p3/3p4/1N6/8/8/6PP/6K1 w - - bm Nc7+; id "fork";\n';
    await page.locator("#epd").setInputFiles({ name: "one.epd", mimeType: "text/plain", buffer: Buffer.from(text) });
    await page.locator("dialog .list button", { hasText: "fork" }).click();
    await page.locator("#coach strong", { hasText: "Solved: Nc7+, worth 3." }).waitFor();
    await close();
  });

  test("an EPD file is listed, with the lines that are none", async () => {
    const { page, close } = await open();
    await page.locator("#choose").click();
    const text = '5k2/6pp/p1qN4/1p1p4/3P4/2PKP2Q/PP3r2/3R4 b - - bm Qc4+; id "five";\nnot a position\n';
    await page.locator("#epd").setInputFiles({ name: "two.epd", mimeType: "text/plain", buffer: Buffer.from(text) });
    await page.locator("dialog[open]", { hasText: "1 line without one" }).waitFor();
    await page.locator("dialog .list button", { hasText: "five" }).click();
    await page.locator("#choose", { hasText: "Position 5" }).waitFor();
    await close();
  });
});

describe("Positions", () => {
  const shown = (page) => page.locator(".positions .grid button:visible");

  test("small boards, drawn when they are seen, found by number and result, and chosen with the keys", async () => {
    const { page, faults, close } = await open("#position=5&instruction=1000");
    await page.locator("#choose").click();
    await page.locator(".positions .grid svg").first().waitFor();
    assert.equal(await shown(page).count(), 300);
    assert.ok((await page.locator(".positions .grid svg").count()) < 150);
    await page.locator("#find-kind").selectOption("not solved");
    assert.equal(await shown(page).count(), await page.locator(".positions .grid .unsolved").count());
    await page.locator("#find-kind").selectOption("all");
    // In the order of our seconds, each position takes at least as long as the one before.
    await page.locator("#find-order").selectOption("our seconds");
    const seconds = await shown(page).evaluateAll((cards) => cards.map((card) => Number(card.querySelector(".small").textContent.split(" ")[0].replace("F", "Infinity"))));
    assert.deepEqual(seconds, seconds.toSorted((a, b) => a - b));
    await page.locator("#find-order").selectOption("number");
    await page.locator("#find-number").fill("9");
    assert.equal(await shown(page).count(), 11);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("End");
    await page.keyboard.press("ArrowLeft");
    const small = await shown(page).evaluateAll((cards) => cards.filter((card) => card.getBoundingClientRect().height < 24).length);
    assert.equal(small, 0);
    await page.keyboard.press("Enter");
    await page.locator("#choose", { hasText: "Position 98" }).waitFor();
    assert.deepEqual(faults, []);
    await close();
  });

  test("a position is set up by clicks and with the keys, and thought about", async () => {
    const { page, faults, close } = await open("#position=5&instruction=1000");
    await page.locator("#choose").click();
    await page.locator("#set-up").click();
    const fen = () => page.locator("#fen").inputValue();
    const says = (text) => page.locator(".setup [role=status]", { hasText: text }).waitFor();
    await says("The machine takes this position.");
    await page.getByRole("button", { name: "Empty the board" }).click();
    await says("placement: black has 0 kings; expected one");
    const square = (name) => page.locator(`.setup [data-square=${name}]`);
    await square("e1").click();
    await page.getByRole("radio", { name: "black king" }).check();
    await square("h8").click();
    await square("a1").focus();
    for (const key of ["R", "ArrowRight", "Q", "Delete", "ArrowUp", "p"]) await page.keyboard.press(key);
    assert.equal(await fen(), "7k/8/8/8/8/8/1p6/R3K3 w - -");
    await page.getByLabel("White O-O-O").check();
    await page.locator("#setup-side").selectOption("Black");
    assert.equal(await fen(), "7k/8/8/8/8/8/1p6/R3K3 b Q -");
    assert.equal(await page.getByLabel("Black O-O", { exact: true }).isDisabled(), true);
    await says("The machine takes this position.");
    await page.locator("#fen").fill("7k/8/8/8/8/p7/8/K7 b - -");
    assert.equal(await square("a1").getAttribute("aria-label"), "a1, white king");
    await page.getByRole("button", { name: "Let it think" }).click();
    await page.waitForFunction(() => /white king a1/.test(document.querySelector("svg.board > title").textContent));
    assert.deepEqual(faults, []);
    await close();
  });
});

describe("Step", () => {
  let opened;
  before(async () => {
    opened = await open("#step&position=5&instruction=120000");
    await opened.page.locator(".past output", { hasText: "120,000" }).waitFor();
    await opened.page.locator(".source .line.now").waitFor();
  });
  after(() => opened.close());

  test("in, and back to the same moment", async () => {
    const { page } = opened;
    await page.locator("[data-command=step]").click();
    await page.locator(".past output", { hasText: "120,001" }).waitFor();
    await page.locator("[data-command=back]").click();
    await page.locator(".past output", { hasText: "120,000" }).waitFor();
  });

  test("a breakpoint with a condition stops the run", async () => {
    const { page } = opened;
    await page.getByRole("tab", { name: "Breakpoints" }).click();
    await page.locator("#stop-place").fill("report");
    await page.locator("#stop-if").fill("r6 >= 2");
    await page.locator(".stops .add").click();
    await page.locator(".stops li", { hasText: "report" }).waitFor();
    await fast(page);
    await page.locator("#run").click();
    await page.getByRole("tab", { name: "Machine" }).click();
    await page.locator("#panel-step .list li", { hasText: /^report/ }).first().waitFor();
    await page.getByRole("tab", { name: "Breakpoints" }).click();
    await page.locator(".stops li", { hasText: "1 hit" }).waitFor();
    await page.locator(".stops li button", { hasText: "Delete" }).click();
    await page.locator(".stops li", { hasText: "No breakpoints" }).waitFor();
  });

  test("where a word comes from, and the way there", async () => {
    const { page } = opened;
    await page.getByRole("tab", { name: "Memory" }).click();
    const before = await instruction(page);
    await page.getByLabel("Address or symbol").fill("nodes");
    await page.getByRole("button", { name: "Show", exact: true }).click();
    // The addresses shown before begin at 0.
    await page.waitForFunction(() => Number(document.querySelector(".memory button")?.dataset.at) > 0);
    await page.getByRole("tab", { name: "Commands" }).click();
    await page.getByLabel("Command of the debugger").fill("print nodes");
    await page.keyboard.press("Enter");
    await page.locator(".console pre", { hasText: /nodes = 0x/ }).waitFor();
    const nodes = parseInt(/nodes = (0x[\da-f]+)/.exec(await page.locator(".console pre").textContent())[1], 16);
    await page.getByRole("tab", { name: "Memory" }).click();
    await page.locator(`.memory [data-at="${nodes + 2}"]`).click();
    await page.locator("button.writer").first().click();
    await earlier(page, before);
  });

  test("the stored tree opens, and a profile is drawn", async () => {
    const { page, faults, close } = await open("#step&position=96&instruction=10000000");
    await page.locator(".past output", { hasText: "10,000,000" }).waitFor();
    await page.getByRole("tab", { name: "Tree" }).click();
    const branch = page.locator("[role=treeitem][aria-expanded=false]").first();
    await branch.waitFor();
    await branch.focus();
    await page.keyboard.press("ArrowRight");
    await page.locator("[role=treeitem] [role=treeitem]").first().waitFor();
    await page.getByRole("tab", { name: "Profile" }).click();
    await page.locator("#profile").click();
    await page.locator(".flame", { hasText: "t2v" }).first().waitFor();
    const small = await page.locator("button.flame").evaluateAll((frames) => frames.filter((frame) => Math.min(frame.offsetWidth, frame.offsetHeight) < 24).length);
    assert.equal(small, 0);
    assert.deepEqual(faults, []);
    await close();
  });

  test("nothing was complained about", () => assert.deepEqual(opened.faults, []));
});

test("Table 1: a cell opens its position at the moment of its solution", async () => {
  const { page, faults, close } = await open("#table");
  assert.equal(await page.locator(".grid300 td a").count(), 300);
  // Every cell, and the sentence above, must equal what a separate program computes.
  const python = spawnSync("python3", ["-B", fileURLToPath(new URL("../figures/browser.py", import.meta.url)), "-"], {
    input: await page.locator(".table1").evaluate((table) => table.outerHTML),
    encoding: "utf8",
  });
  assert.equal(python.status, 0, `${python.error ?? ""}${python.stdout}${python.stderr}`);
  await page.locator('.grid300 a[href^="#position=5&"]').click();
  await solved(page);
  assert.equal(await instruction(page), native[5].iterations.at(-1).instructions);
  assert.deepEqual(faults, []);
  await close();
});

test("a link is followed although the page is about to write its address", async () => {
  const { page, close } = await open("about:blank", {}, "");
  // The page updates its address 200 ms after everything has stopped: here at the moment of the click.
  await page.addInitScript(() => {
    const { setTimeout } = window;
    window.setTimeout = (act, time, ...more) => (time === 200 ? ((window.writeAddress = act), 0) : setTimeout(act, time, ...more));
  });
  await page.goto(`${PAGE}#table`);
  await page.waitForFunction(() => window.writeAddress);
  await page.locator('.grid300 a[href^="#position=5&"]').evaluate((link) => {
    link.click();
    window.writeAddress();
  });
  await solved(page);
  await close();
});

describe("Tour", () => {
  // The texts of each section's figure; the counts are those of `bcp-lab trace` with the same searches.
  const SAID = [
    [/Iteration 0 ends: White has −2/, /stop ?−2.*Nxd6\+ ?≤ −2/],
    [/White passes: Black gains nothing\. White has at least −2/, /pass ?−2/],
    [/Nd4 is not searched, because if Black passes, White has no more than −2/, /8 threaten nothing/],
    [/exd6 is the best so far: White has at most −2\. That is enough/, /exd6 ?≤ −2.*enough/],
    [/White looks at Nxa8, which takes a rook/, /Nc7\+.*Kd7.*Nxa8/],
    [/counted here and now/, /3 ?475 ?82.*5 ?13,796 ?191/],
    [/It plays Qg6/, /Qg6 ?mate in 2.*44 threaten nothing/],
    [/It plays f8=Q\. The program reports mate in 2, but f8=Q is stalemate/, /f8=Q/],
  ];
  const figure = (page, index) => page.locator(`#stop-${index + 1} figure`);

  test("each section has its figure, which the machine has made", async () => {
    const { page, faults, close } = await open();
    await coach(page, "What is it doing?").click();
    for (const [index, [sentence, tree]] of SAID.entries()) {
      await figure(page, index).filter({ hasText: sentence }).waitFor();
      await figure(page, index).filter({ hasText: tree }).waitFor();
    }
    await page.waitForFunction(() => location.hash === "#tour&stop=1");
    // A link leads to a section, and the address follows the reader.
    await page.evaluate(() => document.getElementById("stop-5").scrollIntoView());
    await page.waitForFunction(() => location.hash === "#tour&stop=5");
    await page.reload();
    await figure(page, 4).filter({ hasText: SAID[4][0] }).waitFor();
    assert.ok(await page.evaluate(() => Math.abs(document.getElementById("stop-5").getBoundingClientRect().top) < 50));
    // The search in the tab Watch is not affected.
    await page.locator("#tab-watch").click();
    await page.locator("#choose", { hasText: "Position 1" }).waitFor();
    assert.deepEqual(faults, []);
    await close();
  });

  test("a figure goes on from its moment, and back to it", async () => {
    const { page, faults, close } = await open("#tour&stop=1");
    await figure(page, 7).filter({ hasText: SAID[7][0] }).waitFor();
    await figure(page, 1).locator(".after").click();
    await figure(page, 1).filter({ hasNotText: /White passes/ }).waitFor();
    await figure(page, 1).locator(".again").click();
    await figure(page, 1).filter({ hasText: SAID[1][0] }).waitFor();
    // Tapping a row shows its reason.
    await figure(page, 0).locator(".branch", { hasText: "Nxd6+" }).click();
    await figure(page, 0).locator(".note", { hasText: /Nxd6\+/ }).waitFor();
    assert.deepEqual(faults, []);
    await close();
  });

  for (const [width, height] of [[390, 844], [768, 1024], [1366, 768]]) {
    test(`at ${width} by ${height} nobody scrolls back: the figure stands at the beginning of its section`, async () => {
      const { page, close } = await open("#tour&stop=1", { viewport: { width, height } });
      await figure(page, 7).filter({ hasText: SAID[7][0] }).waitFor();
      const places = await page.evaluate(() =>
        [...document.querySelectorAll(".stop")].map((stop) => {
          const [own, words, figure] = [stop, stop.querySelector(".words"), stop.querySelector("figure")].map((part) => part.getBoundingClientRect());
          return { figure: figure.top - own.top, high: figure.height, words: words.top - own.top };
        }),
      );
      for (const { figure, high, words } of places) {
        assert.ok(figure < 80, `the figure begins ${figure} pixels below its heading`);
        // If the two are below each other, the text begins in the same view.
        assert.ok(words < height * 0.75 && high < height, `the text begins ${words} pixels below its heading`);
      }
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), 0);
      await close();
    });
  }
});
