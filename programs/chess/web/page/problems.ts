/** The 300 positions, and what is known of each: its task, the paper's time and that of the reconstruction. */

import suite from "../../suite/positions/win-at-chess.csv";
import table1 from "../../../../docs/results/table1.json";

export interface Problem {
  /** Number of the position, 1 to 300. */
  readonly number: number;
  /** Number of the quiz in the book. */
  readonly quiz: number;
  readonly place: number;
  readonly fen: string;
  /** The moves that solve it, in SAN. */
  readonly solutions: readonly string[];
  /** Whole seconds in the paper's table; null for F. */
  readonly paper: number | null;
  /** Reference to a footnote of the paper: † or ‡. */
  readonly mark: string;
  /** The result of the reconstruction within the limit. */
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

/** Parses the file: cells are separated by commas, and none contains one. */
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

/** Returns a position by its number, 1 to 300. */
export function problem(number: number | null | undefined): Problem | undefined {
  return PROBLEMS.find((one) => one.number === number);
}

/** Returns the position with a FEN, if it is one of the 300. */
export function problemOf(fen: string): Problem | undefined {
  const key = (text: string) => text.split(" ").slice(0, 2).join(" ");
  return PROBLEMS.find((one) => key(one.fen) === key(fen));
}

/** Formats seconds as in Table 1: rounded up, F if the position was not solved. */
export function rounded(seconds: number | null): string {
  return seconds === null ? "F" : String(Math.max(1, Math.ceil(seconds)));
}
