/** BCP's published games, with the moves that the reconstruction would play: the data of `bcp replay`. */

import results from "../../../../docs/results/games.json";
import { pawns, seconds } from "./format.ts";
import { MATES } from "./names.ts";

type Result = (typeof results.entries.games.result.games)[number];
type Played = Result["moves"][number];

export interface Published {
  readonly title: string;
  /** The moves in coordinate notation. */
  readonly moves: readonly string[];
  readonly pgn: string;
  /** The remark on each move, by its index; null for the opponent's moves. */
  readonly remarks: readonly (string | null)[];
}

function remark(move: Played): string | null {
  const { program } = move;
  if (!program) return null;
  const kind = { opening: "a move of the opening", forced: "the only move", free: "" }[program.class];
  const thought = `${MATES.get(program.value) ?? pawns(program.value)} at depth ${program.depth}, ${seconds(program.seconds)} Z8000 seconds`;
  const what = program.agrees ? `BCP played ${move.san}, and so would the reconstruction` : `BCP played ${move.san}; the reconstruction would play ${program.san}`;
  return `${what}${kind ? ` (${kind})` : ""}: ${thought}.`;
}

export const PUBLISHED: readonly Published[] = results.entries.games.result.games.map(({ tags, result, moves }) => ({
  title: `${tags.White} – ${tags.Black}, ${tags.Site} ${tags.Date.slice(0, 4)}, ${result.replace("1/2-1/2", "½–½").replace("-", "–")}`,
  moves: moves.map((move) => move.uci),
  pgn: `${Object.entries({ ...tags, Result: result }).map(([name, value]) => `[${name} "${value}"]\n`).join("")}\n${moves.map((move) => move.san).join(" ")} ${result}\n`,
  remarks: moves.map(remark),
}));
