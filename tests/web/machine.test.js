// The machine of the page in Node.js: states as the native program has them, answers of the types that the
// page declares, the worker's turns. MACHINE is the WebAssembly, STATES the example of the crate; SPEED asks for a measurement.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createRequire } from "node:module";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";

const here = dirname(fileURLToPath(import.meta.url));
const page = join(here, "../../programs/chess/web/page");
// The bundler that builds the page.
const { buildSync } = createRequire(join(page, "main.ts"))("esbuild");
const wasm = readFileSync(process.env.MACHINE);
const folder = mkdtempSync(join(tmpdir(), "bcp-page-"));
after(() => rmSync(folder, { recursive: true }));

function bundle(entry, format) {
  const built = buildSync({ entryPoints: [join(page, entry)], bundle: true, format, target: "es2022", write: false });
  return built.outputFiles[0].text;
}

writeFileSync(join(folder, "engine.mjs"), bundle("engine.ts", "esm"));
writeFileSync(join(folder, "chess.mjs"), bundle("chess.ts", "esm"));
writeFileSync(join(folder, "slices.mjs"), bundle("slices.ts", "esm"));
const { Engine } = await import(join(folder, "engine.mjs"));
const { best, entryInWords, result, soFar } = await import(join(folder, "chess.mjs"));
const { Slices } = await import(join(folder, "slices.mjs"));

/** Returns a machine without a worker, which runs every request with all its slices. */
async function machine() {
  const engine = await Engine.load(wasm);
  const tell = (request) => JSON.parse(engine.ask(JSON.stringify(request)));
  const ask = (request, slice = 500_000) => {
    let answer = tell(request);
    while (answer.kind === "busy") answer = tell({ kind: "advance", instructions: slice });
    return answer;
  };
  return { tell, ask };
}

/** Returns the hash of registers, PC, FCW and both memories, computed as in the example. */
function hash(ask) {
  const { state } = ask({ kind: "state" });
  const words = Buffer.alloc(36);
  [...state.cpu.registers, state.cpu.pc, state.cpu.fcw].forEach((word, n) => words.writeUInt16BE(word, 2 * n));
  const hash = createHash("sha256").update(words);
  for (const space of ["program", "data"]) {
    const { bytes } = ask({ kind: "memory", space, address: 0, length: 0x10000 });
    hash.update(Buffer.from(bytes, "hex"));
  }
  return hash.digest("hex");
}

const lines = (text) => text.trim().split("\n").map((line) => JSON.parse(line));

/** Counts the modules that are made meanwhile, or refuses all. */
async function counting(work, refuse = false) {
  const { Module } = WebAssembly;
  let modules = 0;
  WebAssembly.Module = function (bytes) {
    if (refuse) throw new WebAssembly.CompileError("blocked by Content Security Policy");
    modules += 1;
    return new Module(bytes);
  };
  try {
    await work();
  } finally {
    WebAssembly.Module = Module;
  }
  return modules;
}

test("20 positions stand after N instructions as in the native program, compiled or not", async () => {
  const native = lines(execFileSync(process.env.STATES, { encoding: "utf8" }));
  assert.equal(native.length, 20);
  const compare = async (positions) => {
    const { ask } = await machine();
    for (const expected of positions) {
      ask({ kind: "open", position: expected.position });
      // Slices of any size, and a step back on the way.
      ask({ kind: "seek", instruction: expected.instruction + 1000 }, 77_777);
      const { state } = ask({ kind: "seek", instruction: expected.instruction });
      assert.equal(state.clocks, expected.clocks, `position ${expected.position}`);
      assert.equal(hash(ask), expected.sha256, `position ${expected.position}`);
    }
  };
  // One to try it, one for each trace, and one for all whenever their number has doubled.
  assert.ok((await counting(() => compare(native))) > 100);
  assert.equal(await counting(() => compare(native.slice(0, 5)), true), 0);
});

test("positions 1 and 5 are solved to the nodes of Table 1", async () => {
  const { ask } = await machine();
  const results = JSON.parse(readFileSync(join(here, "../../docs/results/table1.json"), "utf8"));
  for (const number of [1, 5]) {
    const expected = results.entries.table1.result.positions.find((position) => position.number === number);
    ask({ kind: "open", position: number });
    const { state } = ask({ kind: "run" });
    const last = state.chess.iterations.at(-1);
    assert.deepEqual(
      [last.depth, last.value, last.nodes, last.clocks, last.best.san.replace(/[+#]$/, "")],
      [expected.depth, expected.value, expected.nodes, expected.iteration_cycles, expected.move.replace(/[+#]$/, "")],
    );
  }
});

test("the page claims no move that the program did not choose", () => {
  // The program prints "-": no move beats passing. Nevertheless, the stored tree lists moves.
  const tried = { move: "b5b6", san: "b6+" };
  const iteration = { depth: 3, value: 0, words: "0", winner: null, best: null, line: [] };
  // The board of the search is that of the position, a king against a king.
  const [root, board] = [{ fen: "k7/8/8/8/8/8/8/K7 w - - 0 1" }, `k${".".repeat(55)}K${".".repeat(7)}`];
  const chess = { root, board, iterations: [iteration], bestLine: [tried] };
  assert.equal(best(chess), null);
  assert.equal(result(chess), "It found no move better than passing.");
  assert.equal(soFar(chess), "So far it has found no move better than passing.");
  assert.equal(soFar({ ...chess, iterations: [] }), "It has not found a move yet.");
  const moved = `.k${board.slice(2)}`;
  assert.equal(soFar({ ...chess, board: moved, iterations: [] }), "The board is that of the search. It has not found a move yet.");
  assert.equal(result({ iterations: [{ ...iteration, best: tried }], bestLine: [] }), "It plays b6+.");
});

test("an entry of the stored tree says whose mate it is, and that the opponent passes", () => {
  const move = { move: "c2c3", san: "c3" };
  const entry = { entry: 1, move, score: 9, lower: null, upper: null, hint: null, complete: false, mates: true, children: 2 };
  assert.deepEqual(entryInWords(entry), ["c3", "wins 9 if the opponent passes", "the opponent mates in one, 2 below"]);
});

const LETTERS = ".text\n.word 0, 0x4000, go\ngo: ldb rl0, #'A'\nagain: outb 0xff03, rl0\n jr again\n";

test("answers are of the types that the page declares", async () => {
  const { ask } = await machine();
  ask({ kind: "prepare", seconds: 2000 });
  const solved = ask({ kind: "solve", number: 5 });
  const answers = [
    ask({ kind: "positions", file: "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8;\nrubbish" }),
    ask({ kind: "prepare", positions: "5,22", seconds: 2000 }),
    solved,
    ask({ kind: "summary", lines: solved.line }),
    ask({ kind: "fen", fen: "8/8/8/8/8/8/8/8 w - -" }),
    ask({ kind: "read", text: "1. e4 e5 2. Nf3 *" }),
    ask({ kind: "open", position: 96 }),
    ask({ kind: "command", line: "break t2v if word(ply) == path + 2 * PLY_SIZE" }),
    ask({ kind: "command", line: "display r6" }),
    ask({ kind: "run" }),
    ask({ kind: "command", line: "delete all" }),
    ask({ kind: "follow", tree: true }),
    ask({ kind: "seek", instruction: 3_000_000 }),
    ask({ kind: "grow" }),
    ask({ kind: "state" }),
    ask({ kind: "tree" }),
    ask({ kind: "sources" }),
    ask({ kind: "memory", space: "data", address: 0, length: 16 }),
    ask({ kind: "profile" }),
    ask({ kind: "assemble", source: LETTERS }),
    ask({ kind: "assemble", source: "ld r99, r1" }),
    ask({ kind: "load", source: LETTERS }),
    ask({ kind: "newGame", person: "white", seconds: 0.2 }),
    ask({ kind: "move", move: "e4" }),
    ask({ kind: "think" }),
    ask({ kind: "resign" }),
    ask({ kind: "pgn", date: "2026.01.02" }),
    ask({ kind: "search", search: "alpha-beta", position: "0(0(3 5 4) 0(2 9 7))", depth: 2, calls: 100 }),
    ask({ kind: "search", search: "pn", position: "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - -", depth: 1, calls: 100 }),
    ask({ kind: "fly" }),
  ];
  const kinds = new Set(answers.map((answer) => answer.kind));
  const types = readFileSync(join(page, "types.ts"), "utf8");
  const declared = types.match(/export type Answer = .*?\n\n/s)[0].match(/"kind": "(\w+)"/g);
  // The page does not receive the answer that the machine is busy.
  assert.equal(kinds.size, declared.length - 1, [...kinds].join(", "));
  const samples = answers.map((answer, n) => `export const answer${n}: Answer = ${JSON.stringify(answer)};`);
  const file = join(folder, "samples.ts");
  writeFileSync(file, `import type { Answer } from ${JSON.stringify(join(page, "protocol.ts"))};\n${samples.join("\n")}\n`);
  const flags = "--ignoreConfig --noEmit --strict --allowImportingTsExtensions --module esnext --moduleResolution bundler";
  try {
    execFileSync(join(here, "../../programs/chess/web/node_modules/.bin/tsc"), [...flags.split(" "), "--target", "es2023", file], { encoding: "utf8" });
  } catch (error) {
    assert.fail(error.stdout.slice(0, 4000));
  }
});

/**
 * The worker as a page has it: requests with numbers, answers, events. Node.js hears up to a thousand messages of one
 * port before it turns to another one, which browsers do not; so turns are taken otherwise here.
 */
function worker(code = wasm) {
  const shim = `
    globalThis.MessageChannel = class {
      port1 = { onmessage: null };
      port2 = { postMessage: () => setImmediate(() => this.port1.onmessage()) };
    };
    const { parentPort } = require("node:worker_threads");
    globalThis.self = {
      postMessage: (message) => parentPort.postMessage(message),
      close: () => parentPort.close(),
      set onmessage(hear) { parentPort.on("message", (data) => hear({ data })); },
    };`;
  const started = new Worker(shim + bundle("worker.ts", "iife"), { eval: true });
  const waiting = new Map();
  const events = [];
  const heard = [];
  started.on("message", (message) => {
    if (message.answer) {
      waiting.get(message.answer.id)(message.answer);
      waiting.delete(message.answer.id);
    } else {
      events.push(message.event);
      for (const listener of heard) listener(message.event);
    }
  });
  started.postMessage({ wasm: code.buffer.slice(code.byteOffset, code.byteOffset + code.byteLength) });
  let last = 0;
  return {
    events,
    ask: (request) =>
      new Promise((resolve) => {
        waiting.set(++last, resolve);
        started.postMessage({ ...request, id: last });
      }),
    event: (kind) => new Promise((resolve) => heard.push((event) => event.kind === kind && resolve(event))),
    end: () => started.terminate(),
  };
}

test("the worker runs, shows, and hears the page meanwhile", async () => {
  const { ask, event, events, end } = worker();
  await ask({ kind: "open", position: 96 });
  const began = performance.now();
  let over = false;
  // The search takes minutes.
  const run = ask({ kind: "run", pace: "full" }).finally(() => (over = true));
  for (let seen = 0; seen < 3; seen += 1) await event("state");
  const memory = await ask({ kind: "memory", space: "data", address: 0, length: 4 });
  assert.equal(memory.kind, "memory");
  assert.equal(over, false, "an answer comes while the program runs");
  const { state } = await ask({ kind: "pause" });
  const moved = await run;
  assert.equal(moved.stop.reason, "interrupted");
  assert.equal(moved.state.instruction, state.instruction);
  const states = events.filter((event) => event.kind === "state").length;
  const seconds = (performance.now() - began) / 1000;
  assert.ok(states <= 60 * seconds + 1, `${states} states in ${seconds} s`);
  await end();
});

test("the worker keeps a pace", async () => {
  const { ask, event, end } = worker();
  await ask({ kind: "open", position: 5 });
  // One instruction may exceed the limit.
  for (const [unit, perSecond, slack] of [["instruction", 10, 1], ["instruction", 5000, 1], ["clocks", 1_000_000, 1000]]) {
    const before = (await ask({ kind: "state" })).state;
    const began = performance.now();
    const run = ask({ kind: "run", pace: unit === "clocks" ? { clocks: perSecond } : { instructions: perSecond } });
    for (let seen = 0; seen < 5; seen += 1) await event("state");
    await ask({ kind: "pause" });
    const { state } = await run;
    const [ran, seconds] = [state[unit] - before[unit], (performance.now() - began) / 1000];
    // The first slice runs immediately.
    assert.ok(ran >= 4 && ran <= perSecond * (seconds + 0.004) + slack, `${ran} in ${seconds} s at ${perSecond} a second`);
  }
  for (const pace of [{ clocks: 0 }, { clocks: "x" }, { instructions: -1 }, { instructions: NaN }, {}, null]) {
    assert.equal((await ask({ kind: "run", pace })).kind, "error", JSON.stringify(pace));
  }
  await end();
});

test("a pace is kept by the clock, and what a host could not do is not owed", () => {
  // A simulated host that executes 1000 instructions per millisecond, of 5 clocks each, with a simulated clock.
  const host = (pace) => {
    const slices = new Slices(pace);
    const host = { now: 0, ran: 0, slice: 0 };
    host.until = (end) => {
      while (host.now < end) {
        const { wait, instructions, clocks } = slices.begin(host.now);
        const ran = wait > 0 ? 0 : Math.min(instructions, Math.ceil((clocks ?? Infinity) / 5));
        host.slice = wait || ran / 1000;
        host.now += host.slice;
        host.ran += ran;
        if (wait === 0) slices.end(host.now, { instructions: ran, clocks: 5 * ran });
      }
      return host.ran;
    };
    return host;
  };
  // In a second: the amount given by the pace, and the first slice of 4 ms or one instruction, which runs immediately.
  for (const [pace, ran, slack] of [
    [{ instructions: 1 }, 1, 1],
    [{ instructions: 10 }, 10, 1],
    [{ instructions: 5000 }, 5000, 20],
    [{ clocks: 1_000_000 }, 200_000, 800],
  ]) {
    const found = host(pace).until(1000);
    assert.ok(found >= ran - slack && found <= ran + 2 * slack, `${JSON.stringify(pace)}: ${found} in a second`);
  }
  // A tab that slept for a minute catches up with a quarter of a second.
  const asleep = host({ instructions: 5000 });
  const before = asleep.until(1000);
  asleep.now += 60_000;
  const after = asleep.until(62_000) - before;
  assert.ok(after >= 5000 && after <= 5000 + 1250 + 20, `${after} in the second after a minute`);
  // At full speed, slices take 12 ms once the speed is known.
  const full = host("full");
  full.until(1000);
  assert.ok(full.slice > 11 && full.slice < 13, `a slice of ${full.slice} ms`);
});

test("what comes next ends what is under way, and the program answers when it is told to", async () => {
  const { ask, event, end } = worker();
  await ask({ kind: "open", position: 96 });
  const run = ask({ kind: "run", pace: "full" });
  const seek = await ask({ kind: "seek", instruction: 100_000 });
  assert.equal((await run).stop.reason, "interrupted");
  assert.equal(seek.state.instruction, 100_000);
  await ask({ kind: "newGame", person: "white", seconds: 1000 });
  await ask({ kind: "move", move: "e4" });
  const think = ask({ kind: "think", pace: "full" });
  await event("game");
  await ask({ kind: "pause" });
  assert.equal((await think).game.moves.length, 2);
  await end();
});

test("a machine that dies says so", async () => {
  const broken = worker(Buffer.from("this is not WebAssembly"));
  assert.match((await broken.event("died")).message, /does not start/);
  await broken.end();
});

/** Instructions for each second of processor time, of a run as the worker makes it: with or without the tree, and 60 states a second. */
async function rate(tree, instructions) {
  const { tell } = await machine();
  tell({ kind: "open", position: 96 });
  tell({ kind: "follow", tree });
  tell({ kind: "run" });
  const slices = new Slices("full");
  const began = process.cpuUsage();
  let [shown, at] = [0, 0];
  while (at < instructions) {
    const answer = tell({ kind: "advance", instructions: slices.begin(performance.now()).instructions });
    const now = performance.now();
    slices.end(now, answer);
    if (now - shown < 1000 / 60) continue;
    shown = now;
    at = tell({ kind: "state" }).state.instruction;
  }
  const { user, system } = process.cpuUsage(began);
  return at / ((user + system) / 1e6);
}

test("speed against the native interpreter, in pairs", { skip: !process.env.SPEED && "SPEED is not set" }, async () => {
  const INSTRUCTIONS = 100_000_000;
  const ratios = { Step: [], Watch: [] };
  for (let pair = 0; pair < 3; pair += 1) {
    for (const [tab, list] of Object.entries(ratios)) {
      const [native] = lines(execFileSync(process.env.STATES, ["--speed", String(INSTRUCTIONS), "interpreter"], { encoding: "utf8" }));
      const page = await rate(tab === "Watch", INSTRUCTIONS);
      const most = INSTRUCTIONS / native.seconds;
      list.push(page / most);
      console.log(`${tab}: ${(page / 1e6).toFixed(1)} million instructions a second, native ${(most / 1e6).toFixed(1)}: ${list.at(-1).toFixed(2)}`);
    }
  }
  const middle = (list) => list.sort((a, b) => a - b)[1];
  for (const [tab, list] of Object.entries(ratios)) console.log(`${tab}: ${middle(list).toFixed(2)} of the native speed`);
  assert.ok(middle(ratios.Step) >= 0.2 && middle(ratios.Watch) >= 0.08);
});

test("speed of compiled traces against the interpreter", { skip: !process.env.SPEED && "SPEED is not set" }, async () => {
  const INSTRUCTIONS = 50_000_000;
  /** The second of two runs: the code of the first is there. */
  const seconds = async () => {
    const { ask } = await machine();
    let began;
    for (let run = 0; run < 2; run += 1) {
      ask({ kind: "open", position: 96 });
      began = process.cpuUsage();
      ask({ kind: "seek", instruction: INSTRUCTIONS });
    }
    const { user, system } = process.cpuUsage(began);
    return (user + system) / 1e6;
  };
  const times = [];
  for (const refuse of [true, false]) await counting(async () => times.push(await seconds()), refuse);
  console.log(`interpreted ${times[0].toFixed(2)} s, compiled ${times[1].toFixed(2)} s`);
  assert.ok(times[0] >= 2 * times[1], `${times[0]} s interpreted, ${times[1]} s compiled`);
});
