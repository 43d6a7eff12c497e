/** Links to the current view: a moment of a search, a section of the tour, a game with its moves, or a program. */

import type { GameLink } from "./game.ts";
import type { Search } from "./lessons.ts";
import { LEAST_SECONDS, MOST_SECONDS } from "./pace.ts";
import type { Game } from "./protocol.ts";

const SIDES: readonly Game["person"][] = ["white", "black", "both", "none"];

export const TABS = ["watch", "tour", "step", "play", "table", "assemble", "laboratory"] as const;
export type Tab = (typeof TABS)[number];

/** The contents of a link. Invalid parts are omitted, with a message about them in `ignored`. */
export interface Link {
  readonly tab: Tab | null;
  /** Number of the position, 1 to 300; null if the link contains none. */
  readonly position: number | null;
  readonly fen: string | null;
  /** The moment, in instructions since the start. */
  readonly instruction: number | null;
  /** The moment, in clocks since the command to search, as in tables of results. */
  readonly clocks: number | null;
  /** A move that is asked about, in coordinates. */
  readonly why: string | null;
  /** Depth of the deepest iteration. */
  readonly depth: number | null;
  /** Section of the tour, from 1. */
  readonly stop: number | null;
  /** The game; null if the link contains none. */
  readonly game: GameLink | null;
  /** The packed text of a program. */
  readonly program: string | null;
  /** The search of the laboratory. */
  readonly search: Search | null;
  /** True if the page is a frame in another one. */
  readonly embed: boolean;
  readonly ignored: readonly string[];
}

/** Number of sections of the tour. */
const STOPS = 8;

/** Maximum length of a link, in characters; longer ones are not read. */
const LONGEST = 1_400_000;

/** Maximum length of a tree in a link, in characters: longer links do not fit into every message. */
const LONGEST_TREE = 2_000;

/** The short form of a position of the 300, and of a moment in its search. */
const SHORT = /^(\d{1,3})(?:@(\d{1,15}))?$/;

const WHOLE = /^\d{1,15}$/;

/** Parses a whole number within a range, or returns null. */
function whole(text: string, least: number, most: number): number | null {
  const number = WHOLE.test(text) ? Number(text) : NaN;
  return number >= least && number <= most ? number : null;
}

/** Decodes percent-encoding; null if it is malformed. */
function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text.replace(/\+/g, " "));
  } catch {
    return null;
  }
}

/** Parses the text after the #; never fails. */
export function readLink(hash: string): Link {
  const link = { tab: null as Tab | null, position: null as number | null, fen: null as string | null, instruction: null as number | null, clocks: null as number | null, why: null as string | null, depth: null as number | null, stop: null as number | null };
  const ignored: string[] = [];
  const game: { moves?: string; pgn?: string; side?: Game["person"]; published?: number; at?: number; analysis?: number } = {};
  let embed = false;
  let [program, search, tree]: (string | null)[] = [null, null, null];
  for (const part of hash.replace(/^#/, "").slice(0, LONGEST).split("&")) {
    if (part === "") continue;
    const [, number, moment] = SHORT.exec(part) ?? [];
    const [name = "", ...rest] = number ? ["position", number] : part.split("=");
    if (moment) link.instruction = Number(moment);
    const text = decoded(rest.join("="));
    const wrong = () => ignored.push(part.slice(0, 60));
    const take = (field: "position" | "instruction" | "clocks" | "depth" | "stop", least: number, most: number) => {
      const number = text === null ? null : whole(text, least, most);
      if (number === null) wrong();
      else link[field] = number;
    };
    if (TABS.includes(name as Tab) && rest.length === 0) link.tab = name as Tab;
    else if (part === "embed") embed = true;
    else if (name === "position") take("position", 1, 300);
    else if (name === "instruction") take("instruction", 0, Number.MAX_SAFE_INTEGER);
    else if (name === "clocks") take("clocks", 0, Number.MAX_SAFE_INTEGER);
    else if (name === "depth") take("depth", 0, 30);
    else if (name === "stop") take("stop", 1, STOPS);
    else if (name === "why" && /^([a-h][1-8]){2}[qrbn]?$/.test(text ?? "")) link.why = text;
    else if (name === "fen" && text && text.length <= 120) link.fen = text;
    else if (name === "moves" && /^[a-h1-8qrbn.]{0,6000}$/.test(text ?? "-")) game.moves = text ?? "";
    else if (name === "pgn" && /^[\w-]+$/.test(text ?? "")) game.pgn = text ?? "";
    else if (name === "side" && SIDES.includes(text as Game["person"])) game.side = text as Game["person"];
    else if (name === "published" && whole(text ?? "", 1, 99)) game.published = Number(text);
    else if (name === "at" && whole(text ?? "", 0, 1200) !== null) game.at = Number(text) - 1;
    else if (name === "analysis" && Number(text) >= LEAST_SECONDS && Number(text) <= MOST_SECONDS) game.analysis = Number(text);
    else if (name === "search" && /^[\w-]{1,40}$/.test(text ?? "")) search = text;
    else if (name === "tree" && text && text.length <= LONGEST_TREE) tree = text;
    else if (name === "program" && /^[\w-]+$/.test(text ?? "")) program = text;
    else wrong();
  }
  const told = Object.keys(game).length > 0 || (link.tab === "play" && link.fen !== null);
  const position = tree ?? link.fen;
  const asked = link.tab === "laboratory" && position ? { search: search ?? "alpha-beta", position, depth: link.depth ?? 2 } : null;
  return { ...link, game: told ? { fen: link.fen, ...game } : null, program, search: asked, embed, ignored };
}

/** Returns the link to a game. */
export function gameLink(game: GameLink): string {
  const parts = ["#play"];
  if (game.published) parts.push(`published=${game.published}`);
  if (game.pgn) parts.push(`pgn=${game.pgn}`);
  if (game.fen) parts.push(`fen=${inAddress(game.fen)}`);
  if (game.moves) parts.push(`moves=${game.moves}`);
  if (game.side && game.side !== "white") parts.push(`side=${game.side}`);
  if (game.analysis) parts.push(`analysis=${game.analysis}`);
  if (game.at !== null && game.at !== undefined) parts.push(`at=${game.at + 1}`);
  return parts.join("&");
}

/** Returns the link to a search of the laboratory; null if its tree is too long. */
export function searchLink({ search, position, depth }: Search): string | null {
  const name = position.includes("/") ? "fen" : "tree";
  return position.length > LONGEST_TREE ? null : `#laboratory&search=${search}&depth=${depth}&${name}=${inAddress(position)}`;
}

/** Encodes a FEN or a tree, keeping slashes and spaces readable. */
function inAddress(fen: string): string {
  return encodeURIComponent(fen).replace(/%2F/g, "/").replace(/%20/g, "+");
}

/** The part of a link that describes a moment. */
export interface Moment {
  readonly position?: number | null;
  readonly fen?: string | null;
  readonly depth?: number | null;
  readonly instruction?: number | null;
  /** A move that is asked about. */
  readonly why?: string;
}

/** Returns the link to a moment, including its #. */
export function writeLink(moment: Moment, tab: Tab | null = null): string {
  const parts: string[] = [];
  if (tab && tab !== "watch") parts.push(tab);
  if (moment.position) parts.push(`${moment.position}${moment.instruction ? `@${moment.instruction}` : ""}`);
  else if (moment.fen) parts.push(`fen=${inAddress(moment.fen)}`);
  if (moment.depth !== null && moment.depth !== undefined) parts.push(`depth=${moment.depth}`);
  if (moment.instruction && !moment.position) parts.push(`instruction=${moment.instruction}`);
  if (moment.why) parts.push(`why=${moment.why}`);
  return `#${parts.join("&")}`;
}
