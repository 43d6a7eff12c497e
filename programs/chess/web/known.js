// What the page needs of the 300 positions and of their published results, which are files with much more in them.

import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "../../..");
const read = (name) => readFileSync(join(root, name), "utf8");

/**
 * The constant of `problems.ts`: for each position its quiz, its number there, the FEN, the paper's seconds or null, the
 * paper's note, and the clocks to the end of the reported iteration, negative if that is not a solution.
 */
export function known() {
  const { positions } = JSON.parse(read("docs/results/table1.json")).entries.table1.result;
  // Cells are separated by commas, and none contains one.
  const [head, ...lines] = read("programs/chess/suite/positions/win-at-chess.csv").trim().split(/\r?\n/).map((line) => line.split(","));
  const rows = lines.map((cells, at) => {
    const cell = (name) => cells[head.indexOf(name)];
    const { number, solved, iteration_cycles } = positions[at];
    if (Number(cell("position")) !== number) throw new Error(`table1.json has no position ${cell("position")}`);
    const paper = cell("table1_seconds");
    return [Number(cell("quiz")), Number(cell("number")), cell("fen"), paper === "F" ? null : Number(paper), cell("paper_note"), solved ? iteration_cycles : -iteration_cycles];
  });
  return { KNOWN: JSON.stringify(rows) };
}
