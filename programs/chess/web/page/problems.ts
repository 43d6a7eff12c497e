/** The 300 positions, and what is known of each: its task, the paper's time and that of the reconstruction. */

export interface Problem {
  /** Number of the position, 1 to 300. */
  readonly number: number;
  /** Number of the quiz in the book. */
  readonly quiz: number;
  readonly place: number;
  readonly fen: string;
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
}

/** The clocks of a second of the results. */
const HERTZ = 4_000_000;

/** The positions by their numbers, from `known.js`. */
declare const KNOWN: readonly (readonly [quiz: number, place: number, fen: string, paper: number | null, note: string, clocks: number])[];

const MARKS: Record<string, string> = { "lesser-gain": "‡", "reinfeld-incorrect": "†" };

export const PROBLEMS: readonly Problem[] = KNOWN.map(([quiz, place, fen, paper, note, clocks], at) => ({
  number: at + 1,
  quiz,
  place,
  fen,
  paper,
  mark: MARKS[note] ?? (note ? "*" : ""),
  ours: { seconds: clocks > 0 ? clocks / HERTZ : null, clocks: Math.abs(clocks) },
}));

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
