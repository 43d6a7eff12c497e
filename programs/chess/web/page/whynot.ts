/** Why not another move of the position that is watched? What the search has found, beside a search of the position after that move. */

import { Analysis, inWords } from "./analysis.ts";
import type { Machine } from "./machine.ts";
import { LEAST_SECONDS } from "./pace.ts";
import type { Iteration } from "./protocol.ts";

/** Z8000 seconds for the position after the move: nobody waits longer. */
const LONGEST = 10;

let analysis: Analysis | null = null;

/** `found` is the iteration that the page shows; without a move in it, the program searches for one. */
export async function whyNot(machine: Machine, fen: string, move: string, found: Iteration | null): Promise<string> {
  analysis?.stop();
  analysis = new Analysis(machine, () => {}, false);
  analysis.seconds = Math.min(LONGEST, Math.max(LEAST_SECONDS, found?.seconds ?? 0));
  const game = await analysis.game(fen, [move]);
  const played = game.moves[0];
  if (!played) return game.fault ?? "";
  analysis.update(game);
  const best = found?.best;
  if (found && best) analysis.verdicts[0] = { best, only: false, value: found, words: inWords(found, played.side), line: found.line };
  return analysis.why(game, 0);
}
