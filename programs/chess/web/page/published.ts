/** BCP's published games, with what the reconstruction would play in its place: the data of `bcp replay`. */

import results from "../../../../docs/results/games.json";
import { inWords } from "./chess.ts";
import { seconds } from "./format.ts";

type Result = (typeof results.entries.games.result.games)[number];
type Played = Result["moves"][number];

export interface Published {
  readonly title: string;
  readonly start: string;
  /** In coordinates. */
  readonly moves: readonly string[];
  /** What there is to say of a move, by its index; null for the other side's. */
  readonly remarks: readonly (string | null)[];
}

/** `3`, `-2`, `mate 2` as iterations are written. */
function written(value: number): string {
  const plies = 127 - Math.abs(value);
  return Math.abs(value) < 100 ? String(value) : `${value < 0 ? "-" : ""}mate ${Math.ceil(plies / 2)}`;
}

function remark(move: Played): string | null {
  const { program } = move;
  if (!program) return null;
  const kind = { opening: "a move of the opening", forced: "the only move", free: "" }[program.class];
  const thought = `${inWords({ written: written(program.value) })} at depth ${program.depth}, ${seconds(program.seconds)} Z8000 seconds`;
  const what = program.agrees ? `BCP played ${move.san}, and so would the reconstruction` : `BCP played ${move.san}; the reconstruction would play ${program.san}`;
  return `${what}${kind ? ` (${kind})` : ""}: ${thought}.`;
}

export const PUBLISHED: readonly Published[] = results.entries.games.result.games.map(({ tags, fen, result, moves }) => ({
  title: `${tags.White} – ${tags.Black}, ${tags.Site} ${tags.Date.slice(0, 4)}, ${result.replace("1/2-1/2", "½–½").replace("-", "–")}`,
  start: fen,
  moves: moves.map((move) => move.uci),
  remarks: moves.map(remark),
}));
