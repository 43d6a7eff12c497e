/** "What would BCP have played?": a machine of its own thinks about the moves of a game, beside the one that is seen. */

import { inWords, written } from "./chess.ts";
import { reason, seconds as inSeconds } from "./format.ts";
import type { Machine } from "./machine.ts";
import type { Game, GameMove, Move } from "./protocol.ts";
import { recall, remember } from "./settings.ts";

/** The program's choice where a move of the game was played. */
export interface Verdict {
  readonly best: Move;
  readonly agrees: boolean;
  /** The only legal move. */
  readonly only: boolean;
  /** Pawns for White; null where it did not search. */
  readonly value: number | null;
  /** What the program found, in words. */
  readonly words: string;
}

/** Clocks of a Z8000 in a second. */
const HERTZ = 4e6;

/** Where the verdicts on the last game are remembered. */
const KEPT = "analysis";

export class Analysis {
  /** By the index of the move; undefined where nobody has asked. */
  verdicts: (Verdict | undefined)[] = [];
  /** Z8000 seconds for a move. */
  seconds = 5;
  /** Whether the whole game was asked for. */
  whole = false;
  fault = "";
  private key = "";
  private turn = 0;
  private helper: Machine | null = null;

  /** `machine` is the page's, of which another one is made when it is needed; `changed` is told of each verdict. */
  constructor(private readonly machine: Machine, private readonly changed: () => void) {}

  /** Whether it is thinking. */
  thinking = false;

  /** Takes up a game; what is known of its moves stays. */
  update(game: Game): void {
    const moves = game.moves.map((move) => move.move);
    const key = `${game.start} ${this.seconds}`;
    if (key !== this.key) {
      this.stop();
      this.key = key;
      this.verdicts = [];
      this.moves = [];
      this.restore(moves);
    }
    const same = this.moves.findIndex((move, index) => move !== moves[index]);
    // A move is judged by the position before it: that after the last common one is still the same.
    if (same >= 0) this.verdicts.length = Math.min(this.verdicts.length, same);
    this.moves = moves;
  }

  private moves: string[] = [];

  /** Thinks about one move, or about all that nobody has asked for yet. */
  async ask(game: Game, indexes: readonly number[]): Promise<void> {
    this.turn += 1;
    const { turn } = this;
    this.thinking = true;
    this.fault = "";
    this.changed();
    try {
      for (const index of indexes) {
        const move = game.moves[index];
        if (!move || this.verdicts[index]) continue;
        const verdict = await this.judge(game, index, move);
        if (turn !== this.turn) return;
        this.verdicts[index] = verdict;
        this.changed();
      }
      this.keep();
    } catch (error) {
      if (turn === this.turn) this.fault = reason(error);
    } finally {
      if (turn === this.turn) {
        this.thinking = false;
        this.changed();
      }
    }
  }

  /** Ends its thinking; what it has found stays. */
  stop(): void {
    this.turn += 1;
    this.thinking = false;
    // The machine of a move that is not finished goes: nobody waits for it.
    this.helper?.terminate("stopped");
    this.helper = null;
  }

  private async judge(game: Game, index: number, move: GameMove): Promise<Verdict> {
    this.helper ??= this.machine.another();
    const moves = game.moves.slice(0, index).map((one) => one.move);
    const begun = await this.helper.ask({ kind: "newGame", fen: game.start, moves, person: "both", level: { perMove: this.seconds } });
    const { game: thought } = await this.helper.ask({ kind: "think", pace: "full" });
    const best = thought.moves[index];
    if (!best) throw new Error(begun.game.fault ?? "the program has not answered");
    const found = best.thought;
    const only = begun.game.legal.length === 1;
    const value = found && (move.side === "white" ? found.value : -found.value);
    const words = found ? `${inWords(found)} for ${move.side === "white" ? "White" : "Black"} at depth ${found.depth}, ${inSeconds(found.seconds)} Z8000 seconds` : "without a search";
    return { best: { move: best.move, san: best.san }, agrees: best.move === move.move, only, value, words };
  }

  /** Why the program does not play the move of the game: the debugger's answer, after it has thought as long. */
  async why(move: GameMove): Promise<string> {
    this.stop();
    const helper = (this.helper = this.machine.another());
    await helper.ask({ kind: "open", fen: move.before });
    await helper.ask({ kind: "seek", clocks: this.seconds * HERTZ });
    const said = await helper.ask({ kind: "command", line: `why ${move.san ?? move.move} 0` });
    return said.text;
  }

  /** How many moves are judged, and how many of these are the program's own. */
  get count(): { judged: number; agreed: number } {
    const known = this.verdicts.filter((verdict) => verdict !== undefined);
    return { judged: known.length, agreed: known.filter((verdict) => verdict.agrees).length };
  }

  /** A sentence on a move; empty where nobody has asked. */
  said(game: Game, index: number): string {
    const [verdict, move] = [this.verdicts[index], game.moves[index]];
    if (!verdict || !move) return "";
    if (verdict.only) return `${written(move)} was the only move.`;
    return verdict.agrees ? `BCP would have played ${written(move)} too: ${verdict.words}.` : `BCP would have played ${written(verdict.best)}, not ${written(move)}: ${verdict.words}.`;
  }

  private keep(): void {
    remember(KEPT, JSON.stringify({ key: this.key, moves: this.moves, verdicts: this.verdicts }));
  }

  private restore(moves: readonly string[]): void {
    try {
      const kept = JSON.parse(recall(KEPT) ?? "null") as { key: string; moves: string[]; verdicts: (Verdict | null)[] } | null;
      if (kept?.key !== this.key) return;
      this.verdicts = kept.verdicts.map((verdict) => verdict ?? undefined);
      this.moves = kept.moves;
      if (moves.length < this.verdicts.length) this.verdicts.length = moves.length;
    } catch {
      // Another page may have written it.
    }
  }
}
