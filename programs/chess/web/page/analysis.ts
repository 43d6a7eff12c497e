/**
 * Answers "What would BCP have played?": a separate machine thinks about the moves of a game, while the page shows
 * another position.
 */

import { numbered, written } from "./chess.ts";
import { reason, seconds as inSeconds } from "./format.ts";
import type { Machine } from "./machine.ts";
import type { Ending, Game, GameMove, Move, Side, Standing } from "./protocol.ts";
import { recall, remember } from "./settings.ts";

/** The program's answer for a position of the game: its choice, its value, and the line that it expects. */
export interface Verdict {
  readonly best: Move;
  /** True if the move is the only legal one. */
  readonly only: boolean;
  /** The value; null if the program has chosen without a search. */
  readonly value: Standing | null;
  /** The program's findings, in words. */
  readonly words: string;
  /** The moves that the program expects; empty unless the iteration that chose the move was finished. */
  readonly line: readonly Move[];
}

/** The name under which the browser stores the verdicts on the last game. */
const KEPT = "verdicts";

const NAMES = { white: "White", black: "Black" } as const;
const OTHER = { white: "black", black: "white" } as const;

/** The value that the bar shows for a game that is over. */
function result(result: Ending["result"], word: string): Standing {
  const white = result === "1-0" ? 127 : result === "0-1" ? -127 : 0;
  return { white, figure: white === 0 ? "½" : result, label: `${result}, ${word}` };
}

/** Formats a value as PGN annotations do; empty for a mate of unknown length, and for the result of a game. */
function evaluation(value: Standing | null): string {
  if (!value) return "";
  const [, moves] = /^mate in (\d+)/.exec(value.label) ?? [];
  if (moves) return `[%eval #${value.white < 0 ? "-" : ""}${moves}]`;
  return value.figure === "½" || /#|-/.test(value.figure) ? "" : `[%eval ${value.white.toFixed(2)}]`;
}

/** What a search has found for a side. */
export function inWords(found: { readonly words: string; readonly depth: number; readonly seconds: number }, side: Side, finished = true): string {
  return `${found.words} for ${NAMES[side]} at depth ${found.depth}${finished ? "" : ", unfinished"}, ${inSeconds(found.seconds)} Z8000 seconds`;
}

/** Returns the number of a move in its game. */
export function moveNumber({ before }: GameMove): number {
  return Number(before.split(" ")[5] ?? 1);
}

/** Compares a move with the program's choice, by the values of the positions after each; empty without both values. */
function compared(move: GameMove, { best, value }: Verdict, after: Standing | null): string {
  if (!value || !after) return "";
  const gain = (after.white - value.white) * (move.side === "white" ? 1 : -1);
  if (gain === 0) return `${written(move)} is worth the same as ${written(best)}: ${after.label}.`;
  return `${written(move)} looks ${gain < 0 ? "worse" : "better"} than ${written(best)}: ${after.label}, not ${value.label}.`;
}

export class Analysis {
  /** Verdicts by the number of moves before the position; undefined if nobody has asked for one. */
  verdicts: (Verdict | undefined)[] = [];
  /** Z8000 seconds for each move. */
  seconds = 5;
  /** True if the analysis of the whole game was requested. */
  whole = false;
  fault = "";
  private key = "";
  private turn = 0;
  private helper: Machine | null = null;

  /**
   * `machine` is the page's, from which another one is created when it is needed; `changed` is called after each
   * verdict.
   */
  constructor(
    private readonly machine: Machine,
    private readonly changed: () => void,
    private readonly kept = true,
  ) {}

  /** True while the separate machine thinks. */
  thinking = false;

  /** Sets the game; verdicts on moves that both games share are kept. */
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
    // The position after the last common move is the same in both games.
    if (same >= 0) this.verdicts.length = Math.min(this.verdicts.length, same + 1);
    this.moves = moves;
  }

  private moves: string[] = [];

  /** Thinks about the given moves; those already analysed are skipped. */
  async ask(game: Game, indexes: readonly number[]): Promise<void> {
    this.turn += 1;
    const { turn } = this;
    this.thinking = true;
    this.fault = "";
    this.changed();
    try {
      for (const index of indexes) {
        // A game that has ended has no next move to think about.
        const over = index === game.moves.length && game.ending !== null;
        if (index > game.moves.length || over || this.verdicts[index]) continue;
        const verdict = await this.judge(game, index);
        if (turn !== this.turn) return;
        if (verdict) this.verdicts[index] = verdict;
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

  /** Stops thinking; the verdicts found so far are kept. */
  stop(): void {
    this.turn += 1;
    this.thinking = false;
    // The machine is terminated in the middle of a move, whose verdict nobody needs.
    this.helper?.terminate("stopped");
    this.helper = null;
  }

  /** A game on the machine beside the page's. */
  async game(fen: string, moves: string[]): Promise<Game> {
    this.helper ??= this.machine.another();
    return (await this.helper.ask({ kind: "newGame", fen, moves, person: "both", seconds: this.seconds })).game;
  }

  /** Returns null if the rules had ended the game at this position, whatever was played afterwards. */
  private async judge(game: Game, index: number): Promise<Verdict | null> {
    const begun = await this.game(game.start, game.moves.slice(0, index).map((one) => one.move));
    if (begun.ending || !this.helper) return null;
    const { game: thought } = await this.helper.ask({ kind: "think", pace: "full" });
    const best = thought.moves[index];
    if (!best) throw new Error(begun.fault ?? "the program has not answered");
    // A move counts as not searched if not even the first iteration was completed.
    const found = best.thought && (best.thought.finished || best.thought.depth > 1) ? best.thought : null;
    const only = begun.legal.length === 1;
    const words = found ? inWords(found, best.side, found.finished) : "without a search";
    const line = found?.finished ? (thought.iterations.at(-1)?.line ?? []) : [];
    return { best: { move: best.move, san: best.san }, only, value: found, words, line };
  }

  /**
   * Returns whether the program would have played a move of the game; null if nobody has asked, or if the program had
   * no choice or no time.
   */
  agrees(game: Game, index: number): boolean | null {
    const verdict = this.verdicts[index];
    return verdict?.value && !verdict.only ? verdict.best.move === game.moves[index]?.move : null;
  }

  /**
   * Returns the value of the position after a move: the result if the game ends there, else that of the search of this
   * position, else that of the search that chose the move.
   */
  after(game: Game, index: number): Standing | null {
    if (game.ending && index === game.moves.length - 1) return result(game.ending.result, game.ending.word);
    return this.verdicts[index + 1]?.value ?? game.moves[index]?.thought?.after ?? null;
  }

  /**
   * Explains why the program does not play the move of the game, from its verdicts on the positions before and after
   * it: the first line says which move is better, the others say what each leads to.
   */
  async why(game: Game, index: number): Promise<string> {
    const move = game.moves[index];
    if (!move) return "";
    const name = written(move);
    await this.ask(game, [index]);
    const before = this.verdicts[index];
    if (!before) return this.fault;
    const number = moveNumber(move);
    const expects = (line: readonly Move[], side: Side, from: number) => (line.length > 0 ? ` It expects ${numbered(line, side, from)}.` : "");
    const found = `${before.words}.${expects(before.line, move.side, number)}`;
    if (before.best.move === move.move) return `${name} is its move: ${found}`;
    await this.ask(game, [index + 1]);
    const after = this.verdicts[index + 1];
    const ended = index === game.moves.length - 1 ? game.ending?.word : null;
    const then = ended ? `the game is over: ${ended}.` : after && `${after.words}.${expects(after.line, OTHER[move.side], move.side === "white" ? number : number + 1)}`;
    const lines = [compared(move, before, this.after(game, index)), `With ${written(before.best)}: ${found}`, then && `After ${name}: ${then}`];
    return lines.filter(Boolean).join("\n");
  }

  /**
   * Returns the number of moves that were asked about, that the program searched, and of the latter, that it would have
   * played.
   */
  count(game: Game): { asked: number; searched: number; agreed: number } {
    const known = game.moves.map((_, index) => this.agrees(game, index)).filter((agrees) => agrees !== null);
    return { asked: game.moves.filter((_, index) => this.verdicts[index]).length, searched: known.length, agreed: known.filter(Boolean).length };
  }

  /** Returns the index of the move that cost its side most by the values before and after it; -1 if none cost a pawn. */
  costliest(game: Game): number {
    // Beyond ten pawns a game is decided.
    const pawns = (value: Standing) => Math.max(-10, Math.min(10, value.white));
    const losses = game.moves.map((move, index) => {
      const [before, after] = [this.verdicts[index]?.value, this.after(game, index)];
      return before && after ? (pawns(before) - pawns(after)) * (move.side === "white" ? 1 : -1) : 0;
    });
    const most = Math.max(...losses);
    return most >= 1 ? losses.indexOf(most) : -1;
  }

  /** Returns a sentence on a move; empty if nobody has asked. */
  said(game: Game, index: number): string {
    const [verdict, move] = [this.verdicts[index], game.moves[index]];
    if (!verdict || !move) return "";
    if (verdict.only) return `${written(move)} was the only move.`;
    if (!verdict.value) return `The time was too short for a search of the position before ${written(move)}.`;
    return this.agrees(game, index) ? `BCP would have played ${written(move)} too: ${verdict.words}.` : `BCP would have played ${written(verdict.best)}, not ${written(move)}: ${verdict.words}.`;
  }

  /**
   * Returns a PGN comment for each move: the value of the position after it, and what the program would have played.
   */
  comments(game: Game): string[] {
    const values = [-1, ...game.moves.keys()].map((index) => evaluation(this.after(game, index)));
    return values.map((value, length) => [value, this.said(game, length - 1)].filter(Boolean).join(" "));
  }

  private keep(): void {
    if (!this.kept) return;
    remember(KEPT, JSON.stringify({ key: this.key, moves: this.moves, verdicts: this.verdicts }));
  }

  private restore(moves: readonly string[]): void {
    if (!this.kept) return;
    try {
      const kept = JSON.parse(recall(KEPT) ?? "null") as { key: string; moves: string[]; verdicts: (Verdict | null)[] } | null;
      if (kept?.key !== this.key) return;
      this.verdicts = kept.verdicts.map((verdict) => verdict ?? undefined);
      this.moves = kept.moves;
      if (moves.length + 1 < this.verdicts.length) this.verdicts.length = moves.length + 1;
    } catch {
      // The stored text may come from another page, and is ignored if it cannot be read.
    }
  }
}
