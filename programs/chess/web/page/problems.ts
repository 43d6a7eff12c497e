/** The 300 positions, and what is known of each: what it asks for, the paper's time and ours. */

import suite from "../../suite/positions/win-at-chess.csv";
import table1 from "../../../../docs/results/table1.json";

export interface Problem {
  /** 1 to 300. */
  readonly number: number;
  /** Quiz of the book, and the number within it. */
  readonly quiz: number;
  readonly place: number;
  readonly fen: string;
  /** Moves that solve it, in SAN. */
  readonly solutions: readonly string[];
  /** Whole seconds in the paper's table, null for F. */
  readonly paper: number | null;
  /** A mark of the paper's footnotes: † or ‡. */
  readonly mark: string;
  /** What the reconstruction did within the limit. */
  readonly ours: Ours;
}

export interface Ours {
  /** Z8000 seconds to the solution; null if it was not found within the limit. */
  readonly seconds: number | null;
  /** Clocks from the command to search up to the solution. */
  readonly clocks: number;
  readonly depth: number;
  readonly nodes: number;
}

const MARKS: Record<string, string> = { "lesser-gain": "‡", "reinfeld-incorrect": "†" };

/** Cells of a line; the file has no quotes with commas inside. */
function read(): Problem[] {
  const [head = "", ...lines] = suite.trim().split(/\r?\n/);
  const names = head.split(",");
  const results = new Map(table1.entries.table1.result.positions.map((result) => [result.number, result]));
  return lines.map((line) => {
    const cells = line.split(",");
    const cell = (name: string) => cells[names.indexOf(name)] ?? "";
    const number = Number(cell("position"));
    const result = results.get(number);
    if (!result) throw new Error(`table1.json has no position ${number}`);
    return {
      number,
      quiz: Number(cell("quiz")),
      place: Number(cell("number")),
      fen: cell("fen"),
      solutions: cell("best_moves").split(" ").filter(Boolean),
      paper: cell("table1_seconds") === "F" ? null : Number(cell("table1_seconds")),
      mark: MARKS[cell("paper_note")] ?? (cell("paper_note") ? "*" : ""),
      ours: { seconds: result.solved ? result.seconds : null, clocks: result.iteration_cycles, depth: result.depth, nodes: result.nodes },
    };
  });
}

export const PROBLEMS: readonly Problem[] = read();

/** A position by its number, 1 to 300. */
export function problem(number: number | null | undefined): Problem | undefined {
  return PROBLEMS.find((one) => one.number === number);
}

/** A position by its FEN, if it is one of them. */
export function problemOf(fen: string): Problem | undefined {
  const key = (text: string) => text.split(" ").slice(0, 2).join(" ");
  return PROBLEMS.find((one) => key(one.fen) === key(fen));
}

/** Seconds as Table 1 has them: rounded up, F where it was not solved. */
export function rounded(seconds: number | null): string {
  return seconds === null ? "F" : String(Math.max(1, Math.ceil(seconds)));
}
