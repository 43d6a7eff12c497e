// The page's texts on the 300 positions, at the end of every iteration, between two of them, and during a null move,
// compared with the results that `bcp table1 --out` has written. ASK is the example of the crate, RESULTS those
// results. Everything runs natively: the machine is the same.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { known } from "../../programs/chess/web/known.js";

const here = dirname(fileURLToPath(import.meta.url));
const page = join(here, "../../programs/chess/web/page");
const { buildSync } = createRequire(join(page, "main.ts"))("esbuild");
const folder = mkdtempSync(join(tmpdir(), "bcp-words-"));
after(() => rmSync(folder, { recursive: true }));
const entry = `export * from ${JSON.stringify(join(page, "coach.ts"))}; export * from ${JSON.stringify(join(page, "chess.ts"))}; export { columns } from ${JSON.stringify(join(page, "growth.ts"))};`;
writeFileSync(join(folder, "entry.ts"), entry);
const built = buildSync({ entryPoints: [join(folder, "entry.ts")], bundle: true, format: "esm", target: "es2022", write: false, define: known() });
writeFileSync(join(folder, "words.mjs"), built.outputFiles[0].text);
const { advise, bestLine, columns, last, scene, written } = await import(join(folder, "words.mjs"));

const { entries } = JSON.parse(readFileSync(join(here, "../../docs/results/table1.json"), "utf8"));
const table1 = new Map(entries.table1.result.positions.map((position) => [position.number, position]));

/** Returns the machine, which reads a line for each query. */
function machine() {
  const child = spawn(process.env.ASK, { stdio: ["pipe", "pipe", "inherit"] });
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    ask: async (request) => {
      child.stdin.write(`${JSON.stringify(request)}\n`);
      const { value } = await answers.next();
      const answer = JSON.parse(value);
      assert.notEqual(answer.kind, "error", `${JSON.stringify(request)}: ${value}`);
      return answer;
    },
    end: () => child.kill(),
  };
}

/** The announced mates, for `mates.py`. */
const claims = new Set();

/** Patterns of texts that name moves as the program's. */
const CLAIMS = [/^Solved: (\S+?)[,.](?: |$)/, /^It plays (\S+)\.$/, /^So far it would play (\S+)\.$/];
const plain = (move) => move?.replace(/[+#]$/, "") ?? null;

/** Numbers of iterations whose move is not compared, since the results of a mate in one contain none, and of all. */
const moves = { mates: 0, all: 0 };

/** Returns the faults in the page's texts at a moment, as a list of sentences. */
function faults(result, opened, state) {
  const { chess } = state;
  const wrong = [];
  const expect = (what, said, is) => said !== is && wrong.push(`instruction ${state.instruction}: ${what} is said to be ${said}, and is ${is}`);
  const past = result.iterations.filter((iteration) => iteration.instructions <= state.instruction);
  const found = past.at(-1);
  // The lines that the program has printed.
  expect("the number of iterations", chess.iterations.length, past.length);
  const said = last(chess);
  if (found && said) {
    for (const [fact, own] of Object.entries({ depth: "depth", value: "value", nodes: "nodes", clocks: "cycles", seconds: "seconds" })) expect(`the ${fact}`, said[fact], found[own]);
    const mate = Math.abs(found.value) >= 94;
    expect("whose mate it is", said.words.startsWith("mated") ? -1 : said.words.startsWith("mate") ? 1 : 0, mate ? Math.sign(found.value) : 0);
    expect("who mates", said.winner, !mate ? null : (found.value > 0) === (chess.root.side === "white") ? "white" : "black");
    expect("the value for White", said.white, chess.root.side === "white" ? found.value : -found.value);
    if (mate) claims.add(JSON.stringify({ fen: result.fen, words: said.words, move: said.best?.move ?? null }));
    // A mate in one has no move in the results: any mating move is accepted, and mates.py verifies it.
    moves.all += 1;
    if (found.move === null && mate) moves.mates += 1;
    else expect("the move", plain(said.best && written(said.best)), plain(found.move));
  }
  // The arrows, the line, and the text above the board.
  const judged = table1.get(result.number);
  const move = found && (found.move ?? (Math.abs(found.value) >= 94 ? plain(said.best && written(said.best)) : null));
  for (const followed of [false, true]) {
    const arrow = scene(chess, followed, false).arrows.find((one) => one.kind === "best");
    if (arrow) expect("the arrow", arrow.from + arrow.to, said?.best ? said.best.move.slice(0, 4) : null);
  }
  const [first] = bestLine(chess);
  if (found && first) expect("the first move of the line", plain(written(first)), plain(move));
  for (const doing of ["stopped", "running"]) {
    const { strong, rest } = advise(opened, state, doing);
    for (const claim of CLAIMS) {
      const named = claim.exec(strong)?.[1] ?? claim.exec(rest)?.[1];
      // After a deeper search, the move that solved the position may no longer be the best.
      const meant = strong.startsWith("Solved") ? judged.move : move;
      if (named) expect(`the move of "${strong} ${rest}"`, plain(named), plain(meant ?? move));
    }
    // Whether an iteration solves the position is known only after 2,000 seconds of search.
    const solves = judged.solved && past.some((iteration) => iteration.cycles === judged.iteration_cycles);
    expect(`whether it is solved ("${strong}")`, strong.startsWith("Solved"), strong.startsWith("Solved") ? solves : false);
    if (solves && found.cycles === judged.iteration_cycles && state.instruction === found.instructions) expect("whether it is solved", strong.startsWith("Solved"), true);
  }
  // The tree at the current moment.
  const { growth } = chess;
  if (growth.instruction === state.instruction) {
    const drawn = columns(growth, chess.root.side, 800);
    assert.ok(drawn.every((column) => column.rows.every((row) => row.why)));
    if (found && state.instruction === found.instructions && found.depth > 0) {
      expect("the value of the tree", growth.levels[0].value, found.value);
      const best = growth.levels[0].branches.find((branch) => branch.fate === "best");
      if (found.move !== null || best) expect("the best move of the tree", best ? plain(written(best)) : null, plain(found.move));
    }
  }
  return wrong;
}

test("nothing that the page says of the 300 positions is false", async (context) => {
  const results = readFileSync(process.env.RESULTS, "utf8").trim().split("\n").map((line) => JSON.parse(line));
  assert.equal(results.length, 300);
  const { ask, end } = machine();
  let moments = 0;
  const wrong = [];
  for (const result of results) {
    const { number } = result;
    const opened = { position: number, fen: result.fen, depth: null, program: null, solutions: [] };
    await ask({ kind: "open", position: number });
    await ask({ kind: "follow", tree: true });
    const ends = result.iterations.map((iteration) => iteration.instructions);
    const note = (state) => {
      moments += 1;
      wrong.push(...faults(result, opened, state).map((fault) => `position ${number}, ${fault}`));
    };
    let before = 0;
    for (const end of ends) {
      // Half way; then a moment at which a side passes, if that happens again before the iteration ends; then its end.
      note((await ask({ kind: "seek", instruction: Math.floor((before + end) / 2) })).state);
      await ask({ kind: "grow" });
      const passing = await ask({ kind: "command", line: "next pass" });
      if (passing.state.instruction < end) note((await ask({ kind: "grow" })).state);
      await ask({ kind: "seek", instruction: end });
      note((await ask({ kind: "grow" })).state);
      before = end;
    }
  }
  end();
  writeFileSync(process.env.CLAIMS, [...claims].map((claim) => `${claim}\n`).join(""));
  context.diagnostic(`${moments} moments of ${results.length} positions; of ${moves.all} moves ${moves.mates} are compared by mates.py alone`);
  assert.ok(20 * moves.mates <= moves.all);
  assert.deepEqual(wrong.slice(0, 20), [], `${wrong.length} false`);
});
