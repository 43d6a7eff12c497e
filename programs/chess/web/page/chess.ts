/** The chess part of a state, in words for a reader. */

import type { Scene } from "./board.ts";
import { kingOf, piecesOf, SQUARES } from "./board.ts";
import type { Arrow } from "./arrows.ts";
import type { Chess, Ending, Iteration, Move, Side, TreeEntry } from "./protocol.ts";

/** Formats a move in algebraic notation, or else in that of the machine. */
export function written(move: Move | null | undefined): string {
  return move ? (move.san ?? `${move.move.slice(0, 2)}\u2013${move.move.slice(2)}`) : "\u2013";
}

/** Formats a line with its move numbers: 1 Qg6 fxg6 2 Rxf8. */
export function numbered(line: readonly Move[], side: Side, from = 1): string {
  const parts: string[] = [];
  line.forEach((move, index) => {
    const ply = index + (side === "black" ? 1 : 0);
    if (ply % 2 === 0) parts.push(`${from + ply / 2}\u00a0${written(move)}`);
    else parts.push(index === 0 ? `${from + (ply - 1) / 2}\u00a0…\u00a0${written(move)}` : written(move));
  });
  return parts.join(" ");
}

/** Converts the 64 letters of a board to pieces by square. */
export function piecesIn(board: string): Map<string, string> {
  const pieces = new Map<string, string>();
  [...board].forEach((letter, index) => {
    const square = SQUARES[index];
    if (square && /[a-z]/i.test(letter)) pieces.set(square, letter);
  });
  return pieces;
}

/** Describes how the game has ended at the root, as a sentence. */
export function ended({ word, result }: Ending, side: Side): string {
  const name = (colour: Side) => (colour === "white" ? "White" : "Black");
  if (result !== "1/2-1/2") return `${name(side)} is checkmated: the game is over.`;
  return word === "stalemate" ? `${name(side)} is stalemated: the game is drawn.` : `The game is drawn: ${word.replace("draw by ", "")}.`;
}

/** Replaces characters in a sentence of the machine by the page's typography. */
export function signed(text: string): string {
  return text.replace(/ -(?=\d)/g, " \u2212");
}

/** Returns the last completed iteration; null if there is none. */
export function last(chess: Chess | null): Iteration | null {
  return chess?.iterations[chess.iterations.length - 1] ?? null;
}

/**
 * Returns the moves made on the way to the current node; if the tree is known, including those that are only being
 * tried.
 */
export function made(chess: Chess): Move[] {
  const grown = chess.growth?.levels.flatMap((level) => level.branches.filter((branch) => branch.fate === "inHand" || branch.fate === "tested")) ?? [];
  return grown.length > 0 ? grown : chess.plies.flatMap((ply) => (ply.move ? [ply.move] : []));
}

function arrow(move: Move | null | undefined, kind: Arrow["kind"]): Arrow[] {
  return move && move.move.length >= 4 ? [{ from: move.move.slice(0, 2), to: move.move.slice(2, 4), kind }] : [];
}

/**
 * The best move so far: that of the last iteration, and none if it found that no move beats passing. What the tree
 * says in the middle of the next iteration is not settled.
 */
export function best(chess: Chess): Move | null {
  return last(chess)?.best ?? null;
}

/** Describes the result of a finished search, as a sentence. */
export function result(chess: Chess): string {
  const [found, move] = [last(chess), best(chess)];
  if (move) return `It plays ${written(move)}.`;
  if (!found) return "The search is over.";
  return found.winner ? `The search is over: ${found.words}.` : "It found no move better than passing.";
}

/** Describes what a paused search has found so far, as a sentence. */
export function soFar(chess: Chess): string {
  const move = best(chess);
  const away = elsewhere(chess);
  const found = move ? `${away ? "In the position itself" : "So far"} it would play ${written(move)}` : last(chess) ? "So far it has found no move better than passing" : "It has not found a move yet";
  return `${away ? "The board is that of the search. " : ""}${found}.`;
}

/** Returns whether the board in the machine's memory is another one than that of the root. */
function elsewhere(chess: Chess): boolean {
  const [root, now] = [piecesOf(chess.root.fen), piecesIn(chess.board)];
  // Before the program has set up the position, its board is empty.
  return now.size > 1 && !(now.size === root.size && [...root].every(([square, letter]) => now.get(square) === letter));
}

/** Describes an entry of the stored tree: its move, what the move wins, and what is known of the position after it. */
export function entryInWords(entry: TreeEntry): string[] {
  const parts = [entry.complete ? "complete" : "", entry.mates ? "the opponent mates in one" : "", entry.children > 0 ? `${entry.children} below` : ""].filter(Boolean);
  return [written(entry.move), `wins ${entry.score} if the opponent passes`, parts.join(", ")];
}

/** Returns the best line so far. */
export function bestLine(chess: Chess): readonly Move[] {
  const found = last(chess);
  if (!found) return chess.bestLine;
  if (found.line.length > 0) return found.line;
  return found.best ? [found.best] : [];
}

/**
 * The picture of a search. Where it can be followed the board is that of the machine's memory; at full speed, when it
 * would only flicker, it is that of the root, with what the root does.
 */
export function scene(chess: Chess, followed: boolean, flipped: boolean): Scene {
  const root = piecesOf(chess.root.fen);
  const now = piecesIn(chess.board);
  const own = followed && elsewhere(chess);
  const path = made(chess);
  const found = last(chess);
  const mated = !found?.proved ? null : found.winner === "white" ? "black" : "white";
  const latest = path[path.length - 1];
  if (own) {
    return {
      pieces: now,
      side: chess.side,
      arrows: arrow(latest, "hand"),
      moved: latest ? [latest.move.slice(0, 2), latest.move.slice(2, 4)] : [],
      ring: mated ? kingOf(now, mated) : null,
      flipped,
      glide: true,
      own: true,
      label: "The search’s board",
    };
  }
  return {
    pieces: root,
    side: chess.root.side,
    arrows: [...arrow(best(chess), "best"), ...(chess.done ? [] : arrow(path[0], "hand"))],
    ring: mated ? kingOf(root, mated) : null,
    flipped,
    label: "The position",
  };
}
