/** "What would BCP have played?": a machine of its own thinks about the moves of a game, beside the one that is seen. */

import { numbered, written } from "./chess.ts";
import { reason, seconds as inSeconds } from "./format.ts";
import type { Machine } from "./machine.ts";
import type { Ending, Game, Move, Side, Standing } from "./protocol.ts";
import { recall, remember } from "./settings.ts";

/** What the program makes of a position of the game: its choice, its value, and the line that it expects. */
export interface Verdict {
  readonly best: Move;
  /** The only legal move. */
  readonly only: boolean;
  /** The value; null where it has chosen without a search. */
  readonly value: Standing | null;
  /** What the program found, in words. */
  readonly words: string;
  /** The moves that it expects, if the iteration that has chosen the move was finished. */
  readonly line: readonly Move[];
}

/** Where the verdicts on the last game are remembered. */
const KEPT = "verdicts";

const NAMES = { white: "White", black: "Black" } as const;

/** What a bar shows of a game that is over. */
function result(result: Ending["result"], word: string): Standing {
  const white = result === "1-0" ? 127 : result === "0-1" ? -127 : 0;
  return { white, figure: white === 0 ? "½" : result, label: `${result}, ${word}` };
}

/** A value as annotations of PGN have it; empty for a mate of unknown length, and for the result of a game. */
function evaluation(value: Standing | null): string {
  if (!value) return "";
  const [, moves] = /^mate in (\d+)/.exec(value.label) ?? [];
  if (moves) return `[%eval #${value.white < 0 ? "-" : ""}${moves}]`;
  return value.figure === "½" || /#|-/.test(value.figure) ? "" : `[%eval ${value.white.toFixed(2)}]`;
}

export class Analysis {
  /** By the number of moves before the position; undefined where nobody has asked. */
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
    // The position after the last common move is still the same.
    if (same >= 0) this.verdicts.length = Math.min(this.verdicts.length, same + 1);
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
        // Where the game has ended there is nothing to think about.
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

  /** Ends its thinking; what it has found stays. */
  stop(): void {
    this.turn += 1;
    this.thinking = false;
    // The machine of a move that is not finished goes: nobody waits for it.
    this.helper?.terminate("stopped");
    this.helper = null;
  }

  /** Null where the rules have ended the game, whatever was played then. */
  private async judge(game: Game, index: number): Promise<Verdict | null> {
    this.helper ??= this.machine.another();
    const moves = game.moves.slice(0, index).map((one) => one.move);
    const begun = await this.helper.ask({ kind: "newGame", fen: game.start, moves, person: "both", seconds: this.seconds });
    if (begun.game.ending) return null;
    const { game: thought } = await this.helper.ask({ kind: "think", pace: "full" });
    const best = thought.moves[index];
    if (!best) throw new Error(begun.game.fault ?? "the program has not answered");
    // A move for which not even the first iteration was complete is not searched.
    const found = best.thought && (best.thought.finished || best.thought.depth > 1) ? best.thought : null;
    const only = begun.game.legal.length === 1;
    const words = found ? `${found.words} for ${NAMES[best.side]} at depth ${found.depth}${found.finished ? "" : ", unfinished"}, ${inSeconds(found.seconds)} Z8000 seconds` : "without a search";
    const line = found?.finished ? (thought.iterations.at(-1)?.line ?? []) : [];
    return { best: { move: best.move, san: best.san }, only, value: found, words, line };
  }

  /** Whether the program would have played a move of the game; null where nobody has asked, or where it had no choice or no time. */
  agrees(game: Game, index: number): boolean | null {
    const verdict = this.verdicts[index];
    return verdict?.value && !verdict.only ? verdict.best.move === game.moves[index]?.move : null;
  }

  /** The value of the position after a move: how the game has ended there, that of the search in it, or that of the program's search for the move. */
  after(game: Game, index: number): Standing | null {
    if (game.ending && index === game.moves.length - 1) return result(game.ending.result, game.ending.word);
    return this.verdicts[index + 1]?.value ?? game.moves[index]?.thought?.after ?? null;
  }

  /** Why the program does not play the move of the game: its verdicts on the positions before and after it. */
  async why(game: Game, index: number): Promise<string> {
    const move = game.moves[index];
    if (!move) return "";
    await this.ask(game, [index, index + 1]);
    const [before, after] = [this.verdicts[index], this.verdicts[index + 1]];
    if (!before) return this.fault;
    const expects = (line: readonly Move[], side: Side) => (line.length > 0 ? ` It expects ${numbered(line, side)}.` : "");
    const first = `With ${written(before.best)}: ${before.words}.${expects(before.line, move.side)}`;
    const ended = index === game.moves.length - 1 ? game.ending?.word : null;
    if (ended) return `${first} After ${written(move)} the game is over: ${ended}.`;
    if (!after) return first;
    return `${first} After ${written(move)}: ${after.words}.${expects(after.line, move.side === "white" ? "black" : "white")}`;
  }

  /** How many moves were asked about, how many of them it has searched, and how many of these it would have played. */
  count(game: Game): { asked: number; searched: number; agreed: number } {
    const known = game.moves.map((_, index) => this.agrees(game, index)).filter((agrees) => agrees !== null);
    return { asked: game.moves.filter((_, index) => this.verdicts[index]).length, searched: known.length, agreed: known.filter(Boolean).length };
  }

  /** A sentence on a move; empty where nobody has asked. */
  said(game: Game, index: number): string {
    const [verdict, move] = [this.verdicts[index], game.moves[index]];
    if (!verdict || !move) return "";
    if (verdict.only) return `${written(move)} was the only move.`;
    if (!verdict.value) return `The time was too short for a search of the position before ${written(move)}.`;
    return this.agrees(game, index) ? `BCP would have played ${written(move)} too: ${verdict.words}.` : `BCP would have played ${written(verdict.best)}, not ${written(move)}: ${verdict.words}.`;
  }

  /** The comments of a PGN on the moves: the value of the position after each, and what the program would have played. */
  comments(game: Game): string[] {
    const values = [-1, ...game.moves.keys()].map((index) => evaluation(this.after(game, index)));
    return values.map((value, length) => [value, this.said(game, length - 1)].filter(Boolean).join(" "));
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
      if (moves.length + 1 < this.verdicts.length) this.verdicts.length = moves.length + 1;
    } catch {
      // Another page may have written it.
    }
  }
}
